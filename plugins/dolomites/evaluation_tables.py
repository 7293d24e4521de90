"""Tables of what models wrote: measured, judged, rated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.analysis import Column, Table
from desktop_app.core.analysis_parts import INTERVAL, ends
from plugins.dolomites.shapes import SCORE_AXES

SCORE_TITLES = {
    "adherence": "Task adherence",
    "accuracy": "Factual correctness",
    "depth": "Depth",
    "completeness": "Completeness",
    "coherence": "Coherence",
    "average": "Average",
}
_PARTS = {"dev": "Development", "test": "Test", "seen": "Tasks seen", "unseen": "Tasks not seen"}
RESAMPLED = "“From … to” are 95 % intervals: the 2.5 % and 97.5 % points of the mean over resamples"
CONTROL = (
    "Length-controlled: the rate that a logistic regression on the difference in words predicts for"
    " outputs of equal length (Dubois et al. 2024); length effect above 0: the judge prefers the"
    " longer output"
)


def evaluation_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables of outputs, win rates and ratings."""
    return [
        _outputs(data),
        _entailment(data),
        _metric_means(data),
        _win_rates(data),
        _win_rate_parts(data),
        _orders(data),
        _baselines(data),
        _scores(data),
        _score_parts(data),
        _scores_by_field(data),
        _scores_by_length(data),
    ]


def _outputs(data: Mapping[str, Any]) -> Table:
    rows: list[list[Any]] = []
    for model, one in data["outputs"].items():
        parts = {"All": one, **one["by_split"], **one["by_seen"]}
        for part, figures in parts.items():
            rows.append(
                [
                    model,
                    _PARTS.get(part, part),
                    figures["length"]["n"],
                    figures["unformatted"],
                    figures["length"]["value"],
                    figures["section_presence"]["value"],
                    *ends(figures["section_presence"]),
                    figures["rouge_l"]["value"],
                    *ends(figures["rouge_l"]),
                ]
            )
    length = data["references"]["length"]
    return Table(
        "outputs",
        "What models wrote",
        (
            Column("model", "Model"),
            Column("part", "Examples", words=True),
            Column("n", "Outputs"),
            Column("unformatted", "Without sections"),
            Column("words", "Words", 1),
            Column("section_presence", "Sections there", 3),
            Column("presence_low", "from", 3),
            Column("presence_high", "to", 3),
            Column("rouge_l", "ROUGE-L", 4),
            Column("rouge_low", "from", 4),
            Column("rouge_high", "to", 4),
        ),
        rows,
        "ROUGE-L: F-measure of the whole output against the whole reference output, without"
        f" stemming. {RESAMPLED}."
        if length is None
        else f"Reference outputs have {length:.1f} words on average. ROUGE-L: F-measure of the"
        f" whole output against the whole reference output, without stemming. {RESAMPLED}.",
    )


def _entailment(data: Mapping[str, Any]) -> Table:
    titles = {"forward": "Forward", "reverse": "Reverse", "h_mean": "Harmonic mean"}
    rows = [
        [model, scorer, titles[side], figures[side]["value"], *ends(figures[side]),
         figures[side]["n"], figures["missing"]["value"]]
        for model, one in data["outputs"].items()
        for scorer, figures in one["entailment"].items()
        if scorer != "why"
        for side in titles
    ]  # fmt: skip
    return Table(
        "entailment",
        "Round-trip consistency with the reference",
        (
            Column("model", "Model"),
            Column("scorer", "Scorer"),
            Column("direction", "Direction", words=True),
            Column("value", "Entailment", 4),
            Column("low", "from", 4),
            Column("high", "to", 4),
            Column("n", "Sections"),
            Column("missing", "Missing", 3),
        ),
        rows,
        "Forward: the reference’s section is the premise; reverse: the model’s is. Means over all"
        " sections of the reference and all examples; a section that an output lacks counts as 0,"
        f" and “missing” is the share of those. {RESAMPLED}, by example.",
    )


def _metric_means(data: Mapping[str, Any]) -> Table:
    return Table(
        "metric-means",
        "Imported metrics",
        (
            Column("metric", "Metric"),
            Column("model", "Model"),
            Column("value", "Mean", 4),
            *(Column(c.key, c.title, 4) for c in INTERVAL),
            Column("n", "Outputs"),
        ),
        [
            [metric, model, one["value"], *ends(one), one["n"]]
            for metric, models in data["metric_means"].items()
            for model, one in models.items()
        ],
        f"Computed elsewhere and imported. {RESAMPLED} of the examples.",
    )


def _win_rates(data: Mapping[str, Any]) -> Table:
    rows = []
    for model, judges in data["win_rates"].items():
        for judge, one in judges.items():
            best = one.get("against_best", {})
            rows.append(
                [
                    model,
                    judge,
                    one["win"],
                    one["tie"],
                    one["lose"],
                    one["value"],
                    *ends(one),
                    one["length_controlled"]["value"],
                    *ends(one["length_controlled"]),
                    one["length_controlled"]["length_effect"],
                    best.get("p_holm"),
                ]
            )
    return Table(
        "win-rates",
        "Win rates against the base model",
        (
            Column("model", "Model"),
            Column("judge", "Judge"),
            Column("win", "Win"),
            Column("tie", "Tie"),
            Column("lose", "Lose"),
            Column("win_rate", "Win rate", 3),
            *INTERVAL,
            Column("length_controlled", "Length-controlled", 3),
            Column("controlled_low", "from", 3),
            Column("controlled_high", "to", 3),
            Column("length_effect", "Length effect", 2),
            Column("p_holm", "p against the best", 4),
        ),
        rows,
        f"Base model: {data['settings']['base'] or '–'}; its own rate is ½. (Wins + ties / 2) / n;"
        f" each order is an instance. {RESAMPLED} of the examples. {CONTROL}. p: two-sided, by"
        " flipping signs of the differences per example, corrected for the number of models by"
        " Holm’s method.",
    )


