"""The tables of kiwi, from the JSON document of the analysis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import Column, Table
from desktop_app.core.analysis_parts import INTERVAL, annotators_table, ends
from desktop_app.core.messages import msg
from plugins.kiwi.prediction import CLASSES, FIGURES, HUMAN, MAJORITY, RANDOM, Scheme
from plugins.kiwi.shapes import ENDS, KINDS, RATINGS

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


TOTAL = "Total"
KIND_TITLES = {"info": "Information-seeking", "style": msg("Stylistic"), "all": msg("All kinds")}
RATING_TITLES = {"good": msg("Good"), "neutral": msg("Neutral"), "bad": msg("Bad")}
END_TITLES = {
    "ready": msg("Ready to send"),
    "limit": msg("Maximum turns reached"),
    "given_up": msg("Given up"),
}
TYPE_TITLES = {
    "more_information": msg("More information"),
    "expand_coverage": msg("Expand coverage"),
    "clarification": msg("Clarification"),
    "remove": msg("Remove"),
    "specific_edit": msg("Specific edit"),
    "condense": msg("Condense"),
    "reorganise": msg("Reorganise"),
    "categorise": msg("Categorise"),
    "other": msg("Other"),
}
ERROR_TITLES = {
    "unrequested_change": msg("Unrequested change"),
    "ignored": msg("Ignored"),
    "constraint_failure": msg("Constraint failure"),
    "poor_integration": msg("Poor integration"),
    "other": msg("Other"),
}
FOUND_TITLES = {
    "all": msg("All relevant information"),
    "some": msg("Some relevant information"),
    "none": msg("No relevant information"),
}
ASK_TITLES = {
    "instruction_types": msg("Types of instructions"),
    "error_types": msg("Types of errors"),
    "retrieval": msg("Retrieval results"),
}
_CODES = {
    "instruction_types": TYPE_TITLES,
    "error_types": ERROR_TITLES,
    "retrieval": FOUND_TITLES,
}
_NAMED = 8  # Maximum number of labellers that a note names.
_RATED = tuple(Column(rating, title, 3) for rating, title in RATING_TITLES.items())


def tables(data: Mapping[str, Any], ids: Sequence[str] | None) -> list[Table]:
    """Return the tables that have data.

    ids  ids of the annotators to show next to their pseudonyms; None to show none
    """
    result = [
        _models(data),
        _ratings(data),
        _by_turn(data),
        _ends(data),
        *(_types(data, name) for name in _CODES),
        _good(data),
        *(_by_model(data, name) for name in ("error_types", "retrieval")),
        _edits(data),
        _labellers(data),
        *prediction_tables(data),
        _annotators(data, ids),
    ]
    return [table for table in result if table.rows]


def by_models(data: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the figures of every model, and of all models together if there are several."""
    models = dict(data["models"])
    return {**models, TOTAL: data["total"]} if len(models) != 1 else models


def _models(data: Mapping[str, Any]) -> Table:
    return Table(
        "models",
        msg("Sessions and turns"),
        (
            Column("model", msg("Model"), words=True),
            Column("sessions", msg("Sessions")),
            Column("turns", msg("Turns")),
            Column("edited", msg("Edited turns")),
            Column("turns_per_session", msg("Turns per session"), 1),
            Column("info", msg("Information-seeking"), 3),
            Column("style", msg("Stylistic"), 3),
            Column("seconds", msg("Seconds, median"), 1),
        ),
        [
            [
                model,
                one["sessions"],
                one["turns"],
                one["edited"],
                one["turns_per_session"],
                one["info"],
                one["style"],
                one["seconds"]["median"],
            ]
            for model, one in by_models(data).items()
            if one["sessions"]
        ],
        msg(
            "Information-seeking and stylistic: shares of the instructions. Seconds: of a session."
        ),
    )


def _ratings(data: Mapping[str, Any]) -> Table:
    return Table(
        "ratings",
        msg("Ratings by kind of instruction"),
        (Column("model", msg("Model"), words=True), Column("kind", msg("Instruction"), words=True),
         *_RATED, Column("n", msg("Turns"))),
        [
            [model, KIND_TITLES[kind], *(rated[rating] for rating in RATINGS), rated["n"]]
            for model, one in by_models(data).items()
            for kind, rated in one["ratings"].items()
            if rated["n"]
        ],
    )  # fmt: skip


def _by_turn(data: Mapping[str, Any]) -> Table:
    rows = []
    for number, counts in data["types_by_turn"].items():
        n = sum(counts.values())
        rows.append([int(number), *(counts[kind] for kind in KINDS), counts["info"] / n])
    return Table(
        "types-by-turn",
        msg("Kinds of instructions by turn"),
        (
            Column("turn", msg("Turn")),
            Column("info", msg("Information-seeking")),
            Column("style", msg("Stylistic")),
            Column("share", msg("Share of information-seeking"), 3),
        ),
        rows,
    )


def _ends(data: Mapping[str, Any]) -> Table:
    return Table(
        "ends",
        msg("How sessions ended"),
        (
            Column("model", msg("Model"), words=True),
            Column("end", msg("End"), words=True),
            Column("n", msg("Sessions")),
            Column("share", msg("Share"), 3),
        ),
        [
            [model, END_TITLES[end], one["ends"][end], one["ends"][end] / ended]
            for model, one in by_models(data).items()
            if (ended := sum(one["ends"].values()))
            for end in ENDS
        ],
        msg("Shares of the sessions for which it is known."),
    )


