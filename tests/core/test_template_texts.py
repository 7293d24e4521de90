"""Tests of finding the template texts of new questions, sections and options."""

from __future__ import annotations

import pytest

from desktop_app.core.form_editing import dump
from desktop_app.core.form_properties import check_form, new_part, part_of, previewed
from desktop_app.core.forms import parse_form
from desktop_app.core.template_texts import (
    NEW_QUESTION,
    NEW_SECTION,
    template_places,
    template_texts,
)

HEAD = {"form": 1, "key": "study", "version": 1, "title": "Study"}


def form_with(*parts: dict[str, object]) -> str:
    return dump({**HEAD, "questions": list(parts)})


@pytest.mark.parametrize("language", ["en", "de"])
def test_new_parts_have_problems_until_they_have_their_own_texts(language: str) -> None:
    def option(number: int) -> str:
        return f"Option {number}"

    text = form_with(
        new_part("section", "", NEW_SECTION[language], option),
        new_part("single_choice", "why", NEW_QUESTION[language], option),
    )
    checked = check_form(text)
    assert checked.form is not None, "the form can be read, previewed and edited"
    assert [part_of(flaw) for flaw in checked.flaws] == [0, 1, 1, 1]
    assert [flaw.path for flaw in checked.blocking] == ["questions[why].text"]
    assert all(flaw.line for flaw in checked.flaws)
    assert len(checked.template_flaws) == 4
    own = text.replace(NEW_QUESTION[language], "Why?").replace(NEW_SECTION[language], "Reasons")
    assert check_form(own).blocking == ()
    assert [flaw.is_warning for flaw in check_form(own).flaws] == [True, True]
    assert check_form(own.replace("Option ", "Reason ")).flaws == ()


def test_the_code_of_an_option_without_a_label_is_a_template_text() -> None:
    options = [{"code": "option_1"}, {"code": "yes"}, {"code": "option_3", "label": "Third"}]
    data = {**HEAD, "questions": [{"key": "q", "type": "single_choice", "options": options}]}
    assert [text for _, text in template_texts(data)] == ["option_1"]
    assert template_places(data) == ["q: option_1"]


def test_the_key_of_a_new_question_is_a_template_text() -> None:
    keys = ("number", "short_text_2", "yes_no", "number_of_errors", "quality")
    data = {**HEAD, "questions": [{"key": key, "type": "number", "text": "?"} for key in keys]}
    assert template_places(data) == ["number", "short_text_2", "yes_no"]
    assert template_places(data, ["number", "yes_no"]) == ["short_text_2"]


def test_one_language_with_a_template_text_is_enough() -> None:
    words = {"en": "Is it right?", "de": "Neue Frage"}
    checked = check_form(form_with({"key": "q", "type": "yes_no", "text": words}))
    assert len(checked.blocking) == 1


def test_unusual_data_have_no_template_texts() -> None:
    for questions in (None, [1, {"text": 3, "options": [4, {}]}], {"a": 1}):
        assert list(template_texts({"questions": questions})) == []


def test_template_texts_stay_in_the_preview_beside_other_problems() -> None:
    new = new_part("yes_no", "a", "New question", str)
    form, kept = previewed(check_form(form_with(new, {"key": "b", "type": "nonsense"})))
    assert form is not None
    assert [one.key for one in form.questions] == ["a"]
    assert kept == [0]


def test_questions_with_the_same_text_are_named_with_their_keys() -> None:
    text = form_with(
        {"key": "a", "type": "yes_no", "text": {"en": "Good?", "de": "Gut?"}},
        {"key": "b", "type": "yes_no", "text": {"en": "Good?", "de": "Brauchbar?"}},
        {"key": "c", "type": "yes_no", "text": "Fluent?"},
    )
    form = parse_form(text, file="")
    assert [form.name_of(one, "en") for one in form.questions] == [
        "Good? (a)",
        "Good? (b)",
        "Fluent?",
    ]
    assert [form.name_of(one, "de") for one in form.questions][:2] == ["Gut?", "Brauchbar?"]
