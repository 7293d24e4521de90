"""The one format of numbers for display, also of coefficients of agreement, and rounded times."""

from __future__ import annotations

import math

from desktop_app.core.messages import Decimals

# Decimal points of languages that have another one than English.
DECIMAL_POINTS = {"de": ","}


def whole_seconds(seconds: float) -> int:
    """Return a time rounded to seconds, halves up."""
    # `round` would round halves to the even number, so that 142.5 and 253.5 would differ.
    return math.floor(seconds + 0.5)


def with_decimal_point(value: object, language: str) -> str:
    """Return a value as text; a number with decimals has the decimal point of a language.

    `language`: code of the language
    """
    text = str(value)
    is_decimal = isinstance(value, float)
    return text.replace(".", DECIMAL_POINTS.get(language, ".")) if is_decimal else text


def number_text(value: float, digits: int | None = None) -> str:
    """Return a number for display, with narrow spaces between thousands and a true minus sign.

    `digits`: number of decimals; None: no decimals for whole numbers and numbers from 1,000 on,
        otherwise at most four significant digits

    Returns “–” for infinity and NaN. The decimal point becomes that of the language when the text,
    or a message with it, is translated.
    """
    if not math.isfinite(value):
        return "–"
    if digits is None:
        whole = float(value).is_integer() or abs(value) >= 1000
        shown = f"{value:,.0f}" if whole and abs(value) < 1e15 else f"{value:.4g}"
    else:
        shown = f"{value:,.{digits}f}"
    if not shown.strip("-0.,"):
        # Avoid “−0.00”.
        shown = shown.lstrip("-")
    return Decimals(shown.replace(",", "\u202f").replace("-", "−"))
