"""Damage to files of a closed store: flipped bits and truncated journals, and the results of
opening.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.storage.segments import apply_operations
from desktop_app.storage.store import Store
from tests.storage.simfs import SimFS

FOLDER = Path("/sim/damaged")
Content = dict[str, dict[str, dict[str, Any]]]


def record(number: int, text: str = "") -> dict[str, Any]:
    """Return a document of the table of records, which contains its own rev."""
    body = {"kind": "note", "key": f"k{number}", "body": {"n": number, "text": text or "é " * 9}}
    return {**body, "rev": sha256_hex(canonical_bytes(body))}


@dataclass(slots=True)
class Sample:
    """A closed store: its files, its content, and every version that each document ever had."""

    files: dict[str, bytes]
    content: Content
    versions: dict[tuple[str, str], list[dict[str, Any]]] = field(default_factory=dict)
    before_last: Content = field(default_factory=dict)

    def disk(self) -> SimFS:
        fs = SimFS()
        fs.mkdir(FOLDER.parent)
        fs.mkdir(FOLDER)
        for name, data in self.files.items():
            fs.poke(FOLDER / name, data)
        return fs


def content_of(store: Store) -> Content:
    return {
        name: {key: dict(document) for key, document in table.items()}
        for name, table in store.records.journal.frozen().items()
    }


def make_sample() -> Sample:
    """Create a store with a snapshot, a sealed segment and an open last segment."""
    fs = SimFS(5)
    fs.mkdir(FOLDER.parent)
    store = Store.create(FOLDER, fs=fs)
    sample = Sample({}, {})
    journal = store.records.journal
    journal._writer._line_limit = 700
    records, notes = store.records.table("records"), store.records.table("notes")

    def remember() -> None:
        for name, table in content_of(store).items():
            for key, document in table.items():
                versions = sample.versions.setdefault((name, key), [])
                if document not in versions:
                    versions.append(document)

    records.insert_multiple(record(number) for number in range(8))
    notes.insert_multiple({"n": number, "null": None} for number in range(6))
    store.drafts.table("drafts").insert({"open": 1})
    remember()
    journal.compact()
    for number in range(8, 12):
        records.insert(record(number))
        notes.update({"n": number * 10}, doc_ids=[number - 7])
        remember()
    with journal.frozen_files():  # seals the segment
        pass
    records.insert_multiple(record(number) for number in range(12, 22))
    remember()
    notes.remove(doc_ids=[6])
    with store.transaction():
        notes.insert({"n": 99})
        records.insert(record(30))
    remember()
    sample.before_last = content_of(store)
    with store.transaction():
        notes.insert({"n": 100, "long": "z" * 900})
        records.insert_multiple([record(31), record(32, "w" * 500)])
    remember()
    sample.content = content_of(store)
    sample.files = {
        name: fs.peek(FOLDER / name)
        for name in fs.listdir(FOLDER)
        if name.startswith(("records", "drafts"))
    }
    return sample


def control_bytes(name: str, data: bytes) -> Iterator[int]:
    """Yield the offsets of all bytes that do not belong to a document."""
    offset = 0
    for line in data.split(b"\n"):
        if name.endswith(".json"):
            document = line.startswith(b'"') and not line.endswith(b"{") and b'"format"' not in line
            end = line.find(b": ") + 3 if document else len(line)
        else:
            end = len(line) if b'"format"' in line else min(len(line), 95)
        yield from range(offset, offset + end)
        yield offset + len(line) - 1
        if offset + len(line) < len(data):
            yield offset + len(line)
        offset += len(line) + 1


def flips(sample: Sample, runs: int, seed: int, every_bit: bool) -> Iterator[tuple[str, int, int]]:
    """Yield (file, byte, bit): the bytes of the control fields, then `runs` random ones."""
    rng = random.Random(seed)
    for name, data in sample.files.items():
        for offset in sorted(set(control_bytes(name, data))):
            for bit in range(8) if every_bit else [rng.randrange(8)]:
                yield name, offset, bit
    names = list(sample.files)
    weights = [len(sample.files[name]) for name in names]
    for _ in range(runs):
        name = rng.choices(names, weights)[0]
        yield name, rng.randrange(len(sample.files[name])), rng.randrange(8)


def judge_flip(sample: Sample, name: str, offset: int, bit: int) -> str:
    """Flip one bit, open the store, and return a description of the error in the result; empty if
    correct.
    """
    damaged = bytearray(sample.files[name])
    damaged[offset] ^= 1 << bit
    fs = sample.disk()
    fs.poke(FOLDER / name, bytes(damaged))
    with Store.open(FOLDER, fs=fs) as store:
        found = content_of(store)
        report = store.report
        if fs.peek(FOLDER / name) != bytes(damaged):
            return "the damaged file was changed"
        if not report.problems:
            if not report.torn:
                return "silent"
            whole = found in (sample.content, sample.before_last)
            return "" if whole else "reported as cut short, but more is missing"
        if not store.read_only:
            return "damaged, but open for writing"
        if name.startswith("drafts"):
            return "" if found == sample.content else "records changed by damage to drafts"
    return _judge_salvage(sample, found, name, bytes(sample.files[name]), offset)


def _judge_salvage(sample: Sample, found: Content, name: str, data: bytes, offset: int) -> str:
    known = {canonical_bytes(d) for versions in sample.versions.values() for d in versions}
    for table, documents in found.items():
        for key, document in documents.items():
            versions = sample.versions.get((table, key), [])
            by_rev = table == "records" and canonical_bytes(document) in known
            if document not in versions and not by_rev:
                return f"{table} {key}: unknown document"
    if found == sample.before_last:
        return ""  # the last save, incomplete now, was left out as a whole and reported
    lost = 0
    for table, documents in sample.content.items():
        have = [canonical_bytes(document) for document in found.get(table, {}).values()]
        lost += sum(canonical_bytes(document) not in have for document in documents.values())
    line = data[data.rfind(b"\n", 0, offset) + 1 :].split(b"\n")[0]
    allowed = 2 if name.endswith(".json") else max(1, line.count(b'["p",') + line.count(b'["d",'))
    return "" if lost <= allowed else f"{lost} documents lost, at most {allowed} were hit"


def judge_cut(sample: Sample, name: str, length: int, filler: bytes) -> str:
    """Truncate the last segment to `length` bytes, append `filler`, open the store, and return a
    description of the error; empty if correct.
    """
    data = sample.files[name][:length] + filler
    fs = sample.disk()
    fs.poke(FOLDER / name, data)
    expected, tail = _prefix(sample, name, length)
    with Store.open(FOLDER, fs=fs) as store:
        if store.report.problems:
            return f"damage: {store.report.problems}"
        if content_of(store) != expected:
            return "not the exact prefix"
        torn = store.report.torn
        kept = b"".join(fs.peek(FOLDER / part.kept_as) for part in torn)
        if kept != data[tail:]:
            return f"kept aside {len(kept)} bytes instead of {len(data) - tail}"
        if torn and (torn[0].file, torn[0].offset, torn[0].size) != (name, tail, len(kept)):
            return f"wrong place reported: {torn}"
        if fs.exists(FOLDER / name) and fs.peek(FOLDER / name) != data:
            return "the cut file was changed"
        store.records.table("notes").insert({"after": 1})
        after = content_of(store)
    with Store.open(FOLDER, fs=fs) as store:
        if store.report.torn or store.report.problems or content_of(store) != after:
            return "not whole after the next save"
    return ""


_PREFIXES: dict[int, tuple[Content, int]] = {}


def _prefix(sample: Sample, name: str, length: int) -> tuple[Content, int]:
    """Return the content of the store after the last whole save before `length`, and the end of
    that save.
    """
    data = sample.files[name]
    start = end = 0
    operations: list[list[Any]] = []
    whole: list[list[Any]] = []
    for line in data.split(b"\n")[:-1]:
        start += len(line) + 1
        if start > length:
            break
        body = orjson.loads(line)["r"]
        if isinstance(body, list):
            operations += body[2]
            if len(body) == 4:
                continue
        whole += operations
        operations = []
        end = start
    if end not in _PREFIXES:
        fs = sample.disk()
        fs.remove(FOLDER / name)
        with Store.open(FOLDER, mode="read", fs=fs) as store:
            content = content_of(store)
        apply_operations(content, whole)
        _PREFIXES[end] = content, end
    return _PREFIXES[end]
