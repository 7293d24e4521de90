"""Critique of a response: score, points, revision, categories.

These rules need no response. `check_anchors` contains the only rule that depends on the text of the
response. Source: the CnR paper, section 3 (data) and 7.1 (categories).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, model_validator

from desktop_app.core.errors import FieldError
from desktop_app.core.fields import (
    Blank,
    OptionalText,
    RequiredText,
    Row,
    Text,
    Whole,
    YesNo,
    first_problem,
    words_in,
)
from desktop_app.core.messages import msg
from desktop_app.core.row_conversion import present

if TYPE_CHECKING:
    from desktop_app.core.forms import Form

CATEGORIES = (
    "instruction_following",
    "correctness",
    "relevance",
    "completeness",
    "clarity",
    "safety",
)
SIDES = ("positive", "negative")
# Maximum number of points of one side. No page could show more of them at once.
MOST_POINTS = 40
# Maximum number of points of all models' critiques together.
MOST_MODEL_POINTS = 400

# Category names in other datasets, and the codes themselves.
_CATEGORY_OF = {
    "instruction": "instruction_following",
    "instruction_following": "instruction_following",
    "correctness": "correctness",
    "relevance": "relevance",
    "completeness": "completeness",
    "depth": "completeness",
    "detail": "completeness",
    "completeness_depth_detail": "completeness",
    "completeness_detail_depth": "completeness",
    "completeness_depth_and_detail": "completeness",
    "clarity": "clarity",
    "safety": "safety",
}

OptionalWhole = Annotated[Annotated[Whole, Field(ge=0)] | None, Blank]


@cache
def form_file(name: str) -> Form:
    """Return one of this protocol's forms."""
    # Imported here because the parser is needed only where questions are asked.
    from desktop_app.core.forms import parse_form

    file = files(__package__).joinpath("forms", f"{name}.yaml")
    return parse_form(file.read_text("utf-8"), file=file.name, shipped=True)


@cache
def category_titles() -> Mapping[str, str]:
    """Return the titles of the categories by code: the labels of the form."""
    from desktop_app.core.question_types import options_of

    form = form_file("critique")
    return {str(one.code): form.wording(one) for one in options_of(form.question("categories"))}


def category_code(name: str) -> str:
    """Return the code of the category with this name. Raises ValueError for an unknown name."""
    word = "_".join(re.findall(r"[a-z]+", name.casefold()))
    code = _CATEGORY_OF.get(word)
    if code is None:
        raise ValueError(
            msg(
                "“{name}” is not a category; the categories are {categories}",
                name=name[:40],
                categories=", ".join(CATEGORIES),
            )
        )
    return code


def _one(value: Any) -> Any:
    return category_code(value) if isinstance(value, str) else value


def _in_order(codes: list[str]) -> list[str]:
    return [code for code in CATEGORIES if code in codes]


def _as_list(value: Any) -> Any:
    """Return a single point as a list of one, and a blank text as None."""
    if isinstance(value, str):
        return [value] if value.strip() else None
    return [value] if isinstance(value, dict) else value


Categories = Annotated[
    list[Annotated[Text, BeforeValidator(_one)]] | None,
    BeforeValidator(words_in),
]


class Point(Row):
    """One statement about what is good or wrong, and why.

    `start`, `end`: the part of the response it is about, in Unicode code points, half-open
    `addressed`: whether the revision takes account of it (fixes it, or keeps it); None: not stated
    `from_model`: whether it was accepted from a model's critique, unchanged or edited
    """

    text: RequiredText
    start: OptionalWhole = None
    end: OptionalWhole = None
    addressed: Annotated[YesNo | None, Blank] = None
    from_model: Annotated[Literal["taken", "edited"] | None, Blank] = None

    @model_validator(mode="before")
    @classmethod
    # In files, a point may be a plain string.
    def _plain_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _part(self) -> Point:
        if (self.start is None) != (self.end is None):
            raise ValueError(msg("“start” and “end” must be specified together"))
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError(msg("“start” must be before “end”"))
        return self


class ModelPoint(Row):
    """The annotator's decision about one point of a model's critique."""

    side: Literal["positive", "negative"]
    text: Text
    happened: Literal["taken", "edited", "rejected", "left"]


