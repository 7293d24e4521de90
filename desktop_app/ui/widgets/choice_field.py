"""The field for single and multiple choice, with options in a row or a column."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.form_answers import Code
from desktop_app.core.question_types import (
    AnyOption,
    ChoiceQuestion,
    Likert,
)
from desktop_app.ui.accessible import set_role
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import stray_keys
from desktop_app.ui.widgets.choice_buttons import ChoiceRow, Face, RadioChoice, TickChoice
from desktop_app.ui.widgets.field import Field, Texts
from desktop_app.ui.widgets.flow_layout import FlowLayout, bare
from desktop_app.ui.word_wrap import WrappingLabel, height_of

_CHOOSE = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
# Reasons of focus events if the focus returns from another window or a menu.
_COMES_BACK = (
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)


class AnchorLabel(WrappingLabel):
    """A label that explains an option.

    `texts`: all texts that it may show; it has the height of the longest, so that nothing moves
    """

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__()
        self._texts = list(texts)
        self.setProperty("kind", "secondary")
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setAccessibleName(text)

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


# Not that of a label: Orca reads all labels of a question when the focus enters it, and the
# description of each option has the same words.
set_role(AnchorLabel, QAccessible.Role.Paragraph)


class ChoiceField(Field):
    """A field for single or multiple choice.

    Arrow keys move between options, then Space or Enter chooses one, Backspace or Delete clears the
    answer. If no arrow key was used, Enter goes to the next question. In multiple choice, Space
    toggles an option, and Enter goes to the next question.

    All options together are one tab stop, which is the option that was focused or chosen last. The
    focus ring appears only when keys are used, so that it is not mistaken for an answer.
    """

    has_keys = True

    def __init__(self, question: ChoiceQuestion, theme: Theme, name: str, text: Texts) -> None:
        super().__init__()
        self._question, self._theme = question, theme
        self._options: tuple[AnyOption, ...] = question.options
        self._keys = question.option_keys()
        # Whether the key of each option would choose it now.
        self._acting = [True] * len(self._options)
        self.takes_several = question.figures == "several"
        # Indices of options: the tab stop, the one under the mouse, and the one that an arrow key
        # has reached.
        self._current = 0
        self._hovered: int | None = None
        self._pointed: int | None = None
        # Whether `await_keys` has given the field the focus and no key was pressed since.
        self._chosen: list[Code] = []
        in_row = question.layout == "row"
        # The buttons of a numeric scale show numbers only; the anchor label explains them.
        numbers = in_row and all(isinstance(o.code, int) for o in self._scale())
        self._numbers = isinstance(question, Likert) and numbers
        self._labels = [
            str(option.code) if option.words is None else text(option.words)
            for option in self._options
        ]
        self._helps = [text(option.help) for option in self._options]
        self.buttons: list[RadioChoice | TickChoice] = []
        for index, option in enumerate(self._options):
            on_scale = self._numbers and not option.missing
            words = str(option.code) if on_scale else self._labels[index]
            key = self._keys[index] or ""
            face = Face(
                words,
                "" if key == words else key,
                "" if in_row else self._helps[index],
                not in_row,
                () if in_row else tuple(zip(self._labels, self._helps, strict=True)),
                is_key=key == words,
            )
            button = TickChoice(theme, face) if self.takes_several else RadioChoice(theme, face)
            label_text = self._labels[index] if words == self._labels[index] else self._said(index)
            button.setAccessibleName(label_text)
            # Qt does not tell screen readers the place of an option among all; the question is the
            # name of the group around them.
            place = self.tr("{number} of {count}")
            place = place.format(number=index + 1, count=len(self._options))
            button.setAccessibleDescription(". ".join(filter(None, (place, self._helps[index]))))
            button.setToolTip(plain_tip(self._tip(index)))
            button.clicked.connect(lambda _checked=False, index=index: self._pick(index))
            button.installEventFilter(self)
            self.buttons.append(button)
        self.anchor: AnchorLabel | None = None
        column = bare(QVBoxLayout(self), theme.px(8) if in_row else theme.px(6))
        self._assemble(column, in_row=in_row)
        self._rove()
        self._tell_anchor()

    def set_value(self, value: Any) -> None:
        # A stored answer that is not an option of this question is shown as no answer.
        found = self._question.read(value).value
        if found is None:
            self._chosen = []
            # While someone uses keys here, the focused option stays the tab stop.
            if not self._has_focus():
                self._current = 0
        else:
            self._chosen = list(found) if self.takes_several else [found]
        self._show()

    def change_value(self, value: Any) -> None:
        self.set_value(value)
        # The focus must not stay on an option that undo has taken back. In multiple choice, the
        # option that was toggled back keeps it.
        if self._has_focus() and not self.takes_several:
            self.await_keys()
            self._show_ring(bool(self._chosen), waits=not self._chosen)

    def take_focus(self) -> None:
        self.buttons[self._current].setFocus(Qt.FocusReason.OtherFocusReason)

    def point_out(self) -> None:
        self.take_focus()
        # If it had the focus without a ring, as in `await_keys`, no event shows the ring.
        self._show_ring(True)

    def await_keys(self) -> None:
        self._current = next((n for n, b in enumerate(self.buttons) if b.isChecked()), 0)
        self.take_focus()
        self._show_ring(False, waits=True)

    def last_stop(self) -> QWidget:
        return self.buttons[-1]

    def options_height(self) -> int:
        # Without the explanation of an option, which is below all of them.
        return self.height() if self.anchor is None else self.anchor.y()

    def press(self, code: Code) -> bool:
        for index, option in enumerate(self._options):
            # The types are compared, too: True == 1 in Python, but these are different codes.
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
            # The ring appears only when keys are used. If the focus returns from another window or
            # a menu, it stays as it was.
            if event.reason() not in _COMES_BACK:
                self._show_ring(event.reason() != Qt.FocusReason.MouseFocusReason)
        elif isinstance(event, QFocusEvent) and event.reason() not in _COMES_BACK:
            self._pointed = None
            # Tab comes back to the chosen option, not to the one that had the focus.
            self._show()
            return False
        self._tell_anchor()
        return False

    def _scale(self) -> list[AnyOption]:
        """Return the options that are steps of the scale, without “not applicable” and the like."""
        return [option for option in self._options if not option.missing]

    def _said(self, index: int) -> str:
        """Return the code and the label of an option, such as “1: Poor”."""
        code, label = str(self._options[index].code), self._labels[index]
        return code if label == code else f"{code}: {label}"

    def _tip(self, index: int) -> str:
        """Return the tooltip of an option, with its key if the key would choose it now."""
        key = self._keys[index] if self._acting[index] else None
        label_text = self._said(index) if self._numbers else self._labels[index]
        if key is None or key == label_text:
            return label_text
        # %2 first: the label may contain “%2”.
        return self.tr("%1  (key %2)").replace("%2", key).replace("%1", label_text)

    def _meaning(self, index: int) -> str:
        """Return the explanation of an option for the anchor label: its label and help text."""
        label = self._labels[index]
        option = self._options[index]
        head = self._said(index) if self._numbers and not option.missing else label
        return " – ".join(filter(None, (head, self._helps[index])))

    def _assemble(self, column: QVBoxLayout, *, in_row: bool) -> None:
        """Add the buttons to the layout; for a row also the labels of its ends and of options."""
        if not in_row:
            for button in self.buttons:
                column.addWidget(button)
            return
        options = self._options
        # Scales, and up to three options, get buttons of equal width; other rows wrap like text.
        even = self._numbers or len(options) <= 3
        row: ChoiceRow | FlowLayout
        row = ChoiceRow(self._theme, scale=self._numbers) if even else FlowLayout(across=8, down=8)
        column.addLayout(row)
        for button, option in zip(self.buttons, options, strict=True):
            # “Not applicable” and the like are not steps of the scale, so they are below the row.
            (column if even and option.missing else row).addWidget(button)
        if self._numbers and isinstance(row, ChoiceRow):
            scale = [n for n, option in enumerate(options) if not option.missing]
            ends = []
            for index in (scale[0], scale[-1]):
                label = WrappingLabel(self._labels[index])
                label.setProperty("kind", "secondary")
                label.setIndent(2)  # glyphs may extend beyond their advance width
                ends.append(label)
            row.add_ends(*ends)
        if any(self._helps) or self._numbers:
            self._idle = self.tr("Point or press an arrow key to see the meaning.")
            texts = [self._meaning(index) for index in range(len(options))]
            self.anchor = AnchorLabel([*texts, self._idle])
            column.addWidget(self.anchor)

    def _on_key(self, index: int, event: QKeyEvent) -> bool:
        """Handle a key that was pressed in an option. Return whether the key was used."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers != Qt.KeyboardModifier.NoModifier:
            return False
        keys, last = Qt.Key, len(self.buttons) - 1
        # Left and right follow the layout direction of a row; a column has none.
        mirrored = self.isRightToLeft() and self._question.layout == "row"
        forward = (keys.Key_Left if mirrored else keys.Key_Right, keys.Key_Down)
        back = (keys.Key_Right if mirrored else keys.Key_Left, keys.Key_Up)
        key = event.key()
        in_row = self._question.layout == "row"
        at_end = in_row or self.waits or index == (last if key == keys.Key_Down else 0)
        if key in (keys.Key_Up, keys.Key_Down) and at_end:
            self.stepped.emit(1 if key == keys.Key_Down else -1)
            return True
        is_enter = key in (keys.Key_Return, keys.Key_Enter)
        # After Tab, Enter answers nothing: only an option that an arrow key has reached is meant.
        is_meant = self._pointed is not None and not self.waits
        if is_enter and (self.takes_several or not is_meant or self.buttons[index].isChecked()):
            # A key that is held down must not run through the whole form.
            if not event.isAutoRepeat():
                # What was chosen before Enter was meant, whatever is typed next.
                stray_keys.end_run()
                self.finished.emit()
            return True
        # While no ring is visible, nobody can know which option a key would choose or leave. So the
        # first key only makes the ring visible.
        if self.waits and key in (*forward, *back, *_CHOOSE):
            self._pointed = index
            self._show_ring(True)
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

    def _pick(self, index: int) -> None:
        """Choose the option that was clicked."""
        self._choose(index)
        if not self.takes_several:
            self.picked.emit()

    def _choose(self, index: int) -> None:
        """Choose an option, or toggle it in multiple choice, and emit the change."""
        code = self._options[index].code
        before = list(self._chosen)
        # The option that was just chosen is the one that the next key concerns.
        self._set_waits(False)
        if self.takes_several:
            wanted = [one for one in before if one != code]
            if len(wanted) == len(before):
                wanted.append(code)
            # In the order of the form, whatever the order of clicks.
            self._chosen = [o.code for o in self._options if o.code in wanted]
        else:
            self._chosen = [code]
        self._current = index
        if self._has_focus():
            # For an option chosen by its key, the focus has to follow. Otherwise Tab would stay in
            # this question, and the next key would overwrite the answer.
            self.buttons[index].setFocus(Qt.FocusReason.OtherFocusReason)
        self._show()
        if self._chosen != before:
            chosen = list(self._chosen)
            # No chosen option means no answer: None instead of an empty list.
            self.changed.emit((chosen or None) if self.takes_several else chosen[0])

    def _show(self) -> None:
        """Update the buttons and the anchor label from the chosen options."""
        for index, (button, option) in enumerate(zip(self.buttons, self._options, strict=True)):
            chosen = any(
                option.code == one and type(one) is type(option.code) for one in self._chosen
            )
            button.setChecked(chosen)
            if chosen and not self.takes_several and not self._has_focus():
                self._current = index
        self._rove()
        self._tell_anchor()

    def _has_focus(self) -> bool:
        """Return whether any of the options has the focus."""
        return any(button.hasFocus() for button in self.buttons)

    def _rove(self) -> None:
        """Make the current option the only tab stop; the others get the focus only by mouse."""
        for index, button in enumerate(self.buttons):
            here = index == self._current
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if here else Qt.FocusPolicy.ClickFocus)

    def _show_ring(self, on: bool, *, waits: bool = False) -> None:
        """Show or hide the focus ring of the option that has the focus."""
        self._set_waits(waits)
        for button in self.buttons:
            button.show_focus(on)

    def _set_waits(self, on: bool) -> None:
        if on != self.waits:
            self.waits = on
            self.ring_changed.emit()

    def _tell_anchor(self) -> None:
        """Explain the option under the mouse, else the chosen one, else the one reached by keys."""
        if self.anchor is None:
            return
        chosen = next((n for n, b in enumerate(self.buttons) if b.isChecked()), None)
        for index in (self._hovered, chosen, self._pointed):
            if index is not None:
                self.anchor.setText(self._meaning(index))
                return
        self.anchor.setText(self._idle)
