"""The texts that a lead edits: guidelines, the consent text, forms, with their drafts.

A text is published as a new version, which the next bundles contain. Before that, `effects_of`
returns whom it concerns and which answers the new version would not take over. Drafts are on this
computer only.

The module is longer than most because all texts share drafts, effects and publishing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from desktop_app.catalogue import LANGUAGES
from desktop_app.core.anchors import anchors_of
from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import UsageError
from desktop_app.core.form_editing import dump, parts_of
from desktop_app.core.form_parts import HIDDEN
from desktop_app.core.form_problems import FormError
from desktop_app.core.form_properties import Check
from desktop_app.core.form_versions import Change, FormVersions, reinterpretations
from desktop_app.core.form_yaml import read_yaml
from desktop_app.core.forms import parse_form
from desktop_app.core.messages import msg
from desktop_app.core.project_settings import SettingsFile
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.template_texts import template_places
from desktop_app.files import resource
from desktop_app.workspace import materials
from desktop_app.workspace.bundles_out import bundles_out
from desktop_app.workspace.consent import everybodys_consent
from desktop_app.workspace.folder import own_file, recorded_text
from desktop_app.workspace.forms import FormHistory, form_draft, next_version_flaws
from desktop_app.workspace.importing import forget_form, kept_form
from desktop_app.workspace.work_states import sent_back, stale_answers
from desktop_app.workspace.workspace import Workspace

TextKind = Literal["guidelines", "consent", "background", "form", "anchors", "settings"]
GUIDELINES = "guidelines/"
# Templates of forms for studies, by the names of their files in the resources.
TEMPLATES = {
    "yes_no": msg("Yes or No, with a reason"),
    "likert": msg("Set of statements on a scale"),
    "pairwise": msg("Comparison of two texts"),
    "adequacy_fluency": msg("Adequacy and fluency"),
}
# Square brackets, but not those of a link in Markdown.
_PLACEHOLDER = re.compile(r"\[[^\[\]\n]+\](?!\()")


@dataclass(frozen=True)
class ProjectText:
    """A text of a project that its lead can change.

    `title`: what it belongs to, such as a protocol or a stage; a message
    `language`: the language of its readers; empty: a text for all of them
    `text`: the published text; empty: there is none
    `standard`: the text that comes with the program, which applies if the lead has no own text
    `is_own`: whether the published text is a lead's own
    `version`: number of the form's last version; 0 for texts without versions
    `draft`: the lead's changes that are not published; None if there are none
    `check`: raises InputError for a text that cannot be used here
    `sets`: other texts that come with the program, by name
    `settings`: the settings that the text contains, for the kind “settings”
    """

    path: str
    kind: TextKind
    title: str
    language: str
    text: str
    standard: str
    is_own: bool
    version: int = 0
    draft: str | None = None
    check: Check | None = field(default=None, compare=False)
    sets: Mapping[str, str] = field(default_factory=dict)
    settings: SettingsFile[Any] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class AnswerEffect:
    """The effect of a new form version on the answers to one question.

    `answers`: number of merged answers that the new version does not take over
    """

    question: str
    reason: str
    answers: int


@dataclass(frozen=True)
class Effects:
    """What a lead should know before publishing a text, mostly its effects on other people.

    `outdated`: people whose bundles are outdated afterwards
    `answers`: effects on answers, by question
    `asked_again`: people who agreed to the earlier consent text and will be asked again
    `placeholders`: what a consent text still has in square brackets, as in the template, or a form
        as in a new question or option
    """

    outdated: tuple[str, ...] = ()
    answers: tuple[AnswerEffect, ...] = ()
    asked_again: tuple[str, ...] = ()
    placeholders: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.outdated or self.answers or self.asked_again or self.placeholders)

    def to_json(self) -> dict[str, Any]:
        return {
            "outdated": list(self.outdated),
            "answers": [vars(one) for one in self.answers],
            "asked_again": list(self.asked_again),
            "placeholders": list(self.placeholders),
        }


def project_texts(workspace: Workspace) -> list[ProjectText]:
    """Return all texts that a lead can change, guidelines first.

    Raises InputError for a file of the lead that cannot be read.
    """
    standard = materials.standard_texts(workspace)
    texts = [
        _plain(workspace, path, "guidelines", title, language, standard)
        for path, title, language in _guidelines(workspace, standard)
    ]
    texts.append(_plain(workspace, materials.CONSENT, "consent", msg("Consent"), "", standard))
    about = _plain(
        workspace, materials.BACKGROUND, "background", msg("Questions about people"), "", standard
    )
    texts.append(_with_check(about, _check_background))
    for key in workspace.protocols:
        protocol = workspace.protocol(key)
        if protocol.form_path:
            texts.append(_study_form(workspace, protocol))
        for path, own in protocol.own_forms().items():
            one = _plain(workspace, path, "form", own.title, "", {path: own.text})
            texts.append(_with_check(one, _check_of(protocol, path)))
        if protocol.anchors_path:
            texts.append(_anchors(workspace, protocol))
        if protocol.settings_file is not None:
            texts.append(_settings(workspace, protocol, protocol.settings_file))
    return texts


def find_text(workspace: Workspace, path: str) -> ProjectText:
    """Return the text with this path. Raises UsageError if the project has none."""
    texts = {one.path: one for one in project_texts(workspace)}
    if path not in texts:
        raise UsageError(
            msg("this project has no text “{path}”", path=path),
            hint=msg("Its texts: {paths}.", paths=", ".join(texts)),
        )
    return texts[path]


def guidelines_path(workspace: Workspace, protocol: str | None = None, language: str = "") -> str:
    """Return the path of the guidelines of a protocol in a language, by default in English.

    `protocol`: its key; None: the only one of the project

    Raises UsageError for an unknown or missing protocol, or an unknown language.
    """
    if language and language not in LANGUAGES:
        raise UsageError(
            msg("there are no guidelines in the language “{language}”", language=language),
            hint=msg("Choose one of: {languages}.", languages=", ".join(LANGUAGES)),
        )
    return _guidelines_path(workspace.protocol(protocol).key, language or LANGUAGES[0])


def effects_of(workspace: Workspace, path: str, text: str) -> Effects:
    """Return the effects that publishing a text would have on other people.

    Its people are those whose bundles `bundles_out.bundles_out` calls outdated afterwards.

    Raises the errors of `find_text` and of parsing a form, and RefusedError for labels of options
    that cannot change any more.
    """
    published = find_text(workspace, path)
    if published.text == text:
        return Effects()
    materials.refuse_new_anchors(workspace, path)
    agreed = (
        sorted(who for who, one in everybodys_consent(workspace).items() if one.state == "agreed")
        if published.kind == "consent"
        else []
    )
    is_form = published.kind in ("form", "background")
    answers = _answer_effects(workspace, published, text) if is_form else ()
    return Effects(
        tuple(_outdated(workspace, published, text)),
        tuple(answers),
        tuple(agreed),
        tuple(_placeholders(published, text)),
    )


def publish(workspace: Workspace, path: str, text: str) -> bool:
    """Publish a text as a new version, and remove its draft; return whether it is new.

    An empty consent text or questionnaire is removed, so that nobody is asked. For a form under
    which answers mean something else, `effects_of` says so; they then belong to the earlier version
    (docs/decisions/0015).

    Raises InputError for a text that cannot be used, UsageError for an unknown path and in an
    annotator's workspace, and NotSavedError if saving fails.
    """
    workspace.require_lead(msg("Publishing texts"))
    published = find_text(workspace, path)
    if published.check is not None:
        published.check(text)
    study = _study_of(workspace, path)
    if study is not None:
        form = parse_form(text, file=path)
        flaws = next_version_flaws(workspace, study, form, text, update=True)
        if flaws:
            raise FormError(flaws, file=path)
        added = workspace.add([form_draft(study, text, workspace.lead)], imported=True)
        changed = bool(added.added)
    else:
        is_default = text == published.standard
        # An empty text replaces the program's own text; without such a text, nothing is left.
        gone = is_default or (not text.strip() and not published.standard)
        changed = materials.give(workspace, path, None if gone else text)
    forget_form(workspace, path)
    return changed


# Names of the files of labels that come with the program.
ANCHOR_SETS = {"paper": msg("As in the paper, in other words")}
STANDARD_ANCHORS = "standard"


def anchor_set(protocol: Protocol, name: str) -> str:
    """Return a file of labels by name. Raises UsageError for an unknown name.

    `name`: “standard” for the labels of the program's own forms, or one of the protocol's sets
    """
    if not protocol.anchors_path:
        raise UsageError(
            msg("the labels of “{key}” are part of its form", key=protocol.key),
            hint=msg("Change them there, with a new version of the form."),
        )
    sets = protocol.anchor_sets()
    if name not in (STANDARD_ANCHORS, *sets):
        raise UsageError(
            msg("there is no set of labels “{name}”", name=name),
            hint=msg("Choose one of: {names}.", names=", ".join((STANDARD_ANCHORS, *sets))),
        )
    return sets[name] if name in sets else anchors_of(protocol.plain_forms())


def current_anchors(workspace: Workspace, protocol: Protocol) -> str:
    """Return the name of the set of labels that a project uses; “own” for a lead's own file."""
    text = find_text(workspace, protocol.anchors_path).text
    named = (STANDARD_ANCHORS, *protocol.anchor_sets())
    return next((name for name in named if anchor_set(protocol, name) == text), "own")


