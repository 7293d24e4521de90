"""Tests of the rules of post-edits: structure, missing parts of a submission, amount of editing."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.text.tokens import word_edit_distance
from plugins.dolomites.edits import (
    check_edit,
    edit_about,
    edit_completed,
    edit_distance,
    edit_incomplete,
    edit_problems,
    occurs,
)
from plugins.dolomites.settings import Settings


def levenshtein(before: list[str], after: list[str]) -> int:
    """Return the edit distance, computed row by row to check the program's implementation."""
    row = list(range(len(after) + 1))
    for i, one in enumerate(before, 1):
        above, row[0] = row[:], i
        for j, other in enumerate(after, 1):
            row[j] = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (one != other))
    return row[-1]


def test_every_correction_of_the_real_data_has_the_distance_of_the_textbooks_algorithm(
    data_folder: Path,
) -> None:
    lines = (data_folder / "defacto_corrections.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    found = [word_edit_distance(row["before"], row["after"]) for row in rows]
    assert found == [levenshtein(row["before"].split(), row["after"].split()) for row in rows]
    assert len(rows) == 486
    assert sum(found) == 1996  # published with the data
    assert sum(row["before"] != row["after"] for row in rows) == 339


@given(st.lists(st.sampled_from("abc"), max_size=9), st.lists(st.sampled_from("abc"), max_size=9))
def test_the_distance_is_the_textbooks_whatever_the_white_space(
    before: list[str], after: list[str]
) -> None:
    expected = levenshtein(before, after)
    assert word_edit_distance(" ".join(before), "\n\t".join(after)) == expected
    for most in (0, 1, 3):
        assert word_edit_distance(" ".join(before), " ".join(after), most) == min(
            expected, most + 1
        )


def test_whether_enough_was_changed_is_known_at_once_of_a_long_text() -> None:
    words = [f"word{number % 997}" for number in range(200_000)]
    start = time.process_time()
    assert word_edit_distance(" ".join(words), " ".join(reversed(words)), 19) == 20
    assert time.process_time() - start < 2


TASK = {
    "field": "Law",
    "objective": "o",
    "procedure": "p",
    "input_sections": [{"title": "Facts", "description": ""}],
    "output_sections": [
        {"title": "Ruling", "description": ""},
        {"title": "Reasons", "description": ""},
    ],
}
FIRST: dict[str, Any] = {
    "id": "aaa",
    "input": [{"title": "Facts", "text": "A tenant did not pay."}],
    "output": [
        {"title": "Ruling", "text": "The claim is dismissed."},
        {"title": "Reasons", "text": "No contract was made."},
    ],
    "critique": [
        {"aspect": "depth", "text": "too short"},
        {"aspect": "factual", "text": "wrong law"},
    ],
    "evidence": [],
}
SECOND: dict[str, Any] = {**FIRST, "id": "bbb", "critique": []}
CONTENT = {"task": TASK, "variants": [FIRST, SECOND]}
LONG = " ".join(f"reason{number}" for number in range(25))
EDITED = {
    "input": FIRST["input"],
    "output": [
        {"title": "Ruling", "text": "The claim\nis allowed in full."},
        {"title": "Reasons", "text": LONG},
    ],
}
ANSWERS: dict[str, Any] = {
    "chosen": "aaa",
    "structure": True,
    "detail": "not_quite",
    "factual": "unsure",
    "edited": EDITED,
    "all_fixed": True,
    "points": [
        {"point": 1, "status": "fixed"},
        {"point": 2, "status": "not_valid", "reason": "the law is right"},
    ],
    "phrases": ["claim is allowed", "reason3 reason4"],
}
SETTINGS = Settings(least_edit=20)


def problems(**changes: Any) -> list[str]:
    answers = {name: v for name, v in {**ANSWERS, **changes}.items() if v is not None}
    return [str(one) for one in edit_problems(CONTENT, check_edit(answers), SETTINGS)]


def test_a_complete_post_edit_is_taken_as_it_is() -> None:
    checked = check_edit(ANSWERS)
    assert checked == ANSWERS
    assert check_edit(checked) == checked
    edit_about(CONTENT, checked, SETTINGS)
    assert edit_incomplete(checked) is None


def test_spellings_have_one_normal_form_and_unknown_fields_stay() -> None:
    given_so = {
        **ANSWERS,
        "structure": "yes",
        "edited": {
            "input": "**Facts:** A tenant did not pay.",
            "output": EDITED["output"],
        },
        "phrases": "claim is allowed; reason3 reason4",
        "edit_types": ["style", "fact_added"],
        "unchanged_because": " ",
        "set_aside": {},
        "mood": "kept",
    }
    expected = {**ANSWERS, "edit_types": ["fact_added", "style"], "mood": "kept"}
    assert check_edit(given_so) == expected


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"chosen": "ccc"}, "chosen: is not a variant of this example"),
        ({"structure": None}, "structure: is missing"),
        ({"detail": None}, "detail: is missing"),
        ({"factual": None}, "factual: is missing"),
        ({"all_fixed": None}, "all_fixed: is missing"),
        ({"phrases": ["claim is allowed"]}, "phrases: there are 1; there must be 2 to 3"),
        ({"phrases": ["claim is allowed", "claim  is allowed"]},
         "phrases: there are 1; there must be 2 to 3"),
        ({"phrases": ["a", "e", "i", "o"]}, "phrases: there are 4; there must be 2 to 3"),
        ({"phrases": ["claim is allowed", "dismissed"]},
         "phrases: “dismissed” does not occur in the edited output"),
        ({"phrases": ["claim is allowed", "tenant did not pay"]},  # of the input
         "phrases: “tenant did not pay” does not occur in the edited output"),
        ({"points": [{"point": 1, "status": "fixed"}]},
         "points: state whether point 2 was fixed, is not valid or was ignored"),
        ({"points": [{"point": 1, "status": "fixed"}, {"point": 2, "status": "not_valid"}]},
         "points: explain why point 2 is not valid"),
        ({"points": [*ANSWERS["points"], {"point": 3, "status": "left"}]},
         "points: the critique has 2 points; there is no point 3"),
        ({"edited": {"input": [], "output": EDITED["output"]}},
         "edited: the input has no sections"),
        ({"edited": {**EDITED, "output": EDITED["output"][:1]}},
         "edited: the output section “Reasons” is missing"),
        ({"edited": {**EDITED, "output": [*EDITED["output"], {"title": "More", "text": " "}]}},
         "edited: the output section “More” is empty"),
        ({"edited": {"input": FIRST["input"], "output": FIRST["output"]},
          "phrases": ["contract", "claim"]},
         "edited: fewer than 20 words were changed; edit more, or explain why nothing else"
         " needs to change"),
    ],
)  # fmt: skip
def test_what_keeps_a_post_edit_from_being_submitted_is_said(
    changes: dict[str, Any], problem: str
) -> None:
    found = problems(**changes)
    assert problem in found
    answers = check_edit({n: v for n, v in {**ANSWERS, **changes}.items() if v is not None})
    with pytest.raises(ValueError, match=r"^[a-z_.]+: "):
        edit_about(CONTENT, answers, SETTINGS)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"chosen": None}, "chosen: is missing"),
        ({"chosen": " "}, "chosen: must not be empty"),
        ({"edited": None}, "edited: is missing"),
        ({"detail": "very"}, "detail: must be one of"),
        ({"factual": "wrong"}, "factual: must be one of"),
        ({"structure": "perhaps"}, "structure: must be Yes or No"),
        ({"points": [{"point": 0, "status": "fixed"}]}, "points.0.point: must be at least 1"),
        ({"points": [{"point": 1, "status": "mended"}]}, "points.0.status: must be one of"),
        ({"points": [{"point": 1, "status": "left"}] * 2}, "points: point 1 occurs twice"),
        ({"phrases": ["x", " "]}, "phrases.1: must not be empty"),
        ({"edit_types": ["rewritten"]}, "edit_types.0: must be one of"),
        ({"edited": {"output": [{"title": "", "text": "x"}]}},
         "edited.output.0.title: must not be empty"),
        ({"edited": {"output": [{"title": "T", "text": "x"}] * 41}}, "edited.output: there are 41"),
    ],
)  # fmt: skip
def test_what_has_no_meaning_is_refused_by_name(changes: dict[str, Any], problem: str) -> None:
    answers = {n: v for n, v in {**ANSWERS, **changes}.items() if v is not None}
    with pytest.raises(ValueError, match=f"^{problem}"):
        check_edit(answers)


