"""The display of a session on its page, and the calls of models that the page follows.

The calls belong to an object of the window, which continues them when the person leaves the item;
see `desktop_app/ui/model_turns.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.ui.widgets.form_view import FormView
from plugins.kiwi.panel.session_layout import SessionLayout
from plugins.kiwi.panel.session_turn import ClosingPart, InstructionPart
from plugins.kiwi.session import Session
from plugins.kiwi.shapes import MOST_TURNS
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
    """

    session: Session = field(default_factory=lambda: Session.read({}, papers=0))
    question: str = ""
    papers: Sequence[Mapping[str, Any]] = ()
    most_turns: int = MOST_TURNS
    editable: bool = True
    editing: bool = False
    stream: tuple[str, str] = ("", "")
    partial: tuple[str, str] = ("", "")
    note: str = ""

    @property
    def may_edit(self) -> bool:
        """Whether the answer can be edited by hand."""
        session = self.session
        rating = session.current.get("rating")
        return session.phase == "answered" and rating in ("neutral", "bad")

    def set_session(self, session: Session) -> None:
        """Set another state of the session."""
        self.session = session
        if not session.awaiting:
            # After a call was stopped or failed, the person can still read its partial answer.
            if self.stream[1] and self.stream[0] == _ASKED_FOR.get(session.phase):
                self.partial = self.stream
            self.stream = ("", "")
        if not self.may_edit:
            self.editing = False


