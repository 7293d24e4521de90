"""Records as lines: `{"rev":"<64 hex>","record":{…canonical…}}`, sorted by rev.

A line is accepted only if it is, byte for byte, what the writer would write: the record is parsed,
written canonically again and compared, and its SHA-256 must equal the rev. So a line cannot contain
a duplicate key, a rounded integer or a different spelling of a text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson

from desktop_app.bundles.format import BACKGROUND_KIND, Limits, RefusalError, damaged
from desktop_app.core.canonical import canonical_bytes
from desktop_app.core.errors import FieldError
from desktop_app.core.messages import msg
from desktop_app.core.records import REV, Record, checked_record

_HEAD = b'{"rev":"'
_MIDDLE = b'","record":{'
_REV_AT = len(_HEAD)
_REV_END = _REV_AT + 64
_MIDDLE_END = _REV_END + len(_MIDDLE)
# The end of `_MIDDLE` is the record's own opening brace.
_RECORD_AT = _MIDDLE_END - 1
_STEP = 1000

# Estimated bytes of memory of a parsed value, by the character that introduces it. Measured on
# Python 3.11 and rounded up: 200–280 for a dict with one entry, 100 for a list with one entry, and
# 100 for a slot with its value.
_OBJECT_COST, _LIST_COST, _VALUE_COST = 280, 100, 100
# A single emoji makes every character of its text four bytes wide, and the JSON library caches the
# UTF-8 form of every text that is not ASCII.
_WIDE_TEXT_COST = 5

# Maximum bytes of a line that is parsed again to find the exact reason.
_DIAGNOSED = 1 << 18
OTHER_NUMBER = msg("its number of records does not match the manifest")


@dataclass(slots=True)
class Budget:
    """The estimated bytes of memory that further records of one bundle may take."""

    left: int


def encode_lines(records: Iterable[Record | Mapping[str, Any]]) -> dict[str, tuple[str, bytes]]:
    """Return kind and line of each record by rev, sorted by rev; duplicates count once.

    `records`: each is a `Record`, or its JSON data with the rev as one more field

    Raises ValueError if a record cannot be represented in JSON, or if its rev is missing or
    malformed. Does not check that the rev matches, which the reader does.
    """
    result: dict[str, tuple[str, bytes]] = {}
    rev: Any
    for record in records:
        if isinstance(record, Record):
            data, rev = record.to_json(), record.rev
        else:
            data = {name: value for name, value in record.items() if name != "rev"}
            rev = record.get("rev")
        if type(rev) is not str or not REV.match(rev):
            raise FieldError("rev", msg("must be 64 hexadecimal digits"))
        if rev not in result:
            # Concatenated and not serialised, because the reader compares bytes at fixed offsets.
            line = b"".join(
                (_HEAD, rev.encode("ascii"), _MIDDLE, canonical_bytes(data)[1:], b"}\n")
            )
            result[rev] = (data.get("kind", ""), line)
    return dict(sorted(result.items()))


def read_records(
    blocks: Iterable[bytes],
    *,
    entry: str,
    declared: int,
    is_private: bool,
    limits: Limits,
    budget: Budget,
    into: list[Record],
    tick: Callable[[int], None],
    keep: Callable[[Record], bool] | None = None,
) -> int:
    """Parse and verify the lines of one entry, append its records to `into`, return their number.

    `declared`: number of records in the manifest; reading stops at the first record beyond it
    `is_private`: whether this is the entry for background answers, which contains no other records
    `budget`: remaining memory, which is reduced before anything is parsed
    `tick`: called about every thousand records, with the number of records so far
    `keep`: returns whether a verified record is appended; None: all are

    Raises RefusalError with the line, counted from 1.
    """
    # Local names, because this loop runs once per record and determines the duration of a merge.
    loads, dumps, sort = orjson.loads, orjson.dumps, orjson.OPT_SORT_KEYS
    head, middle, nesting = _HEAD, _MIDDLE, limits.nesting
    last, number = "", 0
    for lines, brackets in _line_groups(blocks, entry, limits, budget):
        for line in lines:
            number += 1
            body = line[_RECORD_AT:-1]
            # The bytes at fixed offsets are compared before anything is parsed.
            if line[:_REV_AT] != head or line[_REV_END:_MIDDLE_END] != middle:
                raise _diagnose(line, entry, number, limits)
            try:
                rev = line[_REV_AT:_REV_END].decode("ascii")
                data = loads(body)
                # The number of brackets is an upper limit of the depth, and nearly always low
                # enough.
                if brackets > nesting and body.count(b"{") + body.count(b"[") > nesting:
                    require_shallow(data, nesting)
                # Compared as bytes, because equal parsed values may have different spellings.
                if dumps(data, option=sort) != body or line[-1:] != b"}":
                    raise _diagnose(line, entry, number, limits)
                computed = sha256(body).hexdigest()
                if computed != rev:
                    if not REV.match(rev):
                        raise _diagnose(line, entry, number, limits)
                    raise damaged(
                        msg("the rev does not match the record"), entry=entry, line=number
                    )
                # Sorted and unique, so that equal sets of records give equal bundles.
                if rev <= last:
                    raise RefusalError(
                        msg("a record appears twice")
                        if rev == last
                        else msg("records are not sorted"),
                        entry=entry,
                        line=number,
                    )
                last = rev
                record = checked_record(data, computed, None)
            except ValueError as error:
                raise _diagnose(line, entry, number, limits, error) from None
            if number > declared:
                # Stop immediately, because limits were checked and people were asked with the
                # declared number (docs/decisions/0023).
                raise damaged(OTHER_NUMBER, entry=entry)
            if (record.kind == BACKGROUND_KIND) is not is_private:
                raise RefusalError(
                    msg("a record that belongs in another entry"), entry=entry, line=number
                )
            if keep is None or keep(record):
                into.append(record)
            if not number % _STEP:
                tick(number)
    return number


def _line_groups(
    blocks: Iterable[bytes], entry: str, limits: Limits, budget: Budget
) -> Iterator[tuple[list[bytes], int]]:
    """Split blocks into lists of whole lines (without line ends), and reduce the budget.

    Each list comes with an upper limit of the number of opening brackets in any of its lines.
    """
    # Parts of a line that has not ended yet.
    started: list[bytes] = []
    size = brackets = number = 0
    for block in blocks:
        objects, lists = block.count(b"{"), block.count(b"[")
        brackets += objects + lists
        # Estimated by counting bytes, which is much cheaper than parsing and can be done before it.
        budget.left -= (
            len(block)
            + _OBJECT_COST * objects
            + _LIST_COST * lists
            + _VALUE_COST * block.count(b",")
        )
        lines: list[bytes] = []
        if b"\n" in block:
            joined = b"".join((*started, block))
            lines = joined.split(b"\n")
            started = [lines.pop()]
            size = len(started[0])
            if not joined.isascii():
                budget.left -= (_WIDE_TEXT_COST - 1) * (len(joined) - size)
        else:
            started.append(block)
            size += len(block)
        # Checked before the lines are yielded and parsed.
        if budget.left < 0:
            raise RefusalError(
                msg("its records need more memory than allowed for a file of this size"),
                entry=entry,
            )
        if max(map(len, lines), default=0) >= limits.line or size >= limits.line:
            sizes = [*map(len, lines), size]
            place = number + 1 + next(i for i, one in enumerate(sizes) if one >= limits.line)
            reason = msg("a line longer than {line} bytes", line=f"{limits.line:,}")
            raise RefusalError(reason, entry=entry, line=place)
        if lines:
            yield lines, brackets
            number += len(lines)
            # An incomplete line continues in the next block, so it may contain the brackets of this
            # block.
            brackets = objects + lists
    if size:
        raise damaged(
            msg("the last line does not end with a line break"), entry=entry, line=number + 1
        )


def require_shallow(value: Any, nesting: int) -> None:
    """Raise ValueError if `value` has more than `nesting` levels of objects and lists."""
    # Level by level instead of recursively, because hostile nesting would exhaust the stack.
    level = [value] if type(value) is dict or type(value) is list else []
    for _ in range(nesting):
        level = [
            part
            for outer in level
            for part in (outer.values() if type(outer) is dict else outer)
            if type(part) is dict or type(part) is list
        ]
        if not level:
            return
    raise ValueError(msg("nested deeper than {nesting} levels", nesting=nesting))


def _diagnose(
    line: bytes, entry: str, number: int, limits: Limits, error: ValueError | None = None
) -> RefusalError:
    """Return the refusal for a line with the exact reason. Slow, but called for one line only."""
    return RefusalError(_reason(line, error, limits), entry=entry, line=number)


def _reason(line: bytes, error: ValueError | None, limits: Limits) -> str:
    """Return why a line is refused; `error`: the error from parsing it, if any."""
    if not line:
        return msg("an empty line")
    if line.startswith(b"\xef\xbb\xbf"):
        return msg("starts with a byte order mark")
    if line.endswith(b"\r"):
        return msg("a line ends with a carriage return")
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return msg("not UTF-8 text")
    if not (line.startswith(_HEAD) and line[_REV_END:_MIDDLE_END] == _MIDDLE and line[-1:] == b"}"):
        return msg('not of the form {"rev":…,"record":…}')
    if not REV.match(line[_REV_AT:_REV_END].decode("ascii", "replace")):
        return msg("the rev is not 64 lower-case hexadecimal digits")
    if error is not None and not isinstance(error, orjson.JSONDecodeError):
        return msg("not a record: {error}", error=error)
    if error is not None and "surrogate" in str(error):
        return msg("{plain}: half a surrogate pair in a text", plain=_PLAIN)
    # Parsing a very long line again would only delay the refusal.
    return _spelling(line[_RECORD_AT:-1]) if len(line) <= _DIAGNOSED else _PLAIN


_PLAIN = msg("not canonical JSON")


def _spelling(body: bytes) -> str:
    """Return the first reason why a record is not canonical JSON."""
    result: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> None:
        if len(dict(items)) != len(items):
            result.append(msg("the same key twice in one object"))

    def constant(_: str) -> None:
        result.append(msg("a number that is not finite"))

    def integer(digits: str) -> None:
        if len(digits) > 20 or not -(1 << 63) <= int(digits) < 1 << 64:
            result.append(msg("an integer beyond 64 bits"))

    def real(digits: str) -> None:
        if abs(float(digits)) == float("inf"):
            result.append(msg("a number that is not finite"))

    try:
        json.loads(
            body,
            object_pairs_hook=pairs,
            parse_constant=constant,
            parse_int=integer,
            parse_float=real,
        )
    except RecursionError:
        return msg("nested too deeply")
    except ValueError:
        return _PLAIN
    return (
        msg("{plain}: {found}", plain=_PLAIN, found=result[0])
        if result
        else msg(
            "{plain}: valid, but encoded differently (such as spaces, order of keys)", plain=_PLAIN
        )
    )
