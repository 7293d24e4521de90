"""Text cells that a spreadsheet must not take for formulas.

A cell that begins with one of these characters is run as a formula when a CSV file is opened in a
spreadsheet, also behind blanks and line breaks, which some programs drop. A leading apostrophe
prevents that; `unprotect` takes exactly that apostrophe away again, so that a round trip gives the
same text, whatever it began with.
"""

from __future__ import annotations

import re

# Whitespace matters only before a sign; a tab or carriage return at the beginning always does.
_START = r"'*(?:[\t\r]|[\s\ufeff\u200b]*[=+\-@＝＋－＠])"
_RISKY = re.compile(_START)
_PROTECTED = re.compile("'" + _START)


def protect(text: str) -> str:
    """Return the text as it is safe to be in a CSV cell."""
    return f"'{text}" if _RISKY.match(text) else text


def unprotect(text: str) -> str:
    """Return the text that `protect` was given."""
    return text[1:] if _PROTECTED.match(text) else text
