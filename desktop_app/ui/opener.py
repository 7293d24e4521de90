"""Opens what a person names: a workspace, a bundle, the sample. The work is done in jobs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.jobs import Job, Work, application
from desktop_app.ui.notices import Notices
from desktop_app.ui.opening import (
    BUNDLE_SUFFIX,
    BundleFace,
    Opened,
    documents_folder,
    join_bundle,
    look_at_bundle,
    new_project,
    open_sample,
    open_workspace,
    take_in,
)
from desktop_app.ui.pages import Pages
from desktop_app.ui.single import raise_other
from desktop_app.ui.workplace import Workplace


class Opener(QObject):
    """One job at a time: a second thing to open replaces the first."""

    def __init__(
        self, window: QWidget, pages: Pages, workplace: Workplace, notices: Notices
    ) -> None:
        super().__init__(window)
        self._window = window
        self._pages = pages
        self._workplace = workplace
        self._notices = notices
        self._job: Job | None = None
        pages.welcome.recent_chosen.connect(self.open_folder)
        pages.join.left.connect(self._give_up)
        pages.join.accepted.connect(self._on_join)
        pages.busy.cancelled.connect(self._give_up)
        pages.new_project.left.connect(self._give_up)
        pages.new_project.accepted.connect(self._on_new_project)

    def open_path(self, path: Path) -> None:
        """Open a workspace's folder, or a bundle."""
        path = Path(path).expanduser().absolute()
        if path.is_dir():
            self.open_folder(path)
        else:
            self.open_bundle(path)

    def open_folder(self, folder: Path) -> None:
        """Open a workspace, or raise the window that has it."""
        opened = self._workplace.opened
        if opened is not None and opened.workspace.folder == folder:
            return
        if not self._workplace.close():
            return
        if raise_other(folder):
            self._notices.say(
                self.tr("This workspace is open in another window, which is in front now.")
            )
            self._pages.show_home()
            return
        self._run(
            self.tr("Opening the workspace…"),
            lambda progress, cancelled: open_workspace(folder),
            self._workplace.show,
        )

    def show_new_project(self) -> None:
        """Ask what a new project shall be."""
        self._pages.new_project.show_fresh()
        self._pages.setCurrentWidget(self._pages.new_project)
        self._pages.new_project.title.setFocus()

    def open_bundle(self, path: Path) -> None:
        """Look at a bundle, then ask where its work shall live; a lead's project takes in what
        comes back."""
        self._run(
            self.tr("Reading the bundle…"),
            lambda progress, cancelled: look_at_bundle(path),
            self._on_bundle_seen,
        )

    def open_sample(self) -> None:
        if not self._workplace.close():
            return
        folder = documents_folder() / "Sample"
        self._run(
            self.tr("Preparing the sample…"),
            lambda progress, cancelled: open_sample(folder, progress),
            self._workplace.show,
        )

    def choose_bundle(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self._window,
            self.tr("Open a bundle"),
            str(documents_folder().parent),
            self.tr("Bundles (*{suffix});;All files (*)").format(suffix=BUNDLE_SUFFIX),
        )
        if chosen:
            self.open_bundle(Path(chosen))

    def choose_workspace(self) -> None:
        start = documents_folder()
        chosen = QFileDialog.getExistingDirectory(
            self._window,
            self.tr("Open a workspace"),
            str(start if start.is_dir() else start.parent),
        )
        if chosen:
            self.open_folder(Path(chosen))

    def cancel(self) -> None:
        """Let what is being opened come to nothing."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    # Inside, jobs

    def _run(
        self, words: str, work: Work, then: Callable[[Any], object], *, page: bool = True
    ) -> Job:
        """Do something off the GUI thread while a page says so."""
        self.cancel()
        self._notices.clear()
        if page:
            self._pages.show_busy(words)
        job = Job(work, application(), on_dropped=_close_dropped)
        job.progress.connect(self._pages.busy.show_progress)
        job.succeeded.connect(then)
        job.failed.connect(self._on_failed)
        job.finished.connect(lambda: self._forget(job))
        self._job = job
        job.start()
        return job

    def _forget(self, job: Job) -> None:
        if self._job is job:
            self._job = None

    def _on_failed(self, error: Exception) -> None:
        self._pages.show_home()
        self._notices.error(error)

    def _give_up(self) -> None:
        self.cancel()
        self._pages.show_home()

    # Inside, bundles

    def _on_bundle_seen(self, face: BundleFace) -> None:
        opened = self._workplace.opened
        project = self._workplace.project
        if opened is not None and project is not None:
            mine = face.project in ("", opened.workspace.project)
            if mine or face.purpose == "results":
                self._pages.show_home()
                project.take([face.path])
                return
        if (
            opened is not None
            and opened.session is not None
            and face.project == opened.workspace.project
            and face.recipient == opened.workspace.person
        ):
            self._take_in(opened, face.path)
            return
        self._pages.setCurrentWidget(self._pages.join)
        self._pages.join.show_bundle(face)

    def _take_in(self, opened: Opened, path: Path) -> None:
        """Merge a further bundle of this project; the session is read anew afterwards."""
        if not self._workplace.close():
            return
        folder = opened.workspace.folder

        def work(progress: Any, cancelled: Any) -> Opened:
            again = open_workspace(folder)
            if again.read_only_why is not None:
                again.workspace.close()
                raise again.read_only_why
            try:
                new = take_in(again.workspace, path, None)
            finally:
                again.workspace.close()
            again = open_workspace(folder)
            again.notes.append(f"{path.name}: {new} new records.")
            return again

        self._run(self.tr("Taking the bundle in…"), work, self._workplace.show)

    def _on_join(self, path: Path, folder: Path, passphrase: str) -> None:
        self._pages.join.set_busy(True)
        job = self._run(
            "",
            lambda progress, cancelled: join_bundle(path, folder, passphrase),
            self._workplace.show,
            page=False,
        )
        job.failed.disconnect(self._on_failed)
        job.failed.connect(self._on_join_failed)

    def _on_join_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self._pages.join.show_problem(str(error), error.hint)
        else:
            self._pages.join.set_busy(False)
            self._notices.error(error)

    # Inside, new projects

    def _on_new_project(self, folder: Path, title: str, protocols: list[str]) -> None:
        self._pages.new_project.set_busy(True)
        job = self._run(
            "",
            lambda progress, cancelled: new_project(folder, title, protocols),
            self._workplace.show,
            page=False,
        )
        job.failed.disconnect(self._on_failed)
        job.failed.connect(self._on_new_project_failed)

    def _on_new_project_failed(self, error: Exception) -> None:
        self._pages.new_project.set_busy(False)
        if isinstance(error, AppError):
            self._pages.new_project.show_problem(error)
        else:
            self._notices.error(error)


def _close_dropped(result: object) -> None:
    """Close what a cancelled job opened all the same."""
    if isinstance(result, Opened):
        result.workspace.close()
