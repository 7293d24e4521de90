"""Everything about the items of a project that a lead filters, sorts and reads, as plain data.

An index refers to bodies of records, which never change, but not to the workspace. So the window
filters and shows items while a job on another thread owns the workspace.

The module is longer than most because list, filters and search read the same plain data.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from desktop_app.catalogue import in_language, look_up
from desktop_app.core.analysis import EMPTY_SET, code_name
from desktop_app.core.forms import HIDDEN
from desktop_app.core.json_values import entries, objects
from desktop_app.core.keys import person_of
from desktop_app.core.merging import RecordSet, body_of
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.data import AnnotationData, is_outdated
from desktop_app.core.protocol.wording import AnswerContext
from desktop_app.core.question_types import ChoiceQuestion
from desktop_app.core.records import Record
from desktop_app.workspace.case_fields import leaves
from desktop_app.workspace.earlier_texts import is_about_earlier_text
from desktop_app.workspace.item_filter import ItemFilter, TextQuery, fold
from desktop_app.workspace.lead_tasks import CommentFields
from desktop_app.workspace.workspace import IMPORT_DEVICE, Workspace

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.protocol.base import Protocol
    from desktop_app.core.protocol.stage import Stage
    from desktop_app.workspace.model_work import ModelWork

Status = Literal["unassigned", "open", "partial", "done", "excluded"]
STATUSES: tuple[Status, ...] = ("unassigned", "open", "partial", "done", "excluded")
MARKS = ("flagged", "skipped", "conflict", "decided", "outdated", "earlier_text")
SORTS = ("name", "disagreement", "answers", "last_answer", "time")
# Fields of an origin that are shown elsewhere, or that only the program reads, such as the ids of
# requests to models.
_NOT_OWN = frozenset(
    [
        "item",
        "external_id",
        "extra",
        "closed",
        "derived_from",
        "of",
        "group",
        "call",
        "instruction_call",
    ]
)
_CONFLICT_KINDS = frozenset(("item", "annotation", "mark", "adjudication", "exclusion"))
# Field with the key of a document. An item's own texts are shown before its documents.
DOCUMENT = "document"
_DOCUMENTS = frozenset((DOCUMENT, "documents"))
# Texts of an item that are not read: annotators see the alias of a model, and leads its name.
_NOT_READ = frozenset(("language", "model"))
_HASH = re.compile(r"[0-9a-f]{32}([0-9a-f]{32})?")
# Length of an excerpt in characters, and the part of it before the first match.
_EXCERPT, _BEFORE_MATCH = 240, 30
# Assumed number of characters of an item and its answers, without documents.
_CHARACTERS = 500
_SIMPLE = (str, int, float)
# Deeper texts are ignored: data from others could be nested without end.
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class ItemLine:
    """An item, and the people who work on it.

    `place`: position among all items, ordered by stage and name
    `group`: number of its group, counted from 1
    `assigned`, `done`: ids of people, at any stage; `done` includes people without an assignment,
        but nobody whose answers are outdated, were returned, or do not count because the person
        withdrew consent
    `stage`, `stage_key`: title and key of the one stage at which people work on it; the key may be
        empty, which means the first stage
    `question`: the question in its content, if any, shortened
    `title`: what leads read instead of the name, see `Protocol.item_title`; “”: the name
    """

    key: str
    protocol: str
    name: str
    group: int
    source: str
    model: str
    assigned: tuple[str, ...]
    done: tuple[str, ...]
    place: int
    stage: str = ""
    question: str = ""
    stage_key: str = ""
    title: str = ""

    @property
    def label(self) -> str:
        """How the lead's lists call it."""
        return self.title or self.name


@dataclass(frozen=True, slots=True)
class Resolution:
    """The lead's decision between versions of a person's answers; `time`: ISO 8601 UTC."""

    lead: str
    time: str


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """A person's answers to an item at one stage.

    `time`: when the person submitted them, ISO 8601 UTC; "" for imported answers
    `day`: the date of `time` in local time, YYYY-MM-DD; the overview counts answers by it too
    `versions`: all revisions, the oldest first; empty if there is only one
    `counts`: false for answers that no analysis counts
    `rev`: id of the revision that is shown
    `has_comment`: whether there is a comment
    `is_earlier`: whether they are about an earlier text of the item
    `resolution`: the lead's decision, if the person's answers were in conflict
    """

    person: str
    stage: str
    answers: Mapping[str, Any]
    seconds: float | None
    time: str
    day: str
    form: str
    versions: tuple[Record, ...]
    is_in_conflict: bool
    counts: bool
    rev: str = ""
    has_comment: bool = False
    is_earlier: bool = False
    resolution: Resolution | None = None

    @property
    def is_compared(self) -> bool:
        """Whether it is compared with the answers of others, as in analyses."""
        return self.counts and not self.is_in_conflict


