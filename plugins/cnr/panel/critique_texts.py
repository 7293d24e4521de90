"""Critiques and reviews as text, and the findings of the rules of a good critique as text."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.core.answer_texts import answers_in_words
from desktop_app.core.forms import Form
from desktop_app.core.json_values import objects
from desktop_app.ui.widgets.diff_editor import DiffEditor
from plugins.cnr.critique_rules import Finding, findings
from plugins.cnr.severities import STANDARD, Rule, Severity


class CritiqueTexts(QObject):
    """Converts critiques and reviews to rows of text.

    `language`: language of the form's questions; other words are in the language of the window
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
            points = objects(answers.get(side))
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


@dataclass(frozen=True)
class OpenHints:
    """New findings on submission. The person is asked about each finding once.

    `key`: identifies these findings, including the texts they are about
    """

    key: str
    findings: tuple[Finding, ...]


class RuleHints(QObject):
    """Applies the rules of a good critique, and describes their findings.

    `severities`: the severity of each rule
    """

    def __init__(self, editor: DiffEditor) -> None:
        super().__init__(editor)
        self._editor = editor
        self.severities: Mapping[Rule, Severity] = STANDARD

    def findings(self, critique: Mapping[str, Any], *, at_submit: bool = True) -> list[Finding]:
        """Return the violations of the rules.

        `critique`: with anchors in the displayed response
        `at_submit`: see `critique_rules.findings`
        """
        hunks = self._editor.hunks
        return findings(critique, hunks, self.severities, at_submit=at_submit)

    def musts(self, critique: Mapping[str, Any]) -> list[Finding]:
        """Return the findings that must be fixed before a critique can be submitted."""
        return [one for one in self.findings(critique) if one.severity == "must_fix"]

    def hints(self, critique: Mapping[str, Any], shown: Collection[str]) -> list[OpenHints]:
        """Return the new findings, as one question; empty if there are none.

        `shown`: the keys of the questions that the person was asked before
        """
        # A key consists of the names of all findings that one question was about.
        asked = {name for key in shown for name in key.split()}
        names = {
            one: self._name(critique, one)
            for one in self.findings(critique)
            if one.severity == "hint"
        }
        new = [one for one in names if names[one] not in asked]
        key = " ".join(sorted({names[one] for one in new}))
        return [OpenHints(key, tuple(new))] if new else []

    def words(self, finding: Finding) -> str:
        """Return a finding about a point or a change as a sentence."""
        # These texts follow “Fix:” or “Hint:”.
        words = {
            "generic": self.tr("this would fit any response. What exactly, and where?"),
            "first_person": self.tr("state facts rather than feelings."),
            "not_mended": self.tr("the revision does not change this part."),
            "not_kept": self.tr("the revision changes this part."),
            "not_ticked": self.tr("kept or not?")
            if finding.side == "positive"
            else self.tr("fixed or not?"),
            "unmentioned": self.tr("no point mentions this change."),
        }[finding.rule]
        if finding.severity == "must_fix":
            return self.tr("Fix: {words}").format(words=words)
        return self.tr("Hint: {words}").format(words=words)

    def row(self, finding: Finding) -> str:
        """Return a finding as text that names the point or change it is about."""
        if finding.hunk >= 0:
            return self.tr("No point mentions: {change}").format(change=self.change(finding.hunk))
        if finding.rule == "low_score":
            return self.tr("Low score, but nothing to improve")
        sign = "+" if finding.side == "positive" else "−"
        name = f"{sign}{finding.place + 1}"
        return {
            "generic": self.tr("{point} would fit any response"),
            "first_person": self.tr("{point} is written in the first person"),
            "not_mended": self.tr("{point}: the revision does not change this part"),
            "not_kept": self.tr("{point}: the revision changes this part"),
            "not_ticked": self.tr("{point}: kept or not?")
            if finding.side == "positive"
            else self.tr("{point}: fixed or not?"),
        }[finding.rule].format(point=name)

    def change(self, number: int) -> str:
        """Return a short description of a change."""
        # The finding may be older than the current revision.
        if number >= len(self._editor.hunks):
            return ""
        hunk = self._editor.hunks[number]
        before = " ".join(self._editor.original[slice(*hunk.before)].split())
        after = " ".join(self._editor.revision[slice(*hunk.after)].split())
        if before and after:
            return f"{before} → {after}"
        return f"+ {after}" if after else f"− {before}"

    def _name(self, answers: Mapping[str, Any], finding: Finding) -> str:
        """Return a name for a finding, derived from the text it is about.

        Points have no other stable name.
        """
        if finding.hunk >= 0:
            words = self.change(finding.hunk)
        elif finding.rule == "low_score":
            words = str(answers.get("score"))
        else:
            words = str(answers[finding.side][finding.place].get("text", ""))
        # Texts may contain lone surrogates, which strict UTF-8 cannot encode.
        mark = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        return f"{finding.rule}:{finding.side}:{mark}"
