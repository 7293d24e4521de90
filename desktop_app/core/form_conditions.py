"""Conditions of forms: small expressions as data, which are never evaluated as code.

Examples:

  {question: follows, is: false}
  {all: [{question: rating, at_least: 4}, {not: {question: comment, answered: true}}]}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    StrictStr,
    Tag,
    model_validator,
)

from desktop_app.core.fields import YesNo
from desktop_app.core.form_problems import Path
from desktop_app.core.messages import msg

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
        given = len(self.model_fields_set) - 1
        if given != 1 or self.operand is None:
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
        """The value with which the answer is compared."""
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


def _kind(value: Any) -> str:
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
    Discriminator(_kind),
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
