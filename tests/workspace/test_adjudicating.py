"""Tests of deciding conflicts and disagreements field by field, with reasons, and of undoing it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.core.errors import InputError, RefusedError, UsageError
from desktop_app.core.merging import body_of
from desktop_app.core.records import Record, make_record
from desktop_app.workspace.adjudicating import (
    Choice,
    Note,
    decide_case,
    notes_of,
    recent_reasons,
    take_latest,
    undo_decision,
    undo_refusal,
)
from desktop_app.workspace.case_fields import MISSING
from desktop_app.workspace.cases import Case, case_of, conflict_lines, disagreement_lines
from desktop_app.workspace.coded_answers import final_tables
from desktop_app.workspace.consent import consent_of
from desktop_app.workspace.exchange import join, merge, unmerge
from desktop_app.workspace.exporting import Content, source_of
from desktop_app.workspace.item_work import project_work
from desktop_app.workspace.packing import pack
from desktop_app.workspace.publish_checks import checks_of
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import digest, done
from tests.workspace.forging import records_in
from tests.workspace.projects import Project, answer, jsonl, make_project

HERE = {"follows": True, "rating": 1, "comment": "Reads well. Nothing is made up."}
THERE = {"follows": False, "rating": 2, "comment": "Reads well. The refund is made up."}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A project in which two conflicting devices of ana, and ben's answers, were merged."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("decided")
        patch.setenv("PROOFDESK_HOME", str(folder / "home"))
        project = make_project(folder / "project")
        project.assign()
        ana, ben = project.join("ana"), project.join("ben")
        project.annotate(ana)
        other = project.folder / "other"
        shutil.copytree(ana, other)
        for own, answers, name in ((ana, HERE, "here"), (other, THERE, "there")):
            revised = [{**answer(project.rows[0]), **answers}]
            done("annotate", own, "--from", jsonl(own / "r.jsonl", revised))
            project.results(own, name=name)
        project.annotate(ben, rating=5)
        project.results(ben, name="ben")
        for name in ("here", "there", "ben"):
            done("merge", project.lead, project.folder / f"{name}.proofdesk")
        yield project


@pytest.fixture
def project(made: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A copy of this project with its keys."""
    shutil.copytree(made.folder.parent, tmp_path / "copy")
    monkeypatch.setenv("PROOFDESK_HOME", str(tmp_path / "copy" / "home"))
    return Project(tmp_path / "copy" / "project", made.rows)


@pytest.fixture
def lead(project: Project) -> Iterator[Workspace]:
    with Workspace.open(project.lead, write=True) as workspace:
        yield workspace


def conflict(workspace: Workspace) -> Case:
    (line,) = conflict_lines(workspace)
    return case_of(workspace, line.id, "en")


def place_of(case: Case, **answers: Any) -> int:
    """Return the index of the version with these answers."""
    return next(
        place
        for place, version in enumerate(case.versions)
        if version.body and answers.items() <= version.body["answers"].items()
    )


def test_a_conflict_is_shown_field_by_field_with_its_differences(lead: Workspace) -> None:
    (line,) = conflict_lines(lead)
    assert (line.name, line.people) == ("ext-0-gamma-large", ("ana",))
    assert line.fields == (
        "Does the answer follow the instruction?",
        "How well does it follow the instruction?",
        "Comment",
    )
    case = conflict(lead)
    assert [one.kind for one in case.fields] == ["one", "one", "text"]
    assert case.fields[0].asks
    here = place_of(case, rating=1)
    comment = case.fields[2]
    marked = [comment.texts[here][start:end] for start, end in comment.marks[here]]
    assert marked == ["Nothing"]
    assert [title for title, _, _ in case.texts] == ["Document", "Instruction", "Answer"]
    assert sum(version.is_latest for version in case.versions) >= 1


