"""How well automatic ratings of items agree with people's answers (riSum, section 4).

Groups of items are resampled, because ratings of answers to one instruction are similar.

The module is longer than most because it declares the tables of its figures next to them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from desktop_app.core.analysis import (
    Column,
    Table,
    low_mass_columns,
    low_mass_note,
    nested,
    outdated_note,
)
from desktop_app.core.messages import join, msg
from desktop_app.core.metric_rows import ALL_QUESTIONS
from desktop_app.core.numbers import number_text
from desktop_app.core.protocol.data import RatedQuestion, RatedText
from desktop_app.core.rated_questions import texts_digest
from desktop_app.stats.aggregation import majority
from desktop_app.stats.estimates import Floats, merge_close
from desktop_app.stats.intervals import Resamples
from desktop_app.stats.method_comparison import (
    AUC,
    PEARSON,
    TAU,
    TITLES,
    WANTED_P,
    Comparer,
    People,
    kendall_counts,
    number_of_resamples,
    of_complete_items,
    rated_by_some,
    smallest_p,
    undefined_runs_note,
    winners_over_runs,
    without_interrupted,
)
from desktop_app.stats.ratings import Ratings

NOTE_OF_FIGURES = msg(
    "Yes/No questions have the area under the ROC curve (1: the method ranks every Yes "
    "above every No), other questions the distance of the values from people’s means (0: "
    "the same order, or on one line). With 95 % intervals from resamples of groups. For "
    "Kendall’s distance, groups whose texts people rated equally are left out, and groups "
    "whose texts the method rated equally count as 0.5. Figures and ties by the method are "
    "means over the runs of a method."
)
NOTE_OF_WINNERS = msg(
    "Winners are the best answers of a group, several if tied; if people rated all of them "
    "equally, all are winners. With several runs, all numbers are means over the runs."
)
NO_WINNERS = msg("no group has two answers with ratings by people and by the method")


def current_ratings(
    ratings: Iterable[Mapping[str, Any]], texts: Iterable[RatedText]
) -> tuple[list[Mapping[str, Any]], int]:
    """Return the ratings without those of texts that were changed since, and the number of these.

    Ratings without a digest, such as those of earlier versions of the program, are kept.
    """
    digests = {text.place: text.digest for text in texts}
    current, outdated = list[Mapping[str, Any]](), 0
    for body in ratings:
        digest, place = body.get("texts"), _place(body)
        if not digest or digest == digests.get(place):
            current.append(body)
        else:
            # Ratings of items that are gone are not about changed texts.
            outdated += place in digests and body.get("value") is not None
    return current, outdated


def low_mass_counts(ratings: Iterable[Mapping[str, Any]]) -> Counter[tuple[str, str]]:
    """Return the numbers of doubtful ratings with a value, by method and question."""
    return Counter(
        (str(body["method"]), str(body["question"]))
        for body in ratings
        if body.get("low_mass") and body.get("value") is not None
    )


def rated_values(
    ratings: Iterable[Mapping[str, Any]], places: Iterable[tuple[str, str, str]]
) -> dict[str, dict[str, dict[int, Floats]]]:
    """Return values by method, question and run, as arrays over texts; NaN: missing.

    `ratings`: bodies of metric ratings. Those of other texts, and values that are missing, NaN or
        infinite, are skipped; those that differ only by rounding become equal
    `places`: the texts, each as item, annotator and part (see `RatedText`)
    """
    index = {place: number for number, place in enumerate(places)}
    result: dict[str, dict[str, dict[int, Floats]]] = {}
    for body in ratings:
        value, place = body.get("value"), index.get(_place(body))
        if value is None or place is None or not math.isfinite(value):
            continue
        of_runs = result.setdefault(str(body["method"]), {}).setdefault(str(body["question"]), {})
        run = int(body.get("run") or 0)
        if run not in of_runs:
            of_runs[run] = np.full(len(index), np.nan)
        of_runs[run][place] = value
    return {
        method: {
            question: {run: merge_close(array) for run, array in of_runs.items()}
            for question, of_runs in by_question.items()
        }
        for method, by_question in result.items()
    }


def _place(body: Mapping[str, Any]) -> tuple[str, str, str]:
    return str(body["item"]), str(body.get("annotator") or ""), str(body.get("part") or "")


# All methods against people, question by question


def compare_with_people(
    questions: Sequence[RatedQuestion],
    ratings: Sequence[Mapping[str, Any]],
    *,
    key: str,
    seed: int,
    resamples: int | None = None,
) -> dict[str, Any]:
    """Return the entries of the analysis about automatic ratings.

    They are {`key`: {method: {question: figures}}} for the questions that a method's values can
    answer, {`key`_comparisons: pairs of methods}, {`key`_resamples: number of resamples} and
    {`key`_outdated: number of ratings that do not count because their text was changed}.

    `ratings`: bodies of metric ratings; those about texts that were changed since do not count
    `resamples`: number of resamples for intervals and p-values; None: see `number_of_resamples`

    Yes/No has the area under the ROC curve, with the most frequent answers as labels; questions
    with numbers have Kendall's and Pearson's distance from the mean answers, and the winners'
    analysis (riSum, sections 4 and 5.2). Questions without answers are left out.
    """
    found = [(one, _values(one, ratings)) for one in questions if any(one.ratings)]
    n_methods = max((len(methods) for _, methods in found), default=0)
    # One object for all methods, because methods with the same texts share resamples.
    drawn = Resamples(seed, number_of_resamples(n_methods, resamples))
    result: dict[str, dict[str, dict[str, Any]]] = {}
    pairs = []
    for one, methods in found:
        people = _people(one)
        answered = {part.place for part, given in zip(one.parts, one.ratings, strict=True) if given}
        current = (body for body in _current(one, ratings) if _place(body) in answered)
        doubtful = low_mass_counts(current)
        for method, figures in agreement_with(people, methods, drawn).items():
            low = doubtful[method, one.question.key]
            more = {"low_mass": low} if low else {}
            result.setdefault(method, {})[one.name] = {**figures, **more}
        pairs += [
            {"question": one.name, **pair} for pair in _comparer(people, methods, drawn).pairs()
        ]
    return {
        key: {method: result[method] for method in sorted(result)},
        f"{key}_comparisons": pairs,
        f"{key}_resamples": drawn.runs,
        f"{key}_outdated": _number_outdated(questions, ratings),
    }


def _current(one: RatedQuestion, ratings: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the ratings of a question that are about its current texts and words.

    Those with a digest of the text alone, such as those of metrics, are about any words.
    """
    digests = {part.place: ("", part.digest, texts_digest(one, part)) for part in one.parts}
    keys = one.question.key, ALL_QUESTIONS
    return [
        body
        for body in ratings
        if body["question"] in keys and (body.get("texts") or "") in digests.get(_place(body), ())
    ]


