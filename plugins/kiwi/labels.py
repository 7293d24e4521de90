"""Judgements of turns by others: second ratings, labels, predicted ratings.

Those from files and models are rows that only leads see. Those that people of the project give in
the window are annotations of the stages `again` and `label`. This module reads both alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.exported_rows import row_by_form
from desktop_app.core.fields import (
    Blank,
    Identifier,
    OptionalId,
    OptionalRater,
    RaterName,
    Row,
    Whole,
)
from desktop_app.core.imported_rows import external_person, rater_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.raters import metric_author
from plugins.kiwi.checks import OptionalLong
from plugins.kiwi.names import Names
from plugins.kiwi.project_questions import sessions_of
from plugins.kiwi.records import data
from plugins.kiwi.sessions import find_turn
from plugins.kiwi.shapes import (
    AGAIN,
    ASKS,
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
    """How another person rates a turn. `session`: its id, or “question:annotator”, with the model
    between these where someone worked on a question with several."""

    session: Identifier
    turn: TurnNumber
    annotator: OptionalId = None
    rating: Rating
    comment: OptionalLong = None


class LabelRow(Row):
    """What a person or a model says a turn asks for, and what is wrong with its answer."""

    session: Identifier
    turn: TurnNumber
    labeller: RaterName
    instruction_type: Annotated[InstructionType | None, Blank] = None
    error_type: Annotated[ErrorType | None, Blank] = None
    retrieval: Annotated[Retrieval | None, Blank] = None


class PredictionRow(Row):
    """How a method predicts that a turn is rated.

    method  of a model of this project: the name of the model (`judge`) and what it was shown
    scheme  “binary” (good or bad) or “three” ways
    seed    of the split whose training turns it saw
    """

    session: Identifier
    turn: TurnNumber
    method: Identifier
    rating: Rating
    scheme: Annotated[Literal["binary", "three"] | None, Blank] = None
    seed: Annotated[Annotated[Whole, Field(ge=0)] | None, Blank] = None
    judge: OptionalRater = None


def build_second_rating(row: SecondRatingRow, context: ImportContext) -> Iterable[Draft]:
    """Turn a second rating into a record.

    Raises RefusedError for an unknown turn, and for ratings of one's own session.
    """
    if row.annotator is None:
        raise FieldError("annotator", msg("is missing"))
    session, _ = find_turn(row.session, row.turn, context)
    if session.annotator == row.annotator:
        raise RefusedError(
            msg("“{annotator}” cannot rate a session of their own again", annotator=row.annotator)
        )
    yield external_person(row.annotator, context)
    fields = {
        **row.extra(),
        "item": session.item,
        "author": session.annotator,
        "turn": row.turn,
        "annotator": row.annotator,
        "rating": row.rating,
        "comment": row.comment,
    }
    key = session.item, session.annotator, row.turn, row.annotator
    yield data("second_ratings", fields, key, context, label=f"{row.session} turn {row.turn}")


def build_label(row: LabelRow, context: ImportContext) -> Iterable[Draft]:
    """Turn labels of a turn into one record per question.

    The labels of different questions may come from different runs.

    Raises RefusedError for an unknown turn, and for an error label of a turn that was rated good.
    """
    given = {name: getattr(row, name) for name in ASKS if getattr(row, name) is not None}
    if not given:
        raise FieldError("instruction_type", msg("is missing"))
    session, rating = find_turn(row.session, row.turn, context)
    if rating == "good" and ("error_type" in given or "retrieval" in given):
        raise RefusedError(msg("a turn that was rated good has no fault to be labelled"))
    labeller = row.labeller
    # Labels by a job have a call, and the record is the model's; imported rows are the lead's.
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
        # The question is part of the key, so a second run can add to a turn's labels.
        key = session.item, session.annotator, row.turn, labeller, name
        label = f"{row.session} turn {row.turn}"
        yield data("labels", fields, key, context, label=label, author=author)


def build_prediction(row: PredictionRow, context: ImportContext) -> Iterable[Draft]:
    """Turn a predicted rating into a record. Raises RefusedError for an unknown turn."""
    if row.scheme == "binary" and row.rating == "neutral":
        raise FieldError("rating", msg("must be 'good' or 'bad' if there are two"))
    session, _ = find_turn(row.session, row.turn, context)
    # A method of a model begins with the model's name, which may be an alias in the file.
    if row.judge:
        method = renamed(row.method, context.alias_of(row.judge), row.judge)
    else:
        method = rater_of(row.method, context)
    fields = {
        **row.extra(),
        "item": session.item,
        "author": session.annotator,
        "turn": row.turn,
        "method": method,
        "rating": row.rating,
        "scheme": row.scheme,
        "seed": row.seed,
        "judge": row.judge,
    }
    key = session.item, session.annotator, row.turn, method, row.scheme, row.seed
    author = metric_author(row.judge or method) if "call" in row.extra() else ""
    label = f"{row.session} turn {row.turn}"
    yield data("predictions", fields, key, context, label=label, author=author)


def renamed(method: str, judge: str, name: str) -> str:
    """Return a method with the model name at its start replaced."""
    return f"{name}{method[len(judge) :]}" if method.startswith(judge) else method


# All judgements, from records and from annotations.
def second_ratings_of(dataset: Dataset) -> list[dict[str, Any]]:
    """Return every second rating of an available session, in the order of sessions and turns.

    Each is {"item", "author", "turn", "annotator", "rating", "comment"?}. Ratings of one's own
    session do not count.
    """
    return _in_place(dataset, all_second_ratings(dataset))


def labels_of(dataset: Dataset) -> list[dict[str, Any]]:
    """Return every label of an available turn, in the order of sessions and turns.

    Each is {"item", "author", "turn", "labeller", and one of the questions}.
    """
    return _in_place(dataset, all_labels(dataset))


def all_second_ratings(dataset: Dataset) -> Iterator[dict[str, Any]]:
    """Yield second ratings like `second_ratings_of`, without checking their turns.

    They may be about turns that are missing or have changed; `judged` shows it (`judged_text`).
    """
    for row in dataset.rows.get("second_ratings", ()):
        yield dict(row)
    items = {item.key: item for item in dataset.items if item.stage == AGAIN}
    for one in dataset.annotations:
        item = items.get(one.item)
        # A second rating of one's own session does not count; imports may contain one.
        if item is None or item.origin.get("author") == one.annotator:
            continue
        turns = item.content.get("turns") or ()
        asked = {str(turn["turn"]): judged_text(turn) for turn in turns if turn.get("ask")}
        for number, rating in (one.answers.get("ratings") or {}).items():
            # A bundle may contain ratings of other turns.
            if number in asked:
                about = {**_about(item.origin, int(number)), "judged": asked[number]}
                yield {**about, "annotator": one.annotator, **rating}


def all_labels(dataset: Dataset) -> Iterator[dict[str, Any]]:
    """Yield labels like `labels_of`, without checking their turns.

    They may be about turns that are missing or have changed; `judged` shows it (`judged_text`).
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
    """Return a digest that tells a turn from another one with the same number.

    A session may be resumed, or another version of it may count after a conflict. Empty for a turn
    that is not shown.
    """
    if "instruction" not in turn or "answer" not in turn:
        return ""
    return digest_of(str(turn["instruction"]), str(turn["answer"]))


