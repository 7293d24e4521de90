"""Tests of the workspace itself: created completely or not at all, and its own properties."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

import pytest

from desktop_app.core.errors import AppError, UsageError
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.workspace.projects import make_project


class ClockError(Exception):
    pass


def broken_clock() -> datetime:
    raise ClockError


def test_a_project_that_cannot_be_made_whole_leaves_an_empty_folder(tmp_path: Path) -> None:
    folder = tmp_path / "lead"
    with pytest.raises(ClockError):
        Workspace.create(folder, title="T", protocols=["risum"], clock=broken_clock)
    assert list(folder.iterdir()) == []
    with Workspace.create(folder, title="T", protocols=["risum"]) as workspace:
        assert workspace.title == "T"


@pytest.mark.parametrize("title", ["", "  ", "a\x00b", "x" * 1001, "\ud800"])
def test_a_title_must_be_fit_to_travel(title: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        Workspace.create(tmp_path / "p", title=title, protocols=["risum"])
    assert not (tmp_path / "p").exists()


def test_a_save_that_fails_leaves_memory_as_the_disk_is(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    before = digest(project.lead)
    with Workspace.open(project.lead, write=True) as workspace:
        device = workspace.device
        with pytest.raises(ClockError):
            _begin_and_fail(workspace)
        assert workspace.records.current("person", "dora") is None
        assert workspace.records.digest() == before
        assert workspace.device == device
        workspace.add([Draft("person", "dora", {"role": "annotator"}, "lead", "dora")])
    assert digest(project.lead) != before


def _begin_and_fail(workspace: Workspace) -> None:
    with workspace.transaction():
        workspace.add([Draft("person", "dora", {"role": "annotator"}, "lead", "dora")])
        workspace.set_local("device", "another")
        assert workspace.records.current("person", "dora") is not None
        raise ClockError


def test_what_the_disk_refuses_is_not_in_memory_either(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    with Workspace.open(project.lead) as workspace:
        before = workspace.records.digest()
        with pytest.raises(AppError):
            workspace.add([Draft("person", "dora", {"role": "annotator"}, "lead", "dora")])
        assert workspace.records.digest() == before


def test_asking_for_the_protocol_again_costs_nothing(tmp_path: Path) -> None:
    with Workspace.create(tmp_path / "p", title="T", protocols=["risum"]) as workspace:
        first = workspace.protocol()
        start = time.process_time()
        for _ in range(1_000):  # as every save of a draft does
            assert workspace.protocol("risum") is first
        assert time.process_time() - start < 1.0  # to look for it among all packages takes 5 s


def test_running_numbers_go_on_where_they_stopped(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    ana = project.join("ana")
    project.annotate(ana, rating=1)
    project.annotate(ana, rating=2)
    with Workspace.open(ana) as workspace:
        numbers = sorted(r.seq for r in workspace.records if r.author == "ana")
        assert {r.device for r in workspace.records if r.author == "ana"} == {workspace.device}
    assert numbers == list(range(1, 13))
    done("merge", project.lead, project.results(ana))
    assert done("status", project.lead)["not_arrived"] == []


def test_joining_into_work_that_was_begun_says_how_to_take_the_bundle_in(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    own = project.join("ana")
    before = digest(own)
    error = done("join", project.pack("ana", name="again"), own, status=2)["error"]
    assert "is already a workspace" in error["message"]
    assert "proofdesk merge DIR BUNDLE" in error["hint"]
    assert digest(own) == before
