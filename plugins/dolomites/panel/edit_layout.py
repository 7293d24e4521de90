"""Layout of the post-editing page for each of its steps.

This module does not handle answers; `edit.py` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.pane import Pane, say
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.ui.widgets.shades import Highlight, Shade
from desktop_app.ui.widgets.stack import Stack, Stepper
from plugins.dolomites.panel.edit_choose import ChosenPart, Variants
from plugins.dolomites.panel.edit_evidence import Evidence
from plugins.dolomites.panel.edit_phrases import PhrasesPart, places_of
from plugins.dolomites.panel.edit_points import PointsPart
from plugins.dolomites.panel.missing_parts import EditedPart
from plugins.dolomites.panel.section_pane import SectionPane
from plugins.dolomites.panel.task_view import TaskView
from plugins.dolomites.panel.worked_example import WorkedPart

CHOOSE, RATE, EDIT, CHECK = "choose", "rate", "edit", "check"
STEPS = (CHOOSE, RATE, EDIT, CHECK)
# Page height in pixels at 100 % text size. On a lower (scarce) page, only one of task, texts and
# evidence is visible at a time.
_ROOMY = 480
# Initial height of the questions below the variants, and initial width next to the texts, in
# pixels.
_BELOW, _BESIDE = 170, 316
# Minimum height of the page in pixels, at 100 % text size, enough for one pane at a time.
_LEAST = 250


class EditLayout(ItemPanel):
    """The page layout: the steps on top; below them task, texts of the step, and questions.

    `content_task`: the task of the item
    `content_variants`: the variants of the item, in displayed order
    """

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self.content_task: Mapping[str, Any] = {}
        self.content_variants: list[Mapping[str, Any]] = []
        self._scarce = False
        # Width of the questions that the user chose, in pixels.
        self._beside = _BESIDE
        # Whether the user set the height of the questions below the variants.
        self._by_hand = False
        # Sizes are valid only after the pending layout, so the splitter is set afterwards.
        self._dividing = QTimer(self, singleShot=True, interval=0)
        self._dividing.timeout.connect(self._divide)
        self._make_parts()
        self._make_panes()
        self.bar = self._make_bar()
        self.center = Stack()
        # The keyboard tests treat a group as a column, which they visit before the column next to
        # it.
        self.center.setProperty("kind", "group")
        for pane in (self.variants_pane, self.reading, self.desk_pane):
            self.center.addWidget(pane)
        self.right = self.add_splitter(
            "right", Qt.Orientation.Vertical, {self.evidence: 3, self.questions: 2}
        )
        self.work = self.add_splitter(
            "work", Qt.Orientation.Horizontal, {self.center: 1, self.right: 0}
        )
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.task_pane: 0, self.work: 1}
        )
        self.across.setSizes([220, 820])
        self.work.splitterMoved.connect(self._on_divided)
        # A message may make the questions taller than their area.
        self.form_view.area.verticalScrollBar().rangeChanged.connect(self._on_overflow)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.bar)
        column.addWidget(self.across, 1)
        theme.changed.connect(self.make_room)

    def show_content(self, content: Mapping[str, Any]) -> None:
        """Show the task and the variants of another item."""
        task, variants = content.get("task"), content.get("variants")
        self.content_task = task if isinstance(task, Mapping) else {}
        self.content_variants = [one for one in variants or () if isinstance(one, Mapping)]
        self.task_view.show_task(self.content_task)
        # The objective is on one line of the bar.
        self.objective.setText(" ".join(str(self.content_task.get("objective") or "").split()))
        self.variants.show_variants(self.content_task, self.content_variants)
        self.chosen_part.offer([self.variants.name(n) for n in range(len(self.content_variants))])
        self.order()

    def arrange(self, step: str) -> None:
        """Lay out the page for a step, one of `STEPS`."""
        self.stepper.show_step(step)
        shown = {CHOOSE: self.variants_pane, RATE: self.reading, EDIT: self.desk_pane}
        self.center.setCurrentWidget(shown.get(step, self.reading))
        self._fit_center()
        self._show_critique()
        self.reader_pane.set_title(
            self.tr("Edited output") if step == CHECK else self.tr("Selected variant")
        )
        self.chosen_part.setVisible(step == CHOOSE)
        self.points_part.setVisible(step in (EDIT, CHECK))
        self.worked_part.setVisible(step == EDIT)
        self.phrases_part.setVisible(step == CHECK)
        self.next_button.setVisible(step != CHECK and not self._scarce)
        self.show_evidence(self.evidence_button.isChecked() and step != CHOOSE)
        self.evidence_button.setVisible(step != CHOOSE)
        # The reader shows the output with its phrases only at the last step.
        if step != CHECK:
            self.mark(())
        self.make_room()
        self.order()

    def show_evidence(self, on: bool) -> None:
        """Show or hide the passages: above the questions, or instead of them on a scarce page."""
        was_open = not self.evidence.isHidden()
        self.evidence.set_open(on)
        # Sizes that the user chose while the passages were open are kept.
        if on and not was_open:
            height = self.right.height()
            self.right.setSizes([round(height * 0.6), round(height * 0.4)])
        self._dividing.start()
        self.questions.setVisible(not (on and self._scarce))

    def _show_critique(self) -> None:
        """Show the critique pane below the variant, but not on a scarce page.

        On a scarce page, the critique is above the text of the variant.
        """
        rated = self.stepper.step == RATE and bool(self.critique.text)
        self.critique_pane.setVisible(rated and not self._scarce)

    def _fit_center(self) -> None:
        """Make the minimum size depend only on the visible page of the stack."""
        # By default, a stack is as large as its largest page.
        for place in range(self.center.count()):
            page = self.center.widget(place)
            if page is not None:
                on = page is self.center.currentWidget()
                policy = QSizePolicy.Policy.Preferred if on else QSizePolicy.Policy.Ignored
                page.setSizePolicy(policy, policy)

    def show_critique(self, critique: Sequence[Mapping[str, Any]]) -> None:
        """Set the text of the critique pane, which is visible while the variant is rated."""
        lines = []
        for number, point in enumerate(critique, 1):
            aspect = self.points_part.aspect(point)
            head = f"{number}. {aspect}: " if aspect else f"{number}. "
            lines.append(head + str(point.get("text", "")))
        self.critique.show_text("\n\n".join(lines))

    def mark(self, phrases: Sequence[str]) -> None:
        """Highlight phrases in the displayed text."""
        self.reader.show_phrases(phrases)

    def say(self, words: str) -> None:
        """Show a note next to the steps. An empty text hides it."""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def tell_changed(self, distance: int, least: int, *, shown: bool) -> None:
        """Show how many words were changed.

        `distance`: number of changed words in the whole example
        `least`: number of words below which a reason is required
        `shown`: whether the step shows this figure
        """
        if distance >= least:
            words = self.tr("Words changed: {count}").format(count=distance)
        else:
            words = self.tr("{count} of {least} words changed").format(count=distance, least=least)
        say(
            self.changed_chip,
            words if shown and not self._scarce else "",
            self.tr(
                "Words added, removed or replaced in the whole example. Below {least}, you "
                "are asked why so few changes were needed."
            ).format(least=least),
        )

    def tell_evidence(self, count: int) -> None:
        """Show the number of passages on the evidence button."""
        self.evidence_button.setText(self.tr("Evidence ({count})").format(count=count))
        self._make_button_room()

    def tell_aside(self, numbers: Sequence[int]) -> None:
        """Show that edits of other variants are kept.

        `numbers`: these variants, counted from 1
        """
        names = ", ".join(self.variants.name(number - 1) for number in numbers)
        words = self.tr("Your work on {variants} is kept in case you choose it again.")
        self.chosen_part.say(words.format(variants=names) if numbers else "")

    def show_task(self, on: bool) -> None:
        """Show the task instead of the example (`on`), or the example.

        A large page always shows both.
        """
        self.task_button.setChecked(on and self._scarce)
        self.task_pane.setVisible(on or not self._scarce)
        self.work.setVisible(not (on and self._scarce))

    def focus_task(self) -> None:
        """Set the focus to the task."""
        self.show_task(True)
        self.task_view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_text(self) -> None:
        """Set the focus to the text of the current step."""
        self.show_task(False)
        step = self.stepper.step
        if step == CHOOSE:
            self.variants.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif step == EDIT:
            self.desk.take_focus()
        else:
            self.reader.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def order(self) -> None:
        """Set the tab order of all panes to the reading order."""
        editor = self.desk.editor
        first = self.form_view.first_stop()
        self.order_tabs(
            [
                *self.stepper.buttons.values(),
                self.next_button,
                self.task_button,
                self.evidence_button,
                self.task_pane,
                self.variants,
                self.reader_pane,
                self.critique,
                *self.desk.stops(),
                editor.bar,
                editor.find_bar,
                editor.beside,
                editor.revision_edit,
                *self.evidence.stops(),
                # The other questions follow the first one.
                *([first] if first is not None else []),
            ]
        )
        self.form_view.order_tabs()

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size, with a height that is enough for one pane at a time.

        A lower page shows one pane at a time, so it does not need the height of all panes.
        """
        asked = super().minimumSizeHint()
        return QSize(asked.width(), min(asked.height(), self._theme.px(_LEAST)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.make_room()

    def make_room(self) -> None:
        """Adapt the layout to the step and the size of the page.

        At the choice of a variant, the variants have the whole width and the questions are below.
        On a scarce page, only one pane is visible at a time.
        """
        scarce = self.height() < self._theme.px(_ROOMY)
        below = self.stepper.step == CHOOSE and not scarce
        wanted = Qt.Orientation.Vertical if below else Qt.Orientation.Horizontal
        if self.work.orientation() is not wanted:
            self.work.setOrientation(wanted)
            if below:
                self.work.setSizes([self.work.height() - _BELOW, _BELOW])
        self._dividing.start()
        # Called for every resize. The rest is needed only if the page becomes scarce or large.
        if scarce != self._scarce:
            self._scarce = scarce
            self.stepper.set_brief(scarce)
            self.task_button.setVisible(scarce)
            # The task is hidden on a scarce page, but its objective must stay visible.
            self.objective.setVisible(scarce)
            self.show_task(False)
            self.desk.set_scarce(scarce)
            self.next_button.setVisible(self.stepper.step != CHECK and not scarce)
            for pane in (self.desk_pane, self.reader_pane, self.variants_pane):
                pane.header_shows(not scarce)
            self.show_evidence(not self.evidence.isHidden())
            self._show_critique()
            self.scarcity_changed()

    def _divide(self) -> None:
        """Set the size of the questions.

        Next to the texts, they have the initial width or the one that the user chose. Below the
        variants, they have the height that their texts need, so that no message is cut off.
        """
        if self.work.orientation() is Qt.Orientation.Horizontal:
            right = self.work.width() // 2 if self._scarce else self._beside
            self.work.setSizes([self.work.width() - right, right])
        elif not self._by_hand:
            missing = self.form_view.missing_height()
            below = max(_BELOW, self.work.sizes()[1] + missing)
            # The variants keep at least half of the height.
            below = min(below, self.work.height() // 2)
            self.work.setSizes([self.work.height() - below, below])

    def _on_overflow(self) -> None:
        if self.work.orientation() is Qt.Orientation.Vertical:
            self._dividing.start()

    def _on_divided(self) -> None:
        """Store the size that the user set with the splitter."""
        if self.work.orientation() is Qt.Orientation.Vertical:
            self._by_hand = True
        elif not self._scarce:
            # On a scarce page, the questions are always reset to half of the width.
            self._beside = self.work.sizes()[1]

    def state(self) -> dict[str, Any]:
        return {"beside": self._beside}

    def set_state(self, state: Mapping[str, Any]) -> None:
        self._beside = max(_BESIDE // 2, int(state["beside"]))

    def restore_state(self, data: bytes) -> None:
        super().restore_state(data)
        # The saved sizes may belong to another step with another layout.
        self.make_room()

    def scarcity_changed(self) -> None:
        """React to a page that became scarce or large. Subclasses override this."""

    def _make_parts(self) -> None:
        """Create the questions that a form cannot express and put them into the form."""
        theme = self._theme
        self.chosen_part = ChosenPart(theme)
        self.points_part = PointsPart(theme)
        self.phrases_part = PhrasesPart(theme)
        required = self.tr("required")
        asked = [question.key for question in self.form_view.form.questions]
        # A lead's own form may lack the standard questions, and the parts must be inserted after
        # some question.
        last = "factual" if "factual" in asked else asked[0]
        self.form_view.insert_part(self.chosen_part, after=last, mark=required)
        self.form_view.insert_part(self.points_part, after="chosen", mark=required)
        self.edited_part = EditedPart(theme)
        self.form_view.insert_part(self.edited_part, after="points")
        self.worked_part = WorkedPart(theme)
        self.form_view.insert_part(self.worked_part, after="edited")
        after = "all_fixed" if "all_fixed" in asked else asked[-1]
        self.form_view.insert_part(self.phrases_part, after=after, mark=required)

    def _make_panes(self) -> None:
        theme = self._theme
        self.task_view = TaskView(theme, self.tr("Task"))
        self.task_pane = Pane(self.tr("Task"), theme)
        self.task_pane.column.addWidget(self.task_view, 1)
        self.task_pane.setMinimumWidth(150)
        self.variants = Variants(theme)
        self.variants_pane = Pane(self.tr("Variants"), theme)
        self.range_chip = self.variants_pane.add_chip(self.tr("Visible"))
        self.variants_pane.column.addWidget(self.variants.heads)
        self.variants_pane.column.addWidget(self.variants, 1)
        self.variants.shown.connect(self._on_shown)
        self.reader = Reader(theme, self.tr("Example"))
        self.reader_pane = Pane(self.tr("Selected variant"), theme)
        self.reader_pane.column.addWidget(self.reader, 1)
        self.critique = ReadingView(theme)
        self.critique.setAccessibleName(self.tr("Critique"))
        self.critique_pane = Pane(self.tr("Critique"), theme)
        self.critique_pane.column.addWidget(self.critique, 1)
        self.reading = self.add_splitter(
            "reading", Qt.Orientation.Vertical, {self.reader_pane: 3, self.critique_pane: 2}
        )
        self.desk = SectionPane(theme)
        self.desk_pane = Pane("", theme)
        self.desk.named.connect(self.desk_pane.set_title)
        self.desk_pane.take_chip(self.desk.changes)
        self.desk_pane.column.addWidget(self.desk, 1)
        self.evidence = Evidence(theme, self.reader)
        for pane in (self.variants_pane, self.reader_pane, self.desk_pane):
            pane.setMinimumWidth(260)

    def _make_bar(self) -> QFrame:
        theme = self._theme
        self.stepper = Stepper(
            [
                (CHOOSE, self.tr("Choose")),
                (RATE, self.tr("Rate")),
                (EDIT, self.tr("Edit")),
                (CHECK, self.tr("Check")),
            ],
            theme,
        )
        self.changed_chip = PlainLabel()
        self.changed_chip.setProperty("kind", "chip")
        self.changed_chip.hide()
        self.note = PlainLabel()
        self.note.setProperty("kind", "secondary")
        self.note.hide()
        self.evidence_button = QPushButton()
        self.evidence_button.setProperty("kind", "segment")
        self.evidence_button.setCheckable(True)
        self.evidence_button.setAutoDefault(False)
        self.evidence_button.setToolTip(self.tr("Open or close the evidence  Ctrl+E"))
        self.task_button = QPushButton(self.tr("Task"))
        self.task_button.setProperty("kind", "segment")
        self.task_button.setCheckable(True)
        self.task_button.setAutoDefault(False)
        self.task_button.setToolTip(self.tr("Show the task instead of the example, and back"))
        self.task_button.clicked.connect(self.show_task)
        self.task_button.hide()
        self.objective = ShorteningLabel("", "secondary")
        self.objective.hide()
        self.next_button = QPushButton(self.tr("Next step"))
        self.next_button.setAutoDefault(False)
        self.next_button.setToolTip(self.tr("Next step  Alt+PgDown"))
        bar = QFrame()
        bar.setProperty("kind", "pane")
        bar.setAccessibleName(self.tr("Steps"))
        flow = FlowLayout(bar, across=8, down=4)
        flow.setContentsMargins(8, 6, 8, 6)
        for widget in (
            self.stepper,
            self.next_button,
            self.task_button,
            self.evidence_button,
            self.changed_chip,
            self.objective,
            self.note,
        ):
            flow.addWidget(widget)
        theme.changed.connect(self._make_button_room)
        # The height of a flow layout depends on its width, so Qt has to ask for it.
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        bar.setSizePolicy(policy)
        return bar

    def _make_button_room(self) -> None:
        """Reserve the width of the checked state, in which the label is bold."""
        bold = QFontMetrics(self._theme.ui_font(13, bold=True))
        for button in (self.evidence_button, self.task_button):
            button.setMinimumWidth(bold.horizontalAdvance(button.text()) + 20)

    def _on_shown(self, first: int, last: int, count: int) -> None:
        # If all variants are visible, there is nothing to scroll to.
        all_ = first == 1 and last == count
        words = self.tr("{first}–{last} of {count}  ← →")
        say(
            self.range_chip,
            "" if all_ else words.format(first=first, last=last, count=count),
            self.tr("Use the arrow keys to see the others"),
        )


class Reader(TaskView):
    """The read-only view of an example, with highlighted phrases."""

    def __init__(self, theme: Theme, name: str) -> None:
        # Set before calling the base class, which may already paint highlights.
        self._phrases: list[tuple[int, int]] = []
        super().__init__(theme, name)
        # Unlike other task views, this one is matched with the evidence.
        self.strip.show()

    def show_phrases(self, phrases: Sequence[str]) -> None:
        """Highlight the first occurrence of each phrase."""
        self._phrases = places_of(phrases, self.text)
        self.view.refresh()

    def _highlights(self, start: int, end: int) -> Iterator[Highlight]:
        yield from super()._highlights(start, end)
        for first, last in self._phrases:
            if first < end and last > start:
                yield Highlight(first, last, Shade.FOUND)