def test_renamed_and_reordered_sections_are_the_experts_to_decide_about() -> None:
    ruling, reasons = EDITED["output"]
    renamed = {**EDITED, "output": [{**reasons, "title": "The reasons"}, ruling]}
    assert problems(edited=renamed) == []


def test_below_the_threshold_a_reason_is_enough_and_the_lead_sets_the_threshold() -> None:
    same = {"input": FIRST["input"], "output": FIRST["output"]}
    phrases = ["contract", "claim"]
    reason = "it was right as it stood"
    assert problems(edited=same, phrases=phrases, unchanged_because=reason) == []
    answers = check_edit({**ANSWERS, "edited": same, "phrases": phrases})
    assert list(edit_problems(CONTENT, answers, Settings(least_edit=0))) == []
    one = {
        **same,
        "output": [{"title": "Ruling", "text": "A claim is dismissed."}, same["output"][1]],
    }
    assert edit_distance(FIRST, one) == 1
    answers = check_edit({**ANSWERS, "edited": one, "phrases": phrases})
    assert list(edit_problems(CONTENT, answers, Settings(least_edit=1))) == []
    assert list(edit_problems(CONTENT, answers, Settings(least_edit=2))) != []


def test_a_variant_without_a_critique_has_no_points_to_speak_of() -> None:
    given_so = {**ANSWERS, "chosen": "bbb", "set_aside": {"bbb": EDITED, "aaa": EDITED}}
    completed = edit_completed(CONTENT, given_so)
    assert completed["points"] == []
    assert completed["set_aside"] == {"aaa": EDITED}  # The edit of another variant is kept.
    assert list(edit_problems(CONTENT, check_edit(completed), SETTINGS)) == []


@pytest.mark.parametrize(
    "answers",
    [{}, {"chosen": 7}, {"chosen": "aaa", "points": 3, "phrases": [None, 7], "set_aside": 1}],
)
def test_completing_never_raises(answers: dict[str, Any]) -> None:
    assert edit_completed(CONTENT, answers)["chosen" if answers else "x"] if answers else True
    assert edit_completed({}, answers) == answers


def test_a_phrase_occurs_however_it_is_spaced_and_never_when_it_says_nothing() -> None:
    assert occurs("claim  is allowed", EDITED["output"])
    assert not occurs("Claim is allowed", EDITED["output"])
    assert not occurs(" ", EDITED["output"])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
CHANGES = st.dictionaries(st.sampled_from([*ANSWERS, "edit_types", "set_aside", "other"]), JSON)


@given(CHANGES)
def test_whatever_a_bundle_holds_is_judged_and_breaks_nothing(changes: dict[str, Any]) -> None:
    answers = edit_completed(CONTENT, {**ANSWERS, **changes})
    try:
        checked = check_edit(answers)
    except ValueError:
        return
    assert check_edit(checked) == checked
    edit_incomplete(checked)
    for content in (CONTENT, {}, {"variants": []}):
        list(edit_problems(content, checked, SETTINGS))
