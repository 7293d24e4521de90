"""What keeps texts of millions of characters quick in a `ReadingView`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit

# Characters; longer paragraphs are divided, because Qt lays out each paragraph as a whole.
_LONGEST_PARAGRAPH = 10_000
# Characters that are laid out between two looks at the clock, and seconds of one turn.
_STEP, _TURN = 10_000, 0.02


def document_text(text: str) -> tuple[str, Sequence[int]]:
    """Return the text for a document that Qt can lay out in pieces, and the added line ends.

    In paragraphs longer than `_LONGEST_PARAGRAPH`, some spaces become line ends. If a word is as
    long, a line end is added within it; for each, the offset in `text` of the next character is
    returned. People only see a line break there; selections and copies are taken from `text`.
    """
    if len(text) <= _LONGEST_PARAGRAPH:
        return text, ()
    pieces, added, start = list[str](), list[int](), 0
    while start < len(text):
        most = start + _LONGEST_PARAGRAPH
        end = text.find("\n", start, most + 1)
        if end < 0 and most < len(text):
            end = text.rfind(" ", start, most)
        if end < 0:
            end = min(most, len(text))
            if end < len(text):
                added.append(end)
            pieces.append(text[start:end])
            start = end
        else:
            pieces.append(text[start:end])
            start = end + 1
            if start == len(text):
                # The text ends with a line end.
                pieces.append("")
    return "\n".join(pieces), added


class LayoutInTurns(QTimer):
    """Lays out a text up to its end, in turns of the event loop, and then calls a function.

    Qt lays out only the visible part of a text. To go to the end of several megabytes, it would
    lay out the rest at once, which takes seconds.
    """

    def __init__(self, view: QTextEdit) -> None:
        super().__init__(view, interval=0)
        self._view = view
        self._place = 0
        self._then: Callable[[], object] = lambda: None
        self.timeout.connect(self._work)

    def begin(self, then: Callable[[], object]) -> None:
        """Lay out the text, and call `then` at the end, unless `stop` is called before."""
        self._place, self._then = 0, then
        self.start()
        # A text that is short, or laid out already, needs a single turn.
        self._work()

    def go_to_end(self, mode: QTextCursor.MoveMode) -> None:
        """Move the caret to the end of the text, as Qt does for Ctrl+End, once it is laid out."""

        def move() -> None:
            self._view.moveCursor(QTextCursor.MoveOperation.End, mode)
            # Without a visible caret, Qt scrolls instead of moving it.
            bar = self._view.verticalScrollBar()
            bar.setValue(bar.maximum())

        self.begin(move)

    def _work(self) -> None:
        document = self._view.document()
        layout, length = document.documentLayout(), document.characterCount()
        end = time.perf_counter() + _TURN
        while self._place < length:
            if time.perf_counter() > end:
                return
            self._place += _STEP
            layout.blockBoundingRect(document.findBlock(min(self._place, length - 1)))
        self.stop()
        self._then()
