"""Search in the revision while it is being edited."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, Qt

from desktop_app.ui.widgets.find_bar import FindBar
from desktop_app.ui.widgets.revision_edit import RevisionEdit

_MOST_HITS = 9_999
# Characters: a longer selection is not used as the search text.
_LONGEST_WORDS = 80


class Finding(QObject):
    """Connects a find bar to the text it searches."""

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
        """Open the bar, with the selection as the search text if it is short and in one line."""
        chosen = self._view.selection()
        self._bar.open(chosen if len(chosen) <= _LONGEST_WORDS and "\n" not in chosen else "")

    def close(self) -> None:
        """Close the bar, select the current hit, and put the focus back into the text."""
        if 0 <= self._hit < len(self._hits):
            self._view.select(*self._hits[self._hit])
        self._bar.hide()
        self._hits, self._hit = [], -1
        self._view.set_found([], -1)
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_text_changed(self) -> None:
        # Hits have moved with the text. The view must not scroll away from where someone types.
        if self._bar.isVisible():
            self._search(jump=False)

    def _search(self, *, jump: bool) -> None:
        """Find all hits; the current one is the first that does not end before the caret.

        `jump`: whether to scroll to it
        """
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
        """Go to the next (1) or previous (−1) hit; wrap at the ends."""
        if self._hits:
            self._hit = (self._hit + by) % len(self._hits)
            self._view.scroll_to(self._hits[self._hit][0])
            self._announce()

    def _announce(self) -> None:
        """Show the hits in the text and their number in the bar."""
        self._bar.show_count(self._hit + 1, len(self._hits))
        self._view.set_found(self._hits, self._hit)
