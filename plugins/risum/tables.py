"""The tables and figures of risum, from the JSON document of the analysis.

The module is long because it declares every column of every table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from desktop_app.core.analysis import (
    Best,
    Column,
    Figure,
    Series,
    Table,
    annotators_table,
    low_mass_columns,
    low_mass_note,
    nested,
)
from desktop_app.core.background_counts import background_tables
from desktop_app.core.forms import Form
from desktop_app.core.messages import join, msg
from desktop_app.core.numbers import number_text
from desktop_app.stats.agreement import coincidences
from desktop_app.stats.coefficients import ALPHA, other_columns
from desktop_app.stats.meta_evaluation import (
    NOTE_OF_WINNERS,
    comparisons_table,
    interrupted_note,
    reasons_of_figures,
)
from desktop_app.stats.method_comparison import AUC
from desktop_app.stats.method_comparison import TITLES as TITLES_OF_FIGURES
from desktop_app.stats.metrics import FEWEST_GROUPS
from desktop_app.text.text_metrics import method_title
from plugins.risum.automatic import FIGURES
from plugins.risum.corpus import QUESTIONS, TITLES, Judgements

AGGREGATIONS = {
    "mean": msg("Mean of ratings"),
    "majority": msg("Majority vote"),
    "pooled": msg("Single ratings"),
}
RANKINGS = {**AGGREGATIONS, "per_rater": msg("Each rater’s own")}

_COUNTED_AS_ONE = msg(
    "Krippendorff’s α over all items, and locally: one α per document and instruction, "
    "averaged. Groups in which all raters gave the same value are 0/0 and count as 1."
)
_LEFT_OUT = msg(
    "Krippendorff’s α over all items, and locally: one α per document and instruction, "
    "averaged. Groups in which all raters gave the same value are 0/0 and are excluded."
)


def tables(
    data: Mapping[str, Any], judged: Judgements, *, ids: bool, about: Form | None = None
) -> list[Table]:
    """Return the tables, without those for data that the project does not have.

    `ids`: whether annotators' ids are shown next to their pseudonyms
    `about`: the questions to annotators about themselves
    """
    result = [_agreement(data), _models(data), _ranks(data), _coincidences(judged)]
    result += [_annotators(data, judged, ids), _corpus(data)]
    result += [
        *background_tables(data["background"], about),
        _metrics(data),
        _intervals(data),
        _comparisons(data),
        _winners(data),
        _votes(data),
    ]
    return [table for table in result if table is not None]


def _agreement(data: Mapping[str, Any]) -> Table:
    questions = data["agreement"]
    entries = (
        {
            **questions[question],
            "question": TITLES[question],
            # Yes/No is nominal, so its α is the nominal one.
            "alpha_nominal": questions[question].get("alpha_nominal", questions[question]["alpha"]),
            "why": _why(questions[question]) or _why(questions[question]["local"]),
        }
        for question in QUESTIONS
    )
    chosen = data["settings"]
    note = _COUNTED_AS_ONE if chosen["unanimous"] == "one" else _LEFT_OUT
    # `note` is a value of the template, because two joined sentences would not be found in the
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
    return Table.of(
        "agreement",
        msg("Agreement between annotators"),
        (
            Column("question", msg("Question"), words=True),
            Column("level", msg("Level"), words=True),
            Column("ratings", msg("Ratings")),
            ALPHA.column,
            Column("alpha_ordinal", msg("α ordinal"), 3, read=nested("alpha_ordinal")),
            Column("alpha_nominal", msg("α nominal"), 3),
            *other_columns(),
            Column("local_mean", msg("Local α"), 3, read=nested("local", "mean")),
            Column("local_se", msg("± SE"), 3, read=nested("local", "se")),
            Column(
                "share_at_least_half",
                msg("Groups ≥ 0.5"),
                3,
                fraction=True,
                read=nested("local", "share_at_least_half"),
            ),
            Column("groups", msg("Groups"), read=nested("local", "groups")),
            Column("unanimous", msg("All agree"), read=nested("local", "unanimous")),
            Column("no_overlap", msg("No overlap"), read=nested("local", "no_overlap")),
            Column("why", msg("Note"), words=True, read=lambda one: one.get("why")),
        ),
        entries,
        note,
    )


def _models(data: Mapping[str, Any]) -> Table:
    return Table.of(
        "models",
        msg("How good are the models’ answers?"),
        (
            Column("question", msg("Question"), words=True),
            Column("aggregation", msg("Aggregation"), words=True),
            Column("model", msg("Model")),
            Column(
                "value",
                msg("Value"),
                3,
                fraction=True,
                best=Best(True, ("se",), ("question", "aggregation")),
            ),
            Column("se", msg("± SE"), 3, fraction=True),
            Column("n", "n"),
        ),
        _per_model(AGGREGATIONS, data["models"]),
        msg(
            "On a scale from 0 to 1; higher is better. Tied majority votes are broken at random:"
            " values are exact means over all tie-breaks, standard errors averages over"
            " {data} runs (seed {data2}).",
            data=number_text(data["settings"]["runs"]),
            data2=data["settings"]["seed"],
        ),
    )


def _ranks(data: Mapping[str, Any]) -> Table:
    return Table.of(
        "ranks",
        msg("How do the models rank?"),
        (
            Column("question", msg("Question"), words=True),
            Column("aggregation", msg("Ranked by"), words=True),
            Column("model", msg("Model")),
            Column(
                "value", msg("Mean rank"), 2, best=Best(False, ("se",), ("question", "aggregation"))
            ),
            Column("se", msg("± SE"), 2),
            Column("n", "n"),
        ),
        _per_model(RANKINGS, {name: model["rank"] for name, model in data["models"].items()}),
        msg(
            "Within each document and instruction, 1 is best; ties are broken at random. "
            "“Single ratings” ranks models by the mean of all their single ratings. “Each "
            "rater’s own” ranks the answers by one rater’s ratings, if that rater rated the "
            "whole group."
        ),
    )


def _per_model(ways: Mapping[str, str], models: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield an entry for each question, aggregation method and model with data."""
    for question in QUESTIONS:
        for way, title in ways.items():
            for name, model in models.items():
                if model[question][way]["n"]:
                    named = {"question": TITLES[question], "aggregation": title, "model": name}
                    yield {**named, **model[question][way]}


