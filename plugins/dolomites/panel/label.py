"""The page for comparing two outputs of a task, without naming their models.

Tabs at the top show task, input or reference. The outputs are side by side below the tabs and
scroll together by section. No lengths are shown, because they would suggest that longer is better.
Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_view import LinkedScrolling
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.pane import Pane
from plugins.dolomites.panel.answer_texts import answers_in_words
from plugins.dolomites.panel.context_tabs import AbovePane
from plugins.dolomites.panel.task_view import SectionMap, TaskView

# Initial height of the tabs in pixels.
_ABOVE = 190
# Initial width of the questions in pixels.
_QUESTIONS = 270
# Minimum width of the questions in pixels, at 100 % text size.
_LEAST_QUESTIONS = 200
# Page height in pixels at 100 % text size. On a lower page, the tabs are collapsed.
_ROOMY = 480


class LabelPanel(ItemPanel):
    """The comparison page: context, two outputs, and the questions about them."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
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
        # Heights in pixels of tabs and outputs before the tabs were collapsed.
        self._open = [_ABOVE, 690 - _ABOVE]
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
        """Show another pair, scrolled to the top. The answers about it are set separately."""
        self.above.show_item(content)
        # The sections of the two texts can be matched only after both are set.
        with self.link.held():
            self.left.show_sections(content.get("left"))
            self.right.show_sections(content.get("right"))

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the answers as (question, answer) texts for the list of revisions."""
        return answers_in_words(self.form_view.form, answers, self.language)

    def state(self) -> dict[str, Any]:
        # Tabs that were collapsed because of a low page are not the user's choice.
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
        """Collapse the tabs if the page is low for the text size."""
        self.questions.setMinimumWidth(self._theme.px(_LEAST_QUESTIONS))
        # Before the first layout, the height is 0 and means nothing.
        scarce = 0 < self.height() < self._theme.px(_ROOMY)
        if scarce != self._is_scarce:
            self._is_scarce = scarce
            self.above.fold(scarce)

    def _on_folded(self, folded: bool) -> None:
        """Give the height of collapsed tabs to the outputs, or restore the previous sizes."""
        sizes = self.texts.sizes()
        if folded:
            self._open = sizes
            line = self.above.line_height()
            self.texts.setSizes([line, max(1, sum(sizes) - line)])
        else:
            # The page may be lower than before, so the tabs get less than half of it.
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
        """Open the search in the text that has the focus, or in the left output."""
        focus = self.focusWidget()
        readers = [self.left, self.right, *([] if self.above.is_folded else [self.above.view])]
        here = [one for one in readers if focus is not None and one.isAncestorOf(focus)]
        (here or readers)[0].open_find()
