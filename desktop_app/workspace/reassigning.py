"""Moving the open items of people who drop out to others, or withdrawing them from everybody.

Only items without an answer move: what somebody answered stays theirs. A withdrawn assignment is a
record without a body, so merging another lead's copy gives the same result in any order. An answer
that still arrives for it is kept (`uncounted_answers.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from desktop_app.core.assigning import Plan, plan_assignments
from desktop_app.core.errors import UsageError
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.protocol.stage import Stage
from desktop_app.workspace.assigning import (
    Found,
    annotators_here,
    assignment_drafts,
    candidates_at,
    item_filter,
)
from desktop_app.workspace.bundles_out import bundles_out
from desktop_app.workspace.participation import participation_of
from desktop_app.workspace.work_states import stale_answers
from desktop_app.workspace.workspace import Workspace

_UNAVAILABLE = msg("the item is closed, or the answer that it judges has changed")


@dataclass
class ReassignReport:
    """The outcome of moving open items.

    `seed`: the seed that was used
    `moved`: number of items taken from each person
    `received`: number of items that each person gets
    `load`: number of assignments of each of these people afterwards, at all stages
    `released`: number of items that were withdrawn and given to nobody
    `kept`: {item name: reasons why it stays with the person}
    `again`: number of items that stay, because their answers were returned or are outdated
    `bundles`: people whose last bundle is outdated afterwards
    """

    seed: int
    moved: dict[str, int] = field(default_factory=dict)
    received: dict[str, int] = field(default_factory=dict)
    load: dict[str, int] = field(default_factory=dict)
    released: int = 0
    kept: dict[str, list[str]] = field(default_factory=dict)
    again: int = 0
    bundles: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def open_assignments(
    workspace: Workspace, people: Collection[str]
) -> tuple[dict[str, Mapping[str, Any]], int]:
    """Return the unanswered assignments of people by key, and the number of others to do again."""
    records = workspace.records
    stale = stale_answers(workspace)
    result: dict[str, Mapping[str, Any]] = {}
    again = 0
    for record in records.all_current("assignment"):
        body = body_of(record)
        if body["person"] not in people:
            continue
        if not records.is_there("annotation", record.key):
            result[record.key] = body
        elif record.key in stale:
            # Only its author can revise an answer, so it does not move.
            again += 1
    return result, again


def reassign(
    workspace: Workspace,
    people: Sequence[str],
    *,
    to: Sequence[str] | None = None,
    release: bool = False,
    protocol: str | None = None,
    stage: str | None = None,
    only: str | None = None,
    keys: Collection[str] | None = None,
    seed: int,
    split_groups: bool = False,
    dry_run: bool = False,
) -> ReassignReport:
    """Move the open items of people to others, by the rules of assigning; keep all answers.

    `to`: who gets them; None: all other annotators who currently take part, balanced
    `release`: withdraw the items and give them to nobody; `to` must be None
    `protocol`, `stage`: only items of this protocol or stage; None: of all
    `only`: a filter for items, see `item_filter`
    `keys`: only items with these keys; None: any
    `seed`: the same seed and records give the same assignments
    `split_groups`: items of one group may go to different people
    `dry_run`: return the report, but save nothing

    An item that nobody else may get stays where it is. Everything is saved in one transaction.
    Raises UsageError in an annotator's workspace, for unknown, paused or repeated people, and if
    nobody is left who could get the items.
    """
    workspace.require_lead(msg("Reassigning"))
    _require_people(workspace, people, to, release)
    gone = set(people)
    matches = item_filter(workspace, only)
    every, again = open_assignments(workspace, gone)
    open_ = {
        key: body
        for key, body in every.items()
        if matches(body["item"]) and (keys is None or body["item"] in keys)
    }
    load = Counter(str(body_of(r)["person"]) for r in workspace.records.all_current("assignment"))
    report = ReassignReport(seed, moved=dict.fromkeys(people, 0), again=again)
    drafts: list[Draft] = []
    if release:
        named: list[str] = []
        withdrawn = _in_scope(workspace, open_, protocol, stage)
        report.released = len(withdrawn)
    else:
        others = annotators_here(workspace)[0] if to is None else list(to)
        named = [person for person in others if person not in gone]
        if not named:
            raise UsageError(
                msg("there is nobody to move the items to"),
                hint=msg("Add people, or resume somebody who is paused."),
            )
        withdrawn = {}
        # A person has one queue for all stages, so it grows from stage to stage.
        order: dict[str, int] = {}
        # The work at all stages, which the preview shows, decides between people whose work at a
        # stage is the same.
        total = load.copy()
        for chosen, at, here in _by_stage(workspace, open_, protocol, stage):
            found, plan = _plan(
                workspace, chosen, at, here, named, order, total, seed, split_groups
            )
            drafts += assignment_drafts(workspace, at, plan)
            for _, person, place in plan.pairs:
                order[person] = max(order.get(person, 0), place + 1)
                total[person] += 1
            moving, kept = _moving(workspace, here, found, plan, named)
            withdrawn |= moving
            report.kept |= kept
    report.moved |= Counter(str(body["person"]) for body in withdrawn.values())
    got = Counter(str((draft.body or {})["person"]) for draft in drafts)
    report.received = {person: got[person] for person in named}
    report.load = {
        person: load[person] + got[person] - report.moved.get(person, 0)
        for person in (*people, *named)
    }
    lead = workspace.lead
    tombstones = [Draft("assignment", key, None, lead, key) for key in sorted(withdrawn)]
    if not dry_run:
        workspace.add([*tombstones, *drafts])
    affected = {one for one, n in report.moved.items() if n} | {one for one, n in got.items() if n}
    # In a preview, the bundles of everybody concerned are expected to become outdated, except those
    # of people who have left: they get no more bundles.
    report.bundles = [
        one.person
        for one in bundles_out(workspace)
        if one.person in affected
        and (
            one.state == "outdated"
            or (dry_run and participation_of(workspace, one.person).state != "left")
        )
    ]
    return report


def _require_people(
    workspace: Workspace, people: Sequence[str], to: Sequence[str] | None, release: bool
) -> None:
    """Raise UsageError unless these people can give and get items."""
    if not people:
        raise UsageError(msg("no people were named"), hint=msg("Name the people who drop out."))
    if release and to is not None:
        raise UsageError(
            msg("--release and --to contradict each other: released items go to nobody"),
            hint=msg("Use either --release or --to."),
        )
    repeated = [one for one, n in Counter(people).items() if n > 1] + sorted(
        set(people) & set(to or ())
    )
    if repeated:
        raise UsageError(msg("person named twice: {repeated}", repeated=", ".join(repeated)))
    known = set(workspace.records.keys("person"))
    known |= {
        str(body_of(record)["person"]) for record in workspace.records.all_current("assignment")
    }
    unknown = [one for one in people if one not in known]
    if unknown:
        raise UsageError(
            msg("unknown people: {unknown}", unknown=", ".join(unknown)),
            hint=msg("See the page People (or: proofdesk people DIR list)."),
        )
    if to is not None:
        # Raises for unknown and paused people.
        annotators_here(workspace, to)


def _by_stage(
    workspace: Workspace,
    open_: Mapping[str, Mapping[str, Any]],
    protocol: str | None,
    stage: str | None,
) -> list[tuple[Protocol, Stage, dict[str, Mapping[str, Any]]]]:
    """Return the open assignments of each stage, in the order of protocols and stages."""
    result = []
    for name in workspace.protocols if protocol is None else [protocol]:
        chosen = workspace.protocol(name)
        for at in chosen.stages:
            here = {
                key: body
                for key, body in open_.items()
                if body["stage"] == at.key and _protocol_of(workspace, body["item"]) == name
            }
            if here and stage in (None, at.key):
                result.append((chosen, at, here))
    return result


def _in_scope(
    workspace: Workspace,
    open_: Mapping[str, Mapping[str, Any]],
    protocol: str | None,
    stage: str | None,
) -> dict[str, Mapping[str, Any]]:
    return {
        key: body
        for key, body in open_.items()
        if stage in (None, body["stage"])
        and (protocol is None or _protocol_of(workspace, body["item"]) == protocol)
    }


def _plan(
    workspace: Workspace,
    chosen: Protocol,
    at: Stage,
    here: Mapping[str, Mapping[str, Any]],
    named: Sequence[str],
    order: Mapping[str, int],
    total: Mapping[str, int],
    seed: int,
    split_groups: bool,
) -> tuple[Found, Plan]:
    """Return who gets the items of these assignments, as if they were withdrawn.

    `order`: first free place in the queue of people who get items of an earlier stage
    `total`: number of assignments of each person at all stages
    """
    found = candidates_at(workspace, chosen, at, named, released=here.keys())
    needed = Counter(str(body["item"]) for body in here.values())
    # As many people as before, whatever overlap the items were assigned with.
    found.items = [
        replace(one, overlap=len(one.people) + needed[one.key])
        for one in found.items
        if needed[one.key]
    ]
    next_order = {
        person: max(order.get(person, 0), found.next_order.get(person, 0)) for person in named
    }
    plan = plan_assignments(
        found.items,
        named,
        # Not used: every item has its own.
        overlap=1,
        seed=seed,
        load=found.load,
        other_load={person: total[person] - found.load[person] for person in named},
        next_order=next_order,
        split_groups=split_groups,
        apart=at.apart,
    )
    return found, plan


def _moving(
    workspace: Workspace,
    here: Mapping[str, Mapping[str, Any]],
    found: Found,
    plan: Plan,
    named: Sequence[str],
) -> tuple[dict[str, Mapping[str, Any]], dict[str, list[str]]]:
    """Return the assignments to withdraw, and {item name: reasons} of items that stay."""
    why = found.why(plan, named)
    placed = Counter(item for item, _, _ in plan.pairs)
    moving, kept = {}, {}
    # Sorted, so that it is always the same person who keeps an item that only some can give away.
    for key in sorted(here):
        item = str(here[key]["item"])
        if placed[item]:
            placed[item] -= 1
            moving[key] = here[key]
        else:
            kept[workspace.item_name(item)] = why.get(item) or [_UNAVAILABLE]
    return moving, kept


def _protocol_of(workspace: Workspace, item: str) -> str:
    body = workspace.records.stated_body("item", item) or {}
    return str(body.get("protocol", ""))
