"""Tests of consent: texts by the lead, given by each person, never for another person."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.bundles.keys import identity_for
from desktop_app.core.keys import decision_key
from desktop_app.core.merging import RecordSet
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.question_types import options_of
from desktop_app.core.records import Record, make_record
from desktop_app.workspace import background
from desktop_app.workspace.consent import consent_state, digest_of
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk
from tests.workspace.forging import Forger, records_in
from tests.workspace.projects import Project, jsonl, make_project

TEXT = "# Before you begin\n\nYour judgements become **public**, without your name.\n"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = make_project(tmp_path / "project")
    made.assign(3)
    give(made, TEXT)
    return made


def give(project: Project, text: str) -> Any:
    file = project.folder / "consent.md"
    file.write_text(text, "utf-8")
    return done("import", project.lead, file, "--what", "consent")


def states(folder: Path) -> dict[str, str]:
    people = done("status", folder)["consent"]["people"]
    return {person: one["state"] for person, one in people.items()}


def test_nobody_annotates_without_agreeing_and_nothing_is_lost(project: Project) -> None:
    own = project.join("ana")
    answers = jsonl(own / "answers.jsonl", project.answers(own))
    refused = proofdesk("annotate", own, "--from", answers, "--json")
    assert refused.status == 1
    assert "requires your consent" in refused.error["message"]
    assert "proofdesk consent" in refused.error["hint"]
    assert done("status", own)["annotations"] == 0
    shown = done("consent", own)
    assert (shown["text"], shown["state"], shown["time"]) == (TEXT, "open", None)
    agreed = done("consent", own, "--agree")
    assert (agreed["state"], agreed["agreed_text"]) == ("agreed", digest_of(TEXT))
    assert done("annotate", own, "--from", answers)["submitted"] == 6
    assert done("consent", own, "--agree")["time"] == agreed["time"]


def test_agreeing_and_annotating_in_one_command(project: Project) -> None:
    own = project.join("ana")
    answers = jsonl(own / "answers.jsonl", project.answers(own))
    assert done("annotate", own, "--from", answers, "--consent")["submitted"] == 6
    assert done("consent", own)["state"] == "agreed"


def test_projects_without_a_text_ask_nobody(tmp_path: Path) -> None:
    made = make_project(tmp_path / "plain")
    made.assign(3)
    own = made.join("ana")
    assert made.annotate(own)["submitted"] == 6
    assert done("consent", own)["state"] == "not_asked"
    refused = proofdesk("consent", own, "--agree", "--json")
    assert refused.status == 2
    assert done("status", made.lead)["consent"] == {"asked": False, "people": {}}
    again = jsonl(own / "answers.jsonl", made.answers(own, rating=2))
    assert done("annotate", own, "--from", again, "--consent")["revised"] == 6


def test_the_lead_sees_who_agreed_and_the_date_is_exported_apart(
    project: Project, tmp_path: Path
) -> None:
    assert states(project.lead) == {"ana": "open", "ben": "open", "cleo": "open"}
    own = project.join("ana")
    done("consent", own, "--agree")
    project.annotate(own)
    done("merge", project.lead, project.results(own))
    assert states(project.lead) == {"ana": "agreed", "ben": "open", "cleo": "open"}
    said = proofdesk("status", project.lead).out
    assert "not yet" in said
    done("export", project.lead, "-o", tmp_path / "out", "--format", "jsonl")
    (row,) = [json.loads(line) for line in (tmp_path / "out/consents.jsonl").open()]
    assert (row["person"], row["state"], row["text"]) == ("ana", "agreed", digest_of(TEXT))
    assert len(row["date"]) == 10
    assert row["date"] not in (tmp_path / "out/answers.jsonl").read_text()


def test_a_changed_text_asks_again_and_keeps_the_earlier_agreement(project: Project) -> None:
    own = project.join("ana")
    done("consent", own, "--agree")
    give(project, TEXT + "\nIt will be kept for ten years.\n")
    done("merge", own, project.pack("ana", name="second"))
    assert done("consent", own)["state"] == "changed"
    answers = jsonl(own / "answers.jsonl", project.answers(own))
    refused = proofdesk("annotate", own, "--from", answers, "--json")
    assert (refused.status, "has changed" in refused.error["message"]) == (1, True)
    done("consent", own, "--agree")
    assert done("annotate", own, "--from", answers)["submitted"] == 6
    bundle = project.results(own)
    assert sum(record.kind == "consent" for record in records_in(bundle)) == 2
    give(project, TEXT)  # back to the text she agreed to first
    (found,) = done("merge", project.lead, bundle)["bundles"]
    assert not any("consent" in note for note in found["notes"])
    done("merge", own, project.pack("ana", name="third"))
    assert done("consent", own)["state"] == "agreed"


def test_taking_it_back_stops_the_work_and_leaves_the_rest_at_home(project: Project) -> None:
    own = project.join("ana")
    done("consent", own, "--agree")
    project.annotate(own)
    done("merge", project.lead, project.results(own))
    assert done("analyse", project.lead)["annotations"] == 6
    with Workspace.open(project.lead, write=True) as workspace:
        [head] = workspace.records.heads("annotation", next(workspace.records.keys("annotation")))
        stated = {name: (head.body or {})[name] for name in ("item", "stage", "answers")}
        key = decision_key(stated["item"], stated["stage"])
        body = {**stated, "compared": [head.rev]}
        workspace.add([Draft("adjudication", key, body, "lead", "")])
        assert len(dataset_of(workspace).adjudications) == 1
    assert done("consent", own, "--withdraw")["state"] == "withdrawn"
    revised = jsonl(own / "more.jsonl", project.answers(own, rating=1))
    assert proofdesk("annotate", own, "--from", revised).status == 1
    home = project.results(own, name="withdrawal")
    sent = records_in(home)
    consents = {record.rev for record in sent if record.kind == "consent"}
    proofs = [record for record in sent if record.kind == "attestation"]
    assert len(consents) + len(proofs) == len(sent)
    assert {rev for proof in proofs for rev in (proof.body or {})["revisions"]} <= consents
    (found,) = done("merge", project.lead, home)["bundles"]
    assert found["notes"] == ["“ana” withdrew their consent: analyse and export exclude them"]
    assert states(project.lead)["ana"] == "withdrawn"
    figures = done("analyse", project.lead)
    assert figures["annotations"] == 0
    with Workspace.open(project.lead) as workspace:
        assert not dataset_of(workspace).adjudications, "a decision may contain their words"
    [check] = [one for one in done("publish", project.lead, status=1)["checks"]
               if one["kind"] == "withdrawn_decisions"]  # fmt: skip
    assert (check["text"], check["ok"]) == ("1 decision is left out of the export", False)
    exported = done("export", project.lead, "-o", own / "out", "--format", "jsonl")
    assert exported["left_out"] == {"the annotator withdrew their consent": 6}
    # Nothing is lost: agreeing again brings everything back.
    done("consent", own, "--agree")
    done("merge", project.lead, project.results(own, name="again"))
    assert done("analyse", project.lead)["annotations"] == 6
    kinds = {one["kind"] for one in done("publish", project.lead, status=1)["checks"]}
    assert "withdrawn_decisions" not in kinds


def test_items_count_no_answer_of_people_who_withdrew(project: Project) -> None:
    for person in ("ana", "ben"):
        own = project.join(person)
        done("consent", own, "--agree")
        rows = project.answers(own)[: 2 if person == "ana" else 1]
        done("annotate", own, "--from", jsonl(own / "answers.jsonl", rows))
        done("merge", project.lead, project.results(own))

    def counts() -> list[tuple[str, int, int]]:
        listed = {one["item"]: one for one in done("items", project.lead)["items"]}
        found = [listed[row["id"]] for row in project.rows[:2]]
        return [(one["status"], len(one["done"]), len(one["answered"])) for one in found]

    assert counts() == [("partial", 2, 2), ("partial", 1, 1)]
    done("consent", project.folder / "ana", "--withdraw")
    done("merge", project.lead, project.results(project.folder / "ana", name="withdrawal"))
    assert counts() == [("partial", 1, 1), ("open", 0, 0)]
    assert done("items", project.lead, "--status", "partial")["count"] == 1
    listed = proofdesk("items", project.lead, "--status", "partial").out
    assert "1/3" in listed
    (first, *_) = done("items", project.lead)["items"]
    assert first["assigned"] == ["ana", "ben", "cleo"], "open items stay to be reassigned"


def test_assigning_replaces_people_who_withdrew(project: Project) -> None:
    own = project.join("ana")
    done("consent", own, "--agree")
    project.annotate(own)
    done("merge", project.lead, project.results(own))
    done("people", project.lead, "add", "dan")
    assert done("assign", project.lead, "--overlap", 3, "--seed", 1)["new"]["dan"] == 0
    done("consent", own, "--withdraw")
    done("merge", project.lead, project.results(own, name="withdrawal"))
    assert lacking(project) == 6
    # Two people are missing at each item, and there is only Dan.
    found = done("assign", project.lead, "--overlap", 4, "--seed", 1, status=1)
    assert found["new"] == {"ana": 0, "ben": 0, "cleo": 0, "dan": 6}
    assert lacking(project) == 6
    found = done("assign", project.lead, "--overlap", 3)
    assert sum(found["new"].values()) == 0
    assert lacking(project) == 0
    for person in ("ben", "cleo", "dan"):
        other = project.join(person)
        done("consent", other, "--agree")
        project.annotate(other)
        done("merge", project.lead, project.results(other))
    for item in done("items", project.lead)["items"]:
        assert item["assigned"] == item["done"] == ["ben", "cleo", "dan"]
        assert item["status"] == "done"
    # The withdrawn answers are still known, and count again if their author agrees again.
    done("consent", own, "--agree")
    done("merge", project.lead, project.results(own, name="again"))
    assert all("ana" in item["done"] for item in done("items", project.lead)["items"])


def lacking(project: Project) -> int:
    """Return the number of items that lack answers, as the tasks of the lead say."""
    tasks = done("status", project.lead)["tasks"]
    return sum(one["count"] for one in tasks if one["kind"] == "withdrawn")


def test_a_persons_other_computer_asks_anew(project: Project) -> None:
    own = project.join("ana")
    done("consent", own, "--agree")
    done("merge", project.lead, project.results(own))
    done("join", project.pack("ana", name="again"), project.folder / "laptop")
    laptop = project.folder / "laptop"
    assert done("consent", laptop)["state"] == "open"
    done("consent", own, "--withdraw")
    done("merge", project.lead, project.results(own, name="withdrawal"))
    done("merge", laptop, project.pack("ana", name="third"))
    assert done("consent", laptop)["state"] == "withdrawn"
    done("consent", laptop, "--agree")
    done("merge", project.lead, project.results(laptop))
    assert states(project.lead)["ana"] == "agreed"


@pytest.mark.parametrize("withdrawal_first", [True, False])
def test_a_withdrawal_of_another_text_holds_in_any_order(
    withdrawal_first: bool, project: Project, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    done("join", project.pack("ana"), one)
    done("consent", one, "--agree")
    project.annotate(one)
    first = project.results(one)
    give(project, TEXT + "more\n")
    done("join", project.pack("ana", name="second"), two)
    done("consent", two, "--agree")
    done("consent", two, "--withdraw")
    second = project.results(two, name="withdrawal")
    for bundle in (second, first) if withdrawal_first else (first, second):
        done("merge", project.lead, bundle)
    assert states(project.lead)["ana"] == "withdrawn"
    assert done("analyse", project.lead)["annotations"] == 0
    # Who knows of it revokes it, whatever the text is by then.
    give(project, TEXT + "yet more\n")
    done("merge", two, project.pack("ana", name="third"))
    assert done("consent", two, "--agree")["state"] == "agreed"
    done("merge", project.lead, project.results(two, name="again"))
    assert states(project.lead)["ana"] == "agreed"
    assert done("analyse", project.lead)["annotations"] == 6


@pytest.mark.parametrize("text_changes", [False, True])
def test_who_agreed_again_does_not_stand_as_withdrawn_with_another_lead(
    text_changes: bool, project: Project
) -> None:
    own = project.join("ana")
    done("consent", own, "--agree")
    project.annotate(own)
    done("consent", own, "--withdraw")
    if text_changes:
        give(project, TEXT + "more\n")
        done("merge", own, project.pack("ana", name="second"))
    done("consent", own, "--agree")
    results = project.results(own)
    done("merge", project.lead, results)
    assert states(project.lead)["ana"] == "agreed"
    whole = project.folder / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    other = project.folder / "other lead"
    done("join", whole, other, status=1)  # something was left out, and is named
    assert states(other)["ana"] == "reported"
    assert done("analyse", other)["annotations"] == 6
    done("merge", other, results)
    assert states(other)["ana"] == "agreed"
    # A withdrawal that nobody revoked is taken.
    done("consent", own, "--withdraw")
    done("merge", project.lead, project.results(own, name="withdrawal"))
    done("pack", project.lead, "--results", "-o", project.folder / "again.proofdesk")
    done("merge", other, project.folder / "again.proofdesk")
    assert states(other)["ana"] == "withdrawn"


def test_a_second_lead_says_what_is_known_of_agreements(project: Project) -> None:
    own = project.join("ana")
    done("consent", own, "--agree")
    project.annotate(own)
    results = project.results(own)
    done("merge", project.lead, results)
    whole = project.folder / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    other = project.folder / "other lead"
    done("join", whole, other, status=1)
    status = done("status", other)
    people = status["consent"]["people"]
    assert people["ana"]["state"] == "reported"
    assert people["ana"]["time"]
    assert people["ben"] == {"state": "open", "time": None, "text": None}
    # The agreement is in no file that the second lead may use, so nothing is missing.
    assert status["not_arrived"] == []
    assert "missing" not in [task["kind"] for task in status["tasks"]]
    checks = done("export", other, "-o", project.folder / "out", "--format", "jsonl")["checks"]
    assert "Consent reported by another lead: ana" in [one["text"] for one in checks]
    done("merge", other, results)
    assert states(other)["ana"] == "agreed"


@given(
    steps=st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.booleans()), max_size=8),
    shuffled=st.randoms(use_true_random=False),
)
def test_how_somebody_stands_depends_on_the_set_of_records_alone(
    steps: list[tuple[int, bool, bool]], shuffled: random.Random
) -> None:
    made: list[Record] = []
    for number, (text, agreed, knows) in enumerate(steps, 1):
        digest = digest_of(str(text))
        known = RecordSet()
        for record in made:
            known.add(record)
        key = f"{digest[:32]}:ana"
        parents = [head.rev for head in known.heads("consent", key)] if knows else []
        body = {"annotator": "ana", "text": digest, "agreed": agreed}
        made.append(
            make_record(
                project="a" * 32, kind="consent", key=key, author="ana", device="b" * 32,
                seq=number, time=f"2026-01-0{number}T00:00:00Z", body=body, parents=parents,
            )
        )  # fmt: skip
    replaced = {parent for record in made for parent in record.parents}
    holds = any(r.rev not in replaced and r.body and not r.body["agreed"] for r in made)
    found = set()
    for _ in range(3):
        shuffled.shuffle(made)
        records = RecordSet()
        for record in made:
            records.add(record)
        found.add(consent_state(records, "0", "ana", sorted({record.key for record in made})))
    assert len(found) == 1
    assert (found.pop().state == "withdrawn") == holds


@pytest.mark.parametrize("purpose", ["assignment", "project"])
def test_a_lead_cannot_bring_an_agreement(purpose: Any, project: Project) -> None:
    own = project.join("ana")
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project, sender="lead")
        forger.keys = identity_for(workspace.project, "lead", create=False)
    digest = digest_of(TEXT)
    body = {"annotator": "ana", "text": digest, "agreed": True}
    forged = forger.bundle(
        [forger.record("consent", f"{digest[:32]}:ana", body, author="ana")],
        purpose=purpose,
        recipient="ana" if purpose == "assignment" else None,
    )
    there = own if purpose == "assignment" else project.lead
    said = proofdesk("merge", there, forged, "--json")
    assert "consent that was not sent by the person themselves" in str(said.data), said.data
    assert done("consent", own)["state"] == "open"
    home = records_in(project.results(own))
    assert {record.kind for record in home} <= {"person"}
    done("merge", project.lead, project.results(own, name="home"))
    assert states(project.lead)["ana"] == "open"


def test_a_published_folder_holds_background_only_on_request(tmp_path: Path) -> None:
    made = make_project(tmp_path / "asks", asks=True)
    made.assign(3)
    own = made.join("ana")
    made.annotate(own)
    with Workspace.open(own, write=True) as workspace:
        form = background.background_form(workspace)
        assert form is not None
        question = next(one for one in form.questions if options_of(one))
        background.answer(workspace, {question.key: options_of(question)[0].code})
    done("merge", made.lead, made.results(own))
    name = "data/background.parquet"
    plain = done("export", made.lead, "-o", tmp_path / "hf", "--format", "hf")["files"]
    asked = done("export", made.lead, "-o", tmp_path / "b", "--format", "hf", "--background")
    assert (name in plain, name in asked["files"]) == (False, True)
    assert "background" not in (tmp_path / "hf/README.md").read_text("utf-8")
    assert not (tmp_path / "hf" / name).exists()


def test_two_computers_that_agree_are_no_conflict_and_a_withdrawal_holds(
    project: Project, tmp_path: Path
) -> None:
    bundle = project.pack("ana")
    for name in ("one", "two"):
        done("join", bundle, tmp_path / name)
        done("consent", tmp_path / name, "--agree")
        done("merge", project.lead, project.results(tmp_path / name))
    assert done("status", project.lead)["conflicts"] == 0
    done("consent", tmp_path / "two", "--withdraw")
    done("merge", project.lead, project.results(tmp_path / "two", name="later"))
    assert states(project.lead)["ana"] == "withdrawn"
    # The lead cannot decide it for her, so it is not listed as a conflict.
    assert done("conflicts", project.lead)["conflicts"] == []
    with Workspace.open(project.lead) as workspace:
        [key] = workspace.records.keys("consent")
        heads = workspace.records.heads("consent", key)
    assert len(heads) == 2
    row = {"kind": "consent", "key": key, "choose": heads[0].rev}
    decided = jsonl(tmp_path / "decide.jsonl", [row])
    said = proofdesk("adjudicate", project.lead, "--from", decided, "--json")
    assert (said.status, "themselves" in str(said.data["refused"])) == (1, True)


def test_agreeing_again_on_a_computer_without_the_withdrawal_says_what_to_do(
    project: Project, tmp_path: Path
) -> None:
    bundle = project.pack("ana")
    one, two = tmp_path / "one", tmp_path / "two"
    for own in (one, two):
        done("join", bundle, own)
        assert "already agreed" not in proofdesk("consent", own, "--agree").out
        done("merge", project.lead, project.results(own))
    done("consent", two, "--withdraw")
    done("merge", project.lead, project.results(two, name="later"))
    assert "merge a new bundle of the project lead" in proofdesk("consent", one, "--agree").out
    done("merge", one, project.pack("ana", name="again"))
    assert done("consent", one)["state"] == "withdrawn"
    assert "already agreed" not in proofdesk("consent", one, "--agree").out
    done("merge", project.lead, project.results(one, name="agreed"))
    assert states(project.lead)["ana"] == "agreed"


@pytest.mark.parametrize("author", ["ana", "ben"])
def test_consent_in_somebody_elses_name_is_refused(author: str, project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project, sender="ana")
    body = {"annotator": "ben", "text": digest_of(TEXT), "agreed": True}
    key = f"{digest_of(TEXT)[:32]}:ben"
    forged = forger.bundle([forger.record("consent", key, body, author=author)])
    (found,) = done("merge", project.lead, forged, status=1)["bundles"]
    assert (found["new"], found["refused"]) == (0, 1)
    assert states(project.lead)["ben"] == "open"


def test_not_even_a_lead_agrees_for_somebody(project: Project) -> None:
    own = project.join("ana")
    with Workspace.open(own) as workspace:
        forger = Forger(project.folder, workspace.project, sender="lead")
    body = {"annotator": "ana", "text": digest_of(TEXT), "agreed": True}
    key = f"{digest_of(TEXT)[:32]}:ana"
    forged = forger.bundle(
        [forger.record("consent", key, body)], purpose="assignment", recipient="ana", signed=False
    )
    (found,) = done("merge", own, forged, "--accept-unsigned", status=1)["bundles"]
    assert found["reasons"] == {"consent in another person's name": 1}
    assert done("consent", own)["state"] == "open"
    assert proofdesk("consent", project.lead, "--agree").status == 2


@pytest.mark.parametrize(
    "change",
    [
        {"key": "0" * 32 + ":ana"},
        {"body": {"annotator": "ana", "text": "no digest", "agreed": True}},
        {"body": {"annotator": "ana", "text": digest_of(TEXT), "agreed": "yes"}},
    ],
)
def test_a_misshapen_agreement_is_refused(change: dict[str, Any], project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        forger = Forger(project.folder, workspace.project, sender="ana")
    body = {"annotator": "ana", "text": digest_of(TEXT), "agreed": True}
    made = {"key": f"{digest_of(TEXT)[:32]}:ana", "body": body, **change}
    forged = forger.bundle([forger.record("consent", made["key"], made["body"])])
    (found,) = done("merge", project.lead, forged, status=1)["bundles"]
    assert (found["new"], found["refused"]) == (0, 1)


def test_the_text_can_be_taken_away_and_an_empty_one_is_refused(project: Project) -> None:
    empty = project.folder / "empty.md"
    empty.write_text(" \n")
    said = proofdesk("import", project.lead, empty, "--what", "consent", "--json")
    assert (said.status, "--none" in said.error["hint"]) == (3, True)
    own = project.join("ana")
    assert done("consent", own)["state"] == "open"
    done("import", project.lead, "--what", "consent", "--none")
    done("merge", own, project.pack("ana", name="second"))
    assert done("consent", own)["text"] is None
    assert project.annotate(own)["submitted"] == 6


def test_only_a_lead_gives_texts_and_says_which(project: Project) -> None:
    own = project.join("ana")
    assert proofdesk("import", own, "--what", "consent", "--none").status == 2
    assert proofdesk("import", project.lead, "--what", "consent").status == 2
    assert proofdesk("import", project.lead, "--what", "items", "--none").status == 2
