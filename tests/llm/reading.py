"""What a test's model makes of a question: the texts between its tags, and numbers of them."""

from __future__ import annotations

import hashlib
import re

from tests.llm import server as say


def shown(asked: say.Asked, tag: str) -> str:
    """Return what stands between two tags of a question."""
    found = re.search(f"<{tag}>\n(.*?)\n?</{tag}>", asked.text, re.DOTALL)
    assert found is not None, (tag, asked.text)
    return found[1]


def number_of(text: str, most: int) -> int:
    """Return a number from 0 to below `most` that a text decides about."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % most
