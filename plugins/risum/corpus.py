"""The rated corpus: people's judgements, documents, annotators' background, votes on instructions.

Source: the riSum paper, section 2.1 and table 1; appendix C.2 and table 6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset
from desktop_app.stats.agreement import Level
from desktop_app.stats.estimates import Floats, Ints
from desktop_app.stats.questions import UNKNOWN, Answered, agreement_json, answered
from desktop_app.stats.ratings import Ratings
from desktop_app.text.tokens import word_count
from plugins.risum.rows import STAGE, rated_part, votes_of

# The level of measurement of each question, and its short title.
LEVELS: dict[str, Level] = {"follows": "nominal", "rating": "interval"}
QUESTIONS = tuple(LEVELS)
TITLES = {"follows": msg("Follows the instruction?"), "rating": msg("Quality (1–5)")}


@dataclass(frozen=True)
class Judgements(Answered):
    """People's ratings of a dataset's items.

    `models`: model of each item; UNKNOWN if the item's origin is not available
    `group_of`: group of each item, shape (items,), 0 … n_groups − 1
    `values`: the ratings by question; the units are items; `follows` is 0 or 1, `rating` is 1 … 5
    `ignored`: number of annotations left out because their item is unknown, or because the same
        annotator also judged the item at a stage that takes precedence
    """

    models: Sequence[str]
    group_of: Ints
    n_groups: int
    values: Mapping[str, Ratings]
    ignored: int

    def groups(self) -> list[list[int]]:
        """Return the indices of the items of each group."""
        result: list[list[int]] = [[] for _ in range(self.n_groups)]
        for item, group in enumerate(self.group_of):
            result[group].append(item)
        return result


def read(dataset: Dataset) -> Judgements:
    """Return the ratings of a dataset as arrays, without the items about sets of instructions."""
    dataset = rated_part(dataset)
    here = {item.key for item in dataset.items}
    groups: dict[str, int] = {}
    group_of = [groups.setdefault(item.group, len(groups)) for item in dataset.items]
    # The rating stage sorts first, so `setdefault` keeps its annotation and ignores those of other
    # stages.
    kept: dict[tuple[str, str], AnnotationData] = {}
    for annotation in sorted(dataset.annotations, key=lambda a: (a.stage != STAGE, a.stage)):
        if annotation.item in here:
            kept.setdefault((annotation.item, annotation.annotator), annotation)
    base = answered(dataset, kept.values())
    places = base.places()
    values = {
        question: base.ratings(
            {
                place: float(value)
                for place, annotation in zip(places, base.annotations, strict=True)
                # An unanswered question has no rating.
                if (value := annotation.answers.get(question)) is not None
            }
        )
        for question in QUESTIONS
    }
    return Judgements(
        **vars(base),
        models=[str(item.origin.get("model") or UNKNOWN) for item in dataset.items],
        group_of=np.array(group_of, dtype=np.int64),
        n_groups=len(groups),
        values=values,
        ignored=len(dataset.annotations) - len(base.annotations),
    )


def normalised(question: str, values: Floats) -> Floats:
    """Return ratings on the scale 0–1: (r − 1) / 4 for 1–5, Yes/No unchanged."""
    return (values - 1) / 4 if question == "rating" else values


NO_SOURCE = "unknown"
VERDICTS = {"good": 1, "neutral": 0, "bad": -1}


def corpus_json(dataset: Dataset) -> dict[str, Any]:
    """Return the lengths of the documents in words, per source and in total.

    A document counts once per source, however many items use it. The length of a document is left
    out if its text is missing. The form is {"sources": {NAME: {"items", "groups", "documents",
    "words": {…}}}, "total"}.
    """
    dataset = rated_part(dataset)
    by_source: dict[str, list[int]] = {}
    for number, item in enumerate(dataset.items):
        by_source.setdefault(str(item.origin.get("source") or NO_SOURCE), []).append(number)
    lengths = {key: word_count(text) for key, text in dataset.documents.items()}
    return {
        "sources": {
            name: _part(dataset, by_source[name], lengths)
            # Sorted by name; items without a source come last.
            for name in sorted(by_source, key=lambda name: (name == NO_SOURCE, name.casefold()))
        },
        "total": _part(dataset, range(len(dataset.items)), lengths),
    }


def _part(dataset: Dataset, items: Iterable[int], lengths: Mapping[str, int]) -> dict[str, Any]:
    chosen = [dataset.items[number] for number in items]
    documents = {item.content["document"] for item in chosen}
    words = [lengths[key] for key in documents if key in lengths]
    lengths_json: dict[str, Any] = {
        "min": min(words) if words else None,
        "median": float(median(words)) if words else None,
        "max": max(words) if words else None,
    }
    if not words:
        lengths_json["why"] = msg("no document has a text")
    return {
        "items": len(chosen),
        "groups": len({item.group for item in chosen}),
        "documents": len(documents),
        "words": lengths_json,
    }


def votes_json(dataset: Dataset) -> dict[str, Any]:
    """Return how evaluators judged the models' sets of instructions, in files or in the window.

    For each model, the result has the counts of good, neutral and bad verdicts, and

    `score`: the mean of a model's verdicts, with good as 1, neutral as 0 and bad as −1
    `won`: number of documents on which the model alone has the highest mean score, among two or
        more models
    `shared`: number of documents on which several models have the highest mean score, including
        this one

    The riSum paper, section 2.1, selects the model that is best on most documents, without saying
    how verdicts are combined. The mean score per document is an interpretation of this program.

    `agreement`: Krippendorff's ordinal α of the verdicts; a unit is a model's set for a document
    """
    triples = []
    scores: dict[str, dict[str, list[int]]] = {}
    counts: dict[str, Counter[str]] = {}
    for vote in votes_of(dataset):
        model, verdict = str(vote["model"]), str(vote["verdict"])
        # Verdicts outside the scale have no score.
        if verdict not in VERDICTS:
            continue
        triples.append(
            (vote["evaluator"], (str(vote["document"]), model), float(VERDICTS[verdict]))
        )
        by_model = scores.setdefault(str(vote["document"]), {})
        by_model.setdefault(model, []).append(VERDICTS[verdict])
        counts.setdefault(model, Counter())[verdict] += 1
    won, shared, compared = Counter[str](), Counter[str](), 0
    for by_model in scores.values():
        # With a single model, there is nothing to compare.
        if len(by_model) < 2:
            continue
        compared += 1
        means = {model: sum(values) / len(values) for model, values in by_model.items()}
        best = [model for model, value in means.items() if value == max(means.values())]
        (won if len(best) == 1 else shared).update(best)
    return {
        "evaluators": len({evaluator for evaluator, _, _ in triples}),
        "documents": len(scores),
        "compared": compared,
        "agreement": _votes_agreement(triples),
        "models": {
            model: {
                **{verdict: verdicts[verdict] for verdict in VERDICTS},
                "score": sum(VERDICTS[v] * n for v, n in verdicts.items()) / verdicts.total(),
                "won": won[model],
                "shared": shared[model],
            }
            for model, verdicts in sorted(counts.items())
        },
    }


def _votes_agreement(triples: Sequence[tuple[str, tuple[str, str], float]]) -> dict[str, Any]:
    """Return α of verdicts, each as (evaluator, set, verdict)."""
    raters, units = ({one[place] for one in triples} for place in (0, 1))
    ratings = Ratings.from_triples(triples, raters=sorted(raters), units=sorted(units))
    return agreement_json(ratings, "ordinal", msg("no votes on sets of instructions"))
