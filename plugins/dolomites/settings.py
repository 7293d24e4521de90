"""A lead's settings for dolomites: a text file with lines `name: value`.

The file is `forms/dolomites.txt` in the project folder. Bundles contain it as material. Missing
settings have the values of the DOLOMITES paper: 25 fields (table 1), three years of experience
(section 2).
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
# Limits of a form: number of options of a question, and number of characters of a code.
MOST_FIELDS, LONGEST_FIELD = 100, 64


@dataclass(frozen=True)
class Settings:
    """The settings of a project.

    `fields`: the fields from which tasks are collected
    `least_years`: years of experience that an expert needs
    `degrees`: degrees that count; empty: any degree or none
    `languages`: how well an expert must know the language of the tasks; empty: any level
    `free_texts`: when the texts of societal questions are required
    `least_edit`: size of an edit in words below which an expert must give a reason
    """

    fields: tuple[str, ...] = FIELDS
    least_years: float = 3
    degrees: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    free_texts: Literal["always", "when_an_issue"] = "always"
    least_edit: int = 20


# The settings of a project without a settings file.
STANDARD: Final = Settings()
_NAMES: Final = tuple(one.name for one in fields(Settings))


def read_settings(text: str) -> Settings:
    """Return the settings in a lead's text. Never raises.

    Comments (`# …`) and lines that cannot be parsed are ignored.
    """
    return settings_lines.settings_in(text, STANDARD, _read)


def check_settings(text: str, *, file: str) -> None:
    """Raise InputError, with file and line, for the first invalid or duplicate setting."""
    settings_lines.check_settings(text, _NAMES, STANDARD, _read, file=file)


def _read(settings: Settings, name: str, value: str) -> tuple[Settings | None, str]:
    """Return the settings with one changed, and a description of the valid values.

    The settings are None for an invalid value. The description is empty for an unknown name.
    """
    if name == "fields":
        wanted = msg(
            "1 to {most_fields} field names separated by “;”, each at most {longest_field} "
            "characters long",
            most_fields=MOST_FIELDS,
            longest_field=LONGEST_FIELD,
        )
        named = names_in(value, MOST_FIELDS, LONGEST_FIELD)
        return (replace(settings, fields=named) if named else None), wanted
    if name in ("least_years", "least_edit"):
        most = 80 if name == "least_years" else 100_000
        wanted = msg("a whole number from 0 to {most}", most=most)
        # `isdigit` alone would accept digits of other scripts and superscripts.
        if not (value.isascii() and value.isdigit() and len(value) <= 6 and int(value) <= most):
            return None, wanted
        number = int(value)
        if name == "least_years":
            return replace(settings, least_years=number), wanted
        return replace(settings, least_edit=number), wanted
    if name == "free_texts":
        # “when an issue” is accepted as well.
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
    # In the order of the scale, so that equal settings are equal values.
    chosen = tuple(code for code in codes if code in given)
    if name == "degrees":
        return replace(settings, degrees=chosen), wanted
    return replace(settings, languages=chosen), wanted
