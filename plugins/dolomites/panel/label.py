"""The page for comparing two outputs for an example, without naming their models.

The task is on the left, the outputs are side by side and scroll together by section, and the
questions are below them. No lengths are shown, because they would suggest that longer is better.
Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QWidget

from desktop_app.core.forms import Form
from desktop_app.core.json_values import objects
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.plain_text import ShorteningLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_view import LinkedScrolling
from desktop_app.ui.widgets.item_panel import ItemPanel
from desktop_app.ui.widgets.pane import Pane
from desktop_app.ui.widgets.two_texts import TwoTexts
from plugins.dolomites.panel.answer_texts import answers_in_words
from plugins.dolomites.panel.reference_pane import ReferenceButton, ReferencePane
from plugins.dolomites.panel.task_view import SectionMap, TaskView

REFERENCE = "reference"
# Initial width of the task in pixels.
_TASK = 300
# Page height and width in pixels at 100 % text size. On a smaller page, the task takes the place
# of the outputs.
_ROOMY, _WIDE = 440, 1_000
# Largest share of the height for the questions, which scroll if they need more.
_SHARE = 0.55


class LabelPanel(ItemPanel):
    """The comparison page: the task, two outputs, and the questions about them."""

    has_page_row = options_beside = True

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._is_scarce = False
        self._is_open = True
        self.reference = ReferencePane(theme)
        self.answer = TaskView(theme, self.tr("Reference"))
        self.reference.add_text(REFERENCE, self.tr("Reference"), self.answer)
        self.reference.setMinimumWidth(200)
        self.button = ReferenceButton(theme, self.tr("Task"))
        self._hidden = ShorteningLabel(self.tr("Models hidden, random order"), "chip")
        self._hidden.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.row_actions = QWidget()
        in_row(self._hidden, self.button, on=self.row_actions, margins=0, gap=10)
        self.left, left_pane = self._text(self.tr("Left output"))
        self.right, right_pane = self._text(self.tr("Right output"))
        self.places = SectionMap(self.left, self.right)
        self.link = LinkedScrolling(
            self.left.view, self.right.view, self.places.to_right, self.places.to_left
        )
        self.both = self.add_splitter(
            "both", Qt.Orientation.Horizontal, {left_pane: 1, right_pane: 1}
        )
        # The keyboard tests visit a group before the column next to it.
        self.both.setProperty("kind", "group")
        self.two = TwoTexts(self.both, [(self.left, left_pane), (self.right, right_pane)], theme)
        # On a small page, the reference is shown instead of the outputs, so that the questions and
        # the action bar stay visible.
        self._side, self._reading = QWidget(), QWidget()
        self._at_side = in_column(self.reference, on=self._side, margins=0, gap=0)
        self._instead = in_column((self.two, 1), on=self._reading, margins=0, gap=0)
        self.texts = self.add_splitter(
            "texts", Qt.Orientation.Vertical, {self._reading: 1, self.questions: 0}
        )
        self.across = self.add_splitter(
            "across", Qt.Orientation.Horizontal, {self._side: 0, self.texts: 1}
        )
        self.both.setSizes([380, 380])
        self.across.setSizes([_TASK, 1194 - _TASK])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.across)
        self.form_place = self.place_form("texts", 0, _SHARE)
        self.button.button.clicked.connect(self.open_reference)
        self.reference.closed.connect(lambda: self.open_reference(False))
        theme.changed.connect(self._make_room)
        self._make_room()
        # A new page has Qt's own size, which is small for large text.
        self._show_reference(self._is_open and not self._is_scarce)
        panes = [*self.reference.stops(), self.answer, *self.two.tabs]
        panes += [left_pane, right_pane, self.questions]
        self.order_tabs(panes)
        for action in (
            ("find", self.tr("Find in the text"), "Ctrl+F", self._find),
            ("reference", self.tr("Open or close the task"), "Ctrl+T", self._toggle),
            (
                "other_text",
                self.tr("Go to the other output"),
                "Ctrl+Tab",
                lambda: self._to(1 - self.two.current),
            ),
        ):
            self.add_action(*action)
        go, to, way = self._go, self._to, self.add_way
        # F6 keeps the open tab of the reference.
        self.pane_ways.append((self.reference, self.reference.take_focus))
        way("focus_task", self.tr("Go to the task"), lambda: go("task"))
        way("focus_input", self.tr("Go to the input"), lambda: go("input"))
        way("focus_left", self.tr("Go to the left output"), lambda: to(0), left_pane)
        way("focus_right", self.tr("Go to the right output"), lambda: to(1), right_pane)
        way("focus_form", self.tr("Go to the questions"), self.focus_form, self.questions)
        way("focus_reference", self.tr("Show the reference"), lambda: go(REFERENCE))

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another pair, scrolled to the top. The answers about it are set separately."""
        task = content.get("task")
        self.reference.show_task(
            task if isinstance(task, Mapping) else {}, objects(content.get("input"))
        )
        self.answer.show_sections(content.get("reference"))
        has = bool(objects(content.get("reference")))
        self.reference.offer_tab(REFERENCE, self.tr("Reference"), on=has)
        self.reference.show_tab("task")
        # The sections of the two texts can be matched only after both are set.
        with self.link.held():
            self.left.show_sections(content.get("left"))
            self.right.show_sections(content.get("right"))

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the answers as (question, answer) texts for the list of revisions."""
        return answers_in_words(self.form_view.form, answers, self.language)

    def state(self) -> dict[str, Any]:
        return {"open": self._is_open}

    def set_state(self, state: Mapping[str, Any]) -> None:
        is_open = state.get("open", True)
        if not isinstance(is_open, bool):
            raise TypeError("no state of this page")
        self._is_open = is_open
        self._show_reference(is_open and not self._is_scarce)

    def open_reference(self, on: bool) -> None:
        """Show the task (`on`) or hide it, and move the focus to it or back."""
        # A small page shows it only on request.
        if not self._is_scarce:
            self._is_open = on
        # Read first: hiding the task moves the focus anywhere.
        output = self.two.current
        self._show_reference(on)
        if on:
            self.reference.take_focus()
        else:
            self.two.go_to(output)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _show_reference(self, on: bool) -> None:
        covers = on and self._is_scarce
        focus, output = QApplication.focusWidget(), self.two.current
        # A text gives up the focus before it is hidden or moved, or Qt would give it to a question,
        # which keys would then answer.
        if not covers:
            self.two.show()
        if not on and focus is not None and self.reference.isAncestorOf(focus):
            self.two.go_to(output)
        place = self._instead if covers else self._at_side
        if place.indexOf(self.reference) < 0:
            place.addWidget(self.reference)
        self.reference.setVisible(on)
        if covers and focus is not None and self.two.isAncestorOf(focus):
            self.reference.take_focus()
        self.two.setVisible(not covers)
        self.button.button.setChecked(on)
        self._side.setVisible(on and not covers)

    def _toggle(self) -> None:
        self.open_reference(self.reference.isHidden())

    def _make_room(self) -> None:
        """Adapt the page to its size."""
        px = self._theme.px
        self.button.fit(self)
        # Before the first layout, the height is 0 and means nothing.
        scarce = 0 < self.height() < px(_ROOMY) or 0 < self.width() < px(_WIDE)
        if scarce != self._is_scarce:
            self._is_scarce = scarce
            self._hidden.setVisible(not scarce)
            self._show_reference(self._is_open and not scarce)

    def _text(self, title: str) -> tuple[TaskView, Pane]:
        view, pane = TaskView(self._theme, title), Pane(title, self._theme)
        pane.column.addWidget(view, 1)
        pane.setMinimumWidth(160)
        return view, pane

    def _go(self, name: str) -> None:
        """Show a tab of the reference, unless the pair does not have it."""
        if not self.reference.buttons[name].isHidden():
            self.reference.show_tab(name)
            self.open_reference(True)

    def _to(self, place: int) -> None:
        """Set the focus to an output."""
        if self.two.isHidden():
            self._show_reference(False)
        self.two.go_to(place)

    def _find(self) -> None:
        """Open the search in the text that has the focus, or in an output."""
        focus = self.focusWidget()
        readers = [self.reference.task, self.reference.input, self.answer]
        here = [one for one in readers if focus is not None and one.isAncestorOf(focus)]
        (here or [(self.left, self.right)[self.two.current]])[0].open_find()
