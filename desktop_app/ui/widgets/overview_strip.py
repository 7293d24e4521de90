"""A strip beside the scroll bar that shows where in the whole text marks are."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.text.spans import Kind, Mark
from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.theme import Theme

# Share of the surface's colour in a mark, so that the strip is less vivid than the text.
_QUIET = 0.35
_ROLES = {
    Kind.EXACT: Role.ACCENT,
    Kind.INFLECTED: Role.GOOD,
    Kind.NEAR: Role.WARN,
    Kind.UNSUPPORTED: Role.UNSUPPORTED,
}
# Left and right edges, as shares of the width. Kinds differ in place and length, not only in
# colour, for people who do not see the difference.
_SPANS = {
    Kind.EXACT: (0.0, 0.45),
    Kind.INFLECTED: (0.3, 0.75),
    Kind.NEAR: (0.55, 1.0),
    Kind.UNSUPPORTED: (0.0, 1.0),
}


class OverviewStrip(QWidget):
    """Marks of a text at their relative positions; a click scrolls to a position.

    The strip is for the mouse and takes no focus: the keyboard steps from match to match instead.
    """

    clicked = Signal(float)  # a share of the text, 0 to 1

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._source: Callable[[int], list[Mark]] | None = None
        self._marks: list[Mark] = []
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Overview of the matches"))
        self.setToolTip(self.tr("Where the matches are in the whole text. Click to go there."))
        theme.changed.connect(self._on_theme_changed)

    @property
    def marks(self) -> list[Mark]:
        """The painted marks."""
        return list(self._marks)

    def set_source(self, source: Callable[[int], list[Mark]] | None) -> None:
        """Set the function that returns the marks for a number of rows."""
        self._source = source
        self.refresh()

    def refresh(self) -> None:
        """Get the marks from the source again."""
        # Rows of two pixels; each mark is painted at least three pixels high.
        rows = max(1, self.height() // 2)
        self._marks = [] if self._source is None else self._source(rows)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(12), 60)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ask(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._ask(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        width, height = float(self.width()), float(self.height())
        surface, text = self._theme.color(Role.SURFACE), self._theme.color(Role.TEXT)
        painter.setBrush(mixed(surface, text, 0.05))
        painter.drawRoundedRect(QRectF(0, 0, width, height), 3, 3)
        inner = width - 4
        for mark in self._marks:
            left, right = _SPANS[mark.kind]
            # At least 3 pixels, or a single word in a long document would be invisible.
            top = min(mark.top * height, height - 3)
            tall = max(3.0, (mark.bottom - mark.top) * height)
            colour = self._theme.color(_ROLES[mark.kind])
            painter.setBrush(mixed(colour, surface, _QUIET))
            painter.drawRoundedRect(
                QRectF(2 + left * inner, top, (right - left) * inner, tall), 1, 1
            )

    def _ask(self, event: QMouseEvent) -> None:
        share = event.position().y() / max(1, self.height())
        self.clicked.emit(min(1.0, max(0.0, share)))

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()
