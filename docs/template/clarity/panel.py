"""The annotator's page of `clarity`: the text, its explanation, and the questions."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.item_panel import ItemPanel, text_of
from desktop_app.ui.widgets.reading_view import ReadingView


class ClarityPanel(ItemPanel):
    """Shows an explanation next to its text."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self.source = ReadingView(theme)
        self.source.setAccessibleName("Text")
        self.explanation = ReadingView(theme)
        self.explanation.setAccessibleName("Explanation")
        panes = {self.source: 4, self.explanation: 4, self.questions: 0}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.add_splitter("across", Qt.Orientation.Horizontal, panes))
        self.splitters["across"].setSizes([400, 400, 320])
        # Each command has a key (Ctrl+1 …), and F6 goes through these panes.
        self.add_way("focus_text", "Go to the text", self.source.setFocus, self.source)
        to_explanation = self.explanation.setFocus
        self.add_way("focus_own", "Go to the explanation", to_explanation, self.explanation)
        self.add_way("focus_form", "Go to the questions", self.focus_form, self.questions)
        self.order_tabs([self.source, self.explanation])

    def show_item(self, content: Mapping[str, Any], document: str) -> None:
        self.source.show_text(document)
        self.explanation.show_text(text_of(content, "explanation"))
