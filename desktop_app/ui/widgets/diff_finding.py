"""Finding words in the revision while it is being written."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, Qt

from desktop_app.ui.widgets.find_bar import FindBar
from desktop_app.ui.widgets.revision_edit import RevisionEdit

_MOST_HITS = 9_999
_LONGEST_WORDS = 80  # characters of a selection that is looked for


class Finding(QObject):
    """Joins a find bar with the text it searches."""

    def __init__(self, bar: FindBar, view: RevisionEdit) -> None:
        super().__init__(view)
        self._bar, self._view = bar, view
        self._hits: list[tuple[int, int]] = []
        self._hit = -1
        bar.wanted.connect(lambda: self._search(jump=True))
        bar.next_wanted.connect(lambda: self._step(1))
        bar.previous_wanted.connect(lambda: self._step(-1))
        bar.closed.connect(self.close)
        view.textChanged.connect(self._on_text_changed)

    def open(self) -> None:
        """Open the bar, with what is selected if that is short."""
        chosen = self._view.selection()
        self._bar.open(chosen if len(chosen) <= _LONGEST_WORDS and "\n" not in chosen else "")

    def close(self) -> None:
        """Close the bar and continue writing where the hit is."""
        if 0 <= self._hit < len(self._hits):
            self._view.select(*self._hits[self._hit])
        self._bar.hide()
        self._hits, self._hit = [], -1
        self._view.set_found([], -1)
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_text_changed(self) -> None:
        if self._bar.isVisible():
            self._search(jump=False)

    def _search(self, *, jump: bool) -> None:
        words, text = self._bar.field.text(), self._view.text
        self._hits, self._hit = [], -1
        if words:
            for hit in re.finditer(re.escape(words), text, re.IGNORECASE):
                self._hits.append(hit.span())
                if len(self._hits) == _MOST_HITS:
                    break
        if self._hits:
            caret = self._view.caret()
            later = (place for place, hit in enumerate(self._hits) if hit[1] >= caret)
            self._hit = next(later, 0)
            if jump:
                self._view.scroll_to(self._hits[self._hit][0])
        self._announce()

    def _step(self, by: int) -> None:
        if self._hits:
            self._hit = (self._hit + by) % len(self._hits)
            self._view.scroll_to(self._hits[self._hit][0])
            self._announce()

    def _announce(self) -> None:
        self._bar.show_count(self._hit + 1, len(self._hits))
        self._view.set_found(self._hits, self._hit)
