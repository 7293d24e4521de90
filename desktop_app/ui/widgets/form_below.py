"""The place of the questions: beside the texts, or below them in a narrow window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.form_view import FormView

# Width in pixels at 100 % text. In a narrower window, the questions are below the texts.
_WIDE = 1_100
# Pixels at 100 % text: on a lower page, neither texts nor questions would have enough lines.
_HIGH = 440


class FormBelow(QObject):
    """Places the second pane of a splitter, with the questions, beside or below the texts.

    Beside the texts, the questions get their width back after the window was smaller or the text
    larger. On a low page, as with large text, they are always beside the texts.

    `width`: the width of the questions in pixels beside the texts, until somebody moves the handle;
        0: half of the width
    `share`: their share of the height below the texts, 0 to 1
    `is_row`: whether they are a few low questions, which are below the texts in a wide window too,
        and need at most this share
    `width_beside`: returns the width beside the texts, for pages with rules of their own
    `is_below`: whether they are below the texts
    `turned`: they were moved
    `divided`: they have got their size
    """

    turned, divided = Signal(), Signal()

    def __init__(
        self,
        page: QWidget,
        splitter: QSplitter,
        form_view: FormView,
        theme: Theme,
        width: int,
        share: float,
        *,
        is_row: bool,
    ) -> None:
        super().__init__(page)
        self._page, self._splitter, self._form_view = page, splitter, form_view
        self._theme = theme
        self.width, self.share, self.is_row = width, share, is_row
        self.width_beside: Callable[[], int] = lambda: self.width or splitter.width() // 2
        self.is_below = splitter.orientation() is Qt.Orientation.Vertical
        # What somebody has chosen: the height below the texts, and the width on a low page, which
        # is no choice for large windows. 0: nothing.
        self._height = self._low_width = 0
        # Sizes are valid only after the pending layout.
        self._dividing = QTimer(self, singleShot=True, interval=0)
        self._dividing.timeout.connect(self._divide)
        splitter.splitterMoved.connect(self._on_moved)
        # A message may make the questions taller than their area.
        form_view.area.verticalScrollBar().rangeChanged.connect(self._dividing.start)
        page.installEventFilter(self)
        theme.changed.connect(self.fit)

    @property
    def is_narrow(self) -> bool:
        """Whether the window is narrow for its text size."""
        # Not the page: opening the guidelines beside it must not move the questions.
        return self._page.window().width() < self._theme.px(_WIDE)

    @property
    def is_low(self) -> bool:
        """Whether the page is low for its text size."""
        # Before the first layout, the height means nothing.
        return self._page.isVisible() and self._page.height() < self._theme.px(_HIGH)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.fit()
        return False

    def fit(self) -> None:
        """Adapt the place and the size of the questions to the window."""
        below = (self.is_row or self.is_narrow) and not self.is_low
        self._dividing.start()
        if below != self.is_below:
            self.is_below = below
            directions = Qt.Orientation
            self._splitter.setOrientation(directions.Vertical if below else directions.Horizontal)
            self.turned.emit()

    def _divide(self) -> None:
        splitter = self._splitter
        whole = splitter.height() if self.is_below else splitter.width()
        wanted = self._height_below() if self.is_below else self._width_beside()
        if splitter.sizes()[1] != wanted:
            splitter.setSizes([whole - splitter.handleWidth() - wanted, wanted])
        self.divided.emit()

    def _width_beside(self) -> int:
        """Return the width of the questions beside the texts, in pixels."""
        return (self._low_width if self.is_low else 0) or self.width_beside()

    def _height_below(self) -> int:
        """Return the height of the questions below the texts, in pixels."""
        most = round(self._splitter.height() * self.share)
        if self._height or not self.is_row:
            return self._height or most
        needed = self._splitter.sizes()[1] + self._form_view.sight.missing_height()
        return min(needed, most)

    def _on_moved(self) -> None:
        """Store the size that somebody has chosen."""
        size = self._splitter.sizes()[1]
        if self.is_below:
            self._height = size
        elif self.is_low:
            self._low_width = size
        else:
            self.width = size
