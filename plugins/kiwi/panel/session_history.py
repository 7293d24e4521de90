"""All turns of a session so far, for reading, searching and changing their ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.text.spans import NOWHERE, Places
from desktop_app.ui.plain_text import PlainLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.field import LongBox, NoUndo, mark_problem
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.styled_view import Style, StyledPart, StyledView
from plugins.kiwi.panel.session_texts import SessionWords, shortened
from plugins.kiwi.panel.widgets import ListWithDetail, PlainList, SegmentButtons
from plugins.kiwi.shapes import RATINGS

_MOST_HITS = 2_000


class History(QWidget):
    """A list of the first answer and the closed turns, with one of them in full.

    `rerated`: emitted with the number of a closed turn, from 1, and its new rating
    `recommented`: emitted with the number of a closed turn, from 1, and its new comment
    """

    rerated = Signal(int, str)
    recommented = Signal(int, str)

    def __init__(self, theme: Theme, words: SessionWords) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._turns: list[Mapping[str, Any]] = []
        self._initial: Mapping[str, Any] = {}
        self._editable = True
        self._silent = False
        # The visible turn and its text. −1 means that no row is selected, so −2 differs from all.
        self._shown: tuple[int, str] = (-2, "")
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the turns"))
        self.search.setAccessibleName(self.tr("Search the turns"))
        self.search.setMinimumWidth(60)
        self.search.textChanged.connect(self._filter)
        self.list = PlainList(self.tr("Turns"))
        self.list.currentRowChanged.connect(lambda _row: self._show_turn())
        self.none = PlainLabel(self.tr("No turn contains these words."))
        self.none.setProperty("kind", "secondary")
        self.none.setWordWrap(True)
        self.none.hide()
        self.styled = StyledView(theme)
        self.detail = MatchPane(theme, self.tr("Turn"), view=self.styled)
        self.detail.strip.hide()
        self.again = QWidget()
        self._group = SegmentButtons(self, theme)
        rate = QHBoxLayout(self.again)
        rate.setContentsMargins(8, 0, 4, 0)
        rate.setSpacing(4)
        for code in RATINGS:
            tip = self.tr("Change the rating of this turn")
            rate.addWidget(self._group.add(code, words.rating(code), tip))
        self.buttons = self._group.by_key
        self._group.chosen.connect(self._on_rated)
        self.comment = LongBox()
        self.comment.setProperty("kind", "field")
        self.comment.setAccessibleName(self.tr("Comment on this turn"))
        self.comment.setToolTip(self.tr("Comment on this turn"))
        self.comment.setMinimumWidth(60)
        self.comment.setTabChangesFocus(True)
        # The page has its own undo, which covers all fields.
        self.comment.setUndoRedoEnabled(False)
        self._guard = NoUndo(self)
        self.comment.installEventFilter(self._guard)
        self.comment.textChanged.connect(self._on_comment)
        rate.addWidget(self.comment, 1)
        listed = (self.search, self.none, self.list)
        self.splitter = ListWithDetail(listed, (self.again, self.detail))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def count(self) -> int:
        """The number of closed turns."""
        return len(self._turns)

    def show_turns(self, initial: Mapping[str, Any], turns: Sequence[Mapping[str, Any]]) -> None:
        """Show the first answer and the closed turns.

        The selected turn stays selected unless the number of turns or the first answer changed; in
        that case, the latest turn is selected.
        """
        if initial == self._initial and list(turns) == self._turns:
            return
        # Rows are replaced only if their number or the first answer changed, so that other changes
        # keep the selection.
        grown = len(turns) != len(self._turns) or initial.get("answer") != self._initial.get(
            "answer"
        )
        self._initial, self._turns = initial, list(turns)
        if grown:
            self._fill(latest=True)
        else:
            for row, place in enumerate(self._places()):
                item = self.list.item(row)
                if item is not None:
                    self._write(item, place)
        self._show_turn()

    def refresh(self) -> None:
        """Show the selected turn again after a rejected change."""
        self._show_turn()

    def tell_comment(self, *, empty: bool) -> None:
        """Mark the comment as a problem (`empty`, because it is then not saved), or not."""
        mark_problem(self.comment, empty)

    def set_editable(self, on: bool) -> None:
        """Set whether ratings and comments can be changed."""
        self._editable = on
        self.comment.setReadOnly(not on)
        for button in self.buttons.values():
            button.setEnabled(on)

    def set_scarce(self, on: bool) -> None:
        """Put the list above the details (`on`, for a small window) or next to them."""
        self.splitter.set_stacked(on, [220, 320])

    def stops(self) -> list[QWidget]:
        """Return the widgets in the focus chain, in reading order."""
        return [self.search, self.list, *self.buttons.values(), self.comment, self.detail]

    def take_focus(self) -> None:
        """Set the focus to the list of turns."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_find(self) -> None:
        """Set the focus to the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    # Internal.
    def _places(self) -> list[int]:
        """Return the numbers of the turns that contain all search words, the latest first.

        0 is the first answer.
        """
        words = self.search.text().casefold().split()
        every = [*range(len(self._turns), 0, -1), *([0] if self._initial.get("answer") else [])]
        return [
            place for place in every if all(word in self._whole(place).casefold() for word in words)
        ]

    def _whole(self, place: int) -> str:
        """Return all texts of a turn, in which the search looks."""
        source = self._turns[place - 1] if place else self._initial
        names = ("instruction", "answer", "edited", "summary", "comment")
        return "\n".join(str(source.get(name) or "") for name in names)

    def _filter(self) -> None:
        self._fill()
        self._show_turn()

    def _fill(self, *, latest: bool = False) -> None:
        """Fill the list.

        `latest`: whether the latest turn is selected; otherwise the selection is kept if possible
        """
        item = None if latest else self.list.currentItem()
        before = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        places = self._places()
        # Otherwise each row that is removed or added could change the selection and show a turn.
        self.list.blockSignals(True)
        self.list.clear()
        for place in places:
            made = QListWidgetItem()
            made.setData(Qt.ItemDataRole.UserRole, place)
            self._write(made, place)
            self.list.addItem(made)
        if places:
            self.list.setCurrentRow(places.index(before) if before in places else 0)
        self.list.blockSignals(False)
        self.none.setVisible(not places and bool(self.search.text()))

    def _write(self, item: QListWidgetItem, place: int) -> None:
        if place:
            turn = self._turns[place - 1]
            parts = [
                f"{place}",
                self._words.kind(turn.get("type")),
                self._words.rating(turn.get("rating")),
                self.tr("edited") if turn.get("edited") is not None else "",
                shortened(str(turn.get("instruction") or ""), 80),
            ]
            words = " · ".join(one for one in parts if one)
        else:
            words = self.tr("First answer")
        item.setText(words)
        item.setToolTip(plain_tip(words))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)

    def _at(self) -> int:
        """Return the number of the selected turn; 0 for the first answer, −1 for none."""
        item = self.list.currentItem()
        return int(item.data(Qt.ItemDataRole.UserRole)) if item is not None else -1

    def _show_turn(self) -> None:
        place = self._at()
        self.again.setVisible(place > 0)
        parts = list(self._parts(place)) if place >= 0 else []
        # The text is replaced only if it changed, so that scroll position and selection stay.
        mark = (place, "\n".join(part.text for part in parts))
        if mark != self._shown:
            self._shown = mark
            self.detail.show_text("")
            self.styled.show_parts(parts)
        if place > 0:
            turn = self._turns[place - 1]
            if turn.get("rating") in self.buttons:
                self.buttons[str(turn["rating"])].setChecked(True)
            comment = str(turn.get("comment") or "")
            if comment != self.comment.toPlainText():
                # Filling the box must not count as an edit by the person.
                self._silent = True
                self.comment.setPlainText(comment)
                self._silent = False
            for code, button in self.buttons.items():
                # Screen readers read a button in isolation, so its name contains the number of the
                # turn.
                button.setAccessibleName(
                    self.tr("{rating}: rate turn {number}").format(
                        rating=self._words.rating(code), number=place
                    )
                )
        self._mark_hits()

    def _parts(self, place: int) -> list[StyledPart]:
        if place == 0:
            return [
                StyledPart(self.tr("First answer"), Style.CAPTION),
                StyledPart(str(self._initial.get("answer") or "")),
            ]
        turn = self._turns[place - 1]
        result = [
            StyledPart(self.tr("Instruction"), Style.CAPTION),
            StyledPart(str(turn.get("instruction") or "")),
        ]
        for name, words in (
            ("edited", self.tr("Your edited answer")),
            ("answer", self.tr("Answer of the model")),
            ("summary", self.tr("What the model found in the passages")),
        ):
            if turn.get(name):
                result += [StyledPart(words, Style.CAPTION), StyledPart(str(turn[name]))]
        return result

    def _mark_hits(self) -> None:
        """Highlight the search words in the visible turn."""
        words = self.search.text().casefold().split()
        text = self.styled.text.casefold()
        starts: list[int] = []
        ends: list[int] = []
        for word in words:
            at = text.find(word)
            while at >= 0 and len(starts) < _MOST_HITS:
                starts.append(at)
                ends.append(at + len(word))
                at = text.find(word, at + len(word))
        # Case folding may change the length of a text (“ß” becomes “ss”). The positions would then
        # be wrong, so nothing is highlighted.
        if starts and len(text) == len(self.styled.text):
            order = np.argsort(np.array(starts), kind="stable")
            self.detail.show_found(Places(np.array(starts)[order], np.array(ends)[order]))
        else:
            self.detail.show_found(NOWHERE)

    def _on_rated(self, code: str) -> None:
        if self._at() > 0:
            self.rerated.emit(self._at(), code)

    def _on_comment(self) -> None:
        if self._at() > 0 and not self._silent and not self.comment.isReadOnly():
            self.recommented.emit(self._at(), self.comment.toPlainText())

    def _apply_theme(self) -> None:
        line = QFontMetrics(self._theme.ui_font(13)).lineSpacing()
        # Two lines of text and the frame.
        self.comment.setFixedHeight(2 * line + 18)
