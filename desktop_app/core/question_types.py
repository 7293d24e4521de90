"""The question types of forms: one class per type, registered in `QUESTION_TYPES`.

A class defines the fields of the question in a form file, the valid answers, how an answer is read,
the level of measurement with the figures that follow from it, and the name of its field in the
window. So a new type needs its class and its registration here, and a field for the window; this
module is long because it holds them all.

No method raises an exception because of an answer; a `Reading` contains the problem instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter, ValidationError

from desktop_app.core.fields import Whole, YesNo
from desktop_app.core.form_answers import (
    NOT_GIVEN,
    AmbiguousCommaError,
    Code,
    Kind,
    Problem,
    Reading,
    as_text,
    is_blank,
    read_number,
    read_typed_number,
)
from desktop_app.core.form_parts import (
    YES_AND_NO,
    AnyWords,
    Condition,
    Key,
    Number,
    Operator,
    Option,
    Positive,
    Section,
    Strict,
    Words,
    YesNoOption,
)
from desktop_app.core.form_problems import Path, listed, shown
from desktop_app.core.messages import msg

Level = Literal["nominal", "ordinal", "interval"]
Figures = Literal["one", "several", "number", "text"]
AnyOption = Option | YesNoOption
# Within the classes, `type` is the name of a field.
AnyClass = type[Strict]
Found = Iterator[tuple[Path, str]]

_FIELDS = "desktop_app.ui.widgets"
_YES_NO: TypeAdapter[bool] = TypeAdapter(YesNo)
_WHOLE: TypeAdapter[int] = TypeAdapter(Whole)


class Question(Strict):
    """Base class of the question types, with the common fields of all questions.

    `required_if` makes a question required only while the condition is true.

    In exported rows, an answer is one column with the question's key as its name and the answer in
    normal form as its value, so `read` must accept every answer that it has returned.

    `widget`: the field in the window, as “module:class”, which only the window imports
    `figures`: the kind of analysis: “one” of some options, “several” of them, “number” or “text”
    `is_numeric`: whether answers are numbers at every level of measurement
    `shape`: types with the same shape may replace each other in a later version of a form
    `operators`: the operators of comparisons with answers, besides “answered”
    """

    widget: ClassVar[str]
    figures: ClassVar[Figures]
    is_numeric: ClassVar[bool] = False
    shape: ClassVar[str]
    operators: ClassVar[tuple[Operator, ...]] = ("is", "in", "at_least", "at_most")

    key: Key
    text: Words
    help: Words | None = None
    required: YesNo = False
    required_if: Condition | None = None
    show_if: Condition | None = None

    # Each type defines these fields. Here they are only for the type checker: fields of a base
    # class come first in form files and in lists of fields.
    if TYPE_CHECKING:
        type: str
        level: Level | None

    @property
    def length_limits(self) -> tuple[int | None, int | None]:
        """The lowest and highest number of characters of a text; None: no limit, or no text."""
        return None, None

    def read(self, raw: Any) -> Reading:
        """Read a raw answer.

        A blank text counts as no answer, and so does an empty list if answers are lists.
        """
        return NOT_GIVEN if is_blank(raw) else self._read(raw)

    def _read(self, raw: Any) -> Reading:
        """Read a raw answer that is not blank."""
        raise NotImplementedError

    def operand(self, raw: Any) -> Any:
        """Return the operand of a comparison in the normal form of answers."""
        return self.read(raw).value

    def flaws(self) -> Found:
        """Yield (path, reason) for every conflict between the fields of this question."""
        low, high = getattr(self, "min", None), getattr(self, "max", None)
        if low is not None and high is not None and low > high:
            yield ("min",), msg("is more than max, {high}", high=high)

    def why_impossible(self, value: object) -> str | None:
        """Return why a value can never be the answer to this question; None if it can be."""
        reading = self.read(value)
        if reading.problem is not None:
            return msg(
                "is not a valid answer to “{key}”: it {reason}",
                key=self.key,
                reason=reading.problem.reason,
            )
        return None if reading.given else msg("is not a valid answer to “{key}”", key=self.key)

    def texts(self) -> Iterator[tuple[Path, AnyWords | None]]:
        """Yield the texts that people may see, with their paths, in reading order."""
        yield ("text",), self.text
        yield ("help",), self.help

    def scale_fields(self) -> dict[str, Any]:
        """Return the fields that answers depend on for their meaning, such as the unit."""
        return {}

    def option_keys(self) -> tuple[str | None, ...]:
        """Return the keyboard key of every option; none for questions without options."""
        return ()

    def _problem(self, kind: Kind, reason: str, limit: float | None = None) -> Problem:
        return Problem(self.key, kind, reason, limit)

    def _unreadable(self, kind: Kind, reason: str) -> Reading:
        return Reading(True, None, self._problem(kind, reason))

    def _count_problem(self, count: int, low: int | None, high: int | None) -> Problem | None:
        """Return the problem of a wrong number of entries, or None."""
        if low is not None and count < low:
            reason = msg("has too few entries: {count} (at least {min})", min=low, count=count)
            return self._problem("too_few", reason, low)
        if high is not None and count > high:
            reason = msg("has too many entries: {count} (at most {max})", max=high, count=count)
            return self._problem("too_many", reason, high)
        return None


# Choices
class ChoiceQuestion(Question):
    """Base class of the questions with options."""

    widget: ClassVar[str] = f"{_FIELDS}.choice_field:ChoiceField"
    figures: ClassVar[Figures] = "one"
    shape: ClassVar[str] = "one"
    option_class: ClassVar[AnyClass] = Option

    if TYPE_CHECKING:
        level: Level
        options: tuple[AnyOption, ...]
        layout: Literal["row", "column"]

    @property
    def is_scale(self) -> bool:
        """Whether the order of the options has a meaning."""
        return self.level != "nominal"

    @property
    def has_numeric_codes(self) -> bool:
        """Whether any code is a number, so that answers can be compared with a limit."""
        return any(
            isinstance(option.code, int) and not isinstance(option.code, bool)
            for option in self.options
        )

    def _read(self, raw: Any) -> Reading:
        code = self.read_code(raw)
        return self._not_offered() if code is None else Reading(True, code)

    def read_code(self, raw: Any) -> Code | None:
        """Return the code of the option that `raw` names, or None. 1, 1.0 and "1" name code 1."""
        text = as_text(raw)
        # Booleans are integers in Python. Without this check, True would match code 1.
        if isinstance(raw, bool) or text is None:
            return None
        codes = [option.code for option in self.options]
        # An exact match of the text takes precedence, so that the codes "01" and "1" stay distinct.
        for code in codes:
            if str(code) == text.strip():
                return code
        try:
            number = _WHOLE.validate_python(raw)
        except ValidationError:
            return None
        return next((code for code in codes if isinstance(code, int) and code == number), None)

    def operand(self, raw: Any) -> Any:
        return self.read_code(raw)

    def _not_offered(self) -> Reading:
        codes = listed(option.code for option in self.options)
        return self._unreadable("not_offered", msg("must be one of {list}", list=codes))

    def why_impossible(self, value: object) -> str | None:
        if self.read_code(value) is not None:
            return None
        codes = listed(option.code for option in self.options)
        return msg("is not a code of “{key}”, which has {codes}", key=self.key, codes=codes)

    def flaws(self) -> Found:
        codes: set[str] = set()
        for index, option in enumerate(self.options):
            # Compared as text: in a CSV file, 1 and "1" are the same.
            if str(option.code) in codes:
                path: Path = ("options", index, "code")
                yield path, msg("“{code}” occurs twice", code=shown(str(option.code)))
            codes.add(str(option.code))
        yield from self._option_flaws()
        yield from super().flaws()

    def _option_flaws(self) -> Found:
        """Yield errors in the options, other than codes that occur twice."""
        scale = [(n, option) for n, option in enumerate(self.options) if not option.missing]
        if len(scale) < self._least_steps():
            yield ("options",), msg("needs at least two options that are not “missing”")
            return
        # The numeric codes of a scale are its values in the analysis, so they must be monotonic.
        numbers = [option.code for _, option in scale if isinstance(option.code, int)]
        if self.level == "interval" and len(numbers) < len(scale):
            yield (
                ("level",),
                msg(
                    "the level “interval” requires whole numbers as codes, because distances "
                    "between them are computed"
                ),
            )
        if self.level != "nominal" and len(numbers) == len(scale):
            rising = all(first < second for first, second in pairwise(numbers))
            falling = all(first > second for first, second in pairwise(numbers))
            if not rising and not falling and len(set(numbers)) == len(numbers):
                yield (
                    ("options",),
                    msg(
                        "codes of {level} options must increase or decrease from first to last",
                        level=self.level,
                    ),
                )
        yield from self._end_flaws([scale[0], scale[-1]])

    def _least_steps(self) -> int:
        """Return the number of options that are needed, without the “missing” ones."""
        return 2

    def _end_flaws(self, ends: list[tuple[int, AnyOption]]) -> Found:
        """Yield errors in the first and the last step, given with their indices."""
        yield from ()

    def texts(self) -> Iterator[tuple[Path, AnyWords | None]]:
        yield from super().texts()
        for index, option in enumerate(self.options):
            yield ("options", index, "label"), option.words
            yield ("options", index, "help"), option.help

    def option_keys(self) -> tuple[str | None, ...]:
        """Return the keyboard key of every option: the form's keys, else the default keys.

        A default key may have several characters, which are typed one after the other.
        """
        # If the author names even one key, no default keys are used, so that no key surprises the
        # author.
        if any(option.key is not None for option in self.options):
            return tuple(option.key for option in self.options)
        return self._default_keys()

    def _default_keys(self) -> tuple[str | None, ...]:
        """Return the options' numbers, from 1."""
        return tuple(str(number) for number in range(1, len(self.options) + 1))

    def _code_keys(self) -> tuple[str | None, ...]:
        """Return the codes that are numbers as keys, such as "10" or "-3"; None for others."""
        return tuple(str(o.code) if isinstance(o.code, int) else None for o in self.options)


