"""The wall clock, injected so that tests choose the time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the current time, aware of being UTC."""
    return datetime.now(UTC)
