"""Validation of sessions.

`check_session` returns a session in normal form and validates only its structure.
`session_incomplete` returns what is missing from a submitted session, without reading its item.
`session_about` validates a submitted session against the project's settings, and `session_places`
validates passages together with the texts of the papers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import FieldError
from desktop_app.core.fields import Blank, Row, Seconds, Text, checked
from desktop_app.core.messages import msg
from plugins.kiwi.reading import passages_in
from plugins.kiwi.settings import Settings
from plugins.kiwi.shapes import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_PASSAGES,
    MOST_TURNS,
    paragraphs_in,
    present,
    text_to_revise,
)

# Maximum size of a session: what fits into a record, with space for its other fields.
MOST_BYTES = 3_000_000

Long = Annotated[Text, Field(max_length=LONGEST_TEXT)]
OptionalLong = Annotated[Long | None, Blank]
Name = Annotated[Annotated[Text, Field(max_length=LONGEST_NAME)] | None, Blank]


def _passages(value: Any) -> Any:
    if value in (None, ""):
        return []
    # The number of papers is not known here, so any number is accepted; see `session_places`.
    result, whole = passages_in(value, 10**9)
    if not whole:
        raise ValueError(msg("a passage must have “paper” and “paragraph”, counted from 0"))
    return result


Passages = Annotated[
    Annotated[list[dict[str, Any]], Field(max_length=MOST_PASSAGES)], BeforeValidator(_passages)
]


class Calls(Row):
    """The ids of the records of a turn's calls, by the text that the model wrote."""

    summary: Name = None
    answer: Name = None


class TurnFields(Row):
    """One turn of a session.

    `previous`: the text that the turn revised, if it is not the text given by the rule
    `type`: None if unknown, which occurs in data collected elsewhere
    `rating`, `comment`: None in data collected elsewhere; required for every turn of a submitted
        session
    """

    type: Annotated[Literal["info", "style"] | None, Blank] = None
    instruction: Long
    previous: Long | None = None
    passages: Annotated[Passages, Field(default_factory=list)]
    query: OptionalLong = None
    retriever: Name = None
    summary: OptionalLong = None
    answer: Long
    rating: Annotated[Literal["good", "neutral", "bad"] | None, Blank] = None
    comment: OptionalLong = None
    edited: OptionalLong = None
    calls: Calls | None = None
    seconds: Seconds = None


class InitialFields(Row):
    """The first answer."""

    answer: Long
    passages: Annotated[Passages, Field(default_factory=list)]
    query: OptionalLong = None
    retriever: Name = None
    call: Name = None
    prepared: bool | None = None


class SessionFields(Row):
    """A whole session.

    `left`: the turn that was in progress when the annotator ended the session
    """

    initial: InitialFields | None = None
    turns: Annotated[list[TurnFields], Field(default_factory=list, max_length=MOST_TURNS)]
    end: Annotated[Literal["ready", "limit", "given_up"] | None, Blank] = None
    left: dict[str, Any] | None = None


