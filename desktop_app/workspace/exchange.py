"""Joining, merging and unmerging: set union in one transaction, with a preview and a way back."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_app.bundles import keys as bundle_keys
from desktop_app.bundles.keys import Identity
from desktop_app.bundles.reader import Bundle, read_bundle
from desktop_app.core.collector import collector_off
from desktop_app.core.errors import AppError, RefusedError, UsageError
from desktop_app.core.merging import MergePreview, plan_merge
from desktop_app.core.messages import msg
from desktop_app.core.protocol import FromForm
from desktop_app.core.records import Record
from desktop_app.plugin_loader import load_protocol
from desktop_app.settings import Settings, load_settings
from desktop_app.workspace.attestations import InMyName, either
from desktop_app.workspace.consent import consent_notes
from desktop_app.workspace.folder_checks import require_empty
from desktop_app.workspace.merge_limits import Screening, large_refusal, many_versions
from desktop_app.workspace.merge_rules import answer_checks, protocols_of, refusals
from desktop_app.workspace.own_work import own_work_in
from desktop_app.workspace.packing import bundle_limits
from desktop_app.workspace.references import references_of
from desktop_app.workspace.trust import (
    NOTHING_ACCEPTED,
    Accepted,
    Need,
    Refusal,
    Yes,
    is_by,
    keep_identity,
    known_pins,
    own_identity,
    pin_sender,
    remember_own_key,
    whole_refusal,
)
from desktop_app.workspace.unassigned_answers import unassigned_notes
from desktop_app.workspace.workspace import LEAD, Workspace

Progress = Callable[[int, int], None]


class ChangedFileError(RefusedError):
    """A bundle's file holds something else than what was previewed."""


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
    digest: str = ""  # of the bundle, as `Bundle.digest`
    preview: MergePreview = field(default_factory=MergePreview)
    refusal: Refusal | None = None
    notes: list[str] = field(default_factory=list)
    first_contact: bool = False  # signed, by someone of whom no key was known
    accepted: Need = ""  # what the person had to accept of it

    @property
    def refused_whole(self) -> str:
        """Why the bundle was refused whole, with the option that would accept it; or nothing."""
        return "" if self.refusal is None else str(self.refusal)

    @property
    def reason(self) -> str:
        """Why the bundle was refused whole, without the option that would accept it."""
        return "" if self.refusal is None else self.refusal.reason

    @property
    def needs(self) -> Need:
        """What yes of the person's would make a bundle that was refused whole acceptable."""
        return "" if self.refusal is None else self.refusal.needs

    @property
    def fingerprint_words(self) -> str:
        """The fingerprint in words that can be read out over the phone."""
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
            "refused": preview.refused_count,
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
            msg(
                "{name} holds results by “{sender}”, no work to do",
                name=path.name,
                sender=manifest.sender,
            ),
            hint=msg("Merge it into the project: proofdesk merge DIR BUNDLE."),
        )
    if manifest.sender != LEAD:
        raise RefusedError(
            msg(
                "{name} holds what only a lead sends, but is from “{sender}”",
                name=path.name,
                sender=manifest.sender,
            ),
            hint=msg("Ask your lead for the bundle."),
        )
    is_lead = manifest.purpose == "project"
    person = LEAD if is_lead else str(manifest.recipient)
    report = _report(path, bundle)
    refuse = refusals(bundle, is_lead, answer_checks(protocols_of(bundle), settings))
    preview = plan_merge(Workspace.EMPTY, bundle.records, project=manifest.project, refuse=refuse)
    report.preview = preview
    if not any(r.kind == "project" and r.key == manifest.project for r in preview.new):
        raise RefusedError(
            msg("{name} does not say which project it belongs to", name=path.name),
            hint=msg("Ask the sender for a new bundle."),
        )
    if not is_lead:
        _require_forms(path, bundle, preview, settings)
    require_empty(folder)
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
    return workspace, report


def _require_forms(path: Path, bundle: Bundle, preview: MergePreview, settings: Settings) -> None:
    """Raise RefusedError for work that nobody could do: a study without its form."""
    taken = {record.key for record in preview.new if record.kind == "material"}
    for key in protocols_of(bundle):
        with suppress(UsageError):  # not installed here: opening says so
            protocol = load_protocol(key, settings.allowed_plugins)
            if isinstance(protocol, FromForm) and protocol.form_path not in taken:
                forms = (one.rev for one in bundle.records if one.key == protocol.form_path)
                why = next((preview.refused[rev] for rev in forms if rev in preview.refused), "")
                raise RefusedError(
                    msg(
                        "{name} holds no form that can be used: {why}, so nothing could be asked",
                        name=path.name,
                        why=why,
                    )
                    if why
                    else msg(
                        "{name} holds no form that can be used, so nothing could be asked",
                        name=path.name,
                    ),
                    hint=msg("Nothing was changed. Ask your lead for a new bundle."),
                )


