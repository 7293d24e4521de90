"""The annotator's page of cnr: prompt above response and revision | the critique.

The response is shown only once, as the original next to its revision. Text selected in the response
or in the revision becomes the anchor of the next point. Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.hints_box import HintsBox
from desktop_app.ui.widgets.item_panel import text_of
from plugins.cnr.panel.answer_texts import Telling
from plugins.cnr.panel.critique_calls import CritiqueCalls, ModelCalls
from plugins.cnr.panel.sheet import OpenHints, Sheet
from plugins.cnr.panel.text_panes import TextsPage
from plugins.cnr.severities import FILE


class CritiquePanel(TextsPage):
    """Shows one item and its critique."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        # The sheet also emits the edits of the form, so connecting the form's own signal would emit
        # them twice.
        self.form_view.edited.disconnect(self.edited)
        self.sheet = Sheet(self.form_view, self.editor, theme)
        self.sheet.edited.connect(self.edited)
        self.sheet.edited_too.connect(self.edited_too)
        self.calls = CritiqueCalls(self)
        model = self.sheet.model
        self.calls.offered.connect(model.offer)
        self.calls.writing.connect(model.show_writing)
        self.calls.came.connect(self._on_critique)
        self.calls.failed.connect(self.failed)
        model.asked.connect(self._on_asked)
        model.stopped.connect(self.calls.stop)
        self._content: Mapping[str, Any] = {}
        self._is_prepared = False
        # Whether the person requested the critique in progress.
        self._wanted = False
        self.hints_box = HintsBox(theme)
        self.form_view.add_below(self.hints_box)
        self._asked: OpenHints | None = None
        self.hints_box.answered.connect(self._on_answered)
        self.hints_box.chosen.connect(self._on_chosen)
        # Any edit makes the displayed hints outdated.
        self.sheet.edited.connect(self._drop_hints)
        self.build(self.questions, 348)
        self.sheet.add_commands(self)
        for command in self.editor.commands():
            self.add_action(*command)
        self.add_places()

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another item, scrolled to the top. Its answers are set separately."""
        self._drop_hints()
        self._content, self._wanted = content, False
        self.prompt.show_text(text_of(content, "prompt"))
        self.sheet.show_response(text_of(content, "response"))
        self.sheet.show_critiques([])
        self.first.fit()

    def show_prepared(self, prepared: Sequence[Mapping[str, Any]]) -> None:
        """Show the models' critiques that were prepared for the item."""
        matches = [one.get("content") for one in prepared if one.get("what") == "critique"]
        self.sheet.show_critiques([one for one in matches if isinstance(one, Mapping)])
        self._is_prepared = bool(matches)

    def set_models(self, models: ModelCalls | None) -> None:
        """Set the object through which models are asked."""
        self.calls.set_models(models)

    def set_materials(self, materials: Mapping[str, str]) -> None:
        """Apply the severities that the lead set for the rules."""
        self.sheet.set_severities(FILE.read(materials).by_rule())

    def answers(self) -> dict[str, Any]:
        return self.sheet.answers()

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self._drop_hints()
        self.sheet.set_answers(answers)
        # If critiques exist already, no request is needed, and the cache is not read.
        if not self._is_prepared and not answers.get("model_points"):
            self.calls.show_item(self._content)

    def set_answer(self, question: str, value: Any) -> None:
        self.sheet.set_answer(question, value)

    def focus_question(self, key: str) -> None:
        self.sheet.focus(key)

    def form_keys(self) -> list[tuple[str, str]]:
        """Return additional keys for the list of keyboard shortcuts."""
        return self.sheet.form_keys()

    def press_code_key(self, text: str) -> bool:
        return self.sheet.press_code_key(text)

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self.sheet.set_editable(enabled)

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return everything that prevents the critique from being submitted."""
        # Text that is still being composed in the editor must become part of the answers first.
        self.editor.settle()
        return self.sheet.missing(answers)

    def show_problems(self, problems: Iterable[Problem]) -> None:
        super().show_problems(problems)
        self.sheet.show_what_blocks()

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> list[OpenHints]:
        """Return what the rules of a good critique notice, as one question."""
        return self.sheet.hints(answers, shown)

    def ask_hint(self, hint: Any) -> None:
        self._asked = hint
        self.hints_box.ask([self.sheet.answer_rows(one) for one in hint.findings])
        self.form_view.order_tabs()

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return a critique as rows of text."""
        return Telling(self.form_view.form, self.language).critique(answers)

    def _on_asked(self) -> None:
        self._wanted = True
        self.calls.ask()

    def _on_critique(self, critique: Mapping[str, Any]) -> None:
        """Show a new critique: unfolded if it was requested just now, folded if it was cached."""
        self.sheet.model.take_critique(critique)
        if self._wanted:
            self._wanted = False
            self.sheet.model.reveal(leading=False)

    def _on_answered(self, keep: bool) -> None:
        asked = self._asked
        self._drop_hints()
        if asked is None:
            return
        if not keep:
            self.sheet.go_to(asked.findings[0])
        self.hint_answered.emit(asked.key, keep)

    def _on_chosen(self, place: int) -> None:
        if self._asked is not None:
            self.sheet.go_to(self._asked.findings[place])

    def _drop_hints(self, *_edit: object) -> None:
        self._asked = None
        self.hints_box.hide()
