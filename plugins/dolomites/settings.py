"""A lead's settings for dolomites: `settings/dolomites.yaml` in the project folder.

Bundles contain the file as material. Settings that are missing from the file have defaults. The
defaults of the fields (25, table 1) and of the years of experience (three, section 2) are those of
the DOLOMITES paper.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from desktop_app.core.messages import msg
from desktop_app.core.project_settings import (
    Between,
    Names,
    OneOf,
    ProtocolSettings,
    SettingsFile,
    SomeOf,
)

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
# Limits of a form: number of options of a question, and number of characters of a code.
MOST_FIELDS, LONGEST_FIELD = 100, 64


class Settings(ProtocolSettings):
    """The settings of a project.

    `fields`: the fields from which tasks are collected
    `least_years`: years of experience that an expert needs
    `degrees`: sufficient degrees; empty: any degree, or none
    `languages`: sufficient levels of knowledge of the tasks' language; empty: any level
    `free_texts`: when the text of a societal question is required: always, or only if the chosen
        option states an issue
    `least_edit`: number of changed words below which an expert must give a reason
    """

    fields: Annotated[tuple[str, ...], Names(MOST_FIELDS, LONGEST_FIELD)] = Field(
        default=FIELDS,
        title=msg("Fields"),
        description=msg("fields from which tasks are collected, one per line"),
        json_schema_extra={"lines": True},
    )
    least_years: Annotated[int, Between(0, 80)] = Field(
        default=3,
        title=msg("Minimum years of experience"),
        description=msg("people with fewer years are listed as not eligible"),
    )
    degrees: Annotated[tuple[str, ...], SomeOf(DEGREES)] = Field(
        default=(),
        title=msg("Accepted degrees"),
        description=msg("none chosen: any degree, or none"),
        json_schema_extra={
            "labels": {
                "none": msg("No degree"),
                "vocational": msg("Vocational"),
                "bachelor": msg("Bachelor"),
                "master": msg("Master"),
                "doctorate": msg("Doctorate"),
            }
        },
    )
    languages: Annotated[tuple[str, ...], SomeOf(LANGUAGE)] = Field(
        default=(),
        title=msg("Accepted language levels"),
        description=msg("knowledge of the language of the tasks; none chosen: any level"),
        json_schema_extra={
            "labels": {
                "native": msg("Native"),
                "fluent": msg("Fluent"),
                "some": msg("Some knowledge"),
                "little": msg("Little knowledge"),
            }
        },
    )
    free_texts: Annotated[
        Literal["always", "when_an_issue"], OneOf(("always", "when_an_issue"))
    ] = Field(
        default="always",
        title=msg("Texts next to the societal questions"),
        description=msg("when annotators have to explain the chosen option"),
        json_schema_extra={
            "labels": {
                "always": msg("Always required"),
                "when_an_issue": msg("Only if the option states an issue"),
            }
        },
    )
    least_edit: Annotated[int, Between(0, 100_000)] = Field(
        default=20,
        title=msg("Minimum number of edited words"),
        description=msg("people who edit fewer words must give a reason"),
    )


# The settings of a project without a settings file.
STANDARD: Final = Settings()
FILE: Final = SettingsFile(Settings, "settings/dolomites.yaml", "forms/dolomites.txt")
