"""The list of shortcuts, by menu; those of the form come first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.overlay import Overlay
from desktop_app.ui.plain_text import PlainLabel, PlainScrollArea
from desktop_app.ui.theme import Theme

_EDGE = 48  # pixels above and below the list
Section = tuple[str, Sequence[tuple[str, str]]]  # title, (shortcut, description)


class KeysSheet(Overlay):
    """An overlay that `?` opens and Escape closes."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window, theme, 720)
        self.setAccessibleName(self.tr("Keyboard shortcuts"))
        title = PlainLabel(self.tr("Keys"))
        title.setProperty("kind", "title")
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.dismiss)
        self._area = PlainScrollArea()
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._area.setProperty("kind", "stop")
        self._area.setAccessibleName(self.tr("Keyboard shortcuts and what they do"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(title)
        layout.addWidget(self._area, 1)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignRight)

    def show_keys(self, sections: Iterable[Section]) -> None:
        """Open with these sections in two columns."""
        page = QWidget()
        sides = QHBoxLayout(page)
        sides.setContentsMargins(0, 0, 8, 0)
        sides.setSpacing(28)
        grids = [QGridLayout(), QGridLayout()]
        rows = [0, 0]
        for grid in grids:
            grid.setHorizontalSpacing(14)
            grid.setVerticalSpacing(6)
            grid.setColumnStretch(1, 1)
            sides.addLayout(grid, 1)
        for title, keys in sections:
            if not keys:
                continue
            # Each section goes into the shorter column.
            side = 0 if rows[0] <= rows[1] else 1
            grid, row = grids[side], rows[side]
            caption = PlainLabel(title.replace("&", "").upper())
            caption.setProperty("kind", "caption")
            caption.setContentsMargins(0, 12 if row else 0, 0, 2)
            grid.addWidget(caption, row, 0, 1, 2)
            for key, text in keys:
                row += 1
                chip = PlainLabel(key)
                chip.setProperty("kind", "chip")
                what = PlainLabel(text)
                what.setWordWrap(True)
                grid.addWidget(chip, row, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                grid.addWidget(what, row, 1)
            rows[side] = row + 1
        for grid, row in zip(grids, rows, strict=True):
            grid.setRowStretch(row, 1)
        self._area.set_page(page)
        self.open(self.close_button)

    def place(self) -> None:
        """Set the height to that of the list, or to the space in the window."""
        page, window = self._area.widget(), self.parentWidget()
        if page is not None and window is not None:
            room = window.height() - 2 * _EDGE - self._theme.px(120)
            self._area.setMinimumHeight(max(80, min(page.sizeHint().height() + 4, room)))
        super().place()
