"""Pages with questions about turns of a submitted session: labelling, and rating them again.

The second rating follows the KIWI paper, section 5.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop_app.core.answer_texts import answers_in_words
from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.core.json_values import entries, objects
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.panel_base import PanelStep
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.question_view import EDGE, plain_label
from plugins.kiwi.panel.session_layout import SessionPage
from plugins.kiwi.panel.widgets import fit_quote, quote_box

_LINES = 4  # Maximum height of a quoted text, in lines; longer texts scroll.


class Quote(QWidget):
    """A read-only text above the questions, such as an instruction."""

    def __init__(self, lines: int, theme: Theme) -> None:
        super().__init__()
        self._theme, self._lines, self._scarce = theme, lines, False
        self.title = plain_label("", "caption")
        self.box = quote_box("")
        in_column(self.title, self.box, on=self, margins=(EDGE, 6, EDGE, 0), gap=0)
        theme.changed.connect(self._fit)

    def show_text(self, title: str, text: str) -> None:
        """Show another text with a title. An empty text hides both."""
        self.title.setText(title)
        self.box.setAccessibleName(title)
        self.box.setPlainText(text)
        self.setVisible(bool(text))
        self._fit()

    def set_scarce(self, on: bool) -> None:
        """Adapt to a small window (two lines less, no title) or to a large one."""
        self._scarce = on
        self.title.setVisible(not on)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        most = max(2, self._lines - 2) if self._scarce else self._lines
        fit_quote(self.box, self.width() - 2 * EDGE, most, self._theme)


class TurnPage(SessionPage):
    """Base class of the pages with questions about turns of a submitted session.

    It shows one turn, with the papers and the retrieved passages, and never changes it.
    """

    folds_long_forms = True
    most_open = 1

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent, has_turns=False)
        self._found: list[Mapping[str, Any]] = []
        self.form_view.drop_numbers(False)
        self.parts.put_above(self.head)
        self.parts.arranged.connect(self.head.set_scarce)
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
        kind = self.words.kind_name(turn.get("type"))
        self.instruction.show_text(f"{title} · {kind}" if kind else title, instruction)
        previous = turn.get("previous")
        self.answer.show_answer(
            None if previous is None else str(previous), str(turn.get("answer") or ""), instruction
        )
        self._found = objects(turn.get("passages"))
        query = str(turn.get("query") or instruction)
        self.passages.show_passages(self._found, query, str(turn.get("retriever") or ""))
        self.papers.tell_passages(self.passages.count)

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
        self.row_start.title.setText(self.tr("Label a turn"))
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
        named = [str(one) for one in entries(content.get("ask"))]
        # The questions keep the order of the form, whatever their order in the item.
        every = [question.key for question in self.form_view.form.questions]
        self._asked = [key for key in every if key in named]
        self.form_view.put_away([key for key in every if key not in named])
        number = result.get("turn")
        rating = self.words.rating(result.get("rating"))
        head = self.tr("Turn {number}").format(number=number) if number else self.tr("One turn")
        rating_text = self.tr("rated {rating}").format(rating=rating)
        self.head.show_turn(head, "", rating_text if rating else "")
        self.row_start.place.setText(head)
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


_ASKED = ("rating", "comment")


class AgainPanel(TurnPage):
    """Shows another person's session turn by turn and asks for ratings of some of its turns.

    Such a turn must be rated before the next one is shown, because the next one reveals the first
    rating: it revised the answer, the edited answer or the previous answer, depending on that
    rating.

    The answers are {"ratings": {NUMBER: {"rating", "comment"?}}}, with the number of the turn as
    text.
    """

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._turns: list[Mapping[str, Any]] = []
        self._place = 0
        self._ratings: dict[str, dict[str, Any]] = {}
        self._missing_parts: set[int] = set()
        self._seen: set[int] = set()
        self._editable = True
        # The form shows one turn, but the answers contain all turns. `_on_form` therefore converts
        # the edits of the form before they are emitted.
        self.form_view.edited.disconnect(self.edited)
        self.form_view.edited.connect(self._on_form)
        self.form_view.set_judge(self._judge)
        self.row_start.title.setText(self.tr("Rate turns again"))
        self._make_steps()
        for name, words, keys, by in (
            ("next_turn", self.tr("Next turn"), "Alt+PgDown", 1),
            ("previous_turn", self.tr("Previous turn"), "Alt+PgUp", -1),
        ):
            self.add_action(name, words, keys, partial(self.walk, by))
        self.parts.add_actions()
        self.parts.arrange()

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another session at the first turn that should be rated."""
        self.parts.show_item(content, self._documents)
        self._turns = objects(content.get("turns"))
        self._ratings, self._missing_parts = {}, set()
        self._seen = set()
        asked = [place for place, turn in enumerate(self._turns) if turn.get("ask")]
        self._show(asked[0] if asked else 0)
        self.parts.order()

    def answers(self) -> dict[str, Any]:
        return {"ratings": self._kept()} if self._ratings else {}

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self._read(answers.get("ratings"))
        asked = [place for place, turn in enumerate(self._turns) if turn.get("ask")]
        # Continue at the first turn without a rating.
        open_ = [place for place in asked if not self._said(place).get("rating")]
        self._show((open_ or asked or [0])[0])

    def set_answer(self, question: str, value: Any) -> None:
        before = dict(self._ratings)
        self._read(value)
        numbers = {**before, **self._ratings}
        # After an undo, show the turn that it changed.
        changed = [n for n in numbers if before.get(n) != self._ratings.get(n)]
        places = [place for place in range(len(self._turns)) if self._number(place) in changed]
        self._show(places[0] if places else self._place)

    def focus_question(self, key: str) -> None:
        if key in _ASKED:
            self.form_view.focus_question(key)
        elif self._said(self._place).get("rating"):
            self.form_view.focus_question("comment")
        else:
            self.form_view.focus_question("rating")

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self._editable = enabled
        super().set_enabled_for_editing(enabled)
        self._show_steps()

    def await_keys(self) -> None:
        if self._asks(self._place):
            self.form_view.question_view("rating").field.await_keys()
        else:
            self.next_button.setFocus()

    # What is missing.
    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return a problem if a turn that must be rated has no rating."""
        open_ = self._unrated()
        if not open_:
            return []
        return [Problem("rating", "unanswered", f"is not answered for turn {open_[0] + 1}")]

    def _judge(self, _answers: Mapping[str, Any]) -> list[Problem]:
        if self._place in self._missing_parts and not self._said(self._place).get("rating"):
            return [Problem("rating", "unanswered", "is not answered")]
        return []

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show how many turns have no rating, and go to the first of these.

        A turn that the person has not seen yet is not shown, because turns are read in order.
        """
        result, open_ = list(problems), self._unrated()
        if result and open_ and self._place not in open_ and open_[0] in self._seen:
            self._show(open_[0])
        here = self._place in open_
        self._missing_parts = {self._place} if result and here else set()
        self.form_view.show_problems(result if here else [])
        if result and here:
            # Otherwise the focus would stay on the answers of the previous turn.
            self.await_keys()
        self.parts.order()

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return ratings as text, one row per turn."""
        rows = []
        ratings = answers.get("ratings")
        by_number = ratings if isinstance(ratings, Mapping) else {}
        # By length first, because the numbers are texts and “10” must come after “9”.
        for number, rating in sorted(by_number.items(), key=lambda pair: (len(pair[0]), pair[0])):
            if isinstance(rating, Mapping):
                words = [self.words.rating(rating.get("rating")), str(rating.get("comment") or "")]
                head = self.tr("Turn {number}").format(number=number)
                rows.append((head, " – ".join(one for one in words if one)))
        return rows

    # Turns.
    def walk(self, by: int) -> None:
        """Go to the previous or next turn, but not past a turn that still has to be rated."""
        place = self._place + by
        if not 0 <= place < len(self._turns):
            return
        if place > self._last_in_sight():
            self.head.show_turn(self._title(), self._rate_first())
        else:
            self._show(place)
        self.await_keys()

    # The step.
    def step(self) -> PanelStep:
        return PanelStep(self.tr("Next turn") if self._others_left() else "", self._rated_words())

    def finish_step(self) -> bool:
        """Go to the next turn, unless all others are rated: then the item can be submitted."""
        if not self._others_left():
            return False
        if self._place in self._unrated():
            self.show_problems(self.missing({}))
        else:
            self._to_unrated()
        return True

    def questions_left(self) -> tuple[int, int]:
        return len(self._unrated()), 0

    def _others_left(self) -> bool:
        """Return whether turns other than the visible one have to be rated."""
        return any(place != self._place for place in self._unrated())

    # Internal.
    def _make_steps(self) -> None:
        self.row_actions = QWidget()
        self._next_tip = self.tr("Next turn") + "  Alt+PgDown"
        earlier = self.tr("Previous turn")
        theme = self._theme
        self.previous_button = IconButton("previous", theme, earlier, f"{earlier}  Alt+PgUp")
        self.next_button = IconButton("next", theme, self.tr("Next turn"), self._next_tip)
        for button, by in ((self.previous_button, -1), (self.next_button, 1)):
            button.clicked.connect(lambda _on=False, by=by: self.walk(by))
        in_row(self.previous_button, self.next_button, on=self.row_actions, margins=0, gap=2)

    def _read(self, ratings: Any) -> None:
        result = ratings if isinstance(ratings, Mapping) else {}
        self._ratings = {
            str(number): dict(rating)
            for number, rating in result.items()
            if isinstance(rating, Mapping)
        }

    def _kept(self) -> dict[str, dict[str, Any]]:
        return {number: dict(rating) for number, rating in self._ratings.items() if rating}

    def _number(self, place: int) -> str:
        turn = self._turns[place] if 0 <= place < len(self._turns) else {}
        # Turns without a number are counted from 1.
        return str(turn.get("turn") or place + 1)

    def _said(self, place: int) -> Mapping[str, Any]:
        return self._ratings.get(self._number(place), {})

    def _unrated(self) -> list[int]:
        """Return the indices of the turns that must be rated and have no rating."""
        places = range(len(self._turns))
        return [p for p in places if self._asks(p) and not self._said(p).get("rating")]

    def _to_unrated(self) -> None:
        """Go towards the first turn without a rating, stopping at each turn in between.

        Turns that do not need a rating must be read as well.
        """
        open_ = self._unrated()
        if open_:
            self._show(min(self._place + 1, open_[0]) if self._place < open_[0] else open_[0])
            self.await_keys()

    def _rated_words(self) -> str:
        every = [place for place in range(len(self._turns)) if self._asks(place)]
        done = sum(bool(self._said(place).get("rating")) for place in every)
        return self.tr("{done} of {every} rated").format(done=done, every=len(every))

    def _title(self) -> str:
        return self.tr("Turn {number} of {count}").format(
            number=self._number(self._place), count=len(self._turns)
        )

    def _rate_first(self) -> str:
        return self.tr("Rate this turn first: the next one would reveal how its author rated it.")

    def _asks(self, place: int) -> bool:
        return 0 <= place < len(self._turns) and bool(self._turns[place].get("ask"))

    def _last_in_sight(self) -> int:
        """Return the index of the last turn that may be shown: the first unrated one, if any."""
        last = len(self._turns) - 1
        # Nobody rates in a read-only view, so all turns may be shown.
        return next(iter(self._unrated()), last) if self._editable else last

    def _show(self, place: int) -> None:
        self._place = place
        self._seen.add(place)
        turn = self._turns[place] if place < len(self._turns) else {}
        asks = self._asks(place)
        note = "" if asks else self.tr("For reading only, without questions")
        self.head.show_turn(self._title(), note)
        self.row_start.place.setText(self._title())
        # The questions of the form are hidden for a turn that needs no rating.
        self.form_view.put_away(() if asks else _ASKED)
        rating = self._said(place)
        before = self.form_view.answers()
        for key in _ASKED:
            # Fields with an unchanged value are not set, so that they keep the caret. Empty and
            # missing values are equal.
            if before.get(key) != rating.get(key) and (before.get(key) or rating.get(key)):
                self.form_view.set_answer(key, rating.get(key))
        self.show_turn(turn)
        self._show_steps()
        self.form_view.recheck()
        self.step_changed.emit()

    def _show_steps(self) -> None:
        place = self._place
        self.previous_button.setEnabled(place > 0)
        self.next_button.setEnabled(place < self._last_in_sight())
        waits = place + 1 < len(self._turns) and not self.next_button.isEnabled()
        why = self._rate_first() if waits else ""
        self.next_button.setToolTip(why or self._next_tip)
        self.next_button.setAccessibleDescription(why)

    def _on_form(self, field: str, _before: Any, after: Any) -> None:
        # The ratings are copied before the change, because undo restores them.
        number, before = self._number(self._place), self._kept()
        rating = {**self._ratings.get(number, {}), field: after}
        self._ratings[number] = {name: value for name, value in rating.items() if value}
        # A first rating makes the next turn available.
        self._show(self._place)
        self.edited.emit("ratings", before or None, self._kept())
