"""Background tasks for opening, joining, trying and sending. Runs off the GUI thread."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from desktop_app.core.errors import AppError, DamagedError, LockedError, NotSavedError, UsageError
from desktop_app.core.messages import msg
from desktop_app.ui.jobs import Progress

if TYPE_CHECKING:
    from desktop_app.ui.annotate.session import Session
    from desktop_app.workspace.exchange import BundleReport
    from desktop_app.workspace.overview import Overview
    from desktop_app.workspace.trust import Accepted
    from desktop_app.workspace.workspace import Workspace

BUNDLE_SUFFIX = ".proofdesk"
_SHIPPED_NAME = "Proofdesk"


@dataclass
class Opened:
    """An open workspace, handed over by the job that opened it.

    session         an annotator's work; None in a lead's workspace
    overview        how a lead's project stands; None in an annotator's workspace
    locked          another program has it open for writing
    read_only_why   why it opened for reading only, or None
    notes           what opening found that is worth saying
    left_out        why records of a bundle were refused, and how many
    failure         why what was to be done with it was not done; the workspace is as it was
    taken_in        what a bundle brought, after it was merged
    """

    workspace: Workspace
    session: Session | None
    overview: Overview | None = None
    locked: bool = False
    read_only_why: AppError | None = None
    notes: list[str] = field(default_factory=list)
    left_out: Mapping[str, int] = field(default_factory=dict)
    failure: AppError | None = None
    taken_in: BundleContent | None = None


@dataclass(frozen=True)
class BundleContent:
    """What a bundle brought to an annotator.

    records  how many records were new
    items    how many items are new
    changed  the numbers of items whose texts are others now
    again     how many items ask to be answered again, and did not before
    back     how many items were sent back, and had not been before
    """

    file: str
    records: int
    items: int
    changed: tuple[int, ...]
    is_stale: int
    back: int = 0


class TrustNeededError(UsageError):
    """A bundle is taken in only when the person says that it is from whom it claims to be.

    needs  “new key” or “unsigned”
    """

    def __init__(self, path: Path, passphrase: str, report: BundleReport) -> None:
        super().__init__(msg("{name}: {reason}", name=path.name, reason=report.refused_whole))
        self.path, self.passphrase = path, passphrase
        self.sender, self.fingerprint = report.sender, report.fingerprint or ""
        self.digest, self.why, self.needs = report.digest, report.reason, report.needs

    def yes(self) -> Accepted:
        """Return the yes to this bundle, and to no other."""
        from desktop_app.workspace.trust import Accepted

        if self.needs == "unsigned":
            return Accepted(unsigned=frozenset((self.digest,)))
        return Accepted(new_keys=frozenset(((self.sender, self.fingerprint),)))


@dataclass(frozen=True)
class BundleFace:
    """What can be said of a bundle before it is joined. Empty texts: it is still encrypted."""

    path: Path
    needs_passphrase: bool
    title: str = ""
    sender: str = ""
    recipient: str = ""
    purpose: str = ""
    project: str = ""

    @property
    def is_readable(self) -> bool:
        """Whether it is known what the bundle holds."""
        return bool(self.project)


def open_workspace(folder: Path) -> Opened:
    """Open a workspace for work, or for reading only where that is all that can be done.

    Raises InputError for what is no workspace or was made by a newer version.
    """
    from desktop_app.workspace.workspace import Workspace

    why: AppError | None = None
    try:
        workspace = Workspace.open(folder, write=True)
    except (LockedError, DamagedError, NotSavedError) as error:
        why = error
        workspace = Workspace.open(folder)
    return _opened(workspace, why)


def _opened(workspace: Workspace, why: AppError | None = None) -> Opened:
    from desktop_app.workspace.folder_checks import opening_notes

    try:
        _import_page(workspace)
        locked = isinstance(why, LockedError)
        notes = opening_notes(workspace.store)
        if workspace.is_lead:
            from desktop_app.workspace.overview import overview_of

            return Opened(workspace, None, overview_of(workspace), locked, why, notes)
        from desktop_app.ui.annotate.session import Session

        for key in workspace.protocols:
            if not workspace.protocol(key).panel:
                raise UsageError(
                    f"work of the protocol “{key}” cannot be shown in this window yet",
                    hint="Use the command line: proofdesk annotate DIR --from FILE.",
                )
            workspace.protocol(key).form()  # said here when it is missing, not on the first item
        return Opened(workspace, Session.load(workspace), None, locked, why, notes)
    except BaseException:
        workspace.close()
        raise


def _import_page(workspace: Workspace) -> None:
    """Import what the page of a workspace is made of. The window was painted without it, and it
    must not stand still for it either: this is not the GUI thread."""
    from desktop_app.core.protocol import panel_at

    names = ["lead.page"] if workspace.is_lead else ["annotate.controller", "annotate.onboarding"]
    names = [f"desktop_app.ui.{name}" for name in names]
    with suppress(UsageError):  # of a protocol that is not here: said when it is needed
        for protocol in map(workspace.protocol, workspace.protocols):
            pages = {panel_at(protocol, stage.key) for stage in protocol.stages}
            names += [page.partition(":")[0] for page in sorted(pages) if page]
    for name in names:
        import_module(name)


def new_project(
    folder: Path, title: str, protocols: Sequence[str], form: str, language: str = ""
) -> Opened:
    """Make an empty project, with a form file if one is named, and open it as its lead.

    Raises as `workspace.forms.new_project` does.
    """
    from desktop_app.workspace.forms import new_project as make

    return _opened(
        make(folder, title=title, protocols=protocols, form=form or None, language=language)
    )


def look_at_bundle(
    path: Path, passphrase: str | None = None, reader: tuple[str, str] | None = None
) -> BundleFace:
    """Read what a bundle says about itself, as far as it can be decrypted. Raises InputError.

    reader  the project and the person at work, whose keys are tried
    """
    from desktop_app.bundles.reader import peek_manifest
    from desktop_app.settings import load_settings
    from desktop_app.workspace.packing import bundle_limits
    from desktop_app.workspace.trust import identity_here

    own = identity_here(*reader) if reader is not None else None
    seen = peek_manifest(
        path,
        name=path.name,
        limits=bundle_limits(load_settings()),
        identities=[own] if own is not None else [],
        passphrase=passphrase or None,
    )
    manifest = seen.manifest
    if manifest is None:
        return BundleFace(path, seen.by_passphrase)
    return BundleFace(
        path,
        seen.by_passphrase,
        manifest.title,
        manifest.sender,
        manifest.recipient or "",
        manifest.purpose,
        manifest.project,
    )


def join_bundle(path: Path, folder: Path, passphrase: str | None) -> Opened:
    """Make a workspace of a bundle and open it. Raises whatever `exchange.join` does."""
    from desktop_app.workspace.exchange import join

    workspace, report = join(path, folder, passphrase=passphrase or None)
    opened = _opened(workspace)
    opened.left_out = report.preview.reasons()
    return opened


def take_in(
    workspace: Workspace, path: Path, passphrase: str, yes: Accepted | None = None
) -> tuple[int, dict[str, int]]:
    """Merge a bundle into the open workspace; return how many records were new, and why others
    were refused, with their numbers.

    Raises TrustNeededError where a yes of the person's is needed, and as `exchange.merge` does.
    """
    from desktop_app.workspace.exchange import merge
    from desktop_app.workspace.trust import NOTHING_ACCEPTED

    report = merge(
        workspace, [path], passphrase=passphrase or None, accepted=yes or NOTHING_ACCEPTED
    )
    for one in report.bundles:
        if one.needs:
            raise TrustNeededError(path, passphrase, one)
        if one.refused_whole:
            raise UsageError(msg("{name}: {reason}", name=path.name, reason=one.refused_whole))
    refused = {why: n for one in report.bundles for why, n in one.preview.reasons().items()}
    return sum(len(one.preview.new) for one in report.bundles), refused


def texts_in(opened: Opened) -> dict[str, tuple[str, ...]]:
    """Return which wording of each item an annotator has, by item."""
    if opened.session is None:
        return {}
    records = opened.workspace.records
    return {
        entry.item: tuple(sorted(head.rev for head in records.heads("item", entry.item)))
        for entry in opened.session.entries
    }


def stale_count(opened: Opened) -> int:
    """Return how many items an annotator is to answer again because the questions changed."""
    entries = opened.session.entries if opened.session is not None else ()
    return sum(entry.is_stale and not entry.notes for entry in entries)


def came_back(opened: Opened) -> int:
    """Return how many items were sent back to an annotator."""
    entries = opened.session.entries if opened.session is not None else ()
    return sum(bool(entry.notes) for entry in entries)


def sample_work(folder: Path) -> Path:
    """Return where below a folder the sample's annotator works."""
    return folder / "annotator"


