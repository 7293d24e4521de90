"""One undo history for everything an annotator does to the answers of one item. Qt-free.

Texts are kept as what changed and where, so that a long comment typed letter by letter costs no
more than its letters, on disk too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

MOST_STEPS = 500
MOST_CHARACTERS = 200_000
_LONGEST_MERGED = 200


@dataclass(frozen=True)
class ValueStep:
    """An answer that was one value and became another."""

    question: str
    before: Any
    after: Any

    def forth(self, value: Any) -> Any:
        return self.after

    def back(self, value: Any) -> Any:
        return self.before

    def to_json(self) -> dict[str, Any]:
        return {"q": self.question, "before": self.before, "after": self.after}

    @property
    def size(self) -> int:
        return len(repr(self.before)) + len(repr(self.after))


@dataclass(frozen=True)
class TextStep:
    """A text in which, at one place, some characters were replaced by others.

    `entry` counts from 0: which text of a list it is; None: the answer is the text.
    """

    question: str
    at: int
    removed: str
    added: str
    entry: int | None = None

    def forth(self, value: Any) -> Any:
        return self._changed(value, self.removed, self.added)

    def back(self, value: Any) -> Any:
        return self._changed(value, self.added, self.removed)

    def _changed(self, value: Any, old: str, new: str) -> Any:
        if self.entry is None:
            return self._replaced(value, old, new)
        texts = list(value) if isinstance(value, list | tuple) and value else [""]
        if self.entry >= len(texts):
            raise ValueError("the history does not fit the list")
        texts[self.entry] = self._replaced(texts[self.entry], old, new)
        return [] if texts == [""] else texts

    def _replaced(self, value: Any, old: str, new: str) -> str:
        text = value or ""
        if not isinstance(text, str) or text[self.at : self.at + len(old)] != old:
            raise ValueError("the history does not fit the text")
        return text[: self.at] + new + text[self.at + len(old) :]

    def to_json(self) -> dict[str, Any]:
        entry = {} if self.entry is None else {"entry": self.entry}
        return {"q": self.question, "at": self.at, "out": self.removed, "in": self.added, **entry}

    @property
    def size(self) -> int:
        return len(self.removed) + len(self.added)

    def going_on_from(self, earlier: TextStep, value: Any) -> TextStep:
        """Return the same typing as begun where an earlier step ended, if it may have been: of two
        equal letters nothing else says which was typed. `value` is the answer before it."""
        if (earlier.question, earlier.entry) != (self.question, self.entry) or self.removed:
            return self
        text = (value or "") if self.entry is None else _entries(value)[self.entry]
        begin = earlier.at + len(earlier.added)
        between = text[begin : self.at]
        if not between or not self.added.endswith(between):
            return self
        return replace(self, at=begin, added=between + self.added[: -len(between)])

    def followed_by(self, later: TextStep) -> TextStep | None:
        """Return both as one step when they read as one stretch of typing or deleting, within
        a word; else None."""
        if (later.question, later.entry) != (self.question, self.entry):
            return None
        if self.size + later.size > _LONGEST_MERGED:
            return None
        if not self.removed and not later.removed and later.at == self.at + len(self.added):
            if self.added[-1:].isspace() and not later.added[:1].isspace():
                return None
            return replace(self, added=self.added + later.added)
        if not self.added and not later.added:
            if later.at + len(later.removed) == self.at:
                return replace(later, removed=later.removed + self.removed)
            if later.at == self.at:
                return replace(self, removed=self.removed + later.removed)
        return None


Step = ValueStep | TextStep


def step_between(question: str, before: Any, after: Any) -> Step:
    """Return the step that leads from one answer to another."""
    old, new = before, after
    if isinstance(new, str) and old is None:
        old = ""
    elif isinstance(old, str) and new is None:
        new = ""
    entry = None
    if not (isinstance(old, str) and isinstance(new, str)):
        entry = _changed_entry(old, new)
        if entry is None:
            return ValueStep(question, before, after)
        old, new = _entries(old)[entry], _entries(new)[entry]
    start = 0
    most = min(len(old), len(new))
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    removed, added = old[start : len(old) - end], new[start : len(new) - end]
    return TextStep(question, start, removed, added, entry)


def _entries(value: Any) -> list[str]:
    """Return the texts of a list answer; an empty one has one empty text to type into."""
    return list(value) if value else [""]


def _changed_entry(old: Any, new: Any) -> int | None:
    """Return which text of a list is another one now, if exactly one is."""
    if not any(isinstance(one, list) for one in (old, new)):
        return None
    if not all(one is None or isinstance(one, list) for one in (old, new)):
        return None
    before, after = _entries(old), _entries(new)
    if len(before) != len(after) or not all(isinstance(one, str) for one in before + after):
        return None
    changed = [place for place, text in enumerate(before) if text != after[place]]
    return changed[0] if len(changed) == 1 else None


class Steps:
    """Undo and redo, bounded. Knows no answers: the caller hands in the value a step works on."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._at = 0
        self._open = False  # whether typing may still grow the last step

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def can_undo(self) -> bool:
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        return self._at < len(self._steps)

    def record(self, question: str, before: Any, after: Any) -> None:
        """Note what the person just did; what was undone can then no longer be redone."""
        del self._steps[self._at :]
        step = step_between(question, before, after)
        last = self._steps[-1] if self._steps and self._open else None
        if isinstance(last, TextStep) and isinstance(step, TextStep):
            merged = last.followed_by(step.going_on_from(last, before))
            if merged is not None:
                self._steps[-1] = merged
                return
        self._steps.append(step)
        self._open = True
        while len(self._steps) > MOST_STEPS or (
            len(self._steps) > 1 and sum(one.size for one in self._steps) > MOST_CHARACTERS
        ):
            del self._steps[0]
        self._at = len(self._steps)

    def seal(self) -> None:
        """Let the next letter begin a step of its own."""
        self._open = False

    def undo(self, answers: Mapping[str, Any]) -> tuple[str, Any] | None:
        """Go one step back; return the question and the value it has then. None: nothing left,
        or the history does not fit the answers (it is then forgotten)."""
        if not self.can_undo:
            return None
        step = self._steps[self._at - 1]
        try:
            value = step.back(answers.get(step.question))
        except ValueError:
            self.clear()
            return None
        self._at -= 1
        self.seal()
        return step.question, value

    def redo(self, answers: Mapping[str, Any]) -> tuple[str, Any] | None:
        """Go one step forth again; as `undo`."""
        if not self.can_redo:
            return None
        step = self._steps[self._at]
        try:
            value = step.forth(answers.get(step.question))
        except ValueError:
            self.clear()
            return None
        self._at += 1
        self.seal()
        return step.question, value

    def clear(self) -> None:
        self._steps.clear()
        self._at = 0
        self._open = False

    def to_json(self) -> dict[str, Any]:
        return {"at": self._at, "steps": [step.to_json() for step in self._steps]}

    @classmethod
    def from_json(cls, data: Any) -> Steps:
        """Read what `to_json` wrote; anything else gives an empty history."""
        steps = cls()
        try:
            found = [_step_of(one) for one in data["steps"]]
            at = int(data["at"])
        except (KeyError, TypeError, ValueError):
            return steps
        if 0 <= at <= len(found):
            steps._steps, steps._at = found, at
        return steps


def _step_of(data: Mapping[str, Any]) -> Step:
    if "at" in data:
        entry = None if data.get("entry") is None else int(data["entry"])
        if entry is not None and entry < 0:
            raise ValueError("no entry of a list")
        return TextStep(str(data["q"]), int(data["at"]), str(data["out"]), str(data["in"]), entry)
    return ValueStep(str(data["q"]), data["before"], data["after"])
