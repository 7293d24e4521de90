"""Fuzzing tests of forms: any file gives a form or a specific error, any input gives valid answers
or a specific error, and normalising answers twice changes nothing.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import InputError
from desktop_app.core.forms import HIDDEN, Form, form_from_json, parse_form
from tests.core.test_forms import GUIDE, guide_forms
from tests.core.test_forms_answers import EVERY_TYPE

WHOLE = guide_forms()[0]
FORMS = [
    parse_form(WHOLE, file="guide"),
    parse_form(
        EVERY_TYPE + "  - {type: section, show_if: {any: [{question: yes, is: yes}, "
        "{question: step, at_least: 2}]}}\n"
        "  - {key: then, type: number, text: Q, show_if: {question: several, has: d}}\n"
        "  - {key: so, type: long_text, text: Q, required_if: {question: then, answered: true}}\n",
        file="every",
    ),
]
WORDS = sorted({*WHOLE.replace("{", " ").replace("}", " ").split(), "form:", "not", "in", "has"})
# Pieces of YAML, so that more of them get past the scanner than random characters would.
SIGNS = [
    "\n",
    "\n  ",
    "\n  - ",
    "{",
    "}",
    "[",
    "]",
    ", ",
    ": ",
    "&a ",
    "*a",
    "!!str ",
    "- ",
    "'",
    '"',
]
ODD = ["|\n", ">-\n", "? ", "---\n", "%YAML 1.1\n", "\t", "#", "\\", "\ud800", "\x00"]
PIECES = st.sampled_from([*WORDS, *SIGNS, *ODD])
SCALARS: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(), max_size=8),
    st.sampled_from(["yes", "no", "a", "b c", "d", "x", "1", "2", "3", "na", "5", "a;d", 10**400]),
)
JSON: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.one_of(st.sampled_from(WORDS).map(lambda word: word.strip(":")), st.text()),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


def answers_to(form: Form) -> st.SearchStrategy[dict[str, Any]]:
    keys = st.sampled_from([question.key for question in form.questions])
    plain = st.dictionaries(st.one_of(keys, st.text(max_size=3)), JSON, max_size=12)
    aside = st.one_of(JSON, st.dictionaries(keys, SCALARS, max_size=4))
    return st.builds(
        lambda given, kept: {**given, **kept},
        plain,
        st.one_of(st.just({}), st.fixed_dictionaries({HIDDEN: aside})),
    )


def read_or_refuse(text: str) -> None:
    refused: InputError | None = None
    try:
        form = parse_form(text, file="f")
    except InputError as error:
        refused = error
    if refused is None:
        assert form_from_json(form.as_json(), file="f") == form
    else:
        assert refused.file == "f"
        f"{refused} {refused.hint}".encode()


@given(st.text(st.characters()))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_pieces_of_forms_are_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@given(st.data())
def test_a_form_that_was_edited_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(WHOLE)))
    end = data.draw(st.integers(start, min(len(WHOLE), start + 30)))
    read_or_refuse(WHOLE[:start] + data.draw(PIECES) + WHOLE[end:])


@given(JSON, st.data())
def test_any_json_is_read_or_refused(value: Any, data: st.DataObject) -> None:
    whole = parse_form(WHOLE, file="f").as_json()
    here: Any = whole
    while True:  # put the value somewhere into a form that is sound
        steps = list(here) if isinstance(here, dict) else list(range(len(here)))
        step = data.draw(st.sampled_from(steps))
        if not isinstance(here[step], dict | list) or not here[step] or data.draw(st.booleans()):
            here[step] = value
            break
        here = here[step]
    for candidate in (value, whole):
        try:
            form = form_from_json(candidate, file="f")
        except InputError:
            continue
        assert form_from_json(form.as_json(), file="f") == form
        assert parse_form(json.dumps(form.as_json()), file="f") == form


@given(st.data())
def test_forms_answer_whatever_was_typed(data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(FORMS))
    answers = data.draw(answers_to(form))
    shown = form.visible(answers)
    missing = form.missing(answers)
    assert {problem.question for problem in missing} <= set(shown)
    form.hints(answers)
    form.visible_parts(answers)
    bad = [str(problem) for problem in missing if problem.kind != "unanswered"]
    if bad or not isinstance(answers.get(HIDDEN), dict | None):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            form.check(answers)
        assert str(caught.value) in [*bad[:1], f"{HIDDEN}: must be an object"]
        return
    normal = form.check(answers)
    assert form.check(normal) == normal or has_nan(normal)
    assert form.visible(normal) == shown
    assert form.missing(normal) == missing
    assert set(normal) & {question.key for question in form.questions} <= set(shown)


def has_nan(value: Any) -> bool:
    """Return whether a value contains NaN, which does not equal itself.

    Fields that a form does not know are not validated, so they may contain it.
    """
    if isinstance(value, dict):
        return any(has_nan(one) for one in value.values())
    if isinstance(value, list):
        return any(has_nan(one) for one in value)
    return bool(value != value)


VALID: dict[str, st.SearchStrategy[Any]] = {
    "yes": st.one_of(st.booleans(), st.sampled_from(["Yes", "n", "TRUE"])),
    "one": st.sampled_from(["x", "2", 2, 3, "3", 3.0]),
    "step": st.sampled_from([1, "2", 3.0, "na"]),
    "several": st.one_of(
        st.lists(st.sampled_from(["a", "b c", 3, "d"]), min_size=2, max_size=3, unique_by=str),
        st.just("a; d"),
    ),
    "whole": st.sampled_from([0, 5.0, "10"]),
    "part": st.integers(1, 10**6).map(lambda n: n / 10),
    "line": st.text(st.characters(categories=["L", "Nd"]), min_size=2, max_size=4),
    "prose": st.text(st.characters(exclude_categories=["Cs"])),
    "list": st.lists(st.sampled_from(["x", " yy ", "", "ü"]), min_size=4, max_size=4).filter(
        lambda texts: 2 <= sum(text != "" for text in texts) <= 3
    ),
    "then": st.floats(-1e14, 1e14),
    "so": st.text(st.characters(exclude_categories=["Cs"])),
}


@given(st.fixed_dictionaries({}, optional=VALID))
def test_valid_answers_have_one_normal_form_and_lose_nothing(answers: dict[str, Any]) -> None:
    form = FORMS[1]
    normal = form.check(answers)
    assert form.check(normal) == normal
    assert form.check(json.loads(json.dumps(normal))) == normal
    kept = {**normal, **normal.get(HIDDEN, {})}
    for key, value in answers.items():
        assert (key in kept) == (not isinstance(value, str) or bool(value.strip()))
        if key in ("line", "prose", "so") and key in kept:
            assert kept[key] == value


def lines_with_fields() -> list[int]:
    names = [line.partition(":")[0].strip(" -") for line in WHOLE.split("\n")]
    return [
        number
        for number, name in enumerate(names, 1)
        if name.replace("_", "").isalpha() and name not in ("de", "en")
    ]


@pytest.mark.parametrize("number", lines_with_fields())
def test_a_mistyped_field_is_named_with_its_line(number: int) -> None:
    lines = WHOLE.split("\n")
    lines[number - 1] = lines[number - 1].replace(":", "x:", 1)
    with pytest.raises(InputError) as caught:
        parse_form("\n".join(lines), file=GUIDE.name)
    assert f"line {number}, " in f"{caught.value}; {caught.value.hint}"
