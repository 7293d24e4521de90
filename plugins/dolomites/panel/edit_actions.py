"""The commands of the post-editing page, for the menus and the list of shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject

from plugins.dolomites.panel.edit_layout import EditLayout
from plugins.dolomites.panel.edit_phrases import PICK_KEYS
from plugins.dolomites.panel.edit_points import PointsPart
from plugins.dolomites.panel.edit_state import CHECK, EDIT
from plugins.dolomites.panel.edit_steps import EditSteps

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
        body, toggle = self._body, self._body.texts.final.toggle_changes
        cycle = self.tr("Change which matches are shown")
        yield "pick_phrase", self.tr("Add selected phrase"), PICK_KEYS, self._pick
        yield "compare", self.tr("Change the comparison view"), "F5", self._at(CHECK, toggle)
        yield "find", self.tr("Find in the text"), "Ctrl+F", body.open_find
        yield "cycle_filter", cycle, "Alt+M", body.evidence.cycle
