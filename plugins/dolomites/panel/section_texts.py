"""Texts about the sections of an example: their lengths, changes and fixes."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QObject

from desktop_app.text.lengths import expected_length, judge_length
from plugins.dolomites.panel.edit_sections import Rearranged, SectionFix


class SectionTexts(QObject):
    """Texts about sections: their lengths, changes and fixes. A QObject, for its translations."""

    def expected(self, asked: str, text: str) -> str:
        """Return the label that states whether a text has its expected length, and this length.

        `asked`: the expected length as free text
        """
        # Free text may not be understood, and then there is no verdict.
        expected = expected_length(asked)
        fits = None if expected is None else judge_length(expected, text)
        verdict = {
            "short": self.tr("too short"),
            "long": self.tr("too long"),
            "fits": self.tr("fits"),
        }.get(fits or "", "")
        words = self.tr("expected: {length}").format(length=" ".join(asked.split()))
        # The label is shortened at its end, so the verdict comes first.
        return f"{verdict} · {words}" if verdict else words

    def wrong_length(self, section: Mapping[str, str], asked: str) -> str:
        """Return a sentence if a section is shorter or longer than expected; else ""."""
        expected = expected_length(asked)
        if expected is None or judge_length(expected, section["text"]) == "fits":
            return ""
        fits = judge_length(expected, section["text"])
        words = (
            self.tr("“{title}” is too short, expected: {length}")
            if fits == "short"
            else self.tr("“{title}” is too long, expected: {length}")
        )
        title = " ".join(section["title"].split())
        return words.format(title=title, length=" ".join(asked.split()))

    def rearranged(self, counts: Rearranged, *, brief: bool = False) -> str:
        """Return what was done with the sections, such as “1 section added”; "" if nothing was.

        `brief`: name only the number of sections if there are several kinds of changes
        """
        parts = [
            words
            for number, words in (
                (counts.added, self.tr("%n section(s) added", "", counts.added)),
                (counts.removed, self.tr("%n section(s) removed", "", counts.removed)),
                (counts.moved, self.tr("%n section(s) moved", "", counts.moved)),
                (counts.renamed, self.tr("%n title(s) changed", "", counts.renamed)),
            )
            if number
        ]
        if brief and len(parts) > 1:
            return self.tr("%n section(s) changed", "", sum(counts))
        return ", ".join(parts)

    def changed(self, changes: int, states: Collection[str]) -> str:
        """Return what changed in a section.

        `changes`: the number of changes in its text
        `states`: of "added", "moved" and "renamed"
        """
        names = {
            "added": self.tr("New section"),
            "moved": self.tr("Moved"),
            "renamed": self.tr("New title"),
        }
        parts = [words for state, words in names.items() if state in states]
        if changes:
            parts.append(self.tr("%n change(s)", "", changes))
        return "  ·  ".join(parts) or self.tr("No changes")

    def fix(self, fix: SectionFix) -> str:
        """Return the label of a fix."""
        words = {
            "missing": self.tr("Add missing section “{title}” ({side})"),
            "renamed": self.tr("Restore the title “{title}” ({side}: “{got}”)"),
            "reordered": self.tr("Restore the order of the task ({side})"),
        }[fix.kind]
        return words.format(title=fix.title, got=fix.got, side=self._side(fix.side))

    def _side(self, side: str) -> str:
        return self.tr("Input") if side == "input" else self.tr("Output")
