"""The rows of automatic ratings, for protocols whose raters answer the questions of a form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

from desktop_app.core.fields import (
    Blank,
    Identifier,
    Number,
    OptionalId,
    OptionalPerson,
    Row,
    Whole,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, in_order, metric_draft, row_of

KIND = "metric_ratings"
# The question of automatic ratings that are compared with all questions.
ALL_QUESTIONS = "*"


class MetricRow(Row):
    """A rating by a metric or a model.

    `question`: key of the question that it answers, as a number: for Yes/No from 0 to 1. If
        missing, the value is compared with all questions
    `distribution`: probability of each value, or share of the samples or assessors that gave it
    `mass`: probability of all allowed answers, before `distribution` was made to sum to 1
    `low_mass`: whether `mass` is below the limit of the run, or much is unknown, so that the rating
        is doubtful
    `outcome`, `rounds`: whether assessors agreed in a discussion, and how many rounds it took
    `calls`: keys of the requests to models
    `texts`: digest of what was rated, by which outdated ratings are recognised
    `scorer`: the server or the plugin of a scorer
    `examples`: keys of the items that were shown as examples, in their order
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("distribution", "calls", "examples"))

    item: Identifier
    method: Identifier
    question: OptionalId = None
    value: Annotated[Number | None, Blank] = None
    distribution: Annotated[dict[str, Number] | None, Blank] = None
    run: Annotated[Whole | None, Blank] = None
    mass: Annotated[Number | None, Blank] = None
    low_mass: Annotated[bool | None, Blank] = None
    outcome: Annotated[Literal["unanimous", "majority", "none"] | None, Blank] = None
    rounds: Annotated[Whole | None, Blank] = None
    calls: Annotated[list[str] | None, Blank] = None
    texts: OptionalId = None
    scorer: OptionalId = None
    examples: Annotated[list[str] | None, Blank] = None


class PartRow(MetricRow):
    """A rating of one of several texts of an item.

    `annotator`: whose work on the item was rated
    `part`: which part of it, such as the number of a turn
    """

    annotator: OptionalPerson = None
    part: OptionalId = None


# Returns the key of the item with a name. Raises RefusedError for an unknown item.
Find = Callable[[str, ImportContext], str]


def build_metric_rating(
    protocol: str, row: MetricRow, context: ImportContext, find: Find | None = None
) -> Iterable[Draft]:
    """Yield the record of an automatic rating."""
    yield metric_draft(protocol, row, row.question or ALL_QUESTIONS, context, find)


def export_metric_ratings(model: type[MetricRow], names: Names) -> Iterator[dict[str, Any]]:
    """Yield all automatic ratings of a dataset as rows."""
    for body in names.dataset.metric_ratings:
        row = {**in_order(model, body), "item": names.item(body["item"])}
        if row.get("question") == ALL_QUESTIONS:
            row["question"] = None
        # An empty value means that the method was asked but returned no number.
        yield row_of(model, row, row.pop("extra", None), keep=("value",))


def metric_ratings_of(
    protocol: str, model: type[MetricRow] = PartRow, find: Find | None = None
) -> RowSpec:
    """Return the kind of rows with the automatic ratings of a protocol.

    `find`: for items that have other names in files than their ids
    """
    return RowSpec(
        KIND,
        model,
        partial(build_metric_rating, protocol, find=find),
        title=msg("Ratings by metrics"),
        export=partial(export_metric_ratings, model),
    )
