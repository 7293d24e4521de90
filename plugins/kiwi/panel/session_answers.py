"""The answers of the page of a session: reading them, and changing them by actions of the session.

The whole state is in a `Session` (plugins/kiwi/session.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtWidgets import QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.core.json_values import objects
from desktop_app.ui.theme import Theme
from plugins.kiwi.panel.session_layout import SessionPage
from plugins.kiwi.panel.session_view import PageState, SessionCalls, SessionView, unsent
from plugins.kiwi.session import IllegalActionError, Session
from plugins.kiwi.settings import FILE
from plugins.kiwi.shapes import LONGEST_INSTRUCTION

# The fields of the answers. If an action changes several, the first of them is emitted as the edit
# that undo reverts, and the others as parts of it.
_KEYS = ("current", "turns", "end", "initial", "left")


def unrated(session: Session) -> list[Problem]:
    """Return what is missing before the answered turn can be closed."""
    texts = {name: str(session.current.get(name) or "").strip() for name in ("rating", "comment")}
    return [Problem(name, "unanswered", "is not answered") for name in texts if not texts[name]]


def unwritten(session: Session) -> list[Problem]:
    """Return what is missing before the instruction can be sent."""
    current, result = session.current, []
    if current.get("type") not in ("info", "style"):
        result.append(Problem("type", "unanswered", "is not answered"))
    text = str(current.get("instruction") or "")
    if not text.strip():
        result.append(Problem("instruction", "unanswered", "is not answered"))
    elif len(text) > LONGEST_INSTRUCTION:
        result.append(Problem("instruction", "too_long", "is too long", LONGEST_INSTRUCTION))
    return result


def first_asked(session: Session) -> str:
    """Return the key of the question or part of the page at which the person continues."""
    if session.phase == "over":
        return "closing"
    if session.phase == "answered":
        return "comment" if session.current.get("rating") else "rating"
    if session.phase == "writing" and not session.current.get("type"):
        return "type"
    return "instruction"


class SessionAnswers(SessionPage):
    """Base class of the page of a session: its answers, and the actions that change them.

    `_state` contains the displayed data, and `_view`, which the subclass creates, displays them.
    """

    _view: SessionView

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._prepared: Mapping[str, Any] = {}
        self._answers: dict[str, Any] = {}
        self._touched = ""  # The field that undo has changed.
        self._state = PageState()
        self.calls = SessionCalls(self)

    @property
    def _session(self) -> Session:
        return self._state.session

    def set_models(self, models: Any) -> None:
        """Set the window's object through which models are asked; None if there is none."""
        self.calls.set_models(models)

    def set_materials(self, materials: Mapping[str, str]) -> None:
        """Read the maximum number of turns from the lead's settings."""
        self._state.most_turns = FILE.read(materials).most_turns

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another item, scrolled to the top. Its answers are set separately."""
        state, self._prepared = self._state, {}
        state.editing = state.finishing = False
        state.review(None)
        state.stream = state.partial = ("", "")
        state.question = str(content.get("question") or "")
        state.papers = self.parts.show_item(content, self._documents)
        # An empty session; the window sets the answers next.
        self._read({})
        self.parts.order()

    def show_prepared(self, prepared: Sequence[Mapping[str, Any]]) -> None:
        """Set the first answer that was prepared with the item, if there is one."""
        for one in prepared:
            content = one.get("content")
            if one.get("what") == "initial" and isinstance(content, Mapping):
                self._prepared = content

    def answers(self) -> dict[str, Any]:
        return dict(self._answers)

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self._state.stream = self._state.partial = ("", "")
        self._read(answers)
        self.calls.show_item()

    def set_answer(self, question: str, value: Any) -> None:
        before = self._session
        if value is None:
            self._answers.pop(question, None)
        else:
            self._answers[question] = value
        self._read(self._answers)
        names = ("edited", "comment", "rating", "instruction", "type")
        changed = [n for n in names if before.current.get(n) != self._session.current.get(n)]
        # After an undo, the focus goes to the field that it changed.
        self._touched = changed[0] if question == "current" and changed else ""

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the session in some answers as text, for the list of revisions."""
        return self.words.answer_rows(self._stored(answers).turns, answers)

    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return everything that prevents the session from being submitted."""
        session = self._session
        if session.phase == "over":
            return []
        result = []
        if session.awaiting:
            result.append(Problem("instruction", "not_readable", "is not answered yet"))
        elif session.phase == "answered":
            result += unrated(session)
        else:
            result += unsent(session)
        return [*result, Problem("closing", "unanswered", "has not ended")]

    def _do(self, action: Callable[[Session], Session]) -> bool:
        """Run an action and emit the changes. Return whether the action was possible."""
        if not self._state.editable:
            return False
        try:
            after = action(self._session)
        except IllegalActionError:
            return False
        self._state.session, self._state.note = after, ""
        before, self._answers = self._answers, after.answers()
        # The first change is emitted as the edit and the others as part of it, so that one undo
        # reverts all.
        tell: Any = self.edited
        for key in _KEYS:
            old, new = before.get(key), self._answers.get(key)
            # Missing and empty values are equal here.
            if old != new and (old or new):
                tell.emit(key, old, new)
                tell = self.edited_too
        self._view.show()
        return True

    def _read(self, answers: Mapping[str, Any]) -> None:
        """Show the session that is stored in answers."""
        state = self._state
        self._answers = {key: value for key, value in answers.items() if value is not None}
        session = self._stored(self._answers)
        if session.phase == "initial" and not session.awaiting and self._prepared.get("answer"):
            # A prepared answer is only shown. It becomes part of the answers with the person's
            # first action.
            prepared = self._prepared
            with suppress(IllegalActionError):
                session = session.take_initial(
                    str(prepared["answer"]),
                    objects(prepared.get("passages")),
                    query=str(prepared.get("query") or ""),
                    retriever=str(prepared.get("retriever") or ""),
                    prepared=True,
                )
        state.set_session(session)
        self._view.show()

    def _stored(self, answers: Mapping[str, Any]) -> Session:
        state = self._state
        return Session.read(answers, papers=len(state.papers), most_turns=state.most_turns)
