"""The table of a case: a row for each field, a column for each version, and the decision.

The table paints its cells itself, because they hold a radio button, wrapped text and marked
differences. Keys choose versions, so that no cell needs a widget of its own. The module is longer
than most because the table, its model, its headings and its delegate depend on each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from desktop_app.ui.colours import Role
from desktop_app.ui.lead.page_keys import PageKey, run_key
from desktop_app.ui.messages import translate_message
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import typing_focus
from desktop_app.ui.widgets.shades import Shade, char_format, diff_format
from desktop_app.ui.widgets.text_lines import FormattedRange, lay_out
from desktop_app.workspace.adjudicating import Asked, Choice, asked_units
from desktop_app.workspace.case_fields import CaseField, answer_text
from desktop_app.workspace.cases import Case

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
# Sizes in pixels at 100 % text: the padding of cells, the radio button and its gap, the minimum
# height of a row, and the minimum width of a column.
_PAD, _RADIO, _GAP, _ROW, _COLUMN = 10, 16, 8, 34, 124
# The minimum and the maximum width of the column of questions, and its share of a wide table.
_QUESTION, _WIDEST_QUESTION, _QUESTION_SHARE = 112, 300, 0.2
# Characters that a cell shows of a text, and how many of them precede its first difference.
_LONGEST, _BEFORE = 600, 120
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
# Number of versions that can be chosen with digit keys.
_MOST_KEYS = 9


@dataclass(frozen=True)
class VersionHeading:
    """The heading of a version's column.

    `title`, `facts`: its name, and who stated it when
    `tip`: a longer tooltip
    `name`: a shorter name for the column of decisions; “”: the title
    """

    title: str
    facts: str
    tip: str = ""
    name: str = ""


@dataclass
class Decision:
    """The choices made so far, as the table edits them."""

    picks: dict[str, int] = field(default_factory=dict)
    own: dict[str, Any] = field(default_factory=dict)

    def choice(self) -> Choice:
        return Choice(dict(self.picks), dict(self.own))


class CaseTable(QTableView):
    """Shows the versions of a case and the decision about it.

    `keyed`: a key was pressed here
    `chosen`: the user has made or cleared a choice
    `edit_wanted`: the user wants to answer a field themselves; with its CaseField
    `edit_refused`: the user wants to answer a field of which only a version can be chosen
    """

    keyed = Signal()
    chosen = Signal()
    edit_wanted = Signal(object)
    edit_refused = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.case: Case | None = None
        self.decision = Decision()
        # What the form asks for with the present choices.
        self._asked = Asked()
        self.language = ""
        self.is_editable = True
        self.headings: Sequence[VersionHeading] = ()
        # Paths of the fields whose long texts are shown whole.
        self._whole: set[tuple[str, ...]] = set()
        self.cells = _Cells(self)
        self.setModel(self.cells)
        self.setItemDelegate(_Delegate(self))
        self.setHorizontalHeader(_Heads(self))
        self.setAccessibleName(self.tr("Fields and versions"))
        self.setProperty("kind", "cells")
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        digits = [str(number) for number in range(1, _MOST_KEYS + 1)]
        self._choice_keys = [
            PageKey(tuple(digits), self.tr("Choose a version and go to the next field"), self.pick),
            PageKey(
                ("M",), self.tr("Choose what most people answered"), lambda _: self.take_majority()
            ),
            PageKey(("E",), self.tr("Give your own answer"), lambda _: self._edit()),
            PageKey(("W",), self.tr("Show a field’s whole texts"), lambda _: self._show_whole()),
            PageKey(
                tuple(f"Shift+{digit}" for digit in digits),
                self.tr("Take all fields from one version"),
                self.take_all,
            ),
        ]
        self._step_keys = [
            PageKey(("Up", "Down"), self.tr("Go to a field"), lambda place: self._step(place))
        ]
        theme.changed.connect(self.fit)

    def page_keys(self) -> list[PageKey]:
        """Return the keys of the table."""
        return [*self._choice_keys, *self._step_keys]

    def choice_keys(self) -> list[PageKey]:
        """Return the keys that choose and edit; the page makes shortcuts of them.

        They also work where the table does not have the focus. Only with shortcuts, Shift and a
        digit work with each keyboard layout.
        """

        def run(one: PageKey, place: int) -> None:
            if self.case is not None:
                # The arrow keys continue from the field that was just decided.
                self.setFocus(Qt.FocusReason.OtherFocusReason)
                one.run(place)

        return [PageKey(one.keys, one.words, partial(run, one)) for one in self._choice_keys]

    # The case and the choice
    def show_case(
        self, case: Case | None, headings: Sequence[VersionHeading], decision: Decision
    ) -> None:
        """Show a case and its decision so far, and go to the first undecided field."""
        self.cells.beginResetModel()
        if case is not self.case:
            self._whole.clear()
        self.case, self.headings, self.decision = case, headings, decision
        self._read_asked()
        self.cells.endResetModel()
        self.fit()
        self.go_to_open()

    @property
    def fields(self) -> Sequence[CaseField]:
        return self.case.fields if self.case is not None else ()

    @property
    def field(self) -> CaseField | None:
        """The current field."""
        row = self.currentIndex().row()
        return self.fields[row] if 0 <= row < len(self.fields) else None

    def open_units(self) -> list[str]:
        """Return the keys of the units that need a decision: fields, or fields decided together."""
        return self.decision.choice().open_units(self.case) if self.case is not None else []

    def go_to_open(self) -> bool:
        """Go to the first undecided field and return True.

        If there is none, go to the first field that differs and return False.
        """
        left = set(self.open_units())
        for row, one in enumerate(self.fields):
            if one.differs and one.unit in left:
                self._go(row)
                return True
        differing = (row for row, one in enumerate(self.fields) if one.differs)
        self._go(next(differing, 0))
        return False

    def go_to_field(self, one: CaseField) -> None:
        """Make a field current."""
        self._go(self.fields.index(one))

    def pick(self, place: int) -> None:
        """Choose a version of the current field, and go to the next field that differs."""
        one, row = self.field, self.currentIndex().row()
        if one is None or not self._can_pick(one, place):
            return
        self._set(one.unit, place)
        following = (
            number
            for number in range(row + 1, len(self.fields))
            if self.is_open_to_choice(self.fields[number]) and self.fields[number].unit != one.unit
        )
        self._go(next(following, row))

    def take_all(self, place: int) -> None:
        """Choose a version of all fields that differ."""
        if self.case is None or not self.is_editable or place >= len(self.case.versions):
            return
        for unit in self.case.units(required=False):
            self.decision.own.pop(unit, None)
            self.decision.picks[unit] = place
        self._on_changed()

    def take_majority(self) -> None:
        """Choose what most versions state in the current field, if there is a majority."""
        one = self.field
        if one is not None and self.case is not None and self.is_open_to_choice(one):
            place = self.case.majority(one.unit)
            if place is not None:
                self.pick(place)

    def clear_choice(self) -> bool:
        """Clear the choice of the current field; return whether there was one."""
        one = self.field
        if one is None or not self.is_editable:
            return False
        had = one.unit in self.decision.picks or one.unit in self.decision.own
        self.decision.picks.pop(one.unit, None)
        self.decision.own.pop(one.unit, None)
        if had:
            self._on_changed()
        return had

    def set_own(self, one: CaseField, value: Any) -> None:
        """Use the lead's own answer for a field, and go down to the next undecided field."""
        self.decision.picks.pop(one.unit, None)
        self.decision.own[one.unit] = value
        self._on_changed()
        left, row = self.open_units(), self.currentIndex().row()
        following = (
            number
            for number in range(row + 1, len(self.fields))
            if self.fields[number].differs and self.fields[number].unit in left
        )
        self._go(next(following, row))

    def can_edit(self, one: CaseField | None) -> bool:
        """Return whether the lead may answer a field themselves."""
        return (
            one is not None
            and self.case is not None
            and self.is_editable
            and self.is_open_to_choice(one)
            and not self.case.is_whole
            and one.is_unit
            and (one.question is not None or one.kind == "text")
        )

    def _can_pick(self, one: CaseField, place: int) -> bool:
        return (
            self.is_editable
            and self.is_open_to_choice(one)
            and self.case is not None
            and 0 <= place < len(self.case.versions)
        )

    def _set(self, unit: str, place: int) -> None:
        self.decision.own.pop(unit, None)
        self.decision.picks[unit] = place
        self._on_changed()

    def is_hidden(self, one: CaseField) -> bool:
        """Return whether the present choices do not ask for a field, so that it does not count."""
        return one.unit in self._asked.hidden

    def is_open_to_choice(self, one: CaseField) -> bool:
        """Return whether the versions of a field differ and the present choices ask for it."""
        return one.differs and not self.is_hidden(one)

    def is_needed(self, one: CaseField) -> bool:
        """Return whether a field must be decided, by itself or because of the present choices."""
        return one.is_required or one.unit in self._asked.required

    def _read_asked(self) -> None:
        self._asked = asked_units(self.case, self.decision.choice()) if self.case else Asked()

    def _on_changed(self) -> None:
        self._read_asked()
        self._fit_rows()
        self.viewport().update()
        last = self.cells.index(self.cells.rowCount() - 1, self.cells.columnCount() - 1)
        self.cells.dataChanged.emit(self.cells.index(0, 0), last)
        self.chosen.emit()

    def _go(self, row: int) -> None:
        if 0 <= row < self.cells.rowCount():
            self.setCurrentIndex(self.cells.index(row, self.cells.columnCount() - 1))
            self.scrollTo(self.cells.index(row, 0))

    # Keys and the mouse
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.keyed.emit()
        if not run_key(self._step_keys, event):
            super().keyPressEvent(event)

    def _edit(self) -> None:
        one = self.field
        if self.can_edit(one):
            self.edit_wanted.emit(one)
        elif one is not None and self.is_open_to_choice(one) and self.is_editable:
            self.edit_refused.emit()

    def is_shown_whole(self, one: CaseField) -> bool:
        """Return whether long texts of a field are shown whole."""
        return one.path in self._whole

    def _show_whole(self) -> None:
        """Show the whole texts of the current field, or shorten them again."""
        one = self.field
        if one is not None:
            self._whole ^= {one.path}
            self._fit_rows()
            self.viewport().update()
            self.scrollTo(self.currentIndex())

    def _step(self, place: int) -> None:
        """Go to the field above (0) or below (1)."""
        self._go(self.currentIndex().row() + (1 if place else -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        self._go(index.row())
        place = index.column() - 1
        one = self.fields[index.row()]
        if self._can_pick(one, place):
            self._set(one.unit, place)
        elif index.column() == self.cells.columnCount() - 1 and self.can_edit(one):
            self.edit_wanted.emit(one)

    # Layout
    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> Any:
        # A page scrolls to this part of the focused widget. By default it is the current cell, and
        # the headings would be out of sight.
        if query == Qt.InputMethodQuery.ImCursorRectangle:
            return self.rect()
        return super().inputMethodQuery(query)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
        # A message below the table, such as the one about the current field, makes it lower.
        if event.size().height() < event.oldSize().height() and self.currentIndex().isValid():
            self.scrollTo(self.cells.index(self.currentIndex().row(), 0))

    def fit(self) -> None:
        """Set the widths of columns and the heights of rows."""
        count = self.cells.columnCount()
        if count < 2:
            return
        px = self.theme.px
        first = self._question_width()
        width = max(px(_COLUMN), (self.viewport().width() - first) // (count - 1))
        self.setColumnWidth(0, first)
        for column in range(1, count):
            # The last one takes what rounding leaves.
            left = self.viewport().width() - first - width * (count - 2)
            self.setColumnWidth(column, max(width, left) if column == count - 1 else width)
        heads = self.horizontalHeader()
        assert isinstance(heads, _Heads)
        heads.fit()
        self._fit_rows()

    def _question_width(self) -> int:
        """Return the width of the column of questions: wide enough for its longest word.

        In a narrow table, the word is broken instead.
        """
        px, room = self.theme.px, self.viewport().width()
        metrics = QFontMetrics(self.theme.ui_font(13, bold=True))
        words = (word for one in self.fields for word in translate_message(one.heading).split())
        longest = max(map(metrics.horizontalAdvance, words), default=0) + px(2 * _PAD + 8)
        wanted = max(round(room * _QUESTION_SHARE), min(longest, round(room * 0.3)))
        return max(px(_QUESTION), min(wanted, px(_WIDEST_QUESTION)))

    def _fit_rows(self) -> None:
        delegate = self.itemDelegate()
        assert isinstance(delegate, _Delegate)
        for row in range(self.cells.rowCount()):
            heights = [
                delegate.height(row, column, self.columnWidth(column))
                for column in range(self.cells.columnCount())
            ]
            self.setRowHeight(row, max(heights))

    # Words
    def version_words(self, place: int) -> str:
        """Return the name of a version in a sentence."""
        if place >= len(self.headings):
            return ""
        return self.headings[place].name or self.headings[place].title

    def decided_text(self, one: CaseField) -> tuple[str, str]:
        """Return the decided answer, "" if there is none, and its source."""
        if self.case is None or self.is_hidden(one):
            return "", ""
        empty = self.tr("No answer")
        if not one.differs:
            return one.texts[0] or empty, ""
        if one.unit in self.decision.own:
            value = self.decision.own[one.unit]
            words = answer_text(one.question, self.case.form, value, self.language)
            return words or empty, self.tr("own answer")
        place = self.decision.picks.get(one.unit)
        if place is None:
            return "", ""
        support = len(self.case.agreeing(one.unit, place))
        number = len(self.case.versions)
        if self.case.what == "annotators" and support > 1:
            source = self.tr("{count} of {number}").format(count=support, number=number)
        else:
            source = self.version_words(place)
        if self.case.is_without(one, place):
            empty = self.tr("Left out")
        return one.texts[place] or empty, source

    def placeholder(self, one: CaseField) -> str:
        """Return the hint for an undecided field, or "" if it is decided.

        If several fields are decided together, only the first one has a hint.
        """
        if self.is_hidden(one):
            return self.tr("Not asked with these answers")
        first = next(other for other in self.fields if other.unit == one.unit and other.differs)
        if self.decided_text(one)[0] or one is not first:
            return ""
        if not self.is_needed(one):
            return self.tr("Optional: choose a version or give your own answer (E)")
        if self.can_edit(one):
            return self.tr("Choose a version or give your own answer (E)")
        return self.tr("Choose a version")


class _Cells(QAbstractTableModel):
    """Model of the table: the texts for screen readers; the delegate paints from the case."""

    def __init__(self, table: CaseTable) -> None:
        super().__init__(table)
        self._table = table

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._table.fields)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        case = self._table.case
        return 0 if parent.isValid() or case is None else len(case.versions) + 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        one = self._table.fields[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(one, index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 0:
            return plain_tip(one.asks or translate_message(one.heading))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._words(one, index.column())
        return None

    def text(self, one: CaseField, column: int) -> str:
        """Return the text of a cell."""
        if column == 0:
            return translate_message(one.heading)
        if column == self.columnCount() - 1:
            return self._table.decided_text(one)[0]
        return one.texts[column - 1]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical:
            return None
        is_version = 0 < section < self.columnCount() - 1
        if role == Qt.ItemDataRole.ToolTipRole and is_version:
            heading = self._table.headings[section - 1]
            return plain_tip(heading.tip or heading.facts)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if section == 0:
            return self.tr("Question")
        if section == self.columnCount() - 1:
            return self.tr("Your decision")
        headings = self._table.headings
        return headings[section - 1].title if section <= len(headings) else ""

    def _words(self, one: CaseField, column: int) -> str:
        """Return the text of a cell for screen readers; for the last column, of the whole row."""
        table = self._table
        if column < self.columnCount() - 1:
            return f"{self.headerData(column, Qt.Orientation.Horizontal)}: {self.text(one, column)}"
        parts = [one.asks or translate_message(one.heading)]
        empty = self.tr("No answer")
        if not one.differs:
            parts += [self.tr("all versions are equal"), one.texts[0]]
        else:
            parts += [
                f"{place + 1}, {table.version_words(place)}: {text or empty}"
                for place, text in enumerate(one.texts)
            ]
        if table.is_open_to_choice(one) or table.is_hidden(one):
            words, source = table.decided_text(one)
            decided = f"{words}, {source}" if words else table.placeholder(one)
            parts.append(self.tr("Your decision: {words}").format(words=decided))
        return "; ".join(parts)


class _Delegate(QStyledItemDelegate):
    """Paints the cells: radio button, text with marked differences, decision."""

    def __init__(self, table: CaseTable) -> None:
        super().__init__(table)
        self._table = table

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self._table.columnWidth(index.column())
        return QSize(width, self.height(index.row(), index.column(), width))

    def height(self, row: int, column: int, width: int) -> int:
        """Return the height that a cell needs, in pixels."""
        px = self._table.theme.px
        layout = self._layout(self._table.fields[row], column, width)
        frame = px(22) if self._is_box(self._table.fields[row], column) else px(2 * 8)
        return max(px(_ROW), round(layout.boundingRect().height()) + frame)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        table, theme = self._table, self._table.theme
        view: Any = option
        box: QRect = view.rect
        one, column = table.fields[index.row()], index.column()
        px = theme.px
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = column - 1
        is_version = 0 <= place < len(one.texts)
        is_picked = is_version and one.differs and self._is_picked(one, place)
        painter.fillRect(box, theme.color(Role.ACCENT_SOFT if is_picked else Role.SURFACE))
        if is_picked:
            painter.fillRect(QRect(box.left(), box.top(), px(3), box.height()), _accent(theme))
        painter.setPen(theme.color(Role.BORDER))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if column < len(one.texts) + 1:
            painter.drawLine(box.topRight(), box.bottomRight())
        layout = self._layout(one, column, box.width())
        top = box.top() + (box.height() - layout.boundingRect().height()) / 2
        # In a tall row, its title must not be out of sight below.
        if layout.lineCount() > 2 or box.height() > px(2 * _ROW + 4):
            top = float(box.top() + px(8))
        if is_version and one.differs:
            enabled = table.is_editable and table.is_open_to_choice(one)
            self._paint_radio(painter, box, top, layout, on=is_picked, enabled=enabled)
        if column == len(one.texts) + 1:
            self._paint_decision(painter, box, one, index.row())
            self._paint_source(painter, box, top, layout, one)
        layout.draw(painter, QPointF(box.left() + self._left(one, column), top))
        painter.restore()

    def _is_picked(self, one: CaseField, place: int) -> bool:
        """Return whether a version is chosen; equal answers are chosen together."""
        picked = self._table.decision.picks.get(one.unit)
        case = self._table.case
        if picked is None or case is None or self._table.is_hidden(one):
            return False
        if case.what == "annotators":
            return place in case.agreeing(one.unit, picked)
        return picked == place

    def _is_box(self, one: CaseField, column: int) -> bool:
        """Return whether a cell shows a hint instead of a decision."""
        table = self._table
        decides = column == len(one.texts) + 1 and table.is_open_to_choice(one)
        return decides and table.is_needed(one) and bool(table.placeholder(one))

    def _left(self, one: CaseField, column: int) -> int:
        """Return the left edge of a cell's text."""
        px = self._table.theme.px
        if 0 < column <= len(one.texts) and one.differs:
            return px(_PAD - 2 + _RADIO + _GAP)
        if self._is_box(one, column):
            return px(_PAD + 8)
        # Aligned with the heading, and clear of the focus ring.
        return px(_PAD + 4 if column in (0, len(one.texts) + 1) else _PAD)

    def _layout(self, one: CaseField, column: int, width: int) -> QTextLayout:
        """Return the text of a cell, laid out in lines."""
        table, theme = self._table, self._table.theme
        px = theme.px
        marks: Sequence[tuple[int, int]] = ()
        source, role, bold = "", Role.TEXT, False
        if column == 0:
            title = translate_message(one.heading)
            text, bold = (f"≠ {title}" if one.differs else title), one.differs
            role = Role.TEXT if one.differs else Role.SECONDARY
        elif column <= len(one.texts):
            text = one.texts[column - 1]
            marks = one.marks[column - 1] if one.marks else ()
            if not text:
                case = table.case
                text = self.tr("No answer")
                if case is not None and case.versions[column - 1].body is None:
                    text = self.tr("Withdrawn")
                elif case is not None and case.is_without(one, column - 1):
                    text = self.tr("Not in this version")
                role = Role.SECONDARY
        else:
            text, source = table.decided_text(one)
            bold = one.differs and one.kind not in ("data", "text")
            if not one.differs:
                role = Role.SECONDARY
            if not text:
                text, role, bold = table.placeholder(one), Role.SECONDARY, False
        if not table.is_shown_whole(one):
            text, marks = excerpt(text, marks)
        right = px(_PAD + 8) if self._is_box(one, column) else px(_PAD)
        right += self._source_width(source, width)
        room = max(px(30), width - self._left(one, column) - right)
        font = theme.ui_font(13, bold=bold)
        return lay_out(text, font, room, self._formats(text, role, column, one, marks), gap=px(1))

    def _source_width(self, source: str, width: int) -> int:
        """Return the width of a decision's source with the gap before it; 0 if it is not shown.

        `width`: of the column; the source is left out if the answer would have too little room
        """
        theme = self._table.theme
        needed = QFontMetrics(theme.ui_font(12)).horizontalAdvance(source) + theme.px(14)
        return needed if source and needed < width * 0.4 else 0

    def _formats(
        self,
        text: str,
        role: Role,
        column: int,
        one: CaseField,
        marks: Sequence[tuple[int, int]],
    ) -> list[FormattedRange]:
        theme = self._table.theme
        plain = QTextCharFormat()
        plain.setForeground(theme.color(role))
        made = [(0, len(text), plain)]
        if column == 0 and one.differs:
            warning = QTextCharFormat()
            warning.setForeground(theme.color(Role.WARN))
            made.append((0, 1, warning))
        for start, end in marks:
            made.append((start, end, self._mark(column)))
        return made

    def _mark(self, column: int) -> QTextCharFormat:
        """Return the format of a difference in a column.

        Of two versions, the first counts as the original, so its differing text is struck
        through. With more versions, and among answers of several people, none is the original, and
        all have the same format.
        """
        case = self._table.case
        if case is not None and (len(case.versions) > 2 or case.what == "annotators"):
            return char_format(self._table.theme, Shade.NEAR)
        return diff_format(self._table.theme, Shade.REMOVED if column == 1 else Shade.ADDED)

    def _paint_radio(
        self,
        painter: QPainter,
        box: QRect,
        top: float,
        layout: QTextLayout,
        *,
        on: bool,
        enabled: bool,
    ) -> None:
        theme = self._table.theme
        size = theme.px(_RADIO)
        middle = top + layout.lineAt(0).height() / 2
        circle = QRectF(box.left() + theme.px(_PAD - 2), middle - size / 2, size, size)
        colour = theme.color(Role.ACCENT if on else Role.SECONDARY if enabled else Role.BORDER)
        painter.setPen(QPen(colour, 1.3))
        painter.setBrush(colour if on else theme.color(Role.SURFACE))
        painter.drawEllipse(circle.adjusted(1, 1, -1, -1))
        if on:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(Role.ON_ACCENT))
            painter.drawEllipse(circle.center(), size / 6, size / 6)

    def _paint_source(
        self, painter: QPainter, box: QRect, top: float, layout: QTextLayout, one: CaseField
    ) -> None:
        """Paint the source of a decision to the right of its first line."""
        theme = self._table.theme
        source = self._table.decided_text(one)[1]
        if self._source_width(source, box.width()):
            painter.setFont(theme.ui_font(12))
            painter.setPen(theme.color(Role.SECONDARY))
            height = round(layout.lineAt(0).height())
            line = QRect(box.left(), round(top), box.width() - theme.px(_PAD + 4), height)
            painter.drawText(line, _RIGHT, source)

    def _paint_decision(self, painter: QPainter, box: QRect, one: CaseField, row: int) -> None:
        """Paint the frame of an undecided cell, and the focus."""
        table, theme = self._table, self._table.theme
        px = theme.px
        inner = box.adjusted(px(5), px(3), -px(5), -px(4))
        if self._is_box(one, len(one.texts) + 1):
            painter.setPen(QPen(theme.color(Role.BORDER), 1))
            painter.setBrush(theme.color(Role.WINDOW))
            painter.drawRoundedRect(QRectF(inner).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if row == table.currentIndex().row() and table.hasFocus():
            draw_focus(painter, inner, theme)
        elif row == table.currentIndex().row():
            painter.setPen(QPen(theme.color(Role.SECONDARY), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(inner).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)


def _accent(theme: Theme) -> Any:
    return theme.color(Role.ACCENT)


def excerpt(text: str, marks: Sequence[tuple[int, int]]) -> tuple[str, Sequence[tuple[int, int]]]:
    """Return the part of a long text around its first difference, with the marks in it."""
    if len(text) <= _LONGEST:
        return text, marks
    start = max(0, (marks[0][0] if marks else 0) - _BEFORE)
    start = min(start, len(text) - _LONGEST)
    end = start + _LONGEST
    before = "… " if start else ""
    shift = len(before) - start
    kept = [
        (max(first, start) + shift, min(last, end) + shift)
        for first, last in marks
        if first < end and last > start
    ]
    return f"{before}{text[start:end]}{' …' if end < len(text) else ''}", kept


class _Heads(QHeaderView):
    """The headings: the name of a version with its key; below, who stated it and when."""

    def __init__(self, table: CaseTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Versions"))
        self.setAccessibleDescription(self.tr("Headings read aloud with each field"))
        self.setSectionsClickable(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def fit(self) -> None:
        """Set the height for the facts of all versions, which are wrapped in narrow columns."""
        theme, count = self._table.theme, self._table.cells.columnCount()
        heights = [
            self._facts_box(section, self._table.columnWidth(section)).height()
            for section in range(1, count)
        ]
        self.setFixedHeight(max(heights, default=0) + theme.px(34))

    def _facts(self, section: int) -> str:
        if section == self._table.cells.columnCount() - 1:
            return self.tr("Becomes the final answer")
        return self._table.headings[section - 1].facts

    def _facts_box(self, section: int, width: int) -> QRect:
        """Return the rectangle of a version's facts in a column of this width, from (0, 0)."""
        px = self._table.theme.px
        room = QRect(0, 0, max(1, width - px(_PAD + 4) - px(6)), 10_000)
        metrics = QFontMetrics(self._table.theme.ui_font(12))
        return metrics.boundingRect(room, int(_WRAPPED), self._facts(section))

    def paintSection(self, painter: QPainter, box: QRect, section: int) -> None:
        table, theme = self._table, self._table.theme
        px, count = theme.px, table.cells.columnCount()
        painter.save()
        painter.fillRect(box, theme.color(Role.SURFACE))
        painter.setPen(theme.color(Role.BORDER))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if section < count - 1:
            painter.drawLine(box.topRight(), box.bottomRight())
        title = str(table.cells.headerData(section, Qt.Orientation.Horizontal))
        edge = px(_PAD + 4 if section in (0, count - 1) else _PAD)
        inner = box.adjusted(edge, px(6), -px(6), -px(6))
        if section == 0:
            self._draw(painter, inner, title, theme.ui_font(12, bold=True), Role.SECONDARY)
            painter.restore()
            return
        upper = QRect(inner.left(), inner.top(), inner.width(), px(20))
        lower = QRect(inner.left(), upper.bottom() + 1, inner.width(), inner.height() - px(20))
        taken = self._draw(painter, upper, title, theme.ui_font(13, bold=True), Role.TEXT)
        painter.setFont(theme.ui_font(12))
        painter.setPen(theme.color(Role.SECONDARY))
        painter.drawText(lower, int(_WRAPPED), self._facts(section))
        has_key = 0 < section < count - 1 and section <= _MOST_KEYS
        if has_key and typing_focus().has_single_keys:
            self._paint_key(painter, upper, taken, self.tr("key {key}").format(key=section))
        painter.restore()

    def _paint_key(self, painter: QPainter, box: QRect, left: int, words: str) -> None:
        """Paint the key of a version as a chip, if there is room."""
        theme = self._table.theme
        px, font = theme.px, theme.ui_font(11)
        width = QFontMetrics(font).horizontalAdvance(words) + px(16)
        at = QRect(left + px(10), box.center().y() - px(8), width, px(17))
        if at.right() > box.right():
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color(Role.BORDER))
        painter.setBrush(theme.color(Role.WINDOW))
        painter.drawRoundedRect(at, at.height() / 2, at.height() / 2)
        painter.setFont(font)
        painter.setPen(theme.color(Role.SECONDARY))
        painter.drawText(at, Qt.AlignmentFlag.AlignCenter, words)

    def _draw(self, painter: QPainter, box: QRect, text: str, font: QFont, role: Role) -> int:
        """Draw a line of text, elided; return its right edge."""
        painter.setFont(font)
        painter.setPen(self._table.theme.color(role))
        metrics = QFontMetrics(font)
        words = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        return box.left() + metrics.horizontalAdvance(words)
