"""Tests that answers to an earlier text of an item are named wherever a lead looks."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.cases import case_of, disagreement_lines
from desktop_app.workspace.item_index import MARKS
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.projects import Project, item, items, jsonl, make_project

OTHER = "A quite different answer."


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = make_project(tmp_path, items(groups=1), ("ana",))
    project.assign(1)
    return project


def replace_text(project: Project, answer: str = OTHER) -> Any:
    """Replace the answer of the project's first item, and return the report of the import."""
    row = item(0, "gamma-large", answer=answer)
    return done("import", project.lead, jsonl(project.folder / "again.jsonl", [row]), "--update")


def marked(project: Project) -> list[str]:
    """Return the names of the items that have answers to an earlier text."""
    found = done("items", project.lead, "--mark", "earlier_text")
    return [str(one["item"]) for one in found["items"]]


def test_answers_to_a_replaced_text_are_named(project: Project) -> None:
    ana = project.join("ana")
    replace_text(project)
    project.annotate(ana)
    merged = done("merge", project.lead, project.results(ana))
    notes = [note for bundle in merged["bundles"] for note in bundle["notes"]]
    assert [note for note in notes if "earlier text of the item: 1 (“ext-0-gamma-large”)" in note]
    assert marked(project) == ["ext-0-gamma-large"]
    assert any("earlier text" in note for note in done("check", project.lead)["notes"])
    out = project.folder / "ratings.jsonl"
    done("export", project.lead, "--what", "answers", "-o", out)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["item"] for row in rows if row.get("earlier_text")] == ["ext-0-gamma-large"]
    published = done("publish", project.lead, status=1)
    assert [one for one in published["checks"] if one["kind"] == "texts"]


def test_the_methods_paragraph_and_the_dataset_card_count_such_answers(project: Project) -> None:
    def card(name: str) -> str:
        out = project.folder / name
        done("export", project.lead, "-o", out, "--format", "hf")
        return (out / "README.md").read_text("utf-8")

    def methods(language: str) -> str:
        return str(done("methods", project.lead, "--language", language)["methods"])

    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    assert "earlier" not in card("before")
    assert "was changed" not in methods("en")
    replace_text(project)
    after = card("after")
    assert "\n- answers about an earlier text of their item: 1\n" in after
    assert "`earlier_text` is true where" in after
    sentence = "Answered before the text of the item was changed, and included: one answer."
    assert sentence in methods("en")
    assert sentence in after
    assert "Vor einer Änderung des Textes der Aufgabe gegeben" in methods("de")


def test_final_answers_and_decisions_about_an_earlier_text_say_so(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    decision = {"item": project.rows[0]["id"], "answers": {"follows": False, "rating": 1}}
    decided = jsonl(project.folder / "decided.jsonl", [decision])
    done("adjudicate", project.lead, "--from", decided)
    replace_text(project)
    out = project.folder / "out"
    done("export", project.lead, "--final", "-o", out)
    named = ["ext-0-gamma-large"]
    for name in ("answers.jsonl", "adjudications.jsonl"):
        rows = [json.loads(line) for line in (out / name).read_text("utf-8").splitlines()]
        assert [row["item"] for row in rows if row.get("earlier_text")] == named, name


def test_answers_that_are_submitted_again_are_about_the_new_text(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    assert marked(project) == []
    report = replace_text(project)
    assert report["replaced"]["item"] == 1
    assert ["earlier text" in note for note in report["notes"]] == [True]
    assert marked(project) == ["ext-0-gamma-large"]
    done("merge", ana, project.pack("ana", name="again"))
    report = project.annotate(ana)
    assert report["revised"] == 1
    done("merge", project.lead, project.results(ana, name="checked"))
    assert marked(project) == []


def test_people_who_are_done_get_the_new_text_and_the_lead_a_task(project: Project) -> None:
    def task() -> list[Any]:
        tasks = done("status", project.lead)["tasks"]
        return [(one["count"], one["people"]) for one in tasks if one["kind"] == "earlier_texts"]

    def detail() -> str:
        tasks = done("status", project.lead)["tasks"]
        return str(next(one["detail"] for one in tasks if one["kind"] == "earlier_texts"))

    def state() -> str:
        return str(done("bundles", project.lead)["bundles"][0]["state"])

    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    assert (state(), task()) == ("finished", [])
    replace_text(project)
    assert (state(), task()) == ("outdated", [(1, ["ana"])])
    assert "Update the bundles and ask ana to check" in detail()
    done("bundles", project.lead, "--update")
    assert (state(), task()) == ("current", [(1, ["ana"])])
    assert "Ask ana to check these items with the current bundles" in detail()
    done("merge", ana, project.folder / "for-ana.proofdesk")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana, name="checked"))
    assert (state(), task()) == ("finished", [])
    replace_text(project, "Another one.")
    assert task() == [(1, ["ana"])]
    named = project.rows[0]["id"]
    done("exclude", project.lead, "--item", named, "--reason", "Withdrawn text.")
    assert task() == []


