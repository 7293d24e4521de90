"""Asks, when someone submits, about what a protocol still notices in the answers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_app.ui.plain_text import empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.calm_scroll_bar import keep_calm
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.question_view import plain_label

_MOST = 5  # links shown; the others are scrolled to
_LINES = 4  # that a link may take
_LINE = 24  # pixels at 100 % text that one in one line has, as the style sheet says


class HintsBox(QFrame):
    """Links to what is noticed, and two ways on. The links scroll where there is little room."""

    chosen = Signal(int)  # the place of what was clicked
    answered = Signal(bool)  # True: submit as it is

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "notice")
        self.setProperty("level", "warn")
        words = self.tr("Before you submit: is this correct?")
        self.setAccessibleName(words)
        self._links: list[LinkButton] = []
        self._most = 0  # pixels that all of it may have
        self._inside = QWidget()
        self._rows = QVBoxLayout(self._inside)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(self.tr("Hints"))
        keep_calm(self._area)
        self._area.setWidget(self._inside)
        self._inside.setAutoFillBackground(False)
        self._area.viewport().setAutoFillBackground(False)
        self._head = plain_label(words, "")
        self.keep_button = QPushButton(self.tr("Submit anyway"))
        self.change_button = QPushButton(self.tr("Review"))
        self._foot = QHBoxLayout()
        self._foot.setSpacing(theme.px(8))
        for button, keep in ((self.keep_button, True), (self.change_button, False)):
            button.setAutoDefault(True)
            button.setAccessibleDescription(words)
            button.clicked.connect(lambda _on=False, keep=keep: self.answered.emit(keep))
            self._foot.addWidget(button)
        self._foot.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(12))
        self._column.setSpacing(theme.px(6))
        self._column.addWidget(self._head)
        self._column.addWidget(self._area)
        self._column.addLayout(self._foot)
        self._inside.installEventFilter(self)
        theme.changed.connect(lambda: self.fit(0))  # until it is told how much there is now
        self.hide()

    def stops(self) -> list[QWidget]:
        """Return what the Tab key stops at, in reading order."""
        return [*self._links, self.keep_button, self.change_button]

    def ask(self, found: Sequence[str]) -> None:
        """Show what is noticed, and take the focus."""
        empty(self._rows)
        self._links = []
        for place, words in enumerate(found):
            link = LinkButton(words, lines=_LINES)
            link.setAccessibleName(words)
            link.setToolTip(plain_tip(words))
            link.setAutoDefault(True)
            link.installEventFilter(self)
            link.clicked.connect(lambda _on=False, place=place: self.chosen.emit(place))
            self._rows.addWidget(link)
            self._links.append(link)
        self._area.verticalScrollBar().setValue(0)
        self._fit_rows()
        self.show()
        self.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def fit(self, most: int) -> None:
        """Be at most this many pixels tall, if one line of what is noticed can show then."""
        self._most = most
        self._fit_rows()

    def _fit_rows(self) -> None:
        if not self._links:
            return
        tall = [max(1, link.sizeHint().height()) for link in self._links]
        # The style sheet's least height of a link would let those of several lines be squeezed.
        self._inside.setMinimumHeight(sum(tall))
        edges = self._column.contentsMargins()
        width = self.width() - edges.left() - edges.right()
        taken = self._head.heightForWidth(width) + self._foot.sizeHint().height()
        taken += edges.top() + edges.bottom() + 2 * self._column.spacing() + 2
        room = self._most - taken
        height = max(min(tall[0], self._theme.px(_LINE)), min(tall[0], room))
        for more in tall[1:_MOST]:
            if height + more > room:
                break
            height += more
        self._area.setFixedHeight(height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, LinkButton):
            self._area.ensureWidgetVisible(watched, 0, 0)
        if watched is self._inside and event.type() in (
            QEvent.Type.LayoutRequest,
            QEvent.Type.Resize,
        ):
            self._fit_rows()  # the text may have another size
        return False
