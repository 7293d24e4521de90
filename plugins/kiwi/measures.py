"""Figures about sessions, turns and their ratings, by model and in total.

Source: the KIWI paper, table 2 and figure 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from desktop_app.core.analysis import NO_TIMES
from desktop_app.core.messages import msg
from desktop_app.stats.estimates import mean_median, share
from plugins.kiwi.session_data import Collected, Session, Turn
from plugins.kiwi.shapes import ENDS, KINDS, RATINGS

ALL = "all"
NO_SESSIONS = msg("there are no sessions")
NO_TURNS = msg("no turn has a kind of instruction")
NO_RATINGS = msg("no such turn was rated")


def models_json(found: Collected) -> dict[str, Any]:
    """Return {model: `sessions_json` of the model's sessions}, sorted by name."""
    return {
        model: sessions_json([one for one in found.sessions if one.model == model])
        for model in found.models
    }


def sessions_json(sessions: Sequence[Session]) -> dict[str, Any]:
    """Return figures about sessions.

    They are the numbers of sessions, turns and edited turns, the turns per session, the shares of
    both kinds of instructions, the ratings by kind (shares and `counts`), and the lengths and ends
    of sessions.
    """
    turns = [turn for one in sessions for turn in one.turns]
    kinds = Counter(turn.kind for turn in turns if turn.kind)
    # Turns from other sources may have no kind; they do not count in the shares.
    known = sum(kinds.values())
    lengths = [len(one.turns) for one in sessions]
    ends = Counter(one.end for one in sessions)
    result: dict[str, Any] = {
        "sessions": len(sessions),
        "turns": len(turns),
        "edited": sum(turn.edited is not None for turn in turns),
        "turns_per_session": len(turns) / len(sessions) if sessions else None,
        **{kind: share(kinds[kind], known) for kind in KINDS},
        "counts": {kind: kinds[kind] for kind in KINDS},
        "ratings": {
            **{kind: ratings_json(one for one in turns if one.kind == kind) for kind in KINDS},
            ALL: ratings_json(turns),
        },
        "lengths": {str(length): lengths.count(length) for length in sorted(set(lengths))},
        "ends": {end: ends[end] for end in ENDS},
        "seconds": mean_median([s for one in sessions if (s := one.seconds) is not None], NO_TIMES),
    }
    why = "" if known else NO_TURNS if sessions else NO_SESSIONS
    return {**result, "why": why} if why else result


def ratings_json(turns: Iterable[Turn]) -> dict[str, Any]:
    """Return the share of each rating among the rated turns, and the number of rated turns."""
    counts = Counter(turn.rating for turn in turns if turn.rating)
    n = sum(counts.values())
    result: dict[str, Any] = {
        **{rating: share(counts[rating], n) for rating in RATINGS},
        "counts": {rating: counts[rating] for rating in RATINGS},
        "n": n,
    }
    return result if n else {**result, "why": NO_RATINGS}


def types_by_turn(found: Collected) -> dict[str, dict[str, int]]:
    """Return the number of instructions of each kind, by the number of the turn."""
    counts = Counter((place.number, turn.kind) for place, turn in found.turns.items() if turn.kind)
    return {
        str(number): {kind: counts[number, kind] for kind in KINDS}
        for number in sorted({number for number, _ in counts})
    }
