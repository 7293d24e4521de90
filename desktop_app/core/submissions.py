"""Submissions of people and models that a lead accepts or rejects, as plain data.

At some stages people do not judge existing items: they contribute something, such as the
description of a writing task. Models contribute drafts. Nothing is derived from a submission until
a lead has decided.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, runtime_checkable
from typing import Protocol as TypingProtocol

from desktop_app.core.protocol import Dataset

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


@runtime_checkable
class TakesSubmissions(TypingProtocol):
    """A protocol in which a lead decides about submissions of people or models.

    If people submit things, it has a row kind “calls” ({"author", "field"?, "subfield"?, "tasks"}:
    how many tasks somebody is asked for in total).

    `submission_stage`: the stage at which people submit; empty: nobody is asked to
    `submissions`: returns all of them, in a stable order
    `decision_row`: returns the kind and the fields of the row that says “accept” or “reject” about
        a submission, by its `item`
    """

    submission_stage: ClassVar[str]

    def submissions(self, dataset: Dataset) -> Sequence[Submission]: ...

    def decision_row(
        self, item: str, decision: str, reason: str
    ) -> tuple[str, Mapping[str, Any]]: ...


@runtime_checkable
class ShowsSubmissions(TypingProtocol):
    """A protocol whose submissions are not made at an item.

    `brought`: returns what is decided about, as people see it; None if it no longer exists
    """

    def brought(self, dataset: Dataset, item: str) -> Brought | None: ...
