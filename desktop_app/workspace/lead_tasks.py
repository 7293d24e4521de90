"""The tasks of a lead, the pace of a project, and its expected completion date.

Everything here is plain data, computed from the workspace. The window and the
command `status` show the same list of tasks.

The module is longer than most because it declares every task of a lead, in one order.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, Any, Literal

from desktop_app.core.keys import KEY_DIGITS, person_of
from desktop_app.core.merging import body_of
from desktop_app.core.messages import join, msg
from desktop_app.workspace.bundles_out import BundleOut
from desktop_app.workspace.item_filter import ItemFilter
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.core.forms import Form

# A person with open items becomes a task after this many days without results.
QUIET_DAYS = 7
# The pace is computed from this many days.
PACE_DAYS = 14
# Maximum number of days until a forecast end.
_FARTHEST = 3650
# Maximum number of people that a text names.
_NAMED = 3
# Fields that are comments although no question asks for them, by the end of their keys.
_COMMENT = re.compile(r"(?:^|_)(?:comment|note|remark)s?$")
READ_TABLE = "read"
# What to do about a file of results that cannot be read.
RESEND = msg("Ask the sender to send the file again.")

# The order of the tasks: what blocks the work of others comes first.
_ORDER = (
    "people",  # Nobody can start.
    "assign",
    "not_sent",
    "inbox",  # Work of others that waits for the lead.
    "locked",
    "refused",
    "unreadable",
    "required_keys",
    "submissions",
    "not_assigned",
    "conflicts",
    "decisions",
    "missing",
    "waiting",
    "left",  # Work that does not advance.
    "withdrawn",
    "quiet",
    "outdated",
    "stale",
    "earlier_texts",
    "unassigned",
    "next_job",
    "unread",  # Nobody waits for these.
    "agreement",
    "runs",
    "keys",
)


@dataclass(frozen=True)
class LeadTask:
    """A task for a lead.

    `kind`: one of `_ORDER`
    `text`: what it is, in a few words
    `detail`: one or two more sentences
    `action`: label of the button that resolves it
    `page`: key of the page for it
    `command`: the command that does it, without the folder; empty: none
    `count`: number of things it is about
    `people`: ids of the people it is about
    `items`: the items it is about, if a list of them helps
    """

    kind: str
    text: str
    detail: str
    action: str
    page: str
    command: str = ""
    count: int = 1
    people: tuple[str, ...] = ()
    items: ItemFilter | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the task as `status --json` prints it."""
        return {
            "kind": self.kind,
            "text": self.text,
            "detail": self.detail,
            "count": self.count,
            "people": list(self.people),
            "command": self.command,
        }


@dataclass(frozen=True)
class Forecast:
    """The expected completion date of a project at the current pace.

    `pace`: answers per day; None: it cannot be computed
    `end`: the expected day of the last answer; None: it cannot be computed, or nothing is left
    `problem`: why there is no end; empty: there is one, or nothing is left
    """

    pace: float | None = None
    end: date | None = None
    problem: str = ""


@dataclass(frozen=True)
class Times:
    """Active time per answer in seconds: the median, and the quartiles around it."""

    median: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Received:
    """Answers that have arrived but are not merged.

    `day`: the day on which they were given, in local time
    """

    person: str
    day: date
    answers: int


@dataclass(frozen=True)
class PersonBundle:
    """The bundle of a person.

    `state`: that of the bundle, or “not_sent”: there is none, or “unknown”: there is none either,
        but results arrived, so it was written on another computer
    `out`: the bundle; None: there is none
    """

    state: Literal["finished", "current", "outdated", "not_sent", "unknown"]
    out: BundleOut | None = None


