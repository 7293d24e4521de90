"""Returned work: a reviewer of a later stage sent it back, and its author is asked again.

The reviewer's name stays with the lead. When a bundle is packed for the author, a record of the
kind `prepared`, for this person alone, names the revision and the notes. Once the author has
submitted another revision, it has no effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from desktop_app.core.errors import AppError
from desktop_app.core.keys import row_key, work_key
from desktop_app.core.merging import body_of, same_body
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.consent import everybodys_consent
from desktop_app.workspace.workspace import Workspace

WHAT = "sent_back"


def sent_back(workspace: Workspace) -> dict[str, tuple[str, ...]]:
    """Return the notes on returned answers that were not submitted again since, by work key.

    A lead gets them from the present judgements; an annotator from the last bundle.
    """
    if workspace.is_lead:
        return {key: notes for key, (_, notes) in _judged(workspace).items()}
    result: dict[str, tuple[str, ...]] = {}
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
            # Only while the answers are still those that were returned.
            if any(_is_still(one, records.get(about)) for one in records.heads("annotation", work)):
                result[work] = (*result.get(work, ()), *(str(note) for note in notes))
    return {key: tuple(dict.fromkeys(notes)) for key, notes in result.items()}


def tell_author(workspace: Workspace, person: str) -> None:
    """Record for one person which of their work was returned, and which no longer is.

    Raises NotSavedError.
    """
    lead = str(workspace.project_body().get("lead", workspace.person))
    drafts: dict[str, Draft] = {}
    for record in workspace.records.all_current("prepared"):
        body = body_of(record)
        # An earlier statement is emptied, unless the loop below states it again.
        if body["what"] == WHAT and body.get("person") == person:
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
    """Return the current answers that were returned, by work key, with their sorted notes.

    Sorted, so that the order does not reveal who wrote which note. Judgements that are not counted
    anywhere (in conflict, of one's own work, or by people who withdrew their consent) return
    nothing.
    """
    records = workspace.records
    protocols: dict[str, Protocol | None] = {}
    gone: set[str] | None = None
    result: dict[str, tuple[Record, set[str]]] = {}
    # `all_current` leaves out judgements in conflict.
    for record in records.all_current("annotation"):
        body = body_of(record)
        origin = records.current("origin", str(body["item"]))
        if origin is None or not body_of(origin).get("derived_from"):
            # Judges no answer. Protocols are loaded only where something does.
            continue
        name = str(body["protocol"])
        if name not in protocols:
            protocols[name] = _protocol(workspace, name)
        chosen = protocols[name]
        stage = chosen.find_stage(str(body["stage"])) if chosen else None
        decision = stage.sent_back(body["answers"]) if stage else None
        if decision is None:
            continue
        if gone is None:
            consents = everybodys_consent(workspace)
            gone = {person for person, one in consents.items() if one.state == "withdrawn"}
        if decision[0] != body_of(origin)["derived_from"]:
            # The judgement is about another answer than its item.
            continue
        about = records.get(decision[0])
        if body["annotator"] in gone or about is None or about.kind != "annotation":
            continue
        if not records.is_there("assignment", about.key):
            # Imported answers: their authors cannot be asked here.
            continue
        current = records.current("annotation", about.key)
        if current is None or not _is_still(current, about):
            continue
        if body_of(current)["annotator"] != body["annotator"]:
            result.setdefault(about.key, (about, set()))[1].add(decision[1])
    return {key: (record, tuple(sorted(notes))) for key, (record, notes) in result.items()}


def _is_still(current: Record, about: Record | None) -> bool:
    """Return whether a record states the same as another one.

    That is the record itself, or one with the same answers, as after a submission was undone
    (docs/decisions/0028).
    """
    if about is None or current.body is None or about.body is None:
        return False
    return current.rev == about.rev or same_body(current.body, about.body)


def _protocol(workspace: Workspace, name: str) -> Protocol | None:
    # A protocol that is not installed here sends nothing back.
    with suppress(AppError):
        return workspace.protocol(name)
    return None


def same_again(
    workspace: Workspace, key: str, answers: Mapping[str, Any], back: Mapping[str, Any]
) -> bool:
    """Return whether answers equal those that were returned. `back`: result of `sent_back`."""
    heads = workspace.records.heads("annotation", key) if key in back else []
    return any(head.body is not None and head.body["answers"] == answers for head in heads)
