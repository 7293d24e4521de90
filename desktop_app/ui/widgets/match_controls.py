"""Controls for matches: share of matched words, legend, filter, threshold."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from desktop_app.text.near_matches import LOWEST_THRESHOLD
from desktop_app.text.spans import Filter
from desktop_app.ui.plain_text import PlainLabel, PlainSlider, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.flow_layout import FlowLayout, bare
from desktop_app.ui.widgets.match_board import THRESHOLD_STEP, MatchBoard
from desktop_app.ui.widgets.shades import Shade, char_format


class LegendEntry(QWidget):
    """A sample of a shade, painted as in the text, with a label.

    `words`: the label
    `meaning`: an explanation for the tooltip and screen readers
    """

    def __init__(self, theme: Theme, shade: Shade, words: str, meaning: str) -> None:
        super().__init__()
        self._theme, self._shade, self._words = theme, shade, words
        self.setToolTip(plain_tip(meaning))
        self.setAccessibleName(f"{words}: {meaning}")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        words = QFontMetrics(self._label_font()).horizontalAdvance(self._words)
        return QSize(self._sample_width() + self._theme.px(4) + words + 1, self._theme.px(20))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        # A text layout paints the fill and the underline of the format as the reading view does;
        # drawText paints neither.
        layout = QTextLayout("Aa", self._sample_font())
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(100)
        layout.endLayout()
        coat = QTextLayout.FormatRange()
        coat.start, coat.length, coat.format = 0, 2, char_format(self._theme, self._shade)
        painter.setPen(self._theme.color(Role.TEXT))
        top = (self.height() - line.height()) / 2
        mirrored = self.isRightToLeft()
        left = self.width() - self._sample_width() if mirrored else 0
        layout.draw(painter, QPointF(left, top), [coat])
        painter.setPen(self._theme.color(Role.SECONDARY))
        painter.setFont(self._label_font())
        gap = self._sample_width() + self._theme.px(4)
        box = QRect(0 if mirrored else gap, 0, self.width() - gap, self.height())
        side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), self._words)

    def _sample_font(self) -> QFont:
        return self._theme.reading_font(12)

    def _label_font(self) -> QFont:
        return self._theme.ui_font(11)

    def _sample_width(self) -> int:
        return QFontMetrics(self._sample_font()).horizontalAdvance("Aa") + 1


class Legend(QWidget):
    """The legend of the highlights, wrapped into lines."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        flow = FlowLayout(self, across=theme.px(8), down=theme.px(4))
        self.meanings = (
            (Shade.EXACT, self.tr("Same words"), self.tr("the same words in both texts")),
            (Shade.INFLECTED, self.tr("Inflected"), self.tr("the same word in another form")),
            (
                Shade.NEAR,
                self.tr("Similar"),
                self.tr("almost the same spelling, or divided differently"),
            ),
            (
                Shade.UNSUPPORTED,
                self.tr("Not in the document"),
                self.tr("words and numbers of the answer that are not in the document"),
            ),
        )
        for shade, words, meaning in self.meanings:
            flow.addWidget(LegendEntry(theme, shade, words, meaning))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Legend of the highlights"))


