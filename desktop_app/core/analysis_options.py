"""Options of analyses, as the command line and the window give them: numbers and truth values may
come as text."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg

Given = Mapping[str, Any]


def check_names(
    options: Given, known: Collection[str], protocol: str, *, idle: Collection[str] = ()
) -> None:
    """Raise UsageError for an option that the analysis of a protocol does not know.

    idle  options every caller may give that have nothing to do here, in addition `unanimous=one`:
          nothing is computed per group
    """
    for name, value in options.items():
        if name not in (*known, *idle) and (name, value) != ("unanimous", "one"):
            raise UsageError(
                msg(
                    "unknown option “{name}” for the analysis of {protocol}",
                    name=name,
                    protocol=protocol,
                ),
                hint=msg("Options are {known}.", known=", ".join(known)),
            )


def truth(options: Given, name: str) -> bool:
    """Return an option that is true or false, false by default; raises UsageError."""
    value = options.get(name, False)
    if value not in (True, False, "true", "false"):
        raise UsageError(msg("option “{name}” must be true or false", name=name))
    return value in (True, "true")


def whole(options: Given, name: str, default: int, low: int, high: int) -> int:
    """Return an option that is a whole number from `low` to `high`; raises UsageError."""
    value = options.get(name, default)
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal():
        value = int(value.strip()[:20])
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise UsageError(
            msg(
                "option “{name}” must be a whole number from {low} to {high}",
                name=name,
                low=low,
                high=high,
            )
        )
    return value
