"""Fields for typed answers: one line, a number, several lines."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from desktop_app.core.form_parts import LongText, NumberQuestion, TextQuestion, read_typed_number
from desktop_app.core.forms import Form
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.field import (
    Field,
    NoUndo,
    as_text,
    end_of_change,
    mark_problem,
    shown_number,
    typed_number,
)
from desktop_app.ui.widgets.pasting import LineBox, LongBox
from desktop_app.ui.word_wrap import WrappingLabel

_PADDING = 7  # pixels between the frame of a field and its text
# Greatest widths in pixels of a number's limits and unit; together they fit into a form.
_LIMITS, _UNIT = 300, 150
_LINE_PADDING = 18  # pixels beside the text of a field of one line, including the caret


class LineField(Field):
    """A field of one line, for a text or a number with its unit."""

    def __init__(
        self,
        form: Form,
        question: TextQuestion | NumberQuestion,
        language: str,
        theme: Theme,
        name: str,
    ) -> None:
        super().__init__()
        self._question = question
        self._theme = theme
        self.line = LineBox()
        self.line.pasted.connect(self._on_lines)
        self.line.too_long.connect(self.refuse_length)
        self.line.setAccessibleName(name)
        self._guard = NoUndo(self)
        self.line.installEventFilter(self._guard)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(8))
        row.addWidget(self.line, 1)
        if isinstance(question, NumberQuestion):
            self.line.setInputMethodHints(Qt.InputMethodHint.ImhFormattedNumbersOnly)
            self.line.installEventFilter(self)
            limits = self._limits(question)
            # A bound method: Qt disconnects it with the field, a lambda would outlive it.
            theme.changed.connect(self._make_room)
            self.line.setPlaceholderText(limits)
            self.line.setAccessibleDescription(limits)
            unit = WrappingLabel(form.text(question.unit, language), widest=_UNIT)
            unit.setProperty("kind", "secondary")
            row.addWidget(unit, 1)
            self._make_room()
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(self._on_typed)

    def _on_typed(self, text: str) -> None:
        if isinstance(self._question, NumberQuestion):
            text = typed_number(text)
        self.changed.emit(text)

    def _make_room(self) -> None:
        """Set the width to that of a number and of the limits shown as placeholder."""
        theme = self._theme
        text_width = QFontMetrics(theme.ui_font(13)).horizontalAdvance(self.line.placeholderText())
        needed = text_width + 2 * _LINE_PADDING
        self.line.setMinimumWidth(min(needed, _LIMITS))
        self.line.setMaximumWidth(max(theme.px(160), needed))

    def set_value(self, value: Any) -> None:
        text = self._as_shown(value)
        # A typed “1,50” is the answer 1.5; replacing it by “1.5” would disturb typing.
        if text not in (self.line.text(), self._answer()):
            self.line.setText(text)

    def _answer(self) -> str:
        """Return the text of the field in the form in which it is emitted."""
        text = self.line.text()
        return typed_number(text) if isinstance(self._question, NumberQuestion) else text

    def change_value(self, value: Any) -> None:
        caret = self.line.cursorPosition()
        place = end_of_change(self.line.text(), self._as_shown(value), caret)
        self.set_value(value)
        self.line.setCursorPosition(place)

    def take_focus(self) -> None:
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_editable(self, editable: bool) -> None:
        self.line.setReadOnly(not editable)

    def set_problem(self, wrong: bool) -> None:
        mark_problem(self.line, wrong)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
            and event.modifiers() == Qt.KeyboardModifier.NoModifier
            and not self.line.isReadOnly()
        ):
            self._step(1 if event.key() == Qt.Key.Key_Up else -1)
            return True
        return False

    def _step(self, by: int) -> None:
        question = self._question
        assert isinstance(question, NumberQuestion)
        step = question.step or 1
        try:
            value = read_typed_number(typed_number(self.line.text())) + by * step
        except ValueError:
            # An empty or invalid field starts at the minimum.
            value = question.min if question.min is not None else 0
        if question.min is not None:
            value = max(value, question.min)
        if question.max is not None:
            value = min(value, question.max)
        # Steps of 0.1 would otherwise show digits such as 0.30000000000000004.
        text = shown_number(round(value, 10))
        if text != self.line.text():
            self.line.setText(text)
            self.changed.emit(text)

    def _on_lines(self, lines: list[str]) -> None:
        # In a form, a field has one answer, so pasted lines are joined.
        self.line.take(" ".join(lines))

    def _as_shown(self, value: Any) -> str:
        # bool is a subclass of int, but True is not a number here.
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and isinstance(self._question, NumberQuestion):
            return shown_number(value)
        return as_text(value)

    def _limits(self, question: NumberQuestion) -> str:
        low = None if question.min is None else shown_number(question.min)
        high = None if question.max is None else shown_number(question.max)
        if low is not None and high is not None:
            return self.tr("%1 to %2").replace("%1", low).replace("%2", high)
        if low is not None:
            return self.tr("%1 or more").replace("%1", low)
        if high is not None:
            return self.tr("%1 or less").replace("%1", high)
        return ""


class LongField(Field):
    """A field of several lines. Tab leaves it; Enter starts a new line."""

    def __init__(self, question: LongText, theme: Theme, name: str, help_text: str = "") -> None:
        super().__init__()
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
        if not self._silent:
            self.changed.emit(self.box.toPlainText())

    def _fit(self) -> None:
        """Set the height to that of the question's lines or of the placeholder."""
        metrics = QFontMetrics(self._theme.ui_font(13))
        inside = self.box.width() - 2 * (_PADDING + round(self.box.document().documentMargin()))
        room = QRect(0, 0, max(inside, 40), 10_000)
        wrapped = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)
        help_height = metrics.boundingRect(room, wrapped, self._help).height() if self._help else 0
        tall = max(self._lines * metrics.lineSpacing(), help_height)
        self.box.setFixedHeight(tall + 2 * self._theme.px(10))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
