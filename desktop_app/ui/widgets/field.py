"""Base class of form fields."""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QEvent, QLocale, QObject, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_app.core.form_answers import Code
from desktop_app.core.form_parts import read_typed_number
from desktop_app.ui.widgets.pasting import MOST

_POINT_OF_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}\.[0-9]{3}", re.ASCII)


class Field(QWidget):
    """Shows one answer and lets a person change it. It knows nothing of other questions."""

    changed = Signal(object)  # the person changed the answer: what it is now
    refused = Signal(str)  # something was not taken: what, and what to do
    finished = Signal()  # the person continues to the next question

    def set_value(self, value: Any) -> None:
        """Show an answer, whatever it is; says nothing."""
        raise NotImplementedError

    def change_value(self, value: Any) -> None:
        """Show an answer after undo or redo: the caret is behind what changed; says nothing."""
        self.set_value(value)

    def take_focus(self) -> None:
        """Put the focus where this answer is given."""
        raise NotImplementedError

    def await_keys(self) -> None:
        """Take the focus without pointing at anything: nobody has chosen yet."""
        self.take_focus()

    def last_stop(self) -> QWidget:
        """Return the widget after which the Tab key leaves."""
        return self.focusProxy() or self

    def set_editable(self, editable: bool) -> None:
        """Let the answer be changed, or only read."""
        self.setEnabled(editable)

    def set_problem(self, wrong: bool) -> None:
        """Mark the field as one that needs a change."""

    def is_still_refused(self) -> bool:
        """Return whether what was refused last is worth saying after a change of the answer."""
        return False

    def refuse_length(self, length: int) -> None:
        """Say that there is no room for a text; nothing of it was inserted."""
        words = self.tr(  # without plurals: this is said by classes that inherit it
            "Too long to paste: an answer can have at most {most} characters in total, and "
            "this text has {length}. Nothing was inserted."
        )
        local = QLocale()
        self.refused.emit(words.format(length=local.toString(length), most=local.toString(MOST)))

    def press(self, code: Code) -> bool:
        """Choose an option by its code, as its key does; tells whether there was one."""
        return False

    def show_keys(self, acting: Collection[Code]) -> None:
        """Print the keys of these options, by their codes: the others would do nothing now."""


class NoUndo(QObject):
    """Keeps a text field from undoing on its own: the window has one history for everything."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            key = event
            assert isinstance(key, QKeyEvent)
            if key.matches(QKeySequence.StandardKey.Undo) or key.matches(
                QKeySequence.StandardKey.Redo
            ):
                event.ignore()
                return True
        return False


def mark_problem(widget: QWidget, wrong: bool) -> None:
    """Let the style sheet paint a field as one that needs a change."""
    if bool(widget.property("problem")) != wrong:
        widget.setProperty("problem", wrong)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def end_of_change(before: str, after: str, caret: int = -1) -> int:
    """Return where in `after` what differs from `before` ends, in UTF-16 units.

    caret  where the caret is in `before`, in UTF-16 units: of two equal letters it says which one
           is new, or was
    """
    most = min(len(before), len(after))
    start = 0
    while start < most and before[start] == after[start]:
        start += 1
    same = 0
    while same < most and before[-1 - same] == after[-1 - same]:
        same += 1
    end = len(after) - min(same, most - start)
    if caret >= 0 and start + same > most:  # the change may as well be further left
        units = before.encode("utf-16-le", "surrogatepass")[: 2 * caret]
        place = len(units.decode("utf-16-le", "replace"))
        end = max(len(after) - same, min(end, place + len(after) - len(before)))
    return len(after[:end].encode("utf-16-le", "surrogatepass")) // 2


def as_text(value: Any) -> str:
    """Return what a text field shows for an answer of any sort."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return value if isinstance(value, str) else str(value)


def typed_number(text: str) -> str:
    """Return a number as it was typed; where the window's language writes a decimal comma, with one
    instead of a point before three digits: "1.250" is read in two ways there, as "1,250" is."""
    found = text.strip()
    if QLocale().decimalPoint() == "," and _POINT_OF_THOUSANDS.fullmatch(found):
        return found.replace(".", ",")
    return text


def shown_number(value: float) -> str:
    """Return a number with the decimal sign of the window's language, where it is read back as the
    same number: before three digits with a zero more. Else with a point."""
    text = as_text(value)
    local = text.replace(".", QLocale().decimalPoint())
    for spelled in (local, f"{local}0") if local != text else (text,):
        with suppress(ValueError):
            if read_typed_number(spelled) == value:
                return spelled
    return text
