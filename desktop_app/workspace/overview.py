"""Overview of a project for its lead: items, people and progress as plain data.

An overview does not refer to the workspace, so a window can show it while a job on another thread
owns the workspace.

The module is longer than most because it declares everything that the pages of a lead show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from desktop_app.core.errors import AppError, RefusedError, UsageError
from desktop_app.core.keys import person_of
from desktop_app.core.kinds import is_proof
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import State as SubmissionState
from desktop_app.core.protocol.data import is_decided
from desktop_app.workspace.adjudicating import undo_refusal
from desktop_app.workspace.assigning import last_seed
from desktop_app.workspace.bundles_out import BundleOut, bundles_out
from desktop_app.workspace.consent import Consent, everybodys_consent
from desktop_app.workspace.dataset import submissions_of
from desktop_app.workspace.gathering import SOURCES
from desktop_app.workspace.inbox import inbox_folder, merged_digests
from desktop_app.workspace.item_index import (
    ItemIndex,
    ItemLine,
    earlier_text_authors,
    outdated_decisions,
)
from desktop_app.workspace.item_views import SavedView, saved_views
from desktop_app.workspace.item_work import ProjectWork, project_work
from desktop_app.workspace.job_runner import last_failures, last_options
from desktop_app.workspace.lead_tasks import Facts, LeadState, Worker, lead_state
from desktop_app.workspace.maintenance import known_keys
from desktop_app.workspace.participation import ACTIVE, State, everybodys_participation
from desktop_app.workspace.people import CORE_ROW_KINDS, own_fields
from desktop_app.workspace.status import missing_sequences
from desktop_app.workspace.trust import requires_confirmation
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from pydantic import BaseModel

_NOT_ASKED = Consent("not_asked")


@dataclass(frozen=True)
class PersonLine:
    """A person with their progress.

    `external`: whether the person is known only from imported answers and cannot be assigned items
    `is_listed`: whether the person is on the roster; other people's work does not count
    `fingerprints`: fingerprints of the person's known signing keys
    `can_be_sealed`: whether bundles can be encrypted to the person
    `done`: number of answered assignments; for people without assignments, of all answers
    `to_do`: number of assignments without answers, or with outdated or returned ones
    `median_seconds`: median of the active times of annotations; None if none was recorded
    `last_merge`: time when the last bundle from this person was merged; empty: never
    `unconfirmed`: those of the fingerprints that no lead has confirmed
    `consent`: `Consent.state`
    `consented`: time of the last agreement or withdrawal; empty: never
    `participation`: “active”, “paused” or “left”
    `note`: the lead's note, which is never sent to anybody
    `expertise`, `topics`, `languages`: what assigning may use
    `own_fields`: (name, text) of fields that the program does not know
    `bundle`: the last bundle that was written for the person from this workspace, if any
    `open`: number of assignments without an answer, which can be moved to others
    """

    id: str
    name: str
    role: str
    external: bool
    is_listed: bool
    is_you: bool
    fingerprints: tuple[str, ...]
    can_be_sealed: bool
    assigned: int
    done: int
    to_do: int
    flagged: int
    skipped: int
    median_seconds: float | None
    last_merge: str
    consent: str = "not_asked"
    consented: str = ""
    unconfirmed: tuple[str, ...] = ()
    participation: State = "active"
    note: str = ""
    expertise: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    own_fields: tuple[tuple[str, str], ...] = ()
    bundle: BundleOut | None = None
    open: int = 0

    @property
    def is_active(self) -> bool:
        return self.participation == "active"


@dataclass(frozen=True)
class Trouble:
    """A conflict, or a flagged or skipped item, for the lead to look at.

    `what`: “conflict”, “flagged” or “skipped”
    `item`: name of the item; of a conflict about something else, its key
    `reason`: the annotator's reason; for a conflict, the kind of the records
    """

    what: str
    item: str
    person: str
    reason: str


@dataclass(frozen=True)
class RowsLine:
    """A choice of the import dialog.

    It is a kind of row, a format of a published dataset (`is_format`), a folder of texts
    (`is_folder`), or individual text files (`is_files`).
    """

    what: str
    title: str
    is_format: bool = False
    is_folder: bool = False
    is_files: bool = False

    @property
    def is_texts(self) -> bool:
        return self.is_folder or self.is_files


@dataclass(frozen=True)
class ProtocolLine:
    """A protocol of the project.

    `stages`: (key, title) of each stage
    `problem`: why it cannot be used here, in which case it has no stages; empty: it can
    `takes_form`: whether its questions come from a form file
    `form_version`: number of the current version of that form; 0 without one
    `has_own_forms`: whether the lead may replace its forms, or the labels of their options
    `takes_submissions`: whether a lead decides on submissions
    `collects`: whether people can be asked for more submissions
    `prepares`: label of the button that opens its item-preparation form; empty: it has none
    `rows`: choices of the import dialog, items first
    `apart`: keys of the stages at which nobody gets two items of one group
    `prefers`: whether some people are better suited for an item at one of its stages
    `usual`: {stage: usual number of people per item}
    `analysis_options`: the options of its analysis that the window offers; None: none
    """

    key: str
    title: str
    stages: tuple[tuple[str, str], ...]
    problem: str = ""
    takes_form: bool = False
    form_version: int = 0
    has_own_forms: bool = False
    takes_submissions: bool = False
    collects: bool = False
    prepares: str = ""
    rows: tuple[RowsLine, ...] = ()
    apart: frozenset[str] = frozenset()
    prefers: bool = False
    usual: Mapping[str, int] = field(default_factory=dict)
    analysis_options: type[BaseModel] | None = None


@dataclass(frozen=True)
class JobLine:
    """A job that a lead can run.

    `failed`: number of units that failed in its last run
    `last_options`: options of its last run on this computer
    `needs_model`: false for the metrics that are computed on this computer
    """

    protocol: str
    protocol_title: str
    key: str
    title: str
    prompts: tuple[str, ...]
    options: type[BaseModel]
    failed: int
    last_options: Mapping[str, Any]
    needs_model: bool = True


@dataclass(frozen=True)
class SubmissionLine:
    """A submission with its protocol; see `core.protocol.data.Submission` for the other fields."""

    protocol: str
    item: str
    author: str
    field: str
    title: str
    state: SubmissionState
    reason: str
    notes: tuple[str, ...]
    kind: str = ""

    @property
    def is_decided(self) -> bool:
        return is_decided(self.state)


@dataclass(frozen=True)
class Overview:
    """A project at one moment.

    `assigned`, `done`, `to_do`: numbers of assignments
    `annotations`: number of annotations that count
    `waiting`: number of records that wait for the records that they replace
    `not_arrived`: notes about gaps in the sequence numbers of annotators' records
    `shared`: number of items that two or more people answered, without excluded ones and without
        answers in conflict
    `withdrawn`: number of annotations by people who withdrew their consent, which `annotations` and
        `shared` exclude
    `project`: its id
    `language`: that of the project's reports
    `inbox_folder`: the folder where results arrive; empty: none is chosen
    `merged`: digests of the bundles that were merged here
    `shared_items`: keys of the items that `shared` counts
    `shared_in_conflict`: number of items that `shared` would also count if nothing was in conflict
    `seed`: see `last_seed`
    `state`: what the lead has to do, and the progress of the project
    `views`: saved views of the list of items
    `index`: the items with their texts and answers
    `documents`: number of documents from which models can make the first items; 0 if there are
        items already
    `undo_refusal`: why no decision can be undone; None if the last one can be
    `last_merge_records`, `last_merge_answers`: numbers of records that the last merge added, not
        counting proofs of who made others, and of answers among them
    """

    title: str
    folder: Path
    person: str
    protocols: tuple[ProtocolLine, ...]
    items: tuple[ItemLine, ...]
    people: tuple[PersonLine, ...]
    troubles: tuple[Trouble, ...]
    assigned: int
    to_do: int
    annotations: int
    conflicts: int
    waiting: int
    not_arrived: tuple[str, ...]
    shared: int
    last_merge: str
    last_senders: tuple[str, ...]
    own_fingerprint: str
    last_merge_records: int = 0
    last_merge_answers: int = 0
    unassigned: int = 0
    must_confirm_keys: bool = False
    withdrawn: int = 0
    jobs: tuple[JobLine, ...] = ()
    submissions: tuple[SubmissionLine, ...] = ()
    project: str = ""
    language: str = "en"
    inbox_folder: str = ""
    merged: frozenset[str] = frozenset()
    shared_items: frozenset[str] = frozenset()
    shared_in_conflict: int = 0
    seed: int | None = None
    state: LeadState = field(default_factory=LeadState)
    views: tuple[SavedView, ...] = ()
    index: ItemIndex = field(default_factory=ItemIndex, compare=False, repr=False)
    documents: int = 0
    undo_refusal: RefusedError | None = field(default=None, compare=False)

    @property
    def done(self) -> int:
        return self.assigned - self.to_do

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names that the lead has given to people, by ID; people without one are left out."""
        return {one.id: one.name for one in self.people if one.name not in ("", one.id)}

    def person_label(self, person: str) -> str:
        """Return how the lead's pages call a person: “ana · Ana Klarname”, or the ID alone.

        Only for the screen: bundles, reports and exports never contain names.
        """
        name = self.names.get(person)
        return f"{person} · {name}" if name else person

    @property
    def givable(self) -> list[PersonLine]:
        """The people who work in this project, also those who are paused or have left."""
        return [one for one in self.people if not one.external and not one.is_you]

    @property
    def external(self) -> int:
        """The number of people who are known only from imported answers."""
        return sum(one.external for one in self.people)

    @property
    def active(self) -> list[PersonLine]:
        """The people who can be assigned items."""
        return [one for one in self.givable if one.is_active]

    @cached_property
    def outdated_decisions(self) -> int:
        """The number of decisions that the lead has to make again, because answers have changed."""
        return outdated_decisions(self.index.entries)

    @property
    def outdated(self) -> list[PersonLine]:
        """The people whose bundle should be replaced."""
        return [
            one for one in self.givable if one.bundle is not None and one.bundle.state == "outdated"
        ]


