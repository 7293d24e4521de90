"""The jobs that write and judge outputs of candidate models, and label edits and errors.

Candidate models write outputs from a prompt without other examples. Judges compare outputs in
pairs, or rate them from 1 to 5, and see the reference output. In the DOLOMITES paper, people
labelled a sample of edits and of errors; here, models do. Source: the paper, sections 3.4.3, 4.2.1
and 5, and appendix B.

This module is long because it contains five jobs whose prompts show the same kinds of texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil
from statistics import fmean
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import (
    Judging,
    chance,
    drop_empty,
    in_form,
    rater_name,
    safe_request,
)
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Unit, Work
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.raters import ORDERS, Order, in_order, shortened
from desktop_app.core.replies import bounded, reply_text
from plugins.dolomites.draft_rows import (
    EditLabelRow,
    ErrorLabelRow,
    build_edit_label,
    build_error_label,
)
from plugins.dolomites.edits import variant_of
from plugins.dolomites.evaluation import (
    OutputRow,
    ScoreRow,
    VerdictRow,
    build_output,
    build_score,
    build_verdict,
)
from plugins.dolomites.jobs.common import (
    Current,
    Generating,
    about,
    needed_outputs,
    needed_references,
    plan_text,
    sections_text,
    task_text,
    texts_about,
)
from plugins.dolomites.jobs.replies import (
    SaidEditTypes,
    SaidErrors,
    SaidScores,
    SaidVerdict,
    flags_in,
    scores_in,
    verdict_in,
)
from plugins.dolomites.layout import understand_texts
from plugins.dolomites.references import Reference, references, split
from plugins.dolomites.shapes import (
    EDIT,
    EDIT_TYPES,
    ERROR_PATTERNS,
    KEY,
    MOST_SECTIONS,
    SCORE_AXES,
    output_sections_of,
)

# The jobs that have models label types of edits, and errors of the lowest-rated outputs.


class EditTypesJob:
    """Label the types of edits in each post-edit."""

    key: ClassVar[str] = "edit_types"
    title: ClassVar[str] = msg("Label the types of edits")
    prompts: ClassVar[Sequence[str]] = ("edit_types",)
    options: ClassVar[type[BaseModel]] = Judging

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        found = False
        for one in post_edits(dataset):
            found = True
            key = keys.row_key(dataset.project, KEY, self.key, one.item.key, one.annotator)
            label = f"{one.name} by {one.annotator}"
            yield Unit(key, label, one, groups=(one.name, one.item.key))
        if not found:
            raise UsageError(
                msg("there are no post-edits of examples"),
                hint=msg("Create them in the window, or import them: --what post_edits."),
            )

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: PostEdit = unit.data
        texts = {"before": one.before, "after": one.after}
        asked = safe_request(brief, "edit_types", about(one.item.key, one.name), texts)
        data, call = yield from in_form(asked, SaidEditTypes, flags_in(SaidEditTypes))
        row = {
            "variant_set": one.item.key,
            "annotator": one.annotator,
            "labeller": rater_name(brief, "edit_types"),
            "edit_types": [name for name in EDIT_TYPES if getattr(data, name)],
            # Analyses ignore the label after a change of one of the texts (see
            # `edit_measures.Edit.digest`).
            "texts": digest_of(one.before, one.after),
            "call": call,
        }
        return list(build_edit_label(EditLabelRow.model_validate(drop_empty(row)), brief.context))


@dataclass(frozen=True)
class PostEdit:
    """One person's version of an example.

    `before`, `after`: input and output as one text, before and after editing
    """

    item: ItemData
    annotator: str
    before: str
    after: str

    @property
    def name(self) -> str:
        """The name of the example's item."""
        return self.item.name


def post_edits(dataset: Dataset) -> Iterator[PostEdit]:
    """Yield the post-edits whose variant is known, in the order of the dataset."""
    items = {item.key: item for item in dataset.items}
    for one in dataset.annotations:
        item, edited = items.get(one.item), one.answers.get("edited")
        if one.stage != EDIT or item is None or not isinstance(edited, Mapping):
            continue
        # Without its variant, the text before editing is unknown.
        chosen = variant_of(item.content, one.answers.get("chosen"))
        if chosen is not None:
            sides = (
                sections_text([*(each.get("input") or ()), *(each.get("output") or ())])
                for each in (chosen, edited)
            )
            yield PostEdit(item, one.annotator, *sides)


class ErrorsOptions(Judging):
    """Options of `error_patterns`."""

    share: float = Field(
        default=0.1,
        gt=0,
        le=1,
        title=msg("Share of the outputs"),
        description=msg(
            "share of all rated outputs to examine, starting with the lowest-rated; 0.1 is a tenth"
        ),
    )


