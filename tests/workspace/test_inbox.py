"""Tests of the inbox: which files of results are ready, which are not, and which were merged
already.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from desktop_app.bundles.format import DEFAULT
from desktop_app.core.errors import InputError
from desktop_app.workspace.inbox import InboxReader, scan_inbox
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = make_project(tmp_path)
    project.assign()
    return project


@pytest.fixture
def inbox(project: Project) -> Path:
    folder = project.folder / "inbox"
    folder.mkdir()
    done("inbox", project.lead, "--folder", folder)
    return folder


def result(project: Project, person: str, to: Path, *more: object) -> Path:
    own = project.join(person)
    project.annotate(own)
    return shutil.move(project.results(own, *more), to / f"{person}.proofdesk")


def age(path: Path, seconds: float) -> None:
    """Set the time of a file into the past."""
    found = path.stat()
    os.utime(path, (found.st_atime - seconds, found.st_mtime - seconds))


def states(project: Project) -> dict[str, str]:
    with Workspace.open(project.lead) as workspace:
        return {one.path.name: one.state for one in scan_inbox(workspace)}


def test_results_are_listed_merged_once_and_listed_again_after_undoing(
    project: Project, inbox: Path
) -> None:
    assert done("inbox", project.lead)["files"] == []
    result(project, "ana", inbox)
    result(project, "ben", inbox)
    # A bundle with work, which the lead wrote to the same folder, is no result.
    shutil.copy(project.pack("cleo"), inbox)
    listed = done("inbox", project.lead)
    assert [one["sender"] for one in listed["files"]] == ["ana", "ben"]
    before = digest(project.lead)
    assert done("inbox", project.lead, "--merge", "--dry-run")["new"] > 0
    assert digest(project.lead) == before
    merged = done("inbox", project.lead, "--merge")
    assert [one["sender"] for one in merged["bundles"]] == ["ana", "ben"]
    assert states(project) == {}
    assert done("inbox", project.lead, "--merge")["bundles"] == []
    done("unmerge", project.lead)
    assert states(project) == {"ana.proofdesk": "ready", "ben.proofdesk": "ready"}


def test_a_file_that_is_still_being_written_is_no_error(project: Project, inbox: Path) -> None:
    whole = result(project, "ana", inbox)
    data = whole.read_bytes()
    whole.write_bytes(data[: len(data) // 2])
    assert states(project) == {"ana.proofdesk": "partial"}
    assert done("inbox", project.lead, "--merge")["bundles"] == []
    whole.write_bytes(data)
    assert states(project) == {"ana.proofdesk": "ready"}


def test_a_damaged_file_is_named_and_does_not_stop_the_others(
    project: Project, inbox: Path
) -> None:
    result(project, "ana", inbox)
    broken = inbox / "broken.proofdesk"
    broken.write_bytes(b"PK broken" * 50)
    age(broken, 3600)
    listed = done("inbox", project.lead, status=1)
    assert {Path(one["file"]).name: one["state"] for one in listed["files"]} == {
        "ana.proofdesk": "ready",
        "broken.proofdesk": "unreadable",
    }
    (problem,) = [one["problem"] for one in listed["files"] if one["problem"]]
    said = proofdesk("inbox", project.lead)
    words = f"broken.proofdesk cannot be read: {problem}. Ask the sender to send the file again."
    assert said.status == 1
    assert words in said.out
    done("inbox", project.lead, "--merge", status=1)
    assert states(project) == {"broken.proofdesk": "unreadable"}


def test_a_file_whose_size_changes_is_read_again(project: Project, inbox: Path) -> None:
    whole = result(project, "ana", inbox)
    data = whole.read_bytes()
    with Workspace.open(project.lead) as workspace:
        reader = InboxReader(workspace.project, DEFAULT)
    reader.scan(inbox, ())
    later = inbox / "ben.proofdesk"
    # Programs that sync may set the time of the original.
    for part in (0.3, 0.6):
        later.write_bytes(data[: int(len(data) * part)])
        age(later, 3600)
        assert {one.path.name: one.state for one in reader.scan(inbox, ())} == {
            "ana.proofdesk": "ready",
            "ben.proofdesk": "partial",
        }
    # It did not change any more, so nobody is writing it.
    assert {one.state for one in reader.scan(inbox, ())} == {"ready", "unreadable"}
    later.write_bytes(data)
    assert {one.state for one in reader.scan(inbox, ())} == {"ready"}


def test_encrypted_results_need_a_passphrase_once(project: Project, inbox: Path) -> None:
    secret = project.folder / "secret.txt"
    secret.write_text("correct horse\n", "utf-8")
    result(project, "ana", inbox, "--passphrase-file", secret)
    assert states(project) == {"ana.proofdesk": "locked"}
    assert done("inbox", project.lead, "--merge")["bundles"] == []
    done("inbox", project.lead, "--merge", "--passphrase-file", secret)
    assert states(project) == {}


def test_results_of_another_project_are_left_alone(
    project: Project, inbox: Path, tmp_path: Path
) -> None:
    other = make_project(tmp_path / "other")
    other.assign()
    result(other, "ana", inbox)
    assert states(project) == {"ana.proofdesk": "foreign"}
    assert done("inbox", project.lead, "--merge")["bundles"] == []


def test_other_files_and_hidden_ones_are_ignored(project: Project, inbox: Path) -> None:
    for name in (".sync.proofdesk", "~ana.proofdesk", "ana.proofdesk.part", "notes.txt"):
        (inbox / name).write_bytes(b"x")
    (inbox / "folder.proofdesk").mkdir()
    assert states(project) == {}


def test_the_folder_is_in_no_bundle_and_can_be_removed(project: Project, inbox: Path) -> None:
    whole = project.folder / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    second = project.folder / "second"
    done("join", whole, second)
    assert proofdesk("inbox", second).status == 2
    done("inbox", project.lead, "--none")
    assert "no inbox" in proofdesk("inbox", project.lead).err


def test_a_folder_that_is_gone_is_named(project: Project, inbox: Path) -> None:
    inbox.rmdir()
    said = proofdesk("inbox", project.lead)
    assert said.status == 3
    assert str(inbox) in said.err
    with (
        pytest.raises(InputError, match="inbox"),
        Workspace.open(project.lead, write=True) as workspace,
    ):
        scan_inbox(workspace, project.folder / "nowhere")
