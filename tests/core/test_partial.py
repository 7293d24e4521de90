"""Tests of reading a structured answer that is still incomplete."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.replies import legible

ANSWER = '{"score": 2, "positive": ["Clear."], "negative": [{"text": "A “fact” is \\"wrong\\"."}]}'


@pytest.mark.parametrize(
    ("come", "read"),
    [
        ("", ""),
        ('{"score": 2', ""),
        ('{"score": 2, "positive": ["Cl', "Cl"),
        (ANSWER, 'Clear.\n\nA “fact” is "wrong".'),
        (f"```json\n{ANSWER}\n```", 'Clear.\n\nA “fact” is "wrong".'),
        ("```json", ""),
        ("Sorry, I cannot do that.", "Sorry, I cannot do that."),
        ("{curly but no JSON", "{curly but no JSON"),
    ],
)
def test_texts_are_read_and_what_is_around_them_is_not(come: str, read: str) -> None:
    assert legible(come) == read


def test_nothing_that_was_read_goes_away_as_more_comes() -> None:
    told = [legible(ANSWER[:n]) for n in range(2, len(ANSWER) + 1)]
    assert all(later.startswith(earlier) for earlier, later in pairwise(told))


@given(st.text(max_size=60), st.integers(0, 200))
def test_any_text_can_break_off_anywhere(text: str, end: int) -> None:
    answer = json.dumps({"positive": [], "negative": [text]})
    shown = legible(answer[:end])
    assert isinstance(shown, str)
    assert legible(answer) == (text if text.strip() else "")


def test_what_is_nested_without_end_is_shown_as_it_is() -> None:
    deep = '{"a":' * 5000
    assert legible(deep) == deep
