"""One question of a form: its text, its field, and messages about the answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Any

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.errors import RefusedError
from desktop_app.core.form_answers import Problem
from desktop_app.core.form_parts import Hint, Section
from desktop_app.core.forms import Form
from desktop_app.core.messages import msg
from desktop_app.core.question_types import QUESTION_TYPES, Question
from desktop_app.ui.plain_text import PlainLabel
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.field import Field, Texts
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.word_wrap import WrappingLabel

_IN_A_BOX = 400  # upper limit in pixels of the minimum width for a single long word of a hint


def plain_label(text: str, kind: str) -> QLabel:
    """Return a label for plain text, which wraps.

    `kind`: its role in the style sheet
    """
    label = WrappingLabel(text)
    label.setProperty("kind", kind)
    return label


def caption_label(text: str) -> QLabel:
    """Return a small heading, shown in capitals but read aloud as written."""
    label = PlainLabel(text)
    as_caption(label)
    return label


def as_caption(label: QLabel) -> None:
    """Give a label the look of a small heading."""
    label.setProperty("kind", "caption")
    label.setWordWrap(True)
    # By the font, not by str.upper: screen readers may spell out capitals, and ß would change.
    font = QFont(label.font())
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 103)
    label.setFont(font)


class QuestionCaption(PlainLabel):
    """The small heading of a question, with a mark if keys answer this question."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.is_current = False
        as_caption(self)
        theme.changed.connect(self._make_room)

    def set_current(self, current: bool) -> None:
        """Show or hide the mark."""
        if current != self.is_current:
            self.is_current = current
            self._make_room()
            self.update()

    def _make_room(self) -> None:
        """Indent the text by the width of the mark."""
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
    """A box below a question, which asks whether an answer is as intended.

    `message`: the text of the hint
    `answered`: a button was pressed; the hint's key, and whether the answer stays
    """

    answered = Signal(str, bool)

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
            # Auto default, so that Enter presses the button if it has the focus.
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
    """A heading, a text or both, between questions."""

    def __init__(self, form: Form, section: Section, language: str, theme: Theme) -> None:
        super().__init__()
        column = bare(QVBoxLayout(self), theme.px(4))
        for words, kind in ((section.title, "title"), (section.text, "secondary")):
            if words is not None:
                column.addWidget(plain_label(form.text(words, language), kind))


class OwnPart(QWidget):
    """Base class of a protocol's own widget between the questions of a form.

    Subclasses add widgets to `column` and emit changes through their own signals.

    `key`: its key, unique among the questions
    `text`: the text of the question
    `counts`: whether it has a number, like a question
    """

    counts = True

    def __init__(self, key: str, text: str, theme: Theme) -> None:
        super().__init__()
        self.key, self.text = key, text
        self._theme = theme
        self._place = (0, "")
        self.caption = QuestionCaption(theme)
        self.title = plain_label(text, "question")
        self.problem = plain_label("", "problem")
        self.problem.hide()
        self.column = bare(QVBoxLayout(self), theme.px(4))
        self.column.addWidget(self.caption)
        self.column.addWidget(self.title)
        self.setAccessibleName(text)

    def stops(self) -> list[QWidget]:
        """Return the tab stops in reading order."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """Give the focus to the widget that takes the answer."""
        raise NotImplementedError

    def sentence(self, problem: Problem) -> str:
        """Return a sentence that says how to fix a problem of the answer."""
        raise NotImplementedError

    def set_editable(self, editable: bool) -> None:
        """Make the answer editable or read-only."""
        raise NotImplementedError

    def last_stop(self) -> QWidget:
        """Return the last tab stop."""
        return self.stops()[-1]

    def set_place(self, number: int, mark: str) -> None:
        """Show the number of the question and its mark; hide both for number 0."""
        if (number, mark) != self._place:
            self._place = (number, mark)
            words = self.tr("Question %1").replace("%1", str(number))
            self.caption.setText(f"{words} · {mark}" if mark else words)
            self.caption.setVisible(number > 0)

    def set_current(self, current: bool) -> None:
        """Show or hide the mark for keyboard input."""
        self.caption.set_current(current)

    def set_problem(self, sentence: str) -> None:
        """Show what is missing or invalid; "" if nothing is."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self.setAccessibleDescription(sentence)


