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

# Pixels beside a link's text, on each side.
_LINK_PADDING = 6
_APART = 3  # pixels above and below a link in several lines
_BESIDE_ICON = 4  # pixels that Qt leaves between an icon and its words


class LinkButton(QPushButton):
    """A link to a place, as wide as the layout allows; a longer text is elided.

    `lines`: number of lines before the text is elided
    """

    def __init__(self, text: str, *, lines: int = 1) -> None:
        super().__init__()
        self._full, self._lines = text, lines
        self.setProperty("kind", "link")
        self.setProperty("shortens", True)
        # Ignored, so that a long text does not widen the page.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_full(self, text: str) -> None:
        """Set another text."""
        self._full = text
        self._shorten()

    def sizeHint(self) -> QSize:
        asked = super().sizeHint()
        # Qt's hint is a little too low for several lines: ascenders and descenders would be cut.
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
        # Buttons use & for mnemonics; && shows the character.
        self.setText("\n".join(shown).rstrip("\n").replace("&", "&&"))


class MissingLine(QWidget):
    """One line with the number of missing answers and a button to the next one."""

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
        """Show the numbers of unanswered and invalid questions; hide if there are none."""
        blank = sum(one.kind == "unanswered" for one in problems)
        wrong = len(problems) - blank
        texts = [
            self.tr("%n question(s) unanswered", "", blank) if blank else "",
            self.tr("%n answer(s) invalid", "", wrong) if wrong else "",
        ]
        self.show_words(" · ".join(one for one in texts if one))

    def show_words(self, words: str) -> None:
        """Show another sentence about missing answers; hide if it is empty."""
        self.words.setText(words)
        self.next_button.setAccessibleDescription(words)
        self.setVisible(bool(words))


class NotesArea(QScrollArea):
    """A column of widgets that scrolls if it needs more than the given height.

    If it scrolls and contains no button, the area itself takes the focus, so that keys can scroll
    it. `asked` is emitted when the size of the content has changed.
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
        """Set the height to that of the content, at most `most` pixels; hide if empty."""
        self._most = most
        found = [self.column.itemAt(place) for place in range(self.column.count())]
        widgets = [item.widget() for item in found if item is not None]
        says = any(one is not None and not one.isHidden() for one in widgets)
        if says:
            self._set_height()
        self.setVisible(says)

    def _set_height(self) -> None:
        edges = 2 * 2  # the frame of the style sheet, which shows the focus
        # Labels that were just changed still report their former sizes until the layout has run.
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
        # Only the width changes how texts wrap. The height is set in answer to this signal, so
        # emitting it for the height as well would be a loop.
        if event.size().width() != event.oldSize().width():
            self.asked.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._inside and event.type() == QEvent.Type.LayoutRequest:
            self.asked.emit()
        return False
