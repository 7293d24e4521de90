"""The page for describing a writing task: the form, and a side pane with criteria and progress.

Only the window imports this module.

The module is longer than most because the form and its side pane show the progress of the same
answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.ui.layouts import in_row
from desktop_app.ui.plain_text import PlainScrollArea
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.hint_question import HintQuestion
from desktop_app.ui.widgets.item_panel import ItemPanel, text_of
from desktop_app.ui.widgets.question_view import plain_label
from desktop_app.ui.widgets.scrolling import keep_calm
from desktop_app.ui.widgets.section_editor import SectionKeys
from plugins.dolomites.panel.answer_texts import Doubts, TaskTexts
from plugins.dolomites.panel.collect_parts import (
    Completeness,
    Criteria,
    DoubtBox,
    FieldPart,
    SectionsPart,
    Step,
)
from plugins.dolomites.tasks import SIDES, missing_in_task, ticked, untitled_sections

# Key of the page's own part for the field, which replaces the question `field` of the form.
_FIELD = "field_choice"
# Initial width of the side pane in pixels.
_SIDE = 316
# Minimum width of its content in pixels, at 100 % text size.
_LEAST_SIDE = 190


class CollectPanel(ItemPanel):
    """The page on which an author describes the task for one empty item of a call."""

    has_page_row = True

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._answers: dict[str, Any] = {}
        self._call: Mapping[str, Any] = {}
        self._footer: QWidget | None = None
        self._editable = True
        # The base class forwards edits directly. Here, the answers are updated first.
        self.form_view.edited.disconnect(self.edited)
        self.form_view.edited.connect(self._on_form_edited)
        self.questions.setAccessibleName(form.text(form.title, language))
        self._make_parts(form)
        self._make_side(form)
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.questions: 1, self.side: 0}
        )
        self.across.setSizes([1040 - _SIDE, _SIDE])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across)
        self.form_view.set_judge(self.missing)
        # The side pane always lists the missing parts.
        self.form_view.problem_marks.are_counted = False
        self.keys = SectionKeys([self.sections[side].editor for side in SIDES], self)
        for command in self.keys.commands():
            self.add_action(*command)
        way = self.add_way
        way("focus_form", self.tr("Go to the questions"), self.focus_form, self.questions)
        way("focus_criteria", self.tr("Go to the criteria"), self.criteria.take_focus)
        to_missing = self.tr("Go to the missing parts")
        way("focus_missing", to_missing, self._focus_missing, self.side_area)
        self._fit_side()
        self._refresh()
        self._order()

    def _make_parts(self, form: Form) -> None:
        """Create the parts that a form cannot express and insert them between its questions."""
        view, theme = self.form_view, self._theme
        keys = [question.key for question in form.questions]
        self._texts = {one.key: form.text(one.text, self.language) for one in form.questions}
        # In a lead's own form, the field may be a text question without options.
        options = getattr(form.question("field"), "options", ())
        self.field = FieldPart(
            _FIELD,
            self._texts["field"],
            [(str(one.code), form.label(one, self.language)) for one in options],
            theme,
        )
        self._has_list = bool(options)
        view.insert_part(self.field, after="field")
        self.sections = {
            "input_sections": SectionsPart(
                "input_sections",
                self.tr("Input sections"),
                self.tr(
                    "The material an expert starts from: one section for each kind, with its "
                    "usual length."
                ),
                self.tr("Title, such as “Findings”"),
                theme,
            ),
            "output_sections": SectionsPart(
                "output_sections",
                self.tr("Output sections"),
                self.tr(
                    "The text the expert writes: its sections, in the order of the finished text."
                ),
                self.tr("Title, such as “Verdict”"),
                theme,
            ),
        }
        # The sections come last in the form; the criteria are in the side pane.
        after = next(key for key in reversed(keys) if key != "criteria")
        for key, part in self.sections.items():
            view.insert_part(part, after=after)
            part.changed.connect(lambda value, key=key: self._edit(key, value))
            part.reordered.connect(self._order)
            after = key
        self.field.changed.connect(lambda value: self._edit("field", value))
        self._show_field()

    def _make_side(self, form: Form) -> None:
        """Create the pane next to the form: call, criteria, missing parts and footer."""
        theme = self._theme
        self.side = QFrame()
        self.side.setProperty("kind", "pane")
        self.side.setAccessibleName(self.tr("Criteria and what is missing"))
        self.call_title = plain_label("", "title")
        self.call_words = plain_label("", "secondary")
        question = form.question("criteria")
        words = {
            str(one.code): form.label(one, self.language)
            for one in getattr(question, "options", ())
        }
        self.criteria = Criteria(
            self.tr("Criteria"), form.text(question.help, self.language), words, theme
        )
        self.criteria.changed.connect(lambda codes: self._edit("criteria", codes))
        self.completeness = Completeness(theme)
        self.completeness.chosen.connect(self.focus_question)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(theme.px(12))
        head = QVBoxLayout()
        head.setSpacing(theme.px(2))
        head.addWidget(self.call_title)
        head.addWidget(self.call_words)
        column.addLayout(head)
        column.addWidget(self.criteria)
        column.addWidget(self.completeness)
        column.addStretch(1)
        self.side_area = PlainScrollArea()
        self.side_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.side_area.setAccessibleName(self.side.accessibleName())
        keep_calm(self.side_area)
        self.side_area.set_page(inside)
        # The side pane must be as wide as its content, which depends on texts and text size.
        inside.installEventFilter(self)
        self.doubt_box = DoubtBox(theme)
        self.hint = HintQuestion(self.doubt_box, self.focus_question)
        self.doubt_box.answered.connect(self.hint.answer)
        self.hint.answered.connect(self.hint_answered)
        self.open_questions.insert(0, self.hint.close)
        # These stay visible while the area above them scrolls.
        self._footer_column = QVBoxLayout()
        self._footer_column.setSpacing(theme.px(12))
        self._footer_column.addLayout(in_row((self.doubt_box, 1), margins=(15, 0, 15, 0)))
        column = QVBoxLayout(self.side)
        column.setContentsMargins(1, 12, 1, 1)
        column.setSpacing(theme.px(12))
        column.addLayout(in_row((self.side_area, 1), margins=(15, 0, 1, 0)), 1)
        column.addLayout(self._footer_column)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another call. Its answers are set separately."""
        self.hint.drop()
        self._call = content
        number, of = content.get("number"), content.get("of")
        if isinstance(number, int) and isinstance(of, int) and of > 1:
            title = self.tr("Task {number} of {of}").format(number=number, of=of)
        elif isinstance(number, int):
            title = self.tr("Task {number}").format(number=number)
        else:
            title = self.tr("A task from your field")
        self.call_title.setText(title)
        about = [
            one
            for one in (self._label(text_of(content, "field")), text_of(content, "subfield"))
            if one
        ]
        words = " · ".join(about)
        self.call_words.setText(words)
        self.call_words.setVisible(bool(words))
        self._show_field()

    def answers(self) -> dict[str, Any]:
        return dict(self._answers)

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self.hint.drop()
        self._answers = dict(answers)
        # The criteria are in the side pane instead of the form.
        self.form_view.set_answers({k: v for k, v in answers.items() if k != "criteria"})
        self.field.show_field(answers.get("field"))
        self.criteria.set_chosen(ticked(answers.get("criteria")))
        for key, part in self.sections.items():
            part.editor.set_value(answers.get(key))
            # The form needs the sections to check which of the displayed problems still exist.
            self.form_view.take_answer(key, answers.get(key))
        self.form_view.show_problems([])
        self.criteria.set_problem("")
        self.form_view.area.verticalScrollBar().setValue(0)
        self.side_area.verticalScrollBar().setValue(0)
        self._refresh()
        self._order()

    def set_answer(self, question: str, value: Any) -> None:
        self._answers[question] = value
        self.hint.drop()
        if question in self.sections:
            self.sections[question].editor.change_value(value)
            self.form_view.take_answer(question, value)
        elif question == "criteria":
            self.criteria.set_chosen(ticked(value))
        else:
            if question == "field":
                self.field.show_field(value)
            self.form_view.set_answer(question, value)
        self._refresh()

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self._editable = enabled
        super().set_enabled_for_editing(enabled)
        self.criteria.set_editable(enabled)

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return all problems that prevent submission, in reading order."""
        return missing_in_task(self.form_view.form, answers, self._call)

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show each problem at its question and go to the first one."""
        found = list(problems)
        self.hint.drop()
        # The form shows all problems except that of the criteria, which are not in the form.
        inside = [
            replace(one, question=self._part_of(one.question))
            for one in found
            if one.question != "criteria"
        ]
        self.form_view.show_problems(inside)
        outside = [one for one in found if one.question == "criteria"]
        self.criteria.set_problem(
            self.tr("Go through the criteria and tick those that apply.") if outside else ""
        )
        if outside and not inside:
            self.criteria.take_focus()
        self._refresh()

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> list[Doubts]:
        """Return the unusual parts of the task as one question, unless it was asked before.

        `shown`: keys of the questions that were asked before
        """
        words = self.tr("Not all criteria are ticked. Is this the task that you want to describe?")
        ask = self._lacks_criteria(answers) and "criteria" not in shown
        return [Doubts("criteria", (words,), ("criteria",))] if ask else []

    def _lacks_criteria(self, answers: Mapping[str, Any]) -> bool:
        """Return whether a criterion is not ticked."""
        holds = ticked(answers.get("criteria"))
        return any(code not in holds for code in self.criteria.ticks)

    def ask_hint(self, hint: Any) -> None:
        self.hint.ask(hint.key, hint.leads)
        self.doubt_box.ask(hint.words)
        self._order()

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the answers as (question, answer) texts for the list of revisions."""
        return TaskTexts(self.form_view.form, self.language).rows(answers)

    def focus_question(self, key: str) -> None:
        if key == "criteria":
            self.criteria.take_focus()
            self.side_area.ensureWidgetVisible(self.criteria)
        else:
            self.form_view.focus_question(self._part_of(key))

    def focused_question(self) -> str | None:
        focus = QApplication.focusWidget()
        if focus is not None and self.criteria.isAncestorOf(focus):
            return "criteria"
        found = self.form_view.focused_question()
        return "field" if found == _FIELD else found

    def focus_form(self) -> None:
        for key in self.form_view.visible_questions():
            if key != _FIELD or self.field.is_asked:
                self.form_view.focus_question(key)
                return

    def await_keys(self) -> None:
        """Set the focus to the first missing part, or to the top if the task is new or complete."""
        keys = [one.question for one in self.missing(self._answers) if one.question != "criteria"]
        if keys and self._answers:
            self.focus_question(keys[0])
        else:
            self.focus_form()

    def press_code_key(self, text: str) -> bool:
        # Digits are the keys of the criteria.
        return self.criteria.press(text) or self.form_view.press_code_key(text)

    def form_keys(self) -> list[tuple[str, str]]:
        """Return the keys of the criteria, for the list of shortcuts."""
        return self.criteria.keys()

    def set_footer(self, widget: QWidget | None) -> None:
        """Put the window's widget (submit button and others) below the missing parts."""
        if self._footer is not None:
            self._footer_column.removeWidget(self._footer)
            self._footer.setParent(None)
        self._footer = widget
        if widget is not None:
            self._footer_column.addWidget(widget)
        self._order()

    def _on_form_edited(self, question: str, before: object, after: object) -> None:
        self._answers[question] = after
        self.hint.drop()
        self._refresh()
        self.edited.emit(question, before, after)

    def _edit(self, question: str, after: Any) -> None:
        """Store and emit a user's edit outside the form's own questions."""
        before = self._answers.get(question)
        self._answers[question] = after
        self.hint.drop()
        if question == "criteria":
            self.criteria.set_problem("")
        elif question == "field":
            # The form has its own question for the field, which is hidden while the list is
            # visible.
            self.form_view.set_answer(question, after)
        else:
            self.form_view.take_answer(question, after)
        self._refresh()
        self.edited.emit(question, before, after)

    def _refresh(self) -> None:
        """Update the list of missing parts."""
        problems = {one.question: one for one in self.missing(self._answers)}
        steps = []
        for key, name in self._named().items():
            problem = problems.pop(key, None)
            words = self._how_far(key) if problem is None else self._todo(problem)
            unusual = key == "criteria" and problem is None and self._lacks_criteria(self._answers)
            steps.append(Step(key, name, problem is None, words, unusual))
        # Problems of other questions follow, such as those that a lead added.
        steps += [
            Step(key, self._texts.get(key, key), False, self._todo(problem))
            for key, problem in problems.items()
        ]
        if self.completeness.show_steps(steps):
            self._order()

    def _named(self) -> dict[str, str]:
        """Return the short names of the required parts by question, in reading order."""
        # A field that the call sets is not asked for.
        field = {} if self._call.get("field") else {"field": self.tr("Field")}
        return {
            **field,
            "objective": self._texts.get("objective", ""),
            "procedure": self._texts.get("procedure", ""),
            "input_sections": self.tr("Input sections"),
            "output_sections": self.tr("Output sections"),
            "criteria": self.tr("Criteria"),
        }

    def _how_far(self, key: str) -> str:
        """Return how many entries a part has, for parts that can have several; empty for others."""
        if key == "criteria":
            done, of = len(ticked(self._answers.get(key))), len(self.criteria.ticks)
            return self.tr("{done} of {of}").format(done=done, of=of)
        if key in SIDES:
            return str(len(self._answers.get(key) or ()))
        return ""

    def _todo(self, problem: Problem) -> str:
        """Return the details of a problem for the list of missing parts."""
        if problem.kind == "unanswered":
            return ""
        if problem.kind == "not_readable" and problem.question in SIDES:
            return self.tr("duplicate title")
        if problem.kind == "too_short" and problem.question in SIDES:
            places = untitled_sections(self._answers.get(problem.question))
            return self.tr("number {number} has no title").format(number=places[0] + 1)
        return self.tr("please check")

    def _focus_missing(self) -> None:
        """Set the focus to the link of the first missing part, or of the first part if none is."""
        left = any(not step.is_done for step in self.completeness.steps)
        for link, step in zip(self.completeness.links, self.completeness.steps, strict=True):
            if not (step.is_done and left):
                link.setFocus(Qt.FocusReason.ShortcutFocusReason)
                self.side_area.ensureWidgetVisible(link)
                return

    def _part_of(self, key: str) -> str:
        """Return the key that the form uses for a question."""
        return _FIELD if key == "field" and not self.field.isHidden() else key

    def _label(self, field: str) -> str:
        """Return the displayed name of a field. A field that is not in the list is its own name."""
        question = self.form_view.form.question("field")
        for option in getattr(question, "options", ()):
            if option.code == field:
                return self.form_view.form.label(option, self.language)
        return field

    def _show_field(self) -> None:
        """Show the field of the call, the list to choose from, or the question of the form.

        The question of the form is visible only if there is no list and the call has no field.
        """
        given = text_of(self._call, "field")
        listed = self._has_list or bool(given)
        self.field.show_given(given)
        self.field.setVisible(listed)
        self.form_view.put_away(("field", "criteria") if listed else ("criteria",))
        self.form_view.recheck()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit_side()
        return False

    def _fit_side(self) -> None:
        """Set the minimum width of the side pane to that of its content."""
        inside = self.side_area.widget()
        if inside is not None:
            bar = self.side_area.verticalScrollBar().sizeHint().width()
            # The buttons below it need their place in large text, too.
            least = max(inside.minimumSizeHint().width(), self._theme.px(_LEAST_SIDE))
            self.side_area.setMinimumWidth(least + bar)

    def _order(self) -> None:
        """Set the tab order: the form, then the side pane from top to bottom."""
        self.form_view.order_tabs()
        visible = self.form_view.visible_questions()
        if not visible:
            return
        stops: list[QWidget] = [self.sections[SIDES[-1]].last_stop()]
        stops += [*self.criteria.ticks.values(), *self.completeness.links]
        stops += self.doubt_box.stops()
        if self._footer is not None:
            stops += [
                one
                for one in self._footer.findChildren(QWidget)
                if one.focusPolicy() != Qt.FocusPolicy.NoFocus and one.focusProxy() is None
            ]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)
