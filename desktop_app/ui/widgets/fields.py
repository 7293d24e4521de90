"""What answers are given with: one widget per type of question, all with the same few methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_answers import Code, read_answer
from desktop_app.core.form_parts import (
    AnyOption,
    ChoiceQuestion,
    Likert,
    LongText,
    MultipleChoice,
    NumberQuestion,
    Question,
    TextList,
    TextQuestion,
    options_of,
    read_number,
)
from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, RadioChoice, TickChoice
from desktop_app.ui.widgets.flow_layout import FlowLayout

_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)


class Field(QWidget):
    """Shows one answer and lets a person change it. It knows nothing of other questions."""

    changed = Signal(object)  # the person changed the answer: what it is now

    def set_value(self, value: Any) -> None:
        """Show an answer, whatever it is; says nothing."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """Put the focus where this answer is given."""
        raise NotImplementedError

    def last_stop(self) -> QWidget:
        """Return the widget after which the Tab key leaves."""
        return self.focusProxy() or self

    def set_editable(self, editable: bool) -> None:
        """Let the answer be changed, or only read."""
        self.setEnabled(editable)

    def set_problem(self, wrong: bool) -> None:
        """Mark the field as one that needs a change."""

    def press(self, code: Code) -> bool:
        """Choose an option by its code, as its key does; tells whether there was one."""
        return False


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


class AnchorLabel(QLabel):
    """Says what a step means. It is as tall as its longest text, so that nothing below moves."""

    def __init__(self, texts: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = list(texts)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", "secondary")
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        metrics = QFontMetrics(self.font())
        room = QRect(0, 0, max(20, width), 10_000)
        return max(
            (metrics.boundingRect(room, _WRAPPED, text).height() for text in self._texts),
            default=0,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMinimumHeight(self.heightForWidth(self.width()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.setMinimumHeight(self.heightForWidth(self.width()))


class ChoiceField(Field):
    """Options of which one, or several, can be chosen.

    Arrow keys go from option to option, Space or Enter chooses, Backspace takes the answer back.
    Tab leaves the options: they are one stop.
    """

    def __init__(
        self, form: Form, question: ChoiceQuestion, language: str, theme: Theme, name: str
    ) -> None:
        super().__init__()
        self._question, self._theme = question, theme
        self._options: tuple[AnyOption, ...] = options_of(question)
        self._several = isinstance(question, MultipleChoice)
        self._current = 0
        self._hovered: int | None = None
        self._chosen: list[Code] = []
        in_row = question.layout == "row"
        numbers = in_row and all(isinstance(o.code, int) for o in self._scale())
        self._numbers = isinstance(question, Likert) and numbers
        self._labels = [form.label(option, language) for option in self._options]
        self._helps = [form.text(option.help, language) for option in self._options]
        self.buttons: list[RadioChoice | TickChoice] = []
        for index, option in enumerate(self._options):
            on_scale = self._numbers and not option.missing
            words = str(option.code) if on_scale else self._labels[index]
            key = option.key or ""
            face = Face(
                words, "" if key == words else key, "" if in_row else self._helps[index], not in_row
            )
            button = TickChoice(theme, face) if self._several else RadioChoice(theme, face)
            said = self._labels[index] if words == self._labels[index] else self._said(index)
            button.setAccessibleName(said)
            button.setAccessibleDescription(". ".join(filter(None, (name, self._helps[index]))))
            button.setToolTip(self._tip(index))
            button.clicked.connect(lambda _checked=False, index=index: self._choose(index))
            button.installEventFilter(self)
            self.buttons.append(button)
        self.anchor: AnchorLabel | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8) if in_row else theme.px(6))
        self._assemble(column, in_row=in_row)
        self._rove()
        self._tell_anchor()

    def set_value(self, value: Any) -> None:
        found = read_answer(self._question, value).value
        if found is None:
            self._chosen = []
        else:
            self._chosen = list(found) if self._several else [found]
        self._show()

    def take_focus(self) -> None:
        self.buttons[self._current].setFocus(Qt.FocusReason.OtherFocusReason)

    def last_stop(self) -> QWidget:
        return self.buttons[-1]

    def press(self, code: Code) -> bool:
        for index, option in enumerate(self._options):
            if option.code == code and type(option.code) is type(code):
                self._choose(index)
                return True
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind not in (
            QEvent.Type.KeyPress,
            QEvent.Type.Enter,
            QEvent.Type.Leave,
            QEvent.Type.FocusIn,
            QEvent.Type.FocusOut,
        ):
            return False
        index = next((n for n, button in enumerate(self.buttons) if button is watched), None)
        if index is None:
            return False
        if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._on_key(index, event)
        if kind == QEvent.Type.Enter:
            self._hovered = index
        elif kind == QEvent.Type.Leave:
            self._hovered = None
        elif isinstance(event, QFocusEvent) and kind == QEvent.Type.FocusIn:
            self._current = index
            self._rove()
        self._tell_anchor(focused=index if kind == QEvent.Type.FocusIn else None)
        return False

    def _scale(self) -> list[AnyOption]:
        return [option for option in self._options if not option.missing]

    def _said(self, index: int) -> str:
        code, label = str(self._options[index].code), self._labels[index]
        return code if label == code else f"{code}: {label}"

    def _tip(self, index: int) -> str:
        key = self._options[index].key
        said = self._said(index) if self._numbers else self._labels[index]
        if key is None or key == said:
            return said
        return self.tr("%1  (key %2)").replace("%2", key).replace("%1", said)

    def _meaning(self, index: int) -> str:
        """Return a step's label and help in one line."""
        label = self._labels[index]
        option = self._options[index]
        head = self._said(index) if self._numbers and not option.missing else label
        return " – ".join(filter(None, (head, self._helps[index])))

    def _assemble(self, column: QVBoxLayout, *, in_row: bool) -> None:
        if not in_row:
            for button in self.buttons:
                column.addWidget(button)
            return
        options = self._options
        even = self._numbers or len(options) <= 2
        row: QBoxLayout | FlowLayout
        row = QHBoxLayout() if even else FlowLayout(across=8, down=8)
        if even:
            row.setSpacing(8 if self._theme.text_scale <= 1.5 else 4)
        column.addLayout(row)
        for button, option in zip(self.buttons, options, strict=True):
            (column if even and option.missing else row).addWidget(button)
        if self._numbers:
            scale = [n for n, option in enumerate(options) if not option.missing]
            ends = QHBoxLayout()
            ends.setContentsMargins(0, 0, 0, 0)
            for index, side in (
                (scale[0], Qt.AlignmentFlag.AlignLeading),
                (scale[-1], Qt.AlignmentFlag.AlignTrailing),
            ):
                label = QLabel(self._labels[index])
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setProperty("kind", "secondary")
                label.setWordWrap(True)
                label.setAlignment(side | Qt.AlignmentFlag.AlignTop)
                ends.addWidget(label, 1)
            column.insertLayout(1, ends)
        if any(self._helps) or self._numbers:
            self._idle = self.tr("Point at an option to read what it means.")
            texts = [self._meaning(index) for index in range(len(options))]
            self.anchor = AnchorLabel([*texts, self._idle])
            column.addWidget(self.anchor)

    def _on_key(self, index: int, event: QKeyEvent) -> bool:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers != Qt.KeyboardModifier.NoModifier:
            return False
        keys, last = Qt.Key, len(self.buttons) - 1
        mirrored = self.isRightToLeft() and self._question.layout == "row"
        forward = (keys.Key_Left if mirrored else keys.Key_Right, keys.Key_Down)
        back = (keys.Key_Right if mirrored else keys.Key_Left, keys.Key_Up)
        key = event.key()
        if key in forward:
            target = min(index + 1, last)
        elif key in back:
            target = max(index - 1, 0)
        elif key == keys.Key_Home:
            target = 0
        elif key == keys.Key_End:
            target = last
        elif key in (keys.Key_Space, keys.Key_Return, keys.Key_Enter):
            if not event.isAutoRepeat():
                self._choose(index)
            return True
        elif key in (keys.Key_Backspace, keys.Key_Delete):
            if self._chosen:
                self._chosen = []
                self._show()
                self.changed.emit(None)
            return True
        else:
            return False
        self.buttons[target].setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _choose(self, index: int) -> None:
        code = self._options[index].code
        before = list(self._chosen)
        if self._several:
            wanted = [one for one in before if one != code]
            if len(wanted) == len(before):
                wanted.append(code)
            self._chosen = [o.code for o in self._options if o.code in wanted]
        else:
            self._chosen = [code]
        self._current = index
        self._show()
        if self._chosen != before:
            chosen = list(self._chosen)
            self.changed.emit((chosen or None) if self._several else chosen[0])

    def _show(self) -> None:
        for index, (button, option) in enumerate(zip(self.buttons, self._options, strict=True)):
            chosen = any(
                option.code == one and type(one) is type(option.code) for one in self._chosen
            )
            button.setChecked(chosen)
            if chosen and not self._several and not self._has_focus():
                self._current = index
        self._rove()
        self._tell_anchor()

    def _has_focus(self) -> bool:
        return any(button.hasFocus() for button in self.buttons)

    def _rove(self) -> None:
        for index, button in enumerate(self.buttons):
            here = index == self._current
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if here else Qt.FocusPolicy.ClickFocus)

    def _tell_anchor(self, focused: int | None = None) -> None:
        if self.anchor is None:
            return
        if focused is None:
            focused = next((n for n, b in enumerate(self.buttons) if b.hasFocus()), None)
        chosen = next((n for n, b in enumerate(self.buttons) if b.isChecked()), None)
        for index in (self._hovered, focused, chosen):
            if index is not None:
                self.anchor.setText(self._meaning(index))
                return
        self.anchor.setText(self._idle)


