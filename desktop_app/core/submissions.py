"""Submissions of people and models that a lead accepts or rejects, as plain data.

At some stages people do not judge what is there: they bring something, such as a description of a
writing task. Models bring drafts. Nothing follows from it until a lead has decided.
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
    """One thing someone submitted, or a model made.

    item     the key of the item it was submitted under, or what the protocol knows it by; `author`
             who brought it
    title    what it is called: one line
    state    “waiting” for a decision; “changed” by its author since the decision, so that it waits
             again; “accepted” or “rejected”; “filtered”: a rule or a model turned it down, and
             nobody needs to decide
    reason   what the lead said about the decision
    notes    what a lead should know before deciding, a sentence each
    answers  what was submitted
    kind     what it is, where a protocol has several kinds
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
    """Something to decide about, as the panel of a stage shows it: `documents` are texts by the
    keys that the content names."""

    stage: str
    content: Mapping[str, Any]
    answers: Mapping[str, Any]
    documents: Mapping[str, str]


@runtime_checkable
class TakesSubmissions(TypingProtocol):
    """What a protocol has in addition when a lead decides about what people or models bring.

    Where people hand things in, it has a row kind “calls” ({"author", "field"?, "subfield"?,
    "tasks"}: how many someone is asked for in all).

    submission_stage  the stage at which people hand things in; empty: nobody is asked for any
    submissions       all of them, in a stable order
    decision_row      the kind and the fields of the row that says “accept” or “reject” of one, by
                      its `item`
    """

    submission_stage: ClassVar[str]

    def submissions(self, dataset: Dataset) -> Sequence[Submission]: ...

    def decision_row(
        self, item: str, decision: str, reason: str
    ) -> tuple[str, Mapping[str, Any]]: ...


@runtime_checkable
class ShowsSubmissions(TypingProtocol):
    """What a protocol has in addition when what is decided about was not submitted at an item.

    brought  what is decided about, as people see it; None where it is not here any more
    """

    def brought(self, dataset: Dataset, item: str) -> Brought | None: ...
