"""Tests of dolomites from the first call for tasks to figures: tasks, ratings, and examples."""

from __future__ import annotations

import itertools
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.keys import external_item_key, work_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.conftest import DATA
from tests.plugins.dolomites_rows import described, rating, task
from tests.stats.data import read_rows
from tests.workspace.projects import jsonl

PHYSICISTS = ("ben", "cy", "dee")


class Project:
    """A lead's workspace with ana, who is an author, three more physicists and a lawyer."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.lead = folder, folder / "lead"
        done("new", self.lead, "--title", "Tasks", "--protocol", "dolomites")
        people = [{"id": name, "fields": ["Physics"]} for name in ("ana", *PHYSICISTS)]
        people.append({"id": "lea", "fields": ["Law"]})
        self.take("people", people)

    def take(self, what: str, rows: list[dict[str, Any]], *more: object, status: int = 0) -> Any:
        file = jsonl(self.folder / f"{what}.jsonl", rows)
        return done("import", self.lead, file, "--what", what, *more, status=status)

    def assign(self, stage: str, overlap: int = 1, *more: object, status: int = 0) -> Any:
        words = ("--stage", stage, "--overlap", overlap, "--seed", 1, *more)
        return done("assign", self.lead, *words, status=status)

    def pack(self, person: str) -> Path:
        """Pack a person's assigned items; return the person's folder."""
        bundle, own = self.folder / f"{person}.proofdesk", self.folder / person
        done("pack", self.lead, "--for", person, "-o", bundle)
        if own.exists():
            done("merge", own, bundle)
        else:
            done("join", bundle, own)
        return own

    def results(self, person: str, name: str = "") -> Path:
        bundle = self.folder / f"{name or person}-results.proofdesk"
        done("pack", self.folder / person, "--results", "-o", bundle)
        return bundle

    def annotate(self, person: str, stage: str, rows: list[dict[str, Any]], status: int = 0) -> Any:
        own = self.folder / person
        file = jsonl(self.folder / f"{person}-{stage}.jsonl", rows)
        return done("annotate", own, "--from", file, "--stage", stage, status=status)

    def given(self, person: str, stage: str) -> dict[str, dict[str, Any]]:
        """Return {key: content} of a person's items at a stage, from that person's workspace."""
        with Workspace.open(self.folder / person) as workspace:
            records = workspace.records
            found = {}
            for one in records.all_current("assignment"):
                body = one.body or {}
                if (body["person"], body["stage"]) == (person, stage):
                    item = records.current("item", body["item"])
                    assert item is not None
                    assert item.body is not None
                    found[body["item"]] = dict(item.body["content"])
            return found

    def collect(self) -> list[str]:
        """Let ana describe two tasks; return the keys of her empty items."""
        self.take("calls", [{"author": "ana", "field": "Physics", "tasks": 2}])
        assert self.assign("collect")["new"]["ana"] == 2
        self.pack("ana")
        rows = [
            described("one", id="ana-Physics-1"),
            described("two", item="ana-Physics-2", annotator="ana"),
        ]
        assert self.annotate("ana", "collect", rows)["submitted"] == 2
        done("merge", self.lead, self.results("ana"))
        return sorted(self.given("ana", "collect"))

    def accept(self, places: list[str]) -> Any:
        return self.take("decisions", [{"task": key, "decision": "accept"} for key in places])

    def validate(self) -> list[Path]:
        """Let all people who know the field rate their assigned tasks; return their bundles."""
        bundles = []
        for place, person in enumerate(PHYSICISTS):
            self.pack(person)
            codes = ("high", "medium", "low")
            rows = [
                {"task": key, **rating(complexity=codes[(place + n) % 3])}
                for n, key in enumerate(sorted(self.given(person, "validate")))
            ]
            assert self.annotate(person, "validate", rows)["submitted"] == len(rows)
            bundles.append(self.results(person))
        return bundles


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_tasks_are_collected_decided_about_and_validated(project: Project) -> None:
    project.take("tasks", [task("t1", author="zoe"), task("t2", field="Law")])
    # What someone submits is validated by nobody until the lead has accepted it.
    places = project.collect()
    assert project.assign("validate", 3, "--only", "field=Physics")["added"] == 3
    accepted = project.accept(places)
    assert accepted["added"] == {"data": 2, "item": 2, "origin": 2}
    assert project.accept(places)["added"] == {}

    given = project.assign("validate", 3, status=1)
    assert given["new"] == {"ana": 0, "ben": 2, "cy": 2, "dee": 2, "lea": 1}
    # One lawyer alone is not three, and it is said why nobody else is given the task.
    assert given["short"] == {"t2": 2}
    assert given["why"] == {"t2": ["from another field: 4"]}

    bundles = project.validate()
    digests = set()
    for number, order in enumerate(itertools.permutations(bundles)):
        lead = project.folder / f"lead-{number}"
        done("join", project_bundle(project), lead)
        for bundle in order:
            assert done("merge", lead, bundle)["bundles"][0]["refused"] == 0
        digests.add(digest(lead))
    done("merge", project.lead, *bundles)
    assert digests == {digest(project.lead)}
    done("export", project.lead, "-o", project.folder / "out")
    ratings = rows_of(project.folder / "out" / "validations.jsonl")
    assert len(ratings) == 9
    assert {row["annotator"] for row in ratings} == set(PHYSICISTS)
    assert all(row["accessibility_text"] == "Charts need descriptions." for row in ratings)


def project_bundle(project: Project) -> Path:
    """Return a bundle of the whole project, as sent to another lead."""
    bundle = project.folder / "whole.proofdesk"
    if not bundle.exists():
        done("pack", project.lead, "--results", "-o", bundle)
    return bundle


def test_nobody_who_validates_a_task_can_tell_whose_it_is(project: Project) -> None:
    project.take("tasks", [task("t1", author="zoe-the-author", colour="mauve")])
    places = project.collect()
    project.accept(places)
    project.assign("validate", 3)
    project.pack("ben")
    with zipfile.ZipFile(project.folder / "ben.proofdesk") as archive:
        text = "\n".join(archive.read(name).decode() for name in archive.namelist())
    for secret in ("zoe-the-author", "mauve", "ana-Physics", '"criteria"', '"ana"', *places):
        assert secret not in text, secret
    assert "Write the plan of one" in text
    # Nor by trying: the key of a task that was submitted is made of the project's secret.
    with Workspace.open(project.lead) as workspace:
        tried = {external_item_key(workspace.project, "dolomites", f"ana-Physics-{n}")
                 for n in range(1, 9)}  # fmt: skip
    assert tried.isdisjoint(project.given("ben", "validate"))


def test_a_task_that_its_author_changes_waits_for_another_decision(project: Project) -> None:
    places = project.collect()
    project.accept(places)
    assert project.assign("validate", 1, "--people", "ben")["added"] == 2
    project.annotate("ana", "collect", [described("one", id="ana-Physics-1", notes="New.")])
    done("merge", project.lead, project.results("ana", "later"))
    given = project.assign("validate", 2, "--people", "ben,cy")
    # The other task gets its second person; what was out stays out.
    assert (given["added"], given["new"]["cy"], given["kept"]) == (1, 1, 2)
    assert given["closed"] == {"its author changed it after it was accepted": 1}
    project.accept(places)
    assert project.assign("validate", 2, "--people", "ben,cy")["added"] == 1
    project.pack("ben")
    notes = sorted(one["task"]["notes"] for one in project.given("ben", "validate").values())
    assert notes == ["Beginners forget the errors of task.", "New."]


def test_ratings_say_which_wording_of_a_task_they_judge(project: Project) -> None:
    places = project.collect()
    project.accept(places)
    project.assign("validate", 1, "--people", "ben")
    project.pack("ben")
    rows = [{"task": key, **rating()} for key in project.given("ben", "validate")]
    project.annotate("ben", "validate", rows)
    done("merge", project.lead, project.results("ben"))
    assert done("analyse", project.lead)["ratings_of_other_wordings"] == 0
    project.annotate("ana", "collect", [described("one", id="ana-Physics-1", notes="New.")])
    done("merge", project.lead, project.results("ana", "later"))
    project.accept(places)
    found = done("analyse", project.lead)
    assert (found["ratings_of_other_wordings"], found["axes"]["complexity"]["n"]) == (1, 2)
    out = project.folder / "ratings.jsonl"
    done("export", project.lead, "-o", out, "--what", "validations")
    assert len({row["wording"] for row in rows_of(out)}) == 2
    again = done("import", project.lead, out, "--what", "validations")
    assert (again["added"], again["unchanged"]) == ({}, 2)
    # Whoever judges the new wording says so.
    project.pack("ben")
    again = project.annotate("ben", "validate", rows)
    assert (again["revised"], again["unchanged"]) == (1, 1)
    done("merge", project.lead, project.results("ben", "again"))
    assert done("analyse", project.lead)["ratings_of_other_wordings"] == 0


def test_a_rejected_task_is_given_to_nobody_new_and_says_why(project: Project) -> None:
    places = project.collect()
    project.accept(places)
    project.take("decisions", [{"task": places[0], "decision": "reject", "reason": "Too broad."}])
    given = project.assign("validate", 3)
    assert given["added"] == 3
    assert given["closed"] == {"it was rejected": 1}
    done("export", project.lead, "-o", project.folder / "out")
    rows = rows_of(project.folder / "out" / "tasks.jsonl")
    assert sorted((row["decision"], row.get("reason")) for row in rows) == [
        ("accept", None), ("reject", "Too broad.")]  # fmt: skip


def test_what_is_exported_adds_nothing_and_makes_an_equal_project(project: Project) -> None:
    project.take(
        "tasks",
        [
            task("t1", author="zoe", criteria=["textual", "routine"], mood="m"),
            task(None, objective="Without an id"),
            task("t3", decision="reject", reason="No text."),
        ],
    )
    places = project.collect()
    project.take("decisions", [{"task": places[0], "decision": "accept", "reason": "Good."}])
    project.assign("validate", 3)
    done("merge", project.lead, *project.validate())
    out = project.folder / "out"
    done("export", project.lead, "-o", out)
    kinds = ("people", "tasks", "decisions", "calls", "validations")
    before = digest(project.lead)
    for what in kinds:
        again = done("import", project.lead, out / f"{what}.jsonl", "--what", what)
        assert (again["added"], again["refused"]) == ({}, []), what
    assert digest(project.lead) == before

    fresh = project.folder / "fresh"
    done("new", fresh, "--title", "Again", "--protocol", "dolomites")
    for what in kinds:
        # What waits for a decision is no accepted task elsewhere; its ratings are refused by name.
        done("import", fresh, out / f"{what}.jsonl", "--what", what)
    done("export", fresh, "-o", project.folder / "second")
    for what in kinds:
        first, second = (
            sorted(map(json.dumps, rows_of(at / f"{what}.jsonl")))
            for at in (out, project.folder / "second")
        )
        assert first == second, what
        assert first


def test_ratings_of_ones_own_task_made_by_hand_count_nowhere(project: Project) -> None:
    project.take("tasks", [task("t1", author="ana")])
    project.collect()
    with Workspace.open(project.folder / "ana", write=True) as workspace:
        item = external_item_key(workspace.project, "dolomites", "t1")
        body = {"protocol": "dolomites", "item": item, "annotator": "ana", "stage": "validate",
                "answers": rating()}  # fmt: skip
        workspace.add([Draft("annotation", work_key(item, "ana", "validate"), body, "ana", "x")])
    (merged,) = done("merge", project.lead, project.results("ana", "again"))["bundles"]
    assert (merged["new"], merged["refused"]) == (1, 0)
    assert "“ana” judged their own work (1): it is kept but not counted" in merged["notes"]
    assert project.assign("validate", 3)["short"] == {}
    done("export", project.lead, "-o", project.folder / "out")
    assert not (project.folder / "out" / "validations.jsonl").exists()


def unexplained(axis: str) -> dict[str, Any]:
    return {name: value for name, value in rating().items() if name != f"{axis}_text"}


def test_the_program_refuses_a_rating_of_ones_own_task(project: Project) -> None:
    places = project.collect()
    project.accept(places)
    project.assign("validate", 1, "--people", "ben")
    project.pack("ben")
    items = [*project.given("ben", "validate")]
    # A lead's hand may slip: ana is given her own tasks, past what assigning would do.
    with Workspace.open(project.lead, write=True) as workspace:
        workspace.add(
            [
                Draft("assignment", work_key(item, "ana", "validate"),
                      {"item": item, "person": "ana", "stage": "validate", "order": 9}, "lead", "x")
                for item in items
            ]
        )  # fmt: skip
    project.pack("ana")
    rows = [{"task": item, **rating()} for item in items]
    said = project.annotate("ana", "validate", rows, status=1)
    assert (said["submitted"], len(said["refused"])) == (0, 2)
    assert all("your own work" in one for one in said["refused"])
    assert project.annotate("ben", "validate", rows)["submitted"] == 2


@pytest.mark.parametrize(
    ("stage", "answers", "said"),
    [
        ("collect", rating(), "does not belong to the stage"),
        ("validate", described("x"), "does not belong to the stage"),
        ("collect", {"objective": "Nothing else"}, "is missing"),
        ("collect", described("x") | {"procedure": "a" * 300_000}, "200000 characters"),
        ("collect", {k: v for k, v in described("x").items() if k != "criteria"}, "criteria"),
        ("validate", rating(complexity="huge"), "complexity"),
        ("validate", {"complexity": "low"}, "is missing"),
        ("validate", unexplained("accessibility"), "accessibility_text"),
        ("validate", {}, "is missing"),
    ],
)
def test_answers_that_no_page_would_take_are_refused_by_name(
    project: Project, stage: str, answers: dict[str, Any], said: str
) -> None:
    project.collect()
    own = project.folder / "ana"
    before = digest(project.lead)
    with Workspace.open(own, write=True) as workspace:
        item = "ab" * 16
        body = {"protocol": "dolomites", "item": item, "annotator": "ana", "stage": stage}
        workspace.add(
            [Draft("annotation", work_key(item, "ana", stage), body | {"answers": answers},
                   "ana", "x")]
        )  # fmt: skip
    merged = proofdesk("merge", project.lead, project.results("ana", "forged"), "--json")
    (bundle,) = merged.data["bundles"]
    assert (bundle["new"], bundle["refused"]) == (0, 1)
    assert said in json.dumps(bundle, ensure_ascii=False)
    assert digest(project.lead) == before


def test_what_somebody_else_puts_at_a_place_is_nobodys_task(project: Project) -> None:
    places = project.collect()
    project.take("calls", [{"author": "ben", "tasks": 1}])
    project.assign("collect")
    project.pack("ben")
    answers = described("stolen")
    with Workspace.open(project.folder / "ben", write=True) as workspace:
        answers["input_sections"] = [
            {**one, "description": one.get("description", "")} for one in answers["input_sections"]
        ]
        body = {"protocol": "dolomites", "item": places[0], "annotator": "ben", "stage": "collect",
                "answers": answers}  # fmt: skip
        workspace.add(
            [Draft("annotation", work_key(places[0], "ben", "collect"), body, "ben", "x")]
        )
    (merged,) = done("merge", project.lead, project.results("ben"))["bundles"]
    assert merged["new"] == 1
    project.accept(places)
    project.assign("validate", 1, "--people", "cy")
    project.pack("cy")
    titles = {one["task"]["objective"] for one in project.given("cy", "validate").values()}
    assert titles == {"Write the plan of one", "Write the plan of two"}


def test_real_tasks_come_in_and_go_out_as_they_are(tmp_path: Path) -> None:
    rows = read_rows("dolomites_tasks.jsonl")
    lead = tmp_path / "lead"
    done("new", lead, "--title", "Real", "--protocol", "dolomites")
    report = done("import", lead, DATA / "dolomites_tasks.jsonl")
    assert (report["what"], report["rows"], report["refused"]) == ("tasks", 3, [])
    done("export", lead, "-o", tmp_path / "out")
    given = {row["id"]: row for row in rows}
    for row in rows_of(tmp_path / "out" / "tasks.jsonl"):
        before = given.pop(row["id"])
        for name, value in before.items():
            if value:
                assert row[name] == value or name.endswith("_sections")
        for side in ("input_sections", "output_sections"):
            assert [s["title"] for s in row[side]] == [s["title"] for s in before[side]]
    assert given == {}


def variants(task_id: str, name: str, **changes: Any) -> list[dict[str, Any]]:
    """Return two variants of an example of a task, by two models."""
    rows: list[dict[str, Any]] = [
        {"task": task_id, "variant_set": name, "model": model, "mode": "single",
         "input": [{"title": "Aim", "text": f"Aim of {name}."}],
         "output": [{"title": "Plan", "text": f"Plan of {name} by {place}."}]}
        for place, model in enumerate(("gamma", "delta"))
    ]  # fmt: skip
    return [{**row, **changes} for row in rows]


def test_examples_go_to_the_author_first_and_else_to_others_of_the_field(project: Project) -> None:
    project.take("tasks", [task("t1", author="ana"), task("t2", author="zoe")])
    project.take("examples", [*variants("t1", "s1"), *variants("t1", "s2"), *variants("t2", "s3")])
    given = project.assign("edit", 1, "--dry-run")
    assert given["new"]["ana"] >= 2
    given = project.assign("edit")
    project.pack("ana")
    mine = {one["task"]["objective"] for one in project.given("ana", "edit").values()}
    assert "Write the plan of t1" in mine
    assert given["new"]["lea"] == 0
    assert sum(given["new"].values()) == 3
    # Another person takes the second place, and a lawyer none.
    more = project.assign("edit", 5, status=1)
    assert more["new"]["lea"] == 0
    assert set(more["short"]) == {"s1", "s2", "s3"}
    assert more["why"]["s1"][-1] == "from another field: 1"


def test_examples_that_were_given_out_stay_as_they_are(project: Project) -> None:
    project.take("tasks", [task("t1", author="ana")])
    rows = variants("t1", "s1")
    project.take("examples", rows)
    project.assign("edit")
    project.pack("ana")
    ((_, before),) = project.given("ana", "edit").items()

    # A critique may still come; another text may not.
    judged = [{**row, "critique": [{"aspect": "depth", "text": "Too short."}]} for row in rows]
    project.take("examples", judged, "--update")
    project.pack("ana")
    ((_, now),) = project.given("ana", "edit").items()
    assert [one["critique"][0]["text"] for one in now["variants"]] == ["Too short."] * 2
    assert [one["output"] for one in now["variants"]] == [
        one["output"] for one in before["variants"]
    ]
    # Another wording of the task may not come either, but the next critique still does.
    project.take("tasks", [task("t1", author="ana", notes="Another wording.")], "--update")
    judged = [{**row, "critique": [{"aspect": "depth", "text": "Still."}]} for row in rows]
    project.take("examples", judged, "--update")
    project.pack("ana")
    ((_, now),) = project.given("ana", "edit").items()
    assert now["task"] == before["task"]
    assert [one["critique"][0]["text"] for one in now["variants"]] == ["Still."] * 2
    other = [{**row, "output": [{"title": "Plan", "text": "Another."}]} for row in judged]
    project.take("examples", other, "--update")
    project.pack("ana")
    ((_, after),) = project.given("ana", "edit").items()
    assert after == now


def test_examples_of_a_task_that_is_rejected_go_to_nobody_until_it_is_accepted_again(
    project: Project,
) -> None:
    project.take("tasks", [task("t1", author="ana")])
    project.take("examples", variants("t1", "s1"))
    project.assign("edit")
    for decision, closed in (("reject", {"it was rejected": 1}), ("accept", {})):
        project.take("decisions", [{"task": "t1", "decision": decision}])
        given = project.assign("edit", 2, "--dry-run")
        assert (given["closed"], given["added"]) == (closed, 0 if closed else 1)


def test_a_task_that_two_leads_decided_about_differently_goes_to_nobody_new(
    project: Project,
) -> None:
    project.take("tasks", [task("t1")])
    whole, second = project.folder / "whole.proofdesk", project.folder / "second"
    done("pack", project.lead, "--results", "-o", whole)
    done("join", whole, second)
    project.take("decisions", [{"task": "t1", "decision": "reject"}])
    other = jsonl(project.folder / "other.jsonl", [{"task": "t1", "decision": "accept"}])
    done("import", second, other, "--what", "decisions")
    theirs = project.folder / "theirs.proofdesk"
    done("pack", second, "--results", "-o", theirs)
    done("merge", project.lead, theirs)
    given = project.assign("validate", 3)
    assert given["added"] == 0
    assert sum(given["closed"].values()) == 1
    project.take("decisions", [{"task": "t1", "decision": "accept"}])
    assert sum(project.assign("validate", 3)["new"].values()) == 3
