"""Base class of form fields, the text boxes that they use, and sentences about problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QMimeData, QObject, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtGui import QKeySequence as Keys
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from desktop_app.core.form_answers import Code, Problem, read_typed_number
from desktop_app.core.form_parts import AnyWords

# Text boxes: they insert pasted text completely, or reject it with its length

# Characters of one answer. With many more, each key press would take seconds.
MOST = 100_000


def holds_files(source: QMimeData) -> bool:
    """Return whether the data are local files.

    Files belong to the window, which opens bundles. Web links are ordinary text.
    """
    return any(url.isLocalFile() for url in source.urls())


class LongBox(QPlainTextEdit):
    """A box of several lines.

    `too_long`: a pasted text was rejected; its number of characters
    """

    too_long = Signal(int)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not holds_files(source) and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        chosen = self.textCursor()
        there = self.document().characterCount() - 1  # without the final block separator
        remaining = there - (chosen.selectionEnd() - chosen.selectionStart())
        if len(text) > max(0, MOST - remaining):
            self.too_long.emit(len(text))
        else:
            super().insertFromMimeData(source)


class LineBox(QLineEdit):
    """A box of one line.

    `pasted`: several lines were pasted or dropped; they are not inserted, because only the owner
        knows whether they become one answer or several
    `too_long`: a pasted text was rejected; its number of characters
    """

    pasted = Signal(list)
    too_long = Signal(int)

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setText(text)

    def setText(self, text: str | None, /) -> None:
        """Show a text of any length; existing texts are never truncated."""
        # Qt counts UTF-16 units, so characters beyond the BMP count twice; MOST counts them once.
        self.setMaxLength(2 * max(MOST, len(text or "")))
        super().setText(text)

    def take(self, text: str) -> None:
        """Insert pasted or dropped text at the cursor, replacing the selection."""
        lines = [line for line in text.splitlines() if line.strip()]
        if self.isReadOnly() or not text:
            return
        if len(text) > max(0, MOST - len(self.text()) + len(self.selectedText())):
            self.too_long.emit(len(text))
        elif len(lines) > 1:
            self.pasted.emit([line.strip() for line in lines])
        else:
            self.insert(lines[0] if lines else " ".join(text.splitlines()) or " ")
            # `insert` emits textChanged only; owners listen to edits.
            self.textEdited.emit(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(Keys.StandardKey.Paste):
            self.take(QGuiApplication.clipboard().text())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        paste = menu.findChild(QAction, "edit-paste")
        if paste is not None:
            # Qt's own action pastes at once and replaces line breaks by spaces.
            paste.triggered.disconnect()
            paste.triggered.connect(lambda: self.take(QGuiApplication.clipboard().text()))
        menu.exec(event.globalPos())
        menu.deleteLater()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if holds_files(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if holds_files(event.mimeData()):
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if holds_files(event.mimeData()):
            event.ignore()
            return
        if self.isReadOnly() or not event.mimeData().hasText():
            super().dropEvent(event)
            return
        # `take` would replace the selection, but dropped text is inserted where it is dropped.
        self.deselect()
        self.setCursorPosition(self.cursorPositionAt(event.position().toPoint()))
        self.take(event.mimeData().text())
        event.acceptProposedAction()


# A number such as “1.250”, in which the point may separate thousands.
_POINT_OF_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}\.[0-9]{3}", re.ASCII)


# Returns a text of the form in the reader's language.
Texts = Callable[[AnyWords | None], str]


class Field(QWidget):
    """A widget to display and edit the answer to one question. It does not know other questions.

    A question type names its field class (`Question.widget`). It is called with the question, the
    theme, the name for screen readers, and a function of type `Texts`.

    `changed`: the person changed the answer; the new answer
    `refused`: input was rejected; a sentence that says what and what to do
    `finished`: the person wants to go to the next question

    `has_keys`: whether keys of the form choose the answer, even without the focus
    `takes_several`: whether several of them may be pressed, one after the other
    `shows_help`: whether the field itself shows the help of its question
    """

    has_keys: ClassVar[bool] = False
    takes_several = False
    shows_help = False

    changed = Signal(object)
    refused = Signal(str)
    finished = Signal()

    def set_value(self, value: Any) -> None:
        """Show an answer, valid or not; emit no signal."""
        raise NotImplementedError

    def change_value(self, value: Any) -> None:
        """Show an answer after undo or redo, with the caret behind the change; emit no signal."""
        self.set_value(value)

    def take_focus(self) -> None:
        """Put the focus on the input of this field."""
        raise NotImplementedError

    def await_keys(self) -> None:
        """Take the focus without highlighting an option, so that none looks chosen."""
        self.take_focus()

    def last_stop(self) -> QWidget:
        """Return the last tab stop of the field."""
        return self.focusProxy() or self

    def set_editable(self, editable: bool) -> None:
        """Make the answer editable or read-only."""
        self.setEnabled(editable)

    def set_problem(self, wrong: bool) -> None:
        """Mark the field as invalid, or remove the mark."""

    def sentence(self, problem: Problem) -> str:
        """Return a sentence that says how to fix a problem of the answer."""
        return sentence_of(problem)

    def is_still_refused(self) -> bool:
        """Return whether the last message of `refused` still applies after the answer changed."""
        return False

    def refuse_length(self, length: int) -> None:
        """Emit `refused` for a text that is too long, of which nothing was inserted.

        `length`: its length in characters
        """
        # Without a plural form: subclasses inherit this, and `tr` finds plurals only under the name
        # of the class of `self`.
        words = self.tr(
            "Too long to paste: an answer can have at most {most} characters in total, and "
            "this text has {length}. Nothing was inserted."
        )
        local = QLocale()
        self.refused.emit(words.format(length=local.toString(length), most=local.toString(MOST)))

    def press(self, code: Code) -> bool:
        """Choose the option with this code, as its key does; return whether there is one."""
        return False

    def show_keys(self, acting: Collection[Code]) -> None:
        """Show the keys of the options with these codes only; other keys have no effect now."""


class NoUndo(QObject):
    """Event filter that disables the undo of a text field: the window has one history for all."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A field accepts ShortcutOverride for its own undo, which would hide the window's shortcut.
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
    """Let the style sheet paint a field as invalid, or as usual."""
    if bool(widget.property("problem")) != wrong:
        widget.setProperty("problem", wrong)
        # Qt applies rules for properties only when a widget is polished again.
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def end_of_change(before: str, after: str, caret: int = -1) -> int:
    """Return the end of the range of `after` that differs from `before`, in UTF-16 units.

    `caret`: the caret in `before`, in UTF-16 units, or -1; of two equal letters, it shows which one
        was inserted or removed
    """
    most = min(len(before), len(after))
    start = 0
    while start < most and before[start] == after[start]:
        start += 1
    same = 0
    while same < most and before[-1 - same] == after[-1 - same]:
        same += 1
    end = len(after) - min(same, most - start)
    # If the common beginning and end overlap, the change can be anywhere in the overlap.
    if caret >= 0 and start + same > most:
        units = before.encode("utf-16-le", "surrogatepass")[: 2 * caret]
        place = len(units.decode("utf-16-le", "replace"))
        end = max(len(after) - same, min(end, place + len(after) - len(before)))
    return len(after[:end].encode("utf-16-le", "surrogatepass")) // 2


