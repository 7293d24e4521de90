"""N-gram overlap of a text with other texts.

Source: the DOLOMITES paper, section 3.4.3. It defines contamination, the share of the 8-grams of an
example that occur in a corpus, flagged from 70 % on, after Chowdhery et al. 2022; and the
similarity of edited examples to their evidence, the cosine of n-gram counts.

Words are compared folded (case, encoding of accents, apostrophes), see `desktop_app.text.words`.
N-grams are stored as 64-bit hashes: of 10⁹ different n-grams, fewer than one in 10⁹ is mistaken for
another one.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_app.text.words import NumberStyle, fold, raw_words, split_words

# Words of an n-gram.
CONTAMINATED_N = 8
# Share of n-grams from which on a text is flagged.
CONTAMINATED_FROM = 0.7

Hashes = NDArray[np.uint64]

_STYLE = NumberStyle()
# Maximum number of different words in the cache.
_MOST_WORDS = 500_000
# Number of characters of a text that are processed at once.
_CHUNK = 1_000_000
# An odd number with well-mixed bits: 2⁶⁴ divided by the golden ratio.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def ngram_cosine(
    text: str, others: str | Iterable[str], n: int | Sequence[int] = (1, 2, 3)
) -> float | None:
    """Return the cosine (0–1) of the n-gram counts of a text and of other texts together.

    `n`: number of words per n-gram, or several such numbers, which are counted together

    Returns None if one side has no n-gram at all.
    """
    sizes = (n,) if isinstance(n, int) else tuple(n)
    one = _counts([text], sizes)
    other = _counts([others] if isinstance(others, str) else others, sizes)
    if not one or not other:
        return None
    shared = sum(count * other[gram] for gram, count in one.items() if gram in other)
    lengths = math.sqrt(sum(count * count for count in one.values())) * math.sqrt(
        sum(count * count for count in other.values())
    )
    return min(1.0, shared / lengths)


def _counts(texts: Iterable[str], sizes: Sequence[int]) -> Counter[tuple[str, ...]]:
    """Return the n-gram counts of all texts together."""
    counts = Counter[tuple[str, ...]]()
    for text in texts:
        forms = split_words(text, _STYLE).forms
        for n in sizes:
            if n < 1:
                raise ValueError("a run has a word at least")
            counts.update(zip(*(forms[shift:] for shift in range(n)), strict=False))
    return counts


class Grams:
    """A converter of texts into hashes of their n-grams, with a cache of words."""

    def __init__(self, n: int = CONTAMINATED_N) -> None:
        if n < 1:
            raise ValueError("a run has a word at least")
        self.n = n
        self._words: dict[str, int] = {}

    def of(self, text: str) -> Hashes:
        """Return the hash of each n-gram, in order; empty for a text of fewer than n words."""
        known = self._words
        # Clearing the cache only costs time, because a hash depends on the word alone.
        if len(known) > _MOST_WORDS:
            known.clear()
        spelled = raw_words(text, _STYLE)
        for raw in set(spelled).difference(known):
            form = fold(raw, _STYLE).encode("utf-8", "surrogatepass")
            known[raw] = int.from_bytes(hashlib.blake2b(form, digest_size=8).digest(), "little")
        words = np.fromiter(map(known.__getitem__, spelled), np.uint64, len(spelled))
        count = max(0, len(words) - self.n + 1)
        hashes: Hashes = np.zeros(count, dtype=np.uint64)
        for shift in range(self.n):
            hashes *= _FACTOR
            hashes ^= hashes >> np.uint64(29)
            hashes += words[shift : shift + count]
        return hashes


@dataclass(frozen=True)
class Share:
    """The share of a text that was found in a corpus.

    `found`, `total`: numbers of n-grams, including repetitions; `share` is found / total, or None
        if the text has fewer words than an n-gram
    `source`: name of the corpus text that contains most of the found n-grams; "" if none was found
    """

    found: int
    total: int
    source: str = ""

    @property
    def share(self) -> float | None:
        """The share of n-grams that were found, 0–1; None if there are no n-grams."""
        return self.found / self.total if self.total else None

    @property
    def is_contaminated(self) -> bool:
        """Whether the share reaches 70 %, so that the text counts as contaminated."""
        return self.total > 0 and self.found >= CONTAMINATED_FROM * self.total


class GramIndex:
    """All n-grams of many texts, in 8 bytes each.

    Raises ValueError for more than `most` different n-grams. For such a corpus use `contamination`,
    which does not store the corpus.
    """

    def __init__(
        self, texts: Iterable[str], n: int = CONTAMINATED_N, *, most: int = 50_000_000
    ) -> None:
        self.n = n
        self._grams = Grams(n)
        self._known: Hashes = np.zeros(0, dtype=np.uint64)
        waiting: list[Hashes] = []
        size = 0
        for text in texts:
            for part in _parts(text, n):
                hashes = self._grams.of(part)
                waiting.append(hashes)
                size += len(hashes)
                # Merging sorts everything, so it is postponed until the new part is as large as the
                # index.
                if size > max(1_000_000, len(self._known)):
                    self._merge(waiting, most)
                    waiting, size = [], 0
        self._merge(waiting, most)

    def __len__(self) -> int:
        """Return the number of different n-grams."""
        return len(self._known)

    def _merge(self, waiting: list[Hashes], most: int) -> None:
        """Add new hashes to the index. Raises ValueError if it becomes too large."""
        self._known = np.unique(np.concatenate([self._known, *waiting]))
        if len(self._known) > most:
            raise ValueError(f"the texts have more than {most} different runs of {self.n} words")

    def share(self, text: str) -> Share:
        """Return how much of a text occurs in the texts of the index. Its `source` is empty."""
        hashes = self._grams.of(text)
        return Share(int(np.count_nonzero(_in(hashes, self._known))), len(hashes))


def contaminated_share(text: str, index: GramIndex) -> float | None:
    """Return the share of a text's n-grams that are in an index, 0–1; None if it has none."""
    return index.share(text).share


