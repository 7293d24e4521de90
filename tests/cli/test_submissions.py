"""Tests of `submissions`: listing and deciding on what people and models have submitted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import done, proofdesk
from tests.plugins.kiwi_rows import question
from tests.workspace.projects import jsonl


@pytest.fixture
def lead(tmp_path: Path) -> Path:
    """A project with two first answers of a model, which nobody has decided on."""
    folder = tmp_path / "lead"
    done("new", folder, "--title", "Answers", "--protocol", "kiwi")
    names = ("q1", "q2")
    initials = [
        {"item": name, "model": "m", "answer": "It depends [0].", "call": f"c{name}"}
        for name in names
    ]
    for what, rows in (
        ("models", [{"model": "m"}]),
        ("items", [question(name) for name in names]),
        ("initials", initials),
    ):
        done("import", folder, jsonl(tmp_path / f"{what}.jsonl", rows), "--what", what)
    return folder


def states(found: Any) -> list[str]:
    return [one["state"] for one in found["submissions"]]


def test_the_command_of_the_task_lists_and_decides(lead: Path) -> None:
    (task,) = (one for one in done("status", lead)["tasks"] if one["kind"] == "submissions")
    found = done(task["command"], lead)
    assert (states(found), found["pending"]) == (["waiting", "waiting"], 2)
    first, second = (one["id"] for one in found["submissions"])
    assert first in proofdesk("submissions", lead).out
    found = done("submissions", lead, "--accept", first, "--reject", second, "--reason", "Wrong")
    assert (states(found), found["decided"], found["pending"]) == (["accepted", "rejected"], 2, 0)
    assert [one["reason"] for one in found["submissions"]] == ["Wrong", "Wrong"]
    assert "submissions" not in {one["kind"] for one in done("status", lead)["tasks"]}


def test_all_pending_ones_are_accepted_at_once(lead: Path) -> None:
    first = done("submissions", lead)["submissions"][0]["id"]
    done("submissions", lead, "--reject", first)
    found = done("submissions", lead, "--accept", "all")
    assert (states(found), found["decided"]) == (["rejected", "accepted"], 1)


def test_unknown_ambiguous_and_contradicting_ids_change_nothing(lead: Path) -> None:
    first = done("submissions", lead)["submissions"][0]["id"]
    for options, problem in (
        (("--accept", "nothing"), "0 submissions with the id"),
        (("--accept", "initial:"), "2 submissions with the id"),
        (("--accept", first, "--reject", "all"), "both accepted and rejected"),
    ):
        result = proofdesk("submissions", lead, *options)
        assert result.status == 2
        assert problem in result.err
    assert states(done("submissions", lead)) == ["waiting", "waiting"]
