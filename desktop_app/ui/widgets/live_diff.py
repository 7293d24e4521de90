"""The differences between an original and a text that is being edited, for a widget.

Texts of up to a few hundred pages are compared with every key. Longer ones are compared on another
thread when the keys rest; what comes back late is dropped.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.text.diff import Differ, Hunk
from desktop_app.ui.jobs import Job, application

_MOST = 1_000_000  # characters of both texts: some seventy thousand words each
_REST = 400  # milliseconds


class LiveDiff(QObject):
    """Tells what differs. `changed` says that it was found out later, on another thread."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.original = ""
        self.revision = ""
        self.hunks: tuple[Hunk, ...] = ()
        self._differ: Differ | None = None
        self._job: Job | None = None
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._start)

    @property
    def is_late(self) -> bool:
        """Whether the differences are of an earlier text, for a moment."""
        return self._rest.isActive() or self._job is not None

    def show(self, original: str, revision: str) -> None:
        """Compare another pair of texts."""
        self.original = original
        self.hunks, self._differ = (), None
        self.edit(revision)

    def edit(self, revision: str) -> None:
        """Take the revision as it is now."""
        self.revision = revision
        self._drop()
        if len(self.original) + len(revision) > _MOST:
            self._differ, self.hunks = None, ()  # offsets of another text are worse than none
            self._rest.start()
            return
        if self._differ is None:
            self._differ = Differ(self.original)
        self.hunks = self._differ.edited(revision)

    def settle(self) -> None:
        """Compare the whole texts where only the surroundings of edits were."""
        if self._differ is not None:
            self._differ.settle()
            self.hunks = self._differ.hunks

    def _start(self) -> None:
        original, revision = self.original, self.revision

        def work(_progress: object, _cancelled: object) -> object:
            differ = Differ(original)
            differ.edited(revision)
            return differ.hunks

        self._job = Job(work, application())
        self._job.succeeded.connect(self._on_found)
        self._job.start()

    def _on_found(self, found: object) -> None:
        self._job = None
        if isinstance(found, tuple):
            self.hunks = found
            self.changed.emit()

    def _drop(self) -> None:
        self._rest.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None
