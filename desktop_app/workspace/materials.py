"""Texts of a project: guidelines, forms, the consent text, prompts.

Protocols have default texts, which a lead can replace with their own texts. These are plain files
in the folder `project` of the workspace (`project/forms/background.yaml`,
`project/prompts/PROTOCOL/KEY.md`), created by hand, by `give` or by `export_prompt`. When a bundle
is packed, records are made from them, except from prompts that only the lead's own program uses. A
record of a lead's own text is marked (`own`), so that another lead's computer, which has no such
file, leaves it unchanged.

The module is longer than most because all texts of a project are validated, read and replaced
according to the same rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app import files
from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import (
    AppError,
    InputError,
    NewerVersionError,
    NotSavedError,
    RefusedError,
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
# Table of the last bundle of each person (`bundles_out.py`).
BUNDLES_OUT = "bundles_out"
_FOLDERS = ("guidelines", "forms", _SETTINGS)
_SUFFIXES = (".md", ".txt", ".yaml", ".yml")
_VERSION = re.compile(r"(?P<stem>.+)\.(?P<language>[a-z]{2,3})(?P<suffix>\.\w+)")
# Name in the local state: paths of the lead's own files when they were last read.
_TAKEN = "own_materials"


def in_language(bodies: Iterable[Mapping[str, Any]], language: str) -> dict[str, str]:
    """Return texts by path, each in `language` if there is a version in that language.

    `bodies`: bodies of material records

    The path of a version contains the language: `guidelines/risum.de.md` is a version of
    `guidelines/risum.md`. A lead's own text is never replaced by the program's version.
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
    """Return the default texts of the project's protocols, by path.

    The background forms of several protocols are joined. At any other path, the text of the last
    protocol is used.
    """
    texts: dict[str, str] = {}
    for key in workspace.protocols:
        for path, text in workspace.protocol(key).materials().items():
            both = path == BACKGROUND and path in texts
            texts[path] = joined_background(texts[path], text) if both else text
    return texts


@lru_cache(maxsize=8)
def joined_background(first: str, second: str) -> str:
    """Return the background forms of two protocols as one.

    The result has all questions of the first form, then those of the second with other keys. If it
    is not a valid form, the first form is returned.
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


def problem(workspace: Workspace) -> AppError | None:
    """Return the error in a lead's own texts that would prevent packing, or None.

    Also returns None if the protocol is not installed here, because only it can check its texts.
    """
    if not workspace.is_lead or not (workspace.folder / "project").exists():
        return None
    try:
        _own_files(workspace, only_new=True)
    except (InputError, RefusedError) as error:
        return error
    except UsageError:
        return None
    return None


def give(workspace: Workspace, path: str, text: str | None) -> bool:
    """Save the lead's own text for a path; return whether the project's text changes.

    `text`: None: remove the lead's own text, so that the protocols' text applies, if there is one

    Raises InputError for an unusable text, UsageError in an annotator's workspace, and
    NotSavedError if saving fails.
    """
    workspace.require_lead(msg("Setting texts"))
    workspace.store.require_folder()
    if text is not None:
        check(path, text, file=path)
    if text != recorded_text(workspace.records, path):
        refuse_new_anchors(workspace, path)
    place = workspace.folder / "project" / path
    # Through a link, this could write outside the workspace.
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
            msg("{place}: cannot be written ({error})", place=place, error=os_reason(error)),
            hint=files.FULL_DISK_HINT,
        ) from error
    own = {} if text is None else {path: text}
    standard = {key: one for key, one in standard_texts(workspace).items() if key == path}
    added = workspace.add(_drafts(workspace, own, standard, {path} - own.keys()), imported=True)
    # The path is stored, so that the record is withdrawn if somebody removes the file.
    _remember(workspace, (set(workspace.local(_TAKEN, ())) - {path}) | own.keys())
    return bool(added.added)


def take_in(workspace: Workspace) -> None:
    """Make records of the lead's own files and the protocols' texts that have changed.

    Raises InputError, with file and line, for an unusable file.
    """
    own = _own_files(workspace)
    for path in set(workspace.local(_TAKEN, ())) - own.keys():
        refuse_new_anchors(workspace, path)
    if any(workspace.protocol(key).form_path for key in workspace.protocols):
        # Imported here because it imports YAML: only needed for studies.
        from desktop_app.workspace.forms import own_study_forms

        own = own_study_forms(workspace, own)
    # The records of files that were removed are withdrawn.
    before = set(workspace.local(_TAKEN, ()))
    drafts = _drafts(workspace, own, standard_texts(workspace), before - own.keys())
    workspace.add(drafts, imported=True)
    _remember(workspace, set(own))


def text_digests(workspace: Workspace) -> dict[str, str]:
    """Return the digests of the texts that the next bundle contains, by path.

    A lead's own files count, including those without a record. Unusable ones do not: packing
    reports them.
    """
    records = workspace.records
    texts = {
        path: text
        for path in records.keys("material")
        if (text := recorded_text(records, path)) is not None
    }
    with suppress(AppError):
        own = _own_files(workspace, only_new=True)
        # The form of a study has its own rules: `take_in` may ignore a file of it.
        texts |= {
            path: text
            for path, text in own.items()
            if path == BACKGROUND or not path.startswith("forms/") or path not in texts
        }
    return {path: sha256_hex(text.encode("utf-8", "surrogatepass")) for path, text in texts.items()}


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
            hint=msg("If you do not need consent, use: proofdesk import DIR --what consent --none"),
        )


def read_background(text: str, *, file: str) -> Form | None:
    """Return a parsed background form; None for an empty text, which asks nothing.

    Raises FormError with all errors and their lines. Required questions are also errors, because
    nobody has to answer questions about themselves.
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
    """Return drafts of records for the current texts.

    `own`: the lead's own texts
    `standard`: the texts of the protocols
    `gone`: paths of the lead's own files that were removed
    """
    lead = workspace.lead

    def draft(path: str, body: dict[str, Any] | None) -> Draft:
        return Draft("material", path, body, lead, path)

    result = [draft(path, {"path": path, "text": text, "own": True}) for path, text in own.items()]
    for path, text in standard.items():
        heads = workspace.records.heads("material", path)
        # Another lead's own text is kept; this computer has no file of it.
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
    """Return the lead's own versions of the prompts that annotators' programs use, by path."""
    texts = {}
    for path, (protocol, key) in _live_prompts(workspace).items():
        text = own_file(workspace.folder, path)
        if text is not None:
            _checked_prompt(protocol, key, text, file=str(workspace.folder / "project" / path))
            texts[path] = text
    return texts


