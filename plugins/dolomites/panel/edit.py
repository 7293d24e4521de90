"""The page for choosing, rating and post-editing an example (DOLOMITES paper, section 3).

From left to right, it shows the task, the texts of the step, and the questions of the step. There
are four steps: choose a variant, rate it, edit it, and answer the questions about the edit. The
task is available at all steps. If the user chooses another variant, the answers about the previous
one are set aside, and they are restored if it is chosen again. Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.text.edits import word_edit_distance
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.notes_area import HintsBox
from plugins.dolomites.panel.edit_actions import EditActions
from plugins.dolomites.panel.edit_layout import CHECK, CHOOSE, EDIT, RATE, STEPS
from plugins.dolomites.panel.edit_phrases import clean_phrases
from plugins.dolomites.panel.edit_points import KEYS, undecided
from plugins.dolomites.panel.edit_sections import sides_of
from plugins.dolomites.panel.edit_state import (
    OWN,
    RATINGS,
    WHY,
    first_open,
    given,
    is_open,
    kept,
    phrase_problems,
    place_of,
    returned,
    step_of,
)
from plugins.dolomites.panel.edit_texts import Doubts, EditTelling
from plugins.dolomites.panel.missing_parts import gaps
from plugins.dolomites.panel.section_messages import output_text
from plugins.dolomites.settings import MATERIAL, STANDARD, read_settings
from plugins.dolomites.shapes import example_text


class EditPanel(EditActions):
    """The post-editing page: the variants of an example and the expert's edit of one of them."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._answers: dict[str, Any] = {}
        self._editable = True
        # Whether an item was just opened. In that case, its answers determine the first step.
        self._fresh = False
        self._least = STANDARD.least_edit
        self._distance = 0
        # The base class forwards edits directly. Here, the answers are updated first.
        self.form_view.edited.disconnect(self.edited)
        self.form_view.edited.connect(self._on_form)
        self.form_view.question_shown.connect(self._on_led)
        self.form_view.set_judge(self._judge)
        self.chosen_part.chosen.connect(self.choose)
        self.points_part.edited.connect(lambda b, a: self._on_own("points", b, a))
        self.points_part.reordered.connect(self.order)
        self.phrases_part.edited.connect(lambda b, a: self._on_own("phrases", b, a))
        self.phrases_part.pick_wanted.connect(self.pick)
        self.phrases_part.output = self.output
        self.desk.edited.connect(self._on_edited)
        self.desk.turned.connect(self._on_turned)
        self.desk.rested.connect(self._on_rested)
        self.desk.reordered.connect(self.order)
        self.edited_part.wanted.connect(self._go_to_gap)
        self.stepper.wanted.connect(self.go_to)
        self.next_button.clicked.connect(lambda: self.walk(1))
        self.evidence.failed.connect(self.failed)
        self.evidence.clicked.connect(self._on_evidence)
        self.evidence.closed.connect(lambda: self.open_evidence(False))
        self.evidence_button.clicked.connect(self.open_evidence)
        self._asked: Doubts | None = None
        self.hints_box = HintsBox(theme)
        self.form_view.add_below(self.hints_box)
        self.hints_box.answered.connect(self._on_answered)
        self.hints_box.chosen.connect(self._on_hint_chosen)
        # After an edit, displayed hints are outdated.
        self.edited.connect(self._drop_hints)
        self.make_actions()
        self._show_step(CHOOSE)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another example from the first step. The answers about it are set separately."""
        self._fresh = True
        self._answers = {}
        self._drop_hints()
        self.show_content(content)
        self.form_view.order_tabs()

    def set_materials(self, materials: Mapping[str, str]) -> None:
        """Read from the lead's settings how many words must change unless a reason is given."""
        self._least = read_settings(materials.get(MATERIAL, "")).least_edit

    def answers(self) -> dict[str, Any]:
        return dict(self._answers)

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self._answers = dict(answers)
        self.form_view.set_answers(answers)
        self._show_chosen()
        # Setting other answers to the same item, such as an earlier revision, keeps the step if it
        # is open.
        if self._fresh or not self.may_show(self.stepper.step):
            self._fresh = False
            self._show_step(first_open(self._answers, self.content_variants))

    def set_answer(self, question: str, value: Any) -> None:
        self._answers[question] = value
        # Undo and redo call this method for each answer that they change.
        if question in OWN:
            self.form_view.take_answer(question, value)
        else:
            self.form_view.set_answer(question, value)
        if question == "chosen":
            self._show_chosen()
        elif question == "edited":
            self.desk.set_edited(value)
            self._on_rested()
        elif question == "points":
            self.points_part.show_answer(value)
        elif question == "phrases":
            self.phrases_part.show_answer(value)
        self._refresh()

    def focus_question(self, key: str) -> None:
        """Show the step of a question and set the focus to it."""
        # These two answers are edited in the editor, not in the form.
        if key not in ("edited", "set_aside"):
            self.bring_questions()
            self.form_view.focus_question(key)
        elif self.may_show(EDIT):
            self._show_step(EDIT)
            self.desk.take_focus()

    def focused_question(self) -> str | None:
        if self.desk.isAncestorOf(self.focusWidget() or self):
            return "edited"
        return super().focused_question()

    def await_keys(self) -> None:
        """Set the focus to the start of the step, without pointing at an answer."""
        self._focus_step()

    def press_code_key(self, text: str) -> bool:
        if not self._editable:
            return False
        step = self.stepper.step
        # Digits choose a variant at the first step and answer questions at the other steps.
        if step == CHOOSE:
            return self.chosen_part.press(text)
        if step in (EDIT, CHECK) and self.points_part.press(text):
            return True
        return self.form_view.press_code_key(text)

    def form_keys(self) -> list[tuple[str, str]]:
        """Return the keys that do not belong to the form, with their descriptions."""
        words = {
            "fixed": self.tr("Point fixed"),
            "not_valid": self.tr("Point not valid"),
            "left": self.tr("Point ignored"),
        }
        return [
            *((str(n + 1), self.variants.name(n)) for n in range(len(self.content_variants))),
            *((key, words[status]) for status, key in KEYS.items()),
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
        """Return all problems of the answers, in the order of the steps."""
        found: list[Problem] = []
        if place_of(answers.get("chosen"), self.content_variants) < 0:
            found.append(Problem("chosen", "unanswered", "is not answered"))
        asked = list(self.form_view.form.missing(answers))
        found += [one for one in asked if one.question in RATINGS]
        # The sections are checked only after the editor has been opened.
        missing = gaps(self.content_task, self.desk.now) if not found else []
        self.edited_part.show_gaps(missing)
        if missing:
            found.append(Problem("edited", "unanswered", "lacks sections or texts"))
        if undecided(self._critique(), answers.get("points")):
            found.append(Problem("points", "unanswered", "leaves points open"))
        # On the page, the phrases come directly after the question whether all points are fixed.
        rest = [one for one in asked if one.question not in RATINGS]
        found += [one for one in rest if one.question == "all_fixed"]
        found += phrase_problems(answers.get("phrases"), self.output())
        found += [one for one in rest if one.question != "all_fixed"]
        # The reason is optional in the form, because only this page knows the number of changed
        # words.
        if self._needs_reason() and not str(answers.get(WHY) or "").strip():
            found = [one for one in found if one.question != WHY]
            found.append(Problem(WHY, "unanswered", "is not answered"))
        return found

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> list[Doubts]:
        """Return what is unusual but may be intended, as one question; empty if nothing is."""
        telling = EditTelling(self.form_view.form, self.language)
        return telling.doubts(answers, self.desk.remedies(), shown)

    def ask_hint(self, hint: Any) -> None:
        # Visible evidence would leave too little space for the question.
        self.evidence_button.setChecked(False)
        self._show_step(CHECK)
        self.bring_questions()
        self._asked = hint
        self.hints_box.ask(list(hint.words))
        self.order()

    def _on_answered(self, keep: bool) -> None:
        # Discarding the hints hides the question that was answered.
        asked = self._asked
        self._drop_hints()
        if asked is not None:
            if not keep:
                self.focus_question(asked.leads[0])
            self.hint_answered.emit(asked.key, keep)

    def _on_hint_chosen(self, place: int) -> None:
        if self._asked is not None:
            self.focus_question(self._asked.leads[place])

    def _drop_hints(self, *_edit: object) -> None:
        self._asked = None
        self.hints_box.hide()

    def show_problems(self, problems: Iterable[Problem]) -> None:
        found = list(problems)
        # The first problem may be at another step, or covered by the evidence or the task.
        if found:
            self._show_step(step_of(found[0].question, self.stepper.step))
            self.bring_questions()
        self.form_view.show_problems(found)
        self.order()

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the answers as (question, answer) texts for the list of revisions."""
        names = [str(one.get("id", "")) for one in self.content_variants]
        return EditTelling(self.form_view.form, self.language).edit_rows(answers, names)

    def go_to(self, step: str) -> None:
        """Go to a step.

        If it is not open, go to the last open step before it and show the reason.
        """
        wanted = step
        while not self.may_show(wanted):
            wanted = STEPS[STEPS.index(wanted) - 1]
        self.show_task(False)
        self._show_step(wanted)
        self._focus_step()
        if wanted != step:
            self.say(
                self.tr("Choose a variant first.")
                if wanted == CHOOSE
                else self.tr("Answer these questions to open the editor.")
            )

    def walk(self, by: int) -> None:
        """Go to the next step (1) or the previous one (−1), if there is one."""
        step = self.stepper.beside(by)
        if step is not None:
            self.go_to(step)

    def may_show(self, step: str) -> bool:
        """Return whether a step is open. The editor opens once the variant is rated."""
        return is_open(step, self._answers, self.content_variants)

    def _show_step(self, step: str) -> None:
        """Show a step: its questions, its layout and its texts."""
        self.say("")
        # Questions of the form belong to two steps: ratings to RATE, all others to CHECK.
        hidden = {question.key for question in self.form_view.form.questions}
        if step == RATE:
            hidden -= set(RATINGS)
        elif step == CHECK:
            hidden &= set(RATINGS)
            if not self._needs_reason():
                hidden.add(WHY)
        self.form_view.put_away(hidden)
        # Otherwise the scroll position of the previous step would hide the first question.
        if step != self.stepper.step:
            self.form_view.show_beginning()
        self.arrange(step)
        if step == RATE:
            self._show_variant()
        elif step == CHECK:
            self._show_output()
        elif step == EDIT:
            self.evidence.match(self.desk.text)
        self.form_view.recheck()
        self._refresh()

    def _focus_step(self) -> None:
        """Set the focus to the first field of the step."""
        step = self.stepper.step
        if step == CHOOSE:
            self.variants.setFocus(Qt.FocusReason.OtherFocusReason)
        elif step == EDIT:
            self.desk.take_focus()
        else:
            self.bring_questions()
            self.form_view.await_keys()

    def _on_led(self, key: str) -> None:
        """Show the step of a question to which the form wants to set the focus."""
        step = step_of(key, self.stepper.step)
        if step != self.stepper.step and self.may_show(step):
            self._show_step(step)

    def choose(self, place: int) -> None:
        """Choose the variant with this index.

        The answers about the previous variant are set aside, and those about this one are restored.
        """
        variants = self.content_variants
        if not self._editable or not 0 <= place < len(variants):
            return
        before, after = self._answers.get("chosen"), str(variants[place].get("id", ""))
        if before == after:
            # The click may have unchecked the radio button.
            self._show_chosen()
            return
        # This edit starts an undo step. The edits of `_follow` join it.
        self._take("chosen", after)
        self.edited.emit("chosen", before, after)
        if before:
            aside = dict(self._answers.get("set_aside") or {})
            back = aside.pop(after, {})
            left = kept(self._answers)
            if left:
                aside[before] = left
            for field, value in returned(back).items():
                self._follow(field, value)
            self._follow("set_aside", aside or None)
        self.form_view.set_answers(self._answers)
        self._show_chosen()
        self._refresh()

    def _follow(self, field: str, value: Any) -> None:
        """Set an answer as part of the undo step of the previous edit."""
        before = self._answers.get(field)
        # Replacing an empty answer by an empty one is not an edit.
        if given(before) or given(value):
            self._take(field, value)
            self.edited_too.emit(field, before, value)

    def output(self) -> str:
        """Return the edited output as displayed."""
        return output_text(self.desk.now)

    def pick(self) -> None:
        """Add the text selected in the edited output as an important phrase."""
        if not self._editable or self.stepper.step not in (EDIT, CHECK):
            return
        # At the last step, the output is in the reader. In the editor, the current section may be
        # an input section, but phrases come only from the output.
        if self.stepper.step == CHECK:
            words = self.reader.view.selection()
        else:
            words = (
                self.desk.editor.revision_edit.selection() if self.desk.at[0] == "output" else ""
            )
        if self.phrases_part.pick(words):
            phrase = " ".join(words.split())
            self.say(self.tr("Added: “{phrase}”").format(phrase=phrase))
            self._mark_phrases()
        else:
            self.say(self.phrases_part.gone.text())

    def bring_questions(self) -> None:
        """Show the questions if the task or the evidence covers them.

        Otherwise keys would answer questions that the user cannot see.
        """
        self.show_task(False)
        if self.questions.isHidden():
            self._show_passages(False)

    def _show_passages(self, on: bool) -> None:
        self.evidence_button.setChecked(on)
        self.show_evidence(on and self.stepper.step != CHOOSE)
        # Without its pane, the critique is shown above the variant, but only while nothing is
        # matched.
        if self.stepper.step == RATE and self.critique.text and self.critique_pane.isHidden():
            self._show_variant()
        self.evidence.match(self.desk.text if self.stepper.step == EDIT else None)

    def open_evidence(self, on: bool) -> None:
        """Show or hide the passages (`on`), and move the focus to them or back."""
        self._show_passages(on)
        if on and self.stepper.step != CHOOSE and self.evidence.count:
            self.evidence.passage.setFocus()
        elif not on:
            self._focus_step()

    def _go_to_gap(self) -> None:
        """Go to the first incomplete section, or to the link that adds a missing one."""
        found = gaps(self.content_task, self.desk.now)
        self._show_step(EDIT)
        there = [one for one in found if one.place >= 0]
        if there:
            self.desk.go_to(there[0].side, there[0].place)
            self.desk.take_focus()
        else:
            self.desk.focus_remedies()

    def _on_evidence(self, start: int, end: int) -> None:
        """Select in the editor the match that the user clicked in a passage."""
        if self.stepper.step == EDIT:
            self.desk.editor.revision_edit.select(start, end)
            self.desk.editor.revision_edit.scroll_to(start)

    def _on_edited(self, before: Any, after: Any) -> None:
        # Before the first edit there is no answer. Undo must restore that state instead of a copy
        # of the variant.
        was = self._answers.get("edited")
        self._take("edited", after)
        self.edited.emit("edited", was if isinstance(was, Mapping) else None, after)
        self.phrases_part.recheck()

    def _on_rested(self) -> None:
        """After a pause in typing, update everything that depends on the edited text."""
        self._distance = self._count()
        if self.stepper.step == EDIT:
            self.evidence.match(self.desk.text)
        self.phrases_part.recheck()
        self._refresh()

    def _on_turned(self) -> None:
        self._on_rested()

    def _variant(self) -> Mapping[str, Any] | None:
        place = place_of(self._answers.get("chosen"), self.content_variants)
        return self.content_variants[place] if place >= 0 else None

    def _critique(self) -> list[Mapping[str, Any]]:
        found = (self._variant() or {}).get("critique")
        return [one for one in found or () if isinstance(one, Mapping)]

    def _count(self) -> int:
        """Return the number of changed words in both sides of the example."""
        variant = self._variant()
        if variant is None:
            return 0
        return word_edit_distance(example_text(sides_of(variant)), example_text(self.desk.now))

    def _needs_reason(self) -> bool:
        return self._variant() is not None and self._distance < self._least

    def _show_chosen(self) -> None:
        """Show the chosen variant and the answers about it in all panes."""
        place = place_of(self._answers.get("chosen"), self.content_variants)
        self.chosen_part.show_chosen(place)
        self.variants.show_chosen(place)
        variant = self._variant()
        self.desk.show_example(self.content_task, variant, self._answers.get("edited"))
        self.points_part.show_critique(self._critique())
        self.points_part.show_answer(self._answers.get("points"))
        self.show_critique(self._critique())
        self.evidence.show_passages(list((variant or {}).get("evidence") or ()))
        self.phrases_part.show_answer(self._answers.get("phrases"))
        self._distance = self._count()
        if self.stepper.step == RATE and variant is not None:
            self._show_step(RATE)
        elif self.stepper.step == CHECK:
            self._show_output()
        self._refresh()

    def _show_variant(self) -> None:
        """Show the chosen variant in the reader.

        Without a pane of its own, the critique comes first. It is left out while the text is
        matched with the evidence, because the critique does not come from the evidence.
        """
        sides = sides_of(self._variant())
        sections = [*sides["input"], *sides["output"]]
        matched = not self.evidence.isHidden() and self.evidence.count
        if self.critique.text and self.critique_pane.isHidden() and not matched:
            critique = {"title": self.tr("Critique"), "text": self.critique.text}
            sections.insert(0, critique)
        self.reader.show_sections(sections)
        self.evidence.match(None)

    def scarcity_changed(self) -> None:
        """Move the critique between its pane and the text of the variant."""
        if self.stepper.step == RATE:
            self._show_variant()
        self._refresh()

    def _show_output(self) -> None:
        self.reader.show_sections(self.desk.now["output"])
        self._mark_phrases()
        self.evidence.match(None)

    def _mark_phrases(self) -> None:
        """Highlight the picked phrases in the output, at the last step."""
        if self.stepper.step == CHECK:
            self.mark(clean_phrases(self._answers.get("phrases")))

    def _refresh(self) -> None:
        """Update the completed steps, the number of changed words and the variants set aside."""
        problems = {one.question for one in self._judge(self._answers)}
        # A step can be done only if the steps before it are done, except that EDIT and CHECK are
        # independent.
        done = set()
        if "chosen" not in problems:
            done.add(CHOOSE)
            if not problems & set(RATINGS):
                done.add(RATE)
                if not problems & {"points", "edited"} and (
                    self._distance >= self._least or self._answers.get(WHY)
                ):
                    done.add(EDIT)
                if not problems - {"points", "edited"}:
                    done.add(CHECK)
        self.stepper.show_step(self.stepper.step, done)
        self.tell_changed(self._distance, self._least, shown=self.stepper.step in (EDIT, CHECK))
        self.tell_evidence(self.evidence.count)
        aside = self._answers.get("set_aside") or {}
        places = [place_of(one, self.content_variants) for one in aside]
        self.tell_aside(sorted(place + 1 for place in places if place >= 0))
        # The question for the reason is visible only while few words are changed.
        if self.stepper.step == CHECK:
            hidden = set(RATINGS) | (set() if self._needs_reason() else {WHY})
            self.form_view.put_away(hidden)

    def _take(self, field: str, value: Any) -> None:
        """Store an answer without emitting a signal."""
        self._answers[field] = value
        if field in OWN:
            self.form_view.take_answer(field, value)

    def _on_form(self, field: str, before: Any, after: Any) -> None:
        self._answers[field] = after
        self.say("")
        self._refresh()
        self.edited.emit(field, before, after)

    def _on_own(self, field: str, before: Any, after: Any) -> None:
        self._take(field, after)
        self.edited.emit(field, before, after)
        self._mark_phrases()
        self._refresh()
