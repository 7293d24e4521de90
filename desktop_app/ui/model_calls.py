"""Asking models from the page of an annotator, without the window ever waiting.

A panel that can have models asked has a method `set_models(models: ModelCalls | None)`. It is
called once, before the first item is shown; a panel in a lead's preview is never called and offers
nothing. Then, for the item in sight:

    prompt = models.prompt("critique")                 # the project's wording; raises AppError
    request = Request("critique", "critique", prompt.version, prompt.fill(…), answer=Critique)
    reply = models.known(request)                      # answered before: at once, also offline
    call = models.under_way("critique")                # asked before the item was left: goes on
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
- A failure is also a notice with a button to try again, which asks anew as a call of its own:
  `models.asked` announces every call, so a panel that connects to it in `set_models` sees calls
  that were not its own doing, too: `models.asked.connect(lambda call: …)`.
- Purpose and item tell calls apart. `about` gets the item in sight by itself. Asking again for the
  same purpose while such a call is under way returns that call. When the item is left, a call goes
  on: `call.in_sight` is False as long as its item is not shown, and a panel must look at it before
  it shows anything. `under_way(purpose)` gives it back when the item is shown again. An answer that
  came meanwhile is `known`.
- Every question is on record when its call has ended, also a stopped or failed one; while a file is
  being written, right after that. When the workspace or window closes, calls are stopped, what had
  come is on record, and no signal comes any more.
- In a workspace that is open for reading only, and without a connection, `why_not` says so, and
  `ask` fails with it.
- `standing_changed`: whether one can ask, whether the server can be reached, or whether anything
  is under way may have changed.

What a model answered is text from outside: show it as plain text.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.core.asking import ModelError, Reply, Request, Trouble
from desktop_app.core.errors import AppError
from desktop_app.llm.stopping import Stop
from desktop_app.ui.connections.servers import Servers, Standing
from desktop_app.ui.connections.words import hint_of
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.messages import sentence
from desktop_app.ui.notices import Notice, Notices

if TYPE_CHECKING:
    from desktop_app.core.connections import Connection
    from desktop_app.core.prompts import Prompt
    from desktop_app.llm.asker import Asker, Call
    from desktop_app.ui.annotate.session import Session

EVERY = 50  # milliseconds between two pieces of text
MOST_AT_ONCE = 4_000  # characters of one piece
_RETRIES = 2  # somebody waits
_PATIENCE = 3.0  # seconds for calls to stop when the workspace closes
_AGAIN = 500  # milliseconds until a record that cannot be written just now is tried again


class _Inbox:
    """What a call's thread has brought and the window has not taken yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pieces: list[str] = []

    def put(self, piece: str) -> None:
        with self._lock:
            self._pieces.append(piece)

    def take(self, most: int) -> str:
        with self._lock:
            text = "".join(self._pieces)
            self._pieces = [text[most:]] if len(text) > most else []
        return text[:most]


class ModelCall(QObject):
    """One question that is, or was, under way.

    request  as it was asked; `item` and `number`: of the item it is about
    text     what has come so far
    reply    the answer, once it is there; `error`: why there is none
    is_over  nothing more will come
    """

    text_came = Signal(str)
    answered = Signal(object)  # Reply
    failed = Signal(object)  # AppError
    stopped = Signal()
    ended = Signal()

    def __init__(self, request: Request, item: str, number: int, models: ModelCalls) -> None:
        super().__init__()
        self.request = request
        self.item = item
        self.number = number
        self.text = ""
        self.reply: Reply | None = None
        self.error: AppError | None = None
        self.is_over = False
        self._models = models
        self._inbox = _Inbox()
        self._stop = Stop()
        self._result: Reply | Exception | None = None

    @property
    def in_sight(self) -> bool:
        """Whether the item it is about is the one that is shown."""
        return self._models.item == self.item

    def stop(self) -> None:
        """End it; `stopped` comes as soon as the event loop runs."""
        self._stop.set()

    # For ModelCalls

    def _drain(self) -> bool:
        """Hand on what has come; say whether all of it is handed on and there is a result."""
        piece = self._inbox.take(MOST_AT_ONCE)
        if piece:
            self.text += piece
            self.text_came.emit(piece)
        return not piece and self._result is not None


