"""The state machine of a session: which turn it is, what can be done now, what it builds on.

It knows no window and no model: each action returns a new session, and answers() is all of it.
Source: the KIWI paper, figure 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from plugins.kiwi.shapes import End, Kind, Rating

Phase = Literal["initial", "writing", "waiting", "answered", "over"]
Action = Literal[
    "start_initial",
    "take_initial",
    "write",
    "ask",
    "take_passages",
    "take_summary",
    "take_answer",
    "fail",
    "unask",
    "rate",
    "comment",
    "edit",
    "next",
    "finish",
    "rerate",
    "recomment",
    "reopen",
]


class IllegalActionError(ValueError):
    """An action that is not possible now. Its message says why, for who is at work."""


@dataclass(frozen=True)
class Session:
    """One annotator's session about one item, at one moment.

    damage  what of a draft could not be kept, in a few words each
    """

    papers: int
    most_turns: int = 10
    damage: tuple[str, ...] = ()
    _state: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, answers: Mapping[str, Any], *, papers: int, most_turns: int = 10) -> Session:
        """Return the session that answers hold: a draft's, or submitted ones. Never raises: of what
        was damaged, what can be kept is kept, and `damage` says what was not."""
        raise NotImplementedError

    def answers(self) -> dict[str, Any]:
        """Return the whole state as plain data; read() returns an equal session from it."""
        raise NotImplementedError

    # What is so now

    @property
    def phase(self) -> Phase:
        """“initial” until the first answer is there (also while it is waited for, see `trouble`),
        then “writing”, “waiting”, “answered” turn by turn, and “over”."""
        raise NotImplementedError

    @property
    def awaiting(self) -> bool:
        """Whether a model is to be asked: for the initial answer, or for this turn's."""
        raise NotImplementedError

    @property
    def number(self) -> int:
        """The turn that is written, waited for or judged, 1 … most_turns; over: the last one."""
        raise NotImplementedError

    @property
    def previous(self) -> str:
        """The text that this turn (before one: the next) revises."""
        raise NotImplementedError

    @property
    def answer(self) -> str:
        """The text to show: this turn's answer, edited or not; before there is one, `previous`."""
        raise NotImplementedError

    @property
    def initial(self) -> Mapping[str, Any]:
        """The initial answer and its passages; empty before it is there."""
        raise NotImplementedError

    @property
    def current(self) -> Mapping[str, Any]:
        """The turn under way, as it is stored; empty between turns."""
        raise NotImplementedError

    @property
    def turns(self) -> Sequence[Mapping[str, Any]]:
        """The closed turns, each with the `previous` it revised put in."""
        raise NotImplementedError

    @property
    def history(self) -> Sequence[str]:
        """The texts that count, oldest first: the initial answer, and of every closed turn the text
        that later turns could build on. Bad and unedited answers are not among them."""
        raise NotImplementedError

    @property
    def end(self) -> End | None:
        raise NotImplementedError

    @property
    def trouble(self) -> str:
        """The code of what went wrong the last time a model was asked; empty: nothing."""
        raise NotImplementedError

    def can(self, action: Action) -> bool:
        """Whether an action is possible now, whatever its arguments."""
        raise NotImplementedError

    def why_not(self, action: Action) -> str:
        """Return why an action is not possible now; empty: it is."""
        raise NotImplementedError

    # Actions. Each returns another session, or raises IllegalActionError.

    def start_initial(self) -> Session: ...  # type: ignore[empty-body]

    def take_initial(  # type: ignore[empty-body]
        self,
        answer: str,
        passages: Sequence[Mapping[str, Any]] = (),
        *,
        query: str = "",
        retriever: str = "",
        call: str = "",
        prepared: bool = False,
    ) -> Session: ...

    def write(self, instruction: str, kind: Kind | None = None) -> Session: ...  # type: ignore[empty-body]

    def ask(self) -> Session: ...  # type: ignore[empty-body]

    def take_passages(  # type: ignore[empty-body]
        self, passages: Sequence[Mapping[str, Any]], *, query: str = "", retriever: str = ""
    ) -> Session: ...

    def take_summary(self, text: str, call: str = "") -> Session: ...  # type: ignore[empty-body]

    def take_answer(self, text: str, call: str = "") -> Session: ...  # type: ignore[empty-body]

    def fail(self, trouble: str) -> Session: ...  # type: ignore[empty-body]

    def unask(self) -> Session: ...  # type: ignore[empty-body]

    def rate(self, rating: Rating) -> Session: ...  # type: ignore[empty-body]

    def comment(self, text: str) -> Session: ...  # type: ignore[empty-body]

    def edit(self, text: str | None) -> Session: ...  # type: ignore[empty-body]

    def next(self) -> Session: ...  # type: ignore[empty-body]

    def finish(self, end: Literal["ready", "given_up"]) -> Session: ...  # type: ignore[empty-body]

    def rerate(self, turn: int, rating: Rating) -> Session: ...  # type: ignore[empty-body]

    def recomment(self, turn: int, text: str) -> Session: ...  # type: ignore[empty-body]

    def reopen(self) -> Session: ...  # type: ignore[empty-body]
