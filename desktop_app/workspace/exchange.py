"""Joining, merging and unmerging: set union in one transaction, with a preview and a way back."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_app import files
from desktop_app.bundles import keys as bundle_keys
from desktop_app.bundles.keys import Identity
from desktop_app.bundles.reader import Bundle, read_bundle
from desktop_app.core.collector import collector_off
from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.merging import MergePreview, plan_merge
from desktop_app.core.records import Record
from desktop_app.settings import Settings, load_settings
from desktop_app.workspace.merge_rules import answer_checks, protocols_of, refusals
from desktop_app.workspace.packing import bundle_limits
from desktop_app.workspace.references import references_of
from desktop_app.workspace.workspace import LEAD, Workspace, require_empty

Progress = Callable[[int, int], None]


def _quiet(done: int, total: int) -> None:
    return None


@dataclass
class BundleReport:
    """What a merge did, or would do, with one bundle; numbers count records."""

    file: str
    sender: str
    purpose: str
    signed: bool
    fingerprint: str | None
    preview: MergePreview = field(default_factory=MergePreview)
    refused_whole: str = ""
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        preview = self.preview
        return {
            "file": self.file,
            "sender": self.sender,
            "purpose": self.purpose,
            "signed": self.signed,
            "fingerprint": self.fingerprint,
            "new": len(preview.new),
            "known": len(preview.known),
            "conflicting": len(preview.conflicting),
            "waiting": len(preview.waiting),
            "foreign": len(preview.foreign),
            "refused": len(preview.refused),
            "reasons": preview.reasons(),
            "refused_bundle": self.refused_whole or None,
            "notes": self.notes,
        }


@dataclass
class MergeReport:
    """All bundles of one merge, and the digest afterwards (before, if it was a dry run)."""

    bundles: list[BundleReport] = field(default_factory=list)
    dry_run: bool = False
    digest: str = ""
    conflicts: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "dry_run": self.dry_run,
            "digest": self.digest,
            "conflicts": self.conflicts,
            "new": sum(len(bundle.preview.new) for bundle in self.bundles),
            "bundles": [bundle.to_json() for bundle in self.bundles],
        }


def join(
    path: Path,
    folder: Path,
    *,
    identity: Identity | None = None,
    passphrase: str | None = None,
    settings: Settings | None = None,
) -> tuple[Workspace, BundleReport]:
    """Make a workspace from a bundle: an annotator's from an assignment bundle, another lead's
    from a whole project.

    Raises UsageError for a results bundle or a folder that is not empty.
    """
    settings = settings or load_settings()
    bundle = _read(path, settings, _identities(identity), passphrase)
    manifest = bundle.manifest
    if manifest.purpose == "results" or (
        manifest.purpose == "assignment" and manifest.recipient is None
    ):
        raise UsageError(
            f"{path.name} holds results by “{manifest.sender}”, no work to do",
            hint="Merge it into the project: proofdesk merge DIR BUNDLE.",
        )
    if manifest.sender != LEAD:
        raise RefusedError(
            f"{path.name} holds what only a lead sends, but is from “{manifest.sender}”",
            hint="Ask your lead for the bundle.",
        )
    is_lead = manifest.purpose == "project"
    person = LEAD if is_lead else str(manifest.recipient)
    report = _report(path, bundle)
    refuse = refusals(bundle, is_lead, answer_checks(protocols_of(bundle), settings))
    preview = plan_merge(Workspace.EMPTY, bundle.records, project=manifest.project, refuse=refuse)
    report.preview = preview
    if not any(r.kind == "project" and r.key == manifest.project for r in preview.new):
        raise RefusedError(
            f"{path.name} does not say which project it belongs to",
            hint="Ask the sender for a new bundle.",
        )
    require_empty(folder)
    if identity is not None and identity.public_key is not None:
        _keep_identity(identity, manifest.project, person)
    else:
        bundle_keys.identity_for(manifest.project, person, create=True)
    role = LEAD if is_lead else "annotator"
    with Workspace.making(
        folder, manifest.project, role=role, person=person, settings=settings
    ) as workspace:
        workspace.insert(preview.new, parsed=True)
        _pin(workspace, bundle)
    return workspace, report


def merge(
    workspace: Workspace,
    paths: Sequence[Path],
    *,
    dry_run: bool = False,
    identity: Identity | None = None,
    passphrase: str | None = None,
    accept_new_key: bool = False,
    accept_unsigned: bool = False,
    progress: Progress = _quiet,
) -> MergeReport:
    """Merge bundles: all are read and verified first, then saved in one transaction.

    A bundle that cannot be read stops everything (InputError); a bundle of another project, or
    signed by another key than the one pinned for its sender, is refused whole; records that break
    a rule are refused one by one. Naming an unsigned bundle here is the explicit yes to it; the
    report says so.
    """
    with collector_off():
        return _merge(
            workspace,
            paths,
            dry_run,
            identity,
            passphrase,
            accept_new_key,
            accept_unsigned,
            progress,
        )


def _merge(
    workspace: Workspace,
    paths: Sequence[Path],
    dry_run: bool,
    identity: Identity | None,
    passphrase: str | None,
    accept_new_key: bool,
    accept_unsigned: bool,
    progress: Progress,
) -> MergeReport:
    own = own_identity(workspace)
    checks = answer_checks(workspace.protocols, workspace.settings)
    report = MergeReport(dry_run=dry_run)
    added: list[Record] = []
    read: list[Bundle] = []
    senders: list[Bundle] = []  # without this person's own, on their way back
    try:
        for done, path in enumerate(paths):
            progress(done, len(paths))
            bundle = _read(path, workspace.settings, _identities(identity, own), passphrase)
            one = _report(path, bundle)
            report.bundles.append(one)
            why = _whole_refusal(workspace, bundle, accept_new_key, accept_unsigned, senders, own)
            one.refused_whole = why or ""
            if one.refused_whole:
                if bundle.manifest.project != workspace.project:
                    one.preview.foreign = [record.rev for record in bundle.records]
                continue
            if not one.signed and one.sender in _pins(workspace, senders):
                one.notes.append(f"is not signed, although “{one.sender}” signed earlier bundles")
            if one.sender != LEAD and not workspace.records.has(("person", one.sender)):
                one.notes.append(f"“{one.sender}” is not among this project's people")
            read.append(bundle)
            if not _is_by(own, bundle):
                senders.append(bundle)
            one.preview = plan_merge(
                workspace.records,
                bundle.records,
                project=workspace.project,
                refuse=refusals(bundle, workspace.is_lead, checks),
                references=references_of,
            )
            _note_devices(workspace, one)
            for record in one.preview.new:
                workspace.records.add(record)
                added.append(record)
            bundle.records.clear()
        report.conflicts = len(workspace.records.conflicts())
        progress(len(paths), len(paths))
        if not dry_run and read:
            if added:
                workspace.store.make_backup("merge")
            _apply(workspace, added, read, senders)
            added = []
    finally:
        for record in added:  # a preview, or a merge that failed: the index forgets them again
            workspace.records.discard(record.rev)
    report.digest = workspace.records.digest()
    return report


def _apply(
    workspace: Workspace,
    added: list[Record],
    read: list[Bundle],
    senders: list[Bundle],
) -> None:
    with workspace.transaction():
        workspace.insert(added, parsed=True)
        pinned = [_pin(workspace, bundle) for bundle in senders]
        entry = {
            "id": uuid.uuid4().hex,
            "time": workspace.now(),
            "bundles": [
                {"digest": bundle.digest, "sender": bundle.manifest.sender} for bundle in read
            ],
            "added": [record.rev for record in added],
            "pins": [pin for pin in pinned if pin],
        }
        workspace.store.records.table("merges").insert_owned([entry])
        if any(record.device == workspace.device for record in added):
            # Records in the name of this very device that it did not know: a copy of it is in
            # use, or somebody pretends so. Its running numbers are not ours to go on with.
            workspace.take_new_device()


def unmerge(workspace: Workspace) -> dict[str, Any]:
    """Undo the last merge: remove exactly the records it added.

    Raises RefusedError when there is none, or when later records depend on what it added.
    """
    table = workspace.store.records.table("merges")
    entries = table.all()
    if not entries:
        raise RefusedError("there is no merge to undo")
    last = max(entries, key=lambda doc: int(doc.doc_id))
    added = set(last["added"])
    things = {
        (record.kind, record.key)
        for rev in added
        if (record := workspace.records.get(rev)) is not None
    }
    gone = {
        thing
        for thing in things
        if all(record.rev in added for record in workspace.records.history(*thing))
    }
    dependants = [
        record
        for record in workspace.arrived_after(added)
        if added & set(record.parents) or any(thing in gone for thing in references_of(record))
    ]
    if added and dependants:
        kinds = sorted({record.kind for record in dependants})
        raise RefusedError(
            f"{len(dependants)} later records ({', '.join(kinds)}) depend on what this merge added",
            hint="Nothing was changed. Restore the backup that was made before the merge instead.",
        )
    workspace.store.make_backup("unmerge")
    with workspace.transaction():
        workspace.remove(added)
        pins = workspace.store.records.table("pins")
        for pin in last["pins"]:
            pins.remove(
                doc_ids=[
                    doc.doc_id
                    for doc in pins
                    if all(doc[name] == value for name, value in pin.items())
                ]
            )
        table.remove(doc_ids=[last.doc_id])
    return {
        "removed": len(added),
        "time": last["time"],
        "senders": [bundle["sender"] for bundle in last["bundles"]],
        "digest": workspace.records.digest(),
    }


def _keep_identity(identity: Identity, project: str, person: str) -> None:
    """Keep keys a person brought along; raises RefusedError rather than replace others."""
    path = bundle_keys.identity_path(project, person)
    if path.exists():
        known = bundle_keys.load_identity(path)
        if known.fingerprint != identity.fingerprint:
            raise RefusedError(
                f"this computer already holds other keys for “{person}” in this project",
                hint=f"Join without --identity, or move {path} away first.",
            )
        return
    files.private_file_write(path, bundle_keys.key_file_bytes(identity))


def own_identity(workspace: Workspace) -> Identity | None:
    """Return the keys of this workspace's person, or None where there are none on this computer."""
    if not bundle_keys.identity_path(workspace.project, workspace.person).exists():
        return None
    return bundle_keys.identity_for(workspace.project, workspace.person, create=False)


