"""Legend of the marks in two matched texts: what each kind means, how many there are, switches."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.text.spans import ALL_KINDS, Kind
from desktop_app.ui.accessible import announce
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.buttons import KeyButton
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.match_board import MatchBoard
from desktop_app.ui.widgets.question_view import caption_label
from desktop_app.ui.widgets.shades import SHADES, Shade, char_format

# Pixels at 100 % text: the height of a row; the widths of a sample, a number and an eye; the gap
# after the sample, and the edges; the width of a row that shows only the sample; the gap between
# the entries of a legend in one line.
_ROW, _SAMPLE, _COUNT, _EYE, _GAP, _EDGE = 26, 28, 26, 16, 10, 4
_SHORT, _BETWEEN = 23, 6
# What is painted as a sample if there is no space for words.
_LETTERS = "Aa"


class LegendEntry(QAbstractButton):
    """A row of the legend: a sample of a shade, painted as in the text, a label, a number, an eye.

    A click or Space switches this kind of marks. A click on the number, or Enter, goes to the next
    one.

    `words`: the label
    `brief`: one or two words for a legend in one line, painted in the shade
    `meaning`: an explanation for the tooltip
    `next_wanted`: the next mark of this kind is requested
    """

    next_wanted = Signal()

    def __init__(self, theme: Theme, shade: Shade, words: str, brief: str, meaning: str) -> None:
        super().__init__()
        self._theme, self._shade, self._brief = theme, shade, brief
        self.is_short = self.has_brief = False
        self.count = 0
        self.setText(words)
        self.setCheckable(True)
        self.setChecked(True)
        self.show_meaning(meaning)
        self.setAccessibleDescription(meaning)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_meaning(self, meaning: str) -> None:
        """Set the tooltip: the label, which is not in a short row, and an explanation."""
        self.setToolTip(plain_tip(f"{self.text()}\n{meaning}"))

    def show_count(self, count: int) -> None:
        """Show the number of marks of this kind."""
        self.count = count
        state = self.tr("shown") if self.isChecked() else self.tr("hidden")
        self.setAccessibleName(f"{self.text()}: {count}, {state}")
        self.update()

    def set_short(self, on: bool) -> None:
        """Show only the sample, or everything."""
        self.is_short = on
        self.updateGeometry()

    def set_brief(self, on: bool) -> None:
        """Show the brief label as the sample of a short row (`on`), or two letters."""
        if on != self.has_brief:
            self.has_brief = on
            self.updateGeometry()
            self.update()

    def brief_width(self) -> int:
        """Return the width of a short row with its brief label, in pixels."""
        words = QFontMetrics(self._theme.ui_font(13)).horizontalAdvance(self._brief)
        return words + 2 * self._theme.px(_EDGE) + 2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.next_wanted.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.count and self.count_box().contains(event.position().toPoint()):
            self.next_wanted.emit()
        else:
            super().mousePressEvent(event)

    def count_box(self) -> QRect:
        """Return the rectangle of the number; empty if only the sample is shown."""
        if self.is_short:
            return QRect()
        px = self._theme.px
        left = self.width() - px(_EYE + _COUNT + 2 * _EDGE)
        box = QRect(left, 0, px(_COUNT + _EDGE), self.height())
        if self.isRightToLeft():
            box.moveLeft(self.width() - box.right())
        return box

    def whole_width(self) -> int:
        """Return the width of the entry with its whole label, in pixels."""
        words = QFontMetrics(self._theme.ui_font(13)).horizontalAdvance(self.text())
        return self._theme.px(_SAMPLE + _GAP + _COUNT + _EYE + 3 * _EDGE) + words + 2

    def sizeHint(self) -> QSize:
        px = self._theme.px
        if self.is_short:
            return QSize(self.brief_width() if self.has_brief else px(_SHORT), px(_ROW))
        return QSize(self.whole_width(), px(_ROW))

    def minimumSizeHint(self) -> QSize:
        # Independent of the brief label, which is shown only if the legend is wide enough for all.
        px = self._theme.px
        return QSize(px(_SHORT), px(_ROW)) if self.is_short else self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        if self.underMouse():
            painter.fillRect(self.rect(), theme.color(Role.WINDOW))
        self._paint_sample(painter)
        if not self.is_short:
            self._paint_words(painter)
        if self.hasFocus():
            draw_focus(painter, self.rect(), theme)
        painter.end()

    def _paint_sample(self, painter: QPainter) -> None:
        theme = self._theme
        words = self._brief if self.is_short and self.has_brief else _LETTERS
        font = theme.reading_font(14) if words is _LETTERS else theme.ui_font(13)
        # A text layout paints the fill and the underline of the format as the reading view does;
        # drawText paints neither.
        layout = QTextLayout(words, font)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(self.width())
        layout.endLayout()
        coat = QTextLayout.FormatRange()
        coat.start, coat.length, coat.format = 0, len(words), char_format(theme, self._shade)
        painter.setPen(theme.color(Role.TEXT if self.isChecked() else Role.SECONDARY))
        wide, edge = QFontMetrics(font).horizontalAdvance(words), theme.px(_EDGE)
        left = self.width() - wide - edge if self.isRightToLeft() else edge
        top = (self.height() - line.height()) / 2
        layout.draw(painter, QPointF(left, top), [coat] if self.isChecked() else [])

    def _paint_words(self, painter: QPainter) -> None:
        theme, mirrored = self._theme, self.isRightToLeft()
        sides = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        near, far = sides[::-1] if mirrored else sides
        # Absolute, because Qt would mirror the alignments again.
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        gap = theme.px(_SAMPLE + _GAP)
        words = self.rect().adjusted(*((0, 0, -gap, 0) if mirrored else (gap, 0, 0, 0)))
        painter.setFont(theme.ui_font(13))
        box = self.count_box()
        # Its pane may be narrower than the label, which must not run into the number.
        fits = box.left() - words.left() if not mirrored else words.right() - box.right()
        elide = Qt.TextElideMode.ElideRight
        shown = painter.fontMetrics().elidedText(self.text(), elide, fits - theme.px(_EDGE))
        painter.drawText(words, int(near | middle), shown)
        painter.setPen(theme.color(Role.SECONDARY))
        edge = theme.px(_EDGE)
        inside = box.adjusted(*((edge, 0, 0, 0) if mirrored else (0, 0, -edge, 0)))
        painter.drawText(inside, int(far | middle), str(self.count))
        side = theme.px(_EYE)
        left = edge if mirrored else self.width() - side - edge
        eye = QRect(left, (self.height() - side) // 2, side, side)
        theme.icon("eye" if self.isChecked() else "eye-off", Role.SECONDARY).paint(painter, eye)


class MatchLegend(QWidget):
    """The kinds of marks of a match board, each with its number and a switch."""

    def __init__(self, board: MatchBoard, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board, self._theme = board, theme
        self._is_compact = False
        self.caption = caption_label(self.tr("Marks"))
        self.hide_button = KeyButton(key="M")
        self.hide_button.setProperty("kind", "state")
        self.hide_button.clicked.connect(self.toggle)
        self.setAccessibleName(self.tr("Legend of the highlights"))
        self.entries: dict[Kind, LegendEntry] = {}
        self._head = QWidget()
        head = bare(QHBoxLayout(self._head), theme.px(8))
        head.addWidget(self.caption, 1)
        head.addWidget(self.hide_button)
        column = bare(QVBoxLayout(self), 0)
        column.addWidget(self._head)
        self._rows = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._rows.setSpacing(0)
        column.addLayout(self._rows)
        for kind, words, brief, meaning in (
            (
                Kind.EXACT,
                self.tr("Same words"),
                self.tr("Same"),
                self.tr("the same words in both texts"),
            ),
            (
                Kind.INFLECTED,
                self.tr("Same word, other form"),
                self.tr("Other form"),
                self.tr("such as “opened” and “opening”"),
            ),
            (
                Kind.NEAR,
                self.tr("Similar words"),
                self.tr("Similar"),
                self.tr("almost the same spelling, or divided differently"),
            ),
            (
                Kind.UNSUPPORTED,
                self.tr("Not in the document"),
                self.tr("Not found"),
                self.tr("words and numbers of the answer that are not in the document"),
            ),
        ):
            self._add(kind, words, brief, meaning)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setSizePolicy(policy)
        board.changed.connect(self._on_changed)
        board.stepped.connect(self._announce)
        self._on_changed()

    def _add(self, kind: Kind, words: str, brief: str, meaning: str) -> None:
        entry = LegendEntry(self._theme, SHADES[kind], words, brief, meaning)
        entry.clicked.connect(lambda _checked=False, kind=kind: self._switch(kind))
        entry.next_wanted.connect(lambda kind=kind: self._board.next_of(kind))
        self.entries[kind] = entry
        self._rows.addWidget(entry)

    def whole_height(self, *, has_head: bool = True) -> int:
        """Return the height of the legend with all labels, in pixels.

        `has_head`: with the line above them
        """
        heights = (self.caption.sizeHint().height(), self.hide_button.sizeHint().height())
        head = max(heights) if has_head else 0
        rows = sum(self._theme.px(_ROW) for _ in self.entries)
        margins = self.contentsMargins()
        return head + rows + margins.top() + margins.bottom()

    def whole_width(self) -> int:
        """Return the width of the legend with all labels, in pixels."""
        margins = self.contentsMargins()
        widest = max(entry.whole_width() for entry in self.entries.values())
        return widest + margins.left() + margins.right()

    def set_compact(self, compact: bool, *, has_head: bool = True) -> None:
        """Show only brief labels, in one line, if there is little space; samples in very little.

        `has_head`: whether the line above the labels is shown
        """
        self._is_compact = compact
        directions = QBoxLayout.Direction
        self._rows.setDirection(directions.LeftToRight if compact else directions.TopToBottom)
        self._head.setVisible(has_head and not compact)
        for entry in self.entries.values():
            entry.set_short(compact)
        self._rows.setSpacing(self._theme.px(_BETWEEN) if compact else 0)
        self._fit()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(self._brief_width(), hint.height()) if self._is_compact else hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the brief labels if all have space."""
        has_space = self.width() >= self._brief_width()
        for entry in self.entries.values():
            entry.set_brief(has_space)

    def _brief_width(self) -> int:
        """Return the width of the legend in one line with brief labels, in pixels."""
        margins = self.contentsMargins()
        gaps = (len(self.entries) - 1) * self._theme.px(_BETWEEN)
        words = sum(entry.brief_width() for entry in self.entries.values())
        return words + gaps + margins.left() + margins.right()

    def toggle(self) -> None:
        """Hide all marks, or show all if none are shown."""
        self._board.set_shown(() if self._board.shown else ALL_KINDS)

    def _announce(self, number: int, count: int) -> None:
        """Make screen readers read the mark that was reached: its kind and its words."""
        matching, current = self._board.matching, self._board.current
        if matching is None or current is None:
            return
        span = matching.spans[current]
        words = self.tr("{kind}: “{words}”, {number} of {count}").format(
            kind=self.entries[span.kind].text(),
            words=self._board.answer_pane.text[span.start : span.end],
            number=number,
            count=count,
        )
        announce("mark", words)

    def _switch(self, kind: Kind) -> None:
        self._board.set_shown(self._board.shown ^ {kind})

    def _on_changed(self) -> None:
        shown = self._board.shown
        for kind, entry in self.entries.items():
            entry.setChecked(kind in shown)
            entry.show_count(self._board.count(kind))
        words = self.tr("Hide marks") if shown else self.tr("Show marks")
        self.hide_button.set_words(words)
        self.hide_button.setAccessibleName(words)
        similarity = self.tr("almost the same spelling: at least {percent} % similar")
        self.entries[Kind.NEAR].show_meaning(
            similarity.format(percent=round(self._board.threshold))
        )
        percent, matching = self._board.percent_found, self._board.matching
        if percent is not None and matching is not None:
            words = self.tr("{percent} % of the words occur in the document").format(
                percent=percent
            )
            counts = self.tr(
                "{found} of {count} words. Headings and words such as “the” are not counted."
            ).format(found=matching.found, count=matching.content)
            self.caption.setToolTip(plain_tip(f"{words}\n{counts}"))
