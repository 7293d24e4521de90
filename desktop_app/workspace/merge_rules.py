"""Validation rules for the records of a bundle that depend on the bundle alone.

None of them asks what has already arrived, so that the order of bundles cannot matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from desktop_app.bundles.reader import Bundle
from desktop_app.core.bodies import kind_problem
from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import UsageError
from desktop_app.core.keys import (
    KEY_DIGITS,
    attestation_key,
    call_key,
    consent_key,
    decision_key,
    document_key,
    person_of,
    work_key,
)
from desktop_app.core.kinds import KINDS, kind_name
from desktop_app.core.messages import msg
from desktop_app.core.protocol import ChecksStages, Protocol, checked_at
from desktop_app.core.records import Record
from desktop_app.plugin_loader import load_protocol
from desktop_app.settings import Settings
from desktop_app.workspace.attestations import attestation_problem

AnswerCheck = Callable[[Record, bool], str | None]  # an annotation, whether its author hands it in
AnswerChecks = dict[str, tuple[frozenset[str], AnswerCheck]]  # stages, what checks answers
_ITEM_KEY = re.compile(f"[0-9a-f]{{{KEY_DIGITS}}}")
_CALL_KEY = re.compile(f"[0-9a-f]{{{KEY_DIGITS}}}:.+:call", re.DOTALL)
_WITH_ITEM_KEYS = frozenset(
    ("item", "origin", "prepared", "assignment", "annotation", "mark", "adjudication")
)
_NOT_THEIRS = msg("consent that was not brought by the person themselves")
_SHORT_ANSWERS, _REMEMBERED_ANSWERS = 200, 10_000  # bytes, entries


def protocols_of(bundle: Bundle) -> list[str]:
    """Return the protocols that the project record in a bundle names."""
    return [
        str(key)
        for record in bundle.records
        if record.kind == "project" and not kind_problem(record)
        for key in (record.body or {}).get("protocols", ())
    ]


def answer_checks(protocols: Iterable[str], settings: Settings) -> AnswerChecks:
    """Return what checks the answers of each protocol; those not installed here are left out."""
    checks: AnswerChecks = {}
    for key in protocols:
        with suppress(UsageError):
            protocol = load_protocol(key, settings.allowed_plugins)
            stages = frozenset(stage.key for stage in protocol.stages)
            checks[key] = (stages, _answer_check(protocol))
    return checks


def _answer_check(protocol: Protocol) -> AnswerCheck:
    """Return what judges the answers of an annotation by their shape."""
    normal = _remembered(protocol)
    by_stage = protocol if isinstance(protocol, ChecksStages) else None

    def judge(record: Record, handed_in: bool) -> str | None:
        body = record.body or {}
        stage, answers = str(body["stage"]), body["answers"]
        verdict = normal(stage, answers)
        if verdict is None and by_stage is not None:
            item = str(body["item"])
            try:
                by_stage.check_work(stage, record.project, item, answers, handed_in=handed_in)
            except ValueError as error:
                return msg("answers that are not valid ({error})", error=error)
        return verdict

    return judge


def _remembered(protocol: Protocol) -> Callable[[str, Mapping[str, Any]], str | None]:
    """Return a check that judges equal short answers once: most answers are a few codes."""
    verdicts: dict[tuple[str, bytes], str | None] = {}

    def judge(stage: str, answers: Mapping[str, Any]) -> str | None:
        spelled = (stage, canonical_bytes(answers))
        if spelled in verdicts:
            return verdicts[spelled]
        verdict: str | None = None
        try:
            if checked_at(protocol, stage, answers) != answers:
                verdict = msg("answers that are not in their normal form")
        except ValueError as error:
            verdict = msg("answers that are not valid ({error})", error=error)
        if len(spelled[1]) <= _SHORT_ANSWERS and len(verdicts) < _REMEMBERED_ANSWERS:
            verdicts[spelled] = verdict
        return verdict

    return judge


def _answers_problem(record: Record, checks: AnswerChecks, handed_in: bool) -> str | None:
    """Return whether an annotation holds answers that its protocol would never have taken."""
    if record.kind != "annotation" or record.body is None:
        return None
    if record.body["protocol"] not in checks:
        return None
    stages, check = checks[record.body["protocol"]]
    if record.body["stage"] not in stages:
        return msg("annotations for a stage that their protocol does not have")
    return check(record, handed_in)


def refusals(
    bundle: Bundle, lead_here: bool, checks: AnswerChecks
) -> Callable[[Record], str | None]:
    """Return the rules a bundle's records must keep, by what the bundle is and who sent it.

    They depend on the bundle alone, never on what has already arrived, so that order cannot
    matter: results hold their sender's own work, assignments nothing that only leads may see.
    """
    purpose, sender = bundle.manifest.purpose, bundle.manifest.sender
    recipient = bundle.manifest.recipient
    revoked = frozenset() if purpose == "results" else _revoked(bundle.records)

    def refuse(record: Record) -> str | None:
        kind = KINDS[record.kind]
        if purpose == "results" and not (kind.annotator and record.author == sender):
            return msg(
                "{kind} records by others than the sender do not belong into results",
                kind=kind_name(record.kind),
            )
        if purpose == "results" and _whose(record) != sender:
            return msg("{kind} records in another annotator's name", kind=kind_name(record.kind))
        if record.kind == "consent" and record.author != _whose(record):
            return msg("consent in another person's name")
        if purpose != "results" and _is_agreement(record):
            return _NOT_THEIRS
        if record.rev in revoked:
            return _NOT_THEIRS
        if record.kind == "call" and purpose == "assignment" and _whose(record) != recipient:
            return msg("calls by others are not for annotators")
        alone = record.kind == "prepared" and record.body is not None and record.body.get("person")
        if alone and purpose == "assignment" and alone != recipient:
            return msg("what was prepared for another person is not for this one")
        if kind.lead_only and (purpose == "assignment" or not lead_here):
            return msg("{kind} records are for leads only", kind=kind_name(record.kind))
        return (
            _key_problem(record)
            or _answers_problem(record, checks, purpose == "results")
            or _material_problem(record)
            or attestation_problem(record)
        )

    return refuse


def _is_agreement(record: Record) -> bool:
    """Return whether a record would make someone count as having agreed: what only their own
    results may bring. A withdrawal may come back from a lead: it asks once more, and takes
    nothing."""
    if record.kind != "consent":
        return False
    return record.body is None or bool(record.body["agreed"])


def _revoked(records: Iterable[Record]) -> frozenset[str]:
    """Return the revs of withdrawals that someone revoked, by agreeing again, in these records.

    The agreement that replaced them is not taken from others, so neither are they: alone they
    would stand for what the person does not say any more.
    """
    consents = {record.rev: record for record in records if record.kind == "consent"}
    waiting = [record for record in consents.values() if _is_agreement(record)]
    found: set[str] = set()
    while waiting:
        for rev in waiting.pop().parents:
            if rev in consents and rev not in found:
                found.add(rev)
                waiting.append(consents[rev])
    return frozenset(found)


def _whose(record: Record) -> str:
    """Return the annotator a record is about; a withdrawal has no body, only its key tells."""
    if record.kind == "background":
        return record.key
    if record.kind == "consent":
        return record.key.partition(":")[2]
    return person_of(record.key) if record.body is None else str(record.body["annotator"])


def _material_problem(record: Record) -> str | None:
    """Return whether a form cannot be used here: what nobody can be asked is not taken in."""
    if record.kind != "material" or record.body is None:
        return None
    from desktop_app.workspace.forms import material_problem  # YAML: only where a form comes

    return material_problem(record.body["path"], record.body["text"])


def _key_problem(record: Record) -> str | None:
    """Return whether a record's key is not the one its body makes: senders cannot choose keys."""
    body = record.body
    if body is None:
        return None
    kind = record.kind
    expected = record.key
    about = record.key if kind in ("item", "origin") else body.get("item", "")
    if kind in _WITH_ITEM_KEYS and not _ITEM_KEY.fullmatch(str(about)):
        return msg("{kind} records whose item key is none", kind=kind_name(kind))
    if kind in ("annotation", "mark"):
        expected = work_key(body["item"], body["annotator"], body["stage"])
    elif kind == "consent":
        expected = consent_key(body["text"], body["annotator"])
    elif kind == "call":
        if not _CALL_KEY.fullmatch(record.key):
            return msg("call records whose key is none")
        expected = call_key(record.key, body.get("annotator") or record.author)
    elif kind == "attestation":
        expected = attestation_key(body["public_key"], body["revisions"], body["annotator"])
    elif kind == "assignment":
        expected = work_key(body["item"], body["person"], body["stage"])
    elif kind == "adjudication":
        expected = decision_key(body["item"], body["stage"])
    elif kind == "document":
        expected = document_key(body["text"])
    elif kind == "origin":
        expected = body["item"]
    elif kind == "material":
        expected = body["path"]
    elif kind == "project":
        expected = record.project
    return (
        None
        if expected == record.key
        else msg("{kind} whose key does not fit its content", kind=kind_name(kind))
    )
