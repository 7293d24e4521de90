"""A study's answers as arrays, one set for each measure.

Every annotation is read with the version of the form that it names. The answers to one question
under several versions are counted together if the meaning of the question is the same. If a version
changed the meaning, its answers are a separate measure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop_app.core.form_versions import FormVersion, FormVersions, same_measure
from desktop_app.core.forms import Form
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset
from desktop_app.core.question_types import (
    AnyOption,
    Figures,
    Question,
    options_of,
)
from desktop_app.stats.questions import UNKNOWN, Answered, Place, answered
from desktop_app.stats.ratings import Ratings


@dataclass
class Measure:
    """One question, over all versions of the form in which it has the same meaning.

    `name`: the question's key; for an older meaning “key (version 1)”
    `slug`: the question's key; for an older meaning “key-v1”
    `question`: the question in its newest wording
    `form`: the form that contains this wording
    `options`: all options of these versions, in the order of the scale
    `versions`: the numbers of the versions
    `asked`: number of annotations in which it was visible
    `answers`: the answers by place, in normal form, including “missing” options
    `offered`: for a multiple choice: the codes that were offered, by place
    `hidden`: number of annotations in which it was not visible
    `invalid`: number of annotations whose answer is invalid in their own form
    `unanswered`: number of annotations in which it was visible but not answered
    """

    name: str
    slug: str
    question: Question
    form: Form
    options: list[AnyOption]
    versions: list[int] = field(default_factory=list)
    answers: dict[Place, Any] = field(default_factory=dict)
    offered: dict[Place, frozenset[str]] = field(default_factory=dict)
    asked: int = 0
    hidden: int = 0
    invalid: int = 0
    unanswered: int = 0

    @property
    def scale(self) -> list[AnyOption]:
        """The options that are values, in the order of the scale."""
        return [option for option in self.options if not option.missing]

    def is_missing(self, code: Any) -> bool:
        return any(option.missing and option.code == code for option in self.options)

    def values(self) -> dict[Place, Any]:
        """Return the answers that count as values."""
        return {place: code for place, code in self.answers.items() if not self.is_missing(code)}

    def number(self, value: Any) -> float:
        """Return a value as a number: itself, or its index on the scale (Yes is 1, No is 0)."""
        if self.question.is_numeric or self.question.level == "interval":
            return float(value)
        return float([option.code for option in self.scale].index(value))

    @property
    def has_numbers(self) -> bool:
        """Whether the values are numbers: Yes/No, numbers, scales of whole numbers."""
        return self.question.is_numeric or (
            self.question.level in ("ordinal", "interval")
            and all(isinstance(option.code, int) for option in self.scale)
        )

    @property
    def kind(self) -> Figures:
        """The kind of analysis, which follows from the type of the question."""
        return self.question.figures


@dataclass(frozen=True)
class Judged(Answered):
    """A dataset's annotations, read with their forms.

    `models`, `sources`: model and source of each item, models under their aliases; UNKNOWN if not
        available
    `by_version`: number of annotations of each version of the form, by its name
    `unread`: number of annotations whose form has not arrived or whose item is missing
    """

    models: Sequence[str]
    sources: Sequence[str]
    measures: Sequence[Measure]
    by_version: Mapping[str, int]
    unread: int

    def ratings(self, numbers: Mapping[Place, float]) -> Ratings:
        """Return numbers by place as ratings of the items."""
        # Sorted, so that resamples with one seed do not depend on the order of the annotations.
        return super().ratings(dict(sorted(numbers.items())))


def read(dataset: Dataset, versions: FormVersions) -> Judged:
    """Return a dataset's annotations, each read with the version of the form that it names."""
    here = {item.key for item in dataset.items}
    kept: dict[tuple[str, str], tuple[AnnotationData, FormVersion]] = {}
    unread = 0
    for annotation in dataset.annotations:
        version = versions.named(annotation.form)
        if version is None or annotation.item not in here:
            unread += 1
        else:
            # Only one annotation counts per item and annotator.
            kept.setdefault((annotation.item, annotation.annotator), (annotation, version))
    base = answered(dataset, (annotation for annotation, _ in kept.values()))
    # Answers are read after the measures were created, because versions share measures.
    measures = _measures(versions)
    for place, (annotation, version) in zip(base.places(), kept.values(), strict=True):
        _take(measures[version.name], version.form, annotation.answers, place)
    # A measure that several versions share must be listed only once. Measures are not hashable.
    distinct = {id(one): one for of in measures.values() for one in of.values()}
    return Judged(
        **vars(base),
        models=[
            dataset.aliases.get(str(model), str(model))
            if (model := item.origin.get("model"))
            else UNKNOWN
            for item in dataset.items
        ],
        sources=[str(item.origin.get("source") or UNKNOWN) for item in dataset.items],
        measures=_in_order(list(distinct.values()), versions),
        by_version={
            one.name: sum(version is one for _, version in kept.values()) for one in versions.all
        },
        unread=unread,
    )


