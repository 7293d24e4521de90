"""The work of an annotator in a workspace: answers, drafts, submissions. Does not import Qt.

The window shows the state of the session and calls its methods; all saving happens here.
`Session.load` may run in a background job. Afterwards only the thread that owns the workspace may
use the session.

The module is longer than most because drafts, submissions and the queue must change together, so
that a crash cannot leave one of them outdated.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from desktop_app.core.errors import AppError, NotSavedError
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.stage import Stage
from desktop_app.ui.annotate.active_time import WorkClock
from desktop_app.ui.annotate.entries import Entry, EntryQueue, QueueFilter, entries_of
from desktop_app.ui.annotate.item_records import ItemRecords, ItemView, Revision
from desktop_app.ui.annotate.steps import Steps
from desktop_app.workspace import work
from desktop_app.workspace.drafts import DraftContent, given
from desktop_app.workspace.forms import EarlierAnswers, FormHistory
from desktop_app.workspace.work_states import State, work_state
from desktop_app.workspace.workspace import Workspace

# If nothing was typed, more seconds than this on an item are saved nevertheless.
_TIME_WORTH_KEEPING = 1.0
# The mark of the item in its undo history. No question has this key, because keys are words.
MARK = "@mark"


@dataclass(frozen=True)
class Submission:
    """The last submission and the state of the item before it, for undoing the submission.

    `place`: index of the entry
    `earlier`: body of the previous annotation; None if there was none
    `answers`: the submitted answers
    `draft`: data of the draft before the submission, with its undo history
    `mark`, `reason`, `is_stale`, `notes`: fields of the entry before the submission
    """

    place: int
    earlier: Mapping[str, Any] | None
    answers: Mapping[str, Any]
    draft: Mapping[str, Any]
    mark: str
    reason: str
    is_stale: bool
    notes: tuple[str, ...]


class EarlierWork:
    """What was answered in the open item under earlier versions of its form.

    `answers`: answers that mean something else under the current form, if it still asks the
        question
    `typed`: answers that were never submitted. Each element has the name of the version as "form"
        and its answers as "answers".
    `is_settled`: whether the item was submitted after these were typed, so that they are not
        unfinished work
    """

    def __init__(self, forms: FormHistory) -> None:
        self._forms = forms
        self.answers: list[EarlierAnswers] = []
        self.typed: list[dict[str, Any]] = []
        self.is_settled = False

    @property
    def is_unfinished(self) -> bool:
        """Whether answers that were never submitted are still unfinished work."""
        return bool(self.typed) and not self.is_settled

    def find_answers(self, protocol: Protocol, submitted: dict[str, Any]) -> None:
        """Set `answers` from the submitted ones and those of unfinished work."""
        self.answers = [
            EarlierAnswers(asked, self._forms.form(protocol, pile["form"]))
            for pile in (submitted, *([] if self.is_settled else self.typed))
            if (asked := self._forms.still_asked(protocol, pile["answers"]))
        ]

    def revisions(self, protocol: Protocol) -> list[Revision]:
        """Return the answers that were never submitted, for the history of the item."""
        return [
            Revision(
                "",
                pile["answers"],
                None,
                False,
                self._forms.form(protocol, pile["form"]),
                pile["form"],
                is_draft=True,
            )
            for pile in self.typed
        ]

    def asked_again(self, protocol: Protocol, now: Mapping[str, Any]) -> list[str]:
        """Return the visible questions that were answered only under earlier form versions.

        `now`: the current answers

        Submitting would leave them blank, so the person is asked first.
        """
        questions = {key for one in self.answers for key in one.answers}
        shown = protocol.stages[0].form().visible(now) if questions else []
        return [key for key in shown if key in questions and key not in given(now)]

    def draft(self) -> dict[str, Any]:
        """Return the data of the draft about answers that were never submitted."""
        if not self.typed:
            return {}
        return {
            "aside": [dict(pile) for pile in self.typed],
            **({"answered": True} if self.is_settled else {}),
        }


class Session:
    """The work of one annotator. Create it with `Session.load`, then `open` an entry.

    The time for an edit or a step to another item does not depend on the number of items.

    `position`: index of the open entry; -1 while none is open
    `answers`: current answers of the open item
    `steps`: undo history of the open item
    `hints_shown`: keys of hints that were answered; saved with the draft
    `hints_asked`: keys of hints that were shown; not saved, so hints without an answer are shown
        again when the item is opened again
    `dirty`: whether the draft on disk is older than the answers
    `frozen`: whether a job reads the records, so that none may be added; drafts may be saved
    `queue`: the entries with their marks and counts
    `items`: access to the records of the items
    `clock`: active time on the open item and of the day
    `entries`, `counts`: the same objects as in `queue`
    `earlier`: answers to earlier form versions
    `begun_with`: the open item's draft when it was opened, and the submission it is based on
    """

    def __init__(
        self,
        workspace: Workspace,
        entries: list[Entry],
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], date] = date.today,
        forms: FormHistory | None = None,
    ) -> None:
        self.workspace = workspace
        self._forms = forms or FormHistory(workspace)
        self.queue = EntryQueue(workspace, entries)
        self.items = ItemRecords(workspace, self._forms)
        self.clock = WorkClock(workspace, now, today)
        self.entries = entries
        self.counts = self.queue.counts
        self.position = -1
        self.answers: dict[str, Any] = {}
        self.steps = Steps()
        self.hints_shown: set[str] = set()
        self.hints_asked: set[str] = set()
        self.dirty = False
        self.frozen = False
        self.earlier = EarlierWork(self._forms)
        self.begun_with = DraftContent(None, "", False, None)
        # The revision of the open item whose text was seen when its draft was begun.
        self._seen_text = ""
        # The submitted answers of the open item that mean the same under the current form.
        self._base: dict[str, Any] = {}
        # What the page of the open item shows for questions without an answer, by question.
        self.shown_for_none: Mapping[str, Any] = {}
        # The last submission, until it is undone.
        self._submission: Submission | None = None
        # The submission that was undone, for redo.
        self._taken_back: Submission | None = None
        # The place of the item that was skipped last, if nothing was submitted since, for undo.
        self._skipped: int | None = None
        # Number of undo steps that the open item had when it was opened or submitted.
        self._steps_before = 0

    @classmethod
    def load(
        cls,
        workspace: Workspace,
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], date] = date.today,
    ) -> Session:
        """Read the queue of the workspace's person and return a session for it."""
        forms = FormHistory(workspace)
        return cls(workspace, list(entries_of(workspace, forms)), now, today, forms)

    # State of the open item and the queue
    @property
    def read_only(self) -> bool:
        """Whether the workspace is read-only."""
        return self.workspace.store.read_only

    @property
    def entry(self) -> Entry:
        """The open entry. Call `open` first."""
        return self.entries[self.position]

    @property
    def protocol(self) -> Protocol:
        """The protocol of the open item."""
        return self.workspace.protocol(self.entry.protocol)

    @property
    def takes_turns(self) -> bool:
        """Whether the open item is answered in turns with a model."""
        return self.items.turn_stage(self.entry) is not None

    @property
    def is_changed(self) -> bool:
        """Whether submitting the open item's answers would change the submitted ones."""
        answers, before = given(self.answers), given(self._base)
        if answers == before or (
            not self.entry.submitted and _is_untouched(answers, self.shown_for_none)
        ):
            return False
        stage = self.protocol.stage(self.entry.stage)
        content, _ = self.items.texts(self.entry)
        return not (self.entry.submitted and _mean_the_same(stage, content, answers, before))

    @property
    def done(self) -> int:
        """Number of items that are done."""
        return self.counts[QueueFilter.DONE]

    def submitted_answers(self) -> dict[str, Any]:
        """Return the submitted answers of the open item that mean the same under the current form.

        Empty if the item was never submitted.
        """
        return dict(self._base)

    def history(self) -> list[Revision]:
        """Return the submitted revisions of the open item, oldest first."""
        return self.items.history(self.entry)

    def under_present_form(self, revision: Revision) -> tuple[dict[str, Any], bool]:
        """Return the answers of a revision that mean the same now, and whether all of them do."""
        found = self._forms.carried(self.protocol, revision.answers, revision.form_name)
        return found.kept, not found.aside

    @property
    def has_stale_answers(self) -> bool:
        """Whether the questions of `earlier.answers` must be answered again.

        Otherwise those answers still count, until another submission leaves them out.
        """
        return self.entry.is_stale or not self.entry.submitted or self.earlier.is_unfinished

    @property
    def has_undecided_form(self) -> bool:
        """Whether two leads have sent different forms for the open item, and none is chosen."""
        return self._forms.in_conflict(self.protocol)

    # Opening and leaving items
    def next_open(self) -> int | None:
        """Return the index of the next item that is not done, or None if there is no other one."""
        return next(self.queue.not_done(self.position), None)

    def open(self, index: int) -> ItemView:
        """Save the open item, open the one with this index, and return what its panel shows.

        Raises NotSavedError if the open item cannot be saved, in which case it stays open. Any
        other error comes from the new item, which is then partly open: call `put_down`.
        """
        if self.position >= 0:
            self._keep_work()
        self.position = index
        entry = self.entry
        kept, content = self.items.draft(entry)
        self._take_up(entry, kept, content)
        self.hints_shown = {str(key) for key in kept.get("hints", ())}
        self.hints_asked = set()
        self._steps_before = self.steps.at
        self.dirty = False
        self.clock.item.start(content.seconds or 0.0)
        self.clock.day.touch()
        if not self.read_only and not self.frozen:
            # An error here must not prevent opening an item: with a full disk, people can still
            # look at items. The transaction combines both values into one save.
            with suppress(NotSavedError), self.workspace.store.transaction():
                self.clock.day.keep()
                self.workspace.set_local("open_entry", [entry.item, entry.stage])
        return self.items.view(entry, self.answers)

    def _take_up(self, entry: Entry, kept: Mapping[str, Any], content: DraftContent) -> None:
        """Set the answers from the submitted annotation and `kept`, the data of the draft.

        Both name the form version that they answer. Answers that mean something else under the
        current form do not become answers now; they go to `earlier`.
        """
        self.begun_with = content
        self._seen_text = str(kept.get("item_rev", "")) or self.items.rev(entry)
        protocol = self.workspace.protocol(entry.protocol)
        record = self.items.submitted(entry)
        before = str(record.get("form", ""))
        found = self._forms.carried(protocol, record.get("answers", {}), before)
        self._base, earlier = found.kept, self.earlier
        earlier.typed = []
        earlier.is_settled = bool(kept.get("answered"))
        submitted = {"form": before, "answers": found.aside}
        self.steps = Steps()
        # Undo steps from an earlier form could restore answers that mean something else now.
        typed = content.answers
        # Nor may those of a draft without content change answers that were submitted since.
        is_dropped = typed is None and "answers" in kept
        if kept.get("form", "") == self._forms.name(protocol) and not is_dropped:
            self.steps = Steps.from_json(kept.get("steps"))
        self.answers = {} if isinstance(typed, Mapping) else dict(self._base)
        # The draft comes first, then older answers. The newer answer to a question wins.
        piles: list[Any] = list(kept.get("aside", ()))
        if isinstance(typed, Mapping):
            piles.insert(0, {"form": str(kept.get("form", "")), "answers": typed})
        for place, pile in enumerate(piles):
            found = self._forms.carried(protocol, pile["answers"], pile["form"])
            self.answers = {**found.kept, **self.answers}
            # The annotation's record keeps submitted answers, so they need not be kept here as
            # well.
            left = {"form": pile["form"], "answers": found.aside}
            if found.aside and left != submitted:
                earlier.typed.append(left)
                # The draft itself (the first one) was not submitted, so it is unfinished work.
                earlier.is_settled &= place > 0 or typed is None
        earlier.find_answers(protocol, submitted)

    def put_down(self) -> None:
        """Close the open item without saving, as after an error in `open`."""
        # Without an open item, input cannot be saved for an item that is not visible.
        self.position = -1
        self.answers, self.steps, self.dirty = {}, Steps(), False
        self.clock.item.hold()

    def _keep_work(self) -> None:
        """Save the answers and the time of the open item.

        Raises NotSavedError if answers cannot be saved. An error is ignored if only time is lost.
        """
        self.steps.seal()
        self.clock.item.hold()
        worth_it = (
            self.entry.state is not State.DONE and self.clock.item.seconds > _TIME_WORTH_KEEPING
        )
        if self.dirty:
            self.save()
        elif worth_it and not self.read_only:
            with suppress(NotSavedError):
                self.save()
        if not self.read_only and not self.frozen:
            # If this fails, the change is marked until the item is opened again.
            with suppress(NotSavedError):
                self.queue.note_seen(self.entry)

    # Editing and submitting
    def edited(self, question: str, before: Any, after: Any, *, joined: bool = False) -> None:
        """Set an answer that the person changed, as an undo step.

        `joined`: it was caused by the previous edit; both are undone together.
        """
        self.steps.record(question, before, after, joined=joined)
        self._begin_draft()
        self._set(question, after)

    def set_model_answers(self, answers: Mapping[str, Any]) -> None:
        """Set answers that a model has changed."""
        # Undo must not go back beyond a model's reply: it would restore an instruction that was
        # already answered (docs/decisions/0019).
        self.steps = Steps()
        self.answers = dict(answers)
        self._begin_draft()
        self._changed()

    def restate(self, index: int, answers: Mapping[str, Any]) -> None:
        """Update the state of an entry that is not open, from its current answers."""
        entry = self.entries[index]
        submitted = self.items.submitted(entry).get("answers", {})
        is_new = not entry.submitted or given(answers) != given(submitted)
        self.queue.change(entry, state=_state_of(entry, has_edits=is_new))

    def set_mark(self, state: work.MarkState | None, reason: str = "") -> None:
        """Skip or flag the open item, or remove its mark (None), as an undo step.

        Raises the errors of `work.mark`.
        """
        entry = self.entry
        # Tuples, because a step between two lists would store only the changed letters of a reason.
        before = (entry.mark, entry.reason) if entry.mark else None
        after = (state, reason) if state else None
        if before == after:
            return
        self._apply_mark(after)
        self.steps.record(MARK, before, after)

    def undo(self) -> tuple[str, Any] | None:
        """Undo the last step. Return the question and its new value; None if there is no step.

        For the step of a mark, the question is `MARK`, and the errors of `work.mark` are raised.
        """
        return self._stepped(self.steps.undo(self.answers), self.steps.redo)

    def redo(self) -> tuple[str, Any] | None:
        """Redo a step; see `undo`."""
        return self._stepped(self.steps.redo(self.answers), self.steps.undo)

    def hint_shown(self, key: str) -> None:
        """Record that a hint was answered, so that it is not shown again."""
        self.hints_shown.add(key)
        self.dirty = True

    def save(self) -> None:
        """Save the draft of the open item, or discard it if nothing differs from the submission.

        Raises NotSavedError if saving fails; the answers stay in memory.
        """
        entry = self.entry
        # A submitted item without edits needs no draft, even if edits were reverted.
        if entry.state is State.DONE and not self.is_changed and not self.earlier.typed:
            work.discard_draft(self.workspace, entry.item, entry.stage)
        else:
            work.save_draft(self.workspace, entry.item, entry.stage, self._draft())
        self.dirty = False

    def submit(self) -> None:
        """Submit the open item's answers; if it was submitted before, this adds a revision.

        Raises the errors of `work.submit` and NotSavedError, in which case the draft is kept.
        """
        entry = self.entry
        # Count the time since the last input before the record states the active time.
        self.clock.item.touch()
        # Whoever submits again after a hint has answered it, so redo must not ask again.
        self.hints_shown |= self.hints_asked
        # Everything that undoing the submission needs, read before anything changes.
        before = Submission(
            self.position,
            self.items.submitted(entry) or None,
            given(self.answers),
            self._draft(),
            entry.mark,
            entry.reason,
            entry.is_stale,
            entry.notes,
        )
        report = work.submit(
            self.workspace,
            entry.item,
            given(self.answers),
            stage=entry.stage,
            seconds=round(self.clock.item.seconds, 1),
        )
        # Submitting unchanged answers creates no record, so there is nothing to undo.
        is_new = bool(report.submitted or report.revised)
        self._submission, self._taken_back = before if is_new else None, None
        self._skipped = None
        entry.submitted = True
        self.queue.change(
            entry, state=State.DONE, is_stale=False, has_other_text=False, lead_change=""
        )
        entry.notes = ()
        typed = self.earlier.typed
        self._take_up(entry, {}, self.items.draft_content(entry, {}))
        self._steps_before = 0
        # Answers typed under an earlier form version are in no annotation: keep them.
        self.earlier.typed, self.earlier.is_settled = typed, True
        self.hints_shown.clear()
        self.hints_asked.clear()
        self.dirty = False
        if typed:
            # The submission is on disk; if this fails, leaving the item tries again.
            with suppress(NotSavedError):
                self.save()
        if entry.mark == "skipped":
            # The submission is on disk; if this fails, the person can remove the mark later.
            with suppress(NotSavedError):
                self.queue.clear_mark(entry)
        with suppress(NotSavedError):
            self.clock.day.keep()

    @property
    def can_take_back(self) -> bool:
        """Whether undo now undoes the last submission (docs/decisions/0028).

        Only the submission of the last submitted item can be undone. Edits that were made since in
        the open item are undone first.
        """
        is_last = self._submission is not None and self._skipped is None
        return is_last and self.steps.at <= self._steps_before

    @property
    def skipped_before(self) -> int | None:
        """The place of the item that was skipped last, if undo now undoes this.

        It was left when it was skipped, so the caller should open it first. Edits that were made
        since in the open item are undone first.
        """
        is_changed = self.steps.at > self._steps_before
        return None if is_changed or self._skipped == self.position else self._skipped

    @property
    def can_submit_again(self) -> bool:
        """Whether redo now repeats an undone submission: its item is open and unchanged."""
        last = self._taken_back
        return (
            last is not None
            and last.place == self.position
            and not self.steps.can_redo
            and given(self.answers) == last.answers
        )

    def take_back(self) -> int:
        """Undo the last submission; return the index of its entry, which the caller should open.

        Its answers become a draft with their undo history. Afterwards no item is open. Raises
        ValueError if there is no submission to undo, and NotSavedError if saving fails.
        """
        last = self._submission
        if last is None:
            raise ValueError("there is no submission to take back")
        self._keep_work()
        entry = self.entries[last.place]
        # Save the draft first: if the next write fails, it only repeats what is submitted anyway.
        work.save_draft(self.workspace, entry.item, entry.stage, last.draft)
        work.take_back(self.workspace, entry.item, stage=entry.stage, earlier=last.earlier)
        # Otherwise opening the item would first overwrite that draft with the answers in memory.
        self.put_down()
        self._submission, self._taken_back = None, last
        earlier = None if last.earlier is None else given(last.earlier.get("answers", {}))
        entry.submitted, entry.notes = earlier is not None, last.notes
        self.queue.change(entry, is_stale=last.is_stale)
        has_edits = last.is_stale or last.answers != earlier
        has_other_text = self.items.has_other_text(
            entry, last.draft["item_rev"] if has_edits else ""
        )
        state = _state_of(entry, has_edits=has_edits)
        self.queue.change(entry, state=state, has_other_text=has_other_text)
        # Submitting has removed this mark.
        if last.mark == "skipped":
            with suppress(NotSavedError):
                self.queue.set_mark(entry, "skipped", last.reason)
        return last.place

    def close(self) -> None:
        """Save the open item and close the workspace.

        Raises NotSavedError, in which case the workspace stays open.
        """
        if self.position >= 0:
            self._keep_work()
            if not self.read_only and not self.frozen:
                with suppress(NotSavedError):
                    self.clock.day.keep()
        self.workspace.close()

    def unsaved(self) -> tuple[str, str, dict[str, Any]] | None:
        """Return item, stage and draft of the open item; None if the draft is already saved."""
        if self.position < 0 or not self.dirty:
            return None
        return self.entry.item, self.entry.stage, self._draft()

    def abandon(self) -> None:
        """Close the workspace without saving, because a copy was saved in another place."""
        self.dirty = False
        self.workspace.close()

    # Internal
    def _stepped(
        self, change: tuple[str, Any] | None, back: Callable[[Mapping[str, Any]], object]
    ) -> tuple[str, Any] | None:
        """Apply an undone or redone step. `back`: returns to the step if that fails."""
        if change is not None and change[0] == MARK:
            try:
                self._apply_mark(change[1])
            except AppError:
                back(self.answers)
                raise
        elif change is not None:
            self._set(*change)
        return change

    def _apply_mark(self, mark: Any) -> None:
        """Set state and reason of the open item's mark, or remove it (None)."""
        # A draft may come from a damaged or edited file.
        match mark:
            case ["skipped" | "flagged" as state, str(reason)]:
                self.queue.set_mark(self.entry, state, reason)
            case _:
                self.queue.clear_mark(self.entry)
        if self.entry.mark == "skipped":
            self._skipped = self.position
        elif self._skipped == self.position:
            self._skipped = None
        # The draft contains the undo history.
        self.dirty = True

    def _begin_draft(self) -> None:
        """Note the text that the person sees now, unless the answers were begun earlier."""
        # Not in undo and redo: these restore answers that may be about an earlier text.
        if self.entry.state is not State.DRAFT:
            self._seen_text = self.items.rev(self.entry)

    def _set(self, question: str, value: Any) -> None:
        self.answers[question] = value
        self._changed()

    def _changed(self) -> None:
        """Update the state of the open item after an edit."""
        self.dirty = True
        has_edits = self.is_changed or self.earlier.is_unfinished
        if not has_edits:
            # The submission is shown, so that further edits are based on it, even if it is newer.
            self.begun_with = self.items.draft_content(self.entry, {})
        state = _state_of(self.entry, has_edits=has_edits)
        has_other_text = None
        # Texts are compared only when the state changes: each key press comes here.
        if state is not self.entry.state:
            seen = self._seen_text if has_edits else ""
            has_other_text = self.items.has_other_text(self.entry, seen)
        self.queue.change(self.entry, state=state, has_other_text=has_other_text)

    def _draft(self) -> dict[str, Any]:
        """Return the data of the open item's draft."""
        name = self._forms.name(self.protocol)
        # Answers equal to the submitted ones are left out. They belong to the form version that the
        # annotation names, which may differ from the current one that this draft names.
        as_submitted = self.entry.submitted and not self.is_changed
        # Kept, because redo continues from them.
        is_untouched = not self.entry.submitted and _is_untouched(
            given(self.answers), self.shown_for_none
        )
        return {
            **({} if as_submitted else {"answers": dict(self.answers)}),
            **({"untouched": True} if is_untouched and given(self.answers) else {}),
            "base": self.begun_with.base,
            "item_rev": self._seen_text,
            **({"form": name} if name else {}),
            **self.earlier.draft(),
            "steps": self.steps.to_json(),
            "hints": sorted(self.hints_shown),
            "seconds": round(self.clock.item.seconds - self.begun_with.unseen_seconds, 1),
            "day": self.clock.day.state(),
        }


def _is_untouched(answers: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
    """Return whether answers are what the page shows for none, as after everything was undone.

    Undo leaves the original text as an answer, because it was typed into.
    """
    return all(shown.get(key) == value for key, value in answers.items())


def _mean_the_same(
    stage: Stage, content: Mapping[str, Any], answers: dict[str, Any], before: dict[str, Any]
) -> bool:
    """Return whether two answers are stored in the same form.

    After undo, a panel may leave an answer that does not count, such as the original text as a
    revision without changes.
    """
    try:
        now, then = (work.as_submitted(stage, content, one) for one in (answers, before))
    except ValueError:
        return False
    return now == then


def _state_of(entry: Entry, *, has_edits: bool) -> State:
    return work_state(is_submitted=entry.submitted, asks_again=entry.is_stale, has_edits=has_edits)