@dataclass(frozen=True, slots=True)
class GivenMark:
    """A note that a person flagged or skipped an item."""

    person: str
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class LeadDecision:
    """The lead's decision about the answers to an item at one stage.

    `answers`: what was decided
    `confidence`: “high”, “medium”, “low” or “”
    `is_outdated`: whether an answer that it decided between has changed since, or another one has
        been added, as in `Dataset.decisions`
    """

    lead: str
    stage: str
    answers: Mapping[str, Any]
    time: str
    reason: str
    confidence: str
    guideline_gap: bool
    is_outdated: bool


@dataclass(frozen=True, slots=True)
class ItemEntry:
    """An item with everything about it.

    `disagreement`: share of pairs of annotators that differ, mean over choice and scale questions;
        None without such a pair
    `shares`: this share by stage and question; see `differing_shares`
    `excluded`: the lead's reason for excluding it; "" if it is not excluded
    `status`: how far the work on it is
    `last_answer`: the time of the last answer; "" without one
    `fields`: custom fields, and “source”, “model”, “group”, “stage”, “protocol”
    """

    line: ItemLine
    content: Mapping[str, Any]
    fields: Mapping[str, str]
    answers: tuple[GivenAnswer, ...]
    marks: tuple[GivenMark, ...]
    disagreement: float | None
    is_in_conflict: bool
    excluded: str
    status: Status
    last_answer: str
    shares: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    decisions: tuple[LeadDecision, ...] = ()

    @property
    def key(self) -> str:
        return self.line.key

    def has_comment(self) -> bool:
        """Return whether anybody commented on it."""
        return any(one.has_comment for one in self.answers)


