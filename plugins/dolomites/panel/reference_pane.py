"""The pane on the left with what an example is written from: task, input and evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QTextEdit, QWidget

from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.plain_text import plain_tip, shown_keys
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.stack import Stack
from plugins.dolomites.panel.task_view import TaskView

TASK, INPUT = "task", "input"


# Largest text scale at which the button above the page shows its shortcut.
_KEYS_FIT = 1.3
# Smallest width of the page in pixels at 100 % text at which the button shows its name.
_NAME_FITS = 520

_EDGE = 14  # pixels at each end of this button, with its frame


def _keys() -> str:
    return shown_keys(QKeySequence("Ctrl+T"))


class ReferenceButton(QWidget):
    """The button in the row above the page that opens the reference."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme, self._name = theme, name
        self.button = QPushButton(self._name)
        self.button.setAccessibleName(self._name)
        words = self.tr("Open or close the pane on the left")
        self.button.setToolTip(plain_tip(f"{words}  {_keys()}"))
        self.button.setCheckable(True)
        self.button.setAutoDefault(False)
        self._is_brief = False
        in_row(self.button, on=self, margins=0)
        theme.changed.connect(self._tint)
        self._tint()

    def fit(self, page: QWidget) -> None:
        """Show only the icon above a narrow page; screen readers still have the name."""
        # Before the first layout, the width is 0 and means nothing.
        is_brief = 0 < page.width() < self._theme.px(_NAME_FITS)
        if is_brief is not self._is_brief:
            self._is_brief = is_brief
            self._tint()

    def _tint(self) -> None:
        side = self._theme.px(16)
        roomy = self._theme.text_scale <= _KEYS_FIT
        name = f"{self._name}  {_keys()}" if roomy else self._name
        self.button.setText("" if self._is_brief else name)
        self.button.setIcon(self._theme.icon("sidebar", Role.SECONDARY))
        self.button.setIconSize(QSize(side, side))
        # While the pane is open, the text is bold, which Qt does not count.
        bold = QFontMetrics(self._theme.ui_font(13, bold=True))
        width = bold.horizontalAdvance(self.button.text()) + side + self._theme.px(4)
        self.button.setMinimumWidth(width + 2 * _EDGE)


class ReferencePane(QFrame):
    """Tabs with texts to look at, of which one is shown.

    `views`: the tabs by key
    `closed`: the close button was clicked
    `turned`: another tab is shown
    """

    closed = Signal()
    turned = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self._theme = theme
        self.setAccessibleName(self.tr("Reference"))
        self.task, self.input = TaskView(theme, self.tr("Task")), TaskView(theme, self.tr("Input"))
        self.views: dict[str, QWidget] = {}
        self.buttons: dict[str, QPushButton] = {}
        self.stack = Stack()
        self._group = QButtonGroup(self)
        self._tabs = in_row(margins=0, gap=2)
        words = self.tr("Close")
        self.close_button = IconButton("close", theme, words, f"{words}  {_keys()}")
        self.close_button.clicked.connect(self.closed)
        self.head = QFrame()
        self.head.setProperty("kind", "pane-head")
        in_row(self._tabs, STRETCH, self.close_button, on=self.head, margins=(8, 0, 8, 0), gap=4)
        in_column(self.head, (self.stack, 1), on=self, margins=1, gap=0)
        for key, name, view in (
            (TASK, self.tr("Task"), self.task),
            (INPUT, self.tr("Input"), self.input),
        ):
            self.add_text(key, name, view)
        theme.changed.connect(self._fit)
        self._fit()
        self.show_tab(TASK)

    def add_tab(self, key: str, name: str, view: QWidget) -> None:
        """Add a tab after the others."""
        button = QPushButton(name)
        button.setProperty("kind", "pane-tab")
        button.setCheckable(True)
        button.setAutoDefault(False)
        button.setToolTip(plain_tip(name))
        button.clicked.connect(lambda _on=False: self.show_tab(key))
        self._group.addButton(button)
        # Otherwise screen readers call it a check box.
        button.setAutoExclusive(True)
        self._tabs.addWidget(button)
        self.buttons[key], self.views[key] = button, view
        self.stack.addWidget(view)

    def add_text(self, key: str, name: str, view: TaskView) -> None:
        """Add a tab with a text."""
        box = QWidget()
        in_column((view, 1), on=box, margins=(8, 8, 4, 4))
        self.add_tab(key, name, box)

    @property
    def tab(self) -> str:
        """The key of the tab that is shown."""
        return next(key for key, view in self.views.items() if view is self.stack.currentWidget())

    def show_tab(self, key: str) -> None:
        """Show a tab."""
        self.buttons[key].setChecked(True)
        self.stack.setCurrentWidget(self.views[key])
        self.turned.emit()

    def offer_tab(self, key: str, name: str, *, on: bool = True) -> None:
        """Name a tab, and show or hide its button; a hidden tab is left."""
        self.buttons[key].setText(name)
        self.buttons[key].setVisible(on)
        if not on and self.tab == key:
            self.show_tab(TASK)

    def show_task(self, task: Mapping[str, Any], sections: Any) -> None:
        """Show another task, and the sections of its input; without any, there is no such tab."""
        self.task.show_task(task)
        self.input.show_sections(sections)
        self.offer_tab(INPUT, self.tr("Input"), on=bool(sections))

    def take_focus(self) -> None:
        """Set the focus to the text of the tab."""
        view = self.views[self.tab]
        first = next(
            (
                one
                for one in view.findChildren(QTextEdit)
                if one.focusPolicy() != Qt.FocusPolicy.NoFocus and one.isVisibleTo(view)
            ),
            self.buttons[self.tab],
        )
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order, without those of added tabs."""
        return [*self.buttons.values(), self.close_button, self.task, self.input]

    def _fit(self) -> None:
        self.head.setFixedHeight(self._theme.px(44))
