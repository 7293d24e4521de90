"""Tests of splitting a text into passages, which cover it, overlap, and end between words."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.text.passages import OVERLAP, SIZE, paragraphs, passages

TEXTS = st.text(st.sampled_from("ab é漢\U0001f600 \n\t.\u00a0"), max_size=400)
WORDS = st.lists(st.text(st.sampled_from("abcé"), min_size=1, max_size=9), max_size=300)


@given(TEXTS, st.integers(1, 60), st.integers(0, 59))
@example("a" * 50, 10, 9)
@example("a " * 50, 10, 9)
def test_every_visible_character_is_covered(text: str, size: int, overlap: int) -> None:
    if overlap >= size:
        with pytest.raises(ValueError, match="overlap"):
            passages(text, size, overlap)
        return
    found = passages(text, size, overlap)
    covered = set()
    for passage in found:
        assert passage.text == text[passage.start : passage.end]
        assert 0 < len(passage.text) <= size
        assert passage.text.strip()
        covered.update(range(passage.start, passage.end))
    assert all(place in covered for place, sign in enumerate(text) if not sign.isspace())
    starts = [passage.start for passage in found]
    assert starts == sorted(set(starts))


@given(WORDS)
def test_passages_of_words_are_of_whole_words_and_overlap(words: list[str]) -> None:
    text = " ".join(words)
    found = passages(text, 200, 30)
    for passage in found:
        assert set(passage.text.split()) <= set(words)
    for one, other in pairwise(found):
        assert 30 <= one.end - other.start <= 30 + 10
    if len(text) > 200:
        assert len(found) >= len(text) / 200


def test_the_papers_size_is_the_default() -> None:
    text = "word " * 10_000
    found = passages(text)
    assert (SIZE, OVERLAP) == (4_000, 100)
    assert max(len(passage.text) for passage in found) <= 4_000
    assert min(len(passage.text) for passage in found[:-1]) >= 3_990
    assert all(one.end - other.start == 100 for one, other in pairwise(found))


def test_nothing_visible_is_no_passage() -> None:
    assert passages("") == passages(" \n\t") == []
    assert [passage.text for passage in passages("one text")] == ["one text"]
    # Emptiness between two passages is left out.
    gap = passages("start " + " " * 20_000 + "end", 4_000, 100)
    assert [passage.text.strip() for passage in gap] == ["start", "end"]


def test_paragraphs_stand_between_empty_lines() -> None:
    text = "  First,\nstill first.\n \t\n\nSecond.\n\n\n\fThird. \r\n\r\nFourth."
    found = paragraphs(text)
    assert [one.text for one in found] == ["First,\nstill first.", "Second.", "Third.", "Fourth."]
    assert all(text[one.start : one.end] == one.text for one in found)
    assert paragraphs(" \n\n ") == []


@given(TEXTS)
def test_paragraphs_keep_all_that_is_visible(text: str) -> None:
    found = paragraphs(text)
    assert "".join("".join(one.text.split()) for one in found) == "".join(text.split())
    for one in found:
        assert one.text == text[one.start : one.end]
        assert "\n\n" not in one.text


@pytest.mark.parametrize("text", ["x" * 1_000_000, "\n" * 1_000_000, " \n" * 500_000])
def test_hostile_texts_take_their_time_only_once(text: str) -> None:
    assert len(passages(text)) <= 300
    assert len(paragraphs(text)) <= 1
