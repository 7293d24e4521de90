"""The workspace: the object that the window and the command line work with.

It owns the store and the index of its records, and converts drafts into records. Everything else
that can be done with a workspace is a function in another module of this package, which takes it as
its first argument: import, assign, exchange bundles, analyse (docs/decisions/0004). The class is
not split into smaller ones, because store, index, local state and transactions must agree at any
moment, so its parts would have to share their internals.

The module is longer than most because it is the one object that all functions of this package
receive.
"""

from __future__ import annotations

import secrets
import shutil
import uuid
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_app.core import keys
from desktop_app.core.errors import AppError, DamagedError, InputError, UsageError
from desktop_app.core.kinds import KINDS, kind_name
from desktop_app.core.merging import RecordSet, body_of, same_body
from desktop_app.core.messages import at_line, msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Material
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import MAX_PARENTS, Record, make_record
from desktop_app.storage.store import Store
from desktop_app.workspace.drafts import Drafts, record_of, share_texts
from desktop_app.workspace.folder import (
    own_file,
    place_of,
    read_only_error,
    recorded_text,
    require_empty,
)

if TYPE_CHECKING:
    from desktop_app.settings import Settings

# Device and time of imported records: constant, so that the same import gives the same records on
# every computer.
IMPORT_DEVICE = "import"
IMPORT_TIME = "1970-01-01T00:00:00Z"
LEAD = "lead"
LANGUAGE = "language"
# Name of the local state with {device: the last sequence number that a lead packed}.
SENT = "sent"
# Name of a project's setting: whether results need keys that a lead has confirmed.
CONFIRMED_KEYS = "confirmed_keys"
# Name in the local state: the units that failed in the last run of each job.
RUNS = "runs"
# Characters; a bundle's manifest accepts no longer title.
_LONGEST_TITLE = 1000
# Earlier revisions that a new one names (`_replaced`): more than a lead publishes between two
# bundles to the same person, and 6 kB in a record.
_MOST_EARLIER = 100

Clock = Callable[[], datetime]


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass
class AddResult:
    """The outcome of adding rows.

    `unchanged`: number of rows that state nothing new
    `refused`: messages about refused rows
    `differing`: number of rows refused because a known thing has other content
    """

    added: list[Record] = field(default_factory=list)
    unchanged: int = 0
    refused: list[str] = field(default_factory=list)
    differing: int = 0


