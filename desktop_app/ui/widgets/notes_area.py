"""Area for notes below a form; its height is limited so that questions stay visible."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMargins, QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_answers import Problem
from desktop_app.ui.plain_text import plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.word_wrap import WrappingLabel, lines_of

_LINK_PADDING = 6
_APART = 3  # pixels above and below a link in several lines
_BESIDE_ICON = 4  # pixels that Qt leaves between an icon and its words


class LinkButton(QPushButton):
    """Leads to a place. It is as wide as there is room: a long text is shortened, never cut.

    lines  a text may continue in this many of them before it is shortened
    """

    def __init__(self, text: str, *, lines: int = 1) -> None:
        super().__init__()
        self._full, self._lines = text, lines
        self.setProperty("kind", "link")
        self.setProperty("shortens", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_full(self, text: str) -> None:
        """Show another text."""
        self._full = text
        self._shorten()

    def sizeHint(self) -> QSize:
        asked = super().sizeHint()
        # Letters of several lines reach a little beyond what Qt asks for; so do those below them.
        return asked.grownBy(QMargins(0, _APART, 0, _APART)) if "\n" in self.text() else asked

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shorten()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._shorten()

    def _shorten(self) -> None:
        icon = 0 if self.icon().isNull() else self.iconSize().width() + _BESIDE_ICON
        room = self.width() - 2 * _LINK_PADDING - icon
        shown = [self._full]
        if self._lines > 1:
            shown = lines_of(self._full, self.font(), room)
            shown[self._lines - 1 :] = [" ".join(shown[self._lines - 1 :])]
        shown[-1] = self.fontMetrics().elidedText(shown[-1], Qt.TextElideMode.ElideRight, room)
        self.setText("\n".join(shown).rstrip("\n").replace("&", "&&"))


class MissingLine(QWidget):
    """One line that counts what is missing, and leads to it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.words = WrappingLabel()
        self.words.setProperty("kind", "problem")
        self.next_button = QPushButton(self.tr("Next"))
        tip = self.tr("Go to the next unanswered question")
        self.next_button.setAccessibleName(tip)
        self.next_button.setToolTip(plain_tip(tip))
        self.next_button.setAutoDefault(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(8))
        row.addWidget(self.words, 1)
        row.addWidget(self.next_button)
        self.hide()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Count problems; where there is none, show nothing."""
        blank = sum(one.kind == "unanswered" for one in problems)
        wrong = len(problems) - blank
        texts = [
            self.tr("%n question(s) unanswered", "", blank) if blank else "",
            self.tr("%n answer(s) invalid", "", wrong) if wrong else "",
        ]
        self.show_words(" · ".join(one for one in texts if one))

    def show_words(self, words: str) -> None:
        """Show what is missing in other words; without words, show nothing."""
        self.words.setText(words)
        self.next_button.setAccessibleDescription(words)
        self.setVisible(bool(words))


class NotesArea(QScrollArea):
    """Widgets below one another; they scroll where they need more than `most` pixels.

    Where there is something to scroll and nothing in it takes the focus, the area itself does, so
    that keys can scroll it. `asked` is sent when what it holds has another size.
    """

    asked = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._inside = QWidget()
        self.column = QVBoxLayout(self._inside)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.px(8))
        self.setProperty("kind", "stop")
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self._inside)
        self._inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self._inside.installEventFilter(self)
        self._most = 0
        self.hide()

    def fit(self, most: int) -> None:
        """Be as tall as what is said needs, at most this many pixels; hidden where nothing is."""
        self._most = most
        found = [self.column.itemAt(place) for place in range(self.column.count())]
        widgets = [item.widget() for item in found if item is not None]
        says = any(one is not None and not one.isHidden() for one in widgets)
        if says:
            self._set_height()
        self.setVisible(says)

    def _set_height(self) -> None:
        edges = 2 * 2  # of the style sheet's frame, where the focus shows
        self.column.activate()
        width = self.width() - edges
        needed = max(self.column.heightForWidth(width), self.column.minimumSize().height())
        scrolls = needed + edges > self._most
        self.setFixedHeight(min(needed + edges, self._most))
        links = self._inside.findChildren(QPushButton)
        alone = scrolls and not any(link.isVisibleTo(self._inside) for link in links)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if alone else Qt.FocusPolicy.NoFocus)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.asked.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._inside and event.type() == QEvent.Type.LayoutRequest:
            self.asked.emit()
        return False
