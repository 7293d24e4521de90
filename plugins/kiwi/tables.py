"""The tables of kiwi, from the JSON document of the analysis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import INTERVAL, Column, Table, annotators_table, ends
from desktop_app.core.messages import msg
from plugins.kiwi.prediction import CLASSES, HUMAN, MAJORITY, RANDOM, Scheme
from plugins.kiwi.shapes import ENDS, KINDS

TOTAL = msg("Total")
KIND_TITLES = {
    "info": msg("Information-seeking"),
    "style": msg("Stylistic"),
    "all": msg("All kinds"),
}
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
_NAMED = 8  # Maximum number of labellers named in a note.
_RATED = tuple(Column(rating, title, 3) for rating, title in RATING_TITLES.items())
_MODEL = Column("model", msg("Model"), words=True)
_TYPE = Column("type", msg("Type"), words=True)
_TURNS = Column("n", msg("Turns"))
_KIND_SHARES = (
    Column("info", msg("Information-seeking"), 3, fraction=True),
    Column("style", msg("Stylistic"), 3, fraction=True),
)
_KAPPA = (
    Column("kappa", msg("Cohen’s κ"), 3),
    Column("se", msg("Standard error"), 3),
    *INTERVAL,
)
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


def session_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables of sessions and ratings."""
    return [_models(data), _ratings(data), _by_turn(data), _ends(data)]


def label_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables of types of instructions and errors, of edits by type, and of labellers."""
    return [
        *(_types(data, name) for name in _CODES),
        _good(data),
        *(_by_model(data, name) for name in ("error_types", "retrieval")),
        _edits(data),
        _labellers(data),
    ]


def prediction_tables(data: Mapping[str, Any]) -> list[Table]:
    """Return the tables of predicted ratings."""
    return [
        _prediction_table(data, "prediction", "binary", msg("Predicted ratings: good, or not")),
        _prediction_table(
            data, "prediction_three", "three", msg("Predicted ratings: good, neutral or bad")
        ),
    ]


def by_models(data: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the figures of every model, and of all models together unless there is just one."""
    models = dict(data["models"])
    # With one model, the row of the total would repeat its row.
    return {**models, TOTAL: data["total"]} if len(models) != 1 else models


def _table(
    key: str,
    title: str,
    columns: Iterable[Column],
    records: Iterable[Mapping[str, Any]],
    note: str = "",
) -> Table:
    """Return a table whose cells are the fields of the records that the columns name."""
    heads = tuple(columns)
    rows = [[record[column.key] for column in heads] for record in records]
    return Table(key, title, heads, rows, note)


def _models(data: Mapping[str, Any]) -> Table:
    return _table(
        "models",
        msg("Sessions and turns"),
        (
            _MODEL,
            Column("sessions", msg("Sessions")),
            Column("turns", msg("Turns")),
            Column("edited", msg("Edited turns")),
            Column("turns_per_session", msg("Turns per session"), 1),
            *_KIND_SHARES,
            Column("seconds", msg("Seconds, median"), 1),
        ),
        [
            {**one, "model": model, "seconds": one["seconds"]["median"]}
            for model, one in by_models(data).items()
            if one["sessions"]
        ],
        msg(
            "Information-seeking and stylistic: shares of the instructions. Seconds: of a session."
        ),
    )


def _ratings(data: Mapping[str, Any]) -> Table:
    return _table(
        "ratings",
        msg("Ratings by kind of instruction"),
        (_MODEL, Column("kind", msg("Instruction"), words=True), *_RATED, _TURNS),
        [
            {**rated, "model": model, "kind": KIND_TITLES[kind]}
            for model, one in by_models(data).items()
            for kind, rated in one["ratings"].items()
            if rated["n"]
        ],
    )


def _by_turn(data: Mapping[str, Any]) -> Table:
    return _table(
        "types-by-turn",
        msg("Kinds of instructions by turn"),
        (
            Column("turn", msg("Turn")),
            Column("info", msg("Information-seeking")),
            Column("style", msg("Stylistic")),
            Column("share", msg("Information-seeking (share)"), 3, fraction=True),
        ),
        [
            {**counts, "turn": int(number), "share": counts["info"] / sum(counts.values())}
            for number, counts in data["types_by_turn"].items()
        ],
    )


