"""Joining a project, merging bundles (set union in one transaction) and undoing a merge.

The module is longer than most because joining, merging and undoing share the checks of signatures
and their transaction.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from desktop_app.bundles import keys as bundle_keys
from desktop_app.bundles.bundle import Bundle, read_bundle
from desktop_app.bundles.keys import Identity
from desktop_app.bundles.sealing import OpenedFiles
from desktop_app.core.collector import collector_off
from desktop_app.core.errors import AppError, RefusedError, UsageError
from desktop_app.core.keys import person_of
from desktop_app.core.kinds import is_proof, kind_name, references_of
from desktop_app.core.merging import MergePreview, plan_merge
from desktop_app.core.messages import join as join_words
from desktop_app.core.messages import msg
from desktop_app.core.records import Record
from desktop_app.plugin_loader import load_protocol
from desktop_app.settings import Settings, load_settings
from desktop_app.workspace.attestations import OwnAnswersGuard, either
from desktop_app.workspace.consent import (
    Reported,
    consent_notes,
    keep_reported,
    reported_agreements,
)
from desktop_app.workspace.drafts import matching
from desktop_app.workspace.earlier_texts import earlier_text_notes
from desktop_app.workspace.folder import require_empty
from desktop_app.workspace.merge_rules import (
    Screening,
    answer_checks,
    large_refusal,
    many_versions,
    protocols_of,
    refusals,
)
from desktop_app.workspace.packing import bundle_limits
from desktop_app.workspace.trust import (
    NOTHING_ACCEPTED,
    Accepted,
    Confirmations,
    Need,
    Refusal,
    is_by,
    keep_identity,
    known_pins,
    own_identity,
    pin_sender,
    remember_own_key,
    whole_refusal,
)
from desktop_app.workspace.uncounted_answers import late_notes, own_work_in, unassigned_notes
from desktop_app.workspace.workspace import LEAD, Workspace

Progress = Callable[[int, int], None]


class ChangedFileError(RefusedError):
    """The file of a bundle changed since it was previewed."""


def _quiet(done: int, total: int) -> None:
    return None


@dataclass
class BundleReport:
    """The outcome of merging one bundle, or a preview of it."""

    file: str
    sender: str
    purpose: str
    signed: bool
    fingerprint: str | None
    # `Bundle.digest`.
    digest: str = ""
    preview: MergePreview = field(default_factory=MergePreview)
    refusal: Refusal | None = None
    notes: list[str] = field(default_factory=list)
    # Whether it is signed, and no key of its sender was known.
    first_contact: bool = False
    # Whether this person wrote it and it contains nothing new.
    is_own: bool = False
    # The agreements that it contains but that their person did not send.
    reported: list[Reported] = field(default_factory=list)
    # What the user confirmed so that it was accepted.
    accepted: Need = ""
    # The number of records that were not read because the whole bundle was refused.
    unread: int = 0
    # SHA-256 of an encrypted file, which the inbox recognises it by; empty: it is not encrypted.
    sealed: str = ""

    @property
    def refused_whole(self) -> str:
        """Why the whole bundle was refused, with the option that would accept it; or ""."""
        return "" if self.refusal is None else str(self.refusal)

    @property
    def reason(self) -> str:
        """Why the whole bundle was refused, without that option; or ""."""
        return "" if self.refusal is None else self.refusal.reason

    @property
    def needs(self) -> Need:
        """What the user would have to confirm so that a refused bundle is accepted; or ""."""
        return "" if self.refusal is None else self.refusal.needs

    @property
    def fingerprint_words(self) -> str:
        """The fingerprint as words that can be read out over the phone."""
        return bundle_keys.words_of(self.fingerprint) if self.fingerprint else ""

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
            "foreign": preview.foreign_count,
            "refused": preview.refused_count + self.unread,
            "reasons": preview.reasons(),
            "refused_bundle": self.refused_whole or None,
            "needs": self.needs or None,
            "accepted": self.accepted or None,
            "first_contact": self.first_contact,
            "fingerprint_words": self.fingerprint_words or None,
            "notes": self.notes,
        }


@dataclass
class MergeReport:
    """The outcome of one merge.

    `digest`: of the workspace after the merge; in a dry run, before it
    """

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
    """Create a workspace from a bundle.

    An assignment bundle makes an annotator's workspace, a project bundle another lead's. Raises
    UsageError for a results bundle or a folder that is not empty, InputError for a bundle that
    cannot be read, and RefusedError for one that is unusable, or if `identity` differs from the
    person's keys on this computer.
    """
    settings = settings or load_settings()
    bundle = read_bundle(
        path,
        limits=bundle_limits(settings),
        identities=_identities(identity),
        passphrase=passphrase,
    )
    manifest = bundle.manifest
    if manifest.purpose == "results" or (
        manifest.purpose == "assignment" and manifest.recipient is None
    ):
        raise UsageError(
            msg(
                "{name} contains results from “{sender}”, not items to work on",
                name=path.name,
                sender=manifest.sender,
            ),
            hint=msg("To merge it, open the project first (or: proofdesk merge DIR BUNDLE)."),
        )
    # The sender's name proves nothing, but a wrong one reveals a mistake early.
    if manifest.sender != LEAD:
        raise RefusedError(
            msg(
                "{name} contains records that only leads may send, but is from “{sender}”",
                name=path.name,
                sender=manifest.sender,
            ),
            hint=msg("Ask your lead for the bundle."),
        )
    is_lead = manifest.purpose == "project"
    person = LEAD if is_lead else str(manifest.recipient)
    report = _report(path, bundle)
    # Everything is checked before the folder is touched.
    refuse = refusals(bundle, is_lead, answer_checks(protocols_of(bundle), settings))
    preview = plan_merge(Workspace.EMPTY, bundle.records, project=manifest.project, refuse=refuse)
    report.preview = preview
    if not any(r.kind == "project" and r.key == manifest.project for r in preview.new):
        raise RefusedError(
            msg("{name} does not state its project", name=path.name),
            hint=msg("Ask the sender for a new bundle."),
        )
    if not is_lead:
        _require_forms(path, bundle, preview, settings)
    require_empty(folder)
    # Keys come last before the workspace: a refused bundle must not leave any.
    if identity is not None and identity.public_key is not None:
        keep_identity(identity, manifest.project, person)
        own = identity
    else:
        own = bundle_keys.identity_for(manifest.project, person, create=True)
    role = LEAD if is_lead else "annotator"
    with Workspace.making(
        folder, manifest.project, role=role, person=person, settings=settings
    ) as workspace:
        workspace.insert(preview.accepted, parsed=True)
        pin_sender(workspace, bundle)
        remember_own_key(workspace, own)
        keep_reported(workspace, reported_agreements(bundle.records, preview.refused))
    return workspace, report


def _require_forms(path: Path, bundle: Bundle, preview: MergePreview, settings: Settings) -> None:
    """Raise RefusedError if a protocol needs a form that the bundle does not contain.

    Without the form, there would be no questions.
    """
    taken = {record.key for record in preview.new if record.kind == "material"}
    for key in protocols_of(bundle):
        # Not installed here, which opening the workspace reports.
        with suppress(UsageError):
            protocol = load_protocol(key, settings.allowed_plugins)
            if protocol.form_path and protocol.form_path not in taken:
                forms = (one.rev for one in bundle.records if one.key == protocol.form_path)
                why = next((preview.refused[rev] for rev in forms if rev in preview.refused), "")
                raise RefusedError(
                    msg(
                        "{name} contains no usable form ({why}), so there would be no questions",
                        name=path.name,
                        why=why,
                    )
                    if why
                    else msg(
                        "{name} contains no usable form, so there would be no questions",
                        name=path.name,
                    ),
                    hint=msg("Nothing was changed. Ask your lead for a new bundle."),
                )


@collector_off()
def merge(
    workspace: Workspace,
    paths: Sequence[Path],
    *,
    dry_run: bool = False,
    identity: Identity | None = None,
    passphrase: str | None = None,
    passphrases: Mapping[Path, str] | None = None,
    accept_new_key: bool = False,
    accept_unsigned: bool = False,
    accept_large: bool = False,
    accepted: Accepted = NOTHING_ACCEPTED,
    expected: Mapping[Path, str] | None = None,
    opened: OpenedFiles | None = None,
    progress: Progress = _quiet,
) -> MergeReport:
    """Merge bundles: all are read and verified first, then saved in one transaction.

    A bundle of another project, or signed with a key other than those pinned for its sender, is
    refused as a whole. Records that break a rule are refused one by one. An unsigned bundle is
    accepted if no key of its sender is known or required, and no other bundle of this merge is
    signed by its sender.

    `passphrases`: those of single files; `passphrase` is that of all others
    `accept_new_key`, `accept_unsigned`, `accept_large`: accept this in any of the bundles
    `accepted`: keys and bundles accepted by name, after a preview
    `expected`: the digests that a preview reported
    `opened`: files that a preview has decrypted

    Raises InputError if a bundle cannot be read, and ChangedFileError if a file differs from its
    preview. In both cases nothing is merged.
    """
    expected = expected or {}
    # The files are read twice. Decrypting them takes longer than everything else.
    opened = opened or OpenedFiles()
    own = own_identity(workspace)
    # Loading protocols is slow, so their checks are prepared once for all bundles.
    checks = answer_checks(workspace.protocols, workspace.settings)
    report = MergeReport(dry_run=dry_run)
    added: list[Record] = []
    read: list[Bundle] = []
    # The bundles that this person did not make.
    senders: list[Bundle] = []
    confirmations: dict[str, Confirmations] = {}

    def read_one(path: Path, screen: Screening | Callable[[Bundle], bool]) -> Bundle:
        return read_bundle(
            path,
            limits=bundle_limits(workspace.settings),
            identities=_identities(identity, own),
            passphrase=(passphrases or {}).get(path, passphrase),
            screen=screen,
            opened=opened,
        )

    signing = _signing_senders(paths, read_one)

    def confirmations_for(bundle: Bundle) -> Confirmations:
        confirmed = accepted.confirms_key(bundle)
        return Confirmations(
            unsigned=accept_unsigned or bundle.digest in accepted.unsigned,
            new_key=accept_new_key or confirmed,
            confirmed=confirmed,
        )

    def refusal(bundle: Bundle) -> Refusal | None:
        result = whole_refusal(workspace, bundle, confirmations_for(bundle), senders, own, signing)
        if result or accept_large or bundle.digest in accepted.large or is_by(own, bundle):
            return result
        return large_refusal(workspace, bundle)

    try:
        for done, path in enumerate(paths):
            progress(done, len(paths))
            # Decided before the records are read, so that refusing a bundle costs next to nothing.
            screen = Screening(workspace, refusal)
            bundle = read_one(path, screen)
            if expected.get(path, bundle.digest) != bundle.digest:
                raise ChangedFileError(
                    msg("{name} was changed after the preview", name=path.name),
                    hint=msg("Nothing was merged. Preview it again."),
                )
            one = _report(path, bundle)
            one.sealed = _sealed_digest(path, bundle)
            report.bundles.append(one)
            # Keys of earlier bundles of this merge count as if those had been merged before.
            pinned = known_pins(workspace, senders, own).get(one.sender, set())
            allowed = confirmations_for(bundle)
            one.refusal = screen.refusal
            if one.signed and not pinned and not is_by(own, bundle):
                one.first_contact = True
            # Its records were not read, so only the manifest's numbers are known.
            if one.refusal is not None:
                count = sum(entry.counted for entry in bundle.manifest.entries)
                if bundle.manifest.project != workspace.project:
                    one.preview.foreign_unread = count
                else:
                    one.unread = count
                continue
            if pinned and not is_by(own, bundle):
                one.accepted = _accepted_as(bundle, pinned, allowed.confirmed)
            if one.accepted:
                one.notes.append(
                    msg(
                        "accepted without proof that its key belongs to “{sender}”: its "
                        "records remain listed as such",
                        sender=one.sender,
                    )
                )
            if workspace.is_lead and not one.signed and not pinned and one.sender != LEAD:
                one.notes.append(
                    msg(
                        "is not signed, and no key of “{sender}” is known, so anybody could have "
                        "written it: ask them for a signed file, or compare the number of answers "
                        "with them, for example by phone",
                        sender=one.sender,
                    )
                )
            # The number of records about unknown items is limited over all bundles
            # (docs/decisions/0023).
            unread = screen.drop_unknown(bundle)
            if one.sender != LEAD and not workspace.records.is_there("person", one.sender):
                one.notes.append(
                    msg(
                        "“{sender}” is not in this project: their records do not count until "
                        "you add them",
                        sender=one.sender,
                    )
                )
            read.append(bundle)
            if not is_by(own, bundle):
                senders.append(bundle)
                confirmations[bundle.digest] = allowed
            # These rules depend on the bundle alone, so the order of bundles cannot matter.
            refuse = refusals(bundle, workspace.is_lead, checks)
            guard = None
            # In an annotator's workspace, others must not rewrite the annotator's answers.
            if not workspace.is_lead and not is_by(own, bundle):
                keys = _identities(identity, own)
                guard = OwnAnswersGuard(workspace, bundle.records, keys, refuse)
                refuse = either(refuse, guard.refusal)
            one.preview = plan_merge(
                workspace.records,
                bundle.records,
                project=workspace.project,
                refuse=refuse,
                references=references_of,
            )
            one.is_own = is_by(own, bundle) and not one.preview.new
            if one.is_own:
                one.notes.append(msg("was written here: it contains nothing to merge"))
            one.preview.refused_unread = unread
            one.notes += [
                msg(
                    "device {device} used a sequence number twice: a copied or restored "
                    "workspace is in use. Nothing is lost; compare its answers under Conflicts",
                    device=device[:8],
                )
                for device in one.preview.forked
            ]
            # The records are added to the index at once, because later bundles may depend on them.
            # They are removed below unless they are saved.
            for record in one.preview.accepted:
                workspace.records.add(record)
                added.append(record)
            if guard is not None:
                one.notes += guard.notes(one.preview)
            conflicting = {
                (head.kind, head.key)
                for rev in one.preview.conflicting
                if (head := workspace.records.get(rev)) is not None
            }
            one.notes += many_versions(workspace, sorted(conflicting))
            one.reported = reported_agreements(bundle.records, one.preview.refused)
            # The memory of one bundle is freed before the next one is read.
            bundle.records.clear()
            if one.purpose == "results" and one.sender != LEAD:
                one.notes += consent_notes(workspace, one.sender)
        # After all bundles: a judgement and the judged work may come in different ones.
        if workspace.is_lead:
            parts = [{record.rev for record in one.preview.new} for one in report.bundles]
            for one, notes in zip(report.bundles, own_work_in(workspace, parts), strict=True):
                one.notes += notes
            for one in report.bundles:
                one.notes += unassigned_notes(workspace, one.preview.new)
                one.notes += late_notes(workspace, one.preview.new)
                one.notes += earlier_text_notes(workspace, one.preview.new)
        report.conflicts = len(workspace.records.conflicts())
        progress(len(paths), len(paths))
        if not dry_run and read:
            # Repeating known bundles needs no backup, but it is still a merge that can be undone.
            if added:
                workspace.store.make_backup("merge")
            _apply(workspace, added, read, senders, confirmations, report)
            added = []
    finally:
        # A dry run, or a merge that failed: remove the records from the index again.
        for record in added:
            workspace.records.discard(record.rev)
    report.digest = workspace.records.digest()
    return report


def _apply(
    workspace: Workspace,
    added: list[Record],
    read: list[Bundle],
    senders: list[Bundle],
    confirmations: Mapping[str, Confirmations],
    report: MergeReport,
) -> None:
    """Save a merge: the records, the senders' keys, and the entry needed to undo it."""
    # Which records were accepted without proof is stored only on this computer, with the merge.
    accepted = {one.digest: one for one in report.bundles if one.accepted}
    sealed = {one.digest: {"file": one.sealed} for one in report.bundles if one.sealed}
    with workspace.transaction():
        workspace.insert(added, parsed=True)
        pinned = [pin_sender(workspace, bundle, confirmations[bundle.digest]) for bundle in senders]
        entry = {
            "id": uuid.uuid4().hex,
            "time": workspace.now(),
            "bundles": [
                {
                    "digest": bundle.digest,
                    "sender": bundle.manifest.sender,
                    **sealed.get(bundle.digest, {}),
                }
                for bundle in read
            ],
            "accepted": [
                {"as": one.accepted, "revisions": [record.rev for record in one.preview.new]}
                for one in accepted.values()
            ],
            "added": [record.rev for record in added],
            "pins": [pin for pin in pinned if pin],
        }
        workspace.store.records.table("merges").insert_owned([entry])
        keep_reported(
            workspace,
            [found for one in report.bundles for found in one.reported],
            {bundle.manifest.sender for bundle in read},
        )
        if any(record.device == workspace.device for record in added):
            # The bundle has records with this device's id that were not made here: a copy of this
            # folder is in use, or somebody forged them. A sequence number could be used twice.
            workspace.take_new_device()


