"""Critique points of a model, shown on request and accepted point by point.

A point becomes part of the person's own critique only if the person accepts it. The outcome of each
point is a separate answer: taken, edited (determined on submission), rejected, or left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.json_values import objects
from desktop_app.ui.plain_text import ShorteningLabel, empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.form_view import is_typing
from desktop_app.ui.widgets.question_view import OwnPart, plain_label
from desktop_app.ui.widgets.scrolling import keep_calm

_WRITING = 4  # Number of visible lines of the text that a model is writing.
ModelPoint = dict[str, Any]  # Side, text and, if the point has an anchor, start and end.


def points_of(critiques: Sequence[Mapping[str, Any]]) -> list[ModelPoint]:
    """Return the points of all models' critiques in one list."""
    return [
        {**{name: point[name] for name in ("start", "end") if name in point},
         "side": side, "text": str(point.get("text", ""))}
        for critique in critiques
        for side in ("positive", "negative")
        for point in critique.get(side) or ()
        if isinstance(point, Mapping)
    ]  # fmt: skip


class ModelPointView(QWidget):
    """One point of a model, the text it is about (`quoted`), and the buttons for it."""

    wanted = Signal(str)  # The outcome that the person chose: “taken”, “rejected” or “left”.
    entered = Signal()  # A button of the point received the focus.

    def __init__(self, theme: Theme, number: int, point: ModelPoint, quoted: str) -> None:
        super().__init__()
        sign = "+" if point["side"] == "positive" else "−"
        self.words = plain_label(f"{sign}  {point['text']}", "")
        self.about = ShorteningLabel(f"“{quoted}”" if quoted else "", "secondary")
        if not quoted:
            self.about.hide()
        self.state = plain_label("", "secondary")
        self.take = QPushButton(self.tr("Use"))
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
            button.setAccessibleDescription(
                " ".join(filter(None, (point["text"], self.about.text())))
            )
            button.installEventFilter(self)
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
        column.addWidget(self.about)
        column.addLayout(row)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        return False

    def show_state(self, happened: str, *, editable: bool) -> None:
        """Show the outcome of the point.

        `happened`: “taken”, “edited”, “rejected” or “left”, or “removed” if the point was accepted
            and later removed
        `editable`: whether the buttons are enabled
        """
        open_ = happened == "left"
        self.take.setVisible(open_ or happened == "removed")
        self.reject.setVisible(open_)
        self.back.setVisible(happened == "rejected")
        self.state.setText(
            {
                "taken": self.tr("Used"),
                "edited": self.tr("Used and edited"),
                "removed": self.tr("Used, then removed"),
                "rejected": self.tr("Rejected"),
            }.get(happened, "")
        )
        for button in (self.take, self.reject, self.back):
            button.setEnabled(editable)

    def stops(self) -> list[QWidget]:
        return [one for one in (self.take, self.reject, self.back) if not one.isHidden()]


