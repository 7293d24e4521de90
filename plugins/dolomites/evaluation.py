"""Rows of the evaluation: outputs of candidate models, and judgements of these outputs.

Judges compare two outputs (verdicts) and rate outputs on five axes. Entailment is scored by
section, in both directions. Source: the DOLOMITES paper, section 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, PrivateAttr, model_validator

from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    ModelName,
    Number,
    OptionalId,
    OptionalModel,
    OptionalText,
    RaterName,
    Row,
    Whole,
    YesNo,
)
from desktop_app.core.keys import metric_author
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names
from plugins.dolomites.examples import find_example
from plugins.dolomites.shapes import (
    SCORE_AXES,
    Written,
    export_kept_rows,
    kept_row,
    sections_of,
    titles,
)

# The sort fields of rows about an example.
_DISTINGUISHING = (
    *("model", "model_1", "model_2", "judge", "order"),
    *("scorer", "direction", "section", "method", "id"),
)

Split = Annotated[Literal["dev", "test"] | None, Blank]
Seen = Annotated[YesNo | None, Blank]


def _whole_if_so(value: float | None) -> float | None:
    # Equal ratings must give equal records, whether a file has 4 or 4.0.
    return int(value) if value is not None and value == int(value) else value


Score = Annotated[Annotated[Number, Field(ge=1, le=5)] | None, Blank, AfterValidator(_whole_if_so)]


class OutputRow(Row):
    """A model's output for the input of an example. Each model has one output per example.

    `unformatted`: instead of sections, a text in which none of the task's sections was found
    `seen`: whether the example's task also has examples in the development split
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("output",))

    id: OptionalId = None
    example: Identifier
    model: ModelName
    output: Written
    unformatted: OptionalText = None
    split: Split = None
    seen: Seen = None

    _odd: str = PrivateAttr("")

    def remarks(self) -> Iterable[str]:
        """Return remarks for the import report. They are known once the record has been built."""
        return [self._odd] if self._odd else []


class SplitRow(Row):
    """The split to which an example belongs: development or test.

    `seen`: whether the example's task also has examples in the development split
    """

    example: Identifier
    split: Literal["dev", "test"]
    seen: Seen = None


class VerdictRow(Row):
    """A judge's comparison of two models' outputs. “1” prefers the output of `model_1`.

    `order`: the output that the judge saw first, 1 or 2; each order is a separate verdict
    """

    id: OptionalId = None
    example: Identifier
    model_1: ModelName
    model_2: ModelName
    judge: RaterName
    order: Annotated[Annotated[Whole, Field(ge=1, le=2)] | None, Blank] = None
    verdict: Annotated[Literal["1", "2", "same"], Blank]
    reason: OptionalText = None

    @model_validator(mode="before")
    @classmethod
    def _numbers(cls, value: Any) -> Any:
        # `type` instead of `isinstance`, because True is also an int.
        if isinstance(value, Mapping) and type(value.get("verdict")) is int:
            return {**value, "verdict": str(value["verdict"])}
        return value


class OfOutput(Row):
    """A row about an output.

    The output is named by its id, by “example:model”, or by `example` and `model`.
    """

    output: OptionalId = None
    example: OptionalId = None
    model: OptionalModel = None

    @model_validator(mode="after")
    def _about_one(self) -> OfOutput:
        # Only one of the two ways is accepted, because both together could contradict each other.
        both = self.example is not None and self.model is not None
        if (self.output is None) != both or (self.example is None) != (self.model is None):
            raise ValueError(
                msg("specify the judged output: either “output”, or “example” and “model”")
            )
        return self


class ScoreRow(OfOutput):
    """A judge's ratings of an output, 1 to 5."""

    id: OptionalId = None
    judge: RaterName
    adherence: Score = None
    accuracy: Score = None
    depth: Score = None
    completeness: Score = None
    coherence: Score = None

    @model_validator(mode="after")
    def _something(self) -> ScoreRow:
        if all(getattr(self, axis) is None for axis in SCORE_AXES):
            raise ValueError(
                msg(
                    "no axis is rated: specify at least one of {score_axes}",
                    score_axes=", ".join(SCORE_AXES),
                )
            )
        return self


