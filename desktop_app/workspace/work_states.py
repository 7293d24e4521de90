"""States of an annotator's work: *done*, *draft* and *to do*, and what must be answered again.

The list, its filter, the header, `status` and the message about written results all use
`work_state`. When each of them counted on its own, the same item could be done in the header and a
draft in the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import AppError
from desktop_app.core.keys import row_key, work_key
from desktop_app.core.merging import RecordSet, agree, body_of, same_body
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.records import Record
from desktop_app.workspace.consent import everybodys_consent
from desktop_app.workspace.earlier_texts import is_about_earlier_text, is_earlier_text
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.workspace.forms import FormHistory


class State(Enum):
    """State of the work on an item.

    `TODO`: there are no submitted answers that count, and no typed ones
    `DRAFT`: there are typed answers that differ from the submitted ones, if any
    `DONE`: there are submitted answers that count, without later edits
    """

    TODO = "todo"
    DRAFT = "draft"
    DONE = "done"


def work_state(*, is_submitted: bool, asks_again: bool, has_edits: bool) -> State:
    """Return the state of the work on an item.

    `is_submitted`: whether there is a submitted annotation
    `asks_again`: whether it no longer counts: the form changed, or it was returned
    `has_edits`: whether typed answers differ from the submitted ones
    """
    if has_edits:
        return State.DRAFT
    return State.DONE if is_submitted and not asks_again else State.TODO


@dataclass(frozen=True)
class AssignedWork:
    """One assignment of the workspace's person.

    `body`: body of the assignment
    `key`: key of the annotation
    `notes`: the reasons why it was returned
    `has_other_text`: whether the answers, submitted or not, are about an earlier text of the item
    `lead_change`: see `lead_change`
    """

    body: Mapping[str, Any]
    key: str
    is_submitted: bool
    asks_again: bool
    has_edits: bool
    notes: tuple[str, ...]
    has_other_text: bool
    lead_change: str

    @property
    def state(self) -> State:
        return work_state(
            is_submitted=self.is_submitted,
            asks_again=self.asks_again,
            has_edits=self.has_edits,
        )


def assigned_work(workspace: Workspace, forms: FormHistory | None = None) -> Iterator[AssignedWork]:
    """Yield the current assignments of the workspace's person, in the order of the queue.

    `forms`: the forms of the workspace, if the caller has read them
    """
    records, person = workspace.records, workspace.person
    mine = [
        body
        for record in records.all_current("assignment")
        if (body := body_of(record)).get("person") == person
    ]
    mine.sort(key=lambda body: (body["order"], body["item"]))
    # Computed once for all items: each of these reads many records.
    unfinished = workspace.drafts.unfinished(records, person)
    back = sent_back(workspace)
    again = stale_answers(workspace, forms, back)
    for body in mine:
        item, stage = str(body["item"]), str(body["stage"])
        key = work_key(item, person, stage)
        yield AssignedWork(
            body,
            key,
            is_submitted=records.is_there("annotation", key),
            asks_again=key in again,
            has_edits=(item, stage) in unfinished,
            notes=back.get(key, ()),
            has_other_text=has_other_text(records, key)
            or is_earlier_text(records, item, unfinished.get((item, stage), "")),
            lead_change=lead_change(workspace, key),
        )


def has_other_text(records: RecordSet, key: str) -> bool:
    """Return whether the answers with this key are about an earlier text of their item."""
    body = records.stated_body("annotation", key)
    return body is not None and is_about_earlier_text(records, body)


# Local value: the decisions of leads that this person has looked at, as a list of revisions.
_SEEN_CHANGES = "seen_changes"


def lead_change(workspace: Workspace, key: str) -> str:
    """Return the revision with which a lead changed this person's answers; "" if there is none.

    It is "" as well after `note_seen`, and if the lead chose the version that was submitted last on
    this computer; if none was, any version of the person.
    """
    records, person = workspace.records, workspace.person
    heads = (head for head in records.heads("annotation", key) if head.body is not None)
    change = next((head for head in heads if head.author != person), None)
    if change is None or change.rev in workspace.local(_SEEN_CHANGES, ()):
        return ""
    here: list[Record] = []
    elsewhere: list[Record] = []
    left, visited = list(records.heads_before(change)), {change.rev}
    while left:
        record = left.pop()
        # Histories that part and join again would otherwise take exponential time.
        if record.rev in visited:
            continue
        visited.add(record.rev)
        if record.author == person and record.device in workspace.devices:
            here.append(record)
            continue
        if record.author == person:
            elsewhere.append(record)
        left += records.heads_before(record)
    own = here or elsewhere
    return change.rev if own and not any(agree([change, one]) for one in own) else ""


def note_seen(workspace: Workspace, change: str) -> None:
    """Save that the person has looked at a lead's change. Raises NotSavedError if saving fails."""
    workspace.set_local(_SEEN_CHANGES, [*workspace.local(_SEEN_CHANGES, ()), change])


