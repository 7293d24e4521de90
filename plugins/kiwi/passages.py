"""The paragraphs of an item's papers: what is searched, and how models read what was found.

Papers are numbered from 0 as answers cite them, paragraphs from 0 within their paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from desktop_app.core.model_jobs import LookupResult
from plugins.kiwi.shapes import paragraphs_of

Paragraph = tuple[int, int]  # number of the paper, and of the paragraph in it


def paragraphs(texts: Sequence[str]) -> tuple[list[Paragraph], list[str]]:
    """Return the places and the texts of all paragraphs of an item's papers, in order.

    texts  of the papers, in the item's order
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
    """Return what was found as it is stored with a turn, filled up to `most` passages.

    A question may share no word with any paragraph. What fills up has score 0: the first
    paragraphs of all papers, then their second ones, and so on.

    places  of all paragraphs, as `paragraphs` gives them
    """
    hits = list(found.hits)[:most]
    if len(hits) < most:
        named = {at for at, _ in hits}
        order = sorted(range(len(places)), key=lambda at: (places[at][1], places[at][0]))
        hits += [(at, 0.0) for at in order if at not in named][: most - len(hits)]
    return [passage(places[at], score, found.retriever) for at, score in hits]


def passage(place: Paragraph, score: float, retriever: str) -> dict[str, Any]:
    """Return a passage as it is stored with a turn."""
    return {"paper": place[0], "paragraph": place[1], "score": score, "retriever": retriever}


def passages_text(
    passages: Iterable[Mapping[str, Any]],
    papers: Sequence[Mapping[str, Any]],
    texts: Sequence[str],
) -> str:
    """Return passages as models read them, in their order: “[number of the paper] title”, then the
    paragraph; blank lines between. What the papers do not have is left out."""
    parts = []
    for one in passages:
        paper, number = one["paper"], one["paragraph"]
        cut = paragraphs_of(texts[paper]) if 0 <= paper < len(texts) else []
        if 0 <= number < len(cut):
            title = str(papers[paper].get("title") or "") if paper < len(papers) else ""
            parts.append(f"[{paper}] {title}".rstrip() + f"\n{cut[number]}")
    return "\n\n".join(parts)