def open_sample(folder: Path, progress: Progress, protocol: str = "risum") -> Opened:
    """Make a protocol's sample project below `folder`, or find it there, and open one annotator's
    part."""
    from desktop_app.storage.folders import is_workspace
    from desktop_app.workspace.samples import make_demo

    project, work = folder / "project", sample_work(folder)
    if is_workspace(work):
        return open_workspace(work)
    progress(0, 2)
    bundles = sorted((project / "bundles").glob(f"[!r]*{BUNDLE_SUFFIX}"))
    if not bundles:
        made = make_demo(project, [protocol])
        bundles = [Path(path) for path in made["bundles"].values()]
    progress(1, 2)
    return join_bundle(bundles[-1], work, None)  # whose work has not been merged: all is to do


def attest_before_sending(workspace: Workspace) -> None:
    """Sign the records that results will hold. Adds records: on the window's thread alone.

    A disk that refuses them does not keep results from being sent: `pack` then attests anyway.
    """
    from desktop_app.workspace.packing import attest_results
    from desktop_app.workspace.trust import own_identity

    identity = own_identity(workspace)
    if identity is not None:
        attest_results(workspace, identity)


def send_results(workspace: Workspace, output: Path) -> dict[str, object]:
    """Write the results bundle. Reads records only; nobody may add any meanwhile."""
    from desktop_app.workspace.packing import pack

    return pack(workspace, output)


