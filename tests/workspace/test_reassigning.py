"""Tests of reassigning the open items of a person who leaves."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.core.merging import body_of
from desktop_app.workspace.bundles_out import bundles_out
from desktop_app.workspace.participation import set_state
from desktop_app.workspace.reassigning import reassign
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.workspace.projects import Project, assigned, items, jsonl, make_project
from tests.workspace.test_empty_answers import form_text

PEOPLE = ("ana", "ben", "cleo", "dan")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project in which dan has answered two of his items."""
    project = make_project(tmp_path, items(groups=6), PEOPLE)
    project.assign(2)
    own = project.join("dan")
    rows = project.answers(own)[:2]
    done("annotate", own, "--from", jsonl(tmp_path / "some.jsonl", rows))
    done("merge", project.lead, project.results(own))
    return project


def who(folder: Path) -> dict[str, set[str]]:
    """Return {item: people to whom it is assigned}."""
    result: dict[str, set[str]] = {}
    with Workspace.open(folder) as workspace:
        for record in workspace.records.all_current("assignment"):
            body = body_of(record)
            result.setdefault(str(body["item"]), set()).add(str(body["person"]))
    return result


def moved(folder: Path, *people: str, **options: Any) -> Any:
    with Workspace.open(folder, write=True) as workspace:
        return reassign(workspace, people, **{"seed": 1, **options})


def test_open_items_move_and_answers_stay(project: Project) -> None:
    before = who(project.lead)
    mine = {item for item, people in before.items() if "dan" in people}
    report = moved(project.lead, "dan")
    after = who(project.lead)
    kept = {item for item, people in after.items() if "dan" in people}
    assert len(kept) == 2
    assert report.moved == {"dan": len(mine) - 2}
    assert sum(report.received.values()) == len(mine) - 2
    # Every item still has two people, and nobody has one twice.
    assert all(len(people) == 2 for people in after.values())
    # Balanced: the totals of the others differ by less than two groups of three items.
    loads = [report.load[person] for person in PEOPLE[:3]]
    assert max(loads) - min(loads) < 6
    with Workspace.open(project.lead) as workspace:
        assert sum(1 for _ in workspace.records.all_current("annotation")) == 2


def test_a_preview_saves_nothing_and_tells_the_same(project: Project) -> None:
    before = digest(project.lead)
    preview = moved(project.lead, "dan", dry_run=True, seed=5)
    assert digest(project.lead) == before
    assert preview.bundles == ["dan"]
    real = moved(project.lead, "dan", seed=5)
    assert real.to_json() == preview.to_json()


