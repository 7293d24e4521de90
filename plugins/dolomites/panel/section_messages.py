"""Messages of the section editor: lengths, names and fixes of sections.

`SectionPane` is the context of these texts in the translation files. With another context, the
existing translations would not be found.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from desktop_app.text.lengths import expected_length, judge_length, measured
from desktop_app.text.tokens import word_count
from desktop_app.ui.widgets.reading_view import normalised
from plugins.dolomites.panel.edit_sections import SectionFix, Sides

# Maximum number of characters of a title in the list of sections.
_LONGEST = 60


def length_words(text: str) -> str:
    """Return the length of a text in words, sentences and paragraphs."""
    return _Counts().length_message(text)


class _Counts(QObject):
    """Texts with plural forms, in a class because Qt's lupdate finds plurals only in `tr`."""

    def length_message(self, text: str) -> str:
        found = measured(text)
        return ", ".join(
            [
                self.tr("%n word(s)", "", word_count(text)),
                self.tr("%n sentence(s)", "", found.sentences),
                self.tr("%n paragraph(s)", "", found.paragraphs),
            ]
        )


def expected_words(asked: str, text: str) -> str:
    """Return whether a text has its expected length, followed by the expected length.

    `asked`: the expected length as free text
    """
    # Free text may not be understood, and then there is no verdict.
    expected = expected_length(asked)
    fits = None if expected is None else judge_length(expected, text)
    verdict = {
        "short": QCoreApplication.translate("Desk", "too short"),
        "long": QCoreApplication.translate("Desk", "too long"),
        "fits": QCoreApplication.translate("Desk", "fits"),
    }.get(fits or "", "")
    words = QCoreApplication.translate("Desk", "expected: {length}")
    words = words.format(length=" ".join(asked.split()))
    # The label is shortened at its end, so the verdict comes first.
    return f"{verdict} · {words}" if verdict else words


def section_words(side: str, place: int, title: str) -> str:
    """Return the menu label of a section."""
    title = " ".join(title.split())
    shown = title if len(title) <= _LONGEST else title[: _LONGEST - 1] + "…"
    # In a menu, a single “&” would mark a keyboard mnemonic.
    return f"{_side(side)} {place + 1} · {shown}".replace("&", "&&")


def place_words(side: str, place: int, count: int) -> str:
    """Return the number of the current section and the number of sections on its side."""
    words = (
        QCoreApplication.translate("Desk", "Input section {number} of {count}")
        if side == "input"
        else QCoreApplication.translate("Desk", "Output section {number} of {count}")
    )
    return words.format(number=min(place + 1, count), count=count)


def remedy_words(remedy: SectionFix) -> str:
    """Return the label of a fix."""
    if remedy.kind == "missing":
        words = QCoreApplication.translate("Desk", "Add missing section “{title}” ({side})")
    elif remedy.kind == "renamed":
        words = QCoreApplication.translate("Desk", "Restore the title “{title}” ({side}: “{got}”)")
    else:
        words = QCoreApplication.translate("Desk", "Restore the order of the task ({side})")
    return words.format(title=remedy.title, got=remedy.got, side=_side(remedy.side))


def output_text(sides: Sides) -> str:
    """Return the titles and texts of the edited output as one text, as displayed."""
    parts = [f"{one['title']}\n{one['text']}".strip() for one in sides["output"]]
    return normalised("\n\n".join(part for part in parts if part))


def _side(side: str) -> str:
    return (
        QCoreApplication.translate("Desk", "Input")
        if side == "input"
        else QCoreApplication.translate("Desk", "Output")
    )
