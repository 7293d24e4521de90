"""A view of a text with marked changes and with citations, which open by a click or Enter."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QTextCharFormat
from PySide6.QtWidgets import QToolTip, QWidget

from desktop_app.ui.colours import Role, contrast, mixed
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Look, Theme
from desktop_app.ui.widgets.diff_view import DiffView
from desktop_app.ui.widgets.shades import Highlight, Shade

# Minimum contrast ratio of text on a fill: normally, and in the high-contrast theme.
_LEAST, _LEAST_HIGH = 4.6, 7.0
_FILLS = {Shade.ADDED: Role.DIFF_ADDED, Shade.REMOVED: Role.DIFF_REMOVED}


class Cited(NamedTuple):
    """A citation in a displayed text.

    `start`, `end`: its range in the text, in characters
    `what`: a number for the cited source, chosen by the owner of the view
    `known`: whether the source exists and can be opened
    `words`: a description for tooltips and screen readers; untrusted text
    """

    start: int
    end: int
    what: int
    known: bool
    words: str


class CitedView(DiffView):
    """A view of a text with its changes and citations.

    `citation_opened`: a known citation was clicked, or Enter was pressed in it; the `Cited`
    `citation_reached`: a citation was selected by `step_cited`; the `Cited`
    """

    citation_opened = Signal(object)
    citation_reached = Signal(object)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        self._cited: Sequence[Cited] = ()
        super().__init__(theme, name, parent)
        self.viewport().setMouseTracking(True)

    def set_cited(self, cited: Sequence[Cited]) -> None:
        """Set the citations of the displayed text: sorted, and without overlaps."""
        self._cited = cited
        self.refresh()

    @property
    def cited(self) -> Sequence[Cited]:
        """The citations of the displayed text."""
        return self._cited

    def cited_at(self, offset: int) -> Cited | None:
        """Return the citation at an offset, or None if there is none."""
        # The end is part of it, so that Enter opens a citation whose end is at the caret.
        place = bisect_right(self._cited, offset, key=lambda one: one.start) - 1
        if place >= 0 and self._cited[place].start <= offset <= self._cited[place].end:
            return self._cited[place]
        return None

    def step_cited(self, by: int) -> Cited | None:
        """Select the next citation after the caret, or the previous one; wrap around at the ends.

        `by`: 1 or −1

        Returns the selected citation, or None if the text has none.
        """
        if not self._cited:
            return None
        start, end = self.selected_span()
        if by > 0:
            # Start after the selection, which is the citation that was reached last. A citation at
            # the beginning of the text is next if the caret is also there.
            place = bisect_left(self._cited, max(end, start + 1), key=lambda one: one.start)
            if start == end == 0 and self._cited[0].start == 0:
                place = 0
        else:
            place = bisect_left(self._cited, start, key=lambda one: one.start) - 1
        one = self._cited[place % len(self._cited)]
        self.select(one.start, one.end)
        self.scroll_to(one.start)
        self.setAccessibleDescription(one.words)
        self.citation_reached.emit(one)
        return one

    def change_marks(self, start: int, end: int) -> Iterator[Highlight]:
        """Yield the highlights of changes between two offsets."""
        yield from self._highlights(start, end)

    def citation_marks(self, start: int, end: int) -> Iterator[Highlight]:
        """Yield the highlights of citations between two offsets."""
        first = bisect_left(self._cited, start, key=lambda one: one.end)
        for place in range(first, len(self._cited)):
            one = self._cited[place]
            if one.start >= end:
                break
            shade = Shade.CITED if one.known else Shade.CITED_NOTHING
            yield Highlight(one.start, one.end, shade, self._below(one.start))

    def _below(self, offset: int) -> Role:
        """Return the background of the character at an offset, which a change may have set."""
        place = bisect_right(self._marks, offset, key=lambda mark: mark.start) - 1
        if place >= 0 and offset < self._marks[place].end and not self._marks[place].quiet:
            return _FILLS.get(self._marks[place].shade, Role.SURFACE)
        return Role.SURFACE

    def _format(self, highlight: Highlight) -> QTextCharFormat:
        made = super()._format(highlight)
        if highlight.shade is Shade.CITED_NOTHING:
            # Also in added text: models invent citations there, and these must stand out.
            made.setBackground(self._theme.color(Role.MATCH_NEAR))
        elif highlight.shade is Shade.CITED:
            # Without its own background, Qt would paint it with the background of the adjacent
            # text.
            made.setBackground(self._theme.color(highlight.role))
            if highlight.role is not Role.SURFACE:
                # Citations keep their own colour in added text.
                colour = made.foreground().color()
                made.setForeground(self._readable(colour, self._theme.color(highlight.role)))
        return made

    def _readable(self, colour: QColor, fill: QColor) -> QColor:
        """Return the colour, mixed with just enough of the text colour to be readable on a fill."""
        text = self._theme.color(Role.TEXT)
        least = _LEAST_HIGH if self._theme.look is Look.HIGH_CONTRAST else _LEAST
        ways = (mixed(colour, text, step / 10) for step in range(10))
        return next((one for one in ways if contrast(one, fill) >= least), text)

    def opens_by_enter(self) -> bool:
        one = self.cited_at(self.caret())
        return (one is not None and one.known) or super().opens_by_enter()

    def _open_at(self, offset: int) -> None:
        # A click on a citation inside a change opens the citation; a click on the rest of the
        # change goes to the change.
        one = self.cited_at(offset)
        if one is not None and one.known:
            self.citation_opened.emit(one)
        else:
            super()._open_at(offset)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        one = self.cited_at(self.offset_at(event.position().toPoint()))
        leads = one is not None and one.known
        shape = Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            offset = self.offset_at(self.viewport().mapFrom(self, event.pos()))
            one = self.cited_at(offset) if offset >= 0 else None
            if one is not None:
                QToolTip.showText(event.globalPos(), plain_tip(one.words), self)
                return True
        return super().event(event)
