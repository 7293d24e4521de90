"""Retrieval of the passages that match a query: by words, by vectors, or by both.

By words: BM25 as in Lucene (Robertson & Zaragoza 2009; the variant that Kamphuis et al. 2020 call
“Lucene (accurate)”), over stems without function words. By vectors: cosine similarity. By both: the
reciprocal-rank fusion of Cormack, Clarke and Büttcher (SIGIR 2009).

Passages with equal scores are returned in their original order, on every computer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from desktop_app.text.languages import language
from desktop_app.text.words import fold, raw_words

if TYPE_CHECKING:
    from desktop_app.text.passages import Passage

    Texts = Mapping[str, str] | Sequence[str] | Sequence[Passage]

# BM25 parameters: saturation of repeated words, and influence of the length of a passage.
K1, B = 1.5, 0.75
# Rank constant of Cormack et al. 2009.
FUSION_K = 60
# Maximum number of terms of a query that are used.
_MOST_TERMS = 2_000
# In characters.
_LONGEST_QUERY = 100_000
Method = Literal["bm25", "dense", "hybrid"]

FloatArray = NDArray[np.float32]


class Hit(NamedTuple):
    """A passage that was found: its index among the searched ones (from 0), its id, and its score.

    Scores of different methods are not comparable.
    """

    place: int
    key: str
    score: float


class Lexicon:
    """A converter of texts into numbers of their terms, which are stems of content words.

    Numbers start at 0, see `terms`. Every different word of the texts passed to `added` is cached.
    Words of texts passed only to `known` are not.
    """

    def __init__(self, code: str = "en") -> None:
        self._language = language(code)
        # By words as they are spelled; −1 for a function word.
        self._numbers: dict[str, int] = {}
        self.terms: dict[str, int] = {}

    def added(self, texts: Iterable[str]) -> list[list[int]]:
        """Return the numbers of the terms of each text, in order and with repetitions.

        Terms that are not known yet are added.
        """
        style, numbers = self._language.style, self._numbers
        rows = []
        for text in texts:
            words = raw_words(text, style)
            for word in set(words).difference(numbers):
                term = self._term(word)
                numbers[word] = self.terms.setdefault(term, len(self.terms)) if term else -1
            rows.append([number for word in words if (number := numbers[word]) >= 0])
        return rows

    def known(self, text: str) -> list[int]:
        """Return those terms of a text that occur in an added text, in order, with repetitions."""
        words = raw_words(text, self._language.style)
        numbers = {
            word: self._numbers[word]
            if word in self._numbers
            else self.terms.get(self._term(word), -1)
            for word in set(words)
        }
        return [number for word in words if (number := numbers[word]) >= 0]

    def _term(self, word: str) -> str:
        """Return the stem of a word as it is spelled; "" for a function word."""
        form = fold(word, self._language.style)
        return "" if form in self._language.stop_words else self._language.stems([form])[0]


class Bm25Index:
    """Passages searchable by words. May be used from several threads at once.

    `texts`: id → text; or a list of texts or passages, whose ids are their indices
    `language`: language tag of the texts; see `desktop_app.text.languages`
    `k1`, `b`: parameters of BM25
    """

    def __init__(self, texts: Texts, *, language: str = "en", k1: float = K1, b: float = B) -> None:
        self.keys, contents = _named(texts)
        self._lexicon = Lexicon(language)
        self._bm25: Any = None
        rows = self._lexicon.added(contents)
        # bm25s cannot index a corpus without any term.
        if self._lexicon.terms:
            self._bm25 = _bm25s().BM25(
                k1=k1, b=b, method="lucene", backend="numpy", csc_backend="numpy"
            )
            corpus = (rows, self._lexicon.terms)
            self._bm25.index(corpus, create_empty_token=False, show_progress=False)

    def __len__(self) -> int:
        return len(self.keys)

    def scores(self, query: str) -> FloatArray:
        """Return the score of every passage, ≥ 0, in the original order.

        A term that occurs twice in the query counts twice. Terms after the first 2,000 are ignored.
        """
        terms = self._lexicon.known(query[:_LONGEST_QUERY])[:_MOST_TERMS]
        if not terms:
            return np.zeros(len(self.keys), dtype=np.float32)
        result: FloatArray = self._bm25.get_scores_from_ids(terms)
        return result

    def search(self, query: str, k: int = 10) -> list[Hit]:
        """Return at most `k` passages that share a term with the query, the best first."""
        return _best(self.scores(query), self.keys, k, above=0.0)


class DenseIndex:
    """Passages searchable by vectors, compared by cosine similarity.

    `vectors`: id → vector; or a list of vectors (a matrix), whose ids are their indices

    Raises ValueError unless all vectors are finite and of one size.
    """

    def __init__(self, vectors: Mapping[str, ArrayLike] | ArrayLike) -> None:
        if isinstance(vectors, Mapping):
            self.keys = list(vectors)
            rows = list(vectors.values())
        else:
            rows = list(np.asarray(vectors))
            self.keys = [str(place) for place in range(len(rows))]
        try:
            matrix = np.asarray(rows, dtype=np.float32)
        except ValueError:
            raise ValueError("the vectors are not all of one size") from None
        if not rows:
            matrix = np.zeros((0, 0), dtype=np.float32)
        if matrix.ndim != 2:
            raise ValueError("a vector is a row of numbers")
        self._matrix = _unit(matrix)

    def __len__(self) -> int:
        return len(self.keys)

    def scores(self, vector: ArrayLike) -> FloatArray:
        """Return the cosine of each passage's vector and `vector`, −1 to 1; 0 if one is all zeros.

        Raises ValueError if `vector` has another size or is not finite.
        """
        query = np.asarray(vector, dtype=np.float32)
        if not self.keys:
            return np.zeros(0, dtype=np.float32)
        if query.shape != self._matrix.shape[1:]:
            raise ValueError(
                f"a vector of shape {query.shape} in an index of {self._matrix.shape[1]} numbers"
            )
        result: FloatArray = np.clip(self._matrix @ _unit(query[np.newaxis])[0], -1.0, 1.0)
        return result

    def search(self, vector: ArrayLike, k: int = 10) -> list[Hit]:
        """Return the `k` passages nearest to a vector, the best first. Errors as in `scores`."""
        return _best(self.scores(vector), self.keys, k)


class Index:
    """Passages with ids, searchable by words, by vectors, or by both, with a single method.

    `texts`: as for `Bm25Index`
    `vectors`: id → vector of the passages that have one; the other passages are found by words only
    """

    def __init__(
        self,
        texts: Texts,
        vectors: Mapping[str, ArrayLike] | None = None,
        *,
        language: str = "en",
    ) -> None:
        self.by_words = Bm25Index(texts, language=language)
        self.keys = self.by_words.keys
        self._places = {key: place for place, key in enumerate(self.keys)}
        self.by_vectors: DenseIndex | None = None
        if vectors is not None:
            self.by_vectors = DenseIndex({key: vectors[key] for key in self.keys if key in vectors})

    def __len__(self) -> int:
        return len(self.keys)

    def search(
        self,
        query: str,
        k: int = 10,
        *,
        method: Method = "bm25",
        vector: ArrayLike | None = None,
        depth: int = 100,
    ) -> list[Hit]:
        """Return at most `k` passages, the best first.

        `vector`: vector of the query; “dense” and “hybrid” require it, and vectors of the passages
            (ValueError otherwise)
        `depth`: number of hits used from each of the two rankings in “hybrid”, at least `k`
        """
        if method == "bm25":
            return self.by_words.search(query, k)
        if vector is None or self.by_vectors is None:
            raise ValueError("searching by vectors needs vectors")
        depth = max(k, depth)
        near = self.by_vectors.search(vector, k if method == "dense" else depth)
        # The index of vectors counts only the passages that have a vector.
        near = [hit._replace(place=self._places[hit.key]) for hit in near]
        if method == "dense":
            return near
        named = self.by_words.search(query, depth)
        fused = fuse([[hit.key for hit in named], [hit.key for hit in near]])
        hits = [Hit(self._places[key], key, score) for key, score in fused]
        return sorted(hits, key=lambda hit: (-hit.score, hit.place))[: max(0, k)]


def fuse(rankings: Iterable[Sequence[str]], k: float = FUSION_K) -> list[tuple[str, float]]:
    """Return the ids in several rankings, the best first, each with its fused score.

    The score is Σ 1 / (k + rank) over the rankings that contain the id, with ranks from 1 on. Of
    ids with equal scores, the one with the better rank comes first, then the one in the earlier
    ranking. Repetitions in a ranking are ignored.
    """
    scores: dict[str, float] = {}
    firsts: dict[str, tuple[int, int]] = {}
    for number, ranking in enumerate(rankings):
        for rank, key in enumerate(dict.fromkeys(ranking), start=1):
            scores[key] = scores.get(key, 0.0) + 1.0 / (k + rank)
            firsts[key] = min(firsts.get(key, (rank, number)), (rank, number))
    return sorted(scores.items(), key=lambda found: (-found[1], firsts[found[0]]))


def _named(texts: Texts) -> tuple[list[str], list[str]]:
    """Return ids and contents of texts."""
    if isinstance(texts, Mapping):
        return list(texts), list(texts.values())
    contents = [text if isinstance(text, str) else text.text for text in texts]
    return [str(place) for place in range(len(contents))], contents


def _best(scores: FloatArray, keys: Sequence[str], k: int, above: float = -np.inf) -> list[Hit]:
    """Return the passages with the `k` greatest scores above a limit; of equal ones, the first."""
    places = np.flatnonzero(scores > above)
    if k <= 0 or not len(places):
        return []
    result = scores[places]
    if k < len(places):
        # Keep everything that could be among the first k. The stable sort below decides between
        # ties at the limit.
        border = np.partition(result, len(result) - k)[len(result) - k]
        places = places[result >= border]
        result = scores[places]
    order = np.argsort(-result, kind="stable")[:k]
    return [Hit(place, keys[place], float(scores[place])) for place in places[order].tolist()]


def _unit(matrix: FloatArray) -> FloatArray:
    """Return the rows scaled to length 1; rows of zeros stay zero."""
    if not np.isfinite(matrix).all():
        raise ValueError("a vector holds something that is no finite number")
    # Scaled by the largest element first, so that no square overflows or underflows.
    greatest = np.abs(matrix).max(axis=1, keepdims=True, initial=0.0)
    scaled = np.divide(matrix, greatest, out=np.zeros_like(matrix), where=greatest > 0)
    lengths = np.linalg.norm(scaled, axis=1, keepdims=True)
    unit: FloatArray = np.divide(scaled, lengths, out=np.zeros_like(scaled), where=lengths > 0)
    return unit


def _bm25s() -> Any:
    """Return the module bm25s. The first import takes half a second."""
    # Its progress bars are off because `index` is called with show_progress=False. An environment
    # variable could also turn them off, but the environment belongs to the whole process: when it
    # was changed around an import in several threads, one cold start in 40 failed.
    import bm25s

    return bm25s
