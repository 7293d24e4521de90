"""Keys of model servers: in the system's keyring, in the environment, or only in memory.

The program never writes a key to a file and never shows it. A `Key` wraps it, so that it does not
appear in messages, logs and reports. A key passed to `remember` is available until the end of the
session, even if the system has no keyring.
"""

from __future__ import annotations

import base64
import os
import re
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from desktop_app.core.connections import Connection
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import TokenChance

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "proofdesk"
_LONGEST_KEY = 10_000

Source = Literal["session", "environment", "keyring", "none"]


class Key:
    """A secret that never prints itself: only `reveal` returns it."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def reveal(self) -> str:
        """Return the secret."""
        return self._secret

    def hidden(self, text: str) -> str:
        """Return a text with this key masked."""
        return text.replace(self._secret, "•••") if self._secret else text

    def __repr__(self) -> str:
        return "Key(…)"

    # Pickling would write the secret to some file or stream.
    def __reduce__(self) -> NoReturn:
        raise TypeError("secret")


class MissingKeyError(UsageError):
    """The connection needs a key and none is available. `connection` is its name."""

    def __init__(self, connection: str, message: str, *, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.connection = connection


class KeyRing:
    """Finds and stores keys. One object per session holds the keys in memory.

    `backend`: replaces the system's keyring

    May be used from any thread.
    """

    def __init__(
        self,
        backend: KeyringBackend | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._backend = backend
        self._environment = environment
        self._session: dict[str, Key] = {}
        self._lock = threading.Lock()

    def find(self, name: str, connection: Connection) -> tuple[Key | None, Source]:
        """Return the key of a connection and where it was found.

        A key entered in this session takes precedence over the environment variable that the
        connection names, which takes precedence over the keyring.
        """
        if not connection.needs_key:
            return None, "none"
        with self._lock:
            known = self._session.get(name)
        if known is not None:
            return known, "session"
        variable = self._environment.get(connection.key_variable) if connection.key_variable else ""
        if variable and variable.strip():
            return Key(variable.strip()), "environment"
        stored = self._from_keyring(name)
        return (Key(stored), "keyring") if stored else (None, "none")

    def require(self, name: str, connection: Connection) -> Key | None:
        """Return the key of a connection; None if it needs none.

        Raises MissingKeyError if it needs one and none is available.
        """
        key, _ = self.find(name, connection)
        if key is None and connection.needs_key:
            raise MissingKeyError(
                name,
                msg("the API key for “{name}” is missing", name=name),
                hint=(
                    msg(
                        "Set the environment variable {key_variable}, or enter the key once: "
                        "proofdesk connections key {name}",
                        key_variable=connection.key_variable,
                        name=name,
                    )
                    if connection.key_variable
                    else msg(
                        "Enter it once under File ▸ Connections to models (or: "
                        "proofdesk connections key {name}).",
                        name=name,
                    )
                ),
            )
        return key

    def remember(self, name: str, secret: str) -> None:
        """Keep a key for this session, in memory only. Raises UsageError for an invalid key."""
        key = Key(_checked(secret))
        with self._lock:
            self._session[name] = key

    def keep(self, name: str, secret: str) -> None:
        """Store a key in the system's keyring.

        Raises UsageError for an invalid key, or if there is no keyring. In these cases the key is
        not stored anywhere.
        """
        secret = _checked(secret)
        problem = self.problem()
        if not problem:
            try:
                self._keyring().set_password(SERVICE, name, secret)
            # Each keyring backend raises errors of its own types.
            except Exception:
                problem = msg("the system's keyring did not accept it")
        if problem:
            raise UsageError(
                msg("the API key was not stored: {problem}", problem=problem),
                hint=msg(
                    "Set an environment variable and pass its name with --key-variable, or "
                    "enter the key when asked. Nothing was written to disk."
                ),
            )
        # Otherwise an old key of this session would still take precedence.
        with self._lock:
            self._session.pop(name, None)

    def forget(self, name: str) -> bool:
        """Delete a key from memory and from the keyring; return whether there was one.

        Raises UsageError if the keyring does not delete it.
        """
        with self._lock:
            result = self._session.pop(name, None) is not None
        if self._from_keyring(name):
            try:
                self._keyring().delete_password(SERVICE, name)
            except Exception:  # see `keep`
                raise UsageError(
                    msg(
                        "the API key of “{name}” could not be removed from the system's keyring",
                        name=name,
                    ),
                    hint=msg("Remove it with the system's own program for passwords."),
                ) from None
            return True
        return result

    def problem(self) -> str:
        """Return why no key can be stored on this computer; empty if keys can be stored."""
        try:
            backend = self._keyring()
            usable = float(backend.priority) > 0
        # Some keyring backends cannot even report their priority.
        except Exception:
            usable = False
        if not usable:
            return msg("this system has no keyring that can be used")
        if type(backend).__name__.lower().startswith("plaintext"):
            return msg("this keyring stores keys in an unencrypted file")
        return ""

    def _from_keyring(self, name: str) -> str | None:
        """Return the key in the system's keyring, or None."""
        try:
            return self._keyring().get_password(SERVICE, name) if not self.problem() else None
        # Raised if the keyring is locked and nobody can unlock it.
        except Exception:
            return None

    def _keyring(self) -> KeyringBackend:
        """Return the system's keyring."""
        if self._backend is None:
            # Imported here because it is slow and only needed with keys.
            import keyring

            self._backend = keyring.get_keyring()
        return self._backend


