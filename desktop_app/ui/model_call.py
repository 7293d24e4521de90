"""One question to a model that is, or was, in progress; `model_calls.py` says what is promised."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Signal

from desktop_app.core.errors import AppError
from desktop_app.core.model_jobs import Reply, Request
from desktop_app.llm.stopping import Stop

# State of a turn: “” none waits, “asking” it is in progress, “queued” it waits for its server or
# for other turns.
Wait = Literal["", "asking", "queued"]

MOST_AT_ONCE = 4_000  # characters of one piece


@dataclass(frozen=True)
class About:
    """The item a question is about: its key, its number in the queue, its protocol, and the alias
    of the model that it is for; empty: for any."""

    item: str = ""
    number: int = 0
    protocol: str = ""
    model: str = ""


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
    """One question that is, or was, in progress.

    request  as it was asked; `item` and `number`: of the item it is about
    quiet    what comes of it is told by whoever asked: no notice says so
    text     what has come so far
    reply    the answer, once it is there; `error`: why there is none
    is_over  nothing more will come
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
        """Whether the item it is about is the one that is shown."""
        return self._item_in_sight() == self.item

    @property
    def is_stopping(self) -> bool:
        """Whether someone has stopped it."""
        return self._stop.is_set()

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


class PanelTurns(QObject):
    """What panels and the footer use of the turns with a model (`ModelTurns` is the class).

    Stated apart from it so that `ModelCalls`, which holds it, need not import it.
    """

    changed = Signal()

    @abstractmethod
    def start(self) -> None:
        """Take the waiting turn of the open item, at once."""

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
        """Return what went wrong with the open item and what to do, as two sentences.

        `code`: the error code that its answers contain. While the error itself is known, its own
        words are returned.
        """

    @abstractmethod
    def why_not(self) -> str:
        """Return why nothing can be asked about the open item; empty if it can."""

    @property
    @abstractmethod
    def progress(self) -> tuple[int, int]:
        """Turns of the queue that are done, and their total, while there are any."""

    @property
    @abstractmethod
    def is_asking(self) -> bool:
        """Whether a turn is in progress."""

    @property
    @abstractmethod
    def can_stop(self) -> bool:
        """Whether there is a turn of the open item to stop."""
