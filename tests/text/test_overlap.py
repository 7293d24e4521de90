"""Tests of overlap and similarity by runs of words, against counting them one by one."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.text.overlap import (
    CONTAMINATED_N,
    GramIndex,
    Share,
    contaminated_share,
    contamination,
    ngram_cosine,
)

WORDS = ["ant", "bee", "cow", "dog"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)


def runs(text: str, n: int) -> list[tuple[str, ...]]:
    words = text.split()
    return [tuple(words[start : start + n]) for start in range(len(words) - n + 1)]


@given(TEXTS, st.lists(TEXTS, max_size=3), st.integers(1, 4))
def test_the_cosine_is_that_of_the_counts(text: str, others: list[str], n: int) -> None:
    one = Counter(runs(text, n))
    other = Counter(run for given in others for run in runs(given, n))
    found = ngram_cosine(text, others, n)
    if not one or not other:
        assert found is None
        return
    grams = sorted(set(one) | set(other))
    a, b = np.array([one[g] for g in grams]), np.array([other[g] for g in grams])
    assert found == pytest.approx(float(a @ b / np.sqrt((a @ a) * (b @ b))))


def test_the_same_text_is_wholly_alike() -> None:
    assert ngram_cosine("One two three.", "one, TWO three") == 1.0
    assert ngram_cosine("one two", "three four") == 0.0
    assert ngram_cosine("", "one") is None
    assert ngram_cosine("one two three", "one two", (1, 2)) == pytest.approx(3 / math.sqrt(5 * 3))
    with pytest.raises(ValueError, match="run"):
        ngram_cosine("one", "two", 0)


@given(TEXTS, st.lists(TEXTS, max_size=4), st.integers(1, 5))
def test_the_share_is_that_of_the_runs(text: str, corpus: list[str], n: int) -> None:
    wanted = runs(text, n)
    known = {run for other in corpus for run in runs(other, n)}
    found = sum(run in known for run in wanted)
    by_index = GramIndex(corpus, n).share(text)
    named = [(str(place), other) for place, other in enumerate(corpus)]
    streamed = contamination({"it": text}, named, n)["it"]
    assert (by_index.found, by_index.total) == (streamed.found, streamed.total)
    assert (streamed.found, streamed.total) == (found, len(wanted))
    if found:
        best = max(
            range(len(corpus)), key=lambda at: sum(run in runs(corpus[at], n) for run in wanted)
        )
        held = [sum(run in runs(other, n) for run in wanted) for other in corpus]
        assert held[int(streamed.source)] == held[best]
    else:
        assert streamed.source == ""


def test_seventy_percent_is_contaminated() -> None:
    assert CONTAMINATED_N == 8
    assert Share(7, 10).is_contaminated
    assert not Share(6, 10).is_contaminated
    assert not Share(0, 0).is_contaminated
    assert Share(0, 0).share is None
    example = " ".join(f"w{number}" for number in range(27))  # 20 runs of 8 words
    copied = " ".join(f"w{number}" for number in range(21))  # 14 of them
    [found] = contamination({"x": example}, [("page.txt", f"Before. {copied}!")]).values()
    assert (found.share, found.source, found.is_contaminated) == (0.7, "page.txt", True)
    assert contaminated_share(example, GramIndex([copied])) == 0.7
    assert contaminated_share("too short", GramIndex([copied])) is None


def test_runs_of_several_texts_of_the_corpus_count_together() -> None:
    text = " ".join(f"w{number}" for number in range(16))
    words = text.split()
    corpus = [("first", " ".join(words[:10])), ("second", " ".join(words[5:]))]
    found = contamination({"x": text}, corpus)["x"]
    assert (found.found, found.total, found.source) == (3 + 4, 9, "second")


def test_nothing_is_found_in_nothing() -> None:
    assert contamination({}, [("a", "b")]) == {}
    assert contamination({"x": ""}, [("a", "b")]) == {"x": Share(0, 0)}
    assert contamination({"x": "a " * 9}, []) == {"x": Share(0, 2)}
    assert GramIndex([]).share("a " * 9) == Share(0, 2)
    assert len(GramIndex([])) == 0


def test_long_texts_lose_no_run_where_they_are_cut() -> None:
    words = [f"word{number}" for number in range(115_000)]
    text = " ".join(words)  # longer than what is read at once
    assert len(text) > 1_100_000
    index = GramIndex([text])
    sample = " ".join(words[90_000:114_000])
    assert index.share(sample) == Share(23_993, 23_993)
    assert contamination({"x": sample}, [("long", text)])["x"].share == 1.0


def test_the_index_has_a_bound() -> None:
    with pytest.raises(ValueError, match="more than 5 different runs"):
        GramIndex(["a b c d e f g h i j k l m n"], 2, most=5)


@pytest.mark.parametrize("text", ["x" * 1_000_000, "a " * 500_000, "\n" * 1_000_000])
def test_hostile_texts_are_counted(text: str) -> None:
    found = contamination({"x": text}, [("same", text)])["x"]
    assert found.share in (None, 1.0)
    assert ngram_cosine(text, text) in (None, 1.0)
