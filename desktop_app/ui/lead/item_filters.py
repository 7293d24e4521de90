"""The filters above the lead's list of items: a search field, and a chip for each condition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from desktop_app.ui.colours import Role
from desktop_app.ui.lead.layout import line_edit, name_clear_button
from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import translate_message
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.flow_layout import FlowLayout, bare
from desktop_app.ui.widgets.parts import button
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.item_index import MARKS, STATUSES, ItemEntry, ItemIndex, count_answers

# A choice in a menu: its text, and the conditions that it sets.
Choice = tuple[str, dict[str, Any]]
_DISAGREEMENTS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7)
# Values of a field that its menu lists; the search finds the others.
_MOST_VALUES = 40
# Characters of a value in a chip or menu.
_LONGEST_VALUE = 40
# Milliseconds after the last key until the search begins.
_PAUSE = 120


class Chip(QFrame):
    """One condition: a button that offers its values, and one that removes it.

    Signal `removed()`: the user removes the condition
    """

    removed = Signal()

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__()
        self._name, self._theme = name, theme
        self.is_on = False
        self.button = button(name)
        self.button.setProperty("kind", "quiet")
        # The chevron is on the right of the text.
        self.button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.remove = IconButton("close", theme)
        self.remove.clicked.connect(self.removed)
        row = bare(QHBoxLayout(self), 0)
        row.setContentsMargins(1, 1, 1, 1)
        row.addWidget(self.button)
        row.addWidget(self.remove)
        theme.changed.connect(self._apply_theme)
        self.show_value("")

    def show_value(self, value: str) -> None:
        """Show the active value; "" without one."""
        self.is_on = bool(value)
        short = value if len(value) <= _LONGEST_VALUE else f"{value[: _LONGEST_VALUE - 1]}…"
        # Qt would underline the letter after a single “&”.
        words = f"{self._name}: {short}" if value else self._name
        self.button.setText(words.replace("&", "&&"))
        self.button.setAccessibleName(f"{self._name}: {value}" if value else self._name)
        self.button.setToolTip(plain_tip(value if short != value else ""))
        self.remove.setVisible(self.is_on)
        words = self.tr("Remove filter: {name}").format(name=self._name)
        self.remove.setAccessibleName(words)
        self.remove.setToolTip(plain_tip(words))
        self._apply_theme()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.color(Role.ACCENT if self.is_on else Role.BORDER))
        painter.setBrush(self._theme.color(Role.ACCENT_SOFT if self.is_on else Role.SURFACE))
        box = self.rect().adjusted(0, 0, -1, -1)
        painter.drawRoundedRect(box, 6, 6)
        painter.end()

    def _apply_theme(self) -> None:
        self.remove.setFixedWidth(self._theme.px(26))
        has_menu = self.button.menu() is not None and not self.is_on
        self.button.setIcon(self._theme.icon("down", Role.SECONDARY) if has_menu else QIcon())
        self.update()


class FilterBar(QWidget):
    """The search field and the chips.

    Signal `changed()`: the filter has changed
    Signal `left()`: Esc was pressed in the empty search field
    """

    changed = Signal()
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.filter = ItemFilter()
        # Returns how to call a person with an ID.
        self.person_label: Callable[[str], str] = str
        self._index = ItemIndex()
        self.search = line_edit(self.tr("Search items"), self.tr("Search texts and answers"))
        name_clear_button(self.search)
        self.search.setToolTip(
            plain_tip(
                self.tr('All words; word OR word; "a phrase"; -not this word; *part of a word')
            )
        )
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.search_now)
        self.search.textChanged.connect(lambda _: self._pause.start())
        self.search.returnPressed.connect(self.search_now)
        # By the names of the conditions that a chip shows, joined.
        self.chips: dict[str, Chip] = {}
        self.field_button = button(self.tr("+ Field"), self.tr("Filter by a field"))
        self.clear_button = button(self.tr("Clear"))
        self.clear_button.setProperty("kind", "link")
        self.clear_button.setToolTip(plain_tip(self.tr("Clear all filters")))
        self.clear_button.clicked.connect(lambda: self.show_filter(ItemFilter(), by_user=True))
        self._field_menu = QMenu(self)
        self._field_menu.aboutToShow.connect(self._fill_fields)
        self.field_button.setMenu(self._field_menu)
        self.flow = FlowLayout(self, across=8, down=6)
        self.flow.addWidget(self.search)
        self._add("status", self.tr("Status"), self._statuses)
        self._add("person", self.tr("Person"), self._people)
        self._add("disagreement", self.tr("Disagreement"), self._disagreements)
        self._add("mark", self.tr("Marks"), self._marks)
        self._add("day", self.tr("Day"))
        self._add("question", self.tr("Answer"))
        self._add("keys", self.tr("Items"))
        self._fields: dict[str, Chip] = {}
        self._last: Sequence[QWidget] = ()
        self.flow.addWidget(self.field_button)
        self.flow.addWidget(self.clear_button)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self._show()

    def add_last(self, *widgets: QWidget) -> None:
        """Add widgets after the filters."""
        self._last = widgets
        for one in widgets:
            self.flow.addWidget(one)

    def show_index(self, index: ItemIndex) -> None:
        """Offer the people and fields of other items."""
        self._index = index
        self.field_button.setVisible(index.has_field_values())
        self._show()

    def show_filter(self, item_filter: ItemFilter, *, by_user: bool = False) -> None:
        """Show a filter; with `by_user`, report the change."""
        self.filter = item_filter
        blocked = self.search.blockSignals(True)
        if self.search.text() != item_filter.text:
            self.search.setText(item_filter.text)
        self.search.blockSignals(blocked)
        self._pause.stop()
        self._show()
        if by_user:
            self.changed.emit()

    def found_words(self, found: Sequence[ItemEntry], total: int) -> str:
        """Return how many of `total` items meet the filter; `found`: these items."""
        now = self.filter
        if now.is_empty:
            return self.tr("%n item(s)", "", total) if total else ""
        words = self.tr("{found} of {total} match").format(
            found=shown(len(found)), total=shown(total)
        )
        # The chart of answers per day, which leads here, shows the number of answers.
        if not now.day:
            return words
        answers = self.tr("%n answer(s) on this day", "", count_answers(found, now))
        return f"{words}  ·  {answers}"

    def search_now(self) -> None:
        """Apply the words in the search field."""
        self._pause.stop()
        if self.search.text() != self.filter.text:
            self._set(text=self.search.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The first Esc clears the search, the second leaves it, as in an annotator's list.
        if event.key() != Qt.Key.Key_Escape or not self.search.hasFocus():
            super().keyPressEvent(event)
        elif self.search.text():
            self.search.clear()
            self.search_now()
        else:
            self.left.emit()

    # Internals
    def _add(self, key: str, name: str, choices: Callable[[], list[Choice]] | None = None) -> None:
        chip = Chip(name, self._theme)
        if choices is not None:
            menu = QMenu(chip)
            menu.aboutToShow.connect(lambda: self._fill(menu, choices()))
            chip.button.setMenu(menu)
        chip.removed.connect(lambda: self._remove(_CONDITIONS[key]))
        self.chips[key] = chip
        self.flow.addWidget(chip)

    def _fill(self, menu: QMenu, choices: Sequence[Choice]) -> None:
        menu.clear()
        for words, conditions in choices:
            action = menu.addAction(words.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(
                all(getattr(self.filter, name) == value for name, value in conditions.items())
            )
            action.triggered.connect(lambda _=False, to=conditions: self._set(**to))

    def _statuses(self) -> list[Choice]:
        return [(status_words(one), {"status": one}) for one in STATUSES]

    def _people(self) -> list[Choice]:
        return [(self.person_label(one), {"person": one}) for one in self._index.people()]

    def _disagreements(self) -> list[Choice]:
        return [(_above(one), {"least_disagreement": one}) for one in _DISAGREEMENTS]

    def _marks(self) -> list[Choice]:
        return [(self._mark_words(one), {"mark": one}) for one in MARKS]

    def _mark_words(self, mark: str) -> str:
        return {
            "flagged": self.tr("Flagged"),
            "skipped": self.tr("Skipped"),
            "conflict": self.tr("In conflict"),
            "decided": self.tr("Decided"),
            "outdated": self.tr("Decision outdated"),
            "earlier_text": self.tr("Text changed since"),
        }.get(mark, mark)

    def _fill_fields(self) -> None:
        self._field_menu.clear()
        for name, values in sorted(self._index.field_values().items()):
            menu = self._field_menu.addMenu(self.field_words(name).replace("&", "&&"))
            for value, number in values.most_common(_MOST_VALUES):
                words = f"{translate_message(value)[:_LONGEST_VALUE]}  ({shown(number)})"
                action = menu.addAction(words.replace("&", "&&"))
                fields = {**self.filter.fields, name: value}
                action.triggered.connect(lambda _=False, to=fields: self._set(fields=to))
            if len(values) > _MOST_VALUES:
                left = len(values) - _MOST_VALUES
                menu.addAction(self.tr("%n more: use the search", "", left)).setEnabled(False)

    def field_words(self, name: str) -> str:
        """Return the name of a field in the window's language; custom fields keep their names."""
        return {
            "source": self.tr("source"),
            "model": self.tr("model"),
            "stage": self.tr("stage"),
            "group": self.tr("group"),
            "protocol": self.tr("protocol"),
        }.get(name, name)

    def _set(self, **conditions: Any) -> None:
        self.show_filter(replace(self.filter, **conditions), by_user=True)

    def _remove(self, names: Sequence[str]) -> None:
        empty = ItemFilter()
        self._set(**{name: getattr(empty, name) for name in names})
        # The button that was pressed is hidden now.
        self.search.setFocus()

    def _remove_field(self, name: str) -> None:
        self._set(fields={key: value for key, value in self.filter.fields.items() if key != name})
        self.search.setFocus()

    def _show(self) -> None:
        now = self.filter
        least = now.least_disagreement
        question = f"{now.question} = {now.answer}" if now.answer else now.question
        keys = translate_message(now.title) or self.tr("chosen")
        values = {
            "status": status_words(now.status) if now.status else "",
            "person": self.person_label(now.person) if now.person else "",
            "disagreement": "" if least is None else _above(least),
            "mark": self._mark_words(now.mark) if now.mark else "",
            "day": now.day,
            "question": question,
            "keys": "" if now.keys is None else keys,
        }
        for key, value in values.items():
            self.chips[key].show_value(value)
            # Conditions without a menu come from other pages.
            self.chips[key].setVisible(bool(value) or self.chips[key].button.menu() is not None)
        for name in [one for one in self._fields if one not in now.fields]:
            chip = self._fields.pop(name)
            self.flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for name, field in now.fields.items():
            if name not in self._fields:
                chip = self._fields[name] = Chip(self.field_words(name), self._theme)
                chip.removed.connect(lambda name=name: self._remove_field(name))
                # Before the buttons at the end.
                for last in (self.field_button, self.clear_button, *self._last):
                    self.flow.removeWidget(last)
                for one in (chip, self.field_button, self.clear_button, *self._last):
                    self.flow.addWidget(one)
                chip.show()
            self._fields[name].show_value(translate_message(field) or "–")
        self.clear_button.setVisible(not now.is_empty)
        self.updateGeometry()

    def _apply_theme(self) -> None:
        self.search.setFixedWidth(self._theme.px(230))
        for clear in self.search.findChildren(QToolButton):
            clear.setIcon(self._theme.icon("close", Role.SECONDARY))


_CONDITIONS = {
    "status": ("status",),
    "person": ("person",),
    "disagreement": ("least_disagreement",),
    "mark": ("mark",),
    "day": ("day",),
    "question": ("question", "answer"),
    "keys": ("keys", "title"),
}


def status_words(status: str) -> str:
    """Return a status in the window's language."""
    return {
        "unassigned": QCoreApplication.translate("ItemStatus", "Unassigned"),
        "open": QCoreApplication.translate("ItemStatus", "Open"),
        "partial": QCoreApplication.translate("ItemStatus", "Partly done"),
        "done": QCoreApplication.translate("ItemStatus", "Done"),
        "excluded": QCoreApplication.translate("ItemStatus", "Excluded"),
    }.get(status, status)


def _above(share: float) -> str:
    return f"> {QLocale().toString(share, 'g', 3)}"
