"""Tests of finding passages: by words with the published formula, by vectors, by both."""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.text.passages import passages
from desktop_app.text.retrieval import Bm25Index, DenseIndex, Index, fuse

# Words that are their own stems and no function words.
VOCABULARY = ["cat", "dog", "bird", "tree", "stone", "river", "cloud", "lamp", "fish", "gold"]
BAGS = st.lists(st.lists(st.sampled_from(VOCABULARY), max_size=12), max_size=12)


def bm25(query: Sequence[str], corpus: Sequence[Sequence[str]]) -> list[float]:
    """Return the scores by Lucene's formula of BM25 (Kamphuis et al. 2020), computed word
    by word.
    """
    k1, b = 1.5, 0.75
    average = sum(map(len, corpus)) / len(corpus)
    scores = []
    for document in corpus:
        counts = Counter(document)
        score = 0.0
        for term in query:
            holders = sum(term in other for other in corpus)
            idf = math.log(1 + (len(corpus) - holders + 0.5) / (holders + 0.5))
            tf = counts[term]
            if tf:
                score += idf * tf / (tf + k1 * (1 - b + b * len(document) / average))
        scores.append(score)
    return scores


@settings(max_examples=60)
@given(BAGS, st.lists(st.sampled_from(VOCABULARY), max_size=5))
def test_scores_are_those_of_the_formula(corpus: list[list[str]], query: list[str]) -> None:
    index = Bm25Index([" ".join(document) for document in corpus])
    scores = index.scores(" ".join(query))
    assert len(scores) == len(index) == len(corpus)
    wanted = bm25(query, corpus) if any(corpus) else [0.0] * len(corpus)
    np.testing.assert_allclose(scores, wanted, rtol=1e-5, atol=1e-6)
    hits = index.search(" ".join(query), 100)
    found = [hit.place for hit in hits]
    assert found == sorted(
        (place for place, score in enumerate(scores) if score > 0),
        key=lambda place: (-scores[place], place),
    )


def test_forms_of_a_word_find_each_other_and_function_words_do_not() -> None:
    index = Bm25Index({"a": "The cats were running.", "b": "It is of the and."})
    assert [hit.key for hit in index.search("a running CAT!")] == ["a"]
    assert index.search("the of and is") == []
    assert index.search("") == index.search("unknown") == []
    german = Bm25Index({"x": "Die Häuser sind alt", "y": "und der die das"}, language="de")
    assert [hit.key for hit in german.search("das Haus, die Häusern")] == ["x"]


def test_a_word_in_several_spellings_is_one_term() -> None:
    index = Bm25Index(["Cat’s CAT'S 1,200 naïve", "other words"])
    for query in ("cat's", "1200", "NAI\u0308VE"):
        assert [hit.place for hit in index.search(query)] == [0]


def test_searching_changes_nothing() -> None:
    index = Bm25Index(["gold fish", "stone tree"])
    before = index.scores("gold river").tolist()
    index.search("river cloud lamp of the")
    assert index.scores("gold river").tolist() == before


def test_equals_stand_as_given_and_k_is_kept() -> None:
    texts = ["gold"] * 50
    assert [hit.place for hit in Bm25Index(texts).search("gold", 7)] == list(range(7))
    assert Bm25Index(texts).search("gold", 0) == []
    assert len(Bm25Index(texts).search("gold", 500)) == 50


def test_passages_are_taken_as_they_are_cut() -> None:
    parts = passages("gold " * 30 + "river " * 30, 100, 10)
    [first, *_] = Bm25Index(parts).search("river gold", 1)
    assert {"gold", "river"} <= set(parts[first.place].text.split())
    assert first.key == str(first.place)


def test_nothing_is_written_to_the_screen(capfd: pytest.CaptureFixture[str]) -> None:
    Bm25Index(["gold fish"] * 2_000).search("gold")
    assert capfd.readouterr() == ("", "")


def test_nothing_at_all_is_searched_in_vain() -> None:
    for texts in ([], [""], ["the", "of"]):
        assert Bm25Index(texts).search("gold") == []
        assert Index(texts).search("gold") == []
    assert DenseIndex({}).search([1.0, 2.0]) == []
    assert DenseIndex([]).search([1.0]) == []


def test_vectors_are_compared_by_the_cosine() -> None:
    rng = np.random.default_rng(7)
    matrix, query = rng.normal(size=(40, 12)), rng.normal(size=12)
    wanted = [float(row @ query / math.dist(row, [0] * 12) / math.dist(query, [0] * 12))
              for row in matrix]  # fmt: skip
    index = DenseIndex(matrix)
    np.testing.assert_allclose(index.scores(query), wanted, atol=1e-6)
    assert [hit.place for hit in index.search(query, 5)] == np.argsort(wanted)[::-1][:5].tolist()


