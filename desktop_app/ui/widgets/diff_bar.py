"""The bar above the post-edit editor: choice of the view, figures, and commands for changes."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from desktop_app.ui.plain_text import PlainLabel, plain_tip, shown_keys
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout, bare
from desktop_app.ui.widgets.pane import say


class Look(StrEnum):
    """The view next to the revision."""

    SIDE_BY_SIDE = "side by side"
    INLINE = "inline"
    ALONE = "alone"


class DiffBar(QWidget):
    """A bar with buttons and figures. It emits requests, which the editor carries out.

    `look_wanted`: a view was chosen; a value of `Look`
    """

    look_wanted = Signal(str)
    next_wanted = Signal()
    previous_wanted = Signal()
    restore_wanted = Signal()
    restore_all_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.look = Look.SIDE_BY_SIDE
        self.setAccessibleName(self.tr("Changes"))
        self._buttons: dict[Look, QPushButton] = {}
        group = QButtonGroup(self)
        self._flow = flow = FlowLayout(self, across=4, down=4)
        for look, words, help_text in (
            (
                Look.SIDE_BY_SIDE,
                self.tr("Side by side"),
                self.tr("Show the original next to the revision"),
            ),
            (
                Look.INLINE,
                self.tr("In one text"),
                self.tr("Show all changes in one text next to the revision"),
            ),
            (Look.ALONE, self.tr("Revision alone"), self.tr("Show the revision only")),
        ):
            button = QPushButton(words)
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setToolTip(plain_tip(_with_key(help_text, "F5")))
            button.setAccessibleDescription(help_text)
            button.clicked.connect(lambda _on=False, look=look: self.look_wanted.emit(look.value))
            group.addButton(button)
            # Otherwise screen readers call it a check box.
            button.setAutoExclusive(True)
            self._buttons[look] = button
            flow.addWidget(button)
        self._has_chips = True
        self.words = self._chip()
        self.changes = self._chip()
        self.previous_button = self._icon(self.tr("Previous change"), "Shift+F7")
        self.next_button = self._icon(self.tr("Next change"), "F7")
        self.restore_button = QPushButton(self.tr("Revert"))
        self.restore_all_button = QPushButton(self.tr("Revert all"))
        for button, tip, key in (
            (self.restore_button, self.tr("Revert the current change"), "Ctrl+F7"),
            (self.restore_all_button, self.tr("Restore the original"), "Ctrl+Shift+F7"),
        ):
            button.setProperty("kind", "quiet")
            button.setAutoDefault(False)
            button.setToolTip(plain_tip(_with_key(tip, key)))
            button.setAccessibleDescription(tip)
        # Pairs of buttons wrap together.
        steps = _together(self.previous_button, self.next_button)
        ways_back = _together(self.restore_button, self.restore_all_button)
        self._less_needed = (steps, ways_back)
        for widget in (self.words, self.changes, steps, ways_back):
            flow.addWidget(widget)
        # Without height for width, a bar that wraps would overlap the texts below it.
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.next_button.clicked.connect(self.next_wanted)
        self.previous_button.clicked.connect(self.previous_wanted)
        self.restore_button.clicked.connect(self.restore_wanted)
        self.restore_all_button.clicked.connect(self.restore_all_wanted)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def set_look(self, look: Look) -> None:
        """Check the button of the current view."""
        self.look = look
        self._buttons[look].setChecked(True)

    def show_figures(self, before: int, after: int, changes: int) -> None:
        """Show the number of words before and after, and the number of changes."""
        if before == after:
            shown = self.tr("%n word(s)", "", after)
        else:
            shown = f"{before:,} → " + self.tr("%n word(s)", "", after)
        say(self.words, shown, self.tr("Words in the original and in the revision"))
        say(self.changes, self.tr("%n change(s)", "", changes))
        self.show_chips(self._has_chips)
        self.next_button.setEnabled(changes > 0)
        self.previous_button.setEnabled(changes > 0)

    def set_taking_turns(self, on: bool) -> None:
        """Label the views for one text at a time (`on`), or for two texts side by side."""
        for look, (apart, alone) in {
            Look.SIDE_BY_SIDE: (self.tr("Side by side"), self.tr("Original")),
            Look.INLINE: (self.tr("In one text"), self.tr("In one text")),
            Look.ALONE: (self.tr("Revision alone"), self.tr("Revision")),
        }.items():
            self._buttons[look].setText(alone if on else apart)
        self._on_theme_changed()

    def allow_restoring(self, on: bool) -> None:
        """Enable or disable the buttons that restore the original text."""
        self.restore_button.setEnabled(on)
        self.restore_all_button.setEnabled(on)

    def set_brief(self, on: bool) -> None:
        """Hide the buttons for stepping and restoring if space is tight, or show them again.

        Their shortcuts work either way.
        """
        for buttons in self._less_needed:
            buttons.setVisible(not on)

    def show_chips(self, on: bool) -> None:
        """Show the numbers of words and changes (`on`), or hide them on a low page."""
        self._has_chips = on
        for chip in (self.words, self.changes):
            chip.setVisible(on and bool(chip.text()))

    def _chip(self) -> QLabel:
        """Return an empty chip for a figure."""
        chip = PlainLabel()
        chip.setProperty("kind", "chip")
        return chip

    def _icon(self, name: str, key: str) -> QPushButton:
        """Return a button for an icon, with the name and the key in its tooltip."""
        button = QPushButton()
        button.setProperty("kind", "icon")
        button.setAccessibleName(name)
        button.setToolTip(plain_tip(_with_key(name, key)))
        button.setAutoDefault(False)
        return button

    def _on_theme_changed(self) -> None:
        for button, name in ((self.previous_button, "previous"), (self.next_button, "next")):
            button.setIcon(self._theme.icon(name))
            button.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))
            button.setFixedWidth(self._theme.px(32))
        bold = QFontMetrics(self._theme.ui_font(13, bold=True))
        # The checked button is bold and therefore wider. With the bold width for all, the bar does
        # not wrap differently after a click.
        for button in self._buttons.values():
            button.setMinimumWidth(bold.horizontalAdvance(button.text()) + 20)


def _with_key(words: str, key: str) -> str:
    """Return a tooltip that ends with a key, as the system writes it."""
    return f"{words}  {shown_keys(QKeySequence(key))}"


def _together(*buttons: QPushButton) -> QWidget:
    """Return a widget that contains the buttons, so that they are wrapped together."""
    both = QWidget()
    row = bare(QHBoxLayout(both), 4)
    for button in buttons:
        row.addWidget(button)
    return both
