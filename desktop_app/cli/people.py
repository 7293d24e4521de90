"""The command about people: add, edit, pause, remove, list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from desktop_app.cli.app import Folder, Json, verb
from desktop_app.cli.output import Grid, Outcome
from desktop_app.core.errors import UsageError
from desktop_app.workspace.participation import (
    ACTIVE,
    State,
    everybodys_participation,
    set_note,
    set_state,
)
from desktop_app.workspace.workspace import Workspace

_PEOPLE = ("add", "set", "pause", "resume", "left", "remind", "remove", "list")


@verb("people")
def people_verb(
    folder: Folder,
    action: Annotated[str, typer.Argument(metavar="|".join(_PEOPLE), help="What to do.")],
    person: Annotated[str | None, typer.Argument(metavar="[ID]", help="A pseudonymous id.")] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="N", help="A name.")] = None,
    role: Annotated[
        str | None,
        typer.Option("--role", metavar="ROLE", help="annotator (default for add) or lead."),
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(
            "--field",
            metavar="NAME=VALUE",
            help="set: languages, topics, fields, or a field of your own; empty removes it.",
        ),
    ] = None,
    note: Annotated[
        str | None,
        typer.Option("--note", metavar="TEXT", help="set: your note, which nobody is sent."),
    ] = None,
    with_assignments: Annotated[
        bool, typer.Option("--with-assignments", help="remove: withdraw what is assigned to them.")
    ] = False,
    json: Json = False,
) -> Outcome:
    """Add people, edit, pause or remove them, or list all.

    `pause` gives a person no new items until you `resume` them; `left` records that they do no more
    work. In both cases their answers still count, and their open items stay with them until you
    `reassign` these. Withdrawing consent is different: only the person can do it, and it excludes
    their answers. `remind` prints a text for a person with open items, without an ID one for each
    person who has sent nothing for a week; you send it. `remove` is for people
    without submitted work, such as a mistyped id.
    """
    from desktop_app.workspace.people import add_person, edit_person, remove_person
    from desktop_app.workspace.reassigning import open_assignments

    if action not in _PEOPLE:
        raise UsageError(f"people cannot “{action}”", hint=f"Use one of: {', '.join(_PEOPLE)}.")
    if action != "set" and (field or note is not None):
        raise UsageError("--field and --note are only for “set”", hint="people DIR set ID …")
    if action == "list":
        with Workspace.open(folder) as workspace:
            return _people_listed(workspace)
    if action == "remind":
        with Workspace.open(folder) as workspace:
            return _reminders(workspace, person)
    if person is None:
        raise UsageError("whom?", hint=f"Use: proofdesk people DIR {action} ID")
    with Workspace.open(folder, write=True) as workspace:
        if action == "add":
            added = add_person(workspace, person, name=name, role=role or "annotator")
            line = f"Added “{person}”." if added else f"“{person}” already exists."
            return Outcome({"id": person, "added": added}, [line])
        if action == "set":
            changes: dict[str, Any] = {**_own_fields(field or ())}
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
                    f"Open items: {open_}. To move them: proofdesk reassign {folder} {person}"
                )
            return Outcome({"id": person, "state": state, "changed": changed, "open": open_}, lines)
        withdrawn = remove_person(workspace, person, with_assignments=with_assignments)
    line = f"Removed “{person}”."
    if withdrawn:
        line += f" Assignments withdrawn: {withdrawn}."
    return Outcome({"id": person, "removed": True, "assignments": withdrawn}, [line])


_STATES: dict[str, State] = {"pause": "paused", "resume": "active", "left": "left"}


def _own_fields(given: Sequence[str]) -> dict[str, str]:
    result = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign or not name.strip():
            raise UsageError(f"“{one}” is not a field", hint="Write it as NAME=VALUE.")
        result[name.strip()] = value.strip()
    return result


def _reminders(workspace: Workspace, person: str | None) -> Outcome:
    from desktop_app.workspace.overview import overview_of
    from desktop_app.workspace.reminders import quiet_people, reminder, require_open

    overview = overview_of(workspace)
    people = [require_open(overview, person)] if person is not None else quiet_people(overview)
    texts = [{"id": one.id, "open": one.open, "text": reminder(overview, one.id)} for one in people]
    lines = [line for one in texts for line in (str(one["text"]), "")][:-1]
    return Outcome({"reminders": texts}, [*lines] or ["Nobody has been quiet for a week."])


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
            ", ".join(p.get("languages") or ()),
            p["note"],
        ]
        for p in result
    ]
    columns = ["id", "name", "role", "", "languages", "note"]
    return Outcome({"people": result}, [Grid("People", columns, rows)])
