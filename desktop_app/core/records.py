"""Records: the immutable facts that make up a workspace.

A record states: this `author`, on this `device`, stated `body` about `key`, replacing `parents`.
Its id `rev` is the SHA-256 of its canonical bytes, so no part of it can change unnoticed, and two
copies of one record are recognised as the same everywhere. Clocks decide nothing: `time` is for
display only (docs/decisions/0001).

`merging.py` defines what a *set* of records means; `bodies.py` defines their bodies.

A body that was written under an older schema is migrated when it is read, step by step. The result
is never written back, because a record's id depends on the bytes that were stored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from sys import intern
from types import MappingProxyType
from typing import Any

from desktop_app.core.canonical import canonical_bytes, require_finite, sha256_hex
from desktop_app.core.errors import FieldError, NewerVersionError
from desktop_app.core.messages import msg

REV = re.compile(r"[0-9a-f]{64}\Z")
# Fields that every record has. `rev` is not among them, because it is the hash of all of them.
FIELDS = frozenset(
    ("project", "kind", "key", "parents", "author", "device", "seq", "time", "schema", "body")
)
# Fields that must be non-empty strings.
_TEXTS = ("project", "kind", "key", "author", "device", "time")
_read_texts = itemgetter(*_TEXTS)
# Limits the work that one record can cause.
MAX_PARENTS = 1000
# The largest integer that every JSON parser reads exactly. No device makes that many records.
MAX_SEQ = 2**53
NO_EXTRA: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Record:
    """One immutable statement.

    `project`: id of the project to which it belongs (32 hexadecimal digits)
    `kind`: the type of thing that it is about: item, annotation, … (see `kinds.KINDS`)
    `key`: what it is about, unique within the kind
    `parents`: revs that it replaces, sorted, without repetition
    `author`: id of the person (or metric) who states it
    `device`: id of the device on which it was made; “import” for imported facts
    `seq`: sequence number of that device (from 1); 0 for imported facts
    `time`: wall-clock time, ISO 8601 UTC, for display only
    `schema`: version of the body's schema, an integer ≥ 1 per kind
    `body`: the content, or None for a tombstone (the thing is withdrawn)
    `extra`: top-level fields that this version does not know; they survive a round trip
    `rev`: the record's id, SHA-256 of the canonical bytes of everything else

    `body` is shared, never copied: treat it as read-only.
    """

    project: str
    kind: str
    key: str
    parents: tuple[str, ...]
    author: str
    device: str
    seq: int
    time: str
    schema: int
    body: Mapping[str, Any] | None
    extra: Mapping[str, Any] = field(default_factory=lambda: NO_EXTRA)
    rev: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain JSON data, without its rev."""
        return {
            **self.extra,
            "project": self.project,
            "kind": self.kind,
            "key": self.key,
            "parents": list(self.parents),
            "author": self.author,
            "device": self.device,
            "seq": self.seq,
            "time": self.time,
            "schema": self.schema,
            "body": self.body,
        }


def make_record(
    *,
    project: str,
    kind: str,
    key: str,
    author: str,
    device: str,
    seq: int,
    time: str,
    body: Mapping[str, Any] | None,
    parents: Iterable[str] = (),
    schema: int = 1,
) -> Record:
    """Return a new record with its rev computed.

    Raises ValueError if a field is invalid or the body is not finite JSON.
    """
    require_finite(body)
    draft = Record(
        project, kind, key, tuple(sorted(set(parents))), author, device, seq, time, schema, body
    )
    # The data are parsed again, so that a record made here passes the same checks as a received
    # one.
    return parse_record(draft.to_json())


def parse_record(data: Mapping[str, Any], *, rev: str | None = None) -> Record:
    """Return a validated `Record` from plain JSON data, with its rev computed.

    If `rev` is not None, the hash of the data must equal it. Raises ValueError that names the
    field.
    """
    canonical = canonical_bytes(data)
    return checked_record(data, sha256_hex(canonical), rev)


