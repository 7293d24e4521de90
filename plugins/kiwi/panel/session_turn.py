"""The parts of a turn that are not questions of a form: heading, instruction, end of session."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.text.tokens import word_count
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.plain_text import PlainLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, RadioChoice
from desktop_app.ui.widgets.field import LongBox, NoUndo, end_of_change, mark_problem
from desktop_app.ui.widgets.question_view import EDGE, OwnPart, plain_label
from plugins.kiwi.panel.widgets import fit_quote, quote_box, set_lines
from plugins.kiwi.shapes import LONG_INSTRUCTION, LONGEST_INSTRUCTION

GO_KEYS, READY_KEYS, EDIT_KEYS = "Alt+Return", "Alt+Shift+Return", "Ctrl+E"
FINISH_KEYS = "Ctrl+Shift+Return"

# Height of the box for instructions, in lines: while writing, and at most while reading.
_LINES, _LINES_READ = 5, 4


class TurnHead(QWidget):
    """The heading of a turn: its number, the kind of its instruction, and a note below."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._scarce = theme, False
        self.title = plain_label("", "title")
        self.kind = PlainLabel()
        self.kind.setProperty("kind", "secondary")
        self.note = plain_label("", "secondary")
        self._column = in_column(
            in_row((self.title, 1), self.kind, gap=8), self.note, on=self, gap=4
        )
        theme.changed.connect(self._fit)
        self._fit()

    def show_turn(self, title: str, note: str, kind: str = "") -> None:
        """Show which turn it is, a note about it, and the kind of its instruction."""
        self.title.setText(title)
        self.kind.setText(kind)
        self.kind.setVisible(bool(kind))
        self.note.setText(note)
        self.note.setVisible(bool(note))

    def set_scarce(self, on: bool) -> None:
        """Hide the number in a small window, where the row above the page shows it."""
        self._scarce = on
        self.title.setVisible(not on)
        self._fit()

    def _fit(self) -> None:
        px = self._theme.px
        above = 0 if self._scarce else px(14)
        self._column.setContentsMargins(px(EDGE), above, px(EDGE), px(2))


class InstructionPart(OwnPart):
    """The instruction of the turn, and the state of the request to the model.

    `written`: emitted with the whole new text after the person changed the instruction
    `connection_wanted`: the person wants to use the connection that `offer_connection` offered
    `partial_wanted`: emitted with True if the person wants to see the partial answer, or False to
        hide it
    """

    counts = False
    written = Signal(str)
    # Only emitted if no connection serves the model of the item.
    connection_wanted = Signal()
    partial_wanted = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__("instruction", self.tr("Instruction"), theme)
        self.caption.hide()
        self._editable = True
        self._open = False
        self._silent = False
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
        # An instruction to read is a text, not a field.
        self.reader = quote_box(self.tr("Instruction"))
        self.long = plain_label("", "secondary")
        self.status = plain_label("", "secondary")
        self.trouble = plain_label("", "problem")
        self.partial_button = QPushButton(self.tr("Show the partial answer"))
        self.partial_button.setProperty("kind", "segment")
        self.partial_button.setCheckable(True)
        self.partial_button.toggled.connect(self.partial_wanted)
        # The name is not in the button: a long one would make the column wider.
        self.connection = plain_label("", "")
        self.use_button = QPushButton(self.tr("Use this connection"))
        tip = self.tr(
            "Items with this alias will use this connection. An alias hides the name "
            "of a model. Stored in your settings, never in a project."
        )
        self.use_button.setAccessibleDescription(tip)
        self.use_button.setToolTip(plain_tip(tip))
        self.use_button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.use_button.clicked.connect(self.connection_wanted)
        for button in (self.partial_button, self.use_button):
            button.setAutoDefault(False)
            button.hide()
        self.connection.hide()
        for widget in (self.box, self.reader, self.long, self.problem, self.trouble, self.status):
            self.column.addWidget(widget)
        self.column.addWidget(self.connection)
        self.column.addWidget(self.use_button)
        self.column.addWidget(self.partial_button, 0, Qt.AlignmentFlag.AlignLeading)
        theme.changed.connect(self._fit)
        self._fit()

    def show_turn(self, text: str, *, writes: bool, shows: bool) -> None:
        """Show a turn.

        `text`: its instruction
        `writes`: whether the instruction can be edited
        `shows`: whether the instruction is shown at all
        """
        # Setting the same text again would move the caret.
        if text != self.box.toPlainText():
            self._show_text(text)
        if text != self.reader.toPlainText():
            self.reader.setPlainText(text)
        self._open = writes
        # First what is shown: a widget that is hidden with the focus gives it to any other one.
        shown, hidden = (self.box, self.reader) if writes else (self.reader, self.box)
        had_focus = hidden.hasFocus()
        shown.setVisible(shows and (writes or bool(text)))
        if had_focus and not shown.isHidden():
            shown.setFocus(Qt.FocusReason.OtherFocusReason)
        hidden.hide()
        self.title.setVisible(writes)
        self._apply()
        self._measure()
        self._fit()

    def say(self, status: str, trouble: str = "") -> None:
        """Show the state of the request, and what went wrong."""
        for label, words in ((self.status, status), (self.trouble, trouble)):
            label.setText(words)
            label.setVisible(bool(words))

    def offer_connection(self, name: str) -> None:
        """Offer to use another connection for the item's model.

        `name`: the name of the connection; empty to offer none
        """
        words = self.tr("Connection: {name}").format(name=name)
        self.connection.setText(words)
        self.connection.setVisible(bool(name))
        self.use_button.setAccessibleName(f"{self.use_button.text()}: {name}")
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
        return [self.box, self.reader, self.use_button, self.partial_button]

    def last_stop(self) -> QWidget:
        return next((one for one in reversed(self.stops()) if not one.isHidden()), self.box)

    @property
    def has_work(self) -> bool:
        """Whether anything can be done in this part."""
        return any(not one.isHidden() for one in self.stops())

    def take_focus(self) -> None:
        for stop in self.stops():
            if not stop.isHidden():
                stop.setFocus(Qt.FocusReason.OtherFocusReason)
                return

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
        """Set the heights: constant for writing, as needed for reading."""
        set_lines(self.box, _LINES, self._theme)
        fit_quote(self.reader, self.width() - 2 * self._theme.px(EDGE), _LINES_READ, self._theme)


