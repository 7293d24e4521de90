"""Similar words: words whose spelling is almost the same.

Similarity is `rapidfuzz.fuzz.ratio`, 0 to 100, of the forms without accents: the share of letters
of both words that are common, in order. It counts an omitted letter once, but a wrong letter, or
two swapped letters, twice. Therefore, in words of five letters or more, a wrong letter or two
swapped ones (“vavles”, “hause”) count here only slightly more than an omitted letter. A wrong first
letter is the exception, because it makes another word (“mouse”).

Pairs whose lengths or sets of letters show that they cannot be similar enough are skipped before
the comparison. In ordinary text, about one pair in a thousand is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import cdist

from desktop_app.text.languages import Language
from desktop_app.text.words import LONGEST_WORD, has_digit, plain

# Minimum number of letters. Shorter words too often differ by a single letter.
SHORTEST = 4
# Minimum number of letters for a wrong or swapped letter: “form” and “from” are two words.
SHORTEST_SLIP = 5
LOWEST_THRESHOLD = 50.0
# Number of vocabulary changes from which starting again is cheaper.
_MANY = 64
# Number of comparisons from which a single call for all of them is cheaper.
_FEW = 16

Near = tuple[float, tuple[str, ...]]


class NearWords:
    """The words of a vocabulary that may match by similarity, with cached results.

    `compared` counts the pairs whose similarity was computed.
    """

    def __init__(self, words: Iterable[str], language: Language) -> None:
        """Store folded content words, except those that never match by similarity."""
        self._language = language
        self._words = frozenset(filter(self._may_match, words))
        self._answers: dict[tuple[str, float], Near] = {}
        self.compared = 0

    @cached_property
    def _sorted(self) -> list[tuple[int, str, str]]:
        """(length without accents, form without accents, form) of each word, sorted."""
        return sorted((len(bare), bare, word) for word in self._words for bare in (plain(word),))

    @cached_property
    def _lengths(self) -> NDArray[np.int64]:
        return np.array([length for length, _, _ in self._sorted], dtype=np.int64)

    @cached_property
    def _masks(self) -> NDArray[np.uint64]:
        return _letter_sets([bare for _, bare, _ in self._sorted])

    def best(self, word: str, threshold: float) -> Near:
        """Return the greatest similarity ≥ `threshold`, and all words that have it, in order.

        Returns (0.0, ()) if there is none. Numbers, number words and words of fewer than four
        letters are similar to no word, and no word is similar to its opposite (“possible”,
        “impossible”).
        """
        known = self._answers.get((word, threshold))
        if known is None:
            result = self._candidates(word, threshold) if self._may_match(word) else ()
            known = self._answers[word, threshold] = self._closest(word, result, threshold)
        return known

    def changed(self, words: Iterable[str]) -> NearWords:
        """Return an object for another vocabulary, with the cached results that are still valid."""
        new = NearWords((), self._language)
        new._words = frozenset(
            word for word in words if word in self._words or self._may_match(word)
        )
        added = sorted(new._words - self._words)
        if len(added) > _MANY:
            return new
        pairs = [(plain(word), word) for word in added]
        for (word, threshold), known in self._answers.items():
            # A result is invalid if one of its words was removed. Otherwise only the added words
            # can change it.
            if not new._words.issuperset(known[1]):
                continue
            if not added or not self._may_match(word):
                new._answers[word, threshold] = known
                continue
            best = new._closest(word, pairs, threshold)
            if best[0] == known[0]:
                best = known[0], tuple(sorted(known[1] + best[1]))
            new._answers[word, threshold] = best if best[0] >= known[0] else known
        return new

    def _may_match(self, word: str) -> bool:
        """Return whether a word may match by similarity at all."""
        if not SHORTEST <= len(word) <= LONGEST_WORD and (
            word.isascii() or len(word) > LONGEST_WORD
        ):
            return False
        if word.isascii():
            if len(word) < SHORTEST:
                return False
        elif len(plain(word)) < SHORTEST:
            return False
        if not word.isalpha() and has_digit(word):
            return False
        return word not in self._language.number_words

    def _candidates(self, word: str, threshold: float) -> list[tuple[str, str]]:
        """Return (form without accents, form) of the words that may be similar enough."""
        bare = plain(word)
        length = len(bare)
        # For lengths n and m, the ratio is at most 200 · min(n, m) / (n + m).
        low = int(np.searchsorted(self._lengths, length * threshold / (200.0 - threshold) - 1e-9))
        high = int(
            np.searchsorted(self._lengths, length * (200.0 - threshold) / threshold + 1e-9, "right")
        )
        # Each letter that only one of the words has costs at least one change.
        changes = np.bitwise_count(self._masks[low:high] ^ _letter_sets([bare])[0])
        allowed = (self._lengths[low:high] + length) * ((100.0 - threshold) / 100.0) + 1e-9
        likely_ones = changes <= allowed
        if _with_slip(length) >= threshold:
            # A wrong letter removes one letter from the set and adds one.
            likely_ones |= (changes <= 2) & (self._lengths[low:high] == length)
        likely = np.flatnonzero(likely_ones).tolist()
        return [self._sorted[low + place][1:] for place in likely]

    def _closest(self, word: str, candidates: Sequence[tuple[str, str]], threshold: float) -> Near:
        """Return the best similarity among candidates, and the words that have it."""
        self.compared += len(candidates)
        bare = plain(word)
        others = [other for other, _ in candidates]
        likely: Iterable[int] = range(len(others))
        # Small numbers of candidates are compared one by one below.
        if len(others) > _FEW:
            cutoff = threshold
            if _with_slip(len(bare)) >= threshold:
                # The ratio of two words with one wrong letter, which `ratio` counts twice.
                cutoff = min(threshold, 100.0 - 100.0 / len(bare) - 1e-3)
            scores = cdist([bare], others, scorer=ratio, score_cutoff=cutoff, dtype=np.float32)
            likely = np.flatnonzero(scores[0]).tolist()
        best, words = 0.0, list[str]()
        for place in likely:
            form = candidates[place][1]
            similarity = _similarity(bare, others[place], threshold)
            if similarity < max(best, threshold) or self._language.opposites(word, form):
                continue
            if similarity > best:
                best, words = similarity, []
            words.append(form)
        return best, tuple(sorted(words))


def _similarity(one: str, other: str, threshold: float) -> float:
    """Return the similarity of two words without accents; 0 if it is below the threshold."""
    similarity = float(ratio(one, other, score_cutoff=threshold))
    slip = _with_slip(len(one))
    if (
        len(one) == len(other)
        and slip >= max(threshold, similarity)
        and OSA.distance(one, other, score_cutoff=1) == 1
        and (one[0] == other[0] or sorted(one) == sorted(other))
    ):
        return slip
    return similarity


def _with_slip(length: int) -> float:
    """Return the similarity of words of this length with one wrong letter or two swapped ones."""
    # Slightly less than with one letter omitted, which is 100 − 100 / (2 × length − 1).
    return 100.0 - 60.0 / length if length >= SHORTEST_SLIP else 0.0


def _letter_sets(words: Sequence[str]) -> NDArray[np.uint64]:
    """Return the set of letters of each word as bits; different letters may share a bit."""
    if not words:
        return np.zeros(0, dtype=np.uint64)
    points = np.frombuffer("".join(words).encode("utf-32-le"), dtype=np.uint32)
    bits = np.left_shift(np.uint64(1), (points & 63).astype(np.uint64))
    firsts = np.cumsum([0, *map(len, words[:-1])])
    sets: NDArray[np.uint64] = np.bitwise_or.reduceat(bits, firsts)
    return sets
