"""Measures of edits: post-edits of examples, and corrections of plain texts.

Words are separated by white space. The text of an example consists of its input and output sections
with their titles. Source: the DOLOMITES paper, section 3.4, table 2, figures 5 and 6.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Any

from desktop_app.core.analysis import counted
from desktop_app.core.canonical import digest_of
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.stats.estimates import mean, mean_median, share
from desktop_app.text.overlap import ngram_cosine
from desktop_app.text.sections import compare_sections
from desktop_app.text.tokens import flesch_kincaid, word_edit_distance, words
from plugins.dolomites.experts import one_spelling
from plugins.dolomites.jobs.common import sections_text
from plugins.dolomites.shapes import EDIT, EDIT_TYPES, example_text, plain, titles
from plugins.dolomites.task_measures import field_of

DETAIL = ("definitely", "to_some_extent", "not_quite", "definitely_not")
FACTUAL = ("definitely_correct", "probably_correct", "unsure", "probably_incorrect",
           "definitely_incorrect")  # fmt: skip
PRE_EDIT: Mapping[str, tuple[str, ...]] = {
    "structure": ("true", "false"),
    "detail": DETAIL,
    "factual": FACTUAL,
}
STATUSES = ("fixed", "not_valid", "left")
UNKNOWN = "unknown"
# Maximum number of bars in the histogram of edit distances; histograms of shares have 10.
MOST_BINS = 20
_SHARE_BINS = 10
NO_EDITS = msg("nothing was edited")
NO_SECTIONS = msg("no edited text belongs to a task with sections")
NO_EVIDENCE = msg("no edited example has evidence passages")
NO_POINTS = msg("no critique point has a decision")
NO_LABELS = msg("nobody has labelled the edits")
NO_WORDS = msg("no text has words both before and after editing")


@dataclass(frozen=True)
class Edit:
    """A text before and after editing.

    `kind`: “example” or “correction”
    `item`: key of the example's item, or position of the correction among the rows, from 0
    `field`: field of the task; empty for a correction
    `wanted`: titles of the sections that the task requires; None for a correction
    `got_before`, `got_after`: titles of the existing sections
    `output_after`: text of the edited output
    `evidence`: texts of the passages of the chosen variant
    `answers`: the annotator's answers; None for a correction
    `chosen`: the variant that was edited, as it was offered; None for a correction
    `variants`: all variants that were offered, as (id, model, mode)
    """

    kind: str
    item: str
    annotator: str
    field: str
    before: str
    after: str
    wanted: Sequence[str] | None = None
    got_before: Sequence[str] = ()
    got_after: Sequence[str] = ()
    output_after: str = ""
    evidence: Sequence[str] = ()
    answers: Mapping[str, Any] | None = None
    chosen: Mapping[str, Any] | None = None
    variants: Sequence[tuple[str, str, str]] = ()

    @cached_property
    def distance(self) -> int:
        """The number of words inserted, deleted or replaced."""
        return word_edit_distance(self.before, self.after)

    @cached_property
    def digest(self) -> str:
        """A digest of the texts before and after editing, stored in labels to identify the edit."""
        edited = (self.answers or {}).get("edited") or {}
        return digest_of(
            *(
                sections_text([*(sides.get("input") or ()), *(sides.get("output") or ())])
                for sides in (self.chosen or {}, edited)
            )
        )

    @cached_property
    def lengths(self) -> tuple[float, float]:
        """The number of words before and after."""
        return float(words(self.before)), float(words(self.after))

    @cached_property
    def presence(self) -> tuple[float, float] | None:
        """The shares of the required sections that exist before and after.

        None for a correction, and if the task requires no sections.
        """
        if not self.wanted:
            return None
        found = (compare_sections(self.wanted, got) for got in (self.got_before, self.got_after))
        before, after = (report.presence for report in found)
        return before, after

    @cached_property
    def grades(self) -> tuple[float, float] | None:
        """The Flesch-Kincaid grade levels before and after; None unless both texts have words."""
        # Both or none, because the means before and after must be over the same texts.
        before, after = flesch_kincaid(self.before), flesch_kincaid(self.after)
        return None if before is None or after is None else (before, after)


def read(dataset: Dataset) -> list[Edit]:
    """Return all edits: post-edits of examples by item and annotator, then corrections."""
    items = {item.key: item for item in dataset.items if item.stage == EDIT}
    found = [
        edit
        for annotation in dataset.annotations
        if annotation.stage == EDIT and (item := items.get(annotation.item)) is not None
        if (edit := _of_example(item, annotation)) is not None
    ]
    return found + [
        Edit(
            "correction",
            str(place),
            str(row.get("annotator") or ""),
            "",
            str(row.get("before") or ""),
            str(row.get("after") or ""),
        )
        for place, row in enumerate(dataset.rows.get("corrections", ()))
    ]


def _of_example(item: ItemData, annotation: AnnotationData) -> Edit | None:
    """Return the edit of an annotation; None without a known variant or without edited text."""
    answers = annotation.answers
    edited = answers.get("edited")
    offered = {str(one.get("id")): one for one in item.content.get("variants", ())}
    chosen = offered.get(str(answers.get("chosen")))
    # Records may contain any answers. An edit of an unknown variant has no text for comparison.
    if chosen is None or not isinstance(edited, Mapping):
        return None
    task = item.content.get("task") or {}
    # Annotators must not see models, so content and origin are separate. Ids of variants connect
    # them.
    made: Mapping[str, Any] = item.origin.get("variants") or {}
    sections = [*(task.get("input_sections") or ()), *(task.get("output_sections") or ())]
    return Edit(
        "example",
        item.key,
        annotation.annotator,
        field_of(item),
        example_text(chosen),
        example_text(edited),
        titles(sections),
        _titles(chosen),
        _titles(edited),
        plain(edited.get("output") or ()),
        [str(one.get("text") or "") for one in chosen.get("evidence") or ()],
        answers,
        chosen,
        [
            (
                name,
                str((made.get(name) or {}).get("model") or UNKNOWN),
                str((made.get(name) or {}).get("mode") or ""),
            )
            for name in offered
        ],
    )


def _titles(sides: Mapping[str, Any]) -> list[str]:
    return titles([*(sides.get("input") or ()), *(sides.get("output") or ())])


def edits_json(
    edits: Sequence[Edit], dataset: Dataset, named: Callable[[Any], str]
) -> dict[str, Any]:
    """Return the figures of examples and corrections together, and of each separately.

    Section presence is the share of the input and output sections that the task requires.

    `named`: returns the name of a model, or its alias
    """
    examples = [one for one in edits if one.kind == "example"]
    corrections = [one for one in edits if one.kind == "correction"]
    cosines = _evidence(examples)
    spelled = one_spelling(one.field for one in examples)
    return {
        **_changes(edits),
        "examples": _changes(examples),
        "corrections": _changes(corrections),
        "histogram": _histogram([one.distance for one in edits]),
        "output_length": mean_median([words(one.output_after) for one in examples], NO_EDITS),
        "evidence_cosine": mean_median(cosines, NO_EVIDENCE),
        "evidence_histogram": _shares_histogram(cosines, NO_EVIDENCE),
        "points": _points(examples),
        "all_fixed": _all_fixed(examples),
        "edit_types": _edit_types(examples, dataset, named),
        "chosen": _chosen(examples, named),
        "phrases": _phrases(examples),
        "by_field": {
            name: _changes([one for one in examples if spelled[one.field] == name])
            for name in sorted(set(spelled.values()))
        },
    }


def pre_edit_json(edits: Iterable[Edit]) -> dict[str, Any]:
    """Return how often experts gave each rating before they edited the chosen variant."""
    answers = [one.answers for one in edits if one.answers is not None]
    return {
        name: counted((one.get(name) for one in answers), scale) for name, scale in PRE_EDIT.items()
    }


def _changes(edits: Sequence[Edit]) -> dict[str, Any]:
    """Return the figures of edits that examples and corrections have in common."""
    sections = [one.presence for one in edits if one.presence is not None]
    grades = [one.grades for one in edits if one.grades is not None]
    distance = mean_median([one.distance for one in edits], NO_EDITS)
    return {
        "n": len(edits),
        "unchanged": sum(one.before == one.after for one in edits),
        "word_edit_distance": distance,
        "length": before_after([one.lengths for one in edits], NO_EDITS),
        "section_presence": before_after(sections, NO_SECTIONS if edits else NO_EDITS),
        "flesch_kincaid": before_after(grades, NO_WORDS if edits else NO_EDITS),
        **({} if edits else {"why": NO_EDITS}),
    }


def _histogram(distances: Sequence[int]) -> dict[str, Any]:
    """Return counts of edit distances in equal bins. `edges` has one entry more than `counts`."""
    if not distances:
        return {"edges": [], "counts": [], "why": NO_EDITS}
    # The smallest of 1, 2, 5, 10, 20, 50 … that needs at most MOST_BINS bins.
    width = next(
        size
        for power in range(20)
        for size in (10**power, 2 * 10**power, 5 * 10**power)
        if max(distances) // size < MOST_BINS
    )
    bins = max(distances) // width + 1
    times = Counter(distance // width for distance in distances)
    return {
        "edges": [place * width for place in range(bins + 1)],
        "counts": [times[place] for place in range(bins)],
    }


def _shares_histogram(values: Sequence[float], why: str) -> dict[str, Any]:
    """Return counts of values from 0 to 1 in ten bins. The last bin includes 1."""
    if not values:
        return {"edges": [], "counts": [], "why": why}
    # int(10 · value) is not used, because floating-point products such as 0.3 · 10 can be too
    # small.
    edges = [place / _SHARE_BINS for place in range(_SHARE_BINS + 1)]
    times = Counter(min(bisect_right(edges, value), _SHARE_BINS) - 1 for value in values)
    return {"edges": edges, "counts": [times[place] for place in range(_SHARE_BINS)]}


def _evidence(examples: Sequence[Edit]) -> list[float]:
    """Return the n-gram cosine similarity of each example to its evidence (figure 6b)."""
    return [
        value
        for one in examples
        # An example without evidence has no similarity to it, which must not count as 0.
        if any(one.evidence) and (value := ngram_cosine(one.after, list(one.evidence))) is not None
    ]


def _points(examples: Sequence[Edit]) -> dict[str, Any]:
    """Return how many points were fixed, not valid or ignored (`left`), with their shares."""
    times = Counter(
        str(point.get("status"))
        for one in examples
        for point in (one.answers or {}).get("points") or ()
        if isinstance(point, Mapping)
    )
    # Shares refer to the points with a decision, not to all points.
    n = sum(times[status] for status in STATUSES)
    return {
        **{status: times[status] for status in STATUSES},
        "n": n,
        "shares": {status: times[status] / n for status in STATUSES} if n else {},
        **({} if n else {"why": NO_POINTS}),
    }


def _all_fixed(examples: Sequence[Edit]) -> dict[str, Any]:
    """Return how often experts stated that all issues are fixed, and the share."""
    answered = [a["all_fixed"] for one in examples if (a := one.answers or {}).get("all_fixed")
            is not None]  # fmt: skip
    yes = sum(bool(value) for value in answered)
    data = {"yes": yes, "n": len(answered), "share": share(yes, len(answered))}
    return (
        data
        if answered
        else {**data, "why": msg("nobody has answered whether all issues are fixed")}
    )


def _edit_types(
    examples: Sequence[Edit], dataset: Dataset, named: Callable[[Any], str]
) -> dict[str, Any]:
    """Return the number and share of edits of each type, by labeller.

    An edit may have several types, so shares do not sum to 1. The labels of all annotators for
    their own edits are combined under “annotators”.
    """
    by_labeller: dict[str, list[Sequence[Any]]] = {}
    own = [one.answers["edit_types"] for one in examples
           if one.answers and isinstance(one.answers.get("edit_types"), list)]  # fmt: skip
    if own:
        by_labeller["annotators"] = own
    here = {(one.item, one.annotator): one for one in examples}
    for row in dataset.rows.get("edit_labels", ()):
        # A label identifies its texts by a digest. Labels of edits that were left out or changed
        # are left out as well. Labels without a digest, such as imported ones, always count.
        edit = here.get((str(row.get("variant_set")), str(row.get("annotator"))))
        if edit is not None and row.get("texts") in (None, "", edit.digest):
            labels = by_labeller.setdefault(named(row.get("labeller")), [])
            labels.append(row.get("edit_types") or ())
    data: dict[str, Any] = {
        name: {
            "n": len(labels),
            "counts": (counts := _of_each(labels)),
            "shares": {code: times / len(labels) for code, times in counts.items()},
        }
        for name, labels in sorted(by_labeller.items())
    }
    return {"by_labeller": data, **({} if data else {"why": NO_LABELS})}


def _of_each(labels: Sequence[Sequence[Any]]) -> dict[str, int]:
    """Return the number of edits of each type. A type counts once per edit."""
    return counted((code for one in labels for code in dict.fromkeys(one)), EDIT_TYPES)


def _chosen(examples: Sequence[Edit], named: Callable[[Any], str]) -> dict[str, Any]:
    """Return how often each model's variants were chosen, and how often chance would choose them.

    “rate” is the share of a model's offered variants that were chosen. “by_lot” is the share that
    is expected if one of the variants offered together is chosen at random.
    """
    chosen, offered, by_lot = Counter[str](), Counter[str](), dict[str, float]()
    modes = Counter[str]()
    for one in examples:
        picked = str((one.answers or {}).get("chosen"))
        for name, made_by, mode in one.variants:
            model = named(made_by)
            offered[model] += 1
            by_lot[model] = by_lot.get(model, 0.0) + 1 / len(one.variants)
            if name == picked:
                chosen[model] += 1
                if mode:
                    modes[mode] += 1
    return {
        "models": {
            model: {
                "chosen": chosen[model],
                "offered": offered[model],
                "rate": chosen[model] / offered[model],
                "by_lot": by_lot[model] / offered[model],
            }
            for model in sorted(offered)
        },
        "modes": dict(sorted(modes.items())),
        **({} if offered else {"why": msg("no variant was chosen")}),
    }


def _phrases(examples: Sequence[Edit]) -> dict[str, Any]:
    """Return how many phrases experts named per example."""
    given = [len((one.answers or {}).get("phrases") or ()) for one in examples]
    return {**mean_median(given, NO_EDITS), "counts": counted(given)}


def before_after(pairs: Sequence[tuple[float, float]], why: str) -> dict[str, Any]:
    """Return the means and medians before and after editing, over the same texts.

    `pairs`: a value before and after for each text
    `why`: the reason if there are none

    The result has “before” and “after” (means), “median_before”, “median_after” and “n”.
    """
    if not pairs:
        return {"before": None, "after": None, "median_before": None, "median_after": None,
                "n": 0, "why": why}  # fmt: skip
    before, after = [float(b) for b, _ in pairs], [float(a) for _, a in pairs]
    return {
        "before": mean(before),
        "after": mean(after),
        "median_before": median(before),
        "median_after": median(after),
        "n": len(pairs),
    }
