"""Reading of sessions from drafts: damaged parts are dropped, and everything else is kept."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from desktop_app.core.messages import msg
from plugins.kiwi.shapes import (
    ENDS,
    KINDS,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_PASSAGES,
    MOST_TURNS,
    RATINGS,
    present,
    text_to_revise,
)

_NAMES: Final = ("query", "retriever", "trouble", "summary", "instruction", "answer", "comment")
_SHORT: Final = frozenset(("retriever", "trouble"))


@dataclass(frozen=True)
class SessionState:
    """The content of a session. A part that the session does not have is empty.

    `current`: the turn in progress
    `end`: one of `ENDS`
    `left`: the turn that was in progress when the annotator ended the session
    """

    initial: Mapping[str, Any] = field(default_factory=dict)
    turns: tuple[Mapping[str, Any], ...] = ()
    current: Mapping[str, Any] = field(default_factory=dict)
    end: Any = ""
    left: Mapping[str, Any] = field(default_factory=dict)


def read_state(answers: Mapping[str, Any], papers: int) -> tuple[SessionState, list[str]]:
    """Return the content of a session, and short descriptions of the parts that could not be kept.

    Never raises. The returned session complies with all rules: there are at most ten turns, and all
    are complete; a turn in progress is in a valid phase; each turn revises the text that it revised
    before.

    `papers`: number of papers of the item; passages of other papers are damaged
    """
    damage: list[str] = []
    initial = _initial(answers.get("initial"), papers, damage)
    listed = answers.get("turns")
    if listed is not None and not isinstance(listed, list):
        damage.append(msg("the turns could not be read"))
    if not initial:
        if listed:
            damage.append(msg("neither the first answer nor anything based on it could be read"))
        if answers.get("end") == "given_up":
            return SessionState(end="given_up"), damage
        return SessionState(current=_for_initial(answers.get("current"), papers, damage)), damage
    current = _open(answers.get("current"), papers, damage, msg("the turn in progress"))
    whole = _turns(initial, listed if isinstance(listed, list) else [], papers, damage)
    turns, text, ruled = whole.turns, whole.text, whole.ruled
    if whole.unfinished and not current:
        damage.append(msg("the last turn has no rating or no comment: it is open again"))
        current = whole.unfinished
    elif whole.unfinished:
        damage.append(msg("the last turn has no rating or no comment and was dropped"))
        text = text_to_revise(whole.unfinished, text)
    if current.get("phase") in ("waiting", "answered"):
        current = {**_building(current, str(current.get("previous", text)), ruled)}
    end = answers.get("end")
    if end is not None and (not isinstance(end, str) or end not in ENDS):
        damage.append(msg("the end of the session could not be read"))
        end = None
    # A session that continues has no abandoned turn; it is kept only with an end.
    left = _open(answers.get("left"), papers, damage, msg("the abandoned turn"))
    if end == "limit" and len(turns) == 0:
        end = None
    if len(turns) >= MOST_TURNS:
        if current:
            damage.append(msg("the turn in progress exceeds the limit and was dropped"))
        end, current = end or "limit", {}
    if end and current:
        damage.append(msg("the session ended with a turn in progress: it continues with that turn"))
        end = None
    return SessionState(initial, tuple(turns), current, end or "", left if end else {}), damage


def passages_in(value: Any, papers: int) -> tuple[list[dict[str, Any]], bool]:
    """Return the valid passages in a list, and whether all of them are valid.

    Each is {"paper", "paragraph", "score"?, "retriever"?}; papers and paragraphs are numbered from
    0. At most 100 passages are returned.

    `papers`: number of papers of the item; passages of other papers are invalid
    """
    if not isinstance(value, list):
        # A missing list is no damage, any other value is.
        return [], value is None
    result = [one for one in map(_passage, value[:MOST_PASSAGES]) if one and one["paper"] < papers]
    return result, len(result) == len(value)


def _passage(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, Mapping) or not all(
        map(_is_place, (value.get("paper"), value.get("paragraph")))
    ):
        return None
    result: dict[str, Any] = {name: int(value[name]) for name in ("paper", "paragraph")}
    score, retriever = value.get("score"), value.get("retriever")
    # NaN and infinity cannot be written as JSON; Python's booleans are numbers.
    if isinstance(score, int | float) and not isinstance(score, bool) and math.isfinite(score):
        result["score"] = score
    if _is_text(retriever, LONGEST_NAME) and retriever:
        result["retriever"] = retriever
    return result


def _only(fields: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: fields[name] for name in names if name in fields}


def _is_place(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9


def _is_text(value: Any, most: int = LONGEST_TEXT) -> bool:
    return isinstance(value, str) and len(value) <= most


def _said(value: Any) -> bool:
    """Return whether a value is a text that is neither blank nor too long."""
    return _is_text(value) and bool(value.strip())


def _initial(value: Any, papers: int, damage: list[str]) -> dict[str, Any]:
    if value is None or value == {}:
        return {}
    fields = _known(value, papers, damage, msg("the first answer"))
    # An empty answer is accepted, because data collected elsewhere may contain one.
    if not _is_text(fields.get("answer")):
        damage.append(msg("the first answer could not be read"))
        return {}
    kept = _only(fields, "answer", "passages", "query", "retriever")
    if _is_text(value.get("call"), LONGEST_NAME) and value["call"]:
        kept["call"] = value["call"]
    return {**kept, **({"prepared": True} if value.get("prepared") is True else {})}


def _for_initial(value: Any, papers: int, damage: list[str]) -> dict[str, Any]:
    """Return the turn in progress of a session that has no first answer yet."""
    if not isinstance(value, Mapping) or value.get("for") != "initial":
        if value:
            damage.append(msg("the turn in progress could not be read"))
        return {}
    fields = _known(value, papers, damage, msg("the first answer"))
    kept = _only(fields, "passages", "query", "retriever", "trouble")
    waiting = value.get("phase") == "waiting"
    if waiting:
        kept.pop("trouble", None)
    return {**kept, "for": "initial", "phase": "waiting" if waiting else "writing"}


@dataclass
class _Turns:
    """The complete turns of a session.

    `turns`: the complete turns that could be read
    `text`: the text that the next turn revised
    `ruled`: the text that the next turn would revise by the rule
    `unfinished`: the last turn, as a turn in progress, if it lacks only the rating, the comment or
        both
    """

    turns: list[dict[str, Any]]
    text: str
    ruled: str
    unfinished: dict[str, Any] = field(default_factory=dict)


def _turns(
    initial: Mapping[str, Any], listed: Sequence[Any], papers: int, damage: list[str]
) -> _Turns:
    first = str(initial["answer"])
    result = _Turns([], first, first)
    for place, value in enumerate(listed, start=1):
        # The limit is checked before the turns are read, so that a huge draft stays fast.
        if place > MOST_TURNS:
            damage.append(
                msg(
                    "a session has at most {most_turns} turns: others were dropped",
                    most_turns=MOST_TURNS,
                )
            )
            break
        fields = _known(value, papers, damage, f"turn {place}")
        asked = _said(fields.get("instruction")) and "type" in fields
        if not asked or not _said(fields.get("answer")):
            damage.append(msg("turn {place} could not be read", place=place))
            continue
        if not str(fields.get("edited", "-")).strip():
            fields.pop("edited")  # An empty edit is dropped, because no turn can revise it.
        result.text = str(fields.get("previous", result.text))
        turn = _building(fields, result.text, result.ruled)
        if "rating" in fields and _said(fields.get("comment")):
            result.turns.append(turn)
            result.ruled = text_to_revise(fields, result.text)
        elif place == len(listed):
            result.unfinished = {**turn, "phase": "answered"}
            break
        else:
            damage.append(
                msg("turn {place} has no rating or no comment and was dropped", place=place)
            )
        result.text = text_to_revise(fields, result.text)
    return result


def _building(fields: Mapping[str, Any], text: str, ruled: str) -> dict[str, Any]:
    """Return a turn that has the field `previous` only if the rule gives another text."""
    kept = {name: value for name, value in fields.items() if name != "previous"}
    return kept if text == ruled else {**kept, "previous": text}


def _open(value: Any, papers: int, damage: list[str], what: str) -> dict[str, Any]:
    """Return a turn in progress in a valid phase."""
    if value is None or value == {}:
        return {}
    fields = _known(value, papers, damage, what)
    phase = value.get("phase") if isinstance(value, Mapping) else None
    asked = _said(fields.get("instruction")) and "type" in fields
    if phase == "answered" and asked and _said(fields.get("answer")):
        return {**fields, "phase": "answered"}
    # Only an answered turn has an answer, and with it a rating, a comment and an edit.
    for name in ("rating", "comment", "edited", "answer"):
        fields.pop(name, None)
    if phase == "waiting" and asked:
        fields.pop("trouble", None)
        return {**fields, "phase": "waiting"}
    fields.pop("previous", None)
    if phase not in ("writing", "waiting"):
        damage.append(msg("{what} could only be read in part", what=what))
    if "instruction" not in fields:
        fields = present({"type": fields.get("type")})
    return {**fields, "phase": "writing"} if fields else {}


def _known(value: Any, papers: int, damage: list[str], what: str) -> dict[str, Any]:
    """Return the valid fields of a turn, and report others in `damage`.

    Fields with unknown names are kept unchanged.

    `what`: the name of the turn in messages
    """
    if not isinstance(value, Mapping):
        return {}
    result = {n: one for n, one in value.items() if isinstance(n, str) and n not in _CHECKED}
    for name in _NAMES:
        most = LONGEST_NAME if name in _SHORT else LONGEST_TEXT
        if _is_text(value.get(name), most) and (value[name] or name == "answer"):
            result[name] = value[name]
    for name, codes in (("type", KINDS), ("rating", RATINGS)):
        if isinstance(value.get(name), str) and value[name] in codes:
            result[name] = value[name]
    passages, all_of_them = passages_in(value.get("passages"), papers)
    if passages:
        result["passages"] = passages
    for name in ("edited", "previous"):
        if _is_text(value.get(name)):
            result[name] = value[name]
    # An edit that changes nothing is none, as in `Session.edit`.
    if result.get("edited") == result.get("answer"):
        result.pop("edited", None)
    calls = value.get("calls")
    if isinstance(calls, Mapping):
        kept = {n: calls[n] for n in ("summary", "answer") if _is_text(calls.get(n), LONGEST_NAME)}
        result |= present({"calls": present(kept)})
    seconds = value.get("seconds")
    if isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 <= seconds < 1e9:
        result["seconds"] = seconds
    # Reported by part, not by field: the person only has to know where to look.
    lost = [n for n in _PARTS if value.get(n) not in (None, "", [], {}) and n not in result]
    same = value.get("edited") == value.get("answer")
    if (lost and not (lost == ["edited"] and same)) or not all_of_them:
        damage.append(msg("parts of {what} could not be read", what=what))
    return result


_PARTS: Final = (*_NAMES, "type", "rating", "edited", "previous", "calls", "seconds")
# Fields that the program interprets. All other fields are kept unchanged.
_CHECKED: Final = frozenset((*_PARTS, "passages", "phase", "for", "call", "prepared"))
