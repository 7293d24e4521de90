"""The protocol risum: does the answer follow the instruction? (riSum, sections 2 and 4)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_app.core.analysis import Analysis
from desktop_app.core.messages import msg
from desktop_app.core.protocol import Dataset, RowKind, Stage
from desktop_app.files import resource
from plugins.risum import export, rows

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from desktop_app.core.forms import Form


_GUIDELINES = ("guidelines/risum.md", "guidelines/risum.de.md")


class Risum:
    """Document, instruction and answer; Yes/No and 1–5; agreement and metric analysis."""

    key: ClassVar[str] = rows.KEY
    panel: ClassVar[str] = "plugins.risum.panel:RisumPanel"
    title: ClassVar[str] = msg("riSum: does the answer follow the instruction?")
    words: ClassVar[str] = msg(
        "Document, instruction and answer side by side; Yes or No, and 1 to 5. Gives agreement, "
        "the standing of models, and how far metrics agree with people."
    )
    stages: ClassVar[Sequence[Stage]] = (Stage(rows.STAGE, msg("Rating")),)
    row_kinds: ClassVar[Mapping[str, RowKind]] = {
        "items": RowKind("items", rows.ItemRow, rows.build_item, title=msg("Items to judge")),
        "answers": RowKind(
            "answers", rows.AnswerRow, rows.build_answer, title=msg("Answers of annotators")
        ),
        "metric_ratings": RowKind(
            "metric_ratings",
            rows.MetricRow,
            rows.build_metric_rating,
            title=msg("Ratings by metrics"),
        ),
        "instruction_votes": RowKind(
            "instruction_votes",
            rows.InstructionVoteRow,
            rows.build_instruction_vote,
            title=msg("Votes about instructions"),
        ),
    }

    def materials(self) -> Mapping[str, str]:
        return {
            **{path: resource(path).read_text("utf-8") for path in _GUIDELINES},
            "forms/background.yaml": _file("background.yaml").read_text("utf-8"),
        }

    def form(self) -> Form:
        return _form()

    def check_answers(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        return rows.check_answers(answers)

    def annotation_body(
        self, row: rows.AnswerRow, item: str, annotator: str, stage: str
    ) -> dict[str, Any]:
        return rows.annotation_body(row, item, annotator, stage)

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        # Imported here so that numpy is loaded only when numbers are needed.
        from plugins.risum.analysis import analyse  # numpy: only where numbers are asked for

        return analyse(dataset, options)

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        return export.export_rows(dataset, what, reveal_models=reveal_models)


def _file(name: str) -> Traversable:
    return files(__package__).joinpath("forms", name)


@cache
def _form() -> Form:
    # Imported here so that starting the program does not load the form parser.
    from desktop_app.core.forms import parse_form  # only where questions are asked

    file = _file("rating.yaml")
    return parse_form(file.read_text("utf-8"), file=file.name)


RISUM = Risum()
