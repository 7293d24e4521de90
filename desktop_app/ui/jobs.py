"""Background jobs off the GUI thread, with progress, cancellation and errors."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from threading import Event, Thread

from PySide6.QtCore import (
    QCoreApplication,
    QMetaMethod,
    QObject,
    QThreadPool,
    QTimer,
    Signal,
    Slot,
)

from desktop_app.core.errors import UsageError


class CancelledError(Exception):
    """The user cancelled before anything was saved.

    A task that saves in several steps catches it after the first step and returns its result so
    far.
    """


Progress = Callable[[int, int], None]
Work = Callable[[Progress, Callable[[], bool]], object]

# Minimum seconds between two progress signals, so that they do not fill the GUI thread's event
# queue.
_BETWEEN_REPORTS = 0.05


class Job(QObject):
    """A job that runs `work(progress, cancelled)` on a pool thread; slots run on the GUI thread.

    `work` must not touch widgets. Its arguments and result have one owner at a time: a workspace
    opened in a job is passed on with the result. A job that was cancelled ends with `finished`
    alone, without `succeeded` or `failed`; the result of its work is passed to `on_dropped`. Make
    the application the parent of jobs: a parent that is deleted earlier deletes the job and its
    signals as well.

    `steps`: what has to be done with the result on the GUI thread before `succeeded`, in steps
        between which the window reacts. If a step fails, so does the job, and the result is dropped
    `progress`: done and total
    `came`: intermediate results, which `work` emits by `job.came.emit`
    `succeeded`, `failed`: the result or the exception; an exception for which `failed` has no slot
        goes to the crash page
    """

    progress = Signal(int, int)
    came = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)
    finished = Signal()
    # Result and error. The only signal that `_run` emits, so that the state changes on the GUI
    # thread alone.
    _returned = Signal(object, object)

    def __init__(
        self,
        work: Work,
        parent: QObject,
        on_dropped: Callable[[object], None] | None = None,
        steps: Callable[[object], Iterator[None]] | None = None,
    ) -> None:
        super().__init__(parent)
        self._work = work
        self._on_dropped = on_dropped
        self._steps = steps
        self._cancelled = Event()
        self._reported = 0.0
        self._returned.connect(self._on_returned)

    def start(self) -> None:
        """Start on the thread pool."""
        QThreadPool.globalInstance().start(self._run)

    def start_computing(self) -> None:
        """Start on a thread for long computations over copies of data.

        Jobs on the thread pool do not wait for it, and `cancel_computations` cancels it.
        """
        _under_way.add(self)
        self.finished.connect(lambda: _under_way.discard(self))
        _computing().start(self._run_computation)

    def start_apart(self) -> Thread:
        """Start on a separate thread, for work that waits for a network or a person.

        Other jobs do not have to wait for it, and neither does the end of the program.
        """
        thread = Thread(target=self._run_apart, name="apart", daemon=True)
        thread.start()
        return thread

    def cancel(self) -> None:
        """Request the end of the work and ignore its result."""
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()

    def _report(self, done: int, total: int) -> None:
        now = time.monotonic()
        if done == total or now - self._reported >= _BETWEEN_REPORTS:
            self._reported = now
            self.progress.emit(done, total)

    def _run_computation(self) -> None:
        # Cancelled ones that wait for a thread must not use it.
        if self.is_cancelled:
            self._returned.emit(None, CancelledError())
        else:
            self._run()

    def _run_apart(self) -> None:
        with suppress(RuntimeError):  # Qt's part of this job was deleted at the end of the program
            self._run()

    def _run(self) -> None:
        try:
            result = self._work(self._report, self._cancelled.is_set)
        except Exception as error:
            self._returned.emit(None, error)
        else:
            self._returned.emit(result, None)

    @Slot(object, object)
    def _on_returned(self, result: object, error: Exception | None) -> None:
        if self._steps is None or error is not None:
            self._deliver(result, error)
        else:
            self._go_on(result, self._steps(result))

    def _go_on(self, result: object, steps: Iterator[None]) -> None:
        """Do the next step, or deliver the result after the last one."""
        try:
            if not self.is_cancelled:
                next(steps)
                QTimer.singleShot(0, self, lambda: self._go_on(result, steps))
                return
        except StopIteration:
            pass
        except Exception as error:
            if self._on_dropped is not None:
                self._on_dropped(result)
            self._deliver(None, error)
            return
        self._deliver(result, None)

    def _deliver(self, result: object, error: Exception | None) -> None:
        if self._cancelled.is_set():
            if self._on_dropped is not None and error is None:
                self._on_dropped(result)
        elif error is not None:
            if self.isSignalConnected(QMetaMethod.fromSignal(self.failed)):
                self.failed.emit(error)
            else:
                # No slot handles the error, so it is a bug: the crash page shows it.
                sys.excepthook(type(error), error, error.__traceback__)
        else:
            self.succeeded.emit(result)
        self.finished.emit()
        self.deleteLater()


def application() -> QCoreApplication:
    """Return the application, the parent of jobs. Raises UsageError if there is none."""
    running = QCoreApplication.instance()
    if running is None:
        raise UsageError("there is no running application")
    return running


# Computations that have not ended. They hold no workspace, so nothing waits for their results.
_under_way: set[Job] = set()


@cache
def _computing() -> QThreadPool:
    """Return the pool of the long computations, of which three may run at once."""
    pool = QThreadPool()
    pool.setMaxThreadCount(3)
    return pool


def cancel_computations() -> None:
    """Cancel all long computations, because what they are about is closed."""
    for job in [*_under_way]:
        job.cancel()


def unless_cancelled(cancelled: Callable[[], bool]) -> Callable[[], None]:
    """Return a function that a long computation calls between its parts, to end if cancelled."""

    def check() -> None:
        if cancelled():
            raise CancelledError

    return check


def wait_for_jobs(milliseconds: int = 10_000) -> bool:
    """Wait at most `milliseconds` until all pool jobs have ended; return whether they have.

    Long computations then have the same time to end.
    """
    pools = (QThreadPool.globalInstance(), _computing())
    return all(pool.waitForDone(milliseconds) for pool in pools)
