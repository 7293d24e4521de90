"""Tests of the operations on the sections of an example, as plain data."""

from __future__ import annotations

import pytest

from plugins.dolomites.panel.edit_sections import (
    Rearranged,
    SectionFix,
    apply_fix,
    changed_place,
    in_order,
    origins,
    plan_of,
    rows_of,
    section_fixes,
)
from plugins.dolomites.panel.section_state import EditedSections


def sections(*titles: str) -> list[dict[str, str]]:
    return [{"title": title, "text": f"The text of {title.lower()}."} for title in titles]


def names(found: list[dict[str, str]]) -> list[str]:
    return [one["title"] for one in found]


WANTED = ["Summary", "Ground", "Options", "Advice"]


def test_remedies_stand_in_the_order_of_the_task_and_mend_what_they_say() -> None:
    now = sections("Options", "Summaries", "Advice")
    found = section_fixes("output", WANTED, now)
    assert found == [
        SectionFix("renamed", "output", "Summary", "Summaries"),
        SectionFix("missing", "output", "Ground"),
        SectionFix("reordered", "output"),
    ]
    for fix in found:
        now, _ = apply_fix(fix, WANTED, now)
    assert names(now) == WANTED
    assert section_fixes("output", WANTED, now) == []


def test_order_is_restored_around_sections_of_ones_own() -> None:
    now = sections("Advice", "Note on advice", "Summary", "Ground", "Options")
    assert names(in_order(WANTED, now)) == [*WANTED, "Note on advice"]


def test_an_edited_section_is_compared_with_what_it_was_made_from() -> None:
    before = sections("Summary", "Ground", "Advice")
    now = [
        {"title": "Advice", "text": "All new."},
        {"title": "Layers", "text": "The text of ground."},
        {"title": "In short", "text": "The text of summary, and more."},
        {"title": "Costs", "text": "Ten thousand."},
    ]
    assert origins(before, now) == [2, 1, 0, None]


def test_variants_are_aligned_by_what_the_task_asks_for() -> None:
    one, other = sections("Ground", "Summary", "Extra"), sections("Summary", "More")
    assert rows_of(WANTED[:2], [one, other]) == [[1, 0], [0, None], [2, None], [None, 1]]


def test_a_plan_is_found_under_a_similar_title() -> None:
    plans = [{"title": title, "length": f"{n} words"} for n, title in enumerate(WANTED)]
    now = sections("2. Ground", "Summaries", "Costs")
    assert [(plan_of(place, now, plans) or {}).get("length") for place in range(3)] == [
        "1 words",
        "0 words",
        None,
    ]


def test_a_section_of_quite_another_name_in_the_place_of_one_keeps_its_text() -> None:
    now = sections("Summary", "Why it matters", "Options", "Advice")
    (fix,) = section_fixes("output", WANTED, now)
    assert fix == SectionFix("renamed", "output", "Ground", "Why it matters")
    now, place = apply_fix(fix, WANTED, now)
    assert (names(now), place) == (WANTED, 1)
    assert now[1]["text"] == "The text of why it matters."
    (at_the_end,) = section_fixes("output", WANTED, sections(*WANTED[:3], "What to do"))
    assert at_the_end.got == "What to do"


@pytest.mark.parametrize(
    "now",
    [
        sections("Summary", "Options", "Why it matters", "Advice"),  # in another place
        sections("Summary", "Why it matters", "For whom", "Options", "Advice"),  # one of two
        [*sections("Summary"), {"title": "Why", "text": " "}, *sections("Options", "Advice")],
    ],
)
def test_what_may_be_another_section_is_never_taken_for_a_missing_one(
    now: list[dict[str, str]],
) -> None:
    assert section_fixes("output", WANTED, now) == [SectionFix("missing", "output", "Ground")]


def test_a_side_that_lost_all_its_sections_has_changed() -> None:
    before = {"input": sections("Summary"), "output": sections("Advice", "Ground")}
    assert changed_place(before, {**before, "output": []}) == ("output", 0)
    assert changed_place(before, {**before, "output": before["output"][:1]}) == ("output", 0)
    assert changed_place(before, before) is None


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("abc", Rearranged()),
        ("acb", Rearranged(moved=1)),
        ("cab", Rearranged(moved=1)),
        ("cba", Rearranged(moved=2)),
        ("abxc", Rearranged(added=1)),
        ("xcab", Rearranged(added=1, moved=1)),
        ("ac", Rearranged(removed=1)),
        ("", Rearranged(removed=3)),
        ("abC", Rearranged(renamed=1)),
    ],
)
def test_sections_added_removed_moved_and_renamed_are_counted(
    names: str, expected: Rearranged
) -> None:
    before = {"output": [{"title": one, "text": f"Text {one}."} for one in "abc"]}
    now = {"output": [{"title": one, "text": f"Text {one.lower()}."} for one in names]}
    state = EditedSections()
    state.show_example({}, before, now)
    assert state.rearranged() == expected
