"""The data of the figures in a dolomites analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import Figure, FigureGroup, Series
from desktop_app.core.messages import msg
from plugins.dolomites.evaluation_tables import ALL, SCORE_TITLES, bin_title
from plugins.dolomites.tables import AXIS_TITLES, PRE_EDIT_TITLES, TYPE_TITLES, title_of

# Maximum number of bars in one figure; the table has all rows.
MOST_BARS = 60


def figures(data: Mapping[str, Any]) -> list[Figure]:
    """Return the figures that have data, from the analysis's JSON document.

    A figure's key begins with the key of its table.
    """
    found = [
        *(_axis(axis, one) for axis, one in data["axes"].items() if one["n"]),
        _tasks(data["tasks"]["by_field"]),
        _sections(data["tasks"]),
        _distances(data["edits"]["histogram"]),
        _evidence(data["edits"]["evidence_histogram"]),
        *(
            # The ratings of chosen variants before editing (figure 5).
            _stacked(f"pre-edit-{question}", PRE_EDIT_TITLES[question], {ALL: counts})
            for question, counts in data["pre_edit"].items()
            if any(counts.values())
        ),
        _edit_types(data["edits"]["edit_types"]["by_labeller"]),
        _chosen(data["edits"]["chosen"]["models"]),
        _win_rates(data, "value", "win-rates-plain", msg("Win rates against the base model")),
        _win_rates(
            data, "length_controlled", "win-rates-controlled", msg("Length-controlled win rates")
        ),
        _scores(data["scores"]),
        _by_field(data["scores_by_field"]),
        _by_length(data["scores_by_length"]["bins"]),
        _metrics(data["metrics"]),
    ]
    return [
        figure
        for figure in found
        if figure.labels
        and any(value is not None for series in figure.series for value in series.values)
    ]


def paper_figures(data: Mapping[str, Any]) -> list[FigureGroup]:
    """Return the figures 3, 5, 6 and 8 of the paper, each as one picture."""
    edits, metrics = data["edits"], data["metrics"]
    groups = [
        FigureGroup(
            "paper-figure-3",
            msg("How tasks are rated"),
            [
                _stacked(f"paper-{axis}", AXIS_TITLES[axis], {ALL: one["counts"]})
                for axis, one in data["axes"].items()
                if one["n"]
            ],
            columns=2,
        ),
        FigureGroup(
            "paper-figure-5",
            msg("Examples before they were edited"),
            [
                _stacked(f"paper-{question}", PRE_EDIT_TITLES[question], {ALL: counts})
                for question, counts in data["pre_edit"].items()
                if any(counts.values())
            ],
        ),
        FigureGroup(
            "paper-figure-6",
            msg("Extent of edits, and similarity to the evidence"),
            [
                *([_distances(edits["histogram"])] if edits["histogram"]["counts"] else []),
                *([_evidence(one)] if (one := edits["evidence_histogram"])["counts"] else []),
            ],
            columns=2,
        ),
        FigureGroup(
            "paper-figure-8",
            msg("Agreement of judges and metrics with people"),
            [_metrics(metrics)] if metrics else [],
        ),
    ]
    return [group for group in groups if group.figures]


def _axis(axis: str, one: Mapping[str, Any]) -> Figure:
    # With a single field, the bar of the field would repeat the total.
    fields = one["by_field"] if len(one["by_field"]) > 1 else {}
    rows = {ALL: one["counts"], **fields}
    return _stacked(f"axes-{axis.replace('_', '-')}", AXIS_TITLES[axis], rows)


def _stacked(key: str, title: str, rows: Mapping[str, Mapping[str, int]]) -> Figure:
    """Return a chart with one stacked bar per row, whose parts are the codes."""
    # The first bar has the whole scale in order, followed by codes outside the scale.
    codes = list(dict.fromkeys(code for counts in rows.values() for code in counts))
    return Figure(
        key,
        title,
        "stacked",
        list(rows),
        [
            Series(title_of(code), [counts.get(code, 0) for counts in rows.values()])
            for code in codes
        ],
    )


def _tasks(by_field: Mapping[str, int]) -> Figure:
    shown = dict(list(by_field.items())[:MOST_BARS])
    return Figure(
        "tasks-by-field",
        msg("Tasks by field"),
        "bars",
        list(shown),
        [Series(msg("Tasks"), list(shown.values()))],
        y_title=msg("Tasks"),
    )


def _sections(tasks: Mapping[str, Any]) -> Figure:
    sides = {
        msg("Input sections"): tasks["input_sections"]["counts"],
        msg("Output sections"): tasks["output_sections"]["counts"],
    }
    # Sorted as numbers, because JSON keys are strings and “10” is less than “9”.
    numbers = sorted({int(n) for counts in sides.values() for n in counts})
    return Figure(
        "sections-of-tasks",
        msg("Sections of tasks"),
        "bars",
        [str(n) for n in numbers],
        [Series(name, [counts.get(str(n), 0) for n in numbers]) for name, counts in sides.items()],
        x_title=msg("Sections"),
        y_title=msg("Tasks"),
    )


def _distances(histogram: Mapping[str, Any]) -> Figure:
    return Figure(
        "edits-distance",
        msg("Word-level edit distance"),
        "histogram",
        [float(edge) for edge in histogram["edges"]],
        [Series(msg("Texts"), histogram["counts"])],
        x_title=msg("Words inserted, deleted or replaced"),
        y_title=msg("Texts"),
    )


def _evidence(histogram: Mapping[str, Any]) -> Figure:
    return Figure(
        "edits-evidence",
        msg("Similarity of examples to their evidence"),
        "histogram",
        histogram["edges"],
        [Series(msg("Examples"), histogram["counts"])],
        x_title=msg("Cosine of n-gram counts"),
        y_title=msg("Examples"),
    )


def _edit_types(by_labeller: Mapping[str, Any]) -> Figure:
    """Return a chart of the shares of edit types by labeller, which do not sum to 1."""
    codes = list(dict.fromkeys(code for one in by_labeller.values() for code in one["counts"]))
    return Figure(
        "edit-types-shares",
        msg("Types of edits"),
        "bars",
        # Codes without a title are shown unchanged.
        [TYPE_TITLES.get(code, code) for code in codes],
        [
            Series(name, [one["shares"].get(code, 0.0) for code in codes])
            for name, one in by_labeller.items()
        ],
        y_title=msg("Share of the edits"),
    )


def _chosen(models: Mapping[str, Any]) -> Figure:
    return Figure(
        "chosen-shares",
        msg("Chosen variants by model"),
        "bars",
        list(models),
        [
            Series(msg("Chosen"), [one["rate"] for one in models.values()]),
            Series(msg("At random"), [one["by_lot"] for one in models.values()]),
        ],
        y_title=msg("Share of the variants offered"),
    )


def _win_rates(data: Mapping[str, Any], which: str, key: str, title: str) -> Figure:
    """Return a chart of win rates by model and judge.

    `which`: “value” for the plain rate, or the key of another rate
    `key`: key of the figure
    """
    # The plain rate is the entry itself, and the length-controlled rate an entry inside it.
    rates: dict[str, dict[str, Any]] = {
        model: {judge: one if which == "value" else one[which] for judge, one in judges.items()}
        for model, judges in data["win_rates"].items()
    }
    judges = sorted({judge for own in rates.values() for judge in own})
    # A judge may not have compared every model. Its missing bar is a gap.
    series = [_with_ends(judge, [own.get(judge) for own in rates.values()]) for judge in judges]
    return Figure(
        key,
        title,
        "bars",
        list(rates),
        series,
        y_title=msg("Win rate"),
        # A rate of ½ means that a model is as good as the base model.
        reference=0.5,
        note=msg("Base model: {data}. Lines are 95 % intervals.", data=data["settings"]["base"]),
    )


def _with_ends(name: str, ones: Sequence[Mapping[str, Any] | None]) -> Series:
    """Return bars with their 95 % intervals. A missing value leaves a gap."""
    return Series(
        name,
        [None if one is None else one["value"] for one in ones],
        intervals=[None if one is None or one["ci"] is None else tuple(one["ci"]) for one in ones],
    )


def _scores(scores: Mapping[str, Any]) -> Figure:
    return Figure(
        "scores-map",
        msg("Ratings of outputs by judges"),
        "heat",
        list(SCORE_TITLES.values()),
        [
            Series(model, [one[axis]["value"] for axis in SCORE_TITLES])
            for model, one in scores.items()
        ],
        note=msg("Means, 1 to 5."),
    )


def _by_field(groups: Mapping[str, Mapping[str, Any]]) -> Figure:
    models = sorted({model for own in groups.values() for model in own})
    return Figure(
        "scores-by-field-map",
        msg("Average rating by field"),
        "heat",
        models,
        [
            Series(group, [own[model]["value"] if model in own else None for model in models])
            for group, own in groups.items()
        ],
        note=msg("Average of the axes, 1 to 5."),
    )


def _by_length(bins: Sequence[Mapping[str, Any]]) -> Figure:
    models = sorted({model for one in bins for model in one["models"]})
    return Figure(
        "scores-by-length-map",
        msg("Average rating by length of the reference"),
        "heat",
        [bin_title(one) for one in bins],
        [
            Series(
                model,
                [one["models"][model]["value"] if model in one["models"] else None for one in bins],
            )
            for model in models
        ],
        note=msg("Columns: words of the reference output. Average of the axes, 1 to 5."),
    )


def _metrics(metrics: Mapping[str, Any]) -> Figure:
    return Figure(
        "metrics-agreement",
        msg("Agreement of judges and metrics with people"),
        "bars",
        list(metrics),
        [
            _with_ends(msg("With ties"), [one["with_ties"] for one in metrics.values()]),
            _with_ends(msg("Without ties"), [one["without_ties"] for one in metrics.values()]),
        ],
        y_title=msg("Share of people’s labels"),
        note=msg("Lines are 95 % intervals."),
    )
