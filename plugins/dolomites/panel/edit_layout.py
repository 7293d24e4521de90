"""Layout of the post-editing page: the reference, the texts of each step, and the questions.

Nothing here handles answers; `edit.py` does. The module is long because the panes have to be
arranged together for each step and window size.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.ui.widgets.stack import Stack
from desktop_app.ui.widgets.step_row import StepRow
from plugins.dolomites.panel.edit_check import FinalText
from plugins.dolomites.panel.edit_choose import VariantsPane
from plugins.dolomites.panel.edit_evidence import Evidence
from plugins.dolomites.panel.edit_sections import SIDES, sides_of
from plugins.dolomites.panel.edit_state import CHECK, CHOOSE, EDIT, RATE, STEPS, ExampleState
from plugins.dolomites.panel.reference_pane import TASK, ReferenceButton, ReferencePane
from plugins.dolomites.panel.section_pane import SectionPane
from plugins.dolomites.panel.task_view import TaskView

# Page height and width in pixels at 100 % text size. On a smaller (scarce) page, the reference
# takes the place of the texts.
_ROOMY, _WIDE = 440, 860
# Initial width of the questions at each step, and of the reference, in pixels. The reference has
# the same width at all steps but the first.
_BESIDE = {RATE: 644, EDIT: 310, CHECK: 440}
_REFERENCE = {CHOOSE: 300, EDIT: 344}
# Share of the width for the critique on a scarce page: the text that is edited needs more.
_SCARCE = 0.42
# Share of the height for the questions below the texts.
_BELOW = 0.45
# Minimum height of the page in pixels, at 100 % text size, enough for one pane at a time.
_LEAST = 250
EVIDENCE = "evidence"


class Reader(TaskView):
    """The read-only view of the chosen variant, matched with the evidence."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        # Unlike other task views, this one is matched with the evidence.
        self.strip.show()


