"""Operations on the sections of an example, as plain data. Does not import Qt.

An example is {"input": [{"title", "text"}, …], "output": […]}; nothing here changes what it is
handed. Which section of a variant an edited one was made from is nowhere written down: it is found
out, the same way every time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rapidfuzz.fuzz import ratio

from desktop_app.text.sections import compare_sections, plain_title

Section = dict[str, str]
Sides = dict[str, list[Section]]
SIDES = ("input", "output")
_LOOKED_AT = 2_000  # characters of texts that are compared for likeness
_ALIKE = 50.0  # per cent from which a text was made from another


def sides_of(example: Mapping[str, Any] | None) -> Sides:
    """Return both sides of an example; what is no section is left out."""
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
    """Return the sections that a task asks for on a side."""
    return [
        {name: str(one.get(name) or "") for name in ("title", "length", "description")}
        for one in task.get(f"{side}_sections") or ()
        if isinstance(one, Mapping)
    ]


@dataclass(frozen=True)
class SectionFix:
    """Something about the sections of a side that is not as the task has it.

    title  as the task has it; got: as it is there, of one that was renamed
    """

    kind: Literal["missing", "renamed", "reordered"]
    side: str
    title: str = ""
    got: str = ""


def remedies(side: str, wanted: Sequence[str], sections: Sequence[Section]) -> list[SectionFix]:
    """Return what one key can fix, in the order of the task."""
    report = compare_sections(wanted, [one["title"] for one in sections])
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


def fixed_title(
    remedy: SectionFix, wanted: Sequence[str], sections: Sequence[Section]
) -> tuple[list[Section], int]:
    """Return the sections after a remedy, and which of them to look at."""
    if remedy.kind == "renamed":
        place = _place(sections, remedy.got)
        if place < 0:
            return list(sections), 0
        changed = {**sections[place], "title": remedy.title}
        return [*sections[:place], changed, *sections[place + 1 :]], place
    if remedy.kind == "missing":
        place = _place_for(remedy.title, wanted, sections)
        return [*sections[:place], {"title": remedy.title, "text": ""}, *sections[place:]], place
    return in_order(wanted, sections), 0


def in_order(wanted: Sequence[str], sections: Sequence[Section]) -> list[Section]:
    """Return sections in the order of the task; others stay behind the one they follow."""
    ranks = _ranks(wanted, sections)
    groups: list[tuple[int, list[Section]]] = []
    for rank, section in zip(ranks, sections, strict=True):
        if rank is None and groups:
            groups[-1][1].append(section)
        else:
            groups.append((-1 if rank is None else rank, [section]))
    return [one for _, group in sorted(groups, key=lambda group: group[0]) for one in group]


def plan_of(
    place: int, sections: Sequence[Section], plans: Sequence[Mapping[str, str]]
) -> Mapping[str, str] | None:
    """Return what the task says about a section, under its own name or a similar one."""
    rank = _ranks([plan["title"] for plan in plans], sections)[place]
    return None if rank is None else plans[rank]


def rows_of(wanted: Sequence[str], sides: Sequence[Sequence[Section]]) -> list[list[int | None]]:
    """Align the sections of several examples: a row for each wanted title, then for the others, by
    title. Each row has the place of the section in each example, None where it is not there."""
    rows: list[list[int | None]] = [[None] * len(sides) for _ in wanted]
    more: dict[str, list[int | None]] = {}
    for column, sections in enumerate(sides):
        for place, rank in enumerate(_ranks(wanted, sections)):
            if rank is not None:
                rows[rank][column] = place
                continue
            name, again = plain_title(sections[place]["title"]), 0
            while more.get(f"{name} {again}", [None] * len(sides))[column] is not None:
                again += 1
            more.setdefault(f"{name} {again}", [None] * len(sides))[column] = place
    return [*rows, *more.values()]


def origins(before: Sequence[Section], now: Sequence[Section]) -> list[int | None]:
    """Return for each section which one of another list it was made from, if from any: that of the
    same title, else of the same text, else of the most similar one."""
    made: list[int | None] = [None] * len(now)
    free = list(range(len(before)))
    for key in ("title", "text"):
        for place, section in enumerate(now):
            if made[place] is None and section[key].strip():
                same = next((one for one in free if before[one][key] == section[key]), None)
                if same is not None:
                    made[place] = same
                    free.remove(same)
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


def changed_place(before: Sides, now: Sides) -> tuple[str, int] | None:
    """Return the first section that differs between two states of an example."""
    for side in SIDES:
        old, new = before[side], now[side]
        for place, section in enumerate(new):
            if place >= len(old) or old[place] != section:
                return side, place
        if len(old) > len(new) and new:
            return side, len(new) - 1
    return None


def _likeness(one: Section, other: Section) -> float:
    return ratio(one["text"][:_LOOKED_AT], other["text"][:_LOOKED_AT])


def _place(sections: Sequence[Section], title: str) -> int:
    return next((place for place, one in enumerate(sections) if one["title"] == title), -1)


def _ranks(wanted: Sequence[str], sections: Sequence[Section]) -> list[int | None]:
    """Return for each section which of the wanted ones it is."""
    titles = [one["title"] for one in sections]
    report = compare_sections(wanted, titles)
    ranks: list[int | None] = [None] * len(titles)
    taken: set[int] = set()
    for asked, got in (*report.present, *report.renamed):
        rank = next((n for n, one in enumerate(wanted) if one == asked and n not in taken), None)
        place = next((n for n, one in enumerate(titles) if one == got and ranks[n] is None), None)
        if rank is not None and place is not None:
            ranks[place] = rank
            taken.add(rank)
    return ranks


def _stand_ins(wanted: Sequence[str], sections: Sequence[Section]) -> dict[str, str]:
    """Return {wanted title: title there} of sections that go by quite another name: what stands
    alone in the very place of the one that is missing."""
    ranks = _ranks(wanted, sections)
    taken = [rank for rank in ranks if rank is not None]
    names = [one["title"] for one in sections]
    missing: dict[tuple[int, int], list[str]] = {}
    for rank, title in enumerate(wanted):
        if rank not in taken:
            below = max((one for one in taken if one < rank), default=-1)
            above = min((one for one in taken if one > rank), default=len(wanted))
            missing.setdefault((below, above), []).append(title)
    nexts = [len(wanted)]  # the rank of the next section that the task has, from the last back
    for one in reversed(ranks):
        nexts.append(nexts[-1] if one is None else one)
    others: dict[tuple[int, int], list[Section]] = {}
    before = -1
    for rank_here, after, section in zip(ranks, reversed(nexts[1:]), sections, strict=True):
        if rank_here is None:
            others.setdefault((before, after), []).append(section)
        else:
            before = rank_here
    return {
        titles[0]: others[where][0]["title"]
        for where, titles in missing.items()
        if len(titles) == 1
        and len(others.get(where, ())) == 1
        and others[where][0]["text"].strip()  # else someone has just begun it
        and others[where][0]["title"].strip()
        and names.count(others[where][0]["title"]) == 1
    }


def _place_for(title: str, wanted: Sequence[str], sections: Sequence[Section]) -> int:
    """Return where a missing section belongs: behind the last of those that come before it."""
    rank = list(wanted).index(title)
    before = [
        place
        for place, one in enumerate(_ranks(wanted, sections))
        if one is not None and one < rank
    ]
    return max(before) + 1 if before else 0
