"""The page of a study: document | instruction and texts | form.

Parts that an item does not have take up no space. Two texts without a document are side by side, so
that people can compare them. Next to a document, one is below the other. If they are too many for
the height, one of them is visible below tabs. On a low page, as with large text, the document has a
tab, too. Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.core.question_types import options_of
from desktop_app.text.tokens import character_count, separates_words, word_count
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.item_panel import ItemPanel, text_of
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import Pane, say
from desktop_app.ui.widgets.text_tabs import TextTabs

# Number of texts that are shown side by side; with more, each would be too narrow to read.
_SIDE_BY_SIDE = 2
# Height in pixels at 100 % text of a text among others: its heading and four lines.
_LEAST_TEXT = 140
# Width of the questions in pixels, unless they have long options.
_FORM = 300
# Maximum number of lines of a long option, up to a share of the page's width for the questions.
_OPTION_LINES, _MOST_FORM = 4, 0.4
# The least and the largest share on a low page, where one text is beside the questions.
_LEAST_LOW, _MOST_LOW = 0.38, 0.5
# Pixels at 100 % text beside the words of an option.
_AROUND_OPTION = 140


class TextPane(Pane):
    """A text with its word count, which can be read and searched."""

    def __init__(self, title: str, theme: Theme) -> None:
        super().__init__(title, theme)
        self.reader = MatchPane(theme, title)
        # The overview strip shows matches, and a study has none.
        self.reader.strip.hide()
        self.length = self.add_chip(self.tr("Length"))
        self.counts_words = True
        self.column.addWidget(self.reader, 1)
        self.setMinimumSize(180, 80)

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Set the focus to the text."""
        self.reader.setFocus(reason)

    def show_text(self, text: str, title: str = "") -> None:
        """Show another text, scrolled to the top, and another title if there is one."""
        self.reader.show_text(text)
        # Words cannot be counted in scripts that do not separate them, such as Chinese.
        if separates_words(text):
            length = self.tr("%n word(s)", "", word_count(text))
        else:
            length = self.tr("%n character(s)", "", character_count(text))
        say(self.length, length if self.counts_words else "")
        if title:
            self.set_title(title)
            self.reader.set_name(title)


