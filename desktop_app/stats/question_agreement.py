"""Agreement on each question of a protocol's forms: coefficient, interval, people, items.

It needs only the questions of a stage and the answers to them, so it works for every protocol.

The module is longer than most because coefficient, interval, pairs and divisive items are computed
from one table of ratings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, product
from math import erfc, sqrt
from typing import Any, Literal

import numpy as np

from desktop_app.core.analysis import EMPTY_SET, code_name
from desktop_app.core.answer_texts import NOTHING_CHOSEN
from desktop_app.core.form_answers import Reading
from desktop_app.core.forms import Form
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import AnnotationData, Dataset
from desktop_app.core.question_types import MultipleChoice, Question, options_of
from desktop_app.stats.aggregation import generator
from desktop_app.stats.agreement import (
    ALL_EQUAL,
    NO_PAIRS,
    NOT_SHARED,
    SAME_VALUE,
    Alpha,
    Level,
    alpha,
    unit_distances,
    weighted_kappa,
)
from desktop_app.stats.coefficients import KAPPA_WEIGHTS
from desktop_app.stats.intervals import FEW_UNITS, NO_DRAWS, Spread, bootstrap_alpha
from desktop_app.stats.ratings import Ratings

# Returns a text of the form in the chosen language.
Words = Callable[[Any], str]
Grade = Literal["good", "acceptable", "moderate", "poor", ""]
# The lowest α of each grade. Krippendorff (2019), chapter 12: rely on data from .800 on, draw
# tentative conclusions from .667 on. Below .40, agreement is poor: Fleiss, Statistical Methods for
# Rates and Proportions, 2nd ed. (1981), chapter 13.
GRADES: tuple[tuple[float, Grade], ...] = (
    (0.8, "good"),
    (0.667, "acceptable"),
    (0.4, "moderate"),
)
# The least number of items with several answers for a grade. With fewer, one item decides about it:
# if two people give two answers equally often and differ on one of 10 items, α is still 0.81; on
# one of 9 items, it is 0.79, so that agreement is no longer called good.
LEAST_GRADED = 10
# Below this, agreement is a task for the lead. Krippendorff, Content Analysis: An Introduction to
# Its Methodology, 2nd ed. (2004), page 241: “the lowest conceivable limit” for tentative
# conclusions.
LOW_BELOW = 0.667
# Minimum number of items with two answers for a report of low α, and of an annotator's answers for
# a report of an unusual one. With fewer, chance may be the cause.
LEAST_ITEMS = 20
# By how much the share of an answer must exceed that of everybody else to be called unusual.
LEAST_EXCESS = 0.2
# Why a figure is undefined, in words for people who do not know the formulas.
_REASONS = {
    NO_PAIRS: msg("no item has answers by two people"),
    ALL_EQUAL: msg("all answers are the same, so there is nothing to compare with chance"),
    NOT_SHARED: msg("they have no item in common"),
    SAME_VALUE: msg("both always gave the same answer, so there is nothing to compare with chance"),
    FEW_UNITS: msg("there is no interval: only one item has two answers"),
    NO_DRAWS: msg("there is no interval: almost all answers are the same"),
}
DRAWS = 1_000
# Between the key of an item and that of a question, in the name of a part of the item.
_PART = "#"
# Number of items listed as divisive.
MOST_ITEMS = 200


def grade_of(alpha: float) -> Grade:
    """Return how good an agreement is."""
    return next((grade for least, grade in GRADES if alpha >= least), "poor")


def digits_of(alpha: float) -> int:
    """Return the number of decimals with which a rounded α keeps its grade: 2 to 4.

    For example, 0.397 is poor, but the rounded 0.40 would be moderate.
    """
    exact = grade_of(alpha)
    return next((n for n in (2, 3) if grade_of(round(alpha, n)) == exact), 4)


@dataclass(frozen=True)
class DivisiveItem:
    """An item on which annotators differ.

    `distance`: see `unit_distances`; higher is worse
    `answers`: labels of the answers by annotator
    """

    key: str
    name: str
    distance: float
    answers: Mapping[str, str]


@dataclass(frozen=True)
class PairAgreement:
    """Cohen's κ of two annotators, weighted by the level of measurement; None if undefined.

    `n`: number of items that both answered
    `why`: the reason for a None, else empty
    """

    first: str
    second: str
    kappa: float | None
    n: int
    why: str = ""


@dataclass(frozen=True)
class UnusualAnswer:
    """An answer that one annotator gives far more often than every other annotator.

    `code`: the answer's code, as in `QuestionAgreement.codes`; `label`: its title
    `count`: how often the annotator gave it
    `share`: the same as a fraction of the annotator's answers, 0 to 1
    `lowest`, `highest`: the smallest and the largest share among the other annotators
    """

    person: str
    code: str
    label: str
    count: int
    share: float
    lowest: float
    highest: float


@dataclass(frozen=True)
class QuestionAgreement:
    """Agreement on one question.

    `title`: the question's text in the language of its form
    `answers`: number of answers; `items`: number of items with at least two of them
    `alpha`: Krippendorff's α at `level`; None if undefined (see `why`)
    `low`, `high`: its 95 % bootstrap interval; None if undefined
    `codes`: codes of the answers in `labels`
    `labels`: titles of the answers that occur or are on the scale, in the order of the scale
    `counts`: number of answers by annotator, in the order of `labels`; annotators sorted by number
        of answers, highest first
    `without`: α if an annotator is left out
    `unread`: number of answers that are not valid for the current question and are left out
    `group`: the value of the field by which items are grouped; None without grouping
    `shared`: for each item with at least two answers, the annotators who gave them
    `no_interval`: the reason if α has no interval, else empty
    `without_why`: the reason if α without an annotator is undefined, by annotator
    """

    stage: str
    stage_title: str
    key: str
    title: str
    level: Level
    answers: int
    items: int
    alpha: float | None
    low: float | None
    high: float | None
    why: str
    codes: Sequence[str]
    labels: Sequence[str]
    counts: Mapping[str, Sequence[int]]
    without: Mapping[str, float | None]
    pairs: Sequence[PairAgreement]
    divisive: Sequence[DivisiveItem]
    unread: int = 0
    group: str | None = None
    shared: Mapping[str, frozenset[str]] = field(default_factory=dict)
    no_interval: str = ""
    without_why: Mapping[str, str] = field(default_factory=dict)

    @property
    def grade(self) -> Grade:
        """How good the agreement is; empty if α is undefined or rests on too few items."""
        return "" if self.alpha is None or self.has_too_few_items else grade_of(self.alpha)

    @property
    def has_too_few_items(self) -> bool:
        """Whether α is defined, but on too few items to say how good it is."""
        return self.alpha is not None and self.items < LEAST_GRADED

    @property
    def differs_most(self) -> tuple[tuple[str, ...], float] | None:
        """The annotators without whom α is highest, with that α.

        α is compared with two decimals, as it is shown. None if no omission raises it, or if each
        does so equally.
        """
        return _differs_most(self.alpha, self.without)

    @property
    def unusual_answer(self) -> UnusualAnswer | None:
        """The answer by which one annotator stands out most from all others; None if nobody does.

        Annotators with at least `LEAST_ITEMS` answers are compared, if there are three or more.
        The share must exceed that of everybody else by `LEAST_EXCESS`, and a one-sided z-test of
        two proportions against the others together must be significant at 0.01 after Bonferroni's
        correction for the number of comparisons.
        """
        totals = {who: sum(counts) for who, counts in self.counts.items()}
        people = [who for who, total in totals.items() if total >= LEAST_ITEMS]
        if len(people) < 3:
            return None
        found: list[UnusualAnswer] = []
        for who, place in product(people, range(len(self.labels))):
            count, total = self.counts[who][place], totals[who]
            others = [one for one in people if one != who]
            shares = [self.counts[one][place] / totals[one] for one in others]
            other_count = sum(self.counts[one][place] for one in others)
            other_total = sum(totals[one] for one in others)
            together = (count + other_count) / (total + other_total)
            error = sqrt(together * (1 - together) * (1 / total + 1 / other_total))
            if count / total - max(shares) < LEAST_EXCESS or not error:
                continue
            z = (count / total - other_count / other_total) / error
            if erfc(z / sqrt(2)) / 2 * len(people) * len(self.labels) < 0.01:
                found.append(
                    UnusualAnswer(
                        person=who,
                        code=self.codes[place],
                        label=self.labels[place],
                        count=count,
                        share=count / total,
                        lowest=min(shares),
                        highest=max(shares),
                    )
                )
        return max(found, key=lambda one: one.share - one.highest, default=None)

    def items_of(self, first: str, second: str) -> frozenset[str]:
        """Return the keys of the items that both annotators answered."""
        return frozenset(key for key, people in self.shared.items() if {first, second} <= people)

    def with_names(self, people: Mapping[str, str], group: str | None) -> QuestionAgreement:
        """Return the same figures under other names of annotators and of the group.

        Annotators with equally many answers are sorted by their new names, because the order of the
        old ones would tell who is who.
        """
        names = {who: people.get(who, who) for who in self.counts}
        order = sorted(names, key=lambda who: (-sum(self.counts[who]), names[who]))

        def renamed(by_person: Mapping[str, Any]) -> dict[str, Any]:
            return {names[who]: by_person[who] for who in order if who in by_person}

        pairs = {frozenset((one.first, one.second)): one for one in self.pairs}
        return replace(
            self,
            counts=renamed(self.counts),
            without=renamed(self.without),
            without_why=renamed(self.without_why),
            pairs=[
                replace(pairs[both], first=names[first], second=names[second])
                for first, second in combinations(order, 2)
                if (both := frozenset((first, second))) in pairs
            ],
            divisive=[replace(one, answers=renamed(one.answers)) for one in self.divisive],
            group=group,
            shared={
                key: frozenset(names[who] for who in several)
                for key, several in self.shared.items()
            },
        )


@dataclass(frozen=True)
class LowAgreement:
    """A question on which annotators agree too little for any conclusion.

    `title`: the question's text
    `alpha`: Krippendorff's α, below `LOW_BELOW`; `low`, `high`: its 95 % bootstrap interval
    `items`: number of items with at least two answers
    `people`: the annotators without whom α is highest; see `QuestionAgreement.differs_most`
    """

    stage: str
    key: str
    title: str
    alpha: float
    low: float | None
    high: float | None
    items: int
    people: tuple[str, ...] = ()


def question_agreements(
    protocol: Protocol,
    dataset: Dataset,
    *,
    seed: int = 0,
    draws: int = DRAWS,
    language: str = "",
    groups: Mapping[str, str] | None = None,
    check: Callable[[], None] = lambda: None,
) -> list[QuestionAgreement]:
    """Return the agreement on every question with answers on a scale, in the order of the forms.

    `seed`: of the bootstrap
    `draws`: number of resamples; 0: no intervals
    `language`: of questions and answers; empty: that of the form
    `groups`: the group of each item, by its key: one figure for each question and group, with the
        groups in the order of their names; None: one for each question
    `check`: is called before each question and each group; its exceptions end the computation

    Questions that nobody has answered are left out. Raises InputError if the project's form has not
    arrived.
    """
    item_names = {item.key: item.name for item in dataset.items}
    titles = {stage.key: stage.title for stage in protocol.stages}
    answered = {annotation.stage or next(iter(titles)) for annotation in dataset.annotations}
    # Forms of stages without answers are not needed, and may not have arrived.
    forms = {stage.key: stage.form() for stage in protocol.stages if stage.key in answered}
    result: list[QuestionAgreement] = []
    first = next(iter(titles), "")
    annotations = protocol.current_annotations(dataset)
    for stage, form, read, answers in _questions(forms, annotations, first):
        question = read.question
        words = partial(form.text, language=language or form.head.language)
        title = form.name_for_agreement(question, language or form.head.language) or question.key
        names = _part_names(form, read, item_names, words)
        about = (stage, titles[stage], title)
        for group, some in _grouped(answers, groups):
            check()
            own = read if group is None else _Answers(question, some, read.keys)
            if own.codes:
                result.append(_agreement(own, about, names, words, seed, draws, group))
    return result


@dataclass(frozen=True)
class QuestionAlpha:
    """Krippendorff's α of one question, without the other figures of `QuestionAgreement`.

    `found`: α at `level`
    """

    stage: str
    form: Form
    question: Question
    level: Level
    found: Alpha
    ratings: _Ratings

    def interval(self) -> Spread:
        """Compute the 95 % bootstrap interval, which is slow."""
        every = self.ratings.of(self.ratings.annotators)
        return bootstrap_alpha(every, self.level, _generator(0, self.question), DRAWS)

    def without(self) -> dict[str, float | None]:
        """Return α without each annotator; empty if there are fewer than three."""
        return {who: one.value for who, one in self.ratings.without().items()}


def question_alphas(
    forms: Mapping[str, Form],
    annotations: Sequence[AnnotationData],
    names: Mapping[str, str],
    first: str,
) -> Iterator[QuestionAlpha]:
    """Yield α of every question with answers on a scale, in the order of the forms.

    `forms`: form of each stage of a protocol with answers, in the order of the stages
    `names`: name of each item, by key
    `first`: the stage of annotations that name none

    Figures equal those of `question_agreements`.
    """
    for stage, form, read, _ in _questions(forms, annotations, first):
        words = partial(form.text, language=form.head.language)
        ratings = _Ratings(read, _part_names(form, read, names, words))
        found = alpha(ratings.of(ratings.annotators), read.level)
        yield QuestionAlpha(stage, form, read.question, read.level, found, ratings)


def low_agreements(
    forms: Mapping[str, Form],
    annotations: Sequence[AnnotationData],
    names: Mapping[str, str],
    *,
    language: str = "",
) -> list[LowAgreement]:
    """Return the questions with an α below `LOW_BELOW`, the lowest first.

    `forms`: form of each stage of a protocol, in the order of the stages
    `annotations`: those of the protocol that count; see `dataset_of`
    `names`: name of each item, by key
    `language`: of the questions; empty: that of the form

    With fewer than `LEAST_ITEMS` items that two people answered, chance may be the cause. Figures
    equal those of `question_agreements`. If no α is low, this function is much faster, because it
    computes no intervals. Source of the threshold: Krippendorff (2004), page 241.
    """
    result = []
    first = next(iter(forms), "")
    for one in question_alphas(forms, annotations, names, first):
        found = one.found
        if found.value is None or found.value >= LOW_BELOW:
            continue
        spread = one.interval()
        differs = _differs_most(found.value, one.without())
        title = one.form.name_for_agreement(one.question, language or one.form.head.language)
        result.append(
            LowAgreement(
                one.stage,
                one.question.key,
                str(title or one.question.key),
                found.value,
                spread.low,
                spread.high,
                found.units,
                differs[0] if differs is not None else (),
            )
        )
    return sorted(result, key=lambda one: one.alpha)


def _questions(
    forms: Mapping[str, Form], annotations: Sequence[AnnotationData], first: str
) -> Iterator[tuple[str, Form, _Answers, Sequence[AnnotationData]]]:
    """Yield (stage, form, answers, annotations) of each question on a scale with answers.

    `first`: the stage of annotations that name none
    """
    by_stage: dict[str, list[AnnotationData]] = defaultdict(list)
    for annotation in annotations:
        by_stage[annotation.stage or first].append(annotation)
    for stage, form in forms.items():
        for question in form.questions:
            own = by_stage.get(stage, [])
            # Questions that are alike are read together, at the place of the first one.
            if question.key in form.alike[1:]:
                continue
            alike = form.alike if question.key in form.alike else (question.key,)
            read = _Answers(question, own, alike)
            if read.codes:
                yield stage, form, read, own


def _generator(seed: int, question: Question) -> np.random.Generator:
    # Named as in the analysis of a study, so that both give the same intervals. The name contains
    # the question's key, so that adding a question does not change the intervals of the others.
    return generator(seed, "bootstrap", question.key)


def _differs_most(
    value: float | None, without: Mapping[str, float | None]
) -> tuple[tuple[str, ...], float] | None:
    """Return what `QuestionAgreement.differs_most` describes."""
    values = {who: one for who, one in without.items() if one is not None}
    highest = max(values.values(), default=None)
    if highest is None or value is None or round(highest, 2) <= round(value, 2):
        return None
    people = tuple(who for who, one in values.items() if round(one, 2) == round(highest, 2))
    return None if len(people) == len(without) else (people, highest)


def _grouped(
    annotations: Sequence[AnnotationData], groups: Mapping[str, str] | None
) -> list[tuple[str | None, Sequence[AnnotationData]]]:
    """Return the annotations of each group of items; all of them as one group without groups."""
    if groups is None:
        return [(None, annotations)]
    found: dict[str, list[AnnotationData]] = defaultdict(list)
    for one in annotations:
        found[groups.get(one.item, "")].append(one)
    return sorted(found.items())


def _part_names(
    form: Form, read: _Answers, names: Mapping[str, str], words: Words
) -> Mapping[str, str]:
    """Return the names of items, and those of the parts about which questions that are alike ask.

    `names`: name of each item, by key
    """
    if len(read.keys) == 1:
        return names
    titles = {key: words(form.question(key).text) for key in read.keys}
    parts = {part: part.split(_PART) for _, part in read.codes}
    return {part: f"{titles[key]} · {names.get(item, item)}" for part, (item, key) in parts.items()}


def _item_of(unit: str) -> str:
    """Return the key of the item that a unit is or is a part of."""
    return unit.partition(_PART)[0]


class _Answers:
    """The answers to a question as codes; to questions that are alike, if there are several keys.

    `keys`: the keys of the questions
    `codes`: code by (annotator, unit); a unit is an item, or the part of one that a question is
        about
    `scale`: position of each code
    `is_number`: whether codes are numbers and count as such
    """

    def __init__(
        self, question: Question, annotations: Sequence[AnnotationData], keys: Sequence[str]
    ) -> None:
        self.question = question
        self.keys = keys
        self.unread = 0
        self.codes: dict[tuple[str, str], Any] = {}
        self.scale: dict[Any, float] = {}
        self.is_number = question.is_numeric
        level: Level | None = question.level
        if level is None:
            return
        self.level: Level = level
        # “I cannot tell” is not a value, as in the analysis of a study.
        options = [option for option in options_of(question) if not option.missing]
        missing = {option.code for option in options_of(question) if option.missing}
        # In α of interval data, the distances between codes count, so codes are numbers there.
        self.is_number = self.is_number or level == "interval"
        order = [code_name(option.code) for option in options]
        # Parsing an answer is slow, and only a few different answers occur.
        known: dict[tuple[type, Any], Reading] = {}
        for annotation, key in product(annotations, keys):
            raw = annotation.answers.get(key)
            if isinstance(raw, str | int | float):
                # The key includes the type, because 1 equals True in Python.
                reading = known.get((type(raw), raw)) or question.read(raw)
                known[type(raw), raw] = reading
            else:
                reading = question.read(raw)
            if not reading.given:
                continue
            if reading.problem is not None:
                self.unread += 1
                continue
            value = reading.value
            if isinstance(value, str | int | float) and value in missing:
                continue
            if isinstance(question, MultipleChoice):
                # Two answers agree if exactly the same options are selected.
                chosen = {code_name(code) for code in value}
                code: Any = "\x1f".join(sorted(chosen, key=_by_order(order)))
            elif self.is_number:
                code = float(value)
            else:
                code = code_name(value)
            unit = annotation.item if len(keys) == 1 else f"{annotation.item}{_PART}{key}"
            self.codes[annotation.annotator, unit] = code
        if self.is_number:
            numbers = {float(option.code) for option in options} | set(self.codes.values())
            self.scale = {code: code for code in sorted(numbers)}
        else:
            listed = [*order, *sorted(set(self.codes.values()) - {*order})]
            if isinstance(question, MultipleChoice):
                listed = sorted(set(self.codes.values()))
            self.scale = {code: float(place) for place, code in enumerate(dict.fromkeys(listed))}

    def name_of(self, code: Any) -> str:
        """Return a code as in the form: “true” and “false” for yes/no, numbers without “.0”."""
        if not self.is_number:
            # Not empty, because a filter without a code means any answer.
            return str(code).replace("\x1f", ", ") or EMPTY_SET
        if self.question.shape == "yes_no":
            return "true" if code else "false"
        return str(int(code)) if code.is_integer() else repr(code)

    def label(self, code: Any, words: Words) -> str:
        """Return the title of a code."""
        titles = {
            code_name(option.code): words(option.words)
            for option in options_of(self.question)
            # Yes and No have words even if the form states no labels.
            if option.words is not None
        }
        if self.is_number:
            name = self.name_of(code)
            return str(titles.get(name) or name)
        parts = str(code).split("\x1f") if code else []
        return ", ".join(str(titles.get(part) or part) for part in parts) or words(NOTHING_CHOSEN)


def _by_order(order: Sequence[str]) -> Any:
    place = {code: number for number, code in enumerate(order)}
    return lambda code: (place.get(code, len(place)), code)


class _Ratings:
    """The codes of a question as ratings.

    `annotators`: sorted by number of answers, highest first
    `items`: sorted as in the dataset, because resampling draws items by their place
    """

    def __init__(self, read: _Answers, names: Mapping[str, str]) -> None:
        self._level = read.level
        numbers = Counter(annotator for annotator, _ in read.codes)
        self.annotators = sorted(numbers, key=lambda who: (-numbers[who], who))
        keys = {item for _, item in read.codes}
        self.items = sorted(keys, key=lambda item: (natural_order(names.get(item, item)), item))
        self._triples = [(who, item, read.scale[code]) for (who, item), code in read.codes.items()]

    def of(self, people: Sequence[str]) -> Ratings:
        """Return the ratings of some people, as raters in this order."""
        own = [row for row in self._triples if row[0] in people]
        return Ratings.from_triples(own, raters=people, units=self.items)

    def without(self) -> dict[str, Alpha]:
        """Return α without each annotator; empty if there are fewer than three."""
        # Without one of two people, nobody is left to agree with.
        if len(self.annotators) < 3:
            return {}
        return {
            who: alpha(self.of([one for one in self.annotators if one != who]), self._level)
            for who in self.annotators
        }


def _agreement(
    read: _Answers,
    about: tuple[str, str, str],
    names: Mapping[str, str],
    words: Words,
    seed: int,
    draws: int,
    group: str | None = None,
) -> QuestionAgreement:
    ratings = _Ratings(read, names)
    annotators, items = ratings.annotators, ratings.items
    every = ratings.of(annotators)
    value = alpha(every, read.level)
    spread = (
        bootstrap_alpha(every, read.level, _generator(seed, read.question), draws)
        if draws
        else None
    )
    without = ratings.without()
    people: dict[str, set[str]] = defaultdict(set)
    for who, item in read.codes:
        people[_item_of(item)].add(who)
    # Each code is converted only once, because there may be tens of thousands of answers.
    labels = {code: read.label(code, words) for code in read.scale}
    stage, stage_title, title = about
    return QuestionAgreement(
        stage,
        stage_title,
        read.question.key,
        str(title),
        read.level,
        len(read.codes),
        value.units,
        value.value,
        spread.low if spread else None,
        spread.high if spread else None,
        "" if value.value is not None else _reason(value.why),
        [read.name_of(code) for code in read.scale],
        list(labels.values()),
        {
            who: [sum(read.codes.get((who, item)) == code for item in items) for code in read.scale]
            for who in annotators
        },
        {who: one.value for who, one in without.items()},
        list(_pairs(every, annotators, read.level)),
        _divisive(read, every, items, names, labels),
        read.unread,
        group,
        {item: frozenset(some) for item, some in people.items() if len(some) > 1},
        _reason(spread.why) if spread and value.value is not None and spread.low is None else "",
        {who: _reason(one.why) for who, one in without.items() if one.value is None},
    )


def _reason(why: str) -> str:
    return _REASONS.get(why, why)


def _pairs(ratings: Ratings, annotators: Sequence[str], level: Level) -> Iterator[PairAgreement]:
    matrix = np.full((ratings.n_raters, ratings.n_units), np.nan)
    matrix[ratings.raters, ratings.units] = ratings.values
    for first, second in combinations(range(len(annotators)), 2):
        figure = weighted_kappa(matrix[first], matrix[second], KAPPA_WEIGHTS[level])
        if figure.n:
            why = _reason(figure.why) if figure.value is None else ""
            yield PairAgreement(annotators[first], annotators[second], figure.value, figure.n, why)


def _divisive(
    read: _Answers,
    ratings: Ratings,
    items: Sequence[str],
    names: Mapping[str, str],
    labels: Mapping[Any, str],
) -> list[DivisiveItem]:
    """Return the items whose answers differ, worst first."""
    distances = unit_distances(ratings, read.level)
    worst = sorted(
        (place for place in range(len(items)) if distances[place] > 0),
        key=lambda place: (-distances[place], place),
    )
    answers: dict[str, dict[str, str]] = defaultdict(dict)
    for (who, item), code in read.codes.items():
        answers[item][who] = labels[code]
    return [
        DivisiveItem(
            _item_of(items[place]),
            names.get(items[place], items[place]),
            float(distances[place]),
            answers[items[place]],
        )
        for place in worst[:MOST_ITEMS]
    ]
