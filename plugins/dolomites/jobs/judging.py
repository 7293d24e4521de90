"""The jobs with which models judge outputs: in pairs, or on a scale from 1 to 5.

The judge sees the reference. Source: the DOLOMITES paper, section 4 and its appendix on automatic
evaluation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Judging, chance, drop_empty, in_form, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Unit, Work
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.raters import ORDERS, Order, in_order, shortened
from plugins.dolomites.evaluation import ScoreRow, VerdictRow, build_score, build_verdict
from plugins.dolomites.jobs.common import (
    about,
    needed_outputs,
    needed_references,
    sections_text,
    texts_about,
)
from plugins.dolomites.jobs.replies import SaidScores, SaidVerdict, scores_in, verdict_in
from plugins.dolomites.references import Reference
from plugins.dolomites.shapes import KEY, SCORE_AXES, written


@dataclass(frozen=True)
class Pair:
    """Two models' outputs for one example.

    `models`, `texts`: in the order of the models' names
    `order`: the output that is shown first, 1 or 2
    """

    reference: Reference
    models: tuple[str, str]
    texts: tuple[str, str]
    order: Order


class JudgeOptions(Judging):
    """Options of `judge`."""

    base: str = Field(
        default="",
        max_length=300,
        title=msg("Base model"),
        description=msg("the model that all others are compared with; empty: all pairs of models"),
    )
    both_orders: bool = Field(
        default=False,
        title=msg("Both orders"),
        description=msg("judge each pair twice, once in each order"),
    )
    chance: int = Field(
        default=0,
        ge=0,
        le=2**31 - 1,
        title=msg("Seed of the order"),
        description=msg("a different number changes which output is shown first"),
    )


class JudgeJob:
    """Decide which of two outputs is better, or that neither is.

    Each judge needs a separate run.
    """

    key: ClassVar[str] = "judge"
    title: ClassVar[str] = msg("Compare outputs in pairs")
    prompts: ClassVar[Sequence[str]] = ("judge",)
    options: ClassVar[type[BaseModel]] = JudgeOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, JudgeOptions)
        for one in pairs(dataset, options):
            first, second = one.models
            # The order is part of the key, so that both orders are separate units.
            place = (one.reference.example, first, second, one.order)
            key = keys.row_key(dataset.project, KEY, self.key, *place)
            yield Unit(key, f"{one.reference.label}: {first} – {second} ({one.order})", one)

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: Pair = unit.data
        first, second = in_order(one.order, one.texts)
        texts = {**texts_about(one.reference), "first": first, "second": second}
        ids = about(one.reference.example, one.reference.label)
        asked = safe_request(brief, "judge", ids, texts)
        data, call = yield from in_form(asked, SaidVerdict, verdict_in)
        # The output that is shown first may be the second one of the pair.
        as_shown = {"1": "1", "2": "2"} if one.order == 1 else {"1": "2", "2": "1"}
        row = {
            "example": one.reference.example,
            "model_1": one.models[0],
            "model_2": one.models[1],
            "judge": brief.model,
            "order": one.order,
            "verdict": as_shown.get(data.verdict, "same"),
            "reason": shortened(data.reason),
            # In the order of the pair instead of the display, so that analyses can compute the
            # digest from the row.
            "texts": digest_of(*texts_about(one.reference).values(), *one.texts),
            "call": call,
        }
        return list(build_verdict(VerdictRow.model_validate(drop_empty(row)), brief.context))


def pairs(dataset: Dataset, options: JudgeOptions) -> Iterator[Pair]:
    """Yield the pairs to compare, each with its models sorted by name.

    Raises UsageError if there are none.
    """
    outputs = needed_outputs(dataset)
    base = dataset.model_named(options.base) if options.base else ""
    # Without this check, a misspelled base model would cause the misleading error below.
    if base and all(base not in of_it for of_it in outputs.values()):
        raise UsageError(
            msg("“{base}” has written no outputs", base=options.base),
            hint=msg("Choose a model that has outputs, or leave the base model empty."),
        )
    # Pairs are yielded as they are found, so the flag records whether there were any.
    some = False
    for reference in needed_references(dataset):
        of_it = outputs.get(reference.example, {})
        for models in combinations(of_it, 2):
            if base and base not in models:
                continue
            some = True
            texts = tuple(sections_text(written(of_it[model])) for model in models)
            # Judges tend to prefer one position, so the order is random, but the same in every run.
            coin = chance("judge", options.chance, reference.example, *models).choice(ORDERS)
            for order in ORDERS if options.both_orders else (coin,):
                yield Pair(reference, models, (texts[0], texts[1]), order)
    if not some:
        raise UsageError(
            msg("no two models have written outputs for the same example"),
            hint=msg("Create some with another model: run DIR output --connection OTHER."),
        )


class ScoreJob:
    """Rate each output from 1 to 5 on five axes. Each judge needs a separate run."""

    key: ClassVar[str] = "score"
    title: ClassVar[str] = msg("Rate outputs")
    prompts: ClassVar[Sequence[str]] = ("score",)
    options: ClassVar[type[BaseModel]] = Judging

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        outputs = needed_outputs(dataset)
        for reference in needed_references(dataset):
            for model, row in outputs.get(reference.example, {}).items():
                key = keys.row_key(dataset.project, KEY, self.key, reference.example, model)
                text = sections_text(written(row))
                yield Unit(key, f"{reference.label}: {model}", (reference, model, text))

    def work(self, unit: Unit, brief: Brief) -> Work:
        reference: Reference
        reference, model, text = unit.data
        texts = {**texts_about(reference), "output": text}
        ids = about(reference.example, reference.label)
        asked = safe_request(brief, "score", ids, texts)
        data, call = yield from in_form(asked, SaidScores, scores_in)
        row = {
            "example": reference.example,
            "model": model,
            "judge": brief.model,
            **{axis: getattr(data, axis) for axis in SCORE_AXES},
            "reason": shortened(data.reason),
            "texts": digest_of(*texts.values()),
            "call": call,
        }
        return list(build_score(ScoreRow.model_validate(drop_empty(row)), brief.context))
