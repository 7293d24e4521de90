"""The annotator's queue: the assigned items, their states and marks. Does not import Qt."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from desktop_app.core.errors import AppError
from desktop_app.core.merging import body_of
from desktop_app.workspace.forms import FormHistory
from desktop_app.workspace.work import MarkState, mark, unmark
from desktop_app.workspace.work_states import State, WorkCounts, assigned_work, note_seen
from desktop_app.workspace.workspace import Workspace

# Label of an item without any text.
NO_WORDS = "–"
# Length of a label in characters.
_FIRST_CHARACTERS = 80
# Fields of an item's content that contain keys, codes or aliases, so they cannot be labels.
_NO_TEXTS = ("document", "language", "model")
# What may be a key, a code or an alias: found by it, items would tell which of them share a model.
_CODE = re.compile(r"[\w.:/@-]*", re.ASCII)
# Number of items whose texts are read at a time, in about 10 ms.
_AT_ONCE = 100


class QueueFilter(Enum):
    """A filter of the queue.

    Filters for states and marks use the values of `Entry.state` and `Entry.mark`.
    """

    ALL = "all"
    TODO = "todo"
    STALE = "anew"
    CHANGED = "changed"
    LEAD = "lead"
    DRAFT = "draft"
    DONE = "done"
    FLAGGED = "flagged"
    SKIPPED = "skipped"


@dataclass
class Entry:
    """One assignment in the queue.

    `number`: counts from 1
    `words`: the label: the first characters of one of the item's texts
    `state`: to do, draft or done
    `mark`: "", "flagged" or "skipped"
    `reason`: the reason for the mark
    `is_stale`: submitted, but must be answered again: the form changed, or the item was sent back
    `notes`: the reasons why it was sent back
    `has_other_text`: answered, but about an earlier text of the item
    `lead_change`: revision with which a lead changed the answers, until the person has seen it
    `work`: title of the stage; "" if all entries have the same stage and this one has a label
    `waits`: whether one of its turns waits for a model
    `folded`: number and label, case-folded for searching
    """

    number: int
    item: str
    stage: str
    protocol: str
    words: str
    state: State = State.TODO
    mark: str = ""
    reason: str = ""
    submitted: bool = False
    is_stale: bool = False
    notes: tuple[str, ...] = ()
    has_other_text: bool = False
    lead_change: str = ""
    work: str = ""
    waits: bool = False
    folded: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        self.folded = f"{self.number:03} {self.words}".casefold()


def belongs(entry: Entry, part: QueueFilter) -> bool:
    """Return whether an entry passes a filter; the filters test its state, mark or staleness."""
    if part is QueueFilter.ALL:
        return True
    if part is QueueFilter.STALE:
        return entry.is_stale
    if part is QueueFilter.CHANGED:
        return entry.has_other_text
    if part is QueueFilter.LEAD:
        return bool(entry.lead_change)
    return part.value in (entry.state.value, entry.mark)


class _Texts:
    """The case-folded texts of the entries, which are read when they are first searched."""

    def __init__(self, workspace: Workspace, entries: Sequence[Entry]) -> None:
        self._records = workspace.records
        self._unread = deque(entries)
        # By index of the entry: its number, label and texts, and the keys of its documents.
        self._own: list[tuple[str, frozenset[str]]] = []
        # Items share documents, so each is folded and searched once.
        self._documents: dict[str, str] = {}

    def containing(self, word: str) -> Iterator[int]:
        """Yield the indices of the entries whose number, label or texts contain a folded word."""
        while self.read_some():
            pass
        hits = {key for key, text in self._documents.items() if word in text}
        for place, (own, documents) in enumerate(self._own):
            if word in own or not hits.isdisjoint(documents):
                yield place

    def read_some(self) -> bool:
        """Read the texts of some more entries; return whether there are any left."""
        # Not above: it needs many modules, and most people never search.
        from desktop_app.workspace.item_index import documents_in, strings_in

        for _ in range(min(_AT_ONCE, len(self._unread))):
            entry = self._unread.popleft()
            item = self._records.shown("item", entry.item)
            content = _content(item) if item is not None else {}
            keys = frozenset(documents_in(content))
            texts = [text for text in strings_in(content) if not _CODE.fullmatch(text)]
            self._own.append(("\n".join([entry.folded, *texts]).casefold(), keys))
            for key in keys - self._documents.keys():
                # The first head, as on the page, while versions of a document are in conflict.
                body = next((head.body for head in self._records.heads("document", key)), None)
                self._documents[key] = str(body["text"]).casefold() if body else ""
        return bool(self._unread)


class EntryQueue:
    """The entries in order, and the number of entries that pass each filter.

    The time for a change does not depend on the length of the queue.
    """

    def __init__(self, workspace: Workspace, entries: list[Entry]) -> None:
        self._workspace = workspace
        self.entries = entries
        self._texts = _Texts(workspace, entries)
        self.counts = Counter(
            part for entry in entries for part in QueueFilter if belongs(entry, part)
        )

    def work_counts(self) -> WorkCounts:
        """Return the number of entries in each state, for the notice about results."""
        return WorkCounts.of(
            (entry.state, entry.submitted, entry.mark == "skipped") for entry in self.entries
        )

    def prepare_search(self) -> bool:
        """Read the texts of some more entries for `find`; return whether there are any left."""
        return self._texts.read_some()

    def find(self, part: QueueFilter, search: str) -> list[int]:
        """Return the indices of the entries that pass a filter and contain all words of a search.

        The words may be in the number, the label, the item's texts or its documents. Short numbers
        are not searched in texts, nor are keys, codes and the aliases of models.
        """
        words = set(search.casefold().split())
        # Otherwise looking for item 12 would find each text with a 12.
        longest = max(3, len(str(len(self.entries))))
        numbers = {word for word in words if word.isdigit() and len(word) <= longest}
        found = [set(self._texts.containing(word)) for word in words - numbers]
        return [
            place
            for place, entry in enumerate(self.entries)
            if belongs(entry, part)
            and all(number in entry.folded for number in numbers)
            and all(place in one for one in found)
        ]

    def first(self) -> int | None:
        """Return the index of the item to start with, or None if there are no items.

        This is the item that was open last, otherwise the first that is not done, otherwise the
        first.
        """
        if not self.entries:
            return None
        last = self._workspace.local("open_entry")
        for index, entry in enumerate(self.entries):
            # Compared by item and stage, not by index: new assignments change the indices.
            if [entry.item, entry.stage] == last:
                return index
        return next((i for i, entry in enumerate(self.entries) if entry.state is not State.DONE), 0)

    def not_done(self, after: int) -> Iterator[int]:
        """Yield the indices of the other entries that are not done; skipped ones come last.

        Answers to an earlier text and those that a lead changed count, but have to be checked.

        They start after the entry with the index `after` and wrap around at the end.
        """
        count = len(self.entries)
        skipped = []
        for step in range(1, count):
            place = (after + step) % count
            entry = self.entries[place]
            if entry.state is not State.DONE or entry.has_other_text or entry.lead_change:
                if entry.mark != "skipped":
                    yield place
                else:
                    skipped.append(place)
        yield from skipped

    def change(
        self,
        entry: Entry,
        state: State | None = None,
        mark: str | None = None,
        is_stale: bool | None = None,
        has_other_text: bool | None = None,
        lead_change: str | None = None,
    ) -> None:
        """Change fields of an entry and update the counts; None leaves a field unchanged."""
        # Only the filters of this entry are compared: counting all entries on each key press would
        # be slow in a long queue.
        before = {part for part in QueueFilter if belongs(entry, part)}
        if state is not None:
            entry.state = state
        if mark is not None:
            entry.mark = mark
        if is_stale is not None:
            entry.is_stale = is_stale
        if has_other_text is not None:
            entry.has_other_text = has_other_text
        if lead_change is not None:
            entry.lead_change = lead_change
        after = {part for part in QueueFilter if belongs(entry, part)}
        self.counts.subtract(before - after)
        self.counts.update(after - before)

    def set_mark(self, entry: Entry, state: MarkState, reason: str) -> None:
        """Skip or flag an item. Raises the errors of `work.mark`."""
        mark(self._workspace, entry.item, stage=entry.stage, state=state, reason=reason)
        self.change(entry, mark=state)
        entry.reason = reason

    def note_seen(self, entry: Entry) -> None:
        """Save that the person has looked at a lead's change of an entry, if there is one.

        Raises NotSavedError if saving fails.
        """
        if entry.lead_change:
            note_seen(self._workspace, entry.lead_change)
            self.change(entry, lead_change="")

    def clear_mark(self, entry: Entry) -> None:
        """Remove an item's mark. Raises NotSavedError if saving fails."""
        unmark(self._workspace, entry.item, stage=entry.stage)
        self.change(entry, mark="")
        entry.reason = ""


