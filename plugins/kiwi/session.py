"""The state machine of a session: its turn, the possible actions, and the text to revise.

It depends neither on the window nor on a model. Each action returns another session, or raises
IllegalActionError with the reason why the action is not possible now. `answers()` returns the whole
state, which is stored in drafts. Source: the KIWI paper, figure 3.

The module is longer than most because it holds the complete table of states and actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from desktop_app.core.messages import msg
from plugins.kiwi.action_rules import OVER, RULES, Action, Phase, not_closed
from plugins.kiwi.reading import SessionState, passages_in, read_state
from plugins.kiwi.shapes import (
    KINDS,
    LONGEST_TEXT,
    MOST_TURNS,
    RATINGS,
    End,
    Kind,
    Rating,
    edited_text,
    present,
    previous_answers,
    text_to_revise,
)

# Data of an open turn that become invalid if its instruction changes.
_FOUND: Final = ("passages", "query", "retriever", "summary", "calls", "trouble")


class IllegalActionError(ValueError):
    """An action that is not possible now. The message explains the reason to the annotator."""


@dataclass(frozen=True)
class Session:
    """One annotator's session about one item, at one moment. Created by `read`.

    `papers`: number of papers of the item
    `most_turns`: number of turns after which the session ends automatically
    `damage`: short descriptions of the parts of a draft that could not be kept
    """

    papers: int
    most_turns: int = MOST_TURNS
    damage: tuple[str, ...] = field(default=(), compare=False)
    _state: SessionState = field(default_factory=SessionState)

    @classmethod
    def read(
        cls, answers: Mapping[str, Any], *, papers: int, most_turns: int = MOST_TURNS
    ) -> Session:
        """Return the session stored in answers, submitted or not.

        Never raises. Damaged parts are dropped and listed in `damage`; everything else is kept.
        """
        state, damage = read_state(answers, papers)
        session = cls(papers, most_turns, tuple(damage), state)
        # The project's limit may be lower than the ten turns that `read_state` enforces, and it may
        # have been changed since the draft was saved.
        used = len(state.turns) >= most_turns
        if not state.end and not state.current and used:
            return session._with(end="limit")
        # If damaged turns were dropped, the limit is no longer reached: the session continues.
        return session._with(end="") if damage and state.end == "limit" and not used else session

    def answers(self) -> dict[str, Any]:
        """Return the whole state as plain data. `read` returns an equal session from it."""
        state = self._state
        turns = [dict(turn) for turn in state.turns]
        fields = {
            "initial": dict(state.initial),
            "current": dict(state.current),
            "end": state.end,
            "left": dict(state.left),
        }
        result = present(fields)
        return {**result, "turns": turns} if state.initial else result

    # Current state.

    @property
    def phase(self) -> Phase:
        """The phase of the session.

        It is “initial” until the first answer exists (also while a model is writing it), then in
        each turn “writing”, “waiting” and “answered”, and finally “over”.
        """
        if self._state.end:
            return "over"
        if not self._state.initial:
            return "initial"
        phase = self._state.current.get("phase", "writing")
        return phase if phase in ("waiting", "answered") else "writing"

    @property
    def awaiting(self) -> bool:
        """Whether a request to a model is pending, for the first answer or in this turn."""
        return not self._state.end and self._state.current.get("phase") == "waiting"

    @property
    def number(self) -> int:
        """The number of the current turn, from 1.

        After the end of the session, it is the number of the last turn; 0 if there was none.
        """
        return len(self._state.turns) + (not self._state.end)

    @property
    def previous(self) -> str:
        """The text that this turn revises; between turns, the text for the next turn."""
        previous = self._state.current.get("previous")
        return (
            str(previous) if previous is not None and self.phase != "writing" else self._next_source
        )

    @property
    def answer(self) -> str:
        """The text to show.

        It is the current answer of this turn, or, until there is one, the text that the turn
        revises. After the end of the session, it is the final text.
        """
        if self.phase == "answered":
            return edited_text(self._state.current)
        return self.previous

    @property
    def initial(self) -> Mapping[str, Any]:
        """The first answer and its passages; empty until it exists."""
        return self._state.initial

    @property
    def current(self) -> Mapping[str, Any]:
        """The turn in progress, as it is stored; empty between turns."""
        return self._state.current

    @property
    def turns(self) -> Sequence[Mapping[str, Any]]:
        """The closed turns, each with the text it revised as `previous`."""
        texts = previous_answers({"initial": self._state.initial, "turns": self._state.turns})
        return [
            {**turn, "previous": text} for turn, text in zip(self._state.turns, texts, strict=False)
        ]

    @property
    def history(self) -> Sequence[str]:
        """The first answer and the answers of the closed turns, oldest first.

        Answers that were rated bad and not edited are left out.
        """
        if not self._state.initial:
            return []
        kept = (one for one in self._state.turns if one["rating"] != "bad" or "edited" in one)
        return [str(self._state.initial["answer"]), *map(edited_text, kept)]

    @property
    def end(self) -> End | None:
        return self._state.end or None

    @property
    def trouble(self) -> str:
        """The code of the error in the last request to a model; empty if there was none."""
        return str(self._state.current.get("trouble", ""))

    @property
    def left(self) -> Mapping[str, Any]:
        """The turn that was in progress when the annotator ended the session.

        `reopen` restores it. Empty if there was none.
        """
        return self._state.left

    def can(self, action: Action) -> bool:
        """Return whether an action is possible now."""
        return not self.why_not(action)

    def why_not(self, action: Action) -> str:
        """Return why an action is not possible now; empty if it is possible."""
        return RULES[action](self)

    @property
    def not_ready(self) -> str:
        """Why the session cannot end as “ready” now; empty if it can."""
        if self._state.end:
            return OVER
        if self.phase == "initial":
            return msg("there is no answer yet")
        if self.phase == "waiting":
            return msg("wait for the answer, or cancel the request")
        return not_closed(self) if self.phase == "answered" else ""

    # First answer.

    def start_initial(self) -> Session:
        """Record that the first answer is being requested from a model."""
        self._allow("start_initial")
        kept = {name: value for name, value in self._state.current.items() if name != "trouble"}
        return self._with(current={**kept, "for": "initial", "phase": "waiting"})

    def take_initial(
        self,
        answer: str,
        passages: Sequence[Mapping[str, Any]] | None = None,
        *,
        query: str = "",
        retriever: str = "",
        call: str = "",
        prepared: bool = False,
    ) -> Session:
        """Set the first answer, from a model or (`prepared`) from the project.

        `passages`: the passages shown to the model; None: those set by `take_passages`
        """
        self._allow("take_initial")
        _check_text(answer)
        now = self._state.current
        if passages is None:
            passages = now.get("passages") or ()
            query, retriever = query or now.get("query", ""), retriever or now.get("retriever", "")
        given = {
            "answer": answer,
            "passages": passages_in(list(passages), self.papers)[0],
            "query": query,
            "retriever": retriever,
            "call": call,
            "prepared": prepared or None,
        }
        return self._with(initial=present(given), current={})

    # Turns.

    def write(self, instruction: str, kind: Kind | None = None) -> Session:
        """Set the instruction and its kind. `kind`: None leaves it unchanged."""
        self._allow("write")
        _check_length(instruction)
        if kind is not None and kind not in KINDS:
            raise IllegalActionError(msg("an instruction must be of kind “info” or “style”"))
        now = dict(self._state.current)
        kind = kind or now.get("type")
        # Without a change, passages found for the instruction stay valid.
        if (instruction, kind) == (now.get("instruction", ""), now.get("type")):
            return self
        now = {name: value for name, value in now.items() if name not in _FOUND}
        now = {**now, "instruction": instruction, "type": kind}
        return self._with(current=_writing(now))

    def ask(self) -> Session:
        """Record that the instruction is being sent, or is queued until a server can be reached.

        Passages and summaries that were found before a call failed are kept.
        """
        self._allow("ask")
        now = {name: value for name, value in self._state.current.items() if name != "trouble"}
        return self._with(current={**now, "phase": "waiting"})

    def take_passages(
        self, passages: Sequence[Mapping[str, Any]], *, query: str = "", retriever: str = ""
    ) -> Session:
        """Set the passages found for the question or for an information-seeking instruction."""
        self._allow("take_passages")
        result = {
            "passages": passages_in(list(passages), self.papers)[0],
            "query": query,
            "retriever": retriever,
        }
        now = {name: value for name, value in self._state.current.items() if name not in _FOUND}
        return self._with(current={**now, **present(result)})

    def take_summary(self, text: str, call: str = "") -> Session:
        """Set a model's summary of the relevant content of the passages."""
        self._allow("take_summary")
        _check_text(text)
        return self._with(current=_called(self.current, "summary", text, call))

    def take_answer(self, text: str, call: str = "") -> Session:
        """Set the revised answer of the model."""
        self._allow("take_answer")
        _check_text(text)
        return self._with(
            current={**_called(self.current, "answer", text, call), "phase": "answered"}
        )

    def fail(self, trouble: str) -> Session:
        """Record that a call failed. The instruction is kept and can be changed and sent again."""
        self._allow("fail")
        # Without a code, the page could not tell a failed request from a cancelled one.
        now = {**self._state.current, "trouble": trouble[:100] or "unknown"}
        return self._with(current=_writing(now))

    def unask(self) -> Session:
        """Cancel the pending request. The instruction is kept."""
        self._allow("unask")
        now = {**self._state.current, "phase": "writing"}
        return self._with(current={} if "for" in now else _writing(now))

    def rate(self, rating: Rating) -> Session:
        """Set the rating of this turn. An edited answer cannot be rated good."""
        self._allow("rate")
        _check_rating(self._state.current, rating)
        return self._with(current={**self._state.current, "rating": rating})

    def comment(self, text: str) -> Session:
        """Set the comment of this turn. It may be empty until the turn is closed."""
        self._allow("comment")
        _check_length(text)
        now = {name: value for name, value in self._state.current.items() if name != "comment"}
        return self._with(current={**now, **present({"comment": text})})

    def edit(self, text: str | None) -> Session:
        """Set the edited answer. None or the model's own answer removes the edit.

        An answer that is rated good cannot be edited.
        """
        self._allow("edit")
        _check_length(text or "")
        now = {name: value for name, value in self._state.current.items() if name != "edited"}
        if text is not None and text != now["answer"]:
            if now.get("rating") == "good":
                raise IllegalActionError(
                    msg("a good answer cannot be edited: change the rating first")
                )
            now["edited"] = text
        return self._with(current=now)

    def next(self) -> Session:
        """Close the turn and start the next one, or end the session after the last one."""
        self._allow("next")
        closed = self._closed()
        return closed._with(end="limit") if closed.number > self.most_turns else closed

    # End of the session, and closed turns.

    def finish(self, end: Literal["ready", "given_up"]) -> Session:
        """End the session: the answer is ready to be sent, or the annotator gives up.

        An answered turn that is complete is closed first. Any other turn with an instruction is
        kept as `left`.
        """
        self._allow("finish")
        if end not in ("ready", "given_up"):
            raise IllegalActionError(msg("a session ends as “ready” or “given_up”"))
        if end == "ready" and self.not_ready:
            raise IllegalActionError(self.not_ready)
        session = self
        # A turn that is complete counts, although nobody pressed “next”.
        if self.phase == "answered" and not not_closed(self):
            session = self._closed()
        left = session.unask() if session.awaiting else session
        unsaid = not left._state.current.get("instruction")
        return left._with(current={}, end=end, left={} if unsaid else left._state.current)

    def rerate(self, turn: int, rating: Rating) -> Session:
        """Change the rating of a closed turn (from 1).

        The texts that later turns revised do not change.
        """
        self._allow("rerate")
        return self._changed(turn, rating=rating)

    def recomment(self, turn: int, text: str) -> Session:
        """Change the comment of a closed turn (from 1)."""
        self._allow("recomment")
        _check_text(text)
        return self._changed(turn, comment=text)

    def reopen(self) -> Session:
        """Return to the state before the session ended.

        Between turns, and after the last possible turn, reopen the last turn instead. Its rating,
        comment and edit can be changed, because no later turn revises it.
        """
        self._allow("reopen")
        if self._state.left:
            return self._with(end="", current=dict(self._state.left), left={})
        if self._state.end and (len(self._state.turns) < self.most_turns):
            return self._with(end="")
        *before, last = self._state.turns
        return self._with(turns=tuple(before), current={**last, "phase": "answered"}, end="")

    # Internal.

    @property
    def _next_source(self) -> str:
        """The text that the next turn revises by the rule of figure 3."""
        return previous_answers({"initial": self._state.initial, "turns": self._state.turns})[-1]

    def _with(self, **changes: Any) -> Session:
        return replace(self, _state=replace(self._state, **changes))

    def _allow(self, action: Action) -> None:
        reason = self.why_not(action)
        if reason:
            raise IllegalActionError(reason)

    def _closed(self) -> Session:
        """Return this session with the turn in progress closed."""
        now = self._state.current
        kept = {name: value for name, value in now.items() if name not in ("phase", "trouble")}
        # The text is stored only if the rule gives another one, as in `check_session`.
        if kept.get("previous") == self._next_source:
            kept.pop("previous")
        return self._with(turns=(*self._state.turns, kept), current={})

    def _changed(self, number: int, **changes: str) -> Session:
        """Return this session with a closed turn changed.

        The turn after it revises the same text as before.
        """
        turns = [dict(turn) for turn in self._state.turns]
        if not 1 <= number <= len(turns):
            raise IllegalActionError(msg("there is no such turn, or it is not closed"))
        turn = turns[number - 1]
        if "rating" in changes:
            _check_rating(turn, changes["rating"])
        # A rating decides which text the next turn would revise, but that turn was written already.
        revised = self.turns[number - 1]["previous"]
        before = text_to_revise(turn, revised)
        turn.update(changes)
        after = text_to_revise(turn, revised)
        current = dict(self._state.current)
        if number < len(turns):
            turns[number] = _built_on(turns[number], before, after)
        elif current and self.phase in ("waiting", "answered"):
            current = _built_on(current, before, after)
        left = self._state.left
        # An abandoned turn revised the result of the last closed turn.
        if number == len(turns) and left.get("phase") == "answered":
            left = _built_on(left, before, after)
        return self._with(turns=tuple(turns), current=current, left=left)


