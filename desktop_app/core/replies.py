"""Texts that models answer with: bounded and cleaned, whatever came.

What a model says is text from outside. A text of a form that is empty or endless is not mended: the
model is told what is wrong, in English whatever the window's language, and asked once more.
"""

from __future__ import annotations

import unicodedata

from pydantic import AfterValidator

from desktop_app.core.asking import ModelError, Reply, Trouble, without_thinking
from desktop_app.core.wording import EMPTY, TOO_LONG


def cleaned(text: str) -> str:
    """Return a text without what no text should hold: control characters but line ends and tabs,
    and white space around it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = (c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))
    return "".join(kept).strip()


def said(reply: Reply) -> str:
    """Return the text of an answer, without what a model thinks aloud before it.

    Raises ModelError where nothing is left.
    """
    text, name = cleaned(without_thinking(reply.text)), reply.model
    if not text:
        raise ModelError(
            Trouble.EMPTY,
            f"“{name}” answered with an empty text",
            hint="Ask again, or word the prompt otherwise.",
        )
    return text


def within(most: int, *, may_be_empty: bool = False) -> AfterValidator:
    """Return a check for a text of a form: cleaned, of at most so many characters."""

    def check(text: str) -> str:
        text = cleaned(text)
        if not text and not may_be_empty:
            raise ValueError(EMPTY)
        if len(text) > most:
            raise ValueError(TOO_LONG.format(most=most))
        return text

    return AfterValidator(check)