def contamination(
    texts: Mapping[str, str], corpus: Iterable[tuple[str, str]], n: int = CONTAMINATED_N
) -> dict[str, Share]:
    """Return, for each text, how much of it occurs in a corpus of (name, text) pairs.

    The corpus is read once, text by text, and is not stored: memory contains the n-grams of `texts`
    and one text of the corpus. The n-grams of a text may occur in different texts of the corpus.
    """
    grams = Grams(n)
    own = [grams.of(text) for text in texts.values()]
    wanted, places = np.unique(
        np.concatenate([*own, np.zeros(0, dtype=np.uint64)]), return_inverse=True
    )
    order = np.argsort(places, kind="stable")
    # The owners of the first n-gram of `wanted`, then those of the second, and so on.
    owners = np.repeat(np.arange(len(own)), [len(hashes) for hashes in own])[order]
    starts = np.searchsorted(places[order], np.arange(len(wanted) + 1))
    seen = np.zeros(len(wanted), dtype=bool)
    most = np.zeros(len(own), dtype=np.int64)
    sources = [""] * len(own)
    for name, text in corpus:
        result = _runs_in(text, grams, wanted)
        if not len(result):
            continue
        seen[result] = True
        counts = starts[result + 1] - starts[result]
        shifts = np.repeat(starts[result] - np.cumsum(counts) + counts, counts)
        shared = np.bincount(owners[shifts + np.arange(len(shifts))], minlength=len(own))
        for place in np.flatnonzero(shared > most).tolist():
            sources[place] = name
        most = np.maximum(most, shared)
    totals = np.bincount(owners[seen[places[order]]], minlength=len(own)).tolist()
    return {
        key: Share(total, len(hashes), source)
        for key, total, hashes, source in zip(texts, totals, own, sources, strict=True)
    }


def _runs_in(text: str, grams: Grams, wanted: Hashes) -> NDArray[np.int64]:
    """Return the indices of the wanted n-grams (sorted) that occur in a text, each once."""
    places = [np.zeros(0, dtype=np.int64)]
    for part in _parts(text, grams.n):
        hashes = grams.of(part)
        at = np.searchsorted(wanted, hashes)
        # An index out of range means that the hash is larger than all others. Any index will do,
        # because the comparison below fails.
        at[at == len(wanted)] = 0
        if len(wanted):
            places.append(at[wanted[at] == hashes])
    return np.unique(np.concatenate(places))


def _in(hashes: Hashes, known: Hashes) -> NDArray[np.bool_]:
    """Return whether each hash is in a sorted array."""
    if not len(known):
        return np.zeros(len(hashes), dtype=bool)
    at = np.searchsorted(known, hashes)
    at[at == len(known)] = 0
    result: NDArray[np.bool_] = known[at] == hashes
    return result


def _parts(text: str, n: int) -> Iterator[str]:
    """Yield a long text in parts that overlap, so that no n-gram is lost between two parts.

    An n-gram of more than a thousand characters may be lost.
    """
    shared = 1_000 + 100 * n
    for start in range(0, max(1, len(text)), _CHUNK):
        yield text[max(0, start - shared) : start + _CHUNK]