def unmerge(workspace: Workspace) -> dict[str, Any]:
    """Undo the last merge: remove exactly the records it added.

    A backup is made first, and the keys that the merge pinned are no longer known. Raises
    RefusedError if there is no merge, or if later records depend on what it added.
    """
    table = workspace.store.records.table("merges")
    entries = table.all()
    if not entries:
        raise RefusedError(msg("there is no merge to undo"))
    # The last merge, even if it added nothing, because people expect to undo their last command
    # (docs/decisions/0008).
    last = max(entries, key=lambda doc: int(doc.doc_id))
    added = set(last["added"])
    records = [one for rev in added if (one := workspace.records.get(rev)) is not None]
    things = {(one.kind, one.key) for one in records}
    # Merging does not count proofs of who made records either.
    proofs = sum(map(is_proof, records))
    # Things that would have no records left.
    gone = {
        thing
        for thing in things
        if all(record.rev in added for record in workspace.records.history(*thing))
    }
    # A later record depends on a removed one if it revises it or refers to a thing that is gone.
    dependants = [
        record
        for record in workspace.arrived_after(added)
        if added & set(record.parents) or any(thing in gone for thing in references_of(record))
    ]
    if added and dependants:
        kinds = sorted({_name_of(record) for record in dependants})
        raise RefusedError(
            msg(
                "later records depend on what this merge added: {count} ({kinds})",
                count=len(dependants),
                kinds=join_words(", ", kinds),
            ),
            hint=msg(
                "Nothing was changed. Undo these first, or restore the backup that was made before "
                "the merge: all later work is lost with it."
            ),
        )
    # Removing records is the exception to the rule that nothing is lost, so a backup comes first.
    workspace.store.make_backup("unmerge")
    with workspace.transaction():
        workspace.remove(added)
        # The keys that this merge pinned are no longer trusted.
        pins = workspace.store.records.table("pins")
        for pin in last["pins"]:
            pins.remove(doc_ids=matching(pins, pin))
        table.remove(doc_ids=[last.doc_id])
    return {
        "removed": len(added),
        "removed_proofs": proofs,
        "time": last["time"],
        "senders": [bundle["sender"] for bundle in last["bundles"]],
        "digest": workspace.records.digest(),
    }


