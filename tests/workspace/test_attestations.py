"""Tests of attestations: the author of an answer can be proved after its bundle was merged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_app.bundles import keys as bundle_keys
from desktop_app.core.keys import attestation_key, attested_bytes
from desktop_app.core.records import Record
from desktop_app.workspace.work_states import assigned_work, lead_change, note_seen
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done, proofdesk
from tests.workspace.forging import Forger, records_in
from tests.workspace.projects import Project, answer, jsonl, make_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path)
    made.assign()
    return made


@pytest.fixture
def own(project: Project) -> Path:
    """Ana's workspace with all items answered."""
    joined = project.join("ana")
    project.annotate(joined)
    return joined


def attested(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = done("check", folder)["attested"]
    return found


def annotations(folder: Path) -> dict[str, Record]:
    with Workspace.open(folder) as workspace:
        return {record.key: record for record in workspace.records.all_current("annotation")}


def lead_forger(project: Project) -> Forger:
    """Return someone who signs with the lead's own key."""
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project, sender="lead")
        forger.keys = bundle_keys.identity_for(workspace.project, "lead", create=False)
    return forger


def rewritten(forger: Forger, original: Record, **changes: Any) -> Record:
    """Return a record that replaces an annotation of Ana's with another answer."""
    body = {**(original.body or {}), "answers": {"follows": False, "rating": 1}}
    fields: dict[str, Any] = {"author": "ana", "parents": [original.rev], **changes}
    return forger.record("annotation", original.key, body, **fields)


def test_answers_stay_proved_after_merging(project: Project, own: Path) -> None:
    done("merge", project.lead, project.results(own))
    assert attested(project.lead) == {
        "annotations": 6, "of": 6, "imported": 0, "not_attested": [],
    }  # fmt: skip
    said = proofdesk("check", project.lead).out
    assert "attested by their author’s pinned key: 6 of 6" in said


def test_packing_again_attests_only_what_is_new(project: Project, own: Path) -> None:
    first = project.results(own)
    before = digest(own)
    again = project.results(own, name="again")
    assert digest(own) == before
    assert {r.rev for r in records_in(first)} == {r.rev for r in records_in(again)}
    row = project.rows[0]
    done("annotate", own, "--from", jsonl(own / "more.jsonl", [answer(row, rating=1)]))
    third = records_in(project.results(own, name="third"))
    proofs = [record.body or {} for record in third if record.kind == "attestation"]
    assert sorted(len(proof["revisions"]) for proof in proofs) == [1, 6]
    done("merge", project.lead, first, again, project.folder / "third.proofdesk")
    assert attested(project.lead)["annotations"] == 6


def test_reports_count_answers_and_not_their_proofs(project: Project, own: Path) -> None:
    packed = done("pack", own, "--results", "-o", project.folder / "r.proofdesk")
    assert packed["records"] == packed["annotations"] == 6
    assert done("merge", project.lead, project.folder / "r.proofdesk")["new"] == 6
    assert done("merge", project.lead, project.folder / "r.proofdesk")["bundles"][0]["known"] == 6


def test_unsigned_work_is_named_as_not_attested_until_it_comes_signed(
    project: Project, own: Path
) -> None:
    done("merge", project.lead, project.results(own, "--unsigned"))
    found = attested(project.lead)
    assert (found["annotations"], found["of"]) == (0, 6)
    named = {row["item"] for row in found["not_attested"]}
    assert named == {str(row["id"]) for row in project.rows}
    assert {(row["annotator"], row["stage"]) for row in found["not_attested"]} == {("ana", "rate")}
    assert "annotations by “ana” that are not attested: 6" in proofdesk("check", project.lead).out
    done("merge", project.lead, project.results(own, name="signed"))
    assert attested(project.lead)["annotations"] == 6


def test_imported_answers_are_counted_apart(project: Project) -> None:
    rows = [answer(row, "visitor") for row in project.rows]
    done("import", project.lead, jsonl(project.folder / "a.jsonl", rows), "--what", "answers")
    found = attested(project.lead)
    assert (found["annotations"], found["of"], found["imported"]) == (0, 0, 6)


