"""The pane with the question and its papers, each of which can be read and searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeyEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QListView,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.json_values import entries, objects
from desktop_app.text.spans import Places, Utf16Offsets
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.question_view import caption_label, plain_label
from desktop_app.ui.widgets.reading_view import ReadingView, normalised
from desktop_app.ui.widgets.scrolling import keep_calm
from desktop_app.ui.widgets.stack import Stack
from plugins.kiwi.panel.widgets import PlainList
from plugins.kiwi.shapes import BREAK, paragraphs_of

# Maximum number of characters of a title or of authors in the list.
_LONGEST = 300
# Maximum number of authors of a paper in the list. A fifth one is shown if it is the last.
_MOST_NAMES = 4
# Horizontal padding of a row, in pixels.
_INSIDE = 18
# Maximum share of the height that the question takes up.
_SHARE = 0.4


def texts_of(content: Mapping[str, Any], documents: Mapping[str, str]) -> list[str]:
    """Return the full text of each paper of an item; empty for a missing text.

    `documents`: the texts by their document keys
    """
    named = [str(one) for one in entries(content.get("documents"))]
    result = [documents.get(key, "") for key in named]
    count = len(objects(content.get("papers")))
    # The content may have more or fewer documents than papers, so the lengths are made equal.
    return [*result[:count], *[""] * (count - len(result))]


def paper_words(paper: Mapping[str, Any]) -> tuple[str, str]:
    """Return a paper's title and authors, each on one line. The data need not be valid.

    If `drafted_from` is set, the paper is the paragraph from which a question was drafted, and gets
    a title that says so.
    """
    title = " ".join(str(paper.get("title") or "").split())
    # Occurs only while a lead decides about a drafted question.
    if paper.get("drafted_from") is True:
        title = QCoreApplication.translate("PapersPane", "Source paragraph")
    authors = ", ".join(_authors(paper))
    return _short(title), _short(authors)


def few_authors(paper: Mapping[str, Any]) -> str:
    """Return a paper's authors for the list: the first ones, and the number of the others."""
    names = _authors(paper)
    if len(names) <= _MOST_NAMES + 1:
        return _short(", ".join(names))
    return _short(", ".join(names[:_MOST_NAMES])) + f", … (+{len(names) - _MOST_NAMES})"


def _authors(paper: Mapping[str, Any]) -> list[str]:
    value = paper.get("authors")
    names = value if isinstance(value, list | tuple) else [value] if value else []
    return [" ".join(str(one).split()) for one in names]


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def wrapped(text: str, font: QFont, width: int) -> str:
    """Return a text with line breaks, so that it fits a width in pixels (at least 20)."""
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    lines: list[str] = []
    for part in text.split("\n"):
        # Qt counts positions in UTF-16 units, Python in code points.
        offsets = Utf16Offsets(part)
        layout = QTextLayout(part, font)
        layout.setTextOption(option)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(20, width))
            start, end = line.textStart(), line.textStart() + line.textLength()
            lines.append(part[offsets.from_utf16(start) : offsets.from_utf16(end)].strip())
        layout.endLayout()
    return "\n".join(lines)


def span_of(text: str, paragraph: int) -> tuple[int, int] | None:
    """Return the start and the end of a paragraph in the visible text of a paper.

    None if the text has no such paragraph.
    """
    result = paragraphs_of(text)
    if not 0 <= paragraph < len(result):
        return None
    # The view normalises its text, so positions refer to the normalised text.
    before = "".join(f"{one}{BREAK}" for one in result[:paragraph])
    start = len(normalised(before))
    return start, start + len(normalised(result[paragraph]))


