"""Prompts of a project: those its protocols bring, and a lead's own in their place.

A lead's own are files below `project/prompts/` in the workspace, one folder per protocol. They stay
with the lead, except for those that annotators' programs use, which are sent as material.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app import files
from desktop_app.core.errors import InputError, NotSavedError, UsageError, os_reason
from desktop_app.core.messages import msg
from desktop_app.core.prompts import Prompt, parse_prompt, places_in
from desktop_app.core.protocol.base import Protocol
from desktop_app.workspace.material_files import own_file, recorded_text
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    pass

FOLDER = "prompts"


@dataclass(frozen=True)
class PromptLine:
    """One prompt as a lead sees it in a list.

    jobs     the jobs that use it
    file     file of the lead's own wording; "" when the protocol's wording applies
    live     annotators' programs use it, so that a lead's own wording is sent with the next bundle
    problem  why the lead's own wording cannot be used
    """

    protocol: str
    key: str
    places: tuple[str, ...]
    jobs: tuple[str, ...]
    file: str
    version: str
    live: bool
    problem: str = ""


def path_of(protocol: str, key: str) -> str:
    """Return the path of a prompt among a project's own files and materials."""
    return f"{FOLDER}/{protocol}/{key}.md"


def prompt_of(workspace: Workspace, protocol: Protocol, key: str) -> Prompt:
    """Return a prompt of this project.

    Raises InputError, with file and line, when the lead's own wording cannot be used, and
    UsageError for an unknown prompt.
    """
    text, file = text_of(workspace, protocol, key)
    return parse_prompt(text, file=file, known=places_in(standard_prompt(protocol, key)))


def project_prompts(workspace: Workspace, protocol: Protocol) -> dict[str, Prompt]:
    """Return all prompts of a protocol; raise InputError as `prompt_of` does."""
    return {key: prompt_of(workspace, protocol, key) for key in protocol.prompts()}


def text_of(workspace: Workspace, protocol: Protocol, key: str) -> tuple[str, str]:
    """Return the text of a prompt that applies here, and its file."""
    standard = standard_prompt(protocol, key)
    path = path_of(protocol.key, key)
    # A lead's file, else the text that a bundle brought, else the protocol's own.
    own = own_file(workspace.folder, path) if workspace.is_lead else None
    if own is not None:
        return own, str(workspace.folder / "project" / path)
    travelled = recorded_text(workspace.records, path)
    return (travelled, path) if travelled is not None else (standard, path)


def check_own(protocol: Protocol, key: str, text: str, *, file: str) -> None:
    """Raise InputError unless a text can replace a protocol's prompt."""
    parse_prompt(text, file=file, known=places_in(standard_prompt(protocol, key)))


def live_files(workspace: Workspace) -> Mapping[str, tuple[Protocol, str]]:
    """Return the prompts that are sent when a lead rewords them: {path: (protocol, key)}."""
    return {
        path_of(name, key): (protocol, key)
        for name in workspace.protocols
        for protocol in [workspace.protocol(name)]
        for key in protocol.live_prompts
    }


def list_prompts(workspace: Workspace) -> list[PromptLine]:
    """Return all prompts of all protocols of a project."""
    lines = []
    for name in workspace.protocols:
        protocol = workspace.protocol(name)
        for key, standard in protocol.prompts().items():
            version = problem = file = ""
            try:
                text, place = text_of(workspace, protocol, key)
                file = "" if text == standard else place
                known = places_in(standard)
                version = parse_prompt(text, file=place, known=known).version
            except InputError as error:
                file, problem = error.file, str(error)
            jobs = tuple(k for k, job in protocol.jobs.items() if key in job.prompts)
            places = tuple(sorted(places_in(standard)))
            live = key in protocol.live_prompts
            lines.append(PromptLine(name, key, places, jobs, file, version, live, problem))
    return lines


def export_prompt(workspace: Workspace, protocol: Protocol, key: str) -> tuple[Path, bool]:
    """Copy a prompt to the place of a lead's own wording, to be edited there.

    Returns the file, and whether it is new: an existing file stays as it is.
    """
    workspace.require_lead(msg("Editing prompts"))
    text = standard_prompt(protocol, key)
    path = path_of(protocol.key, key)
    place = workspace.folder / "project" / path
    # Raises for a link in this place, which a write would follow.
    if own_file(workspace.folder, path) is not None:
        return place, False
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotSavedError(
            msg("{place}: cannot be written ({error})", place=place, error=os_reason(error))
        ) from error
    files.atomic_write(place, text.encode("utf-8"))
    return place, True


def standard_prompt(protocol: Protocol, key: str) -> str:
    """Return the text that a prompt has unless a lead changes it. Raises UsageError."""
    known = protocol.prompts()
    if key not in known:
        raise UsageError(
            msg("{key} has no prompt “{key2}”", key=protocol.key, key2=key),
            hint=msg("It has: {known}.", known=", ".join(known))
            if known
            else msg("It does not use models."),
        )
    return known[key]
