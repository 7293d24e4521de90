"""Rows and columns of widgets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from desktop_app.ui.theme import Theme

STRETCH = None
# A widget or layout, the same with its stretch factor, a space in pixels, or STRETCH.
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | int | None
Margins = int | tuple[int, int, int, int]


def in_column(
    *parts: Part, on: QWidget | None = None, margins: Margins | None = None, gap: int | None = None
) -> QVBoxLayout:
    """Return a column of widgets, layouts and spaces; see `Part`."""
    layout = QVBoxLayout() if on is None else QVBoxLayout(on)
    _fill(layout, parts, margins, gap)
    return layout


def in_row(
    *parts: Part, on: QWidget | None = None, margins: Margins | None = None, gap: int | None = None
) -> QHBoxLayout:
    """Return a row of widgets, layouts and spaces; see `Part`."""
    layout = QHBoxLayout() if on is None else QHBoxLayout(on)
    _fill(layout, parts, margins, gap)
    return layout


@contextmanager
def focus_kept(part: QWidget) -> Iterator[None]:
    """Keep the focus in a part of a page while the part moves to another place.

    A widget that moves to another parent loses the focus.
    """
    focus = part.window().focusWidget()
    yield
    if focus is not None and part.isAncestorOf(focus):
        focus.setFocus(Qt.FocusReason.OtherFocusReason)


class Centred(QFrame):
    """Content in the middle of a page, at most `widest` pixels wide at 100 % text.

    `on`: the page, which must not have a layout yet
    """

    def __init__(
        self,
        content: QLayout,
        theme: Theme,
        widest: int,
        *,
        on: QWidget,
        margins: Margins | None = None,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._widest = widest
        self.setLayout(content)
        in_row(STRETCH, (self, 10), STRETCH, on=on, margins=margins)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.setMaximumWidth(self._theme.px(self._widest))


def _fill(
    layout: QBoxLayout, parts: tuple[Part, ...], margins: Margins | None, gap: int | None
) -> None:
    """Set the margins and gaps of a layout, in pixels, and add the parts.

    `margins`: of all sides, or left, top, right and bottom; None: the margins of the style
    `gap`: between the parts; None: the gap of the style
    """
    if margins is not None:
        layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if gap is not None:
        layout.setSpacing(gap)
    # In this order, because it is also the Tab order.
    for part in parts:
        one, share = part if isinstance(part, tuple) else (part, 0)
        if one is STRETCH:
            layout.addStretch(1)
        elif isinstance(one, int):
            layout.addSpacing(one)
        elif isinstance(one, QWidget):
            layout.addWidget(one, share)
        else:
            layout.addLayout(one, share)
