"""Attestations: annotators sign lists of the records that they made.

A bundle's signature proves who sent it, but merging keeps only the records. An attestation is a
record, so it is kept and included in later bundles (docs/decisions/0022).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desktop_app.core.errors import NotSavedError
from desktop_app.core.keys import KEY_DIGITS, attestation_key, attested_bytes, person_of
from desktop_app.core.kinds import KINDS, kind_name
from desktop_app.core.merging import MergePreview, RecordSet, agree, body_of, same_body
from desktop_app.core.messages import msg
from desktop_app.core.records import Record, make_record
from desktop_app.workspace.uncounted_answers import first_in_quotes
from desktop_app.workspace.work_states import assigned_work, lead_change
from desktop_app.workspace.workspace import IMPORT_DEVICE, IMPORT_TIME, Workspace

if TYPE_CHECKING:
    from desktop_app.bundles.keys import Identity

# Cryptography is imported in functions: it takes longer than all else here, and most projects have
# no answers that were accepted without proof.
KIND = "attestation"

Verdict = Callable[[Record], str | None]


def new_attestations(
    workspace: Workspace, identity: Identity, records: Iterable[Record]
) -> list[Record]:
    """Return signed attestations of those records that were made here and are not attested yet.

    Equal input gives equal attestations. Nothing is saved.
    """
    # Imported here and below because building the schemas of all records takes long.
    from desktop_app.core.bodies import MOST_ATTESTED

    if identity.public_key is None:
        return []
    made_here = set(workspace.devices)
    # A record from a bundle was not made here, whatever its device: device ids are not secret, and
    # signing a forgery that somebody sent would make it genuine.
    merged = {rev for entry in workspace.store.records.table("merges") for rev in entry["added"]}
    attested = revisions_attested_by(
        workspace.records, workspace.person, [identity.public_key.hex()]
    )
    revisions = sorted(
        record.rev
        for record in records
        if record.author == workspace.person
        # False for attestations, whose device is a constant.
        and record.device in made_here
        and KINDS[record.kind].annotator
        and record.rev not in merged
        and record.rev not in attested
    )
    # Several, because one attestation has at most MOST_ATTESTED revs.
    return [
        _attestation(workspace, identity, revisions[at : at + MOST_ATTESTED])
        for at in range(0, len(revisions), MOST_ATTESTED)
    ]


def _attestation(workspace: Workspace, identity: Identity, revisions: list[str]) -> Record:
    from desktop_app.bundles.keys import ATTESTATION, sign

    person, public_key = workspace.person, (identity.public_key or b"").hex()
    statement = attested_bytes(workspace.project, person, public_key, revisions)
    # Device and time are constant, so that the same statement is the same record: if it cannot be
    # saved now (a full disk, a workspace open in the window), the next packing makes it again.
    return make_record(
        project=workspace.project,
        kind=KIND,
        key=attestation_key(public_key, revisions, person),
        author=person,
        device=IMPORT_DEVICE,
        seq=0,
        time=IMPORT_TIME,
        body={
            "annotator": person,
            "public_key": public_key,
            "revisions": revisions,
            "signature": sign(identity, statement, ATTESTATION).hex(),
        },
    )


def attestation_problem(record: Record) -> str | None:
    """Return why a record is an invalid attestation; None if it is valid or of another kind."""
    if record.kind != KIND:
        return None
    from desktop_app.bundles.keys import ATTESTATION, verify

    if record.body is None:
        return msg("withdrawn attestations, which are not allowed")
    body = record.body
    revisions = body["revisions"]
    # Only one order is valid, so that a statement has one key and one signature.
    if revisions != sorted(set(revisions)):
        return msg("attestations whose revisions are not sorted")
    statement = attested_bytes(record.project, body["annotator"], body["public_key"], revisions)
    key, signature = bytes.fromhex(body["public_key"]), bytes.fromhex(body["signature"])
    if not verify(key, signature, statement, ATTESTATION):
        return msg("attestations whose signature does not verify")
    return None


def revisions_attested_by(
    records: Iterable[Record], person: str, public_keys: Iterable[str]
) -> set[str]:
    """Return the revs that a person attested with one of these keys (hexadecimal)."""
    from desktop_app.core.bodies import kind_problem

    keys = frozenset(public_keys)
    if isinstance(records, RecordSet):
        records = [record for key in records.keys(KIND) for record in records.history(KIND, key)]
    result: set[str] = set()
    for record in records:
        if record.kind != KIND or record.author != person or record.body is None:
            continue
        # The records may come from a bundle and not be validated yet.
        if kind_problem(record):
            continue
        if record.body["public_key"] in keys and not attestation_problem(record):
            result.update(record.body["revisions"])
    return result


@dataclass
class Attested:
    """Numbers of current annotations, by whether their authors attested them.

    `proved`: annotations that their author attested with a pinned key
    `total`: annotations that could be attested
    `imported`: annotations from files, which nobody can attest; not part of `total`
    `missing`: {"item", "annotator", "stage"} of each annotation that is not proved
    """

    proved: int = 0
    total: int = 0
    imported: int = 0
    missing: list[dict[str, str]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {
            "annotations": self.proved,
            "of": self.total,
            "imported": self.imported,
            "not_attested": self.missing,
        }


def attested_annotations(workspace: Workspace, pins: dict[str, set[str]]) -> Attested:
    """Return which current annotations are proved.

    `pins`: {person: their public keys, hexadecimal}; a key that nobody pinned proves nothing
    """
    records = workspace.records
    proved: dict[str, set[str]] = {}
    result = Attested()
    for key in records.keys("annotation"):
        heads = [head for head in records.heads("annotation", key) if head.body is not None]
        if not heads:
            continue
        # Imported answers were not made with a key of their author.
        if all(head.device == IMPORT_DEVICE for head in heads):
            result.imported += 1
            continue
        person = person_of(key)
        if person not in proved:
            proved[person] = revisions_attested_by(records, person, pins.get(person, ()))
        result.total += 1
        if all(_is_proved(records, head, proved[person]) for head in heads):
            result.proved += 1
        else:
            body = body_of(heads[0])
            result.missing.append(
                {
                    "item": workspace.item_name(str(body["item"])),
                    "annotator": person,
                    "stage": str(body["stage"]),
                }
            )
    result.missing.sort(key=lambda one: (one["annotator"], one["item"], one["stage"]))
    return result


def _is_proved(records: RecordSet, head: Record, proved: set[str]) -> bool:
    """Return whether a head is attested, or resolves a conflict by an attested version."""
    if head.rev in proved:
        return True
    # A lead who resolves a conflict writes a revision. It counts as the annotator's answer if its
    # content equals that of an attested version.
    parents = [records.get(rev) for rev in head.parents]
    return any(
        parent is not None and parent.rev in proved and same_body(parent.body, head.body)
        for parent in parents
    )


class OwnAnswersGuard:
    """Rule that protects an annotator's answers in the annotator's own workspace.

    Incoming records in this person's name that the person's own keys do not attest are claims. A
    claim that differs from the data here is refused, because it would replace an answer of the
    person or put it in conflict. Any other claim is accepted and reported: records from the
    person's second computer, or from before attestations existed, look the same. So is a claim that
    a lead's decision in the same bundle replaces: it is only part of the history.

    `incoming`: the records of the bundle
    `own`: the person's keys: those on this computer, and the one given for this merge
    `refuse`: the other rules for the bundle
    """

    def __init__(
        self,
        workspace: Workspace,
        incoming: Sequence[Record],
        own: Iterable[Identity],
        refuse: Verdict,
    ) -> None:
        self._keys = [one.public_key.hex() for one in own if one.public_key is not None]
        self._workspace = workspace
        self._person = workspace.person
        self._proved = revisions_attested_by(incoming, self._person, self._keys)
        self._proved |= revisions_attested_by(workspace.records, self._person, self._keys)
        self._replaced = self._replaced_by_lead(incoming, refuse)

    def _replaced_by_lead(self, incoming: Sequence[Record], refuse: Verdict) -> set[str]:
        """Return the revisions that decisions of a lead replace, directly or indirectly."""
        from desktop_app.core.bodies import kind_problem

        parents = {record.rev: record.parents for record in incoming}
        left = [
            parent
            for record in incoming
            if record.author != self._person
            and record.kind in KINDS
            and KINDS[record.kind].annotator
            and not (kind_problem(record) or refuse(record))
            for parent in record.parents
        ]
        result: set[str] = set()
        while left:
            rev = left.pop()
            if rev not in result:
                result.add(rev)
                left += parents.get(rev, ())
        return result

    def _is_claim(self, record: Record) -> bool:
        return (
            record.author == self._person
            and record.kind != KIND
            and KINDS[record.kind].annotator
            and record.rev not in self._proved
        )

    def refusal(self, record: Record) -> str | None:
        """Return why a record is refused, or None."""
        if not self._is_claim(record) or record.rev in self._replaced:
            return None
        # A claim that repeats the data here does no harm.
        here = self._workspace.records.heads(record.kind, record.key)
        if here and not agree([*here, record]):
            return msg(
                "{kind} records in your name that were not made on this computer and are "
                "not signed with your key; yours are kept",
                kind=kind_name(record.kind),
            )
        return None

    def notes(self, preview: MergePreview) -> list[str]:
        """Return notes for this person about accepted claims and answers that the lead changed.

        `preview`: of a bundle whose accepted records are in the workspace already
        """
        claimed = Counter(record.kind for record in preview.new if self._is_claim(record))
        result = [
            msg(
                "{kind} records in your name that your key does not attest: {count} (from another "
                "computer of yours, or an earlier version of Proofdesk)",
                kind=kind_name(kind),
                count=count,
            )
            for kind, count in sorted(claimed.items())
        ]
        # Not those where the lead chose the person's own version.
        replaced = {
            record.key
            for record in preview.new
            if record.kind == "annotation"
            and person_of(record.key) == self._person
            and lead_change(self._workspace, record.key) == record.rev
        }
        if replaced:
            numbers = self._numbers(replaced)
            result.append(
                msg(
                    "your answers that the lead changed: {count} (in your list: {numbers})",
                    count=len(replaced),
                    numbers=", ".join(map(str, numbers)),
                )
                # Work that was taken back is in no list.
                if numbers
                else msg("your answers that the lead changed: {count}", count=len(replaced))
            )
        return result

    def _numbers(self, keys: Collection[str]) -> list[int]:
        """Return the numbers of this person's work in the list of the window.

        Only leads know the ids of items.
        """
        there = self._workspace.records.is_there
        listed = [
            one.key
            for one in assigned_work(self._workspace)
            if there("item", str(one.body["item"]))
        ]
        return [number for number, key in enumerate(listed, 1) if key in keys]


def either(one: Verdict, other: Verdict) -> Verdict:
    """Return a rule that refuses what either rule refuses, with the first reason found."""
    return lambda record: one(record) or other(record)


def attest(workspace: Workspace, identity: Identity, records: Iterable[Record]) -> list[Record]:
    """Attest those records that were made here and are not attested yet; return the attestations.

    If the workspace is read-only, they are not saved, and the next packing makes them again.
    """
    fresh = new_attestations(workspace, identity, records)
    if fresh and not workspace.store.read_only:
        # A full disk must not prevent people from sending their work.
        with suppress(NotSavedError):
            workspace.insert(fresh)
    return fresh


def accepted_without_proof(workspace: Workspace) -> dict[str, str]:
    """Return {key: "unsigned" or "new key"} of the annotations that were accepted without proof.

    A lead accepted them although nothing proved who made them. Only current versions are included,
    without those that their author has since attested with a known key.
    """
    accepted = {
        rev: str(one["as"])
        for entry in workspace.store.records.table("merges")
        for one in entry.get("accepted", ())
        for rev in one["revisions"]
    }
    if not accepted:
        return {}
    from desktop_app.workspace.trust import proving_pins

    pins = proving_pins(workspace)
    proved = {
        person: revisions_attested_by(workspace.records, person, keys)
        for person, keys in pins.items()
    }
    result: dict[str, str] = {}
    for rev, how in accepted.items():
        record = workspace.records.get(rev)
        if record is None or record.kind != "annotation" or record.body is None:
            continue
        # A later answer may be proved.
        heads = {head.rev for head in workspace.records.heads("annotation", record.key)}
        if rev in heads and rev not in proved.get(record.author, ()):
            result[record.key] = how
    return result


def accepted_notes(workspace: Workspace) -> Iterator[str]:
    """Yield notes about answers that were accepted without proof."""
    by_way: dict[str, list[str]] = {}
    for key, how in sorted(accepted_without_proof(workspace).items()):
        name = f"{workspace.item_name(key[:KEY_DIGITS])} ({person_of(key)})"
        by_way.setdefault(how, []).append(name)
    for how, names in by_way.items():
        if how == "unsigned":
            yield msg(
                "answers that were accepted unsigned: {count} ({names})",
                count=len(names),
                names=first_in_quotes(names),
            )
        else:
            yield msg(
                "answers that were accepted under a new key: {count} ({names})",
                count=len(names),
                names=first_in_quotes(names),
            )


def attestation_notes(attested: Attested) -> Iterator[str]:
    """Yield notes about attested and missing annotations, one sentence each."""
    if attested.total:
        yield (
            msg(
                "annotations that are attested by their author’s pinned key: {proved} of {total}",
                proved=attested.proved,
                total=attested.total,
            )
        )
    by_person = Counter(one["annotator"] for one in attested.missing)
    for person, count in sorted(by_person.items()):
        items = [one["item"] for one in attested.missing if one["annotator"] == person]
        yield msg(
            "annotations by “{person}” that are not attested: {count} ({items})",
            person=person,
            count=count,
            items=first_in_quotes(items),
        )
    if attested.imported:
        yield msg(
            "imported annotations without an attestation: {imported}",
            imported=attested.imported,
        )
