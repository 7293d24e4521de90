"""Bundle files: read and verified completely or refused with a reason; written and signed.

All bytes that are read may come from a stranger. Nothing is extracted, and no name inside a bundle
is used as a path. Apart from exceptions of the caller's `progress` or `screen`, `read_bundle` and
`peek_manifest` raise only `InputError` and its subclasses, always with the file's name.

The module is longer than most because reading and writing share the rules of the manifest; a rule
applied by only one of them would be a security hole.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from desktop_app.bundles import keys
from desktop_app.bundles.archive import Member, build_archive, check_order, read_directory, unpack
from desktop_app.bundles.format import (
    BACKGROUND,
    BACKGROUND_KIND,
    CHOOSE_A_BUNDLE,
    DEFAULT,
    FORMAT,
    MANIFEST,
    MAX_MANIFEST_BYTES,
    MAX_SIGNATURE_BYTES,
    RECORDS,
    SIGNATURE,
    VERSION,
    Entry,
    Limits,
    Manifest,
    ManifestDraft,
    RefusalError,
    damaged,
)
from desktop_app.bundles.keys import Identity
from desktop_app.bundles.lines import (
    OTHER_NUMBER,
    Budget,
    encode_lines,
    read_records,
    require_shallow,
)
from desktop_app.bundles.sealing import (
    OpenedFiles,
    is_sealed,
    read_seal,
    seal,
    sealed_limit,
    unseal,
)
from desktop_app.core.canonical import canonical_bytes, parse_json, sha256_hex
from desktop_app.core.collector import collector_off
from desktop_app.core.errors import NewerVersionError, RefusedError, os_reason
from desktop_app.core.fields import first_problem
from desktop_app.core.kinds import KINDS
from desktop_app.core.messages import msg
from desktop_app.core.records import Record
from desktop_app.files import atomic_write

_BINARY = getattr(os, "O_BINARY", 0)
# Manifest and signature have few levels; this leaves room for later versions.
_FRONT_NESTING = 16

Progress = Callable[[int, int], None]
Keep = Callable[[Record], bool]
AnyRecord = Record | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Signature:
    """A verified signature. The caller must decide whose key it is."""

    public_key: bytes
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle that was read and verified.

    `name`: name of the file in messages
    `manifest`: the bundle's description of itself
    `signature`: None if unsigned
    `records`: the records of all entries, or those that `screen` chose to keep
    `digest`: SHA-256 of the manifest's bytes, which identifies this bundle, encrypted or not
    `encrypted`: whether it was inside an age file
    `is_read`: False if `screen` wanted no records, so that they were neither read nor verified
    """

    name: str
    manifest: Manifest
    signature: Signature | None
    records: list[Record]
    digest: str
    encrypted: bool
    is_read: bool = True


@dataclass(frozen=True, slots=True)
class Peek:
    """The description of a file whose records were not read.

    `manifest`, `signature`, `digest`: None if the file is encrypted and what it needs, keys or a
        passphrase, was not passed; `signature` is also None if the file is unsigned
    `by_passphrase`: whether the file is encrypted with a passphrase instead of a key
    """

    encrypted: bool
    by_passphrase: bool
    manifest: Manifest | None
    signature: Signature | None
    digest: str | None


def read_bundle(
    source: Path | bytes,
    *,
    name: str = "",
    limits: Limits = DEFAULT,
    identities: Sequence[Identity] = (),
    passphrase: str | None = None,
    progress: Progress | None = None,
    screen: Callable[[Bundle], Keep | bool] | None = None,
    opened: OpenedFiles | None = None,
) -> Bundle:
    """Read a bundle and verify all of it before anything is returned.

    `name`: name of the file in messages, by default its path
    `progress`: called at the start, about every thousand records and at the end, with the number of
        records so far and in total; may raise an exception to cancel
    `screen`: called with the bundle before any record is read, so that unwanted records take no
        memory. Returns False to read no records, True to read all of them, or a function that
        returns whether to keep a verified record
    `opened`: files that were decrypted before, which are not decrypted again

    Raises InputError, DamagedError or NewerVersionError. The file is never changed.
    """
    try:
        data, encrypted = _open(source, limits, identities, passphrase, opened)
        members = read_directory(data, limits)
        manifest, signature, digest = _front_matter(data, members)
        bundle = Bundle(_label(source, name), manifest, signature, [], digest, encrypted)
        keep = True if screen is None else screen(bundle)
        if keep is False:
            return replace(bundle, is_read=False)
        # Parsing creates many objects that stay alive, so passes of the collector take time and
        # free nothing.
        with collector_off():
            chosen = None if keep is True else keep
            records = _all_records(data, members, manifest, limits, progress, chosen)
    except RefusalError as refusal:
        raise refusal.as_error(_label(source, name)) from None
    return replace(bundle, records=records)


