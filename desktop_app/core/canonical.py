"""Canonical bytes: the unique serialisation of a JSON value from which hashes are computed.

Keys are sorted, the encoding is UTF-8, and there is no white space and no Unicode normalisation:
two texts that merely look alike stay different. Non-finite floats are forbidden, because JSON
cannot represent them.
"""

from __future__ import annotations

import hashlib
import math
from typing import Any

import orjson

from desktop_app.core.messages import UserMessage, msg, plain

# Without the PASSTHROUGH options, orjson would silently serialise dataclasses, datetimes and
# subclasses of str or int. Here such values are errors and must raise an exception.
_OPTIONS = (
    orjson.OPT_SORT_KEYS
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_DATETIME
    | orjson.OPT_PASSTHROUGH_SUBCLASS
)


def message_text(value: Any) -> str:
    """Return a message as the English text that records hold. Raises TypeError for other types.

    This is the `default` function for orjson, which passes subclasses of its known types to it.
    """
    if isinstance(value, UserMessage):
        return plain(value)
    raise TypeError(f"Type is not JSON serializable: {type(value).__name__}")


def canonical_bytes(value: Any) -> bytes:
    """Return the canonical bytes of a JSON value.

    Raises ValueError for other types (except messages, which become their English text), keys that
    are not strings, lone surrogates, and integers beyond 64 bits. Does *not* check for non-finite
    floats, which orjson writes as null: values made in this process are checked by `require_finite`
    first, and parsed values are compared with the bytes from which they were parsed.
    """
    try:
        return orjson.dumps(value, default=message_text, option=_OPTIONS)
    except (TypeError, orjson.JSONEncodeError) as error:
        raise ValueError(msg("not a JSON value: “{error}”", error=error)) from error


def parse_json(data: bytes | str) -> Any:
    """Parse one JSON value. Raises ValueError for invalid UTF-8, deep nesting, or invalid JSON.

    If an object repeats a field, the last value wins, and integers beyond 64 bits are rounded.
    Callers that must detect this compare with the canonical bytes, or check as `workspace.rows`
    does.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise ValueError(str(error)) from error


def require_finite(value: Any) -> None:
    """Raise ValueError if any float in `value`, at any depth, is infinite or not a number."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(msg("a number is not finite (NaN or infinity)"))
    elif isinstance(value, dict):
        for part in value.values():
            require_finite(part)
    elif isinstance(value, list | tuple):
        for part in value:
            require_finite(part)


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of `data` as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def digest_of(*values: Any) -> str:
    """Return a digest (16 hexadecimal digits) of JSON values, such as the judged texts.

    A stored digest shows that a decision applies to exactly these values. Raises ValueError as
    `canonical_bytes` does.
    """
    return sha256_hex(canonical_bytes(list(values)))[:16]
