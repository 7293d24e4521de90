"""The page for choosing, rating and post-editing an example (DOLOMITES paper, section 3).

There are four steps: choose a variant, rate it, edit it, and check the result. If the user chooses
another variant, the answers about the previous one are set aside, and they are restored if it is
chosen again. Only the window imports this module.

The module is longer than most because all four steps work on the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.ui.panel_base import PanelStep
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.hint_question import HintQuestion
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.notes_area import HintsBox
from plugins.dolomites.panel.answer_texts import Doubts, EditTexts
from plugins.dolomites.panel.edit_layout import EditLayout
from plugins.dolomites.panel.edit_phrases import PICK_KEYS
from plugins.dolomites.panel.edit_points import KEYS, PointsPart
from plugins.dolomites.panel.edit_questions import EditQuestions
from plugins.dolomites.panel.edit_state import (
    CHECK,
    CHOOSE,
    EDIT,
    OWN,
    RATE,
    ExampleState,
    clean_phrases,
    is_answered,
    step_of,
)
from plugins.dolomites.panel.edit_steps import EditProgress, EditSteps
from plugins.dolomites.settings import FILE

# Name, label, shortcut and function of a command; see `ItemPanel.add_action`.
Command = tuple[str, str, str, Callable[[], object]]


class EditActions(QObject):
    """The commands of the page. A QObject, for its translations.

    `body`: the panes
    `points`: the critique points
    `steps`: the steps; some commands do nothing at other steps than theirs
    `pick`: adds the selected text as an important phrase
    """

    def __init__(
        self,
        body: EditLayout,
        points: PointsPart,
        steps: EditSteps,
        pick: Callable[[], None],
    ) -> None:
        super().__init__(body)
        self._body, self._points, self._steps = body, points, steps
        self._pick = pick

    def commands(self) -> Iterator[Command]:
        """Yield the commands in the order of the menus."""
        yield from self._for_panes()
        yield from self._for_sections()
        yield from self._for_changes()
        yield from self._for_texts()

    def _at(self, step: str, do: Callable[[], object]) -> Callable[[], object]:
        """Return a function that calls `do` at this step and does nothing at others."""
        return lambda: do() if self._steps.step == step else None

    def _do(self, name: str) -> Callable[[], object]:
        """Return a function that carries out a command on the current section."""
        return self._at(EDIT, lambda: self._body.texts.desk.do(name))

    def _compare(self) -> None:
        """Show what was removed, or hide it, at the two steps with a revision."""
        if self._steps.step == EDIT:
            self._body.texts.desk.do("removed")
        elif self._steps.step == CHECK:
            self._body.texts.final.toggle_changes()

    def _for_panes(self) -> Iterator[Command]:
        body, walk, step = self._body, self._steps.walk, self._body.step_passage
        yield "next_step", self.tr("Next step"), "Alt+PgDown", lambda: walk(1)
        yield "previous_step", self.tr("Previous step"), "Alt+PgUp", lambda: walk(-1)
        yield "reference", self.tr("Task and evidence"), "Ctrl+T", body.toggle_reference
        yield "evidence", self.tr("Open or close the evidence"), "Ctrl+E", body.toggle_evidence
        yield "next_passage", self.tr("Next passage"), "F8", lambda: step(1)
        yield "previous_passage", self.tr("Previous passage"), "Shift+F8", lambda: step(-1)

    def _for_sections(self) -> Iterator[Command]:
        at, do, desk = self._at, self._do, self._body.texts.desk
        following, previous = at(EDIT, lambda: desk.walk(1)), at(EDIT, lambda: desk.walk(-1))
        fix = self.tr("Fix the sections as suggested")
        yield "next_section", self.tr("Next section"), "Ctrl+PgDown", following
        yield "previous_section", self.tr("Previous section"), "Ctrl+PgUp", previous
        yield "rename_section", self.tr("Rename the section"), "", do("rename")
        yield "add_section", self.tr("Add a section below"), "", do("add")
        yield "section_up", self.tr("Move the section up"), "", do("up")
        yield "section_down", self.tr("Move the section down"), "", do("down")
        yield "remove_section", self.tr("Remove the section"), "", do("remove")
        yield "mend_sections", fix, "Ctrl+Shift+J", at(EDIT, desk.apply_first)

    def _for_changes(self) -> Iterator[Command]:
        at, do = self._at, self._do
        changes, points = self._body.texts.desk.changes, self._points
        following, previous = at(EDIT, lambda: changes.step(1)), at(EDIT, lambda: changes.step(-1))
        yield "next_change", self.tr("Next change"), "F7", following
        yield "previous_change", self.tr("Previous change"), "Shift+F7", previous
        yield "restore_change", self.tr("Restore this change"), "Ctrl+F7", do("restore")
        words = self.tr("Restore the original of this section")
        yield "restore_all", words, "Ctrl+Shift+F7", do("restore_all")
        following, previous = at(EDIT, lambda: points.step(1)), at(EDIT, lambda: points.step(-1))
        yield "next_point", self.tr("Next point"), "Ctrl+Down", following
        yield "previous_point", self.tr("Previous point"), "Ctrl+Up", previous

    def _for_texts(self) -> Iterator[Command]:
        body = self._body
        cycle = self.tr("Change which matches are shown")
        yield "pick_phrase", self.tr("Add selected phrase"), PICK_KEYS, self._pick
        yield "compare", self.tr("Change the comparison view"), "F5", self._compare
        yield "find", self.tr("Find in the text"), "Ctrl+F", body.open_find
        yield "cycle_filter", cycle, "Alt+M", body.evidence.cycle


class EditPanel(ItemPanel):
    """The post-editing page: the variants of an example and the expert's edit of one of them.

    `example`: the example and the answers about it
    `body`: the layout with all panes
    `own`: the questions
    `progress`: what is missing in the answers
    `steps`: the steps, and going from one to another
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
        self.texts = self.body.texts
        self.desk, self.stepper = self.texts.desk, self.body.steps
        self.row_start, self.row_actions = self.stepper, self.body.actions_row
        self.progress = EditProgress(self.example, self.own, self.texts, self.stepper)
        self.steps = EditSteps(self.example, self.own, self.body, self.progress)
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
        body, way = self.body, self.add_way
        # F6 keeps the open tab of the reference.
        self.pane_ways.append((body.reference, lambda: body.open_reference(True)))
        way("focus_task", self.tr("Go to the task"), body.focus_task)
        words = self.tr("Go to the text")
        self._text_keys = way("focus_text", words, self.body.focus_text, self.texts)
        way("focus_form", self.tr("Go to the questions"), self.focus_form, self.questions)
        way("focus_evidence", self.tr("Go to the evidence"), body.focus_evidence)
        commands = EditActions(self.body, self.own.points, self.steps, self.pick)
        for command in commands.commands():
            self.add_action(*command)
        self.steps.show_step(CHOOSE)

    def _connect(self) -> None:
        # The base class forwards edits directly. Here, the answers are updated first.
        self.form_view.edited.disconnect(self.edited)
        self.form_view.edited.connect(self._on_form)
        self.form_view.question_shown.connect(self.steps.show_question)
        self.form_view.set_judge(self.progress.problems)
        self.own.chosen.chosen.connect(self.choose)
        points, phrases, checks = self.own.points, self.own.phrases, self.own.checks
        points.edited.connect(lambda b, a: self._on_own("points", b, a))
        points.reached.connect(self._on_reached)
        points.opened.connect(lambda number: self.desk.points.show(points.places, number))
        points.opened.connect(lambda _number: self.form_view.show_question(points.key))
        phrases.edited.connect(lambda b, a: self._on_own("phrases", b, a))
        phrases.pick_wanted.connect(self.pick)
        phrases.output = lambda: self.desk.output
        checks.gap_wanted.connect(self.steps.show_gap)
        checks.wanted.connect(self.steps.follow_check)
        for part in (points, phrases, checks, self.desk, self.texts.final):
            part.reordered.connect(self.body.order)
        self.desk.edited.connect(self._on_edited)
        self.desk.turned.connect(self.steps.update_edited)
        self.desk.rested.connect(self.steps.update_edited)
        self.stepper.wanted.connect(self.steps.go_to)
        self.steps.changed.connect(self.step_changed)
        self.body.evidence.failed.connect(self.failed)
        self.body.evidence_turned.connect(self.steps.on_evidence_turned)
        self.body.room_changed.connect(self.steps.on_room_changed)
        self.body.in_row_changed.connect(self.own.chosen.set_in_row)
        self.hints_box.answered.connect(self.hint.answer)
        self.hints_box.chosen.connect(self.hint.choose)
        self.hint.answered.connect(self.hint_answered)
        self.open_questions.insert(0, self.hint.close)
        # After an edit, displayed hints are outdated.
        self.edited.connect(self.hint.drop)

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
        return self.body.state()

    def set_state(self, state: Mapping[str, Any]) -> None:
        self.body.set_state(state)

    def restore_state(self, data: bytes) -> None:
        super().restore_state(data)
        # The saved sizes may belong to another step with another layout.
        self.body.make_room()

    def answers(self) -> dict[str, Any]:
        return dict(self.example.answers)

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self.example.answers = dict(answers)
        self.form_view.set_answers(answers)
        self.steps.show_chosen()
        # Setting other answers to the same item, such as an earlier revision, keeps the step if it
        # is open.
        if self._fresh or not self.example.is_open(self.stepper.step):
            self._fresh = False
            self.steps.show_step(self.example.first_open())

    def set_answer(self, question: str, value: Any) -> None:
        # Undo and redo call this method for each answer that they change.
        self.hint.drop()
        self._take(question, value)
        if question not in OWN:
            self.form_view.set_answer(question, value)
        if question == "chosen":
            self.steps.show_chosen()
        elif question == "edited":
            self.desk.set_edited(value)
            self.steps.update_edited()
            if self.stepper.step == CHECK:
                self.steps.show_texts()
        elif question == "points":
            self.own.points.show_answer(value)
        elif question == "phrases":
            self.own.phrases.show_answer(value)
            self.texts.final.show_phrases(clean_phrases(value))
        self.progress.refresh()

    def focus_question(self, key: str) -> None:
        """Show the step of a question and set the focus to it."""
        # These two answers are edited in the editor, not in the form.
        if key not in ("edited", "set_aside"):
            self.form_view.focus_question(key)
        elif self.example.is_open(EDIT):
            self.steps.show_step(EDIT)
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

    def step(self) -> PanelStep:
        writes = self.stepper.step == EDIT and self._editable
        keys = self._text_keys if writes else ""
        return PanelStep(self.steps.primary_name(), self.steps.text(), writing_keys=keys)

    def finish_step(self) -> bool:
        """Go to the next step. Questions without an answer of the first two steps are shown."""
        step = self.stepper.next_to(1)
        if step is None:
            return False
        self.desk.settle()
        self.steps.go_to(step)
        return True

    @property
    def has_next_question(self) -> bool:
        return self.stepper.step in (RATE, CHECK)

    @has_next_question.setter
    def has_next_question(self, _on: bool) -> None:
        """Ignore the base class, which decides once for all steps."""

    def questions_left(self) -> tuple[int, int]:
        """Return the numbers of required and optional questions of this step without an answer."""
        return self.progress.questions_left(self.visible_questions())

    def form_keys(self) -> list[tuple[str, str]]:
        """Return the keys of the step that do not belong to the form, with their descriptions."""
        if self.stepper.step == CHOOSE:
            names = [self.texts.variants.name(n) for n in range(len(self.example.variants))]
            return [(str(number), name) for number, name in enumerate(names, 1)]
        if self.stepper.step == CHECK:
            return [("+", self.tr("Add the selection to the important phrases"))]
        if self.stepper.step != EDIT:
            return []
        words = {
            "fixed": self.tr("Point fixed"),
            "not_valid": self.tr("Point not valid"),
            "left": self.tr("Point ignored"),
        }
        return [(" / ".join(keys), words[status]) for status, keys in KEYS.items()]

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self._editable = enabled
        super().set_enabled_for_editing(enabled)
        self.desk.set_editable(enabled)

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return all problems that prevent submission, in the order of the steps."""
        # The submission may come before the pause after typing has ended.
        self.desk.settle()
        return self.progress.problems(answers)

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> list[Doubts]:
        """Return what is unusual but may be intended, as one question; empty if nothing is."""
        texts = EditTexts(self.form_view.form, self.language)
        return texts.doubts(answers, self.desk.fixes(), shown)

    @property
    def asks_hint(self) -> bool:
        return bool(self.hint.targets)

    def ask_hint(self, hint: Any) -> None:
        self.steps.show_step(CHECK)
        self.hint.ask(hint.key, hint.leads)
        self.hints_box.ask(list(hint.words))
        self.body.order()

    def show_problems(self, problems: Iterable[Problem]) -> None:
        found = list(problems)
        # The first problem may be at another step, or covered by the evidence or the task.
        if found:
            first = found[0].question
            # The last step shows how many points are open, but they are decided at *Edit*.
            here = EDIT if first == "points" else self.stepper.step
            self.steps.show_step(step_of(first, here))
        self.form_view.show_problems(found)
        # The sections are edited outside the form.
        if found and found[0].question == "edited":
            self.steps.show_gap()
            # Only here: the links of the checks lead to the same place without submitting.
            sentence = self.desk.problem.text()
            self.desk.say_problem(self.tr("Not submitted: {problem}").format(problem=sentence))
        self.body.order()

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the answers as (question, answer) texts for the list of revisions."""
        names = [str(one.get("id", "")) for one in self.example.variants]
        return EditTexts(self.form_view.form, self.language).rows(answers, names)

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
            self.steps.show_chosen()
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
        self.steps.show_chosen()
        self.progress.refresh()

    def pick(self) -> None:
        """Add the text selected in the edited output as an important phrase."""
        if not self._editable or self.stepper.step not in (EDIT, CHECK):
            return
        # In the editor, the current section may be an input section, but phrases come only from the
        # output.
        if self.stepper.step == CHECK:
            words = self.texts.final.selection()
            self.texts.final.keep_place()
        else:
            words = (
                self.desk.editor.revision_edit.selection() if self.desk.at[0] == "output" else ""
            )
        self.own.phrases.pick(words)

    def _on_edited(self, before: Any, after: Any) -> None:
        # Before the first edit there is no answer. Undo must restore that state instead of a copy
        # of the variant.
        was = self.example.answers.get("edited")
        self.example.answers["edited"] = after
        # Not with every key: the form only needs the text to drop problems that were fixed.
        if was is None or self.form_view.problems():
            self.form_view.take_answer("edited", after)
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

    def _take(self, field: str, value: Any) -> None:
        """Store an answer without emitting a signal."""
        self.example.answers[field] = value
        if field in OWN:
            self.form_view.take_answer(field, value)

    def _on_form(self, field: str, before: Any, after: Any) -> None:
        self.example.answers[field] = after
        self.progress.refresh()
        self.edited.emit(field, before, after)

    def _on_own(self, field: str, before: Any, after: Any) -> None:
        self._take(field, after)
        self.edited.emit(field, before, after)
        if self.stepper.step == CHECK:
            self.texts.final.show_phrases(clean_phrases(self.example.answers.get("phrases")))
        self.progress.refresh()
