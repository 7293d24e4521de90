"""Tables of outputs, ratings and win rates, and of people's labels and errors of outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.analysis import Column, Table
from desktop_app.core.analysis_parts import INTERVAL, ends
from desktop_app.core.messages import msg
from plugins.dolomites.shapes import SCORE_AXES

SCORE_TITLES = {
    "adherence": msg("Task adherence"),
    "accuracy": msg("Factual correctness"),
    "depth": msg("Depth"),
    "completeness": msg("Completeness"),
    "coherence": msg("Coherence"),
    "average": msg("Average"),
}
# Titles of the parts of a test set: the split and, within the test split, whether tasks are seen.
_PARTS = {
    "dev": msg("Development"),
    "test": msg("Test"),
    "seen": msg("Tasks seen"),
    "unseen": msg("Tasks not seen"),
}
# Notes that several tables have in common.
RESAMPLED = msg(
    "“From … to” are 95 % intervals: the 2.5 % and 97.5 % points of the mean over resamples"
)
CONTROL = msg(
    "Length-controlled: the rate that a logistic regression on the difference in words predicts for"
    " outputs of equal length (Dubois et al. 2024); length effect above 0: the judge prefers the"
    " longer output"
)


def evaluation_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables of outputs, win rates and ratings, from the analysis's JSON document."""
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
        # The total comes first, followed by its parts.
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
        msg("Texts by models"),
        (
            Column("model", msg("Model")),
            Column("part", msg("Examples"), words=True),
            Column("n", msg("Outputs")),
            Column("unformatted", msg("Without sections")),
            Column("words", msg("Words"), 1),
            Column("section_presence", msg("Sections present"), 3),
            Column("presence_low", msg("from"), 3),
            Column("presence_high", msg("to"), 3),
            Column("rouge_l", msg("ROUGE-L"), 4),
            Column("rouge_low", msg("from"), 4),
            Column("rouge_high", msg("to"), 4),
        ),
        rows,
        msg(
            "ROUGE-L: F-measure of the whole output against the whole reference output, without"
            " stemming. {resampled}.",
            resampled=RESAMPLED,
        )
        # Two whole messages, because messages are translated as a whole.
        if length is None
        else msg(
            "Reference outputs have {length} words on average. ROUGE-L: F-measure of the"
            " whole output against the whole reference output, without stemming. {resampled}.",
            length=f"{length:.1f}",
            resampled=RESAMPLED,
        ),
    )


def _entailment(data: Mapping[str, Any]) -> Table:
    titles = {"forward": msg("Forward"), "reverse": msg("Reverse"), "h_mean": msg("Harmonic mean")}
    rows = [
        [model, scorer, titles[side], figures[side]["value"], *ends(figures[side]),
         figures[side]["n"], figures["missing"]["value"]]
        for model, one in data["outputs"].items()
        for scorer, figures in one["entailment"].items()
        # Besides scorers, the mapping may contain the reason why there are none.
        if scorer != "why"
        for side in titles
    ]  # fmt: skip
    return Table(
        "entailment",
        msg("Round-trip consistency with the reference"),
        (
            Column("model", msg("Model")),
            Column("scorer", msg("Scorer")),
            Column("direction", msg("Direction"), words=True),
            Column("value", msg("Entailment"), 4),
            Column("low", msg("from"), 4),
            Column("high", msg("to"), 4),
            Column("n", msg("Sections")),
            Column("missing", msg("Missing"), 3),
        ),
        rows,
        msg(
            "Forward: the reference’s section is the premise; reverse: the model’s is. Means "
            "over all sections of the reference and all examples; a section that an output "
            "lacks counts as 0, and “missing” is the share of those. {resampled}, by example.",
            resampled=RESAMPLED,
        ),
    )


def _metric_means(data: Mapping[str, Any]) -> Table:
    return Table(
        "metric-means",
        msg("Imported metrics"),
        (
            Column("metric", msg("Metric")),
            Column("model", msg("Model")),
            Column("value", msg("Mean"), 4),
            *(Column(c.key, c.title, 4) for c in INTERVAL),
            Column("n", msg("Outputs")),
        ),
        [
            [metric, model, one["value"], *ends(one), one["n"]]
            for metric, models in data["metric_means"].items()
            for model, one in models.items()
        ],
        msg("Imported values. {resampled} of the examples.", resampled=RESAMPLED),
    )


