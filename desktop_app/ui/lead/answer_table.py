"""The answers to an item side by side: a row for each question, a column for each person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent, QTextCharFormat
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from desktop_app.ui.colours import Role
from desktop_app.ui.messages import duration_text, moment
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.shades import Shade, char_format
from desktop_app.ui.widgets.text_lines import lay_out
from desktop_app.workspace.answer_grid import AnswerColumn, AnswerGrid
from desktop_app.workspace.item_filter import TextQuery
from desktop_app.workspace.item_index import LeadDecision

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_DIFFERS = "≠"
# Characters of an answer in the table, so that a long one does not hide the others.
_LONGEST = 600
# Characters of it in a tooltip, which must fit on the screen.
_LONGEST_TIP = 1_200
# Pixels at 100 % text: the column of questions, the least width of an answer, space in a cell.
_QUESTIONS, _LEAST, _ACROSS, _DOWN = 125, 120, 8, 5
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop)
_TITLE_ROLE, _DIFFERS_ROLE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_EMPTY = AnswerGrid((), ())


class _Rows(QAbstractTableModel):
    """Model of a grid: the questions are the first column, so that a screen reader reads them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.grid = _EMPTY
        # The search whose words are marked.
        self.query = TextQuery(())
        # Returns how to call a person with an ID.
        self.person_label: Callable[[str], str] = str
        self.rows: list[tuple[str, list[str], list[bool]]] = []

    def show_grid(self, grid: AnswerGrid, *, versions: bool) -> None:
        self.beginResetModel()
        self.grid = grid
        self.rows = [
            (one.title, [_excerpt(cell) for cell in one.cells], list(one.differs))
            for one in grid.rows
        ]
        if grid.columns:
            same = [False] * len(grid.columns)
            times = [self._submitted(one) for one in grid.columns]
            self.rows.append((self.tr("Submitted"), times, same))
            if not versions and any(one.versions > 1 for one in grid.columns):
                numbers = [str(one.versions) for one in grid.columns]
                self.rows.append((self.tr("Revisions"), numbers, same))
            notes = [self._note(one) for one in grid.columns]
            if any(notes):
                self.rows.append((self.tr("Note"), notes, same))
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.grid.columns) + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        title, cells, differs = self.rows[index.row()]
        column = index.column() - 1
        if role == _TITLE_ROLE:
            return column < 0
        if role == _DIFFERS_ROLE:
            return column >= 0 and differs[column]
        if role == Qt.ItemDataRole.DisplayRole:
            return title if column < 0 else cells[column] or "–"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if column < 0:
                return title
            rows = self.grid.rows
            # The whole answer, which the cell may shorten.
            text = rows[index.row()].cells[column] if index.row() < len(rows) else cells[column]
            person = self.column_name(column)
            words = f"{title}, {person}: {text or '–'}"
            return self.tr("{answer}, differs").format(answer=words) if differs[column] else words
        if role == Qt.ItemDataRole.ToolTipRole:
            if self.is_shortened(index.row(), column):
                hint = self.tr("Show the whole answer (Enter)")
                text = self.grid.rows[index.row()].cells[column][:_LONGEST_TIP]
                return plain_tip(f"{hint}\n\n{text}")
            return plain_tip(title) if column < 0 else None
        return None

    def is_shortened(self, row: int, column: int) -> bool:
        """Return whether an answer is longer than its cell shows; `column`: from 0."""
        rows = self.grid.rows
        return column >= 0 and row < len(rows) and len(rows[row].cells[column]) > _LONGEST

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        display, tip = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole
        if orientation == Qt.Orientation.Vertical or role not in (display, tip):
            return None
        if section == 0:
            return self.tr("Question") if role == display else None
        name = self.column_name(section - 1)
        return name if role == display else plain_tip(name)

    def column_name(self, column: int) -> str:
        """Return what a column shows: whose answers, or the lead's decision; `column`: from 0."""
        one = self.grid.columns[column]
        return self.tr("Decision") if one.decision is not None else self.person_label(one.person)

    def _submitted(self, column: AnswerColumn) -> str:
        if column.time:
            return moment(column.time)
        # A revision that the lead made to resolve a conflict was not submitted.
        resolution = column.resolution
        is_made = resolution is not None and resolution.lead == column.person
        return "" if is_made else self.tr("imported")

    def _note(self, column: AnswerColumn) -> str:
        if column.decision is not None:
            return self._about(column.decision)
        if column.resolution is not None:
            return self.tr("conflict resolved by {person}, {time}").format(
                person=self.person_label(column.resolution.lead),
                time=moment(column.resolution.time),
            )
        if column.is_in_conflict:
            return self.tr("in conflict")
        if not column.counts:
            return self.tr("not counted")
        return self.tr("about an earlier text") if column.is_earlier else ""

    def _about(self, decision: LeadDecision) -> str:
        """Return why the lead decided so, how sure they are, and whether it is outdated."""
        lines = []
        if decision.is_outdated:
            lines.append(self.tr("outdated: answers have changed since"))
        if decision.reason:
            lines.append(decision.reason)
        confidence = {
            "high": self.tr("confidence: high"),
            "medium": self.tr("confidence: medium"),
            "low": self.tr("confidence: low"),
        }.get(decision.confidence)
        lines += [confidence] if confidence else []
        lines += [self.tr("guideline gap")] if decision.guideline_gap else []
        return "\n".join(lines)


