"""Texts of training records: critiques as running text, and user requests.

The texts are always English, whatever the language of the window, so that equal projects give equal
files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plugins.cnr.critiques import SIDES

ASK_CRITIQUE = (
    "Critique your response: give it an overall score from 1 to 5, and say what is good and what"
    " should be improved."
)
ASK_REVISION = "Now revise the response according to the critique."
ASK_BETTER = "Now give a better response."


def critique_in_words(answers: Mapping[str, Any]) -> str:
    """Return a critique as running text: score, positive points, negative points."""
    lines = []
    if answers.get("score") is not None:
        lines.append(f"Overall score: {answers['score']}/5")
    for side, title in zip(SIDES, ("Positive aspects", "Negative aspects"), strict=True):
        points = [str(point["text"]).strip() for point in answers.get(side, ())]
        if points:
            lines += [f"{title}:", *(f"- {point}" for point in points)]
        elif side == "negative" and answers.get("nothing_to_improve"):
            lines.append(f"{title}: nothing needs to be improved.")
    return "\n".join(lines)
