"""Small pages that lie over the window without stopping it: palette, key sheet, reasons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from desktop_app.ui.theme import Theme


class Overlay(QFrame):
    """A page over the upper part of its window. Escape, or a click beside it, closes it and gives
    the focus back to where it was."""

    opened = Signal()  # it has the focus
    closed = Signal()  # the focus is about to go back
    stranded = Signal()  # where the focus was is hidden now: another person has to take it

    def __init__(self, window: QWidget, theme: Theme, width: int) -> None:
        super().__init__(window)
        self._theme = theme
        self._width = width
        self._before: QWidget | None = None
        self._watching = False
        self.setProperty("kind", "overlay")
        self.setAutoFillBackground(True)
        self.hide()
        window.installEventFilter(self)
        theme.changed.connect(self._on_theme_changed)

    def open(self, focus: QWidget) -> None:
        """Show the page and put the focus into it."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self.place()
        self.show()
        self.raise_()
        focus.setFocus(Qt.FocusReason.PopupFocusReason)
        self._watch(True)
        self.opened.emit()

    def dismiss(self) -> None:
        """Hide the page; the focus goes back."""
        if not self.isVisible():
            return
        self._watch(False)
        focus = QApplication.focusWidget()
        inside = focus is None or focus is self or self.isAncestorOf(focus)
        before, self._before = self._before, None
        self.hide()
        self.closed.emit()
        if inside and before is not None and before.isVisible() and before.isEnabled():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        elif inside:
            self.stranded.emit()
            left, window = QApplication.focusWidget(), self.parentWidget()
            if left is not None and self.isAncestorOf(left) and window is not None:
                window.setFocus(
                    Qt.FocusReason.OtherFocusReason
                )  # keys must not go to a hidden page

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Keep Tab within the page: what lies below it is not shown."""
        # In reading order. (Asking Qt for its chain of widgets would make PySide take each for the
        # owner of the next, and forget menus when a row of the palette goes.)
        stops = sorted(
            (each for each in self.findChildren(QWidget) if _is_stop(each)),
            key=lambda each: (each.mapTo(self, QPoint()).y(), each.mapTo(self, QPoint()).x()),
        )
        if not stops:
            return True
        now = QApplication.focusWidget()
        place = stops.index(now) if now in stops else (-1 if forward else 0)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        stops[(place + (1 if forward else -1)) % len(stops)].setFocus(reason)
        return True

    def _watch(self, on: bool) -> None:
        application = QApplication.instance()
        if on == self._watching or not isinstance(application, QApplication):
            return
        self._watching = on
        if on:
            application.focusChanged.connect(self._on_focus_changed)
        else:
            application.focusChanged.disconnect(self._on_focus_changed)

    def place(self) -> None:
        window = self.parentWidget()
        if window is None:
            return
        room = window.rect()
        width = min(self._theme.px(self._width), room.width() - 32)
        self.setFixedWidth(width)
        self.setMaximumHeight(room.height() - 96)
        self.adjustSize()
        self.move((room.width() - width) // 2, 72)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            event.accept()  # nothing typed here may rate what lies below

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent() and self.isVisible():
            self.place()
        return False

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.place()  # what is in it needs more room, or less
        return done

    def _on_theme_changed(self) -> None:
        if self.isVisible():
            self.place()

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is None or new is self or self.isAncestorOf(new):
            return
        if overlay_of(new) is None:  # the palette may lie over this one for a while
            self.dismiss()


def overlay_of(widget: QWidget) -> Overlay | None:
    """Return the overlay that a widget is in, if any."""
    up: QObject | None = widget
    while up is not None and not isinstance(up, Overlay):
        up = up.parent()
    return up


def _is_stop(widget: QWidget) -> bool:
    tabbed = bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)
    return tabbed and widget.isVisible() and widget.isEnabled()
