"""Tables of people's labels, of who agrees with them, and of what is wrong with outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.analysis import Column, Table
from desktop_app.core.analysis_parts import INTERVAL, ends
from plugins.dolomites.evaluation_tables import RESAMPLED

LABEL_TITLES = {
    "adherence": "Task adherence",
    "correctness": "Factual correctness",
    "depth": "Depth",
    "overall": "Overall",
}
PATTERN_TITLES = {
    "lacking_depth": "Lacking depth",
    "verbose": "Verbose",
    "missing_information": "Missing information",
}


def people_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables of labels, metrics and errors."""
    return [_labels(data), _two_people(data), _metrics(data), _lowest(data), _patterns(data)]


def _labels(data: Mapping[str, Any]) -> Table:
    people = data["people"]
    rows = [
        [LABEL_TITLES[axis], counts["1"], counts["2"], counts["tie"],
         people["agreement"][axis]["percent"], people["agreement"][axis]["alpha"],
         people["agreement"][axis]["n"]]
        for axis, counts in people["counts"].items()
        if sum(counts.values())
    ]  # fmt: skip
    return Table(
        "labels",
        "Pairs that people compared",
        (
            Column("axis", "Better in", words=True),
            Column("first", "First model"),
            Column("second", "Second model"),
            Column("tie", "Tie"),
            Column("percent", "Equal labels", 3),
            Column("alpha", "α", 3),
            Column("n", "Pairs labelled twice"),
        ),
        rows,
        "Equal labels: share of any two people’s labels of one pair that are the same, ties"
        " included. Overall: as labelled, else what most of the other axes prefer.",
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
        "Agreement of two people",
        (
            Column("axis", "Better in", words=True),
            Column("people", "People"),
            Column("percent", "Equal labels", 3),
            Column("kappa", "κ", 3),
            Column("se", "± SE", 3),
            Column("n", "Pairs"),
            Column("why", "Remark", words=True),
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
        "Who prefers what people prefer",
        (
            Column("method", "Method"),
            Column("with_ties", "With ties", 3),
            *INTERVAL,
            Column("n", "Labels"),
            Column("without_ties", "Without ties", 3),
            Column("without_low", "from", 3),
            Column("without_high", "to", 3),
            Column("without_n", "Labels without ties"),
            Column("metric_ties", "Ties of the method"),
        ),
        rows,
        "Share of people’s labels with the same preference. Values of two outputs are compared: the"
        " higher one is preferred, equal ones tie. Without ties: labels that prefer one output"
        f" alone. {RESAMPLED} of the pairs.",
    )


def _lowest(data: Mapping[str, Any]) -> Table:
    return Table(
        "lowest",
        "Outputs rated lowest",
        (Column("example", "Example"), Column("model", "Model"), Column("average", "Average", 2)),
        [[one["example"], one["model"], one["average"]] for one in data["errors"]["lowest"]],
    )


def _patterns(data: Mapping[str, Any]) -> Table:
    rows = [
        [labeller, model, PATTERN_TITLES.get(name, name), times, counts["n"]]
        for labeller, models in data["errors"]["patterns"].items()
        for model, counts in models.items()
        for name, times in counts.items()
        if name != "n"
    ]
    return Table(
        "patterns",
        "Patterns of errors",
        (
            Column("labeller", "Labelled by"),
            Column("model", "Model"),
            Column("pattern", "Pattern", words=True),
            Column("times", "Outputs"),
            Column("n", "Outputs labelled"),
        ),
        rows,
        "An output may show several patterns.",
    )
