"""Work off the GUI thread: progress, cancel, errors; a late answer is dropped."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

from PySide6.QtCore import QCoreApplication, QObject, QThreadPool, Signal, Slot

from desktop_app.core.errors import UsageError

Progress = Callable[[int, int], None]
Work = Callable[[Progress, Callable[[], bool]], object]

_BETWEEN_REPORTS = 0.05  # seconds


class Job(QObject):
    """Runs `work(progress, cancelled)` on a pool thread; slots run on the GUI thread.

    `work` touches no widget. Whatever it takes or returns has one owner at a time: a workspace
    that is opened in a job is handed over with the result. A cancelled job says nothing but
    `finished`; what its work still returns goes to `on_dropped`.
    Parent jobs to the application: a parent that dies first takes the signals with it.
    """

    progress = Signal(int, int)  # done, total
    came = Signal(object)  # whatever `work` hands out on its way, by `job.came.emit`
    succeeded = Signal(object)
    failed = Signal(object)
    finished = Signal()
    _returned = Signal(object, object)  # result, error: the one hop between threads

    def __init__(
        self,
        work: Work,
        parent: QObject,
        on_dropped: Callable[[object], None] | None = None,
    ) -> None:
        super().__init__(parent)
        self._work = work
        self._on_dropped = on_dropped
        self._cancelled = Event()
        self._reported = 0.0
        self._returned.connect(self._on_returned)

    def start(self, pool: QThreadPool | None = None) -> None:
        """Begin, among the few that work at a time; what waits for a network has a pool of its
        own, so that nobody waits for it."""
        (pool or QThreadPool.globalInstance()).start(self._run)

    def cancel(self) -> None:
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()

    def _report(self, done: int, total: int) -> None:
        now = time.monotonic()
        if done == total or now - self._reported >= _BETWEEN_REPORTS:
            self._reported = now
            self.progress.emit(done, total)

    def _run(self) -> None:
        try:
            result = self._work(self._report, self._cancelled.is_set)
        except Exception as error:
            self._returned.emit(None, error)
        else:
            self._returned.emit(result, None)

    @Slot(object, object)
    def _on_returned(self, result: object, error: Exception | None) -> None:
        if self._cancelled.is_set():
            if self._on_dropped is not None and error is None:
                self._on_dropped(result)
        elif error is not None:
            self.failed.emit(error)
        else:
            self.succeeded.emit(result)
        self.finished.emit()
        self.deleteLater()


def application() -> QCoreApplication:
    """Return the application, the parent of jobs. Raises UsageError where none runs."""
    running = QCoreApplication.instance()
    if running is None:
        raise UsageError("there is no running application")
    return running


def wait_for_jobs(milliseconds: int = 10_000) -> bool:
    """Wait until no job runs any more; for quitting."""
    return QThreadPool.globalInstance().waitForDone(milliseconds)
