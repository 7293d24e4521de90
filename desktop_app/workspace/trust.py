"""Trust in bundles: own keys, keys pinned for others, and what is refused whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from desktop_app import files
from desktop_app.bundles import keys as bundle_keys
from desktop_app.bundles.bundle import Bundle
from desktop_app.bundles.keys import Identity, fingerprint, fingerprint_of, grouped
from desktop_app.core.errors import MissingSigningKeyError, RefusedError, UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.workspace import LEAD, Workspace

Need = Literal["", "new key", "unsigned", "confirmation", "large"]

# Command-line option that gives the confirmation a bundle needs.
OPTIONS: Mapping[Need, str] = {
    "new key": msg(
        "if they really have a new key (ask them for its fingerprint), merge with --accept-new-key"
    ),
    "unsigned": msg("if you know where it comes from, merge with --accept-unsigned"),
    "large": msg("if you expect that much from them, merge with --accept-large"),
    "confirmation": msg(
        "ask them for their fingerprint; if it is the same, merge with --confirm-key FINGERPRINT"
    ),
}


@dataclass(frozen=True)
class Refusal:
    """Reason why a whole bundle is refused, and the confirmation that would make it acceptable."""

    reason: str
    needs: Need = ""

    def __str__(self) -> str:
        option = OPTIONS.get(self.needs)
        return (
            msg("{reason}; {option}", reason=self.reason, option=option) if option else self.reason
        )


@dataclass(frozen=True)
class Accepted:
    """Confirmations of a user, named exactly, so that no other bundle can use them.

    new_keys   (sender, fingerprint) of keys that were compared with the sender
    unsigned   digests of bundles whose origin is known in other ways
    confirmed  fingerprints that were compared with their users
    large      digests of bundles that contain far more than was assigned
    """

    new_keys: frozenset[tuple[str, str]] = frozenset()
    unsigned: frozenset[str] = frozenset()
    confirmed: frozenset[str] = frozenset()
    large: frozenset[str] = frozenset()

    def confirms_key(self, bundle: Bundle) -> bool:
        """Return whether the key of a signed bundle was compared with its sender."""
        print_ = bundle.signature.fingerprint if bundle.signature else ""
        return (bundle.manifest.sender, print_) in self.new_keys or print_ in self.confirmed

    def takes_unsigned(self, bundle: Bundle) -> bool:
        """Return whether exactly this unsigned bundle was accepted."""
        return bundle.digest in self.unsigned


NOTHING_ACCEPTED = Accepted()


@dataclass(frozen=True)
class Yes:
    """Confirmations for one bundle: that it is unsigned, a new key, a compared key."""

    unsigned: bool = False
    new_key: bool = False
    confirmed: bool = False


# The setting of a project.
CONFIRMED_KEYS = "confirmed_keys"


def own_identity(workspace: Workspace) -> Identity | None:
    """Return the keys of this workspace's person, or None if they are not on this computer."""
    return identity_here(workspace.project, workspace.person)


# Local state: the public key of this workspace's person.
OWN_KEY = "own_key"


def remember_own_key(workspace: Workspace, identity: Identity) -> None:
    """Store the person's public key, so that a workspace knows which keys it lacks."""
    key = identity.public_key
    if key is not None and not workspace.store.read_only and not workspace.local(OWN_KEY):
        workspace.set_local(OWN_KEY, key.hex())


def signing_identity(workspace: Workspace) -> Identity:
    """Return the keys to sign with. Raises RefusedError when they are not on this computer.

    No key is ever created silently: to everybody who knows the old key, a new one is a stranger's
    (docs/decisions/0024).
    """
    own = own_identity(workspace)
    if own is None:
        known = workspace.local(OWN_KEY)
        print_ = grouped(fingerprint(bytes.fromhex(known))) if known else "?"
        raise MissingSigningKeyError(
            msg(
                "the key of “{person}” is not on this computer (fingerprint {print})",
                person=workspace.person,
                print=print_,
            ),
            hint=msg(
                "Bring it from a backup with keys or from the other computer: proofdesk keys "
                "DIR --identity FILE. If it is lost: proofdesk keys DIR --new-key; everybody "
                "who knows the old key then has to accept the new one."
            ),
        )
    remember_own_key(workspace, own)
    return own


def make_new_key(workspace: Workspace) -> Identity:
    """Create keys for a person whose keys are lost. Raises RefusedError when there are some."""
    if own_identity(workspace) is not None:
        raise RefusedError(
            msg("the keys of “{person}” are on this computer", person=workspace.person),
            hint=msg("Create a new key only if the old keys are lost."),
        )
    fresh = bundle_keys.identity_for(workspace.project, workspace.person, create=True)
    if fresh.public_key is not None:
        workspace.set_local(OWN_KEY, fresh.public_key.hex())
    return fresh


