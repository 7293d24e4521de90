"""The steps of the post-editing page: what each shows, what is missing, and the last checks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.core.form_answers import Problem
from desktop_app.core.json_values import objects
from desktop_app.ui.widgets.step_row import StepRow
from plugins.dolomites.panel.edit_check import Check
from plugins.dolomites.panel.edit_layout import EditLayout, StepTexts
from plugins.dolomites.panel.edit_points import PointsPart
from plugins.dolomites.panel.edit_questions import EditQuestions
from plugins.dolomites.panel.edit_sections import SIDES, Gap, gaps, sides_of
from plugins.dolomites.panel.edit_state import (
    CHECK,
    EDIT,
    FIXED,
    LEFT,
    NOT_VALID,
    RATE,
    STEPS,
    ExampleState,
    clean_phrases,
    is_answered,
    step_of,
)
from plugins.dolomites.panel.section_pane import SectionPane

# Maximum number of sections whose length is listed.
_MOST_LENGTHS = 4


class EditChecks(QObject):
    """The checks of the edit on a page. A QObject, for its translations.

    `example`: the example that is edited
    `desk`: the pane with its sections
    `points`: the critique points
    """

    def __init__(self, example: ExampleState, desk: SectionPane, points: PointsPart) -> None:
        super().__init__(desk)
        self._example, self._desk, self._points_part = example, desk, points

    def checks(self) -> list[Check]:
        """Return the results, in the order in which they are listed."""
        return [self._sections(), self._points(), *self._lengths(), self._distance()]

    def gap_sentence(self, found: Sequence[Gap]) -> str:
        """Return a sentence about incomplete sections; "" if there are none."""
        parts = []
        for gap in found:
            if gap.place < 0:
                words = self.tr("“{title}” is missing.")
            elif not gap.title.strip():
                words = self.tr("A section has no title.")
            else:
                words = self.tr("“{title}” is empty.")
            parts.append(words.format(title=gap.title))
        return " ".join(parts)

    def _sections(self) -> Check:
        """Return whether all sections are there, complete, and in the order of the task."""
        desk, task = self._desk, self._example.task
        found = gaps(task, desk.now)
        if found:
            gap = found[0]
            target = f"{gap.side} {gap.place}" if gap.place >= 0 else "fixes"
            return Check(self.gap_sentence(found), False, "", target, self.tr("Go to section"))
        if desk.fixes():
            words = self.tr("The sections differ from those of the task")
            return Check(words, False, "", "fixes", self.tr("Go to section"))
        count = sum(len(desk.now[side]) for side in SIDES)
        value = self.tr("{number} of {count}").format(number=count, count=count)
        return Check(self.tr("All sections are present and in order"), True, value)

    def _points(self) -> Check:
        """Return whether all critique points have a status, and how many have which one."""
        left = self._points_part.left()
        if left:
            words = self.tr("%n critique point(s) open", "", left)
            return Check(words, False, "", "points", self.tr("Go to point"))
        if not self._example.critique:
            return Check(self.tr("This variant has no critique."), True)
        statuses = [one.get("status") for one in objects(self._example.answers.get("points"))]
        counts = {one: statuses.count(one) for one in (FIXED, NOT_VALID, LEFT)}
        names = {
            FIXED: self.tr("{count} fixed"),
            NOT_VALID: self.tr("{count} not valid"),
            LEFT: self.tr("{count} ignored"),
        }
        value = ", ".join(names[one].format(count=n) for one, n in counts.items() if n)
        return Check(self.tr("All critique points are answered"), True, value)

    def _lengths(self) -> list[Check]:
        """Return the sections that are shorter or longer than expected."""
        link = self.tr("Go to section")
        return [
            Check(words, False, "", f"{side} {place}", link)
            for side, place, words in self._desk.length_problems()[:_MOST_LENGTHS]
        ]

    def _distance(self) -> Check:
        """Return whether enough words were changed to need no reason."""
        distance, least = self._example.distance, self._example.least
        sections = self._desk.rearranged
        # In the same words as above the sections: their words count too.
        also = f" ({sections})" if sections else ""
        if distance >= least:
            return Check(self.tr("Words changed, with titles") + also, True, str(distance))
        words = self.tr("%n word(s) changed in all sections and titles", "", distance) + also
        why = self.tr("Fewer than {least}: please say why below").format(least=least)
        return Check(f"{words}. {why}", False)


class EditProgress:
    """What is missing in the answers, and where the page shows it.

    `example`: the example and the answers about it
    `own`: the questions
    `texts`: the texts of the steps
    `row`: the row of steps
    """

    def __init__(
        self, example: ExampleState, own: EditQuestions, texts: StepTexts, row: StepRow
    ) -> None:
        self._example, self._own, self._texts, self._row = example, own, texts, row
        self._checks = EditChecks(example, texts.desk, own.points)

    def problems(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return all problems that prevent submission, in the order of the steps."""
        form, desk = self._own.form_view.form, self._texts.desk
        found, missing = self._example.problems(form, answers, desk.now, desk.output)
        self._own.checks.say_gaps(self._checks.gap_sentence(missing))
        return found

    def refresh(self) -> None:
        """Update the completed steps, the number of changed words and the variants set aside."""
        example, step = self._example, self._row.step
        problems = {one.question for one in self.problems(example.answers)}
        self._row.show_step(step, example.done_steps(problems))
        if step == CHECK:
            self._own.checks.show_checks(self._checks.checks())
        names = [self._texts.variants.name(number - 1) for number in example.aside_numbers()]
        self._own.chosen.tell_aside(names)
        # The question for the reason is visible only while few words are changed.
        if step == CHECK:
            self._own.hide_others(step, asks_reason=example.needs_reason)

    def questions_left(self, visible: Collection[str]) -> tuple[int, int]:
        """Return the numbers of required and optional questions of this step without an answer.

        Each open critique point counts, as the list of points shows them.

        `visible`: the keys of the visible questions
        """
        step, answers = self._row.step, self._example.answers
        missing = {one.question for one in self.problems(answers)}
        # The last step submits the item, so it also counts what is missing in the others.
        here = {one for one in missing if step == CHECK or step_of(one, step) == step}
        shown = [one for one in visible if one not in ("edited", "worked")]
        blank = [one for one in shown if not is_answered(answers.get(one))]
        # Beside the one problem that all open points are.
        more = max(self._own.points.left() - 1, 0) if "points" in here else 0
        return len(here) + more, sum(one not in missing for one in blank)

    def gap_count(self) -> int:
        """Return the number of incomplete or missing sections."""
        return len(gaps(self._example.task, self._texts.desk.now))

    def show_gap(self) -> None:
        """Go to the first incomplete section, or to the link that adds a missing one."""
        desk = self._texts.desk
        found = gaps(self._example.task, desk.now)
        desk.say_problem(self._checks.gap_sentence(found))
        there = [one for one in found if one.place >= 0]
        if there:
            desk.go_to(there[0].side, there[0].place)
            desk.take_focus()
        else:
            desk.focus_fixes()


