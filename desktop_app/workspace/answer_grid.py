"""The answers to one item side by side: a row for each question, a column for each person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.catalogue import in_language, look_up
from desktop_app.core.analysis import EMPTY_SET
from desktop_app.core.answer_texts import answer_in_words, has_answer, value_in_words
from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.wording import AnswerContext, PartWords
from desktop_app.workspace.case_fields import field_title
from desktop_app.workspace.item_index import (
    GivenAnswer,
    ItemEntry,
    ItemIndex,
    LeadDecision,
    Resolution,
)
from desktop_app.workspace.worded_answers import parts_of, read_order
from desktop_app.workspace.workspace import IMPORT_DEVICE

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.question_types import Question

_COMMENT = "comment"


@dataclass(frozen=True)
class AnswerColumn:
    """The answers of one person at one stage, or one revision of them.

    `person`: who gave them; of a revision, who made it

    `seconds`: active time; None if it was not recorded
    `time`: when they were submitted, ISO 8601 UTC; "" for imported answers, and for a revision
        that the lead made to resolve a conflict
    `versions`: number of revisions
    `is_earlier`: whether they are about an earlier text of the item
    `decision`: the lead's decision, if these are its answers
    `resolution`: the lead's decision between versions of the person's answers
    """

    person: str
    stage: str
    seconds: float | None
    time: str
    versions: int = 1
    is_in_conflict: bool = False
    counts: bool = True
    is_earlier: bool = False
    decision: LeadDecision | None = None
    resolution: Resolution | None = None


@dataclass(frozen=True)
class AnswerRow:
    """The answers to one question, or one part of the answers, such as a turn.

    `key`: the place in the answers: a field, and names and numbers in it, separated by slashes
    `title`: the question in the form's words, or the name of the part
    `cells`: the whole text for each column; "" without an answer
    `differs`: for each column, whether the answer differs from that of most people, or from any
        other if there is no majority
    """

    key: str
    title: str
    cells: tuple[str, ...]
    differs: tuple[bool, ...]


@dataclass(frozen=True)
class AnswerGrid:
    """Columns and rows; comments come last. Decisions of the lead follow the answers."""

    columns: tuple[AnswerColumn, ...]
    rows: tuple[AnswerRow, ...]


def answer_grid(index: ItemIndex, entry: ItemEntry, language: str) -> AnswerGrid:
    """Return the current answers to an item and the lead's decisions, in the words of its form."""
    columns = [
        AnswerColumn(
            one.person,
            one.stage,
            one.seconds,
            one.time,
            len(one.versions) or 1,
            one.is_in_conflict,
            one.counts,
            one.is_earlier,
            resolution=one.resolution,
        )
        for one in entry.answers
    ]
    columns += [
        AnswerColumn(one.lead, one.stage, None, one.time, decision=one) for one in entry.decisions
    ]
    given = [(one.stage, one.answers) for one in entry.answers]
    given += [(one.stage, one.answers) for one in entry.decisions]
    return AnswerGrid(
        tuple(columns), _rows(index, entry, given, language, compared=len(entry.answers))
    )


def version_grid(
    index: ItemIndex, entry: ItemEntry, answer: GivenAnswer, language: str
) -> AnswerGrid:
    """Return all revisions of one person's answers, the oldest first."""
    bodies = [(one, one.body) for one in answer.versions if one.body is not None]
    columns = [
        AnswerColumn(
            one.author,
            answer.stage,
            body.get("seconds"),
            "" if one.device == IMPORT_DEVICE or one.author != answer.person else one.time,
            resolution=None if one.author == answer.person else Resolution(one.author, one.time),
        )
        for one, body in bodies
    ]
    given = [(answer.stage, body["answers"]) for _, body in bodies]
    return AnswerGrid(tuple(columns), _rows(index, entry, given, language))


@dataclass
class _Part:
    """A part of somebody's answers: where to show it, its words, and what is compared."""

    title: str
    text: str
    value: Any
    is_comparable: bool


def _rows(
    index: ItemIndex,
    entry: ItemEntry,
    given: Sequence[tuple[str, Mapping[str, Any]]],
    language: str,
    *,
    compared: int | None = None,
) -> tuple[AnswerRow, ...]:
    """Return the rows of `given`; `compared`: only so many of them may differ; None: all."""
    protocol = entry.line.protocol
    columns: list[dict[tuple[str, ...], _Part]] = []
    orders: dict[str, int] = {}
    for stage_key, answers in given:
        form = index.forms.get((protocol, stage_key))
        stage = index.stages.get((protocol, stage_key))
        asked = {one.key: one for one in form.questions} if form is not None else {}
        # Of several stages, the first one orders what they share.
        for key in read_order(stage, asked):
            orders.setdefault(key, len(orders))
        context = AnswerContext(answers, entry.content, form, language)
        columns.append(
            {
                path: _part(path, value, words, asked, context)
                for path, value, words in parts_of(stage, asked, context)
            }
        )
    places = dict.fromkeys(path for column in columns for path in column)
    # Fields without a question are shown too: spans, edits. Turns are in the order of the session.
    paths = sorted(
        places,
        key=lambda path: (
            path[0] == _COMMENT,
            orders.get(path[0], len(orders)),
            natural_order(" ".join(path[1:])),
        ),
    )
    rows = []
    for path in paths:
        parts = [column.get(path) for column in columns]
        known = [part for part in parts if part is not None]
        cells = tuple(part.text if part is not None else "" for part in parts)
        if not any(cells):
            continue
        values = [part.value if part is not None else None for part in parts]
        is_comparable = all(part.is_comparable for part in known)
        differs = _differing(values[:compared]) if is_comparable else []
        differs += [False] * (len(values) - len(differs))
        rows.append(AnswerRow("/".join(path), known[0].title, cells, tuple(differs)))
    return tuple(rows)


def _part(
    path: tuple[str, ...],
    value: Any,
    words: PartWords | None,
    asked: Mapping[str, Question],
    context: AnswerContext,
) -> _Part:
    question = asked.get(path[0]) if len(path) == 1 else None
    form = context.form
    is_comparable = (
        question.figures != "text" if question is not None else not isinstance(value, str)
    )
    if words is not None:
        # What a stage words itself are texts, which hardly ever agree.
        return _Part(words.title, words.text, value, question is not None and is_comparable)
    if question is not None and form is not None:
        # An empty list may be the answer that nothing applies.
        is_blank = not has_answer(question, value)
        text = "" if is_blank else _worded(form, question, value, context.language)
        value = [EMPTY_SET] if value == [] and not is_blank else value
        return _Part(context.title(path[0]), text, value, is_comparable)
    title = in_language(field_title(path), look_up(context.language))
    return _Part(title, value_in_words(value, language=context.language), value, is_comparable)


def _worded(form: Form, question: Question, value: Any, language: str) -> str:
    values = value if isinstance(value, list | tuple) else [value]
    if any(isinstance(one, Mapping | list) for one in values):
        return value_in_words(value, language=language)
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
