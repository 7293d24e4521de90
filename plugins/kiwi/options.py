"""The options of the analysis that the window offers."""

from __future__ import annotations

from pydantic import Field

from desktop_app.core import analysis_options
from desktop_app.core.messages import msg

# Types with a smaller share are merged in tables and figures.
MERGED_BELOW = 0.05


class ShownOptions(analysis_options.ShownOptions):
    """The options that a lead sets on the page *Agreement*."""

    labeller: str = Field(
        default="",
        title=msg("Labels by"),
        description=msg(
            "the person or model whose labels of types count; empty: whoever labelled most turns"
        ),
    )
    merge: float = Field(
        default=MERGED_BELOW,
        ge=0,
        le=1,
        title=msg("Merge types below"),
        description=msg("types with a smaller share become “other”, 0 to 1"),
    )
    resamples: int | None = analysis_options.resamples_field()
    runs: int = analysis_options.runs_field()
    seed: int = analysis_options.seed_field()
