"""Parts of a critique's form other than points: unmentioned changes, the score, the revision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.ui.plain_text import empty, plain_tip
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.diff_editor import DiffEditor
from desktop_app.ui.widgets.notes_area import LinkButton
from desktop_app.ui.widgets.question_view import OwnPart, plain_label

_MOST_LISTED = 6  # Maximum number of changes without a point that are listed.


class Unmentioned(OwnPart):
    """Links to the changes that belong to no point. This part is not counted as a question."""

    counts = False
    chosen = Signal(int)
    reordered = Signal()  # The tab order has changed.

    def __init__(self, theme: Theme) -> None:
        super().__init__("unmentioned", self.tr("Changes that no point mentions"), theme)
        self._links: list[LinkButton] = []
        self._shown: list[tuple[int, str]] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self.caption.hide()
        self.column.addLayout(self._rows)
        self.column.addWidget(self.problem)
        self.hide()

    def show_changes(self, changes: Sequence[tuple[int, str]]) -> None:
        """Show changes as links.

        `changes`: the number of each, emitted when its link is clicked, and the link's text
        """
        # New links would lose the focus, so they are replaced only if the changes differ.
        if list(changes) == self._shown:
            return
        self._shown = list(changes)
        had_focus = any(link.hasFocus() for link in self._links)
        empty(self._rows)
        self._links = []
        for number, words in changes[:_MOST_LISTED]:
            link = LinkButton(words)
            link.setAccessibleName(words)
            link.setToolTip(plain_tip(words))
            link.setAutoDefault(True)
            link.clicked.connect(lambda _on=False, number=number: self.chosen.emit(number))
            self._rows.addWidget(link)
            self._links.append(link)
        self.setVisible(bool(changes))
        if had_focus and self._links:
            self._links[0].setFocus()
        self.reordered.emit()

    def stops(self) -> list[QWidget]:
        return list(self._links)

    def last_stop(self) -> QWidget:
        return self._links[-1] if self._links else self

    def take_focus(self) -> None:
        if self._links:
            self._links[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def sentence(self, problem: Problem) -> str:
        return self.tr("Write a point for each of these changes, or undo it.")

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the links cannot be edited."""


class ScorePart(OwnPart):
    """The score in words, for read-only pages."""

    counts = False

    def __init__(self, form: Form, language: str, theme: Theme) -> None:
        super().__init__("score_told", form.text(form.question("score").text, language), theme)
        self._form, self._language = form, language
        self.caption.hide()
        self.words = plain_label("", "")
        self.meaning = plain_label("", "secondary")
        self.column.addWidget(self.words)
        self.column.addWidget(self.meaning)
        self.hide()

    def show_score(self, score: Any) -> None:
        """Show another score in the words of its form."""
        options = getattr(self._form.question("score"), "options", ())
        # A lead's own form may lack the option of an older score.
        option = next((one for one in options if one.code == score), None)
        label = "" if option is None else self._form.label(option, self._language)
        self.words.setText(f"{score} – {label}" if label else "")
        help_text = "" if option is None else self._form.text(option.help, self._language)
        self.meaning.setText(help_text)

    def stops(self) -> list[QWidget]:
        return []

    def last_stop(self) -> QWidget:
        return self

    def take_focus(self) -> None:
        """Do nothing, because the part has no controls."""

    def sentence(self, problem: Problem) -> str:
        return ""

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the part is always read-only."""


class RevisionPart(OwnPart):
    """The form's part for the revision: a button that leads to the editor, and its problems."""

    def __init__(self, editor: DiffEditor, theme: Theme) -> None:
        super().__init__("revision", self.tr("The revised response"), theme)
        self._editor = editor
        self.button = QPushButton(self.tr("Go to the revision"))
        self.button.setAutoDefault(True)
        self.button.setToolTip(self.tr("Go to the revision (Alt+3)"))
        self.button.clicked.connect(editor.take_focus)
        self.column.addSpacing(theme.px(4))
        self.column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addWidget(self.problem)

    def stops(self) -> list[QWidget]:
        return [self.button]

    def take_focus(self) -> None:
        self._editor.take_focus()

    def sentence(self, problem: Problem) -> str:
        return self.tr("Please revise the response, or state that there is nothing to improve.")

    def set_editable(self, editable: bool) -> None:
        """Do nothing, because the button is always available."""
