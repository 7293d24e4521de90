"""The paragraphs of an item's papers, retrieved passages with their texts, and citations.

Papers are numbered from 0, as in citations. Paragraphs are numbered from 0 within their paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from desktop_app.core.model_jobs import LookupResult
from desktop_app.core.protocol.data import Dataset
from plugins.kiwi.shapes import paragraphs_of


def passage_texts(
    passages: Iterable[Mapping[str, Any]] | None, content: Mapping[str, Any], dataset: Dataset
) -> list[dict[str, Any]]:
    """Return passages in order, each with its text and the title of its paper.

    Passages whose text is no longer available are left out.

    `content`: the content of the item whose papers contain the passages
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


Paragraph = tuple[int, int]  # Number of the paper, and number of the paragraph within the paper.


def paragraphs(texts: Sequence[str]) -> tuple[list[Paragraph], list[str]]:
    """Return the numbers and the texts of all paragraphs of an item's papers, in order.

    `texts`: the full texts of the papers, in the order of the item
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
    """Return search hits as passages of a turn, topped up to `most` passages.

    The hits may be too few, because a query may share no word with most paragraphs. Added
    passages have the score 0: the first paragraphs of all papers, then their second paragraphs, and
    so on. There are fewer than `most` passages only if the papers have fewer paragraphs.

    `places`: all paragraphs, as returned by `paragraphs`
    """
    hits = list(found.hits)[:most]
    if len(hits) < most:
        named = {at for at, _ in hits}
        order = sorted(range(len(places)), key=lambda at: (places[at][1], places[at][0]))
        hits += [(at, 0.0) for at in order if at not in named][: most - len(hits)]
    return [passage(places[at], score, found.retriever) for at, score in hits]


def passage(place: Paragraph, score: float, retriever: str) -> dict[str, Any]:
    """Return a passage as turns store it."""
    return {"paper": place[0], "paragraph": place[1], "score": score, "retriever": retriever}


def passages_text(
    passages: Iterable[Mapping[str, Any]],
    papers: Sequence[Mapping[str, Any]],
    texts: Sequence[str],
) -> str:
    """Return passages as text for a prompt, in their order.

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


# The numbers of digits and of citations are bounded, so that long texts stay fast to search.
_GROUP = re.compile(r"\[[ ]?(\d{1,4}(?:[ ]?[,;\u2013-][ ]?\d{1,4}){0,30})[ ]?\]")
_NUMBER = re.compile(r"\d+")
# Words of fewer than three letters are too common to tell passages apart.
_WORD = re.compile(r"\w{3,}")


class Citation(NamedTuple):
    """A citation of one paper in a text.

    `start`, `end`: character positions; the brackets are included if they contain only this number
    `paper`: the number of the paper, whether or not the item has a paper with this number
    """

    start: int
    end: int
    paper: int


def citations(text: str) -> list[Citation]:
    """Return the citations of a text in order.

    “[2]” is one citation, “[0, 3]” is two. A range such as “[0–3]” counts as citations of its first
    and its last paper.
    """
    result = []
    for group in _GROUP.finditer(text):
        numbers = list(_NUMBER.finditer(text, group.start(), group.end()))
        if len(numbers) == 1:
            result.append(Citation(group.start(), group.end(), int(numbers[0].group())))
        else:
            result += [Citation(*one.span(), int(one.group())) for one in numbers]
    return result


def nearest_first(sentence: str, passages: Sequence[str]) -> list[int]:
    """Return the indices of passages, sorted by the number of words they share with a sentence.

    The passage that shares the most words comes first. Only words of three or more letters count.
    Passages with equal counts keep their order.
    """
    sentence_words = set(_WORD.findall(sentence.casefold()))

    def shared(place: int) -> int:
        return len(sentence_words.intersection(_WORD.findall(passages[place].casefold())))

    # `sorted` is stable with `reverse=True` too.
    return sorted(range(len(passages)), key=shared, reverse=True)
