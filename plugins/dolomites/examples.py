"""Examples of tasks: variants written by models, and the items derived from them.

A row is one variant. The variants of one `variant_set` are offered together. An expert sees only
whole variants, at most four, in an order and under ids that reveal nothing (DOLOMITES paper,
section 3.4). A set in which no row names a model is a finished example, such as a published one, or
only an input. Nobody edits such a set, but candidate models write outputs for its input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, PrivateAttr

from desktop_app.core import keys
from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import (
    Blank,
    Identifier,
    OptionalId,
    OptionalModel,
    Role,
    Row,
    YesNo,
)
from desktop_app.core.keys import metric_author
from desktop_app.core.messages import join, msg, quoted
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names
from desktop_app.text.sections import compare_sections
from plugins.dolomites.project_tasks import known_task
from plugins.dolomites.shapes import (
    KEY,
    MOST_VARIANTS,
    Passage,
    Remark,
    Sections,
    export_kept_rows,
    kept_row,
    present,
    sections_of,
)

# The stage of finished examples, at which nobody is assigned anything.
EXAMPLE = "example"


Few = Annotated[list[Passage], BeforeValidator(lambda value: [] if value in (None, "") else value)]
Remarks = Annotated[
    list[Remark], BeforeValidator(lambda value: [] if value in (None, "") else value)
]


class ExampleRow(Row):
    """A variant of an example of a task.

    `variant_set`: name of the set of variants that are offered together; a row without it is a
        separate set
    `variant`: name within the set; by default, the first free number among the rows of the set
    `model`: the model that wrote the variant; None for a finished example
    `mode`: whether its context was one document or several
    `insufficient`: whether the context did not suffice for an example; such a row is recorded and
        never shown
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("input", "output", "evidence", "critique"))
    extra_roles: ClassVar[Mapping[str, Role]] = {"critic": Role.RATER}

    id: OptionalId = None
    task: Identifier
    variant_set: OptionalId = None
    variant: OptionalId = None
    model: OptionalModel = None
    mode: Annotated[Literal["single", "multi"] | None, Blank] = None
    input: Sections = Field(default_factory=list)
    output: Sections = Field(default_factory=list)
    evidence: Few = Field(default_factory=list)
    critique: Remarks = Field(default_factory=list)
    insufficient: Annotated[YesNo | None, Blank] = None

    _odd: tuple[str, ...] = PrivateAttr(())
    # The task in the first row of the set in the file.
    _first_task: str = PrivateAttr("")

    def remarks(self) -> tuple[str, ...]:
        """Return remarks for the import report. They are known once the record has been built."""
        return self._odd

    @property
    def is_whole(self) -> bool:
        """Whether the variant may be shown."""
        return is_whole(self.model_dump(include={"output", "insufficient"}))


def is_whole(row: Mapping[str, Any]) -> bool:
    """Return whether a variant may be shown: its context sufficed, and its output is not empty."""
    output = row.get("output") or ()
    texts = [output] if isinstance(output, str) else [str(one.get("text", "")) for one in output]
    return any(text.strip() for text in texts) and not row.get("insufficient")


def numbered(rows: Sequence[ExampleRow]) -> list[ExampleRow]:
    """Return the rows of a file with `variant_set` and `variant` filled in.

    Variants that nobody will see (beyond the maximum, or all but the first of a finished example)
    get a remark.
    """
    # Explicit names come first, so that the automatic ones below do not collide with them.
    taken: dict[str, set[str]] = {}
    for row in rows:
        if row.variant is not None:
            taken.setdefault(row.variant_set or "", set()).add(row.variant)
    found, place, whole = [], Counter[str](), Counter[str]()
    first: dict[str, str] = {}
    of_models = {row.variant_set for row in rows if row.model is not None}
    for row in rows:
        name, variant = row.variant_set, row.variant
        if name is None:
            # A row without any name is named by its content.
            fields = row.model_dump(include={"task", "input", "output", "model", "mode"})
            digest = keys.document_key(canonical_bytes(fields).decode("utf-8"))[:16]
            name = row.id or f"set-{digest}"
            variant = variant or "1"
        while variant is None:
            place[name] += 1
            if str(place[name]) not in taken.get(name, ()):
                variant = str(place[name])
        one = row.model_copy(update={"variant_set": name, "variant": variant})
        one._first_task = first.setdefault(name, row.task)
        whole[name] += one.is_whole
        if whole[name] > MOST_VARIANTS and one.is_whole:
            one._odd = (
                msg(
                    "it is variant {number} of its set: it is kept but not shown, because experts "
                    "choose among {most_variants}",
                    number=whole[name],
                    most_variants=MOST_VARIANTS,
                ),
            )
        elif whole[name] > 1 and row.variant_set not in of_models and row.model is None:
            one._odd = (_NOT_FIRST,)
        found.append(one)
    return found


