"""Small widgets that several parts of kiwi's pages share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.plain_text import PlainLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.word_wrap import WRAPPED


def lines_of(box: QPlainTextEdit, width: int, theme: Theme) -> int:
    """Return how many lines the text of a box needs at a width in pixels, at least 1."""
    metrics = QFontMetrics(theme.ui_font(13))
    # More text than a box can show does not have to be measured.
    room = QRect(0, 0, max(60, width), 10_000)
    tall = metrics.boundingRect(room, WRAPPED, box.toPlainText()[:2_000]).height()
    return max(1, -(-tall // metrics.lineSpacing()))


def set_lines(box: QPlainTextEdit, lines: int, theme: Theme) -> None:
    """Set the height of a box in lines of text."""
    box.setFixedHeight(lines * QFontMetrics(theme.ui_font(13)).lineSpacing() + 24)


class SegmentButtons(QButtonGroup):
    """Checkable buttons side by side. Each has a key.

    `chosen`: emitted with the key of the button that was clicked
    """

    chosen = Signal(object)

    def __init__(self, parent: QObject, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self.by_key: dict[Any, QPushButton] = {}
        theme.changed.connect(self.fit)

    def add(self, key: Any, words: str, tip: str) -> QPushButton:
        """Add a button with a key, a text and a tooltip, and return it."""
        button = QPushButton(words)
        button.setProperty("kind", "segment")
        button.setCheckable(True)
        button.setAutoDefault(False)
        button.setToolTip(tip)
        button.clicked.connect(lambda _on=False: self.chosen.emit(key))
        self.addButton(button)
        self.by_key[key] = button
        self.fit()
        return button

    def fit(self) -> None:
        """Set the minimum widths of the buttons to those of their texts."""
        bold = QFontMetrics(self._theme.ui_font(13, bold=True))
        # The checked button is bold and therefore wider; the width must not change with it.
        for button in self.by_key.values():
            button.setMinimumWidth(bold.horizontalAdvance(button.text()) + 20)


class PlainList(QListWidget):
    """A list without icons and frame.

    `opens`: whether Enter opens the current row
    `opened`: Enter was pressed (emitted only if `opens` is set)
    """

    opened = Signal()

    def __init__(self, name: str, *, opens: bool = False) -> None:
        super().__init__()
        self._opens = opens
        self.setProperty("kind", "plain")
        self.setAccessibleName(name)
        self.setIconSize(QSize(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Whether Qt's own signal is emitted for Enter depends on the platform.
        others = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not others
        if self._opens and enter:
            self.opened.emit()
        else:
            super().keyPressEvent(event)


class ListWithDetail(QSplitter):
    """A list with the details of its current row next to it or below it.

    `listed`, `shown`: the widgets of the list's side and of the side with the details, from the top
    """

    def __init__(self, listed: Sequence[QWidget], shown: Sequence[QWidget]) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(10)
        for widgets in (listed, shown):
            side = QWidget()
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(4)
            for widget in widgets:
                column.addWidget(widget)
                if isinstance(widget, PlainList):
                    widget.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
                    widget.setMinimumSize(90, 40)
            self.addWidget(side)
        # After the loop, `column` is the second column. Its last widget takes the remaining height.
        column.setStretchFactor(shown[-1], 1)
        self.setStretchFactor(1, 1)
        self.setSizes([220, 480])

    def set_stacked(self, on: bool, heights: Sequence[int]) -> None:
        """Put the list above the details (`on`) or next to them.

        `heights`: of the list and of the details, in pixels, if the list is above
        """
        wanted = Qt.Orientation.Vertical if on else Qt.Orientation.Horizontal
        if self.orientation() is not wanted:
            self.setOrientation(wanted)
            self.setSizes(list(heights) if on else [220, 480])


class FewLines(PlainLabel):
    """Shows a text on at most `lines` lines, shortened. Screen readers read the whole text."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self.setProperty("kind", "secondary")
        self.setProperty("shortens", True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._lines, self._full = lines, ""

    @property
    def full(self) -> str:
        """The whole text."""
        return self._full

    def say(self, words: str) -> None:
        """Set the text."""
        self._full = " ".join(words.split())
        self.setToolTip(plain_tip(self._full))
        self.setAccessibleName(self._full)
        self._fit()

    def set_lines(self, lines: int) -> None:
        """Set the height, in lines."""
        self._lines = lines
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:
        edges = self.contentsMargins()
        tall = self._lines * self.fontMetrics().lineSpacing() + edges.top() + edges.bottom()
        return QSize(40, tall + 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self._fit()

    def _fit(self) -> None:
        room = self.contentsRect().width() - 2
        lines: list[str] = []
        line = ""
        for word in self._full.split(" ") if self._full else []:
            longer = f"{line} {word}" if line else word
            if line and self.fontMetrics().horizontalAdvance(longer) > room:
                lines.append(line)
                line = word
            else:
                line = longer
            if len(lines) > self._lines:
                break
        lines.append(line)
        # The last visible line gets the whole rest of the text and ends with an ellipsis.
        if len(lines) > self._lines:
            last = self._full[len(" ".join(lines[: self._lines - 1])) :].strip()
            lines = [*lines[: self._lines - 1], last]
        right = Qt.TextElideMode.ElideRight
        super().setText("\n".join(self.fontMetrics().elidedText(x, right, room) for x in lines))
