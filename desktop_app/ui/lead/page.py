"""The project page: the list of a lead's pages on the left, the current one on the right.

A section is created when it is first shown or asked for: creating all of them takes twice as long
as everything else that opening a project does. It then reads the state of the project, so nothing
has to be passed on to sections that do not exist yet.

The module is longer than most because the page connects all sections with the menu, the running
job, dropped files and the views that replace a section.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.colours import Role
from desktop_app.ui.commands import ActionButton, Commands
from desktop_app.ui.connections.servers import Servers
from desktop_app.ui.lead.agreement import AgreementSection
from desktop_app.ui.lead.agreement_check import AgreementCheck
from desktop_app.ui.lead.assign import AssignSection
from desktop_app.ui.lead.bundles import BundlesSection
from desktop_app.ui.lead.conflicts import ConflictsSection
from desktop_app.ui.lead.export import ExportSection
from desktop_app.ui.lead.form_section import ConsentSection, FormSection
from desktop_app.ui.lead.import_page import ImportPage
from desktop_app.ui.lead.incoming_files import IncomingFiles
from desktop_app.ui.lead.items import ItemsSection
from desktop_app.ui.lead.job_foot import JobFoot
from desktop_app.ui.lead.merge import MergeSection
from desktop_app.ui.lead.navigation import Entry, Navigation, side_of
from desktop_app.ui.lead.overview import OverviewSection
from desktop_app.ui.lead.people import PeopleSection
from desktop_app.ui.lead.preparing import PanelMaker, Preparer, Preview, Seen, handed_in, seen_of
from desktop_app.ui.lead.runs import RunsSection
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.submissions import SubmissionsSection
from desktop_app.ui.lead.summaries import Summaries
from desktop_app.ui.lead.table import shown
from desktop_app.ui.lead.texts import GuidelinesSection
from desktop_app.ui.messages import translate_message
from desktop_app.ui.plain_text import ShorteningLabel, plain_tip
from desktop_app.ui.preparer_page import PreparerPage
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import EmptyState, label
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.item_index import ItemLine
from desktop_app.workspace.lead_tasks import (
    LeadTask,
    locked_task,
    refused_task,
    results_task,
    unreadable_task,
)
from desktop_app.workspace.overview import Overview, SubmissionLine

# Width in pixels of the progress bar in the header.
_BAR = 180

# Commands that only projects with submissions have.
OF_SUBMISSIONS = ("lead_submissions", "accept", "reject")
# All commands that this page runs.
LEAD_ACTIONS = (
    "lead_back",
    "lead_find",
    "lead_undo",
    "lead_overview",
    "lead_items",
    "lead_form",
    "lead_guidelines",
    "lead_consent",
    "lead_people",
    "lead_assign",
    "lead_bundles",
    "lead_merge",
    "lead_conflicts",
    "lead_agreement",
    "lead_export",
    "lead_runs",
    "lead_submissions",
    "accept",
    "reject",
    "import_items",
    "add_person",
    "assign",
    "reassign",
    "pack",
    "update_bundles",
    "pack_project",
    "choose_bundles",
    "choose_inbox",
    "merge",
    "unmerge",
    "analyse",
    "save_report",
    "estimate_run",
    "run_job",
    "write_batch",
    "read_batch",
)
S = TypeVar("S", bound=Section)
# In the order of the list of pages, each with the attribute of `LeadPage` that creates it.
SECTIONS: dict[type[Section], str] = {
    OverviewSection: "home",
    ItemsSection: "items",
    FormSection: "form",
    GuidelinesSection: "guidelines",
    ConsentSection: "consent",
    PeopleSection: "people",
    AssignSection: "assign",
    BundlesSection: "bundles",
    MergeSection: "merge",
    SubmissionsSection: "submissions",
    ConflictsSection: "conflicts",
    AgreementSection: "agreement",
    ExportSection: "export",
    RunsSection: "runs",
}
# Pages that the user can go back to.
_MOST_VISITED = 50


def _create_home(page: LeadPage) -> OverviewSection:
    home = page.add_section(OverviewSection(page.desk, page.theme))
    home.pages = {kind.key for kind in SECTIONS}
    home.reassign.connect(lambda people: page.reassign(*people))
    home.assign.connect(page.show_assigning)
    home.view_agreement.connect(lambda *place: page.agreement.show_question(*place))
    home.resolve.connect(page.show_versions)
    home.decide_again.connect(page.show_outdated)
    return home


def _create_items(page: LeadPage) -> ItemsSection:
    items = page.add_section(ItemsSection(page.desk, page.theme))
    items.opened.connect(page.body.open_item)
    items.decided.connect(page.decide)
    items.prepare.connect(page.preparer.open)
    items.to_check.connect(page.open_table)
    items.started.connect(page.close_import)
    return items


def _create_people(page: LeadPage) -> PeopleSection:
    people = page.add_section(PeopleSection(page.desk, page.theme))
    people.reassign.connect(page.reassign)
    return people


def _create_assign(page: LeadPage) -> AssignSection:
    assign = page.add_section(AssignSection(page.desk, page.theme))
    assign.reassigning.passphrase_wanted.connect(page.ask_passphrase)
    return assign


def _create_submissions(page: LeadPage) -> SubmissionsSection:
    submissions = page.add_section(SubmissionsSection(page.desk, page.theme))
    submissions.opened.connect(page.body.open_submission)
    return submissions


def _create_conflicts(page: LeadPage) -> ConflictsSection:
    return page.add_section(ConflictsSection(page.desk, page.theme))


def _create_export(page: LeadPage) -> ExportSection:
    export = page.add_section(ExportSection(page.desk, page.theme))
    export.decide_again.connect(page.show_outdated)
    return export


def _create_runs(page: LeadPage) -> RunsSection:
    runs = page.add_section(RunsSection(page.desk, page.theme, page.servers))
    runs.choices.to_connections.clicked.connect(page.commands["connections"].trigger)
    return runs


def _create_importing(page: LeadPage) -> ImportPage:
    importing = page.add_section(ImportPage(page.desk, page.theme))
    importing.left.connect(page.leave_import)
    importing.imported.connect(page.show_mapped_import)
    importing.whole_wanted.connect(lambda row: page.body.preview_item(row.item.label, row.seen))
    return importing


def _creates(kind: type[S]) -> Callable[[LeadPage], S]:
    """Return a function that creates a section without signals of its own."""
    return lambda page: page.add_section(kind(page.desk, page.theme))


class LeadPage(QWidget):
    """The page of a project for its lead: one section for each page, in the order of the work.

    `created`: the sections that exist already, by their classes
    """

    # Actions of the protocol's panel while an item is previewed; an empty list afterwards.
    panel_actions = Signal(list)

    # Reading one of these attributes creates the section, unless it exists.
    home = cached_property(_create_home)
    items = cached_property(_create_items)
    form = cached_property(_creates(FormSection))
    guidelines = cached_property(_creates(GuidelinesSection))
    consent = cached_property(_creates(ConsentSection))
    people = cached_property(_create_people)
    assign = cached_property(_create_assign)
    bundles = cached_property(_creates(BundlesSection))
    merge = cached_property(_creates(MergeSection))
    submissions = cached_property(_create_submissions)
    conflicts = cached_property(_create_conflicts)
    agreement = cached_property(_creates(AgreementSection))
    export = cached_property(_create_export)
    runs = cached_property(_create_runs)
    # Replaces the section Items while the columns of a file are mapped.
    importing = cached_property(_create_importing)

    def __init__(
        self,
        desk: JobRunner,
        commands: Commands,
        theme: Theme,
        make_panel: PanelMaker,
        servers: Servers,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.desk, self.commands, self.theme, self.servers = desk, commands, theme, servers
        self.created: dict[type[Section], Section] = {}
        # Sections that were shown before the current one, each with its state, for `go_back`.
        self._visited: list[tuple[str, object]] = []
        self.setAcceptDrops(True)
        self.agreement_check = AgreementCheck(self)
        self.preview = Preview(make_panel)
        self.preparer = Preparer(desk, theme, self)
        self.files = IncomingFiles(desk, lambda: self.items, lambda: self.merge, self.go_to, self)
        self.runner = CommandRunner(self)
        self._make_parts()
        self._build_ui()
        self._connect()
        # Last: a widget that gets another parent is styled again, with all its children.
        self.show_overview()
        self.go_to(_first_page(desk.overview), focus=False)
        self._apply_theme()

    def add_section(self, section: S) -> S:
        """Add a section that was just created, and show it the state of the project."""
        self.stack.addWidget(section)
        if section.undo_last is None and type(section) in SECTIONS:
            section.undo_by_keys(self._undo_project)
        if section.keys is not None:
            # A page that was opened with the arrow keys leaves the focus in the list of pages.
            section.keys.offer(self.rail)
        section.show_overview()
        section.go.connect(self._on_go)
        section.show_items.connect(self.show_items)
        section.settled.connect(self.runner.continue_waiting)
        section.undo_project.connect(self._undo_project)
        # Last: whoever finds the section here reads the attribute, which would create another one.
        self.created[type(section)] = section
        return section

    @property
    def section(self) -> Section:
        """Return the section that is shown."""
        shown_now = self.stack.currentWidget()
        assert isinstance(shown_now, Section)
        return shown_now

    def go_to(self, key: str, *, focus: bool = True) -> None:
        """Show a section; with `focus`, focus its first control."""
        self.body.leave_preview()
        self.preparer.forget_wish()
        # An open form keeps its entries.
        self.body.setCurrentWidget(self.steps)
        self.rail.show_page(key)
        if focus:
            self._focus_page()

    def _focus_page(self) -> None:
        self.section.open_at(self.section.first_control() or self.rail)

    def go_back(self) -> None:
        """Return to the previous section, restoring its state."""
        if not self._visited:
            self.desk.notices.say(self.tr("There is no previous page."))
        else:
            key, state = self._visited.pop()
            number = len(self._visited)
            self.go_to(key)
            # Going back is not a visit of its own.
            del self._visited[number:]
            self.section.restore_page(state)

    def reassign(self, *people: str) -> None:
        """Show how to move open items to others, at first those of these people."""
        self.go_to("assign", focus=False)
        self.assign.reassign(*people)

    def show_assigning(self) -> None:
        """Show how to assign items, also after open items were moved to others."""
        self.go_to("assign", focus=False)
        self.assign.show_assigning()

    def show_items(self, item_filter: ItemFilter) -> None:
        """List the items that meet a filter."""
        self.go_to("items")
        # Even if the columns of a file are being mapped.
        self.stack.setCurrentWidget(self.items)
        self.items.show_filter(item_filter)

    def form_keys(self) -> Sequence[tuple[str, str]]:
        """Return the shortcuts of the form or page that is shown, each with a description."""
        if self.body.currentWidget() is self.steps:
            return self.section.form_keys()
        return self.body.form_keys()

    def keep_draft(self) -> bool:
        """Save the unsaved entries of forms and unpublished texts to disk; return whether all are.

        Each is tried, also after another has failed.
        """
        return all([self.preparer.keep(), *(one.keep_draft() for one in self.created.values())])

    def asks_about_writing(self, then: Callable[[], object] | None = None) -> bool:
        """Ask whether to leave a form with unsaved entries; return False if there is none.

        `then`: called after the user has decided to leave the form
        """
        return self.preparer.asks(then)

    def show_overview(self) -> None:
        overview = self.desk.overview
        self.title.setText(overview.title)
        self.title.setToolTip(plain_tip(str(overview.folder)))
        parts = [
            self.tr("%n item(s)", "", len(overview.items)),
            self.tr("%n person(s)", "", len(overview.givable)),
        ]
        if overview.external:
            parts.append(self.tr("%n external", "", overview.external))
        if overview.assigned:
            parts.append(
                self.tr("{done} of {total} assigned answers").format(
                    done=shown(overview.done), total=shown(overview.assigned)
                )
            )
        if overview.conflicts:
            parts.append(self.tr("%n conflict(s)", "", overview.conflicts))
        self.figures.setText("  ·  ".join(parts))
        # With a maximum of 0, Qt would draw a busy indicator.
        self.bar.setMaximum(max(overview.assigned, 1))
        self.bar.setValue(overview.done)
        self.bar.setVisible(bool(overview.assigned))
        for section in self.created.values():
            section.show_overview()
        # Created now, if they do not exist: one collects the tasks, the other watches the inbox.
        _ = self.home
        if overview.inbox_folder:
            _ = self.merge
        for kind in SECTIONS:
            self.rail.set_page_visible(kind.key, kind.is_needed(overview))
        self.commands["lead_form"].setVisible(FormSection.is_needed(overview))
        for name in OF_SUBMISSIONS:
            self.commands[name].setVisible(SubmissionsSection.is_needed(overview))
        self._show_figures()
        self.agreement_check.check(overview)

    # Internals
    def _make_parts(self) -> None:
        self.title = ShorteningLabel("", "title")
        self.figures = ShorteningLabel("", "secondary")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.bar.setFixedWidth(_BAR)
        self.palette_button = ActionButton(self.commands["palette"])
        groups = self._groups()
        self.rail = Navigation(
            [
                Entry(one.key, one.page_title(), one.icon, groups.get(one.key, ""))
                for one in SECTIONS
            ],
            self.theme,
            self.tr("Pages of the project"),
        )
        self.stack = SectionStack(self.desk)
        self.banner = label(kind="problem", wrap=True)
        if self.desk.can_write:
            self.banner.hide()
        else:
            self.banner.setText(
                self.tr("This project is read-only. {why}").format(why=self.desk.read_only_why)
            )
        self.job = JobFoot(self.desk, self.stack)

    def _build_ui(self) -> None:
        header = QFrame()
        header.setProperty("kind", "header")
        words = QVBoxLayout()
        words.setSpacing(2)
        for one in (self.title, self.figures):
            # The width is ignored, so that the widgets to the right stay in place when the texts
            # change.
            one.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            words.addWidget(one)
        across = QHBoxLayout(header)
        across.setContentsMargins(16, 8, 16, 8)
        across.setSpacing(8)
        across.addLayout(words, 1)
        across.addWidget(self.bar)
        across.addSpacing(8)
        across.addWidget(self.palette_button)
        # A page that was opened with the arrow keys leaves the focus in the list of pages.
        for outside in (header, self.rail):
            keys = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), outside)
            keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            keys.activated.connect(self.runner.undo)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.banner)
        right.addWidget(self.stack, 1)
        self.steps = QWidget()
        body = QHBoxLayout(self.steps)
        body.setContentsMargins(12, 12, 12, 4)
        body.setSpacing(10)
        body.addWidget(side_of(self.rail))
        body.addLayout(right, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(header)
        self.body = PageBody(self.desk, self.steps, self.preview)
        layout.addWidget(self.body, 1)
        layout.addWidget(self.job)

    def _connect(self) -> None:
        self.rail.page_chosen.connect(self._on_page)
        # The user wants to work there. The arrow keys leave the focus in the list.
        self.rail.page_clicked.connect(self._focus_page)
        self.agreement_check.found.connect(
            lambda tasks: self.home.show_tasks(AgreementSection.key, tasks)
        )
        self.agreement_check.computing.connect(lambda on: self.home.show_computing(on))
        self.desk.changed.connect(lambda _: self.stack.keep_focus(self.show_overview))
        # Later, because the section may start its next task when one ends.
        self.desk.ended.connect(lambda: QTimer.singleShot(0, self, self.runner.continue_waiting))
        self.preparer.shown.connect(self.body.show_form)
        self.preparer.left.connect(self._leave_form)
        self.preview.left.connect(self._leave_preview)
        self.preview.panel_actions.connect(self.panel_actions)
        self.theme.changed.connect(self._apply_theme)

    def ask_passphrase(self) -> None:
        """Show the bundles, and ask for the passphrase of those that are outdated."""
        self.go_to("bundles", focus=False)
        self.bundles.ask_passphrase()

    def show_versions(self) -> None:
        """Show the conflicts, also if the disagreements were shown before."""
        self.conflicts.show_versions()
        self.go_to("conflicts")

    def show_outdated(self) -> None:
        """Show the decisions that are outdated because answers have changed."""
        self.conflicts.show_outdated()
        self.go_to("conflicts")

    def _undo_project(self) -> None:
        """Undo the last change of the project, on the page that has made it if only that one can.

        The change may have been made on another page.
        """
        page = self.desk.undo_page
        if not page:
            self.desk.undo(self.section.say_undone)
            return
        why_not = self._find(page).undo_problem()
        if why_not:
            self.desk.give_up(why_not, self.section.say_undone)
            return
        # Shown first, because its message appears there.
        self.go_to(page)
        self.section.undo_from_elsewhere()

    def decide(self, item: str) -> None:
        """Show an item on the page where a lead decides on answers."""
        self.go_to(ConflictsSection.key)
        self.conflicts.show_item(item)

    def _leave_form(self) -> None:
        # A form may have come up to ask about unsaved entries while another section was shown.
        # It always returns to the section in which it is opened.
        self.go_to("items")

    def _leave_preview(self) -> None:
        self.body.setCurrentWidget(self.steps)
        key = self.section.key
        if self._is_importing and self.section is self.importing:
            self.importing.preview.whole.setFocus()
        elif key == SubmissionsSection.key:
            self.submissions.table.setFocus()
        else:
            self.items.list.setFocus()

    def _on_page(self, key: str) -> None:
        if self.section.key == key:
            return
        # A command that still waits was about the page that is left.
        self.runner.forget()
        self._visited.append((self.section.key, self.section.page_state()))
        del self._visited[:-_MOST_VISITED]
        # A file whose columns are being mapped stays open while other pages are shown.
        if key == ImportPage.key and self._is_importing:
            self.stack.setCurrentWidget(self.importing)
        else:
            self.stack.setCurrentWidget(self._find(key))
        self.section.show_top()

    def _find(self, key: str) -> Section:
        """Return the section with a key."""
        name = next(name for kind, name in SECTIONS.items() if kind.key == key)
        section: Section = getattr(self, name)
        return section

    @property
    def _is_importing(self) -> bool:
        """Whether the columns of a file are being mapped."""
        return ImportPage in self.created and self.importing.is_open

    def open_table(self, path: Path, source: Any, protocol: str | None, kind: Any) -> None:
        self.importing.open(path, source, protocol, kind)
        self.go_to("items")
        self.stack.setCurrentWidget(self.importing)
        self.importing.focus_first()

    def close_import(self) -> None:
        """Replace the import page with the list of items, if an import is open."""
        if self._is_importing:
            self.importing.close_file()
            self.stack.setCurrentWidget(self.items)

    def leave_import(self) -> None:
        self.stack.setCurrentWidget(self.items)
        self.items.show_left()
        self.items.focus_on(self.items.first_control())
        self.files.offer_texts()

    def show_mapped_import(self, path: Path, report: Any) -> None:
        self.stack.setCurrentWidget(self.items)
        self.items.show_import(path, report)
        # The import has closed earlier notices.
        self.files.offer_texts()

    def _groups(self) -> dict[str, str]:
        """Return the titles of the groups in the list of pages, by key of a section."""
        groups = {
            self.tr("PREPARE"): ("items", "form", "guidelines", "consent"),
            self.tr("COLLECT"): ("people", "assign", "bundles", "merge", "submissions"),
            self.tr("ANALYSE"): ("conflicts", "agreement", "export"),
            self.tr("MODELS"): ("runs",),
        }
        return {key: title for title, keys in groups.items() for key in keys}

    def _on_go(self, key: str) -> None:
        self._show_figures()
        if key:
            self.go_to(key)

    def _show_figures(self) -> None:
        if MergeSection in self.created:
            self.home.show_tasks(MergeSection.key, _merge_tasks(self.merge))
        overview = self.desk.overview
        summaries = Summaries().of(overview)
        for kind in SECTIONS:
            section, words = self.created.get(kind), summaries.get(kind.key, "")
            if section is None:
                self.rail.show_state(kind.key, kind.pill_of(overview), words)
            else:
                self.rail.show_state(kind.key, section.pill(), section.summary(words))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.files.accepted(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = self.files.accepted(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.files.take(paths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rail.set_room(self.width())

    def _apply_theme(self) -> None:
        self.rail.set_room(self.width())
        icon = self.theme.icon("commands", Role.SECONDARY)
        self.palette_button.setIcon(icon)
        self.palette_button.setIconSize(QSize(self.theme.px(16), self.theme.px(16)))


def _first_page(overview: Overview) -> str:
    """Return the key of the page to begin with: the overview, once there are items.

    A study starts with its form, because its items cannot be shown without one.
    """
    if overview.items:
        return OverviewSection.key
    lacks_form = any(one.takes_form and not one.form_version for one in overview.protocols)
    return FormSection.key if lacks_form else ItemsSection.key


def _merge_tasks(merge: MergeSection) -> list[LeadTask]:
    """Return the tasks about files that were chosen, dropped, or are in the inbox."""
    lines = [line for line in merge.lines if line.readable]
    files = [line for line in lines if line.can_be_merged]
    refused = [line for line in lines if line.problem]
    # Nobody knows what is in an encrypted file before it is opened.
    waiting = [one for one in merge.waiting if one.state == "ready"]
    locked = len(merge.waiting) - len(waiting)
    locked += sum(line.needs == "passphrase" for line in merge.lines)
    senders = [line.sender for line in files] + [one.sender for one in waiting]
    # How much is new is not known before all files have been previewed.
    new = None if waiting else sum(line.new for line in files)
    tasks = [results_task(senders, new)] if senders else []
    if locked:
        tasks.append(locked_task(locked))
    if refused:
        tasks.append(refused_task([(line.sender, line.problem) for line in refused]))
    if merge.inbox.unreadable:
        tasks.append(unreadable_task(len(merge.inbox.unreadable)))
    return tasks


class PageBody(QStackedWidget):
    """Shows the sections, or replaces them with the preview of an item or a form."""

    def __init__(self, desk: JobRunner, sections: QWidget, preview: Preview) -> None:
        super().__init__()
        self._desk, self._preview = desk, preview
        # The protocol's form that was shown last.
        self._form: PreparerPage | None = None
        self.addWidget(sections)
        self.addWidget(preview)

    def form_keys(self) -> Sequence[tuple[str, str]]:
        """Return the shortcuts of the form, each with a description, if a form is shown."""
        # The preview has no shortcuts of its own.
        form = self._form
        return form.form_keys() if form is not None and self.currentWidget() is form else ()

    def open_item(self, item: ItemLine) -> None:
        self._desk.run(
            self.tr("Opening the item…"),
            lambda workspace, progress: seen_of(workspace, item.key),
            lambda seen: self.preview_item(item.name, seen),
            changes=False,
        )

    def open_submission(self, line: SubmissionLine) -> None:
        self._desk.run(
            self.tr("Opening the submission…"),
            lambda workspace, progress: handed_in(workspace, line.protocol, line.item, line.author),
            lambda seen: self.preview_item(line.title, seen),
            changes=False,
        )

    def preview_item(self, name: str, seen: Seen) -> None:
        self.setCurrentWidget(self._preview)
        self._preview.show_item(name, seen)

    def show_form(self, form: PreparerPage) -> None:
        self._form = form
        # A form is created once and then kept.
        if self.indexOf(form) < 0:
            self.addWidget(form)
        self.leave_preview()
        self.setCurrentWidget(form)

    def leave_preview(self) -> None:
        """Leave the preview, if it is shown."""
        if self.currentWidget() is self._preview:
            self._preview.leave()


class SectionStack(QStackedWidget):
    """Shows one section; when another one is shown, drops notices about finished actions."""

    def __init__(self, desk: JobRunner) -> None:
        super().__init__()
        self._desk = desk

    def setCurrentWidget(self, section: QWidget) -> None:
        before = self.currentWidget()
        super().setCurrentWidget(section)
        if isinstance(before, Section) and before is not section:
            before.drop_results()
            self._desk.notices.drop()

    def keep_focus(self, update: Callable[[], object]) -> None:
        """Update the sections; if that hides the control with the focus, focus the first one."""
        section = self.currentWidget()
        had_focus = _has_focus_inside(section)
        update()
        # Qt moves the focus to the next control of the window, which may be outside the section.
        if had_focus and not _has_focus_inside(section) and isinstance(section, Section):
            section.focus_on(section.first_control())


def _has_focus_inside(widget: QWidget | None) -> bool:
    focus = QApplication.focusWidget()
    return widget is not None and focus is not None and widget.isAncestorOf(focus)


class CommandRunner(QObject):
    """Runs the commands of the menu and the palette in the sections of a project page.

    A command of a section that is not ready waits until it is.
    """

    def __init__(self, page: LeadPage) -> None:
        super().__init__(page)
        self._page = page
        # What a command does as soon as the section is ready.
        self._to_do: Callable[[], object] | None = None
        for name in LEAD_ACTIONS:
            # All commands have one slot, which reads from this property which one was triggered.
            page.commands[name].setProperty("lead", name)
            page.commands[name].triggered.connect(self._on_action)

    def press(self, key: str, find_button: Callable[[], QPushButton]) -> None:
        """Show a section and press one of its buttons, or say why that is not possible now."""
        self._page.go_to(key)
        self.when_ready(lambda: self._press(find_button()))

    def when_ready(self, act: Callable[[], object]) -> None:
        """Do something on the section that is shown, once it has read and computed its contents."""
        page = self._page
        if page.desk.is_busy and not page.desk.is_quiet:
            page.desk.say_busy()
            return
        self._to_do = act
        self.continue_waiting()

    def continue_waiting(self) -> None:
        """Do what waits for the section that is shown, if the section is ready."""
        if self._to_do is not None and self._page.section.is_ready:
            act, self._to_do = self._to_do, None
            act()

    def forget(self) -> None:
        """Do not run the command that still waits."""
        self._to_do = None

    def undo(self) -> None:
        """Undo the last change on the page that is shown, as Ctrl+Z does there."""
        page = self._page
        if page.desk.is_busy:
            page.desk.say_busy()
        elif page.section.undo_last is not None:
            page.section.undo_last()

    # Internals
    def _on_action(self) -> None:
        """Run a command of the menu or the palette in its section."""
        page = self._page
        sender = self.sender()
        name = str(sender.property("lead")) if sender is not None else ""
        if name == "lead_back":
            page.go_back()
            return
        if name == "lead_find":
            self._find_on_page()
            return
        if name == "lead_undo":
            self.undo()
            return
        if name.startswith("lead_"):
            page.go_to(name.removeprefix("lead_"))
            return
        # Methods that do more than one button, or say themselves why they do nothing.
        methods: dict[str, tuple[str, Callable[[], object]]] = {
            "import_items": ("items", lambda: page.items.choose()),
            # Showing the section is enough: it focuses the field for the id.
            "add_person": ("people", lambda: None),
            "assign": ("assign", lambda: self._unless_empty(page.assign.preview)),
            "reassign": ("assign", lambda: self._unless_empty(page.assign.reassign)),
            "unmerge": ("merge", lambda: page.merge.ask_undo()),
            "run_job": ("runs", lambda: self._unless_empty(page.runs.run)),
        }
        if name in methods:
            key, method = methods[name]
            # Shown first, because the methods put the focus and messages into their section.
            page.go_to(key)
            self.when_ready(method)
            return
        buttons: dict[str, tuple[str, Callable[[], QPushButton]]] = {
            "update_bundles": ("bundles", lambda: page.bundles.update_button),
            "choose_inbox": ("merge", lambda: page.merge.inbox.choose_button),
            "pack": ("bundles", lambda: page.bundles.pack_button),
            "pack_project": ("bundles", lambda: page.bundles.project_button),
            "choose_bundles": ("merge", lambda: page.merge.offered_choice),
            "merge": ("merge", lambda: page.merge.merge_button),
            "accept": ("submissions", lambda: page.submissions.accept_button),
            "reject": ("submissions", lambda: page.submissions.reject_button),
            "analyse": ("agreement", lambda: page.agreement.offered_compute),
            "save_report": ("agreement", lambda: page.agreement.save_report),
            "estimate_run": ("runs", lambda: page.runs.estimate_button),
            "write_batch": ("runs", lambda: page.runs.batches.write_button),
            "read_batch": ("runs", lambda: page.runs.batches.read_button),
        }
        self.press(*buttons[name])

    def _find_on_page(self) -> None:
        page = self._page
        control = page.section.filter_control()
        page.section.focus_on(control)
        if control is None:
            page.desk.notices.say(self.tr("There is nothing to search on this page."))

    def _press(self, one: QPushButton) -> None:
        if (one.isVisible() or one.property("folded")) and one.isEnabled():
            one.click()
            return
        # The description of a disabled button says why it cannot be used (`Section.allow`).
        if one.accessibleDescription():
            self._page.desk.notices.say(one.accessibleDescription(), level="warn")
        elif not self._say_empty():
            self._page.desk.notices.say(
                self.tr("This is not possible at the moment."), level="warn"
            )

    def _unless_empty(self, act: Callable[[], object]) -> None:
        if not self._say_empty():
            act()

    def _say_empty(self) -> bool:
        """Say what the section needs first if it is empty; return whether it is."""
        for state in self._page.section.findChildren(EmptyState):
            if state.isVisible():
                self._page.desk.notices.say(state.heading.text(), state.words.text(), "warn")
                return True
        return False


def _prepare_button(page: LeadPage, protocol: str) -> QPushButton:
    return page.items.prepare_buttons[protocol]


class ButtonActions(QObject):
    """Actions for buttons that are in no menu, so that the palette finds their commands.

    Each shows a section and presses one of its buttons.
    """

    def __init__(self, page: LeadPage) -> None:
        super().__init__(page)
        self._page = page
        self.actions: list[QAction] = []
        # The palette shows actions without their section, so some texts are longer than those of
        # the buttons.
        overview = page.desk.overview
        for one in overview.protocols:
            if one.prepares:
                opens = partial(_prepare_button, page, one.key)
                self._add(ItemsSection, opens, translate_message(one.prepares))
        if any(one.takes_form for one in overview.protocols):
            text = self.tr("Import the form of the study…")
            self._add(ItemsSection, lambda: page.items.form_button, text)
        text = self.tr("Show the selected item as annotators see it")
        self._add(ItemsSection, lambda: page.items.show_button, text)
        people, export = PeopleSection, ExportSection
        self._add(people, lambda: page.people.import_button, self.tr("Import people…"))
        self._add(people, lambda: page.people.remove_button, self.tr("Remove the selected person"))
        text = self.tr("Pause or resume the selected person")
        self._add(people, lambda: page.people.pause_button, text)
        text = self.tr("Record that the selected person has left")
        self._add(people, lambda: page.people.left_button, text)
        text = self.tr("Show the selected bundle in its folder")
        self._add(BundlesSection, lambda: page.bundles.show_button, text)
        text = self.tr("Assign as previewed")
        self._add(AssignSection, lambda: page.assign.assign_button, text)
        if SubmissionsSection.is_needed(overview):
            text = self.tr("Read the selected submission")
            self._add(SubmissionsSection, lambda: page.submissions.show_button, text)
        if any(one.collects for one in overview.protocols):
            text = self.tr("Request tasks")
            self._add(SubmissionsSection, lambda: page.submissions.ask_button, text)
        self._add(export, lambda: page.export.export_button, self.tr("Export the data…"))
        self._add(export, lambda: page.export.copy_command, self.tr("Copy the export as a command"))
        agreement = AgreementSection
        self._add(agreement, lambda: page.agreement.save_tables, self.tr("Save tables…"))
        self._add(agreement, lambda: page.agreement.save_figures, self.tr("Save figures…"))

    # Internals
    def _add(
        self, section: type[Section], find_button: Callable[[], QPushButton], text: str
    ) -> None:
        """Add an action; its button is looked for later, because that creates the section."""
        action = QAction(text, self)
        action.triggered.connect(lambda _=False: self._page.runner.press(section.key, find_button))
        self.actions.append(action)
