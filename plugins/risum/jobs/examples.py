"""Rated examples that prompts contain: written for this program, or rated by people.

Source: riSum, section 3.3, “random”: examples written by hand, which are not among the items, or
examples picked at random from the other documents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from statistics import fmean
from typing import Any

from desktop_app.core.job_options import chance
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.raters import shortened
from desktop_app.core.rating_examples import LONGEST_TEXT, recorded_pool


@dataclass(frozen=True)
class Example:
    """An answer with its ratings.

    `follows`, `rating`: None if nobody answered this question
    `document_key`, `item`: keys of an item and its document; “” for a written example
    """

    document: str
    instruction: str
    answer: str
    follows: bool | None
    rating: int | None
    reason: str = ""
    document_key: str = ""
    item: str = ""

    def rated(self, question: str) -> str:
        """Return the rating as in a prompt; “” if there is none. `question`: follows or rating."""
        if question == "follows":
            return {True: "Yes", False: "No", None: ""}[self.follows]
        return "" if self.rating is None else str(self.rating)


_BRIDGE = (
    "The footbridge at Mill Lane will be closed from 3 to 14 March. Its planks are rotten, and two "
    "people were slightly hurt in January. A ferry runs every 20 minutes, from 7 in the morning "
    "until 8 in the evening, and costs nothing."
)
_BEES = (
    "In a study of 40 gardens, those with a strip of wild flowers had three times as many wild "
    "bees as those without. Honey bees were equally frequent in both. The authors counted for a "
    "single summer and ask for longer studies."
)
WRITTEN = (
    Example(
        _BRIDGE,
        "Name the replacement for the bridge, and its hours, in one sentence.",
        "A free ferry replaces the bridge every 20 minutes from 7 a.m. to 8 p.m.",
        follows=True,
        rating=5,
        reason="One sentence names the ferry and its hours, and everything in it is right.",
    ),
    Example(
        _BEES,
        "List the two results of the study as bullet points.",
        "The study looked at bees in gardens and found that flowers are good for them.",
        follows=False,
        rating=2,
        reason="It is a sentence instead of a list, and the result about honey bees is missing.",
    ),
    Example(
        _BEES,
        "What is the main weakness of this study? Use at most 15 words.",
        "It lasted only one summer; the authors themselves call for longer ones in more gardens.",
        follows=True,
        rating=4,
        reason="Length and subject are right, but the study does not call for more gardens.",
    ),
    Example(
        _BRIDGE,
        "Explain to a child in two sentences why the bridge is closed.",
        "Bridges are important structures. Engineers inspect them regularly. Tickets are cheap.",
        follows=False,
        rating=1,
        reason="It has three sentences, gives no reason for the closure, and invents a price.",
    ),
    Example(
        _BRIDGE,
        "Summarise the notice in one sentence for commuters.",
        "The bridge is closed in March because of repairs, and there is a ferry.",
        follows=True,
        rating=3,
        reason="It is one sentence with the core, but commuters need the dates and hours.",
    ),
)


def rated_examples(dataset: Dataset) -> list[Example]:
    """Return the items that people rated, with rounded means of their ratings.

    A mean of exactly one half counts as No, and a mean between two ratings as the lower one.
    """
    given: dict[str, list[Mapping[str, Any]]] = {}
    for annotation in dataset.annotations:
        given.setdefault(annotation.item, []).append(annotation.answers)
    result = []
    for item in dataset.items:
        means = {}
        for question in ("follows", "rating"):
            values = [one[question] for one in given.get(item.key, ()) if question in one]
            means[question] = fmean(values) if values else None
        yes, mean = means["follows"], means["rating"]
        document = str(item.content["document"])
        example = Example(
            dataset.documents.get(document, ""),
            str(item.content["instruction"]),
            str(item.content["answer"]),
            None if yes is None else yes > 0.5,
            None if mean is None else ceil(mean - 0.5),
            document_key=document,
            item=item.key,
        )
        result.append(example)
    return result


@dataclass(frozen=True)
class Pool:
    """The examples from which a seed chooses.

    `row`: the record that fixes them; None for written examples
    `note`: what people should know about them
    """

    examples: Sequence[Example]
    row: Mapping[str, Any] | None = None
    note: str = ""


def random_pool(dataset: Dataset, question: str, seed: int) -> Pool:
    """Return the items with people's ratings for a question from which a seed chooses."""
    known = rated_examples(dataset)
    current = [
        {"item": one.item, "value": getattr(one, question)} for one in known if one.rated(question)
    ]
    row, note = recorded_pool(dataset, question, seed, current)
    items = {one.item: one for one in known}
    fixed = [
        replace(items[one["item"]], **{question: one["value"]})
        for one in row["examples"]
        if one["item"] in items
    ]
    return Pool(fixed, row, note)


def others(examples: Sequence[Example], item: ItemData) -> list[Example]:
    """Return the examples that are not about an item's own document."""
    # Written examples have no document key.
    return [one for one in examples if one.document_key != item.content["document"]]


def chosen(examples: Sequence[Example], item: ItemData, count: int, *, seed: int) -> list[Example]:
    """Return examples for an item: the first written ones, or a random choice.

    Examples about the item's own document are left out. The choice depends only on `seed` and the
    item.
    """
    if not examples or not examples[0].document_key:
        return list(examples[:count])
    return chance("examples", seed, item.key).sample(others(examples, item), count)


def examples_text(examples: Sequence[Example], question: str, *, with_reason: bool = False) -> str:
    """Return the part of a prompt that shows examples with their ratings; “” without any.

    `question`: “follows” or “rating”
    """
    if not examples:
        return ""
    parts = []
    for number, one in enumerate(examples, start=1):
        # People's ratings have no reason.
        reason = f"Reason: {one.reason}\n" if with_reason and one.reason else ""
        parts.append(
            f"Example {number}\nDocument: {shortened(one.document, LONGEST_TEXT)}\n"
            f"Instruction: {one.instruction}\nAnswer: {one.answer}\n{reason}"
            f"Rating: {one.rated(question)}"
        )
    return "\nExamples with their ratings:\n\n" + "\n\n".join(parts) + "\n"
