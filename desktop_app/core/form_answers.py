"""Validation of answers to questions: lenient in spelling, strict in meaning, without guessing.

No function here raises an exception because of an answer; a `Reading` contains the problem instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from desktop_app.core.fields import Whole, YesNo
from desktop_app.core.form_conditions import All, AnyOf, Comparison, Condition, Not
from desktop_app.core.form_parts import (
    EXACT,
    AmbiguousCommaError,
    ChoiceQuestion,
    LongText,
    MultipleChoice,
    NumberQuestion,
    Question,
    TextList,
    TextQuestion,
    YesNoQuestion,
    read_number,
    read_typed_number,
)
from desktop_app.core.form_problems import listed
from desktop_app.core.messages import msg

Code = bool | int | str
Kind = Literal[
    "unanswered",
    "not_readable",
    "unclear_comma",
    "not_offered",
    "too_few",
    "too_many",
    "too_small",
    "too_large",
    "off_step",
    "too_short",
    "too_long",
    "line_break",
]

_YES_NO: TypeAdapter[bool] = TypeAdapter(YesNo)
_WHOLE: TypeAdapter[int] = TypeAdapter(Whole)


@dataclass(frozen=True)
class Problem:
    """The reason why the answer to one question makes an annotation incomplete or invalid.

    `kind`: the error as a code, which the window translates
    `reason`: the error in English, to be shown after the question's name; never contains the answer
    `limit`: the number that was violated, if there is one
    """

    question: str
    kind: Kind
    reason: str
    limit: float | None = None

    def __str__(self) -> str:
        return msg("{question}: {reason}", question=self.question, reason=self.reason)


@dataclass(frozen=True)
class Reading:
    """The result of reading an answer.

    `given`: whether there is an answer at all
    `value`: the answer in normal form; None if it cannot be read. An answer that violates a limit
        has both a value and a problem
    `problem`: why the answer is not accepted; None if it is
    """

    given: bool = False
    value: Any = None
    problem: Problem | None = None


NOT_GIVEN = Reading()


def read_answer(question: Question, raw: Any) -> Reading:
    """Read the raw answer to a question. A blank text or an empty list counts as no answer."""
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return NOT_GIVEN
    if isinstance(question, MultipleChoice):
        return _several(question, raw)
    if isinstance(question, ChoiceQuestion):
        code = read_code(question, raw)
        return _not_offered(question) if code is None else Reading(True, code)
    if isinstance(question, NumberQuestion):
        return _number(question, raw)
    if isinstance(question, TextList):
        return _texts(question, raw)
    return _text(question, raw)


def read_code(question: ChoiceQuestion, raw: Any) -> Code | None:
    """Return the code of the option that `raw` names, or None. 1, 1.0 and "1" name code 1."""
    # Yes and No have more spellings than their codes.
    if isinstance(question, YesNoQuestion):
        try:
            return _YES_NO.validate_python(raw)
        except ValidationError:
            return None
    codes = [option.code for option in question.options]
    text = _as_text(raw)
    # Booleans are integers in Python. Without this check, True would match code 1.
    if isinstance(raw, bool) or text is None:
        return None
    # An exact match of the text takes precedence, so that the codes "01" and "1" stay distinct.
    for code in codes:
        if str(code) == text.strip():
            return code
    try:
        number = _WHOLE.validate_python(raw)
    except ValidationError:
        return None
    return next((code for code in codes if isinstance(code, int) and code == number), None)


def holds(
    condition: Condition, readings: Mapping[str, Reading], questions: Mapping[str, Question]
) -> bool:
    """Return whether a condition is true. Questions without a reading count as unanswered."""
    if isinstance(condition, All):
        return all(holds(part, readings, questions) for part in condition.all)
    if isinstance(condition, AnyOf):
        return any(holds(part, readings, questions) for part in condition.any)
    if isinstance(condition, Not):
        return not holds(condition.not_, readings, questions)
    reading = readings.get(condition.question, NOT_GIVEN)
    if condition.operator == "answered":
        return reading.given is condition.operand
    value = reading.value
    return value is not None and _compare(condition, value, questions[condition.question])


def _compare(test: Comparison, value: Any, question: Question) -> bool:
    """Return whether a comparison is true of an answer in normal form."""
    operand = test.operand
    if test.operator == "is":
        return bool(value == _operand(question, operand))
    if test.operator == "in":
        return any(value == _operand(question, one) for one in operand)
    if test.operator == "has":
        return _operand(question, operand) in value
    if not isinstance(value, int | float):
        # The code of an option outside the scale, such as “cannot judge”, is a text.
        return False
    if test.operator == "at_least":
        return value >= read_number(operand)
    return value <= read_number(operand)


def _operand(question: Question, raw: Any) -> Any:
    """Return the operand of a comparison in the normal form of the question's answers."""
    if isinstance(question, ChoiceQuestion):
        return read_code(question, raw)
    return read_answer(question, raw).value


def _several(question: MultipleChoice, raw: Any) -> Reading:
    """Return the reading of an answer to a multiple-choice question."""
    # A CSV cell contains several codes as “a;b”. Codes themselves cannot contain “;”.
    if isinstance(raw, str) and read_code(question, raw) is None:
        raw = raw.split(";")
    elif not isinstance(raw, list | tuple):
        raw = [raw]
    entries = [one for one in raw if not _blank(one)]
    if not entries:
        return NOT_GIVEN
    chosen = [read_code(question, one) for one in entries]
    if None in chosen:
        return _not_offered(question)
    # Sorted in the order of the options, because the order of clicks is not part of the answer.
    value = [option.code for option in question.options if option.code in chosen]
    return Reading(True, value, _count_problem(question, len(value)))


