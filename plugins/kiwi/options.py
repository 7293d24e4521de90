"""What can be chosen about the analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.stats.intervals import DEFAULT_RUNS

MAX_RUNS = 100_000
MERGED_BELOW = 0.05  # appendix A.3


@dataclass(frozen=True)
class Options:
    """What can be chosen.

    labeller       whose labels stand in the tables of types; empty: of each question, who labelled
                   most turns
    merge          types of a smaller share stand under “other” in tables, 0 … 1
    runs           resamples behind intervals and draws behind the random baseline, 2 … 100,000
    seed           of both, ≥ 0
    aliases        whether models stand under their aliases
    annotator_ids  whether people stand under their ids instead of pseudonyms
    """

    labeller: str = ""
    merge: float = MERGED_BELOW
    runs: int = DEFAULT_RUNS
    seed: int = 0
    aliases: bool = False
    annotator_ids: bool = False


def read_options(options: Mapping[str, Any]) -> Options:
    """Return the options in their types; numbers and truth values may come as text.

    “unanimous” is taken at its default alone: nothing here is computed per group.
    Raises UsageError for unknown names and values outside their range.
    """
    known = list(Options.__dataclass_fields__)
    for name, value in options.items():
        if name not in known and (name, value) != ("unanimous", "one"):
            raise UsageError(
                f"unknown option “{name}” for the analysis of kiwi",
                hint=f"Options are {', '.join(known)}.",
            )
    labeller = options.get("labeller", "")
    if not isinstance(labeller, str):
        raise UsageError("option “labeller” must be the name of a model or a person")
    return Options(
        labeller=labeller.strip(),
        merge=_share(options, "merge", MERGED_BELOW),
        runs=_whole(options, "runs", Options.runs, 2, MAX_RUNS),
        seed=_whole(options, "seed", Options.seed, 0, 2**63 - 1),
        aliases=_truth(options, "aliases"),
        annotator_ids=_truth(options, "annotator_ids"),
    )


def _truth(options: Mapping[str, Any], name: str) -> bool:
    value = options.get(name, False)
    if value not in (True, False, "true", "false"):
        raise UsageError(f"option “{name}” must be true or false")
    return value in (True, "true")


def _whole(options: Mapping[str, Any], name: str, default: int, low: int, high: int) -> int:
    value = options.get(name, default)
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal():
        value = int(value.strip()[:20])
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise UsageError(f"option “{name}” must be a whole number from {low} to {high}")
    return value


def _share(options: Mapping[str, Any], name: str, default: float) -> float:
    try:
        value = float(str(options.get(name, default))[:40])
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise UsageError(f"option “{name}” must be a number from 0 to 1")
    return value