def verify_archive(
    data: bytes, limits: Limits, progress: Progress | None = None
) -> tuple[Manifest, Signature | None, str, list[Record]]:
    """Verify a decrypted bundle; return its manifest, signature, digest and records.

    Use only inside this package, because the RefusalError names the entry and the line but not the
    file.
    """
    members = read_directory(data, limits)
    manifest, signature, digest = _front_matter(data, members)
    with collector_off():
        records = _all_records(data, members, manifest, limits, progress)
    return manifest, signature, digest, records


def peek_manifest(
    source: Path | bytes,
    *,
    name: str = "",
    limits: Limits = DEFAULT,
    identities: Sequence[Identity] = (),
    passphrase: str | None = None,
) -> Peek:
    """Describe a file: structure, manifest and signature are checked, records are not.

    An encrypted file is described and not refused, even if no key is passed. Raises as
    `read_bundle` does.
    """
    try:
        data = _load(source, limits)
        by_passphrase = is_sealed(data) and read_seal(data).work_factor is not None
        if is_sealed(data) and not (passphrase if by_passphrase else identities):
            return Peek(True, by_passphrase, None, None, None)
        archive, encrypted = _open(data, limits, identities, passphrase)
        manifest, signature, digest = _front_matter(archive, read_directory(archive, limits))
    except RefusalError as refusal:
        raise refusal.as_error(_label(source, name)) from None
    return Peek(encrypted, by_passphrase, manifest, signature, digest)


def _label(source: Path | bytes, name: str) -> str:
    return name or ("bundle" if isinstance(source, bytes) else str(source))


def _open(
    source: Path | bytes,
    limits: Limits,
    identities: Sequence[Identity],
    passphrase: str | None,
    opened: OpenedFiles | None = None,
) -> tuple[bytes, bool]:
    """Return the archive's bytes, decrypted if necessary, and whether they were encrypted."""
    data = _load(source, limits)
    if not is_sealed(data):
        return data, False
    decrypt = unseal if opened is None else opened.unseal
    return decrypt(data, identities=identities, passphrase=passphrase, limits=limits), True


