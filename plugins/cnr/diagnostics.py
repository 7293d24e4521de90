"""Evaluation of models on diagnostic samples: what is rated, and the mean ratings.

Source: the CnR paper, sections 7.2 (critiques) and 7.3 (revisions), tables 2 and 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.stats.estimates import mean, mean_and_se
from plugins.cnr.critiques import CATEGORIES, critique_in_words
from plugins.cnr.jobs.replies import texts_of
from plugins.cnr.jobs.wording import CATEGORY_NAMES
from plugins.cnr.other_rows import RATED
from plugins.cnr.rows import DIAGNOSTIC


def category_of(item: ItemData) -> str:
    """Return the name of a sample's error category."""
    code = str(item.origin.get("error_category", ""))
    return CATEGORY_NAMES.get(code, code)


@dataclass(frozen=True)
class RatedOutput:
    """A model's critique or revision of a sample, with the question on which it is rated."""

    item: ItemData
    subject: str
    question: str
    prompt: str
    texts: Mapping[str, str]

    @property
    def digest(self) -> str:
        """A digest of the texts. A rating with another digest is outdated."""
        return sha256_hex(canonical_bytes(dict(self.texts)))[:32]

    def label(self, number: int) -> str:
        again = f" ({number + 1})" if number else ""
        return f"{self.item.name}, {self.subject}, {self.question}{again}"


def critiques_of(dataset: Dataset, samples: Mapping[str, ItemData]) -> Iterable[RatedOutput]:
    """Yield models' critiques of samples. Each is rated by how well it covers the feedback."""
    for row in dataset.rows.get("critiques", ()):
        item = samples.get(str(row["item"]))
        if item is not None and not row.get("id"):
            texts = {
                **texts_of(item),
                "category": category_of(item),
                "feedback": str(item.origin.get("feedback", "")),
                "critique": critique_in_words(row),
            }
            yield RatedOutput(item, str(row["model"]), "coverage", "coverage", texts)


def revisions_of(dataset: Dataset, samples: Mapping[str, ItemData]) -> Iterable[RatedOutput]:
    """Yield models' revisions of samples. Each is rated by how well it follows a critique."""
    for row in dataset.rows.get("responses", ()):
        item, follows = samples.get(str(row["item"])), row.get("follows")
        if item is None or follows is None or row.get("id"):
            continue
        questions = {f"adherence_{follows}": follows}
        if follows == "coarse":
            questions["adherence_coarse_to_detailed"] = "detailed"
        for question, critique in questions.items():
            words = item.origin.get(critique)
            if words:
                texts = {
                    **texts_of(item),
                    "critique": str(words),
                    "revision": str(row["response"]),
                }
                yield RatedOutput(item, str(row["model"]), question, "adherence", texts)


def diagnostics_json(dataset: Dataset) -> dict[str, Any]:
    """Return mean ratings per judge and rated model, overall and by error category.

    A sample with ratings from several runs counts once, with the mean of its runs. A rating that
    names the digest of its texts does not count after these texts have been replaced.
    """
    categories = {
        item.key: str(item.origin.get("error_category") or "")
        for item in dataset.items
        if item.stage == DIAGNOSTIC
    }
    current = _current(dataset)
    values: dict[tuple[str, str, str], dict[str, list[float]]] = {}
    doubtful: Counter[tuple[str, str, str]] = Counter()
    n = replaced = 0
    for body in dataset.metric_ratings:
        value, item = body.get("value"), str(body["item"])
        if value is None or item not in categories or body["question"] not in RATED:
            continue
        place = (str(body["method"]), str(body.get("subject") or ""), str(body["question"]))
        # A rating without a digest, such as an imported one, always counts.
        texts = body.get("extra", {}).get("texts")
        if texts is not None and current and current.get((item, *place[1:])) != str(texts):
            replaced += 1
            continue
        n += 1
        doubtful[place] += bool(body.get("low_mass"))
        values.setdefault(place, {}).setdefault(item, []).append(float(value))
    judges: dict[str, Any] = {}
    for (method, subject, question), by_item in sorted(values.items()):
        means = {item: mean(ratings) for item, ratings in by_item.items()}
        entry = judges.setdefault(method, {}).setdefault(subject, {})
        entry[question] = {
            **mean_and_se(list(means.values())).to_json(),
            "by_category": _by_category(means, categories),
        }
        if low := doubtful[method, subject, question]:
            entry[question]["low_mass"] = low
    times = Counter(categories.values())
    return {
        "items": len(categories),
        "ratings": n,
        "replaced": replaced,
        "categories": {code: times[code] for code in CATEGORIES if times[code]},
        "judges": judges,
    }


def _current(dataset: Dataset) -> dict[tuple[str, str, str], str]:
    """Return digests of the rated texts, by sample, model and question.

    The result is empty if the project contains no models' texts, because the ratings were then
    imported without the texts. It is also empty if no rating names a digest.
    """
    # Reading the texts is slow, so it is skipped if no rating names a digest.
    if not any("texts" in body.get("extra", {}) for body in dataset.metric_ratings):
        return {}
    samples = {item.key: item for item in dataset.items if item.stage == DIAGNOSTIC}
    made = [*critiques_of(dataset, samples), *revisions_of(dataset, samples)]
    return {(one.item.key, one.subject, one.question): one.digest for one in made}


def _by_category(means: Mapping[str, float], category_of: Mapping[str, str]) -> dict[str, Any]:
    result: dict[str, list[float]] = {}
    for item, value in means.items():
        result.setdefault(category_of[item], []).append(value)
    return {code: mean_and_se(result[code]).to_json() for code in CATEGORIES if code in result}