class YesNoQuestion(ChoiceQuestion):
    """A question with the answers Yes and No."""

    # In figures, Yes is 1 and No is 0.
    is_numeric: ClassVar[bool] = True
    shape: ClassVar[str] = "yes_no"
    option_class: ClassVar[AnyClass] = YesNoOption

    type: Literal["yes_no"]
    level: Literal["nominal"] = "nominal"
    options: Annotated[tuple[YesNoOption, ...], Field(min_length=2, max_length=2)] = YES_AND_NO
    layout: Literal["row", "column"] = "row"

    def read_code(self, raw: Any) -> Code | None:
        # Yes and No have more spellings than their codes.
        try:
            return _YES_NO.validate_python(raw)
        except ValidationError:
            return None

    def _not_offered(self) -> Reading:
        return self._unreadable("not_offered", msg("must be Yes or No (true or false)"))

    def _option_flaws(self) -> Found:
        # The two options are fixed, so they can only occur twice.
        yield from ()

    def _default_keys(self) -> tuple[str | None, ...]:
        """Return the first letters of Yes and No, in the order of the options."""
        return tuple("Y" if option.code else "N" for option in self.options)


class SingleChoice(ChoiceQuestion):
    """A choice of one option."""

    type: Literal["single_choice"]
    level: Level = "nominal"
    options: tuple[Option, ...] = Field(min_length=1, max_length=100)
    layout: Literal["row", "column"] = "column"

    def _least_steps(self) -> int:
        # A choice may have a single option, such as the only field of a project, but a scale of one
        # step makes no sense.
        return 1 if self.level == "nominal" and len(self.options) == 1 else 2

    def _default_keys(self) -> tuple[str | None, ...]:
        # Options that show only numbers are chosen by these: nobody expects 1 to choose a 0.
        if all(isinstance(o.code, int) and o.label is None for o in self.options if not o.missing):
            return self._code_keys()
        return super()._default_keys()


