"""Parts of a form: sections, question types, options, hints.

These classes say which fields there are and what may be in each; rules between fields and
between questions are in `form_rules`, reading an answer is in `form_answers`.
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
# Fields that rows of answers have beside the answers themselves.
TAKEN_NAMES = frozenset(
    (HIDDEN, "annotator", "extra", "form", "id", "item", "person", "project", "protocol")
) | {"seconds", "stage"}
# What the program does with keys of its own, as a form's author might write them.
RESERVED_KEYS = {
    "?": msg("the list of keys"),
    "f1": msg("the guidelines"),
    "ctrl+enter": "submitting",
    "ctrl+f": "finding",
    "ctrl+k": msg("the command palette"),
    "ctrl++": msg("the text size"),
    "ctrl+-": msg("the text size"),
    "alt+left": msg("the item before"),
    "alt+right": msg("the next item"),
    "alt+up": msg("the match before"),
    "alt+down": msg("the next match"),
    "enter": msg("pressing a button"),
    "space": msg("pressing a button"),
    "tab": msg("moving on"),
    "esc": "closing",
}
_MOST_CHARACTERS = 5_000
EXACT = 10**15  # beyond, numbers that pass through JSON programs lose digits
_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?", re.ASCII)
_DECIMAL_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+", re.ASCII)
_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2},[0-9]{3}", re.ASCII)

Level = Literal["nominal", "ordinal", "interval"]


def _matches(pattern: str, reason: str) -> Callable[[str], str]:
    compiled = re.compile(pattern, re.ASCII)

    def check(text: str) -> str:
        if compiled.fullmatch(text) is None:
            raise ValueError(reason)
        return text

    return check


def has_odd_character(text: str) -> bool:
    """Return whether a text holds control characters in addition line ends and tabs, or broken
    ones."""
    return any(
        character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cs")
        for character in text
        if not character.isprintable()
    )


def _sentence(text: str) -> str:
    text = text.strip()
    if not text:
        raise ValueError(msg("must not be empty"))
    if len(text) > _MOST_CHARACTERS:
        raise ValueError(
            msg("must have at most {most_characters} characters", most_characters=_MOST_CHARACTERS)
        )
    if has_odd_character(text):
        raise ValueError(msg("must not hold control characters"))
    return text


def tag(language: str) -> str:
    """Return a language tag in one spelling: “de_AT” → “de-at”."""
    return language.strip().replace("_", "-").lower()


def _code(value: Any) -> int | str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < EXACT:
        return value
    if not isinstance(value, str):
        raise ValueError(
            msg("must be a whole number or a text (in quotes if it looks like something else)")
        )
    if not value or value != value.strip() or len(value) > 64:
        raise ValueError(msg("must have 1 to 64 characters, without blanks at its ends"))
    if ";" in value or has_odd_character(value) or "\n" in value or "\t" in value:
        raise ValueError(msg("must hold neither “;” nor control characters"))
    return value


def read_number(value: Any) -> int | float:
    """Return a number, also from a text such as "2.5"; integral ones as int.

    Raises ValueError. Commas and thousands are not guessed at.
    """
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(msg("must be a number"))
    if not abs(value) < EXACT:
        raise ValueError(msg("must be a finite number of at most 15 digits"))
    return int(value) if isinstance(value, int) or value.is_integer() else value


def read_typed_number(value: Any) -> int | float:
    """Return a number as people type it: as `read_number`, also with a decimal comma ("2,5").

    Raises ValueError, and AmbiguousCommaError where the comma may as well separate thousands: with
    one to three digits before it, of which the first is no 0, and three behind ("1,250").
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
    """A comma in a number may stand for a decimal point or separate thousands."""


def _key_code(value: Any) -> str:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str):
        raise ValueError(msg("must be one letter or digit"))
    reserved = RESERVED_KEYS.get(text.casefold().replace(" ", ""))
    if reserved:
        raise ValueError(
            msg("is reserved: the program uses this key for {reserved}", reserved=reserved)
        )
    if len(text) != 1 or not text.isalnum() or len(text.upper()) != 1:
        raise ValueError(msg("must be one letter or digit; all other keys belong to the program"))
    return text.upper()


