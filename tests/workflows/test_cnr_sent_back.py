"""Tests of a critique that a reviewer sends back: its author gets the reason and revises it, and it
counts again.
"""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.merging import body_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.forging import Forger, records_in
from tests.workspace.projects import jsonl

NOTE = "Say when the cut is made. 刀"
RESPONSE = "Bakers cut the loaf mainly for decoration."
REVISED = "Bakers cut the loaf so that it can rise."
BETTER = "Just before baking, bakers cut the loaf so that it can rise."
ITEMS: list[dict[str, Any]] = [
    {"id": "i1", "prompt": "Why do bakers cut a loaf?", "response": RESPONSE, "model": "birch-13b"},
    {"id": "i2", "prompt": "Why is bread salted?", "response": "For colour.", "model": "birch-13b"},
]
POINT = {"text": "The reason is wrong: the cut lets the loaf rise.", "addressed": True}


def critique(item: str, revision: str) -> dict[str, Any]:
    return {"item": item, "score": 2, "negative": [POINT], "revision": revision}


class Project:
    """A lead's project in which ana writes critiques and ben and cy review."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.lead = folder, folder / "lead"
        self.packed = 0
        done("new", self.lead, "--title", "Loaves", "--protocol", "cnr")
        done("import", self.lead, jsonl(folder / "items.jsonl", ITEMS))
        for person in ("ana", "ben", "cy"):
            done("people", self.lead, "add", person)
        done("assign", self.lead, "--people", "ana", "--overlap", 1, "--seed", 1)

    def pack(self, person: str) -> Path:
        self.packed += 1
        bundle = self.folder / f"{person}-{self.packed}.proofdesk"
        done("pack", self.lead, "--for", person, "-o", bundle)
        return bundle

    def receive(self, person: str) -> Path:
        """Pack a person's work, and join or merge it in that person's folder."""
        own = self.folder / person
        if own.exists():
            done("merge", own, self.pack(person))
        else:
            done("join", self.pack(person), own)
        return own

    def answer(self, person: str, *rows: dict[str, Any], stage: str = "critique") -> dict[str, Any]:
        file = jsonl(self.folder / "rows.jsonl", rows)
        report = done("annotate", self.folder / person, "--from", file, "--stage", stage)
        self.hand_in(person)
        return report

    def hand_in(self, person: str) -> None:
        self.packed += 1
        results = self.folder / f"results-{person}-{self.packed}.proofdesk"
        done("pack", self.folder / person, "--results", "-o", results)
        done("merge", self.lead, results)

    def critique(self) -> None:
        self.receive("ana")
        self.answer("ana", critique("i1", REVISED), critique("i2", "For taste, above all."))

    def review(self, person: str, decision: str, note: str | None = None) -> None:
        """Assign all open reviews to a person, who decides about ana's critique of i1."""
        done("assign", self.lead, "--stage", "review", "--people", person,
             "--overlap", 1, "--seed", 2)  # fmt: skip
        self.decide(person, decision, note)

    def decide(self, person: str, decision: str, note: str | None = None) -> None:
        own = self.receive(person)
        about = self.item_under_review(own)
        row = {"answer": about, "decision": decision, "note": note}
        self.answer(person, row, stage="review")

    def item_under_review(self, own: Path) -> str:
        """Return the key of the newest item for reviewing i1's critique that is assigned in this
        workspace.
        """
        with Workspace.open(own) as workspace:
            open_ones = [
                str(body["item"])
                for record in workspace.records.all_current("assignment")
                if (body := body_of(record))["stage"] == "review"
                and (item := workspace.records.current("item", body["item"]))
                and body_of(item)["content"]["response"] == RESPONSE
            ]
            new = [
                key for key in open_ones
                if not workspace.records.heads("annotation", f"{key}:{workspace.person}:review")
            ]  # fmt: skip
        return (new or open_ones)[0]

    def progress(self, folder: Path, person: str = "ana") -> tuple[int, int, int]:
        told = done("status", folder)["progress"][person]
        return told["done"], told["to_do"], told["anew"]

    def texts(self) -> list[str]:
        """Return the revisions in the training records."""
        self.packed += 1
        out = self.folder / f"out-{self.packed}"
        done("export", self.lead, "-o", out, "--format", "pr")
        lines = [
            line
            for name in ("train.jsonl", "validation.jsonl")
            for line in (out / name).read_text("utf-8").splitlines()
        ]
        return sorted(json.loads(line)["messages"][-1]["content"] for line in lines)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    found = Project(tmp_path)
    found.critique()
    return found