class ModelPoints(OwnPart):
    """All points of models about the current item.

    `edited`: emitted with the whole answer before and after a change of the outcome of a point
    `taken`: emitted with a model's point that the person wants to add to their own points
    `asked`: the person wants to ask a model
    `stopped`: the person wants to stop the model
    `reordered`: the tab order changed
    `to_be_seen`: the requested critique is shown here and should be scrolled into view
    `shown`: emitted with a point that received the focus
    """

    edited = Signal(object, object)
    taken = Signal(object)
    asked = Signal()
    stopped = Signal()
    reordered = Signal()
    to_be_seen = Signal()
    shown = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__("model_points", self.tr("A model’s critique"), theme)
        # Why no model can be asked; empty if one can, None if no model is connected.
        self._why: str | None = None
        self._is_awaited = False  # Whether the person has just sent a request.
        # The text that a model has written so far; None if none is writing.
        self._written: str | None = None
        self.points: list[ModelPoint] = []
        self.views: list[ModelPointView] = []
        self._answer: list[dict[str, Any]] = []
        self._editable = True
        # Returns the text that a point is about.
        self.quoted: Callable[[ModelPoint], str] = lambda point: ""
        # Returns the outcomes of the points, which depend on the person's own points.
        self.outcomes: Callable[[list[dict[str, Any]]], list[str]] = lambda answer: [
            str(one.get("happened", "left")) for one in answer
        ]
        # Returns whether one more point can be added to a side.
        self.has_room: Callable[[str], bool] = lambda side: True
        self.words = plain_label("", "secondary")
        self.show_button = QPushButton(self.tr("Show the model’s critique"))
        self.show_button.setAutoDefault(True)
        self.show_button.setToolTip(self.tr("Show the model’s critique  Ctrl+Shift+A"))
        self.show_button.clicked.connect(lambda: self.reveal())
        self.ask_button = QPushButton(self.tr("Ask the model"))
        self.ask_button.setAutoDefault(True)
        self.ask_button.setToolTip(self.tr("Ask the model  Ctrl+Shift+A"))
        self.ask_button.clicked.connect(self.asked)
        self.asked.connect(self._on_asked)
        self.stop_button = QPushButton(self.tr("Stop"))
        self.stop_button.setAutoDefault(True)
        self.stop_button.setAccessibleName(self.tr("Stop the model"))
        self.stop_button.clicked.connect(self.stopped)
        self.writing_box = QPlainTextEdit()
        self.writing_box.setProperty("kind", "field")
        self.writing_box.setReadOnly(True)
        self.writing_box.setUndoRedoEnabled(False)
        self.writing_box.setTabChangesFocus(True)
        self.writing_box.setAccessibleName(self.tr("What the model has written so far"))
        keep_calm(self.writing_box)
        theme.changed.connect(self._fit_writing)
        self._fit_writing()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.px(12))
        self.column.addWidget(self.words)
        for button in (self.show_button, self.ask_button, self.stop_button):
            self.column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addWidget(self.writing_box)
        self.column.addSpacing(theme.px(4))
        self.column.addLayout(self._rows)
        self.column.addWidget(self.problem)
        self.hide()

    def show_critiques(self, critiques: Sequence[Mapping[str, Any]]) -> None:
        """Set the models' points about another item. They stay folded."""
        self._is_awaited = False
        self.points = points_of(critiques)
        self.show_answer(None)

    def offer(self, why: str | None) -> None:
        """Show whether a model can be asked.

        `why`: the reason why no request is possible; empty if one is possible; None if no model is
            connected
        """
        self._why = why
        self._update_controls()

    def show_writing(self, text: str | None) -> None:
        """Show the text that a model has written so far; None if no model is writing."""
        buttons = (self.ask_button, self.stop_button, self.writing_box)
        # One of these may be hidden below, and would lose the focus.
        was_asked = any(one.hasFocus() for one in buttons)
        before, self._written = self._written, text
        self._update_controls()
        self._show_written(before, text or "")
        if before is None and text is not None and self._is_awaited:
            self._is_awaited = False
            self.to_be_seen.emit()
        if was_asked and self.isVisible() and not self.writing_box.hasFocus() and self.stops():
            self.stops()[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def take_critique(self, critique: Mapping[str, Any]) -> None:
        """Set a critique that a model returned, folded, unless points are shown already."""
        if not self._answer:
            self.points = points_of([critique])
            self.show_answer(None)

    def show_answer(self, answer: Any) -> None:
        """Show the outcome of each point. Without outcomes, the critique stays folded."""
        matches = [dict(one) for one in objects(answer)]
        known = [(one["side"], one["text"]) for one in self.points]
        if matches and [(one.get("side"), one.get("text")) for one in matches] != known:
            # Answers from elsewhere may refer to points that are not available. The points of the
            # answer are then shown.
            self.points = [{"side": one["side"], "text": one["text"]} for one in matches]
        self._answer = matches
        shown = self.points if matches else []
        # Views of the same points are kept, because one of them may have the focus.
        if [view.property("point") for view in self.views] != [str(one) for one in shown]:
            empty(self._rows)
            self.views = [self._make_view(place, one) for place, one in enumerate(shown)]
        self.refresh()
        self._update_controls()

    def refresh(self) -> None:
        """Update the outcomes after a change of the person's own points."""
        before = self.stops()
        self._show_outcomes()
        if before != self.stops():
            self.reordered.emit()

    def reveal(self, *, leading: bool = True) -> None:
        """Unfold the critique and record outcomes from now on. Without a critique, ask a model.

        If `leading` is false, a person who is writing a text keeps the focus there.
        """
        if self._editable and not self.points and self._why == "" and self._written is None:
            self.asked.emit()
            return
        # The critique is being written, so its progress is shown.
        if not self.points and self._written is not None:
            self.to_be_seen.emit()
        if self._editable and self.points and not self._answer:
            self._change(
                [
                    {"side": one["side"], "text": one["text"], "happened": "left"}
                    for one in self.points
                ]
            )
        if not is_typing() or (leading and self.points):
            self.take_focus()
            self.to_be_seen.emit()

    def stops(self) -> list[QWidget]:
        if not self._answer:
            buttons = (self.show_button, self.ask_button, self.stop_button, self.writing_box)
            return [one for one in buttons if not one.isHidden()]
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
        self.show_answer(self._answer)

    def _update_controls(self) -> None:
        """Show the buttons and the text that fit the current state."""
        before = self.stops()
        has, writing = bool(self.points), self._written is not None
        self.setVisible(has or writing or self._why is not None)
        self.show_button.setVisible(has and not self._answer)
        self.show_button.setEnabled(self._editable)
        self.ask_button.setVisible(not has and not writing and self._why is not None)
        self.ask_button.setEnabled(self._editable and self._why == "")
        self.stop_button.setVisible(writing and not has)
        self.writing_box.setVisible(writing and not has)
        if self._answer:
            words = self.tr("Use the points that are right. Edit them if needed.")
        elif has:
            count = len(self.points)
            words = self.tr("%n point(s) prepared. Read the response yourself first.", "", count)
        elif writing:
            words = self.tr(
                "The model is writing: %n character(s) so far.", "", len(self._written or "")
            )
        elif self._why:
            words = self._why
        else:
            words = self.tr("Write your own points first; then ask a model for its critique.")
        self.words.setText(words)
        if self.stops() != before:
            self.reordered.emit()

    def _show_outcomes(self) -> None:
        now = self.outcomes(self._answer)
        for view, one, is_now in zip(self.views, self._answer, now, strict=False):
            was = str(one.get("happened", "left"))
            is_removed = is_now == "rejected" and was in ("taken", "edited")
            view.show_state("removed" if is_removed else is_now, editable=self._editable)

    def _on_asked(self) -> None:
        self._is_awaited = True

    def _show_written(self, before: str | None, text: str) -> None:
        """Show a growing text, scrolled to its end unless the person has scrolled up."""
        bar = self.writing_box.verticalScrollBar()
        follows = bar.value() >= bar.maximum()
        # Setting the whole text for each piece would lose the scroll position.
        if before and text.startswith(before):
            end = QTextCursor(self.writing_box.document())
            end.movePosition(QTextCursor.MoveOperation.End)
            end.insertText(text[len(before) :])
        else:
            self.writing_box.setPlainText(text)
            follows = True
        if follows:
            bar.setValue(bar.maximum())

    def _fit_writing(self) -> None:
        line = QFontMetrics(self._theme.ui_font(13)).lineSpacing()
        self.writing_box.setFixedHeight(_WRITING * line + self._theme.px(16))

    def _make_view(self, place: int, point: ModelPoint) -> ModelPointView:
        view = ModelPointView(self._theme, place + 1, point, self.quoted(point))
        view.entered.connect(lambda: self.shown.emit(dict(point)))
        view.setProperty("point", str(point))
        view.wanted.connect(lambda what: self._decide(place, what))
        self._rows.addWidget(view)
        view.show()
        return view

    def _decide(self, place: int, what: str) -> None:
        if what == "taken":
            if not self.has_room(str(self.points[place]["side"])):
                return
            self.taken.emit(dict(self.points[place]))
        answer = [dict(one) for one in self._answer]
        answer[place]["happened"] = what
        self._change(answer)
        # The focus goes to the next control, starting with those of this point.
        following = [*self.views[place:], *self.views[:place]]
        stops = [stop for view in following for stop in view.stops()]
        if stops:
            stops[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _change(self, answer: list[dict[str, Any]]) -> None:
        before = [dict(one) for one in self._answer] or None
        self.show_answer(answer)
        self.edited.emit(before, [dict(one) for one in answer])