def copy_to_folder(
    workspace: Workspace,
    folder: Path,
    unsaved: tuple[str, str, dict[str, Any]] | None,
    about: dict[str, Any] | None = None,
) -> None:
    """Write all that is open to a new folder, with the drafts the disk did not take: of the open
    item, and of the questionnaire.

    Raises RefusedError and NotSavedError; then there is no copy, not half of one either.
    """
    from desktop_app.workspace import background
    from desktop_app.workspace.work import save_draft
    from desktop_app.workspace.workspace import Workspace

    was_there = folder.is_dir()
    workspace.store.save_copy(folder)
    if unsaved is None and about is None:
        return
    try:
        with Workspace.open(folder, write=True) as copy:
            if about is not None:
                background.save_draft(copy, about)
            if unsaved is not None:
                item, stage, draft = unsaved
                save_draft(copy, item, stage, draft)
                copy.set_local("open_entry", [item, stage])
    except BaseException:
        discard_copy(folder, was_there)
        raise


def discard_copy(folder: Path, was_there: bool) -> None:
    """Delete a copy that nobody wants. Where its folder was there, and empty, before: not that."""
    if not was_there:
        shutil.rmtree(folder, ignore_errors=True)
        return
    for made in folder.iterdir():
        if made.is_dir() and not made.is_symlink():
            shutil.rmtree(made, ignore_errors=True)
        else:
            made.unlink(missing_ok=True)


def documents_folder() -> Path:
    """Return where new workspaces are suggested to be made."""
    return Path(platformdirs.user_documents_dir()) / _SHIPPED_NAME


def starting_folder() -> Path:
    """Return the folder a dialog for files begins in: one that is there, or the dialog would take
    its name for a file's."""
    folder = documents_folder().parent
    return folder if folder.is_dir() else Path.home()


def free_folder(name: str, below: Path | None = None) -> Path:
    """Return a folder that does not exist yet, named after what goes into it."""
    parent = below or documents_folder()
    plain = "".join(c if c.isalnum() or c in " -_." else " " for c in name)
    plain = " ".join(plain.split()).strip(". ")[:60] or "work"
    folder = parent / plain
    count = 2
    while folder.exists():
        folder = parent / f"{plain} {count}"
        count += 1
    return folder


def folder_in(chosen: Path, name: str) -> Path:
    """Return the folder a person chose, or a new one in it where it holds something already."""
    return free_folder(name, chosen) if is_occupied(chosen) else chosen


def is_occupied(folder: Path) -> bool:
    """Return whether a folder holds something. One that cannot be looked into does not count:
    making something there will tell why."""
    try:
        return folder.is_dir() and any(folder.iterdir())
    except OSError:
        return False
