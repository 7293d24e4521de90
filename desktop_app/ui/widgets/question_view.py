"""One question of a form: what is asked, the field, and what is said about the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.form_parts import Hint, Question, Section
from desktop_app.core.forms import Form
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.fields import field_for, shows_help_inside
from desktop_app.ui.word_wrap import WrappingLabel

_IN_A_BOX = 400  # pixels that a word asks for between the edges of a hint


def plain_label(text: str, kind: str) -> QLabel:
    """Return a label that shows a text as it is, wrapped."""
    label = WrappingLabel(text)
    label.setProperty("kind", kind)
    return label


def caption_label(text: str) -> QLabel:
    """Return a small heading; it is shown in capitals and read out as it is written."""
    label = PlainLabel(text)
    as_caption(label)
    return label


def as_caption(label: QLabel) -> None:
    """Let a label be a small heading."""
    label.setProperty("kind", "caption")
    label.setWordWrap(True)
    font = QFont(label.font())
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 103)
    label.setFont(font)


class QuestionCaption(PlainLabel):
    """The small heading of a question, with a mark where the keys go to this question."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.is_current = False
        as_caption(self)
        theme.changed.connect(self._make_room)

    def set_current(self, current: bool) -> None:
        if current != self.is_current:
            self.is_current = current
            self._make_room()
            self.update()

    def _make_room(self) -> None:
        """Stand clear of the mark, in whatever text size."""
        self.setIndent(self._theme.px(12) if self.is_current else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.is_current:
            return
        size = self._theme.px(8)
        left = self.width() - size if self.isRightToLeft() else 0
        middle = self.fontMetrics().height() / 2
        tip, base = (left, left + size) if self.isRightToLeft() else (left + size, left)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color(Role.ACCENT))
            painter.drawPolygon(
                [
                    QPointF(base, middle - size / 2),
                    QPointF(tip, middle),
                    QPointF(base, middle + size / 2),
                ]
            )


class HintBox(QFrame):
    """Asks “is that what you mean?” beside a question."""

    answered = Signal(str, bool)  # the hint's key; True: it is meant

    def __init__(self, hint: Hint, message: str, theme: Theme) -> None:
        super().__init__()
        self.hint = hint
        self.setProperty("kind", "notice")
        self.setProperty("level", "warn")
        self.setAccessibleName(message)
        words = WrappingLabel(message, widest=_IN_A_BOX)
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


class OwnPart(QWidget):
    """What a protocol asks in a way of its own, between the questions of a form.

    key, text  by which it is named among the questions, and what is asked

    A subclass puts what it shows into `column` and says the changes itself.
    """

    counts = True  # whether it is a question with a number

    def __init__(self, key: str, text: str, theme: Theme) -> None:
        super().__init__()
        self.key, self.text = key, text
        self._theme = theme
        self._place = (0, "")
        self.caption = QuestionCaption(theme)
        self.title = plain_label(text, "question")
        self.problem = plain_label("", "problem")
        self.problem.hide()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.px(4))
        self.column.addWidget(self.caption)
        self.column.addWidget(self.title)
        self.setAccessibleName(text)

    def stops(self) -> list[QWidget]:
        """Return what the Tab key stops at, in reading order."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """Put the focus where this is answered."""
        raise NotImplementedError

    def sentence(self, problem: Problem) -> str:
        """Return what is wrong, in the reader's language."""
        raise NotImplementedError

    def set_editable(self, editable: bool) -> None:
        """Let the answer be changed, or only read."""
        raise NotImplementedError

    def last_stop(self) -> QWidget:
        """Return the widget after which the Tab key leaves."""
        return self.stops()[-1]

    def set_place(self, number: int, mark: str) -> None:
        """Show which question this is and how it is marked; 0: neither."""
        if (number, mark) != self._place:
            self._place = (number, mark)
            words = self.tr("Question %1").replace("%1", str(number))
            self.caption.setText(f"{words} · {mark}" if mark else words)
            self.caption.setVisible(number > 0)

    def set_current(self, current: bool) -> None:
        """Mark that the keys go here."""
        self.caption.set_current(current)

    def set_problem(self, sentence: str) -> None:
        """Show what keeps this from being complete; "" when nothing does."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self.setAccessibleDescription(sentence)


class QuestionView(QWidget):
    """Shows a question with its field, its marks, its problem and its hints."""

    changed = Signal(object)
    refused = Signal()  # it is said what was not taken
    hint_answered = Signal(str, bool)

    def __init__(self, form: Form, question: Question, language: str, theme: Theme) -> None:
        super().__init__()
        self.question = question
        self._theme = theme
        self._text = form.text(question.text, language)
        self._number = 0
        self._mark: str | None = None
        self._hints: dict[str, HintBox] = {}
        self.caption = QuestionCaption(theme)
        self.title = plain_label(self._text, "question")
        self.field = field_for(form, question, language, theme, self._text)
        self.problem = plain_label("", "problem")
        self.problem.hide()
        self._wrong = self._refused = ""  # what is wrong with the answer; what was not taken
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
        self.field.changed.connect(self._on_changed)
        self.field.changed.connect(self.changed)
        self.field.refused.connect(self._show_refusal)

    @property
    def text(self) -> str:
        """What is asked, in the reader's language."""
        return self._text

    def set_place(self, number: int, mark: str) -> None:
        """Show which question this is and how it is marked (required, optional); 0: neither."""
        if (number, mark) != (self._number, self._mark):
            self._number, self._mark = number, mark
            words = self.tr("Question %1").replace("%1", str(number))
            self.caption.setText(f"{words} · {mark}" if mark else words)
            self.caption.setVisible(number > 0)

    def set_current(self, current: bool) -> None:
        """Mark the question the keys go to."""
        self.caption.set_current(current)

    def set_problem(self, sentence: str) -> None:
        """Show what keeps this answer from being complete; "" when nothing does."""
        self._wrong = sentence
        self._announce()

    def _show_refusal(self, sentence: str) -> None:
        """Show what was not taken, until the answer changes in a way that matters."""
        self._refused = sentence
        self._announce()
        self.refused.emit()

    def _on_changed(self) -> None:
        if not self.field.is_still_refused():
            self._forget_refusal()

    def _forget_refusal(self) -> None:
        if self._refused:
            self._refused = ""
            self._announce()

    def _announce(self) -> None:
        text = "\n".join(filter(None, (self._refused, self._wrong)))
        self.problem.setText(text)
        self.problem.setVisible(bool(text))
        self.field.set_problem(bool(text))
        self.setAccessibleDescription(text)

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

    def change_value(self, value: Any) -> None:
        """Show what undo or redo made of an answer; says nothing."""
        self._forget_refusal()
        self.field.change_value(value)

    def set_value(self, value: Any) -> None:
        """Show an answer; says nothing."""
        self._forget_refusal()
        self.field.set_value(value)
