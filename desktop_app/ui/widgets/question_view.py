"""One question of a form: what is asked, the field, and what is said about the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_parts import Hint, Question, Section
from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.fields import field_for, shows_help_inside


def plain_label(text: str, kind: str) -> QLabel:
    """Return a label that shows a text as it is, wrapped."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("kind", kind)
    label.setWordWrap(True)
    return label


def caption_label(text: str) -> QLabel:
    """Return a small heading; it is shown in capitals and read out as it is written."""
    label = plain_label(text, "caption")
    font = QFont(label.font())
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 103)
    label.setFont(font)
    return label


class HintBox(QFrame):
    """Asks “is that what you mean?” beside a question."""

    answered = Signal(str, bool)  # the hint's key; True: it is meant

    def __init__(self, hint: Hint, message: str, theme: Theme) -> None:
        super().__init__()
        self.hint = hint
        self.setProperty("kind", "notice")
        self.setProperty("level", "warn")
        self.setAccessibleName(message)
        words = plain_label(message, "")
        self.keep_button = QPushButton(self.tr("Yes, keep it"))
        self.change_button = QPushButton(self.tr("Change it"))
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        for button, keep in ((self.keep_button, True), (self.change_button, False)):
            button.setAutoDefault(True)
            button.setAccessibleDescription(message)
            button.clicked.connect(
                lambda _checked=False, keep=keep: self.answered.emit(self.hint.key, keep)
            )
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(12))
        column.setSpacing(theme.px(8))
        column.addWidget(words)
        column.addLayout(row)


class SectionView(QWidget):
    """A heading or an explanation between questions."""

    def __init__(self, form: Form, section: Section, language: str, theme: Theme) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        for words, kind in ((section.title, "title"), (section.text, "secondary")):
            if words is not None:
                column.addWidget(plain_label(form.text(words, language), kind))


class QuestionView(QWidget):
    """Shows a question with its field, its marks, its problem and its hints."""

    changed = Signal(object)
    hint_answered = Signal(str, bool)

    def __init__(self, form: Form, question: Question, language: str, theme: Theme) -> None:
        super().__init__()
        self.question = question
        self._theme = theme
        self._text = form.text(question.text, language)
        self._number = 0
        self._mark: str | None = None
        self._hints: dict[str, HintBox] = {}
        self.caption = caption_label("")
        self.title = plain_label(self._text, "question")
        self.field = field_for(form, question, language, theme, self._text)
        self.problem = plain_label("", "problem")
        self.problem.hide()
        self._below = QVBoxLayout()
        self._below.setSpacing(theme.px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(self.caption)
        column.addWidget(self.title)
        help_text = form.text(question.help, language)
        if help_text and not shows_help_inside(question, help_text):
            column.addWidget(plain_label(help_text, "secondary"))
        column.addSpacing(theme.px(4))
        column.addWidget(self.field)
        column.addWidget(self.problem)
        column.addLayout(self._below)
        self.setAccessibleName(self._text)
        self.field.changed.connect(self.changed)

    @property
    def text(self) -> str:
        """What is asked, in the reader's language."""
        return self._text

    def set_place(self, number: int, mark: str) -> None:
        """Show which question this is and how it is marked (required, optional)."""
        if (number, mark) != (self._number, self._mark):
            self._number, self._mark = number, mark
            words = self.tr("Question %1").replace("%1", str(number))
            self.caption.setText(f"{words} · {mark}" if mark else words)

    def set_problem(self, sentence: str) -> None:
        """Say what keeps this answer from being complete; "" when nothing does."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self.field.set_problem(bool(sentence))
        self.setAccessibleDescription(sentence)

    def ask(self, hint: Hint, message: str) -> HintBox:
        """Show a hint below the field, once."""
        box = self._hints.get(hint.key)
        if box is None:
            box = HintBox(hint, message, self._theme)
            box.answered.connect(self.hint_answered)
            self._below.addWidget(box)
            box.show()  # now, not when the event loop comes round: it is to take the focus
            # Reading order: after the field, before the next question.
            QWidget.setTabOrder(self.last_stop(), box.keep_button)
            QWidget.setTabOrder(box.keep_button, box.change_button)
            self._hints[hint.key] = box
        return box

    def last_stop(self) -> QWidget:
        """Return the widget after which the Tab key leaves the question."""
        if self._hints:
            return list(self._hints.values())[-1].change_button
        return self.field.last_stop()

    def hint_boxes(self) -> Mapping[str, HintBox]:
        """Return the hints that are asked here, by key."""
        return dict(self._hints)

    def drop_hint(self, key: str) -> None:
        """Take a hint away."""
        box = self._hints.pop(key, None)
        if box is not None:
            had_focus = box.isAncestorOf(focus) if (focus := box.focusWidget()) else False
            box.hide()
            box.deleteLater()
            if had_focus:
                self.field.take_focus()

    def set_value(self, value: Any) -> None:
        """Show an answer; says nothing."""
        self.field.set_value(value)