def test_the_seed_decides(project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        plans = [
            reassign(workspace, ["dan"], seed=seed, dry_run=True).to_json() for seed in (1, 1, 2)
        ]
    assert plans[0] == plans[1]


def test_the_seed_of_the_assignment_is_kept(project: Project) -> None:
    done("assign", project.lead, "--overlap", "2", "--seed", "77")
    printed = done("reassign", project.lead, "dan", "--dry-run")
    assert printed["seed"] == 77


def test_whole_groups_are_received_evenly_whatever_the_seed(tmp_path: Path) -> None:
    # Six groups of three items are open. Each is shared with one of the others, who must not get it
    # twice.
    lead = make_project(tmp_path, items(groups=12), PEOPLE)
    lead.assign(2)
    for seed in range(8):
        report = moved(lead.lead, "dan", seed=seed, dry_run=True)
        assert report.received == dict.fromkeys(PEOPLE[:3], 6)
        assert report.kept == {}


def test_the_work_at_all_stages_is_even_where_a_stage_leaves_a_choice(tmp_path: Path) -> None:
    # At both stages, dan has one open item, and the others have one each.
    lead, form = tmp_path / "lead", tmp_path / "form.yaml"
    form.write_text(form_text(), "utf-8")
    done("new", lead, "--title", "T", "--protocol", "risum", "--protocol", "study", "--form", form)
    letters = [{"id": str(number), "text": f"Letter {number}"} for number in range(3)]
    three = ["ana", "ben", "dan"]
    for person in three:
        done("people", lead, "add", person)
    for protocol, rows in (("risum", items(groups=1)), ("study", letters)):
        file = jsonl(tmp_path / f"{protocol}.jsonl", rows)
        done("import", lead, file, "--protocol", protocol)
        spread = ("--overlap", 1, "--seed", 1, "--split-groups")
        assert done("assign", lead, "--protocol", protocol, *spread)["load"] == dict.fromkeys(
            three, 1
        )
    for seed in range(8):
        report = moved(lead, "dan", seed=seed, dry_run=True)
        assert report.load == {"dan": 0, "ana": 3, "ben": 3}


def test_named_people_get_the_items(project: Project) -> None:
    report = moved(project.lead, "dan", to=["cleo"])
    # What cleo already has stays with dan, with the reason.
    assert set(report.received) == {"cleo"}
    assert report.received["cleo"] == report.moved["dan"]
    assert len(report.kept) == sum("dan" in people for people in who(project.lead).values()) - 2
    assert report.kept
    assert all(why == ["people who already have it: 1"] for why in report.kept.values())


def test_released_items_go_to_nobody(project: Project) -> None:
    report = moved(project.lead, "dan", release=True)
    assert report.released == report.moved["dan"] > 0
    assert Counter(len(people) for people in who(project.lead).values())[1] == report.released


def test_paused_people_get_nothing(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        set_state(workspace, ["ben"], "paused")
    report = moved(project.lead, "dan")
    assert set(report.received) == {"ana", "cleo"}
    with pytest.raises(UsageError, match="ben"):
        moved(project.lead, "dan", to=["ben"])
    with pytest.raises(UsageError, match="nobody to move"):
        moved(project.lead, "ana", "cleo", "dan")


def test_two_leads_end_with_the_same_records(project: Project, tmp_path: Path) -> None:
    whole = tmp_path / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    second = tmp_path / "second"
    done("join", whole, second)
    # Both move the items, to different people, before they hear of each other.
    moved(project.lead, "dan", seed=1)
    moved(second, "dan", seed=2)
    copies = []
    for folder in (project.lead, second):
        copies.append(tmp_path / f"{folder.name}-copy.proofdesk")
        done("pack", folder, "--results", "-o", copies[-1])
    done("merge", project.lead, copies[1])
    done("merge", second, copies[0])
    assert digest(project.lead) == digest(second)
    assert who(project.lead) == who(second)
    assert not done("conflicts", second)["conflicts"]
    assert sum("dan" in people for people in who(second).values()) == 2


def test_late_answers_are_kept(project: Project, tmp_path: Path) -> None:
    own = project.folder / "dan"
    mine = assigned(own)
    late = sum(moved(project.lead, "dan").moved.values())
    project.annotate(own)
    merged = done("merge", project.lead, project.results(own, name="late"))
    (note,) = [n for one in merged["bundles"] for n in one["notes"] if "no longer assigned" in n]
    assert note.startswith(
        f"answers by “dan” to items that are no longer assigned to them: {late} "
    )
    with Workspace.open(project.lead) as workspace:
        answers = {body_of(r)["item"] for r in workspace.records.all_current("annotation")}
    assert answers == mine


def test_the_next_bundle_takes_the_items_away(project: Project) -> None:
    own = project.folder / "dan"
    report = moved(project.lead, "dan")
    assert report.bundles == ["dan"]
    with Workspace.open(project.lead) as workspace:
        [out] = bundles_out(workspace)
    assert out.reasons == (f"items removed: {report.moved['dan']}",)
    bundle = project.pack("dan")
    done("merge", own, bundle)
    assert len(assigned(own)) == 2
    progress = done("status", own)["progress"]["dan"]
    assert (progress["done"], progress["to_do"]) == (2, 0)
    with Workspace.open(project.lead) as workspace:
        assert [one.state for one in bundles_out(workspace)] == ["finished"]


def test_moving_back_and_forth_leaves_no_conflict(project: Project) -> None:
    moved(project.lead, "dan", to=["cleo", "ben"])
    moved(project.lead, "cleo", to=["dan", "ben"])
    assert all(len(people) <= 2 for people in who(project.lead).values())
    assert done("conflicts", project.lead)["conflicts"] == []
