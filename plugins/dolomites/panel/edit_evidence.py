"""The pane with the passages behind an example, matched with its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.match_board import MatchBoard
from desktop_app.ui.widgets.match_legend import MatchLegend
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import say
from desktop_app.ui.widgets.parts import label

# Number of passages that are indexed in advance.
_PREPARED = 3


class Evidence(QWidget):
    """The passages behind an example, one at a time.

    Sources are shown as text instead of links, and nothing is loaded from them.

    `clicked`: emitted with start and end, in the example, of a match clicked in the passage
    `failed`: emitted with the error if a text could not be matched
    """

    clicked = Signal(int, int)
    failed = Signal(object)

    def __init__(self, theme: Theme, answer: MatchPane) -> None:
        super().__init__()
        self._passages: list[Mapping[str, Any]] = []
        self._at = 0
        self._answer = answer
        words = self.tr("Previous passage")
        self.previous_button = IconButton("previous", theme, words, f"{words}  Shift+F8")
        words = self.tr("Next passage")
        self.next_button = IconButton("next", theme, words, f"{words}  F8")
        self.previous_button.clicked.connect(lambda: self.step(-1))
        self.next_button.clicked.connect(lambda: self.step(1))
        self.place, self.found = label(kind="secondary"), label(kind="secondary")
        # Titles and sources may be long. They are shortened to leave enough space for the passage.
        self.heading = ShorteningLabel("", "strong")
        self.source = ShorteningLabel("", "secondary")
        self.source.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.passage = MatchPane(theme, self.tr("Passage"))
        self.board = MatchBoard(self.passage, answer, self)
        self.controls = MatchLegend(self.board, theme)
        self.controls.set_compact(True)
        self.none = PlainLabel(self.tr("This variant has no passages."))
        self.none.setProperty("kind", "secondary")
        self.none.setContentsMargins(16, 8, 16, 4)
        self.none.setWordWrap(True)
        buttons = (self.previous_button, self.next_button)
        self._head = QWidget()
        head = in_row((self.heading, 1), self.place, *buttons, margins=0, gap=4)
        below = in_row((self.source, 1), self.found, margins=0, gap=8)
        in_column(head, below, on=self._head, margins=(16, 8, 8, 4), gap=0)
        body = in_row((self.passage, 1), margins=(8, 0, 4, 4))
        self._foot = QFrame()
        self._foot.setProperty("kind", "pane-foot")
        in_row((self.controls, 1), on=self._foot, margins=(12, 4, 12, 4))
        parts = (self._head, self.none, (body, 1), self._foot)
        in_column(*parts, on=self, margins=0, gap=0)
        self.board.changed.connect(self._on_changed)
        self.board.failed.connect(self.failed)
        self.passage.clicked.connect(self._on_clicked)

    @property
    def count(self) -> int:
        """The number of passages."""
        return len(self._passages)

    def show_passages(self, passages: Sequence[Mapping[str, Any]]) -> None:
        """Set the passages of another variant and show the first one."""
        self._passages = [one for one in passages if str(one.get("text", "")).strip()]
        self._at = 0
        self.board.forget()
        # Long passages are indexed in the background while the user reads the variant.
        for passage in self._passages[:_PREPARED]:
            self.board.prepare(str(passage.get("text", "")))
        self._show()

    def match(self, text: str | None) -> None:
        """Match the passage with a text of the example.

        `text`: text of the section editor; None for the text in the example's pane
        """
        if text is not None and text != self._answer.text:
            self._answer.show_text(text)
        if self.isVisible():
            self._match()

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order."""
        return [
            self.previous_button,
            self.next_button,
            self.passage,
            self.controls,
        ]

    def step(self, by: int) -> None:
        """Move by `by` passages. The first one follows the last."""
        if self._passages:
            self._at = (self._at + by) % len(self._passages)
            self._show()

    def set_open(self, on: bool) -> None:
        """Match the passage with the example (`on`), or stop while it is hidden."""
        if on:
            self._show()
        else:
            self._answer.set_side(None)

    def cycle(self) -> None:
        """Show or hide the marks."""
        self.controls.toggle()

    def _show(self) -> None:
        """Show the current passage, or a note that there is none."""
        has = bool(self._passages)
        self.none.setVisible(not has)
        for widget in (self.passage, self._foot, self._head):
            widget.setVisible(has)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(len(self._passages) > 1)
        passage = self._passages[self._at] if has else {}
        title, source = (str(passage.get(name) or "") for name in ("title", "source"))
        self.heading.setText(title)
        self.heading.setVisible(bool(title))
        self.source.setText(source)
        self.source.setVisible(bool(source))
        number = self.tr("{number} of {count}").format(number=self._at + 1, count=self.count)
        say(self.place, number if has else "")
        name = self.tr("Passage {number}").format(number=self._at + 1)
        self.passage.set_name(f"{name}: {title}" if title else name)
        if self.isVisible():
            self._match()

    def _match(self) -> None:
        if self._passages:
            self.board.show(str(self._passages[self._at].get("text", "")), None)
        else:
            # Removes the matches with the passages of the previous variant.
            self._answer.set_side(None)
            say(self.found, "")

    def _on_changed(self) -> None:
        if not self._passages:
            say(self.found, "")
            return
        matching, coverage = self.board.matching, self.board.coverage
        if self.board.is_busy:
            say(
                self.found,
                self.tr("matching …"),
                self.tr("Matching takes longer because this passage is very long"),
            )
        elif matching is None or coverage is None:
            say(self.found, "")
        else:
            # Rounding must not show 100 % while a word is missing.
            share = 100 if matching.found == matching.content else min(99, round(100 * coverage))
            say(
                self.found,
                self.tr("%1 % found").replace("%1", str(share)),
                self.tr("%1 of %2 content words of the example are in the passage")
                .replace("%1", str(matching.found))
                .replace("%2", str(matching.content)),
            )

    def _on_clicked(self, offset: int) -> None:
        """Emit the position in the example that matches this offset in the passage, if any."""
        matching = self.board.matching
        if matching is None:
            return
        for place, span in enumerate(matching.document):
            if span.start <= offset < span.end:
                partners = matching.answers_of(place)
                if partners:
                    found = matching.spans[partners[0]]
                    self.clicked.emit(found.start, found.end)
                return
