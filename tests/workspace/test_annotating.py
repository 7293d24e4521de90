"""Tests of an annotator's work: answers from files, drafts, revisions sent with the next bundle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.core.errors import InputError, RefusedError, UsageError
from desktop_app.core.merging import body_of
from desktop_app.workspace import work
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.forging import records_in
from tests.workspace.projects import Project, answer, assigned, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path)
    made.assign(2)
    return made


@pytest.fixture
def ana(project: Project) -> Path:
    return project.join("ana")


def test_answers_are_submitted_by_the_leads_ids_and_once(project: Project, ana: Path) -> None:
    count = len(assigned(ana))
    assert project.annotate(ana) == {
        "submitted": count, "revised": 0, "unchanged": 0, "refused": []
    }  # fmt: skip
    before = digest(ana)
    assert project.annotate(ana)["unchanged"] == count
    assert digest(ana) == before
    status = done("status", ana)
    assert (status["annotations"], status["progress"]["ana"]["to_do"]) == (count, 0)


def test_items_may_be_named_by_their_keys_and_the_file_may_be_a_table(
    project: Project, ana: Path, tmp_path: Path
) -> None:
    key = min(assigned(ana))
    path = tmp_path / "a.csv"
    path.write_text(f"item,follows,rating,comment\n{key},No,2,'=sum\n", "utf-8")
    assert done("annotate", ana, "--from", path)["submitted"] == 1
    again = json.dumps({"item": key, "follows": False, "rating": 2, "comment": "=sum"})
    assert done("annotate", ana, "--from", "-", stdin=again.encode())["unchanged"] == 1


def test_a_changed_answer_is_a_revision_and_its_history_is_kept(
    project: Project, ana: Path
) -> None:
    project.annotate(ana)
    found = project.annotate(ana, rating=2, comment="second thoughts")
    assert (found["submitted"], found["revised"]) == (0, len(assigned(ana)))
    with Workspace.open(ana) as workspace:
        key = next(iter(workspace.records.keys("annotation")))
        history = workspace.records.history("annotation", key)
    assert len(history) == 2
    assert history[1].parents == (history[0].rev,)
    assert body_of(history[1])["answers"]["comment"] == "second thoughts"


def test_two_answers_to_one_item_in_a_file_are_an_answer_and_its_revision(
    project: Project, ana: Path, tmp_path: Path
) -> None:
    row = project.answers(ana)[0]
    path = jsonl(tmp_path / "a.jsonl", [{**row, "rating": 1}, {**row, "rating": 2}])
    found = done("annotate", ana, "--from", path)
    assert (found["submitted"], found["revised"]) == (1, 1)
    assert done("status", ana)["annotations"] == 1


def test_what_is_not_ones_own_is_refused_by_name_and_the_rest_is_submitted(
    project: Project, ana: Path, tmp_path: Path
) -> None:
    mine = project.answers(ana)
    other = next(name for name, key in project.keys().items() if key not in assigned(ana))
    rows = [
        mine[0],
        {**mine[1], "item": other},
        {**mine[1], "item": "nowhere"},
        {**mine[1], "annotator": "ben"},
        {**mine[2], "annotator": "ana"},
    ]
    said = proofdesk("annotate", ana, "--from", jsonl(tmp_path / "a.jsonl", rows), "--json")
    assert said.status == 1
    assert (said.data["submitted"], len(said.data["refused"])) == (2, 3)
    not_here, unknown, not_mine = said.data["refused"]
    assert f"line 2: item “{other}” is not in this workspace" == not_here
    assert "line 3: item “nowhere”" in unknown
    assert "line 4" in not_mine
    assert "answered by “ben”, not by “ana”" in not_mine
    shown = proofdesk("annotate", ana, "--from", tmp_path / "a.jsonl")
    assert (shown.status, other in shown.err) == (1, True)


def test_an_item_that_is_here_but_not_assigned_is_refused_by_name(project: Project) -> None:
    row = answer(project.rows[0])
    path = jsonl(project.folder / "a.jsonl", [row])
    before = digest(project.lead)
    said = proofdesk("annotate", project.lead, "--from", path, "--json")
    assert said.status == 1
    assert said.data["refused"] == [f"line 1: item “{row['item']}” is not assigned to “lead”"]
    assert digest(project.lead) == before


def test_a_lead_who_annotates_does_it_in_the_project_itself(project: Project) -> None:
    done("people", project.lead, "add", "lead", "--role", "lead")
    project.assign(3, "--people", "lead")
    rows = [answer(row, follows=False) for row in project.rows]
    path = jsonl(project.folder / "a.jsonl", rows)
    assert done("annotate", project.lead, "--from", path)["submitted"] == 6
    said = proofdesk("pack", project.lead, "--for", "lead", "-o", project.folder / "x", "--json")
    assert (said.status, "is you" in said.error["message"]) == (2, True)


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"rating": 6}, "rating", "must be at most 5"),
        ({"rating": 3.5}, "rating", "must be a whole number"),
        ({"follows": "maybe"}, "follows", "must be Yes or No"),
        ({"follows": None, "rating": None}, "follows", "neither"),
        ({"comment": "x" * (4 << 20)}, "comment", "must fit into 4 MB"),
    ],
)
def test_answers_that_are_not_valid_stop_everything(
    change: dict[str, object], field: str, words: str, project: Project, ana: Path
) -> None:
    rows = project.answers(ana)
    rows[2] = {**rows[2], **change}
    before = digest(ana)
    said = proofdesk("annotate", ana, "--from", jsonl(ana / "a.jsonl", rows), "--json")
    assert said.status == 3
    assert (said.error["line"], said.error["field"]) == (3, field)
    assert words in said.error["reason"]
    assert digest(ana) == before


def test_revised_answers_arrive_with_the_next_bundle(project: Project, ana: Path) -> None:
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    project.annotate(ana, rating=2)
    found = done("merge", project.lead, project.results(ana, name="next"))
    (bundle,) = found["bundles"]
    assert (bundle["new"], bundle["conflicting"], found["conflicts"]) == (len(assigned(ana)), 0, 0)
    done("export", project.lead, "-o", project.folder / "a.jsonl")
    exported = [json.loads(line) for line in (project.folder / "a.jsonl").open()]
    assert {row["rating"] for row in exported} == {2}


def test_drafts_never_travel_and_do_not_count(project: Project, ana: Path) -> None:
    item = min(assigned(ana))
    before = digest(ana)
    canary = "an unfinished canary"
    with Workspace.open(ana, write=True) as workspace:
        work.save_draft(workspace, item, "rate", {"answers": {"comment": "first"}})
        work.save_draft(workspace, item, "rate", {"answers": {"comment": canary}})
        with pytest.raises(UsageError, match="there is no item"):
            work.save_draft(workspace, "nowhere", "rate", {})
    assert done("status", ana)["drafts"] == 1
    assert digest(ana) == before
    records = records_in(project.results(ana))
    assert canary not in json.dumps([record.to_json() for record in records])
    with Workspace.open(ana) as workspace:
        assert work.load_draft(workspace, item, "rate") == {"answers": {"comment": canary}}
        assert work.load_draft(workspace, item, "other") is None


def test_submitting_in_the_window_drops_the_draft(ana: Path) -> None:
    item = min(assigned(ana))
    with Workspace.open(ana, write=True) as workspace:
        work.save_draft(workspace, item, "rate", {"rating": 3})
        report = work.submit(
            workspace, item, {"rating": 3, "follows": "Yes"}, stage="rate", seconds=9.5
        )
        assert report.to_json()["submitted"] == 1
        assert work.load_draft(workspace, item, "rate") is None
        current = workspace.records.current("annotation", f"{item}:ana:rate")
        assert current is not None
        assert body_of(current)["answers"] == {"rating": 3, "follows": True}
        assert body_of(current)["seconds"] == 9.5
        assert work.submit(workspace, item, {"rating": 4}, stage="rate").revised == 1
        with pytest.raises(InputError, match="rating"):
            work.submit(workspace, item, {"rating": 9}, stage="rate")
        with pytest.raises(RefusedError, match="not assigned"):
            work.submit(workspace, item, {"rating": 3}, stage="other")
        work.discard_draft(workspace, item, "rate")


def test_imported_answers_of_somebody_who_joins_come_along_with_their_items(
    project: Project, tmp_path: Path
) -> None:
    rows = [answer(row, "zoe", rating=4) for row in project.rows]
    done("import", project.lead, jsonl(tmp_path / "z.jsonl", rows), "--what", "answers")
    done("people", project.lead, "add", "zoe")
    zoe = project.join("zoe")
    assert digest(zoe)
    status = done("status", zoe)
    assert (status["items"], status["annotations"], status["assignments"]) == (6, 6, 0)


def test_answers_are_known_in_the_form_that_submitting_gives_them(ana: Path) -> None:
    item, answers = min(assigned(ana)), {"rating": 3, "follows": "Yes"}
    with Workspace.open(ana, write=True) as own:
        stage = own.protocol("risum").stage("rate")
        record = own.records.current("item", item)
        assert record is not None
        content = body_of(record)["content"]
        work.submit(own, item, answers, stage="rate")
        (record,) = own.records.all_current("annotation")
        assert body_of(record)["answers"] == work.as_submitted(stage, content, answers)
        with pytest.raises(ValueError, match="rating"):
            work.as_submitted(stage, content, {"follows": True, "rating": 9})
