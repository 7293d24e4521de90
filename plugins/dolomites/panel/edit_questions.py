"""Questions of post-editing that a form cannot express, other than those about the critique.

These are the edited sections, the important phrases, and instructions for editing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.json_values import entries
from desktop_app.core.question_types import TextList
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.field import mark_problem
from desktop_app.ui.widgets.form_view import FormView
from desktop_app.ui.widgets.list_field import ListField
from desktop_app.ui.widgets.question_view import OwnPart, caption_label, plain_label
from plugins.dolomites.panel.edit_choose import ChosenPart
from plugins.dolomites.panel.edit_points import PointsPart
from plugins.dolomites.panel.edit_sections import Gap
from plugins.dolomites.panel.edit_state import (
    CHECK,
    CHOOSE,
    EDIT,
    RATE,
    RATINGS,
    WHY,
    clean_phrases,
    spaced,
    vanished,
)
from plugins.dolomites.shapes import FEWEST_PHRASES, MOST_PHRASES

PICK_KEYS = "Ctrl+Shift+P"
# Maximum number of words of a phrase that are searched for highlighting.
_MOST_WORDS = 200
# Maximum number of characters of a phrase selected in the output.
_LONGEST = 1_000


class EditQuestions(QObject):
    """All questions of the page: those of the form, and the page's own parts between them."""

    def __init__(self, form_view: FormView, theme: Theme) -> None:
        super().__init__(form_view)
        self.form_view = form_view
        self.chosen = ChosenPart(theme)
        self.points = PointsPart(theme)
        self.edited = EditedPart(theme)
        self.worked = WorkedPart(theme)
        self.phrases = PhrasesPart(theme)
        self._keys = [question.key for question in form_view.form.questions]
        required = self.tr("required")
        # A lead's own form may lack the standard questions, and the parts must be inserted after
        # some question.
        first = "factual" if "factual" in self._keys else self._keys[0]
        last = "all_fixed" if "all_fixed" in self._keys else self._keys[-1]
        form_view.insert_part(self.chosen, after=first, mark=required)
        form_view.insert_part(self.points, after="chosen", mark=required)
        form_view.insert_part(self.edited, after="points")
        form_view.insert_part(self.worked, after="edited")
        form_view.insert_part(self.phrases, after=last, mark=required)

    def show_step(self, step: str, *, asks_reason: bool) -> None:
        """Show the questions of a step.

        `asks_reason`: whether to ask why only few words were changed
        """
        self.hide_others(step, asks_reason=asks_reason)
        self.chosen.setVisible(step == CHOOSE)
        self.points.setVisible(step in (EDIT, CHECK))
        self.worked.setVisible(step == EDIT)
        self.phrases.setVisible(step == CHECK)

    def hide_others(self, step: str, *, asks_reason: bool) -> None:
        """Hide the form's own questions that do not belong to a step.

        `asks_reason`: whether to ask why only few words were changed
        """
        # All questions of the form belong to two steps: ratings to RATE, all others to CHECK.
        hidden = set(self._keys)
        if step == RATE:
            hidden -= set(RATINGS)
        elif step == CHECK:
            hidden &= set(RATINGS)
            if not asks_reason:
                hidden.add(WHY)
        self.form_view.put_away(hidden)

    def press(self, step: str, text: str) -> bool:
        """Handle a key at a step. Return whether it was handled."""
        # Digits choose a variant at the first step and answer questions at the other steps.
        if step == CHOOSE:
            return self.chosen.press(text)
        if step in (EDIT, CHECK) and self.points.press(text):
            return True
        return self.form_view.press_code_key(text)


