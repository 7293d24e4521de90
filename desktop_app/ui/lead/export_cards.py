"""The formats of the export page as cards, one of which is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.colours import Role
from desktop_app.ui.lead.option_box import RadioOption
from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import label

# Least width of a card in pixels at 100 % text, and the gap between cards.
_LEAST, _GAP = 150, 10
# Above this text scale, cards show their names only.
_WORDS_FIT = 1.45


@dataclass(frozen=True)
class Format:
    """A format: its key, name, description, and the files that it makes."""

    key: str
    title: str
    words: str
    files: str


class FormatCard(QFrame):
    """One card: a radio button with the name, the description and the files."""

    def __init__(self, format_: Format, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.key = format_.key
        self.setProperty("kind", "option")
        self.radio = RadioOption(theme, format_.title, bold=True)
        self.radio.setAccessibleDescription(f"{format_.words} {format_.files}")
        self.words = label(format_.words, "secondary", wrap=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.icon = PlainLabel()
        self.files = ShorteningLabel(format_.files)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(7, 7, 6, 8)
        layout.setSpacing(3)
        layout.addWidget(self.radio)
        layout.addWidget(self.words, 1)
        below = QHBoxLayout()
        below.setSpacing(6)
        below.setContentsMargins(6, 0, 0, 0)
        below.addWidget(self.icon)
        below.addWidget(self.files, 1)
        layout.addLayout(below)
        self.words.setContentsMargins(6, 0, 0, 0)
        self.radio.toggled.connect(self._on_toggled)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        # The whole card is the target, not only its radio button.
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.pos()):
            self.radio.setFocus(Qt.FocusReason.MouseFocusReason)
            self.radio.click()

    def _on_toggled(self, on: bool) -> None:
        self.setProperty("chosen", on)
        self.style().unpolish(self)
        self.style().polish(self)

    def _apply_theme(self) -> None:
        size = self._theme.px(12)
        self.icon.setPixmap(self._theme.icon("consent", Role.SECONDARY).pixmap(QSize(size, size)))
        fits = self._theme.text_scale <= _WORDS_FIT
        for one in (self.words, self.icon, self.files):
            one.setVisible(fits)


class FormatCards(QWidget):
    """The cards in a row, or in several rows if there is little room.

    Signal `chosen(key)`: the user has chosen a format.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.cards: list[FormatCard] = []
        self._group = QButtonGroup(self)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_GAP)
        self._columns = 0

    @property
    def key(self) -> str:
        """The chosen format."""
        return next(card.key for card in self.cards if card.radio.isChecked())

    def show_formats(self, formats: Sequence[Format], chosen: str) -> None:
        """Show these formats. Nothing is emitted."""
        for card in self.cards:
            self._group.removeButton(card.radio)
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [FormatCard(one, self._theme) for one in formats]
        for card in self.cards:
            self._group.addButton(card.radio)
            card.radio.installEventFilter(self)
            card.radio.setChecked(card.key == chosen)
            card.radio.toggled.connect(
                lambda on, key=card.key: self.chosen.emit(key) if on else None
            )
        self._columns = 0
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt moves by the places of the buttons, which differ if there are several rows.
        steps = {
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Up: -1,
        }
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            radios = [card.radio for card in self.cards]
            step = steps.get(Qt.Key(event.key()))
            if step is not None and watched in radios:
                mirrored = -1 if self.isRightToLeft() else 1
                place = next(n for n, radio in enumerate(radios) if radio is watched)
                target = radios[(place + step * mirrored) % len(radios)]
                target.setFocus(Qt.FocusReason.OtherFocusReason)
                target.click()
                return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Lay out the cards in as many columns as fit."""
        count = len(self.cards)
        if not count:
            return
        fit = max(1, (self.width() + _GAP) // (self._theme.px(_LEAST) + _GAP))
        rows = -(-count // min(fit, count))
        # Rows of equal length look better than a full row and a single card.
        columns = -(-count // rows)
        if columns == self._columns:
            return
        for place in range(self._columns):
            self._grid.setColumnStretch(place, 0)
        self._columns = columns
        for place, card in enumerate(self.cards):
            self._grid.addWidget(card, place // columns, place % columns)
        for place in range(columns):
            self._grid.setColumnStretch(place, 1)
