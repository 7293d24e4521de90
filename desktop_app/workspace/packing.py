"""Packing bundles: selecting the records that the recipient needs and may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from desktop_app.bundles import keys as bundle_keys
from desktop_app.bundles.bundle import save_bundle
from desktop_app.bundles.format import Limits, ManifestDraft
from desktop_app.bundles.keys import Identity
from desktop_app.core.errors import AppError, UsageError
from desktop_app.core.keys import person_of
from desktop_app.core.kinds import KINDS, documents_of
from desktop_app.core.messages import msg
from desktop_app.core.records import Record
from desktop_app.settings import Settings
from desktop_app.version import __version__
from desktop_app.workspace import materials, work_states
from desktop_app.workspace.attestations import attest
from desktop_app.workspace.bundles_out import BundleOut, Lock, bundles_out, last_lock, record_bundle
from desktop_app.workspace.consent import consent_of
from desktop_app.workspace.folder import require_free_output
from desktop_app.workspace.trust import own_identity, signing_identity
from desktop_app.workspace.workspace import SENT, Workspace, name_earlier

Purpose = Literal["assignment", "results", "project"]


def pack(
    workspace: Workspace,
    output: Path,
    *,
    recipient: str | None = None,
    encrypt_to: Sequence[str] = (),
    passphrase: str | None = None,
    sign: bool = True,
) -> dict[str, object]:
    """Write a bundle; return a summary of its content.

    `recipient`: make an assignment bundle for this person; None: a results bundle, or in a lead's
        workspace a project bundle (docs/decisions/0006)
    `encrypt_to`: age recipients (age1…), files that contain some, or ids of people whose key
        arrived with an earlier bundle
    `passphrase`: encrypt the bundle with this passphrase
    `sign`: sign the bundle; False needs no keys

    Before writing, changed texts and notes on returned answers become records, and an annotator's
    results are attested. An assignment bundle is recorded as the person's last one.

    Raises UsageError for an unknown person, MissingSigningKeyError if the keys to sign with are not
    on this computer, and the errors of the functions that make and save the bundle.
    """
    require_free_output(output)
    if not workspace.store.read_only:
        # Otherwise a bundle would be written that is recorded nowhere.
        workspace.store.require_folder()
    if recipient is not None:
        workspace.require_lead(msg("Packing for a person"))
        # Raises for an unknown person before anything is written.
        list(assignment_records(workspace, recipient))
        materials.take_in(workspace)
        _require_forms(workspace)
        work_states.tell_author(workspace, recipient)
        records = list(assignment_records(workspace, recipient))
        if not workspace.store.read_only and name_earlier(workspace, records):
            records = list(assignment_records(workspace, recipient))
        purpose: Purpose = "assignment"
    elif workspace.is_lead:
        materials.take_in(workspace)
        records = list(workspace.records)
        purpose = "project"
    else:
        records = list(_results_of(workspace))
        purpose = "results"
    # An unsigned bundle also contains the public key to which replies can be encrypted.
    identity = signing_identity(workspace) if sign else own_identity(workspace)
    # Merging keeps the records but not the bundle with its signature (docs/decisions/0022).
    if purpose == "results" and sign and identity is not None:
        records += attest(workspace, identity, records)
    manifest = ManifestDraft(
        purpose=purpose,
        project=workspace.project,
        title=workspace.title,
        sender=workspace.person,
        recipient=recipient,
        sender_recipient=identity.recipient if identity is not None else None,
        created=workspace.now(),
        program=f"proofdesk {__version__}",
    )
    background = [record for record in records if record.kind == "background"]
    save_bundle(
        output,
        manifest=manifest,
        records=[record for record in records if record.kind != "background"],
        background=background,
        signer=identity if sign else None,
        recipients=[key for name in encrypt_to for key in _recipients(workspace, name)],
        passphrase=passphrase,
        limits=bundle_limits(workspace.settings),
    )
    if workspace.is_lead and not workspace.store.read_only:
        # Decisions that others may have cannot be undone (`adjudicating.py`).
        sent = {device: workspace.records.last_seq(device) for device in workspace.devices}
        if workspace.local(SENT) != sent:
            workspace.set_local(SENT, sent)
    lost_lock = False
    if recipient is not None:
        lock: Lock = "passphrase" if passphrase else "keys" if encrypt_to else ""
        lost_lock = not lock and bool(last_lock(workspace, recipient))
        record_bundle(workspace, recipient, output, records, lock)
    return {
        "file": str(output),
        "purpose": purpose,
        "recipient": recipient,
        "records": sum(1 for record in records if not KINDS[record.kind].proof),
        "items": sum(1 for record in records if record.kind == "item"),
        "assignments": sum(1 for r in records if r.kind == "assignment" and r.body is not None),
        # A submission that was undone is in the file, too, as an empty record.
        "annotations": sum(
            1
            for key in {r.key for r in records if r.kind == "annotation"}
            if workspace.records.is_there("annotation", key)
        ),
        "bytes": output.stat().st_size,
        "signed_by": identity.fingerprint if sign and identity is not None else None,
        "encrypted": bool(encrypt_to or passphrase),
        "earlier_was_encrypted": lost_lock,
    }


def assignment_records(workspace: Workspace, person: str) -> Iterable[Record]:
    """Yield the records for one person's assignment bundle.

    They are the project, the person's record and assignments (including withdrawn ones), the
    person's own earlier records, everything of other kinds that is sent to the person
    (`RecordKind.is_sent_to`), and the items and documents of all these. Lead-only kinds and other
    people's work are never included.

    Of records by others, only heads are included: earlier versions may contain what was corrected,
    such as an answer that names its model. The person's own work is included with its history,
    except for agreements to the consent text, which only the person's own bundles may contain.
    Raises UsageError for an unknown person and for oneself.
    """
    records = workspace.records
    if records.current("person", person) is None:
        raise UsageError(
            msg("unknown person “{person}”", person=person),
            hint=msg("See the page People (or: proofdesk people DIR list)."),
        )
    if person == workspace.person:
        raise UsageError(
            msg("“{person}” is your own ID", person=person),
            hint=msg("Annotate in this workspace (on the command line: proofdesk annotate DIR)."),
        )
    # All things are collected first, because a thing may be needed for several reasons.
    things: list[tuple[str, str]] = [("project", workspace.project), ("person", person)]
    items: set[str] = set()
    for key in records.keys("assignment"):
        heads = records.heads("assignment", key)
        if person_of(key) == person and all(head.body is None for head in heads):
            # Withdrawn: it takes the item out of the queue of somebody who has an earlier bundle.
            things.append(("assignment", key))
        for head in heads:
            if head.body is not None and head.body["person"] == person:
                things.append(("assignment", key))
                items.add(head.body["item"])
    for kind, spec in KINDS.items():
        if spec.annotator and kind not in ("background", "consent"):
            for key in records.keys(kind):
                # Earlier revisions too, because reading them needs their items.
                own = [
                    body
                    for revision in records.history(kind, key)
                    if (body := revision.body) and body.get("annotator") == person
                ]
                if own:
                    things.append((kind, key))
                    items |= {str(body["item"]) for body in own if "item" in body}
    for kind, spec in KINDS.items():
        if not (spec.lead_only or spec.annotator):
            things += [
                (kind, key)
                for key in records.keys(kind)
                if any(spec.is_sent_to(person, head, items) for head in records.heads(kind, key))
            ]
    for item in sorted(items):
        things.append(("item", item))
        for head in records.heads("item", item):
            things += [("document", document) for document in documents_of(head)]
    things += [("background", person)]
    for key in records.keys("consent"):
        if key.partition(":")[2] == person:
            # A withdrawal must have an effect on the person's other computers too. Only the person
            # can state an agreement.
            yield from (h for h in records.heads("consent", key) if h.body and not h.body["agreed"])
    for kind, key in dict.fromkeys(things):
        # A safeguard: lead-only kinds are never sent, whatever was selected above.
        if not KINDS[kind].lead_only:
            is_own = KINDS[kind].annotator
            yield from records.history(kind, key) if is_own else records.heads(kind, key)


def _require_forms(workspace: Workspace) -> None:
    for key in workspace.protocols:
        protocol = workspace.protocol(key)
        if protocol.form_path:
            # Imported here because it imports YAML: only needed for studies.
            from desktop_app.workspace.forms import require_form

            require_form(workspace, protocol)


def _results_of(workspace: Workspace) -> Iterable[Record]:
    """Yield the records of a results bundle: all records by this person, without new attestations.

    After a withdrawal of consent, only consent records are sent.
    """
    withdrawn = consent_of(workspace).state == "withdrawn"
    for record in workspace.records:
        if record.author == workspace.person and (record.kind == "consent" or not withdrawn):
            yield record


def attest_results(workspace: Workspace, identity: Identity) -> None:
    """Attest the records of a results bundle before a window packs it on another thread.

    Only the window's own thread may add records. After this call, `pack` adds none.
    """
    attest(workspace, identity, list(_results_of(workspace)))


def _recipients(workspace: Workspace, name: str) -> list[str]:
    """Return the age recipients for a recipient, a file of recipients, or a person's id."""
    if not name.startswith("age1") and not Path(name).is_file():
        pins = workspace.store.records.table("pins")
        known = [str(pin["age"]) for pin in pins if pin["person"] == name and pin.get("age")]
        # All keys, because nobody knows on which computer the person will open the bundle.
        if known:
            return list(dict.fromkeys(known))
        raise UsageError(
            msg("no encryption key is known for “{name}”", name=name),
            hint=msg(
                "Specify an age recipient (age1…), a file of recipients, or the ID of "
                "a person whose bundle has been merged."
            ),
        )
    return bundle_keys.parse_recipients([name])


