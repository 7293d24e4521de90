"""Sessions for tests of kiwi, built by hand or at random without a workspace."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core import keys
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData

PROJECT = "p" * 32
PAPER = "In paper {paper}, paragraph {paragraph} speaks of matter {paper}-{paragraph}."
WORDS = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "method",
    "data",
    "model",
    "shows",
    "that",
    "answer",
    "papers",
    "results",
    "many",
    "few",
    "[0]",
    "[1]",
]


def key_of(name: str) -> str:
    return keys.external_item_key(PROJECT, "kiwi", name)


def documents(papers: int = 4, paragraphs: int = 3) -> dict[str, str]:
    """Return documents by key, each with this number of paragraphs."""
    texts = [
        "\n\n".join(PAPER.format(paper=paper, paragraph=n) for n in range(paragraphs))
        for paper in range(papers)
    ]
    return {keys.document_key(text): text for text in texts}


def item(name: str, question: str, model: str = "", papers: int = 4) -> ItemData:
    """Return the item of a session. Only leads know its `model`."""
    content: dict[str, Any] = {
        "question": question,
        "papers": [{"title": f"Title {n}"} for n in range(papers)],
        "documents": list(documents(papers)),
    }
    if model:
        content["model"] = f"alias-{model}"
    origin = {"external_id": name, **({"model": model} if model else {})}
    return ItemData(key_of(name), key_of(question), content, origin, "session")


def turn(
    kind: str,
    rating: str,
    instruction: str = "Shorten it",
    answer: str = "a b",
    **more: Any,
) -> dict[str, Any]:
    made = {"type": kind, "instruction": instruction, "answer": answer, "rating": rating}
    return {**made, "comment": f"It is {rating}", **more}


def session(
    of: ItemData,
    author: str,
    turns: Sequence[Mapping[str, Any]],
    initial: str = "one two three",
    end: str = "ready",
    seconds: float | None = None,
) -> AnnotationData:
    answers = {"initial": {"answer": initial}, "turns": list(turns), "end": end}
    return AnnotationData(of.key, author, "session", answers, seconds, f"{of.key}{author}")


def dataset(
    items: Sequence[ItemData],
    annotations: Sequence[AnnotationData],
    rows: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    aliases: Mapping[str, str] | None = None,
) -> Dataset:
    people = {one.annotator: {"role": "annotator"} for one in annotations}
    known = {str(one.origin["model"]) for one in items if one.origin.get("model")}
    return Dataset(
        project=PROJECT,
        protocol="kiwi",
        title="Answers",
        items=list(items),
        annotations=list(annotations),
        documents=documents(),
        people=people,
        background={},
        rows=rows or {},
        aliases={model: f"alias-{model}" for model in known} if aliases is None else aliases,
    )


# What table 2 of the paper prints: turns, edited ones, information-seeking ones, by model; and how
# many were rated good, neutral and bad: 500 good in all, 59 % of gpt-4's and 27 % of llama2's.
PUBLISHED: Mapping[str, tuple[int, int, int, tuple[int, int, int]]] = {
    "gpt-4": (370, 55, 218, (218, 90, 62)),
    "gpt-3.5": (402, 111, 245, (150, 150, 102)),
    "llama2": (488, 149, 215, (132, 176, 180)),
}
SESSIONS = 78


def released(seed: int = 0) -> list[dict[str, Any]]:
    """Return sessions with the numbers of table 2 in the published layout.

    Whatever the table does not state, such as texts and the order of turns, is random.
    """
    rng = random.Random(seed)
    rows = []
    for model, (turns, edited, info, ratings) in PUBLISHED.items():
        kinds = ["info"] * info + ["style"] * (turns - info)
        rated = ["good"] * ratings[0] + ["neutral"] * ratings[1] + ["bad"] * ratings[2]
        by_hand = [True] * edited + [False] * (turns - ratings[0] - edited)
        for some in (kinds, rated, by_hand):
            rng.shuffle(some)
        lengths = [1] * SESSIONS
        while sum(lengths) < turns:
            place = rng.randrange(SESSIONS)
            lengths[place] += lengths[place] < 10
        fixed = iter(by_hand)
        given = iter(zip(kinds, rated, strict=True))
        for number, length in enumerate(lengths):
            interaction = []
            for _ in range(length):
                kind, rating = next(given)
                turned = rating != "good" and next(fixed)
                interaction.append(
                    {
                        "instruction": _text(rng, 3, 40),
                        "type": kind,
                        "answer_1": _text(rng, 20, 120),
                        "answer_2": _text(rng, 20, 120) if turned else "",
                        "rating": rating,
                        "comment": _text(rng, 2, 12),
                    }
                )
            rows.append(
                {
                    "original_question": f"Question {number}: what of {WORDS[number % 16]}?",
                    "model_name": model,
                    "initial_answer": _text(rng, 40, 120),
                    "initial_docs": [{"title": "T", "text": "A passage."}],
                    "annotator_id": f"person-{(number + len(model)) % 15}",
                    "interaction": interaction,
                }
            )
    return rows


def _text(rng: random.Random, least: int, most: int) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(least, most)))


def of_released(
    rows: Sequence[Mapping[str, Any]],
    more: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
) -> Dataset:
    """Return published sessions as a dataset without using the program's readers."""
    items, annotations = [], []
    for place, row in enumerate(rows):
        of = item(f"s{place}", str(row["original_question"]), str(row["model_name"]))
        turns = [
            {
                "type": one["type"],
                "instruction": one["instruction"],
                "answer": one["answer_1"],
                "rating": one["rating"],
                "comment": one["comment"],
                **({"edited": one["answer_2"]} if one["answer_2"] else {}),
            }
            for one in row["interaction"]
        ]
        items.append(of)
        initial = str(row["initial_answer"])
        annotations.append(session(of, str(row["annotator_id"]), turns, initial))
    return dataset(items, annotations, more)
