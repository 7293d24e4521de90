"""The page for comparing two outputs for an example, without naming their models.

Tabs at the top show task, input or reference. The outputs are side by side below the tabs and
scroll together by section. No lengths are shown, because they would suggest that longer is better.
Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.forms import Form
from desktop_app.core.json_values import objects
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import SegmentButton
from desktop_app.ui.widgets.diff_view import LinkedScrolling
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.stack import Stack
from plugins.dolomites.panel.answer_texts import answers_in_words
from plugins.dolomites.panel.task_view import SectionMap, TaskView

# Qt's QWIDGETSIZE_MAX, which means no limit.
_ANY = 16_777_215


class AbovePane(QFrame):
    """A row of tab buttons above the text of the selected tab, which can be collapsed.

    `folded`: the pane was collapsed (True) or expanded (False)
    """

    folded = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self._theme = theme
        self.is_folded = False
        self.setAccessibleName(self.tr("Task, input and reference"))
        names = {
            "task": (self.tr("Task"), "Alt+1"),
            "input": (self.tr("Input"), "Alt+2"),
            "reference": (self.tr("Reference"), "Alt+6"),
        }
        self.views = {key: TaskView(theme, words) for key, (words, _) in names.items()}
        self.buttons: dict[str, QPushButton] = {}
        self.stack = Stack()
        self._line = QWidget()
        flow = FlowLayout(self._line, across=8, down=4, spread=True)
        flow.setContentsMargins(6, 0, 6, 0)
        turns = QWidget()
        row = QHBoxLayout(turns)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        flow.addWidget(turns)
        group = QButtonGroup(self)
        for key, (words, keys) in names.items():
            button = SegmentButton(words, theme)
            button.setToolTip(plain_tip(f"{words}  {keys}"))
            button.clicked.connect(lambda _on=False, key=key: self.show_view(key))
            group.addButton(button)
            row.addWidget(button)
            self.buttons[key] = button
            self.stack.addWidget(self.views[key])
        self.fold_button = QPushButton()
        self.fold_button.setProperty("kind", "quiet")
        self.fold_button.setAutoDefault(False)
        self.fold_button.clicked.connect(lambda: self.fold(not self.is_folded))
        flow.addWidget(self.fold_button)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._line.setSizePolicy(policy)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(6, 8, 6, 8)
        self._column.setSpacing(4)
        self._column.addWidget(self._line)
        self._column.addWidget(self.stack, 1)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.buttons["task"].setChecked(True)

    @property
    def view(self) -> TaskView:
        """The view of the selected tab, even while the pane is collapsed."""
        shown = self.stack.currentWidget()
        return next(view for view in self.views.values() if view is shown)

    def show_item(self, content: Mapping[str, Any]) -> None:
        """Show the task, input and reference of another pair, starting with the task.

        The reference tab is hidden if there is no reference.
        """
        task = content.get("task")
        self.views["task"].show_task(task if isinstance(task, Mapping) else {})
        self.views["input"].show_sections(content.get("input"))
        self.views["reference"].show_sections(content.get("reference"))
        self.buttons["reference"].setVisible(bool(objects(content.get("reference"))))
        self._turn("task")

    def show_view(self, key: str) -> None:
        """Show the tab “task”, “input” or “reference”, expanded, unless it is hidden."""
        if not self.buttons[key].isHidden():
            self._turn(key)
            self.fold(False)

    def fold(self, on: bool) -> None:
        """Collapse the pane to its row of buttons (`on`), or expand it."""
        if on != self.is_folded:
            # A hidden text cannot keep the focus.
            if on and self.stack.isAncestorOf(self.window().focusWidget() or self):
                self.fold_button.setFocus(Qt.FocusReason.OtherFocusReason)
            self.is_folded = on
            self.stack.setVisible(not on)
            self._apply_theme()
            self.folded.emit(on)

    def line_height(self) -> int:
        """Return the height of the collapsed pane in pixels."""
        edges = self._column.contentsMargins()
        inside = max(1, self.width() - edges.left() - edges.right() - 2)
        line = self._line.layout()
        tall = line.heightForWidth(inside) if line is not None else 0
        return tall + edges.top() + edges.bottom() + 2

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(least.width(), self.line_height() + (0 if self.is_folded else 64))

    def _turn(self, key: str) -> None:
        self.buttons[key].setChecked(True)
        self.stack.setCurrentWidget(self.views[key])

    def _apply_theme(self) -> None:
        self.fold_button.setText(self.tr("Show") if self.is_folded else self.tr("Hide"))
        name = (
            self.tr("Show task, input and reference")
            if self.is_folded
            else self.tr("Hide task, input and reference")
        )
        self.fold_button.setAccessibleName(name)
        self.fold_button.setToolTip(plain_tip(name))
        self.setMaximumHeight(self.line_height() if self.is_folded else _ANY)
        self.updateGeometry()


# Initial height of the tabs in pixels.
_ABOVE = 190
# Initial width of the questions in pixels.
_QUESTIONS = 270
# Minimum width of the questions in pixels, at 100 % text size.
_LEAST_QUESTIONS = 200
# Page height in pixels at 100 % text size. On a lower page, the tabs are collapsed.
_ROOMY = 480


class LabelPanel(ItemPanel):
    """The comparison page: tabs, two outputs, and the questions about them."""

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
        for action in (
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
            self.add_action(*action)

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
        """Collapse the tabs if the page is not tall enough for the text size."""
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