class ModelCalls(QObject):
    """What models one annotator's open workspace may ask; see the module's text."""

    asked = Signal(object)  # ModelCall
    standing_changed = Signal()

    def __init__(
        self, session: Session, servers: Servers, notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._servers = servers
        self._notices = notices
        self._told: dict[tuple[str, str], Notice] = {}  # failures, by item and purpose
        self._askers: dict[tuple[str, str], tuple[Connection, Asker]] = {}
        self._before: list[tuple[str, Asker]] = []  # of connections that have changed
        self._unsaved: list[tuple[Asker, str, list[Call]]] = []
        self._calls: list[ModelCall] = []  # under way
        self._is_told = False
        self._closed = False
        self._threads: list[threading.Thread] = []
        self._ticks = QTimer(self, interval=EVERY)
        self._ticks.timeout.connect(self._on_tick)
        self._later = QTimer(self, singleShot=True, interval=_AGAIN)
        self._later.timeout.connect(self.record)
        servers.changed.connect(self.standing_changed)
        servers.standing_changed.connect(self.standing_changed)

    # What a panel asks

    @property
    def item(self) -> str:
        """The key of the item in sight; empty while there is none."""
        return self._session.entry.item if self._session.position >= 0 else ""

    @property
    def standing(self) -> Standing:
        """How the connection in use stands. One may ask although the server was away."""
        return self._servers.standing

    @property
    def connection(self) -> str:
        """The name of the connection in use; empty while there is none."""
        return self._servers.used

    def why_not(self) -> str:
        """Return why nothing can be asked here, as a sentence; empty while one can ask."""
        error = self._refusal()
        return f"{sentence(str(error))} {hint_of(error)}".strip() if error is not None else ""

    def prompt(self, key: str) -> Prompt:
        """Return a prompt of the shown item's protocol in the project's wording.

        Raises InputError for one that cannot be used, UsageError for an unknown one.
        """
        from desktop_app.workspace.prompts import prompt_of

        return prompt_of(self._session.workspace, self._session.protocol, key)

    def known(self, request: Request) -> Reply | None:
        """Return what was answered to a request before; nobody is asked."""
        if self._closed or not self._servers.used:
            return None
        reply = self._asker(self._servers.used).is_known(self._about(request))
        if not self._session.read_only:
            self.record()
        return reply

    def under_way(self, purpose: str) -> ModelCall | None:
        """Return the call for a purpose, about the item in sight, that is under way."""
        for call in self._calls:
            if call.item == self.item and call.request.purpose == purpose:
                return call
        return None

    def ask(self, request: Request, *, fresh: bool = False) -> ModelCall:
        """Ask; `fresh`: anew, although the answer may be known. See the module's text."""
        return self._begin(self._about(request), self.item, self._number(), fresh)

    def stop(self) -> bool:
        """Stop all calls that are under way; say whether there were any."""
        for call in self._calls:
            call.stop()
        return bool(self._calls)

    # For the controller

    @property
    def is_busy(self) -> bool:
        """Whether any call is under way."""
        return bool(self._calls)

    def settle(self) -> None:
        """Stop all calls and put on record what they brought; before the workspace closes."""
        self.stop()
        end = time.monotonic() + _PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        self.record()

    def end(self) -> None:
        """Let go: no signal comes any more. `settle` comes before, if anything is to be saved."""
        self._closed = True
        self.stop()
        self._calls.clear()
        self._ticks.stop()
        self._later.stop()
        self._servers.changed.disconnect(self.standing_changed)
        self._servers.standing_changed.disconnect(self.standing_changed)

    def record(self) -> None:
        """Put on record what was asked. While a job reads the records, or the disk refuses, it is
        kept, and tried again."""
        from desktop_app.workspace.calls import call_drafts

        askers = [(asker, protocol) for (_, protocol), (_, asker) in self._askers.items()]
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
            if not self._is_told:
                self._notices.error(error)
            self._is_told = True
            self._later.start()
        else:
            self._is_told = False

    # Inside

    def _number(self) -> int:
        return self._session.entry.number if self._session.position >= 0 else 0

    def _about(self, request: Request) -> Request:
        return replace(request, about={"item": self.item, **request.about})

    def _refusal(self) -> AppError | None:
        from desktop_app.workspace.asking import require_askable

        try:
            require_askable(self._session.workspace)
            self._servers.require()
        except AppError as error:
            return error
        return None

    def _begin(self, request: Request, item: str, number: int, fresh: bool) -> ModelCall:
        for call in self._calls:
            if call.item == item and call.request.purpose == request.purpose:
                return call
        call = ModelCall(request, item, number, self)
        if self._closed:
            return call
        told = self._told.pop((item, request.purpose), None)
        if told is not None:  # asked anew, whichever way: what went wrong before is over
            self._notices.take_back(told)
        self._calls.append(call)
        refusal = self._refusal()
        if refusal is None:
            self._send(call, fresh)
        else:
            call._result = refusal
        self._ticks.start()
        self.asked.emit(call)
        self.standing_changed.emit()
        return call

    def _send(self, call: ModelCall, fresh: bool) -> None:
        servers, name = self._servers, self._servers.used
        asker = self._asker(name)
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

    def _asker(self, name: str) -> Asker:
        """Return what asks by a connection for the protocol in sight, and remembers."""
        from desktop_app.workspace.asking import asker_for

        protocol = self._session.protocol.key
        client = self._servers.client(name)
        connection, asker = self._askers.get((name, protocol), (None, None))
        if asker is None or connection != client.connection:
            if asker is not None:
                self._before.append((protocol, asker))
            asker = asker_for(self._session.workspace, client)
            self._askers[name, protocol] = (client.connection, asker)
        return asker

    def _on_tick(self) -> None:
        for call in list(self._calls):
            if call._drain() and call in self._calls:
                self._calls.remove(call)
                self._over(call)
                if self._closed:
                    return
        if not self._calls:
            self._ticks.stop()

    def _over(self, call: ModelCall) -> None:
        """Say how a call has ended, once that is on record."""
        self.record()
        self._servers.look()
        self.standing_changed.emit()
        result, call.is_over = call._result, True
        if isinstance(result, Reply):
            call.reply = result
            call.answered.emit(result)
            if not call.in_sight:
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
            self._tell(call, result)
        elif isinstance(result, Exception):
            call.error = ModelError(Trouble.SERVER, self.tr("Asking the model failed."))
            call.failed.emit(call.error)
            self._notices.error(result)
        call.ended.emit()

    def _tell(self, call: ModelCall, error: AppError) -> None:
        text = sentence(str(error))
        if not call.in_sight:
            text = self.tr("Item {number}: {trouble}").format(number=call.number, trouble=text)
        self._told[call.item, call.request.purpose] = self._notices.offer(
            text,
            hint_of(error),
            "bad",
            self.tr("Try again"),
            lambda: self._again(call),
        )

    def _again(self, call: ModelCall) -> None:
        if not self._closed:
            self._begin(call.request, call.item, call.number, fresh=False)
