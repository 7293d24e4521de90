"""The page of risum: document | instruction and answer | form.

Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.text.spans import Filter
from desktop_app.text.tokens import character_count, separates_words, word_count
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.item_panel import ItemPanel, text_of
from desktop_app.ui.widgets.match_board import THRESHOLD_STEP, MatchBoard
from desktop_app.ui.widgets.match_controls import MatchControls
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import Pane, say
from desktop_app.ui.widgets.reading_view import ReadingView

# Page height in pixels at 100 % text size. On a lower page, the controls for matches are folded.
_ROOMY = 480


class RisumPanel(ItemPanel):
    """Panel with the document, the instruction, the answer and the form.

    It marks matches between the document and the answer.
    """

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self.document_pane = MatchPane(theme, self.tr("Document"))
        self.instruction = ReadingView(theme)
        self.instruction.setAccessibleName(self.tr("Instruction"))
        self.answer_pane = MatchPane(theme, self.tr("Answer"))
        self.board = MatchBoard(self.document_pane, self.answer_pane, self)
        self.controls = MatchControls(self.board, theme)

        document = Pane(self.tr("Document"), theme)
        self.document_found = document.add_chip(self.tr("Selection"))
        self.length_chip = document.add_chip(self.tr("Length"))
        document.column.addWidget(self.document_pane, 1)
        instruction = Pane(self.tr("Instruction"), theme)
        instruction.column.addWidget(self.instruction, 1)
        answer = Pane(self.tr("Answer"), theme)
        self.answer_found = answer.add_chip(self.tr("Selection"))
        self.coverage_chip = answer.add_chip(self.tr("Found"))
        self.unsupported_chip = answer.add_chip(self.tr("Not found"))
        answer.column.addWidget(self.answer_pane, 1)
        self.controls.setContentsMargins(8, 4, 8, 4)
        answer.column.addWidget(self.controls)

        self.middle = self.add_splitter(
            "middle", Qt.Orientation.Vertical, {instruction: 0, answer: 1}
        )
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {document: 4, self.middle: 3, self.questions: 0}
        )
        # Minimum sizes keep every pane usable when the person moves a splitter.
        document.setMinimumWidth(180)
        # Wide enough for a number in the heading at the largest text size.
        self.middle.setMinimumWidth(220)
        instruction.setMinimumHeight(80)
        answer.setMinimumHeight(200)
        self.across.setSizes([412, 332, 296])
        # Height for three lines of an instruction.
        self.middle.setSizes([150, 530])
        self.first = self.fit_first("middle", instruction, self.instruction)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across)

        self._make_actions()
        self.board.changed.connect(self._on_matches_changed)
        self.board.failed.connect(self.failed)
        self.board.selection_found.connect(self._on_selection_found)
        theme.changed.connect(self._make_room)
        self._on_matches_changed()

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show an item, scrolled to the top. Its answers are set separately."""
        self.instruction.show_text(text_of(content, "instruction"))
        self.first.fit()
        self.board.show(
            document_text, text_of(content, "answer"), text_of(content, "language") or "en"
        )
        # The counts for the selection in the previous item must not stay visible.
        for chip in (self.document_found, self.answer_found):
            say(chip, "")
        # Words cannot be counted in scripts that do not separate them, such as Chinese.
        if separates_words(document_text):
            length = self.tr("%n words", "", word_count(document_text))
        else:
            length = self.tr("%n character(s)", "", character_count(document_text))
        say(self.length_chip, length)

    def prepare_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Prepare an item that will probably be shown next. May be called at any time."""
        self.board.prepare(document_text, text_of(content, "language") or "en")

    def state(self) -> dict[str, Any]:
        return {"filter": self.board.filter.value, "threshold": self.board.threshold}

    def set_state(self, state: Mapping[str, Any]) -> None:
        # Both values are parsed before either is applied, so a bad state changes nothing.
        wanted, threshold = Filter(state["filter"]), float(state["threshold"])
        self.board.set_filter(wanted)
        self.board.set_threshold(threshold)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Set whether the controls are compact: on a short page, the texts need the height."""
        self.controls.set_compact(self.height() < self._theme.px(_ROOMY))
        self._show_share()

    def _make_actions(self) -> None:
        for name, words, keys, slot in (
            ("next_match", self.tr("Next match"), "Alt+Down", self.board.next),
            ("previous_match", self.tr("Previous match"), "Alt+Up", self.board.previous),
            (
                "next_unsupported",
                self.tr("Next words not in the document"),
                "Alt+Shift+Down",
                self.board.next_unsupported,
            ),
            ("find", self.tr("Find in the text"), "Ctrl+F", self._find),
            ("show_all", self.tr("Show all matches"), "", lambda: self._filter(Filter.ALL)),
            (
                "show_exact",
                self.tr("Show only exact matches"),
                "",
                lambda: self._filter(Filter.EXACT),
            ),
            ("show_none", self.tr("Hide the matches"), "", lambda: self._filter(Filter.OFF)),
            ("cycle_filter", self.tr("Change which matches are shown"), "Alt+M", self._cycle),
            (
                "nearer",
                self.tr("Raise the similarity threshold"),
                "",
                lambda: self._move_threshold(THRESHOLD_STEP),
            ),
            (
                "less_near",
                self.tr("Lower the similarity threshold"),
                "",
                lambda: self._move_threshold(-THRESHOLD_STEP),
            ),
            ("focus_document", self.tr("Go to the document"), "Alt+1", self.document_pane.setFocus),
            (
                "focus_instruction",
                self.tr("Go to the instruction"),
                "Alt+2",
                self.instruction.setFocus,
            ),
            ("focus_answer", self.tr("Go to the answer"), "Alt+3", self.answer_pane.setFocus),
            ("focus_form", self.tr("Go to the questions"), "Alt+4", self.focus_form),
        ):
            self.add_action(name, words, keys, slot)

    def _find(self) -> None:
        # The search opens in the text that has the focus; by default in the document.
        focus = self.focusWidget()
        answer = focus is not None and self.answer_pane.isAncestorOf(focus)
        (self.answer_pane if answer else self.document_pane).open_find()

    def _filter(self, wanted: Filter) -> None:
        self.board.set_filter(wanted)

    def _cycle(self) -> None:
        order = list(Filter)
        self.board.set_filter(order[(order.index(self.board.filter) + 1) % len(order)])

    def _move_threshold(self, by: float) -> None:
        self.board.set_threshold(self.board.threshold + by)

    def _on_matches_changed(self) -> None:
        matching, share = self.board.matching, self.board.percent_found
        if self.board.is_busy:
            say(self.coverage_chip, self.tr("matching …"), self.tr("This is a very long document"))
        elif matching is None or share is None:
            say(self.coverage_chip, "")
        else:
            say(
                self.coverage_chip,
                self.tr("%1 % found").replace("%1", str(share)),
                self.tr("%1 of the answer’s %2 content words are in the document")
                .replace("%1", str(matching.found))
                .replace("%2", str(matching.content)),
            )
        self._show_share()
        lost = self.board.unsupported
        say(
            self.unsupported_chip,
            self.tr("%n not found", "", lost) if lost else "",
            self.tr("Words and numbers of the answer that are not in the document"),
        )

    def _show_share(self) -> None:
        """Show the share in the heading, but only if there is no space for its sentence."""
        has_sentence = self.controls.share.isVisibleTo(self.controls)
        self.coverage_chip.setVisible(bool(self.coverage_chip.text()) and not has_sentence)

    def _on_selection_found(self, pane: object, places: int) -> None:
        chip = self.document_found if pane is self.document_pane else self.answer_found
        other = self.answer_found if pane is self.document_pane else self.document_found
        say(other, "")
        # A negative count means that nothing is selected. 0 means that the other text does not
        # contain the selection.
        if places < 0:
            say(chip, "")
        elif not places:
            say(chip, self.tr("selection not found"))
        else:
            say(chip, self.tr("selection: %n ×", "", places))