class ErrorsJob:
    """Label the errors of the outputs with the lowest mean rating over all judges."""

    key: ClassVar[str] = "error_patterns"
    title: ClassVar[str] = msg("Label errors in the lowest-rated outputs")
    prompts: ClassVar[Sequence[str]] = ("error_patterns",)
    options: ClassVar[type[BaseModel]] = ErrorsOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, ErrorsOptions)
        outputs = needed_outputs(dataset)
        known = {one.example: one for one in needed_references(dataset)}
        # The share refers to outputs whose example has a reference, because the prompt contains it.
        rated = [place for place in lowest(dataset) if place[0] in known]
        if not rated:
            raise UsageError(
                msg("no output has been rated"),
                hint=msg(
                    "Rate outputs with a model (run DIR score), or import ratings: --what scores."
                ),
            )
        # Rounded up, so that a small project has at least one output to label.
        for example, model in rated[: ceil(options.share * len(rated))]:
            row = outputs.get(example, {}).get(model)
            # There may be ratings of outputs that were not imported.
            if row is not None:
                key = keys.row_key(dataset.project, KEY, self.key, example, model)
                label = f"{known[example].label}: {model}"
                yield Unit(key, label, (known[example], model, row), groups=known[example].names)

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: Reference
        one, model, output = unit.data
        texts = {**texts_about(one), "output": sections_text(output_sections_of(output))}
        asked = safe_request(brief, "error_patterns", about(one.example, one.label), texts)
        data, call = yield from in_form(asked, SaidErrors, flags_in(SaidErrors))
        row: dict[str, Any] = {
            "example": one.example,
            "model": model,
            "labeller": rater_name(brief, "error_patterns"),
            "error_patterns": [name for name in ERROR_PATTERNS if getattr(data, name)],
            "texts": digest_of(*texts.values()),
            "call": call,
        }
        return list(build_error_label(ErrorLabelRow.model_validate(drop_empty(row)), brief.context))


def lowest(dataset: Dataset) -> list[tuple[str, str]]:
    """Return (example, model) of all rated outputs, sorted by mean rating, lowest first.

    As in the analysis, ratings of texts that have been replaced do not count.
    """
    current = Current(dataset, {one.example: one for one in references(dataset)})
    rated: dict[tuple[str, str], list[float]] = {}
    for row in current.about_outputs(dataset.rows.get("scores", ())):
        values = [float(row[axis]) for axis in SCORE_AXES if row.get(axis) is not None]
        if values:
            place = str(row.get("example", "")), str(row.get("model", ""))
            rated.setdefault(place, []).append(fmean(values))
    # Ties are broken by key, so that repeated runs label the same outputs.
    return sorted(rated, key=lambda place: (fmean(rated[place]), place))


# The job that has candidate models write outputs for examples.


class OutputOptions(Generating):
    """Options of `output`."""

    split: Literal["test", "dev", "all"] = Field(
        default="test",
        title=msg("Examples to use"),
        json_schema_extra={
            "labels": {
                "test": msg("Examples held out for the test"),
                "dev": msg("Examples for development"),
                "all": msg("All examples"),
            }
        },
        description=msg("“test”, “dev”, or “all”"),
    )
    chance: int = Field(
        default=0,
        ge=0,
        le=2**31 - 1,
        title=msg("Seed for the split"),
        description=msg("assigns examples without a split at random"),
    )


class OutputJob:
    """Write the output sections of each example from its task and its input.

    Sections that a model leaves out are not added.
    """

    key: ClassVar[str] = "output"
    title: ClassVar[str] = msg("Write outputs for examples")
    prompts: ClassVar[Sequence[str]] = ("output",)
    options: ClassVar[type[BaseModel]] = OutputOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, OutputOptions)
        known = references(dataset)
        if not known:
            raise UsageError(
                msg("there are no examples to write outputs for"),
                hint=msg(
                    "References come from experts’ post-edits. Inputs alone can be imported: "
                    "--what examples."
                ),
            )
        # Examples without an imported split get a random one, which is stored with their outputs.
        drawn = split({one.example: one.task_key for one in known}, options.chance)
        placed = [
            one if one.split else replace(one, split=where, seen=seen)
            for one in known
            for where, seen in (drawn[one.example],)
        ]
        chosen = [one for one in placed if options.split in ("all", one.split)]
        if not chosen:
            raise UsageError(
                msg("no example belongs to “{split}”", split=options.split),
                hint=msg("Use all of them: --set split=all."),
            )
        for one in chosen:
            yield Unit(one.example, one.label, one, groups=one.names)

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: Reference = unit.data
        # The reference output is not shown, because models must work from task and input alone.
        plans = one.task.output_sections
        texts = {
            "task": task_text(one.task),
            "input": sections_text(one.input),
            "outputs": plan_text(plans),
        }
        reply = yield safe_request(brief, "output", about(one.example, one.label), texts)
        text = bounded(reply_text(reply), reply.model)
        wanted = [plan.title for plan in plans]
        # The task's titles take precedence over the layout, because a bold line of a model is often
        # part of a section.
        found = understand_texts(text, wanted, layout_first=False).sections
        row = {
            "example": one.example,
            "model": brief.model,
            # More sections would be invalid.
            "output": found[:MOST_SECTIONS],
            # An output without sections is kept, because writing none is a result of the model.
            "unformatted": None if found else text,
            "split": one.split,
            "seen": one.seen,
            "call": reply.call,
        }
        return list(build_output(OutputRow.model_validate(drop_empty(row)), brief.context))


@dataclass(frozen=True)
class Pair:
    """Two models' outputs for one example.

    `models`, `texts`: the models, and their outputs as texts, in the order of the models' names
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
            label = f"{one.reference.label}: {first} – {second} ({one.order})"
            yield Unit(key, label, one, groups=one.reference.names)

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
            "judge": rater_name(brief, "judge"),
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

    Raises UsageError if there are none, and if the base model has written no outputs.
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
            texts = tuple(sections_text(output_sections_of(of_it[model])) for model in models)
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
                text = sections_text(output_sections_of(row))
                label = f"{reference.label}: {model}"
                yield Unit(key, label, (reference, model, text), groups=reference.names)

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
            "judge": rater_name(brief, "score"),
            **{axis: getattr(data, axis) for axis in SCORE_AXES},
            "reason": shortened(data.reason),
            "texts": digest_of(*texts.values()),
            "call": call,
        }
        return list(build_score(ScoreRow.model_validate(drop_empty(row)), brief.context))
