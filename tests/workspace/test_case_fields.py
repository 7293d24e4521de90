"""Tests of the fields of a case: which differences are marked word by word."""

from __future__ import annotations

from desktop_app.core.forms import parse_form
from desktop_app.workspace.case_fields import fields_of

FORM = """\
form: 1
key: letters
version: 1
title: Letters
questions:
  - key: problems
    type: multiple_choice
    text: What is wrong?
    options:
      - {code: facts, label: Wrong facts}
      - {code: style, label: Wrong style}
  - key: comment
    type: long_text
    text: Why?
"""


def test_unequal_choices_are_two_values_and_unequal_texts_are_compared() -> None:
    form = parse_form(FORM, file="form.yaml")
    states = [
        {
            "answers": {"problems": ["facts"], "comment": "Too long and wrong."},
            "source": "paper",
            "remark": "One of two.",
        },
        {
            "answers": {"problems": ["facts", "style"], "comment": "Too short and wrong."},
            "source": "journal",
            "remark": "Two of two.",
        },
    ]
    fields = {
        one.path[-1]: one for one in fields_of(states, form, "en", whole=False, everything=True)
    }
    assert all(one.differs for one in fields.values())
    assert fields["problems"].texts == ("Wrong facts", "Wrong facts, Wrong style")
    assert {name for name, one in fields.items() if any(one.marks)} == {"comment", "remark"}


def test_texts_with_little_in_common_are_not_marked() -> None:
    texts = ("The tone is friendly and warm.", "It names no date, and it is too long.")
    states = [{"remark": one} for one in texts]
    (remark,) = fields_of(states, None, "en", whole=False, everything=True)
    assert remark.differs
    assert not any(remark.marks)
