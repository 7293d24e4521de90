"""The heading of the section editor: captions, number of changes, buttons for them, and a menu."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from desktop_app.ui.layouts import in_row
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.flow_layout import FittedFrame, FlowLayout
from desktop_app.ui.widgets.parts import label
from desktop_app.ui.widgets.question_view import caption_label
from plugins.dolomites.panel.edit_sections import SectionFix
from plugins.dolomites.panel.section_row import SectionRow
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

    def show_changes(self, changes: int) -> None:
        """Show the number of changes in all sections."""
        self.changes.setText(
            self.tr("%n change(s)", "", changes) if changes else self.tr("No changes")
        )
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

    `wanted`: a command was chosen: "restore", "restore_all", "rename", "add", "up", "down" or
    "remove"
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
        self, row: SectionRow, fixes: Iterable[SectionFix], *, exists: bool, editable: bool
    ) -> None:
        """Fill the menu with ways to restore text, the section's actions, and the fixes.

        `row`: the current section
        `exists`: whether there is a current section
        `editable`: whether the sections can be edited
        """
        self._menu.clear()
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