class FinishPart(OwnPart):
    """How the session ends: asked when the person finishes it, and shown once it has ended.

    `chosen`: emitted with the end that the person chose: “ready” or “given_up”
    `reopen_wanted`: the person wants to continue the session
    """

    counts = False
    chosen = Signal(str)
    reopen_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__("closing", self.tr("How does the session end?"), theme)
        self.caption.hide()
        self._editable = True
        self._may_leave = False
        faces = (
            ("ready", self.tr("The answer is good"), self.tr("It can be sent as it is.")),
            ("given_up", self.tr("No good answer"), self.tr("You give up. Your work is kept.")),
        )
        self.options: dict[str, RadioChoice] = {}
        self.over = plain_label("", "")
        self.hint = plain_label("", "secondary")
        self.reopen_button = QPushButton(self.tr("Continue session"))
        self.reopen_button.setAutoDefault(False)
        self.reopen_button.clicked.connect(self.reopen_wanted)
        self.column.addWidget(self.over)
        for number, (code, words, help_) in enumerate(faces, 1):
            option = RadioChoice(theme, Face(words, str(number), help_, wide=True))
            option.setAccessibleName(words)
            option.setAccessibleDescription(help_)
            option.clicked.connect(lambda _on=False, code=code: self.chosen.emit(code))
            self.options[code] = option
            self.column.addWidget(option)
        for widget in (self.problem, self.hint):
            self.column.addWidget(widget)
        self.column.addWidget(self.reopen_button, 0, Qt.AlignmentFlag.AlignLeading)

    def show_end(
        self, end: str, *, asks: bool, over: str = "", hint: str = "", reopens: bool = False
    ) -> None:
        """Show how the session ends.

        `end`: how it has ended; empty if it has not
        `asks`: whether the person can choose how it ends
        `over`: a sentence above the options
        `hint`: an additional note
        `reopens`: whether the session can be continued
        """
        self._may_leave = asks and not end
        # Another sentence: what had to be done first has been done.
        if not self._may_leave or over != self.over.text():
            self.set_problem("")
        self.title.setVisible(asks)
        for code, option in self.options.items():
            option.setVisible(asks)
            option.setChecked(code == end)
        for label, words in ((self.over, over), (self.hint, hint)):
            label.setText(words)
            label.setVisible(bool(words))
        self.reopen_button.setVisible(reopens)
        self.setVisible(asks or reopens or bool(over or hint))
        self.set_editable(self._editable)

    def remind(self, sentence: str = "") -> None:
        """Say what is missing, by default that an option has to be chosen; focus the options."""
        self.set_unanswered(True)
        self.set_problem(sentence or self.tr("Choose how the session ends."))
        self.take_focus()

    def ask_to_wait(self) -> None:
        """Say that the session cannot end with a good answer while the model answers."""
        self.remind(self.tr("Wait for the answer, or cancel it first."))

    def press(self, key: str) -> bool:
        """Choose the option with a key; return whether there is one."""
        for number, option in enumerate(self.options.values(), 1):
            if key == str(number) and option.isVisibleTo(self) and option.isEnabled():
                option.click()
                return True
        return False

    def stops(self) -> list[QWidget]:
        return [*self.options.values(), self.reopen_button]

    def last_stop(self) -> QWidget:
        shown = [one for one in self.stops() if not one.isHidden()]
        return shown[-1] if shown else self.reopen_button

    def take_focus(self) -> None:
        shown = [one for one in self.stops() if not one.isHidden() and one.isEnabled()]
        chosen = [one for one in self.options.values() if one in shown and one.isChecked()]
        for stop in (*chosen, *shown):
            stop.setFocus(Qt.FocusReason.OtherFocusReason)
            return

    def sentence(self, problem: Problem) -> str:
        return self.tr("Choose how the session ends.")

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        for stop in self.stops():
            stop.setEnabled(editable)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Esc closes the question before it stops a model.
        if event.key() == Qt.Key.Key_Escape and self._may_leave:
            self.reopen_wanted.emit()
        else:
            super().keyPressEvent(event)
