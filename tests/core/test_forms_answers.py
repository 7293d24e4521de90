"""Tests of answers to forms: visible questions, missing answers, the normal form, and that no
answer is lost.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from desktop_app.core.answer_texts import answer_in_words, answers_in_words
from desktop_app.core.forms import HIDDEN, Form, Problem, parse_form
from desktop_app.core.question_types import NumberQuestion, options_of

EVERY_TYPE = """
form: 1
key: every.type
version: 2
title: Every type
questions:
  - {key: yes, type: yes_no, text: Q}
  - {key: one, type: single_choice, text: Q, options: [{code: x}, {code: "2"}, {code: 3}]}
  - key: step
    type: likert
    text: Q
    options: [{code: 1, label: a}, {code: 2}, {code: 3, label: b}, {code: na, missing: true}]
  - key: several
    type: multiple_choice
    text: Q
    min: 2
    max: 3
    options: [{code: a}, {code: b c}, {code: 3}, {code: d}]
  - {key: whole, type: number, text: Q, integer: true, min: 0, max: 10, step: 5}
  - {key: part, type: number, text: Q, min: 0.1, step: 0.1}
  - {key: line, type: short_text, text: Q, min_length: 2, max_length: 4}
  - {key: prose, type: long_text, text: Q}
  - {key: list, type: text_list, text: Q, min: 2, max: 3, max_length: 5}
