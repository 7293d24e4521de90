"""Functions with which test models read a prompt: texts between tags, and numbers derived from a
text.
"""

from __future__ import annotations

import hashlib
import re

from tests.llm import server as say


def shown(asked: say.Asked, tag: str) -> str:
    """Return the text between two tags of a prompt."""
    found = re.search(f"<{tag}>\n(.*?)\n?</{tag}>", asked.text, re.DOTALL)
    assert found is not None, (tag, asked.text)
    return found[1]


def number_of(text: str, most: int) -> int:
    """Return a number from 0 to below `most`, determined by a text."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % most
