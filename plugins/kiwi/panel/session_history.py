"""The history of a session: a list of its turns, and one closed turn to read and rate again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidgetItem, QPushButton, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.choice_buttons import ChoiceRow, Face, RadioChoice
from desktop_app.ui.widgets.field import LongBox, NoUndo, mark_problem
from desktop_app.ui.widgets.question_view import EDGE, OwnPart, caption_label, plain_label
from plugins.kiwi.panel.session_texts import SessionWords, shortened
from plugins.kiwi.panel.widgets import Row, RowList, fit_quote, quote_box
from plugins.kiwi.shapes import RATINGS

# Rows of the list that are visible at once; more of them scroll.
_MOST_ROWS = 4
# Keys that show the current row of the list.
_SHOWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_COLOURS = {"good": Role.GOOD, "neutral": Role.SECONDARY, "bad": Role.BAD}


class TurnList(RowList):
    """The rows of turns. If none is selected, the first key selects the current one."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Otherwise an arrow key would pass over the current row, which was not shown yet.
        if event.key() in _SHOWS and not self.selectedItems() and self.currentRow() >= 0:
            self.setCurrentRow(self.currentRow())
        else:
            super().keyPressEvent(event)


class History(QWidget):
    """The first answer and the closed turns, oldest first. A selected row shows its answer.

    `chosen`: emitted with the number of the selected turn, 0 for the first answer
    `left`: the person wants to return to the current turn
    """

    chosen = Signal(int)
    left = Signal()

    def __init__(self, theme: Theme, words: SessionWords) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._turns: list[Mapping[str, Any]] = []
        self._initial: Mapping[str, Any] = {}
        self._scarce = False
        self.caption = caption_label(self.tr("History"))
        self.figure = PlainLabel()
        self.figure.setProperty("kind", "secondary")
        self.search_button = IconButton("search", theme, self.tr("Search the turns"))
        self.search_button.clicked.connect(self.open_find)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the turns"))
        self.search.setAccessibleName(self.tr("Search the turns"))
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(60)
        self.search.textChanged.connect(lambda _text: self._fill())
        self.search.hide()
        self.list = TurnList(self.tr("Turns"), theme, has_lines=True)
        # The selection, not the current row: Qt makes a row current when the list gets the focus.
        self.list.itemSelectionChanged.connect(self._on_selected)
        self.none = plain_label(self.tr("No turn contains these words."), "secondary")
        self.none.hide()
        head = in_row(
            self.caption, STRETCH, self.figure, self.search_button, margins=(16, 6, 8, 5), gap=8
        )
        found = in_column(self.search, self.none, margins=(12, 0, 12, 0), gap=4)
        self._column = in_column(head, found, (self.list, 1), on=self, margins=0, gap=0)
        # A list has no height before it is laid out.
        self._scrolling = QTimer(self, singleShot=True, interval=0)
        self._scrolling.timeout.connect(self.list.scrollToBottom)
        theme.changed.connect(self._fit)
        self._fit()

    @property
    def count(self) -> int:
        """The number of closed turns."""
        return len(self._turns)

    def show_turns(self, initial: Mapping[str, Any], turns: Sequence[Mapping[str, Any]]) -> None:
        """Show the first answer and the closed turns, scrolled to the last of them."""
        if initial == self._initial and list(turns) == self._turns:
            return
        # Rows are replaced only if their number or the first answer changed, so that other changes
        # keep the selection.
        grown = len(turns) != len(self._turns)
        grown = grown or initial.get("answer") != self._initial.get("answer")
        self._initial, self._turns = initial, list(turns)
        self.figure.setText(self._words.turns(len(turns)))
        if grown:
            self._fill()
            self._scrolling.start()
        else:
            for row, place in enumerate(self._places()):
                item = self.list.item(row)
                if item is not None:
                    self._write(item, place)

    def select(self, place: int | None) -> None:
        """Select the row of a turn without emitting anything; None selects no row."""
        self.list.blockSignals(True)
        self.list.clearSelection()
        for row in range(self.list.count()):
            if self._place_of(self.list.item(row)) == place:
                self.list.setCurrentRow(row)
        self.list.blockSignals(False)

    def set_scarce(self, on: bool) -> None:
        """Set whether the list has the whole left side, as in a small window."""
        self._scarce = on
        self._fit()

    def stops(self) -> list[QWidget]:
        """Return the widgets in the focus chain, in reading order."""
        return [self.search_button, self.search, self.list]

    def enter(self) -> None:
        """Set the focus to the list of turns, without showing another turn."""
        if not self.list.selectedItems() and self.list.count():
            last = self.list.model().index(self.list.count() - 1, 0)
            flag = QItemSelectionModel.SelectionFlag.NoUpdate
            self.list.selectionModel().setCurrentIndex(last, flag)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_focus(self) -> None:
        """Set the focus to the list of turns, and select the last turn if none is selected."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.list.selectedItems() and self.list.count():
            self.list.setCurrentRow(self.list.count() - 1)

    def open_find(self) -> None:
        """Show the search field and set the focus to it."""
        self.search.show()
        self._fit()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.search.hasFocus():
            self.search.clear()
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            self.search.hide()
            self._fit()
        elif self.list.selectedItems():
            self.left.emit()
        else:
            super().keyPressEvent(event)

    # Internal.
    def _places(self) -> list[int]:
        """Return the numbers of the turns that contain all search words; 0 is the first answer."""
        words = self.search.text().casefold().split()
        every = [*([0] if self._initial.get("answer") else []), *range(1, len(self._turns) + 1)]
        return [
            place for place in every if all(word in self._whole(place).casefold() for word in words)
        ]

    def _whole(self, place: int) -> str:
        """Return all texts of a turn, in which the search looks."""
        source = self._turns[place - 1] if place else self._initial
        names = ("instruction", "answer", "edited", "summary", "comment")
        return "\n".join(str(source.get(name) or "") for name in names)

    def _fill(self) -> None:
        """Fill the list. The selection is kept if possible."""
        chosen = self.list.selectedItems()
        before = self._place_of(chosen[0]) if chosen else None
        places = self._places()
        # Otherwise each row that is removed or added could change the selection.
        self.list.blockSignals(True)
        self.list.clear()
        for place in places:
            self._write(self.list.add_row(Row("", ""), ""), place)
        self.list.blockSignals(False)
        self.select(before)
        self.none.setVisible(not places and bool(self.search.text()))
        self._fit()

    def _write(self, item: QListWidgetItem, place: int) -> None:
        item.setData(Qt.ItemDataRole.UserRole, place)
        if not place:
            words = self.tr("First answer")
            self.list.write(item, Row("0", words, is_round=True), words)
            return
        turn = self._turns[place - 1]
        edited = self.tr("edited") if turn.get("edited") is not None else ""
        kind = self._words.kind_name(turn.get("type"))
        note = " · ".join(one for one in (kind, edited) if one)
        text = shortened(str(turn.get("instruction") or ""))
        rating = self._words.rating_name(turn.get("rating"))
        role = _COLOURS.get(str(turn.get("rating")), Role.SECONDARY)
        row = Row(str(place), text, note, rating, role, is_round=True)
        whole = " · ".join(one for one in (str(place), note, rating, text) if one)
        self.list.write(item, row, whole)

    def _place_of(self, item: QListWidgetItem) -> int:
        return int(item.data(Qt.ItemDataRole.UserRole) or 0)

    def _on_selected(self) -> None:
        for item in self.list.selectedItems():
            self.chosen.emit(self._place_of(item))

    def _fit(self) -> None:
        """Limit the height of the list, so that the current turn has space."""
        rows = max(1, min(_MOST_ROWS, self.list.count()))
        wanted = self.list.height_of(rows)
        self.list.setMinimumHeight(60 if self._scarce else wanted)
        self.list.setMaximumHeight(16_777_215 if self._scarce else wanted)
        self.list.setVisible(self.list.count() > 0)


class ClosedPart(OwnPart):
    """A closed turn: its instruction, its rating and its comment, which can still be changed.

    `rerated`, `recommented`: emitted with the new rating or comment
    `model_wanted`: emitted with True to show the answer of the model instead of the edited one
    `back_wanted`: the person wants to return to the current turn
    """

    counts = False
    rerated = Signal(str)
    recommented = Signal(str)
    model_wanted = Signal(bool)
    back_wanted = Signal()

    def __init__(self, theme: Theme, words: SessionWords, rating: str, comment: str) -> None:
        super().__init__("closed", self.tr("Closed turn"), theme)
        self.caption.hide()
        self.title.hide()
        self._words = words
        self._editable, self._silent = True, False
        self.instruction = quote_box(self.tr("Instruction"))
        self.summary = quote_box(self.tr("What the model found in the passages"))
        self._found = plain_label(self.summary.accessibleName(), "secondary")
        self.buttons: dict[str, RadioChoice] = {}
        self._ratings = QWidget()
        row = ChoiceRow(theme, scale=False)
        self._ratings.setLayout(row)
        for code in RATINGS:
            button = RadioChoice(theme, Face(words.rating_name(code)))
            button.clicked.connect(lambda _on=False, code=code: self.rerated.emit(code))
            row.addWidget(button)
            self.buttons[code] = button
        self.comment = LongBox()
        self.comment.setProperty("kind", "field")
        self.comment.setAccessibleName(self.tr("Comment on this turn"))
        self.comment.setTabChangesFocus(True)
        # The page has its own undo, which covers all fields.
        self.comment.setUndoRedoEnabled(False)
        self._guard = NoUndo(self)
        self.comment.installEventFilter(self._guard)
        self.comment.textChanged.connect(self._on_comment)
        self.model_button = QPushButton(self.tr("Show the model's answer"))
        self.model_button.setProperty("kind", "segment")
        self.model_button.setCheckable(True)
        self.model_button.toggled.connect(self.model_wanted)
        self.back_button = QPushButton()
        self.back_button.clicked.connect(self.back_wanted)
        self._rated = [plain_label(text, "strong") for text in (rating, comment)]
        for widget in (
            self.instruction,
            self._rated[0],
            self._ratings,
            self._rated[1],
            self.comment,
            self._found,
            self.summary,
        ):
            self.column.addWidget(widget)
        for plain in (self.model_button, self.back_button):
            plain.setAutoDefault(False)
            self.column.addWidget(plain, 0, Qt.AlignmentFlag.AlignLeading)
        theme.changed.connect(self._fit)
        self.hide()

    def show_closed(self, number: int, turn: Mapping[str, Any], back: str) -> None:
        """Show a closed turn.

        `number`: its number; 0 for the first answer, which has no rating
        `back`: the text of the button that returns to the current turn; empty to hide it
        """
        for widget in (*self._rated, self._ratings, self.comment):
            widget.setVisible(number > 0)
        for box, name in ((self.instruction, "instruction"), (self.summary, "summary")):
            text = str(turn.get(name) or "")
            if text != box.toPlainText():
                box.setPlainText(text)
            box.setVisible(bool(text))
        self._found.setVisible(not self.summary.isHidden())
        comment = str(turn.get("comment") or "")
        if comment != self.comment.toPlainText():
            # Filling the box must not count as an edit by the person.
            self._silent = True
            self.comment.setPlainText(comment)
            self._silent = False
        for code, button in self.buttons.items():
            button.setChecked(code == turn.get("rating"))
            # Screen readers read a button in isolation, so its name contains the turn's number.
            name = self.tr("{rating}: rate turn {number}")
            button.setAccessibleName(
                name.format(rating=self._words.rating_name(code), number=number)
            )
        self.model_button.setVisible(turn.get("edited") is not None)
        self.back_button.setText(back)
        self.back_button.setVisible(bool(back))
        self.show()
        self._fit()

    def tell_comment(self, *, empty: bool) -> None:
        """Mark the comment as a problem (`empty`, because it is then not saved), or not."""
        mark_problem(self.comment, empty)

    def stops(self) -> list[QWidget]:
        return [
            self.instruction,
            *self.buttons.values(),
            self.comment,
            self.summary,
            self.model_button,
            self.back_button,
        ]

    def last_stop(self) -> QWidget:
        return next(one for one in reversed([self, *self.stops()]) if not one.isHidden())

    def take_focus(self) -> None:
        chosen = [one for one in self.buttons.values() if one.isChecked()]
        if chosen and not self._ratings.isHidden():
            chosen[0].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        return ""

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        self.comment.setReadOnly(not editable)
        for button in self.buttons.values():
            button.setEnabled(editable)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back_wanted.emit()
        else:
            super().keyPressEvent(event)

    # Internal.
    def _on_comment(self) -> None:
        if not self._silent and not self.comment.isReadOnly():
            self.recommented.emit(self.comment.toPlainText())

    def _fit(self) -> None:
        for box, most in ((self.instruction, 4), (self.summary, 6)):
            fit_quote(box, self.width() - 2 * self._theme.px(EDGE), most, self._theme)
        line = QFontMetrics(self._theme.ui_font(13)).lineSpacing()
        # Three lines of text and the frame.
        self.comment.setFixedHeight(3 * line + 18)
