"""Protection of CSV cells against formula injection.

When a spreadsheet opens a CSV file, it runs cells that begin with certain characters as formulas.
Leading blanks and line breaks do not prevent that, because some programs drop them. A leading
apostrophe does. `unprotect` removes exactly that apostrophe, so that a round trip returns the same
text, whatever it began with.
"""

from __future__ import annotations

import re

# White space matters only before a sign. A tab or carriage return at the beginning always matters.
_START = r"'*(?:[\t\r]|[\s\ufeff\u200b]*[=+\-@＝＋－＠])"
_RISKY = re.compile(_START)
_PROTECTED = re.compile("'" + _START)


def protect(text: str) -> str:
    """Return a text that is safe in a CSV cell."""
    return f"'{text}" if _RISKY.match(text) else text


def unprotect(text: str) -> str:
    """Return the text that was passed to `protect`."""
    return text[1:] if _PROTECTED.match(text) else text