@dataclass(frozen=True)
class WorkCounts:
    """Number of one person's assignments in each state; `done + drafts + to_do` are all.

    `edited`: drafts of submitted items; results contain the submitted answers
    `skipped`: items to do that are marked as skipped
    """

    done: int = 0
    drafts: int = 0
    to_do: int = 0
    edited: int = 0
    skipped: int = 0

    @classmethod
    def of(cls, work: Iterable[tuple[State, bool, bool]]) -> WorkCounts:
        """Count assignments, each as (state, whether it was submitted, whether it is skipped)."""
        states, edited, skipped = Counter[State](), 0, 0
        for state, is_submitted, is_skipped in work:
            states[state] += 1
            edited += is_submitted and state is State.DRAFT
            skipped += is_skipped and state is State.TODO
        return cls(states[State.DONE], states[State.DRAFT], states[State.TODO], edited, skipped)

    def to_json(self) -> dict[str, int]:
        return asdict(self)


def work_counts(workspace: Workspace) -> WorkCounts:
    """Count the assignments of the workspace's person by state."""
    marks = {record.key: body_of(record) for record in workspace.records.all_current("mark")}
    return WorkCounts.of(
        (work.state, work.is_submitted, marks.get(work.key, {}).get("state") == "skipped")
        for work in assigned_work(workspace)
    )


# Returned work: a reviewer of a later stage sent it back, and its author is asked again. The
# reviewer's name stays with the lead. When a bundle is packed for the author, a record of the kind
# `prepared`, for this person alone, names the revision and the notes. It has no effect after the
# author has submitted another revision.
WHAT = "sent_back"


def sent_back(workspace: Workspace) -> dict[str, tuple[str, ...]]:
    """Return the notes on returned answers that have not been submitted again, by work key.

    In a lead's workspace they come from the judgements, in an annotator's from the last bundle.
    """
    if workspace.is_lead:
        return {key: notes for key, (_, notes) in _judged(workspace).items()}
    result: dict[str, tuple[str, ...]] = {}
    records = workspace.records
    for key in records.keys("prepared"):
        for head in records.heads("prepared", key):
            body = head.body
            if body is None or body["what"] != WHAT or body.get("person") != workspace.person:
                continue
            content = body["content"]
            notes, stage = content.get("notes"), str(content.get("stage", ""))
            if not isinstance(notes, list) or not notes:
                continue
            work = work_key(str(body["item"]), workspace.person, stage)
            about = str(content.get("revision", ""))
            # The note applies only while the answers are those that were returned.
            if any(_is_still(one, records.get(about)) for one in records.heads("annotation", work)):
                result[work] = (*result.get(work, ()), *(str(note) for note in notes))
    return {key: tuple(dict.fromkeys(notes)) for key, notes in result.items()}


def tell_author(workspace: Workspace, person: str) -> None:
    """Make the records that tell a person which of their work is currently returned.

    Raises NotSavedError if saving fails.
    """
    lead = workspace.lead
    drafts: dict[str, Draft] = {}
    for record in workspace.records.all_current("prepared"):
        body = body_of(record)
        # An earlier record loses its notes, unless the loop below adds notes again.
        if body["what"] == WHAT and body.get("person") == person:
            notices = {**body, "content": {**body["content"], "notes": []}}
            drafts[record.key] = Draft("prepared", record.key, notices, lead, str(body["item"]))
    for record, notes in _judged(workspace).values():
        body = body_of(record)
        if body["annotator"] != person:
            continue
        protocol, item, stage = (str(body[name]) for name in ("protocol", "item", "stage"))
        key = row_key(workspace.project, protocol, WHAT, item, person, stage)
        notices = {
            "protocol": protocol,
            "item": item,
            "what": WHAT,
            "source": "judgement",
            "person": person,
            "content": {"revision": record.rev, "stage": stage, "notes": list(notes)},
        }
        drafts[key] = Draft("prepared", key, notices, lead, item)
    if drafts:
        workspace.add([drafts[key] for key in sorted(drafts)], imported=True)


