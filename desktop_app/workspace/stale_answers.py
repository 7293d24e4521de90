"""Outdated answers: the form changed their meaning, or a reviewer returned them (`returned`).

The stored answers are kept with the form version they belong to; the annotator answers again. The
window, `status` and a lead's overview all count them with this module.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import AppError
from desktop_app.core.merging import body_of
from desktop_app.workspace.sent_back import sent_back
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.workspace.forms import FormHistory

_FORMS = "forms/"


def stale_answers(
    workspace: Workspace,
    given: FormHistory | None = None,
    back: Collection[str] | None = None,
) -> frozenset[str]:
    """Return the work keys of the assignments whose submitted answers are outdated.

    given  the forms of this workspace, if the caller has read them
    back   result of `sent_back`, if the caller has it

    Forms are read only where an annotation names a form version other than the current one. If a
    protocol or a form cannot be used here, nobody can be asked anything, and nothing is outdated.
    """
    result = set(sent_back(workspace) if back is None else back)
    changed = _under_other_forms(workspace)
    if not changed:
        return frozenset(result)
    # Imported here because it imports YAML: only needed where a form changed.
    from desktop_app.workspace.forms import FormHistory

    forms = given or FormHistory(workspace)
    for protocol, bodies in changed.items():
        # A protocol that is not installed here cannot say what changed.
        with suppress(AppError):
            chosen = workspace.protocol(protocol)
            result |= {
                key
                for key, body in bodies.items()
                if forms.stale_answers(chosen, body["answers"], str(body["form"]))
            }
    return frozenset(result)


def _under_other_forms(workspace: Workspace) -> dict[str, dict[str, Mapping[str, Any]]]:
    """Return annotations made under a form version not in use now, by protocol and work key."""
    records = workspace.records
    # A form version is named by a digest of its text, so it can be recognised without parsing YAML.
    present = [
        sha256_hex(str(body["text"]).encode("utf-8"))
        for record in records.all_current("material")
        if str((body := body_of(record))["path"]).startswith(_FORMS)
    ]
    is_present: dict[str, bool] = {}
    result: dict[str, dict[str, Mapping[str, Any]]] = {}
    for assignment in records.all_current("assignment"):
        # The first head with a body: answers in conflict are outdated like any others.
        heads = records.heads("annotation", assignment.key)
        stated = next((head.body for head in heads if head.body is not None), {})
        name = str(stated.get("form", ""))
        if not name:
            continue
        if name not in is_present:
            digest = name.partition("#")[2]
            is_present[name] = bool(digest) and any(one.startswith(digest) for one in present)
        if not is_present[name]:
            result.setdefault(str(stated["protocol"]), {})[assignment.key] = stated
    return result
