"""The check of the Tab key: it reaches all controls in reading order, in both directions, with a
visible focus.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QLineEdit,
    QMenu,
    QMenuBar,
    QScrollArea,
    QSlider,
    QWidget,
)

from desktop_app.ui.overlay import Overlay
from desktop_app.ui.widgets.question_view import QuestionFrame
from plugins.cnr.panel.point_view import PointView
from tests.ui.gates.contrast import GRAPHICS, luminance, named, pixels_of
from tests.ui.gates.drawn import shown_box, widgets
from tests.ui.gates.names import is_control
from tools.stage import SHIFT, Stage

_MOST = 80  # stops of a screen
_PANES = ("pane", "header", "overlay", "notice", "group")


def lost(stage: Stage) -> list[str]:
    """Return the errors of the Tab key on a screen."""
    if isinstance(QApplication.activePopupWidget(), QMenu):
        return []  # menus go by arrow keys
    stops, trapped = _walk(stage, Qt.Key.Key_Tab)
    found = list(trapped)
    back, trapped_back = _walk(stage, Qt.Key.Key_Backtab)
    found += trapped_back
    if not found and _turned([stops[0], *reversed(stops[1:])]) != _turned(back):
        found.append("Shift+Tab does not go the same way back")
    found += _left_out(stage, stops)
    # The focus opens a question of a form that folds and closes another, so that its controls have
    # moved since. The questions stay in their order.
    stops = list(dict.fromkeys(_folding(stop) or stop for stop in stops))
    found += _out_of_order(stage.window, stops)
    return found


def _walk(stage: Stage, key: Qt.Key) -> tuple[list[QWidget], list[str]]:
    """Press a key until the focus is where it started; return the stops and the errors."""
    first = QApplication.focusWidget()
    if first is None:
        stage.press(key)
        first = QApplication.focusWidget()
        if first is None:
            return [], ["nothing can have the focus"]
    stops = [first]
    while len(stops) < _MOST:
        stage.press(key, SHIFT if key == Qt.Key.Key_Backtab else Qt.KeyboardModifier.NoModifier)
        now = QApplication.focusWidget()
        if now is first:
            return stops, []
        if now is None:
            return stops, [f"after {named(stops[-1])} the focus is nowhere"]
        if now is stops[-1]:
            return stops, [f"{named(now)} keeps the focus"]
        if now in stops:
            return stops, [f"the focus goes round without coming back to {named(first)}"]
        stops.append(now)
    return stops, [f"the focus did not come back within {_MOST} steps"]


def _turned(stops: list[QWidget]) -> list[QWidget]:
    """Return a circle of stops that begins with the widget created first, so that circles can be
    compared.
    """
    start = min(range(len(stops)), key=lambda place: id(stops[place]))
    return stops[start:] + stops[:start]


def _left_out(stage: Stage, stops: list[QWidget]) -> list[str]:
    overlay = _around(stops[0], Overlay) if stops else None
    found = []
    for widget in widgets([overlay or stage.window]):
        if (
            widget in stops
            or not widget.isEnabled()
            or not is_control(widget)
            or isinstance(widget, QMenuBar)  # Alt and F10
            or (isinstance(widget, QHeaderView) and widget.orientation() is Qt.Orientation.Vertical)
            or isinstance(widget.parentWidget(), QLineEdit)  # its clear button: Backspace does it
        ):
            continue
        question = _around(widget, PointView) or _around(widget, QuestionFrame)
        is_line = isinstance(question, QuestionFrame | PointView) and question.line is widget
        if question is not None and is_line and any(question.isAncestorOf(stop) for stop in stops):
            continue  # the focus opens the question
        if any(_same_group(widget, stop) for stop in stops):
            continue  # one stop for all options, the arrow keys go between them
        if isinstance(widget, QAbstractItemView) and (
            widget.accessibleDescription() or not widget.model().rowCount()
        ):
            continue  # driven by the keys of the field above it, and says so; or there is nothing
        found.append(f"{named(widget)} “{widget.property('text') or ''}” is not reached")
    return found


def _same_group(widget: QWidget, stop: QWidget) -> bool:
    return (
        isinstance(widget, QAbstractButton)
        and isinstance(stop, QAbstractButton)
        and widget.isCheckable()
        and stop.isCheckable()
        and widget.parentWidget() is stop.parentWidget()
    )


def _out_of_order(window: QWidget, stops: list[QWidget]) -> list[str]:
    """Return the stops that are out of order.

    The order within a pane is from top to bottom, and in a row from left to right. Each pane is
    visited as a whole, and the panes in reading order too, with one return to the start.
    """
    panes: list[QWidget] = []
    back: list[str] = []
    for number, stop in enumerate(stops):
        following = stops[(number + 1) % len(stops)]
        pane, next_pane = _pane(stop), _pane(following)
        if not panes or panes[-1] is not pane:
            panes.append(pane)
        here, there = (stop, following) if pane is next_pane else (pane, next_pane)
        if here is not there and _before(_seen(window, there, here), _seen(window, here, there)):
            back.append(f"{named(following)} comes after {named(stop)}")
    # A circle goes back once, from its end to its beginning.
    found = back if len(back) > 1 else []
    if len(panes) > 1 and panes[0] is panes[-1]:
        panes.pop()
    if len(panes) != len({id(pane) for pane in panes}):
        names = ", ".join(named(pane) for pane in panes)
        found.append(f"a pane is entered more than once: {names}")
    return found


def _before(one: QRect, other: QRect) -> bool:
    """Return whether one rectangle is read before another: above it, or left of it in the
    same row.
    """
    if one.bottom() <= other.top():
        return True
    in_a_row = one.top() < other.bottom() and other.top() < one.bottom()
    return in_a_row and one.right() <= other.left()


def _seen(window: QWidget, widget: QWidget, other: QWidget) -> QRect:
    """Return the rectangle of a widget, limited to the areas that scroll this widget but not the
    other.
    """
    box = _box(window, widget)
    owner = widget.parentWidget()
    while owner is not None and not owner.isAncestorOf(other):
        area = owner.parentWidget()
        if isinstance(area, QScrollArea) and area.viewport() is owner:
            room = _box(window, owner)
            top = min(max(box.top(), room.top()), room.bottom())
            box = QRect(box.left(), top, box.width(), min(box.bottom(), room.bottom()) - top + 1)
        owner = area
    return box


def _box(window: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def _pane(widget: QWidget) -> QWidget:
    """Return the outermost frame around a widget that looks like a pane."""
    owner: QWidget = widget
    pane: QWidget | None = None
    while (above := owner.parentWidget()) is not None:
        owner = above
        kind = owner.property("kind")
        is_pane = kind == "group" or (isinstance(owner, QFrame) and kind in _PANES)
        if is_pane and not _is_group(pane):
            pane = owner
    return pane or owner


def _is_group(pane: QWidget | None) -> bool:
    """Return whether a widget is a column of a pane that is read from top to bottom on its own."""
    return pane is not None and pane.property("kind") == "group"


def _around(widget: QWidget, kind: type[QWidget]) -> QWidget | None:
    owner: QWidget | None = widget
    while owner is not None and not isinstance(owner, kind):
        owner = owner.parentWidget()
    return owner


def _folding(stop: QWidget) -> QWidget | None:
    """Return the question around a stop if it belongs to a form that folds."""
    question = _around(stop, PointView)
    if question is not None:
        return question
    question = _around(stop, QuestionFrame)
    while isinstance(question, QuestionFrame) and question.line is None:
        # Points of a list fold within a question that does not.
        above = question.parentWidget()
        question = None if above is None else _around(above, QuestionFrame)
    return question if isinstance(question, QuestionFrame) else None


def unseen(stage: Stage, known: set[tuple[object, ...]]) -> list[str]:
    """Return the stops of the Tab key that look as if they had no focus.

    The pixels that change must have a contrast of 3 : 1 to their previous colour, along at least
    half of the edge. A text cursor alone is not enough (after WCAG 2.2, 2.4.13). Only one widget of
    each kind is checked: `known` contains the kinds checked so far, and the new ones are added to
    it.
    """
    if isinstance(QApplication.activePopupWidget(), QMenu):
        return []
    stops, _ = _walk(stage, Qt.Key.Key_Tab)
    found = []
    for stop in stops:
        kind = _kind(stop)
        if kind in known:
            continue
        known.add(kind)
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        area = _around(stop, QScrollArea)
        if isinstance(area, QScrollArea):
            area.ensureWidgetVisible(stop)  # as Tab does; setting the focus alone does not scroll
        stage.settle()
        box = _box(stage.window, stop).adjusted(-3, -3, 3, 3).intersected(stage.window.rect())
        focused = pixels_of(stage.window.grab(box))
        stop.clearFocus()
        stage.settle()
        plain = pixels_of(stage.window.grab(box))
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        one, other = (luminance(each.astype(np.float64)) for each in (focused, plain))
        ratios = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
        clear = int((ratios >= GRAPHICS).sum())
        # Of a slider and of a list a part shows the focus: the handle, the current row.
        whole = not isinstance(stop, QSlider | QAbstractItemView)
        sight = shown_box(stop)
        edge = sight.width() + sight.height() if whole else stop.fontMetrics().height() * 2
        if clear < edge:
            found.append(f"{named(stop)}: focus changes {clear} pixels clearly, not {edge}")
    return found


def kinds_of_stops(stage: Stage) -> set[tuple[object, ...]]:
    """Return the kinds of widgets at which Tab may stop."""
    return {
        _kind(widget)
        for widget in widgets([stage.window])
        if widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
        and widget.focusProxy() is None
        and widget.isEnabled()
    }


def _kind(widget: QWidget) -> tuple[object, ...]:
    pane = _pane(widget)
    return (
        type(widget),
        widget.property("kind"),
        widget.property("checked"),
        widget.property("level"),
        type(widget.parentWidget()),
        pane.property("kind"),
        pane.property("level"),
    )