def _judged(workspace: Workspace) -> dict[str, tuple[Record, tuple[str, ...]]]:
    """Return the current answers that were returned, with the notes on them, by work key.

    The notes are sorted, so that their order does not reveal who wrote them. Judgements that do not
    count (in conflict, of one's own work, or by people who withdrew their consent) have no effect.
    """
    records = workspace.records
    protocols: dict[str, Protocol | None] = {}
    gone: set[str] | None = None
    result: dict[str, tuple[Record, set[str]]] = {}
    # `all_current` leaves out judgements in conflict.
    for record in records.all_current("annotation"):
        body = body_of(record)
        origin = records.current("origin", str(body["item"]))
        if origin is None or not body_of(origin).get("derived_from"):
            # It judges no answer. Skipped early, so that protocols are loaded only if needed.
            continue
        name = str(body["protocol"])
        if name not in protocols:
            protocols[name] = _protocol(workspace, name)
        chosen = protocols[name]
        stage = chosen.find_stage(str(body["stage"])) if chosen else None
        decision = stage.sent_back(body["answers"]) if stage else None
        if decision is None:
            continue
        if gone is None:
            consents = everybodys_consent(workspace)
            gone = {person for person, one in consents.items() if one.state == "withdrawn"}
        if decision[0] != body_of(origin)["derived_from"]:
            # The judgement and its item name different answers.
            continue
        about = records.get(decision[0])
        if body["annotator"] in gone or about is None or about.kind != "annotation":
            continue
        if not records.is_there("assignment", about.key):
            # The answers were imported, so their author does not work in this project.
            continue
        current = records.current("annotation", about.key)
        if current is None or not _is_still(current, about):
            continue
        if body_of(current)["annotator"] != body["annotator"]:
            result.setdefault(about.key, (about, set()))[1].add(decision[1])
    return {key: (record, tuple(sorted(notes))) for key, (record, notes) in result.items()}


def _is_still(current: Record, about: Record | None) -> bool:
    """Return whether a record is `about` or has the same body.

    Undoing a submission makes a record with the same body (docs/decisions/0028).
    """
    if about is None or current.body is None or about.body is None:
        return False
    return current.rev == about.rev or same_body(current.body, about.body)


def _protocol(workspace: Workspace, name: str) -> Protocol | None:
    # None for a protocol that cannot be used here.
    with suppress(AppError):
        return workspace.protocol(name)
    return None


def same_again(
    workspace: Workspace, key: str, answers: Mapping[str, Any], back: Mapping[str, Any]
) -> bool:
    """Return whether answers equal those that were returned.

    `back`: result of `sent_back`
    """
    heads = workspace.records.heads("annotation", key) if key in back else []
    return any(head.body is not None and head.body["answers"] == answers for head in heads)


# Outdated answers: returned ones, and those whose meaning a new form version changed. The stored
# answers are kept with the form version they belong to, and the annotator answers again.
_FORMS = "forms/"


def stale_answers(
    workspace: Workspace,
    given: FormHistory | None = None,
    back: Collection[str] | None = None,
    keys: Iterable[str] | None = None,
) -> frozenset[str]:
    """Return the work keys of the assignments whose submitted answers must be given again.

    `given`: the forms of this workspace, if the caller has read them
    `back`: result of `sent_back`, if the caller has it
    `keys`: of these assignments only, and those of `back`; None: all

    Forms are parsed only if an annotation names a form version other than the current one. Answers
    of a protocol or a form that cannot be used here are never stale.
    """
    result = set(sent_back(workspace) if back is None else back)
    changed = _under_other_forms(workspace, keys)
    if not changed:
        return frozenset(result)
    # Imported here because it imports YAML: only needed where a form changed.
    from desktop_app.workspace.forms import FormHistory

    forms = given or FormHistory(workspace)
    for protocol, bodies in changed.items():
        # A protocol that cannot be used here cannot tell what changed.
        with suppress(AppError):
            chosen = workspace.protocol(protocol)
            result |= {
                key
                for key, body in bodies.items()
                if forms.stale_answers(chosen, body["answers"], str(body["form"]))
            }
    return frozenset(result)


def _under_other_forms(
    workspace: Workspace, keys: Iterable[str] | None
) -> dict[str, dict[str, Mapping[str, Any]]]:
    """Return the bodies of annotations that answer a form version other than the current one.

    Only annotations with an assignment are included. They are grouped by protocol, and by work key
    within it.
    """
    records = workspace.records
    # The name of a form version contains a digest of its text, so no YAML has to be parsed.
    present = [
        sha256_hex(str(body["text"]).encode("utf-8"))
        for record in records.all_current("material")
        if str((body := body_of(record))["path"]).startswith(_FORMS)
    ]
    is_present: dict[str, bool] = {}
    result: dict[str, dict[str, Mapping[str, Any]]] = {}
    for key in records.keys("assignment") if keys is None else keys:
        # Answers in conflict can be outdated too, so the first head with a body is used.
        stated = records.stated_body("annotation", key) or {}
        name = str(stated.get("form", ""))
        if not name or records.current("assignment", key) is None:
            continue
        if name not in is_present:
            digest = name.partition("#")[2]
            is_present[name] = bool(digest) and any(one.startswith(digest) for one in present)
        if not is_present[name]:
            result.setdefault(str(stated["protocol"]), {})[key] = stated
    return result
