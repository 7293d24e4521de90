"""The analysis of a kiwi project: sessions, edits, types of instructions and errors, predictions.

The definitions follow the KIWI paper, sections 4 and 5 and its appendix. docs/command-output.md
lists the keys of the JSON document, and docs/kiwi-figures.md defines the figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core.aliases import pseudonym
from desktop_app.core.analysis import Analysis, Figure, Series, left_out_notes
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from plugins.kiwi import measures, prediction, session_data, tables
from plugins.kiwi.measures import KiwiOptions, read_options
from plugins.kiwi.prediction import HUMAN, splits_of
from plugins.kiwi.session_data import Collected
from plugins.kiwi.shapes import ASKS, KEY, KINDS, RATINGS, SESSION
from plugins.kiwi.tables import (
    BASE_TITLES,
    ERROR_TITLES,
    KIND_TITLES,
    RATING_TITLES,
    TYPE_TITLES,
    by_models,
)

# Maximum number of bars in one figure; the table has all rows.
MOST_BARS = 60
_RATINGS_OF = {
    "style": msg("Ratings of stylistic instructions"),
    "info": msg("Ratings of information-seeking instructions"),
    "all": msg("Ratings of all instructions"),
}


def figures(data: Mapping[str, Any]) -> list[Figure]:
    """Return the figures that have data. Each figure's key begins with the key of its table."""
    result = [
        *(_ratings(data, kind) for kind in _RATINGS_OF),
        _by_turn(data),
        _lengths(data),
        _good(data),
        _errors(data),
        _predictions(data, "prediction", msg("Predicted ratings: good, or not")),
        _predictions(data, "prediction_three", msg("Predicted ratings: good, neutral or bad")),
    ]
    return [figure for figure in result if figure is not None]


def _ratings(data: Mapping[str, Any], kind: str) -> Figure | None:
    bars = {
        model: one["ratings"][kind]["counts"]
        for model, one in by_models(data).items()
        if one["ratings"][kind]["n"]
    }
    if not bars:
        return None
    # Only the first models of the table are shown, because more bars would be illegible.
    shown = dict(list(bars.items())[:MOST_BARS])
    return Figure(
        f"ratings-{kind}",
        _RATINGS_OF[kind],
        "stacked",
        list(shown),
        [
            Series(title, [counts[rating] for counts in shown.values()])
            for rating, title in RATING_TITLES.items()
        ],
    )


def _by_turn(data: Mapping[str, Any]) -> Figure | None:
    turns = dict(list(data["types_by_turn"].items())[:MOST_BARS])
    if not turns:
        return None
    return Figure(
        "types-by-turn-shares",
        msg("Kinds of instructions by turn"),
        "stacked",
        list(turns),
        [Series(KIND_TITLES[kind], [counts[kind] for counts in turns.values()]) for kind in KINDS],
        y_title=msg("Turn"),
    )


def _lengths(data: Mapping[str, Any]) -> Figure | None:
    lengths = data["total"]["lengths"]
    models = data["models"]
    if not lengths:
        return None
    return Figure(
        "ends-lengths",
        msg("Session length in turns"),
        "bars",
        list(lengths),
        [
            Series(model, [one["lengths"].get(length, 0) for length in lengths])
            for model, one in models.items()
        ],
        x_title=msg("Turns"),
        y_title=msg("Sessions"),
    )


def _good(data: Mapping[str, Any]) -> Figure | None:
    types, models = data["instruction_types"]["types"], list(data["models"])
    if not types:
        return None
    return Figure(
        "good-by-type-map",
        msg("Share of good answers by type of instruction"),
        "heat",
        models,
        [
            Series(TYPE_TITLES[code], [of["good"].get(model) for model in models])
            for code, of in types.items()
        ],
    )


def _errors(data: Mapping[str, Any]) -> Figure | None:
    types = data["error_types"]["types"]
    if not types:
        return None
    return Figure(
        "error-types-shares",
        msg("Types of errors"),
        "bars",
        [ERROR_TITLES[code] for code in types],
        [
            Series(model, [of["by_model"][model] for of in types.values()])
            for model in data["models"]
        ],
        y_title=msg("Turns"),
    )


def _predictions(data: Mapping[str, Any], name: str, title: str) -> Figure | None:
    # The baselines exist for every project. Without predictions or second ratings, there is nothing
    # to compare with them.
    shown = {BASE_TITLES.get(method, method): one for method, one in data[name].items() if one["n"]}
    if all(method in (*BASE_TITLES.values(),) for method in shown) and not data[name][HUMAN]["n"]:
        return None
    return Figure(
        f"{name.replace('_', '-')}-accuracy",
        title,
        "bars",
        list(shown),
        [
            Series(msg("Accuracy"), [one["accuracy"] for one in shown.values()]),
            Series(msg("F1"), [one["f1"] for one in shown.values()]),
        ],
    )


# A rating without a title would be missing from the figures.
assert set(RATING_TITLES) == set(RATINGS)


def analyse(dataset: Dataset, options: Mapping[str, Any], stages: Sequence[str]) -> Analysis:
    """Return the complete analysis of a dataset.

    `stages`: keys of the protocol's stages

    Raises UsageError for an unknown option or an invalid value.
    """
    chosen = read_options(options)
    result = session_data.read(dataset, aliases=chosen.aliases, ids=chosen.annotator_ids)
    # Whose label counts is decided first, because the tables of types and of edits both use it.
    who = measures.counted_labels(result, chosen)
    of_turns = measures.labels_by(result, "instruction_type", who["instruction_type"])
    types, _ = measures.merged(of_turns, "instruction_type", chosen.merge)
    # The rows of the edit table are in the order of the codes. Types without a turn are left out.
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
        "stages": {stage: _stage(dataset, stage) for stage in stages},
        "models": {
            model: measures.sessions_json([one for one in result.sessions if one.model == model])
            for model in result.models
        },
        "total": measures.sessions_json(result.sessions),
        "types_by_turn": measures.types_by_turn(result),
        **{
            f"{ask}s" if ask != "retrieval" else ask: measures.types_json(
                result, ask, who[ask], chosen
            )
            for ask in ASKS
        },
        "edit_table": measures.edit_table(measures.changes(result), types, codes, result.models),
        "agreement": prediction.agreement_json(result, chosen),
        # All splits contain the same turns, so the first one gives the number.
        "splits": {
            "turns": len(drawn[prediction.SEEDS[0]]),
            "seeds": list(drawn),
            **prediction.counts(drawn),
        },
        "prediction": prediction.prediction_json(result, drawn, methods, "binary", chosen),
        "prediction_three": prediction.prediction_json(result, drawn, methods, "three", chosen),
        "predictions_replaced": gone,
        "by_annotator": _by_annotator(result, dataset, stages),
        "annotator_counts": result.people,
    }
    return Analysis(
        protocol=KEY,
        title=dataset.title,
        data=data,
        tables=tables.tables(data, list(result.people) if chosen.annotator_ids else None),
        figures=figures(data),
        notes=_notes(data, chosen),
    )


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


def _notes(data: Mapping[str, Any], options: KiwiOptions) -> list[str]:
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
    # Sessions from other sources may lack ratings.
    unrated = data["total"]["turns"] - data["total"]["ratings"]["all"]["n"]
    if unrated:
        notes.append(
            msg(
                "Unrated turns, excluded from all figures about ratings: {unrated}.",
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
