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
_LONGEST = 4000  # characters; a longer text is no message of ours
_DEEPEST = 6


@dataclass(frozen=True)
class Found:
    """A template, and what stood in its places; `quoted` names those between “ and ”."""

    template: str
    values: dict[str, str]
    quoted: frozenset[str]


class Templates:
    """All known templates. The one with most of its own words wins."""

    def __init__(self, templates: Iterable[str]) -> None:
        known = set(templates)
        self._plain = {template for template in known if not _PLACE.search(template)}
        self._patterns = [
            (template, _pattern(template))
            for template in sorted(known - self._plain, key=lambda t: (-_weight(t), t))
        ]

    def find(self, text: str) -> Found | None:
        """Return the template `text` was made from as a whole, or None."""
        if text in self._plain:
            return Found(text, {}, frozenset())
        for template, pattern in self._patterns:
            match = pattern.fullmatch(text)
            if match:
                quoted = frozenset(re.findall(r"“\{(\w+)\}”", template))
                return Found(template, match.groupdict(), quoted)
        return None

    def say(self, text: str, translate: Callable[[str], str]) -> str:
        """Return `text` with every template in it replaced by its translation.

        What is no template (names, paths, numbers) stays as it is, and so does all that stands in
        quotes: it is somebody's own text.
        """
        return text if len(text) > _LONGEST else self._say(text, translate, _DEEPEST)

    def _say(self, text: str, translate: Callable[[str], str], depth: int) -> str:
        found = self.find(text) if text and depth else None
        if found is not None:
            values = {
                name: value if name in found.quoted else self._say(value, translate, depth - 1)
                for name, value in found.values.items()
            }
            return _PLACE.sub(
                lambda place: values.get(place[1], place[0]), translate(found.template)
            )
        return self._say_parts(text, translate, depth) if depth else text

    def _say_parts(self, text: str, translate: Callable[[str], str], depth: int) -> str:
        """Translate a text that is no template but may be several, joined."""
        joints = list(_JOINT.finditer(text))
        for joint in joints:  # the longest known end first
            rest = text[joint.end() :]
            if rest and self.find(rest) is not None:
                before = self._say(text[: joint.start()], translate, depth - 1)
                return before + joint[0] + self._say(rest, translate, depth - 1)
        for joint in reversed(joints):
            before = text[: joint.start()]
            if before and self.find(before) is not None:
                rest = self._say(text[joint.end() :], translate, depth - 1)
                return self._say(before, translate, depth - 1) + joint[0] + rest
        return text


def _weight(template: str) -> int:
    return len(_PLACE.sub("", template))


def _pattern(template: str) -> re.Pattern[str]:
    parts, end = [], 0
    for place in _PLACE.finditer(template):
        parts.append(re.escape(template[end : place.start()]))
        # “; ” joins two messages. What follows a word directly, “already{hint}”, may be nothing.
        often = "*?" if parts[-1][-1:].isalnum() else "+?"
        parts.append(f"(?P<{place[1]}>(?:(?!; ).){often})")
        end = place.end()
    parts.append(re.escape(template[end:]))
    return re.compile("".join(parts), re.DOTALL)
