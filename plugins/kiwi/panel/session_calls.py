"""Model calls of the visible session: streamed text, status, end of a call.

The calls belong to an object of the window, which continues them when the person leaves the item.
This class is only the page's view of that object; see `desktop_app/ui/model_turns.py`.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

# The object that the window gives to a panel. It knows the workspace, which plugins may not import,
# so it has no type here.
ModelCalls = Any
ModelCall = Any

INITIAL, SUMMARY, REVISE = "initial", "summary", "revise"
_PURPOSES = (INITIAL, SUMMARY, REVISE)


class SessionCalls(QObject):
    """Follows the calls for the visible item.

    came     a model is writing: the purpose of the call, and the whole text so far
    changed  the state of the calls may have changed
    """

    came = Signal(str, str)
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._models: ModelCalls | None = None
        self._followed: list[ModelCall] = []

    @property
    def has_models(self) -> bool:
        """Whether models can be asked. They cannot if the item is only shown."""
        return self._turns is not None

    def set_models(self, models: ModelCalls | None) -> None:
        """Set the object that asks models, or None."""
        self._models = models
        if models is None:
            return
        models.asked.connect(self._follow)
        models.server_health_changed.connect(self.changed)
        if self._turns is not None:
            self._turns.changed.connect(self.changed)

    def show_item(self) -> None:
        """Switch to another item and follow the calls in progress for it."""
        self._followed = []
        for purpose in _PURPOSES:
            call = self._models.under_way(purpose) if self._models is not None else None
            if call is not None:
                self._follow(call)

    def start(self) -> None:
        """Start the calls that are pending in the answers of this item."""
        if self._turns is not None:
            self._turns.start()

    def stop(self) -> bool:
        """Stop the model; return whether it was running."""
        return bool(self._turns.stop()) if self._turns is not None else False

    def is_queued(self) -> bool:
        """Return whether the turn is queued, so that no model is writing."""
        return self._turns is not None and str(self._turns.state()) == "queued"

    def words(self) -> str:
        """Return the state of the calls as a sentence; empty if there is none to report."""
        return str(self._turns.words()) if self._turns is not None else ""

    def why_not(self) -> str:
        """Return why no model can be asked, as a sentence; empty if a model can be asked."""
        return str(self._turns.why_not()) if self._turns is not None else ""

    def substitute(self) -> str:
        """Return the name of the connection that can replace the missing one."""
        return str(self._models.substitute()) if self._models is not None else ""

    def use_substitute(self) -> None:
        """Use the substitute connection for the model of this item."""
        if self._models is not None:
            self._models.use_substitute()

    def trouble(self, code: str) -> tuple[str, str]:
        """Return the text of an error and what the person can do about it. Both may be empty."""
        if self._turns is None:
            return "", ""
        text, hint = self._turns.trouble(code)
        return str(text), str(hint)

    # Internal.
    @property
    def _turns(self) -> Any:
        return getattr(self._models, "turns", None)

    def _follow(self, call: ModelCall) -> None:
        # The window announces all calls, including those of jobs and of other items.
        if call.request.purpose not in _PURPOSES or not call.in_sight or call in self._followed:
            return
        self._followed.append(call)
        call.text_came.connect(lambda _piece: self._on_text(call))
        call.ended.connect(lambda: self._on_end(call))
        # The call may have started before the page began to follow it.
        if call.text:
            self._on_text(call)

    def _on_text(self, call: ModelCall) -> None:
        if call.in_sight:
            self.came.emit(call.request.purpose, call.text)

    def _on_end(self, call: ModelCall) -> None:
        if call in self._followed:
            self._followed.remove(call)
