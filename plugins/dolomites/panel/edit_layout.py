"""Layout of the post-editing page: the bar of steps, the texts of each step, and the panes.

Nothing here handles answers; `edit.py` does. The module is long because the panes have to be
arranged together for each step and window size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import SegmentButton
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.pane import Pane, say
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.ui.widgets.shades import Highlight, Shade
from desktop_app.ui.widgets.stack import Stack, Stepper
from plugins.dolomites.panel.edit_choose import Variants
from plugins.dolomites.panel.edit_evidence import Evidence
from plugins.dolomites.panel.edit_questions import places_of
from plugins.dolomites.panel.edit_sections import SIDES, Section, sides_of
from plugins.dolomites.panel.edit_state import CHECK, CHOOSE, EDIT, RATE, ExampleState
from plugins.dolomites.panel.section_pane import SectionPane
from plugins.dolomites.panel.task_view import TaskView

# Page height in pixels at 100 % text size. On a lower (scarce) page, only one of task, texts and
# evidence is visible at a time.
_ROOMY = 480
# Initial height of the questions below the variants, and initial width next to the texts, in
# pixels.
_BELOW, _BESIDE = 170, 316
# Minimum height of the page in pixels, at 100 % text size, enough for one pane at a time.
_LEAST = 250


class StepBar(QFrame):
    """The bar at the top: the steps, buttons for the panes, and notes."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._scarce = False
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
        self.note = PlainLabel()
        self.note.setProperty("kind", "secondary")
        self.evidence_button = SegmentButton("", theme)
        self.evidence_button.setToolTip(self.tr("Open or close the evidence  Ctrl+E"))
        self.task_button = SegmentButton(self.tr("Task"), theme)
        self.task_button.setToolTip(self.tr("Switch between the task and the example"))
        self.objective = ShorteningLabel("", "secondary")
        self.next_button = QPushButton(self.tr("Next step"))
        self.next_button.setAutoDefault(False)
        self.next_button.setToolTip(self.tr("Next step  Alt+PgDown"))
        self.setProperty("kind", "pane")
        self.setAccessibleName(self.tr("Steps"))
        flow = FlowLayout(self, across=8, down=4)
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
        for widget in (self.changed_chip, self.note, self.task_button, self.objective):
            widget.hide()
        # The height of a flow layout depends on its width, so Qt has to ask for it.
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order."""
        steps = self.stepper.buttons.values()
        return [*steps, self.next_button, self.task_button, self.evidence_button]

    def show_step(self, step: str) -> None:
        """Show another step. No step is marked as done until the page sets the marks."""
        self.stepper.show_step(step)
        self.next_button.setVisible(step != CHECK and not self._scarce)
        self.evidence_button.setVisible(step != CHOOSE)

    def set_scarce(self, on: bool) -> None:
        """Make the bar as low as possible, for a small page (`on`), or show all of it."""
        self._scarce = on
        self.stepper.set_brief(on)
        self.task_button.setVisible(on)
        # The task is hidden on a small page, but its objective must stay visible.
        self.objective.setVisible(on)
        self.next_button.setVisible(self.stepper.step != CHECK and not on)

    def say(self, words: str) -> None:
        """Show a note next to the steps. An empty text hides it."""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def tell_changed(self, distance: int, least: int) -> None:
        """Show how many words of the whole example were changed, at the steps that follow editing.

        `least`: number of words below which a reason is required
        """
        if distance >= least:
            words = self.tr("Words changed: {count}").format(count=distance)
        else:
            words = self.tr("{count} of {least} words changed").format(count=distance, least=least)
        shown = self.stepper.step in (EDIT, CHECK) and not self._scarce
        say(
            self.changed_chip,
            words if shown else "",
            self.tr(
                "Words added, removed or replaced in the whole example. Below {least}, you "
                "are asked why so few changes were needed."
            ).format(least=least),
        )

    def tell_evidence(self, count: int) -> None:
        """Show the number of passages on the evidence button."""
        self.evidence_button.setText(self.tr("Evidence ({count})").format(count=count))


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


class StepTexts(Stack):
    """The texts of the current step.

    These are all variants (choose), one variant with its critique (rate), the editor (edit), or the
    edited output (check).

    `reading`: a splitter with the panes of the variant and its critique; the page saves its sizes
    """

    def __init__(self, page: ItemPanel, theme: Theme) -> None:
        super().__init__()
        self._scarce = False
        # The keyboard tests treat a group as a column, which they visit before the column next to
        # it.
        self.setProperty("kind", "group")
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
        self.reading = page.add_splitter(
            "reading", Qt.Orientation.Vertical, {self.reader_pane: 3, self.critique_pane: 2}
        )
        self.desk = SectionPane(theme)
        self.desk_pane = Pane("", theme)
        self.desk.named.connect(self.desk_pane.set_title)
        self.desk_pane.take_chip(self.desk.changes)
        self.desk_pane.column.addWidget(self.desk, 1)
        for pane in (self.variants_pane, self.reader_pane, self.desk_pane):
            pane.setMinimumWidth(260)
        for page_ in (self.variants_pane, self.reading, self.desk_pane):
            self.addWidget(page_)

    def show_step(self, step: str) -> None:
        """Show the texts of a step."""
        shown = {CHOOSE: self.variants_pane, EDIT: self.desk_pane}.get(step, self.reading)
        self.setCurrentWidget(shown)
        # By default, a stack is as large as its largest page.
        for place in range(self.count()):
            page = self.widget(place)
            if page is not None:
                policies = QSizePolicy.Policy
                policy = policies.Preferred if page is shown else policies.Ignored
                page.setSizePolicy(policy, policy)
        self.show_critique(step)
        self.reader_pane.set_title(
            self.tr("Edited output") if step == CHECK else self.tr("Selected variant")
        )

    def show_critique(self, step: str) -> None:
        """Show the critique pane below the rated variant, but not on a small page.

        On a small page, the critique is above the text of the variant.
        """
        rated = step == RATE and bool(self.critique.text)
        self.critique_pane.setVisible(rated and not self._scarce)

    def set_scarce(self, on: bool) -> None:
        """Hide headings, lengths and fixes, for a small page (`on`), or show them."""
        self._scarce = on
        self.desk.set_scarce(on)
        for pane in (self.desk_pane, self.reader_pane, self.variants_pane):
            pane.header_shows(not on)

    @property
    def has_critique_above(self) -> bool:
        """Whether the critique has no separate pane, so that it is above the variant."""
        return bool(self.critique.text) and self.critique_pane.isHidden()

    def show_variant(self, variant: Mapping[str, Any] | None, *, matched: bool) -> None:
        """Show a variant in the reader.

        Without a separate pane, the critique comes first. It is hidden while the text is `matched`
        with the evidence, because the critique does not come from the evidence.
        """
        sides = sides_of(variant)
        sections = [section for side in SIDES for section in sides[side]]
        if self.has_critique_above and not matched:
            sections.insert(0, {"title": self.tr("Critique"), "text": self.critique.text})
        self.reader.show_sections(sections)

    def show_output(self, sections: Sequence[Section], phrases: Sequence[str]) -> None:
        """Show the edited output in the reader, with its important phrases highlighted."""
        self.reader.show_sections(sections)
        self.reader.show_phrases(phrases)

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order."""
        editor = self.desk.editor
        return [
            self.variants,
            self.reader_pane,
            self.critique,
            *self.desk.stops(),
            editor.bar,
            editor.find_bar,
            editor.beside,
            editor.revision_edit,
        ]

    def _on_shown(self, first: int, last: int, count: int) -> None:
        # If all variants are visible, there is nothing to scroll to.
        all_ = first == 1 and last == count
        words = self.tr("{first}–{last} of {count}  ← →")
        say(
            self.range_chip,
            "" if all_ else words.format(first=first, last=last, count=count),
            self.tr("Use the arrow keys to see the others"),
        )


