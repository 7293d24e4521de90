"""Preferred topics of people, from their background answers and the lead's data."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from desktop_app.core.protocol.data import Dataset


def who_prefers(topic: Any, dataset: Dataset, people: Collection[str]) -> list[str]:
    """Return those of `people` who named a topic, ignoring case and white space.

    Topics come from rows of preferences, the questionnaire and the roster. Never raises.
    """
    wanted = _plain(topic)
    if not wanted:
        return []
    rows = {str(row.get("annotator")): row for row in dataset.rows.get("preferences", ())}
    result = []
    for person in people:
        places = (rows, dataset.background, dataset.people)
        named = (_listed(place.get(person, {}).get("topics")) for place in places)
        if any(wanted == _plain(one) for topics in named for one in topics):
            result.append(person)
    return result


def _listed(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list | tuple) else ()


def _plain(topic: Any) -> str:
    return " ".join(topic.split()).casefold() if isinstance(topic, str) else ""