def _number(question: NumberQuestion, raw: Any) -> Reading:
    """Return the reading of an answer to a number question."""
    try:
        value = read_typed_number(raw)
    except AmbiguousCommaError as error:
        return Reading(True, None, Problem(question.key, "unclear_comma", str(error)))
    except ValueError as error:
        return Reading(True, None, Problem(question.key, "not_readable", str(error)))
    if question.integer and not isinstance(value, int):
        return Reading(
            True, None, Problem(question.key, "not_readable", msg("must be a whole number"))
        )
    return Reading(True, value, _range_problem(question, value))


def number_example(question: NumberQuestion) -> int | float:
    """Return a valid example answer to a number question, with decimals if allowed."""
    # Fractions are exact, so that multiples of a step such as 0.1 are valid answers.
    step = Fraction(str(question.step or (1 if question.integer else 0.5)))
    low, high = question.min, question.max
    start = Fraction(str(low if low is not None else min(high or 0, 0)))
    down = low is None and high is not None and high < 0
    tried = [float(start + (-step if down else step) * steps) for steps in (5, 4, 3, 2, 1, 0)]
    allowed = [value for value in tried if read_answer(question, value).problem is None]
    with_decimals = [value for value in allowed if not value.is_integer()]
    return read_number(next(iter([*with_decimals, *allowed]), float(start)))


def _range_problem(question: NumberQuestion, value: float) -> Problem | None:
    """Return the problem of a number outside the question's range or between its steps, or None."""
    low, high, step = question.min, question.max, question.step
    if low is not None and value < low:
        return Problem(question.key, "too_small", msg("must be at least {low}", low=low), low)
    if high is not None and value > high:
        return Problem(question.key, "too_large", msg("must be at most {high}", high=high), high)
    if step is not None:
        # `Fraction(str(value))` is the decimal as written, so that 0.3 is exactly three steps of
        # 0.1.
        steps = (Fraction(str(value)) - Fraction(str(low or 0))) / Fraction(str(step))
        if steps.denominator != 1:
            start = msg(", counted from {low}", low=low) if low else ""
            return Problem(
                question.key,
                "off_step",
                msg("must be in steps of {step}{start}", step=step, start=start),
                step,
            )
    return None


def _text(question: TextQuestion, raw: Any) -> Reading:
    """Return the reading of an answer to a question that requires one text."""
    text = _as_text(raw)
    if text is None:
        return _no_text(question)
    problem = None if isinstance(question, LongText) else _line_problem(question, text)
    return Reading(True, text, problem or _length_problem(question, text))


def _texts(question: TextList, raw: Any) -> Reading:
    """Return the reading of an answer to a question that requires a list of texts."""
    entries = list(raw) if isinstance(raw, list | tuple) else [raw]
    texts = [_as_text(one) for one in entries if not _blank(one)]
    if not texts:
        return NOT_GIVEN
    value = [text for text in texts if text is not None]
    if len(value) < len(texts):
        return _no_text(question)
    problem = _count_problem(question, len(value))
    for text in value:
        problem = problem or _line_problem(question, text) or _length_problem(question, text)
    return Reading(True, value, problem)


def _count_problem(question: MultipleChoice | TextList, count: int) -> Problem | None:
    """Return the problem of a wrong number of entries, or None."""
    if question.min is not None and count < question.min:
        reason = msg("needs at least {min}, has {count}", min=question.min, count=count)
        return Problem(question.key, "too_few", reason, question.min)
    if question.max is not None and count > question.max:
        reason = msg("takes at most {max}, has {count}", max=question.max, count=count)
        return Problem(question.key, "too_many", reason, question.max)
    return None


def _length_problem(question: TextQuestion, text: str) -> Problem | None:
    """Return the problem of a text that is too short or too long, or None."""
    length, least, most = len(text.strip()), question.min_length, question.max_length
    if least is not None and length < least:
        reason = msg(
            "must have at least {least} characters, has {length}", least=least, length=length
        )
        return Problem(question.key, "too_short", reason, least)
    if most is not None and length > most:
        reason = msg("must have at most {most} characters, has {length}", most=most, length=length)
        return Problem(question.key, "too_long", reason, most)
    return None


def _line_problem(question: TextQuestion, text: str) -> Problem | None:
    """Return the problem of a text with several lines where one is allowed, or None."""
    if len(text.strip().splitlines()) > 1:
        return Problem(question.key, "line_break", msg("must be a single line"))
    return None


def _not_offered(question: ChoiceQuestion) -> Reading:
    """Return the reading of an answer that names no option of the question."""
    reason = msg("must be one of {list}", list=listed(option.code for option in question.options))
    if isinstance(question, YesNoQuestion):
        reason = msg("must be Yes or No (true or false)")
    return Reading(True, None, Problem(question.key, "not_offered", reason))


def _no_text(question: TextQuestion) -> Reading:
    """Return the reading of an answer that is not a text."""
    reason = (
        msg("must be a list of strings") if isinstance(question, TextList) else msg("must be text")
    )
    return Reading(True, None, Problem(question.key, "not_readable", reason))


def _blank(raw: Any) -> bool:
    return raw is None or (isinstance(raw, str) and not raw.strip())


def _as_text(raw: Any) -> str | None:
    """Return a JSON scalar as text: true → "true", 7 → "7".

    Returns None for other types, numbers with more than 15 digits, and text that is not valid
    Unicode.
    """
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, int | float):
        return str(raw) if abs(raw) < EXACT or isinstance(raw, float) else None
    if not isinstance(raw, str):
        return None
    try:
        raw.encode()
    # A lone surrogate raises this error. It could not be saved as UTF-8.
    except UnicodeEncodeError:
        return None
    return raw
