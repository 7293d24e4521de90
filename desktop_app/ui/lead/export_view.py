"""The preview of an export: a tab for each file and for the methods, and the checks below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.colours import Role
from desktop_app.ui.lead.layout import combo
from desktop_app.ui.lead.option_box import ArrowKeys
from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.messages import LANGUAGE_NAMES, current_language, translate_message
from desktop_app.ui.plain_text import PlainLabel, PlainScrollArea, ShorteningLabel, empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import button, label
from desktop_app.workspace.export_preview import FilePreview
from desktop_app.workspace.publish_checks import Check

# Bytes per unit of a file size.
_UNITS = ((10**6, "MB"), (10**3, "KB"))
# Rows of checks that are visible without scrolling.
_MOST_CHECKS = 4


def size_text(size: int) -> str:
    """Return a file size for people."""
    for bytes_, unit in _UNITS:
        if size >= bytes_:
            digits = 1 if size < 10 * bytes_ else 0
            return f"{QLocale().toString(size / bytes_, 'f', digits)} {unit}"
    return f"{size} B"


class Tabs(QWidget):
    """Tabs that wrap into several lines; the arrow keys move between them.

    Signal `turned`: the user has chosen another tab.
    """

    turned = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        self.names: list[str] = []
        self.buttons: list[QPushButton] = []
        self._group = QButtonGroup(self)
        self._flow = FlowLayout(self, across=0, down=0)
        theme.changed.connect(self._set_widths)

    @property
    def place(self) -> int:
        """The position of the current tab; 0 if there is none."""
        return next((n for n, one in enumerate(self.buttons) if one.isChecked()), 0)

    @property
    def name(self) -> str:
        """The name of the current tab; empty if there is none."""
        return self.names[self.place] if self.names else ""

    def show_names(self, names: Sequence[str], place: int) -> None:
        """Show tabs with these names, without a signal."""
        if list(names) != self.names:
            self.names = list(names)
            empty(self._flow)
            self.buttons = [self._button(name) for name in names]
            self._keys = ArrowKeys(self.buttons, self)
            self._set_widths()
        if self.buttons:
            self.buttons[place].setChecked(True)

    def _set_widths(self) -> None:
        # The current tab is bold. With the bold width for all, no tab moves when it changes.
        metrics = QFontMetrics(self._theme.ui_font(13, bold=True))
        for name, one in zip(self.names, self.buttons, strict=True):
            one.setFixedWidth(metrics.horizontalAdvance(name) + 14)

    def _button(self, name: str) -> QPushButton:
        # "&" alone would mark a shortcut.
        made = button(name.replace("&", "&&"))
        made.setAccessibleName(name)
        made.setProperty("kind", "tab")
        made.setCheckable(True)
        made.clicked.connect(lambda _: self.turned.emit())
        self._group.addButton(made)
        self._flow.addWidget(made)
        return made


class FileRows(Table):
    """The first rows of a file: data in the order of the file."""

    def __init__(self, columns: Sequence[Col], name: str, theme: Theme) -> None:
        super().__init__(columns, name, theme)
        self.setSortingEnabled(False)


class FilesView(QFrame):
    """Shows the beginning of each file, and the methods paragraph, one at a time.

    Signal `copied`: the methods paragraph was copied. Signal `opened(name)`: the row of an item or
    of one of its answers was opened; with the item's name in the files.
    """

    copied = Signal()
    opened = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self._files: Sequence[FilePreview] = ()
        self._methods: dict[str, str] = {}
        self.tabs = Tabs(theme, self.tr("Files of the export"))
        self.table = FileRows([], self.tr("First rows of the file"), theme)
        self.table.setProperty("kind", "bare")
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setProperty("kind", "reading")
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setAccessibleName(self.tr("Beginning of the file"))
        self.problem = label(kind="secondary", wrap=True)
        self.problem.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.problem.setContentsMargins(16, 14, 16, 14)
        self.text.document().setDocumentMargin(12)
        self.pages = QStackedWidget()
        for page in (self.table, self.text, self.problem):
            self.pages.addWidget(page)
        self.below = ShorteningLabel("", "secondary")
        self.more = label(kind="secondary")
        self.language = combo(theme, self.tr("Language of the methods paragraph"))
        for key, name in LANGUAGE_NAMES.items():
            self.language.addItem(name, key)
        self.language.setMinimumContentsLength(9)
        self.language.setCurrentIndex(max(0, self.language.findData(current_language())))
        self.copy_button = button(self.tr("Copy"))
        self.copy_button.setAccessibleName(self.tr("Copy the methods paragraph"))
        self._build_ui()
        self.tabs.turned.connect(self._show)
        self.table.opened.connect(self._on_row)
        self.language.currentIndexChanged.connect(lambda _: self._show())
        self.copy_button.clicked.connect(self._copy)

    @property
    def file(self) -> FilePreview | None:
        """The file that is shown; None for the methods paragraph."""
        place = self.tabs.place
        return self._files[place] if 0 <= place < len(self._files) else None

    def stops(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        heads: QWidget = self.table.heads
        return [*self.tabs.buttons, heads, self.table, self.text, self.language, self.copy_button]

    def show_files(self, files: Sequence[FilePreview], methods: dict[str, str]) -> None:
        """Show these files. If one has the name of the open tab, that tab stays open.

        `methods`: the methods paragraph by language
        """
        name = self.tabs.name
        self._files, self._methods = files, methods
        names = [file.name.rpartition("/")[2] for file in files] + [self.tr("Methods")]
        if name not in names:
            # Most people look for answers. Some protocols have no such file, or an empty one,
            # because their answers have files of their own.
            filled = [
                one
                for one, file in zip(names, files, strict=False)
                if file.rows is None or file.rows
            ]
            name = next(
                (one for one in filled if one.startswith("answers.")),
                next(iter(filled), names[0]),
            )
        self.tabs.show_names(names, names.index(name))
        self._show()

    def show_problem(self, text: str) -> None:
        """Show why there is no preview."""
        self._files = ()
        self.tabs.show_names([], 0)
        self.problem.setText(text)
        self._show()

    def _show(self) -> None:
        file = self.file
        is_methods = file is None and bool(self.tabs.names)
        self.line.setVisible(bool(self.tabs.names))
        self.language.setVisible(is_methods)
        self.copy_button.setVisible(is_methods)
        self.more.setVisible(file is not None and file.rows is not None)
        if file is None:
            self.below.setText("")
            if is_methods:
                self.text.setPlainText(self._methods.get(self.language.currentData(), ""))
            self.pages.setCurrentWidget(self.text if is_methods else self.problem)
        elif file.rows is None:
            is_cut = file.size > len(file.text.encode("utf-8"))
            size = size_text(file.size)
            if file.name.endswith(".html"):
                words = self.tr("Text of the page; its tables and charts are in the file ({size})")
                self.below.setText(words.format(size=size))
            else:
                words = self.tr("Beginning of the file ({size})")
                self.below.setText(words.format(size=size) if is_cut else size)
            self.text.setPlainText(file.text)
            self.pages.setCurrentWidget(self.text)
        else:
            self._show_table(file, file.rows)

    def _show_table(self, file: FilePreview, rows: int) -> None:
        self.table.show_columns(
            [
                Col(name, partial(_cell, place), number=place in file.numbers)
                for place, name in enumerate(file.columns)
            ],
            list(file.head),
        )
        self.table.setMaximumHeight(16_777_215)
        some = len(file.head)
        self.below.setText(
            self.tr("{rows}, {columns}, {size}").format(
                rows=self.tr("First {some} of {all} rows").format(some=shown(some), all=shown(rows))
                if some < rows
                else self.tr("%n row(s)", "", rows),
                columns=self.tr("%n column(s)", "", len(file.columns)),
                size=size_text(file.size),
            )
        )
        self.pages.setCurrentWidget(self.table)
        self._count_hidden()

    def _on_row(self, row: tuple[Any, ...]) -> None:
        file = self.file
        # The rows of items have the name as their id; all others name the item that they are about.
        for column in ("item", "id"):
            if file is not None and column in file.columns:
                self.opened.emit(str(row[file.columns.index(column)]))
                return

    def _count_hidden(self) -> None:
        """Show how many columns are beyond the right edge."""
        header, width = self.table.horizontalHeader(), self.table.viewport().width()
        hidden = sum(
            header.sectionViewportPosition(place) + header.sectionSize(place) > width + 1
            for place in range(header.count())
        )
        self.more.setText(self.tr("%n more column(s) →", "", hidden) if hidden else "")

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.text.toPlainText())
        self.copied.emit()

    def _build_ui(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 0)
        head.setSpacing(12)
        head.addWidget(self.tabs, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 4, 16, 10)
        foot.setSpacing(8)
        foot.addWidget(self.below, 1)
        foot.addWidget(self.more)
        foot.addWidget(self.language)
        foot.addWidget(self.copy_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        self.line = QFrame()
        self.line.setProperty("kind", "rail")
        self.line.setFixedHeight(1)
        layout.addWidget(self.line)
        layout.addWidget(self.pages, 1)
        layout.addLayout(foot)
        self.table.horizontalScrollBar().valueChanged.connect(lambda _: self._count_hidden())


def _cell(place: int, row: tuple[Any, ...]) -> Any:
    value = row[place]
    # Numbers are shown as the file has them, without separators of thousands.
    return str(value) if type(value) in (int, float) else value


class ChecksView(QFrame):
    """The checks before publishing, each with a button that leads to its page.

    `leads`: {kind of a check: (text of its button, what it does)}
    """

    def __init__(self, theme: Theme, leads: dict[str, tuple[str, Callable[[Check], None]]]) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self._theme, self._leads = theme, leads
        self._checks: Sequence[Check] = ()
        self.buttons: list[QPushButton] = []
        caption = label(self.tr("BEFORE YOU PUBLISH"), "caption")
        caption.setContentsMargins(16, 10, 16, 8)
        self._inside = QWidget()
        self._rows = QVBoxLayout(self._inside)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self.area = PlainScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.set_page(self._inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(caption)
        layout.addWidget(self.area, 1)
        theme.changed.connect(self._show_again)

    def _show_again(self) -> None:
        # Not a lambda in `connect`: that would also be called once this view is deleted.
        self.show_checks(self._checks)

    def show_checks(self, checks: Sequence[Check]) -> None:
        """Show these checks."""
        self._checks = checks
        self.setVisible(bool(checks))
        self.buttons = []
        empty(self._rows)
        for check in checks:
            self._rows.addWidget(self._row(check))
        self._rows.addStretch(1)
        height = self._theme.px(42) * min(len(checks), _MOST_CHECKS)
        self.area.setMinimumHeight(height)

    def _row(self, check: Check) -> QWidget:
        row = QFrame()
        row.setProperty("kind", "line")
        icon = PlainLabel()
        size = self._theme.px(16)
        name, role = ("done", Role.GOOD) if check.is_ok else ("warning", Role.WARN)
        icon.setPixmap(self._theme.icon(name, role).pixmap(QSize(size, size)))
        icon.setAccessibleName(self.tr("OK") if check.is_ok else self.tr("Warning"))
        text = ShorteningLabel(translate_message(check.text))
        detail = ShorteningLabel(translate_message(check.detail), "secondary")
        across = QHBoxLayout(row)
        across.setContentsMargins(16, 4, 12, 4)
        across.setSpacing(10)
        across.addWidget(icon)
        across.addWidget(text)
        across.addWidget(detail, 1)
        row.setMinimumHeight(self._theme.px(42))
        if not check.is_ok and check.kind in self._leads:
            words, act = self._leads[check.kind]
            lead = button(words)
            lead.setAccessibleName(f"{words}: {translate_message(check.text)}")
            lead.clicked.connect(lambda _=False: act(check))
            across.addWidget(lead)
            self.buttons.append(lead)
        return row
