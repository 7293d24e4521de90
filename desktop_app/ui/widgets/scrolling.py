"""Scrolling of pages: a scroll bar that can be invisible, and scrolling that follows the focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollArea, QScrollBar, QWidget

from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import takes_text
from desktop_app.ui.widgets.question_view import QuestionView

# Pixels at 100 % text that are left free above and below a widget.
_GAP = 8
# Height of the first line of an option and its key in pixels at 100 % text.
_LINE = 40
# Upper limit of the minimum width of a page in pixels, at any text size; wider content scrolls
# sideways.
WIDEST = 545


class CalmScrollBar(QScrollBar):
    """A scroll bar that is invisible while its range is empty.

    It keeps its width, so that text does not wrap differently once it is longer than its pane.
    """

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():
            super().paintEvent(event)


def keep_calm(area: QAbstractScrollArea) -> None:
    """Give a scroll area a vertical `CalmScrollBar`, and no horizontal scroll bar."""
    area.setVerticalScrollBar(CalmScrollBar(Qt.Orientation.Vertical))
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class InSight(QObject):
    """Scrolls a page to the widget that has the focus, or to one that someone should see.

    `kept`: returns the part that stays visible when the layout changes; None if there is none
    `answers_of`: returns the widgets that take the answer of a part, each with the height in pixels
        of its upper part that should be visible; the first one that fits is shown
    `pinned_height`: returns the height in pixels of what covers the top of the area while the title
        of a part is scrolled out of sight
    `follows`: whether the widget with the focus is kept visible; False after someone has scrolled
    `looked_at`: the part that was scrolled to without giving it the focus, until an answer or the
        focus changes
    """

    def __init__(
        self,
        area: QScrollArea,
        page: QWidget,
        theme: Theme,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.page = page
        self._area, self._theme = area, theme
        self.kept: Callable[[], QWidget | None] = lambda: None
        self.answers_of: Callable[[QWidget], Sequence[tuple[QWidget, int]]] = lambda _part: ()
        self.pinned_height: Callable[[QWidget | None], int] = lambda _part: 0
        self.follows = False
        self.looked_at: QWidget | None = None
        # The part that has rejected input and its message, while the message has to stay visible.
        self._refusal: tuple[QWidget, QWidget] | None = None
        # Positions and sizes are final only when all layout events have been handled. So timers of
        # 0 ms run everything that depends on them.
        self._following = self._timer(self._follow)
        self._keeping = self._timer(self._keep)
        self._telling = self._timer(self._show_refusal)
        self._fitting = self._timer(self.fit_width)
        theme.changed.connect(self.fit_width)
        # This signal is emitted only when a person scrolls, not by `setValue`.
        area.verticalScrollBar().actionTriggered.connect(self.let_go)
        page.installEventFilter(self)
        # Stored, because events still arrive while the area is being destroyed.
        self._viewport = area.viewport()
        self._viewport.installEventFilter(self)

    def _timer(self, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=0)
        timer.timeout.connect(slot)
        return timer

    def fit_width(self) -> None:
        """Set the area's minimum width: the page's (at most `WIDEST`) plus the scroll bar's."""
        bar = self._area.verticalScrollBar().sizeHint().width()
        self._area.setMinimumWidth(min(self.page.minimumSizeHint().width(), WIDEST) + bar)

    def missing_height(self) -> int:
        """Return by how many pixels the page is taller than the visible area.

        A negative number means free space.
        """
        room = self._area.viewport().size()
        layout = self.page.layout()
        assert layout is not None
        layout.activate()
        return layout.totalHeightForWidth(room.width()) - room.height()

    def look_at(self, view: QWidget) -> None:
        """Scroll to a part of the page, unless all of it is visible, without moving the focus."""
        self.fit_width()
        if not self._is_whole(view):
            self.show_whole(view)
        # Again when it has been laid out. Until then, following the focus must not scroll away.
        self.looked_at = view
        self.let_go()
        self._keeping.start()

    def _is_whole(self, view: QWidget) -> bool:
        """Return whether a part of the page is completely visible."""
        top = view.mapTo(self._viewport, QPoint(0, 0)).y()
        return 0 <= top <= self._viewport.height() - view.height()

    def show_soon(self, view: QWidget) -> None:
        """Scroll to a part of the page now, and again when the page has been laid out."""
        self.show_whole(view)
        self._keeping.start()

    def show_refusal(self, view: QWidget, message: QWidget) -> None:
        """Scroll to a message about rejected input, and keep it visible until `forget`.

        `view`: the part of the page with the message
        """
        self._refusal = view, message
        self._show_refusal()
        # Again when the message has been laid out.
        self._telling.start()

    def forget(self) -> None:
        """Stop keeping the part of `look_at` and the message of `show_refusal` visible."""
        self.looked_at = self._refusal = None

    def show_whole(self, view: QWidget) -> None:
        """Scroll a part of the page into view; if it does not fit, its options, then its beginning.

        The options come first because keys choose them.
        """
        self._settle()
        bar, gap, room = self._area.verticalScrollBar(), self._theme.px(_GAP), self._area.viewport()
        # First for the bottom edge, then for the top edge: if not both fit, the top is visible.
        below = view.geometry().bottom() + gap - room.height()
        bar.setValue(max(bar.value(), below))
        # What is above the first questions, such as a heading, is shown with them if it fits.
        bar.setValue(min(bar.value(), view.y() - gap if below > 0 and view.y() > gap else 0))
        if view.height() + 2 * gap > room.height():
            self._show_answer(view)
        focus = QApplication.focusWidget()
        if focus is not None and view.isAncestorOf(focus):
            self.show_just(focus, view)

    def _show_answer(self, part: QWidget) -> None:
        """Scroll to all options of a part, or to its text field, if they fit."""
        room = self._area.viewport().height()
        for widget, height in self.answers_of(part):
            if height <= room:
                bar, top = self._area.verticalScrollBar(), widget.mapTo(self.page, QPoint(0, 0)).y()
                end = top + height + self._theme.px(_GAP)
                bar.setValue(max(bar.value(), end - room))
                bar.setValue(min(bar.value(), top - self.pinned_height(part)))
                return

    def show_just(self, widget: QWidget, part: QWidget | None = None) -> None:
        """Scroll a widget into view with the least scrolling; if it does not fit, its beginning.

        `part`: the part of the page with the widget, if that has a title
        """
        gap, room = self._theme.px(_GAP), self._area.viewport().height()
        bar, top = self._area.verticalScrollBar(), widget.mapTo(self.page, QPoint(0, 0)).y()
        pinned = self.pinned_height(part)
        if widget.height() + gap > room - pinned and not takes_text(widget):
            # Qt would show its middle. Where its beginning is in the upper half, the question above
            # it stays visible; before a key has reached an option, the question comes first.
            is_first = isinstance(part, QuestionView) and part.field.waits
            most = room - self._theme.px(_LINE) if is_first else room // 2
            if not bar.value() + pinned <= top <= bar.value() + most:
                head = top if part is None else part.y()
                bar.setValue((head if top - head <= most else top - pinned) - gap)
            return
        # In a text field Qt makes only the cursor visible; below, the whole field if it fits.
        self._area.ensureWidgetVisible(widget, 0, gap)
        if widget.height() + 2 * gap <= room - pinned:
            bar.setValue(max(bar.value(), top + widget.height() + gap - room))
            bar.setValue(min(bar.value(), max(0, top - gap - pinned)))

    def go_on_here(self) -> None:
        """Keep the widget with the focus visible from now on, because someone edits it."""
        self.follows = True
        self._following.start()

    def let_go(self, _action: int = 0) -> None:
        """Stop following the focus, because a person has scrolled."""
        self.follows = False
        self._following.stop()

    def show_beginning(self) -> None:
        """Scroll to the top, and stop following the focus."""
        self.looked_at = None
        self.let_go()
        self._area.verticalScrollBar().setValue(0)

    def stay_at_top(self) -> None:
        """Scroll to the top, and stay there until an answer or the focus changes.

        The introduction is read first, even if the question with the focus does not fit below it.
        """
        column = self.page.layout()
        top = column and column.itemAt(0)
        widget = top and top.widget()
        if widget:
            self.look_at(widget)

    def _follow(self) -> None:
        """Scroll to the widget that has the focus, if it is on the page; with its part, if it fits.

        A question that was opened for the focus has its full height only now.
        """
        focus = QApplication.focusWidget()
        if focus is None or not self.page.isAncestorOf(focus):
            return
        part, room = self.kept(), self._area.viewport().height() - 2 * self._theme.px(_GAP)
        self._settle()
        if part is not None and part.isAncestorOf(focus) and part.height() <= room:
            self.show_whole(part)
        else:
            if part is not None and not part.isAncestorOf(focus):
                part = None
            if part is not None:
                self._show_answer(part)
            self.show_just(focus, part)

    def _settle(self) -> None:
        """Apply pending layout changes, so that positions are current."""
        layout = self.page.layout()
        if layout is not None:
            layout.activate()

    def _keep(self) -> None:
        """Scroll to the part of `look_at`, or else to the one of `kept`."""
        part = self.looked_at or self.kept()
        if part is not None and not (part is self.looked_at and self._is_whole(part)):
            self.show_whole(part)

    def _show_refusal(self) -> None:
        if self._refusal is not None and not self._refusal[1].isHidden():
            self.show_whole(self._refusal[0])
            self.show_just(self._refusal[1], self._refusal[0])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self.page and kind == QEvent.Type.LayoutRequest:
            # A question was shown or hidden, or the text size changed.
            self._fitting.start()
        elif watched is self.page and kind == QEvent.Type.Resize:
            # The part that was scrolled to, or the message, may be taller now.
            if self.looked_at is not None:
                self._keeping.start()
            if self._refusal is not None:
                self._telling.start()
            if self.follows:
                self._following.start()
        elif watched is self._viewport and kind == QEvent.Type.Resize:
            self._keeping.start()
        elif watched is self._viewport and kind == QEvent.Type.Wheel:
            self.let_go()
        return False
