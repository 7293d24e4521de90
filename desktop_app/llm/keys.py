"""Keys of model servers: in the system's keyring, in the environment, or only in memory.

A key is never written to a file and never shown. A `Key` wraps it, so that it does not appear in
messages, logs and reports. If the system has no keyring, a key passed to `remember` is available
until the end of the session.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NoReturn

from desktop_app.core.connections import Connection
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg

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
        connection names, and that over the keyring.
        """
        if not connection.needs_key:
            return None, "none"
        with self._lock:
            known = self._session.get(name)
        if known is not None:
            return known, "session"
        given = self._environment.get(connection.key_variable) if connection.key_variable else ""
        if given and given.strip():
            return Key(given.strip()), "environment"
        kept = self._from_keyring(name)
        return (Key(kept), "keyring") if kept else (None, "none")

    def require(self, name: str, connection: Connection) -> Key | None:
        """Return the key of a connection; None if it needs none. Raises MissingKeyError."""
        key, _ = self.find(name, connection)
        if key is None and connection.needs_key:
            raise MissingKeyError(
                name,
                msg("the key for “{name}” is not known", name=name),
                hint=(
                    msg(
                        "Set the environment variable {key_variable}, or enter the key once: "
                        "proofdesk connections key {name}",
                        key_variable=connection.key_variable,
                        name=name,
                    )
                    if connection.key_variable
                    else msg("Enter it once: proofdesk connections key {name}", name=name)
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
            # The keyring of each system raises other types of errors.
            except Exception:
                problem = msg("the system's keyring did not accept it")
        if problem:
            raise UsageError(
                msg("the key was not kept: {problem}", problem=problem),
                hint=msg(
                    "Set an environment variable and pass its name with --key-variable, or "
                    "enter the key when asked. Nothing was written to disk."
                ),
            )
        # Otherwise an old key of this session would still take precedence.
        with self._lock:
            self._session.pop(name, None)

    def forget(self, name: str) -> bool:
        """Delete a key from memory and from the keyring; return whether there was one."""
        with self._lock:
            result = self._session.pop(name, None) is not None
        if self._from_keyring(name):
            try:
                self._keyring().delete_password(SERVICE, name)
            except Exception:  # see `keep`
                raise UsageError(
                    msg(
                        "the key of “{name}” could not be removed from the system's keyring",
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
            return msg("this keyring stores keys in a plain file")
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
            msg("this is not a key: keys are one line of plain letters, digits and symbols"),
            hint=msg("Copy it again from the service's website."),
        )
    if " " in secret:
        raise UsageError(
            msg("this is not a key: it contains spaces"),
            hint=msg("Copy it again from the service's website."),
        )
    return secret
