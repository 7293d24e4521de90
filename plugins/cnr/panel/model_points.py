"""Critique points of a model, shown one at a time after the person's own first point.

A point becomes part of the person's own critique only if the person accepts it. The outcome of each
point is a separate answer: taken, edited (determined on submission), rejected, or left.

The module is longer than most because showing, judging and keeping a point are one sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.json_values import objects
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.plain_text import ShorteningLabel, empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import is_typing
from desktop_app.ui.widgets.buttons import IconButton, KeyButton
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import label
from desktop_app.ui.widgets.question_view import OwnPart, as_caption, plain_label
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
    """One point of a model, the text it is about (`quoted`), and the buttons for it.

    `wanted`: the outcome that the person chose: “taken”, “rejected” or “left”
    `entered`: a button of the point received the focus
    """

    wanted = Signal(str)
    entered = Signal()

    def __init__(
        self, theme: Theme, number: int, point: ModelPoint, quoted: str, *, has_keys: bool
    ) -> None:
        super().__init__()
        sign = "+" if point["side"] == "positive" else "−"
        self.words = plain_label(f"{sign}  {point['text']}", "")
        self.about = ShorteningLabel(f"“{quoted}”" if quoted else "", "place")
        if not quoted:
            self.about.hide()
        self.state = plain_label("", "secondary")
        self.take = self._button(self.tr("Add to my critique"), "A" * has_keys, "taken")
        self.reject = self._button(self.tr("Reject"), "R" * has_keys, "rejected")
        self.back = self._button(self.tr("Take back"), "", "left")
        name = self.tr("model’s point {number}").format(number=number)
        for button, words in (
            (self.take, self.tr("Add to my critique")),
            (self.reject, self.tr("Reject")),
            (self.back, self.tr("Take back")),
        ):
            button.setAccessibleName(f"{words}: {name}")
            button.setAccessibleDescription(
                " ".join(filter(None, (point["text"], self.about.text())))
            )
        row = FlowLayout(across=theme.px(8), down=theme.px(4))
        for one in (self.take, self.reject, self.back):
            row.addWidget(one)
        in_column(self.words, self.about, self.state, row, on=self, margins=0, gap=theme.px(6))

    def _button(self, words: str, key: str, what: str) -> QPushButton:
        button = KeyButton(words, key)
        button.setAutoDefault(True)
        button.installEventFilter(self)
        button.clicked.connect(lambda: self.wanted.emit(what))
        return button

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
                "taken": self.tr("Added to your critique"),
                "edited": self.tr("Added and edited"),
                "removed": self.tr("Added, then removed"),
                "rejected": self.tr("Rejected"),
            }.get(happened, "")
        )
        self.state.setVisible(bool(self.state.text()))
        for button in (self.take, self.reject, self.back):
            button.setEnabled(editable)

    def stops(self) -> list[QWidget]:
        return [one for one in (self.take, self.reject, self.back) if not one.isHidden()]


class ModelPoints(OwnPart):
    """All points of models about the current item; one is visible at a time.

    They are offered once the person has a point of their own, or asks for them.

    `edited`: emitted with the whole answer before and after a change of the outcome of a point
    `taken`: emitted with a model's point that the person wants to add to their own points
    `asked`: the person wants to ask a model
    `stopped`: the person wants to stop the model
    `reordered`: the tab order changed
    `to_be_seen`: the requested critique is shown here and should be scrolled into view
    `shown`: emitted with a point that received the focus
    `counted`: the number of points without an outcome may have changed
    """

    edited = Signal(object, object)
    taken = Signal(object)
    asked = Signal()
    stopped = Signal()
    reordered = Signal()
    to_be_seen = Signal()
    shown = Signal(object)
    counted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__("model_points", self.tr("Suggested by a model"), theme)
        # Whether keys decide about the visible suggestion.
        self.has_keys = True
        self._is_offered = False
        self._current = 0  # Index of the visible point.
        # Why no model can be asked; empty if one can, None if no model is connected.
        self._why: str | None = None
        self._is_awaited = False  # Whether the person has just sent a request.
        # The text that a model has written so far; None if none is writing.
        self._written: str | None = None
        self.points: list[ModelPoint] = []
        self.views: list[ModelPointView] = []
        self._answer: list[dict[str, Any]] = []
        # Whether the session has these outcomes; after undo, shown points may have none.
        self._is_recorded = False
        self._editable = True
        # Returns the text that a point is about.
        self.quoted: Callable[[ModelPoint], str] = lambda point: ""
        # Returns the outcomes of the points, which depend on the person's own points.
        self.outcomes: Callable[[list[dict[str, Any]]], list[str]] = lambda answer: [
            str(one.get("happened", "left")) for one in answer
        ]
        # Returns whether one more point can be added to a side.
        self.has_room: Callable[[str], bool] = lambda side: True
        as_caption(self.title)
        self.count = label(kind="secondary")
        self.previous = IconButton("previous", theme, self.tr("Previous suggestion"))
        self.next = IconButton("next", theme, self.tr("Next suggestion"))
        self.previous.clicked.connect(lambda: self._step(-1))
        self.next.clicked.connect(lambda: self._step(1))
        head = in_row((self.title, 1), self.count, self.previous, self.next, margins=0, gap=4)
        self.column.insertLayout(0, head)
        self.caption.hide()
        self.words = plain_label("", "secondary")
        self.show_button = QPushButton(self.tr("Show the suggestions"))
        self.show_button.setAutoDefault(True)
        self.show_button.setToolTip(self.tr("Show the suggestions  Ctrl+Shift+A"))
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
        self._rows.setSpacing(0)
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
        self._is_awaited = self._is_offered = False
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

    def show_undone(self, answer: Any) -> None:
        """Show the outcomes after undo or redo. Points that were shown are not folded again."""
        self.show_answer(answer or self._all_left() if self.views else answer)
        self._is_recorded = bool(answer)

    def show_answer(self, answer: Any) -> None:
        """Show the outcome of each point. Without outcomes, the critique stays folded."""
        matches = [dict(one) for one in objects(answer)]
        known = [(one["side"], one["text"]) for one in self.points]
        if matches and [(one.get("side"), one.get("text")) for one in matches] != known:
            # Answers from elsewhere may refer to points that are not available. The points of the
            # answer are then shown.
            self.points = [{"side": one["side"], "text": one["text"]} for one in matches]
        self._answer, self._is_recorded = matches, bool(matches)
        shown = self.points if matches else []
        # Views of the same points are kept, because one of them may have the focus.
        if [view.property("point") for view in self.views] != [str(one) for one in shown]:
            empty(self._rows)
            self.views = [self._make_view(place, one) for place, one in enumerate(shown)]
            self._current = self._next_left(0)
        self.refresh()
        self._update_controls()

    @property
    def left(self) -> int:
        """The number of visible suggestions without an outcome."""
        return self.outcomes(self._answer).count("left") if self._answer else 0

    def offer_after(self, own_points: int, *, joins: bool) -> None:
        """Offer the suggestions once the person has a point of their own.

        `own_points`: the number of the person's points with a text
        `joins`: whether the person has just edited a point. The suggestions are then recorded as
            shown, because nobody can tell later whether they were.
        """
        if not own_points or (self._is_offered and (self._is_recorded or not self.views)):
            return
        self._is_offered = True
        self._update_controls()
        if joins and self._editable and self.points and not self._is_recorded:
            self._change(self._all_left())

    def press(self, key: str) -> bool:
        """Press the button with a key for the visible point. Return whether there was one."""
        view = self.views[self._current] if self._current < len(self.views) else None
        if view is None or not (self._editable and self.has_keys) or self.isHidden():
            return False
        button = {"A": view.take, "R": view.reject}.get(key.upper())
        if button is None or button.isHidden():
            return False
        self._decide(self._current, "taken" if button is view.take else "rejected")
        return True

    def refresh(self) -> None:
        """Update the outcomes after a change of the person's own points."""
        before = self.stops()
        self._show_outcomes()
        if before != self.stops():
            self.reordered.emit()
        self.counted.emit()

    def reveal(self, *, leading: bool = True) -> None:
        """Unfold the critique and record outcomes from now on. Without a critique, ask a model.

        If `leading` is false, a person who is writing a text keeps the focus there.
        """
        self._is_offered = True
        self._update_controls()
        if self._editable and not self.points and self._why == "" and self._written is None:
            self.asked.emit()
            return
        # The critique is being written, so its progress is shown.
        if not self.points and self._written is not None:
            self.to_be_seen.emit()
        if self._editable and self.points and not self._is_recorded:
            self._change(self._all_left())
        if not is_typing() or (leading and self.points):
            self.take_focus()
            self.to_be_seen.emit()

    def stops(self) -> list[QWidget]:
        if not self._answer:
            buttons = (self.show_button, self.ask_button, self.stop_button, self.writing_box)
            return [one for one in buttons if not one.isHidden()]
        arrows = [one for one in (self.previous, self.next) if not one.isHidden()]
        return [*arrows, *(stop for view in self.views for stop in view.stops())]

    def last_stop(self) -> QWidget:
        stops = self.stops()
        return stops[-1] if stops else self

    def take_focus(self) -> None:
        view = self.views[self._current].stops() if self.views else []
        stops = view or self.stops()
        if stops:
            stops[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_place(self, number: int, mark: str) -> None:
        """Do nothing, because the part has a heading instead of a number."""

    def sentence(self, problem: Problem) -> str:
        return ""

    def set_editable(self, editable: bool) -> None:
        self._editable = editable
        self.show_answer(self._answer)

    def _update_controls(self) -> None:
        """Show the buttons and the text that fit the current state."""
        before = self.stops()
        has, writing = bool(self.points), self._written is not None
        is_due = self._is_offered or writing or bool(self._answer)
        self.setVisible(is_due and (has or writing or self._why is not None))
        self.show_button.setVisible(has and not self._answer)
        self.show_button.setEnabled(self._editable)
        self.ask_button.setVisible(not has and not writing and self._why is not None)
        self.ask_button.setEnabled(self._editable and self._why == "")
        self.stop_button.setVisible(writing and not has)
        self.writing_box.setVisible(writing and not has)
        if has:
            words = ""
        elif writing:
            words = self.tr(
                "The model is writing: %n character(s) so far.", "", len(self._written or "")
            )
        elif self._why:
            words = self._why
        else:
            words = self.tr("A model can suggest more points.")
        self.words.setText(words)
        self.words.setVisible(bool(words))
        for one in (self.count, self.previous, self.next):
            one.setVisible(len(self.views) > 1)
        self._show_current()
        if self.stops() != before:
            self.reordered.emit()

    def _show_outcomes(self) -> None:
        now = self.outcomes(self._answer)
        for view, one, is_now in zip(self.views, self._answer, now, strict=False):
            was = str(one.get("happened", "left"))
            is_removed = is_now == "rejected" and was in ("taken", "edited")
            view.show_state("removed" if is_removed else is_now, editable=self._editable)

    def _all_left(self) -> list[dict[str, Any]]:
        """Return the answer that no point has an outcome yet."""
        return [
            {"side": one["side"], "text": one["text"], "happened": "left"} for one in self.points
        ]

    def _step(self, by: int) -> None:
        """Show the next (1) or previous (−1) suggestion; wrap at the ends."""
        if self.views:
            self._current = (self._current + by) % len(self.views)
            self._show_current()
            self.shown.emit(dict(self.points[self._current]))

    def _show_current(self) -> None:
        """Show the current suggestion and its place in the list."""
        for place, view in enumerate(self.views):
            view.setVisible(place == self._current)
        words = self.tr("{number} of {count}")
        self.count.setText(words.format(number=self._current + 1, count=len(self.views)))

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
        view = ModelPointView(
            self._theme, place + 1, point, self.quoted(point), has_keys=self.has_keys
        )
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
        # The next suggestion without an outcome is shown, and gets the focus if this one had it.
        self._current = self._next_left(place)
        had_focus = self.isAncestorOf(focus) if (focus := self.focusWidget()) else False
        self._show_current()
        if had_focus or what == "taken":
            self.take_focus()

    def _next_left(self, place: int) -> int:
        """Return the index of the first suggestion without an outcome, beginning at `place`."""
        now = self.outcomes(self._answer) if self._answer else []
        order = [*range(place, len(now)), *range(place)]
        return next((one for one in order if now[one] == "left"), place)

    def _change(self, answer: list[dict[str, Any]]) -> None:
        before = [dict(one) for one in self._answer] if self._is_recorded else None
        self.show_answer(answer)
        self.edited.emit(before, [dict(one) for one in answer])
