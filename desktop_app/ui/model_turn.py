"""One request to a model, and a turn in progress: its run, the queue of waiting turns, its answers.

`model_calls.py` lists the guarantees. In functions for the answers of items, `place` is the index
of an entry in the session's queue.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QObject, Signal

from desktop_app.core.errors import AppError, InputError
from desktop_app.core.model_jobs import Lookup, LookupResult, ModelError, Reply, Request
from desktop_app.core.protocol.stage import AskContext, Stage, Turn
from desktop_app.llm.connecting import NoConnectionError
from desktop_app.llm.keys import MissingKeyError
from desktop_app.llm.stopping import Stop
from desktop_app.ui.annotate.session import Session
from desktop_app.ui.annotate.steps import Steps
from desktop_app.ui.connections.servers import Servers
from desktop_app.ui.jobs import Job, application
from desktop_app.workspace import work

if TYPE_CHECKING:
    from desktop_app.core.connections import Connection
    from desktop_app.core.prompts import Prompt
    from desktop_app.llm.lookups import Lookups
    from desktop_app.ui.annotate.session import Session

# Takes the answers of an entry and returns the changed ones.
Change = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def model_of(session: Session, place: int) -> str:
    """Return the alias of the model for an entry's turns.

    It is empty if the item names none, or if its stage has no turns.
    """
    entry = session.entries[place]
    if session.items.turn_stage(entry) is None:
        return ""
    named = session.items.texts(entry)[0].get("model")
    return named if isinstance(named, str) else ""


def answers_at(session: Session, place: int) -> dict[str, Any]:
    """Return the current answers of an entry: those of its draft, otherwise the submitted ones."""
    # The draft of the open item may be older than its answers in memory.
    if place == session.position:
        return dict(session.answers)
    entry = session.entries[place]
    _, content = session.items.draft(entry)
    if content.answers is not None:
        return dict(content.answers)
    return dict(session.items.submitted(entry).get("answers", {}))


def waits_at(session: Session, place: int) -> bool:
    """Return whether an entry's answers contain a turn that waits for a model."""
    stage = session.items.turn_stage(session.entries[place])
    return stage is not None and stage.is_pending(answers_at(session, place))


def change_at(session: Session, place: int, change: Change) -> dict[str, Any]:
    """Apply a change by a model to the answers of an entry, and return the new answers.

    The change is not an undo step, and undo does not go back beyond it (docs/decisions/0019). If it
    leaves the answers of the open item equal, the undo history stays. For an item that is not open,
    the change is on disk when this returns.

    Raises the errors of `change`, and NotSavedError; in both cases, nothing has changed.
    """
    before = answers_at(session, place)
    answers = dict(change(before))
    if place == session.position:
        if answers != before:
            session.set_model_answers(answers)
        return answers
    entry = session.entries[place]
    kept, content = session.items.draft(entry)
    # Steps from before the change would no longer fit the answers, so the history is emptied.
    kept = {
        "item_rev": session.items.rev(entry),
        **kept,
        "answers": answers,
        "base": content.base,
        "steps": Steps().to_json(),
    }
    work.save_draft(session.workspace, entry.item, entry.stage, kept)
    session.restate(place, answers)
    return answers


Server = tuple[str, str]  # name of the connection, alias of the model
# Retries of a turn whose server answers probes but not requests.
_MOST_RETURNS = 5


