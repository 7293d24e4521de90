"""Messages for users that remember their template and values.

The layers below the window report errors in English, at the place where they occur:

    raise InputError(msg("no column {column} in {file}", column=name, file=path))

A `UserMessage` is that English text. It also stores its template and values. The window, or a
report in another language, looks up the translation of the template, so that no code has to
recognise a finished sentence. `python -m tools.translations update` finds the templates in the
calls of `msg`, so every template must be a literal in the call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class LookUp:
    """Translates templates into a language; returns unknown templates unchanged.

    `number`: writes whole numbers, such as counts
    `decimal_point`: that of `Decimals`
    """

    language: str
    texts: Mapping[str, str] = field(default_factory=dict)
    number: Callable[[int], str] = str
    decimal_point: str = "."

    def __call__(self, template: str) -> str:
        return str(self.texts.get(template, template))


class UserMessage(str):
    """An English text with its template and the values inserted into it.

    It behaves like any other string, but it can be translated only as a whole: slices of it, and
    its concatenation by `+` or an f-string, are plain strings. Use `msg` and `join` instead.
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, values: Mapping[str, object]) -> Self:
        # An exception is replaced by its message, which is then translated together with the whole.
        texts = {
            name: str(value) if isinstance(value, Exception) else value
            for name, value in values.items()
        }
        self = super().__new__(cls, _fill(template, texts))
        self.template = template
        self.values = texts
        return self

    def __str__(self) -> str:
        # `str(error)` returns this value, so it must be the message with its template, not a plain
        # copy.
        return self

    def __getnewargs__(self) -> tuple[str, Mapping[str, object]]:  # type: ignore[override]
        return self.template, self.values  # for copy.deepcopy, which dataclasses.asdict uses

    def in_language(self, look_up: LookUp) -> str:
        """Return the text in another language.

        Values that are messages themselves are translated as well, and whole numbers are written
        as in that language; all others are data.
        """
        values = {name: _in_language(value, look_up) for name, value in self.values.items()}
        # A template without words, such as “{file}: {reason}”, is not in any catalogue.
        template = look_up(self.template) if has_words(self.template) else self.template
        return _fill(template, values)


class CodedText(UserMessage):
    """A text that people read in place of a code, its value `code`; files for programs have the
    code, in every language.
    """

    def in_language(self, look_up: LookUp) -> str:
        template = look_up(self.template) if has_words(self.template) else self.template
        return CodedText(template, self.values)


class Decimals(UserMessage):
    """A number with decimals, which has the decimal point of the language."""

    def __new__(cls, number: str) -> Self:
        return super().__new__(cls, number, {})

    def __getnewargs__(self) -> tuple[str]:  # type: ignore[override]
        return (self.template,)

    def in_language(self, look_up: LookUp) -> str:
        return self.template.replace(".", look_up.decimal_point)


class Wording(UserMessage):
    """A text with its translations, such as a label in a form.

    `words`: the text in each language; English is the one without a translation
    """

    words: Mapping[str, str]

    def __new__(cls, words: Mapping[str, str]) -> Self:
        self = super().__new__(cls, words["en"], {})
        self.words = words
        return self

    def __getnewargs__(self) -> tuple[Mapping[str, str]]:  # type: ignore[override]
        return (self.words,)

    def in_language(self, look_up: LookUp) -> str:
        return self.words.get(look_up.language, plain(self))


def msg(template: str, /, **values: object) -> str:
    """Return a message: `template` with each `{name}` replaced by the value of that name.

    The result is a `UserMessage`. Its declared type is `str`, because most code treats messages as
    plain strings, and a `list[UserMessage]` would not be a `list[str]`: lists are invariant.
    """
    return UserMessage(template, values)


def join(separator: str, parts: Iterable[object]) -> str:
    """Return several texts as one message, with `separator` between them."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return UserMessage(separator.join(f"{{{name}}}" for name in values), values)


def quoted(text: str) -> str:
    """Return a text in the quotation marks of the reader's language, as a value for a message."""
    return Wording({"en": f"“{text}”", "de": f"„{text}“"})


def at_line(line: int, text: object) -> str:
    """Return a message about a line of a file, counted from 1."""
    return msg("line {line}: {text}", line=line, text=text)


def without_line(message: str) -> str:
    """Return the text that was passed to `at_line`, without the line.

    Any other message is returned unchanged.
    """
    values = message.values if isinstance(message, UserMessage) else {}
    return str(values["text"]) if values.keys() == {"line", "text"} else message


def plain(text: str) -> str:
    """Return the English text as a plain string, as records store it."""
    return str.__str__(text)


def has_words(template: str) -> bool:
    """Return whether a template contains words, so that it can be translated."""
    return any(character.isalpha() for character in _PLACE.sub("", template))


def _in_language(value: object, look_up: LookUp) -> object:
    if isinstance(value, UserMessage):
        return value.in_language(look_up)
    # Not bool, which is an int in Python.
    return look_up.number(value) if type(value) is int else value


def _fill(template: str, values: Mapping[str, Any]) -> str:
    # Not str.format: a brace that belongs to the text needs no escape, and a translation cannot
    # access attributes of a value (“{file.parent}”).
    return _PLACE.sub(
        lambda place: str(values[place[1]]) if place[1] in values else place[0], template
    )