class Likert(ChoiceQuestion):
    """A scale: steps in order, from one end to the other. The steps at both ends need labels."""

    type: Literal["likert"]
    level: Level = "ordinal"
    options: tuple[Option, ...] = Field(min_length=2, max_length=20)
    layout: Literal["row", "column"] = "row"

    @property
    def is_scale(self) -> bool:
        return True

    def _end_flaws(self, ends: list[tuple[int, AnyOption]]) -> Found:
        for index, option in ends:
            if option.label is None:
                path: Path = ("options", index, "label")
                yield path, msg("is missing: both ends of a scale need words")

    def _default_keys(self) -> tuple[str | None, ...]:
        """Return the codes; if a code of the scale is not a number, the options' numbers."""
        if all(isinstance(o.code, int) for o in self.options if not o.missing):
            return self._code_keys()
        return super()._default_keys()


class MultipleChoice(ChoiceQuestion):
    """A choice of several options. `min` and `max` limit the number of chosen options.

    `empty`: whether submitting it with nothing chosen is an answer, the empty list, or no answer
    """

    figures: ClassVar[Figures] = "several"
    shape: ClassVar[str] = "multiple_choice"
    operators: ClassVar[tuple[Operator, ...]] = ("has",)

    type: Literal["multiple_choice"]
    level: Literal["nominal"] = "nominal"
    options: tuple[Option, ...] = Field(min_length=1, max_length=100)
    min: Positive | None = None
    max: Positive | None = None
    # “missing” is the default because forms of earlier program versions must keep their figures.
    empty: Literal["missing", "answer"] = "missing"
    layout: Literal["row", "column"] = "column"

    def _default_keys(self) -> tuple[str | None, ...]:
        # Only digits: the 1 of a number such as 12 would choose the first option as well.
        return tuple(key if len(key or "") == 1 else None for key in super()._default_keys())

    def _read(self, raw: Any) -> Reading:
        if self.empty == "answer" and isinstance(raw, list | tuple) and not raw:
            return Reading(True, [])
        # A CSV cell contains several codes as “a;b”. Codes themselves cannot contain “;”.
        if isinstance(raw, str) and self.read_code(raw) is None:
            raw = raw.split(";")
        elif not isinstance(raw, list | tuple):
            raw = [raw]
        entries = [one for one in raw if not is_blank(one)]
        if not entries:
            return NOT_GIVEN
        chosen = [self.read_code(one) for one in entries]
        if None in chosen:
            return self._not_offered()
        # In the order of the options, because the order of clicks is not part of the answer.
        value = [option.code for option in self.options if option.code in chosen]
        return Reading(True, value, self._count_problem(len(value), self.min, self.max))

    def _option_flaws(self) -> Found:
        for name, limit in (("min", self.min), ("max", self.max)):
            if limit is not None and limit > len(self.options):
                yield (
                    (name,),
                    msg("is more than the number of options, {count}", count=len(self.options)),
                )
        for index, option in enumerate(self.options):
            if option.missing:
                path: Path = ("options", index, "missing")
                yield path, msg("is only for questions with one answer: remove it")


