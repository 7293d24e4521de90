"""The first step of post-editing: the choice between up to four variants side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.text.tokens import word_count
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.plain_text import empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.choice_buttons import ChoiceRow, Face, RadioChoice
from desktop_app.ui.widgets.parts import label, set_kind
from desktop_app.ui.widgets.question_view import OwnPart, plain_label
from desktop_app.ui.widgets.scrolling import keep_calm
from desktop_app.ui.word_wrap import WrappingLabel
from plugins.dolomites.panel.edit_sections import SIDES, plans_of, rows_of, sides_of
from plugins.dolomites.panel.fitted import Fitted

# Minimum width of a variant, width of an option and height of the names, in pixels at 100 % text.
_COLUMN, _OPTION, _HEAD = 330, 96, 44
_ANY = 16_777_215  # QWIDGETSIZE_MAX, which PySide6 does not export
# Maximum number of characters of a title that are shown, and maximum width in pixels for one long
# word of it.
_LONGEST, _WIDEST = 200, 80


class Cell(Fitted):
    """The text of one section of one variant, as tall as its text."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme)
        self.setAccessibleName(name)
        # Tab must not stop at each section of each variant.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.fit_always(theme)


class VariantHead(QFrame):
    """The name of a variant, its number of words, and whether it is chosen."""

    def __init__(self, name: str, words: int) -> None:
        super().__init__()
        self.setProperty("kind", "cell")
        self.name = label(name, "title")
        self.count = label(self.tr("%n word(s)", "", words), "secondary")
        self.chosen = label("✓ " + self.tr("Chosen"), "chosen")
        self.chosen.hide()
        in_row(self.name, self.count, STRETCH, self.chosen, on=self, margins=(14, 0, 16, 0), gap=8)


