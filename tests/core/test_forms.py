"""Tests of reading forms: accepted contents, and errors that are all reported at once, with their
lines.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest

from desktop_app.core.errors import InputError, NewerVersionError
from desktop_app.core.form_parts import TAKEN_NAMES, Head, Hint, Option, Section
from desktop_app.core.form_yaml import MAX_CHARACTERS, read_yaml
from desktop_app.core.forms import Form, FormError, KeyTarget, form_from_json, parse_form
from desktop_app.core.question_types import QUESTION_TYPES, Likert, MultipleChoice

GUIDE = Path(__file__).parent.parent.parent / "docs" / "forms.md"
HEAD = "form: 1\nkey: test\nversion: 1\ntitle: A test\n"
STEPS = "options: [{code: 1, label: low}, {code: 2}, {code: 3, label: high}]"

SHIPPED = sorted((Path(__file__).parents[2] / "plugins").glob("*/forms/*.yaml"))


def form(questions: str, more: str = "") -> Form:
    return parse_form(f"{HEAD}{more}questions:\n{questions}", file="test.yaml")


def flaws(questions: str, more: str = "") -> list[str]:
    """Return the errors of a form whose questions begin in line 6."""
    with pytest.raises(FormError) as caught:
        form(questions, more)
    assert caught.value.file == "test.yaml"
    return [str(flaw) for flaw in caught.value.flaws]


def likert(key: str, more: str = "") -> str:
    return f"  - {{key: {key}, type: likert, text: Q, {STEPS}{more}}}\n"


def text(key: str, more: str = "") -> str:
    return f"  - {{key: {key}, type: short_text, text: Q{more}}}\n"


# -- what is understood ----------------------------------------------------------------------------


def guide_forms() -> list[str]:
    blocks = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    return [block for block in blocks if block.startswith("form: 1")]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("", False),
        (", required: false", False),
        (", required: true", True),
        (", required_if: {question: a, answered: true}", True),
    ],
)
def test_a_form_knows_whether_it_can_require_an_answer(more: str, expected: bool) -> None:
    assert form(text("a") + text("b", more)).can_require is expected


def test_a_lead_defines_a_likert_study_as_a_form_file_alone() -> None:
    (study,) = guide_forms()
    leaflet = parse_form(study, file="leaflet.yaml")

    assert leaflet.untranslated("de") == []
    assert [(q.key, q.level) for q in leaflet.questions] == [
        ("clarity", "ordinal"),
        ("accuracy", "interval"),
        ("harm", "nominal"),
        ("reason", None),
        ("missing_topics", None),
    ]
    assert [p.question for p in leaflet.missing({})] == ["clarity", "accuracy", "harm"]

    answers: dict[str, Any] = {"clarity": "4", "accuracy": 3, "harm": "yes"}
    assert [p.kind for p in leaflet.missing(answers)] == ["unanswered"]
    assert [hint.key for hint in leaflet.hints(answers)] == ["harmful_but_correct"]
    assert leaflet.hints(answers, {"harmful_but_correct"}) == []

    answers["reason"] = "The dose is wrong."
    answers["missing_topics"] = ["storage", " ", "interactions"]
    assert leaflet.missing(answers) == []
    assert leaflet.check(answers) == {
        "clarity": 4,
        "accuracy": 3,
        "harm": True,
        "reason": "The dose is wrong.",
        "missing_topics": ["storage", "interactions"],
    }
    answers["harm"] = "no"
    assert leaflet.check(answers)["hidden"] == {"reason": "The dose is wrong."}
    assert leaflet.key_map("accuracy")["0"] == KeyTarget("accuracy", "unknown")
    accuracy = leaflet.question("accuracy")
    assert isinstance(accuracy, Likert)
    assert [o.code for o in accuracy.options if not o.missing] == [1, 2, 3]


def test_the_guide_names_every_field_type_and_taken_name() -> None:
    guide = GUIDE.read_text("utf-8")
    models = [Head, Section, Option, Hint, *QUESTION_TYPES.values()]
    fields = {field.alias or name for model in models for name, field in model.model_fields.items()}
    for word in {*fields, *QUESTION_TYPES, "section", *TAKEN_NAMES}:
        assert f"`{word}`" in guide, word


def test_the_guide_shows_a_mutual_requirement_that_works() -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    (pair,) = [block for block in blocks if "strengths" in block]
    both = form(pair)
    assert [p.question for p in both.missing({})] == ["strengths", "faults"]
    assert both.missing({"faults": "long-winded"}) == []


def test_plain_words_mean_what_they_say() -> None:
    got = form(
        "  - key: a\n    type: single_choice\n    required: yes\n    text: {en: Q, no: S}\n"
        "    options: [{code: no}, {code: 007}, {code: +1}, {code: 12:30}, {code: 2024-05-01},"
        " {code: '12'}, {code: -3}]\n"
    )
    question = got.questions[0]
    assert question.required
    assert question.text == {"en": "Q", "no": "S"}
    assert isinstance(question, QUESTION_TYPES["single_choice"])
    codes = [option.code for option in question.options]  # type: ignore[union-attr]
    assert codes == ["no", "007", "+1", "12:30", "2024-05-01", "12", -3]


def test_a_form_survives_json_and_json_is_a_form_file() -> None:
    first = parse_form(guide_forms()[0], file="a")
    data = first.as_json()
    assert form_from_json(data, file="b") == first
    assert form_from_json(json.loads(json.dumps(data)), file="b").as_json() == data
    for ascii_only in (True, False):
        assert parse_form(json.dumps(data, ensure_ascii=ascii_only), file="b") == first


def test_characters_that_json_spells_as_two_escapes_are_one() -> None:
    got = form(text("a", ', help: {en: "\\ud83d\\ude00", de: "😀"}'))
    assert got.questions[0].help == {"en": "😀", "de": "😀"}


def test_a_byte_order_mark_is_skipped() -> None:
    assert parse_form("\ufeff" + HEAD + "questions:\n" + text("a"), file="a").key == "test"


def test_a_section_holds_until_the_next_one() -> None:
    got = form(
        text("a")
        + "  - {type: section, title: T, show_if: {question: a, answered: true}}\n"
        + text("b")
        + text("c", ", show_if: {question: b, answered: true}")
        + "  - {type: section}\n"
        + text("d")
    )
    assert got.visible({}) == ["a", "d"]
    assert got.visible({"a": "x"}) == ["a", "b", "d"]
    assert got.visible({"a": "x", "b": "y"}) == ["a", "b", "c", "d"]
    assert got.visible({"b": "y"}) == ["a", "d"]
    assert len(got.visible_parts({})) == 3
    assert len(got.visible_parts({"a": "x"})) == 5


def test_keys_belong_to_the_form_or_to_the_question_in_focus() -> None:
    options = "options: [{code: true, key: y}, {code: false, key: n}]"
    one = f"  - {{key: a, type: yes_no, text: Q, {options}}}\n"
    two = f"  - {{key: b, type: yes_no, text: Q, {options}}}\n"
    assert form(one).key_map() == {"Y": KeyTarget("a", True), "N": KeyTarget("a", False)}
    scoped = form(one + two, "key_scope: question\n")
    assert scoped.key_map() == {}
    assert scoped.key_map("b")["N"] == KeyTarget("b", False)


def test_codes_of_several_digits_are_keys_of_the_active_question() -> None:
    ends = "{code: -1, label: A}, {code: 0}, {code: 10, label: B}, {code: none, missing: true}"
    scale = f"  - {{key: a, type: likert, text: Q, options: [{ends}]}}\n"
    bare = "  - {key: b, type: single_choice, text: Q, options: [{code: 0}, {code: 12}]}\n"
    got = form(scale + bare, "key_scope: question\n")
    assert got.key_map() == {}
    assert got.key_map("a") == {key: KeyTarget("a", int(key)) for key in ("-1", "0", "10")}
    assert got.key_map("b") == {key: KeyTarget("b", int(key)) for key in ("0", "12")}
    labelled = bare.replace("{code: 0}", "{code: 0, label: None of them}")
    assert got.question("a").option_keys() == ("-1", "0", "10", None)
    assert form(labelled).key_map("b") == {"1": KeyTarget("b", 0), "2": KeyTarget("b", 12)}


def test_texts_fall_back_from_region_to_language_to_the_forms_own() -> None:
    got = form(text("a"), "language: en\n")
    words = {"en": "colour", "en-us": "color", "de": "Farbe"}
    for language, shown in [
        ("en-US", "color"),
        ("en_GB", "colour"),
        ("de-AT", "Farbe"),
        ("fr", "colour"),
    ]:
        assert got.text(words, language) == shown
    assert got.text("plain", "de") == "plain"
    assert got.text(None, "de") == ""
    assert got.text({"it": "colore"}, "de") == "colore"
    assert got.title == "A test"


def test_untranslated_texts_are_listed_by_path() -> None:
    got = form(
        "  - {type: section, title: {en: T, de: T}, text: only English}\n"
        "  - {key: n, type: number, text: {en: Q, de: F}, unit: hours}\n"
        "  - {key: c, type: multiple_choice, text: {en: Q, de: F},\n"
        "     options: [{code: x, label: X, help: {en: H, de: H}}, {code: y}, {code: z, label: 5}]}"
        "\n"
        "  - {key: b, type: yes_no, text: {en: Q, de: F}}\n"
        "hints: [{key: h, when: {question: n, answered: true}, message: Odd}]\n"
    )
    assert got.untranslated("de-CH") == [
        "title",
        "questions[#1].text",
        "questions[n].unit",
        "questions[c].options[x].label",
        "hints[h].message",
    ]
    assert got.untranslated("en-gb") == []
    assert "questions[b].options[#1].label" in got.untranslated("fr")


def test_labels_are_words_or_codes() -> None:
    got = form("  - {key: b, type: yes_no, text: Q}\n" + likert("a"))
    yes, no = got.questions[0].options  # type: ignore[union-attr]
    assert (got.label(yes, "de"), got.label(no, "xx")) == ("Ja", "No")
    assert [got.label(o, "de") for o in got.questions[1].options] == ["low", "2", "high"]  # type: ignore[union-attr]


def test_hints_know_their_questions() -> None:
    more = (
        "hints:\n  - {key: h, message: M, when: {not: {any: [{question: a, is: 1}, "
        "{question: b, answered: true}, {question: a, is: 2}]}}}\n"
        "  - {key: i, message: M, when: {question: a, is: 1}, about: [b]}\n"
    )
    got = form(likert("a") + text("b") + more)
    assert [hint.questions for hint in got.all_hints] == [("a", "b"), ("b",)]


# -- what is refused -------------------------------------------------------------------------------


def test_all_flaws_are_reported_together_in_reading_order() -> None:
    with pytest.raises(FormError) as caught:
        form(likert("a", ", hlep: x") + "  - {key: b, type: lickert}\n" + text("a", ", min: 3"))
    error = caught.value
    assert str(error) == (
        "test.yaml, line 6, field “questions[a].hlep”: is not a known field; did you mean “help”?"
    )
    assert error.line == 6
    assert error.hint.startswith("Other errors: line 7, questions[b].type: is not a type; types")
    assert "did you mean “likert”" in error.hint
    assert "line 8, questions[a].min: is not a known field; fields are key, text" in error.hint
    assert isinstance(error, InputError)


def test_long_lists_of_flaws_are_cut_in_the_hint_only() -> None:
    with pytest.raises(FormError) as caught:
        form("".join(text(f"q{n}", ", x: 1") for n in range(40)))
    assert len(caught.value.flaws) == 40
    assert caught.value.hint.endswith("; and 19 more.")


@pytest.mark.parametrize(
    ("questions", "expected"),
    [
        (text("a") + text("a"), "line 7, questions[a].key: “a” is already the key of question 1"),
        (text("item"), "line 6, questions[item].key: “item” is a reserved field"),
        (text("Über"), "line 6, questions[Über].key: may contain only lower-case letters"),
        (text("1"), "line 6, questions[1].key: may contain only lower-case letters"),
        ("  - {type: short_text, text: Q}\n", "line 6, questions[#1].key: is missing"),
        ("  - {key: a, text: Q}\n", "line 6, questions[a].type: is missing; types are section"),
        ("  - {key: a, type: [x]}\n", "line 6, questions[a].type: is not a type"),
        ("  - just words\n", "line 6, questions[#1]: must be a question or a section"),
        ("  - {type: section}\n", "line 5, questions: contains no question"),
        ("  a: b\n", "line 5, questions: must be a list"),
        (text("a", ", required: maybe"), "questions[a].required: must be Yes or No"),
        (text("a", ", required: 3"), "questions[a].required: must be true or false"),
        (text("a", ", level: nominal"), "questions[a].level: is not used with this type"),
        (text("a", ", help: ''"), "questions[a].help: must not be empty"),
        (text("a", ", help: true"), "questions[a].help: must be text: put it in quotes"),
        (text("a", ", help: 1.50"), "questions[a].help: must be text: put it in quotes"),
        (text("a", ", help: [x]"), "questions[a].help: must be text"),
        (text("a", ', help: "\\a"'), "questions[a].help: must not contain control characters"),
        (text("a", ', help: "\\ud800"'), "questions[a].help: must not contain control characters"),
        (text("a", f", help: {'x' * 5001}"), "questions[a].help: must have at most 5000 char"),
        (
            text("a", ", help: {de: H}"),
            "questions[a].help: has no text in “en”, the language of the form",
        ),
        (text("a", ", help: {en: H, Klingon: Q}"), "help.Klingon: must be a language such as"),
        (text("a", ", help: {}"), "questions[a].help: has too few entries: 0 (at least 1)"),
        (text("a", ", min_length: 9, max_length: 3"), "[a].min_length: is more than max_length, 3"),
        (text("a", ", min_length: 0"), "questions[a].min_length: must be at least 1"),
        (text("a", ", max_length: x"), "questions[a].max_length: must be a whole number"),
        ("  - {key: a, type: long_text, text: Q, lines: 99}\n", "lines: must be at most 40"),
        ("  - {key: a, type: text_list, text: Q, min: 3, max: 2}\n", "[a].min: is more than max"),
    ],
)
def test_flaws_of_questions(questions: str, expected: str) -> None:
    (found,) = flaws(questions)
    assert expected in found


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("min: x", "min: must be a number"),
        ("min: true", "min: must be a number"),
        ("max: 1e30", "max: must be a finite number"),
        ("min: 5, max: 1", "min: is more than max, 1"),
        ("step: 0", "step: must be more than 0"),
        ("integer: true, min: 0.5", "min: must be a whole number, like the answers"),
    ],
)
def test_flaws_of_numbers(fields: str, expected: str) -> None:
    (found,) = flaws(f"  - {{key: a, type: number, text: Q, {fields}}}\n")
    assert f"questions[a].{expected}" in found


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        (
            "likert",
            "options: [{code: 1, label: x}]",
            "options: has too few entries: 1 (at least 2)",
        ),
        ("likert", "", "options: is missing"),
        ("likert", "options: 3", "options: must be a list"),
        ("likert", "options: [{code: 1, label: x}, b]", "options[#2]: must be a group of fields"),
        ("likert", "options: [{code: 1}, {code: 2, label: x}]", "options[1].label: is missing: bo"),
        (
            "likert",
            "options: [{code: 1, label: x}, {code: 3}, {code: 2, label: x}]",
            "options: codes of ordinal options must increase or decrease",
        ),
        (
            "likert",
            "level: interval, options: [{code: a, label: x}, {code: b, label: x}]",
            "level: the level “interval” requires whole numbers",
        ),
        (
            "likert",
            "level: ratio, " + STEPS,
            "level: must be one of 'nominal', 'ordinal', 'interval'",
        ),
        (
            "likert",
            "options: [{code: 1, label: x}, {code: 2, missing: true}]",
            "options: needs at least two options that are not “missing”",
        ),
        ("single_choice", "options: [{code: 1}, {code: '1'}]", "options[1].code: “1” occurs twice"),
        ("single_choice", "options: [{code: 1}, {code: true}]", "options[true].code: must be a wh"),
        (
            "single_choice",
            "options: [{code: 1}, {code: a;b}]",
            "options[a;b].code: must contain neit",
        ),
        ("single_choice", "options: [{code: 1}, {code: ' a'}]", "code: must have 1 to 64 charact"),
        ("single_choice", "options: [{code: 1}, {label: a}]", "options[#2].code: is missing"),
        (
            "single_choice",
            "options: [{code: 1}, {code: 2, lable: a}]",
            "lable: is not a known field",
        ),
        (
            "multiple_choice",
            "min: 2, options: [{code: 1}]",
            "min: is more than the number of options",
        ),
        ("multiple_choice", "options: [{code: 1, missing: true}]", "missing: is only for"),
        ("multiple_choice", "level: ordinal, options: [{code: 1}]", "level: must be 'nominal'"),
        ("yes_no", "options: [{code: yes}, {code: true}]", "options[true].code: “True” occurs"),
        ("yes_no", "options: [{code: yes}, {code: 3}]", "options[3].code: must be true or false"),
        ("yes_no", "options: [{code: yes}, {code: no, cod: 1}]", "cod: is not a known field; did"),
        ("yes_no", "options: [{code: yes}]", "options: has too few entries: 1 (at least 2)"),
    ],
)
def test_flaws_of_options(kind: str, fields: str, expected: str) -> None:
    (found,) = flaws(f"  - {{key: a, type: {kind}, text: Q, {fields}}}\n")
    assert f"questions[a].{expected}" in found or expected in found


def test_a_falling_scale_and_one_that_mixes_in_a_word_are_fine() -> None:
    falling = "options: [{code: 3, label: x}, {code: 2}, {code: 1, label: y}]"
    mixed = "options: [{code: a, label: x}, {code: 2}, {code: 1, label: y}]"
    for options in (falling, mixed):
        form(f"  - {{key: a, type: likert, text: Q, {options}}}\n")


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("F1", "is reserved: the program uses this key for the guidelines"),
        ("'?'", "is reserved: the program uses this key for the list of keyboard shortcuts"),
        ("Ctrl + Enter", "is reserved: the program uses this key for submitting"),
        ("yy", "must be one letter or digit"),
        ("'+'", "must be one letter or digit"),
        ("true", "must be one letter or digit"),
        ("ß", "must be one letter or digit"),
    ],
)
def test_keys_of_the_program_are_refused(key: str, expected: str) -> None:
    (found,) = flaws(
        f"  - {{key: a, type: multiple_choice, text: Q, options: [{{code: 1, key: {key}}}]}}\n"
    )
    assert f"questions[a].options[1].key: {expected}" in found


def test_keys_that_mean_two_things_are_refused() -> None:
    question = (
        "  - {{key: {0}, type: multiple_choice, text: Q, "
        "options: [{{code: 1, key: a}}, {{code: 2, key: {1}}}]}}\n"
    )
    assert flaws(question.format("p", "A") + question.format("q", "b")) == [
        "line 6, questions[p].options[2].key: “A” is already the key of an option of this question",
        "line 7, questions[q].options[1].key: “A” is already the key of an option of “p”"
        " (or set “key_scope: question”)",
    ]
    scoped = flaws(question.format("p", "A") + question.format("q", "b"), "key_scope: question\n")
    assert len(scoped) == 1


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("{question: lik, is: 9}", ".is: is not a code of “lik”, which has 1, 2, 3"),
        ("{question: lik, in: [1, x]}", ".in[#2]: is not a code of “lik”"),
        ("{question: lik, in: []}", ".in: has too few entries: 0 (at least 1)"),
        (
            "{question: lik, has: 1}",
            ".has: “has” is for lists: compare a likert question with “is” or “in”",
        ),
        ("{question: lik, at_least: x}", ".at_least: must be a number"),
        ("{question: lik}", ": needs exactly one of is, in, has"),
        ("{question: lik, is: 1, answered: true}", ": needs exactly one of is, in, has"),
        ("{question: lik, is: null}", ": needs exactly one of is, in, has"),
        ("{question: lik, is: [1]}", ".is: must be a code, a number, or true or false"),
        ("{question: lik, si: 1}", ".si: is not a known field"),
        ("{question: likk, is: 1}", ".question: there is no question “likk”; did you mean “lik”?"),
        ("{is: 1}", ".question: is missing"),
        ("often", ": must be a group of fields"),
        ("{question: mul, is: x}", ".is: a multiple_choice question is compared with “has”"),
        ("{question: mul, has: z}", ".has: is not a code of “mul”"),
        ("{question: num, is: 11}", ".is: is not a valid answer to “num”: it must be at most 10"),
        ("{question: num, is: ' '}", ".is: is not a valid answer to “num”"),
        ("{question: txt, is: x}", ".is: a short_text question can only be tested with"),
        ("{question: sin, at_most: 3}", ".at_most: the codes of this question are not numbers"),
        ("{all: []}", ".all: has too few entries: 0 (at least 1)"),
        ("{all: [], any: []}", ".any: is not a known field"),
        ("{not: [x]}", ".not: must be a group of fields"),
        (
            "{any: [{not: {question: lik, is: 4}}]}",
            ".any[#1].not.is: is not a code of “lik”",
        ),
        ("{question: last, answered: true}", ".question: a question cannot depend on its own"),
    ],
)
@pytest.mark.parametrize("field", ["show_if", "required_if"])
def test_conditions_that_cannot_be_meant(condition: str, expected: str, field: str) -> None:
    found = flaws(
        likert("lik")
        + "  - {key: mul, type: multiple_choice, text: Q, options: [{code: x}, {code: y}]}\n"
        "  - {key: num, type: number, text: Q, max: 10}\n"
        "  - {key: sin, type: single_choice, text: Q, options: [{code: x}, {code: y}]}\n"
        + text("txt")
        + text("last", f", {field}: {condition}")
    )
    assert any(f"line 11, questions[last].{field}{expected}" in one for one in found), found


def test_references_to_a_question_that_is_wrong_itself_are_not_called_wrong() -> None:
    found = flaws(text("a", ", odd: 1") + text("b", ", show_if: {question: a, answered: true}"))
    assert len(found) == 1


def test_required_if_beside_required_is_refused() -> None:
    more = ", required: true, required_if: {question: a, answered: true}"
    assert flaws(text("a") + text("b", more)) == [
        "line 7, questions[b].required_if: has no effect together with “required: true”: "
        "remove one of them"
    ]


def test_circles_of_show_if_are_named() -> None:
    found = flaws(
        text("a", ", show_if: {question: c, answered: true}")
        + text("b", ", show_if: {question: a, answered: true}")
        + text("c", ", show_if: {any: [{question: b, answered: true}]}")
    )
    assert found == ["line 6, questions[a].show_if: depends on itself through a → b → c → a"]
    section = "  - {type: section, show_if: {question: a, answered: true}}\n"
    assert flaws(section + text("a")) == [
        "line 7, questions[a].show_if: the condition of its section depends on its own answer"
    ]


def test_flaws_of_hints() -> None:
    hint = "{key: h, message: M, when: {question: a, answered: true}"
    found = flaws(text("a") + f"hints: [{hint}}}, {hint}, about: [b]}}, 3, {{key: i}}]\n")
    assert [one.partition(", ")[2] for one in found] == [
        "hints[h].key: “h” is the key of another hint",
        "hints[h].about[#1]: there is no question “b”",
        "hints[#3]: must be a group of fields (“name: value”)",
        "hints[i].when: is missing",
        "hints[i].message: is missing",
    ]


def test_too_many_questions_or_hints_are_refused() -> None:
    assert (
        "has too many entries: 301 (at most 300)"
        in flaws("".join(text(f"q{n}") for n in range(301)))[0]
    )
    hints = "hints: [" + "{}, " * 101 + "]\n"
    assert flaws(text("a") + hints) == ["line 7, hints: has too many entries: 101 (at most 100)"]


@pytest.mark.parametrize(
    ("whole", "line", "expected"),
    [
        ("", None, "is empty"),
        ("# only a comment\n", None, "is empty"),
        ("- a\n", 1, "must be a form"),
        ("a: [1\n", 2, "is not valid YAML"),
        ("a:\n\tb: 1\n", 2, "indent with spaces, not with tabs"),
        ("a: b: c\n", 1, "“mapping values are not allowed here” (column 5)"),
        ("a: {b: c?, d: e}", 1, "inside { } and [ ], texts with “?” need quotes (column 9)"),
        ("a: 1\n---\na: 2\n", 2, "contains more than one document"),
        ("%YAML 1.1\n---\na: 1\n", 1, "directives"),
        ("%YAML " + "9" * 5000 + ".1\n---\na", 1, "is not valid YAML"),
        ("a: &x [1]\nb: *x\n", 1, "anchors"),
        ("a: 1\nb: *x\n", 2, "aliases"),
        ("a: 1\nb: !!python/object/apply:os.system [x]\n", 2, "tags"),
        ('a: "\\UFFFFFFFF"\n', 1, "is not valid YAML"),
        ("a: 1\nb: \0", 2, "contains a character that YAML does not allow"),
        ("a: 1\n? [b]\n: c\n", 2, "the name of a field must be a single word"),
        ("[" * 40, 1, "is nested more than 32 levels deep"),
        ("a: [" + "1, " * 20_001 + "]", 1, "contains more than 20000 values"),
        ("#" * (MAX_CHARACTERS + 1), None, "is too large"),
    ],
)
def test_yaml_that_forms_do_not_use(whole: str, line: int | None, expected: str) -> None:
    with pytest.raises(FormError) as caught:
        parse_form(whole, file="test.yaml")
    assert expected in str(caught.value)
    assert caught.value.line == line


def test_repeated_fields_are_named_and_the_first_counts() -> None:
    found = flaws(
        "  - key: a\n    type: short_text\n    text: {en: Q}\n    text: {en: R, de: S}\n"
        "    text: [x]\n    help: {en: H, en: I}\n"
    )
    assert found == [
        "line 9, questions[a].text: occurs twice, first in line 8",
        "line 10, questions[a].text: occurs twice, first in line 8",
        "line 11, questions[a].help.en: occurs twice, first in line 11",
    ]


def test_the_head_is_checked_too() -> None:
    with pytest.raises(FormError) as caught:
        parse_form("form: 0\nkey: A\nversion: 1.5\nlanguage: x\nquestions: []\n", file="f")
    assert [str(flaw).split(":")[0] for flaw in caught.value.flaws] == [
        "line 1, form",
        "line 1, title",
        "line 2, key",
        "line 3, version",
        "line 4, language",
        "line 5, questions",
    ]
    with pytest.raises(FormError, match=r"questions.*is missing"):
        parse_form(HEAD, file="f")


def test_yes_and_no_need_words_in_other_languages() -> None:
    (found,) = {
        one.split(": ")[1]
        for one in flaws("  - {key: a, type: yes_no, text: Q}\n", "language: fr\n")
    }
    assert "has no text in “fr”, the language of the form" in found
    form(
        "  - {key: a, type: yes_no, text: Q, options: "
        "[{code: true, label: Oui}, {code: false, label: Non}]}\n",
        "language: fr\n",
    )


def test_forms_of_a_later_format_are_refused_as_newer() -> None:
    with pytest.raises(NewerVersionError) as caught:
        parse_form("key: a\nform: 2\nnew_things: 1\n", file="f")
    assert (caught.value.line, caught.value.field) == (2, "form")


def test_json_that_no_form_file_could_hold_is_refused() -> None:
    deep: list[Any] = []
    deep.append(deep)
    odd: list[tuple[Any, str]] = [
        (deep, "deep"),
        ({1: 2}, "plain JSON"),
        ({"form": b"1"}, "plain JSON"),
        (["x" * MAX_CHARACTERS, "x"], "too large"),
        ([0] * 50_000, "too large"),
        (None, "is empty"),
        ("form", "must be a form"),
        ({"form": 1}, "is missing"),
        ({"form": 2}, "reads formats up to 1"),
        ({"form": 10**5000}, "more than 15 digits"),
    ]
    for data, expected in odd:
        with pytest.raises(InputError, match=expected):
            form_from_json(data, file="f")


def test_messages_stay_short_and_printable() -> None:
    (found,) = flaws(text('"' + "\\e" + "k" * 90 + '"'))
    assert "\x1b" not in found
    assert "�" + "k" * 39 + "…" in found
    many = "options: [" + ", ".join(f"{{code: c{n}}}" for n in range(20)) + "]"
    (found,) = flaws(
        f"  - {{key: a, type: multiple_choice, text: Q, {many}}}\n"
        + text("b", ", show_if: {question: a, has: d}")
    )
    assert found.endswith("c10, c11, …")
    assert isinstance(
        form(f"  - {{key: a, type: multiple_choice, text: Q, {many}}}\n").questions[0],
        MultipleChoice,
    )


@pytest.mark.parametrize("name", list(QUESTION_TYPES))
def test_every_type_is_registered_completely(name: str) -> None:
    type_ = QUESTION_TYPES[name]
    assert type_.model_fields["type"].annotation == Literal[name]
    assert type_.figures in ("one", "several", "number", "text")
    assert type_.shape
    module, _, field = type_.widget.partition(":")
    path = Path(__file__).parent.parent.parent / (module.replace(".", "/") + ".py")
    assert f"class {field}(" in path.read_text("utf-8")


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: f"{file.parts[-3]}/{file.name}")
def test_the_fast_parser_reads_the_programs_own_forms_like_the_strict_one(file: Path) -> None:
    text = file.read_text("utf-8")
    fast, strict = (read_yaml(text, file=file.name, shipped=one) for one in (True, False))
    assert fast == strict  # places and repeated fields, too
    assert not fast.repeated