def _few(points: list[Any] | None) -> list[Any] | None:
    if points is not None and len(points) > MOST_POINTS:
        raise ValueError(
            msg(
                "there are {count} points; the maximum is {most_points}",
                count=len(points),
                most_points=MOST_POINTS,
            )
        )
    return points


Points = Annotated[list[Point] | None, BeforeValidator(_as_list), AfterValidator(_few)]


class CritiqueFields(Row):
    """A critique and its revision. A question that was not asked has no value."""

    json_fields: ClassVar[frozenset[str]] = frozenset(
        ("positive", "negative", "categories", "model_points")
    )

    score: Annotated[Annotated[Whole, Field(ge=1, le=5)] | None, Blank] = None
    positive: Points = None
    negative: Points = None
    nothing_to_improve: Annotated[YesNo | None, Blank] = None
    revision: OptionalText = None
    categories: Categories = None
    model_points: Annotated[
        Annotated[list[ModelPoint], Field(max_length=MOST_MODEL_POINTS)] | None, Blank
    ] = None

    @model_validator(mode="after")
    def _one_or_the_other(self) -> CritiqueFields:
        if self.nothing_to_improve and self.negative:
            raise ValueError(
                msg(
                    "“nothing_to_improve” and negative points contradict each other: "
                    "specify only one of them"
                )
            )
        return self


FIELDS = tuple(CritiqueFields.model_fields)


def normal(row: CritiqueFields) -> dict[str, Any]:
    """Return a row's answers in normal form, without unknown fields.

    Raises FieldError if no question is answered.
    """
    dumped = row.model_dump()
    answers = {name: dumped[name] for name in FIELDS}
    for side in (*SIDES, "model_points"):
        answers[side] = [present(point) for point in answers[side] or ()]
    answers["categories"] = _in_order(answers["categories"] or [])
    # Only “yes” is stored, because False and a missing value mean the same.
    answers["nothing_to_improve"] = answers["nothing_to_improve"] or None
    result = present(answers)
    # The outcome of a model's points is not an answer by itself.
    if not result.keys() - {"model_points"}:
        raise FieldError("score", msg("no question is answered"))
    return result


def written_points(points: Any) -> list[Any]:
    """Return the points that have a text."""
    return [one for one in points or () if str(one.get("text", "")).strip()]


