"""The protocol kiwi: answers are revised with a model, turn by turn (the KIWI paper)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import BaseModel, create_model

from desktop_app.core.messages import msg
from desktop_app.core.metric_rows import KIND
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset, OwnExport, RatedQuestion, SecondOpinions
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.protocol.wording import item_title
from desktop_app.files import anchor_files, prompt_files, resource
from plugins.kiwi import derived_items, export, paper_files, questions, rows
from plugins.kiwi.labels import METRIC_RATINGS, AnswerRow
from plugins.kiwi.records import Names
from plugins.kiwi.settings import FILE, Settings
from plugins.kiwi.shapes import KEY, LONGEST_NAME, SESSION
from plugins.kiwi.stages.again import SecondRatingStage
from plugins.kiwi.stages.base import AnyStage, answer_rows, form_text
from plugins.kiwi.stages.label import LabelStage
from plugins.kiwi.stages.session import SessionStage

if TYPE_CHECKING:
    from desktop_app.core.analysis import Analysis
    from desktop_app.core.model_jobs import ModelJob
    from desktop_app.core.protocol.data import Brought, Submission
    from plugins.kiwi.preparing import Preparing


def background(topics: Sequence[str]) -> str:
    """Return the text of the form about the annotator's background.

    If the project has topics, annotators choose from them; otherwise they enter their own.
    """
    text = form_text("background")
    if not topics:
        return text
    before, _, _ = text.partition("\n  - key: topics\n")
    # JSON strings are valid YAML, whatever a topic contains.
    quoted = (json.dumps(topic, ensure_ascii=False) for topic in topics)
    return before + _CHOSEN + "".join(f"      - {{code: {one}}}\n" for one in quoted)


_CHOSEN = """
  - key: topics
    type: multiple_choice
    layout: column
    text:
      en: Which topics do you know best?
      de: Mit welchen Themen kennen Sie sich am besten aus?
    options:
