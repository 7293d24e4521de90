"""A person's settings: a readable file that contains only what differs from the defaults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from desktop_app import files
from desktop_app.core.connections import NAME, Connection
from desktop_app.core.errors import InputError, os_reason
from desktop_app.core.fields import first_problem
from desktop_app.core.messages import msg


class BundleLimits(BaseModel):
    """Limits of the size of bundles, above which they are refused (see `bundles.format.Limits`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    packed_bytes: int = Field(default=64 << 20, ge=1 << 20)
    unpacked_bytes: int = Field(default=256 << 20, ge=1 << 20)


class RecentWorkspace(BaseModel):
    """A recently opened workspace.

    The welcome page lists it, and a later bundle for `person` in `project` is merged into it.

    `protocols`: the titles of its protocols; `opened`: when it was opened last; `done`, `total`:
        the items at its last closing, or a lead's assigned items. All are empty in settings of
        earlier versions.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    folder: str
    title: str = ""
    person: str = ""
    project: str = ""
    protocols: str = ""
    opened: str = ""
    done: int = 0
    total: int = 0


class Settings(BaseModel):
    """A person's settings.

    `allowed_plugins`: {entry point name: hash of its installed files}
    `look`, `text_scale`, `reduced_motion`, `single_keys`: for the window; `single_keys`: whether
        digits and letters are shortcuts
    `language`: language tag for the window; "" is the system's language
    `recent`: workspaces opened before, the newest first
    `version`: of the program that opened the newest one; empty before 0.2.0
    `connections`: model servers by the person's names for them; they contain no keys
    `connection`: the connection to use if there are several and the caller names none
    """

    # Unknown fields are kept, so that an older version does not delete settings of a newer one.
    model_config = ConfigDict(frozen=True, extra="allow")

    allowed_plugins: dict[str, str] = {}
    bundle_limits: BundleLimits = BundleLimits()
    look: Literal["system", "light", "dark", "high-contrast"] = "system"
    text_scale: float = Field(default=1.0, ge=0.8, le=2.0)
    reduced_motion: bool = False
    single_keys: bool = True
    language: str = ""
    recent: list[RecentWorkspace] = []
    version: str = ""
    connections: dict[str, Connection] = {}
    connection: str = ""

    @field_validator("connections")
    @classmethod
    def _check_names(cls, connections: dict[str, Connection]) -> dict[str, Connection]:
        """Return the connections if their names are valid. Raises ValueError otherwise."""
        if not all(map(NAME.fullmatch, connections)):
            raise ValueError(msg("names may contain up to 40 letters, digits, “.”, “_” and “-”"))
        return connections


def settings_file() -> Path:
    """Return the path of the settings file."""
    return files.user_data_dir() / "settings.json"


def load_settings(file: Path | None = None) -> Settings:
    """Read the settings; a missing file means the defaults.

    `file`: default: `settings_file()`

    Raises InputError for an unreadable or invalid file, which is never replaced by the defaults.
    """
    file = file or settings_file()
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise InputError(
            msg("cannot be read ({error})", error=os_reason(error)), file=str(file)
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(msg("cannot be read: “{error}”", error=error), file=str(file)) from error
    try:
        return Settings.model_validate(json.loads(text))
    except json.JSONDecodeError as error:
        raise InputError(
            msg("not valid JSON (“{msg}”)", msg=error.msg),
            file=str(file),
            line=error.lineno,
            hint=msg("Correct the file, or move it elsewhere to start with the defaults."),
        ) from None
    except ValidationError as error:
        field, reason = first_problem(error)
        raise InputError(reason, file=str(file), field=field) from None


def save_settings(settings: Settings, file: Path | None = None) -> None:
    """Write the settings that differ from the defaults. Raises NotSavedError if writing fails."""
    data = settings.model_dump(exclude_defaults=True)
    text = json.dumps(data, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    files.private_file_write(file or settings_file(), text.encode("utf-8"))
