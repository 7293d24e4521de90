"""The kinds of record: who may write and see them, what they refer to, how their keys are made.

One class per kind; `KINDS` is the registry. To add a kind, add a class here and its body model in
`bodies.py`, a separate module because pydantic is slow to import.

The module is longer than most because it is the registry of all kinds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar

from desktop_app.core.keys import (
    KEY_DIGITS,
    attestation_key,
    call_key,
    consent_key,
    decision_key,
    document_key,
    person_of,
    work_key,
)
from desktop_app.core.messages import msg
from desktop_app.core.records import Record

Body = Mapping[str, Any]

_ITEM_KEY = re.compile(f"[0-9a-f]{{{KEY_DIGITS}}}")
_CALL_KEY = re.compile(f"[0-9a-f]{{{KEY_DIGITS}}}:.+:call", re.DOTALL)
NOT_THEIRS = msg("consent that was not sent by the person themselves")


def documents_of(item: Record) -> list[str]:
    """Return the keys of the documents that an item's content names."""
    content = item.body["content"] if item.body else {}
    named = [content.get("document"), *(content.get("documents") or ())]
    return [key for key in named if isinstance(key, str)]


class RecordKind:
    """Properties and rules of all records of one kind.

    `name`: key of the kind in records and files
    `title`: name in messages
    `schema`: newest version of the body that this program understands
    `lead_only`: whether its records are never part of an assignment bundle
    `annotator`: whether annotators may write such records, about their own work
    `proof`: whether its records only prove who made other records, so that no report counts them
    `not_resolvable`: why no lead may decide between versions of this kind; a rule does, so they
        are no conflict; empty: leads may
    `incidental`: fields of the body that are not part of its statement (docs/decisions/0011), such
        as the time an answer took, and therefore never cause a conflict
    """

    name: ClassVar[str]
    title: ClassVar[str] = ""
    schema: ClassVar[int] = 1
    lead_only: ClassVar[bool] = False
    annotator: ClassVar[bool] = False
    proof: ClassVar[bool] = False
    not_resolvable: ClassVar[str] = ""
    incidental: ClassVar[tuple[str, ...]] = ()

    def owner(self, record: Record) -> str:
        """Return the annotator whom a valid record is about."""
        # A withdrawal has no body, so the person is read from its key.
        return person_of(record.key) if record.body is None else str(record.body["annotator"])

    def item(self, record: Record) -> str:
        """Return the item that an annotator's record is about, or "".

        The body need not be valid.
        """
        return ""

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        """Yield the (kind, key) pairs to which a valid record refers.

        The record waits until all of them have arrived.
        """
        yield from ()

    def is_sent_to(self, person: str, record: Record, items: Collection[str]) -> bool:
        """Return whether an assignment bundle for a person contains a head of this kind.

        `items`: keys of the items that the person works on

        The result is ignored for the project, the person, assignments, items and documents: the
        bundle contains those that the person needs. Not called for lead-only kinds, nor for kinds
        that annotators write: of these, only the person's own records are sent.
        """
        return False

    def key_problem(self, record: Record) -> str | None:
        """Return why a valid record's key is wrong, or None.

        Senders must not choose keys freely.
        """
        if record.body is None or self._key(record, record.body) == record.key:
            return None
        return msg("{kind} whose key does not match its content", kind=kind_name(self.name))

    def bundle_problem(self, record: Record, purpose: str, recipient: str | None) -> str | None:
        """Return why a bundle with this purpose and recipient must not contain a record, or None.

        The rules that apply to all kinds are in `workspace/merge_rules.py`.
        """
        return None

    def _key(self, record: Record, body: Body) -> str:
        """Return the key that a record with this body must have."""
        return record.key


class Project(RecordKind):
    """The public part of a project."""

    name = "project"
    title = msg("project")

    def _key(self, record: Record, body: Body) -> str:
        return record.project


class Secret(RecordKind):
    """The part of a project that only leads may know."""

    name = "secret"
    lead_only = True


class Document(RecordKind):
    """A source text."""

    name = "document"
    title = msg("document")

    def _key(self, record: Record, body: Body) -> str:
        return document_key(body["text"])


