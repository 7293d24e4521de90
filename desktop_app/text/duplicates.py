"""Near duplicates among texts, such as two descriptions of one task.

Similarity is that of `rapidfuzz` (Indel: 2 · common words in order / words of both texts), computed
over folded words, so that a moved comma or a capital letter makes no difference.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from rapidfuzz.distance import Indel

from desktop_app.text.words import NumberStyle, split_words

AT_LEAST = 0.8
# Maximum number of words of a text that are compared.
LONGEST = 5_000

_STYLE = NumberStyle()
# Tolerance for rounding when a similarity is compared with a limit.
_SLACK = 1e-9
# Subtracted from a cutoff, because rapidfuzz drops a similarity that equals the cutoff.
_COARSE = 1e-6
_COLUMNS = 4_096
# Number of texts that are compared with all others at the same time, to limit memory.
_BLOCK = 512
# Maximum number of different words, each of which is represented by a character.
_MOST_WORDS = 1_100_000
_SURROGATES = range(0xD800, 0xE000)


def near_duplicates(
    texts: Mapping[str, str], at_least: float = AT_LEAST, groups: Mapping[str, str] | None = None
) -> list[tuple[str, str, float]]:
    """Return pairs of similar texts: (key, other key, similarity), the most similar first.

    `at_least`: smallest similarity, above 0, at most 1; 1 means the same words in the same order
    `groups`: key → group; if not None, only texts of the same group are compared, and texts without
        a group are not compared at all

    In a pair, the key that comes first in `texts` is first. A text without words is similar to no
    other text. Of texts of more than 5,000 words, only the first 5,000 are compared. Raises
    ValueError for an invalid `at_least`.
    """
    if not 0 < at_least <= 1:
        raise ValueError("a likeness is above 0 and at most 1")
    kept: dict[str, list[str]] = defaultdict(list)
    for key in texts:
        if groups is None:
            kept[""].append(key)
        elif key in groups:
            kept[groups[key]].append(key)
    known: dict[str, str] = {}
    order = {key: place for place, key in enumerate(texts)}
    result = []
    for keys in kept.values():
        words = [split_words(texts[key], _STYLE, known).forms[:LONGEST] for key in keys]
        result += [
            (keys[one], keys[other], likeness) for one, other, likeness in _pairs(words, at_least)
        ]
    return sorted(result, key=lambda pair: (-pair[2], order[pair[0]], order[pair[1]]))


def most_alike(
    text: str, others: Mapping[str, str], at_least: float = AT_LEAST
) -> list[tuple[str, float]]:
    """Return the texts that are similar to `text`: (key, similarity), the most similar first.

    Similarity and its limits are those of `near_duplicates`. A text without words is similar to no
    other text.
    """
    if not 0 < at_least <= 1:
        raise ValueError("a likeness is above 0 and at most 1")
    known: dict[str, str] = {}
    own = split_words(text, _STYLE, known).forms[:LONGEST]
    if not own:
        return []
    result = []
    for place, (key, other) in enumerate(others.items()):
        words = split_words(other, _STYLE, known).forms[:LONGEST]
        likeness = Indel.normalized_similarity(own, words, score_cutoff=at_least - _COARSE)
        if words and likeness >= at_least - _SLACK:
            result.append((-likeness, place, key))
    return [(key, min(1.0, float(-likeness))) for likeness, _, key in sorted(result)]


def _pairs(words: Sequence[Sequence[str]], at_least: float) -> Iterator[tuple[int, int, float]]:
    """Yield (index, other index, similarity) of similar texts."""
    numbers: dict[str, int] = {}
    for text in words:
        for word in text:
            numbers.setdefault(word, len(numbers))
    # Each word is represented by one character, so that lists of words are compared as fast as
    # strings.
    spelled = ["".join(_character(numbers[word]) for word in text) for text in words]
    for one, other in _candidates(spelled, at_least):
        likeness = Indel.normalized_similarity(
            spelled[one], spelled[other], score_cutoff=max(0.0, at_least - _COARSE)
        )
        if likeness >= at_least - _SLACK:
            yield one, other, min(1.0, float(likeness))


def _character(number: int) -> str:
    """Return the character that represents a word's number."""
    number = number % _MOST_WORDS + 1
    # Lone surrogates are skipped, because they are not valid characters of a text.
    return chr(number if number < _SURROGATES.start else number + len(_SURROGATES))


def _candidates(spelled: Sequence[str], at_least: float) -> Iterator[tuple[int, int]]:
    """Yield the pairs of texts that have enough words in common, in any order.

    Words are counted in a few thousand columns, each of which several words share. Two texts never
    have fewer counts in common than words, so no similar pair is lost.
    """
    tokens: dict[tuple[str, int], int] = {}
    counts = np.zeros((len(spelled), _COLUMNS), dtype=np.float32)
    for row, text in enumerate(spelled):
        seen: dict[str, int] = {}
        for word in text:
            seen[word] = seen.get(word, 0) + 1
            # The n-th occurrence of a word is a separate token, so that repeated words count.
            token = tokens.setdefault((word, seen[word]), len(tokens))
            counts[row, token % _COLUMNS] += 1.0
    lengths = np.array([len(text) for text in spelled], dtype=np.float32)
    for start in range(0, len(spelled), _BLOCK):
        block = slice(start, start + _BLOCK)
        shared = counts[block] @ counts[start:].T
        # This follows from 2 · shared / (n + m) ≥ at_least, with a tolerance for rounding.
        least = (at_least - _SLACK) / 2 * (lengths[block, None] + lengths[None, start:])
        rows, columns = np.nonzero((shared >= least - 1e-3) & (least > 0))
        for one, other in zip(rows.tolist(), columns.tolist(), strict=True):
            if one < other and lengths[start + one] and lengths[start + other]:
                yield start + one, start + other
