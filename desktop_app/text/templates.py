"""Finds out which template a finished sentence was made from, so that it can be said otherwise.

The layers below the window report in English, as finished texts: “no backup could be made (No
space left on device)”. A template is such a text with named places, “no backup could be made
({error})”. `Templates.say` takes a text apart, has every template replaced, and puts it together
again with the values that were in it, which may be such texts themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

_PLACE = re.compile(r"\{(\w+)\}")
_JOINT = re.compile(r"; |: |, |(?<=[.!?]) | (?=\()|(?<=\() ?|(?=\)$)")
_BETWEEN = "; "  # joins two messages, so it stands in no value
_LONGEST = 4000  # characters; a longer text is no message of ours
_DEEPEST = 6
_LONGEST_RUN = 3
_MOST_LOOKS = 300  # at one text: names full of commas must not hold up a window


@dataclass(frozen=True)
class Found:
    """A template, and what stood in its places; `quoted` names those between “ and ”."""

    template: str
    values: dict[str, str]
    quoted: frozenset[str]


@dataclass(frozen=True)
class _Pattern:
    """A template taken apart: `words[0]` place `words[1]` place … `words[-1]`.

    may_be_empty  for each place: whether nothing may stand there
    """

    template: str
    places: tuple[str, ...]
    words: tuple[str, ...]
    may_be_empty: tuple[bool, ...]

    def match(self, text: str) -> dict[str, str] | None:
        """Return what stands in the places, each as short as can be from the left, or None.

        Takes time in proportion to the text: words are looked for once, from left to right.
        """
        first, *middle, last = self.words
        end = len(text) - len(last)
        at = len(first)
        if at > end or not text.startswith(first) or not text.endswith(last):
            return None
        found = []
        for word, empty in zip(middle, self.may_be_empty, strict=False):
            start = text.find(word, at if empty else at + 1, end)
            if start < 0:
                return None
            found.append(text[at:start])
            at = start + len(word)
        found.append(text[at:end])
        fits = all(
            (value or empty) and _BETWEEN not in value
            for value, empty in zip(found, self.may_be_empty, strict=True)
        )
        return dict(zip(self.places, found, strict=True)) if fits else None


class Templates:
    """All known templates. The one with most of its own words wins."""

    def __init__(self, templates: Iterable[str]) -> None:
        known = set(templates)
        self._plain = {template for template in known if not _PLACE.search(template)}
        self._patterns = [
            _pattern(template)
            for template in sorted(known - self._plain, key=lambda t: (-_weight(t), t))
        ]

    def find(self, text: str) -> Found | None:
        """Return the template `text` was made from as a whole, or None."""
        if text in self._plain:
            return Found(text, {}, frozenset())
        for pattern in self._patterns:
            values = pattern.match(text)
            if values is not None:
                quoted = frozenset(re.findall(r"“\{(\w+)\}”", pattern.template))
                return Found(pattern.template, values, quoted)
        return None

    def say(self, text: str, translate: Callable[[str], str]) -> str:
        """Return `text` with every template in it replaced by its translation.

        What is no template (names, paths, numbers) stays as it is, and so does all that stands in
        quotes: it is somebody's own text. A text with very many parts is said in part only.
        """
        return text if len(text) > _LONGEST else _Saying(self, translate).whole(text, _DEEPEST)


class _Saying:
    """One text being said; looks at no more than so many of its parts."""

    def __init__(self, templates: Templates, translate: Callable[[str], str]) -> None:
        self._templates = templates
        self._translate = translate
        self._looks = _MOST_LOOKS

    def whole(self, text: str, depth: int) -> str:
        found = self._find(text) if depth else None
        if found is not None:
            values = {
                name: value if name in found.quoted else self.whole(value, depth - 1)
                for name, value in found.values.items()
            }
            return _PLACE.sub(
                lambda place: values.get(place[1], place[0]), self._translate(found.template)
            )
        if not depth:
            return text
        if text.endswith(".") and _BETWEEN not in text:  # a message at the end of a sentence
            said = self.whole(text[:-1], depth - 1)
            if said != text[:-1]:
                return f"{said}."
        return self._several(text, depth) if _BETWEEN in text else self._parts(text, depth)

    def _several(self, text: str, depth: int) -> str:
        """Say messages joined by “; ”, which a message itself may hold once or twice."""
        parts = text.split(_BETWEEN)
        said: list[str] = []
        while parts:
            for many in range(min(_LONGEST_RUN, len(parts)), 1, -1):
                if many < len(parts) + len(said) and self._find(_BETWEEN.join(parts[:many])):
                    break
            else:
                many = 1
            said.append(self.whole(_BETWEEN.join(parts[:many]), depth - 1))
            del parts[:many]
        return _BETWEEN.join(said)

    def _find(self, text: str) -> Found | None:
        if not text or not self._looks:
            return None
        self._looks -= 1
        return self._templates.find(text)

    def _parts(self, text: str, depth: int) -> str:
        """Say a text that is no template but may be several, joined."""
        joints = list(_JOINT.finditer(text))
        for joint in joints:  # the longest known end first
            rest = text[joint.end() :]
            if self._find(rest) is not None:
                before = self.whole(text[: joint.start()], depth - 1)
                return before + joint[0] + self.whole(rest, depth - 1)
        for joint in reversed(joints):
            before = text[: joint.start()]
            if self._find(before) is not None:
                rest = self.whole(text[joint.end() :], depth - 1)
                return self.whole(before, depth - 1) + joint[0] + rest
        return text


def _weight(template: str) -> int:
    return len(_PLACE.sub("", template))


def _pattern(template: str) -> _Pattern:
    words = tuple(_PLACE.split(template)[::2])
    # What follows a word or a quote directly, “already{hint}”, may be nothing.
    empty = tuple(before[-1:].isalnum() or before[-1:] == "”" for before in words[:-1])
    return _Pattern(template, tuple(_PLACE.findall(template)), words, empty)