class TurnQueue:
    """Queue of the positions of items with waiting turns; turns in progress are not in it.

    `done`: number of queued turns that have finished since the queue was last idle
    """

    def __init__(self) -> None:
        self.done = 0
        self._places: list[int] = []
        self._away: dict[int, Server] = {}
        self._returns: dict[int, int] = {}

    def __contains__(self, place: object) -> bool:
        return place in self._places

    def __iter__(self) -> Iterator[int]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def put(self, place: int) -> None:
        """Append a turn, unless it is in the queue."""
        if place not in self._places:
            self._places.append(place)

    def put_back(self, place: int, server: Server | None, *, queued: bool) -> bool:
        """Put back a turn whose server could not be reached.

        `queued`: the turn came from the queue, so it goes first

        Returns False if this has happened too often, in which case the turn counts as failed.
        """
        self._returns[place] = self._returns.get(place, 0) + 1
        if self._returns[place] > _MOST_RETURNS:
            return False
        self._places.insert(0 if queued else len(self._places), place)
        self.done -= queued
        if server is not None:
            self._away[place] = server
        return True

    def leave(self, place: int) -> None:
        """Remove a turn, if it is in the queue."""
        self._away.pop(place, None)
        if place in self._places:
            self._places.remove(place)

    def in_order(self, here: int) -> list[int]:
        """Return the positions in the order of processing: the visible item first."""
        return sorted(self._places, key=lambda place: place != here)

    def unreached(self, place: int) -> Server | None:
        """Return the server that a turn could not reach, or None."""
        return self._away.get(place)

    def settle(self) -> None:
        """Reset the counts, because no turn is waiting or in progress."""
        self.done = 0
        self._returns.clear()


# Codes for errors that are not ModelErrors; answers contain them.
_CODES = {
    NoConnectionError: "no_connection",
    MissingKeyError: "no_key",
    InputError: "prompt",
}


@dataclass(eq=False)
class Run:
    """A turn in progress.

    `queued`: started by the queue, in the background
    `fresh`: ignore cached answers
    `server`: the connection and model of its request
    """

    place: int
    stage: Stage
    turn: Turn
    queued: bool
    fresh: bool = False
    server: Server | None = None
    call: ModelCall | None = None
    stop: Stop = field(default_factory=Stop)


def begin_run(session: Session, place: int, stage: Stage, *, queued: bool, fresh: bool) -> Run:
    """Return a run of the waiting turn in an entry's answers. Sends no request."""
    workspace, entry = session.workspace, session.entries[place]

    def prompt(key: str) -> Prompt:
        from desktop_app.workspace.materials import prompt_of

        return prompt_of(workspace, workspace.protocol(entry.protocol), key)

    content, documents = session.items.texts(entry)[0], session.items.documents(entry)
    answers = answers_at(session, place)
    # A generator; it runs when its first value is requested.
    turn = stage.run_turn(content, documents, answers, AskContext(prompt))
    return Run(place, stage, turn, queued, fresh)


def trouble_code(error: Exception) -> str:
    """Return the code of an error in answers; see `Stage.on_failure`."""
    if isinstance(error, ModelError):
        return error.trouble.value
    for kind, code in _CODES.items():
        if isinstance(error, kind):
            return code
    return "job"


class ModelLookups:
    """Search for passages in one open workspace, with cached indexes and vectors."""

    def __init__(self, session: Session, servers: Servers) -> None:
        self._session = session
        self._servers = servers
        self._kept: tuple[Connection | None, Lookups] | None = None

    def look_up(
        self, lookup: Lookup, server: Server | None, stop: Stop
    ) -> tuple[Job, Server | None]:
        """Return an unstarted job for a lookup, and the connection it uses for vectors.

        The connection is the server's own if that has an embedding model; None if the lookup sends
        no requests. Start the job with `start_apart`.
        """
        by_words = lookup.retriever == "bm25"
        name = "" if by_words else self._servers.embedding(server[0] if server else "")
        lookups = self._lookups(name)
        keys, connection = self._servers.keys, self._servers.connections.get(name)

        def work(_progress: object, _cancelled: Callable[[], bool]) -> LookupResult:
            # In the job, because the keyring can block.
            if connection is not None and lookups.embedder is not None:
                client = lookups.embedder.client
                client.sender.give_key(keys.require(name, connection))
            return lookups.found(lookup, stop=stop)

        return Job(work, application()), (name, "") if name else None

    def _lookups(self, name: str) -> Lookups:
        from desktop_app.workspace.calls import lookups_for

        client = self._servers.client(name) if name else None
        connection = client.connection if client is not None else None
        # A search by words needs no connection, so it uses whatever index is cached.
        if self._kept is None or (name and self._kept[0] != connection):
            self._kept = connection, lookups_for(self._session.workspace, client)
        return self._kept[1]


