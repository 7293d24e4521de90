"""Functions that find everything a window draws: runs of text and pictures, with positions.

The widgets paint onto a device that only records the calls. Text painted by custom code, by a
delegate, as a placeholder or as a highlighted part of a document is therefore found as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QPixmap,
    QRegion,
    QTextItem,
)
from PySide6.QtWidgets import QWidget

_METRICS = QPaintDevice.PaintDeviceMetric
_DPI = 96


@dataclass(frozen=True)
class Text:
    """A run of text in one font. Positions are in the coordinates of its widget.

    `baseline`: the start of the run
    `ink`: the rectangle of the glyphs themselves
    `seen`: the part that is visible: a highlight paints its words over those of the line
    """

    widget: QWidget
    words: str
    font: QFont
    baseline: QPointF
    width: float
    ink: QRectF
    seen: QRectF

    @property
    def is_large(self) -> bool:
        """Return whether this is large text (WCAG 2.2): 24 px, or bold and 18.66 px."""
        size = (
            self.font.pixelSize() if self.font.pixelSize() > 0 else self.font.pointSizeF() * 4 / 3
        )
        return size >= 24 or (size >= 18.66 and self.font.weight() >= QFont.Weight.Bold.value)


@dataclass(frozen=True)
class Picture:
    """An icon, in the coordinates of its widget."""

    widget: QWidget
    box: QRectF


class _Notes(QPaintEngine):
    def __init__(self, widget: QWidget) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.widget = widget
        self.texts: list[Text] = []
        self.pictures: list[Picture] = []

    def begin(self, device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, state: QPaintEngineState) -> None:
        pass

    def drawTextItem(self, at: QPointF, item: QTextItem) -> None:
        font, words = QFont(item.font()), item.text()
        place = self.painter().combinedTransform().map(at)
        # The bounding box of some characters lies outside their advance (italics, marks).
        ink = QFontMetricsF(font).tightBoundingRect(words).translated(place)
        clip = self.painter().clipBoundingRect() if self.painter().hasClipping() else QRectF()
        seen = self.painter().combinedTransform().mapRect(clip) if not clip.isEmpty() else ink
        self.texts.append(
            Text(self.widget, words, font, place, item.width(), ink, ink.intersected(seen))
        )

    def drawPixmap(self, box: QRectF, picture: QPixmap, source: QRectF) -> None:
        self.pictures.append(Picture(self.widget, self.painter().combinedTransform().mapRect(box)))

    def drawRects(self, *_: object) -> None:
        pass

    def drawLines(self, *_: object) -> None:
        pass

    def drawPolygon(self, *_: object) -> None:
        pass

    def drawPath(self, *_: object) -> None:
        pass

    def drawEllipse(self, *_: object) -> None:
        pass

    def drawPoints(self, *_: object) -> None:
        pass

    def drawImage(self, *_: object) -> None:
        pass

    def drawTiledPixmap(self, *_: object) -> None:
        pass


class _Paper(QPaintDevice):
    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.notes = _Notes(widget)
        self._size = widget.size()

    def paintEngine(self) -> QPaintEngine:
        return self.notes

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        return {
            _METRICS.PdmWidth: self._size.width(),
            _METRICS.PdmHeight: self._size.height(),
            _METRICS.PdmWidthMM: round(self._size.width() * 25.4 / _DPI),
            _METRICS.PdmHeightMM: round(self._size.height() * 25.4 / _DPI),
            _METRICS.PdmNumColors: 2**31 - 1,
            _METRICS.PdmDepth: 32,
            _METRICS.PdmDpiX: _DPI,
            _METRICS.PdmDpiY: _DPI,
            _METRICS.PdmPhysicalDpiX: _DPI,
            _METRICS.PdmPhysicalDpiY: _DPI,
            _METRICS.PdmDevicePixelRatio: 1,
        }.get(metric, round(QPaintDevice.devicePixelRatioFScale()))


def widgets(parts: Iterable[QWidget]) -> Iterator[QWidget]:
    """Yield every visible widget, parents first."""
    for part in parts:
        yield part
        for child in part.findChildren(QWidget):
            if child.isVisible() and child.window() is part.window():
                yield child


def drawn(widget: QWidget) -> tuple[list[Text], list[Picture]]:
    """Return the texts and pictures that a widget draws itself, without its children."""
    paper = _Paper(widget)
    widget.render(paper, QPoint(), QRegion(), QWidget.RenderFlag(0))
    whole = QRectF(widget.rect())
    # Style sheets paint rounded backgrounds through a picture of the whole widget: no icon.
    icons = [icon for icon in paper.notes.pictures if icon.box.size() != whole.size()]
    return [text for text in paper.notes.texts if text.words.strip()], icons


def shown_box(widget: QWidget) -> QRect:
    """Return the visible part of a widget, in its own coordinates."""
    return widget.visibleRegion().boundingRect()