def _measures(versions: FormVersions) -> dict[str, dict[str, Measure]]:
    """Return each version's measures by question.

    Versions with the same meaning share a measure.
    """
    result: dict[str, dict[str, Measure]] = {}
    # The current form comes first, because a measure takes its wording from the version that is
    # processed first.
    newest_first = list(reversed(versions.all))
    if versions.current in newest_first:
        newest_first.remove(versions.current)
        newest_first.insert(0, versions.current)
    known: dict[str, list[Measure]] = {}
    for version in newest_first:
        form = version.form
        for question in form.questions:
            alike = known.setdefault(question.key, [])
            # Compared with the measure's newest wording instead of the previous version.
            measure = next(
                (one for one in alike if same_measure(question, one.question, form, one.form)),
                None,
            )
            if measure is None:
                # The newest meaning has the plain name. The names of older ones contain the
                # version.
                suffix = msg(" (version {version})", version=form.version) if alike else ""
                # Versions by two leads may have the same number, so the slug also contains a count.
                slug = f"-v{form.version}-{len(alike)}" if alike else ""
                measure = Measure(
                    question.key + suffix,
                    question.key + slug,
                    question,
                    form,
                    list(options_of(question)),
                )
                alike.append(measure)
            else:
                _add_options(measure.options, options_of(question))
            if form.version not in measure.versions:
                # The loop begins with the newest versions, so this keeps the numbers ascending.
                measure.versions.insert(0, form.version)
            result.setdefault(version.name, {})[question.key] = measure
    return result


def _add_options(options: list[AnyOption], older: Sequence[AnyOption]) -> None:
    """Insert options that only an older version had, each after its predecessor in that version."""
    place = 0
    for option in older:
        codes = [str(one.code) for one in options]
        if str(option.code) in codes:
            place = codes.index(str(option.code)) + 1
        else:
            options.insert(place, option)
            place += 1


def _take(
    measures: Mapping[str, Measure], form: Form, answers: Mapping[str, Any], place: Place
) -> None:
    # Visibility depends on the answers, so it is computed for each annotation.
    shown = set(form.visible(answers))
    for question in form.questions:
        measure = measures[question.key]
        if question.key not in shown:
            measure.hidden += 1
            continue
        measure.asked += 1
        reading = question.read(answers.get(question.key))
        if reading.problem is not None:
            measure.invalid += 1
        elif not reading.given:
            measure.unanswered += 1
        else:
            measure.answers[place] = reading.value
            # The offered options depend on the version; see `_option` in the analysis.
            if measure.kind == "several":
                codes = frozenset(str(option.code) for option in options_of(question))
                measure.offered[place] = codes


def _in_order(measures: list[Measure], versions: FormVersions) -> list[Measure]:
    """Return measures in the order of the current form.

    Older meanings follow the current one. Questions that are no longer asked come last.
    """
    keys: dict[str, None] = {}
    for form in [
        *([versions.current.form] if versions.current else []),
        *(version.form for version in reversed(versions.all)),
    ]:
        keys.update(dict.fromkeys(question.key for question in form.questions))
    order = list(keys)
    return sorted(measures, key=lambda one: (order.index(one.question.key), -max(one.versions)))