def test_results_can_be_packed_and_proved_while_a_window_has_the_workspace(
    project: Project, own: Path
) -> None:
    before = digest(own)
    with Workspace.open(own, write=True):
        results = project.results(own)
    assert digest(own) == before
    done("merge", project.lead, results)
    assert attested(project.lead)["annotations"] == 6
    done("merge", project.lead, project.results(own, name="later"))
    with Workspace.open(project.lead) as workspace:
        assert len(list(workspace.records.keys("attestation"))) == 1


def test_a_rewritten_answer_is_noticed_by_the_next_lead(project: Project, own: Path) -> None:
    done("merge", project.lead, project.results(own))
    victim = annotations(project.lead)[f"{project.key(project.rows[0])}:ana:rate"]
    forger = lead_forger(project)
    records = records_in(project.results(project.lead, name="whole"))
    forged = forger.bundle([*records, rewritten(forger, victim)], purpose="project")
    second = project.folder / "second"
    done("join", forged, second)
    done("merge", second, project.results(own, name="home"))
    found = attested(second)
    assert (found["annotations"], found["of"]) == (5, 6)
    assert found["not_attested"] == [
        {"item": project.rows[0]["id"], "annotator": "ana", "stage": "rate"}
    ]


def test_nobody_rewrites_an_answer_in_the_annotators_own_workspace(
    project: Project, own: Path
) -> None:
    key = f"{project.key(project.rows[0])}:ana:rate"
    mine = annotations(own)[key]
    forger = lead_forger(project)
    forged = forger.bundle([rewritten(forger, mine)], purpose="assignment", recipient="ana")
    (report,) = done("merge", own, forged, status=1)["bundles"]
    assert report["refused"] == 1
    assert [reason for reason in report["reasons"] if "in your name" in reason]
    assert annotations(own)[key].rev == mine.rev
    deleted = forger.record("annotation", key, None, author="ana", parents=[mine.rev])
    forged = forger.bundle([deleted], purpose="assignment", recipient="ana")
    assert done("merge", own, forged, status=1)["bundles"][0]["refused"] == 1
    assert annotations(own)[key].rev == mine.rev


def test_an_answer_that_a_lead_changed_openly_is_named(project: Project, own: Path) -> None:
    key = f"{project.key(project.rows[0])}:ana:rate"
    mine = annotations(own)[key]
    forger = lead_forger(project)
    changed = rewritten(forger, mine, author="lead")
    bundle = forger.bundle([changed], purpose="assignment", recipient="ana")
    with Workspace.open(own) as workspace:
        number = 1 + [one.key for one in assigned_work(workspace)].index(key)
    (report,) = done("merge", own, bundle)["bundles"]
    assert report["notes"] == [f"your answers that the lead changed: 1 (in your list: {number})"]


def test_a_lead_who_chose_the_version_of_this_computer_has_changed_nothing(
    project: Project, own: Path
) -> None:
    key = f"{project.key(project.rows[0])}:ana:rate"
    mine = annotations(own)[key]
    forger = lead_forger(project)
    laptop = rewritten(forger, mine, parents=[])
    chosen = forger.record(
        "annotation", key, mine.body, author="lead", parents=[mine.rev, laptop.rev]
    )
    bundle = forger.bundle([laptop, chosen], purpose="assignment", recipient="ana")
    (report,) = done("merge", own, bundle)["bundles"]
    assert report["new"] == 2
    assert not [one for one in report["notes"] if "that the lead changed" in one]
    assert annotations(own)[key].rev == chosen.rev