@dataclass(frozen=True)
class ItemIndex:
    """The items of a project, in the order of the overview's list.

    `forms`: the questions by (protocol, stage)
    `documents`: texts by key
    `stages`: the stages by (protocol, stage); they say how their answers are read
    `protocols`: those that can be used here, by key; they say which answers still count
    `model_work`: what models did for items, by item; items without it are left out
    """

    entries: tuple[ItemEntry, ...] = ()
    forms: Mapping[tuple[str, str], Form] = field(default_factory=dict)
    documents: Mapping[str, str] = field(default_factory=dict)
    stages: Mapping[tuple[str, str], Stage] = field(default_factory=dict)
    protocols: Mapping[str, Protocol] = field(default_factory=dict)
    model_work: Mapping[str, ModelWork] = field(default_factory=dict)
    _texts: _Texts = field(default_factory=lambda: _Texts(), compare=False, repr=False)
    _places: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def size(self) -> int:
        """Estimate of the number of characters that a search looks through."""
        return sum(map(len, self.documents.values())) + _CHARACTERS * len(self.entries)

    @property
    def is_folded(self) -> bool:
        """Whether the texts are prepared for searches."""
        return self._texts.own is not None

    def stage_of(self, entry: ItemEntry) -> Stage | None:
        """Return the stage at which people work on an item; None if it cannot be used here."""
        protocol, key = entry.line.protocol, entry.line.stage_key
        if key:
            return self.stages.get((protocol, key))
        return self.first_stage(protocol)

    def first_stage(self, protocol: str) -> Stage | None:
        """Return the first stage of a protocol; None if the protocol cannot be used here."""
        return next((one for place, one in self.stages.items() if place[0] == protocol), None)

    def entry(self, key: str) -> ItemEntry | None:
        """Return the item with this key; None if there is none."""
        if not self._places:
            self._places.update({one.key: place for place, one in enumerate(self.entries)})
        place = self._places.get(key)
        return None if place is None else self.entries[place]

    def follow(self, previous: ItemIndex) -> None:
        """Use the texts that an earlier index of the same project has folded already."""
        self._texts.known.update(previous._texts.known)

    def find(self, item_filter: ItemFilter, sort: str = "name") -> list[ItemEntry]:
        """Return the items that meet a filter.

        `sort`: one of `SORTS`. Names are sorted in ascending order, everything else in descending
            order, so that the items that need attention come first

        The first search in texts folds them, which takes about a second for 10,000 items: call it
        off the GUI thread if there are many.
        """
        places: Iterable[int] = range(len(self.entries))
        entries = self.entries
        for test in _conditions(item_filter):
            places = [place for place in places if test(entries[place])]
        query = TextQuery.of(item_filter.text)
        # Last, because looking through texts takes longest.
        if not query.is_empty:
            self.fold_texts()
            places = self._texts.find(places, query)
        return sort_items([entries[place] for place in places], sort)

    def fold_texts(self) -> None:
        """Prepare for searches, unless that is done. May be called on any thread."""
        if not self.is_folded:
            self._texts.build(self)

    def excerpt(self, entry: ItemEntry, query: TextQuery) -> tuple[str, list[tuple[int, int]]]:
        """Return the beginning of an item's text, or the part with most of the search words.

        Also returns the places of these words in it.
        """
        texts = [text for _, text in texts_of_item(entry, self.documents)]
        # Some items have no text of their own: their annotators write it.
        if query.alternatives or not any(map(is_readable, texts)):
            texts += [part for one in entry.answers for part in strings_in(one.answers)]
        best, spans = "", list[tuple[int, int]]()
        if query.alternatives:
            most = 0
            for text in texts:
                found = query.spans(text)
                different = len({text[start:end].casefold() for start, end in found})
                if different > most:
                    most, best, spans = different, text, found
        if spans:
            start = spans[0][0]
            # From the beginning if the word is near it.
            start = 0 if start <= 2 * _BEFORE_MATCH else start - _BEFORE_MATCH
            if start:
                start = best.find(" ", start, spans[0][0]) + 1 or start
            part = " ".join(best[start : start + _EXCERPT].split())
            return part, query.spans(part)
        first = next((text for text in texts if text.strip()), "")
        return " ".join(first[:_EXCERPT].split()), []

    def field_values(self) -> dict[str, Counter[str]]:
        """Return {field: {value: number of items}} of all fields with at least two values."""
        # Lists first: counting each value on its own takes ten times as long.
        found: dict[str, list[str]] = {}
        for entry in self.entries:
            for name, value in entry.fields.items():
                found.setdefault(name, []).append(value)
        result = {name: Counter(values) for name, values in found.items()}
        return {name: values for name, values in result.items() if len(values) > 1}

    def has_field_values(self) -> bool:
        """Return whether `field_values` returns any field."""
        first: dict[str, str] = {}
        return any(
            first.setdefault(name, value) != value
            for entry in self.entries
            for name, value in entry.fields.items()
        )

    def people(self) -> list[str]:
        """Return the ids of all people who are assigned an item or have answered one, sorted."""
        everybody = {
            person
            for one in self.entries
            for person in (*one.line.assigned, *(answer.person for answer in one.answers))
        }
        return sorted(everybody, key=lambda one: (natural_order(one), one))


class _Texts:
    """The folded texts of an index.

    `known`: folded texts by text, so that only new texts are folded after a change
    `own`: for each item, its name, fields, texts and answers as one folded text; None: not built
    """

    def __init__(self) -> None:
        self.known: dict[str, str] = {}
        self.own: list[str] | None = None
        self._documents: list[str] = []
        self._of: list[tuple[int, ...]] = []

    def build(self, index: ItemIndex) -> None:
        """Prepare the texts of all items for searching; texts folded before are reused."""
        known, before = {}, self.known

        def folded(text: str) -> str:
            result = before.get(text)
            if result is None:
                result = fold(text)
            known[text] = result
            return result

        places = {key: place for place, key in enumerate(index.documents)}
        documents = [folded(text) for text in index.documents.values()]
        own = ["\n".join(map(folded, _own_texts(entry))) for entry in index.entries]
        named = [
            tuple(places[key] for key in documents_in(one.content) if key in places)
            for one in index.entries
        ]
        self.known, self._documents, self._of = known, documents, named
        # Last, because its value tells other threads that everything is built.
        self.own = own

    def find(self, places: Iterable[int], query: TextQuery) -> list[int]:
        """Return those of the items at `places` that meet a query, in order."""
        among = list(places)
        own, of = self.own or [], self._of
        named = {document for place in among for document in of[place]}

        def having(term: str, left: Iterable[int]) -> list[int]:
            # Documents are shared by items, so each is searched once.
            hits = {document for document in named if term in self._documents[document]}
            return [
                place
                for place in left
                if term in own[place] or (hits and not hits.isdisjoint(of[place]))
            ]

        met = set[int]()
        for one in query.alternatives:
            left: Iterable[int] = among
            for term in one.terms:
                left = having(term, left)
            # Without any word to find, all items but those with an excluded word.
            rest = set(left)
            for term in one.excluded:
                rest.difference_update(having(term, rest))
            met |= rest
        return sorted(met)


