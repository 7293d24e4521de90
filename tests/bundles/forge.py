"""Functions that create archives and age files field by field, including invalid ones that the
program never writes.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from desktop_app.bundles import keys
from desktop_app.bundles.archive import CENTRAL, END, LOCAL
from desktop_app.bundles.keys import Identity
from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.records import Record
from tests.bundles.samples import DRAFT, SIGNER, sample_records

LOCAL_FIELDS = ("sig", "version", "flags", "method", "time", "date", "crc", "packed", "unpacked",
                "name_size", "extra_size")  # fmt: skip
CENTRAL_FIELDS = ("sig", "made", "version", "flags", "method", "time", "date", "crc", "packed",
                  "unpacked", "name_size", "extra_size", "comment_size", "disk", "internal",
                  "external", "offset")  # fmt: skip
END_FIELDS = ("sig", "disk", "start_disk", "here", "count", "size", "offset", "comment_size")


@dataclass
class Part:
    """One entry of an archive. `both`, `local` and `central` replace header fields by name."""

    name: bytes
    content: bytes
    method: int = 8
    packed: bytes | None = None
    both: dict[str, Any] = field(default_factory=dict)
    local: dict[str, Any] = field(default_factory=dict)
    central: dict[str, Any] = field(default_factory=dict)
    local_name: bytes | None = None
    extra: bytes = b""
    comment: bytes = b""
    after: bytes = b""


def deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def pack(
    parts: Iterable[Part],
    *,
    prefix: bytes = b"",
    before_directory: bytes = b"",
    after_directory: bytes = b"",
    comment: bytes = b"",
    suffix: bytes = b"",
    end: Mapping[str, Any] | None = None,
) -> bytes:
    """Return the archive of `parts`, which is valid except for the parts and arguments that make it
    invalid.
    """
    body, directory, count = [prefix], [], 0
    offset = len(prefix)
    for part in parts:
        packed = part.packed
        if packed is None:
            packed = deflate(part.content) if part.method == 8 else part.content
        common = {
            "version": 20, "flags": 0, "method": part.method, "time": 0, "date": 0x21,
            "crc": zlib.crc32(part.content), "packed": len(packed),
            "unpacked": len(part.content), "name_size": len(part.name),
            "extra_size": len(part.extra), **part.both,
        }  # fmt: skip
        local = {**common, "sig": b"PK\x03\x04", **part.local}
        central = {
            **common, "sig": b"PK\x01\x02", "made": 20, "comment_size": len(part.comment),
            "disk": 0, "internal": 0, "external": 0, "offset": offset, **part.central,
        }  # fmt: skip
        label = part.name if part.local_name is None else part.local_name
        pieces = (
            LOCAL.pack(*(local[name] for name in LOCAL_FIELDS)),
            label, part.extra, packed, part.after,
        )  # fmt: skip
        body += pieces
        offset += sum(map(len, pieces))
        directory += [
            CENTRAL.pack(*(central[name] for name in CENTRAL_FIELDS)),
            part.name, part.extra, part.comment,
        ]  # fmt: skip
        count += 1
    offset += len(before_directory)
    listing = b"".join(directory)
    fields = {
        "sig": b"PK\x05\x06", "disk": 0, "start_disk": 0, "here": count, "count": count,
        "size": len(listing), "offset": offset, "comment_size": len(comment), **(end or {}),
    }  # fmt: skip
    return b"".join(
        (
            *body, before_directory, listing, after_directory,
            END.pack(*(fields[name] for name in END_FIELDS)), comment, suffix,
        )
    )  # fmt: skip


def line(record: Mapping[str, Any] | Record) -> bytes:
    """Return the line of a record, with the rev that its content requires."""
    data = record.to_json() if isinstance(record, Record) else record
    return raw_line(canonical_bytes(data))


def raw_line(body: bytes, rev: str | None = None) -> bytes:
    """Return a line whose rev matches the bytes of `body`, canonical or not."""
    return b'{"rev":"%s","record":%s}\n' % ((rev or sha256_hex(body)).encode(), body)


def sorted_lines(lines: Iterable[bytes]) -> bytes:
    return b"".join(sorted(lines))


def sample_lines(count: int = 3) -> bytes:
    return b"".join(line(record) for record in sample_records(count))


def bundle_parts(
    records: bytes | None = None,
    *,
    background: bytes | None = None,
    signer: Identity | None = SIGNER,
    manifest: Callable[[dict[str, Any]], Any] | None = None,
    raw_manifest: Callable[[bytes], bytes] | None = None,
    signature: Callable[[dict[str, Any]], Any] | None = None,
) -> list[Part]:
    """Return the entries of a bundle with a matching manifest and signature.

    `manifest`, `signature`: functions that change the JSON; the manifest is changed before it is
        signed
    `raw_manifest`: replaces the bytes of the manifest
    """
    contents = {"records.jsonl": sample_lines() if records is None else records}
    if background is not None:
        contents["background.jsonl"] = background
    front: Any = {
        **DRAFT.to_json(),
        "signing_key": signer.public_key.hex() if signer and signer.public_key else None,
        "entries": [
            {
                "name": name,
                "size": len(data),
                "sha256": sha256_hex(data),
                "records": data.count(b"\n"),
            }
            for name, data in contents.items()
        ],
    }
    raw = canonical_bytes(manifest(front) if manifest else front)
    raw = raw_manifest(raw) if raw_manifest else raw
    parts = [Part(b"manifest.json", raw)]
    if signer is not None and signer.public_key is not None:
        block: Any = {
            "algorithm": "ed25519",
            "public_key": signer.public_key.hex(),
            "signature": keys.sign(signer, raw).hex(),
        }
        block = signature(block) if signature else block
        parts.append(Part(b"signature.json", canonical_bytes(block)))
    return [*parts, *(Part(name.encode(), data) for name, data in contents.items())]


def bundle(records: bytes | None = None, **options: Any) -> bytes:
    """Return a valid archive of the entries that `bundle_parts` returns."""
    return pack(bundle_parts(records, **options))


def age_file(
    content: bytes,
    passphrase: str = "correct horse",
    *,
    work_factor: int = 4,
    declared: str | None = None,
    stanzas: Sequence[bytes] | None = None,
    copies: int = 1,
) -> bytes:
    """Return an age file encrypted with a passphrase, which is fast to decrypt.

    `declared`: the work factor in the header
    `stanzas`: replaces all stanzas of the header
    `copies`: how often the valid stanza is repeated
    """
    file_key, salt = os.urandom(16), os.urandom(16)
    derive = Scrypt(salt=b"age-encryption.org/v1/scrypt" + salt, length=32,
                    n=1 << work_factor, r=8, p=1)  # fmt: skip
    wrapped = ChaCha20Poly1305(derive.derive(passphrase.encode())).encrypt(
        bytes(12), file_key, None
    )
    factor = str(work_factor) if declared is None else declared
    stanza = b"-> scrypt %s %s\n%s\n" % (_base64(salt), factor.encode(), _base64(wrapped))
    head = b"age-encryption.org/v1\n" + b"".join(stanzas or [stanza] * copies) + b"---"
    mac = hmac.new(_expand(file_key, b"", b"header"), head, hashlib.sha256).digest()
    nonce = os.urandom(16)
    cipher = ChaCha20Poly1305(_expand(file_key, nonce, b"payload"))
    chunks = [content[at : at + 65536] for at in range(0, len(content), 65536)] or [b""]
    payload = b"".join(
        cipher.encrypt(number.to_bytes(11, "big") + bytes([number == len(chunks) - 1]), chunk, None)
        for number, chunk in enumerate(chunks)
    )
    return b"%s %s\n%s%s" % (head, _base64(mac), nonce, payload)


def _base64(data: bytes) -> bytes:
    return base64.b64encode(data).rstrip(b"=")


def _expand(key: bytes, salt: bytes, info: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(key)
