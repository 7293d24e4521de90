"""Visibility of the parts of a session page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtWidgets import QWidget

from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from plugins.kiwi.panel.session_actions import SessionActions
from plugins.kiwi.panel.session_calls import INITIAL, REVISE, SUMMARY, SessionCalls
from plugins.kiwi.panel.session_papers import listed
from plugins.kiwi.session import IllegalActionError, Session
from plugins.kiwi.shapes import MOST_TURNS

_ASKED = ("type", "rating", "comment")
# The purpose of the call whose partial answer is offered, by phase.
_ASKED_FOR = {"initial": INITIAL, "writing": REVISE}


class SessionShowing(SessionActions):
    """Shows the current state of a session. It never changes the session."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        self._content: Mapping[str, Any] = {}
        self._documents: Mapping[str, str] = {}
        self._prepared: Mapping[str, Any] = {}
        self._answers: dict[str, Any] = {}
        self._session = Session.read({}, papers=0)
        self._papers: list[Mapping[str, Any]] = []
        self._most_turns = MOST_TURNS
        self._editable = True
        self._editing = False
        self._stream = ("", "")  # The purpose and the text so far of the call in progress.
        # The purpose and the text of a call that ended before its answer was complete.
        self._partial = ("", "")
        self._touched = ""  # The field that undo has changed.
        self._note = ""  # Why an action was refused; shown until another action succeeds.
        self._cited: tuple[int, str, int] = (-1, "", 0)
        self.calls = SessionCalls(self)
        self.calls.came.connect(self._on_text)
        self.calls.changed.connect(self._tell_asking)

    def _may_edit(self) -> bool:
        session = self._session
        return session.phase == "answered" and session.current.get("rating") in ("neutral", "bad")

    def _read(self, answers: Mapping[str, Any]) -> None:
        self._answers = {key: value for key, value in answers.items() if value is not None}
        session = Session.read(self._answers, papers=len(self._papers), most_turns=self._most_turns)
        if session.phase == "initial" and not session.awaiting and self._prepared.get("answer"):
            # A prepared answer is only shown. It becomes part of the answers with the person's
            # first action.
            prepared = self._prepared
            with suppress(IllegalActionError):
                session = session.take_initial(
                    str(prepared["answer"]),
                    listed(prepared.get("passages")),
                    query=str(prepared.get("query") or ""),
                    retriever=str(prepared.get("retriever") or ""),
                    prepared=True,
                )
        self._session = session
        if not session.awaiting:
            # The partial answer of a call that was stopped or failed can still be read.
            if self._stream[1] and self._stream[0] == _ASKED_FOR.get(session.phase):
                self._partial = self._stream
            self._stream = ("", "")
        if not self._may_edit():
            self._editing = False
        self._show()

    @property
    def _is_looked_at(self) -> bool:
        """Whether a lead views the page as annotators see it. Nobody works on the item here."""
        return not self._editable and not self.calls.has_models

    def _first_asked(self) -> str:
        session = self._session
        if session.phase == "over":
            return "closing"
        if session.phase == "answered":
            return "comment" if session.current.get("rating") else "rating"
        if session.phase == "writing" and not session.current.get("type"):
            return "type"
        return "instruction"

    def _show(self) -> None:
        session = self._session
        self._show_form()
        self._show_texts()
        self.history.show_turns(session.initial, session.turns)
        self.passages.show_passages(*self._found())
        self.below.tell(self.history.count, self.passages.count)
        self._tell_asking()

    def _show_form(self) -> None:
        session, current = self._session, self._session.current
        phase = session.phase
        asked = {question.key for question in self.form_view.form.questions}
        shown = {"writing": {"type"}, "answered": {"rating", "comment"}}.get(phase, set())
        self.form_view.put_away(asked - shown)
        before = self.form_view.answers()
        for key in _ASKED:
            value = current.get(key)
            if before.get(key) != value and (before.get(key) or value):
                self.form_view.set_answer(key, value)
        asks = ""
        if self._is_looked_at:
            pass  # No button, because a button that is never enabled would only be confusing.
        elif phase == "initial" and not session.awaiting:
            asks = self.tr("Get the first answer")
        elif phase == "writing":
            asks = self.tr("Ask again") if session.trouble else self.tr("Ask the model")
        self.instruction.show_turn(
            str(current.get("instruction") or ""),
            writes=phase == "writing",
            asks=asks,
            waits=session.awaiting,
            kind=self.words.kind(current.get("type")),
        )
        if session.awaiting or self._partial[0] != _ASKED_FOR.get(phase):
            self._partial = ("", "")
        self.instruction.offer_partial(bool(self._partial[1]))
        edits = ""
        if self._may_edit():
            edits = self.tr("Done editing") if self._editing else self.tr("Edit the answer")
        last = phase == "answered" and session.number >= self._most_turns
        hint = self.tr("This is the last turn of the session.") if last else ""
        if "edited" in current and phase == "answered" and not self._editing:
            edits = self.tr("Continue editing")
            kept = self.tr("Your edit is saved.")
            hint = (
                f"{kept} {hint}"
                if last
                else self.tr("Your edit is saved, and the next turn starts from it.")
            )
        self.closing.show_turn(
            over=self._over_words(),
            edits=edits,
            next_=phase == "answered",
            last=last,
            ready=phase in ("answered", "writing"),
            gives_up=phase not in ("over",) and bool(session.initial),
            reopens=phase == "over" and session.can("reopen"),
            hint=hint,
        )
        self.head.show_turn(self._head_words(), self._head_note())
        self.form_view.recheck()

    def _head_words(self) -> str:
        session = self._session
        if session.phase == "initial":
            return self.tr("First answer")
        if session.phase == "over":
            return self.words.turns(len(session.turns))
        return self.tr("Turn {number} of {most}").format(
            number=session.number, most=self._most_turns
        )

    def _head_note(self) -> str:
        session = self._session
        if self._note:
            return self._note
        last: Mapping[str, Any] = session.turns[-1] if session.turns else {}
        if last.get("rating") == "bad" and "edited" not in last:
            if session.phase == "writing":
                return self.tr("The bad answer is discarded. This turn revises the previous one.")
            if session.phase == "over" and session.end != "given_up":
                return self.tr("The bad answer is discarded. The previous one counts.")
        return ""

    def _over_words(self) -> str:
        if self._session.phase != "over":
            return ""
        return f"{self.words.end(self._session.end)} " + self.tr(
            "It counts once it is submitted (Ctrl+⏎)."
        )

    def _show_texts(self) -> None:
        session = self._session
        if self._editing:
            answer = str(session.current.get("answer") or "")
            edited = session.current.get("edited")
            self.answer.show_editor(True, answer, None if edited is None else str(edited))
            return
        if self.answer.is_editing:
            self.answer.show_editor(False)
        purpose, text = self._stream
        if session.awaiting and text and purpose in (INITIAL, REVISE):
            self._show_stream(purpose, text)
        elif self.instruction.partial_button.isChecked():
            self._show_stream(*self._partial)
        elif session.phase == "answered":
            current = session.current
            self.answer.show_answer(
                session.previous,
                str(current.get("answer") or ""),
                str(current.get("instruction") or ""),
            )
        else:
            self.answer.show_answer(None, session.answer, "")

    def _show_stream(self, purpose: str, text: str) -> None:
        previous = self._session.previous if purpose == REVISE else None
        self.answer.show_stream(text, previous)

    def _found(self) -> tuple[Sequence[Mapping[str, Any]], str, str]:
        """Return the passages that were retrieved last, their query and their retriever."""
        session = self._session
        for source in (session.current, *reversed(session.turns), session.initial):
            if source.get("passages"):
                query = source.get("query") or source.get("instruction")
                return (
                    list(source["passages"]),
                    str(query or self._content.get("question") or ""),
                    str(source.get("retriever") or ""),
                )
        return [], "", ""

    def _tell_asking(self) -> None:
        """Show the state of the request, what went wrong, and why no request is possible."""
        session = self._session
        status, trouble, why_not, substitute = "", "", "", ""
        if session.awaiting:
            purpose, text = self._stream
            status = self.calls.words()
            if purpose == SUMMARY and text and not self.calls.is_queued():
                status = self.tr("The model is reading the passages…")
            status = status or self.tr("This turn is waiting for the model.")
        elif session.phase in ("initial", "writing"):
            why_not = self.calls.why_not()
            substitute = self.calls.substitute() if self._editable else ""
            if self._is_looked_at:
                first = session.phase == "initial"
                status = self.tr("No first answer yet.") if first else ""
            elif not self.calls.has_models:
                why_not = self.tr("No model is available here.")
            if session.trouble:
                message, hint = self.calls.trouble(session.trouble)
                kept = self.tr("Your instruction is kept.") if session.phase == "writing" else ""
                message = message or self.words.trouble(session.trouble)
                hint = self.words.remedy(session.trouble, writes=bool(kept)) or hint
                trouble = " ".join(one for one in (message, hint, kept) if one)
        queued = session.awaiting and self.calls.is_queued()
        self.instruction.say(status, trouble, why_not=why_not, queued=queued)
        self.instruction.offer_connection(substitute)

    def _on_text(self, purpose: str, text: str) -> None:
        """Show more text from a model.

        It is compared with the previous answer, but not matched or counted.
        """
        if not self._session.awaiting:
            return
        first = self._stream[0] != purpose
        self._stream = (purpose, text)
        if purpose in (INITIAL, REVISE) and not self._editing:
            self._show_stream(purpose, text)
        if first:
            self._tell_asking()