class QuestionView(QWidget):
    """A question with its field, its mark, a problem, and hints.

    `changed`: the person changed the answer; the new answer
    `refused`: a message about rejected input is shown
    `hint_answered`: a hint was answered; its key, and whether the answer stays
    """

    changed = Signal(object)
    refused = Signal()
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
        words = partial(form.text, language=language)
        # Created before the label with the help, because some fields show the help themselves.
        self.field = field_for(question, theme, self._text, words)
        self.problem = plain_label("", "problem")
        self.problem.hide()
        # Two messages: rejected input, such as a paste that is too long, is not part of the answer,
        # so validation knows nothing about it.
        self._wrong = self._refused = ""
        self._below = QVBoxLayout()
        self._below.setSpacing(theme.px(8))
        column = bare(QVBoxLayout(self), theme.px(4))
        column.addWidget(self.caption)
        column.addWidget(self.title)
        help_text = form.text(question.help, language)
        if help_text and not self.field.shows_help:
            column.addWidget(plain_label(help_text, "secondary"))
        column.addSpacing(theme.px(4))
        column.addWidget(self.field)
        column.addWidget(self.problem)
        column.addLayout(self._below)
        self.setAccessibleName(self._text)
        # In this order, so that the owner sees no outdated message when `changed` is emitted.
        self.field.changed.connect(self._on_changed)
        self.field.changed.connect(self.changed)
        self.field.refused.connect(self._show_refusal)

    @property
    def text(self) -> str:
        """The text of the question, in the reader's language."""
        return self._text

    def set_place(self, number: int, mark: str) -> None:
        """Show the question's number and mark (required, optional); hide both for number 0."""
        if (number, mark) != (self._number, self._mark):
            self._number, self._mark = number, mark
            words = self.tr("Question %1").replace("%1", str(number))
            self.caption.setText(f"{words} · {mark}" if mark else words)
            self.caption.setVisible(number > 0)

    def set_current(self, current: bool) -> None:
        """Show or hide the mark for keyboard input."""
        self.caption.set_current(current)

    def set_problem(self, sentence: str) -> None:
        """Show what is missing or invalid; "" if nothing is."""
        self._wrong = sentence
        self._announce()

    def _show_refusal(self, sentence: str) -> None:
        """Show why input was rejected, until the answer changes."""
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
        """Show a hint below the field, unless it is already shown, and return its box."""
        box = self._hints.get(hint.key)
        if box is None:
            box = HintBox(hint, message, self._theme)
            box.answered.connect(self.hint_answered)
            self._below.addWidget(box)
            box.show()  # now, not by the event loop: a hidden widget cannot take the focus
            # In reading order: after the field, before the next question.
            QWidget.setTabOrder(self.last_stop(), box.keep_button)
            QWidget.setTabOrder(box.keep_button, box.change_button)
            self._hints[hint.key] = box
        return box

    def last_stop(self) -> QWidget:
        """Return the last tab stop of the question."""
        if self._hints:
            return list(self._hints.values())[-1].change_button
        return self.field.last_stop()

    def hint_boxes(self) -> Mapping[str, HintBox]:
        """Return the open hints by key."""
        return dict(self._hints)

    def drop_hint(self, key: str) -> None:
        """Remove a hint, if it is shown."""
        box = self._hints.pop(key, None)
        if box is not None:
            had_focus = box.isAncestorOf(focus) if (focus := box.focusWidget()) else False
            box.hide()
            box.deleteLater()
            # Otherwise Qt would have moved the focus to the next question.
            if had_focus:
                self.field.take_focus()

    def change_value(self, value: Any) -> None:
        """Show an answer after undo or redo; no signal is emitted."""
        self._forget_refusal()
        self.field.change_value(value)

    def set_value(self, value: Any) -> None:
        """Show an answer; no signal is emitted."""
        self._forget_refusal()
        self.field.set_value(value)


def field_for(question: Question, theme: Theme, name: str, text: Texts) -> Field:
    """Return a new field for a question.

    `name`: its name for screen readers
    `text`: returns a text of the form in the reader's language

    Raises RefusedError for a question of an unregistered type.
    """
    if QUESTION_TYPES.get(question.type) is not type(question):
        raise RefusedError(
            msg("“{type}” is not a registered type of question", type=question.type),
            hint=msg("Registered types: {types}.", types=", ".join(QUESTION_TYPES)),
        )
    # Imported by its name, because question types are in `core`, which must not import Qt.
    module, _, name_in_module = question.widget.partition(":")
    field: Field = getattr(import_module(module), name_in_module)(question, theme, name, text)
    return field
