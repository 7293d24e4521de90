"""What annotators hand in for a lead to take or to turn down, as plain data.

At some stages people do not judge what is there: they bring something, such as a description of a
writing task. Nothing follows from it until a lead has decided.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, runtime_checkable
from typing import Protocol as TypingProtocol

from desktop_app.core.protocol import Dataset

State = Literal["waiting", "changed", "accepted", "rejected"]


@dataclass(frozen=True)
class Submission:
    """One thing somebody handed in.

    item     the key of the item it was handed in under; `author` who did
    title    what it is called: one line
    state    “waiting” for a decision; “changed” by its author since the decision, so that it waits
             again; “accepted” or “rejected”
    reason   what the lead said about the decision
    notes    what a lead should know before deciding, a sentence each
    answers  what was handed in
    """

    item: str
    author: str
    field: str
    title: str
    state: State
    reason: str = ""
    notes: tuple[str, ...] = ()
    answers: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@runtime_checkable
class TakesSubmissions(TypingProtocol):
    """What a protocol has besides when a lead decides about what annotators hand in.

    It has row kinds “decisions” ({"task", "decision": "accept" | "reject", "reason"?}) and “calls”
    ({"author", "field"?, "subfield"?, "tasks"}: how many somebody is asked for in all).

    submission_stage  the stage at which things are handed in
    submissions       all of them, in a stable order
    """

    submission_stage: ClassVar[str]

    def submissions(self, dataset: Dataset) -> Sequence[Submission]: ...
