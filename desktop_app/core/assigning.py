"""Assignment of items to people: balanced, reproducible by a seed, without changing assignments."""

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

    `people`: who already has it, or answered it without an assignment (imported answers)
    `barred`: who must never get it
    `only`: the only people who may get it; None: everybody
    `first`: who gets it before everybody else
    `suited`: who gets it before the others, as long as they have less than their share of the work
    `overlap`: number of people for this item; None: that of the plan
    """

    key: str
    group: str
    people: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    only: frozenset[str] | None = None
    first: frozenset[str] = frozenset()
    suited: frozenset[str] = frozenset()
    overlap: int | None = None

    def missing(self, overlap: int) -> int:
        """Return how many people are missing; `overlap`: number of people per item in the plan."""
        return max((overlap if self.overlap is None else self.overlap) - len(self.people), 0)


@dataclass
class Plan:
    """The assignments to add, and the items for which too few people were found.

    `pairs`: (item key, person, place in the person's queue), in queue order for each person
    `short`: {item key: number of people who are still missing}
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
    """Plan who gets which item, so that every item has `overlap` people and loads are even.

    Items of one group (answers to one instruction) go to the same people unless `split_groups`:
    local agreement and ranks require that the answers of a group are judged side by side (riSum,
    section 2.2). Within a person's queue, groups and the answers within a group are shuffled, so
    that the order reveals no model.

    Larger groups are assigned first, each to the people with the fewest items.

    `overlap`: number of people per item
    `seed`: decides between people with equal loads
    `load`: number of items that each person already has
    `next_order`: first free place in each person's queue
    `split_groups`: assign each item independently of its group
    `apart`: nobody gets two items of a group; who gets which of them is random (KIWI, section 3.2)

    Raises UsageError for an overlap below 1, no people, or repeated names.
    """
    if overlap < 1:
        raise UsageError(
            msg("an overlap of {overlap} would assign nothing", overlap=overlap),
            hint=msg("Enter 1 or more."),
        )
    if not people:
        raise UsageError(
            msg("there are no people to assign to"),
            hint=msg("Add people first, on the page People (or: proofdesk people DIR add ID)."),
        )
    repeated = [person for person, times in Counter(people).items() if times > 1]
    if repeated:
        raise UsageError(msg("person named twice: {repeated}", repeated=", ".join(repeated)))

    rng = random.Random(f"assign:{seed}")  # noqa: S311 - reproducible by design, no secret
    loads = Counter({person: (load or {}).get(person, 0) for person in people})
    units: dict[str, list[Candidate]] = {}
    # Sorted before any random choice, so that the plan does not depend on the order of `items`.
    for item in sorted(items, key=lambda item: item.key):
        # One unit of assignment: a whole group, or a single item with `split_groups`. `apart` needs
        # whole groups too, because it must know who already has an item of the group.
        whole = apart or not split_groups
        units.setdefault(item.group if whole else item.key, []).append(item)
    order = list(units)
    rng.shuffle(order)
    # Larger groups go first. Among equally large groups, those with the fewest suited people go
    # first, because these people may already have their share of the work later.
    order.sort(key=lambda unit: (-len(units[unit]), _suited(units[unit], len(people))))

    plan = Plan()
    items_of: dict[str, list[Candidate]] = {person: [] for person in people}
    needed = sum(item.missing(overlap) for item in items)
    share = (sum(loads.values()) + needed) // len(people)
    for unit in order:
        mates = units[unit]
        here = Counter(person for item in mates for person in item.people)
        # Each person has one random rank for the whole group, so that its items go to the same
        # people.
        rank = {person: rng.random() for person in people}
        # The loads are those before this group: items of the group itself must not count, or they
        # would send the next items of the group to other people.
        before = dict(loads)
        if apart:
            # The item with the fewest eligible people goes first. The items are shuffled, so the
            # order of items with equally many people is random.
            rng.shuffle(mates)
            mates.sort(key=lambda item: sum(_may(item, person) for person in people))
        for item in mates:
            need = item.missing(overlap)
            allowed = [person for person in people if _may(item, person)]
            if apart:
                allowed = [person for person in allowed if not here[person]]
            allowed.sort(
                # The most important criterion comes first: preferred people, suited people below
                # their share, people who already have items of this group, the smallest load,
                # chance.
                key=lambda person, item=item: (  # type: ignore[misc]
                    person not in item.first,
                    person not in item.suited or loads[person] >= share,
                    -here[person],
                    before[person],
                    rank[person],
                )
            )
            for person in allowed[:need]:
                items_of[person].append(item)
                loads[person] += 1
                here[person] += 1
            if need > len(allowed):
                plan.short[item.key] = need - len(allowed)

    for person in people:
        first = (next_order or {}).get(person, 0)
        for place, item in enumerate(_shuffled_queue(items_of[person], f"{seed}:{person}")):
            plan.pairs.append((item.key, person, first + place))
    return plan


def _suited(mates: Iterable[Candidate], others: int) -> int:
    """Return the smallest number of suited people for any item in a group.

    `others`: the number for an item without suited people, for which everybody counts
    """
    return min(len(item.suited) or others for item in mates)


def _may(item: Candidate, person: str) -> bool:
    """Return whether an item may be assigned to a person. Nobody gets an item twice."""
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
