"""Texts of a project: guidelines, forms, the consent text, prompts.

A protocol brings some; a lead's own replace those. A lead's own are plain files below `project/` in
the workspace (`project/forms/background.yaml`, `project/prompts/PROTOCOL/KEY.md`), created by hand,
by `give` or by `export_prompt`. Packing a bundle turns them into records, except for prompts that
only the lead's own program uses. A record of a lead's own text is marked (`own`), so that another
lead's computer, which has no such file, leaves it unchanged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app import files
from desktop_app.core.errors import (
    InputError,
    NewerVersionError,
    NotSavedError,
    UsageError,
    os_reason,
)
from desktop_app.core.messages import msg
from desktop_app.core.prompts import Prompt, parse_prompt, places_in
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.folder import (
    is_file,
    own_file,
    read_own,
    recorded_text,
    refuse_link,
)
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.protocol.base import Protocol

CONSENT = "consent.md"
BACKGROUND = "forms/background.yaml"
_SETTINGS = "settings"
_FOLDERS = ("guidelines", "forms", _SETTINGS)
_SUFFIXES = (".md", ".txt", ".yaml", ".yml")
_VERSION = re.compile(r"(?P<stem>.+)\.(?P<language>[a-z]{2,3})(?P<suffix>\.\w+)")
# Local state: paths of the lead's own files when last read.
_TAKEN = "own_materials"


def in_language(bodies: Iterable[Mapping[str, Any]], language: str) -> dict[str, str]:
    """Return texts by path, each in `language` if there is a version in that language.

    A version is a file beside its text: `guidelines/risum.de.md` beside `guidelines/risum.md`. A
    lead's own text is never replaced by a version that came with the program.
    """
    by_path = {str(body["path"]): body for body in bodies}
    versions: dict[str, Mapping[str, Any]] = {}
    for path, body in by_path.items():
        match = _VERSION.fullmatch(path)
        if match is None:
            versions.setdefault(path, body)
            continue
        base = match["stem"] + match["suffix"]
        own = by_path.get(base, {}).get("own", False)
        if match["language"] == language and (body.get("own", False) or not own):
            versions[base] = body
        elif base not in by_path:
            versions.setdefault(path, body)
    return {path: str(versions[path]["text"]) for path in sorted(versions)}


def standard_texts(workspace: Workspace) -> dict[str, str]:
    """Return the texts that the project's protocols bring, by path."""
    texts: dict[str, str] = {}
    for key in workspace.protocols:
        for path, text in workspace.protocol(key).materials().items():
            both = path == BACKGROUND and path in texts
            texts[path] = joined_background(texts[path], text) if both else text
    return texts


@lru_cache(maxsize=8)
def joined_background(first: str, second: str) -> str:
    """Return the questionnaires of two protocols as one.

    It has all questions of the first, then those of the second with other names. If the result is
    no valid form, the first is returned.
    """
    from desktop_app.core.forms import form_from_json, parse_form

    one, other = (parse_form(text, file=BACKGROUND) for text in (first, second))
    known = {question.key for question in one.questions}
    joined = one.as_json()
    # The keys of the two forms were not chosen to be unique together.
    joined["key_scope"] = "question"
    joined["version"] = one.version + other.version
    joined["questions"] += [
        part for part in other.as_json()["questions"] if part.get("key") not in known
    ]
    try:
        form_from_json(joined, file=BACKGROUND)
    except InputError:
        return first
    return json.dumps(joined, ensure_ascii=False, indent=1)


def problem(workspace: Workspace) -> InputError | None:
    """Return the error in a lead's own texts that would stop packing, or None.

    None also when a protocol is not installed here, because only the protocol can check its texts.
    """
    if not workspace.is_lead or not (workspace.folder / "project").exists():
        return None
    try:
        _own_files(workspace, only_new=True)
    except InputError as error:
        return error
    except UsageError:
        return None
    return None


