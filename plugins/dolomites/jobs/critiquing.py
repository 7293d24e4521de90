"""The job with which models critique examples, for the experts who edit them.

The critique is shown next to the example. Source: the DOLOMITES paper, section 3.4.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from pydantic import BaseModel, Field

from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import drop_empty, in_form, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Unit, Work
from desktop_app.core.protocol.data import Dataset
from plugins.dolomites.examples import ExampleRow, build_example, example_key
from plugins.dolomites.jobs.common import Generating, about, known_by_key, sections_text, task_text
from plugins.dolomites.jobs.generating import Variant, variants_of
from plugins.dolomites.jobs.replies import SaidCritique, critique_in


class CritiqueOptions(Generating):
    """Options of `critique`."""

    again: bool = Field(
        default=False,
        title=msg("Include items that have a critique"),
        description=msg("critique again even if there is a critique; it is replaced"),
    )


class CritiqueJob:
    """Critique each variant of each example. The critique becomes part of the example's item."""

    key: ClassVar[str] = "critique"
    title: ClassVar[str] = msg("Criticise examples")
    prompts: ClassVar[Sequence[str]] = ("critique",)
    options: ClassVar[type[BaseModel]] = CritiqueOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, CritiqueOptions)
        tasks = known_by_key(dataset)
        found = [one for one in variants_of(dataset) if one.task in tasks]
        if not found:
            raise UsageError(
                msg("there are no examples"),
                hint=msg(
                    "Create some with a model (run DIR generate), or import them: --what examples."
                ),
            )
        for one in found:
            # A new critique replaces the old one, so an explicit option is required.
            if options.again or not one.row.get("critique"):
                yield Unit(one.key, one.label, (tasks[one.task], one))

    def work(self, unit: Unit, brief: Brief) -> Work:
        known, variant = unit.data
        assert isinstance(variant, Variant)
        texts = {
            "task": task_text(known.task),
            "input": sections_text(variant.row.get("input", ())),
            "output": sections_text(variant.row.get("output", ())),
        }
        ids = about(example_key(brief.context.project, variant.set), variant.set)
        asked = safe_request(brief, "critique", ids, texts)
        data, call = yield from in_form(asked, SaidCritique, critique_in)
        points = [one.model_dump() for one in data.points]
        # Stored with the row. The row's own `call` belongs to the model that wrote the variant.
        origin = drop_empty({"critic": brief.model, "critique_call": call})
        # The whole row, because its record is revised. The record's key does not depend on the
        # critique.
        row = {**variant.row, "critique": points, **origin}
        return list(build_example(ExampleRow.model_validate(row), brief.context))
