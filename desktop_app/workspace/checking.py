"""Verification of a workspace or a bundle, without changing either."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from desktop_app.core.bodies import kind_problem
from desktop_app.core.errors import AppError, InputError
from desktop_app.core.kinds import kind_name, references_of
from desktop_app.core.merging import RecordSet
from desktop_app.core.messages import msg
from desktop_app.core.records import digest_of, parse_record
from desktop_app.storage.store import is_workspace
from desktop_app.workspace.attestations import (
    accepted_notes,
    attestation_notes,
    attested_annotations,
)
from desktop_app.workspace.earlier_texts import earlier_text_notes
from desktop_app.workspace.folder import opening_notes
from desktop_app.workspace.merge_rules import many_versions
from desktop_app.workspace.status import missing_sequences
from desktop_app.workspace.trust import proving_pins
from desktop_app.workspace.uncounted_answers import own_work_notes, unassigned_notes
from desktop_app.workspace.workspace import Workspace

# Maximum numbers of problems and of notes in a result.
_LISTED = 50
# Maximum number of waiting records that are listed.
_MOST_WAITING = 10


def check_workspace(folder: Path) -> dict[str, Any]:
    """Verify a workspace: journal, checksums, revs, schemas, references. Changes nothing.

    Returns {"ok", "digest", "problems", "notes", "attested"}.
    """
    with Workspace.open(folder, damaged=True) as workspace:
        problems = list(workspace.store.report.problems)
        problems += record_problems(workspace.records, workspace.project)
        notes = [
            *opening_notes(workspace.store),
            *many_versions(workspace, workspace.records.conflicts()),
            *missing_sequences(workspace),
            *waiting_notes(workspace.records),
            *own_work_notes(workspace),
            *earlier_text_notes(workspace),
        ]
        attested = attested_annotations(workspace, proving_pins(workspace))
        # The most important notes come first, because only the first 50 are listed.
        notes = [
            *attestation_notes(attested),
            *accepted_notes(workspace),
            *unassigned_notes(workspace),
            *notes,
        ]
        verdict = _verdict(workspace.records.digest(), problems, notes)
        return {**verdict, "attested": attested.to_json()}


def record_problems(records: RecordSet, project: str) -> Iterable[str]:
    """Yield problems in the revs, projects and bodies of records."""
    for record in records:
        try:
            parse_record(record.to_json(), rev=record.rev)
        except ValueError as error:
            yield msg("record {rev}: {error}", rev=record.rev[:12], error=error)
            continue
        if record.project != project:
            yield msg("record {rev}: belongs to another project", rev=record.rev[:12])
        problem = kind_problem(record)
        if problem:
            yield msg("record {rev}: {problem}", rev=record.rev[:12], problem=problem)


def waiting_notes(records: RecordSet) -> Iterable[str]:
    """Yield notes about waiting records. They are not damage: bundles may arrive in any order."""
    number = 0
    for record in records:
        for kind, key in references_of(record):
            if not records.has((kind, key)):
                number += 1
                if number <= _MOST_WAITING:
                    yield (
                        msg(
                            "{kind} {rev} refers to {kind2} “{key}”, which has not arrived",
                            kind=kind_name(record.kind),
                            rev=record.rev[:12],
                            kind2=kind_name(kind),
                            key=key[:12],
                        )
                    )
    if number > _MOST_WAITING:
        yield msg(
            "references to records that have not arrived: {number}",
            number=f"{number:,}",
        )
    for rev, missing in records.waiting().items():
        yield msg(
            "record {rev} replaces others that have not arrived: {count}",
            rev=rev[:12],
            count=len(missing),
        )


def check_bundle(
    path: Path, *, identities: Any = (), passphrase: str | None = None
) -> dict[str, Any]:
    """Verify a bundle: archive, manifest, checksums, revs, signature, schemas.

    `identities`: keys to decrypt it with, besides all keys in this person's folder: the project of
        an encrypted bundle is not known before it is decrypted
    `passphrase`: the passphrase to decrypt it with, if it has one

    Returns {"ok", "digest", "problems", "notes"}. A bundle that cannot be read is a problem in the
    result, not an exception.
    """
    from desktop_app.bundles.bundle import read_bundle
    from desktop_app.settings import load_settings
    from desktop_app.workspace.packing import bundle_limits

    try:
        bundle = read_bundle(
            path,
            identities=[*identities, *_own_identities()],
            passphrase=passphrase,
            limits=bundle_limits(load_settings()),
        )
    except InputError as error:
        # An unreadable bundle is a result of the check, not an error of it.
        return _verdict(None, [str(error)], [error.hint] if error.hint else [])
    problems = []
    for record in bundle.records:
        problem = kind_problem(record)
        if problem:
            problems.append(msg("record {rev}: {problem}", rev=record.rev[:12], problem=problem))
        elif record.project != bundle.manifest.project:
            problems.append(msg("record {rev}: belongs to another project", rev=record.rev[:12]))
    manifest = bundle.manifest
    signed = (
        msg("signed by {fingerprint}", fingerprint=bundle.signature.fingerprint)
        if bundle.signature
        else msg("unsigned")
    )
    notes = [
        msg(
            "{purpose} bundle from “{sender}”, {signed}",
            purpose=manifest.purpose,
            sender=manifest.sender,
            signed=signed,
        )
    ]
    return _verdict(digest_of(record.rev for record in bundle.records), problems, notes)


def _own_identities() -> Iterable[Any]:
    """Yield the keys in this person's folder, without unreadable key files."""
    from desktop_app.bundles.keys import identity_path, load_identity

    # The path for any project and person is in the folder with all keys.
    for file in sorted(identity_path("", "").parent.glob("*.key")):
        with suppress(InputError):
            yield load_identity(file)


def _verdict(digest: str | None, problems: list[str], notes: list[str]) -> dict[str, Any]:
    listed = problems[:_LISTED]
    if len(problems) > _LISTED:
        listed.append(msg("… and {value} more", value=len(problems) - _LISTED))
    return {"ok": not problems, "digest": digest, "problems": listed, "notes": notes[:_LISTED]}


def check_path(path: Path, **keys: Any) -> dict[str, Any]:
    """Verify the workspace or bundle at a path.

    Raises InputError if there is nothing at the path, or a folder that is not a workspace.
    """
    if path.is_dir():
        try:
            return check_workspace(path)
        except AppError as error:
            # A workspace that cannot be opened is a result of the check, not an error of it.
            if not is_workspace(path):
                raise
            return _verdict(None, [str(error)], [error.hint] if error.hint else [])
    if not path.exists():
        raise InputError(msg("there is no such file or folder"), file=str(path))
    return check_bundle(path, **keys)
