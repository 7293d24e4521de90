"""Side pane with the guidelines or the revisions of an item."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QAccessible, QFont, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QPushButton,
    QStackedWidget,
    QTextBrowser,
    QWidget,
)

from desktop_app.core.answer_texts import answers_in_words
from desktop_app.core.forms import HIDDEN, Form
from desktop_app.ui.accessible import set_role
from desktop_app.ui.annotate.item_records import Revision
from desktop_app.ui.annotate.rich_text import to_rich_text
from desktop_app.ui.layouts import in_column, in_row
from desktop_app.ui.messages import duration_text, moment
from desktop_app.ui.plain_text import PlainLabel, PlainScrollArea
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.parts import label
from desktop_app.workspace.workspace import IMPORT_TIME

# Returns the answers of a revision as pairs of question and answer; None for the form's own labels.
AnswerTexts = Callable[[Mapping[str, Any]], Sequence[tuple[str, str]] | None]
_HEADING, _HEADING_END = re.compile(r"<h([1-4])>"), re.compile(r"</h[1-4]>")


class InertBrowser(QTextBrowser):
    """Text browser for untrusted text: it loads no resources and opens no links."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._source = ""
        self.setProperty("kind", "reading")
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        # With a caret, which screen readers need to read the text line by line.
        keyboard = Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.setTextInteractionFlags(self.textInteractionFlags() | keyboard)
        theme.changed.connect(self._show)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        # Qt would read images and style sheets from this computer.
        return None

    def show_rich_text(self, source: str) -> None:
        """Show HTML as `to_rich_text` returns it."""
        self._source = source
        self._show()

    def _show(self) -> None:
        # A style sheet applies to text that is set after it, so a new theme sets the text again.
        theme = self._theme
        secondary = theme.color(Role.SECONDARY).name()
        self.document().setDefaultStyleSheet(
            f"p, li {{ line-height: 135%; }} blockquote {{ color: {secondary}; }}"
            f".h1 {{ font-size: {theme.px(18)}px; font-weight: 600; }}"
            f".h2 {{ font-size: {theme.px(15)}px; font-weight: 600; margin-top: 14px; }}"
            f".h3, .h4 {{ font-size: {theme.px(14)}px; font-weight: 600; }}"
        )
        font: QFont = theme.ui_font(14)
        self.document().setDefaultFont(font)
        # Qt enlarges <h1> to <h6> beyond the size in the style sheet, so paragraphs with a class
        # replace them.
        headings = _HEADING.sub(r'<p class="h\1">', self._source)
        self.setHtml(_HEADING_END.sub("</p>", headings))


class _Sides(QStackedWidget):
    """The guidelines and the revisions, of which one is shown."""


# With Qt's own role, Orca reads “layered pane” whenever the focus enters it.
set_role(_Sides, QAccessible.Role.Client)


