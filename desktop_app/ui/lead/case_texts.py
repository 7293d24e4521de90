"""The texts of an item beside a case: the document with its matches, and the text to judge."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSplitter, QWidget

from desktop_app.text.spans import Kind
from desktop_app.text.tokens import word_count
from desktop_app.ui.messages import translate_message
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.match_board import MatchBoard
from desktop_app.ui.widgets.match_pane import MatchPane
from desktop_app.ui.widgets.pane import Pane, say
from desktop_app.ui.widgets.reading_view import ReadingView
from desktop_app.workspace.cases import ItemText

# Longer documents are shown without matches, as on the Items page: finding them takes too long.
_MOST_MATCHED = 60_000
# The widths of panes follow the lengths of their texts, within these limits in characters.
_LEAST_WIDE, _JUDGED_WIDE, _MOST_WIDE = 400, 550, 900


class CaseTexts(QSplitter):
    """Shows one document and the text to judge with their matches, and all other texts.

    Several documents, and texts without one, are shown without matches.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self.document = MatchPane(theme, self.tr("Document"))
        self.judged = MatchPane(theme, self.tr("Text"))
        self.board = MatchBoard(self.document, self.judged, self)
        self.left, self.right = ReadingView(theme), ReadingView(theme)
        self._panes: dict[QWidget, Pane] = {}
        self._chips: dict[QWidget, QLabel] = {}
        self.setChildrenCollapsible(False)
        self.setHandleWidth(10)
        for one in (self.document, self.judged, self.left, self.right):
            pane = Pane("", theme)
            pane.column.addWidget(one, 1)
            self._panes[one] = pane
            self._chips[one] = pane.add_chip(self.tr("Number of words"))
            self.addWidget(pane)
        self._lost = self._panes[self.judged].add_chip(self.tr("Not in the document"))
        self.board.changed.connect(self._show_lost)

    def show_texts(self, texts: Sequence[ItemText], language: str) -> None:
        """Show the texts of an item. `language`: code of their language"""
        documents = [one for one in texts if one[2]]
        own = [one for one in texts if not one[2]]
        is_matched = len(documents) == 1 and bool(own) and len(documents[0][1]) <= _MOST_MATCHED
        shown: dict[QWidget, tuple[str, str]] = {}
        if is_matched:
            # The longest text is the one to judge; questions and instructions are shorter.
            judged = max(own, key=lambda one: len(one[1]))
            shown[self.document] = _joined(documents)
            shown[self.judged] = _joined([judged])
            others = [one for one in own if one is not judged]
            self.board.show(documents[0][1], judged[1], language)
            if others:
                shown[self.right] = _joined(others)
        else:
            # As on the annotators' page: the source on the left, the text to judge on the right.
            split = max(1, len(documents))
            shown |= {
                view: _joined(part)
                for view, part in ((self.left, texts[:split]), (self.right, texts[split:]))
                if part
            }
        for view, pane in self._panes.items():
            pane.setVisible(view in shown)
            if view in shown:
                title, text = shown[view]
                pane.set_title(title.upper())
                pane.setAccessibleName(title)
                say(self._chips[view], self.tr("%n word(s)", "", word_count(text)))
                if isinstance(view, MatchPane):
                    view.set_name(title)
        for plain in (self.left, self.right):
            if plain in shown:
                plain.setAccessibleName(shown[plain][0])
                plain.show_text(shown[plain][1])
        self._show_lost()
        self.setVisible(bool(shown))
        least = {self.judged: _JUDGED_WIDE, self.right: _LEAST_WIDE}
        self.setSizes(
            [
                min(max(len(shown[view][1]), least.get(view, _LEAST_WIDE)), _MOST_WIDE)
                if view in shown
                else 0
                for view in self._panes
            ]
        )

    def views(self) -> list[QWidget]:
        """Return the shown texts, in the order of Tab."""
        return [
            one.view if isinstance(one, MatchPane) else one
            for one, pane in self._panes.items()
            if not pane.isHidden()
        ]

    def _show_lost(self) -> None:
        """Show how much of the text is not in the document, instead of its length."""
        is_shown = not self._panes[self.judged].isHidden()
        number = self.board.count(Kind.UNSUPPORTED) if is_shown else 0
        say(self._lost, self.tr("%n not found", "", number) if number else "")
        self._chips[self.judged].setVisible(not number)


def _joined(texts: Sequence[ItemText]) -> tuple[str, str]:
    """Return (title, text) of a pane with several texts, each under its title."""
    titles = [translate_message(title) for title, _, _ in texts]
    if len(texts) == 1:
        return titles[0], texts[0][1]
    parts = [f"{title}\n{text}" for title, (_, text, _) in zip(titles, texts, strict=True)]
    return ", ".join(titles[:3]), "\n\n".join(parts)
