"""The tables of risum, from the JSON document of the analysis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import Column, Table
from desktop_app.core.messages import join, msg
from desktop_app.stats.agreement import coincidences
from plugins.risum.judgements import QUESTIONS, TITLES, Judgements
from plugins.risum.people import RANKINGS

AGGREGATIONS = {
    "mean": msg("Mean of ratings"),
    "majority": msg("Majority vote"),
    "pooled": msg("Single ratings"),
    "per_rater": msg("Each rater’s own"),
}

_COUNTED_AS_ONE = msg(
    "Krippendorff’s α over all items, and locally: one α per document and instruction, averaged. "
    "Groups whose raters all gave one value are 0/0 and are counted as 1."
)
_LEFT_OUT = msg(
    "Krippendorff’s α over all items, and locally: one α per document and instruction, averaged. "
    "Groups whose raters all gave one value are 0/0 and are left out."
)


def tables(data: Mapping[str, Any], judged: Judgements, *, ids: bool) -> list[Table]:
    """Return the tables, without those for data that the project does not have.

    ids  whether annotators' ids are shown next to their pseudonyms
    """
    result = [_agreement(data), _models(data), _ranks(data), _coincidences(judged)]
    result += [_annotators(data, judged, ids), _corpus(data)]
    result += [_background(data), _coverage(data), _metrics(data), _winners(data), _votes(data)]
    return [table for table in result if table is not None]


def _agreement(data: Mapping[str, Any]) -> Table:
    rows = []
    for question in QUESTIONS:
        entry = data["agreement"][question]
        local = entry["local"]
        rows.append(
            [
                TITLES[question],
                entry["level"],
                entry["ratings"],
                entry["alpha"],
                entry.get("alpha_ordinal"),
                entry["alpha"] if question == "follows" else entry["alpha_nominal"],
                local["mean"],
                local["se"],
                local["share_at_least_half"],
                local["groups"],
                local["unanimous"],
                local["no_overlap"],
                _why(entry) or _why(local),
            ]
        )
    chosen = data["settings"]
    note = _COUNTED_AS_ONE if chosen["unanimous"] == "one" else _LEFT_OUT
    # A template that contains `note`, because two finished sentences would not be found in the
    # catalogue.
    if chosen["no_overlap"] == "drop":
        note = msg(
            "{note} Groups in which nobody rated two answers, or no answer has two ratings, are"
            " counted under “No overlap” and left out, as in the riSum paper.",
            note=note,
        )
    else:
        note = msg(
            "{note} Of the groups counted under “No overlap”, those in which nobody rated two"
            " answers are included, those in which no answer has two ratings are left out.",
            note=note,
        )
    return Table(
        key="agreement",
        title=msg("Agreement between annotators"),
        columns=(
            Column("question", msg("Question"), words=True),
            Column("level", msg("Level"), words=True),
            Column("ratings", msg("Ratings")),
            Column("alpha", "α", 3),
            Column("alpha_ordinal", msg("α ordinal"), 3),
            Column("alpha_nominal", msg("α nominal"), 3),
            Column("local_mean", msg("Local α"), 3),
            Column("local_se", msg("± SE"), 3),
            Column("share_at_least_half", msg("Groups ≥ 0.5"), 3),
            Column("groups", msg("Groups")),
            Column("unanimous", msg("All agree")),
            Column("no_overlap", msg("No overlap")),
            Column("why", msg("Note"), words=True),
        ),
        rows=rows,
        note=note,
    )


def _models(data: Mapping[str, Any]) -> Table:
    rows = _per_model(("mean", "majority", "pooled"), data["models"])
    return Table(
        key="models",
        title=msg("How good are the models’ answers?"),
        columns=(
            Column("question", msg("Question"), words=True),
            Column("aggregation", msg("Aggregation"), words=True),
            Column("model", msg("Model")),
            Column("value", msg("Value"), 3),
            Column("se", msg("± SE"), 3),
            Column("n", "n"),
        ),
        rows=rows,
        note=msg(
            "On a scale from 0 to 1; higher is better. Tied majority votes are broken at random:"
            " values are exact means over all tie-breaks, standard errors averages over"
            " {data} runs (seed {data2}).",
            data=_thousands(data["settings"]["runs"]),
            data2=data["settings"]["seed"],
        ),
    )


def _ranks(data: Mapping[str, Any]) -> Table:
    ranks = {name: model["rank"] for name, model in data["models"].items()}
    rows = _per_model(RANKINGS, ranks)
    return Table(
        key="ranks",
        title=msg("How do the models rank?"),
        columns=(
            Column("question", msg("Question"), words=True),
            Column("aggregation", msg("Ranked by"), words=True),
            Column("model", msg("Model")),
            Column("value", msg("Mean rank"), 2),
            Column("se", msg("± SE"), 2),
            Column("n", "n"),
        ),
        rows=rows,
        note=msg(
            "Within each document and instruction, 1 is best; ties are broken at random. "
            "“Single ratings” ranks models by the mean of all their single ratings; “Each "
            "rater’s own” ranks the answers as one rater rated them, where that rater rated "
            "the whole group."
        ),
    )


def _per_model(ways: Iterable[str], models: Mapping[str, Any]) -> list[list[Any]]:
    """Return a row for each question, aggregation method and model with data."""
    return [
        [TITLES[question], AGGREGATIONS[way], name, entry["value"], entry["se"], entry["n"]]
        for question in QUESTIONS
        for way in ways
        for name, model in models.items()
        if (entry := model[question][way])["n"]
    ]


def _coincidences(judged: Judgements) -> Table | None:
    values, matrix = coincidences(judged.ratings["rating"])
    if not values.size:
        return None
    steps = [int(value) for value in values]
    return Table(
        key="coincidences",
        title=msg("Which ratings do the same answers get?"),
        columns=(
            Column("rating", msg("Rating")),
            *(Column(f"with_{step}", msg("with {step}", step=step), 1) for step in steps),
        ),
        rows=[[str(step), *row] for step, row in zip(steps, matrix.tolist(), strict=True)],
        note=msg(
            "Coincidences of 1–5 ratings: every pair of ratings of one answer, weighted so that"
            " the table sums to the number of ratings that have a partner."
        ),
    )


def _annotators(data: Mapping[str, Any], judged: Judgements, ids: bool) -> Table:
    rows = []
    for person, entry in zip(judged.annotators, data["by_annotator"], strict=True):
        follows, rating = entry["follows"], entry["rating"]
        rows.append(
            [
                entry["pseudonym"],
                *([person] if ids else []),
                entry["annotations"],
                follows["mean"],
                rating["mean"],
                entry["seconds"]["median"],
                entry["seconds"]["mean"],
                follows["equal"],
                follows["alpha"],
                rating["difference"],
                rating["alpha"],
            ]
        )
    return Table(
        key="annotators",
        title=msg("Annotators"),
        columns=(
            Column("annotator", msg("Annotator")),
            *([Column("id", msg("Id"))] if ids else []),
            Column("annotations", msg("Annotations")),
            Column("yes", msg("Share of Yes"), 2),
            Column("rating", msg("Mean rating"), 2),
            Column("median_seconds", msg("Median s"), 0),
            Column("mean_seconds", msg("Mean s"), 0),
            Column("follows_equal", msg("Yes/No equal"), 2),
            Column("follows_alpha", msg("Yes/No α"), 2),
            Column("rating_difference", msg("Difference, 1–5"), 2),
            Column("rating_alpha", "1–5 α", 2),
        ),
        rows=rows,
        note=msg(
            "Agreement is with the others on shared items: the share who gave the same "
            "Yes/No, the mean distance in points on 1–5, and the annotator’s part in α "
            "(their mean, weighted by shared items, is α)."
        ),
    )


def _corpus(data: Mapping[str, Any]) -> Table:
    corpus = data["corpus"]
    parts: Iterable[tuple[str, Mapping[str, Any]]] = [
        *corpus["sources"].items(),
        *([(msg("All"), corpus["total"])] if len(corpus["sources"]) > 1 else []),
    ]
    columns = (
        Column("source", msg("Source")),
        Column("documents", msg("Documents")),
        Column("groups", msg("Instructions")),
        Column("items", msg("Answers")),
        Column("min", msg("Min words")),
        Column("median", msg("Median"), 1),
        Column("max", msg("Max")),
    )
    return Table(
        key="corpus",
        title=msg("Documents"),
        columns=columns,
        rows=_rows(columns, ({"source": name, **part, **part["words"]} for name, part in parts)),
        note=msg("Each document counts once per source, however many instructions it has."),
    )


def _background(data: Mapping[str, Any]) -> Table | None:
    background = data["background"]
    if not background["questions"]:
        return None
    return Table(
        key="background",
        title=msg("Annotators’ background"),
        columns=(
            Column("question", msg("Question"), words=True),
            Column("answer", msg("Answer")),
            Column("people", msg("People")),
            Column("share", msg("Share"), 2),
        ),
        rows=[
            [_label(question), answer, count, count / background["respondents"]]
            for question, answers in background["questions"].items()
            for answer, count in answers.items()
        ],
        note=msg("An optional questionnaire, kept apart from the ratings."),
    )


def _coverage(data: Mapping[str, Any]) -> Table | None:
    background = data["background"]
    if not background["questions"]:
        return None
    return Table(
        key="coverage",
        title=msg("Who answered the questionnaire?"),
        columns=(
            Column("annotators", msg("Annotators")),
            Column("answered", msg("Answered")),
            Column("coverage", msg("Share of annotations"), 2),
        ),
        rows=[
            [
                background["annotators"],
                background["annotators_who_answered"],
                background["coverage"],
            ]
        ],
        note=msg("The share of annotations made by people who answered."),
    )


def _metrics(data: Mapping[str, Any]) -> Table | None:
    rows = []
    for method, entry in data["metrics"].items():
        auc, tau, pearson = entry["auc_roc"], entry["tau_distance"], entry["pearson_distance"]
        rows.append(
            [
                method,
                *(auc["value"], auc["se"], auc["n"]),
                *(tau["value"], tau["se"], tau["n"], tau["excluded"], tau["metric_constant"]),
                *(pearson["value"], pearson["se"]),
                *(pearson["se_textbook"], pearson["se_bootstrap"], pearson["n"]),
                _why(auc, tau, pearson),
            ]
        )
    if not rows:
        return None
    return Table(
        key="metrics",
        title=msg("Do automatic ratings agree with people?"),
        columns=(
            Column("method", msg("Method")),
            Column("auc_roc", msg("AUC ROC"), 3),
            Column("auc_roc_se", msg("± SE"), 3),
            Column("auc_roc_n", msg("Answers")),
            Column("tau_distance", msg("Kendall distance"), 3),
            Column("tau_distance_se", msg("± SE"), 3),
            Column("tau_distance_n", msg("Groups")),
            Column("excluded", msg("Ties by people")),
            Column("metric_constant", msg("Ties by the method")),
            Column("pearson_distance", msg("Pearson distance"), 3),
            Column("pearson_distance_se", msg("± SE (paper)"), 3),
            Column("pearson_distance_se_textbook", msg("± SE (textbook)"), 3),
            Column("pearson_distance_se_bootstrap", msg("± SE (bootstrap)"), 3),
            Column("pearson_distance_n", msg("Answers")),
            Column("why", msg("Note"), words=True),
        ),
        rows=rows,
        note=msg(
            "AUC ROC predicts people’s majority Yes/No; higher is better, 0.5 is chance. "
            "Distances are to people’s mean 1–5 ratings; lower is better. Groups that people "
            "rated equal throughout are left out; groups that the method rated equal "
            "throughout count as distance 0.5 (τ = 0). The standard error of the Pearson "
            "distance as the riSum paper prints it uses the distance instead of the "
            "correlation: at a true correlation of .03 its 95 % interval holds the true "
            "distance in 59 % of simulated studies of 300 answers, in 44 % of those of 900. "
            "Beside it stand the textbook one, for independent answers, and a bootstrap of "
            "whole groups, which takes answers to one instruction as rated alike: prefer the "
            "bootstrap."
        ),
    )


def _winners(data: Mapping[str, Any]) -> Table | None:
    if not data["metrics"]:
        return None
    columns = (
        Column("method", msg("Method")),
        Column("perfect", msg("Same winners"), 3),
        Column("disagreement", msg("None in common"), 3),
        Column("own_family", msg("Own family among these"), 3),
        Column("groups", msg("Groups")),
        Column("disagreements", msg("Disagreements")),
        Column("why", msg("Note"), words=True),
    )
    won = {method: entry["winners"] for method, entry in data["metrics"].items()}
    return Table(
        key="winners",
        title=msg("Do they pick the same winners?"),
        columns=columns,
        rows=_rows(
            columns,
            ({"method": name, **entry, "why": _why(entry)} for name, entry in won.items()),
        ),
        note=msg("Winners are the best answers of a group, several if tied."),
    )


def _votes(data: Mapping[str, Any]) -> Table | None:
    votes = data["instruction_votes"]
    if not votes["models"]:
        return None
    columns = (
        Column("model", msg("Model")),
        Column("good", msg("Good")),
        Column("neutral", msg("Neutral")),
        Column("bad", msg("Bad")),
        Column("score", msg("Score"), 2),
        Column("won", msg("Documents won")),
        Column("shared", msg("Shared first")),
    )
    return Table(
        key="instruction_votes",
        title=msg("Which models follow instructions best?"),
        columns=columns,
        rows=_rows(columns, ({"model": name, **entry} for name, entry in votes["models"].items())),
        note=msg(
            "Evaluators: {votes}; documents: {votes2}. Score is the mean verdict with good "
            "1, neutral 0, bad −1; a document is won by the best mean score.",
            votes=votes["evaluators"],
            votes2=votes["documents"],
        ),
    )


def _rows(columns: Sequence[Column], entries: Iterable[Mapping[str, Any]]) -> list[list[Any]]:
    """Return a row for each entry, with the values under the columns' keys."""
    return [[entry[column.key] for column in columns] for entry in entries]


def _thousands(count: int) -> str:
    return f"{count:,}".replace(",", "\u202f")


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _why(*entries: Mapping[str, Any]) -> str | None:
    reasons: Sequence[str] = [entry["why"] for entry in entries if entry.get("why")]
    return join("; ", dict.fromkeys(reasons)) or None