# State of a turn: “” if there is none, “asking” in progress, “queued” waiting for its server or for
# other turns.
Wait = Literal["", "asking", "queued"]

MOST_AT_ONCE = 4_000  # characters in one `text_came`


@dataclass(frozen=True)
class About:
    """The item of a request.

    `item`, `number`: its key, and its number in the queue
    `model`: the alias of the required model; "" for any
    """

    item: str = ""
    number: int = 0
    protocol: str = ""
    model: str = ""


class _Inbox:
    """Text from a call's thread that the GUI thread has not processed yet."""

    def __init__(self) -> None:
        # A signal for each piece would fill the event queue of the GUI thread, so pieces are
        # collected here.
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
    """One request, in progress or finished.

    `request`, `about`: the request and its item
    `quiet`: the caller reports the result, so there is no notice
    `text`: the text so far
    `reply`: the answer; None before it is complete
    `error`: why there is no answer
    `is_over`: whether the call has ended; set just before its last signals are emitted
    """

    text_came = Signal(str)
    answered = Signal(object)  # Reply
    failed = Signal(object)  # AppError
    stopped = Signal()
    ended = Signal()

    def __init__(
        self,
        request: Request,
        about: About,
        item_in_sight: Callable[[], str],
        *,
        quiet: bool = False,
    ) -> None:
        super().__init__()
        self.request = request
        self.about = about
        self.item = about.item
        self.number = about.number
        self.quiet = quiet
        self.text = ""
        self.reply: Reply | None = None
        self.error: AppError | None = None
        self.is_over = False
        self._item_in_sight = item_in_sight
        self._inbox = _Inbox()
        self._stop = Stop()
        self._result: Reply | Exception | None = None

    @property
    def in_sight(self) -> bool:
        """Whether the item of the call is visible."""
        return self._item_in_sight() == self.item

    @property
    def is_stopping(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Stop the call; `stopped` is emitted when the event loop runs."""
        self._stop.set()

    def _drain(self) -> bool:
        """Emit new text; return whether all of it was emitted and the result is there.

        Called by `ModelCalls`.
        """
        piece = self._inbox.take(MOST_AT_ONCE)
        if piece:
            self.text += piece
            self.text_came.emit(piece)
        return not piece and self._result is not None


class PanelTurns(QObject):
    """Interface of `ModelTurns` for panels and the footer.

    A separate class, so that `ModelCalls` does not have to import `ModelTurns`.
    """

    changed = Signal()

    @abstractmethod
    def start(self) -> None:
        """Start the open item's waiting turn at once."""

    @abstractmethod
    def stop(self) -> bool:
        """Stop the turn of the open item, in progress or queued; return whether there was one."""

    @abstractmethod
    def state(self) -> Wait:
        """Return the state of the open item's turn."""

    @abstractmethod
    def words(self) -> str:
        """Return the state as a sentence; empty if there is nothing to say."""

    @abstractmethod
    def trouble(self, code: str) -> tuple[str, str]:
        """Return the error of the open item's turn and what to do about it, as two sentences.

        `code`: the error code in the answers. It is used alone if the error itself is no longer
            known, as after a restart.
        """

    @abstractmethod
    def why_not(self) -> str:
        """Return why no request about the open item is possible; empty if it is."""

    @property
    @abstractmethod
    def progress(self) -> tuple[int, int]:
        """Number of finished turns of the queue, and their total; (0, 0) if there are none."""

    @property
    @abstractmethod
    def is_asking(self) -> bool:
        """Whether a turn of the queue is in progress."""

    @property
    @abstractmethod
    def can_stop(self) -> bool:
        """Whether the open item has a turn in progress."""
