"""Items derived from the project: sessions of questions and models, and turns to rate or label.

Every question has an item for each of the project's models, or one item without a model if the
project has none. The content of assigned items stays unchanged. Closed items are not assigned to
more people.

Turns of submitted sessions become items of the later stages. Two samples are drawn at random: the
turns that are rated again, and the turns whose passages are judged. The project's id is the seed,
so the samples are equal on every lead's computer. A turn that is not assigned yet can be displaced
from its sample by turns that arrive later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.core import keys
from desktop_app.core.aliases import PREFIX
from desktop_app.core.canonical import digest_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import CLOSED, AnnotationData, Dataset, ItemData
from desktop_app.core.protocol.rows import Draft, ImportContext
from plugins.kiwi.project_questions import (
    NO_TEXT,
    TEXT_GONE,
    TOO_FEW,
    item_key,
    models_of,
    questions_of,
)
from plugins.kiwi.rows import initial_digest
from plugins.kiwi.sessions import COLLECTED, session_drafts
from plugins.kiwi.settings import Settings
from plugins.kiwi.shapes import AGAIN, KEY, LABEL, SESSION, present, previous_answers

# Why an item is closed. The texts are stored with items, so they must not change.
UNCHECKED = msg("its first answer has not been checked")
CHANGED = msg("its first answer was changed after the check")
DROPPED = msg("its first answer was rejected")
OWN_MODELS = msg("the project has models now, and an item for each of them")
GONE = msg("its question was removed or is in conflict")
SESSION_GONE = msg("its session was removed or is in conflict")
NOT_DRAWN = msg("none of its turns is still rated again")
REASONS = (
    UNCHECKED, CHANGED, DROPPED, OWN_MODELS, GONE, COLLECTED, NO_TEXT, TEXT_GONE, TOO_FEW,
    SESSION_GONE, NOT_DRAWN,
)  # fmt: skip
_SHOWN = ("type", "instruction", "passages", "summary", "answer")
_LABELLED = (*_SHOWN, "rating", "comment", "edited")


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


def retrieval_sample(dataset: Dataset, settings: Settings) -> set[tuple[str, str, int]]:
    """Return the turns whose passages are judged, each as (item, annotator, number).

    They are drawn at random from the information-seeking turns rated neutral or bad.
    """
    eligible = (
        turn for turn in turns_of(dataset) if turn.is_faulty and turn.fields.get("type") == "info"
    )
    many = settings.retrieval_labels
    return {turn.key for turn in random_sample(eligible, many, dataset.project, "retrieval")}


def turn_items(
    dataset: Dataset, context: ImportContext, given: Collection[str], settings: Settings
) -> Iterator[Draft]:
    """Yield the items of second ratings and labels, with their origins.

    For an assigned item, only the origin is yielded.

    `given`: keys of items that were assigned or answered
    """
    turns = turns_of(dataset)
    # Each item's key with its stage, one of its turns and its content.
    made: dict[str, tuple[str, Turn, dict[str, Any]]] = {
        key: (stage, turn, content)
        for stage, items_of in _ITEMS_OF_TURNS.items()
        for key, turn, content in items_of(dataset, turns, context, given, settings)
    }
    for key, (stage, turn, content) in made.items():
        if key not in given:
            yield from _drafts(key, stage, turn, content, context)
    # Existing items are closed if their session is gone or their turn is no longer drawn, and
    # opened again if it is back. They are never removed, because other people may have them.
    sessions = {(turn.session.item, turn.session.annotator) for turn in turns}
    for item in dataset.items:
        if item.stage not in _ITEMS_OF_TURNS:
            continue
        here = (str(item.origin.get("of")), str(item.origin.get("author"))) in sessions
        # The loop above has already yielded the origins of the other items.
        if not here or item.key not in made or item.key in given:
            why = SESSION_GONE if not here else NOT_DRAWN if item.key not in made else ""
            origin = {name: value for name, value in item.origin.items() if name != CLOSED}
            updated = {**origin, **present({CLOSED: why})}
            yield Draft("origin", item.key, updated, context.lead, item.key)


def is_own(content: Mapping[str, Any], handed_in: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether the turns to rate again are from a session that this person submitted.

    The texts are compared, because an item does not contain the author of its session. Never
    raises.

    `handed_in`: the answers that the person submitted
    """
    shown = content.get("turns")
    if not isinstance(shown, list) or not shown:
        return False
    # The content comes from another person's record, so its structure is not guaranteed.
    own_turns, first = (
        _turns_of(shown),
        shown[0].get("previous") if isinstance(shown[0], Mapping) else None,
    )
    return any(
        # The item may show only the first turns of the session.
        _turns_of(answers.get("turns"))[: len(own_turns)] == own_turns and _first(answers) == first
        for answers in handed_in
    )


