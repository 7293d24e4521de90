"""Preview and result of merging, one line per bundle, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_app.core.errors import AppError, InputError
from desktop_app.ui.jobs import Progress
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.open_tasks import look_at_bundle
from desktop_app.workspace.exchange import BundleReport, MergeReport, merge
from desktop_app.workspace.trust import NOTHING_ACCEPTED, Accepted
from desktop_app.workspace.workspace import Workspace


@dataclass(frozen=True)
class BundleLine:
    """Contents of one bundle before or after merging; numbers count records.

    `problem`: why nothing of it can be merged; empty if something can
    `needs`: the decision that would help: "passphrase", "new key", "unsigned", "large",
        "confirmation", or ""
    `first`: signed by a person of whom no key was known
    `words`: the fingerprint as words
    """

    path: Path
    sender: str = ""
    signed: bool = False
    fingerprint: str = ""
    digest: str = ""
    new: int = 0
    known: int = 0
    conflicting: int = 0
    waiting: int = 0
    foreign: int = 0
    refused: int = 0
    reasons: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    needs: str = ""
    readable: bool = True
    first: bool = False
    words: str = ""


@dataclass(frozen=True)
class Yes:
    """Passphrase and decisions of the person, in the form that `merge` takes."""

    passphrase: str | None = None
    accepted: Accepted = NOTHING_ACCEPTED


def look(
    workspace: Workspace, paths: Sequence[Path], yes: Yes, progress: Progress
) -> list[BundleLine]:
    """Return a preview of merging for each bundle; an unreadable one does not stop the others."""
    try:
        return lines_of(take_in(workspace, paths, yes, True, progress))
    except AppError:
        pass
    # All together failed: find out which ones, then preview the others together, because bundles of
    # one merge depend on each other.
    broken: dict[Path, BundleLine] = {}
    for path in paths:
        try:
            take_in(workspace, [path], yes, True, lambda done, total: None)
        except AppError as error:
            broken[path] = _broken(path, error)
    good = [path for path in paths if path not in broken]
    lines = {line.path: line for line in lines_of(take_in(workspace, good, yes, True, progress))}
    return [broken.get(path) or lines[path] for path in paths]


def take_in(
    workspace: Workspace,
    paths: Sequence[Path],
    yes: Yes,
    dry_run: bool,
    progress: Progress,
    expected: Mapping[Path, str] | None = None,
) -> MergeReport:
    """Merge with the person's decisions, or preview it (`dry_run`). Raises what `merge` raises."""
    return merge(
        workspace,
        paths,
        dry_run=dry_run,
        passphrase=yes.passphrase,
        accepted=yes.accepted,
        expected=expected,
        progress=progress,
    )


def lines_of(report: MergeReport) -> list[BundleLine]:
    """Return the result or preview of a merge without the records themselves."""
    return [_line(one) for one in report.bundles]


def _line(one: BundleReport) -> BundleLine:
    preview = one.preview
    return BundleLine(
        path=Path(one.file),
        sender=one.sender,
        signed=one.signed,
        fingerprint=one.fingerprint or "",
        digest=one.digest,
        new=len(preview.new),
        known=len(preview.known),
        conflicting=len(preview.conflicting),
        waiting=len(preview.waiting),
        foreign=preview.foreign_count,
        refused=preview.refused_count,
        reasons=tuple(preview.reasons().items()),
        notes=tuple(one.notes),
        problem=one.reason,
        needs=one.needs,
        first=one.first_contact,
        words=one.fingerprint_words,
    )


def _broken(path: Path, error: AppError) -> BundleLine:
    needs = ""
    try:
        needs = "passphrase" if look_at_bundle(path).needs_passphrase else ""
    except AppError:
        needs = ""
    reason = error.reason if isinstance(error, InputError) else str(error)
    return BundleLine(
        path,
        problem=f"{sentence(reason)} {translate_message(error.hint)}".strip(),
        needs=needs,
        readable=False,
    )