def _checked(secret: str) -> str:
    """Return a key stripped of white space at both ends. Raises UsageError if it is invalid."""
    secret = secret.strip()
    if not secret or len(secret) > _LONGEST_KEY or not secret.isascii() or not secret.isprintable():
        raise UsageError(
            msg(
                "this is not an API key: API keys are one line of plain letters, digits and symbols"
            ),
            hint=msg("Copy it again from the service's website."),
        )
    if " " in secret:
        raise UsageError(
            msg("this is not an API key: it contains spaces"),
            hint=msg("Copy it again from the service's website."),
        )
    return secret


# Removal of keys from everything that a server returns, before it is stored.
#
# A server, or a proxy in front of it, may repeat the key in its answers: in the text, in the name
# of its model, or distributed over the pieces of a stream. Stored answers are sent to the lead in
# bundles, which must not contain keys.


HIDDEN = "•••"
# A shorter key, or beginning of a key, is not hidden: it is no secret (“x”, “ollama”), and hiding
# it would destroy ordinary texts.
LEAST = 8


class Veil:
    """Hides a key in one answer that arrives in pieces, even if it crosses their borders.

    Text that may be the beginning of the key is held back until more text arrives; see `rest`.
    """

    def __init__(self, key: Key | None) -> None:
        secret = key.reveal() if key is not None else ""
        self._secrets = spellings(secret) if len(secret) >= LEAST else ()
        self._held = {"text": "", "refusal": ""}

    def over(self, piece: Mapping[str, Any]) -> dict[str, Any]:
        """Return a piece of the answer without the key, so that it may be stored and shown."""
        if not self._secrets:
            return dict(piece)
        result = dict(piece)
        for name in self._held:
            if piece.get(name):
                result[name] = self._passed(name, piece[name])
        for name in ("served", "finish"):
            if piece.get(name):
                result[name] = self.hidden(piece[name])
        return result

    def rest(self) -> dict[str, Any]:
        """Return the text that was held back, after the last piece.

        A long beginning of the key is hidden.
        """
        result = {name: self.hidden(held) for name, held in self._held.items() if held}
        self._held = dict.fromkeys(self._held, "")
        return result

    def hidden(self, text: str) -> str:
        """Return a text without the key, and without a long beginning of the key at its end.

        The text may have been cut off there, in the middle of the key.
        """
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        begun = max((_begun(text, secret) for secret in self._secrets), default=0)
        return text[: len(text) - begun] + HIDDEN if begun >= LEAST else text

    def hidden_in_whole(self, text: str) -> str:
        """Return a complete text without the key, even if the key is spelled with JSON escapes."""
        text = self.hidden(text)
        if self._secrets and "\\u" in text:
            for secret in self._secrets:
                text = _escaped(secret).sub(HIDDEN, text)
        return text

    def over_chances(self, chances: list[TokenChance]) -> list[TokenChance]:
        """Return the tokens of a complete answer, without those that spell the key."""
        # The key may be distributed over several tokens, so it is searched in the joined text.
        spelled = "".join(one.token for one in chances)
        spans = []
        for secret in self._secrets:
            start = spelled.find(secret)
            while start >= 0:
                spans.append((start, start + len(secret)))
                start = spelled.find(secret, start + 1)
            begun = _begun(spelled, secret)
            if begun >= LEAST:
                spans.append((len(spelled) - begun, len(spelled)))
        result, begin = [], 0
        for one in chances:
            end = begin + len(one.token)
            if any(begin < last and end > first for first, last in spans):
                result.append(replace(one, token=HIDDEN, others={}))
            else:
                others = {self.hidden(name): value for name, value in one.others.items()}
                result.append(replace(one, others=others))
            begin = end
        return result

    def _passed(self, name: str, piece: str) -> str:
        """Return the part of a text that cannot become the key any more; hold back the rest."""
        text = self._held[name] + piece
        wait = self._may_grow(text)
        ready, held = text[: len(text) - wait], text[len(text) - wait :]
        for secret in self._secrets:
            ready = ready.replace(secret, HIDDEN)
        # Whole spellings were not held back, but the text may still end with the beginning of one.
        if not held:
            begun = max(_begun(ready, secret) for secret in self._secrets)
            ready, held = ready[: len(ready) - begun], ready[len(ready) - begun :]
        self._held[name] = held
        return ready

    def _may_grow(self, text: str) -> int:
        """Return the length of a form of the key at the end of a text, if it may continue; else 0.

        It may continue if it is also the beginning of a longer form of the key, which the next
        chunk may complete.

        The last character of base64 without padding may contain only part of a byte.
        """
        result = 0
        for secret in self._secrets:
            begun = _begun(text, secret)
            if begun > result and any(
                text.startswith(other, len(text) - begun) for other in self._secrets
            ):
                result = begun
        return result


