"""Agreement of automatic ratings with people's answers, for Yes/No and questions with numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from desktop_app.core.protocol.data import Dataset
from desktop_app.stats.aggregation import majority
from desktop_app.stats.intervals import Resamples
from desktop_app.stats.meta_evaluation import People, agreement_with, rated_values
from plugins.study.measures import Judged, Measure
from plugins.study.rows import ALL_QUESTIONS


def metrics_json(
    dataset: Dataset, judged: Judged, *, seed: int, runs: int
) -> dict[str, dict[str, Any]]:
    """Return {method: {question: figures}} of the questions that a method's values can answer.

    `runs`: number of resamples for the intervals

    Yes/No has the area under the ROC curve, with the most frequent answers as labels; questions
    with numbers have Kendall's and Pearson's distance from the mean answers (riSum, section 4).
    Questions without answers are left out.
    """
    groups: dict[str, int] = {}
    group_of = np.array([groups.setdefault(item.group, len(groups)) for item in judged.items])
    people = {
        one.name: found
        for one in judged.measures
        if (found := _people(judged, one, group_of)) is not None
    }
    keys = {one.name: one.question.key for one in judged.measures}
    # One object for all methods, because methods with the same items share resamples.
    resamples = Resamples(seed, runs)
    result = {}
    for method, by_question in sorted(rated_values(dataset.metric_ratings, judged.items).items()):
        result[method] = {
            name: agreement_with(answers, of_runs, resamples)
            for name, answers in people.items()
            if (of_runs := by_question.get(keys[name]) or by_question.get(ALL_QUESTIONS))
        }
    return {method: entry for method, entry in result.items() if entry}


def _people(judged: Judged, measure: Measure, group_of: np.ndarray) -> People | None:
    """Return people's answers to a question; None without numbers or without answers."""
    if measure.kind not in ("one", "number") or not measure.has_numbers:
        return None
    values = measure.values()
    if not values:
        return None
    ratings = judged.ratings({place: float(value) for place, value in values.items()})
    if measure.question.type == "yes_no":
        return People(group_of, majority(ratings))
    return People(group_of, means=ratings.means())
