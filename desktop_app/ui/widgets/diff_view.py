"""A read-only text with marked changes.

Changed text is coloured and underlined or struck through. A wedge marks a place where text is
missing, and a bar is beside each changed line. `RevisionEdit` is the editable version.

The module is longer than most because marks, their painting and the keys between them use the same
positions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QTextCharFormat,
)
from PySide6.QtWidgets import QToolTip, QWidget

from desktop_app.ui.colours import Role
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.raised_labels import RaisedLabel, RaisedLabels
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.ui.widgets.shades import Highlight, Shade, diff_format

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
        # The view that could not follow completely, because Qt has not laid out all its text yet.
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
        # This view moved because more of it was laid out, not because a person scrolled it. So it
        # has to catch up with the other one instead of scrolling that back.
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
            # If one is at its beginning, so is the other, so that text inserted there is visible.
            if own.value() == own.minimum():
                bar.setValue(bar.minimum())
            else:
                wanted = bar.value() + other.point_of(place).y() - moved.point_of(top).y()
                bar.setValue(wanted)
                if wanted > bar.maximum():
                    whole = other.document().size().height() - other.viewport().height()
                    self._behind = other if whole > bar.maximum() + 1 else None


_LINES = {
    Shade.ADDED: Role.GOOD,
    Shade.REMOVED: Role.BAD,
    Shade.MOVED: Role.DIFF_MOVED,
    Shade.MOVED_AWAY: Role.DIFF_MOVED,
    Shade.FAINT: Role.SECONDARY,
}
# Shades that this view formats; the base class formats the others.
_OURS = (*_LINES, Shade.NOTED, Shade.CURRENT)
# Maximum number of characters in a tooltip.
_LONGEST_TIP = 400


class Mark(NamedTuple):
    """A marked range of a text; empty where the text lacks something that the other one has.

    `start`, `end`: the range, in characters
    `number`: the index of its hunk
    `quiet`: whether only white space differs
    `replaces`: whether a wedge at its start shows that it replaces text that is not visible
    """

    start: int
    end: int
    shade: Shade
    number: int
    quiet: bool = False
    replaces: bool = False


class Note(NamedTuple):
    """A range (in characters) with a dotted underline, and the colour of the dots.

    A range in the accent colour is the current one and is also filled.

    `label`: a few characters that are painted raised after the range, such as its number
    """

    start: int
    end: int
    role: Role
    label: str = ""


class Gutter(QWidget):
    """Bars beside changed lines.

    It can be clicked but takes no focus: keyboard commands step through the changes.
    """

    def __init__(self, view: DiffView, theme: Theme) -> None:
        super().__init__(view)
        self._view, self._theme = view, theme
        self.setAccessibleName(self.tr("Bars beside changed lines"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = self._theme.px(3)
        for mark in self._view.marks_at(event.rect()):
            top, bottom = self._view.lines_of(mark)
            now = mark.number == self._view.current
            colour = self._theme.color(
                Role.ACCENT if now else Role.SECONDARY if mark.quiet else _LINES[mark.shade]
            )
            left = self.width() - width - 1
            # Changes differ in shape, not only in colour: two bars for moved text, a thin one for
            # white space, a short one where text is missing.
            if mark.shade in (Shade.MOVED, Shade.MOVED_AWAY):
                painter.fillRect(QRectF(left - width - 1, top, width - 1, bottom - top), colour)
            if mark.quiet:
                painter.fillRect(QRectF(left + width - 1, top, 1, bottom - top), colour)
            elif mark.start == mark.end:
                middle = (top + bottom) / 2
                painter.fillRect(QRectF(left, middle - width, width, 2 * width), colour)
            else:
                wide = width + (1 if now else 0)
                painter.fillRect(QRectF(left, top, wide, bottom - top), colour)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        y = event.position().y()
        for mark in self._view.visible_marks():
            top, bottom = self._view.lines_of(mark)
            if top <= y < bottom:
                self._view.mark_clicked.emit(mark.number)
                return


class DiffView(ReadingView):
    """A view of a text with its changes.

    `name`: its name for screen readers
    `mark_clicked`: a hunk was clicked, or Enter was pressed in it; its index
    """

    mark_clicked = Signal(int)
    # Whether the text makes space for raised labels; see `RaisedLabels`.
    makes_space = True

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        self.current = -1
        self._marks: Sequence[Mark] = ()
        self._notes: list[Note] = []
        self._hits: list[tuple[int, int]] = []
        self._hit = -1
        self._describe: Callable[[int], str] | None = None
        self._gutter: Gutter | None = None
        self._raised: RaisedLabels | None = None
        # What `paintEvent` has drawn over the text; see `_drawn_marks`.
        self._drawn: set[tuple[int, ...]] = set()
        # Set first, because the constructor of the base class calls `refresh`, which reads them.
        super().__init__(theme, parent)
        self.setAccessibleName(name)
        self._gutter = Gutter(self, theme)
        self._raised = RaisedLabels(self, theme, has_space=self.makes_space)
        self._widen()
        self.set_source(self._highlights)

    @property
    def marks(self) -> Sequence[Mark]:
        """The marks, sorted."""
        return self._marks

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Set the marks, which must be sorted and must not overlap."""
        self._marks = marks
        self.refresh()

    def set_marks_and_notes(self, marks: Sequence[Mark], notes: Iterable[Note]) -> None:
        """Set both at once, which takes half the time; this is done with every key."""
        self._notes = _sorted_notes(notes)
        self.set_marks(marks)

    def set_current(self, number: int) -> None:
        """Set the index of the current hunk, or -1 for none."""
        if number != self.current:
            self.current = number
            self.refresh()

    def set_notes(self, notes: Iterable[Note]) -> None:
        """Set the ranges with a dotted underline."""
        self._notes = _sorted_notes(notes)
        self.refresh()

    def set_found(self, hits: list[tuple[int, int]], now: int) -> None:
        """Set the ranges of search hits, and the index of the current one."""
        self._hits, self._hit = hits, now
        self.refresh()

    def set_description(self, describe: Callable[[int], str]) -> None:
        """Set the function that describes a hunk for its tooltip, by its index."""
        self._describe = describe

    def mark_at(self, offset: int) -> int:
        """Return the index of the hunk at an offset, or -1 if there is none."""
        place = bisect_right(self._marks, offset, key=lambda mark: mark.start) - 1
        if place >= 0:
            mark = self._marks[place]
            if offset < mark.end or offset == mark.start == mark.end:
                return mark.number
        return -1

    def visible_marks(self) -> Iterator[Mark]:
        """Yield the marks that are at least partly visible."""
        return self._marks_between(*self._in_sight)

    def marks_at(self, area: QRect) -> Iterator[Mark]:
        """Yield the marks in the lines of an area, which is in viewport pixels."""
        # A text that is as tall as its lines is completely visible to itself, but Qt asks to paint
        # only the part that has changed, or that the area around it shows.
        return self._marks_between(*self.range_of(area))

    def _marks_between(self, start: int, end: int) -> Iterator[Mark]:
        # Bisection: texts may have thousands of marks, and this runs with every paint event.
        first = bisect_left(self._marks, start, key=lambda mark: mark.end)
        for place in range(first, len(self._marks)):
            if self._marks[place].start > end:
                break
            yield self._marks[place]

    def lines_of(self, mark: Mark) -> tuple[int, int]:
        """Return the top and the bottom of the lines of a mark, in viewport pixels."""
        start = self.cursorRect(self._cursor(mark.start, mark.start))
        last = max(mark.start, mark.end - 1)
        end = self.cursorRect(self._cursor(last, last)) if last > mark.start else start
        return start.top(), end.bottom() + 1

    def boxes(self, start: int, end: int) -> Iterator[QRectF]:
        """Yield the boxes around a range of the text, one per line, in viewport pixels."""
        first, last = self._offsets.to_utf16(start), self._offsets.to_utf16(end)
        block = self.document().findBlock(first)
        while block.isValid() and block.position() < last:
            layout = block.layout()
            left, right = max(0, first - block.position()), last - block.position()
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                begin = max(left, line.textStart())
                stop = min(right, line.textStart() + line.textLength())
                if begin < stop:
                    # In right-to-left text, the end is left of the beginning.
                    one, other = (_x(line.cursorToX(place)) for place in (begin, stop))
                    box = QRectF(min(one, other), line.y(), abs(other - one), line.height())
                    yield box.translated(
                        layout.position()
                        - QPointF(
                            self.horizontalScrollBar().value(), self.verticalScrollBar().value()
                        )
                    )
            block = block.next()

    def refresh(self, strength: float | None = None) -> None:
        """Paint highlights, gutter, wedges and frames again, as `ReadingView.refresh` does."""
        super().refresh(strength)
        if self._raised is not None:
            self._raised.show(
                [
                    RaisedLabel(self._offsets.to_utf16(end), words, role)
                    for end, words, role in self._labels()
                ]
            )
        if self._gutter is not None:
            self._gutter.update()
            # Qt does not repaint wedges and frames, because they are not selections. Only their
            # lines are painted again: with every key, the whole text would take twice as long.
            before, self._drawn = self._drawn, self._drawn_marks()
            for top, bottom, *_ in before ^ self._drawn:
                self.viewport().update(0, top - 2, self.viewport().width(), bottom - top + 5)

    # Internals
    def _drawn_marks(self) -> set[tuple[int, ...]]:
        """Return the visible marks that are not selections: the top, the bottom and the look."""
        drawn: set[tuple[int, ...]] = set()
        for mark in self.marks_at(self.viewport().visibleRegion().boundingRect()):
            is_current = mark.number == self.current
            if mark.quiet or mark.start == mark.end or mark.replaces or is_current:
                first = self.cursorRect(self._cursor(mark.start, mark.start))
                last = self.cursorRect(self._cursor(mark.end, mark.end))
                ends = (first.top(), last.bottom(), first.left(), last.left())
                look = mark.quiet, is_current, mark.replaces, hash(mark.shade)
                drawn.add((*ends, *look))
        return drawn

    def _labels(self) -> Iterator[tuple[int, str, Role]]:
        """Yield the raised labels: the offset, the text and the colour of each."""
        for note in self._notes:
            if note.label:
                yield note.end, note.label, Role.ACCENT if note.role is Role.ACCENT else Role.TEXT

    def _format(self, highlight: Highlight) -> QTextCharFormat:
        if highlight.shade in _OURS:
            return diff_format(self._theme, highlight.shade, highlight.role)
        return super()._format(highlight)

    def _highlights(self, start: int, end: int) -> Iterator[Highlight]:
        """Yield the highlights between two offsets; later ones are painted on top."""
        notes = [note for note in self._notes if note.start < end and note.end > start]
        for note in notes:
            # Before all others, so that changes within the current range are painted on its fill.
            if note.role is Role.ACCENT:
                yield Highlight(note.start, note.end, Shade.CURRENT)
        first = bisect_left(self._marks, start, key=lambda mark: mark.end)
        for place in range(first, len(self._marks)):
            mark = self._marks[place]
            if mark.start >= end:
                break
            if mark.start < mark.end and not mark.quiet:
                yield Highlight(mark.start, mark.end, mark.shade)
        for note in notes:
            yield Highlight(note.start, note.end, Shade.NOTED, role=note.role)
        for number, (first, last) in enumerate(self._hits):
            if first < end and last > start:
                shade = Shade.FOUND_NOW if number == self._hit else Shade.FOUND
                yield Highlight(first, last, shade)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in self.marks_at(event.rect()):
            if mark.quiet:
                self._paint_space(painter, mark)
            elif mark.start == mark.end:
                self._paint_wedge(painter, mark, mark.shade)
            else:
                if mark.number == self.current:
                    self._paint_frame(painter, mark)
                if mark.replaces:
                    self._paint_wedge(painter, mark, Shade.REMOVED)
        if self._raised is not None:
            self._raised.paint(painter)
        painter.end()

    def _paint_frame(self, painter: QPainter, mark: Mark) -> None:
        """Paint a frame around the current change, line by line."""
        painter.setPen(QPen(self._theme.color(Role.ACCENT), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for box in self.boxes(mark.start, mark.end):
            painter.drawRoundedRect(box.adjusted(-1, 0, 1, 0), 3, 3)

    def _paint_wedge(self, painter: QPainter, mark: Mark, shade: Shade) -> None:
        """Paint a wedge below the line where text is missing, pointing between two characters.

        `shade`: of the missing text
        """
        box = self.cursorRect(self._cursor(mark.start, mark.start))
        size = self._theme.px(4)
        now = mark.number == self.current
        colour = self._theme.color(Role.ACCENT if now else _LINES[shade])
        x, bottom = float(box.left()), float(box.bottom())
        painter.setPen(QPen(colour, 1.5))
        painter.drawLine(QPointF(x, box.top() + size), QPointF(x, bottom - size))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(x, bottom - 1.5 * size),
                    QPointF(x - size, bottom),
                    QPointF(x + size, bottom),
                ]
            )
        )

    def _paint_space(self, painter: QPainter, mark: Mark) -> None:
        """Paint changed white space as grey ¶ and ·."""
        painter.setPen(self._theme.color(Role.SECONDARY))
        painter.setFont(self.font())
        start, end = mark.start, mark.end
        if start == end:
            box = self.cursorRect(self._cursor(start, start))
            painter.drawText(box.left() - 2, box.top(), 20, box.height(), 0, "·")
        # Limited, because the white space can be of any length.
        for place in range(start, min(end, start + 40)):
            box = self.cursorRect(self._cursor(place, place))
            sign = "¶" if self._text[place : place + 1] == "\n" else "·"
            painter.drawText(box.left() + 1, box.top(), 40, box.height(), 0, sign)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            point = self.viewport().mapFrom(self, event.pos())
            number = self.mark_at(self.offset_at(point))
            words = self._describe(number) if self._describe is not None and number >= 0 else ""
            if words:
                QToolTip.showText(event.globalPos(), plain_tip(words[:_LONGEST_TIP]), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def _widen(self) -> None:
        """Set the width of the left margin, which contains the gutter."""
        left = self._theme.px(14)
        self.setViewportMargins(left, 4, 6, 4)
        self._place_gutter()

    def _place_gutter(self) -> None:
        """Place the gutter in the left margin of the viewport."""
        if self._gutter is not None:
            area = self.viewport().geometry()
            left = self.viewportMargins().left()
            self._gutter.setGeometry(area.left() - left + 3, area.top(), left - 6, area.height())

    def _on_theme_changed(self) -> None:
        # The base class calls this before the gutter exists.
        super()._on_theme_changed()
        if self._gutter is not None:
            self._widen()

    def opens_by_enter(self) -> bool:
        return self.mark_at(self.caret()) >= 0 or super().opens_by_enter()

    def _click(self, offset: int) -> None:
        super()._click(offset)
        self._open_at(offset)

    def _open_at(self, offset: int) -> None:
        number = self.mark_at(offset)
        if number >= 0:
            self.mark_clicked.emit(number)


def _sorted_notes(notes: Iterable[Note]) -> list[Note]:
    return sorted(notes, key=lambda note: (note.start, note.end, note.role.value))


def _x(found: object) -> float:
    """Return the x coordinate from a result of `cursorToX`.

    PySide returns a tuple, contrary to its type stubs.
    """
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]
