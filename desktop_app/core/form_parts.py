"""Parts of a form: sections, question types, options, hints.

These classes define the fields and their valid values. Rules between fields and between questions
are in `form_rules`; reading an answer is in `form_answers`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Discriminator, Field, PlainValidator, Tag

from desktop_app.core.fields import Whole, YesNo
from desktop_app.core.form_conditions import Condition, Strict, comparisons
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
    "ctrl+enter": "submitting",
    "ctrl+f": "finding",
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
    "esc": "closing",
}
_MOST_CHARACTERS = 5_000
# Beyond 15 digits, programs that parse JSON numbers as floats lose digits.
EXACT = 10**15
_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?", re.ASCII)
_DECIMAL_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+", re.ASCII)
# “1,250” is ambiguous, but in “0,250” and “1,25” the comma can only be a decimal comma.
_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2},[0-9]{3}", re.ASCII)

Level = Literal["nominal", "ordinal", "interval"]


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

    Line ends and tabs are the only control characters that count as white space.
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


def read_number(value: Any) -> int | float:
    """Return a number, which may be a text such as "2.5"; a number without a fraction as int.

    Raises ValueError. Decimal commas and thousands separators are not accepted.
    """
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(msg("must be a number"))
    # Written as a negation, so that NaN, for which every comparison is false, is rejected too.
    if not abs(value) < EXACT:
        raise ValueError(msg("must be a finite number of at most 15 digits"))
    return int(value) if isinstance(value, int) or value.is_integer() else value


def read_typed_number(value: Any) -> int | float:
    """Return a number as people type it: as `read_number`, but also with a decimal comma ("2,5").

    Raises ValueError, and AmbiguousCommaError if the comma might also be a thousands separator:
    with one to three digits before it that do not start with 0, and three digits after it
    ("1,250").
    """
    if isinstance(value, str) and _DECIMAL_COMMA.fullmatch(value.strip()):
        if _THOUSANDS.fullmatch(value.strip()):
            raise AmbiguousCommaError(
                msg(
                    "must be a number with a decimal point, or without a comma: "
                    "a comma before three digits may separate thousands"
                )
            )
        value = value.replace(",", ".")
    return read_number(value)


class AmbiguousCommaError(ValueError):
    """A comma in a number is either a decimal comma or a thousands separator."""


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
                "letter, and have at most 64"
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
                "with a letter, and have at most 64"
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
Words = Annotated[
    Annotated[Sentence, Tag("#plain")]
    | Annotated[dict[Language, Sentence], Field(min_length=1), Tag("#languages")],
    Discriminator(_plain_or_by_language),
]
Number = Annotated[int | float, PlainValidator(read_number)]
KeyCode = Annotated[str, PlainValidator(_key_code)]
Count = Annotated[Whole, Field(ge=0)]
Positive = Annotated[Whole, Field(ge=1)]


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


class BaseQuestion(Strict):
    """The common fields of all questions.

    `required_if` makes a question required only while the condition is true.
    """

    key: Key
    text: Words
    help: Words | None = None
    required: YesNo = False
    required_if: Condition | None = None
    show_if: Condition | None = None


class YesNoQuestion(BaseQuestion):
    """A question with the answers Yes and No."""

    type: Literal["yes_no"]
    level: Literal["nominal"] = "nominal"
    options: Annotated[tuple[YesNoOption, ...], Field(min_length=2, max_length=2)] = YES_AND_NO
    layout: Literal["row", "column"] = "row"


class SingleChoice(BaseQuestion):
    """A choice of one option."""

    type: Literal["single_choice"]
    level: Level = "nominal"
    options: tuple[Option, ...] = Field(min_length=1, max_length=100)
    layout: Literal["row", "column"] = "column"


class Likert(BaseQuestion):
    """A scale: steps in order, from one end to the other. The steps at both ends need labels."""

    type: Literal["likert"]
    level: Level = "ordinal"
    options: tuple[Option, ...] = Field(min_length=2, max_length=20)
    layout: Literal["row", "column"] = "row"


class MultipleChoice(BaseQuestion):
    """A choice of several options. `min` and `max` limit the number of chosen options."""

    type: Literal["multiple_choice"]
    level: Literal["nominal"] = "nominal"
    options: tuple[Option, ...] = Field(min_length=1, max_length=100)
    min: Positive | None = None
    max: Positive | None = None
    layout: Literal["row", "column"] = "column"


class NumberQuestion(BaseQuestion):
    """A question for a number. `step` counts from `min`, or from 0 if there is no `min`."""

    type: Literal["number"]
    level: Level = "interval"
    min: Number | None = None
    max: Number | None = None
    step: Number | None = None
    integer: YesNo = False
    unit: Words | None = None


class TextQuestion(BaseQuestion):
    """A question for text. Lengths are in characters, not counting white space at both ends."""

    level: None = None
    min_length: Positive | None = None
    max_length: Positive | None = None


class ShortText(TextQuestion):
    """A question for a text of one line."""

    type: Literal["short_text"]


class LongText(TextQuestion):
    """A question for a text of several lines. `lines` is the initial height of the text box."""

    type: Literal["long_text"]
    lines: Annotated[Whole, Field(ge=1, le=40)] = 4


class TextList(TextQuestion):
    """A question for an ordered list of short texts.

    `min` and `max` limit the number of texts; the length limits apply to each text.
    """

    type: Literal["text_list"]
    min: Positive | None = None
    max: Positive | None = None


ChoiceQuestion = YesNoQuestion | SingleChoice | Likert | MultipleChoice
Question = ChoiceQuestion | NumberQuestion | ShortText | LongText | TextList
Part = Section | Question
AnyOption = Option | YesNoOption

PARTS: dict[str, type[Part]] = {
    "section": Section,
    "yes_no": YesNoQuestion,
    "single_choice": SingleChoice,
    "likert": Likert,
    "multiple_choice": MultipleChoice,
    "number": NumberQuestion,
    "short_text": ShortText,
    "long_text": LongText,
    "text_list": TextList,
}


def options_of(question: Question) -> tuple[AnyOption, ...]:
    """Return the options of a question; none for questions without a choice."""
    return question.options if isinstance(question, ChoiceQuestion) else ()


def keys_of(question: Question) -> tuple[str | None, ...]:
    """Return the keyboard key of every option.

    If the form names no keys, Yes and No get their first letters (Y, N), Likert steps whose codes
    are single digits get these digits, and other options are numbered from 1 to 9.
    """
    options = options_of(question)
    # If the author names even one key, no default keys are used, so that no key surprises the
    # author.
    if any(option.key is not None for option in options):
        return tuple(option.key for option in options)
    if isinstance(question, YesNoQuestion):
        return tuple("Y" if option.code else "N" for option in options)
    if isinstance(question, Likert) and all(
        isinstance(option.code, int) for option in options if not option.missing
    ):
        codes = (str(option.code) for option in options)
        return tuple(code if len(code) == 1 and code.isdigit() else None for code in codes)
    return tuple(str(number) if number <= 9 else None for number in range(1, len(options) + 1))


class Hint(Strict):
    """A message shown once if two answers contradict each other; it never prevents submission.

    `about`: keys of the questions that it is about, if they are not those in its condition
    """

    key: Key
    when: Condition
    message: Words
    about: tuple[Key, ...] = ()

    @property
    def questions(self) -> tuple[str, ...]:
        """The keys of the questions beside which the hint is shown, the main one first."""
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
