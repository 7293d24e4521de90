"""Parts of the import page: how the file is read, and new ids for duplicate ones."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.errors import AppError
from desktop_app.ui.lead.layout import combo, line_edit
from desktop_app.ui.messages import error_text
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FittedFrame, FlowLayout
from desktop_app.ui.widgets.parts import button, label
from desktop_app.workspace.column_mapping import ColumnMapping
from desktop_app.workspace.import_plan import (
    ImportTable,
    Plan,
    RowProblem,
    prefixed_ids,
    with_ids,
)
from desktop_app.workspace.import_table import DELIMITERS, ENCODINGS, Table, TableOptions

# Width of the fields in pixels at 100 % text.
_FIELD = 170


class IdPane(FittedFrame):
    """Asks for a new id for one row, or for a prefix for all ids that are already in use.

    `finished(ImportTable)`: the pane was closed; with the file and its new ids, or None
    `renamed`: the new ids by line
    """

    finished = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.renamed: dict[int, str] = {}
        self._line = 0
        # The file as it was read, without renamed ids.
        self._as_read: ImportTable | None = None
        self._mapping = ColumnMapping({})
        self._plan = Plan(0)
        self.problem = label(kind="problem", wrap=True)
        self.one_words = label()
        self.name = line_edit(self.tr("New ID"), "")
        self.rename_button = button(self.tr("Rename"))
        self.all_words = label()
        self.prefix = line_edit(self.tr("Prefix for IDs already in use"), "")
        self.prefix_button = button(self.tr("Add prefix"))
        self.restore_button = button(
            self.tr("Use the file’s IDs"), self.tr("Undoes all renaming on this page")
        )
        self.close_button = button(self.tr("Close"))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 6, 12, 8)
        column.setSpacing(6)
        for widgets in (
            (self.one_words, self.name, self.rename_button, self.close_button),
            (
                self.all_words,
                self.prefix,
                self.prefix_button,
                self.restore_button,
            ),
        ):
            flow = FlowLayout(across=8, down=4)
            for one in widgets:
                flow.addWidget(one)
            column.addLayout(flow)
        column.addWidget(self.problem)
        self.problem.hide()
        self.name.textChanged.connect(lambda _: self._on_edited())
        self.prefix.textChanged.connect(lambda _: self._on_edited())
        self.rename_button.clicked.connect(self._rename)
        self.name.returnPressed.connect(self._rename)
        self.prefix_button.clicked.connect(self._add_prefix)
        self.prefix.returnPressed.connect(self._add_prefix)
        self.restore_button.clicked.connect(lambda: self._finish({}))
        self.close_button.clicked.connect(self.close_pane)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.hide()

    def forget(self, source: ImportTable) -> None:
        """Start again with another file."""
        self._as_read, self.renamed = source, {}
        self.hide()

    def ask(
        self, source: ImportTable, mapping: ColumnMapping, plan: Plan, chosen: RowProblem | None
    ) -> None:
        """Ask about a row: that of the chosen problem, or else the first whose id is used already.

        `source`: the file with the present ids
        """
        self._mapping, self._plan = mapping, plan
        taken = plan.taken_ids()
        is_chosen = chosen is not None and chosen.is_about_id
        self._line = chosen.line if chosen is not None and is_chosen else next(iter(taken), 0)
        self._line = self._line or next(iter(self.renamed), 0)
        column = mapping.column_of("id")
        rows = (one for one in source.table.file.rows if one.line == self._line)
        raw = next(rows, None)
        self.problem.hide()
        self.one_words.setText(self.tr("ID in line {line}:").format(line=self._line))
        self.name.setText(str(raw.fields.get(column) or "") if raw is not None else "")
        self.all_words.setText(self.tr("Prefix for %n ID(s) already in use:", "", len(taken)))
        for one in (self.all_words, self.prefix, self.prefix_button):
            one.setVisible(bool(taken))
        self.restore_button.setVisible(bool(self.renamed))
        self._allow()
        self.show()
        self.name.selectAll()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_edited(self) -> None:
        self.problem.hide()
        self._allow()

    def close_pane(self) -> None:
        """Close the pane without a change."""
        self.hide()
        self.finished.emit(None)

    def _finish(self, renamed: dict[int, str]) -> None:
        """Use other ids, or say why they cannot be used."""
        if self._as_read is None:
            return
        try:
            source = with_ids(self._as_read, self._mapping, renamed)
        except AppError as error:
            self.problem.setText(error_text(error))
            self.problem.show()
            return
        self.renamed = renamed
        self.hide()
        self.finished.emit(source)

    def _allow(self) -> None:
        self.rename_button.setEnabled(bool(self.name.text().strip()))
        self.prefix_button.setEnabled(bool(self.prefix.text().strip()))

    def _rename(self) -> None:
        if self.rename_button.isEnabled():
            self._finish({**self.renamed, self._line: self.name.text().strip()})

    def _add_prefix(self) -> None:
        if self.prefix_button.isEnabled() and self._as_read is not None:
            present = with_ids(self._as_read, self._mapping, self.renamed)
            prefix, lines = self.prefix.text().strip(), self._plan.taken_ids()
            made = prefixed_ids(present, self._mapping, lines, prefix)
            self._finish({**self.renamed, **made})

    def _apply_theme(self) -> None:
        for one in (self.name, self.prefix):
            one.setFixedWidth(self._theme.px(_FIELD))


# Width of boxes with data of any length, in pixels at 100 % text.
_DATA = 200


class ReadingOptions(QFrame):
    """Shows how the file was read. `chosen(TableOptions)`: it should be read in another way."""

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "pane")
        self.encoding = combo(theme, self.tr("Encoding of the file"))
        for name in ENCODINGS:
            self.encoding.addItem(name, name)
        self.delimiter = combo(theme, self.tr("Column delimiter"))
        for key, words in zip(
            DELIMITERS,
            (self.tr("Comma"), self.tr("Semicolon"), self.tr("Tab"), self.tr("Vertical bar")),
            strict=True,
        ):
            self.delimiter.addItem(words, key)
        self.sheet = combo(theme, self.tr("Sheet or list"))
        self.header_row = combo(theme, self.tr("Column names in row"))
        self.boxes: tuple[QComboBox, ...] = (
            self.encoding,
            self.delimiter,
            self.sheet,
            self.header_row,
        )
        flow = FlowLayout(self, across=20, down=8)
        flow.setContentsMargins(16, 8, 16, 8)
        # A box stays beside its name where there is little room.
        self._pairs = [QWidget() for _ in self.boxes]
        for pair, box in zip(self._pairs, self.boxes, strict=True):
            across = QHBoxLayout(pair)
            across.setContentsMargins(0, 0, 0, 0)
            across.setSpacing(10)
            title = label(box.accessibleName())
            title.setBuddy(box)
            across.addWidget(title)
            across.addWidget(box)
            flow.addWidget(pair)
            box.activated.connect(lambda _, box=box: self._on_chosen(box))
        self.sheet.shorten()
        self.header_row.shorten()
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.hide()

    @property
    def has_choice(self) -> bool:
        """Whether the file could be read in another way."""
        return any(one.isVisibleTo(self) for one in self.boxes)

    def show_table(self, table: Table) -> None:
        """Show how a file was read."""
        self.sheet.clear()
        for name in table.sheets:
            self.sheet.addItem(name, name)
        self.header_row.clear()
        for row, words in table.first_rows.items():
            self.header_row.addItem(f"{row}: {words}", row)
        for pair, box, value, is_choice in zip(
            self._pairs,
            self.boxes,
            (table.encoding, table.delimiter, table.sheet, table.header_row),
            (table.encoding, table.delimiter, len(table.sheets) > 1, len(table.first_rows) > 1),
            strict=True,
        ):
            box.setCurrentIndex(box.findData(value))
            pair.setVisible(bool(is_choice))

    def first_control(self) -> QWidget:
        """Return the first box that offers a choice."""
        return next(one for one in self.boxes if one.isVisibleTo(self))

    def _on_chosen(self, box: QComboBox) -> None:
        # Read in another way, the column names are perhaps in another row.
        row = int(self.header_row.currentData() or 0) if box is self.header_row else 0
        self.chosen.emit(
            TableOptions(
                str(self.encoding.currentData() or ""),
                str(self.delimiter.currentData() or ""),
                str(self.sheet.currentData() or ""),
                row,
            )
        )

    def _apply_theme(self) -> None:
        self.sheet.setMinimumWidth(self._theme.px(_DATA))
        self.header_row.setMinimumWidth(self._theme.px(_DATA))
