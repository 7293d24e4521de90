"""The annotator's queue: what is assigned, how far the work on each item is. Qt-free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from desktop_app.core.errors import AppError
from desktop_app.core.merging import body_of
from desktop_app.workspace.form_history import GivenUnder
from desktop_app.workspace.work_states import State, assigned_work
from desktop_app.workspace.workspace import Workspace

NO_WORDS = "–"  # of an item that has no text to tell it by
_FIRST_CHARACTERS = 80
_NO_TEXTS = ("document", "language", "model")  # of an item’s content: a key, a code, an alias


class QueueFilter(Enum):
    """Which entries a queue shows."""

    ALL = "all"
    TODO = "todo"
    STALE = "anew"
    DRAFT = "draft"
    DONE = "done"
    FLAGGED = "flagged"
    SKIPPED = "skipped"


@dataclass
class Entry:
    """One assignment in the queue.

    number  counts from 1
    state   as `work_states` defines it
    mark    "", "flagged" or "skipped"
    again    submitted under an earlier form, or sent back, and to be answered again: to do, or a
            draft of that
    notes   why it was sent back
    work    what should be done with the item, as its protocol calls it; "" where the queue has one
            sort of work only, and words tell the item
    waits   a turn of it waits for a model
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
    work: str = ""
    waits: bool = False
    folded: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        self.folded = f"{self.number:03} {self.words}".casefold()


def belongs(entry: Entry, part: QueueFilter) -> bool:
    """Return whether an entry is in a part of the queue; marked ones are in their state's too."""
    if part is QueueFilter.ALL:
        return True
    if part is QueueFilter.STALE:
        return entry.is_stale
    return part.value in (entry.state.value, entry.mark)


def chosen(entries: Sequence[Entry], part: QueueFilter, search: str) -> list[int]:
    """Return the places of the entries in a part whose number or words hold all words sought."""
    words = search.casefold().split()
    return [
        place
        for place, entry in enumerate(entries)
        if belongs(entry, part) and all(word in entry.folded for word in words)
    ]


def entries_of(workspace: Workspace, given: GivenUnder | None = None) -> Iterator[Entry]:
    """Yield the queue in its order: every current assignment of the person whose item is here.

    given  the forms of the workspace, where they were read already
    """
    records = workspace.records
    mine = list(assigned_work(workspace, given))
    heads_of = {one.body["item"]: records.heads("item", str(one.body["item"])) for one in mine}
    asked = {str(_content(heads[0]).get("instruction")) for heads in heads_of.values() if heads}
    differ = len({str(one.body["stage"]) for one in mine}) > 1
    number = 0
    for one in mine:
        item, stage = str(one.body["item"]), str(one.body["stage"])
        heads = heads_of[item]
        if not heads or heads[0].body is None:
            continue
        number += 1
        words = _first_words(_content(heads[0]), all_alike=len(asked) == 1 < len(mine))
        entry = Entry(number, item, stage, str(heads[0].body["protocol"]), words)
        if differ or words == NO_WORDS:
            entry.work = _work(workspace, entry)
        entry.submitted = one.is_submitted
        entry.is_stale = one.asks_again
        entry.notes = one.notes
        entry.state = one.state
        marked = records.current("mark", one.key)
        if marked is not None:
            entry.mark = str(body_of(marked)["state"])
            entry.reason = str(body_of(marked).get("reason", ""))
        yield entry


def _work(workspace: Workspace, entry: Entry) -> str:
    """Return what should be done with an item, in the protocol's words; "" if nobody knows them."""
    try:
        stages = workspace.protocol(entry.protocol).stages
    except AppError:
        return ""
    return next((stage.title for stage in stages if stage.key == entry.stage), "")


def _content(item: Any) -> Mapping[str, Any]:
    content: Mapping[str, Any] = (item.body or {}).get("content", {})
    return content


def _first_words(content: Mapping[str, Any], *, all_alike: bool) -> str:
    """Return what tells an item from others: its instruction or prompt, unless `all_alike`.

    Where that is blank, another of its texts; NO_WORDS where all are.
    """
    # In a study many items share an instruction: the text itself tells them apart.
    texts = content.get("texts")
    judged = (
        [one.get("text") for one in texts if isinstance(one, dict)]
        if isinstance(texts, list)
        else []
    )
    instruction = content.get("instruction") or content.get("prompt")
    answer = content.get("answer") or content.get("response")
    first = [answer, instruction] if all_alike else [instruction, answer]
    task, turn = content.get("task"), content.get("turn")
    about = [task.get("objective")] if isinstance(task, Mapping) else []
    about += [turn.get("instruction")] if isinstance(turn, Mapping) else []
    about.append(content.get("question"))
    others = [value for name, value in content.items() if name not in _NO_TEXTS]
    for text in (*judged, *first, *about, *others):
        if isinstance(text, str):
            words = " ".join(text[: 4 * _FIRST_CHARACTERS].split())[:_FIRST_CHARACTERS]
            if words:
                return words
    return NO_WORDS
