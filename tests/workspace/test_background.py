"""Tests of the background form: which form is used, and what happens to the answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.workspace import background, materials
from desktop_app.workspace.agreement_results import agreement_data
from desktop_app.workspace.project_texts import effects_of
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.forging import records_in
from tests.workspace.projects import Project, jsonl, make_project

FORM = """\
form: 1
key: ours
version: 1
language: en
title: About you
questions:
  - key: years
    type: number
    text: For how many years have you edited text?
    integer: true
    min: 0
  - key: field
    type: short_text
    text: In which field?
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path / "project", asks=True)
    made.assign(3)
    return made


def give(project: Project, form: str) -> Path:
    file = project.folder / "ours.yaml"
    file.write_text(form, "utf-8")
    return file


def test_the_protocols_own_form_is_asked_and_its_answers_reach_the_analysis(
    project: Project, tmp_path: Path
) -> None:
    own = project.join("ana")
    asked = done("background", own)
    assert asked["questions"] == ["proficiency", "education", "age_band", "weekly_hours"]
    said = jsonl(own / "me.jsonl", [{"proficiency": "Advanced", "age_band": "25-34"}])
    assert done("background", own, "--from", said)["changed"] is True
    assert done("background", own, "--from", said)["changed"] is False
    project.annotate(own)
    done("merge", project.lead, project.results(own))
    counted = done("analyse", project.lead)["background"]
    assert counted["questions"] == {"proficiency": {"Advanced": 1}, "age_band": {"25-34": 1}}
    assert counted["coverage"] == 1.0
    done("export", project.lead, "-o", tmp_path / "out", "--format", "jsonl")
    asked_form = (tmp_path / "out/background_form.yaml").read_text("utf-8")
    assert "key: proficiency" in asked_form
    (row,) = [json.loads(line) for line in (tmp_path / "out/background.jsonl").open()]
    assert row == {"person": "ana", "proficiency": "Advanced", "age_band": "25-34"}
    again = done("import", project.lead, tmp_path / "out/background.jsonl", "--what", "background")
    assert (again["unchanged"], again["refused"]) == (1, [])


def test_a_change_is_a_revision_and_an_answer_may_be_taken_back(project: Project) -> None:
    own = project.join("ana")
    for row in ({"age_band": "25-34"}, {"age_band": "35-44"}, {"education": ""}):
        done("background", own, "--from", jsonl(own / "me.jsonl", [row]))
    assert done("background", own)["answers"] == {}
    bundle = project.results(own)
    assert sum(record.kind == "background" for record in records_in(bundle)) == 3
    done("merge", project.lead, bundle)
    assert done("status", project.lead)["conflicts"] == 0
    assert done("analyse", project.lead)["background"]["respondents"] == 0


def test_saying_nothing_leaves_no_record(project: Project) -> None:
    own = project.join("ana")
    assert done("background", own, "--from", jsonl(own / "me.jsonl", [{}]))["changed"] is False
    with Workspace.open(own) as workspace:
        assert not list(workspace.records.keys("background"))


def test_a_lead_replaces_the_form(project: Project) -> None:
    report = done("import", project.lead, give(project, FORM), "--what", "background_form")
    assert report["added"] == {"material": 1}
    again = done("import", project.lead, give(project, FORM), "--what", "background_form")
    assert (again["added"], again["unchanged"]) == ({}, 1)
    own = project.join("ana")
    assert done("background", own)["questions"] == ["years", "field"]
    done("background", own, "--from", jsonl(own / "me.jsonl", [{"years": "7", "field": "law"}]))
    assert done("background", own)["answers"] == {"years": 7, "field": "law"}
    done("merge", project.lead, project.results(own))
    table = done("analyse", project.lead)["background"]["questions"]
    assert table == {"years": {"7": 1}, "field": {"law": 1}}
    # Its answers are known, and those that a later form does not take over are named.
    done("export", project.lead, "--what", "background", "-o", project.folder / "b.jsonl")
    again = done("import", project.lead, project.folder / "b.jsonl", "--what", "background")
    assert again["own_fields"] == []
    shorter = FORM[: FORM.index("  - key: field")]
    file = give(project, shorter)
    planned = done("import", project.lead, file, "--what", "background_form", "--dry-run")
    report = done("import", project.lead, file, "--what", "background_form")
    assert [(one["question"], one["answers"]) for one in report["answers"]] == [("field", 1)]
    assert report["answers"] == planned["answers"]


