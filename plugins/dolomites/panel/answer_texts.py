"""Answers as text, for the list of revisions and for the question before submission."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.core import answer_texts
from desktop_app.core.forms import Form
from desktop_app.core.json_values import objects
from plugins.dolomites.panel.edit_sections import SectionFix
from plugins.dolomites.panel.edit_state import clean_phrases
from plugins.dolomites.shapes import plain
from plugins.dolomites.tasks import SIDES, ticked


def answers_in_words(
    form: Form, answers: Mapping[str, Any], language: str
) -> list[tuple[str, str]]:
    """Return (question, answer) texts for each answered question of a form.

    Criteria may be stored as {code: bool}; only the true ones are returned.
    """
    given = {
        key: ticked(value) if isinstance(value, Mapping) else value
        for key, value in answers.items()
    }
    return answer_texts.answers_in_words(form, given, language)


class TaskTexts(QObject):
    """Converts task descriptions to rows of text. A QObject, for its translations."""

    def __init__(self, form: Form, language: str) -> None:
        super().__init__()
        self._form, self._language = form, language

    def rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return (question, answer) texts of the form, then the sections of both sides."""
        rows = answers_in_words(self._form, answers, self._language)
        names = (self.tr("Input sections"), self.tr("Output sections"))
        for side, name in zip(SIDES, names, strict=True):
            lines = []
            for number, section in enumerate(objects(answers.get(side)), 1):
                title, length = section.get("title") or "", section.get("length") or ""
                head = f"{number}. {title}" + (f" ({length})" if length else "")
                about = str(section.get("description") or "").strip()
                lines.append(f"{head}: {about}" if about else head)
            if lines:
                rows.append((name, "\n".join(lines)))
        return rows


@dataclass(frozen=True)
class Doubts:
    """Unusual parts of complete answers. The user is asked about each of them once.

    `key`: names of these parts, separated by spaces; the window stores the keys of past questions
    `words`: a sentence for each part
    `leads`: the key of the question that each part belongs to
    """

    key: str
    words: tuple[str, ...]
    leads: tuple[str, ...]


class EditTexts(QObject):
    """Converts post-edits to rows of text. A QObject, for its translations."""

    def __init__(self, form: Form, language: str) -> None:
        super().__init__()
        self._form, self._language = form, language

    def doubts(
        self, answers: Mapping[str, Any], found: Sequence[SectionFix], shown: Collection[str]
    ) -> list[Doubts]:
        """Return the unusual parts of a post-edit as one question; empty if there are none.

        `found`: the differences between its sections and those of the task
        `shown`: keys of earlier questions, whose parts are left out
        """
        asked = {name for key in shown for name in key.split()}
        rows: dict[str, tuple[str, str]] = {}
        for one in found:
            # Names must not contain spaces, but titles do. Titles may also contain lone surrogates,
            # which UTF-8 cannot encode.
            mark = hashlib.sha256(f"{one.title}\n{one.got}".encode("utf-8", "replace")).hexdigest()
            name = f"{one.kind}:{one.side}:{mark[:12]}"
            if one.kind == "renamed":
                words = self.tr("“{got}” is called “{title}” in the task")
                rows[name] = (words.format(got=one.got, title=one.title), "edited")
            elif one.kind == "reordered":
                rows[name] = (self.tr("The sections are not in the order of the task"), "edited")
        # A point that is ignored contradicts the answer that all points are fixed.
        left = [
            str(one.get("point"))
            for one in answers.get("points") or ()
            if isinstance(one, Mapping) and one.get("status") == "left"
        ]
        if answers.get("all_fixed") is True and left:
            words = (
                self.tr("You marked everything as fixed, but ignored point {points}")
                if len(left) == 1
                else self.tr("You marked everything as fixed, but ignored points {points}")
            )
            rows[f"left:{'-'.join(left)}"] = (words.format(points=", ".join(left)), "points")
        new = {name: row for name, row in rows.items() if name not in asked}
        if not new:
            return []
        words_, leads = zip(*new.values(), strict=True)
        return [Doubts(" ".join(sorted(new)), tuple(words_), tuple(leads))]

    def rows(self, answers: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
        """Return (question, answer) texts of a post-edit.

        `names`: ids of the variants in displayed order
        """
        rows = []
        chosen = answers.get("chosen")
        if chosen in names:
            number = names.index(chosen) + 1
            rows.append((self.tr("Chosen"), self.tr("Variant {number}").format(number=number)))
        elif chosen:
            # The variant does not belong to the item, so only its id can be shown.
            rows.append((self.tr("Chosen"), str(chosen)))
        rows += answers_in_words(self._form, answers, self._language)
        words = {
            "fixed": self.tr("fixed"),
            "not_valid": self.tr("not valid"),
            "left": self.tr("ignored"),
        }
        lines = []
        for point in answers.get("points") or ():
            if isinstance(point, Mapping):
                status = words.get(str(point.get("status")), str(point.get("status")))
                reason = f" – {point['reason']}" if point.get("reason") else ""
                lines.append(f"{point.get('point')}: {status}{reason}")
        if lines:
            rows.append((self.tr("Critique points"), "\n".join(lines)))
        phrases = clean_phrases(answers.get("phrases"))
        if phrases:
            rows.append((self.tr("Important phrases"), "\n".join(phrases)))
        edited = answers.get("edited")
        if isinstance(edited, Mapping):
            for side, name in (
                ("input", self.tr("Edited input")),
                ("output", self.tr("Edited output")),
            ):
                text = plain(edited.get(side) or ())
                if text:
                    rows.append((name, text))
        return rows