def _ends(data: Mapping[str, Any]) -> Table:
    return _table(
        "ends",
        msg("How sessions ended"),
        (
            _MODEL,
            Column("end", msg("End"), words=True),
            Column("n", msg("Sessions")),
            Column("share", msg("Share"), 3, fraction=True),
        ),
        [
            {"model": model, "end": END_TITLES[end], "n": n[end], "share": n[end] / ended}
            for model, one in by_models(data).items()
            if (ended := sum((n := one["ends"]).values()))
            for end in ENDS
        ],
        msg("Shares of the sessions whose end is known."),
    )


def _types(data: Mapping[str, Any], name: str) -> Table:
    one, titles = data[name], _CODES[name]
    # Retrieval is judged for information-seeking turns only.
    kinds = _KIND_SHARES if name != "retrieval" else ()
    return _table(
        name.replace("_", "-"),
        ASK_TITLES[name],
        (_TYPE, _TURNS, Column("share", msg("Share"), 3, fraction=True), *kinds),
        [{**of, "type": titles[code]} for code, of in one["types"].items()],
        _labelled(one["labelled_by"]),
    )


def _labelled(by: Mapping[str, int]) -> str:
    """Return a note that names the labellers."""
    if len(by) < 2:
        return "".join(msg("Labelled by {one}.", one=one) for one in by)
    # Those with the most labels first, because only the first ones are named.
    most = sorted(by.items(), key=lambda one: (-one[1], one[0]))
    named = ", ".join(f"{who} ({times})" for who, times in most[:_NAMED])
    if len(by) > _NAMED:
        named += ", …"
    return msg(
        "Labelled by {named}. If several people labelled a turn, the label of the person "
        "with the most labels counts.",
        named=named,
    )


def _of_models(
    data: Mapping[str, Any], key: str, title: str, rows: Iterable[list[Any]], note: str = ""
) -> Table:
    """Return a table with a type in the first column and a column for each model."""
    # Not by `_table`, because a model may have the name of another column.
    columns = (_TYPE, *(Column(model, model, 3) for model in data["models"]))
    return Table(key, title, columns, list(rows), note)


def _good(data: Mapping[str, Any]) -> Table:
    return _of_models(
        data,
        "good-by-type",
        msg("Share of good answers by type of instruction"),
        (
            [TYPE_TITLES[code], *(of["good"].get(model) for model in data["models"])]
            for code, of in data["instruction_types"]["types"].items()
        ),
    )


def _by_model(data: Mapping[str, Any], name: str) -> Table:
    models, types = list(data["models"]), data[name]["types"]
    sums = {model: sum(of["by_model"][model] for of in types.values()) for model in models}
    rows = (
        [_CODES[name][code], *(of["by_model"][m] / sums[m] if sums[m] else None for m in models)]
        for code, of in types.items()
    )
    return _of_models(
        data,
        f"{name.replace('_', '-')}-by-model",
        msg("{ask_titles}, by model", ask_titles=ASK_TITLES[name]),
        # One model's shares are in the table of types already.
        rows if len(models) > 1 else (),
        msg("Shares of the labelled turns of each model."),
    )


def _edits(data: Mapping[str, Any]) -> Table:
    # Models are shown under their names, so only the other rows need titles.
    titles = {**TYPE_TITLES, **{kind: KIND_TITLES[kind] for kind in KINDS}, "total": TOTAL}
    return _table(
        "edit-table",
        msg("Length of instructions and extent of edits"),
        (
            Column("row", msg("Type, kind or model"), words=True),
            Column("instruction_words", msg("Words of the instruction"), 1),
            Column("source_words", msg("Words before"), 1),
            Column("target_words", msg("Words after"), 1),
            Column("length_ratio", msg("Length ratio"), 2),
            Column("edit_distance", msg("Edit distance"), 1),
            Column("edit_ratio", msg("Edit ratio"), 2),
            _TURNS,
        ),
        [
            {**of, "row": titles.get(name, name)}
            for name, of in data["edit_table"].items()
            if of["n"]
        ],
        msg(
            "Edit distance: number of words inserted, deleted or replaced. Ratios are relative "
            "to the word count before the edit, averaged over turns. Unrated turns, and "
            "unedited turns rated neutral or bad, are excluded."
        ),
    )