def _win_rates(data: Mapping[str, Any]) -> Table:
    rows = []
    for model, judges in data["win_rates"].items():
        for judge, one in judges.items():
            # The best model is not compared with itself.
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
        msg("Win rates against the base model"),
        (
            Column("model", msg("Model")),
            Column("judge", msg("Judge")),
            Column("win", msg("Win")),
            Column("tie", msg("Tie")),
            Column("lose", msg("Lose")),
            Column("win_rate", msg("Win rate"), 3),
            *INTERVAL,
            Column("length_controlled", msg("Length-controlled"), 3),
            Column("controlled_low", msg("from"), 3),
            Column("controlled_high", msg("to"), 3),
            Column("length_effect", msg("Length effect"), 2),
            Column("p_holm", msg("p against the best"), 4),
        ),
        rows,
        msg(
            "Base model: {value}; its own rate is ½. (Wins + ties / 2) / n;"
            " each order is an instance. {resampled} of the examples. {control}. p: two-sided, by"
            " flipping signs of the differences per example, corrected for the number of models by"
            " Holm’s method.",
            value=data["settings"]["base"] or "–",
            resampled=RESAMPLED,
            control=CONTROL,
        ),
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
        msg("Win rates by split"),
        (
            Column("model", msg("Model")),
            Column("judge", msg("Judge")),
            Column("part", msg("Examples"), words=True),
            Column("win_rate", msg("Win rate"), 3),
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
        # Verdicts without an order give no information about its effect.
        if one["orders"]["n"]
    ]  # fmt: skip
    return Table(
        "orders",
        msg("Does the order affect judges?"),
        (
            Column("model", msg("Model")),
            Column("judge", msg("Judge")),
            Column("first_shown", msg("Win rate of the first shown"), 3),
            Column("n", "n"),
            Column("both", msg("Judged in both orders")),
            Column("consistent", msg("With the same verdict"), 3),
        ),
        rows,
    )


def _baselines(data: Mapping[str, Any]) -> Table:
    baselines = data["baselines"]
    rows = [[model, msg("always the longer one"), one["value"], *ends(one), one["n"]]
            for model, one in baselines["longer"].items()]  # fmt: skip
    rows += [
        [model, msg("{judge} (scores)", judge=judge), one["value"], *ends(one), one["n"]]
        for model, judges in baselines["scores"].items()
        for judge, one in judges.items()
    ]
    return Table(
        "baselines",
        msg("Win rates by length, and by scores"),
        (
            Column("model", msg("Model")),
            Column("by", msg("Better output"), words=True),
            Column("win_rate", msg("Win rate"), 3),
            *INTERVAL,
            Column("n", msg("Examples")),
        ),
        rows,
        msg("Against the base model. By scores: the output with the higher average rating wins."),
    )


def _scores(data: Mapping[str, Any]) -> Table:
    rows: list[list[Any]] = []
    for model, one in data["scores"].items():
        best = one.get("against_best", {})
        for axis, title in SCORE_TITLES.items():
            # The test against the best model uses only the average.
            last = [best.get("difference"), best.get("p_holm")] if axis == "average" else [None] * 2
            rows.append([model, title, one[axis]["value"], *ends(one[axis]), one[axis]["n"],
                         *last])  # fmt: skip
    return Table(
        "scores",
        msg("Ratings of outputs by judges"),
        (
            Column("model", msg("Model")),
            Column("axis", msg("Axis"), words=True),
            Column("value", msg("Mean"), 2),
            *(Column(c.key, c.title, 2) for c in INTERVAL),
            Column("n", msg("Ratings")),
            Column("difference", msg("From the best"), 3),
            Column("p_holm", msg("p against the best"), 4),
        ),
        rows,
        msg(
            "1 to 5; {resampled} of the examples. From the best: mean difference of average "
            "ratings over the examples both models have; p: two-sided, by flipping signs of "
            "these differences, corrected for the number of models by Holm’s method.",
            resampled=RESAMPLED,
        ),
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
        msg("Ratings by split"),
        (
            Column("model", msg("Model")),
            Column("part", msg("Examples"), words=True),
            *(Column(axis, title, 2) for axis, title in SCORE_TITLES.items()),
            Column("n", msg("Outputs rated")),
        ),
        rows,
    )


def _scores_by_field(data: Mapping[str, Any]) -> Table:
    return Table(
        "scores-by-field",
        msg("Average rating by field"),
        (
            Column("field", msg("Field")),
            Column("model", msg("Model")),
            Column("average", msg("Average"), 2),
            Column("n", msg("Ratings")),
        ),
        [
            [field, model, one["value"], one["n"]]
            for field, models in data["scores_by_field"].items()
            for model, one in models.items()
        ],
    )


def bin_title(one: Mapping[str, Any]) -> str:
    """Return the range of a bin of lengths, in words of the reference: “120–300”."""
    return f"{one['low']:.0f}–{one['high']:.0f}"


def _scores_by_length(data: Mapping[str, Any]) -> Table:
    return Table(
        "scores-by-length",
        msg("Average rating by length of the reference"),
        (
            Column("words", msg("Words of the reference")),
            Column("examples", msg("Examples")),
            Column("model", msg("Model")),
            Column("average", msg("Average"), 2),
            Column("n", msg("Ratings")),
        ),
        [
            [bin_title(one), one["examples"], model, figures["value"], figures["n"]]
            for one in data["scores_by_length"]["bins"]
            for model, figures in one["models"].items()
        ],
        msg(
            "Bins end at quantiles of the lengths of the reference outputs that have scores, "
            "so that they hold about equally many examples; an edge belongs to the bin below "
            "it."
        ),
    )