def template(name: str) -> str:
    """Return the form file of a template for studies. Raises UsageError for an unknown name."""
    if name not in TEMPLATES:
        raise UsageError(
            msg("there is no template “{name}”", name=name),
            hint=msg("Templates: {names}.", names=", ".join(TEMPLATES)),
        )
    return resource(f"forms/{name}.yaml").read_text("utf-8")


def consent_template(language: str) -> str:
    """Return a consent text to start from, in a language of the program."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    return resource(f"consent/{known}.md").read_text("utf-8")


# Internals
def _guidelines(
    workspace: Workspace, standard: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """Yield (path, title, language) of all guidelines: those of protocols, then further ones."""
    known: set[str] = set()
    for key in workspace.protocols:
        for language in LANGUAGES:
            path = _guidelines_path(key, language)
            known.add(path)
            yield path, workspace.protocol(key).title, language
    folder = workspace.folder / "project" / GUIDELINES
    own = {f"{GUIDELINES}{file.name}" for file in folder.glob("*.md")} if folder.is_dir() else set()
    recorded = {
        record.key
        for record in workspace.records.all_current("material")
        if record.key.startswith(GUIDELINES) and record.body is not None
    }
    for path in sorted({*own, *recorded, *(p for p in standard if p.startswith(GUIDELINES))}):
        if path not in known:
            yield path, path.removeprefix(GUIDELINES), ""


def _guidelines_path(protocol: str, language: str) -> str:
    """Return the path of a protocol's guidelines; English ones have no language in their name."""
    middle = "" if language == LANGUAGES[0] else f".{language}"
    return f"{GUIDELINES}{protocol}{middle}.md"


