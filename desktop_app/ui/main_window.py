"""The frame of everything: menus, pages, messages. No rules of the domain live here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app import files
from desktop_app.core.errors import AppError, UsageError
from desktop_app.core.forms import Form
from desktop_app.core.protocol import Protocol
from desktop_app.ui.annotate.controller import ITEM_ACTIONS, SAVE_AFTER, Controller
from desktop_app.ui.annotate.page import AnnotatePage
from desktop_app.ui.commands import Commands
from desktop_app.ui.crash_report import CrashPage, last_reports
from desktop_app.ui.jobs import Job, Work
from desktop_app.ui.join_page import JoinPage
from desktop_app.ui.keyboard import Keyboard
from desktop_app.ui.keys_sheet import KeysSheet, Section
from desktop_app.ui.notices import NoticeBar, Notices
from desktop_app.ui.opening import (
    BUNDLE_SUFFIX,
    BundleFace,
    Opened,
    documents_folder,
    join_bundle,
    look_at_bundle,
    open_sample,
    open_workspace,
    send_results,
    take_in,
)
from desktop_app.ui.overlay import Overlay
from desktop_app.ui.palette import CommandPalette
from desktop_app.ui.plain import shown_keys
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.status_page import StatusPage
from desktop_app.ui.theme import Look, Theme
from desktop_app.ui.welcome import WelcomePage

_FIRST_SIZE = (1280, 800)
_STEP = 0.1


class BusyPage(QWidget):
    """Something is being opened: what, how far, and a way out."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = QLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(320)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self.cancelled)
        layout = QVBoxLayout(self)
        layout.setSpacing(14)
        layout.addStretch(1)
        for widget in (self.words, self.bar, self.cancel):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)

    def show_work(self, words: str) -> None:
        self.words.setText(words)
        self.bar.setRange(0, 0)

    def show_progress(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)