def overview_of(workspace: Workspace) -> Overview:
    """Return the overview of a lead's project.

    Reads all records, which takes time: do not call it on the window's thread.
    """
    work = project_work(workspace)
    parts = work.parts.values()
    assigned = Counter(person for part in parts for _, person in part.assigned)
    to_do = Counter(chain.from_iterable(part.to_do for part in parts))
    done = Counter(chain.from_iterable(part.done for part in parts))
    times: dict[str, list[float]] = {}
    for part in parts:
        for person, seconds in part.seconds:
            times.setdefault(person, []).append(seconds)
    merges = workspace.store.records.table("merges").all()
    added = merges[-1]["added"] if merges else ()
    last_merged = [one for rev in added if (one := workspace.records.get(rev)) is not None]
    troubles = _troubles(workspace)
    consents = everybodys_consent(workspace)
    gone = work.gone
    withdrawn = sum(person in gone for part in parts for person in part.answered) if gone else 0
    answered = {
        item: part.answered
        for item, part in work.parts.items()
        if len(part.answered) > 1
        and len(set(part.answered) - gone) > 1
        and not (part.entry is not None and part.entry.excluded)
    }
    # Analyses leave out answers in conflict, so they do not make an item shared.
    disputed = _disputed_people(workspace)
    in_conflict = set(workspace.records.conflicts())
    shared = frozenset(
        item
        for item, people in answered.items()
        if ("item", item) not in in_conflict
        and len((Counter(people) - disputed.get(item, Counter())).keys() - gone) > 1
    )
    bundles = bundles_out(workspace, work.stale, work.assigned_keys)
    again = Counter(person_of(key) for key in work.stale)
    overview = Overview(
        title=workspace.title,
        folder=workspace.folder,
        person=workspace.person,
        protocols=tuple(_protocol(workspace, key) for key in workspace.protocols),
        items=work.items,
        people=_people(workspace, assigned, to_do, done, times, troubles, consents, again, bundles),
        troubles=troubles,
        assigned=assigned.total(),
        to_do=to_do.total(),
        annotations=sum(len(part.answered) for part in parts) - withdrawn,
        conflicts=len(workspace.records.conflicts()),
        waiting=len(workspace.records.waiting()),
        not_arrived=tuple(str(one) for one in missing_sequences(workspace)),
        shared=len(shared),
        shared_items=shared,
        shared_in_conflict=len(answered) - len(shared),
        seed=last_seed(workspace),
        last_merge=str(merges[-1]["time"]) if merges else "",
        # A person may have sent several files.
        last_senders=tuple(dict.fromkeys(str(one["sender"]) for one in merges[-1]["bundles"]))
        if merges
        else (),
        last_merge_records=sum(not is_proof(one) for one in last_merged),
        last_merge_answers=sum(one.kind == "annotation" for one in last_merged),
        unassigned=len(work.unassigned),
        must_confirm_keys=requires_confirmation(workspace),
        own_fingerprint=str((known_keys(workspace)["own"] or {}).get("fingerprint", "")),
        withdrawn=withdrawn,
        project=workspace.project,
        language=workspace.language,
        inbox_folder=inbox_folder(workspace),
        merged=merged_digests(workspace),
        jobs=tuple(_jobs(workspace)),
        submissions=tuple(
            SubmissionLine(
                key,
                one.item,
                one.author,
                one.field,
                one.title,
                one.state,
                one.reason,
                one.notes,
                one.kind,
            )
            for key, one in submissions_of(workspace)
        ),
        views=saved_views(workspace),
        index=work.index,
        documents=0 if work.items else _documents(workspace),
        undo_refusal=undo_refusal(workspace),
    )
    state = lead_state(workspace, _facts(overview, work), work.answer_sums(), bundles)
    return replace(overview, state=state)


