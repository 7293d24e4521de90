"""Section editor of post-editing: all sections below each other, compared with the variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.find_bar import FindBar
from desktop_app.ui.widgets.question_view import plain_label
from plugins.dolomites.panel.edit_sections import SIDES, FinalParts, Section, SectionFix, Sides
from plugins.dolomites.panel.section_find import SectionFind
from plugins.dolomites.panel.section_list import SectionChanges, SectionList
from plugins.dolomites.panel.section_parts import PointMarks, SectionFixes, SectionHead, SectionMenu
from plugins.dolomites.panel.section_row import SectionRow
from plugins.dolomites.panel.section_state import EditedSections, Place
from plugins.dolomites.panel.section_texts import SectionTexts
from plugins.dolomites.shapes import titles

# Pause in typing, in milliseconds, after which lengths and fixes are updated.
_CALM = 300
# Height of the pane in pixels at 100 % text. In a lower one, the texts need that of the fixes.
_ROOMY = 420


class SectionPane(QFrame):
    """The sections of an example, each with the original beside the text that is edited.

    The output comes first, because the questions are about it; the input follows.

    `changes`: the changes in the texts
    `points`: the places of critique points in the texts
    `finder`: the search in the texts
    `edited`: emitted with the whole example before and after an edit by the user
    `turned`: another section is the current one
    `reordered`: the widgets changed, so the tab order has to be set again
    `rested`: the user paused after typing in a text or title
    """

    edited = Signal(object, object)
    turned = Signal()
    reordered = Signal()
    rested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "pane")
        self.setAccessibleName(self.tr("Your revision"))
        self._texts = SectionTexts(self)
        self._example = EditedSections()
        self._editable = True
        self.head = SectionHead(theme)
        self._menu = SectionMenu(self.head.menu, self._texts)
        self.find_bar = FindBar(theme, self.tr("Your revision"))
        self.find_bar.hide()
        self.fix_box = SectionFixes(self._texts)
        self.problem = plain_label("", "problem")
        self.problem.setContentsMargins(16, 6, 16, 6)
        self.problem.hide()
        self.sections = SectionList(theme)
        self.changes = SectionChanges(self.sections, self._make_current)
        self.points = PointMarks(self._example, self.sections, self.go_to)
        self.finder = SectionFind(self.find_bar, self.sections.ordered_rows, self._show_hit)
        self._calm = QTimer(self, singleShot=True, interval=_CALM)
        self._calm.timeout.connect(self._rest)
        self._build_ui()
        self._connect()

    def _build_ui(self) -> None:
        """Put the search and the fixes below the heading, and the sections below these."""
        find_box = QWidget()
        in_row(self.find_bar, on=find_box, margins=(12, 4, 12, 0))
        in_column(
            self.head,
            find_box,
            self.fix_box,
            self.problem,
            (self.sections, 1),
            on=self,
            margins=1,
            gap=0,
        )

    def _connect(self) -> None:
        self.head.step_wanted.connect(self.changes.step)
        # The sections change often, so the menu is filled when it opens.
        self.head.menu.aboutToShow.connect(self._fill_menu)
        self._menu.wanted.connect(self.do)
        self._menu.fix_wanted.connect(self.apply)
        self.fix_box.wanted.connect(self.apply)
        self.fix_box.rebuilt.connect(self.reordered)
        self.fix_box.focus_lost.connect(self.take_focus)
        self.sections.edited.connect(self._on_edited)
        self.sections.entered.connect(self._make_current)
        self.sections.caret_moved.connect(self._on_caret)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fix_box.set_brief(self.height() < self._theme.px(_ROOMY))

    @property
    def at(self) -> Place:
        """Side and index of the current section."""
        return self.sections.at

    @property
    def now(self) -> Sides:
        """Both sides of the example with the current edits."""
        return self._example.now

    @property
    def editor(self) -> SectionRow:
        """The row of the current section; a hidden one if there is no section."""
        return self.sections.editor

    @property
    def text(self) -> str:
        """The text of the current section as displayed."""
        return self.editor.revision if self.sections.has_current else ""

    @property
    def output(self) -> str:
        """The titles and texts of the edited output as one text, as displayed."""
        return self._example.output

    @property
    def rearranged(self) -> str:
        """What was done with the sections, such as “1 section added”; empty if nothing was."""
        return self._texts.rearranged(self._example.rearranged())

    def final_output(self) -> list[FinalParts]:
        """Return the sections of the output, for the final text."""
        found = []
        for place, section in enumerate(self.now["output"]):
            at = ("output", place)
            original, states = self._example.origin_text(*at), self._example.state_of(*at)
            found.append(FinalParts(section["title"], original, section["text"], states))
        return found

    def show_example(
        self, task: Mapping[str, Any], variant: Mapping[str, Any] | None, edited: Any
    ) -> None:
        """Show another example, starting with its first output section.

        `variant`: the chosen variant, with which texts are compared; None if none is chosen
        `edited`: the edited example; anything but a mapping if it has not been edited
        """
        self._example.show_example(task, variant, edited)
        self.sections.at = ("output", 0) if self.now["output"] else ("input", 0)
        self.points.forget()
        self._show_sections()
        self.sections.scroll_to_top()

    def set_edited(self, edited: Any) -> None:
        """Show another state of the same example, as for undo, at the section that changed."""
        before = self.now
        place = self._example.set_edited(edited)
        if place is None:
            return
        now = self.now
        had_focus = self.isAncestorOf(self.window().focusWidget() or self)
        same = all(titles(before[side]) == titles(now[side]) for side in SIDES)
        if same:
            # Only texts changed, so their rows keep caret and scroll position.
            for (side, index), row in self.sections.rows.items():
                row.set_revision(now[side][index]["text"])
            self._make_current(place)
            self._announce()
        else:
            self.sections.at = place
            self._example.pair()
            self._show_sections()
        self.scroll_to_caret()
        if had_focus:
            self.take_focus()

    def set_editable(self, on: bool) -> None:
        """Make the example editable (`on`) or read-only."""
        self._editable = on
        self.sections.set_editable(on)
        self._offer()
        self.fix_box.set_editable(on)

    def set_alone(self, on: bool) -> None:
        """Show one text (`on`), because another pane needs the space, or two side by side."""
        self.head.set_alone(on)
        self.sections.set_alone(on)

    def say_problem(self, sentence: str) -> None:
        """Show what is missing in the sections; "" if nothing is."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def settle(self) -> None:
        """Update lengths and fixes now instead of after the pause."""
        if self._calm.isActive():
            self._calm.stop()
            self._rest()

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order."""
        return [
            *self.head.stops(),
            self.find_bar,
            *self.fix_box.links,
            *(stop for row in self.sections.ordered_rows() for stop in row.stops()),
        ]

    # Going to places

    def walk(self, by: int) -> None:
        """Move by `by` sections and set the focus to the text. The first one follows the last."""
        places = self._example.places()
        if places:
            here = places.index(self.at) if self.at in places else 0
            self.go_to(*places[(here + by) % len(places)])
            self.take_focus()

    def go_to(self, side: str, place: int) -> None:
        """Make a section the current one, if it exists, and scroll to it."""
        if (side, place) in self.sections.rows:
            self._make_current((side, place))
            self.sections.scroll_to_row()

    def scroll_to_caret(self) -> None:
        """Scroll to the caret of the current section."""
        self.sections.scroll_to_caret()

    def take_focus(self) -> None:
        """Set the focus to the text, or to the menu if there is no section."""
        if self.sections.has_current:
            self.editor.take_focus()
        else:
            self.head.menu_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_fixes(self) -> None:
        """Set the focus to the first fix, or to the menu if there is none."""
        if not self.fix_box.take_focus():
            self.head.menu_button.setFocus(Qt.FocusReason.OtherFocusReason)

    # Editing

    def do(self, name: str) -> None:
        """Carry out a command on the current section; an impossible one does nothing.

        `name`: "restore" (the change at the caret), "restore_all", "rename", "add" (below the
        current section), "up", "down", "remove", or "removed" (show or hide removed words)
        """
        commands = {
            "restore": self.changes.restore_here,
            "restore_all": self.changes.restore_all,
            "rename": self._rename,
            "removed": self.sections.toggle_removed,
        }
        if name in commands:
            commands[name]()
            return
        found = self._example.after_command(name, self.at, self.tr("New section"))
        if not self._editable or found is None:
            return
        self._change(*found)
        # The new title is a placeholder that typing replaces.
        if name == "add":
            self._rename()
        else:
            self.take_focus()

    def _rename(self) -> None:
        """Set the focus to the title of the current section."""
        if self.sections.has_current:
            self.editor.title.setFocus(Qt.FocusReason.OtherFocusReason)
            self.editor.title.selectAll()

    def fixes(self) -> list[SectionFix]:
        """Return the current fixes for the sections of both sides."""
        return self._example.fixes()

    def apply(self, fix: SectionFix) -> None:
        """Apply a fix as an edit of the user, unless the sections no longer need it."""
        # The links are updated only after a pause in typing, so the user may just have typed the
        # missing title. Applying the fix would then add the section a second time.
        self.settle()
        if self._editable and fix in self.fix_box.shown:
            self._change(*self._example.fixed(fix))
            self.take_focus()

    def apply_first(self) -> None:
        """Apply the first fix, if there is one."""
        if self.fix_box.shown:
            self.apply(self.fix_box.shown[0])

    def length_problems(self) -> list[tuple[str, int, str]]:
        """Return side, index and a sentence for each output section of an unexpected length."""
        found = []
        for place, section in enumerate(self.now["output"]):
            words = self._texts.wrong_length(section, self._example.expected("output", place))
            if words:
                found.append(("output", place, words))
        return found

    def _show_sections(self) -> None:
        """Show all sections again, with their marks and figures."""
        contents = {}
        for side, place in self._example.places():
            section = self.now[side][place]
            original = self._example.origin_text(side, place)
            contents[side, place] = (section["title"], original, section["text"])
        self.sections.show_sections(contents)
        self._make_current(self.at)
        self.points.refresh()
        self._announce()
        self.reordered.emit()

    def _make_current(self, place: Place) -> None:
        """Mark a section as the current one."""
        changed = place != self.at
        if changed:
            # The pending update belongs to the section that is being left.
            self.settle()
        self.sections.set_current(place)
        if changed:
            self._announce()
            self.turned.emit()
        self._offer()

    def _announce(self) -> None:
        """Show the figures of all sections, and all fixes."""
        for place, row in self.sections.rows.items():
            asked = self._example.expected(*place)
            words = self._texts.expected(asked, row.revision) if asked else ""
            said = self._texts.changed(row.changes, self._example.state_of(*place))
            row.show_figures(said, words, self.tr("Length required by the task"))
            row.show_original_title(self._example.origin_title(*place))
        counts = self._example.rearranged()
        brief, whole = self._texts.rearranged(counts, brief=True), self.rearranged
        self.head.show_changes(self.changes.count(), brief, whole)
        self.fix_box.show_fixes(self.fixes())

    def _change(self, sections: list[Section], at: Place) -> None:
        """Replace the sections of a side as an edit of the user, and show the section at `at`."""
        before = self.now
        self._example.set_side(at[0], sections)
        self.sections.at = at
        self._example.pair()
        self._show_sections()
        self.go_to(*at)
        self.edited.emit(before, self.now)
        self.turned.emit()

    def _on_edited(self, place: Place, name: str, value: str) -> None:
        """Set the title or text of a section as an edit of the user."""
        before = self.now
        self._example.set_field(place, name, value)
        self.edited.emit(before, self.now)
        if name == "text" and not self._calm.isActive():
            # The caret of the first letter moved before its text was reported.
            QTimer.singleShot(0, self, self.sections.follow_caret)
        self._calm.start()

    def _on_caret(self) -> None:
        # The area scrolls with the caret while someone types. Clicks are in sight anyway.
        if self._calm.isActive():
            QTimer.singleShot(0, self, self.sections.follow_caret)

    def _rest(self) -> None:
        self._announce()
        self.rested.emit()

    def _show_hit(self, row: SectionRow, start: int) -> None:
        """Show a hit of the search."""
        self._make_current(self.sections.place_of(row))
        row.revision_edit.set_caret(start)
        self.scroll_to_caret()

    def _fill_menu(self) -> None:
        self._menu.fill(
            self.editor,
            self.fix_box.shown,
            exists=self.sections.has_current,
            editable=self._editable,
            removed=self.sections.shows_removed if self.sections.is_alone else None,
        )

    def _offer(self) -> None:
        """Enable the actions that are possible now."""
        self._menu.enable(self._example.possible(self.at) if self._editable else ())
