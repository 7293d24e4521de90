"""A text to read that has headings: they look like headings, and are text as the rest is.

    view.show_parts([Part("Objective", Style.CAPTION), Part("Decide on …"), …])

What is selected, searched and copied is one plain text; nothing in it is markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from PySide6.QtGui import QFont, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from desktop_app.text.utf16 import Utf16Offsets
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.reading_view import ReadingView, normalised


class Style(Enum):
    """What a part of the text is.

    BODY     the text itself
    CAPTION  a heading of a group, small and in capitals
    TITLE    a heading
    QUIET    what is said about a heading beside it
    """

    BODY = "body"
    CAPTION = "caption"
    TITLE = "title"
    QUIET = "quiet"


@dataclass(frozen=True)
class StyledPart:
    """A stretch of text. Each begins a line of its own, but for one that is `beside` what stands
    before it."""

    text: str
    style: Style = Style.BODY
    beside: bool = False


class StyledView(ReadingView):
    """Shows parts one below the other, headings with room above them.

    starts  where each part begins in the text that is shown
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._parts: tuple[StyledPart, ...] = ()
        self.starts: list[int] = []
        self._dressed: list[tuple[int, int, Style]] = []
        super().__init__(theme, parent)

    def show_parts(self, parts: Iterable[StyledPart]) -> None:
        """Show other parts from the beginning of the first."""
        found = tuple(parts)
        pieces: list[str] = []
        starts: list[int] = []
        dressed: list[tuple[int, int, Style]] = []
        at = 0
        for part in found:
            gap = ("  " if part.beside else "\n") if pieces else ""
            text = normalised(part.text)
            if part.style is not Style.BODY:
                text = " ".join(text.split())
            pieces += [gap, text]
            at += len(gap)
            starts.append(at)
            if part.style is not Style.BODY:
                dressed.append((at, at + len(text), part.style))
            at += len(text)
        self._parts, self.starts, self._dressed = found, starts, dressed
        super().show_text("".join(pieces))

    def show_text(self, text: str) -> None:
        """Show a text without headings from its beginning."""
        self.show_parts([StyledPart(text)] if text else [])

    def apply_theme(self, document: QTextDocument, offsets: Utf16Offsets) -> None:
        cursor = QTextCursor(document)
        for start, end, style in self._dressed:
            first, last = offsets.to_utf16(start), offsets.to_utf16(end)
            cursor.setPosition(first)
            cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(self._look(style))
            if style is not Style.QUIET:
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
