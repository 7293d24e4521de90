"""Figures about tasks: counts, eligible experts, ratings by axis, and a lead's extra questions.

A person's ratings of their own task do not count. Source: the DOLOMITES paper, section 3 and
appendix A (figure 11).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from desktop_app.core.analysis import code_name, counted
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.core.question_types import MultipleChoice, Question, options_of
from desktop_app.stats import agreement
from desktop_app.stats.agreement import Level
from desktop_app.stats.coefficients import other_coefficients
from desktop_app.stats.estimates import mean
from desktop_app.stats.ratings import Ratings
from plugins.dolomites.experts import eligibility, fold_field, one_spelling
from plugins.dolomites.project_tasks import task_of, wording_of
from plugins.dolomites.settings import STANDARD, Settings
from plugins.dolomites.shapes import AXES, CRITERIA, LIKERT_AXES, VALIDATE, Task
from plugins.dolomites.stage_forms import form_file
from plugins.dolomites.submissions import TaskReport, submissions
from plugins.dolomites.validations import WORDING

if TYPE_CHECKING:
    from desktop_app.core.forms import Form


# Extra questions of a lead's own forms

NO_ANSWERS = msg("nobody has answered this question")
SEVERAL = msg("several options can be chosen")


def extra_questions_json(dataset: Dataset, forms: Mapping[str, Form]) -> dict[str, Any]:
    """Return the counts of answers and Krippendorff's α over the items, by stage and question.

    Questions without options are left out. “not_in_form” is the number of answers that the current
    form does not accept; they do not count anywhere else.

    `forms`: the current form of each stage
    """
    data: dict[str, Any] = {}
    for stage, form in forms.items():
        # The program's own questions have other figures, so only the lead's questions are included.
        usual = {question.key for question in form_file(stage).questions}
        answered = [one for one in dataset.annotations if one.stage == stage]
        for question in form.questions:
            if question.key not in usual and options_of(question):
                words = form.text(question.text, form.head.language) if question.text else ""
                figures = {"text": words or question.key, **_question_figures(question, answered)}
                data.setdefault(stage, {})[question.key] = figures
    return data


def _question_figures(question: Question, annotations: list[AnnotationData]) -> dict[str, Any]:
    """Return the counts of a question by code, and agreement if an answer is one option."""
    # Merging does not validate answers to a lead's own questions, so an answer may be anything.
    readings = [(one, question.read(one.answers.get(question.key))) for one in annotations]
    given = [(one, read.value) for one, read in readings if read.given and read.problem is None]
    strange = sum(read.given and read.problem is not None for _, read in readings)
    scale = [code_name(option.code) for option in options_of(question)]
    # An option counts once per answer. α requires one value per answer, so it is not computed here.
    if isinstance(question, MultipleChoice):
        counts = counted((code for _, codes in given for code in dict.fromkeys(codes)), scale)
        return {"counts": counts, "n": len(given), "not_in_form": strange, "alpha": None,
                "level": "nominal", "why": SEVERAL if given else NO_ANSWERS}  # fmt: skip
    codes = [code_name(value) for _, value in given]
    level: Level = "ordinal" if question.level in ("ordinal", "interval") else "nominal"
    # The order of the form's options is the order of the scale.
    place = {code: float(number) for number, code in enumerate(dict.fromkeys([*scale, *codes]))}
    ratings = Ratings.from_triples(
        [
            (one.annotator, one.item, place[code])
            for (one, _), code in zip(given, codes, strict=True)
        ],
        raters=sorted({one.annotator for one, _ in given}),
        units=sorted({one.item for one, _ in given}),
    )
    alpha = agreement.alpha(ratings, level)
    data = {
        "counts": counted(codes, scale),
        "n": len(given),
        "not_in_form": strange,
        "alpha": alpha.value,
        "level": level,
        **other_coefficients(ratings, level),
    }
    return data if alpha.value is not None else {**data, "why": alpha.why if given else NO_ANSWERS}


# Ratings of tasks: distributions, agreement, comments

# The steps of each axis, from the strongest to the weakest; those of time ascend (figure 11).
YES_NO = ("yes", "no")
SCALES: Mapping[str, tuple[str, ...]] = {
    "representativeness": ("very_likely", "likely", "possible", "unlikely"),
    "complexity": ("high", "medium", "low"),
    "time_required": ("under_1_hour", "1_4_hours", "1_7_days", "1_4_weeks", "1_3_months",
                      "over_3_months"),
    "usefulness": ("yes", "maybe", "no"),
    "anonymity": YES_NO,
    "biased_outcomes": YES_NO,
    "ethical_considerations": YES_NO,
    "workforce_impact": ("likely", "unsure", "unlikely"),
    "accessibility": YES_NO,
}  # fmt: skip
NO_FIELD = "unknown"
NOBODY = msg("nobody has rated this")


@dataclass(frozen=True)
class TaskRating:
    """One person's ratings of a task. `field`: the field of the task."""

    item: ItemData
    field: str
    annotation: AnnotationData


def level_of(axis: str) -> Level:
    """Return the level of measurement at which agreement on an axis is computed.

    The Likert axes are ordinal. The societal axes are nominal, because “unsure” means that a person
    cannot decide and is not a step between “likely” and “unlikely”.
    """
    # A variable with a type, so that the type checker accepts the two literals as a `Level`.
    level: Literal["ordinal", "nominal"] = "ordinal" if axis in LIKERT_AXES else "nominal"
    return level


