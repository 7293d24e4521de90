"""Retrieval of passages from 300 papers of 60 paragraphs, near-duplicates, and contamination.

The texts are random, with word frequencies like those of real texts; the vectors are random too.
The baseline of BM25 is `bm25s` alone, with its own tokeniser (without stemming), index and search.
The time for importing `bm25s`, half a second, is never included.
"""

from __future__ import annotations

import random

import bm25s
import numpy as np

from benchmarks.bench_matching import texts
from benchmarks.table import Row, measured, show, timed
from desktop_app.text.duplicates import near_duplicates
from desktop_app.text.overlap import contamination
from desktop_app.text.passages import passages
from desktop_app.text.retrieval import Index

PAPERS, PARAGRAPHS = 300, 60
INDEX, QUERY, DUPLICATES = 1.5, 0.020, 1.0
_SIZE = 768  # numbers of a vector


def run(quick: bool) -> list[Row]:
    """Return the measurements; `quick` takes fewer samples."""
    samples = 3 if quick else 10
    paragraphs = made_up(PAPERS * PARAGRAPHS, (40, 120))
    workload = f"{PAPERS} × {PARAGRAPHS} paragraphs of 80 words"
    queries = [" ".join(one.split()[:12]) for one in list(paragraphs.values())[:200]]

    def plain() -> bm25s.BM25:
        tokens = bm25s.tokenize(list(paragraphs.values()), show_progress=False)
        made = bm25s.BM25(backend="numpy")
        made.index(tokens, show_progress=False)
        return made

    baseline = timed(plain, samples=samples)
    indexing = timed(lambda: Index(paragraphs), samples=samples)
    rng = np.random.default_rng(3)
    matrix = rng.normal(size=(len(paragraphs), _SIZE)).astype(np.float32)
    vectors = dict(zip(paragraphs, matrix, strict=True))
    with_vectors = timed(lambda: Index(paragraphs, vectors), samples=samples)
    index, known = Index(paragraphs, vectors), plain()
    upcoming = iter(queries * 10_000)

    def search() -> object:
        tokens = bm25s.tokenize([next(upcoming)], show_progress=False)
        return known.retrieve(tokens, k=5, show_progress=False)

    searching = timed(search, samples=20 * samples)
    by_words = timed(lambda: index.search(next(upcoming), 5), samples=20 * samples)
    by_both = timed(
        lambda: index.search(next(upcoming), 5, method="hybrid", vector=matrix[7]),
        samples=20 * samples,
    )
    document = "\n\n".join(list(paragraphs.values())[:2_000])
    tasks = made_up(1_000, (150, 350))
    corpus = [(str(place), text) for place, text in enumerate(paragraphs.values())]
    examples = dict(list(tasks.items())[:100])
    alike = timed(lambda: near_duplicates(tasks), samples=samples)
    checking = timed(lambda: contamination(examples, corpus), samples=samples)
    return [
        measured("BM25, index", workload, indexing, "bm25s alone", baseline, INDEX),
        measured("BM25 and vectors, index", f"{workload}, {_SIZE} numbers", with_vectors),
        measured("BM25, a query of 12 words", workload, by_words, "bm25s alone", searching, QUERY),
        measured("hybrid, a query of 12 words", workload, by_both, "bm25s alone", searching, QUERY),
        measured(
            "cutting into passages",
            f"{len(document):,} characters",
            timed(lambda: passages(document), samples=samples),
        ),
        measured("near-duplicates", "1,000 texts of 250 words", alike, target=DUPLICATES),
        measured("contamination", f"100 texts, a corpus of {len(corpus):,}", checking),
    ]


def made_up(count: int, words: tuple[int, int]) -> dict[str, str]:
    """Return random paragraphs by name.

    `count`: number of paragraphs
    `words`: least and greatest number of words of a paragraph
    """
    rng = random.Random(5)
    document = texts(60_000, 100)[0].split()
    made = {}
    for number in range(count):
        length = rng.randint(*words)
        start = rng.randrange(len(document) - length)
        made[str(number)] = " ".join(document[start : start + length])
    return made


if __name__ == "__main__":
    print(show(run(quick=False)))
