"""Figures of texts before and after editing."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from desktop_app.stats.estimates import mean


def before_after(pairs: Sequence[tuple[float, float]], why: str) -> dict[str, Any]:
    """Return the means and medians before and after editing, over the same texts.

    `pairs`: a value before and a value after editing for each text
    `why`: the reason to report if there are no pairs

    The result has “before” and “after” (means), “median_before”, “median_after” and “n”, and “why”
    if there are no pairs.
    """
    if not pairs:
        return {"before": None, "after": None, "median_before": None, "median_after": None,
                "n": 0, "why": why}  # fmt: skip
    before, after = [float(b) for b, _ in pairs], [float(a) for _, a in pairs]
    return {
        "before": mean(before),
        "after": mean(after),
        "median_before": median(before),
        "median_after": median(after),
        "n": len(pairs),
    }
