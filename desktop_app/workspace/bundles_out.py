"""The last bundle of each person: recorded when it is written, and compared with the project.

The record belongs to the computer that wrote the file, like the list of merges: it is not part of
the shared records and never in a bundle. Only the last bundle for each person matters, because it
replaces the earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import AppError
from desktop_app.core.keys import KEY_DIGITS
from desktop_app.core.merging import RecordSet, body_of
from desktop_app.core.messages import msg
from desktop_app.core.records import Record
from desktop_app.workspace import materials
from desktop_app.workspace.drafts import save_one
from desktop_app.workspace.earlier_texts import is_item_edited, item_revs
from desktop_app.workspace.participation import participation_of
from desktop_app.workspace.work_states import has_other_text, sent_back, stale_answers
from desktop_app.workspace.workspace import Workspace

# How a bundle is encrypted; empty: not at all.
Lock = Literal["", "passphrase", "keys"]
BundleState = Literal["current", "outdated", "finished"]


@dataclass(frozen=True)
class BundleOut:
    """The last bundle that was written for a person.

    `time`: time of writing (UTC)
    `state`: “outdated”: a new bundle would have other content; “finished”: nothing in it is open,
        and no answer is about an earlier text, or the person has left; “current”: neither
    `items`: number of assignments in it
    `form`: version of the project's own form in it; empty: the questions are fixed
    `reasons`: why it is outdated
    `lock`: how it is protected
    """

    person: str
    file: Path
    time: str
    state: BundleState
    items: int = 0
    form: str = ""
    reasons: tuple[str, ...] = ()
    lock: Lock = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "person": self.person,
            "file": str(self.file),
            "time": self.time,
            "state": self.state,
            "items": self.items,
            "form": self.form,
            "reasons": list(self.reasons),
            "lock": self.lock,
        }


def record_bundle(
    workspace: Workspace, person: str, file: Path, records: Iterable[Record], lock: Lock
) -> None:
    """Record the bundle that was written for a person, in place of the previous one.

    `records`: the records in the bundle

    Does nothing in a workspace that is open for reading only.
    """
    if workspace.store.read_only:
        return
    assignments = sorted(
        record.key for record in records if record.kind == "assignment" and record.body is not None
    )
    entry = {
        "person": person,
        "file": _stored(workspace, file),
        "time": workspace.now(),
        "assignments": assignments,
        "items": item_revs(workspace.records, _items_of(assignments)),
        "texts": materials.text_digests(workspace),
        "returned": _returned(workspace, person, sent_back(workspace)),
        "form": _form_version(workspace),
        "lock": lock,
    }
    save_one(workspace.store.records.table(materials.BUNDLES_OUT), entry, person=person)


def last_lock(workspace: Workspace, person: str) -> Lock:
    """Return how the last bundle for a person is encrypted; empty: not at all, or there is none."""
    entries = workspace.store.records.table(materials.BUNDLES_OUT)
    lock: Lock = next((one["lock"] for one in entries if one["person"] == person), "")
    return lock


def bundles_out(
    workspace: Workspace,
    stale: Set[str] | None = None,
    assigned_keys: Callable[[], Mapping[str, Set[str]]] | None = None,
    texts: Mapping[str, str] | None = None,
) -> list[BundleOut]:
    """Return the last bundle of each person on the roster, sorted by person.

    `stale`: result of `stale_answers`, if the caller has it
    `assigned_keys`: returns the keys of the current assignments by person, if the caller has them
    `texts`: digests of the texts that the next bundles will contain, by path; None: of the current
        ones

    Only bundles that were written in this folder are known. The list is empty in an annotator's
    workspace.
    """
    if not workspace.is_lead:
        return []
    entries = {
        str(one["person"]): one
        for one in workspace.store.records.table(materials.BUNDLES_OUT).all()
    }
    if not entries:
        return []
    stale = stale_answers(workspace) if stale is None else stale
    records = workspace.records
    assigned = _assigned(workspace) if assigned_keys is None else assigned_keys()
    texts = materials.text_digests(workspace) if texts is None else texts
    back = sent_back(workspace)
    result = []
    for person, entry in sorted(entries.items()):
        if records.current("person", person) is None:
            continue
        now = assigned.get(person, frozenset())
        to_do = {
            key
            for key in now
            if key in stale
            or not records.is_there("annotation", key)
            or has_other_text(records, key)
        }
        reasons = tuple(_reasons(workspace, entry, now, texts, back))
        had = bool(entry["assignments"])
        # Somebody who has nothing left to do needs no new bundle, except one that takes items away.
        removed = _removed(workspace, entry, now)
        state: BundleState = "outdated" if reasons else "current"
        has_left = participation_of(workspace, person).state == "left"
        if has_left or (had and not to_do and not removed):
            state, reasons = "finished", ()
        result.append(
            BundleOut(
                person,
                workspace.folder.absolute() / entry["file"],
                str(entry["time"]),
                state,
                len(entry["assignments"]),
                str(entry["form"]),
                reasons,
                entry["lock"],
            )
        )
    return result


def _assigned(workspace: Workspace) -> dict[str, set[str]]:
    """Return the keys of the current assignments by person."""
    assigned: dict[str, set[str]] = {}
    for record in workspace.records.all_current("assignment"):
        assigned.setdefault(str(body_of(record)["person"]), set()).add(record.key)
    return assigned


def _stored(workspace: Workspace, file: Path) -> str:
    """Return the path of a file; relative below the workspace, whose folder may be moved."""
    file, folder = file.absolute(), workspace.folder.absolute()
    return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else str(file)


def _reasons(
    workspace: Workspace,
    entry: Mapping[str, Any],
    now: Set[str],
    texts: Mapping[str, str],
    back: Mapping[str, Any],
) -> Iterable[str]:
    """Yield why a bundle is outdated.

    `now`: keys of the person's current assignments
    `texts`: digests of the current texts, by path
    `back`: result of `sent_back`
    """
    records = workspace.records
    added = {
        key
        for key in now - set(entry["assignments"])
        # Accepting an answer creates an assignment, which need not be sent to anybody.
        if not records.is_there("annotation", key)
    }
    removed = _removed(workspace, entry, now)
    if added:
        yield msg("items added: {count}", count=len(added))
    if removed:
        yield msg("items removed: {count}", count=len(removed))
    if _are_items_edited(workspace.records, entry):
        yield msg("items were edited")
    changed = {
        path for path in {*texts, *entry["texts"]} if texts.get(path) != entry["texts"].get(path)
    }
    names = {
        "forms": msg("the form has changed"),
        "guidelines": msg("the guidelines have changed"),
        materials.CONSENT: msg("the consent text has changed"),
    }
    if materials.BACKGROUND in changed:
        changed.remove(materials.BACKGROUND)
        yield msg("the background questions have changed")
    kinds = {path.partition("/")[0] for path in changed}
    yield from (words for kind, words in names.items() if kind in kinds)
    if kinds - names.keys():
        yield msg("settings or prompts have changed")
    returned = set(_returned(workspace, entry["person"], back)) - set(entry["returned"])
    if returned:
        yield msg("answers returned: {count}", count=len(returned))


def _removed(workspace: Workspace, entry: Mapping[str, Any], now: Set[str]) -> set[str]:
    """Return the keys of a bundle's assignments that were withdrawn before they were answered."""
    return {
        key
        for key in set(entry["assignments"]) - now
        if not workspace.records.is_there("annotation", key)
    }


