"""The options of the analysis that the window offers."""

from __future__ import annotations

from desktop_app.core import analysis_options


class ShownOptions(analysis_options.ShownOptions):
    """The options that a lead sets on the page *Agreement*."""

    resamples: int | None = analysis_options.resamples_field()
    runs: int = analysis_options.runs_field()
    seed: int = analysis_options.seed_field()
