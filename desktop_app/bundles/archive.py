"""The ZIP profile of bundles: written deterministically, read without trusting any byte.

The standard library's `zipfile` is lenient by design (it expanded a 19 KB file of overlapping
entries to 210 MB without an error). This reader accounts for every byte of the file: the entries
follow each other without gaps from the first byte on, the directory follows the last entry, and the
end record ends the file. Entries are never extracted, and their names are never used as paths.

Format: PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.bundles.format import (
    CHOOSE_A_BUNDLE,
    ENTRY_ORDER,
    MANIFEST,
    PLAIN_NAME,
    Limits,
    RefusalError,
    damaged,
)
from desktop_app.core.messages import msg

# Fields: signature, version, flags, method, time, date, CRC-32, packed size, unpacked size, length
# of name, length of extra field.
LOCAL = struct.Struct("<4sHHHHHIIIHH")
# Fields: signature, made by, version, flags, method, time, date, CRC-32, packed size, unpacked
# size, lengths of name, extra field and comment, disk, internal and external attributes, offset.
CENTRAL = struct.Struct("<4sHHHHHHIIIHHHHHII")
# Fields: signature, disk, disk of the directory, entries on this disk, all entries, size and offset
# of the directory, length of the comment.
END = struct.Struct("<4sHHHHIIH")

LOCAL_SIGNATURE = b"PK\x03\x04"
CENTRAL_SIGNATURE = b"PK\x01\x02"
END_SIGNATURE = b"PK\x05\x06"
ZIP64_LOCATOR = b"PK\x06\x07"

STORED, DEFLATED = 0, 8
# Version 2.0 and host 0, so that unzip programs give files their usual permissions.
_MADE_BY = 20
# 1980-01-01, the earliest possible date. It is constant, so that equal content gives equal bytes.
_DOS_TIME, _DOS_DATE = 0, 0x21
# Bytes yielded at a time, and bytes passed to the decompressor at a time.
_BLOCK = 1 << 20
_SLICE = 1 << 16


@dataclass(frozen=True, slots=True)
class Member:
    """One entry of a checked archive: the offset of its packed bytes, and what it declares."""

    name: str
    method: int
    crc: int
    packed: int
    unpacked: int
    start: int


def build_archive(entries: Sequence[tuple[str, bytes]], *, ratio: int, ratio_from: int) -> bytes:
    """Return an archive of `entries`, in this order.

    Entries are deflated, except those whose ratio would exceed `ratio`, because a reader would
    refuse them as a ZIP bomb. Equal entries give equal bytes if the version of zlib is the same.
    """
    body: list[bytes] = []
    directory: list[bytes] = []
    offset = 0
    for name, data in entries:
        # Raw deflate (-15), because a ZIP entry contains no zlib header.
        deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed, method = deflate.compress(data) + deflate.flush(), DEFLATED
        if len(data) > ratio_from and len(data) > ratio * len(packed):
            packed, method = data, STORED
        label = name.encode("ascii")
        common = (
            _MADE_BY, 0, method, _DOS_TIME, _DOS_DATE,
            zlib.crc32(data), len(packed), len(data), len(label), 0,
        )  # fmt: skip
        body += (LOCAL.pack(LOCAL_SIGNATURE, *common), label, packed)
        directory += (
            CENTRAL.pack(CENTRAL_SIGNATURE, _MADE_BY, *common, 0, 0, 0, 0, offset),
            label,
        )
        offset += LOCAL.size + len(label) + len(packed)
    listing = b"".join(directory)
    count = len(entries)
    end = END.pack(END_SIGNATURE, 0, 0, count, count, len(listing), offset, 0)
    return b"".join((*body, listing, end))


def read_directory(data: bytes, limits: Limits) -> dict[str, Member]:
    """Return the entries of an archive by name. Everything except their content is checked.

    Names are harmless (`PLAIN_NAME`), but may be unknown to this version. Raises RefusalError.
    """
    if not data:
        raise damaged(msg("the file is empty"))
    # The work below depends on sizes that the file declares, so their limits are checked first.
    if len(data) > limits.packed:
        raise RefusalError(
            msg("larger than {packed} bytes", packed=f"{limits.packed:,}"), hint=_LIMIT_HINT
        )
    count, directory_size, directory_at = _read_end(data)
    if count > limits.entries:
        raise RefusalError(
            msg("more than {entries} entries", entries=limits.entries), hint=_LIMIT_HINT
        )
    members: dict[str, Member] = {}
    folded: set[bytes] = set()
    at, expected, unpacked = directory_at, 0, 0
    stop = directory_at + directory_size
    for _ in range(count):
        if at + CENTRAL.size > stop:
            raise damaged(msg("the directory holds fewer entries than it declares"))
        fields = CENTRAL.unpack_from(data, at)
        at += CENTRAL.size
        name = data[at : at + fields[10]]
        at += fields[10]
        try:
            _check_central(fields)
        except RefusalError:
            # Files of other programs are ZIP archives, too, such as spreadsheets. A detail of an
            # entry would not say what is wrong with them.
            if MANIFEST.encode() in data[directory_at:]:
                raise
            raise RefusalError(
                msg("not a Proofdesk bundle: it has no manifest"), hint=CHOOSE_A_BUNDLE
            ) from None
        if at > stop:
            raise damaged(msg("an entry's name extends beyond the directory"))
        # Case is ignored, because some programs would let one of these entries overwrite the other.
        if name.lower() in folded:
            raise RefusalError(msg("two entries with the same name (ignoring case)"))
        folded.add(name.lower())
        _check_name(name)
        # Each entry must start where the previous one ended, so that none can overlap or hide
        # bytes.
        member = _check_local(data, fields, name, expected, directory_at)
        _check_size(member, limits)
        unpacked += member.unpacked
        # Refused because of its declared sizes, before anything is unpacked.
        if unpacked > limits.unpacked:
            raise RefusalError(
                msg("unpacks to more than {unpacked} bytes", unpacked=f"{limits.unpacked:,}"),
                hint=_LIMIT_HINT,
            )
        expected = member.start + member.packed
        members[member.name] = member
    if at != stop:
        raise RefusalError(msg("extra bytes in the directory, after its last entry"))
    if expected != directory_at:
        raise RefusalError(msg("extra bytes between the last entry and the directory"))
    return members


def check_order(members: Mapping[str, Member]) -> None:
    """Raise RefusalError if an entry is unknown to this version or out of order."""
    for name in members:
        if name not in ENTRY_ORDER:
            raise RefusalError(msg("an entry with an unknown name ({name})", name=name))
    if list(members) != [name for name in ENTRY_ORDER if name in members]:
        raise RefusalError(msg("the entries are not in their fixed order"))


def unpack(data: bytes, member: Member) -> Iterator[bytes]:
    """Yield the content of one entry in blocks of at most 1 MiB, never more than it declares.

    Raises RefusalError if the content does not match its declaration. In this case, everything
    yielded before must be discarded.
    """
    crc = produced = 0
    blocks = _inflate(data, member) if member.method == DEFLATED else _stored(data, member)
    for block in blocks:
        produced += len(block)
        if produced > member.unpacked:
            raise damaged(msg("unpacks to more bytes than it declares"), entry=member.name)
        crc = zlib.crc32(block, crc)
        yield block
    if produced < member.unpacked:
        raise damaged(msg("unpacks to fewer bytes than it declares"), entry=member.name)
    if crc != member.crc:
        raise damaged(msg("its checksum (CRC-32) does not match"), entry=member.name)


_LIMIT_HINT = msg(
    "If you trust the sender, raise the limits (“bundle_limits”) in your settings file, "
    "settings.json."
)


def _read_end(data: bytes) -> tuple[int, int, int]:
    """Return the number of entries, and size and offset of the directory, from the end record."""
    end_at = len(data) - END.size
    if end_at < 0 or data[end_at : end_at + 4] != END_SIGNATURE:
        raise _missing_end(data)
    _, disk, start_disk, here, count, size, offset, comment = END.unpack_from(data, end_at)
    # Here the end record must be the last 22 bytes, so no comment can follow it.
    if comment:
        raise damaged(msg("incomplete: its comment is missing"))
    # Each of these values means that a ZIP64 record contains the real number.
    if 0xFFFF in (disk, here, count) or 0xFFFFFFFF in (size, offset):
        raise RefusalError(msg("uses ZIP64"))
    # The locator of ZIP64 (20 bytes) would be directly before the end record.
    if data[max(0, end_at - 20) : end_at - 16] == ZIP64_LOCATOR:
        raise RefusalError(msg("uses ZIP64"))
    if disk or start_disk or here != count:
        raise RefusalError(msg("spread over several disks"))
    if offset + size != end_at:
        if offset + size < end_at:
            raise RefusalError(msg("extra bytes before the archive or around its directory"))
        raise damaged(msg("the directory extends beyond the file"))
    if data[:4] not in (LOCAL_SIGNATURE, END_SIGNATURE, CENTRAL_SIGNATURE):
        raise RefusalError(msg("extra bytes before the archive"))
    return count, size, offset


def _missing_end(data: bytes) -> RefusalError:
    """Return the reason to refuse a file that does not end with an end record."""
    if data[:2] != b"PK":
        return RefusalError(msg("not a Proofdesk bundle"), hint=CHOOSE_A_BUNDLE)
    # A comment of up to 65,535 bytes may follow the end record.
    at = data.rfind(END_SIGNATURE, max(0, len(data) - END.size - 0xFFFF))
    if at < 0 or at + END.size > len(data):
        return damaged(msg("incomplete: the end of the archive is missing"))
    if END.unpack_from(data, at)[-1] == len(data) - at - END.size:
        return RefusalError(msg("the archive has a comment"))
    return RefusalError(msg("extra bytes after the archive"))


def _check_central(fields: tuple[Any, ...]) -> None:
    """Raise RefusalError if an entry in the directory violates the profile."""
    (sig, made, needed, flags, method, time, date, _, packed, unpacked,
     _, extra, comment, disk, internal, external, offset) = fields  # fmt: skip
    # The order matters: a specific reason comes before a general one that would include it.
    if sig != CENTRAL_SIGNATURE:
        raise damaged(msg("the directory is damaged"))
    if 0xFFFFFFFF in (packed, unpacked, offset) or disk == 0xFFFF:
        raise RefusalError(msg("uses ZIP64"))
    # Bits 0, 6 and 13: encryption, strong encryption, masked headers.
    if flags & 0b1000001 or flags & 1 << 13:
        raise RefusalError(
            msg("an entry uses ZIP encryption"),
            hint=msg("Proofdesk encrypts with age instead."),
        )
    # Bit 3: the sizes would follow the data, so they could not be checked in advance.
    if flags & 1 << 3:
        raise RefusalError(msg("an entry uses a data descriptor"))
    if flags:
        raise RefusalError(msg("an entry has unknown flags ({flags})", flags=f"{flags:#06x}"))
    if method not in (STORED, DEFLATED):
        raise RefusalError(
            msg("an entry is compressed with an unknown method ({method})", method=method)
        )
    if method == STORED and packed != unpacked:
        raise RefusalError(msg("a stored entry declares two different sizes"))
    if extra:
        raise RefusalError(msg("an entry has extra fields"))
    if comment:
        raise RefusalError(msg("an entry has a comment"))
    if disk:
        raise RefusalError(msg("spread over several disks"))
    # The Unix file type is in the upper four bits.
    if external >> 28 == 0xA:
        raise RefusalError(msg("an entry is a symbolic link"))
    if internal or external:
        raise RefusalError(msg("an entry has file attributes"))
    if made != _MADE_BY or needed != _MADE_BY:
        raise RefusalError(msg("an entry was made for another system or version of ZIP"))
    if (time, date) != (_DOS_TIME, _DOS_DATE):
        raise RefusalError(msg("an entry has a timestamp other than the fixed one (1980-01-01)"))


def _check_name(name: bytes) -> None:
    """Raise RefusalError, with a specific reason, for a name that does not match `PLAIN_NAME`."""
    reason = ""
    if not name:
        reason = msg("is empty")
    elif b"\0" in name:
        reason = msg("contains a NUL character")
    elif b"\\" in name:
        reason = msg("contains a backslash")
    elif name.startswith(b"/") or name[1:2] == b":":
        reason = msg("is an absolute path")
    elif b".." in name.split(b"/"):
        reason = msg("points outside its folder")
    elif not name.isascii():
        reason = msg("contains non-ASCII characters")
    elif not PLAIN_NAME.match(name):
        reason = msg("is not allowed in a bundle")
    if reason:
        raise RefusalError(msg("the name of an entry {reason}", reason=reason))


def _check_local(
    data: bytes, fields: tuple[Any, ...], name: bytes, expected: int, directory_at: int
) -> Member:
    """Check that an entry starts where the previous one ended and matches the directory."""
    offset, label = fields[16], name.decode("ascii")
    if offset < expected:
        raise RefusalError(msg("entries overlap"))
    if offset > expected:
        where = msg("between two entries") if expected else msg("before the first entry")
        raise RefusalError(msg("extra bytes {where}", where=where))
    start = offset + LOCAL.size + len(name)
    if start + fields[8] > directory_at:
        raise RefusalError(msg("an entry overlaps the directory"), entry=label)
    local = LOCAL.unpack_from(data, offset)
    if local[0] != LOCAL_SIGNATURE:
        raise damaged(msg("its header is damaged"), entry=label)
    same_name = data[offset + LOCAL.size : start] == name
    # Programs differ in which of the two headers they use, so both must be the same.
    if local[1:] != (*fields[2:11], 0) or not same_name:
        raise RefusalError(msg("its header and the directory contradict each other"), entry=label)
    return Member(label, fields[4], fields[7], fields[8], fields[9], start)


def _check_size(member: Member, limits: Limits) -> None:
    # A small entry may have any compression ratio, because it cannot take much memory.
    if member.unpacked > limits.ratio_from and member.unpacked > limits.ratio * member.packed:
        raise RefusalError(
            msg("unpacks to more than {ratio} times its size", ratio=limits.ratio),
            entry=member.name,
            hint=_LIMIT_HINT,
        )


def _stored(data: bytes, member: Member) -> Iterator[bytes]:
    stop = member.start + member.packed
    for at in range(member.start, stop, _BLOCK):
        yield data[at : min(at + _BLOCK, stop)]


def _inflate(data: bytes, member: Member) -> Iterator[bytes]:
    """Decompress an entry in small steps, by at most one byte more than its declared size."""
    inflater = zlib.decompressobj(-15)
    # One byte more shows that the entry is longer than declared, without unpacking the rest.
    left = member.unpacked + 1
    stop = member.start + member.packed
    for at in range(member.start, stop, _SLICE):
        piece = data[at : min(at + _SLICE, stop)]
        while True:
            # At least 1, because for zlib 0 means no limit.
            want = max(1, min(_BLOCK, left))
            try:
                block = inflater.decompress(piece, want)
            except zlib.error:
                raise damaged(msg("its compressed data are damaged"), entry=member.name) from None
            # The input that zlib did not use because the output limit was reached.
            piece = inflater.unconsumed_tail
            left -= len(block)
            if block:
                yield block
            if inflater.eof:
                if inflater.unused_data or at + _SLICE < stop:
                    raise RefusalError(
                        msg("extra bytes after its compressed data"), entry=member.name
                    )
                return
            # A full block means that more output may be available, even without further input.
            if not piece and len(block) < want:
                break
    raise damaged(msg("its compressed data is truncated"), entry=member.name)
