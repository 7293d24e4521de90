"""Tests of reviews and critiques that no page of the program would create.

Those that are invalid on their own are refused with the reason. A review of one's own work can only
be recognised after the work has arrived; it is kept, in any order of arrival, and never counts.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.keys import work_key
from desktop_app.core.merging import body_of
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.workspace import Workspace
from plugins.cnr.reviews import review_item_key
from tests.cli.command import digest, done, proofdesk
from tests.workflows.test_cnr_sent_back import REVISED, Project, critique
from tests.workspace.projects import jsonl


def add_by_hand(own: Path, item: str, stage: str, answers: dict[str, Any]) -> None:
    """Put an annotation into a person's workspace without any check by the program."""
    with Workspace.open(own, write=True) as workspace:
        person = workspace.person
        body = {"protocol": "cnr", "item": item, "annotator": person, "stage": stage}
        workspace.add(
            [Draft("annotation", work_key(item, person, stage), body | {"answers": answers},
                   person, "by hand")]
        )  # fmt: skip


def own_revs(own: Path) -> list[str]:
    with Workspace.open(own) as workspace:
        return sorted(record.rev for record in workspace.records.all_current("annotation"))


def review_own(own: Path) -> None:
    """Accept every critique of the workspace's own person, with the keys that anybody can
    compute.
    """
    with Workspace.open(own) as workspace:
        project = workspace.project
    for rev in own_revs(own):
        answers = {"reviewed": rev, "decision": "accept"}
        add_by_hand(own, review_item_key(project, rev), "review", answers)


def results(project: Project, person: str, name: str) -> Path:
    bundle = project.folder / f"{name}.proofdesk"
    done("pack", project.folder / person, "--results", "-o", bundle)
    return bundle


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_a_review_of_ones_own_work_is_kept_and_counts_nowhere(project: Project) -> None:
    project.critique()
    review_own(project.folder / "ana")
    (merged,) = done("merge", project.lead, results(project, "ana", "again"))["bundles"]
    assert (merged["new"], merged["refused"]) == (2, 0)
    said = "“ana” judged their own work (2): it is kept but not counted"
    assert said in merged["notes"]
    assert said in done("check", project.lead)["notes"]

    given = done("assign", project.lead, "--stage", "review", "--overlap", 1, "--seed", 1)
    assert (given["added"], given["short"]) == (2, {})
    assert given["new"]["ana"] == 0

    found = done("analyse", project.lead)
    assert (found["review"]["n"], found["standing"]["unreviewed"]) == (0, 2)
    assert found["left_out"] == {"it judges the annotator's own work": 2}
    done("export", project.lead, "-o", project.folder / "out")
    assert not (project.folder / "out" / "reviews.jsonl").exists()

    # Nothing was dropped: the records are there, and travel to another lead.
    whole = project.folder / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    assert done("join", whole, project.folder / "second")["refused"] == {}
    assert digest(project.folder / "second") == digest(project.lead)
    assert done("analyse", project.folder / "second")["standing"]["unreviewed"] == 2


def test_a_review_of_ones_own_work_counts_nowhere_in_whatever_order_it_arrives(
    project: Project, tmp_path: Path
) -> None:
    project.receive("ana")
    ana = project.folder / "ana"
    rows = jsonl(tmp_path / "rows.jsonl", [critique("i1", REVISED), critique("i2", "Taste.")])
    done("annotate", ana, "--from", rows)
    work = results(project, "ana", "work")
    review_own(ana)
    both = results(project, "ana", "both")
    whole = project.folder / "empty.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    digests = set()
    for place, order in enumerate(itertools.permutations([work, both, both])):
        lead = tmp_path / f"lead-{place}"
        done("join", whole, lead)
        for bundle in order:
            done("merge", lead, bundle)
        digests.add(digest(lead))
        given = done("assign", lead, "--stage", "review", "--overlap", 1, "--seed", 1)
        assert (given["added"], given["new"]["ana"]) == (2, 0)
        assert done("analyse", lead)["review"]["n"] == 0
    assert len(digests) == 1


