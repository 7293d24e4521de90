"""A page for operations that take a moment: description, progress, cancel button."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.plain_text import PlainLabel


class BusyPage(QWidget):
    """Visible while a job opens, joins or creates something."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = PlainLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(320)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self.cancelled)
        layout = QVBoxLayout(self)
        layout.setSpacing(14)
        layout.addStretch(1)
        for widget in (self.words, self.bar, self.cancel):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)

    def show_work(self, words: str) -> None:
        """Describe the operation."""
        self.words.setText(words)
        # An indeterminate bar until the first progress.
        self.bar.setRange(0, 0)

    def show_progress(self, done: int, total: int) -> None:
        """Show progress in steps."""
        self.bar.setRange(0, total)
        self.bar.setValue(done)