def _whole_refusal(
    workspace: Workspace,
    bundle: Bundle,
    accept_new_key: bool,
    accept_unsigned: bool,
    read: Sequence[Bundle],
    own: Identity | None,
) -> str | None:
    manifest = bundle.manifest
    if manifest.project != workspace.project:
        return f"belongs to another project (“{manifest.title[:80]}”)"
    if manifest.purpose != "results" and manifest.sender != LEAD:
        return f"holds what only a lead sends, but is from “{manifest.sender[:80]}”"
    if manifest.purpose == "project" and not workspace.is_lead:
        return "holds a whole project, for leads only"
    if (
        manifest.purpose == "assignment"
        and not workspace.is_lead
        and manifest.recipient != workspace.person
    ):
        return f"is addressed to “{manifest.recipient}”, not to “{workspace.person}”"
    if _is_by(own, bundle):
        return None
    pins = _pins(workspace, read)
    if own is not None and own.public_key is not None:
        # Nobody else speaks in the name of whoever sits here, a lead's least of all.
        pins.setdefault(workspace.person, set()).add(own.public_key.hex())
    pinned = pins.get(manifest.sender, set())
    if bundle.signature is None:
        # A person's own results may come unsigned, with a note. What a lead sends may state
        # anything about anybody: once the lead's key is known, it must be signed.
        powerful = manifest.purpose != "results" or manifest.sender == workspace.person
        if powerful and pinned and not accept_unsigned:
            return (
                f"is not signed, although a key of “{manifest.sender}” is known; if you know "
                "where it comes from, merge with --accept-unsigned"
            )
        return None
    key = bundle.signature.public_key.hex()
    if key in pinned:
        return None
    for person, keys in sorted(pins.items()):
        if key in keys:
            return f"says it is from “{manifest.sender[:80]}”, but “{person}” signed it"
    if pinned and not accept_new_key:
        return (
            f"is signed by another key than “{manifest.sender}” used before; if they really have a "
            "new key (ask them for its fingerprint), merge with --accept-new-key"
        )
    return None


