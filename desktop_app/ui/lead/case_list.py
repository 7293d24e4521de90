"""The list of cases on the conflicts page: two lines for each case, and the filter above it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.kinds import kind_name
from desktop_app.ui.colours import Role
from desktop_app.ui.lead.layout import combo
from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import label
from desktop_app.workspace.cases import CaseId, CaseLine, Part, What, queue_of

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
# Height of a row and width of the list in pixels at 100 % text.
_ROW, _WIDTH = 54, 200
# The same of a row with one line, in a list above the case, and the most rows that it shows.
_LOW_ROW, _ROWS_ABOVE = 32, 2
# QWIDGETSIZE_MAX, which PySide6 does not export.
_ANY = 16_777_215
# Characters of a question in the filter.
_LONGEST = 90
# Values that the filter offers for the minimum disagreement.
_LEAST = (0.0, 0.25, 0.33, 0.5, 0.67)


class _Lines(QAbstractListModel):
    """Model of the list of cases."""

    def __init__(self, view: CaseList) -> None:
        super().__init__(view)
        self.lines: Sequence[CaseLine] = ()
        self._view = view

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        line = self.lines[index.row()]
        name, side, facts = self._view.words(line)
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(
                "\n".join(part for part in (name, facts, ", ".join(line.fields)) if part)
            )
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (name, side, facts) if part)
        return None


class CaseList(QListView):
    """The cases to decide, each with two lines.

    `chosen`: another case is current; with its CaseLine
    `opened`: Enter was pressed on a case
    """

    chosen = Signal(object)
    opened = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setAccessibleName(self.tr("To decide"))
        self.setProperty("kind", "rows")
        self.rows = _Lines(self)
        self.setModel(self.rows)
        self.setItemDelegate(_RowDelegate(self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._is_filling = False
        # Returns how to call a case.
        self.label_of: Callable[[CaseLine], str] = lambda line: line.name
        self.begun: Collection[CaseId] = frozenset()
        # The question whose distances are shown; “”: the mean over all.
        self.question = ""
        # Whether each case has one line instead of two.
        self.is_low = False
        self.selectionModel().currentChanged.connect(self._on_current)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def show_lines(self, lines: Sequence[CaseLine]) -> None:
        """Replace the cases; none of them is current."""
        self._is_filling = True
        self.rows.beginResetModel()
        self.rows.lines = lines
        self.rows.endResetModel()
        self._is_filling = False

    def select(self, case: CaseId | None) -> None:
        """Make a case current, without a signal."""
        place = next((n for n, one in enumerate(self.rows.lines) if one.id == case), None)
        self._is_filling = True
        if place is not None:
            self.setCurrentIndex(self.rows.index(place, 0))
        self._is_filling = False

    def words(self, line: CaseLine) -> tuple[str, str, str]:
        """Return the texts of a case: its name, the text on the right, and the second line."""
        name, side, facts = self._words(line)
        if line.id in self.begun:
            facts = self.tr("draft · {facts}").format(facts=facts)
        return name, side, facts

    def show_begun(self, cases: Collection[CaseId]) -> None:
        """Mark the cases whose decision was begun but not saved."""
        if cases != self.begun:
            self.begun = cases
            self.viewport().update()

    def _words(self, line: CaseLine) -> tuple[str, str, str]:
        name = self.label_of(line)
        if line.id[0] == "annotators":
            # A single answer, whose decision is outdated, differs from none.
            side = "" if line.distance is None else shown(line.share(self.question), 2)
            facts = ", ".join(line.people)
            if line.is_decided:
                facts = self.tr("decided · {people}").format(people=facts)
            elif line.is_outdated:
                facts = self.tr("outdated · {people}").format(people=facts)
            return name, side, facts
        person = line.people[0] if line.people else ""
        kind = line.id[1]
        if kind != "annotation":
            words = sentence(kind_name(kind)).rstrip(".")
            person = "" if person == line.name else person
            return name, person, words
        if len(line.fields) == 1:
            return (
                name,
                person,
                self.tr("{field} differs").format(field=translate_message(line.fields[0])),
            )
        return name, person, self.tr("%n field(s) differ", "", len(line.fields))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    def _on_current(self, index: QModelIndex) -> None:
        if not self._is_filling and index.isValid():
            self.chosen.emit(self.rows.lines[index.row()])


class _RowDelegate(QStyledItemDelegate):
    """Draws a case: its name and person, and below them what differs."""

    def __init__(self, view: CaseList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._view.theme.px(_LOW_ROW if self._view.is_low else _ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view, theme = self._view, self._view.theme
        option_of_view: Any = option
        box: QRect = option_of_view.rect
        px = theme.px
        is_current = index.row() == view.currentIndex().row()
        painter.save()
        painter.fillRect(box, theme.color(Role.ACCENT_SOFT if is_current else Role.SURFACE))
        painter.setPen(theme.color(Role.BORDER))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if index.row() == 0:
            painter.drawLine(box.topLeft(), box.topRight())
        name, side, facts = view.words(view.rows.lines[index.row()])
        small, bold = theme.ui_font(12), theme.ui_font(13, bold=True)
        if view.is_low:
            upper = lower = box.adjusted(px(14), 0, -px(14), 0)
        else:
            inner = box.adjusted(px(14), px(8), -px(14), -px(9))
            upper = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
            lower = QRect(inner.left(), upper.bottom() + 1, inner.width(), inner.height() // 2)
        is_distance = view.rows.lines[index.row()].distance is not None
        taken = QFontMetrics(small).horizontalAdvance(side) if side else 0
        left = upper.adjusted(0, 0, -(taken + px(8) if taken else 0), 0)
        if view.is_low:
            # The name takes up to half of the line.
            width = QFontMetrics(bold).horizontalAdvance(translate_message(name)) + px(12)
            lower = left.adjusted(min(width, left.width() // 2), 0, 0, 0)
            left = left.adjusted(0, 0, -lower.width(), 0)
        self._draw(painter, left, translate_message(name), bold, Role.TEXT)
        right = Qt.AlignmentFlag.AlignRight
        role = Role.TEXT if is_distance else Role.SECONDARY
        self._draw(painter, upper, side, small, role, right)
        self._draw(painter, lower, facts, small, Role.SECONDARY)
        if is_current and view.hasFocus():
            draw_focus(painter, box.adjusted(1, 1, -1, -1), theme)
        painter.restore()

    def _draw(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        font: Any,
        role: Role,
        across: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        painter.setFont(font)
        painter.setPen(self._view.theme.color(role))
        words = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | across, words)


class CaseSide(QFrame):
    """The pane with the list of cases, and the filter for items on which annotators disagree.

    `filtered`: the user has changed the filter
    """

    filtered = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setProperty("kind", "pane")
        self.what: What = "versions"
        self.lines: Mapping[What, Sequence[CaseLine]] = {"versions": [], "annotators": []}
        # Cache: all lines, the filter, and the lines that match it.
        self._queue: tuple[Sequence[CaseLine], object, Sequence[CaseLine]] | None = None
        self.list_count = label(kind="secondary")
        self.list = CaseList(self.theme)
        self.question = combo(self.theme, self.tr("Question"))
        self.least = combo(self.theme, self.tr("Minimum disagreement"))
        for share in _LEAST:
            words = self.tr("At least {share}").format(share=shown(share, 2))
            self.least.addItem(words if share else self.tr("Any disagreement"), share)
        self.decided = combo(self.theme, self.tr("Decided items"))
        self.decided.addItem(self.tr("Include decided"), "all")
        self.decided.addItem(self.tr("Undecided only"), "undecided")
        self.decided.addItem(self.tr("Outdated only"), "outdated")
        self.question.shorten()
        for control in (self.least, self.decided):
            control.be_narrow()
        self.note = label(
            self.tr(
                "Nothing is overwritten. Both versions stay in the history, and your decision is "
                "saved as a separate record."
            ),
            "secondary",
            wrap=True,
        )
        self.caption = QWidget()
        caption = QHBoxLayout(self.caption)
        caption.setContentsMargins(14, 0, 14, 0)
        caption.addWidget(label(self.tr("TO DECIDE"), "caption"), 1)
        caption.addWidget(self.list_count)
        self.filters = QWidget()
        self.filter_row = QBoxLayout(QBoxLayout.Direction.TopToBottom, self.filters)
        self.filter_row.setContentsMargins(12, 0, 12, 8)
        self.filter_row.setSpacing(6)
        for control in (self.question, self.least, self.decided):
            self.filter_row.addWidget(control, 1)
        self._column = column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(self.caption)
        column.addWidget(self.filters)
        column.addWidget(self.list, 1)
        self.note.setContentsMargins(14, 0, 12, 0)
        column.addWidget(self.note)
        for control in (self.question, self.least, self.decided):
            control.currentIndexChanged.connect(lambda _=0: self._on_filter())

    def _on_filter(self) -> None:
        self.list.question = str(self.question.currentData() or "")
        self.filtered.emit()

    def show_tab(self, what: What, *, filters: bool) -> None:
        """Choose the list to show, and show or hide its filter."""
        self.what = what
        self.filters.setVisible(what == "annotators" and filters)
        self.note.setVisible(what == "versions" and not self.list.is_low)

    def show_shown(self, selected: CaseId | None) -> None:
        """List the lines that match the filter, with the selected one current."""
        lines = self.shown_lines()
        self.list.show_lines(lines)
        self.list.select(selected)
        is_versions = self.what == "versions"
        self.list_count.setText(shown(len(lines)) if is_versions else self.tr("Disagreement"))

    def arrange(self, *, beside: bool) -> None:
        """Adapt the layout to a place beside or above the case."""
        px, directions = self.theme.px, QBoxLayout.Direction
        self.filter_row.setDirection(directions.TopToBottom if beside else directions.LeftToRight)
        self.setMaximumWidth(px(_WIDTH) if beside else _ANY)
        self.setMinimumWidth(px(_WIDTH) if beside else 0)
        # Above the case, the list leaves the height to what is decided: the tabs of the page say
        # what it shows, and how many.
        self.list.is_low = not beside
        self.caption.setVisible(beside)
        self.note.setVisible(beside and self.what == "versions")
        self.filter_row.setContentsMargins(12, 0 if beside else 10, 12, 8 if beside else 0)
        self._column.setContentsMargins(1, 11 if beside else 1, 1, 12 if beside else 1)
        self.list.setMinimumHeight(0 if beside else px(_LOW_ROW) * _ROWS_ABOVE)
        self.list.setMaximumHeight(_ANY if beside else px(_LOW_ROW) * _ROWS_ABOVE)

    def shown_lines(self) -> Sequence[CaseLine]:
        """Return the lines of the tab that match the filter."""
        lines = self.lines[self.what]
        if self.what == "versions":
            return lines
        least, part = self.least.currentData() or 0.0, self.decided.currentData()
        wanted = (self.list.question, least, part)
        # Cached, because each key press calls this several times and a project can have many lines.
        if self._queue is None or self._queue[0] is not lines or self._queue[1] != wanted:
            found = queue_of(lines, self.list.question, least, part)
            self._queue = (lines, wanted, found)
        return self._queue[2]

    def show_part(self, part: Part) -> None:
        """List all items, without the other conditions of the filter, or only a part of them."""
        for control in (self.question, self.least, self.decided):
            control.blockSignals(True)
            control.setCurrentIndex(max(0, control.findData(part)))
            control.blockSignals(False)
        self.list.question = ""

    def fill_questions(self, titles: Mapping[str, str]) -> None:
        """Offer the questions on which annotators disagree ({key: text}), keeping the choice."""
        chosen = self.question.currentData()
        self.question.blockSignals(True)
        self.question.clear()
        self.question.addItem(self.tr("All questions"), "")
        for name, title in titles.items():
            words = translate_message(title)
            # The list of the box is as wide as its longest entry.
            entry = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rstrip()}…"
            self.question.addItem(entry, name)
            last = self.question.count() - 1
            self.question.setItemData(last, plain_tip(words), Qt.ItemDataRole.ToolTipRole)
        self.question.setCurrentIndex(max(0, self.question.findData(chosen)))
        self.list.question = str(self.question.currentData() or "")
        self.question.blockSignals(False)

    def first_open(self) -> CaseId | None:
        lines = self.shown_lines()
        return next((one.id for one in lines if not one.is_decided), lines[0].id if lines else None)

    def following(self, case: CaseId) -> list[CaseId]:
        """Return the undecided cases in the order to decide them: those below, then those above."""
        lines = self.shown_lines()
        place = next((n for n, line in enumerate(lines) if line.id == case), -1)
        others = [*lines[place + 1 :], *lines[: max(place, 0)]]
        return [line.id for line in others if not line.is_decided]
