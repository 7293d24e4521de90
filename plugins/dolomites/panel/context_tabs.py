"""The context of two compared outputs: task, input and reference, in tabs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.stack import Stack
from plugins.dolomites.panel.task_view import TaskView, sections_of

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
        self.setAccessibleName(self.tr("Request"))
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
            button = QPushButton(words)
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.setAutoDefault(False)
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
        """Show the context of another pair, starting with the task.

        The reference tab is hidden if there is no reference.
        """
        task = content.get("task")
        self.views["task"].show_task(task if isinstance(task, Mapping) else {})
        self.views["input"].show_sections(content.get("input"))
        self.views["reference"].show_sections(content.get("reference"))
        self.buttons["reference"].setVisible(bool(sections_of(content.get("reference"))))
        self._turn("task")

    def show_view(self, key: str) -> None:
        """Show the tab “task”, “input” or “reference”, expanded, unless it is hidden."""
        if not self.buttons[key].isHidden():
            self._turn(key)
            self.fold(False)

    def fold(self, on: bool) -> None:
        """Collapse the pane to its row of buttons, or expand it."""
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
        name = self.tr("Show the request") if self.is_folded else self.tr("Hide the request")
        self.fold_button.setAccessibleName(name)
        self.fold_button.setToolTip(plain_tip(name))
        bold = QFontMetrics(self._theme.ui_font(13, bold=True))
        # The checked button is bold, and its width must not change with it.
        for button in self.buttons.values():
            button.setMinimumWidth(bold.horizontalAdvance(button.text()) + 20)
        self.setMaximumHeight(self.line_height() if self.is_folded else _ANY)
        self.updateGeometry()
