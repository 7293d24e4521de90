"""Boxes to confirm keys: one for each key, because people are called one after the other."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.choice_buttons import Face, TickChoice


class TallBox(TickChoice):
    """A box with a text of several lines, which is never lower than its text.

    A scroll area would otherwise make many boxes lower before it scrolls.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Face("", wide=True))
        theme.changed.connect(self._fit)

    def set_face(self, face: Face) -> None:
        super().set_face(face)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setMinimumHeight(self.heightForWidth(self.width()))


class KeyBoxes(QWidget):
    """One box for each key; the user ticks those that were compared with their owner.

    Signal `toggled`: the user has ticked or cleared a box

    `before`: the control before the boxes in the tab order
    """

    toggled = Signal()

    def __init__(self, theme: Theme, before: QWidget) -> None:
        super().__init__()
        self._theme, self._before = theme, before
        # By the fingerprint of the key.
        self.boxes: dict[str, TallBox] = {}
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(8)

    @property
    def chosen(self) -> frozenset[str]:
        """The fingerprints of the ticked boxes."""
        return frozenset(print_ for print_, box in self.boxes.items() if box.isChecked())

    @property
    def open_boxes(self) -> list[TallBox]:
        """The boxes that are not ticked."""
        return [box for box in self.boxes.values() if not box.isChecked()]

    def show_keys(self, words: Mapping[str, str]) -> None:
        """Show a box for each key; boxes that are there already keep their ticks.

        `words`: the text of each box, by fingerprint
        """
        # A ticked box stays, so that the user can clear it.
        for print_ in [one for one in self.boxes if one not in words and one not in self.chosen]:
            box = self.boxes.pop(print_)
            box.hide()
            box.deleteLater()
        for print_, text in words.items():
            if print_ not in self.boxes:
                self._add(print_)
            self.boxes[print_].set_face(Face(text, wide=True))
        self.setVisible(bool(self.boxes))

    def choose(self, prints: Collection[str]) -> None:
        """Tick the boxes of these keys only, without `toggled`."""
        for print_, box in self.boxes.items():
            box.blockSignals(True)
            box.setChecked(print_ in prints)
            box.blockSignals(False)

    def _add(self, print_: str) -> None:
        box = TallBox(self._theme)
        box.toggled.connect(lambda _: self.toggled.emit())
        last = next(reversed(self.boxes.values()), self._before)
        self._rows.addWidget(box)
        # Qt puts new controls at the end of the window's tab order.
        QWidget.setTabOrder(last, box)
        self.boxes[print_] = box
