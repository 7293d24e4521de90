"""Tests of the hooks of protocols: derived items, suitable people, and texts that change the rules.

A protocol is changed for each test.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from desktop_app import plugin_loader
from desktop_app.core.errors import UsageError
from desktop_app.core.forms import parse_form
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.workspace.background import background_form
from desktop_app.workspace.materials import joined_background, problem
from desktop_app.workspace.workspace import Workspace
from plugins.risum.protocol import RISUM, RatingStage
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, item, jsonl, make_project

ITEM = "f" * 32


def lend(patch: pytest.MonkeyPatch, stage: type = RatingStage, **methods: Any) -> Any:
    """Let the plugin loader return risum with other methods or another stage; return it."""
    made = type("Lent", (type(RISUM),), methods)()
    made.stages = (stage(),)
    load, load_own = plugin_loader.load_protocol, plugin_loader.own_protocol

    def loaded(key: str, allowed: Mapping[str, str]) -> Any:
        return made if key == "risum" else load(key, allowed)

    def loaded_own(key: str) -> Any:
        return made if key == "risum" else load_own(key)

    patch.setattr(plugin_loader, "load_protocol", loaded)
    patch.setattr(plugin_loader, "own_protocol", loaded_own)
    return made


@pytest.fixture
def lent(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Let risum derive one item that states how many items were imported."""
    state: dict[str, Any] = {"on": True, "content": {}, "origin": {}, "given": []}

    def derived_items(
        self: Any, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]:
        state["given"] = sorted(given)
        imported = [one for one in dataset.items if one.key != ITEM]
        if not imported or not state["on"]:
            return ()
        content = {**imported[0].content, "instruction": f"of {len(imported)}", **state["content"]}
        body = {"protocol": "risum", "group": "g", "content": content}
        origin = {"item": ITEM, "external_id": "made", "model": "m", **state["origin"]}
        return [
            Draft("item", ITEM, body, context.lead, "made"),
            Draft("origin", ITEM, origin, context.lead, "made"),
        ]

    lend(monkeypatch, has_derived_items=True, derived_items=derived_items)
    return state


def text_of(folder: Path) -> str:
    with Workspace.open(folder) as workspace:
        record = workspace.records.current("item", ITEM)
        assert record is not None
        assert record.body is not None
        return str(record.body["content"]["instruction"])


def test_an_import_makes_what_follows_from_it_and_revises_it(
    tmp_path: Path, lent: dict[str, Any]
) -> None:
    project = make_project(tmp_path, rows=[item(0, "gamma")])
    assert text_of(project.lead) == "of 1"
    before = digest(project.lead)
    file = tmp_path / "items.jsonl"
    assert done("import", project.lead, file)["added"] == {}
    assert digest(project.lead) == before
    more = jsonl(tmp_path / "more.jsonl", [item(1, "gamma")])
    assert done("import", project.lead, more)["added"]["item"] == 2  # one of them revised
    assert text_of(project.lead) == "of 2"
    assert done("check", project.lead)["ok"]


def test_two_leads_make_the_same_records(tmp_path: Path, lent: dict[str, Any]) -> None:
    project = make_project(tmp_path, rows=[item(0, "gamma")])
    whole = tmp_path / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    done("join", whole, tmp_path / "second")
    more = jsonl(tmp_path / "more.jsonl", [item(1, "gamma")])
    for lead in (project.lead, tmp_path / "second"):
        done("import", lead, more)
    assert digest(project.lead) == digest(tmp_path / "second")


def test_assigning_makes_it_first_and_a_dry_run_saves_nothing(
    tmp_path: Path, lent: dict[str, Any]
) -> None:
    lent["on"] = False
    project = make_project(tmp_path, rows=[item(0, "gamma")])
    lent["on"] = True
    before = digest(project.lead)
    assert project.assign(1, "--dry-run")["added"] == 2
    assert digest(project.lead) == before
    assert project.assign(1)["added"] == 2
    # What was assigned is told, so that a protocol can leave it as it is.
    project.assign(1)
    assert ITEM in lent["given"]
    assert len(lent["given"]) == 2


def test_an_item_that_is_closed_goes_to_nobody_new_and_stays_where_it_is(
    tmp_path: Path, lent: dict[str, Any]
) -> None:
    project = make_project(tmp_path, rows=[item(0, "gamma")])
    assert project.assign(1)["added"] == 2
    lent["origin"] = {"closed": "it was rejected"}
    again = project.assign(2)
    assert (again["added"], again["kept"]) == (1, 2)
    assert again["closed"] == {"it was rejected": 1}
    said = proofdesk("assign", project.lead, "--overlap", 2, "--seed", 1)
    assert "No additional person, because it was rejected: 1." in said.out
    lent["origin"] = {}
    assert project.assign(2)["added"] == 1


