"""Agreement by question as sentences, tables and figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from desktop_app.core.analysis import Column, Figure, Series, Table
from desktop_app.core.messages import join, msg
from desktop_app.core.numbers import number_text
from desktop_app.stats.coefficients import KAPPA_TITLES, KAPPA_WEIGHTS
from desktop_app.stats.question_agreement import (
    LEAST_GRADED,
    LOW_BELOW,
    QuestionAgreement,
    digits_of,
)


def title_of(one: QuestionAgreement) -> str:
    """Return the question's text, with the group if items are grouped."""
    if one.group is None:
        return one.title
    return join(" · ", [one.title, one.group or msg("no value")])


def _shown(value: float) -> str:
    return number_text(value, digits_of(value))


def agreement_sentences(
    agreements: Sequence[QuestionAgreement], number: Callable[[float], str] = _shown
) -> list[str]:
    """Return a few plain sentences: best and worst, what is undefined, and who differs most.

    `number`: formats a coefficient
    """
    known = [one for one in agreements if one.alpha is not None]
    if not known:
        first = msg("There is not enough data to say how well annotators agree.")
        return [first, *_undefined(agreements)]
    few = _too_few([one for one in known if one.has_too_few_items], len(agreements))
    graded = [one for one in known if one.grade]
    if not graded:
        return [*few, *_undefined(agreements)]
    best = max(graded, key=lambda one: one.alpha or 0.0)
    worst = min(graded, key=lambda one: one.alpha or 0.0)
    if best.grade == worst.grade:
        result = [_equally(worst, len(graded), len(agreements))]
    else:
        as_low = sum(one.grade == worst.grade for one in graded)
        if as_low > 1:
            result = [_best_and_lowest(best, worst, _some(worst, as_low, len(agreements)))]
        else:
            result = [_best_and_worst(best, worst)]
    result += _uncertain(best, number)
    result += few
    result += _undefined(agreements)
    differs = worst.differs_most
    if differs is not None and worst.grade != "good":
        result.append(_rises(worst, *differs, number))
    return result


def _too_few(few: Sequence[QuestionAgreement], of: int) -> list[str]:
    """Return a sentence about the questions whose α rests on too few items to be graded."""
    if not few:
        return []
    if len(few) == 1:
        return [
            msg(
                "Too few items to judge “{question}”: {items}; at least {least} are needed.",
                question=title_of(few[0]),
                items=few[0].items,
                least=LEAST_GRADED,
            )
        ]
    if len(few) == of:
        return [
            msg(
                "Too few items to judge agreement: at most {items} for each question; at least "
                "{least} are needed.",
                items=max(one.items for one in few),
                least=LEAST_GRADED,
            )
        ]
    return [
        msg(
            "Too few items to judge {some}: at most {items}; at least {least} are needed.",
            some=_some(few[0], len(few), of),
            items=max(one.items for one in few),
            least=LEAST_GRADED,
        )
    ]


def _rises(
    one: QuestionAgreement,
    people: tuple[str, ...],
    highest: float,
    number: Callable[[float], str],
) -> str:
    """Return the sentence about the annotators without whom α is highest."""
    question, alpha, value = title_of(one), number(one.alpha or 0.0), number(highest)
    if len(people) == 1:
        return msg(
            "Without {person}, α of “{question}” rises from {alpha} to {value}.",
            person=people[0],
            question=question,
            alpha=alpha,
            value=value,
        )
    return msg(
        "Without one of {people}, α of “{question}” rises from {alpha} to {value}.",
        people=", ".join(people),
        question=question,
        alpha=alpha,
        value=value,
    )


def _uncertain(best: QuestionAgreement, number: Callable[[float], str]) -> list[str]:
    """Return a sentence if agreement that is called good or acceptable may be too low for that.

    `best`: the question with the highest α
    """
    if best.grade not in ("good", "acceptable"):
        return []
    title, low, high = title_of(best), best.low, best.high
    if low is None or high is None:
        return [msg("It is unknown how certain this is for “{question}”.", question=title)]
    if low >= LOW_BELOW:
        return []
    return [
        msg(
            "For “{question}” this is uncertain: the 95 % interval of α is {low} to {high}.",
            question=title,
            low=number(low),
            high=number(high),
        )
    ]


def _some(one: QuestionAgreement, number: int, of: int) -> str:
    """Return a number of questions in words; `one`: any of the questions or groups"""
    if one.group is None:
        return msg("{number} of {of} questions", number=number, of=of)
    return msg("{number} of {of} questions and groups", number=number, of=of)


