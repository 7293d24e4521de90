"""Record keys: hashes or joined ids, never free text.

An annotator may see every key, so none of them holds an external id or a model's name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_app.core.canonical import canonical_bytes, sha256_hex

# 128 bits: collisions are practically impossible, and lines in files stay short.
KEY_DIGITS = 32


def _hash(*parts: Any) -> str:
    """Return the first digits of the SHA-256 of some JSON values."""
    # The first part names the kind of key, so that keys of different kinds never collide.
    return sha256_hex(canonical_bytes(list(parts)))[:KEY_DIGITS]


def document_key(text: str) -> str:
    """Return the key of a document, the SHA-256 of its UTF-8 text: equal texts are one record."""
    return sha256_hex(text.encode("utf-8"))


def external_item_key(project: str, protocol: str, external_id: str) -> str:
    """Return the key of an item with an external id."""
    return _hash("item", project, protocol, "id", external_id)


def content_item_key(project: str, protocol: str, content: Mapping[str, Any]) -> str:
    """Return the key of an item without an external id, computed from its whole content.

    The content includes the model, because real data contain equal texts by different models. The
    model is included under its alias: without the project's secret seed, nobody can test a guess
    at the model (docs/decisions/0005).
    """
    return _hash("item", project, protocol, "content", content)


def group_key(project: str, protocol: str, *parts: str) -> str:
    """Return the key of a group of items (for risum: document and instruction)."""
    return _hash("group", project, protocol, *parts)


def work_key(item: str, person: str, stage: str) -> str:
    """Return the key of one person's work on one item at one stage."""
    return f"{item}:{person}:{stage}"


def person_of(key: str) -> str:
    """Return the person named in a key made by `work_key` or with the same ending."""
    # An id may contain “:”, so the other parts are cut off at both ends: the hash has a fixed
    # length, and the last part contains no “:”.
    return key[KEY_DIGITS + 1 :].rpartition(":")[0]


def metric_author(name: str) -> str:
    """Return the author id for the ratings and texts of a metric or a model."""
    return f"metric:{name}"


def decision_key(item: str, stage: str) -> str:
    """Return the key of the lead's decision on one item at one stage."""
    return f"{item}:{stage}"


def consent_key(text_digest: str, person: str) -> str:
    """Return the key of one person's consent to one text."""
    return f"{text_digest[:KEY_DIGITS]}:{person}"


def call_key(digest: str, person: str) -> str:
    """Return the key of one person's request to a model; `digest` is the digest of the request.

    It has the same ending as a `work_key`, so that `person_of` can tell whose call a withdrawal is
    about.
    """
    return f"{digest[:KEY_DIGITS]}:{person}:call"


def attestation_key(public_key: str, revisions: Sequence[str], person: str) -> str:
    """Return the key of one person's signed statement that they made these revisions.

    It is computed from what is attested, so that a repeated attestation has the same key.
    """
    return f"{_hash('attestation', public_key, list(revisions))}:{person}"


def attested_bytes(project: str, person: str, public_key: str, revisions: Sequence[str]) -> bytes:
    """Return the bytes that an attestation signs.

    They include the project's id, so that an attestation cannot be reused in another project.
    """
    return canonical_bytes([project, person, public_key, list(revisions)])


def row_key(project: str, protocol: str, what: str, *parts: Any) -> str:
    """Return the key of an imported row of a protocol-specific kind."""
    return _hash("row", project, protocol, what, *parts)
