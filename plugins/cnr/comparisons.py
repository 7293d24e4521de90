"""Pairwise comparisons of responses, by judges and by people.

Each order in which a judge saw a pair is a separate instance. Only the figures by category of the
prompt average the scores of both orders (section 7.4). Source: the CnR paper, section 5.

The module is long because the figures of judges and of people depend on the same conditions
(setting, source of the critique, round), which must be determined in the same way for both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Any, TypeVar

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.stats.comparing import (
    Needed,
    Outcomes,
    majority_label,
    of_each,
    of_labels,
    of_scores,
)
from desktop_app.stats.estimates import mean
from plugins.cnr.matchups import Matchup, all_matchups
from plugins.cnr.other_rows import SETTINGS
from plugins.cnr.pairs import HIGHEST, LEAST_SCORE, OWN, PATTERNS, vote_of
from plugins.cnr.rows import COMPARE, CRITIQUE, UNKNOWN

NO_MAJORITY = msg("no pair has votes with a majority")
NO_JUDGE = msg("no judge scored a pair")
NOT_BOTH_ORDERS = msg("no pair was judged in both orders")
NO_SIDE = msg("no side is preferred")
OTHER_CONDITION = msg("of another setting, critique or round")
SAME_TEXT = msg("duplicate judgement of the same text")
OFF_SCALE = msg(
    "scores outside {least_score} to {highest}", least_score=LEAST_SCORE, highest=HIGHEST
)
NO_VOTES = msg("nobody voted on the pairs that judges scored")
NOT_KNOWN = msg("no better side is known")

# Separates the models in the name of a comparison.
_VERSUS = " vs "


@dataclass(frozen=True)
class About:
    """A comparison: what was compared.

    `models`: the models of responses 1 and 2
    `unit`: the pair or the question
    `category`, `setting`, `iteration`: empty if unknown
    `using`: the source of the critique that a revision follows: “people” or a model; empty if it is
        the model's own critique, or unknown
    """

    models: tuple[str, str]
    unit: str
    category: str = ""
    setting: str = ""
    iteration: str = ""
    using: str = ""

    @property
    def condition(self) -> tuple[str, str, str]:
        """The setting, the source of the critique, and the round."""
        return (self.setting, self.using, self.iteration)

    @property
    def setting_by(self) -> str:
        """The setting with the source of the critique, unless that is the model itself."""
        if not self.using:
            return self.setting
        return f"{self.setting} ({self.using})" if self.setting else f"({self.using})"

    @property
    def name(self) -> str:
        return _VERSUS.join(self.models)

    @property
    def is_directed(self) -> bool:
        """Whether the order of the texts is significant.

        It is if a setting or a round is known: the second text is then a revision of the first, or
        follows another setting.
        """
        return bool(self.setting or self.iteration)


@dataclass(frozen=True)
class Judgement:
    """A judge's scores for responses 1 and 2.

    `order`: the response that was shown first, 1 or 2; 0 if unknown
    `texts`: a digest of the judged texts, if known
    `thing`: for a revision, the key of its item, which all revisions of that item share; otherwise
        the pair or the question
    """

    about: About
    judge: str
    order: int
    scores: tuple[float, float]
    texts: str = ""
    thing: str = ""


@dataclass(frozen=True)
class Ballot:
    """People's votes on one pair, by voter: 1 or 2 for that response, 0 for a tie.

    `preferred`: the response known to be better, 1 or 2; 0 if unknown
    """

    about: About
    votes: Mapping[str, int]
    preferred: int = 0


@dataclass(frozen=True)
class Comparisons:
    """All comparisons of a dataset.

    The same two models are in the same order in all comparisons; `read` names the exceptions.

    `repeated`: number of pairs with the same prompt and responses as an earlier pair
    `patterns`: why comparisons were lost, as (comparison, pattern)
    `replaced`: number of judgements and patterns left out because their texts no longer exist
    `lost_categories`: number of judgements without a known category, if any item has a category
    `off_scale`: the comparison of each judgement with scores outside the scale; these judgements do
      not count
    """

    judgements: Sequence[Judgement]
    ballots: Sequence[Ballot]
    patterns: Sequence[tuple[About, str]]
    repeated: int
    replaced: int = 0
    lost_categories: int = 0
    off_scale: Sequence[About] = ()

    def names(self) -> list[str]:
        scored = {
            about.name for about in (*(one.about for one in self.judgements), *self.off_scale)
        }
        return sorted(scored | {one.about.name for one in self.ballots})


One = TypeVar("One", Judgement, Ballot)


def read(dataset: Dataset, *, as_numbered: bool = False) -> Comparisons:
    """Return the comparisons of a dataset.

    `as_numbered`: keep the order of each pair, even if the same models are usually compared in the
        other order; the order of revisions and settings is always kept
    """
    categories = _Categories(dataset)
    pairs = {item.key: item for item in dataset.items if item.stage == COMPARE}
    abouts = {key: _of_pair(item, categories) for key, item in pairs.items()}
    votes: dict[str, dict[str, int]] = {key: {} for key in pairs}
    for annotation in dataset.annotations:
        pair = pairs.get(annotation.item)
        # A vote names the left or the right side; `origin` says which response was shown left.
        if annotation.stage == COMPARE and pair is not None:
            vote = vote_of(annotation.answers.get("vote"), pair.origin.get("left", 1))
            if vote is not None:
                votes[pair.key][annotation.annotator] = vote
    stale = _StaleFilter(dataset)
    judgements, off_scale = [], []
    for row in dataset.rows.get("judgements", ()):
        about = stale.with_source(row, _of_row(row, abouts, categories))
        if stale.matches(row, about):
            continue
        first, second = (float(score) for score in row["scores"])
        if not all(LEAST_SCORE <= score <= HIGHEST for score in (first, second)):
            # Imports refuse such scores, but older projects and bundles may contain some.
            off_scale.append(about)
            continue
        judgements.append(
            Judgement(
                about,
                str(row.get("judge") or ""),
                int(row.get("order") or 0),
                (first, second),
                str(row.get("texts") or ""),
                stale.item_of(about) if about.is_directed else about.unit,
            )
        )
    patterns = [
        (about, str(row["pattern"]))
        for row in dataset.rows.get("patterns", ())
        if not stale.matches(row, about := stale.with_source(row, _of_row(row, abouts, categories)))
    ]
    ballots = [
        Ballot(abouts[key], votes[key], int(item.origin.get("preferred") or 0))
        for key, item in pairs.items()
    ]
    # All comparisons of two models get the same order of models, so that “A vs B” and “B vs A” are
    # one comparison. This is done last, when the more frequent order is known.
    turned = _turned([*(one.about for one in judgements), *(one.about for one in ballots)])

    def turns(about: About) -> bool:
        return not as_numbered and not about.is_directed and about.models in turned

    texts = Counter(_texts(item) for item in pairs.values())
    return Comparisons(
        [_turn_judgement(one) if turns(one.about) else one for one in judgements],
        [_turn_ballot(one) if turns(one.about) else one for one in ballots],
        [(_turn(about) if turns(about) else about, label) for about, label in patterns],
        sum(times - 1 for times in texts.values()),
        stale.times,
        # If no item has a category, none is missing.
        sum(not one.about.category for one in judgements) if categories.of_prompt else 0,
        [_turn(about) if turns(about) else about for about in off_scale],
    )


def merge_categories(compared: Comparisons, merged: Sequence[str]) -> Comparisons:
    """Return comparisons in which several categories of prompts are one, such as coding + math.

    Raises UsageError for a category that no comparison has.
    """
    title = " + ".join(merged)
    known = {one.about.category for one in compared.judgements}
    known |= {one.about.category for one in compared.ballots}
    known -= {""}
    unknown = [name for name in merged if name not in known]
    if unknown:
        raise UsageError(
            msg("no comparison has the category “{name}”", name=unknown[0]),
            hint=msg("Categories in this project: {names}.", names=", ".join(sorted(known)))
            if known
            else msg(
                "Judgements and pairs need a field “category”, or items also a field “question” "
                "with the names that judgements use."
            ),
        )

    def one_category(about: About) -> About:
        return replace(about, category=title) if about.category in merged else about

    return replace(
        compared,
        judgements=[replace(one, about=one_category(one.about)) for one in compared.judgements],
        ballots=[replace(one, about=one_category(one.about)) for one in compared.ballots],
    )


class _StaleFilter:
    """Detects judgements and patterns of texts that no longer exist, and counts them.

    Judgements that name no texts, such as imported ones, are kept. If the project contains no
    models' responses, judgements of unknown texts are kept as well, because they were imported
    without the responses.
    """

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._there: dict[tuple[Any, ...], Matchup] | None = None
        self.times = 0

    def _now(self, about: About) -> Matchup | None:
        # Computed on first use, because it is needed only for judgements that name their texts.
        if self._there is None:
            self._there = all_matchups(self._dataset)
        place = (about.unit, *about.models, about.setting, about.iteration)
        return self._there.get(place)

    def with_source(self, row: Mapping[str, Any], about: About) -> About:
        """Return `about`, with the source of the critique filled in if it is missing.

        If neither `about` nor the row names the source, it is taken from the compared revision in
        the project, if there is one.
        """
        if about.using or row.get("using") or not about.setting:
            return about
        now = self._now(about)
        return replace(about, using=_source(now.using)) if now is not None else about

    def item_of(self, about: About) -> str:
        """Return the item of a revision, or the name of the unit if the revision is unknown."""
        now = self._now(about)
        return now.item if now is not None else about.unit

    def matches(self, row: Mapping[str, Any], about: About) -> bool:
        """Return whether the texts that a row names have been replaced or removed, and count it."""
        if not row.get("texts"):
            return False
        now = self._now(about)
        # The judgements were imported without the responses.
        if now is None and not self._dataset.rows.get("responses"):
            return False
        is_gone = now is None or now.texts != str(row["texts"])
        self.times += is_gone
        return is_gone


def _texts(pair: ItemData) -> tuple[str, ...]:
    """Return the prompt and responses 1 and 2."""
    sides = ("left", "right") if pair.origin.get("left", 1) == 1 else ("right", "left")
    return tuple(str(pair.content.get(name, "")) for name in ("prompt", *sides))


class _Categories:
    """Categories of prompts from items, by prompt and by question."""

    def __init__(self, dataset: Dataset) -> None:
        self.of_prompt: dict[str, str] = {}
        self.of_question: dict[str, str] = {}
        for item in dataset.items:
            category = item.origin.get("category")
            if category and item.stage in ("", CRITIQUE):
                self.of_prompt.setdefault(str(item.content.get("prompt")), str(category))
                extra = item.origin.get("extra", {})
                # The name of a question is the external id of an item, or its extra field
                # “question”.
                for name in (item.origin.get("external_id"), extra.get("question")):
                    if name is not None:
                        self.of_question.setdefault(str(name), str(category))


def _of_pair(item: ItemData, categories: _Categories) -> About:
    origin = item.origin
    prompt = str(item.content.get("prompt"))
    return About(
        (str(origin.get("model_1") or UNKNOWN), str(origin.get("model_2") or UNKNOWN)),
        item.key,
        str(origin.get("category") or categories.of_prompt.get(prompt, "")),
        str(origin.get("setting") or ""),
        str(origin.get("iteration") or ""),
        _source(origin.get("using")),
    )


def _source(using: Any) -> str:
    # Unless another source is stated, “picr” means the model's own critique.
    return "" if using in (None, OWN) else str(using)


def _of_row(row: Mapping[str, Any], pairs: Mapping[str, About], categories: _Categories) -> About:
    pair = pairs.get(str(row.get("pair")))
    unit = str(row.get("pair") or row.get("question"))
    names = (row.get("model_1"), row.get("model_2"))
    # A row that refers to a pair inherits what it does not state itself.
    if pair is not None and None in names:
        names = pair.models
    return About(
        (str(names[0] or UNKNOWN), str(names[1] or UNKNOWN)),
        unit,
        str(
            row.get("category")
            or (pair.category if pair else "")
            or categories.of_question.get(unit, "")
        ),
        str(row.get("setting") or (pair.setting if pair else "")),
        str(row.get("iteration") or (pair.iteration if pair else "")),
        _source(row.get("using") or (pair.using if pair else None)),
    )


def _turned(abouts: Iterable[About]) -> set[tuple[str, str]]:
    """Return the pairs of models whose order is to be reversed.

    Of the two orders of the same models, it is the rarer one, or the later one by name if both are
    equally frequent. If a comparison names a setting or a round, the order says which response is
    the revision. Such orders are never reversed.
    """
    times = Counter(about.models for about in abouts if not about.is_directed)
    return {
        models
        for models, n in times.items()
        if models[0] != models[1]
        and (times[models[::-1]] > n or (times[models[::-1]] == n and models[0] > models[1]))
    }


def _turn(about: About) -> About:
    return replace(about, models=about.models[::-1])


def _turn_judgement(one: Judgement) -> Judgement:
    order = 3 - one.order if one.order else 0
    scores = (one.scores[1], one.scores[0])
    return Judgement(_turn(one.about), one.judge, order, scores, one.texts, one.thing)


def _turn_ballot(one: Ballot) -> Ballot:
    other = {0: 0, 1: 2, 2: 1}
    votes = {who: other[vote] for who, vote in one.votes.items()}
    return Ballot(_turn(one.about), votes, other[one.preferred])


def main(abouts: Iterable[About]) -> tuple[str, str, str]:
    """Return the condition for the overall figures of a comparison: setting, source, round.

    Figures of different conditions are never pooled, as in the paper. The overall figures are those
    of the responses themselves, if they were compared. Otherwise they are those of the setting with
    the most steps, with the model's own critique if available, in its last round.
    """
    places = {about.condition for about in abouts}
    # An empty condition means that the responses themselves were compared.
    if not places or ("", "", "") in places:
        return ("", "", "")
    setting = max((place[0] for place in places), key=_fullness)
    # The model's own critique is the empty string, which sorts first.
    using = min(place[1] for place in places if place[0] == setting)
    rounds = [number for *place, number in places if place == [setting, using]]
    return (setting, using, max(rounds, key=_by_number))


def _by_number(name: str) -> tuple[int, str]:
    """Return a sort key by length first, so that round “10” is after round “9”."""
    return (len(name), name)


def _fullness(setting: str) -> tuple[bool, int, int, str]:
    """Return a sort key for settings by number of steps.

    “picr” is after “pir”, and “pr vs picr” after “pir vs picr”. An empty setting is last.
    """
    places = [SETTINGS.index(word) if word in SETTINGS else -1 for word in setting.split(" vs ")]
    return (not setting, places[-1], -places[0], setting)


def subject_of(name: str) -> str:
    """Return the models that a comparison with this name is about; one if it has only one.

    A model is compared with itself if the settings differ, which name the comparison then.
    """
    model = name[: (len(name) - len(_VERSUS)) // 2]
    return model if name == f"{model}{_VERSUS}{model}" else name


def _main(ones: Sequence[One]) -> list[One]:
    place = main(one.about for one in ones)
    return [one for one in ones if one.about.condition == place]


def _named(ones: Sequence[One]) -> dict[str, Any]:
    """Return the condition that the figures refer to, if there are several."""
    setting, using, number = main(one.about for one in ones)
    result = {"setting": setting, "using": using, "iteration": number}
    return (
        {"of": {name: value for name, value in result.items() if value}}
        if any(result.values())
        else {}
    )


def _distinct(judgements: Iterable[Judgement]) -> list[Judgement]:
    """Return judgements without duplicates of the same texts.

    A text that was generated twice is still one text: if a judge judged the same texts about the
    same thing several times in one order, only the first judgement counts.
    """
    seen: set[Hashable] = set()
    result = []
    for one in judgements:
        # The same text, generated with another critique, is also a result of that condition.
        place = (one.thing, one.judge, one.order, one.texts, one.about.using)
        # Without a digest, duplicate texts cannot be detected.
        if not one.texts or place not in seen:
            result.append(one)
        seen.add(place)
    return result


def pairwise_json(compared: Comparisons, needed: Needed) -> dict[str, Any]:
    """Return every comparison of two models, with the figures of judges and people.

    All figures refer to the second model.
    """
    return {
        name: {
            "judge": _judge_json(
                [one for one in compared.judgements if one.about.name == name],
                sum(about.name == name for about in compared.off_scale),
                compared.ballots,
                needed,
            ),
            "people": people_json(
                [one for one in compared.ballots if one.about.name == name], needed
            ),
            "patterns": _patterns_json(compared, name),
        }
        for name in compared.names()
    }


def _judge_json(
    judgements: Sequence[Judgement], off_scale: int, ballots: Sequence[Ballot], needed: Needed
) -> dict[str, Any]:
    if not judgements:
        return {
            "totals": None,
            # The keys are the same as below, so that tables do not need to distinguish the cases.
            **_judged((), _Preferred((), needed)),
            "left_out": {OFF_SCALE: off_scale} if off_scale else {},
            **dict.fromkeys(("orders", "by_category", *_PARTS, "judges")),
            "why": NO_JUDGE,
        }
    preferred = _Preferred(ballots, needed)
    every, judgements = judgements, _distinct(_main(judgements))
    data: dict[str, Any] = {
        "totals": [fsum(one.scores[0] for one in judgements),
                   fsum(one.scores[1] for one in judgements)],
        **_judged(judgements, preferred),
        "left_out": {
            reason: n
            for reason, n in (
                (OTHER_CONDITION, len(every) - len(_main(every))),
                (SAME_TEXT, len(_main(every)) - len(judgements)),
                (OFF_SCALE, off_scale),
            )
            if n
        },
        "orders": dict(sorted(Counter(str(one.order or "unknown") for one in judgements).items())),
    }  # fmt: skip
    # By category, the scores of both orders are averaged first (section 7.4).
    data["by_category"] = {
        category: _averaged(own)
        for category, own in split(judgements, lambda one: one.about.category).items()
    }
    data |= _named(every)
    data |= _parts(every, lambda own: _judged(_distinct(own), preferred))
    judges = split(judgements, lambda one: one.judge)
    data["judges"] = {judge: _judged(own, preferred) for judge, own in judges.items()}
    return data


def _judged(judgements: Sequence[Judgement], preferred: _Preferred) -> dict[str, Any]:
    """Return outcomes, with standard errors clustered by pair, and the reliability of judges."""
    return {
        **_outcomes(judgements).to_json([one.about.unit for one in judgements],
                                        of_each(one.scores for one in judgements)),
        "consistency": _consistency(judgements),
        **preferred.figures(judgements),
    }  # fmt: skip


def _consistency(judgements: Iterable[Judgement]) -> dict[str, Any]:
    """Return the share of pairs for which a judge has the same verdict in both orders."""
    verdicts: dict[Hashable, dict[int, set[float]]] = {}
    for one in judgements:
        if one.order:
            orders = verdicts.setdefault((one.about.unit, one.about.condition, one.judge), {})
            # A set, because a judge may have judged one order several times.
            orders.setdefault(one.order, set()).update(of_each([one.scores]))
    # Pairs that were judged in only one order give no information about consistency.
    both = [orders for orders in verdicts.values() if len(orders) == 2]
    same = [float(len(set.union(*orders.values())) == 1) for orders in both]
    return _share(same, NOT_BOTH_ORDERS)


def _share(values: Sequence[float], why: str) -> dict[str, Any]:
    if not values:
        return {"value": None, "n": 0, "why": why}
    return {"value": mean(values), "n": len(values)}


class _Preferred:
    """The better response of each pair, by majority vote and by the pair's `preferred`."""

    def __init__(self, ballots: Iterable[Ballot], needed: Needed) -> None:
        self._voted: dict[str, int | None] = {}
        self._known: dict[str, int] = {}
        for one in ballots:
            if one.votes:
                self._voted[one.about.unit] = majority_label(list(one.votes.values()), needed)
            if one.preferred:
                self._known[one.about.unit] = one.preferred

    def figures(self, judgements: Sequence[Judgement]) -> dict[str, Any]:
        """Return how often the verdicts of judges agree with the better responses.

        A verdict is based on the mean scores of both orders.

        `agreement_with_people`: share of verdicts, including ties, that equal the majority vote
        `accuracy_with_people`: share of verdicts for the side that the majority prefers, among the
            pairs for which it prefers one; a tie of the judge counts ½
        `accuracy`: the same with the side known to be better
        """
        by_pair: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for one in judgements:
            by_pair.setdefault((one.about.unit, one.judge), []).append(one.scores)
        # Sums compare like means, so dividing is unnecessary.
        verdicts = [
            (unit, of_each([(fsum(a for a, _ in own), fsum(b for _, b in own))])[0])
            for (unit, _), own in by_pair.items()
        ]
        labels = {unit: label for unit, label in self._voted.items() if label is not None}
        same = [float(_WORTH[labels[u]] == worth) for u, worth in verdicts if u in labels]
        # Needed to report whether nobody voted or there was no majority.
        voted = any(unit in self._voted for unit, _ in verdicts)
        return {
            "agreement_with_people": _share(same, NO_MAJORITY if voted else NO_VOTES),
            "accuracy_with_people": _accuracy(verdicts, labels, NO_SIDE if voted else NO_VOTES),
            "accuracy": _accuracy(verdicts, self._known, NOT_KNOWN),
        }


