"""Texts that are as tall as their lines, so that the area around them scrolls."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent, QWheelEvent

from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.reading_view import ReadingView

# A text with more characters has its own scroll bar.
_LONG = 30_000
# Height of such a text in pixels.
_TALLEST = 3_000


class Fitted(ReadingView):
    """A view that is as tall as its text. Also a mixin for subclasses of `ReadingView`.

    The constructor must call `fit_always`. Call `fit_soon` after the text has changed.
    """

    def fit_always(self, theme: Theme) -> None:
        """Keep the height of the text from now on."""
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The layout is up to date only after the current event.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self.fit)
        theme.changed.connect(self._fitting.start)

    def fit_soon(self) -> None:
        """Fit the height after the current event."""
        self._fitting.start()

    def fit(self) -> None:
        """Set the height to that of the text."""
        # The layout of a very long text would take seconds, so such a text scrolls.
        long = len(self.text) > _LONG
        policy = Qt.ScrollBarPolicy
        wanted = policy.ScrollBarAsNeeded if long else policy.ScrollBarAlwaysOff
        # Qt lays out the view again even if the policy is the same.
        if wanted != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(wanted)
        around = max(self.height() - self.viewport().height(), 12)
        lines = self.document().documentLayout().documentSize().height()
        height = (_TALLEST if long else math.ceil(lines)) + around
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fitting.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            # All text is visible, so the surrounding area scrolls.
            event.ignore()
        else:
            super().wheelEvent(event)
