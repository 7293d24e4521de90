"""Pages with questions about a turn of a submitted session: their base class, and labelling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.answer_texts import answers_in_words
from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.field import LongBox
from desktop_app.ui.widgets.question_view import plain_label
from plugins.kiwi.panel.session_layout import SessionPage
from plugins.kiwi.panel.session_papers import listed
from plugins.kiwi.panel.widgets import lines_of, set_lines

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
        most = max(1, self._lines // 2) if self._scarce else self._lines
        needed = lines_of(self.box, self.width() - 36, self._theme)
        set_lines(self.box, min(most, needed), self._theme)


class TurnPage(SessionPage):
    """Base class of the pages with questions about turns of a submitted session.

    It shows one turn, with the papers and the retrieved passages, and never changes it.
    """

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent, has_turns=False)
        self._found: list[Mapping[str, Any]] = []
        self.instruction = self.add_quote(_LINES)
        self.answer.cited.connect(self.open_citation)

    def add_quote(self, lines: int) -> Quote:
        """Add a read-only text directly above the questions, and return it.

        `lines`: maximum height in lines
        """
        quote = Quote(lines, self._theme)
        self.parts.put_above(quote)
        self.parts.above.append(quote.box)
        self.parts.arranged.connect(quote.set_scarce)
        return quote

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
        self.parts.below.tell(0, self.passages.count)

    def open_citation(self, number: int, sentence: str) -> None:
        """Open the paper that a citation refers to, at a passage of this turn, if any."""
        matches = [one for one in self._found if one.get("paper") == number]
        matches = [one for one in matches if self.passages.text_of(one)]
        self.parts.open_citation(number, sentence, matches)


class LabelPanel(TurnPage):
    """Shows one turn and asks the questions that its item names.

    The answers are {QUESTION: code}.
    """

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._asked: list[str] = []
        # The form contains all questions, but an item names only some of them.
        self.form_view.set_judge(self.missing)
        self.comment = self.add_quote(3)
        self.parts.add_actions()
        self.parts.arrange()

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another turn, scrolled to the top. Its labels are set separately."""
        self.parts.show_item(content, self._documents)
        turn = content.get("turn")
        # The content comes from another person's record, so its structure is not guaranteed.
        result: Mapping[str, Any] = turn if isinstance(turn, Mapping) else {}
        # Questions that the form does not have are ignored.
        asks = content.get("ask")
        named = [str(one) for one in asks] if isinstance(asks, list | tuple) else []
        # The questions keep the order of the form, whatever their order in the item.
        every = [question.key for question in self.form_view.form.questions]
        self._asked = [key for key in every if key in named]
        self.form_view.put_away([key for key in every if key not in named])
        number = result.get("turn")
        rating = self.words.rating(result.get("rating"))
        head = self.tr("Turn {number}").format(number=number) if number else self.tr("One turn")
        rating_text = self.tr("rated {rating}").format(rating=rating)
        self.head.show_turn(f"{head}  ·  {rating_text}" if rating else head, "")
        self.comment.show_text(self.tr("The author's reason"), str(result.get("comment") or ""))
        self.show_turn(result)
        self.parts.order()

    def await_keys(self) -> None:
        if self._asked:
            self.form_view.question_view(self._asked[0]).field.await_keys()

    def focus_form(self) -> None:
        if self._asked:
            self.form_view.question_view(self._asked[0]).field.take_focus()

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return the questions of this turn that have no answer."""
        given = self.form_view.answers()
        return [
            Problem(key, "unanswered", "is not answered")
            for key in self._asked
            if given.get(key) in (None, "")
        ]

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return labels as text, one row per question."""
        return answers_in_words(self.form_view.form, answers, self.language)
