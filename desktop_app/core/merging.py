"""What a set of records means: heads, conflicts, waiting records, and the plan of a merge.

Merging is set union. Everything here is a function of the set alone, so the order, repetition or
detour in which records arrive cannot matter, and no clock is ever asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop_app.core.records import Record, digest_of

Thing = tuple[str, str]  # (kind, key)


class RecordSet:
    """All records of a workspace, indexed.

    A record replaces a parent only when both are about the same thing (kind and key): a record
    cannot make another thing disappear by naming it. Heads are the records nobody replaced.
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._records: dict[str, Record] = {}
        # By kind and key; one rev stands for itself, because nearly all things have just one.
        self._by_kind: dict[str, dict[str, str | list[str]]] = {}
        self._split: set[Thing] = set()  # things with more than one head
        self._device_seqs: dict[str, dict[int, str]] = {}
        self._forked: set[str] = set()
        for record in records:
            self.add(record)

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, rev: str) -> bool:
        return rev in self._records

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records.values())

    def get(self, rev: str) -> Record | None:
        return self._records.get(rev)

    def add(self, record: Record) -> bool:
        """Take a record in; returns False when it was already there."""
        rev = record.rev
        if rev in self._records:
            return False
        self._records[rev] = record
        things = self._by_kind.setdefault(record.kind, {})
        revs = things.setdefault(record.key, rev)
        if revs is not rev:
            things[record.key] = [revs, rev] if isinstance(revs, str) else [*revs, rev]
            self._update_split((record.kind, record.key))
        if record.seq:
            seqs = self._device_seqs.setdefault(record.device, {})
            if seqs.setdefault(record.seq, rev) != rev:
                self._forked.add(record.device)
        return True

    def discard(self, rev: str) -> None:
        """Take a record out again (undoing a merge); unknown revs are ignored."""
        record = self._records.pop(rev, None)
        if record is None:
            return
        things = self._by_kind[record.kind]
        revs = things[record.key]
        left = [] if isinstance(revs, str) else [other for other in revs if other != rev]
        if left:
            things[record.key] = left
        else:
            del things[record.key]
        self._update_split((record.kind, record.key))
        if record.seq and self._device_seqs[record.device].get(record.seq) == rev:
            del self._device_seqs[record.device][record.seq]

    def _update_split(self, thing: Thing) -> None:
        if len(self.heads(*thing)) > 1:
            self._split.add(thing)
        else:
            self._split.discard(thing)

    def has(self, thing: Thing) -> bool:
        """Say whether any record is about this thing (a tombstone counts)."""
        return thing[1] in self._by_kind.get(thing[0], ())

    def _revs(self, kind: str, key: str) -> Sequence[str]:
        revs = self._by_kind.get(kind, {}).get(key, ())
        return (revs,) if isinstance(revs, str) else revs

    def heads(self, kind: str, key: str) -> list[Record]:
        """Return the records of this thing that nobody replaced, ordered by rev."""
        revs = self._revs(kind, key)
        if len(revs) == 1:
            return [self._records[revs[0]]]
        records = [self._records[rev] for rev in revs]
        replaced = {parent for record in records for parent in record.parents}
        return sorted(
            (record for record in records if record.rev not in replaced), key=lambda r: r.rev
        )

    def history(self, kind: str, key: str) -> list[Record]:
        """Return every record of this thing, parents before those who replace them."""
        records = {rev: self._records[rev] for rev in self._revs(kind, key)}
        ordered: list[Record] = []
        placed: set[str] = set()
        while records:
            ready = [r for r in records.values() if not (set(r.parents) & records.keys()) - placed]
            for record in sorted(ready, key=lambda r: r.rev):
                ordered.append(record)
                placed.add(record.rev)
                del records[record.rev]
        return ordered

    def current(self, kind: str, key: str) -> Record | None:
        """Return the one current record, or None: nothing there, withdrawn, or in conflict."""
        heads = self.heads(kind, key)
        if not heads or (len(heads) > 1 and not agree(heads)):
            return None
        return heads[0] if heads[0].body is not None else None

    def keys(self, kind: str) -> Iterator[str]:
        """Yield the keys of all things of a kind (withdrawn and conflicting ones included)."""
        return iter(list(self._by_kind.get(kind, ())))

    def all_current(self, kind: str) -> Iterator[Record]:
        """Yield the current record of every thing of a kind that has one."""
        for key in self.keys(kind):
            record = self.current(kind, key)
            if record is not None:
                yield record

    def conflicts(self) -> list[Thing]:
        """Return the things whose heads say different things, sorted."""
        return sorted(thing for thing in self._split if not agree(self.heads(*thing)))

    def waiting(self) -> dict[str, list[str]]:
        """Return {rev: parents that have not arrived} for records that wait for others."""
        return {
            record.rev: missing
            for record in self._records.values()
            if record.parents
            and (missing := [parent for parent in record.parents if parent not in self._records])
        }

    def digest(self) -> str:
        """Return the digest of the set: equal sets, and only those, have equal digests."""
        return digest_of(self._records)

    def last_seq(self, device: str) -> int:
        """Return the highest running number seen of a device (0 if none)."""
        return max(self._device_seqs.get(device, {0: ""}), default=0)

    def rev_at(self, device: str, seq: int) -> str | None:
        return self._device_seqs.get(device, {}).get(seq)

    def devices(self) -> list[str]:
        return sorted(device for device, seqs in self._device_seqs.items() if seqs)

    def gaps(self, device: str) -> list[int]:
        """Return the running numbers of a device that have not arrived, up to the last seen."""
        seqs = self._device_seqs.get(device, {})
        return [seq for seq in range(1, self.last_seq(device)) if seq not in seqs]

    def forked_devices(self) -> set[str]:
        """Return devices that used one running number twice: a cloned or restored laptop."""
        return set(self._forked)


