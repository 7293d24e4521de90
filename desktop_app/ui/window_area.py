"""The area of the window below the menus, which scrolls on very small screens."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

# Pixels of the screen's height for the title bar and the menus.
_ABOVE = 90


class WindowArea(QScrollArea):
    """Shows the content of the window.

    A window cannot become too small for its content, unless the screen is too small for it, as with
    text of 200 % on a screen that is itself magnified. There, the content scrolls and follows the
    focus.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)

    def minimumSizeHint(self) -> QSize:
        room = self.screen().availableSize() - QSize(0, _ABOVE)
        return self._content.minimumSizeHint().boundedTo(room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """Make the content as large as the area, but not smaller than its minimum size."""
        # Not by `widgetResizable`: it would give pages that wrap texts their preferred height.
        least = self._content.minimumSizeHint()
        whole = self.maximumViewportSize()
        fits = least.expandedTo(whole) == whole
        self._content.resize(whole if fits else least.expandedTo(self.viewport().size()))

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            self.ensureWidgetVisible(now)
