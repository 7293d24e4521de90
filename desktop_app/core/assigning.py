"""Assignment of items to people: balanced, reproducible by a seed, without changing assignments."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import groupby
from math import gcd
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg

# Maximum number of steps to make loads more even: about a quarter of a second.
_BALANCING_STEPS = 100_000


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
    other_load: Mapping[str, int] | None = None,
    next_order: Mapping[str, int] | None = None,
    split_groups: bool = False,
    apart: bool = False,
) -> Plan:
    """Plan who gets which item, so that every item has `overlap` people and loads are even.

    Items of one group (answers to one instruction) go to the same people unless `split_groups`:
    local agreement and ranks require that the answers of a group are judged side by side (riSum,
    section 2.2). Within a person's queue, groups and the answers within a group are shuffled, so
    that the order reveals no model.

    Larger groups are assigned first, each to the people with the fewest items. If loads are uneven
    afterwards, because not everybody may get everything, groups change hands until they are even.

    `overlap`: number of people per item
    `seed`: decides between plans with equally even loads
    `load`: number of items that each person already has
    `other_load`: number of items that each person has at other stages, which decides between people
        with the same load
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
    # A separate generator, so that plans of earlier versions that were even can be repeated.
    even_rng = random.Random(f"even:{seed}")  # noqa: S311 - reproducible by design, no secret
    at_others = other_load or {}
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
    blocks: list[_Block] = []
    needed = sum(item.missing(overlap) for item in items)
    share = (sum(loads.values()) + needed) // len(people)
    for unit in order:
        mates = units[unit]
        here = Counter(person for item in mates for person in item.people)
        had = dict(here)
        got: dict[str, list[Candidate]] = {}
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
                # their share, people who already have items of this group, the smallest load, also
                # at other stages, chance.
                key=lambda person, item=item: (  # type: ignore[misc]
                    person not in item.first,
                    person not in item.suited or loads[person] >= share,
                    -here[person],
                    before[person],
                    at_others.get(person, 0),
                    rank[person],
                )
            )
            for person in allowed[:need]:
                got.setdefault(person, []).append(item)
                loads[person] += 1
                here[person] += 1
            if need > len(allowed):
                plan.short[item.key] = need - len(allowed)
        for person, together in got.items():
            others = [
                other
                for other in people
                if had.get(other, 0) == had.get(person, 0)
                and all(_may_replace(item, person, other) for item in together)
            ]
            # Shuffled, so that chance decides between equally even plans.
            blocks.append(_Block(unit, together, person, even_rng.sample(others, len(others))))

    items_of: dict[str, list[Candidate]] = {person: [] for person in people}
    for block, person in zip(blocks, _balanced(blocks, loads), strict=True):
        items_of[person] += block.items
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


def _may_replace(item: Candidate, person: str, other: str) -> bool:
    """Return whether an item may go to another person than planned, who comes equally first."""
    return (
        _may(item, other)
        and (person in item.first) == (other in item.first)
        and (person in item.suited) == (other in item.suited)
    )


@dataclass(frozen=True)
class _Block:
    """The items of one group that one person gets.

    `unit`: the group, or the single item with `split_groups`
    `others`: other people who may get all these items instead, if they get nothing else of `unit`
    """

    unit: str
    items: list[Candidate]
    person: str
    others: list[str]


def _balanced(blocks: Sequence[_Block], loads: Mapping[str, int]) -> list[str]:
    """Return who gets each block, so that the loads differ as little as possible.

    `loads`: number of items of each person if everybody gets their own blocks

    The plan stays as it is if no other is better. All plans are compared, or the most even partial
    ones if there are too many.
    """
    best = [block.person for block in blocks]
    # Loads change only by multiples of this number, and the total stays. So if the loads differ by
    # no more than it, they are as even as possible.
    step = gcd(*(len(block.items) for block in blocks))
    if max(loads.values()) - min(loads.values()) <= step:
        return best
    movable = {block.unit for block in blocks if block.others}
    # Small blocks that many people may get go last: they even out what the others leave. Blocks of
    # one group stay next to each other (the sort is stable and the key that of the group), because
    # nobody may get two of them.
    sizes, choices = Counter[str](), Counter[str]()
    for block in blocks:
        sizes[block.unit] = max(sizes[block.unit], len(block.items))
        choices[block.unit] += len(block.others)
    order = [index for index, block in enumerate(blocks) if block.unit in movable]
    order.sort(key=lambda index: (-sizes[(unit := blocks[index].unit)], choices[unit], unit))
    width = _BALANCING_STEPS // (len(order) + choices.total() + 1) + 1
    place = {person: index for index, person in enumerate(loads)}
    start = list(loads.values())
    for index in order:
        start[place[blocks[index].person]] -= len(blocks[index].items)
    # {loads: who gets the blocks so far, the last block first}. Partial plans with the same loads
    # are equally good, so one of each is enough.
    plans: dict[tuple[int, ...], Any] = {tuple(start): None}
    for _, unit in groupby(order, key=lambda index: blocks[index].unit):
        # Also distinguished by the people who already have a block of this group.
        partial = {(numbers, frozenset[str]()): path for numbers, path in plans.items()}
        for index in unit:
            size = len(blocks[index].items)
            longer: dict[tuple[tuple[int, ...], frozenset[str]], Any] = {}
            for (numbers, taken), path in partial.items():
                for person in (blocks[index].person, *blocks[index].others):
                    if person not in taken:
                        at = place[person]
                        now = (*numbers[:at], numbers[at] + size, *numbers[at + 1 :])
                        longer.setdefault((now, taken | {person}), (person, path))
            kept = nsmallest(width, longer, key=lambda key: sum(n * n for n in key[0]))
            partial = {key: longer[key] for key in kept}
        plans = {}
        for (numbers, _), path in partial.items():
            plans.setdefault(numbers, path)
    most_even = min(plans, key=_unevenness, default=start)
    if _unevenness(most_even) < _unevenness(loads.values()):
        path = plans[tuple(most_even)]
        for index in reversed(order):
            best[index], path = path
    return best


def _unevenness(loads: Collection[int]) -> tuple[int, int]:
    """Return a number that is smaller if loads are more even: first by their largest difference."""
    return max(loads) - min(loads), sum(number * number for number in loads)


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