def _own_files(workspace: Workspace, *, only_new: bool = False) -> dict[str, str]:
    """Return a lead's own texts by path. Raises InputError for an unusable one.

    `only_new`: check only texts without an equal record, for speed
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
    # A quick check reads prompts only if there are any: this loads protocols, which is slow.
    some = not only_new or (root / "prompts").exists()
    texts = _own_prompts(workspace) if some else {}
    new = []
    for path, file in matches:
        refuse_link(file)
        if is_file(file):
            texts[path] = read_own(file)
            if not only_new or texts[path] != recorded_text(workspace.records, path):
                new.append((path, file))
    # Protocols are loaded only if they have something to check.
    protocols = [workspace.protocol(key) for key in workspace.protocols] if new else []
    for path, file in new:
        check(path, texts[path], file=str(file))
        if texts[path] != recorded_text(workspace.records, path):
            refuse_new_anchors(workspace, path)
        if path.startswith(f"{_SETTINGS}/"):
            _check_settings_name(path, protocols, file=str(file))
        for protocol in protocols:
            protocol.check_text(path, texts[path], file=str(file))
    return texts


def _check_settings_name(path: str, protocols: Iterable[Protocol], *, file: str) -> None:
    """Raise InputError for a file of settings that no protocol would read."""
    settings = [protocol.settings_file for protocol in protocols]
    paths = [one.path for one in settings if one is not None]
    paths += [one.anchors_path for one in protocols if one.anchors_path]
    names = [one.removeprefix(f"{_SETTINGS}/") for one in paths]
    if path.removeprefix(f"{_SETTINGS}/") not in names:
        raise InputError(
            msg("has a name that is not recognised"),
            file=file,
            hint=msg("Settings of this project: {names}.", names=", ".join(names))
            if names
            else msg("The protocols of this project have no settings. Move it elsewhere."),
        )


def bundle_recipients(workspace: Workspace) -> set[str]:
    """Return the people for whom a bundle was written in this folder."""
    return {str(one["person"]) for one in workspace.store.records.table(BUNDLES_OUT).all()}


def anchors_protocol(workspace: Workspace, path: str) -> Protocol | None:
    """Return the protocol whose labels of options have this path, or None."""
    protocols = (workspace.protocol(key) for key in workspace.protocols)
    return next((one for one in protocols if path and one.anchors_path == path), None)


def refuse_new_anchors(workspace: Workspace, path: str) -> None:
    """Raise RefusedError for new labels of options after a bundle was written.

    People would otherwise answer the same question with different scales.
    """
    # The path first, because loading protocols is slow.
    if path.startswith(f"{_SETTINGS}/anchors-") and anchors_protocol(workspace, path) is not None:
        people = sorted(bundle_recipients(workspace))
        if people:
            raise RefusedError(
                msg(
                    "labels of options cannot change after bundles were written ({people})",
                    people=", ".join(people),
                ),
                hint=msg(
                    "Answers under other labels cannot be compared. Restore the file, or start a "
                    "new project."
                ),
            )


def material_problem(path: str, text: str) -> str | None:
    """Return why the text of a form cannot be used, or None. Other texts are always usable."""
    if not path.startswith("forms/"):
        return None
    try:
        check(path, text, file=path)
    except NewerVersionError as error:
        return msg("a form that {reason}", reason=error.reason)
    except InputError as error:
        return msg(
            "a form that cannot be used ({value})",
            # Only the line number, because a bundle may come from anybody.
            value=f"line {error.line}" if error.line else path,
        )
    return None


# Prompts: the protocols' versions, and a lead's own versions that replace them
_PROMPTS = "prompts"


@dataclass(frozen=True)
class PromptLine:
    """A prompt in a list for a lead.

    `jobs`: keys of the jobs that use it
    `file`: file of the lead's own version; empty: the protocol's version applies
    `live`: whether annotators' programs use it, so that bundles contain the lead's own version
    `problem`: why the lead's own version cannot be used; empty: it can
    """

    protocol: str
    key: str
    places: tuple[str, ...]
    jobs: tuple[str, ...]
    file: str
    version: str
    live: bool
    problem: str = ""


def _prompt_path(protocol: str, key: str) -> str:
    """Return the path of a prompt among the lead's own files and the materials."""
    return f"{_PROMPTS}/{protocol}/{key}.md"


