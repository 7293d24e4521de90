"""A read-only view of a plain text with highlights.

All offsets in the interface refer to the Python string; only this module uses Qt's UTF-16 units.
Highlights are requested only near the visible part, so that a text of any length scrolls smoothly.

The module is longer than most because painting, hit tests and keys all need the same conversion of
offsets.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import (
    QLocale,
    QMetaMethod,
    QMimeData,
    QObject,
    QPoint,
    QRect,
    QSignalBlocker,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from desktop_app.text.diff_tokens import common_end, common_start
from desktop_app.text.languages import language_of
from desktop_app.text.spans import Utf16Offsets
from desktop_app.text.tokens import to_whole_words
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.scrolling import keep_calm
from desktop_app.ui.widgets.shades import Highlight, Shade, char_format
from desktop_app.ui.widgets.text_layout import (
    LayoutInTurns,
    document_text,
    line_at,
    position_at,
    wrap_mode,
)

LINE_HEIGHT = 1.45  # times the font size; lines of tall fonts and scripts are higher
MOST_CHARACTERS = 75  # in a line, on average

# Characters that QTextDocument treats as the end of a paragraph or line.
_BREAKS = re.compile("\r\n?|[\u2028\u2029\ufdd0\ufdd1]")
_LINE = re.compile(r"\S(?:[^\n]*\S)?")
# Lone surrogates and NUL: they cannot be shown or encoded.
_BROKEN = re.compile("[\ud800-\udfff\x00]")
_SAMPLE = "The quick brown fox jumps over the lazy dog, and nobody minds at all."
_ASIDE, _ABOVE = 6, 4  # pixels between the frame and the text
_LOWEST = 40  # minimum height in pixels, so that widgets above do not cover the text
_MOST_WORDS = 9_999  # places that `mark_words` marks
_OVERHANG = 3  # pixels beside each line, because glyphs of some scripts exceed their advance width


def normalised(text: str) -> str:
    """Return a text as views show it: with "\\n" line ends, and U+FFFD for invalid characters.

    Invalid characters are NUL and lone surrogates.
    """
    return _BROKEN.sub("\ufffd", _BREAKS.sub("\n", text))


def finish_layout(view: QTextEdit) -> None:
    """Complete the layout of a view, because Qt has laid out only the visible part.

    Without this, a text that is edited stays incompletely laid out.
    """
    view.document().documentLayout().blockBoundingRect(view.document().lastBlock())


def _tell_language(view: ReadingView, language: str) -> None:
    """Tell screen readers the language of a view; "": recognised from its text."""
    tag = language or language_of([view.text])
    locale = QLocale(tag)
    if not tag:
        view.unsetLocale()
    elif locale != view.locale():
        view.setLocale(locale)


def _top_of(view: ReadingView, offset: int) -> int:
    """Return the top of a character's line in viewport pixels."""
    return view.cursorRect(view._cursor(offset, offset)).top()


def _pieces(text: str, highlight: Highlight) -> Iterator[tuple[int, int]]:
    """Yield start and end of each line of a highlight, without white space at the ends."""
    for piece in _LINE.finditer(text, highlight.start, highlight.end):
        yield piece.span()


@dataclass(frozen=True)
class _Place:
    """A line that stays where it is when the text is laid out again.

    `start`: the offset of its start
    `end`: the offset of the end of the visible text
    `top`: the top of the line in viewport pixels
    `value`, `size`: the value of the scroll bar, and the characters of the document, after that
    """

    start: int
    end: int
    top: int
    value: int = -1
    size: int = -1


