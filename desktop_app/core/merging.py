"""Meaning of a set of records: heads, conflicts, pending records, and the merge plan.

Merging is set union. Everything here is a function of the set alone, so the order, repetition or
detour in which records arrive cannot matter, and no clock is ever asked.
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
    """Running numbers that have not arrived: how many, the first and the last of them."""

    count: int
    first: int
    last: int


class _Versions:
    """The records of a thing that has several: which are there, and which nobody replaced."""

    __slots__ = ("heads", "replacing", "revs")

    def __init__(self) -> None:
        self.revs: dict[str, None] = {}  # in the order of arrival
        self.heads: set[str] = set()
        self.replacing: Counter[str] = Counter()  # how many records name a rev as their parent

    def add(self, record: Record) -> None:
        self.revs[record.rev] = None
        for parent in record.parents:
            self.replacing[parent] += 1
            self.heads.discard(parent)
        # A child may arrive before its parent: then the parent is replaced from its first moment
        # on.
        if not self.replacing[record.rev]:
            self.heads.add(record.rev)

    def discard(self, record: Record) -> None:
        del self.revs[record.rev]
        self.heads.discard(record.rev)
        for parent in record.parents:
            self.replacing[parent] -= 1
            # Undoing a merge: a parent is a head again only when no other record replaces it.
            if not self.replacing[parent] and parent in self.revs:
                self.heads.add(parent)


class RecordSet:
    """All records of a workspace, indexed.

    A record replaces a parent only when both are about the same thing (kind and key): a record
    cannot make another thing disappear by naming it. Heads are the records nobody replaced.
    Adding and taking out cost the same however many versions a thing has.
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._records: dict[str, Record] = {}
        # By kind and key; one rev stands for itself, because nearly all things have just one.
        self._by_kind: dict[str, dict[str, str | _Versions]] = {}
        self._split: set[Thing] = set()  # things with more than one head
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
        return self._records.get(rev)

    def add(self, record: Record) -> bool:
        """Take a record in; returns False when it was already there."""
        rev = record.rev
        if rev in self._records:
            return False
        self._records[rev] = record
        things = self._by_kind.setdefault(record.kind, {})
        known = things.setdefault(record.key, rev)
        # `setdefault` returned another object: the thing has a record already. Identity is
        # enough, and cheaper than comparing 64 characters.
        if known is not rev:
            if isinstance(known, str):
                first = self._records[known]
                known = things[record.key] = _Versions()
                known.add(first)
            known.add(record)
            self._update_split((record.kind, record.key), known)
        if record.seq:
            seqs = self._device_seqs.setdefault(record.device, {})
            there = seqs.setdefault(record.seq, rev)
            if there is not rev:
                # Two records under one running number of a device: a copied or restored laptop.
                # Both are kept.
                seqs[record.seq] = [*([there] if isinstance(there, str) else there), rev]
        return True

    def discard(self, rev: str) -> None:
        """Take a record out again (undoing a merge); unknown revs are ignored."""
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
        """Return every record of this thing, parents before those who replace them."""
        known = self._by_kind.get(kind, {}).get(key)
        if known is None or isinstance(known, str):
            return self.heads(kind, key)
        waits: dict[str, int] = {}
        children: dict[str, list[str]] = {}
        for rev in known.revs:
            here = [parent for parent in self._records[rev].parents if parent in known.revs]
            waits[rev] = len(here)
            for parent in here:
                children.setdefault(parent, []).append(rev)
        # A topological order with a heap: of records that may come next, the smallest rev comes
        # first, so the order is the same on every computer.
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
        """Return whether a record of this thing that is here names `rev` as its parent."""
        known = self._by_kind.get(kind, {}).get(key)
        if known is None:
            return False
        if isinstance(known, str):
            return rev in self._records[known].parents
        return known.replacing[rev] > 0

    def current(self, kind: str, key: str) -> Record | None:
        """Return the one current record, or None: nothing there, withdrawn, or in conflict."""
        heads = self.heads(kind, key)
        # Heads that state the same are no conflict (docs/decisions/0011): two leads who made the
        # same decision have nothing to resolve.
        if not heads or (len(heads) > 1 and not agree(heads)):
            return None
        return heads[0] if heads[0].body is not None else None

    def is_there(self, kind: str, key: str) -> bool:
        """Return whether a thing is there, in conflict or not: some head of it is no withdrawal."""
        return any(head.body is not None for head in self.heads(kind, key))

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
        return max(self._device_seqs.get(device, ()), default=0)

    def revs_at(self, device: str, seq: int) -> Sequence[str]:
        """Return the records that carry this running number of a device: one, if all is well."""
        there = self._device_seqs.get(device, {}).get(seq, ())
        return (there,) if isinstance(there, str) else there

    def devices(self) -> list[str]:
        return sorted(device for device, seqs in self._device_seqs.items() if seqs)

    def gaps(self, device: str) -> Gaps | None:
        """Return which running numbers of a device have not arrived, or None when all have.

        The cost depends on how many have arrived, never on how large the numbers are.
        """
        # Never by counting from 1 to the highest: a hostile record may carry a number near 2⁵³.
        seqs = sorted(self._device_seqs.get(device, ()))
        holes = [
            (before + 1, after - 1) for before, after in pairwise([0, *seqs]) if before + 1 < after
        ]
        if not holes:
            return None
        count = sum(last - first + 1 for first, last in holes)
        return Gaps(count, holes[0][0], holes[-1][1])

    def forked_devices(self) -> set[str]:
        """Return devices that used one running number twice: a cloned or restored laptop."""
        return {
            device
            for device, seqs in self._device_seqs.items()
            if any(not isinstance(there, str) for there in seqs.values())
        }