"""


_GUIDELINES = ("guidelines/kiwi.md", "guidelines/kiwi.de.md")


# The stages, in the order of work. What each asks, imports, exports and analyses is in its module.
STAGES: tuple[type[AnyStage], ...] = (SessionStage, SecondRatingStage, LabelStage)


def _settings_type() -> type[Settings]:
    """Return the class of the project's settings, with those of all stages.

    Its instances are instances of the `settings_type` of every stage.
    """
    # pydantic lists the fields of the last base class first.
    own = dict.fromkeys(stage.settings_type for stage in reversed(STAGES))
    bases = tuple(one for one in own if one is not Settings)
    return create_model("Settings", __base__=bases) if bases else Settings


_FILE = replace(FILE, model=_settings_type())
_STANDARD = _FILE.model()


class Kiwi(Protocol):
    """People instruct a model to revise its answer to a question, and rate every turn."""

    key = KEY
    title = msg("KIWI: revising with a model")
    words = msg(
        "Experts have a model revise its answer to a research question, instruction by "
        "instruction, and rate each turn. Others rate the turns again and label them; figures "
        "show how well models follow each type of instruction."
    )
    closed_reasons = (
        *derived_items.REASONS,
        *{one.not_drawn: 0 for one in STAGES if one.not_drawn},
    )
    made_rows = (("drafted", "id", msg("Question")), ("initials", "item", msg("First answer")))
    live_prompts = ("initial", "summary", "revise_info", "revise_style")
    # A lead decides on texts written by models. Annotators submit none, so this needs no stage.
    takes_submissions = True
    has_rated_texts = True
    has_derived_items = True
    anchors_path = "settings/anchors-kiwi.yaml"
    text_paths = (*_FILE.paths, anchors_path)
    settings_file = _FILE
    gathered = "papers"
    gathered_titles = (
        msg("Papers as files (text, Markdown, HTML, PDF)"),
        msg("A folder of papers (text, Markdown, HTML, PDF)"),
    )
    prepares = msg("New question…")
    preparer = "plugins.kiwi.panel.question:QuestionPage"
    formats: ClassVar[Mapping[str, str]] = {
        name: words for stage in STAGES for name, words in stage.formats.items()
    }
    read_formats = export.READ_FORMATS

    stages: Sequence[AnyStage]

    def __init__(self, settings: Settings = _STANDARD) -> None:
        self._settings = settings
        self.stages = tuple(stage(settings, STAGES) for stage in STAGES)

    @property
    def settings(self) -> Settings:
        """The project's settings, or the defaults if there is no project."""
        return self._settings

    def with_texts(self, texts: Mapping[str, str]) -> Kiwi:
        return _with_texts(tuple(sorted(texts.items())))

    def anchor_sets(self) -> Mapping[str, str]:
        return anchor_files(__package__)

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        """The kinds of rows. The project's settings decide whether few papers are an error."""
        return {
            # Models come first, because each question gets one item per model.
            "models": rows.ROW_KINDS["models"],
            **questions.row_kinds(self._settings),
            **rows.ROW_KINDS,
            **{what: kind for stage in self.stages for what, kind in stage.row_kinds.items()},
            KIND: METRIC_RATINGS,
            # These answers are exported as second ratings and labels instead.
            "answers": answer_rows(
                "answers", AnswerRow, [one for one in self.stages if one.row_kind == "answers"]
            ),
        }

    def materials(self) -> Mapping[str, str]:
        return {
            **{path: resource(path).read_text("utf-8") for path in _GUIDELINES},
            "forms/background.yaml": background(self._settings.topics),
        }

    @cached_property
    def jobs(self) -> Mapping[str, ModelJob]:
        # Imported here so that the jobs are loaded only when models are used.
        from desktop_app.core.rating_jobs import rating_jobs
        from plugins.kiwi.jobs import judging, writing

        result: tuple[ModelJob, ...] = (
            writing.DraftJob(self._settings),
            writing.InitialJob(self._settings),
            judging.InstructionsJob(),
            judging.ErrorsJob(),
            judging.PredictJob(),
            *rating_jobs(self.rated_questions, type(self)().plain_forms),
        )
        return {job.key: job for job in result}

    def prompts(self) -> Mapping[str, str]:
        return {**prompt_files(__package__), **prompt_files("resources")}

    def rated_questions(self, dataset: Dataset) -> Sequence[RatedQuestion]:
        from plugins.kiwi.rated import rated_questions

        return rated_questions(dataset, self.stage(SESSION).form())

    def item_title(self, name: str, content: Mapping[str, Any], origin: Mapping[str, Any]) -> str:
        # Names contain the alias of the model.
        turn = origin.get("turn")
        details = (
            origin.get("model"),
            origin.get("author"),
            msg("turn {number}", number=turn) if turn else "",
        )
        question = str(content.get("question") or "")
        return item_title(question, *details) if question and any(details) else ""

    def derived_items(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]:
        return derived_items.project_items(dataset, context, given, self._settings, self.stages)

    def preparing(self, dataset: Dataset) -> Preparing:
        from plugins.kiwi import preparing  # Only leads need it, here and below.

        return preparing.preparing(dataset, self._settings)

    def submissions(self, dataset: Dataset) -> Sequence[Submission]:
        from plugins.kiwi import preparing

        return preparing.submissions(dataset, self._settings)

    def pending_submissions(self, dataset: Dataset) -> int:
        # Without the search for similar questions.
        from plugins.kiwi import preparing

        return preparing.pending(dataset, self._settings)

    def decision_row(self, item: str, decision: str, reason: str) -> tuple[str, Mapping[str, Any]]:
        from plugins.kiwi import preparing

        return preparing.decision_row(item, decision, reason)

    def brought(self, dataset: Dataset, item: str) -> Brought | None:
        from plugins.kiwi import preparing

        return preparing.brought(dataset, item)

    def analysis_options(self) -> type[BaseModel]:
        from plugins.kiwi.options import ShownOptions

        return ShownOptions

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        # Imported here so that numpy is loaded only when numbers are needed.
        from plugins.kiwi.analysis import analyse

        return analyse(dataset, options, self.stages)

    def second_opinions(self, dataset: Dataset) -> Sequence[SecondOpinions]:
        from plugins.kiwi.session_data import read, second_opinions

        return second_opinions(read(dataset))

    def export_rows(
        self, dataset: Dataset, what: str, *, reveal_models: bool
    ) -> Iterable[dict[str, Any]]:
        return self.row_kinds[what].exported(Names(dataset, reveal_models))

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport:
        stage = {name: stage for stage in self.stages for name in stage.formats}[format_]
        return stage.export_format(dataset, format_, options, reveal_models=reveal_models)

    def rows_of_format(
        self, format_: str, row: Mapping[str, Any]
    ) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Convert a row in the published layout, or a paper from S2ORC, into kiwi's rows."""
        return paper_files.read(row) if format_ == paper_files.FORMAT else export.read_checked(row)

    def gathered_row(self, title: str, source: str, text: str) -> Mapping[str, Any]:
        """Return a text from a lead's file as a paper row whose id is the file name."""
        # The file extension is removed. A name whose only dot is its first character is kept as it
        # is.
        name = source.rpartition(".")[0] or source
        fields = {"title": title, "source": source, "paragraphs": paper_files.cut_paragraphs(text)}
        # A name that is too long for an id is dropped, and the id is then derived from the text.
        return {"id": name, **fields} if len(name) <= LONGEST_NAME else fields


@lru_cache(maxsize=8)
def _with_texts(texts: tuple[tuple[str, str], ...]) -> Kiwi:
    """Return the protocol with a project's texts, as one object, because its jobs are kept in it.

    Without texts, it has the default settings, which the object of the entry point does not check.
    """
    result = Kiwi(_FILE.read(dict(texts)))
    result.use_anchors(dict(texts))
    return result


KIWI = Kiwi()