class StepTexts(Stack):
    """The texts of the current step.

    These are all variants (choose), one variant with its critique (rate), the editor (edit), or the
    final text (check).

    `reading`: a splitter with the panes of the variant and its critique; the page saves its sizes
    """

    def __init__(self, page: ItemPanel, theme: Theme) -> None:
        super().__init__()
        self._scarce = False
        # The keyboard tests treat a group as a column, which they visit before the column next to
        # it.
        self.setProperty("kind", "group")
        self.variants_pane = VariantsPane(theme)
        self.variants = self.variants_pane.variants
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
        # The critique is as high as its text needs, and the variant gets the rest.
        self._first = page.fit_first(
            "reading", self.reader_pane, self.reader.view, 0.6, below=self._critique_height
        )
        self.desk = SectionPane(theme)
        self.final = FinalText(theme)
        self.pages: dict[str, QWidget] = {
            CHOOSE: self.variants_pane,
            RATE: self.reading,
            EDIT: self.desk,
            CHECK: self.final,
        }
        for each in self.pages.values():
            each.setMinimumWidth(260)
            self.addWidget(each)

    def _critique_height(self) -> int:
        """Return the height that the pane of the critique needs, in pixels."""
        pane, view = self.critique_pane, self.critique
        around = pane.height() - view.viewport().height()
        return around + view.height_of_lines(pane.window().height())

    def show_step(self, step: str) -> None:
        """Show the texts of a step."""
        shown = self.pages[step]
        self.setCurrentWidget(shown)
        # By default, a stack is as large as its largest page.
        for page in self.pages.values():
            policies = page.sizePolicy().Policy
            policy = policies.Preferred if page is shown else policies.Ignored
            page.setSizePolicy(policy, policy)
        self.show_critique(step)

    def show_critique(self, step: str) -> None:
        """Show the critique pane below the rated variant, but not on a small page.

        On a small page, the critique is above the text of the variant.
        """
        rated = step == RATE and bool(self.critique.text)
        self.critique_pane.setVisible(rated and not self._scarce)

    def set_scarce(self, on: bool) -> None:
        """Show one text at a time, for a small page (`on`), or two side by side."""
        self._scarce = on

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
        self._first.fit()

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order."""
        return [
            *self.variants_pane.stops(),
            self.reader_pane,
            self.critique,
            *self.desk.stops(),
            *self.final.stops(),
        ]


class EditLayout(QWidget):
    """The whole page: from left to right, the reference, the texts of the step, the questions.

    `beside`: width in pixels of the questions next to the texts at each step
    `references`: width in pixels of the reference at the first step and at the others
    `room_changed`: the page became small or large
    `in_row_changed`: whether the question of the first step is in one row with its options
    `evidence_turned`: the evidence was shown or hidden
    """

    room_changed = Signal()
    in_row_changed = Signal(bool)
    evidence_turned = Signal()

    def __init__(self, page: ItemPanel, theme: Theme) -> None:
        super().__init__()
        self._page, self._theme = page, theme
        self._form_view, self._questions = page.form_view, page.questions
        self._scarce = False
        self.beside, self.references = dict(_BESIDE), dict(_REFERENCE)
        # Whether the reference has the width that it has on a scarce page.
        self._has_scarce_width = False
        # Whether the reference is open at each step. The first one needs the task most.
        self._is_open = {step: step == CHOOSE for step in STEPS}
        self.steps = StepRow(
            [
                (CHOOSE, self.tr("Choose")),
                (RATE, self.tr("Rate")),
                (EDIT, self.tr("Edit")),
                (CHECK, self.tr("Check")),
            ],
            theme,
        )
        self.actions_row = ReferenceButton(theme, self.tr("Task and evidence"))
        self.texts = StepTexts(page, theme)
        self.reference = ReferencePane(theme)
        self.evidence = Evidence(theme, self.texts.reader)
        self.reference.add_tab(EVIDENCE, self.tr("Evidence"), self.evidence)
        self.reference.setMinimumWidth(220)
        self.work = page.add_splitter(
            "work", Qt.Orientation.Horizontal, {self.texts: 1, self._questions: 0}
        )
        self.across = page.add_splitter(
            "across", Qt.Orientation.Horizontal, {self.reference: 0, self.work: 1}
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.across, 1)
        self.form_place = page.place_form("work", 0, _BELOW)
        self.form_place.width_beside = self._width_beside
        self.form_place.turned.connect(self.make_room)
        self.work.splitterMoved.connect(self._on_divided)
        self.across.splitterMoved.connect(self._on_reference_moved)
        self.actions_row.button.clicked.connect(self.open_reference)
        self.reference.closed.connect(lambda: self.open_reference(False))
        self.reference.turned.connect(self._turn_evidence)
        self.evidence.clicked.connect(self._select_match)
        theme.changed.connect(self.make_room)

    @property
    def step(self) -> str:
        """The current step."""
        return self.steps.step

    @property
    def has_evidence(self) -> bool:
        """Whether the evidence is shown."""
        return not self.reference.isHidden() and self.reference.tab == EVIDENCE

    def show_content(self, example: ExampleState) -> None:
        """Show the task and the variants of another item."""
        self.texts.variants_pane.variants.show_variants(example.task, example.variants)
        self.show_reference(example)
        self.reference.show_tab("task")

    def show_reference(self, example: ExampleState) -> None:
        """Show the task, and the input and the passages of the chosen variant."""
        variant = example.variant
        shared = self.texts.variants.has_same_input or len(example.variants) == 1
        if variant is None and shared and example.variants:
            variant = example.variants[0]
        self.reference.show_task(example.task, sides_of(variant)["input"])
        self.evidence.show_passages(list((variant or {}).get("evidence") or ()))
        name = self.tr("Evidence {count}").format(count=self.evidence.count)
        self.reference.offer_tab(EVIDENCE, name, on=example.variant is not None)

    def show_step(self, step: str) -> None:
        """Lay out the page for a step."""
        self.texts.show_step(step)
        # The state of the marks is set by the page.
        self.steps.show_step(step)
        self._show_reference(self._is_open[step] and not self._scarce)
        self.make_room()
        self.order()

    def _show_reference(self, on: bool) -> None:
        """Show the reference or hide it; on a scarce page it takes the place of the texts."""
        was_open = not self.reference.isHidden()
        self.reference.setVisible(on)
        self.actions_row.button.setChecked(on)
        self.texts.setVisible(not (on and self._scarce))
        self.texts.desk.set_alone(on or self._scarce)
        if on and (not was_open or self._has_scarce_width != self._scarce):
            self._has_scarce_width = self._scarce
            wide = self.references[self._reference_step]
            if self._scarce:
                # As wide as the texts, whose place it takes.
                wide = self.across.width() // 2
            self.across.setSizes([wide, self.across.width() - wide])
        self.form_place.fit()
        self._turn_evidence()

    def _turn_evidence(self) -> None:
        """Match the evidence while it is shown."""
        self.evidence.set_open(self.has_evidence)
        self.evidence_turned.emit()

    def open_reference(self, on: bool) -> None:
        """Show the reference (`on`) or hide it, and move the focus to it or back."""
        # A small page shows it only on request.
        if not self._scarce:
            self._is_open[self.step] = on
        self._show_reference(on)
        if on:
            self.reference.take_focus()
        else:
            self.focus_step()

    def toggle_reference(self) -> None:
        """Open the reference, or close it."""
        self.open_reference(self.reference.isHidden())

    def toggle_evidence(self) -> None:
        """Open the reference at the evidence, or close it if the evidence is shown."""
        if self.has_evidence or self.reference.buttons[EVIDENCE].isHidden():
            self.open_reference(False)
        else:
            self.focus_evidence()

    def focus_task(self) -> None:
        """Open the reference at the task, and set the focus to it."""
        self.reference.show_tab(TASK)
        self.open_reference(True)

    def focus_evidence(self) -> None:
        """Open the reference at the evidence, if there is any, and set the focus to it."""
        if not self.reference.buttons[EVIDENCE].isHidden():
            self.reference.show_tab(EVIDENCE)
        self.open_reference(True)

    def step_passage(self, by: int) -> None:
        """Open the evidence; if it is open already, move by `by` passages."""
        if not self.has_evidence:
            self.toggle_evidence()
        else:
            self.evidence.step(by)

    def _select_match(self, start: int, end: int) -> None:
        """In the editor, select the text that matches the place clicked in a passage."""
        if self.step == EDIT:
            self.texts.desk.editor.revision_edit.select(start, end)
            self.texts.desk.scroll_to_caret()

    def focus_text(self) -> None:
        """Set the focus to the text of the current step."""
        if self.texts.isHidden():
            self._show_reference(False)
        if self.step == EDIT:
            self.texts.desk.take_focus()
        elif self.step == CHECK:
            self.texts.final.take_focus()
        else:
            text = self.texts.variants if self.step == CHOOSE else self.texts.reader
            text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_step(self) -> None:
        """Set the focus to the first field of the step, without pointing at an answer."""
        if self.step in (CHOOSE, EDIT):
            self.focus_text()
        else:
            self._form_view.await_keys()
        if self.step == EDIT:
            # The focus is in the text, but the open point must not be out of sight.
            self._form_view.show_question("points")

    def open_find(self) -> None:
        """Open the search in the reference if it has the focus, or else in the text of the step."""
        focus = self.window().focusWidget()
        if focus is not None and self.reference.isAncestorOf(focus):
            views = {"task": self.reference.task, "input": self.reference.input}
            views.get(self.reference.tab, self.evidence.passage).open_find()
        elif self.step == EDIT:
            desk = self.texts.desk
            desk.finder.open(desk.editor.revision_edit.selection())
        elif self.step == CHECK:
            self.texts.final.finder.open(self.texts.final.selection())
        elif self.step == RATE:
            self.texts.reader.open_find()

    def order(self) -> None:
        """Set the tab order of all panes to the reading order."""
        first = next(iter(self._form_view.stops()), None)
        panes = [
            *self.reference.stops(),
            *self.evidence.stops(),
            *self.texts.stops(),
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

        At the first step, the variants have the whole width and the question is below.
        """
        px = self._theme.px
        place = self.form_place
        self.actions_row.fit(self)
        small = self.height() < px(_ROOMY) or self.width() < px(_WIDE)
        scarce = small or place.is_narrow
        place.is_row = self.step == CHOOSE
        place.fit()
        in_row = place.is_row and place.is_below and not small
        self._form_view.set_in_row(in_row)
        self.in_row_changed.emit(in_row)
        # Called for every resize. The rest is needed only if the page becomes small or large.
        if scarce != self._scarce:
            self._scarce = scarce
            self.texts.set_scarce(scarce)
            self._show_reference(self._is_open[self.step] and not scarce)
            self.texts.show_critique(self.step)
            self.room_changed.emit()

    def _width_beside(self) -> int:
        """Return the width of the questions beside the texts, in pixels.

        It is the initial width or the one that the user chose; on a scarce page, about half of the
        width.
        """
        width = self.work.width()
        right = self.beside.get(self.step, width // 2)
        if self._scarce:
            right = round(width * (_SCARCE if self.step == EDIT else 0.5))
        # The texts keep at least half of the width at narrow pages.
        return min(right, max(width // 2, width - self._theme.px(520)))

    @property
    def _reference_step(self) -> str:
        return CHOOSE if self.step == CHOOSE else EDIT

    def _on_reference_moved(self) -> None:
        """Store the width of the reference that the user set with the splitter."""
        if not self._scarce:
            self.references[self._reference_step] = self.across.sizes()[0]

    def _on_divided(self) -> None:
        """Store the width that the user set with the splitter."""
        if self.step in _BESIDE and not self.form_place.is_below and not self._scarce:
            self.beside[self.step] = self.work.sizes()[1]

    def state(self) -> dict[str, Any]:
        """Return the widths of the questions and of the reference, to be saved."""
        return {"widths": dict(self.beside), "references": dict(self.references)}

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Restore the widths. Raise an error if they are invalid."""
        found = {step: int(state["widths"][step]) for step in _BESIDE}
        # States of earlier versions have none of the reference.
        references = state.get("references", _REFERENCE)
        self.references = {step: int(references[step]) for step in _REFERENCE}
        self.beside = {step: max(_BESIDE[EDIT] // 2, width) for step, width in found.items()}
