"""How the file to import is read: its encoding, delimiter, sheet and row of column names."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QWidget

from desktop_app.ui.lead.layout import combo
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import label
from desktop_app.workspace.import_table import DELIMITERS, ENCODINGS, Table, TableOptions

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
        self.sheet = combo(theme, self.tr("Sheet of the spreadsheet"))
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
