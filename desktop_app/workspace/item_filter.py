"""The conditions by which a lead's list of items is filtered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class ItemFilter:
    """Conditions that an item must meet, all of them; an empty one is met by every item.

    `title`: describes to the lead what is shown if `keys` select it
    `text`: words that the item's texts or answers contain
    `keys`: keys of items; None: any
    `status`: “unassigned”, “open”, “partial” or “done”
    `person`: id of a person who has the item or has answered it
    `mark`: “flagged”, “skipped” or “conflict”
    `day`: date of an answer, YYYY-MM-DD in local time
    `question`, `answer`: key of a question, and the code that somebody has chosen there
    `least_disagreement`: share of pairs of annotators that differ, from 0 to 1
    `fields`: own fields of items, with the value that each must have
    """

    title: str = ""
    text: str = ""
    keys: frozenset[str] | None = None
    status: str = ""
    person: str = ""
    mark: str = ""
    day: str = ""
    question: str = ""
    answer: str = ""
    least_disagreement: float | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
