"""The page for validating a task: the task on the left, the questions on the right.

Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.pane import Pane
from plugins.dolomites.panel.answer_texts import answers_in_words
from plugins.dolomites.panel.task_view import TaskView

# Initial width of the questions in pixels.
_QUESTIONS = 644
# Minimum width of the task in pixels.
_LEAST_TASK = 240


class ValidatePanel(ItemPanel):
    """The validation page: a task and the questions about it."""

    folds_long_forms = has_page_row = True

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self.task = TaskView(theme, self.tr("Task"))
        self.pane = Pane(self.tr("Task"), theme)
        self.pane.column.addWidget(self.task, 1)
        self.pane.setMinimumWidth(_LEAST_TASK)
        # Additional width goes to the task, which is the text to read.
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.pane: 1, self.questions: 0}
        )
        # Its options are in a column.
        self.place_form("across", _QUESTIONS, 0.55)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across)
        self.order_tabs([self.pane, self.questions])
        self.add_action("find", self.tr("Find in the task"), "Ctrl+F", self.task.open_find)
        self.add_way("focus_task", self.tr("Go to the task"), self.task.setFocus, self.pane)
        self.add_way("focus_form", self.tr("Go to the questions"), self.focus_form, self.questions)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another task, scrolled to the top. The answers about it are set separately."""
        # The content comes from another person's record, so its structure is not guaranteed.
        task = content.get("task")
        self.task.show_task(task if isinstance(task, Mapping) else {})

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the answers as (question, answer) texts for the list of revisions."""
        return answers_in_words(self.form_view.form, answers, self.language)
