"""The form of a study: read from a file, stored as a material, replaced by new versions.

An answer belongs to the form version for which it was given. If its question means something else
in the current version, the answer does not count as an answer to the current one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from desktop_app.catalogue import LANGUAGES
from desktop_app.core.anchors import anchors_of
from desktop_app.core.errors import AppError, RefusedError, UsageError
from desktop_app.core.form_problems import Flaw, FormError
from desktop_app.core.form_versions import Carried, Change, FormVersions, new_version_flaws
from desktop_app.core.form_yaml import read_yaml
from desktop_app.core.forms import HIDDEN, Form, parse_form
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Material
from desktop_app.core.protocol.rows import Draft
from desktop_app.plugin_loader import load_protocol
from desktop_app.workspace.folder import own_file
from desktop_app.workspace.rows import read_text
from desktop_app.workspace.workspace import Workspace

WHAT = "form"
FOLDER = "forms/"


def read_form(path: str) -> tuple[Form, str]:
    """Read a form file (“-” is standard input); return the form and its text as written.

    Raises InputError for a file that cannot be read as text, FormError with every error in the
    form, and NewerVersionError.
    """
    name, text = read_text(path)
    return parse_form(text, file=name), text


def new_project(
    folder: Path,
    *,
    title: str,
    protocols: Sequence[str],
    form: str | None = None,
    language: str = "",
) -> Workspace:
    """Create an empty project, and open it as lead.

    `form`: path of a form file, for a study
    `language`: the language of reports; empty: not set

    The form is read before anything is created. Raises the errors of `Workspace.create` and
    `read_form`, and UsageError for a form that none of the protocols accepts or an unknown
    language.
    """
    forms: dict[str, str] = {}
    if form is not None:
        from desktop_app.settings import load_settings

        allowed = load_settings().allowed_plugins
        loaded = [load_protocol(key, allowed) for key in protocols]
        # If no protocol takes a form, `form_path` raises UsageError.
        taking = [one for one in loaded if one.form_path] or loaded
        forms = {form_path(one): read_form(form)[1] for one in taking[:1]}
    if language and language not in LANGUAGES:
        raise UsageError(
            msg("there are no reports in the language “{language}”", language=language),
            hint=msg("Choose one of: {languages}.", languages=", ".join(LANGUAGES)),
            field="language",
        )
    return Workspace.create(
        folder, title=title, protocols=protocols, forms=forms, language=language
    )


def form_draft(protocol: Protocol, text: str, lead: str) -> Draft:
    """Return the draft of a form's record. Raises UsageError if the protocol takes no form."""
    path = form_path(protocol)
    return Draft("material", path, {"path": path, "text": text}, lead, path)


def form_path(protocol: Protocol) -> str:
    """Return the path of a protocol's form material. Raises UsageError if it takes no form."""
    if not protocol.form_path:
        raise UsageError(
            msg(
                "the protocol “{key}” has its own questions and does not accept a form",
                key=protocol.key,
            ),
            hint=msg("Only projects created with “--protocol study” have a form."),
        )
    return protocol.form_path


def take_form(
    workspace: Workspace, path: str, *, protocol: str | None = None, update: bool = False
) -> tuple[bool, list[str]]:
    """Make a form file the form of a study, or its next version.

    `update`: accept a form under which earlier answers would mean something else

    Returns whether the form is new, and the reasons why it is refused, in which case nothing is
    saved. A form is refused if it has another key, if its version number is not higher, or if
    earlier answers would mean something else under it. Raises the errors of `read_form`, and
    UsageError in an annotator's workspace and for a protocol that takes no form.
    """
    workspace.require_lead("Importing")
    chosen = workspace.protocol(protocol)
    form_path(chosen)
    form, text = read_form(path)
    flaws = next_version_flaws(workspace, chosen, form, text, update=update)
    if flaws:
        return False, [f"{path}, {flaw}" for flaw in flaws]
    lead = str(workspace.project_body().get("lead", workspace.person))
    result = workspace.add([form_draft(chosen, text, lead)], imported=True)
    return bool(result.added), []