class SessionView(QObject):
    """Shows the state of a session in the parts of its page. It never changes the session."""

    def __init__(
        self,
        state: PageState,
        parts: SessionLayout,
        form: FormView,
        instruction: InstructionPart,
        closing: ClosingPart,
        calls: SessionCalls,
    ) -> None:
        super().__init__(parts)
        self._state, self._parts, self._form, self._calls = state, parts, form, calls
        self._instruction, self._closing = instruction, closing
        instruction.partial_wanted.connect(lambda _on: self._show_texts())
        calls.came.connect(self._on_text)
        calls.changed.connect(self.tell_asking)

    def show(self) -> None:
        """Show the current state of the session in all parts of the page."""
        session, parts = self._state.session, self._parts
        self._show_form()
        self._show_texts()
        parts.history.show_turns(session.initial, session.turns)
        parts.passages.show_passages(*self._found())
        parts.below.tell(parts.history.count, parts.passages.count)
        self.tell_asking()

    @property
    def _is_preview(self) -> bool:
        """Whether a lead looks at the page as annotators see it, without working on the item."""
        return not self._state.editable and not self._calls.has_models

    def _show_form(self) -> None:
        session, current = self._state.session, self._state.session.current
        phase = session.phase
        asked = {question.key for question in self._form.form.questions}
        shown = {"writing": {"type"}, "answered": {"rating", "comment"}}.get(phase, set())
        self._form.put_away(asked - shown)
        before = self._form.answers()
        # Fields with an unchanged value are not set, so that they keep the caret.
        for key in _ASKED:
            value = current.get(key)
            if before.get(key) != value and (before.get(key) or value):
                self._form.set_answer(key, value)
        asks = ""
        if self._is_preview:
            pass  # No button: one that is never enabled would only be confusing.
        elif phase == "initial" and not session.awaiting:
            asks = self.tr("Get the first answer")
        elif phase == "writing":
            asks = self.tr("Ask again") if session.trouble else self.tr("Ask the model")
        self._instruction.show_turn(
            str(current.get("instruction") or ""),
            writes=phase == "writing",
            asks=asks,
            waits=session.awaiting,
            kind=self._parts.words.kind(current.get("type")),
        )
        # A partial answer is dropped when the next request starts, or the phase changes.
        if session.awaiting or self._state.partial[0] != _ASKED_FOR.get(phase):
            self._state.partial = ("", "")
        self._instruction.offer_partial(bool(self._state.partial[1]))
        edits = ""
        if self._state.may_edit:
            edits = self.tr("Done editing") if self._state.editing else self.tr("Edit the answer")
        last = phase == "answered" and session.number >= self._state.most_turns
        hint = self.tr("This is the last turn of the session.") if last else ""
        if "edited" in current and phase == "answered" and not self._state.editing:
            edits = self.tr("Continue editing")
            kept = self.tr("Your edit is saved.")
            hint = (
                f"{kept} {hint}"
                if last
                else self.tr("Your edit is saved, and the next turn starts from it.")
            )
        self._closing.show_turn(
            over=self._over_words(),
            edits=edits,
            next_=phase == "answered",
            last=last,
            ready=phase in ("answered", "writing"),
            gives_up=phase not in ("over",) and bool(session.initial),
            reopens=phase == "over" and session.can("reopen"),
            hint=hint,
        )
        self._parts.head.show_turn(self._head_words(), self._head_note())
        self._form.recheck()

    def _head_words(self) -> str:
        session = self._state.session
        if session.phase == "initial":
            return self.tr("First answer")
        if session.phase == "over":
            return self._parts.words.turns(len(session.turns))
        return self.tr("Turn {number} of {most}").format(
            number=session.number, most=self._state.most_turns
        )

    def _head_note(self) -> str:
        session = self._state.session
        if self._state.note:
            return self._state.note
        last: Mapping[str, Any] = session.turns[-1] if session.turns else {}
        if last.get("rating") == "bad" and "edited" not in last:
            if session.phase == "writing":
                return self.tr("The bad answer is discarded. This turn revises the previous one.")
            if session.phase == "over" and session.end != "given_up":
                return self.tr("The bad answer is discarded. The previous one counts.")
        return ""

    def _over_words(self) -> str:
        if self._state.session.phase != "over":
            return ""
        return f"{self._parts.words.end(self._state.session.end)} " + self.tr(
            "It counts once it is submitted (Ctrl+⏎)."
        )

    def _show_texts(self) -> None:
        session = self._state.session
        if self._state.editing:
            answer = str(session.current.get("answer") or "")
            edited = session.current.get("edited")
            self._parts.answer.show_editor(True, answer, None if edited is None else str(edited))
            return
        # The editor may have been closed by an undo or by another rating.
        if self._parts.answer.is_editing:
            self._parts.answer.show_editor(False)
        purpose, text = self._state.stream
        if session.awaiting and text and purpose in (INITIAL, REVISE):
            self._show_stream(purpose, text)
        elif self._instruction.partial_button.isChecked():
            self._show_stream(*self._state.partial)
        elif session.phase == "answered":
            current = session.current
            self._parts.answer.show_answer(
                session.previous,
                str(current.get("answer") or ""),
                str(current.get("instruction") or ""),
            )
        else:
            self._parts.answer.show_answer(None, session.answer, "")

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

    def tell_asking(self) -> None:
        """Show the state of the request, what went wrong, and why no request is possible."""
        session = self._state.session
        status, trouble, why_not, substitute = "", "", "", ""
        if session.awaiting:
            purpose, text = self._state.stream
            status = self._calls.words()
            if purpose == SUMMARY and text and not self._calls.is_queued():
                status = self.tr("The model is reading the passages…")
            status = status or self.tr("This turn is waiting for the model.")
        elif session.phase in ("initial", "writing"):
            why_not = self._calls.why_not()
            substitute = self._calls.substitute() if self._state.editable else ""
            if self._is_preview:
                first = session.phase == "initial"
                status = self.tr("No first answer yet.") if first else ""
            elif not self._calls.has_models:
                why_not = self.tr("No model is available here.")
            if session.trouble:
                message, hint = self._calls.trouble(session.trouble)
                kept = self.tr("Your instruction is kept.") if session.phase == "writing" else ""
                message = message or self._parts.words.trouble(session.trouble)
                hint = self._parts.words.remedy(session.trouble, writes=bool(kept)) or hint
                trouble = " ".join(one for one in (message, hint, kept) if one)
        queued = session.awaiting and self._calls.is_queued()
        self._instruction.say(status, trouble, why_not=why_not, queued=queued)
        self._instruction.offer_connection(substitute)

    def _on_text(self, purpose: str, text: str) -> None:
        """Show the text that a model has written so far.

        A revision is compared with the previous answer, but passages are not matched yet, and
        changed sentences are not counted.
        """
        if not self._state.session.awaiting:
            return
        # The state of the request changes with the first text of a call, not with each piece.
        first = self._state.stream[0] != purpose
        self._state.stream = (purpose, text)
        if purpose in (INITIAL, REVISE) and not self._state.editing:
            self._show_stream(purpose, text)
        if first:
            self.tell_asking()
