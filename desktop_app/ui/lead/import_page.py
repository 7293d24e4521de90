"""The page that shows a file before it is imported, and on which a lead maps its columns.

Nothing is written until the import button is pressed. The page shows what an import would do,
computed by the same code as `proofdesk import --dry-run`.

The module is longer than most because mapping, preview and problems are on one page, and each
changes the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import AppError
from desktop_app.ui.colours import Role
from desktop_app.ui.jobs import Progress
from desktop_app.ui.lead.import_columns import ColumnList, separator
from desktop_app.ui.lead.import_parts import IdPane, ReadingOptions
from desktop_app.ui.lead.import_preview import ImportPreview, PreviewedRow, previewed_row
from desktop_app.ui.lead.layout import primary
from desktop_app.ui.lead.page_keys import PageKey, ShownKeys
from desktop_app.ui.lead.section import JobRunner, Section
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import error_text, translate_message
from desktop_app.ui.plain_text import PlainScrollArea, shown_keys
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice
from desktop_app.ui.widgets.flow_layout import FittedFrame, FlowLayout
from desktop_app.ui.widgets.parts import Outcome, button, label, set_kind
from desktop_app.workspace.import_plan import (
    ImportTable,
    Plan,
    RowProblem,
    import_planned,
    open_table,
    plan_import,
)
from desktop_app.workspace.import_table import TableOptions
from desktop_app.workspace.importing import ImportReport
from desktop_app.workspace.overview import RowsLine
from desktop_app.workspace.workspace import Workspace

_IMPORT_KEYS = QKeySequence(Qt.Modifier.CTRL | Qt.Key.Key_Return)
_CANCEL_KEYS = QKeySequence(Qt.Key.Key_Escape)
# Milliseconds without a change after which the rows are checked.
_CHECK_AFTER = 250
# The same while somebody types, for files with more rows than this.
_TYPED_AFTER, _MANY_ROWS = 1500, 1000
# Below this width at 100 % text, the preview is below the columns.
_BESIDE = 860
_LEFT, _RIGHT = 628, 432
# Least heights at 100 % text: of the columns beside the preview, and of both below each other.
_LEAST_COLUMNS, _COLUMNS_BELOW, _PREVIEW_BELOW = 140, 260, 360


class ImportPage(Section):
    """Shows the columns of a file, what an import would do, and the items it would create.

    `imported(path, report)`: the rows were imported
    `left`: the page was left without importing
    `whole_wanted`: show this previewed row on the full page
    """

    imported = Signal(object, object)
    left = Signal()
    whole_wanted = Signal(object)
    key = "items"
    icon = "items"

    @classmethod
    def page_title(cls) -> str:
        return QCoreApplication.translate("ImportPage", "Import items")

    def __init__(self, desk: JobRunner, theme: Theme) -> None:
        super().__init__(desk, theme, panes=True)
        self.path = Path()
        self.source: ImportTable | None = None
        self.plan: Plan | None = None
        self._kind = RowsLine("items", "")
        self._protocol: str | None = None
        # Whether the mapping has changed since the rows were checked.
        self._is_stale = False
        # Whether the columns have been changed since the file was opened.
        self._is_edited = False
        # The control that had the focus when the file was opened, until its rows are checked.
        self._first: QWidget | None = None
        self._import_words = ""
        # Lines that the preview goes through, and the position in them.
        self._lines: Sequence[int] = ()
        self._make_parts()
        self._build_ui()
        self._timer = QTimer(self, singleShot=True, interval=_CHECK_AFTER)
        self._timer.timeout.connect(self._check)
        self._connect()

    @property
    def is_open(self) -> bool:
        """Whether a file is shown."""
        return self.source is not None

    def open(self, path: Path, source: ImportTable, protocol: str | None, kind: RowsLine) -> None:
        """Show a file. `protocol`, `kind`: what was chosen for it."""
        self.path, self._protocol, self._kind = path, protocol, kind
        self._is_edited = False
        self.outcome.hide()
        self.skip.setChecked(True)
        self.update_box.setChecked(False)
        self.options.hide()
        self._show_source(source)

    def focus_first(self) -> None:
        """Move the focus to the first control, then to the import button if every row is ready."""
        self._first = self.first_control()
        self.focus_on(self._first)

    def close_file(self) -> None:
        """Forget the file."""
        self._timer.stop()
        self.outcome.hide()
        self.source = self.plan = None
        self._is_stale = self._is_edited = False

    def show_overview(self) -> None:
        self._show_button()
        if self.preview.row is not None and self.preview.row.lacks_form:
            # The form may have been published in the meantime.
            self._on_changed()

    def page_keys(self) -> list[PageKey]:
        return [
            PageKey(
                ("Ctrl+Return", "Ctrl+Enter"),
                self.tr("Import the rows that are ready"),
                lambda _: self.import_rows(),
            ),
            PageKey(("Esc",), self.tr("Cancel the import"), lambda _: self._on_escape()),
        ]

    def first_control(self) -> QWidget | None:
        """Return the import button if every row is ready, so that Enter imports them."""
        plan, table = self.plan, self.source.table if self.source is not None else None
        is_doubtful = plan is None or table is None or plan.problems or table.header_problem
        is_ready = self.import_button.isEnabled() and not is_doubtful
        return self.import_button if is_ready else self.columns.first_control()

    # Internals, building
    def _make_parts(self) -> None:
        self.back = QPushButton()
        self.back.setAccessibleName(self.tr("Back to the items"))
        self.back.setToolTip(self.tr("Back to the items"))
        self.change = button(self.tr("Change…"))
        self.change.setAccessibleName(self.tr("Change how the file is read"))
        set_kind(self.change, "link")
        self.cancel = button(self.tr("Cancel"))
        self.cancel.setAccessibleName(self.tr("Cancel the import"))
        self.import_button = primary("")
        theme = self.theme
        self.options = ReadingOptions(theme)
        self.figures = {
            "rows": self.tr("rows in the file"),
            "ready": self.tr("ready to import"),
            "new": self.tr("new"),
            "replaced": self.tr("replacing items"),
            "empty": self.tr("empty texts"),
            "duplicate": self.tr("duplicate IDs"),
            "unused": self.tr("unused columns"),
        }
        self.numbers = {key: label("–", "figure") for key in self.figures}
        self._figure_names = {key: label(words, "secondary") for key, words in self.figures.items()}
        self.about_file = label(kind="secondary", wrap=True)
        self.warning = label(kind="warning", wrap=True)
        self.note = label(kind="problem", wrap=True)
        self.outcome = Outcome(theme, self.tr("Question before leaving"))
        self.columns = ColumnList(theme)
        self.skip = TickChoice(theme, Face(self.tr("Skip rows with problems"), wide=True))
        self.update_box = TickChoice(
            theme, Face(self.tr("Replace existing items whose content differs"), wide=True)
        )
        self.problems = Table(
            [
                Col(self.tr("Line"), lambda one: one.line, number=True),
                Col(self.tr("Column"), lambda one: one.column or "–"),
                Col(self.tr("Problem"), lambda one: translate_message(one.message), stretch=True),
            ],
            self.tr("Problems"),
            theme,
        )
        self.problem_count = label(kind="chip")
        self.show_row = button(self.tr("Show row"), self.tr("Shows the selected row (Enter)."))
        self.rename_id = button(self.tr("Rename ID…"))
        self.ids = IdPane(theme)
        self.preview = ImportPreview(theme)

    def _build_ui(self) -> None:
        head = self.head.layout()
        assert isinstance(head, QHBoxLayout)
        head.insertWidget(0, self.back)
        head.insertWidget(3, self.change)
        head.setStretch(2, 0)
        head.insertStretch(4, 1)
        for one in (self.cancel, self.import_button):
            self.page_buttons.addWidget(one)
        self.body.addWidget(self.outcome)
        self.body.addWidget(self.options)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self._figures_pane())
        self._parts = QSplitter(Qt.Orientation.Vertical)
        self._parts.setChildrenCollapsible(False)
        self._parts.setHandleWidth(10)
        self._parts.addWidget(_pane(self.columns))
        self._problems_pane = self._make_problems_pane()
        self._parts.addWidget(self._problems_pane)
        self._parts.setStretchFactor(0, 1)
        self._parts.setSizes([400, 150])
        column.addWidget(self._parts, 1)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(10)
        self._split.addWidget(left)
        self._split.addWidget(self.preview)
        self._split.setStretchFactor(0, _LEFT)
        self._split.setStretchFactor(1, _RIGHT)
        # With large text, the page is higher than the window.
        self.area = PlainScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.set_page(self._split)
        self.body.addWidget(self.area, 1)

    def _figures_pane(self) -> QFrame:
        pane = FittedFrame()
        pane.setProperty("kind", "pane")
        column = QVBoxLayout(pane)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(6)
        flow = FlowLayout(across=28, down=6)
        self._tiles: dict[str, QWidget] = {}
        for key, words in self.figures.items():
            one = QWidget()
            box = QVBoxLayout(one)
            box.setContentsMargins(0, 0, 0, 0)
            box.setSpacing(0)
            self.numbers[key].setAccessibleName(words)
            box.addWidget(self.numbers[key])
            box.addWidget(self._figure_names[key])
            flow.addWidget(one)
            self._tiles[key] = one
        column.addLayout(flow)
        for one in (self.about_file, self.warning, self.note):
            column.addWidget(one)
            one.hide()
        return pane

    def _make_problems_pane(self) -> QFrame:
        title = QWidget()
        across = QHBoxLayout(title)
        across.setContentsMargins(6, 0, 0, 0)
        across.setSpacing(8)
        across.addWidget(label(self.tr("PROBLEMS"), "caption"))
        across.addWidget(self.problem_count, 0, Qt.AlignmentFlag.AlignVCenter)
        title.setMinimumHeight(self.theme.px(36))
        top = FittedFrame()
        head = FlowLayout(top, across=8, down=2, spread=True)
        head.setContentsMargins(10, 3, 14, 3)
        for one in (title, self.show_row, self.rename_id, self.update_box, self.skip):
            head.addWidget(one)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(0)
        column.addWidget(top)
        column.addWidget(separator())
        column.addWidget(self.ids)
        column.addWidget(self.problems, 100)
        # Few rows do not need the whole height.
        column.addStretch(1)
        return _pane(inside)

    def _connect(self) -> None:
        # The list of pages can offer them, too.
        self.keys = ShownKeys(self, self.page_keys(), [], lambda: False)
        self.back.clicked.connect(self.leave)
        self.cancel.clicked.connect(self.leave)
        self.import_button.clicked.connect(self.import_rows)
        self.change.clicked.connect(self._toggle_options)
        self.options.chosen.connect(self._read_again)
        self.columns.changed.connect(lambda: self._on_changed(is_edited=True))
        self.outcome.again.clicked.connect(self.leave)
        self.outcome.close_button.clicked.connect(lambda: self.focus_on(self.first_control()))
        self.skip.toggled.connect(lambda _: self._show_plan())
        self.update_box.toggled.connect(lambda _: self._on_changed())
        self.problems.opened.connect(self._show_problem)
        self.show_row.clicked.connect(self.problems.open_current)
        self.rename_id.clicked.connect(self._ask_id)
        self.ids.finished.connect(self._on_ids)
        self.preview.wanted.connect(self._step)
        self.preview.form_wanted.connect(lambda: self.go.emit("form"))
        self.preview.whole_wanted.connect(lambda: self.whole_wanted.emit(self.preview.row))
        # The rows are checked when another job, such as the one that read the file, has ended.
        self.desk.ended.connect(self._on_ended)
        self.theme.changed.connect(self._apply_theme)
        self._apply_theme()

    # Internals, the file
    def _show_source(self, source: ImportTable) -> None:
        self.source, self.plan = source, None
        self.ids.forget(source)
        self.problems.show()
        table = source.table
        is_items = self._kind.what == "items" or not self._kind.title
        self.heading.setText(
            self.tr("Import items")
            if is_items
            else self.tr("Import: {kind}").format(kind=translate_message(self._kind.title))
        )
        self.facts.setText(f"{self.path.name}  ·  {translate_message(table.layout)}")
        self.options.show_table(table)
        self.change.setVisible(self.options.has_choice)
        self.columns.show_table(source)
        self._order_tabs()
        for one in (self.about_file, self.warning):
            self._say("", one)
        self.problems.show_rows([])
        self._problems_pane.hide()
        self._show_replaced()
        self.preview.show_row(None, -1, 0)
        for number in self.numbers.values():
            number.setText("–")
        self._show_button()
        self._check()

    def _order_tabs(self) -> None:
        """Set the Tab order to the reading order, including rows that were just created."""
        stops = [
            self.outcome.again,
            self.outcome.close_button,
            self.back,
            self.change,
            self.cancel,
            self.import_button,
            *self.options.boxes,
            *self.columns.controls(),
            self.show_row,
            self.rename_id,
            self.update_box,
            self.skip,
            self.ids.name,
            self.ids.rename_button,
            self.ids.close_button,
            self.ids.prefix,
            self.ids.prefix_button,
            self.ids.restore_button,
            self.problems.heads,
            self.problems,
            self.preview.before,
            self.preview.after,
            self.preview.to_form,
            self.preview.area,
            self.preview.whole,
        ]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _toggle_options(self) -> None:
        self.options.setVisible(not self.options.isVisible())
        if self.options.isVisible():
            self.focus_on(self.options.first_control())

    def _read_again(self, options: TableOptions) -> None:
        """Read the file in another way."""
        path, protocol, what = str(self.path), self._protocol, self._kind.what

        def task(workspace: Workspace, progress: Progress) -> ImportTable:
            return open_table(workspace, path, protocol=protocol, what=what, options=options)

        def failed(error: AppError) -> None:
            self._say(error_text(error))
            if self.source is not None:
                self.options.show_table(self.source.table)

        self.desk.run(self.tr("Reading the file…"), task, self._show_source, failed, changes=False)

    # Internals, checking
    def _on_changed(self, *, is_edited: bool = False) -> None:
        self._is_edited = self._is_edited or is_edited
        self._is_stale = True
        self._show_button()
        # Checking many rows disables the page, which must not interrupt somebody who is typing.
        is_typing = isinstance(QApplication.focusWidget(), QLineEdit)
        is_long = self.source is not None and self.source.table.row_count > _MANY_ROWS
        self._timer.start(_TYPED_AFTER if is_typing and is_long else _CHECK_AFTER)

    def _on_ended(self) -> None:
        if self._is_stale and self.is_open and not self._timer.isActive():
            self._timer.start(0)
        elif self.is_open:
            # After the result, if there is one.
            QTimer.singleShot(0, self, self._tell_unchecked)

    def _tell_unchecked(self) -> None:
        """Say what to do after the check of the rows was cancelled."""
        is_waiting = self._is_stale or self._timer.isActive() or self.desk.is_busy
        if self.is_open and self.plan is None and not is_waiting and not self.note.text():
            self._say(self.tr("The rows were not checked. Change a column to check them again."))

    def _check(self) -> None:
        """Compute what the import would do, and the preview."""
        source = self.source
        if source is None:
            return
        self._is_stale = True
        if self.desk.is_busy:
            return
        self._is_stale = False
        # Until the result is there, and if the check is cancelled, nothing can be imported.
        self.plan = None
        self._say("")
        self._show_button()
        mapping, update = self.columns.mapping(), self.update_box.isChecked()
        before = self.preview.row.line if self.preview.row is not None else 0

        def task(workspace: Workspace, progress: Progress) -> tuple[Plan, PreviewedRow | None]:
            plan = plan_import(workspace, source, mapping, update=update, progress=progress)
            line = before if before in plan.ready else next(iter(plan.ready), 0)
            return plan, previewed_row(workspace, source, mapping, line) if line else None

        def then(result: tuple[Plan, PreviewedRow | None]) -> None:
            if self.source is not source:
                return
            self.plan = result[0]
            self._show_plan()
            self._show_preview(result[1])
            self._focus_checked()

        self.desk.run(
            self.tr("Checking the rows…"),
            task,
            then,
            lambda error: self._say(error_text(error)),
            changes=False,
        )

    def _focus_checked(self) -> None:
        """Move the focus after the first check, unless the user has moved it or edited a column."""
        first, self._first = self._first, None
        if first is not None and first is QApplication.focusWidget() and not self._is_edited:
            self.focus_on(self.first_control())

    def _show_plan(self) -> None:
        plan = self.plan
        if plan is None:
            return
        # As on the button: not those that are already imported, unchanged.
        ready = plan.change_count(skip=self.skip.isChecked())
        counts = {
            "rows": plan.rows,
            "ready": ready,
            "new": max(0, ready - plan.replaced),
            "replaced": plan.replaced,
            "empty": plan.count("empty"),
            "duplicate": plan.count("duplicate"),
            "unused": len(plan.unused),
        }
        for key, number in counts.items():
            self.numbers[key].setText(shown(number))
            is_doubtful = key in ("empty", "duplicate", "replaced")
            level = "good" if key == "ready" else "warn" if is_doubtful else ""
            _set_level(self.numbers[key], level if number else "")
        self._show_replaced()
        # Without ids, whole rows are compared.
        has_ids = bool(self.columns.mapping().column_of("id"))
        repeated = self.figures["duplicate"] if has_ids else self.tr("duplicate rows")
        self._figure_names["duplicate"].setText(repeated)
        self.numbers["duplicate"].setAccessibleName(repeated)
        self._lines = plan.lines(skip=self.skip.isChecked())
        lines = len({one.line for one in plan.problems})
        self.problem_count.setText(self.tr("%n row(s)", "", lines))
        # Renamed ids can be restored there, and “Replace” cleared, even if no problem is left.
        self._problems_pane.setVisible(
            bool(plan.problems) or bool(self.ids.renamed) or self.update_box.isChecked()
        )
        self.problems.show_rows(plan.problems)
        number = len(self.ids.renamed)
        words = self.tr("Rename ID…")
        self.rename_id.setText(self.tr("IDs (%n renamed)…", "", number) if number else words)
        self.rename_id.setVisible(bool(number or plan.taken_ids()))
        self.update_box.setVisible(self.update_box.isChecked() or bool(plan.count("differs")))
        known = self.tr("%n row(s) already imported, unchanged.", "", plan.known)
        table = self.source.table if self.source is not None else None
        for where, texts in (
            (self.about_file, [*(table.notes if table else ()), *([known] if plan.known else ())]),
            (self.warning, table.warnings if table else ()),
            (self.note, plan.errors),
        ):
            self._say("\n".join(map(translate_message, texts)), where)
        self._show_button()

    def _show_replaced(self) -> None:
        """Show how many rows are new and how many replace others, if they may replace others."""
        for key in ("new", "replaced"):
            self._tiles[key].setVisible(self.update_box.isChecked())

    def _say(self, words: str, where: QLabel | None = None) -> None:
        """Show a text above the columns, by default as an error; "" hides it."""
        where = where or self.note
        where.setText(words)
        where.setVisible(bool(words))

    def _show_button(self) -> None:
        plan = self.plan
        count = plan.change_count(skip=self.skip.isChecked()) if plan is not None else 0
        words = (
            self.tr("Import %n item(s)", "", count)
            if self._kind.what == "items"
            else self.tr("Import %n row(s)", "", count)
        )
        self._import_words = words
        self._show_keys()
        why = self.tr("The rows are being checked.") if plan is None or self._is_stale else ""
        if plan is not None and not count:
            blocked = any(one.blocks for one in plan.problems) and not self.skip.isChecked()
            why = (
                self.tr("All rows have been imported already.")
                if plan.known and not plan.problems
                else self.tr("Some rows cannot be imported. Correct the file, or skip these rows.")
                if blocked
                else translate_message(next(iter(plan.errors), ""))
                or self.tr("No row is ready to import. Check the columns and the problems.")
            )
        self.allow(self.import_button, not why, why)
        self.import_button.setAccessibleName(words)

    # Internals, preview and problems
    def _show_preview(self, row: PreviewedRow | None) -> None:
        place = _place_of(row, self._lines)
        self.preview.show_row(row, place, len(self._lines))

    def _step(self, by: int) -> None:
        row = self.preview.row
        place = _place_of(row, self._lines)
        if 0 <= place + by < len(self._lines):
            self._show_line(self._lines[place + by])

    def _show_line(self, line: int) -> None:
        source, mapping = self.source, self.columns.mapping()
        if source is None:
            return
        self.desk.run(
            self.tr("Opening the item…"),
            lambda workspace, progress: previewed_row(workspace, source, mapping, line),
            self._show_preview,
            changes=False,
        )

    def _show_problem(self, problem: RowProblem) -> None:
        rows = self.source.table.file.rows if self.source is not None else ()
        if any(one.line == problem.line for one in rows):
            self._show_line(problem.line)
        else:
            # A row that cannot be read has no values.
            words = translate_message(problem.message)
            self._show_preview(PreviewedRow(problem.line, {}, problem=words))

    # Internals, the button
    def import_rows(self) -> None:
        """Import the rows that are ready."""
        source = self.source
        if source is None or not self.import_button.isEnabled():
            return
        mapping = self.columns.mapping()
        skip, update = self.skip.isChecked(), self.update_box.isChecked()

        def task(workspace: Workspace, progress: Progress) -> ImportReport:
            return import_planned(
                workspace, source, mapping, skip=skip, update=update, progress=progress
            )

        def then(report: ImportReport) -> None:
            self.close_file()
            self.imported.emit(self.path, report)

        self.desk.run_undoable(
            self.tr("Importing items…"), task, then, lambda error: self._say(error_text(error))
        )

    # Internals, ids
    def _ask_id(self) -> None:
        """Ask for another id of the selected row, or else of the first with such a problem."""
        if self.source is not None and self.plan is not None:
            index = self.problems.currentIndex()
            row = self.problems.rows.row(index) if index.isValid() else None
            # There is little room for both.
            self.problems.hide()
            self.ids.ask(self.source, self.columns.mapping(), self.plan, row)

    def _on_ids(self, source: ImportTable | None) -> None:
        """Check the rows with other ids; None: the ids are unchanged."""
        self.problems.show()
        self.focus_on(self.rename_id if self.rename_id.isVisible() else self.problems)
        if source is not None:
            self.source = source
            self._on_changed()

    def _on_escape(self) -> None:
        if self.ids.isVisible():
            self.ids.close_pane()
        elif self.outcome.isVisible():
            self.outcome.hide()
            self.focus_on(self.first_control())
        elif self._is_edited or self.ids.renamed:
            # The buttons leave at once, but this key is easily pressed once too often.
            self.outcome.say(self.tr("Discard what you entered about the columns?"), level="warn")
            self.outcome.ask(self.tr("Discard"))
        else:
            self.leave()

    def leave(self) -> None:
        """Leave the page. Nothing was imported."""
        self.close_file()
        self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _show_keys(self) -> None:
        """Show the keys on the buttons if there is room."""
        is_wide = self.width() >= self.theme.px(_BESIDE)
        for one, words, keys in (
            (self.cancel, self.tr("Cancel"), _CANCEL_KEYS),
            (self.import_button, self._import_words, _IMPORT_KEYS),
        ):
            one.setText(f"{words}  {shown_keys(keys)}" if is_wide else words)
        # “Cancel” does the same.
        self.back.setVisible(is_wide)

    def _arrange(self) -> None:
        self._show_keys()
        beside = self.width() >= self.theme.px(_BESIDE)
        self._split.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        px = self.theme.px
        self.columns.setMinimumHeight(px(_LEAST_COLUMNS if beside else _COLUMNS_BELOW))
        self.preview.setMinimumHeight(0 if beside else px(_PREVIEW_BELOW))

    def _apply_theme(self) -> None:
        side = self.theme.px(16)
        self.back.setIcon(self.theme.icon("previous", Role.SECONDARY))
        self.back.setIconSize(QSize(side, side))
        self.back.setFixedSize(self.theme.px(32), self.theme.px(32))
        self._arrange()


def _pane(inside: QWidget) -> QFrame:
    """Return a pane around a widget."""
    pane = QFrame()
    pane.setProperty("kind", "pane")
    layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, pane)
    layout.setContentsMargins(1, 1, 1, 1)
    layout.addWidget(inside)
    return pane


def _set_level(number: QLabel, level: str) -> None:
    """Show a figure as good, as a warning, or plainly (level "")."""
    number.setProperty("level", level)
    # The property changes colours only after polishing.
    number.style().unpolish(number)
    number.style().polish(number)


def _place_of(row: PreviewedRow | None, lines: Sequence[int]) -> int:
    """Return the position of a row among the lines to import, or -1."""
    return lines.index(row.line) if row is not None and row.line in lines else -1
