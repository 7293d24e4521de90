"""Tests of assigning items, also repeatedly: existing assignments stay, missing people are
reported.
"""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.keys import external_item_key, group_key
from desktop_app.core.merging import body_of
from desktop_app.core.protocol.rows import Draft
from desktop_app.files import resource
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import MODELS, Project, answer, item, items, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path, rows=items(6))


def pairs(project: Project) -> set[tuple[str, str]]:
    with Workspace.open(project.lead) as workspace:
        bodies = [body_of(r) for r in workspace.records.all_current("assignment")]
    return {(body["item"], body["person"]) for body in bodies}


def test_every_item_gets_its_people_and_loads_are_even(project: Project) -> None:
    found = project.assign(2)
    assert found["added"] == 36
    assert (found["kept"], found["short"]) == (0, {})
    assert set(found["load"].values()) == {12}
    assert set(Counter(item for item, _ in pairs(project)).values()) == {2}


def test_answers_to_one_instruction_stay_together_unless_they_may_be_split(
    project: Project, tmp_path: Path
) -> None:
    project.assign(1)
    keys = project.keys()
    groups = {keys[str(row["id"])]: row["document"] for row in project.rows}
    owners: dict[str, set[str]] = {}
    for key, person in pairs(project):
        owners.setdefault(groups[key], set()).add(person)
    assert all(len(people) == 1 for people in owners.values())

    split = make_project(tmp_path / "split", rows=items(6))
    split.assign(1, "--split-groups")
    spread: dict[str, set[str]] = {}
    keys = split.keys()
    groups = {keys[str(row["id"])]: row["document"] for row in split.rows}
    for key, person in pairs(split):
        spread.setdefault(groups[key], set()).add(person)
    assert any(len(people) > 1 for people in spread.values())


def test_where_nothing_can_be_given_out_that_is_said(tmp_path: Path) -> None:
    empty = make_project(tmp_path, rows=())
    assert empty.assign(2)["notes"] == ["There is nothing to assign at this stage yet."]


def test_the_same_seed_gives_the_same_plan_and_another_gives_another(
    project: Project,
) -> None:
    plans = []
    for number, seed in enumerate((1, 1, 2)):
        copy = Project(project.folder / str(number), project.rows)
        shutil.copytree(project.lead, copy.lead)
        copy.assign(1, seed=seed)
        plans.append(pairs(copy))
    assert plans[0] == plans[1] != plans[2]


def test_a_dry_run_writes_nothing(project: Project) -> None:
    before = digest(project.lead)
    found = project.assign(2, "--dry-run")
    assert (found["dry_run"], found["added"]) == (True, 36)
    assert digest(project.lead) == before
    shown = proofdesk("assign", project.lead, "--overlap", 2, "--seed", 1, "--dry-run")
    assert "Would assign" in shown.out


def test_assigning_again_adds_nothing(project: Project) -> None:
    project.assign(2)
    before = digest(project.lead)
    again = project.assign(2, seed=99)
    assert (again["added"], again["kept"]) == (0, 36)
    assert digest(project.lead) == before


def test_new_items_and_new_people_come_on_top_of_what_is_out(
    project: Project, tmp_path: Path
) -> None:
    project.assign(2)
    out = pairs(project)
    with Workspace.open(project.lead) as workspace:
        revs = {record.rev for record in workspace.records.all_current("assignment")}
    more = [item(group, model) for group in (20, 21) for model in MODELS]
    done("import", project.lead, jsonl(tmp_path / "more.jsonl", more))
    done("people", project.lead, "add", "dora")
    found = project.assign(2)
    assert (found["added"], found["kept"]) == (12, 36)
    assert found["new"]["dora"] == 6
    assert out <= pairs(project)
    deeper = project.assign(3)
    assert deeper["added"] == 24
    with Workspace.open(project.lead) as workspace:
        kept = {record.rev for record in workspace.records.all_current("assignment")}
        orders = Counter(
            (body_of(r)["person"], body_of(r)["order"])
            for r in workspace.records.all_current("assignment")
        )
    assert revs <= kept
    assert max(orders.values()) == 1


