"""What the program checks about a post-edit before it is submitted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from desktop_app.core.json_values import objects
from plugins.dolomites.panel.edit_check import Check
from plugins.dolomites.panel.edit_points import PointsPart
from plugins.dolomites.panel.edit_sections import SIDES, Gap, gaps
from plugins.dolomites.panel.edit_state import FIXED, LEFT, NOT_VALID, ExampleState
from plugins.dolomites.panel.section_pane import SectionPane

# Maximum number of sections whose length is listed.
_MOST_LENGTHS = 4


class EditChecks(QObject):
    """The checks of the edit on a page. A QObject, for its translations.

    `example`: the example that is edited
    `desk`: the pane with its sections
    `points`: the critique points
    """

    def __init__(self, example: ExampleState, desk: SectionPane, points: PointsPart) -> None:
        super().__init__(desk)
        self._example, self._desk, self._points_part = example, desk, points

    def checks(self) -> list[Check]:
        """Return the results, in the order in which they are listed."""
        return [self._sections(), self._points(), *self._lengths(), self._distance()]

    def gap_sentence(self, found: Sequence[Gap]) -> str:
        """Return a sentence about incomplete sections; "" if there are none."""
        parts = []
        for gap in found:
            if gap.place < 0:
                words = self.tr("“{title}” is missing.")
            elif not gap.title.strip():
                words = self.tr("A section has no title.")
            else:
                words = self.tr("“{title}” is empty.")
            parts.append(words.format(title=gap.title))
        return " ".join(parts)

    def _sections(self) -> Check:
        """Return whether all sections are there, complete, and in the order of the task."""
        desk, task = self._desk, self._example.task
        found = gaps(task, desk.now)
        if found:
            gap = found[0]
            target = f"{gap.side} {gap.place}" if gap.place >= 0 else "fixes"
            return Check(self.gap_sentence(found), False, "", target, self.tr("Go to section"))
        if desk.fixes():
            words = self.tr("The sections differ from those of the task")
            return Check(words, False, "", "fixes", self.tr("Go to section"))
        count = sum(len(desk.now[side]) for side in SIDES)
        value = self.tr("{number} of {count}").format(number=count, count=count)
        return Check(self.tr("All sections are present and in order"), True, value)

    def _points(self) -> Check:
        """Return whether all critique points have a status, and how many have which one."""
        left = self._points_part.left()
        if left:
            words = self.tr("%n critique point(s) open", "", left)
            return Check(words, False, "", "points", self.tr("Go to point"))
        if not self._example.critique:
            return Check(self.tr("This variant has no critique."), True)
        statuses = [one.get("status") for one in objects(self._example.answers.get("points"))]
        counts = {one: statuses.count(one) for one in (FIXED, NOT_VALID, LEFT)}
        names = {
            FIXED: self.tr("{count} fixed"),
            NOT_VALID: self.tr("{count} not valid"),
            LEFT: self.tr("{count} ignored"),
        }
        value = ", ".join(names[one].format(count=n) for one, n in counts.items() if n)
        return Check(self.tr("All critique points are answered"), True, value)

    def _lengths(self) -> list[Check]:
        """Return the sections that are shorter or longer than expected."""
        link = self.tr("Go to section")
        return [
            Check(words, False, "", f"{side} {place}", link)
            for side, place, words in self._desk.length_problems()[:_MOST_LENGTHS]
        ]

    def _distance(self) -> Check:
        """Return whether enough words were changed to need no reason."""
        distance, least = self._example.distance, self._example.least
        if distance >= least:
            return Check(self.tr("Words changed, with titles"), True, str(distance))
        words = self.tr("%n word(s) changed in all sections and titles", "", distance)
        why = self.tr("Fewer than {least}: please say why below").format(least=least)
        return Check(f"{words}. {why}", False)
