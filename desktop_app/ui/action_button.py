"""A button that is an action: what is on it, its keys, and whether it can be pressed."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton

from desktop_app.ui.plain_text import plain_tip, shown_keys


class ActionButton(QPushButton):
    """Does what an action does, with its keys on it and enabled as it is."""

    def __init__(self, action: QAction, text: str = "", *, keys: bool = True) -> None:
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
        """Put the keys beside the name, or leave them to the tooltip."""
        keys = shown_keys(self._action.shortcut())
        self.setText(f"{self._name}  {keys}" if on and keys else self._name)

    def _follow(self) -> None:
        self.setEnabled(self._action.isEnabled())
