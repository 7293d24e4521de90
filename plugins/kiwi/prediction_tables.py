"""Tables of how well ratings are predicted, and of how well second ratings agree with the first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.analysis import INTERVAL, Column, Table, ends
from desktop_app.core.messages import msg
from plugins.kiwi.prediction import CLASSES, FIGURES, HUMAN, MAJORITY, RANDOM, Scheme

BASE_TITLES = {
    MAJORITY: msg("Most frequent rating"),
    RANDOM: msg("Random ratings"),
    HUMAN: msg("Second ratings"),
}
_SHARES = {
    "good": msg("Predicted good"),
    "neutral": msg("Predicted neutral"),
    "bad": msg("Predicted bad"),
}


def prediction_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables. Tables without data have no rows."""
    return [
        _agreement(data),
        _prediction_table(data, "prediction", "binary", msg("Predicted ratings: good, or not")),
        _prediction_table(
            data, "prediction_three", "three", msg("Predicted ratings: good, neutral or bad")
        ),
    ]


def _agreement(data: Mapping[str, Any]) -> Table:
    two = data["agreement"]
    rows = []
    for title, one in ((msg("Good, or not"), two), (msg("Good, neutral or bad"), two["three"])):
        rows.append([title, one["kappa"], one["se"], *ends(one), one["n"]])
    return Table(
        "agreement",
        msg("First and second ratings"),
        (
            Column("ratings", msg("Ratings"), words=True),
            Column("kappa", msg("Cohen’s κ"), 3),
            Column("se", msg("Standard error"), 3),
            *INTERVAL,
            Column("n", msg("Ratings compared")),
        ),
        rows if two["n"] else [],
        msg(
            "Standard error and 95 % interval are of the bootstrap over turns. Nobody’s "
            "second rating of a session of their own counts."
        ),
    )


def _prediction_table(data: Mapping[str, Any], name: str, scheme: Scheme, title: str) -> Table:
    rows = []
    for method, one in data[name].items():
        if one["n"]:
            accuracy = one.get("bootstrap", {}).get("accuracy", {})
            figures = [one[figure] for figure in FIGURES]
            shares = [one["shares"][rating] for rating in CLASSES[scheme]]
            rows.append(
                [BASE_TITLES.get(method, method), *figures, *shares, accuracy.get("se"), one["n"]]
            )
    shown = any(method not in BASE_TITLES for method in data[name]) or data[name][HUMAN]["n"]
    return Table(
        name.replace("_", "-"),
        title,
        (
            Column("method", msg("Method"), words=True),
            Column("accuracy", msg("Accuracy"), 3),
            Column("precision", msg("Precision"), 3),
            Column("recall", msg("Recall"), 3),
            Column("f1", "F1", 3),
            *(Column(f"share_{rating}", _SHARES[rating], 3) for rating in CLASSES[scheme]),
            Column("se", msg("Accuracy, standard error"), 3),
            Column("n", msg("Ratings")),
        ),
        rows if shown else [],
        msg("Precision, recall and F1 are of “good”.")
        if scheme == "binary"
        else msg("Precision, recall and F1 are means over the three ratings."),
    )
