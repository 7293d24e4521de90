"""Rewriting outdated bundles: a new file in place of the one that a person was sent last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop_app.core.errors import AppError, UsageError
from desktop_app.core.messages import msg
from desktop_app.workspace.bundles_out import BundleOut, bundles_out
from desktop_app.workspace.packing import pack
from desktop_app.workspace.workspace import Workspace

Progress = Callable[[int, int], None]


def _quiet(done: int, total: int) -> None:
    return None


@dataclass
class UpdateReport:
    """The outcome of rewriting bundles.

    `written`: summaries from `pack`
    `problems`: (person, error) for bundles that could not be written
    """

    written: list[dict[str, Any]] = field(default_factory=list)
    problems: list[tuple[str, AppError]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {
            "written": self.written,
            "refused": [{"person": who, "problem": str(error)} for who, error in self.problems],
        }


def outdated_bundles(workspace: Workspace, people: Sequence[str] | None = None) -> list[BundleOut]:
    """Return the outdated bundles, by default of everybody.

    Raises UsageError if no bundle was written for one of the named people.
    """
    found = {one.person: one for one in bundles_out(workspace)}
    unknown = [person for person in people or () if person not in found]
    if unknown:
        raise UsageError(
            msg("no bundle was written here for: {people}", people=", ".join(unknown)),
            hint=msg("Write one first: proofdesk pack DIR --for ID -o FILE."),
        )
    return [
        one
        for one in found.values()
        if one.state == "outdated" and (people is None or one.person in people)
    ]


def update_bundles(
    workspace: Workspace,
    people: Sequence[str] | None = None,
    *,
    passphrase: str | None = None,
    progress: Progress = _quiet,
) -> UpdateReport:
    """Write outdated bundles again, to the same files and with the same protection.

    `people`: None: everybody whose bundle is outdated
    `passphrase`: for bundles that were encrypted with one

    One that cannot be written does not prevent the others. Raises UsageError as `outdated_bundles`
    does, and what `progress` raises.
    """
    workspace.require_lead(msg("Packing for a person"))
    report = UpdateReport()
    todo = outdated_bundles(workspace, people)
    for done, one in enumerate(todo):
        progress(done, len(todo))
        try:
            if one.lock == "passphrase" and not passphrase:
                raise UsageError(
                    msg("{name} is encrypted with a passphrase", name=one.file.name),
                    hint=msg("Enter the passphrase, so that the new file is also encrypted."),
                )
            report.written.append(
                pack(
                    workspace,
                    one.file,
                    recipient=one.person,
                    encrypt_to=[one.person] if one.lock == "keys" else (),
                    passphrase=passphrase if one.lock == "passphrase" else None,
                )
            )
        except AppError as error:
            report.problems.append((one.person, error))
    return report