# Numbers
class NumberQuestion(Question):
    """A question for a number. `step` counts from `min`, or from 0 if there is no `min`."""

    widget: ClassVar[str] = f"{_FIELDS}.text_fields:NumberField"
    figures: ClassVar[Figures] = "number"
    is_numeric: ClassVar[bool] = True
    shape: ClassVar[str] = "number"

    type: Literal["number"]
    level: Level = "interval"
    min: Number | None = None
    max: Number | None = None
    step: Number | None = None
    integer: YesNo = False
    unit: Words | None = None

    def _read(self, raw: Any) -> Reading:
        try:
            value = read_typed_number(raw)
        except AmbiguousCommaError as error:
            return self._unreadable("unclear_comma", str(error))
        except ValueError as error:
            return self._unreadable("not_readable", str(error))
        if self.integer and not isinstance(value, int):
            return self._unreadable("not_readable", msg("must be a whole number"))
        return Reading(True, value, self._range_problem(value))

    def _range_problem(self, value: float) -> Problem | None:
        """Return the problem of a number outside the range or between two steps, or None."""
        low, high, step = self.min, self.max, self.step
        if low is not None and value < low:
            return self._problem("too_small", msg("must be at least {low}", low=low), low)
        if high is not None and value > high:
            return self._problem("too_large", msg("must be at most {high}", high=high), high)
        if step is not None:
            # `Fraction(str(value))` is the decimal as written, so that 0.3 is exactly three steps
            # of 0.1.
            steps = (Fraction(str(value)) - Fraction(str(low or 0))) / Fraction(str(step))
            if steps.denominator != 1:
                start = msg(", counted from {low}", low=low) if low else ""
                reason = msg("must be in steps of {step}{start}", step=step, start=start)
                return self._problem("off_step", reason, step)
        return None

    def example(self) -> int | float:
        """Return a valid example answer, with decimals if allowed."""
        # Fractions are exact, so that multiples of a step such as 0.1 are valid answers.
        step = Fraction(str(self.step or (1 if self.integer else 0.5)))
        low, high = self.min, self.max
        start = Fraction(str(low if low is not None else min(high or 0, 0)))
        down = low is None and high is not None and high < 0
        tried = [float(start + (-step if down else step) * steps) for steps in (5, 4, 3, 2, 1, 0)]
        allowed = [value for value in tried if self.read(value).problem is None]
        with_decimals = [value for value in allowed if not value.is_integer()]
        return read_number(next(iter([*with_decimals, *allowed]), float(start)))

    def flaws(self) -> Found:
        if self.step is not None and self.step <= 0:
            yield ("step",), msg("must be more than 0")
        if self.integer:
            for name in ("min", "max", "step"):
                if isinstance(getattr(self, name), float):
                    yield (name,), msg("must be a whole number, like the answers (“integer: true”)")
        yield from super().flaws()

    def texts(self) -> Iterator[tuple[Path, AnyWords | None]]:
        yield from super().texts()
        yield ("unit",), self.unit

    def scale_fields(self) -> dict[str, Any]:
        # 7 out of 10 differs from 7 out of 100: the range is part of what a number means. Whole
        # numbers without a step have a step of 1.
        step = 1 if self.step is None and self.integer else self.step
        return {"unit": self.unit, "min": self.min, "max": self.max, "step": step}


