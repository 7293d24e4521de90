"""The analysis of a kiwi project: sessions, edits, types of instructions and errors, predictions.

The definitions follow the KIWI paper, sections 4 and 5 and its appendix. docs/command-output.md
lists the keys of the JSON document, and docs/kiwi-figures.md defines the figures. The tables of the
paper, in its layout, are made from the JSON document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from desktop_app.core.aliases import pseudonym
from desktop_app.core.analysis import Analysis, Column, Table, left_out_notes, nested, paper_table
from desktop_app.core.messages import join, msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.stats.meta_evaluation import compare_with_people, metrics_tables
from desktop_app.text.text_metrics import method_title
from plugins.kiwi import figures, measures, prediction, rated, session_data, tables
from plugins.kiwi.measures import KiwiOptions, counted_labels, labels_by, read_options
from plugins.kiwi.prediction import CLASSES, Scheme, splits_of
from plugins.kiwi.session_data import Collected, Turn
from plugins.kiwi.shapes import KEY, KINDS, SESSION
from plugins.kiwi.stages.base import AnyStage
from plugins.kiwi.tables import (
    BASE_TITLES,
    ERROR_TITLES,
    KIND_TITLES,
    RATING_TITLES,
    TOTAL,
    TYPE_TITLES,
    by_models,
)


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
        paper_tables=paper_tables(data, examples(result, chosen)),
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


_DEFINITIONS = {
    "more_information": msg("Asks for details about something in the question or the answer."),
    "expand_coverage": msg("Asks for more that answers the question itself."),
    "clarification": msg("Asks what something in the answer means."),
    "remove": msg("Asks to delete a part of the answer."),
    "specific_edit": msg("States the words to insert or replace."),
    "condense": msg("Asks for a shorter text or a summary."),
    "reorganise": msg("Asks to move, merge or split parts of the answer."),
    "categorise": msg("Asks to arrange the content in groups or as a list."),
    "unrequested_change": msg("Something was changed that the instruction does not ask for."),
    "ignored": msg("The requested change was not made."),
    "constraint_failure": msg("A required place, length or form was not kept."),
    "poor_integration": msg("The change makes the answer harder to read."),
    "other": msg("None of the other types."),
}
# In words; longer texts would fill the page.
_LONGEST_EXAMPLE = 40

Examples = Mapping[str, Mapping[str, Turn]]


def examples(found: Collected, options: KiwiOptions) -> Examples:
    """Return, for each question, a labelled turn with a short text for each of its codes."""
    result: dict[str, dict[str, Turn]] = {}
    for ask in ("instruction_type", "error_type"):
        labels = labels_by(found, ask, counted_labels(found, options)[ask])
        own = result.setdefault(ask, {})
        for place, code in sorted(labels.items()):
            turn = found.turns[place]
            if len(f"{turn.instruction} {turn.comment}".split()) <= _LONGEST_EXAMPLE:
                own.setdefault(code, turn)
    return result


def paper_tables(data: Mapping[str, Any], shown: Examples) -> list[Table]:
    """Return the tables 2 to 7 of the paper; `shown`: the result of `examples`."""
    return [
        _models(data),
        _types(data, shown.get("instruction_type", {})),
        _errors(data, shown.get("error_type", {})),
        _prediction_table(
            data, "5", "prediction", "binary", msg("Predicted ratings: good, or not")
        ),
        _edits(data),
        _prediction_table(
            data, "7", "prediction_three", "three", msg("Predicted ratings: good, neutral or bad")
        ),
    ]


def _shares(codes: Iterable[str], titles: Mapping[str, str], **more: Any) -> list[Column]:
    """Return columns of shares that are printed in one cell, such as 59/41."""
    first, *others = codes
    title = join("/", [titles[code] for code in (first, *others)])
    head = Column(
        first,
        title,
        2,
        fraction=True,
        beside=tuple(others),
        pattern="/".join("{}" for _ in (first, *others)),
        **more,
    )
    return [head, *(Column(code, titles[code], 2, fraction=True, **more) for code in others)]


def _models(data: Mapping[str, Any]) -> Table:
    models = {model: one for model, one in by_models(data).items() if one["sessions"]}
    return paper_table(
        "2",
        msg("Turns of each model"),
        (
            Column("model", msg("Model"), words=True),
            Column("turns", msg("Turns (edited)"), beside=("edited",), pattern="{} ({})"),
            Column("edited", msg("Edited turns")),
            Column("turns_per_session", msg("Turns per session"), 1),
            *_shares(KINDS, KIND_TITLES),
        ),
        [{"model": model, **one} for model, one in models.items()],
        reasons=[one.get("why") for one in models.values()],
    )


def _share_of(title: str) -> tuple[Column, Column]:
    return (
        Column("type", title, words=True, beside=("share",), pattern="{} ({})"),
        Column("share", msg("Share"), 2, fraction=True),
    )


def _types(data: Mapping[str, Any], shown: Mapping[str, Turn]) -> Table:
    types = data["instruction_types"]["types"]
    return paper_table(
        "3",
        msg("Types of instructions"),
        (
            *_share_of(msg("Type (share)")),
            *_shares(KINDS, KIND_TITLES),
            *(
                Column(
                    f"good_{model}",
                    model,
                    2,
                    fraction=True,
                    read=nested("good", model),
                    group=msg("Good answers"),
                )
                for model in data["models"]
            ),
            Column("definition", msg("Definition"), words=True),
            Column("instruction", msg("Example")),
        ),
        [
            {
                **of,
                "type": TYPE_TITLES[code],
                "definition": _DEFINITIONS[code],
                "instruction": shown[code].instruction if code in shown else None,
            }
            for code, of in types.items()
        ],
        reasons=[msg("no such turn, or only long instructions")],
    )


def _errors(data: Mapping[str, Any], shown: Mapping[str, Turn]) -> Table:
    types = data["error_types"]["types"]
    return paper_table(
        "4",
        msg("Types of errors"),
        (
            *_share_of(msg("Type (share)")),
            Column("definition", msg("Definition"), words=True),
            Column("instruction", msg("Instruction"), group=msg("Example")),
            Column("comment", msg("Comment"), group=msg("Example")),
        ),
        [
            {
                **of,
                "type": ERROR_TITLES[code],
                "definition": _DEFINITIONS[code],
                "instruction": shown[code].instruction if code in shown else None,
                "comment": shown[code].comment if code in shown else None,
            }
            for code, of in types.items()
        ],
        reasons=[msg("no such turn with a short instruction and comment")],
        note=msg("Turns rated neutral or bad."),
    )


def _prediction_table(
    data: Mapping[str, Any], number: str, name: str, scheme: Scheme, title: str
) -> Table:
    def error(key: str) -> Callable[[Mapping[str, Any]], Any]:
        # Only the agreement of people is resampled.
        return nested("bootstrap", key, "se")

    columns = [Column("method", msg("Method"), words=True)]
    for key, head in (
        ("accuracy", msg("Accuracy")),
        ("precision", msg("Precision")),
        ("recall", msg("Recall")),
        ("f1", "F1"),
    ):
        columns += [
            Column(key, head, 2, fraction=True, beside=(f"{key}_se",)),
            Column(f"{key}_se", msg("± SE"), 2, fraction=True, read=error(key)),
        ]
    codes = CLASSES[scheme]
    methods = {name: one for name, one in data[name].items() if one["n"]}
    return paper_table(
        number,
        title,
        [*columns, *_shares(codes, RATING_TITLES)],
        [
            {**one, **one["shares"], "method": BASE_TITLES.get(method, method)}
            for method, one in methods.items()
        ],
        reasons=[one.get("why") for one in methods.values()],
        note=msg("Precision, recall and F1 refer to “good”.")
        if scheme == "binary"
        else msg("Precision, recall and F1 are means over the three ratings."),
    )


def _edits(data: Mapping[str, Any]) -> Table:
    found = dict(data["edit_table"])
    # As in the paper: types, stylistic before information-seeking, models, all turns.
    order = [*(name for name in found if name in TYPE_TITLES), *reversed(KINDS)]
    order += [name for name in found if name not in order]
    titles = {**TYPE_TITLES, **{kind: KIND_TITLES[kind] for kind in KINDS}, "total": TOTAL}
    words = msg("Words")
    return paper_table(
        "6",
        msg("Length of instructions and extent of edits"),
        (
            Column("row", msg("Type, kind or model"), words=True),
            Column("instruction_words", msg("Instruction"), 0, group=words),
            Column("source_words", msg("Before"), 0, group=words),
            Column("target_words", msg("After"), 0, group=words),
            Column("length_ratio", msg("Length ratio"), 2),
            Column("edit_distance", msg("Edit distance"), 0),
            Column("edit_ratio", msg("Edit ratio"), 2),
        ),
        [{**found[name], "row": titles.get(name, name)} for name in order if found[name]["n"]],
        reasons=[one.get("why") for one in found.values()],
        note=msg("Unrated turns, and unedited turns rated neutral or bad, are excluded."),
    )
