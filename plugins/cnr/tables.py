"""The tables and figures of cnr, from the JSON document of the analysis.

The module is long because it declares every column of every table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import (
    Best,
    Column,
    Figure,
    Series,
    Table,
    annotators_table,
    ends,
    low_mass_columns,
    low_mass_note,
    nested,
)
from desktop_app.core.messages import join, msg
from desktop_app.core.numbers import number_text
from desktop_app.stats.estimates import share
from desktop_app.stats.meta_evaluation import metrics_tables
from desktop_app.text.text_metrics import method_title
from plugins.cnr.comparisons import subject_of
from plugins.cnr.critiques import CATEGORIES, category_titles
from plugins.cnr.other_rows import RATED
from plugins.cnr.trained import trained_figure, trained_table

_RATED_TITLES = {
    "coverage": msg("Critique covers the feedback"),
    "adherence_detailed": msg("Revision follows the detailed critique"),
    "adherence_coarse": msg("Revision follows the coarse critique"),
    "adherence_coarse_to_detailed": msg(
        "Revision from the coarse critique follows the detailed one"
    ),
}
_WIN = (
    Column("win", msg("Win")),
    Column("tie", msg("Tie")),
    Column("lose", msg("Lose")),
    Column("win_rate", msg("Win rate"), 3, fraction=True),
    Column("n", "n"),
)
_ERRORS = (
    # None instead of 0, because “± 0” would suggest certainty. The interval is shown anyway.
    Column("se", msg("± SE"), 3, fraction=True, read=lambda entry: entry["se"] or None),
    Column("low", msg("95 % from"), 3, fraction=True, read=lambda entry: ends(entry)[0]),
    Column("high", msg("95 % to"), 3, fraction=True, read=lambda entry: ends(entry)[1]),
)
_PARTS = {
    "category": Column("category", msg("Category")),
    "iteration": Column("iteration", msg("Round")),
}


# Who compared: the field of the JSON document, and the word in tables.
_BY = {"judge": msg("judges"), "people": msg("people")}


def tables(data: Mapping[str, Any], ids: Sequence[str] | None) -> list[Table]:
    """Return the tables that have data.

    `ids`: ids to show next to the pseudonyms of annotators; None to show no ids
    """
    result = [
        _scores(data),
        _categories(data),
        _revisions(data),
        _points(data),
        _reviews(data),
        _models(data),
        _judges(data),
        _people(data),
        _parts(
            data,
            "category",
            msg("Comparisons by category of the prompt"),
            msg("Judges’ scores of both orders are averaged here, so a pair counts once."),
        ),
        _parts(
            data,
            "iteration",
            msg("Comparisons by round of revision"),
            msg("The second response is the one revised in a round; the first is the initial one."),
        ),
        _conditions(data),
        trained_table(data),
        _patterns(data),
        _voters(data),
        _diagnostics(data),
        *metrics_tables("automatic_ratings", data, method_title),
        _annotators(data, ids),
    ]
    return [table for table in result if table.rows]


def _scores(data: Mapping[str, Any]) -> Table:
    n = sum(data["scores"].values())
    return Table.of(
        "scores",
        msg("Overall scores"),
        (
            Column("score", msg("Score"), read=lambda entry: int(entry[0])),
            Column("n", msg("Critiques"), read=lambda entry: entry[1]),
            Column("share", msg("Share"), 3, fraction=True, read=lambda entry: entry[1] / n),
        ),
        data["scores"].items() if n else (),
        msg("Scores of the initial responses, with the changes by reviewers."),
    )


def _categories(data: Mapping[str, Any]) -> Table:
    labelled = data["categories_labelled"]
    some = any(data["categories"].values()) or labelled
    return Table.of(
        "categories",
        msg("Categories that critiques mention"),
        (
            Column("category", msg("Category"), words=True, read=category_titles().__getitem__),
            Column("annotators", msg("Chosen by annotators"), read=data["categories"].__getitem__),
            *(
                Column(f"labeller_{place}", name, read=labelled[name].__getitem__)
                for place, name in enumerate(labelled, 1)
            ),
        ),
        CATEGORIES if some else (),
    )


def _revisions(data: Mapping[str, Any]) -> Table:
    review = data["review"]["edit_distance"]
    entries = (
        {"what": msg("Words before"), **data["length"]["before"]},
        {"what": msg("Words after"), **data["length"]["after"]},
        {"what": msg("Word-level edit distance"), **data["edit_distance"]},
        {"what": msg("Edit distance of reviewers’ changes"), **review},
    )
    return Table.of(
        "revisions",
        msg("Revisions"),
        (
            Column("what", msg("Value"), words=True),
            Column("mean", msg("Mean"), 1),
            Column("median", msg("Median"), 1),
            Column("n", "n"),
        ),
        (entry for entry in entries if entry["n"]),
        msg(
            "Words are separated by white space. The edit distance is the smallest number of "
            "words to insert, delete or replace."
        ),
    )


def _points(data: Mapping[str, Any]) -> Table:
    points = data["points"]
    entries = (
        {"side": msg("Positive"), **points["positive"]},
        {"side": msg("Negative"), **points["negative"]},
    )
    return Table.of(
        "points",
        msg("Points"),
        (
            Column("side", msg("Points"), words=True),
            Column("n", "n"),
            Column("per_critique", msg("Per critique"), 2),
            Column("anchored", msg("Linked to a passage")),
            Column(
                "addressed",
                msg("Addressed"),
                3,
                read=lambda entry: share(entry["addressed"], entry["stated"]),
            ),
            Column("from_model", msg("From a model’s critique")),
        ),
        entries if data["annotations"] else (),
        msg(
            "Addressed: share of points that the revision addresses, among those whose author"
            " stated this. Critiques that find nothing to improve: {data}.",
            data=points["nothing_to_improve"],
        ),
    )


def _reviews(data: Mapping[str, Any]) -> Table:
    review = data["review"]
    titles = {"accept": msg("Accepted"), "change": msg("Changed"), "send_back": msg("Returned")}
    return Table.of(
        "reviews",
        msg("Reviews"),
        (
            Column("decision", msg("Decision"), words=True, read=titles.__getitem__),
            Column("n", msg("Reviews"), read=review.__getitem__),
            Column(
                "share",
                msg("Share"),
                3,
                fraction=True,
                read=lambda code: review[code] / review["n"],
            ),
        ),
        titles if review["n"] else (),
    )


def _models(data: Mapping[str, Any]) -> Table:
    return Table.of(
        "models",
        msg("Authors of responses"),
        (
            Column("model", msg("Author")),
            Column("items", msg("Items")),
            Column("annotations", msg("Critiques")),
            Column("score", msg("Score"), 2, read=nested("score", "value")),
            Column("se", msg("± SE"), 2, read=nested("score", "se")),
            Column("edit_distance", msg("Edit distance"), 1, read=nested("edit_distance", "mean")),
            Column(
                "judge",
                msg("Win rate, judges"),
                3,
                fraction=True,
                best=Best(),
                read=nested("judge", "win_rate"),
            ),
            Column(
                "people",
                msg("Win rate, people"),
                3,
                fraction=True,
                best=Best(),
                read=nested("people", "win_rate"),
            ),
        ),
        ({"model": name, **one} for name, one in data["models"].items()),
        msg(
            "Score: mean of the items’ mean scores. Win rates are against all other authors with "
            "whom an author was compared."
        ),
    )


def _compared(name: str, figures: Mapping[str, Any]) -> str:
    """Return what was compared, with the setting and the round of its figures.

    “m vs m” would not say what differs, so a model has its settings in place of its second name.
    """
    of = ", ".join(figures.get("of", {}).values())
    model = subject_of(name)
    if not of:
        return name
    return f"{name} ({of})" if model == name else f"{model}: {of}"


def _comparisons(data: Mapping[str, Any], who: str, needed: str) -> Iterator[Mapping[str, Any]]:
    """Yield the figures of each comparison by judges or by people.

    `who`: “judge” or “people”
    `needed`: the name of a count; comparisons in which it is 0 are left out
    """
    for name, one in data["pairwise"].items():
        if one[who][needed]:
            yield {"pair": _compared(name, one[who]), **one[who]}


def _judges(data: Mapping[str, Any]) -> Table:
    return Table.of(
        "judges",
        msg("Comparisons by judges"),
        (
            Column("pair", msg("Compared")),
            Column("total_1", msg("Score of the first"), 1, read=lambda one: one["totals"][0]),
            Column("total_2", msg("Score of the second"), 1, read=lambda one: one["totals"][1]),
            *_WIN,
            *_ERRORS,
            Column(
                "consistency",
                msg("Consistency"),
                3,
                fraction=True,
                read=nested("consistency", "value"),
            ),
            Column(
                "agreement",
                msg("Agreement with people"),
                3,
                fraction=True,
                read=nested("agreement_with_people", "value"),
            ),
        ),
        _comparisons(data, "judge", "n"),
        msg(
            "Scores are sums. Win, tie, lose and win rate are those of the second response; "
            "each order in which the judge saw a pair counts separately. Standard errors are "
            "clustered by pair; the interval is Wilson’s for the number of pairs. "
            "Consistency: share of pairs with the same verdict in both orders."
        ),
    )


def _people(data: Mapping[str, Any]) -> Table:
    return Table.of(
        "people",
        msg("Comparisons by people"),
        (
            Column("pair", msg("Compared")),
            *_WIN,
            *_ERRORS,
            Column("no_majority", msg("No majority")),
        ),
        _comparisons(data, "people", "voted"),
        msg(
            "Pairs count if enough voters agree: by default more than half of them, and at least"
            " two. Win, tie, lose and win rate are those of the second response."
        ),
    )


def _parts(data: Mapping[str, Any], key: str, title: str, note: str) -> Table:
    """Return the comparisons of each category of the prompt, or of each round."""
    return Table.of(
        f"by-{key}",
        title,
        (
            Column("pair", msg("Compared")),
            _PARTS[key],
            Column("by", msg("By"), words=True),
            *_WIN,
        ),
        (
            {"pair": _compared(name, one[who]), key: part, "by": label, **figures}
            for name, one in data["pairwise"].items()
            for who, label in _BY.items()
            for part, figures in (one[who][f"by_{key}"] or {}).items()
            if figures["n"]
        ),
        note,
    )


def _conditions(data: Mapping[str, Any]) -> Table:
    """Return all compared combinations of setting, source of critiques and round."""
    return Table.of(
        "by-setting",
        msg("Comparisons of settings"),
        (
            Column("pair", msg("Compared")),
            Column("setting", msg("Setting")),
            Column("using", msg("Critique by")),
            Column("iteration", msg("Round")),
            Column("by", msg("By"), words=True),
            *_WIN,
        ),
        (
            {"pair": subject_of(name), "by": label, **one}
            for name, pair in data["pairwise"].items()
            for who, label in _BY.items()
            for one in pair[who]["by_condition"] or ()
            if one["n"]
        ),
        msg("“Critique by” is empty if the model revised with its own critique, or without one."),
    )


def _patterns(data: Mapping[str, Any]) -> Table:
    return Table.of(
        "patterns",
        msg("Why comparisons were lost"),
        (
            Column("pair", msg("Compared")),
            Column("pattern", msg("Pattern"), words=True),
            Column("n", "n"),
        ),
        (
            {"pair": subject_of(name), "pattern": pattern, "n": times}
            for name, one in data["pairwise"].items()
            for pattern, times in one["patterns"].items()
        ),
    )


def _voters(data: Mapping[str, Any]) -> Table:
    voters = data["voters"]
    return Table.of(
        "voters",
        msg("Agreement between voters"),
        (
            Column("voters", msg("Voters")),
            Column("kappa", "κ", 4, read=nested("value")),
            Column("se", msg("± SE"), 4),
            Column("n", msg("Pairs")),
            Column("why", msg("Note"), words=True, read=nested("why")),
        ),
        ({"voters": name, **one} for name, one in voters["kappa_details"].items()),
        msg(
            "Cohen’s κ of two voters (first, second, tie), for the pairs that both voted on. "
            "Krippendorff’s α of all voters: {voters}. Majorities: first {voters2}, second "
            "{voters3}, tie {voters4}; pairs without a majority: {voters5}.",
            voters="–" if voters["alpha"] is None else number_text(voters["alpha"], 4),
            voters2=voters["majority"]["1"],
            voters3=voters["majority"]["2"],
            voters4=voters["majority"]["0"],
            voters5=voters["no_majority"],
        ),
    )


def _diagnostics(data: Mapping[str, Any]) -> Table:
    entries = [
        {
            "subject": subject,
            "question": _RATED_TITLES[question],
            "judge": judge,
            **questions[question],
        }
        for judge, subjects in data["diagnostics"]["judges"].items()
        for subject, questions in subjects.items()
        for question in RATED
        if question in questions
    ]
    doubtful = low_mass_note(sum(entry.get("low_mass", 0) for entry in entries))
    note = msg("Mean ratings from 1 to 5, by category of the error.")
    return Table.of(
        "diagnostics",
        msg("Diagnostic samples"),
        (
            Column("subject", msg("Model")),
            Column("question", msg("Rated"), words=True),
            Column("judge", msg("Judge")),
            Column("n", msg("Samples")),
            Column("overall", msg("Overall"), 2, read=nested("value")),
            *(
                Column(code, category_titles()[code], 2, read=nested("by_category", code, "value"))
                for code in CATEGORIES
            ),
            *low_mass_columns(entries),
        ),
        entries,
        join(" ", filter(None, [note, doubtful])),
    )


def _annotators(data: Mapping[str, Any], ids: Sequence[str] | None) -> Table:
    columns = (
        Column("annotator", msg("Annotator"), read=nested("pseudonym")),
        Column("annotations", msg("Critiques")),
        Column("score", msg("Score"), 2, read=nested("score", "value")),
        Column("points", msg("Points"), 1, read=nested("points", "mean")),
        Column("edit_distance", msg("Edit distance"), 1, read=nested("edit_distance", "mean")),
        Column("changed", msg("Changed in review")),
        Column("seconds", msg("Seconds, median"), 1, read=nested("seconds", "median")),
    )
    return annotators_table(columns, data["by_annotator"], ids)


def figures(data: Mapping[str, Any]) -> list[Figure]:
    """Return the figures that have data.

    The key of each figure begins with the key of its table.
    """
    result = [
        _scores_figure(data),
        _categories_figure(data),
        _win_rates(data, "judge", "judges", msg("Win rates by judges")),
        _win_rates(data, "people", "people", msg("Win rates by people")),
        *(
            _part(data, name, "category", msg("Win rate by category of the prompt"))
            for name in data["pairwise"]
        ),
        *(
            _part(data, name, "iteration", msg("Win rate by round of revision"))
            for name in data["pairwise"]
        ),
        trained_figure(data),
    ]
    return [figure for figure in result if figure is not None]


def _scores_figure(data: Mapping[str, Any]) -> Figure | None:
    if not any(data["scores"].values()):
        return None
    return Figure(
        "scores",
        msg("Overall scores"),
        "bars",
        list(data["scores"]),
        [Series(msg("Critiques"), list(data["scores"].values()))],
        x_title=msg("Score"),
        y_title=msg("Critiques"),
    )


def _categories_figure(data: Mapping[str, Any]) -> Figure | None:
    series = [Series(msg("Annotators"), [data["categories"][code] for code in CATEGORIES])]
    series += [
        Series(name, [one[code] for code in CATEGORIES])
        for name, one in data["categories_labelled"].items()
    ]
    kept = [one for one in series if any(one.values)]
    if not kept:
        return None
    return Figure(
        "categories",
        msg("Categories that critiques mention"),
        "bars",
        [category_titles()[code] for code in CATEGORIES],
        kept,
        y_title=msg("Critiques"),
    )


def _win_rates(data: Mapping[str, Any], who: str, key: str, title: str) -> Figure | None:
    known = {
        _compared(name, one[who]): one[who]
        for name, one in data["pairwise"].items()
        if one[who]["win_rate"] is not None
    }
    if not known:
        return None
    return Figure(
        f"{key}-win-rates",
        title,
        "bars",
        list(known),
        [_rates(msg("Win rate of the second"), list(known.values()))],
        y_title=msg("Win rate"),
        note=msg("Lines are 95 % intervals. 0.5: wins and losses are equally frequent."),
        reference=0.5,
    )


def _rates(name: str, ones: Sequence[Mapping[str, Any]]) -> Series:
    """Return win rates with their 95 % intervals."""
    return Series(
        name,
        [one.get("win_rate") for one in ones],
        intervals=[tuple(one["ci"]) if one.get("ci") else None for one in ones],
    )


def _part(data: Mapping[str, Any], name: str, key: str, title: str) -> Figure | None:
    one, field = data["pairwise"][name], f"by_{key}"
    # A part may occur in the figures of judges only, or in those of people only.
    labels = list(dict.fromkeys([*(one["judge"][field] or {}), *(one["people"][field] or {})]))
    shown = one["judge"] if one["judge"][field] else one["people"]
    series = []
    for who, label in (("judge", msg("Judges")), ("people", msg("People"))):
        parts = one[who][field] or {}
        rates = _rates(label, [parts.get(part, {}) for part in labels])
        if any(value is not None for value in rates.values):
            series.append(rates)
    if not series:
        return None
    # Keys contain the position, because models' names may contain characters that keys must not
    # have.
    number = list(data["pairwise"]).index(name) + 1
    return Figure(
        f"by-{key}-{number}",
        msg("{title}: {name}", title=title, name=_compared(name, shown)),
        "bars",
        labels,
        series,
        y_title=msg("Win rate of the second"),
        note=msg("Lines are 95 % intervals."),
        reference=0.5,
    )
