"""Answers as text, for the list of revisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.core import answer_texts
from desktop_app.core.forms import Form
from plugins.dolomites.panel.task_view import sections_of
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


class Telling(QObject):
    """Converts task descriptions to rows of text. A QObject, for its translations."""

    def __init__(self, form: Form, language: str) -> None:
        super().__init__()
        self._form, self._language = form, language

    def task(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return (question, answer) texts of the form, then the sections of both sides."""
        rows = answers_in_words(self._form, answers, self._language)
        names = (self.tr("Input sections"), self.tr("Output sections"))
        for side, name in zip(SIDES, names, strict=True):
            lines = []
            for number, section in enumerate(sections_of(answers.get(side)), 1):
                title, length = section.get("title") or "", section.get("length") or ""
                head = f"{number}. {title}" + (f" ({length})" if length else "")
                about = str(section.get("description") or "").strip()
                lines.append(f"{head}: {about}" if about else head)
            if lines:
                rows.append((name, "\n".join(lines)))
        return rows
