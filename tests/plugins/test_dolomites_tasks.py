"""Tests of tasks as rows and answers: reading, errors, eligibility, similar tasks.

Source: the DOLOMITES paper, section 2 and table 1.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from rapidfuzz.distance import Indel

from desktop_app.core.errors import InputError
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace
from plugins.dolomites import experts
from plugins.dolomites.project_tasks import all_tasks, tasks_of
from plugins.dolomites.protocol import DOLOMITES
from plugins.dolomites.settings import (
    FIELDS,
    FILE,
    STANDARD,
    Settings,
)
from plugins.dolomites.shapes import VALIDATE
from plugins.dolomites.stage_forms import form_text
from plugins.dolomites.submissions import submissions
from plugins.dolomites.task_measures import tasks_json
from plugins.dolomites.tasks import check_task, completed, missing_in_task, ticked
from tests.cli.command import done, proofdesk
from tests.plugins.dolomites_rows import CRITERIA, described, task
from tests.workspace.projects import jsonl


@pytest.fixture
def lead(tmp_path: Path) -> Path:
    done("new", tmp_path / "lead", "--title", "Tasks", "--protocol", "dolomites")
    return tmp_path / "lead"


def take(lead: Path, rows: list[dict[str, Any]], what: str = "tasks", *more: object) -> Any:
    return done("import", lead, jsonl(lead.parent / f"{what}.jsonl", rows), "--what", what, *more)


def refusal(lead: Path, row: Mapping[str, Any], what: str = "tasks") -> str:
    """Return the error for a row that stops the import, after checking that nothing has changed."""
    file = jsonl(lead.parent / "bad.jsonl", [row])
    before = done("status", lead)
    said = proofdesk("import", lead, file, "--what", what)
    assert said.status == 3, said
    assert done("status", lead) == before
    return said.err


def test_authors_of_imported_tasks_can_be_described_afterwards(lead: Path) -> None:
    take(lead, [task("t1", author="ana", field="Law")])
    people = [{"id": "ana", "fields": ["Law"]}, {"id": "ben", "fields": ["Law"]}]
    assert take(lead, people, "people")["added"] == {"person": 2}
    again = take(lead, people, "people")
    assert (again["added"], again["unchanged"]) == ({}, 2)
    # An import does not change what a lead has entered about a person.
    other = jsonl(lead.parent / "other.jsonl", [{"id": "ana", "fields": ["Music"]}])
    said = done("import", lead, other, "--what", "people", status=1)
    assert said["refused"] == ["line 1: person “ana” already exists with different content"]
    take(lead, [task("t1", author="ana", field="Law"), task("t2", author="ana", field="Law")])
    assert done("people", lead, "list")["people"][0]["fields"] == ["Law"]
    given = done("assign", lead, "--stage", "validate", "--overlap", 1, "--seed", 1)
    assert given["new"] == {"ana": 0, "ben": 2}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"output_sections": []}, "output_sections"),
        ({"output_sections": None}, "output_sections"),
        ({"input_sections": ""}, "input_sections"),
        ({"output_sections": [{"title": "Plan"}, {"title": " plan "}]}, "“plan” occurs twice"),
        ({"output_sections": [{"title": "  "}]}, "output_sections.0.title"),
        ({"output_sections": [{"description": "x"}]}, "output_sections.0.title"),
        ({"output_sections": [{"title": "t" * 301}]}, "output_sections"),
        ({"output_sections": [{"title": f"t{n}"} for n in range(41)]}, "41 sections"),
        ({"objective": "  "}, "objective"),
        ({"procedure": None}, "procedure"),
        ({"field": None}, "field"),
        ({"criteria": ["fun"]}, "criteria"),
        ({"criteria": {"textual": "perhaps"}}, "criteria.textual"),
        ({"criteria": {"fun": True}}, "criteria"),
        ({"decision": "maybe"}, "decision"),
        ({"procedure": "p" * 250_000}, "procedure"),
        ({"seconds": -1}, "seconds"),
    ],
)
def test_a_task_that_is_none_is_refused_by_the_name_of_its_field(
    lead: Path, changes: dict[str, Any], said: str
) -> None:
    row = {name: v for name, v in (task("t1") | changes).items() if v is not None}
    words = refusal(lead, row)
    assert said in words
    assert "line 1" in words


def test_sections_may_stand_in_one_text_as_in_released_files(lead: Path) -> None:
    row = task("t1", input_sections="* Aim: 1 paragraph, what is asked. * Means: what there is.",
               output_sections="* Plan: the steps.")  # fmt: skip
    take(lead, [row])
    with Workspace.open(lead) as workspace:
        (found,) = tasks_of(dataset_of(workspace)).values()
    assert [section.title for section in found.task.input_sections] == ["Aim", "Means"]
    assert found.task.input_sections[0].length == "1 paragraph"
    assert found.task.output_sections[0].description == "the steps."


def test_rows_of_a_spreadsheet_give_the_same_task(lead: Path) -> None:
    take(lead, [task("t1", criteria=["textual", "routine"], author="zoe")])
    out = lead.parent / "out"
    done("export", lead, "-o", out, "--format", "csv")
    again = done("import", lead, out / "tasks.csv")
    assert (again["added"], again["unchanged"]) == ({}, 1)


def test_an_author_is_known_through_the_row_alone_unless_on_the_roster(lead: Path) -> None:
    done("people", lead, "add", "ana")
    take(lead, [task("t1", author="ana"), task("t2", author="zoe")])
    with Workspace.open(lead) as workspace:
        people = dataset_of(workspace).people
    assert not people["ana"]["external"]
    assert people["zoe"]["external"]


def test_a_known_id_with_other_content_is_refused_unless_updated(lead: Path) -> None:
    take(lead, [task("t1")])
    file = jsonl(lead.parent / "more.jsonl", [task("t1", notes="Other."), task("t2")])
    said = proofdesk("import", lead, file, "--json")
    assert said.status == 1
    assert len(said.data["refused"]) == 1
    done("import", lead, file, "--update")
    with Workspace.open(lead) as workspace:
        notes = {one.label: one.task.notes for one in tasks_of(dataset_of(workspace)).values()}
    assert notes["t1"] == "Other."
    assert set(notes) == {"t1", "t2"}


def test_a_task_that_misses_criteria_is_taken_with_a_note(lead: Path) -> None:
    (note,) = take(lead, [task("t1", criteria=["textual"])])["notes"]
    assert "does not meet all criteria" in note
    assert "routine" in note


def test_tasks_a_lead_imports_are_accepted_unless_a_decision_says_otherwise(lead: Path) -> None:
    take(lead, [task("t1"), task("t2", decision="reject", reason="No text."), task("t3")])
    assert take(lead, [{"task": "t3", "decision": "reject"}], "decisions")["added"]["data"] == 1
    with Workspace.open(lead) as workspace:
        states = {one.label: one.state for one in all_tasks(dataset_of(workspace)).values()}
    assert states == {"t1": "accepted", "t2": "rejected", "t3": "rejected"}
    # A decision may be changed without a reason.
    take(lead, [{"task": "t3", "decision": "accept"}], "decisions")
    with Workspace.open(lead) as workspace:
        assert {one.label for one in tasks_of(dataset_of(workspace)).values()} == {"t1", "t3"}


def test_a_decision_about_nothing_is_refused_by_name(lead: Path) -> None:
    take(lead, [{"author": "ana", "tasks": 1}], "calls")
    file = jsonl(lead.parent / "d.jsonl", [{"task": name, "decision": "accept"}
                                           for name in ("nothing", "ana-1")])  # fmt: skip
    said = proofdesk("import", lead, file, "--what", "decisions", "--json")
    assert said.status == 1
    assert [line[:20] for line in said.data["refused"]] == [
        "line 1: unknown task", "line 2: unknown task"]  # fmt: skip


def test_calls_make_places_and_asking_for_more_adds_them(lead: Path) -> None:
    first = take(lead, [{"author": "ana", "field": "Law", "tasks": 2}], "calls")
    assert first["added"] == {"data": 1, "item": 2, "origin": 2}
    more = take(lead, [{"author": "ana", "field": "Law", "tasks": 3}], "calls")
    assert more["added"] == {"data": 1, "item": 3, "origin": 1}  # “of 2” became “of 3”
    less = take(lead, [{"author": "ana", "field": "Law", "tasks": 1}], "calls")
    assert less["added"] == {}
    with Workspace.open(lead) as workspace:
        places = [item.content for item in dataset_of(workspace).items]
    assert sorted(place["number"] for place in places) == [1, 2, 3]
    assert {(place["field"], place["of"]) for place in places} == {("Law", 3)}
    assert "tasks" in refusal(lead, {"author": "ana", "tasks": 0}, "calls")
    assert "author" in refusal(lead, {"tasks": 1}, "calls")


def test_thousands_of_decisions_by_the_ids_of_tasks_take_no_time(lead: Path) -> None:
    places = [{"author": f"p{number}", "tasks": 100} for number in range(20)]
    take(lead, places, "calls")
    rows = [{"task": f"task-{number:08x}", "decision": "accept"} for number in range(8_000)]
    started = time.process_time()
    assert proofdesk("import", lead, jsonl(lead.parent / "d.jsonl", rows), "--what", "decisions",
                     "--json").status == 1  # fmt: skip
    assert time.process_time() - started < 20  # where each looks at each place: minutes


def test_answers_have_one_normal_form_however_they_were_given() -> None:
    given = described("x", criteria=["routine", "textual"], notes=" ", odd=1)
    found = check_task(given)
    assert found["criteria"] == {code: code in ("routine", "textual") for code in CRITERIA}
    assert "notes" not in found
    assert found["odd"] == 1
    assert check_task(found) == found
    assert ticked(found["criteria"]) == ["textual", "routine"]
    # As from the window: blank texts in empty fields, and an empty section.
    window = {**given, "subfield": "", "input_sections": [*given["input_sections"],
              {"title": "", "length": "", "description": " "}]}  # fmt: skip
    done_ = completed({"number": 1, "field": "Law", "subfield": "Tax"}, window)
    assert (done_["field"], done_["subfield"]) == ("Physics", "Tax")
    assert len(done_["input_sections"]) == 2
    assert completed({"field": "Law"}, {"objective": "x"})["field"] == "Law"


def test_a_task_must_be_of_a_field_that_is_collected() -> None:
    answers = check_task(described("x", field="physics"))
    DOLOMITES.stage("collect").check_about({"number": 1}, answers)
    with pytest.raises(ValueError, match="field: must be one of Law"):
        DOLOMITES.stage("collect").check_about({"number": 1, "field": "Law"}, answers)
    own = DOLOMITES.with_texts({FILE.path: "fields: Dance; Law\n"})
    with pytest.raises(ValueError, match="field: must be one of Dance, Law"):
        own.stage("collect").check_about({"number": 1}, answers)  # type: ignore[attr-defined]
    form = own.stage("collect").form()  # type: ignore[attr-defined]
    question = form.question("field")
    assert [option.code for option in question.options] == ["Dance", "Law"]
    assert form.label(question.options[1], "de") == "Recht"
    assert missing_in_task(form, completed({}, described("x", field="Law")), {}) == []


def test_tasks_may_be_collected_from_one_field_alone() -> None:
    own = DOLOMITES.with_texts({FILE.path: "fields: Dance\n"})
    own.stage("collect").check_about({}, check_task(described("x", field="dance")))  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="field: must be one of Dance"):
        own.stage("collect").check_about({}, check_task(described("x", field="Law")))  # type: ignore[attr-defined]
    question = own.stage("collect").form().question("field")  # type: ignore[attr-defined]
    assert [option.code for option in question.options] == ["Dance"]


def test_the_fields_are_those_of_the_paper_and_all_are_offered() -> None:
    codes = [option.code for option in DOLOMITES.stage("collect").form().question("field").options]
    assert codes == list(FIELDS)
    assert len(set(FIELDS)) == 25


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("least_edit: many", 1, "cannot be used"),
        ("# a comment\n\nleast_edit: 20\nleast_edit: 30", 4, "is already in line 3"),
        ("free_texts: never", 1, "cannot be used"),
        ("colour: blue", 1, "no setting"),
        ("fields:", 1, "cannot be used"),
        ("fields: " + "x" * 65, 1, "cannot be used"),
        ("degrees: wizard", 1, "cannot be used"),
        ("least_years: -1", 1, "cannot be used"),
        ("just words", 1, "no setting"),
    ],
)
def test_settings_that_say_nothing_are_named_with_their_line(
    text: str, line: int, said: str
) -> None:
    with pytest.raises(InputError) as found:
        FILE.check(FILE.old_path, text, file="dolomites.txt")
    assert found.value.line == line
    assert said in str(found.value)
    FILE.read({FILE.old_path: text})  # never raises


def test_settings_are_read_and_what_is_not_said_is_as_the_paper_has_it() -> None:
    text = "least-years: 5 # senior\nfields: Law; Dance ; Law\nfree_texts: when an issue\n"
    FILE.check(FILE.old_path, text, file="f")
    assert FILE.read({FILE.old_path: text}) == Settings(
        fields=("Law", "Dance"), least_years=5, free_texts="when_an_issue"
    )
    assert FILE.read({}) == STANDARD
    assert STANDARD.least_years == 3


def test_a_broken_text_of_the_leads_is_named_by_status_and_pack(lead: Path) -> None:
    done("people", lead, "add", "ana")
    folder = lead / "project" / "forms"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "dolomites.txt").write_text("least_years: 4\nwhat: ever\n", "utf-8")
    (note,) = done("status", lead)["notes"]
    assert "dolomites.txt" in note
    assert "line 2" in note
    assert "least_edit" in note  # the settings there are
    said = proofdesk("pack", lead, "--for", "ana", "-o", lead.parent / "a.proofdesk")
    assert said.status == 3
    assert "line 2" in said.err
    with Workspace.open(lead) as workspace:  # what can be read holds meanwhile
        protocol: Any = workspace.protocol()
        assert protocol.settings.least_years == 4


def test_a_file_that_nobody_would_read_is_named(lead: Path) -> None:
    forms = lead / "project" / "forms"
    forms.mkdir(parents=True)
    for name in ("dolomites-validate.yml", "dolomites-valdate.yaml"):
        (forms / name).write_text(form_text(VALIDATE), "utf-8")
        (note,) = done("status", lead)["notes"]
        assert name in note
        assert "dolomites-validate.yaml" in note
        (forms / name).unlink()


def test_a_settings_file_that_no_protocol_reads_is_named(lead: Path) -> None:
    folder = lead / "project" / "settings"
    folder.mkdir(parents=True)
    for name in ("dolomites.yml", "kiwi.yaml"):
        (folder / name).write_text("least_years: 5\n", "utf-8")
        (note,) = done("status", lead)["notes"]
        assert name in note
        assert "dolomites.yaml" in note
        (folder / name).unlink()


def test_settings_travel_in_the_bundle(lead: Path, tmp_path: Path) -> None:
    done("people", lead, "add", "ana")
    folder = lead / "project" / "settings"
    folder.mkdir(parents=True)
    (folder / "dolomites.yaml").write_text("least_years: 7\nfields: [Law, Dance]\n", "utf-8")
    done("pack", lead, "--for", "ana", "-o", tmp_path / "ana.proofdesk")
    done("join", tmp_path / "ana.proofdesk", tmp_path / "ana")
    with Workspace.open(tmp_path / "ana") as workspace:
        protocol: Any = workspace.protocol()
        assert protocol.settings == Settings(least_years=7, fields=("Law", "Dance"))


def test_settings_may_begin_with_a_mark_of_their_encoding(lead: Path) -> None:
    forms = lead / "project" / "forms"
    forms.mkdir(parents=True)
    (forms / "dolomites.txt").write_text("least_years: 5\n", "utf-8-sig")  # as in version 0.1
    assert done("status", lead)["notes"] == []
    with Workspace.open(lead) as workspace:
        protocol: Any = workspace.protocol()
        assert protocol.settings.least_years == 5


def test_who_is_eligible_and_why_somebody_is_not(lead: Path) -> None:
    people = [{"id": "ana", "fields": ["Law"]}, {"id": "ben"}, {"id": "cy", "fields": ["Magic"]},
              {"id": "dee"}]  # fmt: skip
    take(lead, people, "people")
    background = [
        {"person": "ana", "years": 1, "degree": "master", "language": "little"},
        {"person": "ben", "years": 3, "degree": "none", "expert_field": ["PHYSICS "]},
        {"person": "cy", "years": 30},
    ]
    take(lead, background, "background")
    with Workspace.open(lead) as workspace:
        dataset = dataset_of(workspace)
    assert experts.eligibility(dataset) == {
        "ana": ["1 years of experience, but 3 are required"],
        "ben": [],
        "cy": ["has none of the fields of the tasks"],
        "dee": [],
    }
    strict = Settings(degrees=("master", "doctorate"), languages=("native",))
    found = experts.eligibility(dataset, strict)
    assert [len(found[person]) for person in ("ana", "ben", "cy", "dee")] == [2, 1, 1, 0]
    take(lead, [{"author": "ana", "tasks": 1}], "calls")
    notes = done("assign", lead, "--overlap", 1, "--seed", 1)["notes"]
    assert "“ana” is not eligible: 1 years of experience, but 3 are required" in notes


def test_tasks_of_a_field_that_look_the_same_are_pointed_out(lead: Path) -> None:
    long = "Look at the star, note the time, and repeat that for every star of the list."
    rows = [
        task("t1", objective="Plan a night", procedure=long),
        task("t2", objective="Plan a night!", procedure=long.replace("repeat", "do")),
        task("t3", objective="Plan a night", procedure=long, field="Law"),
        task("t4", objective="Cook soup", procedure="Take onions and boil them with salt."),
    ]
    take(lead, rows)
    with Workspace.open(lead) as workspace:
        reports = {one.task.label: one for one in submissions(dataset_of(workspace))}
        states = tasks_json(dataset_of(workspace))["states_by_field"]
        found = {field: {s: n for s, n in own.items() if n} for field, own in states.items()}
        assert found == {"Law": {"accepted": 1}, "Physics": {"accepted": 3}}
    keys = {label: one.key for label, one in reports.items()}
    ((other, likeness),) = reports["t1"].alike
    assert other == keys["t2"]
    assert reports["t3"].alike == reports["t4"].alike == ()
    words = [
        [w.strip("!.,").casefold() for w in " ".join(
            [row["objective"], row["procedure"],
             *(s["title"] for s in (*row["input_sections"], *row["output_sections"]))]).split()]
        for row in rows[:2]
    ]  # fmt: skip
    assert likeness == pytest.approx(Indel.normalized_similarity(*words), abs=0.05)
    assert all(one.is_complete is None for one in reports.values())


def test_what_looks_the_same_is_found_again_once_a_task_has_changed(lead: Path) -> None:
    def alike() -> dict[str, int]:
        with Workspace.open(lead) as workspace:
            found = submissions(dataset_of(workspace))
        return {one.task.label: len(one.alike) for one in found}

    same = {"objective": "Write the plan of it", "procedure": "First look, then write it down."}
    take(lead, [task("t1", **same), task("t2", **same)])
    assert alike() == alike() == {"t1": 1, "t2": 1}
    take(lead, [task("t2", field="Law", **same)], "tasks", "--update")
    assert alike() == {"t1": 0, "t2": 0}
    take(lead, [task("t3", **same)])
    assert alike() == {"t1": 1, "t2": 0, "t3": 1}


def test_a_lead_is_told_of_every_task_and_what_is_odd_about_it(lead: Path) -> None:
    rows = [task("t1"), task("t2", objective="Write the plan of t1"), task("t3", field="Law",
            criteria=["textual", "expertise", "no_equipment", "duration"])]  # fmt: skip
    take(lead, rows)
    with Workspace.open(lead) as workspace:
        found = {one.title: one for one in DOLOMITES.submissions(dataset_of(workspace))}
        keys = {one.label: one.key for one in all_tasks(dataset_of(workspace)).values()}
    law = found["Write the plan of t3"]
    assert (law.item, law.field, law.state) == (keys["t3"], "Law", "accepted")
    assert law.notes == ("not marked as routine",)
    assert law.answers["procedure"] == rows[2]["procedure"]
    # Existing tasks can be decided about, and decisions can be changed.
    for decision, state in (("reject", "rejected"), ("accept", "accepted")):
        take(lead, [{"task": law.item, "decision": decision}], "decisions")
        with Workspace.open(lead) as workspace:
            dataset = dataset_of(workspace)
            (origin,) = (one.origin for one in dataset.items if one.key == law.item)
            assert all_tasks(dataset)[law.item].state == state
            assert ("closed" in origin) == (decision == "reject")


def test_what_a_lead_is_shown_of_a_task_is_a_line_whatever_a_bundle_brings(lead: Path) -> None:
    endless = "Plan\n\nof \t" + "very " * 20_000 + "much"
    take(lead, [task("t1", objective=endless, field="Law " * 5_000),
                task("t2", objective=endless, field="Law " * 5_000)])  # fmt: skip
    with Workspace.open(lead) as workspace:
        found = DOLOMITES.submissions(dataset_of(workspace))
    assert len(found) == 2
    for one in found:
        assert one.title.startswith("Plan of very very")
        assert len(one.title) == 300
        assert len(one.field) == 100
        (alike,) = one.notes
        assert "(100 %)" in alike
        assert len(alike) < 400
