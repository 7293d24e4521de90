"""The tables of cnr, from the JSON document of the analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import Column, Table, annotators_table
from desktop_app.core.messages import msg
from plugins.cnr.critiques import CATEGORIES
from plugins.cnr.other_rows import RATED

CATEGORY_TITLES = {
    "instruction_following": msg("Following the instruction"),
    "correctness": msg("Correctness"),
    "relevance": msg("Relevance"),
    "completeness": msg("Completeness, depth, detail"),
    "clarity": msg("Clarity"),
    "safety": msg("Safety"),
}
_RATED_TITLES = {
    "coverage": msg("Critique covers the feedback"),
    "adherence_detailed": msg("Revision follows the detailed critique"),
    "adherence_coarse": msg("Revision follows the coarse critique"),
    "adherence_coarse_to_detailed": msg("Made with coarse, follows detailed"),
}
_WIN = (
    Column("win", msg("Win")),
    Column("tie", msg("Tie")),
    Column("lose", msg("Lose")),
    Column("win_rate", msg("Win rate"), 3),
    Column("n", "n"),
)
_ERRORS = (
    Column("se", msg("± SE"), 3),
    Column("low", msg("95 % from"), 3),
    Column("high", msg("95 % to"), 3),
)
_PARTS = {
    "category": Column("category", msg("Category")),
    "iteration": Column("iteration", msg("Round")),
}


def tables(data: Mapping[str, Any], ids: Sequence[str] | None) -> list[Table]:
    """Return the tables that have data.

    ids  ids of the annotators to show next to their pseudonyms; None to show none
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
        _parts(data, "category", "by_category", msg("Comparisons by category of the prompt")),
        _parts(data, "iteration", "by_iteration", msg("Comparisons by round of revising")),
        _conditions(data),
        _patterns(data),
        _voters(data),
        _diagnostics(data),
        _annotators(data, ids),
    ]
    return [table for table in result if table.rows]


def _scores(data: Mapping[str, Any]) -> Table:
    n = sum(data["scores"].values())
    return Table(
        "scores",
        msg("Overall scores"),
        (
            Column("score", msg("Score")),
            Column("n", msg("Critiques")),
            Column("share", msg("Share"), 3),
        ),
        [[int(score), times, times / n] for score, times in data["scores"].items()] if n else [],
        msg("Of initial responses, as critiques count after review."),
    )


def _categories(data: Mapping[str, Any]) -> Table:
    labelled = data["categories_labelled"]
    rows: list[list[Any]] = []
    if any(data["categories"].values()) or labelled:
        rows = [
            [
                CATEGORY_TITLES[code],
                data["categories"][code],
                *(labelled[name][code] for name in labelled),
            ]
            for code in CATEGORIES
        ]
    return Table(
        "categories",
        msg("Categories that critiques mention"),
        (
            Column("category", msg("Category"), words=True),
            Column("annotators", msg("Chosen by annotators")),
            *(Column(f"labeller_{place}", name) for place, name in enumerate(labelled, 1)),
        ),
        rows,
    )


def _revisions(data: Mapping[str, Any]) -> Table:
    rows = [
        [title, one["mean"], one["median"], one["n"]]
        for title, one in (
            (msg("Words before"), data["length"]["before"]),
            (msg("Words after"), data["length"]["after"]),
            (msg("Word-level edit distance"), data["edit_distance"]),
            (msg("Edit distance of reviewers’ changes"), data["review"]["edit_distance"]),
        )
        if one["n"]
    ]
    return Table(
        "revisions",
        msg("Revisions"),
        (
            Column("what", msg("Value"), words=True),
            Column("mean", msg("Mean"), 1),
            Column("median", msg("Median"), 1),
            Column("n", "n"),
        ),
        rows,
        msg(
            "Words end at white space. The edit distance is the least number of words to "
            "insert, delete or replace."
        ),
    )


def _points(data: Mapping[str, Any]) -> Table:
    rows = [
        [
            title,
            one["n"],
            one["per_critique"],
            one["anchored"],
            one["addressed"] / one["stated"] if one["stated"] else None,
            one["from_model"],
        ]
        for title, one in (
            (msg("Positive"), data["points"]["positive"]),
            (msg("Negative"), data["points"]["negative"]),
        )
    ]
    return Table(
        "points",
        msg("Points"),
        (
            Column("side", msg("Points"), words=True),
            Column("n", "n"),
            Column("per_critique", msg("Per critique"), 2),
            Column("anchored", msg("With a place in the response")),
            Column("addressed", msg("Addressed"), 3),
            Column("from_model", msg("From a model’s critique")),
        ),
        rows if data["annotations"] else [],
        msg(
            "Addressed: share of the points that are marked as addressed or not by the "
            "revision. Critiques that state that nothing needs improving: {data}.",
            data=data["points"]["nothing_to_improve"],
        ),
    )


