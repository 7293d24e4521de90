"""An editor for an ordered list of sections, for mouse and keyboard.

    editor = SectionEditor(self.tr("Input sections"), fields, theme)
    editor.edited.connect(lambda before, after: …)

It holds the sections as plain data, and emits each edit as the whole list before and after; it
neither saves nor undoes. An empty list is shown as one empty section, which becomes part of the
data when something is typed into it. Keys of a section that have no field here stay unchanged.

The module is longer than most because adding, moving, merging and undoing are one state machine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QLocale, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_app.core.json_values import objects
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.field import MOST, LineBox
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.question_view import plain_label
from desktop_app.ui.widgets.section_row import SectionField, SectionRow

__all__ = ["MOST_SECTIONS", "SectionEditor", "SectionField", "SectionKeys"]

MOST_SECTIONS = 40
Sections = list[dict[str, Any]]
Command = tuple[str, str, str, Callable[[], object]]


class DropLine(QWidget):
    """A line that shows where the dragged section would be inserted."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.color(Role.ACCENT))


class SectionEditor(QWidget):
    """An editor for a list of sections, such as the input sections of a task.

    `name`: its name for screen readers
    `fields`: the fields of every section; the first one is its title
    `most`: the maximum number of sections

    `edited`: the person changed something; all sections before and after
    `reordered`: the Tab order has to be set again, because rows were added or removed
    """

    edited = Signal(object, object)
    reordered = Signal()

    def __init__(
        self,
        name: str,
        fields: Sequence[SectionField],
        theme: Theme,
        *,
        most: int = MOST_SECTIONS,
    ) -> None:
        super().__init__()
        self._fields, self._theme, self._most = tuple(fields), theme, most
        self._sections: Sections = []
        self._editable = True
        # Section and field of the last change; `take_focus` goes there.
        self._last = (0, self._fields[0].key)
        # The index that a dragged section would get now; -1 if none is dragged.
        self._dropping = -1
        self.rows: list[SectionRow] = []
        self.setAccessibleName(name)
        self._column = QVBoxLayout()
        self._column.setSpacing(theme.px(14))
        self.message = plain_label("", "problem")
        self.message.hide()
        self.add_button = QPushButton(self.tr("Add a section"))
        self.add_button.setAutoDefault(False)
        self.add_button.setToolTip(self.tr("Add a section  Ctrl+Shift+N"))
        self.add_button.clicked.connect(lambda: self.add())
        outer = bare(QVBoxLayout(self), theme.px(10))
        outer.addLayout(self._column)
        outer.addWidget(self.message)
        outer.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeading)
        self._line = DropLine(theme, self)
        self._show([])

    def value(self) -> Sections:
        """Return a copy of all sections, in order."""
        return [dict(section) for section in self._sections]

    def set_value(self, value: Any) -> None:
        """Show other sections; `edited` is not emitted.

        `value`: anything but a list counts as no sections; elements that are not mappings are left
            out
        """
        self._say("")
        self._last = (0, self._fields[0].key)
        self._show(_as_sections(value))

    def change_value(self, value: Any) -> None:
        """Show the sections after undo or redo; `edited` is not emitted.

        If the editor has the focus, the focus goes to the changed field.
        """
        self._say("")
        before, after = self._sections, _as_sections(value)
        self._last = self._difference(before, after)
        had = self.current() >= 0
        self._show(after)
        if had:
            self.take_focus()

    def current(self) -> int:
        """Return the index of the focused section; -1 if there is none."""
        for place, row in enumerate(self.rows):
            if any(stop.hasFocus() for stop in row.stops()):
                return place
        return -1

    def set_editable(self, on: bool) -> None:
        """Make the sections editable or read-only."""
        self._editable = on
        for row in self.rows:
            row.set_editable(on)
        self._offer()

    def set_problems(self, places: Collection[int], key: str) -> None:
        """Mark the field `key` as invalid in these sections, and as valid in all others.

        `places`: indices of sections; without sections, 0 is the empty section that is shown
        """
        for place, row in enumerate(self.rows):
            row.mark(key, place in places)

    def stops(self) -> list[QWidget]:
        """Return the tab stops in reading order."""
        return [*(stop for row in self.rows for stop in row.stops()), self.add_button]

    def take_focus(self) -> None:
        """Give the focus to the field that was changed last; before a change, to the first one."""
        place, key = self._last
        self.go_to(min(place, len(self.rows) - 1), key)

    def go_to(self, place: int, key: str = "") -> None:
        """Give the focus to a field of a section, by default the first one."""
        if 0 <= place < len(self.rows):
            box = self.rows[place].boxes[key or self._fields[0].key]
            box.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def is_full(self) -> bool:
        """Whether the maximum number of sections is reached."""
        return len(self._sections) >= self._most

    def add(self, at: int | None = None) -> None:
        """Add an empty section and go to it, or go to the empty one that is already shown.

        If the maximum is reached, a message says so instead.

        `at`: index of the new section; by default it is the last one
        """
        if not self._editable:
            return
        if not self._sections:
            self.go_to(0)
            return
        if self.is_full:
            self._say(self._full())
            # Keys that are typed now are meant for the new section and must not reach another one.
            self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        place = len(self._sections) if at is None else at
        self._change([*self._sections[:place], self._blank(), *self._sections[place:]])
        self._last = (place, self._fields[0].key)
        self.go_to(place)

    def remove(self, place: int) -> None:
        """Remove a section, and go to the one that has its index afterwards."""
        if self._editable and 0 <= place < len(self._sections):
            self._change(self._sections[:place] + self._sections[place + 1 :])
            self.go_to(min(place, len(self.rows) - 1))

    def shift(self, place: int, by: int) -> None:
        """Move a section down (`by` is 1) or up (−1); focus and caret follow."""
        self.relocate(place, place + by)

    def relocate(self, place: int, to: int) -> None:
        """Move a section to the index `to`; focus and caret follow.

        Nothing happens if an index is out of range or the editor is read-only.
        """
        count = len(self._sections)
        if not (self._editable and 0 <= place < count and 0 <= to < count) or place == to:
            return
        row = self.rows[place]
        key = row.focused_field()
        caret = row.caret(key) if key else 0
        sections = list(self._sections)
        sections.insert(to, sections.pop(place))
        # The tab stop that has the focus must be read before the rows change.
        had = next((n for n, stop in enumerate(row.stops()) if stop.hasFocus()), -1)
        self._change(sections)
        self._last = (to, key or self._fields[0].key)
        if key:
            self.rows[to].set_caret(key, caret)
        self.rows[to].stops()[max(had, 0)].setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._order_tabs()  # Qt drops the Tab order when a widget gets a new parent

    def _blank(self) -> dict[str, Any]:
        return {field.key: "" for field in self._fields}

    def _change(self, sections: Sections) -> None:
        before = self.value()
        self._say("")
        self._show(sections)
        self.edited.emit(before, self.value())

    def _show(self, sections: Sections) -> None:
        self._sections = [dict(section) for section in sections]
        shown = self._sections or [{}]
        count = len(self.rows)
        # Rows are reused, because new ones would have neither the focus nor the caret.
        while len(self.rows) > len(shown):
            self._take_row()
        while len(self.rows) < len(shown):
            self._make_row()
        for number, (row, section) in enumerate(zip(self.rows, shown, strict=True), 1):
            row.show_section(number, section)
        if count != len(self.rows):
            self._order_tabs()
            self.reordered.emit()
        self._offer()

    def _make_row(self) -> None:
        row = SectionRow(self._fields, self._theme)
        row.set_editable(self._editable)
        self._column.addWidget(row)
        self.rows.append(row)
        row.show()
        # The slots use the row, not its index, which may change when rows are removed.
        row.typed.connect(lambda key: self._on_typed(row, key))
        row.lines.connect(lambda key, lines: self._on_lines(row, key, lines))
        row.too_long.connect(self._on_too_long)
        row.action_wanted.connect(lambda name: self._do(row, name))
        row.finished.connect(lambda key: self._go_on(row, key))
        row.grip.dragged.connect(lambda at: self._drag(row, at))
        row.grip.dropped.connect(lambda: self._drop(row))
        row.grip.cancelled.connect(self._end_drag)

    def _take_row(self) -> None:
        row = self.rows.pop()
        # The focus moves before the row is hidden, or Qt would choose another widget.
        if any(stop.hasFocus() for stop in row.stops()) and self.rows:
            self.go_to(len(self.rows) - 1)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _on_typed(self, row: SectionRow, key: str) -> None:
        place = self.rows.index(row)
        self._say("")
        before = self.value()
        # The first text in the empty section makes it part of the data.
        sections = self.value() or [self._blank()]
        sections[place][key] = row.texts()[key]
        self._sections = sections
        self._last = (place, key)
        self._offer()
        self.edited.emit(before, self.value())

    def _on_lines(self, row: SectionRow, key: str, lines: list[str]) -> None:
        """Create a section from each line pasted into a title field; join lines in other fields."""
        box = row.boxes[key]
        assert isinstance(box, LineBox)
        if key != self._fields[0].key:
            box.take(" ".join(lines))
            return
        place = self.rows.index(row)
        sections = self.value() or [self._blank()]
        inserted = lines[: max(1, self._most - len(sections) + 1)]
        start = box.selectionStart() if box.hasSelectedText() else box.cursorPosition()
        end = start + len(box.selectedText())
        before, after = box.text()[:start], box.text()[end:]
        # Text before the caret stays in the first new section, text after it goes to the last.
        titles = [before + inserted[0], *inserted[1:]]
        titles[-1] += after
        new = [{**self._blank(), key: title} for title in titles]
        new[0] = {**sections[place], key: titles[0]}
        last = place + len(new) - 1
        self._change([*sections[:place], *new, *sections[place + 1 :]])
        self._last = (last, key)
        self.go_to(last, key)
        self.rows[last].set_caret(key, len(titles[-1]) - len(after))
        if len(inserted) < len(lines):
            # After `_change`, which clears the message.
            words = self.tr(
                "Only the first %n of {count} lines fit. The rest was not inserted.",
                "",
                len(inserted),
            )
            self._say(words.format(count=QLocale().toString(len(lines))))

    def _on_too_long(self, length: int) -> None:
        words = self.tr(
            "Too long to paste: a field can have at most {most} characters in total, and "
            "this text has {length}. Nothing was inserted."
        )
        local = QLocale()
        self._say(words.format(length=local.toString(length), most=local.toString(MOST)))

    def _do(self, row: SectionRow, name: str) -> None:
        self.do(name, self.rows.index(row))

    def do(self, name: str, place: int) -> None:
        """Apply “up”, “down”, “add” or “remove” to a section."""
        if name == "add":
            self.add(place + 1)
        elif name == "remove":
            self.remove(place)
        else:
            self.shift(place, -1 if name == "up" else 1)

    def _go_on(self, row: SectionRow, key: str) -> None:
        """Go to the next field; from the last one to the next section, which is added if needed."""
        keys = [field.key for field in self._fields]
        place = self.rows.index(row)
        if key != keys[-1]:
            self.go_to(place, keys[keys.index(key) + 1])
        elif place + 1 < len(self.rows):
            self.go_to(place + 1)
        else:
            self.add()

    def _full(self) -> str:
        return self.tr(
            "The maximum of %n section(s) is reached. Combine two, or remove one.",
            "",
            self._most,
        )

    def _say(self, words: str) -> None:
        self.message.setText(words)
        self.message.setVisible(bool(words))
        self.setAccessibleDescription(words)

    def _offer(self) -> None:
        count = len(self._sections)
        for place, row in enumerate(self.rows):
            row.allow(
                up=place > 0,
                down=place + 1 < count,
                add=0 < count < self._most,
                remove=count > 0,
            )
        # Enabled even if the maximum is reached: a click then shows the message about it.
        self.add_button.setEnabled(self._editable)

    def _order_tabs(self) -> None:
        for before, after in pairwise(self.stops()):
            QWidget.setTabOrder(before, after)

    def _difference(self, before: Sections, after: Sections) -> tuple[int, str]:
        """Return section and field of the first difference between two lists of sections."""
        first = self._fields[0].key
        for place, section in enumerate(after):
            if place >= len(before):
                return place, first
            if section != before[place]:
                keys = [one.key for one in self._fields]
                # Several changed fields mean that sections were moved; then the first field is
                # returned.
                changed = [k for k in keys if section.get(k) != before[place].get(k)]
                return place, (changed[0] if len(changed) == 1 else first)
        return max(0, len(after) - 1), first

    def _drag(self, row: SectionRow, at: QPoint) -> None:
        """Show where the section would be inserted if the mouse button were released."""
        here = self.mapFromGlobal(at)
        place = self.rows.index(row)
        middles = [one.geometry().center().y() for one in self.rows]
        above = sum(middle < here.y() for middle in middles)  # number of sections above the mouse
        # The dragged section is removed before it is inserted, so it is not counted.
        self._dropping = above - 1 if above > place else above
        gap = self._column.spacing()
        if above < len(self.rows):
            y = self.rows[above].y() - gap // 2
        else:
            y = self.rows[-1].geometry().bottom() + gap // 2
        self._line.setGeometry(0, max(0, y - 1), self.width(), 3)
        self._line.setVisible(self._dropping != place)
        self._line.raise_()
        # The page scrolls during the drag, so that sections out of view can be reached.
        area = self._area()
        page = None if area is None else area.widget()
        if area is not None and page is not None:
            inside = page.mapFromGlobal(at)
            area.ensureVisible(0, inside.y(), 0, self._theme.px(24))

    def _drop(self, row: SectionRow) -> None:
        to = self._dropping
        self._end_drag()
        if to >= 0:
            self.relocate(self.rows.index(row), to)

    def _end_drag(self) -> None:
        self._dropping = -1
        self._line.hide()

    def _area(self) -> QScrollArea | None:
        owner = self.parentWidget()
        while owner is not None and not isinstance(owner, QScrollArea):
            owner = owner.parentWidget()
        return owner


