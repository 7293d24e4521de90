"""The pages of the window: the program's own, and the page of the open workspace."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from desktop_app.settings import RecentWorkspace
from desktop_app.ui.commands import ActionButton, Commands
from desktop_app.ui.connections.page import ConnectionsPage
from desktop_app.ui.crash_report import CrashPage, last_reports
from desktop_app.ui.join_page import JoinPage, TrustPage
from desktop_app.ui.layouts import STRETCH, Centred, in_column
from desktop_app.ui.lead.new_project import NewProjectPage
from desktop_app.ui.messages import moment
from desktop_app.ui.plain_text import PlainLabel, PlainScrollArea, ShorteningLabel, empty, plain_tip
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.parts import label
from desktop_app.ui.widgets.stack import Stack

if TYPE_CHECKING:
    from desktop_app.ui.guide_page import GuidePage

# The welcome page

# Largest text scale at which three columns fit.
_THREE_FIT = 1.3


class RecentButton(QPushButton):
    """A button for a recent workspace: title, person, folder.

    `is_alike`: whether another one has the same title, as samples have, so that the protocols are
        named beside it

    `reached`: the button received the focus
    """

    reached = Signal()

    def __init__(self, recent: RecentWorkspace, theme: Theme, *, is_alike: bool = False) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.folder = Path(recent.folder)
        name, protocols = recent.title or self.folder.name, recent.protocols
        if is_alike and protocols:
            name, protocols = f"{name} – {protocols}", ""
        self.setAccessibleName(self.tr("Open {title}").format(title=name))
        self.setToolTip(plain_tip(recent.folder))
        title = ShorteningLabel(name, "title")
        who = self.tr("as {person}").format(person=recent.person) if recent.person else ""
        when = moment(recent.opened) if recent.opened else ""
        done = ""
        if recent.total:
            done = self.tr("{done} of {total} done").format(done=recent.done, total=recent.total)
        parts = (done, who, protocols, when, shortened(self.folder))
        place = ShorteningLabel("  ·  ".join(filter(None, parts)), "secondary")
        layout = in_column(on=self, margins=(14, 10, 14, 10), gap=2)
        for each in (title, place):
            # The labels cover the button and would take its clicks.
            each.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            layout.addWidget(each)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.reached.emit()


def shortened(folder: Path) -> str:
    """Return a folder's path with ~ for the home folder, with an ellipsis if it is long."""
    try:
        text = "~/" + folder.relative_to(Path.home()).as_posix()
    except (ValueError, RuntimeError):
        text = str(folder)
    return text if len(text) <= 64 else f"{text[:24]}…{text[-38:]}"


class SampleCard(QPushButton):
    """A button with a title and a description, which triggers an action."""

    def __init__(self, action: QAction, title: str, text: str) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.setAccessibleName(f"{title}. {text}")
        self.setToolTip(plain_tip(action.toolTip()))
        words = label(text, "secondary", wrap=True)
        self._column = in_column(on=self, margins=(14, 10, 14, 10), gap=2)
        for each in (label(title, "strong", wrap=True), words):
            each.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._column.addWidget(each)
        self._column.addStretch(1)
        # As tall as the others in its row.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.clicked.connect(action.trigger)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._column.heightForWidth(width)

    def sizeHint(self) -> QSize:
        # A button would need only the space of its own text, and it has none. The words wrap.
        width = max(self.width(), self._column.minimumSize().width())
        return QSize(self._column.minimumSize().width(), self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class WelcomePage(QWidget):
    """The page that is shown while no workspace is open: recent workspaces first, then samples.

    `recent_chosen`: emitted with the path of a workspace
    """

    recent_chosen = Signal(object)

    def __init__(self, commands: Commands, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        heading = label("Proofdesk", "heading")
        words = label(
            self.tr("Expert annotation of texts on your own computer. No account, no network."),
            "secondary",
            wrap=True,
        )
        self.open_bundle = ActionButton(commands["open_bundle"])
        self.open_bundle.setProperty("kind", "primary")
        self.open_workspace = ActionButton(commands["open_workspace"])
        self.new_project = ActionButton(commands["new_project"])
        self._icons = (
            (self.open_bundle, "bundle", Role.ON_ACCENT),
            (self.open_workspace, "open", Role.SECONDARY),
            (self.new_project, "new", Role.SECONDARY),
        )
        self.doors = QGridLayout()
        self.doors.setHorizontalSpacing(12)
        self.doors.setVerticalSpacing(6)
        self._choices = [
            (button, label(text, "secondary", wrap=True))
            for (button, _, _), text in zip(
                self._icons,
                (
                    self.tr(
                        "The file your project lead sent you. You can also drop it on this window."
                    ),
                    self.tr("A folder you have worked in before."),
                    self.tr("For project leads: prepare items, send them out, merge the results."),
                ),
                strict=True,
            )
        ]
        self.sample = SampleCard(
            commands["sample"],
            self.tr("Rate answers"),
            self.tr("Does an answer follow an instruction about a document?"),
        )
        self.critique = SampleCard(
            commands["sample_critique"],
            self.tr("Critique and revise"),
            self.tr("Write what is good and bad in a response, and improve it."),
        )
        self.tasks = SampleCard(
            commands["sample_tasks"],
            self.tr("Methodical tasks"),
            self.tr("Describe writing tasks of your field, and edit worked examples."),
        )
        self.sessions = SampleCard(
            commands["sample_sessions"],
            self.tr("Revise with a model"),
            self.tr("Instruct a model to revise an answer, and rate each turn."),
        )
        self.study = SampleCard(
            commands["sample_study"],
            self.tr("A form of your own"),
            self.tr("Judge texts with the questions of a lead’s own form."),
        )
        self.project = SampleCard(
            commands["sample_project"],
            self.tr("Lead a project"),
            self.tr("The first sample as its lead sees it: items, people, agreement, export."),
        )
        self._cards = (
            self.sample, self.critique, self.tasks, self.sessions, self.study, self.project,
        )  # fmt: skip
        self._samples = QGridLayout()
        self._samples.setSpacing(12)
        self.caption = label(self.tr("RECENT WORKSPACES"), "caption")
        self.recent = in_column(gap=8)
        samples = label(self.tr("SAMPLES TO TRY"), "caption")
        parts = (
            heading, words, 20, self.doors, 24, self.caption, self.recent, 24, samples,
            self._samples,
        )  # fmt: skip
        content = in_column(*parts, STRETCH, margins=(24, 40, 24, 24), gap=8)
        page = QWidget()
        Centred(content, theme, 860, on=page)
        self._area = PlainScrollArea()
        # Tab should stop at the buttons, not at the area around them.
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.set_page(page)
        in_column(self._area, on=self, margins=0)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_recent(self, recent: Sequence[RecentWorkspace]) -> None:
        """Show buttons for recent workspaces."""
        empty(self.recent)
        last: QWidget = self.new_project
        titles = [one.title for one in recent]
        for one in recent:
            button = RecentButton(one, self._theme, is_alike=titles.count(one.title) > 1)
            button.clicked.connect(lambda _=False, b=button: self.recent_chosen.emit(b.folder))
            button.reached.connect(lambda b=button: self._area.ensureWidgetVisible(b))
            self.recent.addWidget(button)
            QWidget.setTabOrder(last, button)
            last = button
        QWidget.setTabOrder(last, self.sample)
        self.caption.setVisible(bool(recent))

    def take_focus(self) -> None:
        """Put the focus on the workspace that was opened last, so that Enter continues there."""
        item = self.recent.itemAt(0)
        first = None if item is None else item.widget()
        (first or self.open_bundle).setFocus(Qt.FocusReason.OtherFocusReason)

    def _apply_theme(self) -> None:
        for button, name, role in self._icons:
            button.setIcon(self._theme.icon(name, role))
            button.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))
        # Large text needs the whole width.
        columns = 3 if self._theme.text_scale <= _THREE_FIT else 1
        for place, (button, words) in enumerate(self._choices):
            row, column = divmod(place, columns)
            self.doors.addWidget(button, 2 * row, column)
            self.doors.addWidget(words, 2 * row + 1, column, Qt.AlignmentFlag.AlignTop)
        for place, card in enumerate(self._cards):
            self._samples.addWidget(card, *divmod(place, columns))
        for column in range(3):
            for grid in (self.doors, self._samples):
                grid.setColumnStretch(column, int(column < columns))