def _first(answers: Mapping[str, Any]) -> Any:
    initial = answers.get("initial")
    return initial.get("answer") if isinstance(initial, Mapping) else None


def _turns_of(turns: Any) -> list[tuple[Any, Any]]:
    listed = turns if isinstance(turns, list) else []
    return [
        (one.get("instruction"), one.get("answer")) if isinstance(one, Mapping) else (None, None)
        for one in listed
    ]


def _to_rate_again(
    dataset: Dataset,
    turns: list[Turn],
    context: ImportContext,
    given: Collection[str],
    settings: Settings,
) -> Iterator[tuple[str, Turn, dict[str, Any]]]:
    """Yield the items with turns to rate again: the key, one of the turns, and the content."""
    # Assigned items count towards the number of second ratings and keep their turns.
    assigned = {
        item.key: item for item in dataset.items if item.stage == AGAIN and item.key in given
    }
    asked = sum(_asked(item.content) for item in assigned.values())
    sessions: dict[str, list[Turn]] = {}
    for turn in turns:
        sessions.setdefault(_key(context, AGAIN, *turn.key[:2]), []).append(turn)
    rest = [turn for key, own in sessions.items() if key not in assigned for turn in own]
    many = max(settings.second_ratings - asked, 0)
    chosen = {turn.key for turn in random_sample(rest, many, dataset.project, "again")}
    for key, own in sessions.items():
        if key in assigned:
            yield key, own[-1], dict(assigned[key].content)
            continue
        places = [turn.number for turn in own if turn.key in chosen]
        if not places:
            continue
        # Turns before the last drawn one are shown too: a turn is understood from its history.
        shown = [
            {**_shown(turn, _SHOWN), "turn": turn.number, "ask": turn.number in places}
            for turn in own[: max(places)]
        ]
        # The alias hides who worked on which item.
        opaque = context.alias_of(f"session:{':'.join(own[0].key[:2])}").removeprefix(PREFIX)
        yield key, own[0], {**_question(own[0]), "session": opaque, "turns": shown}


def _to_label(
    dataset: Dataset,
    turns: list[Turn],
    context: ImportContext,
    given: Collection[str],
    settings: Settings,
) -> Iterator[tuple[str, Turn, dict[str, Any]]]:
    """Yield an item for each turn to label: the key, the turn, and the content."""
    sample = retrieval_sample(dataset, settings)
    for turn in turns:
        yield _key(context, LABEL, *turn.key), turn, _label_content(turn, turn.key in sample)


# What each of the later stages makes of the turns of submitted sessions, by the stage's key.
_ITEMS_OF_TURNS: Mapping[
    str,
    Callable[
        [Dataset, list[Turn], ImportContext, Collection[str], Settings],
        Iterator[tuple[str, Turn, dict[str, Any]]],
    ],
] = {AGAIN: _to_rate_again, LABEL: _to_label}


def _asked(content: Mapping[str, Any]) -> int:
    return sum(bool(one.get("ask")) for one in content.get("turns") or ())


def _label_content(turn: Turn, judge_passages: bool) -> dict[str, Any]:
    asks = ["instruction_type"]
    if turn.is_faulty:
        asks.append("error_type")
    if judge_passages:
        asks.append("retrieval")
    return {
        **_question(turn),
        "turn": {**_shown(turn, _LABELLED), "turn": turn.number},
        "ask": asks,
    }


def _question(turn: Turn) -> dict[str, Any]:
    return {name: turn.item.content[name] for name in ("question", "papers", "documents")}


