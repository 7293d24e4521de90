"""Composition root of the window: creates and connects the objects, and runs the event loop."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from desktop_app.core.errors import AppError
from desktop_app.files import resource, user_data_dir
from desktop_app.llm.keys import KeyRing
from desktop_app.ui.crash_report import CrashHandler
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.messages import install_language
from desktop_app.ui.notices import Notices
from desktop_app.ui.open_tasks import Opened
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.single_instance import FileOpenEvents, hand_over, raise_other
from desktop_app.ui.theme import Look, Theme
from desktop_app.version import __version__

# How long a background job keeps the interpreter while the window waits for it, in seconds. With
# Python's 0.005, painting a page during a job takes a tenth of a second longer, because Qt calls
# Python for each cell.
_SWITCH_INTERVAL = 0.0005


def run(arguments: Sequence[str]) -> int:
    """Run the window until it is closed; return the exit status.

    If another window has the workspace open, also that of a bundle, that window comes to the front,
    and this one is not created.

    `arguments`: optionally the path of a workspace or bundle to open
    """
    sys.setswitchinterval(_SWITCH_INTERVAL)
    QApplication.setApplicationName("Proofdesk")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("proofdesk")
    if sys.platform == "linux":
        # Qt's file dialog remembers folders, with the settings of the program.
        QSettings.setPath(
            QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(user_data_dir())
        )
    application = QApplication([sys.argv[0]])
    application.setWindowIcon(QIcon(str(resource("icons/proofdesk.svg"))))
    # Before the window is built: a second start should not take longer than this check.
    if arguments and _is_open_elsewhere(Path(arguments[0])):
        return 0  # the other window came to the front
    program = Program(application)
    died = program.crashes.install()
    if sys.platform == "darwin":
        files = FileOpenEvents(program)
        files.requested.connect(lambda path: program.window.open_path(path))
        application.installEventFilter(files)
    program.window.show()
    if arguments:
        path = Path(arguments[0])
        QTimer.singleShot(0, program.window, lambda: program.window.open_path(path))
    if died:
        program.window.tell_of_death()
    elif program.window.preferences.is_updated:
        program.window.tell_of_update()
    try:
        status = application.exec()
        if not program.window.close():  # refused while results are written
            wait_for_jobs()
            application.processEvents()
            program.window.close()
        wait_for_jobs()
    finally:
        program.crashes.remove()
    return status


def _is_open_elsewhere(path: Path) -> bool:
    """Let another window open a workspace or bundle; return False if none has it open."""
    return raise_other(path) if path.is_dir() else hand_over(path, Preferences().recent())


class Program(QObject):
    """The window, replaced by a new one when the person restarts it in another language.

    All texts are set when a widget is created, so another language needs another window. The new
    window opens the same workspace at the same item or page, as after a restart, and focuses the
    same question. If a workspace or bundle is being opened, that finishes first. Notices and
    questions about a bundle are shown again in the new language.

    `rebuilt`: emitted after the window was replaced
    """

    rebuilt = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._keys = KeyRing()
        # Whether a change of the language waits until nothing is being opened.
        self._waits = False
        self._build()

    def _build(self) -> None:
        self.window, self.crashes = build(self._application, self._keys)
        self.window.language_chosen.connect(self._on_language_chosen)

    def _on_language_chosen(self) -> None:
        # Everything to restore is read before the window is closed.
        old, workplace = self.window, self.window.workplace
        if old.opener.is_busy:
            if not self._waits:
                self._waits = True
                old.opener.idle.connect(self._on_idle, Qt.ConnectionType.SingleShotConnection)
            return
        folder = workplace.opened.workspace.folder if workplace.opened is not None else None
        question = workplace.focused_question()
        section = workplace.project.section if workplace.project is not None else None
        place = (section.key, section.page_state()) if section is not None else None
        joins = old.pages.currentWidget() is old.join_page
        bundle = old.join_page.bundle if joins else None
        news, notice = old.opener.news, old.notices.last
        quits = self._application.quitOnLastWindowClosed()
        # For a moment there is no window at all.
        self._application.setQuitOnLastWindowClosed(False)
        try:
            if not (old.workplace.may_leave(self._on_language_chosen) and old.close()):
                # The window shows why; the language is used from the next start.
                old.offer_language()
                return
            watching = self.crashes.is_installed
            self.crashes.remove()
            self._build()
            if watching:
                self.crashes.install()
            self.window.show()
        finally:
            self._application.setQuitOnLastWindowClosed(quits)
        old.theme.blockSignals(True)  # no theme changes in widgets that are being deleted
        old.theme.deleteLater()
        old.deleteLater()
        if folder is not None:
            self._return_to(place)
            self._reopen(folder, question, bundle, news)
        elif bundle is not None:
            self.window.open_path(bundle)
        if notice is not None and notice.error is not None:
            self._say_again(notice.error)
        self.rebuilt.emit()

    def _return_to(self, place: tuple[str, object] | None) -> None:
        """Show a page of the lead with its state when the workspace is open."""
        workplace = self.window.workplace

        def show() -> None:
            if place is not None and workplace.project is not None:
                workplace.project.go_to(place[0])
                workplace.project.section.restore_page(place[1])

        self.window.workspace_opened.connect(show, Qt.ConnectionType.SingleShotConnection)

    def _on_idle(self) -> None:
        self._waits = False
        # Not directly: the sender of `idle` is deleted with the window and has to return first.
        QTimer.singleShot(0, self, self._on_language_chosen)

    def _reopen(
        self, folder: Path, question: str | None, bundle: Path | None, news: Opened | None
    ) -> None:
        """Open the workspace again, then the bundle whose join page was visible.

        `news`: the workspace in the old window, if that still shows a notice or question about it
        """
        window, once = self.window, Qt.ConnectionType.SingleShotConnection
        if question is not None:
            window.workspace_opened.connect(lambda: window.workplace.focus_question(question), once)
        if bundle is not None:
            window.opener.idle.connect(lambda: window.open_path(bundle), once)
        if news is not None:
            window.opener.open_again(news)
        else:
            window.open_path(folder)

    def _say_again(self, error: AppError) -> None:
        """Show an error in the new language, unless opening shows another notice."""
        window = self.window

        def say() -> None:
            if window.notices.last is None:
                window.notices.error(error)

        if window.opener.is_busy:
            window.opener.idle.connect(say, Qt.ConnectionType.SingleShotConnection)
        else:
            say()


def build(
    application: QApplication, keys: KeyRing | None = None
) -> tuple[MainWindow, CrashHandler]:
    """Create the window and everything it needs; there are no globals.

    `keys`: the key ring of the previous window, so that keys in memory are not lost; None creates
        one
    """
    preferences = Preferences(application)
    language = install_language(application, preferences.settings.language)
    theme = Theme(
        Look(preferences.settings.look), preferences.settings.text_scale, parent=application
    )
    theme.reduced_motion = preferences.settings.reduced_motion
    theme.apply_to_one(application)
    notices = Notices(application)
    window = MainWindow(theme, preferences, notices, language, keys=keys)
    theme.apply_theme(window)
    crashes = CrashHandler(window.keep_draft, application)
    crashes.crashed.connect(window.show_crash)
    notices.unforeseen.connect(crashes.handle)
    return window, crashes