class Workspace:
    """An open workspace. Get one from `create`, `open` or `exchange.join`; close it, or use `with`.

    `folder`: its folder
    `records`: the index of all shared records; only `exchange.merge` may change it directly, until
        it has saved or removed the records again
    `drafts`: unfinished answers
    `kept`: results that are updated after a change instead of being computed again, by name; each
        belongs to the module that puts it there
    """

    EMPTY: ClassVar[RecordSet] = RecordSet()

    def __init__(
        self, store: Store, folder: Path, settings: Settings | None = None, clock: Clock = _now
    ) -> None:
        self.folder = folder
        self.store = store
        self.drafts = Drafts(store)
        self._settings = settings
        self.records = RecordSet()
        self._clock = clock
        self._local: dict[str, Any] = {}
        self.kept: dict[str, Any] = {}
        # The lists to which `recording` adds what is saved.
        self._recordings: list[list[Record]] = []
        # Protocols by key: finding one reads the metadata of all installed packages.
        self._loaded: dict[str, Protocol] = {}
        # Protocols with this project's form, by key, and the revs of the form they were made from.
        self._protocols: dict[str, tuple[tuple[str, ...], Protocol]] = {}
        self._load()

    # Opening and closing
    @classmethod
    def create(
        cls,
        folder: Path,
        *,
        title: str,
        protocols: Sequence[str],
        forms: Mapping[str, str] | None = None,
        language: str = "",
        settings: Settings | None = None,
        clock: Clock = _now,
    ) -> Workspace:
        """Create an empty project in a new or empty folder and open it as lead.

        `forms`: texts of validated forms, by the path of their material
        `language`: the language of reports; empty: not set

        Raises UsageError for a title that is empty, too long or contains control characters, for no
        protocol or one that cannot be used, and for a folder that is not empty. Also raises the
        errors of the store.
        """
        from desktop_app.core.fields import has_control

        title = title.strip()
        if not title:
            raise UsageError(
                msg("a project needs a title"), hint=msg("Specify one with --title."), field="title"
            )
        if len(title) > _LONGEST_TITLE or has_control(title):
            raise UsageError(
                msg(
                    "a title has at most {longest_title} characters and no control characters",
                    longest_title=_LONGEST_TITLE,
                ),
                hint=msg("Specify a shorter one with --title."),
                field="title",
            )
        if not protocols:
            raise UsageError(
                msg("a project needs a protocol"), hint=msg("Specify one with --protocol.")
            )
        from desktop_app.plugin_loader import load_protocol
        from desktop_app.settings import load_settings

        loaded = settings or load_settings()
        # Unusable protocols must fail before anything is created.
        for key in protocols:
            load_protocol(key, loaded.allowed_plugins)
        project = uuid.uuid4().hex
        body = {
            "title": title,
            "protocols": list(dict.fromkeys(protocols)),
            "lead": LEAD,
            "settings": {LANGUAGE: language} if language else {},
        }
        secret = {"alias_seed": secrets.token_hex(16)}
        making = cls.making(folder, project, role=LEAD, person=LEAD, settings=loaded, clock=clock)
        from desktop_app.bundles.keys import identity_for

        with making as workspace:
            # Created first, so that no project exists without keys to sign with.
            own = identity_for(project, LEAD, create=True)
            workspace.set_local("own_key", (own.public_key or b"").hex())
            workspace.add(
                [
                    Draft("project", project, body, LEAD, "project"),
                    Draft("secret", project, secret, LEAD, "project"),
                ]
            )
            workspace.add(
                [
                    Draft("material", path, {"path": path, "text": text}, LEAD, path)
                    for path, text in (forms or {}).items()
                ],
                imported=True,
            )
        return workspace

    @classmethod
    @contextmanager
    def making(
        cls,
        folder: Path,
        project: str,
        *,
        role: str,
        person: str,
        settings: Settings | None = None,
        clock: Clock = _now,
    ) -> Iterator[Workspace]:
        """Create a workspace; the caller adds its first records inside the block, as one save.

        After an exception, the folder is empty. Otherwise the workspace stays open.
        """
        require_empty(folder)
        workspace = cls(Store.create(folder), folder, settings, clock)
        try:
            with workspace.transaction():
                workspace.set_local("project", project)
                workspace.set_local("role", role)
                workspace.set_local("person", person)
                workspace.take_new_device()
                yield workspace
        except BaseException:
            workspace.close()
            # Safe: `require_empty` checked the folder, so all of it is from this attempt.
            for entry in folder.iterdir():
                if entry.is_dir():
                    shutil.rmtree(entry)
                else:
                    entry.unlink()
            raise

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        write: bool = False,
        damaged: bool = False,
        settings: Settings | None = None,
        clock: Clock = _now,
    ) -> Workspace:
        """Open an existing workspace, read-only unless `write`.

        `damaged`: open the intact part of a damaged workspace; the caller must report the damage
            (`store.report.problems`)

        Raises InputError if the folder is not a workspace, LockedError if another program has it
        open for writing, NewerVersionError, and DamagedError.
        """
        store = Store.open(folder, mode="write" if write else "read")
        try:
            # Callers that want to write must not get a read-only workspace silently.
            if (write and store.read_only) or (store.report.problems and not damaged):
                raise read_only_error(store, folder)
            workspace = cls(store, folder, settings, clock)
            if "project" not in workspace._local and not store.report.problems:
                raise InputError(
                    msg("an unfinished workspace without a project"),
                    file=str(folder),
                    hint=msg(
                        "Nothing is lost: it was still empty. Remove the folder and try again."
                    ),
                )
            # The folder was copied or restored. With one device id, both copies would use the same
            # sequence numbers.
            if write and workspace._local.get("place") != place_of(folder):
                with store.transaction():
                    workspace.take_new_device()
        except BaseException:
            store.close()
            raise
        return workspace

    def _load(self) -> None:
        # A backup file from somebody else may contain any documents.
        try:
            for doc in self.store.records.table("records"):
                self.records.add(record_of(doc))
            for doc in self.store.records.table("local"):
                self._local[doc["name"]] = doc["value"]
        except (KeyError, TypeError, ValueError) as error:
            raise DamagedError(
                msg(
                    "contains a document that is not a record ({__name__}: {error})",
                    __name__=type(error).__name__,
                    error=error,
                ),
                file=str(self.folder),
                hint=msg("This was not written by Proofdesk. Restore a backup of your own."),
            ) from error

    def close(self) -> None:
        """Close the store, which releases the lock."""
        self.store.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Who and what
    @property
    def settings(self) -> Settings:
        """The person's settings, read on first use."""
        if self._settings is None:
            from desktop_app.settings import load_settings

            self._settings = load_settings()
        return self._settings

    @property
    def project(self) -> str:
        """Id of the project, 32 hexadecimal digits."""
        return str(self.local("project"))

    @property
    def person(self) -> str:
        """Id of the person this workspace belongs to."""
        return str(self.local("person"))

    @property
    def is_lead(self) -> bool:
        """Whether this is a lead's workspace."""
        return str(self.local("role")) == LEAD

    @property
    def lead(self) -> str:
        """Id of the project's lead."""
        return str(self.project_body().get("lead", self.person))

    @property
    def device(self) -> str:
        """Id of this device, 32 hexadecimal digits."""
        return str(self.local("device"))

    @property
    def devices(self) -> list[str]:
        """The ids of all devices that this workspace has been, the current one last."""
        known = self.local("devices")
        # Workspaces of earlier versions stored the current device only.
        if known is None:
            known = [self.local("device")] if self.local("device") else []
        return [str(device) for device in known]

    @property
    def title(self) -> str:
        """The project's title."""
        return str(self.project_body().get("title", ""))

    @property
    def language(self) -> str:
        """The language of the project's reports; English if none is set."""
        settings = self.project_body().get("settings") or {}
        return str(settings.get(LANGUAGE) or "en")

    @property
    def protocols(self) -> list[str]:
        """The keys of the project's protocols, in the order in which they were chosen."""
        return [str(key) for key in self.project_body().get("protocols", [])]

    def project_body(self) -> Mapping[str, Any]:
        """Return the body of the project's record; empty if it has not arrived.

        In a conflict, the head with the lowest rev is used, so that all computers show the same.
        """
        heads = self.records.heads("project", self.project)
        return (heads[0].body or {}) if heads else {}

    def protocol(self, key: str | None = None) -> Protocol:
        """Return a protocol of the project, with the project's own form or texts.

        `key`: None: the project's only protocol

        Raises UsageError if the project does not have this protocol, or has several and `key` is
        None.
        """
        from desktop_app.plugin_loader import load_protocol, own_protocol

        mine = self.protocols
        if key is None:
            if len(mine) != 1:
                raise UsageError(
                    msg("this project has several protocols"),
                    hint=msg("Choose one of: {mine}.", mine=", ".join(mine)),
                )
            key = mine[0]
        if key not in mine:
            raise UsageError(
                msg("this project has no protocol “{key}”", key=key),
                hint=msg("It has: {mine}.", mine=", ".join(mine)),
            )
        if key not in self._loaded:
            # Settings take long to load, and only protocols of others need them.
            self._loaded[key] = own_protocol(key) or load_protocol(
                key, self.settings.allowed_plugins
            )
        return self._bound(self._loaded[key])

    def usable_protocols(self, keys: Container[str] | None = None) -> Iterator[Protocol]:
        """Yield the project's protocols without those that cannot be used on this computer.

        `keys`: of these protocols only; the others are not loaded
        """
        for key in self.protocols:
            if keys is None or key in keys:
                with suppress(AppError):
                    yield self.protocol(key)

    def _bound(self, protocol: Protocol) -> Protocol:
        """Return a protocol with this project's form or texts, if it uses any."""
        if protocol.text_paths:
            return self._with_texts(protocol)
        if not protocol.form_path:
            return protocol
        path = protocol.form_path
        revs = tuple(record.rev for record in self.records.history("material", path))
        # Parsing a form is slow, so the result is kept until a new version arrives.
        known = self._protocols.get(protocol.key)
        if known is None or known[0] != revs:
            known = revs, protocol.with_materials(self.material_versions(path))
            self._protocols[protocol.key] = known
        return known[1]

    def _with_texts(self, protocol: Protocol) -> Protocol:
        """Return a protocol with the texts that apply here (see `_text`)."""
        read = ((path, self._text(path)) for path in protocol.text_paths)
        texts = {path: text for path, text in read if text is not None}
        return protocol.with_texts(texts)

    def _text(self, path: str) -> str | None:
        """Return the text that applies here: a lead's own file, packed or not, else the record's.

        A file that cannot be read is ignored, because packing reports it.
        """
        if self.is_lead:
            with suppress(InputError):
                text = own_file(self.folder, path)
                if text is not None:
                    return text
        return recorded_text(self.records, path)

    def material_versions(self, path: str) -> list[Material]:
        """Return all versions of a material that have arrived, the oldest first."""
        heads = {head.rev for head in self.records.heads("material", path)}
        settled = self.records.current("material", path) is not None
        return [
            Material(
                path,
                str(record.body["text"]),
                "earlier" if record.rev not in heads else "current" if settled else "conflicting",
            )
            for record in self.records.history("material", path)
            if record.body is not None
        ]

    def require_lead(self, doing: str) -> None:
        """Raise UsageError unless this is a lead's workspace.

        `doing`: the activity that the message names: “Importing”
        """
        if not self.is_lead:
            raise UsageError(
                msg(
                    "{doing} is only possible for leads; this workspace belongs to annotator "
                    "“{person}”",
                    doing=doing,
                    person=self.person,
                ),
                hint=msg("Use the project's own workspace."),
            )

    def alias_seed(self) -> str | None:
        """Return the project's secret seed; None in an annotator's workspace."""
        secret = self.records.heads("secret", self.project)
        return str(body_of(secret[0])["alias_seed"]) if secret else None

    def find_item(self, protocol: str, reference: str) -> str | None:
        """Return the key of the item with this external id or key, or None."""
        for key in (keys.external_item_key(self.project, protocol, reference), reference):
            if self.records.is_there("item", key):
                return key
        return None

    def item_name(self, key: str) -> str:
        """Return an item's external id where it is known (lead only), else its key."""
        origin = self.records.current("origin", key)
        return str(body_of(origin).get("external_id") or key) if origin else key

    # Local state
    def local(self, name: str, default: Any = None) -> Any:
        """Return a value that belongs to this device: never shared, not part of the digest."""
        return self._local.get(name, default)

    def set_local(self, name: str, value: Any) -> None:
        """Save a value of the local state."""
        table = self.store.records.table("local")
        existing = next((doc.doc_id for doc in table if doc["name"] == name), None)
        if existing is None:
            table.insert({"name": name, "value": value})
        else:
            table.update({"value": value}, doc_ids=[existing])
        self._local[name] = value

    def take_new_device(self) -> None:
        """Become a new device, because the folder is new, copied or restored.

        Sequence numbers of records are per device; two copies of one folder must never use the same
        number twice.
        """
        device = uuid.uuid4().hex
        # Earlier ids are kept: records with these ids were made here too and can be attested.
        self.set_local("devices", [*self.devices, device])
        self.set_local("device", device)
        self.set_local("place", place_of(self.folder))

    def now(self) -> str:
        """Return the wall-clock time in the format of records (for display only)."""
        return self._clock().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")

    # Making records
    def add(
        self, drafts: Iterable[Draft], *, imported: bool = False, update: bool = True
    ) -> AddResult:
        """Make records from drafts, each treated as its own row. See `add_rows`."""
        return self.add_rows([[draft] for draft in drafts], imported=imported, update=update)

    def add_rows(
        self,
        rows: Iterable[Sequence[Draft]],
        *,
        imported: bool = False,
        update: bool = True,
        lines: Sequence[int] = (),
    ) -> AddResult:
        """Make records from drafts and save them in one transaction: all or none.

        A draft that states nothing new adds no record. A draft that states something else about a
        known thing becomes a revision whose parents are all heads of the thing if `update`, and
        otherwise is refused together with the rest of its row. Details of a person who is known
        only from imported rows may always be added, and so may what leads have withdrawn.

        `imported`: give the records a fixed device and time, so that the same import gives the same
            records on every computer
        `lines`: the line of each row in its file, for messages; empty: the rows have no lines
        """
        result = AddResult()
        # Records of this batch: a later row may revise an earlier one.
        pending: dict[tuple[str, str], Record] = {}
        # The line in which a thing of this batch is, by its kind and key.
        stated: dict[tuple[str, str], int] = {}
        seq = self.records.last_seq(self.device) if not imported else 0
        time = IMPORT_TIME if imported else self.now()
        device = IMPORT_DEVICE if imported else self.device
        for line, row in zip(lines or repeat(0), rows, strict=False):
            fresh: list[tuple[Draft, tuple[str, ...]]] = []
            for draft in row:
                waiting = pending.get((draft.kind, draft.key))
                heads = [waiting] if waiting else self.records.heads(draft.kind, draft.key)
                if not heads:
                    fresh.append((draft, ()))
                elif draft.only_if_absent or (
                    len(heads) == 1 and _states_the_same(heads[0], draft)
                ):
                    continue
                elif update or _is_known_by_name_alone(heads) or may_be_stated_again(heads):
                    fresh.append((draft, _replaced(self.records, draft.kind, draft.key, heads)))
                else:
                    first = stated.get((draft.kind, draft.key)) if waiting else None
                    result.differing += first is None
                    why = _already_used(draft, first)
                    result.refused.append(at_line(line, why) if line else why)
                    # The whole row is refused, because half of it would make no sense.
                    fresh.clear()
                    break
            else:
                if not fresh:
                    result.unchanged += 1
            for draft, parents in fresh:
                # A record has at most MAX_PARENTS parents. If there are more heads, several records
                # with the same body are made, and each has the one before it as a parent.
                left: tuple[str, ...] | None = parents
                while left is not None:
                    seq += 0 if imported else 1
                    record = make_record(
                        project=self.project,
                        kind=draft.kind,
                        key=draft.key,
                        author=draft.author,
                        device=device,
                        seq=seq,
                        time=time,
                        body=draft.body,
                        parents=left[:MAX_PARENTS],
                    )
                    result.added.append(record)
                    rest = left[MAX_PARENTS:]
                    left = (record.rev, *rest) if rest else None
                pending[(draft.kind, draft.key)] = record
                if line:
                    stated[(draft.kind, draft.key)] = line
        self.insert(result.added)
        return result

    def insert(self, records: Sequence[Record], *, parsed: bool = False) -> None:
        """Save records in one transaction, then add them to the index.

        `parsed`: the bodies come from a parser and nobody else uses them, so they are not copied

        Raises NotSavedError; in this case nothing has changed.
        """
        if not records:
            return
        table = self.store.records.table("records")
        if parsed:
            share_texts(records)
        docs = ({"rev": record.rev, **record.to_json()} for record in records)
        if parsed:
            table.insert_owned(docs)
        else:
            table.insert_multiple(docs)
        for record in records:
            self.records.add(record)
        for saved in self._recordings:
            saved += records

    @contextmanager
    def recording(self) -> Iterator[list[Record]]:
        """Collect the records that are saved meanwhile, in their order."""
        saved: list[Record] = []
        self._recordings.append(saved)
        try:
            yield saved
        finally:
            # By identity: two empty lists are equal.
            self._recordings = [one for one in self._recordings if one is not saved]

    def remove(self, revs: Iterable[str]) -> None:
        """Remove records. Only undoing a merge or a decision may do this."""
        gone = set(revs)
        table = self.store.records.table("records")
        table.remove(doc_ids=[doc.doc_id for doc in table if doc["rev"] in gone])
        for rev in gone:
            self.records.discard(rev)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Group saves into one. If it fails, the index is rebuilt from the store."""
        try:
            with self.store.transaction():
                yield
        except BaseException:
            # The index may be ahead of the disk now.
            self.records, self._local = RecordSet(), {}
            self._load()
            raise

    def arrived_after(self, revs: Iterable[str]) -> Iterator[Record]:
        """Yield the records that were saved after the last of `revs`."""
        named = set(revs)
        saved = [(doc.doc_id, doc["rev"]) for doc in self.store.records.table("records")]
        # Document IDs grow in the order of saving.
        last = max((doc_id for doc_id, rev in saved if rev in named), default=0)
        for doc_id, rev in saved:
            record = self.records.get(rev) if doc_id > last else None
            if record is not None:
                yield record


def may_be_stated_again(heads: Sequence[Record]) -> bool:
    """Return whether an import may state a thing with these heads again.

    It may if a lead has withdrawn the thing, but not if an annotator has withdrawn their work.
    """
    return all(head.body is None and not KINDS[head.kind].annotator for head in heads)


def name_earlier(workspace: Workspace, records: Iterable[Record]) -> int:
    """State again what replaces revisions without naming them; return the number of records.

    Version 0.1 named only the revision that was current, see `_replaced`. Raises NotSavedError.
    """
    seq, made = workspace.records.last_seq(workspace.device), []
    for one in records:
        # A person's own work is packed with its history, of which nothing may be stated again.
        # Nothing is missing from a record that replaces none.
        if KINDS[one.kind].annotator or not one.parents:
            continue
        heads = workspace.records.heads(one.kind, one.key)
        if [head.rev for head in heads] != [one.rev]:
            continue
        named = set(_replaced(workspace.records, one.kind, one.key, heads)) - {one.rev}
        if named <= set(one.parents):
            continue
        # As in an import, so that it is the same record on every lead's computer.
        is_imported = one.device == IMPORT_DEVICE
        seq += not is_imported
        made.append(
            make_record(
                project=workspace.project,
                kind=one.kind,
                key=one.key,
                author=one.author if is_imported else workspace.person,
                device=one.device if is_imported else workspace.device,
                seq=0 if is_imported else seq,
                time=one.time if is_imported else workspace.now(),
                schema=one.schema,
                body=one.body,
                parents=(one.rev, *named),
            )
        )
    workspace.insert(made)
    return len(made)


def _replaced(records: RecordSet, kind: str, key: str, heads: Sequence[Record]) -> tuple[str, ...]:
    """Return the revs that a new record about a thing replaces: the heads first.

    An annotator has the revision of the last bundle, and the next bundle contains only the
    newest one. So that the newest one replaces any earlier one, it names them all, up to
    `_MOST_EARLIER`. Other kinds travel with their history and do not need it.
    """
    revs = [head.rev for head in heads]
    if not (KINDS[kind].lead_only or KINDS[kind].annotator):
        history = records.history(kind, key)
        revs += [one.rev for one in reversed(history)][: _MOST_EARLIER + len(heads)]
    return tuple(dict.fromkeys(revs))


def _states_the_same(head: Record, draft: Draft) -> bool:
    """Return whether a draft states nothing new.

    It need not repeat what is incidental: a file of answers does not say which text was answered.
    """
    if head.body is None or draft.body is None:
        return head.body is draft.body
    unstated = set(KINDS[head.kind].incidental).difference(draft.body)
    stated = {name: value for name, value in head.body.items() if name not in unstated}
    return same_body(stated, draft.body)


def _is_known_by_name_alone(heads: Sequence[Record]) -> bool:
    """Return whether these are the heads of a person known only by an imported ID."""
    only = heads[0].body if len(heads) == 1 and heads[0].kind == "person" else None
    return only is not None and bool(only.get("external")) and only.keys() <= {"external", "role"}


def _already_used(draft: Draft, first: int | None) -> str:
    """Return why a draft is refused; `first`: the line of its file that states something else."""
    if first is not None:
        return msg("“{label}” is already used in line {first}", label=draft.label, first=first)
    return msg(
        "{kind} “{label}” already exists with different content",
        kind=kind_name(draft.kind),
        label=draft.label,
    )