def _plain(
    workspace: Workspace,
    path: str,
    kind: TextKind,
    title: str,
    language: str,
    standard: Mapping[str, str],
) -> ProjectText:
    """Return a text that is a file of the lead, a record, or the program's own."""
    known = standard.get(path, "")
    # The file first: it may have been changed by hand since the last bundle was packed.
    own = own_file(workspace.folder, path) if workspace.is_lead else None
    if own is None:
        recorded = recorded_text(workspace.records, path)
        body = workspace.records.stated_body("material", path) or {}
        # The record of a program's text may be older than the program.
        own = recorded if body.get("own") or (recorded is not None and not known) else None
    text = known if own is None else own
    return ProjectText(
        path, kind, title, language, text, known, own is not None, 0, _draft(workspace, path)
    )


def _anchors(workspace: Workspace, protocol: Protocol) -> ProjectText:
    """Return the labels of options of a protocol's forms."""
    path = protocol.anchors_path
    title = msg("Labels of options ({protocol})", protocol=protocol.key)
    plain = {path: anchors_of(protocol.plain_forms())}
    one = _plain(workspace, path, "anchors", title, "", plain)
    return _with_check(replace(one, sets=protocol.anchor_sets()), _check_of(protocol, path))


def _settings(workspace: Workspace, protocol: Protocol, file: SettingsFile[Any]) -> ProjectText:
    """Return the settings of a protocol; those of version 0.1 as they are in the file of today."""
    title = msg("Settings ({protocol})", protocol=protocol.key)
    one = _plain(workspace, file.path, "settings", title, "", {})
    if not one.text:
        old = own_file(workspace.folder, file.old_path) if workspace.is_lead else None
        old = recorded_text(workspace.records, file.old_path) if old is None else old
        # All of them, so that publishing their defaults replaces the old file, too.
        values = file.read({file.old_path: old}).model_dump(mode="json") if old else {}
        # What accepts any value is not written: an empty list is none of the valid values.
        text = dump({name: value for name, value in values.items() if value != []}) if old else ""
        one = replace(one, text=text)
    return replace(one, settings=file, check=_check_of(protocol, file.path))