def test_a_review_that_arrives_before_the_work_is_named_with_the_work(
    project: Project, tmp_path: Path
) -> None:
    project.receive("ana")
    ana = project.folder / "ana"
    done("annotate", ana, "--from", jsonl(tmp_path / "r.jsonl", [critique("i1", REVISED)]))
    critique_alone = results(project, "ana", "critique")
    (rev,) = own_revs(ana)
    twin = project.folder / "twin"
    done("join", project.pack("ana"), twin)
    with Workspace.open(twin) as workspace:
        item = review_item_key(workspace.project, rev)
    add_by_hand(twin, item, "review", {"reviewed": rev, "decision": "accept"})
    review_alone = project.folder / "review.proofdesk"
    done("pack", twin, "--results", "-o", review_alone)

    (first,) = done("merge", project.lead, review_alone)["bundles"]
    assert not any("their own" in note for note in first["notes"])  # nobody can know it yet
    (second,) = done("merge", project.lead, critique_alone)["bundles"]
    assert any("“ana” judged their own work (1)" in note for note in second["notes"])


def test_a_review_speaks_of_the_revision_its_item_holds(project: Project) -> None:
    project.critique()
    done("assign", project.lead, "--stage", "review", "--people", "ben", "--overlap", 1,
         "--seed", 2)  # fmt: skip
    ben = project.receive("ben")
    with Workspace.open(ben) as workspace:
        (first, _), (_, other) = sorted(
            (str(body_of(record)["item"]), record)
            for record in workspace.records.all_current("assignment")
            if body_of(record)["stage"] == "review"
        )
        item = workspace.records.current("item", str(body_of(other)["item"]))
        assert item is not None
        content = body_of(item)["content"]
    after = {**content["answers"], "revision": "FORGED"}
    answers = {"reviewed": content["reviewed"], "decision": "change", "after": after}
    add_by_hand(ben, first, "review", answers)
    said = proofdesk("merge", project.lead, results(project, "ben", "forged"), "--json")
    assert said.status == 1
    (merged,) = said.data["bundles"]
    assert (merged["new"], merged["refused"]) == (0, 1)
    (reason,) = merged["reasons"]
    assert "reviewed: is not the revision that the item contains" in reason
    assert done("analyse", project.lead)["standing"]["unreviewed"] == 2


@pytest.mark.parametrize(
    ("stage", "answers", "reason"),
    [
        ("critique", {"vote": "left"}, "vote: does not belong to the stage “critique”"),
        ("critique", {"reviewed": "a" * 64, "decision": "accept"}, "decision: does not belong"),
        ("critique", {"score": 3}, "negative: add a point"),
        ("critique", {"score": 3, "negative": [{"text": "x"}]}, "revision: is missing"),
        ("compare", {"score": 3, "nothing_to_improve": True}, "vote: must be one of"),
        ("review", {"score": 3, "nothing_to_improve": True}, "reviewed"),
        ("review", {"vote": "left"}, "vote: does not belong to the stage “review”"),
    ],
)
def test_answers_of_another_stages_shape_are_refused_by_name(
    stage: str, answers: dict[str, Any], reason: str, project: Project
) -> None:
    project.receive("ana")
    with Workspace.open(project.folder / "ana") as workspace:
        item = next(record.key for record in workspace.records.all_current("item"))
    add_by_hand(project.folder / "ana", item, stage, answers)
    before = digest(project.lead)
    said = proofdesk("merge", project.lead, results(project, "ana", "odd"), "--json")
    assert said.status == 1
    (why,) = said.data["bundles"][0]["reasons"]
    assert reason in why
    assert digest(project.lead) == before
    assert done("status", project.lead)["progress"]["ana"]["done"] == 0


