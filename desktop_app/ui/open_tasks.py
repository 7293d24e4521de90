"""Tasks of background jobs: opening, joining, samples, sending; and the folders they use.

Modules of the workspace are imported inside functions: the window must appear before they load.

The module is longer than most because each way to open a workspace is a task of the same shape.
"""

from __future__ import annotations

import gc
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import platformdirs

from desktop_app.core.collector import collector_off
from desktop_app.core.errors import AppError, DamagedError, LockedError, NotSavedError, UsageError
from desktop_app.core.messages import msg
from desktop_app.ui.jobs import Progress

if TYPE_CHECKING:
    from desktop_app.ui.annotate.session import Session
    from desktop_app.workspace.exchange import BundleReport
    from desktop_app.workspace.overview import Overview
    from desktop_app.workspace.trust import Accepted
    from desktop_app.workspace.workspace import Workspace

# File extension of bundles.
BUNDLE_SUFFIX = ".proofdesk"
_SHIPPED_NAME = "Proofdesk"
_LARGEST_ATTACHMENT = 100_000_000  # bytes
# What the lead's pages import, apart from modules with Qt classes.
_LEADS_WITHOUT_QT = (
    "desktop_app.stats.agreement_outputs",
    "desktop_app.text.matching",
    "desktop_app.workspace.batches",
    "desktop_app.workspace.exchange",
    "desktop_app.workspace.exporting",
    "desktop_app.workspace.project_texts",
    "desktop_app.workspace.prompt_preview",
    "desktop_app.workspace.publish_checks",
)


@dataclass
class Opened:
    """An open workspace, as returned by the job that opened it.

    `session`: an annotator's work; None in a lead's workspace
    `overview`: data of a lead's project; None in an annotator's workspace
    `locked`: another program has it open for writing
    `read_only_why`: why it opened read-only, or None
    `notes`: notes from opening, for the person
    `left_out`: numbers of refused records of a bundle, by reason
    `failure`: why a bundle was not merged, so that the workspace is unchanged
    `changes`: what a merged bundle has changed
    `modules`: the modules of its page, see `import_pages`
    """

    workspace: Workspace
    session: Session | None
    overview: Overview | None = None
    locked: bool = False
    read_only_why: AppError | None = None
    notes: list[str] = field(default_factory=list)
    left_out: Mapping[str, int] = field(default_factory=dict)
    failure: AppError | None = None
    changes: BundleChanges | None = None
    modules: tuple[str, ...] = ()


@dataclass(frozen=True)
class BundleChanges:
    """The changes that a merged bundle made in an annotator's workspace.

    `records`, `items`: how many are new
    `changed`: numbers in the queue of the items whose texts have changed
    `is_stale`: how many items must be answered again
    `back`: how many items were returned to the annotator
    `by_lead`: numbers in the queue of the items whose answers a lead has changed
    `has_guidelines`, `has_questions`: whether the guidelines and the forms have changed
    """

    file: str
    records: int
    items: int
    changed: tuple[int, ...]
    is_stale: int
    back: int = 0
    by_lead: tuple[int, ...] = ()
    has_guidelines: bool = False
    has_questions: bool = False


class TrustNeededError(UsageError):
    """The person must confirm the sender before a bundle is merged.

    `needs`: “new key” or “unsigned”
    """

    def __init__(self, path: Path, passphrase: str, report: BundleReport) -> None:
        super().__init__(msg("{name}: {reason}", name=path.name, reason=report.refused_whole))
        self.path, self.passphrase = path, passphrase
        self.sender, self.fingerprint = report.sender, report.fingerprint or ""
        self.digest, self.why, self.needs = report.digest, report.reason, report.needs

    def confirmation(self) -> Accepted:
        """Return the confirmation of this bundle only."""
        from desktop_app.workspace.trust import Accepted

        # For this file or this key only: a later bundle needs another confirmation.
        if self.needs == "unsigned":
            return Accepted(unsigned=frozenset((self.digest,)))
        return Accepted(new_keys=frozenset(((self.sender, self.fingerprint),)))


@dataclass(frozen=True)
class BundleManifest:
    """The manifest of a bundle that was not merged yet; empty while it is encrypted."""

    path: Path
    needs_passphrase: bool
    title: str = ""
    sender: str = ""
    recipient: str = ""
    purpose: str = ""
    project: str = ""

    @property
    def is_readable(self) -> bool:
        """Whether the manifest could be read."""
        return bool(self.project)


