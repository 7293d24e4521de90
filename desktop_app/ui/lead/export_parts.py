"""Parts of the export page: the formats as cards, and the progress of the preview."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QSizePolicy,
    QWidget,
)

from desktop_app.ui.colours import Role
from desktop_app.ui.lead.option_box import WRAPPED, ArrowKeys, RadioOption
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.parts import button, label

# Least width of a card in pixels at 100 % text, and the gap between cards.
_LEAST, _GAP = 150, 10
# Pixels at 100 % text between the lines of a card.
_BETWEEN = 4
# Above this text scale, cards show their names only.
_WORDS_FIT = 1.45


@dataclass(frozen=True)
class Format:
    """A format: its key, name, description, and the files that it writes."""

    key: str
    title: str
    words: str
    files: str


class FormatCard(RadioOption):
    """A radio button as a card, with the name, the description and the files."""

    _around, _edge = 10, 14

    def __init__(self, format_: Format, theme: Theme) -> None:
        self.key = format_.key
        self._files = format_.files
        super().__init__(theme, format_.title, format_.words, bold=True)
        self.setAccessibleDescription(f"{format_.words} {format_.files}")
        self.setToolTip(plain_tip(format_.words))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, is_on = self._theme, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = 2.0 if is_on else 1.0
        painter.setPen(QPen(theme.color(Role.ACCENT if is_on else Role.BORDER), width))
        painter.setBrush(theme.color(Role.ACCENT_SOFT if is_on else Role.SURFACE))
        # Inset by half the line width, because Qt centres lines on their path.
        half = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 8, 8)
        self.paint(painter)
        if self.hasFocus():
            draw_focus(painter, self.rect().adjusted(3, 3, -3, -3), theme)
        painter.end()

    def _placed(self, width: int) -> list[tuple[QFont, str, Role, QRect]]:
        """Return each line with its rectangle; only the name is beside the indicator."""
        first, *others = super()._placed(width)
        left, gap = self._theme.px(self._edge), self._theme.px(_BETWEEN)
        top, result = first[3].bottom() + 1 + gap, [first]
        for font, text, role, _ in others:
            room = QRect(0, 0, max(1, width - 2 * left), 10_000)
            height = QFontMetrics(font).boundingRect(room, WRAPPED, text).height()
            result.append((font, text, role, QRect(left, top, room.width(), height)))
            top += height + gap
        return result

    def heightForWidth(self, width: int) -> int:
        return self._placed(width)[-1][3].bottom() + 1 + self._theme.px(self._around)

    def _lines(self) -> list[tuple[QFont, str, Role]]:
        lines = super()._lines()
        if self._theme.text_scale > _WORDS_FIT:
            return lines[:1]
        return [*lines, (self._theme.ui_font(12), self._files, Role.TEXT)]


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
        theme.changed.connect(self._place)

    @property
    def key(self) -> str:
        """Return the key of the chosen format."""
        return next(card.key for card in self.cards if card.isChecked())

    def show_formats(self, formats: Sequence[Format], chosen: str) -> None:
        """Show these formats, without a signal."""
        had_focus = any(card.hasFocus() for card in self.cards)
        for card in self.cards:
            self._group.removeButton(card)
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [FormatCard(one, self._theme) for one in formats]
        for card in self.cards:
            self._group.addButton(card)
            card.setChecked(card.key == chosen)
            card.toggled.connect(lambda on, key=card.key: self.chosen.emit(key) if on else None)
        self._keys = ArrowKeys(self.cards, self)
        self._columns = 0
        self._place()
        if had_focus:
            next(card for card in self.cards if card.isChecked()).setFocus()

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
        across = (self.width() - _GAP * (columns - 1)) // columns
        # All cards have the height of the one with the longest text.
        height = max(card.heightForWidth(across) for card in self.cards)
        for card in self.cards:
            card.setFixedHeight(height)
        self.setFixedHeight(rows * height + (rows - 1) * _GAP)
        if columns == self._columns:
            return
        for place in range(self._columns):
            self._grid.setColumnStretch(place, 0)
        self._columns = columns
        for place, card in enumerate(self.cards):
            self._grid.addWidget(card, place // columns, place % columns)
        for place in range(columns):
            self._grid.setColumnStretch(place, 1)


# Milliseconds until it is shown, so that the page does not flicker.
_PATIENCE = 400
# Width of the bar, in pixels at 100 % text.
_BAR = 120


class PreviewProgress(QWidget):
    """A bar and a button that cancels the preview, or starts it again after that.

    Signals `cancelled`, `restarted`: the button was pressed while the preview was computed, or
    after it was cancelled
    """

    cancelled = Signal()
    restarted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(_BAR)
        # How long it takes is not known, so Qt draws a busy indicator.
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName(self.tr("Progress of the preview"))
        self.button = button("")
        self.words = label(kind="secondary")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 8)
        row.setSpacing(12)
        for one in (self.bar, self.button, self.words):
            row.addWidget(one)
        row.addStretch(1)
        self.hide()
        self._waiting = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._waiting.timeout.connect(self.show)
        self._is_running = False
        self.button.clicked.connect(self._on_pressed)

    def start(self) -> None:
        """Show that the preview is computed, if it takes a while."""
        self._is_running = True
        self._show_words(self.tr("Computing the preview…"), self.tr("Cancel"))
        if self.isHidden():
            self._waiting.start()

    def end(self) -> None:
        """Hide: the preview is ready, or has failed."""
        self._is_running = False
        self._waiting.stop()
        self.hide()

    # Internals
    def _show_words(self, words: str, action: str) -> None:
        self.words.setText(words)
        self.button.setText(action)
        self.button.setAccessibleName(action)
        self.button.setAccessibleDescription(words)
        self.bar.setVisible(self._is_running)

    def _on_pressed(self) -> None:
        if not self._is_running:
            self.restarted.emit()
            return
        self._is_running = False
        self._show_words(self.tr("The preview was cancelled."), self.tr("Compute the preview"))
        self.cancelled.emit()