class MatchControls(QWidget):
    """Share of matched words, legend, filter and threshold of a match board."""

    def __init__(self, board: MatchBoard, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board, self._theme = board, theme
        self._is_compact = False
        self.share = PlainLabel()
        self.share.setProperty("kind", "secondary")
        self.share.setWordWrap(True)
        self.legend = Legend(theme)
        self.filter_buttons: dict[Filter, QPushButton] = {}
        self._group = QButtonGroup(self)
        filters = QHBoxLayout()
        filters.setSpacing(4)
        for wanted, words, meaning in (
            (Filter.ALL, self.tr("All"), self.tr("Show all matches")),
            (Filter.EXACT, self.tr("Exact"), self.tr("Show exact matches only")),
            (Filter.OFF, self.tr("Off"), self.tr("Show the plain texts")),
        ):
            button = QPushButton(words)
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setToolTip(plain_tip(meaning))
            button.setAccessibleName(f"{words}: {meaning}")
            button.clicked.connect(lambda _checked=False, wanted=wanted: board.set_filter(wanted))
            self._group.addButton(button)
            self.filter_buttons[wanted] = button
            filters.addWidget(button)
        self.near_label = PlainLabel(self.tr("Similar"))
        self.near_label.setProperty("kind", "secondary")
        self.threshold = PlainSlider(Qt.Orientation.Horizontal)
        self.threshold.setRange(int(LOWEST_THRESHOLD), 100)
        self.threshold.setSingleStep(1)
        self.threshold.setPageStep(int(THRESHOLD_STEP))
        self.threshold.setFixedWidth(60)
        self.threshold.setAccessibleName(self.tr("Minimum similarity of words, in percent"))
        self.threshold.setToolTip(plain_tip(self.threshold.accessibleName()))
        self.near_label.setBuddy(self.threshold)
        self.near_value = PlainLabel()
        self.near_value.setProperty("kind", "secondary")
        self.threshold.valueChanged.connect(lambda value: board.set_threshold(float(value)))
        # One widget for each group, so that the flow layout wraps the group as a whole.
        near = QWidget()
        near_row = bare(QHBoxLayout(near), theme.px(6))
        near_row.addWidget(self.near_label)
        near_row.addWidget(self.threshold)
        near_row.addWidget(self.near_value)
        holder = QWidget()
        holder.setLayout(filters)
        filters.setContentsMargins(0, 0, 0, 0)
        below = QWidget()
        flow = FlowLayout(below, across=theme.px(8), down=theme.px(4))
        flow.addWidget(holder)
        flow.addWidget(near)
        # Without a height that depends on the width, a second line of controls would be cut off.
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        below.setSizePolicy(policy)
        column = bare(QVBoxLayout(self), theme.px(8))
        column.addWidget(self.share)
        column.addWidget(self.legend)
        column.addWidget(below)
        self._below = below
        self.menu_button = QPushButton()
        self.menu_button.setProperty("kind", "segment")
        self.menu_button.setAutoDefault(False)
        self.menu_button.hide()
        # The reverse layout direction puts the chevron after the text.
        self.menu_button.setLayoutDirection(
            Qt.LayoutDirection.LeftToRight
            if self.isRightToLeft()
            else Qt.LayoutDirection.RightToLeft
        )
        self._menu_actions = self._make_menu()
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        column.addWidget(
            self.menu_button, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
        )
        board.changed.connect(self._on_changed)
        self._on_changed()

    def _apply_theme(self) -> None:
        self.menu_button.setIcon(self._theme.icon("down", Role.SECONDARY))
        self.menu_button.setIconSize(QSize(self._theme.px(14), self._theme.px(14)))

    def set_compact(self, compact: bool) -> None:
        """Replace the controls with one menu button if space is tight, or show them again."""
        self._is_compact = compact
        self.legend.setVisible(not compact)
        self._below.setVisible(not compact)
        self._show_share()
        self.menu_button.setVisible(compact)

    def _make_menu(self) -> dict[Filter, QAction]:
        """Give the button a menu with filters, threshold and legend; return actions by filter."""
        menu = QMenu(self)
        actions = {}
        group = QActionGroup(menu)
        for wanted, button in self.filter_buttons.items():
            action = menu.addAction(button.toolTip())
            action.setCheckable(True)
            action.triggered.connect(
                lambda _checked=False, wanted=wanted: self._board.set_filter(wanted)
            )
            group.addAction(action)
            actions[wanted] = action
        menu.addSeparator()
        for words, by in (
            (self.tr("Higher: only more similar words match"), THRESHOLD_STEP),
            (self.tr("Lower: less similar words match"), -THRESHOLD_STEP),
        ):
            menu.addAction(words).triggered.connect(
                lambda _checked=False, by=by: self._board.set_threshold(self._board.threshold + by)
            )
        menu.addSeparator()
        for shade, words, meaning in self.legend.meanings:
            # A widget action, because a legend entry paints its sample itself.
            row = QWidgetAction(menu)
            holder = QWidget()
            inside = QHBoxLayout(holder)
            inside.setContentsMargins(12, 2, 12, 2)
            inside.addWidget(LegendEntry(self._theme, shade, f"{words}: {meaning}", meaning))
            inside.addStretch(1)
            row.setDefaultWidget(holder)
            menu.addAction(row)
        self.menu_button.setMenu(menu)
        return actions

    def _show_share(self) -> None:
        """Show the share of the answer's words that occur in the document, unless compact."""
        percent, matching = self._board.percent_found, self._board.matching
        if percent is not None and matching is not None:
            words = self.tr("{percent} % of the words occur in the document")
            self.share.setText(words.format(percent=percent))
            counts = self.tr(
                "{found} of {count} words. Headings and words such as “the” are not counted."
            )
            tip = counts.format(found=matching.found, count=matching.content)
            self.share.setToolTip(plain_tip(tip))
        self.share.setVisible(percent is not None and not self._is_compact)

    def _on_changed(self) -> None:
        self._show_share()
        chosen = self._board.filter
        self.filter_buttons[chosen].setChecked(True)
        self._menu_actions[chosen].setChecked(True)
        words = self.filter_buttons[chosen].text()
        self.menu_button.setText(self.tr("Matches"))
        self.menu_button.setAccessibleName(f"{self.menu_button.text()}: {words}")
        # The slider has whole numbers only. Without blocked signals, it would set the rounded
        # threshold, and the texts would be matched again.
        self.threshold.blockSignals(True)
        self.threshold.setValue(round(self._board.threshold))
        self.threshold.blockSignals(False)
        self.near_value.setText(self.tr("%1 %").replace("%1", str(round(self._board.threshold))))
        # Only the filter “All” marks similar words.
        self.threshold.setEnabled(self._board.filter is Filter.ALL)
