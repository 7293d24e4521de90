"""Status of a workspace as plain data."""

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
    """Return the state of a workspace. `annotations` counts things, conflicting ones included.

    In `progress`, outdated and returned answers count as to do, not done: `anew` of them. `done`
    counts assigned items; of people without assignments, such as those known through imported
    answers, all their answers. Only the drafts of the workspace's own person are known: `own_work`
    counts these as the window does.
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
        # Imported here because cryptography takes longer to import than everything else: only
        # needed where answers were accepted without proof.
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
    }


def _broken_texts(workspace: Workspace) -> list[str]:
    wrong = materials.problem(workspace)
    return (
        []
        if wrong is None
        else [msg("{wrong}. {hint}", wrong=wrong, hint=wrong.hint) if wrong.hint else str(wrong)]
    )


def folder_bytes(folder: Path) -> int:
    """Return the size on disk of a workspace's live files, without backups and cache."""
    total = 0
    for file in folder.iterdir():
        # Another program may be compacting the workspace.
        with suppress(FileNotFoundError):
            total += file.stat().st_size if file.is_file() else 0
    return total


def missing_sequences(workspace: Workspace) -> list[str]:
    """Return notes on annotators' records that were made but have not arrived."""
    notes = []
    by_device: dict[str, str] = {}
    for record in workspace.records:
        # Imported records have number 0; a lead's records need not all be sent.
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
