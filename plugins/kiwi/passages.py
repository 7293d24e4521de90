"""The paragraphs of an item's papers, for search, and retrieved passages as text for models.

Papers are numbered from 0, as in citations, and paragraphs from 0 within their paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from desktop_app.core.model_jobs import LookupResult
from plugins.kiwi.shapes import paragraphs_of

Paragraph = tuple[int, int]  # Number of the paper, and number of the paragraph within the paper.


def paragraphs(texts: Sequence[str]) -> tuple[list[Paragraph], list[str]]:
    """Return the numbers and the texts of all paragraphs of an item's papers, in order.

    texts  the full texts of the papers, in the order of the item
    """
    places, result = [], []
    for paper, text in enumerate(texts):
        for number, paragraph in enumerate(paragraphs_of(text)):
            places.append((paper, number))
            result.append(paragraph)
    return places, result


def passages_of(
    found: LookupResult, places: Sequence[Paragraph], most: int
) -> list[dict[str, Any]]:
    """Return search hits as passages of a turn, supplemented to `most` passages.

    A question may share no word with any paragraph. Supplementary passages have the score 0: the
    first paragraphs of all papers, then their second paragraphs, and so on.

    places  all paragraphs, as returned by `paragraphs`
    """
    hits = list(found.hits)[:most]
    if len(hits) < most:
        named = {at for at, _ in hits}
        order = sorted(range(len(places)), key=lambda at: (places[at][1], places[at][0]))
        hits += [(at, 0.0) for at in order if at not in named][: most - len(hits)]
    return [passage(places[at], score, found.retriever) for at, score in hits]


def passage(place: Paragraph, score: float, retriever: str) -> dict[str, Any]:
    """Return a passage in the form in which turns store it."""
    return {"paper": place[0], "paragraph": place[1], "score": score, "retriever": retriever}


def passages_text(
    passages: Iterable[Mapping[str, Any]],
    papers: Sequence[Mapping[str, Any]],
    texts: Sequence[str],
) -> str:
    """Return passages as the text that models read, in their order.

    Each passage is “[number of the paper] title” and, on the next line, the paragraph. Blank lines
    separate passages. Passages that do not exist in the papers are left out.
    """
    parts = []
    for one in passages:
        paper, number = one["paper"], one["paragraph"]
        cut = paragraphs_of(texts[paper]) if 0 <= paper < len(texts) else []
        if 0 <= number < len(cut):
            title = str(papers[paper].get("title") or "") if paper < len(papers) else ""
            parts.append(f"[{paper}] {title}".rstrip() + f"\n{cut[number]}")
    return "\n\n".join(parts)
