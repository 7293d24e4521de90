"""Linked scrolling of two texts: when one is scrolled, the other follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject

from desktop_app.ui.widgets.reading_view import ReadingView

# Maps an offset of one text to the corresponding offset of the other.
Across = Callable[[int], int]


class LinkedScrolling(QObject):
    """Keeps corresponding places of two texts at the same height.

    `to_right`, `to_left`: map offsets of the left text to the right one, and back
    """

    def __init__(
        self, left: ReadingView, right: ReadingView, to_right: Across, to_left: Across
    ) -> None:
        super().__init__(right)
        self._left, self._right = left, right
        self._to_right, self._to_left = to_right, to_left
        self._held = False
        # A long text is laid out bit by bit. This one could not follow further than its layout.
        self._behind: ReadingView | None = None
        left.scrolled.connect(lambda: self.follow(left))
        right.scrolled.connect(lambda: self.follow(right))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Suspend the link, so that one text can be scrolled without the other."""
        before, self._held = self._held, True
        try:
            yield
        finally:
            self._held = before

    def follow(self, moved: ReadingView) -> None:
        """Scroll the other text to the place that `moved` shows at its top."""
        if self._held or not (self._left.isVisible() and self._right.isVisible()):
            return
        # It moved because more of it was laid out, not because a person scrolled it. So it catches
        # up with the other text instead of pulling that back.
        if self._behind is moved:
            moved = self._right if moved is self._left else self._left
        self._behind = None
        top = moved.visible_range()[0]
        if moved is self._left:
            other, place = self._right, self._to_right(top)
        else:
            other, place = self._left, self._to_left(top)
        with self.held():
            bar, own = other.verticalScrollBar(), moved.verticalScrollBar()
            # At the top, both are at the top, whatever is inserted there.
            if own.value() == own.minimum():
                bar.setValue(bar.minimum())
            else:
                wanted = bar.value() + other.point_of(place).y() - moved.point_of(top).y()
                bar.setValue(wanted)
                if wanted > bar.maximum():
                    whole = other.document().size().height() - other.viewport().height()
                    self._behind = other if whole > bar.maximum() + 1 else None
