"""Messages of the section editor: length, names, and fixes of sections."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from desktop_app.text.lengths import expected_length, judge_length, measured
from desktop_app.text.tokens import word_count
from desktop_app.ui.widgets.reading_view import normalised
from plugins.dolomites.panel.edit_sections import SectionFix, Sides

_LONGEST = 60  # characters of a title in the list of sections


def length_words(text: str) -> str:
    """Return how long a text is: in words, sentences and paragraphs."""
    return _Counts().length_message(text)


class _Counts(QObject):
    """Words with a count: Qt's reader finds plurals at `tr` alone."""

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
    """Return whether a text is as long as it should be, and how long that is in the words of its
    task: these may be long, and what stands last is what is cut off."""
    expected = expected_length(asked)
    fits = None if expected is None else judge_length(expected, text)
    verdict = {
        "short": QCoreApplication.translate("Desk", "too short"),
        "long": QCoreApplication.translate("Desk", "too long"),
        "fits": QCoreApplication.translate("Desk", "fits"),
    }.get(fits or "", "")
    words = QCoreApplication.translate("Desk", "expected: {length}")
    words = words.format(length=" ".join(asked.split()))
    return f"{verdict} · {words}" if verdict else words


def section_words(side: str, place: int, title: str) -> str:
    """Return a section as a menu lists it."""
    title = " ".join(title.split())
    shown = title if len(title) <= _LONGEST else title[: _LONGEST - 1] + "…"
    return f"{_side(side)} {place + 1} · {shown}".replace("&", "&&")


def place_words(side: str, place: int, count: int) -> str:
    """Return which section of a side is in hand, of how many."""
    words = (
        QCoreApplication.translate("Desk", "Input section {number} of {count}")
        if side == "input"
        else QCoreApplication.translate("Desk", "Output section {number} of {count}")
    )
    return words.format(number=min(place + 1, count), count=count)


def remedy_words(remedy: SectionFix) -> str:
    """Return what a remedy does."""
    if remedy.kind == "missing":
        words = QCoreApplication.translate("Desk", "Add “{title}”, which is missing ({side})")
    elif remedy.kind == "renamed":
        words = QCoreApplication.translate("Desk", "Restore the title “{title}” ({side}: “{got}”)")
    else:
        words = QCoreApplication.translate("Desk", "Restore the order of the task ({side})")
    return words.format(title=remedy.title, got=remedy.got, side=_side(remedy.side))


def output_text(sides: Sides) -> str:
    """Return the edited output as it is shown: titles and texts."""
    parts = [f"{one['title']}\n{one['text']}".strip() for one in sides["output"]]
    return normalised("\n\n".join(part for part in parts if part))


def _side(side: str) -> str:
    return (
        QCoreApplication.translate("Desk", "Input")
        if side == "input"
        else QCoreApplication.translate("Desk", "Output")
    )
