"""Records of the items in the queue, open or not. Does not import Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from desktop_app.core.errors import AppError
from desktop_app.core.forms import Form
from desktop_app.core.keys import work_key
from desktop_app.core.merging import body_of
from desktop_app.core.protocol.stage import Stage
from desktop_app.ui.annotate.entries import Entry
from desktop_app.workspace.drafts import DraftContent
from desktop_app.workspace.earlier_texts import is_earlier_text
from desktop_app.workspace.forms import FormHistory
from desktop_app.workspace.materials import in_language
from desktop_app.workspace.work import load_draft, prepared_by_item, texts_of
from desktop_app.workspace.work_states import has_other_text
from desktop_app.workspace.workspace import Workspace


@dataclass(frozen=True)
class ItemView:
    """Data that a panel needs to show an item.

    `document`: text of the item's document; empty if it has none
    `prepared`: what models made for the item in advance
    `documents`: texts of all documents that the item names, by key
    """

    content: Mapping[str, Any]
    document: str
    answers: Mapping[str, Any]
    prepared: Sequence[Mapping[str, Any]] = ()
    documents: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Revision:
    """One submitted version of the answers, or a draft made under an earlier form version.

    `time`: time of the submission, ISO 8601; empty for a draft
    `seconds`: active time; None if unknown
    `is_current`: whether this is the submission that counts
    `form`: form version that the answers belong to; None if it has not arrived
    `form_name`: name of that form version; empty if the annotation names none
    `is_by_lead`: whether a lead decided it, for example between versions of two computers
    `is_draft`: whether it was typed under an earlier form version and never submitted
    """

    time: str
    answers: Mapping[str, Any]
    seconds: float | None
    is_current: bool
    form: Form | None = None
    form_name: str = ""
    is_by_lead: bool = False
    is_draft: bool = False


class ItemRecords:
    """Reads items, documents, materials and submitted annotations.

    Every method takes an entry, because turns with a model also change items that are not open.
    """

    def __init__(self, workspace: Workspace, forms: FormHistory) -> None:
        self._workspace = workspace
        self._forms = forms
        self._prepared_for: dict[str, list[Mapping[str, Any]]] | None = None

    def texts(self, entry: Entry) -> tuple[Mapping[str, Any], str]:
        """Return the content of an item and the text of its document, or "" without one."""
        content = body_of(self._item(entry)).get("content", {})
        key = content.get("document")
        # Heads, not the current version, so that a document in conflict is shown too.
        heads = self._workspace.records.heads("document", str(key)) if key else []
        return content, str(body_of(heads[0])["text"]) if heads and heads[0].body else ""

    def documents(self, entry: Entry) -> dict[str, str]:
        """Return the texts of the documents that an item names, by key.

        Documents that have not arrived are left out.
        """
        return texts_of(self._workspace, self._item(entry))

    def view(self, entry: Entry, answers: Mapping[str, Any]) -> ItemView:
        """Return everything that a panel shows about an item."""
        # Read once for all items: reading the records again for each item would be slow.
        if self._prepared_for is None:
            self._prepared_for = prepared_by_item(self._workspace)
        prepared = self._prepared_for.get(entry.item, [])
        return ItemView(*self.texts(entry), answers, prepared, self.documents(entry))

    def submitted(self, entry: Entry) -> Mapping[str, Any]:
        """Return the body of the submitted annotation; empty if there is none."""
        heads = self._workspace.records.heads("annotation", self._key(entry))
        return next((head.body for head in heads if head.body is not None), {})

    def draft(self, entry: Entry) -> tuple[dict[str, Any], DraftContent]:
        """Return the data of an entry's draft, empty if there is none, and its content."""
        data = load_draft(self._workspace, entry.item, entry.stage) or {}
        return data, self.draft_content(entry, data)

    def draft_content(self, entry: Entry, data: Mapping[str, Any]) -> DraftContent:
        """Return the content of a draft of an entry."""
        records, devices = self._workspace.records, self._workspace.devices
        return DraftContent.of(data, records, self._key(entry), devices)

    def rev(self, entry: Entry) -> str:
        """Return the revision of an item that is shown."""
        return str(self._item(entry).rev)

    def has_other_text(self, entry: Entry, seen: str) -> bool:
        """Return whether submitted answers or a draft are about an earlier text of the item.

        `seen`: revision of the item whose text was seen when the draft was begun; "" without one
        """
        records = self._workspace.records
        return has_other_text(records, self._key(entry)) or is_earlier_text(
            records, entry.item, seen
        )

    def history(self, entry: Entry) -> list[Revision]:
        """Return the submitted revisions of an item, oldest first."""
        key = self._key(entry)
        records, protocol = self._workspace.records, self._workspace.protocol(entry.protocol)
        heads = {head.rev for head in records.heads("annotation", key)}
        return [
            Revision(
                record.time,
                record.body.get("answers", {}),
                record.body.get("seconds"),
                record.rev in heads,
                self._forms.form(protocol, str(record.body.get("form", ""))),
                str(record.body.get("form", "")),
                record.author != self._workspace.person,
            )
            for record in records.history("annotation", key)
            if record.body is not None
        ]

    def turn_stage(self, entry: Entry) -> Stage | None:
        """Return the stage of an entry if it is answered in turns with a model, else None."""
        # A protocol that is not installed here has no turns.
        with suppress(AppError):
            stage = self._workspace.protocol(entry.protocol).find_stage(entry.stage)
            return stage if stage is not None and stage.has_turns else None
        return None

    def materials(self, folder: str, language: str) -> dict[str, str]:
        """Return the materials in a folder such as `guidelines`, by path.

        If a text has a translation into `language`, such as `risum.de.md`, the translation is
        returned.
        """
        found = (body_of(record) for record in self._workspace.records.all_current("material"))
        below = [body for body in found if str(body["path"]).startswith(f"{folder}/")]
        return in_language(below, language)

    def _key(self, entry: Entry) -> str:
        """Return the key of an entry's annotation."""
        return work_key(entry.item, self._workspace.person, entry.stage)

    def _item(self, entry: Entry) -> Any:
        # While versions of an item are in conflict, one of them is shown.
        records = self._workspace.records
        return records.shown("item", entry.item) or records.heads("item", entry.item)[0]
