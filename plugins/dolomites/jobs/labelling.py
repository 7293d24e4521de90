"""The jobs with which models label types of edits, and errors of the lowest-rated outputs.

In the DOLOMITES paper, people labelled a sample (sections 3.4.3 and 5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean
from typing import Any, ClassVar

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.canonical import digest_of
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Judging, drop_empty, in_form, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Unit, Work
from desktop_app.core.protocol.data import Dataset, ItemData
from plugins.dolomites.draft_rows import (
    EditLabelRow,
    ErrorLabelRow,
    build_edit_label,
    build_error_label,
)
from plugins.dolomites.edits import variant_of
from plugins.dolomites.jobs.common import (
    about,
    needed_outputs,
    needed_references,
    sections_text,
    texts_about,
)
from plugins.dolomites.jobs.replies import SaidEditTypes, SaidErrors, flags_in
from plugins.dolomites.references import Reference, references
from plugins.dolomites.shapes import EDIT, EDIT_TYPES, ERROR_PATTERNS, KEY, SCORE_AXES, written
from plugins.dolomites.staleness import Current


class EditTypesJob:
    """Label the types of edits in each post-edit."""

    key: ClassVar[str] = "edit_types"
    title: ClassVar[str] = msg("Label the kinds of edits")
    prompts: ClassVar[Sequence[str]] = ("edit_types",)
    options: ClassVar[type[BaseModel]] = Judging

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        found = False
        for one in post_edits(dataset):
            found = True
            key = keys.row_key(dataset.project, KEY, self.key, one.item.key, one.annotator)
            yield Unit(key, f"{one.name} by {one.annotator}", one)
        if not found:
            raise UsageError(
                msg("there are no post-edits of examples"),
                hint=msg("Create them in the window, or import them: --what post_edits."),
            )

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: PostEdit = unit.data
        texts = {"before": one.before, "after": one.after}
        asked = safe_request(brief, "edit_types", about(one.item.key, one.name), texts)
        data, call = yield from in_form(asked, SaidEditTypes, flags_in(SaidEditTypes))
        row = {
            "variant_set": one.item.key,
            "annotator": one.annotator,
            "labeller": brief.model,
            "edit_types": [name for name in EDIT_TYPES if getattr(data, name)],
            # Analyses ignore the label after a change of one of the texts (see
            # `edit_measures.Edit.digest`).
            "texts": digest_of(one.before, one.after),
            "call": call,
        }
        return list(build_edit_label(EditLabelRow.model_validate(drop_empty(row)), brief.context))


@dataclass(frozen=True)
class PostEdit:
    """One person's version of an example, with both sides before and after editing."""

    item: ItemData
    annotator: str
    before: str
    after: str

    @property
    def name(self) -> str:
        """The name of the example's item."""
        return self.item.name


def post_edits(dataset: Dataset) -> Iterator[PostEdit]:
    """Yield all post-edits of known variants, in the order of the dataset."""
    items = {item.key: item for item in dataset.items}
    for one in dataset.annotations:
        item, edited = items.get(one.item), one.answers.get("edited")
        if one.stage != EDIT or item is None or not isinstance(edited, Mapping):
            continue
        # Without its variant, the text before editing is unknown.
        chosen = variant_of(item.content, one.answers.get("chosen"))
        if chosen is not None:
            sides = (
                sections_text([*(each.get("input") or ()), *(each.get("output") or ())])
                for each in (chosen, edited)
            )
            yield PostEdit(item, one.annotator, *sides)


class ErrorsOptions(Judging):
    """Options of `error_patterns`."""

    share: float = Field(
        default=0.1,
        gt=0,
        le=1,
        title=msg("Share of the outputs"),
        description=msg(
            "share of all rated outputs to examine, starting with the lowest-rated; 0.1 is a tenth"
        ),
    )


class ErrorsJob:
    """Label the errors of the outputs with the lowest mean rating over all judges."""

    key: ClassVar[str] = "error_patterns"
    title: ClassVar[str] = msg("Describe errors of the lowest-rated outputs")
    prompts: ClassVar[Sequence[str]] = ("error_patterns",)
    options: ClassVar[type[BaseModel]] = ErrorsOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, ErrorsOptions)
        outputs = needed_outputs(dataset)
        known = {one.example: one for one in needed_references(dataset)}
        # The share refers to outputs whose example has a reference, because the prompt contains it.
        rated = [place for place in lowest(dataset) if place[0] in known]
        if not rated:
            raise UsageError(
                msg("no output has been rated"),
                hint=msg(
                    "Rate them with a model: run DIR score; or import ratings: --what scores."
                ),
            )
        # Rounded up, so that a small project has at least one output to label.
        for example, model in rated[: ceil(options.share * len(rated))]:
            row = outputs.get(example, {}).get(model)
            # There may be ratings of outputs that were not imported.
            if row is not None:
                key = keys.row_key(dataset.project, KEY, self.key, example, model)
                label = f"{known[example].label}: {model}"
                yield Unit(key, label, (known[example], model, row))

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: Reference
        one, model, output = unit.data
        texts = {**texts_about(one), "output": sections_text(written(output))}
        asked = safe_request(brief, "error_patterns", about(one.example, one.label), texts)
        data, call = yield from in_form(asked, SaidErrors, flags_in(SaidErrors))
        row: dict[str, Any] = {
            "example": one.example,
            "model": model,
            "labeller": brief.model,
            "error_patterns": [name for name in ERROR_PATTERNS if getattr(data, name)],
            "texts": digest_of(*texts.values()),
            "call": call,
        }
        return list(build_error_label(ErrorLabelRow.model_validate(drop_empty(row)), brief.context))


def lowest(dataset: Dataset) -> list[tuple[str, str]]:
    """Return (example, model) of all rated outputs, sorted by mean rating, lowest first.

    As in the analysis, ratings of texts that have been replaced do not count.
    """
    current = Current(dataset, {one.example: one for one in references(dataset)})
    rated: dict[tuple[str, str], list[float]] = {}
    for row in current.about_outputs(dataset.rows.get("scores", ())):
        values = [float(row[axis]) for axis in SCORE_AXES if row.get(axis) is not None]
        if values:
            place = str(row.get("example", "")), str(row.get("model", ""))
            rated.setdefault(place, []).append(fmean(values))
    # Ties are broken by key, so that repeated runs label the same outputs.
    return sorted(rated, key=lambda place: (fmean(rated[place]), place))
