"""Answers of cnr in words, for the list of revisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_app.core.forms import Form


def _tr(text: str) -> str:
    return QCoreApplication.translate("Telling", text)


def told_form(form: Form, answers: Mapping[str, Any], language: str) -> list[tuple[str, str]]:
    """Return what a form asks, and the answers to it."""
    rows = []
    for question in form.questions:
        value = answers.get(question.key)
        if value in (None, "", []):
            continue
        chosen = [
            form.label(option, language)
            for option in getattr(question, "options", None) or ()
            for one in (value if isinstance(value, list) else [value])
            if option.code == one
        ]
        plain = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        if len(chosen) == 1 and isinstance(value, int):
            chosen = [f"{value} – {chosen[0]}"]
        rows.append((form.text(question.text, language), ", ".join(chosen) or plain))
    return rows


def told_critique(form: Form, answers: Mapping[str, Any], language: str) -> list[tuple[str, str]]:
    """Return a critique in words: what the form asks, the points, the revision."""
    rows = told_form(form, answers, language)
    for side, name, sign in (
        ("positive", _tr("Positive points"), "+"),
        ("negative", _tr("Negative points"), "−"),
    ):
        points = [point for point in answers.get(side) or () if isinstance(point, Mapping)]
        lines = [f"{sign}{place} {point.get('text', '')}" for place, point in enumerate(points, 1)]
        if lines:
            rows.append((name, "\n".join(lines)))
    if answers.get("nothing_to_improve"):
        rows.append((_tr("Negative points"), _tr("Nothing to improve")))
    if isinstance(answers.get("revision"), str):
        rows.append((_tr("Revision"), str(answers["revision"])))
    return rows


def told_review(
    form: Form, critique: Form, answers: Mapping[str, Any], language: str
) -> list[tuple[str, str]]:
    """Return a review in words: the decision, and what was changed."""
    rows = told_form(form, answers, language)
    after = answers.get("after")
    return rows + (told_critique(critique, after, language) if isinstance(after, Mapping) else [])
