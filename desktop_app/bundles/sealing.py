"""Encryption: an archive inside an age file, for recipients or with a passphrase.

`pyrage` decrypts, and encrypts to keys. Its input is checked first: a hostile header can require
gigabytes of memory (a scrypt work factor of 22 took 18 s and 4.1 GB), so this module parses the
header itself. Format: age-encryption.org/v1, https://c2sp.org/age.

Files with a passphrase are written here, because `pyrage` chooses the work factor by timing the
computer on which it runs. On a fast computer, it is higher than readers accept (`WORK_FACTOR`), so
that another computer could not open the bundle, and there is no option for a lower one
(docs/decisions/0014). The primitives come from `cryptography`; the tests open the files with the
age library.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

import pyrage
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from pyrage import passphrase as by_passphrase
from pyrage import x25519

from desktop_app.bundles.format import Limits, RefusalError, damaged
from desktop_app.bundles.keys import Identity, parse_recipient
from desktop_app.core.errors import AppError, UsageError
from desktop_app.core.messages import msg

MAGIC = b"age-encryption.org/"
_SCRYPT_LABEL = b"age-encryption.org/v1/scrypt"
_VERSION_LINE = b"age-encryption.org/v1\n"
_ARMOR = b"-----BEGIN AGE ENCRYPTED FILE-----"

# Base-2 logarithm of scrypt's N: 256 MiB and about a second on an ordinary laptop. Each further
# step doubles both.
WORK_FACTOR = 18
# Readers accept no higher one than Proofdesk writes.
MAX_WORK_FACTOR = WORK_FACTOR
MAX_RECIPIENTS = 100
# Writers may add meaningless stanzas (“grease”).
_MAX_STANZAS = 2 * MAX_RECIPIENTS
_MAX_HEADER = 1 << 16
# Bytes of plain text per chunk, of the tag after each chunk, and of the payload's nonce.
_CHUNK, _TAG, _NONCE = 1 << 16, 16, 16

_ARGUMENTS = re.compile(rb"-> [!-~]+(?: [!-~]+)*\Z")
_BODY = re.compile(rb"[A-Za-z0-9+/]{0,64}\Z")
_MAC = re.compile(rb"--- [A-Za-z0-9+/]{43}\Z")
_SCRYPT = re.compile(rb"-> scrypt [A-Za-z0-9+/]{22} ([1-9][0-9]{0,2})\Z")


@dataclass(frozen=True, slots=True)
class Seal:
    """The header of an age file: its size in bytes, and its scrypt work factor or None."""

    header_size: int
    work_factor: int | None


def is_sealed(data: bytes) -> bool:
    """Return whether `data` starts with the header of an age file, binary or armoured."""
    return data.startswith((MAGIC, _ARMOR))


def sealed_limit(limits: Limits) -> int:
    """Return the maximum bytes of an encrypted bundle whose archive does not exceed its limit."""
    chunks = limits.packed // _CHUNK + 1
    return limits.packed + _MAX_HEADER + _NONCE + _TAG * chunks


def read_seal(data: bytes) -> Seal:
    """Parse and check the header of an age file. Raises RefusalError."""
    if data.startswith(_ARMOR):
        raise RefusalError(
            msg("an encrypted file (age) in text format (armoured)"),
            hint=msg("Ask for the binary format, or convert it with the age program."),
        )
    if not data.startswith(_VERSION_LINE):
        raise RefusalError(msg("an encrypted file (age) of an unknown version"))
    at = len(_VERSION_LINE)
    stanzas: list[bytes] = []
    factor: int | None = None
    while True:
        line, at = _header_line(data, at)
        if line.startswith(b"---"):
            break
        if not _ARGUMENTS.match(line):
            raise damaged(msg("the header of the encrypted file is damaged"))
        stanzas.append(line)
        if len(stanzas) > _MAX_STANZAS:
            raise RefusalError(
                msg(
                    "the header of the encrypted file names more than {max_stanzas} recipients",
                    max_stanzas=_MAX_STANZAS,
                )
            )
        if line.split(b" ")[1] == b"scrypt":
            factor = _work_factor(line)
        # The body of a stanza ends with a line of fewer than 64 characters.
        while True:
            body, at = _header_line(data, at)
            if not _BODY.match(body):
                raise damaged(msg("the header of the encrypted file is damaged"))
            if len(body) < 64:
                break
    if not _MAC.match(line):
        raise damaged(msg("the header of the encrypted file is damaged"))
    if not stanzas:
        raise damaged(msg("the header of the encrypted file names no recipient"))
    # In the age format, a scrypt stanza must be the only one.
    if factor is not None and len(stanzas) > 1:
        raise RefusalError(
            msg("the header of the encrypted file combines a passphrase with other recipients")
        )
    return Seal(at, factor)


def seal(data: bytes, *, recipients: Sequence[str], passphrase: str | None) -> bytes:
    """Encrypt `data` for recipients (`age1…`, see `keys.parse_recipients`) or with a passphrase.

    Raises UsageError if both are passed, InputError for an invalid public key, and AppError for an
    empty passphrase or more than MAX_RECIPIENTS recipients.

    """
    if recipients and passphrase is not None:
        raise UsageError(
            msg("recipients and a passphrase cannot be combined"),
            hint=msg("A file is encrypted either to keys or with one passphrase."),
        )
    if passphrase is None:
        if len(recipients) > MAX_RECIPIENTS:
            raise AppError(
                msg(
                    "a bundle can be encrypted to at most {max_recipients} recipients",
                    max_recipients=MAX_RECIPIENTS,
                ),
                hint=msg("Write several bundles, or use a passphrase."),
            )
        to = [x25519.Recipient.from_str(parse_recipient(one)) for one in recipients]
        return bytes(pyrage.encrypt(data, to))
    if not passphrase:
        raise AppError(
            msg("the passphrase is empty"), hint=msg("Choose a passphrase of several words.")
        )
    return encrypt_with_passphrase(data, passphrase)


class OpenedFiles:
    """Files that were decrypted with passphrases, because that takes about a second for each.

    Failures are remembered too. Everything is kept in memory only.
    """

    def __init__(self) -> None:
        # By the digest of the encrypted file, and the passphrase.
        self._results: dict[tuple[str, str], bytes | RefusalError] = {}

    def unseal(
        self, data: bytes, *, identities: Sequence[Identity], passphrase: str | None, limits: Limits
    ) -> bytes:
        """Decrypt a file as the function `unseal` does, at most once with each passphrase."""
        if read_seal(data).work_factor is None or not passphrase:
            return unseal(data, identities=identities, passphrase=passphrase, limits=limits)
        place = hashlib.sha256(data).hexdigest(), passphrase
        if place not in self._results:
            try:
                self._results[place] = unseal(
                    data, identities=(), passphrase=passphrase, limits=limits
                )
            except RefusalError as refusal:
                self._results[place] = refusal
        result = self._results[place]
        if isinstance(result, RefusalError):
            raise result
        return result

    def forget(self) -> None:
        """Forget all files and passphrases."""
        self._results.clear()


def unseal(
    data: bytes, *, identities: Sequence[Identity], passphrase: str | None, limits: Limits
) -> bytes:
    """Decrypt an age file in memory only and return its content. Raises RefusalError."""
    # Checked before the library receives the file, because it would accept any work factor in the
    # header.
    header = read_seal(data)
    if len(data) > sealed_limit(limits):
        raise RefusalError(msg("larger than {packed} bytes", packed=f"{limits.packed:,}"))
    try:
        if header.work_factor is not None:
            if not passphrase:
                raise RefusalError(
                    msg("encrypted with a passphrase"),
                    hint=msg("Enter the passphrase (on the command line: --passphrase-file)."),
                )
            return bytes(by_passphrase.decrypt(data, passphrase))
        keys = [key for identity in identities for key in identity.age_keys]
        if not keys:
            raise RefusalError(
                msg("encrypted to a key that is not available here"),
                hint=msg(
                    "Open it on the computer with this key, or specify the key file on the "
                    "command line (--identity)."
                ),
            )
        return bytes(pyrage.decrypt(data, keys))
    except pyrage.DecryptError as error:
        raise _decrypt_problem(str(error)) from None


def _decrypt_problem(message: str) -> RefusalError:
    """Return the refusal for an error message of the age library."""
    # The library has only one class of errors, so the cases are distinguished by the message.
    if message == "Decryption failed":
        return RefusalError(
            msg("the passphrase is wrong"),
            hint=msg("Enter the passphrase again. Capital letters and spaces matter."),
        )
    if message == "No matching keys found":
        return RefusalError(
            msg("not encrypted to your key"),
            hint=msg(
                "Ask the sender to encrypt it to your key, or specify the correct key "
                "file on the command line (--identity)."
            ),
        )
    return damaged(msg("the encrypted data are damaged"))


def _header_line(data: bytes, at: int) -> tuple[bytes, int]:
    end = data.find(b"\n", at, _MAX_HEADER)
    if end < 0:
        if len(data) >= _MAX_HEADER:
            raise RefusalError(
                msg(
                    "the header of the encrypted file is larger than {max_header} bytes",
                    max_header=f"{_MAX_HEADER:,}",
                )
            )
        raise damaged(msg("incomplete: the header of the encrypted file is cut off"))
    return data[at:end], end + 1


def _work_factor(line: bytes) -> int:
    """Return the work factor in a scrypt stanza. Raises RefusalError if it is too high."""
    match = _SCRYPT.match(line)
    if not match:
        raise damaged(msg("the header of the encrypted file is damaged"))
    factor = int(match[1])
    if factor > MAX_WORK_FACTOR:
        raise RefusalError(
            msg(
                "opening it would need too much memory (scrypt work factor {factor}, at most "
                "{max_work_factor})",
                factor=factor,
                max_work_factor=MAX_WORK_FACTOR,
            ),
            hint=msg("Ask the sender to encrypt it to your key instead."),
        )
    return factor


def encrypt_with_passphrase(
    data: bytes, passphrase: str, *, work_factor: int = WORK_FACTOR
) -> bytes:
    """Return `data` as an age file that can be opened with `passphrase`.

    `work_factor`: the base-2 logarithm of scrypt's cost; memory is 2**work_factor KiB
    """
    file_key, salt, nonce = os.urandom(16), os.urandom(16), os.urandom(16)
    derive = Scrypt(salt=_SCRYPT_LABEL + salt, length=32, n=1 << work_factor, r=8, p=1)
    wrapping = ChaCha20Poly1305(derive.derive(passphrase.encode("utf-8")))
    # The wrapping key is used only once, so the format uses a nonce of zeros.
    body = wrapping.encrypt(bytes(12), file_key, None)
    head = b"age-encryption.org/v1\n-> scrypt %s %d\n%s\n---" % (
        _base64(salt),
        work_factor,
        _base64(body),
    )
    # This authenticates the header, so that nobody can change the work factor or the salt.
    mac = hmac.new(_expand(file_key, b"", b"header"), head, hashlib.sha256).digest()
    cipher = ChaCha20Poly1305(_expand(file_key, nonce, b"payload"))
    payload = bytearray()
    last = max(len(data) - 1, 0) // _CHUNK
    for number in range(last + 1):
        chunk = data[number * _CHUNK : (number + 1) * _CHUNK]
        # The last byte marks the final chunk, so that decrypting a truncated file fails.
        counter = number.to_bytes(11, "big") + bytes([number == last])
        payload += cipher.encrypt(counter, chunk, None)
    return b"%s %s\n%s%s" % (head, _base64(mac), nonce, bytes(payload))


def _base64(data: bytes) -> bytes:
    # The format uses base64 without padding.
    return base64.b64encode(data).rstrip(b"=")


def _expand(key: bytes, salt: bytes, info: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(key)
