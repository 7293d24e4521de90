"""Tests of a lead's own labels for the options of a protocol's forms."""

from __future__ import annotations

import pytest

from desktop_app.core.anchors import anchors_in_markdown, anchors_of, check_anchors, with_anchors
from desktop_app.core.form_problems import FormError
from desktop_app.core.forms import Form, parse_form
from desktop_app.core.question_types import options_of

FORM = parse_form(
    """
form: 1
key: rate
title: Rate
version: 1
questions:
  - key: tone
    type: single_choice
    text: {en: "How is the tone?", de: "Wie ist der Ton?"}
    options:
      - {code: 1, label: {en: Cold, de: Kalt}}
      - {code: 2, label: {en: Warm, de: Warm}, help: {en: As to a friend., de: Wie zu Freunden.}}
  - key: why
    type: long_text
    text: {en: "Why?", de: "Warum?"}
    required: false
""",
    file="rate.yaml",
)
FORMS = {"rate": FORM}


def labels(form: Form) -> list[str]:
    return [form.label(option, "en") for option in options_of(form.question("tone"))]


def refused(text: str) -> str:
    with pytest.raises(FormError) as error:
        check_anchors(text, FORMS, file="anchors.yaml")
    return str(error.value)


def test_the_labels_of_the_forms_can_be_replaced_in_a_file() -> None:
    text = anchors_of(FORMS)
    check_anchors(text, FORMS, file="anchors.yaml")
    assert labels(with_anchors("rate", FORM, text)) == ["Cold", "Warm"]
    own = text.replace("Cold", "Distant")
    changed = with_anchors("rate", FORM, own)
    assert labels(changed) == ["Distant", "Warm"]
    assert [option.code for option in options_of(changed.question("tone"))] == [1, 2]
    # Other stages, and invalid files, change nothing.
    assert with_anchors("review", FORM, own) == FORM
    assert with_anchors("rate", FORM, own.replace("code: 2", "code: 3")) == FORM


def test_errors_in_labels_are_named_with_their_lines() -> None:
    assert "must have stages" in refused("[]")
    assert "the stages: rate" in refused("review: {}")
    assert "must have questions" in refused("rate: 1")
    assert "they are: tone" in refused("rate:\n  why: []")
    error = refused("rate:\n  tone:\n  - {code: 2, label: A}\n  - {code: 1, label: B}")
    assert "line 2" in error
    assert "must list these codes in this order: 1, 2" in error


def test_labels_are_previewed_in_a_language() -> None:
    text = anchors_of(FORMS)
    assert anchors_in_markdown(text, "de").splitlines() == [
        *("### rate: tone", "", "- **Kalt** (1)", "- **Warm** (2): Wie zu Freunden.")
    ]
    assert "**Cold** (1)" in anchors_in_markdown(text, "fr")
    assert anchors_in_markdown("- 1", "en") == ""
