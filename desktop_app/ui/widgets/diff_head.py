"""The headings of two texts, and the controls for their changes, with a menu for the rest."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from desktop_app.ui.layouts import in_row
from desktop_app.ui.plain_text import plain_tip, shown_keys
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import IconButton
from desktop_app.ui.widgets.diff_bar import Look
from desktop_app.ui.widgets.parts import label
from desktop_app.ui.widgets.question_view import caption_label

# Pixels at 100 % text.
_TALL = 44


class TextHead(QFrame):
    """The heading of a text that touches the text beside it: its name above a line."""

    def __init__(self, words: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "pane-head")
        self.caption = caption_label(words)
        self.caption.setWordWrap(False)
        self.row = in_row(self.caption, on=self, margins=(16, 0, 6, 0), gap=2)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(self._theme.px(_TALL))


class DiffControls(QWidget):
    """The number of changes, steps between them, and a menu that restores them.

    Like `DiffBar`, it emits requests, which the editor carries out.

    `look_wanted`: a view was chosen; a value of `Look`
    """

    look_wanted = Signal(str)
    next_wanted = Signal()
    previous_wanted = Signal()
    restore_wanted = Signal()
    restore_all_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.changes = label(kind="secondary")
        self.previous_button = IconButton(
            "up", theme, self.tr("Previous change"), _tip(self.tr("Previous change"), "Shift+F7")
        )
        self.next_button = IconButton(
            "down", theme, self.tr("Next change"), _tip(self.tr("Next change"), "F7")
        )
        self.more = IconButton("more", theme, self.tr("More about the revision"))
        self.previous_button.clicked.connect(self.previous_wanted)
        self.next_button.clicked.connect(self.next_wanted)
        in_row(*self.stops(), on=self, margins=0, gap=2).insertWidget(0, self.changes)
        self.menu = QMenu(self)
        self.restore = self._entry(self.tr("Restore this change"), "Ctrl+F7", self.restore_wanted)
        self.restore_all = self._entry(
            self.tr("Restore the original"), "Ctrl+Shift+F7", self.restore_all_wanted
        )
        self._line = self.menu.addSeparator()
        group = QActionGroup(self)
        self._looks: dict[Look, QAction] = {}
        for look, name in (
            (Look.SIDE_BY_SIDE, self.tr("Side by side")),
            (Look.INLINE, self.tr("In one text")),
            (Look.ALONE, self.tr("Revision alone")),
        ):
            action = self.menu.addAction(name)
            action.setCheckable(True)
            action.triggered.connect(lambda _on=False, look=look: self.look_wanted.emit(look.value))
            group.addAction(action)
            self._looks[look] = action
        self.more.setMenu(self.menu)

    def _entry(self, words: str, keys: str, signal: SignalInstance) -> QAction:
        # The key is only text: the command of the page has it already.
        action = self.menu.addAction(_tip(words, keys))
        action.triggered.connect(lambda: signal.emit())
        return action

    def stops(self) -> list[QWidget]:
        """Return the buttons in reading order."""
        return [self.previous_button, self.next_button, self.more]

    def set_taking_turns(self, on: bool) -> None:
        """Leave the views to the bar (`on`), while one text is shown at a time."""
        for entry in (self._line, *self._looks.values()):
            entry.setVisible(not on)

    def set_look(self, look: Look) -> None:
        """Check the entry of the current view."""
        self._looks[look].setChecked(True)

    def show_figures(self, before: int, after: int, changes: int) -> None:
        """Show the number of changes; the numbers of words are in the tooltip."""
        self.changes.setText(self.tr("%n change(s)", "", changes))
        words = f"{before:,} → " + self.tr("%n word(s)", "", after)
        self.changes.setToolTip(plain_tip(words))
        self.next_button.setEnabled(changes > 0)
        self.previous_button.setEnabled(changes > 0)

    def allow_restoring(self, on: bool) -> None:
        """Enable or disable the entries that restore the original text."""
        self.restore.setEnabled(on)
        self.restore_all.setEnabled(on)


def _tip(words: str, keys: str) -> str:
    """Return a text that ends with a key, as the system writes it."""
    return f"{words}  {shown_keys(QKeySequence(keys))}"