class Variants(QScrollArea):
    """Variants side by side, as many as fit. The keys Left and Right scroll to the others.

    `heads`: the names of the variants; the page puts them above this area, so that they stay
        visible while the area scrolls
    `has_same_input`: whether all variants have the same input, which is not shown then
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
        self._head_row.setSpacing(0)
        self.has_same_input = False
        self._heads: list[VariantHead] = []
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
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
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
        for number, head in enumerate(self._heads):
            head.chosen.setVisible(number == place)
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
        self._heads, self._cells = [], [[] for _ in self._variants]
        self._later = [[] for _ in self._variants]
        sides = [sides_of(variant) for variant in self._variants]
        inputs = [each["input"] for each in sides]
        self.has_same_input = len(inputs) > 1 and all(one == inputs[0] for one in inputs)
        row = -1
        for place, each in enumerate(sides):
            words = sum(word_count(one["text"]) for one in each["output"])
            head = VariantHead(self.name(place), words)
            self._heads.append(head)
            self._head_row.addWidget(head, 1)
            self._cells[place].append(head)
        # Sections with the same title share a row, so that they can be compared.
        for side in ("output",) if self.has_same_input else SIDES:
            wanted = [plan["title"] for plan in plans_of(self._task, side)]
            kind = self.tr("Input") if side == "input" else ""
            rows = rows_of(wanted, [each[side] for each in sides])
            for number, places in enumerate(rows):
                row += 1
                # The first rows are those of the task. A variant without such a section says so.
                asked = wanted[number] if number < len(wanted) else ""
                for column, at in enumerate(places):
                    found = None if at is None else sides[column][side][at]
                    box = QFrame()
                    box.setProperty("kind", "cell")
                    self._later[column].append(
                        partial(self._fill, box, kind, found or asked, column)
                    )
                    self._grid.addWidget(box, row, column)
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
        inside = in_column(on=box, margins=(8, 10, 8, 10), gap=0)
        if isinstance(section, str):
            if not section:
                return
            words = self.tr("Missing: “{title}”").format(title=section[:_LONGEST])
            missing = WrappingLabel(words, widest=_WIDEST)
            missing.setProperty("kind", "warning")
            missing.setContentsMargins(8, 0, 8, 0)
            inside.addWidget(missing)
            inside.addStretch(1)
            return
        shown = section["title"][:_LONGEST]
        title = WrappingLabel(f"{kind} · {shown}" if kind else shown, widest=_WIDEST)
        title.setProperty("kind", "strong")
        title.setContentsMargins(8, 0, 8, 0)
        name = ", ".join(part for part in (self.name(column), kind) if part)
        cell = Cell(self._theme, f"{name}: {section['title']}")
        cell.show_text(section["text"])
        inside.addWidget(title)
        inside.addWidget(cell)
        inside.addStretch(1)

    def _arrange(self) -> None:
        """Show as many variants as fit, in columns of equal width."""
        count = len(self._variants)
        room = self.viewport().width()
        # The heads are outside this area, so their width excludes its scroll bar.
        beside = self.width() - room
        left, right = (beside, 2) if self.isRightToLeft() else (2, beside)
        self._head_row.setContentsMargins(left, 0, right, 0)
        self.heads.setFixedHeight(self._theme.px(_HEAD))
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
            is_last = place == min(self._first + self._columns, count) - 1
            for cell in cells:
                cell.setVisible(on)
                # No line before the scroll bar.
                set_kind(cell, "cell-last" if is_last else "cell")
            self._grid.setColumnStretch(place, 1 if on else 0)
        if count:
            self.shown.emit(self._first + 1, self._first + self._columns, count)


class VariantsPane(QFrame):
    """The variants with their names above, and buttons to the others below."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self.setAccessibleName(self.tr("Variants"))
        self.variants = Variants(theme)
        self.note = label(
            self.tr("The input is the same for all variants."), "secondary", wrap=True
        )
        self.range = label(kind="secondary")
        words = self.tr("Previous variant")
        self.previous_button = IconButton("previous", theme, words, f"{words}  ←")
        words = self.tr("Next variant")
        self.next_button = IconButton("next", theme, words, f"{words}  →")
        self.previous_button.clicked.connect(lambda: self.variants.step(-1))
        self.next_button.clicked.connect(lambda: self.variants.step(1))
        self._steps = QWidget()
        buttons = (self.previous_button, self.next_button)
        in_row(self.range, *buttons, on=self._steps, margins=0, gap=4)
        self.foot = QFrame()
        self.foot.setProperty("kind", "pane-foot")
        in_row((self.note, 1), self._steps, on=self.foot, margins=(14, 2, 10, 2), gap=8)
        parts = (self.variants.heads, (self.variants, 1), self.foot)
        in_column(*parts, on=self, margins=1, gap=0)
        self.variants.shown.connect(self._on_shown)

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order."""
        return [self.variants, self.previous_button, self.next_button]

    def _on_shown(self, first: int, last: int, count: int) -> None:
        # If all variants are visible, there is nothing to scroll to.
        all_ = first == 1 and last == count
        one = self.tr("Variant {first} of {count}")
        words = one if first == last else self.tr("Variants {first}–{last} of {count}")
        self.range.setText(words.format(first=first, last=last, count=count))
        self._steps.setVisible(not all_)
        self.previous_button.setEnabled(first > 1)
        self.next_button.setEnabled(last < count)
        self.note.setText(
            self.tr("The input is the same for all variants.")
            if self.variants.has_same_input
            else ""
        )
        self.foot.setVisible(not all_ or self.variants.has_same_input)


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
        self._options = QWidget()
        self._options.setLayout(self._row)
        self.note = plain_label("", "secondary")
        self.note.hide()
        # The only question of its step, so a number would say nothing.
        self.caption.hide()
        words = in_column(self.title, self.note, self.problem, margins=0, gap=2)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(12)
        self.column.removeWidget(self.title)
        self._line.addLayout(words, 1)
        self._line.addWidget(self._options)
        self.column.addStretch(1)
        self.column.addLayout(self._line)
        self.column.addStretch(1)

    def set_in_row(self, on: bool) -> None:
        """Put the options beside the question (`on`) or below it."""
        directions = QBoxLayout.Direction
        self._line.setDirection(directions.LeftToRight if on else directions.TopToBottom)
        wide = self._theme.px(_OPTION) * len(self.buttons) if on else 0
        self._options.setMinimumWidth(wide)
        self._options.setMaximumWidth(wide or _ANY)

    def set_current(self, current: bool) -> None:
        """Do nothing: the only question of its step needs no mark."""

    def set_place(self, number: int, mark: str) -> None:
        """Do nothing: the only question of its step has no number."""

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
        self.set_in_row(self._line.direction() is QBoxLayout.Direction.LeftToRight)
        for before, after in pairwise(self.buttons):
            QWidget.setTabOrder(before, after)

    def show_chosen(self, place: int) -> None:
        """Mark the variant with this index as chosen; -1 for none."""
        for number, button in enumerate(self.buttons):
            button.setChecked(number == place)
        # The focus follows a choice by key, or the next Enter would choose another variant.
        if place >= 0 and any(button.hasFocus() for button in self.buttons):
            self.take_focus()

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
