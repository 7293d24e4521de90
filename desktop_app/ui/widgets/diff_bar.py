"""The bar above the post-edit editor that chooses a text, while one is shown at a time."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QPushButton, QSizePolicy, QWidget

from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout


class Look(StrEnum):
    """The view next to the revision."""

    SIDE_BY_SIDE = "side by side"
    INLINE = "inline"
    ALONE = "alone"


class DiffBar(QWidget):
    """A bar with a button for each text. It emits requests, which the editor carries out.

    `look_wanted`: a view was chosen; a value of `Look`
    """

    look_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(self.tr("Changes"))
        self._buttons: dict[Look, QPushButton] = {}
        group = QButtonGroup(self)
        self._flow = FlowLayout(self, across=4, down=4)
        for look, words, help_text in (
            (Look.SIDE_BY_SIDE, self.tr("Original"), self.tr("Show the original")),
            (Look.INLINE, self.tr("In one text"), self.tr("Show all changes in one text")),
            (Look.ALONE, self.tr("Revision"), self.tr("Show the revision only")),
        ):
            button = QPushButton(words)
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setToolTip(plain_tip(f"{help_text}  F5"))
            button.setAccessibleDescription(help_text)
            button.clicked.connect(lambda _on=False, look=look: self.look_wanted.emit(look.value))
            group.addButton(button)
            # Otherwise screen readers call it a check box.
            button.setAutoExclusive(True)
            self._buttons[look] = button
            self._flow.addWidget(button)
        # Without height for width, a bar that wraps would overlap the texts below it.
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def stops(self) -> list[QWidget]:
        """Return the buttons in reading order."""
        return list(self._buttons.values())

    def set_look(self, look: Look) -> None:
        """Check the button of the current view."""
        self._buttons[look].setChecked(True)

    def hold(self, controls: QWidget) -> None:
        """Put the controls for changes behind the buttons."""
        self._flow.addWidget(controls)

    def _on_theme_changed(self) -> None:
        bold = QFontMetrics(self._theme.ui_font(13, bold=True))
        # The checked button is bold and therefore wider. With the bold width for all, the bar does
        # not wrap differently after a click.
        for button in self._buttons.values():
            button.setMinimumWidth(bold.horizontalAdvance(button.text()) + 20)
