"""Tests of answers as text: with a form, without one, and in another language."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.core.answer_texts import answer_in_words, answers_in_words, listed, value_in_words
from desktop_app.core.forms import parse_form
from desktop_app.workspace.case_fields import MISSING, answer_text, plain_value


@pytest.mark.parametrize(
    ("value", "cell", "lines"),
    [
        (None, "", "None"),
        (True, "✓", "yes"),
        (0, "0", "0"),
        (["a", None, 2], "a, 2", "a, None, 2"),
        (["x" * 20, "b"], "x" * 20 + "\nb", "x" * 20 + ", b"),
        ({"error_types": [], "n": 1}, "n: 1", "Error types: \nN: 1"),
        ({"a": {"b": False}}, "a: b: ✗", "A: B: no"),
        ([{"a": 1, "b": 2}, "c"], "a: 1 · b: 2\nc", "A: 1\nB: 2, c"),
        ({}, "", ""),
    ],
)
def test_any_value_is_shown_in_words(value: Any, cell: str, lines: str) -> None:
    assert value_in_words(value) == cell
    assert plain_value(value) == lines


@pytest.mark.parametrize("make", [lambda inner: [inner], lambda inner: {"a": inner}])
def test_what_is_nested_too_deep_is_marked_as_left_out(make: Any) -> None:
    value: Any = "deep"
    for _ in range(1_000):
        value = make(value)
    beside = {"near": "kept", "far": value}
    cell = value_in_words(beside)
    assert cell.startswith("near: kept · far: ")
    assert cell.endswith("…")
    words = answer_text(None, None, beside, "en")
    assert words.startswith("Near: kept\nFar: ")
    assert words.endswith("…")
    assert answer_text(None, None, MISSING, "en") == ""


def test_options_with_commas_are_told_apart() -> None:
    assert listed(["Late", "Rude"]) == "Late, Rude"
    assert listed(["Something is missing", "Invented, or wrong"]) == (
        "Something is missing; Invented, or wrong"
    )


FORM = """\
form: 1
key: marks
version: 1
title: Marks
questions:
  - {key: mark, type: number, text: Mark}
  - {key: why, type: text_list, text: Reasons}
"""


def test_numbers_have_the_decimal_point_of_the_language() -> None:
    form = parse_form(FORM, file="")
    mark, why = form.questions
    for language, shown in (("en", "2.5"), ("de", "2,5"), ("it", "2.5")):
        assert answer_in_words(form, mark, 2.5, language) == shown
        assert answer_text(mark, form, 2.5, language) == shown
        assert answer_text(None, None, 2.5, language) == shown
        assert value_in_words(2.5, language=language) == shown
        assert value_in_words({"a": [2.5]}, language=language) == f"a: {shown}"
    assert answers_in_words(form, {"mark": 2.5}, "de") == [("Mark", "2,5")]
    # Whole numbers, and texts with a point, have no decimals.
    assert answer_in_words(form, mark, 3, "de") == "3"
    assert answer_in_words(form, why, ["No. 2.5"], "de") == "No. 2.5"
    assert value_in_words([0.5, 1.5], language="de") == "0,5; 1,5", "each number ends somewhere"