def _load(source: Path | bytes, limits: Limits) -> bytes:
    """Return the bytes of a file within the size limit. Raises RefusalError."""
    if isinstance(source, bytes):
        return source
    most = sealed_limit(limits)
    try:
        # Non-blocking, because opening a named pipe would otherwise wait for a writer forever.
        handle = os.open(source, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise RefusalError(msg("not a file"), hint=CHOOSE_A_BUNDLE)
            # Reading one byte more than allowed shows that the file is too large, whatever size it
            # reports.
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else msg("not a file name")
        raise RefusalError(
            msg("cannot be read: {reason}", reason=reason), hint=msg("Check its name and folder.")
        ) from None
    if len(data) > most:
        raise RefusalError(msg("larger than {packed} bytes", packed=f"{limits.packed:,}"))
    return data


def _front_matter(
    data: bytes, members: Mapping[str, Member]
) -> tuple[Manifest, Signature | None, str]:
    """Check and return manifest, signature and digest: everything except the records."""
    if MANIFEST not in members:
        raise RefusalError(
            msg("not a Proofdesk bundle: it has no manifest"),
            hint=CHOOSE_A_BUNDLE,
        )
    raw = _small_entry(data, members[MANIFEST], MAX_MANIFEST_BYTES)
    manifest = _manifest(raw)
    check_order(members)
    signature = None
    if SIGNATURE in members:
        signature = _signature(_small_entry(data, members[SIGNATURE], MAX_SIGNATURE_BYTES), raw)
    # The manifest names the key, so a signature cannot be removed without changing the digest.
    if manifest.signing_key != (signature.public_key.hex() if signature else None):
        reason = msg("signed with a different key from the one in the manifest")
        raise damaged(reason if signature else msg("the signature is missing"), entry=SIGNATURE)
    listed = [entry.name for entry in manifest.entries]
    # The signature covers only the manifest, which lists the hashes of all other entries.
    if listed != [name for name in members if name not in (MANIFEST, SIGNATURE)]:
        raise RefusalError(msg("the entries do not match the manifest"), entry=MANIFEST)
    for entry in manifest.entries:
        if entry.size != members[entry.name].unpacked:
            raise damaged(msg("its size does not match the manifest"), entry=entry.name)
    return manifest, signature, sha256_hex(raw)


def _small_entry(data: bytes, member: Member, most: int) -> bytes:
    if member.unpacked > most:
        raise RefusalError(msg("larger than {most} bytes", most=f"{most:,}"), entry=member.name)
    return b"".join(unpack(data, member))


def _canonical_object(raw: bytes, entry: str) -> dict[str, Any]:
    try:
        value = parse_json(raw)
        require_shallow(value, _FRONT_NESTING)
        # Only canonical bytes are valid, so that equal content has one digest.
        if type(value) is not dict or canonical_bytes(value) != raw:
            raise ValueError
    except ValueError:
        raise RefusalError(msg("not canonical JSON"), entry=entry) from None
    return value


def _manifest(raw: bytes) -> Manifest:
    """Parse and validate a manifest. Raises RefusalError."""
    value = _canonical_object(raw, MANIFEST)
    if value.get("format") != FORMAT:
        raise RefusalError(msg("not a Proofdesk bundle: another format"), entry=MANIFEST)
    version = value.get("version")
    # A later version may have other fields, so the version is checked before the fields.
    if type(version) is int and version > VERSION:
        raise RefusalError(
            msg(
                "a bundle of format {version}; this version reads formats up to {version2}",
                version=version,
                version2=VERSION,
            ),
            entry=MANIFEST,
            hint=msg("Install the newest version of Proofdesk, then open the file again."),
            kind=NewerVersionError,
        )
    try:
        return Manifest.model_validate(value)
    except ValidationError as error:
        place, reason = first_problem(error)
        raise RefusalError(
            msg("field “{place}”: {reason}", place=place, reason=reason), entry=MANIFEST
        ) from None


def _signature(raw: bytes, manifest: bytes) -> Signature:
    """Parse a signature and verify it for the manifest's bytes. Raises RefusalError."""
    value = _canonical_object(raw, SIGNATURE)
    if value.get("algorithm") != keys.ALGORITHM:
        raise RefusalError(msg("signed with an unknown method"), entry=SIGNATURE)
    try:
        if value.keys() != {"algorithm", "public_key", "signature"}:
            raise ValueError
        public, signature = bytes.fromhex(value["public_key"]), bytes.fromhex(value["signature"])
        # `fromhex` ignores spaces and case, but only one spelling is valid here.
        if (public.hex(), signature.hex()) != (value["public_key"], value["signature"]):
            raise ValueError
    except (ValueError, TypeError):
        raise RefusalError(msg("not a valid signature"), entry=SIGNATURE) from None
    if not keys.verify(public, signature, manifest):
        raise damaged(msg("the signature does not match the manifest"), entry=SIGNATURE)
    return Signature(public, keys.fingerprint(public))


def _all_records(
    data: bytes,
    members: Mapping[str, Member],
    manifest: Manifest,
    limits: Limits,
    progress: Progress | None,
    keep: Keep | None = None,
) -> list[Record]:
    """Verify the records of all entries; return them, or those that `keep` chooses."""
    total = sum(entry.records for entry in manifest.entries)
    result: list[Record] = []
    done = 0
    # The limit is proportional to the file, so that a small file cannot claim much memory.
    budget = Budget(min(limits.memory, limits.memory_base + limits.memory_ratio * len(data)))

    def tick(number: int = 0) -> None:
        if progress is not None:
            progress(done + number, total)

    tick()
    for entry in manifest.entries:
        blocks = _hashed(unpack(data, members[entry.name]), entry)
        count = read_records(
            blocks,
            entry=entry.name,
            declared=entry.records,
            is_private=entry.name == BACKGROUND,
            limits=limits,
            budget=budget,
            into=result,
            tick=tick,
            keep=keep,
        )
        if count != entry.records:
            raise damaged(OTHER_NUMBER, entry=entry.name)
        done += count
    tick()
    return result


def _hashed(blocks: Iterator[bytes], entry: Entry) -> Iterator[bytes]:
    """Yield the blocks, and at the end compare the hash of all of them with the manifest's."""
    digest = sha256()
    for block in blocks:
        digest.update(block)
        yield block
    if digest.hexdigest() != entry.sha256:
        raise damaged(msg("its SHA-256 does not match the manifest"), entry=entry.name)


# Writing


def write_bundle(
    *,
    manifest: ManifestDraft,
    records: Iterable[AnyRecord],
    background: Iterable[AnyRecord] = (),
    signer: Identity | None,
    recipients: Sequence[str] = (),
    passphrase: str | None = None,
    limits: Limits = DEFAULT,
) -> bytes:
    """Return the bytes of a bundle, encrypted if recipients or a passphrase are passed.

    `records`: each is a `Record`, or its JSON data with one more field `rev`
    `background`: like `records`, for background answers

    Records of the kind `background` are stored in a separate entry, in whichever of the two
    arguments they are passed. Order and repetition do not matter: without encryption, equal content
    and signer give equal bytes.

    Raises RefusedError with the reason for anything that `read_bundle` would refuse under `limits`,
    and the errors of `sealing.seal`.
    """
    try:
        # Encoded in a dict by rev, which removes duplicates and determines the order.
        lines = encode_lines((*records, *background))
        revs: dict[str, list[str]] = {RECORDS: [], BACKGROUND: []}
        proofs = Counter[str]()
        for rev, (kind, _) in lines.items():
            name = BACKGROUND if kind == BACKGROUND_KIND else RECORDS
            revs[name].append(rev)
            proofs[name] += kind in KINDS and KINDS[kind].proof
        contents = [
            (name, b"".join(lines[rev][1] for rev in entry_revs))
            for name, entry_revs in revs.items()
            # The entry for records always exists, the one for background answers only if there are
            # any.
            if entry_revs or name == RECORDS
        ]
        listed = [
            {
                "name": name,
                "size": len(data),
                "sha256": sha256_hex(data),
                "records": len(revs[name]),
                **({"proofs": proofs[name]} if proofs[name] else {}),
            }
            for name, data in contents
        ]
        public = None if signer is None else _public_key(signer)
        # The signing key is part of the manifest, so that the signature cannot be replaced.
        front = canonical_bytes({**manifest.to_json(), "signing_key": public, "entries": listed})
    except ValueError as error:
        raise RefusedError(msg("the bundle cannot be written: {error}", error=error)) from None
    head = [(MANIFEST, front)]
    if signer is not None:
        # The signature covers the manifest, which contains the digests of all other entries.
        block = {
            "algorithm": keys.ALGORITHM,
            "public_key": public,
            "signature": keys.sign(signer, front).hex(),
        }
        head.append((SIGNATURE, canonical_bytes(block)))
    archive = build_archive(
        [*head, *contents],
        ratio=limits.ratio,
        ratio_from=limits.ratio_from,
    )
    try:
        # The result must be acceptable to a reader, so the reader itself checks it.
        verify_archive(archive, limits)
    except RefusalError as refusal:
        place = refusal.entry
        if refusal.line is not None:
            # A line number inside the archive is meaningless to the user, but the rev is not.
            place = f"record {revs[refusal.entry][refusal.line - 1]}"
        reason = (
            msg("{place}: {reason}", place=place, reason=refusal.reason)
            if place
            else refusal.reason
        )
        raise RefusedError(
            msg(
                "the bundle cannot be written because it could not be read: {reason}", reason=reason
            ),
            hint=msg("If it is too large, put fewer items into one bundle."),
        ) from None
    # Encryption comes last, because the check above needs the plain archive.
    if not recipients and passphrase is None:
        return archive
    return seal(archive, recipients=recipients, passphrase=passphrase)


def save_bundle(
    path: Path,
    *,
    manifest: ManifestDraft,
    records: Iterable[AnyRecord],
    background: Iterable[AnyRecord] = (),
    signer: Identity | None,
    recipients: Sequence[str] = (),
    passphrase: str | None = None,
    limits: Limits = DEFAULT,
) -> None:
    """Write a bundle to a file, completely or not at all. An existing file is replaced.

    Raises as `write_bundle` does, and NotSavedError if saving fails.
    """
    data = write_bundle(
        manifest=manifest,
        records=records,
        background=background,
        signer=signer,
        recipients=recipients,
        passphrase=passphrase,
        limits=limits,
    )
    atomic_write(path, data)


def _public_key(signer: Identity) -> str:
    public = signer.public_key
    if public is None:
        raise RefusedError(
            msg("this key file can only decrypt: it contains no signing key"),
            hint=msg("Sign with the keys that were created when you joined the project."),
        )
    return public.hex()
