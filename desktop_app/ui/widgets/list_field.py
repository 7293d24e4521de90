"""The field for a list of short texts, one line each."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEvent, QLocale, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.question_types import TextList
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import is_enter
from desktop_app.ui.widgets.field import (
    Field,
    LineBox,
    NoUndo,
    Texts,
    as_text,
    end_of_change,
    mark_problem,
    step_of,
)
from desktop_app.ui.widgets.flow_layout import bare

# Maximum number of entries after pasting lines, if the form sets no limit.
_MOST_ENTRIES = 100


class ListField(Field):
    """An ordered list of short texts.

    Enter adds an entry; on an empty last entry, or if the list is full, it goes to the next
    question. Backspace removes an empty entry.
    """

    def __init__(
        self, question: TextList, theme: Theme, name: str, _text: Texts | None = None
    ) -> None:
        super().__init__()
        self._question, self._theme, self._name = question, theme, name
        self._guard = NoUndo(self)
        self._editable = True
        self.lines: list[LineBox] = []
        self.remove_buttons: list[QPushButton] = []
        self._rows: list[QWidget] = []
        # Index of the entry that changed last; it gets the focus after undo.
        self._last = 0
        # The number of entries when pasted lines were rejected last; None if none were.
        self._refused_at: int | None = None
        self._column = bare(QVBoxLayout(self), theme.px(8))
        self.add_button = QPushButton(self.tr("Add"))
        self.add_button.setAccessibleName(self.tr("Add an entry to: %1").replace("%1", name))
        self.add_button.setToolTip(self.tr("Add an entry  Enter"))
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(lambda: self._add(len(self.lines)))
        self._column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeading)
        theme.changed.connect(self._apply_theme)
        self._insert(0, "")
        self._apply_theme()

    def change_value(self, value: Any) -> None:
        before = [line.text() for line in self.lines]
        carets = [line.cursorPosition() for line in self.lines]
        self.set_value(value)
        after = [line.text() for line in self.lines]
        # The first entry that differs; if entries were only appended, the first of these.
        place = 0
        while place < min(len(before), len(after)) - 1 and before[place] == after[place]:
            place += 1
        if len(after) > len(before) and before == after[: len(before)]:
            place = len(before)
        self._last = place
        if place < len(before):
            end = end_of_change(before[place], after[place], carets[place])
            self.lines[place].setCursorPosition(end)

    def set_value(self, value: Any) -> None:
        self._last = 0
        if isinstance(value, list | tuple):
            wanted = [as_text(one) for one in value]
        else:
            wanted = [as_text(value)] if value else []
        if wanted == self._texts():
            return
        # An empty list is shown as one empty line to type into.
        wanted = wanted or [""]
        count = len(self.lines)
        while len(self.lines) > len(wanted):
            self._take(len(self.lines) - 1)
        while len(self.lines) < len(wanted):
            self._insert(len(self.lines), "")
        if len(self.lines) != count:
            self._apply_theme()
        # Setting an equal text would move the caret to its end.
        for line, text in zip(self.lines, wanted, strict=True):
            if line.text() != text:
                line.setText(text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Set again, because Qt loses the tab order when the field is added to its form.
        self._order_tabs()

    def last_stop(self) -> QWidget:
        return self.add_button

    def is_still_refused(self) -> bool:
        """Return whether pasted lines were rejected, and no entry was added or removed since.

        The rejected lines are lost, so the message must not disappear at the next key.
        """
        return self._refused_at == len(self.lines)

    def refuse_length(self, length: int) -> None:
        self._refused_at = None
        super().refuse_length(length)

    def take_focus(self) -> None:
        self.lines[min(self._last, len(self.lines) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        for line in self.lines:
            line.setReadOnly(not editable)
        for button in self.remove_buttons:
            button.setEnabled(editable)
        self._offer()

    def set_problem(self, wrong: bool) -> None:
        for line in self.lines:
            mark_problem(line, wrong)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() != QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or not isinstance(watched, LineBox)
        ):
            return False
        index = self.lines.index(watched)
        key = event.key()
        # Ctrl+Enter and the like belong to the form.
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if self._editable and is_enter(event):
            is_last = index == len(self.lines) - 1
            if not is_last or (watched.text().strip() and not self._full()):
                self._add(index + 1)
            elif not event.isAutoRepeat():
                # A key that is held down must not run through the whole form.
                self._finish(watched)
            return True
        is_back = self._editable and key == Qt.Key.Key_Backspace
        if is_back and not watched.text() and len(self.lines) > 1:
            self._remove(watched)
            return True
        by = step_of(event)
        if by and 0 <= index + by < len(self.lines):
            self.lines[index + by].setFocus(Qt.FocusReason.OtherFocusReason)
        elif by:
            self.stepped.emit(by)
        return by != 0

    def _finish(self, last: LineBox) -> None:
        """Go to the next question, without an empty last entry, unless entries are missing."""
        problem = self._question.read(self._texts()).problem
        if problem is not None and problem.kind == "too_few":
            self.refused.emit(self.sentence(problem))
            return
        if not last.text().strip() and len(self.lines) > 1:
            self._remove(last)
        self.finished.emit()

    def _texts(self) -> list[str]:
        """Return the entries; a single empty one means an empty list."""
        texts = [line.text() for line in self.lines]
        return [] if texts == [""] else texts

    def _add(self, index: int) -> None:
        """Insert an empty entry on request of the person, and emit the change."""
        if self._full():
            return
        self._insert(index, "")
        self._apply_theme()
        self.lines[index].setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit(self._texts())

    def _spread(self, line: LineBox, pasted: list[str]) -> None:
        """Insert pasted lines as entries, at the cursor of a line or instead of its selection."""
        index, most = self.lines.index(line), self._question.max or _MOST_ENTRIES
        fitting = max(1, most - len(self.lines) + 1)
        taken = pasted[:fitting]
        start = line.selectionStart() if line.hasSelectedText() else line.cursorPosition()
        end = line.selectionEnd() if line.hasSelectedText() else start
        # The first pasted line is added to the text before the cursor, and the text after the
        # cursor to the last one.
        before, after = line.text()[:start], line.text()[end:]
        entries = [before + taken[0], *taken[1:]]
        entries[-1] += after
        line.setText(entries[0])
        for place, entry in enumerate(entries[1:], start=index + 1):
            self._insert(place, entry)
        self._apply_theme()
        last = self.lines[index + len(entries) - 1]
        last.setFocus(Qt.FocusReason.OtherFocusReason)
        last.setCursorPosition(len(last.text()) - len(after))
        # Emitted before `refused`, because a change removes the message.
        self._refused_at = None
        self.changed.emit(self._texts())
        if len(taken) < len(pasted):
            self._refused_at = len(self.lines)
            words = self.tr(
                "Only the first %n of {count} lines fit. The rest was not inserted.",
                "",
                len(taken),
            )
            self.refused.emit(words.format(count=QLocale().toString(len(pasted))))

    def _remove(self, line: LineBox) -> None:
        """Remove an entry on request of the person, or clear the only one; emit the change."""
        index = self.lines.index(line)
        if len(self.lines) == 1:
            if line.text():
                line.clear()
                self.changed.emit([])
            return
        self._take(index)
        self._apply_theme()
        self.lines[max(0, index - 1)].setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit(self._texts())

    def _insert(self, index: int, text: str) -> None:
        """Insert a row. Call `_apply_theme` afterwards, which numbers the rows."""
        line = LineBox(text)
        # The slots use the widget, not its index, which other insertions change.
        line.pasted.connect(lambda lines: self._spread(line, lines))
        line.too_long.connect(self.refuse_length)
        line.installEventFilter(self)
        line.installEventFilter(self._guard)
        line.setReadOnly(not self._editable)
        line.textEdited.connect(lambda _text: self.changed.emit(self._texts()))
        button = QPushButton()
        button.setProperty("kind", "icon")
        button.setAutoDefault(False)
        button.setEnabled(self._editable)
        button.clicked.connect(lambda: self._remove(line))
        row = QWidget()
        inside = bare(QHBoxLayout(row), self._theme.px(4))
        inside.addWidget(line, 1)
        inside.addWidget(button)
        self._column.insertWidget(index, row)
        self.lines.insert(index, line)
        self.remove_buttons.insert(index, button)
        self._rows.insert(index, row)

    def _take(self, index: int) -> None:
        """Remove a row."""
        row = self._rows.pop(index)
        del self.lines[index], self.remove_buttons[index]
        # Hidden, because it is deleted only later, in the event loop.
        row.hide()
        row.deleteLater()

    def _apply_theme(self) -> None:
        """Update names, numbers, icons and tab order of all rows."""
        for number, (line, button) in enumerate(
            zip(self.lines, self.remove_buttons, strict=True), start=1
        ):
            # %2 first: the name may contain “%2”.
            line.setAccessibleName(
                self.tr("%1, entry %2").replace("%2", str(number)).replace("%1", self._name)
            )
            name = self.tr("Remove entry %1").replace("%1", str(number))
            button.setAccessibleName(name)
            button.setToolTip(plain_tip(name))
            button.setIcon(self._theme.icon("close"))
            button.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))
            button.setFixedWidth(self._theme.px(32))
        self._order_tabs()
        self._offer()

    def _order_tabs(self) -> None:
        """Set the tab order: each entry, then its button; “Add” is last."""
        pairs = zip(self.lines, self.remove_buttons, strict=True)
        stops: list[QWidget] = [stop for pair in pairs for stop in pair]
        for before, after in pairwise([*stops, self.add_button]):
            QWidget.setTabOrder(before, after)

    def _full(self) -> bool:
        """Return whether the list has as many entries as the form allows."""
        return self._question.max is not None and len(self.lines) >= self._question.max

    def _offer(self) -> None:
        """Enable the button “Add” if an entry can be added, or disable it."""
        self.add_button.setEnabled(self._editable and not self._full())
