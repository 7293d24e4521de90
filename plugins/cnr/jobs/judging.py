"""The model jobs that compare responses in both orders, and label why a comparison was lost.

Source: the CnR paper, sections 5 (judging), 7.4 (patterns) and appendix A (criteria).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from math import fsum
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.job_options import Judging, rater_name, request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Reply, Request, Unit, Work
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.raters import ORDERS, Order, PairScored, ask_pair, stored
from desktop_app.stats.comparing import majority_label
from plugins.cnr.comparisons import About, Comparisons, read
from plugins.cnr.jobs.replies import SaidPattern
from plugins.cnr.matchups import Compared, Matchup, all_matchups, matchups
from plugins.cnr.pairs import (
    HIGHEST,
    LOWEST,
    JudgementRow,
    PatternRow,
    build_judgement,
    build_pattern,
)
from plugins.cnr.rows import KEY

Criteria = Literal["general", "coding", "math"]

# Prompt categories that have their own criteria.
_CRITERIA_OF: Mapping[str, Criteria] = {
    "coding": "coding",
    "code": "coding",
    "programming": "coding",
    "math": "math",
    "maths": "math",
    "mathematics": "math",
}


class JudgeOptions(Judging):
    """Options of `judge`."""

    compare: Compared = Field(
        default="revisions",
        title=msg("Comparison"),
        json_schema_extra={
            "labels": {
                "revisions": msg("Revisions with initial responses"),
                "settings": msg("Settings with each other"),
                "models": msg("Models on the same prompts"),
                "pairs": msg("Pairs that people compare"),
            }
        },
        description=msg(
            "“revisions” with initial responses, “settings” with each other, “models” on the "
            "same prompts, or the “pairs” that people compare"
        ),
    )
    against: str = Field(
        default="",
        max_length=300,
        title=msg("Only against"),
        description=msg("when comparing models: compare only with this model"),
    )
    criteria: Literal["auto", "general", "coding", "math"] = Field(
        default="auto",
        title=msg("Criteria"),
        json_schema_extra={
            "labels": {
                "auto": msg("By the prompt’s category"),
                "general": msg("General criteria"),
                "coding": msg("Criteria for code"),
                "math": msg("Criteria for mathematics"),
            }
        },
        description=msg("“general”, “coding”, “math”, or “auto”: by the category of the prompt"),
    )


class JudgeJob:
    """Score two responses from 1 to 10, once in each order. Each order is a separate instance."""

    key: ClassVar[str] = "judge"
    title: ClassVar[str] = msg("Compare responses in pairs")
    prompts: ClassVar[Sequence[str]] = ("judge_general", "judge_coding", "judge_math")
    options: ClassVar[type[BaseModel]] = JudgeOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, JudgeOptions)
        for one in matchups(dataset, options.compare, options.against):
            # Judges tend to prefer one position, so every pair is judged in both orders.
            for order in ORDERS:
                key = keys.row_key(dataset.project, KEY, self.key, *one.place, order)
                yield Unit(key, f"{one.label} ({order})", (one, order), groups=one.names)

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: Matchup = unit.data[0]

        def kept(scored: PairScored) -> Iterable[Any]:
            row = {
                **one.fields(),
                "order": scored.order,
                "judge": rater_name(brief, f"judge_{criteria_of(one, brief)}"),
                "scores": list(scored.scores),
                "review": scored.reason or None,
                "criteria": criteria_of(one, brief),
                "call": scored.call,
            }
            return build_judgement(JudgementRow.model_validate(row), brief.context)

        return stored(self.compare(unit, brief), kept)

    def compare(self, unit: Unit, brief: Brief) -> Generator[Request, Reply, list[PairScored]]:
        """Yield the request for the scores of two responses in one order, and return the scores."""
        one: Matchup
        order: Order
        one, order = unit.data
        criteria = criteria_of(one, brief)

        def question(first: str, second: str) -> Request:
            texts = {"prompt": one.prompt, "first": first, "second": second}
            about = {"item": one.item}
            return request(brief, f"judge_{criteria}", about, texts, purpose=self.key)

        # For mathematics, the judge first solves the problem and then gives the scores.
        scored = yield from ask_pair(
            question, one.responses, order, LOWEST, HIGHEST, reason_first=criteria == "math"
        )
        return [scored]


def criteria_of(one: Matchup, brief: Brief) -> Criteria:
    """Return the criteria for judging a comparison."""
    options = brief.options
    assert isinstance(options, JudgeOptions)
    if options.criteria != "auto":
        return options.criteria
    return _CRITERIA_OF.get(one.category.strip().casefold(), "general")


# Patterns of lost comparisons.
class PatternOptions(Judging):
    """Options of `patterns`.

    Judges decide by the mean of all their scores over both orders.
    """

    lost: Literal["judges", "people"] = Field(
        default="judges",
        title=msg("Basis for the losing response"),
        json_schema_extra={
            "labels": {"judges": msg("Judges by their scores"), "people": msg("Majority of people")}
        },
        description=msg(
            "who decides whether the second response lost: “judges” (by their scores) or "
            "“people” (by majority)"
        ),
    )


class PatternJob:
    """Label what the second response lacks if it lost: detail, structure, or something else."""

    key: ClassVar[str] = "patterns"
    title: ClassVar[str] = msg("Label why comparisons were lost")
    prompts: ClassVar[Sequence[str]] = ("pattern",)
    options: ClassVar[type[BaseModel]] = PatternOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, PatternOptions)
        # In the order of the files, because the question is about the second response and the
        # analysis may reverse pairs.
        compared = read(dataset, as_numbered=True)
        lost = _lost_by_scores(compared) if options.lost == "judges" else _lost_by_votes(compared)
        for place, one in all_matchups(dataset).items():
            if place in lost:
                key = keys.row_key(dataset.project, KEY, self.key, *place)
                yield Unit(key, one.label, one, groups=one.names)

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: Matchup = unit.data
        # The first response won, so it is the preferred response.
        preferred, other = one.responses
        texts = {"prompt": one.prompt, "preferred": preferred, "other": other}
        reply = yield request(brief, "pattern", {"item": one.item}, texts, answer=SaidPattern)
        data = reply.data
        assert isinstance(data, SaidPattern)
        row = {
            **one.fields(),
            "pattern": data.pattern,
            "labeller": rater_name(brief, "pattern"),
            "reason": data.reason,
            "call": reply.call,
        }
        return list(build_pattern(PatternRow.model_validate(row), brief.context))


def _place(about: About) -> tuple[Any, ...]:
    # Must equal `Matchup.place`, because `units` compares the two.
    return (about.unit, *about.models, about.setting, about.iteration)


def _lost_by_scores(compared: Comparisons) -> set[tuple[Any, ...]]:
    scores: dict[tuple[Any, ...], list[tuple[float, float]]] = {}
    for one in compared.judgements:
        scores.setdefault(_place(one.about), []).append(one.scores)
    return {
        place
        for place, pairs in scores.items()
        # Sums compare like means.
        if fsum(second for _, second in pairs) < fsum(first for first, _ in pairs)
    }


def _lost_by_votes(compared: Comparisons) -> set[tuple[Any, ...]]:
    return {
        _place(one.about)
        for one in compared.ballots
        if majority_label(list(one.votes.values())) == 1
    }
