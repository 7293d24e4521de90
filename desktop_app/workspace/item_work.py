"""The work on each item: assignments, answers and marks, and the entry of the index.

Everything about an item is computed at once and kept. After a change of a few records, only the
items that they are about are computed again, so that large projects stay responsive. What follows
from several items, such as numbers and tasks, is computed from these parts each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from desktop_app.core.keys import KEY_DIGITS, person_of
from desktop_app.core.merging import body_of
from desktop_app.core.ordering import natural_order
from desktop_app.core.records import Record
from desktop_app.workspace.consent import everybodys_consent
from desktop_app.workspace.exclusion import excluded_items
from desktop_app.workspace.forms import FormHistory, forms_of
from desktop_app.workspace.item_index import (
    GivenAnswer,
    GivenMark,
    ItemEntry,
    ItemIndex,
    ItemLine,
    current_answers,
    disputed_items,
    given_answer,
    item_entry,
    scales_of,
    stages_of,
)
from desktop_app.workspace.lead_tasks import AnswerSums, CommentFields
from desktop_app.workspace.model_work import KeptModelWork
from desktop_app.workspace.uncounted_answers import is_unassigned, own_work
from desktop_app.workspace.work_states import sent_back, stale_answers
from desktop_app.workspace.workspace import Workspace

_KEPT = "item work"
# Maximum number of characters of a question that are shown and searched.
_LONGEST_QUESTION = 300
# Kinds whose keys begin with the key of their item, and that concern this item only.
_OF_ONE_ITEM = frozenset(("assignment", "annotation", "mark", "adjudication", "exclusion"))
# After a change of these kinds, everything is computed again: they are about many items, or affect
# the order of the list.
_OF_MANY = frozenset(("project", "item", "origin", "person", "material"))


@dataclass(slots=True)
class ItemWork:
    """The work on one item.

    `assigned`: (key, person) of the current assignments
    `unassigned`: keys of the answers without an assignment
    `to_do`: the person of each assignment without an answer, or with an outdated one
    `answered`: the person of each answer that counts
    `done`: as `answered`, without outdated answers
    `seconds`: (person, active time) of the answers that count
    `entry`: the item in the index; None: it has not arrived
    `sums`: the data of `entry` from which the numbers of the overview are computed
    """

    assigned: list[tuple[str, str]] = field(default_factory=list)
    unassigned: list[str] = field(default_factory=list)
    to_do: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    seconds: list[tuple[str, float]] = field(default_factory=list)
    entry: ItemEntry | None = None
    sums: EntrySums | None = None


class EntrySums(NamedTuple):
    """The answers to an item; see `AnswerSums`, but days are texts."""

    days: tuple[str, ...]
    seconds: tuple[float, ...]
    comments: tuple[tuple[str, str, str], ...]

    @classmethod
    def of(cls, entry: ItemEntry) -> EntrySums:
        counted = [one for one in entry.answers if one.counts]
        return cls(
            tuple(one.day for one in counted if one.day),
            tuple(float(one.seconds) for one in counted if one.seconds is not None),
            tuple((one.rev, entry.key, one.person) for one in entry.answers if one.has_comment),
        )


@dataclass(frozen=True)
class ProjectWork:
    """The work on all items of a project.

    `parts`: by item, also for answers whose item has not arrived
    `index`: the items with their texts and answers
    `stale`: result of `stale_answers`
    `form_stale`: those of them that the form has outdated; the others were returned
    `unassigned`: result of `unassigned_answers`
    `gone`: people who withdrew their consent, whose answers the index leaves out
    """

    parts: Mapping[str, ItemWork]
    index: ItemIndex
    stale: Set[str]
    form_stale: Set[str]
    unassigned: Set[str]
    gone: Set[str]

    @property
    def items(self) -> tuple[ItemLine, ...]:
        """The items in the order of the list."""
        return tuple(one.line for one in self.index.entries)

    def answer_sums(self) -> AnswerSums:
        """Return the numbers of answers by day, the active times, and the answers with comments."""
        sums = [part.sums for part in self.parts.values() if part.sums is not None]
        days = Counter(chain.from_iterable(one.days for one in sums))
        return AnswerSums(
            {date.fromisoformat(day): count for day, count in days.items()},
            list(chain.from_iterable(one.seconds for one in sums)),
            list(chain.from_iterable(one.comments for one in sums)),
        )

    def without_an_answer(self) -> tuple[str, ...]:
        """Return the items that lack an answer, because its author withdrew consent.

        Nobody has taken the place of the author yet; excluded items need no answer.
        """
        return tuple(
            item
            for item, part in self.parts.items()
            if part.entry is not None
            and not part.entry.excluded
            and any(person in self.gone and person in part.answered for _, person in part.assigned)
        )

    def assigned_keys(self) -> dict[str, set[str]]:
        """Return the keys of the current assignments by person."""
        result: dict[str, set[str]] = {}
        for part in self.parts.values():
            for key, person in part.assigned:
                result.setdefault(person, set()).add(key)
        return result


def project_work(workspace: Workspace) -> ProjectWork:
    """Return the work on all items of a lead's project.

    Reads all records at first, which takes time: do not call it on the window's thread. Later calls
    for the same open workspace read what has changed.
    """
    kept = workspace.kept.get(_KEPT)
    # After a failed save, the workspace has another set of records.
    if not isinstance(kept, _KeptWork) or kept.records is not workspace.records:
        kept = workspace.kept[_KEPT] = _KeptWork(workspace)
    return kept.update(workspace)


class _KeptWork:
    """The work on all items as it was at the last call, and what is needed to update it."""

    def __init__(self, workspace: Workspace) -> None:
        self.records = workspace.records
        self._changed = workspace.records.watch()
        self._parts: dict[str, ItemWork] = {}
        # Keys of assignments, answers and marks by item, in the order of their arrival.
        self._keys: dict[str, dict[str, None]] = {}
        # The lines of all items in the order of the list, without the people.
        self._lines: dict[str, ItemLine] = {}
        self._has_derived = False
        self._form_stale: frozenset[str] = frozenset()
        self._stale: frozenset[str] = frozenset()
        self._own: frozenset[str] = frozenset()
        self._comments = CommentFields({})
        self._model_work = KeptModelWork()
        # What concerns all items; everything is computed again if it changes.
        self._basis: tuple[Any, ...] = ()

    def update(self, workspace: Workspace) -> ProjectWork:
        records = self.records
        changed = set(self._changed)
        self._changed.clear()
        consents = everybodys_consent(workspace)
        gone = {person for person, one in consents.items() if one.state == "withdrawn"}
        forms = forms_of(workspace)
        self._comments = CommentFields(forms)
        scales, titles = scales_of(forms), dict(_stages(workspace))
        # A new form may change what earlier answers mean.
        basis = (gone, scales, titles, _form_names(workspace))
        if basis != self._basis or any(kind in _OF_MANY for kind, _ in changed):
            self._basis = basis
            self._read_all(workspace, titles)
            changed_items = {*self._keys, *self._lines}
            changed_keys: Iterable[str] | None = None
        else:
            own = [(kind, key) for kind, key in changed if kind in _OF_ONE_ITEM]
            for kind, key in own:
                if kind != "exclusion" and kind != "adjudication":
                    self._keys.setdefault(key[:KEY_DIGITS], {})[key] = None
            changed_items = {key[:KEY_DIGITS] for _, key in own}
            changed_keys = {key for kind, key in own if kind in ("assignment", "annotation")}
        stale, before = self._stale_keys(workspace, changed_keys), self._stale
        own_keys = own_work(workspace)
        changed_items |= {key[:KEY_DIGITS] for key in (stale ^ before) | (own_keys ^ self._own)}
        self._stale, self._own = stale, own_keys
        conflicts = set(records.conflicts())
        disputed = disputed_items(records, conflicts)
        excluded = excluded_items(workspace)
        protocols = {one.key: one for one in workspace.usable_protocols()}
        decisions: dict[str, list[Record]] = {}
        for record in records.all_current("adjudication"):
            decisions.setdefault(record.key[:KEY_DIGITS], []).append(record)
        for item in changed_items:
            versions = {key: self._heads(key) for key in self._keys.get(item, ())}
            part = self._part(workspace, versions)
            line = self._lines.get(item)
            if line is not None:
                protocol = protocols.get(line.protocol)
                people = tuple(sorted(person for _, person in part.assigned))
                # Those who withdrew their consent stay assigned, but have no answer that counts.
                finished = tuple(sorted(one for one in part.done if one not in gone))
                part.entry = item_entry(
                    workspace,
                    replace(line, assigned=people, done=finished),
                    self._given(item, versions, gone, conflicts, part),
                    self._marks(item),
                    scales,
                    excluded=excluded.get(item, ""),
                    is_disputed=item in disputed,
                    carried=partial(current_answers, protocol, item) if protocol else None,
                    decisions=decisions.get(item, ()),
                )
                part.sums = EntrySums.of(part.entry)
            self._parts[item] = part
        entries = tuple(
            entry for item in self._lines if (entry := self._parts[item].entry) is not None
        )
        documents = {
            record.key: str(body_of(record)["text"]) for record in records.all_current("document")
        }
        unassigned = {key for part in self._parts.values() for key in part.unassigned}
        return ProjectWork(
            dict(self._parts),
            ItemIndex(
                entries,
                forms,
                documents,
                stages_of(workspace),
                protocols,
                self._model_work.update(workspace, changed),
            ),
            stale,
            self._form_stale,
            unassigned,
            gone,
        )

    # Internals
    def _read_all(self, workspace: Workspace, titles: Mapping[tuple[str, str], str]) -> None:
        """Read which items there are, and the keys of all work."""
        records = self.records
        self._keys, self._parts = {}, {}
        for kind in ("assignment", "annotation", "mark"):
            for key in records.keys(kind):
                self._keys.setdefault(key[:KEY_DIGITS], {})[key] = None
        self._lines = {line.key: line for line in _lines(workspace, titles)}
        self._has_derived = any(
            body_of(record).get("derived_from") for record in records.all_current("origin")
        )
        self._stale = self._own = self._form_stale = frozenset()

    def _stale_keys(self, workspace: Workspace, changed: Iterable[str] | None) -> frozenset[str]:
        """Return the outdated answers; `changed`: keys that may have become so; None: any."""
        # Answers are returned by judging them, which only derived items ask for.
        back = sent_back(workspace) if self._has_derived else {}
        if changed is None:
            self._form_stale = stale_answers(workspace, back=())
        else:
            kept = self._form_stale.difference(changed)
            self._form_stale = kept | stale_answers(workspace, back=(), keys=changed)
        return self._form_stale.union(back)

    def _heads(self, key: str) -> list[Record]:
        return [head for head in self.records.heads("annotation", key) if head.body is not None]

    def _part(self, workspace: Workspace, versions: Mapping[str, Sequence[Record]]) -> ItemWork:
        """Return the work on an item, without its entry.

        `versions`: the versions of the answers, by key of the work
        """
        records, part = self.records, ItemWork()
        again: Counter[str] = Counter()
        for key, heads in versions.items():
            assignment = records.current("assignment", key)
            if assignment is not None:
                person = str(body_of(assignment)["person"])
                part.assigned.append((key, person))
                if key in self._stale or not heads:
                    part.to_do.append(person)
            if key in self._stale:
                again[person_of(key)] += 1
            if not heads:
                continue
            if is_unassigned(workspace, key, heads):
                part.unassigned.append(key)
            elif key not in self._own:
                person = person_of(key)
                part.answered.append(person)
                seconds = body_of(heads[0]).get("seconds")
                if seconds is not None:
                    part.seconds.append((person, float(seconds)))
        # Numbers are subtracted, because a person may have answered an item at several stages.
        counts = Counter(part.answered)
        counts.subtract({person: again[person] for person in counts})
        part.done = list(counts.elements())
        return part

    def _given(
        self,
        item: str,
        versions: Mapping[str, Sequence[Record]],
        gone: Set[str],
        conflicts: Set[tuple[str, str]],
        part: ItemWork,
    ) -> Iterator[GivenAnswer]:
        """Yield the answers to an item."""
        is_item_disputed = ("item", item) in conflicts
        for key, heads in versions.items():
            person = person_of(key)
            if not heads or person in gone:
                continue
            yield given_answer(
                self.records,
                key,
                heads,
                self._comments,
                is_in_conflict=("annotation", key) in conflicts,
                # The rules of `dataset_of`, with those about the item and its answers.
                counts=key not in self._own
                and key not in part.unassigned
                and not is_item_disputed
                and self.records.is_there("person", person),
            )

    def _marks(self, item: str) -> Iterator[GivenMark]:
        for key in self._keys.get(item, ()):
            record = self.records.current("mark", key)
            if record is not None:
                body = body_of(record)
                reason = str(body.get("reason") or "")
                yield GivenMark(str(body["annotator"]), str(body["state"]), reason)


def _form_names(workspace: Workspace) -> tuple[str, ...]:
    """Return the name of the current form version of each protocol."""
    history = FormHistory(workspace)
    return tuple(history.name(one) for one in workspace.usable_protocols())


def _stages(workspace: Workspace) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield ((protocol, stage), title); the stage "" is for items that name no stage."""
    for protocol in workspace.usable_protocols():
        yield (protocol.key, ""), protocol.stages[0].title
        for stage in protocol.stages:
            yield (protocol.key, stage.key), stage.title