def test_fields_of_both_versions_make_one_revision_and_the_reason_a_record(
    lead: Workspace,
) -> None:
    case = conflict(lead)
    here, there = place_of(case, rating=1), place_of(case, rating=2)
    picks = {"answers/follows": there, "answers/rating": here}
    with pytest.raises(RefusedError, match="Comment"):
        decide_case(lead, case, Choice(picks), Note())
    own = {"answers/comment": "My own words."}
    note = Note("The article says eleven days.", "high", guideline_gap=True)
    decide_case(lead, case, Choice(picks, own), note)
    current = lead.records.current("annotation", case.id[2])
    assert current is not None
    assert body_of(current)["answers"] == {
        "follows": False,
        "rating": 1,
        "comment": "My own words.",
    }
    assert set(current.parents) == {rev for version in case.versions for rev in version.revs}
    assert "reason" not in body_of(current)
    assert notes_of(lead, current.rev) == {
        "record": current.rev,
        "reason": "The article says eleven days.",
        "confidence": "high",
        "guideline_gap": True,
    }
    assert recent_reasons(lead) == ("The article says eleven days.",)
    assert not conflict_lines(lead)


def test_undoing_a_decision_restores_the_very_same_workspace(lead: Workspace) -> None:
    before, case = lead.records.digest(), conflict(lead)
    decide_case(lead, case, Choice(dict.fromkeys(case.units(), 0)), Note("because"))
    assert undo_refusal(lead) is None
    assert undo_decision(lead).cases == (case.id,)
    assert lead.records.digest() == before
    assert conflict(lead) == case
    with pytest.raises(RefusedError, match="no decision to undo"):
        undo_decision(lead)
    # What was merged can be undone as well, because nothing depends on it any more.
    unmerge(lead)


def test_undoing_a_decision_returns_what_was_chosen(lead: Workspace) -> None:
    case = conflict(lead)
    first, second, third = case.units()
    choice = Choice({first: 1, second: 0}, {third: "My own words."})
    note = Note("The article says eleven days.", "high", guideline_gap=True)
    decide_case(lead, case, choice, note)
    undone = undo_decision(lead)
    assert (undone.choice(conflict(lead)), undone.note) == (choice, note)
    # A version that is no longer among those of the case is not chosen in it.
    less = replace(case, versions=case.versions[1:])
    assert undone.choice(less) == Choice({first: 0}, {third: "My own words."})
    # An optional answer that the lead left empty stays empty.
    decide_case(lead, case, Choice({first: 1, second: 0}, {third: MISSING}), Note())
    assert undo_decision(lead).own == {third: MISSING}


def test_a_decision_that_was_packed_stays(lead: Workspace, project: Project) -> None:
    case = conflict(lead)
    decide_case(lead, case, Choice(dict.fromkeys(case.units(), 1)), Note())
    pack(lead, project.folder / "whole.proofdesk")
    before = lead.records.digest()
    with pytest.raises(RefusedError, match="a bundle was written") as refused:
        undo_decision(lead)
    # It is no longer listed, so it cannot be decided again.
    assert refused.value.hint == "To change the answers, ask their author for a revision."
    assert lead.records.digest() == before


def test_the_methods_paragraph_states_resolved_conflicts(lead: Workspace, project: Project) -> None:
    case = conflict(lead)
    decide_case(lead, case, Choice(dict.fromkeys(case.units(), 1)), Note())
    english = (
        "Decided by the project lead because of conflicting versions from one annotator: one "
        "answer."
    )
    german = (
        "Wegen widersprüchlicher Versionen derselben Person von der Projektleitung entschieden: "
        "eine Antwort."
    )
    lead.close()
    assert english in done("methods", project.lead)["methods"]
    assert german in done("methods", project.lead, "--language", "de")["methods"]


def test_reasons_are_never_sent_to_annotators(lead: Workspace, project: Project) -> None:
    case = conflict(lead)
    decide_case(lead, case, Choice(dict.fromkeys(case.units(), 0)), Note("canary"))
    file = project.folder / "for-ana.proofdesk"
    file.unlink()
    pack(lead, file, recipient="ana")
    records = records_in(file)
    assert case.id[2] in {record.key for record in records}
    assert "canary" not in json.dumps([record.to_json() for record in records])


