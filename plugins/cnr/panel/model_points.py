"""What a model says about the response: shown when asked for, taken over point by point.

Nothing of it is in the person's own critique unless they take it over. What happens to each point
is an answer of its own: taken, edited (found out when somebody submits), rejected, or left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.question_view import OwnPart, plain_label

Said = dict[str, Any]  # side, text, perhaps start and end


def points_said(critiques: Sequence[Mapping[str, Any]]) -> list[Said]:
    """Return the points of models' critiques, one after another."""
    return [
        {**{name: point[name] for name in ("start", "end") if name in point},
         "side": side, "text": str(point.get("text", ""))}
        for critique in critiques
        for side in ("positive", "negative")
        for point in critique.get(side) or ()
        if isinstance(point, Mapping)
    ]  # fmt: skip


class SaidView(QWidget):
    """One point of a model, and what can be done with it."""

    wanted = Signal(str)  # “taken”, “rejected”, “left”

    def __init__(self, theme: Theme, number: int, said: Said) -> None:
        super().__init__()
        sign = "+" if said["side"] == "positive" else "−"
        self.words = plain_label(f"{sign}  {said['text']}", "")
        self.state = plain_label("", "secondary")
        self.take = QPushButton(self.tr("Take over"))
        self.reject = QPushButton(self.tr("Reject"))
        self.back = QPushButton(self.tr("Take back"))
        name = self.tr("model’s point {number}").format(number=number)
        for button, what in (
            (self.take, "taken"),
            (self.reject, "rejected"),
            (self.back, "left"),
        ):
            button.setAutoDefault(True)
            button.setAccessibleName(f"{button.text()}: {name}")
            button.setAccessibleDescription(said["text"])
            button.clicked.connect(lambda _on=False, what=what: self.wanted.emit(what))
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        row.addWidget(self.take)
        row.addWidget(self.reject)
        row.addWidget(self.state, 1)
        row.addWidget(self.back)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(self.words)
        column.addLayout(row)

    def show_state(self, happened: str, *, editable: bool) -> None:
        """Show what became of it."""
        open_ = happened == "left"
        self.take.setVisible(open_)
        self.reject.setVisible(open_)
        self.back.setVisible(happened == "rejected")
        self.state.setText(
            {
                "taken": self.tr("Taken over"),
                "edited": self.tr("Taken over and edited"),
                "rejected": self.tr("Rejected"),
            }.get(happened, "")
        )
        for button in (self.take, self.reject, self.back):
            button.setEnabled(editable)

    def stops(self) -> list[QWidget]:
        return [one for one in (self.take, self.reject, self.back) if not one.isHidden()]


class ModelPoints(OwnPart):
    """All that models say about the open item.

    edited  what happened to the points: the whole answer before and after
    taken   a point is to be taken over into the person's own
    """

    edited = Signal(object, object)
    taken = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__("model_points", self.tr("A model’s critique"), theme)
        self.said: list[Said] = []
        self.views: list[SaidView] = []
        self._answer: list[dict[str, Any]] = []
        self._editable = True
        self.words = plain_label("", "secondary")
        self.show_button = QPushButton(self.tr("Show the model’s critique"))
        self.show_button.setAutoDefault(True)
        self.show_button.setToolTip(self.tr("Show the model’s critique  Ctrl+Shift+A"))
        self.show_button.clicked.connect(self.reveal)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.px(12))
        self.column.addWidget(self.words)
        self.column.addWidget(self.show_button, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addSpacing(theme.px(4))
        self.column.addLayout(self._rows)
        self.column.addWidget(self.problem)
        self.hide()

    def show_critiques(self, critiques: Sequence[Mapping[str, Any]]) -> None:
        """Take what models say about another item; it stays folded."""
        self.said = points_said(critiques)
        self.setVisible(bool(self.said))
        self.show_answer(None)

    def show_answer(self, answer: Any) -> None:
        """Show what happened to each point; nothing yet: the critique stays folded."""
        found = [dict(one) for one in answer or () if isinstance(one, Mapping)]
        known = [(one["side"], one["text"]) for one in self.said]
        if found and [(one.get("side"), one.get("text")) for one in found] != known:
            # Answers from elsewhere are about points that are not here: those of the answer stand.
            self.said = [{"side": one["side"], "text": one["text"]} for one in found]
            self.setVisible(True)
        self._answer = found
        shown = self.said if found else []
        if [view.property("said") for view in self.views] != [str(one) for one in shown]:
            for view in self.views:
                self._rows.removeWidget(view)
                view.hide()
                view.deleteLater()
            self.views = [self._make_view(place, one) for place, one in enumerate(shown)]
        for view, one in zip(self.views, found, strict=False):
            view.show_state(str(one.get("happened", "left")), editable=self._editable)
        self.show_button.setVisible(not found)
        if found:
            self.words.setText(self.tr("Take over what is right, as it is or edited."))
        else:
            self.words.setText(
                self.tr("Prepared: %n point(s). Look at the response yourself first.", "",
                        len(self.said))
            )  # fmt: skip

    def reveal(self) -> None:
        """Unfold the critique: from now on what happens to it is recorded."""
        if self._editable and self.said and not self._answer:
            self._change(
                [
                    {"side": one["side"], "text": one["text"], "happened": "left"}
                    for one in self.said
                ]
            )
        self.take_focus()

    def stops(self) -> list[QWidget]:
        if not self._answer:
            return [self.show_button]
        return [stop for view in self.views for stop in view.stops()]

    def last_stop(self) -> QWidget:
        stops = self.stops()
        return stops[-1] if stops else self

    def take_focus(self) -> None:
        stops = self.stops()
        if stops:
            stops[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        return ""

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        self.show_button.setEnabled(editable)
        self.show_answer(self._answer)

    # Inside

    def _make_view(self, place: int, said: Said) -> SaidView:
        view = SaidView(self._theme, place + 1, said)
        view.setProperty("said", str(said))
        view.wanted.connect(lambda what: self._decide(place, what))
        self._rows.addWidget(view)
        view.show()
        return view

    def _decide(self, place: int, what: str) -> None:
        if what == "taken":
            self.taken.emit(dict(self.said[place]))
        answer = [dict(one) for one in self._answer]
        answer[place]["happened"] = what
        self._change(answer)
        following = [*self.views[place:], *self.views[:place]]
        stops = [stop for view in following for stop in view.stops()]
        if stops:
            stops[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _change(self, answer: list[dict[str, Any]]) -> None:
        before = [dict(one) for one in self._answer] or None
        self.show_answer(answer)
        self.edited.emit(before, [dict(one) for one in answer])
