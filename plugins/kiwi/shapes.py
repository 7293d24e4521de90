"""Codes, limits and rules of sessions, turns and passages, shared by all stages of kiwi.

Source: the KIWI paper, sections 2 and 3, figure 3; appendix A for the types of instructions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, get_args

KEY: Final = "kiwi"

# Stages: sessions with a model, second ratings of turns, labels of turns.
SESSION, AGAIN, LABEL = "session", "again", "label"

Kind = Literal["info", "style"]
Rating = Literal["good", "neutral", "bad"]
End = Literal["ready", "limit", "given_up"]
InstructionType = Literal[
    "more_information",
    "expand_coverage",
    "clarification",
    "remove",
    "specific_edit",
    "condense",
    "reorganise",
    "categorise",
    "other",
]
ErrorType = Literal[
    "unrequested_change", "ignored", "constraint_failure", "poor_integration", "other"
]
Retrieval = Literal["all", "some", "none"]

KINDS: Final[tuple[str, ...]] = get_args(Kind)
RATINGS: Final[tuple[str, ...]] = get_args(Rating)
ENDS: Final[tuple[str, ...]] = get_args(End)
INSTRUCTION_TYPES: Final[tuple[str, ...]] = get_args(InstructionType)
ERROR_TYPES: Final[tuple[str, ...]] = get_args(ErrorType)
RETRIEVAL: Final[tuple[str, ...]] = get_args(Retrieval)
ASKS: Final[Mapping[str, tuple[str, ...]]] = {
    "instruction_type": INSTRUCTION_TYPES,
    "error_type": ERROR_TYPES,
    "retrieval": RETRIEVAL,
}
"""The codes with which a turn can be labelled, by question."""

MOST_TURNS: Final = 10  # Section 2.
PASSAGES: Final = 5  # Number of passages retrieved for a question or an instruction, by default.
MOST_PASSAGES: Final = 100  # Maximum number of passages of one turn.
LEAST_PAPERS: Final = 4  # The paper excludes questions with fewer papers.
LONGEST_INSTRUCTION: Final = 60_000  # Characters: enough for 5,000 words.
LONG_INSTRUCTION: Final = 1_000  # Words; a longer instruction causes a warning.
LONGEST_TEXT: Final = 200_000  # Characters of an answer, a summary, a comment or an edit.
LONGEST_NAME: Final = 300  # Characters of a retriever, an error code, a call id or a file name.
MOST_PAPERS: Final = 1_000  # Maximum number of papers of an item.
BREAK: Final = "\n\n"  # Separates the paragraphs of a document.


def present(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that are not empty: no None, and no empty text, list or object."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], {}, ())}


def paragraphs_of(text: str) -> list[str]:
    """Return the paragraphs of a document. Passages refer to them by their index."""
    return text.split(BREAK) if text else []


def paragraphs_in(text: str) -> int:
    """Return the number of paragraphs of a document."""
    return text.count(BREAK) + 1 if text else 0


def document_text(paragraphs: Sequence[str]) -> str:
    """Return the text of a document with these paragraphs, so that `paragraphs_of` returns them.

    Blank paragraphs are dropped. Blank lines within a paragraph and spaces at the ends of lines are
    removed.
    """
    whole = (
        "\n".join(line.rstrip() for line in one.splitlines() if line.strip()) for one in paragraphs
    )
    return BREAK.join(one for one in whole if one)


def text_to_revise(turn: Mapping[str, Any], previous: str) -> str:
    """Return the text that the turn after this one revises, by the rule of figure 3.

    It is the edited answer if there is one, and otherwise the model's answer. If the model's answer
    was rated bad and not edited, it is `previous`.
    """
    if turn.get("edited") is not None:
        return str(turn["edited"])
    return previous if turn.get("rating") == "bad" else str(turn.get("answer") or "")


def previous_answers(answers: Mapping[str, Any]) -> list[str]:
    """Return the text that each turn of a session revised, in order.

    The list has one more entry than there are turns: the text that the next turn would revise.
    Source: figure 3 of the paper.

    `answers`: the answers of a session, in normal form; the field `previous` of a turn takes
        precedence over the rule
    """
    text = str((answers.get("initial") or {}).get("answer") or "")
    result: list[str] = []
    for turn in answers.get("turns") or ():
        text = str(turn.get("previous") if turn.get("previous") is not None else text)
        result.append(text)
        text = text_to_revise(turn, text)
    return [*result, text]


def with_previous(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a session in which each turn states the text that it revised, as `previous`."""
    texts = previous_answers(answers)
    turns = answers.get("turns") or ()
    stated = [{**turn, "previous": text} for turn, text in zip(turns, texts, strict=False)]
    return {**answers, "turns": stated}


def edited_text(turn: Mapping[str, Any]) -> str:
    """Return a turn's final answer: the edited answer, or else the model's answer."""
    edited = turn.get("edited")
    return str(edited if edited is not None else turn.get("answer") or "")
