"""Keeps shown what someone works at, on a page that scrolls."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from desktop_app.ui.theme import Theme

_GAP = 8  # pixels at 100 % text that stay free below and above


class InSight(QObject):
    """What has the focus on a page, and what someone is led to.

    follows  what has the focus stays shown: nobody has scrolled away from it
    """

    def __init__(self, area: QScrollArea, page: QWidget, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._area, self._page, self._theme = area, page, theme
        self.follows = False
        self._following = QTimer(self, singleShot=True, interval=0)
        self._following.timeout.connect(self._follow)
        area.verticalScrollBar().actionTriggered.connect(self.let_go)

    def show_whole(self, view: QWidget) -> None:
        """Bring a part of the page into view; one that does not fit, from its beginning."""
        self._settle()
        bar, gap, room = self._area.verticalScrollBar(), self._theme.px(_GAP), self._area.viewport()
        bar.setValue(max(bar.value(), view.geometry().bottom() + gap - room.height()))
        bar.setValue(min(bar.value(), view.y() - gap if view.y() > gap else 0))
        focus = QApplication.focusWidget()
        if focus is not None and view.isAncestorOf(focus):
            self.show_just(focus)

    def show_just(self, widget: QWidget) -> None:
        """Bring a widget into view, with as little scrolling as that takes."""
        gap, room = self._theme.px(_GAP), self._area.viewport().height()
        self._area.ensureWidgetVisible(widget, 0, gap)  # of a field, Qt looks at the cursor alone
        top = widget.mapTo(self._page, QPoint(0, 0)).y()
        if widget.height() + 2 * gap <= room:
            bar = self._area.verticalScrollBar()
            bar.setValue(max(bar.value(), top + widget.height() + gap - room))
            bar.setValue(min(bar.value(), max(0, top - gap)))

    def go_on_here(self) -> None:
        """Someone edits: the place where they do is shown, and stays there."""
        self.follows = True
        self._following.start()

    def page_grew(self) -> None:
        """The page has another size: what has the focus stays shown, if it was to."""
        if self.follows:
            self._following.start()

    def let_go(self, _action: int = 0) -> None:
        """Someone scrolls: what has the focus may leave the sight."""
        self.follows = False
        self._following.stop()

    def _follow(self) -> None:
        focus = QApplication.focusWidget()
        if focus is not None and self._page.isAncestorOf(focus):
            self._settle()
            self.show_just(focus)

    def _settle(self) -> None:
        layout = self._page.layout()
        if layout is not None:
            layout.activate()