def checked_record(data: Mapping[str, Any], computed: str, rev: str | None) -> Record:
    """Return the record as `parse_record` does, given the hash of its canonical bytes.

    `computed`: SHA-256 of the canonical bytes of `data`
    """
    if rev is not None and computed != rev:
        raise FieldError("rev", msg("does not match the content"))
    # This code runs very often, so all fields are read at once.
    try:
        texts = _read_texts(data)
        parents, seq, schema, body = data["parents"], data["seq"], data["schema"], data["body"]
    except KeyError:
        raise FieldError(min(FIELDS - data.keys()), msg("missing")) from None
    for value in texts:
        # `type(…) is`, not isinstance: True must not pass as an integer.
        if type(value) is not str or not value:
            raise FieldError(_TEXTS[texts.index(value)], msg("must be non-empty text"))
    if type(parents) is not list or len(parents) > MAX_PARENTS:
        raise FieldError(
            "parents", msg("must be a list of at most {max_parents} revs", max_parents=MAX_PARENTS)
        )
    if parents:
        if not all(type(parent) is str and REV.match(parent) for parent in parents):
            raise FieldError("parents", msg("must contain revs of 64 hexadecimal digits"))
        if parents != sorted(set(parents)):
            raise FieldError("parents", msg("must be sorted and without duplicates"))
    if type(seq) is not int or not 0 <= seq <= MAX_SEQ:
        raise FieldError("seq", msg("must be an integer from 0 to {max_seq}", max_seq=MAX_SEQ))
    if type(schema) is not int or schema < 1:
        raise FieldError("schema", msg("must be an integer of at least 1"))
    if body is not None and type(body) is not dict:
        raise FieldError("body", msg("must be an object, or null for a tombstone"))
    extra: Mapping[str, Any] = NO_EXTRA
    if len(data) > len(FIELDS):
        extra = {name: data[name] for name in data.keys() - FIELDS}
    # A stored rev could contradict the computed one.
    if "rev" in extra:
        raise FieldError("rev", msg("must not be part of the hashed content"))
    # Strings that many records share are interned; otherwise a large project would need twice the
    # memory.
    project, kind, key, author, device, time = texts
    return Record(
        intern(project),
        intern(kind),
        key,
        tuple(parents),
        intern(author),
        intern(device),
        seq,
        time,
        schema,
        body,
        extra,
        computed,
    )


def digest_of(revs: Iterable[str]) -> str:
    """Return a workspace's digest: the SHA-256 of its sorted revs, one per line."""
    return sha256_hex("".join(f"{rev}\n" for rev in sorted(revs)).encode())


# Bodies that were written under older schemas
Body = Mapping[str, Any]
Step = Callable[[dict[str, Any]], dict[str, Any]]


class Migrations:
    """The known migration steps, by kind and by the schema that they start from."""

    def __init__(self) -> None:
        self._steps: dict[tuple[str, int], Step] = {}
        self._current: dict[str, int] = {}

    def register(self, kind: str, from_schema: int, step: Step) -> None:
        """Add the step that converts a body of `kind` from `from_schema` to the next schema.

        Steps of a kind are registered in order from 1, so that none can be missing. Raises
        ValueError otherwise.
        """
        # Otherwise a missing step would be noticed only when an old record is read.
        if from_schema != self.current(kind):
            raise FieldError(
                kind,
                msg(
                    "the next migration to register must start from {kind2}",
                    kind2=self.current(kind),
                ),
            )
        self._steps[kind, from_schema] = step
        self._current[kind] = from_schema + 1

    def current(self, kind: str) -> int:
        """Return the schema number that this version writes for a kind."""
        return self._current.get(kind, 1)

    def migrate(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return a record (plain data with kind, schema and body) in the current schema.

        The argument is not changed. A tombstone has no body to migrate. Raises NewerVersionError if
        this version does not know the schema yet.
        """
        kind, body = document["kind"], document["body"]
        current = self.current_body(kind, document["schema"], body)
        if current is not None:
            current = dict(current)
        return {**document, "schema": self.current(kind), "body": current}

    def current_body(self, kind: str, schema: int, body: Body | None) -> Body | None:
        """Return the body of a record in the current schema; see the function `current_body`."""
        # This runs for every record that is read. Nearly all records have the current schema and
        # are returned immediately.
        current = self._current.get(kind, 1)
        if schema == current:
            return body
        if schema > current:
            raise NewerVersionError(
                msg(
                    "a record of kind {kind} has schema {schema}; this version knows {current}",
                    kind=kind,
                    schema=schema,
                    current=current,
                ),
                field="schema",
                hint=msg("Update Proofdesk to open it."),
            )
        if body is None:
            return None
        migrated = dict(body)
        for number in range(schema, current):
            migrated = self._steps[kind, number](migrated)
        return migrated


# The registry of the whole program; tests create their own.
MIGRATIONS = Migrations()


def migrate(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record in the schema that this version writes; see `Migrations.migrate`."""
    return MIGRATIONS.migrate(document)


def current_body(kind: str, schema: int, body: Body | None) -> Body | None:
    """Return a record's body in the schema that this version writes, for callers that *read* it.

    A body in the current schema, or None for a tombstone, is returned unchanged, at the cost of one
    dictionary look-up. For an older body, a migrated copy is returned and the original is
    unchanged. Never use the result where a record is serialised (`to_json`, a bundle, the store):
    the rev is the hash of the stored body. Raises NewerVersionError if this version does not know
    the schema yet.
    """
    return MIGRATIONS.current_body(kind, schema, body)
