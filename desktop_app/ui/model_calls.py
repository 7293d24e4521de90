"""Requests to models from the annotator's page; the window never waits for them.

A panel that uses models overrides `set_models(models: ModelCalls | None)`. The window calls it once
before the first item is shown. A lead's preview never calls it, so the panel offers no model
features there. For the visible item, a panel then uses:

    prompt = models.prompt("critique")                 # in the project's wording; raises AppError
    request = Request("critique", "critique", prompt.version, prompt.fill(…), answer=Critique)
    reply = models.known(request)                      # cached answer, also available offline
    call = models.under_way("critique")                # a call that is still in progress
    if models.why_not() == "":                         # otherwise a sentence to show at the button
        call = models.ask(request)                     # returns at once
        call.text_came.connect(view.append)            # new text, at most 20 times a second
        call.answered.connect(on_reply)                # Reply
        call.failed.connect(on_trouble)                # AppError, mostly ModelError

Guarantees:

- `ask` never raises and never blocks. Every call emits `text_came` any number of times, then
  exactly one of `answered(Reply)`, `failed(AppError)` and `stopped()`, then `ended()`. All signals
  are emitted on the GUI thread, and none before the event loop runs again, so the caller can
  connect to them first.
- `text_came` is emitted at most every `EVERY` milliseconds with at most `MOST_AT_ONCE` characters,
  so a fast model cannot block the window for more than 50 ms. All text is emitted before
  `answered`. A cached answer emits no `text_came`. The text of a structured answer
  (`Request.answer`) is unfinished JSON: show its length instead.
- `call.text` is the text so far, also after an error, so text that was shown is not lost.
  `call.stop()`, Esc in the window and the menu action stop a call at once.
- An error also posts a notice with a button that sends the request again, as a new call.
  `models.asked` announces every call. Connect to it in `set_models` to see calls that the panel
  did not start.
- Purpose and item identify a call. `ask` with the purpose of a call in progress returns that call.
  A call continues after the person leaves its item. `call.in_sight` is False until the item is
  shown again; check it before showing anything. Then `under_way(purpose)` returns the call, or
  `known` returns the answer if it is complete.
- Every request is recorded when its call ends, also after an error or `stop`. While a file is being
  written, it is recorded afterwards. Closing the workspace or the window stops the calls, records
  their partial answers, and emits no more signals.
- In a read-only workspace or without a connection, `why_not` returns the reason, and `ask` fails
  with it. Requests use the current connection. If the item names a model, they use the connection
  for that model (`serving` in `llm/connecting.py`), or fail.
- `server_health_changed` is emitted when availability or progress may have changed.

Panels for stages with turns use `models.turns` (`model_turns.py`) instead of `ask`.

A model's answer is untrusted: show it as plain text.

The module is longer than most because all calls of an item are kept in one object.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.core.errors import AppError
from desktop_app.core.model_jobs import ModelError, Reply, Request, Trouble
from desktop_app.llm.connecting import NotServedError
from desktop_app.ui.connections.servers import ServerHealth, Servers, hint_of
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.messages import sentence
from desktop_app.ui.model_turn import About, ModelCall, PanelTurns, model_of
from desktop_app.ui.notices import Notice, Notices

if TYPE_CHECKING:
    from desktop_app.core.connections import Connection
    from desktop_app.core.prompts import Prompt
    from desktop_app.llm.asker import Asker, Call
    from desktop_app.ui.annotate.session import Session

# Milliseconds between two pieces of text.
EVERY = 50
# Fewer retries than in a run, because a person is waiting.
_RETRIES = 2
# Seconds for calls to stop when the workspace closes.
_PATIENCE = 3.0
# Milliseconds until a record that could not be written is retried.
_AGAIN = 500


class ModelCalls(QObject):
    """Model requests of one annotator's open workspace; see the module's docstring.

    `asked`: emitted with every `ModelCall` that starts
    `server_health_changed`: emitted when availability or progress may have changed
    """

    asked = Signal(object)
    server_health_changed = Signal()
    turns: PanelTurns

    def __init__(
        self, session: Session, servers: Servers, notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._servers = servers
        self._notices = notices
        # Notices about failures, by item and purpose.
        self._announced_calls: dict[tuple[str, str], Notice] = {}
        self._askers: dict[tuple[str, str, str], tuple[Connection, Asker]] = {}
        # Protocols and askers of connections that were changed: their calls are still to be
        # recorded.
        self._before: list[tuple[str, Asker]] = []
        self._unsaved: list[tuple[Asker, str, list[Call]]] = []
        # Calls that have not been reported as ended, and those among them that are already
        # recorded.
        self._calls: list[ModelCall] = []
        self._ending: list[ModelCall] = []
        # Whether a notice says that calls cannot be recorded.
        self._is_announced = False
        self._names: dict[str, str] = {}  # of models, by their aliases
        self._closed = False
        self._threads: list[threading.Thread] = []
        self._ticks = QTimer(self, interval=EVERY)
        self._ticks.timeout.connect(self._on_tick)
        self._later = QTimer(self, singleShot=True, interval=_AGAIN)
        self._later.timeout.connect(self.record)
        servers.changed.connect(self.server_health_changed)
        servers.server_health_changed.connect(self.server_health_changed)

    # For panels

    @property
    def item(self) -> str:
        """The key of the visible item; empty if there is none."""
        return self._session.entry.item if self._session.position >= 0 else ""

    @property
    def server_health(self) -> ServerHealth:
        """State of the current connection. Requests are possible even if it was unreachable."""
        return self._servers.server_health

    @property
    def connection(self) -> str:
        """The name of the connection for the visible item; empty if there is none."""
        server = self.server(self.shown)
        return server[0] if server is not None else ""

    @property
    def shown(self) -> About:
        """The visible item."""
        session = self._session
        return self.about(session.position) if session.position >= 0 else About()

    def about(self, place: int) -> About:
        """Return the item and model of a queue entry."""
        entry = self._session.entries[place]
        model = model_of(self._session, place)
        return About(entry.item, entry.number, entry.protocol, model)

    def why_not(self) -> str:
        """Return a sentence that says why no request is possible; empty if one is."""
        error = self.refusal(self.shown)
        return f"{sentence(str(error))} {hint_of(error)}".strip() if error is not None else ""

    def substitute(self) -> str:
        """Return the current connection if it could answer for the visible item's model.

        Empty unless no connection is set for that model and the server can be reached.
        """
        servers = self._servers
        if not isinstance(self.refusal(self.shown), NotServedError):
            return ""
        return servers.used if servers.server_health is ServerHealth.WORKING else ""

    def use_substitute(self) -> None:
        """Let the connection that `substitute` returns answer for the visible item's model."""
        name = self.substitute()
        if name:
            try:
                self._servers.let_answer(name, self.shown.model)
            except AppError as error:
                self._notices.error(error)

    def prompt(self, key: str) -> Prompt:
        """Return a prompt of the shown item's protocol in the project's wording.

        Raises InputError for one that cannot be used, UsageError for an unknown one.
        """
        from desktop_app.workspace.materials import prompt_of

        return prompt_of(self._session.workspace, self._session.protocol, key)

    def known(self, request: Request) -> Reply | None:
        """Return the cached answer to a request, or None; nothing is sent."""
        name = self.connection
        if self._closed or not name:
            return None
        reply = self._asker(name, self.shown).is_known(_with_item(request, self.shown))
        if not self._session.read_only:
            self.record()
        return reply

    def under_way(self, purpose: str) -> ModelCall | None:
        """Return the call in progress for a purpose about the visible item, or None."""
        return self._same(self.item, purpose)

    def ask(self, request: Request, *, fresh: bool = False) -> ModelCall:
        """Send a request about the visible item; `fresh`: ignore cached answers.

        See the module's docstring.
        """
        return self._begin(request, self.shown, fresh)

    def stop(self) -> bool:
        """Stop the calls in progress, except turns of hidden items.

        Returns whether there were any to stop.
        """
        calls = self._stoppable
        for call in calls:
            call.stop()
        return bool(calls)

    # For the controller and for turns

    def ask_about(self, request: Request, about: About, *, fresh: bool = False) -> ModelCall:
        """Send a request about any item without notices: the caller reports the result."""
        return self._begin(request, about, fresh, quiet=True)

    def refusal(self, about: About) -> AppError | None:
        """Return why no request about an item is possible, or None."""
        from desktop_app.workspace.job_runner import require_askable

        try:
            require_askable(self._session.workspace)
            self._servers.serving(about.model, real=self._real(about.model))
        except AppError as error:
            return error
        return None

    def server(self, about: About) -> tuple[str, str] | None:
        """Return the connection for an item and the alias of its model, or None."""
        with suppress(AppError):
            return self._servers.serving(about.model, real=self._real(about.model)), about.model
        return None

    @property
    def is_busy(self) -> bool:
        """Whether there is a call in progress that `stop` would stop."""
        return bool(self._stoppable)

    @property
    def has_text(self) -> bool:
        """Whether a part of an answer that `stop` would stop has arrived."""
        return any(call.text for call in self._stoppable)

    def settle(self) -> None:
        """Stop all calls and record them, before the workspace closes; wait up to `_PATIENCE`."""
        for call in self._calls:
            call.stop()
        end = time.monotonic() + _PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        self.record()

    def end(self) -> None:
        """Stop all calls and detach: no more signals are emitted. Call `settle` first to save."""
        self._closed = True
        for call in self._calls:
            call.stop()
        self._calls.clear()
        self._ticks.stop()
        self._later.stop()
        self._servers.changed.disconnect(self.server_health_changed)
        self._servers.server_health_changed.disconnect(self.server_health_changed)

    def record(self) -> None:
        """Record the finished calls.

        They are kept for another attempt while a job reads the workspace, or if saving fails.
        """
        from desktop_app.workspace.calls import call_drafts

        # Collected first: calls that cannot be recorded now are kept for the next attempt.
        askers = [(asker, protocol) for (_, _, protocol), (_, asker) in self._askers.items()]
        askers += [(asker, protocol) for protocol, asker in self._before]
        for asker, protocol in askers:
            calls = asker.take_calls()
            if calls:
                self._unsaved.append((asker, protocol, calls))
        session = self._session
        if not self._unsaved or session.read_only or self._closed:
            return
        if session.frozen:
            self._later.start()
            return
        try:
            while self._unsaved:
                asker, protocol, calls = self._unsaved[0]
                workspace = session.workspace
                workspace.add(call_drafts(workspace, calls, asker, protocol=protocol))
                del self._unsaved[0]
        except AppError as error:
            if not self._is_announced:
                self._notices.error(error)
            self._is_announced = True
            self._later.start()
        else:
            self._is_announced = False

    @property
    def _stoppable(self) -> list[ModelCall]:
        return [call for call in self._calls if call.in_sight or not call.quiet]

    def _same(self, item: str, purpose: str) -> ModelCall | None:
        for call in self._calls:
            if (call.item, call.request.purpose) == (item, purpose) and not call.is_stopping:
                return call
        return None

    def _real(self, model: str) -> str:
        """Return the name of a model by its alias; empty if unknown, and always for annotators."""
        workspace = self._session.workspace
        # Annotators must not learn which model an alias stands for.
        if not model or not workspace.is_lead:
            return ""
        if model not in self._names:
            from desktop_app.workspace.dataset import aliases_of

            self._names = {one: name for name, one in aliases_of(workspace).items()}
        return self._names.setdefault(model, "")

    def _begin(self, request: Request, about: About, fresh: bool, quiet: bool = False) -> ModelCall:
        same = self._same(about.item, request.purpose)
        if same is not None:
            return same
        call = ModelCall(_with_item(request, about), about, lambda: self.item, quiet=quiet)
        if self._closed:
            return call
        shown_before = self._announced_calls.pop((about.item, request.purpose), None)
        if shown_before is not None:
            # The request is repeated, so the notice about its failure is outdated.
            self._notices.take_back(shown_before)
        self._calls.append(call)
        refusal = self.refusal(about)
        if refusal is None:
            self._send(call, fresh)
        else:
            call._result = refusal
        self._ticks.start()
        self.asked.emit(call)
        self.server_health_changed.emit()
        return call

    def _send(self, call: ModelCall, fresh: bool) -> None:
        servers, name = self._servers, (self.server(call.about) or ("", ""))[0]
        asker = self._asker(name, call.about)
        connection, keys = asker.client.connection, servers.keys
        inbox, stop, request = call._inbox, call._stop, call.request

        def work(progress: object, cancelled: Callable[[], bool]) -> Reply:
            # On a separate thread: the keyring may have to be unlocked, and openai imported.
            if stop.is_set():
                raise ModelError(Trouble.CANCELLED, "asking was stopped", hint="Nothing is lost.")
            asker.client.sender.give_key(keys.require(name, connection))
            return asker.ask(request, on_text=inbox.put, stop=stop, retries=_RETRIES, fresh=fresh)

        def over(result: Any) -> None:
            call._result = result

        job = Job(work, application())
        job.succeeded.connect(over)
        job.failed.connect(over)
        self._threads = [*filter(threading.Thread.is_alive, self._threads), job.start_apart()]

    def _asker(self, name: str, about: About) -> Asker:
        """Return the asker for a connection, model and protocol; it caches answers."""
        from desktop_app.workspace.job_runner import asker_for

        client = self._servers.client(name, about.model)
        place = (name, client.connection.model, about.protocol)
        connection, asker = self._askers.get(place, (None, None))
        if asker is None or connection != client.connection:
            if asker is not None:
                # Its calls may still be in progress, and are to be recorded.
                self._before.append((about.protocol, asker))
            asker = asker_for(self._session.workspace, client)
            self._askers[place] = (client.connection, asker)
        return asker

    def _on_tick(self) -> None:
        had_text = self.has_text
        for call in list(self._calls):
            if call._drain() and call in self._calls and call not in self._ending:
                self._ending.append(call)
                self.record()
                if isinstance(call._result, Reply):
                    # Saving took time; update the view in the next round of the event loop.
                    QTimer.singleShot(0, self, partial(self._end, call))
                else:
                    self._end(call)
                if self._closed:
                    return
        if self.has_text and not had_text:
            # The page no longer waits for the model, which is answering now.
            self.server_health_changed.emit()

    def _end(self, call: ModelCall) -> None:
        if call not in self._calls:
            # `end` has dropped all calls in the meantime.
            return
        self._ending.remove(call)
        self._calls.remove(call)
        if not self._calls:
            self._ticks.stop()
        self._over(call)

    def _over(self, call: ModelCall) -> None:
        """Report the end of a call that is already recorded."""
        self._servers.announce()
        self.server_health_changed.emit()
        result, call.is_over = call._result, True
        if isinstance(result, Reply):
            call.reply = result
            call.answered.emit(result)
            if not call.in_sight and not call.quiet:
                self._notices.say(
                    self.tr("The model has answered for item {number}.").format(number=call.number)
                )
        elif isinstance(result, ModelError) and result.trouble is Trouble.CANCELLED:
            call.error = result
            call.stopped.emit()
        elif isinstance(result, AppError):
            call.error = result
            call.failed.emit(result)
            if not call.quiet:
                self._announce(call, result)
        elif isinstance(result, Exception):
            call.error = ModelError(Trouble.SERVER, self.tr("The request to the model failed."))
            call.failed.emit(call.error)
            self._notices.error(result)
        call.ended.emit()

    def _announce(self, call: ModelCall, error: AppError) -> None:
        text = sentence(str(error))
        if not call.in_sight:
            text = self.tr("Item {number}: {trouble}").format(number=call.number, trouble=text)
        self._announced_calls[call.item, call.request.purpose] = self._notices.offer(
            text,
            hint_of(error),
            "bad",
            self.tr("Try again"),
            lambda: self._again(call),
        )

    def _again(self, call: ModelCall) -> None:
        if not self._closed:
            self._begin(call.request, call.about, fresh=False)


def _with_item(request: Request, about: About) -> Request:
    """Return a request whose record names the item, unless it already names one."""
    return replace(request, about={"item": about.item, **request.about})
