"""Request a critique of the displayed response from the connected model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.core.errors import AppError
from desktop_app.core.model_jobs import Reply, Request
from desktop_app.core.replies import legible
from plugins.cnr.jobs.drafting import LIVE, critique_of, live_critique_request

# The object that the window gives to a panel; its interface is described in
# `desktop_app/ui/model_calls.py`. The module is not imported, because it depends on the workspace,
# which plugins may not import.
ModelCalls = Any
ModelCall = Any


class CritiqueCalls(QObject):
    """The request for one item, and its results.

    `offered`: emitted when availability changes: None if no model is connected, otherwise the
        reason why a request is not possible, which is empty if it is possible
    `writing`: emitted while a model is writing, with the legible text so far; None when it ends
    `came`: emitted with a critique that passed validation
    `failed`: emitted with an error in the wording of the project's prompt
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
        """Set the object through which models are asked; None if there is none."""
        self._models = models
        if models is not None:
            models.server_health_changed.connect(self._offer)
            models.asked.connect(self._follow)

    def show_item(self, content: Mapping[str, Any]) -> None:
        """Show another item, with its cached critique or its call in progress."""
        self._content = content
        self.writing.emit(None)
        self._offer()
        models = self._models
        if models is None:
            return
        # A call started before the person left the item continues, and its critique is shown here.
        call = models.under_way(LIVE)
        if call is not None:
            self._follow(call)
            return
        request = self._request()
        reply = models.known(request) if request is not None else None
        if reply is not None:
            self._take(reply)

    def ask(self) -> None:
        """Send the request to the model."""
        request = self._request(answer_rows=True)
        if self._models is not None and request is not None:
            self._models.ask(request)

    def stop(self) -> None:
        """Stop the model."""
        call = self._models.under_way(LIVE) if self._models is not None else None
        if call is not None:
            call.stop()

    # Internal.
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
        """Follow a call, whoever started it. A retry from a notice is a separate call."""
        # A call for another item must not write here.
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
        # The cached critique was written by an earlier version and has another form.
        except ValueError:
            return
