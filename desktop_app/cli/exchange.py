"""Commands that move bundles: pack, join, merge, unmerge."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from desktop_app.cli.app import (
    Folder,
    IdentityFile,
    Json,
    PassphraseFile,
    read_passphrase,
    split_words,
    verb,
)
from desktop_app.cli.output import Grid, Outcome, counted, progress_bar
from desktop_app.core.collector import collector_off
from desktop_app.core.errors import DamagedError, LockedError, NotSavedError, UsageError
from desktop_app.workspace.work_states import WorkCounts, work_counts
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.workspace.exchange import MergeReport


@verb("pack")
def pack(
    folder: Folder,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", readable=False, help="The bundle to write."),
    ],
    for_: Annotated[
        str | None, typer.Option("--for", metavar="ID", help="The work of this person.")
    ] = None,
    results: Annotated[
        bool,
        typer.Option("--results", help="Your own records (as lead: the whole project)."),
    ] = False,
    encrypt_to: Annotated[
        list[str] | None,
        typer.Option(
            "--encrypt-to",
            metavar="KEY",
            help="An age1… key, a file of such keys, or a known person's id.",
        ),
    ] = None,
    passphrase_file: PassphraseFile = None,
    unsigned: Annotated[bool, typer.Option("--unsigned", help="Do not sign.")] = False,
    json: Json = False,
) -> Outcome:
    """Write a bundle: the work of one person, or your results.

    A bundle for a person contains what that person needs and nothing else: no model names, none of
    your ids, nobody else's answers.
    """
    from desktop_app.workspace.packing import pack as write_pack

    if (for_ is None) == (not results):
        raise UsageError("choose what to pack", hint="Use either --for ID or --results.")
    with open_for_packing(folder) as workspace:
        report = write_pack(
            workspace,
            output,
            recipient=for_,
            encrypt_to=split_words(encrypt_to),
            passphrase=read_passphrase(passphrase_file),
            sign=not unsigned,
        )
        # A lead's `--results` is the whole project (docs/decisions/0006), so open work does not
        # matter.
        is_own = results and not workspace.is_lead
        work = work_counts(workspace) if is_own else WorkCounts()
    what = "your results" if is_own else "the whole project"
    if for_:
        what = f"the work of “{for_}”"
    size = counted(report["records"], "record")
    if report["annotations"]:
        size = f"{counted(report['annotations'], 'annotation')} ({size} in all)"
    lock = ", encrypted" if report["encrypted"] else ""
    lines = [f"Wrote {output}: {what}, {size}{lock}."]
    if is_own:
        report["not_included"] = work.to_json()
        lines += _not_included(work)
    warnings = []
    if report["earlier_was_encrypted"]:
        warnings.append(
            f"the last bundle for “{for_}” was encrypted, this one is not; to encrypt it, repeat "
            "the command with --passphrase-file or --encrypt-to"
        )
    return Outcome(report, lines, warnings=warnings)


def _not_included(work: WorkCounts) -> list[str]:
    """Return sentences about work that is not in a person's results."""
    parts = []
    if work.drafts:
        parts.append(f"Not included: {counted(work.drafts, 'draft')} not submitted yet.")
    if work.edited:
        parts.append(
            f"{counted(work.edited, 'draft')} of these edited after submission: "
            "the file contains the answers as submitted."
        )
    if work.to_do:
        skipped = f", {work.skipped} of them skipped" if work.skipped else ""
        parts.append(f"Not answered yet: {counted(work.to_do, 'item')}{skipped}.")
    return parts


def open_for_packing(folder: Path) -> Workspace:
    """Open a workspace for packing, for writing if possible.

    Writing is needed because a lead's guidelines become records and an annotator's work is
    attested. An annotator's results can also be packed where nothing can be saved: while the window
    has the workspace open, or when the disk is full (docs/decisions/0022).
    """
    with Workspace.open(folder) as workspace:
        lead = workspace.is_lead
    try:
        return Workspace.open(folder, write=True)
    except (LockedError, NotSavedError, DamagedError):
        # A lead's bundle without the current guidelines would be wrong, so it is not written.
        if lead:
            raise
        return Workspace.open(folder)


@verb("join")
def join(
    bundle: Annotated[
        Path, typer.Argument(metavar="BUNDLE", readable=False, help="The bundle you were sent.")
    ],
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", readable=False, help="A new folder for your work.")
    ],
    identity: IdentityFile = None,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> Outcome:
    """Create your workspace from the bundle that a lead sent you."""
    from desktop_app.bundles.keys import grouped, load_identity, words_of
    from desktop_app.workspace.exchange import join as join_bundle
    from desktop_app.workspace.status import status_of
    from desktop_app.workspace.trust import own_identity

    workspace, report = join_bundle(
        bundle,
        folder,
        identity=load_identity(identity) if identity else None,
        passphrase=read_passphrase(passphrase_file),
    )
    with workspace:
        own = own_identity(workspace)
        fingerprint = own.fingerprint if own else None
        assigned = sum(1 for _ in workspace.records.all_current("assignment"))
        # A lead need not be on the roster.
        progress = status_of(workspace)["progress"]
        to_do = progress[workspace.person]["to_do"] if workspace.person in progress else 0
        data = {
            "project": workspace.project,
            "title": workspace.title,
            "person": workspace.person,
            "role": "lead" if workspace.is_lead else "annotator",
            "assignments": assigned,
            "to_do": to_do,
            "fingerprint": fingerprint,
            "recipient": own.recipient if own else None,
            "signed": report.signed,
            "refused": report.to_json()["reasons"],
        }
    shown = [
        f"You are “{data['person']}” in “{data['title']}”: {counted(to_do, 'item')} to do, "
        f"in {folder}.",
        f"Your key's fingerprint: {grouped(fingerprint) if fingerprint else 'none'}",
    ]
    if fingerprint:
        shown.append(f"In words, for your lead: {words_of(fingerprint)}")
    if not report.signed:
        shown.append("This bundle is not signed.")
    refused = [
        f"{counted(count, 'record')}: {why}" for why, count in report.preview.reasons().items()
    ]
    return Outcome(data, shown, refused)


