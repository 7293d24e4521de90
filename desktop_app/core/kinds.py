"""The kinds of record: who may write and see them, what they refer to, how their keys are made.

One class per kind; `KINDS` is the registry. Adding a kind means adding a class here and its body
model in `bodies.py`, which is apart because pydantic is slow to import.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
    `lead_only`: never part of an assignment bundle
    `annotator`: may be written by an annotator, about the annotator's own work
    `proof`: only states who made other records, so that no report counts it
    `not_resolvable`: why no lead may resolve a conflict of this kind; empty: leads may
    """

    name: ClassVar[str]
    title: ClassVar[str] = ""
    schema: ClassVar[int] = 1
    lead_only: ClassVar[bool] = False
    annotator: ClassVar[bool] = False
    proof: ClassVar[bool] = False
    not_resolvable: ClassVar[str] = ""

    def owner(self, record: Record) -> str:
        """Return the annotator whom a valid record is about."""
        # A withdrawal has no body, so its key is read.
        return person_of(record.key) if record.body is None else str(record.body["annotator"])

    def item(self, record: Record) -> str:
        """Return the item of an annotator's record, or "". The body need not be valid."""
        return ""

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        """Yield (kind, key) of what a valid record refers to: it waits until they have arrived."""
        yield from ()

    def key_problem(self, record: Record) -> str | None:
        """Return why a valid record's key is wrong, or None: senders must not choose keys."""
        if record.body is None or self._key(record, record.body) == record.key:
            return None
        return msg("{kind} whose key does not fit its content", kind=kind_name(self.name))

    def bundle_problem(self, record: Record, purpose: str, recipient: str | None) -> str | None:
        """Return why a bundle with this purpose and recipient must not contain a record, or None.

        Beyond the rules for all kinds, which `workspace/merge_rules.py` has.
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


class Material(RecordKind):
    """A text that belongs to the project: guidelines, a form, the consent text."""

    name = "material"
    title = msg("material")

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
    """Where an item comes from."""

    name = "origin"
    title = msg("origin")
    lead_only = True

    def _item_key(self, record: Record) -> str:
        return record.key

    def _key(self, record: Record, body: Body) -> str:
        return str(body["item"])


class Prepared(AboutItem):
    """Something made beforehand that travels with an item."""

    name = "prepared"

    def bundle_problem(self, record: Record, purpose: str, recipient: str | None) -> str | None:
        person = (record.body or {}).get("person")
        if person and purpose == "assignment" and person != recipient:
            return msg("data prepared for another person cannot be used here")
        return None


class Assignment(AboutItem):
    """One item for one person at one stage."""

    name = "assignment"
    title = msg("assignment")

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        yield from super().references(record)
        person = (record.body or {}).get("person")
        if isinstance(person, str):
            yield ("person", person)

    def _key(self, record: Record, body: Body) -> str:
        return work_key(body["item"], body["person"], body["stage"])


class Work(AboutItem):
    """Base class of what an annotator states about an item at a stage."""

    annotator = True

    def item(self, record: Record) -> str:
        # A withdrawal has no body, only a key, which begins with the item.
        item = record.key[:KEY_DIGITS] if record.body is None else record.body.get("item")
        return item if isinstance(item, str) else ""

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        yield from super().references(record)
        person = (record.body or {}).get("annotator")
        if isinstance(person, str):
            yield ("person", person)

    def _key(self, record: Record, body: Body) -> str:
        return work_key(body["item"], body["annotator"], body["stage"])


class Annotation(Work):
    """One annotator's answers for one item at one stage."""

    name = "annotation"
    title = msg("annotation")


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


class MetricRating(AboutItem):
    """A value that an automatic rater gave an item."""

    name = "metric_rating"
    lead_only = True

    def key_problem(self, record: Record) -> str | None:
        # No rule: only leads write these records, and no annotator's bundle contains them.
        return None


class Background(RecordKind):
    """A person's answers to the background questionnaire."""

    name = "background"
    title = msg("background")
    annotator = True

    def owner(self, record: Record) -> str:
        return record.key


class Consent(RecordKind):
    """A person's agreement to a version of the consent text, or its withdrawal.

    Only the person may state it (docs/decisions/0016).
    """

    name = "consent"
    annotator = True
    not_resolvable = msg("only the person themselves can give consent")

    @staticmethod
    def is_agreement(record: Record) -> bool:
        """Return whether a consent record would make the person count as having agreed."""
        # A record without a body revokes a withdrawal, which amounts to an agreement.
        return record.body is None or bool(record.body["agreed"])

    def owner(self, record: Record) -> str:
        return record.key.partition(":")[2]

    def bundle_problem(self, record: Record, purpose: str, recipient: str | None) -> str | None:
        if record.author != self.owner(record):
            return msg("consent in another person's name")
        # A withdrawal may come from a lead: it asks again, and takes nothing away.
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


# The order is that of exports and reports.
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
        Background(),
        Consent(),
        Assignment(),
        Annotation(),
        Mark(),
        Adjudication(),
        Material(),
        MetricRating(),
        Data(),
        Call(),
        Attestation(),
    )
}


def references_of(record: Record) -> Iterator[tuple[str, str]]:
    """Yield (kind, key) of what a valid record refers to: it waits until they have arrived."""
    return KINDS[record.kind].references(record)


def kind_name(kind: str) -> str:
    """Return what messages call a kind of record; that of a newer version by its key."""
    return (KINDS[kind].title or kind) if kind in KINDS else kind