def merge(
    workspace: Workspace,
    paths: Sequence[Path],
    *,
    dry_run: bool = False,
    identity: Identity | None = None,
    passphrase: str | None = None,
    accept_new_key: bool = False,
    accept_unsigned: bool = False,
    accept_large: bool = False,
    accepted: Accepted = NOTHING_ACCEPTED,
    expected: Mapping[Path, str] | None = None,
    progress: Progress = _quiet,
) -> MergeReport:
    """Merge bundles: all are read and verified first, then saved in one transaction.

    A bundle that cannot be read stops everything (InputError); a bundle of another project, or
    signed by another key than the one pinned for its sender, is refused whole; records that break
    a rule are refused one by one. Naming the unsigned bundle of someone whose key is not known is
    the explicit yes to it; the report says so.

    accept_new_key, accept_unsigned, accept_large  a yes to whatever these paths hold
    accepted   a yes to keys and bundles by name, for whoever saw them in a preview
    expected   the digests that a preview reported; where one of these files holds another bundle
               now, nothing is merged (ChangedFileError)
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
            accept_large,
            accepted,
            expected or {},
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
    accept_large: bool,
    accepted: Accepted,
    expected: Mapping[Path, str],
    progress: Progress,
) -> MergeReport:
    own = own_identity(workspace)
    checks = answer_checks(workspace.protocols, workspace.settings)
    report = MergeReport(dry_run=dry_run)
    added: list[Record] = []
    read: list[Bundle] = []
    senders: list[Bundle] = []  # without this person's own, on their way back
    confirmations: dict[str, Yes] = {}
    signing = _signing_senders(paths, workspace.settings, _identities(identity, own), passphrase)

    def yes_to(bundle: Bundle) -> Yes:
        confirmed = accepted.confirms_key(bundle)
        return Yes(
            unsigned=accept_unsigned or accepted.takes_unsigned(bundle),
            new_key=accept_new_key or confirmed,
            confirmed=confirmed,
        )

    def refusal(bundle: Bundle) -> Refusal | None:
        found = whole_refusal(workspace, bundle, yes_to(bundle), senders, own, signing)
        if found or accept_large or bundle.digest in accepted.large or is_by(own, bundle):
            return found
        return large_refusal(workspace, bundle)

    try:
        for done, path in enumerate(paths):
            progress(done, len(paths))
            # Asked before the records are read: what is refused whole costs next to nothing.
            screen = Screening(workspace, refusal)
            bundle = _read(
                path, workspace.settings, _identities(identity, own), passphrase, screen=screen
            )
            if expected.get(path, bundle.digest) != bundle.digest:
                raise ChangedFileError(
                    msg("{name} was changed after it was looked at", name=path.name),
                    hint=msg("Nothing was merged. Preview it again."),
                )
            one = _report(path, bundle)
            report.bundles.append(one)
            pinned = known_pins(workspace, senders, own).get(one.sender, set())
            yes = yes_to(bundle)
            one.refusal = screen.refusal
            if one.signed and not pinned and not is_by(own, bundle):
                one.first_contact = True
            if one.refusal is not None:
                if bundle.manifest.project != workspace.project:
                    one.preview.foreign_unread = sum(
                        entry.records for entry in bundle.manifest.entries
                    )
                continue
            if pinned and not is_by(own, bundle):
                one.accepted = _accepted_as(bundle, pinned, yes.confirmed)
            if one.accepted:
                one.notes.append(
                    msg(
                        "accepted although its key is not known to be that of “{sender}”: what it "
                        "brings stays marked",
                        sender=one.sender,
                    )
                )
            unread = screen.drop_unknown(bundle)
            if one.sender != LEAD and not workspace.records.is_there("person", one.sender):
                one.notes.append(
                    msg(
                        "“{sender}” is not among this project's people: nothing by them counts "
                        "until they are added",
                        sender=one.sender,
                    )
                )
            read.append(bundle)
            if not is_by(own, bundle):
                senders.append(bundle)
                confirmations[bundle.digest] = yes
            refuse = refusals(bundle, workspace.is_lead, checks)
            guard = None
            if not workspace.is_lead and not is_by(own, bundle):
                guard = InMyName(workspace, bundle.records, _identities(identity, own))
                refuse = either(refuse, guard.refusal)
            one.preview = plan_merge(
                workspace.records,
                bundle.records,
                project=workspace.project,
                refuse=refuse,
                references=references_of,
            )
            if guard is not None:
                one.notes += guard.notes(one.preview)
            one.preview.refused_unread = unread
            _note_devices(workspace, one)
            for record in one.preview.accepted:
                workspace.records.add(record)
                added.append(record)
            conflicting = {
                (head.kind, head.key)
                for rev in one.preview.conflicting
                if (head := workspace.records.get(rev)) is not None
            }
            one.notes += many_versions(workspace, sorted(conflicting))
            bundle.records.clear()
            if one.purpose == "results" and one.sender != LEAD:
                one.notes += consent_notes(workspace, one.sender)
        if workspace.is_lead:
            parts = [{record.rev for record in one.preview.new} for one in report.bundles]
            for one, notes in zip(report.bundles, own_work_in(workspace, parts), strict=True):
                one.notes += notes
            for one in report.bundles:
                one.notes += unassigned_notes(workspace, one.preview.new)
        report.conflicts = len(workspace.records.conflicts())
        progress(len(paths), len(paths))
        if not dry_run and read:
            if added:
                workspace.store.make_backup("merge")
            _apply(workspace, added, read, senders, confirmations, report)
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
    confirmations: Mapping[str, Yes],
    report: MergeReport,
) -> None:
    accepted = {one.digest: one for one in report.bundles if one.accepted}
    with workspace.transaction():
        workspace.insert(added, parsed=True)
        pinned = [pin_sender(workspace, bundle, confirmations[bundle.digest]) for bundle in senders]
        entry = {
            "id": uuid.uuid4().hex,
            "time": workspace.now(),
            "bundles": [
                {"digest": bundle.digest, "sender": bundle.manifest.sender} for bundle in read
            ],
            "accepted": [
                {"as": one.accepted, "revisions": [record.rev for record in one.preview.new]}
                for one in accepted.values()
            ],
            "added": [record.rev for record in added],
            "pins": [pin for pin in pinned if pin],
        }
        workspace.store.records.table("merges").insert_owned([entry])
        if any(record.device == workspace.device for record in added):
            # Records in the name of this very device that it did not know: a copy of it is in
            # use, or someone pretends so. Its running numbers are not ours to continue with.
            workspace.take_new_device()


def unmerge(workspace: Workspace) -> dict[str, Any]:
    """Undo the last merge: remove exactly the records it added.

    Raises RefusedError when there is none, or when later records depend on what it added.
    """
    table = workspace.store.records.table("merges")
    entries = table.all()
    if not entries:
        raise RefusedError(msg("there is no merge to undo"))
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
            msg(
                "later records depend on what this merge added: {count} ({kinds})",
                count=len(dependants),
                kinds=", ".join(kinds),
            ),
            hint=msg(
                "Nothing was changed. Restore the backup that was made before the merge instead."
            ),
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


def _accepted_as(bundle: Bundle, pinned: set[str], confirmed: bool) -> Need:
    """Return what had to be accepted of a bundle of someone whose keys are known, if anything."""
    if bundle.signature is None:
        return "unsigned"
    return "" if confirmed or bundle.signature.public_key.hex() in pinned else "new key"


def _note_devices(workspace: Workspace, report: BundleReport) -> None:
    for device in report.preview.forked:
        report.notes.append(
            msg(
                "device {device} used a running number twice: a copied or restored workspace is "
                "in use; nothing is lost, compare its answers under conflicts",
                device=device[:8],
            )
        )


def _identities(*identities: Identity | None) -> list[Identity]:
    return [identity for identity in identities if identity is not None]


def _read(
    path: Path,
    settings: Settings,
    identities: Sequence[Identity],
    passphrase: str | None,
    progress: Progress = _quiet,
    screen: Screening | Callable[[Bundle], bool] | None = None,
) -> Bundle:
    return read_bundle(
        path,
        limits=bundle_limits(settings),
        identities=identities,
        passphrase=passphrase,
        progress=progress,
        screen=screen,
    )


def _signing_senders(
    paths: Sequence[Path],
    settings: Settings,
    identities: Sequence[Identity],
    passphrase: str | None,
) -> set[str]:
    """Return who signed a bundle of these, records unread: the order in which files are named must
    not decide whether an unsigned one in the same name is taken."""
    if len(paths) < 2:
        return set()
    heads = []
    for path in paths:
        with suppress(AppError):  # told when its turn comes
            heads.append(_read(path, settings, identities, passphrase, screen=lambda _: False))
    return {one.manifest.sender for one in heads if one.signature is not None}


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
