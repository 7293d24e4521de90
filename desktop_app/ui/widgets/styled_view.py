"""A read-only text with formatted headings.

    view.show_parts([StyledPart("Objective", Style.CAPTION), StyledPart("Decide on …"), …])

The parts form one plain text without markup, in which selecting, searching and copying work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtGui import QFont, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from desktop_app.text.spans import Utf16Offsets
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.reading_view import ReadingView, normalised


class Style(Enum):
    """The look of a part of the text.

    `BODY`: ordinary text
    `CAPTION`: the heading of a group, small and in capitals
    `TITLE`: a heading
    `QUIET`: a less important remark beside a heading
    """

    BODY = "body"
    CAPTION = "caption"
    TITLE = "title"
    QUIET = "quiet"


@dataclass(frozen=True)
class StyledPart:
    """A part of the text.

    `beside`: whether it is on the line of the previous part instead of a new line
    """

    text: str
    style: Style = Style.BODY
    beside: bool = False


class StyledView(ReadingView):
    """A view of a text in parts, with space above headings.

    `starts`: the offset of each part in the text
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._parts: tuple[StyledPart, ...] = ()
        self.starts: list[int] = []
        self._dressed: list[tuple[int, int, Style]] = []
        # The constructor of the base class calls `apply_theme`, which reads these attributes.
        super().__init__(theme, parent)

    def show_parts(self, parts: Iterable[StyledPart]) -> None:
        """Show another text, consisting of these parts, from its beginning."""
        shown = tuple(parts)
        pieces: list[str] = []
        starts: list[int] = []
        dressed: list[tuple[int, int, Style]] = []
        at = 0
        for part in shown:
            gap = ("  " if part.beside else "\n") if pieces else ""
            text = normalised(part.text)
            if part.style is not Style.BODY:
                # In a heading with line breaks, each line would get the space above it.
                text = " ".join(text.split())
            pieces += [gap, text]
            at += len(gap)
            starts.append(at)
            if part.style is not Style.BODY:
                dressed.append((at, at + len(text), part.style))
            at += len(text)
        self._parts, self.starts, self._dressed = shown, starts, dressed
        super().show_text("".join(pieces))

    def show_text(self, text: str) -> None:
        """Show another text, without headings, from its beginning."""
        self.show_parts([StyledPart(text)] if text else [])

    def mark_words(self, places: Sequence[tuple[int, int]]) -> None:
        """Mark places as found by a search, but none in headings; see the base class."""
        headings = [(start, end) for start, end, _ in self._dressed]
        super().mark_words(
            [
                (start, end)
                for start, end in places
                if not any(start < last and end > first for first, last in headings)
            ]
        )

    def apply_theme(self, document: QTextDocument, offsets: Utf16Offsets) -> None:
        # Only formats, no inserted text, so all offsets are valid in the plain text.
        cursor = QTextCursor(document)
        for start, end, style in self._dressed:
            first, last = offsets.to_utf16(start), offsets.to_utf16(end)
            cursor.setPosition(first)
            cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(self._look(style))
            if style is not Style.QUIET:
                # No space above the first line of the view.
                above = QTextBlockFormat()
                gap = 20 if style is Style.CAPTION else 12
                above.setTopMargin(self._theme.px(gap) if start else 0)
                cursor.mergeBlockFormat(above)

    def _look(self, style: Style) -> QTextCharFormat:
        look = QTextCharFormat()
        if style is Style.CAPTION:
            font = self._theme.ui_font(11, bold=True)
            font.setCapitalization(QFont.Capitalization.AllUppercase)
            font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 103)
        elif style is Style.TITLE:
            font = self._theme.ui_font(13, bold=True)
        else:
            font = self._theme.ui_font(12)
        look.setFont(font)
        look.setForeground(self._theme.color(Role.TEXT if style is Style.TITLE else Role.SECONDARY))
        return look
