"""The place of the questions: beside the texts, or below them in a narrow window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from desktop_app.ui.theme import Theme

# Pixels: in a narrower window, the questions are below the texts.
_WIDE = 1_100
# Pixels at 100 % text: on a lower page, neither texts nor questions would have enough lines.
_HIGH = 440


class FormBelow(QObject):
    """Places the second pane of a splitter, with the questions, beside or below the texts.

    Beside the texts, the questions get their width back after the window was smaller or the text
    larger. On a low page, as with large text, they are always beside the texts.

    `width`: the width of the questions in pixels beside the texts, until somebody moves the handle
    `share`: their share of the height below the texts, 0 to 1; 0: they are always beside them
    `is_below`: whether they are below the texts
    `turned`: they were moved
    """

    turned = Signal()

    def __init__(
        self, page: QWidget, splitter: QSplitter, theme: Theme, width: int, share: float
    ) -> None:
        super().__init__(page)
        self._page, self._splitter, self._theme = page, splitter, theme
        self.width, self._share = width, share
        self.is_below = False
        # The height that somebody has chosen below the texts; 0: none.
        self._height = 0
        # Sizes are valid only after the pending layout.
        self._dividing = QTimer(self, singleShot=True, interval=0)
        self._dividing.timeout.connect(self._divide)
        splitter.splitterMoved.connect(self._on_moved)
        page.installEventFilter(self)
        theme.changed.connect(self.fit)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.fit()
        return False

    def fit(self) -> None:
        """Adapt the place and the size of the questions to the window."""
        # Not the page: opening the guidelines beside it must not move the questions.
        is_narrow = self._page.window().width() < _WIDE
        is_high = self._page.height() >= self._theme.px(_HIGH)
        below = self._share > 0 and is_narrow and is_high
        self._dividing.start()
        if below != self.is_below:
            self.is_below = below
            directions = Qt.Orientation
            self._splitter.setOrientation(directions.Vertical if below else directions.Horizontal)
            self.turned.emit()

    def _divide(self) -> None:
        splitter = self._splitter
        whole = splitter.height() if self.is_below else splitter.width()
        wanted = self._height or round(whole * self._share) if self.is_below else self.width
        if splitter.sizes()[1] != wanted:
            splitter.setSizes([whole - splitter.handleWidth() - wanted, wanted])

    def _on_moved(self) -> None:
        """Store the size that somebody has chosen."""
        size = self._splitter.sizes()[1]
        if self.is_below:
            self._height = size
        else:
            self.width = size
