"""A panel with a form beside the texts to judge.

The panel of a protocol is a subclass. It arranges its panes in splitters, adds commands and shows
an item; everything that concerns the form is here.

The module is longer than most because the form and the texts share the space of a window of any
width.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QLabel, QSplitter, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.form_parts import Hint
from desktop_app.core.forms import Form
from desktop_app.ui.accessible import set_role
from desktop_app.ui.panel_base import PanelBase
from desktop_app.ui.theme import Theme
from desktop_app.ui.typing_focus import is_enter, is_no_shortcut, is_typing, stray_keys
from desktop_app.ui.widgets.form_below import FormBelow
from desktop_app.ui.widgets.form_order import key_text
from desktop_app.ui.widgets.form_view import MOST_OPEN, FormView
from desktop_app.ui.widgets.reading_view import ReadingView

# Minimum height of the first pane in pixels, if the lower pane leaves that much. Most first texts
# fit into it, so the border rarely moves between items.
_USUAL = 150
# Maximum share of the height for the first pane; the judged text below gets the larger part.
SHARE = 0.45
# Minimum width in pixels of the questions, for widths that are restored.
_NARROWEST = 200
# Share of the height for questions below the texts.
_FORM_SHARE = 0.42
# Pixels at 100 % text that are left for the lower pane, if its texts need them.
_KEPT = 190


# Version of the saved state; other versions are ignored.
_STATE = 1


class QuestionsPane(QFrame):
    """The pane with the questions of a form."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "pane")


# With the role of a group, Orca would read the texts of all questions whenever the focus enters it.
set_role(QuestionsPane, QAccessible.Role.Form)