def _documents(workspace: Workspace) -> int:
    """Return the number of gathered rows from which a job makes items."""
    kinds = {(one.key, one.gathered) for one in workspace.usable_protocols() if one.gathered_job}
    if not kinds:
        return 0
    bodies = map(body_of, workspace.records.all_current("data"))
    return sum((body.get("protocol"), body.get("what")) in kinds for body in bodies)


def _facts(overview: Overview, work: ProjectWork) -> Facts:
    """Return the facts from which the lead's tasks follow."""
    conflicting = {one.person for one in overview.troubles if one.what == "conflict"}
    return Facts(
        items=len(overview.items),
        # Without excluded items, which must not be assigned.
        unassigned=sum(1 for one in overview.index.entries if one.status == "unassigned"),
        workers=tuple(
            Worker(
                one.id,
                one.assigned,
                one.to_do,
                one.last_merge,
                one.consent == "withdrawn" or one.participation == "left",
                one.participation == "paused",
            )
            for one in overview.givable
        ),
        annotations=overview.annotations,
        last_merge=overview.last_merge,
        unconfirmed=tuple(one.id for one in overview.people if one.unconfirmed),
        must_confirm=overview.must_confirm_keys,
        pending=sum(1 for one in overview.submissions if not one.is_decided),
        not_assigned=overview.unassigned,
        conflicts=overview.conflicts,
        conflict_people=tuple(sorted(conflicting - {""})),
        outdated_decisions=overview.outdated_decisions,
        not_arrived=len(overview.not_arrived),
        waiting=overview.waiting,
        failed=sum(one.failed for one in overview.jobs),
        stale=tuple(sorted(work.form_stale)),
        earlier_texts=earlier_text_authors(overview.index.entries),
        withdrawn=work.without_an_answer(),
    )


