"""The first step of post-editing: up to four variants, section beside section, one to be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.text.tokens import word_count
from desktop_app.ui.plain_text import PlainLabel, empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.calm_scroll_bar import keep_calm
from desktop_app.ui.widgets.choice_buttons import Face, RadioChoice
from desktop_app.ui.widgets.choice_row import ChoiceRow
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.question_view import OwnPart, as_caption, plain_label
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.ui.word_wrap import WrappingLabel
from plugins.dolomites.panel.edit_sections import SIDES, plans_of, rows_of, sides_of

_COLUMN = 330  # pixels at 100 % text that a variant needs to be read
_LONG = 30_000  # characters of a section that scrolls by itself
_TALLEST = 3_000  # pixels of such a section
_ANY = 1_000_000  # pixels: more than others need
_GAP = 16
_LONGEST, _WIDEST = 200, 80  # characters of a title that show; pixels that a word of it asks for


class Cell(ReadingView):
    """One section of one variant, as tall as its text."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self.fit)
        theme.changed.connect(self._fitting.start)

    def fit(self) -> None:
        """Be as tall as the text."""
        # Laying out a very long text as a whole would take seconds: such a one scrolls by itself.
        long = len(self.text) > _LONG
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if long else policy.ScrollBarAlwaysOff
        )
        around = max(self.height() - self.viewport().height(), 12)
        height = (_TALLEST if long else self.height_of_lines(_ANY)) + around
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fitting.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            event.ignore()  # all of it shows: what is around it scrolls
        else:
            super().wheelEvent(event)