class PhrasesPart(OwnPart):
    """The question for two or three phrases of the output.

    `edited`: emitted with all phrases before and after an edit by the user
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
        """Show other phrases without emitting `edited`."""
        self._answer = [str(one) for one in entries(answer)]
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


class EditedPart(OwnPart):
    """The problem message for the edited sections, hidden while there is no problem.

    `wanted`: the user wants to go to the incomplete section
    """

    # The editor is outside the form, so this part has no question number.
    counts = False
    wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__("edited", self.tr("The edited sections"), theme)
        self._found: list[Gap] = []
        self.button = QPushButton(self.tr("Go to the section"))
        # Outside a dialog, Enter presses a focused button only with this property.
        self.button.setAutoDefault(True)
        self.button.clicked.connect(self.wanted)
        self.column.addWidget(self.problem)
        self.column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeading)
        self.hide()

    def show_gaps(self, found: Sequence[Gap]) -> None:
        """Store the missing parts for the next problem message."""
        self._found = list(found)

    def stops(self) -> list[QWidget]:
        return [self.button]

    def take_focus(self) -> None:
        self.wanted.emit()

    def sentence(self, problem: Problem) -> str:
        parts = []
        for gap in self._found:
            if gap.place < 0:
                words = self.tr("“{title}” is missing.")
            elif not gap.title.strip():
                words = self.tr("A section has no title.")
            else:
                words = self.tr("“{title}” is empty.")
            parts.append(words.format(title=gap.title))
        return " ".join(parts)

    def set_problem(self, sentence: str) -> None:
        super().set_problem(sentence)
        self.setVisible(bool(sentence))

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the button also works for read-only answers."""


class WorkedPart(OwnPart):
    """Instructions for editing, shown among the questions."""

    # The part has no answer, so it has no question number.
    counts = False

    def __init__(self, theme: Theme) -> None:
        super().__init__("worked", self.tr("How to edit, with an example"), theme)
        # The button shows the title.
        self.caption.hide()
        self.title.hide()
        self.button = QPushButton(self.text)
        self.button.setProperty("kind", "fold")
        self.button.setCheckable(True)
        self.button.setAutoDefault(False)
        self.button.setToolTip(self.tr("More in the guidelines  F1"))
        self.button.toggled.connect(self._on_toggled)
        self.body = QWidget()
        inside = QVBoxLayout(self.body)
        inside.setContentsMargins(theme.px(8), 0, 0, 0)
        inside.setSpacing(theme.px(4))
        for kind, words in (
            (
                "secondary",
                self.tr(
                    "Make the example as good as your own work: correct errors, add what is "
                    "missing, cut empty phrases, keep what is right. Check facts in the "
                    "evidence or in sources you trust. Keep the sections of the task."
                ),
            ),
            ("caption", self.tr("Before")),
            ("", self.tr("The bread has many holes, which come from the water in the dough.")),
            ("caption", self.tr("After")),
            (
                "",
                self.tr(
                    "The crumb has uneven holes of up to 2 cm. They come from gas that the yeast "
                    "made; large ones near the crust show that the loaf was shaped too loosely."
                ),
            ),
            ("caption", self.tr("Critique")),
            (
                "secondary",
                self.tr(
                    "“Holes come from gas” – fixed. “Name the flour” – not valid: the task does "
                    "not ask for it. Important phrases: “gas that the yeast made”, “shaped too "
                    "loosely”."
                ),
            ),
        ):
            inside.addWidget(
                caption_label(words) if kind == "caption" else plain_label(words, kind)
            )
        self.body.hide()
        self.column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addWidget(self.body)
        theme.changed.connect(self._tint)
        self._tint()

    def stops(self) -> list[QWidget]:
        return [self.button]

    def take_focus(self) -> None:
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        return ""

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the part has no answer."""

    def _on_toggled(self, on: bool) -> None:
        self.body.setVisible(on)
        self._tint()

    def _tint(self) -> None:
        name = "down" if self.button.isChecked() else "next"
        self.button.setIcon(self._theme.icon(name, Role.SECONDARY))
        self.button.setIconSize(QSize(self._theme.px(14), self._theme.px(14)))


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
