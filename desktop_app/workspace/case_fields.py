"""Fields of a case: what several versions state, field by field, with the differences marked.

The module is longer than most because values of every shape become fields in one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, Literal, TypeAlias

from desktop_app.core.answer_texts import NOTHING_CHOSEN, has_answer, listed, value_in_words
from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.forms import HIDDEN, Form
from desktop_app.core.messages import join, msg
from desktop_app.core.protocol.stage import Stage, TurnParts
from desktop_app.core.protocol.wording import AnswerContext, PartWords
from desktop_app.core.question_types import Question, options_of
from desktop_app.text.diff import diff
from desktop_app.workspace.worded_answers import part_words, read_order

Path: TypeAlias = tuple[str, ...]
Spans: TypeAlias = tuple[tuple[int, int], ...]

# The answer of a version that has none.
MISSING: Final = object()
# Differences are marked in texts of at most this many characters.
_MOST_COMPARED = 20_000
# A question of at most this many characters is its own title; others have one made from the key. As
# headings, longer questions are shortened to `_LONG` characters.
_SHORT, _LONG = 28, 120
# Maximum number of fields of a case; the others are left out.
_MOST_FIELDS = 300


@dataclass(frozen=True)
class CaseField:
    """A field of the compared versions.

    `path`: its place in the answers, or in the body of other records
    `title`: its name, made from its key unless the text of its question is short
    `asks`: the text of its question, or “”
    `values`: the value in each version, or MISSING
    `texts`: these values in words; “” without a value
    `marks`: the ranges of each free text that differ from the other versions
    `unit`: fields with the same unit are decided together
    `is_required`: whether it must be decided; a comment on which annotators differ need not be
    `question`: the question that it answers, for an answer of the lead's own
    `part`: the name of what is decided together with other fields, such as a turn; else “”
    """

    path: Path
    title: str
    asks: str
    kind: Literal["one", "several", "number", "text", "data"]
    values: tuple[Any, ...]
    texts: tuple[str, ...]
    marks: tuple[Spans, ...]
    differs: bool
    unit: str
    is_required: bool
    question: Question | None = None
    part: str = ""

    @property
    def heading(self) -> str:
        """The text of its question in the language of the reader, else its name."""
        return _shortened(self.asks, _LONG) or self.title

    @property
    def unit_heading(self) -> str:
        """The heading of what is decided: the name of the part or of the field."""
        return self.part or self.heading

    @property
    def is_unit(self) -> bool:
        """Whether it is decided by itself."""
        return self.unit == "/".join(self.path)


def fields_of(
    states: Sequence[Mapping[str, Any]],
    form: Form | None,
    language: str,
    *,
    whole: bool,
    everything: bool,
    stage: Stage | None = None,
    content: Mapping[str, Any] | None = None,
) -> list[CaseField]:
    """Return the fields of several versions: the answers in the order of the form, then the rest.

    `everything`: whether all that differs must be decided; otherwise texts need not be, except
        for those that the stage is there to obtain
    `stage`: the stage of the answers, which says how they are read. Answers that consist of turns
        are then decided part by part
    `content`: that of the item
    """
    contexts = [
        AnswerContext(state.get("answers") or {}, content or {}, form, language) for state in states
    ]
    if stage is not None and stage.turn_parts is not None:
        others = [{k: v for k, v in state.items() if k != "answers"} for state in states]
        fields = _fields_of_turns(contexts, form, language, stage, stage.turn_parts)
        if any(others):
            fields += fields_of(others, None, language, whole=whole, everything=everything)
        return fields
    questions = {one.key: one for one in form.questions} if form is not None else {}
    order = read_order(stage, questions)
    places = list(_places((), list(states)))
    # `sort` is stable: fields that are not questions keep their order, after the questions.
    places.sort(key=lambda place: _position(place[0], order))
    result = []
    for path, values, unit in places[:_MOST_FIELDS]:
        # A field beside the answers, such as a lead’s reason, may be named as a question is.
        asked = questions.get(path[-1]) if path[0] == "answers" else None
        question = asked
        if question is not None and not isinstance(unit, tuple):
            kind: Any = question.figures
        else:
            question = None
            is_text = all(isinstance(one, str) or one is MISSING for one in values)
            kind = "text" if is_text and any(one is not MISSING for one in values) else "data"
        differs = any(not is_same(value, values[0], exact=everything) for value in values[1:])
        asks = form.name_of(asked, language) if form and asked is not None else ""
        worded = _worded(stage, path, values, contexts)
        texts = tuple(
            words.text if words is not None else answer_text(question, form, value, language)
            for value, words in zip(values, worded, strict=True)
        )
        # What tells people nothing, such as the id of a record.
        if not differs and not any(texts):
            continue
        title = asks if 0 < len(asks) <= _SHORT else field_title(path)
        stated = next((words for words in worded if words is not None), None)
        if stated is not None and question is None:
            title = stated.title
        result.append(
            CaseField(
                path,
                title,
                asks,
                kind,
                tuple(values),
                texts,
                _marks(texts) if differs and _is_prose(question, values, texts) else (),
                differs,
                "" if whole else "/".join(unit or path),
                everything or kind != "text" or (stated is not None and stated.is_product),
                question,
            )
        )
    return result


def _is_prose(question: Question | None, values: Sequence[Any], texts: Sequence[str]) -> bool:
    """Return whether differences are marked word by word: in free text, not between choices.

    What no question of the form asks for is free text if it has several words and is shown as it
    is stored; choices are stored as codes.
    """
    if question is not None:
        return question.figures == "text"
    return any(
        isinstance(value, Mapping)
        or (isinstance(value, list) and any(map(_has_words, value)))
        or (_has_words(value) and text == value)
        for value, text in zip(values, texts, strict=True)
    )


def _has_words(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, str) and " " in value.strip())


def _position(path: Path, order: Mapping[str, int]) -> int:
    """Return the position of a field: that of its question, or of the field around it."""
    last = len(order)
    if len(path) < 2 or path[0] != "answers":
        return last
    return order[path[-1]] if path[-1] in order else order.get(path[1], last)


def _worded(
    stage: Stage | None, path: Path, values: Sequence[Any], contexts: Sequence[AnswerContext]
) -> list[PartWords | None]:
    """Return how the stage words a field in each version; None where it does not."""
    if path[0] != "answers":
        return [None] * len(values)
    return [
        None if value is MISSING else part_words(stage, path[1:], value, context)
        for value, context in zip(values, contexts, strict=True)
    ]


def _fields_of_turns(
    contexts: Sequence[AnswerContext],
    form: Form | None,
    language: str,
    stage: Stage,
    parts: TurnParts,
) -> list[CaseField]:
    """Return the fields of answers that consist of turns, part by part.

    Equal parts have only their first field.
    """
    questions = {one.key: one for one in form.questions} if form is not None else {}
    order = {name: place for place, name in enumerate(parts.titles)}
    result: list[CaseField] = []
    found = _parts([one.answers for one in contexts], parts)
    for unit, places in groupby(found, lambda place: place[0]):
        made = []
        for _, path, values in places:
            name = path[-1]
            question = questions.get(name)
            texts = tuple(
                words.text if words is not None else answer_text(question, form, value, language)
                for value, words in zip(values, _worded(stage, path, values, contexts), strict=True)
            )
            is_text = question is None and all(
                isinstance(one, str | None) or one is MISSING for one in values
            )
            kind: Any = question.figures if question is not None else "text" if is_text else "data"
            made.append(
                CaseField(
                    path,
                    _part_title(path, parts),
                    "",
                    kind,
                    tuple(values),
                    texts,
                    (),
                    any(not is_same(value, values[0], exact=True) for value in values[1:]),
                    "/".join(unit),
                    True,
                    part=_part_title(unit, parts),
                )
            )
        made.sort(key=lambda one: order.get(one.path[-1], len(order)))
        shown = [one for one in made if one.path[-1] in order or one.path[-1].isdigit()]
        if not any(one.differs for one in made):
            first = (shown or made)[0]
            result.append(replace(first, title=first.part))
            continue
        if not any(one.differs for one in shown):
            shown += [one for one in made if one.differs and one not in shown]
        # Equal data, such as the numbers of passages, are long and of little use.
        shown = [one for one in shown if one.differs or one.kind != "data"]
        result += [
            replace(one, marks=_marks(one.texts))
            if one.differs and one.kind == "text" and _is_prose(None, one.values, one.texts)
            else one
            for one in shown
        ]
    return result[:_MOST_FIELDS]


def _parts(
    answers: Sequence[Mapping[str, Any]], parts: TurnParts
) -> Iterator[tuple[Path, Path, list[Any]]]:
    """Yield (unit, path, values) for each field of the answers, which consist of turns."""
    names = dict.fromkeys(name for one in answers for name in one)
    groups = dict.fromkeys(parts.group(name) for name in names if name != parts.turns)
    before = [group for group in groups if group not in parts.together]
    for group in before:
        yield from _part(("answers", group[0]), [one.get(group[0], MISSING) for one in answers])
    turns = [list(one.get(parts.turns) or ()) for one in answers]
    for place in range(max(map(len, turns), default=0)):
        entries = [one[place] if place < len(one) else MISSING for one in turns]
        yield from _part(("answers", parts.turns, str(place + 1)), entries)
    for group in groups:
        for name in group if group in parts.together else ():
            values = [one.get(name, MISSING) for one in answers]
            if any(value is not MISSING for value in values):
                yield ("answers", group[0]), ("answers", name), values


def _part(unit: Path, values: Sequence[Any]) -> Iterator[tuple[Path, Path, list[Any]]]:
    """Yield (unit, path, values) of the fields of a part, or of the part if it has none."""
    if not all(isinstance(value, Mapping) or value is MISSING for value in values):
        yield unit, unit, list(values)
        return
    for name in dict.fromkeys(name for one in values if one is not MISSING for name in one):
        inner = [MISSING if one is MISSING else one.get(name, MISSING) for one in values]
        yield unit, (*unit, name), inner


def _part_title(path: Path, parts: TurnParts) -> str:
    """Return the name of a part or of a field in it: “Turn 2: Rating”."""
    _, first, *more = path
    if first == parts.turns and more:
        title, more = msg("Turn {number}", number=more[0]), more[1:]
    else:
        title = parts.titles.get(first, field_title((first,)))
    if not more:
        return title
    return join(": ", (title, parts.titles.get(more[0], field_title((more[0],)))))


def _places(path: Path, values: Sequence[Any]) -> Iterator[tuple[Path, list[Any], Path | None]]:
    """Yield (path, values, unit) of the innermost fields of several versions.

    `unit`: the path of the list to which a field belongs, because entries of a list are decided
        together; None for a field of its own
    """
    if all(isinstance(value, Mapping) or value is MISSING for value in values) and any(
        isinstance(value, Mapping) and value for value in values
    ):
        names = dict.fromkeys(
            name for value in values if isinstance(value, Mapping) for name in value
        )
        for name in names:
            inner = [
                value.get(name, MISSING) if isinstance(value, Mapping) else MISSING
                for value in values
            ]
            yield from _places((*path, str(name)), inner)
    elif _has_same_titles(values):
        # Sections that all versions have are decided one by one.
        for place in range(len(values[0])):
            yield from _places(
                (*path, str(place + 1)), [{"text": value[place]["text"]} for value in values]
            )
    elif _is_list_of_objects(values):
        longest = max(len(value) for value in values if isinstance(value, list))
        for place in range(longest):
            entries = [
                value[place] if isinstance(value, list) and place < len(value) else MISSING
                for value in values
            ]
            yield (*path, str(place + 1)), entries, path
    elif any(value is not MISSING and value is not None for value in values):
        yield path, [MISSING if value is None else value for value in values], None


def _has_same_titles(values: Sequence[Any]) -> bool:
    """Return whether all values are lists of the same sections: a title and a text each."""
    titles = []
    for value in values:
        if not isinstance(value, list) or not value:
            return False
        for entry in value:
            is_section = isinstance(entry, Mapping) and entry.keys() == {"title", "text"}
            if not is_section or not all(isinstance(one, str) for one in entry.values()):
                return False
        titles.append([entry["title"] for entry in value])
    return all(one == titles[0] for one in titles)


def _is_list_of_objects(values: Sequence[Any]) -> bool:
    lists = [value for value in values if value is not MISSING]
    return (
        bool(lists)
        and all(isinstance(value, list) for value in lists)
        and any(isinstance(entry, Mapping | list) for value in lists for entry in value)
    )


def leaves(answers: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield (path, value) of the innermost values of answers, without hidden answers."""
    for name, value in answers.items():
        if name == HIDDEN or value is None:
            continue
        if isinstance(value, Mapping):
            yield from leaves(value, (*path, str(name)))
        else:
            yield (*path, str(name)), value


