"""Section editor of post-editing: all sections below each other, compared with the variant.

This module is long because every change of a section affects its text, its lengths, the menu of
sections and the fixes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop_app.ui.layouts import STRETCH, in_column, in_row
from desktop_app.ui.plain_text import PlainLabel, empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.find_bar import FindBar
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.pane import say
from desktop_app.ui.widgets.question_view import caption_label, plain_label
from desktop_app.ui.widgets.reading_view import normalised
from desktop_app.ui.widgets.scrolling import keep_calm
from plugins.dolomites.panel.edit_sections import (
    SIDES,
    SectionFix,
    Sides,
    apply_fix,
    changed_place,
    origins,
    plan_of,
    plans_of,
    section_fixes,
    sides_of,
)
from plugins.dolomites.panel.section_find import SectionFind
from plugins.dolomites.panel.section_head import SectionHead
from plugins.dolomites.panel.section_points import PointMarks
from plugins.dolomites.panel.section_row import SectionRow
from plugins.dolomites.panel.section_texts import SectionTexts
from plugins.dolomites.shapes import MOST_SECTIONS, titles

# Pause in typing, in milliseconds, after which lengths and fixes are updated.
_CALM = 300
# Maximum number of fixes with a link above the text.
_MOST_FIXES = 4
# Space kept above and below the caret when scrolling, in pixels at 100 % text.
_AROUND = 60


class SectionPane(QFrame):
    """The sections of an example, each with the original beside the text that is edited.

    The output comes first, because the questions are about it; the input follows.

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
        self.setProperty("kind", "pane")
        self.setAccessibleName(self.tr("Your revision"))
        self._theme = theme
        self._texts = SectionTexts(self)
        self._task: Mapping[str, Any] = {}
        self._original: Sides = {side: [] for side in SIDES}
        self._now: Sides = {side: [] for side in SIDES}
        self._origins: dict[str, list[int | None]] = {side: [] for side in SIDES}
        self._at = ("output", 0)
        self._editable = True
        self._is_alone = False
        self.points = PointMarks(self)
        self.rows: dict[tuple[str, int], SectionRow] = {}
        self._spare: list[SectionRow] = []
        self.links: list[LinkButton] = []
        self._shown: list[SectionFix] = []
        self._make_head()
        self._make_list()
        self.finder = SectionFind(self.find_bar, self.ordered_rows, self._show_hit)
        self._calm = QTimer(self, singleShot=True, interval=_CALM)
        self._calm.timeout.connect(self._rest)

    def _make_head(self) -> None:
        """Create the heading, and the actions on a section for its menu."""
        self.head = SectionHead(self._theme)
        self.head.step_wanted.connect(self.step_change)
        # The sections change often, so the menu is filled when it opens.
        self.head.menu.aboutToShow.connect(self._fill_menu)
        self.actions_by_row = {
            name: QAction(words, self)
            for name, words in (
                ("add", self.tr("Add a section below")),
                ("up", self.tr("Move the section up")),
                ("down", self.tr("Move the section down")),
                ("remove", self.tr("Remove the section")),
            )
        }
        for name, action in self.actions_by_row.items():
            action.triggered.connect(lambda _on=False, name=name: self.do(name))

    def _make_list(self) -> None:
        """Create the area with the sections, below the search and the fixes."""
        self.find_bar = FindBar(self._theme, self.tr("Your revision"))
        self.find_bar.hide()
        self.fix_count = PlainLabel()
        self.fix_count.setProperty("kind", "warning")
        self.fix_count.hide()
        self.fix_box = QFrame()
        self.fix_box.setProperty("kind", "pane-head")
        self._fix_rows = in_column(margins=0, gap=0)
        in_column(self.fix_count, self._fix_rows, on=self.fix_box, margins=(12, 6, 12, 6), gap=2)
        self.problem = plain_label("", "problem")
        self.problem.setContentsMargins(16, 6, 16, 6)
        self.problem.hide()
        self.none = plain_label(self.tr("No sections yet. Add one in the menu above."), "secondary")
        self.none.setContentsMargins(16, 12, 16, 0)
        self.input_caption = caption_label(self.tr("Input"))
        self.input_caption.setContentsMargins(16, 16, 16, 4)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setAccessibleName(self.tr("Sections"))
        keep_calm(self.area)
        page = QWidget()
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        in_column(self.none, self._list, STRETCH, on=page, margins=0, gap=0)
        self.area.setWidget(page)
        page.setAutoFillBackground(False)
        self.area.viewport().setAutoFillBackground(False)
        self.find_box = QWidget()
        in_row(self.find_bar, on=self.find_box, margins=(12, 4, 12, 0))
        in_column(
            self.head,
            self.find_box,
            self.fix_box,
            self.problem,
            (self.area, 1),
            on=self,
            margins=1,
            gap=0,
        )

    @property
    def at(self) -> tuple[str, int]:
        """Side and index of the current section."""
        return self._at

    @property
    def now(self) -> Sides:
        """Both sides of the example with the current edits."""
        return self._now

    @property
    def editor(self) -> SectionRow:
        """The row of the current section; a hidden one if there is no section."""
        return self.rows.get(self._at) or self._spare_row()

    @property
    def text(self) -> str:
        """The text of the current section as displayed."""
        return self.editor.revision if self._at in self.rows else ""

    @property
    def output(self) -> str:
        """The titles and texts of the edited output as one text, as displayed."""
        parts = [f"{one['title']}\n{one['text']}".strip() for one in self._now["output"]]
        return normalised("\n\n".join(part for part in parts if part))

    @property
    def original(self) -> Sides:
        """Both sides of the chosen variant."""
        return self._original

    def origin_of(self, side: str, place: int) -> str:
        """Return the original text of an edited section; empty if it is new."""
        origin = self._origins[side][place]
        return "" if origin is None else self._original[side][origin]["text"]

    def origin_place(self, side: str, place: int) -> int | None:
        """Return the index, in the variant, of the origin of a section; None if it is new."""
        return self._origins[side][place]

    def ordered_rows(self) -> list[SectionRow]:
        """Return the rows in reading order."""
        return [self.rows[one] for one in self._places()]

    def show_example(
        self, task: Mapping[str, Any], variant: Mapping[str, Any] | None, edited: Any
    ) -> None:
        """Show another example, starting with its first output section.

        `variant`: the chosen variant, with which texts are compared; None if none is chosen
        `edited`: the edited example; anything but a mapping if it has not been edited
        """
        self._task = task
        self._original = sides_of(variant)
        self._now = sides_of(edited) if isinstance(edited, Mapping) else self._original
        self._at = ("output", 0) if self._now["output"] else ("input", 0)
        self.points.forget()
        self._pair()
        self._show_sections()
        self.area.verticalScrollBar().setValue(0)

    def set_edited(self, edited: Any) -> None:
        """Show another state of the same example, as for undo, at the section that changed."""
        before = self._now
        now = sides_of(edited) if isinstance(edited, Mapping) else self._original
        place = changed_place(before, now)
        self._now = now
        if place is None:
            return
        had_focus = self.isAncestorOf(self.window().focusWidget() or self)
        same = all(titles(before[side]) == titles(now[side]) for side in SIDES)
        if same:
            # Only texts changed, so their rows keep caret and scroll position.
            for (side, index), row in self.rows.items():
                row.set_revision(now[side][index]["text"])
            self._make_current(place)
            self._announce()
        else:
            self._at = place
            self._pair()
            self._show_sections()
        self.scroll_to_caret()
        if had_focus:
            self.take_focus()

    def set_editable(self, on: bool) -> None:
        """Make the example editable (`on`) or read-only."""
        self._editable = on
        for row in self.rows.values():
            row.set_read_only(not on)
        self._offer()
        for link in self.links:
            link.setEnabled(on)

    def set_alone(self, on: bool) -> None:
        """Show one text (`on`), because another pane needs the space, or two side by side."""
        self._is_alone = on
        self.head.set_alone(on)
        for row in self.rows.values():
            row.set_alone(on)

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
            *self.links,
            *(stop for row in self.ordered_rows() for stop in row.stops()),
        ]

    # Going to places

    def walk(self, by: int) -> None:
        """Move by `by` sections and set the focus to the text. The first one follows the last."""
        places = self._places()
        if places:
            here = places.index(self._at) if self._at in places else 0
            self.go_to(*places[(here + by) % len(places)])
            self.take_focus()

    def go_to(self, side: str, place: int) -> None:
        """Make a section the current one, if it exists, and scroll to it."""
        if (side, place) in self.rows:
            self._make_current((side, place))
            row = self.rows[side, place]
            self._lay_out()
            self.area.ensureWidgetVisible(row, 0, 0)
            # The beginning of a section that is taller than the area.
            bar = self.area.verticalScrollBar()
            bar.setValue(min(bar.value(), row.y()))

    def step_change(self, by: int) -> None:
        """Go to the next (1) or previous (−1) change in any section; wrap at the ends."""
        rows = self.ordered_rows()
        if not rows:
            return
        here = rows.index(self.editor) if self.editor in rows else 0
        for row in rows:
            row.settle()
        # The current section comes twice: first for the changes behind the caret, at the end for
        # those before it.
        for number in range(len(rows) + 1):
            row = rows[(here + by * number) % len(rows)]
            loud = [n for n, hunk in enumerate(row.hunks) if not hunk.quiet]
            if number == 0:
                loud = self._beyond(row, loud, by)
            if loud:
                self._show_hunk(row, loud[0 if by > 0 else -1])
                return

    def _beyond(self, row: SectionRow, loud: Sequence[int], by: int) -> list[int]:
        """Return the changes of a row behind (1) or before (−1) the current one or the caret."""
        now, caret = row.revision_edit.current, row.revision_edit.caret()
        if now >= 0:
            return [n for n in loud if (n > now if by > 0 else n < now)]
        starts = {n: row.hunks[n].after.start for n in loud}
        return [n for n in loud if (starts[n] >= caret if by > 0 else starts[n] < caret)]

    def _show_hunk(self, row: SectionRow, number: int) -> None:
        self._make_current(self._place_of(row))
        row.show_hunk(number)
        row.take_focus()
        self.scroll_to_caret()

    def restore_here(self) -> None:
        """Restore the original text of the change at the caret."""
        row = self.editor
        row.settle()
        row.restore(row.pair.hunk_here())

    def scroll_to_caret(self) -> None:
        """Scroll to the caret of the current section."""
        if self._at not in self.rows:
            return
        self._lay_out()
        view = self.editor.revision_edit
        box = view.cursorRect()
        page = self.area.widget()
        assert page is not None
        at = view.viewport().mapTo(page, QPoint(box.left(), box.center().y()))
        self.area.ensureVisible(0, at.y(), 0, self._theme.px(_AROUND))

    def _lay_out(self) -> None:
        """Apply the heights of the texts, so that positions are current."""
        for row in self.rows.values():
            row.fit()
        page = self.area.widget()
        layout = page.layout() if page is not None else None
        if layout is not None:
            layout.activate()

    # Editing

    def do(self, name: str) -> None:
        """Add a section below the current one, or move or remove the current one.

        `name`: "add", "up", "down" or "remove"; an impossible action does nothing
        """
        side, place = self._at
        sections = list(self._now[side])
        if not self._editable:
            return
        if name == "add":
            if len(sections) >= MOST_SECTIONS:
                return
            place = min(place + 1, len(sections))
            sections.insert(place, {"title": self._free_title(side), "text": ""})
        elif not sections:
            return
        elif name == "remove":
            del sections[place]
            place = max(0, min(place, len(sections) - 1))
        else:
            to = place + (-1 if name == "up" else 1)
            if not 0 <= to < len(sections):
                return
            sections.insert(to, sections.pop(place))
            place = to
        self._change(side, sections, (side, place))
        # The new title is a placeholder that typing replaces.
        if name == "add":
            self.title.setFocus(Qt.FocusReason.OtherFocusReason)
            self.title.selectAll()
        else:
            self.take_focus()

    @property
    def title(self) -> Any:
        """The field with the title of the current section."""
        return self.editor.title

    def rename(self) -> None:
        """Set the focus to the title of the current section."""
        if self._at in self.rows:
            self.title.setFocus(Qt.FocusReason.OtherFocusReason)
            self.title.selectAll()

    def fixes(self) -> list[SectionFix]:
        """Return the current fixes for the sections of both sides."""
        return [
            one
            for side in SIDES
            for one in section_fixes(
                side, [plan["title"] for plan in plans_of(self._task, side)], self._now[side]
            )
        ]

    def apply(self, fix: SectionFix) -> None:
        """Apply a fix as an edit of the user, unless the sections no longer need it."""
        # The links are updated only after a pause in typing, so the user may just have typed the
        # missing title. Applying the fix would then add the section a second time.
        self.settle()
        if self._editable and fix in self._shown:
            wanted = [plan["title"] for plan in plans_of(self._task, fix.side)]
            sections, place = apply_fix(fix, wanted, self._now[fix.side])
            self._change(fix.side, sections, (fix.side, place))
            self.take_focus()

    def apply_first(self) -> None:
        """Apply the first fix, if there is one."""
        if self._shown:
            self.apply(self._shown[0])

    def take_focus(self) -> None:
        """Set the focus to the text, or to the menu if there is no section."""
        if self._at in self.rows:
            self.editor.take_focus()
        else:
            self.head.menu_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_fixes(self) -> None:
        """Set the focus to the first fix, or to the menu if there is none."""
        stop = self.links[0] if self.links else self.head.menu_button
        stop.setFocus(Qt.FocusReason.OtherFocusReason)

    def length_problems(self) -> list[tuple[str, int, str]]:
        """Return side, index and a sentence for each output section of an unexpected length."""
        plans = plans_of(self._task, "output")
        found = []
        for place, section in enumerate(self._now["output"]):
            plan = plan_of(place, self._now["output"], plans)
            words = self._texts.wrong_length(section, plan["length"] if plan else "")
            if words:
                found.append(("output", place, words))
        return found

    def _places(self) -> list[tuple[str, int]]:
        return [(side, place) for side in reversed(SIDES) for place in range(len(self._now[side]))]

    def _place_of(self, row: SectionRow) -> tuple[str, int]:
        return next(place for place, one in self.rows.items() if one is row)

    def _pair(self) -> None:
        """Find the section of the variant that each edited section is compared with."""
        for side in SIDES:
            self._origins[side] = origins(self._original[side], self._now[side])

    def _show_sections(self) -> None:
        """Show all sections, with as many rows as there are sections."""
        places = self._places()
        rows = list(self.rows.values())
        # Rows are reused, because new ones take time and lose the focus.
        while len(rows) > len(places):
            spare = rows.pop()
            spare.hide()
            self._spare.append(spare)
        while len(rows) < len(places):
            rows.append(self._spare_row())
            self._spare.remove(rows[-1])
        self.rows = dict(zip(places, rows, strict=True))
        for (side, place), row in self.rows.items():
            section = self._now[side][place]
            row.show_section(section["title"], self.origin_of(side, place), section["text"])
            row.set_read_only(not self._editable)
            row.set_alone(self._is_alone)
        self._fill_list()
        self._make_current(self._at)
        self.points.refresh()
        self._announce()
        self.reordered.emit()

    def _fill_list(self) -> None:
        """Put the rows into their order, and the caption before those of the input."""
        for widget in (*self.rows.values(), *self._spare, self.input_caption):
            self._list.removeWidget(widget)
        for (side, place), row in self.rows.items():
            if (side, place) == ("input", 0):
                self._list.addWidget(self.input_caption)
            self._list.addWidget(row)
            row.show()
        self.input_caption.setVisible(bool(self._now["input"]))
        self.none.setVisible(not self.rows)

    def _spare_row(self) -> SectionRow:
        """Return an unused row, which is made if there is none."""
        if not self._spare:
            row = SectionRow(self._theme)
            row.setParent(self)
            row.hide()
            row.edited.connect(lambda name, value: self._edit_section(row, name, value))
            row.entered.connect(lambda: self._on_entered(row))
            row.revision_edit.cursorPositionChanged.connect(lambda: self._on_caret(row))
            self._spare.append(row)
        return self._spare[-1]

    def _on_entered(self, row: SectionRow) -> None:
        if row in self.rows.values():
            self._make_current(self._place_of(row))

    def _on_caret(self, row: SectionRow) -> None:
        # The area scrolls with the caret while someone types. Clicks are in sight anyway.
        if row.revision_edit.hasFocus() and self._calm.isActive():
            QTimer.singleShot(0, self, self.scroll_to_caret)

    def _make_current(self, place: tuple[str, int]) -> None:
        """Mark a section as the current one."""
        changed = place != self._at
        if changed:
            # The pending update belongs to the section that is being left.
            self.settle()
        self._at = place
        for where, row in self.rows.items():
            row.set_active(where == place)
        if changed:
            self._announce()
            self.turned.emit()
        self._offer()

    def _fill_menu(self) -> None:
        """Fill the menu with ways to restore text, the section's actions, and the fixes."""
        self.head.menu.clear()
        row = self.editor
        exists = self._at in self.rows and self._editable
        for words, keys, slot, on in (
            (self.tr("Restore this change"), "Ctrl+F7", self.restore_here, row.changes > 0),
            (
                self.tr("Restore the original of this section"),
                "Ctrl+Shift+F7",
                row.restore_all,
                row.revision != row.original,
            ),
            (self.tr("Rename the section"), "", self.rename, True),
        ):
            action = self.head.menu.addAction(f"{words}\t{keys}" if keys else words)
            action.setEnabled(exists and on)
            action.triggered.connect(lambda _on=False, slot=slot: slot())
        self.head.menu.addSeparator()
        self.head.menu.addActions(list(self.actions_by_row.values()))
        self.head.menu.addSeparator()
        for fix in self._shown:
            # In a menu, a single “&” would mark a keyboard mnemonic.
            action = self.head.menu.addAction(self._texts.fix(fix).replace("&", "&&"))
            action.setEnabled(self._editable)
            action.triggered.connect(lambda _on=False, fix=fix: self.apply(fix))

    def _announce(self) -> None:
        """Show the figures of all sections, and all fixes."""
        for (side, place), row in self.rows.items():
            plan = plan_of(place, self._now[side], plans_of(self._task, side))
            asked = "" if plan is None else plan["length"]
            words = self._texts.expected(asked, row.revision) if asked else ""
            row.show_figures(words, self.tr("Length required by the task"))
        changes = sum(row.changes for row in self.rows.values())
        self.head.show_changes(changes)
        found = self.fixes()
        # The links are rebuilt only if they change, because one of them may have the focus.
        if found != self._shown:
            self._shown = found
            self._show_fixes()
        self.fix_box.setVisible(bool(self._shown))

    def _show_fixes(self) -> None:
        # The old links are deleted, and the focus must not be lost with them.
        had_focus = any(link.hasFocus() for link in self.links)
        empty(self._fix_rows)
        self.links = []
        # Fixes without a link are counted and listed in the menu.
        count = len(self._shown)
        say(
            self.fix_count,
            self.tr("%n section(s) to fix", "", count) if count > _MOST_FIXES else "",
            self.tr("The others are in the menu above"),
        )
        for fix in self._shown[:_MOST_FIXES]:
            words = self._texts.fix(fix)
            link = LinkButton(words)
            link.setAccessibleName(words)
            # The shortcut applies the first fix.
            key = "  Ctrl+Shift+J" if not self.links else ""
            link.setToolTip(plain_tip(words + key))
            link.setAutoDefault(True)
            link.setEnabled(self._editable)
            link.clicked.connect(lambda _on=False, fix=fix: self.apply(fix))
            self._fix_rows.addWidget(link)
            self.links.append(link)
        self.fix_box.setVisible(bool(self._shown))
        self.reordered.emit()
        if had_focus:
            self.take_focus()

    def _change(self, side: str, sections: Sequence[dict[str, str]], at: tuple[str, int]) -> None:
        """Replace the sections of a side as an edit of the user, and show the section at `at`."""
        before = self._now
        self._now = {**self._now, side: list(sections)}
        self._at = at
        self._pair()
        self._show_sections()
        self.go_to(*at)
        self.edited.emit(before, self._now)
        self.turned.emit()

    def _edit_section(self, row: SectionRow, name: str, value: str) -> None:
        """Set the title or text of a section as an edit of the user."""
        # The origins are not recomputed, because a rewritten text is still compared with its
        # original section.
        side, place = self._place_of(row)
        if name == "title":
            row.name()
        # A new object each time, because undo keeps the previous state.
        before = self._now
        changed = {**before[side][place], name: value}
        sections = [*before[side][:place], changed, *before[side][place + 1 :]]
        self._now = {**before, side: sections}
        self.edited.emit(before, self._now)
        self._calm.start()

    def _rest(self) -> None:
        self._announce()
        self.rested.emit()

    def _show_hit(self, row: SectionRow, start: int) -> None:
        """Show a hit of the search."""
        self._make_current(self._place_of(row))
        row.revision_edit.set_caret(start)
        self.scroll_to_caret()

    def _free_title(self, side: str) -> str:
        """Return a placeholder title that no section of the side has."""
        known = set(titles(self._now[side]))
        name, number = self.tr("New section"), 2
        title = name
        while title in known:
            title, number = f"{name} {number}", number + 1
        return title

    def _offer(self) -> None:
        """Enable the actions that are possible now."""
        side, place = self._at
        count = len(self._now[side])
        self.actions_by_row["add"].setEnabled(self._editable and count < MOST_SECTIONS)
        self.actions_by_row["up"].setEnabled(self._editable and place > 0)
        self.actions_by_row["down"].setEnabled(self._editable and place < count - 1)
        self.actions_by_row["remove"].setEnabled(self._editable and count > 0)
