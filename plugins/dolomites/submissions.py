"""The tasks of a project for the lead who decides about them, with remarks on each task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, Submission
from desktop_app.text.duplicates import near_duplicates
from plugins.dolomites.experts import folded
from plugins.dolomites.project_tasks import KnownTask, State, all_tasks
from plugins.dolomites.shapes import CRITERIA

# Minimum similarity (0–1) of two tasks of one field that are reported as possible duplicates.
ALIKE = 0.8
# Maximum numbers of characters that are shown, because texts in a bundle may be longer.
_LONGEST_TITLE, _LONGEST_FIELD = 300, 100


@dataclass(frozen=True)
class TaskReport:
    """A task with remarks for the lead.

    `is_complete`: whether the author states that all five criteria are met; None if nobody was
        asked (imported tasks)
    `alike`: keys of nearly equal tasks of the same field, with their similarities (0–1)
    """

    task: KnownTask
    is_complete: bool | None
    alike: tuple[tuple[str, float], ...]

    @property
    def key(self) -> str:
        """The key of the task."""
        return self.task.key

    @property
    def state(self) -> State:
        """The state of the task."""
        return self.task.state


def submissions(dataset: Dataset) -> list[TaskReport]:
    """Return all tasks, imported or submitted, in a stable order."""
    tasks = all_tasks(dataset)
    texts = {key: _compared(one) for key, one in tasks.items()}
    # Only tasks of one field are compared.
    fields = {key: folded(one.field) for key, one in tasks.items()}
    alike: dict[str, list[tuple[str, float]]] = {}
    for one, other, likeness in _alike(texts, fields):
        # Both tasks of a pair get the remark.
        alike.setdefault(one, []).append((other, likeness))
        alike.setdefault(other, []).append((one, likeness))
    return [
        TaskReport(
            one,
            None if one.criteria is None else all(one.criteria.get(code) for code in CRITERIA),
            tuple(alike.get(key, ())),
        )
        for key, one in tasks.items()
    ]


_Pairs = Sequence[tuple[str, str, float]]
_last: tuple[dict[str, str], dict[str, str], _Pairs] | None = None


def _alike(texts: dict[str, str], fields: dict[str, str]) -> _Pairs:
    """Return the pairs of tasks that are nearly equal. The result for the last tasks is cached.

    The lead's pages call this after every change of the project, and most changes do not concern
    tasks.
    """
    global _last
    kept = _last
    # The order of tasks determines the first task of a pair, so it is compared, too.
    if kept is None or list(kept[0].items()) != list(texts.items()) or kept[1] != fields:
        kept = _last = texts, fields, near_duplicates(texts, ALIKE, fields)
    return kept[2]


def counts(dataset: Dataset) -> dict[str, dict[State, int]]:
    """Return the number of tasks of each field by state.

    Different spellings of a field are combined.
    """
    names: dict[str, str] = {}
    found: dict[str, Counter[State]] = {}
    for one in all_tasks(dataset).values():
        name = names.setdefault(folded(one.field), " ".join(one.field.split()))
        found.setdefault(name, Counter())[one.state] += 1
    return {name: dict(found[name]) for name in sorted(found)}


def handed_in(dataset: Dataset) -> list[Submission]:
    """Return all tasks for the lead's page.

    Submitted tasks are named by their places, imported ones by their keys.
    """
    reports = submissions(dataset)
    titles = {one.key: _line(one.task.task.objective, _LONGEST_TITLE) for one in reports}
    return [
        Submission(
            one.task.place or one.key,
            str(one.task.author or ""),
            _line(one.task.field, _LONGEST_FIELD),
            titles[one.key],
            one.state,
            one.task.reason,
            tuple(_notes(one, titles)),
            dict(one.task.fields),
        )
        for one in reports
    ]


def _line(text: str, most: int) -> str:
    """Return a text on one line, shortened to at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


_UNMET = {
    "textual": msg("not stated as purely textual"),
    "expertise": msg("not stated as needing knowledge of the field"),
    "no_equipment": msg("not stated as needing no equipment"),
    "routine": msg("not stated as routine"),
    "duration": msg("not stated as taking between half an hour and a few days"),
}


def _notes(report: TaskReport, titles: Mapping[str, str]) -> Sequence[str]:
    """Return the remarks on a task: unmet criteria, and similar tasks.

    `titles`: titles of all tasks by key
    """
    # None for most imported tasks, because nobody was asked about the criteria.
    criteria = report.task.criteria
    unmet = CRITERIA if criteria is not None else ()
    found = [_UNMET[code] for code in unmet if not (criteria or {}).get(code)]
    for key, likeness in report.alike:
        title, percent = titles[key], int(likeness * 100)
        found.append(
            msg("it looks like “{title}” ({percent} % alike)", title=title, percent=percent)
        )
    return found


def _compared(task: KnownTask) -> str:
    """Return the text by which tasks are compared: the objective and the procedure."""
    sections = [*task.task.input_sections, *task.task.output_sections]
    return "\n".join(
        [task.task.objective, task.task.procedure, *(section.title for section in sections)]
    )
