"""The line below a lead's pages that shows the running job."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QProgressBar, QWidget

from desktop_app.ui.lead.section import JobRunner
from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import human
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.widgets.parts import button, label

# Width in pixels of the progress bar.
_BAR = 200
# In seconds.
_MINUTE = 60
# Seconds that a job must run before its remaining time can be estimated.
_SHORT = 3.0
# Milliseconds that a job may take before the page shows that it is busy.
_PATIENCE = 200


class JobFoot(QWidget):
    """Shows the running job below the sections, with its progress and a button that cancels it.

    `stack`: the widget that is disabled during long jobs
    """

    def __init__(self, desk: JobRunner, stack: QWidget) -> None:
        super().__init__()
        self._desk = desk
        self._stack = stack
        # The widget that gets the focus back when the running job ends.
        self._focus: QWidget | None = None
        # When the running job began, by the monotonic clock, in seconds.
        self._began = 0.0
        self.words = label(kind="secondary")
        self.words.setAccessibleName(self.tr("Current operation"))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the current operation"))
        self.bar.setFixedWidth(_BAR)
        self.figures = label(kind="secondary")
        self.figures.setAccessibleName(self.tr("Progress"))
        self.cancel_button = button(self.tr("Cancel"))
        self.cancel_button.setAccessibleName(self.tr("Cancel the current operation"))
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 4)
        row.setSpacing(12)
        # The bar and the button come first: the texts change their width while the user watches
        # the bar or aims at the button.
        for one in (self.bar, self.cancel_button, self.words, self.figures):
            row.addWidget(one)
        row.addStretch(1)
        self.hide()
        self._waiting = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._waiting.timeout.connect(self._show_waiting)
        desk.began.connect(self._on_began)
        desk.moved.connect(self._on_moved)
        desk.ended.connect(self._on_ended)
        self.cancel_button.clicked.connect(desk.cancel)

    def _on_began(self, words: str) -> None:
        self.words.setText(words)
        # Until the total is known, Qt draws a busy indicator.
        self.bar.setRange(0, 0)
        self.figures.clear()
        self._began = time.monotonic()
        softly = self._desk.stops_softly
        self.cancel_button.setText(self.tr("Stop") if softly else self.tr("Cancel"))
        self.cancel_button.setAccessibleName(
            self.tr("Stop; completed work is kept")
            if softly
            else self.tr("Cancel the current operation")
        )
        # Short jobs end before this timer, so that the page does not flicker.
        self._waiting.start()

    def _on_moved(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        if total > 1:
            words = self.tr("{done} of {total}").format(done=shown(done), total=shown(total))
            self.words.setToolTip(plain_tip(words))
            passed = time.monotonic() - self._began
            if done and passed > _SHORT:
                # Assumes that the rest takes as long per unit as the units so far.
                left = passed / done * (total - done)
                words = (
                    self.tr("{figures} · less than a minute left").format(figures=words)
                    if left < _MINUTE
                    else self.tr("{figures} · about {time} left").format(
                        figures=words, time=human(left)
                    )
                )
            self.figures.setText(words)

    def _show_waiting(self) -> None:
        """Show that the job takes a while, and disable the sections until it ends."""
        focus = QApplication.focusWidget()
        # A disabled widget loses the focus, so `_on_ended` gives it back. Until then, the button
        # that cancels has it.
        self._focus = focus if focus is not None and self._stack.isAncestorOf(focus) else None
        self.show()
        if self._focus is not None:
            self.cancel_button.setFocus()
        self._stack.setEnabled(False)

    def _on_ended(self) -> None:
        self._waiting.stop()
        # It was shown only if the job took long enough (`_show_waiting`).
        if not self.isHidden():
            self._stack.setEnabled(True)
            if self._focus is not None and self._focus.isVisible():
                self._focus.setFocus()
            self.hide()
        self._focus = None
