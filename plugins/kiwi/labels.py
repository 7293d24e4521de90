"""Other people's judgements of turns: second ratings, labels, predicted ratings, and their rows.

Rows of second ratings, labels and predictions, from files or jobs, are records that only leads see.
Answers at the stages `again` and `label`, from the window or from rows of answers, are annotations.
This module reads both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from desktop_app.core import metric_rows
from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    OptionalId,
    OptionalRater,
    OptionalText,
    RaterName,
    Row,
    Seconds,
    Whole,
)
from desktop_app.core.keys import metric_author
from desktop_app.core.messages import msg
from desktop_app.core.metric_rows import PartRow
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import (
    external_person,
    rater_of,
    row_by_form,
)
from plugins.kiwi.checks import OptionalLong
from plugins.kiwi.project_questions import sessions_of
from plugins.kiwi.records import Names, data, stored
from plugins.kiwi.sessions import find_turn
from plugins.kiwi.shapes import (
    AGAIN,
    ASKS,
    KEY,
    LABEL,
    MOST_TURNS,
    ErrorType,
    InstructionType,
    Rating,
    Retrieval,
    present,
)

TurnNumber = Annotated[Whole, Field(ge=1, le=MOST_TURNS)]


class SecondRatingRow(Row):
    """A second person's rating of a turn.

    `session`: the id of the session, or “question:annotator”; “question:model:annotator” if the
        annotator worked on the question with several models
    """

    session: Identifier
    turn: TurnNumber
    annotator: OptionalId = None
    rating: Rating
    comment: OptionalLong = None


class LabelRow(Row):
    """A person's or a model's labels of one turn: instruction type, error type, retrieval."""

    session: Identifier
    turn: TurnNumber
    labeller: RaterName
    instruction_type: Annotated[InstructionType | None, Blank] = None
    error_type: Annotated[ErrorType | None, Blank] = None
    retrieval: Annotated[Retrieval | None, Blank] = None


class PredictionRow(Row):
    """A rating of a turn that a method predicted.

    `method`: the name of the method; for predictions of the job `predict`, the model's name and the
        number of examples
    `scheme`: “binary” (good or bad) or “three” (good, neutral or bad)
    `seed`: the seed of the split whose training turns the method saw; None if there was no split
    `judge`: the model, if the name of the method begins with a model's name
    """

    session: Identifier
    turn: TurnNumber
    method: Identifier
    rating: Rating
    scheme: Annotated[Literal["binary", "three"] | None, Blank] = None
    seed: Annotated[Annotated[Whole, Field(ge=0)] | None, Blank] = None
    judge: OptionalRater = None


class TurnMetricRow(PartRow):
    """A rating of a turn by a metric or a model.

    `session`: the id of the session; only in exports, because `item` and `annotator` identify it
    """

    session: OptionalId = None


def build_metric_rating(row: TurnMetricRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of an automatic rating, without the id of the session."""
    return metric_rows.build_metric_rating(KEY, row.model_copy(update={"session": None}), context)