def test_a_lead_turns_it_off_and_on_again(project: Project) -> None:
    own = project.join("ana")
    assert done("background", own)["questions"]
    done("import", project.lead, "--what", "background_form", "--none")
    done("merge", own, project.pack("ana", name="second"))
    assert done("background", own)["questions"] == []
    assert proofdesk("background", own, "--from", jsonl(own / "me.jsonl", [{}])).status == 2
    with Workspace.open(own) as workspace:
        assert not background.is_due(workspace)
    done("import", project.lead, "--what", "background_form", "--standard")
    done("merge", own, project.pack("ana", name="third"))
    assert len(done("background", own)["questions"]) == 4


def test_putting_it_off_lasts_until_the_form_changes(project: Project) -> None:
    own = project.join("ana")
    with Workspace.open(own, write=True) as workspace:
        assert background.is_due(workspace)
        background.put_off(workspace)
        assert not background.is_due(workspace)
    done("import", project.lead, give(project, FORM), "--what", "background_form")
    done("merge", own, project.pack("ana", name="second"))
    with Workspace.open(own) as workspace:
        assert background.is_due(workspace)


@pytest.mark.parametrize(
    ("broken", "line", "words"),
    [
        (FORM.replace("type: number", "type: nummer"), 8, "is not a type"),
        (FORM.replace("min: 0", "min: 0\n    required: true"), 12, "nobody has to answer"),
        (FORM.replace("key: field", "key: person"), 12, "“person”"),
        (FORM.replace("questions:", "questions"), None, "not valid YAML"),
    ],
)
def test_a_flaw_of_the_form_is_told_with_its_line(
    broken: str, line: int | None, words: str, project: Project
) -> None:
    file = give(project, broken)
    before = done("check", project.lead)["digest"]
    said = proofdesk("import", project.lead, file, "--what", "background_form", "--json")
    assert (said.status, said.error["file"]) == (3, str(file))
    if line is not None:
        assert said.error["line"] == line
        assert words in said.error["reason"]
    assert done("check", project.lead)["digest"] == before
    assert not (project.lead / "project" / "forms").exists()


def test_a_form_put_into_the_folder_by_hand_is_checked_when_packing(project: Project) -> None:
    place = project.lead / "project" / "forms"
    place.mkdir(parents=True)
    (place / "background.yaml").write_text(FORM.replace("type: short_text", "type: txt"))
    out = project.folder / "x.proofdesk"
    said = proofdesk("pack", project.lead, "--for", "ana", "-o", out, "--json")
    assert (said.status, said.error["line"]) == (3, 13)
    assert said.error["file"] == str(place / "background.yaml")
    (place / "background.yaml").write_text(FORM)
    own = project.join("ana")
    assert done("background", own)["questions"] == ["years", "field"]
    (place / "background.yaml").unlink()
    done("merge", own, project.pack("ana", name="second"))
    assert len(done("background", own)["questions"]) == 4


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{"age_band": "12"}], "must be one of"),
        ([{"height": 3}], "is not a question of this form"),
        ([{"person": "ben", "age_band": "25-34"}], "another person"),
        ([{"age_band": "25-34"}, {"age_band": "25-34"}], "2 rows"),
    ],
)
def test_answers_that_cannot_be_taken_are_told(
    rows: list[dict[str, Any]], words: str, project: Project
) -> None:
    own = project.join("ana")
    said = proofdesk("background", own, "--from", jsonl(own / "me.jsonl", rows), "--json")
    assert said.status == 3
    assert words in said.error["message"]
    assert done("background", own)["answers"] == {}


