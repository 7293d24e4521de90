"""Submissions of people and drafts of models: listing, deciding, requesting more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Brought, Submission
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.importing import import_rows
from desktop_app.workspace.workspace import Workspace

# A place belongs to one person alone, so there is nothing to draw.
_SEED = 1


@dataclass
class Called:
    """Result of a call: new places by person, and what was refused."""

    places: dict[str, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)


def submissions_of(workspace: Workspace) -> Iterator[tuple[str, Submission]]:
    """Yield the submissions with the key of their protocol, in a stable order."""
    for key in workspace.protocols:
        try:
            protocol = workspace.protocol(key)
        except UsageError:
            continue
        if protocol.takes_submissions:
            for one in protocol.submissions(dataset_of(workspace, key)):
                yield key, one


def decide(
    workspace: Workspace, protocol: str, items: Sequence[str], decision: str, reason: str = ""
) -> list[str]:
    """Accept (“accept”) or reject (“reject”) the submissions with these items.

    A decision may be changed. Returns the refused ones, a sentence each. Raises UsageError in an
    annotator's workspace and for a protocol without submissions, NotSavedError.
    """
    workspace.require_lead(msg("Deciding about submissions"))
    chosen = _taking(workspace, protocol)
    rows: dict[str, list[Mapping[str, Any]]] = {}
    for item in items:
        what, row = chosen.decision_row(item, decision, reason)
        # Imported kind by kind, because one import takes rows of one kind.
        rows.setdefault(what, []).append(row)
    refused: list[str] = []
    for what, several in rows.items():
        refused += import_rows(workspace, protocol, what, several, update=True).refused
    return refused


def brought(workspace: Workspace, protocol: str, item: str) -> Brought | None:
    """Return what a decision is about, as people see it, if the protocol itself describes it.

    None where it is a submission at an item. Raises RefusedError for one that is no longer here, or
    is in conflict.
    """
    chosen = workspace.protocol(protocol)
    if not chosen.takes_submissions or chosen.submission_stage:
        return None
    result = chosen.brought(dataset_of(workspace, protocol), item)
    if result is None:
        raise RefusedError(
            msg("this submission cannot be shown: it was withdrawn or is in conflict"),
            hint=msg("See: proofdesk conflicts DIR."),
        )
    return result


def ask_for(
    workspace: Workspace, protocol: str, people: Sequence[str], number: int, about: str = ""
) -> Called:
    """Give each person places for `number` submissions in all, and assign them.

    about  the field they are asked about; "": their own choice

    People who have as many places already get no more. Raises UsageError for unknown people.
    """
    workspace.require_lead(msg("Requesting submissions"))
    chosen = _taking(workspace, protocol)
    if not chosen.submission_stage:
        raise UsageError(msg("{protocol} has no submissions", protocol=protocol))
    rows = [{"author": person, "tasks": number, "field": about or None} for person in people]
    report = import_rows(workspace, protocol, "calls", rows, update=True)
    # Each new place belongs to one person, so an overlap of 1 assigns it to that person.
    given = assign(
        workspace,
        protocol=protocol,
        people=people,
        stage=chosen.submission_stage,
        overlap=1,
        seed=_SEED,
    )
    return Called(dict(given.new), list(report.refused))


def _taking(workspace: Workspace, protocol: str) -> Protocol:
    chosen = workspace.protocol(protocol)
    if not chosen.takes_submissions:
        raise UsageError(msg("{protocol} has no submissions", protocol=protocol))
    return chosen
