"""Section editor of post-editing: one section at a time, compared with the variant.

This module is long because every change of a section affects its text, its lengths, the menu of
sections and the fixes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.text.lengths import expected_length, judge_length, measured
from desktop_app.text.tokens import word_count
from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel, empty, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.diff_editor import DiffEditor
from desktop_app.ui.widgets.field import LineBox, NoUndo
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.pane import say
from desktop_app.ui.widgets.question_view import plain_label
from desktop_app.ui.widgets.reading_view import normalised
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
from plugins.dolomites.shapes import MOST_SECTIONS, titles

# Pause in typing, in milliseconds, after which lengths and fixes are updated.
_CALM = 300
# Maximum number of fixes with a link above the text.
_MOST_FIXES = 4
# Maximum number of characters of a title in the list of sections.
_LONGEST = 60


class SectionPane(QWidget):
    """The sections of an example, with the current one in an editor.

    `edited`: emitted with the whole example before and after an edit by the user
    `turned`: another section is the current one
    `reordered`: the widgets changed, so the tab order has to be set again
    `named`: emitted with the displayed name of the section that is now shown
    `rested`: the user paused after typing in the text or title of the current section
    """

    edited = Signal(object, object)
    turned = Signal()
    named = Signal(str)
    reordered = Signal()
    rested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._texts = SectionTexts(self)
        self._task: Mapping[str, Any] = {}
        self._original: Sides = {side: [] for side in SIDES}
        self._now: Sides = {side: [] for side in SIDES}
        self._origins: dict[str, list[int | None]] = {side: [] for side in SIDES}
        self._at = ("output", 0)
        self._editable = True
        self._scarce = False
        self.editor = DiffEditor(theme)
        words, self.changes = self.editor.bar.take_chips()
        # This pane shows the length itself, so the editor's own length is hidden.
        self._unused = QWidget(self)
        self._unused.hide()
        words.setParent(self._unused)
        self.previous_button = IconButton(
            "previous",
            theme,
            self.tr("Previous section"),
            self.tr("Previous section  Ctrl+PgUp"),
        )
        self.next_button = IconButton(
            "next", theme, self.tr("Next section"), self.tr("Next section  Ctrl+PgDown")
        )
        self.previous_button.clicked.connect(lambda: self.step(-1))
        self.next_button.clicked.connect(lambda: self.step(1))
        self.sections_button = QPushButton(self.tr("Sections"))
        self.sections_button.setAutoDefault(False)
        self.sections_button.setToolTip(self.tr("Show all sections; add, move or remove one"))
        # The opposite layout direction puts the chevron after the label.
        self.sections_button.setLayoutDirection(
            Qt.LayoutDirection.LeftToRight
            if self.isRightToLeft()
            else Qt.LayoutDirection.RightToLeft
        )
        self.menu = QMenu(self)
        # The sections change often, so the menu is filled when it opens.
        self.menu.aboutToShow.connect(self._fill_menu)
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
        self.sections_button.setMenu(self.menu)
        self.title = LineBox()
        self.title.setAccessibleName(self.tr("Title of the section"))
        self.title.setToolTip(self.tr("Title of the section"))
        self.title.setMinimumWidth(60)
        # The window has one undo history for all answers.
        self._guard = NoUndo(self)
        self.title.installEventFilter(self._guard)
        self.title.textEdited.connect(lambda title: self._edit_section("title", title))
        self.title.pasted.connect(lambda lines: self.title.take(" ".join(lines)))
        self.length, self.fix_count = PlainLabel(), PlainLabel()
        for chip in (self.length, self.fix_count):
            chip.setProperty("kind", "chip")
            chip.hide()
        # Authors describe a length as free text, which may be long.
        self.expected = ShorteningLabel("", "chip")
        self.expected.hide()
        self.fix_box = QWidget()
        self._fix_rows = QVBoxLayout(self.fix_box)
        self._fix_rows.setContentsMargins(8, 0, 4, 0)
        self._fix_rows.setSpacing(0)
        self.links: list[LinkButton] = []
        self._shown: list[SectionFix] = []
        self.none = plain_label(self.tr("No sections yet. Add one."), "secondary")
        self.none.setContentsMargins(8, 0, 0, 0)
        head = QHBoxLayout()
        head.setContentsMargins(2, 0, 2, 0)
        head.setSpacing(4)
        for widget in (self.previous_button, self.title, self.next_button, self.sections_button):
            head.addWidget(widget, 1 if widget is self.title else 0)
        chips = QWidget()
        flow = FlowLayout(chips, across=4, down=4)
        flow.setContentsMargins(8, 0, 4, 0)
        flow.addWidget(self.length)
        flow.addWidget(self.expected)
        flow.addWidget(self.fix_count)
        # The height of a flow layout depends on its width, so Qt has to ask for it.
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        chips.setSizePolicy(policy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(chips)
        column.addWidget(self.fix_box)
        column.addWidget(self.none)
        column.addWidget(self.editor, 1)
        self._calm = QTimer(self, singleShot=True, interval=_CALM)
        self._calm.timeout.connect(self._rest)
        self.editor.edited.connect(lambda _before, text: self._edit_section("text", text))
        theme.changed.connect(self._tint)
        self._tint()

    @property
    def at(self) -> tuple[str, int]:
        """Side and index of the current section."""
        return self._at

    @property
    def now(self) -> Sides:
        """Both sides of the example with the current edits."""
        return self._now

    @property
    def text(self) -> str:
        """The text of the current section as displayed."""
        return self.editor.revision

    @property
    def output(self) -> str:
        """The titles and texts of the edited output as one text, as displayed."""
        parts = [f"{one['title']}\n{one['text']}".strip() for one in self._now["output"]]
        return normalised("\n\n".join(part for part in parts if part))

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
        self._pair()
        self._show_section()

    def set_edited(self, edited: Any) -> None:
        """Show another state of the same example, as for undo, at the section that changed."""
        before = self._now
        now = sides_of(edited) if isinstance(edited, Mapping) else self._original
        place = changed_place(before, now)
        self._now = now
        if place is None:
            return
        # If only the current text changed, the editor keeps its cursor and scroll position.
        same = all(titles(before[side]) == titles(now[side]) for side in SIDES)
        if same and place == self._at:
            self.editor.set_revision(now[place[0]][place[1]]["text"])
            self._announce()
            return
        self._at = place
        self._pair()
        self._show_section()

    def set_editable(self, on: bool) -> None:
        """Make the example editable (`on`) or read-only."""
        self._editable = on
        self.editor.set_read_only(not on)
        self.title.setReadOnly(not on)
        self._offer()
        for link in self.links:
            link.setEnabled(on)

    def set_scarce(self, on: bool) -> None:
        """Hide lengths and fixes, for a small page (`on`), or show them.

        The menu always contains the fixes.
        """
        if on != self._scarce:
            self._scarce = on
            self.editor.take_turns(on)
            self.editor.bar.set_brief(on)
            self.length.setVisible(not on and bool(self.length.text()))
            self._show_fixes()

    def settle(self) -> None:
        """Update lengths and fixes now instead of after the pause."""
        if self._calm.isActive():
            self._calm.stop()
            self._rest()

    def stops(self) -> list[QWidget]:
        """Return the Tab stops above the editor in reading order."""
        return [
            self.previous_button,
            self.title,
            self.next_button,
            self.sections_button,
            *self.links,
        ]

    def step(self, by: int) -> None:
        """Move by `by` sections. The first one follows the last."""
        places = self._places()
        if places:
            here = places.index(self._at) if self._at in places else 0
            self.go_to(*places[(here + by) % len(places)])

    def walk(self, by: int) -> None:
        """Move by `by` sections and set the focus to the text."""
        self.step(by)
        self.take_focus()

    def go_to(self, side: str, place: int) -> None:
        """Make a section the current one, if it exists."""
        if (side, place) in self._places() and (side, place) != self._at:
            # The pending update belongs to the section that is being left.
            self.settle()
            self._at = (side, place)
            self._show_section()
            self.turned.emit()

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
        """Set the focus to the text, or to the section menu if there is no section."""
        if self.editor.isVisibleTo(self):
            self.editor.take_focus()
        else:
            self.sections_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_fixes(self) -> None:
        """Set the focus to the first fix, or to the section menu if there is none."""
        stop = self.links[0] if self.links else self.sections_button
        stop.setFocus(Qt.FocusReason.OtherFocusReason)

    def _places(self) -> list[tuple[str, int]]:
        return [(side, place) for side in SIDES for place in range(len(self._now[side]))]

    def _section(self) -> Mapping[str, str] | None:
        side, place = self._at
        return self._now[side][place] if place < len(self._now[side]) else None

    def _pair(self) -> None:
        """Find the section of the variant that each edited section is compared with."""
        for side in SIDES:
            self._origins[side] = origins(self._original[side], self._now[side])

    def _show_section(self) -> None:
        """Show the current section, scrolled to the top."""
        side, place = self._at
        section = self._section()
        origin = self._origins[side][place] if place < len(self._origins[side]) else None
        original = "" if origin is None else self._original[side][origin]["text"]
        for widget in (self.editor, self.title):
            widget.setVisible(section is not None)
        self.none.setVisible(section is None)
        if section is not None:
            self.editor.show_texts(original, section["text"])
            self.editor.set_read_only(not self._editable)
            self.title.setText(section["title"])
            # A long title is shown from its beginning.
            self.title.setCursorPosition(0)
        self._announce()
        self._offer()
        self.named.emit(self._texts.place(side, place, len(self._now[side])))

    def _fill_menu(self) -> None:
        """Fill the menu with all sections, the fixes and the actions on the current section."""
        self.menu.clear()
        for side, place in self._places():
            action = QAction(
                self._texts.section(side, place, self._now[side][place]["title"]), self.menu
            )
            action.setCheckable(True)
            action.setChecked((side, place) == self._at)
            action.triggered.connect(
                lambda _on=False, side=side, place=place: self._on_chosen(side, place)
            )
            self.menu.addAction(action)
        self.menu.addSeparator()
        for fix in self._shown:
            # In a menu, a single “&” would mark a keyboard mnemonic.
            action = self.menu.addAction(self._texts.fix(fix).replace("&", "&&"))
            action.setEnabled(self._editable)
            action.triggered.connect(lambda _on=False, fix=fix: self.apply(fix))
        self.menu.addSeparator()
        self.menu.addActions(list(self.actions_by_row.values()))

    def _on_chosen(self, side: str, place: int) -> None:
        self.go_to(side, place)
        self.take_focus()

    def _announce(self) -> None:
        """Show the actual and expected length of the current section, and all fixes."""
        section = self._section()
        side, place = self._at
        if section is None:
            say(self.length, "")
            say(self.expected, "")
        else:
            plan = plan_of(place, self._now[side], plans_of(self._task, side))
            self._tell_length(section["text"], plan)
        found = self.fixes()
        # The links are rebuilt only if they change, because one of them may have the focus.
        if found != self._shown:
            self._shown = found
            self._show_fixes()

    def _tell_length(self, text: str, plan: Mapping[str, str] | None) -> None:
        say(self.length, self._texts.length(text), self.tr("Current length"))
        self.length.setVisible(not self._scarce)
        asked = "" if plan is None else plan["length"]
        if not asked:
            say(self.expected, "")
            return
        words = self._texts.expected(asked, text)
        meaning = self.tr("Length required by the task")
        say(self.expected, words, f"{words}\n{meaning}")
        self.expected.setAccessibleName(f"{words}. {meaning}")

    def _show_fixes(self) -> None:
        # The old links are deleted, and the focus must not be lost with them.
        had_focus = any(link.hasFocus() for link in self.links)
        empty(self._fix_rows)
        self.links = []
        # Fixes without a link are counted and listed in the menu.
        count = len(self._shown)
        say(
            self.fix_count,
            self.tr("%n section(s) to fix", "", count)
            if count > (0 if self._scarce else _MOST_FIXES)
            else "",
            self.tr("Fix them in the list of sections"),
        )
        for fix in () if self._scarce else self._shown[:_MOST_FIXES]:
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
        self.fix_box.setVisible(bool(self.links))
        self.reordered.emit()
        if had_focus:
            self.take_focus()

    def _change(self, side: str, sections: Sequence[dict[str, str]], at: tuple[str, int]) -> None:
        """Replace the sections of a side as an edit of the user, and show the section at `at`."""
        before = self._now
        self._now = {**self._now, side: list(sections)}
        self._at = at
        self._pair()
        self._show_section()
        self.edited.emit(before, self._now)
        self.turned.emit()

    def _edit_section(self, name: str, value: str) -> None:
        """Set the title or text of the current section as an edit of the user."""
        # The origins are not recomputed, because a rewritten text is still compared with its
        # original section.
        side, place = self._at
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

    def _free_title(self, side: str) -> str:
        """Return a placeholder title that no section of the side has."""
        known = set(titles(self._now[side]))
        name, number = self.tr("New section"), 2
        title = name
        while title in known:
            title, number = f"{name} {number}", number + 1
        return title

    def _offer(self) -> None:
        """Enable the actions and buttons that are possible now."""
        side, place = self._at
        count = len(self._now[side])
        self.actions_by_row["add"].setEnabled(self._editable and count < MOST_SECTIONS)
        self.actions_by_row["up"].setEnabled(self._editable and place > 0)
        self.actions_by_row["down"].setEnabled(self._editable and place < count - 1)
        self.actions_by_row["remove"].setEnabled(self._editable and count > 0)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(len(self._places()) > 1)

    def _tint(self) -> None:
        self.sections_button.setIcon(self._theme.icon("down", Role.SECONDARY))
        self.sections_button.setIconSize(QSize(self._theme.px(14), self._theme.px(14)))


class SectionTexts(QObject):
    """Texts about sections: their lengths, names and fixes. A QObject, for its translations."""

    def length(self, text: str) -> str:
        """Return the length of a text in words, sentences and paragraphs."""
        found = measured(text)
        return ", ".join(
            [
                self.tr("%n word(s)", "", word_count(text)),
                self.tr("%n sentence(s)", "", found.sentences),
                self.tr("%n paragraph(s)", "", found.paragraphs),
            ]
        )

    def expected(self, asked: str, text: str) -> str:
        """Return the label that states whether a text has its expected length, and this length.

        `asked`: the expected length as free text
        """
        # Free text may not be understood, and then there is no verdict.
        expected = expected_length(asked)
        fits = None if expected is None else judge_length(expected, text)
        verdict = {
            "short": self.tr("too short"),
            "long": self.tr("too long"),
            "fits": self.tr("fits"),
        }.get(fits or "", "")
        words = self.tr("expected: {length}").format(length=" ".join(asked.split()))
        # The label is shortened at its end, so the verdict comes first.
        return f"{verdict} · {words}" if verdict else words

    def section(self, side: str, place: int, title: str) -> str:
        """Return the menu label of a section."""
        title = " ".join(title.split())
        shown = title if len(title) <= _LONGEST else title[: _LONGEST - 1] + "…"
        # In a menu, a single “&” would mark a keyboard mnemonic.
        return f"{self._side(side)} {place + 1} · {shown}".replace("&", "&&")

    def place(self, side: str, place: int, count: int) -> str:
        """Return the number of the current section and the number of sections on its side."""
        words = (
            self.tr("Input section {number} of {count}")
            if side == "input"
            else self.tr("Output section {number} of {count}")
        )
        return words.format(number=min(place + 1, count), count=count)

    def fix(self, fix: SectionFix) -> str:
        """Return the label of a fix."""
        words = {
            "missing": self.tr("Add missing section “{title}” ({side})"),
            "renamed": self.tr("Restore the title “{title}” ({side}: “{got}”)"),
            "reordered": self.tr("Restore the order of the task ({side})"),
        }[fix.kind]
        return words.format(title=fix.title, got=fix.got, side=self._side(fix.side))

    def _side(self, side: str) -> str:
        return self.tr("Input") if side == "input" else self.tr("Output")
