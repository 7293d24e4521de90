"""Figures as PDF and PNG, drawn by Qt: for the window, and for the command line in a process of its
own (see `workspace.figure_files`).
"""

from __future__ import annotations

import json
import os
import re
import sys
from base64 import b64encode

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer

# Pixels per unit of the drawing in copies and PNG files: sharp in print and on slides.
_SCALE = 3.0
# The CSS shorthand for fonts, which Qt cannot parse.
_FONT = re.compile(rb"font:(\d+px) ([^;}]+)")


def run() -> int:
    """Convert the figures that standard input contains; write them to standard output as JSON.

    Input: {"format": "pdf" or "png", "figures": [SVG, …]}; output: a list of texts in Base64.
    """
    # Linux needs no display for this. Elsewhere, only the platform's own plugin knows its fonts.
    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    asked = json.loads(sys.stdin.buffer.read())
    convert = {"pdf": pdf_of, "png": png_of}[asked["format"]]
    _application = QGuiApplication([])
    converted = [b64encode(convert(svg.encode("utf-8"))).decode() for svg in asked["figures"]]
    sys.stdout.buffer.write(json.dumps(converted).encode("ascii"))
    sys.stdout.buffer.flush()
    return 0


def png_of(svg: bytes) -> bytes:
    """Return an SVG drawing as a PNG file on white."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # The stub declares the format as bytes, but PySide accepts only a str.
    image_of(svg).save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


def pdf_of(svg: bytes) -> bytes:
    """Return an SVG drawing as a PDF file with one page of its size."""
    renderer = renderer_of(svg)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    size = renderer.defaultSize()
    # One unit of the drawing is one point.
    page = QPageSize(QSizeF(size), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageSize(page)
    writer.setPageMargins(writer.pageLayout().minimumMargins())
    painter = QPainter(writer)
    renderer.render(painter, QRectF(0, 0, writer.width(), writer.height()))
    painter.end()
    return bytes(data.data())


def renderer_of(svg: bytes) -> QSvgRenderer:
    """Return what draws an SVG, with its fonts as Qt reads them."""
    return QSvgRenderer(_FONT.sub(rb"font-size:\1;font-family:\2", svg))


def image_of(svg: bytes) -> QImage:
    """Return an SVG drawing as a picture on white."""
    renderer = renderer_of(svg)
    image = QImage(renderer.defaultSize() * _SCALE, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image
