"""The tables and figures of a study, from the JSON document of the analysis.

No figure and no table contains text answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from desktop_app.core.analysis import (
    Column,
    Figure,
    Series,
    Table,
    annotators_table,
    code_name,
    nested,
)
from desktop_app.core.messages import msg
from desktop_app.stats.coefficients import ALPHA, KAPPA_TITLES, other_columns
from desktop_app.stats.intervals import RELIABLE_UNITS
from desktop_app.stats.meta_evaluation import metrics_tables
from desktop_app.stats.questions import UNKNOWN
from desktop_app.text.text_metrics import method_title
from plugins.study.measures import Judged, Measure

_MOST_BINS = 12


def tables(data: Mapping[str, Any], judged: Judged, *, ids: bool) -> list[Table]:
    """Return the tables that have rows.

    `ids`: whether annotators' ids are shown next to their pseudonyms
    """
    result = [
        _questions(data),
        _agreement(data),
        _distribution(data, judged),
        _by(data, judged, "models", msg("Models"), msg("Model")),
        _by(data, judged, "sources", msg("Sources"), msg("Source")),
        _kappas(data),
        _apart(data),
        *metrics_tables("automatic_ratings", data, method_title),
        _annotators(data, judged, ids),
    ]
    return [table for table in result if table.rows]


def _questions(data: Mapping[str, Any]) -> Table:
    return Table.of(
        "questions",
        msg("Questions"),
        (
            Column("question", msg("Question")),
            Column("text", msg("Text")),
            Column("level", msg("Level"), words=True),
            Column("asked", msg("Asked")),
            Column("answered", msg("Answered")),
            Column("missing", msg("Cannot say")),
            Column("completeness", msg("Completeness"), 3),
            Column("mean", msg("Mean"), 2, read=nested("mean")),
            Column("sd", msg("SD"), 2, read=nested("sd")),
            Column("median", msg("Median"), read=nested("median")),
        ),
        ({"question": name, **one} for name, one in data["questions"].items()),
        msg(
            "Asked: annotations in which the question was shown. “Cannot say” counts answers "
            "that are missing values; all other figures exclude them. The mean of Yes/No is "
            "the share of Yes. The mean of an ordinal scale assumes equal distances between "
            "its steps; the median does not."
        ),
    )


def _agreement(data: Mapping[str, Any]) -> Table:
    return Table.of(
        "agreement",
        msg("Agreement between annotators"),
        (
            Column("question", msg("Question")),
            Column("level", msg("Level"), words=True),
            Column("items", msg("Items"), read=nested("items_with_two_ratings")),
            Column("ratings", msg("Answers")),
            Column("equal", msg("Equal pairs"), 3, read=nested("equal", "value")),
            ALPHA.column,
            Column("se", msg("± SE"), 3),
            # Low and high are two columns, which are empty if there is no interval.
            Column("low", "2.5 %", 3, read=lambda entry: (entry["interval"] or (None, None))[0]),
            Column("high", "97.5 %", 3, read=lambda entry: (entry["interval"] or (None, None))[1]),
            *other_columns(),
            Column(
                "why",
                msg("Note"),
                words=True,
                read=lambda entry: entry.get("why") or entry.get("warning"),
            ),
        ),
        ({"question": name, **entry} for name, entry in agreements(data)),
        msg(
            "Items: with two or more answers. Equal pairs: the share of pairs of annotators "
            "who gave the same answer, averaged over these items. α: Krippendorff’s α at the "
            "question’s level, with standard error and 95 % interval from {data} resamples of"
            " the items. With fewer than {reliable_units} items the interval is too narrow: "
            "in simulated studies with 12 items, it contained the true α in only 64 to 78 % "
            "of cases.",
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
    return Table.of(
        "distribution",
        msg("Answers"),
        (
            Column("question", msg("Question")),
            Column("code", msg("Code")),
            Column("label", msg("Label")),
            Column("n", msg("Answers")),
            Column("share", msg("Share"), 3, fraction=True),
            Column("remark", msg("Note"), words=True, read=nested("remark")),
        ),
        _options(data, judged),
        msg(
            "Shares refer to all answers to the question. For multiple-choice questions, they "
            "refer to the annotators who were offered the option and answered."
        ),
    )


def _options(data: Mapping[str, Any], judged: Judged) -> Iterator[Mapping[str, Any]]:
    """Yield an entry for each option of each question."""
    for measure in judged.measures:
        entry = data["questions"][measure.name]
        # “missing” options are listed and marked, because the counts include them.
        missing = {code_name(option.code) for option in measure.options if option.missing}
        for code, label in labels_of(measure).items():
            named = {"question": measure.name, "code": code, "label": label}
            if measure.kind == "several":
                option = entry["options"][code]
                # The share refers to those to whom the option was offered, not to all answers.
                yield {**named, "n": option["chosen"], "share": option["share"]}
            else:
                n = entry["counts"][code]
                share = n / entry["answered"] if entry["answered"] else None
                remark = msg("missing value") if code in missing else None
                yield {**named, "n": n, "share": share, "remark": remark}


def labels_of(measure: Measure) -> dict[str, str]:
    """Return {code: label} of a measure's options, in the order of the scale."""
    form = measure.form
    return {
        code_name(option.code): form.label(option, form.head.language) for option in measure.options
    }


