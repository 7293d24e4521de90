"""A post-edit in words, for the list of revisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.core.forms import Form
from plugins.dolomites.panel.edit_phrases import said
from plugins.dolomites.panel.telling import told_form
from plugins.dolomites.shapes import plain


class EditTelling(QObject):
    """Puts post-edits into words; the form's questions in its own."""

    def __init__(self, form: Form, language: str) -> None:
        super().__init__()
        self._form, self._language = form, language

    def told(self, answers: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
        """Return what was answered; `names`: ids of the variants, in their order."""
        rows = []
        chosen = answers.get("chosen")
        if chosen in names:
            number = names.index(chosen) + 1
            rows.append((self.tr("Chosen"), self.tr("Variant {number}").format(number=number)))
        elif chosen:
            rows.append((self.tr("Chosen"), str(chosen)))
        rows += told_form(self._form, answers, self._language)
        words = {
            "fixed": self.tr("fixed"),
            "not_valid": self.tr("not valid"),
            "left": self.tr("left"),
        }
        lines = []
        for point in answers.get("points") or ():
            if isinstance(point, Mapping):
                status = words.get(str(point.get("status")), str(point.get("status")))
                reason = f" – {point['reason']}" if point.get("reason") else ""
                lines.append(f"{point.get('point')}: {status}{reason}")
        if lines:
            rows.append((self.tr("Points of the critique"), "\n".join(lines)))
        phrases = said(answers.get("phrases"))
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