def agree(heads: list[Record]) -> bool:
    """Say whether several heads state the same: then there is nothing to decide.

    How long the same answer took is no part of what it states.
    """
    first = _stated(heads[0])
    return all(_stated(head) == first for head in heads[1:])


def _stated(record: Record) -> Mapping[str, Any] | None:
    if record.kind != "annotation" or record.body is None:
        return record.body
    return {name: value for name, value in record.body.items() if name != "seconds"}


@dataclass
class MergePreview:
    """What a merge would do, or did. Each record is in exactly one of new, known, foreign,
    refused; conflicting and waiting are subsets of new.

    refused      {rev: reason}
    forked       devices that used a running number twice
    """

    new: list[Record] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    conflicting: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    forked: list[str] = field(default_factory=list)

    def reasons(self) -> dict[str, int]:
        """Return how many records were refused for each reason."""
        return dict(Counter(self.refused.values()).most_common())


Verdict = Callable[[Record], str | None]


def plan_merge(
    present: RecordSet,
    incoming: Iterable[Record],
    *,
    project: str,
    refuse: Verdict = lambda record: None,
    references: Callable[[Record], Iterable[Thing]] = lambda record: (),
) -> MergePreview:
    """Sort incoming records into a preview without changing `present`.

    refuse      returns a reason against a record, or None (rules beyond the record's own form)
    references  the things a record speaks about; it waits while one of them is absent
    """
    from desktop_app.core.bodies import kind_problem  # pydantic: only where records are judged

    preview = MergePreview()
    seen: set[str] = set()
    union_things: dict[Thing, list[Record]] = {}
    for record in incoming:
        rev = record.rev
        if rev in present or rev in seen:
            preview.known.append(rev)
            continue
        if record.project != project:
            preview.foreign.append(rev)
            continue
        reason = kind_problem(record) or refuse(record)
        if reason:
            preview.refused[rev] = reason
            continue
        seen.add(rev)
        preview.new.append(record)
        union_things.setdefault((record.kind, record.key), []).append(record)

    for thing, records in union_things.items():
        if len(records) == 1 and not present.has(thing):
            continue
        old = present.heads(*thing)
        together = [*old, *records]
        history = {p for r in (*present.history(*thing), *records) for p in r.parents}
        heads = [record for record in together if record.rev not in history]
        if len(heads) > 1 and not agree(heads):
            preview.conflicting.extend(record.rev for record in records if record in heads)

    for record in preview.new:
        missing = any(p not in present and p not in seen for p in record.parents) or any(
            thing not in union_things and not present.has(thing) for thing in references(record)
        )
        if missing:
            preview.waiting.append(record.rev)
        if record.seq:
            known = present.rev_at(record.device, record.seq)
            if known is not None and known != record.rev and record.device not in preview.forked:
                preview.forked.append(record.device)
    return preview


def body_of(record: Record) -> Mapping[str, Any]:
    """Return the body of a record that is known not to be a tombstone."""
    if record.body is None:
        raise ValueError(f"record {record.rev[:12]} is a tombstone")
    return record.body