_NOT_FIRST = msg(
    "no row of its set names a model, so only the first is used; this one is kept but unused"
)


_MORE = msg(
    "its set now has more than {most_variants} variants: all are kept, the first "
    "{most_variants} are shown",
    most_variants=MOST_VARIANTS,
)


def example_id(variant_set: str) -> str:
    """Return the external id of an example's item. A prefix distinguishes it from ids of tasks."""
    return f"example:{variant_set}"


def example_key(project: str, variant_set: str) -> str:
    """Return the key of an example's item, whether the example is edited or finished."""
    return keys.external_item_key(project, KEY, example_id(variant_set))


def find_example(reference: str, context: ImportContext) -> str:
    """Return the key of an example's item, by its set, its key, or the id of one of its rows.

    Raises RefusedError if there is none.
    """
    for name in (example_id(reference), reference):
        key = context.find_item(name)
        content = (context.content_of(key) or {}) if key is not None else {}
        # Pairs to label have an input, too, but also a left and a right output.
        if (
            key is not None
            and ("variants" in content or "input" in content)
            and ("left" not in content)
        ):
            return key
    for row in context.rows_of("examples"):
        if row.get("id") == reference:
            key = context.find_item(example_id(str(row["variant_set"])))
            if key is not None:
                return key
    raise RefusedError(
        msg("unknown example “{reference}”", reference=reference),
        hint=msg("Import its variants first, or correct the ID in “variant_set”."),
    )


def task_or_example(reference: str, context: ImportContext) -> str:
    """Return the key of a task or an example. Raises RefusedError for an unknown one."""
    return context.find_item(reference) or find_example(reference, context)