def bundle_limits(settings: Settings) -> Limits:
    """Return the limits for bundles according to a person's settings."""
    own = settings.bundle_limits
    return Limits(packed=own.packed_bytes, unpacked=own.unpacked_bytes)


Progress = Callable[[int, int], None]


def _quiet(done: int, total: int) -> None:
    return None


@dataclass
class UpdateReport:
    """The outcome of rewriting bundles.

    `written`: summaries from `pack`
    `problems`: (person, error) for bundles that could not be written
    """

    written: list[dict[str, Any]] = field(default_factory=list)
    problems: list[tuple[str, AppError]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {
            "written": self.written,
            "refused": [{"person": who, "problem": str(error)} for who, error in self.problems],
        }


def outdated_bundles(workspace: Workspace, people: Sequence[str] | None = None) -> list[BundleOut]:
    """Return the outdated bundles, by default of everybody.

    Raises UsageError if no bundle was written for one of the named people.
    """
    found = {one.person: one for one in bundles_out(workspace)}
    unknown = [person for person in people or () if person not in found]
    if unknown:
        raise UsageError(
            msg(
                "no bundle was written from this workspace for: {people}", people=", ".join(unknown)
            ),
            hint=msg(
                "Write one first on the page Bundles (or: proofdesk pack DIR --for ID -o FILE)."
            ),
        )
    return [
        one
        for one in found.values()
        if one.state == "outdated" and (people is None or one.person in people)
    ]


def update_bundles(
    workspace: Workspace,
    people: Sequence[str] | None = None,
    *,
    passphrase: str | None = None,
    progress: Progress = _quiet,
) -> UpdateReport:
    """Write outdated bundles again, to the same files and with the same protection.

    `people`: None: everybody whose bundle is outdated
    `passphrase`: for bundles that were encrypted with one

    A bundle that cannot be written does not prevent the others. Raises UsageError as
    `outdated_bundles` does, and what `progress` raises.
    """
    workspace.require_lead(msg("Packing for a person"))
    report = UpdateReport()
    todo = outdated_bundles(workspace, people)
    for done, one in enumerate(todo):
        progress(done, len(todo))
        try:
            if one.lock == "passphrase" and not passphrase:
                raise UsageError(
                    msg("{name} is encrypted with a passphrase", name=one.file.name),
                    hint=msg("Enter the passphrase, so that the new file is also encrypted."),
                )
            report.written.append(
                pack(
                    workspace,
                    one.file,
                    recipient=one.person,
                    encrypt_to=[one.person] if one.lock == "keys" else (),
                    passphrase=passphrase if one.lock == "passphrase" else None,
                )
            )
        except AppError as error:
            report.problems.append((one.person, error))
    return report
