"""Options of analyses, from the command line or the window.

Numbers and booleans may arrive as text.
"""

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

    `known`: names of the options of this analysis
    `idle`: options that every caller may set but that have no effect here

    `unanimous=one` is always accepted: it is the default, and analyses that compute nothing per
    group can ignore it.
    """
    for name, value in options.items():
        # A misspelt option must not be ignored, or the figures would seem to take it into account.
        if name not in (*known, *idle) and (name, value) != ("unanimous", "one"):
            raise UsageError(
                msg(
                    "unknown option “{name}” for the analysis of {protocol}",
                    name=name,
                    protocol=protocol,
                ),
                hint=msg("Options: {known}.", known=", ".join(known)),
            )


def truth(options: Given, name: str) -> bool:
    """Return a boolean option, False by default. Raises UsageError."""
    value = options.get(name, False)
    if value not in (True, False, "true", "false"):
        raise UsageError(msg("option “{name}” must be true or false", name=name))
    return value in (True, "true")


def whole(options: Given, name: str, default: int, low: int, high: int) -> int:
    """Return an option that is an integer from `low` to `high`. Raises UsageError."""
    value = options.get(name, default)
    # Cut the text first: int() of a very long number raises an error of its own.
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal():
        value = int(value.strip()[:20])
    # True and False are integers in Python, but they are not valid numbers here.
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
