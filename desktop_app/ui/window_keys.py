"""Keys of the window: letters for the form, the command palette, the list of shortcuts."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.ui.commands import Commands
from desktop_app.ui.keyboard import Keyboard
from desktop_app.ui.keys_sheet import KeysSheet, Section
from desktop_app.ui.open_workspace import Workplace
from desktop_app.ui.overlay import overlay_of
from desktop_app.ui.palette import CommandPalette
from desktop_app.ui.plain_text import shown_keys
from desktop_app.ui.theme import Theme


class WindowKeys(QObject):
    """The palette, the list of shortcuts, and the routing of plain keys."""

    def __init__(
        self, window: QWidget, commands: Commands, theme: Theme, workplace: Workplace
    ) -> None:
        super().__init__(window)
        self._commands = commands
        self._workplace = workplace
        self.palette = CommandPalette(window, theme)
        self.sheet = KeysSheet(window, theme)
        for overlay in (self.palette, self.sheet):
            overlay.stranded.connect(self._on_stranded)
        self._keyboard = Keyboard(window, commands.shortcuts, self._on_plain_key, self._is_in_panel)
        self._keyboard.used.connect(self._on_used)

    def watch_window(self) -> None:
        """Also report mouse and wheel; call after the window was shown."""
        self._keyboard.watch_window()

    def offer(self, event: QKeyEvent) -> bool:
        """Offer a key that no control has used to the form; return whether it was used."""
        return self._keyboard.offer(event)

    def show_palette(self) -> None:
        """Open the command palette."""
        self.palette.show_actions(
            (group.title.replace("&", ""), action) for group, action in self._commands.all()
        )

    def show_sheet(self) -> None:
        """Open the list of shortcuts."""
        sections: list[Section] = []
        controller = self._workplace.controller
        if controller is not None and controller.session.position >= 0:
            sections.append((self.tr("The form"), controller.form_keys()))
        if self._workplace.project is not None:
            sections.append((self.tr("The form"), self._workplace.project.form_keys()))
            heads = self.tr("In a table header (reach it with Tab): sort by the column")
            sections.append((self.tr("Tables"), [(self.tr("Space"), heads)]))
        for group in self._commands.groups:
            # A lead has no item actions, an annotator no project actions.
            if group.key == ("item" if self._workplace.project else "project"):
                continue
            keys = [
                (shown_keys(action.shortcut()), action.text().replace("&", ""))
                for action in group.real()
                if action.shortcuts()
            ]
            if group.key == "help":
                keys.append(("?", self.tr("This list")))
            sections.append((group.title, keys))
        self.sheet.show_keys(sections)

    def _on_plain_key(self, text: str) -> bool:
        """Handle a letter, digit or `?` that was pressed outside text fields."""
        # Keys typed into an overlay must not rate the item below it.
        focus = QApplication.focusWidget()
        if focus is not None and overlay_of(focus) is not None:
            return False
        if text == "?":
            self.show_sheet()
            return True
        controller = self._workplace.in_sight
        return controller is not None and controller.press_code_key(text)

    def _on_stranded(self) -> None:
        """Give the focus to the work, because the previous widget is hidden."""
        controller = self._workplace.in_sight
        if controller is not None:
            controller.back_to_work()

    def _is_in_panel(self, widget: QWidget) -> bool:
        return self._workplace.has_one_history(widget)

    def _on_used(self) -> None:
        # Input restarts the clock of the active time, for the visible item only.
        controller = self._workplace.in_sight
        if controller is not None:
            controller.touch()
