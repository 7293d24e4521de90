"""The differences between a text and one that is streaming in, for a widget.

They are found out on another thread, at most twice a second, and only as far as the new text has
got (`desktop_app/text/streamed_diff.py`). What comes back late is dropped.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.text.diff import Hunk
from desktop_app.text.streamed_diff import Growing
from desktop_app.ui.jobs import Job, application

EVERY = 500  # milliseconds between two comparisons


class GrowingDiff(QObject):
    """Follows a text that grows. `found`: the hunks as far as it has got; offsets in it hold for
    all that it grows to."""

    found = Signal(object)  # tuple[Hunk, ...]

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
        """What is compared with; None: nothing."""
        return self._original

    def follow(self, original: str) -> None:
        """Begin with another pair of texts, of which nothing of the second has come."""
        self.stop()
        self._original = original

    def grow(self, text: str) -> None:
        """Take the text as it is now."""
        self._text = text
        if self._original is not None and self._job is None and not self._pace.isActive():
            self._pace.start()

    def stop(self) -> None:
        """Compare nothing any more."""
        self._pace.stop()
        self._growing, self._original, self._text, self._compared = None, None, "", ""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    # Inside

    def _start(self) -> None:
        original, text, growing = self._original, self._text, self._growing
        if original is None or text == self._compared:
            return

        # The one that compares is handed to the thread and comes back with what it found.
        def work(_progress: object, _cancelled: object) -> tuple[Growing, tuple[Hunk, ...]]:
            compares = growing if growing is not None else Growing(original)
            return compares, compares.grown(text)

        self._growing, self._compared = None, text
        self._job = Job(work, application())
        self._job.succeeded.connect(self._on_found)
        self._job.start()

    def _on_found(self, found: object) -> None:
        self._job = None
        if isinstance(found, tuple):
            self._growing, hunks = found
            if self._text.startswith(self._growing.text):
                self.found.emit(hunks)
            if self._text != self._compared:
                self._pace.start()
