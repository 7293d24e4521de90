"""Page for the person's own signing key: its fingerprint, and restoring a missing key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop_app.core.errors import AppError, MissingSigningKeyError
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.layouts import STRETCH, Centred, Part, in_column, in_row
from desktop_app.ui.messages import error_text
from desktop_app.ui.notices import Notices
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.open_workspace import Workplace
from desktop_app.ui.pages import Pages
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.parts import label
from desktop_app.workspace.maintenance import OwnKey, own_key_of, restore_keys
from desktop_app.workspace.trust import make_new_key, take_identity
from desktop_app.workspace.workspace import Workspace

_WIDEST = 640  # pixels at 100 % text; longer lines are hard to read


class OwnKeyPage(QWidget):
    """Page that shows the fingerprint, or offers ways to restore or replace a missing key.

    `file_chosen`: emitted with the path of a key file
    `unlocked`: emitted with the passphrase of the encrypted copy in a backup
    `new_key_wanted`: emitted when the person asks to replace a lost key
    """

    left = Signal()
    file_chosen = Signal(object)
    unlocked = Signal(str)
    new_key_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.heading = label(kind="heading", wrap=True)
        self.explanation = label(wrap=True)
        self.fingerprint = label(kind="question", wrap=True)
        self.in_words = label(kind="question", wrap=True)
        self.problem = label(kind="problem", wrap=True)
        for each in (self.fingerprint, self.in_words):
            each.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.setAccessibleName(self.tr("Copy the fingerprint and its words"))
        self.passphrase = QLineEdit()
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setPlaceholderText(self.tr("Passphrase of the backup"))
        self.passphrase.setAccessibleName(self.tr("Passphrase of the backup"))
        self.unlock = QPushButton(self.tr("Restore the key"))
        self.choose = QPushButton(self.tr("Choose a key file…"))
        self.is_lost = TickChoice(
            theme,
            Face(
                self.tr(
                    "My key is lost. Everyone who knows the old key will have to accept the new "
                    "one."
                ),
                wide=True,
            ),
        )
        self.make = QPushButton(self.tr("Create a new key"))
        self.back = QPushButton(self.tr("Back"))
        self.back.setToolTip(self.tr("Back (Esc)"))
        self._encrypted = _row(self.passphrase, self.unlock, STRETCH)
        self._file = _row(self.choose, STRETCH)
        self._lost = _row(self.make, STRETCH)
        content = in_column(
            *(self.heading, self.explanation, self.fingerprint, self.in_words),
            *(self._encrypted, self._file, self.is_lost, self._lost, self.problem),
            *(8, _row(STRETCH, self.copy, self.back), STRETCH),
            margins=(24, 40, 24, 24),
            gap=12,
        )
        Centred(content, theme, _WIDEST, on=self)
        # With children, because usually one of the fields has the focus.
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.back.click)
        self.back.clicked.connect(self.left)
        self.copy.clicked.connect(self._on_copy)
        self.choose.clicked.connect(self._on_choose)
        self.passphrase.textChanged.connect(lambda text: self.unlock.setEnabled(bool(text)))
        self.passphrase.returnPressed.connect(self.unlock.click)
        self.unlock.clicked.connect(lambda: self.unlocked.emit(self.passphrase.text()))
        self.is_lost.toggled.connect(self.make.setEnabled)
        self.make.clicked.connect(self.new_key_wanted)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_key(self, key: OwnKey, *, can_write: bool) -> None:
        """Show a key, or the ways to restore a missing one if the workspace is writable."""
        # Imported here: cryptography takes a moment to load and is rarely needed.
        from desktop_app.bundles.keys import grouped, words_of

        here = key.state == "here"
        self.problem.hide()
        # The page is reused; nothing of an earlier visit may remain.
        self.passphrase.clear()
        self.is_lost.setChecked(False)
        self.unlock.setEnabled(False)
        self.make.setEnabled(False)
        if here:
            self.heading.setText(self.tr("Your key"))
            self.explanation.setText(
                self.tr(
                    "It signs your files. Recipients may ask you, for example by phone, to "
                    "read out its fingerprint: these digits, or these words."
                )
            )
        else:
            self.heading.setText(self.tr("Your key is not on this computer"))
            self.explanation.setText(
                self.tr("Without it, you cannot sign files. Its fingerprint:")
                if key.fingerprint
                else self.tr("Without it, you cannot sign files.")
            )
        self.fingerprint.setText(grouped(key.fingerprint))
        words = words_of(key.fingerprint) if key.fingerprint else ""
        self.in_words.setText(self.tr("In words: {words}").format(words=words))
        for each in (self.fingerprint, self.in_words):
            each.setVisible(bool(key.fingerprint))
        self.copy.setVisible(here)
        offered = can_write and not here
        self._encrypted.setVisible(offered and key.state == "encrypted")
        for widget in (self._file, self.is_lost, self._lost):
            widget.setVisible(offered)
        if here or not offered:
            self.back.setFocus()
        else:
            (self.passphrase if key.state == "encrypted" else self.choose).setFocus()

    def show_problem(self, words: str) -> None:
        """Show why a key could not be restored or created."""
        self.problem.setText(words)
        self.problem.show()

    def _on_copy(self) -> None:
        QApplication.clipboard().setText(f"{self.fingerprint.text()}\n{self.in_words.text()}")

    def _on_choose(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self, self.tr("Choose a key file"), str(starting_folder())
        )
        if chosen:
            self.file_chosen.emit(Path(chosen))

    def _apply_theme(self) -> None:
        self.passphrase.setMaximumWidth(self._theme.px(280))


def _row(*parts: Part) -> QWidget:
    row = QWidget()
    in_row(*parts, on=row, margins=0)
    return row


class OwnKeyController(QObject):
    """Controller of the key page.

    Keys are read and saved in jobs, because decrypting a copy takes about a second (scrypt).
    """

    def __init__(
        self, parent: QObject, pages: Pages, workplace: Workplace, notices: Notices, theme: Theme
    ) -> None:
        super().__init__(parent)
        self._pages = pages
        self._workplace = workplace
        self._notices = notices
        self._theme = theme
        self.page: OwnKeyPage | None = None
        notices.remedies[MissingSigningKeyError] = (self.tr("Restore the key…"), self.show)

    def show(self) -> None:
        """Show the page; leaving it returns to the work."""
        if self._workplace.opened is None:
            return
        if self._pages.aside is not None:
            self._notices.say(self.tr("Answer the question on this page first, or postpone it."))
            return
        if self.page is None:
            self.page = OwnKeyPage(self._theme)
            self._pages.addWidget(self.page)
            self.page.left.connect(self._pages.show_home)
            self.page.file_chosen.connect(self.take_file)
            self.page.unlocked.connect(self.unlock)
            self.page.new_key_wanted.connect(self.make_new)
        self._do(self.tr("Loading your key…"), own_key_of, changes=False)

    def take_file(self, path: Path) -> None:
        """Restore the key from a key file."""
        from desktop_app.bundles.keys import load_identity

        self._do(
            self.tr("Restoring your key…"),
            lambda workspace: take_identity(workspace, load_identity(path)),
        )

    def unlock(self, passphrase: str) -> None:
        """Restore the key from the encrypted copy of a restored backup."""
        self._do(
            self.tr("Restoring your key…"), lambda workspace: restore_keys(workspace, passphrase)
        )

    def make_new(self) -> None:
        """Create a new key to replace a lost one (docs/decisions/0024)."""
        self._do(self.tr("Creating a new key…"), make_new_key)

    def _do(self, words: str, task: Callable[[Workspace], Any], *, changes: bool = True) -> None:
        """Run a task on the open workspace, then show its key."""
        opened = self._workplace.opened
        if opened is None:
            return

        def work(workspace: Workspace) -> OwnKey:
            task(workspace)
            return own_key_of(workspace)

        # A lead's project has its own runner, which also prevents other jobs from using it.
        project = self._workplace.project
        if project is not None:
            project.desk.run(
                words,
                lambda workspace, progress: work(workspace),
                self._on_key,
                self._on_failed,
                changes=changes,
            )
            return
        if self._workplace.is_writing:
            # The end of this job would end the freeze while results are still being written.
            self._notices.say(
                self.tr("A file is being written."), self.tr("Try again when it is complete.")
            )
            return
        # Drafts cannot be saved while the job uses the workspace.
        self._workplace.save()
        self._workplace.freeze(opened, words)
        job = Job(lambda progress, cancelled: work(opened.workspace), application())
        job.succeeded.connect(self._on_key)
        job.failed.connect(self._on_failed)
        job.finished.connect(lambda: self._workplace.freeze(opened, ""))
        job.start()

    def _on_key(self, key: OwnKey) -> None:
        opened, page = self._workplace.opened, self.page
        if opened is None or page is None:
            return
        self._pages.setCurrentWidget(page)
        page.show_key(key, can_write=not opened.workspace.store.read_only)

    def _on_failed(self, error: Exception) -> None:
        page = self.page
        # Expected errors are shown beside the fields if the page is already visible.
        if isinstance(error, AppError) and page is not None and page.isVisible():
            page.show_problem(error_text(error))
        else:
            self._notices.error(error)
