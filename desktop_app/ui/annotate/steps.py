"""Undo history of the answers of one item. Does not import Qt.

The steps of all questions are in one history. A step in a text stores only the changed characters
and their position, so a long comment typed letter by letter takes little more space than its
letters, also on disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from desktop_app.text.diff_tokens import common_end, common_start

# Limits in memory. Beyond them the oldest steps are dropped, but never one of the newest
# `LEAST_STEPS`, so that text that was just deleted can be restored, however long it is.
LEAST_STEPS = 200
MOST_STEPS = 10_000
MOST_CHARACTERS = 4_000_000
# Limits on disk, for undo and for redo each. They are lower because the history is written with
# every draft. The steps nearest to the current position are kept. The last of them may exceed the
# limit on characters by any amount.
MOST_KEPT_STEPS = 1_000
MOST_KEPT_CHARACTERS = 500_000
# Maximum number of typed or deleted characters that are merged into one step.
_LONGEST_MERGED = 200


@dataclass(frozen=True)
class ValueStep:
    """A step that replaces the value of an answer.

    `joined`: whether the previous step caused this one; both are undone together
    """

    question: str
    before: Any
    after: Any
    joined: bool = False

    def forth(self, value: Any) -> Any:
        """Return the answer after the step."""
        return self.after

    def back(self, value: Any) -> Any:
        """Return the answer before the step."""
        return self.before

    def to_json(self) -> dict[str, Any]:
        joined = {"joined": True} if self.joined else {}
        return {"q": self.question, "before": self.before, "after": self.after, **joined}

    @property
    def size(self) -> int:
        """Number of characters, for the limits."""
        return _length(self.before) + _length(self.after)

    def followed_by(self, later: ValueStep) -> ValueStep | None:
        """Return both steps merged into one, or None if they are not digits of one number."""
        if later.question != self.question or later.before != self.after:
            return None
        if not all(type(one.after) is int for one in (self, later)):
            return None
        if later.after == self.after or not str(later.after).startswith(str(self.after)):
            return None
        return replace(self, after=later.after)


# The position of a text in an answer: indices of lists and keys of objects.
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class TextStep:
    """A step that replaces characters at one position of a text.

    `at`: index of the first character, from 0
    `path`: position of the text in the answer; empty if the answer is the text
    `joined`: whether the previous step caused this one; both are undone together
    """

    question: str
    at: int
    removed: str
    added: str
    path: Path = ()
    joined: bool = False

    def forth(self, value: Any) -> Any:
        """Return the answer after the step. Raises ValueError if the step does not fit it."""
        return self._changed(value, self.removed, self.added)

    def back(self, value: Any) -> Any:
        """Return the answer before the step. Raises ValueError if the step does not fit it."""
        return self._changed(value, self.added, self.removed)

    def _changed(self, value: Any, old: str, new: str) -> Any:
        # The first entry of a list is typed into an empty list. So an empty list counts as a list
        # with one empty text, and vice versa.
        if self.path == (0,) and not value:
            value = [""]
        changed = self._inside(value, self.path, old, new)
        return [] if changed == [""] else changed

    def _inside(self, value: Any, path: Path, old: str, new: str) -> Any:
        """Return a copy of `value` with the text at `path` changed."""
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
        # A draft may come from a damaged or edited file; a step that does not fit would corrupt the
        # text.
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
        """Number of characters, for the limits."""
        return len(self.removed) + len(self.added)

    def going_on_from(self, earlier: TextStep, value: Any) -> TextStep:
        """Return the insertion moved to the end of an earlier one, if that gives the same text.

        If a letter is typed next to an equal letter, a comparison of the texts cannot tell which of
        the two is new. In continuous typing it is the letter after those typed before, and undo
        must put the caret there.

        `value`: the answer before this step
        """
        if (earlier.question, earlier.path) != (self.question, self.path) or self.removed:
            return self
        text: Any = (value or [""]) if self.path == (0,) else value
        for step in self.path:
            text = text[step]
        text = text or ""
        begin = earlier.at + len(earlier.added)
        # Moving an insertion back by `between` leaves the text the same if it ends with `between`.
        between = text[begin : self.at]
        if not between or not self.added.endswith(between):
            return self
        return replace(self, at=begin, added=between + self.added[: -len(between)])

    def followed_by(self, later: TextStep) -> TextStep | None:
        """Return both steps merged into one, or None if they are not continuous typing or deleting.

        Typing is merged up to the end of a word, so undo goes back word by word.
        """
        if (later.question, later.path) != (self.question, self.path):
            return None
        if self.size + later.size > _LONGEST_MERGED:
            return None
        if not self.removed and not later.removed and later.at == self.at + len(self.added):
            # A letter after a space begins the next word.
            if self.added[-1:].isspace() and not later.added[:1].isspace():
                return None
            return replace(self, added=self.added + later.added)
        # Two cases: deleting backward (Backspace) and forward (Delete).
        if not self.added and not later.added:
            if later.at + len(later.removed) == self.at:
                return replace(later, removed=later.removed + self.removed)
            if later.at == self.at:
                return replace(self, removed=self.removed + later.removed)
        return None


Step = ValueStep | TextStep


def _length(value: Any) -> int:
    """Return the number of characters of a value; of its `repr` if it is not a text."""
    return len(value) if isinstance(value, str) else len(repr(value))


def step_between(question: str, before: Any, after: Any) -> Step:
    """Return the step that changes one answer into another."""
    old, new = before, after
    # The first letter of an answer becomes a text step, so that further typing can be merged with
    # it.
    if old is None and isinstance(new, str) and len(new) == 1:
        old = ""
    path: Path = ()
    if not (isinstance(old, str) and isinstance(new, str)):
        # Only an empty list counts as one empty text. For other answers, None and "" must stay
        # different: a revised text that is None means the original.
        if any(isinstance(one, list) for one in (old, new)):
            old, new = old or [""], new or [""]
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
    """Return the path to the only text that differs; None if anything else differs."""
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
    """A limited history for undo and redo.

    It does not store the answers: `undo` and `redo` take them as an argument.
    """

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._at = 0
        # Number of characters of all steps.
        self._size = 0
        # Whether typing may still be merged into the last step.
        self._open = False

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def at(self) -> int:
        """Number of steps that can be undone."""
        return self._at

    @property
    def can_undo(self) -> bool:
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        return self._at < len(self._steps)

    def record(self, question: str, before: Any, after: Any, *, joined: bool = False) -> None:
        """Add a step for an edit, or merge it into the last one. Undone steps are dropped.

        `joined`: whether the previous step caused this one; both are undone together
        """
        self._size -= sum(one.size for one in self._steps[self._at :])
        del self._steps[self._at :]
        step = step_between(question, before, after)
        if joined and self._steps:
            step = replace(step, joined=True)
        last = self._steps[-1] if self._steps and self._open and not joined else None
        merged: Step | None = None
        if isinstance(last, TextStep) and isinstance(step, TextStep):
            merged = last.followed_by(step.going_on_from(last, before))
        elif isinstance(last, ValueStep) and isinstance(step, ValueStep):
            merged = last.followed_by(step)
        if last is not None and merged is not None:
            self._size += merged.size - last.size
            self._steps[-1] = merged
            return
        self._steps.append(step)
        self._size += step.size
        self._open = True
        self._forget_oldest()
        self._at = len(self._steps)

    def _forget_oldest(self) -> None:
        """Drop the oldest steps beyond the limits, joined steps only together."""
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
        """Prevent the next edit from being merged into the last step."""
        self._open = False

    @property
    def goes_on(self) -> bool:
        """Whether the last undo or redo must be repeated, because the next step is joined to it."""
        # The later of two joined steps has the mark `joined`. After undo this is the step that was
        # undone, after redo the next one: in both cases the step at the current position.
        return 0 < self._at < len(self._steps) and self._steps[self._at].joined

    def undo(self, answers: Mapping[str, Any]) -> tuple[str, Any] | None:
        """Undo one step. Return the question and its new value.

        Returns None if there is no step. If the step does not fit the answers, the history is
        cleared, and None is returned.
        """
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
        """Redo one step. Return the question and its new value; None in the cases of `undo`."""
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
        """Return the steps nearest to the current position as JSON data, within the limits on disk.

        Because of the limits, the time to save a draft does not grow with the history.
        """
        first = self._at - _nearest(reversed(self._steps[: self._at]))
        # Joined steps are kept together.
        while 0 < first < self._at and self._steps[first].joined:
            first -= 1
        last = self._at + _nearest(self._steps[self._at :])
        return {
            "at": self._at - first,
            "steps": [step.to_json() for step in self._steps[first:last]],
        }

    @classmethod
    def from_json(cls, data: Any) -> Steps:
        """Return a history from the data of `to_json`; an empty one if the data are invalid."""
        steps = cls()
        try:
            found = [_step_of(one) for one in data["steps"]]
            at = int(data["at"])
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            return steps
        if 0 <= at <= len(found):
            steps._steps, steps._at = found, at
            steps._size = sum(one.size for one in found)
        return steps


def _nearest(steps: Iterable[Step]) -> int:
    """Return how many steps are kept on disk; `steps` begins with the nearest.

    The first step that exceeds the limit on characters is the last one kept.
    """
    size = count = 0
    for step in steps:
        if count == MOST_KEPT_STEPS or size > MOST_KEPT_CHARACTERS:
            break
        size += step.size
        count += 1
    return count


def _step_of(data: Mapping[str, Any]) -> Step:
    """Return a step from JSON.

    Raises AttributeError, KeyError, OverflowError, TypeError or ValueError if it is damaged.
    """
    if "at" in data:
        # Earlier versions of the program wrote `entry`, the index in a list, instead of `path`.
        found = data.get("path") or ([] if data.get("entry") is None else [int(data["entry"])])
        path = tuple(one if isinstance(one, str) else int(one) for one in found)
        # A negative index would count from the end of a list, without an error.
        if any(isinstance(one, int) and one < 0 for one in path):
            raise ValueError("no place in a list")
        texts = str(data["out"]), str(data["in"])
        return TextStep(str(data["q"]), int(data["at"]), *texts, path, bool(data.get("joined")))
    return ValueStep(str(data["q"]), data["before"], data["after"], bool(data.get("joined")))
