"""The window's pages, one of which is shown: those of the program, and the workspace's own."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtWidgets import QWidget

from desktop_app.ui.busy_page import BusyPage
from desktop_app.ui.commands import Commands
from desktop_app.ui.connections.page import ConnectionsPage
from desktop_app.ui.crash_report import CrashPage, last_reports
from desktop_app.ui.join_page import JoinPage
from desktop_app.ui.lead.new_project import NewProjectPage
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.theme import Theme
from desktop_app.ui.trust_page import TrustPage
from desktop_app.ui.welcome import WelcomePage
from desktop_app.ui.widgets.stack import Stack


class Pages(Stack):
    """Shows one page at a time and knows the way back.

    home    the open workspace's page; None while nothing is open
    aside   what the workspace asks of its person, in front of that; None while it asks nothing
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
        """The page of connections to models, made when it is first wanted."""
        page = ConnectionsPage(self._theme)
        self.addWidget(page)
        return page

    def set_home(self, page: QWidget) -> None:
        """Show the page of a workspace that was opened."""
        self.addWidget(page)
        self.home = page
        self.setCurrentWidget(page)

    def set_aside(self, page: QWidget | None) -> None:
        """Show a page in front of the workspace's own; None takes it away again."""
        before, self.aside = self.aside, page
        if page is not None:
            self.addWidget(page)
            self.setCurrentWidget(page)
        elif self.currentWidget() is before:
            self.show_home()
        if before is not None:
            self.removeWidget(before)
            before.deleteLater()

    def drop_home(self) -> None:
        """Forget the page of a workspace that was closed."""
        if self.home is not None:
            page, self.home = self.home, None
            self.removeWidget(page)
            page.deleteLater()

    def show_home(self) -> None:
        """Show what the window is about: the open workspace, else the welcome page."""
        page = self.aside or self.home
        if page is not None:
            self.setCurrentWidget(page)
        else:
            self.welcome.show_recent(self._preferences.recent())
            self.setCurrentWidget(self.welcome)

    def show_busy(self, words: str) -> None:
        self.busy.show_work(words)
        self.setCurrentWidget(self.busy)

    def show_crash(self, report: str, kept: bool = True) -> None:
        """Show a crash that was caught; `_leave_crash` leads back.

        kept  whether all that was typed is on disk
        """
        self._go_to_crash()
        self.crash.show_crash(report, kept)

    def show_report(self) -> None:
        """Show what there is to send about earlier crashes."""
        self._go_to_crash()
        self.crash.show_report(last_reports())

    def _go_to_crash(self) -> None:
        if self.currentWidget() is not self.crash:
            self._before_crash = self.currentWidget()
        self.setCurrentWidget(self.crash)

    def _leave_crash(self) -> None:
        before, self._before_crash = self._before_crash, None
        if before is not None and self.indexOf(before) >= 0 and before is not self.busy:
            self.setCurrentWidget(before)
        else:
            self.show_home()