def _name_of(record: Record) -> str:
    """Return the name of a record's kind; a lead's choice between versions is a decision."""
    is_decided = record.kind == "annotation" and record.author != person_of(record.key)
    is_decided = is_decided or record.kind == "adjudication"
    return msg("decision of the lead") if is_decided else kind_name(record.kind)


def _accepted_as(bundle: Bundle, pinned: set[str], confirmed: bool) -> Need:
    """Return what the user confirmed about a bundle whose sender's keys are known, or ""."""
    if bundle.signature is None:
        return "unsigned"
    return "" if confirmed or bundle.signature.public_key.hex() in pinned else "new key"


def _identities(*identities: Identity | None) -> list[Identity]:
    return [identity for identity in identities if identity is not None]


def _signing_senders(
    paths: Sequence[Path],
    read_one: Callable[[Path, Callable[[Bundle], bool]], Bundle],
) -> set[str]:
    """Return the senders who signed at least one of these bundles; records are not read.

    An unsigned bundle of such a sender is refused. Without this list, that would depend on the
    order of the files.
    """
    if len(paths) < 2:
        return set()
    heads = []
    for path in paths:
        # An error is reported when the bundle is read for the merge.
        with suppress(AppError):
            heads.append(read_one(path, lambda _: False))
    return {one.manifest.sender for one in heads if one.signature is not None}


def _sealed_digest(path: Path, bundle: Bundle) -> str:
    if not bundle.encrypted:
        return ""
    # It was read a moment ago. If it is gone, nothing else depends on this.
    with suppress(OSError):
        return sha256(path.read_bytes()).hexdigest()
    return ""


def _report(path: Path, bundle: Bundle) -> BundleReport:
    signature = bundle.signature
    return BundleReport(
        str(path),
        bundle.manifest.sender,
        bundle.manifest.purpose,
        signature is not None,
        signature.fingerprint if signature else None,
        bundle.digest,
    )