@dataclass(frozen=True)
class Worker:
    """A person who gets bundles, with the numbers of their assignments.

    `last_merge`: time when results of this person were last merged; empty: never
    `is_gone`: whether the person has left or withdrew consent, so that no more results are expected
    `is_paused`: whether no results are expected for now
    """

    id: str
    assigned: int
    to_do: int
    last_merge: str
    is_gone: bool = False
    is_paused: bool = False

    @property
    def is_away(self) -> bool:
        """Whether nothing is expected from the person now."""
        return self.is_gone or self.is_paused


@dataclass(frozen=True)
class Facts:
    """Facts from which the tasks follow, in addition to annotations and bundles.

    The overview and the command `status` count these anyway, each for its own purpose.

    `unassigned`: number of items without an assignment and without an answer
    `annotations`: number of answers that count
    `last_merge`: time of the last merge; empty: never
    `unconfirmed`: people with a key that no lead has confirmed
    `pending`: number of submissions that are not decided
    `not_assigned`: number of answers to items that were not assigned to their author
    `conflict_people`: people whose versions differ
    `outdated_decisions`: number of decisions about answers that have changed since
    `not_arrived`: number of computers whose records have gaps
    `waiting`: number of records that wait for others
    `failed`: number of requests that failed in the last runs of the jobs for models
    `stale`: keys of the answers that must be given again because the form has changed
    `earlier_texts`: the author of each answer to an earlier text of its item
    `withdrawn`: keys of the items that lack an answer, because its author withdrew consent
    """

    items: int
    unassigned: int
    workers: tuple[Worker, ...]
    annotations: int
    last_merge: str
    unconfirmed: tuple[str, ...]
    must_confirm: bool
    pending: int
    not_assigned: int
    conflicts: int
    conflict_people: tuple[str, ...]
    outdated_decisions: int
    not_arrived: int
    waiting: int
    failed: int
    stale: tuple[str, ...]
    earlier_texts: tuple[str, ...]
    withdrawn: tuple[str, ...]

    @property
    def to_do(self) -> int:
        """The number of open assignments."""
        return sum(one.to_do for one in self.workers)


@dataclass(frozen=True)
class LeadState:
    """Data of the overview page in addition to the `Overview`.

    `today`: the day on which it was computed, in local time
    `days`: number of answers for each day on which there were any, oldest first
    `bundles`: state of each person's bundle
    `unread`: ids (revs) of the comments and marks that nobody has read here
    """

    today: date = date.min
    tasks: tuple[LeadTask, ...] = ()
    days: Mapping[date, int] = field(default_factory=dict)
    forecast: Forecast = field(default_factory=Forecast)
    times: Times | None = None
    bundles: Mapping[str, PersonBundle] = field(default_factory=dict)
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnswerSums:
    """Data about all answers from which the state is computed.

    `days`: number of answers that count, by the local day of their last submission; imported
        answers have none
    `seconds`: active times of answers that count
    `comments`: (rev, item, person) of the answers with a comment
    """

    days: Mapping[date, int] = field(default_factory=dict)
    seconds: Sequence[float] = ()
    comments: Sequence[tuple[str, str, str]] = ()


def lead_state(
    workspace: Workspace, facts: Facts, sums: AnswerSums, out: Iterable[BundleOut]
) -> LeadState:
    """Return what the lead has to do, and the progress of the project.

    `out`: result of `bundles_out`
    """
    now = workspace.now()
    today = local_day(now)
    days = dict(sorted(sums.days.items()))
    bundles = _bundles(facts, out)
    unread = _Unread.of(workspace, sums.comments)
    # Answers given after the last merge have not arrived, so these days are unknown.
    known_until = min(today, local_day(facts.last_merge)) if facts.last_merge else today
    return LeadState(
        today=today,
        tasks=sorted_tasks(_tasks(workspace, facts, bundles, unread, today)),
        days=days,
        forecast=forecast(days, facts.to_do, today, known_until, facts.unassigned),
        times=times_of(sums.seconds),
        bundles=bundles,
        unread=unread.revs,
    )


