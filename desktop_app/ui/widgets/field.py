"""Base class of form fields, the text boxes that they use, and sentences about problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QTextOption,
)
from PySide6.QtGui import QKeySequence as Keys
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from desktop_app.core.form_answers import Code, Problem, read_typed_number
from desktop_app.core.form_parts import AnyWords
from desktop_app.ui.widgets.text_layout import wrap_mode

# Text boxes, which insert pasted text completely or reject it

# Maximum number of characters of one answer. With many more, each key press would take seconds.
MOST = 100_000


def holds_files(source: QMimeData) -> bool:
    """Return whether the data contain a local file.

    The window handles dropped files, because they can be bundles. Web links are ordinary text.
    """
    return any(url.isLocalFile() for url in source.urls())


def align_by_language(box: QPlainTextEdit) -> None:
    """Align the text of a box at the side where its language begins.

    Plain text boxes of Qt align each text on the left. They have one alignment for all paragraphs,
    so the first one decides. Call this whenever the text has changed.
    """
    option, first = box.document().defaultTextOption(), box.document().begin()
    is_left = first.textDirection() is Qt.LayoutDirection.LeftToRight
    side = Qt.AlignmentFlag.AlignLeft if is_left else Qt.AlignmentFlag.AlignRight
    if option.alignment() != side:
        option.setAlignment(side)
        box.document().setDefaultTextOption(option)


class LongBox(QPlainTextEdit):
    """A text box of several lines.

    `too_long`: a pasted text was rejected because of its length; the text's number of characters
    """

    too_long = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textChanged.connect(self._align)

    def _align(self) -> None:
        align_by_language(self)

    def setPlainText(self, text: str, /) -> None:
        mode = wrap_mode(text)
        if mode != self.wordWrapMode():
            # First, because the present text would be laid out in the other mode, too.
            self.clear()
            self.setWordWrapMode(mode)
        super().setPlainText(text)

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
            # The mode was chosen for the text before.
            if wrap_mode(text) is QTextOption.WrapMode.WrapAnywhere:
                self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
            super().insertFromMimeData(source)


class LineBox(QLineEdit):
    """A single-line text box.

    `pasted`: several lines were pasted or dropped; they are not inserted, because only the
        owning widget knows whether they are one answer or several
    `too_long`: a pasted text was rejected because of its length; the text's number of characters
    """

    pasted = Signal(list)
    too_long = Signal(int)

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setText(text)

    def setText(self, text: str | None, /) -> None:
        """Show a text of any length; unlike input, it is never truncated."""
        # Qt counts UTF-16 units, up to two per character; MOST counts characters.
        self.setMaxLength(2 * max(MOST, len(text or "")))
        super().setText(text)

    def take(self, text: str) -> None:
        """Insert pasted or dropped text at the cursor, replacing the selection.

        If it is too long or has several lines, only `too_long` or `pasted` is emitted.
        """
        lines = [line for line in text.splitlines() if line.strip()]
        if self.isReadOnly() or not text:
            return
        if len(text) > max(0, MOST - len(self.text()) + len(self.selectedText())):
            self.too_long.emit(len(text))
        elif len(lines) > 1:
            self.pasted.emit([line.strip() for line in lines])
        else:
            self.insert(lines[0] if lines else " ".join(text.splitlines()) or " ")
            # `insert` does not emit textEdited, to which owners listen.
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
            # Qt's own action would insert the text at once, with spaces instead of line breaks.
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
    """A widget to display and edit the answer to one question. It ignores other questions.

    A question type names its field class (`Question.widget`). The arguments of the class are the
    question, the theme, the name for screen readers, and a function of type `Texts`.

    `changed`: the person changed the answer; the new answer
    `refused`: input was rejected; a sentence with the reason and what to do
    `finished`: the person wants to go to the next question without an answer
    `stepped`: the person wants to go to the question above (−1) or below (1)
    `ring_changed`: `waits` has changed

    `waits`: whether no option is marked for the focus, so that *Enter* chooses none
    `has_keys`: whether shortcuts of the form can choose the answer, even if the field has no focus
    `takes_several`: whether several options can be chosen
    `shows_help`: whether the field itself shows the help text of its question
    """

    has_keys: ClassVar[bool] = False
    takes_several = False
    shows_help = False

    changed = Signal(object)
    # An option that completes the answer was clicked.
    picked = Signal()
    refused = Signal(str)
    finished = Signal()
    stepped = Signal(int)
    ring_changed = Signal()
    waits = False

    def set_value(self, value: Any) -> None:
        """Show an answer, valid or invalid; emit no signal."""
        raise NotImplementedError

    def change_value(self, value: Any) -> None:
        """Show an answer after undo or redo, with the caret after the change; emit no signal."""
        self.set_value(value)

    def take_focus(self) -> None:
        """Put the focus on the input of this field."""
        raise NotImplementedError

    def point_out(self) -> None:
        """Put the focus on the input, visibly, because its answer is missing."""
        self.take_focus()

    def await_keys(self) -> None:
        """Take the focus without highlighting an option, so that none looks chosen."""
        self.take_focus()

    def last_stop(self) -> QWidget:
        """Return the last tab stop of the field."""
        return self.focusProxy() or self

    def options_height(self) -> int:
        """Return the height in pixels of the upper part that should be visible: the options."""
        return self.height()

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
        """Emit `refused` for a text that was not inserted because it is too long.

        `length`: its length in characters
        """
        # No plural forms here: `tr` looks for them under the class name of `self`, which is a
        # subclass.
        words = self.tr(
            "Too long to paste: an answer can have at most {most} characters in total, and "
            "this text has {length}. Nothing was inserted."
        )
        local = QLocale()
        self.refused.emit(words.format(length=local.toString(length), most=local.toString(MOST)))

    def press(self, code: Code) -> bool:
        """Choose the option with this code, as its key does; return whether it exists."""
        return False

    def show_keys(self, acting: Collection[Code]) -> None:
        """Show only the keys of the options with these codes; only these act at the moment."""


class NoUndo(QObject):
    """Event filter that disables undo in a text field: the window has its own undo history."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A text field accepts ShortcutOverride for its own undo, so the window's would never run.
        if event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            key = event
            assert isinstance(key, QKeyEvent)
            if key.matches(QKeySequence.StandardKey.Undo) or key.matches(
                QKeySequence.StandardKey.Redo
            ):
                event.ignore()
                return True
        return False


