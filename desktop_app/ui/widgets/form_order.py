"""The questions of a form view in reading order: their Tab order, their hints, and their keys.

The module is longer than most because Tab order, hints and keys follow from one order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from desktop_app.core.form_answers import Code, Problem
from desktop_app.core.form_parts import Hint
from desktop_app.core.forms import Form, KeyTarget
from desktop_app.ui.accessible import announce, announcer
from desktop_app.ui.typing_focus import is_typing, stray_keys, typing_focus
from desktop_app.ui.widgets.notes_area import BelowForm
from desktop_app.ui.widgets.question_view import OwnPart, QuestionView
from desktop_app.ui.widgets.scrolling import InSight

# Returns the problems in answers.
Judge = Callable[[Mapping[str, Any]], Sequence[Problem]]
# The key that goes back from a complete form to its questions: Backspace.
GO_BACK = "\b"


def key_text(event: QKeyEvent) -> str:
    """Return the text of a key for `FormKeys.press`."""
    # On macOS, the text of Backspace is another character.
    return GO_BACK if event.key() == Qt.Key.Key_Backspace else event.text()


class PartList:
    """The questions of a form, and the parts that a protocol has inserted between them.

    `views`: the questions by key
    `own`: the inserted parts by key
    `order`: the keys of both in reading order
    """

    def __init__(self) -> None:
        self.views: dict[str, QuestionView] = {}
        self.own: dict[str, OwnPart] = {}
        self.order: list[str] = []

    def add(self, key: str, view: QuestionView) -> None:
        """Add a question at the end."""
        self.views[key] = view
        self.order.append(key)

    def insert(self, part: OwnPart, after: str) -> None:
        """Insert a part of its own after the question or part with the key `after`, or first."""
        self.own[part.key] = part
        self.order.insert(self.order.index(after) + 1 if after else 0, part.key)

    def get(self, key: str) -> QuestionView | OwnPart | None:
        """Return the question or the inserted part with this key, or None if there is none."""
        return self.own.get(key) or self.views.get(key)

    def is_step(self, key: str) -> bool:
        """Return whether the arrow keys and Enter go to a question or part."""
        part = self.own.get(key)
        return part is None or part.is_step

    def is_apart(self, key: str) -> bool:
        """Return whether a key belongs to a part with an answer of its own kind."""
        part = self.own.get(key)
        return part is not None and part.counts and not part.is_step

    def all(self) -> list[QuestionView | OwnPart]:
        """Return all questions and inserted parts in reading order."""
        return [self.own.get(key) or self.views[key] for key in self.order]

    def visible(self) -> list[str]:
        """Return the keys of the visible questions and parts, in reading order."""
        return [
            key for key, part in zip(self.order, self.all(), strict=True) if not part.isHidden()
        ]

    def asked(self) -> list[str]:
        """Return the keys of the visible questions and of the parts with an answer."""
        return [key for key in self.visible() if key not in self.own or self.own[key].counts]

    def focused(self) -> str | None:
        """Return the key of the focused question or part; None if there is none."""
        return self.around(QApplication.focusWidget())

    def around(self, widget: QObject | None) -> str | None:
        """Return the key of the question or part that contains a widget; None if there is none."""
        for key, part in zip(self.order, self.all(), strict=True):
            if isinstance(widget, QWidget) and part.isAncestorOf(widget):
                return key
        return None

    def focused_part(self) -> QWidget | None:
        """Return the focused question or part; None if there is none."""
        key = self.focused()
        return None if key is None else self.get(key)

    def stops(self) -> list[QWidget]:
        """Return the tab stops, as if all questions were visible."""
        return [
            stop
            for part in self.all()
            for stop in (part.stops() if isinstance(part, OwnPart) else _stops(part))
        ]

    def set_tab_order(self, below: Sequence[QWidget]) -> None:
        """Set the tab order of the questions and of the widgets below the form."""
        # Qt's order, by creation, is correct unless parts were inserted later.
        if self.own:
            stops = [*self.stops(), *(stop for widget in below for stop in _stops(widget))]
            # Qt ignores a pair with a widget that takes no focus, and the chain would end there.
            ready = [
                one
                for one in stops
                if one.focusPolicy() != Qt.FocusPolicy.NoFocus or one.focusProxy() is not None
            ]
            for before, after in pairwise(ready):
                QWidget.setTabOrder(before, after)

    def set_last(self, button: QPushButton) -> None:
        """Put a button after the last visible question in the tab order."""
        visible = self.visible()
        last = self.get(visible[-1]) if visible else None
        if last is not None:
            QWidget.setTabOrder(last.last_stop(), button)


class FormHints(QObject):
    """The hints below the questions of a form: they ask whether answers are as intended.

    `answered`: a hint was answered; its key, and whether the answers are kept
    `change_wanted`: the answers to a question are to be changed; its key
    """

    answered = Signal(str, bool)
    change_wanted = Signal(str)

    def __init__(
        self, form: Form, language: str, parts: PartList, sight: InSight, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._form, self._language = form, language
        self._parts, self._sight = parts, sight

    def ask(self, hint: Hint) -> None:
        """Ask below a question whether answers are as intended.

        Nothing is asked if none of the hint's questions is visible.
        """
        visible = self._parts.visible()
        shown = [key for key in hint.questions if key in visible]
        if not shown:
            return
        # Below the last of its questions. Of several hints, only the first takes the focus.
        view = self._parts.views[max(shown, key=list(self._parts.views).index)]
        first = not self.asked()
        box = view.ask(hint, self._form.text(hint.message, self._language))
        if first:
            box.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._sight.show_soon(view)

    def asked(self) -> list[str]:
        """Return the keys of the hints that are shown and have no answer yet."""
        return [key for view in self._parts.views.values() for key in view.hint_boxes()]

    def answer(self, key: str, keep: bool) -> None:
        """Remove an answered hint; go to its first question if answers are to be changed."""
        for view in self._parts.views.values():
            box = view.hint_boxes().get(key)
            if box is None:
                continue
            view.drop_hint(key)
            if not keep:
                self.change_wanted.emit(next(iter(box.hint.questions), view.question.key))
        self.answered.emit(key, keep)

    def close(self) -> bool:
        """Remove all hints without an answer; return whether there was one."""
        found = [(view, key) for view in self._parts.views.values() for key in view.hint_boxes()]
        for view, key in found:
            view.drop_hint(key)
        return bool(found)

    def drop_outdated(self, answers: Mapping[str, Any]) -> None:
        """Remove the hints for which the answers no longer give a reason."""
        due = {hint.key for hint in self._form.hints(answers)}
        for view in self._parts.views.values():
            for name in view.hint_boxes():
                if name not in due:
                    view.drop_hint(name)


class ProblemMarks(QObject):
    """The problems of a form: at their questions, and counted in a line below the form.

    `next_wanted`: the button in the line was pressed; the key of the question to go to
    `invalid_left`: a question with an invalid answer was left

    `shown`: the problems that are shown
    `are_reported`: whether `show` has shown them; else they are invalid answers that were left
    `are_counted`: whether the line counts them when they are shown the next time
    """

    next_wanted = Signal(str)
    invalid_left = Signal()

    def __init__(self, parts: PartList, keys: FormKeys, below: BelowForm, parent: QObject) -> None:
        super().__init__(parent)
        self._parts, self._keys, self._below = parts, keys, below
        self.shown: list[Problem] = []
        self.are_reported = False
        self.are_counted = True
        below.missing_line.next_button.clicked.connect(self._to_next)

    def show(self, problems: Iterable[Problem]) -> None:
        """Show these problems instead of others; those of unknown questions are left out."""
        self._show(problems)
        self.are_reported = bool(self.shown)

    def show_invalid(self, key: str, answers: Mapping[str, Any]) -> None:
        """Show what is invalid in the answer to a question or part that was left."""
        part = self._parts.get(key)
        shown = {one.question for one in self.shown}
        if part is None or key in shown or not answers.get(key):
            return
        added = [one for one in self._keys.missing(answers) if one.question == key]
        if added and added[0].kind != "unanswered":
            order = self._parts.order
            self._show(sorted([*self.shown, *added], key=lambda one: order.index(one.question)))
            announce("problems", f"{part.text}: {part.accessibleDescription()}")
            self.invalid_left.emit()

    def show_left(self, answers: Mapping[str, Any]) -> None:
        """Show what is invalid in typed answers, because their item was left with them."""
        typed = {key for key, one in self._parts.views.items() if not one.field.has_keys}
        self._show(
            one
            for one in self._keys.missing(answers)
            if one.question in typed and one.kind != "unanswered"
        )

    def _show(self, problems: Iterable[Problem]) -> None:
        self.shown = [one for one in problems if self._parts.get(one.question) is not None]
        sentences = {
            one.question: part.sentence(one)
            if isinstance(part := self._parts.get(one.question), OwnPart)
            else self._parts.views[one.question].field.sentence(one)
            for one in self.shown
        }
        blank = {one.question for one in self.shown if one.kind == "unanswered"}
        for key, part in zip(self._parts.order, self._parts.all(), strict=True):
            part.set_problem(sentences.get(key, ""))
            part.set_unanswered(key in blank)
        line = self._below.missing_line
        line.show_problems(self.shown if self.are_counted else [])
        self._below.fit()
        self._parts.set_last(line.next_button)

    def invalid(self, *, own: bool) -> list[Problem]:
        """Return the shown problems of invalid answers.

        `own`: whether those of the protocol's own parts are wanted, or those of the questions
        """
        return [
            one
            for one in self.shown
            if one.kind != "unanswered" and (one.question in self._parts.own) is own
        ]

    def drop_fixed(self, answers: Mapping[str, Any]) -> None:
        """Show the problems again that are left in answers."""
        if self.shown:
            # Only in questions with a reported problem: no new problems appear while someone types.
            asked = {one.question for one in self.shown}
            self._show(
                one
                for one in self._keys.missing(answers)
                if one.question in asked and (self.are_reported or one.kind != "unanswered")
            )
            self.are_reported &= bool(self.shown)

    def _to_next(self) -> None:
        """Go from a question with a problem to the next one, from any other to the first."""
        keys = [one.question for one in self.shown]
        place = keys.index(self._keys.active) + 1 if self._keys.active in keys else 0
        if keys:
            self.next_wanted.emit(keys[place % len(keys)])


# Milliseconds in which the next digit of a code may follow.
_NEXT_DIGIT = 1000


@dataclass(frozen=True)
class _Begun:
    """A number whose next digit may follow, such as 1 for 10.

    `text`: what was typed so far
    `is_chosen`: whether this is an option, too, so that it was chosen
    `corrects`: whether the question had an answer before
    """

    question: str
    text: str
    is_chosen: bool
    corrects: bool


class FormKeys(QObject):
    """Determines the question that the keys of a form answer, and the next one after an answer.

    `completed`: the last question was answered; the page may set `is_complete`
    `out_of_sight`: a key was pressed for a question that is out of sight; its key

    `active`: the key of the question that was activated or had the focus last; "" if there is none
    `editable`: whether answers can be changed
    `resting`: whether another form of the page has the active question: then none is marked here,
        and only letters that belong to a single option of the form have an effect
    `is_complete`: whether no key answers a question, because all are answered, until the person
        goes back to one with Backspace, Tab or a click
    `missing`: the function that finds problems in answers
    `skips_texts`: whether optional text questions are skipped after an answer: by default, if other
        questions are required
    """

    completed = Signal()
    out_of_sight = Signal(str)

    def __init__(
        self,
        form: Form,
        parts: PartList,
        sight: InSight,
        answers: Mapping[str, Any],
        parent: QObject,
        *,
        resting: bool = False,
    ) -> None:
        super().__init__(parent)
        # No reference to the view: the cycle would keep it alive after its window is closed.
        self._form, self._parts, self._sight = form, parts, sight
        self._answers = answers
        self.missing: Judge = form.missing
        self.active = ""
        self.editable = True
        self.resting = resting
        self.skips_texts = form.can_require
        self.is_complete = False
        # Questions that were left with Enter and without an answer.
        self._passed: set[str] = set()
        # The question that was answered last, to which Backspace goes back.
        self._last = ""
        # The question that keys have reached, even while the focus is beside the form.
        self._reached = ""
        # The question to which Backspace has gone back, until another one is active.
        self._reopened = ""
        self._begun: _Begun | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_NEXT_DIGIT)
        self._pause.timeout.connect(self._end_number)
        typing_focus().switched.connect(self.mark_active)

    def forget(self) -> None:
        """Forget the active question, because other answers are shown."""
        self.forget_number()
        self.active = self._last = self._reached = self._reopened = ""
        self._passed.clear()
        self.is_complete = False

    def active_question(self) -> str | None:
        """Return the marked question, which keys answer; None if there is none.

        It is the focused question, otherwise the one activated last, otherwise the first unanswered
        one, otherwise the first one.
        """
        if self.resting or self.is_complete:
            return None
        visible = self._parts.visible()
        for key in (self._parts.focused(), self.active):
            if key in visible:
                return key
        open_ = (key for key in visible if key in self._parts.views and self._is_blank(key))
        return next(open_, next(iter(visible), None))

    def active_part(self) -> QWidget | None:
        """Return the view of the question that keys answer; None if there is none."""
        return self._parts.get(self.active_question() or "")

    def press(self, text: str) -> bool:
        """Choose the option of a key; return whether the key chooses one now."""
        if not self.editable or len(text) != 1:
            return False
        if text == GO_BACK:
            return self._go_back()
        if stray_keys.are_prose:
            return False
        begun, typed, targets = self._begun, text.upper(), self._targets()
        self.forget_number()
        if begun is not None and begun.question == self.active_question():
            if any(key.startswith(begun.text + typed) for key in targets):
                typed = begun.text + typed
            elif begun.is_chosen:
                # After 1, no digit that makes it an option such as 10.
                return self._press_after(begun, text)
            elif typed.isdigit():
                # After “-”, 7 must not choose the opposite of what was meant.
                return False
            else:
                begun = None
        else:
            begun = None
        is_begun = any(key.startswith(typed) and key != typed for key in targets)
        target = targets.get(typed)
        # Only the active question has keys of several characters.
        question = target.question if target is not None else self.active_question()
        if question is None or not (is_begun or target is not None):
            return False
        field = self._parts.views[question].field
        if field.visibleRegion().isEmpty():
            # Nobody would see the answer, so the key only shows the question.
            self.out_of_sight.emit(question)
            return True
        if begun is None and self.keeps(question):
            return False
        corrects = begun.corrects if begun is not None else not self._is_blank(question)
        if target is not None and not field.press(target.code):
            return False
        stray_keys.forget()
        self._reopened = ""
        if is_begun:
            if target is not None:
                self.activate(question)
                self._pause.start()
            self._begun = _Begun(question, typed, target is not None, corrects)
        elif field.takes_several:
            # The next key may choose another option of the same question.
            if not self._has_focus(question):
                self._tell_answer(question)
            self.activate(question)
        else:
            self.go_on(question, corrects=corrects)
        return True

    def keeps(self, key: str) -> bool:
        """Return whether a question keeps its answer, because a text for reading has the focus.

        Ticks can be changed, because the same key takes them back, and so can the question to which
        Backspace has gone back.
        """
        view = self._parts.views[key]
        if view.field.takes_several or self._is_blank(key) or key == self._reopened:
            return False
        return stray_keys.keeps(view.text)

    def start_over(self) -> None:
        """Forget the question that keys have reached, because the page shows others."""
        self._reached = ""

    def forget_number(self) -> None:
        """Forget the digits typed so far: the next key begins another number."""
        self._begun = None
        self._pause.stop()

    def note_focus(self) -> None:
        """Note that the focus has moved: then a pause no longer goes to the next question."""
        self._pause.stop()
        if self._begun is not None and self._begun.question != self.active_question():
            self._begun = None

    def _press_after(self, begun: _Begun, text: str) -> bool:
        """Go on from a number that is complete, and pass a key to what follows."""
        self.go_on(begun.question, corrects=begun.corrects)
        focus = QApplication.focusWidget()
        if focus is None or not is_typing():
            return self.press(text)
        # As if the focus had been in the text field already.
        typed = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, text)
        QApplication.sendEvent(focus, typed)
        return True

    def _end_number(self) -> None:
        """Go on from a number after a pause."""
        begun = self._begun
        self.forget_number()
        if begun is not None and begun.question == self.active_question():
            self.go_on(begun.question, corrects=begun.corrects)

    def open(self, key: str) -> None:
        """Make a question the active one, and open it, so that it can get the focus."""
        self.active = key
        part = self._parts.get(key)
        if part is not None:
            part.set_current(True)

    def open_line(self, key: str) -> None:
        """Open a question whose line was clicked, without highlighting an option."""
        self.open(key)
        self._parts.views[key].field.await_keys()
        self._sight.show_whole(self._parts.views[key])

    def step(self, key: str, by: int) -> None:
        """Activate the visible question before (`by` is −1) or after (1) a question, if any."""
        order = [one for one in self._parts.visible() if self._parts.is_step(one)]
        place = order.index(key) + by
        if 0 <= place < len(order):
            self.activate(order[place])

    def start(self) -> str | None:
        """Return the question at which a person begins or continues; None if there is none.

        It is the one that keys have reached, otherwise the first one without an answer, so that the
        next key does not overwrite an answer, or with an invalid one. An optional text question
        counts only if it is the first of all. If no answer is missing, it is the first question:
        whoever comes back to a complete item corrects it with the same keys that answered it.
        """
        missing = {one.question for one in self.missing(self._answers)}
        asked = self._parts.asked()
        if self._reached in asked:
            return self._reached
        for key in asked if missing else ():
            view = self._parts.views.get(key)
            asks = key == asked[0] or (view is not None and view.field.has_keys)
            if key in missing or (asks and self._is_blank(key)):
                return key
        return next(iter(asked), None)

    def end(self) -> None:
        """Let no key answer a question, because all are answered."""
        self.is_complete = True
        if not self._last:  # the last answer was none of a key
            visible = self._parts.visible()
            views = self._parts.views
            keyed = [key for key in visible if key in views and views[key].field.has_keys]
            self._last = (keyed or visible)[-1]
        self.mark_active()

    def leave_text(self) -> None:
        """Go from a text that was left to the next question that keys can answer, if there is one.

        It follows the text, or else comes before it, and has no answer that a key would overwrite.
        After a text outside the form, keys answer nothing if no answer is missing: the question
        that would take them may be optional, and has no focus.
        """
        if self._parts.focused() is None and not self.missing(self._answers):
            self.end()
            return
        key, order = self.active_question(), self._parts.visible()
        view = self._parts.views.get(key or "")
        if key is None or view is None or view.field.has_keys:
            return
        place = order.index(key)
        for one in (*order[place:], *order[:place]):
            view = self._parts.views.get(one)
            if view is not None and view.field.has_keys and self._is_blank(one):
                self.activate(one)
                return

    def mark_active(self) -> None:
        """Mark the question that keys answer, and show only the keys that have an effect now."""
        active, codes = self.active_question(), dict[str, list[Code]]()
        targets = self._targets() if typing_focus().has_single_keys else {}
        for target in targets.values():
            codes.setdefault(target.question, []).append(target.code)
        shown = self._parts.get(active or "")
        # First, because closing the question with the focus would move the focus anywhere.
        if shown is not None:
            shown.set_current(True)
        for part in self._parts.all():
            part.set_current(part is shown)
        for key, view in self._parts.views.items():
            view.field.show_keys(codes.get(key, ()))

    def activate(self, key: str) -> None:
        """Let keys answer a question, and scroll to it.

        The question gets the focus if the focus is already in the form, or if the answer has to be
        typed. Otherwise it stays, so that someone who reads a text beside the form can continue.
        """
        view = self._parts.views.get(key)
        self._reached = key
        if view is None:
            self.open(key)
            part = self._parts.own[key]
            part.take_focus()
            self._sight.show_whole(part)
            return
        focus = QApplication.focusWidget()
        inside = focus is not None and self._sight.page.isAncestorOf(focus)
        there = self._has_focus(key)
        self.open(key)
        if not there and (inside or not view.field.has_keys):
            view.field.await_keys()
        self.active = key
        self.mark_active()
        self._sight.show_whole(view)

    def go_on(self, key: str, *, corrects: bool = False) -> None:
        """Go from an answered question to the next one without an answer.

        `corrects`: whether the question had another answer before. If none is left without an
            answer, the next question follows, whose answer may have to be corrected, too

        After the last question, it continues with those above. If there is no such question, the
        first invalid answer follows; without one, the form is complete. If the page has more to do,
        or a protocol's own part comes before the question, the answered one stays active.
        """
        if self._is_blank(key):
            self._passed.add(key)
        missing = {one.question for one in self.missing(self._answers)}
        order, place = self._parts.visible(), self._parts.order.index(key)
        after = [one for one in order if self._parts.order.index(one) > place]
        # Continue with the first question after the last, because questions may have been skipped.
        around = not any(self._parts.is_apart(one) for one in order)
        for one in [*after, *(order if around else ())]:
            if self._parts.is_apart(one):
                self.complete(key)
                break
            asks = one in missing or self._asks_optional(one, is_below=one in after)
            if one != key and asks and self._is_blank(one):
                self._tell_answer(key)
                self.activate(one)
                return
        else:
            views = self._parts.views
            later = [one for one in after if one in views and views[one].field.has_keys]
            if corrects and later:
                self._tell_answer(key)
                self.activate(later[0])
                return
            invalid = next((one for one in order if one in missing and one != key), None)
            if around and invalid is not None:
                self._tell_answer(key)
                self.activate(invalid)
                return
            self.complete(key)
        if not self.is_complete:
            self.activate(key)

    def _asks_optional(self, key: str, *, is_below: bool) -> bool:
        """Return whether an optional question without an answer is asked after another one.

        `is_below`: whether it is below the other one. Above it, people have left it out: a text is
        not asked again, and a choice only if it was not left with Enter
        """
        view = self._parts.views.get(key)
        if view is None:
            return False
        if view.field.has_keys:
            return is_below or key not in self._passed
        # In an optional text, keys meant to correct another answer would be typed as text.
        return is_below and not self.skips_texts

    def next_blank(self, key: str) -> str | None:
        """Return the first question below a question that has no answer; None if there is none."""
        order = self._parts.visible()
        below = order[order.index(key) + 1 :]
        return next(
            (one for one in below if one in self._parts.views and self._is_blank(one)), None
        )

    def complete(self, key: str) -> None:
        """Report that the form is complete, if a question or part had the last missing answer."""
        self._last = key
        missing = {one.question for one in self.missing(self._answers)}
        if missing.isdisjoint(self._parts.visible()):
            self._tell_answer(key)
            self.completed.emit()

    def _tell_answer(self, key: str) -> None:
        """Make screen readers read the options that were chosen, before the focus leaves them."""
        view = self._parts.views.get(key)
        if view is None or not view.field.has_keys or not view.answer_text:
            return
        words = self.tr("Selected: {answer}").format(answer=view.answer_text)
        # A key also answers while the focus is in a text beside the form.
        announcer().say_before_focus(words if self._has_focus(key) else f"{view.text} {words}")

    def _has_focus(self, key: str) -> bool:
        """Return whether the focus is in a question."""
        focus = QApplication.focusWidget()
        return focus is not None and self._parts.views[key].isAncestorOf(focus)

    def _go_back(self) -> bool:
        """Go back to the question that was answered last; return whether the form was complete."""
        if not self.is_complete:
            return False
        self.is_complete = False
        if self._last in self._parts.views:
            self._reopened = self._last
            self.open_line(self._last)
        else:
            self.activate(self._last)
        return True

    def _is_blank(self, key: str) -> bool:
        """Return whether a question has no answer; False and 0 are answers."""
        return self._answers.get(key) in (None, "", [], ())

    def _targets(self) -> dict[str, KeyTarget]:
        """Return for each key the question and the code that it chooses now."""
        if not self.editable or self.is_complete:
            return {}
        active, views = self.active_question(), self._parts.views
        # A key must not change the answer of a question that is folded into a line.
        shown = [
            key
            for key in self._parts.visible()
            if key in views and (key == active or views[key].line is None)
        ]
        targets = self._form.key_map(active, shown)
        if self.resting:
            # Digits belong to the active question, which is in the other form.
            return {key: target for key, target in targets.items() if not key[-1].isdigit()}
        return targets


def _stops(widget: QWidget) -> list[QWidget]:
    """Return the tab stops of a widget: from its method `stops`, else in order of creation."""
    stops: Callable[[], list[QWidget]] | None = getattr(widget, "stops", None)
    if stops is not None:
        return stops()
    found: list[QWidget] = []
    for stop in widget.findChildren(QWidget):
        # All options of a choice are included: any of them may become its one tab stop.
        if stop.focusPolicy() != Qt.FocusPolicy.NoFocus and stop.focusProxy() is None:
            # For a focus proxy its owner is returned, because Qt then moves both in the tab order.
            owner = stop.parentWidget()
            found.append(owner if owner is not None and owner.focusProxy() is stop else stop)
    return found