# The value of a label for the second response: 1 for a win, ½ for a tie.
_WORTH = {0: 0.5, 1: 0.0, 2: 1.0}


def _accuracy(
    verdicts: Iterable[tuple[str, float]], sides: Mapping[str, int], why: str
) -> dict[str, Any]:
    right = [1 - abs(_WORTH[sides[unit]] - worth) for unit, worth in verdicts if sides.get(unit)]
    return _share(right, why)


def _outcomes(judgements: Iterable[Judgement]) -> Outcomes:
    return of_scores(one.scores for one in judgements)


def _averaged(judgements: Iterable[Judgement]) -> dict[str, Any]:
    """Return outcomes by the scores of each unit and judge, averaged over the orders.

    Judgements of one unit are not independent, even by several judges, so they are clustered by
    unit.
    """
    by_unit: dict[tuple[str, ...], list[tuple[float, float]]] = {}
    for one in judgements:
        place = (one.about.unit, one.judge, *one.about.condition)
        by_unit.setdefault(place, []).append(one.scores)
    means = [
        (
            fsum(first for first, _ in scores) / len(scores),
            fsum(second for _, second in scores) / len(scores),
        )
        for scores in by_unit.values()
    ]
    return of_scores(means).to_json([unit for unit, *_ in by_unit], of_each(means))


