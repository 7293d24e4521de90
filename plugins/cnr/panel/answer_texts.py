"""Answers of cnr as text, for the list of revisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.core.answer_texts import answers_in_words
from desktop_app.core.forms import Form


class Telling(QObject):
    """Converts critiques and reviews to rows of text.

    The form's questions are in the language of the form.
    """

    def __init__(self, form: Form, language: str) -> None:
        super().__init__()
        self._form, self._language = form, language

    def critique(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return a critique: the answers to the form, the points, the revision."""
        rows = answers_in_words(self._form, answers, self._language, numbers=True)
        for side, name, sign in (
            ("positive", self.tr("Positive points"), "+"),
            ("negative", self.tr("Negative points"), "−"),
        ):
            points = [one for one in answers.get(side) or () if isinstance(one, Mapping)]
            lines = [f"{sign}{place} {one.get('text', '')}" for place, one in enumerate(points, 1)]
            if lines:
                rows.append((name, "\n".join(lines)))
        if answers.get("nothing_to_improve"):
            rows.append((self.tr("Negative points"), self.tr("Nothing to improve")))
        if isinstance(answers.get("revision"), str):
            rows.append((self.tr("Revision"), str(answers["revision"])))
        return rows

    def review(self, form: Form, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return a review, which has its own form: the decision and the changed critique."""
        rows, after = (
            answers_in_words(form, answers, self._language, numbers=True),
            answers.get("after"),
        )
        return rows + (self.critique(after) if isinstance(after, Mapping) else [])
