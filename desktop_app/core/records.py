"""Records: the immutable facts a workspace is made of.

A record says: this `author`, on this `device`, stated `body` about `key`, replacing `parents`.
Its id `rev` is the SHA-256 of its canonical bytes, so nothing about it can change unnoticed and
two copies of one record are the same record wherever they met. No clock decides anything: `time`
is for display only.

`merging.py` says what a *set* of records means; `bodies.py` says what their bodies hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from sys import intern
from types import MappingProxyType
from typing import Any

from desktop_app.core.canonical import canonical_bytes, require_finite, sha256_hex
from desktop_app.core.errors import FieldError
from desktop_app.core.messages import msg

REV = re.compile(r"[0-9a-f]{64}\Z")
FIELDS = frozenset(
    ("project", "kind", "key", "parents", "author", "device", "seq", "time", "schema", "body")
)
_TEXTS = ("project", "kind", "key", "author", "device", "time")
MAX_PARENTS = 1000
MAX_SEQ = 2**53  # no device makes that many; every JSON reader takes it exactly
NO_EXTRA: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Record:
    """One immutable statement.

    project  id of the project it belongs to (32 hexadecimal digits)
    kind     what sort of thing: item, annotation, … (see `kinds.KINDS`)
    key      what it is about, unique within the kind
    parents  revs it replaces, sorted, without repetition
    author   id of the person (or metric) who states it
    device   id of the device it was made on, and `seq`, that device's running number (from 1);
             imported facts carry device "import" and seq 0
    time     wall-clock time, ISO 8601 UTC, for display only
    schema   version of the body's form, an integer ≥ 1 per kind
    body     the content, or None for a tombstone (the thing is withdrawn)
    extra    envelope fields this version does not know; they survive a round trip

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
    """Make a new record and compute its rev.

    Raises ValueError when a field is not of its form or the body is not finite JSON.
    """
    require_finite(body)
    draft = Record(
        project, kind, key, tuple(sorted(set(parents))), author, device, seq, time, schema, body
    )
    return parse_record(draft.to_json())


def parse_record(data: Mapping[str, Any], *, rev: str | None = None) -> Record:
    """Check plain JSON data and return it as a `Record`, its rev recomputed.

    With `rev`, the data must hash to exactly that. Raises ValueError that names the field.
    """
    canonical = canonical_bytes(data)
    return checked_record(data, sha256_hex(canonical), rev)


def checked_record(data: Mapping[str, Any], computed: str, rev: str | None) -> Record:
    """`parse_record` for a caller who has already hashed the canonical bytes to `computed`."""
    if rev is not None and computed != rev:
        raise FieldError("rev", msg("does not match the content"))
    missing = FIELDS - data.keys()
    if missing:
        raise FieldError(min(missing), msg("missing"))
    for name in _TEXTS:
        value = data[name]
        if type(value) is not str or not value:
            raise FieldError(name, msg("must be a text that is not empty"))
    parents = data["parents"]
    if type(parents) is not list or len(parents) > MAX_PARENTS:
        raise FieldError(
            "parents", msg("must be a list of at most {max_parents} revs", max_parents=MAX_PARENTS)
        )
    if parents:
        if not all(type(parent) is str and REV.match(parent) for parent in parents):
            raise FieldError("parents", msg("must hold revs of 64 hexadecimal digits"))
        if parents != sorted(set(parents)):
            raise FieldError("parents", msg("must be sorted and without repetition"))
    seq, schema, body = data["seq"], data["schema"], data["body"]
    if type(seq) is not int or not 0 <= seq <= MAX_SEQ:
        raise FieldError("seq", msg("must be an integer from 0 to {max_seq}", max_seq=MAX_SEQ))
    if type(schema) is not int or schema < 1:
        raise FieldError("schema", msg("must be an integer of at least 1"))
    if body is not None and type(body) is not dict:
        raise FieldError("body", msg("must be an object, or null for a tombstone"))
    extra: Mapping[str, Any] = NO_EXTRA
    if len(data) > len(FIELDS):
        extra = {name: data[name] for name in data.keys() - FIELDS}
    if "rev" in extra:
        raise FieldError("rev", msg("must not be part of the hashed content"))
    # What many records share is held once, or a large project would need twice the memory.
    return Record(
        intern(data["project"]),
        intern(data["kind"]),
        data["key"],
        tuple(parents),
        intern(data["author"]),
        intern(data["device"]),
        seq,
        data["time"],
        schema,
        body,
        extra,
        computed,
    )


def digest_of(revs: Iterable[str]) -> str:
    """Return a workspace's digest: SHA-256 over its sorted revs, one per line."""
    return sha256_hex("".join(f"{rev}\n" for rev in sorted(revs)).encode())
