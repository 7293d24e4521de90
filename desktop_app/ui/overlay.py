"""Overlays: small pages over the window, such as palette, list of shortcuts, reasons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from desktop_app.ui.theme import Theme


class Overlay(QFrame):
    """A page over the upper part of its window, which stays in use.

    Escape or a click beside it closes it and returns the focus.

    `opened`: it has the focus
    `closed`: it is hidden; the focus is returned next
    `stranded`: the widget that had the focus before is hidden now; a listener has to set the focus
    """

    opened = Signal()
    closed = Signal()
    stranded = Signal()

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
        """Show the overlay and focus a widget in it."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self.place()
        self.show()
        self.raise_()
        focus.setFocus(Qt.FocusReason.PopupFocusReason)
        self._watch(True)
        self.opened.emit()

    def dismiss(self) -> None:
        """Hide the overlay and return the focus."""
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
                )  # otherwise keys would go to the hidden overlay

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus within the overlay, because widgets below it are covered."""
        # In reading order by position. With nextInFocusChain, PySide would treat each widget as the
        # owner of the next, and delete menus with a row of the palette.
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
        """Set size and position in the window."""
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
            event.accept()  # keys typed here must not reach the form below

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent() and self.isVisible():
            self.place()
        return False

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.place()  # the content needs more or less space
        return done

    def _on_theme_changed(self) -> None:
        if self.isVisible():
            self.place()

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is None or new is self or self.isAncestorOf(new):
            return
        if overlay_of(new) is None:  # the palette may be open above another overlay
            self.dismiss()


def overlay_of(widget: QWidget) -> Overlay | None:
    """Return the overlay that contains a widget, or None."""
    up: QObject | None = widget
    while up is not None and not isinstance(up, Overlay):
        up = up.parent()
    return up


def _is_stop(widget: QWidget) -> bool:
    tabbed = bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)
    return tabbed and widget.isVisible() and widget.isEnabled()
