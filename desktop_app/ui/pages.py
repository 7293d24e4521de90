"""The pages of the window: those of the program, and that of the open workspace."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.commands import Commands
from desktop_app.ui.connections.page import ConnectionsPage
from desktop_app.ui.crash_report import CrashPage, last_reports
from desktop_app.ui.join_page import JoinPage
from desktop_app.ui.lead.new_project import NewProjectPage
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.theme import Theme
from desktop_app.ui.trust_page import TrustPage
from desktop_app.ui.welcome import WelcomePage
from desktop_app.ui.widgets.stack import Stack


class Pages(Stack):
    """The stack of pages, with the way back to the work.

    `home`: the open workspace's page; None while nothing is open
    `aside`: a page with questions of the workspace (consent, background), shown instead of `home`
        until they are answered; None without questions
    """

    def __init__(self, commands: Commands, theme: Theme, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self.home: QWidget | None = None
        self.aside: QWidget | None = None
        self.welcome = WelcomePage(commands, theme)
        self.join = JoinPage(theme)
        self.trust = TrustPage(theme)
        self.new_project = NewProjectPage(theme)
        self.busy = BusyPage()
        self.crash = CrashPage()
        self._theme = theme
        for page in (
            self.welcome,
            self.join,
            self.trust,
            self.new_project,
            self.busy,
            self.crash,
        ):
            self.addWidget(page)
        self._before_crash: QWidget | None = None
        self.crash.left.connect(self._leave_crash)

    @cached_property
    def connections(self) -> ConnectionsPage:
        """The connections page, created when first needed."""
        page = ConnectionsPage(self._theme)
        self.addWidget(page)
        return page

    def set_home(self, page: QWidget) -> None:
        """Show the page of an opened workspace."""
        self.addWidget(page)
        self.home = page
        self.setCurrentWidget(page)

    def set_aside(self, page: QWidget | None) -> None:
        """Show a page instead of the workspace's own; None removes it."""
        before, self.aside = self.aside, page
        if page is not None:
            self.addWidget(page)
            self.setCurrentWidget(page)
        # The person may be on another page, such as the connections, and stays there.
        elif self.currentWidget() is before:
            self.show_home()
        if before is not None:
            self.removeWidget(before)
            before.deleteLater()

    def drop_home(self) -> None:
        """Remove the page of a closed workspace."""
        if self.home is not None:
            page, self.home = self.home, None
            self.removeWidget(page)
            page.deleteLater()

    def show_home(self) -> None:
        """Show the open workspace, or the welcome page if none is open."""
        page = self.aside or self.home
        if page is not None:
            self.setCurrentWidget(page)
        else:
            # Read again on each visit: folders may have been deleted or added.
            self.welcome.show_recent(self._preferences.recent())
            self.setCurrentWidget(self.welcome)

    def show_busy(self, words: str) -> None:
        """Show the busy page with a description of the operation."""
        self.busy.show_work(words)
        self.setCurrentWidget(self.busy)

    def show_crash(self, report: str, kept: bool = True) -> None:
        """Show the report of a crash; the page's Continue button returns.

        `kept`: whether all work is saved
        """
        self._go_to_crash()
        self.crash.show_crash(report, kept)

    def show_report(self) -> None:
        """Show the reports of earlier crashes."""
        self._go_to_crash()
        self.crash.show_report(last_reports())

    def _go_to_crash(self) -> None:
        # A second crash must not make the crash page its own way back.
        if self.currentWidget() is not self.crash:
            self._before_crash = self.currentWidget()
        self.setCurrentWidget(self.crash)

    def _leave_crash(self) -> None:
        before, self._before_crash = self._before_crash, None
        # The page may be deleted by now, and an operation may have ended.
        if before is not None and self.indexOf(before) >= 0 and before is not self.busy:
            self.setCurrentWidget(before)
        else:
            self.show_home()


class BusyPage(QWidget):
    """Visible while a job opens, joins or creates something."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = PlainLabel()
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
        """Describe the operation."""
        self.words.setText(words)
        # An indeterminate bar until the first progress.
        self.bar.setRange(0, 0)

    def show_progress(self, done: int, total: int) -> None:
        """Show progress in steps."""
        self.bar.setRange(0, total)
        self.bar.setValue(done)
