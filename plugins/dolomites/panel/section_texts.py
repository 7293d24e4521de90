"""Texts about the sections of an example: their lengths and fixes."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject

from desktop_app.text.lengths import expected_length, judge_length
from plugins.dolomites.panel.edit_sections import SectionFix


class SectionTexts(QObject):
    """Texts about sections: their lengths, names and fixes. A QObject, for its translations."""

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