# Tables of people's labels, of agreement with them, and of errors of outputs

LABEL_TITLES = {
    "adherence": msg("Task adherence"),
    "correctness": msg("Factual correctness"),
    "depth": msg("Depth"),
    "overall": msg("Overall"),
}
# Titles of the codes in the JSON document.
PATTERN_TITLES = {
    "lacking_depth": msg("Lack of depth"),
    "verbose": msg("Verbose"),
    "missing_information": msg("Missing information"),
}


def people_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables of labels, metrics and errors, from the analysis's JSON document."""
    return [_labels(data), _two_people(data), _metrics(data), _lowest(data), _patterns(data)]


def _labels(data: Mapping[str, Any]) -> Table:
    people = data["people"]
    rows = [
        [LABEL_TITLES[axis], counts["1"], counts["2"], counts["tie"],
         people["agreement"][axis]["percent"], people["agreement"][axis]["alpha"],
         people["agreement"][axis]["n"]]
        for axis, counts in people["counts"].items()
        # An axis without labels has no row.
        if sum(counts.values())
    ]  # fmt: skip
    return Table(
        "labels",
        msg("Pairs that people compared"),
        (
            Column("axis", msg("Better in"), words=True),
            Column("first", msg("First model")),
            Column("second", msg("Second model")),
            Column("tie", msg("Tie")),
            Column("percent", msg("Equal labels"), 3),
            Column("alpha", "α", 3),
            Column("n", msg("Pairs labelled twice")),
        ),
        rows,
        msg(
            "Equal labels: share of any two people’s labels of one pair that are the same, ties"
            " included. Overall: as labelled, else what most of the other axes prefer."
        ),
    )


def _two_people(data: Mapping[str, Any]) -> Table:
    rows = [
        [LABEL_TITLES[axis], who, one["percent"], one["value"], one["se"], one["n"],
         one.get("why")]
        for axis, agreement in data["people"]["agreement"].items()
        for who, one in agreement["kappa"].items()
    ]  # fmt: skip
    return Table(
        "labels-agreement",
        msg("Agreement of two people"),
        (
            Column("axis", msg("Better in"), words=True),
            Column("people", msg("People")),
            Column("percent", msg("Equal labels"), 3),
            Column("kappa", "κ", 3),
            Column("se", msg("± SE"), 3),
            Column("n", msg("Pairs")),
            Column("why", msg("Note"), words=True),
        ),
        rows,
    )


def _metrics(data: Mapping[str, Any]) -> Table:
    rows = [
        [name, one["with_ties"]["value"], *ends(one["with_ties"]), one["with_ties"]["n"],
         one["without_ties"]["value"], *ends(one["without_ties"]), one["without_ties"]["n"],
         one["metric_ties"]]
        for name, one in data["metrics"].items()
    ]  # fmt: skip
    return Table(
        "metrics",
        msg("Who agrees with people's preferences"),
        (
            Column("method", msg("Method")),
            Column("with_ties", msg("With ties"), 3),
            *INTERVAL,
            Column("n", msg("Labels")),
            Column("without_ties", msg("Without ties"), 3),
            Column("without_low", msg("from"), 3),
            Column("without_high", msg("to"), 3),
            Column("without_n", msg("Labels without ties")),
            Column("metric_ties", msg("Ties by the method")),
        ),
        rows,
        msg(
            "Share of people’s labels with the same preference. Values of two outputs are "
            "compared: the higher one is preferred, equal ones tie. Without ties: labels "
            "that prefer one output alone. {resampled} of the pairs.",
            resampled=RESAMPLED,
        ),
    )


def _lowest(data: Mapping[str, Any]) -> Table:
    return Table(
        "lowest",
        msg("Outputs rated lowest"),
        (
            Column("example", msg("Example")),
            Column("model", msg("Model")),
            Column("average", msg("Average"), 2),
        ),
        [[one["example"], one["model"], one["average"]] for one in data["errors"]["lowest"]],
    )


def _patterns(data: Mapping[str, Any]) -> Table:
    rows = [
        [labeller, model, PATTERN_TITLES.get(name, name), times, counts["n"]]
        for labeller, models in data["errors"]["patterns"].items()
        for model, counts in models.items()
        for name, times in counts.items()
        # “n” is the number of labelled outputs, not a pattern.
        if name != "n"
    ]
    return Table(
        "patterns",
        msg("Patterns of errors"),
        (
            Column("labeller", msg("Labelled by")),
            Column("model", msg("Model")),
            Column("pattern", msg("Pattern"), words=True),
            Column("times", msg("Outputs")),
            Column("n", msg("Outputs labelled")),
        ),
        rows,
        msg("An output may show several patterns."),
    )
