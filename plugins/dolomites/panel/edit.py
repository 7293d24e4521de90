"""The page for choosing, rating and post-editing an example (DOLOMITES paper, section 3).

There are four steps: choose a variant, rate it, edit it, and check the result. If the user chooses
another variant, the answers about the previous one are set aside, and they are restored if it is
chosen again. Only the window imports this module. It is long because it connects the answers with
all panes, which are in separate modules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.hint_question import HintQuestion
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.notes_area import HintsBox
from plugins.dolomites.panel.answer_texts import Doubts, EditTexts
from plugins.dolomites.panel.edit_checks import EditChecks
from plugins.dolomites.panel.edit_layout import EditLayout
from plugins.dolomites.panel.edit_phrases import PICK_KEYS
from plugins.dolomites.panel.edit_points import KEYS
from plugins.dolomites.panel.edit_questions import EditQuestions
from plugins.dolomites.panel.edit_sections import gaps, sides_of
from plugins.dolomites.panel.edit_state import (
    CHECK,
    CHOOSE,
    EDIT,
    OWN,
    RATE,
    STEPS,
    ExampleState,
    clean_phrases,
    is_answered,
    step_of,
)
from plugins.dolomites.settings import FILE


class EditPanel(ItemPanel):
    """The post-editing page: the variants of an example and the expert's edit of one of them.

    `example`: the example and the answers about it
    `body`: the layout with all panes
    `own`: the questions
    """

    has_page_row = folds_long_forms = True

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self.example = ExampleState()
        self._editable = True
        # Whether an item was just opened. In that case, its answers determine the first step.
        self._fresh = False
        self.own = EditQuestions(self.form_view, theme)
        self.body = EditLayout(self, theme)
        # Short names for the parts that are used most.
        self.texts, self.evidence = self.body.texts, self.body.evidence
        self.desk, self.stepper = self.texts.desk, self.body.steps
        self._checks = EditChecks(self.example, self.desk, self.own.points)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.body)
        layout = self.questions.layout()
        if layout is not None:
            layout.setContentsMargins(1, 1, 1, 1)
        self.hints_box = HintsBox(theme)
        self.form_view.below.insert(self.hints_box)
        self.hint = HintQuestion(self.hints_box, self.focus_question)
        self._connect()
        self._add_actions()
        self._show_step(CHOOSE)

    def _connect(self) -> None:
        # The base class forwards edits directly. Here, the answers are updated first.
        self.form_view.edited.disconnect(self.edited)
        self.form_view.edited.connect(self._on_form)
        self.form_view.question_shown.connect(self._on_led)
        self.form_view.set_judge(self._judge)
        self.own.chosen.chosen.connect(self.choose)
        points, phrases, checks = self.own.points, self.own.phrases, self.own.checks
        points.edited.connect(lambda b, a: self._on_own("points", b, a))
        points.reached.connect(self._on_reached)
        points.opened.connect(lambda number: self.desk.points.show(points.places, number))
        phrases.edited.connect(lambda b, a: self._on_own("phrases", b, a))
        phrases.pick_wanted.connect(self.pick)
        phrases.output = lambda: self.desk.output
        checks.gap_wanted.connect(self._go_to_gap)
        checks.wanted.connect(self._follow_check)
        for part in (points, phrases, checks, self.desk, self.texts.final):
            part.reordered.connect(self.body.order)
        self.desk.edited.connect(self._on_edited)
        self.desk.turned.connect(self._on_rested)
        self.desk.rested.connect(self._on_rested)
        self.stepper.wanted.connect(self.go_to)
        self.evidence.failed.connect(self.failed)
        self.body.evidence_turned.connect(self._on_evidence_turned)
        self.body.room_changed.connect(self._on_room_changed)
        self.body.in_row_changed.connect(self.own.chosen.set_in_row)
        self.hints_box.answered.connect(self.hint.answer)
        self.hints_box.chosen.connect(self.hint.choose)
        self.hint.answered.connect(self.hint_answered)
        # After an edit, displayed hints are outdated.
        self.edited.connect(self.hint.drop)

    def _add_actions(self) -> None:
        body, desk, points = self.body, self.desk, self.own.points

        def at(step: str, do: Callable[[], object]) -> Callable[[], object]:
            """Return a function that calls `do` at this step and does nothing at others."""
            return lambda: do() if self.stepper.step == step else None

        def change(name: str) -> Callable[[], object]:
            return at(EDIT, lambda: desk.do(name))

        for action in (
            ("next_step", self.tr("Next step"), "Alt+PgDown", lambda: self.walk(1)),
            ("previous_step", self.tr("Previous step"), "Alt+PgUp", lambda: self.walk(-1)),
            ("reference", self.tr("Task and evidence"), "Ctrl+T", body.toggle_reference),
            ("evidence", self.tr("Open or close the evidence"), "Ctrl+E", body.toggle_evidence),
            ("next_passage", self.tr("Next passage"), "F8", lambda: body.step_passage(1)),
            (
                "previous_passage",
                self.tr("Previous passage"),
                "Shift+F8",
                lambda: body.step_passage(-1),
            ),
            (
                "next_section",
                self.tr("Next section"),
                "Ctrl+PgDown",
                at(EDIT, lambda: desk.walk(1)),
            ),
            (
                "previous_section",
                self.tr("Previous section"),
                "Ctrl+PgUp",
                at(EDIT, lambda: desk.walk(-1)),
            ),
            ("rename_section", self.tr("Rename the section"), "", at(EDIT, desk.rename)),
            ("add_section", self.tr("Add a section below"), "", change("add")),
            ("section_up", self.tr("Move the section up"), "", change("up")),
            ("section_down", self.tr("Move the section down"), "", change("down")),
            ("remove_section", self.tr("Remove the section"), "", change("remove")),
            (
                "mend_sections",
                self.tr("Fix the sections as suggested"),
                "Ctrl+Shift+J",
                at(EDIT, desk.apply_first),
            ),
            ("next_change", self.tr("Next change"), "F7", at(EDIT, lambda: desk.step_change(1))),
            (
                "previous_change",
                self.tr("Previous change"),
                "Shift+F7",
                at(EDIT, lambda: desk.step_change(-1)),
            ),
            (
                "restore_change",
                self.tr("Restore this change"),
                "Ctrl+F7",
                at(EDIT, desk.restore_here),
            ),
            (
                "restore_all",
                self.tr("Restore the original of this section"),
                "Ctrl+Shift+F7",
                at(EDIT, lambda: desk.editor.restore_all()),
            ),
            ("next_point", self.tr("Next point"), "Ctrl+Down", at(EDIT, lambda: points.step(1))),
            (
                "previous_point",
                self.tr("Previous point"),
                "Ctrl+Up",
                at(EDIT, lambda: points.step(-1)),
            ),
            ("pick_phrase", self.tr("Add selected phrase"), PICK_KEYS, self.pick),
            ("show_changes", self.tr("Show changes"), "Ctrl+D", at(CHECK, self._toggle_changes)),
            ("find", self.tr("Find in the text"), "Ctrl+F", body.open_find),
            (
                "cycle_filter",
                self.tr("Change which matches are shown"),
                "Alt+M",
                self.evidence.cycle,
            ),
            ("next_pane", self.tr("Go to the next pane"), "F6", lambda: body.next_pane(1)),
            (
                "previous_pane",
                self.tr("Go to the previous pane"),
                "Shift+F6",
                lambda: body.next_pane(-1),
            ),
        ):
            self.add_action(*action)
        for key in "12345":
            words = self.tr("Answer {number}, from inside a text").format(number=key)
            slot = partial(self.press_code_key, key)
            self.add_action(f"answer_{key}", words, f"Alt+{key}", slot)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another example from the first step. The answers about it are set separately."""
        self._fresh = True
        self.hint.drop()
        self.example.show_item(content)
        self.body.show_content(self.example)
        variants = self.texts.variants
        self.own.chosen.offer([variants.name(n) for n in range(len(self.example.variants))])
        self.body.order()

    def set_materials(self, materials: Mapping[str, str]) -> None:
        """Read from the settings the number of changed words below which a reason is required."""
        self.example.least = FILE.read(materials).least_edit

    def state(self) -> dict[str, Any]:
        return {"widths": self.body.widths()}

    def set_state(self, state: Mapping[str, Any]) -> None:
        self.body.set_widths(state["widths"])

    def restore_state(self, data: bytes) -> None:
        super().restore_state(data)
        # The saved sizes may belong to another step with another layout.
        self.body.make_room()

    def answers(self) -> dict[str, Any]:
        return dict(self.example.answers)

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self.example.answers = dict(answers)
        self.form_view.set_answers(answers)
        self._show_chosen()
        # Setting other answers to the same item, such as an earlier revision, keeps the step if it
        # is open.
        if self._fresh or not self.example.is_open(self.stepper.step):
            self._fresh = False
            self._show_step(self.example.first_open())

    def set_answer(self, question: str, value: Any) -> None:
        # Undo and redo call this method for each answer that they change.
        self._take(question, value)
        if question not in OWN:
            self.form_view.set_answer(question, value)
        if question == "chosen":
            self._show_chosen()
        elif question == "edited":
            self.desk.set_edited(value)
            self._on_rested()
            if self.stepper.step == CHECK:
                self._show_texts()
        elif question == "points":
            self.own.points.show_answer(value)
        elif question == "phrases":
            self.own.phrases.show_answer(value)
            self.texts.final.show_phrases(clean_phrases(value))
        self._refresh()

    def focus_question(self, key: str) -> None:
        """Show the step of a question and set the focus to it."""
        # These two answers are edited in the editor, not in the form.
        if key not in ("edited", "set_aside"):
            self.form_view.focus_question(key)
        elif self.example.is_open(EDIT):
            self._show_step(EDIT)
            self.desk.take_focus()

    def focused_question(self) -> str | None:
        if self.desk.isAncestorOf(self.focusWidget() or self):
            return "edited"
        return super().focused_question()

    def await_keys(self) -> None:
        """Set the focus to the start of the step, without pointing at an answer."""
        self.body.focus_step()

    def press_code_key(self, text: str) -> bool:
        if text == "+" and self.stepper.step == CHECK:
            self.pick()
            return True
        return self._editable and self.own.press(self.stepper.step, text)

    def _toggle_changes(self) -> None:
        self.texts.final.toggle_changes()

    def primary_name(self) -> str:
        step = self.stepper.next_to(1)
        names = {RATE: self.tr("Next: Rate"), EDIT: self.tr("Next: Edit")}
        names[CHECK] = self.tr("Next: Check")
        return names[step] if step is not None else ""

    def finish_step(self) -> bool:
        """Go to the next step. Questions without an answer of the first two steps are shown."""
        step = self.stepper.next_to(1)
        if step is None:
            return False
        self.desk.settle()
        self.go_to(step)
        return True

    @property
    def has_next_question(self) -> bool:
        return self.stepper.step in (RATE, CHECK)

    @has_next_question.setter
    def has_next_question(self, _on: bool) -> None:
        """Ignore the base class, which decides once for all steps."""

    def questions_left(self) -> tuple[int, int]:
        """Return the numbers of required and optional questions of this step without an answer."""
        step = self.stepper.step
        missing = {one.question for one in self._judge(self.example.answers)}
        here = {one for one in missing if step_of(one, step) == step}
        answers = self.example.answers
        shown = [one for one in self.visible_questions() if one not in ("edited", "worked")]
        blank = [one for one in shown if not is_answered(answers.get(one))]
        return len(here), sum(one not in missing for one in blank)

    def step_text(self) -> str:
        if self.stepper.step != EDIT:
            return ""
        left = self.own.points.left()
        return self.tr("%n point(s) open", "", left) if left else self.tr("No points open")

    def row_start(self) -> QWidget | None:
        return self.stepper

    def row_actions(self) -> QWidget | None:
        return self.body.actions_row

    def form_keys(self) -> list[tuple[str, str]]:
        """Return the keys that do not belong to the form, with their descriptions."""
        words = {
            "fixed": self.tr("Point fixed"),
            "not_valid": self.tr("Point not valid"),
            "left": self.tr("Point ignored"),
        }
        names = [self.texts.variants.name(n) for n in range(len(self.example.variants))]
        return [
            *((str(number), name) for number, name in enumerate(names, 1)),
            *((key, words[status]) for status, keys in KEYS.items() for key in keys),
        ]

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self._editable = enabled
        super().set_enabled_for_editing(enabled)
        self.desk.set_editable(enabled)

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return all problems that prevent submission, in the order of the steps."""
        # The submission may come before the pause after typing has ended.
        self.desk.settle()
        return self._judge(answers)

    def _judge(self, answers: Mapping[str, Any]) -> list[Problem]:
        form = self.form_view.form
        found, missing = self.example.problems(form, answers, self.desk.now, self.desk.output)
        self.own.checks.say_gaps(self._checks.gap_sentence(missing))
        return found

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> list[Doubts]:
        """Return what is unusual but may be intended, as one question; empty if nothing is."""
        texts = EditTexts(self.form_view.form, self.language)
        return texts.doubts(answers, self.desk.fixes(), shown)

    def ask_hint(self, hint: Any) -> None:
        self._show_step(CHECK)
        self.hint.ask(hint.key, hint.leads)
        self.hints_box.ask(list(hint.words))
        self.body.order()

    def show_problems(self, problems: Iterable[Problem]) -> None:
        found = list(problems)
        # The first problem may be at another step, or covered by the evidence or the task.
        if found:
            self._show_step(step_of(found[0].question, self.stepper.step))
        self.form_view.show_problems(found)
        # The sections are edited outside the form.
        if found and found[0].question == "edited":
            self._go_to_gap()
        self.body.order()

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the answers as (question, answer) texts for the list of revisions."""
        names = [str(one.get("id", "")) for one in self.example.variants]
        return EditTexts(self.form_view.form, self.language).rows(answers, names)

    def go_to(self, step: str) -> None:
        """Go to a step.

        If it is not open, go to the last open step before it and show the reason.
        """
        wanted = step
        while not self.example.is_open(wanted):
            wanted = STEPS[STEPS.index(wanted) - 1]
        self._show_step(wanted)
        if wanted == step:
            self.body.focus_step()
            return
        problems = self._judge(self.example.answers)
        self.form_view.show_problems(
            [one for one in problems if step_of(one.question, wanted) == wanted]
        )
        self.step_changed.emit()

    def walk(self, by: int) -> None:
        """Go to the next step (1) or the previous one (−1), if there is one."""
        step = self.stepper.next_to(by)
        if step is not None:
            self.go_to(step)

    def _show_step(self, step: str) -> None:
        """Show a step: its questions, its layout and its texts."""
        if step != self.stepper.step:
            self.form_view.show_problems([])
        self.own.show_step(step, asks_reason=self.example.needs_reason)
        # Otherwise the scroll position of the previous step would hide the first question.
        if step != self.stepper.step:
            self.form_view.show_beginning()
        self.body.show_step(step)
        self._show_texts()
        self.form_view.recheck()
        self._refresh()
        self.step_changed.emit()

    def _show_texts(self) -> None:
        """Show the chosen variant or its edit in the texts of the step, matched with evidence."""
        step = self.stepper.step
        if step == RATE:
            matched = self.body.has_evidence and self.evidence.count > 0
            self.texts.show_variant(self.example.variant, matched=matched)
        elif step == CHECK:
            phrases = clean_phrases(self.example.answers.get("phrases"))
            output = [
                (one["title"], self.desk.origin_of("output", place), one["text"])
                for place, one in enumerate(self.desk.now["output"])
            ]
            self.texts.final.show_output(output, phrases)
        self._match()

    def _match(self) -> None:
        """Match the evidence with the text of the step."""
        step = self.stepper.step
        if step == EDIT:
            self.evidence.match(self.desk.text)
        elif step in (RATE, CHECK):
            self.evidence.match(self.desk.output if step == CHECK else None)

    def _on_led(self, key: str) -> None:
        """Show the step of the question that the form is about to focus."""
        step = step_of(key, self.stepper.step)
        if step != self.stepper.step and self.example.is_open(step):
            self._show_step(step)

    def choose(self, place: int) -> None:
        """Choose the variant with this index.

        The answers about the previous variant are set aside, and those about this one are restored.
        """
        variants = self.example.variants
        if not self._editable or not 0 <= place < len(variants):
            return
        answers = self.example.answers
        before, after = answers.get("chosen"), str(variants[place].get("id", ""))
        if before == after:
            # The click may have unchecked the radio button.
            self._show_chosen()
            return
        others = self.example.exchange(after)
        # This edit starts an undo step, which the edits of the other answers join.
        self._take("chosen", after)
        self.edited.emit("chosen", before, after)
        for field, value in others.items():
            was = answers.get(field)
            # Replacing an empty answer with an empty one is not an edit.
            if is_answered(was) or is_answered(value):
                self._take(field, value)
                self.edited_too.emit(field, was, value)
        self.form_view.set_answers(answers)
        self._show_chosen()
        self._refresh()

    def pick(self) -> None:
        """Add the text selected in the edited output as an important phrase."""
        if not self._editable or self.stepper.step not in (EDIT, CHECK):
            return
        # In the editor, the current section may be an input section, but phrases come only from the
        # output.
        if self.stepper.step == CHECK:
            words = self.texts.final.selection()
        else:
            words = (
                self.desk.editor.revision_edit.selection() if self.desk.at[0] == "output" else ""
            )
        self.own.phrases.pick(words)

    def _on_evidence_turned(self) -> None:
        # Without its pane, the critique is shown above the variant, but only while nothing is
        # matched.
        if self.stepper.step == RATE and self.texts.has_critique_above:
            self._show_texts()
        self._match()

    def _on_room_changed(self) -> None:
        # The critique moves between its pane and the text of the variant.
        if self.stepper.step == RATE:
            self._show_texts()
        self._refresh()

    def _go_to_gap(self) -> None:
        """Go to the first incomplete section, or to the link that adds a missing one."""
        found = gaps(self.example.task, self.desk.now)
        self._show_step(EDIT)
        self.desk.say_problem(self._checks.gap_sentence(found))
        there = [one for one in found if one.place >= 0]
        if there:
            self.desk.go_to(there[0].side, there[0].place)
            self.desk.take_focus()
        else:
            self.desk.focus_fixes()

    def _on_edited(self, before: Any, after: Any) -> None:
        # Before the first edit there is no answer. Undo must restore that state instead of a copy
        # of the variant.
        was = self.example.answers.get("edited")
        self._take("edited", after)
        self.desk.say_problem("")
        self.edited.emit("edited", was if isinstance(was, Mapping) else None, after)
        self.own.phrases.recheck()

    def _on_reached(self, number: int) -> None:
        """Show the place of a critique point; the text gets the focus unless the points have it."""
        place = self.own.points.place_of(number)
        if place is not None:
            focus = self.window().focusWidget()
            reads = focus is not None and self.questions.isAncestorOf(focus)
            self.desk.points.go_to(place, focus=not reads)

    def _follow_check(self, target: str) -> None:
        """Go where the link of a check leads: to the points, the fixes, or a section."""
        self._show_step(EDIT)
        if target == "points":
            self.own.points.take_focus()
        elif target == "fixes":
            self.desk.focus_fixes()
        else:
            side, place = target.split()
            self.desk.go_to(side, int(place))
            self.desk.take_focus()

    def _on_rested(self) -> None:
        """After a pause in typing, update everything that depends on the edited text."""
        self.example.measure(self.desk.now)
        if self.stepper.step == EDIT:
            self._match()
        points = self.own.points
        points.show_changed({one.number: self.desk.points.is_changed(one) for one in points.places})
        self.own.phrases.recheck()
        self._refresh()
        self.step_changed.emit()

    def _show_chosen(self) -> None:
        """Show the chosen variant and the answers about it in all panes."""
        example, answers = self.example, self.example.answers
        place, variant, critique = example.place, example.variant, example.critique
        self.own.chosen.show_chosen(place)
        self.texts.variants.show_chosen(place)
        self.desk.show_example(example.task, variant, answers.get("edited"))
        self.own.points.show_critique(critique, sides_of(variant))
        self.own.points.show_answer(answers.get("points"))
        self.texts.critique.show_text(self.own.points.critique_text(critique))
        self.body.show_reference(example)
        self.desk.points.show(self.own.points.places, self.own.points.open_number)
        self.own.phrases.show_answer(answers.get("phrases"))
        example.measure(self.desk.now)
        if self.stepper.step == RATE and variant is not None:
            self._show_step(RATE)
        elif self.stepper.step == CHECK:
            self._show_texts()
        self._refresh()

    def _refresh(self) -> None:
        """Update the completed steps, the number of changed words and the variants set aside."""
        example, step = self.example, self.stepper.step
        problems = {one.question for one in self._judge(example.answers)}
        self.stepper.show_step(step, example.done_steps(problems))
        if step == CHECK:
            self.own.checks.show_checks(self._checks.checks())
        names = [self.texts.variants.name(number - 1) for number in example.aside_numbers()]
        self.own.chosen.tell_aside(names)
        # The question for the reason is visible only while few words are changed.
        if step == CHECK:
            self.own.hide_others(step, asks_reason=example.needs_reason)

    def _take(self, field: str, value: Any) -> None:
        """Store an answer without emitting a signal."""
        self.example.answers[field] = value
        if field in OWN:
            self.form_view.take_answer(field, value)

    def _on_form(self, field: str, before: Any, after: Any) -> None:
        self.example.answers[field] = after
        self._refresh()
        self.edited.emit(field, before, after)

    def _on_own(self, field: str, before: Any, after: Any) -> None:
        self._take(field, after)
        self.edited.emit(field, before, after)
        if self.stepper.step == CHECK:
            self.texts.final.show_phrases(clean_phrases(self.example.answers.get("phrases")))
        self._refresh()