def test_answers_without_an_assignment_count_towards_overlap(
    project: Project, tmp_path: Path
) -> None:
    answers = [answer(row, person) for row in project.rows[:3] for person in ("X", "Y")]
    done("import", project.lead, jsonl(tmp_path / "a.jsonl", answers), "--what", "answers")
    found = project.assign(2)
    assert found["added"] == 30
    keys = project.keys()
    answered = {keys[str(row["id"])] for row in project.rows[:3]}
    assert answered.isdisjoint({key for key, _ in pairs(project)})
    deeper = project.assign(3, "--only", "source=paper-0")
    assert deeper["added"] == 3


def test_an_overlap_larger_than_the_people_is_named_item_by_item(project: Project) -> None:
    said = proofdesk(
        "assign", project.lead, "--overlap", 5, "--seed", 1, "--only", "source=paper-0", "--json"
    )
    assert said.status == 1
    assert said.data["added"] == 9
    assert said.data["short"] == {str(row["id"]): 2 for row in project.rows[:3]}
    shown = proofdesk("assign", project.lead, "--overlap", 5, "--seed", 1)
    assert "item ext-0-gamma-large needs 2 more people" in shown.err


@pytest.mark.parametrize(
    ("only", "count"),
    [
        ("model=gamma-*", 6),
        ("id=ext-1-*", 3),
        ("source=paper-2,model!=gamma-*", 2),
        ("document_id=doc-id-3", 3),
        ("topic=la?", 1),
    ],
)
def test_filters_choose_items_by_what_only_leads_know(
    only: str, count: int, project: Project, tmp_path: Path
) -> None:
    tagged = {**item(30, "zeta"), "topic": "law"}
    done("import", project.lead, jsonl(tmp_path / "t.jsonl", [tagged]))
    assert project.assign(1, "--only", only)["added"] == count


def test_a_filter_that_matches_nothing_names_the_projects_own_fields(
    project: Project, tmp_path: Path
) -> None:
    tagged = {**item(30, "zeta"), "topic": "law"}
    done("import", project.lead, jsonl(tmp_path / "t.jsonl", [tagged]))
    said = proofdesk("assign", project.lead, "--overlap", 1, "--only", "topik=law")
    assert "Fields: id, model, source, topic." in said.err


def test_a_filter_that_excludes_by_an_unknown_field_names_it(
    project: Project, tmp_path: Path
) -> None:
    tagged = {**item(30, "zeta"), "topic": "law"}
    done("import", project.lead, jsonl(tmp_path / "t.jsonl", [tagged]))
    said = proofdesk("assign", project.lead, "--overlap", 1, "--only", "topik!=law")
    assert said.status == 2
    assert "the filter names a field that no item has: topik" in said.err
    assert "Fields: id, model, source, topic." in said.err
    said = proofdesk("reassign", project.lead, "ana", "--only", "topik!=law")
    assert "no item has: topik" in said.err
    count = len(done("items", project.lead)["items"])
    assert project.assign(1, "--only", "topic!=law")["added"] == count - 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--overlap", 1, "--only", "model"), "cannot be read"),
        (("--overlap", 1, "--only", "=x"), "cannot be read"),
        (("--overlap", 1, "--only", "modle=gamma"), "matches no item"),
        (("--overlap", 0), "would assign nothing"),
        (("--overlap", -1), "would assign nothing"),
        (("--overlap", 1, "--people", "ana,nobody"), "unknown people: nobody"),
        (("--overlap", 1, "--people", "ana,ana"), "named twice"),
        (("--overlap", 1, "--stage", "dream"), "no stage “dream”"),
        (("--overlap", 1, "--protocol", "cnr"), "no protocol “cnr”"),
        (("--overlap", "many"), "valid integer"),
    ],
)
def test_what_cannot_be_meant_is_wrong_usage(
    words: tuple[object, ...], message: str, project: Project
) -> None:
    before = digest(project.lead)
    said = proofdesk("assign", project.lead, "--seed", 1, *words, "--json")
    assert said.status == 2
    assert message in said.error["message"]
    assert digest(project.lead) == before