def open_workspace(folder: Path) -> Opened:
    """Open a workspace for writing, or read-only if nothing else is possible.

    A damaged workspace opens read-only with the part that is intact. Raises InputError if the
    folder is not a workspace or was written by a newer version, and DamagedError if the intact part
    cannot be shown.
    """
    from desktop_app.workspace.folder import read_only_error
    from desktop_app.workspace.workspace import Workspace

    why: AppError | None = None
    try:
        workspace = Workspace.open(folder, write=True)
    # Reading is often still possible and shows people their work.
    except (LockedError, DamagedError, NotSavedError) as error:
        why = error
        workspace = Workspace.open(folder, damaged=True)
    if not workspace.store.report.problems:
        return _opened(workspace, why)
    # Damage is reported even if the workspace is also locked: it is the reason to act.
    damage = read_only_error(workspace.store, folder)
    try:
        # Without these, it is unknown whose page to show.
        if any(workspace.local(name) is None for name in ("project", "role", "person")):
            workspace.close()
            raise damage
        return _opened(workspace, damage)
    except Exception as error:
        # Records may be missing that every intact workspace has, so anything may fail here.
        raise damage from error


def _opened(workspace: Workspace, why: AppError | None = None) -> Opened:
    """Load what the page of a workspace needs; close the workspace if that fails.

    `why`: why it was opened read-only, or None
    """
    from desktop_app.workspace.folder import opening_notes

    try:
        modules = _page_modules(workspace)
        locked = isinstance(why, LockedError)
        notes = opening_notes(workspace.store)
        if workspace.is_lead:
            from desktop_app.workspace.overview import overview_of

            with collector_off():
                overview = overview_of(workspace)
            # Collections while the pages are built would traverse all of it, for 0.3 s.
            gc.freeze()
            return Opened(workspace, None, overview, locked, why, notes, modules=modules)
        from desktop_app.ui.annotate.session import Session

        for key in workspace.protocols:
            first = workspace.protocol(key).stages[0]
            if not first.panel:
                raise UsageError(
                    msg("the window cannot show the protocol “{key}”", key=key),
                    hint=msg("Use the command line: proofdesk annotate DIR --from FILE."),
                )
            # Raises the error of a missing form now, and not on the first item.
            first.form()
        session = Session.load(workspace)
        return Opened(workspace, session, None, locked, why, notes, modules=modules)
    except BaseException:
        workspace.close()
        raise


def _page_modules(workspace: Workspace) -> tuple[str, ...]:
    """Return the names of the modules of a workspace's page; import what they need without Qt."""
    names = []
    if workspace.is_lead:
        for name in _LEADS_WITHOUT_QT:
            import_module(name)
        # Widgets first, so that no step has to import many of them.
        for name in ("desktop_app.ui.widgets", "desktop_app.ui.lead"):
            path = import_module(name).__path__
            names += [f"{name}.{one.name}" for one in iter_modules(path)]
    else:
        names = ["desktop_app.ui.annotate.controller", "desktop_app.ui.annotate.onboarding"]
    # A protocol that is not installed is reported when it is needed.
    with suppress(UsageError):
        for protocol in map(workspace.protocol, workspace.protocols):
            pages = {stage.panel for stage in protocol.stages}
            names += [page.partition(":")[0] for page in sorted(pages) if page]
    return tuple(names)


def import_pages(opened: object) -> Iterator[None]:
    """Import the modules of the page of an opened workspace, one in each step.

    Call it on the GUI thread: defining Qt classes on another thread, while Qt handles events on
    this one, can crash the program. All at once, the imports would block the window.
    """
    if isinstance(opened, Opened):
        for name in opened.modules:
            if name not in sys.modules:
                import_module(name)
                yield


def new_project(
    folder: Path, title: str, protocols: Sequence[str], form: str, language: str = ""
) -> Opened:
    """Create an empty project, with a form file if one is given, and open it as its lead.

    Raises what `workspace.forms.new_project` raises.
    """
    from desktop_app.workspace.forms import new_project as make

    return _opened(
        make(folder, title=title, protocols=protocols, form=form or None, language=language)
    )


