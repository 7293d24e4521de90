"""Small figures that several parts of the analysis give: means, counts, shares, codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

from desktop_app.stats.estimates import mean


def mean_median(values: Sequence[float], why: str) -> dict[str, Any]:
    """Return {"mean", "median", "total", "n"}; null with a "why" where there are no values."""
    if not values:
        return {"mean": None, "median": None, "total": 0, "n": 0, "why": why}
    return {
        "mean": mean([float(value) for value in values]),
        "median": float(median(values)),
        "total": sum(values),
        "n": len(values),
    }


def before_after(pairs: Sequence[tuple[float, float]], why: str) -> dict[str, Any]:
    """Return the means and medians of both, over the same texts.

    {"before", "after": the means, "median_before", "median_after", "n"}
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


def counted(values: Iterable[Any], scale: Iterable[str] = ()) -> dict[str, int]:
    """Return how often each code occurs: those of the scale in its order, then others by name."""
    times = Counter(code_of(value) for value in values if value is not None)
    order = list(dict.fromkeys(scale))
    return {code: times[code] for code in [*order, *sorted(set(times) - set(order))]}


def code_of(value: Any) -> str:
    """Return an answer as a key of JSON: true and false are “true” and “false”."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
