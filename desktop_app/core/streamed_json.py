"""Readable text from a structured answer that is still being streamed."""

from __future__ import annotations

from typing import Any

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
