"""The texts of the passages that sessions refer to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from desktop_app.core.protocol.data import Dataset
from plugins.kiwi.shapes import paragraphs_of


def passage_texts(
    passages: Iterable[Mapping[str, Any]] | None, content: Mapping[str, Any], dataset: Dataset
) -> list[dict[str, Any]]:
    """Return passages in order, each with its text and the title of its paper.

    Passages of papers that are no longer available are left out.

    content  the content of the item whose papers contain the passages
    """
    documents, papers = content.get("documents") or (), content.get("papers") or ()
    result = []
    for one in passages or ():
        number = one["paper"]
        text = dataset.documents.get(documents[number]) if number < len(documents) else None
        paragraphs = paragraphs_of(text or "")
        if one["paragraph"] < len(paragraphs):
            title = str(papers[number].get("title") or "") if number < len(papers) else ""
            whole = {"title": title, "text": paragraphs[one["paragraph"]]}
            result.append({**whole, **one})
    return result