class Person(RecordKind):
    """A person on the roster."""

    name = "person"
    title = msg("person")


class Participation(RecordKind):
    """Whether a person gets new items, and a lead's note about them.

    Stored apart from the person's own record, which is sent to the person.
    """

    name = "participation"
    title = msg("participation")
    lead_only = True

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        yield ("person", record.key)

    def _key(self, record: Record, body: Body) -> str:
        return str(body["person"])


class Material(RecordKind):
    """A text that belongs to the project: guidelines, a form, the consent text."""

    name = "material"
    title = msg("material")

    def is_sent_to(self, person: str, record: Record, items: Collection[str]) -> bool:
        return True

    def _key(self, record: Record, body: Body) -> str:
        return str(body["path"])


class Data(RecordKind):
    """A protocol's own row."""

    name = "data"
    lead_only = True


class AboutItem(RecordKind):
    """Base class of the kinds whose body names an item."""

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        if record.body is not None and isinstance(record.body.get("item"), str):
            yield ("item", record.body["item"])

    def key_problem(self, record: Record) -> str | None:
        about = self._item_key(record)
        if record.body is not None and not _ITEM_KEY.fullmatch(about):
            return msg("{kind} records with an invalid item key", kind=kind_name(self.name))
        return super().key_problem(record)

    def _item_key(self, record: Record) -> str:
        return str((record.body or {}).get("item", ""))


class Item(AboutItem):
    """One thing to judge, as its annotators see it."""

    name = "item"
    title = msg("item")

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        if record.body is not None:
            yield from (("document", document) for document in documents_of(record))

    def _item_key(self, record: Record) -> str:
        return record.key


class Origin(AboutItem):
    """The origin of an item."""

    name = "origin"
    title = msg("origin")
    lead_only = True

    def _item_key(self, record: Record) -> str:
        return record.key

    def _key(self, record: Record, body: Body) -> str:
        return str(body["item"])


class Prepared(AboutItem):
    """Content prepared in advance and sent with an item."""

    name = "prepared"

    def is_sent_to(self, person: str, record: Record, items: Collection[str]) -> bool:
        body = record.body
        # Prepared for one person means hidden from all others.
        return body is not None and body["item"] in items and body.get("person") in (None, person)

    def bundle_problem(self, record: Record, purpose: str, recipient: str | None) -> str | None:
        person = (record.body or {}).get("person")
        if person and purpose == "assignment" and person != recipient:
            return msg("data prepared for another person cannot be used here")
        return None


class Assignment(AboutItem):
    """One item for one person at one stage."""

    name = "assignment"
    title = msg("assignment")
    # The place in the queue.
    incidental = ("order",)

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        yield from super().references(record)
        person = (record.body or {}).get("person")
        if isinstance(person, str):
            yield ("person", person)

    def _key(self, record: Record, body: Body) -> str:
        return work_key(body["item"], body["person"], body["stage"])


class Work(AboutItem):
    """Base class of the kinds of an annotator's records about an item at a stage."""

    annotator = True

    def item(self, record: Record) -> str:
        # A withdrawal has no body, only a key, which begins with the item.
        item = record.key[:KEY_DIGITS] if record.body is None else record.body.get("item")
        return item if isinstance(item, str) else ""

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        # Without a generator inside another one, because this runs for every record of a merge.
        body = record.body
        if body is not None:
            item, person = body.get("item"), body.get("annotator")
            if isinstance(item, str):
                yield ("item", item)
            if isinstance(person, str):
                yield ("person", person)

    def _key(self, record: Record, body: Body) -> str:
        return work_key(body["item"], body["annotator"], body["stage"])


class Annotation(Work):
    """One annotator's answers for one item at one stage."""

    name = "annotation"
    title = msg("annotation")
    incidental = ("seconds", "item_rev")


class Mark(Work):
    """A note that an item was skipped or flagged."""

    name = "mark"
    title = msg("mark")


class Adjudication(AboutItem):
    """A lead's decision on an item that annotators judged differently."""

    name = "adjudication"
    title = msg("adjudication")
    lead_only = True

    def _key(self, record: Record, body: Body) -> str:
        return decision_key(body["item"], body["stage"])