class AnswerTable(QTableView):
    """A table of answers. Long ones wrap; differing ones have a coloured background and a ≠ sign.

    Signals `wanted(column)`: the revisions of a person's answers are wanted, with their
        AnswerColumn; `read(row, column)`: a person's whole answers are wanted, from one row on;
        `fitted(height)`: the rows have their heights; the pixels that all of them need
    """

    wanted = Signal(object)
    read = Signal(int, int)
    fitted = Signal(int)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.rows = _Rows(self)
        self.setModel(self.rows)
        self.setItemDelegate(_Delegate(theme, self))
        self.setAccessibleName(name)
        self.setHorizontalHeader(_Heads(theme, self))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        # The keyboard moves a current cell; there is nothing to select.
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        # Once after several resizes, because measuring wrapped texts takes a while.
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self._fit)
        self.clicked.connect(self._on_clicked)
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self._fitting.start)

    def show_grid(self, grid: AnswerGrid, *, versions: bool = False) -> None:
        """Show answers; `versions`: they are revisions by one person."""
        self.rows.show_grid(grid, versions=versions)
        self._fit()
        if self.rows.rowCount() and self.rows.columnCount() > 1:
            self.setCurrentIndex(self.rows.index(0, 1))

    def mark_words(self, query: TextQuery) -> None:
        """Mark the words of a search in the answers, and scroll to the first one."""
        self.rows.query = query
        self.viewport().update()
        for row, (_, cells, _) in enumerate(self.rows.rows):
            place = next((n for n, cell in enumerate(cells) if query.spans(cell)), None)
            if place is not None:
                self.scrollTo(self.rows.index(row, place + 1))
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and self.currentIndex().column() > 0:
            self._open(self.currentIndex())
        elif is_enter or event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fitting.start()

    def _on_clicked(self, index: QModelIndex) -> None:
        if self.rows.is_shortened(index.row(), index.column() - 1):
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        place = index.column() - 1
        if place < 0:
            return
        column = self.rows.grid.columns[place]
        # A shortened answer comes first: nothing else shows the rest of it.
        if self.rows.is_shortened(index.row(), place) or column.versions < 2:
            self.read.emit(index.row(), place)
        else:
            self.wanted.emit(column)

    def _fit(self) -> None:
        """Share the width among people, and make rows as high as their texts."""
        people = len(self.rows.grid.columns)
        if not people:
            return
        theme = self._theme
        first = theme.px(_QUESTIONS)
        room = self.viewport().width() - first
        each = max(theme.px(_LEAST), room // people)
        self.setColumnWidth(0, first)
        for column in range(people):
            # The last column takes the remainder of the division.
            is_last = column == people - 1 and each * people <= room
            self.setColumnWidth(column + 1, room - each * (people - 1) if is_last else each)
        self.resizeRowsToContents()
        bar = self.horizontalScrollBar()
        below = bar.sizeHint().height() if bar.maximum() > 0 else 0
        heads = self.horizontalHeader().height() + 2 * self.frameWidth()
        self.fitted.emit(self.verticalHeader().length() + heads + below)


class _Heads(QHeaderView):
    """Column heads: the person on the left, the active time on the right."""

    def __init__(self, theme: Theme, parent: AnswerTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme, self._table = theme, parent
        self.setSectionsClickable(False)
        # The headers have no function, so the Tab key skips them.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleDescription(self.tr("Authors of the answers below"))
        self.setHighlightSections(False)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.px(29))

    def paintSection(self, painter: QPainter, box: QRect, section: int) -> None:
        theme = self._theme
        painter.save()
        painter.fillRect(box, theme.color(Role.SURFACE))
        painter.setPen(theme.color(Role.BORDER))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if section:
            painter.drawLine(box.topLeft(), box.bottomLeft())
        inner = box.adjusted(theme.px(_ACROSS), 0, -theme.px(_ACROSS), 0)
        right = inner.right()
        columns = self._table.rows.grid.columns
        if section and section <= len(columns) and columns[section - 1].seconds is not None:
            time = duration_text(columns[section - 1].seconds or 0)
            font = theme.ui_font(12)
            painter.setFont(font)
            painter.setPen(theme.color(Role.SECONDARY))
            painter.drawText(
                inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, time
            )
            right -= QFontMetrics(font).horizontalAdvance(time) + theme.px(_ACROSS)
        font = theme.ui_font(13 if section else 12, bold=True)
        painter.setFont(font)
        painter.setPen(theme.color(Role.TEXT if section else Role.SECONDARY))
        words = str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")
        room = QRect(inner.left(), inner.top(), right - inner.left(), inner.height())
        words = QFontMetrics(font).elidedText(
            words.replace("\n", " "), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        painter.restore()


class _Delegate(QStyledItemDelegate):
    """Draws a cell with wrapped text."""

    def __init__(self, theme: Theme, parent: AnswerTable) -> None:
        super().__init__(parent)
        self._theme, self._table = theme, parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        theme = self._theme
        width = self._table.columnWidth(index.column())
        room = QRect(0, 0, self._room(width, bool(index.data(_DIFFERS_ROLE))), 10_000)
        metrics = QFontMetrics(theme.ui_font(13 if index.column() else 12))
        text = str(index.data())
        height = metrics.boundingRect(room, _flags(metrics, text, room.width()), text).height()
        return QSize(width, height + 2 * theme.px(_DOWN) + 1)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view: Any = option
        theme = self._theme
        box: QRect = view.rect
        differs = bool(index.data(_DIFFERS_ROLE))
        painter.save()
        if differs:
            painter.fillRect(box, theme.color(Role.MATCH_NEAR))
        painter.setPen(theme.color(Role.BORDER))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if index.column():
            painter.drawLine(box.topLeft(), box.bottomLeft())
        across, down = theme.px(_ACROSS), theme.px(_DOWN)
        inner = box.adjusted(across, down, -across, -down)
        is_title = bool(index.data(_TITLE_ROLE))
        painter.setFont(theme.ui_font(12 if is_title else 13))
        painter.setPen(theme.color(Role.SECONDARY if is_title else Role.TEXT))
        room = QRect(inner.left(), inner.top(), self._room(box.width(), differs), inner.height())
        text = str(index.data())
        spans = self._table.rows.query.spans(text) if index.column() else []
        if spans:
            plain, found = QTextCharFormat(), char_format(theme, Shade.FOUND)
            plain.setForeground(theme.color(Role.TEXT))
            looks = [(0, len(text), plain), *((start, end, found) for start, end in spans)]
            layout = lay_out(text, theme.ui_font(13), room.width(), looks)
            layout.draw(painter, QPointF(room.topLeft()))
        else:
            painter.drawText(room, _flags(painter.fontMetrics(), text, room.width()), text)
        if differs:
            painter.setFont(theme.ui_font(13, bold=True))
            painter.drawText(
                inner, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight, _DIFFERS
            )
        # Only with the focus: a table that is only read has no selection.
        if view.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, box, theme)
        painter.restore()

    def _room(self, width: int, differs: bool) -> int:
        sign = self._theme.px(16) if differs else 0
        return max(20, width - 2 * self._theme.px(_ACROSS) - sign)


def _excerpt(text: str) -> str:
    """Return the beginning of a long text, up to the end of a word and with “…”."""
    if len(text) <= _LONGEST:
        return text
    kept = text[:_LONGEST]
    # Text without spaces, such as Chinese, is cut anywhere.
    end = max(kept.rfind(" "), kept.rfind("\n"))
    return f"{(kept[:end] if end > _LONGEST // 2 else kept).rstrip()} …"


def _flags(metrics: QFontMetrics, text: str, width: int) -> int:
    """Return the flags that wrap a text at words, or anywhere if a word is too long."""
    longest = max(text.split(), key=len, default="")
    if metrics.horizontalAdvance(longest) > width:
        return _WRAPPED | int(Qt.TextFlag.TextWrapAnywhere)
    return _WRAPPED
