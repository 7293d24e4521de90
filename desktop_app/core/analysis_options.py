"""Options that the analyses of several protocols have, as fields that the window can show."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from desktop_app.core.messages import msg

# Numbers of resamples for comparing automatic ratings with people.
FEWEST_RESAMPLES, MOST_RESAMPLES = 100, 200_000
# Numbers of resamples for other intervals.
DEFAULT_RUNS, MOST_RUNS = 1_000, 100_000


class ShownOptions(BaseModel):
    """Base class of the options that a lead sets on the page *Agreement*."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def resamples_field() -> Any:
    """Return the field of the option `resamples`."""
    return Field(
        default=None,
        ge=FEWEST_RESAMPLES,
        le=MOST_RESAMPLES,
        title=msg("Resamples for comparing metrics"),
        description=msg(
            "number of resamples for intervals and p-values; empty: as many as the methods need"
        ),
    )


def runs_field() -> Any:
    """Return the field of the option `runs`."""
    return Field(
        default=DEFAULT_RUNS,
        ge=2,
        le=MOST_RUNS,
        title=msg("Resamples for other intervals"),
        description=msg("more resamples give more exact intervals, and take longer"),
    )


def seed_field() -> Any:
    """Return the field of the option `seed`."""
    return Field(
        default=0,
        ge=0,
        le=2**63 - 1,
        title=msg("Seed of the resamples"),
        description=msg("the same seed gives the same intervals"),
    )
