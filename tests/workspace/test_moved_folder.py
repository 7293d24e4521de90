"""Tests of what is written beside the records while the folder is moved away or replaced."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop_app.core.errors import NotSavedError
from desktop_app.workspace.calls import AnswerCache
from desktop_app.workspace.exporting import export
from desktop_app.workspace.folder import make_folder
from desktop_app.workspace.materials import export_prompt, give
from desktop_app.workspace.packing import pack, update_bundles
from desktop_app.workspace.vectors import PackedVectors
from desktop_app.workspace.workspace import Workspace
from tests.storage.test_store import contents
from tests.workspace.projects import Project, make_project

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="a folder with open files cannot be moved there"
)
GUIDELINES = "guidelines/risum.md"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = make_project(tmp_path)
    project.assign()
    return project


@pytest.fixture
def workspace(project: Project) -> Iterator[Workspace]:
    with Workspace.open(project.lead, write=True) as workspace:
        yield workspace


def give_text(workspace: Workspace) -> None:
    give(workspace, GUIDELINES, "Read first.")


def remove_text(workspace: Workspace) -> None:
    give(workspace, GUIDELINES, None)


def edit_prompt(workspace: Workspace) -> None:
    protocol = workspace.protocol()
    export_prompt(workspace, protocol, next(iter(protocol.prompts())))


def make_bundle_folder(workspace: Workspace) -> None:
    make_folder(workspace.folder / "bundles", workspace.store)


def pack_elsewhere(workspace: Workspace) -> None:
    pack(workspace, workspace.folder.parent / "ana.proofdesk", recipient="ana")


def export_inside(workspace: Workspace) -> None:
    export(workspace, workspace.folder / "exported", format_="csv")


def cache_answer(workspace: Workspace) -> None:
    AnswerCache(workspace.folder).put("ab" * 32, {"text": "paid for"})


def cache_vector(workspace: Workspace) -> None:
    PackedVectors(workspace.folder).put_many({"ab" * 32: np.zeros(3)})


WRITERS = (give_text, remove_text, edit_prompt, make_bundle_folder, pack_elsewhere, export_inside)


@pytest.mark.parametrize("write", [*WRITERS, cache_answer, cache_vector])
def test_a_moved_workspace_is_not_created_again(
    workspace: Workspace, write: Callable[[Workspace], None]
) -> None:
    folder = workspace.folder
    away = folder.with_name("away")
    before = contents(folder)
    folder.rename(away)
    with pytest.raises(NotSavedError, match="the folder no longer exists") as refused:
        write(workspace)
    assert "move it back" in refused.value.hint
    assert not folder.exists()
    assert contents(away) == before
    assert not (folder.parent / "ana.proofdesk").exists()
    away.rename(folder)
    write(workspace)


@pytest.mark.parametrize("write", WRITERS)
def test_nothing_is_written_into_a_folder_that_took_its_place(
    workspace: Workspace, write: Callable[[Workspace], None]
) -> None:
    folder = workspace.folder
    folder.rename(folder.with_name("away"))
    folder.mkdir()
    with pytest.raises(NotSavedError, match="another folder is now in this place"):
        write(workspace)
    assert list(folder.iterdir()) == []


def test_outdated_bundles_are_not_written_from_a_moved_workspace(workspace: Workspace) -> None:
    bundle = workspace.folder.parent / "ana.proofdesk"
    pack(workspace, bundle, recipient="ana")
    give(workspace, GUIDELINES, "Read first.")
    sent = bundle.read_bytes()
    workspace.folder.rename(workspace.folder.with_name("away"))
    report = update_bundles(workspace)
    assert [(who, "no longer exists" in str(error)) for who, error in report.problems] == [
        ("ana", True)
    ]
    assert bundle.read_bytes() == sent


def test_outside_its_folder_a_moved_workspace_can_still_be_exported(workspace: Workspace) -> None:
    workspace.folder.rename(workspace.folder.with_name("away"))
    output = workspace.folder.with_name("exported")
    export(workspace, output, format_="csv")
    assert any(output.iterdir())
    assert not workspace.folder.exists()


def test_an_annotators_drafts_are_refused_and_saved_when_the_folder_is_back(
    project: Project,
) -> None:
    own = project.join("ana")
    with Workspace.open(own, write=True) as workspace:
        away = own.rename(own.with_name("away"))
        before = contents(away)
        with pytest.raises(NotSavedError):
            workspace.drafts.save("item", "annotation", {"answers": {"rating": 4}}, "now")
        with pytest.raises(NotSavedError):
            workspace.set_local("inbox", "somewhere")
        assert (own.exists(), contents(away)) == (False, before)
        away.rename(own)
        workspace.drafts.save("item", "annotation", {"answers": {"rating": 4}}, "now")
    with Workspace.open(own) as workspace:
        assert workspace.drafts.load("item", "annotation") == {"answers": {"rating": 4}}
        assert workspace.local("inbox") is None
