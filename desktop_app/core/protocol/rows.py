"""Rows of files, and their conversion into records.

A `RowSpec` declares one kind of row: the fields, and the function that converts a row into
`Draft`s. Import, export and the documentation use the same declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from desktop_app.core import keys

# This uses pydantic, which is slow to import, and is needed for types only.
if TYPE_CHECKING:
    from desktop_app.core.fields import Roles, Row


@dataclass(frozen=True)
class Draft:
    """A record to be made; the workspace adds project, device and parents.

    Two drafts with the same key and the same body are one statement. If the bodies differ, the
    second one is refused unless an update was requested.

    `label`: name of the thing in messages (an id, never its text)
    `only_if_absent`: keep an existing record of this key, whatever its content
    """

    kind: str
    key: str
    body: Mapping[str, Any] | None
    author: str
    label: str
    only_if_absent: bool = False


@dataclass(frozen=True)
class Answered:
    """An annotation to which a row refers.

    `rev`: the annotation's only head
    """

    item: str
    annotator: str
    rev: str
    answers: Mapping[str, Any]


# Defaults of `ImportContext` for callers that have nothing to look up, such as tests.
def _nothing(reference: str) -> None:
    return None


def _never(reference: str) -> bool:
    return False


def _no_rows(what: str) -> Sequence[Mapping[str, Any]]:
    return ()


@dataclass(frozen=True)
class ImportContext:
    """The data and functions that an importer may use to convert one row into drafts.

    `project`: the project's id
    `lead`: the person who imports
    `find_item`: resolves an item reference (an external id, or an item's key) to the item's key;
        None if there is no such item
    `model_of`: maps a model's name, or its alias in this project, to its name
    `alias_of`: maps a model's name to its alias in this project
    `content_of`: returns the content, which annotators see, of the item with this key, or None
    `find_answer`: resolves a reference to an annotation of the protocol's first stage. A reference
        is the id with which it was imported, “item:annotator”, the id of an item with one
        annotation, or a rev; an item may have a second name (`called` in its origin). None if there
        is no match or the reference is ambiguous
    `group_of`: returns the key of the group of the item with this key, or None
    `is_ambiguous`: returns whether a reference matches several annotations
    `origin_of`: returns the origin, which only leads have, of the item with this key, or None
    `rows_of`: returns the protocol's imported rows of a kind, ordered by key
    `text_of`: returns the text of the document with this key, or None
    """

    project: str
    protocol: str
    lead: str
    find_item: Callable[[str], str | None]
    model_of: Callable[[str], str]
    alias_of: Callable[[str], str]
    content_of: Callable[[str], Mapping[str, Any] | None] = _nothing
    group_of: Callable[[str], str | None] = _nothing
    find_answer: Callable[[str], Answered | None] = _nothing
    origin_of: Callable[[str], Mapping[str, Any] | None] = _nothing
    rows_of: Callable[[str], Sequence[Mapping[str, Any]]] = _no_rows
    text_of: Callable[[str], str | None] = _nothing
    is_ambiguous: Callable[[str], bool] = _never

    def item_key(self, external_id: str) -> str:
        """Return the key of the item with this external id, whether or not it exists yet."""
        known = self.find_item(external_id)
        return known or keys.external_item_key(self.project, self.protocol, external_id)


@dataclass(frozen=True)
class RowSpec:
    """One kind of row that can be imported and exported: its fields, and its conversion.

    `build`: converts a row into drafts. Raises FieldError for violations of rules that the model
        class cannot express, and RefusedError for valid rows that are not allowed (an unknown
        item); refused rows are reported, and the others are imported
    `remarks`: returns warnings about a row that is imported anyway
    `revises`: whether a row with different content replaces an earlier one without `--update`, as
        for decisions, which may be changed
    `together`: takes all rows of a file and returns the rows to build, one for each, in order; for
        properties that depend on all rows
    `questions`: returns the keys of the questions whose answers are columns of their own; for forms
        that leads write
    `title`: name of the rows in the import dialog; empty: only the command line imports them
    `export`: returns the rows of a dataset in a stable order, as they can be imported. It receives
        what the protocol's `export_rows` passes to it, usually the names in the dataset. None:
        other kinds of rows contain these rows
    """

    key: str
    model: type[Row]
    build: Callable[[Any, ImportContext], Iterable[Draft]]
    remarks: Callable[[Any], Iterable[str]] | None = None
    together: Callable[[Sequence[Any]], Sequence[Any]] | None = None
    revises: bool = False
    questions: Callable[[], Iterable[str]] = tuple
    title: str = ""
    export: Callable[[Any], Iterable[dict[str, Any]]] | None = None

    def drafts(self, row: Any, context: ImportContext) -> Iterator[Draft]:
        """Convert a row into drafts, as `build` does; field types decide on model names.

        Aliases in the row are first replaced with names. If an item's content shows a model's name
        in a field of the same name, it gets the alias instead: whatever `build` does, annotators
        cannot see the name.
        """
        fields = _fields()
        roles = fields.roles_of(self.model)
        row = fields.rename_models(roles, row, context.model_of)
        for draft in self.build(row, context):
            content = (draft.body or {}).get("content")
            if draft.kind in ("item", "prepared") and isinstance(content, Mapping):
                blind = _blind(content, row, roles, context)
                if blind is not content:
                    draft = replace(draft, body={**(draft.body or {}), "content": blind})
            yield draft

    def exported(self, names: Any) -> Iterable[dict[str, Any]]:
        """Return the rows of this kind; `names` is passed to `export`."""
        return self.export(names) if self.export is not None else ()


@cache
def _fields() -> ModuleType:
    """Return the module of field types, which imports pydantic and is therefore slow to import.

    It is called for every row, and even repeated imports take time.
    """
    from desktop_app.core import fields

    return fields


def _blind(
    content: Mapping[str, Any], row: Any, roles: Roles, context: ImportContext
) -> Mapping[str, Any]:
    """Return an item's content with the model names of its row replaced with aliases."""
    if roles.keys().isdisjoint(content):
        return content
    fields = _fields()
    names = {name for _, name in fields.names_in(roles, row.model_dump())}
    blind: Mapping[str, Any] = fields.rename_models(
        roles, content, lambda name: context.alias_of(name) if name in names else name
    )
    return blind
