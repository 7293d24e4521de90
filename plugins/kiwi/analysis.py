"""The analysis of a kiwi project: sessions, edits, types of instructions and errors, predictions.

The definitions follow the KIWI paper, sections 4 and 5 and its appendix. docs/command-output.md
lists the keys of the JSON document, and docs/kiwi-figures.md defines the figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core.aliases import pseudonym
from desktop_app.core.analysis import Analysis, left_out_notes
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.stats.meta_evaluation import compare_with_people, metrics_tables
from desktop_app.text.text_metrics import method_title
from plugins.kiwi import figures, measures, paper_tables, prediction, rated, session_data, tables
from plugins.kiwi.measures import KiwiOptions, read_options
from plugins.kiwi.prediction import splits_of
from plugins.kiwi.session_data import Collected
from plugins.kiwi.shapes import KEY, SESSION
from plugins.kiwi.stages.base import AnyStage


def analyse(dataset: Dataset, options: Mapping[str, Any], stages: Sequence[AnyStage]) -> Analysis:
    """Return the complete analysis of a dataset.

    `stages`: the protocol's stages

    Raises UsageError for an unknown option or an invalid value.
    """
    chosen = read_options(options)
    result = session_data.read(dataset, aliases=chosen.aliases, ids=chosen.annotator_ids)
    keys = [stage.key for stage in stages]
    # `sorted` keeps the order of the stages otherwise.
    parts = sorted(stages, key=lambda stage: stage.is_analysed_last)
    # The keys are a file format (docs/command-output.md); tables and figures read them.
    data: dict[str, Any] = {
        "protocol": KEY,
        "items": len(dataset.items),
        "annotations": len(dataset.annotations),
        "annotators": len(result.people),
        "conflicts": dataset.conflicts,
        "left_out": dict(dataset.left_out),
        "dropped": dict(sorted(result.dropped.items())),
        "settings": {
            "labeller": chosen.labeller,
            "merge": chosen.merge,
            "seed": chosen.seed,
            "runs": chosen.runs,
            "aliases": chosen.aliases,
        },
        "stages": {stage: _stage(dataset, stage) for stage in keys},
    }
    for stage in parts:
        data |= stage.analysis_json(dataset, result, chosen)
    data |= {
        **_predictions(dataset, result, chosen),
        **compare_with_people(
            rated.questions_of(result),
            dataset.metric_ratings,
            key="automatic_ratings",
            seed=chosen.seed,
            resamples=chosen.resamples,
        ),
        "by_annotator": _by_annotator(result, dataset, keys),
        "annotator_counts": result.people,
    }
    shown = [stage.shown(data) for stage in parts]
    ids = list(result.people) if chosen.annotator_ids else None
    every_table = [
        *(table for one in shown for table in one.tables),
        *tables.prediction_tables(data),
        *metrics_tables("automatic_ratings", data, method_title),
        tables.people_table(data, ids, {stage.key: stage.counted for stage in stages}),
    ]
    every_figure = [
        *(figure for one in shown for figure in one.figures),
        *figures.prediction_figures(data),
    ]
    return Analysis(
        protocol=KEY,
        title=dataset.title,
        data=data,
        tables=[table for table in every_table if table.rows],
        figures=[figure for figure in every_figure if figure is not None],
        notes=[*_notes(data), *(note for one in shown for note in one.notes)],
        paper_tables=paper_tables.paper_tables(data, paper_tables.examples(result, chosen)),
        paper_figures=figures.paper_figures(data),
    )


def _predictions(dataset: Dataset, found: Collected, options: KiwiOptions) -> dict[str, Any]:
    """Return the entries about predicted ratings, which jobs and imported rows have made."""
    methods, gone = prediction.read_predictions(dataset, found)
    # The splits are drawn once, so both prediction tables use the same test turns.
    drawn = splits_of(found)
    return {
        # All splits contain the same turns, so the first one gives the number.
        "splits": {
            "turns": len(drawn[prediction.SEEDS[0]]),
            "seeds": list(drawn),
            **prediction.counts(drawn),
        },
        "prediction": prediction.prediction_json(found, drawn, methods, "binary", options),
        "prediction_three": prediction.prediction_json(found, drawn, methods, "three", options),
        "predictions_replaced": gone,
    }


def _stage(dataset: Dataset, stage: str) -> dict[str, int]:
    return {
        # Items of a single-stage project may have no stage; they belong to the sessions.
        "items": sum((item.stage or SESSION) == stage for item in dataset.items),
        "annotations": sum(one.stage == stage for one in dataset.annotations),
    }


def _by_annotator(
    found: Collected, dataset: Dataset, stages: Sequence[str]
) -> list[dict[str, Any]]:
    """Return one entry per annotator, under pseudonyms, most annotations first."""
    entries = []
    for place, person in enumerate(found.people):
        own = [one for one in found.sessions if one.author == person]
        entries.append(
            {
                "pseudonym": pseudonym(place),
                **{
                    stage: sum(
                        one.annotator == person and one.stage == stage
                        for one in dataset.annotations
                    )
                    for stage in stages
                },
                **{
                    name: value
                    for name, value in measures.sessions_json(own).items()
                    if name in ("turns", "edited", "turns_per_session", "ratings", "seconds", "why")
                },
            }
        )
    return entries


def _notes(data: Mapping[str, Any]) -> list[str]:
    notes = []
    if not data["annotations"]:
        notes.append(msg("No data yet: figures appear as soon as annotations are merged."))
    notes += left_out_notes(data)
    for reason, number in data["dropped"].items():
        notes.append(
            msg(
                "Second ratings and labels left out: {number} ({reason}).",
                number=number,
                reason=reason,
            )
        )
    if data["predictions_replaced"]:
        notes.append(
            msg(
                "Predictions excluded because their turn was removed or changed: {data}. To "
                "create new predictions: run DIR predict.",
                data=data["predictions_replaced"],
            )
        )
    return notes
