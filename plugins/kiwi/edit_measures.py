"""Amount of change in answers, by instruction type, model and kind of edit.

The source of a turn is the answer it revises. The target of a turn is the revised answer that does
what the instruction asks: the edited answer, or the model's answer if it was rated good. Turns that
were rated neutral or bad and not edited have no target and are left out. Source: the KIWI paper,
appendix A.3 and table 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.core.messages import msg
from desktop_app.stats.estimates import mean
from desktop_app.text.edits import word_edit_distance, words
from plugins.kiwi.session_data import Collected, Place, Turn
from plugins.kiwi.shapes import KINDS

TOTAL = "total"
FIGURES = (
    "instruction_words",
    "source_words",
    "target_words",
    "length_ratio",
    "edit_distance",
    "edit_ratio",
)
NO_TARGETS = msg("no such turn is good or was edited")
NO_SOURCES = msg("the answers to be revised are empty")


@dataclass(frozen=True)
class Change:
    """The lengths of one turn's texts in words, and the number of changed words.

    The number counts the words that were inserted, deleted or replaced.
    """

    turn: Turn
    instruction: int
    source: int
    target: int
    distance: int


def changes(found: Collected) -> list[Change]:
    """Return the changes of every turn that has a target, in order."""
    return [
        Change(
            turn,
            words(turn.instruction),
            words(turn.previous),
            words(turn.final),
            word_edit_distance(turn.previous, turn.final),
        )
        for turn in found.turns.values()
        if turn.rating == "good" or (turn.failed and turn.edited is not None)
    ]


def edit_table(
    given: Sequence[Change], types: Mapping[Place, str], codes: Iterable[str], models: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """Return the means of `FIGURES` and n for every type, kind and model, and for all turns.

    types  the type of each labelled turn, as shown in the tables
    codes  the types, in the order of their rows
    """
    rows: dict[str, Callable[[Turn], bool]] = {}
    # Default arguments bind the loop variable now; a plain closure would see only the last one.
    for code in codes:
        rows[code] = lambda turn, code=code: types.get(turn.place) == code  # type: ignore[misc]
    for kind in KINDS:
        rows[kind] = lambda turn, kind=kind: turn.kind == kind  # type: ignore[misc]
    for model in models:
        # A model may have the name of a type or of the total, which must not be overwritten.
        name = f"model {model}" if model in rows or model == TOTAL else model
        rows[name] = lambda turn, model=model: turn.model == model  # type: ignore[misc]
    rows[TOTAL] = lambda turn: True
    return {name: row([one for one in given if has(one.turn)]) for name, has in rows.items()}


def row(given: Sequence[Change]) -> dict[str, Any]:
    """Return one row of the table.

    Ratios are means of the ratios of the turns whose source has words; `ratios_n` is their number.
    """
    if not given:
        return {**dict.fromkeys(FIGURES), "n": 0, "ratios_n": 0, "why": NO_TARGETS}
    with_source = [one for one in given if one.source]

    def ratio(of: Callable[[Change], int]) -> float | None:
        return mean([of(one) / one.source for one in with_source]) if with_source else None

    result: dict[str, Any] = {
        "instruction_words": mean([float(one.instruction) for one in given]),
        "source_words": mean([float(one.source) for one in given]),
        "target_words": mean([float(one.target) for one in given]),
        "length_ratio": ratio(lambda one: one.target),
        "edit_distance": mean([float(one.distance) for one in given]),
        "edit_ratio": ratio(lambda one: one.distance),
        "n": len(given),
        "ratios_n": len(with_source),
    }
    return result if with_source else {**result, "why": NO_SOURCES}
