"""Items section: imports files and lists the items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.core.errors import AppError
from desktop_app.llm.stopping import Stop
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.layout import combo, line_edit, primary
from desktop_app.ui.lead.navigation import Pill
from desktop_app.ui.lead.section import CancelledError, JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import error_text, sentence, translate_message
from desktop_app.ui.open_tasks import starting_folder
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import EmptyState, Outcome, button, label
from desktop_app.workspace.document_files import KINDS
from desktop_app.workspace.gathering import GatherReport, gather
from desktop_app.workspace.import_plan import ImportTable, open_table
from desktop_app.workspace.import_table import TABLE_SUFFIXES
from desktop_app.workspace.importing import ImportReport, import_file
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.overview import ItemLine, RowsLine
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
# The reports of the imported files, and what ended the import early, if anything did.
Imported = tuple[list[tuple[Path, ImportReport]], AppError | CancelledError | None]


@dataclass(frozen=True)
class _ToMap:
    """An import that waits for a person to map the columns of a file.

    `reports`: the files before it
    `rest`: the files after it
    """

    reports: list[tuple[Path, ImportReport]]
    path: Path
    source: ImportTable
    rest: list[Path]


class ItemsSection(Section):
    """Imports files, lists the items, and opens an item as annotators see it."""

    key = "items"
    icon = "items"
    # An item was opened; with its ItemLine.
    opened = Signal(object)
    # Open the item-preparation form of the protocol with this key.
    prepare = Signal(str)
    # A file's columns have to be mapped: path, `ImportTable`, protocol and kind of row.
    to_map = Signal(object, object, object, object)
    # An import of other files has started, whose result this page will show.
    started = Signal()

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(
            desk,
            theme,
            self.tr("Items"),
            self.tr("The items to be annotated. Only you see where they come from."),
        )
        # Files of the last import, and the protocol and the kind that were chosen for them.
        self._last: tuple[list[Path], Any] = ([], None)
        # Files to import when the columns of an earlier one are mapped.
        self._rest: list[Path] = []
        self.import_button = button(self.tr("Import…"))
        self.import_button.clicked.connect(self.choose)
        self.first_import = primary(self.tr("Import…"))
        self.first_import.clicked.connect(self.choose)
        self.protocol = combo(theme, self.tr("Protocol of the imported items"))
        self.kind = combo(theme, self.tr("Contents of the imported file"))
        self.kind.be_narrow()
        # The tooltip has the whole text.
        self.kind.setProperty("shortens", True)
        self.kind.currentTextChanged.connect(
            lambda words: self.kind.setToolTip(plain_tip(str(words)))
        )
        self.search = line_edit(self.tr("Search items"), self.tr("Search items"))
        self.search.setClearButtonEnabled(True)
        self.count = label(kind="secondary")
        self.table = Table(self._columns(), self.tr("Items"), theme)
        # The overview contains the search text. Only the title of the stage is added here, because
        # it depends on the language of the window.
        self.table.rows.fold = lambda item: (
            f"{item.folded}\n{translate_message(item.stage).casefold()}"
        )
        self.outcome = Outcome(theme, self.tr("Result of the import"))
        self.outcome.again.clicked.connect(self._import_replacing)
        self.empty = EmptyState(
            self.tr("No items yet"),
            self.tr(
                "Choose a table with one item per row (CSV, TSV, XLSX, JSON, JSONL or Parquet), or "
                "drop it on this window. Its columns may have any names."
            ),
            self.first_import,
        )
        self.show_button = button(
            self.tr("Show as annotators see it"), self.tr("Shows the selected item (Enter).")
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
        self.show_button.clicked.connect(self._show_chosen)
        for widget in (
            self.search,
            self.count,
            self.protocol,
            self.kind,
            self.import_button,
            self.show_button,
            self.form_button,
            *self.prepare_buttons.values(),
        ):
            self.bar.addWidget(widget)
        self.body.addLayout(self.bar)
        self.body.addWidget(self.outcome)
        self.body.addWidget(self.table, 100)
        self.body.addWidget(self.empty, 100)
        self.body.addStretch(1)
        self.search.textChanged.connect(self._on_search)
        self.table.opened.connect(self.opened)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        for one in desk.overview.protocols:
            self.protocol.addItem(translate_message(one.title), one.key)
        self.protocol.currentIndexChanged.connect(lambda _=0: self._show_kinds())
        self._show_kinds()

    def summary(self) -> str:
        return self.tr("%n item(s)", "", len(self.overview.items))

    def pill(self) -> Pill | None:
        number = len(self.overview.items)
        return Pill(shown(number)) if number else None

    def show_overview(self) -> None:
        items = self.overview.items
        self.table.show_rows(items)
        for widget in (self.search, self.count, self.table, self.import_button, self.show_button):
            widget.setVisible(bool(items))
        self.protocol.setVisible(self.protocol.count() > 1)
        self.empty.setVisible(not items)
        own = self.prepare_buttons.values()
        for one in (self.import_button, self.first_import, self.form_button, *own):
            self.allow(one, True)
        self.form_button.setVisible(bool(self._with_form()))
        self._on_search(self.search.text())

    def filter_control(self) -> QWidget | None:
        return self.search

    def show_filter(self, item_filter: ItemFilter) -> None:
        """List only the items that meet a filter."""
        self.search.setText(item_filter.text)

    def first_control(self) -> QWidget | None:
        return self.search if self.overview.items else self.first_import

    def choose(self) -> None:
        """Ask for what the chosen kind needs: files with rows, files with texts, or a folder."""
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
                self.tr("Choose papers"),
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
        self, paths: Sequence[Path], *, update: bool = False, again: Any = None
    ) -> None:
        """Import items from files, one after the other, up to the first that cannot be read.

        `update`: replace rows that exist already with other content
        `again`: protocol and kind of an earlier import of these files, used instead of those that
            are chosen now
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
        self._last = list(paths), (protocol, kind)
        with_form = self._with_form()
        self.outcome.hide()

        def task(workspace: Workspace, progress: Progress) -> Imported | _ToMap:
            reports: list[tuple[Path, ImportReport]] = []
            for path in paths:
                # A form is recognised by its suffix, whatever is chosen.
                is_form = path.suffix.lower() in FORM_SUFFIXES
                of = (next(iter(with_form), None), _FORM) if is_form else (protocol, kind)
                try:
                    source = None if update or is_form else _to_map(workspace, path, *of)
                    if source is not None:
                        rest = list(paths[len(reports) + 1 :])
                        return _ToMap(reports, path, source, rest)
                    report = _import_one(workspace, path, *of, update=update, progress=progress)
                except AppError as error:
                    return reports, error
                except CancelledError as error:
                    # Files that were imported stay imported, so the user has to see their reports.
                    if not reports:
                        raise
                    return reports, error
                reports.append((path, report))
            return reports, None

        def then(result: Imported | _ToMap) -> None:
            if not isinstance(result, _ToMap):
                self._on_imported(result)
                return
            if result.reports:
                self._on_imported((result.reports, None))
            self._rest = result.rest
            self.to_map.emit(result.path, result.source, protocol, kind)

        if self.desk.run(self.tr("Importing items…"), task, then):
            self.started.emit()

    def show_import(self, path: Path, report: ImportReport) -> None:
        """Show the result of an import with mapped columns."""
        # Replacing items is offered on the page for the columns.
        self._on_imported(([(path, report)], None))
        self.outcome.again.hide()
        # Files that were chosen together with this one.
        rest, self._rest = self._rest, []
        self.import_files(rest, again=self._last[1])

    @property
    def takes_texts(self) -> bool:
        """Return whether files with texts can be imported."""
        return any(kind.is_files for one in self.overview.protocols for kind in one.rows)

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

    @property
    def takes_form(self) -> bool:
        """Return whether a protocol of the project has its questions in a form file."""
        return bool(self._with_form())

    # Inside
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

    def _on_search(self, text: str) -> None:
        self.table.rows.search(text)
        found, total = self.table.rows.rowCount(), len(self.overview.items)
        self.count.setText(
            self.tr("{found} of {total}").format(found=shown(found), total=shown(total))
            if found != total
            else self.tr("%n item(s)", "", total)
        )

    def _on_imported(self, result: Imported) -> None:
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
        parts = [self._form_outcome(report) for _, report in reports if report.what == "form"]
        # Forms have messages of their own, so they are not counted as rows below.
        form_refused = any(one.what == "form" and one.refused for _, one in reports)
        reports = [one for one in reports if one[1].what != "form"]
        if reports:
            rows = sum(report.rows for _, report in reports)
            parts.append(self.tr("Read %n row(s).", "", rows))
            # An import may add only records that are not items, such as ratings or people.
            others = sum(number for _, report in reports for number in _others(report))
            if added or not others:
                parts.append(self.tr("%n new item(s).", "", added))
            if others and added:
                parts.append(self.tr("%n other new record(s).", "", others))
            elif others:
                parts.append(self.tr("%n new record(s).", "", others))
        known = sum(report.unchanged for _, report in reports)
        if known:
            parts.append(self.tr("%n row(s) already imported.", "", known))
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
        odd = sum(len(report.notes) for _, report in reports)
        if odd:
            parts.append(self.tr("%n note(s) on imported rows.", "", odd))
        level = "warn" if lines or isinstance(error, CancelledError) else "info"
        if isinstance(error, AppError):
            level = "bad"
        self.outcome.say(" ".join(part for part in parts if part), lines, level)
        # Some rows exist already with other content. “Replace” imports the files again with
        # `update`.
        if any(report.differing for _, report in reports):
            self.outcome.offer(self.tr("Replace"))
        elif form_refused:
            self.outcome.offer(self.tr("Import anyway"))
        # The empty page has a button of its own.
        if not self.overview.items:
            self.focus_on(self.first_import)
        else:
            self.focus_on(self.import_button if error is not None else self.table)

    def _show_chosen(self) -> None:
        index = self.table.currentIndex()
        if not index.isValid() and self.table.rows.rowCount():
            index = self.table.rows.index(0, 0)
        if index.isValid():
            self.opened.emit(self.table.rows.row(index))

    def _with_form(self) -> list[str]:
        """Return the keys of the protocols whose questions are in a form file."""
        return [one.key for one in self.overview.protocols if one.takes_form]

    def _form_outcome(self, report: ImportReport) -> str:
        if report.refused:
            return self.tr("The form was not imported.")
        if report.added:
            return self.tr("Form imported. Bundles already sent use the previous version.")
        return self.tr("This form has already been imported.")

    def _import_replacing(self) -> None:
        paths, taken_for = self._last
        self.import_files(paths, update=True, again=taken_for)

    def _columns(self) -> list[Col]:
        def done(item: ItemLine) -> Any:
            # People may also answer items that were not assigned to them.
            total = len(set(item.assigned) | set(item.done))
            if not total:
                return ""
            return self.tr("{done} of {total}").format(
                done=shown(len(item.done)), total=shown(total)
            )

        protocols = self.overview.protocols
        question = Col(self.tr("Question"), lambda item: item.question)
        stage = Col(self.tr("Stage"), lambda item: translate_message(item.stage))
        people = Col(self.tr("Assigned to"), lambda item: ", ".join(item.assigned), stretch=True)
        source = Col(self.tr("Source"), lambda item: item.source)
        columns = [
            (Col(self.tr("Item"), lambda item: item.name, order=lambda item: item.place), True),
            # A protocol that prepares items in a form has questions, and no sources.
            (question, any(one.prepares for one in protocols)),
            (stage, any(len(one.stages) > 1 for one in protocols)),
            (Col(self.tr("Group"), lambda item: item.group, number=True), True),
            (source, not all(one.prepares for one in protocols)),
            (Col(self.tr("Model"), lambda item: item.model), True),
            (Col(self.tr("Done"), done, number=True, order=lambda item: len(item.done)), True),
            (people, True),
        ]
        return [column for column, is_shown in columns if is_shown]

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
        self.search.setFixedWidth(self.theme.px(240))
        self.kind.setFixedWidth(self.theme.px(250))


def _to_map(
    workspace: Workspace, path: Path, protocol: str | None, kind: RowsLine
) -> ImportTable | None:
    """Return the table of a file whose columns have to be mapped, or None."""
    if kind.is_format:
        return None
    source = open_table(workspace, str(path), protocol=protocol, what=kind.what)
    return source if source.needs_mapping else None


def _import_one(
    workspace: Workspace,
    path: Path,
    protocol: str | None,
    kind: RowsLine,
    *,
    update: bool,
    progress: Progress,
) -> ImportReport:
    """Import one file; `kind`: the kind of its rows, or a released layout."""
    if kind.is_format:
        # Imported here because few imports need it.
        from desktop_app.workspace.importing import import_released

        return import_released(
            workspace, str(path), kind.what, protocol=protocol, update=update, progress=progress
        )
    return import_file(
        workspace, str(path), protocol=protocol, what=kind.what, update=update, progress=progress
    )


def _others(report: ImportReport) -> list[int]:
    """Return the number of added records of each kind that is not part of an item.

    People are counted only in an import of people: others are added because answers name them.
    """
    excluded = _OF_ITEMS if report.what == "people" else (*_OF_ITEMS, "person")
    return [n for kind, n in report.added.items() if kind not in excluded]
