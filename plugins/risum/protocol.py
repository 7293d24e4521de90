"""The protocol risum: does the answer follow the instruction? (riSum, sections 2 and 4)"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset, RatedText
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.protocol.stage import Stage
from desktop_app.files import anchor_files, prompt_files, resource
from plugins.risum import instructions, rows

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from pydantic import BaseModel

    from desktop_app.core.analysis import Analysis
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import ModelJob


_GUIDELINES = ("guidelines/risum.md", "guidelines/risum.de.md")


_ROWS = {
    "items": RowSpec("items", rows.ItemRow, rows.build_item, title=msg("Items to judge")),
    "answers": RowSpec(
        "answers", rows.AnswerRow, rows.build_answer, title=msg("Answers of annotators")
    ),
    "documents": RowSpec(
        "documents", rows.DocumentRow, rows.build_document, title=msg("Documents for new items")
    ),
    "instruction_sets": RowSpec(
        "instruction_sets",
        rows.InstructionSetRow,
        rows.build_instruction_set,
        title=msg("Instructions by models"),
    ),
    "metric_ratings": RowSpec(
        "metric_ratings", rows.MetricRow, rows.build_metric_rating, title=msg("Ratings by metrics")
    ),
    "instruction_answers": RowSpec(
        "instruction_answers",
        rows.InstructionAnswerRow,
        instructions.build_instruction_answer,
        title=msg("Answers about instructions"),
    ),
    "instruction_votes": RowSpec(
        "instruction_votes",
        rows.InstructionVoteRow,
        rows.build_instruction_vote,
        title=msg("Votes on instructions"),
    ),
}


class RatingStage(Stage):
    """The stage at which people answer a Yes/No question and rate each item from 1 to 5."""

    key = rows.STAGE
    title = msg("Rating")
    panel = "plugins.risum.panel.rating:RisumPanel"

    def form(self) -> Form:
        return self.anchored(_form())

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        return rows.check_answers(answers)

    def body(
        self, row: rows.AnswerRow, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        return rows.annotation_body(row, item, annotator, self.key)


class Risum(Protocol):
    """Protocol for answers to instructions about documents, judged by people and by metrics."""

    key = rows.KEY
    title = msg("riSum: does the answer follow the instruction?")
    words = msg(
        "Document, instruction and answer side by side; Yes or No, and 1 to 5. Models can make "
        "the items from documents. Computes agreement, ranks of models, and how well metrics "
        "agree with people."
    )

    anchors_path = "settings/anchors-risum.yaml"
    text_paths = (anchors_path,)
    has_rated_texts = True
    # The methods' only question, so they are compared with the answers to both.
    rated_question = "rating"
    has_derived_items = True
    closed_reasons = (instructions.GONE, instructions.VOTED)
    # Own prompts of earlier versions contain the allowed answers themselves.
    optional_places = ("options",)
    gathered = "documents"
    gathered_titles = (msg("Document files"), msg("Folder of documents"))
    gathered_job = "instruct"

    def __init__(self) -> None:
        self.stages = (RatingStage(), instructions.InstructionStage())

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        return _ROWS

    def with_texts(self, texts: Mapping[str, str]) -> Risum:
        if not texts:
            return self
        result = Risum()
        result.use_anchors(texts)
        return result

    def anchor_sets(self) -> Mapping[str, str]:
        return anchor_files(__package__)

    def materials(self) -> Mapping[str, str]:
        return {
            **{path: resource(path).read_text("utf-8") for path in _GUIDELINES},
            "forms/background.yaml": _file("background.yaml").read_text("utf-8"),
        }

    def derived_items(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]:
        return list(instructions.comparison_items(dataset, context, given))

    def item_title(self, name: str, content: Mapping[str, Any], origin: Mapping[str, Any]) -> str:
        return instructions.title_of(content, origin)

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        # Imported here so that numpy is loaded only when numbers are needed.
        from plugins.risum.analysis import analyse

        return analyse(dataset, options, _backgrounds())

    def analysis_options(self) -> type[BaseModel]:
        from plugins.risum.options import ShownOptions

        return ShownOptions

    def renamed_options(
        self, dataset: Dataset, options: Mapping[str, Any], rename: Callable[[str], str]
    ) -> Mapping[str, Any]:
        from plugins.risum.analysis import read_options
        from plugins.risum.options import is_related

        families = read_options(options).families
        if families is None:
            return options
        models = {str(item.origin.get("model") or "") for item in dataset.items} - {""}
        # Patterns match the names of models, not their aliases.
        related = {
            rename(method): [rename(one) for one in sorted(models) if is_related(one, patterns)]
            for method, patterns in families.items()
        }
        return {**options, "families": related}

    @cached_property
    def jobs(self) -> Mapping[str, ModelJob]:
        # Imported here because only model jobs need these modules.
        from plugins.risum.jobs.making import AnswerJob, InstructJob, ReferJob
        from plugins.risum.jobs.rating import ChooseJob, DiscussJob, RepeatJob

        forms = self.stage(rows.STAGE).form(), _form()
        jobs: tuple[ModelJob, ...] = (
            InstructJob(),
            AnswerJob(),
            ReferJob(),
            ChooseJob(*forms),
            RepeatJob(*forms),
            DiscussJob(*forms),
        )
        return {job.key: job for job in jobs}

    def prompts(self) -> Mapping[str, str]:
        return prompt_files(__package__)

    def gathered_row(self, title: str, source: str, text: str) -> Mapping[str, Any]:
        # Files of one folder are one source; those of the chosen folder itself have none.
        return {"document": text, "title": title, "source": source.rpartition("/")[0] or None}

    def rated_texts(self, dataset: Dataset) -> Sequence[RatedText]:
        return rows.rated_texts(dataset)

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        return rows.export_rows(dataset, what, reveal_models=reveal_models)


def _file(name: str) -> Traversable:
    return files(__package__).joinpath("forms", name)


@cache
def _backgrounds() -> Mapping[str, Sequence[str]]:
    """Return the answers to each question about annotators, in the order of the form."""
    from desktop_app.core.forms import parse_form
    from desktop_app.core.question_types import options_of

    file = _file("background.yaml")
    return {
        question.key: [str(option.code) for option in options]
        for question in parse_form(file.read_text("utf-8"), file=file.name, shipped=True).questions
        if (options := options_of(question))
    }


@cache
def _form() -> Form:
    # Imported here so that starting the program does not load the form parser.
    from desktop_app.core.forms import parse_form

    file = _file("rating.yaml")
    return parse_form(file.read_text("utf-8"), file=file.name, shipped=True)


RISUM = Risum()
