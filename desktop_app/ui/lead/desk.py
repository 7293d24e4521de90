"""A lead's open workspace, and who may touch it: one job at a time, and never the window.

The window shows an `Overview`, which is plain data. Whatever reads or changes the workspace is a
job; with its result comes the next overview. So there is nothing to lock and nothing to freeze:
while a job works, the window goes on showing what was.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Lock
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.core.collector import collector_off
from desktop_app.core.errors import AppError
from desktop_app.ui.jobs import Job, Progress, application
from desktop_app.ui.notices import Notices
from desktop_app.workspace.overview import Overview, overview_of
from desktop_app.workspace.workspace import Workspace

Task = Callable[[Workspace, Progress], Any]


class CancelledError(Exception):
    """The person cancelled before anything was saved."""


class Desk(QObject):
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
        self._closed = False

    @property
    def folder(self) -> Path:
        return self.overview.folder

    @property
    def can_write(self) -> bool:
        return not self.read_only_why

    @property
    def is_busy(self) -> bool:
        return self._job is not None

    def run(
        self,
        words: str,
        task: Task,
        then: Callable[[Any], None],
        failed: Callable[[AppError], None] | None = None,
        *,
        changes: bool = True,
    ) -> bool:
        """Do `task(workspace, progress)` off the GUI thread; False while another one works.

        `then` gets what it returned, after the overview has been renewed (where it `changes`
        something). Failures go to `failed`, or to the notices; a task that is cancelled ends with
        a word in the notices. Its progress function stops a cancelled task as long as there is
        something left to do: what has been saved is not pretended away.
        """
        if self.is_busy or self._closed:
            return False
        self._cancelled.clear()
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

    def cancel(self) -> None:
        self._cancelled.set()

    def close(self) -> None:
        """Close the workspace; a job that works closes it when it is over."""
        self._cancelled.set()
        if self._job is not None:
            self._job.cancel()
            self._job = None
        with self._lock:
            self._closed = True
            at_work = self._at_work
        if not at_work:
            self._workspace.close()

    # On a pool thread

    def _work(self, task: Task, progress: Progress, changes: bool) -> tuple[Any, Overview | None]:
        def report(done: int, total: int) -> None:
            if self._cancelled.is_set() and done < total:
                raise CancelledError
            progress(done, total)

        try:
            with collector_off():  # its pauses would stop the window, too
                result = task(self._workspace, report)
                return result, overview_of(self._workspace) if changes else None
        finally:
            with self._lock:
                self._at_work = False
                closed = self._closed
            if closed:
                self._workspace.close()

    # On the GUI thread again

    def _on_done(self, result: tuple[Any, Overview | None], then: Callable[[Any], None]) -> None:
        value, overview = result
        self._end()
        if overview is not None:
            self.overview = overview
            self.changed.emit(overview)
        then(value)

    def _on_failed(self, error: Exception, failed: Callable[[AppError], None] | None) -> None:
        self._end()
        if isinstance(error, CancelledError):
            self.notices.say(self.tr("Cancelled. Nothing was changed."))
        elif isinstance(error, AppError) and failed is not None:
            failed(error)
        else:
            self.notices.error(error)

    def _end(self) -> None:
        self._job = None
        self.ended.emit()