class LineField(Field):
    """One line of text, or a number with its unit."""

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
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self._guard = NoUndo(self)
        self.line.installEventFilter(self._guard)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(8))
        row.addWidget(self.line, 1)
        if isinstance(question, NumberQuestion):
            self.line.setMaximumWidth(theme.px(160))
            self.line.setInputMethodHints(Qt.InputMethodHint.ImhFormattedNumbersOnly)
            self.line.installEventFilter(self)
            limits = self._limits(question)
            self.line.setPlaceholderText(limits)
            self.line.setAccessibleDescription(limits)
            unit = QLabel(form.text(question.unit, language))
            unit.setTextFormat(Qt.TextFormat.PlainText)
            unit.setProperty("kind", "secondary")
            row.addWidget(unit)
            row.addStretch(1)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(lambda text: self.changed.emit(text))

    def set_value(self, value: Any) -> None:
        text = as_text(value)
        if text != self.line.text():
            self.line.setText(text)

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
            value = read_number(self.line.text()) + by * step
        except ValueError:
            value = question.min if question.min is not None else 0
        if question.min is not None:
            value = max(value, question.min)
        if question.max is not None:
            value = min(value, question.max)
        text = as_text(round(value, 10))
        if text != self.line.text():
            self.line.setText(text)
            self.changed.emit(text)

    def _limits(self, question: NumberQuestion) -> str:
        low, high = question.min, question.max
        if low is not None and high is not None:
            return self.tr("%1 to %2").replace("%1", as_text(low)).replace("%2", as_text(high))
        if low is not None:
            return self.tr("%1 or more").replace("%1", as_text(low))
        if high is not None:
            return self.tr("%1 or less").replace("%1", as_text(high))
        return ""


