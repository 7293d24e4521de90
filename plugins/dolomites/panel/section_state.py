"""The edited sections of an example and those of its variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.ui.widgets.reading_view import normalised
from plugins.dolomites.panel.edit_sections import (
    SIDES,
    Rearranged,
    Section,
    SectionFix,
    Sides,
    apply_fix,
    changed_place,
    in_order_places,
    origins,
    plan_of,
    plans_of,
    section_fixes,
    sides_of,
)
from plugins.dolomites.shapes import MOST_SECTIONS, titles

# Side and index of a section.
Place = tuple[str, int]


class EditedSections:
    """Both sides of an example while they are edited, compared with the chosen variant.

    `now`: both sides with the current edits
    `original`: both sides of the variant
    """

    def __init__(self) -> None:
        self._task: Mapping[str, Any] = {}
        self.original: Sides = {side: [] for side in SIDES}
        self.now: Sides = {side: [] for side in SIDES}
        self._origins: dict[str, list[int | None]] = {side: [] for side in SIDES}
        # The places of the sections that were not moved.
        self._in_order: dict[str, set[int]] = {side: set() for side in SIDES}

    def show_example(
        self, task: Mapping[str, Any], variant: Mapping[str, Any] | None, edited: Any
    ) -> None:
        """Set another example; see `SectionPane.show_example`."""
        self._task = task
        self.original = sides_of(variant)
        self.now = sides_of(edited) if isinstance(edited, Mapping) else self.original
        self.pair()

    def set_edited(self, edited: Any) -> Place | None:
        """Set another state of the same example; return a section that changed.

        The sections are not paired with those of the variant again; see `pair`.
        """
        before = self.now
        self.now = sides_of(edited) if isinstance(edited, Mapping) else self.original
        return changed_place(before, self.now)

    def set_side(self, side: str, sections: list[Section]) -> None:
        """Replace the sections of a side."""
        # A new object each time, because undo keeps the previous state.
        self.now = {**self.now, side: sections}

    def set_field(self, place: Place, name: str, value: str) -> None:
        """Set the title or the text of a section.

        `name`: "title" or "text"
        """
        # The origins are not recomputed, because a rewritten text is still compared with its
        # original section.
        side, index = place
        sections = self.now[side]
        changed = {**sections[index], name: value}
        self.set_side(side, [*sections[:index], changed, *sections[index + 1 :]])

    def pair(self) -> None:
        """Find the section of the variant that each edited section is compared with."""
        for side in SIDES:
            self._origins[side] = origins(self.original[side], self.now[side])
            self._in_order[side] = in_order_places(self._origins[side])

    def places(self) -> list[Place]:
        """Return the places of all sections, in reading order: first the output."""
        return [(side, place) for side in reversed(SIDES) for place in range(len(self.now[side]))]

    @property
    def output(self) -> str:
        """The titles and texts of the edited output as one text, as displayed."""
        parts = [f"{one['title']}\n{one['text']}".strip() for one in self.now["output"]]
        return normalised("\n\n".join(part for part in parts if part))

    def origin_text(self, side: str, place: int) -> str:
        """Return the original text of an edited section; empty if it is new."""
        origin = self._origins[side][place]
        return "" if origin is None else self.original[side][origin]["text"]

    def origin_title(self, side: str, place: int) -> str:
        """Return the original title of an edited section, if it is another one; else ""."""
        if "renamed" not in self.state_of(side, place):
            return ""
        origin = self._origins[side][place]
        return "" if origin is None else self.original[side][origin]["title"]

    def origin_place(self, side: str, place: int) -> int | None:
        """Return the index, in the variant, of the origin of a section; None if it is new."""
        return self._origins[side][place]

    def state_of(self, side: str, place: int) -> set[str]:
        """Return what happened to a section besides its text: "added", "moved", "renamed"."""
        origin = self._origins[side][place]
        if origin is None:
            return {"added"}
        found = set() if place in self._in_order[side] else {"moved"}
        renamed = self.now[side][place]["title"] != self.original[side][origin]["title"]
        return found | {"renamed"} if renamed else found

    def rearranged(self) -> Rearranged:
        """Return how many sections of both sides were added, removed, moved and renamed."""
        states = [self.state_of(*place) for place in self.places()]
        kept = sum("added" not in one for one in states)
        before = sum(len(self.original[side]) for side in SIDES)
        added, moved, renamed = (
            sum(name in one for one in states) for name in ("added", "moved", "renamed")
        )
        return Rearranged(added, before - kept, moved, renamed)

    def expected(self, side: str, place: int) -> str:
        """Return the length that the task requires of a section, as free text; "" if none."""
        plan = plan_of(place, self.now[side], plans_of(self._task, side))
        return plan["length"] if plan else ""

    def fixes(self) -> list[SectionFix]:
        """Return the current fixes for the sections of both sides."""
        return [
            one for side in SIDES for one in section_fixes(side, self._wanted(side), self.now[side])
        ]

    def fixed(self, fix: SectionFix) -> tuple[list[Section], Place]:
        """Return the sections of a side after a fix, and the section to show."""
        sections, place = apply_fix(fix, self._wanted(fix.side), self.now[fix.side])
        return sections, (fix.side, place)

    def after_command(self, name: str, at: Place, new: str) -> tuple[list[Section], Place] | None:
        """Return the sections of a side after a command, and the section to show.

        Return None if the command is not possible.

        `name`: "add", "up", "down" or "remove"
        `at`: the section to which the command applies
        `new`: the title of a new section, to which a number is added if it exists
        """
        side, place = at
        if name not in self.possible(at):
            return None
        sections = list(self.now[side])
        if name == "add":
            place = min(place + 1, len(sections))
            sections.insert(place, {"title": self._free_title(side, new), "text": ""})
        elif name == "remove":
            del sections[place]
            place = max(0, min(place, len(sections) - 1))
        else:
            to = place + (-1 if name == "up" else 1)
            sections.insert(to, sections.pop(place))
            place = to
        return sections, (side, place)

    def possible(self, at: Place) -> set[str]:
        """Return the commands that are possible for a section: "add", "up", "down", "remove"."""
        side, place = at
        count = len(self.now[side])
        found = {
            "add": count < MOST_SECTIONS,
            "up": count > 0 and place > 0,
            "down": place < count - 1,
            "remove": count > 0,
        }
        return {name for name, on in found.items() if on}

    def _wanted(self, side: str) -> list[str]:
        return [plan["title"] for plan in plans_of(self._task, side)]

    def _free_title(self, side: str, name: str) -> str:
        """Return a placeholder title that no section of the side has."""
        known = set(titles(self.now[side]))
        title, number = name, 2
        while title in known:
            title, number = f"{name} {number}", number + 1
        return title