def sorted_tasks(tasks: Iterable[LeadTask]) -> tuple[LeadTask, ...]:
    """Return tasks in the order in which they block the work of others; unknown kinds last."""
    places = {kind: place for place, kind in enumerate(_ORDER)}
    return tuple(sorted(tasks, key=lambda task: places.get(task.kind, len(places))))


def results_task(senders: Sequence[str], new: int | None) -> LeadTask:
    """Return the task to merge results that have arrived.

    `senders`: the person who sent each file
    `new`: number of records in them that are not here yet; None: not known before the preview
    """
    people = sorted(set(senders) - {""})
    records = (
        msg("not previewed yet")
        if new is None
        else msg("1 new record")
        if new == 1
        else msg("{count} new records", count=new)
    )
    return LeadTask(
        "inbox",
        msg("1 result file is ready to merge")
        if len(senders) == 1
        else msg("{count} result files are ready to merge", count=len(senders)),
        msg("{people}: {records}.", people=named(people), records=records)
        if people
        else msg("{records}.", records=records),
        msg("Review and merge"),
        "merge",
        "merge",
        len(senders),
        tuple(people),
    )


def locked_task(count: int) -> LeadTask:
    """Return the task about encrypted files that need a passphrase; `count`: at least 1."""
    return LeadTask(
        "locked",
        msg("1 encrypted file needs its passphrase")
        if count == 1
        else msg("{count} encrypted files need their passphrase", count=count),
        msg("Their results cannot be merged until you enter it."),
        msg("Enter passphrase"),
        "merge",
        "merge --passphrase-file",
        count,
    )


def refused_task(files: Sequence[tuple[str, str]]) -> LeadTask:
    """Return the task about result files that cannot be merged yet.

    `files`: sender and reason of each, at least one
    """
    people = tuple(sorted({person for person, _ in files}))
    reasons = list(dict.fromkeys(reason for _, reason in files))
    return LeadTask(
        "refused",
        msg("1 result file was refused")
        if len(files) == 1
        else msg("{count} result files were refused", count=len(files)),
        msg("{people}: {reasons}.", people=named(people), reasons=reasons[0])
        if len(reasons) == 1
        else msg("{people}, for {count} reasons.", people=named(people), count=len(reasons)),
        msg("Go to Merge"),
        "merge",
        "merge --dry-run",
        len(files),
        people,
    )


def unreadable_task(count: int) -> LeadTask:
    """Return the task about files in the inbox that cannot be read; `count`: at least 1."""
    return LeadTask(
        "unreadable",
        msg("1 file in the inbox cannot be read")
        if count == 1
        else msg("{count} files in the inbox cannot be read", count=count),
        RESEND if count == 1 else msg("Ask the senders to send these files again."),
        msg("Go to Merge"),
        "merge",
        "inbox",
        count,
    )


def local_day(stamp: str) -> date:
    """Return the day of a record's time in the computer's time zone.

    Records of other programs may state any text: the result is then `date.min`.
    """
    try:
        return datetime.fromisoformat(stamp).astimezone().date()
    except (ValueError, OverflowError, OSError):
        return date.min


def forecast(
    days: Mapping[date, int], left: int, today: date, known_until: date, unassigned: int = 0
) -> Forecast:
    """Return the expected completion date: the open answers, divided by the answers per day so far.

    The pace is that of the last `PACE_DAYS` days until `known_until`, counted from the first of
    these days with an answer. Days after `known_until` are not counted, because their answers have
    not arrived.

    `days`: number of answers by day
    `left`: number of open answers
    `known_until`: the day of the last merge
    `unassigned`: number of items that nobody has to answer
    """
    first = known_until - timedelta(days=PACE_DAYS - 1)
    recent = {day: count for day, count in days.items() if first <= day <= known_until and count}
    pace = None
    if recent:
        span = (known_until - min(recent)).days + 1
        pace = sum(recent.values()) / span
    if not left and unassigned:
        return Forecast(pace, problem=msg("open items are not assigned"))
    if not left:
        return Forecast(pace, problem=msg("nothing is left to do"))
    if (today - known_until).days >= PACE_DAYS:
        return Forecast(problem=msg("nothing was merged for {days} days", days=PACE_DAYS))
    if pace is None:
        return Forecast(problem=msg("no answers in {days} days", days=PACE_DAYS))
    if len(recent) < 2:
        return Forecast(pace, problem=msg("only one day with answers so far"))
    ahead = ceil(left / pace)
    if ahead > _FARTHEST:
        return Forecast(pace, problem=msg("more than ten years at this pace"))
    return Forecast(pace, today + timedelta(days=ahead))


