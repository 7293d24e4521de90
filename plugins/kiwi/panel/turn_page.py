"""Base class of pages that show another person's turn with questions about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.field import LongBox
from desktop_app.ui.widgets.question_view import plain_label
from desktop_app.ui.word_wrap import WRAPPED
from plugins.kiwi.citations import nearest_first
from plugins.kiwi.panel.session_actions import TextActions
from plugins.kiwi.panel.session_papers import listed, texts_of

_LINES = 4  # Maximum height of a quoted text, in lines; longer texts scroll.


class Quote(QWidget):
    """A read-only text above the questions, such as an instruction."""

    def __init__(self, lines: int, theme: Theme) -> None:
        super().__init__()
        self._theme, self._lines, self._scarce = theme, lines, False
        self.title = plain_label("", "caption")
        self.box = LongBox()
        self.box.setProperty("kind", "field")
        self.box.setReadOnly(True)
        self.box.setTabChangesFocus(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(2)
        column.addWidget(self.title)
        column.addWidget(self.box)
        theme.changed.connect(self._fit)

    def show_text(self, title: str, text: str) -> None:
        """Show another text with a title. An empty text hides both."""
        self.title.setText(title)
        self.box.setAccessibleName(title)
        self.box.setPlainText(text)
        self.setVisible(bool(text))
        self._fit()

    def set_scarce(self, on: bool) -> None:
        """Halve the height and hide the title for a small window (`on`)."""
        self._scarce = on
        self.title.setVisible(not on)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        metrics = QFontMetrics(self._theme.ui_font(13))
        room = QRect(0, 0, max(60, self.width() - 36), 10_000)
        tall = metrics.boundingRect(room, WRAPPED, self.box.toPlainText()[:2_000]).height()
        most = max(1, self._lines // 2) if self._scarce else self._lines
        lines = min(most, max(1, -(-tall // metrics.lineSpacing())))
        self.box.setFixedHeight(lines * metrics.lineSpacing() + 24)


class TurnPage(TextActions):
    """Shows one turn of another person's session with its papers and passages.

    It changes nothing.
    """

    has_turns = False

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._documents: Mapping[str, str] = {}
        self._cited: tuple[int, str, int] = (-1, "", 0)
        self._found: list[Mapping[str, Any]] = []
        self.answer.cited.connect(self.open_citation)
        self.answer.text.compared.connect(self.passages.rematch)
        self.answer.text.looked.connect(self.passages.rematch)

    def make_parts(self) -> None:
        self.instruction = Quote(_LINES, self._theme)
        self.quotes = [self.instruction]
        self.put_above(self.instruction)

    def put_above(self, widget: QWidget) -> None:
        """Insert a widget above the questions, below the widgets inserted before."""
        inside = self.questions.layout()
        assert isinstance(inside, QVBoxLayout)
        inside.insertWidget(inside.indexOf(self.form_view), widget)

    def above(self) -> list[QWidget]:
        """Return the widgets above the questions that Tab stops at, in reading order."""
        return [quote.box for quote in self.quotes]

    def arrange(self) -> None:
        super().arrange()
        for quote in self.quotes:
            quote.set_scarce(self._scarce)

    def order(self) -> None:
        super().order()
        first = self.form_view.first_stop()
        after = [first] if first is not None else []  # The other questions follow the first one.
        self.order_tabs([self.passages.passage, *self.above(), *after])
        self.form_view.order_tabs()

    def set_documents(self, texts: Mapping[str, str]) -> None:
        """Set the full texts of the papers of the next item, by their keys."""
        self._documents = dict(texts)

    def show_papers(self, content: Mapping[str, Any]) -> None:
        """Show the question and the papers of another item."""
        papers = listed(content.get("papers"))
        texts = texts_of(content, self._documents)
        self.papers.show_item(str(content.get("question") or ""), papers, texts)
        self.answer.show_item(papers)
        self.passages.show_item(papers, texts)

    def show_turn(self, turn: Mapping[str, Any]) -> None:
        """Show the instruction, answer and changes of a turn, and the passages retrieved for it."""
        instruction = str(turn.get("instruction") or "")
        title = self.tr("Instruction")
        kind = self.words.kind(turn.get("type"))
        self.instruction.show_text(f"{title} · {kind}", instruction)
        previous = turn.get("previous")
        self.answer.show_answer(
            None if previous is None else str(previous), str(turn.get("answer") or ""), instruction
        )
        self._found = listed(turn.get("passages"))
        query = str(turn.get("query") or instruction)
        self.passages.show_passages(self._found, query, str(turn.get("retriever") or ""))
        self.below.tell(0, self.passages.count)

    def open_citation(self, number: int, sentence: str) -> None:
        """Open the passage that a citation most likely refers to, or the paper if there is none.

        Each repeated click opens the next passage.
        """
        matches = [one for one in self._found if one.get("paper") == number]
        matches = [one for one in matches if self.passages.text_of(one)]
        order = nearest_first(sentence, [self.passages.text_of(one) for one in matches])
        again = self._cited[:2] == (number, sentence)
        turn = self._cited[2] + 1 if again else 0
        self._cited = (number, sentence, turn)
        place = int(matches[order[turn % len(order)]]["paragraph"]) if order else None
        self.lead_to(number, place)
