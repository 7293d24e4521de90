"""A pane: a frame whose header has a title in capitals, and chips with figures at the other end."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.ui.layouts import in_row
from desktop_app.ui.plain_text import PlainLabel, elided, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout
from desktop_app.ui.widgets.question_view import caption_label


class Pane(QFrame):
    """A frame with a heading, and a column for its content.

    `column`: the layout below the heading
    `header`: the layout of the heading and its chips
    `beside`: whether the heading is beside the content, for a pane of one or two lines
    """

    def __init__(self, title: str, theme: Theme, *, beside: bool = False) -> None:
        super().__init__()
        self.setProperty("kind", "pane")
        self._theme = theme
        self._title = title
        # Whether the title comes from data. The program's own titles are short and never elided.
        self._is_given = False
        self._chips: list[QLabel] = []
        row = in_row(on=self, margins=0, gap=0) if beside else None
        self.column = QVBoxLayout() if beside else QVBoxLayout(self)
        # A reading view has 8 pixels for its focus ring. With this margin, headings are aligned
        # with its text.
        self.column.setContentsMargins(6, 8, 6, 8)
        self.column.setSpacing(4)
        self._header = QWidget()
        self.header: QLayout
        if beside:
            self.header = in_row(on=self._header, gap=8)
        else:
            self.header = FlowLayout(self._header, across=8, down=4, spread=True)
        self.header.setContentsMargins(8, 0, 4, 0)
        self.caption = caption_label(title)
        self.caption.setWordWrap(False)
        self._caption_height = 24
        theme.changed.connect(self._fit_caption)
        self._fit_caption()
        self.header.addWidget(self.caption)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._header.setSizePolicy(policy)
        if row is None:
            self.column.addWidget(self._header)
        else:
            self.header.setContentsMargins(16, 9, 6, 6)
            row.addWidget(self._header, 0, Qt.AlignmentFlag.AlignTop)
            row.addLayout(self.column, 1)
        self.setAccessibleName(title)

    def set_caption_height(self, pixels: int) -> None:
        """Set the minimum height of the heading, in pixels at 100 % text."""
        self._caption_height = pixels
        self._fit_caption()

    def _fit_caption(self) -> None:
        self.caption.setMinimumHeight(self._theme.px(self._caption_height))
        # Otherwise the label keeps a size hint with its earlier minimum.
        self.caption.setIndent(self.caption.indent())

    def set_title(self, title: str) -> None:
        """Set a title from data, elided to one line; the tooltip shows it in full."""
        self._title = " ".join(title.split())
        self.setAccessibleName(self._title)
        # Otherwise the width of the whole title would be the minimum width of the pane.
        self.caption.setMinimumWidth(1)
        self._is_given = True
        self.fit_title()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_title()

    def fit_title(self) -> None:
        """Elide a title from data so that it fits beside the chips."""
        if not self._is_given:
            return
        chips = [chip.sizeHint().width() + 8 for chip in self._chips if not chip.isHidden()]
        # 28: margins of the pane and the heading, and the gap between title and chips.
        room = self.width() - 28 - sum(chips)
        metrics = self.caption.fontMetrics()
        shown = elided(self._title, metrics, max(room, 60))
        self.caption.setText(shown)
        self.caption.setToolTip(plain_tip("" if shown == self._title else self._title))

    def header_shows(self, on: bool) -> None:
        """Show the heading, or hide it so that the content gets its space."""
        self._header.setVisible(on)

    def add_chip(self, name: str) -> QLabel:
        """Add an empty, hidden chip to the heading and return it; `say` shows it.

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
    """Show a chip with a text, or hide it if the text is empty.

    `meaning`: an explanation for the tooltip and screen readers
    """
    chip.setText(words)
    chip.setToolTip(plain_tip(meaning))
    chip.setAccessibleName(f"{words}. {meaning}" if meaning else words)
    chip.setVisible(bool(words))
