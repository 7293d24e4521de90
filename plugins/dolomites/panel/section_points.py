"""The places of critique points in the sections that are edited."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plugins.dolomites.panel.edit_sections import PointPlace
from plugins.dolomites.panel.section_list import SectionList
from plugins.dolomites.panel.section_row import PointMark, SectionRow
from plugins.dolomites.panel.section_state import EditedSections, Place


class PointMarks:
    """Marks the places of critique points in the sections, and goes to them.

    `example`: the sections and their origins
    `sections`: their rows
    `go_to`: makes a section the current one and scrolls to it
    """

    def __init__(
        self,
        example: EditedSections,
        sections: SectionList,
        go_to: Callable[[str, int], None],
    ) -> None:
        self._example, self._sections, self._go_to = example, sections, go_to
        self._places: Sequence[PointPlace] = ()
        self._current = 0

    def show(self, places: Sequence[PointPlace], current: int) -> None:
        """Mark other places. `current`: the number of the open point; 0: none."""
        self._places, self._current = places, current
        self.refresh()

    def forget(self) -> None:
        """Forget the places, before another variant is shown."""
        self._places = ()

    def refresh(self) -> None:
        """Mark the places again, after the sections have changed."""
        for where, row in self._sections.rows.items():
            origin = (where[0], self._example.origin_place(*where))
            row.set_points(
                [
                    PointMark(one.start, one.end, one.number, one.number == self._current)
                    for one in self._places
                    if (one.side, one.place) == origin
                ]
            )

    def is_changed(self, place: PointPlace) -> bool:
        """Return whether the text at the place of a point has changed."""
        found = self._row_of(place)
        if found is None:
            return True
        return any(
            (one.before.start < place.end and one.before.end > place.start)
            or (one.before.start == one.before.end and place.start <= one.before.start <= place.end)
            for one in found[1].hunks
            if not one.quiet
        )

    def go_to(self, place: PointPlace, *, focus: bool) -> None:
        """Scroll to the place of a point and put the caret behind it.

        `focus`: whether the text gets the focus
        """
        found = self._row_of(place)
        if found is None:
            return
        where, row = found
        self._go_to(*where)
        row.settle()
        row.set_caret_at_original(place.end)
        if focus:
            row.take_focus()
        self._sections.scroll_to_caret()

    def _row_of(self, place: PointPlace) -> tuple[Place, SectionRow] | None:
        """Return side, index and row of the section of a point; None if it was removed."""
        for where, row in self._sections.rows.items():
            if (where[0], self._example.origin_place(*where)) == (place.side, place.place):
                return where, row
        return None