def test_lengths_of_vectors_do_not_count() -> None:
    index = DenseIndex({"large": [3e38, 3e38], "small": [1e-38, 1e-38], "none": [0.0, 0.0]})
    assert [hit.key for hit in index.search([1.0, 1.0])] == ["large", "small", "none"]
    np.testing.assert_allclose(index.scores([2.0, 2.0]), [1, 1, 0], atol=1e-6)
    assert index.scores([0.0, 0.0]).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("vectors", "query"),
    [
        ({"a": [1.0, math.nan]}, [1.0, 1.0]),
        ({"a": [1.0, math.inf]}, [1.0, 1.0]),
        ({"a": [1.0], "b": [1.0, 2.0]}, [1.0]),
        ({"a": [[1.0]]}, [1.0]),
        ({"a": [1.0, 2.0]}, [1.0]),
        ({"a": [1.0, 2.0]}, [1.0, math.nan]),
    ],
)
def test_vectors_that_cannot_be_compared_are_refused(
    vectors: dict[str, list[float]], query: list[float]
) -> None:
    with pytest.raises(ValueError, match="vector"):
        DenseIndex(vectors).search(query)


def test_rankings_are_fused_by_reciprocal_ranks() -> None:
    found = fuse([["a", "b", "c"], ["c", "a", "d"]])
    wanted = {"a": 1 / 61 + 1 / 62, "c": 1 / 63 + 1 / 61, "b": 1 / 62, "d": 1 / 63}
    assert [key for key, _ in found] == ["a", "c", "b", "d"]
    assert dict(found) == pytest.approx(wanted)
    assert fuse([]) == fuse([[], []]) == []
    assert fuse([["a", "a", "b"]], k=0) == [("a", 1.0), ("b", 0.5)]
    # Of equals, what was further up, then what was named in the earlier ranking.
    assert [key for key, _ in fuse([["x", "y"], ["z", "w"]])] == ["x", "z", "y", "w"]


@given(st.lists(st.lists(st.integers(0, 9), unique=True), max_size=4))
def test_fused_scores_do_not_depend_on_the_order_of_rankings(rankings: list[list[int]]) -> None:
    named = [[str(one) for one in ranking] for ranking in rankings]
    one, other = dict(fuse(named)), dict(fuse(named[::-1]))
    assert one == pytest.approx(other)
    for ranking in named:
        if ranking:
            assert one[ranking[0]] >= 1 / 61


def test_one_index_searches_in_all_ways() -> None:
    texts = {"a": "gold river", "b": "gold", "c": "stone", "d": "lamp"}
    vectors = {"d": [1.0, 0.0], "c": [0.9, 0.1], "a": [0.0, 1.0], "unknown": [0.5, 0.5]}
    index = Index(texts, vectors)
    assert len(index) == 4
    assert [hit.key for hit in index.search("gold river", 2)] == ["a", "b"]
    dense = index.search("", 2, method="dense", vector=[1.0, 0.0])
    assert [(hit.key, hit.place) for hit in dense] == [("d", 3), ("c", 2)]
    hybrid = index.search("gold river", 4, method="hybrid", vector=[1.0, 0.0])
    wanted = {"a": 1 / 61 + 1 / 63, "b": 1 / 62, "d": 1 / 61, "c": 1 / 62}
    assert {hit.key: hit.score for hit in hybrid} == pytest.approx(wanted)
    assert [hit.key for hit in hybrid] == ["a", "d", "b", "c"]
    for method in ("dense", "hybrid"):
        with pytest.raises(ValueError, match="needs vectors"):
            index.search("gold", method=method)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="needs vectors"):
            Index(texts).search("gold", method=method, vector=[1.0])  # type: ignore[arg-type]


def test_a_query_without_end_is_answered() -> None:
    rng = random.Random(1)
    index = Bm25Index([" ".join(rng.choices(VOCABULARY, k=50)) for _ in range(2_000)])
    assert index.search("gold " * 200_000, 1)
    assert index.search("x" * 1_000_000) == []


def test_what_takes_long_to_import_is_imported_late() -> None:
    import subprocess

    code = "import sys, desktop_app.text.retrieval; print('bm25s' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"


def test_searching_never_changes_the_environment_of_the_process() -> None:
    import subprocess

    # The variables are the whole process's: a change by one thread, however short, is seen and
    # undone by others. An audit hook sees every change, so the test does not depend on timing.
    code = """
import sys, threading
import numpy, scipy.sparse  # OpenBLAS sets and removes a variable of its own when it is loaded
changes, errors = [], []
sys.addaudithook(lambda name, args: changes.append(args) if name in ("os.putenv", "os.unsetenv") else None)
from desktop_app.text.retrieval import Bm25Index
sys.setswitchinterval(1e-6)
start = threading.Barrier(16)
def search():
    start.wait()
    try:
        assert Bm25Index(["gold in a mine", "tin"]).search("gold", 1)[0].place == 0
    except BaseException as error:
        errors.append(repr(error))
threads = [threading.Thread(target=search) for _ in range(16)]
[one.start() for one in threads]
[one.join() for one in threads]
print(changes, errors)
"""  # noqa: E501
    for _ in range(3):
        found = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        assert (found.stdout, found.stderr) == ("[] []\n", "")
