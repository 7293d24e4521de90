"""A text beside what it was before: one of them, or both in one, with citations and matches.

    pane = ComparedPane(theme, self.tr("Answer"))
    pane.set_finder(find)                  # citations of a text
    pane.show_stream("The answer so", previous)  # as it comes
    pane.show_pair(previous, answer)       # once it is there

For reading only; what should be revised goes into a `DiffEditor`. While text streams in, only what
is new is laid out, and what has come is compared on another thread now and then. So are long texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.text.diff import Hunk, change_count, diff
from desktop_app.text.diff_tokens import Stretch
from desktop_app.text.inline_diff import Inline
from desktop_app.text.spans import Kind
from desktop_app.text.spans import Mark as StripMark
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.cited_view import Cited, CitedView
from desktop_app.ui.widgets.diff_marks import Side, marks_in, marks_in_both
from desktop_app.ui.widgets.growing_diff import GrowingDiff
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.match_pane import Side as Matches
from desktop_app.ui.widgets.reading_view import normalised
from desktop_app.ui.widgets.shades import OPAQUE, Highlight

_AT_ONCE = 16_000  # characters of both texts that are compared without the window noticing

_AFTER_PAINTING = 20  # milliseconds

_LACKS = Kind.UNSUPPORTED

Finder = Callable[[str], Sequence[Cited]]


class Look(StrEnum):
    """What is shown."""

    BOTH = "both"
    NEW = "new"
    OLD = "old"


class _Shared:
    """What a text has in common with another; not what the other lacks: a passage is no whole."""

    def __init__(self, side: Matches) -> None:
        self._side = side

    def between(self, start: int, end: int) -> Iterator[tuple[int, int, Kind]]:
        yield from (one for one in self._side.between(start, end) if one[2] is not _LACKS)

    def overview(self, rows: int) -> list[StripMark]:
        return [one for one in self._side.overview(rows) if one.kind is not _LACKS]


class ComparedPane(MatchPane):
    """Shows a text, the one before it, or the changes that led from one to the other.

    compared  what differs is known: after `show_pair`, at once or a moment later
    looked    something else is shown
    stepped   keys or a click went to a difference: its number
    """

    compared = Signal()
    looked = Signal()
    stepped = Signal(int)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        self.cited_view = CitedView(theme, name)
        self._matches = False
        super().__init__(theme, name, parent, view=self.cited_view)
        self._previous: str | None = None
        self._answer = ""
        self._hunks: tuple[Hunk, ...] = ()
        self._inline: Inline | None = None
        self._look = Look.BOTH
        self._find: Finder = lambda _text: ()
        self._job: Job | None = None
        self._streams = False
        self._live = GrowingDiff(self)
        self._live.found.connect(self._on_live)
        self._teller: Callable[[int], str] = lambda _number: ""
        self.strip.hide()
        self.cited_view.set_teller(lambda number: self._teller(number))
        self.cited_view.mark_clicked.connect(self._go)

    # What is there

    @property
    def hunks(self) -> tuple[Hunk, ...]:
        """The differences; none before they are known, and where there is nothing before."""
        return self._hunks

    @property
    def previous(self) -> str | None:
        """The text before, as it is shown; None: there is none."""
        return self._previous

    @property
    def answer(self) -> str:
        """The text as it is shown."""
        return self._answer

    @property
    def look(self) -> Look:
        """What is shown; without a text before always the new one."""
        return Look.NEW if self._previous is None else self._look

    @property
    def is_comparing(self) -> bool:
        """Whether what differs is still being found out, on another thread."""
        return self._job is not None

    @property
    def changes(self) -> int:
        """How many changes a person would count."""
        return change_count(self._hunks)

    def set_finder(self, find: Finder) -> None:
        """Set who finds the citations of a text."""
        self._find = find

    def set_change_teller(self, teller: Callable[[int], str]) -> None:
        """Set who says in words what a difference is, by its number."""
        self._teller = teller

    # Showing

    def show_pair(self, previous: str | None, answer: str) -> None:
        """Show another pair of texts. A text that has just streamed in stays where it is."""
        previous = None if previous is None else normalised(previous)
        answer = normalised(answer)
        if (previous, answer) == (self._previous, self._answer) and not self._streams:
            return
        self._drop()
        self._streams = False
        self._previous, self._answer = previous, answer
        self._hunks, self._inline = (), None
        if previous is None:
            self._show()
            self.compared.emit()
        elif len(previous) + len(answer) <= _AT_ONCE:
            self._take(diff(previous, answer))
        else:
            self._show(plain=True)
            # Not the pane but its texts: it may be gone before the answer is there.
            self._job = Job(lambda _progress, _cancelled: diff(previous, answer), application())
            self._job.succeeded.connect(self._on_compared)
            # Not while the window paints: both want Python, and the window would wait for it.
            QTimer.singleShot(_AFTER_PAINTING, self._job, self._job.start)

    def show_stream(self, text: str, previous: str | None = None) -> None:
        """Show a text that grows. Only its end is laid out again. What differs in it from a text
        before is marked a moment later, as far as it has got; `hunks` has none of it yet."""
        previous = None if previous is None else normalised(previous)
        if not self._streams or previous != self._live.original:
            self._drop()
            if previous is not None:
                self._live.follow(previous)
            self._streams = True
            self._hunks, self._inline = (), None
            self._previous = None
            self.cited_view.set_marks(())
            self.cited_view.set_cited(())
            self.cited_view.set_current(-1)
            super().show_text("")
        self._answer = normalised(text)
        if self._answer != self.text:
            caret = self.view.selected_span()
            self.view.change_text(self._answer)
            if caret[0] == caret[1] != self.view.caret():  # one at the end is pushed on by Qt
                self.view.set_caret(caret[0])
        self._live.grow(self._answer)

    def set_look(self, look: Look) -> None:
        """Show the new text, the old one, or both in one."""
        if look is not self._look:
            self._look = look
            if self._previous is not None and self._job is None:
                self._show()
            self.looked.emit()

    def set_side(self, side: Matches | None) -> None:
        """Set what matches. What the other text lacks is not marked."""
        super().set_side(None if side is None else _Shared(side))

    def show_matches(self, on: bool) -> None:
        """Show what matches another text instead of what changed; in the new text alone."""
        if on != self._matches:
            self._matches = on
            self.strip.setVisible(on)
            if not self._streams:
                self._mark()

    # Going about

    def step(self, by: int) -> None:
        """Go to the next difference that is more than white space, or the one before."""
        loud = [number for number, hunk in enumerate(self._hunks) if not hunk.quiet]
        if not loud:
            return
        here = self.cited_view.current
        if here in loud:
            number = loud[(loud.index(here) + by) % len(loud)]
        else:
            caret = self.view.caret()
            before = [place for place in loud if self.place_of(place).start < caret]
            behind = loud[len(before) :]
            number = (behind or loud)[0] if by > 0 else (before or loud)[-1]
        self._go(number)

    def place_of(self, number: int) -> Stretch:
        """Return where a difference is in the text that shows."""
        hunk = self._hunks[number]
        if self.look is Look.OLD:
            return hunk.before
        if self.look is Look.BOTH and self._inline is not None:
            return self._inline.stretch(number)
        return hunk.after

    def in_answer(self, offset: int) -> int:
        """Return where in the new text a place of the text that shows is."""
        if self.look is Look.BOTH and self._inline is not None:
            return self._inline.revision_place(offset)
        return offset

    # Inside

    def _go(self, number: int) -> None:
        if number >= len(self._hunks):
            return
        place = self.place_of(number)
        self.cited_view.set_current(number)
        self.view.set_caret(place.start)
        self.view.scroll_to(place.start)
        self.cited_view.setAccessibleDescription(self._teller(number))
        self.stepped.emit(number)

    def _take(self, hunks: tuple[Hunk, ...], *, at_once: bool = True) -> None:
        self._hunks = hunks
        self._inline = Inline(self._previous or "", self._answer, hunks)
        self._show()
        if at_once:
            self.compared.emit()
        else:  # of a long text: first it shows, then others reckon with it
            QTimer.singleShot(0, self, self.compared.emit)

    def _on_compared(self, found: object) -> None:
        self._job = None
        if isinstance(found, tuple):
            self._take(found, at_once=False)

    def _on_live(self, hunks: tuple[Hunk, ...]) -> None:
        if self._streams:
            self.cited_view.set_marks(marks_in(Side.REVISION, hunks))

    def _drop(self) -> None:
        self._live.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _show(self, *, plain: bool = False) -> None:
        look = Look.NEW if plain else self.look
        self.cited_view.set_current(-1)
        self.cited_view.set_marks(())
        self.cited_view.set_cited(())
        text = self._answer
        if look is Look.BOTH and self._inline is not None:
            text = self._inline.text
        elif look is Look.OLD:
            text = self._previous or ""
        if text != self.text:
            super().show_text(text)
        self._mark(plain=plain)
        self.cited_view.set_cited(self._cited(text))

    def _mark(self, *, plain: bool = False) -> None:
        """Mark the changes in the text that shows, unless what matches is marked in it."""
        if plain or (self._matches and self.look is Look.NEW):
            self.cited_view.set_marks(())
        elif self.look is Look.BOTH and self._inline is not None:
            self.cited_view.set_marks(marks_in_both(self._inline, self._hunks))
        else:
            side = Side.ORIGINAL if self.look is Look.OLD else Side.REVISION
            self.cited_view.set_marks(marks_in(side, self._hunks))

    def _cited(self, text: str) -> Sequence[Cited]:
        if self.look is not Look.BOTH or self._inline is None:
            return self._find(text)
        # Numbers that are in both texts partly are no citations of the joint one. A number alone
        # is: of “[2]” that became “[3]”, the brackets stand around both.
        found = []
        for one in self._find(self._answer):
            for edge in (0, 1):
                first, end = one.start + edge, one.end - edge
                if first >= end:
                    break
                start, last = self._inline.place(first), self._inline.place(end - 1)
                if last - start == end - 1 - first:
                    found.append(one._replace(start=start, end=last + 1))
                    break
        return found

    def _highlights(self, start: int, end: int) -> Iterator[Highlight]:
        matches = self._matches and self.look is Look.NEW
        if not matches:
            yield from self.cited_view.change_marks(start, end)
        side, self._side = self._side, self._side if matches else None
        try:
            found = list(super()._highlights(start, end))
        finally:
            self._side = side
        # What was found or is pointed at lies above citations; what matches lies below them.
        above = [one for one in found if one.shade in OPAQUE]
        yield from (one for one in found if one.shade not in OPAQUE)
        yield from self.cited_view.citation_marks(start, end)
        yield from above
