"""Gives the upper pane of a splitter the height its text needs, until a person divides it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QSplitter, QWidget

from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.reading_view import ReadingView

_USUAL = 150  # pixels: three lines at 100 % text; most texts fit, so that little moves
SHARE = 0.45  # of the height: what is judged keeps the larger part
_KEPT = 190  # pixels at 100 % text that what is judged keeps


class FirstPane(QObject):
    """Fits the pane of `view`, the first of two, whenever its text or the room changes.

    by_hand  someone has moved the handle: nothing is fitted any more
    paused   nothing is fitted for now: another person gives the panes their room
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
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.fit)
        splitter.splitterMoved.connect(self._on_moved)
        theme.changed.connect(self._soon.start)
        for watched in (splitter, view.viewport(), *filter(None, [splitter.widget(1)])):
            watched.installEventFilter(self)

    def fit(self) -> None:
        """Be as tall as the text; a text longer than its share ends with a whole line, and
        scrolls."""
        if self.by_hand or self.paused or not self._pane.isVisible():
            return
        around = self._pane.height() - self._view.viewport().height()
        tall = self._splitter.height()
        most = min(
            round(tall * self._share), tall - max(self._theme.px(_KEPT), self._needed_below())
        )
        wanted = around + self._view.height_of_lines(max(most, _USUAL) - around)
        wanted = max(min(_USUAL, most), wanted)
        first, *rest = self._splitter.sizes()
        if rest and first != wanted:
            self._splitter.setSizes([wanted, first + sum(rest) - wanted])

    def _needed_below(self) -> int:
        """Return how tall the other pane must be at its width, with its find bar open or not."""
        other = self._splitter.widget(1)
        layout = other.layout() if other is not None else None
        if other is None or layout is None:
            return 0
        least = layout.totalMinimumSize().height()
        if layout.hasHeightForWidth():
            least = layout.totalMinimumHeightForWidth(other.width())
        return least + self._splitter.handleWidth()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        below = watched is self._splitter.widget(1)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show) or (
            below and event.type() == QEvent.Type.LayoutRequest
        ):
            self._soon.start()
        return False

    def _on_moved(self) -> None:
        self.by_hand = True