def _is_by(own: Identity | None, bundle: Bundle) -> bool:
    """Say whether a bundle carries this person's own signature."""
    signature = bundle.signature
    return own is not None and signature is not None and signature.public_key == own.public_key


def _pins(workspace: Workspace, read: Sequence[Bundle]) -> dict[str, set[str]]:
    """Return {person: public keys} as pinned before and by the bundles of this merge so far.

    A person may have several keys: one a laptop, or several leads under one id.
    """
    pins: dict[str, set[str]] = {}
    for pin in workspace.store.records.table("pins"):
        pins.setdefault(pin["person"], set()).add(pin["public_key"])
    for earlier in read:
        if earlier.signature is not None:
            pins.setdefault(earlier.manifest.sender, set()).add(earlier.signature.public_key.hex())
    return pins


def _pin(workspace: Workspace, bundle: Bundle) -> dict[str, str] | None:
    """Pin the sender's key if it is new; returns what was pinned, so that it can be undone."""
    if bundle.signature is None:
        return None
    table = workspace.store.records.table("pins")
    pin = {"person": bundle.manifest.sender, "public_key": bundle.signature.public_key.hex()}
    if any(all(doc[name] == value for name, value in pin.items()) for doc in table):
        return None
    more = {"fingerprint": bundle.signature.fingerprint, "age": bundle.manifest.sender_recipient}
    table.insert({**pin, **more})
    return pin


def _note_devices(workspace: Workspace, report: BundleReport) -> None:
    for device in report.preview.forked:
        report.notes.append(
            f"device {device[:8]} used a running number twice: a copied or restored workspace is "
            "in use; nothing is lost, compare its answers under conflicts"
        )


def _identities(*identities: Identity | None) -> list[Identity]:
    return [identity for identity in identities if identity is not None]


def _read(
    path: Path,
    settings: Settings,
    identities: Sequence[Identity],
    passphrase: str | None,
    progress: Progress = _quiet,
) -> Bundle:
    return read_bundle(
        path,
        limits=bundle_limits(settings),
        identities=identities,
        passphrase=passphrase,
        progress=progress,
    )


def _report(path: Path, bundle: Bundle) -> BundleReport:
    signature = bundle.signature
    return BundleReport(
        str(path),
        bundle.manifest.sender,
        bundle.manifest.purpose,
        signature is not None,
        signature.fingerprint if signature else None,
    )
