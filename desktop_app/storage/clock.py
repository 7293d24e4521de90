"""The clock of the storage, passed as an argument so that tests can set the time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the current time as an aware datetime in UTC."""
    return datetime.now(UTC)
