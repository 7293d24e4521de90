"""One annotator at work on one workspace: queue, answers, history, drafts, time. Qt-free.

The window shows what is here and calls what the person asks for; everything that is saved is
saved from here. `Session.load` may run in a job; after that only the thread that owns the
workspace uses it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from desktop_app.core.errors import NotSavedError
from desktop_app.core.forms import Form
from desktop_app.core.keys import work_key
from desktop_app.core.merging import body_of
from desktop_app.core.protocol import Protocol
from desktop_app.ui.annotate.active_time import ActiveTime
from desktop_app.ui.annotate.day_clock import DayClock
from desktop_app.ui.annotate.entries import Entry, QueueFilter, belongs, entries_of
from desktop_app.ui.annotate.steps import Steps
from desktop_app.ui.annotate.unopened_items import asking_at
from desktop_app.workspace import work
from desktop_app.workspace.drafts import given
from desktop_app.workspace.form_history import Earlier, GivenUnder
from desktop_app.workspace.marking import MarkState, mark, unmark
from desktop_app.workspace.materials import in_language
from desktop_app.workspace.references import prepared_by_item, texts_of
from desktop_app.workspace.work_states import State, WorkCounts, work_state
from desktop_app.workspace.workspace import Workspace

_TIME_WORTH_KEEPING = 1.0  # seconds


@dataclass(frozen=True)
class ItemView:
    """What a panel needs to show an item. `prepared`: what models made for it beforehand;
    `documents`: the texts of all documents it names, by key."""

    content: Mapping[str, Any]
    document: str
    answers: Mapping[str, Any]
    prepared: Sequence[Mapping[str, Any]] = ()
    documents: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Revision:
    """One submitted version of the answers, oldest first in a history.

    form       what they answer; None if that has not arrived
    form_name  its name; empty where the protocol brings its own
    is_draft   never submitted: typed under an earlier form
    """

    time: str
    answers: Mapping[str, Any]
    seconds: float | None
    is_current: bool
    form: Form | None = None
    form_name: str = ""
    is_draft: bool = False


@dataclass(frozen=True)
class Submission:
    """The last submission, and what the item was before it: enough to take it back.

    place    of the entry
    earlier  the body that was submitted before; None if there was none
    draft    as it was kept, its undo history included
    """

    place: int
    earlier: Mapping[str, Any] | None
    answers: Mapping[str, Any]
    draft: Mapping[str, Any]
    hints_asked: frozenset[str]
    mark: str
    reason: str
    is_stale: bool
    notes: tuple[str, ...]


class Session:
    """The work of a workspace's person. Make one with `Session.load`, then `open` an entry.

    What an edit or a step to another item costs does not grow with the number of items.

    counts  how many entries are in each part of the queue
    earlier  what the open item's answers were under earlier forms, where the present one asks the
             questions still and cannot take the answers as they are
    """

    def __init__(
        self,
        workspace: Workspace,
        entries: list[Entry],
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], date] = date.today,
        forms: GivenUnder | None = None,
    ) -> None:
        self.workspace = workspace
        self.entries = entries
        self.position = -1
        self.answers: dict[str, Any] = {}
        self.steps = Steps()
        self.hints_shown: set[str] = set()  # answered
        self.hints_asked: set[str] = set()  # shown, not answered: asked again another time
        self.dirty = False
        self.frozen = False  # a job reads the records: nothing may be added to them
        self.counts = Counter(
            part for entry in entries for part in QueueFilter if belongs(entry, part)
        )
        self.earlier: list[Earlier] = []
        self._prepared_for: dict[str, list[Mapping[str, Any]]] | None = None
        self._base: dict[str, Any] = {}
        self._aside: list[dict[str, Any]] = []  # typed under earlier forms, never submitted
        self._settled = False  # the item was submitted since that was typed: nothing to do about it
        self._submission: Submission | None = None  # the last one, until it was taken back
        self._taken_back: Submission | None = None  # to be submitted again by redo
        self._steps_before = 0  # steps of the open item that are older than the last submission
        self._given = forms or GivenUnder(workspace)
        self._time = ActiveTime(now)
        self._day = DayClock(workspace, now, today)

    @classmethod
    def load(
        cls,
        workspace: Workspace,
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], date] = date.today,
    ) -> Session:
        """Read the queue of the workspace's person."""
        forms = GivenUnder(workspace)
        return cls(workspace, list(entries_of(workspace, forms)), now, today, forms)

    # What there is

    @property
    def read_only(self) -> bool:
        return self.workspace.store.read_only

    @property
    def entry(self) -> Entry:
        """The open entry; `open` one first."""
        return self.entries[self.position]

    @property
    def protocol(self) -> Protocol:
        return self.workspace.protocol(self.entry.protocol)

    @property
    def takes_turns(self) -> bool:
        """Whether answering the open item takes turns with a model."""
        return asking_at(self, self.position) is not None

    @property
    def seconds(self) -> float:
        """Active time on the open item."""
        return self._time.seconds

    @property
    def seconds_today(self) -> float:
        return self._day.seconds

    @property
    def is_paused(self) -> bool:
        return self._time.is_paused

    @property
    def is_changed(self) -> bool:
        """Whether the open item's answers differ from what is submitted."""
        return given(self.answers) != given(self._base)

    @property
    def done(self) -> int:
        """How many items are done."""
        return self.counts[QueueFilter.DONE]

    def work_counts(self) -> WorkCounts:
        """Count the items by how far they are: what results would hold now, and what not."""
        return WorkCounts.of(
            (entry.state, entry.submitted, entry.mark == "skipped") for entry in self.entries
        )

    def is_submitted(self) -> bool:
        """Return whether the open item has submitted answers."""
        return self.entry.submitted

    def submitted_answers(self) -> dict[str, Any]:
        """Return the open item's answers as they were last submitted, as far as they mean the
        same under the present form; empty if never."""
        return dict(self._base)

    def history(self) -> list[Revision]:
        """Return the submitted versions of the open item's answers, oldest first."""
        key = self._key(self.entry)
        records, protocol = self.workspace.records, self.protocol
        heads = {head.rev for head in records.heads("annotation", key)}
        return [
            Revision(
                record.time,
                record.body.get("answers", {}),
                record.body.get("seconds"),
                record.rev in heads,
                self._given.form(protocol, str(record.body.get("form", ""))),
                str(record.body.get("form", "")),
            )
            for record in records.history("annotation", key)
            if record.body is not None
        ]

    def typed_earlier(self) -> list[Revision]:
        """Return what was typed under earlier forms and never submitted."""
        return [
            Revision(
                "",
                pile["answers"],
                None,
                False,
                self._given.form(self.protocol, pile["form"]),
                pile["form"],
                is_draft=True,
            )
            for pile in self._aside
        ]

    def under_present_form(self, revision: Revision) -> tuple[dict[str, Any], bool]:
        """Return a revision's answers as far as they mean the same now, and whether all do."""
        found = self._given.carried(self.protocol, revision.answers, revision.form_name)
        return found.kept, not found.aside

    @property
    def has_stale_answers(self) -> bool:
        """Whether the earlier answers should be given again; else they count as they are, and only
        another submission would leave them out."""
        return self.entry.is_stale or not self.entry.submitted or self._has_loose

    @property
    def _has_loose(self) -> bool:
        """Whether something typed under an earlier form has waited for a submission since."""
        return bool(self._aside) and not self._settled

    def asked_again(self) -> list[str]:
        """Return the questions that show, had an answer under an earlier form, and have none.

        Submitting leaves them blank, which is worth a question.
        """
        questions = {key for one in self.earlier for key in one.answers}
        now = given(self.answers)
        shown = self.protocol.form().visible(self.answers) if questions else []
        return [key for key in shown if key in questions and key not in now]

    @property
    def has_undecided_form(self) -> bool:
        """Whether two leads' forms have arrived for the open item, and nobody chose one."""
        return self._given.in_conflict(self.protocol)

    def materials(self, folder: str, language: str) -> dict[str, str]:
        """Return the texts that came along under a folder such as `guidelines`, by path.

        A text comes in `language` where there is such a version of it (`risum.de.md`).
        """
        found = (body_of(record) for record in self.workspace.records.all_current("material"))
        below = [body for body in found if str(body["path"]).startswith(f"{folder}/")]
        return in_language(below, language)

    def was_offered_guidelines(self) -> bool:
        """Return whether someone was offered the guidelines in this workspace before; from now on
        they were."""
        if self.workspace.local("guidelines_offered"):
            return True
        with suppress(NotSavedError):  # on a full disk they are offered again
            self.workspace.set_local("guidelines_offered", True)
        return False

    # Moving

    def first(self) -> int | None:
        """Return where to begin: where one was, else the first open item, else the first."""
        if not self.entries:
            return None
        last = self.workspace.local("open_entry")
        for index, entry in enumerate(self.entries):
            if [entry.item, entry.stage] == last:
                return index
        return next((i for i, entry in enumerate(self.entries) if entry.state is not State.DONE), 0)

    def next_open(self) -> int | None:
        """Return the first of `all_open`; None when all are done."""
        return next(self.all_open(), None)

    def all_open(self) -> Iterator[int]:
        """Name the other items that are neither done nor skipped, from the open one on and round;
        then those that are skipped and not done. The open one is that at the first step."""
        here, count = self.position, len(self.entries)
        skipped = []
        for step in range(1, count):
            place = (here + step) % count
            entry = self.entries[place]
            if entry.state is not State.DONE:
                if entry.mark != "skipped":
                    yield place
                else:
                    skipped.append(place)
        yield from skipped

    def open(self, index: int) -> ItemView:
        """Leave the open item, its work saved, and open another.

        Raises NotSavedError when what was typed cannot be saved; then nothing has changed.
        """
        if self.position >= 0:
            self._keep_work()
        self.position = index
        entry = self.entry
        kept = work.load_draft(self.workspace, entry.item, entry.stage) or {}
        self._take_up(entry, kept)
        self.hints_shown = {str(key) for key in kept.get("hints", ())}
        self.hints_asked = set()
        self._steps_before = self.steps.at
        self.dirty = False
        seconds = kept.get("seconds")
        self._time.start(float(seconds) if seconds is not None else self._submitted_seconds(entry))
        self._day.touch()
        if not self.read_only and not self.frozen:
            # Where one was is worth no refusal: on a full disk one may still look around.
            with suppress(NotSavedError), self.workspace.store.transaction():  # one save for both
                self._day.keep()
                self.workspace.set_local("open_entry", [entry.item, entry.stage])
        texts, documents = self.texts(index), self.documents(index)
        return ItemView(*texts, self.answers, self._prepared(entry.item), documents)

    def _take_up(self, entry: Entry, kept: Mapping[str, Any]) -> None:
        """Take what was submitted and what is kept as a draft, each by the form it was given
        under: what means something else under the present one stays aside."""
        protocol = self.workspace.protocol(entry.protocol)
        record = self._submitted(entry)
        before = str(record.get("form", ""))
        found = self._given.carried(protocol, record.get("answers", {}), before)
        self._base, self._aside = found.kept, []
        self._settled = bool(kept.get("answered"))
        submitted = {"form": before, "answers": found.aside}
        self.steps = Steps()
        if kept.get("form", "") == self._given.name(protocol):
            # Steps of an earlier form could bring back what means something else now.
            self.steps = Steps.from_json(kept.get("steps"))
        typed = kept.get("answers")
        self.answers = {} if isinstance(typed, Mapping) else dict(self._base)
        piles: list[Any] = list(kept.get("aside", ()))
        if isinstance(typed, Mapping):
            piles.insert(0, {"form": str(kept.get("form", "")), "answers": typed})
        for place, pile in enumerate(piles):
            found = self._given.carried(protocol, pile["answers"], pile["form"])
            self.answers = {**found.kept, **self.answers}
            left = {"form": pile["form"], "answers": found.aside}
            if found.aside and left != submitted:
                self._aside.append(left)
                self._settled &= place > 0 or typed is None  # the draft itself is of no submission
        sources = [submitted, *([] if self._settled else self._aside)]
        self.earlier = [
            Earlier(asked, self._given.form(protocol, pile["form"]))
            for pile in sources
            if (asked := self._given.still_asked(protocol, pile["answers"]))
        ]

    def put_down(self) -> None:
        """Have no item open, and keep nothing of the one that was: `open` did not get through."""
        self.position = -1
        self.answers, self.steps, self.dirty = {}, Steps(), False
        self._time.hold()

    def texts(self, index: int) -> tuple[Mapping[str, Any], str]:
        """Return the content of an entry's item and its document; it need not be open."""
        content = body_of(self._item(self.entries[index])).get("content", {})
        return content, self._document(content)

    def documents(self, index: int) -> dict[str, str]:
        """Return the texts of the documents that an entry's item names, by key, those that are
        here; it need not be open."""
        return texts_of(self.workspace, self._item(self.entries[index]))

    def leave(self) -> None:
        """Save what the open item has gathered, its time included.

        Raises NotSavedError when what was typed cannot be saved; time alone is worth no refusal.
        """
        self._keep_work()
        self._keep_day()

    def _keep_work(self) -> None:
        self.steps.seal()
        self._time.hold()
        worth_it = self.entry.state is not State.DONE and self.seconds > _TIME_WORTH_KEEPING
        if self.dirty:
            self.save()
        elif worth_it and not self.read_only:
            with suppress(NotSavedError):
                self.save()

    # Working

    def touch(self) -> None:
        """Note that the person did something: time continues."""
        self._time.touch()
        self._day.touch()

    def hold(self) -> None:
        """Stop the clocks: the work is not shown."""
        self._time.hold()
        self._day.hold()

    def edited(self, question: str, before: Any, after: Any, *, joined: bool = False) -> None:
        """Take an answer the person gave; `joined`: by what they did just before."""
        self.steps.record(question, before, after, joined=joined)
        self._set(question, after)

    def arrived(self, answers: Mapping[str, Any]) -> None:
        """Take answers that a model has changed: no step of the person's leads back behind them."""
        self.steps = Steps()
        self.answers = dict(answers)
        self._changed()

    def restate(self, index: int, answers: Mapping[str, Any]) -> None:
        """Note how far the work on an entry is that is not open, by the answers it has now."""
        entry = self.entries[index]
        is_new = not entry.submitted or given(answers) != given(self.submitted_at(index))
        self._change(entry, state=_state_of(entry, has_edits=is_new))

    def submitted_at(self, index: int) -> dict[str, Any]:
        """Return an entry's submitted answers; empty while there are none. It need not be open."""
        return dict(self._submitted(self.entries[index]).get("answers", {}))

    def undo(self) -> tuple[str, Any] | None:
        """Take the last step back; return the question and its value, or None."""
        return self._stepped(self.steps.undo(self.answers))

    def redo(self) -> tuple[str, Any] | None:
        return self._stepped(self.steps.redo(self.answers))

    def hint_asked(self, key: str) -> None:
        """Remember for now that a hint asks; whoever submits again has answered it."""
        self.hints_asked.add(key)

    def hint_shown(self, key: str) -> None:
        """Remember that a hint was answered: it asks once."""
        self.hints_shown.add(key)
        self.dirty = True

    def save(self) -> None:
        """Put the draft of the open item on disk. Raises NotSavedError; nothing is lost then."""
        entry = self.entry
        if entry.state is State.DONE and not self.is_changed and not self._aside:
            work.discard_draft(self.workspace, entry.item, entry.stage)
        else:
            work.save_draft(self.workspace, entry.item, entry.stage, self._draft())
        self.dirty = False

    def submit(self) -> None:
        """Submit the open item's answers; a reopened one gets a revision.

        Raises InputError, RefusedError, NotSavedError; the draft is kept then.
        """
        entry = self.entry
        self._time.touch()  # count the open gap before the figure is stated
        before = Submission(
            self.position,
            self._submitted(entry) or None,
            given(self.answers),
            self._draft(),
            frozenset(self.hints_asked),
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
            seconds=round(self.seconds, 1),
        )
        is_new = bool(report.submitted or report.revised)
        self._submission, self._taken_back = before if is_new else None, None
        entry.submitted = True
        self._change(entry, state=State.DONE, is_stale=False)
        entry.notes = ()
        aside = self._aside
        self._take_up(entry, {})
        self._steps_before = 0
        # Typed under an earlier form, and now in no annotation: still kept.
        self._aside, self._settled = aside, True
        self.hints_shown.clear()
        self.hints_asked.clear()
        self.dirty = False
        if aside:
            with suppress(NotSavedError):  # the answers are safe; leaving the item tries again
                self.save()
        if entry.mark == "skipped":
            with suppress(NotSavedError):  # the answers are safe; a mark can be taken away later
                self.clear_mark()
        self._keep_day()

    @property
    def can_take_back(self) -> bool:
        """Whether undoing now takes the last submission back: nothing was done since to the item
        that is open, and no other item was submitted."""
        return self._submission is not None and self.steps.at <= self._steps_before

    @property
    def can_submit_again(self) -> bool:
        """Whether redoing now submits what was taken back: its item is open and unchanged."""
        last = self._taken_back
        return (
            last is not None
            and last.place == self.position
            and not self.steps.can_redo
            and given(self.answers) == last.answers
        )

    def take_back(self) -> int:
        """Take the last submission back and return its place, for the caller to open: its answers
        are a draft again, with their undo history; then no item is open.

        Raises NotSavedError, after which nothing has changed.
        """
        last = self._submission
        if last is None:
            raise ValueError("there is no submission to take back")
        self._keep_work()
        entry = self.entries[last.place]
        # The draft first: should the disk refuse what follows, it says what is submitted anyway.
        work.save_draft(self.workspace, entry.item, entry.stage, last.draft)
        work.take_back(self.workspace, entry.item, stage=entry.stage, earlier=last.earlier)
        self.put_down()  # or opening the item would save over the draft what is shown of it
        self._submission, self._taken_back = None, last
        earlier = None if last.earlier is None else given(last.earlier.get("answers", {}))
        entry.submitted, entry.notes = earlier is not None, last.notes
        self._change(entry, is_stale=last.is_stale)
        has_edits = last.is_stale or last.answers != earlier
        self._change(entry, state=_state_of(entry, has_edits=has_edits))
        if last.mark == "skipped":  # which submitting had taken away
            with suppress(NotSavedError):
                mark(
                    self.workspace,
                    entry.item,
                    stage=entry.stage,
                    state="skipped",
                    reason=last.reason,
                )
                entry.reason = last.reason
                self._change(entry, mark="skipped")
        return last.place

    def set_mark(self, state: MarkState, reason: str) -> None:
        """Skip or flag the open item. Raises NotSavedError."""
        entry = self.entry
        mark(self.workspace, entry.item, stage=entry.stage, state=state, reason=reason)
        self._change(entry, mark=state)
        entry.reason = reason

    def clear_mark(self) -> None:
        """Withdraw the open item's mark. Raises NotSavedError."""
        entry = self.entry
        unmark(self.workspace, entry.item, stage=entry.stage)
        self._change(entry, mark="")
        entry.reason = ""

    def close(self) -> None:
        """Save what is open, and close the workspace. Raises NotSavedError before closing."""
        if self.position >= 0:
            self.leave()
        self.workspace.close()

    def unsaved(self) -> tuple[str, str, dict[str, Any]] | None:
        """Return item, stage and draft that the disk did not take; None when all is saved."""
        if self.position < 0 or not self.dirty:
            return None
        return self.entry.item, self.entry.stage, self._draft()

    def abandon(self) -> None:
        """Close without saving: what was typed is kept elsewhere."""
        self.dirty = False
        self.workspace.close()

    # Inside

    def _stepped(self, change: tuple[str, Any] | None) -> tuple[str, Any] | None:
        if change is not None:
            self._set(*change)
        return change

    def _set(self, question: str, value: Any) -> None:
        self.answers[question] = value
        self._changed()

    def _changed(self) -> None:
        self.dirty = True
        has_edits = self.is_changed or self._has_loose
        self._change(self.entry, state=_state_of(self.entry, has_edits=has_edits))

    def _change(
        self,
        entry: Entry,
        state: State | None = None,
        mark: str | None = None,
        is_stale: bool | None = None,
    ) -> None:
        """Change an entry, and the counts with it."""
        before = {part for part in QueueFilter if belongs(entry, part)}
        if state is not None:
            entry.state = state
        if mark is not None:
            entry.mark = mark
        if is_stale is not None:
            entry.is_stale = is_stale
        after = {part for part in QueueFilter if belongs(entry, part)}
        self.counts.subtract(before - after)
        self.counts.update(after - before)

    def _draft(self) -> dict[str, Any]:
        name = self._given.name(self.protocol)
        # What is submitted may be told by another form than its answers under the present one.
        as_submitted = self.entry.submitted and not self.is_changed
        return {
            **({} if as_submitted else {"answers": dict(self.answers)}),
            **({"form": name} if name else {}),
            **({"aside": [dict(pile) for pile in self._aside]} if self._aside else {}),
            **({"answered": True} if self._aside and self._settled else {}),
            "steps": self.steps.to_json(),
            "hints": sorted(self.hints_shown),
            "seconds": round(self.seconds, 1),
            "day": self._day.state(),
        }

    def _keep_day(self) -> None:
        if not self.read_only and not self.frozen:
            with suppress(NotSavedError):
                self._day.keep()

    def _key(self, entry: Entry) -> str:
        return work_key(entry.item, self.workspace.person, entry.stage)

    def _item(self, entry: Entry) -> Any:
        records = self.workspace.records
        return records.current("item", entry.item) or records.heads("item", entry.item)[0]

    def _prepared(self, item: str) -> list[Mapping[str, Any]]:
        if self._prepared_for is None:
            self._prepared_for = prepared_by_item(self.workspace)
        return self._prepared_for.get(item, [])

    def _document(self, content: Mapping[str, Any]) -> str:
        key = content.get("document")
        heads = self.workspace.records.heads("document", str(key)) if key else []
        return str(body_of(heads[0])["text"]) if heads and heads[0].body else ""

    def _submitted(self, entry: Entry) -> Mapping[str, Any]:
        heads = self.workspace.records.heads("annotation", self._key(entry))
        return next((head.body for head in heads if head.body is not None), {})

    def _submitted_seconds(self, entry: Entry) -> float:
        return float(self._submitted(entry).get("seconds") or 0.0)


def _state_of(entry: Entry, *, has_edits: bool) -> State:
    return work_state(is_submitted=entry.submitted, asks_again=entry.is_stale, has_edits=has_edits)
