"""Parts of a form other than questions: fields, conditions, sections, options, hints.

Conditions are small expressions as data, which are never evaluated as code:

  {question: follows, is: false}
  {all: [{question: rating, at_least: 4}, {not: {question: comment, answered: true}}]}

The question types are in `question_types`, rules between parts in `form_rules`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    StrictStr,
    Tag,
    model_validator,
)

from desktop_app.core.fields import Whole, YesNo
from desktop_app.core.form_answers import EXACT, read_number
from desktop_app.core.form_problems import Path
from desktop_app.core.messages import msg

FORMAT = 1
HIDDEN = "hidden"
# Names of the other fields in rows of answers. No question may use one of them as its key.
TAKEN_NAMES = frozenset(
    (HIDDEN, "annotator", "extra", "form", "id", "item", "person", "project", "protocol")
) | {"seconds", "stage"}
# Keys that the program uses itself, in the spellings that a form's author might choose.
RESERVED_KEYS = {
    "?": msg("the list of keyboard shortcuts"),
    "f1": msg("the guidelines"),
    "ctrl+enter": msg("submitting"),
    "ctrl+f": msg("finding"),
    "ctrl+k": msg("the command palette"),
    "ctrl++": msg("the text size"),
    "ctrl+-": msg("the text size"),
    "alt+left": msg("the previous item"),
    "alt+right": msg("the next item"),
    "alt+up": msg("the previous match"),
    "alt+down": msg("the next match"),
    "enter": msg("clicking a button"),
    "space": msg("clicking a button"),
    "tab": msg("navigation"),
    "esc": msg("closing"),
}
_MOST_CHARACTERS = 5_000


# Conditions
# The operators of a comparison, as they are spelled in a form file.
Operator = Literal["is", "in", "has", "at_least", "at_most", "answered"]
OPERATORS: tuple[Operator, ...] = ("is", "in", "has", "at_least", "at_most", "answered")


class Strict(BaseModel):
    """Base class of the parts of a form: frozen, and unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def _scalar(value: Any) -> bool | int | float | str:
    if isinstance(value, bool | int | float | str):
        return value
    raise ValueError(msg("must be a code, a number, or true or false"))


Scalar = Annotated[bool | int | float | str, PlainValidator(_scalar)]


class Comparison(Strict):
    """A comparison of the answer to one question with a value.

    Without an answer, every operator except `answered` gives false.
    """

    question: StrictStr
    is_: Scalar | None = Field(default=None, alias="is")
    in_: Annotated[tuple[Scalar, ...] | None, Field(min_length=1)] = Field(default=None, alias="in")
    has: Scalar | None = None
    at_least: Scalar | None = None
    at_most: Scalar | None = None
    answered: YesNo | None = None

    @model_validator(mode="after")
    def _one_operator(self) -> Comparison:
        # All fields except `question` are operators.
        operators = len(self.model_fields_set) - 1
        if operators != 1 or self.operand is None:
            raise ValueError(
                msg("needs exactly one of {operators}", operators=", ".join(OPERATORS))
            )
        return self

    @property
    def operator(self) -> Operator:
        """The only operator of this comparison."""
        return next(name for name in OPERATORS if self._field(name) in self.model_fields_set)

    @property
    def operand(self) -> Any:
        """The value to compare the answer with."""
        return getattr(self, self._field(self.operator))

    @staticmethod
    def _field(operator: Operator) -> str:
        """Return the name of the attribute that holds an operator's value."""
        # `is` and `in` are Python keywords, so their attributes end in “_”.
        return f"{operator}_" if operator in ("is", "in") else operator


class All(Strict):
    """A condition that is true if all of its conditions are true."""

    name: ClassVar[str] = "all"

    all: tuple[Condition, ...] = Field(min_length=1)


class AnyOf(Strict):
    """A condition that is true if at least one of its conditions is true."""

    name: ClassVar[str] = "any"

    any: tuple[Condition, ...] = Field(min_length=1)


class Not(Strict):
    """A condition that is true if its condition is false."""

    name: ClassVar[str] = "not"

    not_: Condition = Field(alias="not")