def _number_outdated(
    questions: Sequence[RatedQuestion], ratings: Sequence[Mapping[str, Any]]
) -> int:
    """Return how many values count for no question because a text or its words were changed."""
    current = {id(body) for one in questions for body in _current(one, ratings)}
    places = {part.place for one in questions for part in one.parts}
    names = {ALL_QUESTIONS, *(one.question.key for one in questions)}
    return sum(
        bool(body.get("texts"))
        and body.get("value") is not None
        and _place(body) in places
        and body["question"] in names
        and id(body) not in current
        for body in ratings
    )


def _values(
    one: RatedQuestion, ratings: Sequence[Mapping[str, Any]]
) -> dict[str, Mapping[int, Floats]]:
    """Return each method's values for a question by run, as arrays over its texts."""
    result: dict[str, Mapping[int, Floats]] = {}
    current = _current(one, ratings)
    for method, by_question in rated_values(current, (part.place for part in one.parts)).items():
        of_runs = by_question.get(one.question.key) or by_question.get(ALL_QUESTIONS)
        if of_runs:
            result[method] = of_runs
    return result


def agreement_with(
    people: People, methods: Mapping[str, Mapping[int, Floats]], resamples: Resamples
) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the figures of each method against people, each with its 95 % interval.

    `methods`: each method's values by run, each an array over items; NaN is a missing value

    With several runs, a figure is the mean over those in which it is defined, which shows the
    quality of a single run (riSum, caption of table 4). Items that only some runs rated are left
    out, so that the mean over the runs and its interval are about the same items.
    """
    comparer = _comparer(people, methods, resamples)
    return {
        method: {
            **{
                figure: _figure(comparer, people, method, figure, runs) for figure in people.figures
            },
            **_winners(people, of_complete_items(without_interrupted(runs))),
        }
        for method, runs in methods.items()
    }


def _comparer(
    people: People, methods: Mapping[str, Mapping[int, Floats]], resamples: Resamples
) -> Comparer:
    runs = {
        method: list(without_interrupted(of_runs).values()) for method, of_runs in methods.items()
    }
    return Comparer(
        dict.fromkeys(people.figures, people),
        {method: dict.fromkeys(people.figures, values) for method, values in runs.items()},
        resamples,
    )


def _figure(
    comparer: Comparer, people: People, method: str, figure: str, runs: Mapping[int, Floats]
) -> dict[str, Any]:
    drawn = comparer.figure(method, figure)
    interrupted = len(runs)
    runs = without_interrupted(runs)
    interrupted -= len(runs)
    some = int((rated_by_some(runs) & people.answered).sum())
    data: dict[str, Any] = {
        "value": drawn.value,
        "n": int(comparer.items(method, figure).sum()),
        "runs": drawn.runs,
        **({"undefined_runs": drawn.undefined} if drawn.undefined else {}),
        **drawn.interval_json(),
        **({"why": drawn.why} if drawn.why else {}),
        **({"rated_by_some_runs": some} if some else {}),
        **({"interrupted_runs": interrupted} if interrupted else {}),
    }
    if figure == AUC:
        rated = zip(people.labels, comparer.items(method, figure), strict=True)
        data["ties"] = sum(len(label) == 2 for label, used in rated if used)
    if figure != TAU or people.means is None:
        return data
    return {**data, **kendall_counts(people, of_complete_items(runs))}


def _winners(people: People, runs: Mapping[int, Floats]) -> dict[str, Any]:
    """Return {"winners": …} of a question with numbers, else nothing."""
    if people.means is None:
        return {}
    data = winners_over_runs(people, runs)
    del data["own_family"]
    return {"winners": data if data["groups"] else {**data, "why": NO_WINNERS}}


def _people(one: RatedQuestion) -> People:
    groups: dict[str, int] = {}
    group_of = np.array([groups.setdefault(part.group, len(groups)) for part in one.parts])
    values = [
        (who, at, value) for at, own in enumerate(one.ratings) for who, value in enumerate(own)
    ]
    raters = range(max(map(len, one.ratings)))
    ratings = Ratings.from_triples(values, raters=raters, units=range(len(one.parts)))
    if one.is_yes_no:
        return People(group_of, majority(ratings))
    return People(group_of, means=ratings.means())


def metrics_tables(
    key: str, data: Mapping[str, Any], method_title: Callable[[str], str] = str
) -> list[Table]:
    """Return the tables of what `compare_with_people` returns, those with rows.

    `key`: the key in the analysis, with which the keys of the tables begin
    `method_title`: returns the title of a method
    """
    method = Column(
        "method", msg("Method"), words=True, read=lambda entry: method_title(entry["method"])
    )
    methods, pairs = data[key], data[f"{key}_comparisons"]
    name = key.replace("_", "-")
    entries = [
        {"method": method, "question": question, **figures}
        for method, by_question in methods.items()
        for question, figures in by_question.items()
    ]
    found = [
        _figures_table(name, method, entries, data[f"{key}_outdated"]),
        comparisons_table(
            f"{name}-comparisons", pairs, data[f"{key}_resamples"], method_title=method_title
        ),
        _winners_table(f"{name}-winners", method, [one for one in entries if "winners" in one]),
    ]
    return [table for table in found if table.rows]


def _figures_table(
    key: str, method: Column, entries: Sequence[Mapping[str, Any]], outdated: int
) -> Table:
    doubtful = low_mass_note(sum(entry.get("low_mass", 0) for entry in entries))
    tied = max((nested(AUC, "ties")(entry) or 0 for entry in entries), default=0)
    ties = msg(
        "Texts whose majority is a tie, which is broken at random for AUC ROC: {count}.", count=tied
    )
    interrupted = max((_first(entry, "interrupted_runs") or 0 for entry in entries), default=0)
    notes = [
        NOTE_OF_FIGURES,
        ties if tied else "",
        interrupted_note(interrupted),
        doubtful,
        outdated_note(outdated) if outdated else "",
    ]
    return Table.of(
        key,
        msg("Do automatic ratings agree with people?"),
        (
            method,
            Column("question", msg("Question")),
            *_figure_columns(AUC, TITLES[AUC]),
            *_figure_columns(TAU, TITLES[TAU]),
            *_figure_columns(PEARSON, TITLES[PEARSON]),
            Column("items", msg("Items"), read=lambda entry: _first(entry, "n")),
            Column(
                "rated_by_some_runs",
                msg("Rated by some runs"),
                read=lambda entry: _first(entry, "rated_by_some_runs"),
            ),
            Column("excluded", msg("Ties by people"), read=nested(TAU, "excluded")),
            Column(
                "metric_constant", msg("Ties by the method"), 1, read=nested(TAU, "metric_constant")
            ),
            Column("runs", msg("Runs"), read=_number_of_runs),
            *low_mass_columns(entries),
            Column("why", msg("Note"), words=True, read=_reasons),
        ),
        entries,
        join(" ", filter(None, notes)),
    )


def interrupted_note(count: int) -> str:
    """Return a note about runs of a method that are left out; empty without any."""
    if not count:
        return ""
    return msg(
        "Runs of a method left out because they are not finished: they rated less than nine tenths "
        "of the texts that another rated. At most, for one method: {count}.",
        count=count,
    )


def comparisons_table(
    key: str,
    pairs: Sequence[Mapping[str, Any]],
    resamples: int,
    *,
    auc_title: str = TITLES[AUC],
    method_title: Callable[[str], str] = str,
) -> Table:
    """Return the table of the comparisons of pairs of methods.

    `resamples`: number of resamples behind the p-values
    `auc_title`: title of the area under the ROC curve
    `method_title`: returns the title of a method
    """
    titles = {**TITLES, AUC: auc_title}
    by_question = any("question" in one for one in pairs)
    return Table.of(
        key,
        msg("Which methods agree better with people?"),
        (
            *([Column("question", msg("Question"))] if by_question else []),
            Column("figure", msg("Figure"), words=True, read=lambda one: titles[one["figure"]]),
            Column(
                "one", msg("Method"), words=True, read=lambda one: method_title(one["methods"][0])
            ),
            Column(
                "other",
                msg("Other method"),
                words=True,
                read=lambda one: method_title(one["methods"][1]),
            ),
            Column("difference", msg("Difference"), 3),
            Column("low", msg("from"), 3, read=lambda one: one["ci"][0] if one["ci"] else None),
            Column("high", msg("to"), 3, read=lambda one: one["ci"][1] if one["ci"] else None),
            Column("p", msg("p"), 4),
            Column("p_holm", msg("p (Holm)"), 4),
            Column("items", msg("Items")),
            Column("groups", msg("Groups")),
            Column("why", msg("Note"), words=True, read=_reason_of_pair),
        ),
        pairs,
        _note_of_comparisons(pairs, resamples),
    )


def _reason_of_pair(pair: Mapping[str, Any]) -> str | None:
    """Return why a pair has no difference, and which runs its difference is not about."""
    undefined = pair.get("undefined_runs", [])
    runs = msg("runs without the figure are left out: {count}", count=sum(undefined))
    return join("; ", [*([runs] if undefined else []), *filter(None, [pair.get("why")])]) or None


def _note_of_comparisons(pairs: Sequence[Mapping[str, Any]], resamples: int) -> str:
    note = msg(
        "First method minus other method, on the items that both rated. For AUC ROC, a positive "
        "difference means that the first method agrees better; for distances, a negative one. "
        "Intervals (95 %) and p-values are from {count} resamples of groups; “p (Holm)” is "
        "corrected for the number of pairs.",
        count=number_text(resamples),
    )
    # The pairs of a figure and a question are corrected together.
    families: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for one in pairs:
        families.setdefault((one["figure"], one.get("question", "")), []).append(one)
    smallest = max((smallest_p(family, resamples) for family in families.values()), default=0)
    if smallest <= WANTED_P:
        return note
    return msg(
        "{note} With these pairs, “p (Holm)” cannot be below {smallest}: increase “resamples” for "
        "smaller values.",
        note=note,
        smallest=number_text(smallest, 4),
    )


def _winners_table(key: str, method: Column, entries: Sequence[Mapping[str, Any]]) -> Table:
    return Table.of(
        key,
        msg("Do metrics and people pick the same winners?"),
        (
            method,
            Column("question", msg("Question")),
            Column(
                "perfect", msg("Same winners"), 3, fraction=True, read=nested("winners", "perfect")
            ),
            Column(
                "disagreement",
                msg("None in common"),
                3,
                fraction=True,
                read=nested("winners", "disagreement"),
            ),
            Column("groups", msg("Groups"), read=nested("winners", "groups")),
            Column(
                "disagreements", msg("Disagreements"), 1, read=nested("winners", "disagreements")
            ),
            Column("why", msg("Note"), words=True, read=nested("winners", "why")),
        ),
        entries,
        NOTE_OF_WINNERS,
    )


def _figure_columns(figure: str, title: str) -> Iterator[Column]:
    """Yield the columns of a figure and of the ends of its interval."""
    yield Column(figure, title, 3, fraction=True, read=nested(figure, "value"))
    yield Column(f"{figure}_low", msg("from"), 3, fraction=True, read=partial(_end, figure, 0))
    yield Column(f"{figure}_high", msg("to"), 3, fraction=True, read=partial(_end, figure, 1))


def _end(figure: str, place: int, entry: Mapping[str, Any]) -> float | None:
    """Return an end of a figure's interval; None without an interval."""
    ends = nested(figure, "ci")(entry)
    return ends[place] if ends else None


def _first(entry: Mapping[str, Any], name: str) -> Any:
    """Return a field of the first figure of an entry that has it."""
    figures = (entry[key] for key in (AUC, TAU, PEARSON) if key in entry)
    return next((one[name] for one in figures if one.get(name) is not None), None)


def _number_of_runs(entry: Mapping[str, Any]) -> int:
    """Return the number of a method's runs, also of those without a figure."""
    figures = [entry[key] for key in (AUC, TAU, PEARSON) if key in entry]
    return max((int(one["runs"]) + int(one.get("undefined_runs", 0)) for one in figures), default=0)


def _reasons(entry: Mapping[str, Any]) -> str | None:
    """Return the different reasons for missing figures, intervals and runs."""
    return reasons_of_figures({key: entry[key] for key in (AUC, TAU, PEARSON) if key in entry})


def reasons_of_figures(figures: Mapping[str, Mapping[str, Any]]) -> str | None:
    """Return the different reasons for missing figures, intervals and runs; None without any."""
    notes = (undefined_runs_note(TITLES[key], one) for key, one in figures.items())
    reasons = [*(one.get("why") for one in figures.values()), *notes]
    return join("; ", dict.fromkeys(filter(None, reasons))) or None
