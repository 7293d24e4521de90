"""Options of which one or several are chosen, as a row or a column."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.form_answers import Code, read_answer
from desktop_app.core.form_parts import (
    AnyOption,
    ChoiceQuestion,
    Likert,
    MultipleChoice,
    keys_of,
    options_of,
)
from desktop_app.core.forms import Form
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, RadioChoice, TickChoice
from desktop_app.ui.widgets.choice_row import ChoiceRow
from desktop_app.ui.widgets.field import Field
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.word_wrap import WrappingLabel, height_of

_CHOOSE = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
# The focus comes back to where it was when a window or a menu gives it back.
_COMES_BACK = (
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)


class AnchorLabel(WrappingLabel):
    """Says what a step means. It is as tall as its longest text, so that nothing below moves."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__()
        self._texts = list(texts)
        self.setProperty("kind", "secondary")
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max((height_of(text, self.font(), width) for text in self._texts), default=0)

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
    Of several that can be chosen, Space switches one, and Enter continues to the next question.
    Tab leaves the options: they are one stop, at the one that was chosen last. A ring shows which
    option the keys are at, and only once keys are used: it must never pass for an answer.
    """

    def __init__(
        self, form: Form, question: ChoiceQuestion, language: str, theme: Theme, name: str
    ) -> None:
        super().__init__()
        self._question, self._theme = question, theme
        self._options: tuple[AnyOption, ...] = options_of(question)
        self._keys = keys_of(question)
        self._acting = [True] * len(self._options)  # whether the key of an option acts now
        self._several = isinstance(question, MultipleChoice)
        self._current = 0
        self._hovered: int | None = None
        self._pointed: int | None = None  # by the arrow keys
        self._waits = False  # has the focus, and nobody knows yet at which option
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
            key = self._keys[index] or ""
            face = Face(
                words, "" if key == words else key, "" if in_row else self._helps[index], not in_row
            )
            button = TickChoice(theme, face) if self._several else RadioChoice(theme, face)
            label_text = self._labels[index] if words == self._labels[index] else self._said(index)
            button.setAccessibleName(label_text)
            button.setAccessibleDescription(". ".join(filter(None, (name, self._helps[index]))))
            button.setToolTip(plain_tip(self._tip(index)))
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
            if not self._has_focus():
                self._current = 0
        else:
            self._chosen = list(found) if self._several else [found]
        self._show()

    def take_focus(self) -> None:
        self.buttons[self._current].setFocus(Qt.FocusReason.OtherFocusReason)

    def await_keys(self) -> None:
        self._current = next((n for n, b in enumerate(self.buttons) if b.isChecked()), 0)
        self.take_focus()
        self._show_ring(False)
        self._waits = True

    def last_stop(self) -> QWidget:
        return self.buttons[-1]

    def press(self, code: Code) -> bool:
        for index, option in enumerate(self._options):
            if option.code == code and type(option.code) is type(code):
                self._choose(index)
                return True
        return False

    def show_keys(self, acting: Collection[Code]) -> None:
        for index, (button, option) in enumerate(zip(self.buttons, self._options, strict=True)):
            acts = any(option.code == one and type(one) is type(option.code) for one in acting)
            button.show_key(acts)
            if acts != self._acting[index]:
                self._acting[index] = acts
                button.setToolTip(plain_tip(self._tip(index)))

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
            if event.reason() not in _COMES_BACK:
                self._show_ring(event.reason() != Qt.FocusReason.MouseFocusReason)
        elif isinstance(event, QFocusEvent) and event.reason() not in _COMES_BACK:
            self._pointed = None
        self._tell_anchor()
        return False

    def _scale(self) -> list[AnyOption]:
        return [option for option in self._options if not option.missing]

    def _said(self, index: int) -> str:
        code, label = str(self._options[index].code), self._labels[index]
        return code if label == code else f"{code}: {label}"

    def _tip(self, index: int) -> str:
        key = self._keys[index] if self._acting[index] else None
        label_text = self._said(index) if self._numbers else self._labels[index]
        if key is None or key == label_text:
            return label_text
        return self.tr("%1  (key %2)").replace("%2", key).replace("%1", label_text)

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
        row: ChoiceRow | FlowLayout
        row = ChoiceRow(self._theme, scale=self._numbers) if even else FlowLayout(across=8, down=8)
        column.addLayout(row)
        for button, option in zip(self.buttons, options, strict=True):
            (column if even and option.missing else row).addWidget(button)
        if self._numbers and isinstance(row, ChoiceRow):
            scale = [n for n, option in enumerate(options) if not option.missing]
            ends = []
            for index, side in (
                (scale[0], Qt.AlignmentFlag.AlignLeading),
                (scale[-1], Qt.AlignmentFlag.AlignTrailing),
            ):
                label = WrappingLabel(self._labels[index])
                label.setProperty("kind", "secondary")
                label.setAlignment(side | Qt.AlignmentFlag.AlignTop)
                label.setIndent(2)  # glyphs may lean over their advance
                ends.append(label)
            row.add_ends(*ends)
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
        if self._several and key in (keys.Key_Return, keys.Key_Enter):
            if not event.isAutoRepeat():
                self.finished.emit()
            return True
        if self._waits and key in (*forward, *back, *_CHOOSE):
            self._pointed = index
            self._show_ring(True)  # first say where one is
            self._tell_anchor()
            return True
        if key in forward:
            target = min(index + 1, last)
        elif key in back:
            target = max(index - 1, 0)
        elif key == keys.Key_Home:
            target = 0
        elif key == keys.Key_End:
            target = last
        elif key in _CHOOSE:
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
        self._show_ring(True)
        self._pointed = target
        self._tell_anchor()
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
        if self._has_focus():
            # By its key: the focus goes along, so that Tab leaves for the next question.
            self.buttons[index].setFocus(Qt.FocusReason.OtherFocusReason)
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

    def _show_ring(self, on: bool) -> None:
        self._waits = False
        for button in self.buttons:
            button.show_focus(on)

    def _tell_anchor(self) -> None:
        """Explain what is pointed at, else what is chosen; the arrow keys point where nothing is
        chosen yet."""
        if self.anchor is None:
            return
        chosen = next((n for n, b in enumerate(self.buttons) if b.isChecked()), None)
        for index in (self._hovered, chosen, self._pointed):
            if index is not None:
                self.anchor.setText(self._meaning(index))
                return
        self.anchor.setText(self._idle)
