"""Keyrings in memory, which behave like those of a system."""

from __future__ import annotations

from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError


class MemoryKeyring(KeyringBackend):
    """A keyring that stores everything in memory.

    `asked`: the names of the keys that were requested; a real keyring may ask the person for each
    """

    priority = 5  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.asked: list[str] = []

    def get_password(self, service: str, username: str) -> str | None:
        self.asked.append(username)
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError
