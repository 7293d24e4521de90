"""Two texts to compare: side by side, or as tabs if there is little space.

On a low page, the text that both are about is one more tab before theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from desktop_app.ui.layouts import STRETCH, focus_kept, in_column, in_row
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.buttons import SegmentButton
from desktop_app.ui.widgets.pane import Pane

# Smallest width in pixels at 100 % text for two texts side by side.
_BESIDE = 620


class TwoTexts(QWidget):
    """A splitter with two panes, or one of them below two tabs.

    `texts`: the view of each text, and its pane in the splitter; then, if there is one, the view
        and the pane of the text that both are about, which is elsewhere
    `tabs`: the buttons that show a pane each, in the order of `texts`
    """

    def __init__(
        self, splitter: QSplitter, texts: Sequence[tuple[QWidget, Pane]], theme: Theme
    ) -> None:
        super().__init__()
        self._theme, self._splitter = theme, splitter
        self._views, self._panes = zip(*texts, strict=True)
        # How many of the panes are in the splitter.
        self._count = splitter.count()
        self._is_folded, self._shown = False, 0
        # Before the panes, so that Tab reaches them first.
        self._bar = QWidget()
        self.tabs = [SegmentButton(pane.accessibleName(), theme) for pane in self._panes]
        in_row(*self.tabs[2:], *self.tabs[:2], STRETCH, on=self._bar, margins=0, gap=4)
        in_column(self._bar, (splitter, 1), on=self, margins=0, gap=6)
        for place, tab in enumerate(self.tabs):
            tab.setAutoExclusive(True)
            tab.clicked.connect(lambda _on=False, place=place: self._show(place))
        theme.changed.connect(self._fit)
        self._show(0)

    @property
    def current(self) -> int:
        """The index of the text with the focus, else of the one whose tab was shown last."""
        focus = QApplication.focusWidget()
        for place, pane in enumerate(self._panes[: self._count]):
            if focus is not None and pane.isAncestorOf(focus):
                return place
        return self._shown

    def go_to(self, place: int) -> None:
        """Show a text, and give it the focus."""
        if place < self._count:
            self._show(place)
        self._views[place].setFocus()

    def go_to_other(self) -> None:
        """Go from one text to the other."""
        self.go_to(1 if self.current == 0 else 0)

    def take_about(self, home: QSplitter, width: int, *, on: bool) -> None:
        """Take the text that both are about from the splitter `home` (`on`), or give it back.

        `width`: its width there in pixels
        """
        pane = self._panes[2]
        with focus_kept(pane):
            shown = self.current
            (self._splitter if on else home).insertWidget(0, pane)
            self._count = self._splitter.count()
            self._fit()
            self._show(shown if on or shown != 2 else 0)
        if not on:
            pane.header_shows(True)
            pane.show()
            home.setSizes([width, home.width() - width])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the texts side by side, if there is space for both."""
        is_folded = 0 < self.width() < self._theme.px(_BESIDE) * self._count // 2
        if is_folded != self._is_folded:
            self._is_folded = is_folded
            self._show(self.current)

    def _show(self, place: int) -> None:
        """Show a text, and hide the others if they are tabs."""
        self._shown = place
        self._bar.setVisible(self._is_folded)
        self.tabs[place].setChecked(True)
        for tab in self.tabs[2:]:
            tab.setVisible(self._count > 2)
        # First the one to show: a widget that is hidden gives the focus to any other.
        for pane in (self._panes[place], *self._panes[: self._count]):
            # The tab has the same name as the heading.
            pane.header_shows(not self._is_folded)
            pane.setVisible(pane is self._panes[place] or not self._is_folded)
