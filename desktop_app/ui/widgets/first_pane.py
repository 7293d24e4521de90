"""Fits the upper pane of a splitter to its text, until a person moves the handle."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QSplitter, QWidget

from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.reading_view import ReadingView

# Least height in pixels, if the lower pane leaves that much: three lines at 100 % text. Most texts
# fit, so the panes rarely move between items.
_USUAL = 150
# Largest share of the height: the text that is judged, below, keeps the larger part.
SHARE = 0.45
# Pixels at 100 % text that the lower pane always keeps.
_KEPT = 190


class FirstPane(QObject):
    """Fits the first of two panes to the text of `view` whenever the text or the space changes.

    `by_hand`: whether a person has moved the handle; the pane is not fitted any more then
    `paused`: whether fitting is suspended, because something else divides the panes
    """

    def __init__(
        self,
        splitter: QSplitter,
        pane: QWidget,
        view: ReadingView,
        theme: Theme,
        parent: QObject,
        share: float = SHARE,
    ) -> None:
        super().__init__(parent)
        self.by_hand = False
        self.paused = False
        self._share = share
        self._splitter, self._pane, self._view = splitter, pane, view
        self._theme = theme
        # One event changes several sizes; they are final once all events have been handled.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.fit)
        splitter.splitterMoved.connect(self._on_moved)
        theme.changed.connect(self._soon.start)
        for watched in (splitter, view.viewport(), *filter(None, [splitter.widget(1)])):
            watched.installEventFilter(self)

    def fit(self) -> None:
        """Make the pane as tall as its text, within its share.

        A longer text is cut after a whole line, and scrolls.
        """
        if self.by_hand or self.paused or not self._pane.isVisible():
            return
        # Pixels of the pane that are not text.
        around = self._pane.height() - self._view.viewport().height()
        tall = self._splitter.height()
        most = min(
            round(tall * self._share), tall - max(self._theme.px(_KEPT), self._needed_below())
        )
        wanted = around + self._view.height_of_lines(max(most, _USUAL) - around)
        wanted = max(min(_USUAL, most), wanted)
        # The other panes get the rest, so the sum stays the same.
        first, *rest = self._splitter.sizes()
        if rest and first != wanted:
            self._splitter.setSizes([wanted, first + sum(rest) - wanted])

    def _needed_below(self) -> int:
        """Return the least height of the other pane at its width, including an open find bar."""
        other = self._splitter.widget(1)
        layout = other.layout() if other is not None else None
        if other is None or layout is None:
            return 0
        least = layout.totalMinimumSize().height()
        if layout.hasHeightForWidth():
            least = layout.totalMinimumHeightForWidth(other.width())
        return least + self._splitter.handleWidth()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The other pane needs another height when its find bar opens or its bar wraps.
        below = watched is self._splitter.widget(1)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show) or (
            below and event.type() == QEvent.Type.LayoutRequest
        ):
            self._soon.start()
        return False

    def _on_moved(self) -> None:
        self.by_hand = True
