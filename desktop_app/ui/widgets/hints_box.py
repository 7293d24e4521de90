"""A box that lists a protocol's consistency hints when someone submits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_app.ui.plain_text import empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.calm_scroll_bar import keep_calm
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.question_view import plain_label

# Links that are visible without scrolling.
_MOST = 5
# Lines of a link.
_LINES = 4
# Height of a link of one line in pixels at 100 % text, as in the style sheet.
_LINE = 24


class HintsBox(QFrame):
    """Links to the answers in question, and buttons to submit or to review them.

    The links scroll where space is scarce.

    `chosen`: a link was clicked; its index
    `answered`: a button was pressed; True means submit unchanged
    """

    chosen = Signal(int)
    answered = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "notice")
        self.setProperty("level", "warn")
        words = self.tr("Before you submit: is this correct?")
        self.setAccessibleName(words)
        self._links: list[LinkButton] = []
        # Largest height of the whole box in pixels.
        self._most = 0
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
        # As low as possible until the owner has computed the height for the new text size.
        theme.changed.connect(lambda: self.fit(0))
        self.hide()

    def stops(self) -> list[QWidget]:
        """Return the tab stops in reading order."""
        return [*self._links, self.keep_button, self.change_button]

    def ask(self, found: Sequence[str]) -> None:
        """Show a link for each hint, and put the focus on the button to submit."""
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
        """Limit the height to `most` pixels, but always leave space for one line of the links."""
        self._most = most
        self._fit_rows()

    def _fit_rows(self) -> None:
        """Set the height of the scroll area for its links and the available space."""
        if not self._links:
            return
        tall = [max(1, link.sizeHint().height()) for link in self._links]
        # The style sheet sets a minimum height of one line, so a layout would squeeze longer links.
        self._inside.setMinimumHeight(sum(tall))
        edges = self._column.contentsMargins()
        width = self.width() - edges.left() - edges.right()
        taken = self._head.heightForWidth(width) + self._foot.sizeHint().height()
        taken += edges.top() + edges.bottom() + 2 * self._column.spacing() + 2
        room = self._most - taken
        # At least one line; further links only as a whole, at most `_MOST`.
        height = max(min(tall[0], self._theme.px(_LINE)), min(tall[0], room))
        for more in tall[1:_MOST]:
            if height + more > room:
                break
            height += more
        self._area.setFixedHeight(height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, LinkButton):
            # The scroll area takes no focus itself, so Tab has to scroll to the links.
            self._area.ensureWidgetVisible(watched, 0, 0)
        if watched is self._inside and event.type() in (
            QEvent.Type.LayoutRequest,
            QEvent.Type.Resize,
        ):
            # The text size may have changed, or links wrap differently.
            self._fit_rows()
        return False
