"""Documents of the store: drafts (unfinished answers, the only mutable data) and records.

Drafts have a separate database and are never sent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from sys import intern
from typing import Any

from desktop_app.core.keys import work_key
from desktop_app.core.merging import RecordSet, agree
from desktop_app.core.records import FIELDS, NO_EXTRA, Record
from desktop_app.storage.store import Store
from desktop_app.storage.table import JournalTable


class Drafts:
    """The drafts of one workspace, found by item and stage in constant time.

    The window decides what a draft contains. Only these fields are read here:

    `answers`: absent if they equal the submitted ones
    `base`: revision of the submission that its author saw; empty if there was none. Earlier
        versions did not save it
    `item_rev`: revision of the item whose text its author saw first; absent in earlier versions
    `form`: name of the form version to which they belong
    `untouched`: true if everything was undone, so that `answers` are what the page shows for none
    `aside`: answers to earlier form versions
    `answered`: whether the item was submitted after that, so that `aside` is not unfinished work
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        # Document IDs by item and stage, and the table and its length for which they are valid.
        self._ids: dict[Place, int] = {}
        self._indexed: tuple[JournalTable, int] | None = None

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        """Yield the documents, each with `item`, `stage`, `saved` and `data`."""
        yield from self._table()

    def save(self, item: str, stage: str, data: Mapping[str, Any], time: str) -> None:
        """Save a draft in place of an earlier one; durable when this returns."""
        table, doc_id = self._find(item, stage)
        doc = {"item": item, "stage": stage, "saved": time, "data": dict(data)}
        if doc_id is None:
            self._ids[item, stage] = table.insert(doc)
            self._indexed = (table, len(table))
        else:
            table.update(doc, doc_ids=[doc_id])

    def load(self, item: str, stage: str) -> dict[str, Any] | None:
        """Return the draft of an item at a stage, or None."""
        table, doc_id = self._find(item, stage)
        doc = None if doc_id is None else table.get(doc_id=doc_id)
        return dict(doc["data"]) if isinstance(doc, dict) else None

    def discard(self, item: str, stage: str) -> None:
        """Remove the draft of an item at a stage, if there is one."""
        table, doc_id = self._find(item, stage)
        if doc_id is not None:
            table.remove(doc_ids=[doc_id])
            del self._ids[item, stage]
            self._indexed = (table, len(table))

    def unfinished(self, records: RecordSet, person: str) -> dict[Place, str]:
        """Return the items and stages with answers that differ from the submitted ones.

        Active time alone does not make a draft. Each has the revision of the item whose text the
        person saw, "" if unknown.
        """
        result: dict[Place, str] = {}
        for doc in self:
            key = work_key(doc["item"], person, doc["stage"])
            if _is_unfinished(doc["data"], records.stated_body("annotation", key) or {}):
                result[doc["item"], doc["stage"]] = str(doc["data"].get("item_rev", ""))
        return result

    def _table(self) -> JournalTable:
        return self._store.drafts.table("drafts")

    def _find(self, item: str, stage: str) -> tuple[JournalTable, int | None]:
        table = self._table()
        # Restoring a backup opens another table, and other code may add or remove drafts.
        if self._indexed is None or self._indexed[0] is not table or self._indexed[1] != len(table):
            self._ids = {}
            for doc in table:
                # If there are two drafts of one item, the first one is used.
                self._ids.setdefault((doc["item"], doc["stage"]), int(doc.doc_id))
            self._indexed = (table, len(table))
        return table, self._ids.get((item, stage))


