"""Assigning items to people until each item has the requested overlap; filters for items.

The module is longer than most because preview, assignment and the reasons for gaps follow the same
rules.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from desktop_app.core.assigning import Candidate, Plan, plan_assignments
from desktop_app.core.errors import UsageError
from desktop_app.core.keys import work_key
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg, plain
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import CLOSED
from desktop_app.core.protocol.rows import Answered, Draft
from desktop_app.core.protocol.stage import Stage
from desktop_app.workspace import materials
from desktop_app.workspace.consent import everybodys_consent
from desktop_app.workspace.dataset import EXCLUDED, dataset_of
from desktop_app.workspace.exclusion import excluded_items
from desktop_app.workspace.import_context import drafts_of, follow
from desktop_app.workspace.participation import participation_of, require_active
from desktop_app.workspace.workspace import Workspace

# Maximum number of custom fields that a hint names.
_LISTED = 30
# Fields that a filter may use in every project.
_COMMON_FIELDS = ("id", "model", "source")
# Short enough to be typed from a note.
_LARGEST_SEED = 1_000_000
_SEED = "assignment_seed"


@dataclass
class AssignReport:
    """The outcome of assigning.

    `overlap`, `seed`: the number of people per item, and the seed, that were used
    `new`, `load`: numbers of new and of all assignments at this stage, by person
    `kept`: number of existing assignments at this stage
    `short`: {item name: number of people who are still missing}
    `why`: reasons why nobody else can get the items in `short`, by item name
    `closed`: {reason: number of items that are closed or excluded}
    `notes`: sentences for the lead
    """

    stage: str
    overlap: int = 0
    seed: int = 0
    new: dict[str, int] = field(default_factory=dict)
    load: dict[str, int] = field(default_factory=dict)
    kept: int = 0
    short: dict[str, int] = field(default_factory=dict)
    why: dict[str, list[str]] = field(default_factory=dict)
    closed: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {
            "stage": self.stage,
            "overlap": self.overlap,
            "seed": self.seed,
            "added": sum(self.new.values()),
            "new": self.new,
            "load": self.load,
            "kept": self.kept,
            "short": self.short,
            "why": self.why,
            "closed": self.closed,
            "notes": self.notes,
        }


def last_seed(workspace: Workspace) -> int | None:
    """Return the seed of the last assignment on this computer; None before the first."""
    seed: int | None = workspace.local(_SEED, None)
    return seed


def random_seed() -> int:
    """Return a random seed. It is reported, so that a plan can be repeated."""
    return secrets.randbelow(_LARGEST_SEED)


def assign(
    workspace: Workspace,
    *,
    protocol: str | None = None,
    people: Sequence[str] | None = None,
    stage: str | None = None,
    overlap: int | None = None,
    seed: int | None = None,
    only: str | None = None,
    item_keys: Collection[str] | None = None,
    split_groups: bool = False,
    dry_run: bool = False,
) -> AssignReport:
    """Assign items until each has `overlap` people; keep existing assignments.

    `people`: None: all annotators on the roster who are not paused and have not left
    `stage`: key of the stage; None: the first one
    `overlap`: None: the usual number at this stage
    `only`: a filter for items, see `item_filter`
    `item_keys`: keys of the only items to assign; None: all
    `seed`: the same seed and records give the same assignments; None: a random one
    `split_groups`: items of one group may go to different people
    `dry_run`: return the report, but save nothing

    People who answered an item without an assignment (imported answers) count towards the overlap,
    unless they are its author and must not judge it. Raises UsageError in an annotator's workspace,
    for people who are unknown, are paused or have left, and for a filter that is invalid or matches
    no item.
    """
    workspace.require_lead(msg("Assigning"))
    chosen = workspace.protocol(protocol)
    at = chosen.stage(stage or "")
    overlap = at.usual if overlap is None else overlap
    seed = random_seed() if seed is None else seed
    named, notes = annotators_here(workspace, people)
    # Items that follow from answers and rows are made first.
    made = _derived(workspace, chosen, at, workspace.lead)
    made += _followed(workspace, chosen, dry_run)
    found = candidates_at(
        workspace,
        chosen,
        at,
        named,
        made=made,
        only=only,
        item_keys=item_keys,
        named_only=bool(people),
    )
    if only and not found.items:
        raise UsageError(
            msg("the filter “{only}” matches no item", only=only),
            hint=msg("Fields: {fields}.", fields=", ".join(_filter_fields(workspace, chosen))),
        )
    plan_groups = partial(
        plan_assignments,
        found.items,
        named,
        overlap=overlap,
        seed=seed,
        load=found.load,
        next_order=found.next_order,
        apart=at.apart,
    )
    plan = plan_groups(split_groups=split_groups)
    # New items and their assignments are saved together.
    if not dry_run:
        replaced = _replaced(workspace, found, plan)
        workspace.add([*made, *assignment_drafts(workspace, at, plan), *replaced])
        workspace.set_local(_SEED, seed)
    # Packing would fail because of an invalid text, so the lead sees the problem now.
    wrong = materials.problem(workspace)
    notes += [] if wrong is None else [part for part in (str(wrong), wrong.hint) if part]
    if not found.items and not found.closed:
        notes.append(msg("There is nothing to assign at this stage yet."))
    notes += at.people_notes(lambda: dataset_of(workspace, chosen.key), named)
    if at.apart and overlap > 1:
        notes.append(
            msg(
                "At this stage an item usually goes to one person; {overlap} were requested.",
                overlap=overlap,
            )
        )
    new = _new_by_person(plan)
    load = {person: found.load[person] + new[person] for person in named}
    # Compared with the plan without groups, because loads can be uneven for other reasons, such as
    # earlier assignments. Only computed for uneven loads, because it takes as long as the plan.
    if new and not (split_groups or at.apart) and _is_uneven(load.values()):
        split = _new_by_person(plan_groups(split_groups=True))
        if not _is_uneven(found.load[person] + split[person] for person in named):
            notes.append(_uneven_groups(found.items))
    return AssignReport(
        at.key,
        overlap,
        seed,
        new={person: new[person] for person in named},
        load=load,
        kept=found.kept,
        short={workspace.item_name(item): missing for item, missing in sorted(plan.short.items())},
        why={workspace.item_name(item): why for item, why in found.why(plan, named).items()},
        closed=dict(sorted(found.closed.items())),
        notes=notes,
    )


def _new_by_person(plan: Plan) -> Counter[str]:
    return Counter(person for _, person, _ in plan.pairs)


def _is_uneven(loads: Iterable[int]) -> bool:
    """Return whether somebody has less than half as many items as somebody else."""
    numbers = list(loads)
    return 2 * min(numbers) < max(numbers)


def _uneven_groups(items: Sequence[Candidate]) -> str:
    """Return why people get very different numbers of items, and what to do about it."""
    if len({item.group for item in items}) == 1:
        return msg(
            "All items are one group, so the same people get all of them: to spread them evenly, "
            "tick “Items of one group may go to different people” (or: --split-groups)."
        )
    return msg(
        "The numbers are uneven because items of one group go to the same people: to spread them "
        "evenly, tick “Items of one group may go to different people” (or: --split-groups)."
    )


def annotators_here(
    workspace: Workspace, people: Sequence[str] | None = None
) -> tuple[list[str], list[str]]:
    """Return the people who can be assigned items, and notes about others.

    `people`: ids; None: all annotators who currently take part

    Raises UsageError for people who are unknown, are paused, or have left.
    """
    roster = _roster(workspace)
    if people:
        unknown = [person for person in people if person not in {known for known, _ in roster}]
        if unknown:
            raise UsageError(
                msg("unknown people: {unknown}", unknown=", ".join(unknown)),
                hint=msg("Add people first, on the page People (or: proofdesk people DIR add ID)."),
            )
        require_active(workspace, people)
        return list(people), []
    # Leads are assigned items only if they are named.
    annotators = [person for person, role in roster if role == "annotator"]
    away = [one for one in annotators if not participation_of(workspace, one).is_active]
    notes = [msg("Paused, or no longer in the project: {people}.", people=", ".join(away))]
    return [one for one in annotators if one not in away], notes if away else []


@dataclass
class Found:
    """The items that can be assigned at a stage, and the reasons why others cannot.

    `load`: number of assignments at this stage, by person
    `next_order`: first free place in each person's queue
    `kept`: number of assignments at this stage
    `closed`: {reason: number of items that are closed or excluded}
    `ineligible`: {item: {person: reason}}
    `apart`: {item: people who must not get it because they have another of its group}
    `aware`: {item: people who must not get it because they know it from another stage}
    `withdrawn`: {item: keys of the assignments of people who withdrew their consent}
    """

    stage: Stage
    items: list[Candidate] = field(default_factory=list)
    load: Counter[str] = field(default_factory=Counter)
    next_order: dict[str, int] = field(default_factory=dict)
    kept: int = 0
    closed: Counter[str] = field(default_factory=Counter)
    ineligible: dict[str, Mapping[str, str]] = field(default_factory=dict)
    apart: dict[str, frozenset[str]] = field(default_factory=dict)
    aware: dict[str, frozenset[str]] = field(default_factory=dict)
    withdrawn: dict[str, list[str]] = field(default_factory=dict)

    def why(self, plan: Plan, named: Sequence[str]) -> dict[str, list[str]]:
        """Return the reasons why nobody else gets the items for which too few people were found."""
        by_key = {item.key: item for item in self.items}
        got = _mates_of(self.items, plan.pairs) if self.stage.apart else {}
        return {
            item: _why(
                by_key[item],
                self.stage,
                named,
                self.ineligible.get(item, {}),
                self.apart.get(item, frozenset()) | got.get(item, frozenset()),
                self.aware.get(item, frozenset()),
            )
            for item in sorted(plan.short)
        }


def candidates_at(
    workspace: Workspace,
    chosen: Protocol,
    at: Stage,
    named: Sequence[str],
    *,
    made: Sequence[Draft] = (),
    only: str | None = None,
    item_keys: Collection[str] | None = None,
    named_only: bool = False,
    released: Collection[str] = (),
) -> Found:
    """Return the items that can be assigned at a stage, with the rules for each.

    `named`: people who may get them
    `made`: drafts of new items
    `only`: a filter for items, see `item_filter`
    `item_keys`: keys of the only items; None: all
    `named_only`: leave out items for an author who is not named
    `released`: keys of assignments that count as withdrawn
    """
    found = Found(at)
    existing: dict[str, set[str]] = {}
    consents = everybodys_consent(workspace)
    # Their answers do not count, so that somebody else has to give them.
    withdrawn = {person for person, one in consents.items() if one.state == "withdrawn"}
    # Collect who has which item at this stage, everybody's load, and the next place in each queue.
    for key in workspace.records.keys("assignment"):
        # An assignment in conflict counts too, because it was sent out.
        body = workspace.records.stated_body("assignment", key)
        if body is None:
            continue
        if body["stage"] == at.key and key not in released:
            existing.setdefault(body["item"], set()).add(body["person"])
            if body["person"] in withdrawn:
                found.withdrawn.setdefault(body["item"], []).append(key)
            found.load[body["person"]] += 1
            found.kept += 1
        # Over all stages: a person has one queue.
        found.next_order[body["person"]] = max(
            found.next_order.get(body["person"], 0), body["order"] + 1
        )
    # Answers without an assignment count towards the overlap too.
    for key in workspace.records.keys("annotation"):
        item, _, rest = key.partition(":")
        person, _, done_stage = rest.rpartition(":")
        if done_stage == at.key:
            existing.setdefault(item, set()).add(person)
    known = ((person, workspace.records.current("person", person)) for person in named)
    bodies = {person: body_of(record) for person, record in known if record is not None}
    reasons = {plain(reason): reason for reason in chosen.closed_reasons}
    matches = item_filter(workspace, only)
    excluded = excluded_items(workspace).keys()
    dataset = dataset_of(workspace, chosen.key) if at.prefers_people else None
    candidates = list(_candidates(workspace, made))
    mates = _mates(candidates, existing) if at.apart else {}
    knowing = _mates(candidates, _knowing(workspace, chosen, at))
    # Decide for each item who must not get it and who gets it first.
    for key, body, origin in candidates:
        # The judged revision, if the item is for judging an answer.
        about = workspace.records.get(str(origin.get("derived_from", "")))
        if body["protocol"] != chosen.key:
            continue
        if not matches(key if about is None else str(origin.get("of", key))):
            continue
        if (body.get("stage") or chosen.stages[0].key) != at.key:
            continue
        if item_keys is not None and key not in item_keys:
            continue
        if about is not None and workspace.records.replaced(about.kind, about.key, about.rev):
            # The author has changed the answer, so a judgement would be outdated.
            continue
        if key in excluded:
            found.closed[EXCLUDED] += 1
            continue
        if origin.get(CLOSED):
            reason = str(origin[CLOSED])
            found.closed[reasons.get(reason, reason)] += 1
            continue
        # The author is in the item's body or in its origin.
        author = body.get("author") or origin.get("author")
        own = frozenset([str(author)]) if author else frozenset()
        if at.own == "only" and named_only and own.isdisjoint(named):
            # The item is for its author alone, who was not named this time.
            continue
        barred = own if at.own == "never" else frozenset()
        found.ineligible[key] = at.ineligible(body["content"], origin, bodies)
        suited: Collection[str] = ()
        if dataset is not None:
            suited = at.preferred(body["content"], origin, dataset, named)
        # At some stages, people must not have two items of a group, or an item that they know from
        # another stage.
        others = mates.get(body["group"], {})
        apart = frozenset(who for who, has in others.items() if has != {key})
        aware = frozenset(knowing.get(body["group"], {}))
        found.apart[key], found.aware[key] = apart, aware
        found.items.append(
            Candidate(
                key,
                body["group"],
                frozenset(existing.get(key, ())) - barred - withdrawn,
                barred=barred
                | frozenset(found.ineligible.get(key, ()))
                | apart
                | aware
                | withdrawn,
                only=own if at.own == "only" else None,
                first=own if at.own == "prefer" else frozenset(),
                suited=frozenset(suited),
            )
        )
    return found


def assignment_drafts(workspace: Workspace, at: Stage, plan: Plan) -> list[Draft]:
    """Return drafts of the assignments in a plan."""
    return [
        Draft(
            "assignment",
            work_key(item, person, at.key),
            {"item": item, "person": person, "stage": at.key, "order": order},
            workspace.lead,
            item,
        )
        for item, person, order in plan.pairs
    ]


def _replaced(workspace: Workspace, found: Found, plan: Plan) -> list[Draft]:
    """Return drafts that withdraw the assignments of people whose place others have taken.

    Such an assignment of somebody who withdrew consent would leave the item unfinished for ever.
    """
    lead = workspace.lead
    return [
        Draft("assignment", key, None, lead, item.key)
        for item in found.items
        if (keys := sorted(found.withdrawn.get(item.key, ())))
        for key in keys[: max(0, len(keys) - plan.short.get(item.key, 0))]
    ]


def _knowing(workspace: Workspace, protocol: Protocol, at: Stage) -> dict[str, set[str]]:
    """Return, by item, the people who must not get it because of another stage.

    They have the item at a stage whose content must be hidden at this one, or have yet to answer it
    at a stage where the content of this one must be hidden.
    """
    blinded_stages = {one.key for one in protocol.stages if one.hidden_from_stage == at.key}
    result: dict[str, set[str]] = {}
    for key in workspace.records.keys("assignment"):
        item, _, rest = key.partition(":")
        person, _, stage = rest.rpartition(":")
        is_done = workspace.records.is_there("annotation", key)
        is_out = any(one.body is not None for one in workspace.records.heads("assignment", key))
        if is_out and (stage == at.hidden_from_stage or (stage in blinded_stages and not is_done)):
            result.setdefault(item, set()).add(person)
    for key in workspace.records.keys("annotation"):
        item, _, rest = key.partition(":")
        person, _, stage = rest.rpartition(":")
        if stage and stage == at.hidden_from_stage:
            result.setdefault(item, set()).add(person)
    return result


def _mates(
    candidates: Iterable[tuple[str, Mapping[str, Any], Mapping[str, Any]]],
    existing: Mapping[str, Collection[str]],
) -> dict[str, dict[str, set[str]]]:
    """Return {group: {person: items}} from {item: people}.

    Items that are closed to new people or excluded by the filter are included.
    """
    result: dict[str, dict[str, set[str]]] = {}
    for key, body, _ in candidates:
        for person in existing.get(key, ()):
            result.setdefault(body["group"], {}).setdefault(person, set()).add(key)
    return result


def _mates_of(
    items: Sequence[Candidate], pairs: Iterable[tuple[str, str, int]]
) -> dict[str, frozenset[str]]:
    """Return, by item, the people who were just assigned another item of its group."""
    groups = {item.key: item.group for item in items}
    receivers: dict[str, set[tuple[str, str]]] = {}
    for key, person, _ in pairs:
        receivers.setdefault(groups[key], set()).add((key, person))
    return {
        item.key: frozenset(who for key, who in receivers.get(item.group, ()) if key != item.key)
        for item in items
    }


def _why(
    item: Candidate,
    at: Stage,
    named: Sequence[str],
    ineligible: Mapping[str, str],
    apart: frozenset[str],
    aware: frozenset[str],
) -> list[str]:
    """Return the reasons why nobody else can get an item, a few words each.

    `apart`: people who have another item of its group, if nobody may have two
    `aware`: people who must not get it because they know its group from another stage
    """
    result: list[str] = []
    has = len(item.people & set(named))
    if has:
        result.append(msg("people who already have it: {has}", has=has))
    others = len(apart & set(named) - item.people)
    if others:
        result.append(msg("people who have another item of its group: {others}", others=others))
    # Nobody is counted twice.
    others = len(aware & set(named) - item.people - apart)
    if others:
        result.append(msg("people who know it from another stage: {others}", others=others))
    if at.own == "only" and item.only is not None and not item.only & set(named):
        who = ", ".join(sorted(item.only)) or "–"
        result.append(msg("it is only for {who}, who cannot get it now", who=who))
    authors = (item.barred & set(named)) - set(ineligible) - apart - aware
    if at.own == "never" and authors:
        result.append(msg("people who wrote it: {authors}", authors=len(authors)))
    reasons = Counter(ineligible[person] for person in named if person in ineligible)
    result += [
        msg("{reason}: {times}", reason=reason, times=times)
        for reason, times in sorted(reasons.items())
    ]
    return result


def _followed(workspace: Workspace, protocol: Protocol, dry_run: bool) -> list[Draft]:
    """Make the items that follow from rows; in a dry run, return those that would be made."""
    if not dry_run:
        follow(workspace, protocol)
        return []
    return [
        draft
        for draft in drafts_of(workspace, protocol)
        if not workspace.records.heads(draft.kind, draft.key)
    ]


def _derived(workspace: Workspace, protocol: Protocol, at: Stage, lead: str) -> list[Draft]:
    """Return drafts of the new items by which this stage judges answers of another one."""
    if not at.derived_from:
        return []
    result: list[Draft] = []
    for record in workspace.records.all_current("annotation"):
        body = body_of(record)
        if (body["protocol"], body["stage"]) != (protocol.key, at.derived_from):
            continue
        item = workspace.records.current("item", body["item"])
        if item is None:
            continue
        answered = Answered(body["item"], body["annotator"], record.rev, body["answers"])
        label = f"{workspace.item_name(item.key)}:{body['annotator']}"
        content = body_of(item).get("content", {})
        drafts = at.derive(workspace.project, lead, answered, content, label)
        if drafts and not workspace.records.heads("item", drafts[0].key):
            result += drafts
    return result


def _candidates(
    workspace: Workspace, made: Sequence[Draft]
) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Yield (key, body, body of the origin) of existing and new items."""
    for record in workspace.records.all_current("item"):
        origin = workspace.records.current("origin", record.key)
        yield record.key, body_of(record), (origin and origin.body) or {}
    origins = {draft.key: draft.body or {} for draft in made if draft.kind == "origin"}
    for draft in made:
        if draft.kind == "item" and draft.body is not None:
            yield draft.key, draft.body, origins.get(draft.key, {})