# Names of fields that the window translates. Others are shown as they are in the data.
_TITLES = {
    str(one): one
    for one in (
        msg("Answer"),
        msg("Author"),
        msg("Categories"),
        msg("Category"),
        msg("Comment"),
        msg("Confidence"),
        msg("Document"),
        msg("Error type"),
        msg("Guideline gap"),
        msg("Instruction"),
        msg("Instruction type"),
        msg("Model"),
        msg("Papers"),
        msg("Prompt"),
        msg("Question"),
        msg("Rating"),
        msg("Reason"),
        msg("Response"),
        msg("Source"),
        msg("Task type"),
        msg("Text"),
        msg("Title"),
        msg("Topic"),
        msg("Turns"),
        msg("Vote"),
    )
}


def _shortened(text: str, most: int) -> str:
    """Return a text of at most `most` characters, cut between words."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[:most].rpartition(' ')[0] or text[:most]} …"


def field_title(path: Path) -> str:
    """Return the name of a field, made from its key: “error_types” is “Error types”."""
    parts = path[1:] if len(path) > 1 and path[0] in ("answers", "content", "row") else path
    words = " ".join(parts).replace("_", " ").strip()
    title = words[:1].upper() + words[1:]
    return _TITLES.get(title, title)


def answer_text(question: Question | None, form: Form | None, value: Any, language: str) -> str:
    """Return a value in words: chosen options by their labels, lists joined by commas.

    A numeric code precedes its label: “4 – Good”."""
    if value is MISSING or value is None:
        return ""
    if question is not None and form is not None:
        if value == [] and has_answer(question, value):
            return form.text(NOTHING_CHOSEN, language)
        labels = {_code(one.code): form.label(one, language) for one in options_of(question)}
        several = list(value) if isinstance(value, list | tuple) else [value]
        words = [labels.get(_code(one), plain_value(one, language)) for one in several]
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if is_number and words[0] != str(value):
            return f"{value} – {words[0]}"
        return listed(words)
    return plain_value(value, language)


def plain_value(value: Any, language: str = "en") -> str:
    """Return any JSON value as text: objects as lines with the titles of their fields.

    `language`: code of the language whose decimal point numbers have
    """
    return value_in_words(value, lambda name: field_title((name,)), language=language)


def _code(code: Any) -> tuple[type, str]:
    # By type, because True equals 1 in Python.
    return type(code), str(code)


def is_same(one: Any, other: Any, *, exact: bool = False) -> bool:
    """Return whether two answers are equal.

    `exact`: as records compare them; otherwise the order of several chosen options does not count
    """
    if one is MISSING or other is MISSING:
        return one is other
    if exact:
        return canonical_bytes(one) == canonical_bytes(other)
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return type(one) is type(other) and bool(one == other)


def _marks(texts: Sequence[str]) -> tuple[Spans, ...]:
    """Return the ranges of each text that the other texts do not have.

    Each text is compared with the first one, and the first one with the second.
    """
    if any(len(text) > _MOST_COMPARED for text in texts) or not texts[0]:
        return ()
    marks: list[Spans] = []
    for place, text in enumerate(texts):
        other = texts[1] if place == 0 else texts[0]
        if not text or not other:
            marks.append(())
            continue
        hunks = diff(other, text)
        spans = [
            (hunk.after.start, hunk.after.end)
            for hunk in hunks
            if hunk.after.start < hunk.after.end
        ]
        # If several people answered, no answer is the original of the others.
        marks.append(() if place == 0 and len(texts) > 2 else tuple(spans))
    is_other = [_is_other(*one) for one in zip(texts, marks, strict=True)]
    if len(texts) == 2 and any(is_other):
        return ()
    return tuple(() if other else one for one, other in zip(marks, is_other, strict=True))


def _is_other(text: str, marks: Spans) -> bool:
    """Return whether a text has so little in common that it is easier to read without marks."""
    return 2 * sum(end - start for start, end in marks) > len(text)
