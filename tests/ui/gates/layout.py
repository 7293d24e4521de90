"""The check of the layout: no text is cut off, no widget is outside its parent, squeezed or
covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QHeaderView,
    QLabel,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QScrollArea,
    QScrollBar,
    QSplitter,
    QStackedWidget,
    QTextEdit,
    QWidget,
    QWidgetItem,
)

from desktop_app.ui.annotate.queue import STATE_ROLE
from desktop_app.ui.overlay import Overlay
from tests.ui.gates.contrast import named
from tests.ui.gates.drawn import Text, drawn, widgets

_LONG_WORD = 30  # letters: no program says longer words, people do
_SLACK = 1.5  # pixels: glyph boxes are rounded


def cramped(parts: Iterable[QWidget], size: QSize) -> list[str]:
    """Return the widgets that have too little room in a window of this size."""
    found: dict[str, None] = {}
    for part in parts:
        if part.isWindow() and not isinstance(part, QMenu) and part.size() != size:
            found[f"the window cannot be that small: it is {_told(part.size())}"] = None
        for widget in widgets([part]):
            if isinstance(widget, QScrollArea) and widget.horizontalScrollBar().maximum() > 0:
                found[f"{named(widget)}: is to be scrolled sideways"] = None
            if widget is not part:
                for problem in _outside(widget):
                    found[f"{named(widget)}: {problem}"] = None
            texts = drawn(widget)[0]
            for text in texts:
                problem = _cut(text) or _shortened(text)
                if problem:
                    found[f"{named(widget)}: “{text.words[:40]}” {problem}"] = None
            for word in _broken(widget, texts):
                found[f"{named(widget)}: “{word}” is broken over lines"] = None
        for problem in [*_overlaps(part), *_squeezed(part)]:
            found[problem] = None
    return list(found)


def _scrolled_by(widget: QWidget) -> QAbstractScrollArea | None:
    """Return the scroll area whose viewport this widget is, or None."""
    area = widget.parentWidget()
    if isinstance(area, QAbstractScrollArea) and area.viewport() is widget:
        return area
    return None


def _cut(text: Text) -> str:
    """Return how a text is cut off by its widget or by a parent; empty if it is not."""
    widget: QWidget = text.widget
    if not text.words.strip("\u2066\u2068\u2069"):
        return ""  # signs of direction have no ink, and so no place
    if isinstance(widget, QLineEdit) and text.words in widget.displayText():
        return ""  # what a person typed moves under the cursor
    box = QRectF(text.ink)
    while True:
        area = _scrolled_by(widget)
        room = QRectF(widget.rect()).adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK)
        if isinstance(area, QHeaderView) and isinstance(area.parentWidget(), QAbstractScrollArea):
            area = area.parentWidget()  # goes along with its table
        if area is not None:
            if _scrolls(area, Qt.Orientation.Vertical) and (
                box.bottom() > room.bottom() or box.top() < room.top()
            ):
                return ""  # reached by scrolling
            if _scrolls(area, Qt.Orientation.Horizontal):
                return ""
        if not room.contains(box):
            where = "" if widget is text.widget else f" by {named(widget)}"
            return f"is cut off{where}: {_told(box)} in {_told(room)}"
        owner = widget.parentWidget()
        if widget.isWindow() or owner is None:
            return ""
        box.translate(widget.pos())
        widget = owner


def _broken(widget: QWidget, texts: Iterable[Text]) -> list[str]:
    """Return the words of a button or label that are broken between two lines, except very long
    ones.
    """
    if not isinstance(widget, QAbstractButton | QLabel) or widget.property("shortens"):
        return []
    lines: dict[int, str] = {}
    for text in texts:
        line = round(text.baseline.y())
        lines[line] = lines.get(line, "") + text.words
    if not lines:
        return []
    seen = "\n".join(lines.values()).casefold()
    words = re.findall(r"\w+", widget.text().replace("&", "").casefold())
    # What is in one piece nowhere, and yet is painted.
    return [
        word
        for word in dict.fromkeys(words)
        if 1 < len(word) <= _LONG_WORD and word not in seen and word in seen.replace("\n", "")
    ]


def _scrolls(area: QAbstractScrollArea, along: Qt.Orientation) -> bool:
    vertical = along is Qt.Orientation.Vertical
    bar = area.verticalScrollBar() if vertical else area.horizontalScrollBar()
    policy = area.verticalScrollBarPolicy() if vertical else area.horizontalScrollBarPolicy()
    return bar.maximum() > bar.minimum() and policy is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def _shortened(text: Text) -> str:
    """Return an error if a text is shortened that must not be; else an empty text.

    Data may be shortened (the widget's property `shortens` says so) if the tooltip and the screen
    reader contain the whole text. The program's own texts must not be.
    """
    if "…" not in text.words:
        return ""
    start = text.words.split("…", 1)[0].strip()
    widget = text.widget
    area = _scrolled_by(widget)
    if isinstance(area, QTextEdit | QPlainTextEdit):
        return ""  # part of the text itself
    if isinstance(area, QAbstractItemView):
        index = area.indexAt(text.ink.center().toPoint())
        data = [index.data(role) for role in _TELLING]
        if str(index.data(STATE_ROLE) or "").startswith(start):
            return "is shortened, and tells the state"
        # Tooltips are HTML, in which plain text is escaped.
        if all(isinstance(told, str) and start in unescape(told) for told in data[:2]):
            return ""
        return "is shortened, and neither tooltip nor screen reader has all of it"
    if isinstance(widget, QLineEdit) and text.words in widget.displayText():
        return ""
    if isinstance(widget, QMenu | QMenuBar):
        said = [action.text().replace("&", "") for action in widget.actions()]
        return "" if any(text.words in each for each in said) else "is shortened"
    chosen = getattr(widget, "text", None)
    whole = str(chosen()).replace("&", "") if callable(chosen) else ""
    if text.words in whole and not widget.property("shortens"):
        return ""  # “Open…” says that something will be asked
    if not widget.property("shortens"):
        return "is shortened"
    # What a box of choices is on is read out beside its name.
    value = widget.currentText() if isinstance(widget, QComboBox) else ""
    spoken = value or widget.accessibleName() or whole
    complete = start in widget.toolTip() and start in spoken
    return "" if complete else "is shortened, and neither tooltip nor screen reader has all of it"


_TELLING = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)


def _outside(widget: QWidget) -> list[str]:
    """Return an error if a widget is partly outside its parent."""
    owner = widget.parentWidget()
    if owner is None or widget.isWindow():
        return []
    if isinstance(owner, QScrollArea | QAbstractScrollArea) and owner.viewport() is not widget:
        return []  # corners and bars are the area's own
    area = _scrolled_by(owner)
    box, room = QRect(widget.geometry()), QRect(owner.rect())
    if area is not None and (
        isinstance(area, QAbstractItemView) or not isinstance(area, QScrollArea)
    ):
        return []  # rows come and go
    if area is not None:
        if _scrolls(area, Qt.Orientation.Vertical):
            box.setTop(max(box.top(), room.top()))
            box.setBottom(min(box.bottom(), room.bottom()))
        if _scrolls(area, Qt.Orientation.Horizontal):
            box.setLeft(max(box.left(), room.left()))
            box.setRight(min(box.right(), room.right()))
    if box.isEmpty() or room.contains(box):
        return []
    return [f"leaves {named(owner)}: {_told(QRectF(box))} in {_told(QRectF(room))}"]


def _overlaps(part: QWidget) -> list[str]:
    found = []
    for owner in widgets([part]):
        managed = [
            child
            for child in owner.children()
            if isinstance(child, QWidget)
            and child.isVisible()
            and not child.isWindow()
            and not isinstance(child, Overlay)
            and _is_managed(owner.layout(), child)
        ]
        for number, one in enumerate(managed):
            for other in managed[number + 1 :]:
                common = one.geometry().intersected(other.geometry())
                if common.width() > 1 and common.height() > 1:
                    found.append(
                        f"{named(one)} and {named(other)} overlap by {_told(common.size())}"
                    )
    return found


def _squeezed(part: QWidget) -> list[str]:
    """Return the widgets to which their layout gives less than their minimum size."""
    found = []
    for owner in widgets([part]):
        placed = list(_items(owner.layout()))
        if isinstance(owner, QSplitter):
            placed = [QWidgetItem(owner.widget(number)) for number in range(owner.count())]
        for item in placed:
            widget = item.widget()
            if widget is None or not widget.isVisible() or isinstance(widget, QScrollBar):
                continue
            if isinstance(widget, QStackedWidget):
                continue  # It asks for the size of its largest page. The visible page is checked.
            least, given = item.minimumSize(), widget.size()
            if item.hasHeightForWidth():  # what is wider than it must be can be lower
                for_width = item.minimumHeightForWidth(given.width())
                least.setHeight(min(least.height(), for_width))
            if isinstance(widget, QComboBox):  # asks for its longest entry: what shows is measured
                least.setWidth(0)
            missing = least - given
            if max(missing.width(), missing.height()) > _SLACK:
                found.append(f"{named(widget)}: needs {_told(least)}, has {_told(given)}")
    return found


def _items(layout: QLayout | None) -> Iterator[QLayoutItem]:
    """Yield the items of a layout, including those of its inner layouts."""
    for number in range(layout.count() if layout is not None else 0):
        item = layout.itemAt(number) if layout is not None else None
        if item is None:
            continue
        yield item
        yield from _items(item.layout())


def _is_managed(layout: QLayout | None, widget: QWidget) -> bool:
    return layout is not None and _holds(layout, widget)


def _holds(layout: QLayout, widget: QWidget) -> bool:
    for number in range(layout.count()):
        item = layout.itemAt(number)
        if item is None:
            continue
        inner = item.layout()
        if item.widget() is widget or (inner is not None and _holds(inner, widget)):
            return True
    return False


def _told(what: QSize | QRectF | QPoint) -> str:
    if isinstance(what, QRectF):
        return f"{what.left():.0f}…{what.right():.0f} × {what.top():.0f}…{what.bottom():.0f}"
    if isinstance(what, QSize):
        return f"{what.width()} × {what.height()}"
    return f"{what.x()}, {what.y()}"
