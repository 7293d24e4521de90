"""The fields for typed answers: one line, a number, several lines."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from desktop_app.core.form_answers import Problem
from desktop_app.core.question_types import LongText, NumberQuestion, Question
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import is_enter
from desktop_app.ui.widgets.field import (
    Field,
    LineBox,
    LongBox,
    NoUndo,
    Texts,
    as_text,
    end_of_change,
    mark_problem,
    shown_number,
    step_of,
    typed_number,
)
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.word_wrap import WrappingLabel

# Characters; a longer help text does not fit into an empty field as its placeholder.
_LONGEST_INSIDE = 140
_MOST_LINES = 6  # up to which a field grows with its text
_PADDING = 7  # pixels between the frame of a field and its text
# Upper limits in pixels of the minimum widths of a number's limits and unit; both fit into a form.
_LIMITS, _UNIT = 300, 150
_LINE_PADDING = 18  # pixels on each side of the text of a field of one line, including the caret


class LineField(Field):
    """A field of one line. Enter, Up and Down go to other questions, as in a choice."""

    def __init__(self, question: Question, theme: Theme, name: str, _text: Texts) -> None:
        super().__init__()
        self._question = question
        self._theme = theme
        self.line = LineBox()
        self.line.pasted.connect(self._on_lines)
        self.line.too_long.connect(self.refuse_length)
        self.line.setAccessibleName(name)
        self._guard = NoUndo(self)
        self.line.installEventFilter(self._guard)
        self.line.installEventFilter(self)
        self.row = bare(QHBoxLayout(self), theme.px(8))
        self.row.addWidget(self.line, 1)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(lambda _text: self.changed.emit(self._answer()))

    def set_value(self, value: Any) -> None:
        text = self._as_shown(value)
        # A typed “1,50” is the answer 1.5; replacing it with “1.5” would disturb typing.
        if text not in (self.line.text(), self._answer()):
            self.line.setText(text)

    def change_value(self, value: Any) -> None:
        caret = self.line.cursorPosition()
        place = end_of_change(self.line.text(), self._as_shown(value), caret)
        self.set_value(value)
        self.line.setCursorPosition(place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if is_enter(event):
            # A key that is held down must not run through the whole form.
            if not event.isAutoRepeat():
                self.finished.emit()
            return True
        by = step_of(event)
        if by:
            self.stepped.emit(by)
        return by != 0

    def take_focus(self) -> None:
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_editable(self, editable: bool) -> None:
        self.line.setReadOnly(not editable)

    def set_problem(self, wrong: bool) -> None:
        mark_problem(self.line, wrong)

    def _answer(self) -> str:
        """Return the text of the field as it is emitted."""
        return self.line.text()

    def _as_shown(self, value: Any) -> str:
        """Return the text that the field shows for an answer of any type."""
        return as_text(value)

    def _on_lines(self, lines: list[str]) -> None:
        # Pasted lines are joined, because the field has only one answer.
        self.line.take(" ".join(lines))


class NumberField(LineField):
    """A field for a number, with its unit and limits."""

    def __init__(self, question: NumberQuestion, theme: Theme, name: str, text: Texts) -> None:
        super().__init__(question, theme, name, text)
        self._question: NumberQuestion = question
        self._low = None if question.min is None else shown_number(question.min)
        self._high = None if question.max is None else shown_number(question.max)
        self.line.setInputMethodHints(Qt.InputMethodHint.ImhFormattedNumbersOnly)
        limits = self._limits()
        self.line.setPlaceholderText(limits)
        self.line.setAccessibleDescription(limits)
        unit = WrappingLabel(text(question.unit), widest=_UNIT)
        unit.setProperty("kind", "secondary")
        self.row.addWidget(unit, 1)
        # A bound method, not a lambda: Qt disconnects it when the field is deleted.
        theme.changed.connect(self._make_room)
        self._make_room()

    def sentence(self, problem: Problem) -> str:
        # Most invalid numbers have a wrong notation, so the sentence shows a valid example.
        return self._request() if problem.kind == "not_readable" else super().sentence(problem)

    def _make_room(self) -> None:
        """Limit the width to the space for a number, or for the placeholder with the limits."""
        theme = self._theme
        text_width = QFontMetrics(theme.ui_font(13)).horizontalAdvance(self.line.placeholderText())
        needed = text_width + 2 * _LINE_PADDING
        self.line.setMinimumWidth(min(needed, _LIMITS))
        self.line.setMaximumWidth(max(theme.px(160), needed))

    def _answer(self) -> str:
        return typed_number(self.line.text())

    def _as_shown(self, value: Any) -> str:
        # bool is a subclass of int, but True is not a number here.
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return shown_number(value) if is_number else as_text(value)

    def _limits(self) -> str:
        low, high = self._low, self._high
        if low is not None and high is not None:
            return self.tr("%1 to %2").replace("%1", low).replace("%2", high)
        if low is not None:
            return self.tr("%1 or more").replace("%1", low)
        return "" if high is None else self.tr("%1 or less").replace("%1", high)

    def _request(self) -> str:
        """Return a sentence that asks for a number, with a valid example and the limits."""
        low, high = self._low, self._high
        kind = (
            QCoreApplication.translate("FormView", "Please enter a whole number, such as %1.")
            if self._question.integer
            else QCoreApplication.translate("FormView", "Please enter a number, such as %1.")
        )
        limits = ""
        if low is not None and high is not None:
            limits = (
                QCoreApplication.translate("FormView", "Must be from %1 to %2.")
                .replace("%1", low)
                .replace("%2", high)
            )
        elif low is not None:
            limits = QCoreApplication.translate("FormView", "Must be at least %1.").replace(
                "%1", low
            )
        elif high is not None:
            limits = QCoreApplication.translate("FormView", "Must be at most %1.").replace(
                "%1", high
            )
        asked = kind.replace("%1", shown_number(self._question.example()))
        return f"{asked} {limits}".strip()


class LongField(Field):
    """A field of several lines. Tab leaves it; Enter starts a new line."""

    def __init__(self, question: LongText, theme: Theme, name: str, text: Texts) -> None:
        super().__init__()
        help_text = text(question.help)
        self.shows_help = 0 < len(help_text) <= _LONGEST_INSIDE
        if not self.shows_help:
            help_text = ""
        self._lines, self._theme, self._help = question.lines, theme, help_text
        self.box = LongBox()
        self.box.too_long.connect(self.refuse_length)
        self.box.setPlaceholderText(help_text)
        self.box.setToolTip(plain_tip(help_text))
        self.box.setAccessibleDescription(help_text)
        self.box.setProperty("kind", "field")
        self.box.setAccessibleName(name)
        self.box.setTabChangesFocus(True)
        self.box.setUndoRedoEnabled(False)
        self._guard = NoUndo(self)
        self.box.installEventFilter(self._guard)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.box)
        self.setFocusProxy(self.box)
        self._silent = False
        self.box.textChanged.connect(self._on_changed)
        theme.changed.connect(self._fit)
        self._fit()

    def set_value(self, value: Any) -> None:
        text = as_text(value)
        if text == self.box.toPlainText():
            return
        place = self.box.textCursor().position()
        self._silent = True
        self.box.setPlainText(text)
        self._silent = False
        cursor = self.box.textCursor()
        last = self.box.document().characterCount() - 1
        # Without focus, the caret goes to the end, where people continue an existing text.
        cursor.setPosition(min(place, last) if self.box.hasFocus() else last)
        self.box.setTextCursor(cursor)

    def change_value(self, value: Any) -> None:
        caret = self.box.textCursor().position()
        place = end_of_change(self.box.toPlainText(), as_text(value), caret)
        self.set_value(value)
        cursor = self.box.textCursor()
        cursor.setPosition(min(place, self.box.document().characterCount() - 1))
        self.box.setTextCursor(cursor)
        self.box.ensureCursorVisible()

    def take_focus(self) -> None:
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_editable(self, editable: bool) -> None:
        self.box.setReadOnly(not editable)

    def set_problem(self, wrong: bool) -> None:
        mark_problem(self.box, wrong)

    def _on_changed(self) -> None:
        self._fit()
        if not self._silent:
            self.changed.emit(self.box.toPlainText())

    def _fit(self) -> None:
        """Set the height for the text, between the lines of the question and `_MOST_LINES`.

        A placeholder is always shown whole.
        """
        metrics = QFontMetrics(self._theme.ui_font(13))
        inside = self.box.width() - 2 * (_PADDING + round(self.box.document().documentMargin()))
        room = QRect(0, 0, max(inside, 40), 10_000)
        wrapped = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)
        help_height = metrics.boundingRect(room, wrapped, self._help).height() if self._help else 0
        # The size of a plain text document is counted in lines.
        typed = int(self.box.document().size().height())
        lines = max(self._lines, min(typed, _MOST_LINES))
        tall = max(lines * metrics.lineSpacing(), help_height)
        self.box.setFixedHeight(tall + 2 * self._theme.px(10))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