class LongField(Field):
    """A text of several lines. Tab leaves it; line breaks are for the text."""

    def __init__(self, question: LongText, theme: Theme, name: str, help_text: str = "") -> None:
        super().__init__()
        self._lines, self._theme = question.lines, theme
        self.box = QPlainTextEdit()
        self.box.setPlaceholderText(help_text)
        self.box.setToolTip(help_text)
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
        cursor.setPosition(min(place, self.box.document().characterCount() - 1))
        self.box.setTextCursor(cursor)

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
        line = QFontMetrics(self._theme.ui_font(13)).lineSpacing()
        self.box.setFixedHeight(self._lines * line + 2 * self._theme.px(12))


class ListField(Field):
    """Short texts in an order. Enter adds one below, Backspace in an empty one takes it away."""

    def __init__(self, question: TextList, theme: Theme, name: str) -> None:
        super().__init__()
        self._question, self._theme, self._name = question, theme, name
        self._guard = NoUndo(self)
        self._editable = True
        self.lines: list[QLineEdit] = []
        self.remove_buttons: list[QPushButton] = []
        self._rows: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(8))
        self.add_button = QPushButton(self.tr("Add"))
        self.add_button.setAccessibleName(self.tr("Add an entry to: %1").replace("%1", name))
        self.add_button.setToolTip(self.tr("Add an entry  Enter"))
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(lambda: self._add(len(self.lines)))
        self._column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeading)
        theme.changed.connect(self._dress)
        self._insert(0, "")

    def set_value(self, value: Any) -> None:
        if isinstance(value, list | tuple):
            wanted = [as_text(one) for one in value]
        else:
            wanted = [as_text(value)] if value else []
        if wanted == self._texts():
            return
        wanted = wanted or [""]
        while len(self.lines) > len(wanted):
            self._take(len(self.lines) - 1)
        while len(self.lines) < len(wanted):
            self._insert(len(self.lines), "")
        for line, text in zip(self.lines, wanted, strict=True):
            if line.text() != text:
                line.setText(text)

    def last_stop(self) -> QWidget:
        return self.add_button

    def take_focus(self) -> None:
        self.lines[0].setFocus(Qt.FocusReason.OtherFocusReason)

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
            or not isinstance(watched, QLineEdit)
            or not self._editable
        ):
            return False
        index = self.lines.index(watched)
        key = event.key()
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._add(index + 1)
            return True
        if key == Qt.Key.Key_Backspace and not watched.text() and len(self.lines) > 1:
            self._remove(watched)
            return True
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            target = index + (1 if key == Qt.Key.Key_Down else -1)
            if 0 <= target < len(self.lines):
                self.lines[target].setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return False

    def _texts(self) -> list[str]:
        texts = [line.text() for line in self.lines]
        return [] if texts == [""] else texts

    def _add(self, index: int) -> None:
        if self._full():
            return
        self._insert(index, "")
        self.lines[index].setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit(self._texts())

    def _remove(self, line: QLineEdit) -> None:
        index = self.lines.index(line)
        if len(self.lines) == 1:
            if line.text():
                line.clear()
                self.changed.emit([])
            return
        self._take(index)
        self.lines[max(0, index - 1)].setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit(self._texts())

    def _insert(self, index: int, text: str) -> None:
        line = QLineEdit(text)
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
        inside = QHBoxLayout(row)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(self._theme.px(4))
        inside.addWidget(line, 1)
        inside.addWidget(button)
        self._column.insertWidget(index, row)
        self.lines.insert(index, line)
        self.remove_buttons.insert(index, button)
        self._rows.insert(index, row)
        self._dress()

    def _take(self, index: int) -> None:
        row = self._rows.pop(index)
        del self.lines[index], self.remove_buttons[index]
        row.hide()
        row.deleteLater()
        self._dress()

    def _dress(self) -> None:
        before: QWidget | None = None
        for number, (line, button) in enumerate(
            zip(self.lines, self.remove_buttons, strict=True), start=1
        ):
            line.setAccessibleName(
                self.tr("%1, entry %2").replace("%2", str(number)).replace("%1", self._name)
            )
            name = self.tr("Remove entry %1").replace("%1", str(number))
            button.setAccessibleName(name)
            button.setToolTip(name)
            button.setIcon(self._theme.icon("close"))
            button.setFixedWidth(self._theme.px(32))
            if before is not None:
                QWidget.setTabOrder(before, line)
            QWidget.setTabOrder(line, button)
            before = button
        if before is not None:
            QWidget.setTabOrder(before, self.add_button)
        self._offer()

    def _full(self) -> bool:
        return self._question.max is not None and len(self.lines) >= self._question.max

    def _offer(self) -> None:
        self.add_button.setEnabled(self._editable and not self._full())


_LONGEST_INSIDE = 140


def shows_help_inside(question: Question, help_text: str) -> bool:
    """Tell whether a question's help stands in its empty field instead of above it."""
    return isinstance(question, LongText) and 0 < len(help_text) <= _LONGEST_INSIDE


def field_for(form: Form, question: Question, language: str, theme: Theme, name: str) -> Field:
    """Return the field that suits a question's type; `name` is what a screen reader says."""
    help_text = form.text(question.help, language)
    if isinstance(question, ChoiceQuestion):
        return ChoiceField(form, question, language, theme, name)
    if isinstance(question, LongText):
        inside = help_text if shows_help_inside(question, help_text) else ""
        return LongField(question, theme, name, inside)
    if isinstance(question, TextList):
        return ListField(question, theme, name)
    return LineField(form, question, language, theme, name)


def mark_problem(widget: QWidget, wrong: bool) -> None:
    """Let the style sheet paint a field as one that needs a change."""
    if bool(widget.property("problem")) != wrong:
        widget.setProperty("problem", wrong)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def as_text(value: Any) -> str:
    """Return what a text field shows for an answer of any sort."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return value if isinstance(value, str) else str(value)
