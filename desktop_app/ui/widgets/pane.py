"""A pane: a frame with a heading in small capitals and, at its other end, figures as chips."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.ui.plain_text import PlainLabel, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.question_view import caption_label


class Pane(QFrame):
    """Holds what is put into its `column`, below the heading."""

    def __init__(self, title: str, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self._theme = theme
        self._title = title
        self._is_given = False
        self._chips: list[QLabel] = []
        self.column = QVBoxLayout(self)
        # A reading view keeps 8 for its focus ring; captions are above the text itself.
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
        """Show another heading, on one line: what does not fit is in its tooltip."""
        self._title = " ".join(title.split())
        self.setAccessibleName(self._title)
        self.caption.setMinimumWidth(1)  # it gives way, where one of the program's own does not
        self._is_given = True
        self.fit_title()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_title()

    def fit_title(self) -> None:
        """Shorten a given heading to the room beside the figures."""
        if not self._is_given:
            return
        chips = [chip.sizeHint().width() + 8 for chip in self._chips if not chip.isHidden()]
        room = self.width() - 28 - sum(chips)
        metrics = self.caption.fontMetrics()
        shown = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, max(room, 60))
        self.caption.setText(shown)
        self.caption.setToolTip(plain_tip("" if shown == self._title else self._title))

    def header_shows(self, on: bool) -> None:
        """Show the heading, or leave its room to what the pane holds."""
        self._header.setVisible(on)

    def add_chip(self, name: str) -> QLabel:
        """Add a figure to the heading, hidden until it says something."""
        chip = PlainLabel()
        chip.setProperty("kind", "chip")
        chip.setAccessibleName(name)
        chip.hide()
        self.take_chip(chip)
        return chip

    def take_chip(self, chip: QLabel) -> None:
        """Put another person's figure into the heading."""
        self._chips.append(chip)
        self.header.addWidget(chip)


def say(chip: QLabel, words: str, meaning: str = "") -> None:
    """Let a chip say something, or nothing."""
    chip.setText(words)
    chip.setToolTip(plain_tip(meaning))
    chip.setAccessibleName(f"{words}. {meaning}" if meaning else words)
    chip.setVisible(bool(words))
