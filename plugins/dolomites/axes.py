"""Analysis of task ratings: distributions, agreement, comments.

A person's ratings of their own task do not count. Source: the DOLOMITES paper, section 2 and figure
11.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from desktop_app.core.analysis import code_name, counted
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.stats import agreement
from desktop_app.stats.agreement import Level
from desktop_app.stats.ratings import Ratings
from plugins.dolomites.experts import one_spelling
from plugins.dolomites.project_tasks import wording_of
from plugins.dolomites.shapes import AXES, LIKERT_AXES, VALIDATE
from plugins.dolomites.validations import WORDING

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
class Rated:
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


def read(dataset: Dataset) -> tuple[list[Rated], int]:
    """Return the ratings of tasks, and the number of people's ratings of their own tasks.

    The latter are left out.
    """
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
        found.append(Rated(item, field_of(item), annotation))
    spelled = one_spelling(one.field for one in found)
    return [replace(one, field=spelled[one.field]) for one in found], own


def of_other_wordings(rated: Sequence[Rated]) -> int:
    """Return the number of ratings of a wording of their task that is not the current one.

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


def axes_json(rated: Sequence[Rated]) -> dict[str, Any]:
    """Return the figures of every axis: counts, overall and by field, and Krippendorff's α."""
    return {axis: _axis(rated, axis) for axis in AXES}


def _axis(rated: Sequence[Rated], axis: str) -> dict[str, Any]:
    """Return the figures of one axis."""
    scale, level = SCALES[axis], level_of(axis)
    # Imported ratings need not cover all axes.
    given = [one for one in rated if one.annotation.answers.get(axis) is not None]
    # Imported steps that are not on the scale have no position in its order, so they are excluded
    # from an ordinal α.
    ordered = [one for one in given if level == "nominal" or _code(one, axis) in scale]
    alpha = agreement.alpha(_ratings(ordered, axis), level)
    by_name: dict[str, list[str]] = {}
    for one in given:
        by_name.setdefault(one.field, []).append(_code(one, axis))
    by_field = {name: counted(by_name[name], scale) for name in sorted(by_name)}
    data: dict[str, Any] = {
        "counts": counted([_code(one, axis) for one in given], scale),
        "alpha": alpha.value,
        "level": level,
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


def _ratings(rated: Sequence[Rated], axis: str) -> Ratings:
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


def _code(one: Rated, axis: str) -> str:
    return code_name(one.annotation.answers[axis])


def _text(one: Rated, axis: str) -> str:
    return str(one.annotation.answers.get(f"{axis}_text") or "").strip()


def texts(rated: Sequence[Rated]) -> list[tuple[str, str, str, str]]:
    """Return people's comments as (axis, field, code, text), by axis, field and text."""
    found = []
    for axis in AXES:
        rows = [
            (axis, one.field, str(one.annotation.answers.get(axis) or ""), text)
            for one in rated
            if (text := _text(one, axis))
        ]
        found += sorted(rows)
    return found
