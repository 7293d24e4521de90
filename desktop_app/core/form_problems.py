"""Validation errors of a form file, all reported at once.

A form is validated as a whole. Every error is collected with its place, and a single exception
contains all of them, in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from desktop_app.core.errors import InputError
from desktop_app.core.messages import join, msg

Path = tuple[str | int, ...]
Places = Mapping[Path, tuple[int, int]]

# Number of further errors that a hint lists.
_SHOWN = 20


@dataclass(frozen=True)
class Flaw:
    """One error in a form.

    `path`: place within the form, such as `questions[rating].options[5].code`
    `reason`: what is wrong, in plain words
    `line`: line in the file, counted from 1; None if the form came as JSON
    `column`: column in that line, counted from 1
    `steps`: the place as names of fields and indices of lists
    `is_warning`: whether the form can be used as it is
    """

    path: str
    reason: str
    line: int | None = None
    column: int | None = None
    steps: Path = field(default=(), compare=False)
    is_warning: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        place = [f"line {self.line}"] if self.line else []
        place += [self.path] if self.path else []
        return (
            msg("{place}: {reason}", place=join(", ", place), reason=self.reason)
            if place
            else self.reason
        )


class FormError(InputError):
    """A form with errors.

    `flaws` holds all errors in reading order. The error message states the first one, and the hint
    lists up to 20 of the others.
    """

    def __init__(self, flaws: Iterable[Flaw], *, file: str) -> None:
        self.flaws = tuple(flaws)
        first, others = self.flaws[0], self.flaws[1:]
        hint = ""
        if others:
            rest = len(others) - _SHOWN
            more = [msg("and {rest} more", rest=rest)] if rest > 0 else []
            listed = join("; ", [*map(str, others[:_SHOWN]), *more])
            hint = msg(
                "Other errors: {value}",
                value=listed if listed.endswith((".", "?")) else msg("{listed}.", listed=listed),
            )
        super().__init__(first.reason, file=file, line=first.line, field=first.path, hint=hint)


class FlawList:
    """A collector of errors by path. It adds lines and names list entries by their key or code."""

    def __init__(self, file: str, data: Any, places: Places) -> None:
        self._file = file
        self._data = data
        self._places = places
        self._found: list[Flaw] = []

    def add(
        self,
        path: Path,
        reason: str,
        place: tuple[int, int] | None = None,
        *,
        is_warning: bool = False,
    ) -> None:
        """Add an error at `path`, or at an explicit `place` (line, column).

        An error that is added twice is reported once.
        """
        line, column = place or self._place(path)
        flaw = Flaw(spelled(path, self._data), reason, line, column, path, is_warning)
        if flaw not in self._found:
            self._found.append(flaw)

    def ordered(self) -> tuple[Flaw, ...]:
        """Return all errors in reading order."""
        return in_reading_order(self._found)

    def raise_any(self) -> None:
        """Raise FormError with all errors in reading order, if there are any."""
        if self._found:
            raise FormError(self.ordered(), file=self._file)

    def _place(self, path: Path) -> tuple[int | None, int | None]:
        """Return (line, column) of a path, or of its nearest parent with a known place."""
        # A missing field, for example, has no place of its own, so the place of its parent is used.
        for length in range(len(path), -1, -1):
            if path[:length] in self._places:
                return self._places[path[:length]]
        return None, None


def in_reading_order(flaws: Iterable[Flaw]) -> tuple[Flaw, ...]:
    """Return errors by line and column; those without a line keep their order."""
    return tuple(sorted(flaws, key=lambda flaw: (flaw.line or 0, flaw.column or 0)))


def spelled(path: Path, data: Any) -> str:
    """Return a path as people read it: `questions[rating].options[5].code`.

    An unnamed entry is written with its number: `[#2]`.
    """
    text, here, parent = "", data, ""
    # `here` becomes None where the data does not match the path, such as at a missing field.
    for step in path:
        if isinstance(step, int):
            here = here[step] if isinstance(here, list) and step < len(here) else None
            text += f"[{_name(here, parent) or f'#{step + 1}'}]"
        else:
            here = here.get(step) if isinstance(here, dict) else None
            text += f".{shown(step)}" if text else shown(step)
            parent = step
    return text


def _name(entry: Any, parent: str) -> str:
    """Return the name of an entry of the list `parent`: its code or key; empty if it has none."""
    # The `key` of an option is a key on the keyboard, so an option is named by its code instead.
    value = entry.get("code" if parent == "options" else "key") if isinstance(entry, dict) else None
    if isinstance(value, bool):
        return "true" if value else "false"
    return shown(str(value)) if isinstance(value, str | int) and value != "" else ""


def shown(text: str) -> str:
    """Return a part of a form file for use in a message: shortened, and printable."""
    # One character more than is shown, to notice that the text is longer.
    printable = "".join(character if character.isprintable() else "�" for character in text[:41])
    return printable if len(text) <= 40 else f"{printable[:40]}…"


def listed(values: Iterable[Any]) -> str:
    """Return values for use in a message: “1, 2, 3”. Only the first twelve are listed."""
    words = [
        ("true" if value else "false") if isinstance(value, bool) else shown(str(value))
        for value in values
    ]
    return ", ".join([*words[:12], "…"] if len(words) > 12 else words)


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return “; did you mean …?” if a known word is similar to `word`, else an empty text."""
    # Cut, because the comparison takes quadratic time and a form may contain any text.
    close = get_close_matches(word[:80], list(known), n=1, cutoff=0.7)
    return msg("; did you mean “{close}”?", close=shown(close[0])) if close else ""
