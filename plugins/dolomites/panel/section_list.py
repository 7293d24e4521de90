"""The rows of the section editor below each other, and going through their changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop_app.ui.layouts import STRETCH, in_column
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.question_view import caption_label, plain_label
from desktop_app.ui.widgets.scrolling import keep_calm
from plugins.dolomites.panel.section_row import SectionRow
from plugins.dolomites.panel.section_state import Place

# Space kept above and below the caret when scrolling, in pixels at 100 % text.
_AROUND = 60


class SectionList(QScrollArea):
    """The sections as rows that scroll together. One of them is the current one.

    `at`: side and index of the current section
    `rows`: the rows by side and index, in reading order
    `shows_removed`: whether removed words are shown while there is one text
    `edited`: the user changed a section: its place, "title" or "text", and the new value
    `entered`: a section received the focus; its place
    `caret_moved`: the caret moved in a text that has the focus
    """

    edited = Signal(object, str, str)
    entered = Signal(object)
    caret_moved = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._editable, self._is_alone = True, False
        self.shows_removed = False
        self.at: Place = ("output", 0)
        self.rows: dict[Place, SectionRow] = {}
        self._spare: list[SectionRow] = []
        self.none = plain_label(self.tr("No sections yet. Add one in the menu above."), "secondary")
        self.none.setContentsMargins(16, 12, 16, 0)
        self.input_caption = caption_label(self.tr("Input"))
        self.input_caption.setContentsMargins(16, 16, 16, 4)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Sections"))
        keep_calm(self)
        self._page = QWidget()
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        in_column(self.none, self._list, STRETCH, on=self._page, margins=0, gap=0)
        self.setWidget(self._page)
        self._page.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    @property
    def is_alone(self) -> bool:
        """Whether there is one text, without the original beside it."""
        return self._is_alone

    @property
    def editor(self) -> SectionRow:
        """The row of the current section; a hidden one if there is no section."""
        return self.rows.get(self.at) or self._spare_row()

    @property
    def has_current(self) -> bool:
        """Whether there is a current section."""
        return self.at in self.rows

    def ordered_rows(self) -> list[SectionRow]:
        """Return the rows in reading order."""
        return list(self.rows.values())

    def place_of(self, row: SectionRow) -> Place:
        """Return side and index of a row."""
        return next(place for place, one in self.rows.items() if one is row)

    def show_sections(self, sections: Mapping[Place, tuple[str, str, str]]) -> None:
        """Show these sections, with as many rows as there are sections.

        `sections`: title, original text and current text by place, in reading order
        """
        rows = list(self.rows.values())
        # Rows are reused, because new ones take time and lose the focus.
        while len(rows) > len(sections):
            spare = rows.pop()
            spare.hide()
            self._spare.append(spare)
        while len(rows) < len(sections):
            rows.append(self._spare_row())
            self._spare.remove(rows[-1])
        self.rows = dict(zip(sections, rows, strict=True))
        for place, row in self.rows.items():
            row.show_section(*sections[place])
            row.set_read_only(not self._editable)
            row.set_alone(self._is_alone)
            row.set_removed_shown(self.shows_removed)
        self._fill()

    def set_current(self, place: Place) -> None:
        """Mark a section as the current one."""
        self.at = place
        for where, row in self.rows.items():
            row.set_active(where == place)

    def set_editable(self, on: bool) -> None:
        """Make the sections editable (`on`) or read-only."""
        self._editable = on
        for row in self.rows.values():
            row.set_read_only(not on)

    def set_alone(self, on: bool) -> None:
        """Show one text (`on`), or two side by side."""
        self._is_alone = on
        for row in self.rows.values():
            row.set_alone(on)

    def toggle_removed(self) -> None:
        """Show the removed words above each changed text, or hide them, if there is one text."""
        # Beside the original, nothing would change now, but later.
        if self._is_alone:
            self.shows_removed = not self.shows_removed
            for row in self.rows.values():
                row.set_removed_shown(self.shows_removed)
            self.scroll_to_caret()

    def scroll_to_top(self) -> None:
        """Scroll to the first section."""
        self.verticalScrollBar().setValue(0)

    def scroll_to_row(self) -> None:
        """Scroll to the current section."""
        row = self.editor
        self._lay_out()
        self.ensureWidgetVisible(row, 0, 0)
        # The beginning of a section that is taller than the area.
        bar = self.verticalScrollBar()
        bar.setValue(min(bar.value(), row.y()))

    def scroll_to_caret(self) -> None:
        """Scroll to the caret of the current section."""
        if self.has_current:
            self._lay_out()
            self.follow_caret()

    def follow_caret(self) -> None:
        """Scroll to the caret while someone types, when only the current section has changed."""
        if not self.has_current:
            return
        self.editor.fit()
        self._activate()
        view = self.editor.revision_edit
        box = view.cursorRect()
        at = view.viewport().mapTo(self._page, QPoint(box.left(), box.center().y()))
        self.ensureVisible(0, at.y(), 0, self._theme.px(_AROUND))

    def _lay_out(self) -> None:
        """Apply the heights of the texts, so that positions are current."""
        for row in self.rows.values():
            row.fit()
        self._activate()

    def _activate(self) -> None:
        layout = self._page.layout()
        if layout is not None:
            layout.activate()

    def _fill(self) -> None:
        """Put the rows into their order, and the caption before those of the input."""
        for widget in (*self.rows.values(), *self._spare, self.input_caption):
            self._list.removeWidget(widget)
        for place, row in self.rows.items():
            if place == ("input", 0):
                self._list.addWidget(self.input_caption)
            self._list.addWidget(row)
            row.show()
        self.input_caption.setVisible(("input", 0) in self.rows)
        self.none.setVisible(not self.rows)

    def _spare_row(self) -> SectionRow:
        """Return an unused row, which is made if there is none."""
        if not self._spare:
            row = SectionRow(self._theme)
            row.setParent(self)
            row.hide()
            row.edited.connect(lambda name, value: self._on_edited(row, name, value))
            row.entered.connect(lambda: self._on_entered(row))
            row.revision_edit.cursorPositionChanged.connect(lambda: self._on_caret(row))
            self._spare.append(row)
        return self._spare[-1]

    def _on_edited(self, row: SectionRow, name: str, value: str) -> None:
        place = self.place_of(row)
        if name == "title":
            row.name()
        self.edited.emit(place, name, value)

    def _on_entered(self, row: SectionRow) -> None:
        if row in self.rows.values():
            self.entered.emit(self.place_of(row))

    def _on_caret(self, row: SectionRow) -> None:
        if row.revision_edit.hasFocus():
            self.caret_moved.emit()


class SectionChanges:
    """The changes in all sections: going through them and restoring them.

    `sections`: the rows
    `make_current`: makes a section the current one
    """

    def __init__(self, sections: SectionList, make_current: Callable[[Place], None]) -> None:
        self._sections, self._make_current = sections, make_current

    def count(self) -> int:
        """Return the number of changes in all sections."""
        return sum(row.changes for row in self._sections.ordered_rows())

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) change in any section; wrap at the ends."""
        rows = self._sections.ordered_rows()
        if not rows:
            return
        editor = self._sections.editor
        here = rows.index(editor) if editor in rows else 0
        for row in rows:
            row.settle()
        # The current section comes twice: first for the changes behind the caret, at the end for
        # those before it.
        for number in range(len(rows) + 1):
            row = rows[(here + by * number) % len(rows)]
            loud = [n for n, hunk in enumerate(row.hunks) if not hunk.quiet]
            if number == 0:
                loud = self._beyond(row, loud, by)
            if loud:
                self._show_hunk(row, loud[0 if by > 0 else -1])
                return

    def restore_here(self) -> None:
        """Restore the original text of the change at the caret."""
        row = self._sections.editor
        row.settle()
        row.restore(row.pair.hunk_here())

    def restore_all(self) -> None:
        """Restore the original text of the current section."""
        self._sections.editor.restore_all()

    def _beyond(self, row: SectionRow, loud: Sequence[int], by: int) -> list[int]:
        """Return the changes of a row behind (1) or before (−1) the current one or the caret."""
        now, caret = row.revision_edit.current, row.revision_edit.caret()
        if now >= 0:
            return [n for n in loud if (n > now if by > 0 else n < now)]
        starts = {n: row.hunks[n].after.start for n in loud}
        return [n for n in loud if (starts[n] >= caret if by > 0 else starts[n] < caret)]

    def _show_hunk(self, row: SectionRow, number: int) -> None:
        self._make_current(self._sections.place_of(row))
        row.show_hunk(number)
        row.take_focus()
        self._sections.scroll_to_caret()
