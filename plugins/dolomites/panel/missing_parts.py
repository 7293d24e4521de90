"""Missing sections of an edited example, with a button that goes to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.text.sections import compare_sections
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.question_view import OwnPart
from plugins.dolomites.panel.edit_sections import SIDES, Sides, plans_of


@dataclass(frozen=True)
class Gap:
    """A section that is missing or has no title or text.

    `side`: "input" or "output"
    `place`: index of the section on its side; −1 if the section is missing
    """

    side: str
    title: str
    place: int = -1


def gaps(task: Mapping[str, Any], now: Sides) -> list[Gap]:
    """Return the sections that prevent submission: per side, incomplete ones, then missing ones.

    `now`: the current sections
    """
    found = []
    for side in SIDES:
        sections = now[side]
        for place, one in enumerate(sections):
            if not one["text"].strip() or not one["title"].strip():
                found.append(Gap(side, one["title"], place))
        wanted = [plan["title"] for plan in plans_of(task, side)]
        # A section with a similar title counts as renamed, which does not prevent submission.
        missing = compare_sections(wanted, [one["title"] for one in sections]).missing
        found += [Gap(side, title) for title in missing]
    return found


class EditedPart(OwnPart):
    """The problem message for the edited sections, hidden while nothing is missing."""

    # The editor is outside the form, so this part has no question number.
    counts = False
    # The user wants to go to the section.
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
