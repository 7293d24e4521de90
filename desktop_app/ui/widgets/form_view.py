"""Shows a form and collects its answers.

It draws whatever `core.forms` says: which questions show, which are required, what is wrong. It
keeps answers as they were given, in memory; saving, undoing and submitting are the frame's.
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
from desktop_app.core.form_parts import HIDDEN, ChoiceQuestion, Hint, MultipleChoice, Section
from desktop_app.core.forms import Form, KeyTarget
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.calm_scroll_bar import keep_calm
from desktop_app.ui.widgets.form_sentences import sentence_of
from desktop_app.ui.widgets.in_sight import InSight
from desktop_app.ui.widgets.notes_area import MissingLine, NotesArea
from desktop_app.ui.widgets.question_view import (
    OwnPart,
    QuestionView,
    SectionView,
    plain_label,
)

Judge = Callable[[Mapping[str, Any]], Sequence[Problem]]
_QUESTION, _NOTE = 150, 60  # pixels at 100 % text: kept for questions; of notes at least
_SHARE = 0.4  # of the height that notes take at most
_WIDEST = 480  # pixels, however large the text: beyond, a word without end is scrolled sideways
_NO_BUTTON = Qt.MouseButton.NoButton


class _Page(QWidget):
    """What scrolls: as tall as its questions are at its width.

    Qt's least height is that of the narrowest page, on which texts wrap most: at any other width it
    would leave hundreds of pixels of nothing below the last question.
    """

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 0)


class FormView(QWidget):
    """A form to be filled in.

    `edited` is sent for every change a person makes, with the answer before and after; a cleared
    choice is None, a cleared text "". Nothing is sent for what the program sets.
    """

    edited = Signal(str, object, object)
    submit_requested = Signal()
    hint_answered = Signal(str, bool)
    led = Signal(str)  # someone is led to this question: it must show

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.form, self._language, self._theme = form, language, theme
        self._answers: dict[str, Any] = {}
        self._problems: list[Problem] = []
        self._editable = True
        self._active = ""  # the question that keys answer; "": the first one without an answer
        self._looked_at = ""  # shown without the focus; until an answer or the focus is another
        self._views: dict[str, QuestionView] = {}
        self._sections: list[tuple[Section, SectionView]] = []
        self._own: dict[str, OwnPart] = {}
        self._marks: dict[str, str] = {}
        self._numbered = self._lists = True
        self._put_away: frozenset[str] = frozenset()
        self._aside: list[QWidget] = []  # between the form and the footer
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
        # Below the area everything ends where its content does, left of the scroll bar.
        self._below = QVBoxLayout()
        self._below.setContentsMargins(0, 0, self.area.verticalScrollBar().sizeHint().width(), 0)
        self._below.setSpacing(theme.px(12))
        self._below.addWidget(self.notes)
        self._outer.addLayout(self._below)
        self._footer: QWidget | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)
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
        self._refusing: QuestionView | None = None  # it just did not take something
        self._sight = InSight(self.area, self._page, theme, self)
        self.notes.asked.connect(self._fit_notes)
        self._reading_order = list(self._views)
        self._refresh()

    @property
    def language(self) -> str:
        """The language of its texts."""
        return self._language

    def insert_part(self, part: OwnPart, *, after: str, mark: str = "") -> None:
        """Put something that no form can ask below a question or another such part; `mark` stands
        beside its number. Raises KeyError where there is not a question of that name."""
        before: QWidget = self._own[after] if after in self._own else self._views[after]
        column = self._page.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(column.indexOf(before) + 1, part)
        self._own[part.key], self._marks[part.key] = part, mark
        self._reading_order.insert(self._reading_order.index(after) + 1, part.key)
        self._refresh()
        self.order_tabs()

    def drop_numbers(self, dropped: bool = True) -> None:
        """Show no numbers and marks: there is another form beside this one, or little room."""
        if self._numbered is dropped:
            self._numbered = not dropped
            self._refresh()

    def put_away(self, keys: Collection[str]) -> None:
        """Do not show these questions: another person tells their answers."""
        if self._put_away != frozenset(keys):
            self._put_away = frozenset(keys)
            self._refresh()

    def set_judge(self, missing: Judge) -> None:
        """Set who says what is missing, where that is more than the form knows."""
        self._missing = missing

    def list_problems(self, on: bool) -> None:
        """List what is missing below the form, or only beside each answer: the page lists it."""
        self._lists = on
        self._tell_problems()

    def recheck(self) -> None:
        """Look again at the problems that are shown: an answer of a part of its own changed."""
        self._refresh()

    def take_answer(self, key: str, value: Any) -> None:
        """Note the answer of a part of its own; shows nothing, says nothing."""
        self._looked_at = ""
        self._answers[key] = value
        self._refresh()
        self._sight.go_on_here()

    def order_tabs(self) -> None:
        """Let Tab go through questions and parts as they stand; needed where there are parts."""
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
        """Return what the Tab key stops at first, were all questions to show."""
        for key in self._reading_order:
            part = self._own.get(key)
            for stop in _stops(self._views[key]) if part is None else part.stops():
                return stop
        return None

    def _is_put_away(self, section: Section) -> bool:
        """Return whether a section has questions, and none of them is to show."""
        parts = list(self.form.parts)
        keys: list[str] = []
        for part in parts[next(n for n, one in enumerate(parts) if one is section) + 1 :]:
            if isinstance(part, Section):
                break
            keys.append(part.key)
        return bool(keys) and self._put_away.issuperset(keys)

    def _part(self, key: str) -> QuestionView | OwnPart | None:
        return self._own.get(key) or self._views.get(key)

    def answers(self) -> dict[str, Any]:
        """Return the answers as they were given, with those to questions that do not show."""
        return dict(self._answers)

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        """Show other answers, such as those of another item; says nothing."""
        aside = answers.get(HIDDEN)
        hidden = dict(aside) if isinstance(aside, Mapping) else {}
        self._answers = {name: value for name, value in answers.items() if name != HIDDEN}
        for key in self._views:
            if key in hidden:  # kept apart while the question does not show
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
        """Show another answer to one question, as undo does; says nothing, moves no focus."""
        self._answers[question] = value
        if question in self._views:
            self._views[question].change_value(value)
        self._refresh()

    def question_view(self, key: str) -> QuestionView:
        """Return the part of the view that shows a question. Raises KeyError."""
        return self._views[key]

    def visible_questions(self) -> list[str]:
        """Return the keys of the questions that show, in reading order."""
        return [
            key
            for key in self._reading_order
            if (part := self._part(key)) is not None and not part.isHidden()
        ]

    def show_beginning(self) -> None:
        """Scroll to the first question that shows."""
        self._looked_at = ""
        self._sight.let_go()
        self.area.verticalScrollBar().setValue(0)

    def missing_height(self) -> int:
        """Return by how many pixels the questions are taller than the room they have; less than 0:
        how much they leave free."""
        room = self.area.viewport().size()
        layout = self._page.layout()
        assert layout is not None
        layout.activate()
        return layout.totalHeightForWidth(room.width()) - room.height()

    def least_width(self) -> int:
        """Return how wide the form has to be for its widest question, also for one put away."""
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
        """Put the focus on the first question that shows, without pointing at an answer."""
        visible = self.visible_questions()
        if not visible:
            return
        if visible[0] in self._views:
            self._views[visible[0]].field.await_keys()
            self._sight.show_whole(self._views[visible[0]])
        else:
            self.focus_question(visible[0])

    def focused_question(self) -> str | None:
        """Return the question that has the focus, if one has."""
        focus = QApplication.focusWidget()
        if focus is not None:
            for key in self._reading_order:
                part = self._part(key)
                if part is not None and part.isAncestorOf(focus):
                    return key
        return None

    def active_question(self) -> str | None:
        """Return the question that keys answer: the one in focus, else the one that was last, else
        the first without an answer. It is marked."""
        visible = self.visible_questions()
        for key in (self.focused_question(), self._active):
            if key in visible:
                return key
        open_ = (key for key in visible if key in self._views and self._is_blank(key))
        return next(open_, next(iter(visible), None))

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Name all that is missing at once, and put the focus on the first."""
        self._problems = [one for one in problems if self._part(one.question) is not None]
        self._tell_problems()
        if self._problems:
            self.focus_question(self._problems[0].question)

    def problems(self) -> list[Problem]:
        """Return the problems that are shown and not fixed yet."""
        return list(self._problems)

    def ask_hint(self, hint: Hint) -> None:
        """Ask inline whether two answers are meant as they are; `hint_answered` tells."""
        shown = [key for key in hint.questions if key in self.visible_questions()]
        if not shown:
            return
        view = self._views[max(shown, key=list(self._views).index)]
        first = not any(one.hint_boxes() for one in self._views.values())
        box = view.ask(hint, self.form.text(hint.message, self._language))
        if first:
            box.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._sight.show_whole(view)
        self._keeping.start()  # again once the box has its place

    def asked_hints(self) -> list[str]:
        """Return the keys of the hints that wait for an answer."""
        return [key for view in self._views.values() for key in view.hint_boxes()]

    def show_question(self, key: str) -> None:
        """Scroll to a question; the focus stays where it is."""
        part = self._part(key)
        if part is not None and not part.isHidden():
            self._fit()
            self._sight.show_whole(part)
            # Again once it has its place; the keys must not lead away from it then.
            self._looked_at = key
            self._sight.follows = False
            self._keeping.start()

    def press_code_key(self, text: str) -> bool:
        """Do what a key of the form does; tells whether it is one. Not for keys of text fields."""
        if not self._editable or len(text) != 1:
            return False
        target = self._keys().get(text.upper())
        if target is None:
            return False
        view = self._views[target.question]
        if not view.field.press(target.code):
            return False
        if isinstance(view.question, MultipleChoice):
            self._activate(target.question)  # until someone has chosen all
        else:
            self._go_on(target.question)
        return True

    def set_enabled_for_editing(self, enabled: bool) -> None:
        """Let the answers be changed, or only be read."""
        self._editable = enabled
        for view in self._views.values():
            view.field.set_editable(enabled)
        for part in self._own.values():
            part.set_editable(enabled)
        self._mark_active()

    def set_footer(self, widget: QWidget | None) -> None:
        """Put a widget below the form, always in view."""
        if self._footer is not None:
            self._below.removeWidget(self._footer)
            self._footer.setParent(None)
        self._footer = widget
        if widget is not None:
            self._below.addWidget(widget)
        self._fit_notes()
        self.order_tabs()

    def set_notes(self, widget: QWidget) -> None:
        """Put what should be read before submitting above the footer; long notes scroll."""
        self.notes.column.insertWidget(0, widget)
        self._fit_notes()

    def add_below(self, widget: QWidget) -> None:
        """Put a widget between the form and what is below it. One that has `fit` is told how
        many pixels there are for it."""
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
        elif plain or is_typing() or not self.press_code_key(event.text()):
            super().keyPressEvent(event)

    def _keys(self) -> dict[str, KeyTarget]:
        """Return what keys choose now."""
        if not self._editable:
            return {}
        shown = [key for key in self.visible_questions() if key in self._views]
        return self.form.key_map(self.active_question(), shown)

    def _mark_active(self) -> None:
        """Mark the question that keys answer, and print the keys that act."""
        active, codes = self.active_question(), dict[str, list[Code]]()
        for target in self._keys().values():
            codes.setdefault(target.question, []).append(target.code)
        for key, view in self._views.items():
            view.set_current(key == active)
            view.field.show_keys(codes.get(key, ()))
        for key, part in self._own.items():
            part.set_current(key == active)

    def _activate(self, key: str) -> None:
        """Let keys answer a question, and show it. The focus goes along where it is in the form or
        is needed to write; whoever reads a text keeps it there."""
        view = self._views[key]
        focus = QApplication.focusWidget()
        inside = focus is not None and self._page.isAncestorOf(focus)
        there = focus is not None and view.isAncestorOf(focus)
        if not there and (inside or not isinstance(view.question, ChoiceQuestion)):
            view.field.await_keys()
        self._active = key
        self._mark_active()
        self._sight.show_whole(view)

    def _go_on(self, key: str) -> None:
        """Go from an answered question to the next one without an answer; stay where there is
        none. What a protocol asks in a way of its own is not passed over."""
        missing = {one.question for one in self._missing(self._answers)}
        order, place = self.visible_questions(), self._reading_order.index(key)
        after = [one for one in order if self._reading_order.index(one) > place]
        for one in [*after, *(order if not self._own else ())]:
            view = self._views.get(one)
            if view is None:
                break
            # A text that nobody asks for would take the keys of whoever corrects an answer.
            asks = isinstance(view.question, ChoiceQuestion) or one in missing
            if one != key and asks and self._is_blank(one):
                self._activate(one)
                return
        self._activate(key)

    def _is_blank(self, key: str) -> bool:
        return self._answers.get(key) in (None, "", [], ())

    def _on_changed(self, key: str, value: Any) -> None:
        before = self._answers.get(key)
        if before == value and type(before) is type(value):
            return
        self._answers[key] = value
        self._looked_at = ""
        self._refusing = None
        self._refresh()
        self._sight.go_on_here()
        self.edited.emit(key, before, value)

    def _on_refused(self, view: QuestionView) -> None:
        self._refusing = view
        self._show_refusal()
        self._telling.start()  # again whenever the sentence gets another place

    def _show_refusal(self) -> None:
        """Bring into view what is said about something that was not taken: it is lost."""
        if self._refusing is not None and not self._refusing.problem.isHidden():
            self._sight.show_whole(self._refusing)
            self._sight.show_just(self._refusing.problem)

    def _on_hint_answered(self, key: str, keep: bool) -> None:
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
        """Show what the answers ask for, and what is still wrong of what was."""
        visible = set(self.form.visible(self._answers)) - self._put_away
        parts = self.form.visible_parts(self._answers)
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
        due = {hint.key for hint in self.form.hints(self._answers)}
        for view in self._views.values():
            for name in view.hint_boxes():
                if name not in due:
                    view.drop_hint(name)
        self._mark_active()
        self._fit()
        if self._problems:
            asked = {one.question for one in self._problems}
            self._problems = [one for one in self._missing(self._answers) if one.question in asked]
            self._tell_problems()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            self._fitting.start()  # a question came or went, or the text has another size
        if watched is self._page and event.type() == QEvent.Type.Resize and self._looked_at:
            self._keeping.start()  # what is looked at has grown
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
        """Let the notes have what the question one is at leaves, at most a good third."""
        footer = self._footer.sizeHint().height() if self._footer is not None else 0
        left = self.height() - footer - 2 * self._outer.spacing() - self._theme.px(_QUESTION)
        self.notes.fit(max(self._theme.px(_NOTE), min(left, round(self.height() * _SHARE))))
        for widget in self._aside:
            fit: Callable[[int], None] | None = getattr(widget, "fit", None)
            if fit is not None:
                fit(left)

    def _keep_in_sight(self) -> None:
        """There is other room: what one is at stays shown, as a whole if it fits."""
        key = self._looked_at or self.focused_question()
        part = self._part(key) if key is not None else None
        if part is not None:
            self._sight.show_whole(part)

    def _fit(self) -> None:
        """Ask for as much width as the widest row of options needs, within reason."""
        bar = self.area.verticalScrollBar().sizeHint().width()
        self.area.setMinimumWidth(min(self._page.minimumSizeHint().width(), _WIDEST) + bar)

    def _clear_problems(self) -> None:
        self._problems = []
        self._tell_problems()

    def _tell_problems(self) -> None:
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
        """Go to the first question that lacks something; from there, to the one after it."""
        keys = [one.question for one in self._problems]
        place = keys.index(self._active) + 1 if self._active in keys else 0
        if keys:
            self.focus_question(keys[place % len(keys)])

    def _order_tabs(self) -> None:
        """Let Tab go from the last question to the problems; what is below them follows."""
        shown = [part for key in self.visible_questions() if (part := self._part(key))]
        stops = [part.last_stop() for part in shown][-1:]
        stops.append(self.missing_line.next_button)
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _sentence(self, problem: Problem) -> str:
        if problem.question in self._own:
            return self._own[problem.question].sentence(problem)
        return sentence_of(problem, self._views[problem.question].question)

    def _on_focus_changed(self, _before: QObject | None, now: QObject | None) -> None:
        inside = isinstance(now, QWidget) and self._page.isAncestorOf(now)
        self._looked_at = ""
        self._refusing = None
        if inside:
            self._active = self.focused_question() or self._active
        self._mark_active()
        self._sight.follows = False
        if not isinstance(now, QWidget) or QApplication.mouseButtons() != _NO_BUTTON:
            return  # what is being clicked stays under the mouse
        if inside:
            self._sight.follows = True
            for shown in [*self._views.values(), *self._own.values()]:
                if shown.isAncestorOf(now):
                    self._sight.show_whole(shown)
        elif self.notes.isAncestorOf(now):
            self.notes.ensureWidgetVisible(now, 0, 0)


def _stops(widget: QWidget) -> list[QWidget]:
    """Return what the Tab key stops at inside a widget: as it says itself, or as it was made."""
    stops: Callable[[], list[QWidget]] | None = getattr(widget, "stops", None)
    if stops is not None:
        return stops()
    found: list[QWidget] = []
    for stop in widget.findChildren(QWidget):
        # Of options, one at a time is a stop; all of them go together.
        if stop.focusPolicy() != Qt.FocusPolicy.NoFocus and stop.focusProxy() is None:
            # Who hands the focus on stands for what gets it: Qt moves both in its chain then.
            owner = stop.parentWidget()
            found.append(owner if owner is not None and owner.focusProxy() is stop else stop)
    return found


def is_typing() -> bool:
    """Return whether keys are going into a text now."""
    focus = QApplication.focusWidget()
    if isinstance(focus, QLineEdit | QPlainTextEdit | QTextEdit):
        return not focus.isReadOnly()
    return isinstance(focus, QAbstractSpinBox)
