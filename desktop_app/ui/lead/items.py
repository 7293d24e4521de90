"""Items section: imports files, and lists, filters and shows the items with all answers.

The module is longer than most because imports, filters, list and item are on one page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from desktop_app.core.errors import AppError
from desktop_app.llm.stopping import Stop
from desktop_app.ui.jobs import CancelledError, Job, Progress, application
from desktop_app.ui.lead.item_actions import SelectionBar
from desktop_app.ui.lead.item_filters import FilterBar
from desktop_app.ui.lead.item_list import ItemList, SelectAll
from desktop_app.ui.lead.item_view import ItemView
from desktop_app.ui.lead.layout import NoItems, combo, primary
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.page_keys import PageKey, make_shortcuts
from desktop_app.ui.lead.saved_views import SavedViews
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import error_text, sentence, translate_message
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.plain_text import PlainScrollArea, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.parts import Outcome, button, label
from desktop_app.workspace.document_files import KINDS
from desktop_app.workspace.gathering import GatherReport, gather
from desktop_app.workspace.import_plan import ImportTable, open_table
from desktop_app.workspace.importing import ImportReport, import_file
from desktop_app.workspace.item_filter import ItemFilter, TextQuery
from desktop_app.workspace.item_index import ItemEntry, ItemIndex
from desktop_app.workspace.item_views import SavedView
from desktop_app.workspace.overview import Overview, RowsLine
from desktop_app.workspace.table_reading import TABLE_SUFFIXES
from desktop_app.workspace.workspace import Workspace

# The form of a study is imported in the same way as items.
FORM_SUFFIXES = (".yaml", ".yml")
ITEM_SUFFIXES = (*TABLE_SUFFIXES, *FORM_SUFFIXES)
# Suffixes of files with documents.
TEXT_SUFFIXES = tuple(KINDS)
# Contents of a file for which no kind is chosen.
_ITEMS, _FORM = RowsLine("items", ""), RowsLine("form", "")
# Kinds of records that items consist of; reports count the items, not each of these.
_OF_ITEMS = ("item", "origin", "document")
# Total characters up to which a search is fast enough to run at each key, and up to which the first
# search is, which prepares the texts.
_AT_ONCE, _FOLDED_AT_ONCE = 2_000_000, 200_000
# Rows of the list that are visible in a low window.
_LEAST_ROWS = 3
# The reports of the imported files, and what ended the import early, if anything did.
Imported = tuple[list[tuple[Path, ImportReport]], AppError | CancelledError | None]


@dataclass(frozen=True)
class _ToCheck:
    """An import that waits until the user has checked a file on the import page.

    `reports`: the files before it
    `rest`: the files after it
    """

    reports: list[tuple[Path, ImportReport]]
    path: Path
    source: ImportTable
    rest: list[Path]


class ItemsSection(Section):
    """Imports files; lists items by filter; shows the texts and answers of one of them."""

    key = "items"
    icon = "items"
    # An item was opened; with its ItemLine.
    opened = Signal(object)
    # Decide about the answers to an item; with its key.
    decided = Signal(str)
    # Open the item-preparation form of the protocol with this key.
    prepare = Signal(str)
    # Show a file before it is imported: path, `ImportTable`, protocol and kind of row.
    to_check = Signal(object, object, object, object)
    # An import of other files has started, whose result this page will show.
    started = Signal()

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("ItemsSection", "Items")

    @classmethod
    def pill_of(cls, overview: Overview) -> Pill | None:
        number = len(overview.items)
        return Pill(shown(number)) if number else None

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(desk, theme, panes=True)
        # Files of the last import, and the protocol and the kind that were chosen for them.
        self._last: tuple[list[Path], Any] = ([], None)
        self._index = ItemIndex()
        # The selected items and the current one, to be restored when the list is shown next.
        self._wanted: tuple[frozenset[str], str] | None = None
        self._is_narrow: bool | None = None
        # The running search; an earlier one is ignored when it ends.
        self._search: Job | None = None
        # Reports of the files before the one on the import page, and the files after it.
        self._reports: list[tuple[Path, ImportReport]] = []
        self._rest: list[Path] = []
        self.import_button = button(self.tr("Import…"))
        self.import_button.clicked.connect(self.choose)
        self.first_import = primary(self.tr("Import…"))
        self.first_import.clicked.connect(
            lambda: self.go.emit("runs") if self.overview.documents else self.choose()
        )
        self.protocol = combo(theme, self.tr("Protocol of the imported items"))
        self.kind = combo(theme, self.tr("Contents of the imported file"))
        self.kind.be_narrow()
        # The tooltip has the whole text.
        self.kind.setProperty("shortens", True)
        self.kind.currentTextChanged.connect(
            lambda words: self.kind.setToolTip(plain_tip(str(words)))
        )
        self.outcome = Outcome(theme, self.tr("Result of the last action"))
        self.outcome.again.clicked.connect(self._import_replacing)
        self.empty = NoItems(
            self.tr(
                "Choose a table with one item per row (CSV, TSV, XLSX, JSON, JSONL or Parquet), or "
                "drop it on this window. Its columns may have any names."
            ),
            self.first_import,
        )
        self.form_button = button(
            self.tr("Import form…"), self.tr("Adds a new version of the study's questions.")
        )
        self.form_button.clicked.connect(self.choose_form)
        self.form_button.hide()
        self.prepare_buttons = {
            one.key: button(translate_message(one.prepares))
            for one in desk.overview.protocols
            if one.prepares
        }
        for key, opens in self.prepare_buttons.items():
            opens.clicked.connect(lambda _=False, key=key: self.prepare.emit(key))
        self.export_button = button(
            self.tr("Export list…"), self.tr("Writes the listed items with texts and answers.")
        )
        self.filters = FilterBar(theme)
        self.search = self.filters.search
        self.views = SavedViews(self, self.outcome, theme)
        self.filters.add_last(self.views.save_button, self.views.menu_button)
        self.list = ItemList(theme, self.tr("Items"))
        self.select_all = SelectAll(theme)
        self.sort = combo(theme, self.tr("Sort items by"))
        self.no_match = label(self.tr("No item meets all filters."), "secondary", wrap=True)
        self.selection = SelectionBar(self, self.outcome, theme)
        self.item = ItemView(theme)
        self.show_button = self.item.preview_button
        # Read at each use, because the names change with the overview.
        self.filters.person_label = self.item.table.rows.person_label = lambda person: (
            self.overview.person_label(person)
        )
        self._build_ui()
        self._connect()
        self._apply_theme()
        for one in desk.overview.protocols:
            self.protocol.addItem(translate_message(one.title), one.key)
        self.protocol.currentIndexChanged.connect(lambda _=0: self._show_kinds())
        self._show_kinds()

    def show_overview(self) -> None:
        has_items = bool(self.overview.items)
        self.overview.index.follow(self._index)
        self._index = self.overview.index
        self.filters.show_index(self._index)
        assert self.area is not None
        for widget in (self.filters, self.area, self.export_button):
            widget.setVisible(has_items)
        self.import_button.setVisible(has_items or bool(self.overview.documents))
        self.empty.show_step(self.overview.documents)
        self.protocol.setVisible(self.protocol.count() > 1)
        self.empty_pane.setVisible(not has_items)
        own = self.prepare_buttons.values()
        for one in (self.import_button, self.first_import, self.form_button, *own):
            self.allow(one, True)
        self.form_button.setVisible(bool(_with_form(self.overview)))
        self._apply_filter()

    def filter_control(self) -> QWidget | None:
        return self.search

    def page_keys(self) -> list[PageKey]:
        return [
            PageKey(
                ("Ctrl+Return", "Ctrl+Enter"),
                self.tr("Decide between the answers to the selected item"),
                lambda _: self._decide(),
            )
        ]

    def show_filter(self, item_filter: ItemFilter) -> None:
        """List only the items that match a filter; sort by disagreement if it filters by that."""
        if item_filter.least_disagreement is not None or item_filter.worst_first:
            self._choose_sort("disagreement")
        elif item_filter.slowest_first:
            self._choose_sort("time")
        self.filters.show_filter(item_filter)
        self.list.rows.check(list(self.list.rows.checked), False)
        self._apply_filter()
        self.list.go_to(0)
        # Another page asked for these items, so their list comes first, not the search.
        self._focus_list()

    def page_state(self) -> object:
        current = self.list.current
        return (
            self.filters.filter,
            self.sort.currentData(),
            frozenset(self.list.rows.checked),
            current.key if current is not None else "",
        )

    def restore_page(self, state: object) -> None:
        if not isinstance(state, tuple):
            return
        item_filter, sort, checked, key = state
        self._choose_sort(sort)
        self.filters.show_filter(item_filter)
        self._wanted = (checked, key)
        self._apply_filter()
        if key:
            self.focus_on(self.list)

    def first_control(self) -> QWidget | None:
        return self.search if self.overview.items else self.first_import

    def choose(self) -> None:
        """Ask for files with rows, files with texts, or a folder, depending on the chosen kind."""
        kind = self.kind.currentData()
        if kind is not None and kind.is_folder:
            folder = QFileDialog.getExistingDirectory(
                self, self.tr("Choose a folder of documents"), str(starting_folder())
            )
            if folder:
                self.gather(Path(folder))
            return
        if kind is not None and kind.is_files:
            texts = " ".join(f"*{suffix}" for suffix in TEXT_SUFFIXES)
            named, _ = QFileDialog.getOpenFileNames(
                self,
                self.tr("Choose documents"),
                str(starting_folder()),
                self.tr("Texts ({kinds});;All files (*)").format(kinds=texts),
            )
            if named:
                self.gather(*map(Path, named))
            return
        kinds = " ".join(f"*{suffix}" for suffix in ITEM_SUFFIXES)
        chosen, _ = QFileDialog.getOpenFileNames(
            self,
            self.tr("Import items"),
            str(starting_folder()),
            self.tr("Items ({kinds});;All files (*)").format(kinds=kinds),
        )
        self.import_files([Path(one) for one in chosen])

    def _chosen_kind(self) -> RowsLine:
        kind = self.kind.currentData() or _ITEMS
        # A kind that needs a folder is chosen, but files were dropped.
        return _ITEMS if kind.is_folder else kind

    def choose_form(self) -> None:
        """Ask for the form file of a study."""
        chosen, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Import the form of the study"),
            str(starting_folder()),
            self.tr("Forms (*.yaml *.yml);;All files (*)"),
        )
        if chosen:
            self.import_files([Path(chosen)])

    def import_files(
        self,
        paths: Sequence[Path],
        *,
        update: bool = False,
        again: Any = None,
        reports: Sequence[tuple[Path, ImportReport]] = (),
    ) -> None:
        """Import items from files, one after the other, up to the first that cannot be read.

        Tables are shown on the import page before anything is imported. Forms and files in a
        published format are imported at once.

        `update`: replace rows that exist already with other content
        `again`: protocol and kind of an earlier import of these files, used instead of those that
            are chosen now
        `reports`: of files that were chosen together with these
        """
        if not paths:
            return
        protocol, kind = again or (self.protocol.currentData() or None, self._chosen_kind())
        # A kind that needs texts is chosen, but files with rows were dropped.
        if kind.is_texts:
            kind = _ITEMS
        if not self.desk.can_write:
            self.outcome.say(
                self.tr("Nothing was imported: this project is read-only. {why}").format(
                    why=self.desk.read_only_why
                ),
                [path.name for path in paths],
                "warn",
            )
            return
        if self.desk.is_busy:
            self.desk.say_busy()
            return
        self._last = [*(path for path, _ in reports), *paths], (protocol, kind)
        with_form = _with_form(self.overview)
        self.outcome.hide()

        def task(workspace: Workspace, progress: Progress) -> Imported | _ToCheck:
            made = list(reports)
            for place, path in enumerate(paths, 1):
                try:
                    if _is_table(path, kind):
                        source = open_table(workspace, str(path), protocol=protocol, what=kind.what)
                        return _ToCheck(made, path, source, list(paths[place:]))
                    is_form = path.suffix.lower() in FORM_SUFFIXES
                    of = (next(iter(with_form), None), _FORM) if is_form else (protocol, kind)
                    report = _import_one(workspace, path, *of, update=update, progress=progress)
                except AppError as error:
                    return made, error
                except CancelledError as error:
                    # Files that were imported stay imported, so the user has to see their reports.
                    if not made:
                        raise
                    return made, error
                made.append((path, report))
            return made, None

        def then(result: Imported | _ToCheck) -> None:
            if not isinstance(result, _ToCheck):
                self._on_imported(result)
                return
            # Shown also if the user leaves the import page.
            if result.reports:
                self._on_imported((result.reports, None))
            self._reports, self._rest = result.reports, result.rest
            self.to_check.emit(result.path, result.source, protocol, kind)

        if self.desk.run_undoable(self.tr("Importing items…"), task, then):
            self.started.emit()

    def show_import(self, path: Path, report: ImportReport) -> None:
        """Show the result of a table, then import the files that were chosen with it."""
        reports, rest = [*self._reports, (path, report)], self._rest
        self._reports, self._rest = [], []
        self._on_imported((reports, None))
        self.import_files(rest, again=self._last[1], reports=reports)

    def show_left(self) -> None:
        """Say which files were not imported because the user left the import page."""
        reports, rest = self._reports, self._rest
        self._reports, self._rest = [], []
        if rest:
            self._on_imported((reports, None), rest)

    def gather(self, *places: Path) -> None:
        """Import the documents of folders and files. If stopped, those read so far are kept."""
        if not self.desk.can_write:
            # In a read-only project, this imports nothing and shows why.
            self.import_files(places)
            return
        protocol = self.protocol.currentData() or None
        self.outcome.hide()
        stop = Stop()
        self.started.emit()
        self.desk.run(
            self.tr("Reading documents…"),
            lambda workspace, progress: gather(
                workspace, places, protocol=protocol, progress=progress, stop=stop.is_set
            ),
            self._on_gathered,
            lambda error: self.outcome.say(error_text(error), level="bad"),
            stop=stop,
        )

    # Internals
    def _on_gathered(self, report: GatherReport) -> None:
        parts = [self.tr("%n new document(s).", "", report.added)]
        if report.known:
            parts.append(self.tr("%n document(s) already imported.", "", report.known))
        if report.problems:
            unread = len(report.problems)
            parts.append(self.tr("%n document(s) could not be read.", "", unread))
        lines = [*report.problems, *report.notes]
        self.outcome.say(" ".join(parts), lines, "warn" if report.problems else "info")
        self.focus_on(self.import_button if self.overview.items else self.first_import)

    def _build_ui(self) -> None:
        for one in (self.export_button, self.form_button, self.kind, self.import_button):
            self.page_buttons.addWidget(one)
        for widget in (self.protocol, *self.prepare_buttons.values()):
            self.bar.addWidget(widget)
        for key, words in (
            ("name", self.tr("name")),
            ("disagreement", self.tr("disagreement")),
            ("answers", self.tr("answers")),
            ("last_answer", self.tr("last answer")),
            ("time", self.tr("active time")),
        ):
            self.sort.addItem(self.tr("Sort: {field}").format(field=words), key)
        left = QFrame()
        left.setProperty("kind", "pane")
        column = bare(QVBoxLayout(left), 0)
        column.setContentsMargins(1, 1, 1, 1)
        self.list_head = QHBoxLayout()
        self.list_head.setContentsMargins(6, 4, 8, 4)
        self.list_head.addWidget(self.select_all, 1)
        self.list_head.addWidget(self.sort)
        column.addLayout(self.list_head)
        column.addWidget(_line())
        column.addWidget(self.list, 1)
        self.no_match.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.no_match.setMargin(16)
        column.addWidget(self.no_match, 1)
        column.addWidget(self.selection)
        self.panes = QSplitter()
        self.panes.setHandleWidth(10)
        self.panes.setChildrenCollapsible(False)
        self.panes.addWidget(left)
        self.panes.addWidget(self.item)
        self.panes.setStretchFactor(0, 0)
        self.panes.setStretchFactor(1, 1)
        self.empty_pane = QFrame()
        self.empty_pane.setProperty("kind", "pane")
        inside = QVBoxLayout(self.empty_pane)
        inside.addWidget(self.empty)
        self.body.addLayout(self.bar)
        self.body.addWidget(self.filters)
        self.body.addWidget(self.views)
        self.body.addWidget(self.outcome)
        # In a low window or with large text, the panes keep their heights and scroll together.
        self.area = PlainScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.set_page(self.panes)
        self.body.addWidget(self.area, 100)
        self.body.addWidget(self.empty_pane, 100)

    def _connect(self) -> None:
        self.filters.changed.connect(self._apply_filter)
        self.filters.left.connect(self.list.setFocus)
        self.views.chosen.connect(self._show_view)
        self.sort.activated.connect(lambda _: self._apply_filter())
        self.list.chosen.connect(lambda entry: self.item.show_entry(self._index, entry))
        self.list.opened.connect(self._on_opened)
        self.list.rows.checked_changed.connect(self._show_selection)
        self.select_all.clicked.connect(self._select_all)
        self.selection.deselected.connect(self._deselect)
        self.selection.acted.connect(self._focus_list)
        self.item.stepped.connect(self.list.step)
        self.item.previewed.connect(self._preview)
        self.item.decided.connect(self._decide)
        self.export_button.clicked.connect(lambda: self.selection.export(self.list.rows.entries))
        make_shortcuts(self.page_keys(), self)
        self.theme.changed.connect(self._apply_theme)
        # What it says about the last action is not true any more, even if another page undid it.
        self.desk.undone.connect(self.outcome.hide)

    def say_undone(self, words: str) -> None:
        self.outcome.say(words)

    # The list
    def _apply_filter(self) -> None:
        """List the items that match the filter."""
        index, now, sort = self._index, self.filters.filter, str(self.sort.currentData())
        self.views.show_views(self.overview.views, SavedView("", now, sort))
        if self._search is not None:
            self._search.cancel()
            self._search = None
        limit = _AT_ONCE if index.is_folded else _FOLDED_AT_ONCE
        if not now.text.strip() or index.size < limit:
            self._show_found(index, index.find(now, sort))
            return
        # Searching many long texts takes too long to do it at each key.
        job = Job(lambda progress, cancelled: (index, index.find(now, sort)), application())
        job.succeeded.connect(self._on_found)
        self._search = job
        self.facts.setText(self.tr("Searching…"))
        job.start()

    def _on_found(self, result: tuple[ItemIndex, list[ItemEntry]]) -> None:
        self._search = None
        self._show_found(*result)

    def _show_found(self, index: ItemIndex, found: list[ItemEntry]) -> None:
        checked, key = self._wanted or (frozenset(self.list.rows.checked), "")
        self._wanted = None
        query = TextQuery.of(self.filters.filter.text)
        self.list.rows.checked = set(checked)
        # First, so that the item that the list shows next is marked as well.
        self.item.mark_words(query)
        self.list.show_entries(index, found, query)
        if key:
            self.list.go_to(self.list.rows.place_of(key))
        total = len(self.overview.items)
        self.facts.setText(self.filters.found_words(found, total))
        self.list.setVisible(bool(found))
        self.no_match.setVisible(not found)
        self.item.setVisible(bool(found))
        self.select_all.setText(self.tr("Select all %n", "", len(found)))
        self._show_selection()

    def _show_selection(self) -> None:
        selected, hidden = self.list.selected, self.list.hidden
        number = len(self.list.rows.entries)
        self.select_all.setChecked(bool(number) and len(selected) - len(hidden) == number)
        self.selection.show_selection(self._index, selected, len(hidden))

    def _select_all(self) -> None:
        keys = [one.key for one in self.list.rows.entries]
        self.list.rows.check(keys, self.select_all.isChecked())

    def _deselect(self) -> None:
        self.list.rows.check(list(self.list.rows.checked), False)
        self.list.setFocus()

    def _show_view(self, view: SavedView) -> None:
        self.filters.show_filter(view.filter)
        self._choose_sort(view.sort)
        self._apply_filter()
        self.list.go_to(0)
        self._focus_list()

    def _focus_list(self) -> None:
        self.focus_on(self.list if self.list.isVisible() else self.search)

    def _choose_sort(self, sort: str) -> None:
        self.sort.setCurrentIndex(max(0, self.sort.findData(sort)))

    def _on_opened(self, entry: ItemEntry) -> None:
        # A single person's answers need no decision unless they are in conflict.
        has_several = len(entry.answers) > 1 or entry.is_in_conflict
        if self.item.decide_button.isVisible() and has_several:
            self.decided.emit(entry.key)
        else:
            self.opened.emit(entry.line)

    def _decide(self) -> None:
        entry = self.list.current
        if entry is not None and self.item.decide_button.isVisible():
            self.decided.emit(entry.key)

    def _preview(self) -> None:
        entry = self.list.current
        if entry is not None:
            self.opened.emit(entry.line)

    # Importing
    def _on_imported(self, result: Imported, left: Sequence[Path] = ()) -> None:
        """Show the result of an import; `left`: files that were not imported."""
        reports, error = result
        files = len(reports)
        lines: list[str] = []
        # File names are needed only to tell several files apart.
        for path, report in reports:
            several = f"{path.name}, " if len(reports) > 1 else ""
            lines += [
                f"{several}{translate_message(line)}" for line in (*report.refused, *report.notes)
            ]
        added = sum(report.added.get("item", 0) for _, report in reports)
        if added and not self.filters.filter.is_empty:
            # It would hide new items.
            self.show_filter(ItemFilter())
        parts = [self._form_outcome(report) for _, report in reports if report.what == "form"]
        # Forms have messages of their own, so they are not counted as rows below.
        form_refused = any(one.what == "form" and one.refused for _, one in reports)
        reports = [one for one in reports if one[1].what != "form"]
        if reports:
            rows = sum(report.rows for _, report in reports)
            parts.append(self.tr("Read %n row(s).", "", rows))
            # An import may add only records that are not items, such as ratings or people.
            others = sum(number for _, report in reports for number in _others(report))
            replaced = sum(report.replaced.get("item", 0) for _, report in reports)
            if added > replaced or not (others or replaced):
                parts.append(self.tr("%n new item(s).", "", added - replaced))
            if replaced:
                parts.append(self.tr("%n item(s) replaced.", "", replaced))
            if others and added:
                parts.append(self.tr("%n other new record(s).", "", others))
            elif others:
                parts.append(self.tr("%n new record(s).", "", others))
        known = sum(report.unchanged for _, report in reports)
        if known:
            parts.append(self.tr("%n row(s) already imported, unchanged.", "", known))
        rows_refused = sum(len(report.refused) for _, report in reports)
        if rows_refused:
            parts.append(self.tr("%n row(s) refused; the others were imported.", "", rows_refused))
        if isinstance(error, CancelledError):
            parts.append(
                self.tr("Cancelled after %n file(s); the others were not imported.", "", files)
            )
        elif error is not None:
            parts.append(sentence(str(error)))
            parts.append(translate_message(error.hint))
        if left:
            parts.append(self.tr("%n other file(s) not imported.", "", len(left)))
            lines += [path.name for path in left]
        odd = sum(len(report.notes) for _, report in reports)
        if odd:
            parts.append(self.tr("%n note(s) on imported rows.", "", odd))
        # Notes need nothing, so they go with the next change or page; refused rows stay.
        is_partial = isinstance(error, CancelledError) or bool(left)
        level = "warn" if rows_refused or form_refused or is_partial else "info"
        if isinstance(error, AppError):
            level = "bad"
        self.outcome.say(" ".join(part for part in parts if part), lines, level)
        # Some rows exist already with other content. “Replace” imports the files again with
        # `update`. For tables, the import page offers it.
        kind = self._last[1][1]
        if any(report.differing and not _is_table(path, kind) for path, report in reports):
            self.outcome.offer(self.tr("Replace"))
        elif form_refused:
            self.outcome.offer(self.tr("Import anyway"))
        # The empty page has a button of its own.
        if not self.overview.items:
            self.focus_on(self.first_import)
        else:
            self.focus_on(self.import_button if error is not None else self.list)

    def _form_outcome(self, report: ImportReport) -> str:
        if report.refused:
            return self.tr("The form was not imported.")
        if report.added:
            return self.tr("Form imported. Bundles already sent use the previous version.")
        return self.tr("This form has already been imported.")

    def _import_replacing(self) -> None:
        paths, taken_for = self._last
        paths = [path for path in paths if not _is_table(path, taken_for[1])]
        self.import_files(paths, update=True, again=taken_for)

    def _show_kinds(self) -> None:
        """Offer what files of the chosen protocol may contain, items first."""
        protocol = self.protocol.currentData()
        self.kind.clear()
        for one in self.overview.protocols:
            if one.key == protocol:
                for rows in one.rows:
                    title = translate_message(rows.title)
                    self.kind.addItem(title[:1].upper() + title[1:], rows)

    def _apply_theme(self) -> None:
        px = self.theme.px
        self.sort.setFixedWidth(px(176))
        # In large text or a narrow window, the item is below the list.
        is_narrow = self.width() < px(820)
        self.kind.setFixedWidth(px(110 if is_narrow else 230))
        self.panes.setOrientation(
            Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal
        )
        self.list.setMinimumHeight(self.list.row_height * _LEAST_ROWS)
        self.panes.setMinimumHeight(px(760 if is_narrow else 0))
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        # Beside the other buttons if there is room, else in a row below them.
        if is_narrow:
            self.page_buttons.removeWidget(self.form_button)
            self.bar.addWidget(self.form_button)
        else:
            self.bar.removeWidget(self.form_button)
            place = self.page_buttons.indexOf(self.kind)
            self.page_buttons.insertWidget(place, self.form_button)
        self.panes.setSizes([px(345), px(415)] if is_narrow else [px(362), px(698)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._apply_theme()


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("kind", "rail")
    line.setFixedHeight(1)
    return line


def takes_texts(overview: Overview) -> bool:
    """Return whether files with texts can be imported to a project."""
    return any(kind.is_files for one in overview.protocols for kind in one.rows)


def _with_form(overview: Overview) -> list[str]:
    """Return the keys of the protocols whose questions are in a form file."""
    return [one.key for one in overview.protocols if one.takes_form]


def _is_table(path: Path, kind: RowsLine) -> bool:
    """Return whether a file is shown on the import page: not a form or a published format.

    A form is recognised by its suffix, whatever is chosen.
    """
    return path.suffix.lower() not in FORM_SUFFIXES and not kind.is_format


def _import_one(
    workspace: Workspace,
    path: Path,
    protocol: str | None,
    kind: RowsLine,
    *,
    update: bool,
    progress: Progress,
) -> ImportReport:
    """Import a form, or a file in a published format."""
    if kind is _FORM:
        return import_file(
            workspace,
            str(path),
            protocol=protocol,
            what=kind.what,
            update=update,
            progress=progress,
        )
    # Imported here because few imports need it.
    from desktop_app.workspace.importing import import_released

    return import_released(
        workspace, str(path), kind.what, protocol=protocol, update=update, progress=progress
    )


def _others(report: ImportReport) -> list[int]:
    """Return the number of added records of each kind that is not part of an item.

    People are counted only in an import of people; in other imports, they are added only because
    answers name them.
    """
    excluded = _OF_ITEMS if report.what == "people" else (*_OF_ITEMS, "person")
    return [n for kind, n in report.added.items() if kind not in excluded]
