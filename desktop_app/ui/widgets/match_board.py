"""Controller of two panes, for a document and an answer: matches, outlines, stepping.

The module is longer than most because both panes react to each event of the other one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from desktop_app.core.collector import collector_off
from desktop_app.text.finding import find_selection
from desktop_app.text.matching import DEFAULT_THRESHOLD, Matcher
from desktop_app.text.near_matches import LOWEST_THRESHOLD
from desktop_app.text.spans import ALL_KINDS, NOWHERE, Kind, Mark, Matching, Places
from desktop_app.ui.jobs import Job
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.reading_view import normalised

THRESHOLD_STEP = 5.0
# Maximum number of indexed documents in memory, and of their characters together. The answers to
# one document usually follow each other, so a few are enough.
_KEPT = 4
_KEPT_CHARACTERS = 2_000_000
# Characters: a shorter document is not indexed in advance, because it takes less time than a thread
# takes to start.
_WORTH_PREPARING = 10_000
# Characters: a longer document is indexed off the GUI thread.
_TOO_LONG_TO_WAIT = 400_000
# Characters: a longer selection is not searched for.
_LONGEST_SELECTION = 2_000
# Milliseconds that the mouse has to rest on a match before the other pane scrolls. Without this
# delay, the other text would jump with each word that the mouse passes.
_DWELL = 350


class _AnswerSide:
    """Supplies the marks of the answer's pane."""

    def __init__(self, matching: Matching, wanted: Collection[Kind]) -> None:
        self._matching, self._wanted = matching, wanted
        self._starts = np.array([span.start for span in matching.spans], dtype=np.int64)
        self._ends = np.array([span.end for span in matching.spans], dtype=np.int64)

    def between(self, start: int, end: int) -> Iterator[tuple[int, int, Kind]]:
        # Spans of an answer are sorted and do not overlap, so two binary searches find a range.
        first = int(np.searchsorted(self._ends, start, "right"))
        for span in self._matching.spans[first : int(np.searchsorted(self._starts, end, "left"))]:
            if span.kind in self._wanted:
                yield span.start, span.end, span.kind

    def overview(self, rows: int) -> list[Mark]:
        return self._matching.answer_overview(rows, self._wanted)


class _DocumentSide:
    """Supplies the marks of the document's pane."""

    def __init__(self, matching: Matching, wanted: Collection[Kind]) -> None:
        self._matching, self._wanted = matching, wanted

    def between(self, start: int, end: int) -> Iterator[tuple[int, int, Kind]]:
        for place in self._matching.document.between(start, end):
            span = self._matching.document[place]
            if span.kind in self._wanted:
                yield span.start, span.end, span.kind

    def overview(self, rows: int) -> list[Mark]:
        return self._matching.document_overview(rows, self._wanted)


