"""The status of a workspace as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from contextlib import suppress
from pathlib import Path
from typing import Any

from desktop_app.core.keys import KEY_DIGITS, person_of
from desktop_app.core.kinds import KINDS
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.workspace import materials
from desktop_app.workspace.bundles_out import bundles_out
from desktop_app.workspace.consent import consent_text, everybodys_consent, reported_sequences
from desktop_app.workspace.earlier_texts import is_about_earlier_text
from desktop_app.workspace.folder import opening_notes
from desktop_app.workspace.lead_tasks import (
    AnswerSums,
    Facts,
    Worker,
    comments_of,
    lead_state,
    sorted_tasks,
)
from desktop_app.workspace.participation import ACTIVE, everybodys_participation
from desktop_app.workspace.uncounted_answers import (
    unassigned_answers,
    unassigned_notes,
)
from desktop_app.workspace.work_states import sent_back, stale_answers, work_counts
from desktop_app.workspace.workspace import CONFIRMED_KEYS, LEAD, RUNS, Workspace


def status_of(workspace: Workspace) -> dict[str, Any]:
    """Return the status of a workspace, as `proofdesk status --json` prints it.

    `annotations` counts annotations in conflict once. In `progress`, outdated and returned answers
    count as to do (`anew` is their number), not as done. For people without assignments, such as
    those known only from imported answers, `done` counts all answers. `own_work` counts the work of
    the workspace's person as the window does, with drafts, which are known for nobody else.
    """
    records = workspace.records
    done, answered = Counter[str](), Counter[str]()
    annotations = imported = 0
    unassigned = unassigned_answers(workspace)
    assigned_keys = {r.key for r in records.all_current("assignment")}
    for key in records.keys("annotation"):
        if key not in unassigned and any(
            head.body is not None for head in records.heads("annotation", key)
        ):
            annotations += 1
            imported += not records.has(("assignment", key))
            answered[person_of(key)] += 1
            done[person_of(key)] += key in assigned_keys
    assigned = Counter(str(body_of(r)["person"]) for r in records.all_current("assignment"))
    form_stale = stale_answers(workspace, back=())
    stale = form_stale.union(sent_back(workspace))
    again = Counter(person_of(key) for key in stale)
    waiting_work = again + Counter(
        person_of(key) for key in assigned_keys if not records.is_there("annotation", key)
    )
    consents = everybodys_consent(workspace)
    people = {r.key: body_of(r) for r in records.all_current("person")}
    merges = workspace.store.records.table("merges").all()
    accepted: dict[str, int] = {}
    accepted_text: list[str] = []
    if any(entry.get("accepted") for entry in merges):
        # Imported here because cryptography takes longer to import than everything else, and is
        # needed only if answers were accepted without proof.
        from desktop_app.workspace.attestations import accepted_notes, accepted_without_proof

        accepted = dict(Counter(accepted_without_proof(workspace).values()))
        accepted_text = list(accepted_notes(workspace))
    data = {
        "project": workspace.project,
        "title": workspace.title,
        "protocols": workspace.protocols,
        "role": "lead" if workspace.is_lead else "annotator",
        "person": workspace.person,
        "items": sum(1 for _ in records.all_current("item")),
        "people": len(people),
        "assignments": len(assigned_keys),
        "annotations": annotations,
        "imported": imported,
        "drafts": len(workspace.drafts.unfinished(records, workspace.person)),
        "not_assigned": len(unassigned),
        "accepted": accepted,
        "own_work": work_counts(workspace).to_json(),
        "conflicts": len(records.conflicts()),
        "waiting": len(records.waiting()),
        "progress": {
            person: {
                "assigned": assigned[person],
                "done": done[person] - again[person] if assigned[person] else answered[person],
                "to_do": waiting_work[person],
                "anew": again[person],
                "external": bool(people.get(person, {}).get("external")),
            }
            for person in sorted({*people, *assigned, *answered})
        },
        "consent": {
            "asked": consent_text(workspace) is not None,
            "people": {person: one.to_json() for person, one in consents.items()},
        },
        "last_merge": merges[-1]["time"] if merges else None,
        "not_arrived": missing_sequences(workspace) if workspace.is_lead else [],
        "bytes": folder_bytes(workspace.folder),
        "notes": [
            *opening_notes(workspace.store),
            *_broken_texts(workspace),
            *unassigned_notes(workspace),
            *accepted_text,
        ],
        "damage": list(workspace.store.report.problems),
    }
    return {**data, "tasks": _lead_tasks(workspace, data, form_stale, stale)}


def _lead_tasks(
    workspace: Workspace, data: Mapping[str, Any], stale: Set[str], again: Set[str]
) -> list[dict[str, Any]]:
    """Return the lead's tasks, the most urgent first; an annotator has none.

    `data`: the other parts of the status
    `stale`: keys of the answers that must be given again because the form has changed
    `again`: these, and the keys of returned answers

    This is what the overview of the window shows, except for low agreement (`low_agreement.py`). It
    does not use the overview, which imports much more than a status needs.
    """
    if not workspace.is_lead:
        return []
    people = data["consent"]["people"]
    gone = {person for person, one in people.items() if one["state"] == "withdrawn"}
    state = lead_state(
        workspace,
        _facts(workspace, data, gone, stale),
        AnswerSums(comments=comments_of(workspace, gone)),
        bundles_out(workspace, again),
    )
    return [task.to_json() for task in sorted_tasks(state.tasks)]


def _facts(workspace: Workspace, data: Mapping[str, Any], gone: Set[str], stale: Set[str]) -> Facts:
    """Return the facts from which the tasks follow.

    `gone`: people who withdrew their consent
    `stale`: as for `_lead_tasks`
    """
    records = workspace.records
    merged: dict[str, str] = {}
    for entry in workspace.store.records.table("merges").all():
        merged |= {str(bundle["sender"]): str(entry["time"]) for bundle in entry["bundles"]}
    on_roster = {record.key for record in records.all_current("person")}
    used = {str(body_of(record)["item"]) for record in records.all_current("assignment")}
    used |= {key[:KEY_DIGITS] for key in records.keys("annotation")}
    pins = workspace.store.records.table("pins")
    unconfirmed = {str(pin["person"]) for pin in pins if not pin.get("confirmed")}
    unconfirmed &= data["progress"].keys()
    settings = workspace.project_body().get("settings") or {}
    conflicting = [records.stated_body(kind, key) or {} for kind, key in records.conflicts()]
    people = {str(body.get("annotator") or body.get("person") or "") for body in conflicting}
    parts = everybodys_participation(workspace)
    return Facts(
        items=data["items"],
        unassigned=sum(1 for one in records.all_current("item") if one.key not in used),
        workers=tuple(
            Worker(
                person,
                one["assigned"],
                one["to_do"],
                merged.get(person, ""),
                person in gone or parts.get(person, ACTIVE).state == "left",
                parts.get(person, ACTIVE).state == "paused",
            )
            for person, one in data["progress"].items()
            if person in on_roster and not one["external"] and person != workspace.person
        ),
        annotations=data["annotations"],
        last_merge=data["last_merge"] or "",
        unconfirmed=tuple(sorted(unconfirmed)),
        must_confirm=settings.get(CONFIRMED_KEYS) is True,
        pending=_pending_submissions(workspace),
        not_assigned=data["not_assigned"],
        conflicts=data["conflicts"],
        conflict_people=tuple(sorted(people - {""})),
        outdated_decisions=_outdated_decisions(workspace),
        not_arrived=len(data["not_arrived"]),
        waiting=data["waiting"],
        failed=sum(len(keys) for keys in workspace.local(RUNS, {}).values()),
        stale=tuple(sorted(stale)),
        earlier_texts=_earlier_texts(workspace),
        withdrawn=_without_an_answer(workspace) if gone else (),
    )


def _outdated_decisions(workspace: Workspace) -> int:
    # Most projects have no decisions. Only for them are the items read, which takes longer.
    if not any(True for _ in workspace.records.keys("adjudication")):
        return 0
    from desktop_app.workspace.item_index import outdated_decisions
    from desktop_app.workspace.item_work import project_work

    return outdated_decisions(project_work(workspace).index.entries)


def _earlier_texts(workspace: Workspace) -> tuple[str, ...]:
    """Return the author of each answer to an earlier text of its item."""
    records = workspace.records
    bodies = map(body_of, records.all_current("annotation"))
    if not any(is_about_earlier_text(records, body) for body in bodies):
        return ()
    from desktop_app.workspace.item_index import earlier_text_authors
    from desktop_app.workspace.item_work import project_work

    return earlier_text_authors(project_work(workspace).index.entries)


def _without_an_answer(workspace: Workspace) -> tuple[str, ...]:
    from desktop_app.workspace.item_work import project_work

    return project_work(workspace).without_an_answer()


def _pending_submissions(workspace: Workspace) -> int:
    # Without answers and rows of a protocol there are no submissions. Only protocols that have some
    # are loaded, which takes longer than everything else here.
    records = workspace.records
    used = {
        str((records.stated_body(kind, key) or {}).get("protocol"))
        for kind in ("annotation", "data")
        for key in records.keys(kind)
    }
    taking = [one for one in workspace.usable_protocols(used) if one.takes_submissions]
    if not taking:
        return 0
    from desktop_app.workspace.dataset import dataset_of

    return sum(
        one.pending_submissions(dataset_of(workspace, one.key, whole=False)) for one in taking
    )


def _broken_texts(workspace: Workspace) -> list[str]:
    wrong = materials.problem(workspace)
    return (
        []
        if wrong is None
        else [msg("{wrong}. {hint}", wrong=wrong, hint=wrong.hint) if wrong.hint else str(wrong)]
    )


def folder_bytes(folder: Path) -> int:
    """Return the total size of the files in a workspace folder, without its subfolders."""
    total = 0
    for file in folder.iterdir():
        # A file may disappear while another program compacts the workspace.
        with suppress(FileNotFoundError):
            total += file.stat().st_size if file.is_file() else 0
    return total


def missing_sequences(workspace: Workspace) -> list[str]:
    """Return notes about annotators' records that have not arrived, by gaps in their numbers."""
    records = workspace.records
    gaps_of = {
        device: gaps
        for device in records.devices()
        # An agreement that was refused is not missing.
        if (gaps := records.gaps(device, reported_sequences(workspace, device)))
    }
    # Most projects have no gaps, and looking at all records is slow.
    if not gaps_of:
        return []
    notes = []
    by_device: dict[str, str] = {}
    for record in records:
        # Imported records have no number, and leads need not send all of their records.
        if record.seq and KINDS[record.kind].annotator and record.author != LEAD:
            by_device[record.device] = record.author
    for device, author in sorted(by_device.items(), key=lambda pair: pair[::-1]):
        gaps = gaps_of.get(device)
        if gaps:
            notes.append(
                msg(
                    "records by “{author}” from device {device} that have not arrived: "
                    "{count} (sequence numbers {first}–{last})",
                    author=author,
                    device=device[:8],
                    count=gaps.count,
                    first=gaps.first,
                    last=gaps.last,
                )
            )
    return notes
