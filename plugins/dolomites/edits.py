"""Rules of post-edits. A post-edit is an expert's version of an example.

`check_edit` validates the structure alone, `edit_incomplete` finds what is missing from a submitted
post-edit, and `edit_about` validates a post-edit against the variants of its item. Source: the
DOLOMITES paper, section 3.4.2 and figure 12.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from desktop_app.core.errors import FieldError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    OptionalText,
    RequiredText,
    Row,
    YesNo,
    checked,
    words_in,
)
from desktop_app.core.messages import msg
from desktop_app.core.row_conversion import present as drop_nothing
from desktop_app.text.sections import compare_sections
from desktop_app.text.tokens import spaced, word_edit_distance
from plugins.dolomites.settings import STANDARD, Settings
from plugins.dolomites.shapes import (
    EDIT_TYPES,
    FEWEST_PHRASES,
    MOST_PHRASES,
    PointStatus,
    Sections,
    example_text,
    plain,
)

# Maximum number of points of a critique.
MOST_POINTS = 200
# Maximum number of phrases of an imported post-edit. A submitted one has at most `MOST_PHRASES`.
MOST_KEPT_PHRASES = 40


def _words(value: Any) -> Any:
    return [] if value is None else words_in(value)


def _once(points: list[PointStatus]) -> list[PointStatus]:
    """Return the points. Raises ValueError if two points have the same number."""
    numbers = [one.point for one in points]
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        raise ValueError(msg("point {twice} occurs twice", twice=twice))
    return points


def _in_order(codes: list[str]) -> list[str]:
    """Return edit types in the order of the form, without duplicates."""
    return [code for code in EDIT_TYPES if code in codes]


# Rows of CSV files have strings where JSON has lists, and empty cells for missing values.
Points = Annotated[
    Annotated[list[PointStatus], Field(max_length=MOST_POINTS)],
    BeforeValidator(lambda value: [] if value in (None, "") else value),
    AfterValidator(_once),
]
Phrases = Annotated[
    Annotated[list[RequiredText], Field(max_length=MOST_KEPT_PHRASES)], BeforeValidator(_words)
]
EditTypes = Annotated[
    list[Literal["fact_added", "fact_deleted", "fact_updated", "style", "reorganised"]],
    BeforeValidator(_words),
    AfterValidator(_in_order),
]


class EditedSides(Row):
    """The edited input and output of an example."""

    input: Sections = Field(default_factory=list)
    output: Sections = Field(default_factory=list)


class EditFields(Row):
    """A post-edit. A question that was not asked has no value.

    `structure`, `detail`, `factual`: ratings of the chosen variant before it was edited
    `phrases`: the most important phrases of the edited output
    `unchanged_because`: why hardly any change was necessary
    `set_aside`: edits of variants that the expert did not choose in the end, by variant id
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(
        ("edited", "points", "phrases", "edit_types", "set_aside")
    )

    chosen: Identifier
    structure: Annotated[YesNo | None, Blank] = None
    detail: Annotated[
        Literal["definitely", "to_some_extent", "not_quite", "definitely_not"] | None, Blank
    ] = None
    factual: Annotated[
        Literal[
            "definitely_correct",
            "probably_correct",
            "unsure",
            "probably_incorrect",
            "definitely_incorrect",
        ]
        | None,
        Blank,
    ] = None
    edited: EditedSides
    all_fixed: Annotated[YesNo | None, Blank] = None
    points: Points = Field(default_factory=list)
    phrases: Phrases = Field(default_factory=list)
    edit_types: EditTypes = Field(default_factory=list)
    unchanged_because: OptionalText = None
    set_aside: Annotated[dict[str, dict[str, Any]] | None, Blank] = None


def normal(row: EditFields) -> dict[str, Any]:
    """Return the answers of a row in normal form, without empty values."""
    dumped = row.model_dump(include=set(EditFields.model_fields))
    dumped["points"] = [drop_nothing(point) for point in dumped["points"]]
    return drop_nothing(dumped)


