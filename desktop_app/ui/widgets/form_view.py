"""View of a form that collects its answers.

`core.forms` decides which questions are visible, which are required and which answers are invalid.
The view keeps answers as they were entered, in memory; saving, undo and submitting are up to the
window.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.form_answers import Code, Problem
from desktop_app.core.form_parts import HIDDEN, Hint, Section
from desktop_app.core.forms import Form, KeyTarget
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.calm_scroll_bar import keep_calm
from desktop_app.ui.widgets.in_sight import InSight
from desktop_app.ui.widgets.notes_area import MissingLine, NotesArea
from desktop_app.ui.widgets.question_view import (
    OwnPart,
    QuestionView,
    SectionView,
    plain_label,
)

Judge = Callable[[Mapping[str, Any]], Sequence[Problem]]
# Heights in pixels at 100 % text: what is always left for questions, and the least for notes.
_QUESTION, _NOTE = 150, 60
# Largest share of the height that notes take.
_SHARE = 0.4
# Largest minimum width in pixels at any text size; a longer word has to be scrolled sideways.
_WIDEST = 480
_NO_BUTTON = Qt.MouseButton.NoButton


class _Page(QWidget):
    """The scrolling page; as tall as its questions are at its width.

    Qt's minimum height is that of the narrowest page, where texts wrap most. At any other width it
    would leave hundreds of empty pixels below the last question.
    """

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 0)


class FormView(QWidget):
    """A form to be filled in.

    `edited`: a person changed an answer; the question, the answer before and after. A cleared
        choice is None, a cleared text "". It is not emitted for what the program sets.
    `submit_requested`: Ctrl+Enter was pressed
    `hint_answered`: a hint was answered; its key, and whether the answers are kept
    `led`: the focus moves to this question, so the form has to be visible
    """

    edited = Signal(str, object, object)
    submit_requested = Signal()
    hint_answered = Signal(str, bool)
    led = Signal(str)

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.form, self._language, self._theme = form, language, theme
        self._answers: dict[str, Any] = {}
        self._problems: list[Problem] = []
        self._editable = True
        # The question that keys answer; "" means the first one without an answer.
        self._active = ""
        # The question that was scrolled to without the focus, until an answer or the focus changes.
        self._looked_at = ""
        self._views: dict[str, QuestionView] = {}
        self._sections: list[tuple[Section, SectionView]] = []
        self._own: dict[str, OwnPart] = {}
        self._marks: dict[str, str] = {}
        self._numbered = self._lists = True
        self._put_away: frozenset[str] = frozenset()
        # Widgets between the form and the footer.
        self._aside: list[QWidget] = []
        self._missing: Judge = form.missing

        self._page = _Page()
        self._page.setObjectName("form_page")
        column = QVBoxLayout(self._page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(16))
        if form.head.help is not None:
            column.addWidget(plain_label(form.text(form.head.help, language), "secondary"))
        for part in form.parts:
            if isinstance(part, Section):
                section = SectionView(form, part, language, theme)
                self._sections.append((part, section))
                column.addWidget(section)
                continue
            view = QuestionView(form, part, language, theme)
            view.changed.connect(lambda value, key=part.key: self._on_changed(key, value))
            view.refused.connect(lambda view=view: self._on_refused(view))
            view.hint_answered.connect(self._on_hint_answered)
            view.field.finished.connect(lambda key=part.key: self._go_on(key))
            self._views[part.key] = view
            column.addWidget(view)
        column.addStretch(1)

        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        keep_calm(self.area)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._page)
        self._page.setAutoFillBackground(False)
        self.area.viewport().setAutoFillBackground(False)
        self.area.setAccessibleName(form.text(form.title, language))
        self.missing_line = MissingLine(theme)
        self.missing_line.next_button.clicked.connect(self._to_next_problem)
        self.notes = NotesArea(theme, self.tr("Notes on your answers"))
        self.notes.column.addWidget(self.missing_line)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.setSpacing(theme.px(12))
        self._outer.addWidget(self.area, 1)
        # What is below the scroll area is aligned with its content, without the scroll bar.
        self._below = QVBoxLayout()
        self._below.setContentsMargins(0, 0, self.area.verticalScrollBar().sizeHint().width(), 0)
        self._below.setSpacing(theme.px(12))
        self._below.addWidget(self.notes)
        self._outer.addLayout(self._below)
        self._footer: QWidget | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)
        # Positions and sizes are final only when all layout events have been handled. So all that
        # depends on them runs in timers of 0 ms.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        theme.changed.connect(self._fit)
        self._sharing = QTimer(self, singleShot=True, interval=0)
        self._sharing.timeout.connect(self._fit_notes)
        theme.changed.connect(self._sharing.start)
        self._page.installEventFilter(self)
        self.area.viewport().installEventFilter(self)
        self._keeping = QTimer(self, singleShot=True, interval=0)
        self._keeping.timeout.connect(self._keep_in_sight)
        self._telling = QTimer(self, singleShot=True, interval=0)
        self._telling.timeout.connect(self._show_refusal)
        # The question that rejected input last, while its message has to stay visible.
        self._refusing: QuestionView | None = None
        self._sight = InSight(self.area, self._page, theme, self)
        self.notes.asked.connect(self._fit_notes)
        self._reading_order = list(self._views)
        self._refresh()

    @property
    def language(self) -> str:
        """The language of the form's texts."""
        return self._language

    def insert_part(self, part: OwnPart, *, after: str, mark: str = "") -> None:
        """Insert a protocol's own part, which no form can express.

        `after`: the key of the question or part it is placed below; KeyError if there is none
        `mark`: shown beside its number
        """
        before: QWidget = self._own[after] if after in self._own else self._views[after]
        column = self._page.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(column.indexOf(before) + 1, part)
        self._own[part.key], self._marks[part.key] = part, mark
        self._reading_order.insert(self._reading_order.index(after) + 1, part.key)
        self._refresh()
        self.order_tabs()

    def drop_numbers(self, dropped: bool = True) -> None:
        """Hide or show the numbers and marks of questions.

        They are hidden beside another form, or if space is scarce.
        """
        if self._numbered is dropped:
            self._numbered = not dropped
            self._refresh()

    def put_away(self, keys: Collection[str]) -> None:
        """Hide these questions, whatever the conditions of the form; all others may be visible."""
        if self._put_away != frozenset(keys):
            self._put_away = frozenset(keys)
            self._refresh()

    def set_judge(self, missing: Judge) -> None:
        """Set the function that finds problems, for a panel that knows more than the form."""
        self._missing = missing

    def list_problems(self, on: bool) -> None:
        """List problems below the form, or show them only beside each answer."""
        self._lists = on
        self._tell_problems()

    def recheck(self) -> None:
        """Update the visible problems, after the answer of a protocol's own part changed."""
        self._refresh()

    def take_answer(self, key: str, value: Any) -> None:
        """Set the answer of a protocol's own part, which shows it itself; emit no signal."""
        self._looked_at = ""
        self._answers[key] = value
        self._refresh()
        self._sight.go_on_here()

    def order_tabs(self) -> None:
        """Set the tab order of questions and inserted parts."""
        # Qt's own order is right as long as no part was inserted.
        if self._own:
            stops: list[QWidget] = []
            for key in self._reading_order:
                part = self._own.get(key)
                stops += _stops(self._views[key]) if part is None else part.stops()
            for widget in [*self._aside, *([self._footer] if self._footer else [])]:
                stops += _stops(widget)
            for before, after in pairwise(stops):
                QWidget.setTabOrder(before, after)
        self._order_tabs()

    def first_stop(self) -> QWidget | None:
        """Return the first tab stop, as if all questions were visible."""
        for key in self._reading_order:
            part = self._own.get(key)
            for stop in _stops(self._views[key]) if part is None else part.stops():
                return stop
        return None

    def _is_put_away(self, section: Section) -> bool:
        """Return whether a section has questions, all of which are put away."""
        # The parts of a form are a flat list: a section ends where the next one begins.
        parts = list(self.form.parts)
        keys: list[str] = []
        for part in parts[next(n for n, one in enumerate(parts) if one is section) + 1 :]:
            if isinstance(part, Section):
                break
            keys.append(part.key)
        return bool(keys) and self._put_away.issuperset(keys)

    def _part(self, key: str) -> QuestionView | OwnPart | None:
        """Return the question view or the inserted part with this key, None if there is none."""
        return self._own.get(key) or self._views.get(key)

    def answers(self) -> dict[str, Any]:
        """Return the answers as they were entered, including those to invisible questions."""
        return dict(self._answers)

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        """Show other answers, such as those of another item; emit no signal."""
        aside = answers.get(HIDDEN)
        hidden = dict(aside) if isinstance(aside, Mapping) else {}
        self._answers = {name: value for name, value in answers.items() if name != HIDDEN}
        for key in self._views:
            # Stored apart because the question was invisible; here it is an answer like any other.
            if key in hidden:
                value = hidden.pop(key)
                self._answers.setdefault(key, value)
        if hidden:
            self._answers[HIDDEN] = hidden
        self._clear_problems()
        self._active = ""
        for key, view in self._views.items():
            for name in view.hint_boxes():
                view.drop_hint(name)
            view.set_value(self._answers.get(key))
        self.area.verticalScrollBar().setValue(0)
        self._refresh()

    def set_answer(self, question: str, value: Any) -> None:
        """Show another answer to one question, as undo does; emit no signal, keep the focus."""
        self._answers[question] = value
        if question in self._views:
            self._views[question].change_value(value)
        self._refresh()

    def question_view(self, key: str) -> QuestionView:
        """Return the view of a question. Raise KeyError if there is none."""
        return self._views[key]

    def visible_questions(self) -> list[str]:
        """Return the keys of the visible questions and parts, in reading order."""
        return [
            key
            for key in self._reading_order
            if (part := self._part(key)) is not None and not part.isHidden()
        ]

    def show_beginning(self) -> None:
        """Scroll to the first visible question."""
        self._looked_at = ""
        self._sight.let_go()
        self.area.verticalScrollBar().setValue(0)

    def missing_height(self) -> int:
        """Return the pixels by which the questions are taller than the scroll area.

        A negative number is the free space.
        """
        room = self.area.viewport().size()
        layout = self._page.layout()
        assert layout is not None
        layout.activate()
        return layout.totalHeightForWidth(room.width()) - room.height()

    def least_width(self) -> int:
        """Return the width in pixels that the widest question needs, even if it is put away."""
        widest = max((one.minimumSizeHint().width() for one in self._views.values()), default=0)
        bar = self.area.verticalScrollBar().sizeHint().width()
        return min(widest, _WIDEST) + bar

    def focus_question(self, key: str) -> None:
        """Put the focus on a question and scroll to it."""
        self.led.emit(key)
        part = self._part(key)
        if part is None or part.isHidden():
            return
        self._active = key
        if isinstance(part, OwnPart):
            part.take_focus()
            self._sight.show_whole(part)
        else:
            part.field.take_focus()
            self._sight.show_whole(part)

    def await_keys(self) -> None:
        """Put the focus on the first visible question, without highlighting an option."""
        visible = self.visible_questions()
        if not visible:
            return
        if visible[0] in self._views:
            self._views[visible[0]].field.await_keys()
            self._sight.show_whole(self._views[visible[0]])
        else:
            self.focus_question(visible[0])

    def focused_question(self) -> str | None:
        """Return the question that has the focus, None if none has."""
        focus = QApplication.focusWidget()
        if focus is not None:
            for key in self._reading_order:
                part = self._part(key)
                if part is not None and part.isAncestorOf(focus):
                    return key
        return None

    def active_question(self) -> str | None:
        """Return the question that keys answer, which is marked in the form.

        It is the one in focus, else the last active one, else the first without an answer.
        """
        visible = self.visible_questions()
        for key in (self.focused_question(), self._active):
            if key in visible:
                return key
        open_ = (key for key in visible if key in self._views and self._is_blank(key))
        return next(open_, next(iter(visible), None))

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show all problems, and put the focus on the question of the first one."""
        self._problems = [one for one in problems if self._part(one.question) is not None]
        self._tell_problems()
        if self._problems:
            self.focus_question(self._problems[0].question)

    def problems(self) -> list[Problem]:
        """Return the visible problems that are not fixed yet."""
        return list(self._problems)

    def ask_hint(self, hint: Hint) -> None:
        """Ask below a question whether answers are as intended; see `hint_answered`."""
        shown = [key for key in hint.questions if key in self.visible_questions()]
        if not shown:
            return
        # Below the last of its questions. Only the first of several hints takes the focus.
        view = self._views[max(shown, key=list(self._views).index)]
        first = not any(one.hint_boxes() for one in self._views.values())
        box = view.ask(hint, self.form.text(hint.message, self._language))
        if first:
            box.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._sight.show_whole(view)
        # Again when the box has been laid out.
        self._keeping.start()

    def asked_hints(self) -> list[str]:
        """Return the keys of the hints that have no answer yet."""
        return [key for view in self._views.values() for key in view.hint_boxes()]

    def show_question(self, key: str) -> None:
        """Scroll to a question without moving the focus."""
        part = self._part(key)
        if part is not None and not part.isHidden():
            self._fit()
            self._sight.show_whole(part)
            # Again when it has been laid out. Until then, following the focus must not scroll away.
            self._looked_at = key
            self._sight.follows = False
            self._keeping.start()

    def press_code_key(self, text: str) -> bool:
        """Handle a key of the form; return whether it is one.

        Not to be called for keys that are typed into a text field.
        """
        if not self._editable or len(text) != 1:
            return False
        target = self._keys().get(text.upper())
        if target is None:
            return False
        view = self._views[target.question]
        if not view.field.press(target.code):
            return False
        if view.field.takes_several:
            # The next key may choose another option of the same question.
            self._activate(target.question)
        else:
            self._go_on(target.question)
        return True

    def set_enabled_for_editing(self, enabled: bool) -> None:
        """Make the answers editable or read-only."""
        self._editable = enabled
        for view in self._views.values():
            view.field.set_editable(enabled)
        for part in self._own.values():
            part.set_editable(enabled)
        self._mark_active()

    def set_footer(self, widget: QWidget | None) -> None:
        """Put a widget below the form, where it is always visible; None removes it."""
        if self._footer is not None:
            self._below.removeWidget(self._footer)
            self._footer.setParent(None)
        self._footer = widget
        if widget is not None:
            self._below.addWidget(widget)
        self._fit_notes()
        self.order_tabs()

    def set_notes(self, widget: QWidget) -> None:
        """Put notes that should be read before submitting above the footer; long notes scroll."""
        self.notes.column.insertWidget(0, widget)
        self._fit_notes()

    def add_below(self, widget: QWidget) -> None:
        """Put a widget between the form and the footer.

        If it has a method `fit`, that is called with the pixels available.
        """
        self._below.insertWidget(self._below.indexOf(self.notes) + 1, widget)
        self._aside.append(widget)
        self._fit_notes()
        self.order_tabs()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.submit_requested.emit()
        # A key of the form must not be taken from someone who types a text.
        elif plain or is_typing() or not self.press_code_key(event.text()):
            super().keyPressEvent(event)

    def _keys(self) -> dict[str, KeyTarget]:
        """Return what each key chooses now."""
        if not self._editable:
            return {}
        shown = [key for key in self.visible_questions() if key in self._views]
        return self.form.key_map(self.active_question(), shown)

    def _mark_active(self) -> None:
        """Mark the question that keys answer, and show only keys that have an effect."""
        active, codes = self.active_question(), dict[str, list[Code]]()
        for target in self._keys().values():
            codes.setdefault(target.question, []).append(target.code)
        for key, view in self._views.items():
            view.set_current(key == active)
            view.field.show_keys(codes.get(key, ()))
        for key, part in self._own.items():
            part.set_current(key == active)

    def _activate(self, key: str) -> None:
        """Let keys answer a question, and scroll to it.

        The focus follows if it is in the form, or if the answer has to be typed. Someone who reads
        a text beside the form keeps the focus there.
        """
        view = self._views[key]
        focus = QApplication.focusWidget()
        inside = focus is not None and self._page.isAncestorOf(focus)
        there = focus is not None and view.isAncestorOf(focus)
        if not there and (inside or not view.field.has_keys):
            view.field.await_keys()
        self._active = key
        self._mark_active()
        self._sight.show_whole(view)

    def _go_on(self, key: str) -> None:
        """Go from an answered question to the next one without an answer; stay if there is none.

        A protocol's own part is not skipped.
        """
        missing = {one.question for one in self._missing(self._answers)}
        order, place = self.visible_questions(), self._reading_order.index(key)
        after = [one for one in order if self._reading_order.index(one) > place]
        # After the last question, start again at the first, for those that were skipped.
        for one in [*after, *(order if not self._own else ())]:
            view = self._views.get(one)
            if view is None:
                break
            # An optional text field would swallow the keys of someone who corrects an answer.
            asks = view.field.has_keys or one in missing
            if one != key and asks and self._is_blank(one):
                self._activate(one)
                return
        self._activate(key)

    def _is_blank(self, key: str) -> bool:
        """Return whether a question has no answer; False and 0 are answers."""
        return self._answers.get(key) in (None, "", [], ())

    def _on_changed(self, key: str, value: Any) -> None:
        """Store an answer that a person changed, and emit the edit."""
        before = self._answers.get(key)
        # The types are compared, too: True == 1 in Python, but they are different answers.
        if before == value and type(before) is type(value):
            return
        self._answers[key] = value
        self._looked_at = ""
        self._refusing = None
        self._refresh()
        self._sight.go_on_here()
        self.edited.emit(key, before, value)

    def _on_refused(self, view: QuestionView) -> None:
        """Keep the message of a question visible that has rejected input."""
        self._refusing = view
        self._show_refusal()
        # Again when the message has been laid out.
        self._telling.start()

    def _show_refusal(self) -> None:
        """Scroll to the message about rejected input, which is lost."""
        if self._refusing is not None and not self._refusing.problem.isHidden():
            self._sight.show_whole(self._refusing)
            self._sight.show_just(self._refusing.problem)

    def _on_hint_answered(self, key: str, keep: bool) -> None:
        """Remove a hint; go to its first question if the answers should be changed."""
        for view in self._views.values():
            box = view.hint_boxes().get(key)
            if box is None:
                continue
            hint = box.hint
            view.drop_hint(key)
            if not keep:
                self.focus_question(next(iter(hint.questions), view.question.key))
        self.hint_answered.emit(key, keep)

    def _refresh(self) -> None:
        """Update visible questions, marks, hints and problems from the answers."""
        visible = set(self.form.visible(self._answers)) - self._put_away
        parts = self.form.visible_parts(self._answers)
        # In a form without required questions, “optional” would be said everywhere.
        marked = any(q.required or q.required_if is not None for q in self.form.questions)
        number = 0
        for key in self._reading_order:
            part = self._own.get(key)
            if part is not None:
                if not part.isHidden():
                    number += part.counts
                    shows = self._numbered and part.counts
                    part.set_place(number if shows else 0, self._marks[key])
                continue
            view = self._views[key]
            view.setVisible(key in visible)
            if key in visible:
                number += 1
                required = self.form.is_required(key, self._answers)
                mark = self.tr("required") if required else self.tr("optional") if marked else ""
                view.set_place(number if self._numbered else 0, mark)
        for section, widget in self._sections:
            widget.setVisible(
                any(part is section for part in parts)
                and (section.title is not None or section.text is not None)
                and not self._is_put_away(section)
            )
        # A hint disappears when the answers no longer give a reason for it.
        due = {hint.key for hint in self.form.hints(self._answers)}
        for view in self._views.values():
            for name in view.hint_boxes():
                if name not in due:
                    view.drop_hint(name)
        self._mark_active()
        self._fit()
        if self._problems:
            # Only problems that were reported already: no new ones while someone types.
            asked = {one.question for one in self._problems}
            self._problems = [one for one in self._missing(self._answers) if one.question in asked]
            self._tell_problems()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            # A question was shown or hidden, or the text size changed.
            self._fitting.start()
        if watched is self._page and event.type() == QEvent.Type.Resize and self._looked_at:
            # The question scrolled to may have grown.
            self._keeping.start()
        if watched is self._page and event.type() == QEvent.Type.Resize and self._refusing:
            self._telling.start()
        if watched is self._page and event.type() == QEvent.Type.Resize:
            self._sight.page_grew()
        if watched is self.area.viewport() and event.type() == QEvent.Type.Resize:
            self._keeping.start()
        if watched is self.area.viewport() and event.type() == QEvent.Type.Wheel:
            self._sight.let_go()
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_notes()

    def _fit_notes(self) -> None:
        """Limit the height of the notes to what one question leaves free, and to `_SHARE`."""
        footer = self._footer.sizeHint().height() if self._footer is not None else 0
        left = self.height() - footer - 2 * self._outer.spacing() - self._theme.px(_QUESTION)
        self.notes.fit(max(self._theme.px(_NOTE), min(left, round(self.height() * _SHARE))))
        for widget in self._aside:
            fit: Callable[[int], None] | None = getattr(widget, "fit", None)
            if fit is not None:
                fit(left)

    def _keep_in_sight(self) -> None:
        """Keep the current question visible after the space changed, completely if it fits."""
        key = self._looked_at or self.focused_question()
        part = self._part(key) if key is not None else None
        if part is not None:
            self._sight.show_whole(part)

    def _fit(self) -> None:
        """Set the minimum width to that of the widest row of options, at most `_WIDEST`."""
        bar = self.area.verticalScrollBar().sizeHint().width()
        self.area.setMinimumWidth(min(self._page.minimumSizeHint().width(), _WIDEST) + bar)

    def _clear_problems(self) -> None:
        """Remove all problems."""
        self._problems = []
        self._tell_problems()

    def _tell_problems(self) -> None:
        """Show the problems beside their questions, and in the line below the form."""
        sentences = {one.question: self._sentence(one) for one in self._problems}
        for key, view in self._views.items():
            view.set_problem(sentences.get(key, ""))
        for key, part in self._own.items():
            part.set_problem(sentences.get(key, ""))
        shown = self._problems if self._lists else []
        self.missing_line.show_problems(shown)
        self._fit_notes()
        self._order_tabs()

    def _to_next_problem(self) -> None:
        """Go to the first question with a problem, or from one with a problem to the next."""
        keys = [one.question for one in self._problems]
        place = keys.index(self._active) + 1 if self._active in keys else 0
        if keys:
            self.focus_question(keys[place % len(keys)])

    def _order_tabs(self) -> None:
        """Set the tab order from the last visible question to the line with the problems."""
        shown = [part for key in self.visible_questions() if (part := self._part(key))]
        stops = [part.last_stop() for part in shown][-1:]
        stops.append(self.missing_line.next_button)
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _sentence(self, problem: Problem) -> str:
        """Return a sentence that says how to fix a problem."""
        if problem.question in self._own:
            return self._own[problem.question].sentence(problem)
        return self._views[problem.question].field.sentence(problem)

    def _on_focus_changed(self, _before: QObject | None, now: QObject | None) -> None:
        """Make the question in focus the active one, and scroll to what has the focus."""
        inside = isinstance(now, QWidget) and self._page.isAncestorOf(now)
        self._looked_at = ""
        self._refusing = None
        if inside:
            self._active = self.focused_question() or self._active
        self._mark_active()
        self._sight.follows = False
        if not isinstance(now, QWidget) or QApplication.mouseButtons() != _NO_BUTTON:
            # Scrolling would move what is being clicked away from the mouse.
            return
        if inside:
            self._sight.follows = True
            for shown in [*self._views.values(), *self._own.values()]:
                if shown.isAncestorOf(now):
                    self._sight.show_whole(shown)
        elif self.notes.isAncestorOf(now):
            self.notes.ensureWidgetVisible(now, 0, 0)


def _stops(widget: QWidget) -> list[QWidget]:
    """Return the tab stops of a widget: from its `stops`, else in the order of creation."""
    stops: Callable[[], list[QWidget]] | None = getattr(widget, "stops", None)
    if stops is not None:
        return stops()
    found: list[QWidget] = []
    for stop in widget.findChildren(QWidget):
        # All options of a choice are included: any of them may become its one tab stop.
        if stop.focusPolicy() != Qt.FocusPolicy.NoFocus and stop.focusProxy() is None:
            # For a focus proxy, its owner is returned: Qt then moves both in the tab order.
            owner = stop.parentWidget()
            found.append(owner if owner is not None and owner.focusProxy() is stop else stop)
    return found


def is_typing() -> bool:
    """Return whether the focus is in an editable text or number field."""
    focus = QApplication.focusWidget()
    if isinstance(focus, QLineEdit | QPlainTextEdit | QTextEdit):
        return not focus.isReadOnly()
    return isinstance(focus, QAbstractSpinBox)