# Texts
class TextQuestion(Question):
    """Base class of the questions for text.

    Lengths are in characters, not counting white space at both ends.
    """

    figures: ClassVar[Figures] = "text"
    shape: ClassVar[str] = "text"
    operators: ClassVar[tuple[Operator, ...]] = ()

    level: None = None
    min_length: Positive | None = None
    max_length: Positive | None = None

    def _read(self, raw: Any) -> Reading:
        text = as_text(raw)
        if text is None:
            return self._unreadable("not_readable", msg("must be text"))
        return Reading(True, text, self._text_problem(text))

    @property
    def length_limits(self) -> tuple[int | None, int | None]:
        return self.min_length, self.max_length

    def _text_problem(self, text: str) -> Problem | None:
        """Return the problem of a text with several lines or of the wrong length, or None."""
        if len(text.strip().splitlines()) > 1:
            return self._problem("line_break", msg("must be a single line"))
        return self._length_problem(text)

    def _length_problem(self, text: str) -> Problem | None:
        length, least, most = len(text.strip()), self.min_length, self.max_length
        if least is not None and length < least:
            reason = msg(
                "must have at least {least} characters, but has {length}",
                least=least,
                length=length,
            )
            return self._problem("too_short", reason, least)
        if most is not None and length > most:
            reason = msg(
                "must have at most {most} characters, but has {length}", most=most, length=length
            )
            return self._problem("too_long", reason, most)
        return None

    def flaws(self) -> Found:
        least, most = self.min_length, self.max_length
        if least is not None and most is not None and least > most:
            yield ("min_length",), msg("is more than max_length, {most}", most=most)
        yield from super().flaws()


class ShortText(TextQuestion):
    """A question for a text of one line."""

    widget: ClassVar[str] = f"{_FIELDS}.text_fields:LineField"

    type: Literal["short_text"]


class LongText(TextQuestion):
    """A question for a text of several lines. `lines` is the initial height of the text box."""

    widget: ClassVar[str] = f"{_FIELDS}.text_fields:LongField"

    type: Literal["long_text"]
    lines: Annotated[Whole, Field(ge=1, le=40)] = 4

    def _text_problem(self, text: str) -> Problem | None:
        return self._length_problem(text)


class TextList(TextQuestion):
    """A question for an ordered list of short texts.

    `min` and `max` limit the number of texts; the length limits apply to each text.
    """

    widget: ClassVar[str] = f"{_FIELDS}.list_field:ListField"
    shape: ClassVar[str] = "text_list"

    type: Literal["text_list"]
    min: Positive | None = None
    max: Positive | None = None

    def _read(self, raw: Any) -> Reading:
        entries = list(raw) if isinstance(raw, list | tuple) else [raw]
        texts = [as_text(one) for one in entries if not is_blank(one)]
        if not texts:
            return NOT_GIVEN
        value = [text for text in texts if text is not None]
        if len(value) < len(texts):
            return self._unreadable("not_readable", msg("must be a list of texts"))
        problem = self._count_problem(len(value), self.min, self.max)
        for text in value:
            problem = problem or self._text_problem(text)
        return Reading(True, value, problem)


QUESTION_TYPES: dict[str, type[Question]] = {
    "yes_no": YesNoQuestion,
    "single_choice": SingleChoice,
    "likert": Likert,
    "multiple_choice": MultipleChoice,
    "number": NumberQuestion,
    "short_text": ShortText,
    "long_text": LongText,
    "text_list": TextList,
}
Part = Section | Question


def options_of(question: Question) -> tuple[AnyOption, ...]:
    """Return the options of a question; none for questions without a choice."""
    return question.options if isinstance(question, ChoiceQuestion) else ()
