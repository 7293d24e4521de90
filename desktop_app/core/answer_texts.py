"""Answers as text, in the words of their form; unchanged if they belong to no form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from desktop_app.core.forms import Form
from desktop_app.core.numbers import with_decimal_point
from desktop_app.core.question_types import Question, options_of

# Deeper values are shown as “…”, so that data from others cannot exhaust Python's stack.
_DEEPEST = 12
# A list is joined on one line if its texts have at most this many characters.
_SHORT = 20
# The answer to a multiple choice in which nothing was chosen, if that is an answer.
NOTHING_CHOSEN = {"en": "nothing chosen", "de": "nichts gewählt"}


def answers_in_words(
    form: Form, answers: Mapping[str, Any], language: str, *, numbers: bool = False
) -> list[tuple[str, str]]:
    """Return (question, answer) for each answered question of a form, in the form's words.

    Codes that belong to no option are returned unchanged.

    `numbers`: whether a chosen whole number precedes its label: “3 – fair”
    """
    rows = []
    for question in form.questions:
        value = answers.get(question.key)
        if not has_answer(question, value):
            continue
        words = answer_in_words(form, question, value, language, numbers=numbers)
        rows.append((form.name_of(question, language), words))
    return rows


def has_answer(question: Question, value: Any) -> bool:
    """Return whether a stored value answers a question; an empty choice can be an answer."""
    return value not in (None, "", [], {}) or (value == [] and question.read(value).given)


def answer_in_words(
    form: Form, question: Question, value: Any, language: str, *, numbers: bool = False
) -> str:
    """Return an answer to one question in the form's words; see `answers_in_words`."""
    if value == [] and has_answer(question, value):
        return form.text(NOTHING_CHOSEN, language)
    labels = {
        _code_key(option.code): form.label(option, language) for option in options_of(question)
    }
    values = list(value) if isinstance(value, list | tuple) else [value]
    words = [labels.get(_code_key(one), with_decimal_point(one, language)) for one in values]
    is_number = isinstance(value, int) and not isinstance(value, bool)
    # A step without a label has its number as the label.
    if numbers and is_number and _code_key(value) in labels and words[0] != str(value):
        words = [f"{value} – {words[0]}"]
    return listed(words)


def listed(words: Sequence[str]) -> str:
    """Return texts as a list in one line, which shows where each ends.

    If one contains a comma, they are separated by semicolons.
    """
    return ("; " if any("," in one for one in words) else ", ").join(words)


def value_in_words(
    value: Any,
    title: Callable[[str], str] | None = None,
    *,
    language: str = "en",
    depth: int = 0,
) -> str:
    """Return any JSON value as text; values that are nested too deeply become “…”.

    `title`: returns the title of a field of an object, which then has a line for each field.
        Without it, the text is short enough for the cell of a table: fields are joined by “·”,
        booleans become ✓ or ✗, and empty values are omitted.
    `language`: code of the language whose decimal point numbers have
    """
    if title is None and (value in (None, "", []) or value == {}):
        return ""
    if isinstance(value, bool):
        yes, no = ("yes", "no") if title else ("✓", "✗")
        return yes if value else no
    if not isinstance(value, Mapping | list | tuple):
        return with_decimal_point(value, language)
    if depth == _DEEPEST:
        return "…"
    inner = partial(value_in_words, title=title, language=language, depth=depth + 1)
    if isinstance(value, Mapping):
        fields = [
            f"{title(str(name)) if title else name}: {text}"
            for name, one in value.items()
            if (text := inner(one)) or title
        ]
        return ("\n" if title else " · ").join(fields)
    parts = [inner(one) for one in value]
    if title:
        return ", ".join(parts)
    parts = [part for part in parts if part]
    is_short = all(len(part) < _SHORT and "·" not in part for part in parts)
    return listed(parts) if is_short else "\n".join(parts)


def _code_key(code: Any) -> tuple[type, str]:
    """Return a dictionary key for a code.

    The key includes the type, because True equals 1 in Python. It contains the code as text,
    because answers may hold any value and not every value is hashable.
    """
    return type(code), str(code)
