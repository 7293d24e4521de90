"""The order of names with numbers in them."""

from __future__ import annotations

import re


def natural_order(text: str) -> list[tuple[int, int, str]]:
    """Return a sort key that puts “item-2” before “item-10”."""
    result = []
    for place, part in enumerate(re.split("([0-9]+)", text)):
        digits = part.lstrip("0")
        # Numbers without leading zeros are compared by length, then as text. This is the numeric
        # order for any number of digits.
        result.append((0, len(digits), digits) if place % 2 else (1, 0, part))
    return result
