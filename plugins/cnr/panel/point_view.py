"""One point of a critique: two lines if it is closed; if it is open, its text and its controls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.ui.colours import Role
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.plain_text import ShorteningLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.choice_buttons import ChoiceRow, Face, RadioChoice
from desktop_app.ui.widgets.field import NoUndo, align_by_language, as_text, end_of_change
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.parts import label
from desktop_app.ui.widgets.question_view import EDGE, RowButton, plain_label

_LEAST_LINES, _MOST_LINES = 2, 8
# Pixels at 100 % text: the width of the bar of an open point, the space above and below a point.
_BAR, _ABOVE = 3, 10


class PointText(QPlainTextEdit):
    """The text of a point. Its height follows the text, within limits."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "field")
        # Tab goes to the next field, because a point contains no tabs.
        self.setTabChangesFocus(True)
        # The window has one undo history for all answers.
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.least = _LEAST_LINES
        self._guard = NoUndo(self)
        self.installEventFilter(self._guard)
        self.textChanged.connect(self._align)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self.fit())
        theme.changed.connect(self.fit)
        self.fit()

    def _align(self) -> None:
        align_by_language(self)

    def fit(self) -> None:
        """Fit the height to the text."""
        lines = min(max(round(self.document().size().height()), self.least), _MOST_LINES)
        spacing = QFontMetrics(self._theme.ui_font(13)).lineSpacing()
        margin = round(self.document().documentMargin())
        height = lines * spacing + 2 * (margin + 8)  # 8: frame and padding of a field
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class PointLine(RowButton):
    """A closed point on two lines: its number, its place and its state; its text.

    A click opens the point, and so does the focus, which Tab gives to the line.

    `reached`: the line got the focus; whether from the control behind it
    """

    reached = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._is_read = False
        self.setProperty("kind", "point")
        # A click must not give the focus: the line would be hidden before the mouse is released.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.number = label(kind="chip")
        self.number.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.place = ShorteningLabel("", "place")
        # Beside the number, in whatever language it is.
        self.place.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.state = label(kind="done")
        self.short = ShorteningLabel("", "secondary")
        self.whole = plain_label("", "")
        head = in_row(self.number, self.place, STRETCH, self.state, margins=0, gap=theme.px(8))
        edge, above = theme.px(EDGE), theme.px(_ABOVE)
        in_column(
            head,
            self.short,
            self.whole,
            on=self,
            margins=(edge, above, edge, above),
            gap=theme.px(4),
        )
        for part in (self.number, self.place, self.state, self.short, self.whole):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.show_as_read(False)

    def show_as_read(self, on: bool) -> None:
        """Set whether the whole text is shown, because the point cannot be opened."""
        self._is_read = on
        self.short.setVisible(not on)
        self.whole.setVisible(on)

    def show_point(self, number: str, place: str, text: str, state: str) -> None:
        """Show the number, the place, the text and the state of a point; empty ones are hidden."""
        self.number.setText(number)
        self.place.setText(place)
        self.short.setText(text)
        self.whole.setText(text)
        self.state.setText(f"✓ {state}" if state else "")
        self.setAccessibleName(": ".join(filter(None, (number, place, text, state))))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.reached.emit(event.reason() == Qt.FocusReason.BacktabFocusReason)