class Exclusion(AboutItem):
    """A lead's statement that an item is excluded; withdrawing it puts the item back."""

    name = "exclusion"
    title = msg("exclusion")
    lead_only = True

    def _key(self, record: Record, body: Body) -> str:
        return str(body["item"])


class Decision(RecordKind):
    """A lead's statement about a record that resolves a conflict: the reason and the confidence."""

    name = "decision"
    title = msg("decision")
    lead_only = True

    def _key(self, record: Record, body: Body) -> str:
        # About one record, so that the reasons of two leads are never in conflict.
        return str(body["record"])


class MetricRating(AboutItem):
    """A value that an automatic rater assigned to an item."""

    name = "metric_rating"
    lead_only = True

    def key_problem(self, record: Record) -> str | None:
        # No rule is needed: only leads write these records, and no annotator's bundle contains
        # them.
        return None


class Background(RecordKind):
    """A person's answers to the background questionnaire."""

    name = "background"
    title = msg("background")
    annotator = True

    def owner(self, record: Record) -> str:
        return record.key


class Consent(RecordKind):
    """A person's consent to a version of the consent text, or its withdrawal.

    Only the person may give it (docs/decisions/0016).
    """

    name = "consent"
    annotator = True
    not_resolvable = msg("only the person themselves can give consent")

    @staticmethod
    def is_agreement(record: Record) -> bool:
        """Return whether a consent record counts as agreement."""
        # A record without a body revokes a withdrawal, which amounts to agreement.
        return record.body is None or bool(record.body["agreed"])

    def owner(self, record: Record) -> str:
        return record.key.partition(":")[2]

    def bundle_problem(self, record: Record, purpose: str, recipient: str | None) -> str | None:
        if record.author != self.owner(record):
            return msg("consent in another person's name")
        # A lead may record a withdrawal: it only makes the program ask the person for consent
        # again.
        return NOT_THEIRS if purpose != "results" and self.is_agreement(record) else None

    def _key(self, record: Record, body: Body) -> str:
        return consent_key(body["text"], body["annotator"])


class Call(RecordKind):
    """One request to a model and its outcome."""

    name = "call"
    annotator = True

    def item(self, record: Record) -> str:
        about = (record.body or {}).get("about")
        item = about.get("item") if isinstance(about, dict) else None
        return item if isinstance(item, str) else ""

    def key_problem(self, record: Record) -> str | None:
        if record.body is not None and not _CALL_KEY.fullmatch(record.key):
            return msg("call records with an invalid key")
        return super().key_problem(record)

    def bundle_problem(self, record: Record, purpose: str, recipient: str | None) -> str | None:
        if purpose == "assignment" and self.owner(record) != recipient:
            return msg("other people's model calls are not for annotators")
        return None

    def _key(self, record: Record, body: Body) -> str:
        return call_key(record.key, body.get("annotator") or record.author)


class Attestation(RecordKind):
    """A person's signed statement that they made certain records (docs/decisions/0022)."""

    name = "attestation"
    annotator = True
    proof = True

    def _key(self, record: Record, body: Body) -> str:
        return attestation_key(body["public_key"], body["revisions"], body["annotator"])


# Exports and reports use this order.
KINDS: dict[str, RecordKind] = {
    kind.name: kind
    for kind in (
        Project(),
        Secret(),
        Document(),
        Item(),
        Origin(),
        Prepared(),
        Person(),
        Participation(),
        Background(),
        Consent(),
        Assignment(),
        Annotation(),
        Mark(),
        Adjudication(),
        Exclusion(),
        Decision(),
        Material(),
        MetricRating(),
        Data(),
        Call(),
        Attestation(),
    )
}


def is_proof(record: Record) -> bool:
    """Return whether a record only proves who made other records, so that no report counts it."""
    return record.kind in KINDS and KINDS[record.kind].proof


def references_of(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the (kind, key) pairs to which a valid record refers.

    The record waits until all of them have arrived.
    """
    return KINDS[record.kind].references(record)


def kind_name(kind: str) -> str:
    """Return the name of a kind of record in messages.

    For a kind that only a newer version knows, this is its key.
    """
    return (KINDS[kind].title or kind) if kind in KINDS else kind
