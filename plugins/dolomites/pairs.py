"""Pairs of outputs of one example for people to label: blind, with random sides.

In files, the outputs of a pair are numbered 1 and 2. The project's secret seed determines which of
them is on the left, and only leads know it. In the DOLOMITES paper (section 5), pairs of outputs of
two random models are labelled for adherence, correctness and depth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from desktop_app.core import keys
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    ModelName,
    OptionalId,
    Row,
    Seconds,
    checked,
)
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import ItemData
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, external_annotation, row_by_form
from plugins.dolomites.examples import find_example
from plugins.dolomites.shapes import (
    ERROR_PATTERNS,
    KEY,
    LABEL,
    LABEL_AXES,
    Sections,
    SectionText,
    annotation_body,
    present,
    sections_of,
    split_extra,
    titles,
)

AXES = (*LABEL_AXES, "overall")
_SIDES = ("left", "right", "tie")

Side = Annotated[Literal["left", "right", "tie"] | None, Blank]


def _number(value: Any) -> Any:
    """Return 0, 1 and 2, which files may contain, as codes. Return any other value unchanged."""
    # `type` instead of `isinstance`, because True is also an int.
    if type(value) is int:
        return {0: "same", 1: "1", 2: "2"}.get(value, value)
    return value


# Either a side of the screen, or the number of an output in the row of the pair.
Choice = Annotated[
    Literal["left", "right", "tie", "1", "2", "same"] | None, BeforeValidator(_number), Blank
]


class LabelPairRow(Row):
    """Two models' outputs for an example, for people to compare.

    `input`: the input of both; by default, that of the example. Required for an example that
        experts edit, because it has no input of its own
    `reference`: the reference output, if people should see it
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(
        ("input", "output_1", "output_2", "reference")
    )

    id: OptionalId = None
    example: Identifier
    model_1: ModelName
    model_2: ModelName
    input: Sections = Field(default_factory=list)
    output_1: Sections
    output_2: Sections
    reference: Sections = Field(default_factory=list)


class LabelFields(Row):
    """A person's label of a pair, given as the left or right side of the screen."""

    adherence: Side = None
    correctness: Side = None
    depth: Side = None
    overall: Side = None
    error_patterns: dict[Literal["left", "right"], list[str]] | None = None


class LabelRow(Row):
    """A person's label of a pair in a file.

    Its values are either sides of the screen (“left”, “right”, “tie”) or numbers of the outputs
    (“1”, “2”, “same”).

    `error_patterns`: lists of error patterns, keyed by the side or the number of the output
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("error_patterns",))

    item: Identifier
    annotator: OptionalId = None
    adherence: Choice = None
    correctness: Choice = None
    depth: Choice = None
    overall: Choice = None
    error_patterns: Annotated[dict[str, list[str]] | None, Blank] = None
    seconds: Seconds = None

    def answers(self, content: Mapping[str, Any], left: int | None = None) -> dict[str, Any]:
        """Return the label with sides of the screen, converted from numbers if necessary.

        Raises FieldError for an invalid label, and for a row with numbers if `left` is None.

        `content`: not used; rows of other stages need it
        `left`: the number of the output on the left, 1 or 2, which only leads know
        """
        found = split_extra(self.extra())[0]
        for axis in AXES:
            # Without `left`, numbers cannot be converted to sides.
            choice = getattr(self, axis)
            if choice in ("1", "2", "same") and left is None:
                raise FieldError(axis, msg("must be one of {sides}", sides=", ".join(_SIDES)))
            if choice is not None:
                found[axis] = choice if left is None else side_of(choice, left)
        for name, codes in (self.error_patterns or {}).items():
            if name in ("1", "2") and left is None:
                raise FieldError("error_patterns", msg("must have the keys “left” and “right”"))
            side = name if left is None else side_of(name, left)
            found.setdefault("error_patterns", {})[side] = codes
        return check_label(found)

    def kept(self) -> dict[str, Any]:
        """Return the fields of the row that are not answers."""
        return split_extra(self.extra())[1]


def side_of(choice: str, left: int) -> str:
    """Return the side of an output: “left” or “right”; “tie” for neither.

    `choice`: a number, “same” or a side
    `left`: the number of the output on the left
    """
    if choice in ("1", "2"):
        return "left" if int(choice) == left else "right"
    return "tie" if choice == "same" else choice


def number_of(side: Any, left: int) -> str | None:
    """Return “1” or “2” for the output at a side, “same” for a tie, None for anything else.

    `side`: “left”, “right” or “tie”
    `left`: the number of the output on the left
    """
    if side == "tie":
        return "same"
    # The numbers are 1 and 2, so the other number is 3 minus this one.
    number = {"left": left, "right": 3 - left}.get(side)
    return None if number is None else str(number)


def check_label(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return a label in normal form. Raises FieldError for an invalid or empty label.

    Unknown fields are kept, because a newer version of the program may have written them.
    """
    row = checked(LabelFields, answers)
    found = present({**row.extra(), **row.model_dump(include=set(LabelFields.model_fields))})
    patterns: Mapping[str, list[str]] = found.get("error_patterns") or {}
    # The data model validates the keys, and this function the codes.
    for codes in patterns.values():
        unknown = next((code for code in codes if code not in ERROR_PATTERNS), None)
        if unknown is not None:
            raise FieldError(
                "error_patterns",
                msg("must be one of {error_patterns}", error_patterns=", ".join(ERROR_PATTERNS)),
            )
    if not any(name in found for name in (*AXES, "error_patterns")):
        raise FieldError("adherence", msg("no question is answered"))
    return found


