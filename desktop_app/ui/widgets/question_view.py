"""One question of a form: its text, its field, and messages about the answer.

The module is longer than most because text, field, hints and messages of a question share one
layout.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QFont, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.answer_texts import answer_in_words, has_answer
from desktop_app.core.errors import RefusedError
from desktop_app.core.form_answers import Problem
from desktop_app.core.form_parts import Hint, Section
from desktop_app.core.forms import Form
from desktop_app.core.messages import msg
from desktop_app.core.question_types import QUESTION_TYPES, ChoiceQuestion, Question, TextList
from desktop_app.ui.accessible import repeat_focus, set_role
from desktop_app.ui.plain_text import PlainLabel, ShorteningLabel, elided, follow_text, plain_tip
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.widgets.field import Field, Texts, as_text, shown_number, step_of
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.parts import set_kind
from desktop_app.ui.word_wrap import WrappingLabel, lines_of

# Pixels at 100 % text: beside questions, above and below them, and the width of the bar.
EDGE, _ABOVE, _BAR = 16, 10, 3
# Above and below a question that has its options in one row.
_ABOVE_ROW = 6
# In a form that folds: the width of the numbers, and the space after them.
_NUMBER, _GAP = 18, 10
# Maximum share of the width of a closed question for its answer.
_SHARE = 0.4
# Minimum width of an answer that wraps, in pixels.
_LEAST_ANSWER = 80
# Maximum number of lines of the answer to a closed question.
_ANSWER_LINES = 2
# Maximum width of options beside the text of a question, in pixels at 100 % text.
_BESIDE = 460
# Minimum width of a question for a mark beside its text, in pixels at 100 % text.
_MARK_FITS = 280
_ANY = 16_777_215  # Qt's QWIDGETSIZE_MAX, which means no limit.
_FAR = 5_000  # characters; a higher limit is shown only when an answer comes near it
_NEAR = 0.9  # share of such a limit from which on it is shown
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


def paint_bar(
    painter: QPainter, widget: QWidget, box: QRect, theme: Theme, role: Role, *, fills: bool = True
) -> None:
    """Paint the bar at the leading edge of a box in a widget, and its background if `fills`."""
    if fills:
        painter.fillRect(box, theme.color(Role.WINDOW))
    bar = QRect(box.left(), box.top(), theme.px(_BAR), box.height())
    if widget.isRightToLeft():
        bar.moveRight(box.right())
    painter.fillRect(bar, theme.color(role))


class QuestionFrame(QWidget):
    """Base class of the questions of a form, with a bar beside the question that keys answer.

    A question that is only reported as missing has a bar in the colour of warnings.

    `line`: the line that is shown while the question is closed; None if it is always open
    `has_bar`: whether it has these bars; False if all questions of the form have one together
    """

    line: QPushButton | None = None
    has_bar = True

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.is_current = self.is_marked = False
        self.column = QVBoxLayout(self)
        theme.changed.connect(self._fit_edges)
        # Not that of a subclass, whose parts do not exist yet; it calls its own when they do.
        QuestionFrame._fit_edges(self)

    def set_current(self, current: bool) -> None:
        """Show or hide the bar for keyboard input."""
        if current != self.is_current:
            self.is_current = current
            self.update()

    def _mark(self, on: bool) -> None:
        """Show or hide the bar of a missing answer."""
        if on != self.is_marked:
            self.is_marked = on
            self.update()

    def _fit_edges(self) -> None:
        px = self._theme.px
        self.column.setContentsMargins(px(EDGE), px(_ABOVE), px(EDGE), px(_ABOVE))
        self.column.setSpacing(px(4))

    def paintEvent(self, event: QPaintEvent) -> None:
        is_current = self.is_current and self.has_bar
        if is_current or self.is_marked:
            role = Role.ACCENT if is_current else Role.WARN
            with QPainter(self) as painter:
                paint_bar(painter, self, self.rect(), self._theme, role, fills=is_current)


# Screen readers read the name of a group, which is the question, when the focus enters it.
set_role(QuestionFrame, QAccessible.Role.Grouping)


class HintBox(QFrame):
    """A box below a question that asks whether an answer is as intended.

    `message`: the text of the hint
    `answered`: emitted when a button is pressed, with the hint's key and whether the answer stays
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
        column.setContentsMargins(theme.px(EDGE), theme.px(_ABOVE), theme.px(EDGE), 0)
        for words, kind in ((section.title, "title"), (section.text, "secondary")):
            if words is not None:
                column.addWidget(plain_label(form.text(words, language), kind))


