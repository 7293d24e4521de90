"""The pane with the question and its papers, each of which can be read and searched.

The module is longer than most because list, text and search of the papers share one selection.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from desktop_app.text.diff import sentence_spans
from desktop_app.text.spans import NOWHERE, Places
from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.question_view import caption_label, paint_bar, plain_label
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.ui.widgets.stack import Stack
from plugins.kiwi.panel.paper_texts import few_authors, paper_words, span_of
from plugins.kiwi.panel.session_passages import Passages
from plugins.kiwi.panel.widgets import Row, RowList
from plugins.kiwi.passages import nearest_first
from plugins.kiwi.shapes import paragraphs_of

# Minimum height of the passages in pixels.
_LEAST_PASSAGES = 120
# Maximum share of the height that the question takes up, and the passage of the selected paper.
_SHARE, _SHARE_CARD = 0.4, 0.28


class PaperCard(QFrame):
    """The selected paper below the list: its title, one passage, and a link to its full text.

    `open_wanted`: the person wants to read the full text
    """

    open_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.heading = plain_label("", "strong")
        self.passage = MatchPane(theme, self.tr("Passage"))
        self.passage.strip.hide()
        self.passage.view.setProperty("inside", "block")
        self.place = PlainLabel()
        self.place.setProperty("kind", "secondary")
        self.open_button = QPushButton(self.tr("Open paper"))
        self.open_button.setProperty("kind", "link")
        self.open_button.setAutoDefault(False)
        self.open_button.clicked.connect(self.open_wanted)
        foot = in_row(self.place, STRETCH, self.open_button, margins=(0, 0, 0, 0))
        in_column(
            self.heading,
            (self.passage, 1),
            foot,
            on=self,
            margins=(14, 10, 8, 6),
            gap=4,
        )
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setSizePolicy(policy)

    def show_paper(self, title: str, passage: str, paragraph: int | None) -> None:
        """Show a paper with one of its passages; without a passage, its text is missing."""
        self.heading.setText(title)
        self.passage.show_text(passage)
        self.passage.setVisible(bool(passage))
        self.place.setText(
            self.tr("The full text is missing")
            if paragraph is None
            else self.tr("Paragraph {number}").format(number=paragraph + 1)
        )
        self.open_button.setVisible(paragraph is not None)

    def mark(self, span: tuple[int, int] | None) -> None:
        """Mark a range of the passage, or nothing."""
        place = NOWHERE if span is None else Places(np.array([span[0]]), np.array([span[1]]))
        self.passage.point_at(place, scroll=span is not None)

    def fit(self, most: int) -> None:
        """Fit the height of the passage to its text, up to a height in pixels."""
        view = self.passage.view
        edges = self.passage.height() - view.viewport().height()
        needed = view.height_of_lines(max(60, most - edges)) + edges
        self.passage.setFixedHeight(max(40, min(most, needed)))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_bar(painter, self, self.rect(), self._theme, Role.ACCENT)


class PapersPane(Pane):
    """The question with the list of papers, one paper, or the retrieved passages.

    `turned`: another of these became visible
    `left`: the person wants to return to the part from which the paper was opened
    """

    turned = Signal()
    left = Signal()

    def __init__(self, theme: Theme, passages: Passages) -> None:
        super().__init__("", theme)
        self.set_title(self.tr("Question"))
        # As high as the header of the answer.
        self.set_caption_height(34)
        self._papers: list[Mapping[str, Any]] = []
        self._texts: list[str] = []
        self._at = -1
        self._scarce = False
        # The paragraph on the card, and the one at which the paper was opened.
        self._paragraph = 0
        self._came_from_list = False
        self._span: tuple[int, int] | None = None
        self._untitled = self.tr("Untitled")
        self.passages = passages
        # Qt computes a minimum height for the narrowest width, where the buttons wrap most.
        passages.setMinimumHeight(_LEAST_PASSAGES)
        self._make_list(theme)
        self._make_paper(theme)
        self._found = QWidget()
        self.all_button = self._back_button(self.tr("All papers"))
        self.all_button.clicked.connect(self.show_list)
        in_column(
            in_row(self.all_button, STRETCH, margins=0),
            (passages, 1),
            on=self._found,
            margins=0,
            gap=4,
        )
        self.stack = Stack()
        for page in (self._all, self._one, self._found):
            self.stack.addWidget(page)
        self.column.addWidget(self.stack, 1)
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        theme.changed.connect(self._fitting.start)
        self._keeping = QTimer(self, singleShot=True, interval=0)
        self._keeping.timeout.connect(self._keep_in_sight)
        for watched in (self._all, self.paper.view.viewport()):
            watched.installEventFilter(self)

    # What is shown.
    @property
    def count(self) -> int:
        """The number of papers."""
        return len(self._papers)

    @property
    def opened(self) -> int:
        """The number of the paper whose full text is visible; −1 for none."""
        return self._at

    @property
    def shows_passages(self) -> bool:
        """Whether the retrieved passages are visible."""
        return self.stack.currentWidget() is self._found

    @property
    def is_wide(self) -> bool:
        """Whether a text is visible that needs more width than the list of papers."""
        return self.stack.currentWidget() is not self._all

    def show_item(
        self, question: str, papers: Sequence[Mapping[str, Any]], texts: Sequence[str]
    ) -> None:
        """Show the question and the papers of another item.

        `texts`: the full text of each paper; empty if it is missing
        """
        self._papers, self._texts = list(papers), list(texts)
        self._at = -1
        self.question.show_text(question)
        self.figure.setText(str(len(self._papers)))
        self.list.blockSignals(True)
        self.list.clear()
        for number, paper in enumerate(self._papers):
            title, authors = paper_words(paper)
            title = title or self._untitled
            # The tooltip and the screen reader contain all authors, the row only the first ones.
            whole = f"[{number}]  {title}\n{authors}" if authors else f"[{number}]  {title}"
            self.list.add_row(Row(f"[{number}]", title, few_authors(paper)), whole)
        self.list.blockSignals(False)
        self.card.hide()
        if self._papers:
            self.list.setCurrentRow(0)
        self._turn(self._all)
        self._fitting.start()

    def tell_passages(self, count: int) -> None:
        """Show the number of retrieved passages."""
        self.passages_button.setText(self.tr("%n passage(s)", "", count))
        self.passages_button.setVisible(count > 0)

    def show_paper(self, number: int, paragraph: int | None = None, sentence: str = "") -> None:
        """Select a paper in the list, and show one of its passages below.

        `paragraph`: the number of the passage; None: the first paragraph
        `sentence`: the sentence that cites the paper; the most similar one in the passage is marked
        """
        if not 0 <= number < len(self._papers):
            return
        self._at = -1
        self.list.setCurrentRow(number)
        self._show_card(number, paragraph or 0)
        passage = self.card.passage.text
        spans = [slice(*one) for one in sentence_spans(passage)]
        if sentence and paragraph is not None and len(spans) > 1:
            best = spans[nearest_first(sentence, [passage[one] for one in spans])[0]]
            self.card.mark((best.start, best.stop))
        self._turn(self._all)

    def show_list(self) -> None:
        """Show the list of papers."""
        self._at = -1
        self._turn(self._all)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_passages(self) -> None:
        """Show the retrieved passages."""
        self._at = -1
        self._turn(self._found)

    def open_paper(
        self,
        number: int,
        paragraph: int | None = None,
        *,
        from_list: bool = True,
        back: str = "",
    ) -> None:
        """Open a paper's full text.

        `paragraph`: the number of the paragraph to scroll to; None: the text is not scrolled
        `from_list`: whether the person comes from the list, and returns to it
        `back`: the text of the button that returns to another part; empty: “Back to the answer”
        """
        if not 0 <= number < len(self._papers):
            return
        text = self._texts[number] if number < len(self._texts) else ""
        # The text of the same paper is not set again: the search and the scroll position would be
        # lost.
        if number != self._at:
            title, authors = paper_words(self._papers[number])
            self.heading.setText(f"[{number}]  {title or self._untitled}")
            self.authors.setText(authors)
            self.authors.setVisible(bool(authors))
            self.paper.set_name(f"[{number}] {title}")
            self.paper.show_text(text)
        self._at = number
        self._came_from_list = from_list
        self.list.setCurrentRow(number)
        self.missing.setVisible(not text)
        self.paper.setVisible(bool(text))
        self._turn(self._one)
        self._tell_way_back(back)
        span = span_of(text, paragraph) if paragraph is not None else None
        self._span = span
        if span is not None:
            places = Places(np.array([span[0]]), np.array([span[1]]))
            self.paper.view.set_caret(span[0])
            self.paper.point_at(places, scroll=True, pulse=True)
        else:
            self.paper.point_at(NOWHERE)
        self.take_focus()

    def close_paper(self) -> None:
        """Return to the list, or to the part that opened the paper."""
        if self._at < 0:
            return
        if self._came_from_list:
            self.show_list()
        else:
            self._at = -1
            self._turn(self._all)
            self.left.emit()

    def set_scarce(self, on: bool) -> None:
        """Set whether the window is small: it then has buttons for the list and the passages."""
        self.header_shows(not on)
        self.all_button.setVisible(not on)
        if on != self._scarce:
            # There is no space below the list; citations and Enter open the full text.
            self._scarce = on
            self._show_card(self.list.currentRow(), self._paragraph)

    def take_focus(self) -> None:
        """Set the focus to what is visible: the list, a paper or the passages."""
        if self.shows_passages:
            self.passages.take_focus()
        elif self._at < 0:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.paper.isVisibleTo(self):
            self.paper.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_find(self) -> None:
        """Open the search in the passages, or in the visible or selected paper."""
        if self.shows_passages:
            self.passages.open_find()
            return
        if self._at < 0:
            self._open_current()
        if self.paper.isVisibleTo(self):
            self.paper.open_find()

    def stops(self) -> list[QWidget]:
        """Return the widgets in the focus chain, in reading order."""
        return [
            self.question,
            self.passages_button,
            self.list,
            self.card.passage,
            self.card.open_button,
            self.back_button,
            self.paper,
            self.all_button,
            *self.passages.stops(),
        ]

    # Internal.
    def _make_list(self, theme: Theme) -> None:
        """Make the page with the question and the list of papers."""
        self._all = QWidget()
        self.question = ReadingView(theme)
        self.question.setAccessibleName(self.tr("Question"))
        self.figure = PlainLabel()
        self.figure.setProperty("kind", "secondary")
        self.passages_button = QPushButton()
        self.passages_button.setProperty("kind", "link")
        self.passages_button.setAutoDefault(False)
        self.passages_button.setToolTip(self.tr("Retrieved passages  Ctrl+3"))
        self.passages_button.clicked.connect(self.show_passages)
        self.passages_button.hide()
        self.list = RowList(self.tr("Papers"), theme, opens=True)
        self.list.setAccessibleDescription(self.tr("Press Enter to open the full text"))
        self.list.opened.connect(self._open_current)
        self.list.itemDoubleClicked.connect(lambda _item: self._open_current())
        self.list.currentRowChanged.connect(lambda row: self._show_card(row, 0))
        self.card = PaperCard(theme)
        self.card.open_wanted.connect(self._open_current)
        self.card.hide()
        head = in_row(
            caption_label(self.tr("Papers")),
            STRETCH,
            self.passages_button,
            self.figure,
            margins=(8, 6, 8, 2),
            gap=8,
        )
        line = QFrame()
        line.setProperty("kind", "line")
        line.setFixedHeight(1)
        # The rest stays empty, because the list ends below a whole row.
        listed = in_column(self.question, line, head, (self.list, 1), self.card, on=self._all)
        listed.setContentsMargins(0, 0, 0, 0)
        listed.setSpacing(4)
        listed.addStretch(0)
        self._listed = listed

    def _make_paper(self, theme: Theme) -> None:
        """Make the page with the full text of a paper."""
        self._one = QWidget()
        self.heading = plain_label("", "question")
        self.authors = plain_label("", "secondary")
        self.missing = plain_label(self.tr("The full text of this paper is missing."), "")
        self.paper = MatchPane(theme, self.tr("Paper"))
        self.paper.strip.hide()
        self.back_button = self._back_button(self.tr("All papers"))
        self.back_button.clicked.connect(self.close_paper)
        for widget in (self.heading, self.authors, self.missing):
            widget.setContentsMargins(8, 0, 4, 0)
        read = in_column(
            in_row(self.back_button, STRETCH, margins=0),
            self.heading,
            self.authors,
            self.missing,
            (self.paper, 1),
            on=self._one,
            margins=0,
            gap=4,
        )
        # Otherwise title and authors would be in the middle if the full text is missing.
        read.addStretch(0)

    def _back_button(self, words: str) -> QPushButton:
        button = QPushButton(words)
        button.setAutoDefault(False)
        button.setToolTip(f"{words}  Esc")
        return button

    def _show_card(self, number: int, paragraph: int) -> None:
        """Show a passage of a paper on the card."""
        if self._scarce or not 0 <= number < len(self._papers):
            self.card.hide()
            return
        title, _ = paper_words(self._papers[number])
        texts = paragraphs_of(self._texts[number] if number < len(self._texts) else "")
        has_text = paragraph < len(texts)
        self._paragraph = paragraph
        self.card.show_paper(
            f"[{number}]  {title or self._untitled}",
            texts[paragraph] if has_text else "",
            paragraph if has_text else None,
        )
        self.card.mark(None)
        self.card.show()
        self._fitting.start()

    def _open_current(self) -> None:
        """Open the full text of the selected paper at the passage on its card."""
        self.open_paper(max(0, self.list.currentRow()), self._paragraph or None)

    def _turn(self, page: QWidget) -> None:
        # While it is hidden, the height to which it was fitted before must not count.
        self._all.setMinimumHeight(0 if page is self._all else 1)
        self.stack.setCurrentWidget(page)
        titles = {
            self._all: self.tr("Question"),
            self._one: self.tr("Paper"),
            self._found: self.tr("Passages"),
        }
        self.set_title(titles[page])
        self.turned.emit()

    def _tell_way_back(self, back: str) -> None:
        words = back or self.tr("Back to the answer")
        if self._came_from_list:
            words = self.tr("All papers")
        self.back_button.setText(words)
        self.back_button.setToolTip(f"{words}  Esc")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._at >= 0:
            self.close_paper()
        elif event.key() == Qt.Key.Key_Escape and self.shows_passages:
            self.show_list()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.paper.view.viewport() and event.type() == QEvent.Type.Resize:
            # The paragraph must stay visible after a change of size.
            self._keeping.start()
        # Also after another widget took or left room, such as the link to the passages.
        if watched is self._all and event.type() in (
            QEvent.Type.Resize,
            QEvent.Type.LayoutRequest,
        ):
            self._fitting.start()
        return False

    def _fit(self) -> None:
        """Fit the heights of question, list and card to their contents, up to their shares."""
        edges = self.question.height() - self.question.viewport().height()
        most = max(60, round(self._all.height() * _SHARE))
        needed = self.question.height_of_lines(max(40, most - edges)) + edges
        self.question.setFixedHeight(max(44, min(most, needed)))
        self.card.fit(round(self._all.height() * _SHARE_CARD))
        # The list gets whole rows of what the others leave. Layouts respect its maximum height.
        listed = min(self.list.sizeHint().height(), self.list.maximumHeight())
        # At this width: the size hints of texts that wrap are those of narrow texts.
        self._listed.activate()
        rest = self._listed.totalHeightForWidth(self._all.width()) - listed
        rows = min(max(1, self.list.count()), self.list.rows_in(self._all.height() - rest))
        self.list.setMinimumHeight(self.list.height_of(1))
        self.list.setMaximumHeight(self.list.height_of(rows))

    def _keep_in_sight(self) -> None:
        if self._span is not None and self._at >= 0:
            self.paper.view.scroll_to(self._span[0])
