"""Buttons for the options of a choice, and the layout for a row of them.

Both are in one module, because the layout sets how its buttons are painted.

The module is longer than most because painting and layout of a button share its measurements.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QLabel,
    QLayout,
    QLayoutItem,
    QRadioButton,
    QSizePolicy,
    QWidget,
    QWidgetItem,
)

from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import single_keys_act, typing_focus
from desktop_app.ui.word_wrap import WRAPPED, fitted, height_of, width_of

# Upper limit of the minimum width of a column of options, in pixels at 100 % text.
_WIDEST = 220
# Upper limit of the minimum width of an option in a row, in pixels at any text size.
_LONGEST = 450
# Width of the focus ring and the gap between it and the frame of a chosen option, in pixels.
_RING = 4
# Letters: a single word of at most this length is never wrapped.
_SHORT = 6


@dataclass(frozen=True)
class Face:
    """The content of an option button.

    `words`: the label of the option
    `key`: the key that chooses it; "" if there is none, or if it equals the label
    `help`: an explanation, painted beside or below the label in a column; in a row, the owner shows
        it
    `wide`: whether the button is in a column, where those of a multiple choice have check boxes
    `siblings`: labels and explanations of all options of a column; the explanations are beside the
        labels if all of them fit on one line each
    `is_key`: whether the label is the key, as on scales; it is pale while the key has no effect
    """

    words: str
    key: str = ""
    help: str = ""
    wide: bool = False
    siblings: tuple[tuple[str, str], ...] = ()
    is_key: bool = False

    @property
    def wraps(self) -> bool:
        """Whether the label may take several lines."""
        return self.wide or len(self.words.split()) > 1 or len(self.words) > _SHORT


class _Measures:
    """The sizes of the parts of a button at the current text size, in pixels.

    `ticks`: whether it is an option of a multiple choice
    """

    def __init__(self, theme: Theme, face: Face, *, ticks: bool) -> None:
        self.theme, self.face = theme, face
        self.font = theme.ui_font(13)
        self.bold = theme.ui_font(13, bold=True)
        self.small = theme.ui_font(12)
        self.side = theme.px(12) if face.wide else theme.px(8)
        # Only multiple choice has a box. A chosen option is recognised by its frame, fill and bold
        # label, so that options of a single choice look the same in rows and columns.
        self.mark = theme.px(16) + theme.px(8) if face.wide and ticks else 0
        key_width = QFontMetrics(self.small).horizontalAdvance(face.key)
        # In a column the key stands before the label, in a box.
        self.chip = max(theme.px(20), key_width + theme.px(8)) if face.wide else key_width
        self.key = self.chip + theme.px(10 if face.wide else 8) if face.key else 0
        # The width of the labels if the explanations are beside them, and of both.
        labels = [width_of(words, self.bold) for words, _ in face.siblings]
        helps = [width_of(help_, self.small) for _, help_ in face.siblings]
        self.column = max(labels, default=0) + theme.px(24)
        self.both = self.column + max(helps, default=0)

    def room(self, width: int) -> int:
        """Return the width available for the label in a button of this width."""
        return max(20, width - 2 * self.side - self.mark - self.key)

    def is_beside(self, width: int) -> bool:
        """Return whether the explanations are beside the labels in buttons of this width."""
        has_help = any(help_ for _, help_ in self.face.siblings)
        return has_help and self.both <= self.room(width)

    def words(self, width: int) -> str:
        """Return the label with line breaks for a button of this width."""
        # Measured in bold, as chosen options are painted: choosing must not wrap it differently.
        return fitted(self.face.words, self.bold, self.room(width))

    def help(self, width: int) -> str:
        """Return the help text with line breaks for a button of this width."""
        return fitted(self.face.help, self.small, self.room(width))

    def words_box(self, width: int) -> QRect:
        """Return the bounding box of the label in a button of this width."""
        room = QRect(0, 0, self.room(width), 10_000)
        return QFontMetrics(self.bold).boundingRect(room, WRAPPED, self.words(width))

    def help_box(self, width: int) -> QRect:
        """Return the bounding box of the help text; empty if the button does not show it."""
        if not (self.face.wide and self.face.help) or self.is_beside(width):
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
        if self.face.wide and self.face.help and not self.is_beside(width):
            tall += height_of(self.face.help, self.small, room)
        return max(self.theme.px(32 if self.face.wide else 36), tall + self.theme.px(14))

    def narrowest(self) -> int:
        """Return the smallest width at which no word has to be broken."""
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
    shows_key = getattr(button, "shows_key", True) and single_keys_act()
    surface, text = theme.color(Role.SURFACE), theme.color(Role.TEXT)
    fill = theme.color(Role.ACCENT_SOFT) if chosen else surface
    if button.isEnabled():
        if button.isDown():
            fill = mixed(fill, text, 0.10)
        elif button.underMouse():
            fill = mixed(fill, text, 0.05)
    else:
        text = mixed(text, surface, 0.45)
    # A check box shows that it is checked. With an accent frame, it would seem to have the focus.
    is_framed = chosen and not sizes.mark
    edge = theme.color(Role.ACCENT if is_framed else Role.BORDER)
    # The focus ring has the accent colour, like the frame of a chosen option. Focus must not look
    # like an answer, so the frame of a focused option is drawn inside the ring.
    is_inside = chosen and focused
    width = 2.0 if is_framed and not focused else 1.0
    inset = width / 2 + (_RING if is_inside else 0)
    painter.setPen(QPen(edge, width))
    painter.setBrush(fill)
    radius = 3 if is_inside else 6
    face_box = QRectF(button.rect()).adjusted(inset, inset, -inset, -inset)
    joined = button.joined if isinstance(button, _Choice) else (False, False)
    _paint_frame(painter, face_box, radius, joined, chosen=chosen)
    if focused:
        painter.setPen(QPen(theme.color(Role.ACCENT), 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(button.rect()).adjusted(1, 1, -1, -1), 6, 6)

    # Qt does not mirror what a widget paints itself in a right-to-left layout.
    inner = button.rect().adjusted(sizes.side, 0, -sizes.side, 0)
    mirrored = button.isRightToLeft()
    words, help_box = sizes.words_box(button.width()), sizes.help_box(button.width())
    top = (button.height() - words.height() - help_box.height()) // 2
    # Box and key are at the first line: of a long label, the middle may be out of sight.
    middle = top + QFontMetrics(sizes.bold).height() // 2
    if sizes.mark:
        _paint_mark(painter, theme, inner, middle, chosen=chosen, mirrored=mirrored)
        inner.adjust(*((0, 0, -sizes.mark, 0) if mirrored else (sizes.mark, 0, 0, 0)))
    if sizes.key and face.wide:
        key = face.key if shows_key else ""
        _paint_key(painter, sizes, inner, middle, key, mirrored=mirrored)
        inner.adjust(*((0, 0, -sizes.key, 0) if mirrored else (sizes.key, 0, 0, 0)))
    beside = face.wide and sizes.is_beside(button.width())
    is_pale = face.is_key and not shows_key and not chosen and button.isEnabled()
    painter.setPen(theme.color(Role.SECONDARY) if is_pale else text)
    font: QFont = sizes.bold if chosen or beside else sizes.font
    painter.setFont(font)
    # A label of one line in a row is centred; all others are wrapped and aligned to the edge.
    stands_below = isinstance(button, _Choice) and button.is_stacked
    if not face.wide and not stands_below and not sizes.is_folded(button.width()):
        _paint_short(painter, sizes, inner, font, shows_key=shows_key, mirrored=mirrored)
        return
    # In a row, the key stands after the label.
    after = 0 if face.wide else sizes.key
    room = inner.adjusted(*((after, 0, 0, 0) if mirrored else (0, 0, -after, 0)))
    # Absolute, because Qt would mirror the alignments again.
    absolute = Qt.AlignmentFlag.AlignAbsolute
    side = (Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft) | absolute
    flags = int(side | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
    shown = sizes.words(button.width())
    painter.drawText(QRect(room.left(), top, room.width(), words.height()), flags, shown)
    painter.setFont(sizes.small)
    painter.setPen(theme.color(Role.SECONDARY))
    if beside:
        column = sizes.column
        room = room.adjusted(*((0, 0, -column, 0) if mirrored else (column, 0, 0, 0)))
        painter.drawText(room, int(side | Qt.AlignmentFlag.AlignVCenter), face.help)
    elif not help_box.isEmpty():
        below = QRect(room.left(), top + words.height(), room.width(), help_box.height())
        painter.drawText(below, flags, sizes.help(button.width()))
    if after and shows_key:
        far = Qt.AlignmentFlag.AlignLeft if mirrored else Qt.AlignmentFlag.AlignRight
        painter.drawText(inner, int(far | absolute | Qt.AlignmentFlag.AlignVCenter), face.key)


def _paint_key(
    painter: QPainter, sizes: _Measures, inner: QRect, middle: int, key: str, *, mirrored: bool
) -> None:
    """Paint the key of an option in a column, in a box before the label.

    `middle`: the middle of the first line of the label, in pixels
    `key`: empty while it would not choose the option; the space stays, so that nothing moves
    """
    # An empty box would look like a second check box.
    if not key:
        return
    theme = sizes.theme
    tall = theme.px(20)
    left = inner.right() + 1 - sizes.chip if mirrored else inner.left()
    box = QRect(left, middle - tall // 2, sizes.chip, tall)
    painter.setPen(QPen(theme.color(Role.BORDER), 1))
    painter.setBrush(theme.color(Role.WINDOW))
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setPen(theme.color(Role.SECONDARY))
    painter.setFont(sizes.small)
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), key)


def _paint_frame(
    painter: QPainter, box: QRectF, radius: int, joined: tuple[bool, bool], *, chosen: bool
) -> None:
    """Paint the frame and fill of a button.

    `joined`: whether it touches another button on the left and on the right. There, its corners are
        square, and two buttons share one line: that of a chosen one, else of the one on the left.
    """
    if not any(joined):
        painter.drawRoundedRect(box, radius, radius)
        return
    left, right = joined
    painter.save()
    pen = painter.pen()
    edge = pen.widthF() / 2
    painter.setClipRect(box.adjusted(-edge, -edge, edge, edge))
    # The rounded corners on a joined side are outside the clip.
    wide = box.adjusted(-2 * radius if left else 0, 0, 2 * radius if right else 0, 0)
    painter.drawRoundedRect(wide, radius, radius)
    if right:
        painter.drawLine(box.topRight(), box.bottomRight())
    if left and chosen:
        painter.drawLine(box.topLeft(), box.bottomLeft())
    painter.restore()


def _paint_short(
    painter: QPainter,
    sizes: _Measures,
    inner: QRect,
    font: QFont,
    *,
    shows_key: bool,
    mirrored: bool,
) -> None:
    """Paint a label in one line, centred together with its key.

    The space of a hidden key stays free, so that the label does not move.
    """
    face = sizes.face
    if not face.key:
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignCenter), face.words)
        return
    words = QFontMetrics(font).horizontalAdvance(face.words) + 1
    left = inner.left() + (inner.width() - words - sizes.key) // 2
    # Qt does not mirror what a widget paints itself in a right-to-left layout.
    label_at, key_at = (left + sizes.key, left) if mirrored else (left, left + words)
    centre = int(Qt.AlignmentFlag.AlignCenter)
    painter.drawText(QRect(label_at, inner.top(), words, inner.height()), centre, face.words)
    if not shows_key:
        return
    painter.setFont(sizes.small)
    painter.setPen(sizes.theme.color(Role.SECONDARY))
    far = Qt.AlignmentFlag.AlignLeft if mirrored else Qt.AlignmentFlag.AlignRight
    flags = far | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(QRect(key_at, inner.top(), sizes.key, inner.height()), int(flags), face.key)


def _paint_mark(
    painter: QPainter, theme: Theme, inner: QRect, middle: int, *, chosen: bool, mirrored: bool
) -> None:
    """Paint the check box before a label.

    `middle`: the middle of the first line of the label, in pixels
    """
    size = theme.px(16)
    left = inner.right() + 1 - size if mirrored else inner.left()
    box = QRectF(left, middle - size / 2, size, size).adjusted(1, 1, -1, -1)
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
    # At run time each subclass has its own Qt class as a second base. Another Qt class here would
    # be constructed as well.
    _Button = object


class _Choice(_Button):
    """Mixin for both kinds of option buttons: it paints the button and leaves the rest to Qt.

    `shows_focus`: whether the focus ring is painted
    `shows_key`: whether the key is painted; False while it would not choose the option
    `joined`: whether it touches another option on the left and on the right
    `is_stacked`: whether the options of its row are below each other, with their labels aligned to
        the leading edge
    """

    shows_focus = True
    shows_key = True
    is_stacked = False
    joined = (False, False)

    def show_focus(self, on: bool) -> None:
        """Set whether the focus ring is painted while the button has the focus."""
        self.shows_focus = on
        self.update()

    def show_key(self, on: bool) -> None:
        """Set whether the key is painted; its space stays free, so that nothing moves."""
        if on != self.shows_key:
            self.shows_key = on
            self.update()

    def _put_on(self, theme: Theme, face: Face) -> None:
        """Set theme, content and size policy. Call it after the constructor of the Qt class."""
        self._theme, self._face = theme, face
        self._sized: tuple[tuple[float, Face], _Measures] | None = None
        # Not fixed if the label can wrap: Qt would give the button the height of its size hint,
        # which is for one line, and cut off the others.
        down = QSizePolicy.Policy.Minimum if face.wraps else QSizePolicy.Policy.Fixed
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, down)
        policy.setHeightForWidth(face.wraps)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.updateGeometry)
        typing_focus().changed.connect(self.update)

    @property
    def face(self) -> Face:
        """The content of the button."""
        return self._face

    def set_face(self, face: Face) -> None:
        """Show other content."""
        self._face = face
        # A single "&" would define a shortcut.
        self.setText(face.words.replace("&", "&&"))
        self.setAccessibleName(face.words)
        self.updateGeometry()
        self.update()

    def _sizes(self) -> _Measures:
        """Return the current sizes; cached, because creating fonts on each request is slow."""
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
        return QSize(min(narrowest, most), self._theme.px(32 if self._face.wide else 36))

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
        # In an exclusive group, Qt never unchecks the checked button, but answers can be cleared. A
        # button that is not exclusive would be a check box for screen readers, so it stays
        # exclusive and is alone in its group.
        group = QButtonGroup(self)
        group.setExclusive(False)
        group.addButton(self)
        self._put_on(theme, face)


class TickChoice(_Choice, QCheckBox):
    """An option of a multiple choice."""

    def __init__(self, theme: Theme, face: Face, parent: QWidget | None = None) -> None:
        QCheckBox.__init__(self, face.words.replace("&", "&&"), parent)
        self._put_on(theme, face)


# Rows of options

# Upper limit of the minimum width of a row, in pixels at any text size, because the texts beside
# the form need the space.
_WIDEST_ROW = 450


class ChoiceRow(QLayout):
    """Places options side by side if all fit, otherwise in several lines.

    `scale`: whether the options are steps of a scale. A scale that does not fit is split into lines
        with steps of equal width. Other options, which are few and have longer labels, are placed
        below each other at full width.

    The labels of the first and the last step (`add_ends`) are below the row, at its ends. If a
    scale takes several lines, they are above the first and below the last line.
    """

    def __init__(self, theme: Theme, *, scale: bool) -> None:
        super().__init__()
        self._theme, self._scale = theme, scale
        self._items: list[QLayoutItem] = []
        self._ends: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def add_ends(self, low: QLabel, high: QLabel) -> None:
        """Set the labels of the first and the last step."""
        for label in (low, high):
            self.addChildWidget(label)
            self._ends.append(QWidgetItem(label))

    def _align_ends(self) -> None:
        """Align the labels of the first and the last step at the outer edges."""
        sides = [Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight]
        owner: QWidget | None = self.parentWidget()
        if owner is not None and owner.isRightToLeft():
            sides.reverse()
        # Absolute, because Qt would mirror the alignment by the direction of the label's text.
        other = Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignTop
        for end, side in zip(self._ends, sides, strict=False):
            label = end.widget()
            if isinstance(label, QLabel):
                label.setAlignment(side | other)

    def lines(self, width: int) -> list[int]:
        """Return the number of options in each line at this width in pixels."""
        count = len(self._items)
        if self._in_one_line() <= width or count < 2:
            return [count]
        if not self._scale:
            return [1] * count
        cell, gap = self._cell(), self._gap()
        # As few lines as possible, then filled evenly: 4 + 3 steps instead of 6 + 1.
        fitting = min(count - 1, max(1, (width + gap) // (cell + gap)))
        needed = -(-count // fitting)
        each = -(-count // needed)
        return [min(each, count - start) for start in range(0, count, each)]

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items) + len(self._ends)

    def itemAt(self, index: int) -> QLayoutItem | None:
        every = [*self._items, *self._ends]
        return every[index] if 0 <= index < len(every) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < self.count():
            return None
        if index < len(self._items):
            return self._items.pop(index)
        return self._ends.pop(index - len(self._items))

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), really=False)

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        # Not earlier: the question decides the direction after its options were made.
        self._align_ends()
        self._place(area, really=True)

    def sizeHint(self) -> QSize:
        width = self._in_one_line()
        return QSize(width, self.heightForWidth(width))

    def minimumSize(self) -> QSize:
        # A row wider than `_WIDEST_ROW` requires only the width that it has in several lines.
        width = self._in_one_line()
        if width > _WIDEST_ROW:
            each, gap = max(self.lines(_WIDEST_ROW)), self._gap()
            widest = max(item.minimumSize().width() for item in self._items)
            width = each * self._cell() + (each - 1) * gap if self._scale else widest
        if self._ends:
            words = sum(end.minimumSize().width() for end in self._ends) + self._gap()
            width = max(width, min(words, _WIDEST_ROW))
        tallest = max((item.minimumSize().height() for item in self._items), default=0)
        return QSize(width, tallest)

    def _gap(self) -> int:
        """Return the space between options in pixels; less if the text is very large."""
        return 8 if self._theme.text_scale <= 1.5 else 4

    def _cell(self) -> int:
        """Return the width of the widest option."""
        return max(item.sizeHint().width() for item in self._items)

    def _in_one_line(self) -> int:
        """Return the width that all options need side by side, where they touch each other."""
        return sum(item.sizeHint().width() for item in self._items)

    def _widths(self, room: int, lines: list[int]) -> list[int]:
        """Return the width of each option: equal, unless in one line the longest needs more."""
        each = max(lines, default=1) or 1
        gap = self._gap() if len(lines) > 1 else 0
        # Pixels that cannot be divided evenly go to the first options, one each.
        share, over = divmod(room - gap * (each - 1), each)
        hints = [item.sizeHint().width() for item in self._items]
        if len(lines) > 1 or len(hints) == 1 or max(hints, default=0) <= share:
            return [share + (n % each < over) for n in range(len(hints))]
        extra, over = divmod(max(room - self._in_one_line(), 0), each)
        return [hint + extra + (n < over) for n, hint in enumerate(hints)]

    def _place(self, area: QRect, *, really: bool) -> int:
        """Return the height of the layout in an area, and move the widgets if `really` is set."""
        lines = self.lines(area.width())
        gap, y, right = self._gap(), area.y(), area.right()
        folded = self._scale and len(lines) > 1
        if folded and self._ends:
            y += self._put(self._ends[0], QRect(area.x(), y, area.width(), 0), really) + gap
        options = iter(zip(self._items, self._widths(area.width(), lines), strict=True))
        for number, many in enumerate(lines):
            line = [next(options) for _ in range(many)]
            between = gap if len(lines) > 1 else 0
            lefts = accumulate((width + between for _, width in line), initial=area.x())
            heights = [
                item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
                for item, width in line
            ]
            tallest = max(heights, default=0)
            y += gap if number else 0
            # `lefts` has one more element: the position after the last option.
            for place, ((item, width), left) in enumerate(zip(line, lefts, strict=False)):
                box = QRect(left, y, width, tallest)
                right = box.right()
                self._put(item, box, really)
                button = item.widget()
                if really and isinstance(button, RadioChoice | TickChoice):
                    button.is_stacked = len(lines) > 1 and not self._scale
                    # Side by side, the options look like the segments of one control.
                    ends = (place > 0, place < len(line) - 1) if len(lines) == 1 else (False, False)
                    button.joined = ends[::-1] if button.isRightToLeft() else ends
            y += tallest
        if self._ends and folded:
            y += gap
            y += self._put(self._ends[1], QRect(area.x(), y, right + 1 - area.x(), 0), really)
        elif self._ends:
            y += gap
            low, high = (end.minimumSize().width() for end in self._ends)
            # Each label gets half of the width, unless a long word in one of them needs more.
            room = area.width() - gap
            half = room // 2
            low = min(max(low, min(half, room - high)), max(half, room - high))
            boxes = (
                QRect(area.x(), y, low, 0),
                QRect(area.x() + low + gap, y, room - low, 0),
            )
            y += max(
                self._put(one, box, really) for one, box in zip(self._ends, boxes, strict=True)
            )
        return y - area.y()

    def _put(self, item: QLayoutItem, box: QRect, really: bool) -> int:
        """Place an item in a box and return its height.

        A box without a height gets the height that the item's text needs.
        """
        if not box.height():
            box.setHeight(max(item.heightForWidth(box.width()), item.minimumSize().height()))
        widget: QWidget | None = self.parentWidget()
        area = self.geometry()
        # Qt does not mirror custom layouts.
        if widget is not None and widget.isRightToLeft():
            box.moveLeft(area.right() - (box.right() - area.x()))
        if really:
            item.setGeometry(box)
        return box.height()