class EditLayout(QWidget):
    """The whole page: the steps on top; below them task, texts of the step, and questions.

    `beside`: width in pixels of the questions next to the texts, as chosen by the user
    `room_changed`: the page became small or large
    `evidence_turned`: the evidence was shown or hidden
    """

    room_changed = Signal()
    evidence_turned = Signal()

    def __init__(self, page: ItemPanel, theme: Theme) -> None:
        super().__init__()
        self._page, self._theme = page, theme
        self._form_view, self._questions = page.form_view, page.questions
        self._scarce = False
        self.beside = _BESIDE
        # Whether the user set the height of the questions below the variants.
        self._by_hand = False
        # Sizes are valid only after the pending layout, so the splitter is set afterwards.
        self._dividing = QTimer(self, singleShot=True, interval=0)
        self._dividing.timeout.connect(self._divide)
        self.bar = StepBar(theme)
        self.task_view = TaskView(theme, self.tr("Task"))
        self.task_pane = Pane(self.tr("Task"), theme)
        self.task_pane.column.addWidget(self.task_view, 1)
        self.task_pane.setMinimumWidth(150)
        self.texts = StepTexts(page, theme)
        self.evidence = Evidence(theme, self.texts.reader)
        self.right = page.add_splitter(
            "right", Qt.Orientation.Vertical, {self.evidence: 3, self._questions: 2}
        )
        self.work = page.add_splitter(
            "work", Qt.Orientation.Horizontal, {self.texts: 1, self.right: 0}
        )
        self.across = page.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.task_pane: 0, self.work: 1}
        )
        self.across.setSizes([220, 820])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.bar)
        column.addWidget(self.across, 1)
        self.work.splitterMoved.connect(self._on_divided)
        # A message may make the questions taller than their area.
        self._form_view.area.verticalScrollBar().rangeChanged.connect(self._on_overflow)
        self.bar.task_button.clicked.connect(self.show_task)
        self.bar.evidence_button.clicked.connect(self.open_evidence)
        self.evidence.closed.connect(lambda: self.open_evidence(False))
        self.evidence.clicked.connect(self._select_match)
        theme.changed.connect(self.make_room)

    @property
    def step(self) -> str:
        """The current step."""
        return self.bar.stepper.step

    def show_content(self, example: ExampleState) -> None:
        """Show the task and the variants of another item."""
        self.task_view.show_task(example.task)
        # The objective is on one line of the bar.
        self.bar.objective.setText(" ".join(str(example.task.get("objective") or "").split()))
        self.texts.variants.show_variants(example.task, example.variants)

    def show_step(self, step: str) -> None:
        """Lay out the page for a step."""
        self.bar.show_step(step)
        self.texts.show_step(step)
        self._show_evidence(self.bar.evidence_button.isChecked() and step != CHOOSE)
        # The reader shows the output with its phrases only at the last step.
        if step != CHECK:
            self.texts.reader.show_phrases(())
        self.make_room()
        self.order()

    def _show_evidence(self, on: bool) -> None:
        """Show the passages (`on`) or hide them.

        They are above the questions; on a small page, they replace the questions.
        """
        was_open = not self.evidence.isHidden()
        self.evidence.set_open(on)
        # Sizes that the user chose while the passages were open are kept.
        if on and not was_open:
            height = self.right.height()
            self.right.setSizes([round(height * 0.6), round(height * 0.4)])
        self._dividing.start()
        self._questions.setVisible(not (on and self._scarce))

    def _turn_evidence(self, on: bool) -> None:
        self.bar.evidence_button.setChecked(on)
        self._show_evidence(on and self.step != CHOOSE)
        self.evidence_turned.emit()

    def open_evidence(self, on: bool) -> None:
        """Show the passages (`on`) or hide them, and move the focus to them or back."""
        self._turn_evidence(on)
        if on and self.step != CHOOSE and self.evidence.count:
            self.evidence.passage.setFocus()
        elif not on:
            self.focus_step()

    def step_passage(self, by: int) -> None:
        """Open the evidence; if it is open already, move by `by` passages."""
        if not self.evidence.isVisible():
            self.open_evidence(True)
        else:
            self.evidence.step(by)

    def _select_match(self, start: int, end: int) -> None:
        """In the editor, select the text that matches the place clicked in a passage."""
        if self.step == EDIT:
            self.texts.desk.editor.revision_edit.select(start, end)
            self.texts.desk.editor.revision_edit.scroll_to(start)

    def bring_questions(self) -> None:
        """Show the questions if the task or the evidence covers them.

        Otherwise keys would answer questions that the user cannot see.
        """
        self.show_task(False)
        if self._questions.isHidden():
            self._turn_evidence(False)

    def show_task(self, on: bool) -> None:
        """Show the task instead of the example (`on`), or the example.

        A large page always shows both.
        """
        self.bar.task_button.setChecked(on and self._scarce)
        self.task_pane.setVisible(on or not self._scarce)
        self.work.setVisible(not (on and self._scarce))

    def focus_task(self) -> None:
        """Set the focus to the task."""
        self.show_task(True)
        self.task_view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_text(self) -> None:
        """Set the focus to the text of the current step."""
        self.show_task(False)
        if self.step == EDIT:
            self.texts.desk.take_focus()
        else:
            text = self.texts.variants if self.step == CHOOSE else self.texts.reader
            text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_step(self) -> None:
        """Set the focus to the first field of the step, without pointing at an answer."""
        if self.step == CHOOSE:
            self.texts.variants.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.step == EDIT:
            self.texts.desk.take_focus()
        else:
            self.bring_questions()
            self._form_view.await_keys()

    def open_find(self) -> None:
        """Open the search in the evidence if it has the focus, or else in the text of the step."""
        focus = self.focusWidget()
        if focus is not None and self.evidence.isAncestorOf(focus):
            self.evidence.passage.open_find()
        elif self.step == EDIT:
            self.texts.desk.editor.open_find()
        elif self.step != CHOOSE:
            self.texts.reader.open_find()

    def order(self) -> None:
        """Set the tab order of all panes to the reading order."""
        first = self._form_view.first_stop()
        panes = [
            *self.bar.stops(),
            self.task_pane,
            *self.texts.stops(),
            *self.evidence.stops(),
            # The other questions follow the first one.
            *([first] if first is not None else []),
        ]
        self._page.order_tabs(panes)
        self._form_view.order_tabs()

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

        At the first step, the variants have the whole width and the questions are below. On a small
        page, only one pane is visible at a time.
        """
        scarce = self.height() < self._theme.px(_ROOMY)
        below = self.step == CHOOSE and not scarce
        wanted = Qt.Orientation.Vertical if below else Qt.Orientation.Horizontal
        if self.work.orientation() is not wanted:
            self.work.setOrientation(wanted)
            if below:
                self.work.setSizes([self.work.height() - _BELOW, _BELOW])
        self._dividing.start()
        # Called for every resize. The rest is needed only if the page becomes small or large.
        if scarce != self._scarce:
            self._scarce = scarce
            self.bar.set_scarce(scarce)
            self.show_task(False)
            self.texts.set_scarce(scarce)
            self._show_evidence(not self.evidence.isHidden())
            self.texts.show_critique(self.step)
            self.room_changed.emit()

    def _divide(self) -> None:
        """Set the size of the questions.

        Next to the texts, they have the initial width or the one that the user chose; on a scarce
        page, half of the width. Below the variants, they have the height that their texts need, so
        that no message is cut off, unless the user chose another height.
        """
        if self.work.orientation() is Qt.Orientation.Horizontal:
            right = self.work.width() // 2 if self._scarce else self.beside
            self.work.setSizes([self.work.width() - right, right])
        elif not self._by_hand:
            missing = self._form_view.missing_height()
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
            # On a small page, the questions are always reset to half of the width.
            self.beside = self.work.sizes()[1]

    def set_beside(self, width: int) -> None:
        """Set the width of the questions next to the texts, in pixels."""
        self.beside = max(_BESIDE // 2, width)
