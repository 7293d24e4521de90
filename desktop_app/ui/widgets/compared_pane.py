"""A pane for a text and its previous version: shows either, or both as one text with changes.

    pane = ComparedPane(theme, self.tr("Answer"))
    pane.set_finder(find)                  # finds the citations of a text
    pane.show_stream("The answer so", previous)  # while it streams in
    pane.show_pair(previous, answer)       # once it is complete

The texts are read-only; `DiffEditor` is for revising a text. While text streams in, only the new
part is laid out, and the text so far is compared on another thread at intervals. Long texts are
also compared on another thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.text.diff import Hunk, change_count, diff
from desktop_app.text.diff_tokens import Stretch
from desktop_app.text.inline_diff import Growing, Inline
from desktop_app.text.spans import Kind
from desktop_app.text.spans import Mark as StripMark
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.cited_view import Cited, CitedView
from desktop_app.ui.widgets.diff_marks import Side, marks_in, marks_in_both
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.match_pane import Side as Matches
from desktop_app.ui.widgets.reading_view import normalised
from desktop_app.ui.widgets.shades import OPAQUE, Highlight

# Milliseconds between two comparisons of a text that is streaming in.
EVERY = 500


# Characters of both texts up to which a comparison on the GUI thread is not noticed.
_AT_ONCE = 16_000

# Milliseconds before a comparison on another thread starts, so that the window paints first.
_AFTER_PAINTING = 20

# The kind of a word that the other text does not contain.
_LACKS = Kind.UNSUPPORTED

Finder = Callable[[str], Sequence[Cited]]


class Look(StrEnum):
    """The text that is displayed."""

    BOTH = "both"
    NEW = "new"
    OLD = "old"


class _Shared:
    """The matches of a text with a passage, without marks for words that the passage lacks.

    Such a word may be in another part of the source, so marking it would be misleading.
    """

    def __init__(self, side: Matches) -> None:
        self._side = side

    def between(self, start: int, end: int) -> Iterator[tuple[int, int, Kind]]:
        yield from (one for one in self._side.between(start, end) if one[2] is not _LACKS)

    def overview(self, rows: int) -> list[StripMark]:
        return [one for one in self._side.overview(rows) if one.kind is not _LACKS]


class ComparedPane(MatchPane):
    """A pane with a text, its previous version, or both as one text with the changes marked.

    `compared`: the differences of the texts of `show_pair` are known; emitted by `show_pair`, or
        later for long texts
    `looked`: another text is displayed; see `look`
    `stepped`: a difference was reached by `step` or a click; its index in `hunks`
    """

    compared = Signal()
    looked = Signal()
    stepped = Signal(int)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        # Set first: the base class already calls `_highlights`, which reads both.
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
        self._describe: Callable[[int], str] = lambda _number: ""
        self.strip.hide()
        self.cited_view.set_description(lambda number: self._describe(number))
        self.cited_view.mark_clicked.connect(self._go)

    # State
    @property
    def hunks(self) -> tuple[Hunk, ...]:
        """The differences; empty before they are known, and if there is no previous text."""
        return self._hunks

    @property
    def previous(self) -> str | None:
        """The previous text, normalised; None if there is none."""
        return self._previous

    @property
    def answer(self) -> str:
        """The new text, normalised."""
        return self._answer

    @property
    def look(self) -> Look:
        """The text that is displayed; always the new one if there is no previous text."""
        return Look.NEW if self._previous is None else self._look

    @property
    def is_comparing(self) -> bool:
        """Whether a comparison is running on another thread."""
        return self._job is not None

    @property
    def changes(self) -> int:
        """The number of changes as people count them; see `change_count`."""
        return change_count(self._hunks)

    def set_finder(self, find: Finder) -> None:
        """Set the function that finds the citations of a text."""
        self._find = find

    def set_change_description(self, describe: Callable[[int], str]) -> None:
        """Set the function that describes a difference, by its index in `hunks`."""
        self._describe = describe

    # Showing
    def show_pair(self, previous: str | None, answer: str) -> None:
        """Show another pair of texts. After streaming, the same text keeps its scroll position."""
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
            # The job captures the texts, not the pane, which may be deleted before it is done.
            self._job = Job(lambda _progress, _cancelled: diff(previous, answer), application())
            self._job.succeeded.connect(self._on_compared)
            # Started only after the window has painted: both need the GIL, so the window would have
            # to wait for the comparison.
            QTimer.singleShot(_AFTER_PAINTING, self._job, self._job.start)

    def show_stream(self, text: str, previous: str | None = None) -> None:
        """Show the current state of a text that is streaming in; only its new end is laid out.

        Differences from a previous text are marked a moment later, for the part that has arrived.
        They are not in `hunks`.
        """
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
            # Qt moves a caret at the end along with inserted text.
            if caret[0] == caret[1] != self.view.caret():
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
        """Set the matches with a passage; None removes them. Words that it lacks are not marked."""
        super().set_side(None if side is None else _Shared(side))

    def show_matches(self, on: bool) -> None:
        """Set whether matches are marked in the new text, instead of changes."""
        if on != self._matches:
            self._matches = on
            self.strip.setVisible(on)
            if not self._streams:
                self._mark()

    # Navigation
    def step(self, by: int) -> None:
        """Go to the next or previous difference in more than white space; wrap at the ends.

        `by`: 1 or −1
        """
        loud = [number for number, hunk in enumerate(self._hunks) if not hunk.quiet]
        if not loud:
            return
        here = self.cited_view.current
        if here in loud:
            number = loud[(loud.index(here) + by) % len(loud)]
        else:
            # No difference is current: start from the caret.
            caret = self.view.caret()
            before = [place for place in loud if self.place_of(place).start < caret]
            behind = loud[len(before) :]
            number = (behind or loud)[0] if by > 0 else (before or loud)[-1]
        self._go(number)

    def place_of(self, number: int) -> Stretch:
        """Return the range of a difference in the displayed text, by its index in `hunks`."""
        hunk = self._hunks[number]
        if self.look is Look.OLD:
            return hunk.before
        if self.look is Look.BOTH and self._inline is not None:
            return self._inline.stretch(number)
        return hunk.after

    # Internals
    def _go(self, number: int) -> None:
        """Scroll to a difference and put the caret there, so that stepping continues from it."""
        if number >= len(self._hunks):
            return
        place = self.place_of(number)
        self.cited_view.set_current(number)
        self.view.set_caret(place.start)
        self.view.scroll_to(place.start)
        self.cited_view.setAccessibleDescription(self._describe(number))
        self.stepped.emit(number)

    def _take(self, hunks: tuple[Hunk, ...], *, at_once: bool = True) -> None:
        """Set and show the differences.

        `at_once`: whether `compared` is emitted before this returns
        """
        self._hunks = hunks
        self._inline = Inline(self._previous or "", self._answer, hunks)
        self._show()
        if at_once:
            self.compared.emit()
        else:
            # Receivers may take a while to process a long text, so the window displays it first.
            QTimer.singleShot(0, self, self.compared.emit)

    def _on_compared(self, hunks: object) -> None:
        """Show the result of a comparison on another thread."""
        self._job = None
        if isinstance(hunks, tuple):
            self._take(hunks, at_once=False)

    def _on_live(self, hunks: tuple[Hunk, ...]) -> None:
        """Mark the differences of the text streamed so far."""
        # A result may arrive after the stream has ended.
        if self._streams:
            self.cited_view.set_marks(marks_in(Side.REVISION, hunks))

    def _drop(self) -> None:
        """Cancel running comparisons."""
        self._live.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _show(self, *, plain: bool = False) -> None:
        """Show the text of the current look with its marks.

        `plain`: show the new text without marks, while the differences are not known
        """
        look = Look.NEW if plain else self.look
        # Marks of the previous text are removed first: their offsets do not fit the next one.
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
        """Mark the changes in the displayed text; remove these marks if matches are shown in it."""
        if plain or (self._matches and self.look is Look.NEW):
            self.cited_view.set_marks(())
        elif self.look is Look.BOTH and self._inline is not None:
            self.cited_view.set_marks(marks_in_both(self._inline, self._hunks))
        else:
            side = Side.ORIGINAL if self.look is Look.OLD else Side.REVISION
            self.cited_view.set_marks(marks_in(side, self._hunks))

    def _cited(self, text: str) -> Sequence[Cited]:
        """Return the citations of the displayed text `text`."""
        if self.look is not Look.BOTH or self._inline is None:
            return self._find(text)
        # In the text with all changes, a citation is marked only if no removed text interrupts
        # it. If “[2]” became “[3]”, the brackets contain both numbers, so the range is tried again
        # without its first and last character.
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
        """Yield the highlights between two offsets; later ones are painted on top."""
        matches = self._matches and self.look is Look.NEW
        if not matches:
            yield from self.cited_view.change_marks(start, end)
        # The base class yields matches and search hits together. Without a side, it yields no
        # matches, so the side is removed for the call if changes are marked instead.
        side, self._side = self._side, self._side if matches else None
        try:
            found = list(super()._highlights(start, end))
        finally:
            self._side = side
        # Search hits and outlined places are painted above citations, matches below them.
        above = [one for one in found if one.shade in OPAQUE]
        yield from (one for one in found if one.shade not in OPAQUE)
        yield from self.cited_view.citation_marks(start, end)
        yield from above


class GrowingDiff(QObject):
    """Compares a text that is streaming in with an original, on another thread.

    It compares at most twice a second, and only the part that has arrived (`Growing`). Outdated
    results are dropped.

    `found`: the hunks so far, a `tuple[Hunk, ...]`; their offsets stay valid while the text grows
    """

    found = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._growing: Growing | None = None
        self._original: str | None = None
        self._text = self._compared = ""
        self._job: Job | None = None
        self._pace = QTimer(self, singleShot=True, interval=EVERY)
        self._pace.timeout.connect(self._start)

    @property
    def original(self) -> str | None:
        """The text to compare with; None if nothing is compared."""
        return self._original

    def follow(self, original: str) -> None:
        """Start with another original and an empty new text."""
        self.stop()
        self._original = original

    def grow(self, text: str) -> None:
        """Set the current state of the new text, and schedule a comparison."""
        self._text = text
        # A running timer or job compares the latest text when it ends.
        if self._original is not None and self._job is None and not self._pace.isActive():
            self._pace.start()

    def stop(self) -> None:
        """Stop comparing, and forget both texts."""
        self._pace.stop()
        self._growing, self._original, self._text, self._compared = None, None, "", ""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    # Internals
    def _start(self) -> None:
        """Compare the current text on another thread, if it is new."""
        original, text, growing = self._original, self._text, self._growing
        if original is None or text == self._compared:
            return

        # `Growing` is not thread-safe: the job owns it while it runs, and returns it.
        def work(_progress: object, _cancelled: object) -> tuple[Growing, tuple[Hunk, ...]]:
            compares = growing if growing is not None else Growing(original)
            return compares, compares.grown(text)

        self._growing, self._compared = None, text
        self._job = Job(work, application())
        self._job.succeeded.connect(self._on_found)
        self._job.start()

    def _on_found(self, found: object) -> None:
        """Emit the hunks if they are still valid; compare again if the text has grown."""
        self._job = None
        if isinstance(found, tuple):
            self._growing, hunks = found
            # If the text was replaced in the meantime, the result is outdated.
            if self._text.startswith(self._growing.text):
                self.found.emit(hunks)
            if self._text != self._compared:
                self._pace.start()