def build_second_rating(row: SecondRatingRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the records of a second rating: an external person and the rating.

    Raises FieldError if the row has no annotator; raises RefusedError for an unknown turn, and for
    a rating of one's own session.
    """
    if row.annotator is None:
        raise FieldError("annotator", msg("is missing"))
    session, _ = find_turn(row.session, row.turn, context)
    if session.annotator == row.annotator:
        raise RefusedError(
            msg("“{annotator}” cannot rate a session of their own again", annotator=row.annotator)
        )
    yield external_person(row.annotator, context)
    fields = stored(row, session=None, item=session.item, author=session.annotator)
    key = session.item, session.annotator, row.turn, row.annotator
    yield data("second_ratings", fields, key, context, label=f"{row.session} turn {row.turn}")


def build_label(row: LabelRow, context: ImportContext) -> Iterable[Draft]:
    """Yield one record for each label of a turn.

    Raises FieldError if the row has no label; raises RefusedError for an unknown turn, and for a
    label of an error or of retrieval if the turn was rated good.
    """
    given = {name: getattr(row, name) for name in ASKS if getattr(row, name) is not None}
    if not given:
        raise FieldError("instruction_type", msg("is missing"))
    session, rating = find_turn(row.session, row.turn, context)
    if rating == "good" and ("error_type" in given or "retrieval" in given):
        raise RefusedError(msg("a turn rated good has no error to label"))
    labeller = row.labeller
    # Rows that a job wrote name their call, and the model is the author of their records. Otherwise
    # the author is the lead, who imported the row.
    author = metric_author(labeller) if "call" in row.extra() else ""
    for name, code in given.items():
        fields = {
            **row.extra(),
            "item": session.item,
            "author": session.annotator,
            "turn": row.turn,
            "labeller": labeller,
            name: code,
        }
        # The key contains the question, so that another run can add the label of another question.
        key = session.item, session.annotator, row.turn, labeller, name
        label = f"{row.session} turn {row.turn}"
        yield data("labels", fields, key, context, label=label, author=author)


def build_prediction(row: PredictionRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a predicted rating.

    Raises FieldError for “neutral” in the binary scheme, and RefusedError for an unknown turn.
    """
    if row.scheme == "binary" and row.rating == "neutral":
        raise FieldError("rating", msg("must be “good” or “bad” in the binary scheme"))
    session, _ = find_turn(row.session, row.turn, context)
    # The method of a model begins with the model's name, which may be an alias in the file.
    if row.judge:
        method = renamed(row.method, context.alias_of(row.judge), row.judge)
    else:
        method = rater_of(row.method, context)
    fields = stored(row, session=None, item=session.item, author=session.annotator, method=method)
    key = session.item, session.annotator, row.turn, method, row.scheme, row.seed
    author = metric_author(row.judge or method) if "call" in row.extra() else ""
    label = f"{row.session} turn {row.turn}"
    yield data("predictions", fields, key, context, label=label, author=author)


def renamed(method: str, judge: str, name: str) -> str:
    """Return the name of a method with the model's name at its start replaced.

    `judge`: the name to replace; a method that does not start with it is returned unchanged
    `name`: the new name
    """
    return f"{name}{method[len(judge) :]}" if method.startswith(judge) else method


# Answers of the later stages, for people who work with files instead of the window.


class AnswerRow(Row):
    """A person's answers about turns of one session.

    At the stage of second ratings, `ratings` maps the numbers of turns to ratings. All other fields
    are labels of one turn. Stages about turns may have rows of their own instead.
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("ratings",))

    item: Identifier
    annotator: OptionalId = None
    ratings: Annotated[dict[str, Any] | None, Blank] = None
    instruction_type: OptionalText = None
    error_type: OptionalText = None
    retrieval: OptionalText = None
    seconds: Seconds = None


# All judgements, from records and from annotations.
def second_ratings_of(dataset: Dataset) -> list[dict[str, Any]]:
    """Return the second ratings of turns that exist unchanged, in the order of sessions and turns.

    Each is {"item", "author", "turn", "annotator", "rating", "comment"?}. Ratings of one's own
    session are left out.
    """
    return _in_place(dataset, all_second_ratings(dataset))


def labels_of(dataset: Dataset) -> list[dict[str, Any]]:
    """Return the labels of turns that exist unchanged, in the order of sessions and turns.

    Each is {"item", "author", "turn", "labeller", QUESTION: code}, with one key of `ASKS`.
    """
    return _in_place(dataset, all_labels(dataset))


def all_second_ratings(dataset: Dataset) -> Iterator[dict[str, Any]]:
    """Yield second ratings like `second_ratings_of`, without checking their turns.

    The rated turn may be missing or may have changed. Ratings from annotations have a field
    `judged`: the digest of the turn at the time of the rating (see `judged_text`).
    """
    for row in dataset.rows.get("second_ratings", ()):
        yield dict(row)
    items = {item.key: item for item in dataset.items if item.stage == AGAIN}
    for one in dataset.annotations:
        item = items.get(one.item)
        # A bundle may contain a second rating of one's own session.
        if item is None or item.origin.get("author") == one.annotator:
            continue
        turns = item.content.get("turns") or ()
        asked = {str(turn["turn"]): judged_text(turn) for turn in turns if turn.get("ask")}
        for number, rating in (one.answers.get("ratings") or {}).items():
            # A bundle may also contain ratings of turns that were not selected.
            if number in asked:
                about = {**_about(item.origin, int(number)), "judged": asked[number]}
                yield {**about, "annotator": one.annotator, **rating}


def all_labels(dataset: Dataset) -> Iterator[dict[str, Any]]:
    """Yield labels like `labels_of`, without checking their turns.

    The labelled turn may be missing or may have changed. Labels from annotations have a field
    `judged`: the digest of the turn at the time of labelling (see `judged_text`).
    """
    for row in dataset.rows.get("labels", ()):
        yield dict(row)
    items = {item.key: item for item in dataset.items if item.stage == LABEL}
    for one in dataset.annotations:
        item = items.get(one.item)
        if item is None:
            continue
        judged = judged_text(item.content.get("turn") or {})
        about = {**_about(item.origin, int(item.origin.get("turn", 0))), "judged": judged}
        for name in item.content.get("ask") or ():
            if name in one.answers:
                yield {**about, "labeller": one.annotator, name: one.answers[name]}


def judged_text(turn: Mapping[str, Any]) -> str:
    """Return a digest that distinguishes a turn from another turn with the same number.

    A turn can change if its session is resumed, or if another version of the session becomes valid
    after a conflict. The digest is empty for a turn without an instruction or an answer.
    """
    if "instruction" not in turn or "answer" not in turn:
        return ""
    return digest_of(str(turn["instruction"]), str(turn["answer"]))


def _about(origin: Mapping[str, Any], turn: int) -> dict[str, Any]:
    return {"item": str(origin.get("of")), "author": str(origin.get("author")), "turn": turn}


def _in_place(dataset: Dataset, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows about turns that exist unchanged, in the order of sessions and turns.

    The field `judged` is removed from all rows.
    """
    place = {
        (one.item, one.annotator): (number, one.answers.get("turns") or ())
        for number, one in enumerate(sessions_of(dataset))
    }
    there = []
    for row in rows:
        number, turns = place.get((row["item"], row["author"]), (0, ()))
        judged = row.pop("judged", "")
        # Turns are counted from 1.
        if 1 <= row["turn"] <= len(turns):
            if judged and judged != judged_text(turns[row["turn"] - 1]):
                continue
            who = str(row.get("annotator") or row.get("labeller") or row.get("method"))
            scheme = str(row.get("scheme") or ""), int(row.get("seed") or 0)
            # Sorts the labels of a turn by question.
            asks = [name not in row for name in ASKS]
            there.append(((number, row["turn"], who, *scheme, asks), row))
    return [row for _, row in sorted(there, key=lambda pair: pair[0])]


# Rows for export.
def label_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield labels as rows.

    Labels of one turn by the same labeller share a row if all their other fields are equal.
    """
    result: dict[Any, dict[str, Any]] = {}
    for row in labels_of(names.dataset):
        more = {name: value for name, value in row.items() if name not in ASKS}
        # The values may be lists or objects, which cannot be keys of a dictionary.
        result.setdefault(repr(sorted(more.items(), key=str)), dict(more)).update(row)
    for row in result.values():
        yield _row(names, row, LabelRow)


def _predictions_of(dataset: Dataset) -> list[dict[str, Any]]:
    return _in_place(dataset, map(dict, dataset.rows.get("predictions", ())))


def _row(names: Names, row: Mapping[str, Any], form: type[Row]) -> dict[str, Any]:
    raters = {name: names.rater(row[name]) for name in ("labeller", "method") if name in row}
    judge = str(row.get("judge") or "")
    if judge:
        raters["judge"] = names.rater(judge)
        # The method contains the model's name, which must be replaced by its alias as well.
        raters["method"] = renamed(str(row["method"]), judge, raters["judge"])
    session = {"session": names.session(row["item"], row["author"])}
    more = {name: value for name, value in row.items() if name not in ("item", "author")}
    fields = present({**more, **session, **raters})
    return row_by_form(form, fields, fields)


def metric_rows_of(names: Names) -> Iterator[dict[str, Any]]:
    """Yield automatic ratings as rows, each with the id of its session."""
    # Each row belongs to the rating at the same place.
    rows = metric_rows.export_metric_ratings(TurnMetricRow, names)
    for body, row in zip(names.dataset.metric_ratings, rows, strict=True):
        author = body.get("annotator")
        session = {} if author is None else {"session": names.session(body["item"], author)}
        yield {"item": row["item"], **session, **row}


METRIC_RATINGS = RowSpec(
    metric_rows.KIND,
    TurnMetricRow,
    build_metric_rating,
    title=msg("Ratings by metrics"),
    export=metric_rows_of,
)
SECOND_RATINGS = RowSpec(
    "second_ratings",
    SecondRatingRow,
    build_second_rating,
    title=msg("Second ratings of turns"),
    export=lambda names: (
        _row(names, row, SecondRatingRow) for row in second_ratings_of(names.dataset)
    ),
)
LABELS = RowSpec("labels", LabelRow, build_label, title=msg("Labels of turns"), export=label_rows)
PREDICTIONS = RowSpec(
    "predictions",
    PredictionRow,
    build_prediction,
    title=msg("Predicted ratings"),
    export=lambda names: (
        _row(names, row, PredictionRow) for row in _predictions_of(names.dataset)
    ),
)
