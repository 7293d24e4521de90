"""Tests of what a merge refuses, with reasons: data by people outside the project or by
colleagues.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_app.bundles.keys import identity_for, words_of
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.dataset import NOT_ASSIGNED
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.forging import Forger, records_in
from tests.workspace.projects import Project, answer, assigned, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path)
    made.assign()
    return made


@pytest.fixture
def forger(project: Project) -> Forger:
    with Workspace.open(project.lead) as workspace:
        return Forger(project.folder, workspace.project)


@pytest.fixture
def item(project: Project) -> str:
    return project.key(project.rows[0])


def merged(project: Project, *bundles: object, status: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = done("merge", project.lead, *bundles, status=status)["bundles"]
    return found


Make = Callable[[Forger, str], Record]
NOT_THEIRS: dict[str, tuple[Make, str]] = {
    "another person's annotation, by its author": (
        lambda f, item: f.annotation(item, "ben", author="ben"),
        "by people other than the sender",
    ),
    "an annotation in another's name": (
        lambda f, item: f.annotation(item, "ben"),
        "in another annotator's name",
    ),
    "the withdrawal of another's annotation": (
        lambda f, item: f.record("annotation", f"{item}:ben:rate", None),
        "in another annotator's name",
    ),
    "another person's questionnaire": (
        lambda f, item: f.record("background", "ben", {"answers": {"years": 1}}),
        "in another annotator's name",
    ),
    "a mark in another's name": (
        lambda f, item: f.record(
            "mark",
            f"{item}:ben:rate",
            {"item": item, "annotator": "ben", "stage": "rate", "state": "skipped"},
        ),
        "in another annotator's name",
    ),
    "a person": (
        lambda f, item: f.record("person", "eve", {"role": "lead"}),
        "person records by people other than the sender",
    ),
    "an item": (
        lambda f, item: f.record(
            "item", "i" * 32, {"protocol": "risum", "group": "g", "content": {"answer": "x"}}
        ),
        "item records by people other than the sender",
    ),
    "an assignment": (
        lambda f, item: f.record(
            "assignment",
            f"{item}:ana:rate",
            {"item": item, "person": "ana", "stage": "rate", "order": 0},
        ),
        "assignment records by people other than the sender",
    ),
    "an adjudication": (
        lambda f, item: f.record(
            "adjudication",
            f"{item}:rate",
            {"item": item, "stage": "rate", "answers": {"rating": 5}},
        ),
        "adjudication records by people other than the sender",
    ),
    "the project's own record": (
        lambda f, item: f.record(
            "project", f.project, {"title": "Mine", "protocols": ["risum"], "lead": "ana"}
        ),
        "project records by people other than the sender",
    ),
    "the project's secret": (
        lambda f, item: f.record("secret", f.project, {"alias_seed": "known"}),
        "secret records by people other than the sender",
    ),
    "a key that does not fit": (
        lambda f, item: f.annotation(item, key=f"{item}:ben:rate"),
        "key does not match",
    ),
    "a newer schema": (
        lambda f, item: f.annotation(item, schema=2),
        "need a newer version of Proofdesk",
    ),
    "a kind of the future": (lambda f, item: f.record("dream", "k", {}), "unknown kind “dream”"),
    "a body without answers": (
        lambda f, item: f.annotation(item, body={"answers": None}),
        "annotation field “answers”",
    ),
    "a number spelled as text": (
        lambda f, item: f.annotation(item, body={"seconds": "12"}),
        "annotation field “seconds”",
    ),
    "a time without an end": (
        lambda f, item: f.annotation(item, body={"seconds": 1.7e308}),
        "annotation field “seconds”",
    ),
    "a rating of 99": (
        lambda f, item: f.annotation(item, body={"answers": {"rating": 99}}),
        "rating: must be at most 5",
    ),
    "a rating that is no number": (
        lambda f, item: f.annotation(item, body={"answers": {"rating": "often"}}),
        "rating: must be a whole number",
    ),
    "extra fields that are none": (
        lambda f, item: f.annotation(item, body={"extra": "x"}),
        "annotation field “extra”",
    ),
    "answers that answer nothing": (
        lambda f, item: f.annotation(item, body={"answers": {"comment": "hm"}}),
        "neither “follows” nor “rating”",
    ),
    "answers not in normal form": (
        lambda f, item: f.annotation(item, body={"answers": {"follows": "Yes"}}),
        "not in normal form",
    ),
}


@pytest.mark.parametrize("case", NOT_THEIRS)
def test_what_does_not_belong_into_results_is_refused_with_its_reason(
    case: str, project: Project, forger: Forger, item: str
) -> None:
    make, reason = NOT_THEIRS[case]
    before = digest(project.lead)
    bundle = forger.bundle([make(forger, item)])
    said = proofdesk("merge", project.lead, bundle, "--json")
    assert said.status == 1
    (found,) = said.data["bundles"]
    assert (found["new"], found["refused"]) == (0, 1)
    assert any(reason in why for why in found["reasons"])
    assert digest(project.lead) == before
    shown = proofdesk("merge", project.lead, bundle)
    assert shown.status == 1
    assert reason in shown.err


def test_beside_a_refused_record_the_others_are_taken(
    project: Project, forger: Forger, item: str
) -> None:
    own = [forger.annotation(item), forger.record("background", "ana", {"answers": {"years": 3}})]
    wrong = [make(forger, item) for make, _ in NOT_THEIRS.values()]
    (found,) = merged(project, forger.bundle([*own, *wrong]), status=1)
    assert (found["new"], found["refused"]) == (2, len(wrong))
    assert sum(found["reasons"].values()) == len(wrong)
    assert done("status", project.lead)["annotations"] == 1
    assert done("analyse", project.lead)["annotations"] == 1


def test_extra_fields_never_stand_in_the_place_of_known_ones(
    project: Project, forger: Forger, item: str
) -> None:
    extra = {"item": "another", "annotator": "ben", "rating": 1, "comment": "said ben", "mood": 1}
    answers = {"rating": 5, "seconds": 1, "item": "another", "annotator": "ben"}
    records = [
        forger.annotation(item, body={"answers": answers, "extra": extra}),
        forger.record("background", "ana", {"answers": {"person": "ben", "years": 3}}),
    ]
    merged(project, forger.bundle(records))
    done("export", project.lead, "-o", project.folder / "out")
    rows = (project.folder / "out" / "answers.jsonl").read_text("utf-8")
    assert json.loads(rows) == {
        "item": project.rows[0]["id"], "annotator": "ana", "rating": 5, "mood": 1
    }  # fmt: skip
    background = (project.folder / "out" / "background.jsonl").read_text("utf-8")
    assert json.loads(background) == {"person": "ana", "years": 3}


def test_nobody_withdraws_or_replaces_the_answers_of_others(
    project: Project, forger: Forger, item: str
) -> None:
    ben = project.join("ben")
    project.annotate(ben)
    bundle = project.results(ben)
    merged(project, bundle)
    before = digest(project.lead)
    theirs = [record.rev for record in records_in(bundle)]
    attack = [
        forger.record("annotation", f"{item}:ben:rate", None, parents=theirs),
        forger.annotation(item, parents=theirs),
    ]
    (found,) = merged(project, forger.bundle(attack), status=1)
    assert (found["new"], found["refused"]) == (1, 1)
    status = done("status", project.lead)
    assert (status["annotations"], status["conflicts"]) == (7, 0)
    done("unmerge", project.lead)
    assert digest(project.lead) == before


def test_records_of_another_project_stay_out(
    project: Project, forger: Forger, item: str, tmp_path: Path
) -> None:
    before = digest(project.lead)
    stowaway = forger.annotation(item, project="e" * 32)
    (found,) = merged(project, forger.bundle([stowaway]), status=1)
    assert (found["foreign"], found["new"]) == (1, 0)

    other = Forger(tmp_path, "e" * 32)
    bundle = other.bundle([other.annotation(item)])
    (found,) = merged(project, bundle, status=1)
    assert found["foreign"] == 1
    assert "belongs to another project (“Forged”)" in found["refused_bundle"]
    assert digest(project.lead) == before
    said = proofdesk("merge", project.lead, bundle)
    assert "another project" in said.err


def test_a_bundle_of_another_project_does_not_keep_the_good_one_out(
    project: Project, tmp_path: Path, item: str
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    other = Forger(tmp_path, "e" * 32)
    found = merged(project, other.bundle([other.annotation(item)]), project.results(ana), status=1)
    assert [one["new"] for one in found] == [0, 6]


def test_what_only_leads_send_is_taken_from_leads_only(
    project: Project, forger: Forger, item: str
) -> None:
    before = digest(project.lead)
    record = forger.annotation(item, "ben", author="ben")
    for purpose in ("assignment", "project"):
        (found,) = merged(project, forger.bundle([record], purpose=purpose), status=1)  # type: ignore[arg-type]
        assert "only leads may send" in found["refused_bundle"]
    assert digest(project.lead) == before


def test_a_changed_key_is_refused_until_it_is_accepted(
    project: Project, forger: Forger, item: str
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    merged(project, project.results(ana))
    before = digest(project.lead)
    bundle = forger.bundle([forger.annotation(item)])
    (found,) = merged(project, bundle, status=1)
    assert "signed with a different key from the one “ana” used before" in found["refused_bundle"]
    assert "--accept-new-key" in found["refused_bundle"]
    assert digest(project.lead) == before

    (found,) = merged(project, bundle, "--accept-new-key")
    assert (found["new"], found["conflicting"]) == (1, 1)
    assert found["fingerprint"] == forger.keys.fingerprint
    # An accepted key is beside the first: people may work on two laptops.
    (found,) = merged(project, project.results(ana, name="again"))
    assert (found["refused_bundle"], found["new"]) == (None, 0)


def test_nobody_can_pose_as_the_lead_or_as_somebody_else(
    project: Project, forger: Forger, item: str
) -> None:
    merged(project, forger.bundle([forger.annotation(item)]))
    before = digest(project.lead)
    for words in ((), ("--accept-new-key",)):
        for purpose in ("assignment", "project"):
            posing = forger.bundle(
                [forger.annotation(item, author="lead")], purpose=purpose, sender="lead"
            )
            (found,) = merged(project, posing, *words, status=1)
            assert "but was signed by “ana”" in found["refused_bundle"]
    assert digest(project.lead) == before


def test_a_stranger_is_not_the_lead_either(project: Project, forger: Forger, item: str) -> None:
    posing = forger.bundle([forger.annotation(item)], purpose="project", sender="lead")
    (found,) = merged(project, posing, status=1)
    assert "a different key from the one “lead”" in found["refused_bundle"]


def test_two_keys_of_one_sender_in_one_merge_are_noticed(
    project: Project, forger: Forger, item: str
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    first, second = merged(
        project, project.results(ana), forger.bundle([forger.annotation(item)]), status=1
    )
    assert first["new"] == 6
    assert "a different key" in second["refused_bundle"]


def test_undoing_a_merge_forgets_the_key_it_pinned(
    project: Project, forger: Forger, item: str
) -> None:
    merged(project, forger.bundle([forger.annotation(item)]))
    done("unmerge", project.lead)
    ana = project.join("ana")
    project.annotate(ana)
    (found,) = merged(project, project.results(ana))
    assert found["new"] == 6
    undone = done("unmerge", project.lead)
    assert undone["removed"] - undone["removed_proofs"] == 6, "both count the same records"


def test_undoing_a_merge_brings_the_key_back_that_it_exchanged(
    project: Project, forger: Forger, item: str
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    results = project.results(ana)
    merged(project, results)
    merged(project, forger.bundle([forger.annotation(item)]), "--accept-new-key")
    done("unmerge", project.lead)
    (found,) = merged(project, results)
    assert found["known"] == 6


def test_an_unsigned_bundle_is_taken_and_reported_as_unsigned(
    project: Project, forger: Forger, item: str
) -> None:
    bundle = forger.bundle([forger.annotation(item)], signed=False)
    said = proofdesk("merge", project.lead, bundle)
    assert said.status == 0
    assert "unsigned" in said.out
    (found,) = merged(project, bundle)
    assert (found["signed"], found["fingerprint"], found["known"]) == (False, None, 1)
    assert "unsigned" in done("check", bundle)["notes"][0]


def test_records_of_a_refused_bundle_are_counted_as_when_it_is_packed(project: Project) -> None:
    """The attestations that every results bundle contains are not counted."""
    ana = project.join("ana")
    project.annotate(ana)
    merged(project, project.results(ana))
    file = project.folder / "unsigned.proofdesk"
    packed = done("pack", ana, "--results", "--unsigned", "-o", file)
    (found,) = merged(project, file, status=1)
    assert found["needs"] == "unsigned"
    assert found["refused"] == packed["records"] > 0


def test_an_unsigned_bundle_of_a_known_sender_is_refused_whole(
    project: Project, forger: Forger, item: str
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    merged(project, project.results(ana))
    before, figures = digest(project.lead), done("analyse", project.lead)
    mine = next(r for r in records_in(project.results(ana)) if r.kind == "annotation")
    for attack in (
        forger.annotation(item, seq=50),
        forger.annotation(item, seq=51, parents=[mine.rev], body={"item": mine.key[:32]}),
        forger.record("annotation", mine.key, None, parents=[mine.rev]),
        forger.record(
            "consent", f"{'a' * 32}:ana", {"annotator": "ana", "text": "a" * 64, "agreed": False}
        ),
    ):
        bundle = forger.bundle([attack], signed=False)
        (found,) = merged(project, bundle, status=1)
        assert "is not signed, although a key of “ana” is known" in found["refused_bundle"]
        assert (found["needs"], found["new"], found["refused"] > 0) == ("unsigned", 0, True)
        (signed,) = merged(project, forger.bundle([attack]), status=1)
        assert "is signed with a different key" in signed["refused_bundle"]
        assert signed["needs"] == "new key"
    assert digest(project.lead) == before
    assert done("analyse", project.lead) == figures


@pytest.mark.parametrize("first", ["signed", "unsigned"])
def test_the_order_of_files_does_not_decide_whether_an_unsigned_one_is_taken(
    project: Project, first: str
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    files = [project.results(ana, name="signed"), project.results(ana, "--unsigned", name="plain")]
    if first == "unsigned":
        files.reverse()
    found = {
        Path(one["file"]).stem: one
        for one in done("merge", project.lead, *files, status=1)["bundles"]
    }
    assert (found["plain"]["needs"], found["plain"]["new"]) == ("unsigned", 0)
    assert found["signed"]["new"] > 0


@pytest.mark.parametrize(("option", "way"), [("--accept-unsigned", "unsigned"),
                                             ("--accept-new-key", "new key")])  # fmt: skip
def test_what_is_accepted_without_proof_stays_marked(
    project: Project, option: str, way: str
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    merged(project, project.results(ana))
    row = project.rows[0]
    done("annotate", ana, "--from", jsonl(ana / "more.jsonl", [answer(row, rating=1)]))
    if way == "unsigned":
        second = project.results(ana, "--unsigned", name="second")
    else:
        with Workspace.open(project.lead) as workspace:
            forger = Forger(project.folder, workspace.project)
        second = forger.bundle(
            [r for r in records_in(project.results(ana, name="own")) if r.kind == "annotation"]
        )
    (found,) = merged(project, second, option)
    assert (found["accepted"], found["new"]) == (way, 1)
    status = done("status", project.lead)
    assert status["accepted"] == {way: 1}
    assert any("answers that were accepted" in note for note in status["notes"])
    checked = done("check", project.lead)
    assert any(f"{row['id']} (ana)" in note for note in checked["notes"])
    assert checked["attested"]["annotations"] == 5
    done("export", project.lead, "-o", project.folder / "a.jsonl")
    lines = (project.folder / "a.jsonl").read_text("utf-8").splitlines()
    rows = {one["item"]: one for one in map(json.loads, lines)}
    assert rows[row["id"]]["accepted_as"] == way
    assert sum("accepted_as" in one for one in rows.values()) == 1
    # What its author's own key attests is proved after all.
    merged(project, project.results(ana, name="third"))
    assert done("status", project.lead)["accepted"] == {}
    assert done("check", project.lead)["attested"]["annotations"] == 6


def test_unmerging_takes_the_mark_back(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    first = project.results(ana)
    merged(project, first)
    done("annotate", ana, "--from", jsonl(ana / "m.jsonl", [answer(project.rows[0], rating=1)]))
    merged(project, project.results(ana, "--unsigned", name="second"), "--accept-unsigned")
    done("unmerge", project.lead)
    assert done("status", project.lead)["accepted"] == {}


def test_packing_says_what_was_written(project: Project, tmp_path: Path) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    own = proofdesk("pack", ana, "--results", "-o", tmp_path / "r.proofdesk").out
    assert "r.proofdesk: your results, 6 annotations (6 records in all)." in own
    whole = proofdesk("pack", project.lead, "--results", "-o", tmp_path / "w.proofdesk").out
    assert "w.proofdesk: the whole project, " in whole
    work = proofdesk("pack", project.lead, "--for", "ben", "-o", tmp_path / "b.proofdesk").out
    assert "annotation" not in work
    assert "b.proofdesk: the work of “ben”, " in work


def test_of_a_bundle_of_another_project_no_fingerprint_is_compared(
    project: Project, tmp_path: Path
) -> None:
    other = make_project(tmp_path / "other")
    other.assign()
    ana = other.join("ana")
    other.annotate(ana)
    results = other.results(ana)
    (found,) = merged(project, results, "--dry-run", status=1)
    assert found["signed"]
    said = proofdesk("merge", project.lead, results)
    assert "another project" in said.err
    assert "fingerprint" not in said.out


def test_the_first_bundle_under_a_key_shows_its_fingerprint_in_words(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    words = words_of(done("keys", ana)["own"]["fingerprint"])
    results = project.results(ana)
    (found,) = merged(project, results, "--dry-run")
    assert (found["first_contact"], found["fingerprint_words"]) == (True, words)
    said = proofdesk("merge", project.lead, results, "--dry-run").out
    assert "first bundle of “ana”" in said
    assert words.split()[0] in said
    merged(project, results)
    (pin,) = done("keys", project.lead)["pinned"]
    assert (pin["words"], pin["confirmed"]) == (words, False)
    assert done("keys", project.lead, "--confirm", words)["pinned"][0]["confirmed"] is True
    (again,) = merged(project, results)
    assert again["first_contact"] is False


def test_a_project_can_require_that_keys_are_confirmed(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    results, print_ = project.results(ana), done("keys", ana)["own"]["fingerprint"]
    done("keys", project.lead, "--require-confirmed")
    for bundle in (results, project.results(ana, "--unsigned", name="unsigned")):
        (found,) = merged(project, bundle, status=1)
        assert found["new"] == 0
    (found,) = merged(project, results, status=1)
    assert found["needs"] == "confirmation"
    assert "unconfirmed key" in found["refused_bundle"]
    assert proofdesk("merge", project.lead, results, "--confirm-key", "yes").status == 2
    (found,) = merged(project, results, "--confirm-key", "f" * 32, status=1)
    (found,) = merged(project, results, "--confirm-key", words_of(print_).upper())
    assert found["new"] == 6
    (found,) = merged(project, project.results(ana, name="again"))
    assert found["refused_bundle"] is None
    done("keys", project.lead, "--no-require-confirmed")
    ben = project.join("ben")
    project.annotate(ben)
    assert merged(project, project.results(ben))[0]["new"] == 6


def test_answers_to_items_nobody_assigned_are_kept_apart_until_a_lead_accepts_them(
    tmp_path: Path,
) -> None:
    project = make_project(tmp_path)
    for person, group in (("ana", 0), ("ben", 1)):
        done("assign", project.lead, "--people", person, "--overlap", 1, "--seed", 1,
             "--only", f"id=ext-{group}-*")  # fmt: skip
    ana = project.join("ana")
    project.annotate(ana)
    merged(project, project.results(ana))
    figures = done("analyse", project.lead)
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project)
        forger.keys = identity_for(workspace.project, "ana", create=False)
    extra = forger.annotation(project.key(project.rows[-1]))
    bundle = forger.bundle([extra])
    (preview,) = merged(project, bundle, "--dry-run")
    (found,) = merged(project, bundle)
    for report in (preview, found):
        (note,) = [one for one in report["notes"] if "not assigned to them" in one]
        assert note.startswith("answers by “ana” to items not assigned to them: 1")
        assert str(project.rows[-1]["id"]) in note
    again = done("analyse", project.lead)
    assert again["left_out"] == {NOT_ASSIGNED: 1}
    assert {**again, "left_out": {}} == {**figures, "left_out": {}}
    status = done("status", project.lead)
    assert (status["annotations"], status["not_assigned"]) == (3, 1)
    assert any("not assigned to them" in note for note in done("check", project.lead)["notes"])
    assert any("proofdesk accept" in note for note in done("status", project.lead)["notes"])
    assert done("accept", project.lead, "--people", "ben")["accepted"] == 0
    assert done("accept", project.lead)["accepted"] == 1
    assert done("analyse", project.lead)["annotations"] == 4
    assert done("status", project.lead)["not_assigned"] == 0
    assert done("accept", project.lead)["accepted"] == 0


def test_an_answer_whose_assignment_was_withdrawn_counts(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign()
    ana = project.join("ana")
    project.annotate(ana)
    key = f"{project.key(project.rows[0])}:ana:rate"
    with Workspace.open(project.lead, write=True) as workspace:
        workspace.add([Draft("assignment", key, None, "lead", "item")])
    merged(project, project.results(ana))
    assert done("analyse", project.lead)["annotations"] == 6


def test_an_assignment_for_somebody_else_is_refused_whole(project: Project) -> None:
    ana = project.join("ana")
    before = digest(ana)
    bundle = project.pack("ben")
    (found,) = done("merge", ana, bundle, status=1)["bundles"]
    assert "is addressed to “ben”, not to “ana”" in found["refused_bundle"]
    assert digest(ana) == before


def test_a_whole_project_is_not_for_annotators(project: Project) -> None:
    ana = project.join("ana")
    before = digest(ana)
    bundle = project.results(project.lead, name="whole")
    (found,) = done("merge", ana, bundle, status=1)["bundles"]
    assert "contains a whole project, for leads only" in found["refused_bundle"]
    assert digest(ana) == before


def test_what_only_leads_may_see_is_not_taken_from_an_assignment(project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        everything = list(workspace.records)
        forger = Forger(project.folder, workspace.project, sender="lead")
    leak = forger.bundle(everything, purpose="assignment", recipient="ana")
    ana = project.folder / "ana"
    said = proofdesk("join", leak, ana, "--json")
    assert said.status == 1
    assert said.data["refused"] == {
        "origin records are for leads only": 6,
        "secret records are for leads only": 1,
    }
    with Workspace.open(ana) as workspace:
        kinds = {record.kind for record in workspace.records}
    assert kinds.isdisjoint({"origin", "secret"})


def test_results_cannot_be_joined_and_work_without_a_project_neither(
    project: Project, forger: Forger, item: str
) -> None:
    own = project.folder / "new"
    said = proofdesk("join", forger.bundle([forger.annotation(item)]), own, "--json")
    assert said.status == 2
    assert "not items to work on" in said.error["message"]
    lead = Forger(project.folder, forger.project, sender="lead")
    bundle = lead.bundle([], purpose="assignment", recipient="ana")
    said = proofdesk("join", bundle, own, "--json")
    assert said.status == 1
    assert "does not state its project" in said.error["message"]
    assert not own.exists()


def test_joining_into_a_folder_with_something_in_it_touches_nothing(project: Project) -> None:
    bundle = project.pack("ana")
    own = project.folder / "full"
    own.mkdir()
    (own / "thesis.txt").write_text("dear")
    said = proofdesk("join", bundle, own, "--json")
    assert said.status == 2
    assert "not empty" in said.error["message"]
    assert [entry.name for entry in own.iterdir()] == ["thesis.txt"]
    assert proofdesk("join", bundle, own / "thesis.txt").status == 2


def test_one_bundle_that_cannot_be_read_stops_the_whole_merge(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    before = digest(project.lead)
    good = project.results(ana)
    data = good.read_bytes()
    for damage in (data[:-20], data[:300] + bytes([data[300] ^ 1]) + data[301:], b"", b"PK"):
        bad = project.folder / "bad.proofdesk"
        bad.write_bytes(damage)
        said = proofdesk("merge", project.lead, good, bad, "--json")
        assert said.status == 3
        assert said.error["file"].startswith(str(bad))
        assert done("check", bad, status=1)["ok"] is False
        assert digest(project.lead) == before
    assert proofdesk("merge", project.lead, good, project.folder / "none.proofdesk").status == 3
    assert digest(project.lead) == before


def test_a_preview_says_what_the_merge_does_and_saves_nothing(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    bundle = project.results(ana)
    before = digest(project.lead)
    preview = done("merge", project.lead, bundle, bundle, "--dry-run")
    assert preview["dry_run"] is True
    assert preview["digest"] == before == digest(project.lead)
    real = done("merge", project.lead, bundle, bundle)
    assert [one["new"] for one in preview["bundles"]] == [6, 0]
    assert real["bundles"] == preview["bundles"]
    assert real["digest"] == digest(project.lead) != before
    assert "Would merge" in proofdesk("merge", project.lead, bundle, "--dry-run").out


def test_records_wait_for_what_has_not_arrived(project: Project, forger: Forger) -> None:
    waiting = forger.annotation("a" * 32)
    first = forger.annotation("b" * 32)
    revised = forger.annotation("b" * 32, parents=[first.rev], seq=9)
    (found,) = merged(project, forger.bundle([waiting, revised]))
    assert (found["new"], found["waiting"]) == (2, 2)
    status = done("status", project.lead)
    assert status["waiting"] == 1
    assert any("have not arrived" in note for note in status["not_arrived"])
    checked = done("check", project.lead)
    assert checked["ok"]
    assert any("refers to item “aaaaaaaaaaaa”" in note for note in checked["notes"])
    assert any("others that have not arrived: 1" in note for note in checked["notes"])


def test_joining_with_other_keys_than_this_computer_holds_leaves_nothing_behind(
    project: Project, tmp_path: Path
) -> None:
    from desktop_app.bundles.keys import create_identity, key_file_bytes

    bundle = project.pack("ana")
    done("join", bundle, tmp_path / "first")
    brought = tmp_path / "brought.key"
    brought.write_bytes(key_file_bytes(create_identity()))
    said = proofdesk("join", bundle, tmp_path / "second", "--identity", brought, "--json")
    assert said.status == 1
    assert "other keys of" in said.error["message"]
    assert not (tmp_path / "second").exists()


def test_keys_brought_along_sign_and_may_be_brought_again(project: Project, tmp_path: Path) -> None:
    from desktop_app.bundles.keys import create_identity, key_file_bytes

    keys = create_identity()
    brought = tmp_path / "brought.key"
    brought.write_bytes(key_file_bytes(keys))
    bundle = project.pack("ana")
    for name in ("one", "two"):
        joined = done("join", bundle, tmp_path / name, "--identity", brought)
        assert joined["fingerprint"] == keys.fingerprint
        assert joined["recipient"] == keys.recipient
    packed = done("pack", tmp_path / "one", "--results", "-o", tmp_path / "r.proofdesk")
    assert packed["signed_by"] == keys.fingerprint


def test_a_copied_workspace_becomes_another_device(project: Project) -> None:
    ana = project.join("ana")
    with Workspace.open(ana, write=True) as workspace:
        before = workspace.device
    copy = project.folder / "copy"
    shutil.copytree(ana, copy)
    with Workspace.open(copy) as workspace:
        assert workspace.device == before
    with Workspace.open(copy, write=True) as workspace:
        assert workspace.device != before
    with Workspace.open(ana, write=True) as workspace:
        assert workspace.device == before


def test_a_device_that_counted_twice_is_reported(
    project: Project, forger: Forger, item: str
) -> None:
    other = project.key(project.rows[1])
    merged(project, forger.bundle([forger.annotation(item, seq=1)]))
    (found,) = merged(project, forger.bundle([forger.annotation(other, seq=1)]))
    assert found["new"] == 1
    assert any("used a sequence number twice" in note for note in found["notes"])
    assert done("status", project.lead)["annotations"] == 2


def test_a_restored_workspace_takes_a_new_device_when_its_own_future_comes_back(
    project: Project,
) -> None:
    ana = project.join("ana")
    with Workspace.open(ana) as workspace:
        device = workspace.device
    project.annotate(ana)
    results = project.results(ana)
    project.annotate(ana, comment="a later thought")
    later = project.results(ana, name="later")
    restored = project.folder / "restored"
    done("join", project.pack("ana"), restored)
    with Workspace.open(restored, write=True) as workspace:
        workspace.set_local("device", device)
    done("merge", restored, results, later)
    with Workspace.open(restored) as workspace:
        assert workspace.device != device
    assert digest(restored) == digest(ana)


def test_an_annotators_second_assignment_keeps_the_answers_given(tmp_path: Path) -> None:
    project = make_project(tmp_path)
    project.assign(1, "--only", "source=paper-0", "--people", "ana")
    ana = project.join("ana")
    first = project.answers(ana)
    assert len(first) == 3
    done("annotate", ana, "--from", jsonl(tmp_path / "a.jsonl", first))
    before = digest(ana)
    project.assign(1, "--people", "ana")
    bundle = project.pack("ana", name="second")
    (found,) = done("merge", ana, bundle)["bundles"]
    assert found["refused"] == 0
    assert len(assigned(ana)) == 6
    status = done("status", ana)
    assert (status["annotations"], status["assignments"], status["items"]) == (3, 6, 6)
    again = done("annotate", ana, "--from", jsonl(tmp_path / "b.jsonl", project.answers(ana)))
    assert again == {"submitted": 3, "revised": 0, "unchanged": 3, "refused": []}
    refused = proofdesk("unmerge", ana, "--json")
    assert refused.status == 1
    assert "later records depend on what this merge added: " in refused.error["message"]
    assert digest(ana) != before


def test_undoing_a_merge_is_refused_when_later_records_stand_on_it(project: Project) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    merged(project, project.results(ana))
    copy = project.folder / "copy"
    shutil.copytree(ana, copy)
    changed = [answer(project.rows[0], rating=1)]
    done("annotate", copy, "--from", jsonl(project.folder / "c.jsonl", changed))
    merged(project, project.results(copy, name="from-copy"))
    before = digest(project.lead)
    # Undone in turn: the second merge was on the first.
    done("unmerge", project.lead)
    done("unmerge", project.lead)
    said = proofdesk("unmerge", project.lead, "--json")
    assert said.status == 1
    assert "no merge to undo" in said.error["message"]
    assert digest(project.lead) != before


def test_undoing_a_merge_is_refused_when_the_lead_decided_on_it(project: Project) -> None:
    ana = project.join("ana")
    copy = project.folder / "copy"
    shutil.copytree(ana, copy)
    project.annotate(ana)
    project.annotate(copy, rating=1)
    merged(project, project.results(ana), project.results(copy, name="other"))
    heads = done("conflicts", project.lead)["conflicts"][0]["heads"]
    decision = {"item": project.rows[0]["id"], "annotator": "ana", "answers": {"rating": 2}}
    assert heads[0]["rev"] != heads[1]["rev"]
    done("adjudicate", project.lead, "--from", jsonl(project.folder / "d.jsonl", [decision]))
    before = digest(project.lead)
    said = proofdesk("unmerge", project.lead, "--json")
    assert said.status == 1
    assert "all later work is lost" in said.error["hint"]
    assert "depend on what this merge added: 1 (decision of the lead)" in said.error["message"]
    assert "backup" in said.error["hint"]
    assert digest(project.lead) == before


def test_a_bundle_for_a_person_with_the_role_of_a_lead_is_an_annotators(project: Project) -> None:
    done("people", project.lead, "add", "lena", "--role", "lead")
    joined = done("join", project.pack("lena"), project.folder / "lena")
    assert (joined["role"], joined["person"]) == ("annotator", "lena")


def test_two_leads_on_two_computers_exchange_the_project_and_keep_their_own_keys(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = project.results(project.lead, name="whole")
    mine = done("keys", project.lead)["own"]["fingerprint"]
    second = project.folder / "second"
    with monkeypatch.context() as patch:
        patch.setenv("PROOFDESK_HOME", str(project.folder / "other-computer"))
        theirs = done("join", whole, second)["fingerprint"]
        done("people", second, "add", "dora")
        back = project.results(second, name="back")
        work = project.folder / "work.proofdesk"
        done("pack", second, "--for", "ana", "-o", work)
        assert digest(second) != digest(project.lead)
    assert mine != theirs
    (first,) = merged(project, back, status=1)
    assert "a different key from the one “lead”" in first["refused_bundle"]
    first, again = merged(project, back, whole, "--accept-new-key")
    assert (first["new"], first["fingerprint"]) == (1, theirs)
    assert (again["refused_bundle"], again["fingerprint"]) == (None, mine)
    assert merged(project, whole)[0]["refused_bundle"] is None
    # An annotator knows the first lead's key only, and is asked to compare.
    ana = project.join("ana")
    (found,) = done("merge", ana, work, status=1)["bundles"]
    assert "signed with a different key from the one “lead” used before" in found["refused_bundle"]
    done("merge", ana, work, "--accept-new-key")


MISPLACED: dict[str, dict[str, Any]] = {
    "document": {"text": "another text"},
    "origin": {"item": "another item", "model": "m"},
    "material": {"path": "guidelines/x.md", "text": "x"},
    "project": {"title": "T", "protocols": ["risum"], "lead": "lead"},
    "adjudication": {"item": "i", "stage": "rate", "answers": {"rating": 3}},
    "assignment": {"item": "i", "person": "ana", "stage": "rate", "order": 0},
}


@pytest.mark.parametrize("kind", MISPLACED)
def test_not_even_a_lead_can_choose_under_which_key_a_record_stands(
    kind: str, project: Project, forger: Forger
) -> None:
    lead = Forger(project.folder, forger.project, sender="lead")
    before = digest(project.lead)
    bundle = lead.bundle(
        [lead.record(kind, "k" * 32, MISPLACED[kind])], purpose="project", signed=False
    )
    (found,) = merged(project, bundle, status=1)
    assert "is not signed, although a key of “lead” is known" in found["refused_bundle"]
    (found,) = merged(project, bundle, "--accept-unsigned", status=1)
    (reason,) = found["reasons"]
    assert "whose key does not match its content" in reason or "with an invalid item key" in reason
    assert digest(project.lead) == before


def test_huge_running_numbers_neither_hang_nor_stop_anybody(
    project: Project, forger: Forger, item: str
) -> None:
    (assignment,) = [
        record
        for record in records_in(project.pack("ana"))
        if record.kind == "assignment" and record.body and record.body["item"] == item
    ]
    far = forger.annotation(item, device=assignment.device, seq=2**53)
    (found,) = merged(project, forger.bundle([far]))
    assert found["new"] == 1
    assert done("status", project.lead)["annotations"] == 1
    done("people", project.lead, "add", "zoe")
    done("assign", project.lead, "--people", "zoe", "--overlap", 4, "--seed", 1)
    assert done("check", project.lead)["ok"]


def test_work_for_a_stage_or_an_item_that_cannot_be_is_refused(
    project: Project, forger: Forger, item: str
) -> None:
    odd_stage = forger.annotation(item, body={"stage": "nostage"}, key=f"{item}:ana:nostage")
    odd_item = forger.annotation("y:ben:rate")
    (found,) = merged(project, forger.bundle([odd_stage, odd_item]), status=1)
    assert found["new"] == 0
    assert set(found["reasons"]) == {
        "annotations for a stage that does not exist in their protocol",
        "annotation records with an invalid item key",
    }


def test_a_sender_who_is_not_on_the_roster_is_named(project: Project, item: str) -> None:
    stranger = Forger(project.folder, done("status", project.lead)["project"], sender="stranger")
    (found,) = merged(project, stranger.bundle([stranger.annotation(item)]))
    assert found["notes"][:1] == [
        "“stranger” is not in this project: their records do not count until you add them"
    ]


def test_two_leads_who_assign_the_same_do_not_block_anybody(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = project.results(project.lead, name="whole")
    second = project.folder / "second"
    done("join", whole, second)
    for lead, seed in ((project.lead, 11), (second, 12)):
        done("people", lead, "add", "dora")
        done("assign", lead, "--people", "dora", "--overlap", 9, "--seed", seed, status=1)
    merged(project, project.results(second, name="back"))
    status = done("status", project.lead)
    assert status["conflicts"] == 0
    dora = project.join("dora")
    assert done("status", dora)["assignments"] == status["progress"]["dora"]["assigned"] > 0
    project.annotate(dora)


def test_an_earlier_wording_of_an_item_does_not_travel(project: Project, tmp_path: Path) -> None:
    row = {**project.rows[0], "answer": "As MODEL-NAME-LEAK I think …"}
    corrected = {**row, "answer": "I think …"}
    done("import", project.lead, jsonl(tmp_path / "a.jsonl", [row]), "--update")
    done("import", project.lead, jsonl(tmp_path / "b.jsonl", [corrected]), "--update")
    packed = records_in(project.pack("ana"))
    assert not any("LEAK" in str(record.body) for record in packed)
    assert any("I think …" in str(record.body) for record in packed)


def test_packing_for_nobody_writes_nothing(project: Project, tmp_path: Path) -> None:
    before = digest(project.lead)
    said = proofdesk("pack", project.lead, "--for", "nobody", "-o", tmp_path / "x", "--json")
    assert said.status == 2
    assert digest(project.lead) == before


def test_everything_a_lead_makes_passes_the_rules_of_another_lead(
    project: Project, tmp_path: Path
) -> None:
    ana = project.join("ana")
    project.annotate(ana)
    merged(project, project.results(ana))
    name = str(project.rows[0]["id"])
    rows = {
        "decisions": [{"item": name, "answers": {"rating": 3}}],
        "metric_ratings": [{"item": name, "method": "m", "question": "rating", "value": 1}],
        "instruction_votes": [
            {"document": "D", "model": "m", "instructions": [], "evaluator": "e", "verdict": "bad"}
        ],
        "background": [{"person": "ana", "years": 1}],
    }
    done("adjudicate", project.lead, "--from", jsonl(tmp_path / "d.jsonl", rows.pop("decisions")))
    for what, some in rows.items():
        done("import", project.lead, jsonl(tmp_path / "r.jsonl", some), "--what", what)
    project.pack("ben")
    whole = project.results(project.lead, name="whole")
    joined = done("join", whole, tmp_path / "second")
    assert (joined["refused"], joined["role"]) == ({}, "lead")
    assert digest(tmp_path / "second") == digest(project.lead)
