"""Commands about people and a running study: people, reassign, bundles, inbox."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from desktop_app.cli.app import (
    Folder,
    Json,
    Only,
    OnlyLoad,
    PassphraseFile,
    ProtocolName,
    Seed,
    SplitGroups,
    read_passphrase,
    split_words,
    verb,
)
from desktop_app.cli.output import REFUSED, Grid, Outcome, counted, progress_bar
from desktop_app.core.errors import UsageError
from desktop_app.workspace.participation import (
    ACTIVE,
    State,
    everybodys_participation,
    set_note,
    set_state,
)
from desktop_app.workspace.workspace import Workspace


@verb("reassign")
def reassign(
    folder: Folder,
    people: Annotated[
        list[str], typer.Argument(metavar="ID…", help="People whose open items to reassign.")
    ],
    to: Annotated[
        list[str] | None,
        typer.Option("--to", metavar="A,B", help="Who gets them (default: all others, balanced)."),
    ] = None,
    release: Annotated[
        bool, typer.Option("--release", help="Withdraw the items and give them to nobody.")
    ] = False,
    protocol: ProtocolName = None,
    stage: Annotated[
        str | None, typer.Option("--stage", metavar="S", help="Only items of this stage.")
    ] = None,
    only: Only = None,
    seed: Seed = None,
    split_groups: SplitGroups = False,
    dry_run: OnlyLoad = False,
    json: Json = False,
) -> Outcome:
    """Reassign the open items of people who drop out, by the usual rules for assigning.

    Answers are kept. Items that nobody else may get stay with these people and are listed.
    Afterwards, update the bundles of the people concerned: proofdesk bundles DIR --update.
    """
    from desktop_app.workspace.assigning import last_seed, random_seed
    from desktop_app.workspace.reassigning import reassign as move

    with Workspace.open(folder, write=not dry_run) as workspace:
        if seed is None:
            seed = last_seed(workspace)
        report = move(
            workspace,
            list(dict.fromkeys(split_words(people))),
            to=split_words(to) or None,
            release=release,
            protocol=protocol,
            stage=stage,
            only=only,
            seed=random_seed() if seed is None else seed,
            split_groups=split_groups,
            dry_run=dry_run,
        )
    rows = [[one, -number, report.load[one]] for one, number in report.moved.items()]
    rows += [[one, f"+{number}", report.load[one]] for one, number in report.received.items()]
    title = "released" if release else "reassigned"
    grid = Grid(
        f"Would be {title}" if dry_run else title.capitalize(),
        ["person", ">items", ">total"],
        rows,
        note="" if release else f"Seed: {report.seed}.",
    )
    lines: list[str | Grid] = [grid]
    if report.again:
        lines.append(f"Answers that their authors must revise (not moved): {report.again}.")
    if report.bundles:
        names = ", ".join(report.bundles)
        lines.append(f"Outdated bundles: {names}. Next: proofdesk bundles {folder} --update")
    # Items that stay are printed as refused, so that the exit status shows them.
    kept = [f"item {item} stays ({'; '.join(why)})" for item, why in report.kept.items()]
    return Outcome({**report.to_json(), "dry_run": dry_run}, lines, kept)


@verb("bundles")
def bundles(
    folder: Folder,
    update: Annotated[
        bool, typer.Option("--update", help="Write outdated bundles again, to the same files.")
    ] = False,
    people: Annotated[
        list[str] | None,
        typer.Option("--people", metavar="A,B", help="Only bundles of these people."),
    ] = None,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> Outcome:
    """List the last bundle written for each person, and whether it is outdated.

    A bundle is outdated if a new one would have other content: items, texts (form, guidelines,
    consent text, background questions, settings, prompts) or answers sent back. Only bundles
    that were written from this folder are known, and the list does not show whether a bundle
    arrived: “current” means that the last one written is up to date.
    """
    from desktop_app.workspace.bundles_out import bundles_out
    from desktop_app.workspace.packing import update_bundles

    named = split_words(people) or None
    if update:
        with (
            Workspace.open(folder, write=True) as workspace,
            progress_bar("Writing") as progress,
        ):
            report = update_bundles(
                workspace, named, passphrase=read_passphrase(passphrase_file), progress=progress
            )
        lines = [
            f"Wrote {one['file']}: {counted(one['items'], 'item')} for “{one['recipient']}”."
            for one in report.written
        ]
        refused = [f"bundle of “{who}”: {error}" for who, error in report.problems]
        if not lines and not refused:
            lines = ["No bundle is outdated."]
        return Outcome(report.to_json(), lines, refused)
    with Workspace.open(folder) as workspace:
        found = [one for one in bundles_out(workspace) if named is None or one.person in named]
    rows = [
        [
            one.person,
            one.state,
            one.time[:16].replace("T", " "),
            one.items,
            one.form or None,
            one.file,
            "; ".join(one.reasons),
        ]
        for one in found
    ]
    columns = ["person", "state", "written (UTC)", ">items", ">form", "file", ""]
    return Outcome(
        {"bundles": [one.to_json() for one in found]},
        [Grid("Bundles", columns, rows)] if rows else ["No bundle has been written yet."],
    )


@verb("inbox")
def inbox(
    folder: Folder,
    from_: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            metavar="F",
            readable=False,
            help="Choose the folder where results arrive, for example a synced one.",
        ),
    ] = None,
    none: Annotated[bool, typer.Option("--none", help="Stop using the inbox.")] = False,
    merge: Annotated[bool, typer.Option("--merge", help="Merge all files that are ready.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --merge: preview only, save nothing.")
    ] = False,
    passphrase_file: PassphraseFile = None,
    json: Json = False,
) -> Outcome:
    """List the result files in the inbox that have not been merged; --merge merges them.

    The folder is remembered for this project on this computer. Files that are still being written
    are listed, but not merged.
    """
    from desktop_app.cli.exchange import merge_outcome
    from desktop_app.workspace.exchange import merge as merge_bundles
    from desktop_app.workspace.inbox import inbox_folder, scan_inbox, set_inbox
    from desktop_app.workspace.lead_tasks import RESEND

    if from_ is not None and none:
        raise UsageError(
            "an inbox cannot be chosen and removed at the same time", hint="Use one of them."
        )
    if dry_run and not merge:
        raise UsageError(
            "--dry-run works only with --merge", hint="Add --merge, or leave out --dry-run."
        )
    writes = from_ is not None or none or (merge and not dry_run)
    with Workspace.open(folder, write=writes) as workspace:
        if from_ is not None or none:
            set_inbox(workspace, from_)
        if none:
            return Outcome(
                {"folder": None, "files": []}, ["Inbox removed. No folder is read any more."]
            )
        files = scan_inbox(workspace)
        where = inbox_folder(workspace)
        passphrase = read_passphrase(passphrase_file)
        broken = [one for one in files if one.state == "unreadable"]
        unreadable = [f"{one.path}: {one.problem}. {RESEND}" for one in broken]
        if merge:
            ready = [
                one.path
                for one in files
                if one.state == "ready" or (one.state == "locked" and passphrase)
            ]
            if not ready:
                data = {"folder": where, "dry_run": dry_run, "new": 0, "bundles": []}
                return Outcome(data, ["Nothing to merge in the inbox."], unreadable)
            with progress_bar("Verifying") as progress:
                report = merge_bundles(
                    workspace, ready, dry_run=dry_run, passphrase=passphrase, progress=progress
                )
            outcome = merge_outcome(folder, report)
            return Outcome(
                {"folder": where, **outcome.data},
                outcome.shown,
                [*outcome.refused, *unreadable],
            )
    rows = [
        [one.path.name, one.state, one.sender or None, one.created or None, one.stamp[0]]
        for one in files
    ]
    lines: list[str | Grid] = [
        Grid(f"Inbox: {where}", ["file", "", "from", "created (UTC)", ">bytes"], rows)
        if rows
        else f"Nothing new in {where}."
    ]
    lines += [f"{one.path.name} cannot be read: {one.problem}. {RESEND}" for one in broken]
    if any(one.is_ready for one in files):
        lines.append(f"To merge: proofdesk inbox {folder} --merge")
    return Outcome(
        {"folder": where, "files": [one.to_json() for one in files]},
        lines,
        status=REFUSED if broken else None,
    )


_PEOPLE = ("add", "set", "pause", "resume", "left", "remind", "remove", "list")


@verb("people")
def people_verb(
    folder: Folder,
    action: Annotated[str, typer.Argument(metavar="|".join(_PEOPLE), help="What to do.")],
    person: Annotated[str | None, typer.Argument(metavar="[ID]", help="A pseudonymous id.")] = None,
    name: Annotated[
        str | None, typer.Option("--name", metavar="N", help="The person's name.")
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(
            "--role",
            metavar="ROLE",
            help="annotator (default for add) or lead; for your information only.",
        ),
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(
            "--field",
            metavar="NAME=VALUE",
            help="With set: languages, topics, fields (values separated by commas, or by "
            "semicolons if one contains a comma) or a custom field; empty removes it.",
        ),
    ] = None,
    note: Annotated[
        str | None,
        typer.Option("--note", metavar="TEXT", help="With set: your note, never sent to anybody."),
    ] = None,
    with_assignments: Annotated[
        bool, typer.Option("--with-assignments", help="With remove: withdraw their assignments.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """Add, edit, pause or remove people, or list them.

    `pause` gives a person no new items until you `resume` them; `left` records that they do no more
    work. In both cases their answers still count, and they keep their open items until you
    `reassign` them. Withdrawing consent is different: only the person can do it, and it excludes
    their answers. `remind` prints a reminder for a person with open items; without an ID, one for
    each person who has sent nothing for a week. You send it yourself. `remove` is for people
    without submitted work, such as a mistyped id.
    """
    from desktop_app.workspace.people import add_person, edit_person, remove_person
    from desktop_app.workspace.reassigning import open_assignments

    if action not in _PEOPLE:
        raise UsageError(f"unknown action “{action}”", hint=f"Use one of: {', '.join(_PEOPLE)}.")
    if action != "set" and (field or note is not None):
        raise UsageError(
            "--field and --note are only for “set”", hint="Use: proofdesk people DIR set ID …"
        )
    if action == "list":
        with Workspace.open(folder) as workspace:
            return _people_listed(workspace)
    if action == "remind":
        with Workspace.open(folder) as workspace:
            return _reminders(workspace, person)
    if person is None:
        raise UsageError("no person was named", hint=f"Use: proofdesk people DIR {action} ID")
    with Workspace.open(folder, write=True) as workspace:
        if action == "add":
            added = add_person(workspace, person, name=name, role=role or "annotator")
            line = f"Added “{person}”." if added else f"“{person}” already exists."
            return Outcome({"id": person, "added": added}, [line])
        if action == "set":
            changes: dict[str, Any] = {**_own_fields(workspace, field or ())}
            changes |= {} if name is None else {"name": name}
            changes |= {} if role is None else {"role": role}
            changed = bool(changes) and edit_person(workspace, person, changes)
            if note is not None:
                changed |= set_note(workspace, person, note)
            line = f"Changed “{person}”." if changed else "Nothing changed."
            return Outcome({"id": person, "changed": changed}, [line])
        if action in ("pause", "resume", "left"):
            state = _STATES[action]
            changed = bool(set_state(workspace, [person], state))
            open_ = len(open_assignments(workspace, [person])[0])
            line = {
                "pause": f"“{person}” is paused and gets no new items.",
                "resume": f"“{person}” takes part again.",
                "left": f"“{person}” has left. Their answers still count.",
            }[action]
            lines = [line]
            if open_ and state != "active":
                lines.append(
                    f"Open items: {open_}. To reassign them: proofdesk reassign {folder} {person}"
                )
            return Outcome({"id": person, "state": state, "changed": changed, "open": open_}, lines)
        withdrawn = remove_person(workspace, person, with_assignments=with_assignments)
    line = f"Removed “{person}”."
    if withdrawn:
        line += f" Assignments withdrawn: {withdrawn}."
    return Outcome({"id": person, "removed": True, "assignments": withdrawn}, [line])


_LISTS = ("languages", "fields", "topics")
_STATES: dict[str, State] = {"pause": "paused", "resume": "active", "left": "left"}


def _own_fields(workspace: Workspace, given: Sequence[str]) -> dict[str, Any]:
    from desktop_app.workspace.people import PersonRow, listed_values

    result: dict[str, Any] = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign or not name.strip():
            raise UsageError(f"“{one}” is not a field", hint="Write it as NAME=VALUE.")
        key, text = name.strip(), value.strip()
        is_list = key in PersonRow.json_fields
        result[key] = listed_values(workspace, key, text) if is_list else text
    return result


def _reminders(workspace: Workspace, person: str | None) -> Outcome:
    from desktop_app.workspace.overview import overview_of
    from desktop_app.workspace.reminders import quiet_people, reminder, require_open

    overview = overview_of(workspace)
    people = [require_open(overview, person)] if person is not None else quiet_people(overview)
    texts = [{"id": one.id, "open": one.open, "text": reminder(overview, one.id)} for one in people]
    lines = [line for one in texts for line in (str(one["text"]), "")][:-1]
    return Outcome({"reminders": texts}, [*lines] or ["Nobody needs a reminder."])


def _listed(values: Sequence[str]) -> str:
    """Return values as `--field` takes them."""
    return ("; " if any("," in one for one in values) else ", ").join(values)


def _people_listed(workspace: Workspace) -> Outcome:
    """Return the people on the roster, sorted by id."""
    from desktop_app.core.merging import body_of

    parts = everybodys_participation(workspace)
    # Sorted, so that the output does not depend on the order in which records arrived.
    result = []
    for record in sorted(workspace.records.all_current("person"), key=lambda r: r.key):
        part = parts.get(record.key, ACTIVE)
        result.append(
            {"id": record.key, **body_of(record), "state": part.state, "note": part.note or None}
        )
    rows = [
        [
            p["id"],
            p.get("name"),
            p.get("role"),
            "imported" if p.get("external") else "" if p["state"] == "active" else p["state"],
            *(_listed(p.get(name) or ()) for name in _LISTS),
            p["note"],
        ]
        for p in result
    ]
    columns = ["id", "name", "role", "", *_LISTS, "note"]
    return Outcome({"people": result}, [Grid("People", columns, rows)])