def times_of(seconds: Sequence[float]) -> Times | None:
    """Return median and quartiles of active times; None without any."""
    if not seconds:
        return None
    if len(seconds) == 1:
        return Times(seconds[0], seconds[0], seconds[0])
    from statistics import quantiles  # It imports much, which a status does not need.

    lower, middle, upper = quantiles(seconds, n=4, method="inclusive")
    return Times(middle, lower, upper)


def mark_read(workspace: Workspace, revs: Collection[str]) -> None:
    """Save that the lead has read comments and marks, by the revs of their records.

    This is stored only on this computer. Raises NotSavedError if saving fails.
    """
    fresh = sorted(set(revs) - _read(workspace))
    if fresh:
        workspace.store.records.table(READ_TABLE).insert({"time": workspace.now(), "revs": fresh})


def mark_all_read(workspace: Workspace) -> int:
    """Save that the lead has read all comments and marks; return the number of new ones.

    Raises UsageError in an annotator's workspace, and NotSavedError if saving fails.
    """
    workspace.require_lead(msg("Marking comments as read"))
    unread = _Unread.of(workspace, comments_of(workspace, frozenset())).revs
    mark_read(workspace, unread)
    return len(unread)


def comments_of(workspace: Workspace, gone: Set[str]) -> list[tuple[str, str, str]]:
    """Return (rev, item, person) of the answers with a comment to items that have arrived.

    `gone`: people who withdrew their consent, whose answers are left out
    """
    records = workspace.records
    texts = []
    for key in records.keys("annotation"):
        person = person_of(key)
        stated = next((one for one in records.heads("annotation", key) if one.body), None)
        if stated is None or stated.body is None or person in gone:
            continue
        item = str(stated.body["item"])
        if _has_text(stated.body) and records.is_there("item", item):
            texts.append((stated.rev, item, person, stated.body))
    if not texts:
        return []
    from desktop_app.workspace.forms import forms_of

    # Parsing forms takes time, so only those of stages with a text are read.
    places = {(str(body["protocol"]), str(body["stage"])) for *_, body in texts}
    comments = CommentFields(forms_of(workspace, places))
    return [(rev, item, person) for rev, item, person, body in texts if comments.has_comment(body)]


def _has_text(body: Mapping[str, Any]) -> bool:
    """Return whether an annotation with this body has an answer that is a text or a code."""
    return any(isinstance(answer, str) and answer.strip() for answer in body["answers"].values())


class CommentFields:
    """The fields of answers that are comments.

    A comment is a long text that nobody has to write and that depends on no other answer. Other
    long texts are what the project collects, whatever their keys. Some stages have a comment
    without a question; its key says so.

    `forms`: result of `forms_of`
    """

    def __init__(self, forms: Mapping[tuple[str, str], Form]) -> None:
        self._questions = {
            place: frozenset(one.key for one in form.questions) for place, form in forms.items()
        }
        self._keys = {
            place: frozenset(
                one.key
                for one in form.questions
                if one.type == "long_text"
                and not one.required
                and one.required_if is None
                and one.show_if is None
            )
            for place, form in forms.items()
        }

    def has_comment(self, body: Mapping[str, Any]) -> bool:
        """Return whether an annotation with this body contains a comment."""
        place = body["protocol"], body["stage"]
        keys = self._keys.get(place, frozenset())
        asked = self._questions.get(place, frozenset())
        return any(
            isinstance(answer, str)
            and answer.strip()
            and (question in keys or (question not in asked and _COMMENT.search(question)))
            for question, answer in body["answers"].items()
        )