def prompt_of(workspace: Workspace, protocol: Protocol, key: str) -> Prompt:
    """Return a parsed prompt in the project's version.

    Raises InputError, with file and line, if the lead's own version is invalid, and UsageError for
    an unknown prompt.
    """
    text, file = prompt_text(workspace, protocol, key)
    return _checked_prompt(protocol, key, text, file=file)


def project_prompts(workspace: Workspace, protocol: Protocol) -> dict[str, Prompt]:
    """Return all prompts of a protocol by key. Raises InputError as `prompt_of` does."""
    return {key: prompt_of(workspace, protocol, key) for key in protocol.prompts()}


def prompt_text(workspace: Workspace, protocol: Protocol, key: str) -> tuple[str, str]:
    """Return the text of a prompt in the project's version, and its file or path."""
    standard = standard_prompt(protocol, key)
    path = _prompt_path(protocol.key, key)
    # A lead's file, else the text from a bundle, else the protocol's text.
    own = own_file(workspace.folder, path) if workspace.is_lead else None
    if own is not None:
        return own, str(workspace.folder / "project" / path)
    recorded = recorded_text(workspace.records, path)
    return (recorded, path) if recorded is not None else (standard, path)


def _checked_prompt(protocol: Protocol, key: str, text: str, *, file: str) -> Prompt:
    """Parse a version of a protocol's prompt. Raises InputError if it is invalid."""
    known = places_in(standard_prompt(protocol, key))
    return parse_prompt(text, file=file, known=known, optional=protocol.optional_places)


def _live_prompts(workspace: Workspace) -> Mapping[str, tuple[Protocol, str]]:
    """Return {path: (protocol, key)} of the prompts that bundles contain in the lead's version."""
    return {
        _prompt_path(name, key): (protocol, key)
        for name in workspace.protocols
        for protocol in [workspace.protocol(name)]
        for key in protocol.live_prompts
    }


def list_prompts(workspace: Workspace) -> list[PromptLine]:
    """Return all prompts of the project's protocols."""
    lines = []
    for name in workspace.protocols:
        protocol = workspace.protocol(name)
        for key, standard in protocol.prompts().items():
            version = problem = file = ""
            try:
                text, place = prompt_text(workspace, protocol, key)
                file = "" if text == standard else place
                version = _checked_prompt(protocol, key, text, file=place).version
            except InputError as error:
                file, problem = error.file, str(error)
            jobs = tuple(k for k, job in protocol.jobs.items() if key in job.prompts)
            places = tuple(sorted(places_in(standard)))
            live = key in protocol.live_prompts
            lines.append(PromptLine(name, key, places, jobs, file, version, live, problem))
    return lines


def export_prompt(workspace: Workspace, protocol: Protocol, key: str) -> tuple[Path, bool]:
    """Copy a protocol's prompt to the file for the lead's own version, for editing.

    Returns the file, and whether it is new. An existing file is not changed.
    """
    workspace.require_lead(msg("Editing prompts"))
    workspace.store.require_folder()
    text = standard_prompt(protocol, key)
    path = _prompt_path(protocol.key, key)
    place = workspace.folder / "project" / path
    # This raises an error for a link, which writing would follow.
    if own_file(workspace.folder, path) is not None:
        return place, False
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotSavedError(
            msg("{place}: cannot be written ({error})", place=place, error=os_reason(error)),
            hint=files.FULL_DISK_HINT,
        ) from error
    files.atomic_write(place, text.encode("utf-8"))
    return place, True


def standard_prompt(protocol: Protocol, key: str) -> str:
    """Return the protocol's text of a prompt. Raises UsageError for an unknown prompt."""
    known = protocol.prompts()
    if key not in known:
        raise UsageError(
            msg("{key} has no prompt “{key2}”", key=protocol.key, key2=key),
            hint=msg("It has: {known}.", known=", ".join(known))
            if known
            else msg("It does not use models."),
        )
    return known[key]
