"""Two texts of which one follows when the other is scrolled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject

from desktop_app.ui.widgets.reading_view import ReadingView

Across = Callable[[int], int]


class LinkedScrolling(QObject):
    """Keeps what belongs together at the same height, by where a place is in the other text."""

    def __init__(
        self, left: ReadingView, right: ReadingView, to_right: Across, to_left: Across
    ) -> None:
        super().__init__(right)
        self._left, self._right = left, right
        self._to_right, self._to_left = to_right, to_left
        self._held = False
        self._behind: ReadingView | None = None  # it went as far as it was laid out
        left.scrolled.connect(lambda: self.follow(left))
        right.scrolled.connect(lambda: self.follow(right))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Scroll one text without the other."""
        before, self._held = self._held, True
        try:
            yield
        finally:
            self._held = before

    def follow(self, moved: ReadingView) -> None:
        """Bring the other text to where this one is."""
        if self._held or not (self._left.isVisible() and self._right.isVisible()):
            return
        if self._behind is moved:  # there is more of it now: it still follows, and leads nobody
            moved = self._right if moved is self._left else self._left
        self._behind = None
        top = moved.visible_range()[0]
        if moved is self._left:
            other, place = self._right, self._to_right(top)
        else:
            other, place = self._left, self._to_left(top)
        with self.held():
            bar, own = other.verticalScrollBar(), moved.verticalScrollBar()
            if own.value() == own.minimum():
                bar.setValue(bar.minimum())
            else:
                wanted = bar.value() + other.point_of(place).y() - moved.point_of(top).y()
                bar.setValue(wanted)
                if wanted > bar.maximum():
                    whole = other.document().size().height() - other.viewport().height()
                    self._behind = other if whole > bar.maximum() + 1 else None
