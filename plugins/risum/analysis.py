"""The analysis of a risum project: agreement, models, ranks, annotators, metrics.

The definitions follow the riSum paper, sections 2.2, 4 and 5. The JSON document has all keys of the
interchange formats, and some additional ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.core.analysis import Analysis, check_names, left_out_notes, truth, whole
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.stats.aggregation import DEFAULT_RUNS
from plugins.risum import automatic, corpus, figures, judgements, people, tables
from plugins.risum.rows import KEY

MAX_RUNS = 1_000_000


@dataclass(frozen=True)
class RisumOptions:
    """The options of the analysis.

    seed           seed of all random tie-breaks, ≥ 0
    runs           number of simulated tie-breaks for the standard errors, 1 … 1,000,000
    unanimous      how to count a group in which all raters agree (0/0): as α = 1, or dropped
    no_overlap     groups in which nobody rated two answers: dropped from local α, or included if
                   they have an α
    families       per method, names or glob patterns of the models of its own family
    annotator_ids  whether the table of annotators shows their ids next to the pseudonyms
    """

    seed: int = 0
    runs: int = DEFAULT_RUNS
    unanimous: Literal["one", "drop"] = "one"
    no_overlap: Literal["drop", "include"] = "drop"
    families: Mapping[str, Sequence[str]] | None = None
    annotator_ids: bool = False


def analyse(dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
    """Return the complete analysis of a dataset.

    Raises UsageError for an unknown option or an invalid value.
    """
    chosen = read_options(options)
    judged = judgements.read(dataset)
    # Local α is computed once, so that the JSON document below and its histogram use the same
    # values.
    local = {
        question: people.local(judged, question, chosen.unanimous, chosen.no_overlap)
        for question in judgements.QUESTIONS
    }
    annotators = people.annotators_json(judged)
    # The keys are a file format (docs/command-output.md), which tables and figures read as well.
    data: dict[str, Any] = {
        "protocol": KEY,
        "items": len(dataset.items),
        "annotations": len(dataset.annotations),
        "annotators": len(judged.annotators),
        "groups": judged.n_groups,
        "conflicts": dataset.conflicts,
        "left_out": dict(dataset.left_out),
        "settings": {
            "seed": chosen.seed,
            "runs": chosen.runs,
            "unanimous": chosen.unanimous,
            "no_overlap": chosen.no_overlap,
        },
        "agreement": {
            question: people.agreement_json(judged, question, groups)
            for question, groups in local.items()
        },
        "models": people.models_json(judged, chosen.seed, chosen.runs),
        "annotator_counts": {
            person: entry["annotations"]
            for person, entry in zip(judged.annotators, annotators, strict=True)
        },
        "by_annotator": annotators,
        "corpus": corpus.corpus_json(dataset),
        "background": corpus.background_json(dataset, judged),
        "metrics": automatic.metrics_json(
            dataset,
            judged,
            seed=chosen.seed,
            runs=chosen.runs,
            families=chosen.families or {},
        ),
        "instruction_votes": corpus.votes_json(dataset),
    }
    return Analysis(
        protocol=KEY,
        title=dataset.title,
        data=data,
        tables=tables.tables(data, judged, ids=chosen.annotator_ids),
        figures=figures.figures(data, judged),
        notes=_notes(data, judged),
    )


def read_options(options: Mapping[str, Any]) -> RisumOptions:
    """Return the options with their types. Whole numbers may be given as text.

    Raises UsageError for unknown names and for values outside their range.
    """
    check_names(options, list(RisumOptions.__dataclass_fields__), KEY)
    unanimous = options.get("unanimous", "one")
    if unanimous not in ("one", "drop"):
        raise UsageError(msg("option “unanimous” must be “one” or “drop”"))
    no_overlap = options.get("no_overlap", "drop")
    if no_overlap not in ("drop", "include"):
        raise UsageError(msg("option “no_overlap” must be “drop” or “include”"))
    return RisumOptions(
        seed=whole(options, "seed", RisumOptions.seed, low=0, high=2**63 - 1),
        runs=whole(options, "runs", RisumOptions.runs, low=1, high=MAX_RUNS),
        unanimous=unanimous,
        no_overlap=no_overlap,
        families=_families(options.get("families")),
        annotator_ids=truth(options, "annotator_ids"),
    )


def _families(value: Any) -> dict[str, list[str]] | None:
    if value is None:
        return None
    # A single pattern may be given as a string.
    if isinstance(value, Mapping):
        result = {
            str(method): [patterns] if isinstance(patterns, str) else patterns
            for method, patterns in value.items()
        }
        if all(
            isinstance(patterns, list | tuple) and all(isinstance(p, str) for p in patterns)
            for patterns in result.values()
        ):
            return {method: list(patterns) for method, patterns in result.items()}
    raise UsageError(
        msg("option “families” must name models per method"),
        hint=msg('For example {"rouge": ["palm-*"]}.'),
    )


def _notes(data: Mapping[str, Any], judged: judgements.Judgements) -> list[str]:
    notes = []
    if not data["annotations"]:
        notes.append(msg("No ratings yet: figures appear as soon as annotations are merged."))
    notes += left_out_notes(data)
    # `ignored` counts annotations that `judgements.read` could not assign to an item.
    if judged.ignored:
        notes.append(
            msg(
                "Annotations left out because their item is missing, or the same person rated the"
                " item at another stage: {ignored}.",
                ignored=judged.ignored,
            )
        )
    if judgements.UNKNOWN in judged.models:
        count = judged.models.count(judgements.UNKNOWN)
        notes.append(
            msg(
                "Answers by an unknown model: {count}. They are shown as “{unknown}” and "
                "have no rank.",
                count=count,
                unknown=judgements.UNKNOWN,
            )
        )
    return notes