def test_what_the_lead_imported_is_shown_and_may_be_changed(project: Project) -> None:
    rows = [{"person": "ana", "age_band": "25-34"}]
    done("import", project.lead, jsonl(project.folder / "b.jsonl", rows), "--what", "background")
    own = project.join("ana")
    assert done("background", own)["answers"] == {"age_band": "25-34"}
    with Workspace.open(own) as workspace:
        assert not background.is_due(workspace)
    done("background", own, "--from", jsonl(own / "me.jsonl", [{"age_band": "35-44"}]))
    done("merge", project.lead, project.results(own))
    assert done("status", project.lead)["conflicts"] == 0


def test_another_lead_packs_the_same_form(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    done("import", project.lead, give(project, FORM), "--what", "background_form")
    whole = project.results(project.lead, name="whole")
    with monkeypatch.context() as patch:
        patch.setenv("PROOFDESK_HOME", str(project.folder / "other-computer"))
        done("join", whole, project.folder / "second")
        work = project.folder / "work.proofdesk"
        done("pack", project.folder / "second", "--for", "ana", "-o", work)
    texts = {r.key: (r.body or {}).get("text") for r in records_in(work) if r.kind == "material"}
    assert texts[materials.BACKGROUND] == FORM


def test_a_bundle_from_before_brings_no_questions(project: Project, tmp_path: Path) -> None:
    own = project.join("ana")
    with Workspace.open(own, write=True) as workspace:  # as if the bundle had held no form
        workspace.remove(
            record.rev for record in list(workspace.records) if record.key == materials.BACKGROUND
        )
    assert done("background", own)["questions"] == []
    assert project.annotate(own)["submitted"] == 6


def test_a_draft_is_kept_apart_and_dropped_once_answered(project: Project) -> None:
    own = project.join("ana")
    with Workspace.open(own, write=True) as workspace:
        background.save_draft(workspace, {"answers": {"age_band": "25-34"}})
        background.save_draft(workspace, {"answers": {"age_band": "35-44"}})
    with Workspace.open(own, write=True) as workspace:
        assert background.load_draft(workspace) == {"answers": {"age_band": "35-44"}}
        assert not list(workspace.records.keys("background"))
        background.answer(workspace, {"age_band": "35-44"})
        assert background.load_draft(workspace) is None


CHOICES = """\
form: 1
key: ours
version: 1
language: en
title: About you
questions:
  - key: reads
    type: multiple_choice
    text: Which languages do you read?
    options:
      - {code: de, label: German}
      - {code: en, label: English}
"""


def test_several_chosen_options_are_shown_like_the_options(project: Project) -> None:
    done("import", project.lead, give(project, CHOICES), "--what", "background_form")
    own = project.join("ana")
    done("background", own, "--from", jsonl(own / "me.jsonl", [{"reads": ["de", "en"]}]))
    shown = proofdesk("background", own).out
    assert shown.count("de · en") == 2
    assert "[" not in shown


@pytest.mark.parametrize("protocol", ["study", "cnr", "dolomites", "kiwi", "risum"])
def test_answers_about_people_are_counted_in_every_protocol(protocol: str, tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    make_demo(lead, [protocol])
    form = tmp_path / "ours.yaml"
    form.write_text(CHOICES, "utf-8")
    done("import", lead, form, "--what", "background_form")
    done("people", lead, "add", "kim")
    rows = jsonl(tmp_path / "b.jsonl", [{"person": "kim", "reads": ["de", "en"]}])
    done("import", lead, rows, "--what", "background")
    assert done("analyse", lead)["background"]["questions"]["reads"] == {"de": 1, "en": 1}
    shown = proofdesk("analyse", lead).out
    assert "Annotators’ background" in shown
    for words in ("Which languages do you read?", "German", "English"):
        assert words in shown
    report = tmp_path / "report.html"
    done("analyse", lead, "--aliases", "-o", report)
    assert "Which languages do you read?" in report.read_text("utf-8")
    with Workspace.open(lead) as workspace:
        source = agreement_data(workspace)
    for results in source.results():
        tables = {table.key: table for table in results.analysis.tables}
        assert ["Which languages do you read?", "German"] in [
            list(row[:2]) for row in tables["background"].rows
        ]


CONDITION = """\
  - key: works
    type: yes_no
    text: Do you edit texts?
  - key: since
    type: short_text
    text: Since when?
    show_if: {question: works, is: yes}
"""


def test_hidden_answers_are_named_and_not_counted(project: Project) -> None:
    form = FORM.partition("  - key: years")[0] + CONDITION
    done("import", project.lead, give(project, form), "--what", "background_form")
    own = project.join("ana")
    row = jsonl(own / "me.jsonl", [{"works": "no", "since": "2019"}])
    assert done("background", own, "--from", row)["hidden"] == ["since"]
    assert "hide these questions: since." in proofdesk("background", own, "--from", row).out
    assert done("background", own)["hidden"] == []
    done("merge", project.lead, project.results(own))
    assert done("analyse", project.lead)["background"]["questions"] == {"works": {"no": 1}}
    # The file that an export writes can be submitted again.
    done("export", project.lead, "-o", own / "b.csv", "--format", "csv", "--what", "background")
    assert done("background", own, "--from", own / "b.csv")["changed"] is False


def test_effects_of_new_questions_on_answers(project: Project) -> None:
    done("import", project.lead, give(project, FORM), "--what", "background_form")
    row = jsonl(project.folder / "b.jsonl", [{"person": "ana", "years": 7, "field": "law"}])
    done("import", project.lead, row, "--what", "background")
    other = FORM.replace("min: 0", "min: 8").replace("key: field", "key: area")
    words = ("--what", "background_form", "--dry-run")
    effects = done("import", project.lead, give(project, other), *words)["answers"]
    assert [(one["question"], one["answers"]) for one in effects] == [("years", 1), ("field", 1)]
    with Workspace.open(project.lead, write=True) as workspace:
        gone = effects_of(workspace, materials.BACKGROUND, "").answers
        assert [(one.question, one.answers, str(one.reason)) for one in gone] == [
            ("years", 1, "is no longer asked"),
            ("field", 1, "is no longer asked"),
        ]
        # A form that was broken by hand can be replaced.
        materials.give(workspace, materials.BACKGROUND, FORM)
    (project.lead / "project" / materials.BACKGROUND).write_text("form: 1", "utf-8")
    assert done("import", project.lead, give(project, other), *words)["answers"] == []


def test_all_versions_of_the_questions_are_exported_with_the_answers(
    project: Project, tmp_path: Path
) -> None:
    for form in (FORM, FORM.replace("version: 1", "version: 2")):
        done("import", project.lead, give(project, form), "--what", "background_form")
        project.pack("ana")
    out = tmp_path / "out"
    assert not questions_in(done("export", project.lead, "-o", out, "--format", "csv"))
    row = jsonl(project.folder / "b.jsonl", [{"person": "ana", "years": 7}])
    done("import", project.lead, row, "--what", "background")
    export = ("export", project.lead, "-o", out, "--format", "csv")
    assert questions_in(done(*export)) == ["background_form-1.yaml", "background_form.yaml"]
    assert (out / "background_form.yaml").read_text("utf-8") == FORM.replace(
        "version: 1", "version: 2"
    )
    assert not questions_in(done(*export, "--no-background"))


def questions_in(exported: dict[str, Any]) -> list[str]:
    return sorted(name for name in exported["files"] if name.endswith(".yaml"))
