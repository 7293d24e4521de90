"""Tests of conflicts: both versions are kept, counted, excluded and shown until a lead decides."""

from __future__ import annotations

import json
import shutil
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.merging import body_of
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.forging import Forger, records_in
from tests.workspace.projects import Project, answer, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project in which ana answered the first item differently in two copies of her workspace."""
    made = make_project(tmp_path)
    made.assign()
    return made


@pytest.fixture
def copies(project: Project) -> list[Path]:
    """Results of both copies: ana answers all items, then each copy revises the first one
    differently.
    """
    ana = project.join("ana")
    project.annotate(ana)
    other = project.folder / "other"
    shutil.copytree(ana, other)
    bundles = []
    for folder, rating, name in ((ana, 1, "here"), (other, 2, "there")):
        revised = [answer(project.rows[0], rating=rating)]
        done("annotate", folder, "--from", jsonl(folder / "r.jsonl", revised))
        bundles.append(project.results(folder, name=name))
    return bundles


def decide(project: Project, *rows: dict[str, Any], status: int = 0) -> Any:
    path = jsonl(project.folder / "decisions.jsonl", rows)
    return done("adjudicate", project.lead, "--from", path, status=status)


def test_both_versions_are_kept_counted_and_left_out(project: Project, copies: list[Path]) -> None:
    found = done("merge", project.lead, *copies)
    assert found["conflicts"] == 1
    assert [one["conflicting"] for one in found["bundles"]] == [0, 1]
    status = done("status", project.lead)
    assert (status["conflicts"], status["annotations"]) == (1, 6)
    analysis = done("analyse", project.lead)
    assert (analysis["annotations"], analysis["conflicts"]) == (5, 1)
    exported = done("export", project.lead, "-o", project.folder / "a.jsonl")
    assert (exported["files"], exported["conflicts_left_out"]) == ({"a.jsonl": 5}, 1)
    shown = proofdesk("export", project.lead, "-o", project.folder / "b.jsonl")
    assert "because they or their items" in shown.out
    assert done("check", project.lead)["ok"] is True
    assert "1 conflict to resolve" in proofdesk("merge", project.lead, *copies).out


def test_a_conflict_is_shown_with_all_its_versions(project: Project, copies: list[Path]) -> None:
    assert "No conflicts" in proofdesk("conflicts", project.lead).out
    done("merge", project.lead, *copies)
    (conflict,) = done("conflicts", project.lead)["conflicts"]
    assert conflict["kind"] == "annotation"
    assert conflict["item"] == project.rows[0]["id"]
    assert (conflict["annotator"], conflict["stage"]) == ("ana", "rate")
    assert sorted(head["answers"]["rating"] for head in conflict["heads"]) == [1, 2]
    assert len({head["device"] for head in conflict["heads"]}) == 2
    shown = proofdesk("conflicts", project.lead)
    assert "1 conflict" in shown.out
    for head in conflict["heads"]:
        assert head["rev"][:12] in shown.out


@pytest.mark.parametrize("way", ["choose", "answers", "columns"])
def test_a_decision_resolves_a_conflict_for_good(
    way: str, project: Project, copies: list[Path]
) -> None:
    done("merge", project.lead, *copies)
    (conflict,) = done("conflicts", project.lead)["conflicts"]
    row: dict[str, Any] = {"item": conflict["item"], "annotator": "ana"}
    if way == "choose":
        head = next(head for head in conflict["heads"] if head["answers"]["rating"] == 2)
        row["choose"] = head["rev"][:10]
    elif way == "answers":
        row["answers"] = {"follows": True, "rating": 2}
    else:
        row |= {"follows": "Yes", "rating": 2}
    found = decide(project, row)
    assert (found["resolved"], found["adjudicated"], found["refused"]) == (1, 0, [])
    status = done("status", project.lead)
    assert (status["conflicts"], status["annotations"]) == (0, 6)
    assert done("analyse", project.lead)["annotations"] == 6
    with Workspace.open(project.lead) as workspace:
        key = conflict["key"]
        current = workspace.records.current("annotation", key)
        assert current is not None
        assert body_of(current)["answers"]["rating"] == 2
        assert (current.author, body_of(current)["annotator"]) == ("lead", "ana")
        assert set(current.parents) == {head["rev"] for head in conflict["heads"]}
        assert len(workspace.records.history("annotation", key)) == 4
    after = digest(project.lead)
    for order in permutations(copies):
        done("merge", project.lead, *order)
    assert digest(project.lead) == after
    assert done("status", project.lead)["conflicts"] == 0


def test_a_resolved_conflict_stays_resolved_wherever_its_records_meet(
    project: Project, copies: list[Path]
) -> None:
    done("merge", project.lead, *copies)
    decide(project, {"item": project.rows[0]["id"], "annotator": "ana", "rating": 5})
    whole = project.results(project.lead, name="whole")
    digests = set()
    for number, order in enumerate(permutations([whole, *copies])):
        second = project.folder / f"second-{number}"
        done("join", whole, second)
        for bundle in order:
            done("merge", second, bundle)
        assert done("status", second)["conflicts"] == 0
        digests.add(digest(second))
    assert digests == {digest(project.lead)}


def test_the_same_answer_given_twice_is_nothing_to_decide(project: Project) -> None:
    ana = project.join("ana")
    other = project.folder / "other"
    shutil.copytree(ana, other)
    for folder in (ana, other):
        project.annotate(folder)
    found = done("merge", project.lead, project.results(ana), project.results(other))
    assert found["conflicts"] == 0
    assert done("analyse", project.lead)["annotations"] == 6


def test_a_withdrawal_beside_a_revision_is_shown_and_may_be_chosen(
    project: Project, copies: list[Path]
) -> None:
    done("merge", project.lead, copies[0])
    records = [r for r in records_in(copies[0]) if r.kind == "annotation"]
    (latest,) = [r for r in records if r.parents]
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project)
    gone = forger.record("annotation", latest.key, None, parents=latest.parents)
    done("merge", project.lead, forger.bundle([gone], signed=False), "--accept-unsigned")
    (conflict,) = done("conflicts", project.lead)["conflicts"]
    assert [head.get("deleted") for head in conflict["heads"]].count(True) == 1
    assert "deleted" in proofdesk("conflicts", project.lead).out
    decide(project, {"item": conflict["item"], "annotator": "ana", "choose": gone.rev})
    status = done("status", project.lead)
    assert (status["conflicts"], status["annotations"]) == (0, 5)


def test_an_item_is_decided_by_a_record_of_its_own_that_overwrites_nobody(
    project: Project,
) -> None:
    folders = [project.join(person) for person in ("ana", "ben")]
    for folder, rating in zip(folders, (1, 5), strict=True):
        project.annotate(folder, rating=rating)
        done("merge", project.lead, project.results(folder))
    item = project.rows[0]["id"]
    row = {"item": item, "answers": {"follows": True, "rating": 3}, "reason": "read again"}
    assert decide(project, row)["adjudicated"] == 1
    before = digest(project.lead)
    assert decide(project, row)["unchanged"] == 1
    assert digest(project.lead) == before
    assert done("status", project.lead)["annotations"] == 12
    done("export", project.lead, "-o", project.folder / "out")
    (kept,) = [json.loads(line) for line in (project.folder / "out/adjudications.jsonl").open()]
    assert kept == {**row, "stage": "rate"}
    answers = [json.loads(line) for line in (project.folder / "out/answers.jsonl").open()]
    assert sorted(a["rating"] for a in answers if a["item"] == item) == [1, 5]
    assert decide(project, {**row, "answers": {"rating": 4}})["adjudicated"] == 1


def states(project: Project, row: dict[str, Any]) -> tuple[list[bool], str | None]:
    """Return whether the decisions on an item are outdated, and whose final answer it has."""
    name = str(row["id"])
    (shown,) = (one for one in done("items", project.lead)["items"] if one["item"] == name)
    out = project.folder / "final.jsonl"
    done("export", project.lead, "--final", "-o", out)
    rows = [json.loads(line) for line in out.open(encoding="utf-8")]
    final = next((one.get("final_by") for one in rows if one["item"] == name), None)
    return [one["outdated"] for one in shown["decisions"]], final


def test_a_decision_from_a_file_is_about_the_answers_of_that_moment(project: Project) -> None:
    ana, ben = (project.join(person) for person in ("ana", "ben"))
    for folder, rating in ((ana, 1), (ben, 5)):
        project.annotate(folder, rating=rating)
        done("merge", project.lead, project.results(folder))
    first = project.rows[0]
    row = {"item": first["id"], "answers": {"follows": True, "rating": 3}}
    assert decide(project, row)["adjudicated"] == 1
    assert states(project, first) == ([False], "lead")
    revised = [answer(first, rating=1)]
    done("annotate", ben, "--from", jsonl(ben / "r.jsonl", revised))
    revision = project.results(ben, name="revision")
    done("merge", project.lead, revision)
    assert states(project, first) == ([True], "majority")
    # Only with the first answers is the decision valid again.
    done("unmerge", project.lead)
    assert states(project, first) == ([False], "lead")
    done("merge", project.lead, revision)
    assert decide(project, row)["adjudicated"] == 1
    assert states(project, first) == ([False], "lead")
    before = digest(project.lead)
    assert decide(project, row)["unchanged"] == 1
    assert digest(project.lead) == before


def test_a_decision_before_any_answer_is_never_outdated(project: Project) -> None:
    first = project.rows[0]
    row = {"item": first["id"], "answers": {"follows": True, "rating": 3}}
    assert decide(project, row)["adjudicated"] == 1
    ana = project.join("ana")
    project.annotate(ana, rating=1)
    done("merge", project.lead, project.results(ana))
    assert states(project, first) == ([False], "lead")


def test_a_decision_is_about_what_the_same_file_resolves(
    project: Project, copies: list[Path]
) -> None:
    done("merge", project.lead, *copies)
    first = project.rows[0]
    (conflict,) = done("conflicts", project.lead)["conflicts"]
    found = decide(
        project,
        {"item": first["id"], "answers": {"follows": True, "rating": 3}},
        {"item": first["id"], "annotator": "ana", "choose": conflict["heads"][0]["rev"]},
    )
    assert (found["adjudicated"], found["resolved"], found["refused"]) == (1, 1, [])
    assert states(project, first) == ([False], "lead")


def test_a_decision_of_an_earlier_version_keeps_its_meaning(project: Project) -> None:
    """Such a decision does not state which answers were compared."""
    ana, ben = (project.join(person) for person in ("ana", "ben"))
    for folder, rating in ((ana, 1), (ben, 5)):
        project.annotate(folder, rating=rating)
        done("merge", project.lead, project.results(folder))
    first = project.rows[0]
    item = project.key(first)
    body = {"item": item, "stage": "rate", "answers": {"follows": True, "rating": 3}}
    with Workspace.open(project.lead, write=True) as workspace:
        workspace.add([Draft("adjudication", f"{item}:rate", body, "lead", item)])
    done("annotate", ben, "--from", jsonl(ben / "r.jsonl", [answer(first, rating=1)]))
    done("merge", project.lead, project.results(ben, name="revision"))
    assert states(project, first) == ([False], "lead")


def test_decisions_are_never_packed_for_annotators(project: Project) -> None:
    decide(project, {"item": project.rows[0]["id"], "answers": {"rating": 3}, "reason": "canary"})
    records = records_in(project.pack("ana"))
    assert "adjudication" not in {record.kind for record in records}
    assert "canary" not in json.dumps([record.to_json() for record in records])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"item": "nowhere", "answers": {"rating": 3}}, "unknown item “nowhere”"),
        ({"annotator": "ben", "answers": {"rating": 3}}, "is not in conflict"),
        ({"annotator": "ana", "choose": "0" * 12}, "matches 0 heads"),
        ({"kind": "item", "key": "k", "item": None, "choose": "a"}, "item k is not in conflict"),
    ],
)
def test_a_decision_on_what_is_not_there_is_refused_by_name(
    change: dict[str, Any], words: str, project: Project, copies: list[Path]
) -> None:
    done("merge", project.lead, *copies)
    before = digest(project.lead)
    row = {"item": project.rows[0]["id"], **change}
    good = {"item": project.rows[1]["id"], "answers": {"rating": 3}}
    found = decide(project, row, good, status=1)
    assert found["adjudicated"] == 1
    (refused,) = found["refused"]
    assert refused.startswith("line 1: ")
    assert words in refused
    assert digest(project.lead) != before


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"answers": {"rating": 3}}, "item"),
        ({"item": "ext-0-gamma-large"}, "answers"),
        ({"item": "ext-0-gamma-large", "answers": {"rating": 9}}, "rating"),
        ({"item": "ext-0-gamma-large", "answers": [3]}, "answers"),
        ({"item": "ext-0-gamma-large", "choose": "ab"}, "annotator"),
        ({"item": "ext-0-gamma-large", "annotator": "ana"}, "choose"),
        ({"item": "ext-0-gamma-large", "annotator": "ana", "rating": 9}, "rating"),
    ],
)
def test_a_decision_that_cannot_be_read_stops_them_all(
    row: dict[str, Any], field: str, project: Project, copies: list[Path]
) -> None:
    done("merge", project.lead, *copies)
    before = digest(project.lead)
    good = {"item": project.rows[1]["id"], "answers": {"rating": 3}}
    error = decide(project, good, row, status=3)["error"]
    assert (error["line"], error["field"]) == (2, field)
    assert digest(project.lead) == before


def test_deciding_is_a_leads_work(project: Project) -> None:
    ana = project.join("ana")
    path = jsonl(project.folder / "d.jsonl", [{"item": "x", "rating": 3}])
    assert proofdesk("adjudicate", ana, "--from", path).status == 2


def test_two_leads_who_rewrite_one_item_differently_are_in_conflict(project: Project) -> None:
    whole = project.results(project.lead, name="whole")
    second = project.folder / "second"
    done("join", whole, second)
    for folder, text in ((project.lead, "one"), (second, "two")):
        changed = jsonl(project.folder / "c.jsonl", [{**project.rows[0], "answer": text}])
        done("import", folder, changed, "--update")
    done("merge", project.lead, project.results(second, name="back"))
    (conflict,) = done("conflicts", project.lead)["conflicts"]
    assert (conflict["kind"], len(conflict["heads"])) == ("item", 2)
    assert done("status", project.lead)["items"] == 5
    decide(
        project,
        {"kind": "item", "key": conflict["key"], "choose": conflict["heads"][0]["rev"]},
    )
    status = done("status", project.lead)
    assert (status["conflicts"], status["items"]) == (0, 6)
