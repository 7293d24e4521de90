"""Progress states of annotators: the definition of *done*, *draft* and *to do*.

The list, its filter, the header, `status` and the report on written results all use `work_state`.
When each had a count of its own, a reopened item was done in the header and a draft in the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from desktop_app.core.keys import work_key
from desktop_app.core.merging import body_of
from desktop_app.workspace.sent_back import sent_back
from desktop_app.workspace.stale_answers import stale_answers
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.workspace.forms import FormHistory


class State(Enum):
    """State of the work on an item.

    TODO   nothing that counts is submitted, and nothing is typed
    DRAFT  some answers are not submitted as they are, whether or not others were before
    DONE   submitted, the answers still count, and nothing was changed since
    """

    TODO = "todo"
    DRAFT = "draft"
    DONE = "done"


def work_state(*, is_submitted: bool, asks_again: bool, has_edits: bool) -> State:
    """Return the state of the work on an item.

    is_submitted  there is a submitted annotation
    asks_again    it no longer counts: the form changed, or it was returned
    has_edits     answers were typed that differ from the submitted ones
    """
    if has_edits:
        return State.DRAFT
    return State.DONE if is_submitted and not asks_again else State.TODO


@dataclass(frozen=True)
class AssignedWork:
    """One assignment of the workspace's person.

    body   of the assignment record
    key    of the annotation
    notes  why it was returned
    """

    body: Mapping[str, Any]
    key: str
    is_submitted: bool
    asks_again: bool
    has_edits: bool
    notes: tuple[str, ...]

    @property
    def state(self) -> State:
        return work_state(
            is_submitted=self.is_submitted,
            asks_again=self.asks_again,
            has_edits=self.has_edits,
        )


def assigned_work(workspace: Workspace, forms: FormHistory | None = None) -> Iterator[AssignedWork]:
    """Yield the current assignments of the workspace's person, in the order of the queue.

    forms  the forms of the workspace, if the caller has read them
    """
    records, person = workspace.records, workspace.person
    mine = [
        body
        for record in records.all_current("assignment")
        if (body := body_of(record)).get("person") == person
    ]
    mine.sort(key=lambda body: (body["order"], body["item"]))
    # Computed once for all items: each of these reads many records.
    unfinished = workspace.drafts.unfinished(records, person)
    back = sent_back(workspace)
    again = stale_answers(workspace, forms, back)
    for body in mine:
        item, stage = str(body["item"]), str(body["stage"])
        key = work_key(item, person, stage)
        yield AssignedWork(
            body,
            key,
            is_submitted=records.is_there("annotation", key),
            asks_again=key in again,
            has_edits=(item, stage) in unfinished,
            notes=back.get(key, ()),
        )


@dataclass(frozen=True)
class WorkCounts:
    """Number of one person's assignments in each state; `done + drafts + to_do` are all.

    edited   drafts of items that were submitted before: results contain the submitted answers
    skipped  items to do that are marked as skipped
    """

    done: int = 0
    drafts: int = 0
    to_do: int = 0
    edited: int = 0
    skipped: int = 0

    @classmethod
    def of(cls, work: Iterable[tuple[State, bool, bool]]) -> WorkCounts:
        """Count work by its state, whether it was submitted, and whether it is skipped."""
        states, edited, skipped = Counter[State](), 0, 0
        for state, is_submitted, is_skipped in work:
            states[state] += 1
            edited += is_submitted and state is State.DRAFT
            skipped += is_skipped and state is State.TODO
        return cls(states[State.DONE], states[State.DRAFT], states[State.TODO], edited, skipped)

    def to_json(self) -> dict[str, int]:
        return asdict(self)


def work_counts(workspace: Workspace) -> WorkCounts:
    """Count the assignments of the workspace's person by state."""
    marks = {record.key: body_of(record) for record in workspace.records.all_current("mark")}
    return WorkCounts.of(
        (work.state, work.is_submitted, marks.get(work.key, {}).get("state") == "skipped")
        for work in assigned_work(workspace)
    )