def entries_of(workspace: Workspace, given: FormHistory | None = None) -> Iterator[Entry]:
    """Yield the entries in the order of the queue: assignments whose items have arrived.

    `given`: the form history of the workspace, if it was already read
    """
    records = workspace.records
    mine = list(assigned_work(workspace, given))
    # Whether labels start with the answer, and whether stages are named, depends on all entries.
    heads_of = {one.body["item"]: records.heads("item", str(one.body["item"])) for one in mine}
    instructions = {str(_instruction(_content(heads[0]))) for heads in heads_of.values() if heads}
    differ = len({str(one.body["stage"]) for one in mine}) > 1
    number = 0
    for one in mine:
        item, stage = str(one.body["item"]), str(one.body["stage"])
        heads = heads_of[item]
        # The item has not arrived yet, or was withdrawn.
        if not heads or heads[0].body is None:
            continue
        number += 1
        words = _first_words(_content(heads[0]), all_alike=len(instructions) == 1 < len(mine))
        entry = Entry(number, item, stage, str(heads[0].body["protocol"]), words)
        if differ or words == NO_WORDS:
            entry.work = _work(workspace, entry)
        entry.submitted = one.is_submitted
        entry.is_stale = one.asks_again
        entry.notes = one.notes
        entry.has_other_text = one.has_other_text
        entry.lead_change = one.lead_change
        entry.state = one.state
        marked = records.current("mark", one.key)
        if marked is not None:
            entry.mark = str(body_of(marked)["state"])
            entry.reason = str(body_of(marked).get("reason", ""))
        yield entry


