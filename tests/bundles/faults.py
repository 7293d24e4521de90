"""Loops that damage bundles, and report each damage that a reader handles wrongly.

A reader may either refuse a damaged bundle with an InputError, or return exactly the content of the
undamaged bundle. Any other exception, other records, or too much time or memory is a failure. Each
function has a count or a seed as its argument and returns a `Result`; the checks before a release
use larger counts.
"""

from __future__ import annotations

import contextlib
import io
import json
import multiprocessing
import random
import struct
import time
import traceback
import tracemalloc
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from desktop_app.bundles.bundle import Bundle, read_bundle
from desktop_app.bundles.keys import Identity
from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import InputError
from tests.bundles.forge import Part, bundle_parts, pack, raw_line
from tests.bundles.samples import SIGNER, STRANGER, background, sample_bundle, sample_records

# Limits the time for a small file; a successful attack needs many times as much. The slowest known
# file is 64 MB of text in 1 MB: one second on a slow machine, all in C code.
MAX_SECONDS = 2.5
MAX_BYTES = 300 << 20
_TRACED = 50  # Memory is measured once in this many runs, because tracing is slow.


@dataclass
class Result:
    """The result of a loop.

    `slowest`: the time of the slowest run in seconds
    `largest`: the memory of the largest run in bytes
    `failures`: descriptions of the failures
    """

    runs: int = 0
    refused: int = 0
    accepted: int = 0
    slowest: float = 0.0
    largest: int = 0
    failures: list[str] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)

    def try_one(
        self, label: str, data: bytes, right: Callable[[Bundle], bool], **options: Any
    ) -> None:
        """Read `data` once and record the result.

        `right`: returns whether an accepted bundle is correct
        """
        traced = self.runs % _TRACED == 0 and not tracemalloc.is_tracing()
        self.runs += 1
        if traced:
            tracemalloc.start()
        started = time.process_time()
        try:
            found = read_bundle(data, name="damaged", **options)
        except InputError as error:
            self.refused += 1
            reason = "".join("#" if letter.isdigit() else letter for letter in error.reason)
            self.reasons[reason] = self.reasons.get(reason, 0) + 1
            if not error.reason or not error.file.startswith("damaged"):
                self.failures.append(f"{label}: refused without a reason or a name: {error!r}")
        except BaseException:  # Any other exception is a failure.
            self.failures.append(f"{label}: {traceback.format_exc(limit=-3)}")
        else:
            self.accepted += 1
            if not right(found):
                self.failures.append(f"{label}: accepted with other content")
        seconds = time.process_time() - started
        if traced:
            self.largest = max(self.largest, tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        else:
            self.slowest = max(self.slowest, seconds)
            if seconds > MAX_SECONDS:
                self.failures.append(f"{label}: took {seconds:.2f} s")
        if self.largest > MAX_BYTES:
            self.failures.append(f"{label}: took {self.largest >> 20} MB")


def _same_as(data: bytes, **options: Any) -> Callable[[Bundle], bool]:
    """Return a function that accepts only bundles with the content of `data`."""
    good = read_bundle(data, **options)

    def judge(found: Bundle) -> bool:
        return (found.records, found.digest, found.signature, found.manifest) == (
            good.records, good.digest, good.signature, good.manifest,
        )  # fmt: skip

    return judge


def flip_every_byte(*, all_bits: bool, seed: int = 1, encrypted: bool = False) -> Result:
    """Flip bits of every byte of a small signed bundle.

    `all_bits`: whether all eight bits are flipped, one after the other, or a single random one
    """
    chance, result = random.Random(seed), Result()
    recipients = [SIGNER.recipient] if encrypted else []
    data = sample_bundle(recipients=recipients)
    options = {"identities": (SIGNER,)} if encrypted else {}
    judge = _same_as(data, **options)
    for at in range(len(data)):
        for bit in range(8) if all_bits else [chance.randrange(8)]:
            damaged = bytearray(data)
            damaged[at] ^= 1 << bit
            result.try_one(f"byte {at} bit {bit}", bytes(damaged), judge, **options)
    return result


def cut_everywhere(*, encrypted: bool = False) -> Result:
    """Truncate a small bundle after every byte. Each truncated bundle must be refused."""
    result = Result()
    data = sample_bundle(recipients=[SIGNER.recipient] if encrypted else [])
    for size in range(len(data)):
        result.try_one(f"cut at {size}", data[:size], lambda _: False, identities=(SIGNER,))
    return result


def fuzz(runs: int, *, seed: int = 1) -> Result:
    """Damage bundles at random: bytes, structure of the archive, JSON. Half of them get new hashes
    and signatures.

    Bundles without new hashes must be refused, or have their original content. A bundle with new
    hashes may be another, valid bundle; the reader must then return exactly the records that
    independent libraries read.
    """
    chance, result = random.Random(seed), Result()
    good = sample_bundle([*sample_records(4), background()])
    judge = _same_as(good)
    sealed = sample_bundle(recipients=[SIGNER.recipient])
    sealed_judge = _same_as(sealed, identities=(SIGNER,))
    for number in range(runs):
        label = f"seed {seed} run {number}"
        if number % 2:
            data = _resigned(chance)
            result.try_one(label, data, partial(_as_others_read, data))
            continue
        layer = chance.randrange(10)
        if layer == 0:
            data = _damage_bytes(chance, sealed)
            result.try_one(label, data, sealed_judge, identities=(SIGNER,))
        elif layer <= 4:
            result.try_one(label, _damage_bytes(chance, good), judge)
        elif layer <= 7:
            result.try_one(label, pack(_damage_parts(chance, _parts_of(good))), judge)
        else:
            parts = _parts_of(good)
            part = chance.choice(parts)
            part.content = _damage_text(chance, part.content)
            result.try_one(label, pack(parts), judge)
    return result


def _as_others_read(data: bytes, found: Bundle) -> bool:
    """Return whether strict `zipfile` and `json` readers read the same records from `data`."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        lines = [
            line
            for name in names
            if name.endswith(".jsonl")
            for line in archive.read(name).decode("utf-8").split("\n")[:-1]
        ]
        manifest = json.loads(archive.read("manifest.json"), object_pairs_hook=_no_repetition)
    read = [json.loads(line, object_pairs_hook=_no_repetition) for line in lines]
    return (
        [{"rev": record.rev, "record": record.to_json()} for record in found.records] == read
        and all(sha256_hex(canonical_bytes(one["record"])) == one["rev"] for one in read)
        and found.manifest.model_dump(exclude_unset=True) == manifest
        and (found.signature is None) is ("signature.json" not in names)
    )


def _no_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def _parts_of(data: bytes) -> list[Part]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [Part(name.encode(), archive.read(name)) for name in archive.namelist()]


_INTERESTING = (
    b"\0", b"\xff", b"\n", b"\r\n", b'"', b"\\", b"{", b"[", b"]", b"}", b",", b":", b"null",
    b"-0", b"1e999", b"NaN", b"9" * 25, b"\\ud800", b"\xef\xbb\xbf", b"PK\x03\x04", b"PK\x05\x06",
    b"\xff\xff\xff\xff", b"[" * 200, b'{"":' * 200, b"0" * 64, b"../",
)  # fmt: skip


def _damage_bytes(chance: random.Random, data: bytes) -> bytes:
    """Change, insert, remove, repeat or swap some bytes."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(out) + 1)
        size = min(chance.choice((1, 1, 2, 4, 16, 200)), len(out) - at)
        match chance.randrange(6):
            case 0 if at < len(out):
                out[at] ^= 1 << chance.randrange(8)
            case 1:
                out[at : at + size] = chance.randbytes(size)
            case 2:
                out[at:at] = chance.choice(_INTERESTING)
            case 3:
                del out[at : at + size]
            case 4:
                other = chance.randrange(len(out) + 1)
                out[at : at + size] = out[other : other + size]
            case _:
                token = chance.choice(_INTERESTING)
                out[at : at + len(token)] = token
    return bytes(out)


def _damage_text(chance: random.Random, data: bytes) -> bytes:
    """Damage a text by moving whole lines and tokens, so that it often remains valid text."""
    lines = data.split(b"\n")
    match chance.randrange(6):
        case 0 if len(lines) > 2:
            chance.shuffle(lines)
        case 1:
            lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
        case 2 if len(lines) > 1:
            del lines[chance.randrange(len(lines))]
        case 3:
            return _damage_bytes(chance, data)
        case _:
            at = data.find(
                chance.choice((b'"', b":", b",", b"{", b"}")), chance.randrange(len(data) + 1)
            )
            token = chance.choice(_INTERESTING)
            return data[: max(at, 0)] + token + data[max(at, 0) + chance.randrange(2) :]
    return b"\n".join(lines)


def _damage_parts(chance: random.Random, parts: list[Part]) -> list[Part]:
    """Damage the structure of an archive: its entries, or single fields of their headers."""
    part = chance.choice(parts)
    fields = ("version", "flags", "method", "time", "date", "crc", "packed", "unpacked",
              "name_size", "extra_size")  # fmt: skip
    name = chance.choice(fields)
    wide = name in ("crc", "packed", "unpacked")
    value = chance.choice((0, 1, 8, 20, 63, 0xFFFF, chance.randrange(1 << (32 if wide else 16))))
    match chance.randrange(9):
        case 0:
            chance.shuffle(parts)
        case 1:
            parts.append(part)
        case 2:
            parts.remove(part)
        case 3:
            part.name = _damage_bytes(chance, part.name)[:100]
        case 4:
            part.both[name] = value
        case 5:
            part.local[name] = value
        case 6:
            part.central[chance.choice((*fields, "made", "disk", "internal", "external",
                                        "offset", "comment_size"))] = value & 0xFFFF  # fmt: skip
        case 7:
            part.method = 0
            part.packed = chance.choice((None, part.content + b"x", b""))
        case _:
            part.after = chance.randbytes(chance.randrange(1, 40))
    return parts


def _resigned(chance: random.Random) -> bytes:
    """Return a damaged bundle whose manifest and signature match the damaged content."""
    lines = {
        "records": [canonical_bytes(record.to_json()) for record in sample_records(4)],
        "background": [canonical_bytes(background().to_json())],
    }
    made: dict[str, bytes] = {}
    for name, bodies in lines.items():
        if chance.random() < 0.7:
            at = chance.randrange(len(bodies))
            bodies[at] = _damage_json(chance, bodies[at])
        found = [raw_line(body) for body in bodies]
        if chance.random() < 0.2:
            at = chance.randrange(len(found))
            found[at] = _damage_text(chance, found[at])
        made[name] = b"".join(sorted(found) if chance.random() < 0.9 else found)
        if chance.random() < 0.1:
            made[name] = _damage_text(chance, made[name])
    signer: Identity | None = chance.choice((SIGNER, SIGNER, STRANGER, None))
    raw = (lambda data: _damage_json(chance, data)) if chance.random() < 0.15 else None
    with_background = chance.random() < 0.7
    parts = bundle_parts(
        made["records"],
        background=made["background"] if with_background else None,
        signer=signer,
        raw_manifest=raw,
    )
    if chance.random() < 0.1:
        parts = _damage_parts(chance, parts)
    try:
        return pack(parts)
    except struct.error:
        return pack(bundle_parts(made["records"], signer=signer))


def _damage_json(chance: random.Random, data: bytes) -> bytes:
    """Change one value of a JSON text. In half of the cases, the result is canonical JSON, so that
    the reader does not refuse it immediately.
    """
    if chance.random() < 0.3:
        return _damage_text(chance, data)
    value = json.loads(data)
    holder: Any = value
    while True:
        if isinstance(holder, dict) and holder:
            key: Any = chance.choice(list(holder))
        elif isinstance(holder, list) and holder:
            key = chance.randrange(len(holder))
        else:
            break
        inner = holder[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.6:
            holder = inner
            continue
        match chance.randrange(4):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[chance.choice(("rev", "", "x", "zzz", "parents", "é", "\0"))] = inner
            case _:
                holder[key] = chance.choice(
                    (None, True, 0, -1, 1, 2, 1.5, "", "x", "\ud7ff", [], {}, [inner], {"a": inner},
                     ["a" * 64], (1 << 63) - 1, "a" * 100_000, [[]] * 500)
                )  # fmt: skip
        break
    return canonical_bytes(value)


def peak_memory(files: list[Path]) -> tuple[int, list[float]]:
    """Return by how many bytes reading `files` raises the peak memory of a new process, and the
    seconds for each file.

    Unlike tracemalloc, this includes the memory of compiled libraries. Linux only.
    """
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_measured, (files,))


def _measured(files: list[Path]) -> tuple[int, list[float]]:
    read_bundle(sample_bundle(sample_records(2)))  # Load what every bundle needs.
    before = _high_water()
    seconds = []
    for file in files:
        started = time.process_time()
        with contextlib.suppress(InputError):
            read_bundle(file)
        seconds.append(time.process_time() - started)
    return _high_water() - before, seconds


def _high_water() -> int:
    """Return the maximum resident size of this process so far, in bytes.

    `ru_maxrss` is not used, because it starts with the size of the parent process.
    """
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10
    raise AssertionError("no VmHWM")
