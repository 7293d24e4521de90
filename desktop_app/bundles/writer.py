"""Bundle writer: deterministic, signed, and verified by reading the result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from desktop_app.bundles import keys
from desktop_app.bundles.archive import build_archive
from desktop_app.bundles.format import (
    BACKGROUND,
    BACKGROUND_KIND,
    DEFAULT,
    MANIFEST,
    RECORDS,
    SIGNATURE,
    Limits,
    ManifestDraft,
    RefusalError,
)
from desktop_app.bundles.keys import Identity
from desktop_app.bundles.lines import encode_lines
from desktop_app.bundles.reader import verify_archive
from desktop_app.bundles.sealing import seal
from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import RefusedError
from desktop_app.core.messages import msg
from desktop_app.core.records import Record
from desktop_app.files import atomic_write

AnyRecord = Record | Mapping[str, Any]


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

    Records of the kind `background` are stored in an entry of their own, in whichever of the two
    arguments they are passed. Order and repetition do not matter: without encryption, equal content
    and signer give equal bytes.

    Raises RefusedError with the reason for anything that `read_bundle` would refuse under `limits`,
    and AppError if the encryption fails.
    """
    try:
        # Encoded in a dict by rev, which removes duplicates and determines the order.
        lines = encode_lines((*records, *background))
        revs: dict[str, list[str]] = {RECORDS: [], BACKGROUND: []}
        for rev, (kind, _) in lines.items():
            revs[BACKGROUND if kind == BACKGROUND_KIND else RECORDS].append(rev)
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
    """Write a bundle to a file, completely or not at all. An existing file is replaced."""
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
            msg("this key file can only decrypt: it holds no signing key"),
            hint=msg("Sign with the keys made when you joined the project."),
        )
    return public.hex()
