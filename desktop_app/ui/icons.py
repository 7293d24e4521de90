"""Icons in the colours of the palette."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from desktop_app.files import resource


def tinted(name: str, colour: QColor, disabled: QColor, pixels: int) -> QIcon:
    """Return an icon of resources/icons in one colour, sharp at `pixels` and twice that."""
    # Imported here: QtSvg loads only when the first icon is needed.
    from PySide6.QtSvg import QSvgRenderer

    source = resource(f"icons/{name}.svg").read_text("utf-8")
    icon = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled)):
        renderer = QSvgRenderer(source.replace("currentColor", ink.name()).encode())
        # The double size is for screens with a device pixel ratio of 2.
        for size in (pixels, pixels * 2):
            pixmap = QPixmap(QSize(size, size))
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter, QRectF(0, 0, size, size))
            painter.end()
            icon.addPixmap(pixmap, mode)
    return icon