class _TopLine:
    """Keeps the first visible line of a view where it is when the text is laid out again."""

    def __init__(self, view: ReadingView) -> None:
        self._view = view
        self._last: _Place | None = None  # the place that the last layout has kept

    def forget(self) -> None:
        """Forget the place, because another text is shown."""
        self._last = None

    def place(self) -> _Place | None:
        """Return the place of the first visible line; None if it is the first of the text.

        If nobody has scrolled since the last `return_to`, it is the place of that: several layouts
        follow each other, and each would move the text by a part of a line.
        """
        bar, last = self._view.verticalScrollBar(), self._last
        value, size = bar.value(), self._view.document().characterCount()
        # Smaller text may already have moved the bar to its new end.
        if last and last.size == size and value == min(last.value, bar.maximum()):
            return last
        if not value:
            return None
        start, end = self._view.visible_range()
        return _Place(start, end, _top_of(self._view, start))

    def return_to(self, place: _Place | None) -> None:
        """Scroll a line to where it was, in pixels, after the text was laid out again."""
        self._last = None
        if place is not None:
            # Lays out the text so far, or the bar could not move there.
            _top_of(self._view, place.end)
            # Measured first, because that may lay out the rest, which changes the value.
            top, bar = _top_of(self._view, place.start), self._view.verticalScrollBar()
            bar.setValue(bar.value() + top - place.top)
            size = self._view.document().characterCount()
            self._last = replace(place, value=bar.value(), size=size)


