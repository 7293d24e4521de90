"""Parts of the section editor: its heading and menu, links that fix sections, marks of points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QWidget

from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.plain_text import PlainLabel, empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.flow_layout import FittedFrame, FlowLayout
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.pane import say
from desktop_app.ui.widgets.parts import label
from desktop_app.ui.widgets.question_view import caption_label
from plugins.dolomites.panel.edit_sections import PointPlace, SectionFix
from plugins.dolomites.panel.section_list import SectionList
from plugins.dolomites.panel.section_row import PointMark, SectionRow
from plugins.dolomites.panel.section_state import EditedSections, Place
from plugins.dolomites.panel.section_texts import SectionTexts

# Height in pixels at 100 % text, and space beside the caption of the revision in pixels.
_HEIGHT, _BESIDE = 44, 16
# Largest text scale for captions above one text.
_FITS = 1.3


class SectionHead(FittedFrame):
    """The captions above the original and the revision, and a menu that `SectionMenu` fills.

    `step_wanted`: the user wants to go to the next (1) or previous (−1) change
    """

    step_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "pane-head")
        original = caption_label(self.tr("Original"))
        self.caption = caption_label(self.tr("Your revision"))
        for caption in (original, self.caption):
            caption.setWordWrap(False)
        self.changes = label(kind="secondary")
        words = self.tr("Previous change")
        self.previous_button = IconButton("up", theme, words, f"{words}  Shift+F7")
        words = self.tr("Next change")
        self.next_button = IconButton("down", theme, words, f"{words}  F7")
        self.menu_button = IconButton(
            "more", theme, self.tr("Changes and sections"), self.tr("Restore text, edit sections")
        )
        self.previous_button.clicked.connect(lambda: self.step_wanted.emit(-1))
        self.next_button.clicked.connect(lambda: self.step_wanted.emit(1))
        self.menu = QMenu(self)
        self.menu_button.setMenu(self.menu)
        buttons = QWidget()
        in_row(self.changes, *self.stops(), on=buttons, margins=0, gap=6)
        # In a narrow pane with large text, the buttons go to a second line.
        self._right = QWidget()
        self._flow = FlowLayout(self._right, across=6, down=2, spread=True)
        for widget in (self.caption, buttons):
            self._flow.addWidget(widget)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._right.setSizePolicy(policy)
        self._left = QWidget()
        in_row(original, on=self._left, margins=0)
        in_row((self._left, 1), (self._right, 1), on=self, margins=(16, 4, 16, 4), gap=0)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.set_alone(False)

    def set_alone(self, on: bool) -> None:
        """Show that there is one text (`on`), or two side by side."""
        self._left.setVisible(not on)
        self._flow.setContentsMargins(0 if on else _BESIDE, 0, 0, 0)
        # In large text, the caption of the only text would need a row of its own.
        self.caption.setVisible(not (on and self._theme.text_scale > _FITS))
        self.caption.setText(
            self.tr("Your revision, with changes marked") if on else self.tr("Your revision")
        )

    def show_changes(self, changes: int, sections: str, whole: str) -> None:
        """Show the number of changes in all texts, and what was done with the sections.

        `sections`: in few words; "" if nothing was done
        `whole`: in all words, for the tooltip and screen readers
        """
        text = self.tr("%n change(s)", "", changes) if changes else ""
        self.changes.setText("  ·  ".join(filter(None, (text, sections))) or self.tr("No changes"))
        whole = ", ".join(filter(None, (text, whole)))
        self.changes.setAccessibleName(whole)
        self.changes.setToolTip(plain_tip(whole))
        for button in (self.previous_button, self.next_button):
            button.setEnabled(changes > 0)

    def stops(self) -> list[QWidget]:
        """Return the Tab stops in reading order."""
        return [self.previous_button, self.next_button, self.menu_button]

    def _on_theme_changed(self) -> None:
        self.setMinimumHeight(self._theme.px(_HEIGHT))
        self.set_alone(self._left.isHidden())


class SectionMenu(QObject):
    """Fills the menu of the heading. A QObject, for its translations.

    `wanted`: a command was chosen: "restore", "restore_all", "rename", "add", "up", "down",
    "remove" or "removed"
    `fix_wanted`: a fix was chosen
    """

    wanted = Signal(str)
    fix_wanted = Signal(object)

    def __init__(self, menu: QMenu, texts: SectionTexts) -> None:
        super().__init__(menu)
        self._menu, self._texts = menu, texts
        # These actions exist all the time, the others only while the menu is open.
        self._actions = {
            name: QAction(words, self)
            for name, words in (
                ("add", self.tr("Add a section below")),
                ("up", self.tr("Move the section up")),
                ("down", self.tr("Move the section down")),
                ("remove", self.tr("Remove the section")),
            )
        }
        for name, action in self._actions.items():
            action.triggered.connect(lambda _on=False, name=name: self.wanted.emit(name))

    def enable(self, names: Collection[str]) -> None:
        """Enable these of "add", "up", "down" and "remove", and disable the others."""
        for name, action in self._actions.items():
            action.setEnabled(name in names)

    def fill(
        self,
        row: SectionRow,
        fixes: Iterable[SectionFix],
        *,
        exists: bool,
        editable: bool,
        removed: bool | None,
    ) -> None:
        """Fill the menu with ways to restore text, the section's actions, and the fixes.

        `row`: the current section
        `exists`: whether there is a current section
        `editable`: whether the sections can be edited
        `removed`: whether removed words are shown; None if the original is beside the revision
        """
        self._menu.clear()
        if removed is not None:
            action = self._menu.addAction(self.tr("Show removed words") + "\tF5")
            action.setCheckable(True)
            action.setChecked(removed)
            action.triggered.connect(lambda: self.wanted.emit("removed"))
            self._menu.addSeparator()
        for name, words, keys, on in (
            ("restore", self.tr("Restore this change"), "Ctrl+F7", row.changes > 0),
            (
                "restore_all",
                self.tr("Restore the original of this section"),
                "Ctrl+Shift+F7",
                row.revision != row.original,
            ),
            ("rename", self.tr("Rename the section"), "", True),
        ):
            action = self._menu.addAction(f"{words}\t{keys}" if keys else words)
            action.setEnabled(exists and editable and on)
            action.triggered.connect(lambda _on=False, name=name: self.wanted.emit(name))
        self._menu.addSeparator()
        self._menu.addActions(list(self._actions.values()))
        self._menu.addSeparator()
        for fix in fixes:
            # In a menu, a single “&” would mark a keyboard mnemonic.
            action = self._menu.addAction(self._texts.fix(fix).replace("&", "&&"))
            action.setEnabled(editable)
            action.triggered.connect(lambda _on=False, fix=fix: self.fix_wanted.emit(fix))


# Maximum number of fixes with a link.
_MOST_FIXES = 4
# The same where the pane is low, so that the sections have the height.
_MOST_BRIEF = 1


class SectionFixes(QFrame):
    """A link for each of the first fixes. It is hidden if there is none.

    `shown`: all current fixes, also those without a link
    `links`: the links
    `wanted`: a link was clicked; its fix
    `rebuilt`: the links changed, so the tab order has to be set again
    `focus_lost`: the link that had the focus was deleted; emitted after `rebuilt`
    """

    wanted = Signal(object)
    rebuilt = Signal()
    focus_lost = Signal()

    def __init__(self, texts: SectionTexts) -> None:
        super().__init__()
        self._texts = texts
        self._editable, self._most = True, _MOST_FIXES
        self.shown: list[SectionFix] = []
        self.links: list[LinkButton] = []
        self.setProperty("kind", "pane-head")
        self.count = PlainLabel()
        self.count.setProperty("kind", "warning")
        self.count.hide()
        self._rows = in_column(margins=0, gap=0)
        in_column(self.count, self._rows, on=self, margins=(12, 6, 12, 6), gap=2)

    def show_fixes(self, found: Sequence[SectionFix]) -> None:
        """Show these fixes."""
        # The links are rebuilt only if they change, because one of them may have the focus.
        if list(found) != self.shown:
            self.shown = list(found)
            self._rebuild()
        self.setVisible(bool(self.shown))

    def set_editable(self, on: bool) -> None:
        """Enable (`on`) or disable the links."""
        self._editable = on
        for link in self.links:
            link.setEnabled(on)

    def set_brief(self, on: bool) -> None:
        """Show one link at a time (`on`), or one for each of the first fixes."""
        most = _MOST_BRIEF if on else _MOST_FIXES
        if most != self._most:
            self._most = most
            self._rebuild()

    def take_focus(self) -> bool:
        """Set the focus to the first link; return whether there is one."""
        if self.links:
            self.links[0].setFocus(Qt.FocusReason.OtherFocusReason)
        return bool(self.links)

    def _rebuild(self) -> None:
        # The old links are deleted, and the focus must not be lost with them.
        had_focus = any(link.hasFocus() for link in self.links)
        empty(self._rows)
        self.links = []
        # Fixes without a link are counted and listed in the menu.
        count = len(self.shown)
        say(
            self.count,
            self.tr("%n section(s) to fix", "", count) if count > _MOST_FIXES == self._most else "",
            self.tr("The others are in the menu above"),
        )
        for fix in self.shown[: self._most]:
            words = self._texts.fix(fix)
            link = LinkButton(words)
            link.setAccessibleName(words)
            # The shortcut applies the first fix.
            key = "  Ctrl+Shift+J" if not self.links else ""
            link.setToolTip(plain_tip(words + key))
            link.setAutoDefault(True)
            link.setEnabled(self._editable)
            link.clicked.connect(lambda _on=False, fix=fix: self.wanted.emit(fix))
            self._rows.addWidget(link)
            self.links.append(link)
        self.setVisible(bool(self.shown))
        self.rebuilt.emit()
        if had_focus:
            self.focus_lost.emit()


class PointMarks:
    """Marks the places of critique points in the sections, and goes to them.

    `example`: the sections and their origins
    `sections`: their rows
    `go_to`: makes a section the current one and scrolls to it
    """

    def __init__(
        self,
        example: EditedSections,
        sections: SectionList,
        go_to: Callable[[str, int], None],
    ) -> None:
        self._example, self._sections, self._go_to = example, sections, go_to
        self._places: Sequence[PointPlace] = ()
        self._current = 0

    def show(self, places: Sequence[PointPlace], current: int) -> None:
        """Mark other places. `current`: the number of the open point; 0: none."""
        self._places, self._current = places, current
        self.refresh()

    def forget(self) -> None:
        """Forget the places, before another variant is shown."""
        self._places = ()

    def refresh(self) -> None:
        """Mark the places again, after the sections have changed."""
        for where, row in self._sections.rows.items():
            origin = (where[0], self._example.origin_place(*where))
            row.set_points(
                [
                    PointMark(one.start, one.end, one.number, one.number == self._current)
                    for one in self._places
                    if (one.side, one.place) == origin
                ]
            )

    def is_changed(self, place: PointPlace) -> bool:
        """Return whether the text at the place of a point has changed."""
        found = self._row_of(place)
        if found is None:
            return True
        return any(
            (one.before.start < place.end and one.before.end > place.start)
            or (one.before.start == one.before.end and place.start <= one.before.start <= place.end)
            for one in found[1].hunks
            if not one.quiet
        )

    def go_to(self, place: PointPlace, *, focus: bool) -> None:
        """Scroll to the place of a point and put the caret behind it.

        `focus`: whether the text gets the focus
        """
        found = self._row_of(place)
        if found is None:
            return
        where, row = found
        self._go_to(*where)
        row.settle()
        row.set_caret_at_original(place.end)
        if focus:
            row.take_focus()
        self._sections.scroll_to_caret()

    def _row_of(self, place: PointPlace) -> tuple[Place, SectionRow] | None:
        """Return side, index and row of the section of a point; None if it was removed."""
        for where, row in self._sections.rows.items():
            if (where[0], self._example.origin_place(*where)) == (place.side, place.place):
                return where, row
        return None
