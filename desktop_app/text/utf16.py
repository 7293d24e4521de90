"""Offsets as Qt counts them: a character beyond U+FFFF, such as most emoji, has two units."""

from __future__ import annotations

import re
from bisect import bisect_left

_WIDE = re.compile("[\U00010000-\U0010ffff]")


class Utf16Offsets:
    """Converts offsets in one text between Python's characters and UTF-16 code units."""

    __slots__ = ("_units", "_wide")

    def __init__(self, text: str) -> None:
        # Only the characters of two units are stored. Most texts have few or none.
        self._wide = [] if text.isascii() else [match.start() for match in _WIDE.finditer(text)]
        self._units = [place + number for number, place in enumerate(self._wide)]

    def to_utf16(self, offset: int) -> int:
        """Return the offset in UTF-16 units that corresponds to a character offset ≥ 0."""
        return offset + bisect_left(self._wide, offset)

    def from_utf16(self, offset: int) -> int:
        """Return the character offset for a UTF-16 offset; inside a pair, that of the character."""
        before = bisect_left(self._units, offset)
        if before and self._units[before - 1] + 1 == offset:
            return self._wide[before - 1]
        return offset - before
