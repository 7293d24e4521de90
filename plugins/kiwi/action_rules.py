"""The actions of a session, and the reasons why an action is not possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

from desktop_app.core.messages import msg
from plugins.kiwi.shapes import LONGEST_INSTRUCTION

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

OVER: Final = msg("the session is over")


class SessionState(Protocol):
    """The attributes of a session that the rules read.

    `plugins.kiwi.session.Session` has all of them.
    """

    @property
    def phase(self) -> Phase: ...

    @property
    def awaiting(self) -> bool: ...

    @property
    def current(self) -> Mapping[str, Any]: ...

    @property
    def turns(self) -> Sequence[Mapping[str, Any]]: ...

    @property
    def end(self) -> str | None: ...


# The rules below return why an action is not possible, or an empty string.
def _in(phase: Phase, reason: str) -> Callable[[SessionState], str]:
    """Return a rule that allows an action in one phase, and otherwise gives this reason."""

    def why_not(session: SessionState) -> str:
        # A chained comparison: the session is over, and the action needs another phase.
        if session.phase == "over" != phase:
            return OVER
        return "" if session.phase == phase else reason

    return why_not


def _awaited(session: SessionState) -> str:
    return "" if session.awaiting else msg("no request to a model is pending")


def _for_passages(session: SessionState) -> str:
    # Passages also belong to the first answer, which has no instruction.
    if session.phase == "initial":
        return _awaited(session)
    return _for_summary(session)


def _for_summary(session: SessionState) -> str:
    if session.phase != "waiting":
        return msg("no request to a model is pending in this turn")
    # Stylistic instructions change the wording only, so no passages are searched for.
    seeks = session.current.get("type") == "info"
    return "" if seeks else msg("passages are retrieved only for information-seeking instructions")


def _to_start(session: SessionState) -> str:
    if session.phase != "initial":
        return msg("there is a first answer already")
    return msg("a request to a model is pending") if session.awaiting else ""


def _to_ask(session: SessionState) -> str:
    if session.phase != "writing":
        return OVER if session.phase == "over" else msg("no instruction is being written")
    # The order of the checks is the order in which the page asks for the fields.
    written = str(session.current.get("instruction", ""))
    if not written.strip():
        return msg("write an instruction first")
    if len(written) > LONGEST_INSTRUCTION:
        return msg(
            "an instruction has at most {longest_instruction} characters",
            longest_instruction=LONGEST_INSTRUCTION,
        )
    return "" if session.current.get("type") else msg("choose the kind of instruction")


def not_closed(session: SessionState) -> str:
    """Return why the answered turn cannot be closed, or an empty string."""
    if session.phase != "answered":
        return OVER if session.phase == "over" else msg("there is no answer to rate")
    now = session.current
    # The rating comes first: it decides whether an edit is expected.
    if "rating" not in now:
        return msg("rate this turn first")
    if not str(now.get("comment", "")).strip():
        return msg("explain your rating: a comment is required")
    # An unedited answer has no field “edited”, so only an edit to nothing is an error.
    empty = "edited" in now and not str(now["edited"]).strip()
    return msg("the edited answer is empty: undo the edit, or write something") if empty else ""


def _to_change(session: SessionState) -> str:
    return "" if session.turns else msg("no turn is closed yet")


def _to_reopen(session: SessionState) -> str:
    # Reopening a session that has ended undoes the end, which does not require a turn.
    if session.end:
        return ""
    if session.phase != "writing" or not session.turns:
        return msg("there is no earlier turn")
    written = session.current.get("instruction")
    return msg("an instruction is being written: clear it first") if written else ""


# One rule per action, so that `Session.can` and the action itself cannot disagree.
RULES: Final[Mapping[Action, Callable[[SessionState], str]]] = {
    "start_initial": _to_start,
    "take_initial": _in("initial", msg("there is a first answer already")),
    "write": _in("writing", msg("no instruction is being written")),
    "ask": _to_ask,
    "take_passages": _for_passages,
    "take_summary": _for_summary,
    "take_answer": _in("waiting", msg("no request to a model is pending in this turn")),
    "fail": _awaited,
    "unask": _awaited,
    "rate": _in("answered", msg("there is no answer to rate")),
    "comment": _in("answered", msg("there is no answer to rate")),
    "edit": _in("answered", msg("there is no answer to rate")),
    "next": not_closed,
    "finish": lambda session: OVER if session.end else "",
    "rerate": _to_change,
    "recomment": _to_change,
    "reopen": _to_reopen,
}
