"""Descriptions of bundles: the state of a person's last one, and what a merge would add."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from desktop_app.bundles.sealing import OpenedFiles
from desktop_app.core.errors import AppError, InputError
from desktop_app.ui.jobs import Progress
from desktop_app.ui.messages import day_text, error_text, sentence, translate_message
from desktop_app.ui.open_tasks import read_manifest
from desktop_app.workspace.bundles_out import BundleOut
from desktop_app.workspace.exchange import BundleReport, MergeReport, merge
from desktop_app.workspace.lead_tasks import local_day
from desktop_app.workspace.packing import UpdateReport
from desktop_app.workspace.trust import NOTHING_ACCEPTED, Accepted
from desktop_app.workspace.workspace import Workspace


@dataclass(frozen=True)
class BundleLine:
    """What a bundle would add or has added; numbers count records.

    `problem`: why the whole bundle is refused, or ""
    `needs`: what would make it acceptable: "passphrase", "new key", "unsigned", "large",
        "confirmation", or ""
    `reasons`: why records are refused, each with the number of records
    `readable`: False if the bundle cannot be opened; then only `path`, `problem` and `needs` are
        known
    `first`: whether the bundle is signed and no key of its sender is known yet
    `is_own`: whether it was written here and contains nothing new
    `words`: the fingerprint in words
    `is_encrypted`: whether it was encrypted, with a passphrase or a key
    `passphrase`: the one that has opened it; only kept in memory
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
    is_own: bool = False
    words: str = ""
    is_encrypted: bool = False
    passphrase: str = field(default="", repr=False)

    @property
    def is_pending(self) -> bool:
        """Whether it can be merged, or could be after a passphrase or a confirmation."""
        return self.can_be_merged or bool(self.needs)

    @property
    def can_be_merged(self) -> bool:
        """Whether a merge would accept it and could add something."""
        return self.readable and not self.problem and not self.is_own


@dataclass(frozen=True)
class Yes:
    """The passphrases and the confirmations that the user gave for a merge.

    `passphrase`: is tried with all files that have none in `passphrases`
    `opened`: the files that were decrypted before
    """

    passphrase: str | None = field(default=None, repr=False)
    accepted: Accepted = NOTHING_ACCEPTED
    passphrases: Mapping[Path, str] = field(default_factory=dict, repr=False)
    opened: OpenedFiles = field(default_factory=OpenedFiles, repr=False)


def look(
    workspace: Workspace, paths: Sequence[Path], yes: Yes, progress: Progress
) -> list[BundleLine]:
    """Return what merging would add, one line per bundle in the order of `paths`.

    An unreadable bundle has a line, too, and does not prevent the preview of the others.
    """
    preview = partial(
        merge,
        workspace,
        dry_run=True,
        passphrase=yes.passphrase,
        passphrases=yes.passphrases,
        accepted=yes.accepted,
        opened=yes.opened,
    )
    try:
        # Together first: a bundle can depend on another one, and most are readable.
        return [_opened(line, yes) for line in lines_of(preview(paths, progress=progress))]
    except AppError:
        pass
    # One unreadable bundle stops the whole merge. So each is tried separately, and then the
    # readable ones together.
    broken: dict[Path, BundleLine] = {}
    for path in paths:
        try:
            preview([path])
        except AppError as error:
            has_passphrase = bool(yes.passphrase or yes.passphrases.get(path))
            broken[path] = _broken(path, error, has_passphrase)
    good = [path for path in paths if path not in broken]
    lines = {line.path: _opened(line, yes) for line in lines_of(preview(good, progress=progress))}
    if any(line.passphrase == yes.passphrase for line in lines.values() if line.passphrase):
        # It is right for some files, so it must not be called wrong.
        broken = {path: _with_other_passphrase(line) for path, line in broken.items()}
    return [broken.get(path) or lines[path] for path in paths]


