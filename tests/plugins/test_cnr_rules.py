"""Tests of the rules of a good critique: what they report and what they accept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop_app.text.diff import Differ, Hunk
from plugins.cnr.critique_rules import (
    findings,
    is_first_person,
    is_generic,
    unmentioned,
)
from plugins.cnr.critiques import check_critique, completed
from plugins.cnr.severities import FILE, STANDARD
from tests.cli.command import done
from tests.workspace.projects import jsonl

RESPONSE = (
    "Cooked rice keeps for about a week. You can leave it in the pot on the stove and warm up what "
    "you need each day. Some people like to add a little salt. If it smells fine, it is fine."
)


def hunks(revision: str) -> tuple[Hunk, ...]:
    differ = Differ(RESPONSE)
    differ.edited(revision)
    differ.settle()
    return tuple(differ.hunks)


def point(text: str, words: str = "", **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"text": text, "addressed": True, **fields}
    if words:
        found |= {"start": RESPONSE.index(words), "end": RESPONSE.index(words) + len(words)}
    return found


def noticed(answers: dict[str, Any], revision: str, **more: Any) -> list[str]:
    return [one.rule for one in findings(answers, hunks(revision), **more)]


@pytest.mark.parametrize(
    "text",
    [
        "The overall quality is high.",
        "Good response!",
        "This is very well written and quite useful.",
        "Die Qualität ist insgesamt sehr hoch.",
        "Gute Antwort",
        "the response is flawed",
        "Response is incorrect.",
        "The response is inaccurate.",
        "The response is very informative.",
        "Not good enough.",
        "It isn’t very accurate.",
        "Die Antwort ist mangelhaft.",
        "Leider völlig unzureichend.",
    ],
)
def test_a_statement_that_names_nothing_is_generic(text: str) -> None:
    assert is_generic(text)


@pytest.mark.parametrize(
    "text",
    [
        "All four dates of the letter are there.",
        "A week is too long for rice.",
        "The second step is missing.",
        "Der zweite Schritt fehlt.",
        "The year of the treaty is incorrect.",
        "Not enough salt.",
        "Die Jahreszahl ist fehlerhaft.",
        "",
        "…",
    ],
)
def test_a_statement_that_names_something_is_not(text: str) -> None:
    assert not is_generic(text)


@pytest.mark.parametrize(
    "text",
    [
        "I feel this is too long.",
        "In my opinion the tone is wrong.",
        "We think the list is wrong.",
        "It's clear, but I'd add salt.",
        "Ich finde das zu lang.",
        "Meiner Meinung nach fehlt das Salz.",
        "i think this is wrong",
        "The tone is off, i would say",
        "From my perspective the list is too long.",
        "My impression is weak",
        "In my humble opinion it is too long.",
        "it made me confused",
        "Honestly I was lost after step two.",
        "The second step, which I could not follow, is missing.",
        "Mein Eindruck: zu lang.",
        "Das hat mich verwirrt.",
    ],
)
def test_who_speaks_of_themselves_is_noticed(text: str) -> None:
    assert is_first_person(text)


@pytest.mark.parametrize(
    "text",
    [
        "The response says “I am sure”, which no program is.",
        "Die Antwort sagt „ich bin sicher“.",
        "World War I. is meant, not II.",
        "World War I is not mentioned",
        "The I/O code is wrong",
        "Henry I is missing",
        "Class I and II",
        "The class I railways are left out.",
        "Elizabeth I’s reign began later.",
        "The loop where i is 0 never ends.",
        "Dates are missing, i.e. the years.",
        "The A.I. act is not named.",
        "An I-beam is meant.",
        "Iodine (I) is missing.",
        "The title “My opinion” is missing.",
        "Myopia and mining are mixed up.",
        "Ichthyosaurs are no fish.",
    ],
)
def test_quotations_and_other_words_are_not(text: str) -> None:
    assert not is_first_person(text)


def test_a_negative_point_without_a_change_near_it_is_noticed() -> None:
    answers = {
        "negative": [
            point("It grows bacteria.", "in the pot on the stove"),
            point("Smell proves nothing.", "If it smells fine, it is fine."),
        ]
    }
    found = findings(answers, hunks(RESPONSE.replace("in the pot on the stove", "in the cold")))
    assert [(one.rule, one.side, one.place) for one in found] == [("not_mended", "negative", 1)]


def test_a_positive_point_whose_place_is_changed_is_noticed_and_one_beside_it_is_not() -> None:
    kept = {
        "positive": [point("Salt is named.", "a little salt")],
        "negative": [point("Too long.")],
    }
    assert noticed(kept, RESPONSE.replace("a little salt", "some salt")) == ["not_kept"]
    assert noticed(kept, RESPONSE.replace("Some people", "Many people")) == []


def test_a_change_that_no_point_is_about_is_listed() -> None:
    answers = {"negative": [point("A week is too long for rice.", "about a week")]}
    revision = RESPONSE.replace("about a week", "a day").replace("smells fine", "smells good")
    numbers = unmentioned(answers, hunks(revision))
    assert [RESPONSE[slice(*hunks(revision)[n].before)] for n in numbers] == ["fine"]
    answers["negative"].append(point("The end is careless."))  # about the response as a whole
    assert unmentioned(answers, hunks(revision)) == []


def test_white_space_alone_belongs_to_no_point() -> None:
    answers = {"negative": [point("A week is too long for rice.", "about a week")]}
    revision = RESPONSE.replace("about a week", "a day").replace(
        "each day. Some", "each day.\n\nSome"
    )
    assert unmentioned(answers, hunks(revision)) == []


def test_points_that_are_not_ticked_off_are_noticed_when_somebody_submits() -> None:
    answers = {"negative": [{**point("A week is too long.", "about a week"), "addressed": False}]}
    revision = RESPONSE.replace("about a week", "a day")
    assert noticed(answers, revision) == ["not_ticked"]
    assert noticed(answers, revision, at_submit=False) == []


@pytest.mark.parametrize(("score", "is_noticed"), [(1, True), (2, True), (3, False), (None, False)])
def test_a_low_score_contradicts_nothing_to_improve(score: int | None, is_noticed: bool) -> None:
    answers = {"score": score, "nothing_to_improve": True}
    assert noticed(answers, RESPONSE) == ["low_score"] * is_noticed
    assert noticed(answers, RESPONSE, at_submit=False) == []
    assert noticed(answers, RESPONSE, severities={**STANDARD, "low_score": "off"}) == []
    assert noticed({"score": score, "negative": [point("It is empty.")]}, "") == []


def test_a_point_whose_place_was_changed_needs_no_tick() -> None:
    anchored = point("A week is too long.", "about a week")
    del anchored["addressed"]
    answers = {"negative": [anchored]}
    assert noticed(answers, RESPONSE.replace("about a week", "a day")) == []
    assert "not_ticked" in noticed(answers, RESPONSE)
    unanchored = {"negative": [{"text": "A week is too long for rice."}]}
    assert noticed(unanchored, RESPONSE.replace("about a week", "a day")) == ["not_ticked"]


def test_a_lead_switches_rules_off_and_makes_others_binding() -> None:
    old = "# ours\nfirst_person: off\nnot-mended: must_fix  # always\nodd: hint\nx"
    read = FILE.read({FILE.old_path: old}).by_rule()
    new = "first_person: off\nnot-mended: must_fix  # always\nodd: hint"
    assert FILE.read({FILE.path: new}).by_rule() == read
    assert read == {**STANDARD, "first_person": "off", "not_mended": "must_fix"}
    answers = {"negative": [point("I feel it grows bacteria.", "in the pot on the stove")]}
    found = findings(answers, hunks(RESPONSE.replace("fine", "good")), read)
    assert {(one.rule, one.severity) for one in found} == {
        ("not_mended", "must_fix"),
        ("unmentioned", "hint"),
    }


@pytest.mark.parametrize("text", ["", "generic", ":", "generic: sometimes", "\x00: off"])
def test_what_cannot_be_read_leaves_the_rules_as_they_are(text: str) -> None:
    for path in FILE.paths:
        assert FILE.read({path: text}).by_rule() == STANDARD


@pytest.mark.parametrize("points", [None, [], [{}], [{"text": ""}], [{"text": "x", "start": 3}]])
def test_unfinished_points_are_no_trouble(points: Any) -> None:
    assert "not_mended" not in noticed({"positive": points}, RESPONSE.replace("fine", "good"))


def test_what_became_of_a_models_points_is_read_off_the_points() -> None:
    said = [
        {"side": "negative", "text": text, "happened": happened}
        for text, happened in (
            ("as it was", "taken"), ("changed a little", "taken"), ("taken, then removed", "taken"),
            ("no", "rejected"), ("not looked at", "left"),
        )
    ]  # fmt: skip
    answers = {
        "score": 2,
        "negative": [
            {"text": "changed quite a bit", "from_model": "edited"},
            {"text": "as it was", "from_model": "taken"},
            {"text": "my own"},
        ],
        "revision": "r",
        "model_points": said,
    }
    found = completed(answers, "response")
    assert [one["happened"] for one in found["model_points"]] == [
        "taken", "edited", "rejected", "rejected", "left",
    ]  # fmt: skip
    assert check_critique(found) == found
    assert said[2]["happened"] == "taken"  # what was submitted stays as it was


def test_a_revision_that_changes_nothing_is_none_where_nothing_is_to_be_improved() -> None:
    answers = {"score": 5, "nothing_to_improve": True, "revision": "same"}
    assert completed(answers, "same") == {"score": 5, "nothing_to_improve": True}
    assert completed(answers, "other") == answers


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("first_persn: off", "there is no setting “first_persn”"),
        ("generic: never", "the value of “generic” cannot be used"),
        ("generic", "the value of “generic” cannot be used"),
        ("not-mended: must fix", "the setting “not_mended” is already in line 1"),
    ],
)
def test_severities_that_say_nothing_stop_the_packing_with_their_line(
    line: str, told: str, tmp_path: Path
) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Loaves", "--protocol", "cnr")
    row = {"id": "i1", "prompt": "Why?", "response": "So.", "model": "birch"}
    done("import", lead, jsonl(tmp_path / "items.jsonl", [row]))
    done("people", lead, "add", "ana")
    done("assign", lead, "--overlap", 1, "--seed", 1)
    own = lead / "project" / "forms" / "critique-hints.txt"
    own.parent.mkdir(parents=True)
    own.write_text(f"not_mended: hint # as it is\n\n{line}\n", "utf-8")
    error = done("pack", lead, "--for", "ana", "-o", tmp_path / "ana.proofdesk", status=3)["error"]
    assert f"critique-hints.txt, line 3: {told}" in error["message"]
    assert not (tmp_path / "ana.proofdesk").exists()
