"""The condition of a question in words, for the line of a question that is not asked yet."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject

from desktop_app.core.form_parts import Comparison, Condition, Not
from desktop_app.core.forms import Form
from desktop_app.core.question_types import options_of


class ConditionWords(QObject):
    """Describes when a question is asked, by the numbers of other questions.

    `numbers`: the numbers of the questions by their keys
    """

    def __init__(self, form: Form, language: str) -> None:
        super().__init__()
        self._form, self._language = form, language

    def of(self, key: str, numbers: Mapping[str, int]) -> str:
        """Return when a question is asked; a general sentence if its condition is not simple."""
        conditions = self._form.conditions(key)
        simple = self._simple(conditions[0], numbers) if len(conditions) == 1 else ""
        return simple or self.tr("Depends on other answers")

    def _simple(self, condition: Condition, numbers: Mapping[str, int]) -> str:
        """Return the words for a comparison with one option; empty for other conditions."""
        wanted, sentence = condition, self.tr("Only if {number} is “{answer}”")
        if isinstance(condition, Not):
            wanted, sentence = condition.not_, self.tr("Only if {number} is not “{answer}”")
        if not isinstance(wanted, Comparison) or wanted.question not in numbers:
            return ""
        code = wanted.is_ if wanted.is_ is not None else wanted.has
        for option in options_of(self._form.question(wanted.question)):
            # The types are compared, too: True == 1 in Python, but these are different codes.
            if code is not None and option.code == code and type(option.code) is type(code):
                label = self._form.label(option, self._language)
                return sentence.format(number=numbers[wanted.question], answer=label)
        return ""
