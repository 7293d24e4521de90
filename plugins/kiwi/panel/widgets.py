"""Small widgets that several parts of kiwi's pages share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.plain_text import PlainLabel, elided, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.field import LongBox
from desktop_app.ui.widgets.scrolling import keep_calm
from desktop_app.ui.word_wrap import WRAPPED

Index = QModelIndex | QPersistentModelIndex
# Height of a row with two lines, in pixels at 100 % text.
_ROW = 44
# Pixels of a quoted text: beside it (frame, padding and margin), and its padding above and below.
_QUOTE_BESIDE, _QUOTE_ABOVE = 9, 3
_START = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter


def lines_of(box: QPlainTextEdit, width: int, theme: Theme) -> int:
    """Return how many lines the text of a box needs at a width in pixels, at least 1."""
    metrics = QFontMetrics(theme.ui_font(13))
    # More text than a box can show does not have to be measured.
    room = QRect(0, 0, max(60, width), 10_000)
    tall = metrics.boundingRect(room, WRAPPED, box.toPlainText()[:2_000]).height()
    return max(1, -(-tall // metrics.lineSpacing()))


def quote_box(name: str) -> LongBox:
    """Return a box with a text to read, which looks like a text of the page."""
    box = LongBox()
    box.setProperty("kind", "quote")
    box.setAccessibleName(name)
    box.setReadOnly(True)
    box.setTabChangesFocus(True)
    # Some scripts are taller than the font of the window, and would be cut without a margin.
    box.document().setDocumentMargin(2)
    box.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return box


def fit_quote(box: QPlainTextEdit, width: int, most: int, theme: Theme) -> None:
    """Fit the height of a box of `quote_box` to its text.

    `width`: of the box, in pixels
    `most`: the maximum number of lines; longer texts scroll
    """
    needed = lines_of(box, width - 2 * _QUOTE_BESIDE, theme)
    policy = Qt.ScrollBarPolicy
    # Never as needed: a scroll bar makes the text narrower, which may make it need no scroll bar,
    # and Qt would switch between both forever.
    is_long = needed > most
    box.setVerticalScrollBarPolicy(
        policy.ScrollBarAlwaysOn if is_long else policy.ScrollBarAlwaysOff
    )
    lines = min(most, needed)
    # Of a text that scrolls, the next line would be seen cut.
    spare = (6 if is_long else theme.px(8)) + 2 * _QUOTE_ABOVE
    box.setFixedHeight(lines * QFontMetrics(theme.ui_font(13)).lineSpacing() + spare)


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
        # Otherwise screen readers call it a check box.
        button.setAutoExclusive(True)
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


# The parts of a row, in `Row` of an item's data.
ROW = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(frozen=True)
class Row:
    """The texts of a row with two lines.

    `lead`: before both lines, such as a number
    `title`, `note`: the first line, and the second one in small
    `end`, `role`: at the end, in bold, and its colour
    `is_round`: whether there is a circle around `lead`
    """

    lead: str
    title: str
    note: str = ""
    end: str = ""
    role: Role = Role.SECONDARY
    is_round: bool = False


class RowDelegate(QStyledItemDelegate):
    """Paints rows with two lines. The selected one has a bar and a bold title."""

    def __init__(self, theme: Theme, parent: QWidget, *, has_lines: bool = False) -> None:
        super().__init__(parent)
        self._theme, self._has_lines = theme, has_lines

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._theme.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, theme, px = index.data(ROW), self._theme, self._theme.px
        # PySide's stubs do not know the fields of the option.
        view: Any = option
        box, is_selected = view.rect, bool(view.state & QStyle.StateFlag.State_Selected)
        mirrored = view.direction == Qt.LayoutDirection.RightToLeft
        painter.save()
        marks = QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus
        if is_selected or view.state & marks:
            painter.fillRect(box, theme.color(Role.WINDOW))
        if is_selected:
            bar = QRect(box.left(), box.top(), px(3), box.height())
            painter.fillRect(_mirrored(bar, box, mirrored), theme.color(Role.ACCENT))
        if self._has_lines:
            painter.setPen(theme.color(Role.BORDER))
            painter.drawLine(box.bottomLeft(), box.bottomRight())
        inner = box.adjusted(px(14), px(5), -px(14), -px(5))
        tall = inner.height() // 2 if row.note else inner.height()
        lead = QRect(inner.left(), inner.top(), px(24), tall)
        if row.is_round:
            side = px(20)
            lead = QRect(inner.left(), inner.center().y() - side // 2 + 1, side, side)
        self._paint_lead(painter, _mirrored(lead, inner, mirrored), row)
        wide = QFontMetrics(theme.ui_font(12, bold=True)).horizontalAdvance(row.end)
        words = inner.adjusted(px(30), 0, -(wide + px(10)) if wide else 0, 0)
        half = words.height() // 2
        for text, font, role, top in (
            (row.title, theme.ui_font(13, bold=is_selected), Role.TEXT, words.top()),
            (row.note, theme.ui_font(12), Role.SECONDARY, words.top() + half),
        ):
            line = QRect(words.left(), top, words.width(), half if row.note else words.height())
            self._write(painter, _mirrored(line, inner, mirrored), text, font, role, mirrored)
        end = QRect(inner.right() - wide, inner.top(), wide + 1, inner.height())
        bold = theme.ui_font(12, bold=True)
        self._write(painter, _mirrored(end, inner, mirrored), row.end, bold, row.role, mirrored)
        painter.restore()

    def _paint_lead(self, painter: QPainter, box: QRect, row: Row) -> None:
        theme = self._theme
        painter.setFont(theme.ui_font(11 if row.is_round else 12))
        if row.is_round:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(theme.color(Role.BORDER))
            painter.setBrush(theme.color(Role.WINDOW))
            painter.drawEllipse(box)
        painter.setPen(theme.color(Role.SECONDARY))
        place = Qt.AlignmentFlag.AlignCenter if row.is_round else _START
        painter.drawText(box, int(place), row.lead)

    def _write(
        self, painter: QPainter, box: QRect, text: str, font: QFont, role: Role, mirrored: bool
    ) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.color(role))
        shown = elided(text, QFontMetrics(font), box.width())
        side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        # Absolute, because Qt would mirror the alignment again.
        flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(box, int(flags), shown)


def _mirrored(box: QRect, around: QRect, on: bool) -> QRect:
    """Return a box at its place in a layout from right to left (`on`), or unchanged."""
    return QStyle.visualRect(Qt.LayoutDirection.RightToLeft, around, box) if on else box


class RowList(PlainList):
    """A list of rows with two lines, without a frame."""

    def __init__(
        self, name: str, theme: Theme, *, opens: bool = False, has_lines: bool = False
    ) -> None:
        super().__init__(name, opens=opens)
        self._theme = theme
        self.setProperty("kind", "flat")
        self.setMouseTracking(True)
        self.setItemDelegate(RowDelegate(theme, self, has_lines=has_lines))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        keep_calm(self)

    def add_row(self, row: Row, whole: str) -> QListWidgetItem:
        """Add a row. `whole`: its full text, for the tooltip and screen readers."""
        item = QListWidgetItem()
        self.write(item, row, whole)
        self.addItem(item)
        return item

    def write(self, item: QListWidgetItem, row: Row, whole: str) -> None:
        """Change the texts of a row."""
        words = f"{row.lead}  {row.title}"
        item.setText(f"{words}\n{row.note}" if row.note else words)
        item.setData(ROW, row)
        item.setToolTip(plain_tip(whole))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, whole)

    def height_of(self, rows: int) -> int:
        """Return the height in pixels that this number of rows needs."""
        return rows * self._theme.px(_ROW) + self._edges()

    def rows_in(self, height: int) -> int:
        """Return how many rows fit into a height in pixels; at least one."""
        return max(1, (height - self._edges()) // self._theme.px(_ROW))

    def _edges(self) -> int:
        """Return the height of the list beside its rows, in pixels."""
        return 2 * self.frameWidth() + 4


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
        self._shorter: Sequence[str] = ()

    @property
    def full(self) -> str:
        """The whole text."""
        return self._full

    def say(self, words: str, shorter: Sequence[str] = ()) -> None:
        """Set the text.

        `shorter`: texts to show instead if the whole one does not fit, the longest first
        """
        self._full = " ".join(words.split())
        self._shorter = [" ".join(one.split()) for one in shorter]
        self.setToolTip(plain_tip(self._full))
        self.setAccessibleName(self._full)
        self._fit()

    def set_lines(self, lines: int) -> None:
        """Set the height, in lines."""
        if lines == self._lines:
            return
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
        wrapped = (self._wrapped(text, room) for text in (self._full, *self._shorter))
        lines = next((one for one in wrapped if self._fits(one, room)), None)
        if lines is None:
            text = self._shorter[-1] if self._shorter else self._full
            lines = self._wrapped(text, room)
            # The last visible line gets the whole rest of the text and ends with an ellipsis.
            start = len(" ".join(lines[: self._lines - 1]))
            lines = [*lines[: self._lines - 1], text[start:].strip()]
        right = Qt.TextElideMode.ElideRight
        super().setText("\n".join(self.fontMetrics().elidedText(x, right, room) for x in lines))

    def _fits(self, lines: Sequence[str], room: int) -> bool:
        widest = max(self.fontMetrics().horizontalAdvance(line) for line in lines)
        return len(lines) <= self._lines and widest <= room

    def _wrapped(self, text: str, room: int) -> list[str]:
        """Return the lines of a text, of a width in pixels; not all of those that are too many."""
        lines: list[str] = []
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}" if line else word
            if line and self.fontMetrics().horizontalAdvance(longer) > room:
                lines.append(line)
                line = word
            else:
                line = longer
            if len(lines) > self._lines:
                break
        return [*lines, line]