def step_of(event: QKeyEvent) -> int:
    """Return −1 for Up, 1 for Down, both without a modifier; 0 for any other key."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if held != Qt.KeyboardModifier.NoModifier:
        return 0
    return {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)


def mark_problem(widget: QLineEdit | QPlainTextEdit, wrong: bool) -> None:
    """Mark a field as invalid or valid, for the style sheet; an empty one is only missing."""
    text = widget.text() if isinstance(widget, QLineEdit) else widget.toPlainText()
    mark = ("true" if text.strip() else "missing") if wrong else ""
    if (widget.property("problem") or "") != mark:
        widget.setProperty("problem", mark)
        # Qt applies style rules that depend on properties only when a widget is polished.
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def end_of_change(before: str, after: str, caret: int = -1) -> int:
    """Return the end of the part of `after` that differs from `before`, in UTF-16 units.

    `caret`: position of the caret in `before`, in UTF-16 units; -1: unknown. It shows which of
        several equal letters was inserted or removed.
    """
    most = min(len(before), len(after))
    start = 0
    while start < most and before[start] == after[start]:
        start += 1
    same = 0
    while same < most and before[-1 - same] == after[-1 - same]:
        same += 1
    end = len(after) - min(same, most - start)
    # If the common beginning and the common end overlap, any place in the overlap is possible.
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
    """Return the text of a typed number as it is stored and parsed.

    If the interface language has a decimal comma, a point before three digits becomes a comma.
    There "1.250" is as ambiguous as "1,250", which validation rejects with a question.
    """
    found = text.strip()
    if QLocale().decimalPoint() == "," and _POINT_OF_THOUSANDS.fullmatch(found):
        return found.replace(".", ",")
    return text


def shown_number(value: float) -> str:
    """Return a number as text, with the decimal separator of the interface language.

    Parsing the text gives the same number. If it does not, for example because three decimal places
    are read as thousands, a zero is appended. If this does not help either, the decimal point is
    kept.
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
        "unanswered": QCoreApplication.translate("FormView", "Not answered"),
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
    """Sentences with a count, in a class because `lupdate` finds plural forms only in `tr`."""

    def at_least(self, count: int) -> str:
        """Return the sentence for a text that is too short."""
        return self.tr("Please enter at least %n characters.", "", count)

    def at_most(self, count: int) -> str:
        """Return the sentence for a text that is too long."""
        return self.tr("Please enter at most %n characters.", "", count)
