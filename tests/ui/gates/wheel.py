"""The check that scrolling changes no setting: controls pass the wheel to the page around them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QWidget,
)

SETTINGS = (QAbstractSlider, QAbstractSpinBox, QComboBox)


def settings(windows: Iterable[QWidget]) -> list[QWidget]:
    """Return the visible controls that a wheel could change."""
    return [
        one
        for window in windows
        for one in window.findChildren(QWidget)
        if isinstance(one, SETTINGS) and not isinstance(one, QScrollBar) and one.isVisible()
    ]


def _value(control: Any) -> object:
    if isinstance(control, QComboBox):
        return control.currentIndex()
    return control.value() if hasattr(control, "value") else control.text()


def _turn(control: QWidget, by: int) -> bool:
    """Turn the wheel over a control. Return whether the control passed the event on."""
    middle = QPointF(control.rect().center())
    event = QWheelEvent(
        middle,
        control.mapToGlobal(middle),
        QPoint(0, 0),
        QPoint(0, by),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    event.ignore()
    control.event(event)
    return not event.isAccepted()


def changed_by_wheel(windows: Iterable[QWidget]) -> list[str]:
    """Return the settings that the wheel changes, or that prevent the page from scrolling."""
    found = []
    for control in settings(windows):
        for focused in (False, True):
            if focused:
                control.setFocus()
                QApplication.processEvents()
            for by in (-120, 120):
                before = _value(control)
                left = _turn(control, by)
                if _value(control) != before or not left:
                    found.append(f"{control.accessibleName() or control!r}, focused: {focused}")
    return list(dict.fromkeys(found))
