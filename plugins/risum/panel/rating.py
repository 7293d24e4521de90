"""The page of risum: document | instruction and answer | form.

In a small window, one of two tabs is visible: the document, or the instruction and the answer.

Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.core.forms import Form
from desktop_app.text.spans import Kind
from desktop_app.text.tokens import character_count, separates_words, word_count
from desktop_app.ui.layouts import in_row
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.item_panel import ItemPanel, text_of
from desktop_app.ui.widgets.match_board import THRESHOLD_STEP, MatchBoard
from desktop_app.ui.widgets.match_legend import MatchLegend
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import Pane, say
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.ui.widgets.text_tabs import TextTabs

# Page height in pixels at 100 % text size. On a lower page, the controls for matches are folded.
_ROOMY = 480
# Width of the questions in pixels: their texts and buttons need it in German.
_FORM = 340
# Share of the width for the questions on a low page, where large text needs more than these pixels.
_LOW_FORM = 0.38
# The kinds that a saved state of version 0.1 showed, by its filter.
_OLD_FILTERS = {"all": [kind.name for kind in Kind], "exact": [Kind.EXACT.name], "off": []}


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
        self.legend = MatchLegend(self.board, theme)

        document = Pane(self.tr("Document"), theme)
        self.document_found = document.add_chip(self.tr("Selection"))
        self.length_chip = document.add_chip(self.tr("Length"))
        document.column.addWidget(self.document_pane, 1)
        instruction = Pane(self.tr("Instruction"), theme)
        instruction.column.addWidget(self.instruction, 1)
        answer = Pane(self.tr("Answer"), theme)
        self.answer_found = answer.add_chip(self.tr("Selection"))
        self.coverage_chip = answer.add_chip(self.tr("Found"))
        self.answer_length = answer.add_chip(self.tr("Length"))
        answer.column.addWidget(self.answer_pane, 1)
        self.legend.setContentsMargins(8, 4, 8, 4)
        line = QFrame()
        line.setProperty("kind", "line")
        line.setFixedHeight(1)
        answer.column.addWidget(line)
        answer.column.addWidget(self.legend)

        self.middle = self.add_splitter(
            "middle", Qt.Orientation.Vertical, {instruction: 0, answer: 1}
        )
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {document: 4, self.middle: 3}
        )
        self._panes, self._headings = (document, self.middle), (document, instruction)
        self.text_tabs = TextTabs(self.across, theme)
        self.text_tabs.set_names([self.tr("Document"), self.tr("Instruction and answer")])
        self.text_tabs.chosen.connect(self._show_tab)
        self.tabs = self.text_tabs.buttons
        self._are_tabs, self._tab = False, 0
        self._show_tab(0)
        self.page = self.add_splitter(
            "page", Qt.Orientation.Horizontal, {self.text_tabs: 1, self.questions: 0}
        )
        self.form_place = self.place_form("page", _FORM)
        self.form_place.width_beside = self._form_width
        # Minimum sizes keep every pane usable when the person moves a splitter.
        document.setMinimumWidth(180)
        # Wide enough for a number in the heading at the largest text size.
        self.middle.setMinimumWidth(220)
        instruction.setMinimumHeight(80)
        answer.setMinimumHeight(200)
        self.across.setSizes([412, 332])
        # Height for three lines of an instruction.
        self.middle.setSizes([150, 530])
        self.first = self.fit_first("middle", instruction, self.instruction)
        in_row(self.page, on=self, margins=0)

        self._make_actions()
        self.board.changed.connect(self._on_matches_changed)
        self.board.failed.connect(self.failed)
        self.board.selection_found.connect(self._on_selection_found)
        theme.changed.connect(self._make_room)
        # After the panes have their new heights.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._make_room)
        layout = self.answer_pane.view.document().documentLayout()
        layout.documentSizeChanged.connect(lambda _: self._fitting.start())
        self.middle.splitterMoved.connect(self._fitting.start)
        self.form_place.turned.connect(self._make_room)
        self._on_matches_changed()

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show an item, scrolled to the top. Its answers are set separately."""
        self.instruction.show_text(text_of(content, "instruction"))
        self.first.fit()
        self._fitting.start()
        language = text_of(content, "language")
        self.board.show(document_text, text_of(content, "answer"), language or "en")
        for pane in (self.document_pane, self.answer_pane):
            pane.view.set_language(language)
        # The counts for the selection in the previous item must not stay visible.
        for chip in (self.document_found, self.answer_found):
            say(chip, "")
        say(self.length_chip, self._length_of(document_text))
        say(self.answer_length, self._length_of(text_of(content, "answer")))

    def _length_of(self, text: str) -> str:
        # Words cannot be counted in scripts that do not separate them, such as Chinese.
        if separates_words(text):
            return self.tr("%n words", "", word_count(text))
        return self.tr("%n character(s)", "", character_count(text))

    def prepare_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Prepare an item that will probably be shown next. May be called at any time."""
        self.board.prepare(document_text, text_of(content, "language") or "en")

    def state(self) -> dict[str, Any]:
        shown = sorted(kind.name for kind in self.board.shown)
        return {"shown": shown, "threshold": self.board.threshold}

    def set_state(self, state: Mapping[str, Any]) -> None:
        # Both values are parsed before either is applied, so a bad state changes nothing.
        # States of version 0.1 have a “filter” instead.
        names = state["shown"] if "shown" in state else _OLD_FILTERS[state["filter"]]
        wanted, threshold = {Kind[name] for name in names}, float(state["threshold"])
        self.board.set_shown(wanted)
        self.board.set_threshold(threshold)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
        self._fitting.start()

    def _make_room(self) -> None:
        """If space is short, show the texts as tabs, and the legend as one line."""
        are_tabs = self.form_place.is_low or self.form_place.is_below
        if are_tabs != self._are_tabs:
            self._are_tabs = are_tabs
            focus = self.focusWidget()
            has_focus = focus is not None and self.middle.isAncestorOf(focus)
            self._show_tab(1 if has_focus else self._tab)
        is_short = self.height() < self._theme.px(_ROOMY) or are_tabs
        # Beside the guidelines, the pane may be narrower than the labels.
        is_narrow = self.legend.width() < self.legend.whole_width()
        # First without the line above the labels: its command has a key.
        self.legend.set_compact(
            is_short or is_narrow or self._is_answer_cut(has_head=False),
            has_head=not self._is_answer_cut(has_head=True),
        )

    def _form_width(self) -> int:
        """Return the width of the questions beside the texts, in pixels."""
        place = self.form_place
        low = round(self.page.width() * _LOW_FORM) if place.is_low else 0
        return max(low, place.width or self.page.width() // 2)

    def _show_tab(self, place: int) -> None:
        """Show the document (0) or the instruction and the answer (1); both if they are no tabs."""
        self._tab = place
        self.text_tabs.show_tab(place if self._are_tabs else None)
        for headed in self._headings:
            headed.header_shows(not self._are_tabs)
        # First the one to show: a widget that is hidden gives the focus to any other.
        for pane in (self._panes[place], *self._panes):
            pane.setVisible(pane is self._panes[place] or not self._are_tabs)

    def _go_to(self, place: int, view: QWidget) -> None:
        """Put the focus on a text, which may be on the hidden tab."""
        self._show_tab(place)
        view.setFocus()

    def _is_answer_cut(self, *, has_head: bool) -> bool:
        """Return whether the answer would scroll above the legend with all labels."""
        whole = self.legend.whole_height(has_head=has_head)
        room = self.answer_pane.height() + self.legend.height() - whole
        return self.answer_pane.view.document().size().height() > room

    def _make_actions(self) -> None:
        for name, words, keys, slot in (
            ("next_match", self.tr("Next match"), "Alt+Down", self.board.next),
            ("previous_match", self.tr("Previous match"), "Alt+Up", self.board.previous),
            (
                "next_unsupported",
                self.tr("Next words not in the document"),
                "Alt+Shift+Down",
                lambda: self.board.next_of(Kind.UNSUPPORTED),
            ),
            ("find", self.tr("Find in the text"), "Ctrl+F", self._find),
            ("toggle_marks", self.tr("Show or hide the marks"), "Alt+M", self.legend.toggle),
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
        ):
            self.add_action(name, words, keys, slot)
        for name, words, place, view in (
            ("focus_document", self.tr("Go to the document"), 0, self.document_pane),
            ("focus_instruction", self.tr("Go to the instruction"), 1, self.instruction),
            ("focus_answer", self.tr("Go to the answer"), 1, self.answer_pane),
        ):
            self.add_way(name, words, partial(self._go_to, place, view), view)
        self.add_way("focus_form", self.tr("Go to the questions"), self.focus_form, self.questions)

    def _find(self) -> None:
        # The search opens in the text that has the focus; by default in the document, if visible.
        focus = self.focusWidget()
        answer = focus is not None and self.answer_pane.isAncestorOf(focus)
        answer = answer or not self.document_pane.isVisible()
        (self.answer_pane if answer else self.document_pane).open_find()

    def press_code_key(self, text: str) -> bool:
        """Choose the option of a key; a key M that the form does not use switches the marks."""
        if super().press_code_key(text):
            return True
        if text.upper() != "M":
            return False
        self.legend.toggle()
        return True

    def form_keys(self) -> list[tuple[str, str]]:
        return [("M", self.tr("Show or hide the marks"))]

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
            say(chip, self.tr("selection: %n match(es)", "", places))
