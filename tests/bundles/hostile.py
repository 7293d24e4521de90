"""The corpus of hostile files: files that try to harm or mislead a reader, each with the expected
error.

The files are generated instead of stored, so that the code shows what is wrong with each, and no
virus scanner reports them.
"""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyrage

from desktop_app.bundles.format import Limits
from desktop_app.bundles.keys import sign
from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import DamagedError, InputError, NewerVersionError
from tests.bundles.forge import (
    Part,
    age_file,
    bundle,
    bundle_parts,
    deflate,
    line,
    pack,
    raw_line,
    sample_lines,
    sorted_lines,
)
from tests.bundles.samples import (
    SIGNER,
    STRANGER,
    annotation,
    background,
    sample_bundle,
    sample_records,
)

PASSPHRASE = "correct horse"


@dataclass(frozen=True)
class Hostile:
    """A hostile file, words of the expected message, the exact type of the error, and options of
    the reader.
    """

    name: str
    data: bytes
    reason: str
    kind: type[InputError] = InputError
    options: tuple[tuple[str, Any], ...] = ()


def corpus() -> Iterator[Hostile]:
    """Yield every hostile file."""
    yield from _not_bundles()
    yield from _names()
    yield from _structure()
    yield from _bombs()
    yield from _front_matter()
    yield from _lines()
    yield from _records()
    yield from _sealed()