def read_manifest(
    path: Path, passphrase: str | None = None, reader: tuple[str, str] | None = None
) -> BundleManifest:
    """Return the manifest of a bundle, empty if it cannot be decrypted.

    `reader`: project and person whose keys are tried

    Raises InputError for an unusable file.
    """
    from desktop_app.bundles.bundle import peek_manifest
    from desktop_app.settings import load_settings
    from desktop_app.workspace.packing import bundle_limits
    from desktop_app.workspace.trust import readable_identity

    # A bundle for this person can be decrypted with the person's key, without a passphrase.
    own = readable_identity(*reader) if reader is not None else None
    seen = peek_manifest(
        path,
        name=path.name,
        limits=bundle_limits(load_settings()),
        identities=[own] if own is not None else [],
        passphrase=passphrase or None,
    )
    manifest = seen.manifest
    if manifest is None:
        return BundleManifest(path, seen.by_passphrase)
    return BundleManifest(
        path,
        seen.by_passphrase,
        manifest.title,
        manifest.sender,
        manifest.recipient or "",
        manifest.purpose,
        manifest.project,
    )


def kept_copy(path: Path) -> TemporaryDirectory[str] | None:
    """Return a folder with a copy of a bundle, which is deleted with the returned object.

    Returns None if the bundle cannot be copied, as on a full disk, or is too large for an
    attachment.
    """
    with suppress(OSError):
        if path.stat().st_size <= _LARGEST_ATTACHMENT:
            folder = TemporaryDirectory(prefix="bundle-proofdesk-")
            shutil.copyfile(path, Path(folder.name) / path.name)
            return folder
    return None


def join_bundle(path: Path, folder: Path, passphrase: str | None) -> Opened:
    """Create a workspace from a bundle and open it. Raises what `exchange.join` raises."""
    from desktop_app.workspace.exchange import join

    workspace, report = join(path, folder, passphrase=passphrase or None)
    opened = _opened(workspace)
    opened.left_out = report.preview.reasons()
    return opened


def merge_bundle(
    workspace: Workspace, path: Path, passphrase: str, yes: Accepted | None = None
) -> tuple[int, dict[str, int]]:
    """Merge a bundle; return the number of new records and of refused ones by reason.

    Raises TrustNeededError if the person must confirm its sender, UsageError if it is refused as a
    whole, and what `exchange.merge` raises.
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


def lead_texts(opened: Opened, folder: str) -> dict[str, list[str]]:
    """Return the lead's texts in a folder such as “guidelines”, by path; several in a conflict.

    The questions about people are left out.
    """
    from desktop_app.workspace.materials import BACKGROUND

    records = opened.workspace.records
    return {
        path: sorted(str((head.body or {}).get("text")) for head in records.heads("material", path))
        for path in records.keys("material")
        if path.startswith(f"{folder}/") and path != BACKGROUND
    }


def current_items(opened: Opened) -> dict[str, list[str]]:
    """Return the current revisions of each item of an annotator, by item."""
    from desktop_app.workspace.earlier_texts import item_revs

    if opened.session is None:
        return {}
    return item_revs(opened.workspace.records, (entry.item for entry in opened.session.entries))


def edited_numbers(opened: Opened, before: Mapping[str, Sequence[str]]) -> tuple[int, ...]:
    """Return the numbers of the items whose texts differ from those before.

    `before`: an earlier result of `current_items`; items that are not in it do not count
    """
    from desktop_app.workspace.earlier_texts import is_item_edited

    records = opened.workspace.records
    return tuple(
        entry.number
        for entry in (opened.session.entries if opened.session is not None else ())
        if entry.item in before and is_item_edited(records, entry.item, before[entry.item])
    )


def stale_count(opened: Opened) -> int:
    """Return the number of items to answer again because the questions have changed."""
    entries = opened.session.entries if opened.session is not None else ()
    return sum(entry.is_stale and not entry.notes for entry in entries)


def returned_count(opened: Opened) -> int:
    """Return the number of items that were returned to the annotator with a note."""
    entries = opened.session.entries if opened.session is not None else ()
    return sum(bool(entry.notes) for entry in entries)


def lead_changes(opened: Opened) -> dict[str, int]:
    """Return the changes of answers by a lead that the annotator has not seen: {rev: number}."""
    entries = opened.session.entries if opened.session is not None else ()
    return {entry.lead_change: entry.number for entry in entries if entry.lead_change}


def sample_work(folder: Path) -> Path:
    """Return the folder of the sample's annotator."""
    return folder / "annotator"


def sample_project(folder: Path) -> Path:
    """Return the folder of the sample's project, which is its lead's."""
    return folder / "project"


