"""Turns of submitted sessions, and the items of the stages that ask other people about them.

An item shows other people neither the annotator of the session nor the model, and its key does not
reveal them. All items about one session form a group.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from desktop_app.core import keys
from desktop_app.core.canonical import digest_of
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.core.protocol.rows import Draft, ImportContext
from plugins.kiwi.shapes import KEY, SESSION, present, previous_answers


@dataclass(frozen=True)
class Turn:
    """A turn of a submitted session.

    `number`: the number of the turn in its session, from 1
    `previous`: the text that the turn revised
    """

    session: AnnotationData
    item: ItemData
    number: int
    fields: Mapping[str, Any]
    previous: str

    @property
    def key(self) -> tuple[str, str, int]:
        """The identity of the turn: item, annotator, number."""
        return self.session.item, self.session.annotator, self.number

    @property
    def is_faulty(self) -> bool:
        return self.fields.get("rating") in ("neutral", "bad")


class TurnItem(NamedTuple):
    """An item about turns of one session.

    `turn`: one of these turns
    `content`: what annotators see
    `number`: the number of the turn; None if the item is about several turns
    """

    key: str
    turn: Turn
    content: Mapping[str, Any]
    number: int | None = None


def turns_of(dataset: Dataset) -> list[Turn]:
    """Return every turn of the submitted sessions, session by session."""
    items = {item.key: item for item in dataset.items}
    result = []
    for one in dataset.annotations:
        if one.stage != SESSION or one.item not in items:
            continue
        texts = previous_answers(one.answers)
        for number, turn in enumerate(one.answers.get("turns") or (), start=1):
            result.append(Turn(one, items[one.item], number, turn, texts[number - 1]))
    return result


def random_sample(turns: Iterable[Turn], many: int, project: str, what: str) -> list[Turn]:
    """Return a random sample of `many` turns in random order, or all turns if there are fewer.

    `project`, `what`: the project's id and the name of the sample, which together are the seed
    """
    # A hash per turn, not a generator: a new turn does not change the order of the others.
    return sorted(turns, key=lambda turn: (digest_of(project, what, *turn.key), turn.key))[:many]


def question_content(turn: Turn) -> dict[str, Any]:
    """Return the part of an item that shows the question of the session, and its papers."""
    return {name: turn.item.content[name] for name in ("question", "papers", "documents")}


def shown_turn(turn: Turn, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a turn with these names, and the text that the turn revised.

    Other people see the result, so it contains neither the annotator nor the model.
    """
    result = {name: turn.fields[name] for name in names if name in turn.fields}
    return {**result, "previous": turn.previous}


def turn_key(context: ImportContext, stage: str, *turn: Any) -> str:
    """Return the key of an item about a turn or a session. It does not reveal the author.

    `turn`: item and author of the session, then the number of the turn if the item is about one
    """
    # An alias depends on the project's secret seed, so guesses cannot be tested.
    named = context.alias_of(":".join([stage, *map(str, turn)]))
    return keys.external_item_key(context.project, KEY, f"{stage}:{named}")


def turn_drafts(item: TurnItem, stage: str, context: ImportContext) -> Iterator[Draft]:
    """Yield the records of an item about turns: the item and its origin."""
    key, turn, content, number = item
    # The turns of a session form a group, so that the same person gets all of them and reads the
    # session only once.
    session = context.alias_of(f"group:{':'.join(turn.key[:2])}")
    group = keys.group_key(context.project, KEY, "session", session)
    body = {"protocol": KEY, "group": group, "stage": stage, "content": dict(content)}
    yield Draft("item", key, body, context.lead, key)
    parts = [turn.item.name, turn.session.annotator, f"turn {number}" if number else ""]
    origin = {
        "item": key,
        "external_id": f"{stage}:{':'.join(part for part in parts if part)}",
        "author": turn.session.annotator,
        "of": turn.session.item,
        "question": turn.item.origin.get("question"),
        "turn": number,
        "session": content.get("session"),
    }
    yield Draft("origin", key, present(origin), context.lead, key)