def test_what_changed_since_it_was_shown_is_not_decided(lead: Workspace) -> None:
    case = conflict(lead)
    decide_case(lead, case, Choice(dict.fromkeys(case.units(), 0)), Note())
    before = lead.records.digest()
    with pytest.raises(RefusedError, match="have changed"):
        decide_case(lead, case, Choice(dict.fromkeys(case.units(), 1)), Note())
    with pytest.raises(RefusedError, match="already been resolved"):
        case_of(lead, case.id, "en")
    assert lead.records.digest() == before


def test_answers_that_do_not_fit_are_refused(lead: Workspace) -> None:
    case, before = conflict(lead), lead.records.digest()
    picks = {"answers/follows": 0, "answers/comment": 0}
    with pytest.raises(InputError) as caught:
        decide_case(lead, case, Choice(picks, {"answers/rating": 9}), Note())
    assert caught.value.field == "rating"
    with pytest.raises(InputError, match="confidence"):
        decide_case(lead, case, Choice(dict.fromkeys(case.units(), 0)), Note("", "sure"))
    assert lead.records.digest() == before


def test_disagreements_are_listed_and_decided(lead: Workspace) -> None:
    lines = disagreement_lines(lead)
    # The item in conflict is not counted; the others differ in the rating only.
    assert [line.distance for line in lines] == [0.5] * 5
    assert lines[0].by_question == {"follows": 0.0, "rating": 1.0}
    assert lines[0].people == ("ana", "ben")
    case = case_of(lead, lines[0].id, "en")
    assert case.units() == ["answers/rating"]
    assert case.majority("answers/rating") is None
    note = Note("read again", "low", guideline_gap=True)
    decide_case(lead, case, Choice({"answers/rating": 1}), note)
    (record,) = lead.records.all_current("adjudication")
    assert body_of(record)["answers"] == {"follows": True, "rating": 5}
    assert body_of(record)["confidence"] == "low"
    assert [line.is_decided for line in disagreement_lines(lead)].count(True) == 1
    again = case_of(lead, lines[0].id, "en")
    assert again.previous is not None
    assert again.previous["reason"] == "read again"
    # A changed answer makes the decision outdated.
    annotation = lead.records.get(case.versions[0].rev)
    assert annotation is not None
    changed = {**body_of(annotation), "answers": {"follows": True, "rating": 3}}
    assert (decided_by_lead(lead), publish_warnings(lead)) == ([5], ["conflicts"])
    insert(lead, annotation, changed, parents=[annotation.rev])
    assert not any(line.is_decided for line in disagreement_lines(lead))
    # Exports do not use it either, and the lead is warned before publishing.
    assert (decided_by_lead(lead), publish_warnings(lead)) == ([], ["conflicts", "decisions"])


def decided_by_lead(workspace: Workspace) -> list[Any]:
    """Return the ratings that the lead decided, as exports of final answers contain them."""
    source = source_of(workspace)
    assert source.facts.stages[0].adjudicated == len(source.dataset.decisions())
    rows = final_tables(source.protocol, source.dataset)["answers"]
    return [row["rating"] for row in rows if row["final_by"] == "lead"]


def publish_warnings(workspace: Workspace) -> list[str]:
    checks = checks_of(source_of(workspace), Content())
    return [one.kind for one in checks if not one.is_ok and one.kind in ("conflicts", "decisions")]