# The keys of `_parts`.
_PARTS = ("by_iteration", "by_setting", "by_condition")


def _parts(
    ones: Sequence[One], figures: Callable[[Sequence[One]], dict[str, Any]]
) -> dict[str, Any]:
    """Return the figures of each round and setting.

    The figures of a round refer to one setting. The figures of a setting refer to one source of
    critiques and to its last round, which `iteration` names. `by_condition` contains every
    combination of setting, source and round.
    """
    conditions: dict[tuple[str, str, str], list[One]] = {}
    for one in ones:
        conditions.setdefault(one.about.condition, []).append(one)
    return {
        "by_iteration": {
            name: figures(_main(own))
            for name, own in split(ones, lambda one: one.about.iteration).items()
        },
        "by_setting": {
            name: {**figures(_main(own)), **_last(own)}
            for name, own in split(ones, lambda one: one.about.setting_by).items()
        },
        "by_condition": [
            {"setting": setting, "using": using, "iteration": number, **figures(own)}
            for (setting, using, number), own in sorted(
                conditions.items(), key=lambda pair: [_by_number(name) for name in pair[0]]
            )
            if setting or using or number
        ],
    }


def _last(ones: Sequence[One]) -> dict[str, str]:
    number = main(one.about for one in ones)[2]
    return {"iteration": number} if number else {}


