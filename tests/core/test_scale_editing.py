"""Tests of adding and removing steps of a scale in the data of a form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.form_editing import Data, dump
from desktop_app.core.form_properties import (
    check_form,
    marked_steps,
    new_options,
    steps,
    summary_of,
    without_step,
)

MISSING: Data = {"code": "cannot_tell", "label": "Can’t tell", "missing": True}


def label(number: int) -> str:
    return "Lowest" if number == 1 else "Highest"


def summary(options: list[Data]) -> str:
    question = {"key": "q", "type": "likert", "text": "Good?", "options": options}
    checked = check_form(
        dump({"form": 1, "key": "k", "version": 1, "title": "T", "questions": [question]})
    )
    assert checked.form is not None, checked.errors
    return summary_of(checked.form.question("q"))


@pytest.mark.parametrize(
    ("removed", "codes", "text", "marked"),
    [
        ([4], [1, 2, 3, 4], "1–4", 4),
        ([4, 3], [1, 2, 3], "1–3", 3),
        ([3], [1, 2, 3, 5], "1, 2, 3, 5", 0),
        ([0], [2, 3, 4, 5], "2–5", 0),
        ([2, 2], [1, 2, 5], "1, 2, 5", 0),
    ],
)
def test_a_scale_says_which_steps_are_left(
    removed: list[int], codes: list[int], text: str, marked: int
) -> None:
    options = [*new_options("likert", label), MISSING]
    for index in removed:
        options = without_step(options, index)
    assert [one["code"] for one in options] == [*codes, "cannot_tell"]
    assert (options[0]["label"], options[-2]["label"]) == ("Lowest", "Highest")
    assert summary(options) == text
    assert marked_steps(options) == marked


def test_the_own_label_of_a_new_end_stays() -> None:
    options = [{"code": n, "label": f"Step {n}"} for n in (1, 2, 3)]
    assert [one["label"] for one in without_step(options, 2)] == ["Step 1", "Step 2"]
    assert without_step([{"code": 1, "label": "One"}], 0) == []


def test_the_ends_of_a_scale_stay_its_ends_with_another_number_of_steps() -> None:
    five = new_options("likert", label)
    seven = steps(7, five, label)
    assert [one.get("label") for one in seven] == ["Lowest", *[None] * 5, "Highest"]
    named = [{"code": n, "label": words} for n, words in enumerate("abcde", 1)]
    assert [one["label"] for one in steps(3, named, label)] == ["a", "b", "e"]
    # Renumbered after a step has been removed.
    assert [one["code"] for one in steps(4, without_step(named, 1), label)] == [1, 2, 3, 4]


def _edit(options: list[Data], edit: tuple[str, int]) -> list[Data]:
    kind, number = edit
    if kind == "steps":
        return steps(number, options, label)
    if sum(not one.get("missing") for one in options) > 2:
        real = [place for place, one in enumerate(options) if not one.get("missing")]
        return without_step(options, real[number % len(real)])
    return options


@given(
    st.lists(
        st.tuples(st.just("steps"), st.sampled_from((3, 4, 5, 7, 10)))
        | st.tuples(st.just("remove"), st.integers(0, 9)),
        max_size=8,
    ),
    st.booleans(),
)
def test_any_edits_leave_a_valid_scale_with_texts_at_its_ends(
    edits: list[tuple[str, int]], has_missing: bool
) -> None:
    options: list[Data] = [*new_options("likert", label), *([MISSING] if has_missing else [])]
    for edit in edits:
        options = _edit(options, edit)
    real: list[Any] = [one["code"] for one in options if not one.get("missing")]
    ends = [one for one in options if not one.get("missing")]
    assert (ends[0]["label"], ends[-1]["label"]) == ("Lowest", "Highest")
    assert [one for one in options if one.get("missing")] == ([MISSING] if has_missing else [])
    words = summary(options)
    assert words.startswith(str(real[0]))
    assert words.endswith(str(real[-1]))
    assert ("–" in words) == (real == list(range(real[0], real[-1] + 1)))
    assert marked_steps(options) == (len(real) if real == list(range(1, len(real) + 1)) else 0)
