"""Texts that models answer with: bounded and cleaned, whatever came.

What a model says is text from outside. A text of a form that is empty or endless is not fixed: the
model is told what is wrong, in English whatever the window's language, and asked once more.
"""

from __future__ import annotations

import re
import unicodedata

from pydantic import AfterValidator

from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import ModelError, Reply, Trouble, without_thinking
from desktop_app.core.wording import EMPTY, TOO_LONG

LONGEST_ANSWER = 400_000  # characters of all that a model writes at once
MOST_LINES = 400  # of a plain answer that are looked at
_BULLET = re.compile(r"[ \t]{0,20}(?:[-*+•–][ \t]|\(?\d{1,3}[.)]|[ \t])?[ \t]{0,20}")


def cleaned(text: str) -> str:
    """Return a text without what no text should hold: control characters but line ends and tabs,
    and white space around it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = (c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))
    return "".join(kept).strip()


def reply_text(reply: Reply) -> str:
    """Return the text of an answer, without what a model thinks aloud before it.

    Raises ModelError where nothing is left.
    """
    text, name = cleaned(without_thinking(reply.text)), reply.model
    if not text:
        raise ModelError(
            Trouble.EMPTY,
            msg("“{name}” answered with an empty text", name=name),
            hint=msg("Try again, or reword the prompt."),
        )
    return text


def within(most: int, *, may_be_empty: bool = False) -> AfterValidator:
    """Return a check for a text of a form: cleaned, of at most this many characters."""

    def check(text: str) -> str:
        text = cleaned(text)
        if not text and not may_be_empty:
            raise ValueError(EMPTY)
        if len(text) > most:
            raise ValueError(TOO_LONG.format(most=most))
        return text

    return AfterValidator(check)


def bounded(text: str, model: str) -> str:
    """Return a text that a model wrote; raises ModelError where it is endless."""
    if len(text) > LONGEST_ANSWER:
        raise ModelError(
            Trouble.MALFORMED,
            msg(
                "“{model}” wrote more than {longest_answer} characters",
                model=model,
                longest_answer=LONGEST_ANSWER,
            ),
            hint=msg("Limit its answers: --set max_tokens=N."),
        )
    return text


# Answers in plain text


def lines_of(text: str) -> list[str]:
    """Return the lines of a list a model wrote, without what marks them as one."""
    found = []
    for line in cleaned(text).split("\n")[:MOST_LINES]:
        words = without_mark(line).strip().strip('"“”`*').strip()
        if words and not words.endswith(":"):  # “Here are ten queries:”
            found.append(words[:2_000])
    return found


def without_mark(line: str) -> str:
    """Return a line without what marks it as one of a list: a bullet, a number, spaces."""
    found = _BULLET.match(line)
    return line[found.end() :] if found else line
