"""The page on which two outputs of a task are compared, without being told whose they are.

Task, input and reference take turns above; the outputs stand side by side below, and scroll
together by section. No lengths are shown: longer is not better. Imported by the window alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.linked_scrolling import LinkedScrolling
from desktop_app.ui.widgets.pane import Pane
from plugins.dolomites.panel.answer_texts import answers_in_words
from plugins.dolomites.panel.context_tabs import AbovePane
from plugins.dolomites.panel.task_view import SectionMap, TaskView

_ABOVE = 190  # pixels at first
_QUESTIONS = 270  # pixels at first
_LEAST_QUESTIONS = 200  # pixels at 100 % text
_ROOMY = 480  # pixels of height at 100 % text


class LabelPanel(ItemPanel):
    """Shows what was asked for, two outputs, and the questions about them."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._language = language
        self._is_scarce = False
        self.above = AbovePane(theme)
        self.left, left_pane = self._text(self.tr("Left output"))
        self.right, right_pane = self._text(self.tr("Right output"))
        self.places = SectionMap(self.left, self.right)
        self.link = LinkedScrolling(
            self.left.view, self.right.view, self.places.to_right, self.places.to_left
        )
        self.both = self.add_splitter(
            "both", Qt.Orientation.Horizontal, {left_pane: 1, right_pane: 1}
        )
        self.texts = self.add_splitter(
            "texts", Qt.Orientation.Vertical, {self.above: 0, self.both: 1}
        )
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.texts: 1, self.questions: 0}
        )
        self._open = [_ABOVE, 690 - _ABOVE]  # how the texts were divided before they were folded
        self.texts.setSizes(self._open)
        self.both.setSizes([380, 380])
        self.across.setSizes([1040 - _QUESTIONS, _QUESTIONS])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across)
        self.above.folded.connect(self._on_folded)
        theme.changed.connect(self._make_room)
        self._make_room()
        self.order_tabs([self.above, left_pane, right_pane, self.questions])
        for name, words, keys, slot in (
            ("find", self.tr("Find in the text"), "Ctrl+F", self._find),
            ("focus_task", self.tr("Go to the task"), "Alt+1", lambda: self._go("task")),
            ("focus_input", self.tr("Go to the input"), "Alt+2", lambda: self._go("input")),
            ("focus_left", self.tr("Go to the left output"), "Alt+3", self.left.setFocus),
            ("focus_right", self.tr("Go to the right output"), "Alt+4", self.right.setFocus),
            ("focus_form", self.tr("Go to the questions"), "Alt+5", self.focus_form),
            (
                "focus_reference",
                self.tr("Show the reference"),
                "Alt+6",
                lambda: self._go("reference"),
            ),
        ):
            self.add_action(name, words, keys, slot)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another pair from its beginning; the verdict is set apart from this."""
        self.above.show_item(content)
        with self.link.held():
            self.left.show_sections(content.get("left"))
            self.right.show_sections(content.get("right"))

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return a verdict in words."""
        return answers_in_words(self.form_view.form, answers, self._language)

    def state(self) -> dict[str, Any]:
        return {"folded": self.above.is_folded and not self._is_scarce}

    def set_state(self, state: Mapping[str, Any]) -> None:
        folded = state.get("folded", False)
        if not isinstance(folded, bool):
            raise TypeError("no state of this page")
        self.above.fold(folded or self._is_scarce)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Fold what is above where there is little height for the text size."""
        self.questions.setMinimumWidth(self._theme.px(_LEAST_QUESTIONS))
        scarce = 0 < self.height() < self._theme.px(_ROOMY)
        if scarce != self._is_scarce:
            self._is_scarce = scarce
            self.above.fold(scarce)

    def _on_folded(self, folded: bool) -> None:
        sizes = self.texts.sizes()
        if folded:
            self._open = sizes
            line = self.above.line_height()
            self.texts.setSizes([line, max(1, sum(sizes) - line)])
        else:
            first = min(self._open[0], round(sum(sizes) * 0.45)) if sum(sizes) else self._open[0]
            self.texts.setSizes([first, max(1, sum(sizes) - first)])

    def _text(self, title: str) -> tuple[TaskView, Pane]:
        view, pane = TaskView(self._theme, title), Pane(title, self._theme)
        pane.column.addWidget(view, 1)
        pane.setMinimumWidth(160)
        return view, pane

    def _go(self, name: str) -> None:
        if not self.above.buttons[name].isHidden():
            self.above.show_view(name)
            self.above.views[name].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _find(self) -> None:
        focus = self.focusWidget()
        readers = [self.left, self.right, *([] if self.above.is_folded else [self.above.view])]
        here = [one for one in readers if focus is not None and one.isAncestorOf(focus)]
        (here or readers)[0].open_find()
