"""The critique of the chosen variant: its points, one of them open, and a status for each.

The module is longer than most because list, open point and status change together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.json_values import objects
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel, empty, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.choice_buttons import ChoiceRow, Face, RadioChoice
from desktop_app.ui.widgets.field import LineBox, NoUndo, mark_problem
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.parts import label, set_kind
from desktop_app.ui.widgets.question_view import (
    OwnPart,
    QuestionFrame,
    caption_label,
    plain_label,
)
from plugins.dolomites.panel.edit_sections import PointPlace, Sides, place_of_quote
from plugins.dolomites.panel.edit_state import FIXED, LEFT, NOT_VALID, STATUSES, undecided

# The keys of each status. The letters are those of earlier versions.
KEYS = {FIXED: ("1", "F"), NOT_VALID: ("2", "V"), LEFT: ("3", "L")}
# The status of one point. Keys: `point` (number from 1), `status`, optionally `reason`.
Status = dict[str, Any]


class PointHead(QPushButton):
    """The first line of a point: its number, its aspect and its state. A click opens the point."""

    def __init__(self, theme: Theme, number: int, aspect: str) -> None:
        super().__init__()
        self.setProperty("kind", "line")
        self.number = PlainLabel(str(number))
        self.number.setProperty("kind", "badge")
        self.number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.aspect = ShorteningLabel(aspect, "strong")
        self.state = label(kind="secondary")
        in_row(self.number, (self.aspect, 1), self.state, on=self, margins=0, gap=8)
        for part in (self.number, self.aspect, self.state):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme = theme
        theme.changed.connect(self._fit)
        self._fit()

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return super().sizeHint() if layout is None else layout.sizeHint()

    def minimumSizeHint(self) -> QSize:
        layout = self.layout()
        return super().minimumSizeHint() if layout is None else layout.minimumSize()

    def _fit(self) -> None:
        self.number.setMinimumSize(self._theme.px(20), self._theme.px(20))
        self.number.setMaximumHeight(self._theme.px(20))


class PointView(QuestionFrame):
    """One critique point. Open, it has three status buttons and a line for the reason.

    `decided`: a status button was clicked
    `reasoned`: the user edited the reason
    `entered`: a part of the point received the focus, or it was clicked
    `linked`: the link to its place was clicked
    `finished`: Enter was pressed in the reason
    """

    decided = Signal(str)
    reasoned = Signal(str)
    entered = Signal()
    linked = Signal()
    finished = Signal()

    def __init__(self, theme: Theme, number: int, aspect: str, text: str) -> None:
        super().__init__(theme)
        name = self.tr("Point {number}").format(number=number)
        self._name, self._text = name, text
        self._status = ""
        self._is_changed = False
        self.head = PointHead(theme, number, aspect or name)
        self.head.clicked.connect(self.take_focus)
        self.line = self.head
        self.words = plain_label(text, "secondary")
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.link = LinkButton("")
        self.link.setAutoDefault(True)
        self.link.clicked.connect(self.linked)
        self.link.hide()
        self._group = QButtonGroup(self)
        self.buttons: dict[str, RadioChoice] = {}
        self.choices = QWidget()
        row = ChoiceRow(theme, scale=True)
        self.choices.setLayout(row)
        for status, label_, tip in (
            (FIXED, self.tr("Fixed"), self.tr("You fixed this")),
            (NOT_VALID, self.tr("Not valid"), self.tr("The critique is wrong here. Explain why")),
            (LEFT, self.tr("Ignored"), self.tr("The point is valid, but you changed nothing")),
        ):
            key = KEYS[status][0]
            button = RadioChoice(theme, Face(label_, key=key))
            button.setAccessibleName(f"{name}: {label_}")
            button.setAccessibleDescription(text)
            button.setToolTip(plain_tip(f"{tip}  {key}, Alt+{key}"))
            button.clicked.connect(lambda _on=False, status=status: self.decided.emit(status))
            self._group.addButton(button)
            row.addWidget(button)
            self.buttons[status] = button
        self.reason = LineBox()
        self.reason.setAccessibleName(self.tr("{point}: reason").format(point=name))
        self.reason.textEdited.connect(self.reasoned)
        self.reason.returnPressed.connect(self.finished)
        # Several pasted lines become one line.
        self.reason.pasted.connect(lambda lines: self.reason.take(" ".join(lines)))
        # The window has one undo history for all answers.
        self._guard = NoUndo(self)
        self.reason.installEventFilter(self._guard)
        self.note = label(kind="secondary", wrap=True)
        self._body = QWidget()
        parts = (self.link, self.choices, self.reason, self.note)
        in_column(*parts, on=self._body, margins=(0, 4, 0, 0), gap=6)
        self.column.addWidget(self.head)
        self.column.addWidget(self.words)
        self.column.addWidget(self._body)
        for stop in (self.head, *self.stops()):
            stop.installEventFilter(self)
        self.show_status({})
        self._show_open()

    def show_status(self, status: Mapping[str, Any]) -> None:
        """Show the status and the reason of the point."""
        now = status.get("status")
        self._status = now if now in STATUSES else ""
        # An exclusive group does not allow its checked button to be unchecked.
        self._group.setExclusive(False)
        for name, button in self.buttons.items():
            button.setChecked(name == now)
        self._group.setExclusive(True)
        reason = str(status.get("reason") or "")
        # Setting an equal text would move the cursor while the user types.
        if self.reason.text() != reason:
            self.reason.setText(reason)
        self.reason.setVisible(now in (NOT_VALID, LEFT))
        self.reason.setPlaceholderText(
            self.tr("Why is it not valid?") if now == NOT_VALID else self.tr("Why? (optional)")
        )
        self._tell_state()

    def show_place(self, words: str) -> None:
        """Show the link to the place of the point in the text; "" if there is none."""
        self.link.set_full(words)
        self.link.setAccessibleName(f"{self._name}: {words}")
        self.link.setToolTip(plain_tip(words))
        self.link.setVisible(bool(words))

    def show_changed(self, changed: bool | None) -> None:
        """Show whether the text at the place of the point has changed; None: it has no place."""
        self._is_changed = bool(changed)
        words = ""
        if changed is not None:
            unchanged = self.tr("The text here is unchanged.")
            words = self.tr("The text here has changed.") if changed else unchanged
        self.note.setText(words)
        self.note.setVisible(bool(words))
        self._tell_state()

    def _tell_state(self) -> None:
        """Show the state at the end of the first line: the status, or that the point is open."""
        words = {
            FIXED: "✓ " + self.tr("Fixed"),
            NOT_VALID: self.tr("Not valid"),
            LEFT: self.tr("Ignored"),
        }.get(self._status, "")
        if self._status == NOT_VALID and not self.reason.text().strip():
            words = self.tr("Reason missing")
        elif not words and not self.is_current:
            words = self.tr("Open, text changed") if self._is_changed else self.tr("Open")
        if self.is_marked and not self._status:
            words = self.tr("Not answered")
        kind = "good" if self._status == FIXED else "secondary"
        set_kind(self.head.state, "warning" if self.is_marked else kind)
        self.head.state.setText(words)
        state = words.removeprefix("✓ ") or self.tr("Open")
        self.head.setAccessibleName(f"{self._name}: {self.head.aspect.text()}, {state}")
        self.head.setAccessibleDescription(self._text)

    def set_missing(self, missing: bool) -> None:
        """Show whether the status or the reason of the point was reported as missing."""
        self._mark(missing)
        mark_problem(self.reason, missing)
        self._tell_state()

    def set_current(self, current: bool) -> None:
        """Open the point, or close it."""
        if current != self.is_current:
            super().set_current(current)
            self._show_open()

    def _show_open(self) -> None:
        on = self.is_current
        # A widget that is hidden loses the focus, so the head gives it to the buttons first.
        self._body.setVisible(on)
        self.head.setFocusPolicy(Qt.FocusPolicy.NoFocus if on else Qt.FocusPolicy.TabFocus)
        set_kind(self.words, "" if on else "secondary")
        set_kind(self.head.number, "badge-now" if on else "badge")
        self._tell_state()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            line = QRect(0, self.height() - 1, self.width(), 1)
            painter.fillRect(line, self._theme.color(Role.BORDER))

    def set_editable(self, editable: bool) -> None:
        for button in self.buttons.values():
            button.setEnabled(editable)
        self.reason.setReadOnly(not editable)

    def take_focus(self) -> None:
        """Open the point, and set the focus to what is to be entered next."""
        self.entered.emit()
        # A missing reason is what the user has to enter next.
        if self.buttons[NOT_VALID].isChecked() and not self.reason.text().strip():
            self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        checked = [one for one in self.buttons.values() if one.isChecked()]
        (checked or list(self.buttons.values()))[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> list[QWidget]:
        return [self.link, *self.buttons.values(), self.reason]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            if watched is self.head:
                self.take_focus()
            else:
                self.entered.emit()
        is_button = watched in self.buttons.values()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and is_button:
            # By default, an arrow key also checks the button to which it moves. Here, it only moves
            # the focus. Ctrl with an arrow key is a shortcut.
            keys = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
            by = keys.get(Qt.Key(event.key()), 0)
            others = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
            if by and not event.modifiers() & others:
                buttons = list(self.buttons.values())
                here = next((n for n, one in enumerate(buttons) if one is watched), 0)
                back = self.isRightToLeft()
                buttons[(here + (-by if back else by)) % len(buttons)].setFocus()
                return True
        return False


class PointsPart(OwnPart):
    """The question for the status of every critique point, one of which is open.

    `edited`: emitted with the whole answer before and after the user changed a status or reason
    `reordered`: the widgets changed, so the tab order has to be set again
    `opened`: another point is open; its number, from 1
    `reached`: the user went to a point, whose place is to be shown; its number
    """

    edited = Signal(object, object)
    reordered = Signal()
    opened = Signal(int)
    reached = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__("points", self.tr("What did you do with each critique point?"), theme)
        self._critique: list[Mapping[str, Any]] = []
        self._answer: list[Status] = []
        self._places: dict[int, PointPlace] = {}
        self._editable = True
        self._open = 0
        self.views: list[PointView] = []
        self.title.hide()
        self.caption.hide()
        self.count = label(kind="secondary")
        self.head = QFrame()
        self.head.setProperty("kind", "pane-head")
        heading = caption_label(self.tr("Critique"))
        in_row(heading, STRETCH, self.count, on=self.head, margins=(16, 0, 16, 0))
        self.none = plain_label(self.tr("This variant has no critique."), "secondary")
        self.none.setContentsMargins(16, 12, 16, 8)
        self.tip = plain_label(
            self.tr("Press Ctrl+↓ for the next point. The text scrolls to its place."), "secondary"
        )
        self.tip.setContentsMargins(16, 12, 16, 8)
        self.problem.setContentsMargins(16, 6, 16, 6)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._fit_edges()
        for widget in (self.head, self.problem, self.none):
            self.column.addWidget(widget)
        self.column.addLayout(self._rows)
        self.column.addWidget(self.tip)
        self.aspects = {
            "inconsistencies": self.tr("Inconsistencies"),
            "factual": self.tr("Factual errors"),
            "structure": self.tr("Structure"),
            "depth": self.tr("Depth"),
        }

    def aspect(self, point: Mapping[str, Any]) -> str:
        """Return the translated aspect of a point; an unknown aspect is returned unchanged."""
        found = str(point.get("aspect") or "")
        return self.aspects.get(found, found)

    def critique_text(self, critique: Sequence[Mapping[str, Any]]) -> str:
        """Return the points of a critique as one text."""
        lines = []
        for number, point in enumerate(critique, 1):
            aspect = self.aspect(point)
            head = f"{number}. {aspect}: " if aspect else f"{number}. "
            lines.append(head + str(point.get("text", "")))
        return "\n\n".join(lines)

    def show_critique(self, critique: Sequence[Mapping[str, Any]], sides: Sides) -> None:
        """Show another critique. Its points have no status until `show_answer` is called.

        `sides`: the sections of the variant, in which the quotes of the points are searched
        """
        self._critique, self._answer, self._open = list(critique), [], 0
        empty(self._rows)
        self.views = []
        self._places = {}
        for number, point in enumerate(self._critique, 1):
            text = str(point.get("text", ""))
            view = PointView(self._theme, number, self.aspect(point), text)
            view.decided.connect(lambda status, n=number: self.decide(n, status))
            view.reasoned.connect(lambda reason, n=number: self._reason(n, reason))
            view.entered.connect(lambda n=number: self._show_open(n - 1))
            view.linked.connect(lambda n=number: self.reached.emit(n))
            view.finished.connect(lambda n=number: self._go_on(n))
            place = place_of_quote(number, text, sides)
            if place is not None:
                self._places[number] = place
                section = sides[place.side][place.place]
                quote = section["text"][place.start : place.end]
                words = self.tr("“{quote}” in {section}")
                view.show_place(words.format(quote=quote, section=section["title"]))
            view.show_changed(None)
            view.set_editable(self._editable)
            self._rows.addWidget(view)
            self.views.append(view)
        count = len(self._critique)
        self.count.setText(self.tr("%n point(s)", "", count) if count else "")
        self.none.setVisible(not count)
        self.tip.setVisible(count > 1)
        self._show_open(0)
        self.reordered.emit()

    @property
    def places(self) -> list[PointPlace]:
        """The places of the points that quote the variant."""
        return list(self._places.values())

    @property
    def open_number(self) -> int:
        """The number of the open point, from 1; 0 if there is none."""
        return self._open + 1 if self.views else 0

    def place_of(self, number: int) -> PointPlace | None:
        """Return the place of a point in the variant; None if it quotes nothing."""
        return self._places.get(number)

    def show_changed(self, changed: Mapping[int, bool]) -> None:
        """Show, by the number of a point, whether the text at its place has changed."""
        for number, view in enumerate(self.views, 1):
            view.show_changed(changed.get(number))

    def show_answer(self, answer: Any) -> None:
        """Show the statuses of an answer, without emitting `edited`."""
        found = [dict(one) for one in objects(answer)]
        changed = []
        for number, view in enumerate(self.views, 1):
            before, after = self._of(self._answer, number), self._of(found, number)
            if before != after:
                changed.append(number - 1)
            view.show_status(after)
        is_first = not self._answer
        self._answer = found
        open_ = undecided(self._critique, found)
        # After undo, the point that changed is open. For a new item, the first point without a
        # status is.
        if is_first and open_:
            self._show_open(open_[0] - 1)
        elif changed:
            self._show_open(changed[0])

    def left(self) -> int:
        """Return the number of points without a complete status."""
        return len(undecided(self._critique, self._answer))

    def decide(self, number: int, status: str) -> None:
        """Set the status of the point with this number, from 1, as an edit of the user."""
        if not self._editable:
            return
        before = self._of(self._answer, number)
        # A reason is kept for the other status with a reason.
        kept = {"reason": before["reason"]} if before.get("reason") and status != FIXED else {}
        if before.get("status") != status:
            self._change(number, {"point": number, "status": status, **kept})
        view = self.views[number - 1]
        view.show_status(self._of(self._answer, number))
        if status == NOT_VALID and not kept:
            self._show_open(number - 1)
            view.take_focus()
        else:
            self._go_on(number)

    def press(self, text: str) -> bool:
        """Set the status of the open point by a key. Return whether the key was handled."""
        for status, keys in KEYS.items():
            if text.upper() in keys and self.views and self._editable:
                self.decide(self._open + 1, status)
                return True
        return False

    def step(self, by: int) -> None:
        """Open the next (1) or previous (−1) point, and show its place."""
        if self.views:
            self._show_open((self._open + by) % len(self.views))
            self._reach()

    def stops(self) -> list[QWidget]:
        return [stop for view in self.views for stop in (view.head, *view.stops())]

    def answer_widgets(self) -> list[QWidget]:
        # The open point, or at least its buttons, which keys press.
        view = self.views[self._open] if self.views else None
        return [view, view.choices] if view is not None else []

    def last_stop(self) -> QWidget:
        stops = self.stops()
        return stops[-1] if stops else self

    def take_focus(self) -> None:
        if not self.views:
            return
        # After a failed submission, go to the first incomplete point.
        open_ = undecided(self._critique, self._answer) if not self.problem.isHidden() else []
        place = open_[0] - 1 if open_ else self._open
        self.views[min(place, len(self.views) - 1)].take_focus()

    def sentence(self, problem: Problem) -> str:
        return self.tr("Choose what you did with each point. If one is not valid, explain why.")

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        # The bar is beside the points that are open, not beside all.
        self._mark(False)
        open_ = undecided(self._critique, self._answer) if sentence else []
        for number, view in enumerate(self.views, 1):
            view.set_missing(number in open_)

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        for view in self.views:
            view.set_editable(editable)

    def set_current(self, current: bool) -> None:
        """Do nothing: the bar is beside the open point."""

    def set_place(self, number: int, mark: str) -> None:
        """Do nothing: the only question of its step has no number."""

    def _fit_edges(self) -> None:
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.head.setMinimumHeight(self._theme.px(44))

    @staticmethod
    def _of(answer: Sequence[Status], number: int) -> Status:
        return next((one for one in answer if one.get("point") == number), {})

    def _show_open(self, place: int) -> None:
        """Open the point with this index, and close the others."""
        changed = place != self._open
        if not changed and place < len(self.views) and self.views[place].is_current:
            return
        self._open = place
        # First, because closing the point with the focus would move the focus anywhere.
        if place < len(self.views):
            view = self.views[place]
            focus = self.window().focusWidget()
            view.set_current(True)
            if focus is not None and self.isAncestorOf(focus) and not view.isAncestorOf(focus):
                view.take_focus()
        for number, view in enumerate(self.views):
            view.set_current(number == place)
        if changed and self.views:
            self.opened.emit(place + 1)
            # The head of the open point is no tab stop, those of the others are.
            self.reordered.emit()

    def _go_on(self, number: int) -> None:
        """Go from a point that has a status to the next one without."""
        open_ = undecided(self._critique, self._answer)
        after = [one for one in open_ if one > number] or [one for one in open_ if one != number]
        if after:
            self._show_open(after[0] - 1)
            self._reach()

    def _reach(self) -> None:
        """Let the page show the place of the open point."""
        self.reached.emit(self._open + 1)

    def _reason(self, number: int, reason: str) -> None:
        status = {**self._of(self._answer, number), "reason": reason}
        if not reason:
            del status["reason"]
        self._change(number, status)

    def _change(self, number: int, status: Status) -> None:
        before = [dict(one) for one in self._answer]
        others = [one for one in before if one.get("point") != number]
        after = sorted([*others, status], key=lambda one: int(one.get("point", 0)))
        self._answer = after
        self.views[number - 1].show_status(status)
        self._show_open(number - 1)
        self.edited.emit(before or None, [dict(one) for one in after])
