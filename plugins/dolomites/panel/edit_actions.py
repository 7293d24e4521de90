"""Actions of the post-editing page with their keyboard shortcuts."""

from __future__ import annotations

from collections.abc import Callable

from plugins.dolomites.panel.edit_layout import CHECK, CHOOSE, EDIT, EditLayout
from plugins.dolomites.panel.edit_phrases import PICK_KEYS


class EditActions(EditLayout):
    """The layout with its actions, which appear in menus and in the list of shortcuts."""

    def walk(self, by: int) -> None:
        """Go to the next step (1) or the previous one (−1)."""
        raise NotImplementedError

    def pick(self) -> None:
        """Add the text selected in the edited output as an important phrase."""
        raise NotImplementedError

    def open_evidence(self, on: bool) -> None:
        """Show or hide the passages (`on`)."""
        raise NotImplementedError

    def make_actions(self) -> None:
        """Add the actions of this page. All panes must exist."""
        actions: tuple[tuple[str, str, str, Callable[[], object]], ...] = (
            ("next_step", self.tr("Next step"), "Alt+PgDown", lambda: self.walk(1)),
            ("previous_step", self.tr("Previous step"), "Alt+PgUp", lambda: self.walk(-1)),
            (
                "evidence",
                self.tr("Open or close the evidence"),
                "Ctrl+E",
                lambda: self.open_evidence(not self.evidence_button.isChecked()),
            ),
            ("next_passage", self.tr("Next passage"), "F8", lambda: self._passage(1)),
            (
                "previous_passage",
                self.tr("Previous passage"),
                "Shift+F8",
                lambda: self._passage(-1),
            ),
            ("next_section", self.tr("Next section"), "Ctrl+PgDown", lambda: self._section(1)),
            (
                "previous_section",
                self.tr("Previous section"),
                "Ctrl+PgUp",
                lambda: self._section(-1),
            ),
            ("add_section", self.tr("Add a section below"), "", lambda: self._deed("add")),
            ("section_up", self.tr("Move the section up"), "", lambda: self._deed("up")),
            ("section_down", self.tr("Move the section down"), "", lambda: self._deed("down")),
            ("remove_section", self.tr("Remove the section"), "", lambda: self._deed("remove")),
            ("mend_sections", self.tr("Fix the sections as suggested"), "Ctrl+Shift+J", self._mend),
            ("next_point", self.tr("Next point"), "Alt+Down", lambda: self._point(1)),
            ("previous_point", self.tr("Previous point"), "Alt+Up", lambda: self._point(-1)),
            ("pick_phrase", self.tr("Add selected phrase"), PICK_KEYS, self.pick),
            ("find", self.tr("Find in the text"), "Ctrl+F", self._find),
            ("cycle_filter", self.tr("Change the matches shown"), "Alt+M", self.evidence.cycle),
            ("focus_task", self.tr("Go to the task"), "Alt+1", self.focus_task),
            ("focus_text", self.tr("Go to the example"), "Alt+2", self.focus_text),
            (
                "focus_evidence",
                self.tr("Go to the evidence"),
                "Alt+3",
                lambda: self.open_evidence(True),
            ),
            ("focus_form", self.tr("Go to the questions"), "Alt+4", self.focus_form),
        )
        for action in actions:
            self.add_action(*action)
        for name, words, keys, slot in self.desk.editor.commands():
            # The action `find` above already searches the text of the current step.
            if name != "find_in_revision":
                self.add_action(name, words, keys, slot)

    def _passage(self, by: int) -> None:
        """Open the evidence, or move by `by` passages if it is open."""
        if not self.evidence.isVisible():
            self.open_evidence(True)
        else:
            self.evidence.step(by)

    def _section(self, by: int) -> None:
        if self.stepper.step == EDIT:
            self.desk.step(by)
            self.desk.take_focus()

    def _deed(self, name: str) -> None:
        if self.stepper.step == EDIT:
            self.desk.do(name)

    def _mend(self) -> None:
        if self.stepper.step == EDIT:
            self.desk.mend_first()

    def _point(self, by: int) -> None:
        if self.stepper.step in (EDIT, CHECK):
            self.points_part.step(by)

    def _find(self) -> None:
        """Open the search in the evidence if it has the focus, or else in the text of the step."""
        focus = self.focusWidget()
        if focus is not None and self.evidence.isAncestorOf(focus):
            self.evidence.passage.open_find()
        elif self.stepper.step == EDIT:
            self.desk.editor.open_find()
        elif self.stepper.step != CHOOSE:
            self.reader.open_find()
