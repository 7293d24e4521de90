"""Factory of form fields: the right field widget for each type of question."""

from __future__ import annotations

from desktop_app.core.form_parts import ChoiceQuestion, LongText, Question, TextList
from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_field import ChoiceField
from desktop_app.ui.widgets.field import Field
from desktop_app.ui.widgets.list_field import ListField
from desktop_app.ui.widgets.text_fields import LineField, LongField

# Characters: longer help does not fit into an empty field.
_LONGEST_INSIDE = 140


def shows_help_inside(question: Question, help_text: str) -> bool:
    """Return whether the help of a question is shown as placeholder text, not above the field."""
    return isinstance(question, LongText) and 0 < len(help_text) <= _LONGEST_INSIDE


def field_for(form: Form, question: Question, language: str, theme: Theme, name: str) -> Field:
    """Return the field for a question; `name` is its name for screen readers."""
    help_text = form.text(question.help, language)
    if isinstance(question, ChoiceQuestion):
        return ChoiceField(form, question, language, theme, name)
    if isinstance(question, LongText):
        inside = help_text if shows_help_inside(question, help_text) else ""
        return LongField(question, theme, name, inside)
    if isinstance(question, TextList):
        return ListField(question, theme, name)
    return LineField(form, question, language, theme, name)
