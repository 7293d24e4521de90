"""Shows on the export page that the preview is computed, and cancels that."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from desktop_app.ui.widgets.parts import button, label

# Milliseconds until it is shown, so that the page does not flicker.
_PATIENCE = 400
# Width of the bar, in pixels at 100 % text.
_BAR = 120


class PreviewProgress(QWidget):
    """A bar and a button that cancels the preview, or starts it again after that.

    Signals `cancelled`, `restarted`: the button was pressed while the preview was computed, or
    after it was cancelled
    """

    cancelled = Signal()
    restarted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(_BAR)
        # How long it takes is not known, so Qt draws a busy indicator.
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName(self.tr("Progress of the preview"))
        self.button = button("")
        self.words = label(kind="secondary")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 8)
        row.setSpacing(12)
        for one in (self.bar, self.button, self.words):
            row.addWidget(one)
        row.addStretch(1)
        self.hide()
        self._waiting = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._waiting.timeout.connect(self.show)
        self._is_running = False
        self.button.clicked.connect(self._on_pressed)

    def start(self) -> None:
        """Show that the preview is computed, if it takes a while."""
        self._is_running = True
        self._show_words(self.tr("Computing the preview…"), self.tr("Cancel"))
        if self.isHidden():
            self._waiting.start()

    def end(self) -> None:
        """Hide: the preview is ready, or has failed."""
        self._is_running = False
        self._waiting.stop()
        self.hide()

    # Internals
    def _show_words(self, words: str, action: str) -> None:
        self.words.setText(words)
        self.button.setText(action)
        self.button.setAccessibleName(action)
        self.button.setAccessibleDescription(words)
        self.bar.setVisible(self._is_running)

    def _on_pressed(self) -> None:
        if not self._is_running:
            self.restarted.emit()
            return
        self._is_running = False
        self._show_words(self.tr("The preview was cancelled."), self.tr("Compute the preview"))
        self.cancelled.emit()
