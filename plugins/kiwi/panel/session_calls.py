"""Model calls of the visible session: streamed text, status, how a call ends.

The window's own object for turns continues with what was begun here when the item is left; this is
only what the page sees of it (`desktop_app/ui/model_turns.py` says what is promised).
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

# What the window hands a panel. It knows the workspace, as no plugin may, and so is not imported.
ModelCalls = Any
ModelCall = Any

INITIAL, SUMMARY, REVISE = "initial", "summary", "revise"
_PURPOSES = (INITIAL, SUMMARY, REVISE)


class SessionCalls(QObject):
    """Follows the calls about the item shown.

    came     what a model is writing: for what, and all of it so far
    changed  how asking stands may be another
    """

    came = Signal(str, str)
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._models: ModelCalls | None = None
        self._followed: list[ModelCall] = []

    @property
    def has_models(self) -> bool:
        """Whether there is anybody to ask: not where an item is only looked at."""
        return self._turns is not None

    def set_models(self, models: ModelCalls | None) -> None:
        """Take who asks; None: nobody."""
        self._models = models
        if models is None:
            return
        models.asked.connect(self._follow)
        models.server_health_changed.connect(self.changed)
        if self._turns is not None:
            self._turns.changed.connect(self.changed)

    def show_item(self) -> None:
        """Turn to another item: what is in progress for it continues shown."""
        self._followed = []
        for purpose in _PURPOSES:
            call = self._models.under_way(purpose) if self._models is not None else None
            if call is not None:
                self._follow(call)

    def start(self) -> None:
        """Let what waits in the answers of this item be asked."""
        if self._turns is not None:
            self._turns.start()

    def stop(self) -> bool:
        """Stop the model; tells whether it was at work."""
        return bool(self._turns.stop()) if self._turns is not None else False

    def is_queued(self) -> bool:
        """Whether the turn waits for the server or for its turn, and nobody writes."""
        return self._turns is not None and str(self._turns.state()) == "queued"

    def words(self) -> str:
        """Return how asking stands, as a sentence; empty where nothing should be said."""
        return str(self._turns.words()) if self._turns is not None else ""

    def why_not(self) -> str:
        """Return why nothing can be asked here, as a sentence; empty while one can ask."""
        return str(self._turns.why_not()) if self._turns is not None else ""

    def substitute(self) -> str:
        """Return the connection that could be asked instead of the one that is missing."""
        return str(self._models.substitute()) if self._models is not None else ""

    def use_substitute(self) -> None:
        """Let that connection answer for the model of this item."""
        if self._models is not None:
            self._models.use_substitute()

    def trouble(self, code: str) -> tuple[str, str]:
        """Return what went wrong, in the failure's words, and what to do; both may be empty."""
        if self._turns is None:
            return "", ""
        text, hint = self._turns.trouble(code)
        return str(text), str(hint)

    # Inside

    @property
    def _turns(self) -> Any:
        return getattr(self._models, "turns", None)

    def _follow(self, call: ModelCall) -> None:
        if call.request.purpose not in _PURPOSES or not call.in_sight or call in self._followed:
            return
        self._followed.append(call)
        call.text_came.connect(lambda _piece: self._on_text(call))
        call.ended.connect(lambda: self._on_end(call))
        if call.text:
            self._on_text(call)

    def _on_text(self, call: ModelCall) -> None:
        if call.in_sight:
            self.came.emit(call.request.purpose, call.text)

    def _on_end(self, call: ModelCall) -> None:
        if call in self._followed:
            self._followed.remove(call)