def _work(workspace: Workspace, entry: Entry) -> str:
    """Return the title of an entry's stage.

    It is "" if the protocol is not installed or does not have this stage.
    """
    try:
        stages = workspace.protocol(entry.protocol).stages
    except AppError:
        return ""
    return next((stage.title for stage in stages if stage.key == entry.stage), "")


def _content(item: Any) -> Mapping[str, Any]:
    content: Mapping[str, Any] = (item.body or {}).get("content", {})
    return content


def _instruction(content: Mapping[str, Any]) -> Any:
    return content.get("instruction") or content.get("prompt")


def _first_words(content: Mapping[str, Any], *, all_alike: bool) -> str:
    """Return the label of an item: the start of its first text that is not blank.

    The texts to judge come first, then the instruction and the answer, then all others. NO_WORDS is
    returned if all texts are blank.

    `all_alike`: whether all items have the same instruction, so that the answer is used first
    """
    # In a study, many items have the same instruction, so the texts to judge identify them better.
    texts = content.get("texts")
    judged = (
        [one.get("text") for one in texts if isinstance(one, dict)]
        if isinstance(texts, list)
        else []
    )
    instruction = _instruction(content)
    answer = content.get("answer") or content.get("response")
    first = [answer, instruction] if all_alike else [instruction, answer]
    task, turn = content.get("task"), content.get("turn")
    about = [task.get("objective")] if isinstance(task, Mapping) else []
    about += [turn.get("instruction")] if isinstance(turn, Mapping) else []
    about.append(content.get("question"))
    others = [value for name, value in content.items() if name not in _NO_TEXTS]
    for text in (*judged, *first, *about, *others):
        if isinstance(text, str):
            # Cut before splitting: a text can be megabytes long, and a label needs only its start.
            words = " ".join(text[: 4 * _FIRST_CHARACTERS].split())
            if len(words) > _FIRST_CHARACTERS:
                words = f"{words[:_FIRST_CHARACTERS].rstrip()}…"
            if words:
                return words
    return NO_WORDS
