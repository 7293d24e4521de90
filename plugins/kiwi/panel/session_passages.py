"""The passages of a search in the papers, matched with the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.match_board import MatchBoard
from desktop_app.ui.widgets.match_legend import MatchLegend
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import say
from plugins.kiwi.panel.paper_texts import paper_words
from plugins.kiwi.panel.session_texts import shortened
from plugins.kiwi.panel.widgets import ListWithDetail, PlainList
from plugins.kiwi.shapes import paragraphs_of

Passage = Mapping[str, Any]

# Height in pixels at 100 % text below which the passage needs what the list can spare.
_LOW = 200


class Passages(QWidget):
    """A list of the retrieved passages, with one of them in full and its matches in the answer.

    `opened`: emitted with the numbers of paper and paragraph if the person wants to read the
        passage in its paper
    `failed`: emitted with the error if a text could not be matched
    """

    opened = Signal(int, int)
    failed = Signal(object)

    def __init__(self, theme: Theme, answer: MatchPane) -> None:
        super().__init__()
        self._theme = theme
        self._answer = answer
        self._passages: list[Passage] = []
        self._papers: list[Mapping[str, Any]] = []
        self._texts: list[list[str]] = []
        self._active = False
        self._shown_passages: tuple[Any, ...] = ()
        self.query = ShorteningLabel("", "secondary")
        self.found = PlainLabel()
        self.found.setProperty("kind", "chip")
        self.found.hide()
        self.list = PlainList(self.tr("Passages"), opens=True)
        self.list.setAccessibleDescription(self.tr("Press Enter to open the paper at the passage"))
        self.list.opened.connect(self._open)
        self.list.currentRowChanged.connect(lambda _row: self._show())
        self.list.itemDoubleClicked.connect(lambda _item: self._open())
        self.none = PlainLabel()
        self.none.setProperty("kind", "secondary")
        self.none.setWordWrap(True)
        self.none.setContentsMargins(8, 4, 8, 4)
        self.passage = MatchPane(theme, self.tr("Passage"))
        self.board = MatchBoard(self.passage, answer, self)
        self.controls = MatchLegend(self.board, theme)
        self.controls.set_compact(True)
        self.open_button = QPushButton(self.tr("Open the paper"))
        self.open_button.setProperty("kind", "quiet")
        self.open_button.setAutoDefault(False)
        self.open_button.setToolTip(self.tr("Continue reading in the paper"))
        self.open_button.clicked.connect(self._open)
        head = QWidget()
        flow = FlowLayout(head, across=8, down=4)
        flow.setContentsMargins(8, 0, 4, 0)
        for widget in (self.found, self.open_button, self.controls):
            flow.addWidget(widget)
        policy = head.sizePolicy()
        policy.setHeightForWidth(True)
        head.setSizePolicy(policy)
        self._head = head
        self.splitter = ListWithDetail((self.query, self.list), (head, self.passage))
        self.splitter.set_stacked(True, [160, 380])
        column = QHBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.none)
        column.addWidget(self.splitter, 1)
        self.board.changed.connect(self._on_changed)
        self.board.failed.connect(self.failed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        height = event.size().height()
        if height < self._theme.px(_LOW):
            # The list gets its minimum height, and the passage the rest.
            self.splitter.setSizes([0, height])

    @property
    def count(self) -> int:
        """The number of passages."""
        return len(self._passages)

    def show_item(self, papers: Sequence[Mapping[str, Any]], texts: Sequence[str]) -> None:
        """Set the papers of another item, which contain the passages.

        `texts`: the full text of each paper; empty if it is missing
        """
        self._papers = list(papers)
        self._texts = [paragraphs_of(text) for text in texts]
        self._shown_passages = ()
        # Matches of the previous item's texts must not stay.
        self.board.forget()
        self.show_passages((), "", "")

    def show_passages(self, passages: Sequence[Passage], query: str, retriever: str) -> None:
        """Show the passages found for a query, with the query and the retriever.

        Does nothing if they are shown already.
        """
        content = (tuple(tuple(sorted(one.items())) for one in passages), query, retriever)
        # This method is called after each change of the session, and the selection must stay.
        if content == self._shown_passages:
            return
        self._shown_passages = content
        # A passage has no text if its paper is missing.
        self._passages = [one for one in passages if self.text_of(one)]
        # Otherwise each row would become the current one and be matched.
        self.list.blockSignals(True)
        self.list.clear()
        for passage in self._passages:
            self.list.addItem(self._item(passage))
        if self._passages:
            self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        by = self.tr("“{query}” · {retriever}") if retriever else self.tr("“{query}”")
        words = by.format(query=shortened(query, 300), retriever=retriever)
        self.query.setText(words if query else retriever)
        self.query.setVisible(bool(query or retriever))
        self.none.setText(
            self.tr(
                "The papers have not been searched yet. An information-seeking instruction starts "
                "a search."
            )
        )
        self.none.setVisible(not self._passages)
        self.splitter.setVisible(bool(self._passages))
        self._show()

    def text_of(self, passage: Passage) -> str:
        """Return the paragraph of a passage; empty if it does not exist."""
        paper, paragraph = passage.get("paper"), passage.get("paragraph")
        # Passages come from drafts and bundles, so their fields need not be numbers.
        if not isinstance(paper, int) or not isinstance(paragraph, int):
            return ""
        if not 0 <= paper < len(self._texts) or not 0 <= paragraph < len(self._texts[paper]):
            return ""
        return self._texts[paper][paragraph]

    def set_active(self, on: bool) -> None:
        """Match the answer with the passage (`on`), or clear the matches."""
        self._active = on
        if on:
            self._match()
        else:
            self._answer.set_side(None)

    def rematch(self) -> None:
        """Match the visible passage with the current answer, if matches are shown."""
        if self._active:
            self._match()

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (−1) passage, and from the last one to the first."""
        if self._passages:
            self.list.setCurrentRow((self.list.currentRow() + by) % len(self._passages))

    def cycle(self) -> None:
        """Show or hide the marks."""
        self.controls.toggle()

    def stops(self) -> list[QWidget]:
        """Return the widgets in the focus chain, in reading order."""
        return [self.list, self.open_button, self.controls, self.passage]

    def take_focus(self) -> None:
        """Set the focus to the list of passages."""
        if self._passages:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_find(self) -> None:
        """Open the search in the visible passage."""
        if self._passages:
            self.passage.open_find()

    # Internal.
    def _item(self, passage: Passage) -> QListWidgetItem:
        paper = int(passage["paper"])
        title, _ = paper_words(self._papers[paper]) if paper < len(self._papers) else ("", "")
        # Papers are numbered from 0 as in citations, paragraphs from 1 as people count.
        words = f"[{paper}] ¶ {int(passage['paragraph']) + 1}"
        score = passage.get("score")
        if isinstance(score, int | float):
            words += f" · {QLocale().toString(float(score), 'g', 3)}"
        whole = f"{words} · {title}" if title else words
        item = QListWidgetItem(whole)
        item.setToolTip(plain_tip(f"{whole}\n{shortened(self.text_of(passage), 300)}"))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, whole)
        return item

    def _here(self) -> Passage | None:
        row = self.list.currentRow()
        return self._passages[row] if 0 <= row < len(self._passages) else None

    def _show(self) -> None:
        passage = self._here()
        if passage is None:
            self._answer.set_side(None)
            say(self.found, "")
            return
        self.passage.set_name(
            self.tr("Passage of paper {number}").format(number=passage.get("paper"))
        )
        # Matching is slow for long answers, so it is done only while the passages are visible.
        if self._active:
            self._match()
        else:
            self.passage.show_text(self.text_of(passage))

    def _match(self) -> None:
        passage = self._here()
        if passage is not None:
            self.board.show(self.text_of(passage), None)

    def _open(self) -> None:
        passage = self._here()
        if passage is not None:
            self.opened.emit(int(passage["paper"]), int(passage["paragraph"]))

    def _on_changed(self) -> None:
        matching, coverage = self.board.matching, self.board.coverage
        if not self._passages or matching is None or coverage is None:
            say(self.found, "")
            return
        say(
            self.found,
            self.tr("{found} of {all} words").format(found=matching.found, all=matching.content),
            self.tr("Content words of the answer that occur in this passage"),
        )
