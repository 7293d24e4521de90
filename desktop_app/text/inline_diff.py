"""Original and revision as one text, with removed text before its replacement."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from desktop_app.text.diff import Hunk, HunkKind
from desktop_app.text.diff_tokens import Stretch

_LINE_END = "¶"


class InlineChange(NamedTuple):
    """A range of the joint text that does not occur in both texts at this place.

    `hunk`: index of its hunk
    `removed`: whether it occurs only in the original
    `moved`: whether it occurs at another place of the other text
    """

    start: int
    end: int
    hunk: int
    removed: bool
    moved: bool


class Inline:
    """The joint text, its differing parts in order, and a mapping of offsets.

    A removed line end does not end a line here; it is shown as ¶.
    """

    def __init__(self, original: str, revision: str, hunks: Sequence[Hunk]) -> None:
        made: list[str] = []
        self.parts: list[InlineChange] = []
        # Corresponding offsets: (in the revision, in the joint text).
        self._places: list[tuple[int, int]] = [(0, 0)]
        at = length = 0
        for number, hunk in enumerate(hunks):
            # Text between hunks is equal in both, so the original's is used.
            made.append(original[at : hunk.before.start])
            length += len(made[-1])
            for stretch, text, removed in (
                (hunk.before, original, True),
                (hunk.after, revision, False),
            ):
                words = text[slice(*stretch)]
                if removed and not words.strip():
                    words = words.replace("\n", _LINE_END)
                if not removed:
                    self._places.append((stretch.start, length))
                if words:
                    moved = hunk.kind is HunkKind.MOVED
                    self.parts.append(
                        InlineChange(length, length + len(words), number, removed, moved)
                    )
                    made.append(words)
                    length += len(words)
            at = hunk.before.end
            self._places.append((hunk.after.end, length))
        made.append(original[at:])
        self.text = "".join(made)

    def place(self, offset: int) -> int:
        """Return the offset in the joint text that corresponds to an offset in the revision."""
        result = bisect_right(self._places, offset, key=lambda place: place[0]) - 1
        there, here = self._places[result]
        return min(here + offset - there, len(self.text))

    def revision_place(self, offset: int) -> int:
        """Return the offset in the revision that corresponds to an offset in the joint text.

        For removed text, this is the place where it would be.
        """
        result = bisect_right(self._places, offset, key=lambda place: place[1]) - 1
        there, here = self._places[result]
        # For an offset in removed text, this is the place where the text would be in the revision.
        following = self._places[result + 1][0] if result + 1 < len(self._places) else None
        place = there + offset - here
        return place if following is None else min(place, following)

    def stretch(self, hunk: int) -> Stretch:
        """Return the range of a hunk in the joint text."""
        first = bisect_right(self.parts, hunk - 1, key=lambda part: part.hunk)
        last = bisect_right(self.parts, hunk, key=lambda part: part.hunk)
        return Stretch(self.parts[first].start, self.parts[last - 1].end)
