"""Whether people currently take part: active, paused, or left; and the lead's notes about them.

Pausing and leaving are the lead's decisions about *work*: the person gets no new items, and their
answers keep counting. Withdrawing *consent* is the person's own decision, and excludes their
answers (`consent.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.workspace import Workspace

# In order of strictness: of states in conflict, the last one applies.
State = Literal["active", "paused", "left"]
STATES: tuple[State, ...] = get_args(State)
# Characters.
_LONGEST_NOTE = 2000


@dataclass(frozen=True)
class Participation:
    """A person's participation; `note`: the lead's note, which is never sent to anybody."""

    state: State = "active"
    note: str = ""

    @property
    def is_active(self) -> bool:
        return self.state == "active"


ACTIVE = Participation()


def participation_of(workspace: Workspace, person: str) -> Participation:
    """Return a person's participation. Of versions in conflict, the strictest state applies."""
    bodies = [head.body for head in workspace.records.heads("participation", person) if head.body]
    if not bodies:
        return ACTIVE
    return Participation(
        max((body.get("state", "active") for body in bodies), key=STATES.index),
        str(next((body["note"] for body in bodies if body.get("note")), "")),
    )


def everybodys_participation(workspace: Workspace) -> dict[str, Participation]:
    """Return the participation of the people for whom a lead recorded one, by person."""
    return {
        person: participation_of(workspace, person)
        for person in workspace.records.keys("participation")
    }


def set_state(workspace: Workspace, people: Iterable[str], state: State) -> int:
    """Set whether people take part; return the number of people whose state changes.

    Raises UsageError in an annotator's workspace, for unknown people, and for oneself unless the
    state is “active”.
    """
    workspace.require_lead(msg("Pausing people"))
    named = list(people)
    _require_known(workspace, named)
    if workspace.person in named and state != "active":
        raise UsageError(
            msg(
                "you cannot pause yourself or record that you have left (“{person}”)",
                person=workspace.person,
            ),
            hint=msg("A project needs a lead."),
        )
    drafts = [
        _draft(workspace, person, Participation(state, participation_of(workspace, person).note))
        for person in named
    ]
    return len(workspace.add([one for one in drafts if one is not None]).added)


def set_note(workspace: Workspace, person: str, note: str) -> bool:
    """Set the lead's note about a person; return whether it changes.

    Raises UsageError in an annotator's workspace, for an unknown person, and for an invalid note.
    """
    workspace.require_lead(msg("Writing notes"))
    _require_known(workspace, [person])
    # Imported here because it imports pydantic, which is slow.
    from desktop_app.core.fields import has_control

    note = note.strip()
    if len(note) > _LONGEST_NOTE or has_control(note.replace("\n", "")):
        raise UsageError(
            msg(
                "a note has at most {longest} characters and no control characters",
                longest=_LONGEST_NOTE,
            ),
            hint=msg("Shorten it."),
        )
    draft = _draft(
        workspace, person, Participation(participation_of(workspace, person).state, note)
    )
    return draft is not None and bool(workspace.add([draft]).added)


def require_active(workspace: Workspace, people: Iterable[str]) -> None:
    """Raise UsageError if some of these people are paused or have left."""
    away = [person for person in people if not participation_of(workspace, person).is_active]
    if away:
        raise UsageError(
            msg("paused or no longer in the project: {people}", people=", ".join(away)),
            hint=msg(
                "Leave them out, or resume them first on the page People "
                "(or: proofdesk people DIR resume ID)."
            ),
        )


def _require_known(workspace: Workspace, people: Iterable[str]) -> None:
    unknown = [one for one in people if workspace.records.current("person", one) is None]
    if unknown:
        raise UsageError(
            msg("unknown people: {unknown}", unknown=", ".join(unknown)),
            hint=msg("See the page People (or: proofdesk people DIR list)."),
        )


def _draft(workspace: Workspace, person: str, new: Participation) -> Draft | None:
    """Return the draft that states a participation; None if it is the state without a record."""
    if new == ACTIVE and not workspace.records.heads("participation", person):
        return None
    body: dict[str, Any] = {"person": person, "state": new.state}
    if new.note:
        body["note"] = new.note
    return Draft("participation", person, body, workspace.lead, person)
