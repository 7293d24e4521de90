from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.assigning import Candidate, plan_assignments
from desktop_app.core.errors import UsageError

PEOPLE = ["a", "b", "c", "d", "e"]


def grid(groups: int, size: int) -> list[Candidate]:
    return [Candidate(f"i{g:03}-{n}", f"g{g:03}") for g in range(groups) for n in range(size)]


@given(
    groups=st.integers(1, 30),
    size=st.integers(1, 5),
    overlap=st.integers(1, 5),
    seed=st.integers(),
    split=st.booleans(),
)
def test_every_item_gets_its_overlap_and_loads_are_even(
    groups: int, size: int, overlap: int, seed: int, split: bool
) -> None:
    items = grid(groups, size)
    plan = plan_assignments(items, PEOPLE, overlap=overlap, seed=seed, split_groups=split)
    people_of: dict[str, set[str]] = {}
    for item, person, _ in plan.pairs:
        people_of.setdefault(item, set()).add(person)
    assert all(len(people_of[item.key]) == overlap for item in items)
    assert len(plan.pairs) == len(items) * overlap
    loads = Counter(person for _, person, _ in plan.pairs)
    spread = max(loads[p] for p in PEOPLE) - min(loads[p] for p in PEOPLE)
    assert spread <= (1 if split else size)
    if not split:
        for group in {item.group for item in items}:
            sets = {frozenset(people_of[item.key]) for item in items if item.group == group}
            assert len(sets) == 1
    for person in PEOPLE:
        orders = [order for _, who, order in plan.pairs if who == person]
        assert sorted(orders) == list(range(len(orders)))


def test_the_same_seed_gives_the_same_plan_whatever_the_order_of_items() -> None:
    items = grid(20, 3)
    first = plan_assignments(items, PEOPLE, overlap=2, seed=5)
    assert plan_assignments(items[::-1], PEOPLE, overlap=2, seed=5).pairs == first.pairs
    assert plan_assignments(items, PEOPLE, overlap=2, seed=6).pairs != first.pairs


def test_what_is_out_is_kept_and_topped_up_with_the_same_people() -> None:
    items = [
        Candidate("x1", "x", frozenset({"a", "b"})),
        Candidate("x2", "x"),
        Candidate("y1", "y", frozenset({"c"})),
    ]
    plan = plan_assignments(items, PEOPLE, overlap=2, seed=1, load={"a": 1, "b": 1, "c": 1})
    given_ = {(item, person) for item, person, _ in plan.pairs}
    assert ("x2", "a") in given_
    assert ("x2", "b") in given_
    assert not any(item == "x1" for item, _ in given_)
    assert sum(item == "y1" for item, _ in given_) == 1


def test_orders_continue_after_what_is_out() -> None:
    plan = plan_assignments(grid(1, 2), ["a"], overlap=1, seed=1, next_order={"a": 40})
    assert sorted(order for _, _, order in plan.pairs) == [40, 41]


def test_a_groups_answers_are_shuffled_for_each_person() -> None:
    items = grid(40, 3)
    plan = plan_assignments(items, PEOPLE, overlap=5, seed=3)
    first_of_group: dict[tuple[str, str], tuple[int, str]] = {}
    for item, person, order in plan.pairs:
        slot = (person, item.split("-")[0])
        first_of_group[slot] = min(first_of_group.get(slot, (order, item)), (order, item))
    starts = Counter(item.split("-")[1] for _, item in first_of_group.values())
    assert len(starts) == 3
    assert min(starts.values()) > 200 / 3 * 0.6


def test_barred_people_are_never_chosen_and_shortage_is_named() -> None:
    items = [
        Candidate("own", "g", barred=frozenset({"a"})),
        Candidate("mine", "h", only=frozenset({"a"})),
    ]
    plan = plan_assignments(items, ["a", "b"], overlap=2, seed=1)
    assert {(item, person) for item, person, _ in plan.pairs} == {("own", "b"), ("mine", "a")}
    assert plan.short == {"own": 1, "mine": 1}


@pytest.mark.parametrize(
    ("people", "overlap", "said"),
    [(["a"], 0, "overlap"), ([], 1, "nobody"), (["a", "a"], 1, "twice")],
)
def test_calls_that_make_no_sense_are_refused(people: list[str], overlap: int, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        plan_assignments(grid(1, 1), people, overlap=overlap, seed=1)