# Internals


@dataclass(frozen=True)
class _Unread:
    """Comments and marks that were not read: their revs, items and people, and their numbers."""

    revs: tuple[str, ...]
    items: frozenset[str]
    people: tuple[str, ...]
    comments: int
    marks: int

    @classmethod
    def of(cls, workspace: Workspace, comments: Iterable[tuple[str, str, str]]) -> _Unread:
        """Return what was not read; `comments`: (rev, item, person) of answers with a comment."""
        read = _read(workspace)
        marks = [
            (record.rev, str(body_of(record)["item"]), str(body_of(record)["annotator"]))
            for record in workspace.records.all_current("mark")
        ]
        said = [one for one in comments if one[0] not in read]
        marked = [one for one in marks if one[0] not in read]
        both = said + marked
        return cls(
            tuple(one[0] for one in both),
            frozenset(one[1] for one in both),
            tuple(sorted({one[2] for one in both})),
            len(said),
            len(marked),
        )


def _read(workspace: Workspace) -> set[str]:
    entries = workspace.store.records.table(READ_TABLE)
    return {str(rev) for entry in entries for rev in entry["revs"]}


def _bundles(facts: Facts, bundles: Iterable[BundleOut]) -> dict[str, PersonBundle]:
    """Return the bundle of each person who has one or needs one."""
    found = {one.person: one for one in bundles}
    result = {}
    # External people and the lead get no bundles.
    for person in facts.workers:
        out = found.get(person.id)
        if out is not None:
            result[person.id] = PersonBundle(out.state, out)
        elif person.assigned and not person.to_do:
            result[person.id] = PersonBundle("finished")
        elif person.assigned:
            result[person.id] = PersonBundle("unknown" if person.last_merge else "not_sent")
    return result


def _tasks(
    workspace: Workspace,
    facts: Facts,
    bundles: Mapping[str, PersonBundle],
    unread: _Unread,
    today: date,
) -> Iterator[LeadTask]:
    if not workspace.is_lead:
        return
    yield from _setup_tasks(facts, bundles)
    yield from _merge_tasks(facts)
    yield from _people_tasks(facts, bundles, today)
    yield from _next_jobs(workspace, facts)
    yield from _reading_tasks(unread)
    failed = facts.failed
    if failed:
        yield LeadTask(
            "runs",
            msg("1 request to a model failed")
            if failed == 1
            else msg("{count} requests to models failed", count=failed),
            msg("Running the job again repeats only these."),
            msg("Go to Model runs"),
            "runs",
            "run",
            failed,
        )


def _next_jobs(workspace: Workspace, facts: Facts) -> Iterator[LeadTask]:
    """Yield the jobs that make items from answers, once all assigned answers have arrived."""
    if facts.to_do or not facts.annotations:
        return
    only = _only_stages(workspace)
    for protocol in workspace.usable_protocols(only):
        for stage in protocol.stages:
            if stage.next_job and only[protocol.key] == stage.key:
                yield LeadTask(
                    "next_job",
                    msg("Next job: {job}", job=protocol.jobs[stage.next_job].title),
                    msg(
                        "All assigned answers of the stage “{stage}” have arrived. "
                        "The job makes items from them.",
                        stage=stage.title,
                    ),
                    msg("Go to Model runs"),
                    "runs",
                    "run",
                )


def _only_stages(workspace: Workspace) -> dict[str, str]:
    """Return the stage of the items, by protocol, of protocols whose items are all at one stage.

    Items that name no stage are at none.
    """
    stages: dict[str, set[str]] = {}
    for body in map(body_of, workspace.records.all_current("item")):
        stages.setdefault(body["protocol"], set()).add(body.get("stage", ""))
    return {
        protocol: stage
        for protocol, found in stages.items()
        if len(found) == 1 and (stage := next(iter(found)))
    }


