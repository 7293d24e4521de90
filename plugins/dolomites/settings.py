"""Settings of a lead for methodical tasks: a text file of lines `name: value`.

The file is `forms/dolomites.txt` below the project; it travels with the work. What it does not say
is as the paper has it: 25 fields (table 1), three years of experience (section 2).
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final, Literal

from desktop_app.core import settings_lines
from desktop_app.core.messages import msg
from desktop_app.core.settings_lines import names_in

MATERIAL: Final = "forms/dolomites.txt"
FIELDS: Final[tuple[str, ...]] = (
    "Anthropology",
    "Architecture",
    "Biology",
    "Business",
    "Chemistry",
    "Economics",
    "Education",
    "Engineering",
    msg("Environmental Science"),
    "Geography",
    "History",
    "Hospitality",
    "Journalism",
    "Law",
    "Linguistics",
    "Literature",
    "Mathematics",
    "Medicine",
    "Music",
    "Philosophy",
    "Physics",
    msg("Political Science"),
    "Psychology",
    "Sociology",
    msg("Visual Arts"),
)
DEGREES: Final = ("none", "vocational", "bachelor", "master", "doctorate")
LANGUAGE: Final = ("native", "fluent", "some", "little")
FREE_TEXTS: Final = ("always", "when_an_issue")
MOST_FIELDS, LONGEST_FIELD = 100, 64  # options of a question, characters of a code


@dataclass(frozen=True)
class Settings:
    """What holds in a project.

    fields      the fields tasks are collected from
    least_years  years of experience an expert needs
    degrees     degrees that count; empty: any, or none
    languages   how well an expert must know the language of the tasks; empty: anyhow
    free_texts  when the texts beside societal questions are asked for
    least_edit  edits (words) below which an expert says why nothing had to change
    """

    fields: tuple[str, ...] = FIELDS
    least_years: float = 3
    degrees: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    free_texts: Literal["always", "when_an_issue"] = "always"
    least_edit: int = 20


STANDARD: Final = Settings()
_NAMES: Final = tuple(one.name for one in fields(Settings))


def read_settings(text: str) -> Settings:
    """Read what a lead wrote. Comments (`# …`) and what is not understood leave things as they are
    by default. Never raises."""
    return settings_lines.settings_in(text, STANDARD, _read)


def check_settings(text: str, *, file: str) -> None:
    """Raise InputError, with file and line, for the first line that says nothing, or speaks of a
    setting a second time."""
    settings_lines.check_settings(text, _NAMES, STANDARD, _read, file=file)


def _read(settings: Settings, name: str, value: str) -> tuple[Settings | None, str]:
    """Return the settings with one changed, None where its value cannot be used; and what it is."""
    if name == "fields":
        wanted = msg(
            "1 to {most_fields} names of fields, joined by “;”, of {longest_field} characters",
            most_fields=MOST_FIELDS,
            longest_field=LONGEST_FIELD,
        )
        named = names_in(value, MOST_FIELDS, LONGEST_FIELD)
        return (replace(settings, fields=named) if named else None), wanted
    if name in ("least_years", "least_edit"):
        most = 80 if name == "least_years" else 100_000
        wanted = msg("a whole number from 0 to {most}", most=most)
        if not (value.isascii() and value.isdigit() and len(value) <= 6 and int(value) <= most):
            return None, wanted
        number = int(value)
        if name == "least_years":
            return replace(settings, least_years=number), wanted
        return replace(settings, least_edit=number), wanted
    if name == "free_texts":
        word = value.replace(" ", "_")
        wanted = msg("one of {free_texts}", free_texts=", ".join(FREE_TEXTS))
        if word == "always":
            return replace(settings, free_texts="always"), wanted
        if word == "when_an_issue":
            return replace(settings, free_texts="when_an_issue"), wanted
        return None, wanted
    codes = {"degrees": DEGREES, "languages": LANGUAGE}.get(name)
    if codes is None:
        return None, ""
    wanted = msg("words joined by “;”, of these: {codes}", codes=", ".join(codes))
    given = [part.strip() for part in value.split(";") if part.strip()]
    if not given or not set(given) <= set(codes):
        return None, wanted
    chosen = tuple(code for code in codes if code in given)
    if name == "degrees":
        return replace(settings, degrees=chosen), wanted
    return replace(settings, languages=chosen), wanted