def build_example(row: ExampleRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a variant. `derived_items` derives items from the records.

    The key of the record does not depend on the texts, so that a critique can be added later.
    Raises RefusedError for an unknown task, for a set of another task, and for a text without
    sections, and FieldError for an example that lacks its input or output.
    """
    if row.variant_set is None or row.variant is None:
        (row,) = numbered([row])
    task = known_task(row.task, context)
    name = str(row.variant_set)
    # The set may exist already, or its first row may be earlier in this file.
    known = context.origin_of(example_key(context.project, name)) or {"task": task}
    first = row._first_task or row.task
    if known.get("task") != task or (first != row.task and known_task(first, context) != task):
        raise RefusedError(
            msg("the variant set “{name}” belongs to another task", name=name),
            hint=msg("Give each example its own “variant_set”."),
        )
    content = context.content_of(task) or {}
    # From here on, `row` is the copy with sections, and `given` is the row that was imported.
    given, row = row, _with_sections(row, content.get("task") or {})
    if not row.insufficient:
        _check_whole(row)
    # The set already shows the maximum number of variants, and this one is not among them.
    shown_now: Mapping[str, Any] = known.get("variants") or {}
    own = present({name: getattr(row, name) for name in ("id", "variant", "model", "mode")})
    is_beyond = len(shown_now) == MOST_VARIANTS and own not in shown_now.values()
    if not row._odd and row.is_whole and is_beyond:
        row._odd = (_MORE,)
    row._odd += _oddities(row, content)
    # The import asks the original row for remarks, not this copy.
    given._odd = row._odd
    fields = {
        **row.extra(),
        "id": row.id,
        "task": task,
        "variant_set": name,
        "variant": row.variant,
        "model": row.model,
        "mode": row.mode,
        "insufficient": row.insufficient or None,
    }
    for part in ("input", "output", "evidence", "critique"):
        # `present` drops empty texts, but a section without text must be kept.
        fields[part] = [
            present(one.model_dump()) | {"text": one.text} for one in getattr(row, part)
        ]
    key = ("id", row.id) if row.id is not None else (task, name, row.model, row.mode, row.variant)
    # The author of the record is the model that wrote the variant.
    author = metric_author(row.model) if row.model is not None else ""
    label = row.id or f"{name} {row.variant}"
    yield kept_row("examples", fields, key, context, label=label, author=author)


def _with_sections(row: ExampleRow, task: Mapping[str, Any]) -> ExampleRow:
    """Return a row whose sides are lists of sections. A text is split at the section titles.

    Raises RefusedError for a text without sections, or with too many.
    """
    found: dict[str, Any] = {}
    for side in ("input", "output"):
        value = getattr(row, side)
        if not isinstance(value, str):
            continue
        wanted = _titles(task.get(f"{side}_sections"))
        try:
            found[side] = sections_of(value, wanted)
        except ValueError as error:
            raise RefusedError(msg("{side}: {error}", side=side, error=error)) from None
        if not found[side]:
            raise RefusedError(
                msg("{side}: none of the task’s sections can be found in the text", side=side),
                hint=msg("Add their titles: {wanted}.", wanted=_named(wanted)),
            )
    return row.model_copy(update=found) if found else row


def _check_whole(row: ExampleRow) -> None:
    """Raise FieldError for an example that lacks its input or output.

    An example that names no model may consist of an input alone.
    """
    if not row.input:
        raise FieldError("input", msg("has no sections"))
    if row.model is None and not row.output:
        # An input without an output is valid here, because candidate models write the output.
        return
    if not row.output:
        raise FieldError(
            "output",
            msg(
                "has no sections; if the model’s context was insufficient, set “insufficient”: true"
            ),
        )
    if not row.is_whole:
        raise FieldError("output", msg("all of its sections are empty"))


def _oddities(row: ExampleRow, content: Mapping[str, Any]) -> tuple[str, ...]:
    """Return remarks on differences between the sections of an example and those of its task.

    The row is imported anyway, because experts fix these differences.
    """
    if row.insufficient:
        return ()
    found: list[str] = []
    task = content.get("task") or {}
    # An input without an output is valid, because candidate models write the output.
    has_output = row.model is not None or bool(row.output)
    for side in ("input", "output") if has_output else ("input",):
        sections = getattr(row, side)
        report = compare_sections(
            _titles(task.get(f"{side}_sections")), [one.title for one in sections]
        )
        renamed = [got for _, got in report.renamed]
        empty = [one.title for one in sections if not one.text.strip()]
        # Whole messages instead of a placeholder for the side, so that they can be translated.
        if side == "input":
            remarks = (
                (report.missing, msg("missing input sections: {missing}",
                                     missing=_named(report.missing))),
                (renamed, msg("input sections with a different name: {list}",
                              list=_named(renamed))),
                (report.reordered, msg("the input sections are in a different order")),
                (empty, msg("empty input sections: {empty}", empty=_named(empty))),
            )  # fmt: skip
        else:
            remarks = (
                (report.missing, msg("missing output sections: {missing}",
                                     missing=_named(report.missing))),
                (renamed, msg("output sections with a different name: {list}",
                              list=_named(renamed))),
                (report.reordered, msg("the output sections are in a different order")),
                (empty, msg("empty output sections: {empty}", empty=_named(empty))),
            )  # fmt: skip
        found += [remark for applies, remark in remarks if applies]
    return tuple(found)


def _titles(plans: Any) -> list[str]:
    return [str(one.get("title", "")) for one in plans or ()]


def _named(titles: Iterable[str]) -> str:
    return join(", ", map(quoted, titles))


def sets_of(dataset: Dataset) -> dict[str, list[Mapping[str, Any]]]:
    """Return the rows of examples by set, each set in the order of its variants."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in sorted(dataset.rows.get("examples", ()), key=_place):
        found.setdefault(str(row["variant_set"]), []).append(row)
    return found


def _place(row: Mapping[str, Any]) -> Any:
    """Return the sort key of a row: its set, then every field that identifies it in the set."""
    return (
        natural_order(str(row["variant_set"])),
        str(row["variant_set"]),
        natural_order(str(row.get("variant") or "")),
        str(row.get("id") or ""),
        str(row.get("model") or ""),
        str(row.get("mode") or ""),
    )


def example_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield the variants as rows, set by set."""
    rows = [row for rows in sets_of(names.dataset).values() for row in rows]
    return export_kept_rows(names, rows, ExampleRow)


ROW_KINDS: Mapping[str, RowSpec] = {
    "examples": RowSpec(
        "examples",
        ExampleRow,
        build_example,
        ExampleRow.remarks,
        numbered,
        title=msg("Examples to be post-edited"),
        export=example_rows,
    ),
}
