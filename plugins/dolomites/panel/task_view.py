"""A read-only, searchable view of a task or of written sections.

    view = TaskView(theme, self.tr("Task"))
    view.show_task(content["task"])
    other.show_sections(content["left"])

All pages that show a task use this view. It shows plain text with a heading for each section and
the expected length next to the heading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from PySide6.QtWidgets import QWidget

from desktop_app.core.json_values import objects
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.styled_view import Style, StyledPart, StyledView


def _text_of(fields: Mapping[str, Any], name: str) -> str:
    """Return a text field; empty if it is missing, blank or not a string."""
    value = fields.get(name)
    return value if isinstance(value, str) and value.strip() else ""


class TaskView(MatchPane):
    """A view of a task or of sections, whose whole text can be searched, selected and copied.

    `titles`: titles of the sections of the last `show_sections`, in order
    `anchors`: offset in the text at which each of these sections starts
    """

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        self.styled = StyledView(theme)
        super().__init__(theme, name, parent, view=self.styled)
        # The overview strip shows matches with another text, and this view has none.
        self.strip.hide()
        self.titles: list[str] = []
        self.anchors: list[int] = []

    def show_text(self, text: str) -> None:
        """Show a text without headings, scrolled to the top."""
        self.titles, self.anchors = [], []
        super().show_text(text)

    def show_task(self, task: Mapping[str, Any]) -> None:
        """Show a task, scrolled to the top."""
        self.titles, self.anchors = [], []
        self._show(list(self._task_parts(task)))

    def show_sections(self, sections: Any) -> None:
        """Show sections with their texts, [{"title", "text"}, …], scrolled to the top."""
        found = objects(sections)
        parts: list[StyledPart] = []
        for section in found:
            # An output without any section of the task is one text without a title. Its title is a
            # space, which is invisible.
            title = _text_of(section, "title") or (self.tr("Untitled") if len(found) > 1 else " ")
            parts.append(StyledPart(title, Style.TITLE))
            parts.append(StyledPart(_text_of(section, "text") or self.tr("(empty)")))
        self._show(parts)
        # Titles and texts alternate, so every second part is a title.
        self.titles = [part.text for part in parts[::2]]
        self.anchors = self.styled.starts[::2]

    def _show(self, parts: list[StyledPart]) -> None:
        # Resets matches and search results of the previous text.
        super().show_text("")
        self.styled.show_parts(parts)
        self._search(jump=False)

    def _task_parts(self, task: Mapping[str, Any]) -> Iterator[StyledPart]:
        """Yield the headings and texts of a task. Empty fields are left out."""
        field = " · ".join(filter(None, (_text_of(task, "field"), _text_of(task, "subfield"))))
        if field:
            yield StyledPart(field, Style.QUIET)
        for name, words in (
            ("objective", self.tr("Objective")),
            ("procedure", self.tr("Procedure")),
            ("notes", self.tr("Additional notes")),
        ):
            if _text_of(task, name):
                yield StyledPart(words, Style.CAPTION)
                yield StyledPart(_text_of(task, name))
        for name, words in (
            ("input_sections", self.tr("Input sections")),
            ("output_sections", self.tr("Output sections")),
        ):
            found = objects(task.get(name))
            if found:
                yield StyledPart(words, Style.CAPTION)
            for section in found:
                yield StyledPart(_text_of(section, "title") or self.tr("Untitled"), Style.TITLE)
                if _text_of(section, "length"):
                    yield StyledPart(_text_of(section, "length"), Style.QUIET, beside=True)
                if _text_of(section, "description"):
                    yield StyledPart(_text_of(section, "description"))


class SectionMap:
    """A mapping of offsets between two texts whose sections have the same titles.

    Between two common titles, offsets are interpolated linearly.
    """

    def __init__(self, left: TaskView, right: TaskView) -> None:
        self._left, self._right = left, right

    def to_right(self, place: int) -> int:
        """Return the offset in the right text that corresponds to an offset in the left one."""
        return _across(place, [(one, other) for one, other in self._anchors()])

    def to_left(self, place: int) -> int:
        """Return the offset in the left text that corresponds to an offset in the right one."""
        return _across(place, [(other, one) for one, other in self._anchors()])

    def _anchors(self) -> list[tuple[int, int]]:
        """Return pairs of corresponding offsets (left, right), ascending on both sides."""
        found, begin = [(0, 0)], 0
        right = [title.casefold().strip() for title in self._right.titles]
        for title, at in zip(self._left.titles, self._left.anchors, strict=True):
            wanted = title.casefold().strip()
            # A title that comes earlier in the right text is skipped, because pairs must ascend.
            if wanted in right[begin:]:
                place = right.index(wanted, begin)
                found.append((at, self._right.anchors[place]))
                begin = place + 1
        found.append((len(self._left.text), len(self._right.text)))
        return found


def _across(place: int, anchors: list[tuple[int, int]]) -> int:
    """Return an offset interpolated between pairs of (from, to) offsets."""
    for (first, other_first), (last, other_last) in pairwise(anchors):
        if first <= place < last:
            return other_first + (place - first) * (other_last - other_first) // (last - first)
    return anchors[-1][1]
