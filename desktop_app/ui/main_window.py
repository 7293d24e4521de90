"""The main window: menus, pages, notices. It contains no domain logic.

The area below the menus scrolls on very small screens.

The module is longer than most because it connects all pages with the menus.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QMainWindow, QScrollArea, QWidget

from desktop_app.core.collector import spare_what_is_there
from desktop_app.llm.keys import KeyRing
from desktop_app.ui.annotate.saving import SAVE_AFTER
from desktop_app.ui.commands import Commands
from desktop_app.ui.connections.controller import ConnectionsController
from desktop_app.ui.connections.servers import Servers
from desktop_app.ui.keyboard import WindowKeys
from desktop_app.ui.layouts import in_column
from desktop_app.ui.messages import LANGUAGE_NAMES, language_for
from desktop_app.ui.notices import BriefNotice, NoticeBar, Notices
from desktop_app.ui.open_commands import Opener
from desktop_app.ui.open_workspace import Workplace
from desktop_app.ui.own_key import OwnKeyController
from desktop_app.ui.pages import Pages
from desktop_app.ui.preferences import Preferences, remembered
from desktop_app.ui.sending import Sending
from desktop_app.ui.theme import Look, Theme
from desktop_app.ui.typing_focus import typing_focus
from desktop_app.version import __version__

# Pixels of the screen's height for the title bar and the menus.
_ABOVE = 90


class WindowArea(QScrollArea):
    """Shows the content of the window.

    A window cannot become too small for its content, unless the screen is too small for it, as with
    text of 200 % on a screen that is itself magnified. There, the content scrolls and follows the
    focus.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)

    def minimumSizeHint(self) -> QSize:
        room = self.screen().availableSize() - QSize(0, _ABOVE)
        return self._content.minimumSizeHint().boundedTo(room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """Make the content as large as the area, but not smaller than its minimum size."""
        # Not by `widgetResizable`: it would give pages that wrap texts their preferred height.
        least = self._content.minimumSizeHint()
        whole = self.maximumViewportSize()
        fits = least.expandedTo(whole) == whole
        self._content.resize(whole if fits else least.expandedTo(self.viewport().size()))

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            self.ensureWidgetVisible(now)


if TYPE_CHECKING:
    from desktop_app.ui.annotate.controller import Controller

_FIRST_SIZE = QSize(1280, 800)
# Space for the edges and the title bar that a window manager adds.
_FRAME = QSize(8, 40)
_STEP = 0.1  # of the text scale


class MainWindow(QMainWindow):
    """The window, with at most one workspace.

    `pages`: the stack of pages
    `workplace`: the open workspace
    `opener`: opens workspaces and bundles
    `sending`: writes an annotator's results
    `own_key`: shows the person's key and restores a missing one
    `servers`: the person's connections to models
    `keys`: command palette, list of shortcuts, single keys
    `workspace_opened`: emitted after a workspace was opened and shown
    `results_sent`: emitted with the path of the results file
    `language_chosen`: the person wants the window in the language of the settings now
    """

    workspace_opened = Signal()
    results_sent = Signal(str)
    language_chosen = Signal()

    def __init__(
        self,
        theme: Theme,
        preferences: Preferences,
        notices: Notices,
        language: str,
        save_after: int = SAVE_AFTER,
        keys: KeyRing | None = None,
    ) -> None:
        super().__init__()
        self.theme = theme
        self.preferences = preferences
        self.notices = notices
        self._closes_after_sending = False
        self._reads_guide = False
        self.setAcceptDrops(True)
        self.commands = Commands(self)
        self.pages = Pages(self.commands, theme, preferences, language)
        self.notice_bar = NoticeBar(notices, theme)
        # A bar of its own: notices about the work must neither replace this one nor be replaced.
        self._language = language
        self._language_notices = Notices(self)
        self.language_bar = NoticeBar(self._language_notices, theme)
        self.language_bar.setAccessibleName(self.tr("Language"))
        self._build_ui()
        self.servers = Servers(preferences, keys or KeyRing(), self)
        self.workplace = Workplace(
            self,
            self.pages,
            self.commands,
            theme,
            preferences,
            notices,
            self.servers,
            language,
            save_after,
        )
        self.opener = Opener(self, self.pages, self.workplace, notices, preferences)
        self.sending = Sending(self, self.workplace, notices)
        self.own_key = OwnKeyController(self, self.pages, self.workplace, notices, theme)
        self.keys = WindowKeys(self, self.commands, theme, self.workplace)
        self.keys.pressed.connect(notices.drop_brief)
        self.welcome = self.pages.welcome
        self.join_page = self.pages.join
        self.crash_page = self.pages.crash
        self.palette_page = self.keys.palette
        self.keys_sheet = self.keys.sheet
        self._connect()
        state = remembered().value("window/geometry")
        if not (state and self.restoreGeometry(state)):
            screen = self.screen().availableGeometry().size()  # without taskbars
            self.resize(first_size(screen))
        self._on_workplace_changed()
        self.pages.show_home()

    @property
    def controller(self) -> Controller | None:
        """Controller of the annotator's work; None without one, see `Workplace.controller`."""
        return self.workplace.controller

    @cached_property
    def connections(self) -> ConnectionsController:
        """Controller of the connections page, created when first needed."""
        page = self.pages.connections
        page.left.connect(self.pages.show_home)
        return ConnectionsController(page, self.servers, self.notices, self)

    def open_path(self, path: Path) -> None:
        """Open a workspace folder or a bundle."""
        self.opener.open_path(path)

    def send_results_to(self, output: Path) -> None:
        """Write the results of the open workspace to a bundle, in a job."""
        self.sending.send_to(output)

    def show_connections(self) -> None:
        """Show the connections page; leaving it returns to the previous page."""
        if self.pages.aside is not None:
            self.notices.say(self.tr("Answer the question on this page first, or postpone it."))
        elif not self.connections.is_open:
            self.notices.clear()
            self.pages.setCurrentWidget(self.pages.connections)
            self.pages.connections.begin()

    def show_guide(self) -> None:
        """Show the user guide; leaving it, or the same command again, returns to the work."""
        if self._reads_guide:
            self.pages.leave_guide()
        # An operation that ends would replace the guide with its own page.
        elif self.pages.currentWidget() is not self.pages.busy:
            is_lead = self.workplace.project is not None
            self.pages.show_guide("leading" if is_lead else "annotating")

    def _show_about(self) -> None:
        if self.pages.currentWidget() is not self.pages.busy:
            self.pages.show_guide("about", is_wanted=True)

    def _show_tour(self) -> None:
        if not self.keys.show_tour(self.pages):
            self.notices.say(self.tr("The tour explains the first page, your work, or a project."))

    def show_crash(self, report: str, kept: bool = True) -> None:
        """Show the report of a crash; `kept`: whether all work is saved."""
        self.pages.show_crash(report, kept)

    def tell_of_death(self) -> None:
        """Show that the program ended unexpectedly last time."""
        self.notices.say(
            self.tr("Proofdesk quit unexpectedly last time. What you typed was saved."),
            self.tr("See Help ▸ Report a problem."),
            "warn",
        )

    def tell_of_update(self) -> None:
        """Offer to show what is new, once after an update."""
        self.preferences.change(version=__version__)
        self.notices.offer(
            self.tr("Proofdesk was updated to version {version}.").format(version=__version__),
            "",
            "info",
            self.tr("What is new"),
            lambda: self.pages.show_guide("changelog", is_wanted=True),
        )

    def keep_draft(self) -> None:
        """Save everything unsaved, for the crash handler."""
        self.workplace.keep_draft()

    def come_to_front(self) -> None:
        """Show the window in front of others, even if it was minimized."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        QApplication.alert(self)

    def _build_ui(self) -> None:
        # Above the page: below it, a notice would move the button that ends each step.
        self._above = in_column(self.language_bar, margins=(12, 0, 12, 0), gap=4)
        centre = QWidget()
        in_column(self._above, (self.pages, 1), on=centre, margins=(0, 0, 0, 8), gap=0)
        # After the rows are nested: PySide would keep the deleted item of a widget that is moved.
        self._above.insertWidget(0, self.notice_bar)
        self.setCentralWidget(WindowArea(centre))
        self.brief_notice = BriefNotice(self.notices, self.theme, centre)

    def _connect(self) -> None:
        for name, slot in (
            ("new_project", self.opener.show_new_project),
            ("open_bundle", self.opener.choose_bundle),
            ("open_workspace", self.opener.choose_workspace),
            ("sample", lambda: self.opener.open_sample("risum")),
            ("sample_project", self.opener.open_sample_project),
            ("sample_critique", lambda: self.opener.open_sample("cnr")),
            ("sample_tasks", lambda: self.opener.open_sample("dolomites")),
            ("sample_sessions", lambda: self.opener.open_sample("kiwi")),
            ("sample_study", lambda: self.opener.open_sample("study")),
            ("send_results", self.sending.choose),
            ("about_you", self.workplace.open_about),
            ("consent", self.workplace.open_consent),
            ("own_key", self.own_key.show),
            ("save_copy", self.opener.choose_copy),
            ("connections", self.show_connections),
            ("close_workspace", self._on_close_workspace),
            ("quit", self.close),
            ("palette", self.keys.show_palette),
            ("keys", self.keys.show_sheet),
            ("guide", self.show_guide),
            ("tour", self._show_tour),
            ("report", self.pages.show_report),
            ("about", self._show_about),
            ("larger", lambda: self._scale(self.theme.text_scale + _STEP)),
            ("smaller", lambda: self._scale(self.theme.text_scale - _STEP)),
            ("normal", lambda: self._scale(1.0)),
        ):
            self.commands[name].triggered.connect(slot)
        for look in Look:
            action = self.commands[f"look_{look.value}"]
            action.setChecked(look is self.theme.look)
            action.triggered.connect(lambda _=False, chosen=look: self._choose_look(chosen))
        motion = self.commands["reduced_motion"]
        motion.setChecked(self.theme.reduced_motion)
        motion.toggled.connect(self._reduce_motion)
        single_keys = self.commands["single_keys"]
        single_keys.setChecked(self.preferences.settings.single_keys)
        # The switch belongs to the program, which may have had a window with other settings.
        typing_focus().switch(single_keys.isChecked())
        single_keys.toggled.connect(self._switch_single_keys)
        for code in ("", *LANGUAGE_NAMES):
            action = self.commands[f"language_{code or 'system'}"]
            action.setChecked(code == self.preferences.settings.language)
            action.triggered.connect(lambda _=False, chosen=code: self._choose_language(chosen))
        self.pages.currentChanged.connect(self._on_page_changed)
        self.pages.currentChanged.connect(self._place_notices)
        self.workplace.changed.connect(self._on_workplace_changed)
        self.workplace.raise_requested.connect(self.come_to_front)
        self.workplace.bundle_received.connect(self.opener.open_path)
        self.workplace.reopening.connect(self.opener.open_folder)
        self.workplace.send_requested.connect(self.sending.choose)
        self.sending.sent.connect(self.results_sent)
        self.sending.over.connect(self._on_sending_over)
        self.preferences.failed.connect(self.notices.error)
        if self.preferences.problem is not None:
            QTimer.singleShot(0, self, self._tell_settings_problem)

    def _tell_settings_problem(self) -> None:
        if self.preferences.problem is not None:
            self.notices.error(self.preferences.problem)

    def _on_workplace_changed(self) -> None:
        self._place_notices()
        opened = self.workplace.opened
        title = f"{opened.workspace.title} – Proofdesk" if opened is not None else "Proofdesk"
        self.setWindowTitle(title)
        if opened is not None:
            self.workspace_opened.emit()
            QTimer.singleShot(0, self, spare_what_is_there)  # after its page was built

    def _place_notices(self) -> None:
        """Put notices over the header of the annotator's page, which they must not move."""
        controller = self.workplace.controller
        is_work = controller is not None and self.pages.currentWidget() is controller.page
        if controller is not None and is_work:
            self._above.removeWidget(self.notice_bar)
            self.notice_bar.lie_over(controller.page.header.report)
        else:
            self.notice_bar.lie_over(None)
            if self._above.indexOf(self.notice_bar) < 0:
                self._above.insertWidget(0, self.notice_bar)

    def _on_page_changed(self) -> None:
        """Disable the actions of the work while the guide or the connections page is visible.

        Several places switch pages, so this reacts to the switch itself.
        """
        # Pages that were never created are not: accessing the property would create one.
        reads = "guide" in vars(self.pages) and self.pages.currentWidget() is self.pages.guide
        if reads != self._reads_guide:
            self._reads_guide = reads
            self.workplace.set_aside(reads)
        if "connections" not in vars(self):
            return
        shown = self.pages.currentWidget() is self.pages.connections
        if shown and not self.connections.is_open:
            self.workplace.set_aside(True)
            self.connections.open()
        elif not shown and self.connections.is_open:
            self.connections.close()
            self.workplace.set_aside(False)

    def _on_close_workspace(self) -> None:
        if self.workplace.close():
            self.notices.clear()
            self.pages.show_home()

    def _on_sending_over(self, complete: bool) -> None:
        closes, self._closes_after_sending = self._closes_after_sending, False
        if closes and complete:  # after an error the window stays open, so that it can be read
            QTimer.singleShot(0, self, self.close)

    def _choose_look(self, look: Look) -> None:
        self.theme.set_look(look)
        self.preferences.change(look=look.value)

    def _reduce_motion(self, on: bool) -> None:
        self.theme.reduced_motion = on
        self.preferences.change(reduced_motion=on)

    def _switch_single_keys(self, on: bool) -> None:
        typing_focus().switch(on)
        self.preferences.change(single_keys=on)

    def _choose_language(self, code: str) -> None:
        if code != self.preferences.settings.language:
            self.preferences.change(language=code)
        self.offer_language()

    def offer_language(self) -> None:
        """Say that the language changes at the next start, unless it is that of the window."""
        code = language_for(self.preferences.settings.language)
        if code == self._language:
            self._language_notices.clear()
            return
        self._language_notices.offer(
            self.tr("The language changes to {name} at the next start.").format(
                name=LANGUAGE_NAMES.get(code, code)
            ),
            self.tr("To change it now, restart. Everything that you have typed is saved first."),
            "info",
            self.tr("Restart now"),
            # Not directly: the button that was clicked still belongs to this window.
            lambda: QTimer.singleShot(0, self, self.language_chosen.emit),
        )

    def _scale(self, scale: float) -> None:
        self.theme.set_text_scale(scale)
        self.preferences.change(text_scale=self.theme.text_scale)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.keys.watch_window()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Escape reaches the window only if no control, menu or overlay has used it.
        is_escape = event.key() == Qt.Key.Key_Escape
        work = self.workplace.in_sight if is_escape else None
        stops = work is not None and work.stop_model()
        # The notice lies over everything else, and was the last to appear.
        stops = stops or (is_escape and self.notice_bar.press_escape())
        stops = stops or (work is not None and work.side.press_escape())
        if not stops and not self.keys.offer(event):
            super().keyPressEvent(event)

    def changeEvent(self, event: Any) -> None:
        super().changeEvent(event)
        # Save when another program is used: the computer may be shut down from there.
        left = event.type() == event.Type.ActivationChange and not self.isActiveWindow()
        if left:
            self.workplace.save()

    def closeEvent(self, event: QCloseEvent) -> None:
        remembered().setValue("window/geometry", self.saveGeometry())
        if self.workplace.is_writing:
            self._closes_after_sending = True
            self.notices.say(
                self.tr("A file is being written."),
                self.tr("The window closes as soon as the file is complete."),
            )
            event.ignore()
        elif not self._may_leave_connections():
            event.ignore()
        elif self.workplace.close(quitting=True):
            # Only now: if closing is refused, opening must continue.
            self.opener.cancel()
            if "connections" in vars(self):
                self.connections.end()
            self.servers.close()
            event.accept()
        else:
            event.ignore()

    def _may_leave_connections(self) -> bool:
        """Return whether the window may close; if a connection has unsaved edits, ask first.

        In that case, the page of the connections asks what to do with them, and closes the window
        afterwards unless the person cancels.
        """
        if "connections" not in vars(self):
            return True  # the page was never created
        may_quit = self.connections.may_quit(lambda: QTimer.singleShot(0, self, self.close))
        if not may_quit:
            self.pages.setCurrentWidget(self.pages.connections)
        return may_quit

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = _dropped(event)
        if not paths:
            return
        event.acceptProposedAction()
        if len(paths) == 1:
            self.open_path(paths[0])
        else:
            self.notices.say(
                self.tr("Several files were dropped; none was opened."),
                self.tr("Drop one bundle or folder at a time."),
                "warn",
            )


def first_size(available: QSize) -> QSize:
    """Return the size of the window at the first start, without its frame.

    `available`: the space on the screen
    """
    return _FIRST_SIZE.boundedTo(available - _FRAME)


def _dropped(event: QDropEvent) -> list[Path]:
    """Return the dropped files and folders; none if anything else was dropped with them."""
    urls = event.mimeData().urls()
    return [Path(url.toLocalFile()) for url in urls] if all(u.isLocalFile() for u in urls) else []
