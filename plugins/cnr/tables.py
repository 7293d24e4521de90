"""cnr's tables: the JSON document of the analysis, laid out in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import Column, Table
from desktop_app.core.analysis_parts import annotators_table
from plugins.cnr.critiques import CATEGORIES
from plugins.cnr.others import RATED

CATEGORY_TITLES = {
    "instruction_following": "Following the instruction",
    "correctness": "Correctness",
    "relevance": "Relevance",
    "completeness": "Completeness, depth, detail",
    "clarity": "Clarity",
    "safety": "Safety",
}
_RATED_TITLES = {
    "coverage": "Critique covers the feedback",
    "adherence_detailed": "Revision follows the detailed critique",
    "adherence_coarse": "Revision follows the coarse critique",
    "adherence_coarse_to_detailed": "From the coarse one, follows the detailed one",
}
_WIN = (
    Column("win", "Win"),
    Column("tie", "Tie"),
    Column("lose", "Lose"),
    Column("win_rate", "Win rate", 3),
    Column("n", "n"),
)
_ERRORS = (
    Column("se", "± SE", 3),
    Column("low", "95 % from", 3),
    Column("high", "95 % to", 3),
)
_PARTS = {
    "category": Column("category", "Category"),
    "iteration": Column("iteration", "Round"),
}


def tables(data: Mapping[str, Any], ids: Sequence[str] | None) -> list[Table]:
    """Return the tables that have something to show.

    ids  of the annotators, to stand beside their pseudonyms; None to leave them out
    """
    found = [
        _scores(data),
        _categories(data),
        _revisions(data),
        _points(data),
        _reviews(data),
        _models(data),
        _judges(data),
        _people(data),
        _parts(data, "category", "by_category", "Comparisons by category of the prompt"),
        _parts(data, "iteration", "by_iteration", "Comparisons by round of revising"),
        _conditions(data),
        _patterns(data),
        _voters(data),
        _diagnostics(data),
        _annotators(data, ids),
    ]
    return [table for table in found if table.rows]


def _scores(data: Mapping[str, Any]) -> Table:
    n = sum(data["scores"].values())
    return Table(
        "scores",
        "Overall scores",
        (Column("score", "Score"), Column("n", "Critiques"), Column("share", "Share", 3)),
        [[int(score), times, times / n] for score, times in data["scores"].items()] if n else [],
        "Of initial responses, as critiques count after review.",
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
        "Categories that critiques mention",
        (
            Column("category", "Category", words=True),
            Column("annotators", "Chosen by annotators"),
            *(Column(f"labeller_{place}", name) for place, name in enumerate(labelled, 1)),
        ),
        rows,
    )


def _revisions(data: Mapping[str, Any]) -> Table:
    rows = [
        [title, one["mean"], one["median"], one["n"]]
        for title, one in (
            ("Words before", data["length"]["before"]),
            ("Words after", data["length"]["after"]),
            ("Word-level edit distance", data["edit_distance"]),
            ("Edit distance of reviewers’ changes", data["review"]["edit_distance"]),
        )
        if one["n"]
    ]
    return Table(
        "revisions",
        "Revisions",
        (
            Column("what", "Figure", words=True),
            Column("mean", "Mean", 1),
            Column("median", "Median", 1),
            Column("n", "n"),
        ),
        rows,
        "Words end at white space. The edit distance is the least number of words to insert, delete"
        " or replace.",
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
            ("Positive", data["points"]["positive"]),
            ("Negative", data["points"]["negative"]),
        )
    ]
    return Table(
        "points",
        "Points",
        (
            Column("side", "Points", words=True),
            Column("n", "n"),
            Column("per_critique", "Per critique", 2),
            Column("anchored", "With a place in the response"),
            Column("addressed", "Addressed", 3),
            Column("from_model", "From a model’s critique"),
        ),
        rows if data["annotations"] else [],
        "Addressed: share of the points of which it is said whether the revision takes account of"
        f" them. Critiques that say nothing is to be improved:"
        f" {data['points']['nothing_to_improve']}.",
    )


def _reviews(data: Mapping[str, Any]) -> Table:
    review = data["review"]
    titles = {"accept": "Accepted", "change": "Changed", "send_back": "Sent back"}
    rows = [[title, review[key], review[key] / review["n"]] for key, title in titles.items()] if (
        review["n"]
    ) else []  # fmt: skip
    return Table(
        "reviews",
        "Reviews",
        (
            Column("decision", "Decision", words=True),
            Column("n", "Reviews"),
            Column("share", "Share", 3),
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
        "Authors of responses",
        (
            Column("model", "Author"),
            Column("items", "Items"),
            Column("annotations", "Critiques"),
            Column("score", "Score", 2),
            Column("se", "± SE", 2),
            Column("edit_distance", "Edit distance", 1),
            Column("judge", "Win rate, judges", 3),
            Column("people", "Win rate, people", 3),
        ),
        rows,
        "Score: mean of the items’ mean scores. Win rates are against all others it was compared"
        " with.",
    )


def compared(name: str, figures: Mapping[str, Any]) -> str:
    """Return what was compared, with the setting and the round that its figures are of."""
    of = figures.get("of")
    return f"{name} ({', '.join(of.values())})" if of else name


def _judges(data: Mapping[str, Any]) -> Table:
    rows = [
        [
            compared(name, one["judge"]),
            *(one["judge"]["totals"]),
            *(one["judge"][column.key] for column in _WIN),
            one["judge"]["se"] or None,  # ± 0 would claim certainty; the interval does not
            *one["judge"]["ci"],
            one["judge"]["consistency"]["value"],
            one["judge"]["agreement_with_people"]["value"],
        ]
        for name, one in data["pairwise"].items()
        if one["judge"]["n"]
    ]
    return Table(
        "judges",
        "Comparisons by judges",
        (
            Column("pair", "Compared"),
            Column("total_1", "Score of the first", 1),
            Column("total_2", "Score of the second", 1),
            *_WIN,
            *_ERRORS,
            Column("consistency", "Consistency", 3),
            Column("agreement", "Agreement with people", 3),
        ),
        rows,
        "Scores are sums. Win, tie, lose and win rate are the second one’s; each order in which the"
        " judge saw a pair is an instance of its own. Standard errors are clustered by pair; the"
        " interval is Wilson’s for the number of pairs. Consistency: share of pairs with the same"
        " verdict in both orders.",
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
        "Comparisons by people",
        (
            Column("pair", "Compared"),
            *_WIN,
            *_ERRORS,
            Column("no_majority", "No majority"),
        ),
        rows,
        "Pairs count where enough voters agree, by default more than half of them; win, tie, lose"
        " and win rate are the second one’s.",
    )


def _parts(data: Mapping[str, Any], key: str, field: str, title: str) -> Table:
    rows: list[list[Any]] = []
    for name, one in data["pairwise"].items():
        for who, label in (("judge", "judges"), ("people", "people")):
            for part, figures in (one[who][field] or {}).items():
                if figures["n"]:
                    rows.append([name, part, label, *(figures[column.key] for column in _WIN)])
    note = (
        "Judges’ scores of both orders are averaged here, so a pair counts once."
        if key == "category"
        else "The second one is a round’s revision, compared with the initial response."
        if key == "iteration"
        else ""
    )
    return Table(
        f"by-{key}",
        title,
        (Column("pair", "Compared"), _PARTS[key], Column("by", "By", words=True), *_WIN),
        rows,
        note,
    )


def _conditions(data: Mapping[str, Any]) -> Table:
    """Return every setting, source of critiques and round that was compared."""
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
        "Comparisons of settings",
        (
            Column("pair", "Compared"),
            Column("setting", "Setting"),
            Column("using", "Critique by"),
            Column("iteration", "Round"),
            Column("by", "By", words=True),
            *_WIN,
        ),
        rows,
        "Critique by: empty where the model revised by its own critique, or by none.",
    )


def _patterns(data: Mapping[str, Any]) -> Table:
    return Table(
        "patterns",
        "Why comparisons were lost",
        (Column("pair", "Compared"), Column("pattern", "Pattern", words=True), Column("n", "n")),
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
        "Agreement between voters",
        (
            Column("voters", "Voters"),
            Column("kappa", "κ", 4),
            Column("se", "± SE", 4),
            Column("n", "Pairs"),
            Column("why", "Remark", words=True),
        ),
        [
            [name, one["value"], one["se"], one["n"], one.get("why")]
            for name, one in voters["kappa_details"].items()
        ],
        "Cohen’s κ of first, second and tie, for the pairs both voted on. Krippendorff’s α of all:"
        f" {_figure(voters['alpha'])}. Majorities: first {voters['majority']['1']}, second"
        f" {voters['majority']['2']}, tie {voters['majority']['0']}; pairs without one:"
        f" {voters['no_majority']}.",
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
        "Diagnostic samples",
        (
            Column("subject", "Model"),
            Column("question", "Rated", words=True),
            Column("judge", "Judge"),
            Column("n", "Samples"),
            Column("overall", "Overall", 2),
            *(Column(code, CATEGORY_TITLES[code], 2) for code in CATEGORIES),
        ),
        rows,
        "Mean ratings on 1–5, by the category of the fault.",
    )


def _annotators(data: Mapping[str, Any], ids: Sequence[str] | None) -> Table:
    columns = [
        Column("annotator", "Annotator"),
        Column("annotations", "Critiques"),
        Column("score", "Score", 2),
        Column("points", "Points", 1),
        Column("edit_distance", "Edit distance", 1),
        Column("changed", "Changed in review"),
        Column("seconds", "Seconds, median", 1),
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