class PapersPane(Pane):
    """The question with the list of papers, or one paper.

    `turned`: the list or a paper became visible
    `left`: the person wants to return to the part from which the paper was opened
    """

    turned = Signal()
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__("", theme)
        self.set_title(self.tr("Question"))
        self._papers: list[Mapping[str, Any]] = []
        self._texts: list[str] = []
        self._at = -1
        self._came_from_list = False
        # The span of the paragraph at which the paper was opened, if any.
        self._span: tuple[int, int] | None = None
        self._all, self._one = QWidget(), QWidget()
        self.question = ReadingView(theme)
        self.question.setAccessibleName(self.tr("Question"))
        self._untitled = self.tr("Untitled")
        self.list = PlainList(self.tr("Papers"), opens=True)
        self.list.setAccessibleDescription(self.tr("Press Enter to open the full text"))
        keep_calm(self.list)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setMinimumHeight(60)
        self.list.setSpacing(2)
        self.list.opened.connect(lambda: self.open_paper(self.list.currentRow()))
        self.list.itemClicked.connect(lambda item: self.open_paper(self.list.row(item)))
        self.heading = plain_label("", "question")
        self.authors = plain_label("", "secondary")
        self.missing = plain_label(self.tr("The full text of this paper is missing."), "")
        self.paper = MatchPane(theme, self.tr("Paper"))
        self.paper.strip.hide()
        self.back_button = QPushButton(self.tr("All papers"))
        self.back_button.setAutoDefault(False)
        self.back_button.setToolTip(self.tr("Back to the list of papers  Esc"))
        self.back_button.clicked.connect(self.close_paper)
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        theme.changed.connect(self._fitting.start)
        caption = caption_label(self.tr("Papers"))
        caption.setContentsMargins(8, 4, 0, 0)
        listed = QVBoxLayout(self._all)
        listed.setContentsMargins(0, 0, 0, 0)
        listed.setSpacing(4)
        listed.addWidget(self.question)
        listed.addWidget(caption)
        listed.addWidget(self.list, 1)
        read = QVBoxLayout(self._one)
        read.setContentsMargins(0, 0, 0, 0)
        read.setSpacing(4)
        for widget in (self.heading, self.authors, self.missing):
            widget.setContentsMargins(8, 0, 4, 0)
        read.addWidget(self.back_button, 0, Qt.AlignmentFlag.AlignLeading)
        read.addWidget(self.heading)
        read.addWidget(self.authors)
        read.addWidget(self.missing)
        read.addWidget(self.paper, 1)
        # Otherwise title and authors would be in the middle if the full text is missing.
        read.addStretch(0)
        self.stack = Stack()
        self.stack.addWidget(self._all)
        self.stack.addWidget(self._one)
        self.column.addWidget(self.stack, 1)
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
        """The number of the visible paper; −1 for the list."""
        return self._at

    def show_item(
        self, question: str, papers: Sequence[Mapping[str, Any]], texts: Sequence[str]
    ) -> None:
        """Show the question and the papers of another item.

        `texts`: the full text of each paper; empty if it is missing
        """
        self._papers, self._texts = list(papers), list(texts)
        self._at = -1
        self.question.show_text(question)
        self.list.clear()
        for number, paper in enumerate(self._papers):
            title, authors = paper_words(paper)
            words = f"[{number}]  {title or self._untitled}"
            whole = f"{words}\n{authors}" if authors else words
            item = QListWidgetItem(whole)
            item.setToolTip(plain_tip(whole))
            # The tooltip and the screen reader contain all authors, the row only the first ones.
            item.setData(Qt.ItemDataRole.AccessibleTextRole, whole)
            shown = f"{words}\n{few_authors(paper)}" if authors else words
            item.setData(Qt.ItemDataRole.UserRole, shown)
            self.list.addItem(item)
        if self._papers:
            self.list.setCurrentRow(0)
        self._turn(self._all)
        self._fitting.start()

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
            self.paper.point_at(Places(np.zeros(0, np.int64), np.zeros(0, np.int64)))
        self.take_focus()

    def close_paper(self) -> None:
        """Return to the list, or to the part that opened the paper."""
        if self._at < 0:
            return
        came_from_list, self._at = self._came_from_list, -1
        self._turn(self._all)
        if came_from_list:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.left.emit()

    def take_focus(self) -> None:
        """Set the focus to the list or the visible paper."""
        if self._at < 0:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.paper.isVisibleTo(self):
            self.paper.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_find(self) -> None:
        """Open the search in the visible paper, or else in the paper selected in the list."""
        if self._at < 0:
            self.open_paper(max(0, self.list.currentRow()))
        if self.paper.isVisibleTo(self):
            self.paper.open_find()

    def stops(self) -> list[QWidget]:
        """Return the widgets in the focus chain, in reading order."""
        return [self.question, self.list, self.back_button, self.paper]

    # Internal.
    def _turn(self, page: QWidget) -> None:
        self.stack.setCurrentWidget(page)
        self.set_title(self.tr("Question") if page is self._all else self.tr("Paper"))
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
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.paper.view.viewport() and event.type() == QEvent.Type.Resize:
            # The paragraph must stay visible after a change of size.
            self._keeping.start()
        if watched is self._all and event.type() == QEvent.Type.Resize:
            self._fitting.start()
        return False

    def _fit(self) -> None:
        """Fit the height of the question to its text, up to the maximum share."""
        edges = self.question.height() - self.question.viewport().height()
        most = max(60, round(self._all.height() * _SHARE))
        needed = self.question.height_of_lines(max(40, most - edges)) + edges
        self.question.setFixedHeight(max(44, min(most, needed)))
        # Rows are wrapped by hand, for the width that the list has now.
        room = self.list.viewport().width() - 2 * self.list.spacing() - _INSIDE
        for row in range(self.list.count()):
            item = self.list.item(row)
            shown = item.data(Qt.ItemDataRole.UserRole)
            item.setText(wrapped(shown, self.list.font(), room))

    def _keep_in_sight(self) -> None:
        if self._span is not None and self._at >= 0:
            self.paper.view.scroll_to(self._span[0])
