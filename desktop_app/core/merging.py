"""Meaning of a set of records: heads, conflicts, waiting records, and the merge plan.

Merging is set union (docs/decisions/0001). Everything here depends on the set alone, so the order,
repetition or detour in which records arrive cannot matter, and no clock decides anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any

from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.kinds import KINDS
from desktop_app.core.messages import msg
from desktop_app.core.migrations import current_body
from desktop_app.core.records import Record, digest_of

Thing = tuple[str, str]  # (kind, key)


@dataclass(frozen=True)
class Gaps:
    """Sequence numbers that have not arrived: their count, the first and the last of them."""

    count: int
    first: int
    last: int


class _Versions:
    """The records of a thing that has several: all revs, and the heads among them."""

    __slots__ = ("heads", "replacing", "revs")

    def __init__(self) -> None:
        # A dict as an ordered set: in the order of arrival.
        self.revs: dict[str, None] = {}
        self.heads: set[str] = set()
        # How many records name a rev as their parent.
        self.replacing: Counter[str] = Counter()

    def add(self, record: Record) -> None:
        """Add a record and update the heads."""
        self.revs[record.rev] = None
        for parent in record.parents:
            self.replacing[parent] += 1
            self.heads.discard(parent)
        # A parent may arrive after its child; then it is not a head from the start.
        if not self.replacing[record.rev]:
            self.heads.add(record.rev)

    def discard(self, record: Record) -> None:
        """Remove a record and update the heads."""
        del self.revs[record.rev]
        self.heads.discard(record.rev)
        for parent in record.parents:
            # Removing a child makes its parent a head again, unless another child replaces it too.
            self.replacing[parent] -= 1
            if not self.replacing[parent] and parent in self.revs:
                self.heads.add(parent)


class RecordSet:
    """All records of a workspace, indexed.

    A record replaces a parent only when both are about the same thing (kind and key): a record
    cannot make another thing disappear by naming it. Heads are the records that nobody replaced.
    The cost of adding and removing does not depend on how many versions a thing has.
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._records: dict[str, Record] = {}
        # By kind and key. A single rev is stored as it is, without a _Versions, because nearly all
        # things have only one: this saves memory in large projects.
        self._by_kind: dict[str, dict[str, str | _Versions]] = {}
        # Things with more than one head.
        self._split: set[Thing] = set()
        self._device_seqs: dict[str, dict[int, str | list[str]]] = {}
        for record in records:
            self.add(record)

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, rev: str) -> bool:
        return rev in self._records

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records.values())

    def get(self, rev: str) -> Record | None:
        """Return the record with this rev, or None."""
        return self._records.get(rev)

    def add(self, record: Record) -> bool:
        """Add a record; return False when it was already there."""
        rev = record.rev
        if rev in self._records:
            return False
        self._records[rev] = record
        things = self._by_kind.setdefault(record.kind, {})
        known = things.setdefault(record.key, rev)
        # `setdefault` returned an earlier entry, so the thing has several records now.
        if known is not rev:
            if isinstance(known, str):
                first = self._records[known]
                known = things[record.key] = _Versions()
                known.add(first)
            known.add(record)
            self._update_split((record.kind, record.key), known)
        # Imported facts carry seq 0 and are not counted.
        if record.seq:
            seqs = self._device_seqs.setdefault(record.device, {})
            there = seqs.setdefault(record.seq, rev)
            if there is not rev:
                seqs[record.seq] = [*([there] if isinstance(there, str) else there), rev]
        return True

    def discard(self, rev: str) -> None:
        """Remove a record again (undoing a merge); unknown revs are ignored."""
        record = self._records.pop(rev, None)
        if record is None:
            return
        things = self._by_kind[record.kind]
        known = things[record.key]
        if isinstance(known, str):
            del things[record.key]
        else:
            known.discard(record)
            if known.revs:
                self._update_split((record.kind, record.key), known)
            else:
                del things[record.key]
                self._split.discard((record.kind, record.key))
        if record.seq:
            seqs = self._device_seqs[record.device]
            there = seqs[record.seq]
            left = [] if isinstance(there, str) else [other for other in there if other != rev]
            if left:
                seqs[record.seq] = left[0] if len(left) == 1 else left
            else:
                del seqs[record.seq]

    def _update_split(self, thing: Thing, versions: _Versions) -> None:
        """Note whether a thing has more than one head."""
        if len(versions.heads) > 1:
            self._split.add(thing)
        else:
            self._split.discard(thing)

    def has(self, thing: Thing) -> bool:
        """Return whether any record is about this thing (a tombstone counts)."""
        return thing[1] in self._by_kind.get(thing[0], ())

    def heads(self, kind: str, key: str) -> list[Record]:
        """Return the records of this thing that nobody replaced, ordered by rev."""
        known = self._by_kind.get(kind, {}).get(key)
        if known is None:
            return []
        if isinstance(known, str):
            return [self._records[known]]
        return [self._records[rev] for rev in sorted(known.heads)]

    def history(self, kind: str, key: str) -> list[Record]:
        """Return every record of this thing, parents before their children."""
        known = self._by_kind.get(kind, {}).get(key)
        if known is None or isinstance(known, str):
            return self.heads(kind, key)
        # Topological sort. The heap takes the smallest rev among those ready, so that every copy of
        # the workspace shows the same order.
        waits: dict[str, int] = {}
        children: dict[str, list[str]] = {}
        for rev in known.revs:
            here = [parent for parent in self._records[rev].parents if parent in known.revs]
            waits[rev] = len(here)
            for parent in here:
                children.setdefault(parent, []).append(rev)
        ready = [rev for rev, count in waits.items() if not count]
        heapify(ready)
        ordered: list[Record] = []
        while ready:
            rev = heappop(ready)
            ordered.append(self._records[rev])
            for child in children.get(rev, ()):
                waits[child] -= 1
                if not waits[child]:
                    heappush(ready, child)
        return ordered

    def replaced(self, kind: str, key: str, rev: str) -> bool:
        """Return whether a record of this thing names `rev` as its parent."""
        known = self._by_kind.get(kind, {}).get(key)
        if known is None:
            return False
        if isinstance(known, str):
            return rev in self._records[known].parents
        return known.replacing[rev] > 0

    def current(self, kind: str, key: str) -> Record | None:
        """Return the one current record, or None: nothing there, withdrawn, or in conflict."""
        heads = self.heads(kind, key)
        if not heads or (len(heads) > 1 and not agree(heads)):
            return None
        # Heads that agree are one value; the smallest rev is shown everywhere
        # (docs/decisions/0011).
        return heads[0] if heads[0].body is not None else None

    def is_there(self, kind: str, key: str) -> bool:
        """Return whether a thing exists, in conflict or not: some head is no tombstone."""
        return any(head.body is not None for head in self.heads(kind, key))

    def keys(self, kind: str) -> Iterator[str]:
        """Yield the keys of all things of a kind (withdrawn and conflicting ones included)."""
        # A copy, so that callers may add records while they iterate.
        return iter(list(self._by_kind.get(kind, ())))

    def all_current(self, kind: str) -> Iterator[Record]:
        """Yield the current record of every thing of a kind that has one."""
        for key in self.keys(kind):
            record = self.current(kind, key)
            if record is not None:
                yield record

    def conflicts(self) -> list[Thing]:
        """Return the things whose heads differ in what they state, sorted."""
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
        """Return the highest sequence number seen of a device (0 if none)."""
        return max(self._device_seqs.get(device, ()), default=0)

    def revs_at(self, device: str, seq: int) -> Sequence[str]:
        """Return the records with this sequence number of a device.

        There is at most one, unless the device was cloned or restored.
        """
        there = self._device_seqs.get(device, {}).get(seq, ())
        return (there,) if isinstance(there, str) else there

    def devices(self) -> list[str]:
        """Return all devices with records that have a sequence number, sorted."""
        return sorted(device for device, seqs in self._device_seqs.items() if seqs)

    def gaps(self, device: str) -> Gaps | None:
        """Return which sequence numbers of a device have not arrived, or None when all have.

        The cost depends on how many have arrived, never on how large the numbers are.
        """
        seqs = sorted(self._device_seqs.get(device, ()))
        holes = [
            (before + 1, after - 1) for before, after in pairwise([0, *seqs]) if before + 1 < after
        ]
        if not holes:
            return None
        count = sum(last - first + 1 for first, last in holes)
        return Gaps(count, holes[0][0], holes[-1][1])

    def forked_devices(self) -> set[str]:
        """Return devices that used one sequence number twice: a cloned or restored laptop."""
        return {
            device
            for device, seqs in self._device_seqs.items()
            if any(not isinstance(there, str) for there in seqs.values())
        }


