"""The last step of post-editing: the final text with its changes, and the list of checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.text.diff import change_count, diff
from desktop_app.text.diff_tokens import Hunk
from desktop_app.text.inline_diff import Inline
from desktop_app.text.tokens import spaced, word_count
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.plain_text import PlainLabel, empty, plain_tip, shown_keys
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.typing_focus import is_enter
from desktop_app.ui.widgets.buttons import CheckBox
from desktop_app.ui.widgets.diff_marks import marks_in_both
from desktop_app.ui.widgets.diff_view import DiffView
from desktop_app.ui.widgets.find_bar import FindBar
from desktop_app.ui.widgets.flow_layout import FittedFrame, FlowLayout
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.parts import label
from desktop_app.ui.widgets.question_view import OwnPart, caption_label, plain_label
from desktop_app.ui.widgets.reading_view import normalised
from desktop_app.ui.widgets.scrolling import keep_calm
from plugins.dolomites.panel.edit_phrases import Place, places_of
from plugins.dolomites.panel.edit_sections import FinalParts
from plugins.dolomites.panel.fitted import Fitted
from plugins.dolomites.panel.section_find import SectionFind
from plugins.dolomites.panel.section_texts import SectionTexts


class FinalView(Fitted, DiffView):
    """A section of the final text with its changes, as tall as its lines."""

    selects_words = True

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        self.fit_always(theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Nothing here can be pressed, so Enter goes to the next question.
        if is_enter(event):
            event.ignore()
        else:
            super().keyPressEvent(event)


class FinalSection(QWidget):
    """A section of the final text: its title, the number of its changes, and its text."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._texts = SectionTexts(self)
        self.title, self.count = label(kind="strong", wrap=True), label(kind="secondary")
        self.view = FinalView(theme, "")
        self._inline = Inline("", "", ())
        self._hunks: tuple[Hunk, ...] = ()
        self._text = ""
        head = in_row((self.title, 1), self.count, margins=(16, 0, 8, 0), gap=8)
        in_column(head, self.view, on=self, margins=(0, 0, 0, 12), gap=0)

    @property
    def revision(self) -> str:
        """The text that is shown, for the search."""
        return self.view.text

    @property
    def revision_edit(self) -> FinalView:
        """The view of the text, for the search."""
        return self.view

    def show_section(self, parts: FinalParts) -> None:
        """Show another section."""
        original = normalised(parts.original)
        self._text = normalised(parts.text)
        self._hunks = diff(original, self._text)
        self._inline = Inline(original, self._text, self._hunks)
        self.title.setText(parts.title)
        self.view.setAccessibleName(parts.title)
        self.count.setText(self._texts.changed(change_count(self._hunks), parts.states))

    @property
    def text(self) -> str:
        """The text as it will be submitted."""
        return self._text

    def show_changes(self, on: bool, found: list[tuple[int, int]]) -> None:
        """Show the text with its changes, or without them, and highlight ranges of `text`."""
        text = self._inline.text if on else self._text
        self.view.set_marks(())
        if text != self.view.text:
            self.view.show_text(text)
        self.view.set_marks(marks_in_both(self._inline, self._hunks) if on else ())
        if on:
            place = self._inline.place
            found = [(place(start), place(end - 1) + 1) for start, end in found]
        self.view.set_found(found, -1)
        self.view.fit_soon()

    def selection(self, with_changes: bool) -> tuple[int, int]:
        """Return the selected range of `text`, which has nothing of what was removed."""
        start, end = self.view.selected_span()
        if with_changes:
            start, end = map(self._inline.revision_place, (start, end))
        return start, end