def check_session(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a session in normal form.

    Raises FieldError for an invalid structure, a turn in progress, and a session that is too large
    for a record.
    """
    if answers.get("current"):
        raise FieldError(
            "current", msg("a turn is in progress: finish it before submitting the session")
        )
    given = {name: value for name, value in answers.items() if name != "current"}
    row = checked(SessionFields, given)
    result: dict[str, Any] = dict(row.extra())
    if row.initial is not None:
        result["initial"] = _plain(row.initial)
    # `text` is the answer that the next turn revises by the rule; see `shapes.text_to_revise`.
    text = row.initial.answer if row.initial is not None else ""
    turns = []
    for one in row.turns:
        turn = _plain(one)
        # An edit that changes nothing is dropped, so that the same session gives the same record.
        if turn.get("edited") == turn["answer"]:
            turn.pop("edited")
        # `previous` is kept only if it differs from the text that the rule gives.
        if one.previous is not None and one.previous != text:
            turn["previous"], text = one.previous, one.previous
        turns.append(turn)
        text = text_to_revise(turn, text)
    # A session can be given up before its first answer; in that case it has no list of turns.
    if row.initial is not None or turns:
        result["turns"] = turns
    result |= present({"end": row.end, "left": row.left})
    if len(canonical_bytes(result)) > MOST_BYTES:
        raise FieldError("turns", msg("the session is too long to store"))
    return result


def _plain(row: TurnFields | InitialFields) -> dict[str, Any]:
    """Return the non-empty fields of a turn or first answer; keep `answer` even if it is empty."""
    result = present(row.model_dump(exclude={"previous"}, exclude_none=True))
    calls = present(result.get("calls", {}))
    return {**result, **({"calls": calls} if calls else {}), "answer": row.answer}


def session_incomplete(answers: Mapping[str, Any]) -> FieldError | None:
    """Return the first reason why a session cannot be submitted; None if it can.

    `answers`: a session in normal form
    """
    initial, end, turns = answers.get("initial"), answers.get("end"), answers.get("turns") or []
    if end is None:
        return FieldError("end", msg("state how the session ended"))
    # Only a session that was given up may have no first answer.
    if initial is None and end != "given_up":
        return FieldError("initial", msg("is missing"))
    if initial is None and turns:
        return FieldError("turns", msg("nothing can be revised without a first answer"))
    if initial is not None and not turns and end == "ready" and not str(initial["answer"]).strip():
        return FieldError("initial", msg("the first answer is empty"))
    if end == "limit" and not turns:
        return FieldError("end", msg("no turn was used"))
    # Errors name the turn as the window counts it, from 1.
    for place, turn in enumerate(turns, start=1):
        problem = _turn_problem(turn, place)
        if problem:
            return FieldError("turns", problem)
    return None


def _turn_problem(turn: Mapping[str, Any], place: int) -> str:
    """Return why a session with this turn cannot be submitted; empty if it can.

    `place`: the number of the turn, from 1
    """
    if "type" not in turn:
        return msg("turn {place} has no kind of instruction", place=place)
    if not turn["instruction"].strip():
        return msg("turn {place} has no instruction", place=place)
    if not str(turn.get("comment") or "").strip():
        return msg("turn {place} has no comment", place=place)
    if not str(turn["answer"]).strip():
        return msg("turn {place} has no answer", place=place)
    if "rating" not in turn:
        return msg("turn {place} has no rating", place=place)
    # Only turns rated neutral or bad are edited (KIWI paper).
    if "edited" in turn and turn["rating"] == "good":
        return msg("turn {place} is rated good and was edited", place=place)
    if "edited" in turn and not turn["edited"].strip():
        return msg("the edited answer of turn {place} is empty", place=place)
    return ""


def session_about(
    content: Mapping[str, Any], answers: Mapping[str, Any], settings: Settings
) -> None:
    """Validate a submitted session by the project's settings, without reading its item.

    Raises FieldError if the session is incomplete, and if its turns do not comply with the
    settings.
    """
    problem = session_incomplete(answers)
    if problem is not None:
        raise problem
    turns = answers.get("turns") or []
    for place, turn in enumerate(turns, start=1):
        # Passages are retrieved for information-seeking instructions only. A turn with a stylistic
        # instruction cannot have shown passages, and figures about retrieval would count them.
        if turn["type"] == "style" and turn.get("passages"):
            raise FieldError(
                "turns", msg("turn {place} is stylistic but has passages", place=place)
            )
    most = settings.most_turns
    if len(turns) > most:
        raise FieldError(
            "turns", msg("there are {count}; the maximum is {most}", count=len(turns), most=most)
        )
    if answers["end"] == "limit" and len(turns) < most:
        raise FieldError(
            "end", msg("{count} of {most} turns were used", count=len(turns), most=most)
        )


def session_places(
    documents: Sequence[Any], text_of: Callable[[str], str | None], answers: Mapping[str, Any]
) -> None:
    """Validate the passages that were shown in a session.

    `documents`: document keys of the papers of its item
    `text_of`: returns the text of a document by its key; None if it is not available

    Raises FieldError if a passage cannot be from these papers.
    """
    turns = (answers.get("initial") or {}, *(answers.get("turns") or ()))
    passages = [passage for turn in turns for passage in turn.get("passages") or ()]
    problem = passage_problem(passages, documents, text_of)
    if problem:
        raise FieldError("turns", problem)


def passage_problem(
    passages: Iterable[Mapping[str, Any]],
    documents: Sequence[Any],
    text_of: Callable[[str], str | None],
) -> str:
    """Return why passages cannot be from these papers; empty if they can.

    The number of a paragraph is not checked if the text of its paper is not available.

    `documents`, `text_of`: as in `session_places`
    """
    papers = len(documents)
    # Number of paragraphs by paper, so that the paragraphs of each text are counted only once.
    counts: dict[int, int | None] = {}
    for one in passages:
        number, paragraph = one["paper"], one["paragraph"]
        if number >= papers:
            return msg(
                "a passage refers to paper [{number}], but the number of papers is {papers}",
                number=number,
                papers=papers,
            )
        if number not in counts:
            text = text_of(str(documents[number]))
            counts[number] = None if text is None else paragraphs_in(text)
        paragraphs = counts[number]
        if paragraphs is not None and paragraph >= paragraphs:
            return msg(
                "a passage is paragraph {paragraph} of paper [{number}], which has "
                "{paragraphs} paragraphs, numbered from 0",
                paragraph=paragraph,
                number=number,
                paragraphs=paragraphs,
            )
    return ""
