"""The table of cnr's model jobs: `proofdesk run DIR JOB`."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.core.model_jobs import ModelJob
from plugins.cnr.jobs.classifying import ClassifyJob
from plugins.cnr.jobs.critiquing import CritiqueJob
from plugins.cnr.jobs.diagnosing import FaultJob, FeedbackJob, RateJob
from plugins.cnr.jobs.drafting import DraftJob
from plugins.cnr.jobs.judging import JudgeJob, PatternJob
from plugins.cnr.jobs.revising import ChainJob, IterateJob, ReviseJob

_ALL: tuple[ModelJob, ...] = (
    DraftJob(),
    CritiqueJob(),
    ReviseJob(),
    ChainJob(),
    IterateJob(),
    JudgeJob(),
    PatternJob(),
    ClassifyJob(),
    FaultJob(),
    FeedbackJob(),
    RateJob(),
)
JOBS: Mapping[str, ModelJob] = {job.key: job for job in _ALL}