def give(workspace: Workspace, path: str, text: str | None) -> bool:
    """Make `text` the lead's own at `path`; None returns to the protocols' text, or to none.

    Returns whether this changes anything. Raises InputError for an unusable text, UsageError in an
    annotator's workspace, NotSavedError.
    """
    workspace.require_lead(msg("Setting texts"))
    if text is not None:
        check(path, text, file=path)
    place = workspace.folder / "project" / path
    # A link anywhere on the way would let this write outside the workspace.
    for above in (workspace.folder / "project", place.parent, place):
        refuse_link(above)
    try:
        if text is None:
            place.unlink(missing_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            files.atomic_write(place, text.encode("utf-8"))
    except OSError as error:
        raise NotSavedError(
            msg("{place}: cannot be written ({error})", place=place, error=os_reason(error))
        ) from error
    own = {} if text is None else {path: text}
    standard = {key: one for key, one in standard_texts(workspace).items() if key == path}
    added = workspace.add(_drafts(workspace, own, standard, {path} - own.keys()), imported=True)
    # The file is noted, so that removing it later withdraws the record.
    _remember(workspace, (set(workspace.local(_TAKEN, ())) - {path}) | own.keys())
    return bool(added.added)


def take_in(workspace: Workspace) -> None:
    """Turn the lead's own files and the protocols' texts into records, where they changed.

    Raises InputError, with file and line, for a file that cannot be used.
    """
    own = _own_files(workspace)
    if any(workspace.protocol(key).form_path for key in workspace.protocols):
        # Imported here because it imports YAML: only needed for studies.
        from desktop_app.workspace.forms import own_study_forms

        own = own_study_forms(workspace, own)
    # Files that were there and are gone: their records are withdrawn.
    before = set(workspace.local(_TAKEN, ()))
    drafts = _drafts(workspace, own, standard_texts(workspace), before - own.keys())
    workspace.add(drafts, imported=True)
    _remember(workspace, set(own))


def check(path: str, text: str, *, file: str) -> None:
    """Raise InputError, with file and line, for a text that cannot be used at `path`."""
    from desktop_app.core.forms import parse_form

    if path == BACKGROUND:
        read_background(text, file=file)
    elif path.startswith("forms/") and path.endswith((".yaml", ".yml")):
        parse_form(text, file=file)
    elif path == CONSENT and not text.strip():
        raise InputError(
            msg("the consent text is empty"),
            file=file,
            hint=msg("To ask for no consent, use: proofdesk import DIR --what consent --none"),
        )


def read_background(text: str, *, file: str) -> Form | None:
    """Parse a background form; an empty text asks nothing (None).

    Raises FormError with every flaw and its line: those of any form, and required questions,
    because nobody has to answer questions about themselves.
    """
    from desktop_app.core.form_yaml import read_yaml
    from desktop_app.core.forms import parse_form

    if not text.strip():
        return None
    form = parse_form(text, file=file)
    flaws = read_yaml(text, file=file).flaw_list(file)
    for index, part in enumerate(form.parts):
        if getattr(part, "required", False):
            reason = msg("is not allowed in this form: nobody has to answer")
            flaws.add(("questions", index, "required"), reason)
        if getattr(part, "required_if", None) is not None:
            flaws.add(
                ("questions", index, "required_if"),
                msg("is not allowed in this form: see “required”"),
            )
    flaws.raise_any()
    return form


def _drafts(
    workspace: Workspace, own: Mapping[str, str], standard: Mapping[str, str], gone: set[str]
) -> list[Draft]:
    """Return the drafts of changed texts. `gone`: paths that are no longer the lead's own."""
    lead = workspace.lead

    def draft(path: str, body: dict[str, Any] | None) -> Draft:
        return Draft("material", path, body, lead, path)

    result = [draft(path, {"path": path, "text": text, "own": True}) for path, text in own.items()]
    for path, text in standard.items():
        heads = workspace.records.heads("material", path)
        # Another lead's own text, which this computer has no file of, stays.
        kept = any((head.body or {}).get("own") for head in heads) and path not in gone
        if path not in own and not kept:
            result.append(draft(path, {"path": path, "text": text}))
    result += [
        draft(path, None)
        for path in gone - standard.keys()
        if workspace.records.is_there("material", path)
    ]
    return sorted(result, key=lambda one: one.key)


def _remember(workspace: Workspace, paths: set[str]) -> None:
    if sorted(paths) != workspace.local(_TAKEN, []):
        workspace.set_local(_TAKEN, sorted(paths))


def _own_prompts(workspace: Workspace) -> dict[str, str]:
    """Return the lead's own wording of the prompts that annotators' programs use."""

    texts = {}
    for path, (protocol, key) in live_files(workspace).items():
        text = own_file(workspace.folder, path)
        if text is not None:
            check_own(protocol, key, text, file=str(workspace.folder / "project" / path))
            texts[path] = text
    return texts


def _own_files(workspace: Workspace, *, only_new: bool = False) -> dict[str, str]:
    """Return a lead's own texts by path, each checked; with `only_new`, only unrecorded ones.

    Raises InputError.
    """
    root = workspace.folder / "project"
    refuse_link(root)
    matches: list[tuple[str, Path]] = [(CONSENT, root / CONSENT)]
    for folder in _FOLDERS:
        refuse_link(root / folder)
        matches += [
            (f"{folder}/{file.name}", file)
            for file in sorted((root / folder).glob("*"))
            if file.suffix in _SUFFIXES
        ]
    # Looking for prompts loads protocols, which is slow.
    some = not only_new or (root / "prompts").exists()
    texts = _own_prompts(workspace) if some else {}
    new = []
    for path, file in matches:
        refuse_link(file)
        if is_file(file):
            texts[path] = read_own(file)
            if not only_new or texts[path] != recorded_text(workspace.records, path):
                new.append((path, file))
    # Protocols are loaded only if there is something for them to check.
    protocols = [workspace.protocol(key) for key in workspace.protocols] if new else []
    for path, file in new:
        check(path, texts[path], file=str(file))
        if path.startswith(f"{_SETTINGS}/"):
            _check_settings_name(path, protocols, file=str(file))
        for protocol in protocols:
            protocol.check_text(path, texts[path], file=str(file))
    return texts


def _check_settings_name(path: str, protocols: Iterable[Protocol], *, file: str) -> None:
    """Raise InputError for a file of settings that no protocol would read."""
    settings = [protocol.settings_file for protocol in protocols]
    names = [one.path.removeprefix(f"{_SETTINGS}/") for one in settings if one is not None]
    if path.removeprefix(f"{_SETTINGS}/") not in names:
        raise InputError(
            msg("has a name that is not recognised"),
            file=file,
            hint=msg("Settings of this project: {names}.", names=", ".join(names))
            if names
            else msg("The protocols of this project have no settings. Move it elsewhere."),
        )


def material_problem(path: str, text: str) -> str | None:
    """Return why a material cannot be the form that its path names, or None."""
    if not path.startswith("forms/"):
        return None
    try:
        check(path, text, file=path)
    except NewerVersionError as error:
        return msg("a form that {reason}", reason=error.reason)
    except InputError as error:
        return msg(
            "a form that cannot be used ({value})",
            # The line, but not its content: a bundle may come from anybody.
            value=f"line {error.line}" if error.line else path,
        )
    return None


# Prompts: those the protocols bring, and a lead's own in their place
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
