"""The tables of the riSum paper in its layout, from the JSON document of the analysis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from desktop_app.core.analysis import (
    Best,
    Column,
    Table,
    low_mass_columns,
    low_mass_note,
    nested,
    paper_table,
)
from desktop_app.core.messages import msg
from desktop_app.stats.method_comparison import TAU
from plugins.risum.corpus import QUESTIONS, TITLES
from plugins.risum.tables import AGGREGATIONS, METHOD, may_be_best, with_notes_on_methods

# Beginnings and ends of the names of methods, by the part of table 4 that lists them.
_KINDS = {
    msg("Methods with references"): ("rouge_",),
    msg("Methods without references"): ("word_count", "sentence_count"),
    msg("Methods with a language model"): (" choice", " self-agreement", " discussion"),
}
_OTHER = msg("Other methods")
_ERROR = "{} ± {}"
# Titles above the columns of a question.
_GROUPS = {"follows": msg("Yes or no"), "rating": msg("Rating, 1–5")}


def paper_tables(data: Mapping[str, Any], background: Mapping[str, Sequence[str]]) -> list[Table]:
    """Return the tables 1 to 6 of the paper.

    `background`: the answers to each question about the annotators, in the order of the form
    """
    return [
        _sources(data),
        _agreement(data),
        _models(data, "3a", msg("Quality of the models’ answers"), digits=3),
        _models(data, "3b", msg("Ranks of the models’ answers"), digits=2),
        _methods(data),
        _winners(data),
        _background(data, background),
    ]


def _sources(data: Mapping[str, Any]) -> Table:
    return paper_table(
        "1",
        msg("Sources of the documents, and their lengths in words"),
        (
            Column("source", msg("Data source")),
            Column("min", msg("Min"), read=nested("words", "min")),
            Column("median", msg("Median"), 1, read=nested("words", "median")),
            Column("max", msg("Max"), read=nested("words", "max")),
        ),
        [{"source": name, **part} for name, part in data["corpus"]["sources"].items()],
    )


def _agreement(data: Mapping[str, Any]) -> Table:
    asked = data["agreement"]
    entries: list[dict[str, Any]] = [
        {"method": msg("Global"), **{q: {"mean": asked[q]["alpha"]} for q in QUESTIONS}},
        {"method": msg("Local"), **{q: asked[q]["local"] for q in QUESTIONS}},
    ]
    columns = [Column("method", "α", words=True)]
    for name in QUESTIONS:
        mean, error, half = f"{name}_mean", f"{name}_se", f"{name}_share"
        columns += [
            Column(
                mean,
                msg("Mean ± SE"),
                3,
                fraction=True,
                read=nested(name, "mean"),
                beside=(error,),
                pattern=_ERROR,
                group=_GROUPS[name],
            ),
            Column(error, msg("± SE"), 3, fraction=True, read=nested(name, "se")),
            Column(
                half,
                "≥ 0.5",
                3,
                fraction=True,
                read=nested(name, "share_at_least_half"),
                group=_GROUPS[name],
            ),
        ]
    stated = [one.get("why") for name in QUESTIONS for one in (asked[name], asked[name]["local"])]
    return paper_table(
        "2",
        msg("Krippendorff’s α of people’s ratings"),
        columns,
        entries,
        reasons=[*stated, msg("a share of groups exists for the local α only")],
    )


def _models(data: Mapping[str, Any], number: str, title: str, *, digits: int) -> Table:
    """Return table 3a or 3b: a row for each question and aggregation, a column for each model."""
    is_rank = number == "3b"
    models = {name: one["rank"] if is_rank else one for name, one in data["models"].items()}
    columns = [
        Column("question", msg("Question"), words=True, repeat="first"),
        Column("aggregation", msg("Aggregation"), words=True),
    ]
    for name in models:
        columns += [
            Column(
                name,
                name,
                digits,
                fraction=not is_rank,
                read=nested(name, "value"),
                beside=(f"{name} ± SE",),
                pattern=_ERROR,
            ),
            Column(
                f"{name} ± SE", msg("± SE"), digits, fraction=not is_rank, read=nested(name, "se")
            ),
        ]
    rows = [(question, way) for question in QUESTIONS for way in AGGREGATIONS]
    return paper_table(
        number,
        title,
        columns,
        [
            {
                **{name: one[question][way] for name, one in models.items()},
                "question": TITLES[question],
                "aggregation": AGGREGATIONS[way],
            }
            for question, way in rows
        ]
        if models
        else [],
        reasons=[one[q][way].get("why") for one in models.values() for q, way in rows],
        note=msg(
            "Mean rank within each document and instruction; 1 is best. Ties are broken at random."
        )
        if is_rank
        else msg("On a scale from 0 to 1; higher is better."),
    )


def _kind(method: str) -> str:
    return next(
        (
            title
            for title, parts in _KINDS.items()
            if any(method.startswith(part) or (part[0] == " " and part in method) for part in parts)
        ),
        _OTHER,
    )


def _measures(yes_from: int | None) -> Iterator[Column]:
    follows = _GROUPS["follows"] if yes_from is None else msg("Rating ≥ {least}", least=yes_from)
    for key, title, higher in (
        ("auc_roc", msg("AUC ROC ↑"), True),
        ("tau_distance", msg("Kendall distance ↓"), False),
        ("pearson_distance", msg("Pearson distance ↓"), False),
    ):
        error = f"{key}_se"
        yield Column(
            key,
            title,
            3,
            fraction=True,
            best=Best(higher, (error,), is_comparable=may_be_best(key)),
            read=nested(key, "value"),
            beside=(error,),
            pattern=_ERROR,
            group=follows if higher else _GROUPS["rating"],
        )
        yield Column(error, msg("± SE"), 3, fraction=True, read=nested(key, "se"))
        yield Column(
            f"{key}_n",
            msg("Groups") if key == TAU else msg("Answers"),
            read=nested(key, "n"),
            group=follows if higher else _GROUPS["rating"],
        )


def _methods(data: Mapping[str, Any]) -> Table:
    kinds = [*_KINDS, _OTHER]
    entries: list[Mapping[str, Any]] = [
        {"kind": _kind(name), "method": name, **one} for name, one in data["metrics"].items()
    ]
    columns = (
        Column("kind", msg("Kind"), words=True, repeat="heading"),
        METHOD,
        *_measures(data["settings"].get("yes_from")),
        *low_mass_columns(entries),
    )
    return paper_table(
        "4",
        msg("Agreement of automatic ratings with people"),
        columns,
        sorted(entries, key=lambda one: kinds.index(one["kind"])),
        reasons=[
            one[column.key].get("why")
            for one in entries
            for column in columns[2:]
            # A reason may also be about the interval, which this table does not have.
            if column.best is not None and None in (one[column.key]["value"], one[column.key]["se"])
        ],
        note=with_notes_on_methods(
            data,
            msg("Bold: the best value of a column, and those whose value ± SE overlaps with it."),
        ),
    )


def _winners(data: Mapping[str, Any]) -> Table:
    methods = data["metrics"]
    return paper_table(
        "5",
        msg("Do automatic ratings and people pick the same best answers?"),
        (
            METHOD,
            Column("perfect", msg("Perfect agreement"), 3, fraction=True),
            Column("disagreement", msg("Disagreement"), 3, fraction=True),
            Column("own_family", msg("Prefers own LM family"), 3, fraction=True),
            *low_mass_columns(methods.values()),
        ),
        [
            {"method": name, **one["winners"], "low_mass": one.get("low_mass", 0)}
            for name, one in methods.items()
        ],
        reasons=[one["winners"].get("why") for one in methods.values()],
        note=low_mass_note(sum(one.get("low_mass", 0) for one in methods.values())),
    )


def _background(data: Mapping[str, Any], background: Mapping[str, Sequence[str]]) -> Table:
    """Return table 6: two columns for each question, its answers and how many people gave them."""
    counts = data["background"]["questions"]
    people = data["background"]["respondents"]
    asked = {
        question: [*dict.fromkeys((*background.get(question, ()), *counts[question]))]
        for question in sorted(counts, key=[*background, *counts].index)
    }
    columns: list[Column] = []
    for question in asked:
        title = question.replace("_", " ").capitalize()
        columns += [
            Column(f"{question}_answer", msg("Answer"), group=title),
            Column(f"{question}_people", f"n/{people}", group=title),
        ]
    rows = [
        {
            name: value
            for question, answers in asked.items()
            for name, value in (
                (f"{question}_answer", answers[place] if place < len(answers) else None),
                (
                    f"{question}_people",
                    counts[question].get(answers[place], 0) if place < len(answers) else None,
                ),
            )
        }
        for place in range(max(map(len, asked.values()), default=0))
    ]
    return paper_table(
        "6",
        msg("Annotators’ background"),
        columns or [Column("answer", msg("Answer"))],
        rows,
        reasons=[msg("the questions have different numbers of answers")],
        note=msg("People who answered: {people}.", people=people),
    )
