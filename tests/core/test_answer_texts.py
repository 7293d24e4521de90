"""Tests of answers as text if they do not belong to a form."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.core.answer_texts import listed, value_in_words
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
