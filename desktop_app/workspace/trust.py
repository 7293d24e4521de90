"""Trust in bundles: one's own keys, pinned keys of others, and reasons to refuse a whole bundle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from desktop_app import files
from desktop_app.bundles import keys as bundle_keys
from desktop_app.bundles.bundle import Bundle
from desktop_app.bundles.keys import Identity, fingerprint, fingerprint_of, grouped
from desktop_app.core.errors import InputError, MissingSigningKeyError, RefusedError, UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.drafts import matching
from desktop_app.workspace.workspace import CONFIRMED_KEYS, LEAD, Workspace

Need = Literal["", "new key", "unsigned", "confirmation", "large"]

# The advice on the command line, by the confirmation that a bundle needs.
OPTIONS: Mapping[Need, str] = {
    "new key": msg(
        "if they really have a new key (ask them for its fingerprint), merge with --accept-new-key"
    ),
    "unsigned": msg("if you know where the bundle comes from, merge with --accept-unsigned"),
    "large": msg(
        "ask the sender whether they recorded that much; if so, merge with --accept-large"
    ),
    "confirmation": msg(
        "ask them for their fingerprint; if it is the same, merge with --confirm-key FINGERPRINT"
    ),
}


@dataclass(frozen=True)
class Refusal:
    """The reason why a whole bundle is refused, and the confirmation that would change this."""

    reason: str
    needs: Need = ""

    def __str__(self) -> str:
        option = OPTIONS.get(self.needs)
        return (
            msg("{reason}; {option}", reason=self.reason, option=option) if option else self.reason
        )


@dataclass(frozen=True)
class Accepted:
    """A user's confirmations for certain keys and bundles, so that they apply to no others.

    `new_keys`: (sender, fingerprint) of keys that the user compared with the sender
    `unsigned`: digests of unsigned bundles that the user trusts for other reasons
    `confirmed`: fingerprints that the user compared with the owners of the keys
    `large`: digests of bundles that contain far more than was assigned
    """

    new_keys: frozenset[tuple[str, str]] = frozenset()
    unsigned: frozenset[str] = frozenset()
    confirmed: frozenset[str] = frozenset()
    large: frozenset[str] = frozenset()

    def confirms_key(self, bundle: Bundle) -> bool:
        """Return whether the user confirmed the key of a signed bundle."""
        print_ = bundle.signature.fingerprint if bundle.signature else ""
        return (bundle.manifest.sender, print_) in self.new_keys or print_ in self.confirmed


NOTHING_ACCEPTED = Accepted()


@dataclass(frozen=True)
class Confirmations:
    """The confirmations that apply to one bundle.

    `unsigned`: it may be unsigned
    `new_key`: it may be signed with a new key
    `confirmed`: the user compared its key with the owner
    """

    unsigned: bool = False
    new_key: bool = False
    confirmed: bool = False


def own_identity(workspace: Workspace) -> Identity | None:
    """Return the keys of this workspace's person; None if they are not on this computer."""
    return identity_here(workspace.project, workspace.person)


# Name in the local state: the public key of this workspace's person.
OWN_KEY = "own_key"


def remember_own_key(workspace: Workspace, identity: Identity) -> None:
    """Store the person's public key, so that the workspace can tell which keys are missing."""
    key = identity.public_key
    if key is not None and not workspace.store.read_only and not workspace.local(OWN_KEY):
        workspace.set_local(OWN_KEY, key.hex())