def sort_items(entries: Sequence[ItemEntry], sort: str) -> list[ItemEntry]:
    """Return items, which are in the order of their names, in the order `sort`; see `find`."""
    order: dict[str, Callable[[ItemEntry], Any]] = {
        "disagreement": lambda one: -1.0 if one.disagreement is None else one.disagreement,
        "answers": lambda one: len(one.answers),
        "last_answer": lambda one: one.last_answer,
        # The longest active time of an answer.
        "time": lambda one: max((a.seconds or 0.0 for a in one.answers), default=0.0),
    }
    if sort not in order:
        return list(entries)
    # Items that are equal stay in the order of their names.
    return sorted(entries, key=order[sort], reverse=True)


def stages_of(workspace: Workspace) -> dict[tuple[str, str], Stage]:
    """Return the stages by (protocol, stage)."""
    return {
        (protocol.key, stage.key): stage
        for protocol in workspace.usable_protocols()
        for stage in protocol.stages
    }


def scales_of(forms: Mapping[tuple[str, str], Form]) -> dict[tuple[str, str], list[str]]:
    """Return the keys of the choice and scale questions by (protocol, stage)."""
    return {
        place: [one.key for one in form.questions if isinstance(one, ChoiceQuestion)]
        for place, form in forms.items()
    }


def current_answers(protocol: Protocol, item: str, one: GivenAnswer) -> Mapping[str, Any]:
    """Return the answers that mean the same under the current form; see `Protocol`."""
    # Only answers to a project's own form name a version. All others are as they were.
    if not one.form:
        return one.answers
    return protocol.current_answers(
        AnnotationData(
            item, one.person, one.stage, one.answers, one.seconds, one.rev, form=one.form
        )
    )


def disputed_items(records: RecordSet, conflicts: Iterable[tuple[str, str]]) -> set[str]:
    """Return the keys of the items with anything in conflict."""
    return {
        str((records.stated_body(kind, key) or {}).get("item") or key)
        for kind, key in conflicts
        if kind in _CONFLICT_KINDS
    }


def item_entry(
    workspace: Workspace,
    line: ItemLine,
    answers: Iterable[GivenAnswer],
    marks: Iterable[GivenMark],
    scales: Mapping[tuple[str, str], Sequence[str]],
    *,
    excluded: str,
    is_disputed: bool,
    carried: Callable[[GivenAnswer], Mapping[str, Any]] | None = None,
    decisions: Iterable[Record] = (),
) -> ItemEntry:
    """Return an item with everything about it.

    `carried`: returns the answers that mean the same under the current form; None: all of them
    `decisions`: the adjudications of the item
    `excluded`: the lead's reason for excluding it; "" if it is not excluded
    `is_disputed`: whether anything about it is in conflict
    """
    body = workspace.records.stated_body("item", line.key) or {}
    given = tuple(sorted(answers, key=lambda one: (one.stage, one.person)))
    differing = differing_shares(given, line.protocol, scales, carried)
    return ItemEntry(
        line,
        body.get("content") or {},
        _fields(workspace, line),
        given,
        tuple(marks),
        mean_share(share for shares in differing.values() for share in shares.values()),
        is_disputed,
        excluded,
        _status(line, bool(excluded)),
        max((one.time for one in given), default=""),
        differing,
        tuple(_decision(one, given) for one in sorted(decisions, key=lambda one: one.key)),
    )


