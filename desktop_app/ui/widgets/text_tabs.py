"""Tabs above texts, for a page without space for all of them side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.ui.layouts import in_column
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import SegmentButton
from desktop_app.ui.widgets.flow_layout import FlowLayout

# Maximum number of characters of a name. Titles of texts come from data.
_LONGEST = 24


class TextTabs(QWidget):
    """A row of tabs above a widget with texts. The owner shows the text of the chosen tab.

    `chosen`: a person has chosen a tab; its index
    `row`: the row with the tabs
    `buttons`: one for each tab
    """

    chosen = Signal(int)

    def __init__(self, texts: QWidget, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.buttons: list[SegmentButton] = []
        # Before the texts, so that Tab reaches them first.
        self.row = QWidget()
        FlowLayout(self.row, across=4, down=4)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.row.setSizePolicy(policy)
        self.row.hide()
        # The first one now: Tab reaches later ones after it, in the order that the page sets.
        self.set_names([""])
        in_column(self.row, (texts, 1), on=self, margins=0, gap=6)

    def minimumSizeHint(self) -> QSize:
        # Qt computes it for the narrowest row, in which each tab has a line of its own.
        size = super().minimumSizeHint()
        if not self.row.isHidden():
            excess = self.row.sizeHint().height() - self.row.heightForWidth(self.width())
            size.setHeight(size.height() - max(0, excess))
        return size

    def set_names(self, names: Sequence[str]) -> None:
        """Set the name of each tab."""
        while len(self.buttons) < len(names):
            place = len(self.buttons)
            button = SegmentButton("", self._theme)
            button.setAutoExclusive(True)
            button.clicked.connect(lambda _on=False, place=place: self.chosen.emit(place))
            self.buttons.append(button)
            layout = self.row.layout()
            assert layout is not None
            layout.addWidget(button)
        for place, button in enumerate(self.buttons):
            name = names[place] if place < len(names) else ""
            shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1].rstrip()}…"
            # A single "&" would define a shortcut.
            button.setText(shown.replace("&", "&&"))
            button.setAccessibleName(name)
            button.setToolTip(plain_tip("" if shown == name else name))
            button.setVisible(place < len(names))

    def show_tab(self, place: int | None) -> None:
        """Show the tabs with this one as the chosen one; None: hide them, all texts are visible."""
        self.row.setVisible(place is not None)
        if place is not None:
            self.buttons[place].setChecked(True)