def test_a_version_that_a_lead_has_decided_against_is_part_of_the_history(
    project: Project, own: Path
) -> None:
    """A second computer made it, with another key. Without a valid decision it is refused."""
    key = f"{project.key(project.rows[0])}:ana:rate"
    mine = annotations(own)[key]
    forger = lead_forger(project)
    other = rewritten(forger, mine, parents=[])
    later = rewritten(forger, other, seq=9)
    decided = rewritten(forger, later, author="lead", parents=[mine.rev, later.rev])
    wrong = forger.record(
        "annotation", key, {"answers": 1}, author="lead", parents=[mine.rev, later.rev]
    )
    for records, refused in (([other, later], 2), ([other, later, wrong], 3)):
        bundle = forger.bundle(records, purpose="assignment", recipient="ana")
        (report,) = done("merge", own, bundle, status=1)["bundles"]
        assert (report["new"], report["refused"]) == (0, refused)
    bundle = forger.bundle([other, later, decided], purpose="assignment", recipient="ana")
    (report,) = done("merge", own, bundle)["bundles"]
    assert (report["new"], report["refused"], report["conflicting"]) == (3, 0, 0)
    assert annotations(own)[key].rev == decided.rev


def test_a_change_by_a_lead_is_one_until_it_was_seen(project: Project, own: Path) -> None:
    key = f"{project.key(project.rows[0])}:ana:rate"
    mine = annotations(own)[key]
    forger = lead_forger(project)
    changed = rewritten(forger, mine, author="lead")
    again = rewritten(forger, changed, author="lead", time="2026-02-02T00:00:00Z")
    restored = forger.record("annotation", key, mine.body, author="lead", parents=[again.rev])
    # On another computer she answered what the lead chose; this one shows another answer.
    elsewhere = rewritten(forger, mine)
    chosen = rewritten(forger, elsewhere, author="lead")
    alone = forger.annotation("0" * 32, "ana", author="lead")
    with Workspace.open(own, write=True) as workspace:

        def change(*records: Record, of: str = key) -> str:
            for record in records:
                workspace.records.add(record)
            found = lead_change(workspace, of)
            for record in records:
                workspace.records.discard(record.rev)
            return found

        assert change() == ""
        assert change(changed) == changed.rev
        assert change(changed, again) == again.rev
        assert change(changed, again, restored) == ""
        assert change(elsewhere, chosen) == chosen.rev
        # Nothing of hers was changed.
        assert change(alone, of=alone.key) == ""
        note_seen(workspace, changed.rev)
        assert change(changed) == ""
        assert change(changed, again) == again.rev
    laptop = project.folder / "laptop"
    done("join", project.pack("ana", name="again"), laptop)
    with Workspace.open(laptop) as workspace:
        for record in (mine, elsewhere, chosen):
            workspace.records.add(record)
        assert lead_change(workspace, key) == ""


def test_what_a_bundle_brought_in_ones_name_is_never_attested(project: Project, own: Path) -> None:
    """Not even if it has the id of the person's own device, which is not secret."""
    item = project.key(project.rows[0])
    with Workspace.open(own) as workspace:
        device = workspace.device
    forger = lead_forger(project)
    other = forger.annotation("0" * 32, "ana", author="ana", device=device, seq=999)
    forged = forger.bundle([other], purpose="assignment", recipient="ana")
    (report,) = done("merge", own, forged)["bundles"]
    assert [note for note in report["notes"] if note.startswith("annotation records in your name")]
    sent = records_in(project.results(own))
    proved = {
        rev for one in sent if one.kind == "attestation" for rev in (one.body or {})["revisions"]
    }
    assert other.rev not in proved
    assert annotations(own)[f"{item}:ana:rate"].rev in proved


