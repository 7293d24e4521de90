"""The question about the critique: a status for each critique point of the chosen variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.json_values import objects
from desktop_app.ui.plain_text import empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import SegmentButton
from desktop_app.ui.widgets.field import LineBox, NoUndo, mark_problem
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.question_view import OwnPart, caption_label, plain_label
from plugins.dolomites.panel.edit_state import FIXED, LEFT, NOT_VALID, undecided

# Padding and frame next to the label of a status button, in pixels.
_BESIDE = 22
KEYS = {FIXED: "F", NOT_VALID: "V", LEFT: "L"}
# The status of one point. Keys: `point` (number from 1), `status`, optionally `reason`.
Status = dict[str, Any]


class PointView(QWidget):
    """One critique point: its text, three status buttons and a line for the reason.

    `decided`: a status button was clicked
    `reasoned`: the user edited the reason
    `entered`: a button or the reason received the focus
    """

    decided = Signal(str)
    reasoned = Signal(str)
    entered = Signal()

    def __init__(self, theme: Theme, number: int, aspect: str, text: str) -> None:
        super().__init__()
        name = self.tr("Point {number}").format(number=number)
        self.caption = caption_label(f"{name} · {aspect}" if aspect else name)
        self.words = plain_label(text, "")
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, SegmentButton] = {}
        choices = QWidget()
        row = FlowLayout(choices, across=4, down=4)
        for status, label, tip in (
            (FIXED, self.tr("Fixed"), self.tr("You fixed this")),
            (NOT_VALID, self.tr("Not valid"), self.tr("The critique is wrong here. Explain why")),
            (LEFT, self.tr("Ignored"), self.tr("The point is valid, but you changed nothing")),
        ):
            button = SegmentButton(label, theme, padding=_BESIDE)
            button.setAccessibleName(f"{name}: {label}")
            button.setAccessibleDescription(text)
            button.setToolTip(plain_tip(f"{tip}  {KEYS[status]}"))
            button.clicked.connect(lambda _on=False, status=status: self.decided.emit(status))
            button.installEventFilter(self)
            self._group.addButton(button)
            row.addWidget(button)
            self.buttons[status] = button
        self.reason = LineBox()
        self.reason.setAccessibleName(self.tr("{point}: reason").format(point=name))
        self.reason.textEdited.connect(self.reasoned)
        # Several pasted lines become one line.
        self.reason.pasted.connect(lambda lines: self.reason.take(" ".join(lines)))
        # The window has one undo history for all answers.
        self._guard = NoUndo(self)
        self.reason.installEventFilter(self._guard)
        self.reason.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.px(8))
        column.setSpacing(theme.px(4))
        column.addWidget(self.caption)
        column.addWidget(self.words)
        column.addWidget(choices)
        column.addWidget(self.reason)
        self.show_status({})

    def show_status(self, status: Mapping[str, Any]) -> None:
        """Show the status and the reason of the point."""
        now = status.get("status")
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

    def set_editable(self, editable: bool) -> None:
        for button in self.buttons.values():
            button.setEnabled(editable)
        self.reason.setReadOnly(not editable)

    def take_focus(self) -> None:
        # A missing reason is what the user has to enter next.
        if self.buttons[NOT_VALID].isChecked() and not self.reason.text().strip():
            self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        checked = [one for one in self.buttons.values() if one.isChecked()]
        (checked or list(self.buttons.values()))[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> list[QWidget]:
        return [*self.buttons.values(), self.reason]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and watched is not self.reason
        ):
            # By default, an arrow key also checks the button to which it moves. Here, it only moves
            # the focus. Alt with an arrow key is a shortcut.
            by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
            if by and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
                buttons = list(self.buttons.values())
                here = next((n for n, one in enumerate(buttons) if one is watched), 0)
                back = self.isRightToLeft()
                buttons[(here + (-by if back else by)) % len(buttons)].setFocus()
                return True
        return False


class PointsPart(OwnPart):
    """The question for the status of every critique point.

    `edited`: emitted with the whole answer before and after the user changed a status or reason
    `reordered`: the widgets changed, so the tab order has to be set again
    """

    edited = Signal(object, object)
    reordered = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__("points", self.tr("What did you do with each critique point?"), theme)
        self._critique: list[Mapping[str, Any]] = []
        self._answer: list[Status] = []
        self._editable = True
        self._last = 0
        self.views: list[PointView] = []
        self.none = plain_label(self.tr("This variant has no critique."), "secondary")
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.px(8))
        self.column.addSpacing(theme.px(8))
        self.column.addWidget(self.none)
        self.column.addLayout(self._rows)
        self.column.addWidget(self.problem)
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

    def show_critique(self, critique: Sequence[Mapping[str, Any]]) -> None:
        """Show another critique. Its points have no status until `show_answer` is called."""
        self._critique, self._answer, self._last = list(critique), [], 0
        empty(self._rows)
        self.views = []
        for number, point in enumerate(self._critique, 1):
            view = PointView(self._theme, number, self.aspect(point), str(point.get("text", "")))
            view.decided.connect(lambda status, n=number: self.decide(n, status))
            view.reasoned.connect(lambda reason, n=number: self._reason(n, reason))
            view.entered.connect(lambda n=number: self._at(n))
            view.set_editable(self._editable)
            self._rows.addWidget(view)
            self.views.append(view)
        self.none.setVisible(not self._critique)
        self.reordered.emit()

    def show_answer(self, answer: Any) -> None:
        """Show the statuses of an answer, without emitting `edited`."""
        found = [dict(one) for one in objects(answer)]
        changed = []
        for number, view in enumerate(self.views, 1):
            before, after = self._of(self._answer, number), self._of(found, number)
            if before != after:
                changed.append(number - 1)
            view.show_status(after)
        # After undo, `step` continues at the point that changed. For a new item, all points with a
        # status count as changed, so it starts at the first of them.
        if changed:
            self._last = changed[0]
        self._answer = found

    def decide(self, number: int, status: str) -> None:
        """Set the status of the point with this number, from 1, as an edit of the user."""
        if not self._editable:
            return
        before = self._of(self._answer, number)
        if before.get("status") == status:
            self.views[number - 1].show_status(before)
            return
        # A reason is kept for the other status with a reason.
        kept = {"reason": before["reason"]} if before.get("reason") and status != FIXED else {}
        self._change(number, {"point": number, "status": status, **kept})
        view = self.views[number - 1]
        # Otherwise another button than the checked one would keep the focus frame.
        if status == NOT_VALID or any(one.hasFocus() for one in view.buttons.values()):
            view.take_focus()

    def press(self, text: str) -> bool:
        """Set the status of the focused point by its key. Return whether the key was handled."""
        here = self.current()
        for status, key in KEYS.items():
            if text.upper() == key and here >= 0 and self._editable:
                self.decide(here + 1, status)
                return True
        return False

    def current(self) -> int:
        """Return the index of the point that has the focus; −1 if none has."""
        for place, view in enumerate(self.views):
            if any(stop.hasFocus() for stop in view.stops()):
                return place
        return -1

    def step(self, by: int) -> None:
        """Move the focus by `by` points. If no point has it, return to the one that had it last."""
        if self.views:
            here = self.current()
            place = (here + by) % len(self.views) if here >= 0 else self._last
            self.views[min(place, len(self.views) - 1)].take_focus()

    def stops(self) -> list[QWidget]:
        return [stop for view in self.views for stop in view.stops()]

    def last_stop(self) -> QWidget:
        stops = self.stops()
        return stops[-1] if stops else self

    def take_focus(self) -> None:
        if not self.views:
            return
        # After a failed submission, go to the first incomplete point.
        open_ = undecided(self._critique, self._answer) if not self.problem.isHidden() else []
        place = open_[0] - 1 if open_ else self._last
        self.views[min(place, len(self.views) - 1)].take_focus()

    def sentence(self, problem: Problem) -> str:
        return self.tr("Choose what you did with each point. If one is not valid, explain why.")

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        open_ = undecided(self._critique, self._answer) if sentence else []
        for number, view in enumerate(self.views, 1):
            mark_problem(view.reason, number in open_)

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        for view in self.views:
            view.set_editable(editable)

    @staticmethod
    def _of(answer: Sequence[Status], number: int) -> Status:
        return next((one for one in answer if one.get("point") == number), {})

    def _at(self, number: int) -> None:
        self._last = number - 1

    def _reason(self, number: int, reason: str) -> None:
        status = {**self._of(self._answer, number), "reason": reason}
        if not reason:
            del status["reason"]
        self._change(number, status)

    def _change(self, number: int, status: Status) -> None:
        before = [dict(one) for one in self._answer]
        others = [one for one in before if one.get("point") != number]
        after = sorted([*others, status], key=lambda one: int(one.get("point", 0)))
        self.show_answer(after)
        # `show_answer` may have changed it.
        self._last = number - 1
        self.edited.emit(before or None, [dict(one) for one in after])