def same_body(one: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> bool:
    """Return whether two bodies have the same bytes: 1, 1.0 and true are three statements."""
    # Python calls 1, 1.0 and True equal. The comparison comes first because it is fast.
    return one == other and canonical_bytes(one) == canonical_bytes(other)


# Fields that a body has without stating them (docs/decisions/0011): the time an answer took, the
# place in a queue. No two sittings take equally long, so these must not make a conflict.
_INCIDENTAL = {"annotation": "seconds", "assignment": "order"}


def agree(heads: Sequence[Record]) -> bool:
    """Return whether several heads state the same, so that there is nothing to decide."""
    first = _stated(heads[0])
    return all(same_body(_stated(head), first) for head in heads[1:])


def _stated(record: Record) -> Mapping[str, Any] | None:
    """Return the part of a body that counts as a statement."""
    incidental = _INCIDENTAL.get(record.kind)
    if incidental is None or record.body is None:
        return record.body
    return {name: value for name, value in record.body.items() if name != incidental}


@dataclass
class MergePreview:
    """What a merge would do, or did.

    Each record is in exactly one of `new`, `known`, `foreign`, `refused`, `proofs`; `conflicting`
    and `waiting` are subsets of `new`.

    `proofs`: new records that prove who made others; kept apart, so that the number of new records
        is the number of statements by people
    `refused`: {rev: reason}
    `refused_unread`: {reason: number} of records that were refused without being read into memory,
        because there were so many (docs/decisions/0023)
    `foreign_unread`: number of such records in a bundle of another project
    `forked`: devices that used a sequence number twice
    """

    new: list[Record] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    conflicting: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    refused_unread: dict[str, int] = field(default_factory=dict)
    foreign_unread: int = 0
    forked: list[str] = field(default_factory=list)
    proofs: list[Record] = field(default_factory=list)

    @property
    def accepted(self) -> list[Record]:
        """The records that a merge adds."""
        return [*self.new, *self.proofs]

    def reasons(self) -> dict[str, int]:
        """Return how many records were refused for each reason."""
        return dict((Counter(self.refused.values()) + Counter(self.refused_unread)).most_common())

    @property
    def refused_count(self) -> int:
        """The number of refused records."""
        return len(self.refused) + sum(self.refused_unread.values())

    @property
    def foreign_count(self) -> int:
        """The number of records that belong to another project."""
        return len(self.foreign) + self.foreign_unread


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

    `refuse`: returns a reason against a record, or None (for rules beyond the record's own form)
    `references`: returns the things a record is about; it waits while one of them is absent
    """
    # Imports pydantic, which is slow, so only where records are validated.
    from desktop_app.core.bodies import kind_problem

    preview = MergePreview()
    seen: set[str] = set()
    union_things: dict[Thing, list[Record]] = {}
    for record in incoming:
        rev = record.rev
        is_proof = record.kind in KINDS and KINDS[record.kind].proof
        if rev in present or rev in seen:
            if not is_proof:
                preview.known.append(rev)
            continue
        # Checked before the body: a record of another project is not even validated.
        if record.project != project:
            preview.foreign.append(rev)
            continue
        reason = kind_problem(record) or refuse(record)
        if reason:
            preview.refused[rev] = reason
            continue
        seen.add(rev)
        if is_proof:
            preview.proofs.append(record)
            continue
        preview.new.append(record)
        union_things.setdefault((record.kind, record.key), []).append(record)

    # A proof of records that are not here, such as refused ones, is dropped. Results carry their
    # proofs each time, so a dropped one comes again with its records.
    preview.proofs = [
        proof
        for proof in preview.proofs
        if proof.body and any(rev in present or rev in seen for rev in proof.body["revisions"])
    ]

    # A conflict counts if a record from this merge is among the heads afterwards. `present` is not
    # changed, so the heads after the merge are computed here.
    for thing, records in union_things.items():
        # The common case: a new thing with one record cannot be in conflict.
        if len(records) == 1 and not present.has(thing):
            continue
        named = {parent for record in records for parent in record.parents}
        heads = [record for record in present.heads(*thing) if record.rev not in named]
        fresh = [
            record
            for record in records
            if record.rev not in named and not present.replaced(*thing, record.rev)
        ]
        heads += fresh
        if len(heads) > 1 and not agree(heads):
            preview.conflicting.extend(record.rev for record in fresh)

    # Only now, because parents may come later in the same bundle than their children.
    for record in preview.new:
        missing = any(p not in present and p not in seen for p in record.parents) or any(
            thing not in union_things and not present.has(thing) for thing in references(record)
        )
        if missing:
            preview.waiting.append(record.rev)
        if record.seq:
            # A number that is already used by another record means that the device was cloned.
            known = present.revs_at(record.device, record.seq)
            if known and record.device not in preview.forked:
                preview.forked.append(record.device)
    return preview


def body_of(record: Record) -> Mapping[str, Any]:
    """Return the body of a record in the current schema.

    Raises ValueError for a tombstone: callers must know that the record has a body.
    """
    body = current_body(record.kind, record.schema, record.body)
    if body is None:
        raise ValueError(msg("record {rev} is a tombstone", rev=record.rev[:12]))
    return body