class SectionKeys(QObject):
    """The commands for sections on a page with one or several editors."""

    def __init__(self, editors: Sequence[SectionEditor], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editors = list(editors)

    def commands(self) -> list[Command]:
        """Return name, label, shortcut and function of each command, for `ItemPanel.add_action`."""
        return [
            ("add_section", self.tr("Add a section below"), "Ctrl+Shift+N", self._add),
            (
                "section_up",
                self.tr("Move the section up"),
                "Ctrl+Shift+Up",
                lambda: self._do("up"),
            ),
            (
                "section_down",
                self.tr("Move the section down"),
                "Ctrl+Shift+Down",
                lambda: self._do("down"),
            ),
            (
                "remove_section",
                self.tr("Remove the section"),
                "Ctrl+Shift+Del",
                lambda: self._do("remove"),
            ),
            ("next_section", self.tr("Next section"), "Alt+Down", lambda: self._step(1)),
            ("previous_section", self.tr("Previous section"), "Alt+Up", lambda: self._step(-1)),
        ]

    def _here(self) -> tuple[SectionEditor, int] | None:
        for editor in self._editors:
            place = editor.current()
            if place >= 0:
                return editor, place
        return None

    def _do(self, name: str) -> None:
        here = self._here()
        if here is not None:
            here[0].do(name, here[1])

    def _add(self) -> None:
        here = self._here()
        if here is not None:
            here[0].do("add", here[1])
        elif self._editors:
            focused = [one for one in self._editors if one.add_button.hasFocus()]
            (focused or self._editors)[0].add()

    def _step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) section in all editors.

        If no section has the focus, go to the first or the last one.
        """
        places = [(one, place) for one in self._editors for place in range(len(one.rows))]
        here = self._here()
        to = (0 if by > 0 else len(places) - 1) if here is None else places.index(here) + by
        if 0 <= to < len(places):
            editor, place = places[to]
            editor.go_to(place)


def _as_sections(value: Any) -> Sections:
    """Return the sections of an answer, without elements that are not mappings."""
    return [dict(one) for one in objects(value)]