def _roster(workspace: Workspace) -> list[tuple[str, str]]:
    """Return (id, role) of everybody who can be assigned work, sorted by id."""
    return sorted(
        (record.key, str(body_of(record).get("role", "annotator")))
        for record in workspace.records.all_current("person")
        if not body_of(record).get("external")
    )


def _known_fields(workspace: Workspace) -> set[str]:
    """Return all fields that a filter may use."""
    origins = map(body_of, workspace.records.all_current("origin"))
    own = {name for one in origins for name in (*one, *one.get("extra", {}))}
    return {*_COMMON_FIELDS, *own}


def _filter_fields(workspace: Workspace, protocol: Protocol | None = None) -> list[str]:
    """Return the fields that a hint names: the common ones, then the project's own.

    `protocol`: only fields of its items; None: of all items
    """
    items = [
        record.key
        for record in workspace.records.all_current("item")
        if protocol is None or body_of(record)["protocol"] == protocol.key
    ]
    origins = (workspace.records.current("origin", key) for key in items)
    own = {name for one in origins if one for name in body_of(one).get("extra", {})}
    return [*_COMMON_FIELDS, *sorted(own)[:_LISTED]]


def item_filter(workspace: Workspace, expression: str | None) -> Callable[[str], bool]:
    """Return a function that tests item keys by a filter such as “source=email,model=a*”.

    The fields are id, model, source, and all others of the origin and its `extra`. All conditions
    must be met; `*` and `?` are wildcards; `!=` excludes. Raises UsageError for a filter of another
    form, and for one that excludes by a field that no item has.
    """
    if not expression:
        return lambda key: True
    conditions: list[tuple[str, bool, str]] = []
    for part in expression.split(","):
        name, sign, pattern = part.partition("=")
        must_match = not name.endswith("!")
        name = name.removesuffix("!").strip()
        if not sign or not name:
            raise UsageError(
                msg("the filter “{part}” cannot be read", part=part),
                hint=msg("Write field=value, joined by commas."),
            )
        conditions.append((name, must_match, pattern.strip()))
    # Such a condition would match every item. One without “!” matches none, which is noticed.
    excluding = {name for name, must_match, _ in conditions if not must_match}
    unknown = excluding and excluding - _known_fields(workspace)
    if unknown:
        raise UsageError(
            msg("the filter names a field that no item has: {field}", field=min(unknown)),
            hint=msg("Fields: {fields}.", fields=", ".join(_filter_fields(workspace))),
        )

    def matches(key: str) -> bool:
        origin = workspace.records.current("origin", key)
        stated = body_of(origin) if origin else {}
        fields = {**stated.get("extra", {}), **stated, "id": stated.get("external_id") or key}
        return all(
            fnmatchcase(str(fields.get(name, "")), pattern) == must_match
            for name, must_match, pattern in conditions
        )

    return matches
