"""Random splits of rated turns for rating prediction, and their export as a file.

All rated turns are split three times at random: 70 % training, 15 % development, 15 % test. Source:
the KIWI paper, section 5.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, Final

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from plugins.kiwi.names import Names
from plugins.kiwi.session_data import Collected, Place, read

SEEDS: Final = (0, 1, 2)
TRAIN, DEV, TEST = "train", "dev", "test"
SHARE = 0.15  # Share of the turns in the development set, and in the test set.
FORMAT = "splits"

# For each seed, the set that each rated turn belongs to.
Splits = Mapping[int, Mapping[Place, str]]
Name = tuple[tuple[str, str, str], int]  # The name of a session, and the number of a turn.


def names_of(found: Collected) -> dict[Place, Name]:
    """Return the names of all rated turns.

    Names are used instead of keys, because keys differ between projects, and the same turns should
    have the same splits.
    """
    sessions = {(one.item, one.author): one.name for one in found.sessions}
    return {
        place: (sessions[place.item, place.author], place.number)
        for place, turn in found.turns.items()
        if turn.rating
    }


def split(names: Iterable[Name], seed: int) -> dict[Name, str]:
    """Return a random set for each turn: “train”, “dev” or “test”.

    The result does not depend on the order of the names. Development and test sets have 15 % of the
    turns each, rounded; the training set has the others.
    """
    order = sorted(set(names))
    random.Random(f"kiwi splits:{seed}").shuffle(order)  # noqa: S311 - not for security
    held_out = round(SHARE * len(order))
    return {
        name: TEST if place < held_out else DEV if place < 2 * held_out else TRAIN
        for place, name in enumerate(order)
    }


def splits_of(found: Collected) -> dict[int, dict[Place, str]]:
    """Return the three splits of all rated turns, by their seeds."""
    names = names_of(found)
    drawn = {seed: split(names.values(), seed) for seed in SEEDS}
    return {
        seed: {place: parts[name] for place, name in names.items()} for seed, parts in drawn.items()
    }


def exported(dataset: Dataset, options: Mapping[str, Any], *, reveal_models: bool) -> OwnExport:
    """Return “splits.jsonl”: every rated turn with its texts and, for each seed, its set.

    Predictions by a method trained on it are imported with --what predictions. Their rows contain
    `session`, `turn`, `method`, `rating` and the `seed` of the split. Raises UsageError for any
    option, and if there are no rated turns.
    """
    if options:
        raise UsageError(msg("the format {format} has no options", format=FORMAT))
    result = read(dataset, aliases=not reveal_models)
    names, drawn = names_of(result), splits_of(result)
    if not names:
        raise UsageError(
            msg("there are no rated turns to split"),
            hint=msg("They come from sessions: have some annotated, or import them."),
        )
    called = Names(dataset, reveal_models)
    rows = []
    for place in sorted(names, key=lambda place: names[place]):
        turn = result.turns[place]
        rows.append(
            {
                "session": called.session(place.item, place.author),
                "turn": place.number,
                "model": turn.model,
                "type": turn.kind,
                "question": turn.question,
                "previous": turn.previous,
                "instruction": turn.instruction,
                "answer": turn.answer,
                "rating": turn.rating,
                "splits": {str(seed): parts[place] for seed, parts in drawn.items()},
            }
        )
    facts = {"turns": len(rows), "seeds": list(SEEDS), **counts(drawn)}
    note = msg("Import another program's predictions with --what predictions.")
    return OwnExport({"splits.jsonl": rows}, facts, [note])


def counts(drawn: Splits) -> dict[str, int]:
    """Return the number of turns in each set, which is the same for all splits."""
    parts = list(drawn[SEEDS[0]].values())
    return {part: parts.count(part) for part in (TRAIN, DEV, TEST)}
