"""Rows of tasks and of ratings of tasks for tests."""

from __future__ import annotations

from typing import Any

CRITERIA = ("textual", "expertise", "no_equipment", "routine", "duration")


def task(name: str | None = None, **changes: Any) -> dict[str, Any]:
    """Return a row of a task with a unique text in every field."""
    word = name or "task"
    row: dict[str, Any] = {
        "id": name,
        "field": "Physics",
        "objective": f"Write the plan of {word}",
        "procedure": f"First look at {word}, then write down what follows from it.",
        "notes": f"Beginners forget the errors of {word}.",
        "input_sections": [
            {"title": f"Aim of {word}", "length": "1 paragraph", "description": "What is asked."},
            {"title": "Instruments", "description": "What there is."},
        ],
        "output_sections": [
            {"title": f"Plan of {word}", "length": "2-3 paragraphs", "description": "Steps."}
        ],
        **changes,
    }
    return {field: value for field, value in row.items() if value is not None}


def described(word: str, **changes: Any) -> dict[str, Any]:
    """Return a task as its author submits it from a file."""
    fields = {
        "objective": f"Write the plan of {word}",
        "procedure": f"Look at {word}; write.",
        "criteria": dict.fromkeys(CRITERIA, True),
    }
    return task(None, **{**fields, **changes})


def rating(**changes: Any) -> dict[str, Any]:
    """Return the answers of a complete validation."""
    return {
        "representativeness": "likely",
        "complexity": "medium",
        "time_required": "1_4_hours",
        "usefulness": "yes",
        "anonymity": "no",
        "anonymity_text": "Nobody is named.",
        "biased_outcomes": "no",
        "biased_outcomes_text": "It is about stars.",
        "ethical_considerations": "no",
        "ethical_considerations_text": "None that I see.",
        "workforce_impact": "unsure",
        "workforce_impact_text": "Too early to say.",
        "accessibility": "yes",
        "accessibility_text": "Charts need descriptions.",
        **changes,
    }
