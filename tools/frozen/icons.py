"""The program's icon in the file format of each platform."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

_ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
_ICNS_TYPES = {b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}


def icon_file(root: Path, folder: Path, platform: str = sys.platform) -> str | None:
    """Write the icon of the program in `root` into `folder`, and return the path of the file.

    Return None on platforms whose program files have no icon.
    """
    drawing = root / "resources" / "icons" / "proofdesk.svg"
    known = {"win32": ("proofdesk.ico", _ico), "darwin": ("proofdesk.icns", _icns)}
    if platform not in known:
        return None
    name, write = known[platform]
    (folder / name).write_bytes(write(drawing))
    return str(folder / name)


def png(drawing: Path, size: int) -> bytes:
    """Return an SVG drawing as the bytes of a square PNG image."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(drawing)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _ico(drawing: Path) -> bytes:
    """Return the bytes of a Windows icon file: a directory, and then a PNG image of each size."""
    pictures = [png(drawing, size) for size in _ICO_SIZES]
    head = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(head) + 16 * len(pictures)
    for size, picture in zip(_ICO_SIZES, pictures, strict=True):
        side = size % 256  # The format encodes 256 as 0.
        head += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    return head + b"".join(pictures)


def _icns(drawing: Path) -> bytes:
    """Return the bytes of a macOS icon file: each PNG image after the code of its size."""
    body = b""
    for kind, size in _ICNS_TYPES.items():
        picture = png(drawing, size)
        body += kind + struct.pack(">I", len(picture) + 8) + picture
    return b"icns" + struct.pack(">I", len(body) + 8) + body
