"""The options of the analysis that the window offers."""

from __future__ import annotations

from pydantic import Field

from desktop_app.core import analysis_options
from desktop_app.core.messages import msg

MOST_BINS = 12


class ShownOptions(analysis_options.ShownOptions):
    """The options that a lead sets on the page *Agreement*."""

    base: str = Field(
        default="",
        title=msg("Base model"),
        description=msg(
            "the model that others are compared with; empty: the one in most comparisons"
        ),
    )
    bins: int = Field(
        default=4,
        ge=1,
        le=MOST_BINS,
        title=msg("Groups of lengths"),
        description=msg("number of groups of reference outputs by length"),
    )
    resamples: int | None = analysis_options.resamples_field()
    runs: int = analysis_options.runs_field()
    seed: int = analysis_options.seed_field()
