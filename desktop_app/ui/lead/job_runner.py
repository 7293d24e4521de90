"""A lead's open workspace, and who may touch it: one job at a time, and never the window.

The window shows an `Overview`, which is plain data. Whatever reads or changes the workspace is a
job; with its result comes the next overview. So there is nothing to lock and nothing to freeze:
while a job works, the window continues showing what was. What is being written in a form is kept in
the file of the drafts, which no job writes to: that alone is done on the window's thread.
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

    Whoever saves in several steps catches it after the first, and returns what was done.
    """


class JobRunner(QObject):
    """Runs what the sections ask for.

    changed    the project stands differently now (Overview)
    began      a job works now; with the words for it
    moved      how far it is: done, total
    ended      it is over
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
        """Whether what is being done keeps what it has done when it is cancelled."""
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
        """Do `task(workspace, progress)` off the GUI thread; while another one works, say so and
        return False.

        `then` gets what it returned, after the overview has been renewed (where it `changes`
        something). Failures go to `failed`, or to the notices; a task that is cancelled ends with
        a word in the notices. Its progress function stops a cancelled task as long as there is
        something left to do: what has been saved is not pretended away. With a `stop`, that is
        set instead, and the task ends in its own way.
        """
        if self._closed:
            return False
        if self.is_busy:
            self.say_busy()
            return False
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
        """Keep what is written in a protocol's form, or forget it (None), on disk when this
        returns; say whether that could be done here at all. It may be done while a job works.

        Raises NotSavedError where the disk refuses.
        """
        if self._closed or not self.can_write:
            return False
        journal = self._workspace.store.drafts.journal
        if journal.failure:
            journal.retry()
        if data is None:
            forget_form(self._workspace, protocol)
        else:
            keep_form(self._workspace, protocol, data)
        return True

    def say_busy(self) -> None:
        """Say that something else is being done, so that this was not begun."""
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
        """Close the workspace; a job that works closes it when it is over."""
        self.cancel()
        if self._job is not None:
            self._job.cancel()
            self._job = None
        with self._lock:
            self._closed = True
            at_work = self._at_work
        if not at_work:
            self._workspace.close()

    # On a pool thread

    def _work(self, task: Task, progress: Progress, changes: bool) -> _Outcome:
        def report(done: int, total: int) -> None:
            if self._cancelled.is_set() and done < total:
                raise CancelledError
            progress(done, total)

        try:
            with collector_off():  # its pauses would stop the window, too
                result = task(self._workspace, report)
                try:
                    return result, overview_of(self._workspace) if changes else None
                except Exception as error:  # what the task saved is saved anyway
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
        if self._said_busy:  # it holds no longer
            self._said_busy = False
            self.notices.clear()
        self.ended.emit()
