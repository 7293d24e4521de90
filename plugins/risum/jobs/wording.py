"""Texts for models: parts of prompts, and errors in answers; in English, like the prompts."""

from __future__ import annotations

from collections.abc import Sequence

TASK = (
    "Rate from 1 to 5 how well the answer carries out the instruction:\n\n{options}\n\n"
    "Check each requirement of the instruction, such as form, length and subject."
)

EQUAL = "must differ from each other"


def earlier_rounds(history: Sequence[Sequence[tuple[float, str]]]) -> str:
    """Return what all assessors said in the earlier rounds; “” in the first round.

    `history`: (rating, reason) of each assessor, by round
    """
    lines = []
    for number, ratings in enumerate(history, start=1):
        lines.append(f"\nWhat was said in round {number}:")
        for assessor, (value, reason) in enumerate(ratings, start=1):
            lines.append(f"Assessor {assessor} rated {value:g}: {reason}")
    return "\n".join([*lines, ""]) if lines else ""