def _reviews(data: Mapping[str, Any]) -> Table:
    review = data["review"]
    titles = {"accept": msg("Accepted"), "change": msg("Changed"), "send_back": msg("Returned")}
    rows = [[title, review[key], review[key] / review["n"]] for key, title in titles.items()] if (
        review["n"]
    ) else []  # fmt: skip
    return Table(
        "reviews",
        msg("Reviews"),
        (
            Column("decision", msg("Decision"), words=True),
            Column("n", msg("Reviews")),
            Column("share", msg("Share"), 3),
        ),
        rows,
    )


def _models(data: Mapping[str, Any]) -> Table:
    rows = [
        [
            name,
            one["items"],
            one["annotations"],
            one["score"]["value"],
            one["score"]["se"],
            one["edit_distance"]["mean"],
            one.get("judge", {}).get("win_rate"),
            one.get("people", {}).get("win_rate"),
        ]
        for name, one in data["models"].items()
    ]
    return Table(
        "models",
        msg("Authors of responses"),
        (
            Column("model", msg("Author")),
            Column("items", msg("Items")),
            Column("annotations", msg("Critiques")),
            Column("score", msg("Score"), 2),
            Column("se", msg("± SE"), 2),
            Column("edit_distance", msg("Edit distance"), 1),
            Column("judge", msg("Win rate, judges"), 3),
            Column("people", msg("Win rate, people"), 3),
        ),
        rows,
        msg(
            "Score: mean of the items’ mean scores. Win rates are against all others it was "
            "compared with."
        ),
    )


def compared(name: str, figures: Mapping[str, Any]) -> str:
    """Return what was compared, with the setting and the round of its figures."""
    of = figures.get("of")
    return f"{name} ({', '.join(of.values())})" if of else name


def _judges(data: Mapping[str, Any]) -> Table:
    rows = [
        [
            compared(name, one["judge"]),
            *(one["judge"]["totals"]),
            *(one["judge"][column.key] for column in _WIN),
            # None instead of 0, because “± 0” would suggest certainty. The interval does not.
            one["judge"]["se"] or None,
            *one["judge"]["ci"],
            one["judge"]["consistency"]["value"],
            one["judge"]["agreement_with_people"]["value"],
        ]
        for name, one in data["pairwise"].items()
        if one["judge"]["n"]
    ]
    return Table(
        "judges",
        msg("Comparisons by judges"),
        (
            Column("pair", msg("Compared")),
            Column("total_1", msg("Score of the first"), 1),
            Column("total_2", msg("Score of the second"), 1),
            *_WIN,
            *_ERRORS,
            Column("consistency", msg("Consistency"), 3),
            Column("agreement", msg("Agreement with people"), 3),
        ),
        rows,
        msg(
            "Scores are sums. Win, tie, lose and win rate are the second one’s; each order "
            "in which the judge saw a pair is an instance of its own. Standard errors are "
            "clustered by pair; the interval is Wilson’s for the number of pairs. "
            "Consistency: share of pairs with the same verdict in both orders."
        ),
    )


def _people(data: Mapping[str, Any]) -> Table:
    rows = [
        [
            compared(name, one["people"]),
            *(one["people"][column.key] for column in _WIN),
            one["people"]["se"] or None,
            *(one["people"]["ci"] or (None, None)),
            one["people"]["no_majority"],
        ]
        for name, one in data["pairwise"].items()
        if one["people"]["voted"]
    ]
    return Table(
        "people",
        msg("Comparisons by people"),
        (
            Column("pair", msg("Compared")),
            *_WIN,
            *_ERRORS,
            Column("no_majority", msg("No majority")),
        ),
        rows,
        msg(
            "Pairs count where enough voters agree, by default more than half of them; win, "
            "tie, lose and win rate are the second one’s."
        ),
    )