def _about(origin: Mapping[str, Any], turn: int) -> dict[str, Any]:
    return {"item": str(origin.get("of")), "author": str(origin.get("author")), "turn": turn}


def _in_place(dataset: Dataset, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows about turns that exist and are unchanged, in their order."""
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
            # The labels of a turn are in the order of the questions.
            asks = [name not in row for name in ASKS]
            there.append(((number, row["turn"], who, *scheme, asks), row))
    return [row for _, row in sorted(there, key=lambda pair: pair[0])]


# Rows for export.
def second_rating_rows(names: Names) -> Iterable[dict[str, Any]]:
    for row in second_ratings_of(names.dataset):
        yield _row(names, row, SecondRatingRow)


def label_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield labels, with those of one labeller and turn in one row if all other fields are
    equal."""
    result: dict[Any, dict[str, Any]] = {}
    for row in labels_of(names.dataset):
        more = {name: value for name, value in row.items() if name not in ASKS}
        # The fields are of any JSON type, so their text is the key.
        result.setdefault(repr(sorted(more.items(), key=str)), dict(more)).update(row)
    for row in result.values():
        yield _row(names, row, LabelRow)


def prediction_rows(names: Names) -> Iterable[dict[str, Any]]:
    rows = map(dict, names.dataset.rows.get("predictions", ()))
    for row in _in_place(names.dataset, rows):
        yield _row(names, row, PredictionRow)


def _row(names: Names, row: Mapping[str, Any], form: type[Row]) -> dict[str, Any]:
    raters = {name: names.rater(row[name]) for name in ("labeller", "method") if name in row}
    judge = str(row.get("judge") or "")
    if judge:
        raters["judge"] = names.rater(judge)
        # The method contains the model's name, which has to be under its alias as well.
        raters["method"] = renamed(str(row["method"]), judge, raters["judge"])
    session = {"session": names.session(row["item"], row["author"])}
    more = {name: value for name, value in row.items() if name not in ("item", "author")}
    fields = present({**more, **session, **raters})
    return row_by_form(form, fields, fields)


ROW_KINDS: Mapping[str, RowSpec] = {
    "second_ratings": RowSpec(
        "second_ratings", SecondRatingRow, build_second_rating, title=msg("Second ratings of turns")
    ),
    "labels": RowSpec("labels", LabelRow, build_label, title=msg("Labels of turns")),
    "predictions": RowSpec(
        "predictions", PredictionRow, build_prediction, title=msg("Predicted ratings")
    ),
}
EXPORTS: Mapping[str, Callable[[Names], Iterable[dict[str, Any]]]] = {
    "second_ratings": second_rating_rows,
    "labels": label_rows,
    "predictions": prediction_rows,
}
