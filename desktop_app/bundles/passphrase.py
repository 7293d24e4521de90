"""Writer of age files encrypted with a passphrase, at a work factor that every reader accepts.

The age library chooses the work factor by timing the computer on which it runs. On a fast computer,
this is higher than readers accept (see `sealing.MAX_WORK_FACTOR`), so that another computer could
not open the bundle. The library has no option for a lower one (docs/decisions/0014). The format is
short and fixed (age-encryption.org/v1, “Scrypt recipient stanza”, “Payload”), and the primitives
come from `cryptography`. The age library reads the files, and the tests use it to check this
writer.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

# Base-2 logarithm of scrypt's N: 256 MiB and about a second on an ordinary laptop.
WORK_FACTOR = 18
_LABEL = b"age-encryption.org/v1/scrypt"
# Bytes of plain text per encrypted chunk, fixed by the format.
_CHUNK = 64 << 10


def encrypt(data: bytes, passphrase: str, *, work_factor: int = WORK_FACTOR) -> bytes:
    """Return `data` as an age file that can be opened with `passphrase`.

    `work_factor`: the base-2 logarithm of scrypt's cost; memory is 2**work_factor KiB
    """
    file_key, salt, nonce = os.urandom(16), os.urandom(16), os.urandom(16)
    derive = Scrypt(salt=_LABEL + salt, length=32, n=1 << work_factor, r=8, p=1)
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
