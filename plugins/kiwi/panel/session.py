"""The page of a session: instructions to a model, its answers, their ratings.

The whole state is in a `Session` (plugins/kiwi/session.py). Everything that a person does is one of
its actions, and the page emits the changed answers to the window. After a model has changed the
answers, the window calls `show_model_answers`.

Only the window imports this module.

The answers are read and changed in `session_answers.py`.

The module is longer than most because every action of a session starts here and changes the same
state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.core.errors import RefusedError
from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.core.messages import msg
from desktop_app.ui.layouts import in_row
from desktop_app.ui.panel_base import PanelStep
from desktop_app.ui.plain_text import shown_keys
from desktop_app.ui.theme import Theme
from plugins.kiwi.panel.session_answers import (
    SessionAnswers,
    first_asked,
    unrated,
    unwritten,
)
from plugins.kiwi.panel.session_history import ClosedPart
from plugins.kiwi.panel.session_layout import ANSWER
from plugins.kiwi.panel.session_turn import (
    EDIT_KEYS,
    FINISH_KEYS,
    GO_KEYS,
    READY_KEYS,
    FinishPart,
    InstructionPart,
)
from plugins.kiwi.panel.session_view import SessionView, unsent
from plugins.kiwi.session import Session


class SessionPanel(SessionAnswers):
    """Shows one session and lets the person continue it."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        # A project's form may have other keys: then the first and the last question are used.
        asked = [question.key for question in self.form_view.form.questions]
        names = (("type", 0), ("rating", min(1, len(asked) - 1)), ("comment", -1))
        type_, rating, comment = (name if name in asked else asked[at] for name, at in names)
        texts = (self.form_view.question_view(one).text for one in (rating, comment))
        # The error that the window shows because no model could be asked.
        self._refusal: RefusedError | None = None
        self.instruction, self.closing = InstructionPart(theme), FinishPart(theme)
        self.closed = ClosedPart(theme, self.words, *texts)
        own = (self.instruction, self.closing, self.closed)
        self._view = SessionView(self._state, self.parts, self.form_view, own, self.calls)
        self.form_view.insert_part(self.instruction, after=type_)
        self.form_view.insert_part(self.closing, after=comment)
        self.form_view.insert_part(self.closed, after=self.closing.key)
        self.form_view.be_one_block(self.head)
        self.form_view.set_judge(self._judge)
        self.row_start.title.setText(self.tr("Work with the model"))
        self.finish_button = QPushButton(self.tr("Finish session…"))
        self.finish_button.setAutoDefault(False)
        keys = shown_keys(QKeySequence(FINISH_KEYS))
        self.finish_button.setToolTip(f"{self.finish_button.text()}  {keys}")
        # Inside another widget: without the window's row, the button itself would be a window.
        self.row_actions = QWidget()
        in_row(self.finish_button, on=self.row_actions, margins=0)
        self._connect()
        self._add_own_actions()
        self.parts.add_actions()
        self.parts.arrange()
        self._view.show()

    def _connect(self) -> None:
        # Edits of the form become actions of the session, which emit edits of the answers.
        self.form_view.edited.disconnect(self.edited)
        self.form_view.edited.connect(self._on_form)
        self.instruction.written.connect(lambda text: self._do(lambda now: now.write(text)))
        self.instruction.connection_wanted.connect(self._on_connection_wanted)
        self.finish_button.clicked.connect(self.ask_how_it_ends)
        self.closing.chosen.connect(self._on_end)
        self.closing.reopen_wanted.connect(self._on_reopen)
        self.closed.rerated.connect(self._on_rerated)
        self.closed.recommented.connect(self._on_recommented)
        self.closed.model_wanted.connect(self._on_model_wanted)
        self.closed.back_wanted.connect(self._on_back)
        self.answer.edited.connect(lambda text: self._do(lambda now: now.edit(text)))
        self.answer.closed.connect(self.toggle_editor)
        self.answer.cited.connect(self.open_citation)
        self.answer.bar.edit_button.clicked.connect(self.toggle_editor)
        self.answer.bar.turn_wanted.connect(self.step_turn)
        self.history.chosen.connect(self.review)
        self.history.left.connect(self._on_back)
        self.passages.failed.connect(self.failed)
        self._view.shown.connect(self._on_shown)
        self.calls.changed.connect(self._on_calls_changed)

    def _add_own_actions(self) -> None:
        for name, words, keys, slot in (
            ("go_on", self.tr("Ask the model, or start the next turn"), GO_KEYS, self.go_on),
            ("ready", self.tr("Ready to send"), READY_KEYS, self.finish_ready),
            ("finish", self.tr("Finish session…"), FINISH_KEYS, self.ask_how_it_ends),
            ("edit_answer", self.tr("Edit the answer by hand"), EDIT_KEYS, self.toggle_editor),
            ("stop_turn", self.tr("Stop the model answering this turn"), "", self.cancel_step),
        ):
            self.add_action(name, words, keys, slot)

    def _on_shown(self) -> None:
        """Show the state in the row above the page and in the action bar."""
        session = self._session
        self.row_start.place.setText(self._view.place_words())
        can_finish = bool(session.initial) and session.phase != "over" and self._state.editable
        self.finish_button.setVisible(can_finish)
        self.step_changed.emit()

    # The step.
    def step(self) -> PanelStep:
        return PanelStep(self._primary_name(), self._step_text(), self._session.awaiting)

    def _primary_name(self) -> str:
        session, state = self._session, self._state
        if session.phase == "over" or self._view.is_preview:
            return ""
        if state.reviewed is not None:
            return self._view.back_words()
        if state.finishing:
            return self.tr("Finish session")
        if session.phase == "initial":
            return self.tr("Get the first answer")
        if session.phase == "writing":
            return self.tr("Send instruction")
        is_last = session.number >= state.most_turns
        return self.tr("Save and finish") if is_last else self.tr("Save and continue")

    def finish_step(self) -> bool:
        """Send the instruction or close the turn. Return False for a session that is over."""
        if self._session.phase == "over":
            return False
        if self._state.reviewed is not None:
            self._on_back()
        elif self._state.finishing:
            self.closing.remind()
        else:
            self.go_on()
        return True

    def cancel_step(self) -> None:
        """Stop the model, or cancel a queued request. The instruction is kept."""
        if self._session.awaiting and not self.calls.stop():
            # No call is running, so the turn is only queued.
            self._do(lambda now: now.unask())

    def questions_left(self) -> tuple[int, int]:
        session, state = self._session, self._state
        if state.finishing or state.reviewed is not None:
            return 0, 0
        missing = {"writing": unwritten, "answered": unrated}.get(session.phase)
        return len(missing(session)) if missing else 0, 0

    def _step_text(self) -> str:
        """Return what follows after this step; empty if it has unanswered questions."""
        session, state = self._session, self._state
        if self.questions_left()[0]:
            return ""
        if session.phase == "over":
            return self.tr("Then the next item opens")
        if state.finishing or state.reviewed is not None:
            return self._view.place_words()
        if session.phase != "answered":
            if session.awaiting:
                has_text = bool(state.stream[1]) and not self.calls.is_queued()
                # Until the first words, nobody knows whether the server replies.
                working, waiting = self.tr("The model is working"), self.tr("Waiting for the model")
                return working if has_text else waiting
            # The outcome of a session has the same name in English.
            ready = self.tr("Ready to send", "instruction")
            # The footer says that the server responds, which does not help here.
            if self.calls.substitute():
                return self.tr("No connection for this model")
            return self.tr("No model available") if self.calls.why_not() else ready
        if session.number >= state.most_turns:
            return self.tr("Then the session ends")
        return self.tr("Then turn {number} begins").format(number=session.number + 1)

    # The item.

    def show_model_answers(self, answers: Mapping[str, Any]) -> None:
        """Set answers that a model has changed.

        Focus, caret and scroll position stay the same, except that a completed reply moves the
        focus from the instruction to the next open field.
        """
        was_waiting = self._session.awaiting
        # The person may be typing in another field, such as a search or a comment, and must not
        # lose the focus.
        focus = self.window().focusWidget() or self.instruction.box
        # The question how the session ends is open until it is answered or closed.
        is_turn_shown = self._state.reviewed is None and not self._state.finishing
        held = self.form_view.isAncestorOf(focus) and is_turn_shown
        self._read(answers)
        # The answer is complete: continue with the next question.
        if held and was_waiting and not self._session.awaiting:
            self.await_keys()

    def focus_question(self, key: str) -> None:
        """Set the focus to a question or part of the page.

        For a field of the answers, it is the one that undo changed, or where the person continues.
        """
        if key in ("current", "instruction", "end", "turns", "initial", "left"):
            key = self._touched or first_asked(self._session)
        # Undo may have changed a turn that is not shown.
        self._state.review(None)
        self._view.show()
        if key == "edited":
            self._state.editing = True
            self._view.show()
            self.answer.take_focus()
        elif key in ("type", "rating", "comment"):
            self.form_view.focus_question(key)
        elif key == "closing":
            self.closing.take_focus()
        elif self.instruction.has_work:
            self.instruction.take_focus()
        # No model can be asked, so there is only text to read.
        else:
            self.parts.focus_page(ANSWER)

    def await_keys(self) -> None:
        """Set the focus to the first open field, without highlighting an option."""
        key = first_asked(self._session)
        if key in ("type", "rating"):
            self.form_view.question_view(key).field.await_keys()
        else:
            self.focus_question(key)

    def press_code_key(self, text: str) -> bool:
        """Answer the current question with a key, wherever the focus is.

        Return whether the key was handled.
        """
        if super().press_code_key(text) or not self._state.editable:
            return True
        if self.closing.press(text):
            return True
        # The phase determines which question a key answers, because kinds and ratings share keys.
        key = {"writing": "type", "answered": "rating"}.get(self._session.phase)
        if self._state.finishing or self._state.reviewed is not None:
            key = None
        target = self.form_view.form.key_map(key).get(text.upper()) if key else None
        if key is None or target is None or target.question != key:
            return False
        if self.form_view.keys.keeps(key):
            return False
        if not self.form_view.question_view(target.question).field.press(target.code):
            return False
        self.form_view.keys.go_on(target.question)
        return True

    def focus_form(self) -> None:
        self.focus_question(first_asked(self._session))

    def focused_question(self) -> str | None:
        if self.answer.is_editing and self.answer.isAncestorOf(self.focusWidget() or self):
            return "edited"
        return super().focused_question()

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self._state.editable = enabled
        super().set_enabled_for_editing(enabled)
        self.answer.set_editable(enabled)
        self._view.show()

    # What is missing.

    def show_problems(self, problems: Iterable[Problem]) -> None:
        self.form_view.show_problems(problems)
        self.parts.order()

    def _judge(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return what is missing, in the order in which the person goes on.

        An instruction that was not sent is a problem only once the person has tried to finish: it
        may just be being written.
        """
        session = self._session
        is_writing = session.phase == "writing" and not session.awaiting
        reported = {one.kind for one in self.form_view.problems()}
        left = [
            one for one in self.missing(answers) if one.kind != "too_many" or one.kind in reported
        ]
        return [*(unwritten(session) if is_writing else ()), *left]

    def _lacks(self) -> bool:
        """Show what prevents this turn from being closed. Return whether anything does."""
        problems = unrated(self._session)
        edited = self._session.current.get("edited")
        if problems:
            self.show_problems(problems)
        elif edited is not None and not str(edited).strip():
            self._state.note = self.tr(
                "The edited answer is empty. Write something, or restore it."
            )
            self.focus_question("edited")
        else:
            return False
        return True

    # Actions of the person.
    def go_on(self) -> None:
        """Ask the model or close the turn. If something is missing, show it instead."""
        session = self._session
        if not self._state.editable:
            return
        if session.phase == "answered":
            if not self._lacks():
                self._state.editing = False
                self._do(lambda now: now.next())
                # A person who continues does not want to submit yet.
                self.show_problems([])
                self.focus_question(first_asked(self._session))
        elif session.phase == "initial" and not session.awaiting:
            self._ask(lambda now: now.start_initial())
        elif session.phase == "writing":
            problems = unwritten(session)
            if problems:
                self.show_problems(problems)
            else:
                self._ask(lambda now: now.ask())

    def _ask(self, action: Callable[[Session], Session]) -> None:
        if self.calls.why_not():
            self._view.tell_asking()
            # The sentence below the instruction was there before, so it alone says nothing new.
            self._refusal = RefusedError(
                msg("nothing was sent: no model is available"),
                hint=msg("Your text is kept. The reason is below the instruction."),
            )
            self.failed.emit(self._refusal)
            self.instruction.take_focus()
            return
        self._state.stream = ("", "")
        if self._do(action):
            self.show_problems([])
            # The call reads the answers of the session, so it starts after the action.
            self.calls.start()
            self._view.tell_asking()
            self.instruction.take_focus()

    def _on_calls_changed(self) -> None:
        """Withdraw the notice that nothing was sent when a model has become available."""
        if self._refusal is not None and not self.calls.why_not():
            self.resolved.emit(self._refusal)
            self._refusal = None

    def _on_connection_wanted(self) -> None:
        self.calls.use_substitute()
        self._view.tell_asking()
        self.instruction.take_focus()

    def finish_ready(self) -> None:
        """End the session: the answer can be sent."""
        if not self._state.editable or not self._session.can("finish"):
            return
        if self._session.phase == "answered" and self._lacks():
            return
        # An instruction that was not sent would be lost.
        problems = unsent(self._session)
        if problems:
            self.show_problems(problems)
        elif not self._session.not_ready:
            self._state.editing = False
            self._do(lambda now: now.finish("ready"))
            self.focus_question("closing")

    def ask_how_it_ends(self) -> None:
        """Ask the person how the session ends."""
        if self._state.editable and self._session.initial and self._session.phase != "over":
            self._state.review(None)
            self._state.editing, self._state.finishing = False, True
            self._view.show()
            self.closing.take_focus()

    def _on_end(self, end: Literal["ready", "given_up"]) -> None:
        """End the session, or change how it has ended."""
        if self._session.end == end:
            self._view.show()
            return
        state = self._state
        problems = unsent(self._session) if end == "ready" else []
        if problems:
            # Not back to the turn: there, the key that submits would send the instruction.
            self._view.show()
            self.closing.remind(self.instruction.sentence(problems[0]))
            return
        if end == "ready" and self._session.awaiting:
            self._view.show()
            self.closing.ask_to_wait()
            return
        state.editing = state.finishing = False
        if self._session.end:
            # What was open before the end comes back first, so that it is closed again.
            done = self._do(lambda now: now.reopen().finish(end))
            self._view.show()
            self.focus_question("closing" if done else first_asked(self._session))
        elif end == "ready":
            self._view.show()
            self.finish_ready()
        else:
            # A running answer would arrive after the end.
            self.calls.stop()
            self._do(lambda now: now.finish("given_up"))
            self.focus_question("closing")

    def _on_reopen(self) -> None:
        if self._state.finishing:
            self._state.finishing = False
            self._view.show()
            self.focus_form()
        elif self._do(lambda now: now.reopen()):
            self.focus_form()

    # Closed turns.
    def review(self, place: int | None) -> None:
        """Show a closed turn, the first answer (0), or the current turn (None)."""
        self._state.editing = self._state.finishing = False
        self._state.review(place)
        self._view.show()
        self.form_view.sight.show_beginning()
        self.parts.order()

    def step_turn(self, by: int) -> None:
        """Show the answer of the next (1) or previous (−1) turn."""
        state, count = self._state, len(self._session.turns)
        if state.reviewed is None:
            # The first step leads to the answer before the one that is visible.
            self.review(max(0, state.last_kept + by))
        elif state.reviewed + by > count:
            self._on_back()
        else:
            self.review(max(0, state.reviewed + by))

    def _on_back(self) -> None:
        self.review(None)
        self.focus_form()

    def _on_model_wanted(self, on: bool) -> None:
        self._state.shows_model = on
        self._view.show()

    def toggle_editor(self) -> None:
        """Open the answer for editing by hand, or close the editor."""
        if self._state.editing:
            self._state.editing = False
            self._view.show()
            self.focus_form()
        elif self._state.editable and self._state.may_edit:
            self._state.editing, self._state.finishing = True, False
            self._state.review(None)
            if self.parts.scarce:
                self.parts.show_page(ANSWER)
            self._view.show()
            self.answer.take_focus()
        # Good answers are not edited (KIWI paper), so the reason is shown instead of an editor.
        elif self._state.editable and self._session.phase == "answered":
            self._state.note = (
                self.tr("Only neutral or bad answers can be edited. Change the rating first.")
                if self._session.current.get("rating")
                else self.tr("Only neutral or bad answers can be edited. Rate this one first.")
            )
            self._view.show()
            self.focus_question("rating")

    def _on_form(self, field: str, before: Any, after: Any) -> None:
        done = True
        if field == "type" and after in ("info", "style"):
            text = str(self._session.current.get("instruction") or "")
            done = self._do(lambda now: now.write(text, after))
        elif field == "rating" and after in ("good", "neutral", "bad"):
            done = self._do(lambda now: now.rate(after))
        elif field == "comment":
            done = self._do(lambda now: now.comment(str(after or "")))
        else:
            done = False
        if not done:
            # The form already shows the new value, so it is reset.
            self.form_view.set_answer(field, before)
            self._say_why(field, after)

    def _on_rerated(self, rating: str) -> None:
        turn = self._state.reviewed or 0
        if not self._do(lambda now: now.rerate(turn, rating)):  # type: ignore[arg-type]
            self._view.show()
            self._say_why("rating", rating)

    def _on_recommented(self, text: str) -> None:
        turn = self._state.reviewed or 0
        if text.strip():
            self._do(lambda now: now.recomment(turn, text))
        self.closed.tell_comment(empty=not text.strip())

    def _say_why(self, field: str, value: Any) -> None:
        """Explain why a value was rejected, if that is not obvious."""
        if (field, value) == ("rating", "good"):
            self._state.note = self.tr(
                "You edited this answer, so it cannot be rated good. Restore it first."
            )
            self._view.show()

    # Papers and citations.
    def open_citation(self, number: int, sentence: str) -> None:
        """Open the paper that a citation refers to, at a passage retrieved from it, if any."""
        self.parts.open_citation(number, sentence, self._passages_of(number))

    def _passages_of(self, number: int) -> list[Mapping[str, Any]]:
        """Return the passages of a paper that were retrieved in this session, the latest first."""
        session = self._session
        sources = [session.current, *reversed(session.turns), session.initial]
        result: dict[Any, Mapping[str, Any]] = {}
        for source in sources:
            for one in source.get("passages") or ():
                if one.get("paper") == number and self.passages.text_of(one):
                    result.setdefault(one.get("paragraph"), one)
        return list(result.values())