def spellings(secret: str) -> tuple[str, ...]:
    """Return the forms in which a key may occur in texts, the longest first.

    These are the key itself, the key as JSON writes it, and the key in base64.
    """
    quoted = secret.replace("\\", "\\\\").replace('"', '\\"')
    plain = (secret, quoted, quoted.replace("/", "\\/"))
    result = {*plain, *_in_base64(secret)}
    return tuple(sorted(result, key=lambda one: (-len(one), one)))


def _escaped(secret: str) -> re.Pattern[str]:
    """Return a pattern for a key whose characters may be escaped, as in JSON (RFC 8259, 7)."""
    letters = []
    for letter in secret:
        units = letter.encode("utf-16-be", "surrogatepass")
        by_number = "".join(rf"\\u(?i:{units[n : n + 2].hex()})" for n in range(0, len(units), 2))
        letters.append(rf"(?:\\?{re.escape(letter)}|{by_number})")
    return re.compile("".join(letters))


def _in_base64(secret: str) -> set[str]:
    """Return the forms of a key inside base64, whatever precedes and follows it before encoding.

    Covers both alphabets of RFC 4648, with and without padding, for texts such as “Bearer KEY” or
    “user:KEY”.
    """
    data = secret.encode("utf-8", "surrogatepass")
    result = set()
    # Three bytes become four characters. So only the number of bytes before the key modulo 3
    # matters, and the byte directly before the key, which shares a character with it.
    for before in (b"", b":", b" ", b"?:", b"? "):
        bits = 8 * len(before)
        encoded = base64.b64encode(before + data).decode("ascii").rstrip("=")
        # The characters that nothing after the key can change.
        whole = (bits + 8 * len(data)) // 6
        # With and without the first character, which also contains bits of the byte before the key.
        for start in {bits // 6, -(-bits // 6)}:
            result |= {encoded[start:], encoded[start:whole]}
    result |= {one.replace("+", "-").replace("/", "_") for one in result}
    # The same forms with the escapes that JSON may use.
    return result | {one.replace("/", "\\/") for one in result}


def _begun(text: str, secret: str) -> int:
    """Return the length of a beginning of a key, shorter than the key, at the end of a text."""
    # Called for every piece of a stream and every spelling, so only places with the first character
    # of the key are tried.
    tail = text[-(len(secret) - 1) :]
    start = tail.find(secret[0])
    while start >= 0:
        if secret.startswith(tail[start:]):
            return len(tail) - start
        start = tail.find(secret[0], start + 1)
    return 0