def test_a_conflict_settled_by_one_of_the_versions_stays_proved(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = project.pack("ana")
    for number in (1, 2):
        with monkeypatch.context() as patch:
            patch.setenv("PROOFDESK_HOME", str(tmp_path / f"home-{number}"))
            own = tmp_path / f"own-{number}"
            done("join", first, own)
            project.annotate(own, rating=number)
            results = project.results(own)
            print_ = done("keys", own)["own"]["fingerprint"]
        done("merge", project.lead, results, "--confirm-key", print_)
    conflicts = json.loads(proofdesk("conflicts", project.lead, "--json").out)["conflicts"]
    decisions = [
        {"kind": one["kind"], "key": one["key"], "choose": one["heads"][0]["rev"]}
        for one in conflicts
    ]
    assert len(decisions) == 6
    done("adjudicate", project.lead, "--from", jsonl(tmp_path / "decisions.jsonl", decisions))
    assert attested(project.lead)["annotations"] == 6


def _forged(project: str, keys: bundle_keys.Identity, **changes: Any) -> dict[str, Any]:
    """Return the body of an attestation of a missing revision, with changes."""
    public = (keys.public_key or b"").hex()
    revisions = changes.pop("revisions", ["a" * 64])
    of = changes.pop("elsewhere", project)
    signature = bundle_keys.sign(
        keys, attested_bytes(of, "ana", public, revisions), bundle_keys.ATTESTATION
    )
    body = {
        "annotator": "ana", "public_key": public, "revisions": revisions,
        "signature": signature.hex(),
    }  # fmt: skip
    return {**body, **changes}


FORGERIES: dict[str, dict[str, Any]] = {
    "of another project": {"elsewhere": "e" * 32},
    "with a signature of nothing": {"signature": "0" * 128},
    "unsorted": {"revisions": ["b" * 64, "a" * 64]},
    "repeated": {"revisions": ["a" * 64, "a" * 64]},
    "empty": {"revisions": []},
    "with a key that is none": {"public_key": "no key"},
}


@pytest.mark.parametrize("what", FORGERIES)
def test_an_attestation_that_proves_nothing_is_refused(project: Project, what: str) -> None:
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project)
    body = _forged(forger.project, forger.keys, **FORGERIES[what])
    key = attestation_key(body["public_key"], body["revisions"], "ana")
    bundle = forger.bundle([forger.record("attestation", key, body)])
    (report,) = done("merge", project.lead, bundle, status=1)["bundles"]
    assert (report["refused"], report["new"]) == (1, 0)


def test_an_attestation_cannot_be_withdrawn_or_renamed(project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project)
    body = _forged(forger.project, forger.keys)
    renamed = forger.record("attestation", f"{'0' * 32}:ana", body)
    withdrawn = forger.record("attestation", f"{'0' * 32}:ana", None)
    (report,) = done("merge", project.lead, forger.bundle([renamed, withdrawn]), status=1)[
        "bundles"
    ]
    assert report["refused"] == 2


def test_a_key_that_nobody_pinned_proves_nothing(project: Project, own: Path) -> None:
    """An attestation that a lead forges with her own key proves nothing to others."""
    done("merge", project.lead, project.results(own, "--unsigned"))
    victim = annotations(project.lead)[f"{project.key(project.rows[0])}:ana:rate"]
    forger = lead_forger(project)
    forged = rewritten(forger, victim)
    stranger = bundle_keys.create_identity()
    body = _forged(forger.project, stranger, revisions=[forged.rev])
    key = attestation_key(body["public_key"], body["revisions"], "ana")
    claim = forger.record("attestation", key, body, author="ana")
    done("merge", project.lead, forger.bundle([forged, claim], purpose="project"))
    assert attested(project.lead)["annotations"] == 0


def test_a_history_that_parts_and_joins_many_times_takes_no_time(
    project: Project, own: Path
) -> None:
    key = f"{project.key(project.rows[0])}:ana:rate"
    mine = annotations(own)[key]
    forger = lead_forger(project)
    with Workspace.open(own) as workspace:
        before = [mine]
        for _ in range(60):  # 2 to the power of 60 paths lead back to her answer
            parents = [one.rev for one in before]
            before = [
                forger.record("annotation", key, mine.body, author="lead", parents=parents)
                for _ in range(2)
            ]
            for record in before:
                workspace.records.add(record)
        parents = [one.rev for one in before]
        workspace.records.add(rewritten(forger, mine, author="lead", parents=parents))
        assert lead_change(workspace, key)
