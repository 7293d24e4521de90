"""Commands that open workspaces, bundles, samples and new projects, in background jobs.

The module is longer than most because opening anything cancels what is being opened, so all ways to
open are in one place.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.jobs import Job, Work, application
from desktop_app.ui.join_page import JoinPage
from desktop_app.ui.lead.new_project import NewProjectPage
from desktop_app.ui.messages import current_language
from desktop_app.ui.notices import Notices
from desktop_app.ui.open_tasks import (
    BUNDLE_SUFFIX,
    BundleChanges,
    BundleManifest,
    Opened,
    TrustNeededError,
    copy_to_folder,
    current_items,
    discard_copy,
    documents_folder,
    edited_numbers,
    free_folder,
    import_pages,
    join_bundle,
    kept_copy,
    lead_changes,
    lead_texts,
    merge_bundle,
    new_project,
    open_sample,
    open_sample_project,
    open_workspace,
    read_manifest,
    returned_count,
    sample_project,
    sample_work,
    stale_count,
    starting_folder,
)
from desktop_app.ui.open_workspace import Workplace
from desktop_app.ui.pages import Pages
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.single_instance import raise_other

if TYPE_CHECKING:
    from desktop_app.workspace.trust import Accepted

# Folders of the samples, by protocol.
_SAMPLES = {
    "risum": "Sample",
    "cnr": "Sample critique",
    "dolomites": "Sample tasks",
    "kiwi": "Sample sessions",
    "study": "Sample study",
}


class Opener(QObject):
    """Opens one workspace or bundle at a time: opening another cancels the first.

    `idle`: emitted when nothing is being opened any more
    """

    idle = Signal()

    def __init__(
        self,
        window: QWidget,
        pages: Pages,
        workplace: Workplace,
        notices: Notices,
        preferences: Preferences,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._pages = pages
        self._workplace = workplace
        self._notices = notices
        self._preferences = preferences
        self._job: Job | None = None
        self._copying = False
        # A copy of the bundle that the person is asked about.
        self._kept: TemporaryDirectory[str] | None = None
        pages.welcome.recent_chosen.connect(self.open_folder)
        pages.join.left.connect(self._give_up)
        pages.join.unlocked.connect(self._on_unlock)
        pages.join.accepted.connect(self._on_join)
        pages.trust.left.connect(self._give_up)
        pages.trust.accepted.connect(self._on_trusted)
        pages.busy.cancelled.connect(self._give_up)
        pages.new_project.left.connect(self._give_up)
        pages.new_project.accepted.connect(self._on_new_project)

    @property
    def is_busy(self) -> bool:
        """Whether something is being opened, joined, created or copied."""
        return self._job is not None

    @property
    def news(self) -> Opened | None:
        """The open workspace while its opening notice or a question about a bundle is visible."""
        asks = self._pages.currentWidget() is self._pages.trust
        return self._workplace.opened if asks or self._workplace.is_announced else None

    def open_path(self, path: Path) -> None:
        """Open a workspace folder or a bundle."""
        path = Path(path).expanduser().absolute()
        if path.is_dir():
            self.open_folder(path)
        elif not path.exists():
            self._notices.say(
                self.tr("There is no file or folder “{name}”.").format(name=path.name),
                self.tr("Check its name, and whether it is still in {folder}.").format(
                    folder=path.parent
                ),
                "warn",
            )
        else:
            self.open_bundle(path)

    def open_folder(self, folder: Path) -> None:
        """Open a workspace. If another window has it open, bring that window to the front."""
        if not self._may_begin():
            return
        if self._is_open(folder):
            self._pages.show_home()
            return
        if raise_other(folder):
            self._notices.say(
                self.tr("This workspace is already open in another window, now in front.")
            )
            return
        self._run(
            self.tr("Opening the workspace…"),
            lambda progress, cancelled: open_workspace(folder),
            self._show,
        )

    def open_again(self, before: Opened) -> None:
        """Open a closed workspace again, with the notice or question it showed."""

        def work(progress: Any, cancelled: Any) -> Opened:
            opened = open_workspace(before.workspace.folder)
            # The notice of a merge is created from these fields.
            opened.failure, opened.left_out = before.failure, before.left_out
            opened.changes = before.changes
            return opened

        self._run(self.tr("Opening the workspace…"), work, self._on_merged)

    def show_new_project(self) -> None:
        """Show the page for a new project."""
        if not self._may_begin():
            return
        self._pages.new_project.show_fresh()
        self._pages.setCurrentWidget(self._pages.new_project)
        self._pages.new_project.title.setFocus()

    def open_bundle(self, path: Path) -> None:
        """Read a bundle's manifest, then merge it into its workspace or ask for a folder."""
        if not self._may_begin():
            return
        reader = self._reader()

        def work(progress: Any, cancelled: Any) -> Any:
            return read_manifest(path, None, reader), kept_copy(path)

        def then(found: tuple[BundleManifest, TemporaryDirectory[str] | None]) -> None:
            seen, self._kept = found
            self._on_bundle_seen(seen)

        self._run(self.tr("Reading the bundle…"), work, then)

    def open_sample(self, protocol: str) -> None:
        """Open the sample of a protocol, which is created at its first use."""
        if not self._may_begin():
            return
        folder = documents_folder() / _SAMPLES[protocol]
        if self._is_open(sample_work(folder)):
            self._pages.show_home()
            return
        self._run(
            self.tr("Preparing the sample…"),
            lambda progress, cancelled: open_sample(folder, progress, protocol),
            self._show,
        )

    def open_sample_project(self) -> None:
        """Open the riSum sample as its lead sees it; it is created at its first use."""
        if not self._may_begin():
            return
        folder = documents_folder() / _SAMPLES["risum"]
        if self._is_open(sample_project(folder)):
            self._pages.show_home()
            return
        self._run(
            self.tr("Preparing the sample…"),
            lambda progress, cancelled: open_sample_project(folder, progress),
            self._show,
        )

    def choose_bundle(self) -> None:
        """Ask for the file of a bundle, then open it."""
        chosen, _ = QFileDialog.getOpenFileName(
            self._window,
            self.tr("Open a bundle"),
            str(starting_folder()),
            self.tr("Bundles (*{suffix});;All files (*)").format(suffix=BUNDLE_SUFFIX),
        )
        if chosen:
            self.open_bundle(Path(chosen))

    def choose_workspace(self) -> None:
        """Ask for the folder of a workspace, then open it."""
        start = documents_folder()
        chosen = QFileDialog.getExistingDirectory(
            self._window,
            self.tr("Open a workspace"),
            str(start if start.is_dir() else starting_folder()),
        )
        if chosen:
            self.open_folder(Path(chosen))

    def choose_copy(self) -> None:
        """Ask for a folder, then copy the open workspace to it."""
        opened = self._workplace.opened
        if opened is None:
            return
        chosen = QFileDialog.getExistingDirectory(
            self._window, self.tr("Save a copy in"), str(starting_folder())
        )
        if chosen:
            self.copy_to(free_folder(opened.workspace.folder.name, Path(chosen)))

    def copy_to(self, folder: Path) -> None:
        """Copy the open workspace to a new folder.

        If the workspace's own folder cannot be saved to, the work continues in the copy, which has
        the unsaved changes.
        """
        opened, controller = self._workplace.opened, self._workplace.controller
        if opened is None or not self._workplace.may_leave():
            return
        workspace = opened.workspace
        project = self._workplace.project
        if project is not None:
            project.desk.run(
                self.tr("Copying the workspace…"),
                lambda workspace, progress: copy_to_folder(workspace, folder, None),
                lambda _: self._notices.say(
                    self.tr("Copy saved in {folder}.").format(folder=folder)
                ),
                changes=False,
            )
            return
        asking = self._workplace.asking
        self._workplace.save()
        # Text that could not be saved now goes into the copy as a draft.
        unsaved = controller.session.unsaved() if controller is not None else None
        about = asking.about.unsaved() if asking is not None and asking.about is not None else None
        move = unsaved is not None or about is not None or bool(workspace.store.failure)

        # Read before copying: cancelling must not delete a folder that existed before.
        was_there = folder.is_dir()

        def work(progress: Any, cancelled: Any) -> Opened | None:
            copy_to_folder(workspace, folder, unsaved, about)
            if cancelled():
                discard_copy(folder, was_there)
                return None
            return open_workspace(folder) if move else None

        def then(copy: Opened | None) -> None:
            if copy is None:
                self._pages.show_home()
                self._notices.say(self.tr("Copy saved in {folder}.").format(folder=folder))
                return
            # Not `close`, which would try again to save to the folder that cannot be written.
            self._workplace.abandon()
            self._show(copy)
            self._notices.say(
                self.tr("You are now working in the copy: {folder}.").format(folder=folder),
                self.tr("It contains everything you typed. Send your results from there."),
            )

        words = self.tr("Copying the workspace…")
        job = self._run(words, work, then)
        # From now on the workspace must stay open: the job reads it.
        self._copying = True
        self._workplace.freeze(opened, words)
        job.finished.connect(lambda: self._on_copied(opened, job))

    def _on_copied(self, opened: Opened, job: Job) -> None:
        self._copying = False
        self._workplace.freeze(opened, "")
        if job.is_cancelled:
            self._pages.show_home()

    def _may_begin(self) -> bool:
        """Return whether something may be opened; not while a copy is being written."""
        if self._copying:
            self._notices.say(
                self.tr("A file is being written."),
                self.tr(
                    "The workspace cannot be closed until the file has been written. Wait "
                    "a moment, then try again."
                ),
            )
        return not self._copying

    def cancel(self) -> None:
        """Cancel what is being opened."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _run(
        self, words: str, work: Work, then: Callable[[Any], object], *, page: bool = True
    ) -> Job:
        """Run `work` on another thread; `page`: show the busy page in the meantime."""
        # A cancelled job ends later; its result is closed by `_close_dropped`.
        self.cancel()
        self._notices.clear()
        if page:
            self._pages.show_busy(words)
        job = Job(work, application(), on_dropped=_close_dropped, steps=import_pages)
        job.progress.connect(self._pages.busy.show_progress)
        job.succeeded.connect(then)
        job.failed.connect(self._on_failed)
        job.finished.connect(lambda: self._forget(job))
        self._job = job
        job.start()
        return job

    def _forget(self, job: Job) -> None:
        # A job that was replaced must not report `idle` for its successor.
        if self._job is job:
            self._job = None
            self.idle.emit()

    def _is_open(self, folder: Path) -> bool:
        opened = self._workplace.opened
        return opened is not None and opened.workspace.folder.resolve() == folder.resolve()

    def _show(self, opened: Opened) -> None:
        """Show an opened workspace; only now is the previous one closed."""
        if not self._workplace.show(opened):
            self._pages.show_home()

    def _on_failed(self, error: Exception) -> None:
        self._pages.show_home()
        self._notices.error(error)

    def _give_up(self) -> None:
        # The copying thread still reads the workspace, so the page stays until it ends.
        if self._copying:
            if self._job is not None:
                self._job.cancel()
            self._pages.show_busy(self.tr("Cancelling…"))
            return
        self.cancel()
        self._pages.show_home()
        self.idle.emit()

    def _file(self, bundle: Path) -> Path:
        """Return a bundle, or its copy if it is gone: mail programs delete opened attachments."""
        if self._kept is None or bundle.exists():
            return bundle
        copy = Path(self._kept.name) / bundle.name
        return copy if copy.exists() else bundle

    def _reader(self) -> tuple[str, str] | None:
        """Return project and person of the open workspace, whose keys may decrypt a bundle."""
        opened = self._workplace.opened
        return (opened.workspace.project, opened.workspace.person) if opened is not None else None

    def _on_bundle_seen(self, face: BundleManifest, passphrase: str = "") -> None:
        """Decide what to do with a bundle: preview it in a project, merge it, join it or refuse it.

        `passphrase`: the passphrase that has decrypted it
        """
        opened = self._workplace.opened
        project = self._workplace.project
        if opened is not None and project is not None:
            # The project of an encrypted bundle is not known yet.
            mine = face.project in ("", opened.workspace.project)
            if mine or face.purpose == "results":
                self._pages.show_home()
                project.files.take([face.path])
                return
        # From here on, no lead's project is open, or the bundle belongs to another project.
        session = opened.session if opened is not None else None
        if opened is not None and session is not None and face.project == opened.workspace.project:
            if face.recipient == opened.workspace.person:
                self._merge_bundle(opened, face.path, passphrase)
                return
            if face.recipient and not self._go_on_with(face, passphrase):
                note = self.tr("You are working as {person}; this bundle is for {other}.").format(
                    person=opened.workspace.person, other=face.recipient
                )
                self._ask_where(face, note, passphrase)
            if face.recipient:
                return
        if face.purpose == "results":
            self._pages.show_home()
            self._notices.say(
                self.tr("{file} contains results from {sender} and no items to work on.").format(
                    file=face.path.name, sender=face.sender
                ),
                self.tr("Send this file to the project lead, who merges it into the project."),
                "warn",
            )
            return
        if not self._go_on_with(face, passphrase):
            self._ask_where(face, "", passphrase)

    def _go_on_with(self, face: BundleManifest, passphrase: str) -> bool:
        """Merge a later bundle of a project into the workspace of its recipient.

        Returns False if no such workspace was opened on this computer before.
        """
        folder = self._preferences.place_of(face.project, face.recipient)
        if folder is None or not face.recipient:
            return False
        if raise_other(folder, face.path):
            self._pages.show_home()
            self._notices.say(
                self.tr("This workspace is already open in another window, now in front."),
                self.tr("The bundle is opened there."),
            )
            return True

        def work(progress: Any, cancelled: Any) -> Opened | None:
            try:
                return open_workspace(folder)
            except AppError:
                # For example, the folder was replaced by something else. In this case, join the
                # bundle.
                return None

        def then(opened: Opened | None) -> None:
            if opened is None:
                self._ask_where(face, "", passphrase)
                return
            self._show(opened)
            if self._workplace.opened is opened and opened.session is not None:
                self._merge_bundle(opened, face.path, passphrase)

        self._run(self.tr("Opening the workspace…"), work, then)
        return True

    def _ask_where(self, face: BundleManifest, note: str, passphrase: str) -> None:
        self._pages.setCurrentWidget(self._pages.join)
        self._pages.join.show_bundle(face, note, passphrase)

    def _merge_bundle(
        self, opened: Opened, path: Path, passphrase: str, yes: Accepted | None = None
    ) -> None:
        """Merge a later bundle into the open workspace, then open the workspace again.

        It is opened again even if the bundle cannot be read.
        """
        # Compared with the state afterwards, so that a notice can say what has changed.
        path = self._file(path)
        folder, before = opened.workspace.folder, current_items(opened)
        is_stale, back = stale_count(opened), returned_count(opened)
        by_lead = lead_changes(opened)
        rules = {name: lead_texts(opened, name) for name in ("guidelines", "forms")}
        if not self._workplace.close():
            self._pages.show_home()
            return

        def work(progress: Any, cancelled: Any) -> Opened:
            again = open_workspace(folder)
            if again.read_only_why is not None:
                return again
            failure: AppError | None = None
            left_out: dict[str, int] = {}
            new = 0
            try:
                new, left_out = merge_bundle(again.workspace, path, passphrase, yes)
            except AppError as error:
                failure = error
            finally:
                again.workspace.close()
            again = open_workspace(folder)
            again.failure, again.left_out = failure, left_out
            # Without a merge there is nothing to compare.
            if failure is None and again.session is not None:
                again.changes = BundleChanges(
                    path.name,
                    new,
                    len(current_items(again).keys() - before.keys()),
                    edited_numbers(again, before),
                    max(0, stale_count(again) - is_stale),
                    max(0, returned_count(again) - back),
                    tuple(n for rev, n in lead_changes(again).items() if rev not in by_lead),
                    has_guidelines=lead_texts(again, "guidelines") != rules["guidelines"],
                    has_questions=lead_texts(again, "forms") != rules["forms"],
                )
            return again

        self._run(self.tr("Importing the bundle…"), work, self._on_merged)

    def _on_merged(self, opened: Opened) -> None:
        self._show(opened)
        if isinstance(opened.failure, TrustNeededError) and self._workplace.opened is opened:
            self._pages.setCurrentWidget(self._pages.trust)
            self._pages.trust.show_question(opened.failure)

    def _on_trusted(self, asked: TrustNeededError) -> None:
        opened = self._workplace.opened
        if opened is None:
            self._pages.show_home()
        else:
            self._merge_bundle(opened, asked.path, asked.passphrase, asked.confirmation())

    def _on_unlock(self, path: Path, passphrase: str) -> None:
        path, reader = self._file(path), self._reader()
        self._run_on(
            self._pages.join,
            lambda progress, cancelled: read_manifest(path, passphrase, reader),
            lambda face: self._on_bundle_seen(face, passphrase),
        )

    def _on_join(self, path: Path, folder: Path, passphrase: str) -> None:
        path = self._file(path)
        self._run_on(
            self._pages.join,
            lambda progress, cancelled: join_bundle(path, folder, passphrase),
            self._show,
        )

    def _on_new_project(self, folder: Path, title: str, protocols: list[str], form: str) -> None:
        # Reports are written in the language in which the project was created.
        language = "" if current_language() == "en" else current_language()
        self._run_on(
            self._pages.new_project,
            lambda progress, cancelled: new_project(folder, title, protocols, form, language),
            self._show,
        )

    def _run_on(
        self, page: JoinPage | NewProjectPage, work: Work, then: Callable[[Any], object]
    ) -> None:
        """Run `work` while its input page stays visible; the page shows any errors."""

        def on_failed(error: Exception) -> None:
            page.set_busy(False)
            if isinstance(error, AppError):
                page.show_problem(error)
            else:
                self._notices.error(error)

        page.set_busy(True)
        job = self._run("", work, then, page=False)
        # The default shows a notice and the home page, where the input would be lost.
        job.failed.disconnect(self._on_failed)
        job.failed.connect(on_failed)


def _close_dropped(result: object) -> None:
    """Close the workspace that a cancelled job opened anyway."""
    if isinstance(result, Opened):
        result.workspace.close()
