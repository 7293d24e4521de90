"""Asks the connected model for a critique of the response shown, when someone wants one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.core.errors import AppError
from desktop_app.core.model_jobs import Reply, Request
from desktop_app.core.streamed_json import legible
from plugins.cnr.jobs.critiquing import LIVE, critique_of, live_critique_request

# What the window hands a panel: `desktop_app/ui/model_calls.py` says what is promised. It knows the
# workspace, as no plugin may, and so is not imported.
ModelCalls = Any
ModelCall = Any


class CritiqueCalls(QObject):
    """One item's question, and what came of it.

    offered   whether one can ask has changed: None where there is nobody to ask, else why not
    writing   a model is writing: what can be read of it so far; None: no more
    came      a critique, as it was checked
    failed    what is wrong with the project's wording of the question
    """

    offered = Signal(object)
    writing = Signal(object)
    came = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._models: ModelCalls | None = None
        self._content: Mapping[str, Any] = {}

    def set_models(self, models: ModelCalls | None) -> None:
        """Take who asks; None: nobody."""
        self._models = models
        if models is not None:
            models.server_health_changed.connect(self._offer)
            models.asked.connect(self._follow)

    def show_item(self, content: Mapping[str, Any]) -> None:
        """Turn to another item: what was asked before the item was left is there, or continues."""
        self._content = content
        self.writing.emit(None)
        self._offer()
        models = self._models
        if models is None:
            return
        call = models.under_way(LIVE)
        if call is not None:
            self._follow(call)
            return
        request = self._request()
        reply = models.known(request) if request is not None else None
        if reply is not None:
            self._take(reply)

    def ask(self) -> None:
        """Ask the model."""
        request = self._request(answer_rows=True)
        if self._models is not None and request is not None:
            self._models.ask(request)

    def stop(self) -> None:
        """Stop the model that is writing."""
        call = self._models.under_way(LIVE) if self._models is not None else None
        if call is not None:
            call.stop()

    # Inside

    def _request(self, *, answer_rows: bool = False) -> Request | None:
        models = self._models
        if models is None or not models.item:
            return None
        try:
            return live_critique_request(models.prompt(LIVE), models.item, self._content)
        except AppError as error:
            if answer_rows:
                self.failed.emit(error)
            return None

    def _offer(self) -> None:
        self.offered.emit(None if self._models is None else self._models.why_not())

    def _follow(self, call: ModelCall) -> None:
        """Show a call, whoever began it: trying again from a notice is a call of its own."""
        if call.request.purpose != LIVE or not call.in_sight:
            return
        self.writing.emit(legible(call.text))
        call.text_came.connect(lambda _piece: self._on_text(call))
        call.answered.connect(lambda reply: self._on_answer(call, reply))
        call.ended.connect(lambda: self._on_end(call))

    def _on_text(self, call: ModelCall) -> None:
        if call.in_sight:
            self.writing.emit(legible(call.text))

    def _on_answer(self, call: ModelCall, reply: Reply) -> None:
        if call.in_sight:
            self._take(reply)

    def _on_end(self, call: ModelCall) -> None:
        if call.in_sight:
            self.writing.emit(None)
            self._offer()

    def _take(self, reply: Reply) -> None:
        try:
            self.came.emit(critique_of(reply, str(self._content.get("response", ""))))
        except ValueError:  # kept from an earlier version whose form was another one
            return
