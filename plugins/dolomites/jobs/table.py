"""The model jobs of dolomites by key: `proofdesk run DIR JOB`."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.core.model_jobs import ModelJob
from plugins.dolomites.jobs.answering import OutputJob
from plugins.dolomites.jobs.critiquing import CritiqueJob
from plugins.dolomites.jobs.entailing import EntailJob
from plugins.dolomites.jobs.generating import GenerateJob
from plugins.dolomites.jobs.judging import JudgeJob, ScoreJob
from plugins.dolomites.jobs.labelling import EditTypesJob, ErrorsJob
from plugins.dolomites.jobs.searching import DomainsJob, QueriesJob

# In the order in which a lead runs them.
_ALL: tuple[ModelJob, ...] = (
    QueriesJob(),
    DomainsJob(),
    GenerateJob(),
    CritiqueJob(),
    OutputJob(),
    JudgeJob(),
    ScoreJob(),
    EntailJob(),
    EditTypesJob(),
    ErrorsJob(),
)
JOBS: Mapping[str, ModelJob] = {job.key: job for job in _ALL}
