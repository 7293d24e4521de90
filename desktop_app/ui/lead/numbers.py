"""Whole numbers that are typed into text fields."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

LARGEST_SEED = 2**31 - 1


def whole_number(field: QLineEdit, least: int, most: int) -> int | None:
    """Return the whole number in a field, or None if there is none in these bounds."""
    text = field.text().strip()
    # `int` accepts more than the digits of ASCII, and very long numbers.
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1
    return number if least <= number <= most else None
