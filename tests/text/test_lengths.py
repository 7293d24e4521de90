"""Tests of reading lengths in people's own words, and of comparing texts with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.text.lengths import (
    Bound,
    Length,
    expected_length,
    judge_length,
    measured,
)

SENTENCE = "Here are exactly six words now. "


def bounds(*found: tuple[str, float, float | None]) -> Length:
    return Length(tuple(Bound(*one) for one in found))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("1 paragraph, 3-4 sentences", bounds(("paragraphs", 1, 1), ("sentences", 3, 4))),
        ("2 paragraphs, 7-8 sentences", bounds(("paragraphs", 2, 2), ("sentences", 7, 8))),
        ("2-3 paragraphs", bounds(("paragraphs", 2, 3))),
        ("1 sentence", bounds(("sentences", 1, 1))),
        ("only a name", bounds(("words", 1, 8))),
        ("only a number", bounds(("words", 1, 1))),
        ("nur ein Name", bounds(("words", 1, 8))),
        ("just the title", bounds(("words", 1, 15))),
        ("2–3 pages", bounds(("pages", 2, 3))),
        ("2 — 3 PAGES", bounds(("pages", 2, 3))),
        ("two to three pages", bounds(("pages", 2, 3))),
        ("half a page", bounds(("pages", 0.5, 0.5))),
        ("½ page", bounds(("pages", 0.5, 0.5))),
        ("1/2 page", bounds(("pages", 0.5, 0.5))),
        ("1½ pages", bounds(("pages", 1.5, 1.5))),
        ("1.5 pages", bounds(("pages", 1.5, 1.5))),
        ("1,5 Seiten", bounds(("pages", 1.5, 1.5))),
        ("one and a half pages", bounds(("pages", 1.5, 1.5))),
        ("a quarter of a page", bounds(("pages", 0.25, 0.25))),
        ("eine halbe Seite", bounds(("pages", 0.5, 0.5))),
        ("anderthalb Seiten", bounds(("pages", 1.5, 1.5))),
        ("about 200 words", bounds(("words", 200, 200))),
        ("approx. 1,000 words", bounds(("words", 1000, 1000))),
        ("ca. 1.000 Wörter", bounds(("words", 1000, 1000))),
        ("150-200-word summary", bounds(("words", 150, 200))),
        ("two hundred words", bounds(("words", 200, 200))),
        ("200+ words", bounds(("words", 200, None))),
        ("at least 3 sentences", bounds(("sentences", 3, None))),
        ("mindestens drei Sätze", bounds(("sentences", 3, None))),
        ("up to 5 sentences", bounds(("sentences", 0, 5))),
        ("max. 300 words", bounds(("words", 0, 300))),
        ("no more than two short paragraphs", bounds(("paragraphs", 0, 2))),
        ("höchstens 2 Absätze", bounds(("paragraphs", 0, 2))),
        ("between 5 and 10 sentences", bounds(("sentences", 5, 10))),
        ("3/4 sentences", bounds(("sentences", 3, 4))),
        ("a few sentences", bounds(("sentences", 2, 4))),
        ("einige Sätze", bounds(("sentences", 2, 5))),
        ("ein paar Sätze", bounds(("sentences", 2, 4))),
        ("several paragraphs", bounds(("paragraphs", 3, 7))),
        ("a couple of paragraphs", bounds(("paragraphs", 2, 2))),
        ("one-paragraph", bounds(("paragraphs", 1, 1))),
        ("A single sentence.", bounds(("sentences", 1, 1))),
        ("3 to 5 bullet points", bounds(("items", 3, 5))),
        ("5 bullets, 2 sentences each", bounds(("items", 5, 5), ("sentences", 10, 10))),
        ("4 Stichpunkte, je nach Fall", bounds(("items", 4, 4))),
        ("ein bis zwei Seiten", bounds(("pages", 1, 2))),
        (
            "1 paragraph or 5 bullet points",
            Length((Bound("paragraphs", 1, 1), Bound("items", 5, 5)), either=True),
        ),
        (
            "3-4 sentences per paragraph, 2 paragraphs",
            bounds(("paragraphs", 2, 2), ("sentences", 6, 8)),
        ),
        ("1-2 sentences per question", None),
        ("jeweils 2 Sätze", bounds(("sentences", 2, 2))),
        ("", None),
        ("as long as it takes", None),
        ("short", None),
        ("1 table", None),
        ("2 to 3", None),
        ("sentences", None),
        ("99999999999999999999 words", None),
        ("9" * 400 + " words", None),
        ("١٢ words", bounds(("words", 12, 12))),
    ],
)
def test_words_are_read_as_they_are_meant(words: str, wanted: Length | None) -> None:
    assert expected_length(words) == wanted


def test_nothing_is_no_expectation() -> None:
    assert expected_length(None) is None
    assert judge_length(None, "A text.") is None
    assert judge_length("as needed", "A text.") is None
    assert judge_length(Length(()), "A text.") is None


@given(st.text(max_size=80))
def test_any_words_can_be_read(words: str) -> None:
    found = expected_length(words)
    for bound in found.bounds if found is not None else ():
        assert bound.least >= 0
        assert bound.most is None or bound.most >= bound.least


@given(st.integers(1, 50), st.integers(0, 50), st.sampled_from(["-", "–", " to ", " bis "]))
def test_ranges_of_all_kinds_are_read(least: int, more: int, dash: str) -> None:
    found = expected_length(f"{least}{dash}{least + more} sentences")
    assert found == bounds(("sentences", least, least + more))
    assert found.of("sentences") == found.bounds[0]
    assert found.of("pages") is None


def test_texts_are_measured() -> None:
    found = measured("One two three. Four five!\n\n- six\n- seven eight\n")
    assert (found.words, found.sentences, found.paragraphs, found.items) == (8, 4, 2, 3)
    assert measured("word " * 750).pages == 1.5
    nothing = measured("")
    assert (nothing.words, nothing.sentences, nothing.paragraphs, nothing.items) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("words", "text", "verdict"),
    [
        ("3-4 sentences", SENTENCE * 3, "fits"),
        ("3-4 sentences", SENTENCE * 5, "fits"),  # one more is no matter
        ("3-4 sentences", SENTENCE * 6, "long"),
        ("3-4 sentences", SENTENCE, "short"),
        ("1 sentence", SENTENCE * 2, "long"),
        ("1 sentence", SENTENCE, "fits"),
        ("1 paragraph, 3-4 sentences", SENTENCE * 9, "long"),
        ("1 paragraph", "One.\n\nTwo.", "long"),
        ("2-3 paragraphs", "One.", "fits"),
        ("3 paragraphs", "One.", "short"),
        ("200 words", "word " * 240, "fits"),
        ("200 words", "word " * 260, "long"),
        ("200 words", "word " * 140, "short"),
        ("at least 100 words", "word " * 9_000, "fits"),
        ("up to 100 words", "word", "fits"),
        ("up to 100 words", "word " * 126, "long"),
        ("half a page", "word " * 250, "fits"),
        ("half a page", "word " * 500, "long"),
        ("2 pages", "word " * 700, "short"),
        ("only a name", "Ada King Lovelace", "fits"),
        ("only a number", "157", "fits"),
        ("only a number", "about 157 of them", "long"),
        ("1 paragraph or 5 bullet points", SENTENCE * 4, "fits"),
        ("1 paragraph or 5 bullet points", "- a\n\n" * 5, "fits"),
        ("1 paragraph or 5 bullet points", "One.\n\nTwo.", "short"),
        ("only a name", "", "short"),
        ("1 sentence", "", "short"),
    ],
)
def test_texts_are_judged(words: str, text: str, verdict: str) -> None:
    assert judge_length(words, text) == verdict
    assert judge_length(expected_length(words), measured(text)) == verdict


@given(st.integers(1, 300), st.integers(0, 40))
def test_more_is_never_shorter(asked: int, written: int) -> None:
    order = ["short", "fits", "long"]
    for unit, text in (("words", "word "), ("sentences", SENTENCE), ("paragraphs", "One.\n\n")):
        one = judge_length(f"{asked} {unit}", text * written)
        other = judge_length(f"{asked} {unit}", text * (written + 1))
        assert order.index(str(one)) <= order.index(str(other))
        assert judge_length(f"{written} {unit}", text * written) == "fits"


@pytest.mark.parametrize(
    "text", ["1 " * 500_000, "9" * 1_000_000, "half " * 200_000, "1-" * 500_000]
)
def test_hostile_words_are_read_in_no_time(text: str) -> None:
    assert expected_length(text) is None