class Picky(RatingStage):
    """A stage for which only ben is eligible, with a reason for all others."""

    def ineligible(
        self,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        people: Mapping[str, Mapping[str, Any]],
    ) -> dict[str, str]:
        return {person: "not called ben" for person in people if person != "ben"}

    def people_notes(self, dataset: Callable[[], Dataset], people: Collection[str]) -> list[str]:
        return [f"{len(people)} people and {len(dataset().items)} items"]


def test_people_who_do_not_suit_an_item_are_passed_over_and_counted(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.assign(1, "--people", "ana", "--only", "model=gamma-large")
    lend(monkeypatch, Picky)
    said = proofdesk("assign", project.lead, "--overlap", 2, "--seed", 1, "--json")
    assert said.status == 1  # items lack people
    assert said.data["new"] == {"ana": 0, "ben": 6, "cleo": 0}
    # What ana has already still counts.
    assert sorted(said.data["short"].values()) == [1] * 4
    why = {tuple(reasons) for reasons in said.data["why"].values()}
    assert why == {("not called ben: 2",)}
    assert said.data["notes"] == ["3 people and 6 items"]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path)


def test_a_leads_own_text_changes_the_rules_before_it_is_packed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[str, str]] = []

    def with_texts(self: Any, texts: Mapping[str, str]) -> Any:
        seen.append(dict(texts))
        return self

    path = "forms/rules.txt"
    lend(monkeypatch, text_paths=(path,), with_texts=with_texts)
    folder = project.lead / "project" / "forms"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rules.txt").write_text("strict: yes", "utf-8")
    project.assign(1)
    assert {"forms/rules.txt": "strict: yes"} in seen
    seen.clear()
    own = project.join("ana")
    with Workspace.open(own) as workspace:
        workspace.protocol("risum")
    assert seen[-1] == {"forms/rules.txt": "strict: yes"}
    (folder / "rules.txt").write_bytes(b"\xff\xfe")
    with Workspace.open(project.lead) as workspace:
        workspace.protocol("risum")
    assert seen[-1] == {"forms/rules.txt": "strict: yes"}  # what was packed last
    assert any("not UTF-8" in note for note in done("status", project.lead)["notes"])


FIRST = """
form: 1
key: first.about
version: 2
language: en
title: About you
questions:
  - {key: age, type: number, text: "How old are you?"}
  - {key: degree, type: short_text, text: Your degree}
"""
SECOND = """
form: 1
key: second.about
version: 3
language: en
title: More about you
questions:
  - {key: degree, type: single_choice, text: Degree, options: [{code: a, key: A, label: A},
     {code: b, label: B}]}
  - {key: years, type: number, text: "For how long?"}
"""


def test_questionnaires_of_several_protocols_are_asked_as_one() -> None:
    form = parse_form(joined_background(FIRST, SECOND), file="x")
    assert [question.key for question in form.questions] == ["age", "degree", "years"]
    assert form.question("degree").type == "short_text"
    assert form.version == 5
    # A question that hangs on one that is called as another one is: the first form alone.
    hanging = SECOND.replace("key: years,", "key: years, show_if: {question: degree, is: b},")
    assert joined_background(FIRST, hanging) == FIRST


def test_a_project_of_two_protocols_asks_what_both_ask(tmp_path: Path) -> None:
    lead = tmp_path / "lead"
    done("new", lead, "--title", "T", "--protocol", "risum", "--protocol", "dolomites")
    done("people", lead, "add", "ana")
    done("pack", lead, "--for", "ana", "-o", tmp_path / "a.proofdesk")
    done("join", tmp_path / "a.proofdesk", tmp_path / "ana")
    with Workspace.open(tmp_path / "ana") as workspace:
        form = background_form(workspace)
    assert form is not None
    asked = [question.key for question in form.questions]
    assert {"proficiency", "age_band", "degree", "years", "expert_field"} <= set(asked)
    assert len(asked) == len(set(asked))


def test_a_project_whose_protocol_is_not_here_still_says_how_it_stands(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(key: str, allowed: Mapping[str, str]) -> Any:
        raise UsageError(f"there is no protocol “{key}”")

    (project.lead / "project" / "forms").mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(plugin_loader, "load_protocol", missing)
    with Workspace.open(project.lead) as workspace:
        assert problem(workspace) is None
