"""Tests of form versions: changes of meaning, and what earlier answers mean in a new version."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.core.form_versions import Change, FormVersions, reinterpretations
from desktop_app.core.forms import Form, form_from_json
from desktop_app.core.protocol.data import Material


def form(version: int, *questions: dict[str, Any], **head: Any) -> Form:
    data = {"form": 1, "key": "k", "version": version, "title": "T", **head}
    return form_from_json({**data, "questions": list(questions)}, file="form")


def asked(type_: str, key: str = "q", **more: Any) -> dict[str, Any]:
    return {"key": key, "type": type_, "text": "How?", **more}


def labelled(*labels: str, **codes: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"code": code, "label": label} for code, label in enumerate(labels, 1)
    ]
    return found + [{"code": c, "label": w, "missing": True} for c, w in codes.items()]


def scale(*labels: str, **more: Any) -> dict[str, Any]:
    return asked("likert", options=labelled(*labels), **more)


def choice(*labels: str) -> dict[str, Any]:
    return asked("single_choice", options=labelled(*labels))


FIVE = ("awful", "2", "3", "4", "superb")


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        (asked("number", min=0, max=10), asked("number", min=0, max=100), "max"),
        (asked("number", min=0, max=10), asked("number", min=1, max=10), "min"),
        (asked("number", min=0), asked("number", min=0, max=10), "max"),
        (asked("number", step=1), asked("number", step=5), "step"),
        (asked("number", integer=True), asked("number"), "step"),
        (scale(*FIVE), scale("awful", "2", "3", "4", "5", "6", "superb"), "options"),
        (scale(*FIVE, level="interval"), scale("bad", *"23456", "good", level="interval"), "label"),
        (scale(*FIVE), scale("superb", "2", "3", "4", "awful"), "label"),
        (scale(*FIVE), scale("harmless", "2", "3", "4", "deadly"), "label"),
        (choice("Agree", "Disagree"), choice("Disagree", "Agree"), "label"),
        (choice("Support", "Oppose"), choice("Never", "Always"), "label"),
        (choice("Typical", "Odd"), choice("Atypical", "Odd"), "label"),
        (choice("+ 1", "0"), choice("- 1", "0"), "label"),
        (asked("yes_no"), asked("yes_no", options=[
            {"code": True, "label": "No harm"}, {"code": False, "label": "Harm"}]), "label"),
    ],
)  # fmt: skip
def test_what_would_make_answers_mean_something_else_is_named(
    old: dict[str, Any], new: dict[str, Any], field: str
) -> None:
    found = list(reinterpretations(form(1, old), form(2, new)))
    assert field in {path[-1] for path, _ in found}
    answers = {"q": old["type"] == "yes_no" or 1}
    assert Change(form(1, old), form(2, new)).carried(answers).kept == {}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (asked("number", integer=True), asked("number", step=1, integer=True)),
        (scale(*FIVE), scale("Awful!", "2", "quite good", "4", " superb")),
        (scale(*FIVE), {**scale(*FIVE), "text": "How good?", "required": True}),
        (choice("a", "b"), choice("A.", "b", "c")),
        (asked("yes_no"), asked("yes_no", options=[
            {"code": True, "label": "yes"}, {"code": False, "label": "no"}])),
        (choice("Good", "Bad"), asked("single_choice", options=[
            {"code": 1, "label": {"en": "Good", "de": "Gut"}},
            {"code": 2, "label": {"en": "Bad", "de": "Schlecht"}}])),
        (scale(*FIVE), asked("likert", options=labelled(*FIVE, x="I cannot say"))),
    ],
)  # fmt: skip
def test_what_leaves_answers_what_they_were_is_let_through(
    old: dict[str, Any], new: dict[str, Any]
) -> None:
    assert list(reinterpretations(form(1, old), form(2, new))) == []
    answers = {"q": old["type"] == "yes_no" or 1}
    assert Change(form(1, old), form(2, new)).carried(answers).aside == {}


def test_answers_that_are_asked_under_one_form_alone_are_set_aside() -> None:
    old = form(1, asked("short_text", "gone"), asked("short_text", "stays"))
    new = form(2, asked("short_text", "stays", max_length=3), asked("short_text", "fresh"))
    answers = {
        "gone": "a", "stays": "b", "fresh": "c", "other": "d", "hidden": {"gone": "e", "x": "f"},
    }  # fmt: skip
    sorted_ = Change(old, new).carried(answers)
    assert sorted_.kept == {"stays": "b", "other": "d", "hidden": {"x": "f"}}
    assert sorted_.aside == {"gone": "a", "fresh": "c", "hidden": {"gone": "e"}}
    assert Change(old, new).carried({"stays": "too long"}).aside == {"stays": "too long"}
    assert answers["hidden"] == {"gone": "e", "x": "f"}


TURNED = ("superb", "2", "3", "4", "awful")
ONLY_BAD = {"show_if": {"question": "a", "is": 1}}


@pytest.mark.parametrize(
    ("old", "new", "answers", "asked_again"),
    [
        # With another meaning, a question is asked again if it was answered and is still visible.
        ([scale(*FIVE)], [scale(*TURNED)], {"q": 1}, ["q"]),
        ([scale(*FIVE)], [scale(*TURNED)], {}, []),
        ([scale(*FIVE)], [scale(*TURNED)], {"hidden": {"q": 1}}, []),
        (
            [choice("x", "y") | {"key": "a"}, scale(*FIVE)],
            [choice("x", "y") | {"key": "a"}, scale(*TURNED, **ONLY_BAD)],
            {"a": 2, "q": 1},
            [],
        ),
        # Two questions changed, and the second depends on the first: those visible now are asked.
        (
            [choice("x", "y") | {"key": "a"}, scale(*FIVE, **ONLY_BAD)],
            [choice("y", "x") | {"key": "a"}, scale(*TURNED, **ONLY_BAD)],
            {"a": 1, "q": 1},
            ["a"],
        ),
        # Gone, new, other words, an option less, a limit more: nothing to ask for.
        ([scale(*FIVE), asked("short_text", "c")], [scale(*FIVE)], {"q": 1, "c": "x"}, []),
        ([scale(*FIVE)], [scale(*FIVE), asked("number", "n", required=True)], {"q": 1}, []),
        ([scale(*FIVE)], [{**scale(*FIVE), "text": "Well?"}], {"q": 1}, []),
        ([choice("x", "y", "z")], [choice("x", "y")], {"q": 3}, []),
        ([asked("short_text")], [asked("short_text", min_length=9)], {"q": "x"}, []),
    ],
)
def test_only_an_answer_that_means_something_else_is_asked_anew(
    old: list[dict[str, Any]],
    new: list[dict[str, Any]],
    answers: dict[str, Any],
    asked_again: list[str],
) -> None:
    assert Change(form(1, *old), form(2, *new)).stale_answers(answers) == asked_again


def test_the_files_of_a_form_are_named_by_its_versions() -> None:
    text = """\
form: 1
key: k
version: {}
title: {}
questions:
  - {{key: q, type: yes_no, text: "Good?"}}
"""
    first, second, other = text.format(1, "A"), text.format(2, "B"), text.format(1, "C")
    states = [(first, "earlier"), (second, "current")]
    versions = FormVersions(Material("f.yaml", one, state) for one, state in states)
    assert versions.files("form") == {"form.yaml": second, "form-1.yaml": first}
    # Two leads have made a version with the same number.
    states.append((other, "earlier"))
    names = FormVersions(Material("f.yaml", one, state) for one, state in states).files("form")
    assert sorted(names.values()) == sorted([first, second, other])
    assert all(name == "form.yaml" or name.startswith("form-1-") for name in names)
    assert FormVersions().files("form") == {}
