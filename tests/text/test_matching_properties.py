"""Tests of properties of all matches, and against a slow, simple implementation."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.text.finding import find_selection
from desktop_app.text.index import Pairs, cover, longest_endings
from desktop_app.text.languages import language
from desktop_app.text.matching import Matcher
from desktop_app.text.near_matches import NearWords
from desktop_app.text.spans import Kind, Matching
from desktop_app.text.words import split_words

WORDS = [
    *("the", "of", "a", "cat", "cats", "dog", "Dog", "12", "12.0", "13", "1,200", "goverment"),
    *("government", "govern", "ment", "exam-\nple", "example", "don’t", "don't", "possible"),
    *(
        "impossible",
        "東京",
        "京",
        "のは",
        "café",
        "cafe\u0301",
        "👩\u200d🔬",
        "a320",
        "web",
        "site",
    ),
    *("website", "walk", "walking", "ก็ทำ", "שלום"),
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=25).flatmap(
    lambda words: st.sampled_from([" ", ", ", "\n", " - "]).map(lambda gap: gap.join(words))
)
LANGUAGES = st.sampled_from(["en", "fr", "xx"])


def numbers(words: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 3), max_size=words)


def folded(matcher: Matcher, text: str) -> list[str]:
    return split_words(text, matcher.index.lexicon.language.style).forms


def check(matcher: Matcher, answer: str, matching: Matching) -> None:
    document = matcher.document
    at = 0
    for number, span in enumerate(matching.spans):
        assert at <= span.start < span.end <= len(answer)
        at = span.end
        assert (span.kind is Kind.UNSUPPORTED) == (len(span.places) == 0) == (span.primary == -1)
        assert span.primary < len(span.places)
        before = -1
        for place in span.places:
            assert before < place.start < place.end <= len(document)
            before = place.start
            if span.kind is Kind.EXACT:
                assert folded(matcher, document[place.start : place.end]) == folded(
                    matcher, answer[span.start : span.end]
                )
            touching = matching.document.between(place.start, place.end)
            assert len(touching)
            assert all(number in matching.answers_of(index) for index in touching)
    at = 0
    for index, mark in enumerate(matching.document):
        assert at <= mark.start < mark.end <= len(document)
        at = mark.end
        for number in matching.answers_of(index):
            places = matching.spans[number].places
            assert any(place.start < mark.end and mark.start < place.end for place in places)
        assert set(matching.members[mark.group]) <= set(matching.answers_of(index))
    assert 0 <= matching.found <= matching.content


@given(TEXTS | st.text(), TEXTS | st.text(), LANGUAGES, st.sampled_from([50.0, 85.0, 100.0]))
@settings(max_examples=400)
def test_what_is_promised_of_spans(document: str, answer: str, code: str, threshold: float) -> None:
    matcher = Matcher(document, code)
    check(matcher, answer, matcher.match(answer, threshold))


@given(TEXTS)
def test_a_text_is_covered_by_itself(text: str) -> None:
    matching = Matcher(text).match(text)
    assert matching.coverage in (1.0, None)
    assert not matching.of_kind(Kind.UNSUPPORTED)


@given(st.text())
def test_any_text_supports_itself(text: str) -> None:
    matching = Matcher(text).match(text)
    assert matching.of_kind(Kind.UNSUPPORTED) == ()
    assert matching.coverage in (1.0, None)


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=5))
def test_matching_again_is_the_same_as_matching_afresh(document: str, answers: list[str]) -> None:
    matcher = Matcher(document)
    for answer in answers:
        assert matcher.match(answer) == Matcher(document).match(answer)


@given(st.lists(TEXTS, min_size=1, max_size=5), TEXTS)
def test_an_edited_document_is_the_same_as_a_new_one(documents: list[str], answer: str) -> None:
    matcher = Matcher("")
    for document in documents:
        matcher = matcher.edited(document)
        assert matcher.match(answer) == Matcher(document).match(answer)


@given(TEXTS, TEXTS)
def test_any_part_of_a_text_is_found_in_it(document: str, other: str) -> None:
    matcher = Matcher(document + " " + other)
    found = find_selection(matcher, other)
    if other.strip():
        assert found.kind is Kind.EXACT
        assert folded(matcher, other) == folded(
            matcher, matcher.document[found.places[-1].start : found.places[-1].end]
        )


def endings_plainly(answer: list[int], document: list[int]) -> list[int]:
    runs = {
        tuple(document[first:last])
        for first in range(len(document))
        for last in range(first + 1, len(document) + 1)
    }
    return [
        max(
            (
                length
                for length in range(1, last + 2)
                if tuple(answer[last + 1 - length : last + 1]) in runs
            ),
            default=0,
        )
        for last in range(len(answer))
    ]


def cover_plainly(endings: list[int], weights: list[int], needed: int) -> list[tuple[int, int]]:
    taken: set[int] = set()
    chosen: list[tuple[int, int]] = []
    while True:
        runs = [
            (first, last)
            for last in range(1, len(endings) + 1)
            for first in range(last - endings[last - 1], last)
            if sum(weights[first:last]) >= needed and taken.isdisjoint(range(first, last))
        ]
        if not runs:
            return sorted(chosen)
        best = min(runs, key=lambda run: (run[0] - run[1], run[0]))
        chosen.append(best)
        taken.update(range(*best))


@given(numbers(14), numbers(14))
@settings(max_examples=400)
def test_the_longest_runs_agree_with_trying_all(answer: list[int], document: list[int]) -> None:
    known = [word if word in document else -1 for word in answer]
    ids = np.array(document, dtype=np.int64)
    endings = longest_endings(np.array(known, dtype=np.int64), ids, Pairs(ids))
    assert endings == endings_plainly(known, document)
    weights = [(0, 2, 6, 3)[word] for word in answer]
    assert cover(endings, weights, 6) == cover_plainly(endings, weights, 6)


@pytest.mark.parametrize("seed", range(5))
def test_long_repetitive_runs_agree_with_searching(seed: int) -> None:
    rng = random.Random(seed)
    blocks = [[rng.randrange(4) for _ in range(rng.randrange(2, 30))] for _ in range(6)]
    document = [word for _ in range(60) for word in rng.choice(blocks)]
    answer = [word for _ in range(20) for word in rng.choice(blocks)]
    for _ in range(10):
        answer[rng.randrange(len(answer))] = rng.randrange(-1, 4)
    ids = np.array(document, dtype=np.int64)
    found = longest_endings(np.array(answer, dtype=np.int64), ids, Pairs(ids))
    text = "".join(map(chr, document))
    letters = "".join(chr(word) if word >= 0 else "x" for word in answer)
    for last, length in enumerate(found):
        assert letters[last + 1 - length : last + 1] in text
        assert length == last + 1 or letters[last - length : last + 1] not in text


@given(
    st.lists(st.text("abcdé", min_size=3, max_size=9), max_size=40),
    st.text("abcdé", min_size=3, max_size=9),
    st.floats(50, 100),
)
def test_near_words_agree_with_comparing_all(words: list[str], word: str, threshold: float) -> None:
    from rapidfuzz.fuzz import ratio

    from desktop_app.text.words import plain

    likely = {other for other in words if len(plain(other)) >= 4}

    def similarity(one: str, other: str) -> float:
        wrong = [n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]]
        mistaken = len(wrong) == 1 and wrong[0] > 0
        swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1 and sorted(one) == sorted(other)
        slip = len(one) == len(other) >= 5 and (mistaken or swapped)
        return max(ratio(one, other), 100.0 - 60.0 / len(one) if slip else 0.0)

    scores = {other: similarity(plain(word), plain(other)) for other in likely}
    best = max(scores.values(), default=0.0)
    expected: tuple[float, tuple[str, ...]] = (0.0, ())
    if len(word) >= 4 and best >= threshold:
        expected = (best, tuple(sorted(other for other in likely if scores[other] == best)))
    assert NearWords(words, language("xx")).best(word, threshold) == expected
