"""One undo history for everything an annotator does to the answers of one item. Qt-free.

Texts are kept as what changed and where, so that a long comment typed letter by letter costs no
more than its letters, on disk too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from desktop_app.text.diff_tokens import common_end, common_start

# In memory the history is as good as endless; what is dropped at last is the oldest, never one of
# the newest `LEAST_STEPS`: whatever someone deleted just now, however long, can be had back.
LEAST_STEPS = 200
MOST_STEPS = 10_000
MOST_CHARACTERS = 4_000_000
# On disk, where it is written with each draft, it has a share of that on either side of where one
# is: the nearest steps, up to the one that goes beyond the bound, whose text may be of any length.
MOST_KEPT_STEPS = 1_000
MOST_KEPT_CHARACTERS = 500_000
_LONGEST_MERGED = 200


@dataclass(frozen=True)
class ValueStep:
    """An answer that was one value and became another.

    `joined`: what the step before it did brought it about; they are undone together.
    """

    question: str
    before: Any
    after: Any
    joined: bool = False

    def forth(self, value: Any) -> Any:
        return self.after

    def back(self, value: Any) -> Any:
        return self.before

    def to_json(self) -> dict[str, Any]:
        joined = {"joined": True} if self.joined else {}
        return {"q": self.question, "before": self.before, "after": self.after, **joined}

    @property
    def size(self) -> int:
        return _length(self.before) + _length(self.after)


Path = tuple[str | int, ...]


@dataclass(frozen=True)
class TextStep:
    """A text in which, at one place, some characters were replaced by others.

    `path` leads to it through lists, by places from 0 on, and objects, by names; empty: the answer
    is the text.
    """

    question: str
    at: int
    removed: str
    added: str
    path: Path = ()
    joined: bool = False

    def forth(self, value: Any) -> Any:
        return self._changed(value, self.removed, self.added)

    def back(self, value: Any) -> Any:
        return self._changed(value, self.added, self.removed)

    def _changed(self, value: Any, old: str, new: str) -> Any:
        if self.path == (0,) and not value:
            value = [""]
        changed = self._inside(value, self.path, old, new)
        return [] if changed == [""] else changed

    def _inside(self, value: Any, path: Path, old: str, new: str) -> Any:
        if not path:
            return self._replaced(value, old, new)
        step, rest = path[0], path[1:]
        if isinstance(value, list | tuple) and isinstance(step, int) and step < len(value):
            return [*value[:step], self._inside(value[step], rest, old, new), *value[step + 1 :]]
        if isinstance(value, Mapping) and step in value:
            return {**value, step: self._inside(value[step], rest, old, new)}
        raise ValueError("the history does not fit the answer")

    def _replaced(self, value: Any, old: str, new: str) -> str:
        text = value or ""
        if not isinstance(text, str) or text[self.at : self.at + len(old)] != old:
            raise ValueError("the history does not fit the text")
        return text[: self.at] + new + text[self.at + len(old) :]

    def to_json(self) -> dict[str, Any]:
        found = {"q": self.question, "at": self.at, "out": self.removed, "in": self.added}
        if self.path:
            found["path"] = list(self.path)
        return {**found, "joined": True} if self.joined else found

    @property
    def size(self) -> int:
        return len(self.removed) + len(self.added)

    def going_on_from(self, earlier: TextStep, value: Any) -> TextStep:
        """Return the same typing as begun where an earlier step ended, if it may have been: of two
        equal letters nothing else says which was typed. `value` is the answer before it."""
        if (earlier.question, earlier.path) != (self.question, self.path) or self.removed:
            return self
        text: Any = (value or [""]) if self.path == (0,) else value
        for step in self.path:
            text = text[step]
        text = text or ""
        begin = earlier.at + len(earlier.added)
        between = text[begin : self.at]
        if not between or not self.added.endswith(between):
            return self
        return replace(self, at=begin, added=between + self.added[: -len(between)])

    def followed_by(self, later: TextStep) -> TextStep | None:
        """Return both as one step when they read as one stretch of typing or deleting, within
        a word; else None."""
        if (later.question, later.path) != (self.question, self.path):
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


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str) else len(repr(value))


def step_between(question: str, before: Any, after: Any) -> Step:
    """Return the step that leads from one answer to another."""
    old, new = before, after
    if old is None and isinstance(new, str) and len(new) == 1:
        old = ""  # the first letter of an answer; what is typed next continues from it
    path: Path = ()
    if not (isinstance(old, str) and isinstance(new, str)):
        # No answer is not the same as an empty one: a revision that is not given is the original.
        if any(isinstance(one, list) for one in (old, new)):
            old, new = old or [""], new or [""]  # an empty list has one empty text to type into
        found = _changed_text(old, new)
        if found is None:
            return ValueStep(question, before, after)
        path = found
        for step in path:
            old, new = old[step], new[step]
    start = common_start(old, new)
    end = common_end(old, new, start)
    removed, added = old[start : len(old) - end], new[start : len(new) - end]
    return TextStep(question, start, removed, added, path)


def _changed_text(old: Any, new: Any) -> Path | None:
    """Return the way to the one text that is another now, if nothing else differs."""
    if isinstance(old, str) and isinstance(new, str):
        return ()
    changed: list[str | int]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        changed = [place for place, one in enumerate(old) if one != new[place]]
    elif isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        changed = [name for name, one in old.items() if one != new[name]]
    else:
        return None
    if len(changed) != 1:
        return None
    rest = _changed_text(old[changed[0]], new[changed[0]])
    return None if rest is None else (changed[0], *rest)


class Steps:
    """Undo and redo, bounded. Knows no answers: the caller submits the value a step works on."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._at = 0
        self._size = 0  # characters of all steps
        self._open = False  # whether typing may still grow the last step

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def at(self) -> int:
        """How many steps lie behind where one is."""
        return self._at

    @property
    def can_undo(self) -> bool:
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        return self._at < len(self._steps)

    def record(self, question: str, before: Any, after: Any, *, joined: bool = False) -> None:
        """Note what the person just did; what was undone can then no longer be redone. `joined`:
        it belongs to what they did just before."""
        self._size -= sum(one.size for one in self._steps[self._at :])
        del self._steps[self._at :]
        step = step_between(question, before, after)
        if joined and self._steps:
            step = replace(step, joined=True)
        last = self._steps[-1] if self._steps and self._open and not joined else None
        if isinstance(last, TextStep) and isinstance(step, TextStep):
            merged = last.followed_by(step.going_on_from(last, before))
            if merged is not None:
                self._size += merged.size - last.size
                self._steps[-1] = merged
                return
        self._steps.append(step)
        self._size += step.size
        self._open = True
        self._forget_oldest()
        self._at = len(self._steps)

    def _forget_oldest(self) -> None:
        """Keep to the bounds; what is undone together goes together."""
        surplus = 0
        while len(self._steps) - surplus > LEAST_STEPS and (
            len(self._steps) - surplus > MOST_STEPS
            or self._size > MOST_CHARACTERS
            or (surplus and self._steps[surplus].joined)
        ):
            self._size -= self._steps[surplus].size
            surplus += 1
        del self._steps[:surplus]

    def seal(self) -> None:
        """Let the next letter begin a step of its own."""
        self._open = False

    @property
    def goes_on(self) -> bool:
        """Whether what was just undone or redone belongs with the next step that way."""
        return 0 < self._at < len(self._steps) and self._steps[self._at].joined

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
        self._at = self._size = 0
        self._open = False

    def to_json(self) -> dict[str, Any]:
        """Return what should be kept on disk: the steps nearest to where one is (see the bounds
        above), so that saving costs about the same however long the history is."""
        first = self._at - _nearest(reversed(self._steps[: self._at]))
        while 0 < first < self._at and self._steps[first].joined:
            first -= 1  # what is undone together is kept together
        last = self._at + _nearest(self._steps[self._at :])
        return {
            "at": self._at - first,
            "steps": [step.to_json() for step in self._steps[first:last]],
        }

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
            steps._size = sum(one.size for one in found)
        return steps


def _nearest(steps: Iterable[Step]) -> int:
    """Return how many steps, nearest first, are kept on disk: the one with which their characters
    go beyond the bound is the last."""
    size = count = 0
    for step in steps:
        if count == MOST_KEPT_STEPS or size > MOST_KEPT_CHARACTERS:
            break
        size += step.size
        count += 1
    return count


def _step_of(data: Mapping[str, Any]) -> Step:
    if "at" in data:
        # Earlier versions of the program wrote which entry of a list it is.
        found = data.get("path") or ([] if data.get("entry") is None else [int(data["entry"])])
        path = tuple(one if isinstance(one, str) else int(one) for one in found)
        if any(isinstance(one, int) and one < 0 for one in path):
            raise ValueError("no place in a list")
        texts = str(data["out"]), str(data["in"])
        return TextStep(str(data["q"]), int(data["at"]), *texts, path, bool(data.get("joined")))
    return ValueStep(str(data["q"]), data["before"], data["after"], bool(data.get("joined")))
