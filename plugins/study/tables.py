"""The tables of a study, from the JSON document of the analysis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from desktop_app.core.analysis import Column, Table, annotators_table, code_name
from desktop_app.core.messages import msg
from desktop_app.stats.intervals import RELIABLE_UNITS
from plugins.study.measures import UNKNOWN, Judged, Measure

WEIGHTS = {
    "none": "κ",
    "linear": msg("κ, linear weights"),
    "quadratic": msg("κ, quadratic weights"),
}


def tables(data: Mapping[str, Any], judged: Judged, *, ids: bool) -> list[Table]:
    """Return the tables that have rows.

    ids  whether annotators' ids are shown next to their pseudonyms
    """
    result = [
        _questions(data),
        _agreement(data),
        _distribution(data, judged),
        _by(data, judged, "models", "Models"),
        _by(data, judged, "sources", "Sources"),
        _kappas(data),
        _apart(data),
        _annotators(data, judged, ids),
    ]
    return [table for table in result if table.rows]


def _questions(data: Mapping[str, Any]) -> Table:
    return Table(
        key="questions",
        title=msg("Questions"),
        columns=(
            Column("question", msg("Question")),
            Column("text", msg("Text")),
            Column("level", msg("Level"), words=True),
            Column("asked", msg("Asked")),
            Column("answered", msg("Answered")),
            Column("missing", msg("Cannot say")),
            Column("completeness", msg("Complete"), 3),
            Column("mean", msg("Mean"), 2),
            Column("sd", msg("SD"), 2),
            Column("median", msg("Median")),
        ),
        rows=[
            [
                name,
                one["text"],
                one["level"],
                one["asked"],
                one["answered"],
                one["missing"],
                one["completeness"],
                one.get("mean"),
                one.get("sd"),
                one.get("median"),
            ]
            for name, one in data["questions"].items()
        ],
        note=msg(
            "Asked: annotations in which the question showed. “Cannot say” counts answers that are"
            " missing values; they are left out of everything further on. The mean of Yes/No is the"
            " share of Yes. The mean of an ordinal scale takes its steps as equally far apart; the"
            " median does not."
        ),
    )


def _agreement(data: Mapping[str, Any]) -> Table:
    rows = []
    for name, entry in agreements(data):
        rows.append(
            [
                name,
                entry["level"],
                entry["items_with_two_ratings"],
                entry["ratings"],
                entry["equal"]["value"],
                entry["alpha"],
                entry["se"],
                # Low and high are two columns, which are empty if there is no interval.
                *(entry["interval"] or (None, None)),
                entry.get("why") or entry.get("warning"),
            ]
        )
    return Table(
        key="agreement",
        title=msg("Agreement between annotators"),
        columns=(
            Column("question", msg("Question")),
            Column("level", msg("Level"), words=True),
            Column("items", msg("Items")),
            Column("ratings", msg("Answers")),
            Column("equal", msg("Equal pairs"), 3),
            Column("alpha", "α", 3),
            Column("se", msg("± SE"), 3),
            Column("low", "2.5 %", 3),
            Column("high", "97.5 %", 3),
            Column("why", msg("Note"), words=True),
        ),
        rows=rows,
        note=msg(
            "Items: with two or more answers. Equal pairs: the mean over these items of the "
            "share of pairs of annotators who gave the same answer. α: Krippendorff’s, at "
            "the question’s level; its standard error and limits from {data} resamples of "
            "the items. With fewer than {reliable_units} items the limits are too close to "
            "each other: of simulated studies with 12 items, they hold the true α in two of "
            "three to three of four instead of 95 %.",
            data=data["settings"]["runs"],
            reliable_units=RELIABLE_UNITS,
        ),
    )


def agreements(data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the agreement on each question, and on each option of a multiple choice, by name."""
    for name, one in data["questions"].items():
        if "agreement" in one:
            yield name, one["agreement"]
        # Options of a multiple choice are analysed as separate Yes/No questions.
        for code, option in one.get("options", {}).items():
            yield f"{name}: {code}", option["agreement"]


def _distribution(data: Mapping[str, Any], judged: Judged) -> Table:
    rows: list[list[Any]] = []
    for measure in judged.measures:
        entry = data["questions"][measure.name]
        for code, label in labels_of(measure).items():
            if measure.kind == "several":
                option = entry["options"][code]
                # The share refers to those to whom the option was offered, not to all answers.
                rows.append([measure.name, code, label, option["chosen"], option["share"], None])
            else:
                n = entry["counts"][code]
                share = n / entry["answered"] if entry["answered"] else None
                # “missing” options are listed and marked, because the counts include them.
                remark = msg("missing value") if code in _missing(measure) else None
                rows.append([measure.name, code, label, n, share, remark])
    return Table(
        key="distribution",
        title=msg("Answers"),
        columns=(
            Column("question", msg("Question")),
            Column("code", msg("Code")),
            Column("label", msg("Label")),
            Column("n", msg("Answers")),
            Column("share", msg("Share"), 3),
            Column("remark", msg("Note"), words=True),
        ),
        rows=rows,
        note=msg(
            "Shares are of all answers to the question; where several options could be chosen, of"
            " all who were offered the option and chose any."
        ),
    )