class MainWindow(QMainWindow):
    """One window, at most one workspace in it."""

    workspace_opened = Signal()
    results_sent = Signal(str)  # the file

    def __init__(
        self,
        theme: Theme,
        preferences: Preferences,
        notices: Notices,
        language: str,
        save_after: int = SAVE_AFTER,
    ) -> None:
        super().__init__()
        self.theme = theme
        self.preferences = preferences
        self.notices = notices
        self.controller: Controller | None = None
        self._language = language
        self._save_after = save_after
        self._job: Job | None = None
        self._doorbell: Any = None
        self._status: StatusPage | None = None
        self._opened: Opened | None = None
        self._before_crash: QWidget | None = None
        self._panel: QWidget | None = None
        self.setAcceptDrops(True)
        self.commands = Commands(self)
        self.welcome = WelcomePage(self.commands, theme)
        self.join_page = JoinPage(theme)
        self.busy = BusyPage()
        self.crash_page = CrashPage()
        self.pages = QStackedWidget()
        for page in (self.welcome, self.join_page, self.busy, self.crash_page):
            self.pages.addWidget(page)
        self.notice_bar = NoticeBar(notices, theme)
        self.palette_page = CommandPalette(self, theme)
        self.keys_sheet = KeysSheet(self, theme)
        self.keyboard = Keyboard(
            self, self.commands.shortcuts, self._on_plain_key, self._is_in_panel
        )
        below = QHBoxLayout()
        below.setContentsMargins(12, 0, 12, 0)
        below.addWidget(self.notice_bar)
        centre = QWidget()
        layout = QVBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(8)
        layout.addWidget(self.pages, 1)
        layout.addLayout(below)
        self.setCentralWidget(centre)
        self._connect()
        self._restore_geometry()
        self.show_welcome()

    # Pages

    def show_welcome(self) -> None:
        self.setWindowTitle("Proofdesk")
        self.commands.enable(ITEM_ACTIONS, False)
        self.commands.enable(["close_workspace"], False)
        self.commands.set_panel_actions([])
        self.welcome.show_recent(self.preferences.recent())
        self._show(self.welcome)

    def show_crash(self, report: str) -> None:
        self._leave_for_crash_page()
        self.crash_page.show_crash(report)

    def tell_of_death(self) -> None:
        """Say that the program ended without a word last time."""
        self.notices.say(
            self.tr("Last time the program ended unexpectedly. What you had typed was saved."),
            self.tr("See Help ▸ Report a problem."),
            "warn",
        )

    # Opening

    def open_path(self, path: Path) -> None:
        """Open what a person named: a workspace's folder, or a bundle."""
        path = Path(path).expanduser().absolute()
        if path.is_dir():
            self.open_folder(path)
        else:
            self.open_bundle(path)

    def open_folder(self, folder: Path) -> None:
        """Open a workspace, or raise the window that has it."""
        if self._opened is not None and self._opened.workspace.folder == folder:
            return
        if not self._close_workspace():
            return
        from desktop_app.ui.single import raise_other

        if raise_other(folder):
            self.notices.say(
                self.tr("This workspace is open in another window, which is in front now.")
            )
            return
        self._run(
            self.tr("Opening the workspace…"),
            lambda progress, cancelled: open_workspace(folder),
            self._on_opened,
        )

    def open_bundle(self, path: Path) -> None:
        """Look at a bundle, then ask where its work shall live."""
        self._run(
            self.tr("Reading the bundle…"),
            lambda progress, cancelled: look_at_bundle(path),
            self._on_bundle_seen,
        )

    def open_sample(self) -> None:
        if not self._close_workspace():
            return
        folder = documents_folder() / "Sample"
        self._run(
            self.tr("Preparing the sample…"),
            lambda progress, cancelled: open_sample(folder, progress),
            self._on_opened,
        )

    def send_results_to(self, output: Path) -> None:
        """Write the results bundle, off the GUI thread; no record is added meanwhile."""
        controller = self.controller
        if controller is None:
            return
        if output.suffix != BUNDLE_SUFFIX:
            output = output.with_name(output.name + BUNDLE_SUFFIX)
        controller.save()
        controller.freeze(True)
        controller.page.footer.right.setText(self.tr("Writing the results…"))
        workspace = controller.session.workspace
        job = Job(lambda progress, cancelled: send_results(workspace, output), _application())
        job.succeeded.connect(self._on_results_sent)
        job.failed.connect(self.notices.error)
        job.finished.connect(self._on_results_over)
        self._job = job
        job.start()

    # Inside, wiring

    def _connect(self) -> None:
        for name, slot in (
            ("open_bundle", self._choose_bundle),
            ("open_workspace", self._choose_workspace),
            ("sample", self.open_sample),
            ("send_results", self._choose_results),
            ("close_workspace", self._on_close_workspace),
            ("quit", self.close),
            ("palette", self._show_palette),
            ("keys", self._show_keys),
            ("report", self._show_report),
            ("larger", lambda: self._scale(self.theme.text_scale + _STEP)),
            ("smaller", lambda: self._scale(self.theme.text_scale - _STEP)),
            ("normal", lambda: self._scale(1.0)),
        ):
            self.commands[name].triggered.connect(slot)
        for look in Look:
            action = self.commands[f"look_{look.value}"]
            action.setChecked(look is self.theme.look)
            action.triggered.connect(lambda _=False, chosen=look: self._choose_look(chosen))
        self.welcome.recent_chosen.connect(self.open_folder)
        self.join_page.left.connect(self._leave_join_page)
        self.join_page.accepted.connect(self._on_join)
        self.busy.cancelled.connect(self._on_cancelled)
        self.crash_page.left.connect(self._leave_crash_page)
        self.keyboard.used.connect(self._on_used)
        self.preferences.failed.connect(self.notices.error)
        if self.preferences.problem is not None:
            QTimer.singleShot(0, self, self._tell_settings_problem)

    def _tell_settings_problem(self) -> None:
        if self.preferences.problem is not None:
            self.notices.error(self.preferences.problem)

    def _run(
        self, words: str, work: Work, then: Callable[[Any], None], *, page: bool = True
    ) -> Job:
        """Do something off the GUI thread while a page says so; a second thing replaces it."""
        if self._job is not None:
            self._job.cancel()
        self.notices.clear()
        if page:
            self.busy.show_work(words)
            self._show(self.busy)
        job = Job(work, _application(), on_dropped=_close_dropped)
        job.progress.connect(self.busy.show_progress)
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
        self._show_main()
        self.notices.error(error)

    def _on_cancelled(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._show_main()

    def _show_main(self) -> None:
        """Show what the window is about: the open workspace, else the welcome page."""
        if self.controller is not None:
            self._show(self.controller.page)
        elif self._status is not None:
            self._show(self._status)
        else:
            self.show_welcome()

    def _show(self, page: QWidget) -> None:
        self.pages.setCurrentWidget(page)
        if self.controller is not None and page is not self.controller.page:
            self.controller.session.hold()

    # Inside, a workspace comes and goes

    def _on_opened(self, opened: Opened) -> None:
        if not self._close_workspace():
            opened.workspace.close()
            return
        workspace = opened.workspace
        self._opened = opened
        self.setWindowTitle(f"{workspace.title} – Proofdesk")
        self.commands.enable(["close_workspace"], True)
        self.preferences.remember(workspace.folder, workspace.title, workspace.person)
        if not opened.locked:
            from desktop_app.ui.single import Doorbell

            self._doorbell = Doorbell(workspace.folder, self)
            self._doorbell.rang.connect(self.come_to_front)
        if opened.session is None:
            self._status = StatusPage(opened.status, workspace.folder, self.theme)
            self.pages.addWidget(self._status)
            self._show(self._status)
        else:
            self._show_session(opened)
        self._tell(opened)
        self.workspace_opened.emit()

    def _show_session(self, opened: Opened) -> None:
        assert opened.session is not None
        session = opened.session
        page = AnnotatePage(
            session.entries, session.counts, self.commands, self.theme, opened.workspace.title
        )
        self.controller = Controller(
            opened.session,
            page,
            self.commands,
            self.theme,
            self.notices,
            self._make_panel,
            self,
            self._language,
            self._save_after,
        )
        self.controller.panel_changed.connect(self._on_panel_changed)
        self.pages.addWidget(page)
        self._show(page)
        state = self._geometry().value("annotate/splitter")
        if state:
            page.splitter.restoreState(state)
        self.controller.start()

    def _tell(self, opened: Opened) -> None:
        if opened.locked:
            self.notices.say(
                self.tr("Another program has this workspace open, so it is for reading here."),
                self.tr("Close it there, then open it here again to go on working."),
                "warn",
            )
        elif opened.read_only_why is not None:
            self.notices.error(opened.read_only_why)
        elif opened.notes:
            self.notices.say(opened.notes[0], "  ".join(opened.notes[1:4]), "warn")

    def _close_workspace(self) -> bool:
        """Save and close what is open; False when the disk refuses."""
        if self.controller is not None:
            page = self.controller.page
            self._keep_panel_state()
            self._geometry().setValue("annotate/splitter", page.splitter.saveState())
            if not self.controller.close():
                return False
            self.commands.set_panel_actions([])
            self.controller.deleteLater()
            self.controller = None
            self._panel = None
            self.pages.removeWidget(page)
            page.deleteLater()
        elif self._opened is not None:
            self._opened.workspace.close()
        if self._status is not None:
            self.pages.removeWidget(self._status)
            self._status.deleteLater()
            self._status = None
        if self._doorbell is not None:
            self._doorbell.close()
            self._doorbell = None
        self._opened = None
        return True

    def _on_close_workspace(self) -> None:
        if self._close_workspace():
            self.notices.clear()
            self.show_welcome()

    def _make_panel(self, protocol: Protocol, form: Form) -> Any:
        module, _, name = protocol.panel.partition(":")
        panel = getattr(import_module(module), name)(form, self._language, self.theme)
        state = self._geometry().value(f"panel/{protocol.key}")
        if state is not None:
            panel.restore_state(bytes(state.data()) if hasattr(state, "data") else bytes(state))
        panel.setProperty("protocol", protocol.key)
        return panel

    def _on_panel_changed(self, actions: list[QAction]) -> None:
        self._keep_panel_state()
        self._panel = self.controller.panel if self.controller is not None else None
        self.commands.set_panel_actions(actions)

    def _keep_panel_state(self) -> None:
        if self._panel is not None:
            panel: Any = self._panel
            self._geometry().setValue(f"panel/{panel.property('protocol')}", panel.save_state())

    # Inside, bundles and results

    def _on_bundle_seen(self, face: BundleFace) -> None:
        opened = self._opened
        if (
            opened is not None
            and self.controller is not None
            and face.project == opened.workspace.project
            and face.recipient == opened.workspace.person
        ):
            self._take_in(opened, face.path)
            return
        self.join_page.show_bundle(face)
        self._show(self.join_page)
        self.join_page.show_bundle(face)

    def _take_in(self, opened: Opened, path: Path) -> None:
        """Merge a further bundle of this project; the session is read anew afterwards."""
        if not self._close_workspace():
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

        self._run(self.tr("Taking the bundle in…"), work, self._on_opened)

    def _on_join(self, path: Path, folder: Path, passphrase: str) -> None:
        self.join_page.set_busy(True)
        job = self._run(
            "",
            lambda progress, cancelled: join_bundle(path, folder, passphrase),
            self._on_opened,
            page=False,
        )
        job.failed.disconnect(self._on_failed)
        job.failed.connect(self._on_join_failed)

    def _on_join_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self.join_page.show_problem(str(error), error.hint)
        else:
            self.join_page.set_busy(False)
            self.notices.error(error)

    def _leave_join_page(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._show_main()

    def _choose_bundle(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Open a bundle"),
            str(documents_folder().parent),
            self.tr("Bundles (*{suffix});;All files (*)").format(suffix=BUNDLE_SUFFIX),
        )
        if chosen:
            self.open_bundle(Path(chosen))

    def _choose_workspace(self) -> None:
        start = documents_folder()
        chosen = QFileDialog.getExistingDirectory(
            self,
            self.tr("Open a workspace"),
            str(start if start.is_dir() else start.parent),
        )
        if chosen:
            self.open_folder(Path(chosen))

    def _choose_results(self) -> None:
        controller = self.controller
        if controller is None:
            return
        workspace = controller.session.workspace
        name = f"results-{workspace.person}{BUNDLE_SUFFIX}"
        chosen, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Write the results to"),
            str(documents_folder().parent / name),
            self.tr("Bundles (*{suffix})").format(suffix=BUNDLE_SUFFIX),
        )
        if chosen:
            self.send_results_to(Path(chosen))

    def _on_results_sent(self, report: dict[str, Any]) -> None:
        file = str(report["file"])
        self.notices.say(
            self.tr("Your results are in {file}.").format(file=file),
            self.tr(
                "{count} annotated items. Send this file to the project lead, by e-mail for "
                "instance. You can write it again at any time."
            ).format(count=report["annotations"]),
        )
        self.results_sent.emit(file)

    def _on_results_over(self) -> None:
        self._job = None
        if self.controller is not None:
            self.controller.freeze(False)
            self.controller.page.footer.right.clear()

    # Inside, keys, palette, sheet

    def _on_plain_key(self, text: str) -> bool:
        """Take a letter, digit or `?` that was pressed outside text fields."""
        focus = QApplication.focusWidget()
        if focus is not None and _overlay_of(focus) is not None:
            return False
        if text == "?":
            self._show_keys()
            return True
        controller = self.controller
        if controller is None or self.pages.currentWidget() is not controller.page:
            return False
        return controller.press_code_key(text)

    def _is_in_panel(self, widget: QWidget) -> bool:
        return self._panel is not None and self._panel.isAncestorOf(widget)

    def _on_used(self) -> None:
        if self.controller is not None and self.pages.currentWidget() is self.controller.page:
            self.controller.touch()

    def _show_palette(self) -> None:
        self.palette_page.show_actions(
            (group.title.replace("&", ""), action) for group, action in self.commands.all()
        )

    def _show_keys(self) -> None:
        sections: list[Section] = []
        controller = self.controller
        if controller is not None and controller.session.position >= 0:
            sections.append((self.tr("The form"), controller.form_keys()))
        for group in self.commands.groups:
            keys = [
                (
                    shown_keys(action.shortcut()),
                    action.text().replace("&", ""),
                )
                for action in group.real()
                if action.shortcuts()
            ]
            if group.key == "help":
                keys.append(("?", self.tr("This list")))
            sections.append((group.title, keys))
        self.keys_sheet.show_keys(sections)

    def _show_report(self) -> None:
        self._leave_for_crash_page()
        self.crash_page.show_report(last_reports())

    def _leave_for_crash_page(self) -> None:
        if self.pages.currentWidget() is not self.crash_page:
            self._before_crash = self.pages.currentWidget()
        self._show(self.crash_page)

    def _leave_crash_page(self) -> None:
        before, self._before_crash = self._before_crash, None
        if before is not None and self.pages.indexOf(before) >= 0 and before is not self.busy:
            self._show(before)
        else:
            self._show_main()

    def _choose_look(self, look: Look) -> None:
        self.theme.set_look(look)
        self.preferences.change(look=look.value)

    def _scale(self, scale: float) -> None:
        self.theme.set_text_scale(scale)
        self.preferences.change(text_scale=self.theme.text_scale)

    # Inside, the window itself

    def come_to_front(self) -> None:
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        QApplication.alert(self)

    def _geometry(self) -> QSettings:
        return QSettings(str(files.user_data_dir() / "window.ini"), QSettings.Format.IniFormat)

    def _restore_geometry(self) -> None:
        state = self._geometry().value("window/geometry")
        if not (state and self.restoreGeometry(state)):
            self.resize(*_FIRST_SIZE)

    def keep_draft(self) -> None:
        """Save what is unsaved; for the crash handler."""
        if self.controller is not None:
            self.controller.keep_draft()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.keyboard.watch_window()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keyboard.offer(event):
            super().keyPressEvent(event)

    def changeEvent(self, event: Any) -> None:
        super().changeEvent(event)
        left = event.type() == event.Type.ActivationChange and not self.isActiveWindow()
        if left and self.controller is not None:
            self.controller.save()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._geometry().setValue("window/geometry", self.saveGeometry())
        if self._job is not None:
            self._job.cancel()
        if self._close_workspace():
            event.accept()
        else:
            event.ignore()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = _dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.open_path(path)


def _dropped(event: QDropEvent) -> Path | None:
    urls = event.mimeData().urls()
    local = [url.toLocalFile() for url in urls if url.isLocalFile()]
    return Path(local[0]) if len(local) == 1 and len(urls) == 1 else None


def _overlay_of(widget: QWidget) -> Overlay | None:
    up: QObject | None = widget
    while up is not None and not isinstance(up, Overlay):
        up = up.parent()
    return up


def _close_dropped(result: object) -> None:
    """Close what a cancelled job opened all the same."""
    if isinstance(result, Opened):
        result.workspace.close()


def _application() -> QApplication:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise UsageError("there is no running application")
    return application
