"""Tests that conditions as groups have the same meaning as in the form file."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.form_conditions import Group, condition_of, read_group
from desktop_app.core.forms import form_from_json

KEYS = ("a", "b", "c")
COMPARISONS = st.sampled_from(KEYS).flatmap(
    lambda key: st.sampled_from(
        (
            {"question": key, "is": True},
            {"question": key, "is": False},
            {"question": key, "answered": True},
            {"question": key, "answered": False},
        )
    )
)
CONDITIONS = st.recursive(
    COMPARISONS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"all": parts}),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"any": parts}),
        inner.map(lambda part: {"not": part}),
    ),
    max_leaves=8,
)
ANSWERS = st.dictionaries(st.sampled_from(KEYS), st.booleans())


def is_shown(condition: Any, answers: dict[str, bool]) -> bool:
    """Return whether a form shows a question with this condition."""
    questions: list[dict[str, Any]] = [{"key": key, "type": "yes_no", "text": key} for key in KEYS]
    questions.append({"key": "last", "type": "short_text", "text": "?", "show_if": condition})
    form = form_from_json(
        {
            "form": 1,
            "key": "f",
            "title": "F",
            "version": 1,
            "language": "en",
            "questions": questions,
        },
        file="",
    )
    return "last" in form.visible(answers)


@given(CONDITIONS, st.lists(ANSWERS, min_size=1, max_size=4))
def test_a_condition_means_the_same_after_editing(
    condition: Any, several: list[dict[str, bool]]
) -> None:
    group = read_group(condition)
    assert group is not None
    written = condition_of(group)
    assert written is not None
    for answers in several:
        assert is_shown(written, answers) == is_shown(condition, answers)
    again = read_group(written)
    assert again is not None
    assert condition_of(again) == written, "and stays as it is"


def test_what_is_no_condition_is_left_to_yaml() -> None:
    for wrong in ({"all": []}, {"either": []}, {"question": "a"}, [], "a", {"not": 3}):
        assert read_group(wrong) is None
    assert read_group(None) == Group()
    assert condition_of(Group("none", [Group("all", [])])) is None