def test_items_and_conflicts_state_the_same_disagreement(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    make_demo(folder, ["cnr"])
    with Workspace.open(folder) as workspace:
        lines = disagreement_lines(workspace)
        index = project_work(workspace).index
        stated = {one.key: one.disagreement for one in index.entries if one.disagreement}
        assert {line.item: line.distance for line in lines} == stated
        # Questions with several options are choices, too.
        by_name = {line.name: line for line in lines}
        assert by_name["cnr-02"].by_question == {"score": 0.0, "categories": 1.0}
        assert by_name["cnr-02"].distance == 0.5


def insert(
    workspace: Workspace, like: Record, body: Any, parents: Any = (), time: str = ""
) -> Record:
    """Add a record about the same thing, from another device."""
    record = make_record(
        project=like.project,
        kind=like.kind,
        key=like.key,
        author=like.author,
        device="d" * 32,
        seq=workspace.records.last_seq("d" * 32) + 1,
        time=time or "2026-11-20T09:41:00Z",
        body=body,
        parents=parents,
    )
    workspace.insert([record])
    return record


def test_things_of_any_kind_are_decided_as_a_whole(lead: Workspace) -> None:
    case = conflict(lead)
    decide_case(lead, case, Choice(dict.fromkeys(case.units(), 0)), Note())
    for kind in ("person", "item", "material", "assignment", "origin", "mark", "background"):
        like = next(lead.records.all_current(kind), None)
        if like is None:
            continue
        changes = {"fields": {"Beruf": "Ärztin"}, "content": {"answer": "Other"}, "text": "other"}
        body = {**body_of(like)}
        body |= {name: value for name, value in changes.items() if name in body or kind == "person"}
        body["note"] = "later"
        later = insert(lead, like, body)
        (line,) = conflict_lines(lead)
        case = case_of(lead, line.id, "en")
        assert case.is_whole, kind
        assert "Note" in line.fields, kind
        assert case.units() == [""], kind
        place = next(n for n, one in enumerate(case.versions) if later.rev in one.revs)
        decide_case(lead, case, Choice({"": place}), Note("newer"))
        current = lead.records.current(kind, like.key)
        assert current is not None, kind
        assert current.body == body, kind


def test_a_withdrawal_is_a_version_too(lead: Workspace) -> None:
    case = conflict(lead)
    decide_case(lead, case, Choice(dict.fromkeys(case.units(), 0)), Note())
    like = next(lead.records.all_current("annotation"))
    insert(lead, like, None)
    case = conflict(lead)
    assert case.is_whole
    place = next(n for n, one in enumerate(case.versions) if one.body is None)
    decide_case(lead, case, Choice({"": place}), Note())
    assert not lead.records.is_there("annotation", like.key)


def test_an_agreement_and_a_withdrawal_are_no_conflict(lead: Workspace) -> None:
    """Only the person can give consent, and a withdrawal counts, so there is nothing to decide."""
    key = "0" * 32 + ":ana"
    body = {"annotator": "ana", "text": "0" * 64, "agreed": True}
    like = make_record(
        project=lead.project, kind="consent", key=key, author="ana", device="e" * 32, seq=1,
        time="2026-11-20T09:41:00Z", body=body,
    )  # fmt: skip
    lead.insert([like])
    before = lead.records.conflicts()
    insert(lead, like, {**body, "agreed": False})
    assert lead.records.conflicts() == before
    assert consent_of(lead, "ana").state == "withdrawn"


def test_the_latest_version_is_taken_for_all_and_undone_at_once(lead: Workspace) -> None:
    like = list(lead.records.all_current("annotation"))[:3]
    for number, one in enumerate(like):
        answers = {"follows": True, "rating": 1 + number}
        insert(lead, one, {**body_of(one), "answers": answers}, time="2099-01-01T00:00:00Z")
    before = lead.records.digest()
    found = take_latest(lead, Note("Later revision"))
    # The two laptops may have answered within the same second.
    assert found.count + len(found.refused) == 4
    assert found.count >= 3
    for number, one in enumerate(like):
        current = lead.records.current("annotation", one.key)
        assert current is not None
        assert body_of(current)["answers"]["rating"] == 1 + number
    undo_decision(lead)
    assert lead.records.digest() == before


def test_deciding_is_a_leads_work(project: Project) -> None:
    with Workspace.open(project.lead) as workspace:
        case = conflict(workspace)
    with Workspace.open(project.folder / "ben", write=True) as workspace:
        with pytest.raises(UsageError):
            decide_case(workspace, case, Choice(dict.fromkeys(case.units(), 0)), Note())
        with pytest.raises(UsageError):
            undo_decision(workspace)


# Two leads


def test_equal_decisions_for_different_reasons_agree(project: Project) -> None:
    second = second_lead(project)
    for folder, reason in ((project.lead, "one"), (second, "another")):
        with Workspace.open(folder, write=True) as workspace:
            case = conflict(workspace)
            place = place_of(case, rating=2)
            decide_case(workspace, case, Choice(dict.fromkeys(case.units(), place)), Note(reason))
    exchange(project, second)
    assert digest(project.lead) == digest(second)
    with Workspace.open(second) as workspace:
        assert not conflict_lines(workspace)
        assert len(list(workspace.records.all_current("decision"))) == 2


def test_decisions_of_two_leads_are_resolved_by_item_alone(project: Project) -> None:
    second = second_lead(project)
    item = project.rows[1]["id"]
    for folder, rating in ((project.lead, 1), (second, 2)):
        row = {"item": item, "answers": {"follows": True, "rating": rating}}
        done("adjudicate", folder, "--from", jsonl(folder.parent / "rows.jsonl", [row]))
    send(project, second, project.lead, "a")
    found = [one for one in done("conflicts", project.lead)["conflicts"] if one["item"] == item]
    (rev,) = (head["rev"] for head in found[0]["heads"] if head["answers"]["rating"] == 2)
    rows = jsonl(project.folder / "rows.jsonl", [{"item": item, "choose": rev}])
    result = done("adjudicate", project.lead, "--from", rows)
    assert (result["resolved"], result["adjudicated"], result["refused"]) == (1, 0, [])
    with Workspace.open(project.lead) as workspace:
        (decision,) = workspace.records.all_current("adjudication")
        assert body_of(decision)["answers"]["rating"] == 2


def second_lead(project: Project) -> Path:
    folder = project.folder / "second"
    whole = project.folder / "whole.proofdesk"
    done("pack", project.lead, "--results", "-o", whole)
    join(whole, folder)[0].close()
    return folder


def exchange(project: Project, second: Path) -> None:
    """Send everything from each lead to the other."""
    for sender, receiver, name in ((project.lead, second, "a"), (second, project.lead, "b")):
        send(project, sender, receiver, name)


def send(project: Project, sender: Path, receiver: Path, name: str) -> None:
    file = project.folder / f"{name}.proofdesk"
    file.unlink(missing_ok=True)
    with Workspace.open(sender, write=True) as workspace:
        pack(workspace, file, sign=False)
    done("merge", receiver, file, "--accept-unsigned")


STEPS = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.sampled_from(("conflict", "item", "latest", "undo", "undo", "send")),
        st.integers(0, 5),
    ),
    min_size=3,
    max_size=9,
)


