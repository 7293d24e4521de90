"""Sample records and keys for the tests of bundles. The keys are public and must not be used
elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pyrage import x25519

from desktop_app.bundles.bundle import write_bundle
from desktop_app.bundles.format import ManifestDraft
from desktop_app.bundles.keys import Identity
from desktop_app.core.canonical import sha256_hex
from desktop_app.core.records import Record, make_record

PROJECT = sha256_hex(b"project")[:32]
PERSON = sha256_hex(b"person")[:16]


def sample_identity(seed: int, age: str) -> Identity:
    """Return fixed keys, so that signatures and names of tests never vary."""
    key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
    return Identity((x25519.Identity.from_str(age),), key)


SIGNER = sample_identity(
    1, "AGE-SECRET-KEY-1J3VG85MW2LH2EYHWC8K0KGK7SJ5JQWE7PF03GMUSLUWFVHLGZMXQSLCQVP"
)
STRANGER = sample_identity(
    2, "AGE-SECRET-KEY-148U65PGN0EH9P9RRJ82E67EUCL86SSJYTA50ZTUQENGKWYSL9Q0QZGYHJZ"
)

DRAFT = ManifestDraft(
    purpose="results",
    project=PROJECT,
    title="A sample project",
    sender=PERSON,
    created="2026-01-02T03:04:05Z",
    program="0.1.0",
)


def annotation(number: int, **answers: Any) -> Record:
    """Return the annotation of item `number`, created on the sample device."""
    item = sha256_hex(f"item {number}".encode())[:32]
    body = {
        "protocol": "risum",
        "item": item,
        "annotator": PERSON,
        "stage": "rate",
        "answers": answers or {"faithful": number % 5, "fluent": 3, "note": f"note {number}"},
        "seconds": 12.5 + number,
    }
    return statement("annotation", f"{item}:{PERSON}:rate", body, seq=number + 1)


def background() -> Record:
    """Return a record with answers to a background form."""
    return statement("background", PERSON, {"answers": {"years": 7}}, seq=90_000)


def statement(
    kind: str, key: str, body: dict[str, Any] | None, *, seq: int = 1, parents: Sequence[str] = ()
) -> Record:
    """Return a record by the sample person."""
    return make_record(
        project=PROJECT,
        kind=kind,
        key=key,
        author=PERSON,
        device="d" * 16,
        seq=seq,
        time="2026-01-02T03:04:05Z",
        body=body,
        parents=parents,
    )


def sample_records(count: int) -> list[Record]:
    """Return `count` annotations in the order of a bundle, sorted by rev."""
    return sorted((annotation(number) for number in range(count)), key=lambda one: one.rev)


def sample_bundle(
    records: Sequence[Record] = (), *, signer: Identity | None = SIGNER, **options: Any
) -> bytes:
    """Return a bundle of `records`; by default, three annotations and the background form."""
    return write_bundle(
        manifest=options.pop("manifest", DRAFT),
        records=records or [*sample_records(3), background()],
        signer=signer,
        **options,
    )