def _coincidences(judged: Judgements) -> Table | None:
    values, matrix = coincidences(judged.values["rating"])
    if not values.size:
        return None
    steps = [int(value) for value in values]
    return Table(
        key="coincidences",
        title=msg("How similar are ratings of the same answer?"),
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
    return annotators_table(
        (
            Column("annotator", msg("Annotator"), read=nested("pseudonym")),
            Column("annotations", msg("Annotations")),
            Column("yes", msg("Share of Yes"), 2, read=nested("follows", "mean")),
            Column("rating", msg("Mean rating"), 2, read=nested("rating", "mean")),
            Column("median_seconds", msg("Median s"), 0, read=nested("seconds", "median")),
            Column("mean_seconds", msg("Mean s"), 0, read=nested("seconds", "mean")),
            Column("follows_equal", msg("Yes/No equal"), 2, read=nested("follows", "equal")),
            Column("follows_alpha", msg("Yes/No α"), 2, read=nested("follows", "alpha")),
            Column(
                "rating_difference",
                msg("Difference, 1–5"),
                2,
                read=nested("rating", "difference"),
            ),
            Column("rating_alpha", "1–5 α", 2, read=nested("rating", "alpha")),
        ),
        data["by_annotator"],
        judged.annotators if ids else None,
        msg(
            "Agreement with the other annotators on shared items: the share of equal Yes/No "
            "answers, the mean difference of the 1–5 ratings in points, and the annotator’s "
            "contribution to α (the mean of these, weighted by shared items, is α)."
        ),
    )


def _corpus(data: Mapping[str, Any]) -> Table:
    corpus = data["corpus"]
    parts: Iterable[tuple[str, Mapping[str, Any]]] = [
        *corpus["sources"].items(),
        *([(msg("All"), corpus["total"])] if len(corpus["sources"]) > 1 else []),
    ]
    return Table.of(
        "corpus",
        msg("Documents"),
        (
            Column("source", msg("Source")),
            Column("documents", msg("Documents")),
            Column("groups", msg("Instructions")),
            Column("items", msg("Answers")),
            Column("min", msg("Min words"), read=nested("words", "min")),
            Column("median", msg("Median"), 1, read=nested("words", "median")),
            Column("max", msg("Max"), read=nested("words", "max")),
        ),
        ({"source": name, **part} for name, part in parts),
        msg("Each document counts once per source, however many instructions it has."),
    )


METHOD = Column(
    "method", msg("Method"), words=True, read=lambda entry: method_title(entry["method"])
)


def _metrics(data: Mapping[str, Any]) -> Table | None:
    if not data["metrics"]:
        return None
    auc, tau, pearson = "auc_roc", "tau_distance", "pearson_distance"
    least = data["settings"].get("yes_from")
    predicted = (
        msg("AUC ROC: how well the method predicts the majority of people’s Yes/No.")
        if least is None
        else msg(
            "AUC ROC: how well the method predicts whether the majority of people rated an answer "
            "with {least} or more (rating ≥ {least}).",
            least=least,
        )
    )
    return Table.of(
        "metrics",
        msg("Do automatic ratings agree with people?"),
        (
            METHOD,
            Column(
                "auc_roc",
                auc_title(data),
                3,
                fraction=True,
                best=Best(True, ("auc_roc_se",), is_comparable=may_be_best(auc)),
                read=nested(auc, "value"),
            ),
            Column("auc_roc_se", msg("± SE"), 3, fraction=True, read=nested(auc, "se")),
            Column("auc_roc_n", msg("Answers"), read=nested(auc, "n")),
            Column(
                "tau_distance",
                msg("Kendall distance"),
                3,
                fraction=True,
                best=Best(False, ("tau_distance_se",), is_comparable=may_be_best(tau)),
                read=nested(tau, "value"),
            ),
            Column("tau_distance_se", msg("± SE"), 3, fraction=True, read=nested(tau, "se")),
            Column("tau_distance_n", msg("Groups"), read=nested(tau, "n")),
            Column("excluded", msg("Ties by people"), read=nested(tau, "excluded")),
            Column(
                "metric_constant", msg("Ties by the method"), 1, read=nested(tau, "metric_constant")
            ),
            Column(
                "pearson_distance",
                msg("Pearson distance"),
                3,
                fraction=True,
                best=Best(False, ("pearson_distance_se",), is_comparable=may_be_best(pearson)),
                read=nested(pearson, "value"),
            ),
            Column(
                "pearson_distance_se",
                msg("± SE (paper)"),
                3,
                fraction=True,
                read=nested(pearson, "se"),
            ),
            Column(
                "pearson_distance_se_textbook",
                msg("± SE (textbook)"),
                3,
                fraction=True,
                read=nested(pearson, "se_textbook"),
            ),
            Column(
                "pearson_distance_se_bootstrap",
                msg("± SE (bootstrap)"),
                3,
                fraction=True,
                read=nested(pearson, "se_bootstrap"),
            ),
            Column("pearson_distance_n", msg("Answers"), read=nested(pearson, "n")),
            Column("runs", msg("Runs"), read=lambda entry: max(1, entry["by_run"]["runs"])),
            *low_mass_columns(data["metrics"].values()),
            Column("why", msg("Note"), words=True, read=_reasons),
        ),
        ({"method": method, **entry} for method, entry in data["metrics"].items()),
        with_notes_on_methods(
            data,
            msg(
                "{predicted} Higher is better, 0.5 is chance. Distances are from people’s mean 1–5"
                " ratings; lower is better. Groups whose answers people rated equally are left "
                "out; groups whose answers the method rated equally count as distance 0.5 (τ = 0)."
                " Figures and ties by the method are means over the runs of a method. Prefer the "
                "bootstrap standard error of the Pearson distance: it resamples whole groups, "
                "because answers to one instruction are rated similarly. The textbook one assumes "
                "independent answers. The one in the riSum paper uses the distance in place of the"
                " correlation: at a true correlation of 0.03, its 95 % interval contains the true "
                "distance in 59 % of simulated studies with 300 answers, and in 44 % of those with"
                " 900.",
                predicted=predicted,
            ),
        ),
    )


def has_usual_items(figure: str) -> Callable[[Mapping[str, Any]], bool]:
    """Return a function that says whether a method's figure is about the largest set of items."""
    return lambda entry: not entry[figure].get("other_items")


def may_be_best(figure: str) -> Callable[[Mapping[str, Any]], bool]:
    """Return a function that says whether a method's figure may be marked as best."""
    usual = has_usual_items(figure)
    return lambda entry: usual(entry) and not entry[figure].get("worse_on_common")


def with_notes_on_methods(data: Mapping[str, Any], note: str) -> str:
    """Return a note with those about tied votes, and about methods that rated other items."""
    methods = data["metrics"]
    ties = max((entry[AUC]["ties"] for entry in methods.values()), default=0)
    if ties:
        note = msg(
            "{note} Answers whose majority is a tie, which is broken at random for AUC ROC: "
            "{count}.",
            note=note,
            count=ties,
        )
    # Metrics of the program answer no question.
    other = [
        method
        for method, entry in methods.items()
        if method_title(method) == method
        and any(
            (entry[figure].get("question") or question) != question
            for figure, question in FIGURES.items()
        )
    ]
    if other:
        note = msg(
            "{note} These methods rated only one of the two questions, whose values are compared "
            "with people’s answers to both: {methods}.",
            note=note,
            methods=join("; ", other),
        )
    doubtful = low_mass_note(sum(entry.get("low_mass", 0) for entry in methods.values()))
    interrupted = max((entry.get("interrupted_runs", 0) for entry in methods.values()), default=0)
    note = join(" ", filter(None, [note, doubtful, interrupted_note(interrupted)]))
    others = [
        method_title(method)
        for method, entry in methods.items()
        if not all(has_usual_items(figure)(entry) for figure in TITLES_OF_FIGURES)
    ]
    if others:
        note = msg(
            "{note} Not comparable and never marked as best, because these methods rated other "
            "answers than those with the most answers: {methods}.",
            note=note,
            methods=join("; ", others),
        )
    beaten = [
        method_title(method)
        for method, entry in methods.items()
        if any(entry[figure].get("worse_on_common") for figure in TITLES_OF_FIGURES)
    ]
    if beaten:
        note = msg(
            "{note} Not marked as best where one of those is better on the answers that both rated:"
            " {methods}.",
            note=note,
            methods=join("; ", beaten),
        )
    return note


def auc_title(data: Mapping[str, Any]) -> str:
    """Return the title of the area under the ROC curve, with the rating that counts as a Yes."""
    least = data["settings"].get("yes_from")
    if least is None:
        return TITLES_OF_FIGURES[AUC]
    return msg("AUC ROC (rating ≥ {least})", least=least)


def _intervals(data: Mapping[str, Any]) -> Table | None:
    if not data["metrics"]:
        return None
    return Table.of(
        "metric_intervals",
        msg("How certain is the agreement of automatic ratings with people?"),
        (
            METHOD,
            *(
                Column(f"{figure}_{key}", bound, 3, read=_end(figure, end), group=title)
                for figure, title in {**TITLES_OF_FIGURES, AUC: auc_title(data)}.items()
                for end, (key, bound) in enumerate((("low", msg("from")), ("high", msg("to"))))
            ),
            Column(
                "why",
                msg("Note"),
                words=True,
                read=_reasons,
            ),
        ),
        ({"method": method, **entry} for method, entry in data["metrics"].items()),
        msg(
            "95 % intervals, from {count} resamples of groups with all their answers. Fewer than "
            "{least} groups have none.",
            count=number_text(data["settings"]["resamples"]),
            least=FEWEST_GROUPS,
        ),
    )


def _end(figure: str, end: int) -> Callable[[Mapping[str, Any]], Any]:
    return lambda entry: entry[figure]["ci"][end] if entry[figure]["ci"] else None


def _comparisons(data: Mapping[str, Any]) -> Table | None:
    if not data["metric_comparisons"]:
        return None
    return comparisons_table(
        "metric_comparisons",
        data["metric_comparisons"],
        data["settings"]["resamples"],
        auc_title=auc_title(data),
        method_title=method_title,
    )


def _winners(data: Mapping[str, Any]) -> Table | None:
    if not data["metrics"]:
        return None
    return Table.of(
        "winners",
        msg("Do metrics and people pick the same winners?"),
        (
            METHOD,
            Column("perfect", msg("Same winners"), 3, fraction=True),
            Column("disagreement", msg("None in common"), 3, fraction=True),
            Column("own_family", msg("Own family among these"), 3, fraction=True),
            Column("groups", msg("Groups")),
            Column("disagreements", msg("Disagreements"), 1),
            Column("why", msg("Note"), words=True, read=_why),
        ),
        ({"method": name, **entry["winners"]} for name, entry in data["metrics"].items()),
        NOTE_OF_WINNERS,
    )


def _votes(data: Mapping[str, Any]) -> Table | None:
    votes = data["instruction_votes"]
    if not votes["models"]:
        return None
    alpha = votes["agreement"]["alpha"]
    return Table.of(
        "instruction_votes",
        msg("Which models write the best instructions?"),
        (
            Column("model", msg("Model")),
            Column("good", msg("Good")),
            Column("neutral", msg("Neutral")),
            Column("bad", msg("Bad")),
            Column("score", msg("Score"), 2),
            Column("won", msg("Documents won")),
            Column("shared", msg("Shared first")),
        ),
        ({"model": name, **entry} for name, entry in votes["models"].items()),
        msg(
            "Evaluators: {votes}; documents: {votes2}. The score is the mean verdict (good 1,"
            " neutral 0, bad −1). The model with the highest mean score wins a document."
            " Krippendorff’s α of the verdicts (ordinal): {alpha}.",
            votes=votes["evaluators"],
            votes2=votes["documents"],
            alpha="–" if alpha is None else number_text(alpha, 3),
        ),
    )


def _reasons(entry: Mapping[str, Any]) -> str | None:
    return reasons_of_figures({figure: entry[figure] for figure in TITLES_OF_FIGURES})


def _why(*entries: Mapping[str, Any]) -> str | None:
    reasons: Sequence[str] = [entry["why"] for entry in entries if entry.get("why")]
    return join("; ", dict.fromkeys(reasons)) or None


def figures(data: Mapping[str, Any], judged: Judgements) -> list[Figure]:
    """Return the figures that have data.

    The key of each figure begins with the key of its table.
    """
    result = [_local_alpha_figure(data, question) for question in QUESTIONS]
    result += [_models_figure(data, question) for question in QUESTIONS]
    result += [_ratings_figure(judged), _annotators_figure(data)]
    return [figure for figure in result if figure is not None]


def _local_alpha_figure(data: Mapping[str, Any], question: str) -> Figure | None:
    local = data["agreement"][question]["local"]
    if not local["groups"]:
        return None
    counts, equal = local["histogram"]["counts"], local["histogram"]["unanimous"]
    # The counts include the 0/0 groups, which are subtracted here because the bars are stacked.
    series = [Series(msg("Computed"), [a - b for a, b in zip(counts, equal, strict=True)])]
    if any(equal):
        series.append(Series(msg("All raters agree (0/0, counted as 1)"), equal))
    return Figure(
        key=f"agreement-{question}",
        title=msg("Local α: {titles}", titles=TITLES[question]),
        kind="histogram",
        labels=local["histogram"]["edges"],
        series=series,
        x_title=msg("Krippendorff’s α within a group"),
        y_title=msg("Groups"),
        note=msg("Groups of one document and instruction: {local}.", local=local["groups"]),
    )


def _models_figure(data: Mapping[str, Any], question: str) -> Figure | None:
    models = {
        # Models without a rating of this question are left out, because their bars would be empty.
        name: model[question]
        for name, model in data["models"].items()
        if model[question]["pooled"]["n"]
    }
    if not models:
        return None
    return Figure(
        key=f"models-{question}",
        title=msg("Models: {title}", title=TITLES[question]),
        kind="bars",
        labels=list(models),
        series=[
            Series.of_estimates(title, [model[key] for model in models.values()])
            for key, title in AGGREGATIONS.items()
        ],
        y_title=msg("Share of Yes") if question == "follows" else msg("Rating, scaled to 0–1"),
        note=msg("Lines are ± one standard error."),
    )


def _ratings_figure(judged: Judgements) -> Figure | None:
    values = judged.values["rating"].values
    if not values.size:
        return None
    return Figure(
        key="coincidences-distribution",
        title=msg("Ratings: {title}", title=TITLES["rating"]),
        kind="bars",
        labels=["1", "2", "3", "4", "5"],
        series=[
            Series(msg("Ratings"), [int(np.count_nonzero(values == step)) for step in range(1, 6)])
        ],
        x_title=msg("Rating"),
        y_title=msg("Single ratings"),
    )


def _annotators_figure(data: Mapping[str, Any]) -> Figure | None:
    entries = data["by_annotator"]
    if not entries:
        return None
    return Figure(
        key="annotators-counts",
        title=msg("Annotations per annotator"),
        kind="bars",
        labels=[entry["pseudonym"] for entry in entries],
        series=[Series(msg("Annotations"), [entry["annotations"] for entry in entries])],
        x_title=msg("Annotator"),
        y_title=msg("Annotations"),
    )
