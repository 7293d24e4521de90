"""Keys of a person in a project: one to sign with, one to receive encrypted bundles.

A key file is text. Lines that start with `#` are comments. Of the other lines, at most one is
`PROOFDESK-SIGNING-KEY-1 <base64 of the 32 bytes of an Ed25519 private key>`, and at least one is
`AGE-SECRET-KEY-1…`. A file without a signing key, as the age programs write it, is accepted for
decryption. Secrets never appear in an error, a `repr` or a log.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pyrage
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from pyrage import x25519

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import InputError, os_reason
from desktop_app.core.messages import msg
from desktop_app.files import private_file_write, sync_folder, user_data_dir

if TYPE_CHECKING:
    from mnemonic import Mnemonic

ALGORITHM = "ed25519"
# Signed bytes begin with the type of statement, so that a signature of one type is never valid for
# another type.
_MANIFEST = b"proofdesk bundle manifest v1\0"
ATTESTATION = b"proofdesk attestation v1\0"
_SIGNING = "PROOFDESK-SIGNING-KEY-1"
_AGE = "AGE-SECRET-KEY-1"
_RECIPIENT = re.compile(r"age1[02-9ac-hj-np-z]{58}\Z")
_MAX_KEY_FILE = 1 << 16
# Some editors write this byte order mark at the beginning of a file.
_BOM = b"\xef\xbb\xbf"
_KEEP = msg(
    "Keep this file secret and back it up: without it, you cannot open bundles encrypted for you."
)


@dataclass(frozen=True, slots=True, eq=False)
class Identity:
    """A person's keys. Without a signing key (a plain age file), they can only decrypt.

    `warnings`: sentences for the person, such as that others can read the key file
    """

    # Excluded from the repr, which could end up in a log.
    age_keys: tuple[x25519.Identity, ...] = field(repr=False)
    signing_key: Ed25519PrivateKey | None = field(default=None, repr=False)
    warnings: tuple[str, ...] = ()

    @property
    def recipient(self) -> str:
        """The public age key, `age1…`, to which others encrypt."""
        return str(self.age_keys[0].to_public())

    @property
    def public_key(self) -> bytes | None:
        """The 32 bytes of the public signing key, or None."""
        key = self.signing_key
        return None if key is None else key.public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the public signing key; "" if there is none."""
        public = self.public_key
        return "" if public is None else fingerprint(public)


def create_identity() -> Identity:
    """Create new keys from the operating system's random source. Nothing is saved."""
    return Identity((x25519.Identity.generate(),), Ed25519PrivateKey.generate())


def fingerprint(public_key: bytes) -> str:
    """Return the first 32 hexadecimal digits of the SHA-256 of a public key (128 bits)."""
    return sha256_hex(public_key)[:32]


def grouped(print_: str) -> str:
    """Return a fingerprint in groups of four digits, for people who compare it."""
    return " ".join(print_[at : at + 4] for at in range(0, len(print_), 4))


def words_of(print_: str) -> str:
    """Return a fingerprint as twelve English words, for reading it out over the phone.

    The words come from BIP 39: no two of them begin with the same four letters. The last word
    contains a checksum of the others.
    """
    return _word_list().to_mnemonic(bytes.fromhex(print_))


def fingerprint_of(text: str) -> str:
    """Return the fingerprint that a person typed, in digits or words; "" if it is neither.

    Digits may be in groups.
    """
    typed = " ".join(text.casefold().split())
    digits = typed.replace(" ", "").replace(":", "")
    if re.fullmatch(r"[0-9a-f]{32}", digits):
        return digits
    # The checksum in the last word catches a misheard word.
    if len(typed.split()) == 12 and _word_list().check(typed):
        return bytes(_word_list().to_entropy(typed)).hex()
    return ""


@cache
def _word_list() -> Mnemonic:
    # Imported here because it reads a file and is needed only where a fingerprint is shown.
    from mnemonic import Mnemonic

    return Mnemonic("english")


def sign(identity: Identity, statement: bytes, domain: bytes = _MANIFEST) -> bytes:
    """Return the signature (64 bytes) of a statement.

    `domain`: the type of statement, by default a bundle's manifest

    Raises ValueError if the identity has no signing key.
    """
    if identity.signing_key is None:
        raise ValueError(msg("this identity has no signing key"))
    return identity.signing_key.sign(domain + statement)