def _with_check(one: ProjectText, check: Check) -> ProjectText:
    return ProjectText(**{**vars(one), "check": check})


def _study_form(workspace: Workspace, protocol: Protocol) -> ProjectText:
    path = protocol.form_path
    versions = FormVersions(workspace.material_versions(path))
    current = versions.current
    last = max((one.form.version for one in versions.all), default=0)
    return ProjectText(
        path,
        "form",
        protocol.title,
        "",
        current.text if current is not None else "",
        "",
        current is not None,
        last,
        _draft(workspace, path),
    )


def _draft(workspace: Workspace, path: str) -> str | None:
    kept = kept_form(workspace, path)
    return None if kept is None else str(kept["text"])


def _check_background(text: str) -> None:
    materials.read_background(text, file=materials.BACKGROUND)


def _check_of(protocol: Protocol, path: str) -> Check:
    return lambda text: protocol.check_text(path, text, file=path)


def _study_of(workspace: Workspace, path: str) -> Protocol | None:
    """Return the protocol whose form file has this path, or None."""
    protocols = (workspace.protocol(key) for key in workspace.protocols)
    return next((one for one in protocols if one.form_path == path), None)


def _placeholders(published: ProjectText, text: str) -> list[str]:
    """Return the placeholders of the text that would replace a published one."""
    if published.kind == "consent":
        return _PLACEHOLDER.findall(text)
    if published.kind in ("guidelines", "settings"):
        return []
    data = read_yaml(text, file="").data
    before = read_yaml(published.text, file="").data if published.text.strip() else None
    # Answers are stored under the published keys, which therefore stay.
    fixed = {str(one.get("key")) for one in parts_of(before)} if isinstance(before, dict) else ()
    return template_places(data, fixed) if isinstance(data, dict) else []


def _outdated(workspace: Workspace, published: ProjectText, text: str) -> list[str]:
    """Return the people whose bundles are outdated once a text is published."""
    path = published.path
    texts = materials.text_digests(workspace)
    # As in `publish`: without a text of the program, an empty text is removed.
    texts.pop(path, None)
    if text.strip() or published.standard:
        texts[path] = sha256_hex(text.encode("utf-8", "surrogatepass"))
    study = _study_of(workspace, path)
    stale = (
        stale_answers(workspace)
        if study is None
        else sent_back(workspace).keys() | _stale_under(workspace, study, text)
    )
    outs = bundles_out(workspace, stale, texts=texts)
    return [one.person for one in outs if one.state == "outdated"]