def check_edit(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a post-edit in normal form. Raises FieldError for an invalid or missing field.

    Unknown fields are kept, because a newer version of the program may have written them.
    """
    row = checked(EditFields, answers)
    return {**normal(row), **drop_nothing(row.extra())}


def edit_completed(content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """Complete a post-edit for submission. Never raises an exception.

    If the expert edited nothing, the edited example is the chosen variant. Decisions about points
    that the critique of the chosen variant does not have, empty phrases, and an entry of the chosen
    variant in `set_aside` are removed.
    """
    # Drafts may contain anything, so every part is checked before it is changed. `check_edit`
    # reports the parts that cannot be read.
    found = dict(answers)
    chosen = variant_of(content, found.get("chosen"))
    if chosen is None:
        return found
    if not found.get("edited"):
        found["edited"] = {side: chosen[side] for side in ("input", "output") if side in chosen}
    # The expert may have decided about more points before choosing another variant.
    many = len(chosen.get("critique") or ())
    points = found.get("points")
    if isinstance(points, list):
        # An unreadable number is kept here and reported later.
        found["points"] = [
            one
            for one in points
            if not isinstance(one, Mapping)
            or not isinstance(number := one.get("point"), int)
            or number <= many
        ]
    phrases = found.get("phrases")
    if isinstance(phrases, list):
        stripped = (phrase.strip() if isinstance(phrase, str) else phrase for phrase in phrases)
        found["phrases"] = [phrase for phrase in stripped if phrase]
    aside = found.get("set_aside")
    if isinstance(aside, Mapping):
        found["set_aside"] = {code: one for code, one in aside.items() if code != chosen["id"]}
    return found


def edit_incomplete(answers: Mapping[str, Any]) -> FieldError | None:
    """Return the first error of an incomplete post-edit, or None. The item is not read."""
    return next(_missing_parts(answers), None)


def edit_about(content: Mapping[str, Any], answers: Mapping[str, Any], settings: Settings) -> None:
    """Validate a submitted post-edit with its item. Raises FieldError for the first problem."""
    problem = next(edit_problems(content, answers, settings), None)
    if problem is not None:
        raise problem


def edit_problems(
    content: Mapping[str, Any], answers: Mapping[str, Any], settings: Settings = STANDARD
) -> Iterator[FieldError]:
    """Yield all problems that prevent a post-edit in normal form from being submitted.

    An expert may rename and reorder sections, but no section that the task requires may be missing.

    `content`: the content of the item
    """
    chosen = variant_of(content, answers.get("chosen"))
    if chosen is None:
        yield FieldError("chosen", msg("is not a variant of this example"))
        return
    yield from _missing_parts(answers)
    edited = answers.get("edited") or {}
    task = content.get("task") or {}
    for side in ("input", "output"):
        # `compare_sections` also finds renamed sections. Only sections without a counterpart are
        # missing.
        wanted = [str(one.get("title", "")) for one in task.get(f"{side}_sections") or ()]
        got = [str(one.get("title", "")) for one in edited.get(side) or ()]
        for title in compare_sections(wanted, got).missing:
            yield FieldError(
                "edited",
                msg("the input section “{title}” is missing", title=title)
                if side == "input"
                else msg("the output section “{title}” is missing", title=title),
            )
    yield from _about_points(chosen, answers)
    # With a reason, an edit may be of any size.
    if answers.get("unchanged_because"):
        return
    least = settings.least_edit
    # The limit lets the comparison stop early, because the exact distance is not needed.
    if edited and edit_distance(chosen, edited, most=max(least - 1, 0)) < least:
        reason = msg(
            "fewer than {least} words were changed; edit more, or explain why nothing else needs "
            "to change",
            least=least,
        )
        yield FieldError("edited", reason)


def _about_points(chosen: Mapping[str, Any], answers: Mapping[str, Any]) -> Iterator[FieldError]:
    """Yield the problems in the decisions about a variant's critique points."""
    many = len(chosen.get("critique") or ())
    decided = {one["point"] for one in answers.get("points") or ()}
    beyond = sorted(number for number in decided if number > many)
    if beyond:
        yield FieldError(
            "points",
            msg(
                "the critique has {many} points; there is no point {beyond}",
                many=many,
                beyond=beyond[0],
            ),
        )
    silent = [number for number in range(1, many + 1) if number not in decided]
    if silent:
        yield FieldError(
            "points",
            msg(
                "state whether point {silent} was fixed, is not valid or was ignored",
                silent=silent[0],
            ),
        )


def _missing_parts(answers: Mapping[str, Any]) -> Iterator[FieldError]:
    """Yield what is missing in a post-edit, without reading its item."""
    for name in ("chosen", "structure", "detail", "factual", "edited", "all_fixed"):
        if answers.get(name) is None:
            yield FieldError(name, msg("is missing"))
    edited = answers.get("edited") or {}
    if edited and not edited.get("input"):
        yield FieldError("edited", msg("the input has no sections"))
    if edited and not edited.get("output"):
        yield FieldError("edited", msg("the output has no sections"))
    for side in ("input", "output"):
        # Two whole messages instead of one with a placeholder for the side, so that both can be
        # translated.
        for section in edited.get(side) or ():
            if str(section.get("text", "")).strip():
                continue
            title = section["title"]
            yield FieldError(
                "edited",
                msg("the input section “{section}” is empty", section=title)
                if side == "input"
                else msg("the output section “{section}” is empty", section=title),
            )
    for point in answers.get("points") or ():
        if point.get("status") == "not_valid" and not str(point.get("reason") or "").strip():
            yield FieldError(
                "points", msg("explain why point {point} is not valid", point=point["point"])
            )
    phrases = answers.get("phrases") or ()
    # A phrase entered twice counts once.
    different = {spaced(str(phrase)) for phrase in phrases}
    if not FEWEST_PHRASES <= len(different) <= MOST_PHRASES:
        reason = msg(
            "there are {count}; there must be {fewest_phrases} to {most_phrases}",
            count=len(different),
            fewest_phrases=FEWEST_PHRASES,
            most_phrases=MOST_PHRASES,
        )
        yield FieldError("phrases", reason)
    if edited:
        yield from phrase_problems(phrases, edited)


def phrase_problems(phrases: Iterable[str], edited: Mapping[str, Any]) -> Iterator[FieldError]:
    """Yield an error for each phrase that does not occur in the edited output.

    Any two runs of white space count as equal, because a phrase may contain a line break of the
    text.
    """
    output = spaced(plain(edited.get("output") or ()))
    for phrase in phrases:
        if spaced(phrase) not in output:
            yield FieldError(
                "phrases", msg("“{phrase}” does not occur in the edited output", phrase=phrase[:80])
            )


def occurs(phrase: str, sections: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether a phrase occurs in sections. Any two runs of white space count as equal."""
    return bool(phrase.strip()) and spaced(phrase) in spaced(plain(sections))


def edit_distance(
    variant: Mapping[str, Any], edited: Mapping[str, Any], most: int | None = None
) -> int:
    """Return the number of words inserted, deleted or replaced in input and output together.

    `most`: a limit that saves time; any larger distance is returned as `most + 1`
    """
    return word_edit_distance(example_text(variant), example_text(edited), most)


def variant_of(content: Mapping[str, Any], code: Any) -> Mapping[str, Any] | None:
    """Return the variant of an item with this id, or None."""
    variants: Iterable[Mapping[str, Any]] = content.get("variants") or ()
    return next((one for one in variants if one["id"] == code), None)
