"""The heading of the section editor: captions, number of changes, and buttons for them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from desktop_app.ui.layouts import in_row
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.flow_layout import FittedFrame, FlowLayout
from desktop_app.ui.widgets.parts import label
from desktop_app.ui.widgets.question_view import caption_label

# Height in pixels at 100 % text, and space beside the caption of the revision in pixels.
_HEIGHT, _BESIDE = 44, 16


class SectionHead(FittedFrame):
    """The captions above the original and the revision, and a menu that the pane fills.

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
