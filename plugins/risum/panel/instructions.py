"""The page of the stage “instructions”: a document, sets of instructions, and the questions.

The models stay hidden, and the project's secret seed decides the order of the sets. Only the window
imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from desktop_app.core.answer_texts import answer_in_words, answers_in_words
from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.ui.layouts import in_row
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import Pane, say
from desktop_app.ui.widgets.parts import label, set_kind
from plugins.risum.instructions import asked_sets, numbered
from plugins.risum.rows import SETS

# Initial widths of the document and of the sets, in pixels.
_DOCUMENT, _SETS = 360, 824
# Minimum width and height of a set in pixels at 100 % text.
_COLUMN, _ROW = 190, 130
# Page width in pixels at 100 % text below which the page is narrow.
_WIDE = 860
# Largest share of the height for the questions, which scroll if they need more.
_SHARE = 0.526


class TextPane(Pane):
    """A text with a heading, which can be read and searched."""

    def __init__(self, title: str, theme: Theme) -> None:
        super().__init__(title, theme)
        self.reader = MatchPane(theme, title)
        # The overview strip shows matches, and nothing is matched on this page.
        self.reader.strip.hide()
        self.column.addWidget(self.reader, 1)
        self.verdict = self.add_chip(self.tr("Verdict"))
        self.setMinimumSize(120, 60)


class SetGrid(QWidget):
    """Sets of instructions side by side, in as many columns and rows as there is room for.

    Sets that do not fit replace the others when their question becomes the active one.

    `panes`: the panes of all sets that an item may have
    """

    def __init__(self, titles: Sequence[str], theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._count = self._active = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(10)
        self.panes = [TextPane(title, theme) for title in titles]
        for place, pane in enumerate(self.panes):
            self._grid.addWidget(pane, 0, place)
        theme.changed.connect(self._arrange)

    def show_sets(self, sets: Sequence[Any]) -> None:
        """Show the sets of another item."""
        self._count, self._active = min(len(sets), len(self.panes)), 0
        for place, pane in enumerate(self.panes):
            # Cleared, so that a hidden pane does not keep the text of another item.
            pane.reader.show_text(numbered(sets[place]) if place < self._count else "")
        self._arrange()

    def show_active(self, place: int) -> None:
        """Mark the set with this index, which is judged now, and make it visible; −1 for none."""
        for number, pane in enumerate(self.panes):
            set_kind(pane, "overlay" if number == place else "pane")
        if place >= 0 and place != self._active:
            self._active = place
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        px, count = self._theme.px, max(self._count, 1)
        across = max(1, min(count, self.width() // px(_COLUMN)))
        rows = max(1, min(ceil(count / across), self.height() // px(_ROW)))
        # Rows of equal length: four sets are two above two, not three above one.
        across = min(across, ceil(count / rows))
        first = self._active // (across * rows) * (across * rows)
        for place, pane in enumerate(self.panes):
            is_shown = first <= place < min(first + across * rows, self._count)
            pane.setVisible(is_shown)
            if is_shown:
                row, column = divmod(place - first, across)
                self._grid.addWidget(pane, row, column)
        for column in range(len(self.panes)):
            self._grid.setColumnStretch(column, int(column < across))
            self._grid.setRowStretch(column, int(column < rows))


class InstructionPanel(ItemPanel):
    """Shows a document and sets of instructions, and asks for a verdict on each set."""

    has_page_row = options_beside = folds_long_forms = True

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._asked: tuple[str, ...] = ()
        self.document = TextPane(self.tr("Document"), theme)
        titles = [form.text(form.question(key).text, language) for key in SETS]
        self.sets = SetGrid(titles, theme)
        self.judged = self.add_splitter(
            "judged", Qt.Orientation.Vertical, {self.sets: 1, self.questions: 0}
        )
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.document: 1, self.judged: 2}
        )
        self.across.setSizes([_DOCUMENT, _SETS])
        # The form has a question for each set that an item may have; not all of them are asked.
        self.form_view.set_judge(self.missing)
        self._hidden = label(self.tr("Models hidden, random order"), "chip")
        self._hidden.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        # Inside another widget: on its own, it would become a window when it is shown.
        self.row_actions = QWidget()
        in_row(self._hidden, on=self.row_actions, margins=0)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across)
        self.form_place = self.place_form("judged", 0, _SHARE)
        self.form_place.divided.connect(self._show_active)
        self.form_view.edited.connect(self._mark)
        theme.changed.connect(self._make_room)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        # After the form, which makes the question with the focus the active one.
        app.focusChanged.connect(self._mark)
        self.order_tabs([self.document, *self.sets.panes, self.questions])
        self.add_action("find", self.tr("Find in the text"), "Ctrl+F", self._find)
        way, to_document = self.add_way, self.tr("Go to the document")
        way("focus_document", to_document, self._to_document, self.document)
        way("focus_set", self.tr("Go to the set, or to the next set"), self._to_set)
        self.pane_ways += [(one, one.reader.setFocus) for one in self.sets.panes]
        way("focus_form", self.tr("Go to the questions"), self.focus_form, self.questions)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another document with its sets, scrolled to the top. The verdicts come later."""
        self._asked = asked_sets(content)
        self.document.reader.show_text(document_text)
        self.sets.show_sets(content["sets"] if self._asked else ())
        self.form_view.put_away(set(SETS) - {*self._asked})
        self._mark()

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        super().set_answers(answers)
        self._mark()

    def set_answer(self, question: str, value: Any) -> None:
        super().set_answer(question, value)
        self._mark()

    def press_code_key(self, text: str) -> bool:
        """Choose the option of a key, also while a text beside the form has the focus."""
        is_used = super().press_code_key(text)
        self._mark()
        return is_used

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return the sets of this item without a verdict, and invalid answers."""
        blank = [key for key in self._asked if answers.get(key) in (None, "")]
        unanswered = [Problem(key, "unanswered", "is not answered") for key in blank]
        return [*unanswered, *self.form.missing(answers)]

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the verdicts as (set, verdict) pairs of texts."""
        return answers_in_words(self.form_view.form, answers, self.language)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Adapt the page to its size: a narrow one has no chip and no numbers of questions."""
        is_narrow = self.width() < self._theme.px(_WIDE)
        self._hidden.setVisible(not is_narrow)
        self.form_view.drop_numbers(is_narrow)

    def _show_active(self) -> None:
        active = self.form_view.active_question()
        if active is not None:
            self.form_view.show_question(active)

    def _mark(self, *_: object) -> None:
        """Mark the set that is judged now, and show the verdicts at the sets."""
        active = self.form_view.active_question()
        self.sets.show_active(self._asked.index(active) if active in self._asked else -1)
        answers = self.answers()
        for key, pane in zip(SETS, self.sets.panes, strict=True):
            words = ""
            if answers.get(key):
                question = self.form.question(key)
                words = answer_in_words(self.form, question, answers[key], self.language)
            say(pane.verdict, words)

    def _find(self) -> None:
        focus = self.focusWidget()
        shown = [self.document, *(pane for pane in self.sets.panes if pane.isVisible())]
        # The search opens in the text that has the focus, or else in the document.
        here = [one for one in shown if focus is not None and one.isAncestorOf(focus)]
        (here or shown)[0].reader.open_find()

    def _to_document(self) -> None:
        self.document.reader.setFocus()

    def _to_set(self) -> None:
        # The focus moves from a set to the next visible one, and from elsewhere to the active one.
        focus, count = self.focusWidget(), len(self._asked)
        shown = [pane for pane in self.sets.panes if pane.isVisible()]
        for place, pane in enumerate(shown):
            if focus is not None and pane.isAncestorOf(focus):
                shown[(place + 1) % len(shown)].reader.setFocus()
                return
        active = self.form_view.active_question()
        if count:
            place = self._asked.index(active) if active in self._asked else 0
            self.sets.panes[place].reader.setFocus()