class ItemPanel(PanelBase):
    """A form, and panes for the item that it is about. It knows neither the queue nor the store.

    `questions`: the pane with the form, which a subclass puts into a splitter
    `splitters`: the splitters by name; their sizes are saved
    """

    # Whether a form with more than `most_open` questions shows only the active one open.
    folds_long_forms = False
    # Whether the options of a question are on the right of its text, for a low form below texts.
    options_beside = False
    # The largest number of questions that are all open in such a form.
    most_open = MOST_OPEN

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, parent)
        self._theme = theme
        self._actions: list[QAction] = []
        self.splitters: dict[str, QSplitter] = {}
        # The panes that F6 goes through, each with the function that focuses it.
        self.pane_ways: list[tuple[QWidget, Callable[[], object]]] = []
        self._ways = 0
        self.add_action("next_pane", self.tr("Next pane"), "F6", lambda: self._step_pane(1))
        words = self.tr("Previous pane")
        self.add_action("previous_pane", words, "Shift+F6", lambda: self._step_pane(-1))
        self._fitted: list[FirstPane] = []
        self._places: dict[str, FormBelow] = {}
        self.has_next_question = folds = (
            self.folds_long_forms and len(form.questions) > self.most_open
        )
        self.form_view = FormView(form, language, theme, folds=folds, beside=self.options_beside)
        # The bar below the form counts them.
        self.form_view.problem_marks.are_counted = False
        self.form_view.problem_marks.invalid_left.connect(self.step_changed)
        self.questions = QuestionsPane()
        self.questions.setAccessibleName(self.tr("Questions"))
        inside = QVBoxLayout(self.questions)
        inside.setContentsMargins(1, 6, 1, 1)
        inside.addWidget(self.form_view)
        self.form_view.edited.connect(self.edited)
        self.form_view.submit_requested.connect(self.submit_requested)
        self.form_view.hint_answered.connect(self.hint_answered)
        # Functions that close a question about the answers; each returns whether it was open.
        self.open_questions: list[Callable[[], bool]] = [
            self.form_view.hints.close,
            self.form_view.below.fold_note,
        ]
        self.form_view.completed.connect(self._on_form_completed)

    def add_splitter(
        self, name: str, direction: Qt.Orientation, panes: Mapping[QWidget, int]
    ) -> QSplitter:
        """Create a splitter whose sizes are saved, and return it.

        `name`: its name in the saved state
        `panes`: the panes, each with its stretch factor
        """
        splitter = QSplitter(direction)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(10)
        for index, (pane, stretch) in enumerate(panes.items()):
            splitter.addWidget(pane)
            splitter.setStretchFactor(index, stretch)
        self.splitters[name] = splitter
        return splitter

    def place_form(self, name: str, width: int, share: float = _FORM_SHARE) -> FormBelow:
        """Place the questions, the second pane of a splitter; see `FormBelow`.

        `name`: the name of the splitter, whose sizes are saved as the width of the questions
        """
        splitter, is_row = self.splitters.pop(name), self.options_beside
        place = FormBelow(self, splitter, self.form_view, self._theme, width, share, is_row=is_row)
        self._places[name] = place
        return place

    def fit_first(
        self,
        name: str,
        pane: QWidget,
        view: ReadingView,
        share: float = SHARE,
        least: int = _USUAL,
        below: Callable[[], int] | None = None,
    ) -> FirstPane:
        """Fit the height of a splitter's first pane to its text, until a person moves the handle.

        `name`: the name of the splitter
        `pane`: its first pane
        `view`: the view of the text in this pane
        `share`: largest share of the height, 0 to 1
        `least`: minimum height in pixels, if the lower pane leaves that much
        `below`: returns the height that the texts of the lower pane need, in pixels; what they
            leave is not limited by the share
        """
        fitted = FirstPane(self.splitters[name], pane, view, self._theme, self, share, least, below)
        self._fitted.append(fitted)
        return fitted

    def order_tabs(self, panes: Iterable[QWidget]) -> None:
        """Set the tab order: through the panes in this order, then through the questions."""
        # `setTabOrder` puts a widget directly after another one, so all stops of the panes come
        # before the form. Qt's own chain (`nextInFocusChain`) is not used: PySide would treat each
        # widget as the owner of the next, and crash when the window is closed.
        stops = [
            stop
            for pane in panes
            for stop in [pane, *pane.findChildren(QWidget)]
            if stop.focusPolicy() != Qt.FocusPolicy.NoFocus
            and stop.focusProxy() is None
            # Popups are windows of their own.
            and stop.window() is pane.window()
        ]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def add_action(self, name: str, words: str, keys: str, slot: Callable[[], object]) -> QAction:
        """Add a command to the menus and the list of shortcuts, and return its action.

        `keys`: its shortcut; "" if it has none
        """
        action = QAction(words, self)
        action.setObjectName(name)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False: slot())
        self._actions.append(action)
        self.addAction(action)
        return action

    def add_way(
        self, name: str, words: str, slot: Callable[[], object], pane: QWidget | None = None
    ) -> str:
        """Add the command that goes to a part of the page: Ctrl+1 for the first one, and so on.

        Return its keys.

        `pane`: the pane that the part fills, so that F6 goes there; None for a part of a pane
        """
        self._ways += 1
        keys = f"Ctrl+{self._ways}"
        self.add_action(name, words, keys, slot)
        if pane is not None:
            self.pane_ways.append((pane, slot))
        return keys

    def _step_pane(self, by: int) -> None:
        """Move the focus to the next (1) or previous (−1) visible pane."""
        focus = self.window().focusWidget()
        panes = [one for one in self.pane_ways if one[0].isVisible()]
        # From elsewhere, to the first or the last one.
        here = -1 if by > 0 else 0
        for place, (pane, _) in enumerate(panes):
            if focus is not None and (pane is focus or pane.isAncestorOf(focus)):
                here = place  # of two, the last one is inside the other one
        if panes:
            panes[(here + by) % len(panes)][1]()

    def actions(self) -> list[QAction]:
        """Return the commands of the panel, for menus and the list of shortcuts."""
        return list(self._actions)

    def answers(self) -> dict[str, Any]:
        """Return the answers as they were entered; see `FormView.answers`."""
        return self.form_view.answers()

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        """Show other answers, such as those of another item."""
        self.form_view.set_answers(answers)

    def set_answer(self, question: str, value: Any) -> None:
        """Show another answer to one question, as undo does."""
        self.form_view.set_answer(question, value)

    def focus_question(self, key: str) -> None:
        """Put the focus on a question and scroll to it."""
        self.form_view.focus_question(key)

    def focused_question(self) -> str | None:
        """Return the key of the focused question; None if there is none."""
        return self.form_view.focused_question()

    def visible_questions(self) -> list[str]:
        """Return the keys of the visible questions and parts, in reading order."""
        return self.form_view.visible_questions()

    def focus_form(self) -> None:
        """Put the focus on the first visible question."""
        self.form_view.focus_first()

    def await_keys(self) -> None:
        """Let keys answer the first open question, without highlighting an option."""
        self.form_view.await_keys()

    def leave_text(self) -> None:
        self.form_view.keys.leave_text()

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show these problems, and put the focus on the question of the first one."""
        self.form_view.show_problems(problems)

    def show_invalid_answers(self) -> None:
        self.form_view.problem_marks.show_left(self.form_view.answers())

    @property
    def shows_problems(self) -> bool:
        return bool(self.form_view.problems())

    @property
    def invalid_answers(self) -> int:
        return len(self.form_view.problem_marks.invalid(own=False))

    @property
    def has_invalid_parts(self) -> bool:
        return bool(self.form_view.problem_marks.invalid(own=True))

    @property
    def is_complete(self) -> bool:
        return self.form_view.keys.is_complete

    def go_to_next_question(self) -> None:
        """Go to the next question without an answer."""
        self.form_view.go_on()

    def ask_hint(self, hint: Hint) -> None:
        """Ask below a question whether answers are as intended."""
        self.form_view.hints.ask(hint)

    @property
    def asks_hint(self) -> bool:
        return bool(self.form_view.hints.asked())

    def close_hint(self) -> bool:
        was_open = any(close() for close in self.open_questions)
        if was_open:
            self.step_changed.emit()
        return was_open

    def press_code_key(self, text: str) -> bool:
        """Choose the option of a key; return whether the key chooses one now."""
        return self.form_view.press_code_key(text)

    def set_enabled_for_editing(self, enabled: bool) -> None:
        """Make the answers editable or read-only."""
        self.form_view.set_enabled_for_editing(enabled)

    def set_footer(self, widget: QWidget | None) -> None:
        """Put the window's widget, such as the submit button, below the form; None removes it."""
        self.form_view.below.set_footer(widget)
        if self.form_view.is_in_row:
            self.form_view.set_in_row(True)

    def set_notes(self, note: QLabel) -> None:
        """Put the window's note on the answers above the footer; a long one is folded."""
        self.form_view.below.set_notes(note)

    def state(self) -> dict[str, Any]:
        """Return additional state to be saved, as JSON data."""
        return {}

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Restore what `state` returned.

        Raise ValueError, KeyError or TypeError, and change nothing, if it is invalid.
        """

    def save_state(self) -> bytes:
        """Return the sizes of the panes and the additional state, as bytes."""
        divided: dict[str, str | int] = {
            name: base64.b64encode(splitter.saveState().data()).decode()
            for name, splitter in self.splitters.items()
        }
        divided |= {name: place.width for name, place in self._places.items()}
        by_hand = [one.by_hand for one in self._fitted]
        # All in one object, so neither splitters nor keys of `state()` may have the names "state"
        # and "by_hand".
        state = {"state": _STATE, "by_hand": by_hand, **divided, **self.state()}
        return json.dumps(state).encode()

    def restore_state(self, data: bytes) -> None:
        """Restore a saved state; an invalid one changes nothing."""
        # Everything is parsed before anything is applied.
        try:
            state = json.loads(data)
            if state["state"] != _STATE:
                return
            divided = {name: base64.b64decode(state[name]) for name in self.splitters}
            widths = {name: int(state[name]) for name in self._places}
            by_hand = [bool(one) for one in state.get("by_hand", ())]
            self.set_state(state)
        except (ValueError, KeyError, TypeError):
            return
        for name, splitter in self.splitters.items():
            splitter.restoreState(QByteArray(divided[name]))
        for name, place in self._places.items():
            # 0: nobody has moved the handle.
            place.width = widths[name] and max(_NARROWEST, widths[name])
            place.fit()
        for fitted, chosen in zip(self._fitted, by_hand, strict=False):
            fitted.by_hand = chosen

    def _on_form_completed(self) -> None:
        """Let no key change an answer when nothing is left to answer on the page.

        After each other answer, keys answer the next question. If the last one kept them, a digit
        meant for a next question would change it.
        """
        keys = self.form_view.keys
        keys.is_complete = not self.questions_left()[0]
        if keys.is_complete and self.focused_question() is not None:
            self.completed.emit()
            keys.is_complete = self.focused_question() is None
        if keys.is_complete:
            # There is no next question to go to.
            keys.end()
            self.step_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Shift and the keypad do not change which key was meant.
        others = event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        # Panels have keys besides those of their form, which knows sentences itself.
        is_text = is_no_shortcut(event) or (stray_keys.are_prose and event.text().isprintable())
        if not others and is_enter(event) and self._next_by_enter():
            return
        if others or is_text or not self.press_code_key(key_text(event)):
            super().keyPressEvent(event)

    def _next_by_enter(self) -> bool:
        """Go to the next question from a text for reading, as the button *Next question* does."""
        is_shown = self.has_page_row and self.has_next_question and not self.is_complete
        if is_typing() or self.asks_hint or not (is_shown and any(self.questions_left())):
            return False
        self.go_to_next_question()
        return True


def text_of(content: Mapping[str, Any], name: str) -> str:
    """Return a text from the content of an item; "" if there is none."""
    value = content.get(name)
    return value if isinstance(value, str) else ""


class FirstPane(QObject):
    """Fits the height of a splitter's first pane to its text when the text or the space changes.

    `by_hand`: whether a person has moved the handle; the pane is no longer fitted then
    `paused`: whether fitting is suspended, because the panel sets the sizes itself
    """

    def __init__(
        self,
        splitter: QSplitter,
        pane: QWidget,
        view: ReadingView,
        theme: Theme,
        parent: QObject,
        share: float = SHARE,
        least: int = _USUAL,
        below: Callable[[], int] | None = None,
    ) -> None:
        super().__init__(parent)
        self._below = below
        self.by_hand = False
        self.paused = False
        self._share, self._least = share, least
        self._splitter, self._pane, self._view = splitter, pane, view
        self._theme = theme
        # One event changes several sizes; they are final once all events have been handled.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.fit)
        splitter.splitterMoved.connect(self._on_moved)
        theme.changed.connect(self._soon.start)
        for watched in (splitter, view.viewport(), *filter(None, [splitter.widget(1)])):
            watched.installEventFilter(self)

    def fit(self) -> None:
        """Make the pane as tall as its text, within its share.

        If the text is longer, the pane ends below a whole line, and the text scrolls.
        """
        if self.by_hand or self.paused or not self._pane.isVisible():
            return
        # Pixels of the pane that are not text.
        around = self._pane.height() - self._view.viewport().height()
        tall = self._splitter.height()
        share, kept = round(tall * self._share), self._theme.px(_KEPT)
        if self._below is not None:
            needed = self._below() + self._splitter.handleWidth()
            share, kept = max(share, tall - needed), min(kept, needed)
        most = min(share, tall - max(kept, self._needed_below()))
        lines = self._view.height_of_lines(max(most, self._least) - around)
        wanted, whole = around + lines, math.ceil(self._view.document().size().height())
        # Short texts leave the border where it is. Of a long one, no line is cut.
        if lines in (0, whole):
            wanted = max(min(self._least, most), wanted)
        # The second pane gets the rest, so the sum stays the same.
        first, *rest = self._splitter.sizes()
        if rest and first != wanted:
            self._splitter.setSizes([wanted, first + sum(rest) - wanted])

    def _needed_below(self) -> int:
        """Return the minimum height of the second pane at its width, with the handle, in pixels."""
        other = self._splitter.widget(1)
        layout = other.layout() if other is not None else None
        if other is None or layout is None:
            return 0
        least = layout.totalMinimumSize().height()
        if layout.hasHeightForWidth():
            least = layout.totalMinimumHeightForWidth(other.width())
        return least + self._splitter.handleWidth()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The second pane needs more height when its find bar opens or its bar wraps.
        below = watched is self._splitter.widget(1)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show) or (
            below and event.type() == QEvent.Type.LayoutRequest
        ):
            self._soon.start()
        return False

    def _on_moved(self) -> None:
        self.by_hand = True
