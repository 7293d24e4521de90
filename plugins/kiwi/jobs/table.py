"""The table of kiwi's model jobs: `proofdesk run DIR JOB`."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.core.model_jobs import ModelJob
from plugins.kiwi.jobs.drafting import DraftJob
from plugins.kiwi.jobs.initial import InitialJob
from plugins.kiwi.jobs.labelling import ErrorsJob, InstructionsJob
from plugins.kiwi.jobs.predicting import PredictJob
from plugins.kiwi.settings import STANDARD, Settings


def jobs_by(settings: Settings = STANDARD) -> Mapping[str, ModelJob]:
    """Return the jobs by their keys, configured with a project's settings."""
    result: tuple[ModelJob, ...] = (
        DraftJob(settings),
        InitialJob(settings),
        InstructionsJob(),
        ErrorsJob(),
        PredictJob(),
    )
    return {job.key: job for job in result}