class SidePane(QFrame):
    """Pane with a title, a close button, and either guidelines or revisions."""

    closed = Signal()
    restore_requested = Signal(object)  # Revision

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "pane")
        self.title = label(kind="title")
        self.close_button = QPushButton()
        self.close_button.setProperty("kind", "quiet")
        self.close_button.setAccessibleName(self.tr("Close this pane"))
        self.close_button.setToolTip(self.tr("Close this pane (Esc)"))
        self.close_button.clicked.connect(self.closed)
        self.guidelines = InertBrowser(theme)
        self.guidelines.setAccessibleName(self.tr("Guidelines"))
        self.history = PlainScrollArea()
        self.history.setProperty("kind", "stop")
        self.history.setAccessibleName(self.tr("Revisions of this item"))
        self.stack = _Sides()
        self.stack.addWidget(self.guidelines)
        self.stack.addWidget(self.history)
        head = in_row((self.title, 1), self.close_button)
        in_column(head, (self.stack, 1), on=self, margins=(14, 10, 10, 10))
        theme.changed.connect(self._tint)
        self._tint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    @property
    def shows_guidelines(self) -> bool:
        return self.isVisible() and self.stack.currentWidget() is self.guidelines

    @property
    def shows_history(self) -> bool:
        return self.isVisible() and self.stack.currentWidget() is self.history

    def show_guidelines(self, texts: Mapping[str, str]) -> None:
        """Show the guidelines, one text after the other.

        `texts`: the texts by path, in the order to show
        """
        self.title.setText(self.tr("Guidelines"))
        joined = "\n\n".join(texts.values())
        missing = html.escape(self.tr("This project has no guidelines."))
        self.guidelines.show_rich_text(to_rich_text(joined) if joined else f"<p>{missing}</p>")
        self.stack.setCurrentWidget(self.guidelines)
        self.show()

    def show_history(
        self, revisions: Sequence[Revision], language: str, in_words: AnswerTexts
    ) -> None:
        """Show the revisions of an item, the newest first.

        `revisions`: the oldest first
        `in_words`: the panel's function for the answers of a revision; if it returns None, they are
            shown as in the form version of the revision
        """
        self.title.setText(self.tr("Revisions"))
        page = QWidget()
        layout = in_column(on=page, margins=(0, 0, 8, 0), gap=14)
        if not revisions:
            empty = label(
                self.tr("Submitted versions of this item appear here. None yet."),
                "secondary",
                wrap=True,
            )
            layout.addWidget(empty)
        for number in range(len(revisions), 0, -1):
            layout.addWidget(self._card(number, revisions[number - 1], language, in_words))
        layout.addStretch(1)
        self.history.set_page(page)
        # New widgets are at the end of the tab order; put them after the pane's own.
        stops = [self.close_button, self.history, *page.findChildren(QPushButton)]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)
        self.stack.setCurrentWidget(self.history)
        self.show()

    def _card(
        self, number: int, revision: Revision, language: str, in_words: AnswerTexts
    ) -> QWidget:
        card = QWidget()
        layout = in_column(on=card, margins=0, gap=4)
        # All imported revisions have the same fixed time, which has no meaning.
        known = revision.time not in ("", IMPORT_TIME)
        when = moment(revision.time) if known else ""
        current = self.tr("current") if revision.is_current else ""
        parts = [str(number), when, current]
        if revision.seconds is not None:
            parts.insert(2, duration_text(revision.seconds))
        if revision.is_by_lead:
            parts.append(self.tr("decided by the project lead"))
        if revision.is_draft:
            parts = [self.tr("Draft for an earlier version of the questions, never submitted")]
        caption = label("  ·  ".join(part for part in parts if part), "caption", wrap=True)
        layout.addWidget(caption)
        # Answers have the labels of their own form version: the same code may have another label in
        # the current one.
        rows = in_words(revision.answers)
        if rows is None:
            rows = answer_rows(revision.answers, revision.form, language)
        for name, value in rows:
            for text, kind in ((name, "secondary"), (value, "")):
                line = PlainLabel(text)
                line.setProperty("kind", kind)
                line.setWordWrap(True)
                layout.addWidget(line)
        if not revision.is_current:
            again = QPushButton(self.tr("Restore"))
            again.clicked.connect(lambda: self.restore_requested.emit(revision))
            layout.addSpacing(4)
            layout.addWidget(again)
        return card

    def _tint(self) -> None:
        self.close_button.setIcon(self._theme.icon("close"))
        self.close_button.setIconSize(QSize(self._theme.px(16), self._theme.px(16)))


def answer_rows(
    answers: Mapping[str, Any], form: Form | None, language: str
) -> list[tuple[str, str]]:
    """Return answers as pairs of question and answer, with the labels of the form.

    Without a form, the pairs contain keys and values as stored.
    """
    # Answers to hidden questions are stored together under one key; they are also shown.
    hidden = answers.get(HIDDEN)
    if isinstance(hidden, Mapping):
        answers = {**hidden, **{key: value for key, value in answers.items() if key != HIDDEN}}
    if form is None:
        return [(key, str(value)) for key, value in answers.items()]
    return answers_in_words(form, answers, language)
