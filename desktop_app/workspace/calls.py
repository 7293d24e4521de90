"""Requests to models: their records, the cache of their answers, and passage retrieval.

A record does not repeat the texts of the item and its documents, but refers to them.
`messages_of` restores the exact messages.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from desktop_app import files
from desktop_app.core.kinds import documents_of
from desktop_app.core.merging import body_of
from desktop_app.core.model_jobs import TokenChance
from desktop_app.core.prompts import Message
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.folder import make_cache_folder
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.llm.asker import Asker, CachedAnswer, Call
    from desktop_app.llm.client import ModelClient
    from desktop_app.llm.lookups import Lookups


# Characters; shorter texts are repeated, because a reference would take as much space.
_SHORTEST_REFERENCE = 200
# In bytes.
_LARGEST_ENTRY = 64 << 20


class AnswerCache:
    """Answers by a digest of the request, each in a file in the workspace's `cache` folder.

    The folder may be deleted at any time. Entries that cannot be read count as missing.

    `name`: the folder's name within `cache`
    """

    def __init__(self, folder: Path, name: str = "answers") -> None:
        self._folder = folder / "cache" / name

    def get(self, key: str) -> Mapping[str, Any] | None:
        """Return the entry with this key, or None."""
        with suppress(OSError, ValueError, RecursionError):
            file = self._file(key)
            if file.stat().st_size <= _LARGEST_ENTRY:
                entry = json.loads(file.read_bytes())
                return entry if isinstance(entry, dict) else None
        return None

    def put(self, key: str, entry: Mapping[str, Any]) -> None:
        """Save an entry.

        Raises NotSavedError, because an answer that is not saved has to be paid for again.
        """
        file = self._file(key)
        make_cache_folder(self._folder)
        files.private_file_write(file, json.dumps(entry, ensure_ascii=False).encode())

    def remove(self, key: str) -> None:
        """Remove an entry, if there is one and it can be removed."""
        with suppress(OSError):
            self._file(key).unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"


def call_drafts(
    workspace: Workspace, calls: Iterable[Call], asker: Asker, *, protocol: str, job: str = ""
) -> list[Draft]:
    """Return drafts of call records; `job` is empty for requests during annotation."""
    return [_draft(workspace, call, asker, protocol, job) for call in calls]


def _draft(workspace: Workspace, call: Call, asker: Asker, protocol: str, job: str) -> Draft:
    request, exchange = call.request, call.exchange
    texts = _known_texts(workspace, request.about.get("item"))
    body: dict[str, Any] = {
        "protocol": protocol,
        "job": job,
        "purpose": request.purpose,
        "template": request.template,
        "version": request.version,
        "about": dict(request.about),
        "annotator": None if workspace.is_lead else workspace.person,
        "connection": asker.client.name,
        "model": str(request.parameters.get("model") or asker.model),
        "messages": [
            {"role": one.role, "content": _referring(one.content, texts)}
            for one in exchange.messages
        ],
        "parameters": call.visible_parameters(workspace.is_lead),
        "sample": request.sample,
        "answer": exchange.text,
        "finish": exchange.finish,
        "tokens_in": exchange.tokens_in,
        "tokens_out": exchange.tokens_out,
        "seconds": round(exchange.seconds, 3),
        "attempts": exchange.attempts,
    }
    # Annotators' records do not state which server answered.
    if workspace.is_lead:
        body |= {"server": asker.client.connection.base_url, "served": exchange.served}
    if request.answer is not None:
        from desktop_app.llm.structured import form_digest

        body["form"] = form_digest(request.answer)
    if exchange.trouble is not None:
        status = {"status": exchange.status} if exchange.status is not None else {}
        body["error"] = {"trouble": exchange.trouble.value, **status}
    if exchange.chances:
        body["logprobs"] = [
            [one.token, one.logprob, dict(one.others), *([True] if one.repeated else [])]
            for one in exchange.chances
        ]
    if call.repairs is not None:
        body["repairs"] = call.repairs
    # A cached answer usually has a record already, which must not be revised.
    return Draft("call", call.key, body, workspace.person, call.key, only_if_absent=call.cached)


def known_answers(workspace: Workspace) -> dict[str, CachedAnswer]:
    """Return the answers in this person's records of calls, by call key."""
    from desktop_app.llm.asker import CachedAnswer

    result: dict[str, CachedAnswer] = {}
    for record in workspace.records.all_current("call"):
        body = body_of(record)
        if record.author == workspace.person and body.get("error") is None:
            chances = tuple(TokenChance(*one) for one in body.get("logprobs", ()))
            known = CachedAnswer(record.key, str(body["answer"]), chances)
            # A repaired answer belongs to the original request.
            result[str(body.get("repairs") or record.key)] = known
    return result


def messages_of(workspace: Workspace, body: Mapping[str, Any]) -> list[Message] | None:
    """Return the messages of a call with all texts; None if a text has not arrived."""
    messages = []
    for one in body["messages"]:
        parts = text_parts(workspace, one["content"])
        if parts is None:
            return None
        messages.append(Message(one["role"], "".join(parts)))
    return messages


def text_parts(workspace: Workspace, content: Sequence[Any]) -> list[str] | None:
    """Return the parts of a message with the texts that it refers to; None if one is missing.

    Texts of items and documents are not copied.
    """
    parts = [_part(workspace, part) for part in content]
    return None if None in parts else [str(part) for part in parts]


def _part(workspace: Workspace, part: Any) -> str | None:
    if isinstance(part, str):
        return part
    if "document" in part:
        heads: Sequence[Record] = workspace.records.heads("document", part["document"])
        return str(body_of(heads[0])["text"]) if heads else None
    record = workspace.records.get(part["item"])
    if record is None or record.body is None:
        return None
    text = record.body["content"].get(part["field"])
    return text if isinstance(text, str) else None


def _known_texts(workspace: Workspace, item: str | None) -> list[tuple[str, dict[str, str]]]:
    """Return the long texts of an item with references to them, the longest first."""
    record = workspace.records.current("item", item) if item else None
    if record is None:
        return []
    texts: list[tuple[str, dict[str, str]]] = []
    for key in documents_of(record):
        texts += [
            (str(body_of(head)["text"]), {"document": key})
            for head in workspace.records.heads("document", key)[:1]
            if head.body is not None
        ]
    for name, value in body_of(record)["content"].items():
        if isinstance(value, str):
            texts.append((value, {"item": record.rev, "field": name}))
    # Longest first, because a text may contain another one.
    return sorted(
        (one for one in texts if len(one[0]) >= _SHORTEST_REFERENCE),
        key=lambda one: len(one[0]),
        reverse=True,
    )


def _referring(text: str, texts: Sequence[tuple[str, dict[str, str]]]) -> list[Any]:
    """Return a text as a list of parts in which references replace the known texts."""
    for known, reference in texts:
        before, result, after = text.partition(known)
        if result:
            return [*_referring(before, texts), reference, *_referring(after, texts)]
    return [text] if text else []


# Passage retrieval for jobs and turns
def lookups_for(workspace: Workspace, client: ModelClient | None) -> Lookups:
    """Return the runner of lookups, with vectors if the connection has an embedding model.

    Vectors are cached in the workspace. The result may be used on any thread.
    """
    from desktop_app.llm.lookups import Lookups
    from desktop_app.workspace.vectors import embedder_for

    model = client.connection.embeddings if client is not None else ""
    if client is None or not model:
        return Lookups()
    return Lookups(embedder_for(workspace, client, model=model))