@verb("merge")
def merge(
    folder: Folder,
    bundles: Annotated[
        list[Path], typer.Argument(metavar="BUNDLE…", readable=False, help="Bundles to merge.")
    ],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Preview only, save nothing.")] = False,
    identity: IdentityFile = None,
    passphrase_file: PassphraseFile = None,
    accept_new_key: Annotated[
        bool,
        typer.Option("--accept-new-key", help="Accept a sender's new key; check it first."),
    ] = False,
    accept_unsigned: Annotated[
        bool,
        typer.Option(
            "--accept-unsigned", help="Accept unsigned work by a person whose key is known."
        ),
    ] = False,
    confirm_key: Annotated[
        list[str] | None,
        typer.Option(
            "--confirm-key",
            metavar="FINGERPRINT",
            help="Confirm this fingerprint (digits or words). Compare it with its owner first.",
        ),
    ] = None,
    accept_large: Annotated[
        bool,
        typer.Option("--accept-large", help="Accept results far larger than the assigned work."),
    ] = False,
    json: Json = False,
) -> Outcome:
    """Merge bundles into a workspace. Order and repetition do not matter.

    All bundles are verified before anything is saved; a bundle that cannot be read stops the merge.
    Once a person's key is known, bundles in their name that are unsigned or signed with another key
    are refused as a whole, unless you accept them. `status` continues to list accepted records.
    """
    from desktop_app.bundles.keys import fingerprint_of, load_identity
    from desktop_app.workspace.exchange import merge as merge_bundles
    from desktop_app.workspace.trust import Accepted

    # Parsed before the workspace is opened: a mistyped fingerprint must not be ignored.
    confirmed = {text: fingerprint_of(text) for text in confirm_key or ()}
    for text, print_ in confirmed.items():
        if not print_:
            raise UsageError(
                f"“{text}” is not a fingerprint",
                hint="Give its 32 digits or its 12 words, in quotes.",
            )

    with (
        # Until the workspace is closed: its records would be traversed again and again.
        collector_off(),
        Workspace.open(folder, write=not dry_run) as workspace,
        progress_bar("Verifying") as progress,
    ):
        report = merge_bundles(
            workspace,
            bundles,
            dry_run=dry_run,
            identity=load_identity(identity) if identity else None,
            passphrase=read_passphrase(passphrase_file),
            accept_new_key=accept_new_key,
            accept_unsigned=accept_unsigned,
            accepted=Accepted(confirmed=frozenset(confirmed.values())),
            accept_large=accept_large,
            progress=progress,
        )
    return merge_outcome(folder, report)


def merge_outcome(folder: Path, report: MergeReport) -> Outcome:
    """Return the outcome of a merge or its preview."""
    from desktop_app.bundles.keys import grouped

    rows = []
    refused = []
    notes = []
    for one in report.bundles:
        numbers = one.to_json()
        rows.append(
            [
                Path(one.file).name,
                one.sender,
                "signed" if one.signed else "unsigned",
                *(
                    numbers[k]
                    for k in ("new", "known", "conflicting", "waiting", "foreign", "refused")
                ),
            ]
        )
        if one.refused_whole:
            refused.append(f"{one.file}: {one.refused_whole}")
        reasons = numbers["reasons"].items()
        refused += [f"{one.file}: {counted(n, 'record')}: {why}" for why, n in reasons]
        # A bundle that is refused as a whole is reported once, not again for its records.
        if numbers["foreign"] and not one.refused_whole:
            refused.append(
                f"{one.file}: {counted(numbers['foreign'], 'record')} of another project"
            )
        # Only this comparison proves that a sender's first key is theirs (docs/decisions/0021). It
        # is pointless for a bundle that is refused whatever the lead confirms.
        if one.first_contact and (one.needs or not one.refused_whole):
            notes.append(
                f"{one.file}: first bundle of “{one.sender}”. Compare the fingerprint with them: "
                f"{grouped(one.fingerprint or '')} ({one.fingerprint_words})"
            )
        notes += [f"{one.file}: {note}" for note in one.notes]
    # “>” aligns a column to the right.
    columns = [
        "bundle",
        "from",
        "",
        ">new",
        ">known",
        ">conflicting",
        ">waiting",
        ">foreign",
        ">refused",
    ]
    title = "Would merge" if report.dry_run else "Merged"
    shown: list[str | Grid] = [Grid(title, columns, rows), *notes]
    if report.conflicts:
        shown.append(
            f"{counted(report.conflicts, 'conflict')} to resolve: proofdesk conflicts {folder}"
        )
    return Outcome(report.to_json(), shown, refused)


@verb("unmerge")
def unmerge(folder: Folder, json: Json = False) -> Outcome:
    """Undo the last merge: remove exactly the records it added."""
    from desktop_app.workspace.exchange import unmerge as undo

    with Workspace.open(folder, write=True) as workspace:
        data = undo(workspace)
    removed = counted(data["removed"] - data["removed_proofs"], "record")
    return Outcome(data, [f"Removed {removed} of the merge of {data['time']}."])
