"""A view of a form, in which people answer its questions.

`core.forms` decides which questions are visible, which are required and which answers are invalid.
The view keeps the answers in memory, as they were entered; the window saves, undoes and submits.

The module is longer than most because visibility, focus and saving of the questions depend on each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_answers import Problem
from desktop_app.core.form_parts import HIDDEN, Section
from desktop_app.core.forms import Form
from desktop_app.ui.accessible import announce
from desktop_app.ui.theme import Role, Theme
from desktop_app.ui.typing_focus import is_no_shortcut
from desktop_app.ui.widgets.condition_words import ConditionWords
from desktop_app.ui.widgets.flow_layout import bare
from desktop_app.ui.widgets.form_order import (
    FormHints,
    FormKeys,
    Judge,
    PartList,
    ProblemMarks,
    key_text,
)
from desktop_app.ui.widgets.notes_area import BelowForm
from desktop_app.ui.widgets.parts import set_kind
from desktop_app.ui.widgets.pinned_title import PinnedTitle
from desktop_app.ui.widgets.question_view import (
    EDGE,
    OwnPart,
    QuestionLine,
    QuestionView,
    SectionView,
    paint_bar,
    plain_label,
)
from desktop_app.ui.widgets.scrolling import WIDEST, InSight, keep_calm

_NO_BUTTON = Qt.MouseButton.NoButton
# Maximum number of questions that should all be open; longer forms fold.
MOST_OPEN = 4


class _Page(QWidget):
    """The page with the questions, without a minimum height.

    Qt computes the minimum height for the narrowest page, where texts take the most lines. On a
    wider page it would leave hundreds of empty pixels below the last question.
    """

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 0)


class FormView(QWidget):
    """A form to be filled in.

    `folds`: whether only the current question is open; the others are lines with their answers
    `beside`: whether the options of a question are on the right of its text, in one row
    `rests`: whether another form of the page has the active question until this one gets the focus

    `edited`: a person changed an answer; the question, the answer before and after. A cleared
        choice is None, a cleared text "". It is not emitted for answers that the program sets.
    `submit_requested`: Ctrl+Enter was pressed
    `hint_answered`: a hint was answered; its key, and whether the answers are kept
    `question_shown`: the focus moves to a question, so the form has to be made visible; its key
    `completed`: the last question was answered; see `FormKeys`

    `keys`: the question that keys answer
    `hints`: what is asked about answers that seem to be wrong
    `problem_marks`: the problems that are shown
    `pinned_title`: the title of the active question while its options are scrolled
    """

    edited = Signal(str, object, object)
    submit_requested = Signal()
    hint_answered = Signal(str, bool)
    question_shown = Signal(str)
    completed = Signal()

    def __init__(
        self,
        form: Form,
        language: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        folds: bool = False,
        beside: bool = False,
        rests: bool = False,
    ) -> None:
        super().__init__(parent)
        self.form, self.language = form, language
        # Changed but never replaced, because `FormKeys` reads the same dictionary.
        self._answers: dict[str, Any] = {}
        self._parts = PartList()
        # Each section with the keys of its questions.
        self._sections: list[tuple[Section, SectionView, list[str]]] = []
        self._marks: dict[str, str] = {}
        # Lines of questions that are not asked yet, in a form that folds.
        self._not_asked: dict[str, QuestionLine] = {}
        self._condition_words = ConditionWords(form, language)
        self._numbered = True
        # See `least_width`.
        self._widest = 0
        self._put_away: frozenset[str] = frozenset()
        self.hints: FormHints
        self.sight: InSight
        self.keys: FormKeys

        self._page = _Page()
        self._theme, self._is_block = theme, False
        self._page.setObjectName("form_page")
        # Questions have margins of their own, so that the bar of the current one is at the edge.
        column = bare(QVBoxLayout(self._page), 0)
        if form.head.help is not None:
            head = plain_label(form.text(form.head.help, language), "secondary")
            head.setContentsMargins(theme.px(EDGE), theme.px(4), theme.px(EDGE), theme.px(4))
            column.addWidget(head)
        for part in form.parts:
            if isinstance(part, Section):
                section = SectionView(form, part, language, theme)
                self._sections.append((part, section, []))
                column.addWidget(section)
                continue
            view = QuestionView(form, part, language, theme, folds=folds, beside=beside)
            view.opened.connect(lambda key=part.key: self.keys.open_line(key))
            # Like a key. In a form that does not fold, each question has its options: the focus
            # stays at the click.
            after_click = (lambda key: self.keys.go_on(key)) if folds else self._show_after
            view.field.picked.connect(lambda key=part.key, go=after_click: go(key))
            view.changed.connect(lambda value, key=part.key: self._on_changed(key, value))
            view.refused.connect(lambda view=view: self.sight.show_refusal(view, view.problem))
            view.hint_answered.connect(lambda key, keep: self.hints.answer(key, keep))
            view.field.finished.connect(lambda key=part.key: self.keys.go_on(key))
            view.field.stepped.connect(lambda by, key=part.key: self.keys.step(key, by))
            self._parts.add(part.key, view)
            if folds and form.conditions(part.key):
                # Shown while the question is not asked, so that nobody is surprised by it.
                line = QuestionLine(view.text, theme, edge=EDGE)
                line.setEnabled(False)
                self._not_asked[part.key] = line
                column.addWidget(line)
            # A section ends where the next one begins.
            if self._sections:
                self._sections[-1][2].append(part.key)
            column.addWidget(view)
        column.addStretch(1)

        theme.changed.connect(self._forget_sizes)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        keep_calm(self.area)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._page)
        self._page.setAutoFillBackground(False)
        self.area.viewport().setAutoFillBackground(False)
        self.area.setAccessibleName(form.text(form.title, language))
        self._outer = outer = bare(QVBoxLayout(self), theme.px(12))
        outer.addWidget(self.area, 1)
        self.below = BelowForm(self, theme, self.tr("Notes on your answers"))
        self.below.changed.connect(self.order_tabs)
        outer.addLayout(self.below.column)
        self.notes, self.missing_line = self.below.notes, self.below.missing_line
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)
        self.sight = InSight(self.area, self._page, theme, self)
        self.keys = FormKeys(form, self._parts, self.sight, self._answers, self, resting=rests)
        # Also while the focus is in a text: nobody should answer a question out of sight.
        self.sight.kept = self.keys.active_part
        self.sight.answers_of = _answers_of
        self.pinned_title = PinnedTitle(self.area, theme, self.keys.active_part)
        self.sight.pinned_height = self.pinned_title.height_over
        self.keys.completed.connect(self.completed)
        self.keys.out_of_sight.connect(self._show_out_of_sight)
        self.hints = FormHints(form, language, self._parts, self.sight, self)
        self.hints.change_wanted.connect(self.focus_question)
        self.hints.answered.connect(self.hint_answered)
        self.problem_marks = ProblemMarks(self._parts, self.keys, self.below, self)
        self.problem_marks.next_wanted.connect(self.focus_question)
        self.recheck()

    def insert_part(self, part: OwnPart, *, after: str, mark: str = "") -> None:
        """Insert a protocol's own part, which a form cannot express.

        `after`: the key of the question or part above it; “”: it is the first one
        `mark`: text beside its number

        Raises KeyError if there is no question or part `after`.
        """
        column = self._page.layout()
        assert isinstance(column, QVBoxLayout)
        before = (self._parts.get(after) or self._parts.views[after]) if after else None
        first: QWidget = self._parts.all()[0]
        place = column.indexOf(first) if before is None else column.indexOf(before) + 1
        column.insertWidget(place, part)
        self._marks[part.key] = mark
        part.stepped.connect(lambda by: self.keys.step(part.key, by))
        part.finished.connect(lambda: self.keys.go_on(part.key))
        self._parts.insert(part, after)
        self.recheck()
        self.order_tabs()

    def set_mark(self, key: str, mark: str) -> None:
        """Set the text beside the number of a question, instead of “optional”."""
        self._marks[key] = mark
        self.recheck()

    def set_in_row(self, on: bool) -> None:
        """Put the footer beside the questions (`on`), for a form of one question, or below.

        If the footer has a method `set_brief`, this is called with `on`.
        """
        directions = QBoxLayout.Direction
        self._outer.setDirection(directions.LeftToRight if on else directions.TopToBottom)
        footer = self.below.footer
        if footer is not None:
            # The line above the footer separates it from the questions.
            set_kind(footer, "" if on else "line")
            set_brief: Callable[[bool], None] | None = getattr(footer, "set_brief", None)
            if set_brief is not None:
                set_brief(on)

    @property
    def is_in_row(self) -> bool:
        """Whether the footer is beside the questions."""
        return self._outer.direction() is QBoxLayout.Direction.LeftToRight

    def be_one_block(self, head: QWidget) -> None:
        """Show all questions together as the current part of the page, below a heading."""
        self.put_head(head)
        self._outer.setSpacing(0)
        self._is_block = True
        for view in self._parts.all():
            view.has_bar = False
            set_kind(view.title, "strong")

    def put_head(self, head: QWidget) -> None:
        """Put a widget above the first question, so that it scrolls with the questions."""
        column = self._page.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(0, head)

    def drop_numbers(self, dropped: bool = True) -> None:
        """Hide or show the numbers and marks of all questions.

        Panels hide them next to another form, and if there is little space.
        """
        if self._numbered is dropped:
            self._numbered = not dropped
            self.recheck()

    def put_away(self, keys: Collection[str]) -> None:
        """Hide these questions, even if the form shows them; the form determines all others."""
        if self._put_away != frozenset(keys):
            self._put_away = frozenset(keys)
            self.recheck()

    def set_judge(self, missing: Judge) -> None:
        """Set the function that finds problems, for a panel with rules that no form can express."""
        self.keys.missing = missing
        # The panel requires answers that the form does not.
        self.keys.skips_texts = True

    def take_answer(self, key: str, value: Any) -> None:
        """Set the answer of a protocol's own part, which displays it itself; emit no signal."""
        self.sight.looked_at = None
        self._answers[key] = value
        self.recheck()
        self.sight.go_on_here()

    def order_tabs(self) -> None:
        """Set the tab order of questions and inserted parts."""
        self._parts.set_tab_order(self.below.widgets())
        self._parts.set_last(self.missing_line.next_button)

    def stops(self) -> list[QWidget]:
        """Return the tab stops of all questions, including invisible ones."""
        return list(self._parts.stops())

    def answers(self) -> dict[str, Any]:
        """Return the answers as they were entered, including those to invisible questions."""
        return dict(self._answers)

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        """Show other answers, such as those of another item; emit no signal."""
        aside = answers.get(HIDDEN)
        hidden = dict(aside) if isinstance(aside, Mapping) else {}
        # Cleared instead of replaced, because `FormKeys` reads the same dictionary.
        self._answers.clear()
        self._answers |= {name: value for name, value in answers.items() if name != HIDDEN}
        for key in self._parts.views:
            # Answers to invisible questions are stored apart; here they are answers like any other.
            if key in hidden:
                value = hidden.pop(key)
                self._answers.setdefault(key, value)
        if hidden:
            self._answers[HIDDEN] = hidden
        self.problem_marks.show([])
        self.below.fold_note()
        self.keys.forget()
        for key, view in self._parts.views.items():
            for name in view.hint_boxes():
                view.drop_hint(name)
            view.set_value(self._answers.get(key))
        self.area.verticalScrollBar().setValue(0)
        self.recheck()

    def set_answer(self, question: str, value: Any) -> None:
        """Show another answer to one question, as undo does; emit no signal, keep the focus."""
        self.keys.forget_number()
        self._answers[question] = value
        if question in self._parts.views:
            self._parts.views[question].change_value(value)
        self.recheck()

    def question_view(self, key: str) -> QuestionView:
        """Return the view of a question. Raise KeyError if there is none."""
        return self._parts.views[key]

    def visible_questions(self) -> list[str]:
        """Return the keys of the visible questions and parts, in reading order."""
        return self._parts.visible()

    def least_width(self) -> int:
        """Return the width in pixels for the widest question or part, and the scroll bar.

        Hidden and closed questions count, and those that were wider before, so that an answer does
        not change the width. Of a very wide question, only `WIDEST` pixels count.
        """
        parts = [one.minimumSizeHint().width() for one in self._parts.all()]
        opened = [one.open_width() for one in self._parts.views.values()]
        lines = [one.minimumSizeHint().width() for one in self._not_asked.values()]
        self._widest = max(self._widest, *parts, *opened, *lines, 0)
        bar = self.area.verticalScrollBar().sizeHint().width()
        return min(self._widest, WIDEST) + bar

    def _forget_sizes(self) -> None:
        """Let hidden questions be measured again with another text size.

        Qt keeps the sizes of layouts that are hidden. The panes would get other widths when their
        questions are shown.
        """
        self._widest = 0
        for layout in self._page.findChildren(QLayout):
            layout.invalidate()

    def focus_question(self, key: str) -> None:
        """Put the focus on a question or part and scroll to it, if it is visible."""
        self.question_shown.emit(key)
        part = self._parts.get(key)
        if part is None or part.isHidden():
            return
        self.keys.open(key)
        (part if isinstance(part, OwnPart) else part.field).take_focus()
        self.sight.show_whole(part)

    def focus_first(self) -> None:
        """Put the focus on the first visible question."""
        asked = self._parts.asked()
        if asked:
            self.focus_question(asked[0])

    def await_keys(self) -> None:
        """Put the focus on the first open question, without highlighting an option."""
        start = self.keys.start()
        if start in self._parts.views:
            self.keys.open_line(start)
        elif start is not None:
            self.focus_question(start)

    def go_on(self) -> None:
        """Go from the active question to the next one without an answer."""
        active = self.active_question()
        if active is not None:
            self.keys.go_on(active)
            self.focus_question(self.keys.active)

    def focused_question(self) -> str | None:
        """Return the key of the focused question; None if there is none."""
        return self._parts.focused()

    def active_question(self) -> str | None:
        """Return the key of the marked question, which keys answer; None if there is none."""
        return self.keys.active_question()

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show these problems, and put the focus on the question of the first one."""
        self.problem_marks.show(problems)
        shown = self.problem_marks.shown
        if not shown:
            return
        first = shown[0]
        self.focus_question(first.question)
        if first.question in self._parts.views:
            self._parts.views[first.question].field.point_out()
        part = self._parts.get(first.question)
        assert part is not None
        # The focus is often there already, so that a screen reader would say nothing.
        wrong = "" if first.kind == "unanswered" else part.accessibleDescription()
        announce("problems", ". ".join(filter(None, (self.missing_line.counts(shown), wrong))))

    def problems(self) -> list[Problem]:
        """Return the problems of `show_problems`, without those that were fixed since."""
        return list(self.problem_marks.shown) if self.problem_marks.are_reported else []

    def show_question(self, key: str) -> None:
        """Scroll to a question without moving the focus."""
        part = self._parts.get(key)
        if part is not None and not part.isHidden():
            self.sight.look_at(part)

    def _show_after(self, key: str) -> None:
        """Scroll to the next question without an answer, unless all of it is visible."""
        following = self.keys.next_blank(key)
        if following is not None:
            self.show_question(following)

    def press_code_key(self, text: str) -> bool:
        """Choose the option of a key; return whether the key chooses one now.

        Do not call this for keys that are typed into a text field.
        """
        return self.keys.press(text)

    def set_enabled_for_editing(self, enabled: bool) -> None:
        """Make the answers editable or read-only."""
        self.keys.editable = enabled
        for view in self._parts.views.values():
            view.field.set_editable(enabled)
        for part in self._parts.own.values():
            part.set_editable(enabled)
        self.keys.mark_active()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_block:
            with QPainter(self) as painter:
                paint_bar(painter, self, self.area.geometry(), self._theme, Role.ACCENT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Shift and the keypad do not change which key was meant.
        plain = event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.submit_requested.emit()
        # While someone types a text, letters and digits belong to the text.
        elif plain or is_no_shortcut(event) or not self.press_code_key(key_text(event)):
            super().keyPressEvent(event)

    def _on_changed(self, key: str, value: Any) -> None:
        """Store an answer that a person has changed, and emit the edit."""
        self.keys.forget_number()
        before = self._answers.get(key)
        # The types are compared, too: True == 1 in Python, but they are different answers.
        if before == value and type(before) is type(value):
            return
        self._answers[key] = value
        self.sight.forget()
        self._leave_hidden(key)
        self.recheck()
        self.sight.go_on_here()
        self.edited.emit(key, before, value)

    def _leave_hidden(self, answered: str) -> None:
        """Put the focus on the answered question if the one with the focus is no longer asked.

        Otherwise Qt would choose another widget, such as *Flag*.
        """
        focused = self._parts.focused()
        # Not for the question itself, in which somebody types.
        if focused in (None, answered) or focused in self._parts.own:
            return
        if focused not in self.form.visible(self._answers):
            self.keys.open(answered)
            self._parts.views[answered].field.await_keys()

    def recheck(self) -> None:
        """Update visible questions, marks, hints and problems from the answers.

        Call this after showing or hiding a protocol's own part, or changing its answer.
        """
        # Each of these reads all answers once. Calling them per question would make typing slow.
        visible = set(self.form.visible(self._answers)) - self._put_away
        parts = self.form.visible_parts(self._answers)
        required = self.form.required(self._answers)
        # In a form without required questions, every question would have the mark “optional”.
        number, numbers = 0, dict[str, int]()
        for key in self._parts.order:
            part = self._parts.own.get(key)
            if part is not None:
                if not part.isHidden():
                    number += part.counts
                    shows = self._numbered and part.counts
                    part.set_place(number if shows else 0, self._marks[key])
                continue
            view = self._parts.views[key]
            view.setVisible(key in visible)
            numbers[key] = number + 1
            if key in self._not_asked:
                line = self._not_asked[key]
                line.setVisible(key not in visible and key not in self._put_away)
                if not line.isHidden():
                    number += 1
                    condition = self._condition_words.of(key, numbers)
                    line.show_answer(str(number), "", condition, is_missing=False)
            if key in visible:
                number += 1
                optional = self.tr("optional") if self.form.can_require else ""
                if getattr(self.form.question(key), "empty", "") == "answer":
                    # People should know that leaving the question alone says something.
                    optional = self.tr("any or none")
                # If most answers are required, only the others need a mark.
                mark = self._marks.get(key, "" if key in required else optional)
                view.set_place(number if self._numbered else 0, mark)
        for section, widget, keys in self._sections:
            widget.setVisible(
                any(part is section for part in parts)
                and (section.title is not None or section.text is not None)
                and not (keys and self._put_away.issuperset(keys))
            )
        self.hints.drop_outdated(self._answers)
        self.keys.mark_active()
        self.pinned_title.fit_soon()
        self.sight.fit_width()
        self.problem_marks.drop_fixed(self._answers)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.below.fit()

    def _show_out_of_sight(self, key: str) -> None:
        """Show a question for which a key was pressed while it was out of sight."""
        self.question_shown.emit(key)
        self.keys.open_line(key)

    def _on_focus_changed(self, before: QObject | None, now: QObject | None) -> None:
        """Make the question with the focus the active one, and scroll to it."""
        left = self._parts.around(before)
        view = self._parts.views.get(left or "")
        is_left = now is not None and self._parts.around(now) != left
        # What keys choose cannot be invalid, and parts of protocols mark their own answers.
        if is_left and view is not None and not view.field.has_keys:
            self.problem_marks.show_invalid(view.question.key, self._answers)
        inside = isinstance(now, QWidget) and self._page.isAncestorOf(now)
        self.sight.forget()
        # Of several forms on a page, keys answer the one that had the focus last.
        focused = _form_around(now)
        if focused is not None and self.isVisible():
            self.keys.resting = focused is not self
        if inside:
            self.keys.is_complete = False
            self.keys.active = self._parts.focused() or self.keys.active
        self.keys.note_focus()
        self.keys.mark_active()
        self.pinned_title.fit_soon()
        self.sight.follows = False
        if not isinstance(now, QWidget) or QApplication.mouseButtons() != _NO_BUTTON:
            # During a click, scrolling would move the clicked widget away from the mouse.
            return
        if inside:
            self.sight.follows = True
            for shown in self._parts.all():
                if shown.isAncestorOf(now):
                    self.sight.show_whole(shown)
        elif self.notes.isAncestorOf(now):
            self.notes.ensureWidgetVisible(now, 0, 0)


def _form_around(widget: QObject | None) -> FormView | None:
    """Return the form that contains a widget; None if there is none."""
    while widget is not None and not isinstance(widget, FormView):
        widget = widget.parent()
    return widget


def _answers_of(part: QWidget) -> list[tuple[QWidget, int]]:
    """Return what takes the answer of a question or part; see `InSight.answers_of`."""
    if isinstance(part, QuestionView):
        return [(part.field, part.field.options_height())]
    widgets = part.answer_widgets() if isinstance(part, OwnPart) else ()
    return [(widget, widget.height()) for widget in widgets]
