"""The find bar of a text: search field, number of hits, and buttons for next and previous."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop_app.ui.accessible import announce
from desktop_app.ui.plain_text import PlainLabel, plain_tip
from desktop_app.ui.theme import Theme

# Upper limit of the minimum width, in pixels at any text size: three buttons fit.
_NARROWEST = 200


class FindBar(QFrame):
    """A find bar. It emits the text to search for; its owner searches and sets the number of hits.

    `where`: the name of the searched text, for screen readers
    `wanted`: the text was changed or the bar opened; the text
    """

    wanted = Signal(str)
    next_wanted = Signal()
    previous_wanted = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, where: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find"))
        self.set_place(where)
        self.field.setMinimumWidth(60)
        self.count = PlainLabel()
        self.count.setProperty("kind", "secondary")
        self.count.setWordWrap(True)
        self.previous_button = self._button(self.tr("Previous hit"), self.tr("Shift+Enter"))
        self.next_button = self._button(self.tr("Next hit"), self.tr("Enter"))
        self.close_button = self._button(self.tr("Close search"), self.tr("Esc"))
        self._buttons = (self.previous_button, self.next_button, self.close_button)
        buttons = QHBoxLayout()
        buttons.setSpacing(2)
        for button in self._buttons:
            buttons.addWidget(button)
        self._count_label = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._count_label.setSpacing(2)
        self._count_label.addWidget(self.count, 1)
        self._count_label.addLayout(buttons)
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lines.setContentsMargins(0, 0, 0, 4)
        self._lines.setSpacing(4)
        self._lines.addWidget(self.field, 1)
        self._lines.addLayout(self._count_label)
        # Not `textChanged`: `open` also sets the text, and emits `wanted` itself.
        self.field.textEdited.connect(self.wanted)
        self.previous_button.clicked.connect(self.previous_wanted)
        self.next_button.clicked.connect(self.next_wanted)
        self.close_button.clicked.connect(self.closed)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def set_place(self, where: str) -> None:
        """Set the name of the searched text, for screen readers."""
        self.field.setAccessibleName(self.tr("Find in: %1").replace("%1", where))

    def open(self, words: str = "") -> None:
        """Show the bar, give it the focus, and emit `wanted`.

        `words`: the text to search for; "" keeps the previous one
        """
        self.show()
        if words:
            self.field.setText(words)
        # For the reason of a shortcut, Qt would select the text before it reports the focus. Orca
        # would take the field for read already, and say nothing.
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()
        self.wanted.emit(self.field.text())

    def show_count(self, number: int, of: int) -> None:
        """Show the number of the current hit, from 1, and of all hits; nothing without a text."""
        if not self.field.text():
            words = ""
        elif not of:
            words = self.tr("not found")
        else:
            words = self.tr("%1 of %2").replace("%1", str(number)).replace("%2", str(of))
        # Texts that change while the bar is hidden are searched again, too.
        if words != self.count.text() and self.isVisible():
            announce("find", words)
        self.count.setText(words)
        self._fold()
        self.previous_button.setEnabled(of > 0)
        self.next_button.setEnabled(of > 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self._theme.px(120), _NARROWEST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        """Arrange the parts of the bar for its width.

        In a narrow bar, the number of hits and the buttons are below the field; in a very narrow
        one, the buttons are also below the number.
        """
        wide = self.width() >= self._theme.px(240)
        directions = QBoxLayout.Direction
        self._lines.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        # The number of hits can wrap, so only its longest word has to fit.
        words = max(
            map(self.count.fontMetrics().horizontalAdvance, self.count.text().split() or [""])
        )
        needed = 2 + words + sum(button.minimumWidth() + 2 for button in self._buttons)
        fits = wide or needed <= self.width()
        self._count_label.setDirection(directions.LeftToRight if fits else directions.TopToBottom)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Not shortcuts, so that these keys have an effect only while the bar has the focus.
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            (self.previous_wanted if back else self.next_wanted).emit()
        else:
            super().keyPressEvent(event)

    def _button(self, name: str, key: str) -> QPushButton:
        """Return a button for an icon, with the name and the key in its tooltip."""
        button = QPushButton()
        button.setProperty("kind", "icon")
        button.setAccessibleName(name)
        button.setToolTip(plain_tip(f"{name}  {key}"))
        button.setAutoDefault(False)
        return button

    def _on_theme_changed(self) -> None:
        roomy = self._theme.text_scale <= 1.3
        for button, name in (
            (self.previous_button, "previous"),
            (self.next_button, "next"),
            (self.close_button, "close"),
        ):
            button.setIcon(self._theme.icon(name))
            button.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))
            button.setFixedWidth(self._theme.px(28 if roomy else 24))
        self._fold()
