"""Turns with a model during annotation, in progress and queued.

For stages with turns (`Stage.has_turns`): their answers contain a turn that waits for a model. This
module sends the request and updates the answers. A panel finds it as `models.turns`
(`model_calls.py`). To start a turn, the panel emits the answers with a waiting turn in its signal
`edited`, like any other edit, and then calls

    models.turns.start()

Until the turn ends, the panel must not change the parts of the answers that the protocol changes.
Other parts may be edited. Guarantees:

- `start` never raises and never blocks. Each change calls `panel.show_model_answers(answers)` with
  all answers of the visible item, on the GUI thread, and never before the event loop runs again.
  Changes are lookup results, intermediate replies, the end of the turn, an error
  (`Stage.on_failure`) and a stop (`Stage.on_cancel`).
- Streamed text comes from `models.asked`, which also announces the calls of turns; check
  `request.purpose` and `in_sight`. When an item is shown again, `under_way` returns its calls.
- `stop`, Esc and the menu action stop the visible item's turn and keep what the person wrote.
- A turn continues after the person leaves its item, and updates the item's draft. Errors then post
  a notice.
- If the server cannot be reached, the turn stays in the queue, and `state` returns “queued”. When
  the server is back, queued turns run one after the other, starting with the visible item. Turns
  that were waiting when the workspace was closed are also queued. `start` skips the queue.
- An answer is on disk before it is shown. A turn that starts again after a crash finds the cached
  answer and sends no request.
- Changes by a model are not undo steps: undo does not go back beyond them or beyond `start`.
- `changed` is emitted when `state`, `words`, `why_not` or `trouble` may have changed.

The module is longer than most because the states of a turn and the order in which they are saved
can be checked only side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.core.errors import AppError, NotSavedError
from desktop_app.core.model_jobs import Lookup, ModelError, Request, Trouble
from desktop_app.core.protocol.stage import AnswerPatch
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.connections.servers import ServerHealth, Servers, hint_of, trouble_words
from desktop_app.ui.messages import sentence
from desktop_app.ui.model_calls import ModelCalls
from desktop_app.ui.model_turn import (
    Change,
    ModelLookups,
    PanelTurns,
    Run,
    Server,
    TurnQueue,
    Wait,
    begin_run,
    change_at,
    trouble_code,
    waits_at,
)
from desktop_app.ui.notices import Level, Notice, Notices
from desktop_app.workspace.work_states import State

# Texts and notices about turns with a model


class TurnNotices(QObject):
    """Texts about waiting turns, and notices about turns of hidden items.

    `open_`: shows the item at a position of the queue
    """

    def __init__(
        self, session: Session, notices: Notices, open_: Callable[[int], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._notices = notices
        self._open = open_
        # Position of the item that the latest notice is about, and that notice.
        self._announced_item: tuple[int, Notice | None] = (-1, None)

    def waiting(self, state: str, server_health: ServerHealth, *, is_answering: bool) -> str:
        """Return the state of a waiting turn as a sentence.

        `state`: “asking” or “queued”
        `is_answering`: whether a part of the answer has arrived
        """
        if state == "asking" and is_answering:
            return self.tr("The model is answering. Esc stops it.")
        if state == "asking" and server_health is not ServerHealth.NONE:
            return self.tr("Waiting for the model. Esc cancels.")
        if server_health is ServerHealth.NONE:
            return self.tr("Waiting for a connection to a model.")
        if server_health is ServerHealth.AWAY:
            return self.tr(
                "The server cannot be reached. The request will be sent later; you can "
                "continue with another item."
            )
        if server_health is ServerHealth.UNKNOWN:
            return self.tr("Waiting to be sent.")
        return self.tr("Waiting for other items.")

    def answered(self, place: int) -> None:
        """Post a notice that the turn of a hidden item is complete."""
        number = self._session.entries[place].number
        words = self.tr("The model has answered for item {number}.").format(number=number)
        self._offer(place, words, "", "info")

    def failed(self, place: int, error: AppError) -> None:
        """Post a notice that the turn of a hidden item has failed."""
        number, trouble = self._session.entries[place].number, sentence(str(error))
        words = self.tr("Item {number}: {trouble}").format(number=number, trouble=trouble)
        self._offer(place, words, hint_of(error), "bad")

    def seen(self, place: int) -> None:
        """Withdraw the notice about an item that is visible now."""
        shown_item, notice = self._announced_item
        if shown_item == place and notice is not None:
            self._announced_item = (-1, None)
            self._notices.take_back(notice)

    def _offer(self, place: int, words: str, hint: str, level: Level) -> None:
        self._notices.offer(words, hint, level, self.tr("Open"), lambda: self._open(place))
        # The latest only: a newer notice has replaced earlier ones in the bar.
        self._announced_item = (place, self._notices.last)


# Milliseconds from a failed save to the next attempt.
SAVE_AGAIN = 3_000
# Milliseconds between checks whether records can be added again.
HELD = 100


class ModelTurns(PanelTurns):
    """Turns of one annotator's open workspace; see the docstring of the module.

    `arrived`: emitted with the open item's answers after a model has changed them
    `restated`: emitted with the position of a queue entry whose state has changed
    `opening_wanted`: emitted with the position of an item that the person asked to open
    `unsaved`: emitted with the AppError if an answer could not be saved
    """

    arrived = Signal(dict)
    restated = Signal(int)
    opening_wanted = Signal(int)
    unsaved = Signal(object)

    def __init__(
        self, session: Session, models: ModelCalls, servers: Servers, notices: Notices
    ) -> None:
        super().__init__(models)
        self._session = session
        self._models = models
        self._servers = servers
        self._notices = notices
        self._lookups = ModelLookups(session, servers)
        self._runs: dict[int, Run] = {}
        self._turn_notices = TurnNotices(session, notices, self._open, self)
        self._queue = TurnQueue()
        # Positions of items whose cached answer could not be used: it is requested again.
        self._unusable: set[int] = set()
        self._errors: dict[int, tuple[str, AppError]] = {}
        self._closed = False
        # Position of an item whose answer could not be saved yet, and whether a notice says so.
        self._unsaved: int | None = None
        self._is_announced = False
        self._disk = QTimer(self, singleShot=True, interval=SAVE_AGAIN)
        self._disk.timeout.connect(self._try_disk)
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._take_next)
        servers.server_health_changed.connect(self._on_server_health_changed)
        servers.changed.connect(self._on_server_health_changed)
        models.turns = self

    # For panels

    def start(self) -> None:
        place = self._session.position
        if self._closed or place < 0 or not waits_at(self._session, place):
            return
        if place in self._runs:
            self._runs[place].queued = False
            return
        self._queue.leave(place)
        self._errors.pop(place, None)
        # Undo must not go back beyond this point; only `stop` does.
        self._session.set_model_answers(self._session.answers)
        self._restate(place)
        QTimer.singleShot(0, self, lambda: self._begin(place, queued=False))
        self.changed.emit()

    def stop(self) -> bool:
        place = self._session.position
        if self._closed or place < 0 or self._state(place) == "":
            return False
        run = self._runs.get(place)
        if run is not None:
            self._drop(run)
        self._queue.leave(place)
        stage = self._session.items.turn_stage(self._session.entries[place])
        if stage is not None:
            self._bring(place, stage.on_cancel)
        self._go_on()
        return True

    def state(self) -> Wait:
        place = self._session.position
        return self._state(place) if place >= 0 else ""

    def words(self) -> str:
        state = self.state()
        if not state:
            return ""
        health = self._server_health(self._session.position)
        return self._turn_notices.waiting(state, health, is_answering=self._models.has_text)

    def trouble(self, code: str) -> tuple[str, str]:
        known = self._errors.get(self._session.position)
        if known is not None and known[0] == code:
            return sentence(str(known[1])), hint_of(known[1])
        return trouble_words(code)

    def why_not(self) -> str:
        return self._models.why_not()

    # For the controller

    @property
    def progress(self) -> tuple[int, int]:
        """Number of finished turns of the queue and their total; (0, 0) if there are none."""
        under_way = sum(run.queued for run in self._runs.values())
        total = self._queue.done + under_way + len(self._queue)
        return (self._queue.done, total) if under_way or self._queue else (0, 0)

    @property
    def is_asking(self) -> bool:
        """Whether a turn of the queue is in progress."""
        return any(run.queued for run in self._runs.values())

    @property
    def can_stop(self) -> bool:
        """Whether the visible item has a turn in progress."""
        return self.state() == "asking"

    def take_up(self) -> None:
        """Queue the turns that were waiting when the workspace was closed."""
        for place, entry in enumerate(self._session.entries):
            if entry.state is State.DRAFT and waits_at(self._session, place):
                self._queue.put(place)
                self._restate(place)
        self._go_on()

    def drop_removed(self) -> None:
        """Drop the open item's turn if the person has removed it by an edit."""
        place = self._session.position
        if place < 0 or (place not in self._runs and place not in self._queue):
            return
        if not waits_at(self._session, place):
            run = self._runs.get(place)
            if run is not None:
                self._drop(run)
            self._queue.leave(place)
            self._restate(place)
            self._go_on()

    def opened(self) -> None:
        """Update notices and queue after another item was opened."""
        self._turn_notices.seen(self._session.position)
        self._go_on()

    def end(self) -> None:
        """Drop all turns: waiting ones continue when the workspace is opened again."""
        self._closed = True
        self._next.stop()
        self._disk.stop()
        for run in list(self._runs.values()):
            self._drop(run)
        self._servers.server_health_changed.disconnect(self._on_server_health_changed)
        self._servers.changed.disconnect(self._on_server_health_changed)
        self._servers.want(())

    # One turn

    def _begin(self, place: int, *, queued: bool) -> None:
        session = self._session
        stage = session.items.turn_stage(session.entries[place])
        if self._closed or place in self._runs or stage is None:
            return
        if not waits_at(session, place):
            self._restate(place)
            return
        run = self._runs[place] = begin_run(
            session, place, stage, queued=queued, fresh=place in self._unusable
        )
        self._unusable.discard(place)
        self._restate(place)
        refusal = self._models.refusal(self._models.about(place))
        if refusal is not None:
            self._fail(run, refusal)
        else:
            self._advance(run)
        self.changed.emit()

    def _advance(self, run: Run, result: Any = None, error: ModelError | None = None) -> None:
        """Continue a turn with a result or an error, until it needs another result that takes time.

        At its start, both are None.
        """
        if not self._is_on(run):
            # The turn was dropped in the meantime.
            return
        # A turn is a generator of the protocol: it yields changes of the answers, lookups and
        # requests, and receives their results.
        try:
            step = run.turn.throw(error) if error is not None else run.turn.send(result)
            while isinstance(step, AnswerPatch):
                if not self._bring(run.place, step.change, run) or not self._is_on(run):
                    return
                step = run.turn.send(None)
        except StopIteration:
            self._over(run)
        except Exception as failure:
            # The protocol has rejected an answer, which is cached: the next attempt must not reuse
            # it.
            if failure is not error and run.call is not None:
                self._unusable.add(run.place)
            self._fail(run, failure)
        else:
            if isinstance(step, Lookup):
                self._look_up(run, step)
            else:
                self._ask(run, step)

    def _ask(self, run: Run, request: Request) -> None:
        about = self._models.about(run.place)
        run.server = self._models.server(about)
        run.call = call = self._models.ask_about(request, about, fresh=run.fresh)
        call.answered.connect(lambda reply: self._on_answered(run, reply))
        call.failed.connect(lambda error: self._on_failed(run, error))
        call.stopped.connect(lambda: self._on_stopped(run))

    def _look_up(self, run: Run, lookup: Lookup) -> None:
        run.call = None
        about = self._models.about(run.place)
        job, run.server = self._lookups.look_up(lookup, self._models.server(about), run.stop)
        job.succeeded.connect(lambda found: self._advance(run, found))
        job.failed.connect(lambda error: self._on_failed(run, error))
        job.start_apart()

    def _on_answered(self, run: Run, reply: Any) -> None:
        """Record the answer, then continue; wait while a file is being written.

        If the program is killed before that, the turn starts again and finds the cached answer.
        """
        if self._session.frozen and self._is_on(run):
            QTimer.singleShot(HELD, self, lambda: self._on_answered(run, reply))
            return
        self._models.record()
        self._advance(run, reply)

    def _on_failed(self, run: Run, error: Exception) -> None:
        if isinstance(error, ModelError):
            self._advance(run, error=error)
        elif self._is_on(run):
            self._fail(run, error)

    def _on_stopped(self, run: Run) -> None:
        if not self._is_on(run):
            return
        self._end_run(run)
        self._bring(run.place, run.stage.on_cancel)
        self._go_on()

    def _over(self, run: Run) -> None:
        """End a finished turn."""
        if waits_at(self._session, run.place):
            # Without this, a faulty protocol would send requests forever.
            self._fail(run, RuntimeError("the turn has ended but is still pending"))
            return
        self._end_run(run)
        self._is_announced = False
        if run.place != self._session.position:
            self._turn_notices.answered(run.place)
        self._go_on()

    def _fail(self, run: Run, error: Exception) -> None:
        if isinstance(error, NotSavedError):
            self._wait_for_disk(run.place, error, run)
            return
        place, is_offline = run.place, trouble_code(error) == Trouble.OFFLINE
        self._end_run(run)
        if is_offline and self._queue.put_back(place, run.server, queued=run.queued):
            self._restate(place)
            self._go_on()
            return
        code = trouble_code(error)
        if not isinstance(error, AppError):
            self._notices.error(error)
        else:
            # Answers contain only the code; `trouble` prefers the text of the error itself.
            self._errors[place] = (code, error)
        self._bring(place, lambda answers: run.stage.on_failure(answers, code))
        if isinstance(error, AppError) and place != self._session.position:
            self._turn_notices.failed(place, error)
        self._go_on()

    def _open(self, place: int) -> None:
        if not self._closed:
            self.opening_wanted.emit(place)

    def _bring(self, place: int, change: Change, run: Run | None = None) -> bool:
        """Change the answers of an item; return whether its turn can continue."""
        try:
            answers = change_at(self._session, place, change)
        except ValueError:
            # The person has edited the turn in the meantime, so the change no longer applies.
            if run is not None:
                self._drop(run)
            self._restate(place)
            return False
        except NotSavedError as error:
            self._wait_for_disk(place, error, run)
            return False
        self._restate(place)
        if place == self._session.position:
            self.arrived.emit(answers)
        return True

    def _wait_for_disk(self, place: int, error: NotSavedError, run: Run | None) -> None:
        """Queue a turn until saving works. Its answer is cached, so it is not requested again."""
        if run is not None:
            self._drop(run)
            # `_drop` counted it as finished, but it will start again.
            self._queue.done -= run.queued
        self._queue.put(place)
        self._restate(place)
        if not self._is_announced:
            self.unsaved.emit(error)
        self._is_announced = True
        self._unsaved = place
        self._disk.start()

    def _try_disk(self) -> None:
        """Retry saving, and continue with the queue once it works.

        No request is sent before, because its answer could not be saved.
        """
        place, session = self._unsaved, self._session
        if place is None or self._closed:
            return
        try:
            session.workspace.store.retry()
            # The open item is saved by the page itself.
            if place != session.position:
                change_at(session, place, dict)
        except NotSavedError:
            self._disk.start()
        else:
            self._unsaved = None
            self._go_on()

    # The queue

    def _take_next(self) -> None:
        """Start the next turn whose server can be reached, unless one is in progress."""
        if self._closed or self._session.read_only or self.is_asking or self._unsaved is not None:
            return
        for place in self._queue.in_order(self._session.position):
            if self._server_health(place) in (ServerHealth.UNKNOWN, ServerHealth.WORKING):
                self._queue.leave(place)
                self._begin(place, queued=True)
                return

    def _go_on(self) -> None:
        if self._closed:
            return
        self._servers.want({one for place in self._queue for one in self._needed(place)})
        if not self._queue and not self.is_asking:
            self._queue.settle()
        self._next.start()
        self.changed.emit()

    def _on_server_health_changed(self) -> None:
        self._go_on()

    def _needed(self, place: int) -> list[Server]:
        """Return the servers that a queued turn needs, as far as known."""
        server = self._models.server(self._models.about(place))
        return list(dict.fromkeys(one for one in (server, self._queue.unreached(place)) if one))

    def _server_health(self, place: int) -> ServerHealth:
        if self._models.server(self._models.about(place)) is None:
            return ServerHealth.NONE
        found = [self._servers.server_health_of(*one) for one in self._needed(place)]
        return ServerHealth.AWAY if ServerHealth.AWAY in found else found[0]

    def _state(self, place: int) -> Wait:
        if place in self._runs:
            return "asking"
        if place in self._queue:
            return "queued"
        return "asking" if waits_at(self._session, place) else ""

    def _is_on(self, run: Run) -> bool:
        return not self._closed and self._runs.get(run.place) is run

    def _end_run(self, run: Run) -> None:
        if self._runs.get(run.place) is run:
            del self._runs[run.place]
            self._queue.done += run.queued

    def _drop(self, run: Run) -> None:
        """Drop a turn: its results are ignored from now on."""
        self._end_run(run)
        run.stop.set()
        if run.call is not None:
            run.call.stop()

    def _restate(self, place: int) -> None:
        """Show in the queue whether an item waits for a model."""
        entry = self._session.entries[place]
        entry.waits = waits_at(self._session, place)
        self.restated.emit(place)