class OwnPart(QuestionFrame):
    """Base class of a protocol's own widget between the questions of a form.

    Subclasses add widgets to `column` and emit changes through their own signals.

    `key`: its key, unique among the questions
    `text`: the text of the question
    `counts`: whether it has a number, like a question
    `is_step`: whether the arrow keys and Enter go to it, like to a question
    `stepped`: the person wants to go to the question above (−1) or below (1)
    `finished`: the person has answered, and wants to go to the next question without an answer
    """

    stepped = Signal(int)
    finished = Signal()
    counts = True
    is_step = False

    def __init__(self, key: str, text: str, theme: Theme) -> None:
        super().__init__(theme)
        self.key, self.text = key, text
        self._place = (0, "")
        self.caption = caption_label("")
        self.title = plain_label(text, "question")
        self.problem = plain_label("", "problem")
        self.problem.hide()
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

    def answer_widgets(self) -> Sequence[QWidget]:
        """Return the widgets of which the first that fits is shown if the part does not fit."""
        return ()

    def last_stop(self) -> QWidget:
        """Return the last tab stop."""
        return self.stops()[-1]

    def set_place(self, number: int, mark: str) -> None:
        """Show the number of the question and its mark; hide both for number 0."""
        if (number, mark) != self._place:
            self._place = (number, mark)
            words = self.tr("Question %1").replace("%1", str(number))
            words = f"{words} · {mark}" if mark else words
            self.caption.setText(words)
            self.caption.setVisible(number > 0)
            self.setAccessibleName(f"{words}: {self.text}" if number else self.text)

    def set_unanswered(self, on: bool) -> None:
        """Show the problem as a missing answer, which is no error, or as an invalid one."""
        set_kind(self.problem, "warning" if on else "problem")

    def set_problem(self, sentence: str) -> None:
        """Show what is missing or invalid; "" if nothing is."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self._mark(bool(sentence))
        self.setAccessibleDescription(sentence)


class RowButton(QPushButton):
    """A button whose content is a layout of labels, which may wrap."""

    def __init__(self) -> None:
        super().__init__()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return super().sizeHint() if layout is None else layout.sizeHint()

    def minimumSizeHint(self) -> QSize:
        layout = self.layout()
        return super().minimumSizeHint() if layout is None else layout.minimumSize()

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return -1 if layout is None else layout.heightForWidth(width)

    def hasHeightForWidth(self) -> bool:
        # False if none of the visible labels wraps.
        layout = self.layout()
        return layout is not None and layout.hasHeightForWidth()


class ShortLabel(WrappingLabel):
    """A text that has one line if it fits, else two; a longer one is elided."""

    def __init__(self) -> None:
        super().__init__(widest=_LEAST_ANSWER)
        self.setProperty("shortens", True)
        self._most_lines = _ANSWER_LINES

    def set_most_lines(self, lines: int) -> None:
        """Set the maximum number of lines."""
        self._most_lines = lines

    def sizeHint(self) -> QSize:
        whole = self.fontMetrics().horizontalAdvance(self.text()) + 2
        width = min(whole, self.maximumWidth())
        return QSize(width, self.heightForWidth(width))

    def heightForWidth(self, width: int) -> int:
        most = self._most_lines * self.fontMetrics().lineSpacing()
        return min(super().heightForWidth(width), most)

    def minimumSizeHint(self) -> QSize:
        # Qt's own height is that of all lines.
        return QSize(super().minimumSizeHint().width(), self.fontMetrics().lineSpacing())

    def _fitted(self, width: int) -> str:
        lines = lines_of(self.text(), self.font(), width)
        if len(lines) <= self._most_lines:
            return super()._fitted(width)
        rest = " ".join(lines[self._most_lines - 1 :])
        return "\n".join([*lines[: self._most_lines - 1], elided(rest, self.fontMetrics(), width)])


class QuestionLine(RowButton):
    """A closed question on one line: its number, its text, and its answer or its mark.

    `edge`: space at both ends in pixels at 100 % text
    `wraps`: whether the answer may have two lines, as that to a choice; others have one

    A longer answer is elided, and the tooltip has it in full. Long questions wrap. A click opens
    the question, and so does the focus, which Tab gives to the line.
    """

    def __init__(self, text: str, theme: Theme, *, edge: int = 0, wraps: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._text = text
        self._edge = edge
        self.setProperty("kind", "line")
        # A click must not give the focus: the line would be hidden before the mouse is released.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.number = PlainLabel()
        self.number.setProperty("kind", "secondary")
        self.number.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignTop)
        self.title = WrappingLabel(text)
        # In line with the answer, which may have more lines.
        self.title.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self.value = ShortLabel() if wraps else ShorteningLabel("", "strong")
        self.value.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout(self)
        row.addWidget(self.number)
        row.addWidget(self.title, 1)
        row.addWidget(self.value)
        for part in (self.number, self.title, self.value):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        follow_text(self, text)
        theme.changed.connect(self._fit)
        self._fit()

    def show_answer(self, number: str, answer: str, mark: str, *, is_missing: bool) -> None:
        """Show the number, and the answer; without an answer, the mark.

        `is_missing`: whether the answer was reported as missing
        """
        self.number.setText(number)
        self.value.setText(answer or mark)
        set_kind(self.value, "strong" if answer else "warning" if is_missing else "secondary")
        set_kind(self.title, "quiet" if answer else "")
        layout = self.layout()
        assert layout is not None
        # At once: each level of nested layouts would take a round of events of its own, and the
        # page would flicker.
        layout.activate()
        parts = (f"{number} {self._text}".strip(), answer or mark)
        self.setAccessibleName(": ".join(part for part in parts if part))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            # Its labels get no mouse events. A tooltip that repeats the line would only be in the
            # way.
            self.setToolTip(plain_tip(self.value.text() if self._is_elided() else ""))
        return super().event(event)

    def _is_elided(self) -> bool:
        """Return whether the answer does not fit."""
        value = self.value
        if isinstance(value, ShortLabel):
            return len(lines_of(value.text(), value.font(), value.width())) > _ANSWER_LINES
        return value.fontMetrics().horizontalAdvance(value.text()) > value.width()

    def heightForWidth(self, width: int) -> int:
        # The answer must not take more than its share, or the title would get less than computed.
        self._limit_answer(width)
        return super().heightForWidth(width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._limit_answer(event.size().width())

    def _limit_answer(self, width: int) -> None:
        """Give the answer its share of a width, or what the title leaves of it on one line.

        Its longest word gets the width that it needs, up to one half.
        """
        metrics = self.value.fontMetrics()
        words = self.value.text().split()
        longest = max(map(metrics.horizontalAdvance, words), default=0) + 2
        word = min(longest, width // 2) if isinstance(self.value, ShortLabel) else 0
        px = self._theme.px
        title = self.title.fontMetrics().horizontalAdvance(self._text) + 2
        edges = 2 * px(self._edge) + px(_NUMBER) + 2 * px(_GAP)
        self.value.setMinimumWidth(word)
        self.value.setMaximumWidth(max(round(width * _SHARE), word, width - edges - title))

    def _fit(self) -> None:
        px = self._theme.px
        layout = self.layout()
        assert layout is not None
        edge = px(self._edge) if self._edge else 0
        layout.setContentsMargins(edge, px(5), edge, px(5))
        layout.setSpacing(px(_GAP))
        self.number.setFixedWidth(px(_NUMBER))


class QuestionView(QuestionFrame):
    """A question with its field, its mark, a problem, and hints.

    In a form that folds, only the current question is open. The others are lines with their
    answers. In a form with the options `beside` the texts, a choice has its options in one row on
    the right, and a number instead of a caption.

    `changed`: the person changed the answer; the new answer
    `opened`: the line of the closed question was clicked
    `refused`: a message about rejected input is shown
    `hint_answered`: a hint was answered; its key, and whether the answer stays
    """

    changed = Signal(object)
    opened = Signal()
    refused = Signal()
    hint_answered = Signal(str, bool)

    def __init__(
        self,
        form: Form,
        question: Question,
        language: str,
        theme: Theme,
        *,
        folds: bool = False,
        beside: bool = False,
    ) -> None:
        super().__init__(theme)
        self.question = question
        self._has_number = folds or beside
        # The row with the text and the options on its right.
        self._beside: QHBoxLayout | None = None
        self._form, self._language = form, language
        self._text = form.text(question.text, language)
        self._number = 0
        self._requirement: str | None = None
        self._answer: Any = None
        self._hints: dict[str, HintBox] = {}
        self.caption = caption_label("")
        # The number of an open question in a form that folds, beside its title.
        self.number = PlainLabel()
        self.number.setProperty("kind", "secondary")
        self.number.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignTop)
        self.number.hide()
        self.missing_mark = PlainLabel()
        self.missing_mark.setProperty("kind", "warning")
        self.missing_mark.hide()
        self.title = plain_label(self._text, "question")
        words = partial(form.text, language=language)
        # Created before the label with the help, because some fields show the help themselves.
        beside = beside and isinstance(question, ChoiceQuestion)
        shown = question.model_copy(update={"layout": "row"}) if beside else question
        self.field = field_for(shown, theme, self._text, words)
        self.problem = plain_label("", "problem")
        self.problem.hide()
        # Two messages: rejected input, such as a paste that is too long, is not part of the answer,
        # so validation knows nothing about it.
        self._wrong = self._refused = ""
        self._is_unanswered = False
        self._below = QVBoxLayout()
        self._below.setSpacing(theme.px(8))
        self._body = QWidget()
        # None in a form that does not fold.
        self.line: QuestionLine | None = None
        if folds:
            wraps = isinstance(question, ChoiceQuestion)
            self.line = QuestionLine(self._text, theme, wraps=wraps)
            self.line.clicked.connect(self.opened)
            self.column.addWidget(self.line)
            self.caption.hide()
        row = QHBoxLayout(self._body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(_GAP))
        row.addWidget(self.number)
        column = QVBoxLayout()
        column.setSpacing(theme.px(4))
        row.addLayout(column, 1)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(theme.px(8))
        self._head.addWidget(self.title, 1)
        self._head.addWidget(self.missing_mark, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.caption)
        column.addLayout(self._head)
        help_text = form.text(question.help, language)
        if help_text and not self.field.shows_help:
            column.addWidget(plain_label(help_text, "secondary"))
        if beside:
            row.addWidget(self.field, 1)
            self._beside = row
        else:
            column.addSpacing(theme.px(4))
            column.addWidget(self.field)
        # Before anything is typed, people should know how long an answer has to be.
        self.length = plain_label("", "secondary")
        self.length.hide()
        column.addWidget(self.length)
        column.addWidget(self.problem)
        column.addLayout(self._below)
        if beside:
            # A short text is in line with its number, not in the middle of the options.
            column.addStretch(1)
        self.column.addWidget(self._body)
        self._fit_edges()
        self._show_folded()
        # The options and the number are at the side where the question begins.
        follow_text(self, self._text)
        self.setAccessibleName(self._text)
        # In this order, so that the owner sees no outdated message when `changed` is emitted.
        self.field.changed.connect(self._on_changed)
        self.field.changed.connect(self.changed)
        self.field.refused.connect(self._show_refusal)
        self.field.ring_changed.connect(self.update)

    def open_width(self) -> int:
        """Return the smallest width in pixels of the open question, also while it is closed."""
        return self._body.minimumSizeHint().width() + 2 * self._theme.px(EDGE)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.has_ring:
            with QPainter(self) as painter:
                width = self._theme.px(2)
                painter.setPen(QPen(self._theme.color(Role.ACCENT), width))
                painter.drawRect(self.rect().adjusted(width // 2, width // 2, -width, -width))

    @property
    def has_ring(self) -> bool:
        """Whether the whole question has a ring: its answer is missing, and no option has one."""
        return self.is_current and self.has_bar and self.is_marked and self.field.waits

    @property
    def text(self) -> str:
        """The text of the question, in the reader's language."""
        return self._text

    @property
    def answer_text(self) -> str:
        """The answer in the words of the form; "" without one."""
        if not has_answer(self.question, self._answer):
            return ""
        return answer_in_words(self._form, self.question, self._answer, self._language)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        directions = QBoxLayout.Direction
        fits = event.size().width() >= self._theme.px(_MARK_FITS)
        self._head.setDirection(directions.LeftToRight if fits else directions.TopToBottom)
        if self._beside is not None:
            most = self._theme.px(_BESIDE)
            # Options below the text can be in one row, where there is no space beside it.
            fits = event.size().width() >= 1.6 * most
            self._beside.setDirection(directions.LeftToRight if fits else directions.TopToBottom)
            self.field.setMaximumWidth(most if fits else _ANY)
            # Above the text, the number begins where the text does.
            flags = Qt.AlignmentFlag
            side = flags.AlignTrailing if fits else flags.AlignLeading
            self.number.setAlignment(side | flags.AlignTop)
            self._show_title()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # After Escape has left the text field, the question itself has the focus.
        by = step_of(event)
        if by and self._body.hasFocus():
            self.field.stepped.emit(by)
        else:
            super().keyPressEvent(event)

    def set_current(self, current: bool) -> None:
        if current != self.is_current:
            super().set_current(current)
            self._show_folded()
            self._show_title()

    def _show_title(self) -> None:
        """Emphasise the title only of the current question, in a form of low rows.

        In one size: another one could wrap differently, and move the questions below.
        """
        if self._beside is not None:
            is_row = self._beside.direction() is QBoxLayout.Direction.LeftToRight
            rests = is_row and not self.is_current
            set_kind(self.title, "" if rests else "strong" if is_row else "question")

    def _show_folded(self) -> None:
        """Show the line or the open question, in a form that folds."""
        if self.line is None:
            return
        # A widget that is hidden loses the focus, so the other part is shown first.
        shown, hidden = (self._body, self.line) if self.is_current else (self.line, self._body)
        shown.setVisible(True)
        if self.line.hasFocus():
            # Only Tab gives the focus to a line, so the focus must be visible.
            self.field.take_focus()
            QTimer.singleShot(0, self, repeat_focus)
        hidden.setVisible(False)
        self._fit_edges()
        self._tell_line()

    def _fit_edges(self) -> None:
        super()._fit_edges()
        if self.line is not None and not self.is_current:
            edge = self._theme.px(EDGE)
            self.column.setContentsMargins(edge, 0, edge, 0)
        if self._beside is not None:
            edge, above = self._theme.px(EDGE), self._theme.px(_ABOVE_ROW)
            self.column.setContentsMargins(edge, above, edge, above)
        self.number.setFixedWidth(self._theme.px(_NUMBER))

    def _tell_length(self) -> None:
        """Show the limits of a text's length, and its length."""
        least, most = self.question.length_limits
        # First, because this is called for every key press, and most questions have no limit.
        if least is None and most is None:
            return
        # The limits of a list are those of each entry: the longest one reaches them first.
        texts = self._answer if isinstance(self._answer, list | tuple) else [self._answer]
        lengths = [len(as_text(one).strip()) for one in texts]
        count = max(lengths, default=0)
        # A limit that hardly anybody reaches says nothing until then.
        if most is not None and most > _FAR and count < most * _NEAR:
            most = None
        self.length.setVisible(least is not None or most is not None)
        if isinstance(self.question, TextList):
            words = self._limits_of_entries(least, most)
            if most is None:
                count = min(filter(None, lengths), default=0)
        elif most is None:
            words = self.tr("At least {least} characters; now {count}.")
        elif least is None:
            words = self.tr("At most {most} characters; now {count}.")
        else:
            words = self.tr("{least} to {most} characters; now {count}.")
        numbers = {"least": least or 0, "most": most or 0, "count": count}
        shown = {name: shown_number(number) for name, number in numbers.items()}
        self.length.setText(words.format(**shown))

    def _limits_of_entries(self, least: int | None, most: int | None) -> str:
        """Return the sentence about the limits of each entry of a list; see `_tell_length`."""
        if most is None:
            return self.tr("At least {least} characters per entry; the shortest has {count}.")
        if least is None:
            return self.tr("At most {most} characters per entry; the longest has {count}.")
        return self.tr("{least} to {most} characters per entry; the longest has {count}.")

    def _tell_line(self) -> None:
        """Update the number and the answer of the line."""
        self._tell_length()
        if self.line is None:
            return
        number, answer = str(self._number or ""), self.answer_text
        missing = self.tr("Not answered") if self._is_unanswered else ""
        self.missing_mark.setText(missing)
        self.missing_mark.setVisible(bool(missing))
        wrong = self.tr("To correct") if self._wrong and not missing else ""
        mark = missing or wrong or (self._requirement or "")
        self.line.show_answer(
            number, "" if wrong else answer, mark, is_missing=bool(missing or wrong)
        )
        self.column.activate()

    def set_place(self, number: int, mark: str) -> None:
        """Show the question's number and mark (required, optional); hide both for number 0."""
        if (number, mark) != (self._number, self._requirement):
            self._number, self._requirement = number, mark
            self.caption.setText(self._place_text())
            self.caption.setVisible(number > 0 and not self._has_number)
            self._tell_name()
            self.number.setText(str(number or ""))
            self.number.setVisible(number > 0 and self._has_number)
            if self._has_number and self.line is None:
                # Without a caption and without a line, nothing else would say so.
                set_kind(self.missing_mark, "secondary")
                self.missing_mark.setText(mark)
                self.missing_mark.setVisible(bool(mark))
            self._tell_line()

    def _place_text(self) -> str:
        """Return the number of the question with its mark."""
        words = self.tr("Question %1").replace("%1", str(self._number))
        return f"{words} · {self._requirement}" if self._requirement else words

    def _tell_name(self) -> None:
        """Set what screen readers read when the focus enters the question."""
        name = f"{self._place_text()}: {self._text}" if self._number else self._text
        if self._is_unanswered:
            # Not only in the description, which Orca does not read of a group.
            name = f"{name} · {self.tr('Not answered')}"
        self.setAccessibleName(name)

    def set_problem(self, sentence: str) -> None:
        """Show what is missing or invalid; "" if nothing is."""
        self._wrong = sentence
        self._announce()

    def set_unanswered(self, on: bool) -> None:
        """Mark the question as one whose required answer is missing, or remove the mark."""
        self._is_unanswered = on
        self._announce()
        self._tell_name()
        self._tell_line()

    def _show_refusal(self, sentence: str) -> None:
        """Show why input was rejected, until the answer changes."""
        self._refused = sentence
        self._announce()
        self.refused.emit()

    def _on_changed(self, value: Any) -> None:
        self._answer = value
        self._tell_length()
        if not self.field.is_still_refused():
            self._forget_refusal()

    def _forget_refusal(self) -> None:
        if self._refused:
            self._refused = ""
            self._announce()

    def _announce(self) -> None:
        # An open question of a form that folds has a mark beside its title instead.
        wrong = "" if self._is_unanswered and self.line is not None else self._wrong
        # They may be the same sentence.
        text = "\n".join(dict.fromkeys(filter(None, (self._refused, wrong))))
        self.problem.setText(text)
        # A missing answer is no error.
        set_kind(self.problem, "warning" if self._is_unanswered else "problem")
        self.problem.setVisible(bool(text))
        self._mark(bool(self._wrong))
        self.field.set_problem(bool(text))
        note = text or self._wrong
        # The name says this already.
        is_named = self._is_unanswered and note == self.tr("Not answered")
        self.setAccessibleDescription("" if is_named else note)

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
        self._answer = value
        self.field.change_value(value)
        self._tell_line()

    def set_value(self, value: Any) -> None:
        """Show an answer; no signal is emitted."""
        self._forget_refusal()
        self._answer = value
        self.field.set_value(value)
        self._tell_line()


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
