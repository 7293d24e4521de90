"""Data that importers of rows look up in a workspace, and items derived from rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core import keys
from desktop_app.core.aliases import alias_of
from desktop_app.core.merging import body_of
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Answered, Draft, ImportContext
from desktop_app.core.records import Record
from desktop_app.workspace.dataset import aliases_of, dataset_of
from desktop_app.workspace.workspace import Workspace


def import_context(workspace: Workspace, protocol: str) -> ImportContext:
    """Return the data and functions for a protocol's importer; they read the workspace."""
    # Files may contain a model's alias, as exports do.
    names = {alias: name for name, alias in aliases_of(workspace).items()}
    seed = workspace.alias_seed() or ""
    answers = _Answers(workspace, protocol)
    return ImportContext(
        project=workspace.project,
        protocol=protocol,
        lead=workspace.lead,
        find_item=lambda reference: workspace.find_item(protocol, reference),
        model_of=lambda model: names.get(model, model),
        alias_of=lambda model: alias_of(model, seed),
        content_of=lambda item: content_of(workspace, item),
        group_of=lambda item: _group_of(workspace, item),
        find_answer=answers.find,
        origin_of=lambda item: _origin_of(workspace, item),
        rows_of=_Rows(workspace, protocol).of,
        text_of=lambda key: text_of(workspace, key),
        is_ambiguous=answers.is_ambiguous,
    )


def settled_context(workspace: Workspace, dataset: Dataset) -> ImportContext:
    """Return an import context that holds plain data and may be used on any thread.

    Call this function on the thread that owns the workspace.
    """
    contents = {item.key: item.content for item in dataset.items}
    names = {alias: name for name, alias in dataset.aliases.items()}
    project, protocol = workspace.project, dataset.protocol
    answers = _Answers(workspace, protocol)
    # Read now, because `_Answers` would otherwise read the workspace on first use.
    result = answers.all()
    seed = workspace.alias_seed() or ""

    def find_item(reference: str) -> str | None:
        key = keys.external_item_key(project, protocol, reference)
        return next((one for one in (key, reference) if one in contents), None)

    return ImportContext(
        project=project,
        protocol=protocol,
        lead=workspace.lead,
        find_item=find_item,
        model_of=lambda model: names.get(model, model),
        alias_of=lambda model: alias_of(model, seed),
        content_of=contents.get,
        group_of={item.key: item.group for item in dataset.items}.get,
        find_answer=result.get,
        origin_of={item.key: item.origin for item in dataset.items}.get,
        rows_of=lambda what: dataset.rows.get(what, ()),
        text_of=dataset.documents.get,
        is_ambiguous=answers.is_ambiguous,
    )


def content_of(workspace: Workspace, item: str) -> Mapping[str, Any] | None:
    """Return the content of an item; None if it is missing or in conflict."""
    record = workspace.records.current("item", item)
    return dict(body_of(record)["content"]) if record is not None else None


def _group_of(workspace: Workspace, item: str) -> str | None:
    record = workspace.records.current("item", item)
    return str(body_of(record)["group"]) if record is not None else None


def text_of(workspace: Workspace, document: str) -> str | None:
    """Return the text of a document; None if it is missing or in conflict."""
    record = workspace.records.current("document", document)
    return str(body_of(record)["text"]) if record is not None else None


def _origin_of(workspace: Workspace, item: str) -> Mapping[str, Any] | None:
    record = workspace.records.current("origin", item)
    return body_of(record) if record is not None else None


class _Rows:
    """A protocol's own rows, read on first use."""

    def __init__(self, workspace: Workspace, protocol: str) -> None:
        self._workspace = workspace
        self._protocol = protocol
        self._by_kind: dict[str, list[Mapping[str, Any]]] | None = None

    def of(self, what: str) -> Sequence[Mapping[str, Any]]:
        # Most imports never need them.
        if self._by_kind is None:
            self._by_kind = {}
            records = self._workspace.records.all_current("data")
            for record in sorted(records, key=lambda one: one.key):
                body = body_of(record)
                if body["protocol"] == self._protocol:
                    self._by_kind.setdefault(body["what"], []).append(body["row"])
        return self._by_kind.get(what, ())


class _Answers:
    """Annotations of a protocol's first stage, by the names that files use for them."""

    def __init__(self, workspace: Workspace, protocol: str) -> None:
        self._workspace = workspace
        self._protocol = protocol
        self._by_name: dict[str, Answered | None] | None = None

    def find(self, reference: str) -> Answered | None:
        """Return the annotation with this name; None if there is none, or several."""
        return self.all().get(reference)

    def is_ambiguous(self, reference: str) -> bool:
        """Return whether several annotations have this name."""
        return self.all().get(reference, reference) is None

    def all(self) -> Mapping[str, Answered | None]:
        """Return the annotations by all their names; None for a name of several annotations."""
        if self._by_name is None:
            self._by_name = self._index()
        return self._by_name

    def _index(self) -> dict[str, Answered | None]:
        records = self._workspace.records
        stage = self._workspace.protocol(self._protocol).stages[0].key
        # An id from a file takes precedence over a derived name.
        by_id: dict[str, Answered | None] = {}
        derived: dict[str, Answered | None] = {}
        for record in records.all_current("annotation"):
            body = body_of(record)
            if (body["protocol"], body["stage"]) != (self._protocol, stage):
                continue
            item, annotator = body["item"], body["annotator"]
            result = Answered(item, annotator, record.rev, body["answers"])
            own_id = body.get("extra", {}).get("id")
            if own_id is not None:
                by_id[str(own_id)] = None if str(own_id) in by_id else result
            origin = records.current("origin", item)
            called = body_of(origin).get("called") if origin is not None else None
            names = (item, self._workspace.item_name(item), *([str(called)] if called else ()))
            # Derived names: the rev, “item:annotator”, or the item if it has only one annotation.
            for name in {record.rev, *names, *(f"{one}:{annotator}" for one in names)}:
                derived[name] = None if name in derived else result
        return {**derived, **by_id}


# Derived items follow from rows and are kept in step with them. Only leads' commands make them,
# never a merge (docs/decisions/0018).


def follow(workspace: Workspace, protocol: Protocol) -> list[Record]:
    """Add or revise the items that follow from a protocol's rows; return the new records.

    A second call adds nothing. As with imports, the same content gives the same records on every
    lead's computer. Raises NotSavedError if saving fails.
    """
    drafts = drafts_of(workspace, protocol)
    return list(workspace.add(drafts, imported=True).added)


def drafts_of(workspace: Workspace, protocol: Protocol) -> list[Draft]:
    """Return drafts of all derived items, whether or not they exist already."""
    if not protocol.has_derived_items or not workspace.is_lead:
        return []
    dataset = dataset_of(workspace, protocol.key)
    context = settled_context(workspace, dataset)
    return list(protocol.derived_items(dataset, context, _given(workspace)))


def _given(workspace: Workspace) -> frozenset[str]:
    """Return the keys of items that were assigned or answered, whose texts must not change."""
    records = workspace.records
    items = {str(body_of(one)["item"]) for one in records.all_current("assignment")}
    items |= {key.partition(":")[0] for key in records.keys("annotation")}
    return frozenset(items)
