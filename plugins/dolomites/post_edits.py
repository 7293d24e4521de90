"""Rows of post-edits of examples, and of corrections of plain texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar

from desktop_app.core import keys
from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import Blank, Identifier, OptionalId, Row, Seconds, Text
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import ItemData
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import Names, external_annotation, row_by_form
from plugins.dolomites.edits import EditFields, check_edit, normal, phrase_problems
from plugins.dolomites.examples import example_id, find_example
from plugins.dolomites.shapes import EDIT, KEY, annotation_body, export_kept_rows, split_extra


class PostEditRow(EditFields):
    """An imported post-edit of an example.

    `variant_set`: name of the set, or key of the item
    `chosen`: a variant's id in the item, or its position there. In a lead's file: its id, the id of
      its row, its `variant`, its model, or “model:mode:variant”, if only one variant has that name

    Other fields are extra questions of the project's form, or are kept unchanged.
    """

    id: OptionalId = None
    variant_set: Identifier
    annotator: OptionalId = None
    seconds: Seconds = None

    @property
    def item(self) -> str:
        """The name of the item. Rows of all stages have this property."""
        return self.variant_set

    @property
    def item_names(self) -> tuple[str, ...]:
        """The names of the item, in the order in which they are tried."""
        return example_id(self.variant_set), self.variant_set

    def answers(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers of a row in an annotator's file, with variants named by their ids.

        Raises FieldError for an unknown variant, and for invalid answers.

        `content`: the content of the item
        """
        shown = content.get("variants") or ()
        codes = {str(one["id"]): str(one["id"]) for one in shown}
        # Ids take precedence over positions.
        codes = {str(place): str(one["id"]) for place, one in enumerate(shown, 1)} | codes
        return _about(self, codes)

    def kept(self) -> dict[str, Any]:
        """Return the fields of the row that are not answers."""
        kept = {} if self.id is None else {"id": self.id}
        return {**split_extra(self.extra())[1], **kept}


def _about(row: PostEditRow, codes: Mapping[str, str]) -> dict[str, Any]:
    """Return the answers of a row, with variants named by their ids.

    `codes`: ids of variants by their names in files

    Raises FieldError for an unknown variant and for an invalid answer.
    """
    if row.chosen not in codes:
        raise FieldError("chosen", msg("is not a variant of this example"))
    answers = {**split_extra(row.extra())[0], **normal(row), "chosen": codes[row.chosen]}
    if row.set_aside:
        unknown = next((name for name in row.set_aside if name not in codes), None)
        if unknown is not None:
            raise FieldError(
                "set_aside", msg("“{unknown}” is not a variant of this example", unknown=unknown)
            )
        answers["set_aside"] = {codes[name]: one for name, one in row.set_aside.items()}
    return check_edit(answers)


def variant_names(origin: Mapping[str, Any], context: ImportContext) -> dict[str, str]:
    """Return the ids of an example's variants, by the names that a lead's files may use.

    A name of one kind that two variants share is left out. If names of different kinds are equal,
    ids of variants take precedence, followed by ids of rows, names within the set (`variant`),
    models, and full names.
    """
    variants: Mapping[str, Mapping[str, Any]] = origin.get("variants") or {}
    found: dict[str, str] = {}
    # A model may be named by its name or by its alias.
    calls: tuple[Callable[[str], str], ...] = (str, context.alias_of)
    # Later names overwrite earlier ones, so the most reliable kind comes last.
    for name_of in (_in_full, _model_of, _place_of, _row_of):
        names = [(name_of(one, call), code) for code, one in variants.items() for call in calls]
        names = [(name, code) for name, code in names if name]
        codes: dict[str, set[str]] = {}
        for name, code in names:
            codes.setdefault(name, set()).add(code)
        found |= {name: min(of) for name, of in codes.items() if len(of) == 1}
    return found | {code: code for code in variants}


def build_post_edit(row: PostEditRow, context: ImportContext) -> Iterable[Draft]:
    """Yield an external person and an annotation for an imported post-edit.

    Raises FieldError for invalid answers and without an annotator, and RefusedError for an unknown
    example, for an example that nobody edits, for an unknown variant, and for phrases that do not
    occur in the edited output.
    """
    if row.annotator is None:
        raise FieldError("annotator", msg("missing"))
    item = find_example(row.variant_set, context)
    if "variants" not in (context.content_of(item) or {}):
        raise RefusedError(
            msg("“{variant_set}” has no variants to choose from", variant_set=row.variant_set)
        )
    codes = variant_names(context.origin_of(item) or {}, context)
    if row.chosen not in codes:
        raise RefusedError(
            msg(
                "“{chosen}” is not a visible variant of “{variant_set}”",
                chosen=row.chosen,
                variant_set=row.variant_set,
            ),
            hint=msg(
                "Specify its row ID, its position in the set, or a model that wrote only one."
            ),
        )
    answers = _about(row, codes)
    # As in submitted post-edits, phrases must occur in the edited output.
    problem = next(phrase_problems(answers.get("phrases", ()), answers["edited"]), None)
    if problem is not None:
        raise RefusedError(problem.reason)
    body = annotation_body(item, row.annotator, EDIT, answers, row.seconds, row.kept())
    yield from external_annotation(body, context, f"{row.variant_set} by {row.annotator}")


