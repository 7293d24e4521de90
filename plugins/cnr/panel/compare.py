"""The page for comparing two responses without knowing their authors.

The project keeps secret which response is shown on the left. No word counts are shown, because they
would suggest that longer is better.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop_app.core.answer_texts import answers_in_words
from desktop_app.core.forms import Form
from desktop_app.ui.plain_text import ShorteningLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.item_panel import ItemPanel, text_of
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.two_texts import TwoTexts

# Initial width of the prompt in pixels.
_PROMPT = 300
# Largest share of the height for the questions, which scroll if they need more.
_SHARE = 0.5


class ComparePanel(ItemPanel):
    """Shows a prompt, two responses side by side, and below them the vote."""

    has_page_row = options_beside = True

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self.prompt, prompt_pane = self._text(self.tr("Prompt"))
        self.left, left_pane = self._text(self.tr("Left response"))
        self.right, right_pane = self._text(self.tr("Right response"))
        self.both = self.add_splitter(
            "both", Qt.Orientation.Horizontal, {left_pane: 1, right_pane: 1}
        )
        texts = [(self.left, left_pane), (self.right, right_pane), (self.prompt, prompt_pane)]
        self.two = TwoTexts(self.both, texts, theme)
        self.texts = self.add_splitter(
            "judged", Qt.Orientation.Vertical, {self.two: 1, self.questions: 0}
        )
        # The responses grow with the window, which are the texts to judge.
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {prompt_pane: 0, self.texts: 1}
        )
        self.form_place = self.place_form("judged", 0, _SHARE)
        self._has_prompt_tab = False
        for changed in (self.form_place.turned, self.form_place.divided):
            changed.connect(self._place_prompt)
        # Initial sizes in pixels. The window restores saved sizes later.
        self.both.setSizes([437, 437])
        self.across.setSizes([_PROMPT, 884])
        if len(form.questions) == 1:
            self.form_view.drop_numbers()
        self.row_actions = ShorteningLabel(self.tr("Authors hidden, random order"), "chip")
        self.row_actions.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across)
        tabs = [*self.two.tabs[2:], *self.two.tabs[:2]]
        self.order_tabs([*tabs, prompt_pane, left_pane, right_pane, self.questions])
        for action in (
            ("find", self.tr("Find in the text"), "Ctrl+F", self._find),
            ("other_text", self.tr("Go to the other response"), "Ctrl+Tab", self.two.go_to_other),
        ):
            self.add_action(*action)
        go, way = self.two.go_to, self.add_way
        way("focus_prompt", self.tr("Go to the prompt"), lambda: go(2), prompt_pane)
        way("focus_left", self.tr("Go to the left response"), lambda: go(0), left_pane)
        way("focus_right", self.tr("Go to the right response"), lambda: go(1), right_pane)
        way("focus_form", self.tr("Go to the questions"), self.focus_form, self.questions)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another pair, scrolled to the top. The vote is set separately."""
        self.prompt.show_text(text_of(content, "prompt"))
        self.left.show_text(text_of(content, "left"))
        self.right.show_text(text_of(content, "right"))

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return a vote as (question, answer) pairs of texts."""
        return answers_in_words(self.form_view.form, answers, self.language, numbers=True)

    def _place_prompt(self) -> None:
        """Show the prompt as a tab in a small window, whose width the other texts need."""
        on = self.form_place.is_narrow or not self.form_place.is_below
        if on is not self._has_prompt_tab:
            self._has_prompt_tab = on
            self.two.take_about(self.across, _PROMPT, on=on)

    def _text(self, title: str) -> tuple[MatchPane, Pane]:
        reader, pane = MatchPane(self._theme, title), Pane(title, self._theme)
        reader.strip.hide()  # No passages are matched on this page.
        pane.column.addWidget(reader, 1)
        pane.setMinimumWidth(160)
        return reader, pane

    def _find(self) -> None:
        focus = self.focusWidget()
        # The search opens in the prompt if it has the focus, otherwise in a response.
        if focus is not None and self.prompt.isAncestorOf(focus):
            self.prompt.open_find()
        else:
            (self.left, self.right, self.prompt)[self.two.current].open_find()