def _returned(workspace: Workspace, person: str, back: Mapping[str, Any]) -> list[str]:
    """Return which answers of a person are returned: their key, and the returned revision."""
    return sorted(
        f"{key}#{head.rev}"
        for key in back
        for head in workspace.records.heads("annotation", key)
        if head.body is not None and head.body["annotator"] == person
    )


def _are_items_edited(records: RecordSet, entry: Mapping[str, Any]) -> bool:
    """Return whether items of a bundle differ from what was sent."""
    sent = entry["items"]
    if isinstance(sent, str):
        # Version 0.1 recorded a digest of the revisions. What they were cannot be found out.
        revs = item_revs(records, _items_of(entry["assignments"]))
        return sent != sha256_hex(canonical_bytes([revs[item] for item in sorted(revs)]))
    return any(is_item_edited(records, item, revs) for item, revs in sent.items())


def _items_of(assignments: Iterable[str]) -> set[str]:
    return {key[:KEY_DIGITS] for key in assignments}


def _form_version(workspace: Workspace) -> str:
    """Return the version of the project's own form as text; empty if there is none."""
    for protocol in workspace.usable_protocols():
        if protocol.form_path:
            # Imported here because it imports YAML: only needed for studies.
            from desktop_app.workspace.forms import FormHistory

            with suppress(AppError):
                return FormHistory(workspace).name(protocol).partition("#")[0].rpartition("@")[2]
    return ""