def _win_rate_parts(data: Mapping[str, Any]) -> Table:
    rows = [
        [model, judge, _PARTS.get(part, part), figures["value"], *ends(figures), figures["n"]]
        for model, judges in data["win_rates"].items()
        for judge, one in judges.items()
        for part, figures in {**one["by_split"], **one["by_seen"]}.items()
    ]
    return Table(
        "win-rates-by-split",
        "Win rates by split",
        (
            Column("model", "Model"),
            Column("judge", "Judge"),
            Column("part", "Examples", words=True),
            Column("win_rate", "Win rate", 3),
            *INTERVAL,
            Column("n", "n"),
        ),
        rows,
    )


def _orders(data: Mapping[str, Any]) -> Table:
    rows = [
        [model, judge, one["orders"]["first_shown"], one["orders"]["n"], one["orders"]["both"],
         one["orders"]["consistent"]]
        for model, judges in data["win_rates"].items()
        for judge, one in judges.items()
        if one["orders"]["n"]
    ]  # fmt: skip
    return Table(
        "orders",
        "Does the order matter to judges?",
        (
            Column("model", "Model"),
            Column("judge", "Judge"),
            Column("first_shown", "Win rate of the first shown", 3),
            Column("n", "n"),
            Column("both", "Judged in both orders"),
            Column("consistent", "With the same verdict", 3),
        ),
        rows,
    )


def _baselines(data: Mapping[str, Any]) -> Table:
    baselines = data["baselines"]
    rows = [[model, "always the longer one", one["value"], *ends(one), one["n"]]
            for model, one in baselines["longer"].items()]  # fmt: skip
    rows += [
        [model, f"{judge} (scores)", one["value"], *ends(one), one["n"]]
        for model, judges in baselines["scores"].items()
        for judge, one in judges.items()
    ]
    return Table(
        "baselines",
        "Win rates by length, and by scores",
        (
            Column("model", "Model"),
            Column("by", "The better one is", words=True),
            Column("win_rate", "Win rate", 3),
            *INTERVAL,
            Column("n", "Examples"),
        ),
        rows,
        "Against the base model. By scores: the output with the higher average rating wins.",
    )


def _scores(data: Mapping[str, Any]) -> Table:
    rows: list[list[Any]] = []
    for model, one in data["scores"].items():
        best = one.get("against_best", {})
        for axis, title in SCORE_TITLES.items():
            last = [best.get("difference"), best.get("p_holm")] if axis == "average" else [None] * 2
            rows.append([model, title, one[axis]["value"], *ends(one[axis]), one[axis]["n"],
                         *last])  # fmt: skip
    return Table(
        "scores",
        "Ratings of outputs by judges",
        (
            Column("model", "Model"),
            Column("axis", "Axis", words=True),
            Column("value", "Mean", 2),
            *(Column(c.key, c.title, 2) for c in INTERVAL),
            Column("n", "Ratings"),
            Column("difference", "From the best", 3),
            Column("p_holm", "p against the best", 4),
        ),
        rows,
        f"1 to 5; {RESAMPLED} of the examples. From the best: mean difference of average ratings"
        " over the examples both models have; p: two-sided, by flipping signs of these differences,"
        " corrected for the number of models by Holm’s method.",
    )


def _score_parts(data: Mapping[str, Any]) -> Table:
    rows = [
        [model, _PARTS.get(part, part),
         *(figures[axis]["value"] for axis in (*SCORE_AXES, "average")), figures["n"]]
        for model, one in data["scores"].items()
        for part, figures in {**one["by_split"], **one["by_seen"]}.items()
    ]  # fmt: skip
    return Table(
        "scores-by-split",
        "Ratings by split",
        (
            Column("model", "Model"),
            Column("part", "Examples", words=True),
            *(Column(axis, title, 2) for axis, title in SCORE_TITLES.items()),
            Column("n", "Outputs rated"),
        ),
        rows,
    )


def _scores_by_field(data: Mapping[str, Any]) -> Table:
    return Table(
        "scores-by-field",
        "Average rating by field",
        (
            Column("field", "Field"),
            Column("model", "Model"),
            Column("average", "Average", 2),
            Column("n", "Ratings"),
        ),
        [
            [field, model, one["value"], one["n"]]
            for field, models in data["scores_by_field"].items()
            for model, one in models.items()
        ],
    )


def bin_title(one: Mapping[str, Any]) -> str:
    """Return the lengths of a bin, in words."""
    return f"{one['low']:.0f}–{one['high']:.0f}"


def _scores_by_length(data: Mapping[str, Any]) -> Table:
    return Table(
        "scores-by-length",
        "Average rating by length of the reference",
        (
            Column("words", "Words of the reference"),
            Column("examples", "Examples"),
            Column("model", "Model"),
            Column("average", "Average", 2),
            Column("n", "Ratings"),
        ),
        [
            [bin_title(one), one["examples"], model, figures["value"], figures["n"]]
            for one in data["scores_by_length"]["bins"]
            for model, figures in one["models"].items()
        ],
        "Bins end at quantiles of the lengths of the reference outputs that have scores, so that"
        " they hold about equally many examples; an edge belongs to the bin below it.",
    )
