"""Answers: their normal form, and the reason why one is not accepted.

Reading is lenient in spelling, strict in meaning, and never guesses. How a question reads an answer
is part of its type (`question_types`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.core.messages import msg

# Beyond 15 digits, programs that parse JSON numbers as floats lose digits.
EXACT = 10**15
_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?", re.ASCII)
_DECIMAL_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+", re.ASCII)
# “1,250” is ambiguous, but in “0,250” and “1,25” the comma can only be a decimal comma.
_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2},[0-9]{3}", re.ASCII)

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


@dataclass(frozen=True)
class Problem:
    """The reason why the answer to one question makes an annotation incomplete or invalid.

    `kind`: the error as a code, which the window translates. “unanswered”: a required
        answer, or another required part of the work, is missing, so the annotation is incomplete;
        every other kind means an invalid answer
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


def as_text(raw: Any) -> str | None:
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


def is_blank(raw: Any) -> bool:
    """Return whether a raw answer is blank: missing, or a text of white space only."""
    return raw is None or (isinstance(raw, str) and not raw.strip())


def read_number(value: Any) -> int | float:
    """Return a number, which may be a text such as "2.5"; a number without a fraction as int.

    Raises ValueError for anything else. Decimal commas and thousands separators are not accepted.
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