class EntailmentRow(OfOutput):
    """An entailment score of a section of an output and the same section of the reference.

    `direction`: “forward”: whether the output's section follows from the reference's; “reverse”:
        whether the reference's section follows from the output's
    `section`: title of the section in the reference
    `value`: 0 to 1; None if the scorer could not decide
    """

    scorer: RaterName
    direction: Literal["forward", "reverse"]
    section: OptionalText = None
    value: Annotated[Annotated[Number, Field(ge=0, le=1)] | None, Blank] = None


class MetricRow(OfOutput):
    """The value of a metric, such as BLEURT, for an output, computed outside this program."""

    method: Identifier
    value: Annotated[Number | None, Blank] = None


def _fields(row: Row, **more: Any) -> dict[str, Any]:
    """Return all fields of a row, including unknown ones. The fields in `more` take precedence."""
    own = row.model_dump(include=set(type(row).model_fields))
    return {**row.extra(), **own, **more}


def build_output(row: OutputRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of an output.

    Raises RefusedError for an unknown example, and for a text with too many sections.
    """
    example, model = find_example(row.example, context), row.model
    task = (context.content_of(example) or {}).get("task") or {}
    try:
        wanted = titles(task.get("output_sections") or ())
        found = sections_of(row.output, wanted, layout_first=False)
    except ValueError as error:
        raise RefusedError(msg("output: {error}", error=error)) from None
    # A text without the task's sections is stored as one text. As a section with an added title, it
    # would count as an extra section and look like one written by the model.
    text = row.output if isinstance(row.output, str) and row.output.strip() else None
    unformatted = row.unformatted if text is None else text
    more: dict[str, str | None] = {"unformatted": None}
    if unformatted is not None and not found:
        more["unformatted"] = unformatted
        row._odd = msg("none of the task’s sections is in the output; it is kept as one text")
    elif not any(one.text.strip() for one in found):
        # Not refused, because an empty output is a result of the model and counts in its figures.
        row._odd = msg("the output is empty; it counts as an output without sections")
    sections = [{"title": one.title, "text": one.text} for one in found]
    fields = {**_fields(row, example=example, **more), "output": sections}
    label = row.id or f"{row.example}:{row.model}"
    key = (example, model)
    kept = kept_row("outputs", fields, key, context, label=label, author=metric_author(model))
    body = kept.body or {}
    # `kept_row` drops empty fields, but an empty list of sections must be kept.
    yield replace(kept, body={**body, "row": {**body.get("row", {}), "output": sections}})


def build_split(row: SplitRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of the split to which an example belongs."""
    example = find_example(row.example, context)
    fields = _fields(row, example=example)
    yield kept_row(
        "splits", fields, (example,), context, label=msg("split of {example}", example=row.example)
    )


def build_verdict(row: VerdictRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a verdict, whose author is the judge.

    A judge has one verdict per pair of outputs and order, whichever output is number 1. Raises
    FieldError if both models are the same, and RefusedError for an unknown example.
    """
    models = row.model_1, row.model_2
    if models[0] == models[1]:
        raise FieldError("models", msg("“model_1” and “model_2” are the same model"))
    example = find_example(row.example, context)
    fields = _fields(row, example=example)
    # The model instead of the number, because swapping `model_1` and `model_2` must give the same
    # key.
    first = models[row.order - 1] if row.order is not None else None
    key = (example, *sorted(models), row.judge, first)
    label = msg(
        "verdict of {judge} on {example}, {model_1} and {model_2}",
        judge=row.judge,
        example=row.example,
        model_1=row.model_1,
        model_2=row.model_2,
    )
    yield kept_row("verdicts", fields, key, context, label=label, author=metric_author(row.judge))


def output_of(row: OfOutput, context: ImportContext) -> tuple[str, str]:
    """Return the key of the example and the model of the output that a row is about.

    Raises RefusedError for an unknown example or output.
    """
    if row.example is not None and row.model is not None:
        return find_example(row.example, context), row.model
    name = str(row.output)
    parts = name.split(":")
    # Ids of examples and names of models may contain colons, so every way to split is tried.
    for end in range(1, len(parts)):
        example, model = ":".join(parts[:end]), ":".join(parts[end:])
        try:
            return find_example(example, context), context.model_of(model)
        except RefusedError:
            continue
    # Ids of rows are tried last, because they may be any text.
    for one in context.rows_of("outputs"):
        if one.get("id") == name:
            return str(one["example"]), str(one["model"])
    raise RefusedError(
        msg("unknown output “{name}”", name=name),
        hint=msg("Import the outputs first; specify one by its ID, or as “example:model”."),
    )


def _about_output(
    what: str,
    row: OfOutput,
    context: ImportContext,
    author: str,
    *named: str | None,
    label: str = "",
) -> Iterable[Draft]:
    """Yield the record of a row about an output.

    `author`: the judge, scorer or metric, which is the author of the record
    `named`: the values that distinguish the row from other rows of its kind about the output
    """
    example, model = output_of(row, context)
    fields = _fields(row, output=None, example=example, model=model)
    key = (example, model, *named)
    yield kept_row(what, fields, key, context, label=label, author=metric_author(author))


def build_score(row: ScoreRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a judge's ratings of an output, whose author is the judge."""
    label = msg(
        "scores of {judge} for {value}",
        judge=row.judge,
        value=row.output or f"{row.example}:{row.model}",
    )
    return _about_output("scores", row, context, row.judge, row.judge, label=label)


def build_entailment(row: EntailmentRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of an entailment score of one section of an output."""
    named = (row.scorer, row.direction, row.section)
    return _about_output("entailments", row, context, row.scorer, *named)


def build_metric(row: MetricRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of the value of a metric for an output."""
    return _about_output("metrics", row, context, row.method, row.method)


def _exported(what: str, form: type[Row]) -> Callable[[Names], Iterable[dict[str, Any]]]:
    """Return the export of a kind, sorted by the names of examples: keys differ by project."""

    def rows(names: Names) -> Iterable[dict[str, Any]]:
        def place(row: Mapping[str, Any]) -> Any:
            return natural_order(names.item(row["example"])), [
                str(row.get(name, "")) for name in _DISTINGUISHING
            ]

        there = sorted(names.dataset.rows.get(what, ()), key=place)
        return export_kept_rows(names, there, form)

    return rows


ROW_KINDS: Mapping[str, RowSpec] = {
    "outputs": RowSpec(
        "outputs",
        OutputRow,
        build_output,
        OutputRow.remarks,
        title=msg("Outputs of models"),
        export=_exported("outputs", OutputRow),
    ),
    "splits": RowSpec(
        "splits",
        SplitRow,
        build_split,
        title=msg("Split into development and test"),
        export=_exported("splits", SplitRow),
    ),
    "verdicts": RowSpec(
        "verdicts",
        VerdictRow,
        build_verdict,
        title=msg("Verdicts of judges"),
        export=_exported("verdicts", VerdictRow),
    ),
    "scores": RowSpec(
        "scores",
        ScoreRow,
        build_score,
        title=msg("Scores by judges"),
        export=_exported("scores", ScoreRow),
    ),
    "entailments": RowSpec(
        "entailments",
        EntailmentRow,
        build_entailment,
        title=msg("Entailment between sections"),
        export=_exported("entailments", EntailmentRow),
    ),
    "metrics": RowSpec(
        "metrics",
        MetricRow,
        build_metric,
        title=msg("Values of other metrics"),
        export=_exported("metrics", MetricRow),
    ),
}
