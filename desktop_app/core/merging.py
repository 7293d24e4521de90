"""Meaning of a set of records: heads, conflicts, waiting records, and the merge plan.

Merging is set union (docs/decisions/0001). Every result of this module depends on the set alone:
order and repetition of records do not matter, and clocks are never consulted.

The module is longer than most because heads, conflicts and the plan of a merge must follow the same
definition of what replaces what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any

from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.kinds import KINDS
from desktop_app.core.messages import msg
from desktop_app.core.records import Record, current_body, digest_of

Thing = tuple[str, str]  # (kind, key)


@dataclass(frozen=True)
class Gaps:
    """Sequence numbers that have not arrived: how many, the first one and the last one."""

    count: int
    first: int
    last: int


class _Versions:
    """The records of a thing with more than one record: all revs, and the heads among them."""

    __slots__ = ("heads", "replacing", "revs")

    def __init__(self) -> None:
        # Dicts serve as sets that preserve the order of arrival.
        self.revs: dict[str, None] = {}
        self.heads: set[str] = set()
        # The number of records that name a rev as their parent.
        self.replacing: Counter[str] = Counter()

    def add(self, record: Record) -> None:
        """Add a record and update the heads."""
        self.revs[record.rev] = None
        for parent in record.parents:
            self.replacing[parent] += 1
            self.heads.discard(parent)
        # A parent may arrive after its child. In this case it is never a head.
        if not self.replacing[record.rev]:
            self.heads.add(record.rev)

    def discard(self, record: Record) -> None:
        """Remove a record and update the heads."""
        del self.revs[record.rev]
        self.heads.discard(record.rev)
        for parent in record.parents:
            # Removing a child makes its parent a head again, unless another child also replaces the
            # parent.
            self.replacing[parent] -= 1
            if not self.replacing[parent] and parent in self.revs:
                self.heads.add(parent)


class RecordSet:
    """All records of a workspace, indexed.

    A record replaces a parent only if both are about the same thing (kind and key), so that no
    record can hide another thing by naming it. Heads are the records that no other record replaces.
    The cost of adding and removing a record does not depend on the number of records about its
    thing.
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._records: dict[str, Record] = {}
        # Indexed by kind and key. Nearly all things have only one record, so a single rev is stored
        # as it is, without a _Versions: this saves memory in large projects.
        self._by_kind: dict[str, dict[str, str | _Versions]] = {}
        # The things with more than one head.
        self._split: set[Thing] = set()
        self._device_seqs: dict[str, dict[int, str | list[str]]] = {}
        self._watching: list[set[Thing]] = []
        for record in records:
            self.add(record)

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, rev: str) -> bool:
        return rev in self._records

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records.values())

    def __reversed__(self) -> Iterator[Record]:
        """Yield the records, the last one that was added first."""
        return reversed(self._records.values())

    def watch(self) -> set[Thing]:
        """Return a set that collects each thing whose records change from now on.

        The caller clears it after use.
        """
        changed: set[Thing] = set()
        self._watching.append(changed)
        return changed

    def get(self, rev: str) -> Record | None:
        """Return the record with this rev, or None."""
        return self._records.get(rev)

    def add(self, record: Record) -> bool:
        """Add a record; return False if it was already present."""
        rev = record.rev
        if rev in self._records:
            return False
        self._records[rev] = record
        for changed in self._watching:
            changed.add((record.kind, record.key))
        things = self._by_kind.setdefault(record.kind, {})
        known = things.setdefault(record.key, rev)
        # `setdefault` returned an earlier entry, so the thing now has several records.
        if known is not rev:
            if isinstance(known, str):
                first = self._records[known]
                known = things[record.key] = _Versions()
                known.add(first)
            known.add(record)
            self._update_split((record.kind, record.key), known)
        # Imported facts have seq 0 and are not counted.
        if record.seq:
            seqs = self._device_seqs.setdefault(record.device, {})
            there = seqs.setdefault(record.seq, rev)
            if there is not rev:
                seqs[record.seq] = [*([there] if isinstance(there, str) else there), rev]
        return True

    def discard(self, rev: str) -> None:
        """Remove a record again, to undo a merge or a decision. An unknown rev is ignored."""
        record = self._records.pop(rev, None)
        if record is None:
            return
        for changed in self._watching:
            changed.add((record.kind, record.key))
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
        """Update the index of things with more than one head for this thing."""
        if len(versions.heads) > 1:
            self._split.add(thing)
        else:
            self._split.discard(thing)

    def has(self, thing: Thing) -> bool:
        """Return whether any record is about this thing; tombstones count."""
        return thing[1] in self._by_kind.get(thing[0], ())

    def heads(self, kind: str, key: str) -> list[Record]:
        """Return the records of this thing that no other record replaces, ordered by rev."""
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
        # A topological sort. Of the records whose parents are listed, the heap returns the one with
        # the smallest rev, so that every copy of the workspace shows the same order.
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

    def heads_before(self, record: Record) -> list[Record]:
        """Return the heads that a record replaced when it was made, ordered by rev.

        These are its parents that have arrived, without those that another parent replaces: a
        record of a lead also names earlier revisions (docs/records.md).
        """
        parents = [one for rev in record.parents if (one := self._records.get(rev)) is not None]
        earlier = {rev for one in parents for rev in one.parents}
        return [one for one in parents if one.rev not in earlier]

    def replaced(self, kind: str, key: str, rev: str) -> bool:
        """Return whether a record of this thing names `rev` as one of its parents."""
        known = self._by_kind.get(kind, {}).get(key)
        if known is None:
            return False
        if isinstance(known, str):
            return rev in self._records[known].parents
        return known.replacing[rev] > 0

    def current(self, kind: str, key: str) -> Record | None:
        """Return the current record; None if absent, withdrawn or in conflict."""
        heads = self.heads(kind, key)
        if not heads or (len(heads) > 1 and not agree(heads)):
            return None
        # Heads with equal content are one value. Every copy of the workspace shows the head with
        # the smallest rev (docs/decisions/0011).
        return heads[0] if heads[0].body is not None else None

    def is_there(self, kind: str, key: str) -> bool:
        """Return whether a thing exists: at least one head is not a tombstone.

        A thing in conflict also exists.
        """
        return any(head.body is not None for head in self.heads(kind, key))

    def stated_body(self, kind: str, key: str) -> Mapping[str, Any] | None:
        """Return the body of the first head that has one, even in a conflict; None if none has."""
        return next((head.body for head in self.heads(kind, key) if head.body is not None), None)

    def shown(self, kind: str, key: str) -> Record | None:
        """Return what annotators see of a thing: the current record, in a conflict the first head.

        None if there is no head with a body.
        """
        current = self.current(kind, key)
        heads = (head for head in self.heads(kind, key) if head.body is not None)
        return current or next(heads, None)

    def keys(self, kind: str) -> Iterator[str]:
        """Yield the keys of all things of a kind, including withdrawn and conflicting ones."""
        # A copy, so that callers may add records while they iterate.
        return iter(list(self._by_kind.get(kind, ())))

    def all_current(self, kind: str) -> Iterator[Record]:
        """Yield the current record of every thing of a kind that has one."""
        for key in self.keys(kind):
            record = self.current(kind, key)
            if record is not None:
                yield record

    def conflicts(self) -> list[Thing]:
        """Return the things whose heads differ in content, so that somebody must decide; sorted."""
        return sorted(thing for thing in self._split if _must_be_decided(self.heads(*thing)))

    def waiting(self) -> dict[str, list[str]]:
        """Return {rev: parents that have not arrived} for the records that wait for parents."""
        return {
            record.rev: missing
            for record in self._records.values()
            if record.parents
            and (missing := [parent for parent in record.parents if parent not in self._records])
        }

    def digest(self) -> str:
        """Return the digest of the set. Equal sets, and only these, have equal digests."""
        return digest_of(self._records)

    def last_seq(self, device: str) -> int:
        """Return the highest sequence number of a device's records; 0 if there are none."""
        return max(self._device_seqs.get(device, ()), default=0)

    def revs_at(self, device: str, seq: int) -> Sequence[str]:
        """Return the revs of the records with this sequence number of a device.

        There is at most one, unless the device was cloned or restored.
        """
        there = self._device_seqs.get(device, {}).get(seq, ())
        return (there,) if isinstance(there, str) else there

    def devices(self) -> list[str]:
        """Return the ids of all devices with records that have a sequence number, sorted."""
        return sorted(device for device, seqs in self._device_seqs.items() if seqs)

    def gaps(self, device: str, refused: Collection[int] = ()) -> Gaps | None:
        """Return the missing sequence numbers of a device, up to the highest one that arrived.

        Returns None if none is missing. `refused`: the numbers of records that were not accepted.

        The cost depends on the number of records that have arrived, not on the sequence numbers.
        """
        found = self._device_seqs.get(device, {})
        # Usually none is missing, and sorting many numbers is slow.
        if found and min(found) > 0 and max(found) == len(found):
            return None
        seqs = sorted({*found, *refused})
        holes = [
            (before + 1, after - 1) for before, after in pairwise([0, *seqs]) if before + 1 < after
        ]
        if not holes:
            return None
        count = sum(last - first + 1 for first, last in holes)
        return Gaps(count, holes[0][0], holes[-1][1])

    def forked_devices(self) -> set[str]:
        """Return the devices that used a sequence number twice.

        Such a device is, for example, a cloned or restored laptop.
        """
        return {
            device
            for device, seqs in self._device_seqs.items()
            if any(not isinstance(there, str) for there in seqs.values())
        }