def as_text(value: Any) -> str:
    """Return the text that a text field shows for an answer of any type."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return value if isinstance(value, str) else str(value)


def typed_number(text: str) -> str:
    """Return a typed number in the form in which it is stored and parsed.

    If the interface language has a decimal comma, a point before three digits becomes a comma:
    "1.250" is as ambiguous there as "1,250", so the person is asked.
    """
    found = text.strip()
    if QLocale().decimalPoint() == "," and _POINT_OF_THOUSANDS.fullmatch(found):
        return found.replace(".", ",")
    return text


def shown_number(value: float) -> str:
    """Return a number with the decimal sign of the interface language.

    It must be parsed as the same number again. So three decimal places get a fourth, a zero; and a
    number that still cannot be parsed has a decimal point.
    """
    text = as_text(value)
    local = text.replace(".", QLocale().decimalPoint())
    for spelled in (local, f"{local}0") if local != text else (text,):
        with suppress(ValueError):
            if read_typed_number(spelled) == value:
                return spelled
    return text


# Sentences about problems
def sentence_of(problem: Problem) -> str:
    """Return a sentence that says how to fix a problem of an answer."""
    limit = "" if problem.limit is None else shown_number(problem.limit)
    count = int(problem.limit) if isinstance(problem.limit, int | float) else 0
    return {
        "unanswered": QCoreApplication.translate("FormView", "Please answer this question."),
        "not_readable": QCoreApplication.translate(
            "FormView", "This is not valid. Please check it."
        ),
        "unclear_comma": QCoreApplication.translate(
            "FormView",
            "A separator before three digits is ambiguous. Enter the number without it "
            "(1250), or with one more digit (1.2500).",
        ),
        "not_offered": QCoreApplication.translate("FormView", "Please choose one of the options."),
        "too_few": QCoreApplication.translate("FormView", "Please enter at least %1."),
        "too_many": QCoreApplication.translate("FormView", "Please enter at most %1."),
        "too_small": QCoreApplication.translate("FormView", "Must be at least %1."),
        "too_large": QCoreApplication.translate("FormView", "Must be at most %1."),
        "off_step": QCoreApplication.translate("FormView", "Must be in steps of %1."),
        "too_short": _Lengths().at_least(count),
        "too_long": _Lengths().at_most(count),
        "line_break": QCoreApplication.translate("FormView", "Please enter a single line."),
    }[problem.kind].replace("%1", limit)


class _Lengths(QObject):
    """Sentences with a count: Qt's `lupdate` finds plural forms only in calls of `tr`."""

    def at_least(self, count: int) -> str:
        """Return the sentence for a text that is too short."""
        return self.tr("Please enter at least %n characters.", "", count)

    def at_most(self, count: int) -> str:
        """Return the sentence for a text that is too long."""
        return self.tr("Please enter at most %n characters.", "", count)
