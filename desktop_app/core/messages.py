"""Texts for people that remember the template and the values they were made from.

The layers below the window say what happened in English, at the place where it happens:

    raise InputError(msg("no column {column} in {file}", column=name, file=path))

A `UserMessage` is that English text. It also keeps its template and values, by which the window
(or a report in another language) looks up the translation: nothing ever has to recognise a
finished sentence. `python -m tools.translations update` finds the templates by the calls of `msg`,
so the template must be written out in the call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

_PLACE = re.compile(r"\{(\w+)\}")


class UserMessage(str):
    """An English text with the template and the values it was made from.

    It behaves as any other string, but only as a whole: what is cut from it, or joined to it by
    `+` or an f-string, is plain text and cannot be translated. Use `msg` and `join` instead.
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, values: Mapping[str, object]) -> UserMessage:
        # An exception stands for its text, so that its message is translated with the whole.
        texts = {
            name: str(value) if isinstance(value, Exception) else value
            for name, value in values.items()
        }
        self = super().__new__(cls, _fill(template, texts))
        self.template = template
        self.values = texts
        return self

    def __str__(self) -> str:
        # `str(error)` returns what this returns: an exception must not lose the template.
        return self

    def __getnewargs__(self) -> tuple[str, Mapping[str, object]]:  # type: ignore[override]
        return self.template, self.values  # for copy.deepcopy, which dataclasses.asdict uses

    def in_language(self, look_up: Callable[[str], str]) -> str:
        """Return the text in another language; `look_up` returns the translation of a template.

        Values that are messages themselves are translated as well; all others are data.
        """
        values = {
            name: value.in_language(look_up) if isinstance(value, UserMessage) else value
            for name, value in self.values.items()
        }
        # A template without words, such as “{file}: {reason}”, is not in any catalogue.
        template = look_up(self.template) if has_words(self.template) else self.template
        return _fill(template, values)


def msg(template: str, /, **values: object) -> str:
    """Return a message: `template` with each `{name}` replaced by the value of that name.

    What it returns is a `UserMessage`. It is typed as `str` because a list of messages is a list of
    texts to everybody who does not translate, and lists are invariant.
    """
    return UserMessage(template, values)


def join(separator: str, parts: Iterable[object]) -> str:
    """Return several texts as one message, with `separator` between them."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return UserMessage(separator.join(f"{{{name}}}" for name in values), values)


def at_line(line: int, text: object) -> str:
    """Return what is said about a line of a file, counted from 1."""
    return msg("line {line}: {text}", line=line, text=text)


def without_line(message: str) -> str:
    """Return what `at_line` was given, for those who know the line; any other text as it is."""
    values = message.values if isinstance(message, UserMessage) else {}
    return str(values["text"]) if values.keys() == {"line", "text"} else message


def plain(text: str) -> str:
    """Return the English text alone, as records hold it."""
    return str.__str__(text)


def has_words(template: str) -> bool:
    """Return whether a template has words of its own, so that it can be translated."""
    return any(character.isalpha() for character in _PLACE.sub("", template))


def _fill(template: str, values: Mapping[str, Any]) -> str:
    # Not str.format: a brace that belongs to the text needs no escape, and a translation cannot
    # reach into a value (“{file.parent}”).
    return _PLACE.sub(
        lambda place: str(values[place[1]]) if place[1] in values else place[0], template
    )
