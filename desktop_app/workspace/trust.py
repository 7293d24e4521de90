"""Whose bundle it is: own keys, keys pinned for others, and what is refused whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app import files
from desktop_app.bundles import keys as bundle_keys
from desktop_app.bundles.keys import Identity
from desktop_app.bundles.reader import Bundle
from desktop_app.core.errors import RefusedError
from desktop_app.workspace.workspace import LEAD, Workspace

# What the person's yes to a refused bundle would be called on the command line.
ACCEPT_UNSIGNED = "; if you know where it comes from, merge with --accept-unsigned"
ACCEPT_NEW_KEY = (
    "; if they really have a new key (ask them for its fingerprint), merge with --accept-new-key"
)


@dataclass(frozen=True)
class Accepted:
    """What somebody said yes to, named exactly, so that no other bundle can use the yes.

    new_keys  (sender, fingerprint) of keys that were compared with the sender
    unsigned  digests of bundles whose origin is known by other ways
    large     digests of bundles that hold far more than was given out
    """

    new_keys: frozenset[tuple[str, str]] = frozenset()
    unsigned: frozenset[str] = frozenset()
    large: frozenset[str] = frozenset()

    def takes_key(self, bundle: Bundle) -> bool:
        """Say whether the key of a signed bundle was said yes to, for its sender."""
        signature = bundle.signature
        named = (bundle.manifest.sender, signature.fingerprint if signature else "")
        return named in self.new_keys

    def takes_unsigned(self, bundle: Bundle) -> bool:
        """Say whether this very bundle was said yes to, unsigned as it is."""
        return bundle.digest in self.unsigned


NOTHING_ACCEPTED = Accepted()


def own_identity(workspace: Workspace) -> Identity | None:
    """Return the keys of this workspace's person, or None where there are none on this computer."""
    return identity_here(workspace.project, workspace.person)


def identity_here(project: str, person: str) -> Identity | None:
    """Return a person's keys in a project, or None where there are none on this computer."""
    if not bundle_keys.identity_path(project, person).exists():
        return None
    return bundle_keys.identity_for(project, person, create=False)


def keep_identity(identity: Identity, project: str, person: str) -> None:
    """Keep keys a person brought along; raises RefusedError rather than replace others."""
    path = bundle_keys.identity_path(project, person)
    if path.exists():
        known = bundle_keys.load_identity(path)
        if known.fingerprint != identity.fingerprint:
            raise RefusedError(
                f"this computer already holds other keys for “{person}” in this project",
                hint=f"Join without --identity, or move {path} away first.",
            )
        return
    files.private_file_write(path, bundle_keys.key_file_bytes(identity))


def whole_refusal(
    workspace: Workspace,
    bundle: Bundle,
    accept_new_key: bool,
    accept_unsigned: bool,
    read: Sequence[Bundle],
    own: Identity | None,
) -> str | None:
    """Return why a whole bundle is refused, or None.

    read  the bundles of this merge so far: keys they brought count as pinned
    own   the keys of this workspace's person, as far as they are on this computer
    """
    manifest = bundle.manifest
    if manifest.project != workspace.project:
        return f"belongs to another project (“{manifest.title[:80]}”)"
    if manifest.purpose != "results" and manifest.sender != LEAD:
        return f"holds what only a lead sends, but is from “{manifest.sender[:80]}”"
    if manifest.purpose == "project" and not workspace.is_lead:
        return "holds a whole project, for leads only"
    if (
        manifest.purpose == "assignment"
        and not workspace.is_lead
        and manifest.recipient != workspace.person
    ):
        return f"is addressed to “{manifest.recipient}”, not to “{workspace.person}”"
    if is_by(own, bundle):
        return None
    pins = pins_of(workspace, read)
    if own is not None and own.public_key is not None:
        # Nobody else speaks in the name of whoever sits here, a lead's least of all.
        pins.setdefault(workspace.person, set()).add(own.public_key.hex())
    pinned = pins.get(manifest.sender, set())
    if bundle.signature is None:
        # A person's own results may come unsigned, with a note. What a lead sends may state
        # anything about anybody: once the lead's key is known, it must be signed.
        powerful = manifest.purpose != "results" or manifest.sender == workspace.person
        if powerful and pinned and not accept_unsigned:
            return (
                f"is not signed, although a key of “{manifest.sender}” is known" + ACCEPT_UNSIGNED
            )
        return None
    key = bundle.signature.public_key.hex()
    if key in pinned:
        return None
    for person, keys in sorted(pins.items()):
        if key in keys:
            return f"says it is from “{manifest.sender[:80]}”, but “{person}” signed it"
    if pinned and not accept_new_key:
        return f"is signed by another key than “{manifest.sender}” used before" + ACCEPT_NEW_KEY
    return None


def is_by(own: Identity | None, bundle: Bundle) -> bool:
    """Say whether a bundle carries this person's own signature."""
    signature = bundle.signature
    return own is not None and signature is not None and signature.public_key == own.public_key


def pins_of(workspace: Workspace, read: Sequence[Bundle]) -> dict[str, set[str]]:
    """Return {person: public keys} as pinned before and by the bundles of this merge so far.

    A person may have several keys: one a laptop, or several leads under one id.
    """
    pins: dict[str, set[str]] = {}
    for pin in workspace.store.records.table("pins"):
        pins.setdefault(pin["person"], set()).add(pin["public_key"])
    for earlier in read:
        if earlier.signature is not None:
            pins.setdefault(earlier.manifest.sender, set()).add(earlier.signature.public_key.hex())
    return pins


def pin_sender(workspace: Workspace, bundle: Bundle) -> dict[str, str] | None:
    """Pin the sender's key if it is new; returns what was pinned, so that it can be undone."""
    if bundle.signature is None:
        return None
    table = workspace.store.records.table("pins")
    pin = {"person": bundle.manifest.sender, "public_key": bundle.signature.public_key.hex()}
    if any(all(doc[name] == value for name, value in pin.items()) for doc in table):
        return None
    more = {"fingerprint": bundle.signature.fingerprint, "age": bundle.manifest.sender_recipient}
    table.insert({**pin, **more})
    return pin