def _stale_under(workspace: Workspace, study: Protocol, text: str) -> set[str]:
    """Return the keys of the answers that must be given again under a new form of a study."""
    history, form = FormHistory(workspace), parse_form(text, file=study.form_path)
    changes: dict[str, Change | None] = {}
    result = set()
    for record in workspace.records.all_current("annotation"):
        body = record.body or {}
        name = str(body.get("form") or "")
        if body.get("protocol") != study.key or not name:
            continue
        if name not in changes:
            old = history.form(study, name)
            changes[name] = Change(old, form) if old is not None else None
        change = changes[name]
        # Under a form that has not arrived, the meaning of the answers is unknown.
        if change is None or change.stale_answers(body["answers"]):
            result.add(record.key)
    return result


def _answer_effects(
    workspace: Workspace, published: ProjectText, text: str
) -> Iterator[AnswerEffect]:
    """Yield the effect of a new form version on the answers to each question."""
    if not published.text.strip():
        return
    path = published.path
    try:
        old = parse_form(published.text, file=path)
    # A file that was changed by hand. Nobody can have answered it.
    except FormError:
        return
    # An empty questionnaire asks nothing.
    new = parse_form(text, file=path) if text.strip() else replace(old, parts=())
    reasons: dict[str, str] = {}
    for steps, reason in reinterpretations(old, new):
        key = str(getattr(new.parts[int(steps[1])], "key", ""))
        reasons.setdefault(key, reason)
    change = Change(old, new)
    for key in sorted(change.dropped):
        reasons[key] = msg("is no longer asked")
    counts = _lost_answers(workspace, path, change)
    order = [question.key for question in (*new.questions, *old.questions)]
    for key in dict.fromkeys(order):
        # A removed question without answers concerns nobody.
        if counts[key] or (key in reasons and key not in change.dropped):
            reason = reasons.get(key, msg("no longer offers some of the chosen answers"))
            yield AnswerEffect(key, reason, counts[key])


def _lost_answers(workspace: Workspace, path: str, change: Change) -> Counter[str]:
    """Return the number of answers to each question that a change does not take over."""
    counts = Counter[str]()
    asked = {question.key for question in change.old.questions}
    # Answers can be invalid already, such as to a question that the project's settings change.
    same = Change(change.old, change.old)
    for kept in _answers_to(workspace, path):
        counts.update((_aside(change, kept) - _aside(same, kept)) & asked)
    return counts


def _answers_to(workspace: Workspace, path: str) -> Iterator[Mapping[str, Any]]:
    """Yield the current answers to the published form with this path."""
    if path == materials.BACKGROUND:
        for record in workspace.records.all_current("background"):
            yield (record.body or {}).get("answers") or {}
        return
    history, study = FormHistory(workspace), _study_of(workspace, path)
    owner, stage = (study, "") if study is not None else _stage_of(workspace, path)
    if owner is None:
        return
    for record in workspace.records.all_current("annotation"):
        body = record.body or {}
        if body.get("protocol") != owner.key or (stage and body.get("stage") != stage):
            continue
        answers = body["answers"]
        # Answers that an earlier version has already set aside are not lost again.
        yield (
            history.carried(owner, answers, str(body.get("form") or "")).kept if study else answers
        )


def _aside(change: Change, answers: Mapping[str, Any]) -> set[str]:
    """Return the keys of the answers that do not mean the same after a change."""
    aside = change.carried(answers).aside
    hidden = aside.get(HIDDEN)
    return {*aside, *(hidden if isinstance(hidden, Mapping) else ())}


def _stage_of(workspace: Workspace, path: str) -> tuple[Protocol | None, str]:
    """Return the protocol and the stage that ask a form with this path."""
    for key in workspace.protocols:
        protocol = workspace.protocol(key)
        own = protocol.own_forms().get(path)
        if own is not None:
            return protocol, own.stage
    return None, ""