def _setup_tasks(facts: Facts, bundles: Mapping[str, PersonBundle]) -> Iterator[LeadTask]:
    """Yield what has to be done before people can work."""
    if not facts.items:
        return
    if not facts.workers:
        # Imported answers come with their own people.
        if not facts.annotations:
            yield LeadTask(
                "people",
                msg("No people yet"),
                msg("Add the people who will answer."),
                msg("Add people"),
                "people",
                "people",
            )
        return
    unassigned = facts.unassigned
    if unassigned:
        yield LeadTask(
            "unassigned" if any(one.assigned for one in facts.workers) else "assign",
            msg("1 item is not assigned")
            if unassigned == 1
            else msg("{count} items are not assigned", count=unassigned),
            msg("Nobody will answer these items until you assign them."),
            msg("Assign items"),
            "assign",
            "assign",
            unassigned,
            items=ItemFilter(status="unassigned"),
        )
    # People with answers have started, perhaps with a bundle from another lead.
    ready = {one.id for one in facts.workers if one.is_away or one.to_do < one.assigned}
    waiting = tuple(
        person for person, one in bundles.items() if one.state == "not_sent" and person not in ready
    )
    if waiting:
        yield LeadTask(
            "not_sent",
            msg("{people} has no bundle yet", people=waiting[0])
            if len(waiting) == 1
            else msg("{count} people have no bundle yet", count=len(waiting)),
            msg("Items are assigned, but the work has not been sent.")
            if len(waiting) == 1
            else msg("{people} can’t start without one.", people=named(waiting)),
            msg("Write bundles"),
            "bundles",
            "pack",
            len(waiting),
            waiting,
        )


def _merge_tasks(facts: Facts) -> Iterator[LeadTask]:
    """Yield what has to be decided about merged results."""
    unconfirmed = facts.unconfirmed
    if unconfirmed:
        yield LeadTask(
            "required_keys" if facts.must_confirm else "keys",
            msg("The key of {people} is not confirmed", people=unconfirmed[0])
            if len(unconfirmed) == 1
            else msg("The keys of {count} people are not confirmed", count=len(unconfirmed)),
            msg("Results are refused until you compare the words of each key with its owner.")
            if facts.must_confirm
            else msg("Compare the words of each key with its owner, for example by phone."),
            msg("Confirm keys"),
            "people",
            "keys",
            len(unconfirmed),
            unconfirmed,
        )
    pending = facts.pending
    if pending:
        yield LeadTask(
            "submissions",
            msg("1 pending submission")
            if pending == 1
            else msg("{count} pending submissions", count=pending),
            msg("Submissions become items when you accept them."),
            msg("Go to Submissions"),
            "submissions",
            "submissions",
            pending,
        )
    if facts.not_assigned:
        yield LeadTask(
            "not_assigned",
            msg("1 answer to an item that was not assigned")
            if facts.not_assigned == 1
            else msg("{count} answers to items that were not assigned", count=facts.not_assigned),
            msg("Excluded from all figures until you accept them."),
            msg("Decide"),
            "merge",
            "accept",
            facts.not_assigned,
        )
    if facts.conflicts:
        people = facts.conflict_people
        yield LeadTask(
            "conflicts",
            msg("1 conflict to resolve")
            if facts.conflicts == 1
            else msg("{count} conflicts to resolve", count=facts.conflicts),
            msg(
                "{people} sent two versions. Excluded from agreement and exports until you decide.",
                people=named(people),
            )
            if people
            else msg(
                "Both versions are kept, but excluded from agreement and exports until you decide."
            ),
            msg("Resolve"),
            "conflicts",
            "conflicts",
            facts.conflicts,
            people,
            ItemFilter(mark="conflict"),
        )
    outdated = facts.outdated_decisions
    if outdated:
        yield LeadTask(
            "decisions",
            msg("1 decision outdated")
            if outdated == 1
            else msg("{number} decisions outdated", number=outdated),
            msg("Answers have changed since. Your earlier decision does not count any more.")
            if outdated == 1
            else msg("Answers have changed since. Your earlier decisions do not count any more."),
            msg("Decide again"),
            "conflicts",
            "adjudicate --items",
            outdated,
            items=ItemFilter(mark="outdated"),
        )
    if facts.not_arrived:
        count = facts.not_arrived
        yield LeadTask(
            "missing",
            msg("Records of 1 computer are missing")
            if count == 1
            else msg("Records of {count} computers are missing", count=count),
            msg("Ask these people to send their results again."),
            msg("Merge results"),
            "merge",
            "merge",
            count,
        )
    if facts.waiting:
        yield LeadTask(
            "waiting",
            msg("1 record refers to records that have not arrived")
            if facts.waiting == 1
            else msg("{count} records refer to records that have not arrived", count=facts.waiting),
            msg("They count as soon as the missing results are merged."),
            msg("Merge results"),
            "merge",
            "merge",
            facts.waiting,
        )


