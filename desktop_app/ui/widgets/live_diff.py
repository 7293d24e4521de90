"""The differences between an original and a text that is being edited, for a widget.

Texts of up to a few hundred pages are compared with every key. Longer ones are compared on another
thread after a pause in typing; outdated results are dropped.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.text.diff import Differ, Hunk
from desktop_app.ui.jobs import Job, application

# Characters of both texts up to which every key compares them: about 70,000 words each.
_MOST = 1_000_000
# Milliseconds without a key before longer texts are compared.
_REST = 400


class LiveDiff(QObject):
    """The current differences, in `hunks`.

    `changed`: `hunks` was updated later, by a comparison on another thread
    """

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
        """Whether the differences of the current text are still to come."""
        return self._rest.isActive() or self._job is not None

    def show(self, original: str, revision: str) -> None:
        """Set another pair of texts."""
        self.original = original
        self.hunks, self._differ = (), None
        self.edit(revision)

    def edit(self, revision: str) -> None:
        """Set the revision as it is now."""
        self.revision = revision
        self._drop()
        if len(self.original) + len(revision) > _MOST:
            # No hunks rather than outdated ones, whose offsets would be wrong.
            self._differ, self.hunks = None, ()
            self._rest.start()
            return
        if self._differ is None:
            self._differ = Differ(self.original)
        self.hunks = self._differ.edited(revision)

    def settle(self) -> None:
        """Compare the whole texts, if edits only compared their surroundings."""
        if self._differ is not None:
            self._differ.settle()
            self.hunks = self._differ.hunks

    def _start(self) -> None:
        """Compare long texts on another thread."""
        original, revision = self.original, self.revision

        # The thread has a `Differ` of its own; edits drop the job, so its result is never outdated.
        def work(_progress: object, _cancelled: object) -> object:
            differ = Differ(original)
            differ.edited(revision)
            return differ.hunks

        self._job = Job(work, application())
        self._job.succeeded.connect(self._on_found)
        self._job.start()

    def _on_found(self, found: object) -> None:
        """Set the differences that were found on another thread."""
        self._job = None
        if isinstance(found, tuple):
            self.hunks = found
            self.changed.emit()

    def _drop(self) -> None:
        """Cancel a comparison that is waiting or running."""
        self._rest.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None