def _by(data: Mapping[str, Any], judged: Judged, what: str, title: str, one: str) -> Table:
    return Table.of(
        what,
        title,
        (
            Column("question", msg("Question")),
            Column(what.removesuffix("s"), one, read=nested("label")),
            Column("items", msg("Items"), read=nested("mean", "n")),
            Column("mean", msg("Mean"), 3, read=nested("mean", "value")),
            Column("se", msg("± SE"), 3, read=nested("mean", "se")),
            Column("median", msg("Median"), 1, read=nested("median")),
        ),
        # If no item has a model or source, the table would repeat the overall figures.
        () if set(data[what]) == {UNKNOWN} else _means(data, judged, what),
        msg(
            "The table averages the means of the items, with standard errors. For Yes/No, the "
            "mean is the share of Yes; for an option, the share of annotators who chose it."
        ),
    )


def _means(data: Mapping[str, Any], judged: Judged, what: str) -> Iterator[Mapping[str, Any]]:
    """Yield an entry for each question and model, or question and source."""
    for measure in judged.measures:
        entry = data["questions"][measure.name]
        # A multiple choice has one row per option, with the names of the table of agreement.
        parts = (
            {f"{measure.name}: {code}": one for code, one in entry["options"].items()}
            if measure.kind == "several"
            else {measure.name: entry}
        )
        for name, part in parts.items():
            for label, one in part.get(what, {}).items():
                # Values that are not numbers have no mean and no row here.
                if one["mean"]["value"] is not None:
                    yield {"question": name, "label": label, **one}


def _kappas(data: Mapping[str, Any]) -> Table:
    kappas = {name: one["kappa"] for name, one in data["questions"].items() if "kappa" in one}
    left_out = sum(kappa["left_out"] for kappa in kappas.values())
    return Table.of(
        "pairs",
        msg("Pairs of annotators"),
        (
            Column("question", msg("Question")),
            Column("first", msg("First"), read=lambda entry: entry["pair"].partition("-")[0]),
            Column("second", msg("Second"), read=lambda entry: entry["pair"].partition("-")[2]),
            Column("items", msg("Items"), read=nested("n")),
            Column("weights", msg("Measure"), words=True),
            Column("kappa", "κ", 3, read=nested("value")),
            Column("why", msg("Note"), words=True, read=nested("why")),
        ),
        (
            {"question": name, "pair": pair, "weights": KAPPA_TITLES[kappa["weights"]], **one}
            for name, kappa in kappas.items()
            for pair, one in kappa["pairs"].items()
        ),
        msg(
            "Cohen’s κ of two annotators over the items that both judged: unweighted for "
            "nominal questions, with linear weights between steps for ordinal ones, with "
            "quadratic weights between values for interval ones."
        )
        + (
            msg(" Pairs with fewer items in common are not listed: {left_out}.", left_out=left_out)
            if left_out
            else ""
        ),
    )


def _apart(data: Mapping[str, Any]) -> Table:
    return Table.of(
        "disagreement",
        msg("Items with the most disagreement"),
        (
            Column("question", msg("Question")),
            Column("item", msg("Item")),
            Column("distance", msg("Distance"), 2),
            Column(
                "answers",
                msg("Answers"),
                read=lambda entry: ", ".join(
                    f"{who}: {code_name(code)}" for who, code in entry["answers"].items()
                ),
            ),
        ),
        (
            {"question": name, **one}
            for name, question in data["questions"].items()
            # The JSON document has up to MOST_APART items, of which the table shows the first five.
            for one in question.get("disagreement", ())[:5]
        ),
        msg(
            "Distance: how far apart the answers to the item are, at the question’s level of "
            "measurement; 1 is the average distance between any two answers. At most five items "
            "per question."
        ),
    )


