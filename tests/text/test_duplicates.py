"""Tests of finding nearly equal texts, against a comparison of every pair."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rapidfuzz.distance import Indel

from desktop_app.text.duplicates import most_alike, near_duplicates

TEXTS = st.lists(st.lists(st.sampled_from("abcde"), max_size=12).map(" ".join), max_size=8)


@example(["a a a a a", "a a a a b"], 0.8)
@given(TEXTS, st.sampled_from([0.3, 0.5, 0.8, 0.9, 1.0]))
def test_no_pair_is_lost(texts: list[str], at_least: float) -> None:
    named = {f"k{place}": text for place, text in enumerate(texts)}
    wanted = []
    for one in range(len(texts)):
        for other in range(one + 1, len(texts)):
            a, b = texts[one].split(), texts[other].split()
            likeness = Indel.normalized_similarity(a, b)
            if a and b and likeness >= at_least - 1e-9:
                wanted.append((f"k{one}", f"k{other}", pytest.approx(likeness)))
    found = near_duplicates(named, at_least)
    assert sorted(found, key=lambda pair: pair[:2]) == wanted
    assert [pair[2] for pair in found] == sorted((pair[2] for pair in found), reverse=True)


def test_case_and_punctuation_do_not_count() -> None:
    found = near_duplicates({"b": "Write a review, of a novel.", "a": "write a REVIEW of a novel"})
    assert found == [("b", "a", 1.0)]


def test_only_texts_of_one_group_are_compared() -> None:
    texts = dict.fromkeys(("a", "b", "c", "d"), "the same text for all")
    groups = {"a": "Law", "b": "Physics", "c": "Law"}
    assert near_duplicates(texts, groups=groups) == [("a", "c", 1.0)]
    assert near_duplicates({"a": "", "b": "", "c": "..."}) == []
    assert near_duplicates({}) == []


@pytest.mark.parametrize("at_least", [0, -1, 1.1])
def test_a_likeness_that_makes_no_sense_is_refused(at_least: float) -> None:
    with pytest.raises(ValueError, match="likeness"):
        near_duplicates({"a": "b"}, at_least)


def test_many_texts_and_endless_ones() -> None:
    rng = random.Random(3)
    words = [f"w{number}" for number in range(3_000)]
    texts = {str(number): " ".join(rng.choices(words, k=200)) for number in range(600)}
    texts["copy"] = texts["17"].replace(texts["17"].split()[5], "other")
    [(one, other, likeness)] = near_duplicates(texts)
    assert (one, other) == ("17", "copy")
    assert likeness > 0.98
    endless = {"a": "x " * 500_000, "b": "x " * 400_000, "c": "y" * 1_000_000}
    assert near_duplicates(endless) == [("a", "b", 1.0)]


@given(st.lists(st.sampled_from("abcde"), max_size=12), TEXTS, st.sampled_from([0.3, 0.8, 1.0]))
def test_a_text_is_compared_with_each_other_one(
    words: list[str], texts: list[str], at_least: float
) -> None:
    named = {f"k{place}": text for place, text in enumerate(texts)}
    wanted = []
    for key, text in named.items():
        likeness = Indel.normalized_similarity(words, text.split())
        if words and text.split() and likeness >= at_least - 1e-9:
            wanted.append((key, pytest.approx(likeness)))
    found = most_alike(" ".join(words).upper(), named, at_least)
    assert sorted(found) == wanted
    assert [pair[1] for pair in found] == sorted((pair[1] for pair in found), reverse=True)