def read(dataset: Dataset) -> tuple[list[TaskRating], int]:
    """Return people's ratings of tasks by others, and the number of ratings of their own tasks."""
    items = {item.key: item for item in dataset.items if item.stage == VALIDATE}
    found, own = [], 0
    for annotation in dataset.annotations:
        item = items.get(annotation.item)
        if annotation.stage != VALIDATE or item is None:
            continue
        # The program refuses such ratings, but a bundle created otherwise may contain them
        # (decision 0017).
        if item.origin.get("author") == annotation.annotator:
            own += 1
            continue
        found.append(TaskRating(item, field_of(item), annotation))
    spelled = one_spelling(one.field for one in found)
    return [replace(one, field=spelled[one.field]) for one in found], own


def of_other_wordings(rated: Sequence[TaskRating]) -> int:
    """Return the number of ratings that do not refer to the current wording of their task.

    These ratings still count in the figures, because a lead who accepts a task again may have
    changed one word or all of them. Imported ratings that do not name a wording are not included
    here.
    """
    now = {one.item.key: wording_of(one.item.content) for one in rated}
    judged = [(one.item.key, one.annotation.answers.get(WORDING)) for one in rated]
    return sum(isinstance(wording, str) and wording != now[key] for key, wording in judged)


def field_of(item: ItemData) -> str:
    """Return the field of an item's task; `NO_FIELD` if none is stated."""
    task = item.content.get("task")
    field = task.get("field") if isinstance(task, Mapping) else item.content.get("field")
    return str(field or item.origin.get("field") or NO_FIELD)


def axes_json(rated: Sequence[TaskRating]) -> dict[str, Any]:
    """Return the figures of every axis: counts, overall and by field, and Krippendorff's α."""
    return {axis: _axis(rated, axis) for axis in AXES}


def _axis(rated: Sequence[TaskRating], axis: str) -> dict[str, Any]:
    scale, level = SCALES[axis], level_of(axis)
    # Imported ratings need not cover all axes.
    given = [one for one in rated if one.annotation.answers.get(axis) is not None]
    # Imported steps that are not on the scale have no position in its order, so they are excluded
    # from an ordinal α.
    ordered = [one for one in given if level == "nominal" or _code(one, axis) in scale]
    ratings = _ratings(ordered, axis)
    alpha = agreement.alpha(ratings, level)
    by_name: dict[str, list[str]] = {}
    for one in given:
        by_name.setdefault(one.field, []).append(_code(one, axis))
    by_field = {name: counted(by_name[name], scale) for name in sorted(by_name)}
    data: dict[str, Any] = {
        "counts": counted([_code(one, axis) for one in given], scale),
        "alpha": alpha.value,
        "level": level,
        **other_coefficients(ratings, level),
        "n": len(given),
        "tasks": len({one.item.key for one in given}),
        "tasks_with_two": alpha.units,
        "not_in_scale": len(given) - len(ordered),
        "texts": sum(bool(_text(one, axis)) for one in rated),
        "by_field": by_field,
    }
    if alpha.value is None:
        data["why"] = alpha.why if given else NOBODY
    return data


def _ratings(rated: Sequence[TaskRating], axis: str) -> Ratings:
    """Return the codes of an axis as numbers, for the computation of agreement."""
    codes = [_code(one, axis) for one in rated]
    # Unknown codes occur only on nominal axes, where numbers imply no order.
    steps = dict.fromkeys([*SCALES[axis], *sorted(set(codes))])
    place = {code: float(number) for number, code in enumerate(steps)}
    return Ratings.from_triples(
        [
            (one.annotation.annotator, one.item.key, place[code])
            for one, code in zip(rated, codes, strict=True)
        ],
        raters=sorted({one.annotation.annotator for one in rated}),
        units=sorted({one.item.key for one in rated}),
    )


def _code(one: TaskRating, axis: str) -> str:
    return code_name(one.annotation.answers[axis])


def _text(one: TaskRating, axis: str) -> str:
    return str(one.annotation.answers.get(f"{axis}_text") or "").strip()


def texts(rated: Sequence[TaskRating]) -> list[tuple[str, str, str, str]]:
    """Return people's comments as (axis, field, code, text), sorted by these, axes in order."""
    found = []
    for axis in AXES:
        rows = [
            (axis, one.field, str(one.annotation.answers.get(axis) or ""), text)
            for one in rated
            if (text := _text(one, axis))
        ]
        found += sorted(rows)
    return found


STATES = ("accepted", "waiting", "changed", "rejected")
NO_TASKS = msg("there are no tasks")


def tasks_json(dataset: Dataset) -> dict[str, Any]:
    """Return counts of all tasks, imported or submitted, including undecided ones.

    `n`, `by_field` and the numbers of sections exclude rejected tasks. Fields that differ only in
    case or white space are combined. `handed_in` is the number of tasks that authors submitted.
    `alike` is the number of tasks that nearly equal another task in the same field. `criteria`
    counts the tasks that meet a criterion according to their authors, among the tasks for which the
    criteria are known.
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
    # The first spelling of a field is its displayed name.
    names: dict[str, str] = {}
    fields = [
        names.setdefault(fold_field(task.field), " ".join(task.field.split())) for task in kept
    ]
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

    `names`: field names, keyed by their form after `fold_field`; extended in place
    """
    times: dict[str, Counter[str]] = {}
    for one in reports:
        plain = " ".join(one.task.field.split())
        name = names.setdefault(fold_field(one.task.field), plain)
        times.setdefault(name, Counter())[one.state] += 1
    return {name: {state: times[name][state] for state in STATES} for name in sorted(times)}


def _criteria(reports: list[TaskReport]) -> dict[str, int]:
    """Return how many tasks meet each criterion, and all criteria, according to their authors.

    “n” is the number of tasks for which the criteria are known.
    """
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
