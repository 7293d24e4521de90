from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.storage.damage import FOLDER
from tests.storage.simfs import SimFS


class Clock:
    """A clock that advances only when a test sets it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **step: float) -> None:
        self.now += timedelta(**step)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def fs() -> SimFS:
    """A simulated disk with a folder for a workspace."""
    disk = SimFS()
    disk.mkdir(FOLDER.parent)
    disk.sync_dir(FOLDER.parent.parent)
    return disk
