"""Assignment of items to people: balanced, seeded, keeping existing assignments."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg


@dataclass(frozen=True)
class Candidate:
    """An item that may be assigned.

    people  who has it already, or has answered it without an assignment (imported answers)
    barred  who must never get it; `only`, if not None, the only ones who may
    first   who gets it before all others
    suited  who gets it before others while they have no more than their share of the work
    """

    key: str
    group: str
    people: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    only: frozenset[str] | None = None
    first: frozenset[str] = frozenset()
    suited: frozenset[str] = frozenset()


@dataclass
class Plan:
    """The assignments to add, in queue order per person, and what could not be filled.

    pairs  (item key, person, order)
    short  {item key: how many people are still missing}
    """

    pairs: list[tuple[str, str, int]] = field(default_factory=list)
    short: dict[str, int] = field(default_factory=dict)


def plan_assignments(
    items: Sequence[Candidate],
    people: Sequence[str],
    *,
    overlap: int,
    seed: int,
    load: Mapping[str, int] | None = None,
    next_order: Mapping[str, int] | None = None,
    split_groups: bool = False,
    apart: bool = False,
) -> Plan:
    """Plan who gets which item so that every item has `overlap` people and loads are even.

    Items of one group (answers to one instruction) go to the same people unless `split_groups`:
    judging a group's answers side by side is what local agreement and ranks are computed from
    (riSum, section 2.2). With `apart`, nobody gets two items of a group, and chance decides who
    gets which of them (KIWI, section 3.2). Larger groups are placed first, each with whoever has
    least to do; chance, drawn from `seed`, decides between equals. `load` is what people have
    already; `next_order` the first free place in each person's queue. Within a person's queue,
    groups and the answers within a group are shuffled, so that order reveals no model.

    Raises UsageError for an overlap below 1, no people, or names given twice.
    """
    if overlap < 1:
        raise UsageError(
            msg("an overlap of {overlap} assigns nothing", overlap=overlap),
            hint=msg("Give 1 or more."),
        )
    if not people:
        raise UsageError(
            msg("there is nobody to assign to"), hint=msg("Add people first: people DIR add.")
        )
    repeated = [person for person, times in Counter(people).items() if times > 1]
    if repeated:
        raise UsageError(msg("person named twice: {repeated}", repeated=", ".join(repeated)))

    rng = random.Random(f"assign:{seed}")  # noqa: S311 - reproducible by design, no secret
    loads = Counter({person: (load or {}).get(person, 0) for person in people})
    units: dict[str, list[Candidate]] = {}
    for item in sorted(items, key=lambda item: item.key):
        whole = apart or not split_groups
        units.setdefault(item.group if whole else item.key, []).append(item)
    order = list(units)
    rng.shuffle(order)
    # Whom fewer people are suited for goes first: later, these may have their share already.
    order.sort(key=lambda unit: (-len(units[unit]), _suited(units[unit], len(people))))

    plan = Plan()
    given: dict[str, list[Candidate]] = {person: [] for person in people}
    needed = sum(max(overlap - len(item.people), 0) for item in items)
    share = (sum(loads.values()) + needed) // len(people)
    for unit in order:
        mates = units[unit]
        here = Counter(person for item in mates for person in item.people)
        # One random rank a person for the whole group: its items then choose the same people.
        rank = {person: rng.random() for person in people}
        before = dict(loads)
        if apart:
            # Chance decides who gets which; the item that the fewest may have chooses first.
            rng.shuffle(mates)
            mates.sort(key=lambda item: sum(_may(item, person) for person in people))
        for item in mates:
            need = overlap - len(item.people)
            allowed = [person for person in people if _may(item, person)]
            if apart:
                allowed = [person for person in allowed if not here[person]]
            allowed.sort(
                key=lambda person, item=item: (  # type: ignore[misc]
                    person not in item.first,
                    person not in item.suited or loads[person] >= share,
                    -here[person],
                    before[person],
                    rank[person],
                )
            )
            for person in allowed[: max(need, 0)]:
                given[person].append(item)
                loads[person] += 1
                here[person] += 1
            if need > len(allowed):
                plan.short[item.key] = need - len(allowed)

    for person in people:
        first = (next_order or {}).get(person, 0)
        for place, item in enumerate(_shuffled_queue(given[person], f"{seed}:{person}")):
            plan.pairs.append((item.key, person, first + place))
    return plan


def _suited(mates: Iterable[Candidate], others: int) -> int:
    """Return for how few people the items of a group are suited; `others` if they are for all."""
    return min(len(item.suited) or others for item in mates)


def _may(item: Candidate, person: str) -> bool:
    """Whether an item may be given to a person who has not got it."""
    return (
        person not in item.people
        and person not in item.barred
        and (item.only is None or person in item.only)
    )


def _shuffled_queue(items: Iterable[Candidate], seed: str) -> list[Candidate]:
    """Return the items with groups in random order and each group's items in random order."""
    rng = random.Random(f"queue:{seed}")  # noqa: S311 - reproducible by design, no secret
    groups: dict[str, list[Candidate]] = {}
    for item in sorted(items, key=lambda item: item.key):
        groups.setdefault(item.group, []).append(item)
    keys = sorted(groups)
    rng.shuffle(keys)
    queue: list[Candidate] = []
    for key in keys:
        rng.shuffle(groups[key])
        queue.extend(groups[key])
    return queue