def _opened(line: BundleLine, yes: Yes) -> BundleLine:
    """Return a line with the passphrase that has opened its file, if there is one."""
    known = yes.passphrases.get(line.path, "")
    # A file that is encrypted to a key needs no passphrase.
    if not known and yes.passphrase and line.is_encrypted and _needs_passphrase(line.path):
        known = yes.passphrase
    return replace(line, passphrase=known)


def _with_other_passphrase(line: BundleLine) -> BundleLine:
    if line.needs != "passphrase":
        return line
    words = QCoreApplication.translate(
        "BundleOut", "Encrypted with another passphrase. Enter it to open this file too."
    )
    return replace(line, problem=words)


def _needs_passphrase(path: Path) -> bool:
    """Return whether a file is encrypted with a passphrase."""
    try:
        return read_manifest(path).needs_passphrase
    except AppError:
        return False


def lines_of(report: MergeReport) -> list[BundleLine]:
    """Return a line for each bundle of a merge or its preview."""
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
        refused=preview.refused_count + one.unread,
        reasons=tuple(preview.reasons().items()),
        notes=tuple(one.notes),
        problem=one.reason,
        needs=one.needs,
        first=one.first_contact,
        is_own=one.is_own,
        words=one.fingerprint_words,
        is_encrypted=bool(one.sealed),
    )


def _broken(path: Path, error: AppError, has_passphrase: bool) -> BundleLine:
    """Return the line of a bundle that cannot be read.

    `error`: the reason
    `has_passphrase`: whether a passphrase was tried
    """
    # Without the path, because the line starts with the file name anyway.
    reason = error.reason if isinstance(error, InputError) else str(error)
    problem = f"{sentence(reason)} {translate_message(error.hint)}".strip()
    # A passphrase can help only if the file is an encrypted bundle at all.
    is_locked = _needs_passphrase(path)
    if is_locked and not has_passphrase:
        # The hint of the error is about the command line.
        problem = QCoreApplication.translate(
            "BundleOut", "Encrypted with a passphrase. Enter it below to open this file."
        )
    return BundleLine(
        path, problem=problem, needs="passphrase" if is_locked else "", readable=False
    )


def update_result(report: UpdateReport, written: str) -> tuple[str, list[str], str]:
    """Return the text, details and level that tell what an update of bundles has done.

    `written`: how many were written

    What is wrong comes first, because otherwise nobody reads on after “written”.
    """
    words = []
    lines = [str(one["file"]) for one in report.written]
    reasons = {error_text(error) for _, error in report.problems}
    if len(reasons) == 1:
        # The reason is the same for everybody, such as a missing key of the lead.
        people = ", ".join(person for person, _ in report.problems)
        text = QCoreApplication.translate("BundleOut", "No new bundle for: {people}.")
        words += [*reasons, text.format(people=people)]
    elif reasons:
        words.append(QCoreApplication.translate("BundleOut", "Some bundles were not written."))
        lines[:0] = [f"{person}: {error_text(error)}" for person, error in report.problems]
    if report.written or not reasons:
        words.append(written)
    return " ".join(words), lines, "warn" if reasons else "info"


def state_name(bundle: BundleOut | None) -> str:
    """Return “Current”, “Outdated” or “Finished”; for no bundle, “Not written”."""
    if bundle is None:
        return QCoreApplication.translate("BundleOut", "Not written")
    return {
        "current": QCoreApplication.translate("BundleOut", "Current"),
        "outdated": QCoreApplication.translate("BundleOut", "Outdated"),
        "finished": QCoreApplication.translate("BundleOut", "Finished"),
    }[bundle.state]


def state_details(bundle: BundleOut | None) -> str:
    """Return why a bundle is outdated, or else its form version and when it was written."""
    if bundle is None:
        return ""
    if bundle.reasons:
        return "; ".join(translate_message(reason) for reason in bundle.reasons)
    parts = [QCoreApplication.translate("BundleOut", "written {time}")]
    if bundle.form:
        parts.insert(0, QCoreApplication.translate("BundleOut", "form v{form}"))
    return ", ".join(parts).format(form=bundle.form, time=day_text(local_day(bundle.time)))