def test_without_people_there_is_nobody_to_assign_to(tmp_path: Path) -> None:
    project = make_project(tmp_path, people=())
    said = proofdesk("assign", project.lead, "--overlap", 1, "--seed", 1, "--json")
    assert (said.status, "no people to assign to" in said.error["message"]) == (2, True)


def test_leads_get_work_only_when_they_are_named(project: Project) -> None:
    done("people", project.lead, "add", "boss", "--role", "lead")
    assert "boss" not in project.assign(3)["load"]
    assert project.assign(4, "--people", "boss")["new"] == {"boss": 18}


def make_study(folder: Path, rows: list[dict[str, Any]]) -> Path:
    lead, form = folder / "lead", folder / "form.yaml"
    form.write_text(resource("forms/likert.yaml").read_text("utf-8"), "utf-8")
    done("new", lead, "--title", "S", "--protocol", "study", "--form", form)
    done("import", lead, jsonl(folder / "items.jsonl", rows))
    for person in ("ana", "ben", "cleo", "dora"):
        done("people", lead, "add", person)
    return lead


def test_an_equal_instruction_does_not_make_a_study_one_group(tmp_path: Path) -> None:
    rows = [{"id": f"i{n}", "text": f"Text {n}.", "instruction": "Rate it."} for n in range(24)]
    lead = make_study(tmp_path, rows)
    found = done("assign", lead, "--overlap", "2", "--seed", "7")
    assert set(found["load"].values()) == {12}
    assert found["notes"] == []


def test_a_study_groups_items_by_document_and_instruction(tmp_path: Path) -> None:
    rows = [
        {"id": f"i{n}", "text": f"Text {n}.", "instruction": "Rate it.", "document": f"D{n % 2}"}
        for n in range(4)
    ]
    lead = make_study(tmp_path, rows)
    assert len({one["group"] for one in done("items", lead)["items"]}) == 2


def test_items_imported_earlier_keep_the_group_of_their_instruction(tmp_path: Path) -> None:
    row = {"id": "i0", "text": "Text.", "instruction": "Rate it."}
    lead = make_study(tmp_path, [{"id": "other", "text": "Another text."}])
    with Workspace.open(lead, write=True) as workspace:
        key = external_item_key(workspace.project, "study", "i0")
        group = group_key(workspace.project, "study", "", "Rate it.")
        content = {"texts": [{"text": "Text."}], "instruction": "Rate it."}
        body = {"protocol": "study", "group": group, "content": content}
        workspace.add([Draft("item", key, body, workspace.lead, "i0")])
    assert proofdesk("import", lead, jsonl(tmp_path / "again.jsonl", [row])).status == 0
    with Workspace.open(lead) as workspace:
        record = workspace.records.current("item", key)
        assert record is not None
        assert body_of(record)["group"] == group


@pytest.mark.parametrize(
    ("groups", "expected"), [(1, "All items are one group"), (2, "The numbers are uneven")]
)
def test_uneven_numbers_because_of_groups_are_explained(
    tmp_path: Path, groups: int, expected: str
) -> None:
    rows = [
        {"id": f"i{n}", "text": f"Text {n}.", "group": f"g{0 if n < 20 else n % groups}"}
        for n in range(24)
    ]
    lead = make_study(tmp_path, rows)
    found = done("assign", lead, "--overlap", "1", "--seed", "7", "--dry-run")
    assert min(found["load"].values()) == 0
    assert len(found["notes"]) == 1
    assert found["notes"][0].startswith(expected)
    assert "--split-groups" in found["notes"][0]
    split = done("assign", lead, "--overlap", "1", "--seed", "7", "--split-groups")
    assert set(split["load"].values()) == {6}
    assert split["notes"] == []
