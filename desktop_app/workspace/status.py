"""The status of a workspace as plain data."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from desktop_app.core.keys import person_of
from desktop_app.core.kinds import KINDS
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.workspace import materials
from desktop_app.workspace.consent import consent_text, everybodys_consent
from desktop_app.workspace.folder import opening_notes
from desktop_app.workspace.uncounted_answers import unassigned_answers, unassigned_notes
from desktop_app.workspace.work_states import stale_answers, work_counts
from desktop_app.workspace.workspace import LEAD, Workspace


def status_of(workspace: Workspace) -> dict[str, Any]:
    """Return the status of a workspace, as `proofdesk status --json` prints it.

    `annotations` counts annotations in conflict once. In `progress`, outdated and returned answers
    count as to do (`anew` is their number), not as done. For people without assignments, such as
    those known only from imported answers, `done` counts all answers. `own_work` counts the work of
    the workspace's person as the window does, with drafts, which are known for nobody else.
    """
    records = workspace.records
    done, answered = Counter[str](), Counter[str]()
    annotations = 0
    unassigned = unassigned_answers(workspace)
    assigned_keys = {r.key for r in records.all_current("assignment")}
    for key in records.keys("annotation"):
        if key not in unassigned and any(
            head.body is not None for head in records.heads("annotation", key)
        ):
            annotations += 1
            answered[person_of(key)] += 1
            done[person_of(key)] += key in assigned_keys
    assigned = Counter(str(body_of(r)["person"]) for r in records.all_current("assignment"))
    stale = stale_answers(workspace)
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
    return {
        "project": workspace.project,
        "title": workspace.title,
        "protocols": workspace.protocols,
        "role": "lead" if workspace.is_lead else "annotator",
        "person": workspace.person,
        "items": sum(1 for _ in records.all_current("item")),
        "people": len(people),
        "assignments": len(assigned_keys),
        "annotations": annotations,
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
        "tasks": lead_tasks(workspace),
    }


def lead_tasks(workspace: Workspace) -> list[dict[str, Any]]:
    """Return what needs the lead, most urgent first; an annotator has no such tasks."""
    if not workspace.is_lead:
        return []
    # Imported here because an annotator's status should not wait for it.
    from desktop_app.workspace.overview import overview_of

    return [task.to_json() for task in overview_of(workspace).state.tasks]


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
    notes = []
    by_device: dict[str, str] = {}
    for record in workspace.records:
        # Imported records have no number, and leads need not send all of their records.
        if record.seq and KINDS[record.kind].annotator and record.author != LEAD:
            by_device[record.device] = record.author
    for device, author in sorted(by_device.items(), key=lambda pair: pair[::-1]):
        gaps = workspace.records.gaps(device)
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
