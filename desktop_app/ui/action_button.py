"""A button for an action, with the action's shortcut, tooltip and enabled state."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton

from desktop_app.ui.plain_text import plain_tip, shown_keys


class ActionButton(QPushButton):
    """A button that triggers an action and is enabled like it."""

    def __init__(self, action: QAction, text: str = "", *, keys: bool = True) -> None:
        # Without the mnemonic and the ellipsis of the menu.
        name = text or action.text().replace("&", "").rstrip("…")
        super().__init__()
        self._name = name
        self._action = action
        self.show_keys(keys)
        self.setAccessibleName(name)
        self.setToolTip(plain_tip(action.toolTip()))
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def show_keys(self, on: bool) -> None:
        """Show the shortcut beside the name, or only in the tooltip."""
        keys = shown_keys(self._action.shortcut())
        self.setText(f"{self._name}  {keys}" if on and keys else self._name)

    def _follow(self) -> None:
        """Copy the enabled state of the action."""
        self.setEnabled(self._action.isEnabled())
