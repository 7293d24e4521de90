"""Which bundle a lead made for whom, and whether it still has everything that the person needs.

Each assignment bundle leaves an entry in the table `sent` of this computer: it is not a record, so
it is part of neither the digest nor any bundle. An entry has digests of what the bundle contained,
which are compared with what a new bundle would contain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.keys import person_of
from desktop_app.core.messages import msg
from desktop_app.workspace.work_states import WHAT as RETURNED
from desktop_app.workspace.work_states import sent_back
from desktop_app.workspace.workspace import Workspace

TABLE = "sent"
_FORMS = "forms/"

State = Literal["finished", "current", "outdated", "not_sent", "unknown"]


@dataclass(frozen=True)
class SentBundle:
    """The state of a person's bundle.

    `state`: “finished”: the person has nothing left to do; “current”: the last bundle has
        everything; “outdated”: a new one would have other content; “not_sent”: none was made;
        “unknown”: results arrived, but no bundle was made on this computer since this is recorded
    `sent`: time when the last bundle was made; empty: not known
    `file`: its name
    `form`: version of the form in it, for protocols that take a form; None: not known
    `reasons`: what is outdated
    """

    state: State
    sent: str = ""
    file: str = ""
    form: int | None = None
    reasons: tuple[str, ...] = ()


def remember_sent(workspace: Workspace, person: str, file: Path) -> None:
    """Save that a bundle with everything for a person was made now. Raises NotSavedError."""
    content = _contents(workspace, [person])[person]
    entry = {
        "person": person,
        "time": workspace.now(),
        # Only the name: the lead moves the file, and its folder says nothing to other programs.
        "file": file.name,
        "form_version": _form_version(workspace),
        "returned": sorted(key for key in sent_back(workspace) if person_of(key) == person),
        **content,
    }
    workspace.store.records.table(TABLE).insert(entry)


def sent_bundles(
    workspace: Workspace, to_do: Mapping[str, int], merged: Mapping[str, str]
) -> dict[str, SentBundle]:
    """Return the state of the bundle of each person.

    `to_do`: number of open assignments of each person who is assigned anything
    `merged`: time when results of a person were last merged; empty: never
    """
    last = last_sent(workspace)
    people = [person for person in {**to_do, **last} if person in to_do or merged.get(person)]
    contents = _contents(workspace, people)
    returned = sent_back(workspace) if last else {}
    result = {}
    # Parsing a form is slow, so it is parsed only if its text changed.
    version: int | None = None
    for person in people:
        entry = last.get(person)
        if entry is None:
            state: State = "unknown" if merged.get(person) else "not_sent"
            if not to_do.get(person):
                state = "finished"
            result[person] = SentBundle(state)
            continue
        changed = {part for part, now in contents[person].items() if entry.get(part) != now}
        back = {key for key in returned if person_of(key) == person}
        if back - set(entry.get("returned", ())):
            changed.add("returned")
        if "form" in changed and version is None:
            version = _form_version(workspace)
        state = "outdated" if changed else "current"
        if not to_do.get(person):
            state, changed = "finished", set()
        form = entry.get("form_version")
        reasons = tuple(_reasons(changed, form, version))
        result[person] = SentBundle(state, str(entry["time"]), str(entry["file"]), form, reasons)
    return result


def last_sent(workspace: Workspace) -> dict[str, Mapping[str, Any]]:
    """Return the entry of each person's last bundle."""
    # In the order in which they were made.
    return {str(entry["person"]): entry for entry in workspace.store.records.table(TABLE)}


def _reasons(changed: set[str], before: int | None, now: int | None) -> Iterable[str]:
    if "form" in changed:
        if before is not None and now is not None and before != now:
            yield msg("has form version {before}; version {now} is current", before=before, now=now)
        else:
            yield msg("has an earlier form")
    if "assignments" in changed:
        yield msg("has other assignments")
    if "items" in changed:
        yield msg("has earlier versions of items")
    if "texts" in changed:
        yield msg("has earlier guidelines or texts")
    if "returned" in changed:
        yield msg("lacks answers that were sent back")


def _form_version(workspace: Workspace) -> int | None:
    """Return the version of the project's current form, or None."""
    for protocol in workspace.usable_protocols():
        if protocol.form_path:
            # Imported here because it imports YAML: only needed for studies.
            from desktop_app.core.form_versions import FormVersions

            current = FormVersions(workspace.material_versions(protocol.form_path)).current
            if current is not None:
                return current.form.version
    return None


def _contents(workspace: Workspace, people: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return digests of the parts of a bundle for each person, as it would be packed now.

    One pass over the records for all people: packing for each of them would be too slow.
    """
    records = workspace.records
    texts: list[str] = []
    forms: list[str] = []
    for key in sorted(records.keys("material")):
        revs = [head.rev for head in records.heads("material", key) if head.body is not None]
        (forms if key.startswith(_FORMS) else texts).extend(revs)
    # Earlier revisions of a form are in the bundle, too, but only the current one matters.
    form, text = _digest(forms), _digest(texts)
    work: dict[str, list[str]] = {person: [] for person in people}
    items: dict[str, set[str]] = {person: set() for person in work}
    for key in records.keys("assignment"):
        for head in records.heads("assignment", key):
            body = head.body
            if body is not None and body["person"] in work:
                work[str(body["person"])].append(key)
                items[str(body["person"])].add(str(body["item"]))
    prepared: dict[str, list[tuple[str | None, str]]] = {}
    for key in records.keys("prepared"):
        for head in records.heads("prepared", key):
            body = head.body
            # Returned answers are compared by key: their records change when answers arrive.
            if body is not None and body["what"] != RETURNED:
                prepared.setdefault(str(body["item"]), []).append((body.get("person"), head.rev))
    versions: dict[str, str] = {}
    result = {}
    for person, keys in work.items():
        seen: list[str] = []
        for item in sorted(items[person]):
            if item not in versions:
                versions[item] = "".join(head.rev for head in records.heads("item", item))
            seen.append(versions[item])
            seen += sorted(rev for to, rev in prepared.get(item, ()) if to in (None, person))
        result[person] = {
            "form": form,
            "texts": text,
            "assignments": _digest(sorted(keys)),
            "items": _digest(seen),
        }
    return result


def _digest(parts: Iterable[str]) -> str:
    # 24 digits are enough to notice a change, and keep entries short.
    return sha256_hex("\n".join(parts).encode("utf-8"))[:24]