def open_sample_project(folder: Path, progress: Progress) -> Opened:
    """Open the project of the riSum sample, which is created in `folder` at the first use."""
    from desktop_app.storage.folders import is_workspace
    from desktop_app.workspace.samples import make_demo

    project = sample_project(folder)
    if not is_workspace(project):
        progress(0, 1)
        make_demo(project, ["risum"])
    return open_workspace(project)


def open_sample(folder: Path, progress: Progress, protocol: str = "risum") -> Opened:
    """Open the annotator's workspace of a sample, which is created in `folder` at the first use."""
    from desktop_app.storage.folders import is_workspace
    from desktop_app.workspace.samples import make_demo

    project, work = sample_project(folder), sample_work(folder)
    if is_workspace(work):
        return open_workspace(work)
    progress(0, 2)
    # `[!r]*` excludes results bundles, whose names begin with “results”.
    bundles = sorted((project / "bundles").glob(f"[!r]*{BUNDLE_SUFFIX}"))
    if not bundles:
        made = make_demo(project, [protocol])
        bundles = [Path(path) for path in made["bundles"].values()]
    progress(1, 2)
    # The last annotator's results are not part of the sample, so all items are to do.
    return join_bundle(bundles[-1], work, None)


def attest_before_sending(workspace: Workspace) -> None:
    """Sign the records of the results. Call it on the GUI thread, because it adds records.

    If saving them fails, results can still be sent: `pack` signs again.
    """
    from desktop_app.workspace.packing import attest_results
    from desktop_app.workspace.trust import own_identity

    identity = own_identity(workspace)
    if identity is not None:
        attest_results(workspace, identity)


def send_results(workspace: Workspace, output: Path) -> dict[str, object]:
    """Write the results bundle. No record may be added in the meantime."""
    from desktop_app.workspace.packing import pack

    return pack(workspace, output)


def copy_to_folder(
    workspace: Workspace,
    folder: Path,
    unsaved: tuple[str, str, dict[str, Any]] | None,
    about: dict[str, Any] | None = None,
) -> None:
    """Copy a workspace to a new folder, with drafts that could not be saved.

    `unsaved`: item, stage and draft of the open item
    `about`: draft of the background form

    Raises RefusedError if the folder is not empty, and NotSavedError if writing fails; no partial
    copy remains then.
    """
    from desktop_app.workspace import background
    from desktop_app.workspace.work import save_draft
    from desktop_app.workspace.workspace import Workspace

    was_there = folder.is_dir()
    workspace.store.save_copy(folder)
    # The copy on disk is complete without drafts.
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
    """Delete an unwanted copy, but not its folder if that existed before (and was empty)."""
    if not was_there:
        shutil.rmtree(folder, ignore_errors=True)
        return
    for made in folder.iterdir():
        # A symbolic link is deleted itself, never its target.
        if made.is_dir() and not made.is_symlink():
            shutil.rmtree(made, ignore_errors=True)
        else:
            made.unlink(missing_ok=True)


def documents_folder() -> Path:
    """Return the suggested folder for new workspaces."""
    return Path(platformdirs.user_documents_dir()) / _SHIPPED_NAME


def starting_folder() -> Path:
    """Return an existing folder for file dialogs to start in.

    A dialog would mistake the name of a missing folder for a file name.
    """
    folder = documents_folder().parent
    return folder if folder.is_dir() else Path.home()


def free_folder(name: str, below: Path | None = None) -> Path:
    """Return the path of a new folder with this name, numbered if the name is in use."""
    parent = below or documents_folder()
    # Letters and digits of all scripts, without characters that some file systems refuse.
    plain = "".join(c if c.isalnum() or c in " -_." else " " for c in name)
    # Windows refuses long paths, and names that end with a dot or a space.
    plain = " ".join(plain.split()).strip(". ")[:60] or "work"
    folder = parent / plain
    count = 2
    while folder.exists():
        folder = parent / f"{plain} {count}"
        count += 1
    return folder


def folder_in(chosen: Path, name: str) -> Path:
    """Return the chosen folder, or a new one inside it if it is not empty."""
    return free_folder(name, chosen) if is_occupied(chosen) else chosen


def is_occupied(folder: Path) -> bool:
    """Return whether a folder is not empty.

    False if it cannot be read: creating something there will report the reason.
    """
    try:
        return folder.is_dir() and any(folder.iterdir())
    except OSError:
        return False
