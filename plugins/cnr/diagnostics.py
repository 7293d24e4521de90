"""Evaluation of models on diagnostic samples (CnR paper, tables 2 and 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from desktop_app.core.protocol.data import Dataset
from desktop_app.stats.estimates import mean, mean_and_se
from plugins.cnr.critiques import CATEGORIES
from plugins.cnr.other_rows import RATED
from plugins.cnr.rows import DIAGNOSTIC


def diagnostics_json(dataset: Dataset) -> dict[str, Any]:
    """Return mean ratings per judge and rated model, overall and by error category.

    A sample with ratings from several runs counts once, with the mean of its runs. A rating that
    names the digest of its texts does not count after these texts have been replaced.
    """
    category_of = {
        item.key: str(item.origin.get("error_category") or "")
        for item in dataset.items
        if item.stage == DIAGNOSTIC
    }
    current = _current(dataset)
    values: dict[tuple[str, str, str], dict[str, list[float]]] = {}
    n = replaced = 0
    for body in dataset.metric_ratings:
        value, item = body.get("value"), str(body["item"])
        if value is None or item not in category_of or body["question"] not in RATED:
            continue
        place = (str(body["method"]), str(body.get("subject") or ""), str(body["question"]))
        # A rating without a digest, such as an imported one, always counts.
        texts = body.get("extra", {}).get("texts")
        if texts is not None and current and current.get((item, *place[1:])) != str(texts):
            replaced += 1
            continue
        n += 1
        values.setdefault(place, {}).setdefault(item, []).append(float(value))
    judges: dict[str, Any] = {}
    for (method, subject, question), by_item in sorted(values.items()):
        means = {item: mean(ratings) for item, ratings in by_item.items()}
        entry = judges.setdefault(method, {}).setdefault(subject, {})
        entry[question] = {
            **mean_and_se(list(means.values())).to_json(),
            "by_category": _by_category(means, category_of),
        }
    times = Counter(category_of.values())
    return {
        "items": len(category_of),
        "ratings": n,
        "replaced": replaced,
        "categories": {code: times[code] for code in CATEGORIES if times[code]},
        "judges": judges,
    }


def _current(dataset: Dataset) -> dict[tuple[str, str, str], str]:
    """Return digests of the rated texts, by sample, model and question.

    The result is empty if the project contains no models' texts, because the ratings were then
    imported without the texts.
    """
    # Reading the texts is slow, so it is skipped if no rating names a digest.
    if not any("texts" in body.get("extra", {}) for body in dataset.metric_ratings):
        return {}
    # Imported here because it imports the modules of the model jobs.
    from plugins.cnr.diagnostic_ratings import critiques_of, revisions_of

    samples = {item.key: item for item in dataset.items if item.stage == DIAGNOSTIC}
    made = [*critiques_of(dataset, samples), *revisions_of(dataset, samples)]
    return {(one.item.key, one.subject, one.question): one.digest for one in made}


def _by_category(means: Mapping[str, float], category_of: Mapping[str, str]) -> dict[str, Any]:
    result: dict[str, list[float]] = {}
    for item, value in means.items():
        result.setdefault(category_of[item], []).append(value)
    return {code: mean_and_se(result[code]).to_json() for code in CATEGORIES if code in result}
