"""The display of a session on its page, and the calls of models that the page follows.

The calls belong to an object of the window, which continues them when the person leaves the item;
see `desktop_app/ui/model_turns.py`.

The module is longer than most because the page, its buttons and the calls show one state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.core.form_answers import Problem
from desktop_app.text.tokens import word_count
from desktop_app.ui.widgets.form_view import FormView
from plugins.kiwi.panel.session_history import ClosedPart
from plugins.kiwi.panel.session_layout import SessionLayout
from plugins.kiwi.panel.session_turn import FinishPart, InstructionPart
from plugins.kiwi.session import Session
from plugins.kiwi.shapes import MOST_TURNS, edited_text
from plugins.kiwi.turns import INITIAL, REVISE, SUMMARY

# The object that the window gives to a panel. It knows the workspace, which plugins may not import,
# so it has no type here.
ModelCalls = Any
ModelCall = Any

_PURPOSES = (INITIAL, SUMMARY, REVISE)
_ASKED = ("type", "rating", "comment")
# The purpose of the call whose partial answer is offered, by phase.
_ASKED_FOR = {"initial": INITIAL, "writing": REVISE}


class SessionCalls(QObject):
    """Starts, stops and follows the calls of models for the visible item.

    `came`: emitted while a model is writing, with the purpose of the call and the whole text so far
    `changed`: the state of the calls may have changed
    """

    came = Signal(str, str)
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._models: ModelCalls | None = None
        self._followed: list[ModelCall] = []

    @property
    def has_models(self) -> bool:
        """Whether people can ask models here; false where items are only previewed."""
        return self._turns is not None

    def set_models(self, models: ModelCalls | None) -> None:
        """Set the object that asks models, or None."""
        self._models = models
        if models is None:
            return
        models.asked.connect(self._follow)
        models.server_health_changed.connect(self.changed)
        if self._turns is not None:
            self._turns.changed.connect(self.changed)

    def show_item(self) -> None:
        """Switch to another item and follow the calls in progress for it."""
        self._followed = []
        for purpose in _PURPOSES:
            call = self._models.under_way(purpose) if self._models is not None else None
            if call is not None:
                self._follow(call)

    def start(self) -> None:
        """Start the pending turn in the answers of this item."""
        if self._turns is not None:
            self._turns.start()

    def stop(self) -> bool:
        """Stop the model; return whether it was running."""
        return bool(self._turns.stop()) if self._turns is not None else False

    def is_queued(self) -> bool:
        """Return whether the turn is queued, so that no model is writing."""
        return self._turns is not None and str(self._turns.state()) == "queued"

    def words(self) -> str:
        """Return the state of the calls as a sentence; empty if there is none to report."""
        return str(self._turns.words()) if self._turns is not None else ""

    def why_not(self) -> str:
        """Return why no model can be asked, as a sentence; empty if a model can be asked."""
        return str(self._turns.why_not()) if self._turns is not None else ""

    def substitute(self) -> str:
        """Return the name of a connection that can replace a missing one; empty if none can."""
        return str(self._models.substitute()) if self._models is not None else ""

    def use_substitute(self) -> None:
        """Use the substitute connection for the model of this item."""
        if self._models is not None:
            self._models.use_substitute()

    def trouble(self, code: str) -> tuple[str, str]:
        """Return the text of an error and what the person can do about it. Both may be empty."""
        if self._turns is None:
            return "", ""
        text, hint = self._turns.trouble(code)
        return str(text), str(hint)

    # Internal.
    @property
    def _turns(self) -> Any:
        return getattr(self._models, "turns", None)

    def _follow(self, call: ModelCall) -> None:
        # The window announces all calls, including those of jobs and of other items.
        if call.request.purpose not in _PURPOSES or not call.in_sight or call in self._followed:
            return
        self._followed.append(call)
        call.text_came.connect(lambda _piece: self._on_text(call))
        call.ended.connect(lambda: self._on_end(call))
        # The call may have started before the page began to follow it.
        if call.text:
            self._on_text(call)

    def _on_text(self, call: ModelCall) -> None:
        if call.in_sight:
            self.came.emit(call.request.purpose, call.text)

    def _on_end(self, call: ModelCall) -> None:
        if call in self._followed:
            self._followed.remove(call)


@dataclass
class PageState:
    """The data that the page of a session shows. The page changes them; `SessionView` reads them.

    `stream`: the purpose and the text so far of the call in progress
    `partial`: the purpose and the text of a call that ended before its answer was complete
    `note`: why an action was rejected; shown until another action succeeds
    `editable`: whether the answers can be edited
    `editing`: whether the editor is open
    `finishing`: whether the person is asked how the session ends
    `reviewed`: the number of the closed turn that is shown, 0 for the first answer; None: the
        current turn
    `shows_model`: whether the answer of the model is shown for a closed turn that was edited
    """

    session: Session = field(default_factory=lambda: Session.read({}, papers=0))
    question: str = ""
    papers: Sequence[Mapping[str, Any]] = ()
    most_turns: int = MOST_TURNS
    editable: bool = True
    editing: bool = False
    finishing: bool = False
    reviewed: int | None = None
    shows_model: bool = False
    stream: tuple[str, str] = ("", "")
    partial: tuple[str, str] = ("", "")
    note: str = ""

    @property
    def may_edit(self) -> bool:
        """Whether the answer can be edited by hand."""
        session = self.session
        rating = session.current.get("rating")
        return session.phase == "answered" and rating in ("neutral", "bad")

    @property
    def last_kept(self) -> int:
        """The number of the last turn whose answer was kept; 0 for the first answer."""
        turns = list(enumerate(self.session.turns, 1))
        kept = (n for n, one in reversed(turns) if one["rating"] != "bad" or "edited" in one)
        return next(kept, 0)

    def review(self, place: int | None) -> None:
        """Show a closed turn, the first answer (0) or the current turn (None)."""
        self.reviewed, self.shows_model = place, False

    def set_session(self, session: Session) -> None:
        """Set another state of the session."""
        if len(session.turns) != len(self.session.turns) or not session.initial:
            self.review(None)
        self.session = session
        if session.phase in ("initial", "over"):
            self.finishing = False
        if not session.awaiting:
            # After a call was stopped or failed, the person can still read its partial answer.
            if self.stream[1] and self.stream[0] == _ASKED_FOR.get(session.phase):
                self.partial = self.stream
            self.stream = ("", "")
        if not self.may_edit:
            self.editing = False


def unsent(session: Session) -> list[Problem]:
    """Return a problem if there is an instruction that was not sent."""
    written = str(session.current.get("instruction") or "").strip()
    if session.phase != "writing" or not written:
        return []
    return [Problem("instruction", "too_many", "was not sent")]


class SessionView(QObject):
    """Shows the state of a session in the parts of its page. It never changes the session.

    `shown`: the state of the session or of a request was shown
    """

    shown = Signal()

    def __init__(
        self,
        state: PageState,
        parts: SessionLayout,
        form: FormView,
        own: tuple[InstructionPart, FinishPart, ClosedPart],
        calls: SessionCalls,
    ) -> None:
        super().__init__(parts)
        self._state, self._parts, self._form, self._calls = state, parts, form, calls
        self._instruction, self._closing, self._closed = own
        self._instruction.partial_wanted.connect(lambda _on: self._show_texts())
        calls.came.connect(self._on_text)
        calls.changed.connect(self.tell_asking)

    def show(self) -> None:
        """Show the current state of the session in all parts of the page."""
        session, parts = self._state.session, self._parts
        parts.history.show_turns(session.initial, session.turns)
        parts.history.select(self._state.reviewed)
        self._show_form()
        self._show_texts()
        parts.passages.show_passages(*self._found())
        parts.papers.tell_passages(parts.passages.count)
        self.tell_asking()

    @property
    def is_preview(self) -> bool:
        """Whether a lead looks at the page as annotators see it, without working on the item."""
        return not self._state.editable and not self._calls.has_models

    def back_words(self) -> str:
        """Return the name of the button that leads from a closed turn to the current one."""
        if self._state.session.phase == "over":
            return self.tr("Back to the end of the session")
        return self.tr("Back to turn {number}").format(number=self._state.session.number)

    def place_words(self) -> str:
        """Return which turn the session is in."""
        session = self._state.session
        if session.phase == "initial":
            return self.tr("First answer")
        if session.phase == "over":
            return self._parts.words.turns(len(session.turns))
        return self.tr("Turn {number} of {most}").format(
            number=session.number, most=self._state.most_turns
        )

    # The form.
    def _show_form(self) -> None:
        state, session = self._state, self._state.session
        current, phase = session.current, session.phase
        asked = {question.key for question in self._form.form.questions}
        is_current = state.reviewed is None and not state.finishing
        shown = {"writing": {"type"}, "answered": {"rating", "comment"}}.get(phase, set())
        self._form.put_away(asked - shown if is_current else asked)
        before = self._form.answers()
        # Fields with an unchanged value are not set, so that they keep the caret.
        for key in _ASKED:
            value = current.get(key)
            if before.get(key) != value and (before.get(key) or value):
                self._form.set_answer(key, value)
        self._instruction.setVisible(is_current and phase != "over")
        self._instruction.show_turn(
            str(current.get("instruction") or ""),
            writes=phase == "writing",
            shows=phase in ("writing", "waiting", "answered"),
        )
        # A partial answer is dropped when the next request starts, or the phase changes.
        if session.awaiting or state.partial[0] != _ASKED_FOR.get(phase):
            state.partial = ("", "")
        self._instruction.offer_partial(bool(state.partial[1]))
        self._show_closing()
        self._show_closed()
        self._show_head()
        self._form.recheck()

    def _show_closing(self) -> None:
        state, session = self._state, self._state.session
        if state.reviewed is not None:
            self._closing.hide()
            return
        # A session that used all turns has ended by itself.
        chooses = state.finishing or session.end in ("ready", "given_up")
        reopens = state.finishing or (session.phase == "over" and session.can("reopen"))
        over = self._parts.words.end(session.end) if session.end and not chooses else ""
        if state.finishing and unsent(session):
            over = self.tr("Your instruction has not been sent. Esc leads back to it.")
        elif state.finishing and session.awaiting:
            over = self.tr("The model is still answering.")
        hint = "" if state.finishing else self._hint()
        self._closing.show_end(
            str(session.end or ""), asks=chooses, over=over, hint=hint, reopens=reopens
        )

    def _hint(self) -> str:
        """Return what follows from the state of the turn or the session."""
        state, session = self._state, self._state.session
        if session.phase == "over":
            return self.tr("Only submitted sessions count (Ctrl+⏎).")
        if session.phase != "answered":
            return ""
        last = session.number >= state.most_turns
        ends = self.tr("This is the last turn of the session.") if last else ""
        if "edited" not in session.current or state.editing:
            return ends
        if last:
            saved = self.tr("Your edit is saved.")
            return f"{saved} {ends}"
        return self.tr("Your edit is saved, and the next turn starts from it.")

    def _show_closed(self) -> None:
        place, session = self._state.reviewed, self._state.session
        if place is None:
            self._closed.hide()
            return
        turn = session.turns[place - 1] if place else {}
        # Before the end, the primary button leads back.
        back = self.back_words() if session.phase == "over" else ""
        self._closed.show_closed(place, turn, back)

    def _show_head(self) -> None:
        state, session, words = self._state, self._state.session, self._parts.words
        kind = ""
        if state.reviewed is not None:
            title = self.tr("First answer")
            if state.reviewed:
                title = self.tr("Turn {number}").format(number=state.reviewed)
                kind = words.kind_name(session.turns[state.reviewed - 1].get("type"))
        elif state.finishing:
            title = self.tr("Finish session")
        elif session.phase == "initial":
            title = self.tr("First answer")
        elif session.phase == "over":
            title = self.tr("Session finished")
        else:
            title = self.tr("Turn {number}").format(number=session.number)
            if session.phase != "writing":
                kind = words.kind_name(session.current.get("type"))
        self._parts.head.show_turn(title, self._head_note(), kind)

    def _head_note(self) -> str:
        session = self._state.session
        if self._state.note:
            return self._state.note
        last: Mapping[str, Any] = session.turns[-1] if session.turns else {}
        if last.get("rating") == "bad" and "edited" not in last and self._state.reviewed is None:
            if session.phase == "writing":
                return self.tr("The bad answer is discarded. This turn revises the previous one.")
            if session.phase == "over" and session.end != "given_up":
                return self.tr("The bad answer is discarded. The previous one counts.")
        return ""

    # The answer.
    def _show_texts(self) -> None:
        state, session, answer = self._state, self._state.session, self._parts.answer
        self._show_answer_controls()
        if state.editing and state.reviewed is None:
            text = str(session.current.get("answer") or "")
            edited = session.current.get("edited")
            answer.show_editor(True, text, None if edited is None else str(edited))
            return
        # The editor may have been closed by an undo or by another rating.
        if answer.is_editing:
            answer.show_editor(False)
        purpose, text = state.stream
        if state.reviewed is not None:
            self._show_reviewed(state.reviewed)
        elif session.awaiting and text and purpose in (INITIAL, REVISE):
            self._show_stream(purpose, text)
        elif self._instruction.partial_button.isChecked():
            self._show_stream(*state.partial)
        elif session.phase == "answered":
            current = session.current
            # The next turn starts from the edited answer, and the edit must not seem to be lost.
            answer.show_answer(
                session.previous,
                edited_text(current),
                str(current.get("instruction") or ""),
                is_edited=current.get("edited") is not None,
            )
        else:
            answer.show_answer(None, session.answer, "")

    def _show_reviewed(self, place: int) -> None:
        session, answer = self._state.session, self._parts.answer
        if not place:
            answer.show_answer(None, str(session.initial.get("answer") or ""), "")
            return
        turn = session.turns[place - 1]
        is_edited = turn.get("edited") is not None and not self._state.shows_model
        text = edited_text(turn) if is_edited else str(turn.get("answer") or "")
        instruction = str(turn.get("instruction") or "")
        previous = str(turn.get("previous") or "")
        answer.show_answer(previous, text, instruction, is_edited=is_edited)

    def _show_answer_controls(self) -> None:
        """Show *Edit*, and which answer is visible."""
        state, session, bar = self._state, self._state.session, self._parts.answer.bar
        edit, place = "", ""
        is_current = state.reviewed is None
        if is_current and session.phase == "answered" and state.editable:
            edit = self.tr("Edit")
            if state.editing:
                edit = self.tr("Done editing")
            elif "edited" in session.current:
                edit = self.tr("Continue editing")
        at = state.last_kept if state.reviewed is None else state.reviewed
        if session.initial and (not is_current or session.phase in ("writing", "over")):
            place = self.tr("After turn {number}").format(number=at) if at else ""
            place = place or self.tr("First answer")
            if is_current:
                count = self.tr("%n word(s)", "", word_count(session.answer))
                place = f"{place}, {count}"
        bar.show_edit(edit)
        later = not is_current and (at < len(session.turns) or session.phase != "over")
        bar.show_place(place, earlier=at > 0, later=later)

    def _show_stream(self, purpose: str, text: str) -> None:
        previous = self._state.session.previous if purpose == REVISE else None
        self._parts.answer.show_stream(text, previous)

    def _found(self) -> tuple[Sequence[Mapping[str, Any]], str, str]:
        """Return the passages that were retrieved last, their query and their retriever."""
        session = self._state.session
        for source in (session.current, *reversed(session.turns), session.initial):
            if source.get("passages"):
                query = source.get("query") or source.get("instruction")
                return (
                    list(source["passages"]),
                    str(query or self._state.question),
                    str(source.get("retriever") or ""),
                )
        return [], "", ""

    # The request.
    def tell_asking(self) -> None:
        """Show the state of the request, what went wrong, and why no request is possible."""
        session = self._state.session
        status, trouble, substitute = "", "", ""
        if session.awaiting:
            purpose, text = self._state.stream
            status = self._calls.words()
            if purpose == SUMMARY and text and not self._calls.is_queued():
                status = self.tr("The model is reading the passages…")
            status = status or self.tr("This turn is waiting for the model.")
        elif session.phase in ("initial", "writing"):
            status = self.why_not() or self._sent_words()
            substitute = self._calls.substitute() if self._state.editable else ""
            if session.trouble:
                trouble = self._trouble_words()
        self._instruction.say(status, trouble)
        self._instruction.offer_connection(substitute)
        self.shown.emit()

    def why_not(self) -> str:
        """Return why no model can be asked; empty if one can be asked, and for a lead."""
        if self.is_preview:
            return ""
        if not self._calls.has_models:
            return self.tr("No model is available here.")
        return self._calls.why_not()

    def _sent_words(self) -> str:
        """Return what the model will get to see."""
        session, papers = self._state.session, len(self._state.papers)
        if session.phase == "initial":
            return self.tr("No first answer yet.")
        if session.current.get("type") == "info":
            return self.tr("The model sees the answer and passages from %n paper(s).", "", papers)
        if session.current.get("type") == "style":
            return self.tr("The model sees the answer, but no papers.")
        return ""

    def _trouble_words(self) -> str:
        """Return what went wrong with the last request, and what to do about it."""
        session, words = self._state.session, self._parts.words
        message, hint = self._calls.trouble(session.trouble)
        kept = self.tr("Your instruction is kept.") if session.phase == "writing" else ""
        message = message or words.trouble(session.trouble)
        hint = words.remedy(session.trouble, writes=bool(kept)) or hint
        return " ".join(one for one in (message, hint, kept) if one)

    def _on_text(self, purpose: str, text: str) -> None:
        """Show the text that a model has written so far.

        A revision is compared with the previous answer, but passages are not matched yet, and
        changed sentences are not counted.
        """
        state = self._state
        if not state.session.awaiting:
            return
        # The state of the request changes with the first text of a call, not with each piece.
        first = state.stream[0] != purpose
        state.stream = (purpose, text)
        if purpose in (INITIAL, REVISE) and not state.editing and state.reviewed is None:
            self._show_stream(purpose, text)
        if first:
            self.tell_asking()