class FinalText(QFrame):
    """The edited output as it will be submitted, with its changes marked.

    `reordered`: the number of sections changed, so the tab order has to be set again
    """

    reordered = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self.setAccessibleName(self.tr("Final text"))
        self._theme = theme
        self._phrases: Sequence[str] = ()
        # Where phrases were selected: the same words may be at several places.
        self._chosen: dict[str, Place] = {}
        self.sections: list[FinalSection] = []
        self.words = label(kind="secondary")
        self.changes_box = CheckBox(self.tr("Show changes"), theme)
        self.changes_box.setChecked(True)
        keys = shown_keys(QKeySequence("F5"))
        self.changes_box.setToolTip(plain_tip(f"{self.changes_box.text()}  {keys}"))
        self.changes_box.toggled.connect(self._show)
        self.head = FittedFrame()
        self.head.setProperty("kind", "pane-head")
        caption = caption_label(self.tr("Final text"))
        caption.setWordWrap(False)
        words, changes = QWidget(), QWidget()
        in_row(caption, self.words, on=words, margins=0, gap=8)
        in_row(self.changes_box, label(keys, "secondary"), on=changes, margins=0, gap=4)
        # In a narrow pane with large text, the box goes to a second line.
        flow = FlowLayout(self.head, across=8, down=2, spread=True)
        flow.setContentsMargins(16, 6, 16, 6)
        flow.addWidget(words)
        flow.addWidget(changes)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        page = QWidget()
        in_column(self._rows, STRETCH, on=page, margins=(0, 14, 0, 0), gap=0)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setAccessibleName(self.tr("Final text"))
        keep_calm(self.area)
        self.area.setWidget(page)
        page.setAutoFillBackground(False)
        self.area.viewport().setAutoFillBackground(False)
        self.find_bar = FindBar(theme, self.tr("Final text"))
        self.find_bar.hide()
        self.finder = SectionFind(self.find_bar, lambda: self.sections, self._show_hit)
        self.find_bar.closed.connect(self._show)
        find_box = QWidget()
        in_row(self.find_bar, on=find_box, margins=(12, 4, 12, 0))
        in_column(self.head, find_box, (self.area, 1), on=self, margins=1, gap=0)
        theme.changed.connect(self._fit)
        self._fit()

    @property
    def text(self) -> str:
        """The texts of all sections as displayed."""
        return "\n\n".join(one.view.text for one in self.sections)

    def show_output(self, sections: Sequence[FinalParts], phrases: Sequence[str]) -> None:
        """Show other sections, and highlight phrases."""
        self._phrases = phrases
        before = len(self.sections)
        while len(self.sections) > len(sections):
            spare = self.sections.pop()
            self._rows.removeWidget(spare)
            spare.hide()
            spare.deleteLater()
        while len(self.sections) < len(sections):
            section = FinalSection(self._theme)
            section.view.selectionChanged.connect(partial(self._on_selected, section))
            self.sections.append(section)
            self._rows.addWidget(section)
            # Now, not by the event loop: a hidden view is no tab stop.
            section.show()
        for row, parts in zip(self.sections, sections, strict=True):
            row.show_section(parts)
        count = sum(word_count(one.text) for one in sections)
        self.words.setText(self.tr("%n word(s)", "", count))
        self._show()
        if before != len(sections):
            self.reordered.emit()

    def show_phrases(self, phrases: Sequence[str]) -> None:
        """Highlight other phrases."""
        self._phrases = phrases
        self._show()

    def toggle_changes(self) -> None:
        """Show the changes, or only the final text."""
        self.changes_box.toggle()

    def selection(self) -> str:
        """Return the selected text of the final text; "" if nothing is selected."""
        place = self._selected()
        return "" if place is None else self.sections[place[0]].text[slice(*place[1:])]

    def keep_place(self) -> None:
        """Highlight the selection where it is, if it becomes a phrase."""
        place, words = self._selected(), spaced(self.selection())
        # A phrase that was added before stays where it is.
        if place is not None and words not in map(spaced, self._phrases):
            self._chosen[words] = place

    def _selected(self) -> Place | None:
        """Return the place of the selection, without white space at its ends."""
        for number, section in enumerate(self.sections):
            if section.view.selection():
                start, end = section.selection(self.changes_box.isChecked())
                words = section.text[start:end]
                start += len(words) - len(words.lstrip())
                return number, start, start + len(words.strip())
        return None

    def take_focus(self) -> None:
        """Set the focus to the first section."""
        if self.sections:
            self.sections[0].view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order."""
        return [self.changes_box, self.find_bar, *(one.view for one in self.sections)]

    def _on_selected(self, chosen: FinalSection) -> None:
        """Clear the selections of other sections, which would not be added as a phrase."""
        for one in self.sections if chosen.view.selection() else ():
            cursor = one.view.textCursor()
            if one is not chosen and cursor.hasSelection():
                cursor.clearSelection()
                one.view.setTextCursor(cursor)

    def _show_hit(self, row: FinalSection, start: int) -> None:
        row.view.set_caret(start)
        box = row.view.cursorRect()
        page = self.area.widget()
        if page is not None:
            at = row.view.viewport().mapTo(page, box.center())
            self.area.ensureVisible(0, at.y(), 0, self._theme.px(60))

    def _show(self) -> None:
        texts = [one.text for one in self.sections]
        found = places_of(self._phrases, texts, self._chosen)
        for number, row in enumerate(self.sections):
            here = [(start, end) for section, start, end in found if section == number]
            row.show_changes(self.changes_box.isChecked(), here)

    def _fit(self) -> None:
        self.head.setMinimumHeight(self._theme.px(44))


@dataclass(frozen=True)
class Check:
    """A line of the list of checks.

    `words`: what was checked
    `value`: the result beside it; "" if there is none
    `target`: where the link beside it leads; "" if there is no link
    `link`: the text of the link
    """

    words: str
    is_good: bool
    value: str = ""
    target: str = ""
    link: str = ""


class ChecksPart(OwnPart):
    """What the program checked about the edit, with links to what should be looked at.

    `wanted`: a link was clicked; the target of its check
    `gap_wanted`: the user wants to go to the first incomplete section
    `reordered`: the links changed, so the tab order has to be set again
    """

    # Nothing is asked, so this part has no question number.
    counts = False
    wanted = Signal(str)
    gap_wanted = Signal()
    reordered = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__("edited", self.tr("Checks"), theme)
        self.caption.hide()
        self.title.hide()
        self._shown: list[Check] = []
        self._sentence = ""
        self.links: list[LinkButton] = []
        self._icons: list[tuple[PlainLabel, bool]] = []
        self.head = QFrame()
        self.head.setProperty("kind", "pane-head")
        in_row(caption_label(self.tr("Check")), on=self.head, margins=(16, 0, 16, 0))
        self._rows = in_column(margins=(16, 10, 12, 10), gap=6)
        body = QFrame()
        body.setProperty("kind", "pane-head")
        body.setLayout(self._rows)
        self.problem.setContentsMargins(16, 6, 16, 0)
        for widget in (self.head, self.problem, body):
            self.column.addWidget(widget)
        theme.changed.connect(self._tint)
        self._fit_edges()

    def show_checks(self, checks: Sequence[Check]) -> None:
        """Show other results."""
        # The lines are rebuilt only if they change, because a link may have the focus.
        if list(checks) == self._shown:
            return
        self._shown = list(checks)
        empty(self._rows)
        self.links, self._icons = [], []
        for check in checks:
            icon = PlainLabel()
            icon.setAccessibleName(self.tr("Good") if check.is_good else self.tr("To look at"))
            self._icons.append((icon, check.is_good))
            words = plain_label(check.words, "")
            row = QWidget()
            line = in_row(icon, (words, 1), on=row, margins=0, gap=10)
            if check.value:
                line.addWidget(label(check.value, "secondary"))
            if check.target:
                link = LinkButton(check.link)
                link.setMinimumWidth(link.fontMetrics().horizontalAdvance(check.link) + 12)
                link.setAccessibleName(f"{check.link}: {check.words}")
                link.setAutoDefault(True)
                link.clicked.connect(
                    lambda _on=False, target=check.target: self.wanted.emit(target)
                )
                line.addWidget(link)
                self.links.append(link)
            self._rows.addWidget(row)
        self._tint()
        self.reordered.emit()

    def say_gaps(self, sentence: str) -> None:
        """Store a sentence about incomplete sections for the next problem."""
        self._sentence = sentence

    def stops(self) -> list[QWidget]:
        return list(self.links)

    def last_stop(self) -> QWidget:
        return self.links[-1] if self.links else self

    def take_focus(self) -> None:
        self.gap_wanted.emit()

    def sentence(self, problem: Problem) -> str:
        return self._sentence

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the links also work for read-only answers."""

    def set_current(self, current: bool) -> None:
        """Do nothing, because nothing is asked here."""

    def set_place(self, number: int, mark: str) -> None:
        """Do nothing, because nothing is asked here."""

    def _fit_edges(self) -> None:
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.head.setFixedHeight(self._theme.px(44))

    def _tint(self) -> None:
        side = self._theme.px(14)
        for icon, is_good in self._icons:
            name, role = ("done", Role.GOOD) if is_good else ("warning", Role.WARN)
            icon.setPixmap(self._theme.icon(name, role).pixmap(QSize(side, side)))
            icon.setFixedSize(side, side)
