"""Options of the analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from desktop_app.core.analysis import check_names, truth, whole
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.stats.intervals import DEFAULT_RUNS
from plugins.dolomites.shapes import KEY

MAX_RUNS = 100_000
MOST_BINS = 12


@dataclass(frozen=True)
class DolomitesOptions:
    """The options of an analysis.

    `base`: the model that others are compared with; empty: the model in most comparisons
    `runs`: number of resamples for intervals, and of sign flips for p-values, 2 … 100,000
    `seed`: seed of both, ≥ 0
    `bins`: number of bins of the lengths of reference outputs, 1 … 12
    `aliases`: whether models are shown under their aliases
    `annotator_ids`: whether the table of annotators shows their ids next to the pseudonyms
    """

    base: str = ""
    runs: int = DEFAULT_RUNS
    seed: int = 0
    bins: int = 4
    aliases: bool = False
    annotator_ids: bool = False


def read_options(options: Mapping[str, Any]) -> DolomitesOptions:
    """Return the options with their types. Numbers and booleans may be given as text.

    “unanimous” is accepted only with its default, because nothing here is computed per group.
    Raises UsageError for unknown names and for values outside their range.
    """
    # Unknown options are errors, so that a misspelled option is not ignored.
    check_names(options, list(DolomitesOptions.__dataclass_fields__), KEY)
    # Whether the model exists is checked against the comparisons (see `win_rates.base_of`).
    base = options.get("base", "")
    if not isinstance(base, str):
        raise UsageError(msg("option “base” must be the name of a model"))
    return DolomitesOptions(
        base=base.strip(),
        runs=whole(options, "runs", DolomitesOptions.runs, 2, MAX_RUNS),
        seed=whole(options, "seed", DolomitesOptions.seed, 0, 2**63 - 1),
        bins=whole(options, "bins", DolomitesOptions.bins, 1, MOST_BINS),
        aliases=truth(options, "aliases"),
        annotator_ids=truth(options, "annotator_ids"),
    )
