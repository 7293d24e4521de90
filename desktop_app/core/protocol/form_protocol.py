"""Base class of protocols whose stages ask the questions of a form about each item.

A subclass declares the fields of an item as a `Row` and its stages as `FormStage`s. The type of a
field decides where its value is stored:

    DocumentText (one field at most)    a document record, shared by items with the same text
    ModelName, RaterName, PersonId      the origin, which only leads have
    ItemRef                             the content, as the key of the other item
    `id`, `group`                       the item's name in files, and the group it belongs to
    any other type                      the content, which annotators see

docs/writing-a-protocol.md shows a complete protocol of this kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar

from desktop_app.core import keys
from desktop_app.core.errors import FieldError, UsageError
from desktop_app.core.fields import ItemRef, OptionalPerson, Role, Roles, Row, Seconds, roles_of
from desktop_app.core.forms import Form, parse_form
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.protocol.stage import Stage
from desktop_app.core.row_conversion import (
    Names,
    annotation_body,
    external_annotation,
    known_item,
    present,
    row_of,
)

# Values of these types never reach annotators.
_HIDDEN = (Role.MODEL, Role.RATER, Role.PERSON)
# The field of a content with the key of its document, used by packing and by the window.
_DOCUMENT = "document"
# Fields with a special meaning.
_NAMES = ("id", "group")


class FormAnswerRow(Row):
    """One person's answers about one item; every other field is a question of the form."""

    item: ItemRef
    annotator: OptionalPerson = None
    seconds: Seconds = None


class FormStage(Stage):
    """A stage with a fixed form.

    `form_text`: the form in YAML (docs/forms.md)

    Each stage of a protocol needs its own `row_kind`, which names its rows in files.
    """

    form_text: ClassVar[str]

    def __init__(self, protocol: str) -> None:
        self._protocol = protocol

    @cached_property
    def _form(self) -> Form:
        return parse_form(self.form_text, file=f"{self.key}.yaml")

    def form(self) -> Form:
        return self._form

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        return self._form.check(answers)

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        for problem in self._form.missing(answers):
            raise FieldError(problem.question, problem.reason)

    def body(
        self, row: FormAnswerRow, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        question_keys = {question.key for question in self._form.questions}
        fields = row.extra()
        answers = self.check(
            {name: value for name, value in fields.items() if name in question_keys}
        )
        more = {name: value for name, value in fields.items() if name not in question_keys}
        return annotation_body(
            self._protocol, item, annotator, self.key, answers, row.seconds, more
        )

    def drafts(self, row: FormAnswerRow, context: ImportContext) -> Iterator[Draft]:
        """Yield drafts for a row of imported answers: their author and the annotation."""
        if row.annotator is None:
            raise FieldError("annotator", msg("is missing"))
        item = known_item(row.item, context)
        body = self.body(row, item, row.annotator, context.content_of(item) or {})
        yield from external_annotation(body, context, f"{row.item} by {row.annotator}")


class FormProtocol(Protocol):
    """A protocol with one kind of item rows, whose stages each ask the questions of a form.

    `item_form`: the row type with the fields of an item
    `stage_types`: the classes of its stages; the first one is the default

    Creating it raises UsageError if two stages have the same `row_kind`, or one has “items”.
    """

    item_form: ClassVar[type[Row]]
    stage_types: ClassVar[tuple[type[FormStage], ...]]

    def __init__(self) -> None:
        self.stages = tuple(stage(self.key) for stage in self.stage_types)
        # A kind of row belongs to one stage: otherwise an import could not tell which stage is
        # meant.
        times = Counter(["items", *(stage.row_kind for stage in self.stages)])
        for kind in (kind for kind, number in times.items() if number > 1):
            raise UsageError(
                msg(
                    "the protocol “{key}” uses the row kind “{kind}” twice", key=self.key, kind=kind
                ),
                hint=msg("Its authors must give each stage its own row_kind."),
            )

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        items = RowSpec("items", self.item_form, self._item_drafts, title=msg("Items to judge"))
        answers = {
            stage.row_kind: RowSpec(
                stage.row_kind, FormAnswerRow, stage.drafts, title=msg("Answers of annotators")
            )
            for stage in self.stages
            if isinstance(stage, FormStage)
        }
        return {"items": items, **answers}

    def _item_drafts(self, row: Row, context: ImportContext) -> Iterator[Draft]:
        """Yield the document of an item, the item, and its origin, which only leads have."""
        roles = roles_of(self.item_form)
        content: dict[str, Any] = {}
        hidden: dict[str, Any] = {}
        text = ""
        for name in self.item_form.model_fields:
            value, role = getattr(row, name), roles.get(name)
            if value is None or name in _NAMES:
                continue
            if role in _HIDDEN:
                hidden[name] = value
            elif role is Role.DOCUMENT:
                text = value
                content[_DOCUMENT] = keys.document_key(text)
            else:
                content[name] = known_item(value, context) if role is Role.ITEM else value
        external, group = getattr(row, "id", None), getattr(row, "group", None)
        key = self._item_key(external, content, hidden, context)
        basis = ["alone", key]
        if group is not None:
            basis = ["named", group]
        elif _DOCUMENT in content:
            basis = [content[_DOCUMENT]]
        label = external or key
        if _DOCUMENT in content:
            yield Draft("document", content[_DOCUMENT], {"text": text}, context.lead, label)
        body = {
            "protocol": self.key,
            "group": keys.group_key(context.project, self.key, *basis),
            "content": content,
        }
        yield Draft("item", key, body, context.lead, label)
        origin = {
            **hidden,
            "item": key,
            # An id that equals the item's own key comes from an export of an item without an id.
            "external_id": external if external != key else None,
            "group": group,
            "extra": row.extra(),
        }
        yield Draft("origin", key, present(origin), context.lead, label)

    def _item_key(
        self,
        external: str | None,
        content: Mapping[str, Any],
        hidden: Mapping[str, Any],
        context: ImportContext,
    ) -> str:
        """Return the key of an item, made from its id or, without one, from its content."""
        if external is not None:
            return context.item_key(external)
        # The key is computed from aliases, because annotators see it and could guess names
        # (docs/decisions/0005).
        aliases = {name: context.alias_of(str(value)) for name, value in hidden.items()}
        return keys.content_item_key(context.project, self.key, {**content, **aliases})

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        names = Names(dataset, reveal_models)
        if what == "items":
            return self._item_rows(dataset, names)
        stages = {stage.key for stage in self.stages if stage.row_kind == what}
        return (
            row_of(
                FormAnswerRow,
                {
                    "item": names.item(one.item),
                    "annotator": one.annotator,
                    "seconds": one.seconds,
                },
                {**one.answers, **one.extra},
            )
            for one in dataset.annotations
            if one.stage in stages
        )

    def _item_rows(self, dataset: Dataset, names: Names) -> Iterator[dict[str, Any]]:
        """Yield the rows of the items, as `_item_drafts` reads them."""
        roles: Roles = roles_of(self.item_form)
        for item in dataset.items:
            fields: dict[str, Any] = {}
            for name in self.item_form.model_fields:
                role = roles.get(name)
                value = (item.origin if role in _HIDDEN else item.content).get(name)
                if role is Role.DOCUMENT:
                    value = dataset.documents.get(str(item.content.get(_DOCUMENT)))
                elif role is Role.ITEM and value is not None:
                    value = names.item(value)
                fields[name] = value
            known = {"id": names.item(item.key), "group": item.origin.get("group")}
            fields |= {name: known[name] for name in _NAMES if name in fields}
            yield row_of(self.item_form, fields, item.origin.get("extra"))
