"""Operations on the sections of an example, as plain data. Does not import Qt.

An example is {"input": [{"title", "text"}, …], "output": […]}. No function changes its arguments.
Answers do not store which section of the variant an edited section comes from. `origins` computes
it from the texts, so that the same answers always give the same result.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from rapidfuzz.fuzz import ratio

from desktop_app.text.sections import compare_sections, plain_title

Section = dict[str, str]
Sides = dict[str, list[Section]]
SIDES = ("input", "output")
# Number of characters at the start of a text that are compared for similarity.
_LOOKED_AT = 2_000
# Minimum similarity, in percent, of a text and its edited version.
_ALIKE = 50.0
_QUOTES = re.compile('[“„]([^“”„]{1,300})[”“]|«([^«»]{1,300})»|"([^"]{1,300})"')


def sides_of(example: Mapping[str, Any] | None) -> Sides:
    """Return both sides of an example. Values that are not sections are left out."""
    found = example if isinstance(example, Mapping) else {}
    return {
        side: [
            {"title": str(one.get("title", "")), "text": str(one.get("text", ""))}
            for one in found.get(side) or ()
            if isinstance(one, Mapping)
        ]
        for side in SIDES
    }


def plans_of(task: Mapping[str, Any], side: str) -> list[dict[str, str]]:
    """Return the sections that a task expects on a side: title, length and description."""
    return [
        {name: str(one.get(name) or "") for name in ("title", "length", "description")}
        for one in task.get(f"{side}_sections") or ()
        if isinstance(one, Mapping)
    ]


@dataclass(frozen=True)
class SectionFix:
    """A difference between the sections of a side and those of the task, with its fix.

    `title`: the title in the task; empty if only the order differs
    `got`: the actual title of a renamed section
    """

    kind: Literal["missing", "renamed", "reordered"]
    side: str
    title: str = ""
    got: str = ""


def section_fixes(
    side: str, wanted: Sequence[str], sections: Sequence[Section]
) -> list[SectionFix]:
    """Return the fixes for the sections of a side, in the order of the task.

    `wanted`: the titles in the task
    """
    report = compare_sections(wanted, [one["title"] for one in sections])
    # A section in the position of the missing one is renamed, so that its text is kept.
    renamed = {**dict(report.renamed), **_stand_ins(wanted, sections)}
    found = []
    for title in wanted:
        if title in renamed:
            found.append(SectionFix("renamed", side, title, renamed[title]))
        elif title in report.missing:
            found.append(SectionFix("missing", side, title))
    if report.reordered:
        found.append(SectionFix("reordered", side))
    return found


def apply_fix(
    fix: SectionFix, wanted: Sequence[str], sections: Sequence[Section]
) -> tuple[list[Section], int]:
    """Return the sections after a fix, and the index of the section to show.

    `fix`: one of the current fixes of these sections
    """
    if fix.kind == "renamed":
        place = next(n for n, one in enumerate(sections) if one["title"] == fix.got)
        changed = {**sections[place], "title": fix.title}
        return [*sections[:place], changed, *sections[place + 1 :]], place
    if fix.kind == "missing":
        place = _place_for(fix.title, wanted, sections)
        return [*sections[:place], {"title": fix.title, "text": ""}, *sections[place:]], place
    return in_order(wanted, sections), 0


def in_order(wanted: Sequence[str], sections: Sequence[Section]) -> list[Section]:
    """Return the sections in the order of the task.

    A section that the task does not require stays behind the section before it.
    """
    ranks = _ranks(wanted, sections)
    groups: list[tuple[int, list[Section]]] = []
    for rank, section in zip(ranks, sections, strict=True):
        if rank is None and groups:
            groups[-1][1].append(section)
        else:
            # Extra sections at the start stay at the start.
            groups.append((-1 if rank is None else rank, [section]))
    return [one for _, group in sorted(groups, key=lambda group: group[0]) for one in group]


def plan_of(
    place: int, sections: Sequence[Section], plans: Sequence[Mapping[str, str]]
) -> Mapping[str, str] | None:
    """Return the plan with the same or a similar title as the section at an index, or None."""
    rank = _ranks([plan["title"] for plan in plans], sections)[place]
    return None if rank is None else plans[rank]


def rows_of(wanted: Sequence[str], sides: Sequence[Sequence[Section]]) -> list[list[int | None]]:
    """Return the aligned sections of several examples.

    The rows of the wanted titles come first, then one row for every remaining title. A row contains
    the index of the section in each example, or None if the example lacks it.
    """
    rows: list[list[int | None]] = [[None] * len(sides) for _ in wanted]
    more: dict[str, list[int | None]] = {}
    for column, sections in enumerate(sides):
        for place, rank in enumerate(_ranks(wanted, sections)):
            if rank is not None:
                rows[rank][column] = place
                continue
            # A title that an example has several times gets one row for each occurrence.
            name, again = plain_title(sections[place]["title"]), 0
            while more.get(f"{name} {again}", [None] * len(sides))[column] is not None:
                again += 1
            more.setdefault(f"{name} {again}", [None] * len(sides))[column] = place
    return [*rows, *more.values()]


def origins(before: Sequence[Section], now: Sequence[Section]) -> list[int | None]:
    """Return for each section of `now` the index of its origin in `before`, or None.

    The origin is the section with the same title, or else with the same text, or else with the most
    similar text. No two sections have the same origin.
    """
    made: list[int | None] = [None] * len(now)
    free = list(range(len(before)))
    # All equal titles are matched first, so that no other section takes an origin with an equal
    # title.
    for key in ("title", "text"):
        for place, section in enumerate(now):
            if made[place] is None and section[key].strip():
                same = next((one for one in free if before[one][key] == section[key]), None)
                if same is not None:
                    made[place] = same
                    free.remove(same)
    # The most similar pairs are matched first. Of equally similar pairs, the nearest one is first.
    rest = [place for place, one in enumerate(made) if one is None and now[place]["text"].strip()]
    alike = sorted(
        (-_likeness(before[one], now[place]), abs(one - place), place, one)
        for place in rest
        for one in free
    )
    for likeness, _, place, one in alike:
        if -likeness >= _ALIKE and made[place] is None and one in free:
            made[place] = one
            free.remove(one)
    return made


def in_order_places(made: Sequence[int | None]) -> set[int]:
    """Return the places of sections that were not moved: as many as possible.

    `made`: the result of `origins`; a section without an origin is new and counts as moved
    """
    # The longest run of rising origins that ends at each place: its length, and the place before.
    runs: dict[int, tuple[int, int | None]] = {}
    for place, origin in enumerate(made):
        if origin is None:
            continue
        before = [one for one in runs if (made[one] or 0) < origin]
        last = max(before, key=lambda one: runs[one][0], default=None)
        runs[place] = (1 if last is None else runs[last][0] + 1, last)
    kept = set()
    at = max(runs, key=lambda one: runs[one][0], default=None)
    while at is not None:
        kept.add(at)
        at = runs[at][1]
    return kept


class Rearranged(NamedTuple):
    """The numbers of sections that were added, removed and moved, and of changed titles."""

    added: int = 0
    removed: int = 0
    moved: int = 0
    renamed: int = 0


class FinalParts(NamedTuple):
    """A section as it will be submitted, and what happened to it besides its text.

    `states`: of "added", "moved" and "renamed"
    """

    title: str
    original: str
    text: str
    states: Collection[str]


@dataclass(frozen=True)
class Gap:
    """A section that is missing or has no title or text.

    `side`: "input" or "output"
    `place`: index of the section on its side; −1 if the section is missing
    """

    side: str
    title: str
    place: int = -1


def gaps(task: Mapping[str, Any], now: Sides) -> list[Gap]:
    """Return the sections that prevent submission: per side, incomplete ones, then missing ones.

    `now`: the current sections
    """
    found = []
    for side in SIDES:
        sections = now[side]
        for place, one in enumerate(sections):
            if not one["text"].strip() or not one["title"].strip():
                found.append(Gap(side, one["title"], place))
        wanted = [plan["title"] for plan in plans_of(task, side)]
        # A section with a similar title counts as renamed, which does not prevent submission.
        missing = compare_sections(wanted, [one["title"] for one in sections]).missing
        found += [Gap(side, title) for title in missing]
    return found


def changed_place(before: Sides, now: Sides) -> tuple[str, int] | None:
    """Return the side and the index of the first section that differs, or None if none does.

    If only sections at the end were removed, the index is that of the last remaining section, or
    0 if none remains.
    """
    for side in SIDES:
        old, new = before[side], now[side]
        for place, section in enumerate(new):
            if place >= len(old) or old[place] != section:
                return side, place
        # Sections at the end were removed, so the last remaining one is the nearest to show.
        if len(old) > len(new):
            return side, max(0, len(new) - 1)
    return None


class PointPlace(NamedTuple):
    """The place of a critique point in the chosen variant.

    `number`: the number of the point, from 1
    `side`, `place`: side and index of the section of the variant
    `start`, `end`: the range in its text, in characters
    """

    number: int
    side: str
    place: int
    start: int
    end: int


def place_of_quote(number: int, text: str, sides: Sides) -> PointPlace | None:
    """Return the place of the first quote of a critique point that is in the variant.

    `number`: the number of the point
    `text`: the point; quotes are in quotation marks
    `sides`: the sections of the variant; the output is searched first
    """
    for quote in _QUOTES.finditer(text):
        words = next(part for part in quote.groups() if part is not None).strip(" .,;")
        if not words:
            continue
        # The variant may have line breaks or repeated spaces within the quote.
        pattern = r"\s+".join(re.escape(word) for word in words.split())
        for side in reversed(SIDES):
            for place, section in enumerate(sides[side]):
                found = re.search(pattern, section["text"], re.IGNORECASE)
                if found is not None:
                    return PointPlace(number, side, place, *found.span())
    return None


def _likeness(one: Section, other: Section) -> float:
    """Return the similarity of two texts in percent."""
    return ratio(one["text"][:_LOOKED_AT], other["text"][:_LOOKED_AT])


def _ranks(wanted: Sequence[str], sections: Sequence[Section]) -> list[int | None]:
    """Return for each section the index of its title in `wanted`, or None for an extra section."""
    titles = [one["title"] for one in sections]
    report = compare_sections(wanted, titles)
    ranks: list[int | None] = [None] * len(titles)
    # The report contains titles, and a title may occur twice, so each index is used only once.
    taken: set[int] = set()
    for asked, got in (*report.present, *report.renamed):
        rank = next((n for n, one in enumerate(wanted) if one == asked and n not in taken), None)
        place = next((n for n, one in enumerate(titles) if one == got and ranks[n] is None), None)
        if rank is not None and place is not None:
            ranks[place] = rank
            taken.add(rank)
    return ranks


def _stand_ins(wanted: Sequence[str], sections: Sequence[Section]) -> dict[str, str]:
    """Return {wanted title: actual title} of sections with a completely different title.

    Such a section is the only extra one in the position of the only missing one.
    """
    ranks = _ranks(wanted, sections)
    taken = [rank for rank in ranks if rank is not None]
    names = [one["title"] for one in sections]
    # The position of a section is the pair of expected ranks around it.
    missing: dict[tuple[int, int], list[str]] = {}
    for rank, title in enumerate(wanted):
        if rank not in taken:
            below = max((one for one in taken if one < rank), default=-1)
            above = min((one for one in taken if one > rank), default=len(wanted))
            missing.setdefault((below, above), []).append(title)
    # The rank of the next expected section after each section, collected from the end.
    nexts = [len(wanted)]
    for one in reversed(ranks):
        nexts.append(nexts[-1] if one is None else one)
    others: dict[tuple[int, int], list[Section]] = {}
    before = -1
    for rank_here, after, section in zip(ranks, reversed(nexts[1:]), sections, strict=True):
        if rank_here is None:
            others.setdefault((before, after), []).append(section)
        else:
            before = rank_here
    # With several candidates, the pairing would be a guess. A section without text is probably new.
    # The fix finds the section by its title, so the title must be unique and not empty.
    return {
        titles[0]: others[where][0]["title"]
        for where, titles in missing.items()
        if len(titles) == 1
        and len(others.get(where, ())) == 1
        and others[where][0]["text"].strip()
        and others[where][0]["title"].strip()
        and names.count(others[where][0]["title"]) == 1
    }


def _place_for(title: str, wanted: Sequence[str], sections: Sequence[Section]) -> int:
    """Return the index for a missing section: after the last one that precedes it in the task."""
    rank = list(wanted).index(title)
    before = [
        place
        for place, one in enumerate(_ranks(wanted, sections))
        if one is not None and one < rank
    ]
    return max(before) + 1 if before else 0
