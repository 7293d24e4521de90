"""A stack of pages whose hidden pages get no keys."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from desktop_app.ui.accessible import set_role


class Stack(QStackedWidget):
    """A stack whose hidden pages are disabled, so that no keys reach them.

    A page that is shown again regains the focus, unless another visible widget has it.

    `turned`: another page is shown; emitted before the focus is restored
    """

    turned = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self._on_turned)

    def addWidget(self, page: QWidget) -> int:
        place = super().addWidget(page)
        page.setEnabled(page is self.currentWidget())
        return place

    def setCurrentWidget(self, page: QWidget) -> None:
        page.setEnabled(True)  # before Qt looks in it for a widget to focus
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
        # Only now, because the widget could not take the focus while its page was disabled, and
        # receivers of `turned` must act first.
        before = shown.focusWidget()
        if before is not None and before.isVisibleTo(shown):
            before.setFocus()


# With Qt's own role, Orca reads “layered pane” whenever the focus enters a page.
set_role(Stack, QAccessible.Role.Client)
