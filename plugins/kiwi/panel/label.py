"""The page for labelling a turn: type of the instruction, error of the answer, retrieval."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from desktop_app.core.answer_texts import answers_in_words
from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from plugins.kiwi.panel.turn_page import Quote, TurnPage


class LabelPanel(TurnPage):
    """Shows one rated turn and asks the questions that its item names: {question: code}."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._asked: list[str] = []
        # The form contains all questions, but an item names only some of them.
        self.form_view.set_judge(self.missing)
        self.make_actions()
        self.arrange()

    def make_parts(self) -> None:
        super().make_parts()
        self.comment = Quote(3, self._theme)
        self.quotes.append(self.comment)
        self.put_above(self.comment)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another turn, scrolled to the top. Its labels are set separately."""
        self.show_papers(content)
        turn = content.get("turn")
        # The content comes from another person's record, so its structure is not guaranteed.
        result: Mapping[str, Any] = turn if isinstance(turn, Mapping) else {}
        asks = content.get("ask")
        wanted = [str(one) for one in asks] if isinstance(asks, list | tuple) else []
        # The questions keep the order of the form, whatever their order in the item.
        every = [question.key for question in self.form_view.form.questions]
        self._asked = [key for key in every if key in wanted]
        self.form_view.put_away([key for key in every if key not in wanted])
        number = result.get("turn")
        rating = self.words.rating(result.get("rating"))
        head = self.tr("Turn {number}").format(number=number) if number else self.tr("One turn")
        rating_text = self.tr("rated {rating}").format(rating=rating)
        self.head.show_turn(f"{head}  ·  {rating_text}" if rating else head, "")
        self.comment.show_text(self.tr("The author's reason"), str(result.get("comment") or ""))
        self.show_turn(result)
        self.order()

    def await_keys(self) -> None:
        self.focus_first(point=False)

    def focus_form(self) -> None:
        self.focus_first(point=True)

    def focus_first(self, *, point: bool) -> None:
        """Set the focus to the first question. `point`: whether to point at an answer, too."""
        if self._asked:
            field = self.form_view.question_view(self._asked[0]).field
            (field.take_focus if point else field.await_keys)()

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return the questions of this turn that have no answer."""
        given = self.form_view.answers()
        return [
            Problem(key, "unanswered", "is not answered")
            for key in self._asked
            if given.get(key) in (None, "")
        ]

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> list[Any]:
        """Return nothing: labels have no consistency hints."""
        return []

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return labels as text."""
        return answers_in_words(self.form_view.form, answers, self.language)
