"""Asking models from the page of an annotator, without the window ever waiting.

A panel that can have models asked has a method `set_models(models: ModelCalls | None)`. It is
called once, before the first item is shown; a panel in a lead's preview is never called and offers
nothing. Then, for the item shown:

    prompt = models.prompt("critique")                 # the project's wording; raises AppError
    request = Request("critique", "critique", prompt.version, prompt.fill(…), answer=Critique)
    reply = models.known(request)                      # answered before: at once, also offline
    call = models.under_way("critique")                # asked before the item was left: continues
    if models.why_not() == "":                         # else a sentence to show beside the button
        call = models.ask(request)                     # returns at once
        call.text_came.connect(view.append)            # what is new; at most 20 times a second
        call.answered.connect(on_reply)                # Reply
        call.failed.connect(on_trouble)                # AppError, mostly ModelError

What is promised:

- `ask` never raises and never waits. Every call emits `text_came` any number of times, then exactly
  one of `answered(Reply)`, `failed(AppError)` and `stopped()`, then `ended()`; all on the GUI
  thread, none before the event loop runs again, so that there is time to connect.
- `text_came` carries at most `MOST_AT_ONCE` characters and comes at most every `EVERY`
  milliseconds, however fast the model is: no pause of the window above 50 ms by this. All text has
  come before `answered` does. An answer that is known comes without `text_came`. Where a form is
  asked for (`Request.answer`), the text is the JSON as it arrives: show its length, not itself.
- `call.text` is what has come so far, also after a trouble: nothing that was shown is lost.
  `call.stop()`, Esc in the window, and the menu's action stop it at once.
- A failure is also a notice with a button to try again, which asks again as a call of its own:
  `models.asked` announces every call, so a panel that connects to it in `set_models` sees calls
  that were not its own doing, too: `models.asked.connect(lambda call: …)`.
- Purpose and item tell calls apart. `about` gets the item shown by itself. Asking again for the
  same purpose while such a call is in progress returns that call. When the item is left, a call
  goes on: `call.in_sight` is False as long as its item is not shown, and a panel must look at it
  before it shows anything. `under_way(purpose)` gives it back when the item is shown again. An
  answer that came meanwhile is `known`.
- Every question is on record when its call has ended, also a stopped or failed one; while a file is
  being written, right after that. When the workspace or window closes, calls are stopped, what had
  come is on record, and no signal comes any more.
- In a workspace that is open for reading only, and without a connection, `why_not` says so, and
  `ask` fails with it. Of several connections the one in use is asked; but where the item says which
  model it is for, the one that answers for that (`llm/model_choice.py`), or none.
- `server_health_changed`: whether one can ask, whether the server can be reached, or whether
  anything is in progress may have changed.

Panels whose answers take turns with a model do not ask here, but by `models.turns`
(`model_turns.py`), and may listen here.

What a model answered is text from outside: show it as plain text.
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
from desktop_app.llm.model_choice import NotServedError
from desktop_app.ui.annotate.unopened_items import model_of
from desktop_app.ui.connections.servers import ServerHealth, Servers
from desktop_app.ui.connections.texts import hint_of
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.messages import sentence
from desktop_app.ui.model_call import About, ModelCall, PanelTurns
from desktop_app.ui.notices import Notice, Notices

if TYPE_CHECKING:
    from desktop_app.core.connections import Connection
    from desktop_app.core.prompts import Prompt
    from desktop_app.llm.asker import Asker, Call
    from desktop_app.ui.annotate.session import Session

EVERY = 50  # milliseconds between two pieces of text
_RETRIES = 2  # someone waits
_PATIENCE = 3.0  # seconds for calls to stop when the workspace closes
_AGAIN = 500  # milliseconds until a record that cannot be written just now is tried again


class ModelCalls(QObject):
    """What models one annotator's open workspace may ask; see the module's text."""

    asked = Signal(object)  # ModelCall
    server_health_changed = Signal()
    turns: PanelTurns

    def __init__(
        self, session: Session, servers: Servers, notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._servers = servers
        self._notices = notices
        self._announced_calls: dict[tuple[str, str], Notice] = {}  # failures, by item and purpose
        self._askers: dict[tuple[str, str, str], tuple[Connection, Asker]] = {}
        self._before: list[tuple[str, Asker]] = []  # of connections that have changed
        self._unsaved: list[tuple[Asker, str, list[Call]]] = []
        self._calls: list[ModelCall] = []  # in progress
        self._ending: list[ModelCall] = []  # of those: on record, and told in a moment
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

    # What a panel asks

    @property
    def item(self) -> str:
        """The key of the item shown; empty while there is none."""
        return self._session.entry.item if self._session.position >= 0 else ""

    @property
    def server_health(self) -> ServerHealth:
        """How the connection in use stands. One may ask although the server was away."""
        return self._servers.server_health

    @property
    def connection(self) -> str:
        """The name of the connection that is asked; empty while there is none."""
        server = self.server(self.shown)
        return server[0] if server is not None else ""

    @property
    def shown(self) -> About:
        """The item shown."""
        session = self._session
        return self.about(session.position) if session.position >= 0 else About()

    def about(self, place: int) -> About:
        """Return what is asked about at a place of the queue."""
        entry = self._session.entries[place]
        model = model_of(self._session, place)
        return About(entry.item, entry.number, entry.protocol, model)

    def why_not(self) -> str:
        """Return why nothing can be asked here, as a sentence; empty while one can ask."""
        error = self.refusal(self.shown)
        return f"{sentence(str(error))} {hint_of(error)}".strip() if error is not None else ""

    def substitute(self) -> str:
        """Return the connection that could be asked for the model of the item shown, which none
        answers for: the one in use, if its server answers; else nothing."""
        servers = self._servers
        if not isinstance(self.refusal(self.shown), NotServedError):
            return ""
        return servers.used if servers.server_health is ServerHealth.WORKING else ""

    def use_substitute(self) -> None:
        """Let that connection answer for the model of the item shown, from now on."""
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
        from desktop_app.workspace.prompts import prompt_of

        return prompt_of(self._session.workspace, self._session.protocol, key)

    def known(self, request: Request) -> Reply | None:
        """Return what was answered to a request before; nobody is asked."""
        name = self.connection
        if self._closed or not name:
            return None
        reply = self._asker(name, self.shown).is_known(_announced_item(request, self.shown))
        if not self._session.read_only:
            self.record()
        return reply

    def under_way(self, purpose: str) -> ModelCall | None:
        """Return the call for a purpose, about the item shown, that is in progress."""
        return self._same(self.item, purpose)

    def ask(self, request: Request, *, fresh: bool = False) -> ModelCall:
        """Ask; `fresh`: again, although the answer may be known. See the module's text."""
        return self._begin(request, self.shown, fresh)

    def stop(self) -> bool:
        """Stop the calls that are in progress, but for turns of items that are hidden; say
        whether there were any."""
        found = self._stoppable
        for call in found:
            call.stop()
        return bool(found)

    # For the controller and for turns

    def ask_about(self, request: Request, about: About, *, fresh: bool = False) -> ModelCall:
        """Ask about any item, shown or not, and leave it to the caller to tell what comes."""
        return self._begin(request, about, fresh, quiet=True)

    def refusal(self, about: About) -> AppError | None:
        """Return why nothing can be asked about an item; None while one can ask."""
        from desktop_app.workspace.job_runner import require_askable

        try:
            require_askable(self._session.workspace)
            self._servers.serving(about.model, real=self._real(about.model))
        except AppError as error:
            return error
        return None

    def server(self, about: About) -> tuple[str, str] | None:
        """Return the connection that is asked about an item, and the alias of the model it is asked
        for; None while there is none."""
        with suppress(AppError):
            return self._servers.serving(about.model, real=self._real(about.model)), about.model
        return None

    @property
    def is_busy(self) -> bool:
        """Whether any call is in progress that can be stopped from here."""
        return bool(self._stoppable)

    def settle(self) -> None:
        """Stop all calls and put on record what they brought; before the workspace closes."""
        for call in self._calls:
            call.stop()
        end = time.monotonic() + _PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        self.record()

    def end(self) -> None:
        """Let go: no signal comes any more. `settle` comes before, if anything should be saved."""
        self._closed = True
        for call in self._calls:
            call.stop()
        self._calls.clear()
        self._ticks.stop()
        self._later.stop()
        self._servers.changed.disconnect(self.server_health_changed)
        self._servers.server_health_changed.disconnect(self.server_health_changed)

    def record(self) -> None:
        """Put on record what was asked. While a job reads the records, or the disk refuses, it is
        kept, and tried again."""
        from desktop_app.workspace.calls import call_drafts

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

    # Inside

    @property
    def _stoppable(self) -> list[ModelCall]:
        return [call for call in self._calls if call.in_sight or not call.quiet]

    def _same(self, item: str, purpose: str) -> ModelCall | None:
        for call in self._calls:
            if (call.item, call.request.purpose) == (item, purpose) and not call.is_stopping:
                return call
        return None

    def _real(self, model: str) -> str:
        """Return the name behind a model's alias, which a lead's workspace knows."""
        workspace = self._session.workspace
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
        call = ModelCall(_announced_item(request, about), about, lambda: self.item, quiet=quiet)
        if self._closed:
            return call
        shown_before = self._announced_calls.pop((about.item, request.purpose), None)
        if shown_before is not None:  # asked again, whichever way: what went wrong before is over
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
            # On a thread of its own: the keyring may have to be unlocked, and openai imported.
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
        """Return what asks by a connection for an item's protocol and model, and remembers."""
        from desktop_app.workspace.job_runner import asker_for

        client = self._servers.client(name, about.model)
        place = (name, client.connection.model, about.protocol)
        connection, asker = self._askers.get(place, (None, None))
        if asker is None or connection != client.connection:
            if asker is not None:
                self._before.append((about.protocol, asker))
            asker = asker_for(self._session.workspace, client)
            self._askers[place] = (client.connection, asker)
        return asker

    def _on_tick(self) -> None:
        for call in list(self._calls):
            if call._drain() and call in self._calls and call not in self._ending:
                self._ending.append(call)
                self.record()
                if isinstance(call._result, Reply):
                    # A disk takes its time: what is shown of an answer waits for another round.
                    QTimer.singleShot(0, self, partial(self._end, call))
                else:
                    self._end(call)
                if self._closed:
                    return

    def _end(self, call: ModelCall) -> None:
        if call not in self._calls:
            return  # all calls were let go meanwhile
        self._ending.remove(call)
        self._calls.remove(call)
        if not self._calls:
            self._ticks.stop()
        self._over(call)

    def _over(self, call: ModelCall) -> None:
        """Show how a call has ended; that is on record."""
        self._servers.look()
        self.server_health_changed.emit()
        result, call.is_over = call._result, True
        if isinstance(result, Reply):
            call.reply = result
            call.answered.emit(result)
            if not call.in_sight and not call.quiet:
                self._notices.say(
                    self.tr("The model has answered about item {number}.").format(
                        number=call.number
                    )
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


def _announced_item(request: Request, about: About) -> Request:
    return replace(request, about={"item": about.item, **request.about})