def _not_bundles() -> Iterator[Hostile]:
    good = sample_bundle()
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4s", 13, b"IHDR") + bytes(17)
    yield Hostile("empty file", b"", "the file is empty", DamagedError)
    yield Hostile("a picture", png, "not a Proofdesk bundle")
    yield Hostile("one byte", b"P", "not a Proofdesk bundle")
    yield Hostile("text", b"records.jsonl\n" * 1000, "not a Proofdesk bundle")
    yield Hostile("zeros", bytes(1 << 20), "not a Proofdesk bundle")
    yield Hostile("empty archive", pack([]), "it has no manifest")
    yield Hostile("cut short", good[: len(good) // 2], "incomplete", DamagedError)
    yield Hostile("cut by a byte", good[:-1], "incomplete", DamagedError)
    yield Hostile("other zip", pack([Part(b"readme.json", b"{}")]), "it has no manifest")
    yield Hostile("two bundles in a row", good + good, "extra bytes before the archive")
    yield Hostile("larger than allowed", good, "larger than 100 bytes",
                  options=(("limits", Limits(packed=100)),))  # fmt: skip


def _names() -> Iterator[Hostile]:
    named = {
        "parent folder": (b"../records.jsonl", "points outside its folder"),
        "parent folder inside": (b"a/../../b.jsonl", "points outside its folder"),
        "absolute path": (b"/etc/passwd", "is an absolute path"),
        "drive letter": (b"C:records.jsonl", "is an absolute path"),
        "backslash": (b"a\\b.jsonl", "contains a backslash"),
        "network share": (b"\\\\host\\share\\a.jsonl", "contains a backslash"),
        "NUL in a name": (b"records.jsonl\0.exe", "contains a NUL"),
        "not ASCII": ("récords.jsonl".encode(), "non-ASCII"),
        "name not UTF-8": (b"r\xff\xfe.jsonl", "non-ASCII"),
        "empty name": (b"", "is empty"),
        "folder": (b"records/", "is not allowed in a bundle"),
        "capital letters": (b"README.json", "is not allowed in a bundle"),
        "device name": (b"con", "is not allowed in a bundle"),
        "hidden file": (b".records.jsonl", "is not allowed in a bundle"),
        "trailing space": (b"records.jsonl ", "is not allowed in a bundle"),
        "line end in a name": (b"records.jsonl\n", "is not allowed in a bundle"),
        "program": (b"setup.exe", "is not allowed in a bundle"),
        "long name": (b"a" * 5000 + b".json", "is not allowed in a bundle"),
        "unknown entry": (b"notes.jsonl", "an entry with an unknown name (notes.jsonl)"),
    }
    for what, (name, reason) in named.items():
        yield Hostile(what, pack([*bundle_parts(), Part(name, b"{}")]), reason)
    inner = sample_bundle()
    yield Hostile("nested archive", pack([*bundle_parts(), Part(b"inner.zip", inner)]),
                  "is not allowed in a bundle")  # fmt: skip
    yield Hostile("quine-like: holds an archive of its own name",
                  pack([Part(b"r/r.zip", pack([Part(b"r/r.zip", inner)]))]),
                  "is not allowed in a bundle")  # fmt: skip
    parts = bundle_parts()
    yield Hostile("duplicate name", pack([*parts, parts[-1]]), "two entries with the same name")
    yield Hostile("name differing by case", pack([*parts, Part(b"Records.jsonl", b"")]),
                  "two entries with the same name")  # fmt: skip
    yield Hostile("other name in the header",
                  pack([Part(b"manifest.json", parts[0].content, local_name=b"manifest.jsox")]),
                  "contradict each other")  # fmt: skip
    yield Hostile("entries in another order", pack([parts[1], parts[0], *parts[2:]]),
                  "not in their fixed order")  # fmt: skip


def _structure() -> Iterator[Hostile]:
    def changed(index: int = 2, **fields: Any) -> bytes:
        parts = bundle_parts()
        for name, value in fields.items():
            setattr(parts[index], name, value)
        return pack(parts)

    def both(**fields: Any) -> bytes:
        return changed(both=fields)

    parts = bundle_parts()
    yield Hostile("archive comment", pack(parts, comment=b"hello"), "has a comment")
    yield Hostile("entry comment", changed(comment=b"hello"), "an entry has a comment")
    yield Hostile("extra field", changed(extra=b"UT\x05\0\x03abcd"), "extra fields")
    yield Hostile("junk in front", b"MZ" + pack(parts), "extra bytes before the archive")
    yield Hostile("junk in front, offsets right", pack(parts, prefix=b"#!/bin/sh\n"),
                  "extra bytes before the archive")  # fmt: skip
    yield Hostile("zip-like junk in front", pack(parts, prefix=b"PK\x03\x04"),
                  "extra bytes before the first entry")  # fmt: skip
    yield Hostile("junk behind", pack(parts, suffix=b"\0" * 7), "extra bytes after the archive")
    yield Hostile("junk between entries", changed(1, after=b"junk"),
                  "extra bytes between two entries")  # fmt: skip
    yield Hostile("junk before the directory", pack(parts, before_directory=b"junk"),
                  "extra bytes between the last entry and the directory")  # fmt: skip
    yield Hostile("junk behind the directory", pack(parts, after_directory=b"junk"),
                  "extra bytes before the archive or around its directory")  # fmt: skip
    yield Hostile("junk inside the directory",
                  pack(parts, after_directory=b"junk", end={"size": _directory_size(parts) + 4}),
                  "extra bytes in the directory")  # fmt: skip
    yield Hostile("more entries declared", pack(parts, end={"count": 4, "here": 4}),
                  "fewer entries than it declares", DamagedError)  # fmt: skip
    yield Hostile("fewer entries declared", pack(parts, end={"count": 2, "here": 2}),
                  "extra bytes in the directory")  # fmt: skip
    yield Hostile("directory beyond the file", pack(parts, end={"offset": 1 << 30}),
                  "extends beyond the file", DamagedError)  # fmt: skip
    yield Hostile("name beyond the directory",
                  changed(central={"name_size": 40_000}),
                  "name extends beyond the directory", DamagedError)  # fmt: skip
    yield Hostile("directory signature", changed(central={"sig": b"PK\x01\x03"}),
                  "the directory is damaged", DamagedError)  # fmt: skip
    yield Hostile("header signature", changed(local={"sig": b"PK\x03\x05"}),
                  "its header is damaged", DamagedError)  # fmt: skip
    yield Hostile("data descriptor", both(flags=8), "a data descriptor")
    yield Hostile("encryption flag", both(flags=1), "uses ZIP encryption")
    yield Hostile("strong encryption flag", both(flags=65), "uses ZIP encryption")
    yield Hostile("encrypted directory flag", both(flags=1 << 13), "uses ZIP encryption")
    yield Hostile("UTF-8 flag", both(flags=1 << 11), "unknown flags (0x0800)")
    yield Hostile("method bzip2", both(method=12), "unknown method (12)")
    yield Hostile("zip64 sizes", both(packed=0xFFFFFFFF), "uses ZIP64")
    yield Hostile("zip64 count", pack(parts, end={"count": 0xFFFF, "here": 0xFFFF}), "uses ZIP64")
    yield Hostile("zip64 locator",
                  pack(parts, after_directory=b"PK\x06\x07" + bytes(16)), "uses ZIP64")  # fmt: skip
    yield Hostile("several disks", pack(parts, end={"disk": 1}), "several disks")
    yield Hostile("entry on another disk", changed(central={"disk": 1}), "several disks")
    yield Hostile("symbolic link", changed(central={"external": 0o120777 << 16}),
                  "a symbolic link")  # fmt: skip
    yield Hostile("set-uid attribute", changed(central={"external": 0o104755 << 16}),
                  "file attributes")  # fmt: skip
    yield Hostile("folder attribute", changed(central={"external": 16}), "file attributes")
    yield Hostile("made on Unix", changed(central={"made": 3 << 8 | 20}), "another system")
    yield Hostile("needs a later ZIP", both(version=63), "another system or version")
    yield Hostile("a time of its own", both(time=0x6000), "timestamp other than")
    yield Hostile("header contradicts the size", changed(local={"unpacked": 5}),
                  "contradict each other")  # fmt: skip
    yield Hostile("header contradicts the flags", changed(local={"flags": 8}),
                  "contradict each other")  # fmt: skip
    yield Hostile("stored with two sizes", changed(method=0, both={"unpacked": 9}),
                  "two different sizes")  # fmt: skip
    content = parts[2].content
    yield Hostile("declares fewer bytes", both(unpacked=len(content) - 1),
                  "its size does not match the manifest", DamagedError)  # fmt: skip
    yield Hostile("declares fewer bytes, manifest too", _short(-1),
                  "unpacks to more bytes than it declares", DamagedError)  # fmt: skip
    yield Hostile("declares more bytes, manifest too", _short(1),
                  "unpacks to fewer bytes than it declares", DamagedError)  # fmt: skip
    yield Hostile("wrong CRC", both(crc=1), "CRC-32", DamagedError)
    yield Hostile("bytes behind the compressed data", changed(packed=deflate(content) + b"x"),
                  "extra bytes after its compressed data")  # fmt: skip
    yield Hostile("much behind the compressed data",
                  changed(packed=deflate(content) + bytes(100_000)),
                  "extra bytes after its compressed data")  # fmt: skip
    block = b"\x01" + struct.pack("<HH", 65531, 4) + bytes(65531)  # 64 KiB, one stored block
    exact = Part(b"manifest.json", bytes(65531), packed=block + b"x")
    yield Hostile("a byte behind compressed data of 64 KiB", pack([exact]),
                  "extra bytes after its compressed data")  # fmt: skip
    yield Hostile("compressed data cut", changed(packed=deflate(content)[:-4]),
                  "compressed data is truncated", DamagedError)  # fmt: skip
    yield Hostile("compressed data damaged", changed(packed=b"\xff" * 90),
                  "compressed data are damaged", DamagedError)  # fmt: skip
    yield Hostile("zlib header around the data", changed(packed=zlib.compress(content)),
                  "compressed data are damaged", DamagedError)  # fmt: skip


def _directory_size(parts: list[Part]) -> int:
    return sum(46 + len(part.name) for part in parts)


def _short(by: int) -> bytes:
    """Return a bundle whose headers and manifest state the same wrong size of the records."""

    def manifest(front: dict[str, Any]) -> dict[str, Any]:
        front["entries"][0]["size"] += by
        return front

    parts = bundle_parts(manifest=manifest)
    parts[2].both["unpacked"] = len(parts[2].content) + by
    return pack(parts)


def _bombs() -> Iterator[Hostile]:
    zeros = bytes(10 << 20)
    yield Hostile("ratio bomb", pack([*bundle_parts()[:2], Part(b"records.jsonl", zeros)]),
                  "more than 200 times its size")  # fmt: skip
    big = [Part(f"a{number}.jsonl".encode(), zeros, method=0) for number in range(4)]
    yield Hostile("unpacks to too much", pack([*bundle_parts(), *big]),
                  "unpacks to more than 31,457,280 bytes",
                  options=(("limits", Limits(unpacked=30 << 20)),))  # fmt: skip
    many = [Part(f"a{number}.jsonl".encode(), b"") for number in range(65)]
    yield Hostile("too many entries", pack(many), "more than 64 entries")
    kernel = deflate(bytes(10 << 20))
    yield Hostile("overlap bomb", _overlapping(kernel, 60), "entries overlap")
    yield Hostile("the same data for all entries", _shared(kernel, 60), "entries overlap")
    parts = bundle_parts()
    parts[-1].central["packed"] = parts[-1].local["packed"] = len(parts[-1].content) + 60
    yield Hostile("entry reaching into the directory", pack(parts), "overlaps the directory")
    yield Hostile("manifest too large",
                  stored(manifest=lambda front: {**front, "x": "y" * (1 << 19)}),
                  "larger than 262,144 bytes")  # fmt: skip
    yield Hostile("signature too large",
                  bundle(signature=lambda block: {**block, "x": "y" * 2000}),
                  "larger than 1,024 bytes")  # fmt: skip
    for what, unit in {"lists": b"[],", "objects": b'{"":{}},', "texts": b'"ab",'}.items():
        yield Hostile(f"memory bomb of {what}", _memory_bomb(unit), "more memory")
    yield Hostile("memory bomb of wide text", _wide_text_bomb(), "more memory")
    yield Hostile("a million empty lines", stored(b"\n" * 1_000_000), "an empty line")


def _overlapping(kernel: bytes, count: int) -> bytes:
    """Return an archive in which the data of every entry extend from its header to the end of the
    last entry's data.
    """
    parts = [Part(f"a{number}.json".encode(), b"") for number in range(count)]
    data = pack([*parts[:-1], Part(parts[-1].name, bytes(10 << 20), packed=kernel)])
    end = struct.unpack_from("<I", data, len(data) - 6)[0]
    out, at = bytearray(data), end
    for _ in range(count - 1):
        offset = struct.unpack_from("<I", data, at + 42)[0]
        size = end - offset - 30 - struct.unpack_from("<H", data, at + 28)[0]
        for place in (at + 20, offset + 18):
            out[place : place + 4] = struct.pack("<I", size)
        at += 46 + struct.unpack_from("<H", data, at + 28)[0]
    return bytes(out)


def _shared(kernel: bytes, count: int) -> bytes:
    first = Part(b"a0.json", bytes(10 << 20), packed=kernel)
    copies = [
        Part(f"a{number}.json".encode(), bytes(10 << 20), packed=b"",
             central={"offset": 0, "packed": len(kernel)})
        for number in range(1, count)
    ]  # fmt: skip
    first.both = {"unpacked": 1000}
    for copy in copies:
        copy.both = {"unpacked": 1000}
    return pack([first, *copies])


def heavy() -> Iterator[tuple[str, bytes]]:
    """Yield files of about 1 MB that are as costly to read as a valid bundle can be."""
    yield "texts", _padded(b'"%s"' % (b"x" * 3_900_000), 29)
    yield "wide texts", _padded('"%s\N{GRINNING FACE}"'.encode() % (b"x" * 2_000_000), 13)
    for unit, times in ((b"[],", 200_000), (b'{"":{}},', 60_000), (b'"ab",', 300_000)):
        yield f"values {unit.decode()}", _padded(b"[%s1]" % (unit * times), 3)
    yield "many small records", _padded(b"0", 1200, padding=300)


def _padded(value: bytes, count: int, *, padding: int | None = None) -> bytes:
    """Return a bundle of about 1 MB: `count` records with `value` and random padding."""
    chance = random.Random(3)
    lines = []
    for number in range(count):
        filler = chance.randbytes(padding or 750_000 // count).hex()
        body = canonical_bytes({**annotation(number).to_json(), "zz": filler})
        lines.append(raw_line(body[:-1] + b',"zzz":' + value + b"}"))
    return bundle(sorted_lines(lines))


def _memory_bomb(unit: bytes) -> bytes:
    """Return a valid bundle whose values need far more memory than their bytes in the file."""
    chance = random.Random(1)
    lines = []
    for number in range(30):
        filler = chance.randbytes(16_000).hex()
        body = canonical_bytes({**annotation(number).to_json(), "zz": filler})
        values = unit * (3_000_000 // len(unit))
        body = body[:-1] + b',"zzz":[' + values[:-1] + b"]}"
        lines.append(raw_line(body))
    return bundle(sorted_lines(lines))


def stored(records: bytes | None = None, **options: Any) -> bytes:
    """Return a bundle with uncompressed entries, so that no compression ratio is exceeded."""
    parts = bundle_parts(records, **options)
    for part in parts:
        part.method = 0
    return pack(parts)


def _wide_text_bomb() -> bytes:
    chance = random.Random(2)
    lines = []
    for number in range(22):
        filler = chance.randbytes(10_000).hex()
        text = "a" * 3_000_000 + "\N{GRINNING FACE}"
        lines.append(line({**annotation(number).to_json(), "y": filler, "z": text}))
    return bundle(sorted_lines(lines))


def _front_matter() -> Iterator[Hostile]:
    def field(name: str, value: Any) -> bytes:
        return bundle(manifest=lambda front: {**front, name: value})

    def entry(name: str, value: Any) -> bytes:
        def change(front: dict[str, Any]) -> dict[str, Any]:
            front["entries"][0][name] = value
            return front

        return bundle(manifest=change)

    def without(name: str) -> bytes:
        return bundle(manifest=lambda front: {k: v for k, v in front.items() if k != name})

    def raw(old: bytes, new: bytes) -> bytes:
        return bundle(raw_manifest=lambda data: data.replace(old, new, 1))

    def signed(**fields: Any) -> bytes:
        return bundle(signature=lambda block: {**block, **fields})

    parts = bundle_parts()
    yield Hostile("no manifest", pack(parts[1:]), "it has no manifest")
    yield Hostile("other format", field("format", "docx"), "another format")
    yield Hostile("newer version", field("version", 2), "format 2", NewerVersionError)
    yield Hostile("newer version with new entries",
                  pack([*bundle_parts(manifest=lambda front: {**front, "version": 9}),
                        Part(b"prepared/passages.jsonl", b"")]),
                  "format 9", NewerVersionError)  # fmt: skip
    yield Hostile("version zero", field("version", 0), "field “version”")
    yield Hostile("version true", field("version", True), "field “version”")
    yield Hostile("version as text", field("version", "1"), "field “version”")
    yield Hostile("unknown purpose", field("purpose", "malware"), "field “purpose”")
    yield Hostile("no sender", field("sender", ""), "field “sender”")
    yield Hostile("manifest without a title", without("title"), "field “title”")
    yield Hostile("terminal codes in the title", field("title", "a\x1b]0;b"), "field “title”")
    yield Hostile("endless title", field("title", "a" * 1001), "field “title”")
    yield Hostile("recipient not a key", field("sender_recipient", "ssh-rsa"),
                  "field “sender_recipient”")  # fmt: skip
    yield Hostile("manifest a list", bundle(manifest=lambda front: [front]), "not canonical JSON")
    yield Hostile("manifest a number", bundle(manifest=lambda _: 5), "not canonical JSON")
    yield Hostile("manifest not JSON", raw(b"{", b"<"), "not canonical JSON")
    yield Hostile("manifest with spaces", raw(b":", b": "), "not canonical JSON")
    yield Hostile("manifest with a key twice", raw(b'{"', b'{"created":"","'),
                  "not canonical JSON")  # fmt: skip
    yield Hostile("manifest not UTF-8", raw(b"A sample", b"\xff sample"), "not canonical JSON")
    yield Hostile("manifest with a mark", raw(b"{", b"\xef\xbb\xbf{"), "not canonical JSON")
    deep: Any = 1
    for _ in range(100):
        deep = [deep]
    yield Hostile("deep manifest", field("deep", deep), "not canonical JSON")
    yield Hostile("entry missing", field("entries", []), "entries do not match the manifest")
    yield Hostile("entry listed that is missing",
                  bundle(manifest=lambda f: {**f, "entries": [*f["entries"], {
                      "name": "background.jsonl", "size": 0, "sha256": "0" * 64, "records": 0}]}),
                  "entries do not match the manifest")  # fmt: skip
    yield Hostile("entry not listed", pack([*parts, Part(b"background.jsonl", b"")]),
                  "entries do not match the manifest")  # fmt: skip
    yield Hostile("entry listed twice",
                  bundle(manifest=lambda f: {**f, "entries": f["entries"] * 2}),
                  "entries do not match the manifest")  # fmt: skip
    yield Hostile("wrong size", entry("size", 5), "its size does not match", DamagedError)
    yield Hostile("negative size", entry("size", -1), "field “entries.0.size”")
    yield Hostile(
        "wrong hash", entry("sha256", "0" * 64), "its SHA-256 does not match", DamagedError
    )
    yield Hostile("hash in capitals", entry("sha256", "A" * 64), "field “entries.0.sha256”")
    yield Hostile("wrong count", entry("records", 2), "number of records", DamagedError)
    yield Hostile("signature of other bytes", signed(signature="0" * 128),
                  "does not match the manifest", DamagedError)  # fmt: skip
    assert STRANGER.public_key
    yield Hostile("signature by another key", signed(public_key=STRANGER.public_key.hex()),
                  "does not match the manifest", DamagedError)  # fmt: skip
    yield Hostile("signature of another bundle",
                  pack([*bundle_parts(sample_lines(2))[:1], *bundle_parts()[1:2],
                        *bundle_parts(sample_lines(2))[2:]]),
                  "does not match the manifest", DamagedError)  # fmt: skip
    yield Hostile("signature taken off", pack([parts[0], parts[2]]), "the signature is missing",
                  DamagedError)  # fmt: skip
    yield Hostile("signature put on",
                  pack([bundle_parts(signer=None)[0], _signature_of(bundle_parts(signer=None)[0]),
                        parts[2]]),
                  "signed with a different key from the one", DamagedError)  # fmt: skip
    yield Hostile("signature exchanged", pack([parts[0], _signature_of(parts[0]), parts[2]]),
                  "signed with a different key from the one", DamagedError)  # fmt: skip
    yield Hostile("key too short", signed(public_key="00"), "does not match", DamagedError)
    yield Hostile("signature algorithm none", signed(algorithm="none"), "an unknown method")
    yield Hostile("signature with more fields", signed(x=1), "not a valid signature")
    yield Hostile("signature in capitals", signed(signature="A" * 128), "not a valid signature")
    yield Hostile("signature not a text", signed(signature=5), "not a valid signature")
    yield Hostile("signature not hexadecimal", signed(signature="zz"), "not a valid signature")
    yield Hostile("signature a list", bundle(signature=lambda _: []), "not canonical JSON")


def _signature_of(manifest: Part) -> Part:
    """Return a manifest's signature by a person who is not in the project."""
    assert STRANGER.public_key
    block = {
        "algorithm": "ed25519",
        "public_key": STRANGER.public_key.hex(),
        "signature": sign(STRANGER, manifest.content).hex(),
    }
    return Part(b"signature.json", canonical_bytes(block))


def _lines() -> Iterator[Hostile]:
    good = sample_lines()
    first, rest = good.split(b"\n", 1)
    lines = {
        "byte order mark": (b"\xef\xbb\xbf" + good, "byte order mark"),
        "Windows line ends": (good.replace(b"\n", b"\r\n"), "carriage return"),
        "last line end missing": (good[:-1], "the last line does not end with a line break"),
        "empty line": (first + b"\n\n" + rest, "an empty line"),
        "line end in front": (b"\n" + good, "an empty line"),
        "space behind": (first + b" \n" + rest, "not of the form"),
        "not JSON": (b"hello\n", "not of the form"),
        "a bare record": (line(annotation(1))[83:], "not of the form"),
        "fields in another order": (_swapped(), "not of the form"),
        "third field in a line": (first[:-1] + b',"x":1}\n' + rest, "not canonical JSON"),
        "another last character": (first[:-1] + b"]\n" + rest, "not of the form"),
        "record a list": (raw_line(b"[1]"), "not of the form"),
        "bad UTF-8": (raw_line(b'{"a":"\xff"}'), "not UTF-8"),
        "overlong UTF-8": (raw_line(b'{"a":"\xc0\xaf"}'), "not UTF-8"),
        "surrogate in UTF-8": (raw_line(b'{"a":"\xed\xa0\x80"}'), "not UTF-8"),
        "NUL bytes": (bytes(200) + b"\n", "not of the form"),
        "rev in capitals": (first[:8] + first[8:72].upper() + first[72:] + b"\n" + rest,
                            "64 lower-case hexadecimal digits"),
        "rev not ASCII": (first[:8] + "é".encode() * 32 + first[72:] + b"\n" + rest,
                          "64 lower-case hexadecimal digits"),
        "line too long": (raw_line(b'{"a":"' + b"x" * (5 << 20) + b'"}'),
                          "a line longer than 4,194,304 bytes"),
        "endless line": (b"x" * (5 << 20), "a line longer than 4,194,304 bytes"),
    }  # fmt: skip
    for what, (data, reason) in lines.items():
        damaged = what == "last line end missing"
        kind = DamagedError if damaged else InputError
        manifest = _three if damaged else None
        yield Hostile(what, stored(data, manifest=manifest), reason, kind)


def _three(front: dict[str, Any]) -> dict[str, Any]:
    front["entries"][0]["records"] = 3
    return front


def _swapped() -> bytes:
    body = canonical_bytes(annotation(1).to_json())
    return b'{"record":%s,"rev":"%s"}\n' % (body, sha256_hex(body).encode())


def _records() -> Iterator[Hostile]:
    def spelled(old: bytes, new: bytes) -> bytes:
        body = canonical_bytes(annotation(1).to_json())
        assert old in body
        return stored(raw_line(body.replace(old, new, 1)))

    def field(**fields: Any) -> bytes:
        return bundle(line({**annotation(1).to_json(), **fields}))

    def nested(levels: int) -> bytes:
        return stored(spelled_body(b"[" * levels + b"]" * levels))

    def spelled_body(value: bytes) -> bytes:
        return raw_line(canonical_bytes({**annotation(1).to_json(), "z": 0})[:-2] + value + b"}")

    body = canonical_bytes(annotation(1).to_json())
    yield Hostile("wrong rev", bundle(raw_line(body, "0" * 64)), "rev does not match", DamagedError)
    yield Hostile("text changed",
                  bundle(raw_line(body.replace(b"note 1", b"note 2"), sha256_hex(body))),
                  "rev does not match", DamagedError)  # fmt: skip
    yield Hostile("key twice", spelled(b'"author":', b'"author":"x","author":'),
                  "the same key twice")  # fmt: skip
    yield Hostile("key twice in the body", spelled(b'"fluent":3', b'"fluent":5,"fluent":3'),
                  "the same key twice")  # fmt: skip
    yield Hostile("huge integer", spelled(b'"fluent":3', b'"fluent":' + b"9" * 30),
                  "an integer beyond 64 bits")  # fmt: skip
    yield Hostile("endless integer", spelled(b'"fluent":3', b'"fluent":' + b"9" * 100_000),
                  "not canonical JSON")  # fmt: skip
    yield Hostile("NaN", spelled(b'"fluent":3', b'"fluent":NaN'), "not finite")
    yield Hostile("infinity", spelled(b'"fluent":3', b'"fluent":1e999'), "not finite")
    yield Hostile("lone surrogate", spelled(b'"note 1"', b'"\\ud800"'), "half a surrogate pair")
    yield Hostile("lone low surrogate", spelled(b'"note 1"', b'"\\udc00"'), "not canonical JSON")
    yield Hostile("escaped letter", spelled(b"note 1", b"\\u006eote 1"), "encoded differently")
    yield Hostile("escaped slash", spelled(b"note 1", b"note\\/1"), "encoded differently")
    yield Hostile("number 3.10", spelled(b'"fluent":3', b'"fluent":3.10'), "encoded differently")
    yield Hostile("number 3e0", spelled(b'"fluent":3', b'"fluent":3e0'), "encoded differently")
    yield Hostile("number -0", spelled(b'"fluent":3', b'"fluent":-0'), "encoded differently")
    yield Hostile("spaces", spelled(b":3", b": 3"), "encoded differently")
    swapped = spelled(b'"faithful":1,"fluent":3', b'"fluent":3,"faithful":1')
    yield Hostile("keys not sorted", swapped, "encoded differently")
    yield Hostile("comment in JSON", spelled(b":3", b":/**/3"), "not canonical JSON")
    yield Hostile("open brace", spelled(b'"rate"}', b'"rate"'), "not canonical JSON")
    yield Hostile("something behind", bundle(raw_line(body + b"{}")), "not canonical JSON")
    yield Hostile("65 levels", nested(64), "nested deeper than 64 levels")
    yield Hostile("1,000 levels", nested(1000), "nested deeper than 64 levels")
    yield Hostile("100,000 levels", nested(100_000), "nested too deep")
    yield Hostile("a million brackets", stored(raw_line(b"{" + b"[" * 1_000_000 + b"}")),
                  "not canonical JSON")  # fmt: skip
    yield Hostile("rev inside the record", field(rev="0" * 64), "rev: must not be part")
    yield Hostile("field missing",
                  bundle(line({k: v for k, v in annotation(1).to_json().items() if k != "kind"})),
                  "kind: missing")  # fmt: skip
    yield Hostile("empty record", bundle(raw_line(b"{}")), "missing")
    yield Hostile("seq negative", field(seq=-1), "seq: must be")
    yield Hostile("seq true", field(seq=True), "seq: must be")
    yield Hostile("schema zero", field(schema=0), "schema: must be")
    yield Hostile("key an object", field(key={}), "key: must be")
    yield Hostile("parents an object", field(parents={}), "parents: must be")
    yield Hostile("parents of other things", field(parents=[{}]), "parents: must contain")
    yield Hostile("parents not sorted", field(parents=["b" * 64, "a" * 64]),
                  "parents: must be sorted")  # fmt: skip
    yield Hostile("too many parents", field(parents=["a" * 64] * 1001), "at most 1000")
    yield Hostile("body a text", field(body="x"), "body: must be")
    found = [line(record) for record in sample_records(3)]
    yield Hostile("records not sorted", bundle(b"".join(reversed(found))), "not sorted")
    yield Hostile("a record twice", bundle(found[0] + found[0]), "appears twice")
    yield Hostile("questionnaire among the ratings", bundle(line(background())),
                  "belongs in another entry")  # fmt: skip
    yield Hostile("rating among the questionnaire", bundle(background=line(annotation(9))),
                  "belongs in another entry")  # fmt: skip


def _sealed() -> Iterator[Hostile]:
    good = sample_bundle()
    theirs = sample_bundle(recipients=[STRANGER.recipient])
    mine = sample_bundle(recipients=[SIGNER.recipient])
    key = (("identities", (SIGNER,)),)
    word = (("passphrase", PASSPHRASE),)
    magic = b"age-encryption.org/v1\n"
    armored = pyrage.encrypt(good, [SIGNER.age_keys[0].to_public()], armored=True)
    stanza = b"-> X25519 " + b"A" * 43 + b"\n" + b"A" * 43 + b"\n"
    stop = b"--- " + b"A" * 43 + b"\n"
    yield Hostile("no identity", mine, "encrypted to a key that is not available here")
    yield Hostile("other identity", theirs, "not encrypted to your key", options=key)
    yield Hostile("no passphrase", age_file(good), "encrypted with a passphrase", options=key)
    yield Hostile("wrong passphrase", age_file(good), "the passphrase is wrong",
                  options=(("passphrase", "wrong"),))  # fmt: skip
    for factor in ("19", "20", "21", "22", "30", "63", "64", "255"):
        yield Hostile(f"scrypt {factor}", age_file(good, declared=factor),
                      f"scrypt work factor {factor}", options=word)  # fmt: skip
    for factor in ("0", "-1", "020", "1000", "1e1", "²"):
        yield Hostile(f"scrypt “{factor}”", age_file(good, declared=factor),
                      "encrypted file is damaged", DamagedError, options=word)  # fmt: skip
    yield Hostile("two scrypt stanzas", age_file(good, copies=2), "with other recipients",
                  options=word)  # fmt: skip
    scrypt = b"-> scrypt " + b"A" * 22 + b" 10\n" + b"A" * 43 + b"\n"
    yield Hostile("scrypt beside a key", age_file(good, stanzas=[stanza, scrypt]),
                  "with other recipients", options=word)  # fmt: skip
    yield Hostile("age header bomb: recipients", magic + stanza * 500 + stop + good,
                  "more than 200 recipients", options=key)  # fmt: skip
    yield Hostile("age header bomb: one stanza",
                  magic + b"-> X25519 A\n" + (b"A" * 64 + b"\n") * 20_000 + b"\n" + stop,
                  "encrypted file is larger than 65,536 bytes", options=key)  # fmt: skip
    yield Hostile("age header bomb: one line", magic + b"-> " + b"A" * (1 << 20),
                  "encrypted file is larger", options=key)  # fmt: skip
    yield Hostile("age header without recipients", magic + stop + good, "names no recipient",
                  DamagedError, options=key)  # fmt: skip
    yield Hostile("age header cut", mine[:60], "encrypted file is cut off", DamagedError,
                  options=key)  # fmt: skip
    yield Hostile("age stanza damaged", magic + b"-> X25519  A\n", "encrypted file is damaged",
                  DamagedError, options=key)  # fmt: skip
    yield Hostile("age stanza body damaged", magic + b"-> X25519 A\n!\n",
                  "encrypted file is damaged", DamagedError, options=key)  # fmt: skip
    yield Hostile("age MAC damaged", magic + stanza + b"--- x\n", "encrypted file is damaged",
                  DamagedError, options=key)  # fmt: skip
    yield Hostile("armoured age", armored, "text format (armoured)", options=key)
    yield Hostile("age version 2", b"age-encryption.org/v2\n" + mine[22:], "an unknown version",
                  options=key)  # fmt: skip
    yield Hostile("age payload damaged", mine[:-1] + bytes([mine[-1] ^ 1]),
                  "the encrypted data are damaged", DamagedError, options=key)  # fmt: skip
    yield Hostile("age payload cut", mine[:-40], "the encrypted data are damaged", DamagedError,
                  options=key)  # fmt: skip
    yield Hostile("age larger than allowed", sample_bundle(sample_records(2000),
                  recipients=[SIGNER.recipient]), "larger than 1,000 bytes",
                  options=(*key, ("limits", Limits(packed=1000))))  # fmt: skip
    yield Hostile("age inside age", age_file(age_file(good)), "not a Proofdesk bundle",
                  options=word)  # fmt: skip
    yield Hostile("bomb inside age", age_file(pack([Part(b"manifest.json", bytes(10 << 20))])),
                  "more than 200 times", options=word)  # fmt: skip
    unsigned_text = age_file(b"hello")
    yield Hostile("text inside age", unsigned_text, "not a Proofdesk bundle", options=word)