def next_version_flaws(
    workspace: Workspace, protocol: Protocol, form: Form, text: str, *, update: bool = False
) -> Sequence[Flaw]:
    """Return the errors that prevent a form from becoming the next version.

    There are none if it is the current form.
    """
    path = form_path(protocol)
    versions = FormVersions(workspace.material_versions(path))
    current = versions.current
    if current is not None and not versions.in_conflict and current.text == text:
        return ()
    # Parsed again, because the errors must state the lines of the text.
    flaws = read_yaml(text, file=path).flaw_list(path)
    for place, reason in new_version_flaws(versions, form, update=update):
        flaws.add(place, reason)
    try:
        flaws.raise_any()
    except FormError as error:
        return error.flaws
    return ()


def require_form(workspace: Workspace, protocol: Protocol) -> None:
    """Check that a protocol that takes a form has exactly one current form, which can be sent.

    Raises InputError if there is none, and RefusedError if leads made several different ones.
    """
    if not protocol.form_path:
        return
    versions = FormVersions(workspace.material_versions(protocol.form_path))
    versions.required(protocol.form_path)
    if versions.in_conflict:
        named = ", ".join(one.name for one in versions.in_conflict)
        raise RefusedError(
            msg(
                "this study has {count} current forms ({named})",
                count=len(versions.in_conflict),
                named=named,
            ),
            hint=msg(
                "Nothing was packed. Import a form with a higher version, or choose one of "
                "them on the page Conflicts (or: proofdesk conflicts DIR)."
            ),
        )


def own_study_forms(workspace: Workspace, own: Mapping[str, str]) -> dict[str, str]:
    """Return the lead's own texts without forms that are already stored as versions.

    `own`: the lead's own texts, by path

    A file that is still in the folder after a later version arrived must not restore the old form.
    Raises FormError for a new form that cannot be the next version.
    """
    kept = dict(own)
    for key in workspace.protocols:
        protocol = workspace.protocol(key)
        if not protocol.form_path or protocol.form_path not in own:
            continue
        path = protocol.form_path
        if any(one.text == own[path] for one in workspace.material_versions(path)):
            del kept[path]
            continue
        file = str(workspace.folder / "project" / path)
        form = parse_form(own[path], file=file)
        flaws = next_version_flaws(workspace, protocol, form, own[path])
        if flaws:
            raise FormError(flaws, file=file)
    return kept


def form_files(workspace: Workspace, protocol: Protocol) -> dict[str, str]:
    """Return all versions of the forms that leads wrote for a protocol, by file name, for exports.

    Invalid versions are left out, because nobody was asked them. Labels of options that leads chose
    are a file of their own.
    """
    found = dict(protocol.form_files())
    for path in protocol.own_forms():
        versions = workspace.material_versions(path)
        # What is not packed yet applies in this workspace, too.
        text = own_file(workspace.folder, path) if workspace.is_lead else None
        if text is not None and all(one.text != text for one in versions):
            versions = [replace(one, state="earlier") for one in versions]
            versions.append(Material(path, text, "current"))
        valid = [one for one in versions if _is_valid(protocol, one)]
        found |= FormVersions(valid).files(PurePosixPath(path).stem)
    # Without them, nobody knows which words people chose between.
    labels = next((stage.anchors for stage in protocol.stages if stage.anchors), "")
    if labels and labels != anchors_of(protocol.plain_forms()):
        found[PurePosixPath(protocol.anchors_path).name] = labels
    return found


def _is_valid(protocol: Protocol, form: Material) -> bool:
    try:
        protocol.check_text(form.path, form.text, file=form.path)
    except AppError:
        return False
    return True


# Answers to earlier versions


@dataclass(frozen=True)
class EarlierAnswers:
    """Answers to an earlier form version, to questions that the current form still asks.

    `form`: the form version that they answer; None if it has not arrived
    """

    answers: Mapping[str, Any]
    form: Form | None


def forms_of(
    workspace: Workspace, places: Collection[tuple[str, str]] | None = None
) -> dict[tuple[str, str], Form]:
    """Return the questions by (protocol, stage), without stages whose form has not arrived.

    `places`: only of these stages; the other protocols and forms are not loaded
    """
    forms: dict[tuple[str, str], Form] = {}
    keys = None if places is None else {protocol for protocol, _ in places}
    for protocol in workspace.usable_protocols(keys):
        for stage in protocol.stages:
            if places is not None and (protocol.key, stage.key) not in places:
                continue
            # The form of a study may not have arrived.
            with suppress(AppError):
                forms[protocol.key, stage.key] = stage.form()
    return forms