def take_identity(workspace: Workspace, identity: Identity) -> None:
    """Store keys that were brought to this computer.

    Raises RefusedError for keys of anybody but this workspace's person, as far as their key is
    known, and when other keys are here already.
    """
    known, key = workspace.local(OWN_KEY), identity.public_key
    if key is None or (known and known != key.hex()):
        raise RefusedError(
            msg(
                "the file does not hold the keys of “{person}” in this project",
                person=workspace.person,
            ),
            hint=msg("Use this project's key file, or the backup that contains it."),
        )
    keep_identity(identity, workspace.project, workspace.person)
    workspace.set_local(OWN_KEY, key.hex())


def identity_here(project: str, person: str) -> Identity | None:
    """Return a person's keys in a project, or None if they are not on this computer."""
    if not bundle_keys.identity_path(project, person).exists():
        return None
    return bundle_keys.identity_for(project, person, create=False)


def keep_identity(identity: Identity, project: str, person: str) -> None:
    """Store a person's keys; raise RefusedError rather than replace other keys."""
    path = bundle_keys.identity_path(project, person)
    if path.exists():
        known = bundle_keys.load_identity(path)
        if known.fingerprint != identity.fingerprint:
            raise RefusedError(
                msg(
                    "this computer already holds other keys for “{person}” in this project",
                    person=person,
                ),
                hint=msg("Join without --identity, or move {path} away first.", path=path),
            )
        return
    files.private_file_write(path, bundle_keys.key_file_bytes(identity))


def whole_refusal(
    workspace: Workspace,
    bundle: Bundle,
    yes: Yes,
    read: Sequence[Bundle],
    own: Identity | None,
    signing: Set[str] = frozenset(),
) -> Refusal | None:
    """Return why a whole bundle is refused, or None.

    yes      the user's confirmations for this bundle
    read     the bundles of this merge so far: keys they brought count as pinned
    own      the keys of this workspace's person, as far as they are on this computer
    signing  who signed another bundle of this merge, earlier or later
    """
    manifest = bundle.manifest
    # First what no confirmation can change.
    if manifest.project != workspace.project:
        return Refusal(msg("belongs to another project (“{title}”)", title=manifest.title[:80]))
    if manifest.purpose != "results" and manifest.sender != LEAD:
        return Refusal(
            msg(
                "contains records that only leads send, but is from “{sender}”",
                sender=manifest.sender[:80],
            )
        )
    if manifest.purpose == "project" and not workspace.is_lead:
        return Refusal(msg("contains a whole project, for leads only"))
    if (
        manifest.purpose == "assignment"
        and not workspace.is_lead
        and manifest.recipient != workspace.person
    ):
        return Refusal(
            msg(
                "is addressed to “{recipient}”, not to “{person}”",
                recipient=manifest.recipient,
                person=workspace.person,
            )
        )
    # Nobody needs to confirm a bundle of their own.
    if is_by(own, bundle):
        return None
    pins = known_pins(workspace, read, own)
    pinned = pins.get(manifest.sender, set())
    # Without a known own key, anybody could send results in this person's name.
    if manifest.sender == workspace.person and not pinned and not (yes.new_key or yes.unsigned):
        return Refusal(
            msg(
                "says it is from “{sender}”, whose key is not on this computer",
                sender=manifest.sender,
            ),
            "unsigned" if bundle.signature is None else "new key",
        )
    must_confirm = (
        workspace.is_lead and manifest.sender != LEAD and requires_confirmation(workspace)
    )
    if bundle.signature is None:
        # Anybody with somebody's bundle could answer in their name. Once a key is known for a
        # person, or must be, only what it signed is theirs (docs/decisions/0021).
        if (pinned or must_confirm or manifest.sender in signing) and not yes.unsigned:
            if pinned:
                known_key = msg(
                    "is not signed, although a key of “{sender}” is known", sender=manifest.sender
                )
                return Refusal(known_key, "unsigned")
            if must_confirm:
                unsigned = msg("is not signed, and this project requires confirmed keys")
                return Refusal(unsigned, "unsigned")
            other = msg(
                "is not signed, although another file from “{sender}” here is",
                sender=manifest.sender[:80],
            )
            return Refusal(other, "unsigned")
        return None
    key = bundle.signature.public_key.hex()
    for person, keys in sorted(pins.items()):
        # A key pinned for one person never speaks for another (docs/decisions/0012).
        if key in keys and key not in pinned:
            return Refusal(
                msg(
                    "says it is from “{sender}”, but “{person}” signed it",
                    sender=manifest.sender[:80],
                    person=person,
                )
            )
    # Both fingerprints are shown, so that they can be compared.
    if pinned and key not in pinned and not (yes.new_key or yes.confirmed):
        known = ", ".join(grouped(fingerprint(bytes.fromhex(one))) for one in sorted(pinned))
        return Refusal(
            msg(
                "is signed with a different key than “{sender}” used before (now "
                "{fingerprint}, before {known})",
                sender=manifest.sender,
                fingerprint=grouped(bundle.signature.fingerprint),
                known=known,
            ),
            "new key",
        )
    if must_confirm and not yes.confirmed and not is_confirmed(workspace, manifest.sender, key):
        return Refusal(
            msg(
                "is signed with an unconfirmed key of “{sender}” ({fingerprint})",
                sender=manifest.sender,
                fingerprint=grouped(bundle.signature.fingerprint),
            ),
            "confirmation",
        )
    return None


