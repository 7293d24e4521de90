"""A lead's open workspace and the jobs on it: one at a time, never on the window's thread.

The window shows an `Overview`, which is plain data. Whatever reads or changes the workspace is a
job; with its result comes the next overview. So nothing needs a lock and the window never freezes:
while a job runs, it shows the previous overview. Only the text of an open form is saved on the
window's thread, because it is in the drafts file, which no job writes to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event, Lock
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.core.collector import collector_off
from desktop_app.core.errors import AppError
from desktop_app.llm.stopping import Stop
from desktop_app.ui.jobs import Job, Progress, application
from desktop_app.ui.messages import error_text
from desktop_app.ui.notices import Notices
from desktop_app.workspace.overview import Overview, overview_of
from desktop_app.workspace.preparing import forget_form, keep_form
from desktop_app.workspace.workspace import Workspace

Task = Callable[[Workspace, Progress], Any]
_Outcome = tuple[Any, Overview | Exception | None]  # of the task; how things stand, or why not


class CancelledError(Exception):
    """The person cancelled before anything was saved.

    A task that saves in several steps catches it after the first one and returns what it saved.
    """


class JobRunner(QObject):
    """Runs the jobs of the sections, one at a time.

    `changed`: emitted with the new `Overview` when a job has changed the project
    `began`: emitted with a text for the person when a job starts
    `moved`: progress of the job: done, total
    `ended`: emitted when the job is over, whatever its result
    """

    changed = Signal(object)
    began = Signal(str)
    moved = Signal(int, int)
    ended = Signal()

    def __init__(
        self,
        workspace: Workspace,
        overview: Overview,
        read_only_why: str,
        notices: Notices,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.overview = overview
        self.read_only_why = read_only_why
        self.notices = notices
        self._workspace = workspace
        self._job: Job | None = None
        self._cancelled = Event()
        self._lock = Lock()
        # Whether a task is using the workspace; guarded by the lock, because it is set on both
        # threads and decides which of them closes the workspace.
        self._at_work = False
        self._said_busy = False
        self._closed = False
        self._stop: Stop | None = None

    @property
    def folder(self) -> Path:
        return self.overview.folder

    @property
    def can_write(self) -> bool:
        return not self.read_only_why

    @property
    def is_busy(self) -> bool:
        return self._job is not None

    @property
    def stops_softly(self) -> bool:
        """Whether cancelling the running job keeps its completed part."""
        return self._stop is not None

    def run(
        self,
        words: str,
        task: Task,
        then: Callable[[Any], None],
        failed: Callable[[AppError], None] | None = None,
        *,
        changes: bool = True,
        stop: Stop | None = None,
    ) -> bool:
        """Run `task(workspace, progress)` off the GUI thread; return whether it was started.

        It is not started while another one runs; a notice says so.

        `words`: what the person reads while it runs
        `then`: called with the result, after the overview was renewed
        `failed`: called with an AppError; by default the error goes to the notices
        `changes`: whether the task may change the project, so that the overview must be renewed
        `stop`: set on cancelling, so that the task ends by itself and keeps its completed part. By
            default cancelling raises CancelledError in the task's progress function, as long as
            something is left to do: a finished task is never reported as cancelled
        """
        if self._closed:
            return False
        if self.is_busy:
            self.say_busy()
            return False
        # A cancellation of the previous job must not end this one.
        self._cancelled.clear()
        self._stop = stop
        self._at_work = True
        job = Job(lambda progress, _: self._work(task, progress, changes), application())
        self._job = job
        job.progress.connect(self.moved)
        job.succeeded.connect(lambda result: self._on_done(result, then))
        job.failed.connect(lambda error: self._on_failed(error, failed))
        self.notices.clear()
        self.began.emit(words)
        job.start()
        return True

    def keep_form(self, protocol: str, data: Mapping[str, Any] | None) -> bool:
        """Save the text of a protocol's form, or remove it (None); return whether that is possible.

        It is on disk when this returns, and may be called while a job runs. Raises NotSavedError.
        """
        if self._closed or not self.can_write:
            return False
        journal = self._workspace.store.drafts.journal
        # After an error the journal refuses to write until it is told to retry.
        if journal.failure:
            journal.retry()
        if data is None:
            forget_form(self._workspace, protocol)
        else:
            keep_form(self._workspace, protocol, data)
        return True

    def say_busy(self) -> None:
        """Show that another operation is running, so this one was not started."""
        self._said_busy = True
        self.notices.say(
            self.tr("Another operation is running, so this one was not started."),
            self.tr("Wait until it finishes, or cancel it. Then try again."),
            "warn",
        )

    def cancel(self) -> None:
        if self._stop is not None:
            self._stop.set()
        else:
            self._cancelled.set()

    def close(self) -> None:
        """Close the workspace; a running job closes it when it is over."""
        self.cancel()
        if self._job is not None:
            self._job.cancel()
            self._job = None
        # Exactly one side closes the workspace: the job's thread if its task is still running,
        # otherwise this one.
        with self._lock:
            self._closed = True
            at_work = self._at_work
        if not at_work:
            self._workspace.close()

    # On a pool thread

    def _work(self, task: Task, progress: Progress, changes: bool) -> _Outcome:
        def report(done: int, total: int) -> None:
            # With everything done there is nothing to cancel any more.
            if self._cancelled.is_set() and done < total:
                raise CancelledError
            progress(done, total)

        try:
            # A pause of the garbage collector stops all threads, the window's included.
            with collector_off():
                result = task(self._workspace, report)
                try:
                    return result, overview_of(self._workspace) if changes else None
                except Exception as error:
                    # The task's result is saved, so it is returned with the error.
                    return result, error
        finally:
            with self._lock:
                self._at_work = False
                closed = self._closed
            if closed:
                self._workspace.close()

    # On the GUI thread again

    def _on_done(self, result: _Outcome, then: Callable[[Any], None]) -> None:
        value, overview = result
        # Before `then`, which may start the next job.
        self._end()
        if isinstance(overview, Overview):
            self.overview = overview
            self.changed.emit(overview)
        then(value)
        if isinstance(overview, AppError):
            self.notices.say(
                self.tr("Done and saved, but this page still shows the previous figures."),
                error_text(overview),
                "warn",
            )
        elif isinstance(overview, Exception):
            self.notices.error(overview)

    def _on_failed(self, error: Exception, failed: Callable[[AppError], None] | None) -> None:
        self._end()
        if isinstance(error, CancelledError):
            self.notices.say(self.tr("Cancelled. Nothing was changed."))
        elif isinstance(error, AppError) and failed is not None:
            failed(error)
        else:
            self.notices.error(error)

    def _end(self) -> None:
        self._job = self._stop = None
        if self._said_busy:
            # The notice that something is running is outdated now.
            self._said_busy = False
            self.notices.clear()
        self.ended.emit()