def entries(bundle: Path) -> str:
    with zipfile.ZipFile(bundle) as archive:
        return "\n".join(archive.read(name).decode("utf-8") for name in archive.namelist())


def test_what_came_back_asks_anew_until_it_is_answered_and_then_counts_again(
    project: Project,
) -> None:
    assert project.progress(project.lead) == (2, 0, 0)
    project.review("ben", "send_back", NOTE)
    assert project.texts() == ["For taste, above all."]
    assert project.progress(project.lead) == (1, 1, 1)

    own = project.folder / "ana"
    assert project.progress(own) == (2, 0, 0)  # nobody has told her yet
    project.receive("ana")
    assert project.progress(own) == (1, 1, 1)

    assert project.answer("ana", critique("i1", BETTER))["revised"] == 1
    assert project.progress(own) == (2, 0, 0)
    assert project.progress(project.lead) == (2, 0, 0)
    assert project.texts() == sorted([BETTER, "For taste, above all."])
    project.receive("ana")
    assert project.progress(own) == (2, 0, 0)

    given = done("assign", project.lead, "--stage", "review", "--people", "ben",
                 "--overlap", 1, "--seed", 3)  # fmt: skip
    assert given["new"] == {"ben": 1}
    project.decide("ben", "accept")
    assert done("analyse", project.lead)["standing"]["accepted"] == 1


def test_the_same_answers_are_no_answer_to_a_note(project: Project) -> None:
    project.review("ben", "send_back", NOTE)
    own = project.receive("ana")
    file = jsonl(project.folder / "same.jsonl", [critique("i1", REVISED), critique("i2", "Taste.")])
    said = proofdesk("annotate", own, "--from", file, "--json")
    assert said.status == 1
    assert (said.data["submitted"], said.data["revised"]) == (0, 1)
    (refused,) = said.data["refused"]
    assert "line 1" in refused
    assert "you have not changed it yet" in refused
    assert project.progress(own) == (1, 1, 1)


def test_only_the_note_travels_and_only_to_the_author(project: Project) -> None:
    named = jsonl(project.folder / "names.jsonl", [{"id": "ben", "name": "Bo B."}])
    done("import", project.lead, named, "--what", "people", "--update")
    project.review("ben", "send_back", NOTE)
    # Guidelines aside, which everybody gets, and in which such words may stand.
    lines = entries(project.pack("ana")).splitlines()
    told = "\n".join(line for line in lines if '"kind":"material"' not in line)
    assert NOTE in told
    for hidden in ("ben", "Bo B.", "cy", "birch", "send_back", "decision", "reviewed"):
        assert re.search(rf"\b{re.escape(hidden)}", told) is None, hidden
    # Another person who has the very same item learns nothing of it.
    done("assign", project.lead, "--people", "cy", "--overlap", 2, "--seed", 4)
    others = entries(project.pack("cy"))
    assert RESPONSE in others
    assert NOTE not in others
    assert "sent_back" not in others
    project.receive("ben")
    assert "sent_back" not in entries(project.pack("ben"))


def test_packing_twice_states_it_once(project: Project) -> None:
    project.review("ben", "send_back", NOTE)
    project.pack("ana")
    before = done("check", project.lead)["digest"], project.texts()
    project.pack("ana")
    assert (done("check", project.lead)["digest"], project.texts()) == before


def test_a_reviewer_who_thinks_again_asks_nothing_any_more(project: Project) -> None:
    project.review("ben", "send_back", NOTE)
    own = project.receive("ana")
    assert project.progress(own) == (1, 1, 1)
    project.decide("ben", "accept")
    assert project.progress(project.lead) == (2, 0, 0)
    bundle = project.pack("ana")
    assert NOTE not in entries(bundle)
    done("merge", own, bundle)
    assert project.progress(own) == (2, 0, 0)


def test_answers_sent_back_twice_ask_twice(project: Project) -> None:
    project.review("ben", "send_back", NOTE)
    own = project.receive("ana")
    project.answer("ana", critique("i1", BETTER))
    project.review("cy", "send_back", "Say by whom.")
    told = entries(project.pack("ana"))
    assert "Say by whom." in told
    assert NOTE not in told
    project.receive("ana")
    assert project.progress(own) == (1, 1, 1)
    project.answer("ana", critique("i1", f"{BETTER} Their apprentices do it."))
    assert project.progress(own) == (2, 0, 0)


