"""Counts of a project's tasks: by field, decision and number of sections; eligible experts.

Source: the DOLOMITES paper, section 2 and appendix A.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from desktop_app.core.analysis import counted
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset
from desktop_app.stats.estimates import mean
from plugins.dolomites.experts import eligibility, folded
from plugins.dolomites.project_tasks import task_of
from plugins.dolomites.settings import STANDARD, Settings
from plugins.dolomites.shapes import CRITERIA, VALIDATE, Task
from plugins.dolomites.submissions import TaskReport, submissions

STATES = ("accepted", "waiting", "changed", "rejected")
NO_TASKS = msg("there are no tasks")


def tasks_json(dataset: Dataset) -> dict[str, Any]:
    """Return counts of all tasks, imported or submitted, including undecided ones.

    `n` and the numbers of sections are over tasks that were not rejected. So is `by_field`, in
    which fields that differ only in case or white space are combined. `alike` is the number of
    tasks that nearly equal another task in the same field. `criteria` is over tasks whose author
    was asked, and counts the authors who state that their task meets each criterion.
    """
    reports = submissions(dataset)
    known = {one.key for one in reports}
    # Tasks that wait for a decision are included.
    kept: list[Task] = [one.task.task for one in reports if one.state != "rejected"]
    # A part of a project may have items without the records of their tasks.
    kept += [
        task_of(item.content["task"])
        for item in dataset.items
        if item.stage == VALIDATE and item.key not in known and "task" in item.content
    ]
    # The first spelling of a field is its name.
    names: dict[str, str] = {}
    fields = [names.setdefault(folded(task.field), " ".join(task.field.split())) for task in kept]
    return {
        "n": len(kept),
        "states": {state: sum(one.state == state for one in reports) for state in STATES},
        "handed_in": sum(one.task.is_collected for one in reports),
        "by_field": counted(fields),
        "states_by_field": _by_field(reports, names),
        "alike": sum(bool(one.alike) for one in reports),
        "criteria": _criteria(reports),
        "input_sections": _sections([len(task.input_sections) for task in kept]),
        "output_sections": _sections([len(task.output_sections) for task in kept]),
    }


def _by_field(reports: list[TaskReport], names: dict[str, str]) -> dict[str, dict[str, int]]:
    """Return the number of tasks by field and state.

    `names`: names of fields by their folded form; extended in place
    """
    times: dict[str, Counter[str]] = {}
    for one in reports:
        plain = " ".join(one.task.field.split())
        name = names.setdefault(folded(one.task.field), plain)
        times.setdefault(name, Counter())[one.state] += 1
    return {name: {state: times[name][state] for state in STATES} for name in sorted(times)}


def _criteria(reports: list[TaskReport]) -> dict[str, int]:
    """Return how many authors state that their task meets each criterion, and all criteria."""
    asked = [one.task.criteria for one in reports if one.task.criteria is not None]
    return {
        "n": len(asked),
        **{code: sum(bool(one.get(code)) for one in asked) for code in CRITERIA},
        "all": sum(all(one.get(code) for code in CRITERIA) for one in asked),
    }


def _sections(numbers: list[int]) -> dict[str, Any]:
    """Return the mean number of sections per task, and how many tasks have each number."""
    if not numbers:
        return {"mean": None, "counts": {}, "why": NO_TASKS}
    times = Counter(numbers)
    return {
        "mean": mean([float(number) for number in numbers]),
        "counts": {str(number): times[number] for number in sorted(times)},
    }


def eligibility_json(dataset: Dataset, settings: Settings = STANDARD) -> dict[str, Any]:
    """Return how many people are eligible, without naming them."""
    judged: Mapping[str, list[str]] = eligibility(dataset, settings)
    return {
        "people": len(judged),
        "eligible": sum(not reasons for reasons in judged.values()),
        "not_eligible": sum(bool(reasons) for reasons in judged.values()),
        "questionnaires": len(dataset.background),
    }