def items_of(workspace: Workspace) -> ItemIndex:
    """Return the index of the items of a lead's project, without the rest of the overview."""
    return project_work(workspace).index


def _protocol(workspace: Workspace, key: str) -> ProtocolLine:
    try:
        protocol = workspace.protocol(key)
    except UsageError as error:
        return ProtocolLine(key, key, (), msg("{error}. {hint}", error=error, hint=error.hint))
    stages = tuple((stage.key, stage.title) for stage in protocol.stages)
    return ProtocolLine(
        key,
        protocol.title,
        stages,
        takes_form=bool(protocol.form_path),
        form_version=_form_version(protocol),
        has_own_forms=bool(protocol.own_forms() or protocol.anchors_path),
        takes_submissions=protocol.takes_submissions,
        collects=bool(protocol.submission_stage),
        prepares=protocol.prepares,
        rows=tuple(_rows(protocol)),
        apart=frozenset(stage.key for stage in protocol.stages if stage.apart),
        prefers=any(stage.prefers_people for stage in protocol.stages),
        usual={stage.key: stage.usual for stage in protocol.stages},
        analysis_options=protocol.analysis_options(),
    )


def _form_version(protocol: Protocol) -> int:
    """Return the number of the current version of a protocol's form; 0 if there is none."""
    # A form of a newer program does not prevent the overview.
    with suppress(AppError):
        number = protocol.form_name.partition("@")[2].partition("#")[0]
        return int(number) if number.isdecimal() else 0
    return 0


def _rows(protocol: Protocol) -> Iterator[RowsLine]:
    """Yield the choices of the import dialog: items first, kinds that all protocols have last."""
    first = protocol.item_rows
    for what in sorted(protocol.row_kinds, key=lambda one: one != first):
        if title := protocol.row_kinds[what].title:
            yield RowsLine(what, title)
    for name, title in protocol.read_formats.items():
        yield RowsLine(name, title, is_format=True)
    if SOURCES in protocol.row_kinds:
        yield RowsLine(
            SOURCES, msg("A folder of documents (text, Markdown, HTML, PDF)"), is_folder=True
        )
    if protocol.gathered:
        of_files, of_folder = protocol.gathered_titles
        yield RowsLine(protocol.gathered, of_files, is_files=True)
        yield RowsLine(protocol.gathered, of_folder, is_folder=True)
    for what, kind in CORE_ROW_KINDS.items():
        yield RowsLine(what, kind.title)