def _equally(one: QuestionAgreement, number: int, of: int) -> str:
    """Return the sentence if all defined values have the same grade."""
    if number < of:
        some = _some(one, number, of)
        return {
            "good": msg("Agreement is good on {some}.", some=some),
            "acceptable": msg("Agreement is acceptable on {some}.", some=some),
            "moderate": msg("Agreement is moderate on {some}.", some=some),
            "poor": msg("Agreement is poor on {some}.", some=some),
        }[one.grade]
    if number == 1:
        title = title_of(one)
        return {
            "good": msg("Agreement is good on “{question}”.", question=title),
            "acceptable": msg("Agreement is acceptable on “{question}”.", question=title),
            "moderate": msg("Agreement is moderate on “{question}”.", question=title),
            "poor": msg("Agreement is poor on “{question}”.", question=title),
        }[one.grade]
    return {
        "good": msg("Agreement is good on all questions."),
        "acceptable": msg("Agreement is acceptable on all questions."),
        "moderate": msg("Agreement is moderate on all questions."),
        "poor": msg("Agreement is poor on all questions."),
    }[one.grade]


def _best_and_worst(best: QuestionAgreement, worst: QuestionAgreement) -> str:
    high, low = title_of(best), title_of(worst)
    return {
        ("good", "acceptable"): msg(
            "Agreement is good on “{best}” and acceptable on “{worst}”.", best=high, worst=low
        ),
        ("good", "moderate"): msg(
            "Agreement is good on “{best}” and moderate on “{worst}”.", best=high, worst=low
        ),
        ("good", "poor"): msg(
            "Agreement is good on “{best}” and poor on “{worst}”.", best=high, worst=low
        ),
        ("acceptable", "moderate"): msg(
            "Agreement is acceptable on “{best}” and moderate on “{worst}”.",
            best=high,
            worst=low,
        ),
        ("acceptable", "poor"): msg(
            "Agreement is acceptable on “{best}” and poor on “{worst}”.", best=high, worst=low
        ),
        ("moderate", "poor"): msg(
            "Agreement is moderate on “{best}” and poor on “{worst}”.", best=high, worst=low
        ),
    }[best.grade, worst.grade]


def _best_and_lowest(best: QuestionAgreement, worst: QuestionAgreement, some: str) -> str:
    """Return the sentence if several questions have the lowest grade.

    `some`: how many they are, in words
    """
    high, low = title_of(best), title_of(worst)
    return {
        ("good", "acceptable"): msg(
            "Agreement is good on “{best}”, but only acceptable on {some}, and lowest on "
            "“{worst}”.",
            best=high,
            some=some,
            worst=low,
        ),
        ("good", "moderate"): msg(
            "Agreement is good on “{best}”, but only moderate on {some}, and lowest on “{worst}”.",
            best=high,
            some=some,
            worst=low,
        ),
        ("good", "poor"): msg(
            "Agreement is good on “{best}”, but poor on {some}, and lowest on “{worst}”.",
            best=high,
            some=some,
            worst=low,
        ),
        ("acceptable", "moderate"): msg(
            "Agreement is acceptable on “{best}”, but only moderate on {some}, and lowest on "
            "“{worst}”.",
            best=high,
            some=some,
            worst=low,
        ),
        ("acceptable", "poor"): msg(
            "Agreement is acceptable on “{best}”, but poor on {some}, and lowest on “{worst}”.",
            best=high,
            some=some,
            worst=low,
        ),
        ("moderate", "poor"): msg(
            "Agreement is moderate on “{best}”, but poor on {some}, and lowest on “{worst}”.",
            best=high,
            some=some,
            worst=low,
        ),
    }[best.grade, worst.grade]


def _undefined(agreements: Sequence[QuestionAgreement]) -> list[str]:
    """Return a sentence for each reason for which α of some questions is undefined."""
    by_reason: dict[str, list[str]] = {}
    for one in agreements:
        if one.alpha is None:
            by_reason.setdefault(one.why, []).append(title_of(one))
    result = []
    for why, titles in by_reason.items():
        if len(titles) == 1:
            words = msg("α of “{question}” is undefined: {why}.", question=titles[0], why=why)
        elif len(titles) == 2:
            words = msg(
                "α of “{first}” and “{second}” is undefined: {why}.",
                first=titles[0],
                second=titles[1],
                why=why,
            )
        else:
            words = msg("α is undefined in {number} cases: {why}.", number=len(titles), why=why)
        result.append(words)
    return result


