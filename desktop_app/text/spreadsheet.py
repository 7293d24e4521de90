"""Protection of CSV cells against formula injection.

A spreadsheet runs a cell that begins with one of these characters as a formula when it opens a CSV
file. Leading blanks and line breaks do not prevent that, because some programs drop them. A leading
apostrophe does. `unprotect` removes exactly that apostrophe, so that a round trip gives the same
text, whatever it began with.
"""

from __future__ import annotations

import re

# White space matters only before a sign; a tab or carriage return at the beginning always does.
_START = r"'*(?:[\t\r]|[\s\ufeff\u200b]*[=+\-@＝＋－＠])"
_RISKY = re.compile(_START)
_PROTECTED = re.compile("'" + _START)


def protect(text: str) -> str:
    """Return a text that is safe in a CSV cell."""
    return f"'{text}" if _RISKY.match(text) else text


def unprotect(text: str) -> str:
    """Return the text that `protect` was given."""
    return text[1:] if _PROTECTED.match(text) else text
