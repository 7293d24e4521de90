"""Conversion of matches into marked spans of the document, and choice of the primary places."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from desktop_app.text.index import TextIndex
from desktop_app.text.spans import DocumentSpans, Kind, Places
from desktop_app.text.words import IntArray

# How many times the document may be painted over before overlapping places of one run are painted
# as one. Without this limit, repetitive texts would take quadratic time.
_COATS = 8


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """All places of one match in the document.

    `firsts`, `lasts`: the numbers of the first and of the last word of each place, ascending
    `order`: `firsts` as a list
    `width`: number of words of the widest place
    """

    kind: Kind
    similarity: float
    places: Places
    firsts: IntArray
    lasts: IntArray
    order: list[int]
    width: int

    @staticmethod
    def of(
        document: TextIndex, kind: Kind, firsts: IntArray, lasts: IntArray, similarity: float
    ) -> Group:
        """Return the group of these places; there must be at least one."""
        return Group(
            kind,
            similarity,
            Places(document.starts[firsts], document.ends[lasts]),
            firsts,
            lasts,
            firsts.tolist(),
            int((lasts - firsts).max()) + 1,
        )


def paint(document: TextIndex, groups: Sequence[Group]) -> DocumentSpans:
    """Return the places of all groups as spans that do not overlap; the strongest match wins."""
    words = len(document.ids)
    coats = [*range(len(groups))]
    # From the weakest to the strongest: near, inflected, exact; within a kind, short before long
    # and late before early. Later coats cover earlier ones.
    coats.sort(key=lambda number: (-groups[number].kind, groups[number].width, -number))
    budget = _COATS * words
    firsts: list[IntArray] = []
    lasts: list[IntArray] = []
    owners: list[int] = []
    for number in coats:
        group = groups[number]
        begin, end = group.firsts, group.lasts
        if group.width * len(begin) > budget:
            begin, end = _united(begin, end)
        budget -= int((end - begin).sum()) + len(begin)
        # Reversed, so that the first of several overlapping places is painted last and stays whole.
        firsts.append(begin[::-1])
        lasts.append(end[::-1])
        owners.append(number)
    if not firsts:
        nothing = np.zeros(0, dtype=np.int64)
        return DocumentSpans(nothing, nothing, nothing, nothing)
    owner_of_place = np.repeat(np.array(owners), [len(part) for part in firsts])
    begin, end = np.concatenate(firsts), np.concatenate(lasts)
    counts = end - begin + 1
    # For every word of every place, this computes its number and its place without a Python loop.
    before = np.cumsum(counts) - counts
    place_of_step = np.repeat(np.arange(len(begin)), counts)
    word_of_step = begin[place_of_step] + np.arange(len(place_of_step)) - before[place_of_step]
    paint_of_word = np.full(words + 1, -1, dtype=np.int64)
    # If a word is painted twice, the later coat (the higher number) wins.
    np.maximum.at(paint_of_word, word_of_step, place_of_step)
    # An edge is where the owner changes between two words. The extra word at the end closes the
    # last span.
    edges = np.flatnonzero(np.diff(paint_of_word, prepend=-1))
    uses = paint_of_word[edges[:-1]]
    painted = uses >= 0
    starts, stops, uses = edges[:-1][painted], edges[1:][painted] - 1, uses[painted]
    numbers = owner_of_place[uses]
    kinds = np.array([group.kind for group in groups], dtype=np.int64)
    return DocumentSpans(document.starts[starts], document.ends[stops], kinds[numbers], numbers)


def primaries(spans: Sequence[tuple[int, Group]]) -> list[int]:
    """Return, for each match, the index of the place that best fits the neighbouring matches.

    `spans`: the matches in order, each as the number of its first word in the answer, and its
        places

    A match with only one place is an anchor for its neighbours. Otherwise, the best place is the
    nearest to where the word would be if answer and document ran in parallel from the nearest
    anchor on. If there is no anchor, the longest match becomes the anchor, at its first place.
    """
    anchors = [place for place, (_, group) in enumerate(spans) if len(group.order) == 1]
    if not anchors and spans:
        anchors = [max(range(len(spans)), key=lambda place: (spans[place][1].width, -place))]
    chosen = []
    for place, (first, group) in enumerate(spans):
        order = group.order
        if len(order) == 1:
            chosen.append(0)
            continue
        upcoming = bisect_right(anchors, place)
        beside = anchors[max(upcoming - 1, 0) : upcoming + 1]
        distances = [abs(spans[other][0] - first) for other in beside]
        anchor = beside[distances.index(min(distances))]
        target = spans[anchor][1].order[0] + first - spans[anchor][0]
        near = bisect_left(order, target)
        if near == len(order) or (near and target - order[near - 1] <= order[near] - target):
            near -= 1
        chosen.append(near)
    return chosen


def _united(firsts: IntArray, lasts: IntArray) -> tuple[IntArray, IntArray]:
    """Return the places, with overlapping ones merged."""
    alone = np.flatnonzero(firsts[1:] > np.maximum.accumulate(lasts)[:-1]) + 1
    begin = np.concatenate(([0], alone))
    return firsts[begin], np.maximum.reduceat(lasts, begin)
