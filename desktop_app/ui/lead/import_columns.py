"""The columns of a file to import, each with samples and the field it is mapped to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop_app.ui.lead.layout import combo, line_edit
from desktop_app.ui.lead.table import shown
from desktop_app.ui.messages import translate_message
from desktop_app.ui.plain_text import PlainScrollArea, ShorteningLabel, empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import label, set_kind
from desktop_app.workspace.column_mapping import ColumnMapping, FieldInfo, label_of
from desktop_app.workspace.import_plan import ImportTable
from desktop_app.workspace.import_table import Column

# Uses of a column that are not fields.
_OWN, _UNUSED = "*own", "*unused"
# Widths at 100 % text, in pixels.
_FILLED, _ARROW, _USE, _NAME = 64, 28, 238, 112


def separator() -> QFrame:
    """Return a horizontal line between rows."""
    made = QFrame()
    made.setProperty("kind", "rail")
    made.setFixedHeight(1)
    return made


class _Row(QWidget):
    """A row of the list: two lines of text on the left, a number, and a control on the right."""

    changed = Signal()

    def __init__(self, theme: Theme, name: str, words: str, filled: str, right: QWidget) -> None:
        super().__init__()
        self._theme, self._right = theme, right
        self.name = ShorteningLabel(name, "name")
        self.words = ShorteningLabel(words, "secondary")
        self.filled = label(filled)
        self.filled.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.arrow = label("→", "secondary")
        self.arrow.setAlignment(Qt.AlignmentFlag.AlignCenter)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self.name)
        texts.addWidget(self.words)
        self._across = QGridLayout(self)
        self._across.setContentsMargins(16, 6, 14, 6)
        self._across.setHorizontalSpacing(4)
        self._across.addLayout(texts, 0, 0)
        self._across.addWidget(self.filled, 0, 1)
        self._across.addWidget(self.arrow, 0, 2)
        self._across.addWidget(right, 0, 3)
        self._across.setColumnStretch(0, 1)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def set_narrow(self, narrow: bool) -> None:
        """Place the control below the texts (`narrow`), or on the right."""
        self._across.addWidget(self._right, 1 if narrow else 0, 0 if narrow else 3, 1, -1)
        self.arrow.setVisible(not narrow)
        self._right.setMinimumWidth(0 if narrow else self._theme.px(_USE))
        self._right.setMaximumWidth(16_777_215 if narrow else self._theme.px(_USE))

    def _apply_theme(self) -> None:
        self.filled.setFixedWidth(self._theme.px(_FILLED))
        self.arrow.setFixedWidth(self._theme.px(_ARROW))


class ColumnRow(_Row):
    """A column of the file, and the combo box for its use."""

    def __init__(
        self, theme: Theme, column: Column, rows: int, fields: Sequence[FieldInfo], use: str
    ) -> None:
        self.use = combo(theme, "")
        self.use.be_narrow()
        self.use.setProperty("shortens", True)
        self.label = line_edit("")
        right = QWidget()
        across = QHBoxLayout(right)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(4)
        across.addWidget(self.use, 1)
        across.addWidget(self.label)
        super().__init__(theme, column.name, ", ".join(column.samples), shown(column.filled), right)
        self.column = column.name
        self._fields = {one.name: one for one in fields}
        self.use.setAccessibleName(self.tr("Use of column {name}").format(name=column.name))
        # On Linux, Qt names a box by its current text, which several may have.
        self.use.setAccessibleDescription(column.name)
        if column.filled < rows:
            self.filled.setProperty("level", "warn")
        words = self.tr("{filled} of {rows} rows have a value")
        self.filled.setToolTip(
            plain_tip(words.format(filled=shown(column.filled), rows=shown(rows)))
        )
        for one in fields:
            self.use.addItem(self._title(one), one.name)
        self.use.insertSeparator(self.use.count())
        self.use.addItem(self.tr("Custom field"), _OWN)
        self.use.addItem(self.tr("Don't import"), _UNUSED)
        self.set_use(use)
        self.use.currentIndexChanged.connect(self._on_use)
        self.label.textChanged.connect(self.changed)
        self.label.textChanged.connect(self._name_label)
        # The field may be shorter than the name, whose beginning says more.
        self.label.editingFinished.connect(lambda: self.label.home(False))
        self._apply_theme()

    def chosen(self) -> str | None:
        """Return the use of the column; None if it is not imported."""
        use, words = str(self.use.currentData()), self.label.text().strip()
        if use == _UNUSED:
            return None
        if use == _OWN:
            return words
        return f"{use}.{words}" if self._fields[use].label and words else use

    def set_use(self, use: str) -> None:
        """Show a use; "" if the column is not imported."""
        base, _, words = use.partition(".")
        if not use:
            key, words = _UNUSED, ""
        elif base in self._fields:
            key = base
        else:
            key, words = _OWN, use
        self.use.setCurrentIndex(self.use.findData(key))
        self.label.setText(words)
        self.label.home(False)
        self._show_label()

    def _on_use(self) -> None:
        use = str(self.use.currentData())
        before = self.label.blockSignals(True)
        info = self._fields.get(use)
        if use == _OWN:
            self.label.setText(self.column)
        elif info is not None and info.label:
            self.label.setText(label_of(self.column))
        self.label.home(False)
        self.label.blockSignals(before)
        self._show_label()
        self.changed.emit()

    def _show_label(self) -> None:
        use = str(self.use.currentData())
        info = self._fields.get(use)
        self.label.setVisible(use == _OWN or bool(info and info.label))
        self._name_label()
        self.use.setToolTip(plain_tip(self.use.currentText()))
        set_kind(self.name, "name" if use != _UNUSED else "secondary")

    def _name_label(self) -> None:
        """Say what the text field is for, and all of its text."""
        use = str(self.use.currentData())
        name = (
            self.tr("Name of the custom field")
            if use == _OWN
            else self.tr("Heading above the text")
        )
        self.label.setAccessibleName(f"{name}: {self.column}")
        words = self.label.text()
        self.label.setToolTip(plain_tip(f"{name}: {words}" if words else name))

    def _title(self, info: FieldInfo) -> str:
        title = translate_message(info.title)
        if info.is_hidden:
            return self.tr("{title} (hidden from annotators)").format(title=title)
        if info.is_required:
            return self.tr("{title} (required)").format(title=title)
        return title

    def _apply_theme(self) -> None:
        super()._apply_theme()
        if hasattr(self, "label"):
            self.label.setFixedWidth(self._theme.px(_NAME))


class ConstantRow(_Row):
    """A required field without a column, and its text for every row."""

    def __init__(self, theme: Theme, info: FieldInfo, text: str) -> None:
        self.text: QLineEdit = line_edit("", text=text)
        title = translate_message(info.title)
        super().__init__(theme, title, "", "", self.text)
        self.field = info.name
        self.words.setText(self.tr("Required, but not in the file"))
        self.text.setPlaceholderText(self.tr("Text for every row"))
        self.text.setAccessibleName(self.tr("{title} of every row").format(title=title))
        self.text.textChanged.connect(self.changed)
        # The field is shorter than most texts, whose beginning says more.
        self.text.editingFinished.connect(lambda: self.text.home(False))
        self.text.home(False)


class ColumnList(QWidget):
    """The list of columns. `changed`: the mapping has changed."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: list[ColumnRow] = []
        self.constants: list[ConstantRow] = []
        self._fields: Sequence[FieldInfo] = ()
        self._head = QWidget()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(16, 10, 14, 10)
        head.setSpacing(4)
        self._titles = [
            label(self.tr("COLUMN IN THE FILE"), "caption"),
            label(self.tr("FILLED"), "caption"),
            label(self.tr("USE AS"), "caption"),
        ]
        self._titles[1].setAlignment(Qt.AlignmentFlag.AlignRight)
        head.addWidget(self._titles[0], 1)
        head.addWidget(self._titles[1])
        head.addSpacing(theme.px(_ARROW) + 4)
        head.addWidget(self._titles[2])
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.area = PlainScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.set_page(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(separator())
        layout.addWidget(self.area, 1)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_table(self, source: ImportTable) -> None:
        """Show the columns of a file with their guessed uses."""
        empty(self._column)
        self._fields = source.fields
        uses = source.mapping.uses
        rows = source.table.row_count
        self.rows = [
            ColumnRow(self._theme, one, rows, self._fields, uses.get(one.name, ""))
            for one in source.table.columns
        ]
        self.constants = [
            ConstantRow(self._theme, one, source.mapping.constants.get(one.name, ""))
            for one in self._fields
            if one.is_required
        ]
        for number, row in enumerate((*self.constants, *self.rows)):
            if number:
                self._column.addWidget(separator())
            self._column.addWidget(row)
            row.changed.connect(self._on_changed)
        self._column.addStretch(1)
        self._show_constants()
        self._set_room()

    def mapping(self) -> ColumnMapping:
        """Return the mapping as it is shown."""
        uses = {row.column: use for row in self.rows if (use := row.chosen()) is not None}
        constants = {
            row.field: row.text.text().strip()
            for row in self.constants
            if row.isVisibleTo(self) and row.text.text().strip()
        }
        return ColumnMapping(uses, constants)

    def first_control(self) -> QWidget | None:
        """Return the first control; texts of fields that have no column come before the columns."""
        return next((one for one in self.controls() if one.isVisibleTo(self)), None)

    def controls(self) -> Iterator[QWidget]:
        """Yield all controls in their order, hidden ones too."""
        yield from (row.text for row in self.constants)
        for row in self.rows:
            yield row.use
            yield row.label

    def _on_changed(self) -> None:
        self._show_constants()
        self.changed.emit()

    def _show_constants(self) -> None:
        """Show a row for each required field to which no column is mapped."""
        used = {(row.chosen() or "").partition(".")[0] for row in self.rows}
        for place, row in enumerate(self.constants):
            row.setVisible(row.field not in used)
            # The line below it.
            item = self._column.itemAt(2 * place + 1)
            line = item.widget() if item is not None else None
            if line is not None:
                line.setVisible(row.field not in used)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._set_room()

    def _set_room(self) -> None:
        narrow = self.width() < self._theme.px(_USE + _FILLED + _ARROW + 150)
        for row in (*self.rows, *self.constants):
            row.set_narrow(narrow)
        self._titles[2].setVisible(not narrow)

    def _apply_theme(self) -> None:
        self._titles[1].setFixedWidth(self._theme.px(_FILLED))
        self._titles[2].setFixedWidth(self._theme.px(_USE))
        self._set_room()
