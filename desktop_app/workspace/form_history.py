"""Answers and the form versions they were made under, compared with the current form.

A study's form may change while answers to it exist. Each answer is read by the words of its own
form version; where these mean something else now, the answer is not carried into the new form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from desktop_app.core.form_versions import Carried, Change, FormVersions
from desktop_app.core.forms import HIDDEN, Form
from desktop_app.core.protocol.base import Protocol
from desktop_app.workspace.workspace import Workspace


@dataclass(frozen=True)
class Earlier:
    """Answers of an earlier form version that the current form does not accept as they are.

    Their questions are still asked. `form`: the form version they answer; None if it is not here.
    """

    answers: Mapping[str, Any]
    form: Form | None


class GivenUnder:
    """The forms of a workspace's protocols, each read once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known: dict[str, FormVersions | None] = {}
        self._own: dict[str, Form] = {}
        self._changes: dict[tuple[str, str], Change] = {}

    def name(self, protocol: Protocol) -> str:
        """Return the name of the current form; "" for a protocol with questions of its own."""
        versions = self._versions(protocol)
        return versions.current.name if versions and versions.current else ""

    def form(self, protocol: Protocol, name: str) -> Form | None:
        """Return the form version with this name; None if it is unknown or has not arrived."""
        versions = self._versions(protocol)
        if versions is None:
            if protocol.key not in self._own:
                self._own[protocol.key] = protocol.stages[0].form()
            return self._own[protocol.key]
        # Answers of earlier program versions name no form. With one version only, it must be that.
        if not name and len(versions.all) == 1:
            return versions.all[0].form
        result = versions.named(name)
        return result.form if result else None

    def in_conflict(self, protocol: Protocol) -> bool:
        """Return whether several current forms have arrived, so that a lead must decide."""
        versions = self._versions(protocol)
        return bool(versions and versions.in_conflict)

    def carried(self, protocol: Protocol, answers: Mapping[str, Any], name: str) -> Carried:
        """Split answers made under the named form version by whether they mean the same now.

        Drafts of earlier program versions name no form. Of these, only answers that mean the same
        under every form version that has arrived are carried over.
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
        """Return the questions of submitted answers that must be answered again under the current
        form.

        None where the answers mean the same, or were made under it.
        """
        versions = self._versions(protocol)
        if versions is None or versions.current is None or name in ("", versions.current.name):
            return []
        now = versions.current.form
        change = self._change(protocol, name, now)
        if change is not None:
            return change.stale_answers(answers)
        # The form version has not arrived, so nobody can know what the answers meant.
        return [key for key in now.visible({}) if key in answers]

    def still_asked(self, protocol: Protocol, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers whose questions the current form asks, without hidden values."""
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
        if protocol.key not in self._known:
            self._known[protocol.key] = (
                FormVersions(self._workspace.material_versions(protocol.form_path))
                if protocol.form_path
                else None
            )
        return self._known[protocol.key]
