"""Tests of deciding conflicts in a terminal: output, questions, saving, skipping and undo."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from desktop_app.cli.deciding import decide_in_terminal
from desktop_app.core.errors import UsageError
from desktop_app.core.merging import body_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.projects import Project, answer, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with one conflict between versions of ana, and five items on which ana and ben
    disagree.
    """
    made = make_project(tmp_path / "project")
    made.assign()
    ana, ben = made.join("ana"), made.join("ben")
    made.annotate(ana)
    other = made.folder / "other"
    shutil.copytree(ana, other)
    for own, rating, name in ((ana, 1, "here"), (other, 2, "there")):
        revised = [answer(made.rows[0], rating=rating, comment=f"Comment {rating}")]
        done("annotate", own, "--from", jsonl(own / "r.jsonl", revised))
        done("merge", made.lead, made.results(own, name=name))
    made.annotate(ben, rating=5)
    done("merge", made.lead, made.results(ben))
    return made


def typed(*lines: str) -> Callable[[str], str]:
    """Return a function that returns the input of a person line by line; then the input ends."""
    left: Iterator[str] = iter(lines)

    def ask(_prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return ask


def run(project: Project, lines: Sequence[str], *, items: bool = False) -> dict[str, object]:
    outcome = decide_in_terminal(
        project.lead, items=items, question=None, least=0.0, ask=typed(*lines)
    )
    return outcome.data


def test_a_conflict_is_decided_in_a_real_terminal(project: Project) -> None:
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "desktop_app", "adjudicate", str(project.lead)]
    with subprocess.Popen(
        command,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "COLUMNS": "120"},
    ) as running:
        os.close(terminal)
        os.write(controller, b"x\n1\ne\nMy own words\nread again\nh\ny\n")
        seen = b""
        while True:
            try:
                part = os.read(controller, 4096)
            # On Linux, reading from a closed terminal is an error.
            except OSError:
                break
            if not part:
                break
            seen += part
        assert running.wait() == 0
    os.close(controller)
    words = seen.decode()
    assert "1 case decided, 0 left." in words
    assert "ext-0-gamma-large" in words
    assert "Number: this version" in words
    assert done("status", project.lead)["conflicts"] == 0
    with Workspace.open(project.lead) as workspace:
        (note,) = workspace.records.all_current("decision")
        assert body_of(note)["reason"] == "read again"
        assert (body_of(note)["confidence"], body_of(note)["guideline_gap"]) == ("high", True)
        record = workspace.records.get(body_of(note)["record"])
        assert record is not None
        assert body_of(record)["answers"]["comment"] == "My own words"


def test_cases_are_left_skipped_and_decided(project: Project) -> None:
    assert run(project, ["s"]) == {"decided": 0, "left": 1}
    assert run(project, ["q"]) == {"decided": 0, "left": 1}
    assert run(project, ["9", "m", "1"]) == {"decided": 0, "left": 1}, "the input ended"
    assert run(project, ["a2", "", "", ""]) == {"decided": 1, "left": 0}
    assert run(project, []) == {"decided": 0, "left": 0}


def test_items_are_decided_and_undone(project: Project) -> None:
    before = digest(project.lead)
    found = run(project, ["s", "2", "", "", "", "q"], items=True)
    assert found == {"decided": 1, "left": 4}
    with Workspace.open(project.lead) as workspace:
        (record,) = workspace.records.all_current("adjudication")
        assert body_of(record)["answers"]["rating"] == 5
    undone = done("adjudicate", project.lead, "--undo")
    assert [one["kind"] for one in undone["undone"]] == ["adjudication"]
    assert undone["digest"] == before == digest(project.lead)
    assert proofdesk("adjudicate", project.lead, "--undo").status == 1


def test_a_question_is_named_as_it_is_shown(project: Project) -> None:
    with pytest.raises(UsageError, match="do not disagree") as caught:
        decide_in_terminal(project.lead, items=True, question="tone", least=0.0, ask=typed("q"))
    assert "follows, rating" in caught.value.hint
    found = decide_in_terminal(
        project.lead, items=True, question="rating", least=1.0, ask=typed("q")
    )
    assert found.data == {"decided": 0, "left": 5}


def test_the_latest_version_is_taken_for_all(project: Project) -> None:
    before = digest(project.lead)
    said = proofdesk("adjudicate", project.lead, "--latest", "--reason", "Later", "--json")
    found = said.data
    assert said.status == (1 if found["refused"] else 0)
    # Both were created within a second or two.
    assert found["resolved"] + len(found["refused"]) == 1
    if found["resolved"]:
        done("adjudicate", project.lead, "--undo")
    assert digest(project.lead) == before


def test_without_a_terminal_nothing_is_asked(project: Project) -> None:
    said = proofdesk("adjudicate", project.lead)
    assert said.status == 2
    assert "--from" in said.err
    assert proofdesk("adjudicate", project.lead, "--json").status == 2
    contradicting = proofdesk("adjudicate", project.lead, "--undo", "--latest")
    assert contradicting.status == 2


def test_conflicts_are_readable(project: Project) -> None:
    said = proofdesk("conflicts", project.lead)
    for words in ("ana", "ext-0-gamma-large", "How well does it follow", "annotation"):
        assert words in said.out
    (conflict,) = done("conflicts", project.lead)["conflicts"]
    assert conflict["differ"] == ["How well does it follow the instruction?", "Comment"]
    # Each version in the words of the form, the earliest first.
    labels = {1: "1 – Missed; Comment:", 2: "2 – Poor; Comment:"}
    heads = sorted(conflict["heads"], key=lambda one: (one["time"], one["rev"]))
    for head in heads:
        # A row has several lines, because its texts are wrapped.
        _, _, row = said.out.partition(head["rev"][:12])
        assert row.index("instruction? " + labels[head["answers"]["rating"]]) == min(
            row.index("instruction? " + one) for one in labels.values() if one in row
        )


def test_a_row_may_state_confidence_and_a_gap(project: Project) -> None:
    row = {
        "item": project.rows[1]["id"],
        "answers": {"follows": True, "rating": 3},
        "reason": "read again",
        "confidence": "low",
        "guideline_gap": True,
    }
    done("adjudicate", project.lead, "--from", jsonl(project.folder / "d.jsonl", [row]))
    done("export", project.lead, "-o", project.folder / "out")
    kept = (project.folder / "out/adjudications.jsonl").read_text("utf-8")
    assert '"confidence":"low"' in kept
    assert '"guideline_gap":true' in kept
    again = project.folder / "out/adjudications.jsonl"
    assert done("adjudicate", project.lead, "--from", again)["unchanged"] == 1
    bad = jsonl(project.folder / "bad.jsonl", [{**row, "confidence": "certain"}])
    error = done("adjudicate", project.lead, "--from", bad, status=3)["error"]
    assert error["field"] == "confidence"
