"""Keeps the widget that someone works with visible on a scrolling page."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from desktop_app.ui.theme import Theme

# Pixels at 100 % text that are left free above and below.
_GAP = 8


class InSight(QObject):
    """Scrolls a page to the widget in focus, or to one that someone should see.

    `follows`: whether the widget in focus is kept visible; False once someone has scrolled away
    """

    def __init__(self, area: QScrollArea, page: QWidget, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._area, self._page, self._theme = area, page, theme
        self.follows = False
        self._following = QTimer(self, singleShot=True, interval=0)
        self._following.timeout.connect(self._follow)
        # Emitted only when a person scrolls, not by `setValue`.
        area.verticalScrollBar().actionTriggered.connect(self.let_go)

    def show_whole(self, view: QWidget) -> None:
        """Scroll a part of the page into view; if it does not fit, its beginning."""
        self._settle()
        bar, gap, room = self._area.verticalScrollBar(), self._theme.px(_GAP), self._area.viewport()
        # First the bottom edge, then the top: where not both fit, the top wins.
        bar.setValue(max(bar.value(), view.geometry().bottom() + gap - room.height()))
        bar.setValue(min(bar.value(), view.y() - gap if view.y() > gap else 0))
        focus = QApplication.focusWidget()
        if focus is not None and view.isAncestorOf(focus):
            self.show_just(focus)

    def show_just(self, widget: QWidget) -> None:
        """Scroll a widget into view with the least scrolling."""
        gap, room = self._theme.px(_GAP), self._area.viewport().height()
        # For a text field, Qt only makes the cursor visible, so the whole widget follows below.
        self._area.ensureWidgetVisible(widget, 0, gap)
        top = widget.mapTo(self._page, QPoint(0, 0)).y()
        if widget.height() + 2 * gap <= room:
            bar = self._area.verticalScrollBar()
            bar.setValue(max(bar.value(), top + widget.height() + gap - room))
            bar.setValue(min(bar.value(), max(0, top - gap)))

    def go_on_here(self) -> None:
        """Keep the widget in focus visible from now on, because someone edits it."""
        self.follows = True
        self._following.start()

    def page_grew(self) -> None:
        """Handle a new size of the page: the widget in focus stays visible if `follows`."""
        if self.follows:
            self._following.start()

    def let_go(self, _action: int = 0) -> None:
        """Stop following the focus, because someone scrolls."""
        self.follows = False
        self._following.stop()

    def _follow(self) -> None:
        """Scroll to the widget in focus."""
        focus = QApplication.focusWidget()
        if focus is not None and self._page.isAncestorOf(focus):
            self._settle()
            self.show_just(focus)

    def _settle(self) -> None:
        """Apply pending layout changes, so that positions are current."""
        layout = self._page.layout()
        if layout is not None:
            layout.activate()
