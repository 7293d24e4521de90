"""Texts in models' answers: cleaning, limits, and text from unfinished answers.

A model's answer is untrusted text. If a text in a structured answer is empty or too long, it is not
repaired here: the error is sent to the model, in English whatever the window's language, and the
model is asked once more.
"""

from __future__ import annotations

import re
from typing import Any

from pydantic import AfterValidator

from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import ModelError, Reply, Trouble, without_thinking

# Messages to models about invalid answers, in English in every interface language.
EMPTY = "must not be empty"
TOO_LONG = "must have at most {most} characters"
# Maximum length, in characters, of everything that a model writes at once.
LONGEST_ANSWER = 400_000
# Only the first lines of a plain answer are read.
MOST_LINES = 400
# The Unicode categories Cc (but tab and line feed) and Cs, as ranges: a look-up of each character's
# category would take milliseconds in the thread of the window.
_REMOVED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]+")
_BULLET = re.compile(r"[ \t]{0,20}(?:[-*+•–][ \t]|\(?\d{1,3}[.)]|[ \t])?[ \t]{0,20}")


def cleaned(text: str) -> str:
    r"""Return a text without control characters, lone surrogates, and white space at both ends.

    Tabs are kept; all line ends become “\n”.
    """
    # Line ends come first: a lone “\r” is a control character and would be removed below.
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _REMOVED.sub("", text).strip()


def reply_text(reply: Reply) -> str:
    """Return the text of an answer, without the model's reasoning before it.

    Raises ModelError if the remaining text is empty.
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
    """Return a validator that cleans a text and rejects more than `most` characters.

    It also rejects an empty text, unless `may_be_empty`.
    """

    def check(text: str) -> str:
        text = cleaned(text)
        if not text and not may_be_empty:
            raise ValueError(EMPTY)
        if len(text) > most:
            raise ValueError(TOO_LONG.format(most=most))
        return text

    return AfterValidator(check)


def bounded(text: str, model: str) -> str:
    """Return a text by a model. Raises ModelError for more than `LONGEST_ANSWER` characters."""
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
    """Return the entries of a list that a model wrote, one per line, without bullets or numbers.

    Only the first `MOST_LINES` lines are read, and an entry is cut to 2,000 characters.
    """
    result = []
    for line in cleaned(text).split("\n")[:MOST_LINES]:
        words = without_mark(line).strip().strip('"“”`*').strip()
        # An introduction such as “Here are ten queries:” is not an entry.
        if words and not words.endswith(":"):
            result.append(words[:2_000])
    return result


def without_mark(line: str) -> str:
    """Return a line without its list marker: a bullet or number, and spaces."""
    match = _BULLET.match(line)
    return line[match.end() :] if match else line


# Structured answers that are still being streamed
_FENCE = "```"


def legible(answer: str) -> str:
    """Return the texts in a JSON answer that may be incomplete, one paragraph each.

    Names of fields, numbers and brackets are omitted. Anything other than a JSON object is returned
    unchanged.
    """
    text = answer.lstrip()
    # Models often wrap JSON in a Markdown code fence.
    if text.startswith(_FENCE):
        text = text.partition("\n")[2].lstrip()
        if not text:
            return ""
    if not text.startswith("{"):
        return answer
    # Imported here because only model features need it.
    from pydantic_core import from_json

    try:
        # `trailing-strings` also returns an unfinished text at the end: the one that is being
        # written.
        result = from_json(text.partition(f"\n{_FENCE}")[0], allow_partial="trailing-strings")
    except ValueError:
        return answer
    return "\n\n".join(_texts(result))


def _texts(value: Any) -> list[str]:
    """Return all texts within a JSON value, in order."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in _texts(part)]
