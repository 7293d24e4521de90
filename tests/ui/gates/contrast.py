"""The check of contrast, measured in the pixels of a screen.

A picture of the window is taken for every run of text. In the rectangle of the run, the background
is the most frequent colour, and the text has the colour that differs most from it; the pixels of
smoothed edges have colours in between. Disabled controls are left out, as in WCAG 2.2 (1.4.3,
“incidental”), except filled buttons: they are large, so an illegible one looks like an error.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from desktop_app.ui.notices import NoticeBar
from desktop_app.ui.overlay import Overlay
from tests.ui.gates.drawn import drawn, shown_box, widgets

TEXT, LARGE_TEXT, GRAPHICS = 4.5, 3.0, 3.0
DISABLED = 3.0
_CLOSELY = 3  # times as large
_NARROW = 4  # pixels: a narrower part of a word is not judged
# So much of a box must have the text's colour: one pixel alone may be anything.
_CORE, _CORE_SHARE = 3, 0.01

Pixels = NDArray[np.uint8]


def pixels_of(picture: QPixmap) -> Pixels:
    """Return the colours of a picture: rows, columns, red-green-blue."""
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB888)
    flat = np.frombuffer(image.constBits(), np.uint8)
    rows = flat.reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()


def luminance(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the relative luminance (WCAG 2.2) of colours 0 to 255, last axis red-green-blue."""
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    weighted: NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return weighted


def measured(crop: Pixels) -> float:
    """Return the contrast, 1 to 21, of the most distinct colour to the most frequent one."""
    red, green, blue = (crop[..., part].astype(np.uint32) for part in range(3))
    # As one number each: numbers are sorted ten times as fast as rows of three.
    packed, counts = np.unique(red << 16 | green << 8 | blue, return_counts=True)
    colours = np.stack([packed >> 16, packed >> 8 & 255, packed & 255], axis=-1)
    if len(colours) == 1:
        return 1.0
    light = luminance(colours.astype(np.float64))
    ground = light[np.argmax(counts)]
    ratios = (np.maximum(light, ground) + 0.05) / (np.minimum(light, ground) + 0.05)
    order = np.argsort(ratios)[::-1]
    total = int(counts.sum())
    enough = np.cumsum(counts[order]) >= min(max(_CORE, _CORE_SHARE * total), total)
    return float(ratios[order][np.argmax(enough)])


def crop_of(pixels: Pixels, box: QRectF | QRect) -> Pixels:
    """Return the part of a picture in a rectangle, rounded outwards."""
    rect = QRectF(box).toAlignedRect().intersected(QRect(0, 0, pixels.shape[1], pixels.shape[0]))
    return pixels[rect.top() : rect.bottom() + 1, rect.left() : rect.right() + 1]


def faint(parts: Iterable[QWidget]) -> list[str]:
    """Return the texts with a contrast below 4.5 : 1 (large texts: 3 : 1) and icons below 3 : 1."""
    found: dict[str, None] = {}
    for part in parts:
        pixels = pixels_of(part.grab())
        large: Pixels | None = (
            None  # thin strokes fill no pixel: a doubtful text is looked at closely
        )
        over = [*part.findChildren(Overlay), *part.findChildren(NoticeBar)]
        covers = [each for each in over if each.isVisible()]
        for widget in widgets([part]):
            is_filled = widget.property("kind") == "primary"
            if not (widget.isEnabled() or is_filled) or not _is_in_sight(widget, covers):
                continue
            sight = QRectF(shown_box(widget))
            offset = widget.mapTo(part, QPoint(0, 0))
            texts, icons = drawn(widget)
            for text in texts:
                # Without what hangs below: underlines have colours of their own.
                above = QRectF(
                    text.seen.left(),
                    text.ink.top(),
                    text.seen.width(),
                    text.baseline.y() - text.ink.top(),
                )
                box = above.intersected(text.seen).intersected(sight)
                if not any(c.isalnum() for c in text.words) or box.height() < above.height() * 0.8:
                    continue
                if box.width() < _NARROW:
                    continue  # the edge of a word beside a highlight, maybe without any ink
                if isinstance(widget, QMenu) and not _is_enabled(widget, box):
                    continue
                wanted = LARGE_TEXT if text.is_large else TEXT
                wanted = wanted if widget.isEnabled() else DISABLED
                edge = (
                    1 if text.seen != text.ink else 0
                )  # what is beside a highlight is not its own
                box = box.translated(offset).adjusted(edge, 0, -edge, 0)
                ratio = measured(crop_of(pixels, box))
                if ratio < wanted:
                    large = pixels_of(_enlarged(part)) if large is None else large
                    ratio = measured(crop_of(large, _times(box, _CLOSELY)))
                if ratio < wanted:
                    found[f"{named(widget)}: “{text.words[:40]}” has {ratio:.2f} : 1"] = None
            for icon in icons:
                box = icon.box.intersected(sight)
                if box.height() < icon.box.height() * 0.8 or _is_clear_button(widget):
                    continue
                ratio = measured(crop_of(pixels, box.translated(offset).adjusted(-1, -1, 1, 1)))
                if ratio < GRAPHICS:
                    found[f"{named(widget)}: an icon has {ratio:.2f} : 1"] = None
    return list(found)


def _is_in_sight(widget: QWidget, covers: Iterable[QWidget]) -> bool:
    """Return whether no overlay or notice covers a widget. Covered widgets are not checked."""
    for cover in covers:
        if cover is not widget and not cover.isAncestorOf(widget):
            box = QRect(widget.mapTo(cover.window(), QPoint(0, 0)), widget.size())
            covered = QRect(cover.mapTo(cover.window(), QPoint(0, 0)), cover.size())
            if box.intersects(covered):
                return False
    return True


def _is_enabled(menu: QMenu, box: QRectF) -> bool:
    action = menu.actionAt(box.center().toPoint())
    return action is None or action.isEnabled()


def _is_clear_button(widget: QWidget) -> bool:
    """Return whether a widget is a button that is visible only while there is something to
    clear.
    """
    field = widget.parentWidget()
    return isinstance(field, QLineEdit) and not field.text()


def _enlarged(part: QWidget) -> QPixmap:
    picture = QPixmap(part.size() * _CLOSELY)
    picture.setDevicePixelRatio(_CLOSELY)
    part.render(picture)
    return picture


def _times(box: QRectF, factor: int) -> QRectF:
    return QRectF(
        box.left() * factor, box.top() * factor, box.width() * factor, box.height() * factor
    )


def named(widget: QWidget) -> str:
    """Return how messages name a widget: its class, and its name or that of its owner."""
    name, owner = "", widget
    while owner is not None and not name:
        name = owner.accessibleName() or owner.objectName()
        name = "" if name.startswith("qt_") else name
        owner = owner.parentWidget()
    return f"{type(widget).__name__} ({name})" if name else type(widget).__name__
