"""The annotator's page of cnr: prompt, response and revision, with the critique next to them.

The response is shown only once, as the original next to its revision. Text selected in the response
or in the revision becomes the anchor of the next point. Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.core.errors import AppError
from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.core.model_jobs import Reply, Request
from desktop_app.core.replies import legible
from desktop_app.ui.panel_base import PanelStep
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.hint_question import HintQuestion
from desktop_app.ui.widgets.notes_area import HintsBox
from plugins.cnr.jobs.drafting import LIVE, critique_of, live_critique_request
from plugins.cnr.panel.critique_texts import CritiqueTexts, OpenHints
from plugins.cnr.panel.sheet import Sheet
from plugins.cnr.panel.text_panes import TextsPage

# The object that the window gives to a panel; its interface is described in
# `desktop_app/ui/model_calls.py`. The module is not imported, because it depends on the workspace,
# which plugins may not import.
ModelCalls = Any
ModelCall = Any


class CritiqueCalls(QObject):
    """Requests a critique of the displayed response from the connected model.

    `offered`: emitted when availability changes: None if no model is connected; otherwise the
        reason why a request is impossible, or an empty text
    `writing`: emitted while a model is writing, with the readable text so far; None when it ends
    `came`: emitted with a critique that passed validation
    `failed`: emitted with the error if the project's prompt cannot be used
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
        """Set the object that sends requests to models; None if there is none."""
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
        request = self._request(report_error=True)
        if self._models is not None and request is not None:
            self._models.ask(request)

    def stop(self) -> None:
        """Stop the model."""
        call = self._models.under_way(LIVE) if self._models is not None else None
        if call is not None:
            call.stop()

    def _request(self, *, report_error: bool = False) -> Request | None:
        models = self._models
        if models is None or not models.item:
            return None
        try:
            return live_critique_request(models.prompt(LIVE), models.item, self._content)
        except AppError as error:
            if report_error:
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
        except ValueError:
            # An earlier version cached this critique in another format.
            return


class CritiquePanel(TextsPage):
    """Shows one item and its critique."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        # The sheet also emits the edits of the form, so connecting the form's own signal would emit
        # them twice.
        self.form_view.edited.disconnect(self.edited)
        self.sheet = Sheet(self.form_view, self.editor, theme)
        self.sheet.edited.connect(self.edited)
        self.sheet.edited_too.connect(self.edited_too)
        self.calls = CritiqueCalls(self)
        model = self.sheet.model
        self.calls.offered.connect(model.offer)
        self.calls.writing.connect(model.show_writing)
        self.calls.came.connect(self._on_critique)
        self.calls.failed.connect(self.failed)
        model.asked.connect(self._on_asked)
        model.stopped.connect(self.calls.stop)
        self._content: Mapping[str, Any] = {}
        self._is_prepared = False
        # Whether the person requested the critique in progress.
        self._wanted = False
        self.hints_box = HintsBox(theme)
        self.form_view.below.insert(self.hints_box)
        self.hint = HintQuestion(self.hints_box, self.sheet.go_to)
        self.hints_box.answered.connect(self.hint.answer)
        self.hints_box.chosen.connect(self.hint.choose)
        self.hint.answered.connect(self.hint_answered)
        self.open_questions.insert(0, self.hint.close)
        # Any edit makes the displayed hints outdated.
        self.sheet.edited.connect(self.hint.drop)
        self.sheet.model.counted.connect(self.step_changed)
        self.build(self.questions)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another item, scrolled to the top. Its answers are set separately."""
        self.hint.drop()
        self._content, self._wanted = content, False
        self.show_texts(content)
        self.shown_for_none = {"revision": self.sheet.response}
        self.first.fit()

    def show_prepared(self, prepared: Sequence[Mapping[str, Any]]) -> None:
        """Show the models' critiques that were prepared for the item."""
        matches = [one.get("content") for one in prepared if one.get("what") == "critique"]
        self.sheet.show_critiques([one for one in matches if isinstance(one, Mapping)])
        self._is_prepared = bool(matches)

    def set_models(self, models: ModelCalls | None) -> None:
        """Set the object that sends requests to models."""
        self.calls.set_models(models)

    def answers(self) -> dict[str, Any]:
        return self.sheet.answers()

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self.hint.drop()
        self.sheet.set_answers(answers)
        # A prepared critique, or one that was used before, is not replaced by one from the cache.
        if not self._is_prepared and not answers.get("model_points"):
            self.calls.show_item(self._content)

    def set_answer(self, question: str, value: Any) -> None:
        self.hint.drop()
        self.sheet.set_answer(question, value)

    def questions_left(self) -> tuple[int, int]:
        """Return the number of parts that prevent submitting; optional ones are not counted."""
        return len({one.question for one in self.sheet.missing(self.answers())}), 0

    def step(self) -> PanelStep:
        step, left = super().step(), self.sheet.model.left
        if not left or self.questions_left()[0]:
            return step
        return replace(step, text=self.tr("%n suggestion(s) left", "", left))

    def focus_question(self, key: str) -> None:
        self.sheet.focus(key)

    def await_keys(self) -> None:
        """Let keys answer the first missing part, which may be the revision."""
        missing = self.sheet.missing(self.answers())
        if missing and missing[0].question != "score":
            self.sheet.focus(missing[0].question)
        else:
            super().await_keys()

    def form_keys(self) -> list[tuple[str, str]]:
        """Return additional keys for the list of keyboard shortcuts."""
        return self.sheet.form_keys()

    def press_code_key(self, text: str) -> bool:
        # A key for the next item, pressed too early, must not change this one.
        focus = QApplication.focusWidget()
        if focus is not None and self.hints_box.isAncestorOf(focus):
            return False
        return self.sheet.press_code_key(text)

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self.sheet.set_editable(enabled)

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return everything that prevents the critique from being submitted."""
        # Text that is still being composed in the editor must become part of the answers first.
        self.editor.settle()
        return self.sheet.missing(answers)

    def show_problems(self, problems: Iterable[Problem]) -> None:
        # Read first: showing a problem moves the focus.
        is_writing = any(points.current() >= 0 for points in self.sheet.lists.values())
        super().show_problems(problems)
        self.sheet.show_what_blocks(keep_current=is_writing)

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> list[OpenHints]:
        """Return the new findings of the rules, as one question: see `Sheet.hints`."""
        return self.sheet.hints(answers, shown)

    @property
    def asks_hint(self) -> bool:
        return bool(self.hint.targets)

    def ask_hint(self, hint: Any) -> None:
        self.hint.ask(hint.key, hint.findings)
        self.hints_box.ask([self.sheet.rules.row(one) for one in hint.findings])
        self.form_view.keys.end()
        self.form_view.order_tabs()

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return a critique as rows of text."""
        return CritiqueTexts(self.form_view.form, self.language).critique(answers)

    def _on_asked(self) -> None:
        self._wanted = True
        self.calls.ask()

    def _on_critique(self, critique: Mapping[str, Any]) -> None:
        """Show a new critique: unfolded if it was requested just now, folded if it was cached."""
        self.sheet.model.take_critique(critique)
        if self._wanted:
            self._wanted = False
            self.sheet.model.reveal(leading=False)