def given(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers without the blank ones."""
    return {
        key: value
        for key, value in answers.items()
        if not (value is None or value == [] or (isinstance(value, str) and not value.strip()))
    }


def _typed_answers(
    data: Mapping[str, Any], submitted: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """Return the answers of a draft; None if it has none but the submitted ones.

    An item that was only looked at has a draft with blank answers. If answers were submitted on
    another computer since, nobody has deleted those.
    """
    answers = data.get("answers")
    if not isinstance(answers, Mapping):
        return None
    is_blank = not given(answers) or data.get("untouched") is True
    return None if submitted and is_blank and _is_before_submission(data) else answers


def _is_before_submission(data: Mapping[str, Any]) -> bool:
    """Return whether nothing had been submitted when a draft was begun."""
    if "base" in data:
        return not data["base"]
    # In earlier versions, blank answers without an undo history.
    answers, steps = data.get("answers"), data.get("steps")
    if not isinstance(answers, Mapping) or not isinstance(steps, Mapping):
        return False
    return not (given(answers) or steps.get("steps"))


@dataclass(frozen=True)
class DraftContent:
    """The content of a draft, and the submission on which it is based.

    `answers`: typed answers; None: the submitted ones
    `base`: revision of the submission that its author saw; empty if there was none
    `has_unseen`: whether there is a submitted version with other content than `base`: from another
        computer of the person, or from the lead. Submitting would replace it
    `seconds`: the active time; None if unknown
    `unseen_seconds`: the part of it that is in a submission made since; not saved with the draft
    """

    answers: Mapping[str, Any] | None
    base: str
    has_unseen: bool
    seconds: float | None
    unseen_seconds: float = 0.0

    @classmethod
    def of(
        cls, data: Mapping[str, Any], records: RecordSet, key: str, devices: Collection[str]
    ) -> DraftContent:
        """Return the content of a draft.

        `data`: the draft; empty if there is none
        `key`: key of the annotation
        `devices`: the ids of the devices on which the workspace has been
        """
        heads = [head for head in records.heads("annotation", key) if head.body is not None]
        submitted = heads[0].body or {} if heads else {}
        answers = _typed_answers(data, submitted)
        base = heads[0].rev if heads else ""
        if answers is not None or data.get("aside"):
            # A draft of an earlier version is based on a submission made here, if there is one.
            is_known = not heads or heads[0].device in devices
            base = str(data.get("base", base if is_known else ""))
        seen = records.get(base)
        has_unseen = bool(heads) and (seen is None or not agree([seen, *heads]))
        time, added = data.get("seconds"), 0.0
        if heads and (time is None or _is_before_submission(data)):
            added = float(submitted.get("seconds") or 0.0)
        if time is None and not added:
            return cls(answers, base, has_unseen, None)
        seconds = float(time or 0.0) + added
        return cls(answers, base, has_unseen, seconds, 0.0 if base else added)


def _is_unfinished(data: Mapping[str, Any], submitted: Mapping[str, Any]) -> bool:
    if data.get("aside") and not data.get("answered"):
        return True
    typed = _typed_answers(data, submitted)
    # Everything was undone: the answers are what the page shows for none.
    if typed is None or (not submitted and data.get("untouched") is True):
        return False
    answers = given(typed)
    if answers != given(submitted.get("answers", {})):
        return True
    # The same codes may mean something else in another form version.
    named, before = data.get("form"), submitted.get("form", "")
    return bool(answers and named and before and named != before)


# Single documents, found by their fields
def matching(table: JournalTable, fields: Mapping[str, Any]) -> list[int]:
    """Return the ids of the documents with these fields."""
    return [
        int(doc.doc_id)
        for doc in table
        if all(doc[name] == value for name, value in fields.items())
    ]


def save_one(table: JournalTable, doc: Mapping[str, Any], **fields: str) -> None:
    """Save a document in place of the one with these fields; durable when this returns."""
    known = matching(table, fields)
    if known:
        table.update(doc, doc_ids=known[:1])
    else:
        table.insert(doc)


def discard_one(table: JournalTable, **fields: str) -> None:
    """Remove the document with these fields, if there is one."""
    known = matching(table, fields)
    if known:
        table.remove(doc_ids=known)


# Records as documents of the store, with repeated strings shared in memory
STORED_FIELDS = FIELDS | {"rev"}


def record_of(doc: Mapping[str, Any]) -> Record:
    """Return a stored document as a record, without validation."""
    # The store verified the bytes when it was opened. Strings are interned, because thousands of
    # records repeat them.
    return Record(
        intern(doc["project"]),
        intern(doc["kind"]),
        doc["key"],
        tuple(doc["parents"]),
        intern(doc["author"]),
        intern(doc["device"]),
        doc["seq"],
        doc["time"],
        doc["schema"],
        doc["body"],
        {name: doc[name] for name in doc.keys() - STORED_FIELDS}
        if len(doc) > len(STORED_FIELDS)
        else NO_EXTRA,
        doc["rev"],
    )


def share_texts(records: Iterable[Record]) -> None:
    """Intern the strings that thousands of freshly parsed annotations repeat in their bodies."""
    for record in records:
        if record.kind == "annotation" and isinstance(record.body, dict):
            for name in ("protocol", "item", "annotator", "stage"):
                record.body[name] = intern(record.body[name])


Place = tuple[str, str]  # item, stage