def label_incomplete(answers: Mapping[str, Any]) -> FieldError | None:
    """Return the first error of an incomplete label, without reading its item; None if complete."""
    return next(
        (FieldError(axis, msg("is missing")) for axis in LABEL_AXES if axis not in answers), None
    )


def label_about(content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
    """Raise FieldError for an incomplete label.

    `content`: not used, because any complete label fits any pair
    """
    problem = label_incomplete(answers)
    if problem is not None:
        raise problem


def left_output(key: str, context: ImportContext) -> int:
    """Return the number of the output on the left, 1 or 2.

    It depends on the project's secret seed, so that annotators cannot compute it.
    """
    # An alias ends with one of 32 characters (a–z, 2–7). Half of them put the first output left.
    return 1 if context.alias_of(f"left:{key}")[-1] in "abcdefghijklmnop" else 2


def build_label_pair(row: LabelPairRow, context: ImportContext) -> Iterable[Draft]:
    """Yield a blind item for a pair, and its lead-only origin.

    Raises RefusedError for an unknown example, and FieldError if both models are the same or the
    input is missing.
    """
    example = find_example(row.example, context)
    content = context.content_of(example) or {}
    models = row.model_1, row.model_2
    if models[0] == models[1]:
        raise FieldError("models", msg("“model_1” and “model_2” are the same model"))
    task = content.get("task") or {}
    inputs, outputs = (titles(task.get(f"{side}_sections") or ()) for side in ("input", "output"))
    # Examples that are edited have no `input` of their own, so the row must contain it.
    given = _plain(row.input, inputs) or list(content.get("input") or ())
    if not given:
        raise FieldError("input", msg("is missing"))
    if row.id is None:
        # Aliases instead of names, because annotators see the key and could test names. They do not
        # have the secret seed (decision 0005).
        named = sorted(context.alias_of(model) for model in models)
        key = keys.row_key(context.project, KEY, LABEL, example, *named)
    else:
        key = context.item_key(row.id)
    left = left_output(key, context)
    # The content that annotators see contains neither models nor numbers.
    sides = (row.output_1, row.output_2) if left == 1 else (row.output_2, row.output_1)
    shown: dict[str, Any] = {
        "task": dict(task),
        "input": given,
        "left": _plain(sides[0], outputs),
        "right": _plain(sides[1], outputs),
        **({"reference": _plain(row.reference, outputs)} if row.reference else {}),
    }
    label = row.id or key
    # A separate group, so that a person who labels one pair of an example need not get all of them.
    group = keys.group_key(context.project, KEY, "pair", key)
    body = {"protocol": KEY, "group": group, "stage": LABEL, "content": shown}
    yield Draft("item", key, body, context.lead, label)
    # Only leads have origins. The item does not say which output is whose.
    origin = {
        "item": key,
        "external_id": row.id if row.id != key else None,
        "example": example,
        "model_1": models[0],
        "model_2": models[1],
        "left": left,
        "field": shown["task"].get("field"),
        "extra": row.extra(),
    }
    yield Draft("origin", key, present(origin), context.lead, label)


def _plain(side: list[SectionText] | str, wanted: Sequence[str]) -> list[dict[str, str]]:
    """Return a text or a list of sections as a list of {"title", "text"}.

    A text without any of the task's sections becomes one section without a title.
    """
    found = [{"title": one.title, "text": one.text} for one in sections_of(side, wanted)]
    return found if found or not isinstance(side, str) else [{"title": "", "text": side}]


def build_label(row: LabelRow, context: ImportContext) -> Iterable[Draft]:
    """Yield an external person and an annotation for an imported label.

    Raises FieldError for an invalid label and without an annotator, and RefusedError for an unknown
    pair.
    """
    if row.annotator is None:
        raise FieldError("annotator", msg("missing"))
    item = context.find_item(row.item)
    if item is None:
        raise RefusedError(
            msg("unknown pair “{item}”", item=row.item),
            hint=msg("Import its label_pairs first, or correct the ID."),
        )
    if "left" not in (context.content_of(item) or {}):
        raise RefusedError(msg("“{item}” is not a pair to label", item=row.item))
    left = (context.origin_of(item) or {}).get("left")
    # A lead has the origin, so the file may use numbers instead of sides.
    answers = row.answers(context.content_of(item) or {}, left)
    body = annotation_body(item, row.annotator, LABEL, answers, row.seconds, row.kept())
    yield from external_annotation(body, context, f"{row.item} by {row.annotator}")


def label_pair_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield the pairs as rows, with outputs numbered as in the import."""
    for item in names.dataset.items:
        if item.stage == LABEL:
            origin = item.origin
            sides = [item.content.get("left"), item.content.get("right")]
            row = {
                "id": names.item(item.key),
                "example": names.item(origin.get("example")),
                "model_1": origin.get("model_1"),
                "model_2": origin.get("model_2"),
                "input": item.content.get("input"),
                "output_1": sides[_left(item) - 1],
                "output_2": sides[2 - _left(item)],
                "reference": item.content.get("reference"),
            }
            yield row_by_form(LabelPairRow, row, origin.get("extra"))


def _left(item: ItemData) -> int:
    return int(item.origin.get("left", 1))


def label_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield people's labels as rows, with numbers of the outputs instead of sides.

    Sides are not exported, because in another project another seed determines the sides.
    """
    items = {item.key: item for item in names.dataset.items}
    for annotation in names.dataset.annotations:
        item = items.get(annotation.item)
        if annotation.stage != LABEL or item is None:
            continue
        answers: dict[str, Any] = dict(annotation.answers)
        # Without the origin, as on an annotator's computer, sides are not converted.
        if "left" in item.origin:
            left = _left(item)
            answers |= {axis: number_of(answers[axis], left) for axis in AXES if axis in answers}
            patterns: Mapping[str, Any] = answers.get("error_patterns") or {}
            answers["error_patterns"] = {
                str(number_of(side, left)): codes for side, codes in patterns.items()
            } or None
        row = {
            **answers,
            "item": names.item(annotation.item),
            "annotator": annotation.annotator,
            "seconds": annotation.seconds,
        }
        yield row_by_form(LabelRow, row, {**annotation.answers, **annotation.extra})


ROW_KINDS: Mapping[str, RowSpec] = {
    "label_pairs": RowSpec(
        "label_pairs",
        LabelPairRow,
        build_label_pair,
        title=msg("Pairs of outputs to compare"),
        export=label_pair_rows,
    ),
    "labels": RowSpec(
        "labels",
        LabelRow,
        build_label,
        title=msg("Answers about pairs of outputs"),
        export=label_rows,
    ),
}