def split(ones: Sequence[One], name: Callable[[One], str]) -> dict[str, list[One]]:
    """Return the elements with a non-empty name, by name: shorter names first."""
    result: dict[str, list[One]] = {}
    for one in ones:
        if name(one):
            result.setdefault(name(one), []).append(one)
    return {key: result[key] for key in sorted(result, key=_by_number)}


def people_json(ballots: Sequence[Ballot], needed: Needed) -> dict[str, Any]:
    """Return the figures of people's votes. Win rates are those of the second response.

    The figures are the counts of the majority labels, the win rate, and the numbers of pairs with
    votes and of pairs without a majority; and the win rate by category, round, setting and
    condition.
    Overall and by category, only pairs of the overall condition count (see `main`); the number of
    the others is in “left_out”.
    """
    every, ballots = ballots, _main(ballots)
    labels = majorities(ballots, needed)
    data = {
        "majority": {str(label): labels.count(label) for label in (0, 1, 2)},
        **_people_figures(ballots, needed),
        "voted": sum(bool(one.votes) for one in ballots),
        "no_majority": sum(bool(one.votes) for one in ballots) - len(labels),
    }
    left = len(every) - len(ballots)
    data["left_out"] = {OTHER_CONDITION: left} if left else {}
    data["by_category"] = {
        category: _people_figures(own, needed)
        for category, own in split(ballots, lambda one: one.about.category).items()
    }
    return data | _named(every) | _parts(every, lambda own: _people_figures(own, needed))


