"""Plain data that protocols are given and return: items, answers, texts, submissions.

Nothing here has behaviour of its own. A protocol computes from these values alone, so that its
results depend neither on the disk nor on the order in which bundles arrived.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

# Field of an origin: why its item is not given to anybody new.
CLOSED = "closed"


@dataclass(frozen=True)
class ItemData:
    """An item for analyses and exporters.

    `content`: what annotators see; `document` is a document key
    `origin`: lead-only: external_id, model, source, …; empty if unknown
    `stage`: the one stage at which it is worked on; empty: the protocol's first one
    """

    key: str
    group: str
    content: Mapping[str, Any]
    origin: Mapping[str, Any]
    stage: str = ""

    @property
    def name(self) -> str:
        """The item's name in files: its external id, or its key if it has none."""
        return str(self.origin.get("external_id") or self.key)


@dataclass(frozen=True)
class Material:
    """One version of a text that travels with the work.

    `state`: “current”; “earlier”: replaced by another version; “conflicting”: one of several
        versions that differ and that nobody replaced
    """

    path: str
    text: str
    state: Literal["current", "earlier", "conflicting"]


@dataclass(frozen=True)
class AnnotationData:
    """The current answers of one annotator for one item at one stage.

    `form`: the version of the project's own form they answer; empty if the protocol's questions are
        fixed
    """

    item: str
    annotator: str
    stage: str
    answers: Mapping[str, Any]
    seconds: float | None
    rev: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    form: str = ""


@dataclass(frozen=True)
class Dataset:
    """One protocol's part of a workspace, as plain data.

    Whatever is in conflict is left out.

    `conflicts`: number of annotations left out because they, or their items, are in conflict
    `left_out`: number of annotations left out for other reasons, by reason
    `metric_ratings`, `rows`: bodies of those records; rows by kind
    `disputed`: rows in conflict, by kind: every version, ordered by key
    `aliases`: aliases by the names of models
    `background`: people's answers about themselves, by person
    `consents`: consents and withdrawals by person: "state", "time", "text" (digest of the consent
        text)
    """

    project: str
    protocol: str
    title: str
    items: Sequence[ItemData]
    annotations: Sequence[AnnotationData]
    documents: Mapping[str, str]
    people: Mapping[str, Mapping[str, Any]]
    background: Mapping[str, Mapping[str, Any]]
    metric_ratings: Sequence[Mapping[str, Any]] = ()
    rows: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    adjudications: Sequence[Mapping[str, Any]] = ()
    conflicts: int = 0
    aliases: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    consents: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    disputed: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)

    def model_named(self, name: str) -> str:
        """Return the name of a model, given its name or its alias."""
        return next((model for model, alias in self.aliases.items() if alias == name), name)


@dataclass(frozen=True)
class FoundPassage:
    """A passage of a gathered document: characters from `start` to `end` (exclusive)."""

    document: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class OwnExport:
    """The output of a protocol-specific format: JSON lines by file name, facts and notes."""

    files: Mapping[str, Sequence[Mapping[str, Any]]]
    facts: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()


State = Literal["waiting", "changed", "accepted", "rejected", "filtered"]


@dataclass(frozen=True)
class Submission:
    """One thing that a person submitted or a model made.

    `item`: the key of the item it was submitted under, or the protocol's own id of it
    `author`: who submitted it
    `title`: its name, one line
    `state`: “waiting”: pending a decision; “changed”: edited by its author since the decision, so
        pending again; “accepted” or “rejected”; “filtered”: rejected by a rule or a model, needs no
        decision
    `reason`: the lead's reason for the decision
    `notes`: what a lead should know before deciding, a sentence each
    `answers`: the submitted answers
    `kind`: the kind of submission, if a protocol has several
    """

    item: str
    author: str
    field: str
    title: str
    state: State
    reason: str = ""
    notes: tuple[str, ...] = ()
    answers: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    kind: str = ""


@dataclass(frozen=True)
class Brought:
    """What is decided about, as the panel of a stage shows it.

    `documents` are texts by the keys that the content names.
    """

    stage: str
    content: Mapping[str, Any]
    answers: Mapping[str, Any]
    documents: Mapping[str, str]
