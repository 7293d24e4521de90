"""The question for the most important phrases of an edited output, selected in it or typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.question_types import TextList
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.field import mark_problem
from desktop_app.ui.widgets.list_field import ListField
from desktop_app.ui.widgets.question_view import OwnPart, plain_label
from plugins.dolomites.shapes import FEWEST_PHRASES, MOST_PHRASES

PICK_KEYS = "Ctrl+Shift+P"
# Maximum number of words of a phrase that are searched for highlighting.
_MOST_WORDS = 200
# Maximum number of characters of a phrase selected in the output.
_LONGEST = 1_000


def clean_phrases(phrases: Any) -> list[str]:
    """Return the phrases that are not blank, without surrounding white space."""
    found = phrases if isinstance(phrases, list | tuple) else ()
    return [one.strip() for one in found if isinstance(one, str) and one.strip()]


def spaced(text: str) -> str:
    """Return a text with single spaces between its words, for searching phrases."""
    return " ".join(text.split())


def vanished(phrases: Any, text: str) -> list[int]:
    """Return the indices of the phrases that do not occur in a text, ignoring white space."""
    found = phrases if isinstance(phrases, list | tuple) else ()
    inside = spaced(text)
    return [
        place
        for place, one in enumerate(found)
        if isinstance(one, str) and one.strip() and spaced(one) not in inside
    ]


class PhrasesPart(OwnPart):
    """The question for two or three phrases of the output.

    `edited`: the user changed the phrases; all of them before and after
    `pick_wanted`: the user wants to add the selected text
    `output`: a function that returns the edited output as displayed
    """

    edited = Signal(object, object)
    pick_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        title = self.tr("Which two or three phrases of the output matter most?")
        super().__init__("phrases", title, theme)
        self._answer: list[str] = []
        # Set by the page, which knows the output.
        self.output: Callable[[], str] = lambda: ""
        question = TextList(key="phrases", type="text_list", text=title, max=MOST_PHRASES)
        self.list = ListField(question, theme, self.tr("Phrases"))
        self.list.changed.connect(self._on_changed)
        self.help = plain_label(
            self.tr("Select words in the edited output and add them, or type them."),
            "secondary",
        )
        self.pick_button = QPushButton(self.tr("Add selected phrase"))
        self.pick_button.setAutoDefault(True)
        self.pick_button.setToolTip(
            self.tr("Add the selection in the edited output  {keys}").format(keys=PICK_KEYS)
        )
        self.pick_button.clicked.connect(self.pick_wanted)
        self.gone = plain_label("", "problem")
        self.gone.hide()
        self.column.addWidget(self.help)
        self.column.addWidget(self.pick_button, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addWidget(self.list)
        self.column.addWidget(self.gone)
        self.column.addWidget(self.problem)

    def show_answer(self, answer: Any) -> None:
        """Show other phrases, without emitting `edited`."""
        found = answer if isinstance(answer, list | tuple) else []
        self._answer = [str(one) for one in found]
        self.list.change_value(self._answer)
        self.recheck()

    def pick(self, phrase: str) -> bool:
        """Add the selected text as a phrase. Return whether it was added.

        If not, the reason is shown below the list.
        """
        words = spaced(phrase)
        before = list(self._answer)
        if not words:
            self._say(self.tr("Select words in the edited output first."))
            return False
        if words in {spaced(one) for one in before}:
            self._say(self.tr("This phrase is already in the list."))
            return False
        if len(words) > _LONGEST:
            self._say(self.tr("This is too long for a phrase. Select less."))
            return False
        # Empty lines do not count, so the phrase can replace one.
        kept = [one for one in before if one.strip()]
        if len(kept) >= MOST_PHRASES:
            self._say(self.tr("There are already three phrases. Remove one first."))
            return False
        self._answer = [*kept, words]
        self.list.change_value(self._answer)
        self.recheck()
        self.edited.emit(before or None, list(self._answer))
        return True

    def recheck(self) -> None:
        """Mark the phrases that do not occur in the current output."""
        lost = self._lost()
        quoted = self.tr("“{phrase}”")
        names = ", ".join(quoted.format(phrase=self._answer[place].strip()) for place in lost)
        words = self.tr("Not in the edited output: {phrases}").format(phrases=names)
        self._say(words if lost else "")
        for place, line in enumerate(self.list.lines):
            line.setAccessibleDescription(words if place in lost else "")

    def stops(self) -> list[QWidget]:
        pairs = zip(self.list.lines, self.list.remove_buttons, strict=True)
        return [self.pick_button, *(one for pair in pairs for one in pair), self.list.add_button]

    def last_stop(self) -> QWidget:
        return self.list.add_button

    def take_focus(self) -> None:
        lost = self._lost()
        if lost and not self.problem.isHidden():
            self.list.lines[lost[0]].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.list.take_focus()

    def sentence(self, problem: Problem) -> str:
        if problem.kind == "not_offered":
            return self.tr("A phrase does not occur in the edited output. Select or type it again.")
        if problem.kind == "too_many":
            return self.tr("Please use at most %n phrase(s).", "", MOST_PHRASES)
        return self.tr("Please add at least %n phrase(s) from the output.", "", FEWEST_PHRASES)

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        lost = self._lost()
        # If some phrases are not in the text, only those are invalid. Otherwise the number of
        # phrases is wrong, which concerns all lines.
        for place, line in enumerate(self.list.lines):
            mark_problem(line, bool(sentence) and (not lost or place in lost))

    def set_editable(self, editable: bool) -> None:
        self.list.set_editable(editable)
        self.pick_button.setEnabled(editable)

    def _lost(self) -> list[int]:
        """Return the indices of the phrases that are not in the output."""
        found = vanished(self._answer, self.output()) if clean_phrases(self._answer) else []
        return [place for place in found if place < len(self.list.lines)]

    def _on_changed(self, value: Any) -> None:
        before, self._answer = self._answer, [str(one) for one in value or ()]
        # The list may have added or removed a line, which changes the tab order.
        stops = self.stops()
        for one, other in pairwise(stops):
            QWidget.setTabOrder(one, other)
        self.recheck()
        self.edited.emit(list(before) or None, list(self._answer))

    def _say(self, words: str) -> None:
        self.gone.setText(words)
        self.gone.setVisible(bool(words))


def places_of(phrases: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Return the first occurrence of each phrase in a text as (start, end), sorted."""
    found = []
    for phrase in clean_phrases(phrases):
        # The text may contain line breaks or repeated spaces within a phrase.
        words = [re.escape(word) for word in phrase.split()[:_MOST_WORDS]]
        place = re.search(r"\s+".join(words), text)
        if place is not None:
            found.append(place.span())
    return sorted(found)