def same_body(one: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> bool:
    """Return whether two bodies have the same canonical bytes: 1, 1.0 and true all differ."""
    # For Python, 1, 1.0 and True are equal, so `==` is not sufficient. It comes first because it is
    # fast.
    return one == other and canonical_bytes(one) == canonical_bytes(other)


def agree(heads: Sequence[Record]) -> bool:
    """Return whether several heads have the same content, so that nothing needs to be decided."""
    first = statement_of(heads[0])
    return all(same_body(statement_of(head), first) for head in heads[1:])


def _must_be_decided(heads: Sequence[Record]) -> bool:
    """Return whether several heads differ, and no rule says which of them counts."""
    kind = heads[0].kind
    return not (kind in KINDS and KINDS[kind].not_resolvable) and not agree(heads)


def statement_of(record: Record) -> Mapping[str, Any] | None:
    """Return the part of a body that is compared when heads differ."""
    incidental = KINDS[record.kind].incidental if record.kind in KINDS else ()
    if not incidental or record.body is None:
        return record.body
    return {name: value for name, value in record.body.items() if name not in incidental}


@dataclass
class MergePreview:
    """The expected or actual outcome of a merge.

    Each record is in one of `new`, `known`, `foreign`, `refused`, `proofs`, except for known proofs
    and proofs of absent records, which are in none. `conflicting` and `waiting` are subsets of
    `new`.

    `proofs`: new records that prove who made other records; kept separate, so that the number of
        new records is the number of statements by people
    `refused`: {rev: reason}
    `refused_unread`: {reason: number} of records that were refused without being loaded into
        memory, because there were so many (docs/decisions/0023)
    `foreign_unread`: number of such records in a bundle of another project
    `forked`: devices of new records whose sequence number is already used by another record
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
    """Sort incoming records into a preview, without changing `present`.

    `refuse`: returns the reason to refuse a record, or None (for rules beyond the record's
        structure)
    `references`: returns the things to which a record refers; the record waits while one of them is
        absent
    """
    # `bodies` imports pydantic, which is slow, so it is imported only where records are validated.
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
        # The project is checked first: a record of another project is not even validated.
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

    # A proof of records that are absent, such as refused ones, is dropped. Every results bundle
    # contains its proofs, so a dropped proof arrives again with its records.
    preview.proofs = [
        proof
        for proof in preview.proofs
        if proof.body and any(rev in present or rev in seen for rev in proof.body["revisions"])
    ]

    # A conflict is reported if one of the heads after the merge is a record from this merge. The
    # heads are computed here, because `present` is not changed.
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
        if len(heads) > 1 and _must_be_decided(heads):
            preview.conflicting.extend(record.rev for record in fresh)

    # This runs last, because in a bundle parents may come later than their children.
    used: set[tuple[str, int]] = set()
    for record in preview.new:
        if _lacks_parent(record, present, seen) or _lacks_thing(
            references(record), present, union_things
        ):
            preview.waiting.append(record.rev)
        if record.seq:
            # If another record already uses this number, the device was cloned.
            place = (record.device, record.seq)
            is_used = place in used or bool(present.revs_at(*place))
            if is_used and record.device not in preview.forked:
                preview.forked.append(record.device)
            used.add(place)
    return preview


# Plain loops, because these run for every record of a merge, and generators take twice as long.
def _lacks_parent(record: Record, present: RecordSet, seen: Container[str]) -> bool:
    """Return whether a parent of a record is neither in `present` nor in `seen`."""
    for parent in record.parents:  # noqa: SIM110
        if parent not in present and parent not in seen:
            return True
    return False


def _lacks_thing(things: Iterable[Thing], present: RecordSet, arriving: Container[Thing]) -> bool:
    """Return whether one of `things` is neither in `present` nor in `arriving`."""
    for thing in things:  # noqa: SIM110
        if not present.has(thing) and thing not in arriving:
            return True
    return False


def body_of(record: Record) -> Mapping[str, Any]:
    """Return the body of a record in the current schema.

    Raises ValueError for a tombstone: callers must know that the record has a body.
    """
    body = current_body(record.kind, record.schema, record.body)
    if body is None:
        raise ValueError(msg("record {rev} is a tombstone", rev=record.rev[:12]))
    return body