def _as_written(value: Any) -> str:
    """Take a text, or a whole number as one. What YAML reads as something else may have been
    spelled differently (1.50, True): it needs quotes."""
    if isinstance(value, bool | float):
        raise ValueError(msg("must be a text: put it in quotes"))
    if isinstance(value, int) and abs(value) < EXACT:
        return str(value)
    if not isinstance(value, str):
        raise ValueError(msg("must be a text"))
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
                "must be of small letters, digits and “_”, begin with a letter, and have at most 64"
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
                "must be of small letters, digits, “_”, “-” and “.”, begin with a letter, and have "
                "at most 64"
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
# A visible text: in the form's language, or by language.
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
    """One thing that can be chosen. `code` is what is stored: it never changes, unlike `label`.

    missing  choosing it answers the question, but counts as a missing value in analysis
             (“cannot judge”)
    """

    code: Annotated[int | str, PlainValidator(_code)]
    label: Words | None = None
    help: Words | None = None
    key: KeyCode | None = None
    missing: YesNo = False

    @property
    def words(self) -> str | dict[str, str] | None:
        """What it shows; None when that is the code."""
        return self.label


class YesNoOption(Strict):
    """Yes (code true) or No (code false). Without a label it shows the word for it, where the
    program knows it: in English and German."""

    code: YesNo
    label: Words | None = None
    help: Words | None = None
    key: KeyCode | None = None
    missing: ClassVar[bool] = False

    @property
    def words(self) -> str | dict[str, str] | None:
        """What it shows."""
        return self.label or (_YES if self.code else _NO)


_YES, _NO = {"en": "Yes", "de": "Ja"}, {"en": "No", "de": "Nein"}
YES_AND_NO = (YesNoOption(code=True), YesNoOption(code=False))


class Section(Strict):
    """A heading or explanation. `show_if` holds for all that follows up to the next section."""

    type: Literal["section"]
    title: Words | None = None
    text: Words | None = None
    show_if: Condition | None = None


class BaseQuestion(Strict):
    """What every question has. `required_if` makes it required only when a condition holds."""

    key: Key
    text: Words
    help: Words | None = None
    required: YesNo = False
    required_if: Condition | None = None
    show_if: Condition | None = None


class YesNoQuestion(BaseQuestion):
    type: Literal["yes_no"]
    level: Literal["nominal"] = "nominal"
    options: Annotated[tuple[YesNoOption, ...], Field(min_length=2, max_length=2)] = YES_AND_NO
    layout: Literal["row", "column"] = "row"


class SingleChoice(BaseQuestion):
    type: Literal["single_choice"]
    level: Level = "nominal"
    options: tuple[Option, ...] = Field(min_length=1, max_length=100)
    layout: Literal["row", "column"] = "column"


class Likert(BaseQuestion):
    """Steps in their order, from one end to the other; the steps at both ends need words."""

    type: Literal["likert"]
    level: Level = "ordinal"
    options: tuple[Option, ...] = Field(min_length=2, max_length=20)
    layout: Literal["row", "column"] = "row"


class MultipleChoice(BaseQuestion):
    """`min` and `max` count the chosen options."""

    type: Literal["multiple_choice"]
    level: Literal["nominal"] = "nominal"
    options: tuple[Option, ...] = Field(min_length=1, max_length=100)
    min: Positive | None = None
    max: Positive | None = None
    layout: Literal["row", "column"] = "column"


class NumberQuestion(BaseQuestion):
    """`step` counts from `min`, or from 0."""

    type: Literal["number"]
    level: Level = "interval"
    min: Number | None = None
    max: Number | None = None
    step: Number | None = None
    integer: YesNo = False
    unit: Words | None = None


class TextQuestion(BaseQuestion):
    """Lengths are in characters, without the blanks at both ends."""

    level: None = None
    min_length: Positive | None = None
    max_length: Positive | None = None


class ShortText(TextQuestion):
    type: Literal["short_text"]


class LongText(TextQuestion):
    """`lines` is the height the box begins with."""

    type: Literal["long_text"]
    lines: Annotated[Whole, Field(ge=1, le=40)] = 4


class TextList(TextQuestion):
    """Short texts in an order. `min` and `max` count them; the lengths hold for each."""

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
    """Return what can be chosen; nothing for questions without options."""
    return question.options if isinstance(question, ChoiceQuestion) else ()


def keys_of(question: Question) -> tuple[str | None, ...]:
    """Return the key of every option. Where the form names none, yes and no have their letters,
    steps that are digits have themselves, and other options are counted from 1 to 9."""
    options = options_of(question)
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
    """A question asked once when answers sit oddly together; never a block.

    about  the questions it is about, when they are not those of its condition
    """

    key: Key
    when: Condition
    message: Words
    about: tuple[Key, ...] = ()

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions to show it beside, the first one first."""
        found = [comparison.question for _, comparison in comparisons(self.when, ())]
        return self.about or tuple(dict.fromkeys(found))


class Head(Strict):
    """A form without its questions and hints. `language` is the one plain texts are written in."""

    form: Annotated[Whole, Field(ge=1, le=FORMAT)]
    key: FormKey
    version: Positive
    title: Words
    language: Language = "en"
    help: Words | None = None
    key_scope: Literal["form", "question"] = "form"
