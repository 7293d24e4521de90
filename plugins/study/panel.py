"""The page of a study: document | instruction and texts | form.

Parts that an item does not have take up no space. Two texts without a document are side by side, so
that people can compare them. Next to a document, one is below the other. On a low page, as with
large text, one of them is visible below tabs. Only the window imports this module.
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
        self.middle = self.add_splitter(
            "middle", Qt.Orientation.Vertical, {self.instruction: 0, self.judged: 1}
        )
        self.across = self.add_splitter(
            "across",
            Qt.Orientation.Horizontal,
            {self.document: 4, self.middle: 4},
        )
        self.text_tabs = TextTabs(self.across, theme)
        self.text_tabs.chosen.connect(self._show_tab)
        # The panes of the item in reading order, and those of them that have tabs.
        self._panes: list[TextPane] = []
        self._tabs: list[TextPane] = []
        self._are_tabs, self._tab = False, 0
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
        self._tabs = [*document, *judged]
        self._panes = [*document, *([self.instruction] if instruction else []), *judged]
        names = [pane.accessibleName() for pane in self._tabs]
        if instruction and len(judged) == 1:
            names[-1] = self.tr("Instruction and text")
        self.text_tabs.set_names(names)
        self._show_tab(min(self._tab, max(0, len(self._tabs) - 1)))
        self.first.fit()
        # New panes are at the end of the focus chain, but Tab should follow the reading order.
        self.order_tabs([self.text_tabs.row, self.document, self.instruction, *self.texts])

    def panes(self) -> list[TextPane]:
        """Return the panes of the item in reading order, also those behind other tabs."""
        return list(self._panes)

    def _make_room(self) -> None:
        """Show one text below tabs on a low page, else all texts."""
        are_tabs = self.form_place.is_low
        if are_tabs != self._are_tabs:
            self._are_tabs = are_tabs
            focus = self.focusWidget()
            read = (pane for pane in self._tabs if focus is not None and pane.isAncestorOf(focus))
            shown = next(read, None)
            self._show_tab(self._tab if shown is None else self._tabs.index(shown))

    def _show_tab(self, place: int) -> None:
        """Show the document or one of the texts with the instruction; all if there are no tabs."""
        self._tab = place
        alone = self._tabs[place] if self._are_tabs and len(self._tabs) > 1 else None
        self.text_tabs.show_tab(None if alone is None else place)
        shows_document = self.document in self._tabs
        shows_middle = alone is not self.document
        # First what is shown: a widget that is hidden gives the focus to any other.
        if shows_middle:
            self.middle.show()
        first = () if alone is None else (alone,)
        for pane in (*first, self.document, self.instruction, *self.texts):
            is_read = alone in (None, pane) or (pane is self.instruction and shows_middle)
            pane.setVisible(pane in self._panes and is_read)
            # The tab has the name of the heading, or of both.
            is_named = pane is not self.instruction or len(self._tabs) - shows_document == 1
            pane.header_shows(alone is None or not is_named)
        self.middle.setVisible(shows_middle)

    def _go_to(self, pane: TextPane) -> None:
        """Put the focus on a text, which may be behind another tab."""
        if pane in self._tabs:
            self._show_tab(self._tabs.index(pane))
        elif self._tabs[self._tab : self._tab + 1] == [self.document]:
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
        shown = [pane for pane in self._tabs if pane is not self.document]
        focus = self.focusWidget()
        for place, pane in enumerate(shown):
            if focus is not None and pane.isAncestorOf(focus):
                self._go_to(shown[(place + 1) % len(shown)])
                return
        for pane in shown[:1]:
            self._go_to(pane)
