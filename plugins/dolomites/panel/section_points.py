"""The places of critique points in the sections that are edited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plugins.dolomites.panel.edit_sections import PointPlace
from plugins.dolomites.panel.section_row import PointMark, SectionRow

if TYPE_CHECKING:
    from plugins.dolomites.panel.section_pane import SectionPane


class PointMarks:
    """Marks the places of critique points in the sections of a pane, and goes to them."""

    def __init__(self, pane: SectionPane) -> None:
        self._pane = pane
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
        for where, row in self._pane.rows.items():
            origin = (where[0], self._pane.origin_place(*where))
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
        self._pane.go_to(*where)
        row.settle()
        row.set_caret_at_original(place.end)
        if focus:
            row.take_focus()
        self._pane.scroll_to_caret()

    def _row_of(self, place: PointPlace) -> tuple[tuple[str, int], SectionRow] | None:
        """Return side, index and row of the section of a point; None if it was removed."""
        for where, row in self._pane.rows.items():
            if (where[0], self._pane.origin_place(*where)) == (place.side, place.place):
                return where, row
        return None