def _types(data: Mapping[str, Any], name: str) -> Table:
    one, titles = data[name], _CODES[name]
    columns = [
        Column("type", msg("Type"), words=True),
        Column("n", msg("Turns")),
        Column("share", msg("Share"), 3),
    ]
    rows = [[titles[code], of["n"], of["share"]] for code, of in one["types"].items()]
    if name != "retrieval":
        columns += [
            Column("info", msg("Information-seeking"), 3),
            Column("style", msg("Stylistic"), 3),
        ]
        for row, of in zip(rows, one["types"].values(), strict=True):
            row += [of["info"], of["style"]]
    return Table(
        name.replace("_", "-"),
        ASK_TITLES[name],
        tuple(columns),
        rows,
        _labelled(one["labelled_by"]),
    )


def _labelled(by: Mapping[str, int]) -> str:
    """Return a note that names the labellers."""
    if len(by) < 2:
        return "".join(msg("Labelled by {one}.", one=one) for one in by)
    most = sorted(by.items(), key=lambda one: (-one[1], one[0]))
    named = ", ".join(f"{who} ({times})" for who, times in most[:_NAMED])
    if len(by) > _NAMED:
        named += ", …"
    return msg(
        "Labelled by {named}. If several people labelled a turn, the label of the person "
        "with most labels counts.",
        named=named,
    )


def _good(data: Mapping[str, Any]) -> Table:
    models = list(data["models"])
    return Table(
        "good-by-type",
        msg("Share of good answers by type of instruction"),
        (Column("type", msg("Type"), words=True), *(Column(model, model, 3) for model in models)),
        [
            [TYPE_TITLES[code], *(of["good"].get(model) for model in models)]
            for code, of in data["instruction_types"]["types"].items()
        ],
    )


def _by_model(data: Mapping[str, Any], name: str) -> Table:
    models = list(data["models"])
    types = data[name]["types"]
    sums = {model: sum(of["by_model"][model] for of in types.values()) for model in models}
    return Table(
        f"{name.replace('_', '-')}-by-model",
        msg("{ask_titles}, by model", ask_titles=ASK_TITLES[name]),
        (Column("type", msg("Type"), words=True), *(Column(model, model, 3) for model in models)),
        [
            [
                _CODES[name][code],
                *(of["by_model"][m] / sums[m] if sums[m] else None for m in models),
            ]
            for code, of in types.items()
        ]
        if len(models) > 1
        else [],
        msg("Shares of the labelled turns of each model."),
    )


def _edits(data: Mapping[str, Any]) -> Table:
    titles = {**TYPE_TITLES, **{kind: KIND_TITLES[kind] for kind in KINDS}, "total": TOTAL}
    return Table(
        "edit-table",
        msg("Length of instructions and extent of edits"),
        (
            Column("row", msg("Turns by"), words=True),
            Column("instruction_words", msg("Words of the instruction"), 1),
            Column("source_words", msg("Words before"), 1),
            Column("target_words", msg("Words after"), 1),
            Column("length_ratio", msg("Length ratio"), 2),
            Column("edit_distance", msg("Edit distance"), 1),
            Column("edit_ratio", msg("Edit ratio"), 2),
            Column("n", msg("Turns")),
        ),
        [
            [titles.get(name, name), *(of[c] for c in _FIGURES), of["n"]]
            for name, of in data["edit_table"].items()
            if of["n"]
        ],
        msg(
            "Edit distance: number of words inserted, deleted or replaced. Ratios are relative "
            "to the word count before the edit, averaged over turns. Unedited turns rated "
            "neutral or bad are excluded."
        ),
    )


_FIGURES = (
    "instruction_words",
    "source_words",
    "target_words",
    "length_ratio",
    "edit_distance",
    "edit_ratio",
)


def _labellers(data: Mapping[str, Any]) -> Table:
    return Table(
        "labellers",
        msg("Agreement of labellers"),
        (
            Column("question", msg("Question"), words=True),
            Column("first", msg("One")),
            Column("second", msg("Other")),
            Column("kappa", msg("Cohen’s κ"), 3),
            Column("se", msg("Standard error"), 3),
            *INTERVAL,
            Column("equal", msg("Equal labels"), 3),
            Column("n", msg("Turns")),
        ),
        list(_agreements(data)),
        msg("Standard error and 95 % interval are of the bootstrap over turns."),
    )


def _agreements(data: Mapping[str, Any]) -> Iterator[list[Any]]:
    for name, title in ASK_TITLES.items():
        for one in data[name]["agreement"]:
            named, figures = (one["first"], one["second"]), (one["kappa"], one["se"])
            yield [title, *named, *figures, *ends(one), one["equal"], one["n"]]


def _annotators(data: Mapping[str, Any], ids: Sequence[str] | None) -> Table:
    columns = [
        Column("annotator", msg("Annotator")),
        Column("sessions", msg("Sessions")),
        Column("turns", msg("Turns")),
        Column("edited", msg("Edited turns")),
        Column("turns_per_session", msg("Turns per session"), 1),
        *_RATED,
        Column("again", msg("Items rated again")),
        Column("label", msg("Turns labelled")),
        Column("seconds", msg("Seconds, median"), 1),
    ]
    rows = [
        [
            one["pseudonym"],
            one["session"],
            one["turns"],
            one["edited"],
            one["turns_per_session"],
            *(one["ratings"]["all"][rating] for rating in RATINGS),
            one["again"],
            one["label"],
            one["seconds"]["median"],
        ]
        for one in data["by_annotator"]
    ]
    return annotators_table(columns, rows, ids)
