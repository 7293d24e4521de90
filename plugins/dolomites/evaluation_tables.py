"""Tables of outputs, ratings and win rates, and of people's labels and errors of outputs.

This module is long because each table declares its columns next to its rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from desktop_app.core.analysis import INTERVAL, Best, Column, Table, ends, nested
from desktop_app.core.messages import msg
from desktop_app.stats.coefficients import ALPHA, other_columns

SCORE_TITLES = {
    "adherence": msg("Task adherence"),
    "accuracy": msg("Factual correctness"),
    "depth": msg("Depth"),
    "completeness": msg("Completeness"),
    "coherence": msg("Coherence"),
    "average": msg("Average"),
}
# Titles of the parts of a test set: the splits and, outside development, whether tasks are seen.
# Title of the row or bar for everything together.
ALL = msg("All")
_PARTS = {
    "dev": msg("Development"),
    "test": msg("Test"),
    "seen": msg("Tasks seen"),
    "unseen": msg("Tasks not seen"),
}
# Columns that several tables have in common.
_MODEL = Column("model", msg("Model"))
_JUDGE = Column("judge", msg("Judge"))
_PART = Column("part", msg("Examples"), words=True)
_WIN_RATE = Column("win_rate", msg("Win rate"), 3, fraction=True)
# Its rows are compared for each judge; the ends of an interval are fractions, too.
_BEST_WIN_RATE = replace(_WIN_RATE, best=Best(errors=("low", "high"), within=("judge",)))
_RATE_INTERVAL = tuple(replace(column, fraction=True) for column in INTERVAL)
_AVERAGE = Column("average", msg("Average"), 2)
_BETTER_IN = Column("axis", msg("Better in"), words=True)
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


def _estimate(one: Mapping[str, Any]) -> list[Any]:
    """Return a value and the ends of its interval."""
    return [one["value"], *ends(one)]


def _outputs(data: Mapping[str, Any]) -> Table:
    length = data["references"]["length"]
    return Table(
        "outputs",
        msg("Texts by models"),
        (
            _MODEL,
            _PART,
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
        [
            [model, _PARTS.get(part, part), figures["length"]["n"], figures["unformatted"],
             figures["length"]["value"], *_estimate(figures["section_presence"]),
             *_estimate(figures["rouge_l"])]
            for model, one in data["outputs"].items()
            # The total comes first, followed by its parts.
            for part, figures in {ALL: one, **one["by_split"], **one["by_seen"]}.items()
        ],
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
    )  # fmt: skip


def _entailment(data: Mapping[str, Any]) -> Table:
    titles = {"forward": msg("Forward"), "reverse": msg("Reverse"), "h_mean": msg("Harmonic mean")}
    return Table(
        "entailment",
        msg("Round-trip consistency with the reference"),
        (
            _MODEL,
            Column("scorer", msg("Scorer")),
            Column("direction", msg("Direction"), words=True),
            Column("value", msg("Entailment"), 4),
            Column("low", msg("from"), 4),
            Column("high", msg("to"), 4),
            Column("n", msg("Sections")),
            Column("missing", msg("Missing"), 3),
        ),
        [
            [model, scorer, titles[side], *_estimate(figures[side]), figures[side]["n"],
             figures["missing"]["value"]]
            for model, one in data["outputs"].items()
            for scorer, figures in one["entailment"].items()
            # Besides scorers, the mapping may contain the reason why there are none.
            if scorer != "why"
            for side in titles
        ],
        msg(
            "Forward: the reference’s section is the premise; reverse: the model’s section is. "
            "Means over all sections of the reference and all examples; a section that is "
            "missing from an output counts as 0, and “missing” is the share of such sections. "
            "{resampled}, by example.",
            resampled=RESAMPLED,
        ),
    )  # fmt: skip


def _metric_means(data: Mapping[str, Any]) -> Table:
    return Table(
        "metric-means",
        msg("Imported metrics"),
        (
            Column("metric", msg("Metric")),
            _MODEL,
            Column("value", msg("Mean"), 4),
            *(Column(c.key, c.title, 4) for c in INTERVAL),
            Column("n", msg("Outputs")),
        ),
        [
            [metric, model, *_estimate(one), one["n"]]
            for metric, models in data["metric_means"].items()
            for model, one in models.items()
        ],
        msg("Imported values. {resampled} of the examples.", resampled=RESAMPLED),
    )


def _win_rates(data: Mapping[str, Any]) -> Table:
    return Table(
        "win-rates",
        msg("Win rates against the base model"),
        (
            _MODEL,
            _JUDGE,
            Column("win", msg("Win")),
            Column("tie", msg("Tie")),
            Column("lose", msg("Lose")),
            _BEST_WIN_RATE,
            *_RATE_INTERVAL,
            Column("length_controlled", msg("Length-controlled"), 3, fraction=True),
            Column("controlled_low", msg("from"), 3, fraction=True),
            Column("controlled_high", msg("to"), 3, fraction=True),
            Column("length_effect", msg("Length effect"), 2),
            Column("p_holm", msg("p against the best"), 4),
        ),
        [
            [model, judge, one["win"], one["tie"], one["lose"], *_estimate(one),
             *_estimate(one["length_controlled"]), one["length_controlled"]["length_effect"],
             # The best model is not compared with itself.
             one.get("against_best", {}).get("p_holm")]
            for model, judges in data["win_rates"].items()
            for judge, one in judges.items()
        ],
        msg(
            "Base model: {value}; its own rate is ½. (Wins + ties / 2) / n;"
            " each order is an instance. {resampled} of the examples. {control}. p: two-sided, by"
            " flipping signs of the differences per example, corrected for the number of models by"
            " Holm’s method.",
            value=data["settings"]["base"] or "–",
            resampled=RESAMPLED,
            control=CONTROL,
        ),
    )  # fmt: skip


def _win_rate_parts(data: Mapping[str, Any]) -> Table:
    return Table(
        "win-rates-by-split",
        msg("Win rates by split"),
        (_MODEL, _JUDGE, _PART, _WIN_RATE, *_RATE_INTERVAL, Column("n", "n")),
        [
            [model, judge, _PARTS.get(part, part), *_estimate(figures), figures["n"]]
            for model, judges in data["win_rates"].items()
            for judge, one in judges.items()
            for part, figures in {**one["by_split"], **one["by_seen"]}.items()
        ],
    )


def _orders(data: Mapping[str, Any]) -> Table:
    return Table(
        "orders",
        msg("Does the order affect judges?"),
        (
            _MODEL,
            _JUDGE,
            Column("first_shown", msg("Win rate of the output shown first"), 3, fraction=True),
            Column("n", "n"),
            Column("both", msg("Judged in both orders")),
            Column("consistent", msg("With the same verdict"), 3, fraction=True),
        ),
        [
            [model, judge, *(orders[name] for name in ("first_shown", "n", "both", "consistent"))]
            for model, judges in data["win_rates"].items()
            for judge, one in judges.items()
            # Verdicts without an order give no information about its effect.
            if (orders := one["orders"])["n"]
        ],
    )


def _baselines(data: Mapping[str, Any]) -> Table:
    baselines = data["baselines"]
    longer = [(model, msg("always the longer one"), one)
              for model, one in baselines["longer"].items()]  # fmt: skip
    scores = [
        (model, msg("{judge} (scores)", judge=judge), one)
        for model, judges in baselines["scores"].items()
        for judge, one in judges.items()
    ]
    return Table(
        "baselines",
        msg("Win rates by length, and by scores"),
        (
            _MODEL,
            Column("by", msg("Better output"), words=True),
            _WIN_RATE,
            *_RATE_INTERVAL,
            Column("n", msg("Examples")),
        ),
        [[model, by, *_estimate(one), one["n"]] for model, by, one in longer + scores],
        msg("Against the base model. By scores: the output with the higher average rating wins."),
    )


def _scores(data: Mapping[str, Any]) -> Table:
    rows: list[list[Any]] = []
    for model, one in data["scores"].items():
        for axis, title in SCORE_TITLES.items():
            # The test against the best model uses only the average.
            best = one.get("against_best", {}) if axis == "average" else {}
            rows.append([model, title, *_estimate(one[axis]), one[axis]["n"],
                         best.get("difference"), best.get("p_holm")])  # fmt: skip
    return Table(
        "scores",
        msg("Ratings of outputs by judges"),
        (
            _MODEL,
            Column("axis", msg("Axis"), words=True),
            Column("value", msg("Mean"), 2),
            *(Column(c.key, c.title, 2) for c in INTERVAL),
            Column("n", msg("Ratings")),
            Column("difference", msg("Difference from the best"), 3),
            Column("p_holm", msg("p against the best"), 4),
        ),
        rows,
        msg(
            "1 to 5; {resampled} of the examples. Difference from the best: mean "
            "difference of average ratings over the examples that both models have; p: "
            "two-sided, by flipping signs of these differences, corrected for the "
            "number of models by Holm’s method.",
            resampled=RESAMPLED,
        ),
    )


def _score_parts(data: Mapping[str, Any]) -> Table:
    return Table(
        "scores-by-split",
        msg("Ratings by split"),
        (
            _MODEL,
            _PART,
            *(Column(axis, title, 2) for axis, title in SCORE_TITLES.items()),
            Column("n", msg("Outputs rated")),
        ),
        [
            [model, _PARTS.get(part, part), *(figures[axis]["value"] for axis in SCORE_TITLES),
             figures["n"]]
            for model, one in data["scores"].items()
            for part, figures in {**one["by_split"], **one["by_seen"]}.items()
        ],
    )  # fmt: skip


def _scores_by_field(data: Mapping[str, Any]) -> Table:
    return Table(
        "scores-by-field",
        msg("Average rating by field"),
        (
            Column("field", msg("Field")),
            _MODEL,
            _AVERAGE,
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
            _MODEL,
            _AVERAGE,
            Column("n", msg("Ratings")),
        ),
        [
            [bin_title(one), one["examples"], model, figures["value"], figures["n"]]
            for one in data["scores_by_length"]["bins"]
            for model, figures in one["models"].items()
        ],
        msg(
            "Bins end at quantiles of the lengths of scored reference outputs, so that each "
            "contains about the same number of examples; an edge belongs to the bin below it."
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
    entries = (
        {**people["agreement"][axis], **counts, "axis": LABEL_TITLES[axis]}
        for axis, counts in people["counts"].items()
        # An axis without labels has no row.
        if sum(counts.values())
    )
    return Table.of(
        "labels",
        msg("Pairs that people compared"),
        (
            _BETTER_IN,
            Column("first", msg("First model"), read=nested("1")),
            Column("second", msg("Second model"), read=nested("2")),
            Column("tie", msg("Tie")),
            Column("percent", msg("Equal labels"), 3),
            ALPHA.column,
            *other_columns(),
            Column("n", msg("Pairs labelled twice")),
        ),
        entries,
        msg(
            'Equal labels: how often two people gave the same outputs the same label, including '
            'ties. Overall: the overall label or, if it is missing, the preference on most other '
            'axes.'
        ),
    )  # fmt: skip


def _two_people(data: Mapping[str, Any]) -> Table:
    return Table(
        "labels-agreement",
        msg("Agreement of two people"),
        (
            _BETTER_IN,
            Column("people", msg("People")),
            Column("percent", msg("Equal labels"), 3),
            Column("kappa", "κ", 3),
            Column("se", msg("± SE"), 3),
            Column("n", msg("Pairs")),
            Column("why", msg("Note"), words=True),
        ),
        [
            [LABEL_TITLES[axis], who, one["percent"], one["value"], one["se"], one["n"],
             one.get("why")]
            for axis, agreement in data["people"]["agreement"].items()
            for who, one in agreement["kappa"].items()
        ],
    )  # fmt: skip


def _metrics(data: Mapping[str, Any]) -> Table:
    return Table(
        "metrics",
        msg("Agreement of judges and metrics with people"),
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
        [
            [name, *_estimate(one["with_ties"]), one["with_ties"]["n"],
             *_estimate(one["without_ties"]), one["without_ties"]["n"], one["metric_ties"]]
            for name, one in data["metrics"].items()
        ],
        msg(
            "Share of people’s labels with the same preference. Of two outputs, the one with "
            "the higher value is preferred; equal values are a tie. Without ties: only labels "
            "that prefer one output. {resampled} of the pairs.",
            resampled=RESAMPLED,
        ),
    )  # fmt: skip


def _lowest(data: Mapping[str, Any]) -> Table:
    return Table(
        "lowest",
        msg("Lowest-rated outputs"),
        (
            Column("example", msg("Example")),
            _MODEL,
            _AVERAGE,
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
        msg("Error patterns"),
        (
            Column("labeller", msg("Labelled by")),
            _MODEL,
            Column("pattern", msg("Pattern"), words=True),
            Column("times", msg("Outputs")),
            Column("n", msg("Outputs labelled")),
        ),
        rows,
        msg("An output may show several patterns."),
    )
