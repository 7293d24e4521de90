"""Base class of protocol panels: a form beside the material to judge.

A protocol's page is a subclass. It lays its panes out in splitters, adds what can be done with
them, and shows an item; everything about the form is here.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QSplitter, QVBoxLayout, QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.form_parts import Hint
from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from desktop_app.ui.widgets.first_pane import SHARE, FirstPane
from desktop_app.ui.widgets.form_view import FormView, is_typing
from desktop_app.ui.widgets.reading_view import ReadingView

_STATE = 1


class ItemPanel(QWidget):
    """A form, and room for what it asks about. Knows neither the queue nor the store.

    questions  the pane with the form, to be put into a splitter
    splitters  by name: how they are divided is remembered
    """

    edited = Signal(str, object, object)
    submit_requested = Signal()
    hint_answered = Signal(str, bool)

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._actions: list[QAction] = []
        self.splitters: dict[str, QSplitter] = {}
        self._fitted: list[FirstPane] = []
        self.form_view = FormView(form, language, theme)
        self.questions = QFrame()
        self.questions.setProperty("kind", "pane")
        self.questions.setAccessibleName(self.tr("Questions"))
        inside = QVBoxLayout(self.questions)
        inside.setContentsMargins(16, 12, 2, 12)
        inside.addWidget(self.form_view)
        self.form_view.edited.connect(self.edited)
        self.form_view.submit_requested.connect(self.submit_requested)
        self.form_view.hint_answered.connect(self.hint_answered)

    def add_splitter(
        self, name: str, direction: Qt.Orientation, panes: Mapping[QWidget, int]
    ) -> QSplitter:
        """Return a splitter of panes with their shares of additional room."""
        splitter = QSplitter(direction)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(10)
        for index, (pane, stretch) in enumerate(panes.items()):
            splitter.addWidget(pane)
            splitter.setStretchFactor(index, stretch)
        self.splitters[name] = splitter
        return splitter

    def fit_first(
        self, name: str, pane: QWidget, view: ReadingView, share: float = SHARE
    ) -> FirstPane:
        """Let the first pane of a splitter be as tall as its text, within its share of the height,
        until a person divides it."""
        fitted = FirstPane(self.splitters[name], pane, view, self._theme, self, share)
        self._fitted.append(fitted)
        return fitted

    def order_tabs(self, panes: Iterable[QWidget]) -> None:
        """Let Tab go through panes in this order, then through the questions."""
        # Whatever is put behind the first pane comes before what was there. (Asking Qt for its
        # chain of widgets would make PySide take each for the owner of the next: closing crashes.)
        stops = [
            stop
            for pane in panes
            for stop in [pane, *pane.findChildren(QWidget)]
            if stop.focusPolicy() != Qt.FocusPolicy.NoFocus
            and stop.focusProxy() is None
            and stop.window() is pane.window()  # what pops up is a window of its own
        ]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def add_action(self, name: str, words: str, keys: str, slot: Callable[[], object]) -> QAction:
        """Add something that can be done here, for menus and the list of keys."""
        action = QAction(words, self)
        action.setObjectName(name)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False: slot())
        self._actions.append(action)
        self.addAction(action)
        return action

    def actions(self) -> list[QAction]:
        """Return what can be done with the texts, for menus and the list of keys."""
        return list(self._actions)

    def answers(self) -> dict[str, Any]:
        return self.form_view.answers()

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self.form_view.set_answers(answers)

    def set_answer(self, question: str, value: Any) -> None:
        self.form_view.set_answer(question, value)

    def focus_question(self, key: str) -> None:
        self.form_view.focus_question(key)

    def focused_question(self) -> str | None:
        """Return the question that has the focus, if one has."""
        return self.form_view.focused_question()

    def focus_form(self) -> None:
        """Put the focus on the first question that shows."""
        visible = self.form_view.visible_questions()
        if visible:
            self.focus_question(visible[0])

    def await_keys(self) -> None:
        """Let keys answer the first question, without pointing at an answer."""
        self.form_view.await_keys()

    def show_problems(self, problems: Iterable[Problem]) -> None:
        self.form_view.show_problems(problems)

    def ask_hint(self, hint: Hint) -> None:
        self.form_view.ask_hint(hint)

    def press_code_key(self, text: str) -> bool:
        return self.form_view.press_code_key(text)

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self.form_view.set_enabled_for_editing(enabled)

    def set_footer(self, widget: QWidget | None) -> None:
        """Put the frame's own widget (submit and the like) below the form."""
        self.form_view.set_footer(widget)

    def set_notes(self, widget: QWidget) -> None:
        """Put what the frame says about the answers above the footer; long notes scroll."""
        self.form_view.set_notes(widget)

    def state(self) -> dict[str, Any]:
        """Return what else should be remembered, as plain JSON data."""
        return {}

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Take up what `state` returned. May raise ValueError, KeyError or TypeError, and changes
        nothing then."""

    def save_state(self) -> bytes:
        """Return how the panes are divided, and whatever else should be remembered."""
        divided = {
            name: base64.b64encode(splitter.saveState().data()).decode()
            for name, splitter in self.splitters.items()
        }
        by_hand = [one.by_hand for one in self._fitted]
        state = {"state": _STATE, "by_hand": by_hand, **divided, **self.state()}
        return json.dumps(state).encode()

    def restore_state(self, data: bytes) -> None:
        """Take up a saved state; what cannot be read changes nothing."""
        try:
            state = json.loads(data)
            if state["state"] != _STATE:
                return
            divided = {name: base64.b64decode(state[name]) for name in self.splitters}
            by_hand = [bool(one) for one in state.get("by_hand", ())]
            self.set_state(state)
        except (ValueError, KeyError, TypeError):
            return
        for name, splitter in self.splitters.items():
            splitter.restoreState(QByteArray(divided[name]))
        for fitted, chosen in zip(self._fitted, by_hand, strict=False):
            fitted.by_hand = chosen

    def keyPressEvent(self, event: QKeyEvent) -> None:
        others = event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if others or is_typing() or not self.press_code_key(event.text()):
            super().keyPressEvent(event)


def text_of(content: Mapping[str, Any], name: str) -> str:
    """Return a text of an item's content; nothing where there is none."""
    value = content.get(name)
    return value if isinstance(value, str) else ""
