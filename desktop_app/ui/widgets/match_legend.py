"""Legend of the marks in two matched texts: what each kind means, how many there are, switches."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.text.spans import ALL_KINDS, Kind
from desktop_app.ui.plain_text import draw_focus, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.match_board import MatchBoard
from desktop_app.ui.widgets.question_view import caption_label
from desktop_app.ui.widgets.shades import SHADES, Shade, char_format

# Pixels at 100 % text: the height of a row, the width of a sample and of an eye, the gaps.
_ROW, _SAMPLE, _EYE, _GAP = 26, 28, 16, 10


class LegendEntry(QAbstractButton):
    """A sample of a shade, painted as in the text, with a label.

    A click or Space switches this kind of marks, Enter goes to the next one.

    `words`: the label
    `meaning`: an explanation for the tooltip
    """

    next_wanted = Signal()

    def __init__(self, theme: Theme, shade: Shade, words: str, meaning: str) -> None:
        super().__init__()
        self._theme, self._shade = theme, shade
        self.is_short = False
        self.setText(words)
        self.setCheckable(True)
        self.setChecked(True)
        self.setToolTip(plain_tip(meaning))
        self.setAccessibleDescription(meaning)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.updateGeometry)

    def set_short(self, on: bool) -> None:
        """Show only the sample, or the label, too."""
        self.is_short = on
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.next_wanted.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        px = self._theme.px
        if self.is_short:
            return QSize(px(_SAMPLE), px(_ROW))
        words = QFontMetrics(self._theme.ui_font(13)).horizontalAdvance(self.text())
        return QSize(px(_SAMPLE) + 2 * px(_GAP) + words + 2, px(_ROW))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        if self.underMouse():
            painter.fillRect(self.rect(), theme.color(Role.WINDOW))
        shown = self.isChecked()
        # A text layout paints the fill and the underline of the format as the reading view does;
        # drawText paints neither.
        layout = QTextLayout("Aa", self._sample_font())
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(100)
        layout.endLayout()
        coat = QTextLayout.FormatRange()
        coat.start, coat.length, coat.format = 0, 2, char_format(theme, self._shade)
        painter.setPen(theme.color(Role.TEXT if shown else Role.SECONDARY))
        wide, edge = QFontMetrics(self._sample_font()).horizontalAdvance("Aa"), theme.px(4)
        mirrored = self.isRightToLeft()
        left = self.width() - wide - edge if mirrored else edge
        top = (self.height() - line.height()) / 2
        layout.draw(painter, QPointF(left, top), [coat] if shown else [])
        if not self.is_short:
            painter.setFont(theme.ui_font(13))
            gap = theme.px(_SAMPLE) + theme.px(_GAP)
            box = QRect(0 if mirrored else gap, 0, self.width() - gap, self.height())
            side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
            painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), self.text())
        if self.hasFocus():
            draw_focus(painter, self.rect(), theme)
        painter.end()

    def _sample_font(self) -> QFont:
        return self._theme.reading_font(14)


class _Eye(QWidget):
    """An eye that shows whether a kind of marks is shown; a click switches it."""

    def __init__(self, theme: Theme, entry: LegendEntry) -> None:
        super().__init__()
        self._theme, self._entry = theme, entry
        entry.toggled.connect(self.update)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.setFixedSize(self._theme.px(_EYE), self._theme.px(_ROW))

    def mousePressEvent(self, event: object) -> None:
        self._entry.click()

    def paintEvent(self, event: QPaintEvent) -> None:
        side = self._theme.px(_EYE)
        name = "eye" if self._entry.isChecked() else "eye-off"
        box = QRect(0, (self.height() - side) // 2, side, side)
        with QPainter(self) as painter:
            self._theme.icon(name, Role.SECONDARY).paint(painter, box)


class MatchLegend(QWidget):
    """The kinds of marks of a match board, each with its number and a switch.

    A number goes to the next mark of its kind.
    """

    def __init__(self, board: MatchBoard, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board, self._theme = board, theme
        self.caption = caption_label(self.tr("Marks"))
        self.hide_button = QPushButton()
        self.hide_button.setProperty("kind", "state")
        self.hide_button.clicked.connect(self.toggle)
        self.setAccessibleName(self.tr("Legend of the highlights"))
        self.entries: dict[Kind, LegendEntry] = {}
        self.counts: dict[Kind, QPushButton] = {}
        self._details: list[QWidget] = []
        self._head = QWidget()
        head = bare(QHBoxLayout(self._head), theme.px(8))
        head.addWidget(self.caption, 1)
        head.addWidget(self.hide_button)
        column = bare(QVBoxLayout(self), 0)
        column.addWidget(self._head)
        self._rows = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._rows.setSpacing(0)
        column.addLayout(self._rows)
        for kind, words, meaning in (
            (
                Kind.EXACT,
                self.tr("Same words"),
                self.tr("the same words in both texts"),
            ),
            (
                Kind.INFLECTED,
                self.tr("Same word, other form"),
                self.tr("such as “opened” and “opening”"),
            ),
            (
                Kind.NEAR,
                self.tr("Similar words"),
                self.tr("almost the same spelling, or divided differently"),
            ),
            (
                Kind.UNSUPPORTED,
                self.tr("Not in the document"),
                self.tr("words and numbers of the answer that are not in the document"),
            ),
        ):
            self._add(kind, words, meaning)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setSizePolicy(policy)
        board.changed.connect(self._on_changed)
        self._on_changed()

    def _add(self, kind: Kind, words: str, meaning: str) -> None:
        entry = LegendEntry(self._theme, SHADES[kind], words, meaning)
        entry.clicked.connect(lambda _checked=False, kind=kind: self._switch(kind))
        entry.next_wanted.connect(lambda kind=kind: self._board.next_of(kind))
        count = QPushButton()
        # For the mouse: Enter in the entry does the same.
        count.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        count.setProperty("kind", "state")
        count.setToolTip(plain_tip(self.tr("Go to the next one")))
        count.clicked.connect(lambda _checked=False, kind=kind: self._board.next_of(kind))
        eye = _Eye(self._theme, entry)
        self.entries[kind], self.counts[kind] = entry, count
        self._details += [count, eye]
        row = QHBoxLayout()
        row.setSpacing(self._theme.px(6))
        row.addWidget(entry, 1)
        row.addWidget(count)
        row.addWidget(eye)
        self._rows.addLayout(row)

    def set_compact(self, compact: bool) -> None:
        """Show only the samples, in one line, if there is little space."""
        directions = QBoxLayout.Direction
        self._rows.setDirection(directions.LeftToRight if compact else directions.TopToBottom)
        self._head.setVisible(not compact)
        for entry in self.entries.values():
            entry.set_short(compact)
        for one in self._details:
            one.setHidden(compact)

    def toggle(self) -> None:
        """Hide all marks, or show all if none are shown."""
        self._board.set_shown(() if self._board.shown else ALL_KINDS)

    def _switch(self, kind: Kind) -> None:
        self._board.set_shown(self._board.shown ^ {kind})

    def _on_changed(self) -> None:
        shown = self._board.shown
        for kind, entry in self.entries.items():
            number = self._board.count(kind)
            entry.setChecked(kind in shown)
            count = self.counts[kind]
            count.setText(str(number))
            count.setEnabled(bool(number))
            state = self.tr("shown") if kind in shown else self.tr("hidden")
            entry.setAccessibleName(f"{entry.text()}: {number}, {state}")
            count.setAccessibleName(f"{entry.text()}: {number}")
        words = self.tr("Hide marks") if shown else self.tr("Show marks")
        self.hide_button.setText(f"M  {words}")
        self.hide_button.setAccessibleName(words)
        similarity = self.tr("almost the same spelling: at least {percent} % similar")
        self.entries[Kind.NEAR].setToolTip(
            plain_tip(similarity.format(percent=round(self._board.threshold)))
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