def signing_identity(workspace: Workspace) -> Identity:
    """Return the keys to sign with.

    Raises MissingSigningKeyError if they are not on this computer. Keys are not created here:
    everybody who knows the old key would have to accept the new one (docs/decisions/0024).
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
                "Restore it under File ▸ Your key, from a backup with keys or the key file of the "
                "other computer (or: proofdesk keys DIR --identity FILE). If it is lost, create a "
                "new one there (or: proofdesk keys DIR --new-key); everybody who knows the old key "
                "then has to accept the new one."
            ),
        )
    remember_own_key(workspace, own)
    return own


def make_new_key(workspace: Workspace) -> Identity:
    """Create keys for a person whose keys are lost. Raises RefusedError if they are here."""
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
    """Store the person's keys from another computer or a backup.

    Raises RefusedError if they are known to be somebody else's, or if other keys are stored here.
    """
    known, key = workspace.local(OWN_KEY), identity.public_key
    if key is None or (known and known != key.hex()):
        raise RefusedError(
            msg(
                "the file does not contain the keys of “{person}” in this project",
                person=workspace.person,
            ),
            hint=msg("Use this project's key file, or the backup that contains it."),
        )
    keep_identity(identity, workspace.project, workspace.person)
    workspace.set_local(OWN_KEY, key.hex())


def identity_here(project: str, person: str) -> Identity | None:
    """Return a person's keys in a project; None if this computer does not have them.

    Raises InputError for a file of keys that cannot be read.
    """
    if not bundle_keys.identity_path(project, person).exists():
        return None
    try:
        return bundle_keys.identity_for(project, person, create=False)
    except InputError as error:
        raise InputError(
            error.reason,
            file=error.file,
            line=error.line,
            hint=msg(
                "All answers are intact. Restore this file from a backup of your computer, or move "
                "it to another folder and open File ▸ Your key, where you can restore the key from "
                "a backup of the workspace or create a new one."
            ),
        ) from error


def readable_identity(project: str, person: str) -> Identity | None:
    """Return a person's keys in a project; None if they are not here or cannot be read."""
    with suppress(InputError):
        return identity_here(project, person)
    return None


def keep_identity(identity: Identity, project: str, person: str) -> None:
    """Store a person's keys. Raises RefusedError if other keys are stored already."""
    path = bundle_keys.identity_path(project, person)
    if path.exists():
        known = bundle_keys.load_identity(path)
        if known.fingerprint != identity.fingerprint:
            raise RefusedError(
                msg(
                    "other keys of “{person}” in this project are already on this computer",
                    person=person,
                ),
                hint=msg(
                    "Move {path} elsewhere first; or, to join with the existing keys, leave out "
                    "--identity.",
                    path=path,
                ),
            )
        return
    files.private_file_write(path, bundle_keys.key_file_bytes(identity))


