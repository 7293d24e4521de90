"""The answers to one item side by side: a row for each question, a column for each person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.core.answer_texts import answer_in_words, value_in_words
from desktop_app.core.canonical import canonical_bytes
from desktop_app.workspace.item_index import GivenAnswer, ItemEntry, ItemIndex
from desktop_app.workspace.workspace import IMPORT_DEVICE

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.question_types import Question

_COMMENT = "comment"
# Maximum number of characters of a cell, so that one long answer does not hide the others.
_LONGEST = 2_000


@dataclass(frozen=True)
class AnswerColumn:
    """The answers of one person at one stage, or one revision of them.

    `seconds`: active time; None if it was not recorded
    `time`: when they were submitted, ISO 8601 UTC; "" for imported answers
    `versions`: number of revisions
    """

    person: str
    stage: str
    seconds: float | None
    time: str
    versions: int = 1
    is_in_conflict: bool = False
    counts: bool = True


@dataclass(frozen=True)
class AnswerRow:
    """The answers to one question.

    `title`: the question in the form's words, or the name of a field
    `cells`: a text for each column; "" without an answer
    `differs`: for each column, whether the answer differs from that of most people, or from any
        other if there is no majority
    """

    key: str
    title: str
    cells: tuple[str, ...]
    differs: tuple[bool, ...]


@dataclass(frozen=True)
class AnswerGrid:
    """Columns and rows; comments come last."""

    columns: tuple[AnswerColumn, ...]
    rows: tuple[AnswerRow, ...]


def answer_grid(index: ItemIndex, entry: ItemEntry, language: str) -> AnswerGrid:
    """Return the current answers to an item, in the words of its form."""
    columns = [
        AnswerColumn(
            one.person,
            one.stage,
            one.seconds,
            one.time,
            len(one.versions) or 1,
            one.is_in_conflict,
            one.counts,
        )
        for one in entry.answers
    ]
    given = [(one.stage, one.answers) for one in entry.answers]
    return AnswerGrid(tuple(columns), _rows(index, entry, given, language))


def version_grid(
    index: ItemIndex, entry: ItemEntry, answer: GivenAnswer, language: str
) -> AnswerGrid:
    """Return all revisions of one person's answers, the oldest first."""
    bodies = [(one, one.body) for one in answer.versions if one.body is not None]
    columns = [
        AnswerColumn(
            answer.person,
            answer.stage,
            body.get("seconds"),
            "" if one.device == IMPORT_DEVICE else one.time,
        )
        for one, body in bodies
    ]
    given = [(answer.stage, body["answers"]) for _, body in bodies]
    return AnswerGrid(tuple(columns), _rows(index, entry, given, language))


def _rows(
    index: ItemIndex,
    entry: ItemEntry,
    given: Sequence[tuple[str, Mapping[str, Any]]],
    language: str,
) -> tuple[AnswerRow, ...]:
    forms = [index.forms.get((entry.line.protocol, stage)) for stage, _ in given]
    asked: dict[str, tuple[Form, Question]] = {}
    for one in forms:
        if one is not None:
            asked |= {each.key: (one, each) for each in one.questions if each.key not in asked}
    answered = dict.fromkeys(key for _, answers in given for key in answers)
    # Fields without a question are shown too: spans, edits, turns of a session.
    keys = sorted(dict.fromkeys((*asked, *answered)), key=lambda key: key == _COMMENT)
    rows = []
    for key in keys:
        values = [answers.get(key) for _, answers in given]
        if key in asked:
            form, question = asked[key]
            # The wording of the form, in the order of its questions.
            title = form.text(question.text, language)
            cells = [
                "" if _is_blank(value) else _worded(form, question, value, language)
                for value in values
            ]
            is_comparable = question.figures != "text"
        else:
            title, cells = key.replace("_", " "), [value_in_words(value) for value in values]
            is_comparable = not any(isinstance(value, str) for value in values)
        if not any(cells):
            continue
        differs = _differing(values) if is_comparable else [False] * len(values)
        rows.append(AnswerRow(key, title, tuple(cell[:_LONGEST] for cell in cells), tuple(differs)))
    return tuple(rows)


def _worded(form: Form, question: Question, value: Any, language: str) -> str:
    values = value if isinstance(value, list | tuple) else [value]
    if any(isinstance(one, Mapping | list) for one in values):
        return value_in_words(value)
    return answer_in_words(form, question, value, language, numbers=True)


def _is_blank(value: Any) -> bool:
    return value in (None, "", []) or value == {}


def _differing(values: Sequence[Any]) -> list[bool]:
    """Return for each value whether it differs from that of most people; no answer never does."""
    given = [None if _is_blank(value) else _comparable(value) for value in values]
    times = Counter(one for one in given if one is not None)
    if len(times) < 2:
        return [False] * len(values)
    (first, most), (_, second) = times.most_common(2)
    return [one is not None and (most == second or one != first) for one in given]


def _comparable(value: Any) -> bytes:
    # The order of chosen options means nothing.
    if isinstance(value, list | tuple) and all(isinstance(one, str | int) for one in value):
        value = sorted(value, key=str)
    return canonical_bytes(value)
