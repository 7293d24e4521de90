"""Readable text of a structured answer that is still being streamed."""

from __future__ import annotations

from typing import Any

_FENCE = "```"


def legible(answer: str) -> str:
    """Return the texts in an answer in JSON that may break off anywhere, a paragraph each.

    Names of fields, numbers and brackets are left out. What is no JSON object is returned as it is.
    """
    text = answer.lstrip()
    if text.startswith(_FENCE):
        text = text.partition("\n")[2].lstrip()
        if not text:
            return ""
    if not text.startswith("{"):
        return answer
    from pydantic_core import from_json  # only where a model answers

    try:
        found = from_json(text.partition(f"\n{_FENCE}")[0], allow_partial="trailing-strings")
    except ValueError:
        return answer
    return "\n\n".join(_texts(found))


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if value.strip() else []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in _texts(part)]