def requires_confirmation(workspace: Workspace) -> bool:
    """Return whether this project accepts results only under keys that a lead has confirmed."""
    settings = workspace.project_body().get("settings") or {}
    return settings.get(CONFIRMED_KEYS) is True


def require_confirmation(workspace: Workspace, on: bool) -> None:
    """Set whether results need confirmed keys. Raises UsageError, NotSavedError."""
    workspace.require_lead(msg("Setting which keys are accepted"))
    body = dict(workspace.project_body())
    body["settings"] = {**(body.get("settings") or {}), CONFIRMED_KEYS: on}
    workspace.add([Draft("project", workspace.project, body, workspace.person, "project")])


def is_confirmed(workspace: Workspace, person: str, key: str) -> bool:
    """Return whether a pinned key (hexadecimal) was compared with its user."""
    return any(
        pin["person"] == person and pin["public_key"] == key and pin.get("confirmed")
        for pin in workspace.store.records.table("pins")
    )


def confirm_key(workspace: Workspace, who: str) -> list[str]:
    """Confirm the pinned keys of a person, or the one with a fingerprint (digits or words).

    Returns whose keys they are. Raises UsageError when nothing is pinned under that name.
    """
    workspace.require_lead(msg("Confirming keys"))
    table = workspace.store.records.table("pins")
    print_ = fingerprint_of(who)
    result = [pin for pin in table if who == pin["person"] or print_ == pin["fingerprint"]]
    if not result:
        raise UsageError(
            msg("no key is known for “{who}”", who=who),
            hint=msg("Give a person or a fingerprint listed by: proofdesk keys DIR."),
        )
    with workspace.transaction():
        table.update({"confirmed": True}, doc_ids=[pin.doc_id for pin in result])
    return sorted({str(pin["person"]) for pin in result})


def is_by(own: Identity | None, bundle: Bundle) -> bool:
    """Return whether a bundle carries this person's own signature."""
    signature = bundle.signature
    return own is not None and signature is not None and signature.public_key == own.public_key


def known_pins(
    workspace: Workspace, read: Sequence[Bundle] = (), own: Identity | None = None
) -> dict[str, set[str]]:
    """Return {person: public keys}: pinned ones, and the own key, which nobody has to pin.

    read  bundles of this merge so far, whose keys count as pinned

    A person may have several keys: one per laptop, or several leads under one id.
    """
    pins: dict[str, set[str]] = {}
    for pin in workspace.store.records.table("pins"):
        pins.setdefault(pin["person"], set()).add(pin["public_key"])
    for earlier in read:
        if earlier.signature is not None:
            pins.setdefault(earlier.manifest.sender, set()).add(earlier.signature.public_key.hex())
    own = own or own_identity(workspace)
    # Nobody else may speak in the name of this person, least of all of a lead. The public key is
    # known even where its private half is missing, as after a restore without keys.
    keys = {workspace.local(OWN_KEY), own.public_key.hex() if own and own.public_key else None}
    for key in keys - {None}:
        pins.setdefault(workspace.person, set()).add(str(key))
    return pins


def pin_sender(workspace: Workspace, bundle: Bundle, yes: Yes = Yes()) -> dict[str, str] | None:
    """Pin the sender's key if it is new; return the new pin, so that it can be undone."""
    if bundle.signature is None:
        return None
    table = workspace.store.records.table("pins")
    pin = {"person": bundle.manifest.sender, "public_key": bundle.signature.public_key.hex()}
    known = [doc for doc in table if all(doc[name] == value for name, value in pin.items())]
    if known:
        if yes.confirmed:
            table.update({"confirmed": True}, doc_ids=[doc.doc_id for doc in known])
        return None
    others = any(doc["person"] == pin["person"] for doc in table)
    more = {
        "fingerprint": bundle.signature.fingerprint,
        "age": bundle.manifest.sender_recipient,
        "confirmed": yes.confirmed,
        # A second key that nobody compared with its owner proves no more than an unsigned bundle.
        "unproved": others and not yes.confirmed,
    }
    table.insert({**pin, **more})
    return pin


def proving_pins(workspace: Workspace) -> dict[str, set[str]]:
    """Return `known_pins` without keys that were accepted but never compared."""
    pins = known_pins(workspace)
    for pin in workspace.store.records.table("pins"):
        if pin.get("unproved") and not pin.get("confirmed"):
            pins[pin["person"]].discard(pin["public_key"])
    return pins