def _labellers(data: Mapping[str, Any]) -> Table:
    return _table(
        "labellers",
        msg("Agreement of labellers"),
        (
            Column("question", msg("Question"), words=True),
            Column("first", msg("First")),
            Column("second", msg("Second")),
            *_KAPPA,
            Column("equal", msg("Equal labels"), 3),
            _TURNS,
        ),
        [
            {**_with_ends(one), "question": title}
            for name, title in ASK_TITLES.items()
            for one in data[name]["agreement"]
        ],
        msg("Standard error and 95 % interval: bootstrap over turns."),
    )


def _with_ends(figure: Mapping[str, Any]) -> dict[str, Any]:
    """Return a figure with the ends of its interval as the columns of tables name them."""
    keys = (column.key for column in INTERVAL)
    return {**figure, **dict(zip(keys, ends(figure), strict=True))}


def people_table(
    data: Mapping[str, Any], ids: Sequence[str] | None, counted: Mapping[str, str]
) -> Table:
    """Return the table of annotators.

    `ids`: ids to show next to the pseudonyms of annotators; None to show no ids
    `counted`: titles of the columns with numbers of answers, by stage; empty: no column
    """
    columns = (
        Column("annotator", msg("Annotator")),
        Column("sessions", msg("Sessions")),
        Column("turns", msg("Turns")),
        Column("edited", msg("Edited turns")),
        Column("turns_per_session", msg("Turns per session"), 1),
        *_RATED,
        *(Column(stage, title) for stage, title in counted.items() if title),
        Column("seconds", msg("Seconds, median"), 1),
    )
    records = (
        {
            **one,
            **one["ratings"]["all"],
            "annotator": one["pseudonym"],
            "sessions": one["session"],
            "seconds": one["seconds"]["median"],
        }
        for one in data["by_annotator"]
    )
    return annotators_table(columns, _table("", "", columns, records).rows, ids)


def agreement_table(data: Mapping[str, Any]) -> Table:
    """Return the table of the agreement of first and second ratings."""
    two = data["agreement"]
    both = ((msg("Good, or not"), two), (msg("Good, neutral or bad"), two["three"]))
    return _table(
        "agreement",
        msg("First and second ratings"),
        (
            Column("ratings", msg("Ratings"), words=True),
            *_KAPPA,
            Column("n", msg("Ratings compared")),
        ),
        [{**_with_ends(one), "ratings": title} for title, one in both if two["n"]],
        msg(
            "Standard error and 95 % interval: bootstrap over turns. Second ratings by the "
            "session’s author are excluded."
        ),
    )


def _prediction_table(data: Mapping[str, Any], name: str, scheme: Scheme, title: str) -> Table:
    methods = data[name]
    # The baselines exist for every project, but alone they are no result.
    shown = any(method not in BASE_TITLES for method in methods) or methods[HUMAN]["n"]
    return _table(
        name.replace("_", "-"),
        title,
        (
            Column("method", msg("Method"), words=True),
            Column("accuracy", msg("Accuracy"), 3, fraction=True),
            Column("precision", msg("Precision"), 3, fraction=True),
            Column("recall", msg("Recall"), 3, fraction=True),
            Column("f1", "F1", 3, fraction=True),
            *(
                Column(f"share_{rating}", _SHARES[rating], 3, fraction=True)
                for rating in CLASSES[scheme]
            ),
            Column("se", msg("Accuracy, standard error"), 3, fraction=True),
            Column("n", msg("Ratings")),
        ),
        [
            {
                **one,
                "method": BASE_TITLES.get(method, method),
                **{f"share_{rating}": share for rating, share in one["shares"].items()},
                "se": one.get("bootstrap", {}).get("accuracy", {}).get("se"),
            }
            for method, one in methods.items()
            if one["n"] and shown
        ],
        msg("Precision, recall and F1 refer to “good”.")
        if scheme == "binary"
        else msg("Precision, recall and F1 are means over the three ratings."),
    )
