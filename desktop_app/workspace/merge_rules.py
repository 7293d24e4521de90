"""Validation rules for the records of a bundle that depend on the bundle alone.

None of them looks at what has already arrived, so that the order of bundles cannot matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from desktop_app.bundles.bundle import Bundle
from desktop_app.core.bodies import kind_problem
from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import UsageError
from desktop_app.core.kinds import KINDS, NOT_THEIRS, Consent, kind_name
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.stage import Stage
from desktop_app.core.records import Record
from desktop_app.plugin_loader import load_protocol
from desktop_app.settings import Settings
from desktop_app.workspace.attestations import attestation_problem

# Takes an annotation, and whether its author submits it; returns the reason to refuse it.
AnswerCheck = Callable[[Record, bool], str | None]
# By protocol: its stages, and the check of its answers.
AnswerChecks = dict[str, tuple[frozenset[str], AnswerCheck]]
# Bytes of an answer whose verdict is cached, and entries of that cache.
_SHORT_ANSWERS, _REMEMBERED_ANSWERS = 200, 10_000


def protocols_of(bundle: Bundle) -> list[str]:
    """Return the protocols that the project record in a bundle names."""
    return [
        str(key)
        for record in bundle.records
        if record.kind == "project" and not kind_problem(record)
        for key in (record.body or {}).get("protocols", ())
    ]


def answer_checks(protocols: Iterable[str], settings: Settings) -> AnswerChecks:
    """Return the answer check of each protocol; protocols not installed here are left out."""
    checks: AnswerChecks = {}
    for key in protocols:
        with suppress(UsageError):
            protocol = load_protocol(key, settings.allowed_plugins)
            stages = frozenset(stage.key for stage in protocol.stages)
            checks[key] = (stages, _answer_check(protocol))
    return checks


def _answer_check(protocol: Protocol) -> AnswerCheck:
    """Return a check of an annotation's answers by their form."""
    normal = _remembered()

    def judge(record: Record, submitted: bool) -> str | None:
        body = record.body or {}
        stage, answers = protocol.stage(str(body["stage"])), body["answers"]
        verdict = normal(stage, answers)
        if verdict is None:
            item = str(body["item"])
            try:
                stage.check_alone(record.project, item, answers, submitted=submitted)
            except ValueError as error:
                return msg("answers that are not valid ({error})", error=error)
        return verdict

    return judge


def _remembered() -> Callable[[Stage, Mapping[str, Any]], str | None]:
    """Return a check that validates equal short answers once: most answers are a few codes."""
    verdicts: dict[tuple[str, bytes], str | None] = {}

    def judge(stage: Stage, answers: Mapping[str, Any]) -> str | None:
        spelled = (stage.key, canonical_bytes(answers))
        if spelled in verdicts:
            return verdicts[spelled]
        verdict: str | None = None
        try:
            # Only the normal form is accepted, so that equal answers are equal records.
            if stage.check(answers) != answers:
                verdict = msg("answers that are not in their normal form")
        except ValueError as error:
            verdict = msg("answers that are not valid ({error})", error=error)
        if len(spelled[1]) <= _SHORT_ANSWERS and len(verdicts) < _REMEMBERED_ANSWERS:
            verdicts[spelled] = verdict
        return verdict

    return judge


def _answers_problem(record: Record, checks: AnswerChecks, handed_in: bool) -> str | None:
    """Return why an annotation's answers are invalid for its protocol, or None."""
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
    """Return the rules for a bundle's records, by the bundle's purpose and sender.

    They depend on the bundle alone, never on what has already arrived, so that order cannot matter:
    results contain their sender's own work, assignments nothing that only leads may see.
    """
    purpose, sender = bundle.manifest.purpose, bundle.manifest.sender
    recipient = bundle.manifest.recipient
    revoked = frozenset() if purpose == "results" else _revoked(bundle.records)

    def refuse(record: Record) -> str | None:
        kind = KINDS[record.kind]
        if purpose == "results" and not (kind.annotator and record.author == sender):
            return msg(
                "{kind} records by people other than the sender are not allowed in results",
                kind=kind_name(record.kind),
            )
        if purpose == "results" and kind.owner(record) != sender:
            return msg("{kind} records in another annotator's name", kind=kind_name(record.kind))
        problem = kind.bundle_problem(record, purpose, recipient)
        if problem is not None:
            return problem
        if record.rev in revoked:
            return NOT_THEIRS
        # A lead-only record in an annotator's workspace would reveal models and seeds.
        if kind.lead_only and (purpose == "assignment" or not lead_here):
            return msg("{kind} records are for leads only", kind=kind_name(record.kind))
        return (
            kind.key_problem(record)
            or _answers_problem(record, checks, purpose == "results")
            or _material_problem(record)
            or attestation_problem(record)
        )

    return refuse


def _revoked(records: Iterable[Record]) -> frozenset[str]:
    """Return the revs of withdrawals that were revoked, in these records, by agreeing again.

    The agreement that replaced them is not accepted from others, so these are not either: alone
    they would state what the person no longer says.
    """
    consents = {record.rev: record for record in records if record.kind == "consent"}
    waiting = [record for record in consents.values() if Consent.is_agreement(record)]
    # Follow the parents of each agreement: all withdrawals before it are revoked.
    result: set[str] = set()
    while waiting:
        for rev in waiting.pop().parents:
            if rev in consents and rev not in result:
                result.add(rev)
                waiting.append(consents[rev])
    return frozenset(result)


def _material_problem(record: Record) -> str | None:
    """Return why a form cannot be used here, or None: an unusable form is not accepted."""
    if record.kind != "material" or record.body is None:
        return None
    # Imported here because it imports YAML: only needed for forms.
    from desktop_app.workspace.materials import material_problem

    return material_problem(record.body["path"], record.body["text"])