class PointView(QWidget):
    """One point. Only one point of a critique is open.

    `typed`: the person changed the text
    `stated`: the person said whether the revision takes account of the point; None: took it back
    `place_wanted`: the person wants to see the place of the point
    `action_wanted`: “add” or “remove”
    `entered`: the point received the focus, or was clicked
    """

    typed = Signal(str)
    stated = Signal(object)
    place_wanted = Signal()
    action_wanted = Signal(str)
    entered = Signal()

    def __init__(self, theme: Theme, *, positive: bool) -> None:
        super().__init__()
        self._theme, self._positive = theme, positive
        self._silent = self._is_open = self._is_read = self._is_current = False
        self.done_word = self.tr("Kept") if positive else self.tr("Fixed")
        self.line = PointLine(theme)
        self.line.clicked.connect(self.focus_text)
        self.line.reached.connect(self._on_reached)
        self.number = label(kind="chip")
        self.number.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.place = LinkButton("")
        self.place.setAutoDefault(True)
        self.text = PointText(theme)
        self.text.installEventFilter(self)
        self.must = plain_label("", "problem")
        self.hint = plain_label("", "secondary")
        for one in (self.must, self.hint):
            one.hide()
        not_done = self.tr("Not kept") if positive else self.tr("Not fixed")
        self.done = RadioChoice(theme, Face(self.done_word, key="1"))
        self.not_done = RadioChoice(theme, Face(not_done, key="2"))
        self.done.setToolTip(
            self.tr("The revision keeps this (Ctrl+D)")
            if positive
            else self.tr("The revision fixes this (Ctrl+D)")
        )
        choice = ChoiceRow(theme, scale=False)
        for button, value in ((self.done, True), (self.not_done, False)):
            choice.addWidget(button)
            # A click on the chosen one takes the answer back.
            button.clicked.connect(lambda on, value=value: self.stated.emit(value if on else None))
        self.bin = IconButton("trash", theme)
        self.bin.setAutoDefault(True)
        self.bin.clicked.connect(lambda: self.action_wanted.emit("remove"))
        self.body = QWidget()
        self._inside = in_column(
            in_row(self.number, (self.place, 1), margins=0, gap=theme.px(4)),
            self.text,
            self.must,
            self.hint,
            in_row(choice, STRETCH, self.bin, margins=0, gap=0),
            on=self.body,
        )
        self._fit_edges()
        theme.changed.connect(self._fit_edges)
        self.body.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 0)  # 1: the line above
        column.addWidget(self.line)
        column.addWidget(self.body)
        self.text.textChanged.connect(self._on_typed)
        self.place.clicked.connect(self.place_wanted)

    def _fit_edges(self) -> None:
        edge, above = self._theme.px(EDGE), self._theme.px(_ABOVE)
        self._inside.setContentsMargins(edge, above, edge, above)
        self._inside.setSpacing(self._theme.px(6))

    # Content

    def show_point(self, number: int, point: Mapping[str, Any], quoted: str) -> None:
        """Show another point. `quoted`: the text of its anchor; empty if it has none."""
        sign = "+" if self._positive else "−"
        model = self.tr("model")
        name = f"{sign}{number} · {model}" if point.get("from_model") else f"{sign}{number}"
        self.number.setText(name)
        words = as_text(point.get("text"))
        # Setting an equal text would move the caret while the person types.
        if words != self.text.toPlainText():
            place = end_of_change(self.text.toPlainText(), words)
            self._silent = True
            self.text.setPlainText(words)
            self._silent = False
            # After undo, the caret is where the text changed.
            cursor = self.text.textCursor()
            cursor.setPosition(min(place, self.text.document().characterCount() - 1))
            self.text.setTextCursor(cursor)
        addressed = point.get("addressed")
        self.done.setChecked(addressed is True)
        self.not_done.setChecked(addressed is False)
        one_line = " ".join(quoted.split())
        shown = f"“{one_line}”" if quoted else self.tr("the response as a whole")
        self.place.set_full(shown)
        self.place.setEnabled(bool(quoted))
        empty = "" if self._is_read else self.tr("Empty point")
        self.line.show_point(name, shown, words or empty, self.done_word if addressed else "")
        self._name_parts(number, shown)

    def _name_parts(self, number: int, place: str) -> None:
        """Name the parts for screen readers."""
        kind = (
            self.tr("Positive point {number}")
            if self._positive
            else self.tr("Negative point {number}")
        )
        title = kind.format(number=number)
        self.text.setAccessibleName(title)
        for button in (self.done, self.not_done):
            button.setAccessibleName(f"{title}: {button.face.words}")
        remove = self.tr("Remove: {point}").format(point=title)
        self.bin.setAccessibleName(remove)
        self.bin.setToolTip(plain_tip(self.tr("Remove this point (Ctrl+Shift+Del)")))
        about = self.tr("{point} is about: {words}").format(point=title, words=place)
        self.place.setAccessibleName(about)
        self.place.setToolTip(plain_tip(place))

    def show_hint(self, words: str, must: str = "") -> None:
        """Show the rules' hints about the point, and its problems that must be fixed.

        `words`, `must`: the texts of the hints and of the problems; an empty text is hidden
        """
        for one, text in ((self.hint, words), (self.must, must)):
            one.setText(text)
            one.setVisible(bool(text))
        # Screen readers read the hints together with the text.
        self.text.setAccessibleDescription("\n".join(filter(None, (must, words))))

    # State

    @property
    def is_open(self) -> bool:
        """Whether the text can be edited, and the controls are visible."""
        return self._is_open

    def set_current(self, on: bool) -> None:
        """Set whether keys concern the point: it then has an accent bar and shows its keys."""
        if on is not self._is_current:
            self._is_current = on
            for button in (self.done, self.not_done):
                button.show_key(on)
            self.update()

    def set_open(self, on: bool) -> None:
        """Open or close the point. A point that is shown for reading stays closed."""
        on = on and not self._is_read
        if on is self._is_open:
            return
        self._is_open = on
        # A widget that is hidden loses the focus, so the other part is shown first.
        shown, hidden = (self.body, self.line) if on else (self.line, self.body)
        shown.show()
        hidden.hide()
        self.update()

    def minimumSizeHint(self) -> QSize:
        # A closed point needs the width of an open one: opening it must not move the panes.
        hint = super().minimumSizeHint()
        return QSize(max(hint.width(), self.body.minimumSizeHint().width()), hint.height())

    def set_editable(self, on: bool) -> None:
        self.text.setReadOnly(not on)
        for control in (self.done, self.not_done, self.bin):
            control.setEnabled(on)

    def show_as_read(self, on: bool) -> None:
        """Set whether the point is shown for reading: closed, with its whole text."""
        self._is_read = on
        self.line.show_as_read(on)
        if on:
            self.set_open(False)

    def focus_text(self) -> None:
        """Open the point and put the focus into its text."""
        self.set_open(True)
        target = self.text if self._is_open else self.line
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def await_keys(self) -> None:
        """Open the point, and let keys say whether it is fixed."""
        self.set_open(True)
        (self.body if self._is_open else self.line).setFocus(Qt.FocusReason.OtherFocusReason)
        self.entered.emit()

    def _on_reached(self, from_behind: bool) -> None:
        """Open the point when Tab reaches it, with the focus on its first or last control."""
        self.set_open(True)
        if self._is_open:
            first = self.place if self.place.isEnabled() else self.text
            last = self.bin if self.bin.isEnabled() else self.text
            (last if from_behind else first).setFocus(Qt.FocusReason.OtherFocusReason)
        self.entered.emit()

    def stops(self) -> list[QWidget]:
        """Return the tab stops of the closed and of the open point."""
        return [self.line, self.place, self.text, self.done, self.not_done, self.bin]

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self._is_open:
                bar = self._theme.px(_BAR)
                left = self.width() - bar if self.isRightToLeft() else 0
                painter.fillRect(self.rect(), self._theme.color(Role.WINDOW))
                if self._is_current:
                    accent = self._theme.color(Role.ACCENT)
                    painter.fillRect(QRect(left, 0, bar, self.height()), accent)
            painter.fillRect(0, 0, self.width(), 1, self._theme.color(Role.BORDER))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.text:
            return False
        if event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        if (
            event.type() != QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or self.text.isReadOnly()
            or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            return False
        # Enter with Shift is still a line break.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.action_wanted.emit("add")
            return True
        if event.key() == Qt.Key.Key_Backspace and not self.text.toPlainText():
            self.action_wanted.emit("remove")
            return True
        return False

    def _on_typed(self) -> None:
        if not self._silent:
            self.line.short.setText(self.text.toPlainText())
            self.typed.emit(self.text.toPlainText())