class StudyPanel(ItemPanel):
    """Shows one item of a study and the project's form."""

    folds_long_forms = True

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self.document = TextPane(self.tr("Document"), theme)
        self.instruction = TextPane(self.tr("Instruction"), theme)
        self.texts: list[TextPane] = []
        self.judged = self.add_splitter("judged", Qt.Orientation.Vertical, {})
        # Not the sum of all texts, which would make the window higher before tabs are shown.
        self.judged.setMinimumHeight(_LEAST_TEXT)
        self.middle = self.add_splitter(
            "middle", Qt.Orientation.Vertical, {self.instruction: 0, self.judged: 1}
        )
        self.middle_tabs = TextTabs(self.middle, theme)
        self.across = self.add_splitter(
            "across",
            Qt.Orientation.Horizontal,
            {self.document: 4, self.middle_tabs: 4},
        )
        # With the document.
        self.text_tabs = TextTabs(self.across, theme)
        for tabs in (self.middle_tabs, self.text_tabs):
            tabs.chosen.connect(self._show_tab)
        # The panes of the item in reading order, and those of them that have tabs.
        self._panes: list[TextPane] = []
        self._tabs: list[TextPane] = []
        self._are_tabs, self._is_low, self._tab = False, False, 0
        self.page = self.add_splitter(
            "page", Qt.Orientation.Horizontal, {self.text_tabs: 1, self.questions: 0}
        )
        self.form_place = self.place_form("page", 0)
        self.form_place.width_beside = self._form_width
        self.form_place.divided.connect(self._make_room)
        self._show_texts([{"text": ""}])
        self.instruction.counts_words = False
        self.across.setSizes([390, 350])
        # Height for three lines of an instruction.
        self.middle.setSizes([150, 530])
        self.first = self.fit_first("middle", self.instruction, self.instruction.reader.view)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.page)
        self.add_action("find", self.tr("Find in the text"), "Ctrl+F", self._find)
        way, to_document = self.add_way, self.tr("Go to the document")
        to_instruction = self.tr("Go to the instruction")
        way("focus_document", to_document, self._focus_document, self.document)
        way("focus_instruction", to_instruction, self._focus_instruction, self.instruction)
        way("focus_text", self.tr("Go to the text, or to the next text"), self._next_text)
        self.pane_ways += [(one, one.reader.setFocus) for one in self.texts]
        way("focus_form", self.tr("Go to the questions"), self.focus_form, self.questions)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another item, scrolled to the top. Its answers are set separately."""
        instruction = text_of(content, "instruction")
        self.document.show_text(document_text)
        self.instruction.show_text(instruction)
        value = content.get("texts")
        # The content comes from another person's record, so its structure is not guaranteed.
        texts = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
        beside = "document" not in content and len(texts) == _SIDE_BY_SIDE
        self.judged.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        self._show_texts(texts)
        # A document may be empty. It has no pane only if the item has no document.
        document = [self.document] if "document" in content else []
        judged = self.texts[: len(texts)]
        self._panes = [*document, *([self.instruction] if instruction else []), *judged]
        self._set_tabs()
        self._show_tab(min(self._tab, max(0, len(self._tabs) - 1)))
        self.first.fit()
        # Again with the height of this item's instruction.
        self.form_place.fit()
        # New panes are at the end of the focus chain, but Tab should follow the reading order.
        rows = self.text_tabs.row, self.middle_tabs.row
        self.order_tabs([rows[0], self.document, rows[1], self.instruction, *self.texts])

    def panes(self) -> list[TextPane]:
        """Return the panes of the item in reading order, also those behind other tabs."""
        return list(self._panes)

    def _needs_tabs(self) -> bool:
        """Return whether the page is too low to show all texts, so that they need tabs."""
        if self.form_place.is_low:
            return True
        count = len(self._judged())
        is_row = self.judged.orientation() is Qt.Orientation.Horizontal
        # Before the first layout, the height means nothing.
        if count < _SIDE_BY_SIDE or is_row or not self.isVisible():
            return False
        handle = self.judged.handleWidth()
        # Without the tabs, so that showing all texts never makes them necessary again.
        height = self.middle.height()
        if self.instruction in self._panes:
            height -= self.instruction.height() + handle
        return height < count * (self._theme.px(_LEAST_TEXT) + handle) - handle

    def _judged(self) -> list[TextPane]:
        """Return the panes of the texts to judge."""
        return [pane for pane in self._panes if pane not in (self.document, self.instruction)]

    def _set_tabs(self) -> None:
        """Determine whether there are tabs, and for which panes."""
        self._are_tabs, self._is_low = self._needs_tabs(), self.form_place.is_low
        document = [self.document] if self.document in self._panes else []
        judged = self._judged()
        # Where there is room, the document stays beside the texts, to be compared with each.
        self._tabs = [*(document if self._is_low else ()), *judged]
        names = [pane.accessibleName() for pane in self._tabs]
        if self.instruction in self._panes and len(judged) == 1:
            names[-1] = self.tr("Instruction and text")
        for tabs in (self.middle_tabs, self.text_tabs):
            tabs.set_names(names)

    def _make_room(self) -> None:
        """Show one text below tabs if the page is too low, else all texts."""
        before, tabs = (self._are_tabs, self._is_low), self._tabs
        shown = tabs[self._tab : self._tab + 1]
        self._set_tabs()
        if before != (self._are_tabs, self._is_low):
            focus = self.focusWidget()
            read = (pane for pane in self._tabs if focus is not None and pane.isAncestorOf(focus))
            pane = next(iter((*read, *(pane for pane in shown if pane in self._tabs))), None)
            self._show_tab(0 if pane is None else self._tabs.index(pane))

    def _show_tab(self, place: int) -> None:
        """Show the pane of a tab, a text with the instruction; all if there are no tabs."""
        self._tab = place
        alone = self._tabs[place] if self._are_tabs and len(self._tabs) > 1 else None
        tab = None if alone is None else place
        self.text_tabs.show_tab(tab if self._is_low else None)
        self.middle_tabs.show_tab(None if self._is_low else tab)
        judged, shows_middle = self._judged(), alone is not self.document
        # First what is shown: a widget that is hidden gives the focus to any other.
        if shows_middle:
            self.middle_tabs.show()
        first = () if alone is None else (alone,)
        for pane in (*first, self.document, self.instruction, *self.texts):
            is_read = alone in (None, pane) or (pane is self.instruction and shows_middle)
            is_read |= pane is self.document and pane not in self._tabs
            pane.setVisible(pane in self._panes and is_read)
            # The tab has the name of the heading, or of both.
            is_named = pane in self._tabs or (pane is self.instruction and len(judged) == 1)
            pane.header_shows(alone is None or not is_named)
        self.middle_tabs.setVisible(shows_middle)

    def _go_to(self, pane: TextPane) -> None:
        """Put the focus on a text, which may be behind another tab."""
        if pane in self._tabs:
            self._show_tab(self._tabs.index(pane))
        elif pane is self.instruction and self._tabs[self._tab : self._tab + 1] == [self.document]:
            self._show_tab(min(1, len(self._tabs) - 1))
        pane.reader.setFocus()

    def _form_width(self) -> int:
        """Return the width of the questions beside the texts in pixels.

        Long options get what they need for a few lines, so that all can be seen together.
        """
        metrics, form = QFontMetrics(self._theme.ui_font(13)), self.form
        longest = max(
            (
                metrics.horizontalAdvance(form.label(option, self.language))
                for question in form.questions
                for option in options_of(question)
            ),
            default=0,
        )
        wanted = longest // _OPTION_LINES + self._theme.px(_AROUND_OPTION)
        width, is_low = self.page.width(), self.form_place.is_low
        if self.form_place.width and not is_low:
            return self.form_place.width
        least = round(width * _LEAST_LOW) if is_low else _FORM
        # Also of questions that are closed or not asked, so that no answer changes the width.
        frame = self.questions.minimumSizeHint().width() - self.form_view.area.minimumWidth()
        least = max(least, self.form_view.least_width() + max(0, frame))
        return max(least, min(wanted, round(width * (_MOST_LOW if is_low else _MOST_FORM))))

    def _show_texts(self, texts: Sequence[Mapping[str, Any]]) -> None:
        # Panes are reused, so an item with fewer texts hides some of them.
        while len(self.texts) < len(texts):
            pane = TextPane(self.tr("Text"), self._theme)
            self.texts.append(pane)
            self.judged.addWidget(pane)
        for number, pane in enumerate(self.texts, 1):
            if number <= len(texts):
                shown = texts[number - 1]
                alone = self.tr("Text")
                name = alone if len(texts) == 1 else f"{alone} {number}"
                pane.show_text(text_of(shown, "text"), text_of(shown, "title") or name)
            else:
                # Cleared, so that a hidden pane does not keep the text of another item.
                pane.show_text("")

    def _find(self) -> None:
        focus = self.focusWidget()
        panes = [pane for pane in self.panes() if pane.isVisibleTo(self)]
        # The search opens in the text that has the focus; by default in the first visible pane.
        here = [pane for pane in panes if focus is not None and pane.isAncestorOf(focus)]
        for pane in (here or panes)[:1]:
            pane.reader.open_find()

    def _focus_document(self) -> None:
        if self.document in self._panes:
            self._go_to(self.document)

    def _focus_instruction(self) -> None:
        if self.instruction in self._panes:
            self._go_to(self.instruction)

    def _next_text(self) -> None:
        # The focus moves from a text to the next one, and from elsewhere to the first one.
        shown = self._judged()
        focus = self.focusWidget()
        for place, pane in enumerate(shown):
            if focus is not None and pane.isAncestorOf(focus):
                self._go_to(shown[(place + 1) % len(shown)])
                return
        for pane in shown[:1]:
            self._go_to(pane)