def _parts(data: Mapping[str, Any], key: str, field: str, title: str) -> Table:
    rows: list[list[Any]] = []
    for name, one in data["pairwise"].items():
        for who, label in (("judge", "judges"), ("people", "people")):
            for part, figures in (one[who][field] or {}).items():
                if figures["n"]:
                    rows.append([name, part, label, *(figures[column.key] for column in _WIN)])
    note = (
        msg("Judges’ scores of both orders are averaged here, so a pair counts once.")
        if key == "category"
        else msg("The second one is a round’s revision, compared with the initial response.")
        if key == "iteration"
        else ""
    )
    return Table(
        f"by-{key}",
        title,
        (Column("pair", msg("Compared")), _PARTS[key], Column("by", msg("By"), words=True), *_WIN),
        rows,
        note,
    )


def _conditions(data: Mapping[str, Any]) -> Table:
    """Return all compared combinations of setting, source of critiques and round."""
    rows = [
        [
            name,
            one["setting"],
            one["using"],
            one["iteration"],
            label,
            *(one[column.key] for column in _WIN),
        ]
        for name, pair in data["pairwise"].items()
        for who, label in (("judge", "judges"), ("people", "people"))
        for one in pair[who]["by_condition"] or ()
        if one["n"]
    ]
    return Table(
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
        rows,
        msg("Critique by: empty where the model revised by its own critique, or by none."),
    )


def _patterns(data: Mapping[str, Any]) -> Table:
    return Table(
        "patterns",
        msg("Why comparisons were lost"),
        (
            Column("pair", msg("Compared")),
            Column("pattern", msg("Pattern"), words=True),
            Column("n", "n"),
        ),
        [
            [name, pattern, times]
            for name, one in data["pairwise"].items()
            for pattern, times in one["patterns"].items()
        ],
    )


def _voters(data: Mapping[str, Any]) -> Table:
    voters = data["voters"]
    return Table(
        "voters",
        msg("Agreement between voters"),
        (
            Column("voters", msg("Voters")),
            Column("kappa", "κ", 4),
            Column("se", msg("± SE"), 4),
            Column("n", msg("Pairs")),
            Column("why", msg("Note"), words=True),
        ),
        [
            [name, one["value"], one["se"], one["n"], one.get("why")]
            for name, one in voters["kappa_details"].items()
        ],
        msg(
            "Cohen’s κ of first, second and tie, for the pairs both voted on. Krippendorff’s "
            "α of all: {voters}. Majorities: first {voters2}, second {voters3}, tie "
            "{voters4}; pairs without one: {voters5}.",
            voters=_figure(voters["alpha"]),
            voters2=voters["majority"]["1"],
            voters3=voters["majority"]["2"],
            voters4=voters["majority"]["0"],
            voters5=voters["no_majority"],
        ),
    )


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def _diagnostics(data: Mapping[str, Any]) -> Table:
    rows: list[list[Any]] = []
    for judge, subjects in data["diagnostics"]["judges"].items():
        for subject, questions in subjects.items():
            for question in RATED:
                if question in questions:
                    one = questions[question]
                    by = [one["by_category"].get(code, {}).get("value") for code in CATEGORIES]
                    rows.append(
                        [subject, _RATED_TITLES[question], judge, one["n"], one["value"], *by]
                    )
    return Table(
        "diagnostics",
        msg("Diagnostic samples"),
        (
            Column("subject", msg("Model")),
            Column("question", msg("Rated"), words=True),
            Column("judge", msg("Judge")),
            Column("n", msg("Samples")),
            Column("overall", msg("Overall"), 2),
            *(Column(code, CATEGORY_TITLES[code], 2) for code in CATEGORIES),
        ),
        rows,
        msg("Mean ratings on 1–5, by the category of the fault."),
    )


def _annotators(data: Mapping[str, Any], ids: Sequence[str] | None) -> Table:
    columns = [
        Column("annotator", msg("Annotator")),
        Column("annotations", msg("Critiques")),
        Column("score", msg("Score"), 2),
        Column("points", msg("Points"), 1),
        Column("edit_distance", msg("Edit distance"), 1),
        Column("changed", msg("Changed in review")),
        Column("seconds", msg("Seconds, median"), 1),
    ]
    rows = [
        [
            one["pseudonym"],
            one["annotations"],
            one["score"]["value"],
            one["points"]["mean"],
            one["edit_distance"]["mean"],
            one["changed"],
            one["seconds"]["median"],
        ]
        for one in data["by_annotator"]
    ]
    return annotators_table(columns, rows, ids)
