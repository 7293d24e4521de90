"""The points of a critique: short positive or negative statements, with or without an anchor.

    points.edited.connect(lambda before, after: panel.edited.emit("negative", before, after))

A list contains plain data. For each edit, it emits the whole list before and after. It neither
saves nor undoes anything. Enter adds a point below, and Backspace in an empty point removes it.

The module is longer than most because the row of a point and the list of rows pass focus and keys
to each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_answers import Problem
from desktop_app.core.json_values import objects
from desktop_app.ui.plain_text import PlainLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.field import NoUndo, as_text, end_of_change, mark_problem
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.question_view import OwnPart, plain_label
from plugins.cnr.critiques import MOST_POINTS

Point = dict[str, Any]
_LEAST_LINES, _MOST_LINES = 2, 8


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
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self.fit())
        theme.changed.connect(self.fit)
        self.fit()

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


class PointView(QWidget):
    """One point: its number, anchor, tick and text, and hints by the rules."""

    typed = Signal(str)
    ticked = Signal(bool)
    anchor_wanted = Signal()  # The person wants to see the anchor.
    action_wanted = Signal(str)  # “up”, “down”, “anchor”, “free”, “remove” or “add”.
    entered = Signal()

    def __init__(self, theme: Theme, *, positive: bool) -> None:
        super().__init__()
        self._positive = positive
        self._silent = False
        self._named = ""
        self.number = PlainLabel()
        self.number.setProperty("kind", "caption")
        self.anchor = LinkButton("")
        self.anchor.setAutoDefault(True)
        self.tick = TickChoice(
            theme, Face(self.tr("Kept") if positive else self.tr("Fixed"), wide=True)
        )
        self.tick.setToolTip(
            self.tr("The revision keeps this (Ctrl+D)")
            if positive
            else self.tr("The revision fixes this (Ctrl+D)")
        )
        self.more = IconButton("more", theme)
        self.more.setAutoDefault(True)
        self.text = PointText(theme)
        self.text.installEventFilter(self)
        self.must = plain_label("", "problem")
        self.must.hide()
        self.hint = plain_label("", "secondary")
        self.hint.hide()
        self._menu = QMenu(self)
        self._actions: dict[str, QAction] = {}
        for name, words in (
            ("anchor", self.tr("Link to the selection  Ctrl+Shift+J")),
            ("free", self.tr("Remove the link to the text")),
            ("up", self.tr("Move up  Ctrl+Shift+Up")),
            ("down", self.tr("Move down  Ctrl+Shift+Down")),
            ("remove", self.tr("Remove  Ctrl+Shift+Del")),
        ):
            action = self._menu.addAction(words)
            action.triggered.connect(lambda _on=False, name=name: self.action_wanted.emit(name))
            self._actions[name] = action
        self.more.setMenu(self._menu)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(theme.px(4))
        head.addWidget(self.number)
        head.addWidget(self.anchor, 1)
        head.addWidget(self.more)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 0, 0)
        foot.addWidget(self.tick)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addLayout(head)
        column.addWidget(self.text)
        column.addSpacing(theme.px(2))
        column.addWidget(self.must)
        column.addWidget(self.hint)
        column.addLayout(foot)
        self.text.textChanged.connect(self._on_typed)
        self.tick.clicked.connect(self.ticked)
        self.anchor.clicked.connect(self.anchor_wanted)

    def show_point(self, number: int, point: Mapping[str, Any], quoted: str) -> None:
        """Show another point. `quoted`: the text of its anchor; empty if it has none."""
        sign = "+" if self._positive else "−"
        name = f"{sign}{number}"
        model = self.tr("model")
        self._named = f"{name} · {model}" if point.get("from_model") else name
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
        self.tick.setChecked(bool(point.get("addressed")))
        one_line = " ".join(quoted.split())
        shown = f"“{one_line}”" if quoted else self.tr("the response as a whole")
        self.anchor.set_full(shown)
        self.anchor.setEnabled(bool(quoted))
        self._actions["free"].setEnabled(bool(quoted))
        kind = (
            self.tr("Positive point {number}")
            if self._positive
            else self.tr("Negative point {number}")
        )
        title = kind.format(number=number)
        self.text.setAccessibleName(title)
        self.tick.setAccessibleName(f"{title}: {self.tick.face.words}")
        self.more.setAccessibleName(self.tr("Actions for: {point}").format(point=title))
        self.more.setToolTip(self.tr("Move, link or remove this point"))
        about = self.tr("{point} is about: {words}").format(point=title, words=shown)
        self.anchor.setAccessibleName(about)
        self.anchor.setToolTip(plain_tip(shown))

    def show_hint(self, words: str, must: str = "") -> None:
        """Show the rules' hints about the point, and its problems that must be fixed.

        `words`, `must`: the texts of the hints and of the problems; an empty text is hidden
        """
        for label, text in ((self.hint, words), (self.must, must)):
            label.setText(text)
            label.setVisible(bool(text))
        # Screen readers read the hints together with the text.
        self.text.setAccessibleDescription("\n".join(filter(None, (must, words))))

    def stops(self) -> list[QWidget]:
        return [self.anchor, self.more, self.text, self.tick]

    def set_editable(self, on: bool) -> None:
        self.text.setReadOnly(not on)
        self.tick.setEnabled(on)
        self.more.setEnabled(on)

    def show_as_read(self, on: bool, *, done: bool) -> None:
        """Set whether the point is shown for reading: as high as its text, without its controls.

        `done`: whether “Fixed” or “Kept” is next to its number (only while it is shown for reading)

        Must be called after each `show_point`.
        """
        self.text.least = 1 if on else _LEAST_LINES
        self.text.fit()
        label_text = self.tick.face.words
        self.number.setText(f"{self._named} · {label_text}" if on and done else self._named)
        for control in (self.tick, self.more):
            if on is not control.isHidden():
                control.setVisible(not on)

    def allow_moves(self, *, up: bool, down: bool) -> None:
        self._actions["up"].setEnabled(up)
        self._actions["down"].setEnabled(down)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.text and event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        if (
            watched is not self.text
            or event.type() != QEvent.Type.KeyPress
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
            self.typed.emit(self.text.toPlainText())


class NoMore(PlainLabel):
    """A message that says that the maximum number of points has been reached.

    It takes the focus and discards typed characters, which are meant for a new point and must not
    change another point or work as keyboard shortcuts.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "problem")
        self.setWordWrap(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().isprintable() and event.text():
            event.accept()
        else:
            super().keyPressEvent(event)


class PointList(OwnPart):
    """All points of one side, in order.

    `edited`: emitted with the whole list before and after an edit by the person
    `shown`: emitted with the index of a point that received the focus
    `wanted`: emitted with the index of a point whose anchor the person wants to see
    `anchored`: emitted with the index of a point that the person wants to link to the selection
    """

    edited = Signal(object, object)
    shown = Signal(int)
    wanted = Signal(int)
    anchored = Signal(int)

    def __init__(self, key: str, text: str, add: str, theme: Theme, keys: str) -> None:
        super().__init__(key, text, theme)
        self.points: list[Point] = []
        self.views: list[PointView] = []
        self._response = ""
        self._editable = True
        self._last = 0
        self._blocking: list[int] = []  # Indices of the points with something that must be fixed.
        self._is_read = False
        self.none = plain_label(self.tr("None"), "secondary")
        self.none.hide()
        self.add_button = QPushButton(add)
        self.add_button.setAutoDefault(False)
        self.add_button.setToolTip(f"{add}  {keys}")
        # The lambda drops the argument of the signal, which would become the point.
        self.add_button.clicked.connect(lambda: self.add())
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.px(10))
        self.column.addSpacing(theme.px(4))
        self.column.addLayout(self._rows)
        self.column.addWidget(self.none)
        self.column.addWidget(self.problem)
        self.no_more = NoMore()
        self.column.addWidget(self.no_more)
        self.below = QVBoxLayout()
        self.below.setSpacing(theme.px(8))
        self.below.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addLayout(self.below)

    def show_response(self, response: str) -> None:
        """Set the text that anchors refer to. The points are set separately."""
        self._response = response

    def show_points(self, points: Any) -> None:
        """Show other points without emitting a signal. The list keeps the focus if it has it."""
        matches = [dict(one) for one in objects(points)]
        before, self.points = self.points, matches
        changed = next(
            (
                place
                for place, one in enumerate(matches)
                if place >= len(before) or before[place] != one
            ),
            max(0, len(matches) - 1),
        )
        # After undo, `take_focus` goes to the first difference.
        self._last = changed
        # Views are reused, because new ones would lose the focus and the caret.
        while len(self.views) > len(matches):
            view = self.views.pop()
            had_focus = view.isAncestorOf(focus) if (focus := view.focusWidget()) else False
            # Otherwise Qt would move the focus to an arbitrary widget.
            if had_focus and self.isVisible():
                self.add_button.setFocus()
            view.hide()
            view.deleteLater()
        while len(self.views) < len(matches):
            self._make_view()
        for place, view in enumerate(self.views):
            view.show_point(place + 1, matches[place], self.quoted(place))
            view.allow_moves(up=place > 0, down=place + 1 < len(matches))
            view.show_as_read(self._is_read, done=bool(matches[place].get("addressed")))
        self._offer()

    def show_hints(
        self, hints: Mapping[int, Sequence[str]], musts: Mapping[int, Sequence[str]]
    ) -> None:
        """Show hints and problems that must be fixed, by the indices of their points."""
        self._blocking = sorted(musts)
        for place, view in enumerate(self.views):
            view.show_hint("\n".join(hints.get(place, ())), "\n".join(musts.get(place, ())))

    def quoted(self, place: int) -> str:
        """Return the text of a point's anchor; empty if it has none."""
        point = self.points[place]
        if "start" not in point or "end" not in point:
            return ""
        return self._response[point["start"] : point["end"]]

    def current(self) -> int:
        """Return the index of the point that has the focus; −1 if none has."""
        for place, view in enumerate(self.views):
            focus = view.focusWidget()
            if focus is not None and focus.hasFocus() and view.isAncestorOf(focus):
                return place
        return -1

    # Edits

    def add(self, point: Point | None = None, at: int | None = None) -> None:
        """Add a point, by default an empty one, and set the focus to it.

        If the list is full, show a message instead.
        """
        if not self._editable:
            return
        if self.is_full:
            self.tell_full()
            return
        place = len(self.points) if at is None else at
        made: Point = {"text": "", **(point or {})}
        self._change([*self.points[:place], made, *self.points[place:]])
        self.go_to(place)

    @property
    def is_full(self) -> bool:
        """Whether the maximum number of points is reached."""
        return len(self.points) >= MOST_POINTS

    def tell_full(self) -> None:
        """Show that the maximum number of points is reached, and set the focus to this message."""
        words = self.tr(
            "The maximum of %n point(s) is reached. Combine two, or remove one.",
            "",
            MOST_POINTS,
        )
        self.no_more.setText(words)
        self.no_more.setAccessibleName(words)
        self.no_more.show()
        self.no_more.setFocus(Qt.FocusReason.OtherFocusReason)

    def remove(self, place: int) -> None:
        """Remove a point and set the focus to its neighbour."""
        if self._editable and 0 <= place < len(self.points):
            self._change(self.points[:place] + self.points[place + 1 :])
            if self.points:
                self.go_to(min(place, len(self.points) - 1))
            else:
                self.add_button.setFocus()

    def shift(self, place: int, by: int) -> None:
        """Move a point within its side by a number of positions."""
        to = place + by
        if self._editable and 0 <= place < len(self.points) and 0 <= to < len(self.points):
            points = list(self.points)
            points.insert(to, points.pop(place))
            self._change(points)
            self.go_to(to)

    def change(self, place: int, **fields: Any) -> None:
        """Change fields of a point. A value of None removes a field."""
        if not self._editable or not 0 <= place < len(self.points):
            return
        merged = {**self.points[place], **fields}
        point = {name: value for name, value in merged.items() if value is not None}
        # Without a difference, there must be no undo step.
        if point != self.points[place]:
            self._change([*self.points[:place], point, *self.points[place + 1 :]])

    def toggle(self, place: int) -> None:
        """Tick a point, or remove its tick."""
        if 0 <= place < len(self.points):
            done = bool(self.points[place].get("addressed"))
            self.change(place, addressed=None if done else True)

    def go_to(self, place: int) -> None:
        """Set the focus to the text of a point."""
        if 0 <= place < len(self.views):
            view = self.views[place]
            view.show()
            view.text.setFocus(Qt.FocusReason.OtherFocusReason)

    # Interface of OwnPart

    def stops(self) -> list[QWidget]:
        result = [stop for view in self.views for stop in view.stops()]
        return [*result, self.add_button]

    def take_focus(self) -> None:
        if self.views:
            # After a failed submission, go to the first point that must be fixed.
            blocks = self._blocking and not self.problem.isHidden()
            self.go_to(min(self._blocking[0] if blocks else self._last, len(self.views) - 1))
        else:
            self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        if problem.kind == "too_short":
            return self.tr("A point is empty. Write it, or remove it.")
        if problem.kind == "not_readable":
            return self.tr("Not submitted: this project asks you to fix the points marked “Fix”.")
        return self.tr("Please write a point, or state that there is nothing to improve.")

    def show_as_read(self, on: bool) -> None:
        """Set whether the points are shown for reading only, without the controls for adding
        points.

        While they are, an empty list shows a message.
        """
        self._is_read = on
        for place, view in enumerate(self.views):
            view.show_as_read(on, done=bool(self.points[place].get("addressed")))
        self._offer()

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        for view in self.views:
            view.set_editable(editable)
        self._offer()

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        for view in self.views:
            mark_problem(view.text, bool(sentence) and not view.text.toPlainText().strip())

    def _change(self, points: list[Point]) -> None:
        before = [dict(point) for point in self.points]
        self.show_points(points)
        self.edited.emit(before, [dict(point) for point in self.points])

    def _make_view(self) -> None:
        view = PointView(self._theme, positive=self.key == "positive")
        view.set_editable(self._editable)
        self._rows.addWidget(view)
        self.views.append(view)
        view.show()
        view.typed.connect(lambda text: self._on_typed(view, text))
        view.ticked.connect(
            lambda on: self.change(self.views.index(view), addressed=True if on else None)
        )
        view.anchor_wanted.connect(lambda: self.wanted.emit(self.views.index(view)))
        view.action_wanted.connect(lambda name: self._do(view, name))
        view.entered.connect(lambda: self.shown.emit(self.views.index(view)))

    def _on_typed(self, view: PointView, text: str) -> None:
        place = self.views.index(view)
        point = self.points[place]
        # A point that was taken from a model is recorded as edited.
        edited = {"from_model": "edited"} if point.get("from_model") == "taken" else {}
        self._last = place
        before = [dict(one) for one in self.points]
        self.points[place] = {**point, "text": text, **edited}
        self.edited.emit(before, [dict(one) for one in self.points])

    def _do(self, view: PointView, name: str) -> None:
        place = self.views.index(view)
        if name == "add":
            self.add(at=place + 1)
        elif name == "remove":
            self.remove(place)
        elif name == "anchor":
            self.anchored.emit(place)
        elif name == "free":
            self.change(place, start=None, end=None)
        else:
            self.shift(place, -1 if name == "up" else 1)

    def _offer(self) -> None:
        self.add_button.setEnabled(self._editable and not self.is_full)
        self.add_button.setVisible(not self._is_read)
        self.none.setVisible(self._is_read and not self.points)
        if not self.is_full:
            self.no_more.hide()
