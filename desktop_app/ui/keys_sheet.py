"""The list of keys: what every key does, by menu, with the keys of the form in front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.overlay import Overlay
from desktop_app.ui.theme import Theme

Section = tuple[str, Sequence[tuple[str, str]]]  # title, (keys, what they do)


class KeysSheet(Overlay):
    """Opened with `?`, closed with Escape."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window, theme, 720)
        self.setAccessibleName(self.tr("List of keys"))
        title = QLabel(self.tr("Keys"))
        title.setProperty("kind", "title")
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.dismiss)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._area.setAccessibleName(self.tr("Keys and what they do"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(title)
        layout.addWidget(self._area, 1)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignRight)

    def show_keys(self, sections: Iterable[Section]) -> None:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        columns = [0, 0]  # the next free row on either side
        for title, keys in sections:
            if not keys:
                continue
            side = 0 if columns[0] <= columns[1] else 1
            row = columns[side]
            caption = QLabel(title.replace("&", "").upper())
            caption.setProperty("kind", "caption")
            caption.setContentsMargins(0, 10 if row else 0, 0, 0)
            grid.addWidget(caption, row, side * 2, 1, 2)
            for key, text in keys:
                row += 1
                chip = QLabel(key)
                chip.setProperty("kind", "chip")
                what = QLabel(text)
                what.setWordWrap(True)
                grid.addWidget(chip, row, side * 2, Qt.AlignmentFlag.AlignTop)
                grid.addWidget(what, row, side * 2 + 1)
            columns[side] = row + 1
        grid.setRowStretch(max(columns), 1)
        self._area.setWidget(page)
        self._area.setMinimumHeight(min(page.sizeHint().height() + 4, self._theme.px(520)))
        self.open(self.close_button)