def test_a_point_about_a_part_that_is_not_there_stops_no_reviewer(project: Project) -> None:
    """A merge cannot check anchors, because the response may arrive later. Reviewers must still be
    able to work.
    """
    project.receive("ana")
    ana = project.folder / "ana"
    with Workspace.open(ana) as workspace:
        items = sorted(record.key for record in workspace.records.all_current("item"))
    for item, end in zip(items, (9_999_999, 3), strict=True):
        points = [{"text": "Wrong.", "start": 0, "end": end, "addressed": True}]
        answers = {"score": 2, "negative": points, "revision": "Cut it."}
        add_by_hand(ana, item, "critique", answers)
    project.hand_in("ana")
    done("assign", project.lead, "--stage", "review", "--people", "ben", "--overlap", 1,
         "--seed", 2)  # fmt: skip
    ben = project.receive("ben")
    with Workspace.open(ben) as workspace:
        given = [
            str(body_of(record)["item"])
            for record in workspace.records.all_current("assignment")
            if body_of(record)["stage"] == "review"
        ]
    rows = [{"answer": key, "decision": "change", "answer_after": {"score": 4}} for key in given]
    assert project.answer("ben", *rows, stage="review")["submitted"] == 2
    found = done("analyse", project.lead)
    assert (found["standing"]["changed"], found["points"]["negative"]["anchored"]) == (2, 1)
    page = project.folder / "report.html"
    done("analyse", project.lead, "-o", page)
    assert "Points about a passage outside their response: 1" in page.read_text("utf-8")
    # What is exported can be imported again.
    out, fresh = project.folder / "out", project.folder / "fresh"
    done("export", project.lead, "-o", out)
    done("new", fresh, "--title", "Again", "--protocol", "cnr")
    for what in ("items", "answers"):
        done("import", fresh, out / f"{what}.jsonl", "--what", what)
    exported = (out / "answers.jsonl").read_text("utf-8").splitlines()
    ends = [json.loads(row)["negative"][0].get("end") for row in exported]
    assert sorted(ends, key=str) == [3, None]


def test_a_change_that_changes_nothing_is_refused_by_name_and_others_go_on(
    project: Project,
) -> None:
    project.critique()
    done("assign", project.lead, "--stage", "review", "--people", "ben", "--overlap", 1,
         "--seed", 2)  # fmt: skip
    ben = project.receive("ben")
    with Workspace.open(ben) as workspace:
        contents = {
            key: body_of(item)["content"]
            for record in workspace.records.all_current("assignment")
            if body_of(record)["stage"] == "review"
            and (item := workspace.records.current("item", key := str(body_of(record)["item"])))
        }
    first, second = contents
    same = {"revision": contents[first]["answers"]["revision"]}
    rows = [
        {"answer": first, "decision": "change", "answer_after": same},
        {"answer": second, "decision": "change", "answer_after": {"score": 5}},
    ]
    file = jsonl(project.folder / "changes.jsonl", rows)
    said = proofdesk("annotate", ben, "--from", file, "--stage", "review", "--json")
    assert said.data["submitted"] == 1
    (refused,) = said.data["refused"]
    assert "a change without any difference" in refused
    # Made by hand, it accepts: nothing was changed.
    content = contents[first]
    answers = {"reviewed": content["reviewed"], "decision": "change", "after": content["answers"]}
    add_by_hand(ben, first, "review", answers)
    project.hand_in("ben")
    found = done("analyse", project.lead)
    assert (found["standing"]["accepted"], found["standing"]["changed"]) == (1, 1)
    assert (found["review"]["accept"], found["review"]["change"]) == (1, 1)
    # … and comes out as what it is, so that what is exported can be imported.
    out, fresh = project.folder / "out", project.folder / "fresh"
    done("export", project.lead, "-o", out)
    done("new", fresh, "--title", "Again", "--protocol", "cnr")
    for what in ("items", "answers", "reviews"):
        assert done("import", fresh, out / f"{what}.jsonl", "--what", what)["refused"] == []
    assert done("analyse", fresh)["review"] == found["review"]