class ReadingView(QTextEdit):
    """A text that cannot be edited, shown literally: markup and links are plain text.

    `hovered`: the mouse moved to another character; its offset, -1 without one
    `clicked`: a character was clicked, or Enter was pressed; the offset
    `selected`: another text is selected; the text, "" if nothing is selected
    `selection_moved`: the selection changed; its start and end, both the caret if it is empty
    `scrolled`: the visible part of the text may have changed

    `selects_words`: whether a selection by mouse is extended to whole words, unless Ctrl is held
    """

    selects_words = False

    hovered = Signal(int)
    clicked = Signal(int)
    selected = Signal(str)
    selection_moved = Signal(int, int)
    scrolled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "reading")
        self._theme = theme
        self._text = ""
        self._language = ""
        self._shown: QTextDocument | None = None
        self._offsets = Utf16Offsets("")
        self._source: Callable[[int, int], Iterable[Highlight]] | None = None
        self._painted: list[Highlight] = []
        # The places that `mark_words` marks.
        self._words: Sequence[tuple[int, int]] = ()
        self._strength = 0.0
        self._pressed_at: QPoint | None = None
        self._hovered = -1
        # The visible range at the last `refresh`; cached, because computing it needs the layout.
        self._in_sight = (0, 0)
        self._top_line = _TopLine(self)
        self.setReadOnly(True)
        # Real data contain empty texts, for which a blank view would look like an error.
        self.setPlaceholderText(self.tr("This text is empty."))
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        keep_calm(self)
        self.setMinimumHeight(_LOWEST)
        self.setViewportMargins(_ASIDE - _OVERHANG, _ABOVE, _ASIDE - _OVERHANG, _ABOVE)
        self.setAcceptDrops(False)
        self.viewport().setAcceptDrops(False)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        # The range also changes while Qt lays out a long text step by step.
        self.verticalScrollBar().rangeChanged.connect(self._on_scrolled)
        self._selection_signals = SelectionSignals(self)
        self._layout_in_turns = LayoutInTurns(self)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def text(self) -> str:
        """The text in the view, after `normalised`."""
        return self._text

    def set_language(self, tag: str) -> None:
        """Set the language of the texts, for screen readers.

        `tag`: a language tag; "" or an unknown one: recognised from each text, and that of the
            window if it is unclear
        """
        self._language = tag if QLocale(tag).language() != QLocale.Language.C else ""
        _tell_language(self, self._language)

    def show_text(self, text: str) -> None:
        """Show another text, after `normalised`, from its beginning."""
        self._text = normalised(text)
        self._hovered = -1
        self._top_line.forget()
        self._selection_signals.forget_text()
        self._painted, self._words = [], ()
        _tell_language(self, self._language)
        self._build_ui()

    def change_text(self, text: str) -> tuple[int, int]:
        """Show a slightly different text without scrolling.

        Returns the start and the end of the new part, as offsets in the new text.
        """
        text = normalised(text)
        first = common_start(self._text, text)
        last = len(text) - common_end(self._text, text, first)
        (old, _), (new, added) = self._laid_out(self._text), self._laid_out(text)
        start = common_start(old, new)
        end = common_end(old, new, start)
        finish_layout(self)
        # Both texts may have added line ends, so these are positions in the document.
        places, cursor = Utf16Offsets(old), QTextCursor(self.document())
        cursor.setPosition(places.to_utf16(start))
        cursor.setPosition(places.to_utf16(len(old) - end), QTextCursor.MoveMode.KeepAnchor)
        self._text, self._offsets = text, Utf16Offsets(text, added)
        if old != new:
            cursor.insertText(new[start : len(new) - end])
        self.refresh()
        return first, last

    def set_source(self, source: Callable[[int, int], Iterable[Highlight]] | None) -> None:
        """Set the function that returns the highlights between two offsets.

        Later highlights are painted over earlier ones.
        """
        self._source = source
        self.refresh()

    def mark_words(self, places: Sequence[tuple[int, int]]) -> None:
        """Mark places as found by a search, over all highlights, until another text is shown.

        Scrolls to the first place if none of the first ones is visible.
        """
        self._words = places[:_MOST_WORDS]
        if places and not any(self.is_visible(start) for start, _ in places[:20]):
            self.scroll_to(places[0][0])
        self.refresh()

    def refresh(self, strength: float | None = None) -> None:
        """Request and paint the highlights again.

        `strength`: height of the pulse, 0 to 1; None: unchanged
        """
        if strength is not None:
            self._strength = strength
        start, end = self._in_sight = self.visible_range()
        # With one more screen on each side, so that scrolling by a line shows no unmarked text.
        reach = max(200, end - start)
        wanted = []
        if self._source is not None:
            wanted = list(self._source(max(0, start - reach), min(len(self._text), end + reach)))
        for first, last in self._words:
            if first < end + reach and last > start - reach:
                wanted.append(Highlight(first, last, Shade.FOUND))
        self._painted = wanted
        # Formats are shared, because hundreds of highlights have only a few looks.
        formats: dict[object, QTextCharFormat] = {}
        selections = []
        for highlight in wanted:
            look = (highlight.shade, highlight.role)
            made = formats.get(look)
            if made is None:
                made = formats[look] = self._format(highlight)
            for start, end in _pieces(self._text, highlight):
                one = QTextEdit.ExtraSelection()
                one.cursor = self._cursor(start, end)
                one.format = made
                selections.append(one)
        self.setExtraSelections(selections)

    def _format(self, highlight: Highlight) -> QTextCharFormat:
        return char_format(self._theme, highlight.shade, self._strength)

    def painted(self) -> list[Highlight]:
        """Return the painted highlights, including those just outside the visible part."""
        return list(self._painted)

    def visible_range(self) -> tuple[int, int]:
        """Return the offsets of the first visible line's start and of the last one's end."""
        return self.range_of(self.viewport().rect())

    def range_of(self, area: QRect) -> tuple[int, int]:
        """Return the offsets of the start of an area's first line and of the end of its last one.

        `area`: in viewport pixels
        """
        first, _ = line_at(self, area.topLeft())
        _, last = line_at(self, area.bottomRight())
        return self._offsets.from_utf16(first), self._offsets.from_utf16(last)

    def is_visible(self, start: int) -> bool:
        """Return whether the line of a character is completely visible."""
        box = self.cursorRect(self._cursor(start, start))
        return box.top() >= 0 and box.bottom() <= self.viewport().height()

    def scroll_to(self, start: int) -> None:
        """Scroll a character's line to one third of the way down, unless it is fully visible."""
        box = self.cursorRect(self._cursor(start, start))
        if box.top() >= 0 and box.bottom() <= self.viewport().height():
            return
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + box.top() - self.viewport().height() // 3)

    def point_of(self, offset: int) -> QPoint:
        """Return the centre of a character in viewport coordinates."""
        box = self.cursorRect(self._cursor(offset, offset))
        after = self.cursorRect(self._cursor(offset + 1, offset + 1))
        # The next character may be in another line; two pixels are then a guess.
        x = (box.left() + after.left()) // 2 if after.top() == box.top() else box.left() + 2
        return QPoint(x, box.center().y())

    def height_of_lines(self, most: int) -> int:
        """Return the height in pixels of the text, or of the whole lines that fit into `most`."""
        layout, block, end = self.document().documentLayout(), self.document().begin(), 0.0
        while block.isValid():
            box = layout.blockBoundingRect(block)  # lays out the block if necessary
            if box.bottom() > most:
                for number in range(block.layout().lineCount()):
                    below = box.top() + block.layout().lineAt(number).rect().bottom()
                    if below > most:
                        return math.ceil(end)
                    end = below
            end, block = box.bottom(), block.next()
        return math.ceil(layout.documentSize().height())

    def offset_at(self, point: QPoint) -> int:
        """Return the offset of the character at a viewport point, or -1 without one."""
        position = position_at(self, point)
        return -1 if position < 0 else self._offsets.from_utf16(position)

    def caret(self) -> int:
        """Return the offset of the text cursor."""
        return self._offsets.from_utf16(self.textCursor().position())

    def set_caret(self, offset: int) -> None:
        """Move the caret without scrolling, so that keyboard reading continues there."""
        bar = self.verticalScrollBar()
        before = bar.value()
        self.setTextCursor(self._cursor(offset, offset))
        bar.setValue(before)

    def select(self, start: int, end: int) -> None:
        """Select a range of the text."""
        self.setTextCursor(self._cursor(start, end))

    def selection(self) -> str:
        """Return the selected text."""
        return self._text[slice(*self.selected_span())]

    def selected_span(self) -> tuple[int, int]:
        """Return start and end of the selection; both are the caret if nothing is selected."""
        cursor = self.textCursor()
        return (
            self._offsets.from_utf16(cursor.selectionStart()),
            self._offsets.from_utf16(cursor.selectionEnd()),
        )

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return the selected part of `text` as plain text.

        The document may have other line ends (`_laid_out`), so its text is not used.
        """
        # Reuse the object that Qt created: one created by Python crashes Qt if it is still in the
        # clipboard at exit. Qt fills the object when it is first read, so read it before changing
        # it.
        data = super().createMimeDataFromSelection()
        data.text()
        data.clear()
        data.setText(self.selection())
        return data

    def showEvent(self, event: QShowEvent) -> None:
        # Qt scrolls to the caret when the view is first shown. Before the view has its size, that
        # would cut the first line.
        before = self.verticalScrollBar().value()
        super().showEvent(event)
        self.verticalScrollBar().setValue(before)

    def resizeEvent(self, event: QResizeEvent) -> None:
        place = self._top_line.place()
        self._fit_width()
        super().resizeEvent(event)
        self._top_line.return_to(place)
        self.refresh()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        here, pressed = event.position().toPoint(), self._pressed_at
        self._pressed_at = None
        if self.selects_words and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            # To whole words.
            span = self.selected_span()
            whole = to_whole_words(self._text, *span)
            if whole != span:
                self.select(*whole)
        if (
            event.button() is Qt.MouseButton.LeftButton
            and pressed is not None
            # With a few pixels of tolerance, because hands are not steady.
            and (here - pressed).manhattanLength() < 4
            and not self.textCursor().hasSelection()
        ):
            offset = self.offset_at(here)
            if offset >= 0:
                self._click(offset)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons():
            self._hover(self.offset_at(event.position().toPoint()))

    def leaveEvent(self, event: object) -> None:
        super().leaveEvent(event)  # type: ignore[arg-type]
        self._hover(-1)

    def _click(self, offset: int) -> None:
        """Report a click on a character, or Enter at it."""
        self.clicked.emit(offset)

    def opens_by_enter(self) -> bool:
        """Return whether Enter acts on the text at the caret, like a click."""
        return self.isSignalConnected(QMetaMethod.fromSignal(self.clicked))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # Where Enter has nothing to open, the page goes on to the next question.
            if self.opens_by_enter():
                self._click(self.caret())
            else:
                event.ignore()
            return
        # Any other key means that the person no longer waits for the end.
        self._layout_in_turns.stop()
        if event.matches(QKeySequence.StandardKey.MoveToEndOfDocument):
            self._layout_in_turns.go_to_end(QTextCursor.MoveMode.MoveAnchor)
        elif event.matches(QKeySequence.StandardKey.SelectEndOfDocument):
            self._layout_in_turns.go_to_end(QTextCursor.MoveMode.KeepAnchor)
        else:
            super().keyPressEvent(event)

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        # Offsets beyond the end mean the end here; setPosition would reject them.
        last = self.document().characterCount() - 1
        cursor.setPosition(min(self._offsets.to_utf16(start), last))
        if end != start:
            cursor.setPosition(
                min(self._offsets.to_utf16(end), last), QTextCursor.MoveMode.KeepAnchor
            )
        return cursor

    @staticmethod
    def _laid_out(text: str) -> tuple[str, Sequence[int]]:
        """Return the text for the document, and where it has added line ends; `document_text`."""
        return document_text(text)

    def _build_ui(self) -> None:
        """Create the document from the text, and show it from its beginning."""
        # Setting formats is cheap in a document without a layout; Qt then lays out only the visible
        # part. Changing the format of a visible document would lay out all of it.
        mode = wrap_mode(self._text)
        if mode != self.wordWrapMode():
            # With an empty document, because laying out the current one again can take seconds.
            empty = QTextDocument(self)
            with QSignalBlocker(self):
                self.setDocument(empty)
                self.setWordWrapMode(mode)
            if self._shown is not None:
                self._shown.deleteLater()
            self._shown = empty
        document = QTextDocument(self)
        document.setUndoRedoEnabled(False)
        document.setDefaultFont(self.font())
        document.setDocumentMargin(0)
        option = QTextOption()
        option.setWrapMode(self.wordWrapMode())
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        document.setDefaultTextOption(option)
        height = QTextBlockFormat()
        height.setLeftMargin(_OVERHANG)
        height.setRightMargin(_OVERHANG)
        # Not a share of the font's own spacing, which differs between fonts by a third.
        height.setLineHeight(
            round(LINE_HEIGHT * self.font().pixelSize()),
            QTextBlockFormat.LineHeightTypes.MinimumHeight.value,
        )
        cursor = QTextCursor(document)
        cursor.setBlockFormat(height)
        text, added = self._laid_out(self._text)
        self._offsets = Utf16Offsets(self._text, added)
        cursor.insertText(text)
        self.apply_theme(document, self._offsets)
        self.setDocument(document)
        if self._shown is not None:
            self._shown.deleteLater()
        self._shown = document
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)
        self.refresh()

    def apply_theme(self, document: QTextDocument, offsets: Utf16Offsets) -> None:
        """Format parts of a new document, before it is laid out; subclasses override this.

        `offsets`: converts offsets of the text to positions in the document
        """

    def _fit_width(self) -> None:
        sample = QFontMetricsF(self.font()).horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        widest = round(MOST_CHARACTERS * sample)
        self.setLineWrapColumnOrWidth(max(40, min(widest, self.viewport().width())))

    def _on_theme_changed(self) -> None:
        # The document is created again.
        place = self._top_line.place()
        self.setFont(self._theme.reading_font())
        # Qt paints the placeholder in the font of the viewport, which keeps its first size.
        self.viewport().setFont(self.font())
        self._fit_width()
        self._build_ui()
        self._top_line.return_to(place)

    def _on_scrolled(self) -> None:
        self.refresh()
        self.scrolled.emit()

    def _hover(self, offset: int) -> None:
        if offset != self._hovered:
            self._hovered = offset
            self.hovered.emit(offset)


class SelectionSignals(QObject):
    """Emits the signals of a view about its selection, once the selection is stable.

    During a drag, the selection changes many times a second.
    """

    def __init__(self, view: ReadingView) -> None:
        super().__init__(view)
        self._view = view
        self._text, self._span = "", (0, 0)
        self._timer = QTimer(self, singleShot=True, interval=120)
        self._timer.timeout.connect(self._tell)
        view.selectionChanged.connect(self._timer.start)

    def forget_text(self) -> None:
        """Forget the selected text, before another text is shown."""
        self._text = ""

    def _tell(self) -> None:
        span = self._view.selected_span()
        if span != self._span:
            self._span = span
            self._view.selection_moved.emit(*span)
        text = self._view.selection()
        if text != self._text:
            self._text = text
            self._view.selected.emit(text)
