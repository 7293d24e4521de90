"""Answers in the words of their form, for lists of revisions and for prompts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.forms import Form
from desktop_app.core.question_types import Question, options_of


def answers_in_words(
    form: Form, answers: Mapping[str, Any], language: str, *, numbers: bool = False
) -> list[tuple[str, str]]:
    """Return (question, answer) for each answered question of a form, in the form's words.

    Codes that belong to no option are returned as they are.

    `numbers`: whether a chosen whole number precedes its label: “3 – fair”
    """
    rows = []
    for question in form.questions:
        value = answers.get(question.key)
        if value in (None, "", []):
            continue
        words = answer_in_words(form, question, value, language, numbers=numbers)
        rows.append((form.text(question.text, language), words))
    return rows


def answer_in_words(
    form: Form, question: Question, value: Any, language: str, *, numbers: bool = False
) -> str:
    """Return an answer to one question in the form's words; see `answers_in_words`."""
    labels = {
        _code_key(option.code): form.label(option, language) for option in options_of(question)
    }
    values = list(value) if isinstance(value, list | tuple) else [value]
    words = [labels.get(_code_key(one), str(one)) for one in values]
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if numbers and is_number and _code_key(value) in labels:
        words = [f"{value} – {words[0]}"]
    return ", ".join(words)


def _code_key(code: Any) -> tuple[type, str]:
    """Return a dictionary key for a code.

    The key includes the type, because True equals 1 in Python. It contains the code as text,
    because answers may hold any value and not every value is hashable.
    """
    return type(code), str(code)