class MatchBoard(QObject):
    """Matches between the texts of two panes, and the navigation between them.

    If the mouse is on a match, the match and its partner in the other pane are outlined. If it
    rests there, or the match is clicked, the other pane scrolls to the partner. `next` and
    `previous` step through the answer's matches and unsupported spans. Text selected in one pane is
    searched for in the other.

    `changed`: the matches, the kinds that are shown, the threshold or `is_busy` changed
    `failed`: a document could not be indexed; the error
    `stepped`: a match was reached by stepping; its number, from 1, and how many are shown
    `selection_found`: the selection in one pane changed; the other pane, and the number of places
        found in it, -1 if nothing was searched for
    """

    changed = Signal()
    failed = Signal(object)
    stepped = Signal(int, int)
    selection_found = Signal(object, int)

    def __init__(
        self, document_pane: MatchPane, answer_pane: MatchPane, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.document_pane, self.answer_pane = document_pane, answer_pane
        self._matchers: OrderedDict[tuple[str, str], Matcher] = OrderedDict()
        self._indexing: set[tuple[str, str]] = set()
        # The document whose matches are shown as soon as it is indexed, and its language.
        self._awaited: tuple[str, str] | None = None
        self._matcher: Matcher | None = None
        self._matching: Matching | None = None
        # The index of the answer, to search for text selected in the document. Created when needed.
        self._beside: Matcher | None = None
        self._language = "en"
        self._threshold = DEFAULT_THRESHOLD
        self._shown = ALL_KINDS
        self._current: int | None = None
        self._hover: tuple[MatchPane, int] | None = None
        self._dwell = QTimer(self)
        self._dwell.setSingleShot(True)
        self._dwell.setInterval(_DWELL)
        self._dwell.timeout.connect(self._on_dwell)
        document_pane.hovered.connect(lambda offset: self._on_hovered(document_pane, offset))
        answer_pane.hovered.connect(lambda offset: self._on_hovered(answer_pane, offset))
        document_pane.clicked.connect(lambda offset: self._on_clicked(document_pane, offset))
        answer_pane.clicked.connect(lambda offset: self._on_clicked(answer_pane, offset))
        document_pane.selected.connect(lambda text: self._on_selected(document_pane, text))
        answer_pane.selected.connect(lambda text: self._on_selected(answer_pane, text))

    @property
    def matching(self) -> Matching | None:
        """The current matches; None before `show` and while a very long document is indexed."""
        return self._matching

    @property
    def is_busy(self) -> bool:
        """Whether a very long document is being indexed; its matches are shown afterwards."""
        return self._awaited is not None

    @property
    def coverage(self) -> float | None:
        """Share of the answer's content words that are in the document, 0 to 1.

        None without matches, or if the answer has no content words.
        """
        return None if self._matching is None else self._matching.coverage

    @property
    def percent_found(self) -> int | None:
        """`coverage` in percent, rounded, but 100 only if no word is missing; may be None."""
        matching = self._matching
        if matching is None or matching.coverage is None:
            return None
        if matching.found == matching.content:
            return 100
        return min(99, round(100 * matching.coverage))

    def count(self, kind: Kind) -> int:
        """Return the number of spans of a kind in the answer."""
        return 0 if self._matching is None else len(self._matching.of_kind(kind))

    @property
    def threshold(self) -> float:
        """Minimum similarity of words that are marked as similar, 50 to 100."""
        return self._threshold

    @property
    def shown(self) -> frozenset[Kind]:
        """The kinds of matches that are shown."""
        return self._shown

    @property
    def current(self) -> int | None:
        """Index of the answer's span that was stepped to or clicked last; None without one."""
        return self._current

    def show(self, document: str, answer: str | None, language: str = "en") -> None:
        """Show two texts with their matches; a document that is already shown is not scrolled.

        `answer`: None if the owner of its pane has already set the text
        `language`: code of the language of both texts
        """
        self._language = language
        document = normalised(document)
        if document != self.document_pane.text:
            self.document_pane.show_text(document)
        else:  # the next answer to the same document: keep the scroll position of the document
            self.document_pane.point_at(NOWHERE)
            self.document_pane.show_found(NOWHERE)
        if answer is not None:
            self.answer_pane.show_text(normalised(answer))
        key = (document, language)
        if len(document) > _TOO_LONG_TO_WAIT and key not in self._matchers:
            self._matcher = self._matching = self._beside = None
            self._current = self._hover = None
            self.document_pane.set_side(None)
            self._awaited = key
            self._index(key)
            self.changed.emit()
            return
        self._awaited = None
        # Indexing creates many small objects that are kept. Garbage collection in the meantime
        # would only cost time.
        with collector_off():
            self._matcher = self._matcher_of(document)
            self._match()

    def prepare(self, document: str, language: str = "en") -> None:
        """Index a document that will probably be shown soon, off the GUI thread.

        A short document is not indexed in advance.
        """
        key = (normalised(document), language)
        if len(document) >= _WORTH_PREPARING and key not in self._matchers:
            self._index(key)

    def forget(self) -> None:
        """Drop all cached indexes; the document that is shown stays matched."""
        self._matchers.clear()

    def set_answer(self, answer: str) -> None:
        """Match an edited answer.

        The text in its pane is not set: the edit may come from there, and the caret would move.
        """
        if self._matcher is not None:
            self._match(normalised(answer))

    def set_shown(self, wanted: Collection[Kind]) -> None:
        """Choose which kinds of matches are shown."""
        if frozenset(wanted) != self._shown:
            self._shown = frozenset(wanted)
            self._current = None
            self._point(None)
            self._show()

    def set_threshold(self, threshold: float) -> None:
        """Set how similar words must be to match, limited to 50 to 100."""
        threshold = min(max(threshold, LOWEST_THRESHOLD), 100.0)
        if threshold != self._threshold:
            self._threshold = threshold
            if self._matcher is not None:
                self._match()
            else:
                self.changed.emit()

    def next(self) -> None:
        """Go to the next shown match of the answer; after the last one, to the first."""
        self._step(forward=True)

    def previous(self) -> None:
        """Go to the previous shown match of the answer; before the first one, to the last."""
        self._step(forward=False)

    def next_of(self, kind: Kind) -> None:
        """Go to the next span of a kind in the answer; after the last one, to the first.

        If this kind is hidden, it is shown first.
        """
        matching = self._matching
        found = (
            []
            if matching is None
            else [place for place, span in enumerate(matching.spans) if span.kind is kind]
        )
        if not found:
            return
        current = self._current
        self.set_shown(self._shown | {kind})
        after = -1 if current is None else current
        self._go(next((place for place in found if place > after), found[0]))

    def _matcher_of(self, document: str) -> Matcher:
        key = (document, self._language)
        matcher = self._matchers.pop(key, None) or Matcher(document, self._language)
        self._keep(key, matcher)
        return matcher

    def _index(self, key: tuple[str, str]) -> None:
        application = QCoreApplication.instance()
        if key in self._indexing or application is None:
            return
        self._indexing.add(key)
        # A matcher has no lock. Before the signal, only the thread of the job uses it; afterwards,
        # only this one.
        job = Job(lambda _progress, _cancelled: (key, Matcher(*key)), application)
        job.succeeded.connect(self._on_indexed)
        job.failed.connect(lambda error: self._on_failed(key, error))
        job.start()

    def _on_indexed(self, handed: tuple[tuple[str, str], Matcher]) -> None:
        key, matcher = handed
        self._indexing.discard(key)
        # The document may have been indexed on this thread in the meantime; both indexes are equal.
        self._keep(key, self._matchers.get(key, matcher))
        if key == self._awaited:
            self._awaited = None
            self._matcher = self._matchers[key]
            self._match()

    def _on_failed(self, key: tuple[str, str], error: object) -> None:
        self._indexing.discard(key)
        # An error in a document indexed in advance must not concern the one that is shown.
        if key == self._awaited:
            self._awaited = None
        self.failed.emit(error)
        self.changed.emit()

    def _keep(self, key: tuple[str, str], matcher: Matcher) -> None:
        self._matchers[key] = matcher
        self._matchers.move_to_end(key)
        # The latest index stays even if its document alone exceeds the limit: it is shown.
        while len(self._matchers) > 1 and (
            len(self._matchers) > _KEPT
            or sum(len(text) for text, _ in self._matchers) > _KEPT_CHARACTERS
        ):
            self._matchers.popitem(last=False)

    def _match(self, answer: str | None = None) -> None:
        if self._matcher is None:
            return
        text = self.answer_pane.text if answer is None else answer
        self._matching = self._matcher.match(text, self._threshold)
        self._beside = None
        self._current = None
        self._hover = None
        self._show()

    def _show(self) -> None:
        if self._matching is not None:
            self.document_pane.set_side(_DocumentSide(self._matching, self._shown))
            self.answer_pane.set_side(_AnswerSide(self._matching, self._shown))
        self.changed.emit()

    def _step(self, *, forward: bool) -> None:
        matching = self._matching
        if matching is None:
            return
        if self._current is None:
            # Without a current match, start at the caret; a match that begins there is next.
            at = self.answer_pane.view.caret()
            at = at - 1 if forward else at
        else:
            at = matching.spans[self._current].start
        if forward:
            place = matching.next_answer(at, self._shown)
            if place is None:
                place = matching.next_answer(-1, self._shown)
        else:
            place = matching.previous_answer(at, self._shown)
            if place is None:
                place = matching.previous_answer(len(self.answer_pane.text) + 1, self._shown)
        if place is not None:
            self._go(place)

    def _go(self, place: int) -> None:
        if self._matching is None:
            return
        self._current = place
        self._point(place, scroll=(self.answer_pane, self.document_pane), pulse=True)
        self.answer_pane.view.set_caret(self._matching.spans[place].start)
        shown = list(self._matching.shown(self._shown))
        self.stepped.emit(shown.index(place) + 1, len(shown))

    def _point(
        self, place: int | None, *, scroll: Iterable[MatchPane] = (), pulse: bool = False
    ) -> None:
        """Outline a span of the answer and its places in the document; None: outline nothing.

        `scroll`: the panes that scroll to it
        `pulse`: whether the outline is animated once
        """
        if place is None or self._matching is None:
            self.answer_pane.point_at(NOWHERE)
            self.document_pane.point_at(NOWHERE)
            return
        span, moving = self._matching.spans[place], list(scroll)
        self.answer_pane.point_at(
            _places([(span.start, span.end)]), scroll=self.answer_pane in moving, pulse=pulse
        )
        self.document_pane.point_at(
            span.places, span.primary, scroll=self.document_pane in moving, pulse=pulse
        )

    def _point_from_document(
        self, place: int, *, scroll: bool = False, pulse: bool = False
    ) -> int | None:
        """Outline a span of the document and its matches in the answer.

        Returns the index of the first of these matches, None if there is none.
        """
        if self._matching is None:
            return None
        partners = self._matching.answers_of(place)
        spans = [self._matching.spans[number] for number in partners]
        here = self._matching.document[place]
        self.document_pane.point_at(_places([(here.start, here.end)]), pulse=pulse)
        self.answer_pane.point_at(
            _places([(span.start, span.end) for span in spans]), scroll=scroll, pulse=pulse
        )
        return partners[0] if partners else None

    def _on_hovered(self, pane: MatchPane, offset: int) -> None:
        place = self._at(pane, offset)
        hover = None if place is None else (pane, place)
        # Each movement is reported. Without this, the timer would start again with every pixel.
        if hover == self._hover:
            return
        self._hover = hover
        self._dwell.stop()
        if place is None:
            # The mouse has left the match: outline the current one again.
            self._point(self._current)
            return
        if pane is self.answer_pane:
            self._point(place, pulse=True)
        else:
            self._point_from_document(place, pulse=True)
        self._dwell.start()

    def _on_dwell(self) -> None:
        if self._hover is None:
            return
        pane, place = self._hover
        if pane is self.answer_pane:
            self._point(place, scroll=(self.document_pane,), pulse=False)
        else:
            self._point_from_document(place, scroll=True)

    def _on_clicked(self, pane: MatchPane, offset: int) -> None:
        place = self._at(pane, offset)
        if place is None:
            self._current = None
            self._point(None)
        elif pane is self.answer_pane:
            self._current = place
            self._point(place, scroll=(self.document_pane,), pulse=True)
        else:
            self._current = self._point_from_document(place, scroll=True, pulse=True)

    def _at(self, pane: MatchPane, offset: int) -> int | None:
        if self._matching is None or offset < 0:
            return None
        if pane is self.answer_pane:
            return self._matching.answer_at(offset, self._shown)
        return self._matching.document_at(offset, self._shown)

    def _on_selected(self, pane: MatchPane, text: str) -> None:
        if self._matcher is None:
            return
        if pane is self.answer_pane:
            other, matcher = self.document_pane, self._matcher
        else:
            # A matcher indexes one text only, and `_matcher` indexes the document.
            other = self.answer_pane
            if self._beside is None:
                self._beside = self._matcher.beside(self.answer_pane.text)
            matcher = self._beside
        if not text.strip() or len(text) > _LONGEST_SELECTION:
            other.show_found(NOWHERE)
            self.selection_found.emit(other, -1)
            return
        found = find_selection(matcher, text, self._threshold)
        other.show_found(found.places)
        self.selection_found.emit(other, len(found.places))


def _places(spans: list[tuple[int, int]]) -> Places:
    starts, ends = np.array(spans, dtype=np.int64).reshape(-1, 2).T
    return Places(starts, ends)
