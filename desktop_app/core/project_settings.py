"""A lead's settings for a protocol: a YAML file in `project/settings`, validated by pydantic.

Version 0.1 had text files in `project/forms` instead, with lines `name: value` and lists joined by
“;”. They are still read, from a lead's folder and from bundles.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, core_schema

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg

_NUMBER: Final = re.compile(r"[0-9]{1,7}(\.[0-9]{1,6})?", re.ASCII)

# (line, name, value) of each setting, in the order of the file. The value is None for a duplicate
# and for a setting without a value.
Entries = Sequence[tuple[int, str, Any]]


class ProtocolSettings(BaseModel):
    """Base class of the settings for a protocol.

    Each field has a default, a title and a description, and its type is annotated with an
    `Allowed`. `json_schema_extra` may have “labels” for the values that can be chosen, or “lines”
    for a list that is written one entry per line.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")


S = TypeVar("S", bound=ProtocolSettings)


class Allowed(ABC):
    """Base class of descriptions of the valid values of a setting."""

    @abstractmethod
    def convert(self, value: Any) -> Any:
        """Return a value from a file in the type of the setting. Raises ValueError."""

    @property
    @abstractmethod
    def expected(self) -> str:
        """The valid values in words, for the hint of an error."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.convert, handler(source))


@dataclass(frozen=True)
class Between(Allowed):
    """A number from `least` to `most`, both included; a whole number if `whole`."""

    least: int
    most: int
    whole: bool = True

    def convert(self, value: Any) -> Any:
        # In files of version 0.1, numbers are texts. Booleans are rejected, because True equals 1.
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            value = float(value) if "." in value else int(value)
        if isinstance(value, bool) or not isinstance(value, int if self.whole else (int, float)):
            raise ValueError(self.expected)
        if not self.least <= value <= self.most:
            raise ValueError(self.expected)
        return value

    @property
    def expected(self) -> str:
        if self.whole:
            return msg("a whole number from {least} to {most}", least=self.least, most=self.most)
        return msg("a number from {least} to {most}", least=self.least, most=self.most)


@dataclass(frozen=True)
class OneOf(Allowed):
    """One of `words`. Spaces are accepted in place of “_”."""

    words: tuple[str, ...]

    def convert(self, value: Any) -> Any:
        word = value.strip().replace(" ", "_") if isinstance(value, str) else value
        if word not in self.words:
            raise ValueError(self.expected)
        return word

    @property
    def expected(self) -> str:
        return msg("one of {words}", words=", ".join(self.words))


def _parts(value: Any) -> list[str]:
    """Return the texts of a list, or of a text that joins them by “;”. Raises ValueError."""
    parts = value.split(";") if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or not all(isinstance(part, str) for part in parts):
        raise ValueError("not a list of texts")
    return [part.strip() for part in parts if part.strip()]


@dataclass(frozen=True)
class SomeOf(Allowed):
    """A list of one or more of `words`."""

    words: tuple[str, ...]

    def convert(self, value: Any) -> Any:
        chosen = set(_parts(value))
        if not chosen or not chosen <= set(self.words):
            raise ValueError(self.expected)
        # In the order of `words`, so that equal settings are equal values.
        return tuple(word for word in self.words if word in chosen)

    @property
    def expected(self) -> str:
        return msg("a list of some of these words: {words}", words=", ".join(self.words))


@dataclass(frozen=True)
class Names(Allowed):
    """A list of 1 to `most` printable names of at most `longest` characters, without duplicates."""

    most: int
    longest: int

    def convert(self, value: Any) -> Any:
        names = tuple(dict.fromkeys(_parts(value)))
        fits = all(len(name) <= self.longest and name.isprintable() for name in names)
        if not 0 < len(names) <= self.most or not fits:
            raise ValueError(self.expected)
        return names

    @property
    def expected(self) -> str:
        return msg(
            "a list of 1 to {most} names of at most {longest} characters",
            most=self.most,
            longest=self.longest,
        )


@dataclass(frozen=True)
class SettingsFile(Generic[S]):
    """The settings of a protocol and the files that may contain them.

    `path`: path of the YAML file: “settings/….yaml”
    `old_path`: path of the text file of version 0.1, which is read if there is no YAML file
    """

    model: type[S]
    path: str
    old_path: str

    @property
    def paths(self) -> tuple[str, str]:
        """The paths of both files."""
        return self.path, self.old_path

    def read(self, texts: Mapping[str, str]) -> S:
        """Return the settings in a project's texts.

        `texts`: texts by path

        Never raises an exception: invalid settings have their default values, because a bundle may
        contain anything.
        """
        path = self.path if self.path in texts else self.old_path
        settings: S = _read(self.model, path, texts.get(path, ""))
        return settings

    def problem(self, name: str, value: Any) -> str:
        """Return what is wrong with a value of a setting; empty if nothing is."""
        return "" if _is_valid(self.model, name, value) else self._expected(name)

    def _expected(self, name: str) -> str:
        metadata = self.model.model_fields[name].metadata
        allowed = next(one for one in metadata if isinstance(one, Allowed))
        return msg("Expected: {expected}.", expected=allowed.expected)

    def check(self, path: str, text: str, *, file: str) -> None:
        """Raise InputError, with file and line, for the first invalid setting of a lead's text.

        Texts at other paths are ignored.
        """
        if path not in self.paths:
            return
        fields = self.model.model_fields
        seen: dict[str, int] = {}
        for line, name, value in _entries(path, text, file):
            if name not in fields:
                reason = msg("there is no setting “{name}”", name=name)
                names = ", ".join(fields)
                hint = msg("Write “name: value”. The settings: {names}.", names=names)
            elif name in seen:
                reason = msg(
                    "the setting “{name}” is already in line {seen}", name=name, seen=seen[name]
                )
                hint = msg("Keep one of the two lines.")
            elif not _is_valid(self.model, name, value):
                reason = msg("the value of “{name}” cannot be used", name=name)
                hint = self._expected(name)
            else:
                seen[name] = line
                continue
            raise InputError(reason, file=file, line=line, hint=hint)


# Cached, because settings are read each time a protocol is used, and parsing YAML is slow.
@lru_cache(maxsize=32)
def _read(model: type[S], path: str, text: str) -> S:
    """Return the settings in a text; invalid ones have their default values."""
    try:
        entries = _entries(path, text, path)
    except InputError:
        return model()
    valid = {name: value for _, name, value in entries if _is_valid(model, name, value)}
    return model.model_validate(valid)


def _is_valid(model: type[ProtocolSettings], name: str, value: Any) -> bool:
    """Return whether there is a setting of this name that accepts this value."""
    try:
        model.model_validate({name: value})
    except ValidationError:
        return False
    return True


def _entries(path: str, text: str, file: str) -> Entries:
    """Return the settings in a text, in the order of its lines.

    Raises InputError if it is not valid YAML or not a mapping of names to values.
    """
    if not path.endswith(".yaml"):
        return list(_old_entries(text))
    # Imported here because most projects have no settings of their own, and YAML loads slowly.
    from desktop_app.core.form_yaml import read_yaml

    source = read_yaml(text, file=file)
    if source.data is None:
        return []
    if not isinstance(source.data, dict):
        raise InputError(
            msg("does not contain settings"), file=file, line=1, hint=msg("Write “name: value”.")
        )
    entries = [
        (source.places[(name,)][0], name.replace("-", "_"), value)
        for name, value in source.data.items()
    ]
    # The parser keeps only the first of several values, so the others are listed separately.
    entries += [
        (place[0], str(where[0]).replace("-", "_"), None)
        for where, place in source.repeated
        if len(where) == 1
    ]
    return sorted(entries, key=lambda entry: entry[0])


def _old_entries(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the settings of a text file of version 0.1; `#` starts a comment."""
    for number, line in enumerate(text.splitlines(), start=1):
        name, _, value = line.partition("#")[0].partition(":")
        if name.strip() or value.strip():
            yield number, name.strip().replace("-", "_"), value.strip()