def _people_tasks(
    facts: Facts, bundles: Mapping[str, PersonBundle], today: date
) -> Iterator[LeadTask]:
    """Yield what has to be done about people who have already been sent work."""
    gone = [one for one in facts.workers if one.is_gone and one.to_do]
    if gone:
        count = sum(one.to_do for one in gone)
        yield LeadTask(
            "left",
            msg("{people} no longer takes part", people=gone[0].id)
            if len(gone) == 1
            else msg("{count} people no longer take part", count=len(gone)),
            msg("1 open item. The project can’t finish without it.")
            if count == 1
            else msg("{count} open items. The project can’t finish without them.", count=count),
            msg("Reassign items…"),
            "people",
            "reassign",
            count,
            tuple(one.id for one in gone),
            ItemFilter(person=gone[0].id, status="open") if len(gone) == 1 else None,
        )
    if facts.withdrawn:
        count = len(facts.withdrawn)
        yield LeadTask(
            "withdrawn",
            msg("1 item lacks an answer")
            if count == 1
            else msg("{count} items lack answers", count=count),
            msg(
                "The answers of people who withdrew their consent do not count. “Assign” gives "
                "their place to somebody else."
            ),
            msg("Assign items"),
            "assign",
            "assign",
            count,
            items=ItemFilter(
                title=msg("Answers withdrawn by their authors"), keys=frozenset(facts.withdrawn)
            ),
        )
    quiet = [
        (days, one)
        for one in facts.workers
        if (days := _quiet_days(one, bundles.get(one.id), today)) >= QUIET_DAYS
    ]
    if len(quiet) == 1:
        ((days, one),) = quiet
        yield LeadTask(
            "quiet",
            msg("{people} has sent nothing for {days} days", people=one.id, days=days),
            msg("1 open item. The project can’t finish without it.")
            if one.to_do == 1
            else msg("{count} open items. The project can’t finish without them.", count=one.to_do),
            msg("Reassign items…"),
            "people",
            "people",
            one.to_do,
            (one.id,),
            ItemFilter(person=one.id, status="open"),
        )
    elif quiet:
        people = tuple(one.id for _, one in quiet)
        yield LeadTask(
            "quiet",
            msg(
                "{count} people have sent nothing for {days} days or more",
                count=len(quiet),
                days=min(days for days, _ in quiet),
            ),
            msg(
                "{people}: {count} open items.",
                people=named(people),
                count=sum(one.to_do for _, one in quiet),
            ),
            msg("Reassign items…"),
            "people",
            "people",
            len(quiet),
            people,
        )
    outdated = tuple(person for person, one in bundles.items() if one.state == "outdated")
    if outdated:
        out = bundles[outdated[0]].out
        reasons = out.reasons if out is not None else ()
        yield LeadTask(
            "outdated",
            msg("1 bundle is outdated")
            if len(outdated) == 1
            else msg("{count} bundles are outdated", count=len(outdated)),
            msg("{people}: {reasons}.", people=outdated[0], reasons=join(", ", reasons))
            if len(outdated) == 1
            else msg("{people} work with earlier content.", people=named(outdated)),
            msg("Update bundles…"),
            "bundles",
            "bundles --update",
            len(outdated),
            outdated,
        )
    if facts.stale:
        count = len(facts.stale)
        yield LeadTask(
            "stale",
            msg("1 answer is to be given again")
            if count == 1
            else msg("{count} answers are to be given again", count=count),
            msg(
                "Questions have changed since. Until then, the earlier answers to them count "
                "neither in agreement nor in final answers."
            ),
            msg("Show items"),
            "items",
            "",
            count,
            tuple(sorted(set(map(person_of, facts.stale)))),
            ItemFilter(
                title=msg("Answers to be given again"),
                keys=frozenset(key[:KEY_DIGITS] for key in facts.stale),
            ),
        )

    if facts.earlier_texts:
        count = len(facts.earlier_texts)
        people = tuple(sorted(set(facts.earlier_texts)))
        # Only people who still take part can be asked.
        has_left = {one.id for one in facts.workers if one.is_gone}
        asked = tuple(person for person in people if person not in has_left)
        yield LeadTask(
            "earlier_texts",
            msg("1 answer is about an earlier text")
            if count == 1
            else msg("{number} answers are about an earlier text", number=count),
            msg(
                "The texts have changed since. Update the bundles and ask {people} to check these "
                "items, or exclude the items.",
                people=named(asked),
            )
            if set(asked) & set(outdated)
            else msg(
                "The texts have changed since. Ask {people} to check these items with the current "
                "bundles, or exclude the items.",
                people=named(asked),
            )
            if asked
            else msg(
                "The texts have changed since, and the authors no longer take part. The answers "
                "count unless you exclude the items."
            ),
            msg("Show items"),
            "items",
            "items --mark earlier_text",
            count,
            asked or people,
            ItemFilter(mark="earlier_text"),
        )