def _shown(turn: Turn, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a turn with these names, and the text that the turn revised.

    Other people see the result, so it contains neither the annotator nor the model.
    """
    result = {name: turn.fields[name] for name in names if name in turn.fields}
    return {**result, "previous": turn.previous}


def _key(context: ImportContext, stage: str, *turn: Any) -> str:
    """Return the key of an item about a turn or a session. It does not reveal the author.

    `turn`: item and author of the session, then the number of the turn if the item is about one
    """
    # An alias depends on the project's secret seed, so guesses cannot be tested.
    named = context.alias_of(":".join([stage, *map(str, turn)]))
    return keys.external_item_key(context.project, KEY, f"{stage}:{named}")


def _drafts(
    key: str, stage: str, turn: Turn, content: Mapping[str, Any], context: ImportContext
) -> Iterator[Draft]:
    """Yield an item about a turn, or about the session of that turn, and its origin."""
    # The turns of a session form a group, so that the same person gets all of them and reads the
    # session only once.
    session = context.alias_of(f"group:{':'.join(turn.key[:2])}")
    group = keys.group_key(context.project, KEY, "session", session)
    body = {"protocol": KEY, "group": group, "stage": stage, "content": dict(content)}
    yield Draft("item", key, body, context.lead, key)
    # An item of the label stage is about one turn, an item of the other stage about several.
    number = turn.number if "turn" in content else None
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


# Items of sessions


def project_items(
    dataset: Dataset, context: ImportContext, given: Collection[str], settings: Settings
) -> Sequence[Draft]:
    """Return the items that the project should have, with their origins and prepared answers.

    Existing items that are no longer needed are included only with an origin that closes them.

    `given`: keys of items that were assigned or answered; their content must not change
    """
    there = {item.key: item for item in dataset.items}
    initials = {str(row["item"]): row for row in dataset.rows.get("initials", ())}
    checks = {str(row["item"]): row for row in dataset.rows.get("checks", ())}
    models: list[str | None] = [*models_of(dataset)] or [None]
    drafts: list[Draft] = []
    needed: set[str] = set()
    questions = questions_of(dataset, settings)
    for question in questions.values():
        for model in models:
            key = item_key(question.label, model, context)
            needed.add(key)
            why, prepared = _released(initials.get(key), checks.get(key))
            closed = question.closed or why
            item = there.get(key)
            if item is not None and key in given:
                drafts += _closed(item.origin, key, closed, context)
                continue
            drafts += session_drafts(question, model, context, closed)
            if prepared:
                source = context.alias_of(model) if model else "project"
                drafts.append(_prepared(key, prepared, source, context))
    for key, item in there.items():
        if item.stage in ("", SESSION) and key not in needed:
            is_here = str(item.origin.get("question")) in questions
            why = _why_not_needed(item.origin, is_here, models != [None])
            drafts += _closed(item.origin, key, why, context)
    return [*drafts, *turn_items(dataset, context, given, settings)]


def _why_not_needed(origin: Mapping[str, Any], is_here: bool, has_models: bool) -> str:
    """Return the reason why an existing item of sessions is closed.

    `is_here`: whether the project has the item's question
    `has_models`: whether the project has models
    """
    if not is_here:
        return GONE
    if not origin.get("model"):
        return OWN_MODELS if has_models else GONE
    return COLLECTED


def _released(
    initial: Mapping[str, Any] | None, check: Mapping[str, Any] | None
) -> tuple[str, dict[str, Any]]:
    """Return why the first answer closes an item, and the prepared answer.

    One of them is empty; both are empty if the item has no first answer.

    An answer that was imported from files counts as checked. An answer that a model wrote in the
    project does not.
    """
    if initial is None:
        return "", {}
    names = ("answer", "passages", "query", "retriever")
    content = present({name: initial.get(name) for name in names})
    if check is None:
        return (UNCHECKED, {}) if initial.get("call") else ("", content)
    if check.get("of") != initial_digest(initial):
        return (CHANGED, {})
    return (DROPPED, {}) if check.get("decision") == "drop" else ("", content)


def _prepared(item: str, content: Mapping[str, Any], source: str, context: ImportContext) -> Draft:
    key = keys.row_key(context.project, KEY, "prepared", item)
    body = {
        "protocol": KEY,
        "item": item,
        "what": "initial",
        "source": source,
        "content": dict(content),
    }
    return Draft("prepared", key, body, context.lead, item)


def _closed(
    origin: Mapping[str, Any], key: str, why: str, context: ImportContext
) -> Iterator[Draft]:
    """Yield the origin of an item with the reason why the item is closed.

    `why`: the reason; empty if the item is open
    """
    others = {name: value for name, value in origin.items() if name != CLOSED}
    yield Draft("origin", key, {**others, **present({CLOSED: why})}, context.lead, key)