@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
def test_two_leads_who_decide_and_undo_in_any_order_end_equal(
    made: Project, tmp_path_factory: pytest.TempPathFactory, steps: Any
) -> None:
    folder = tmp_path_factory.mktemp("leads")
    shutil.copytree(made.folder.parent, folder / "copy")
    project = Project(folder / "copy" / "project", made.rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PROOFDESK_HOME", str(folder / "copy" / "home"))
        second = second_lead(project)
        leads = (project.lead, second)
        for number, (who, step, choice) in enumerate(steps):
            if step == "send":
                send(project, leads[who], leads[1 - who], f"step-{number}")
                continue
            with Workspace.open(leads[who], write=True) as workspace:
                act(workspace, step, choice)
        exchange(project, second)
        exchange(project, second)
        assert digest(project.lead) == digest(second)


def act(workspace: Workspace, step: str, choice: int) -> None:
    """Perform one step. A decision that is undone at once must not change the digest."""
    before = workspace.records.digest()
    try:
        if step == "latest":
            if not take_latest(workspace, Note(f"latest {choice}")).count:
                return
        elif step == "undo":
            if undo_refusal(workspace) is None:
                undo_decision(workspace)
            return
        else:
            all_lines = conflict_lines(workspace)
            lines = all_lines if step == "conflict" else disagreement_lines(workspace)
            if not lines:
                return
            case = case_of(workspace, lines[choice % len(lines)].id, "en")
            place = choice % len(case.versions)
            decided = Choice(dict.fromkeys(case.units(), place))
            decide_case(workspace, case, decided, Note(f"reason {choice}"))
    except RefusedError:
        assert workspace.records.digest() == before
        return
    after = workspace.records.digest()
    if choice % 2 and after != before:
        undo_decision(workspace)
        assert workspace.records.digest() == before


# All protocols


@pytest.mark.parametrize("protocol", ["risum", "cnr", "dolomites", "kiwi", "study"])
def test_answers_of_all_protocols_can_be_decided(protocol: str, tmp_path: Path) -> None:
    make_demo(tmp_path / "demo", [protocol])
    with Workspace.open(tmp_path / "demo", write=True) as workspace:
        for line in disagreement_lines(workspace)[:6]:
            case = case_of(workspace, line.id, "de")
            picks = {unit: case.majority(unit) or 0 for unit in case.units(required=False)}
            decide_case(workspace, case, Choice(picks), Note("Mehrheit"))
        assert workspace.records.digest()
        stages = set()
        for like in list(workspace.records.all_current("annotation")):
            body = body_of(like)
            if body["stage"] in stages:
                continue
            stages.add(body["stage"])
            workspace.insert([other_laptop(workspace, like, body)])
            lines = [one for one in conflict_lines(workspace) if one.id[2] == like.key]
            case = case_of(workspace, lines[0].id, "de")
            assert case.units()
            choice = Choice(dict.fromkeys(case.units(), 1))
            decide_case(workspace, replace(case), choice, Note())
            assert not [one for one in conflict_lines(workspace) if one.id[2] == like.key]
        assert stages


def other_laptop(workspace: Workspace, like: Record, body: Any) -> Record:
    """Return another version of an annotation, with a text changed or an answer left out."""
    answers = json.loads(json.dumps(body["answers"]))
    for name, value in answers.items():
        if isinstance(value, str) and " " in value:
            answers[name] = value + " And more."
            break
    else:
        answers.pop(next(reversed(answers)))
    return make_record(
        project=like.project, kind="annotation", key=like.key, author=like.author,
        device="f" * 32, seq=0 + workspace.records.last_seq("f" * 32) + 1,
        time="2026-11-20T09:41:00Z", body={**body, "answers": answers},
    )  # fmt: skip


def test_merging_again_changes_no_decision(lead: Workspace, project: Project) -> None:
    case = conflict(lead)
    decide_case(lead, case, Choice(dict.fromkeys(case.units(), 0)), Note("once"))
    after = lead.records.digest()
    merge(lead, [project.folder / "here.proofdesk", project.folder / "there.proofdesk"])
    assert lead.records.digest() == after
    assert not conflict_lines(lead)


ABOUT = """\
form: 1
key: about
version: 1
language: en
title: About you
questions:
  - key: profession
    type: single_choice
    text: What do you do?
    options: [{code: lawyer, label: Lawyer}, {code: teacher, label: Teacher}]
  - key: years
    type: number
    text: For how many years?
"""


def test_answers_about_a_person_are_decided_field_by_field(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    form = tmp_path / "about.yaml"
    form.write_text(ABOUT, "utf-8")
    done("import", project.lead, form, "--what", "background_form")
    rows = [{"person": "ana", "profession": "lawyer"}]
    done("import", project.lead, jsonl(tmp_path / "b.jsonl", rows), "--what", "background")
    with Workspace.open(project.lead, write=True) as workspace:
        (like,) = workspace.records.all_current("background")
        insert(workspace, like, {"answers": {"profession": "teacher", "years": 3}})
        case = conflict(workspace)
        assert not case.is_whole
        assert [one.heading for one in case.fields] == ["What do you do?", "For how many years?"]
        assert set(case.fields[0].texts) == {"Lawyer", "Teacher"}
        lawyer, teacher = place_of(case, profession="lawyer"), place_of(case, years=3)
        units = {one.heading: one.unit for one in case.fields}
        picks = {units["What do you do?"]: lawyer, units["For how many years?"]: teacher}
        decide_case(workspace, case, Choice(picks), Note())
        current = workspace.records.current("background", "ana")
        assert current is not None
        assert body_of(current)["answers"] == {"profession": "lawyer", "years": 3}