def _condition_tag(value: Any) -> str:
    """Return the tag of the class that a raw condition belongs to."""
    # No field name starts with “#”, so `form_reading` can distinguish these tags from fields.
    if isinstance(value, dict):
        return next((f"#{name}" for name in ("all", "any", "not") if name in value), "#test")
    # When a form is serialised, the values are models, not dicts.
    return f"#{value.name}" if isinstance(value, All | AnyOf | Not) else "#test"


Condition = Annotated[
    Annotated[All, Tag("#all")]
    | Annotated[AnyOf, Tag("#any")]
    | Annotated[Not, Tag("#not")]
    | Annotated[Comparison, Tag("#test")],
    Discriminator(_condition_tag),
]


def comparisons(condition: Condition, path: Path) -> Iterator[tuple[Path, Comparison]]:
    """Yield every comparison within a condition, with its path."""
    if isinstance(condition, Comparison):
        yield path, condition
    elif isinstance(condition, Not):
        yield from comparisons(condition.not_, (*path, condition.name))
    else:
        parts = condition.all if isinstance(condition, All) else condition.any
        for index, part in enumerate(parts):
            yield from comparisons(part, (*path, condition.name, index))


# Fields
def _matches(pattern: str, reason: str) -> Callable[[str], str]:
    """Return a validator of texts that match a pattern; `reason` is its error message."""
    compiled = re.compile(pattern, re.ASCII)

    def check(text: str) -> str:
        if compiled.fullmatch(text) is None:
            raise ValueError(reason)
        return text

    return check


def has_odd_character(text: str) -> bool:
    """Return whether a text contains surrogates, or control characters that are not white space.

    Line feeds and tabs are the only control characters that count as white space.
    """
    return any(
        character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cs")
        for character in text
        if not character.isprintable()
    )


def _sentence(text: str) -> str:
    """Return a visible text, stripped of white space at both ends. Raises ValueError."""
    text = text.strip()
    if not text:
        raise ValueError(msg("must not be empty"))
    if len(text) > _MOST_CHARACTERS:
        raise ValueError(
            msg("must have at most {most_characters} characters", most_characters=_MOST_CHARACTERS)
        )
    if has_odd_character(text):
        raise ValueError(msg("must not contain control characters"))
    return text


def tag(language: str) -> str:
    """Return a language tag in its canonical spelling: “de_AT” → “de-at”."""
    return language.strip().replace("_", "-").lower()


def _code(value: Any) -> int | str:
    """Return a valid code of an option. Raises ValueError."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < EXACT:
        return value
    if not isinstance(value, str):
        raise ValueError(
            msg("must be a whole number or a text (in quotes if it looks like something else)")
        )
    if not value or value != value.strip() or len(value) > 64:
        raise ValueError(msg("must have 1 to 64 characters, without leading or trailing spaces"))
    # “;” separates several codes in a CSV cell.
    if ";" in value or has_odd_character(value) or "\n" in value or "\t" in value:
        raise ValueError(msg("must contain neither “;” nor control characters"))
    return value


def _key_code(value: Any) -> str:
    """Return a key of the keyboard, as a capital letter or a digit. Raises ValueError."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str):
        raise ValueError(msg("must be one letter or digit"))
    reserved = RESERVED_KEYS.get(text.casefold().replace(" ", ""))
    if reserved:
        raise ValueError(
            msg("is reserved: the program uses this key for {reserved}", reserved=reserved)
        )
    # Some letters have no single capital (“ß” gives “SS”), so the key could not be shown.
    if len(text) != 1 or not text.isalnum() or len(text.upper()) != 1:
        raise ValueError(msg("must be one letter or digit; other keys are reserved"))
    return text.upper()


def _as_written(value: Any) -> str:
    """Return a text, or a whole number as text.

    Other types need quotes in YAML, because the parsed value no longer shows how it was spelled
    (1.50, True).
    """
    if isinstance(value, bool | float):
        raise ValueError(msg("must be text: put it in quotes"))
    if isinstance(value, int) and abs(value) < EXACT:
        return str(value)
    if not isinstance(value, str):
        raise ValueError(msg("must be text"))
    return value


