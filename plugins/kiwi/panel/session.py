"""The page of a session: instructions to a model, its answers, their ratings.

The whole state is in a `Session` (plugins/kiwi/session.py). Everything that a person does is one of
its actions, and the page emits the changed answers to the window. Texts written by models arrive
through `arrived`. Only the window imports this module.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop_app.core.form_answers import Problem
from desktop_app.core.forms import Form
from desktop_app.ui.theme import Theme
from plugins.kiwi.citations import nearest_first
from plugins.kiwi.panel.session_layout import ANSWER
from plugins.kiwi.panel.session_papers import listed, texts_of
from plugins.kiwi.panel.session_visibility import SessionShowing
from plugins.kiwi.session import IllegalActionError, Session
from plugins.kiwi.settings import FILE
from plugins.kiwi.shapes import LONGEST_INSTRUCTION

# The fields of the answers. The first one that changed is the edit that undo reverts.
_KEYS = ("current", "turns", "end", "initial", "left")


class SessionPanel(SessionShowing):
    """Shows one session and lets the person continue it."""

    def __init__(
        self, form: Form, language: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(form, language, theme, parent)
        # The session turns edits of the form into its actions and emits edits of its own.
        self.form_view.edited.disconnect(self.edited)
        self.form_view.edited.connect(self._on_form)
        self.form_view.set_judge(self._judge)
        self.instruction.written.connect(self._on_written)
        self.instruction.ask_wanted.connect(self.go_on)
        self.instruction.connection_wanted.connect(self._on_connection_wanted)
        self.instruction.stop_wanted.connect(self.stop)
        self.instruction.partial_wanted.connect(lambda _on: self._show_texts())
        self.closing.edit_wanted.connect(self.toggle_editor)
        self.closing.next_wanted.connect(self.go_on)
        self.closing.ready_wanted.connect(self.finish_ready)
        self.closing.given_up.connect(self._on_given_up)
        self.closing.reopen_wanted.connect(self._on_reopen)
        self.answer.edited.connect(self._on_edited)
        self.answer.closed.connect(self.toggle_editor)
        self.answer.cited.connect(self.open_citation)
        self.answer.text.compared.connect(self.passages.rematch)
        self.answer.text.looked.connect(self.passages.rematch)
        self.history.rerated.connect(self._on_rerated)
        self.history.recommented.connect(self._on_recommented)
        self.passages.failed.connect(self.failed)
        self.make_actions()
        self.arrange()
        self._show()

    # The item.
    def set_models(self, models: Any) -> None:
        """Set the object through which models are asked."""
        self.calls.set_models(models)

    def set_materials(self, materials: Mapping[str, str]) -> None:
        """Read the maximum number of turns from the lead's settings."""
        self._most_turns = FILE.read(materials).most_turns

    def set_documents(self, texts: Mapping[str, str]) -> None:
        """Set the full texts of the next item, by their keys."""
        self._documents = dict(texts)

    def show_item(self, content: Mapping[str, Any], document_text: str) -> None:
        """Show another item, scrolled to the top. Its answers are set separately."""
        self._content, self._prepared = content, {}
        self._editing = False
        self._stream = self._partial = ("", "")
        papers = listed(content.get("papers"))
        texts = texts_of(content, self._documents)
        self._papers = papers
        self.papers.show_item(str(content.get("question") or ""), papers, texts)
        self.answer.show_item(papers)
        self.passages.show_item(papers, texts)
        # An empty session; the window sets the answers next.
        self._read({})
        self.order()

    def show_prepared(self, prepared: Sequence[Mapping[str, Any]]) -> None:
        """Set a first answer that was prepared and checked before the session."""
        for one in prepared:
            content = one.get("content")
            if one.get("what") == "initial" and isinstance(content, Mapping):
                self._prepared = content

    def answers(self) -> dict[str, Any]:
        return dict(self._answers)

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        self._stream = self._partial = ("", "")
        self._read(answers)
        self.calls.show_item()

    def arrived(self, answers: Mapping[str, Any]) -> None:
        """Set answers that a model has changed. Focus, caret and scroll position stay."""
        was_waiting = self._session.awaiting
        # The person may be typing in another field, such as a search or a comment, and must not
        # lose the focus.
        held = self.instruction.isAncestorOf(self.window().focusWidget() or self.instruction.box)
        self._read(answers)
        # The answer is complete: continue with the next question.
        if held and was_waiting and not self._session.awaiting:
            self.await_keys()

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

    def focus_question(self, key: str) -> None:
        """Set the focus to the field of one part of the session."""
        if key in ("current", "instruction", "end", "turns", "initial", "left"):
            key = self._touched or self._first_asked()
        if key == "edited":
            self._editing = True
            self._show()
            self.answer.take_focus()
        elif key in ("type", "rating", "comment"):
            self.form_view.focus_question(key)
        elif key == "closing":
            self.closing.take_focus()
        elif self.instruction.has_work:
            self.instruction.take_focus()
        # No model can be asked, so there is only text to read.
        else:
            self.focus_page(ANSWER)

    def await_keys(self) -> None:
        """Set the focus to the first open field, without pointing at an answer."""
        key = self._first_asked()
        if key in ("type", "rating"):
            self.form_view.question_view(key).field.await_keys()
        else:
            self.focus_question(key)

    def press_code_key(self, text: str) -> bool:
        """Answer the current question with a key, wherever the focus is."""
        if super().press_code_key(text) or not self._editable:
            return True
        # The phase determines which question a key answers, because kinds and ratings share keys.
        key = {"writing": "type", "answered": "rating"}.get(self._session.phase)
        target = self.form_view.form.key_map(key).get(text.upper()) if key else None
        if target is None or target.question != key:
            return False
        return self.form_view.question_view(target.question).field.press(target.code)

    def focus_form(self) -> None:
        self.focus_question(self._first_asked())

    def focused_question(self) -> str | None:
        if self.answer.is_editing and self.answer.isAncestorOf(self.focusWidget() or self):
            return "edited"
        return super().focused_question()

    def set_enabled_for_editing(self, enabled: bool) -> None:
        self._editable = enabled
        super().set_enabled_for_editing(enabled)
        self.history.set_editable(enabled)
        self.answer.set_editable(enabled)

    # What is missing.
    def missing(self, answers: Mapping[str, Any]) -> list[Problem]:
        """Return everything that prevents the session from being submitted."""
        return self._judge(answers)

    def hints(self, answers: Mapping[str, Any], shown: Collection[str]) -> list[Any]:
        """Return nothing: sessions have no consistency hints."""
        return []

    def show_problems(self, problems: Iterable[Problem]) -> None:
        self.form_view.show_problems(problems)
        self.order()

    def answer_rows(self, answers: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return a session as text."""
        result = Session.read(answers, papers=len(self._papers), most_turns=self._most_turns)
        return self.words.answer_rows(result.turns, answers)

    def _judge(self, _answers: Mapping[str, Any]) -> list[Problem]:
        session = self._session
        if session.phase == "over":
            return []
        result = []
        if session.awaiting:
            result.append(Problem("instruction", "not_readable", "is not answered yet"))
        elif session.phase == "writing" and str(session.current.get("instruction") or "").strip():
            result.append(Problem("instruction", "too_many", "was not sent"))
        elif session.phase == "answered":
            result += self._unsaid()
        return [*result, Problem("closing", "unanswered", "has not ended")]

    def _unsaid(self) -> list[Problem]:
        """Return what is missing before the answered turn can be closed."""
        current, result = self._session.current, []
        if not current.get("rating"):
            result.append(Problem("rating", "unanswered", "is not answered"))
        if not str(current.get("comment") or "").strip():
            result.append(Problem("comment", "unanswered", "is not answered"))
        return result

    def _lacks(self) -> bool:
        """Show what prevents this turn from being closed. Return whether anything does."""
        problems = self._unsaid()
        edited = self._session.current.get("edited")
        if problems:
            self.show_problems(problems)
        elif edited is not None and not str(edited).strip():
            self._note = self.tr("The edited answer is empty. Write something, or restore it.")
            self.focus_question("edited")
        else:
            return False
        return True

    # Actions of the person.
    def go_on(self) -> None:
        """Ask the model or close the turn. If something is missing, show it instead."""
        session = self._session
        if not self._editable:
            return
        if session.phase == "answered":
            if not self._lacks():
                self._editing = False
                self._do(lambda now: now.next())
                # A person who continues does not want to submit yet.
                self.show_problems([])
                self.focus_question(self._first_asked())
        elif session.phase == "initial" and not session.awaiting:
            self._ask(lambda now: now.start_initial())
        elif session.phase == "writing":
            problems = self._unwritten()
            if problems:
                self.show_problems(problems)
            else:
                self._ask(lambda now: now.ask())

    def _unwritten(self) -> list[Problem]:
        current, result = self._session.current, []
        if current.get("type") not in ("info", "style"):
            result.append(Problem("type", "unanswered", "is not answered"))
        text = str(current.get("instruction") or "")
        if not text.strip():
            result.append(Problem("instruction", "unanswered", "is not answered"))
        elif len(text) > LONGEST_INSTRUCTION:
            result.append(Problem("instruction", "too_long", "is too long", LONGEST_INSTRUCTION))
        return result

    def _ask(self, action: Callable[[Session], Session]) -> None:
        if self.calls.why_not():
            self._tell_asking()
            return
        self._stream = ("", "")
        if self._do(action):
            self.show_problems([])
            self.calls.start()
            # The call needs the session's answers, so it starts after the action.
            self._tell_asking()
            self.instruction.take_focus()

    def _on_connection_wanted(self) -> None:
        self.calls.use_substitute()
        self._tell_asking()
        self.instruction.take_focus()

    def stop(self) -> None:
        """Stop the model; the instruction is kept."""
        if self._session.awaiting and not self.calls.stop():
            # No call is running, so the turn is only queued.
            self._do(lambda now: now.unask())

    def finish_ready(self) -> None:
        """End the session: the answer can be sent."""
        if not self._editable or not self._session.can("finish"):
            return
        if self._session.phase == "answered" and self._lacks():
            return
        # An instruction that was not sent would be lost.
        if not self._session.not_ready and not self._is_begun():
            self._editing = False
            self._do(lambda now: now.finish("ready"))
            self.focus_question("closing")
        elif self._is_begun():
            self.show_problems([Problem("instruction", "too_many", "was not sent")])

    def _is_begun(self) -> bool:
        """Return whether there is an instruction that has not been sent."""
        session = self._session
        written = str(session.current.get("instruction") or "").strip()
        return session.phase == "writing" and bool(written)

    def _on_given_up(self) -> None:
        # A running answer would arrive after the end.
        self.calls.stop()
        self._editing = False
        self._do(lambda now: now.finish("given_up"))
        self.focus_question("closing")

    def _on_reopen(self) -> None:
        if self._do(lambda now: now.reopen()):
            self.focus_form()

    def toggle_editor(self) -> None:
        """Open the answer for editing by hand, or close the editor."""
        if self._editing:
            self._editing = False
            self._show()
            self.closing.edit_button.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._editable and self._may_edit():
            self._editing = True
            if self._scarce:
                self.show_page(ANSWER)
            self._show()
            self.answer.take_focus()
        # Good answers are not edited (KIWI paper), so the reason is shown instead of an editor.
        elif self._editable and self._session.phase == "answered":
            self._note = (
                self.tr("Only neutral or bad answers can be edited. Change the rating first.")
                if self._session.current.get("rating")
                else self.tr("Only neutral or bad answers can be edited. Rate this one first.")
            )
            self._show()
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

    def _on_written(self, text: str) -> None:
        self._do(lambda now: now.write(text))

    def _on_edited(self, text: str) -> None:
        self._do(lambda now: now.edit(text))

    def _on_rerated(self, turn: int, rating: str) -> None:
        if not self._do(lambda now: now.rerate(turn, rating)):  # type: ignore[arg-type]
            self.history.refresh()
            self._say_why("rating", rating)

    def _on_recommented(self, turn: int, text: str) -> None:
        if text.strip():
            self._do(lambda now: now.recomment(turn, text))
        self.history.tell_comment(empty=not text.strip())

    def _say_why(self, field: str, value: Any) -> None:
        """Explain why an action is unavailable, if that is not obvious."""
        if (field, value) == ("rating", "good"):
            self._note = self.tr(
                "You edited this answer, so it cannot be rated good. Restore it first."
            )
            self._show()

    def _do(self, action: Callable[[Session], Session]) -> bool:
        """Run an action and emit the changes. Return whether the action was possible."""
        if not self._editable:
            return False
        try:
            after = action(self._session)
        except IllegalActionError:
            return False
        self._session, self._note = after, ""
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
        self._show()
        return True

    # Papers and citations.
    def open_citation(self, number: int, sentence: str) -> None:
        """Open what a citation refers to: a passage retrieved from its paper, or the paper itself.

        The passage most similar to the sentence opens first. Each repeated click opens the next
        one.
        """
        result = self._passages_of(number)
        order = nearest_first(sentence, [self.passages.text_of(one) for one in result])
        again = self._cited[:2] == (number, sentence)
        turn = self._cited[2] + 1 if again else 0
        self._cited = (number, sentence, turn)
        paragraph = int(result[order[turn % len(order)]]["paragraph"]) if order else None
        self.lead_to(number, paragraph)

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