def post_edit_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield post-edits as rows, with variants under names that other projects can resolve."""
    items = {item.key: item for item in names.dataset.items}
    for annotation in names.dataset.annotations:
        item = items.get(annotation.item)
        if annotation.stage != EDIT or item is None:
            continue
        answers = dict(annotation.answers)
        # Ids of variants depend on the project's secret seed, so they are different in other
        # projects.
        called = _called(item, names)
        answers["chosen"] = called.get(str(answers.get("chosen")), answers.get("chosen"))
        aside = answers.get("set_aside")
        if isinstance(aside, Mapping):
            answers["set_aside"] = {called.get(code, code): one for code, one in aside.items()}
        row = {
            **answers,
            "id": annotation.extra.get("id"),
            "variant_set": names.item(annotation.item),
            "annotator": annotation.annotator,
            "seconds": annotation.seconds,
        }
        yield row_by_form(PostEditRow, row, {**annotation.answers, **annotation.extra})


def _called(item: ItemData, names: Names) -> dict[str, str]:
    """Return names of an item's variants that do not depend on the project, by id of the variant.

    Each name is unique in the item. A variant without a unique name is left out.
    """
    variants: Mapping[str, Mapping[str, Any]] = item.origin.get("variants") or {}
    found = {}
    for code, one in variants.items():
        # The clearest kind of name comes first.
        for name_of in (_row_of, _place_of, _model_of, _in_full):
            name = name_of(one, names.model)
            if (
                name
                and sum(name_of(other, names.model) == name for other in variants.values()) == 1
            ):
                found[code] = name
                break
    return found


# The names that a variant may have in files. `call` returns the name or alias of a model.
def _row_of(variant: Mapping[str, Any], call: Callable[[str], str]) -> str:
    return str(variant.get("id") or "")


def _place_of(variant: Mapping[str, Any], call: Callable[[str], str]) -> str:
    return str(variant.get("variant") or "")


def _model_of(variant: Mapping[str, Any], call: Callable[[str], str]) -> str:
    return call(str(variant["model"])) if variant.get("model") else ""


def _in_full(variant: Mapping[str, Any], call: Callable[[str], str]) -> str:
    parts = _model_of(variant, call), variant.get("mode"), variant.get("variant")
    return ":".join(str(part) for part in parts if part)


class CorrectionRow(Row):
    """A plain text before and after a correction. All texts may be empty.

    `document`: a text, unlike the field with this name in passages and sources, which is a key or
        id
    `explanation`: why the text was corrected
    """

    text_fields: ClassVar[frozenset[str]] = frozenset(("document", "before", "after"))

    id: OptionalId = None
    document: Text
    before: Text
    after: Text
    instruction: Text | None = None
    explanation: Text | None = None
    annotator: Annotated[Identifier | None, Blank] = None


def build_correction(row: CorrectionRow, context: ImportContext) -> Iterable[Draft]:
    """Yield the record of a correction. Empty texts are valid."""
    fields = {**row.extra(), **row.model_dump(include=set(CorrectionRow.model_fields))}
    kept = {name: value for name, value in fields.items() if value is not None}
    texts = (row.document, row.before, row.after, row.instruction, row.annotator)
    key = ("id", row.id) if row.id is not None else texts
    named = keys.row_key(context.project, KEY, "corrections", *key)
    # `shapes.kept_row` is not used, because it drops empty texts.
    body = {"protocol": KEY, "what": "corrections", "row": kept}
    yield Draft("data", named, body, context.lead, row.id or f"corrections {named[:8]}")


def correction_rows(names: Names) -> Iterable[dict[str, Any]]:
    """Yield corrections as rows."""
    return export_kept_rows(names, names.dataset.rows.get("corrections", ()), CorrectionRow)


ROW_KINDS: Mapping[str, RowSpec] = {
    "post_edits": RowSpec(
        "post_edits",
        PostEditRow,
        build_post_edit,
        title=msg("Post-edited examples"),
        export=post_edit_rows,
    ),
    "corrections": RowSpec(
        "corrections",
        CorrectionRow,
        build_correction,
        title=msg("Corrections to other texts"),
        export=correction_rows,
    ),
}
