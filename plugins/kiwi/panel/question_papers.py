"""The papers of a question: the linked papers in order, and all other papers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from desktop_app.ui.lead.table import Col, Table, shown
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.parts import button, label
from plugins.kiwi.preparing import PaperLine

# Number of linked papers that are visible without scrolling. Most questions have about as many.
_IN_SIGHT = 6


class LinkedPapers(QWidget):
    """Two tables: linked papers with their citation numbers, and all papers with a search field.

    `changed`: emitted when the linked papers or their order changed
    `files_wanted`: emitted to request the import of papers from files
    """

    changed = Signal()
    files_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._papers: dict[str, PaperLine] = {}
        self._linked: list[str] = []
        text = Col(self.tr("Paragraphs"), lambda row: row.paragraphs or None, number=True)
        self.linked = Table(
            [
                Col(self.tr("No."), lambda row: self._number(row.name)),
                Col(self.tr("Title"), lambda row: row.title, stretch=True),
                text,
            ],
            self.tr("Papers for this question"),
            theme,
        )
        self.linked.rows_in_sight = _IN_SIGHT
        self.linked.setAccessibleDescription(
            self.tr("Delete unlinks a paper; Alt+Up and Alt+Down move it")
        )
        self.none = label(self.tr("No papers linked yet."), "secondary", wrap=True)
        self.out_button = button(self.tr("Unlink"), self.tr("Unlink the paper (Delete)"))
        self.up_button = button(self.tr("Up"), self.tr("Move the paper up (Alt+Up)"))
        self.down_button = button(self.tr("Down"), self.tr("Move the paper down (Alt+Down)"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search papers"))
        self.search.setAccessibleName(self.tr("Search papers"))
        self.search.setClearButtonEnabled(True)
        self.count = label(kind="secondary")
        self.files_button = button(
            self.tr("Add papers from files…"),
            self.tr(
                "Text, Markdown, HTML, PDF, or rows of papers. The papers are also linked to "
                "this question."
            ),
        )
        self.all = Table(
            [
                Col(self.tr("Linked"), lambda row: self._number(row.name) or ""),
                Col(self.tr("Title"), lambda row: row.title, stretch=True),
                Col(self.tr("Authors"), lambda row: row.authors),
                text,
            ],
            self.tr("Imported papers"),
            theme,
        )
        self.all.setAccessibleDescription(self.tr("Enter links or unlinks a paper"))
        # The search also looks in ids and sources, which have no column.
        self.all.rows.fold = lambda row: row.folded
        self.nothing = label(
            self.tr("No papers yet. Add them from files, or import them on the Items page."),
            "secondary",
            wrap=True,
        )
        self.link_button = button(self.tr("Link or unlink"), self.tr("Enter does the same."))
        self._build_ui()
        self._connect()
        self._apply_theme()
        self.show_papers(())

    def show_papers(self, papers: Sequence[PaperLine]) -> None:
        """Show other papers in the table. Linked papers that are not among them are unlinked."""
        self._papers = {one.name: one for one in papers}
        self.all.show_rows(papers)
        self._on_search(self.search.text())
        self.link([name for name in self._linked if name in self._papers])

    def names(self) -> list[str]:
        """Return the names of the linked papers, in their order."""
        return list(self._linked)

    def lines(self) -> list[PaperLine]:
        """Return the linked papers, in their order."""
        return [self._papers[name] for name in self._linked]

    def link(self, names: Sequence[str]) -> None:
        """Link exactly these papers. Names of unknown papers are ignored."""
        self._linked = [name for name in dict.fromkeys(names) if name in self._papers]
        self._show()

    def toggle(self, name: str) -> None:
        """Link a paper, or unlink it if it is linked already."""
        if name in self._linked:
            self._linked.remove(name)
        else:
            self._linked.append(name)
        self._announce()

    # Internal.
    def _number(self, name: str) -> str:
        # Answers cite papers by these numbers, which start at 0.
        return f"[{self._linked.index(name)}]" if name in self._linked else ""

    def _announce(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        self.linked.show_rows(self.lines())
        # The column “Linked” of the other table changes as well.
        self.all.show_rows(self.all.rows.rows)
        there = bool(self._linked)
        self.linked.setVisible(there)
        self.none.setVisible(not there)
        for one in (self.out_button, self.up_button, self.down_button):
            one.setEnabled(there)
        self.link_button.setEnabled(self.all.rows.rowCount() > 0)

    def _place(self) -> int | None:
        # The table may be sorted, so its row number is not the position in the list.
        index = self.linked.currentIndex()
        return self._linked.index(self.linked.rows.row(index).name) if index.isValid() else None

    def _take_out(self) -> None:
        place = self._place()
        if place is not None:
            held = self.linked.hasFocus()
            del self._linked[place]
            self._announce()
            # An empty table is hidden, and the focus would leave the page with it.
            if held and not self._linked:
                self.search.setFocus()

    def _move(self, by: int) -> None:
        place = self._place()
        if place is not None and 0 <= place + by < len(self._linked):
            names = self._linked
            names[place], names[place + by] = names[place + by], names[place]
            self._announce()
            # The moved paper stays selected, so that it can be moved again.
            row = next(
                n
                for n in range(self.linked.rows.rowCount())
                if self.linked.rows.row(self.linked.rows.index(n, 0)).name == names[place + by]
            )
            self.linked.setCurrentIndex(self.linked.rows.index(row, 0))

    def _toggle_chosen(self) -> None:
        index = self.all.currentIndex()
        # Return in the search field links the first hit.
        if not index.isValid() and self.all.rows.rowCount():
            index = self.all.rows.index(0, 0)
        if index.isValid():
            self.toggle(self.all.rows.row(index).name)

    def _on_search(self, text: str) -> None:
        self.all.rows.search(text)
        result, total = self.all.rows.rowCount(), len(self._papers)
        self.count.setText(
            self.tr("%n paper(s)", "", total)
            if result == total
            else self.tr("{found} of {total}").format(found=shown(result), total=shown(total))
        )
        for one in (self.all, self.search, self.count, self.link_button):
            one.setVisible(total > 0)
        self.nothing.setVisible(not total)
        self.all.hug()
        self.link_button.setEnabled(result > 0)

    def _build_ui(self) -> None:
        below, bar, link = (FlowLayout(across=8, down=8) for _ in range(3))
        for one in (self.out_button, self.up_button, self.down_button):
            below.addWidget(one)
        for widget in (self.search, self.count, self.files_button):
            bar.addWidget(widget)
        link.addWidget(self.link_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(label(self.tr("CITED PAPERS"), "caption"))
        column.addWidget(self.none)
        column.addWidget(self.linked, 1)
        column.addLayout(below)
        column.addSpacing(8)
        column.addWidget(label(self.tr("ALL PAPERS"), "caption"))
        column.addLayout(bar)
        column.addWidget(self.nothing)
        column.addWidget(self.all, 2)
        column.addLayout(link)
        column.addStretch(1)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_search)
        self.search.returnPressed.connect(self._toggle_chosen)
        self.all.opened.connect(lambda row: self.toggle(row.name))
        self.link_button.clicked.connect(self._toggle_chosen)
        self.out_button.clicked.connect(self._take_out)
        self.up_button.clicked.connect(lambda: self._move(-1))
        self.down_button.clicked.connect(lambda: self._move(1))
        self.files_button.clicked.connect(self.files_wanted)
        for keys, slot in (
            ("Del", self._take_out),
            ("Alt+Up", lambda: self._move(-1)),
            ("Alt+Down", lambda: self._move(1)),
        ):
            # Only in the table: Delete in a text field must delete characters.
            shortcut = QShortcut(QKeySequence(keys), self.linked)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(slot)
        self._theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        self.search.setFixedWidth(self._theme.px(220))