def check_critique(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a critique in normal form: points as objects, categories as codes in their order.

    Missing values are omitted. Fields that this version does not know are kept. Raises FieldError
    for an invalid field.
    """
    try:
        row = CritiqueFields.model_validate(answers)
    except ValidationError as error:
        raise problem_of(error) from None
    return {**normal(row), **present(row.extra())}


def problem_of(error: ValidationError) -> FieldError:
    """Return the first error of a critique as “field: reason”."""
    field, reason = first_problem(error)
    # Errors without a field come from the validation of the whole row, which concerns this field.
    return FieldError(field or "nothing_to_improve", reason)


def check_anchors(answers: Mapping[str, Any], response: str) -> None:
    """Raise FieldError for a point whose anchor extends beyond the response."""
    for side in SIDES:
        for place, point in enumerate(answers.get(side, ())):
            if point.get("end", 0) > len(response):
                raise FieldError(
                    f"{side}.{place}.end",
                    msg("must be at most {count}, the length of the response", count=len(response)),
                )


def within(answers: Mapping[str, Any], response: str) -> Mapping[str, Any]:
    """Return a critique without those anchors that extend beyond the response.

    Such anchors are rejected if the response is known, which is not guaranteed during a merge.
    """
    result = dict(answers)
    for side in SIDES:
        points = answers.get(side) or ()
        if any(point.get("end", 0) > len(response) for point in points):
            result[side] = [_without_part(point, len(response)) for point in points]
    return result


def _without_part(point: Mapping[str, Any], length: int) -> dict[str, Any]:
    gone = ("start", "end") if point.get("end", 0) > length else ()
    return {name: value for name, value in point.items() if name not in gone}


def outside(answers: Mapping[str, Any], response: str) -> int:
    """Return the number of points whose anchors extend beyond the response."""
    return sum(
        point.get("end", 0) > len(response) for side in SIDES for point in answers.get(side) or ()
    )


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two critiques are equal, regardless of the form of their points."""
    try:
        return check_critique(one) == check_critique(other)
    # Critiques of a newer version may be invalid here. They are equal only if their data are equal.
    except ValueError:
        return one == other


def incomplete(answers: Mapping[str, Any]) -> FieldError | None:
    """Return why a critique cannot be submitted, as “field: reason”; None if it can.

    If nothing needs to be improved, the revision may be missing, because the response stays
    unchanged.
    """
    if "score" not in answers:
        return FieldError("score", msg("is missing"))
    if not answers.get("negative") and not answers.get("nothing_to_improve"):
        return FieldError("negative", msg("add a point, or set “nothing_to_improve”"))
    if "revision" not in answers and not answers.get("nothing_to_improve"):
        return FieldError("revision", msg("is missing"))
    return None


def completed(answers: Mapping[str, Any], response: str) -> dict[str, Any]:
    """Complete a critique for submission.

    A revision without changes is dropped if nothing needs to be improved. The outcome of a model's
    points is derived from the points of the critique.
    """
    result = dict(answers)
    if result.get("model_points"):
        result["model_points"] = what_happened(result)
    if result.get("nothing_to_improve") and result.get("revision") == response:
        del result["revision"]
    return result


def what_happened(answers: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a model's points with their outcomes.

    An accepted point whose text has changed is “edited”. An accepted point that was removed later
    is “rejected”.
    """
    # Points of the critique that have not been matched to a model's point.
    left = {side: list(answers.get(side) or ()) for side in SIDES}
    result = [dict(one) for one in answers["model_points"]]
    taken = [one for one in result if one.get("happened") in ("taken", "edited")]
    # Two passes: exact matches first, so that an edited point cannot take the match of an unchanged
    # one.
    for is_same in (True, False):
        for one in taken:
            if one.get("settled"):
                continue
            points = left.get(one["side"], [])
            match = next(
                (
                    point
                    for point in points
                    if point.get("from_model") and (not is_same or point["text"] == one["text"])
                ),
                None,
            )
            if match is not None:
                points.remove(match)
                one["happened"], one["settled"] = "taken" if is_same else "edited", True
    for one in taken:
        if not one.pop("settled", False):
            one["happened"] = "rejected"
    return result


def revised(answers: Mapping[str, Any], response: str) -> str | None:
    """Return the text after a critique: its revision or the unchanged response, or None.

    The response counts as its own revision if nothing needs to be improved.
    """
    if answers.get("revision") is not None:
        return str(answers["revision"])
    return response if answers.get("nothing_to_improve") else None


def changed(before: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a critique with some fields changed. A value of None removes a field.

    “Nothing to improve” and negative points exclude each other, so setting one removes the other.
    Raises FieldError if a field of the result is invalid.
    """
    after = {**before, **change}
    # These two fields exclude each other, so setting one of them removes the other.
    if change.get("negative") and "nothing_to_improve" not in change:
        after.pop("nothing_to_improve", None)
    if change.get("nothing_to_improve") and "negative" not in change:
        after.pop("negative", None)
    return check_critique({name: value for name, value in after.items() if value is not None})


# A critique as running text, for training records and prompts. The texts are always English,
# whatever the language of the window, so that equal projects give equal files.

ASK_CRITIQUE = (
    "Critique your response: give it an overall score from 1 to 5, and say what is good and what"
    " should be improved."
)
ASK_REVISION = "Now revise the response according to the critique."
ASK_BETTER = "Now give a better response."


def critique_in_words(answers: Mapping[str, Any]) -> str:
    """Return a critique as running text: score, positive points, negative points."""
    lines = []
    if answers.get("score") is not None:
        lines.append(f"Overall score: {answers['score']}/5")
    for side, title in zip(SIDES, ("Positive aspects", "Negative aspects"), strict=True):
        points = [str(point["text"]).strip() for point in answers.get(side, ())]
        if points:
            lines += [f"{title}:", *(f"- {point}" for point in points)]
        elif side == "negative" and answers.get("nothing_to_improve"):
            lines.append(f"{title}: nothing needs to be improved.")
    return "\n".join(lines)