def _plain_or_by_language(value: Any) -> str:
    return "#languages" if isinstance(value, dict) else "#plain"


Written = Annotated[str, PlainValidator(_as_written)]
Key = Annotated[
    Written,
    AfterValidator(
        _matches(
            "[a-z][a-z0-9_]{0,63}",
            msg(
                "may contain only lower-case letters, digits and “_”, must begin with a "
                "letter, and have at most 64 characters"
            ),
        )
    ),
]
FormKey = Annotated[
    Written,
    AfterValidator(
        _matches(
            "[a-z][a-z0-9_.-]{0,63}",
            msg(
                "may contain only lower-case letters, digits, “_”, “-” and “.”, must begin "
                "with a letter, and have at most 64 characters"
            ),
        )
    ),
]
Language = Annotated[
    Written,
    AfterValidator(tag),
    AfterValidator(
        _matches(
            "[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}",
            msg("must be a language such as “en”, “de” or “pt-br”"),
        )
    ),
]
Sentence = Annotated[Written, AfterValidator(_sentence)]
# A visible text: either one text in the form's own language, or a text for each language.
AnyWords = str | Mapping[str, str]
Words = Annotated[
    Annotated[Sentence, Tag("#plain")]
    | Annotated[dict[Language, Sentence], Field(min_length=1), Tag("#languages")],
    Discriminator(_plain_or_by_language),
]
Number = Annotated[int | float, PlainValidator(read_number)]
KeyCode = Annotated[str, PlainValidator(_key_code)]
Positive = Annotated[Whole, Field(ge=1)]


# Parts
class Option(Strict):
    """One option of a choice. `code` is what is stored; unlike `label`, it never changes.

    `missing`: whether the analysis treats this option as a missing value, although it answers the
        question (“cannot judge”)
    """

    code: Annotated[int | str, PlainValidator(_code)]
    label: Words | None = None
    help: Words | None = None
    key: KeyCode | None = None
    missing: YesNo = False

    @property
    def words(self) -> str | dict[str, str] | None:
        """The label. None means that the code is shown instead."""
        return self.label


class YesNoOption(Strict):
    """The option Yes (code true) or No (code false).

    Without a label, the option shows “Yes” or “No” in English or German, the languages of the
    program.
    """

    code: YesNo
    label: Words | None = None
    help: Words | None = None
    key: KeyCode | None = None
    missing: ClassVar[bool] = False

    @property
    def words(self) -> str | dict[str, str] | None:
        """The label, or the default label."""
        return self.label or (_YES if self.code else _NO)


_YES, _NO = {"en": "Yes", "de": "Ja"}, {"en": "No", "de": "Nein"}
YES_AND_NO = (YesNoOption(code=True), YesNoOption(code=False))


class Section(Strict):
    """A heading or explanation.

    `show_if` applies to everything from here to the next section.
    """

    type: Literal["section"]
    title: Words | None = None
    text: Words | None = None
    show_if: Condition | None = None

    def texts(self) -> Iterator[tuple[Path, AnyWords | None]]:
        """Yield the texts with their paths, in reading order."""
        yield ("title",), self.title
        yield ("text",), self.text


class Hint(Strict):
    """A message shown once if two answers contradict each other; it never prevents submission.

    `about`: keys of the questions that the hint is about; empty: those in its condition
    """

    key: Key
    when: Condition
    message: Words
    about: tuple[Key, ...] = ()

    @property
    def questions(self) -> tuple[str, ...]:
        """The keys of the questions that the hint is about, the main one first."""
        result = [comparison.question for _, comparison in comparisons(self.when, ())]
        return self.about or tuple(dict.fromkeys(result))


class Head(Strict):
    """A form without its questions and hints.

    `language` is the language of every text that is written once instead of once per language.
    """

    form: Annotated[Whole, Field(ge=1, le=FORMAT)]
    key: FormKey
    version: Positive
    title: Words
    language: Language = "en"
    help: Words | None = None
    key_scope: Literal["form", "question"] = "form"