def test_a_text_that_is_as_before_is_no_earlier_text(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    replace_text(project)
    replace_text(project, str(project.rows[0]["answer"]))
    assert marked(project) == []


def test_imported_answers_make_no_statement_about_texts(project: Project) -> None:
    answers = [
        {"item": row["id"], "annotator": "ana", "follows": True, "rating": 4}
        for row in project.rows
    ]
    done("import", project.lead, jsonl(project.folder / "old.jsonl", answers), "--what", "answers")
    replace_text(project)
    assert marked(project) == []


def test_a_computer_that_never_had_the_earlier_text_names_the_answers_too(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    replace_text(project)
    second = project.folder / "second"
    done("join", project.pack("ana", name="again"), second)
    assert any("earlier text" in note for note in done("check", second)["notes"])


def test_exported_answers_keep_it_in_another_project(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    replace_text(project)
    out = project.folder / "out"
    done("export", project.lead, "-o", out)
    other = make_project(project.folder / "other", [], ())
    for what in ("items", "answers"):
        done("import", other.lead, out / f"{what}.jsonl", "--what", what)
    assert len(marked(other)) == 1


def test_two_laptops_with_the_same_answers_to_two_texts_are_no_conflict(project: Project) -> None:
    one = project.join("ana")
    project.annotate(one)
    replace_text(project)
    two = project.folder / "second"
    done("join", project.pack("ana", name="again"), two)
    project.annotate(two)
    for folder in (one, two):
        done("merge", project.lead, project.results(folder, name=folder.name), "--accept-new-key")
    with Workspace.open(project.lead) as workspace:
        assert workspace.records.conflicts() == []


def test_whoever_decides_between_annotators_sees_it(tmp_path: Path) -> None:
    project = make_project(tmp_path, items(groups=1), ("ana", "ben"))
    project.assign(2)
    ana, ben = project.join("ana"), project.join("ben")
    project.annotate(ana, rating=1)
    replace_text(project)
    done("merge", ben, project.pack("ben", name="again"))
    project.annotate(ben, rating=5)
    for own in (ana, ben):
        done("merge", project.lead, project.results(own))
    with Workspace.open(project.lead) as workspace:
        told = {
            line.name: [one.is_earlier for one in case_of(workspace, line.id, "en").versions]
            for line in disagreement_lines(workspace)
        }
    assert told["ext-0-gamma-large"] == [True, False]
    assert told["ext-0-delta-mini"] == [False, False]


def test_undoing_an_import_that_only_replaced_restores_the_texts(project: Project) -> None:
    replace_text(project)
    undone = done("import", project.lead, "--undo")
    assert (undone["items"], undone["restored"]) == (0, 1)
    with Workspace.open(project.lead) as workspace:
        current = workspace.records.current("item", project.key(project.rows[0]))
    assert current is not None
    assert (current.body or {})["content"]["answer"] == project.rows[0]["answer"]
    # The import before it is not undone instead.
    again = proofdesk("import", project.lead, "--undo", "--json")
    assert again.status == 1
    assert "no import of items to undo" in again.error["message"]


def test_whoever_answered_an_earlier_text_is_not_finished(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", project.lead, project.results(ana))
    assert states_of(project) == ["finished"]
    replace_text(project)
    assert states_of(project) == ["outdated"]
    project.pack("ana")
    assert states_of(project) == ["current"]


def states_of(project: Project) -> list[str]:
    return [str(one["state"]) for one in done("bundles", project.lead)["bundles"]]


def test_a_text_that_a_lead_does_not_have_yet_is_no_earlier_one(project: Project) -> None:
    copy = project.folder / "copy"
    shutil.copytree(project.lead, copy)
    replace_text(project)
    ana = project.join("ana")
    project.annotate(ana)
    done("merge", copy, project.results(ana))
    assert done("items", copy, "--mark", "earlier_text")["items"] == []


def test_only_people_who_still_take_part_are_to_be_asked(tmp_path: Path) -> None:
    project = make_project(tmp_path, items(groups=1), ("ana", "ben"))
    project.assign(2)
    for person in ("ana", "ben"):
        own = project.join(person)
        project.annotate(own)
        done("merge", project.lead, project.results(own))
    replace_text(project)

    def task() -> tuple[int, list[str], str]:
        tasks = done("status", project.lead)["tasks"]
        (one,) = (one for one in tasks if one["kind"] == "earlier_texts")
        return one["count"], one["people"], one["detail"].partition(". ")[2]

    def notes() -> list[str]:
        found = done("check", project.lead)["notes"]
        return sorted(one.partition(". ")[2] for one in found if "to an earlier text" in one)

    assert task()[:2] == (2, ["ana", "ben"])
    ask = "They count; ask the person to check these items, or exclude them"
    assert notes() == [ask, ask]
    done("people", project.lead, "left", "ben")
    rest = "to check these items, or exclude the items."
    assert task() == (2, ["ana"], f"Update the bundles and ask ana {rest}")
    assert notes() == ["They count unless you exclude the items", ask]
    done("people", project.lead, "left", "ana")
    count, people, detail = task()
    assert (count, people) == (2, ["ana", "ben"])
    assert detail == "The answers count unless you exclude the items."
    assert notes() == ["They count unless you exclude the items"] * 2
    # Answers of people who withdrew their consent do not count.
    with Workspace.open(project.lead, write=True) as workspace:
        body = {"annotator": "ana", "text": sha256_hex(b"I agree."), "agreed": False}
        workspace.add([Draft("consent", f"{body['text'][:32]}:ana", body, "ana", "")])
    assert task()[:2] == (1, ["ben"])
    assert notes() == ["They count unless you exclude the items"]


def test_the_help_lists_each_mark() -> None:
    words = proofdesk("items", "--help").out
    assert [mark for mark in MARKS if mark not in words] == []
