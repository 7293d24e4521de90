"""What models did: automatic ratings of items, and the requests that made the texts of items."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.core.aliases import alias_of
from desktop_app.core.keys import KEY_DIGITS
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.numbers import number_text
from desktop_app.core.ordering import natural_order
from desktop_app.workspace.aliased_data import renamer
from desktop_app.workspace.calls import messages_of, text_parts
from desktop_app.workspace.removed_references import is_reference_gone
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.core.records import Record

# The kind of rows with requests. In DOLOMITES, “calls” are requests for tasks.
MODEL_CALLS = "model_calls"
# Fields of an item's origin that name the request which made a text, and what that text is.
_MADE = {"instruction_call": msg("Instruction"), "call": msg("Answer")}
_CHANGED_BY = frozenset(("metric_rating", "origin", "call", "item", "document"))


@dataclass(frozen=True, slots=True)
class MadeText:
    """A text of an item, and the request to a model that made it.

    `title`: which text; `id`: of the request
    `messages`: (role, parts of the text) of the request; None: a text that it contains is missing
    """

    title: str
    id: str
    model: str
    time: str
    messages: tuple[tuple[str, tuple[str, ...]], ...] | None
    answer: str

    @property
    def request(self) -> str:
        """The messages of the request as one text; empty if one is missing."""
        return "\n\n".join("".join(parts) for _, parts in self.messages or ())


@dataclass(frozen=True, slots=True)
class ModelWork:
    """What models did for one item. `ratings`: bodies of its automatic ratings."""

    ratings: tuple[Mapping[str, Any], ...] = ()
    made: tuple[MadeText, ...] = ()


class KeptModelWork:
    """The work of models on all items, computed again only after a change of such records."""

    def __init__(self) -> None:
        self._by_item: Mapping[str, ModelWork] | None = None

    def update(
        self, workspace: Workspace, changed: Iterable[tuple[str, str]]
    ) -> Mapping[str, ModelWork]:
        """Return it by item; `changed`: (kind, key) of the records changed since the last call."""
        if self._by_item is None or any(kind in _CHANGED_BY for kind, _ in changed):
            self._by_item = _work_by_item(workspace)
        return self._by_item


def _work_by_item(workspace: Workspace) -> dict[str, ModelWork]:
    ratings: dict[str, list[Mapping[str, Any]]] = {}
    for record in workspace.records.all_current("metric_rating"):
        body = body_of(record)
        if not is_reference_gone(workspace.records, body):
            ratings.setdefault(str(body["item"]), []).append(body)
    made = {
        one.key: texts
        for one in workspace.records.all_current("origin")
        if (texts := tuple(_made_texts(workspace, body_of(one))))
    }
    return {
        item: ModelWork(
            tuple(
                sorted(
                    ratings.get(item, ()),
                    key=lambda one: (one["method"], one["question"], one.get("run") or 0),
                )
            ),
            made.get(item, ()),
        )
        for item in ratings.keys() | made.keys()
    }


def _made_texts(workspace: Workspace, origin: Mapping[str, Any]) -> Iterator[MadeText]:
    for name, title in _MADE.items():
        record = workspace.records.current("call", str(origin.get(name) or ""))
        if record is None:
            continue
        body = body_of(record)
        messages = [
            (one["role"], text_parts(workspace, one["content"])) for one in body["messages"]
        ]
        known = tuple((role, tuple(parts)) for role, parts in messages if parts is not None)
        yield MadeText(
            title,
            record.key,
            str(body["model"]),
            record.time,
            known if len(known) == len(messages) else None,
            str(body["answer"]),
        )


def rating_text(
    rating: Mapping[str, Any], number: Callable[[float, int], str] = number_text
) -> str:
    """Return the numbers of an automatic rating as one line.

    For example “2.86 · 1: 0.02 · 2: 0.10 · 3: 0.88”. A rating without a number is “–”.

    `number`: returns a number with so many decimals as text
    """
    value = rating.get("value")
    parts = ["–" if value is None else number(value, 0 if value == int(value) else 2)]
    found: Mapping[str, Any] = rating.get("distribution") or {}
    shares = {answer: found[answer] for answer in sorted(found, key=natural_order)}
    parts += [f"{answer}: {number(share, 2)}" for answer, share in shares.items()]
    return " · ".join(parts)


# Requests as rows to export
def call_rows(workspace: Workspace, protocol: str, gone: Collection[str]) -> list[dict[str, Any]]:
    """Return the requests of a protocol as rows, in the order of their time.

    `gone`: people who withdrew their consent, whose requests are left out
    """
    found = []
    for record in workspace.records.all_current("call"):
        body = body_of(record)
        about = {part for value in body["about"].values() for part in str(value).split(":")}
        about.add(str(body.get("annotator") or ""))
        if body["protocol"] == protocol and about.isdisjoint(gone):
            found.append((record.time, record.key, record))
    return [_call_row(workspace, record) for _, _, record in sorted(found, key=lambda one: one[:2])]


def _call_row(workspace: Workspace, record: Record) -> dict[str, Any]:
    body = body_of(record)
    item = str(body["about"].get("item") or "")[:KEY_DIGITS]
    origin = workspace.records.current("origin", item) if item else None
    messages = messages_of(workspace, body)
    row = {
        "id": record.key,
        "job": body["job"] or None,
        "purpose": body["purpose"],
        "item": (body_of(origin).get("external_id") if origin else None) or item or None,
        "annotator": body.get("annotator"),
        "model": body["model"],
        "time": record.time,
        "tokens_in": body.get("tokens_in"),
        "tokens_out": body.get("tokens_out"),
        "seconds": body["seconds"],
        "messages": [{"role": one.role, "content": one.content} for one in messages]
        if messages is not None
        else None,
        "answer": body["answer"],
        "error": (body.get("error") or {}).get("trouble"),
    }
    return {name: value for name, value in row.items() if value is not None}


def with_aliases(
    rows: Sequence[Mapping[str, Any]], aliases: Mapping[str, str], seed: str
) -> list[dict[str, Any]]:
    """Return rows of requests with aliases in place of models' names, also within their texts."""
    known = set(aliases.values())
    # Models that only judge or prepare are named in no other record.
    named = {row["model"] for row in rows} - known - aliases.keys()
    renamed = renamer({**aliases, **{name: alias_of(name, seed) for name in named}})
    return [renamed(row) for row in rows]