def labels_of(measure: Measure) -> dict[str, str]:
    """Return {code: label} of a measure's options, in the order of the scale."""
    form = measure.form
    return {
        code_name(option.code): form.label(option, form.head.language) for option in measure.options
    }


def _missing(measure: Measure) -> set[str]:
    return {code_name(option.code) for option in measure.options if option.missing}


def _by(data: Mapping[str, Any], judged: Judged, what: str, title: str) -> Table:
    rows: list[list[Any]] = []
    # If no item has a model or source, the table would repeat the overall figures.
    if set(data[what]) != {UNKNOWN}:
        for measure in judged.measures:
            entry = data["questions"][measure.name]
            # A multiple choice has one row per option, with the names of the table of agreement.
            parts = (
                [(f"{measure.name}: {code}", one) for code, one in entry["options"].items()]
                if measure.kind == "several"
                else [(measure.name, entry)]
            )
            for name, part in parts:
                for label, one in part.get(what, {}).items():
                    # Values that are not numbers have no mean and no row here.
                    if one["mean"]["value"] is not None:
                        mean = one["mean"]
                        rows.append(
                            [name, label, mean["n"], mean["value"], mean["se"], one.get("median")]
                        )
    return Table(
        key=what,
        title=title,
        columns=(
            Column("question", msg("Question")),
            Column(what.removesuffix("s"), title.removesuffix("s")),
            Column("items", msg("Items")),
            Column("mean", msg("Mean"), 3),
            Column("se", msg("± SE"), 3),
            Column("median", msg("Median"), 1),
        ),
        rows=rows,
        note=msg(
            "Means over items of the items’ means, with their standard errors. The mean of Yes/No"
            " and of an option is the share of those who chose it."
        )
        + (msg(" Models appear under their aliases.") if what == "models" else ""),
    )


def _kappas(data: Mapping[str, Any]) -> Table:
    rows = []
    left_out = 0
    for name, one in data["questions"].items():
        for pair, kappa in one.get("kappa", {}).get("pairs", {}).items():
            first, _, second = pair.partition("-")
            weights = WEIGHTS[one["kappa"]["weights"]]
            rows.append(
                [name, first, second, kappa["n"], weights, kappa["value"], kappa.get("why")]
            )
        left_out += one.get("kappa", {}).get("left_out", 0)
    return Table(
        key="pairs",
        title=msg("Pairs of annotators"),
        columns=(
            Column("question", msg("Question")),
            Column("first", msg("First")),
            Column("second", msg("Second")),
            Column("items", msg("Items")),
            Column("weights", msg("Measure"), words=True),
            Column("kappa", "κ", 3),
            Column("why", msg("Note"), words=True),
        ),
        rows=rows,
        note=msg(
            "Cohen’s κ of two annotators over the items both judged: plain for nominal questions,"
            " with linear weights between steps for ordinal ones, with quadratic weights between"
            " values for interval ones."
        )
        + (
            msg(" Pairs left out, with fewer items in common: {left_out}.", left_out=left_out)
            if left_out
            else ""
        ),
    )


def _apart(data: Mapping[str, Any]) -> Table:
    return Table(
        key="disagreement",
        title=msg("Items with most disagreement"),
        columns=(
            Column("question", msg("Question")),
            Column("item", msg("Item")),
            Column("distance", msg("Distance"), 2),
            Column("answers", msg("Answers")),
        ),
        rows=[
            [
                name,
                one["item"],
                one["distance"],
                ", ".join(f"{who}: {code_name(code)}" for who, code in one["answers"].items()),
            ]
            for name, question in data["questions"].items()
            # The JSON document has up to MOST_APART items, of which the table shows the first five.
            for one in question.get("disagreement", ())[:5]
        ],
        note=msg(
            "Distance: how far apart the answers to the item are, at the question’s level, where 1"
            " is what any two answers are apart on average. At most five items a question."
        ),
    )


def _annotators(data: Mapping[str, Any], judged: Judged, ids: bool) -> Table:
    columns = [
        Column("annotator", msg("Annotator")),
        Column("annotations", msg("Annotations")),
        Column("seconds_mean", msg("Seconds, mean"), 1),
        Column("seconds_median", msg("Seconds, median"), 1),
    ]
    rows = [
        [
            entry["pseudonym"],
            entry["annotations"],
            entry["seconds"]["mean"],
            entry["seconds"]["median"],
        ]
        for entry in data["by_annotator"]
    ]
    return annotators_table(columns, rows, judged.annotators if ids else None)
