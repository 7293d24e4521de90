"""Tests of the forms of risum: two questions and a comment, and the background form."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.forms import Form, KeyTarget, form_from_json, parse_form
from desktop_app.core.question_types import options_of
from plugins.risum.rows import check_answers


def read(name: str) -> Form:
    source = resources.files("plugins.risum") / "forms" / f"{name}.yaml"
    return parse_form(source.read_text("utf-8"), file=f"{name}.yaml")


RATING = read("rating")
BACKGROUND = read("background")


@pytest.mark.parametrize("form", [RATING, BACKGROUND], ids=lambda form: form.key)
def test_german_is_complete_and_the_forms_travel(form: Form) -> None:
    assert form.untranslated("de") == []
    assert form.untranslated("en") == []
    assert form_from_json(json.loads(json.dumps(form.as_json())), file="material") == form


def test_rating_asks_follows_then_rating_then_a_comment() -> None:
    assert [(q.key, q.type, q.level, q.required) for q in RATING.questions] == [
        ("follows", "yes_no", "nominal", True),
        ("rating", "likert", "interval", True),
        ("comment", "long_text", None, False),
    ]
    assert RATING.key_map() == {
        "Y": KeyTarget("follows", True),
        "N": KeyTarget("follows", False),
        **{str(point): KeyTarget("rating", point) for point in range(1, 6)},
    }


def test_every_point_is_worded_as_in_the_guidelines() -> None:
    guidelines = resources.files("resources") / "guidelines" / "risum.md"
    told = guidelines.read_text("utf-8")
    for option in options_of(RATING.question("rating")):
        assert f"**{option.code} – {RATING.label(option, 'en')}.**" in told
        assert option.help is not None


def test_the_window_names_both_questions_files_may_lack_one() -> None:
    assert [problem.question for problem in RATING.missing({})] == ["follows", "rating"]
    assert RATING.check({"rating": "4"}) == {"rating": 4}


@pytest.mark.parametrize("follows", ["Yes", "No", None])
@pytest.mark.parametrize("rating", [1, 2, 3, 4, 5, None])
def test_hints_ask_once_about_yes_with_1_and_no_with_5(follows: str | None, rating: Any) -> None:
    odd: dict[Any, str] = {("Yes", 1): "yes_but_missed", ("No", 5): "no_but_excellent"}
    expected = [odd[follows, rating]] if (follows, rating) in odd else []
    due = RATING.hints({"follows": follows, "rating": rating})
    assert [hint.key for hint in due] == expected
    assert all(hint.questions == ("follows", "rating") for hint in due)
    assert RATING.hints({"follows": follows, "rating": rating}, expected) == []


SPELLINGS = [None, "", " ", "Yes", "no", "Y", "true", True, False, 0, 1, 2.0, 2.5, "3", "4.0", "x"]


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "follows": st.sampled_from(SPELLINGS),
            "rating": st.one_of(st.sampled_from(SPELLINGS), st.integers(), st.floats()),
            "comment": st.one_of(
                st.sampled_from(SPELLINGS), st.text(st.characters(exclude_categories=["Cs"]))
            ),
        },
    )
)
def test_the_form_and_the_importer_agree_on_what_an_answer_is(answers: dict[str, Any]) -> None:
    try:
        expected: Any = check_answers(answers)
    except ValueError as error:
        expected = str(error).split(":")[0]
    try:
        got: Any = RATING.check(answers)
    except ValueError as error:
        got = str(error).split(":")[0]
    if got in ({}, {"comment": answers.get("comment")}) or set(got) == {"comment"}:
        assert expected == "follows"  # the importer wants one of the two questions answered
    else:
        assert got == expected


def test_background_is_optional_and_reads_the_sample() -> None:
    assert [question.key for question in BACKGROUND.questions] == [
        "proficiency",
        "education",
        "age_band",
        "weekly_hours",
    ]
    assert BACKGROUND.missing({}) == []
    assert all(len(options_of(question)) == 5 for question in BACKGROUND.questions)
    sample = resources.files("resources") / "samples" / "risum" / "background.jsonl"
    rows = [json.loads(line) for line in sample.read_text("utf-8").splitlines()]
    assert rows
    for row in rows:
        del row["person"]
        assert BACKGROUND.check(row) == row
