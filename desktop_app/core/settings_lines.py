"""Text files in which a lead says something a line: `name: value`, with remarks behind `#`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeVar

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg

S = TypeVar("S")

# Takes settings, a name and a value; returns the settings with this one changed, None where its
# value cannot be used, and what can be, in words.
ReadSetting = Callable[[S, str, str], tuple[S | None, str]]


def named_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield what is no remark and not empty: number of the line, name, value.

    A name may be written with “-” for “_”. A line without a colon has an empty value.
    """
    for number, line in enumerate(text.splitlines(), start=1):
        name, _, value = line.partition("#")[0].partition(":")
        if name.strip() or value.strip():
            yield number, name.strip().replace("-", "_"), value.strip()


def settings_in(text: str, standard: S, read: ReadSetting[S]) -> S:
    """Return settings as a lead wrote them. Remarks and what is not understood leave things as
    they are by default. Never raises."""
    found = standard
    for _, name, value in named_lines(text):
        changed, _ = read(found, name, value)
        found = changed or found
    return found


def check_settings(
    text: str, names: Collection[str], standard: S, read: ReadSetting[S], *, file: str
) -> None:
    """Raise InputError, with file and line, for the first line that says nothing, or speaks of a
    setting a second time.

    names  of the settings, in the order in which they are told
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
                hint=msg("It takes this: {wanted}.", wanted=wanted),
            )


def names_in(value: str, most: int, longest: int) -> tuple[str, ...] | None:
    """Return names joined by “;”, each once; None where there are none or more than `most`, or one
    has more than `longest` characters or one that does not show."""
    named = tuple(dict.fromkeys(part.strip() for part in value.split(";") if part.strip()))
    fits = 0 < len(named) <= most and all(
        len(one) <= longest and one.isprintable() for one in named
    )
    return named if fits else None
