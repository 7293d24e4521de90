"""The differences between a text and one that is streaming in, for a widget.

They are computed on another thread, at most twice a second, and only for the part that has arrived
(`desktop_app/text/streamed_diff.py`). Outdated results are dropped.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.text.diff import Hunk
from desktop_app.text.streamed_diff import Growing
from desktop_app.ui.jobs import Job, application

# Milliseconds between two comparisons.
EVERY = 500


class GrowingDiff(QObject):
    """Compares a growing text with an original at intervals.

    `found`: the hunks so far, a `tuple[Hunk, ...]`; their offsets stay valid while the text grows
    """

    found = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._growing: Growing | None = None
        self._original: str | None = None
        self._text = self._compared = ""
        self._job: Job | None = None
        self._pace = QTimer(self, singleShot=True, interval=EVERY)
        self._pace.timeout.connect(self._start)

    @property
    def original(self) -> str | None:
        """The text to compare with; None if nothing is compared."""
        return self._original

    def follow(self, original: str) -> None:
        """Start with another original and an empty new text."""
        self.stop()
        self._original = original

    def grow(self, text: str) -> None:
        """Set the new text as it is now."""
        self._text = text
        # The running timer or job goes on with the latest text by itself.
        if self._original is not None and self._job is None and not self._pace.isActive():
            self._pace.start()

    def stop(self) -> None:
        """Stop comparing."""
        self._pace.stop()
        self._growing, self._original, self._text, self._compared = None, None, "", ""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    # Internals
    def _start(self) -> None:
        """Compare the text as it is now on another thread."""
        original, text, growing = self._original, self._text, self._growing
        if original is None or text == self._compared:
            return

        # `Growing` is not thread-safe: the job owns it while it runs, and returns it.
        def work(_progress: object, _cancelled: object) -> tuple[Growing, tuple[Hunk, ...]]:
            compares = growing if growing is not None else Growing(original)
            return compares, compares.grown(text)

        self._growing, self._compared = None, text
        self._job = Job(work, application())
        self._job.succeeded.connect(self._on_found)
        self._job.start()

    def _on_found(self, found: object) -> None:
        """Emit the hunks if they are still valid; compare again if the text has grown."""
        self._job = None
        if isinstance(found, tuple):
            self._growing, hunks = found
            # Not if the text was replaced meanwhile instead of growing.
            if self._text.startswith(self._growing.text):
                self.found.emit(hunks)
            if self._text != self._compared:
                self._pace.start()