def whole_refusal(
    workspace: Workspace,
    bundle: Bundle,
    allowed: Confirmations,
    read: Sequence[Bundle],
    own: Identity | None,
    signing: Set[str] = frozenset(),
) -> Refusal | None:
    """Return why a whole bundle is refused, or None.

    `allowed`: the user's confirmations for this bundle
    `read`: the bundles of this merge so far, whose keys count as pinned
    `own`: the keys of this workspace's person; None if they are not on this computer
    `signing`: the senders of all signed bundles of this merge
    """
    manifest = bundle.manifest
    # First the reasons that no confirmation can change.
    if manifest.project != workspace.project:
        return Refusal(msg("belongs to another project (“{title}”)", title=manifest.title[:80]))
    if manifest.purpose != "results" and manifest.sender != LEAD:
        return Refusal(
            msg(
                "contains records that only leads may send, but is from “{sender}”",
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
    # If the own key is unknown, anybody could send results in this person's name.
    if (
        manifest.sender == workspace.person
        and not pinned
        and not (allowed.new_key or allowed.unsigned)
    ):
        return Refusal(
            msg(
                "claims to be from “{sender}”, whose key is not on this computer",
                sender=manifest.sender,
            ),
            "unsigned" if bundle.signature is None else "new key",
        )
    must_confirm = (
        workspace.is_lead and manifest.sender != LEAD and requires_confirmation(workspace)
    )
    if bundle.signature is None:
        # Anybody who has a person's bundle could answer in their name. If the person has a known
        # key, or must have one, only signed bundles count as theirs (docs/decisions/0021).
        if (pinned or must_confirm or manifest.sender in signing) and not allowed.unsigned:
            if pinned:
                known_key = msg(
                    "is not signed, although a key of “{sender}” is known", sender=manifest.sender
                )
                return Refusal(known_key, "unsigned")
            if must_confirm:
                unsigned = msg("is not signed, and this project requires confirmed keys")
                return Refusal(unsigned, "unsigned")
            other = msg(
                "is not signed, although another file from “{sender}” in this merge is",
                sender=manifest.sender[:80],
            )
            return Refusal(other, "unsigned")
        return None
    key = bundle.signature.public_key.hex()
    for person, keys in sorted(pins.items()):
        # A key pinned for one person is never valid for another one (docs/decisions/0012).
        if key in keys and key not in pinned:
            return Refusal(
                msg(
                    "claims to be from “{sender}”, but was signed by “{person}”; ask both who sent "
                    "it, and “{sender}” for a bundle signed with their own key",
                    sender=manifest.sender[:80],
                    person=person,
                )
            )
    # Both fingerprints are in the message, so that people can compare them.
    if pinned and key not in pinned and not (allowed.new_key or allowed.confirmed):
        known = ", ".join(grouped(fingerprint(bytes.fromhex(one))) for one in sorted(pinned))
        return Refusal(
            msg(
                "is signed with a different key from the one “{sender}” used before "
                "(now {fingerprint}, before {known})",
                sender=manifest.sender,
                fingerprint=grouped(bundle.signature.fingerprint),
                known=known,
            ),
            "new key",
        )
    if must_confirm and not allowed.confirmed and not is_confirmed(workspace, manifest.sender, key):
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
    """Return whether this project accepts results only with keys that a lead has confirmed."""
    settings = workspace.project_body().get("settings") or {}
    return settings.get(CONFIRMED_KEYS) is True


def require_confirmation(workspace: Workspace, on: bool) -> None:
    """Set whether results require confirmed keys.

    Raises UsageError in an annotator's workspace, and NotSavedError if saving fails.
    """
    workspace.require_lead(msg("Choosing which keys are accepted"))
    body = dict(workspace.project_body())
    body["settings"] = {**(body.get("settings") or {}), CONFIRMED_KEYS: on}
    workspace.add([Draft("project", workspace.project, body, workspace.person, "project")])


def is_confirmed(workspace: Workspace, person: str, key: str) -> bool:
    """Return whether a lead has confirmed a pinned key (hexadecimal)."""
    return any(
        pin["person"] == person and pin["public_key"] == key and pin.get("confirmed")
        for pin in workspace.store.records.table("pins")
    )


def confirm_key(workspace: Workspace, who: str) -> list[str]:
    """Confirm pinned keys; return their owners.

    `who`: a person, or the fingerprint of one key, as digits or words

    Raises UsageError if no such key is pinned.
    """
    workspace.require_lead(msg("Confirming keys"))
    table = workspace.store.records.table("pins")
    print_ = fingerprint_of(who)
    result = [pin for pin in table if who == pin["person"] or print_ == pin["fingerprint"]]
    if not result:
        raise UsageError(
            msg("no key is known for “{who}”", who=who),
            hint=msg("Specify a person or a fingerprint listed by: proofdesk keys DIR."),
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
    """Return {person: public keys}: the pinned keys, and this person's own.

    `read`: bundles of this merge so far, whose keys count as pinned

    A person may have several keys: one for each computer, or several leads share an id.
    """
    pins: dict[str, set[str]] = {}
    for pin in workspace.store.records.table("pins"):
        pins.setdefault(pin["person"], set()).add(pin["public_key"])
    for earlier in read:
        if earlier.signature is not None:
            pins.setdefault(earlier.manifest.sender, set()).add(earlier.signature.public_key.hex())
    own = own or own_identity(workspace)
    # Nobody else may use the name of this person, least of all of a lead. The public key is known
    # even if the private key is missing, as after a restore without keys.
    keys = {workspace.local(OWN_KEY), own.public_key.hex() if own and own.public_key else None}
    for key in keys - {None}:
        pins.setdefault(workspace.person, set()).add(str(key))
    return pins


def pin_sender(
    workspace: Workspace, bundle: Bundle, allowed: Confirmations = Confirmations()
) -> dict[str, str] | None:
    """Pin the sender's key if it is new; return the new pin, which undoing the merge removes.

    Returns None for a known key, which is marked as confirmed if the user confirmed it, and for an
    unsigned bundle.
    """
    if bundle.signature is None:
        return None
    table = workspace.store.records.table("pins")
    pin = {"person": bundle.manifest.sender, "public_key": bundle.signature.public_key.hex()}
    known = matching(table, pin)
    if known:
        if allowed.confirmed:
            table.update({"confirmed": True}, doc_ids=known)
        return None
    others = any(doc["person"] == pin["person"] for doc in table)
    more = {
        "fingerprint": bundle.signature.fingerprint,
        "age": bundle.manifest.sender_recipient,
        "confirmed": allowed.confirmed,
        # An unconfirmed second key proves no more than an unsigned bundle.
        "unproved": others and not allowed.confirmed,
    }
    table.insert({**pin, **more})
    return pin


def proving_pins(workspace: Workspace) -> dict[str, set[str]]:
    """Return `known_pins` without keys that were accepted but never confirmed."""
    pins = known_pins(workspace)
    for pin in workspace.store.records.table("pins"):
        if pin.get("unproved") and not pin.get("confirmed"):
            pins[pin["person"]].discard(pin["public_key"])
    return pins
