"""The changes a save is made of, checked and serialised once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from desktop_app.core.canonical import message_text, require_finite
from desktop_app.core.messages import msg
from desktop_app.storage.lines import Document
from desktop_app.storage.snapshot import INTEGRITY

_OPTIONS = (
    orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
    | orjson.OPT_PASSTHROUGH_SUBCLASS
)
_KEY = re.compile(r"[^\"\\\x00-\x1f\ud800-\udfff]+\Z")
_TABLE_NAMES: dict[str, bytes] = {}  # encoded names of the few tables there are


class Operation(NamedTuple):
    """One change: kind "p" put, "d" delete, "c" make or empty a table, "x" drop it."""

    kind: str
    table: str
    key: str
    document: Document | None
    encoded: bytes


def encode_document(document: Mapping[str, Any]) -> bytes:
    """Return a document as JSON; ValueError for anything JSON cannot carry, NaN included."""
    plain = document if type(document) is dict else dict(document)
    try:
        data = orjson.dumps(plain, default=message_text, option=_OPTIONS)
    except (TypeError, orjson.JSONEncodeError) as error:
        raise ValueError(msg("not a JSON document: {error}", error=error)) from error
    if b"null" in data:  # the way non-finite numbers are written
        require_finite(plain)
    return data


def put(table: str, key: str, document: Mapping[str, Any], *, owned: bool = False) -> Operation:
    """Store a document. The operation holds a copy: what JSON makes of it.

    An `owned` document is held itself: plain JSON data that the caller gives away.
    """
    if not _KEY.match(key):
        raise ValueError(msg("a document id must be plain text without quotes"))
    data = encode_document(document)
    encoded = b'["p",%s,"%s",%s]' % (_encoded(table), key.encode(), data)
    held = document if owned and type(document) is dict else orjson.loads(data)
    return Operation("p", table, key, held, encoded)


def delete(table: str, key: str) -> Operation:
    """Remove a document that is there."""
    encoded = b'["d",%s,"%s"]' % (_encoded(table), key.encode())
    return Operation("d", table, key, None, encoded)


def clear(table: str) -> Operation:
    """Make a table, or empty it."""
    return Operation("c", table, "", None, b'["c",%s]' % _encoded(table))


def drop(table: str) -> Operation:
    """Remove a table."""
    return Operation("x", table, "", None, b'["x",%s]' % _encoded(table))


def _encoded(table: str) -> bytes:
    data = _TABLE_NAMES.get(table)
    if data is None:
        if table == INTEGRITY:
            raise ValueError(
                msg(
                    "the table name {integrity} is taken by the store itself",
                    integrity=f"{INTEGRITY!r}",
                )
            )
        try:
            data = orjson.dumps(table)
        except orjson.JSONEncodeError as error:
            raise ValueError(msg("a table name must be text")) from error
        if len(_TABLE_NAMES) < 1000:
            _TABLE_NAMES[table] = data
    return data