def outdated_decisions(entries: Iterable[ItemEntry]) -> int:
    """Return the number of decisions that the lead has to make again.

    There is nothing to decide about an excluded item, or if no answer is left. With one answer, for
    example after a merge was undone, the lead is to know that the decision does not count.
    """
    return sum(
        decision.is_outdated
        and any(one.stage == decision.stage and one.is_compared for one in entry.answers)
        for entry in entries
        if not entry.excluded
        for decision in entry.decisions
    )


def earlier_text_authors(entries: Iterable[ItemEntry]) -> tuple[str, ...]:
    """Return the author of each answer that counts and is about an earlier text of its item."""
    return tuple(
        answer.person
        for entry in entries
        if not entry.excluded
        for answer in entry.answers
        if answer.counts and answer.is_earlier
    )


def _decision(record: Record, given: Sequence[GivenAnswer]) -> LeadDecision:
    body = body_of(record)
    stage = str(body["stage"])
    current = {one.rev for one in given if one.stage == stage and one.is_compared}
    return LeadDecision(
        record.author,
        stage,
        body["answers"],
        "" if record.device == IMPORT_DEVICE else record.time,
        str(body.get("reason") or ""),
        str(body.get("confidence") or ""),
        bool(body.get("guideline_gap")),
        is_outdated(body, current),
    )


def mean_share(shares: Iterable[float]) -> float | None:
    """Return the mean of the shares of several questions; None if there are none."""
    known = list(shares)
    return sum(known) / len(known) if known else None


def differing_shares(
    answers: Sequence[GivenAnswer],
    protocol: str,
    scales: Mapping[tuple[str, str], Sequence[str]],
    carried: Callable[[GivenAnswer], Mapping[str, Any]] | None = None,
) -> dict[str, dict[str, float]]:
    """Return {stage: {question: share of pairs of annotators that differ}} of an item.

    This is the only definition of disagreement: an item's disagreement is the mean over all
    questions, and that of a case, which is about one stage, the mean over the questions of its
    stage.

    `scales`: keys of the choice and scale questions, by (protocol, stage)
    `carried`: returns the answers that mean the same under the current form; None: all of them

    Answers count as in analyses: without those in conflict. Questions without a pair of answers are
    left out. A question inside an answer has the names around it in its name: “points 1 side”.
    """
    # Most items of a large project have one answer, and reading it would take time for nothing.
    if len(answers) < 2:
        return {}
    by_stage: dict[str, list[GivenAnswer]] = {}
    for one in answers:
        if one.is_compared:
            by_stage.setdefault(one.stage, []).append(one)
    result = {}
    for stage, several in by_stage.items():
        questions = scales.get((protocol, stage), ())
        if len(several) < 2 or not questions:
            continue
        given = [one.answers if carried is None else carried(one) for one in several]
        values = {
            question: [one[question] for one in given if one.get(question) is not None]
            for question in questions
        }
        for one_given in given:
            for name, inside in one_given.items():
                if isinstance(inside, dict) and name != HIDDEN:
                    for path, value in leaves(inside, (name,)):
                        if path[-1] in questions:
                            values.setdefault(" ".join(path), []).append(value)
        shares = differing_pairs(values)
        if shares:
            result[stage] = shares
    return result


def differing_pairs(values: Mapping[str, Sequence[Any]]) -> dict[str, float]:
    """Return the share of pairs of annotators that differ, by question that two or more answered.

    `values`: all answers by question. The order of several chosen options does not count
    """
    shares = {}
    for question, given in values.items():
        number = len(given)
        if number > 1:
            times = Counter(map(_code, given))
            equal = sum(count * (count - 1) for count in times.values())
            shares[question] = 1 - equal / (number * (number - 1))
    return shares


def _code(value: Any) -> tuple[type, str]:
    # The type too, because 1 equals True in Python.
    chosen = isinstance(value, list)
    return type(value), str(sorted(map(repr, value))) if chosen else str(value)


def _status(line: ItemLine, is_excluded: bool) -> Status:
    if is_excluded:
        return "excluded"
    if not line.assigned and not line.done:
        return "unassigned"
    done = set(line.done)
    if not done:
        return "open"
    return "done" if done.issuperset(line.assigned) else "partial"


