"""The job that scores, by section, whether outputs and references follow from each other.

In the forward direction, the reference is the premise and the output the hypothesis. In the reverse
direction, the output is the premise. Source: the DOLOMITES paper, section 4.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, Field

from desktop_app.core import keys
from desktop_app.core.canonical import digest_of
from desktop_app.core.job_options import Judging, drop_empty
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, ModelError, Unit, Work
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft
from desktop_app.text.sections import compare_sections
from plugins.dolomites.entailment import AskedModel, By, EntailmentScorer
from plugins.dolomites.evaluation import EntailmentRow, build_entailment
from plugins.dolomites.jobs.common import about, needed_outputs, needed_references
from plugins.dolomites.references import Reference
from plugins.dolomites.shapes import KEY, titles

DIRECTIONS = ("forward", "reverse")


class EntailOptions(Judging):
    """Options of `entail`."""

    by: By = Field(
        default="auto",
        title=msg("Source of the value"),
        json_schema_extra={
            "labels": {
                "auto": msg("Probabilities if the server provides them"),
                "probabilities": msg("The probability of “yes” alone"),
                "stated": msg("A probability that the model states"),
            }
        },
        description=msg(
            "“probabilities” of the answer, a “stated” one, or “auto”: whichever there is"
        ),
    )
    direction: Literal["both", "forward", "reverse"] = Field(
        default="both",
        title=msg("Direction"),
        json_schema_extra={
            "labels": {
                "both": msg("Both directions"),
                "forward": msg("The output from the reference"),
                "reverse": msg("The reference from the output"),
            }
        },
        description=msg(
            "“forward”: whether the output follows from the reference; “reverse”: the"
            " other way round; “both”"
        ),
    )


class EntailJob:
    """Score each section of each output, in both directions.

    Sections that an output lacks are not scored. Analyses count them as 0.
    """

    key: ClassVar[str] = "entail"
    title: ClassVar[str] = msg("Score whether outputs follow from references")
    prompts: ClassVar[Sequence[str]] = ("entail", "entail_word")
    options: ClassVar[type[BaseModel]] = EntailOptions

    def __init__(self, scorer: EntailmentScorer | None = None) -> None:
        self._scorer: EntailmentScorer = scorer or AskedModel()

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        outputs = needed_outputs(dataset)
        for reference in needed_references(dataset):
            for model, row in outputs.get(reference.example, {}).items():
                found = both_sides(reference, row.get("output", ()))
                # An output that shares no section with its reference has nothing to score. Analyses
                # count its sections as 0.
                if found:
                    key = keys.row_key(dataset.project, KEY, self.key, reference.example, model)
                    yield Unit(key, f"{reference.label}: {model}", (reference, model, found))

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, EntailOptions)
        reference: Reference
        reference, model, found = unit.data
        made: list[Draft] = []
        for section, ours, theirs in found:
            for direction in DIRECTIONS:
                if options.direction not in ("both", direction):
                    continue
                texts = (ours, theirs) if direction == "forward" else (theirs, ours)
                try:
                    # One score per section and direction. A scorer may need no request for it (see
                    # `entailment.py`).
                    one = yield from self._scorer.score(
                        *texts, brief, about(reference.example, reference.label), by=options.by
                    )
                except ModelError as error:
                    # Scores of earlier sections are saved even if the unit fails.
                    error.made = made
                    raise
                row: dict[str, Any] = {
                    "example": reference.example,
                    "model": model,
                    "scorer": one.scorer,
                    "direction": direction,
                    "section": section,
                    "value": one.value,
                    "texts": digest_of(*texts),
                    "call": one.call,
                }
                made += build_entailment(
                    EntailmentRow.model_validate(drop_empty(row)), brief.context
                )
        return made


def both_sides(
    reference: Reference, output: Sequence[dict[str, Any]]
) -> list[tuple[str, str, str]]:
    """Return (title, reference's text, output's text) of the sections that both have.

    Each section occurs once, under the title in the reference. Renamed sections are matched.
    """
    report = compare_sections(titles(reference.output), titles(output))
    # Reversed, so that the first of several sections with equal titles counts.
    texts = {str(one["title"]): str(one["text"]) for one in reversed(reference.output)}
    written = {str(one["title"]): str(one["text"]) for one in reversed(output)}
    pairs: dict[str, tuple[str, str, str]] = {}
    for wanted, got in (*report.present, *report.renamed):
        if texts[wanted].strip() and written[got].strip():
            pairs.setdefault(wanted, (wanted, texts[wanted], written[got]))
    return list(pairs.values())
