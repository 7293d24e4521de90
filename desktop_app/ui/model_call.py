"""One request to a model, and the interface of turns. See `model_calls.py` for guarantees."""

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

        `code`: the error code in the answers. It is used alone if the error itself is not known
            any more, as after a restart.
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
