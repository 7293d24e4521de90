"""The changes of which a save consists, each validated and serialised once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from desktop_app.core.canonical import message_text, require_finite
from desktop_app.core.messages import msg
from desktop_app.storage.lines import Document
from desktop_app.storage.snapshot import INTEGRITY

# Without these options, orjson would silently write dataclasses, datetimes and subclasses of str as
# plain JSON. They must be refused, because reading them back would return something else.
_OPTIONS = (
    orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
    | orjson.OPT_PASSTHROUGH_SUBCLASS
)
# Keys are written between quotes without escaping, so characters that JSON would escape are not
# allowed.
_KEY = re.compile(r"[^\"\\\x00-\x1f\ud800-\udfff]+\Z")
# The encoded names of tables, of which there are only a few.
_TABLE_NAMES: dict[str, bytes] = {}


class Operation(NamedTuple):
    """One change: kind “p” put, “d” delete, “c” create or empty a table, “x” drop it.

    `encoded` is the operation as it is written to the journal.
    """

    kind: str
    table: str
    key: str
    document: Document | None
    encoded: bytes


def encode_document(document: Mapping[str, Any]) -> bytes:
    """Return a document as JSON.

    Raises ValueError for anything JSON cannot represent, such as NaN.
    """
    plain = document if type(document) is dict else dict(document)
    try:
        data = orjson.dumps(plain, default=message_text, option=_OPTIONS)
    except (TypeError, orjson.JSONEncodeError) as error:
        raise ValueError(msg("not a JSON document: {error}", error=error)) from error
    # orjson writes non-finite numbers as null, so only documents with a null can contain one.
    if b"null" in data:
        require_finite(plain)
    return data


def put(table: str, key: str, document: Mapping[str, Any], *, owned: bool = False) -> Operation:
    """Return the operation that stores a document.

    `owned`: whether the operation holds the document itself instead of a copy. It must be plain
        JSON data, and the caller must not use it any more

    Otherwise, the operation holds a copy: the document as parsed from its JSON.
    """
    if not _KEY.match(key):
        raise ValueError(msg("a document id must be plain text without quotes"))
    data = encode_document(document)
    encoded = b'["p",%s,"%s",%s]' % (_encoded(table), key.encode(), data)
    # Parsing the encoded bytes makes a deep copy, so memory equals what a reader would load.
    held = document if owned and type(document) is dict else orjson.loads(data)
    return Operation("p", table, key, held, encoded)


def delete(table: str, key: str) -> Operation:
    """Return the operation that removes an existing document."""
    encoded = b'["d",%s,"%s"]' % (_encoded(table), key.encode())
    return Operation("d", table, key, None, encoded)


def clear(table: str) -> Operation:
    """Return the operation that creates a table, or empties it."""
    return Operation("c", table, "", None, b'["c",%s]' % _encoded(table))


def drop(table: str) -> Operation:
    """Return the operation that removes a table."""
    return Operation("x", table, "", None, b'["x",%s]' % _encoded(table))


def _encoded(table: str) -> bytes:
    data = _TABLE_NAMES.get(table)
    if data is None:
        if table == INTEGRITY:
            raise ValueError(
                msg(
                    "the table name {integrity} is reserved",
                    integrity=f"{INTEGRITY!r}",
                )
            )
        try:
            data = orjson.dumps(table)
        except orjson.JSONEncodeError as error:
            raise ValueError(msg("a table name must be text")) from error
        # Limited, so that a caller with ever new table names cannot fill the memory.
        if len(_TABLE_NAMES) < 1000:
            _TABLE_NAMES[table] = data
    return data