def _quiet_days(person: Worker, bundle: PersonBundle | None, today: date) -> int:
    """Return the days since a person with open items sent results or got a bundle; else 0."""
    if not person.to_do or person.is_away or bundle is None:
        return 0
    last = max(
        local_day(stamp)
        for stamp in (person.last_merge, bundle.out.time if bundle.out is not None else "")
    )
    return (today - last).days if last != date.min else 0


def _reading_tasks(unread: _Unread) -> Iterator[LeadTask]:
    count = unread.comments + unread.marks
    if not count:
        return
    comments = (
        msg("1 comment") if unread.comments == 1 else msg("{count} comments", count=unread.comments)
    )
    marks = (
        msg("1 flagged or skipped item")
        if unread.marks == 1
        else msg("{count} flagged or skipped items", count=unread.marks)
    )
    if unread.comments and unread.marks:
        text = msg("{comments} and {marks} not read", comments=comments, marks=marks)
    else:
        text = msg("{what} not read", what=comments if unread.comments else marks)
    yield LeadTask(
        "unread",
        text,
        msg("From {people}.", people=named(unread.people)),
        msg("Read"),
        "items",
        "status --mark-read",
        count,
        unread.people,
        ItemFilter(title=msg("Comments and flags not read"), keys=unread.items),
    )


def named(people: Sequence[str]) -> str:
    """Return up to three names as a list in a sentence, and the number of others."""
    if len(people) <= 1:
        return "".join(people)
    if len(people) > _NAMED:
        listed = ", ".join(people[:_NAMED])
        return msg("{names} and {count} more", names=listed, count=len(people) - _NAMED)
    return msg("{names} and {last}", names=", ".join(people[:-1]), last=people[-1])
