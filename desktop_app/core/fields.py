"""Field types that rows share: lenient in spelling, strict in meaning.

Real files spell numbers as text (CSV), texts as numbers or booleans, and “nothing” as an empty
cell. What a value *means* is never guessed: a rating of 3.5 is refused, not rounded.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, StrictBool, StrictInt, StrictStr


def _text(value: Any) -> Any:
    """Read a JSON scalar as text: true → "true", 7 → "7"."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def _identifier(value: Any) -> Any:
    text = _text(value)
    if isinstance(text, str):
        text = text.strip()
        if not text:
            raise ValueError("must not be empty")
        if len(text) > 300:
            raise ValueError("must have at most 300 characters")
        if any(ord(character) < 32 for character in text):
            raise ValueError("must not hold control characters")
    return text


def _yes_no(value: Any) -> Any:
    if isinstance(value, str):
        word = value.strip().casefold()
        if word in ("yes", "y", "true"):
            return True
        if word in ("no", "n", "false"):
            return False
        raise ValueError("must be Yes or No (true or false)")
    return value


def _integer(value: Any) -> Any:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise ValueError("must be a whole number") from None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("must be a whole number")
    return value


def _nothing(value: Any) -> Any:
    """Read an empty or blank text as a missing value."""
    return None if isinstance(value, str) and not value.strip() else value


Text = Annotated[StrictStr, BeforeValidator(_text)]
Identifier = Annotated[StrictStr, BeforeValidator(_identifier)]
YesNo = Annotated[StrictBool, BeforeValidator(_yes_no)]
Whole = Annotated[StrictInt, BeforeValidator(_integer)]
Blank = BeforeValidator(_nothing)


class Row(BaseModel):
    """A row of an interchange file. Unknown fields are kept in `model_extra`."""

    model_config = ConfigDict(extra="allow", frozen=True)

    def extra(self) -> dict[str, Any]:
        """Return the unknown fields that hold something."""
        return {
            name: value for name, value in (self.model_extra or {}).items() if value is not None
        }
