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
# Fields that name the request which made a text, and what that text is.
_MADE = {
    "instruction_call": msg("Instruction"),
    "call": msg("Answer"),
    "critic_call": msg("Critique"),
    "critique_call": msg("Critique"),
}
_CHANGED_BY = frozenset(("metric_rating", "origin", "call", "item", "document", "data"))


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
    made: dict[str, tuple[MadeText, ...]] = {}
    calls = _calls_by_item(workspace)
    for item, named in calls.items():
        # A request may have made several texts; it is shown once.
        texts = tuple(_made_texts(workspace, {call: title for title, call in reversed(named)}))
        if texts:
            made[item] = texts[::-1]
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


def _calls_by_item(workspace: Workspace) -> dict[str, list[tuple[str, str]]]:
    """Return what models made for each item, and the keys of the requests."""
    result: dict[str, list[tuple[str, str]]] = {}
    items: dict[tuple[str, str], list[str]] = {}
    for record in workspace.records.all_current("origin"):
        origin = body_of(record)
        # Some jobs write to fields that the row of an item does not declare. Sets are texts by
        # several models that an item compares.
        places = [origin, origin.get("extra") or {}]
        places += [one for one in origin.get("sets") or () if isinstance(one, Mapping)]
        found = [call for place in places for call in _calls_in(place)]
        if found:
            result[record.key] = found
        about = workspace.records.current("item", record.key)
        protocol = str(body_of(about)["protocol"]) if about is not None else ""
        # Rows name an item by its key, its id in files, or the question that it is about.
        for name in {record.key, *(origin.get(one) for one in ("external_id", "called"))}:
            items.setdefault((protocol, str(name)), []).append(record.key)
    kinds = {
        (key, what): (field, title)
        for key in workspace.protocols
        for what, field, title in workspace.protocol(key).made_rows
    }
    for record in workspace.records.all_current("data"):
        body = body_of(record)
        protocol, row = str(body["protocol"]), body["row"]
        field, title = kinds.get((protocol, str(body["what"])), ("", ""))
        if field:
            for item in items.get((protocol, str(row.get(field))), ()):
                result.setdefault(item, []).extend(_calls_in(row, title))
    return result


def _calls_in(fields: Mapping[str, Any], title: str = "") -> Iterator[tuple[str, str]]:
    """Yield what models made for a row or an origin, and the keys of the requests.

    `title`: what the text of `call` is; empty: an answer
    """
    for name, usual in _MADE.items():
        if fields.get(name):
            yield (title if title and name == "call" else usual), str(fields[name])


def _made_texts(workspace: Workspace, calls: Mapping[str, str]) -> Iterator[MadeText]:
    for key, title in calls.items():
        record = workspace.records.current("call", key)
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