def verify(
    public_key: bytes, signature: bytes, statement: bytes, domain: bytes = _MANIFEST
) -> bool:
    """Return whether `signature` is a valid signature of `statement` under `public_key`."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, domain + statement)
    except (InvalidSignature, ValueError):
        return False
    return True


def identity_path(project: str, person: str) -> Path:
    """Return the path of the key file of a person in a project.

    Ids are hashed, so that none of them is interpreted as a path.
    """
    name = f"{_hashed('project', project)}-{_hashed('person', person)}.key"
    return user_data_dir() / "keys" / name


def identity_for(project: str, person: str, *, create: bool = True) -> Identity:
    """Return the keys of a person in a project; the first call creates and stores them.

    `create`: whether missing keys are created; otherwise InputError is raised

    A key file is never overwritten.
    """
    path = identity_path(project, person)
    if not path.exists():
        if not create:
            raise InputError(
                msg("there are no keys for this person on this computer"),
                file=str(path),
                hint=msg(
                    "Join the project here first, or copy the key file from the other computer."
                ),
            )
        # Written completely under another name first, so that no other process reads an incomplete
        # file.
        fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
        private_file_write(fresh, key_file_bytes(create_identity()))
        try:
            # Fails if another process was faster. In this case its keys are used.
            os.link(fresh, path)
        except FileExistsError:
            pass
        # This file system does not support hard links.
        except OSError:
            if not path.exists():
                fresh.rename(path)
        fresh.unlink(missing_ok=True)
        sync_folder(path.parent)
    return load_identity(path)


def key_file_bytes(identity: Identity) -> bytes:
    """Return the text of a key file. It is secret: write it to a file with mode 0600 only."""
    lines = ["# Proofdesk keys. " + _KEEP]
    if identity.signing_key is not None:
        seed = base64.b64encode(identity.signing_key.private_bytes_raw()).decode("ascii")
        lines += [f"# fingerprint: {grouped(identity.fingerprint)}", f"{_SIGNING} {seed}"]
    lines += [f"# public key: {identity.recipient}", *(str(key) for key in identity.age_keys)]
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def load_identity(path: Path) -> Identity:
    """Read a key file. Raises InputError that names file and line, but never the content."""
    warnings: list[str] = []
    try:
        with path.open("rb") as file:
            # Read from the open file, because a path could be replaced between the check and the
            # reading.
            mode = os.fstat(file.fileno()).st_mode
            # Reading one byte more than allowed shows whether the file is too large.
            data = file.read(_MAX_KEY_FILE + 1)
    except OSError as error:
        reason = msg("cannot be read: {error}", error=os_reason(error))
        raise InputError(reason, file=str(path)) from None
    if os.name == "posix" and mode & 0o077:
        warnings.append(
            msg(
                "Other users of this computer can read the key file {path} (run chmod 600).",
                path=path,
            )
        )
    return parse_identity(data, file=str(path), warnings=warnings)


def parse_identity(data: bytes, *, file: str, warnings: Iterable[str] = ()) -> Identity:
    """Parse the content of a key file; see `load_identity`."""
    if len(data) > _MAX_KEY_FILE:
        raise InputError(msg("not a key file: too large"), file=file)
    signing: Ed25519PrivateKey | None = None
    age: list[x25519.Identity] = []
    for number, line in enumerate(data.removeprefix(_BOM).splitlines(), start=1):
        text = line.decode("ascii", "replace").strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith(_SIGNING + " ") and signing is None:
            signing = _signing_key(text[len(_SIGNING) + 1 :], file, number)
        elif text.upper().startswith(_AGE):
            age.append(_age_key(text, file, number))
        else:
            raise InputError(
                msg("not a line of a key file"),
                file=file,
                line=number,
                hint=msg("Expected: a line with a signing key and an AGE-SECRET-KEY-1… line."),
            )
    if not age:
        raise InputError(msg("not a key file: no AGE-SECRET-KEY-1… line"), file=file)
    return Identity(tuple(age), signing, tuple(warnings))


def parse_recipients(values: Iterable[str]) -> list[str]:
    """Return public age keys, each from an `age1…` text or from a file with one key per line.

    Raises InputError for anything else. The order is preserved, and duplicates are dropped.
    """
    result: list[str] = []
    for value in values:
        if value.lower().startswith("age1"):
            result.append(parse_recipient(value))
            continue
        # Secret keys are rejected before a value is tried as a file name, because the error message
        # would repeat the name.
        if _is_secret(value):
            raise InputError(
                msg("a secret key was given instead of a public one"),
                hint=msg("The public key starts with “age1”. Keep the secret one to yourself."),
            )
        result += _recipient_file(Path(value))
    return list(dict.fromkeys(result))


def _recipient_file(path: Path) -> list[str]:
    """Return the public keys in a file with one per line. Raises InputError."""
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_KEY_FILE + 1)
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else msg("not a file name")
        raise InputError(
            msg("cannot be read: {reason}", reason=reason),
            file=str(path),
            hint=msg("Specify a public key (age1…) or a file with one key per line."),
        ) from None
    if len(data) > _MAX_KEY_FILE:
        raise InputError(msg("not a list of public keys: too large"), file=str(path))
    result: list[str] = []
    for number, line in enumerate(data.removeprefix(_BOM).splitlines(), start=1):
        text = line.decode("utf-8", "replace").strip()
        if text and not text.startswith("#"):
            result.append(parse_recipient(text, file=str(path), line=number))
    if not result:
        raise InputError(msg("contains no public key"), file=str(path))
    return result


def parse_recipient(text: str, *, file: str = "", line: int | None = None) -> str:
    """Return a public age key in its usual spelling.

    Raises InputError, which never repeats `text`.
    """
    # An age key may be written in capitals throughout, but not in mixed case.
    text = text.lower().strip() if text.strip().isupper() else text.strip()
    if _is_secret(text):
        reason = msg("a secret key instead of a public one")
        raise InputError(reason, file=file, line=line)
    try:
        if _RECIPIENT.match(text):
            return str(x25519.Recipient.from_str(text))
    except pyrage.RecipientError:
        pass
    raise InputError(
        msg("not a public age key"),
        file=file,
        line=line,
        hint=msg("It starts with “age1” and is 62 characters long; copy all of it."),
    )


def _is_secret(text: str) -> bool:
    return text.strip().upper().startswith(("AGE-SECRET-KEY-", _SIGNING))


def _signing_key(text: str, file: str, line: int) -> Ed25519PrivateKey:
    try:
        return Ed25519PrivateKey.from_private_bytes(base64.b64decode(text, validate=True))
    except (ValueError, binascii.Error):
        raise InputError(msg("not a signing key"), file=file, line=line) from None


def _age_key(text: str, file: str, line: int) -> x25519.Identity:
    try:
        return x25519.Identity.from_str(text)
    except pyrage.IdentityError:
        raise InputError(msg("not an age key"), file=file, line=line) from None


def _hashed(what: str, raw: str) -> str:
    # The type of id is included, so that equal ids of a project and a person give different names.
    return sha256_hex(canonical_bytes([what, raw]))[:32]
