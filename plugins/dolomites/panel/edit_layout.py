"""Layout of the post-editing page for each of its steps.

Nothing here knows answers; `edit.py` does.
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
from desktop_app.ui.widgets.stack import Stack
from desktop_app.ui.widgets.stepper import Stepper
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
_ROOMY = 480  # pixels of height at 100 % text, below which one thing at a time has all of it
_BELOW, _BESIDE = 170, 316  # pixels that what is asked has below, and beside, what is shown
_LEAST = 250  # pixels of height at 100 % text, with which one thing at a time is still of use


class EditLayout(ItemPanel):
    """The steps above; below them the task | what a step shows | what it asks."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self.content_task: Mapping[str, Any] = {}
        self.content_variants: list[Mapping[str, Any]] = []
        self._scarce = False
        self._beside = _BESIDE
        self._by_hand = False
        self._dividing = QTimer(self, singleShot=True, interval=0)
        self._dividing.timeout.connect(self._divide)
        self._make_parts()
        self._make_panes()
        self.bar = self._make_bar()
        self.center = Stack()
        self.center.setProperty("kind", "group")  # a column, read before the one beside it
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
        self.form_view.area.verticalScrollBar().rangeChanged.connect(self._on_overflow)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.bar)
        column.addWidget(self.across, 1)
        theme.changed.connect(self.make_room)

    def show_content(self, content: Mapping[str, Any]) -> None:
        """Show another item's task and variants."""
        task, variants = content.get("task"), content.get("variants")
        self.content_task = task if isinstance(task, Mapping) else {}
        self.content_variants = [one for one in variants or () if isinstance(one, Mapping)]
        self.task_view.show_task(self.content_task)
        self.objective.setText(" ".join(str(self.content_task.get("objective") or "").split()))
        self.variants.show_variants(self.content_task, self.content_variants)
        self.chosen_part.offer([self.variants.name(n) for n in range(len(self.content_variants))])
        self.order()

    def arrange(self, step: str) -> None:
        """Lay the page out for a step."""
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
        if step != CHECK:
            self.mark(())
        self.make_room()
        self.order()

    def show_evidence(self, on: bool) -> None:
        """Show the passages above the questions, or instead of them where there is little room."""
        was_open = not self.evidence.isHidden()
        self.evidence.set_open(on)
        if on and not was_open:
            height = self.right.height()
            self.right.setSizes([round(height * 0.6), round(height * 0.4)])
        self._dividing.start()
        self.questions.setVisible(not (on and self._scarce))

    def _show_critique(self) -> None:
        """Show the critique below the variant; where there is little room, it is above its text."""
        rated = self.stepper.step == RATE and bool(self.critique.text)
        self.critique_pane.setVisible(rated and not self._scarce)

    def _fit_center(self) -> None:
        """Ask for the room that the page shown needs, not for that of the others."""
        for place in range(self.center.count()):
            page = self.center.widget(place)
            if page is not None:
                on = page is self.center.currentWidget()
                policy = QSizePolicy.Policy.Preferred if on else QSizePolicy.Policy.Ignored
                page.setSizePolicy(policy, policy)

    def show_critique(self, critique: Sequence[Mapping[str, Any]]) -> None:
        """Show the critique of the chosen variant, to be read before it is rated."""
        lines = []
        for number, point in enumerate(critique, 1):
            aspect = self.points_part.aspect(point)
            head = f"{number}. {aspect}: " if aspect else f"{number}. "
            lines.append(head + str(point.get("text", "")))
        self.critique.show_text("\n\n".join(lines))

    def mark(self, phrases: Sequence[str]) -> None:
        """Mark phrases in the text that is read."""
        self.reader.show_phrases(phrases)

    def say(self, words: str) -> None:
        """Say something quiet beside the steps."""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def tell_changed(self, distance: int, least: int, *, shown: bool) -> None:
        """Show how many words were changed, and how many should be at least."""
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
        """Show how many passages there are."""
        self.evidence_button.setText(self.tr("Evidence ({count})").format(count=count))
        self._make_button_room()

    def tell_aside(self, numbers: Sequence[int]) -> None:
        """Say that work on other variants is kept."""
        names = ", ".join(self.variants.name(number - 1) for number in numbers)
        words = self.tr("Your work on {variants} is kept in case you choose it again.")
        self.chosen_part.say(words.format(variants=names) if numbers else "")

    def show_task(self, on: bool) -> None:
        """Let the task have its turn, where there is no room for it beside the rest."""
        self.task_button.setChecked(on and self._scarce)
        self.task_pane.setVisible(on or not self._scarce)
        self.work.setVisible(not (on and self._scarce))

    def focus_task(self) -> None:
        """Put the focus on the task."""
        self.show_task(True)
        self.task_view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_text(self) -> None:
        """Put the focus on what the step shows."""
        self.show_task(False)
        step = self.stepper.step
        if step == CHOOSE:
            self.variants.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif step == EDIT:
            self.desk.take_focus()
        else:
            self.reader.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def order(self) -> None:
        """Let Tab go through what shows, in reading order."""
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
                *([first] if first is not None else []),  # the others follow it
            ]
        )
        self.form_view.order_tabs()

    def minimumSizeHint(self) -> QSize:
        """Ask for no more height than one thing at a time needs: with less than all need, there is
        one at a time."""
        asked = super().minimumSizeHint()
        return QSize(asked.width(), min(asked.height(), self._theme.px(_LEAST)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.make_room()

    def make_room(self) -> None:
        """Choosing has the whole width, and what is asked is below; where there is little
        height, one thing at a time has all of it."""
        scarce = self.height() < self._theme.px(_ROOMY)
        below = self.stepper.step == CHOOSE and not scarce
        wanted = Qt.Orientation.Vertical if below else Qt.Orientation.Horizontal
        if self.work.orientation() is not wanted:
            self.work.setOrientation(wanted)
            if below:
                self.work.setSizes([self.work.height() - _BELOW, _BELOW])
        self._dividing.start()
        if scarce != self._scarce:
            self._scarce = scarce
            self.stepper.set_brief(scarce)
            self.task_button.setVisible(scarce)
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
        """Give what is asked the width that it has at first, or that a person gave it; below what
        is shown, the height that its words need, so that nothing said there is hidden."""
        if self.work.orientation() is Qt.Orientation.Horizontal:
            right = self.work.width() // 2 if self._scarce else self._beside
            self.work.setSizes([self.work.width() - right, right])
        elif not self._by_hand:
            missing = self.form_view.missing_height()
            below = max(_BELOW, self.work.sizes()[1] + missing)
            below = min(below, self.work.height() // 2)
            self.work.setSizes([self.work.height() - below, below])

    def _on_overflow(self) -> None:
        if self.work.orientation() is Qt.Orientation.Vertical:
            self._dividing.start()

    def _on_divided(self) -> None:
        if self.work.orientation() is Qt.Orientation.Vertical:
            self._by_hand = True
        elif not self._scarce:
            self._beside = self.work.sizes()[1]

    def state(self) -> dict[str, Any]:
        return {"beside": self._beside}

    def set_state(self, state: Mapping[str, Any]) -> None:
        self._beside = max(_BESIDE // 2, int(state["beside"]))

    def restore_state(self, data: bytes) -> None:
        super().restore_state(data)
        self.make_room()  # how the page was divided at another step says nothing here

    def scarcity_changed(self) -> None:
        """There is little room now, or enough again."""

    # Inside

    def _make_parts(self) -> None:
        theme = self._theme
        self.chosen_part = ChosenPart(theme)
        self.points_part = PointsPart(theme)
        self.phrases_part = PhrasesPart(theme)
        required = self.tr("required")
        asked = [question.key for question in self.form_view.form.questions]
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
        self.objective = ShorteningLabel(
            "", "secondary"
        )  # of the task: that much is in view always
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
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        bar.setSizePolicy(policy)
        return bar

    def _make_button_room(self) -> None:
        """Open, the words of the button are wider."""
        bold = QFontMetrics(self._theme.ui_font(13, bold=True))
        for button in (self.evidence_button, self.task_button):
            button.setMinimumWidth(bold.horizontalAdvance(button.text()) + 20)

    def _on_shown(self, first: int, last: int, count: int) -> None:
        all_ = first == 1 and last == count
        words = self.tr("{first}–{last} of {count}  ← →")
        say(
            self.range_chip,
            "" if all_ else words.format(first=first, last=last, count=count),
            self.tr("Use the arrow keys to see the others"),
        )


class Reader(TaskView):
    """The example as it is read, with the phrases that were picked from it."""

    def __init__(self, theme: Theme, name: str) -> None:
        self._phrases: list[tuple[int, int]] = []
        super().__init__(theme, name)
        self.strip.show()

    def show_phrases(self, phrases: Sequence[str]) -> None:
        """Mark phrases where each stands first."""
        self._phrases = places_of(phrases, self.text)
        self.view.refresh()

    def _highlights(self, start: int, end: int) -> Iterator[Highlight]:
        yield from super()._highlights(start, end)
        for first, last in self._phrases:
            if first < end and last > start:
                yield Highlight(first, last, Shade.FOUND)
