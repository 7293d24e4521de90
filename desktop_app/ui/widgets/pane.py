"""A pane: a frame with a heading in small capitals and figures as chips on the other side."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.ui.plain_text import PlainLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.question_view import caption_label


class Pane(QFrame):
    """A frame with a heading above its `column`."""

    def __init__(self, title: str, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self._theme = theme
        self._title = title
        # Whether the title came from data. The program's own titles are short and never elided.
        self._is_given = False
        self._chips: list[QLabel] = []
        self.column = QVBoxLayout(self)
        # With the 8 pixels of a reading view for its focus ring, captions are flush with its
        # text.
        self.column.setContentsMargins(6, 8, 6, 8)
        self.column.setSpacing(4)
        self._header = QWidget()
        self.header = FlowLayout(self._header, across=8, down=4, spread=True)
        self.header.setContentsMargins(8, 0, 4, 0)
        self.caption = caption_label(title)
        self.caption.setWordWrap(False)
        self.caption.setMinimumHeight(theme.px(24))
        self.header.addWidget(self.caption)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._header.setSizePolicy(policy)
        self.column.addWidget(self._header)
        self.setAccessibleName(title)

    def set_title(self, title: str) -> None:
        """Set a title from data, elided to one line; the tooltip has all of it."""
        self._title = " ".join(title.split())
        self.setAccessibleName(self._title)
        # Without this, the label's full width would be the least width of the pane.
        self.caption.setMinimumWidth(1)
        self._is_given = True
        self.fit_title()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_title()

    def fit_title(self) -> None:
        """Elide a title from data to the space beside the chips."""
        if not self._is_given:
            return
        chips = [chip.sizeHint().width() + 8 for chip in self._chips if not chip.isHidden()]
        # 28: the margins of pane and header, and the gap.
        room = self.width() - 28 - sum(chips)
        metrics = self.caption.fontMetrics()
        shown = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, max(room, 60))
        self.caption.setText(shown)
        self.caption.setToolTip(plain_tip("" if shown == self._title else self._title))

    def header_shows(self, on: bool) -> None:
        """Show or hide the heading; the content gets its space."""
        self._header.setVisible(on)

    def add_chip(self, name: str) -> QLabel:
        """Add an empty, hidden chip to the heading.

        `name`: its name for screen readers
        """
        chip = PlainLabel()
        chip.setProperty("kind", "chip")
        chip.setAccessibleName(name)
        chip.hide()
        self.take_chip(chip)
        return chip

    def take_chip(self, chip: QLabel) -> None:
        """Add an existing chip to the heading."""
        self._chips.append(chip)
        self.header.addWidget(chip)


def say(chip: QLabel, words: str, meaning: str = "") -> None:
    """Show a chip with a text, or hide it if the text is empty."""
    chip.setText(words)
    chip.setToolTip(plain_tip(meaning))
    chip.setAccessibleName(f"{words}. {meaning}" if meaning else words)
    chip.setVisible(bool(words))