def texts_of_item(entry: ItemEntry, documents: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return (name, text) of an item: its own texts first, then its documents.

    The name of a nested text includes the names around it: “passages 2 text”.
    """
    judged = judged_texts(entry.content)
    rest = {name: part for name, part in entry.content.items() if not judged or name != "texts"}
    own = [
        (name, text)
        for name, text in _named_strings("", rest)
        if name.split(" ")[0] not in _DOCUMENTS and name != "language"
    ]
    # The longest text is what is judged; questions and instructions are shorter. Texts inside lists
    # belong to what surrounds it, such as titles of papers.
    own.sort(key=lambda one: (" " in one[0], -len(one[1])))
    # Where an item has a list of texts, these are judged, in their order.
    own[:0] = [
        (f"text {number}" if judged[1:] else "text", text)
        for number, (_, text) in enumerate(judged, start=1)
    ]
    found = [(DOCUMENT, documents[key]) for key in documents_in(entry.content) if key in documents]
    return [*own, *found]


def texts_to_read(
    index: ItemIndex, entry: ItemEntry, language: str
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return (title, text) of the own texts of an item, and of its documents, as leads read them.

    Without a stage that words the item, the titles are the names of `texts_of_item`.
    """
    texts = texts_of_item(entry, index.documents)
    shared = [one for one in texts if one[0] == DOCUMENT]
    # Items at which nobody works, such as finished examples, are like those of the first stage.
    stage = index.stage_of(entry) or index.first_stage(entry.line.protocol)
    words = stage.item_in_words(AnswerContext({}, entry.content, None, language)) if stage else None
    if words is None:
        own = [
            (name, text)
            for name, text in texts
            if name != DOCUMENT and name not in _NOT_READ and is_readable(text)
        ]
        return own, shared
    words = in_language(words, look_up(language))
    if len(words.documents) == len(documents_in(entry.content)):
        keys = zip(words.documents, documents_in(entry.content), strict=True)
        shared = [
            (title or DOCUMENT, index.documents[key])
            for title, key in keys
            if index.documents.get(key)
        ]
    return [(one.title, one.text) for one in words.texts if is_readable(one.text)], shared


def is_readable(text: str) -> bool:
    """Return whether a text tells people something: it is not empty, and no key of a record."""
    return bool(text.strip()) and not _HASH.fullmatch(text)


def judged_texts(content: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return (title, text) of the texts that an item has in a list; the title may be empty."""
    return [
        (str(one.get("title") or ""), one["text"])
        for one in objects(content.get("texts"))
        if isinstance(one.get("text"), str)
    ]


def documents_in(content: Mapping[str, Any]) -> list[str]:
    """Return the keys of the documents that an item names."""
    named = [content.get("document"), *entries(content.get("documents"))]
    return [key for key in named if isinstance(key, str)]


def _conditions(item_filter: ItemFilter) -> Iterator[Callable[[ItemEntry], bool]]:
    """Yield a test for each condition except the words."""
    keys, status, mark = item_filter.keys, item_filter.status, item_filter.mark
    if keys is not None:
        yield lambda one: one.key in keys
    if status:
        yield lambda one: one.status == status
    if mark == "conflict":
        yield lambda one: one.is_in_conflict
    elif mark in ("decided", "outdated"):
        is_outdated = mark == "outdated"
        yield lambda one: any(made.is_outdated is is_outdated for made in one.decisions)
    elif mark == "earlier_text":
        yield lambda one: any(answer.is_earlier for answer in one.answers)
    elif mark:
        yield lambda one: any(made.state == mark for made in one.marks)
    least = item_filter.least_disagreement
    if least is not None:
        yield lambda one: one.disagreement is not None and one.disagreement > least
    if item_filter.fields:
        yield lambda one: all(
            one.fields.get(name, "") == value for name, value in item_filter.fields.items()
        )
    person = item_filter.person
    if item_filter.day or item_filter.question:
        yield lambda one: _is_answered(one.answers, item_filter)
    elif person:
        yield (
            lambda one: (
                person in one.line.assigned
                or any(answer.person == person for answer in one.answers)
            )
        )


def count_answers(entries: Iterable[ItemEntry], item_filter: ItemFilter) -> int:
    """Return how many answers to items meet the conditions of a filter about answers."""
    return sum(_is_answered((one,), item_filter) for entry in entries for one in entry.answers)


def _is_answered(answers: Sequence[GivenAnswer], wanted: ItemFilter) -> bool:
    """Return whether one of the answers meets all conditions about answers."""
    person, day, question, code = wanted.person, wanted.day, wanted.question, wanted.answer
    # A loop, because it runs for all answers of a project at each change of the filter.
    for one in answers:
        if person and one.person != person:
            continue
        # As in the chart of the overview, which leaves out answers that do not count.
        if day and (one.day != day or not one.counts):
            continue
        if not question:
            return True
        value = one.answers.get(question)
        if value is None or value == "" or (value == [] and code != EMPTY_SET):
            continue
        if not code:
            return True
        codes = [code_name(one) for one in value] if isinstance(value, list) else [code_name(value)]
        # Several chosen options together are a code too, as in figures about agreement.
        if code in codes or code == (", ".join(codes) or EMPTY_SET):
            return True
    return False


def given_answer(
    records: RecordSet,
    key: str,
    heads: Sequence[Record],
    comments: CommentFields,
    *,
    is_in_conflict: bool,
    counts: bool,
) -> GivenAnswer:
    """Return a person's answers; `heads`: those that have a body, at least one."""
    head = heads[0]
    body = body_of(head)
    several = len(heads) > 1 or bool(head.parents)
    versions = tuple(records.history("annotation", key)) if several else ()
    answered, resolution = _answered(person_of(key), head, versions)
    time = "" if answered.device == IMPORT_DEVICE else answered.time
    return GivenAnswer(
        person_of(key),
        str(body["stage"]),
        body["answers"],
        body.get("seconds"),
        time,
        local_day(time),
        str(body.get("form") or ""),
        versions,
        is_in_conflict,
        counts,
        head.rev,
        comments.has_comment(body),
        is_about_earlier_text(records, body),
        resolution,
    )


def _answered(
    person: str, head: Record, versions: Sequence[Record]
) -> tuple[Record, Resolution | None]:
    """Return the revision that a person submitted, and the lead's decision if there was one.

    To decide between versions of a person's answers, the lead makes another version.
    """
    own = [one for one in versions if one.author == person and one.body is not None]
    if head.author == person or not own:
        return head, None
    # The chosen version, if there is one. The lead may also decide question by question.
    chosen = (one for one in reversed(own) if body_of(one)["answers"] == body_of(head)["answers"])
    return next(chosen, own[-1]), Resolution(head.author, head.time)


def local_day(time: str) -> str:
    """Return the date of a time of a record in local time, YYYY-MM-DD; "" if it is none."""
    try:
        return datetime.fromisoformat(time).astimezone().date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def _fields(workspace: Workspace, line: ItemLine) -> dict[str, str]:
    origin = workspace.records.current("origin", line.key)
    result = origin_fields(body_of(origin) if origin is not None else {})
    result |= {"group": str(line.group), "protocol": line.protocol}
    return result | ({"stage": line.stage} if line.stage else {})


def origin_fields(origin: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of an item's origin by which items are filtered or grouped."""
    return {
        name: code_name(value)
        for name, value in {**origin.get("extra", {}), **origin}.items()
        if name not in _NOT_OWN and isinstance(value, _SIMPLE) and value != ""
    }


# Fields by which items are filtered, but whose values are keys or numbers of the program
_INTERNAL_FIELDS = frozenset(("protocol", "group"))


def _own_texts(entry: ItemEntry) -> Iterator[str]:
    """Yield the texts of an item except for its documents."""
    yield entry.line.name
    # Nobody could see why an item is found by an internal key or number.
    yield from (value for name, value in entry.fields.items() if name not in _INTERNAL_FIELDS)
    yield from entry.line.assigned
    for name, text in _named_strings("", entry.content):
        if name.split(" ")[0] not in _DOCUMENTS:
            yield text
    for answer in entry.answers:
        yield answer.person
        yield from strings_in(answer.answers)
    for mark in entry.marks:
        yield mark.reason
    for decision in entry.decisions:
        yield decision.reason
    yield entry.excluded


def strings_in(value: Any) -> Iterator[str]:
    """Return all texts in a JSON value, in order."""
    return (text for _, text in _named_strings("", value))


def _named_strings(name: str, value: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield (name, text) of all texts in a JSON value, in order."""
    if isinstance(value, str):
        yield name, value
    elif depth == _DEEPEST:
        return
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _named_strings(f"{name} {key}".strip(), part, depth + 1)
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value, start=1):
            yield from _named_strings(f"{name} {number}".strip(), part, depth + 1)
