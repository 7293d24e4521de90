"""Buttons for the options of a choice, each with its key; text wraps where space is narrow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QSizePolicy, QWidget

from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.theme import Theme
from desktop_app.ui.word_wrap import WRAPPED, fitted, height_of, width_of

# Largest minimum width of a column of options, in pixels at 100 % text.
_WIDEST = 220
# Largest minimum width of an option in a row, in pixels at any text size.
_LONGEST = 450
# Width of the focus ring and the gap between it and the frame of a chosen option, in pixels.
_RING = 4
# Letters: a single word of at most this length is never wrapped.
_SHORT = 6


@dataclass(frozen=True)
class Face:
    """What a button shows.

    `words`: the label of the option
    `key`: the key that chooses it; "" if there is none, or if it is the label itself
    `help`: an explanation; shown below the label in a column, and by the owner in a row
    `wide`: whether it is in a column, where multiple choice has check boxes before the labels
    """

    words: str
    key: str = ""
    help: str = ""
    wide: bool = False

    @property
    def wraps(self) -> bool:
        """Whether the label may take several lines."""
        return self.wide or len(self.words.split()) > 1 or len(self.words) > _SHORT


class _Measures:
    """The layout of a `Face` at the current text size, in pixels."""

    def __init__(self, theme: Theme, face: Face, *, ticks: bool) -> None:
        self.theme, self.face = theme, face
        self.font = theme.ui_font(13)
        self.bold = theme.ui_font(13, bold=True)
        self.small = theme.ui_font(12)
        self.side = theme.px(12) if face.wide else theme.px(8)
        # Only multiple choice has a box. A chosen option is recognised by its frame, fill and
        # weight, so that options of one answer look alike in rows and columns.
        self.mark = theme.px(16) + theme.px(8) if face.wide and ticks else 0
        key_width = QFontMetrics(self.small).horizontalAdvance(face.key)
        self.key = key_width + theme.px(8) if face.key else 0

    def room(self, width: int) -> int:
        """Return the width that is left for the label in a button of this width."""
        return max(20, width - 2 * self.side - self.mark - self.key)

    def words(self, width: int) -> str:
        """Return the label with the line breaks it is drawn with."""
        # Always measured in bold, as when chosen: choosing must not wrap the label again.
        return fitted(self.face.words, self.bold, self.room(width))

    def help(self, width: int) -> str:
        """Return the help text with the line breaks it is drawn with."""
        return fitted(self.face.help, self.small, self.room(width))

    def words_box(self, width: int) -> QRect:
        """Return the bounding box of the label in a button of this width."""
        room = QRect(0, 0, self.room(width), 10_000)
        return QFontMetrics(self.bold).boundingRect(room, WRAPPED, self.words(width))

    def help_box(self, width: int) -> QRect:
        """Return the bounding box of the help text; empty where it is not shown here."""
        if not (self.face.wide and self.face.help):
            return QRect()
        room = QRect(0, 0, self.room(width), 10_000)
        return QFontMetrics(self.small).boundingRect(room, WRAPPED, self.help(width))

    def is_folded(self, width: int) -> bool:
        """Return whether a button in a row is so narrow that its label takes several lines."""
        return self.face.wraps and not self.face.wide and width < self.hint().width()

    def height(self, width: int) -> int:
        """Return the height of a button of this width."""
        if not self.face.wide and not self.is_folded(width):
            return self.theme.px(36)
        room = self.room(width)
        tall = height_of(self.face.words, self.bold, room)
        if self.face.wide and self.face.help:
            tall += height_of(self.face.help, self.small, room)
        return max(self.theme.px(36), tall + self.theme.px(16))

    def narrowest(self) -> int:
        """Return the least width at which no word has to be broken."""
        words = self.face.words.split() or [""]
        longest = max(width_of(word, self.bold) for word in words)
        return longest + 2 * self.side + self.mark + self.key

    def hint(self) -> QSize:
        """Return the preferred size: the label in one line, but not too wide in a column."""
        width = width_of(self.face.words, self.bold) + 2 * self.side + self.mark + self.key
        if not self.face.wide:
            return QSize(max(self.theme.px(28), width), self.theme.px(36))
        width = min(width, self.theme.px(260))
        return QSize(max(self.theme.px(28), width), self.height(width))


def _paint(button: QAbstractButton, sizes: _Measures) -> None:
    """Paint a button: its frame, focus ring, check box, label, help text and key."""
    theme, face = sizes.theme, sizes.face
    painter = QPainter(button)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    chosen = button.isChecked()
    focused = button.hasFocus() and getattr(button, "shows_focus", True)
    surface, text = theme.color(Role.SURFACE), theme.color(Role.TEXT)
    fill = theme.color(Role.ACCENT_SOFT) if chosen else surface
    if button.isEnabled():
        if button.isDown():
            fill = mixed(fill, text, 0.10)
        elif button.underMouse():
            fill = mixed(fill, text, 0.05)
    else:
        text = mixed(text, surface, 0.45)
    edge = theme.color(Role.ACCENT if chosen else Role.BORDER)
    # Both can be the accent colour, so the frame of a chosen option is drawn inside the focus ring:
    # focus must not look like an answer.
    is_inside = chosen and focused
    width = 2.0 if chosen and not focused else 1.0
    inset = width / 2 + (_RING if is_inside else 0)
    painter.setPen(QPen(edge, width))
    painter.setBrush(fill)
    radius = 3 if is_inside else 6
    face_box = QRectF(button.rect()).adjusted(inset, inset, -inset, -inset)
    painter.drawRoundedRect(face_box, radius, radius)
    if focused:
        painter.setPen(QPen(theme.color(Role.ACCENT), 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(button.rect()).adjusted(1, 1, -1, -1), 6, 6)

    # Painted by hand, so right-to-left layouts have to be mirrored by hand, too.
    inner = button.rect().adjusted(sizes.side, 0, -sizes.side, 0)
    mirrored = button.isRightToLeft()
    if sizes.mark:
        _paint_mark(painter, theme, inner, chosen=chosen, mirrored=mirrored)
        inner.adjust(*((0, 0, -sizes.mark, 0) if mirrored else (sizes.mark, 0, 0, 0)))
    painter.setPen(text)
    font: QFont = sizes.bold if chosen else sizes.font
    painter.setFont(font)
    # A label in one line of a row is centred; every other one begins at the edge, wrapped.
    stands_below = isinstance(button, _Choice) and button.is_stacked
    if not face.wide and not stands_below and not sizes.is_folded(button.width()):
        shows_key = getattr(button, "shows_key", True)
        _paint_short(painter, sizes, inner, font, shows_key=shows_key)
        return
    words, help_box = sizes.words_box(button.width()), sizes.help_box(button.width())
    top = (button.height() - words.height() - help_box.height()) // 2
    room = inner.adjusted(*((sizes.key, 0, 0, 0) if mirrored else (0, 0, -sizes.key, 0)))
    side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
    flags = int(side | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
    shown = sizes.words(button.width())
    painter.drawText(QRect(room.left(), top, room.width(), words.height()), flags, shown)
    painter.setFont(sizes.small)
    painter.setPen(theme.color(Role.SECONDARY))
    if not help_box.isEmpty():
        below = QRect(room.left(), top + words.height(), room.width(), help_box.height())
        painter.drawText(below, flags, sizes.help(button.width()))
    if face.key and getattr(button, "shows_key", True):
        far = Qt.AlignmentFlag.AlignLeft if mirrored else Qt.AlignmentFlag.AlignRight
        painter.drawText(inner, int(far | Qt.AlignmentFlag.AlignVCenter), face.key)


def _paint_short(
    painter: QPainter, sizes: _Measures, inner: QRect, font: QFont, *, shows_key: bool
) -> None:
    """Paint a label in one line, centred together with its key."""
    face = sizes.face
    if not face.key or not shows_key:
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignCenter), face.words)
        return
    words = QFontMetrics(font).horizontalAdvance(face.words)
    left = inner.left() + (inner.width() - words - sizes.key) // 2
    box = QRect(left, inner.top(), words + 1, inner.height())
    painter.drawText(
        box, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), face.words
    )
    painter.setFont(sizes.small)
    painter.setPen(sizes.theme.color(Role.SECONDARY))
    box = QRect(box.right() + sizes.theme.px(8), inner.top(), sizes.key, inner.height())
    painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), face.key)


def _paint_mark(
    painter: QPainter, theme: Theme, inner: QRect, *, chosen: bool, mirrored: bool
) -> None:
    """Paint the check box before a label."""
    size = theme.px(16)
    left = inner.right() + 1 - size if mirrored else inner.left()
    box = QRectF(left, inner.center().y() - size / 2 + 1, size, size).adjusted(1, 1, -1, -1)
    painter.setPen(QPen(theme.color(Role.ACCENT if chosen else Role.SECONDARY), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if chosen:
        painter.setBrush(theme.color(Role.ACCENT))
    painter.drawRoundedRect(box, 3, 3)
    if chosen:
        painter.setPen(QPen(theme.color(Role.ON_ACCENT), 2))
        x, y, w = box.left(), box.top(), box.width()
        painter.drawPolyline(
            [
                QPoint(round(x + w * 0.22), round(y + w * 0.52)),
                QPoint(round(x + w * 0.43), round(y + w * 0.74)),
                QPoint(round(x + w * 0.78), round(y + w * 0.30)),
            ]
        )


if TYPE_CHECKING:
    _Button = QAbstractButton
else:
    # At run time the Qt class comes with the other base; with a second one there would be two
    # buttons.
    _Button = object


class _Choice(_Button):
    """Mixin of both kinds of option buttons: own painting, Qt's behaviour.

    `shows_focus`: whether the focus ring is painted
    `shows_key`: whether the key is printed because it would choose the option now
    `is_stacked`: whether the options of its row are below each other, with labels left-aligned
    """

    shows_focus = True
    shows_key = True
    is_stacked = False

    def show_focus(self, on: bool) -> None:
        """Paint the focus ring or not, while the button has the focus."""
        self.shows_focus = on
        self.update()

    def show_key(self, on: bool) -> None:
        """Print the key, or leave its space empty, so that nothing moves."""
        if on != self.shows_key:
            self.shows_key = on
            self.update()

    def _put_on(self, theme: Theme, face: Face) -> None:
        """Set up what is shown; to be called after the constructor of the Qt class."""
        self._theme, self._face = theme, face
        self._sized: tuple[tuple[float, Face], _Measures] | None = None
        # Not fixed where labels wrap: Qt would keep the height of the size hint, which is that of
        # an unwrapped label, and cut the other lines off.
        down = QSizePolicy.Policy.Minimum if face.wraps else QSizePolicy.Policy.Fixed
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, down)
        policy.setHeightForWidth(face.wraps)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.updateGeometry)

    @property
    def face(self) -> Face:
        """What the button shows."""
        return self._face

    def set_face(self, face: Face) -> None:
        """Show another label, key and help."""
        self._face = face
        # "&" alone would mark a shortcut.
        self.setText(face.words.replace("&", "&&"))
        self.setAccessibleName(face.words)
        self.updateGeometry()
        self.update()

    def _sizes(self) -> _Measures:
        """Return the current layout, cached: layouts ask often, and fonts are slow to make."""
        asked = (self._theme.text_scale, self._face)
        if self._sized is None or self._sized[0] != asked:
            ticks = isinstance(self, QCheckBox)
            self._sized = asked, _Measures(self._theme, self._face, ticks=ticks)
        return self._sized[1]

    def sizeHint(self) -> QSize:
        return self._sizes().hint()

    def minimumSizeHint(self) -> QSize:
        if not self._face.wraps:
            return self.sizeHint()
        narrowest = self._sizes().narrowest()
        most = self._theme.px(_WIDEST) if self._face.wide else _LONGEST
        return QSize(min(narrowest, most), self._theme.px(36))

    def hasHeightForWidth(self) -> bool:
        return self._face.wraps

    def heightForWidth(self, width: int) -> int:
        return self._sizes().height(width)

    def hitButton(self, position: QPoint) -> bool:
        # Qt accepts clicks only on its own indicator and label, which are not painted.
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        _paint(self, self._sizes())


class RadioChoice(_Choice, QRadioButton):
    """An option of a single choice. The owner sets `checked`."""

    def __init__(self, theme: Theme, face: Face, parent: QWidget | None = None) -> None:
        QRadioButton.__init__(self, face.words.replace("&", "&&"), parent)
        # Qt does not let the checked button of an exclusive group be unchecked, but an answer can
        # be cleared.
        self.setAutoExclusive(False)
        self._put_on(theme, face)


class TickChoice(_Choice, QCheckBox):
    """An option of a multiple choice."""

    def __init__(self, theme: Theme, face: Face, parent: QWidget | None = None) -> None:
        QCheckBox.__init__(self, face.words.replace("&", "&&"), parent)
        self._put_on(theme, face)
