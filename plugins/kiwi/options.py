"""The options of the analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from desktop_app.core.analysis import check_names, truth, whole
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.stats.intervals import DEFAULT_RUNS
from plugins.kiwi.shapes import KEY

MAX_RUNS = 100_000
# From the paper, appendix A.3.
MERGED_BELOW = 0.05


@dataclass(frozen=True)
class KiwiOptions:
    """The options of the analysis.

    labeller       the labeller whose labels the tables of types use; empty: for each turn, the
                   labeller who labelled the most turns
    merge          types with a smaller share are merged into “other” in tables, 0 … 1
    runs           number of resamples for intervals and of draws for the random baseline, 2 …
                   100,000
    seed           seed of the resamples and draws, ≥ 0
    aliases        whether models are shown under their aliases
    annotator_ids  whether people are shown under their ids instead of pseudonyms
    """

    labeller: str = ""
    merge: float = MERGED_BELOW
    runs: int = DEFAULT_RUNS
    seed: int = 0
    aliases: bool = False
    annotator_ids: bool = False


def read_options(options: Mapping[str, Any]) -> KiwiOptions:
    """Return the options with their types. Numbers and booleans may be given as text.

    Raises UsageError for unknown names and for values outside their range.
    """
    check_names(options, list(KiwiOptions.__dataclass_fields__), KEY)
    labeller = options.get("labeller", "")
    if not isinstance(labeller, str):
        raise UsageError(msg("option “labeller” must be the name of a model or a person"))
    return KiwiOptions(
        labeller=labeller.strip(),
        merge=_share(options, "merge", MERGED_BELOW),
        runs=whole(options, "runs", KiwiOptions.runs, 2, MAX_RUNS),
        seed=whole(options, "seed", KiwiOptions.seed, 0, 2**63 - 1),
        aliases=truth(options, "aliases"),
        annotator_ids=truth(options, "annotator_ids"),
    )


def _share(options: Mapping[str, Any], name: str, default: float) -> float:
    try:
        value = float(str(options.get(name, default))[:40])
    except ValueError:
        # A value outside the range, so that invalid text raises the same error as an invalid
        # number.
        value = -1.0
    if not 0 <= value <= 1:
        raise UsageError(msg("option “{name}” must be a number from 0 to 1", name=name))
    return value
