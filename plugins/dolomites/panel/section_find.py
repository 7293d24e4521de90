"""The search in all sections of the edited example."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt

from desktop_app.ui.widgets.find_bar import FindBar

# Maximum number of hits; later ones are neither counted nor marked.
_MOST_HITS = 9_999
# Characters; a longer selection is not used as the search text.
_LONGEST_WORDS = 80


class Searched(Protocol):
    """A section with a text that can be searched: its text and the view of the text."""

    @property
    def revision(self) -> str: ...

    @property
    def revision_edit(self) -> Any: ...


class SectionFind(QObject):
    """Searches the texts of all sections for the words in a find bar.

    `rows`: returns the rows in reading order
    `show`: shows an offset in the revision of a row
    """

    def __init__(
        self,
        bar: FindBar,
        rows: Callable[[], Sequence[Any]],
        show: Callable[[Any, int], None],
    ) -> None:
        super().__init__(bar)
        self._bar, self._rows, self._show = bar, rows, show
        self._hits: list[tuple[Searched, int, int]] = []
        self._hit = -1
        bar.wanted.connect(self._search)
        bar.next_wanted.connect(lambda: self._step(1))
        bar.previous_wanted.connect(lambda: self._step(-1))
        bar.closed.connect(self.close)

    def open(self, chosen: str) -> None:
        """Open the bar, with the selected text in it if that is short and in one line."""
        self._bar.open(chosen if len(chosen) <= _LONGEST_WORDS and "\n" not in chosen else "")

    def close(self) -> None:
        """Close the bar, select the current hit, and put the focus into its section."""
        self._bar.hide()
        for row in self._rows():
            row.revision_edit.set_found([], -1)
        if 0 <= self._hit < len(self._hits):
            row, start, end = self._hits[self._hit]
            row.revision_edit.select(start, end)
            row.revision_edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self._hits, self._hit = [], -1

    def _search(self) -> None:
        words = self._bar.field.text()
        self._hits, self._hit = [], -1
        for row in self._rows() if words else ():
            for hit in re.finditer(re.escape(words), row.revision, re.IGNORECASE):
                if len(self._hits) < _MOST_HITS:
                    self._hits.append((row, *hit.span()))
        if self._hits:
            self._hit = 0
        self._announce()

    def _step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) hit; wrap at the ends."""
        if self._hits:
            self._hit = (self._hit + by) % len(self._hits)
            self._announce()

    def _announce(self) -> None:
        """Show the hits in the texts and their number in the bar."""
        self._bar.show_count(self._hit + 1, len(self._hits))
        now = self._hits[self._hit] if self._hit >= 0 else None
        for row in self._rows():
            spans = [(start, end) for one, start, end in self._hits if one is row]
            place = spans.index(now[1:]) if now is not None and now[0] is row else -1
            row.revision_edit.set_found(spans, place)
        if now is not None:
            self._show(now[0], now[1])
