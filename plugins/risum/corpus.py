"""Summary of the rated corpus: documents, annotators' background, votes on instructions.

Source: the riSum paper, section 2.1 and table 1; appendix C.2 and table 6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import median
from typing import Any

from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.text.tokens import word_count
from plugins.risum.judgements import Judgements

NO_SOURCE = "unknown"
VERDICTS = {"good": 1, "neutral": 0, "bad": -1}


def corpus_json(dataset: Dataset) -> dict[str, Any]:
    """Return the lengths of the documents in words, per source and in total.

    A document counts once per source, however many items use it. The length of a document is left
    out if its text is missing. The form is {"sources": {NAME: {"items", "groups", "documents",
    "words": {…}}}, "total"}.
    """
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


def background_json(dataset: Dataset, judged: Judgements) -> dict[str, Any]:
    """Return the annotators' answers about themselves, only as counts and never by person.

    coverage  share of annotations by people who answered, 0–1; None without annotations
    """
    # A background whose answers are all empty does not count as an answer.
    answers = {
        person: own for person, body in dataset.background.items() if (own := _answers(body))
    }
    counts = Counter(annotation.annotator for annotation in judged.annotations)
    total = sum(counts.values())
    questions: dict[str, Counter[str]] = {}
    for own in answers.values():
        for question, value in own.items():
            # Multiple-choice questions count each choice.
            for one in value if isinstance(value, list) else [value]:
                questions.setdefault(question, Counter())[_shown(one)] += 1
    covered = sum(count for person, count in counts.items() if person in answers)
    data: dict[str, Any] = {
        "respondents": len(answers),
        "annotators": len(counts),
        "annotators_who_answered": sum(person in answers for person in counts),
        "coverage": covered / total if total else None,
        "questions": {
            # Most frequent value first, then by name.
            question: dict(sorted(answer_counts.items(), key=lambda pair: (-pair[1], pair[0])))
            for question, answer_counts in sorted(questions.items())
        },
    }
    if not total:
        data["why"] = msg("no annotations yet")
    return data


def _answers(body: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if value not in (None, "", [])}


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def votes_json(dataset: Dataset) -> dict[str, Any]:
    """Return how evaluators judged the models' sets of instructions.

    per model  counts of good, neutral and bad verdicts
    score      the mean of a model's verdicts, with good as 1, neutral as 0 and bad as −1
    won        number of documents on which the model alone has the highest mean score, among two or
               more models
    shared     number of documents on which several models have the highest mean score, including
               this one

    The riSum paper, section 2.1, selects the model that is best on most documents, without saying
    how verdicts are combined. The mean score per document is an interpretation of this program.
    """
    scores: dict[str, dict[str, list[int]]] = {}
    counts: dict[str, Counter[str]] = {}
    evaluators = set()
    for vote in dataset.rows.get("instruction_votes", ()):
        model, verdict = str(vote["model"]), str(vote["verdict"])
        # Verdicts outside the scale have no score.
        if verdict not in VERDICTS:
            continue
        by_model = scores.setdefault(str(vote["document"]), {})
        by_model.setdefault(model, []).append(VERDICTS[verdict])
        counts.setdefault(model, Counter())[verdict] += 1
        evaluators.add(vote["evaluator"])
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
        "evaluators": len(evaluators),
        "documents": len(scores),
        "compared": compared,
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
