"""Positions of critique points in the original and edited response, and the selection there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QApplication

from desktop_app.text.diff import to_original
from desktop_app.ui.widgets.diff_editor import DiffEditor, Side
from desktop_app.ui.widgets.reading_view import normalised
from plugins.cnr.panel.points import Point


class Offsets:
    """Conversion of positions between the original response and the displayed one.

    Their line endings may differ.
    """

    def __init__(self, given: str) -> None:
        self.shown = normalised(given)
        self._starts: list[int] | None = None
        if self.shown != given and len(self.shown) != len(given):
            starts, at = [], 0
            while at < len(given):
                starts.append(at)
                at += 2 if given[at : at + 2] == "\r\n" else 1
            starts.append(len(given))
            self._starts = starts if len(starts) == len(self.shown) + 1 else None

    def to_given(self, place: int) -> int:
        """Return a position in the original response."""
        if self._starts is None:
            return place
        return self._starts[min(place, len(self._starts) - 1)]

    def to_shown(self, place: int) -> int:
        """Return a position in the displayed response."""
        if self._starts is None:
            return place
        return min(bisect_left(self._starts, place), len(self.shown))

    def shown_points(self, points: Any) -> list[Point]:
        """Return points with anchors in the displayed response."""
        return [_placed(point, self.to_shown) for point in points or ()]

    def given_points(self, points: Sequence[Point]) -> list[Point]:
        """Return points with anchors in the original response."""
        return [_placed(point, self.to_given) for point in points]

    def place_of(self, point: Mapping[str, Any]) -> dict[str, int]:
        """Return the anchor of a model's point in the displayed response; empty if it has none."""
        start, end = point.get("start"), point.get("end")
        if isinstance(start, int) and isinstance(end, int):
            placed = _placed({"start": start, "end": end}, self.to_shown)
            if 0 <= placed["start"] < placed["end"] <= len(self.shown):
                return placed
        return {}

    def quoted(self, point: Mapping[str, Any]) -> str:
        """Return the text of the response that a model's point is about."""
        place = self.place_of(point)
        return self.shown[place["start"] : place["end"]] if place else ""


def _placed(point: Mapping[str, Any], place: Callable[[int], int]) -> Point:
    result = dict(point)
    for name in ("start", "end"):
        if isinstance(result.get(name), int):
            result[name] = place(result[name])
    return result


class Selection:
    """The selection in the response or its revision, and the position of the caret."""

    def __init__(self, editor: DiffEditor) -> None:
        self._editor = editor
        self._selected: tuple[str, int, int] = ("", 0, 0)
        editor.selection_changed.connect(self._on_selected)

    def stretch(self, response: str) -> dict[str, int]:
        """Return the selection as a range of the displayed response; empty if there is none."""
        side, start, end = self._selected
        for name, view in (
            (Side.REVISION, self._editor.revision_edit),
            (Side.ORIGINAL, self._editor.beside),
        ):
            if view.hasFocus():  # The editor has not emitted its new selection yet.
                one, other = view.selected_span()
                side, start, end = (name.value, one, other) if one != other else ("", 0, 0)
        if start == end:
            return {}
        if side == Side.REVISION.value:
            start = to_original(self._editor.hunks, start)
            end = to_original(self._editor.hunks, end)
        text = response
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        return {"start": start, "end": end} if start < end else {}

    def drop(self) -> None:
        """Clear the selection, because it is marked as the anchor of a point now."""
        self._selected = ("", 0, 0)
        for view in (self._editor.beside, self._editor.revision_edit):
            start, end = view.selected_span()
            if start != end:
                view.set_caret(start)

    def caret(self) -> int:
        """Return the position of the caret in the response."""
        if QApplication.focusWidget() is self._editor.beside:
            return self._editor.beside.caret()
        return to_original(self._editor.hunks, self._editor.revision_edit.caret())

    def _on_selected(self, side: str, start: int, end: int) -> None:
        if start != end:
            self._selected = (side, start, end)
        elif side == self._selected[0]:
            self._selected = ("", 0, 0)
