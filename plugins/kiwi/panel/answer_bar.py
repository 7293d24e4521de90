"""The bar above an answer: buttons for its versions and changes, and the length of the answer."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.compared_pane import Look
from desktop_app.ui.widgets.flow_layout import FlowLayout


class AnswerBar(QWidget):
    """Buttons that emit what the person wants. The pane performs it and calls `show_look`.

    length  a label with the length of the answer
    """

    look_wanted = Signal(str)
    # 1: next change, −1: previous change.
    step_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(self.tr("Changes"))
        self.looks: dict[Look, QPushButton] = {}
        self._group = QButtonGroup(self)
        segments, steps = QWidget(), QWidget()
        row, stepping = QHBoxLayout(segments), QHBoxLayout(steps)
        for layout in (row, stepping):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(4)
        for look, words, tip in (
            (Look.BOTH, self.tr("Changes"), self.tr("Both answers in one text, with all changes")),
            (Look.NEW, self.tr("New"), self.tr("The current answer")),
            (Look.OLD, self.tr("Before"), self.tr("The answer before this turn")),
        ):
            button = QPushButton(words)
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setToolTip(f"{tip}  F6")
            button.setAccessibleDescription(tip)
            button.clicked.connect(lambda _on=False, look=look: self.look_wanted.emit(look.value))
            self._group.addButton(button)
            row.addWidget(button)
            self.looks[look] = button
        self.previous_button = self._icon("previous", self.tr("Previous change"), "Shift+F7", -1)
        self.next_button = self._icon("next", self.tr("Next change"), "F7", 1)
        stepping.addWidget(self.previous_button)
        stepping.addWidget(self.next_button)
        self.length = PlainLabel()
        self.length.setProperty("kind", "chip")
        # The parts wrap to several lines in a narrow pane.
        flow = FlowLayout(self, across=4, down=4)
        flow.setContentsMargins(8, 0, 4, 0)
        for widget in (segments, steps, self.length):
            flow.addWidget(widget)
        # A flow layout's height depends on its width, which Qt has to ask for.
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_look(self, look: Look, *, steps: bool) -> None:
        """Show which version is visible. `steps`: whether there are changes to go to."""
        self.looks[look].setChecked(True)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(steps)

    def _icon(self, name: str, words: str, keys: str, by: int) -> QPushButton:
        button = QPushButton()
        button.setProperty("kind", "icon")
        button.setProperty("icon_name", name)
        button.setAccessibleName(words)
        button.setToolTip(f"{words}  {keys}")
        button.setAutoDefault(False)
        button.clicked.connect(lambda _on=False: self.step_wanted.emit(by))
        return button

    def _apply_theme(self) -> None:
        bold = QFontMetrics(self._theme.ui_font(13, bold=True))
        # The checked button is bold and therefore wider; the width must not change with it.
        for button in self.looks.values():
            button.setMinimumWidth(bold.horizontalAdvance(button.text()) + 20)
        for button in (self.previous_button, self.next_button):
            button.setIcon(self._theme.icon(str(button.property("icon_name"))))
            button.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))
            button.setFixedWidth(self._theme.px(32))
