"""Tests that edits of a form file leave all other parts of the file unchanged."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.form_editing import (
    code_from,
    codes_in_conditions,
    codes_of,
    dump,
    duplicated,
    free_key,
    moved,
    parts_of,
    renamed,
    rewrite,
    text_in,
    with_parts,
    with_text,
)
from desktop_app.core.form_properties import (
    SECTION,
    check_form,
    new_part,
    part_of,
    previewed,
    properties,
    steps,
    with_type,
)
from desktop_app.core.form_yaml import read_yaml
from desktop_app.core.forms import parse_form
from desktop_app.core.question_types import QUESTION_TYPES
from desktop_app.files import resource

FORM = """\
# The questions of our study.
form: 1
key: study  # never changes
version: 1
title: A study

questions:
  # First of all.
  - key: good
    type: yes_no
    text: Is it good?

  # Only if it is bad.
  - key: why
    type: long_text
    text: Why not?
    show_if: {question: good, is: false}

  - key: rating
    type: likert
    text: How good?
    options:
      - {code: 1, label: Bad}
      # The middle has no words.
      - {code: 2}
      - {code: 3, label: Good}

hints:
  # Ask again.
  - key: sure
    when: {question: good, is: true}
    message: Sure?
    about: [good]
"""
FILES = [
    # The labels of a paper (`anchors`) are no form.
    *sorted(one for one in Path("plugins").glob("*/forms/*.yaml") if "anchors" not in one.name),
    Path(str(resource("samples/study/form.yaml"))),
    *(Path(str(resource(f"forms/{name}.yaml"))) for name in ("likert", "pairwise", "yes_no")),
]


def data_of(text: str) -> dict[str, Any]:
    data = read_yaml(text, file="").data
    assert isinstance(data, dict)
    return data


def label(number: int) -> str:
    return f"Option {number}"


def test_a_changed_text_changes_one_line() -> None:
    data = data_of(FORM)
    data["questions"][1]["text"] = "Why is it bad?"
    assert rewrite(FORM, data) == FORM.replace("Why not?", '"Why is it bad?"')


def test_the_same_data_changes_nothing() -> None:
    assert rewrite(FORM, data_of(FORM)) == FORM


def test_a_question_moves_with_the_comment_above_it() -> None:
    text = rewrite(FORM, moved(data_of(FORM), 1, 0))
    assert text.index("# Only if it is bad.") < text.index("key: why") < text.index("# First")
    assert "# The middle has no words." in text


def test_an_option_is_added_between_others() -> None:
    data = data_of(FORM)
    data["questions"][2]["options"].insert(2, {"code": 5, "label": "yes, really: good"})
    text = rewrite(FORM, data)
    assert data_of(text) == data
    assert "# The middle has no words." in text
    assert "      - {code: 3, label: Good}" in text


def test_a_removed_question_takes_only_its_comment_with_it() -> None:
    data = data_of(FORM)
    text = rewrite(FORM, with_parts(data, [data["questions"][0], data["questions"][2]]))
    assert "Only if it is bad" not in text
    assert "# First of all." in text
    assert "# Ask again." in text


def test_a_renamed_question_is_renamed_in_conditions_and_hints() -> None:
    data = renamed(data_of(FORM), 0, "fine")
    assert data["questions"][1]["show_if"]["question"] == "fine"
    assert data["hints"][0]["when"]["question"] == "fine"
    assert data["hints"][0]["about"] == ["fine"]
    parse_form(rewrite(FORM, data), file="")


def test_a_copy_has_a_key_of_its_own() -> None:
    data = duplicated(duplicated(data_of(FORM), 2), 2)
    assert [one["key"] for one in parts_of(data)] == [
        "good",
        "why",
        "rating",
        "rating_3",
        "rating_2",
    ]
    parse_form(rewrite(FORM, data), file="")
    assert free_key(data, "new") == "new"


def test_codes_are_made_from_labels() -> None:
    assert code_from("Wrong number", []) == "wrong_number"
    assert code_from(" Größe, falsch! ", []) == "groesse_falsch"
    assert code_from("Élégant (B2)", []) == "elegant_b2"
    assert code_from("Wrong number", ["wrong_number", "wrong_number_2"]) == "wrong_number_3"
    # Digits alone would be a number, and other scripts have no letters for a code.
    assert code_from("12", []) == code_from("错误", []) == code_from("", []) == ""


def test_codes_that_conditions_name_are_found() -> None:
    data = {
        "questions": [
            {"key": "a", "options": [{"code": "x"}, {"code": 2}]},
            {"key": "b", "show_if": {"any": [{"question": "a", "is": "x"}]}},
        ],
        "hints": [{"when": {"question": "a", "in": ["y", 2]}}, {"when": {"question": "b"}}],
    }
    assert codes_of(data, "a") == {"x", "2"}
    assert codes_of(data, "c") == codes_of(None, "a") == set()
    assert codes_in_conditions(data, "a") >= {"x", "y", "2"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_real_forms_survive_every_edit(file: Path) -> None:
    text = file.read_text("utf-8")
    data = data_of(text)
    assert data_of(dump(data)) == data
    comments = text.count("#")
    last = len(parts_of(data)) - 1
    for index in dict.fromkeys((0, last // 2, last)):
        changed = deepcopy(data)
        changed["questions"][index]["help"] = "Two lines,\nwith “quotes”: and # signs."
        assert data_of(rewrite(text, changed)) == changed
        for other in (moved(data, index, 0), duplicated(data, index)):
            result = rewrite(text, other)
            assert data_of(result) == other
            assert result.count("#") >= comments


@pytest.mark.parametrize(
    "text",
    [
        '{"form": 1, "key": "a", "version": 1, "title": "T", "questions": '
        '[{"key": "q", "type": "yes_no", "text": "Q"}]}',
        "form: 1\nkey: a\nversion: 1\ntitle: T\nquestions: [{key: q, type: yes_no, text: Q}]",
        "form: 1\r\nkey: a\r\nversion: 1\r\ntitle: T\r\nquestions:\r\n"
        "- key: q\r\n  type: yes_no\r\n  text: Q\r\n",
        "form: 1\nkey: a\nversion: 1\ntitle: T\nquestions:\n-\n  key: q\n  type: yes_no\n"
        "  text: Q\n",
        "form: 1\nkey: a\nversion: 1\ntitle: T\nquestions:\n- key: q\n  type: yes_no\n"
        "  text: |\n    Q\n    # no comment\n",
    ],
)
def test_unusual_yaml_is_edited_too(text: str) -> None:
    data = data_of(text)
    data["questions"][0]["required"] = True
    data["questions"].append({"key": "r", "type": "short_text", "text": "R: 😀"})
    assert data_of(rewrite(text, data)) == data


_TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff"))


@given(_TEXTS, _TEXTS, st.integers(0, 2))
def test_any_text_can_be_written(first: str, second: str, index: int) -> None:
    data = data_of(FORM)
    data["questions"][index]["text"] = {"en": first, "de": f"{second}\n{first}"}
    data["title"] = second
    assert data_of(rewrite(FORM, data)) == data


def test_texts_are_kept_by_language() -> None:
    both = with_text("One", "de", "en", "Eins")
    assert both == {"en": "One", "de": "Eins"}
    assert with_text(both, "de", "en", " ") == "One"
    assert with_text("One", "en", "en", "") is None
    assert text_in(both, "de", "en") == "Eins"
    assert text_in("One", "de", "en") == ""


@pytest.mark.parametrize("type_", QUESTION_TYPES)
def test_a_new_question_with_one_choice_requires_an_answer(type_: str) -> None:
    is_required = type_ in ("yes_no", "single_choice", "likert")
    assert new_part(type_, "new", "New", label).get("required", False) is is_required


@pytest.mark.parametrize("type_", [*QUESTION_TYPES, SECTION])
@pytest.mark.parametrize("other", [*QUESTION_TYPES, SECTION])
def test_every_type_can_be_added_and_changed_to_every_other(type_: str, other: str) -> None:
    assert properties(type_)
    part = with_type(new_part(type_, "new", "New", label), other, label)
    if other != SECTION:
        part["key"] = "new"
    data = data_of(FORM)
    form = parse_form(rewrite(FORM, with_parts(data, [*parts_of(data), part])), file="")
    assert form.parts[-1].type == other


def test_steps_of_a_scale_keep_their_words() -> None:
    old = [{"code": 1, "label": "Bad"}, {"code": 2}, {"code": "x", "missing": True, "label": "?"}]
    assert steps(3, old, label) == [
        {"code": 1, "label": "Bad"},
        {"code": 2},
        {"code": 3, "label": "Option 3"},
        {"code": "x", "missing": True, "label": "?"},
    ]


def test_problems_are_at_their_question_and_the_rest_is_previewed() -> None:
    checked = check_form(FORM.replace("      - {code: 3, label: Good}", "      - {code: 3}"))
    assert [part_of(flaw) for flaw in checked.flaws] == [2]
    assert checked.flaws[0].line == 26
    form, kept = previewed(checked)
    assert form is not None
    assert [question.key for question in form.questions] == ["good", "why"]
    assert kept == [0, 1]
    assert previewed(check_form("x: [")) == (None, [])


def test_a_preview_leaves_out_what_depends_on_a_wrong_question() -> None:
    checked = check_form(FORM.replace("type: yes_no", "type: yesno"))
    form, _ = previewed(checked)
    assert form is not None
    assert [question.key for question in form.questions] == ["rating"]