class Pages(Stack):
    """The stack of pages, with the way back to the work.

    `home`: the open workspace's page; None while nothing is open
    `aside`: a page with questions of the workspace (consent, background), shown instead of `home`
        until they are answered; None without questions
    """

    def __init__(
        self, commands: Commands, theme: Theme, preferences: Preferences, language: str
    ) -> None:
        super().__init__()
        self._preferences = preferences
        self._language = language
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
        # Whether nobody has been on the welcome page since the start, or since a workspace closed.
        self._is_welcome_new = True
        self._before_crash: QWidget | None = None
        self._before_guide: QWidget | None = None
        self.crash.left.connect(self._leave_crash)

    @cached_property
    def guide(self) -> GuidePage:
        """The user guide, created when first needed."""
        # Imported here: reading Markdown is not needed to show the window.
        from desktop_app.ui.guide_page import GuidePage

        page = GuidePage(self._theme, self._language)
        self.addWidget(page)
        page.left.connect(self.leave_guide)
        return page

    def show_guide(self, page: str, *, is_wanted: bool = False) -> None:
        """Show the user guide: at first this page of it, or always if this page `is_wanted`."""
        if self.currentWidget() is not self.guide:
            self._before_guide = self.currentWidget()
        self.setCurrentWidget(self.guide)
        if is_wanted:
            self.guide.search.clear()
            self.guide.show_place(page)
        self.guide.begin(page)

    def leave_guide(self) -> None:
        """Return to the page from which the guide was opened."""
        before, self._before_guide = self._before_guide, None
        self._go_back_to(before)

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
            # Deleted later, not now: a signal of the page may have caused this call.
            page, self.home = self.home, None
            self._is_welcome_new = True
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
            # Otherwise the focus is where it was, for example on *New project* after *Cancel*.
            if self._is_welcome_new:
                self._is_welcome_new = False
                self.welcome.take_focus()

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
        # After a second crash, *Continue* must not lead back to the crash page itself.
        if self.currentWidget() is not self.crash:
            self._before_crash = self.currentWidget()
        self.setCurrentWidget(self.crash)

    def _leave_crash(self) -> None:
        before, self._before_crash = self._before_crash, None
        self._go_back_to(before)

    def _go_back_to(self, before: QWidget | None) -> None:
        # The page may be deleted by now, and an operation may have ended.
        if before is not None and self.indexOf(before) >= 0 and before is not self.busy:
            self.setCurrentWidget(before)
        else:
            self.show_home()


class BusyPage(QWidget):
    """Page that is shown while a job opens, joins, creates or copies a workspace."""

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
        layout = in_column(STRETCH, on=self, gap=14)
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