class EditSteps(QObject):
    """Shows the steps and goes from one to another. A QObject, for its translations.

    `example`: the example and the answers about it
    `own`: the questions
    `body`: the panes
    `progress`: what is missing in the answers
    `changed`: another step is shown, or a step has other texts or states
    """

    changed = Signal()

    def __init__(
        self, example: ExampleState, own: EditQuestions, body: EditLayout, progress: EditProgress
    ) -> None:
        super().__init__(body)
        self._example, self._own, self._body = example, own, body
        self._progress = progress
        self._texts, self._row, self._form_view = body.texts, body.steps, own.form_view

    @property
    def step(self) -> str:
        """The current step."""
        return self._row.step

    def primary_name(self) -> str:
        """Return the label of the button that goes to the next step; "" at the last step."""
        step = self._row.next_to(1)
        names = {RATE: self.tr("Next: Rate"), EDIT: self.tr("Next: Edit")}
        names[CHECK] = self.tr("Next: Check")
        return names[step] if step is not None else ""

    def text(self) -> str:
        """Return what is left of a step besides its questions; "" if nothing is."""
        if self.step == CHECK:
            return self._text_with_edits()
        if self.step != EDIT:
            return ""
        left = self._own.points.left()
        return self.tr("%n point(s) open", "", left) if left else self.tr("No points open")

    def _text_with_edits(self) -> str:
        """Return what is left if points or sections, which are no questions, are open; else ""."""
        points, count = self._own.points.left(), self._progress.gap_count()
        if not (points or count):
            return ""
        # All gaps together are one problem.
        left = self._progress.questions_left(self._form_view.visible_questions())[0]
        left -= points + bool(count)
        return "  ·  ".join(
            words
            for number, words in (
                (left, self.tr("%n question(s) left", "", left)),
                (points, self.tr("%n point(s) open", "", points)),
                (count, self.tr("%n section(s) incomplete", "", count)),
            )
            if number > 0
        )

    def go_to(self, step: str) -> None:
        """Go to a step.

        If it is not open, go to the last open step before it and show the reason.
        """
        wanted = step
        while not self._example.is_open(wanted):
            wanted = STEPS[STEPS.index(wanted) - 1]
        self.show_step(wanted)
        if wanted == step:
            self._body.focus_step()
            return
        problems = self._progress.problems(self._example.answers)
        self._form_view.show_problems(
            [one for one in problems if step_of(one.question, wanted) == wanted]
        )
        self.changed.emit()

    def walk(self, by: int) -> None:
        """Go to the next step (1) or the previous one (−1), if there is one."""
        step = self._row.next_to(by)
        if step is not None:
            self.go_to(step)

    def show_step(self, step: str) -> None:
        """Show a step: its questions, its layout and its texts."""
        if step != self.step:
            self._form_view.show_problems([])
        self._own.show_step(step, asks_reason=self._example.needs_reason)
        # Otherwise the scroll position of the previous step would hide the first question.
        if step != self.step:
            self._form_view.sight.show_beginning()
            self._form_view.keys.start_over()
        self._body.show_step(step)
        self.show_texts()
        self._form_view.recheck()
        if step == CHECK and self._own.phrases.has_lost:
            # The text was edited after the phrases were chosen.
            self._form_view.problem_marks.show_invalid("phrases", self._example.answers)
        self._progress.refresh()
        self.changed.emit()

    def show_texts(self) -> None:
        """Show the chosen variant or its edit in the texts of the step, matched with evidence."""
        desk, evidence = self._texts.desk, self._body.evidence
        if self.step == RATE:
            matched = self._body.has_evidence and evidence.count > 0
            self._texts.show_variant(self._example.variant, matched=matched)
        elif self.step == CHECK:
            phrases = clean_phrases(self._example.answers.get("phrases"))
            self._texts.final.show_output(desk.final_output(), phrases)
        self._match()

    def _match(self) -> None:
        """Match the evidence with the text of the step."""
        desk, evidence = self._texts.desk, self._body.evidence
        if self.step == EDIT:
            evidence.match(desk.text)
        elif self.step in (RATE, CHECK):
            evidence.match(desk.output if self.step == CHECK else None)

    def show_question(self, key: str) -> None:
        """Show the step of the question that the form is about to focus."""
        step = step_of(key, self.step)
        if step != self.step and self._example.is_open(step):
            self.show_step(step)

    def show_gap(self) -> None:
        """Go to the first incomplete section, or to the link that adds a missing one."""
        self.show_step(EDIT)
        self._progress.show_gap()

    def follow_check(self, target: str) -> None:
        """Go where the link of a check leads: to the points, the fixes, or a section."""
        desk = self._texts.desk
        self.show_step(EDIT)
        if target == "points":
            self._own.points.take_focus()
        elif target == "fixes":
            desk.focus_fixes()
        else:
            side, place = target.split()
            desk.go_to(side, int(place))
            desk.take_focus()

    def show_chosen(self) -> None:
        """Show the chosen variant and the answers about it in all panes."""
        example, own, texts = self._example, self._own, self._texts
        answers, place, variant = example.answers, example.place, example.variant
        critique = example.critique
        own.chosen.show_chosen(place)
        texts.variants.show_chosen(place)
        texts.desk.show_example(example.task, variant, answers.get("edited"))
        own.points.show_critique(critique, sides_of(variant))
        own.points.show_answer(answers.get("points"))
        texts.critique.show_text(own.points.critique_text(critique))
        self._body.show_reference(example)
        texts.desk.points.show(own.points.places, own.points.open_number)
        own.phrases.show_answer(answers.get("phrases"))
        example.measure(texts.desk.now)
        if self.step == RATE and variant is not None:
            self.show_step(RATE)
        elif self.step == CHECK:
            self.show_texts()
        self._progress.refresh()

    def update_edited(self) -> None:
        """After a pause in typing, update everything that depends on the edited text."""
        desk, points = self._texts.desk, self._own.points
        self._example.measure(desk.now)
        if self.step == EDIT:
            self._match()
        points.show_changed({one.number: desk.points.is_changed(one) for one in points.places})
        self._own.phrases.recheck()
        self._progress.refresh()
        self.changed.emit()

    def on_evidence_turned(self) -> None:
        """Update the texts after the evidence was shown or hidden."""
        # Without its pane, the critique is shown above the variant, but only while nothing is
        # matched.
        if self.step == RATE and self._texts.has_critique_above:
            self.show_texts()
        self._match()

    def on_room_changed(self) -> None:
        """Update the texts after the page became small or large."""
        # The critique moves between its pane and the text of the variant.
        if self.step == RATE:
            self.show_texts()
        self._progress.refresh()
