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
    """Return what a protocol's importer may look up in this workspace."""
    # Files may name a model by its alias, as exports do.
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
        content_of=lambda item: _content_of(workspace, item),
        find_answer=answers.find,
        origin_of=lambda item: _origin_of(workspace, item),
        rows_of=_Rows(workspace, protocol).of,
        text_of=lambda key: text_of(workspace, key),
        is_ambiguous=answers.is_ambiguous,
    )


def settled_context(workspace: Workspace, dataset: Dataset) -> ImportContext:
    """Return the same as `import_context`, for the present state and for use on any thread.

    It holds plain data and touches no store.
    """
    contents = {item.key: item.content for item in dataset.items}
    names = {alias: name for name, alias in dataset.aliases.items()}
    project, protocol = workspace.project, dataset.protocol
    answers = _Answers(workspace, protocol)
    # Read now: `_Answers` would otherwise read the workspace when first asked.
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
        find_answer=result.get,
        origin_of={item.key: item.origin for item in dataset.items}.get,
        rows_of=lambda what: dataset.rows.get(what, ()),
        text_of=dataset.documents.get,
        is_ambiguous=answers.is_ambiguous,
    )


def _content_of(workspace: Workspace, item: str) -> Mapping[str, Any] | None:
    record = workspace.records.current("item", item)
    return dict(body_of(record)["content"]) if record is not None else None


def text_of(workspace: Workspace, document: str) -> str | None:
    """Return the text of a document; None where there is none, or it is in conflict."""
    record = workspace.records.current("document", document)
    return str(body_of(record)["text"]) if record is not None else None


def _origin_of(workspace: Workspace, item: str) -> Mapping[str, Any] | None:
    record = workspace.records.current("origin", item)
    return body_of(record) if record is not None else None


class _Rows:
    """The protocol's own rows, as they were when first looked up."""

    def __init__(self, workspace: Workspace, protocol: str) -> None:
        self._workspace = workspace
        self._protocol = protocol
        self._by_kind: dict[str, list[Mapping[str, Any]]] | None = None

    def of(self, what: str) -> Sequence[Mapping[str, Any]]:
        # Built on first use: most imports never look rows up.
        if self._by_kind is None:
            self._by_kind = {}
            records = self._workspace.records.all_current("data")
            for record in sorted(records, key=lambda one: one.key):
                body = body_of(record)
                if body["protocol"] == self._protocol:
                    self._by_kind.setdefault(body["what"], []).append(body["row"])
        return self._by_kind.get(what, ())


class _Answers:
    """Lookup of annotations of a protocol's first stage, by the names that files use."""

    def __init__(self, workspace: Workspace, protocol: str) -> None:
        self._workspace = workspace
        self._protocol = protocol
        self._by_name: dict[str, Answered | None] | None = None

    def find(self, reference: str) -> Answered | None:
        """Return the annotation with this name; None where there is none, or several."""
        return self.all().get(reference)

    def is_ambiguous(self, reference: str) -> bool:
        """Return whether several annotations have this name."""
        return self.all().get(reference, reference) is None

    def all(self) -> Mapping[str, Answered | None]:
        """Return every annotation by every name; None for a name of several."""
        if self._by_name is None:
            self._by_name = self._index()
        return self._by_name

    def _index(self) -> dict[str, Answered | None]:
        records = self._workspace.records
        stage = self._workspace.protocol(self._protocol).stages[0].key
        # An id that a row states is never hidden by a name that is only derived.
        given: dict[str, Answered | None] = {}
        derived: dict[str, Answered | None] = {}
        for record in records.all_current("annotation"):
            body = body_of(record)
            if (body["protocol"], body["stage"]) != (self._protocol, stage):
                continue
            item, annotator = body["item"], body["annotator"]
            result = Answered(item, annotator, record.rev, body["answers"])
            own_id = body.get("extra", {}).get("id")
            if own_id is not None:
                given[str(own_id)] = None if str(own_id) in given else result
            origin = records.current("origin", item)
            called = body_of(origin).get("called") if origin is not None else None
            names = (item, self._workspace.item_name(item), *([str(called)] if called else ()))
            # An annotation may be named by its rev, or by its item alone as long as that has only
            # one.
            for name in {record.rev, *names, *(f"{one}:{annotator}" for one in names)}:
                derived[name] = None if name in derived else result
        return {**derived, **given}


# Derived items follow from rows and are kept in step with them. Only leads' commands make them,
# never a merge (docs/decisions/0018).


def follow(workspace: Workspace, protocol: Protocol) -> list[Record]:
    """Bring the derived items of a protocol in step with its rows; return the new records.

    Calling this again adds nothing. As with imports, the same content gives the same records on
    every lead's computer. Raises NotSavedError.
    """
    drafts = drafts_of(workspace, protocol)
    return list(workspace.add(drafts, imported=True).added)


def drafts_of(workspace: Workspace, protocol: Protocol) -> list[Draft]:
    """Return the derived items that should exist, whether they exist already or not."""
    if not protocol.has_derived_items or not workspace.is_lead:
        return []
    dataset = dataset_of(workspace, protocol.key)
    context = settled_context(workspace, dataset)
    return list(protocol.derived_items(dataset, context, _given(workspace)))


def _given(workspace: Workspace) -> frozenset[str]:
    """Return the keys of items that were assigned or answered: their texts must not change."""
    records = workspace.records
    given = {str(body_of(one)["item"]) for one in records.all_current("assignment")}
    given |= {key.partition(":")[0] for key in records.keys("annotation")}
    return frozenset(given)
