"""Tests of undoing actions on items, which restores the previous statements."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.exclusion import exclude, put_back, release
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.overview import Overview, overview_of
from desktop_app.workspace.packing import pack
from desktop_app.workspace.people import add_person
from desktop_app.workspace.undoing import Done, earlier_changes, undo, watched
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, answer, items, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return make_project(tmp_path / "small", items(4))


def state(overview: Overview) -> list[object]:
    return [(one.line, one.status, one.excluded) for one in overview.index.entries]


def test_every_action_is_undone(project: Project) -> None:
    project.assign(1, "--people", "ana,ben")
    with Workspace.open(project.lead, write=True) as workspace:
        keys = sorted(workspace.records.keys("item"))
        exclude(workspace, keys[:2], "cut off", keep_assignments=True)
        for action in (
            lambda: exclude(workspace, keys[1:4], "too short"),
            lambda: put_back(workspace, keys[:1]),
            lambda: release(workspace, keys[4:7]),
            lambda: assign(workspace, people=["cleo"], overlap=2, seed=1, item_keys=set(keys[5:8])),
        ):
            before = state(overview_of(workspace))
            _, made = watched(workspace, action)
            assert state(overview_of(workspace)) != before
            assert undo(workspace, made).changes
            assert state(overview_of(workspace)) == before


def test_an_answered_assignment_stays(project: Project) -> None:
    made = assigned_to_ana(project)
    rows = [answer(row, "ana") for row in project.rows[:2]]
    done("import", project.lead, "--what", "answers", jsonl(project.folder / "a.jsonl", rows))
    with Workspace.open(project.lead, write=True) as workspace:
        assert undo(workspace, made).changes == len(project.rows) - 2
        kept = [one.key for one in workspace.records.all_current("assignment")]
    assert {key.split(":")[0] for key in kept} == {project.key(row) for row in project.rows[:2]}


def test_an_assignment_in_a_bundle_is_not_undone(project: Project) -> None:
    made = assigned_to_ana(project)
    project.pack("ana")
    before = digest(project.lead)
    with (
        Workspace.open(project.lead, write=True) as workspace,
        pytest.raises(UsageError, match=f"already in a bundle: {len(project.rows)}"),
    ):
        undo(workspace, made)
    assert digest(project.lead) == before


def assigned_to_ana(project: Project) -> Done:
    with Workspace.open(project.lead, write=True) as workspace:
        keys = set(workspace.records.keys("item"))
        return watched(
            workspace, lambda: assign(workspace, people=["ana"], overlap=1, seed=1, item_keys=keys)
        )[1]


def test_nothing_can_be_undone_after_another_change(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        item = sorted(workspace.records.keys("item"))[0]
        _, made = watched(workspace, lambda: exclude(workspace, [item], "cut off"))
        put_back(workspace, [item])
        with pytest.raises(UsageError, match="changed again"):
            undo(workspace, made)
        _, nothing = watched(workspace, lambda: put_back(workspace, [item]))
        assert not nothing.can_be_undone


def rows_file(project: Project, names: list[str]) -> Path:
    """Write items with these ids."""
    rows = [{**row, "id": name} for row, name in zip(items(len(names)), names, strict=False)]
    return jsonl(project.folder / "more.jsonl", rows)


def take(workspace: Workspace, file: Path) -> Done:
    """Import items, and return what can be undone."""
    return watched(workspace, lambda: import_file(workspace, str(file)))[1]


def test_an_import_is_undone_and_repeated(project: Project) -> None:
    file = rows_file(project, ["new-1", "new-2", "new-3"])
    with Workspace.open(project.lead, write=True) as workspace:
        before = state(overview_of(workspace))
        made = take(workspace, file)
        after = state(overview_of(workspace))
        assert len(after) == len(before) + 3
        assert made.new_items == 3
        assert undo(workspace, made).changes
        assert state(overview_of(workspace)) == before
        assert workspace.find_item("risum", "new-1") is None
        # The history keeps what was imported, and importing it again brings it back.
        item = next(one for one in made.records if one.kind == "item")
        assert item in workspace.records.history("item", item.key)
        again = take(workspace, file)
        assert state(overview_of(workspace)) == after
        assert again.new_items == 3
        assert undo(workspace, again).changes
        assert state(overview_of(workspace)) == before


def test_undoing_reports_its_progress_and_can_be_cancelled(project: Project) -> None:
    file = rows_file(project, [f"new-{number}" for number in range(600)])
    seen: list[tuple[int, int]] = []

    def cancel(count: int, total: int) -> None:
        if count:
            raise KeyboardInterrupt

    with Workspace.open(project.lead, write=True) as workspace:
        made = take(workspace, file)
        before = workspace.records.digest()
        with pytest.raises(KeyboardInterrupt):
            undo(workspace, made, cancel)
        assert workspace.records.digest() == before
    with Workspace.open(project.lead, write=True) as workspace:
        assert workspace.records.digest() == before
        report = undo(workspace, made, lambda count, total: seen.append((count, total)))
        number = report.changes
        assert report.items == made.new_items
        assert number >= 600
        assert seen[0] == (0, number)
        assert seen[-1] == (number, number)
        assert len(seen) > 2
        assert workspace.find_item("risum", "new-1") is None


def test_an_import_that_replaced_items_restores_them(project: Project) -> None:
    rows = [{**row, "instruction": "Shorter."} for row in project.rows[:2]]
    with Workspace.open(project.lead, write=True) as workspace:
        before = state(overview_of(workspace))
        contents = [one.content for one in overview_of(workspace).index.entries]
        file = jsonl(project.folder / "revised.jsonl", rows)
        _, made = watched(workspace, lambda: import_file(workspace, str(file), update=True))
        assert [one.content for one in overview_of(workspace).index.entries] != contents
        assert undo(workspace, made).changes
        assert state(overview_of(workspace)) == before
        assert [one.content for one in overview_of(workspace).index.entries] == contents


def test_items_that_are_used_stay(project: Project) -> None:
    file = rows_file(project, ["new-1", "new-2", "new-3"])
    with Workspace.open(project.lead, write=True) as workspace:
        made = take(workspace, file)
        key = workspace.find_item("risum", "new-2")
        assert key is not None
        assign(workspace, people=["ana"], overlap=1, seed=1, item_keys={key})
        with pytest.raises(RefusedError, match="assigned: 1") as caught:
            undo(workspace, made)
        assert "Release" in caught.value.hint
        release(workspace, [key])
        assign(workspace, people=["ben"], overlap=1, seed=1, item_keys={key})
        pack(workspace, project.folder / "ben.proofdesk", recipient="ben")
        release(workspace, [key])
        # Ben may still answer it.
        with pytest.raises(UsageError, match="in a bundle: 1"):
            undo(workspace, made)
        assert len(overview_of(workspace).items) == len(project.rows) + 3


def test_answered_items_stay(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        made = take(workspace, rows_file(project, ["new-1"]))
        assign(workspace, people=["ana"], overlap=1, seed=1)
    own = project.join("ana")
    rows = [{"item": workspace.find_item("risum", "new-1"), "follows": True, "rating": 3}]
    done("annotate", own, "--from", jsonl(own / "new.jsonl", rows))
    done("merge", project.lead, project.results(own))
    with Workspace.open(project.lead, write=True) as workspace:
        before = workspace.records.digest()
        with pytest.raises(UsageError, match="have answers: 1"):
            undo(workspace, made)
        assert workspace.records.digest() == before


def test_an_import_with_answers_is_not_undone(project: Project) -> None:
    rows = [{"item": project.rows[0]["id"], "annotator": "zoe", "follows": True, "rating": 3}]
    file = jsonl(project.folder / "answers.jsonl", rows)
    with Workspace.open(project.lead, write=True) as workspace:
        _, made = watched(workspace, lambda: import_file(workspace, str(file), what="answers"))
        assert made.records
        assert not made.can_be_undone


def test_new_people_are_taken_out_until_they_have_work(project: Project) -> None:
    with Workspace.open(project.lead, write=True) as workspace:
        before = [one.id for one in overview_of(workspace).people]
        _, made = watched(workspace, lambda: add_person(workspace, "zoe", name="Zoe"))
        assert undo(workspace, made).changes == 1
        assert [one.id for one in overview_of(workspace).people] == before
        _, made = watched(workspace, lambda: add_person(workspace, "zoe", name="Zoe"))
        assign(workspace, people=["zoe"], overlap=1, seed=1)
        with pytest.raises(UsageError, match="assigned to “zoe”"):
            undo(workspace, made)


def test_two_leads_who_undo_in_different_orders_end_equal(project: Project) -> None:
    file = rows_file(project, ["new-1", "new-2"])
    with Workspace.open(project.lead, write=True) as workspace:
        made = take(workspace, file)
        _, person = watched(workspace, lambda: add_person(workspace, "zoe"))
        pack(workspace, project.folder / "whole.proofdesk")
    other = project.folder / "other"
    done("join", project.folder / "whole.proofdesk", other)
    with Workspace.open(project.lead, write=True) as workspace:
        undo(workspace, made)
        undo(workspace, person)
    with Workspace.open(other, write=True) as workspace:
        undo(workspace, person)
        undo(workspace, made)
    assert digest(project.lead) == digest(other)
    # One of them imports the file again, the other one has undone it: both know both.
    with Workspace.open(other, write=True) as workspace:
        take(workspace, file)
        pack(workspace, project.folder / "back.proofdesk")
    done("merge", project.lead, project.folder / "back.proofdesk")
    assert digest(project.lead) == digest(other)
    with Workspace.open(project.lead) as workspace:
        assert workspace.find_item("risum", "new-1") is not None
        assert not workspace.records.conflicts()


def test_the_command_undoes_the_last_import(project: Project) -> None:
    before = digest(project.lead)
    file = rows_file(project, ["new-1", "new-2"])
    done("import", project.lead, file)
    # An import that adds nothing is not the last one.
    done("import", project.lead, file)
    found = done("import", project.lead, "--undo")
    assert found["items"] == 2
    assert found["digest"] != before, "the items were withdrawn, not removed"
    assert len(done("items", project.lead)["items"]) == len(project.rows)
    done("import", project.lead, "--undo", status=1)
    done("import", project.lead, file, "--undo", status=2)
    # The window's imports are undone by the command, and the other way round.
    with Workspace.open(project.lead, write=True) as workspace:
        made = take(workspace, file)
    assert done("import", project.lead, "--undo")["items"] == 2
    with Workspace.open(project.lead, write=True) as workspace, pytest.raises(UsageError):
        undo(workspace, made)


def test_the_command_undoes_no_import_before_the_last_one(project: Project) -> None:
    done("import", project.lead, rows_file(project, ["new-1"]))
    names = {one["item"] for one in done("items", project.lead)["items"]}
    before = digest(project.lead)
    changed = [{**row, "answer": "Another answer."} for row in project.rows[:2]]
    replacing = jsonl(project.folder / "replacing.jsonl", changed)
    done("import", project.lead, replacing, "--update")
    assert digest(project.lead) != before
    found = proofdesk("import", project.lead, "--undo")
    assert "Import undone: 2 items restored." in found.out
    assert {one["item"] for one in done("items", project.lead)["items"]} == names
    with Workspace.open(project.lead) as workspace:
        contents = [one.content["answer"] for one in overview_of(workspace).index.entries]
    assert "Another answer." not in contents
    done("import", project.lead, "--undo", status=1)
    mixed = [{**project.rows[0], "answer": "A third."}, {**project.rows[0], "id": "new-2"}]
    done("import", project.lead, jsonl(project.folder / "mixed.jsonl", mixed), "--update")
    found = done("import", project.lead, "--undo")
    assert (found["items"], found["restored"]) == (1, 1)


def test_answers_that_their_author_withdrew_are_not_imported_again(project: Project) -> None:
    row = {"item": project.rows[0]["id"], "annotator": "zoe", "follows": True, "rating": 3}
    file = jsonl(project.folder / "answers.jsonl", [row])
    with Workspace.open(project.lead, write=True) as workspace:
        import_file(workspace, str(file), what="answers")
        (made,) = workspace.records.all_current("annotation")
        workspace.add([Draft("annotation", made.key, None, "zoe", made.key)])
        report = import_file(workspace, str(file), what="answers")
        assert len(report.refused) == 1
        assert not workspace.records.is_there("annotation", made.key)


def offered(project: Project) -> list[str]:
    """What a new start of the program offers to undo."""
    with Workspace.open(project.lead, write=True) as workspace:
        return list(earlier_changes(workspace))


def test_after_a_restart_only_last_changes_are_offered(project: Project) -> None:
    project.assign(1, "--people", "ana")
    ana = project.join("ana")
    copy = project.folder / "copy"
    shutil.copytree(ana, copy)
    project.annotate(ana)
    project.annotate(copy, rating=1)
    assert offered(project) == []
    for result in (project.results(ana), project.results(copy, name="other")):
        done("merge", project.lead, result, "--accept-new-key")
    assert offered(project) == ["merge", "merge"]
    # A merge that adds nothing is undone first, too.
    done("merge", project.lead, project.folder / "other.proofdesk")
    assert offered(project) == ["merge", "merge", "merge"]
    decision = {"item": project.rows[0]["id"], "annotator": "ana", "answers": {"rating": 2}}
    done("adjudicate", project.lead, "--from", jsonl(project.folder / "d.jsonl", [decision]))
    assert offered(project)[-2:] == ["merge", "decision"]
    # Undoing the merges would be refused or pass over these.
    done("people", project.lead, "add", "dora")
    assert offered(project) == []