class FormHistory:
    """The form versions of a workspace's protocols, each parsed only once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known: dict[str, FormVersions | None] = {}
        self._own: dict[str, Form] = {}
        self._changes: dict[tuple[str, str], Change] = {}

    def name(self, protocol: Protocol) -> str:
        """Return the name of the current form version; "" if there is none."""
        versions = self._versions(protocol)
        return versions.current.name if versions and versions.current else ""

    def form(self, protocol: Protocol, name: str) -> Form | None:
        """Return the form version with this name; None if it has not arrived.

        For a protocol that takes no form, returns the fixed form of its first stage.
        """
        versions = self._versions(protocol)
        if versions is None:
            if protocol.key not in self._own:
                self._own[protocol.key] = protocol.stages[0].form()
            return self._own[protocol.key]
        # Answers from earlier program versions name no form version. If there is only one, it must
        # be that one.
        if not name and len(versions.all) == 1:
            return versions.all[0].form
        result = versions.named(name)
        return result.form if result else None

    def in_conflict(self, protocol: Protocol) -> bool:
        """Return whether several current forms have arrived, so that a lead must decide."""
        versions = self._versions(protocol)
        return bool(versions and versions.in_conflict)

    def carried(self, protocol: Protocol, answers: Mapping[str, Any], name: str) -> Carried:
        """Sort answers to a form version by whether they mean the same under the current one.

        `name`: name of the form version; if it has not arrived, no answer is kept

        Drafts of earlier program versions name no form version. Of these, only answers that mean
        the same under every form version that has arrived are kept.
        """
        versions = self._versions(protocol)
        if versions is None or versions.current is None or name == versions.current.name:
            return Carried(dict(answers), {})
        now = versions.current.form
        if name:
            change = self._change(protocol, name, now)
            return Carried({}, dict(answers)) if change is None else change.carried(answers)
        # Each version in turn removes the answers that it would change.
        kept = dict(answers)
        for version in versions.all:
            kept = Change(version.form, now).carried(kept).kept
        aside = {key: value for key, value in answers.items() if key not in kept}
        hidden, stays = answers.get(HIDDEN), kept.get(HIDDEN, {})
        if isinstance(hidden, Mapping):
            left = {key: value for key, value in hidden.items() if key not in stays}
            aside |= {HIDDEN: left} if left else {}
        return Carried(kept, aside)

    def stale_answers(self, protocol: Protocol, answers: Mapping[str, Any], name: str) -> list[str]:
        """Return the keys of questions that must be answered again under the current form.

        `answers`: submitted answers to the form version `name`

        Returns an empty list if the answers belong to the current form or mean the same under it.
        """
        versions = self._versions(protocol)
        if versions is None or versions.current is None or name in ("", versions.current.name):
            return []
        now = versions.current.form
        change = self._change(protocol, name, now)
        if change is not None:
            return change.stale_answers(answers)
        # The form version has not arrived, so the meaning of the answers is unknown.
        return [key for key in now.visible({}) if key in answers]

    def still_asked(self, protocol: Protocol, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers to questions that the current form asks, without hidden answers."""
        keys = (
            {question.key for question in protocol.stages[0].form().questions} if answers else set()
        )
        return {key: value for key, value in answers.items() if key in keys}

    def _change(self, protocol: Protocol, name: str, now: Form) -> Change | None:
        """Return the change since a form version, or None if that version has not arrived."""
        place = protocol.key, name
        if place not in self._changes:
            old = self.form(protocol, name)
            if old is None:
                return None
            self._changes[place] = Change(old, now)
        return self._changes[place]

    def _versions(self, protocol: Protocol) -> FormVersions | None:
        """Return the versions of a protocol's form; None if it takes no form."""
        if protocol.key not in self._known:
            self._known[protocol.key] = (
                FormVersions(self._workspace.material_versions(protocol.form_path))
                if protocol.form_path
                else None
            )
        return self._known[protocol.key]
