"""The working form beside its editor: it can be answered, and nothing is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_problems import Flaw
from desktop_app.core.forms import Form
from desktop_app.ui.colours import Role
from desktop_app.ui.lead.question_properties import problem_words
from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel, empty
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.form_view import FormView
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.parts import button, label

# Problems that are listed at once.
_MOST_LISTED = 3


class FormPreview(Pane):
    """Shows a form as annotators get it, and the problems of the file above it.

    `problem_chosen`: the lead wants to see a problem; with the `Flaw`
    `rebuilt`: there are other controls now, so that the Tab order has to be set
    """

    problem_chosen = Signal(object)
    rebuilt = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("PREVIEW"), theme)
        self.view: FormView | None = None
        self._form: Form | None = None
        self._show_buttons: list[QPushButton] = []
        self._language = ""
        self.reset_button = button(self.tr("Reset"), self.tr("Remove the answers given here."))
        self.reset_button.setProperty("kind", "link")
        self.note = self.add_chip(self.tr("About the preview"))
        self.note.setText(self.tr("Try it: nothing is saved"))
        self.note.show()
        self.header.addWidget(self.reset_button)
        self.problems = QFrame()
        self.problems.setProperty("kind", "notice")
        self.problems.setProperty("level", "bad")
        self.problems.setAccessibleName(self.tr("Problems in this form"))
        self._lines = QGridLayout(self.problems)
        self._lines.setContentsMargins(10, 6, 6, 6)
        self._lines.setVerticalSpacing(2)
        self._lines.setColumnStretch(1, 1)
        self.problems.hide()
        self.nothing = label(kind="secondary", wrap=True)
        self._box = QVBoxLayout()
        self._box.setContentsMargins(8, 0, 0, 0)
        inside = QVBoxLayout()
        inside.setContentsMargins(8, 0, 8, 0)
        inside.addWidget(self.problems)
        inside.addWidget(self.nothing)
        self.column.addLayout(inside)
        self.column.addLayout(self._box, 1)
        self.reset_button.clicked.connect(self.reset)

    def show_form(self, form: Form | None, language: str) -> None:
        """Show a form; answers to questions that it still has are kept. None shows nothing."""
        # Equal forms are kept, so that typing elsewhere does not move the page.
        if form is not None and form == self._form and language == self._language:
            return
        answers: dict[str, Any] = {}
        place = 0
        if self.view is not None:
            answers = self.view.answers()
            place = self.view.area.verticalScrollBar().value()
            self._box.removeWidget(self.view)
            self.view.hide()
            self.view.deleteLater()
            self.view = None
        self._form, self._language = form, language
        self.nothing.setVisible(form is None)
        self.nothing.setText(self.tr("The form appears here."))
        self.reset_button.setEnabled(form is not None)
        if form is None:
            self._box.addStretch(1)
            return
        while (item := self._box.takeAt(0)) is not None:
            del item
        self.view = FormView(form, language, self._theme)
        # Answers to another type of question would be shown as invalid.
        kept = {
            key: value
            for key, value in answers.items()
            if key in {one.key for one in form.questions}
            and form.question(key).read(value).problem is None
        }
        self.view.set_answers(kept)
        self._box.addWidget(self.view)
        self.view.area.verticalScrollBar().setValue(place)
        self.rebuilt.emit()

    def show_problems(self, flaws: Sequence[Flaw], place_of: Callable[[Flaw], str]) -> None:
        """List the problems of the file; `place_of` returns the words for the place of one."""
        had_buttons = bool(self._show_buttons)
        self._show_buttons = []
        empty(self._lines)
        for row, flaw in enumerate(flaws[:_MOST_LISTED]):
            icon = PlainLabel()
            icon.setPixmap(self._theme.icon("warning", Role.BAD).pixmap(self._theme.px(16)))
            words = problem_words(flaw)
            text = ShorteningLabel(f"{place_of(flaw)}: {words}")
            show = button(self.tr("Show"))
            show.setProperty("kind", "link")
            show.setAccessibleName(self.tr("Show the problem: {words}").format(words=words))
            show.clicked.connect(lambda _=False, flaw=flaw: self.problem_chosen.emit(flaw))
            self._show_buttons.append(show)
            for column, one in enumerate((icon, text, show)):
                self._lines.addWidget(one, row, column)
        rest = len(flaws) - _MOST_LISTED
        if rest > 0:
            more = label(self.tr("and %n more", "", rest), "secondary")
            self._lines.addWidget(more, _MOST_LISTED, 1)
        self.problems.setVisible(bool(flaws))
        if had_buttons or self._show_buttons:
            self.rebuilt.emit()

    def stops(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        return [self.reset_button, *self._show_buttons, *(self.view.stops() if self.view else ())]

    def look_at(self, key: str) -> None:
        """Scroll to a question, if it is visible."""
        if self.view is not None and key in self.view.visible_questions():
            self.view.show_question(key)

    def reset(self) -> None:
        """Remove all answers."""
        if self.view is not None:
            self.view.set_answers({})