"""


@pytest.fixture
def every() -> Form:
    return parse_form(EVERY_TYPE, file="every.yaml")


def form(questions: str) -> Form:
    head = "form: 1\nkey: test\nversion: 1\ntitle: T\nquestions:\n"
    return parse_form(head + questions, file="test.yaml")


@pytest.mark.parametrize(
    ("key", "typed", "normal"),
    [
        ("yes", True, True),
        ("yes", "No", False),
        ("one", "x", "x"),
        ("one", " 2 ", "2"),
        ("one", 2, "2"),
        ("one", "3.0", 3),
        ("step", 2.0, 2),
        ("step", "na", "na"),
        ("several", ["d", "a"], ["a", "d"]),
        ("several", ("3", "b c", 3), ["b c", 3]),
        ("several", "d; 3; ", [3, "d"]),
        ("whole", "5.0", 5),
        ("whole", 10.0, 10),
        ("part", 0.3, 0.3),
        ("part", "1", None),
        ("part", " .4 ", 0.4),
        ("part", "0,3", 0.3),
        ("part", " +0,300", 0.3),
        ("whole", "5,0", 5),
        ("line", " ab ", " ab "),
        ("line", 12, "12"),
        ("line", "ab\n", "ab\n"),
        ("prose", "a\n\nb ", "a\n\nb "),
        ("prose", True, "true"),
        ("prose", 0.5, "0.5"),
        ("list", ["x", "", None, " y"], ["x", " y"]),
    ],
)
def test_spelling_is_forgiven(every: Form, key: str, typed: Any, normal: Any) -> None:
    if normal is None:  # 1 is nine steps of 0.1 above 0.1
        normal = 1
    assert every.check({key: typed}) == {key: normal}
    assert type(every.check({key: typed})[key]) is type(normal)
    assert every.missing({key: typed}) == []


@pytest.mark.parametrize("key", ["yes", "one", "step", "several", "whole", "line", "prose", "list"])
@pytest.mark.parametrize("nothing", [None, "", "  \n"])
def test_blank_is_no_answer(every: Form, key: str, nothing: Any) -> None:
    assert every.check({key: nothing}) == {}
    assert every.missing({key: nothing}) == []


def test_empty_lists_are_no_answers(every: Form) -> None:
    assert every.check({"several": [], "list": ["", None, " "]}) == {}
    assert every.check({"several": " ; "}) == {}


_UNCLEAR = (
    "must be a number with a decimal point, or without a comma: "
    "a comma before three digits may separate thousands"
)


@pytest.mark.parametrize(
    ("key", "typed", "kind", "reason"),
    [
        ("yes", 1, "not_offered", "must be Yes or No (true or false)"),
        ("yes", "maybe", "not_offered", "must be Yes or No (true or false)"),
        ("one", "y", "not_offered", "must be one of x, 2, 3"),
        ("one", True, "not_offered", "must be one of x, 2, 3"),
        ("one", ["x"], "not_offered", "must be one of x, 2, 3"),
        ("step", 2.5, "not_offered", "must be one of 1, 2, 3, na"),
        ("step", 10**400, "not_offered", "must be one of 1, 2, 3, na"),
        ("step", math.inf, "not_offered", "must be one of 1, 2, 3, na"),
        ("several", ["a"], "too_few", "has too few entries: 1 (at least 2)"),
        ("several", "b c", "too_few", "has too few entries: 1 (at least 2)"),
        ("several", ["a", "b c", 3, "d"], "too_many", "has too many entries: 4 (at most 3)"),
        ("several", ["a", "e"], "not_offered", "must be one of a, b c, 3, d"),
        ("several", {"a": 1}, "not_offered", "must be one of a, b c, 3, d"),
        ("whole", 2.5, "not_readable", "must be a whole number"),
        ("whole", "3,5", "not_readable", "must be a whole number"),
        ("whole", "1,000,000", "not_readable", "must be a number"),
        ("whole", ",5", "not_readable", "must be a number"),
        ("whole", "5,", "not_readable", "must be a number"),
        ("part", "1,5.2", "not_readable", "must be a number"),
        ("part", "1,250", "unclear_comma", _UNCLEAR),
        ("part", "-100,000", "unclear_comma", _UNCLEAR),
        ("whole", True, "not_readable", "must be a number"),
        ("whole", math.nan, "not_readable", "must be a finite number of at most 15 digits"),
        ("whole", -5, "too_small", "must be at least 0"),
        ("whole", 15, "too_large", "must be at most 10"),
        ("whole", 7, "off_step", "must be in steps of 5"),
        ("part", 0.35, "off_step", "must be in steps of 0.1, counted from 0.1"),
        ("line", "a", "too_short", "must have at least 2 characters, but has 1"),
        ("line", "abcde", "too_long", "must have at most 4 characters, but has 5"),
        ("line", "a\nb", "line_break", "must be a single line"),
        ("line", ["a"], "not_readable", "must be text"),
        ("prose", "\ud800", "not_readable", "must be text"),
        ("prose", 10**400, "not_readable", "must be text"),
        ("list", ["a"], "too_few", "has too few entries: 1 (at least 2)"),
        ("list", "a", "too_few", "has too few entries: 1 (at least 2)"),
        ("list", ["a", "b", "c", "d"], "too_many", "has too many entries: 4 (at most 3)"),
        ("list", ["a", "bcdefg"], "too_long", "must have at most 5 characters, but has 6"),
        ("list", ["a", "b\nc"], "line_break", "must be a single line"),
        ("list", ["a", []], "not_readable", "must be a list of texts"),
    ],
)
def test_meaning_is_not_guessed(every: Form, key: str, typed: Any, kind: str, reason: str) -> None:
    (problem,) = every.missing({key: typed})
    assert (problem.question, problem.kind, problem.reason) == (key, kind, reason)
    assert (problem.limit is not None) == (kind.startswith("too_") or kind == "off_step")
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        every.check({key: typed})
    assert str(caught.value) == f"{key}: {reason}"


def test_numbers_too_long_to_write_are_not_readable(every: Form) -> None:
    for key in ("one", "step", "several", "whole", "part", "line", "prose", "list"):
        (problem,) = every.missing({key: 10**5000})
        assert problem.kind in ("not_offered", "not_readable")


def test_all_that_is_missing_is_named_at_once_in_reading_order() -> None:
    asked = form(
        "  - {key: c, type: number, text: Q, required: true}\n"
        "  - {key: b, type: number, text: Q, max: 3}\n"
        "  - {key: a, type: short_text, text: Q, required_if: {question: b, answered: true}}\n"
        "  - {key: d, type: short_text, text: Q}\n"
    )
    assert asked.missing({"b": 9}) == [
        Problem("c", "unanswered", "is not answered"),
        Problem("b", "too_large", "must be at most 3", 3),
        Problem("a", "unanswered", "is not answered"),
    ]
    assert asked.required({"b": 1}) == {"a", "c"}
    assert asked.required({}) == {"c"}
    assert asked.check({"b": 1}) == {"b": 1}  # files may lack required answers


def test_what_does_not_show_is_not_missing_and_does_not_vanish() -> None:
    asked = form(
        "  - {key: a, type: yes_no, text: Q}\n"
        "  - {key: b, type: number, text: Q, required: true, show_if: {question: a, is: yes}}\n"
        "  - {key: c, type: short_text, text: Q, show_if: {question: b, at_least: 3}}\n"
    )
    typed = {"a": "yes", "b": "5", "c": "because"}
    shown = asked.check(typed)
    assert shown == {"a": True, "b": 5, "c": "because"}

    put_away = asked.check({**shown, "a": "no"})
    assert put_away == {"a": False, HIDDEN: {"b": 5, "c": "because"}}
    assert asked.missing(put_away) == []
    assert asked.visible(put_away) == ["a"]
    assert asked.check(put_away) == put_away

    assert asked.check({**put_away, "a": "yes"}) == shown
    # The newer state counts: a new answer, or none.
    assert asked.check({**put_away, "a": "yes", "b": 4})["b"] == 4
    assert asked.check({**put_away, "a": "yes", "b": ""}) == {"a": True, HIDDEN: {"c": "because"}}

    # Nobody can correct a hidden answer, so it is kept as it was typed.
    assert asked.check({"a": False, "b": "five"}) == {"a": False, HIDDEN: {"b": "five"}}
    with pytest.raises(ValueError, match="b: must be a number"):
        asked.check({"a": True, HIDDEN: {"b": "five"}})


def test_unknown_fields_are_kept_wherever_they_stand() -> None:
    asked = form("  - {key: a, type: number, text: Q}\n")
    answers = {"z": [1], "a": "1", "y": None, HIDDEN: {"old": "x", "older": None}}
    assert asked.check(answers) == {"a": 1, "z": [1], HIDDEN: {"old": "x"}}


def test_a_hidden_field_of_the_wrong_type_is_refused_and_does_not_crash() -> None:
    asked = form("  - {key: a, type: number, text: Q}\n")
    assert asked.visible({HIDDEN: "x"}) == ["a"]
    with pytest.raises(ValueError, match="hidden: must be an object"):
        asked.check({HIDDEN: "x"})


@pytest.mark.parametrize(
    ("condition", "true", "false"),
    [
        ("{question: yes, is: no}", [{"yes": "N"}], [{}, {"yes": True}, {"yes": "?"}]),
        ("{question: step, is: 2.0}", [{"step": "2"}], [{"step": 1}, {"step": "na"}]),
        ("{question: one, in: [x, 3]}", [{"one": "3"}, {"one": "x"}], [{}, {"one": "2"}]),
        ("{question: several, has: d}", [{"several": "d"}], [{}, {"several": ["a"]}]),
        ("{question: step, at_least: 2}", [{"step": 3}], [{"step": 1}, {"step": "na"}, {}]),
        ("{question: whole, at_most: 5}", [{"whole": 5}], [{"whole": 10}, {}]),
        ("{question: part, is: 0.3}", [{"part": "0.30"}], [{"part": 0.4}]),
        ("{question: prose, answered: yes}", [{"prose": "x"}], [{"prose": " "}, {}]),
        ("{question: whole, answered: yes}", [{"whole": "unreadable"}], [{}]),
        ("{question: prose, answered: false}", [{}], [{"prose": "x"}]),
        ("{not: {question: yes, is: true}}", [{}, {"yes": "no"}], [{"yes": "yes"}]),
        (
            "{all: [{question: yes, is: true}, {any: [{question: one, is: x}, "
            "{question: step, is: 1}]}]}",
            [{"yes": 1 == 1, "one": "x"}, {"yes": "y", "step": 1}],
            [{"yes": True}, {"one": "x"}, {"yes": False, "step": 1}],
        ),
    ],
)
def test_conditions(condition: str, true: list[Any], false: list[Any]) -> None:
    more = f"  - {{key: then, type: short_text, text: Q, show_if: {condition}}}\n"
    asked = parse_form(EVERY_TYPE + more, file="test.yaml")
    for answers in true:
        assert "then" in asked.visible(answers), answers
    for answers in false:
        assert "then" not in asked.visible(answers), answers


def test_questions_may_depend_on_later_ones() -> None:
    asked = form(
        "  - {key: a, type: number, text: Q, show_if: {question: b, answered: true}}\n"
        "  - {key: b, type: number, text: Q}\n"
    )
    assert asked.visible({}) == ["b"]
    assert asked.visible({"b": 1}) == ["a", "b"]


def test_a_long_chain_of_conditions_does_not_exhaust_the_stack() -> None:
    chain = "  - {key: q0, type: yes_no, text: Q}\n" + "".join(
        f"  - {{key: q{n}, type: yes_no, text: Q, show_if: {{question: q{n - 1}, is: yes}}}}\n"
        for n in range(1, 300)
    )
    asked = form(chain)
    assert len(asked.visible({f"q{n}": "yes" for n in range(300)})) == 300
    assert len(asked.visible({f"q{n}": "yes" for n in range(100)})) == 101


def test_parts_are_found_by_key(every: Form) -> None:
    assert every.version == 2
    assert every.question("whole").key == "whole"
    with pytest.raises(KeyError):
        every.question("nobody")


@pytest.mark.parametrize(
    ("limits", "example"),
    [
        ({}, 2.5),
        ({"integer": True}, 5),
        ({"min": 0, "max": 10, "step": 0.5}, 2.5),
        ({"min": 1, "max": 2, "integer": True}, 2),
        ({"max": -3}, -5.5),
        ({"min": 0.25, "max": 0.25}, 0.25),
    ],
)
def test_an_example_of_a_number_would_be_taken(limits: dict[str, Any], example: float) -> None:
    question = NumberQuestion(key="n", type="number", text="How many?", **limits)
    assert question.example() == example
    assert question.read(question.example()).problem is None


def test_answers_are_told_in_the_words_of_their_form(every: Form) -> None:
    given = {"one": "2", "step": 3, "several": ["d", 3, "gone"], "prose": "", "list": ["p", "q"]}
    assert [said for _, said in answers_in_words(every, given, "en")] == [
        "2",
        "b",
        "d, 3, gone",
        "p, q",
    ]
    # Questions with the same text are told apart by their keys.
    assert answers_in_words(every, {"step": 1}, "en", numbers=True) == [("Q (step)", "1 – a")]
    assert answers_in_words(every, {"step": "1", "whole": 5}, "en", numbers=True) == [
        *(("Q (step)", "1"), ("Q (whole)", "5"))
    ]
    ((_, yes),) = answers_in_words(every, {"yes": True}, "en", numbers=True)
    assert yes == every.label(options_of(every.questions[0])[0], "en")


def test_a_step_without_a_label_is_one_number(every: Form) -> None:
    step = next(one for one in every.questions if one.key == "step")
    words = [answer_in_words(every, step, code, "en", numbers=True) for code in (1, 2)]
    assert words == ["1 – a", "2"]
