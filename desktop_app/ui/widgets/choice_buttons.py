"""The buttons of a choice: one option each, with its key, wrapped where there is little room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QSizePolicy, QWidget

from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.theme import Theme
from desktop_app.ui.word_wrap import WRAPPED, fitted, height_of, width_of

_WIDEST = 220  # pixels at 100 % text that a column of options asks for, whatever its words
_LONGEST = 450  # pixels that one word of a row asks for, however large the text
_RING = 4  # pixels of the ring of the focus, and of the gap between it and what is chosen
_SHORT = 6  # letters: one word of this many, or a number, always is in one line


@dataclass(frozen=True)
class Face:
    """What a button shows.

    words  the option
    key    the key that chooses it, "" where there is none or it is the words themselves
    help   shown below the words in a column; in a row another person shows it
    wide   in a column; of several that can be chosen, a box to tick stands before the words
    """

    words: str
    key: str = ""
    help: str = ""
    wide: bool = False

    @property
    def wraps(self) -> bool:
        """Whether it can be narrower than its words in one line."""
        return self.wide or len(self.words.split()) > 1 or len(self.words) > _SHORT


class _Measures:
    """How a face is laid out in a text size."""

    def __init__(self, theme: Theme, face: Face, *, ticks: bool) -> None:
        self.theme, self.face = theme, face
        self.font = theme.ui_font(13)
        self.bold = theme.ui_font(13, bold=True)
        self.small = theme.ui_font(12)
        self.side = theme.px(12) if face.wide else theme.px(8)
        # One of several options is told by frame, fill and weight, in rows and in columns alike.
        self.mark = theme.px(16) + theme.px(8) if face.wide and ticks else 0
        key_width = QFontMetrics(self.small).horizontalAdvance(face.key)
        self.key = key_width + theme.px(8) if face.key else 0

    def room(self, width: int) -> int:
        """Return how wide the words can be."""
        return max(20, width - 2 * self.side - self.mark - self.key)

    def words(self, width: int) -> str:
        """Return the words as they are drawn, as wide as they are once they are chosen."""
        return fitted(self.face.words, self.bold, self.room(width))

    def help(self, width: int) -> str:
        return fitted(self.face.help, self.small, self.room(width))

    def words_box(self, width: int) -> QRect:
        room = QRect(0, 0, self.room(width), 10_000)
        return QFontMetrics(self.bold).boundingRect(room, WRAPPED, self.words(width))

    def help_box(self, width: int) -> QRect:
        if not (self.face.wide and self.face.help):
            return QRect()
        room = QRect(0, 0, self.room(width), 10_000)
        return QFontMetrics(self.small).boundingRect(room, WRAPPED, self.help(width))

    def is_folded(self, width: int) -> bool:
        """Return whether the words take several lines in a row."""
        return self.face.wraps and not self.face.wide and width < self.hint().width()

    def height(self, width: int) -> int:
        if not self.face.wide and not self.is_folded(width):
            return self.theme.px(36)
        room = self.room(width)
        tall = height_of(self.face.words, self.bold, room)
        if self.face.wide and self.face.help:
            tall += height_of(self.face.help, self.small, room)
        return max(self.theme.px(36), tall + self.theme.px(16))

    def narrowest(self) -> int:
        """Return the width at which no word is broken."""
        words = self.face.words.split() or [""]
        longest = max(width_of(word, self.bold) for word in words)
        return longest + 2 * self.side + self.mark + self.key

    def hint(self) -> QSize:
        width = width_of(self.face.words, self.bold) + 2 * self.side + self.mark + self.key
        if not self.face.wide:
            return QSize(max(self.theme.px(28), width), self.theme.px(36))
        width = min(width, self.theme.px(260))
        return QSize(max(self.theme.px(28), width), self.height(width))


def _paint(button: QAbstractButton, sizes: _Measures) -> None:
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
    # The frame of what is chosen stands inside the ring of what has the focus, never below it.
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

    inner = button.rect().adjusted(sizes.side, 0, -sizes.side, 0)
    mirrored = button.isRightToLeft()
    if sizes.mark:
        _paint_mark(painter, theme, inner, chosen=chosen, mirrored=mirrored)
        inner.adjust(*((0, 0, -sizes.mark, 0) if mirrored else (sizes.mark, 0, 0, 0)))
    painter.setPen(text)
    font: QFont = sizes.bold if chosen else sizes.font
    painter.setFont(font)
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
    _Button = object  # Qt's class comes with the other base: a second one would be a second button


class _Choice(_Button):
    """What both kinds of options share: a face of ours over the behaviour of Qt's."""

    shows_focus = True  # whether a ring shows that it has the focus
    shows_key = True  # whether its key would choose it now; room for the key is kept either way
    is_stacked = False  # one of a row that are below each other: their words begin in one line

    def show_focus(self, on: bool) -> None:
        self.shows_focus = on
        self.update()

    def show_key(self, on: bool) -> None:
        """Print the key, or only keep its room: nothing moves."""
        if on != self.shows_key:
            self.shows_key = on
            self.update()

    def _put_on(self, theme: Theme, face: Face) -> None:
        self._theme, self._face = theme, face
        self._sized: tuple[tuple[float, Face], _Measures] | None = None
        # Not fixed where words wrap: Qt would cut the button at the height of its widest form.
        down = QSizePolicy.Policy.Minimum if face.wraps else QSizePolicy.Policy.Fixed
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, down)
        policy.setHeightForWidth(face.wraps)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.updateGeometry)

    @property
    def face(self) -> Face:
        return self._face

    def set_face(self, face: Face) -> None:
        """Show other words."""
        self._face = face
        self.setText(face.words.replace("&", "&&"))
        self.setAccessibleName(face.words)
        self.updateGeometry()
        self.update()

    def _sizes(self) -> _Measures:
        """Return how it is laid out now; layouts ask many times, fonts are slow to make."""
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
        return self.rect().contains(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        _paint(self, self._sizes())


class RadioChoice(_Choice, QRadioButton):
    """One option of which one can be chosen. Whoever owns it sets `checked`."""

    def __init__(self, theme: Theme, face: Face, parent: QWidget | None = None) -> None:
        QRadioButton.__init__(self, face.words.replace("&", "&&"), parent)
        self.setAutoExclusive(False)
        self._put_on(theme, face)


class TickChoice(_Choice, QCheckBox):
    """One option of which several can be chosen."""

    def __init__(self, theme: Theme, face: Face, parent: QWidget | None = None) -> None:
        QCheckBox.__init__(self, face.words.replace("&", "&&"), parent)
        self._put_on(theme, face)