def same_body(one: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> bool:
    """Return whether two bodies are spelled the same: 1, 1.0 and true are three statements."""
    return one == other and canonical_bytes(one) == canonical_bytes(other)


# What a body carries along without stating it: how long an answer took, the place in a queue.
_INCIDENTAL = {"annotation": "seconds", "assignment": "order"}


def agree(heads: Sequence[Record]) -> bool:
    """Return whether several heads state the same: then there is nothing to decide."""
    first = _stated(heads[0])
    return all(same_body(_stated(head), first) for head in heads[1:])


def _stated(record: Record) -> Mapping[str, Any] | None:
    incidental = _INCIDENTAL.get(record.kind)
    if incidental is None or record.body is None:
        return record.body
    return {name: value for name, value in record.body.items() if name != incidental}


@dataclass
class MergePreview:
    """What a merge would do, or did. Each record is in exactly one of new, known, foreign,
    refused, proofs; conflicting and waiting are subsets of new.

    proofs       new records that prove who made others; apart, so that the number of new records
                 is the number of things that people said
    refused      {rev: reason}
    refused_unread  {reason: number} of records that were refused by the thousand, without being
                 kept; and `foreign_unread` the number in a bundle of another project
    forked       devices that used a running number twice
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
        """How many records were refused."""
        return len(self.refused) + sum(self.refused_unread.values())

    @property
    def foreign_count(self) -> int:
        """How many records belong to another project."""
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

    refuse      returns a reason against a record, or None (rules beyond the record's own form)
    references  the things a record speaks about; it waits while one of them is absent
    """
    from desktop_app.core.bodies import kind_problem  # pydantic: only where records are judged

    preview = MergePreview()
    seen: set[str] = set()
    union_things: dict[Thing, list[Record]] = {}
    for record in incoming:
        rev = record.rev
        is_proof = record.kind in KINDS and KINDS[record.kind].proof
        # First of all tests: known records cost nothing, and a merge that is repeated finds only
        # those.
        if rev in present or rev in seen:
            if not is_proof:
                preview.known.append(rev)
            continue
        if record.project != project:
            preview.foreign.append(rev)
            continue
        # The record's own form first: the rules may rely on it.
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

    # Whoever proves nothing that is here, such as what is refused, leaves nothing behind. Results
    # carry their proofs along each time, so one that is left out comes again with its records.
    preview.proofs = [
        proof
        for proof in preview.proofs
        if proof.body and any(rev in present or rev in seen for rev in proof.body["revisions"])
    ]

    for thing, records in union_things.items():
        # Nearly every record: the only one about its thing cannot be in conflict.
        if len(records) == 1 and not present.has(thing):
            continue
        # A head is what neither side replaces, as the union will see it once everything is
        # merged.
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

    for record in preview.new:
        missing = any(p not in present and p not in seen for p in record.parents) or any(
            thing not in union_things and not present.has(thing) for thing in references(record)
        )
        # Waiting records are merged nevertheless: the set must not depend on which bundle came
        # first.
        if missing:
            preview.waiting.append(record.rev)
        if record.seq:
            known = present.revs_at(record.device, record.seq)
            if known and record.device not in preview.forked:
                preview.forked.append(record.device)
    return preview


def body_of(record: Record) -> Mapping[str, Any]:
    """Return the body of a record that is known not to be a tombstone, in the current schema."""
    body = current_body(record.kind, record.schema, record.body)
    if body is None:
        raise ValueError(msg("record {rev} is a tombstone", rev=record.rev[:12]))
    return body
