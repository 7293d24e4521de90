"""A pane for one of two matched texts: reading view, overview strip, find bar.

A pane does not know the other text. A `Side` supplies its marks, and its signals report where the
mouse is, and what was clicked and selected. `MatchBoard` connects two panes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from math import ceil, floor
from typing import Protocol

from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStyle, QVBoxLayout, QWidget

from desktop_app.text.spans import NOWHERE, Kind, Mark, Places, Span
from desktop_app.ui.colours import Role, mixed
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.find_bar import FindBar
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.ui.widgets.shades import SHADES, Highlight, Shade

# The strip beside the scroll bar, which shows where the marks are in the whole text

# Share of the background colour in a mark of the strip, so that it is less vivid than the text.
_QUIET = 0.35
_ROLES = {
    Kind.EXACT: Role.ACCENT,
    Kind.INFLECTED: Role.GOOD,
    Kind.NEAR: Role.WARN,
    Kind.UNSUPPORTED: Role.UNSUPPORTED,
}
# Left and right edge of a mark, as shares of the strip's width. Kinds differ in position and
# length, not only in colour, for people who cannot distinguish the colours.
_SPANS = {
    Kind.EXACT: (0.0, 0.45),
    Kind.INFLECTED: (0.3, 0.75),
    Kind.NEAR: (0.55, 1.0),
    Kind.UNSUPPORTED: (0.0, 1.0),
}


class OverviewStrip(QWidget):
    """A vertical strip with the marks of a text at their relative positions.

    It is for the mouse and takes no focus: keyboard commands step through the matches.

    `clicked`: a position was clicked, as a share of the text's height, 0 to 1
    """

    clicked = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._source: Callable[[int], list[Mark]] | None = None
        self._marks: list[Mark] = []
        self._lines_of: Callable[[Mark], tuple[float, float] | None] = lambda _: None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Overview of the matches"))
        self.setToolTip(self.tr("Shows the matches in the whole text. Click to go to one."))
        theme.changed.connect(self._on_theme_changed)

    @property
    def marks(self) -> list[Mark]:
        """The marks in the strip."""
        return list(self._marks)

    def set_source(self, source: Callable[[int], list[Mark]] | None) -> None:
        """Set the function that returns the marks for a number of rows; None: no marks."""
        self._source = source
        self.refresh()

    def set_lines(self, lines_of: Callable[[Mark], tuple[float, float] | None]) -> None:
        """Set the function that returns where the first and the last line of a mark are, in pixels.

        It returns None if the text is longer than the strip, which then shows the whole text.
        """
        self._lines_of = lines_of

    def extent(self, mark: Mark) -> tuple[float, float]:
        """Return the top of a mark and its height, in pixels."""
        height = float(self.height())
        lines = self._lines_of(mark)
        first, last = (mark.top * height, mark.bottom * height) if lines is None else lines
        # At least 3 pixels high: a single word of a long document would be invisible otherwise.
        return min(first, height - 3), max(3.0, last - first)

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
        width = float(self.width())
        surface = self._theme.color(Role.SURFACE)
        inner = width - 4
        for mark in self._marks:
            left, right = _SPANS[mark.kind]
            top, tall = self.extent(mark)
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


# Duration of the animation of a match's outline, in milliseconds.
_PULSE = 700
# Maximum number of hits of a search; later ones are neither counted nor marked.
_MOST_HITS = 9_999


class Side(Protocol):
    """An object that supplies the marks of a text. Offsets count characters."""

    def between(self, start: int, end: int) -> Iterable[tuple[int, int, Kind]]:
        """Yield start, end and kind of the marked spans in a range of the text, in order."""
        ...

    def overview(self, rows: int) -> list[Mark]:
        """Return the marks for an overview strip with this many rows."""
        ...


class MatchPane(QWidget):
    """A pane with a text to read and its marks.

    `name`: the text's name for screen readers
    `view`: the view to use; None: a new `ReadingView`

    `hovered`, `clicked`, `selected`: the signals of the view; see `ReadingView`
    """

    hovered = Signal(int)
    selected = Signal(str)

    def __init__(
        self,
        theme: Theme,
        name: str,
        parent: QWidget | None = None,
        *,
        view: ReadingView | None = None,
    ) -> None:
        super().__init__(parent)
        self._side: Side | None = None
        self._pointed: Places = NOWHERE
        self._found: Places = NOWHERE
        self._hits: list[Span] = []
        self._hit = -1
        self._theme = theme
        self.view = ReadingView(theme) if view is None else view
        self.strip = OverviewStrip(theme)
        self.find_bar = FindBar(theme, name)
        self.set_name(name)
        self.find_bar.hide()
        self._pulse = QVariantAnimation(self)
        self._pulse.setKeyValues([(0.0, 0.0), (0.3, 1.0), (1.0, 0.0)])
        self._pulse.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self._pulse.valueChanged.connect(self._on_pulse)

        row = bare(QHBoxLayout(), 2)
        row.addWidget(self.view, 1)
        row.addWidget(self.strip)
        column = bare(QVBoxLayout(self), 0)
        column.addWidget(self.find_bar)
        column.addLayout(row, 1)

        self.view.set_source(self._highlights)
        self.view.hovered.connect(self.hovered)
        # The same signal, so that the view knows whether Enter has an effect.
        self.clicked = self.view.clicked
        self.view.selected.connect(self.selected)
        self.strip.clicked.connect(self._on_strip_clicked)
        self.strip.set_lines(self._lines_of)
        layout = self.view.document().documentLayout()
        layout.documentSizeChanged.connect(lambda _: self.strip.update())
        self.find_bar.wanted.connect(self._on_find)
        self.find_bar.next_wanted.connect(self.find_next)
        self.find_bar.previous_wanted.connect(self.find_previous)
        self.find_bar.closed.connect(self.close_find)

    def set_name(self, name: str) -> None:
        """Set the text's name for screen readers."""
        self.view.setAccessibleName(name)
        self.strip.setAccessibleName(self.tr("Overview of the matches in: %1").replace("%1", name))
        self.find_bar.set_place(name)

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Give the focus to the text.

        A focus proxy would do this, too, but then Tab would skip the find bar.
        """
        self.view.setFocus(reason)

    @property
    def text(self) -> str:
        """The text in the view, after `normalised`."""
        return self.view.text

    def show_text(self, text: str) -> None:
        """Show another text from its beginning, without marks until `set_side` is called."""
        self._pulse.stop()
        # Offsets of marks in the previous text could be beyond the end of this one.
        self._side, self._pointed, self._found = None, NOWHERE, NOWHERE
        self.strip.set_source(None)
        self.view.show_text(text)
        self._search(jump=False)

    def set_side(self, side: Side | None) -> None:
        """Set the object that supplies the marks of this text; None removes them."""
        self._side = side
        self.strip.set_source(None if side is None else side.overview)
        self.view.refresh()

    def point_at(
        self, places: Places, primary: int = 0, *, scroll: bool = False, pulse: bool = False
    ) -> None:
        """Outline places, instead of those outlined before.

        `primary`: index of the place to scroll to
        `scroll`: whether to scroll to it
        `pulse`: whether to animate the outline once
        """
        self._pointed = places
        if scroll and 0 <= primary < len(places):
            self.view.scroll_to(places[primary].start)
        self._pulse.stop()
        if pulse and len(places):
            # The style returns a duration of 0 where it knows that the system wants no animations.
            hint = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
            moves = hint > 0 and not self._theme.reduced_motion
            self._pulse.setDuration(_PULSE if moves else 0)
            self._pulse.start()
        self.view.refresh(0.0)

    def pointed(self) -> list[Span]:
        """Return the outlined places."""
        return list(self._pointed)

    def is_pulsing(self) -> bool:
        """Return whether the outline is being animated."""
        return self._pulse.state() == QVariantAnimation.State.Running

    def show_found(self, places: Places) -> None:
        """Mark the matches of the other pane's selection; scroll to one if none is visible."""
        self._found = places
        # If one is already visible, people would only lose their place. Only the first 50 are
        # checked, because each check computes a layout position.
        if len(places) and not any(self.view.is_visible(place.start) for place in places[:50]):
            self.view.scroll_to(places[0].start)
        self.view.refresh()

    def found(self) -> list[Span]:
        """Return the marked matches of the other pane's selection."""
        return list(self._found)

    def open_find(self) -> None:
        """Open the find bar, with the selected text in it if that is short and in one line."""
        chosen = self.view.selection()
        self.find_bar.open(chosen if len(chosen) <= 80 and "\n" not in chosen else "")

    def close_find(self) -> None:
        """Close the find bar and put the caret on the current hit."""
        at = self._hits[self._hit].start if 0 <= self._hit < len(self._hits) else -1
        self.find_bar.hide()
        self._hits, self._hit = [], -1
        if at >= 0:
            self.view.set_caret(at)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.refresh()

    def find_next(self) -> None:
        """Go to the next hit of the search; after the last one, to the first."""
        self._step(1)

    def find_previous(self) -> None:
        """Go to the previous hit of the search; before the first one, to the last."""
        self._step(-1)

    def hits(self) -> list[Span]:
        """Return the hits of the search in the find bar."""
        return list(self._hits)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.find_bar.isVisible():
            self.close_find()
        else:
            super().keyPressEvent(event)

    def _highlights(self, start: int, end: int) -> Iterator[Highlight]:
        if self._side is not None:
            for first, last, kind in self._side.between(start, end):
                yield Highlight(first, last, SHADES[kind])
        # In this order, because later highlights are painted over earlier ones.
        yield from _shaded(self._found, start, end, Shade.FOUND)
        yield from _shaded(self._pointed, start, end, Shade.POINTED)
        for number, hit in enumerate(self._hits):
            if hit.start < end and hit.end > start:
                shade = Shade.FOUND_NOW if number == self._hit else Shade.FOUND
                yield Highlight(hit.start, hit.end, shade)

    def _on_pulse(self, strength: object) -> None:
        self.view.refresh(strength if isinstance(strength, float) else 0.0)

    def _lines_of(self, mark: Mark) -> tuple[float, float] | None:
        """Return where the first and the last line of a mark are; None for a text that scrolls."""
        if self.view.verticalScrollBar().maximum() > 0:
            return None
        # The shares are rounded outwards, so these characters are the nearest ones inside.
        length = len(self.text)
        first = min(ceil(mark.top * length), max(0, length - 1))
        last = max(first, floor(mark.bottom * length) - 1)
        # The tick is in the middle of the line.
        top, bottom = (self.view.point_of(one).y() - 1 for one in (first, last))
        edge = self.view.viewport().y()
        return float(edge + top), float(edge + bottom)

    def _on_strip_clicked(self, share: float) -> None:
        self.view.scroll_to(min(int(share * len(self.text)), max(0, len(self.text) - 1)))

    def _on_find(self) -> None:
        self._search(jump=True)

    def _search(self, *, jump: bool) -> None:
        words = self.find_bar.field.text() if self.find_bar.isVisible() else ""
        self._hits, self._hit = [], -1
        if words:
            self._hits = _search(words, self.text)
        if self._hits:
            # The current hit is the first one after the start of the visible text, not the first of
            # all.
            here = self.view.visible_range()[0]
            later = (place for place, hit in enumerate(self._hits) if hit.start >= here)
            self._hit = next(later, 0)
            if jump:
                self.view.scroll_to(self._hits[self._hit].start)
        self._announce()

    def _step(self, by: int) -> None:
        if self._hits:
            self._hit = (self._hit + by) % len(self._hits)
            self.view.scroll_to(self._hits[self._hit].start)
            self._announce()

    def _announce(self) -> None:
        self.find_bar.show_count(self._hit + 1, len(self._hits))
        self.view.refresh()


def _shaded(places: Places, start: int, end: int, shade: Shade) -> Iterator[Highlight]:
    if len(places):
        # By comparing arrays: a frequent word can have thousands of places.
        near = (places.ends > start) & (places.starts < end)
        for first, last in zip(places.starts[near], places.ends[near], strict=True):
            yield Highlight(int(first), int(last), shade)


def _search(words: str, text: str) -> list[Span]:
    found = []
    for hit in re.finditer(re.escape(words), text, re.IGNORECASE):
        found.append(Span(*hit.span()))
        if len(found) == _MOST_HITS:
            break
    return found
