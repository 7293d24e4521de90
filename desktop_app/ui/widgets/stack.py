"""Pages one of which is shown: it alone can have the focus, and gets keys."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget


class Stack(QStackedWidget):
    """Shows one page at a time; the others are disabled, so that nothing typed reaches them.

    A page that comes back has the focus where it was.
    """

    turned = Signal()  # another page is shown; before it gets the focus back

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self._on_turned)

    def addWidget(self, page: QWidget) -> int:
        place = super().addWidget(page)
        page.setEnabled(page is self.currentWidget())
        return place

    def setCurrentWidget(self, page: QWidget) -> None:
        page.setEnabled(True)  # before Qt looks there for who gets the focus
        super().setCurrentWidget(page)

    def _on_turned(self) -> None:
        shown = self.currentWidget()
        for place in range(self.count()):
            page = self.widget(place)
            if page is not None:
                page.setEnabled(page is shown)
        self.turned.emit()
        focus = QApplication.focusWidget()
        if shown is None or (focus is not None and focus is not shown and focus.isVisible()):
            return
        # What had the focus could not take it before the others knew that it is shown again.
        before = shown.focusWidget()
        if before is not None and before.isVisibleTo(shown):
            before.setFocus()
