from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from typing import NamedTuple

import pytest
from hypothesis import given, settings
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
    [(["a"], 0, "overlap"), ([], 1, "no people"), (["a", "a"], 1, "twice")],
)
def test_calls_that_make_no_sense_are_refused(people: list[str], overlap: int, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        plan_assignments(grid(1, 1), people, overlap=overlap, seed=1)


@given(
    groups=st.integers(1, 25),
    size=st.integers(1, 5),
    seed=st.integers(),
    people=st.integers(5, 9),
    out=st.integers(0, 6),
)
def test_apart_nobody_gets_two_items_of_a_group_and_loads_are_even(
    groups: int, size: int, seed: int, people: int, out: int
) -> None:
    named = [f"p{number}" for number in range(people)]
    items = grid(groups, size)
    # Some were assigned before; they count as if they had been planned.
    items = [
        Candidate(one.key, one.group, frozenset({named[0]})) if place == 0 and group < out else one
        for group in range(groups)
        for place, one in enumerate(items[group * size : (group + 1) * size])
    ]
    load = {named[0]: min(out, groups)}
    plan = plan_assignments(items, named, overlap=1, seed=seed, load=load, apart=True)
    assert plan.short == {}
    has = {item.key: next(iter(item.people), "") for item in items}
    for item, person, _ in plan.pairs:
        assert has[item] == ""
        has[item] = person
    for group in range(groups):
        given = [has[one.key] for one in items if one.group == f"g{group:03}"]
        assert len(set(given)) == size
    loads = Counter(has.values())
    if not out:
        assert max(loads[p] for p in named) - min(loads[p] for p in named) <= 1


def test_apart_chance_decides_who_gets_which_item() -> None:
    items = [Candidate(f"q{n:02}-{model}", f"q{n:02}") for n in range(60) for model in "ABC"]
    plan = plan_assignments(items, ["a", "b", "c"], overlap=1, seed=3, apart=True)
    got = Counter((person, item[-1]) for item, person, _ in plan.pairs)
    # 20 of each are expected; a spread beyond 4 standard deviations would be no chance.
    assert all(abs(got[person, model] - 20) < 15 for person in "abc" for model in "ABC")
    other = plan_assignments(items, ["a", "b", "c"], overlap=1, seed=4, apart=True)
    assert sorted(other.pairs) != sorted(plan.pairs)


def test_apart_a_group_with_more_items_than_people_is_named() -> None:
    plan = plan_assignments(grid(2, 3), ["a", "b"], overlap=1, seed=1, apart=True)
    assert len(plan.pairs) == 4
    assert sorted(plan.short.values()) == [1, 1]


def test_the_item_that_few_may_have_chooses_first() -> None:
    for seed in range(20):
        items = [Candidate("x", "g"), Candidate("y", "g", only=frozenset({"a"}))]
        plan = plan_assignments(items, ["a", "b"], overlap=1, seed=seed, apart=True)
        assert {(item, person) for item, person, _ in plan.pairs} == {("x", "b"), ("y", "a")}


def test_who_is_suited_comes_first_up_to_their_share() -> None:
    suited = [Candidate(f"s{n}", f"s{n}", suited=frozenset({"a"})) for n in range(4)]
    plan = plan_assignments([*suited, *grid(12, 1)], ["a", "b", "c", "d"], overlap=1, seed=2)
    assert {item for item, person, _ in plan.pairs if person == "a"} == {one.key for one in suited}
    alone = [Candidate(f"s{n}", f"s{n}", suited=frozenset({"a"})) for n in range(16)]
    plan = plan_assignments(alone, ["a", "b", "c", "d"], overlap=1, seed=2)
    assert Counter(person for _, person, _ in plan.pairs) == dict.fromkeys("abcd", 4)


def spread(loads: list[int]) -> int:
    return max(loads) - min(loads)


def open_items_of_dan() -> list[Candidate]:
    """Return three groups of three items, two of which ana already has, and one ben."""
    partners = {"g1": "ben", "g2": "ben", "g3": "ana"}
    return [
        Candidate(f"{group}-{n}", group, frozenset({partner}), overlap=2)
        for group, partner in partners.items()
        for n in range(3)
    ]


@pytest.mark.parametrize("seed", range(30))
def test_loads_are_even_whatever_the_seed(seed: int) -> None:
    people = ["ana", "ben", "chloe"]
    plan = plan_assignments(
        open_items_of_dan(), people, overlap=1, seed=seed, load=dict.fromkeys(people, 18)
    )
    assert Counter(person for _, person, _ in plan.pairs) == dict.fromkeys(people, 3)
    receivers: dict[str, set[str]] = {}
    for item, person, _ in plan.pairs:
        receivers.setdefault(item.split("-")[0], set()).add(person)
    assert all(len(people) == 1 for people in receivers.values())


def test_the_seed_decides_between_even_plans() -> None:
    load = dict.fromkeys(("ana", "ben", "chloe"), 18)
    plans = {
        tuple(sorted((item, person) for item, person, _ in plan.pairs))
        for seed in range(30)
        for plan in [
            plan_assignments(open_items_of_dan(), [*load], overlap=1, seed=seed, load=load)
        ]
    }
    assert len(plans) == 2


def test_the_work_at_other_stages_decides_between_people_with_the_same_load() -> None:
    for seed in range(8):
        plan = plan_assignments(
            grid(2, 1), ["a", "b", "c"], overlap=1, seed=seed, other_load={"a": 5, "b": 1, "c": 2}
        )
        assert sorted(person for _, person, _ in plan.pairs) == ["b", "c"]


class OpenGroup(NamedTuple):
    """A group of items that all have the same people and need the same number of others."""

    size: int
    people: frozenset[str]
    barred: frozenset[str]
    needed: int


def some_people(most: int) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(st.sampled_from("abcd"), max_size=most)


@settings(max_examples=300)
@given(
    groups=st.lists(
        st.builds(OpenGroup, st.integers(1, 4), some_people(2), some_people(2), st.integers(1, 2)),
        min_size=1,
        max_size=5,
    ),
    load=st.lists(st.integers(0, 8), min_size=4, max_size=4),
    seed=st.integers(0, 99),
)
def test_no_plan_is_more_even(groups: list[OpenGroup], load: list[int], seed: int) -> None:
    items = [
        Candidate(
            f"{number}-{n}",
            str(number),
            group.people,
            group.barred,
            overlap=len(group.people) + group.needed,
        )
        for number, group in enumerate(groups)
        for n in range(group.size)
    ]
    loads = dict(zip("abcd", load, strict=True))
    plan = plan_assignments(items, "abcd", overlap=1, seed=seed, load=loads)
    got = Counter({**loads})
    receivers: dict[str, set[str]] = {item.key: set() for item in items}
    for item, person, _ in plan.pairs:
        got[person] += 1
        receivers[item].add(person)
    choices = []
    for number, group in enumerate(groups):
        allowed = sorted(set("abcd") - group.people - group.barred)
        needed = min(group.needed, len(allowed))
        choices.append([(group.size, chosen) for chosen in combinations(allowed, needed)])
        # The items of a group go to the same people, as many as possible.
        together = {frozenset(receivers[f"{number}-{n}"]) for n in range(group.size)}
        assert len(together) == 1
        assert len(together.pop()) == needed
    smallest = min(
        spread(
            [
                loads[person] + sum(size for size, chosen in plan_ if person in chosen)
                for person in "abcd"
            ]
        )
        for plan_ in product(*choices)
    )
    assert spread([got[person] for person in "abcd"]) == smallest


def test_apart_loads_are_even_if_people_can_change_places() -> None:
    # Only a may get x; b has more than the others, and gets nothing that c may get.
    items = [
        Candidate("x", "g", only=frozenset({"a"})),
        Candidate("y", "g", barred=frozenset({"a"})),
        Candidate("z", "h", barred=frozenset({"c"})),
    ]
    for seed in range(20):
        plan = plan_assignments(
            items, ["a", "b", "c"], overlap=1, seed=seed, load={"b": 1, "c": 1}, apart=True
        )
        got = Counter({"b": 1, "c": 1})
        got.update(person for _, person, _ in plan.pairs)
        assert spread([got[person] for person in "abc"]) <= 1


def test_preferred_people_keep_what_they_prefer() -> None:
    items = [Candidate(f"m{n}", f"m{n}", first=frozenset({"a"})) for n in range(6)]
    items += [Candidate(f"s{n}", f"s{n}", suited=frozenset({"b"})) for n in range(2)]
    plan = plan_assignments([*items, *grid(1, 2)], ["a", "b", "c"], overlap=1, seed=1)
    got = {item: person for item, person, _ in plan.pairs}
    assert [got[f"m{n}"] for n in range(6)] == ["a"] * 6
    assert [got[f"s{n}"] for n in range(2)] == ["b"] * 2


def test_many_groups_of_different_sizes_are_even() -> None:
    people = [f"p{n}" for n in range(8)]
    items = [
        Candidate(
            f"{g:03}-{n}", f"{g:03}", frozenset({people[g * g % 8], people[g % 3]}), overlap=3
        )
        for g in range(300)
        for n in range(1 + g % 7)
    ]
    load = {person: 20 * place for place, person in enumerate(people)}
    plan = plan_assignments(items, people, overlap=1, seed=4, load=load)
    got = Counter(load)
    got.update(person for _, person, _ in plan.pairs)
    assert spread([got[person] for person in people]) <= 1