def majorities(ballots: Iterable[Ballot], needed: Needed) -> list[int]:
    """Return the labels of the pairs that have a majority."""
    result = (majority_label(list(one.votes.values()), needed) for one in ballots)
    return [label for label in result if label is not None]


def _people_figures(ballots: Iterable[Ballot], needed: Needed) -> dict[str, Any]:
    outcomes = of_labels(majorities(ballots, needed)).to_json()
    return {**outcomes, "why": NO_MAJORITY} if not outcomes["n"] else outcomes


def _patterns_json(compared: Comparisons, name: str) -> dict[str, int]:
    own = [(about, label) for about, label in compared.patterns if about.name == name]
    judged = [one.about for one in compared.judgements if one.about.name == name]
    # Patterns are counted for the condition of the judges' figures, or, without judges, for the
    # condition of people's votes.
    voted = [one.about for one in compared.ballots if one.about.name == name]
    place = main(judged or voted or [about for about, _ in own])
    times = Counter(label for about, label in own if about.condition == place)
    return {label: times[label] for label in PATTERNS} if times else {}


def of_models(compared: Comparisons, needed: Needed) -> dict[str, dict[str, Any]]:
    """Return each model's outcomes against all others, by judges and by people's majorities."""
    by_judge: dict[str, Outcomes] = {}
    by_people: dict[str, Outcomes] = {}
    for own in split(compared.judgements, lambda one: one.about.name).values():
        _add(by_judge, own[0].about.models, _outcomes(_distinct(_main(own))))
    for ballots in split(compared.ballots, lambda one: one.about.name).values():
        labels = majorities(_main(ballots), needed)
        _add(by_people, ballots[0].about.models, of_labels(labels))
    return {
        model: {
            "judge": by_judge.get(model, Outcomes()).to_json(),
            "people": by_people.get(model, Outcomes()).to_json(),
        }
        for model in sorted({*by_judge, *by_people})
    }


def _add(totals: dict[str, Outcomes], models: tuple[str, str], outcomes: Outcomes) -> None:
    first, second = models
    # A comparison of a model with its own revision is not a comparison of two models.
    if first != second:
        totals[second] = totals.get(second, Outcomes()) + outcomes
        totals[first] = totals.get(first, Outcomes()) + outcomes.of_first()