def _annotators(data: Mapping[str, Any], judged: Judged, ids: bool) -> Table:
    columns = (
        Column("annotator", msg("Annotator"), read=nested("pseudonym")),
        Column("annotations", msg("Annotations")),
        Column("seconds_mean", msg("Seconds, mean"), 1, read=nested("seconds", "mean")),
        Column("seconds_median", msg("Seconds, median"), 1, read=nested("seconds", "median")),
    )
    return annotators_table(columns, data["by_annotator"], judged.annotators if ids else None)


def figures(data: Mapping[str, Any], judged: Judged) -> list[Figure]:
    """Return the figures that have data.

    The key of each figure begins with the key of its table.
    """
    result = [_alphas(data)]
    result += [_distribution_figure(data, one) for one in judged.measures]
    result += [_models_figure(data, one) for one in judged.measures]
    return [figure for figure in result if figure is not None]


def _alphas(data: Mapping[str, Any]) -> Figure | None:
    # α is None if it is undefined, for example with one annotator.
    known = {
        name: one["agreement"]
        for name, one in data["questions"].items()
        if one.get("agreement", {}).get("alpha") is not None
    }
    if not known:
        return None
    note = msg("Lines are ± one standard error.")
    if any("warning" in one for one in known.values()):
        note = msg(
            "{note} They are too short if fewer than {reliable_units} items have two answers.",
            note=note,
            reliable_units=RELIABLE_UNITS,
        )
    return Figure(
        key="agreement-alpha",
        title=msg("Agreement with standard errors"),
        kind="bars",
        labels=list(known),
        series=[
            Series(
                msg("Krippendorff’s α"),
                [one["alpha"] for one in known.values()],
                [one["se"] for one in known.values()],
            )
        ],
        y_title="α",
        note=note,
    )


def _title(measure: Measure) -> str:
    """Return the text of a question, in its form's own language."""
    return measure.form.name_of(measure.question, measure.form.head.language)


def _distribution_figure(data: Mapping[str, Any], measure: Measure) -> Figure | None:
    entry = data["questions"][measure.name]
    # Text answers have no distribution, and a figure must not show anybody's words.
    if not measure.answers or measure.kind == "text":
        return None
    key = f"distribution-{measure.slug}"
    title = msg("Answers: {title}", title=_title(measure))
    if measure.kind == "number":
        values = np.array(list(measure.values().values()), dtype=np.float64)
        counts, edges = np.histogram(values, bins=_bins(values))
        return Figure(
            key=key,
            title=title,
            kind="histogram",
            labels=[float(edge) for edge in edges],
            series=[Series(msg("Answers"), counts.tolist())],
            x_title=measure.name,
            y_title=msg("Answers"),
        )
    counts_of = (
        {code: one["chosen"] for code, one in entry["options"].items()}
        if measure.kind == "several"
        else entry["counts"]
    )
    labels = labels_of(measure)
    return Figure(
        key=key,
        title=title,
        kind="bars",
        # Codes that are numbers are shown with their labels, because the labels give them a
        # meaning.
        labels=[code if code == word else f"{code}: {word}" for code, word in labels.items()]
        if any(code.lstrip("-").isdigit() for code in labels)
        else list(labels.values()),
        series=[Series(msg("Answers"), [counts_of[code] for code in labels])],
        y_title=msg("Answers"),
    )


def _bins(values: np.ndarray) -> Any:
    """Return the bins of a histogram.

    A few whole numbers have one bin each. Other values share at most `_MOST_BINS` wider bins.
    """
    low, high = values.min(), values.max()
    if np.all(values == np.round(values)) and high - low < _MOST_BINS:
        # With edges at half numbers, each whole number is in the middle of its bar.
        return np.arange(low - 0.5, high + 1.0)
    # The number of bins follows the square-root rule.
    return min(_MOST_BINS, max(1, int(np.ceil(np.sqrt(values.size)))))


def _models_figure(data: Mapping[str, Any], measure: Measure) -> Figure | None:
    entry = data["questions"][measure.name]
    known = {
        name: one["mean"]
        for name, one in entry.get("models", {}).items()
        # Answers of unknown models come from several models, so their mean would be meaningless.
        if name != UNKNOWN and one["mean"]["value"] is not None
    }
    if not known:
        return None
    return Figure(
        key=f"models-{measure.slug}",
        title=msg("Models: {title}", title=_title(measure)),
        kind="bars",
        labels=list(known),
        series=[Series.of_estimates(msg("Mean of items"), list(known.values()))],
        y_title=msg("Share of Yes") if measure.question.type == "yes_no" else msg("Mean"),
        note=msg("Lines show ± one standard error."),
    )
