"""The job with which candidate models write the outputs of examples.

The prompt contains no other example. Source: the DOLOMITES paper, section 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import drop_empty, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, Unit, Work
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.replies import bounded, reply_text
from plugins.dolomites.evaluation import OutputRow, build_output
from plugins.dolomites.jobs.common import Generating, about, plan_text, sections_text, task_text
from plugins.dolomites.layout import understand_texts
from plugins.dolomites.references import Reference, references, split
from plugins.dolomites.shapes import MOST_SECTIONS


class OutputOptions(Generating):
    """Options of `output`."""

    split: Literal["test", "dev", "all"] = Field(
        default="test",
        title=msg("Which examples"),
        json_schema_extra={
            "labels": {
                "test": msg("Those held out for the test"),
                "dev": msg("Those for development"),
                "all": msg("All examples"),
            }
        },
        description=msg("“test”, “dev”, or “all”"),
    )
    chance: int = Field(
        default=0,
        ge=0,
        le=2**31 - 1,
        title=msg("Seed for the split"),
        description=msg("assigns examples without a split at random"),
    )


class OutputJob:
    """Write the output sections of each example from its task and its input.

    Sections that a model leaves out are missing in the output.
    """

    key: ClassVar[str] = "output"
    title: ClassVar[str] = msg("Write outputs for examples")
    prompts: ClassVar[Sequence[str]] = ("output",)
    options: ClassVar[type[BaseModel]] = OutputOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, OutputOptions)
        known = references(dataset)
        if not known:
            raise UsageError(
                msg("there are no examples to write outputs for"),
                hint=msg(
                    "References come from experts' post-edits. Inputs alone can be imported: "
                    "--what examples."
                ),
            )
        # Examples without an imported split get a random one, which is stored with their outputs.
        drawn = split({one.example: one.task_key for one in known}, options.chance)
        placed = [
            one if one.split else replace(one, split=where, seen=seen)
            for one in known
            for where, seen in (drawn[one.example],)
        ]
        chosen = [one for one in placed if options.split in ("all", one.split)]
        if not chosen:
            raise UsageError(
                msg("no example belongs to “{split}”", split=options.split),
                hint=msg("Use all of them: --set split=all."),
            )
        for one in chosen:
            yield Unit(one.example, one.label, one)

    def work(self, unit: Unit, brief: Brief) -> Work:
        one: Reference = unit.data
        # The reference output is not shown, because models must work from task and input alone.
        plans = one.task.output_sections
        texts = {
            "task": task_text(one.task),
            "input": sections_text(one.input),
            "outputs": plan_text(plans),
        }
        reply = yield safe_request(brief, "output", about(one.example, one.label), texts)
        text = bounded(reply_text(reply), reply.model)
        wanted = [plan.title for plan in plans]
        # The task's titles take precedence over the layout, because a bold line of a model is often
        # part of a section.
        found = understand_texts(text, wanted, layout_first=False).sections
        row = {
            "example": one.example,
            "model": brief.model,
            # More sections would be invalid.
            "output": found[:MOST_SECTIONS],
            # An output without sections is kept, because writing none is a result of the model.
            "unformatted": None if found else text,
            "split": one.split,
            "seen": one.seen,
            "call": reply.call,
        }
        return list(build_output(OutputRow.model_validate(drop_empty(row)), brief.context))
