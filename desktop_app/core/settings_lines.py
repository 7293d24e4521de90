"""Text files with a lead's settings, one per line: `name: value`, with comments after `#`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeVar

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg

S = TypeVar("S")

# Takes settings, a name and a value. Returns the settings with that value (None if it is invalid),
# and a description of the valid values.
ReadSetting = Callable[[S, str, str], tuple[S | None, str]]


def named_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield (line number, name, value) of each line that is neither empty nor a comment.

    A name may be written with “-” instead of “_”. The value of a line without a colon is empty.
    """
    for number, line in enumerate(text.splitlines(), start=1):
        name, _, value = line.partition("#")[0].partition(":")
        if name.strip() or value.strip():
            yield number, name.strip().replace("-", "_"), value.strip()


def settings_in(text: str, standard: S, read: ReadSetting[S]) -> S:
    """Return the settings in a lead's text.

    Invalid lines are ignored, so that their settings keep the values of `standard`. Never raises.
    """
    result = standard
    for _, name, value in named_lines(text):
        # None means that the value is invalid. The settings read so far are kept.
        changed, _ = read(result, name, value)
        result = changed or result
    return result


def check_settings(
    text: str, names: Collection[str], standard: S, read: ReadSetting[S], *, file: str
) -> None:
    """Raise InputError, with file and line, for the first invalid line.

    A line is invalid if it has an unknown name, an invalid value, or repeats a setting.

    `names`: valid names, in the order in which messages list them
    """
    seen: dict[str, int] = {}
    for number, name, value in named_lines(text):
        if name not in names:
            known = ", ".join(names)
            raise InputError(
                msg("there is no setting “{name}”", name=name),
                file=file,
                line=number,
                hint=msg("Write “name: value”. The settings: {known}.", known=known),
            )
        if name in seen:
            raise InputError(
                msg("the setting “{name}” is already in line {seen}", name=name, seen=seen[name]),
                file=file,
                line=number,
                hint=msg("Keep one of the two lines."),
            )
        seen[name] = number
        changed, wanted = read(standard, name, value)
        if changed is None:
            raise InputError(
                msg("the value of “{name}” cannot be used", name=name),
                file=file,
                line=number,
                hint=msg("Expected: {wanted}.", wanted=wanted),
            )


def names_in(value: str, most: int, longest: int) -> tuple[str, ...] | None:
    """Return the names in a text that separates them by “;”, without duplicates.

    Returns None if there are no names or more than `most`, or if a name is longer than `longest`
    characters or not printable.
    """
    named = tuple(dict.fromkeys(part.strip() for part in value.split(";") if part.strip()))
    fits = 0 < len(named) <= most and all(
        len(one) <= longest and one.isprintable() for one in named
    )
    return named if fits else None
