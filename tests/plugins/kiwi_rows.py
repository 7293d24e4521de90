"""Rows of questions, sessions, and judgements of their turns for tests."""

from __future__ import annotations

from typing import Any

TOPICS = ("bridges", "rivers", "stars", "songs", "bees", "glass")


def papers(word: str, many: int = 6, paragraphs: int = 3) -> list[dict[str, Any]]:
    """Return papers with different words in every paragraph."""
    return [
        {
            "title": f"On {word} {place}",
            "authors": [f"A. {word.title()}", "B. Reader"],
            "paragraphs": [
                f"Paragraph {number} of paper {place} speaks of {word} and {TOPICS[place % 6]}."
                for number in range(paragraphs)
            ],
        }
        for place in range(many)
    ]


def question(name: str = "q1", **changes: Any) -> dict[str, Any]:
    """Return a row of a question with its papers."""
    row = {
        "id": name,
        "question": f"What is known about {name}?",
        "documents": papers(name),
        "source_paper": f"A survey of {name}",
        "related_work": f"Much was written about {name}.",
        "track": "Bridges",
        **changes,
    }
    return {field: value for field, value in row.items() if value is not None}


def turn(number: int = 1, **changes: Any) -> dict[str, Any]:
    """Return a turn. Turns with odd numbers are information-seeking."""
    seeks = number % 2 == 1
    found: dict[str, Any] = {
        "type": "info" if seeks else "style",
        "instruction": f"Do {number} with the answer.",
        "answer": f"Answer {number} about it [0].",
        "rating": "good",
        "comment": f"Comment {number}.",
    }
    if seeks:
        found |= {
            "passages": [{"paper": 1, "paragraph": 0, "score": 1.5, "retriever": "bm25"}],
            "query": f"Do {number} with the answer.",
            "retriever": "bm25",
            "summary": f"Summary {number}.",
        }
    return {name: value for name, value in {**found, **changes}.items() if value is not None}


def session(item: str = "q1", annotator: str = "ana", **changes: Any) -> dict[str, Any]:
    """Return a row of a session with four turns: good; neutral and edited; bad; good."""
    row = {
        "item": item,
        "annotator": annotator,
        "model": "large model",
        "initial_answer": f"First answer to {item} [2].",
        "initial_passages": [{"paper": 2, "paragraph": 1}],
        "turns": [
            turn(1),
            turn(2, rating="neutral", edited="Answer 2, edited by hand."),
            turn(3, rating="bad"),
            turn(4),
        ],
        "end": "ready",
        "seconds": 100.5,
        **changes,
    }
    return {name: value for name, value in row.items() if value is not None}
