"""Two panes of which only one is open in a small window. The folded upper pane is one line high."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget

from desktop_app.ui.widgets.pane import Pane

_EDGE = 8  # Margin in pixels above and below the contents of a pane.
_ANY = 16_777_215  # Qt's QWIDGETSIZE_MAX, which means no limit.


class Fold(QObject):
    """Folds `body`, the contents of `pane`, or hides `other` while the pane is open.

    Nothing is folded or hidden while there is room for both. `words` are the texts of the button
    for an open and for a folded pane; a button with them replaces the heading of the pane.
    """

    def __init__(
        self, pane: Pane, body: QWidget, other: QWidget, words: tuple[str, str] | None = None
    ) -> None:
        super().__init__(pane)
        self.button = QPushButton()
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._turn)
        self.button.hide()
        pane.header.addWidget(self.button)
        self._pane, self._body, self._other, self._words = pane, body, other, words
        self._least = pane.minimumHeight()
        self._is_scarce = False
        self._is_open = False

    @property
    def is_scarce(self) -> bool:
        """Whether there is room for only one of the panes."""
        return self._is_scarce

    def set_scarce(self, on: bool) -> None:
        """Set whether there is room for only one pane. The one with the focus stays open."""
        if on and not self._is_scarce:
            focus = self._pane.window().focusWidget()
            self._is_open = focus is not None and self._body.isAncestorOf(focus)
        if on or self._is_scarce:
            self._is_scarce = on
            self._show()

    def open(self) -> None:
        """Open the pane, which hides the other one."""
        self._set_open(True)

    def close(self) -> None:
        """Fold the pane, which shows the other one."""
        self._set_open(False)

    def _turn(self) -> None:
        self._set_open(not self._is_open)

    def _set_open(self, on: bool) -> None:
        if self._is_scarce and on is not self._is_open:
            self._is_open = on
            self._show()

    def _show(self) -> None:
        both = not self._is_scarce
        folded = self._is_scarce and not self._is_open
        self.button.setVisible(self._is_scarce)
        open_, shut = self._words or (self.tr("Hide"), self.tr("Show"))
        self.button.setText(shut if folded else open_)
        if self._words is None:
            self.button.setAccessibleName(f"{self.button.text()}: {self._pane.accessibleName()}")
        else:
            self._pane.caption.setVisible(both)
        # Widgets are shown before others are hidden. If none were visible, the focus would leave
        # the page.
        if folded or both:
            self._other.show()
        self._body.setVisible(not folded)
        self._other.setVisible(folded or both)
        self._pane.setMinimumHeight(0 if folded else self._least)
        edge = 2 if folded else _EDGE
        self._pane.column.setContentsMargins(6, edge, 6, edge)
        height = _ANY
        if folded:
            self._pane.column.activate()
            height = self._pane.column.totalHeightForWidth(max(self._pane.width(), 1))
        self._pane.setMaximumHeight(height)
        splitter = self._pane.parentWidget()
        if folded and isinstance(splitter, QSplitter):
            splitter.setSizes([height, max(splitter.height() - height, 1)])
