"""The parts of a turn that are not questions of a form: the instruction, and how to continue.

The module is longer than most because the parts are shown and disabled by the same state of the
turn.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.text.tokens import word_count
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.field import LongBox, NoUndo, end_of_change, mark_problem
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.question_view import OwnPart, plain_label
from plugins.kiwi.panel.widgets import lines_of, set_lines
from plugins.kiwi.shapes import LONG_INSTRUCTION, LONGEST_INSTRUCTION

GO_KEYS, READY_KEYS, EDIT_KEYS = "Alt+Return", "Alt+Shift+Return", "Ctrl+E"


_LINES = 4  # Height of the box for instructions, in lines.


def _button(words: str, tip: str, keys: str = "") -> QPushButton:
    button = QPushButton(words)
    button.setAutoDefault(False)
    button.setToolTip(plain_tip(f"{tip}  {keys}".strip()))
    button.setAccessibleDescription(tip)
    return button


def shown(keys: str) -> str:
    """Return a keyboard shortcut as it appears in tooltips."""
    return keys.replace("Return", "⏎")


class InstructionPart(OwnPart):
    """The instruction of the turn, and the buttons that send it to the model.

    `written`: emitted with the whole new text after the person changed the instruction
    `connection_wanted`: the person wants to use the connection that `offer_connection` offered
    `partial_wanted`: emitted with True if the person wants to see the partial answer, or False to
        hide it
    """

    counts = False
    written = Signal(str)
    ask_wanted = Signal()
    # Only emitted if no connection serves the model of the item.
    connection_wanted = Signal()
    stop_wanted = Signal()
    partial_wanted = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__("instruction", self.tr("What should the model change?"), theme)
        self.caption.hide()
        self._editable = True
        self._open = False
        self._silent = False
        self._can_ask = True
        self.box = LongBox()
        self.box.setProperty("kind", "field")
        self.box.setAccessibleName(self.tr("Instruction"))
        self.box.setTabChangesFocus(True)
        # The page has its own undo, which covers all fields.
        self.box.setUndoRedoEnabled(False)
        self._guard = NoUndo(self)
        self.box.installEventFilter(self._guard)
        self.box.textChanged.connect(self._on_changed)
        self.box.too_long.connect(self._on_too_long)
        self.long = plain_label("", "secondary")
        self.status = plain_label("", "secondary")
        self.trouble = plain_label("", "problem")
        self.ask_button = _button("", self.tr("Send the instruction to the model"), shown(GO_KEYS))
        self.ask_button.setProperty("kind", "primary")
        self.stop_button = _button(
            self.tr("Stop"), self.tr("Stop the model; the instruction is kept"), "Esc"
        )
        self.partial_button = _button(
            self.tr("Show the partial answer"), self.tr("Partial answer of the model")
        )
        self.partial_button.setProperty("kind", "segment")
        self.partial_button.setCheckable(True)
        self.partial_button.hide()
        self.partial_button.toggled.connect(self.partial_wanted)
        self.use_button = _button("", "")
        self.use_button.hide()
        self.use_button.clicked.connect(self.connection_wanted)
        self.ask_button.clicked.connect(self.ask_wanted)
        self.stop_button.clicked.connect(self.stop_wanted)
        for widget in (
            self.box,
            self.long,
            self.problem,
            self.trouble,
            self.status,
            self.use_button,
            self.ask_button,
            self.partial_button,
            self.stop_button,
        ):
            self.column.addWidget(widget)
        theme.changed.connect(self._fit)
        self._fit()

    def show_turn(self, text: str, *, writes: bool, asks: str, waits: bool, kind: str = "") -> None:
        """Show a turn.

        `text`: its instruction
        `writes`: whether the instruction can be edited
        `asks`: the text of the button that asks the model; empty to hide the button
        `waits`: whether the model is answering, or the turn is queued
        `kind`: the name of the instruction's kind, shown if the instruction cannot be edited
        """
        # Setting the same text again would move the caret.
        if text != self.box.toPlainText():
            self._show_text(text)
        self._open = writes
        has_box = writes or bool(text)
        self.title.setText(self.text if writes else f"{self.tr('Instruction')} · {kind}")
        self.title.setVisible(has_box)
        self.box.setVisible(has_box)
        self.ask_button.setText(asks)
        self.ask_button.setVisible(bool(asks))
        self.stop_button.setVisible(waits)
        self._apply()
        self._measure()
        self._fit()

    def say(
        self, status: str, trouble: str = "", *, why_not: str = "", queued: bool = False
    ) -> None:
        """Show the state of the request, what went wrong, and why no request is possible.

        `queued`: whether the turn is queued; Esc then does not cancel the request, only the button
            does
        """
        tip = self.stop_button.accessibleDescription()
        self.stop_button.setToolTip(plain_tip(tip if queued else f"{tip}  Esc"))
        for label, words in ((self.status, why_not or status), (self.trouble, trouble)):
            label.setText(words)
            label.setVisible(bool(words))
        self.ask_button.setAccessibleDescription(why_not or trouble)
        self._can_ask = not why_not
        self._apply()

    def offer_connection(self, name: str) -> None:
        """Offer to use another connection for the item's model.

        `name`: the name of the connection; empty to offer none
        """
        if name:
            self.use_button.setText(self.tr("Use this connection: {name}").format(name=name))
            tip = self.tr(
                "Items with this alias will use this connection. An alias hides the name "
                "of a model. Stored in your settings, never in a project."
            )
            self.use_button.setAccessibleDescription(tip)
            self.use_button.setToolTip(plain_tip(tip))
        self.use_button.setVisible(bool(name))

    def offer_partial(self, on: bool) -> None:
        """Offer to show a partial answer (`on`), or stop offering it.

        An answer is partial if the model was stopped or failed.
        """
        # The page shows the partial answer while the button is checked, even if it is hidden.
        if not on:
            self.partial_button.setChecked(False)
        self.partial_button.setVisible(on)

    def stops(self) -> list[QWidget]:
        return [
            self.box,
            self.use_button,
            self.ask_button,
            self.partial_button,
            self.stop_button,
        ]

    def last_stop(self) -> QWidget:
        return next((one for one in reversed(self.stops()) if not one.isHidden()), self.box)

    @property
    def has_work(self) -> bool:
        """Whether anything can be done in this part."""
        return any(not one.isHidden() and one.isEnabled() for one in self.stops())

    def take_focus(self) -> None:
        stops = [one for one in self.stops() if not one.isHidden() and one.isEnabled()]
        if stops:  # While the model is answering, the only possible action is to stop it.
            stop = self.stop_button if self.stop_button in stops else stops[0]
            stop.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        if problem.kind == "too_long":
            return self.tr("The instruction is too long.")
        if problem.kind == "not_readable":
            return self.tr("The model has not answered this turn yet. Wait, or stop it.")
        if problem.kind == "too_many":
            return self.tr("This instruction has not been sent. Send it, or clear it.")
        return self.tr("Write an instruction.")

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        mark_problem(self.box, bool(sentence))

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        self._apply()

    # Internal.

    def _apply(self) -> None:
        self.box.setReadOnly(not (self._editable and self._open))
        self.ask_button.setEnabled(self._editable and self._can_ask)
        self.stop_button.setEnabled(self._editable)

    def _show_text(self, text: str) -> None:
        before = self.box.toPlainText()
        caret = self.box.textCursor().position()
        # Only edits by the person are reported.
        self._silent = True
        self.box.setPlainText(text)
        self._silent = False
        cursor = self.box.textCursor()
        last = self.box.document().characterCount() - 1
        place = end_of_change(before, text, caret) if before else last
        cursor.setPosition(min(place, last))
        self.box.setTextCursor(cursor)

    def _on_changed(self) -> None:
        if self._silent or self.box.isReadOnly():
            return
        self._measure()
        self.written.emit(self.box.toPlainText())

    def _measure(self) -> None:
        """Warn about a very long instruction, because models follow shorter ones better."""
        text = self.box.toPlainText()
        # A text of n characters has at most n words, so short ones are not counted.
        words = word_count(text) if len(text) > LONG_INSTRUCTION else 0
        message = ""
        if len(text) > LONGEST_INSTRUCTION:
            message = self.tr("The instruction is too long. Shorten it before you send it.")
        elif words > LONG_INSTRUCTION:
            message = self.tr("%n word(s): models follow shorter instructions better.", "", words)
        self.long.setText(message)
        self.long.setVisible(bool(message) and self._open)

    def _on_too_long(self, length: int) -> None:
        self.long.setText(
            self.tr("Too long to paste: the text has {length} characters.").format(length=length)
        )
        self.long.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # `_fit` sets the height, which would resize the widget again.
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        """Set the height of the box: four lines for writing, as needed up to four for reading."""
        needed = _LINES if self._open else lines_of(self.box, self.width() - 24, self._theme)
        set_lines(self.box, min(_LINES, needed), self._theme)


class ClosingPart(OwnPart):
    """The ways to continue: edit the answer, start the next turn, or end the session."""

    counts = False
    edit_wanted = Signal()
    next_wanted = Signal()
    ready_wanted = Signal()
    given_up = Signal()
    reopen_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__("closing", self.tr("How to continue"), theme)
        self.caption.hide()
        self.title.hide()
        self._editable = True
        self.over = plain_label("", "")
        self.edit_button = _button(
            "", self.tr("Write the answer as it should have been"), shown(EDIT_KEYS)
        )
        self._next_words = {
            False: (self.tr("Next turn"), self.tr("Close this turn and write another")),
            True: (self.tr("End the session"), self.tr("Close the last turn")),
        }
        self.next_button = _button(*self._next_words[False], shown(GO_KEYS))
        self.next_button.setProperty("kind", "primary")
        self.ready_button = _button(
            self.tr("Ready to send"),
            self.tr("End the session: the answer is good enough to be sent"),
            shown(READY_KEYS),
        )
        self.give_up_button = _button(
            self.tr("Give up…"), self.tr("End the session although the answer is not good enough")
        )
        self.give_up_button.setProperty("kind", "quiet")
        self.reopen_button = _button(self.tr("Continue anyway"), self.tr("Reopen the session"))
        self.hint = plain_label("", "secondary")
        self.confirm = self._make_confirm(theme)
        row = QWidget()
        flow = FlowLayout(row, across=8, down=8)
        for button in (self.edit_button, self.next_button, self.ready_button, self.give_up_button):
            flow.addWidget(button)
        flow.addWidget(self.reopen_button)
        policy = row.sizePolicy()
        policy.setHeightForWidth(True)
        row.setSizePolicy(policy)
        for widget in (self.problem, self.over, self.hint, row, self.confirm):
            self.column.addWidget(widget)
        for button, signal in (
            (self.edit_button, self.edit_wanted),
            (self.next_button, self.next_wanted),
            (self.ready_button, self.ready_wanted),
            (self.reopen_button, self.reopen_wanted),
        ):
            button.clicked.connect(signal)
        self.give_up_button.clicked.connect(self.ask_whether)

    def show_turn(
        self,
        *,
        over: str = "",
        edits: str = "",
        next_: bool = False,
        last: bool = False,
        ready: bool = False,
        gives_up: bool = False,
        reopens: bool = False,
        hint: str = "",
    ) -> None:
        """Show the buttons for what the person can do now.

        `over`: how the session ended; empty if it has not
        `edits`: the text of the button that opens the editor; empty to hide the button
        `next_`: whether the turn can be closed
        `last`: whether this is the last turn of the session
        `ready`: whether the session can end as ready
        `gives_up`: whether the session can be given up
        `reopens`: whether the session can be reopened
        `hint`: an additional note
        """
        words, tip = self._next_words[last]
        self.next_button.setText(words)
        self.next_button.setToolTip(plain_tip(f"{tip}  {shown(GO_KEYS)}"))
        self.next_button.setAccessibleDescription(tip)
        self.over.setText(over)
        self.over.setVisible(bool(over))
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self.edit_button.setText(edits)
        for button, on in (
            (self.edit_button, bool(edits)),
            (self.next_button, next_),
            (self.ready_button, ready),
            (self.give_up_button, gives_up),
            (self.reopen_button, reopens),
        ):
            button.setVisible(on)
            button.setEnabled(on and self._editable)
        # The question whether to give up must not stay if the session ends in another way.
        if not gives_up:
            self.confirm.hide()

    def ask_whether(self) -> None:
        """Ask the person to confirm that the session is given up."""
        if self._editable and not self.give_up_button.isHidden():
            self.confirm.show()
            # The focus is on the button that loses nothing.
            self.no_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> list[QWidget]:
        return [
            self.edit_button,
            self.next_button,
            self.ready_button,
            self.give_up_button,
            self.reopen_button,
            self.yes_button,
            self.no_button,
        ]

    def last_stop(self) -> QWidget:
        shown = [one for one in self.stops() if one.isVisibleTo(self)]
        return shown[-1] if shown else self.reopen_button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.confirm.isVisible():
            self._on_no()  # Esc must close this question first, before it stops a model.
        else:
            super().keyPressEvent(event)

    def take_focus(self) -> None:
        for stop in (self.ready_button, self.next_button, self.reopen_button, self.give_up_button):
            if not stop.isHidden() and stop.isEnabled():
                stop.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def sentence(self, problem: Problem) -> str:
        return self.tr("The session has not ended. Mark the answer as ready to send, or give up.")

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        for button in self.stops():
            button.setEnabled(editable and not button.isHidden())

    # Internal.

    def _make_confirm(self, theme: Theme) -> QFrame:
        box = QFrame()
        box.setProperty("kind", "notice")
        box.setProperty("level", "warn")
        words = self.tr("Give up this session? Your work is kept and can be submitted.")
        box.setAccessibleName(words)
        self.yes_button = QPushButton(self.tr("Yes, give up"))
        self.no_button = QPushButton(self.tr("No, continue"))
        inside = QVBoxLayout(box)
        inside.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(12))
        inside.setSpacing(theme.px(8))
        inside.addWidget(plain_label(words, ""))
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.yes_button, self.no_button):
            button.setAutoDefault(True)
            button.setAccessibleDescription(words)
            row.addWidget(button)
        row.addStretch(1)
        inside.addLayout(row)
        self.yes_button.clicked.connect(self._on_yes)
        self.no_button.clicked.connect(self._on_no)
        box.hide()
        return box

    def _on_yes(self) -> None:
        self.confirm.hide()
        self.given_up.emit()

    def _on_no(self) -> None:
        self.confirm.hide()
        self.give_up_button.setFocus(Qt.FocusReason.OtherFocusReason)


class TurnHead(QWidget):
    """The heading above the questions, with the number of the turn. Screen readers also read it."""

    def __init__(self) -> None:
        super().__init__()
        self.title = plain_label("", "question")
        self.note = plain_label("", "secondary")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(2)
        column.addWidget(self.title)
        column.addWidget(self.note)

    def show_turn(self, title: str, note: str) -> None:
        """Show which turn it is, and a note about it."""
        self.title.setText(title)
        self.note.setText(note)
        self.note.setVisible(bool(note))
