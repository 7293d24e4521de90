"""What can be chosen about the analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.stats.intervals import DEFAULT_RUNS

MAX_RUNS = 100_000
MOST_BINS = 12


@dataclass(frozen=True)
class Options:
    """What can be chosen.

    base           the model that others are compared with; empty: the one most comparisons name
    runs           resamples behind intervals, and sign flips behind p-values, 2 … 100,000
    seed           of both, ≥ 0
    bins           bins of the lengths of reference outputs, 1 … 12
    aliases        whether models stand under their aliases
    annotator_ids  whether the table of annotators names their ids beside the pseudonyms
    """

    base: str = ""
    runs: int = DEFAULT_RUNS
    seed: int = 0
    bins: int = 4
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
                f"unknown option “{name}” for the analysis of dolomites",
                hint=f"Options are {', '.join(known)}.",
            )
    base = options.get("base", "")
    if not isinstance(base, str):
        raise UsageError("option “base” must be the name of a model")
    return Options(
        base=base.strip(),
        runs=_whole(options, "runs", Options.runs, 2, MAX_RUNS),
        seed=_whole(options, "seed", Options.seed, 0, 2**63 - 1),
        bins=_whole(options, "bins", Options.bins, 1, MOST_BINS),
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
