"""The page of a study: document | instruction and texts | form.

Parts that an item does not have take up no space. Two texts without a document are side by side, so
that people can compare them. Next to a document, one is below the other. Only the window imports
this module.
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

# Number of texts that are shown side by side; with more, each would be too narrow to read.
_SIDE_BY_SIDE = 2
# Width of the questions in pixels, unless they have long options.
_FORM = 300
# Maximum number of lines of a long option, up to a share of the page's width for the questions.
_OPTION_LINES, _MOST_FORM = 4, 0.4
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
        self.page = self.add_splitter(
            "page", Qt.Orientation.Horizontal, {self.across: 1, self.questions: 0}
        )
        self.form_place = self.place_form("page", 0)
        self.form_place.width_beside = self._form_width
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
        # A document may be empty. The pane is hidden only if the item has no document.
        self.document.setVisible("document" in content)
        self.document.show_text(document_text)
        self.instruction.setVisible(bool(instruction))
        self.instruction.show_text(instruction)
        value = content.get("texts")
        # The content comes from another person's record, so its structure is not guaranteed.
        texts = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
        beside = "document" not in content and len(texts) == _SIDE_BY_SIDE
        self.judged.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        self._show_texts(texts)
        self.first.fit()
        # New panes are at the end of the focus chain, but Tab should follow the reading order.
        self.order_tabs([self.document, self.instruction, *self.texts])

    def panes(self) -> list[TextPane]:
        """Return the visible panes in reading order."""
        everything = [self.document, self.instruction, *self.texts]
        return [pane for pane in everything if not pane.isHidden()]

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
        most = round(self.page.width() * _MOST_FORM)
        return self.form_place.width or max(_FORM, min(wanted, most))

    def _show_texts(self, texts: Sequence[Mapping[str, Any]]) -> None:
        # Panes are reused, so an item with fewer texts hides some of them.
        while len(self.texts) < len(texts):
            pane = TextPane(self.tr("Text"), self._theme)
            self.texts.append(pane)
            self.judged.addWidget(pane)
        for number, pane in enumerate(self.texts, 1):
            pane.setVisible(number <= len(texts))
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
        panes = self.panes()
        # The search opens in the text that has the focus; by default in the first visible pane.
        here = [pane for pane in panes if focus is not None and pane.isAncestorOf(focus)]
        for pane in (here or panes)[:1]:
            pane.reader.open_find()

    def _focus_document(self) -> None:
        if not self.document.isHidden():
            self.document.reader.setFocus()

    def _focus_instruction(self) -> None:
        if not self.instruction.isHidden():
            self.instruction.reader.setFocus()

    def _next_text(self) -> None:
        # The focus moves from a text to the next one, and from elsewhere to the first one.
        shown = [pane for pane in self.texts if not pane.isHidden()]
        focus = self.focusWidget()
        for place, pane in enumerate(shown):
            if focus is not None and pane.isAncestorOf(focus):
                shown[(place + 1) % len(shown)].reader.setFocus()
                return
        for pane in shown[:1]:
            pane.reader.setFocus()
