"""A text to read, as plain text, with highlights painted where one looks.

Offsets are those of the Python string that is shown; Qt's UTF-16 units stay inside this module.
Highlights are asked for only around what is visible, so that a text of any length scrolls freely.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QMimeData, QPoint, QPointF, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from desktop_app.text.diff_tokens import common_end, common_start
from desktop_app.text.utf16 import Utf16Offsets
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.calm_scroll_bar import keep_calm
from desktop_app.ui.widgets.shades import Highlight, char_format

LINE_HEIGHT = 130.0  # per cent of what the font asks for
MOST_CHARACTERS = 75  # in a line

_BREAKS = re.compile("\r\n?|[\u2028\u2029\ufdd0\ufdd1]")
_LINE = re.compile(r"\S(?:[^\n]*\S)?")
_BROKEN = re.compile("[\ud800-\udfff\x00]")
_SAMPLE = "The quick brown fox jumps over the lazy dog, and nobody minds at all."
_ASIDE, _ABOVE = 6, 4  # pixels between the frame and the text
_LONGEST_PARAGRAPH = 10_000  # characters: Qt lays out a paragraph as a whole, however long
_LONGEST_WORD = 10_000  # characters: where lines end between words, one word costs its square
_LOWEST = 40  # pixels of text: what is above it is never squeezed
_OVERHANG = 3  # pixels beside each line: glyphs of some scripts lean over their advance


def normalised(text: str) -> str:
    """Return a text as it is shown: one sort of line end, nothing that cannot be shown."""
    return _BROKEN.sub("\ufffd", _BREAKS.sub("\n", text))


def wrap_mode(text: str) -> QTextOption.WrapMode:
    """Return where lines of a text end: between words, but anywhere in a text with a word that is
    as long as a text, which Qt would measure for seconds."""
    if len(text) > _LONGEST_WORD and max(map(len, text.split()), default=0) > _LONGEST_WORD:
        return QTextOption.WrapMode.WrapAnywhere
    return QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


class ReadingView(QTextEdit):
    """Shows a text that cannot be changed, exactly as it is: markup is text, links are text."""

    hovered = Signal(int)  # the character under the mouse, -1 where there is none
    clicked = Signal(int)  # a character that was clicked, or Enter pressed on
    selected = Signal(str)  # what the person selected, "" when nothing is selected any more
    selection_moved = Signal(int, int)  # where that is; the caret twice when nothing is
    scrolled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "reading")
        self._theme = theme
        self._text = ""
        self._shown: QTextDocument | None = None
        self._offsets = Utf16Offsets("")
        self._source: Callable[[int, int], Iterable[Highlight]] | None = None
        self._painted: list[Highlight] = []
        self._strength = 0.0
        self._pressed_at: QPoint | None = None
        self._hovered = -1
        self._chosen = ""
        self._chosen_at = (0, 0)
        self._in_sight = (0, 0)  # as `refresh` found it: asking again costs layout
        self.setReadOnly(True)
        self.setPlaceholderText(self.tr("This text is empty."))  # real data has such texts
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
        self.verticalScrollBar().rangeChanged.connect(self._on_scrolled)
        self._settled = QTimer(self)  # while someone drags, a selection changes many times a second
        self._settled.setSingleShot(True)
        self._settled.setInterval(120)
        self._settled.timeout.connect(self._tell_selection)
        self.selectionChanged.connect(self._settled.start)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def text(self) -> str:
        """The text as it is shown: `normalised`."""
        return self._text

    def show_text(self, text: str) -> None:
        """Show another text from its beginning."""
        self._text = normalised(text)
        self._offsets = Utf16Offsets(self._text)
        self._hovered, self._chosen = -1, ""
        self._painted = []
        self._build_ui()

    def change_text(self, text: str) -> tuple[int, int]:
        """Show a text that differs a little from the one shown, without scrolling.

        Returns what is new in it, from where to where.
        """
        text = normalised(text)
        old, new = self._laid_out(self._text), self._laid_out(text)
        start = common_start(old, new)
        end = common_end(old, new, start)
        self._finish_layout()
        cursor = self._cursor(start, len(old) - end)
        self._text, self._offsets = text, Utf16Offsets(text)
        if old != new:
            cursor.insertText(new[start : len(new) - end])
        self.refresh()
        return start, len(new) - end

    def set_source(self, source: Callable[[int, int], Iterable[Highlight]] | None) -> None:
        """Set who says what is marked between two offsets; what comes later is painted on top."""
        self._source = source
        self.refresh()

    def refresh(self, strength: float | None = None) -> None:
        """Paint the highlights again; `strength` is that of the pulse."""
        if strength is not None:
            self._strength = strength
        start, end = self._in_sight = self.visible_range()
        reach = max(200, end - start)
        wanted = []
        if self._source is not None:
            wanted = list(self._source(max(0, start - reach), min(len(self._text), end + reach)))
        self._painted = wanted
        formats: dict[object, QTextCharFormat] = {}
        selections = []
        for highlight in wanted:
            look = (highlight.shade, highlight.role)
            made = formats.get(look)
            if made is None:
                made = formats[look] = self._format(highlight)
            for start, end in self._pieces(highlight):
                one = QTextEdit.ExtraSelection()
                one.cursor = self._cursor(start, end)
                one.format = made
                selections.append(one)
        self.setExtraSelections(selections)

    def _format(self, highlight: Highlight) -> QTextCharFormat:
        return char_format(self._theme, highlight.shade, self._strength)

    def painted(self) -> list[Highlight]:
        """Return the highlights that are painted now, those around the visible part included."""
        return list(self._painted)

    def visible_range(self) -> tuple[int, int]:
        """Return the offsets of the first character that shows and of the one behind the last."""
        area = self.viewport().rect()
        first, _ = self._line_at(QPoint(0, 0))
        _, last = self._line_at(QPoint(area.right(), area.bottom()))
        return self._offsets.from_utf16(first), self._offsets.from_utf16(last)

    def _line_at(self, point: QPoint) -> tuple[int, int]:
        """Return from where to where the line at a point reaches, in Qt's units: which of its ends
        is at the left depends on the script."""
        place = self.cursorForPosition(point)
        block = place.block()
        layout = block.layout()
        y = point.y() + self.verticalScrollBar().value() - layout.position().y()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            if y < line.rect().bottom() or number == layout.lineCount() - 1:
                start = block.position() + line.textStart()
                return start, start + line.textLength()
        return place.position(), place.position()

    def is_visible(self, start: int) -> bool:
        """Return whether the line of a character shows as a whole."""
        box = self.cursorRect(self._cursor(start, start))
        return box.top() >= 0 and box.bottom() <= self.viewport().height()

    def scroll_to(self, start: int) -> None:
        """Bring a character into view, unless it is: a third from the top."""
        box = self.cursorRect(self._cursor(start, start))
        if box.top() >= 0 and box.bottom() <= self.viewport().height():
            return
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + box.top() - self.viewport().height() // 3)

    def point_of(self, offset: int) -> QPoint:
        """Return the middle of a character, in the viewport."""
        box = self.cursorRect(self._cursor(offset, offset))
        after = self.cursorRect(self._cursor(offset + 1, offset + 1))
        x = (box.left() + after.left()) // 2 if after.top() == box.top() else box.left() + 2
        return QPoint(x, box.center().y())

    def height_of_lines(self, most: int) -> int:
        """Return how many pixels the text needs; of a text that needs more than `most`, those of
        the lines that fit as a whole."""
        layout, block, end = self.document().documentLayout(), self.document().begin(), 0.0
        while block.isValid():
            box = layout.blockBoundingRect(block)  # lays it out, if nothing has so far
            if box.bottom() > most:
                for number in range(block.layout().lineCount()):
                    below = box.top() + block.layout().lineAt(number).rect().bottom()
                    if below > most:
                        return math.ceil(end)
                    end = below
            end, block = box.bottom(), block.next()
        return math.ceil(layout.documentSize().height())

    def offset_at(self, point: QPoint) -> int:
        """Return the character at a point of the viewport, -1 where there is none."""
        scrolled = QPointF(
            point.x() + self.horizontalScrollBar().value(),
            point.y() + self.verticalScrollBar().value(),
        )
        near = self.document().documentLayout().hitTest(scrolled, Qt.HitTestAccuracy.FuzzyHit)
        if near < 0:
            return -1
        block = self.document().findBlock(near)
        layout = block.layout()
        inside = scrolled - layout.position()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            box = line.naturalTextRect()
            if box.top() <= inside.y() < box.bottom():
                if not box.left() <= inside.x() < box.right():
                    return -1
                place = line.xToCursor(inside.x(), QTextLine.CursorPosition.CursorOnCharacter)
                return self._offsets.from_utf16(block.position() + int(place))
        return -1

    def caret(self) -> int:
        """Return the offset of the text cursor."""
        return self._offsets.from_utf16(self.textCursor().position())

    def set_caret(self, offset: int) -> None:
        """Move the text cursor without scrolling, so that reading by keys continues from there."""
        bar = self.verticalScrollBar()
        before = bar.value()
        self.setTextCursor(self._cursor(offset, offset))
        bar.setValue(before)

    def select(self, start: int, end: int) -> None:
        """Select a stretch of text as a person would."""
        self.setTextCursor(self._cursor(start, end))

    def selection(self) -> str:
        """Return the selected text."""
        return self._text[slice(*self.selected_span())]

    def selected_span(self) -> tuple[int, int]:
        """Return from where to where text is selected; twice the caret where none is."""
        cursor = self.textCursor()
        return (
            self._offsets.from_utf16(cursor.selectionStart()),
            self._offsets.from_utf16(cursor.selectionEnd()),
        )

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return the selected text alone, as the text that is shown was made from.

        The data are Qt's own: those that Python makes crash Qt when they are still in the clipboard
        at exit. Qt fills them in when they are first read, so that is done before they are changed.
        """
        data = super().createMimeDataFromSelection()
        data.text()
        data.clear()
        data.setText(self.selection())
        return data

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_width()
        super().resizeEvent(event)
        self.refresh()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        here, pressed = event.position().toPoint(), self._pressed_at
        self._pressed_at = None
        if (
            event.button() is Qt.MouseButton.LeftButton
            and pressed is not None
            and (here - pressed).manhattanLength() < 4
            and not self.textCursor().hasSelection()
        ):
            offset = self.offset_at(here)
            if offset >= 0:
                self.clicked.emit(offset)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons():
            self._hover(self.offset_at(event.position().toPoint()))

    def leaveEvent(self, event: object) -> None:
        super().leaveEvent(event)  # type: ignore[arg-type]
        self._hover(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.clicked.emit(self.caret())
            return
        super().keyPressEvent(event)

    def _pieces(self, highlight: Highlight) -> Iterator[tuple[int, int]]:
        """Yield a highlight line by line: a line end is nothing to be filled."""
        for piece in _LINE.finditer(self._text, highlight.start, highlight.end):
            yield piece.span()

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        last = self.document().characterCount() - 1
        cursor.setPosition(min(self._offsets.to_utf16(start), last))
        if end != start:
            cursor.setPosition(
                min(self._offsets.to_utf16(end), last), QTextCursor.MoveMode.KeepAnchor
            )
        return cursor

    @staticmethod
    def _laid_out(text: str) -> str:
        """Return a text of the same length that Qt lays out piece by piece.

        In a paragraph of more than a hundred lines, a few spaces become line ends. One sees a line
        that is shorter than the others; what is selected or copied comes from the text itself.
        """
        if len(text) <= _LONGEST_PARAGRAPH:
            return text
        paragraphs = []
        for paragraph in text.split("\n"):
            pieces, start = [], 0
            while len(paragraph) - start > _LONGEST_PARAGRAPH:
                space = paragraph.rfind(" ", start, start + _LONGEST_PARAGRAPH)
                if space < 0:
                    break
                pieces.append(paragraph[start:space])
                start = space + 1
            paragraphs += [*pieces, paragraph[start:]]
        return "\n".join(paragraphs)

    def _build_ui(self) -> None:
        # A document that has no layout yet takes its formats for nothing, and Qt then lays out
        # only what shows; changing the format of a shown one lays out all of it.
        self._wrap(wrap_mode(self._text))
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
        height.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor = QTextCursor(document)
        cursor.setBlockFormat(height)
        cursor.insertText(self._laid_out(self._text))
        self.apply_theme(document, self._offsets)
        self.setDocument(document)
        if self._shown is not None:
            self._shown.deleteLater()
        self._shown = document
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)
        self.refresh()

    def _wrap(self, mode: QTextOption.WrapMode) -> None:
        """Let lines end elsewhere. What shows is left unseen: to lay it out again takes seconds."""
        if mode != self.wordWrapMode():
            empty = QTextDocument(self)
            with QSignalBlocker(self):
                self.setDocument(empty)
                self.setWordWrapMode(mode)
            if self._shown is not None:
                self._shown.deleteLater()
            self._shown = empty

    def apply_theme(self, document: QTextDocument, offsets: Utf16Offsets) -> None:
        """Give parts of the text a look of their own; a subclass may. Called before the document is
        laid out; `offsets` leads from the text's characters to the document's units."""

    def _finish_layout(self) -> None:
        """Lay out what Qt has put off: a text that is changed before stays half laid out."""
        self.document().documentLayout().blockBoundingRect(self.document().lastBlock())

    def _fit_width(self) -> None:
        sample = QFontMetricsF(self.font()).horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        widest = round(MOST_CHARACTERS * sample)
        self.setLineWrapColumnOrWidth(max(40, min(widest, self.viewport().width())))

    def _on_theme_changed(self) -> None:
        self.setFont(self._theme.reading_font())
        self._fit_width()
        place = self.visible_range()[0] if self._text else 0
        self._build_ui()
        if place:
            self.scroll_to(place)

    def _on_scrolled(self) -> None:
        self.refresh()
        self.scrolled.emit()

    def _hover(self, offset: int) -> None:
        if offset != self._hovered:
            self._hovered = offset
            self.hovered.emit(offset)

    def _tell_selection(self) -> None:
        at = self.selected_span()
        if at != self._chosen_at:
            self._chosen_at = at
            self.selection_moved.emit(*at)
        chosen = self.selection()
        if chosen != self._chosen:
            self._chosen = chosen
            self.selected.emit(chosen)
