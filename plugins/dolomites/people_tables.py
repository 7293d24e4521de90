"""Tables of people's labels, of agreement with them, and of errors of outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.analysis import INTERVAL, Column, Table, ends
from desktop_app.core.messages import msg
from plugins.dolomites.evaluation_tables import RESAMPLED

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
