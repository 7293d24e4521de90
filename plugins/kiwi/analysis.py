"""The analysis of a kiwi project: sessions, edits, types of instructions and errors, predictions.

The definitions follow the KIWI paper, sections 4 and 5 and its appendix. The JSON document has all
keys of the interchange formats, and some additional ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.aliases import pseudonym
from desktop_app.core.analysis import Analysis, left_out_notes
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from plugins.kiwi import edit_measures, figures, label_measures, measures, prediction, session_data
from plugins.kiwi import tables as laid_out
from plugins.kiwi.options import KiwiOptions, read_options
from plugins.kiwi.session_data import Collected
from plugins.kiwi.shapes import AGAIN, ASKS, KEY, LABEL, SESSION
from plugins.kiwi.splits import splits_of

STAGES = (SESSION, AGAIN, LABEL)


def analyse(dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
    """Return the complete analysis of a dataset.

    Raises UsageError for an unknown option or an invalid value.
    """
    chosen = read_options(options)
    result = session_data.read(dataset, aliases=chosen.aliases, ids=chosen.annotator_ids)
    # Whose label counts is decided first: types, edits and agreement all use it.
    who = label_measures.counted_labels(result, chosen)
    of_turns = label_measures.labels_by(result, "instruction_type", who["instruction_type"])
    types, _ = label_measures.merged(of_turns, "instruction_type", chosen.merge)
    # The types are in the order of the form. Types that no turn has are left out.
    codes = [code for code in ASKS["instruction_type"] if code in types.values()]
    methods, gone = prediction.read_predictions(dataset, result)
    # The splits are drawn once, so both prediction tables use the same test turns.
    drawn = splits_of(result)
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
        "stages": {stage: _stage(dataset, stage) for stage in STAGES},
        "models": measures.models_json(result),
        "total": measures.sessions_json(result.sessions),
        "types_by_turn": measures.types_by_turn(result),
        **{
            f"{ask}s" if ask != "retrieval" else ask: label_measures.types_json(
                result, ask, who[ask], chosen
            )
            for ask in ASKS
        },
        "edit_table": edit_measures.edit_table(
            edit_measures.changes(result), types, codes, result.models
        ),
        "agreement": prediction.agreement_json(result, chosen),
        "splits": prediction.splits_json(drawn),
        "prediction": prediction.prediction_json(result, drawn, methods, "binary", chosen),
        "prediction_three": prediction.prediction_json(result, drawn, methods, "three", chosen),
        "predictions_replaced": gone,
        "by_annotator": _by_annotator(result, dataset),
        "annotator_counts": result.people,
    }
    return Analysis(
        protocol=KEY,
        title=dataset.title,
        data=data,
        tables=laid_out.tables(data, list(result.people) if chosen.annotator_ids else None),
        figures=figures.figures(data),
        notes=_notes(data, chosen),
    )


def _stage(dataset: Dataset, stage: str) -> dict[str, int]:
    return {
        # Items of a single-stage project may have no stage; they belong to the sessions.
        "items": sum((item.stage or SESSION) == stage for item in dataset.items),
        "annotations": sum(one.stage == stage for one in dataset.annotations),
    }


def _by_annotator(found: Collected, dataset: Dataset) -> list[dict[str, Any]]:
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
                    for stage in STAGES
                },
                **{
                    name: value
                    for name, value in measures.sessions_json(own).items()
                    if name in ("turns", "edited", "turns_per_session", "ratings", "seconds", "why")
                },
            }
        )
    return entries


def _notes(data: Mapping[str, Any], options: KiwiOptions) -> list[str]:
    notes = []
    if not data["annotations"]:
        notes.append(msg("Nothing yet: figures appear as soon as annotations are merged."))
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
                "Predictions excluded because their turn was removed or changed: {data}. "
                "Predict again: run DIR predict.",
                data=data["predictions_replaced"],
            )
        )
    # Sessions from other sources may lack ratings.
    unrated = data["total"]["turns"] - data["total"]["ratings"]["all"]["n"]
    if unrated:
        notes.append(
            msg(
                "Unrated turns, not in any figure about ratings: {unrated}.",
                unrated=unrated,
            )
        )
    merged = data["instruction_types"]["merged"] + data["error_types"]["merged"]
    if merged:
        notes.append(
            msg(
                "Types with less than {value} % of the labelled turns are shown as “Other” "
                "in tables: {count}.",
                value=f"{100 * options.merge:g}",
                count=len(merged),
            )
        )
    return notes