def _jobs(workspace: Workspace) -> Iterator[JobLine]:
    for protocol in workspace.usable_protocols():
        name, title = protocol.key, protocol.title
        for key, job in protocol.jobs.items():
            failed = len(last_failures(workspace, name, key))
            last = last_options(workspace, name, key)
            prompts = tuple(job.prompts)
            yield JobLine(name, title, key, job.title, prompts, job.options, failed, last)
        if protocol.has_rated_texts:
            # Imported here because it loads numpy, and few projects have such texts.
            from desktop_app.workspace.rating import metric_options

            metrics = msg("Compute metrics (no model)")
            options = metric_options(workspace.settings.allowed_plugins)
            last = last_options(workspace, name, "rate")
            yield JobLine(name, title, "rate", metrics, (), options, 0, last, needs_model=False)


def _disputed_people(workspace: Workspace) -> dict[str, Counter[str]]:
    """Return, by item, the person of each answer that is in conflict."""
    result: dict[str, Counter[str]] = {}
    for kind, key in workspace.records.conflicts():
        if kind == "annotation":
            result.setdefault(key.partition(":")[0], Counter())[person_of(key)] += 1
    return result


def _people(
    workspace: Workspace,
    out: Counter[str],
    to_do: Counter[str],
    answered: Counter[str],
    times: Mapping[str, list[float]],
    troubles: tuple[Trouble, ...],
    consents: Mapping[str, Consent],
    again: Counter[str],
    bundles_written: Iterable[BundleOut],
) -> tuple[PersonLine, ...]:
    """Return a line for each person who is listed or has worked.

    `out`, `to_do`, `answered`, `again`: numbers of assignments, of open or outdated ones, of
        answers, and of outdated answers
    """
    known = {record.key: body_of(record) for record in workspace.records.all_current("person")}
    marks = Counter((trouble.person, trouble.what) for trouble in troubles)
    keys = known_keys(workspace)
    fingerprints: dict[str, list[str]] = {}
    sealed = set()
    for pin in keys["pinned"]:
        fingerprints.setdefault(str(pin["person"]), []).append(str(pin["fingerprint"]))
        if pin["recipient"]:
            sealed.add(str(pin["person"]))
    if keys["own"]:
        fingerprints.setdefault(workspace.person, []).insert(0, str(keys["own"]["fingerprint"]))
    parts = everybodys_participation(workspace)
    bundles = {one.person: one for one in bundles_written}
    merged: dict[str, str] = {}
    for entry in workspace.store.records.table("merges").all():
        for bundle in entry["bundles"]:
            merged[str(bundle["sender"])] = str(entry["time"])
    return tuple(
        PersonLine(
            person,
            str(known.get(person, {}).get("name") or ""),
            str(known.get(person, {}).get("role") or "annotator"),
            person not in known or bool(known[person].get("external")),
            person in known,
            person == workspace.person,
            tuple(dict.fromkeys(fingerprints.get(person, ()))),
            person in sealed,
            out[person],
            out[person] - to_do[person] if out[person] else answered[person],
            to_do[person],
            marks[(person, "flagged")],
            marks[(person, "skipped")],
            median(times[person]) if times.get(person) else None,
            merged.get(person, ""),
            consents.get(person, _NOT_ASKED).state,
            consents.get(person, _NOT_ASKED).time or "",
            unconfirmed=tuple(
                str(pin["fingerprint"])
                for pin in keys["pinned"]
                if pin["person"] == person and not pin["confirmed"]
            ),
            participation=parts.get(person, ACTIVE).state,
            note=parts.get(person, ACTIVE).note,
            expertise=tuple(known.get(person, {}).get("fields") or ()),
            topics=tuple(known.get(person, {}).get("topics") or ()),
            languages=tuple(known.get(person, {}).get("languages") or ()),
            own_fields=tuple(own_fields(known.get(person, {})).items()),
            bundle=bundles.get(person),
            open=to_do[person] - again[person],
        )
        for person in sorted({*known, *out, *answered}, key=lambda one: (natural_order(one), one))
    )


def _troubles(workspace: Workspace) -> tuple[Trouble, ...]:
    records = workspace.records
    result = []
    for kind, key in records.conflicts():
        body = records.stated_body(kind, key) or {}
        item = workspace.item_name(str(body["item"])) if "item" in body else ""
        person = str(body.get("annotator") or body.get("person") or "")
        result.append(Trouble("conflict", item or key, person, kind))
    for record in records.all_current("mark"):
        body = body_of(record)
        result.append(
            Trouble(
                str(body["state"]),
                workspace.item_name(str(body["item"])),
                str(body["annotator"]),
                str(body.get("reason") or ""),
            )
        )
    order = {"conflict": 0, "flagged": 1, "skipped": 2}
    result.sort(key=lambda one: (order.get(one.what, 3), natural_order(one.item), one.person))
    return tuple(result)