def _grade_words(one: QuestionAgreement) -> str | None:
    return msg("too few items") if one.has_too_few_items else _GRADES[one.grade]


def agreement_tables(agreements: Sequence[QuestionAgreement]) -> list[Table]:
    """Return the tables of agreement by question, and of all pairs of annotators."""
    about = [
        Column("question", msg("Question"), read=lambda one: one.title),
        Column("group", msg("Group"), read=lambda one: one.group),
        Column("level", msg("Level"), words=True, read=lambda one: _LEVELS[one.level]),
    ]
    by_question = [
        *about,
        Column("answers", msg("Answers"), read=attrgetter("answers")),
        Column("items", msg("Items with two answers or more"), read=attrgetter("items")),
        Column("alpha", "α", 2, read=attrgetter("alpha")),
        Column("low", msg("Lower limit"), 2, read=attrgetter("low")),
        Column("high", msg("Upper limit"), 2, read=attrgetter("high")),
        Column("grade", msg("Grade"), words=True, read=_grade_words),
        Column(
            "differs_most",
            msg("Differs most"),
            read=lambda one: ", ".join(one.differs_most[0]) if one.differs_most else None,
        ),
        Column(
            "why", msg("Why undefined"), words=True, read=lambda one: one.why or one.no_interval
        ),
    ]
    of_pairs = [
        *(
            Column(column.key, column.title, words=column.words, read=_of_question(column))
            for column in about
        ),
        Column("first", msg("First annotator"), read=lambda row: row[1].first),
        Column("second", msg("Second annotator"), read=lambda row: row[1].second),
        Column("items", msg("Items in common"), read=lambda row: row[1].n),
        Column("kappa", "κ", 2, read=lambda row: row[1].kappa),
        Column("weights", msg("Weights"), read=lambda row: KAPPA_WEIGHTS[row[0].level]),
        Column("why", msg("Why undefined"), words=True, read=lambda row: row[1].why),
    ]
    pairs = [(one, pair) for one in agreements for pair in one.pairs]
    result = [
        Table.of(
            "agreement-by-question",
            msg("Agreement by question"),
            by_question,
            agreements,
            msg(
                "α is Krippendorff’s α, with a 95 % bootstrap interval over items. “Differs most” "
                "names the annotator without whom α is highest."
            ),
        )
    ]
    if pairs:
        result.append(
            Table.of(
                "agreement-pairs",
                msg("Pairs of annotators"),
                of_pairs,
                pairs,
                msg("Cohen’s κ of two annotators over their items in common."),
            )
        )
    return result


def _of_question(column: Column) -> Callable[[Any], Any]:
    return lambda row: column.cell(row[0])


_LEVELS = {
    "nominal": msg("nominal"),
    "ordinal": msg("ordinal"),
    "interval": msg("interval"),
}
_GRADES = {
    "good": msg("good"),
    "acceptable": msg("acceptable"),
    "moderate": msg("moderate"),
    "poor": msg("poor"),
    "": msg("undefined"),
}


def agreement_figures(agreements: Sequence[QuestionAgreement]) -> list[Figure]:
    """Return α of each question with its interval, and κ of the pairs of each question."""
    known = [one for one in agreements if one.alpha is not None]
    if not known:
        return []
    alphas = Series(
        "α",
        [one.alpha for one in known],
        intervals=[
            None if one.low is None or one.high is None else (one.low, one.high) for one in known
        ],
    )
    result = [
        Figure(
            "agreement-by-question",
            msg("Agreement by question"),
            "bars",
            [title_of(one) for one in known],
            [alphas],
            y_title=msg("Krippendorff’s α, 95 % interval"),
        )
    ]
    for number, one in enumerate(known, 1):
        people = list(one.counts)
        kappa = {frozenset((pair.first, pair.second)): pair.kappa for pair in one.pairs}
        # With two people there is only one pair, which needs no heat map.
        if len(people) > 2 and any(value is not None for value in kappa.values()):
            result.append(
                Figure(
                    f"agreement-pairs-{number}",
                    msg("Pairs of annotators: {question}", question=title_of(one)),
                    "heat",
                    people,
                    [
                        Series(who, [kappa.get(frozenset((who, other))) for other in people])
                        for who in people
                    ],
                    note=KAPPA_TITLES[KAPPA_WEIGHTS[one.level]],
                )
            )
    return result
