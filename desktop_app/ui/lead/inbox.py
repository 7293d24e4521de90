"""The inbox on the Merge page: a folder watched for results, which are not merged automatically."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.lead.section import JobRunner
from desktop_app.ui.messages import error_text, sentence
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.plain_text import ShorteningLabel, plain_tip
from desktop_app.ui.widgets.parts import button, label
from desktop_app.workspace.inbox import InboxFile, InboxReader, Stamp, reader_for, set_inbox

# Milliseconds. Folders of sync programs and networks do not always report changes, so the inbox is
# also looked at regularly; files that are being written are looked at again soon.
_POLL, _SOON, _AT_ONCE = 20_000, 3_000, 300


class Arrivals:
    """The files of the inbox that the Merge page has not listed yet, and which it may preview.

    Files that were previewed once, or excluded one by one, are not previewed again automatically.
    """

    def __init__(self, inbox: InboxBar) -> None:
        self._inbox = inbox
        # Files that the user has excluded one by one, as they were then.
        self._excluded: set[tuple[Path, Stamp]] = set()
        # Those that were previewed automatically, so that a failure is not repeated.
        self._tried: set[tuple[Path, Stamp]] = set()
        # Files that have left the inbox, but may still be in the list.
        self._gone: set[Path] = set()

    def waiting(self, listed: Collection[Path]) -> list[InboxFile]:
        """Return the files that can be previewed and are not in the list."""
        return [one for one in self._inbox.ready if one.path not in listed]

    def untried(self, listed: Collection[Path]) -> list[Path]:
        """Return the waiting files that were neither previewed before nor excluded."""
        return [
            one.path for one in self.waiting(listed) if (one.path, one.stamp) not in self._tried
        ]

    def left(self, listed: Iterable[Path]) -> list[Path]:
        """Return the listed files without those that have left the inbox."""
        return [path for path in listed if path not in self._gone]

    def exclude(self, path: Path) -> None:
        """Leave a file out until it changes or `include_all` is called."""
        self._excluded |= {(one.path, one.stamp) for one in self._inbox.ready if one.path == path}

    def include_all(self) -> None:
        """Take the excluded files in again."""
        self._excluded.clear()

    def try_again(self) -> None:
        """Let files be previewed again, except the excluded ones."""
        self._tried = set(self._excluded)

    def on_preview(self, paths: Collection[Path]) -> None:
        """Remember the files that are previewed now, in a list without those that are gone."""
        self._tried |= {(one.path, one.stamp) for one in self._inbox.ready if one.path in paths}
        self._gone.clear()

    def on_changed(self) -> None:
        """Remember the files that have left the inbox."""
        self._gone = (self._gone | self._inbox.gone) - {one.path for one in self._inbox.files}


class InboxBar(QWidget):
    """Shows the inbox of the project and what is in it, and watches it.

    Signal `changed`: other files than before are ready to merge, or files have left the folder.
    Signal `troubled`: instead, only the number of files that cannot be read has changed.

    `files`: the files that were not merged yet, when the folder was last read
    """

    changed = Signal()
    troubled = Signal()

    def __init__(self, desk: JobRunner) -> None:
        super().__init__()
        self._desk = desk
        self.files: Sequence[InboxFile] = ()
        # Files that were there when the folder was read before, and are not any more.
        self.gone: set[Path] = set()
        self._folder = ""
        self._reader: InboxReader | None = None
        self._job: Job | None = None
        # Whether something changed while the folder was being read.
        self._again = False
        self.words = ShorteningLabel("", "secondary")
        # Shown by the page that previews the files.
        self.preview_button = button(self.tr("Preview new files"))
        self.preview_button.hide()
        self.choose_button = button(self.tr("Choose inbox…"))
        self.choose_button.setToolTip(
            plain_tip(
                self.tr(
                    "A folder where results arrive, for example one that is synced. New files are "
                    "shown here; you decide when to merge them."
                )
            )
        )
        self.leave_button = button(self.tr("Remove inbox"))
        self.leave_button.setToolTip(plain_tip(self.tr("Stops watching the folder.")))
        self.problem = label(kind="problem", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.words, 1)
        row.addWidget(self.preview_button)
        row.addWidget(self.choose_button)
        row.addWidget(self.leave_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self.problem)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._on_directory_changed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.check)
        self.choose_button.clicked.connect(self.choose)
        self.leave_button.clicked.connect(lambda: self.set_folder(None))

    @property
    def ready(self) -> list[InboxFile]:
        """The files that can be previewed."""
        return [one for one in self.files if one.is_ready]

    @property
    def unreadable(self) -> list[InboxFile]:
        """The files that cannot be read."""
        return [one for one in self.files if one.state == "unreadable"]

    def show_overview(self) -> None:
        """Watch the folder of the project, and leave out what was merged."""
        overview = self._desk.overview
        if overview.inbox_folder != self._folder:
            if self._folder:
                self._watcher.removePath(self._folder)
            self._folder = overview.inbox_folder
            self._reader = None
            self.files = ()
            if self._folder:
                self._watcher.addPath(self._folder)
        if self.files:
            merged = overview.merged
            # At once, so that merged files are not offered until the folder has been read again.
            self.files = [one for one in self.files if one.digest not in merged]
        self._show_state("")
        self.choose_button.setEnabled(self._desk.can_write)
        self.choose_button.setAccessibleDescription(self._desk.read_only_why)
        self.leave_button.setVisible(bool(self._folder) and self._desk.can_write)
        if self._folder:
            self._timer.start(_AT_ONCE)
        else:
            self._timer.stop()

    def choose(self) -> None:
        """Ask for the folder."""
        chosen = QFileDialog.getExistingDirectory(
            self,
            self.tr("Choose the folder where results arrive"),
            self._folder or str(starting_folder()),
        )
        if chosen:
            self.set_folder(Path(chosen))

    def set_folder(self, folder: Path | None) -> None:
        """Set the inbox of this project, or remove it (None)."""
        self._desk.run(
            self.tr("Saving the setting…"),
            lambda workspace, progress: set_inbox(workspace, folder),
            lambda _: self.choose_button.setFocus(),
            lambda error: self._show_state(error_text(error)),
        )

    def check(self) -> None:
        """Read the folder, off the GUI thread."""
        if not self._folder:
            return
        if self._job is not None:
            self._again = True
            return
        folder, overview, reader = self._folder, self._desk.overview, self._reader

        def work(*_: object) -> tuple[str, InboxReader, list[InboxFile]]:
            read = reader or reader_for(overview.project, overview.person)
            return folder, read, read.scan(Path(folder), overview.merged)

        self._job = Job(work, application())
        self._job.succeeded.connect(self._on_read)
        self._job.failed.connect(self._on_failed)
        # A folder on a network may answer late, and nothing else must wait for it.
        self._job.start_apart()

    # Internals
    def _on_directory_changed(self) -> None:
        self._timer.start(_AT_ONCE)

    def _on_read(self, result: tuple[str, InboxReader, list[InboxFile]]) -> None:
        folder, reader, files = result
        self._job = None
        if folder == self._folder:
            self._reader = reader
            before = [(one.path, one.stamp) for one in self.ready]
            broken = len(self.unreadable)
            self.gone = {one.path for one in self.files} - {one.path for one in files}
            # Merged while the folder was being read.
            merged = self._desk.overview.merged
            self.files = [one for one in files if one.digest not in merged]
            self._show_state("")
            if self.gone or [(one.path, one.stamp) for one in self.ready] != before:
                self.changed.emit()
            elif len(self.unreadable) != broken:
                self.troubled.emit()
        self._go_on()

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        if not isinstance(error, AppError):
            raise error
        self.files = ()
        self._show_state(error_text(error))
        self._go_on()

    def _go_on(self) -> None:
        """Check again: at once if something changed, soon if a file is being written, or later."""
        partial = any(one.state == "partial" for one in self.files)
        wait = _AT_ONCE if self._again else _SOON if partial else _POLL
        self._again = False
        if self._folder:
            self._timer.start(wait)
            # Watching ends when the folder is removed, also if it is created again.
            if self._folder not in self._watcher.directories():
                self._watcher.addPath(self._folder)

    def _show_state(self, problem: str) -> None:
        counts = {
            state: sum(1 for one in self.files if one.state == state)
            for state in ("partial", "foreign")
        }
        words = [self.tr("Inbox: {folder}").format(folder=self._folder)]
        words.append(
            self.tr("%n new file(s)", "", len(self.ready)) if self.ready else self.tr("nothing new")
        )
        if counts["partial"]:
            words.append(self.tr("%n still being written", "", counts["partial"]))
        if counts["foreign"]:
            words.append(self.tr("%n of another project", "", counts["foreign"]))
        self.words.setText(
            "  ·  ".join(words)
            if self._folder
            else self.tr("No inbox chosen. Proofdesk can watch a folder where results arrive.")
        )
        # The line may be shortened.
        self.words.setToolTip(plain_tip(self.words.text()))
        self.choose_button.setText(
            self.tr("Change inbox…") if self._folder else self.tr("Choose inbox…")
        )
        self.choose_button.setAccessibleName(self.choose_button.text().rstrip("…"))
        lines = [problem] if problem else []
        lines += [
            self.tr("{file} cannot be read: {why}").format(
                file=one.path.name, why=sentence(one.problem)
            )
            for one in self.unreadable
        ]
        self.problem.setText("\n".join(lines))
        self.problem.setVisible(bool(lines))