def _check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise IllegalActionError(
            msg("a text has at most {longest_text} characters", longest_text=LONGEST_TEXT)
        )


def _check_text(text: str) -> None:
    if not text.strip():
        raise IllegalActionError(msg("there is no text"))
    _check_length(text)


def _check_rating(turn: Mapping[str, Any], rating: str) -> None:
    if rating not in RATINGS:
        raise IllegalActionError(msg("the rating of a turn must be “good”, “neutral” or “bad”"))
    if rating == "good" and "edited" in turn:
        raise IllegalActionError(msg("an edited answer cannot be rated good"))


def _called(turn: Mapping[str, Any], what: str, text: str, call: str) -> dict[str, Any]:
    """Return a turn with a text by a model and the id of the call that wrote it.

    `what`: the field of the text: “summary” or “answer”
    `call`: empty if there is no record of the call
    """
    calls = {**turn.get("calls", {}), **present({what: call})}
    return {**turn, what: text, **present({"calls": calls})}


def _built_on(turn: Mapping[str, Any], before: str, after: str) -> dict[str, Any]:
    """Return a turn that still revises its text, although the rule would now give `after`.

    `before`: the text that the rule gave until now
    """
    text = turn.get("previous", before)
    kept = {name: value for name, value in turn.items() if name != "previous"}
    return kept if text == after else {**kept, "previous": text}


def _writing(turn: Mapping[str, Any]) -> dict[str, Any]:
    """Return a turn in the phase “writing”; empty if nothing was written."""
    kept = present({**turn, "phase": None, "previous": None})
    return {**kept, "phase": "writing"} if kept else {}