def test_the_sample_project_says_how_everybody_stands(tmp_path: Path) -> None:
    made = done("demo", tmp_path / "demo", "--protocol", "cnr")
    lead = tmp_path / "demo"
    ahead = done("status", lead)["progress"]
    for person, bundle in made["bundles"].items():
        own = tmp_path / person
        done("join", bundle, own)
        told = ahead[person]
        assert told["assigned"] == told["done"] + told["to_do"]
        assert done("status", own)["progress"][person] == told
    assert ahead["ben"]["anew"] == 1
    # Whoever answers all there is in such a bundle contradicts nothing that was merged.
    rows = [critique(f"cnr-{n:02}", f"A revision, number {n}.") for n in range(1, 11)]
    for row in rows:
        row["negative"] = [{"text": "The date is missing."}]
    for person in ("ana", "ben"):
        own = tmp_path / person
        report = done("annotate", own, "--from", jsonl(tmp_path / "all.jsonl", rows))
        assert report["submitted"] + report["revised"] == 10
        done("pack", own, "--results", "-o", tmp_path / f"{person}.proofdesk")
        done("merge", lead, tmp_path / f"{person}.proofdesk")
    status = done("status", lead)
    assert status["conflicts"] == 0
    assert [status["progress"][one]["done"] for one in ("ana", "ben")] == [10, 10]


def test_a_note_for_somebody_else_is_not_taken_in(project: Project) -> None:
    project.review("ben", "send_back", NOTE)
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project, sender="lead")
    leak = records_in(project.pack("ana"))
    bundle = forger.bundle(leak, purpose="assignment", recipient="cy", signed=False)
    said = proofdesk("join", bundle, project.folder / "cy", "--json")
    assert said.data["refused"] == {"data prepared for another person cannot be used here": 1}
    with Workspace.open(project.folder / "cy") as workspace:
        assert not list(workspace.records.keys("prepared"))


def test_reviews_of_what_was_replaced_come_out_and_go_in_again_with_the_same_figures(
    project: Project, tmp_path: Path
) -> None:
    project.review("ben", "send_back", NOTE)
    project.receive("ana")
    project.answer("ana", critique("i1", BETTER))
    project.review("cy", "accept")
    figures = done("analyse", project.lead)
    assert (figures["review"]["send_back"], figures["review"]["accept"]) == (1, 1)
    out, before = tmp_path / "out", digest(project.lead)
    done("export", project.lead, "-o", out)
    rows = [json.loads(line) for line in (out / "reviews.jsonl").read_text("utf-8").splitlines()]
    (replaced,) = [row for row in rows if row.get("earlier")]
    assert replaced["earlier"]["annotator"] == "ana"
    assert replaced["earlier"]["answers"]["revision"] == REVISED
    again = done("import", project.lead, out / "reviews.jsonl", "--what", "reviews")
    assert (again["added"], again["refused"]) == ({}, [])
    assert digest(project.lead) == before

    for form in ("jsonl", "csv"):
        fresh, copy = tmp_path / f"fresh-{form}", tmp_path / f"again-{form}"
        done("new", fresh, "--title", "Again", "--protocol", "cnr")
        done("export", project.lead, "-o", copy, "--format", form)
        for what in ("items", "answers", "reviews"):
            taken = done("import", fresh, copy / f"{what}.{form}", "--what", what)
            assert taken["refused"] == []
        found = done("analyse", fresh)
        for name in ("review", "standing", "scores", "edit_distance", "points"):
            assert found[name] == figures[name], name
        done("export", fresh, "-o", tmp_path / f"third-{form}")
        third = (tmp_path / f"third-{form}" / "reviews.jsonl").read_text("utf-8").splitlines()
        assert sorted(json.dumps(json.loads(row), sort_keys=True) for row in third) == sorted(
            json.dumps(row, sort_keys=True) for row in rows
        )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"answer": "no revision"}, "must be a revision"),
        ({"earlier": {"item": "i1", "annotator": "ana", "answers": {"score": 9}}}, "score"),
        ({"earlier": {"item": "nowhere", "annotator": "ana", "answers": {"score": 1}}},
         "unknown item “nowhere”"),
        ({"reviewer": "ana"}, "cannot review an answer of their own"),
    ],
)  # fmt: skip
def test_a_review_of_something_replaced_says_what_that_was(
    change: dict[str, Any], reason: str, project: Project
) -> None:
    earlier = {"item": "i1", "annotator": "ana", "answers": {"score": 1, "negative": ["No."]}}
    row = {"answer": "a" * 64, "reviewer": "zoe", "decision": "accept", "earlier": earlier}
    file = jsonl(project.folder / "r.jsonl", [row | change])
    said = proofdesk("import", project.lead, file, "--what", "reviews", "--json")
    assert said.status in (1, 3)
    assert reason in said.out + said.err
    assert done("analyse", project.lead)["review"]["n"] == 0