def _lines(workspace: Workspace, titles: Mapping[tuple[str, str], str]) -> Iterator[ItemLine]:
    """Yield the lines of all items without the people, ordered by stage and name."""
    # Positions of stages within their protocol. Stages with the same title have the same position.
    order: dict[tuple[str, str], int] = {}
    for (protocol, stage), title in titles.items():
        known = {titles[one]: place for one, place in order.items() if one[0] == protocol}
        order[protocol, stage] = known.get(title, len(known))
    rows = []
    for key in workspace.records.keys("item"):
        # Of an item in conflict, the first version is listed.
        body = workspace.records.stated_body("item", key)
        if body is None:
            continue
        origin = workspace.records.current("origin", key)
        origin_body = body_of(origin) if origin else {}
        name = str(origin_body.get("external_id") or key)
        at = order.get((str(body["protocol"]), str(body.get("stage") or "")), -1)
        rows.append((at, natural_order(name), key, name, body, origin_body))
    rows.sort(key=lambda row: row[:3])
    protocols = {one.key: one for one in workspace.usable_protocols()}
    # Groups are numbered in the order of the list.
    groups: dict[str, int] = {}
    for place, (_, _, key, name, body, origin_body) in enumerate(rows):
        question = " ".join(str(body["content"].get("question") or "")[:_LONGEST_QUESTION].split())
        owner = protocols.get(str(body["protocol"]))
        title = owner.item_title(name, body["content"], origin_body) if owner is not None else ""
        yield ItemLine(
            key,
            str(body["protocol"]),
            name,
            groups.setdefault(str(body["group"]), len(groups) + 1),
            str(origin_body.get("source") or ""),
            str(origin_body.get("model") or ""),
            (),
            (),
            place,
            titles.get((str(body["protocol"]), str(body.get("stage") or "")), ""),
            question,
            str(body.get("stage") or ""),
            title,
        )
