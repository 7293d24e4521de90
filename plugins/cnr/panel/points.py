"""The points of a critique: short positive or negative statements, with or without an anchor.

    points.edited.connect(lambda before, after: panel.edited.emit("negative", before, after))

A list contains plain data. For each edit, it emits the whole list before and after. It neither
saves nor undoes anything. Enter adds a point below, and Backspace in an empty point removes it. A
point that is left empty is removed as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.json_values import objects
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.field import mark_problem
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import label
from desktop_app.ui.widgets.question_view import EDGE, OwnPart, caption_label, plain_label
from plugins.cnr.critiques import MOST_POINTS, written_points
from plugins.cnr.panel.point_view import PointView

Point = dict[str, Any]


class CritiqueHead(QWidget):
    """The heading above the points, with the buttons that add a point about the selection."""

    def __init__(self, theme: Theme, buttons: Sequence[QPushButton]) -> None:
        super().__init__()
        row = FlowLayout(self, across=theme.px(6), down=4, spread=True)
        edge = theme.px(EDGE)
        row.setContentsMargins(edge, theme.px(8), edge, theme.px(8))
        self.caption = caption_label(self.tr("Critique"))
        self.caption.setWordWrap(False)
        self.caption.setMinimumHeight(theme.px(26))
        words = label(self.tr("Select a passage, then"), "secondary")
        words.setMinimumHeight(theme.px(26))
        for one in (self.caption, words, *buttons):
            row.addWidget(one)


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
    `emptied`: emitted if the last point had the focus and is gone; a slot must set the focus
    """

    edited = Signal(object, object)
    shown = Signal(int)
    wanted = Signal(int)
    emptied = Signal()

    def __init__(self, key: str, text: str, add: QPushButton, empty: str, theme: Theme) -> None:
        super().__init__(key, text, theme)
        self.points: list[Point] = []
        self.views: list[PointView] = []
        self._response = ""
        self._editable = True
        self._takes_keys = False
        self._last = 0
        self._blocking: list[int] = []  # Indices of the points with something that must be fixed.
        self._is_read = False
        # Never shown: the list is as wide without a point as with one.
        self._sample = PointView(theme, positive=key == "positive")
        self._sample.setParent(self)
        self._sample.hide()
        self.none = plain_label(empty, "secondary")
        self.none.hide()
        # The heading above both lists contains it.
        self.add_button = add
        # The heading and the numbers say what the points are.
        self.caption.hide()
        self.title.hide()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self.column.addLayout(self._rows)
        self.no_more = NoMore()
        self.below = QVBoxLayout()
        edge = theme.px(EDGE)
        self.below.setContentsMargins(edge, 0, edge, 0)
        self.below.setSpacing(theme.px(8))
        for one in (self.none, self.problem, self.no_more):
            self.below.addWidget(one)
        self.column.addLayout(self.below)
        self._fit_edges()

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(max(hint.width(), self._sample.minimumSizeHint().width()), hint.height())

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
            self._delete_last_view()
        while len(self.views) < len(matches):
            self._make_view()
        for place, view in enumerate(self.views):
            view.show_as_read(self._is_read)
            view.show_point(place + 1, matches[place], self.quoted(place))
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

    def drop_empty(self, *, keep_current: bool) -> None:
        """Remove the points without a text.

        `keep_current`: whether the point that has the focus stays, because it is being written
        """
        here = self.current() if keep_current else -1
        kept = [n for n, one in enumerate(self.points) if n == here or written_points([one])]
        if not self._editable or len(kept) == len(self.points):
            return
        # The views of the points that stay keep them, because one of them may have the focus.
        gone = [view for n, view in enumerate(self.views) if n not in kept]
        self.views = [self.views[n] for n in kept] + gone
        self._change([self.points[n] for n in kept])

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
                self.emptied.emit()

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

    def go_to(self, place: int, *, writes: bool = True) -> None:
        """Set the focus to a point: to its text if the person `writes`, else for its keys."""
        if 0 <= place < len(self.views):
            view = self.views[place]
            view.show()
            if writes:
                view.focus_text()
            else:
                view.await_keys()

    def open_only(self, place: int) -> None:
        """Open a point and close the others; −1 closes all."""
        for number, view in enumerate(self.views):
            view.set_open(number == place)

    # Interface of OwnPart

    def stops(self) -> list[QWidget]:
        return [stop for view in self.views for stop in view.stops()]

    def last_stop(self) -> QWidget:
        return (self.stops() or [self.add_button])[-1]

    def set_place(self, number: int, mark: str) -> None:
        """Do nothing, because the points have numbers of their own."""

    def set_current(self, current: bool) -> None:
        """Set whether keys concern the points. The open point has the bar, not the list."""
        self._takes_keys = current
        for view in self.views:
            view.set_current(current)

    def _fit_edges(self) -> None:
        # The bar of an open point is at the edge of the pane.
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(self._theme.px(8))

    def take_focus(self) -> None:
        if self.views:
            # After a failed submission, go to the first point that must be fixed.
            blocks = self._blocking and not self.problem.isHidden()
            self.go_to(min(self._blocking[0] if blocks else self._last, len(self.views) - 1))
        elif self.problem.isHidden():
            self.emptied.emit()  # undo has removed the point
        else:
            self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        if problem.kind == "unanswered" and self.points:
            return ""  # the point is being written
        if problem.kind == "not_readable" and not self.points:
            return self.tr(
                "Not submitted: the score is low. Add a point with “− improve”, or change it."
            )
        if problem.kind == "not_readable":
            return self.tr("Not submitted: this project asks you to fix the points marked “Fix”.")
        # It names both controls, because the first one has the focus.
        return self.tr(
            "A negative point is missing: add one with “− improve”, or choose “Nothing to improve”."
        )

    def show_as_read(self, on: bool) -> None:
        """Set whether the points are shown for reading only, without the controls for adding
        points.

        While they are, an empty list shows a message.
        """
        self._is_read = on
        self.show_points(self.points)

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

    def _delete_last_view(self) -> None:
        view = self.views.pop()
        focus = view.focusWidget()
        had_focus = focus is not None and focus.hasFocus()
        # Otherwise Qt would move the focus to an arbitrary widget.
        if had_focus and self.isVisible():
            self.add_button.setFocus()
            if not self.points:
                self.emptied.emit()
        view.hide()
        view.deleteLater()

    def _make_view(self) -> None:
        view = PointView(self._theme, positive=self.key == "positive")
        view.set_editable(self._editable)
        view.set_current(self._takes_keys)
        self._rows.addWidget(view)
        self.views.append(view)
        view.show()
        view.typed.connect(lambda text: self._on_typed(view, text))
        view.stated.connect(lambda value: self.change(self.views.index(view), addressed=value))
        view.place_wanted.connect(lambda: self.wanted.emit(self.views.index(view)))
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
            # Below an empty point, another one would only replace it.
            if written_points([self.points[place]]):
                self.add(at=place + 1)
        else:
            self.remove(place)

    def _offer(self) -> None:
        self.add_button.setEnabled(self._editable and not self.is_full)
        self.none.setVisible(self._is_read and not self.points)
        if not self.is_full:
            self.no_more.hide()
