"""Work that a judge of a later stage sent back: its author is asked once more, and told why.

Who judged stays with the lead. When a bundle is packed for the author, a record of the kind
`prepared`, for this person alone, says which revision came back and with what notes; once the
author has submitted another one, it asks nothing any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from desktop_app.core.errors import AppError
from desktop_app.core.keys import row_key, work_key
from desktop_app.core.merging import body_of, same_body
from desktop_app.core.protocol import Draft, SendsBack
from desktop_app.core.records import Record
from desktop_app.workspace.consent import everybodys_consent
from desktop_app.workspace.workspace import Workspace

WHAT = "sent_back"


def sent_back(workspace: Workspace) -> dict[str, tuple[str, ...]]:
    """Return the notes on answers that were sent back and not given again since, by work key.

    A lead sees what judges say now; an annotator what the last bundle told.
    """
    if workspace.is_lead:
        return {key: notes for key, (_, notes) in _judged(workspace).items()}
    found: dict[str, tuple[str, ...]] = {}
    records = workspace.records
    for key in records.keys("prepared"):
        for head in records.heads("prepared", key):
            body = head.body
            if body is None or body["what"] != WHAT or body.get("person") != workspace.person:
                continue
            content = body["content"]
            notes, stage = content.get("notes"), str(content.get("stage", ""))
            if not isinstance(notes, list) or not notes:
                continue
            work = work_key(str(body["item"]), workspace.person, stage)
            about = str(content.get("revision", ""))
            if any(_is_still(one, records.get(about)) for one in records.heads("annotation", work)):
                found[work] = (*found.get(work, ()), *(str(note) for note in notes))
    return {key: tuple(dict.fromkeys(notes)) for key, notes in found.items()}


def tell_author(workspace: Workspace, person: str) -> None:
    """State for one person what came back of their work, and what no longer does.

    Raises NotSavedError.
    """
    lead = str(workspace.project_body().get("lead", workspace.person))
    drafts: dict[str, Draft] = {}
    for record in workspace.records.all_current("prepared"):
        body = body_of(record)
        if body["what"] == WHAT and body.get("person") == person:  # unless it is stated again
            notices = {**body, "content": {**body["content"], "notes": []}}
            drafts[record.key] = Draft("prepared", record.key, notices, lead, str(body["item"]))
    for record, notes in _judged(workspace).values():
        body = body_of(record)
        if body["annotator"] != person:
            continue
        protocol, item, stage = (str(body[name]) for name in ("protocol", "item", "stage"))
        key = row_key(workspace.project, protocol, WHAT, item, person, stage)
        notices = {
            "protocol": protocol,
            "item": item,
            "what": WHAT,
            "source": "judgement",
            "person": person,
            "content": {"revision": record.rev, "stage": stage, "notes": list(notes)},
        }
        drafts[key] = Draft("prepared", key, notices, lead, item)
    if drafts:
        workspace.add([drafts[key] for key in sorted(drafts)], imported=True)


def _judged(workspace: Workspace) -> dict[str, tuple[Record, tuple[str, ...]]]:
    """Return by work key the current answers that came back, and the notes on them, sorted.

    The order of notes tells nothing of who wrote them. What counts nowhere else, judgements in
    conflict, of one's own work, and of people who took their consent back, sends nothing back.
    """
    records = workspace.records
    sending: dict[str, SendsBack | None] = {}
    gone: set[str] | None = None
    found: dict[str, tuple[Record, set[str]]] = {}
    for record in records.all_current("annotation"):
        body = body_of(record)
        origin = records.current("origin", str(body["item"]))
        if origin is None or not body_of(origin).get("derived_from"):
            continue  # judges no answer. Protocols are loaded only where something does
        name = str(body["protocol"])
        if name not in sending:
            sending[name] = _that_sends_back(workspace, name)
        chosen = sending[name]
        decision = chosen.sent_back(str(body["stage"]), body["answers"]) if chosen else None
        if decision is None:
            continue
        if gone is None:
            consents = everybodys_consent(workspace)
            gone = {person for person, one in consents.items() if one.state == "withdrawn"}
        if decision[0] != body_of(origin)["derived_from"]:
            continue  # speaks of another answer than its item's
        about = records.get(decision[0])
        if body["annotator"] in gone or about is None or about.kind != "annotation":
            continue
        if not records.is_there("assignment", about.key):
            continue  # collected elsewhere: nobody can be asked here
        current = records.current("annotation", about.key)
        if current is None or not _is_still(current, about):
            continue
        if body_of(current)["annotator"] != body["annotator"]:
            found.setdefault(about.key, (about, set()))[1].add(decision[1])
    return {key: (record, tuple(sorted(notes))) for key, (record, notes) in found.items()}


def _is_still(current: Record, about: Record | None) -> bool:
    """Return whether a record states what another one did: itself, or the same answers once more,
    as someone does who takes a later submission back."""
    if about is None or current.body is None or about.body is None:
        return False
    return current.rev == about.rev or same_body(current.body, about.body)


def _that_sends_back(workspace: Workspace, name: str) -> SendsBack | None:
    with suppress(AppError):  # a protocol that is not here asks nothing either
        protocol = workspace.protocol(name)
        return protocol if isinstance(protocol, SendsBack) else None
    return None


def same_again(
    workspace: Workspace, key: str, answers: Mapping[str, Any], back: Mapping[str, Any]
) -> bool:
    """Return whether answers are just those that came back. `back`: as `sent_back` returns it."""
    heads = workspace.records.heads("annotation", key) if key in back else []
    return any(head.body is not None and head.body["answers"] == answers for head in heads)