class Variants(QScrollArea):
    """Variants side by side, as many as there is room for. Left and Right show the others.

    heads  what each is called, above its column: to be put above the area, where it stays in view
    """

    shown = Signal(int, int, int)  # the first and the last one that show, from 1 on, of how many

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._variants: list[Mapping[str, Any]] = []
        self._task: Mapping[str, Any] = {}
        self._first = 0
        self._columns = 1
        self._chosen = -1
        self.heads = QWidget()
        self._head_row = QHBoxLayout(self.heads)
        self._head_row.setSpacing(_GAP)
        self._names: list[PlainLabel] = []
        self._cells: list[list[QWidget]] = []  # by variant
        self._later: list[list[Callable[[], None]]] = []  # by variant: what fills them
        self.setProperty("kind", "stop")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Variants side by side"))
        keep_calm(self)
        self._page = QWidget()
        self._grid = QGridLayout(self._page)
        self._grid.setContentsMargins(8, 0, 8, 8)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(4)
        self.setWidget(self._page)
        self._page.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        theme.changed.connect(self._arrange)

    def show_variants(self, task: Mapping[str, Any], variants: Sequence[Mapping[str, Any]]) -> None:
        """Show other variants of a task's example."""
        self._task, self._variants = task, list(variants)
        self._first, self._chosen = 0, -1
        self._build()
        self.verticalScrollBar().setValue(0)

    def show_chosen(self, place: int) -> None:
        """Mark the chosen variant, -1: none, and bring it into view."""
        self._chosen = place
        for number, head in enumerate(self._names):
            words = self.name(number)
            if number == place:
                words = self.tr("{variant} · chosen").format(variant=words)
            head.setText(words)
        if place >= 0 and not self._first <= place < self._first + self._columns:
            self._show_from(place)

    def name(self, place: int) -> str:
        """Return what a variant is called."""
        return self.tr("Variant {number}").format(number=place + 1)

    def step(self, by: int) -> None:
        """Show the variants beside those that show."""
        self._show_from(self._first + by)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if plain and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            back = (event.key() == Qt.Key.Key_Left) != self.isRightToLeft()
            self.step(-1 if back else 1)
            return
        bar = self.verticalScrollBar()
        if plain and event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar.setValue(bar.minimum() if event.key() == Qt.Key.Key_Home else bar.maximum())
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    # Inside

    def _build(self) -> None:
        empty(self._grid)
        empty(self._head_row)
        self._names, self._cells = [], [[] for _ in self._variants]
        self._later = [[] for _ in self._variants]
        sides = [sides_of(variant) for variant in self._variants]
        row = -1
        for place, each in enumerate(sides):
            head = PlainLabel()
            head.setProperty("kind", "question")
            words = sum(word_count(one["text"]) for one in each["output"])
            count = PlainLabel(self.tr("%n output word(s)", "", words))
            count.setProperty("kind", "secondary")
            box = QWidget()
            inside = FlowLayout(box, across=8, down=0, spread=True)
            inside.setContentsMargins(8, 0, 8, 0)
            inside.addWidget(head)
            inside.addWidget(count)
            self._names.append(head)
            self._head_row.addWidget(box, 1)
            self._cells[place].append(box)
        for side in SIDES:
            wanted = [plan["title"] for plan in plans_of(self._task, side)]
            kind = self.tr("Input") if side == "input" else self.tr("Output")
            rows = rows_of(wanted, [each[side] for each in sides])
            for number, places in enumerate(rows):
                row += 1
                asked = wanted[number] if number < len(wanted) else ""
                for column, at in enumerate(places):
                    found = None if at is None else sides[column][side][at]
                    box = QWidget()
                    self._later[column].append(
                        partial(self._fill, box, kind, found or asked, column)
                    )
                    self._grid.addWidget(box, row, column, Qt.AlignmentFlag.AlignTop)
                    self._cells[column].append(box)
        self._grid.setRowStretch(row + 1, 1)
        self.show_chosen(self._chosen)
        self._arrange()

    def _fill(self, box: QWidget, kind: str, section: Mapping[str, str] | str, column: int) -> None:
        """Put a section into its place, once that comes into view; of one that is not there, what
        the task calls it."""
        inside = QVBoxLayout(box)
        inside.setContentsMargins(0, 0, 0, 8)
        inside.setSpacing(2)
        if isinstance(section, str):
            if not section:
                return
            words = self.tr("Missing: “{title}”").format(title=section[:_LONGEST])
            missing = WrappingLabel(words, widest=_WIDEST)
            missing.setProperty("kind", "secondary")
            missing.setContentsMargins(8, 4, 8, 0)
            inside.addWidget(missing)
            return
        title = WrappingLabel(f"{kind} · {section['title'][:_LONGEST]}", widest=_WIDEST)
        as_caption(title)
        title.setContentsMargins(8, 4, 8, 0)
        name = f"{self.name(column)}, {kind}: {section['title']}"
        cell = Cell(self._theme, name)
        cell.show_text(section["text"])
        inside.addWidget(title)
        inside.addWidget(cell)

    def _arrange(self) -> None:
        """Show as many variants as there is room for, each as wide as the others."""
        count = len(self._variants)
        room = self.viewport().width()
        beside = self.width() - room
        left, right = (beside, 2) if self.isRightToLeft() else (2, beside)
        self._head_row.setContentsMargins(8 + left, 0, 8 + right, 0)
        self._columns = max(1, min(count, room // self._theme.px(_COLUMN)))
        self._show_from(self._first)

    def _show_from(self, first: int) -> None:
        count = len(self._variants)
        self._first = max(0, min(first, count - self._columns))
        for place, cells in enumerate(self._cells):
            on = self._first <= place < self._first + self._columns
            while on and self._later[place]:
                self._later[place].pop()()
            for cell in cells:
                cell.setVisible(on)
            self._grid.setColumnStretch(place, 1 if on else 0)
        if count:
            self.shown.emit(self._first + 1, self._first + self._columns, count)


class ChosenPart(OwnPart):
    """Asks which variant is the most plausible."""

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(
            "chosen", self.tr("Which variant is the most plausible example of the task?"), theme
        )
        self.buttons: list[RadioChoice] = []
        self._editable = True
        self._row = ChoiceRow(theme, scale=True)
        self.note = plain_label("", "secondary")
        self.note.hide()
        self.column.addLayout(self._row)
        self.column.addWidget(self.note)
        self.column.addWidget(self.problem)

    def offer(self, names: Sequence[str]) -> None:
        """Offer this many variants, by their names."""
        empty(self._row)
        self.buttons = []
        for place, name in enumerate(names):
            button = RadioChoice(self._theme, Face(name, key=str(place + 1)))
            button.setAccessibleName(name)
            button.setToolTip(self.tr("Choose this variant  {key}").format(key=place + 1))
            button.setEnabled(self._editable)
            button.clicked.connect(lambda _on=False, place=place: self._on_clicked(place))
            button.installEventFilter(self)
            self._row.addWidget(button)
            self.buttons.append(button)
        for before, after in pairwise(self.buttons):
            QWidget.setTabOrder(before, after)

    def show_chosen(self, place: int) -> None:
        """Show which one is chosen; -1: none."""
        for number, button in enumerate(self.buttons):
            button.setChecked(number == place)

    def say(self, words: str) -> None:
        """Say something quiet below the choice."""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def press(self, text: str) -> bool:
        """Choose by a key; tells whether it was one."""
        if self._editable and text.isdecimal() and 1 <= int(text) <= len(self.buttons):
            self.chosen.emit(int(text) - 1)
            return True
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
            move = by.get(Qt.Key(event.key()), 0)
            if move and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
                here = next((n for n, one in enumerate(self.buttons) if one is watched), 0)
                self.buttons[(here + move) % len(self.buttons)].setFocus()
                return True
        return False

    def stops(self) -> list[QWidget]:
        return list(self.buttons)

    def last_stop(self) -> QWidget:
        return self.buttons[-1] if self.buttons else self

    def take_focus(self) -> None:
        checked = [one for one in self.buttons if one.isChecked()]
        for button in (checked or self.buttons)[:1]:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        return self.tr("Please choose a variant.")

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        for button in self.buttons:
            button.setEnabled(editable)

    def _on_clicked(self, place: int) -> None:
        self.chosen.emit(place)
