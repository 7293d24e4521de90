"""The first step of post-editing: the choice between up to four variants side by side."""

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
from desktop_app.ui.widgets.choice_buttons import ChoiceRow, Face, RadioChoice
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.question_view import OwnPart, as_caption, plain_label
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.ui.widgets.scrolling import keep_calm
from desktop_app.ui.word_wrap import WrappingLabel
from plugins.dolomites.panel.edit_sections import SIDES, plans_of, rows_of, sides_of

# Minimum width of a variant in pixels, at 100 % text size.
_COLUMN = 330
# A section with more characters has its own scroll bar.
_LONG = 30_000
# Height of such a section in pixels.
_TALLEST = 3_000
# Pixels; larger than the height of any other section.
_ANY = 1_000_000
_GAP = 16
# Maximum number of characters of a title that are shown, and maximum width in pixels for one long
# word of it.
_LONGEST, _WIDEST = 200, 80


class Cell(ReadingView):
    """The text of one section of one variant, as tall as its text."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme)
        self.setAccessibleName(name)
        # Tab must not stop at each section of each variant.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The layout is up to date only after the current event.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self.fit)
        theme.changed.connect(self._fitting.start)

    def fit(self) -> None:
        """Set the height to that of the text."""
        # The layout of a very long text would take seconds, so such a section scrolls.
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
            # All text is visible, so the surrounding area scrolls.
            event.ignore()
        else:
            super().wheelEvent(event)


class Variants(QScrollArea):
    """Variants side by side, as many as fit. The keys Left and Right scroll to the others.

    `heads`: the names of the variants; the page puts them above this area, so that they stay
        visible while the area scrolls
    `shown`: first and last visible variant, counted from 1, and the number of variants
    """

    shown = Signal(int, int, int)

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
        # The widgets of each variant.
        self._cells: list[list[QWidget]] = []
        # For each variant, functions that fill its widgets, called when the variant first becomes
        # visible.
        self._later: list[list[Callable[[], None]]] = []
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
        """Show other variants of an example of the task, starting with the first."""
        self._task, self._variants = task, list(variants)
        self._first, self._chosen = 0, -1
        self._build()
        self.verticalScrollBar().setValue(0)

    def show_chosen(self, place: int) -> None:
        """Mark the variant with this index as chosen and make it visible; −1 for none."""
        self._chosen = place
        for number, head in enumerate(self._names):
            words = self.name(number)
            if number == place:
                words = self.tr("{variant} · chosen").format(variant=words)
            head.setText(words)
        if place >= 0 and not self._first <= place < self._first + self._columns:
            self._show_from(place)

    def name(self, place: int) -> str:
        """Return the displayed name of the variant with this index."""
        return self.tr("Variant {number}").format(number=place + 1)

    def step(self, by: int) -> None:
        """Scroll the variants by `by` columns."""
        self._show_from(self._first + by)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if plain and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            # In a right-to-left layout, the first variant is on the right.
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

    def _build(self) -> None:
        """Create the heads and an empty box for every section of every variant."""
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
        # Sections with the same title share a row, so that they can be compared.
        for side in SIDES:
            wanted = [plan["title"] for plan in plans_of(self._task, side)]
            kind = self.tr("Input") if side == "input" else self.tr("Output")
            rows = rows_of(wanted, [each[side] for each in sides])
            for number, places in enumerate(rows):
                row += 1
                # The first rows are those of the task. A variant without such a section says so.
                asked = wanted[number] if number < len(wanted) else ""
                for column, at in enumerate(places):
                    found = None if at is None else sides[column][side][at]
                    box = QWidget()
                    self._later[column].append(
                        partial(self._fill, box, kind, found or asked, column)
                    )
                    self._grid.addWidget(box, row, column, Qt.AlignmentFlag.AlignTop)
                    self._cells[column].append(box)
        # An empty last row takes the remaining height.
        self._grid.setRowStretch(row + 1, 1)
        self.show_chosen(self._chosen)
        self._arrange()

    def _fill(self, box: QWidget, kind: str, section: Mapping[str, str] | str, column: int) -> None:
        """Fill a box with a section.

        `section`: the section; if the variant lacks it, its title in the task, or an empty string
            for an empty box
        """
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
        """Show as many variants as fit, in columns of equal width."""
        count = len(self._variants)
        room = self.viewport().width()
        # The heads are outside this area, so their width excludes its scroll bar.
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
            # Creating all texts at once would delay the opening of the item.
            while on and self._later[place]:
                self._later[place].pop()()
            for cell in cells:
                cell.setVisible(on)
            self._grid.setColumnStretch(place, 1 if on else 0)
        if count:
            self.shown.emit(self._first + 1, self._first + self._columns, count)


class ChosenPart(OwnPart):
    """The question about which variant is the most plausible.

    `chosen`: the user wants the variant with this index
    """

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
        """Offer the variants with these names."""
        empty(self._row)
        self.buttons = []
        for place, name in enumerate(names):
            button = RadioChoice(self._theme, Face(name, key=str(place + 1)))
            button.setAccessibleName(name)
            button.setToolTip(self.tr("Choose this variant  {key}").format(key=place + 1))
            button.setEnabled(self._editable)
            button.clicked.connect(lambda _on=False, place=place: self.chosen.emit(place))
            button.installEventFilter(self)
            self._row.addWidget(button)
            self.buttons.append(button)
        for before, after in pairwise(self.buttons):
            QWidget.setTabOrder(before, after)

    def show_chosen(self, place: int) -> None:
        """Mark the variant with this index as chosen; -1 for none."""
        for number, button in enumerate(self.buttons):
            button.setChecked(number == place)

    def tell_aside(self, names: Sequence[str]) -> None:
        """Show a note that the edits of these variants are kept, or no note if there are none."""
        words = self.tr("Your work on {variants} is kept in case you choose it again.")
        self.note.setText(words.format(variants=", ".join(names)) if names else "")
        self.note.setVisible(bool(names))

    def press(self, text: str) -> bool:
        """Choose a variant by its number key. Return whether the key was handled."""
        if self._editable and text.isdecimal() and 1 <= int(text) <= len(self.buttons):
            self.chosen.emit(int(text) - 1)
            return True
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            # Arrow keys move the focus without choosing, because a choice replaces the edited
            # texts.
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
