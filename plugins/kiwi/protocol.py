"""The protocol kiwi: answers are revised with a model, turn by turn (the KIWI paper)."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from desktop_app.core.analysis import Analysis
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset, OwnExport, SecondOpinions
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.protocol.stage import Stage, TurnParts, refuse_foreign
from desktop_app.core.protocol.wording import ItemWords, PartWords, Reading
from desktop_app.files import prompt_files, resource
from plugins.kiwi import (
    checks,
    derived_items,
    export,
    labels,
    paper_files,
    questions,
    rows,
    sessions,
    turns,
    wording,
)
from plugins.kiwi.labels import AnswerRow
from plugins.kiwi.records import Names
from plugins.kiwi.settings import FILE, STANDARD, Settings
from plugins.kiwi.shapes import (
    AGAIN,
    ASKS,
    KEY,
    LABEL,
    LONGEST_NAME,
    SESSION,
    with_previous,
)

if TYPE_CHECKING:
    from desktop_app.core.forms import Form
    from desktop_app.core.model_jobs import ModelJob
    from desktop_app.core.protocol.data import Brought, Submission
    from desktop_app.core.protocol.stage import AskContext, Turn
    from plugins.kiwi.preparing import Preparing


def form_text(name: str) -> str:
    """Return the text of one of this protocol's form files."""
    return files(__package__).joinpath("forms", f"{name}.yaml").read_text("utf-8")


@cache
def form_file(name: str) -> Form:
    """Return one of this protocol's forms."""
    from desktop_app.core.forms import parse_form  # Only needed where questions are asked.

    return parse_form(form_text(name), file=f"{name}.yaml")


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


def who_prefers(topic: Any, dataset: Dataset, people: Collection[str]) -> list[str]:
    """Return those of `people` who chose this topic.

    Case and white space are ignored. People choose topics in rows of preferences, in the
    questionnaire about their background and on the roster. Never raises.
    """
    name = _plain(topic)
    if not name:
        return []
    rows = {str(row.get("annotator")): row for row in dataset.rows.get("preferences", ())}
    result = []
    for person in people:
        places = (rows, dataset.background, dataset.people)
        named = (place.get(person, {}).get("topics") for place in places)
        listed = (topics for topics in named if isinstance(topics, list | tuple))
        if any(name == _plain(one) for topics in listed for one in topics):
            result.append(person)
    return result


def _plain(topic: Any) -> str:
    return " ".join(topic.split()).casefold() if isinstance(topic, str) else ""


_GUIDELINES = ("guidelines/kiwi.md", "guidelines/kiwi.de.md")


class _KiwiStage(Stage):
    """Base class of the stages: each has a form; items go first to people who chose their topic.

    `row_kinds`: the kinds of rows about its answers
    """

    prefers_people = True
    row_kinds: Mapping[str, RowSpec] = {}

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def form(self) -> Form:
        return form_file(self.key)

    def complete(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        # An empty `current` stands for a turn that was not begun. A turn in progress must be kept.
        return {name: value for name, value in answers.items() if value or name != "current"}

    def preferred(
        self,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        dataset: Dataset,
        people: Collection[str],
    ) -> Collection[str]:
        return who_prefers(content.get("topic"), dataset, people)

    def in_words(self, path: tuple[str, ...], value: Any, reading: Reading) -> PartWords | None:
        return wording.in_words(path, value, reading)

    def item_in_words(self, reading: Reading) -> ItemWords | None:
        # The form of a session words the turns, whichever stage judges them.
        return wording.item_in_words(replace(reading, form=form_file(SESSION)))


# A turn revises what the turns before it left, so it states that text if it follows others.
_PARTS = TurnParts(
    turns="turns",
    titles=wording.TITLES,
    together=(("end", "left"),),
    alone=with_previous,
)


class SessionStage(_KiwiStage):
    """A person instructs a model to revise its answer, turn by turn."""

    key = SESSION
    title = msg("Revise with a model")
    panel = "plugins.kiwi.panel.session:SessionPanel"
    row_kind = "sessions"
    row_kinds = sessions.ROW_KINDS
    own_fields = ("initial", "turns")
    apart = True
    usual = 1
    keeps_prepared = True
    has_turns = True
    turn_parts = _PARTS
    read_order = ("initial", "turns", "end", "left", "")

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        refuse_foreign(self, answers, _STAGES)
        return checks.check_session(answers)

    def check_alone(
        self, project: str, item: str, answers: Mapping[str, Any], *, submitted: bool
    ) -> None:
        problem = checks.session_incomplete(answers) if submitted else None
        if problem is not None:
            raise problem

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        checks.session_about(content, answers, self._settings)

    def check_places(
        self,
        content: Mapping[str, Any],
        text_of: Callable[[str], str | None],
        answers: Mapping[str, Any],
    ) -> None:
        checks.session_places(content.get("documents") or (), text_of, answers)

    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        body: dict[str, Any] = row.body(item, annotator)
        return body

    def with_prepared(
        self,
        content: Mapping[str, Any],
        answers: Mapping[str, Any],
        prepared: Iterable[Mapping[str, Any]],
    ) -> dict[str, Any]:
        return sessions.with_prepared(content, answers, prepared)

    def is_pending(self, answers: Mapping[str, Any]) -> bool:
        return turns.is_pending(answers)

    def run_turn(
        self,
        content: Mapping[str, Any],
        documents: Mapping[str, str],
        answers: Mapping[str, Any],
        ask: AskContext,
    ) -> Turn:
        return turns.run_turn(content, documents, answers, ask, self._settings)

    def on_failure(self, answers: Mapping[str, Any], trouble: str) -> Mapping[str, Any]:
        return turns.after_failure(answers, trouble)

    def on_cancel(self, answers: Mapping[str, Any]) -> Mapping[str, Any]:
        return turns.after_cancel(answers)


class _TurnStage(_KiwiStage):
    """A stage whose answers are about turns of submitted sessions."""

    row_kinds = labels.ROW_KINDS

    def body(
        self, row: AnswerRow, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        return row.body(item, annotator, self.key)


class SecondRatingStage(_TurnStage):
    """Another person rates some turns of a session again."""

    key = AGAIN
    title = msg("Rate turns again")
    panel = "plugins.kiwi.panel.turn_page:AgainPanel"
    own_fields = ("ratings",)
    own = "never"
    hidden_from_stage = LABEL
    usual = 1

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        refuse_foreign(self, answers, _STAGES)
        return checks.check_again(answers)

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        checks.again_about(content, answers)

    def is_own(self, content: Mapping[str, Any], submitted: Iterable[Mapping[str, Any]]) -> bool:
        return derived_items.is_own(content, submitted)


class LabelStage(_TurnStage):
    """A person labels the type of each instruction and the type of error of each answer."""

    key = LABEL
    title = msg("Label turns")
    panel = "plugins.kiwi.panel.turn_page:LabelPanel"
    own_fields = tuple(ASKS)

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        refuse_foreign(self, answers, _STAGES)
        return checks.check_label(answers)

    def check_about(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        checks.label_about(content, answers)


_STAGES: tuple[type[_KiwiStage], ...] = (SessionStage, SecondRatingStage, LabelStage)


class Kiwi(Protocol):
    """People instruct a model to revise its answer to a question, and rate every turn."""

    key = KEY
    title = msg("KIWI: revising with a model")
    words = msg(
        "Experts have a model revise its answer to a research question, instruction by "
        "instruction, and rate each turn. Others rate and label turns again; figures tell how well "
        "models follow which instructions."
    )
    closed_reasons = derived_items.REASONS
    live_prompts = ("initial", "summary", "revise_info", "revise_style")
    # A lead decides about texts written by models. Annotators submit none, so this needs no stage.
    takes_submissions = True
    has_derived_items = True
    text_paths = FILE.paths
    settings_file = FILE
    gathered = "papers"
    gathered_titles = (
        msg("Papers as files (text, Markdown, HTML, PDF)"),
        msg("A folder of papers (text, Markdown, HTML, PDF)"),
    )
    prepares = msg("New question…")
    preparer = "plugins.kiwi.panel.question:QuestionPage"
    formats = export.FORMATS
    read_formats = export.READ_FORMATS

    def __init__(self, settings: Settings = STANDARD) -> None:
        self._settings = settings
        self.stages = tuple(stage(settings) for stage in _STAGES)

    @property
    def settings(self) -> Settings:
        """The project's settings, or the defaults if there is no project."""
        return self._settings

    def with_texts(self, texts: Mapping[str, str]) -> Kiwi:
        return Kiwi(FILE.read(texts))

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        """The kinds of rows. The project's settings decide whether few papers are an error."""
        return {
            # Models come first, because each question gets one item per model.
            "models": rows.ROW_KINDS["models"],
            **questions.row_kinds(self._settings),
            **rows.ROW_KINDS,
            **{what: kind for stage in _STAGES for what, kind in stage.row_kinds.items()},
        }

    def materials(self) -> Mapping[str, str]:
        return {
            **{path: resource(path).read_text("utf-8") for path in _GUIDELINES},
            "forms/background.yaml": background(self._settings.topics),
        }

    @property
    def jobs(self) -> Mapping[str, ModelJob]:
        # Imported here so that the jobs are loaded only when models are used.
        from plugins.kiwi.jobs import judging, writing

        result: tuple[ModelJob, ...] = (
            writing.DraftJob(self._settings),
            writing.InitialJob(self._settings),
            judging.InstructionsJob(),
            judging.ErrorsJob(),
            judging.PredictJob(),
        )
        return {job.key: job for job in result}

    def prompts(self) -> Mapping[str, str]:
        return prompt_files(__package__)

    def derived_items(
        self, dataset: Dataset, context: ImportContext, given: Collection[str]
    ) -> Sequence[Draft]:
        return derived_items.project_items(dataset, context, given, self._settings)

    def preparing(self, dataset: Dataset) -> Preparing:
        from plugins.kiwi import preparing  # Only leads need it, here and below.

        return preparing.preparing(dataset, self._settings)

    def submissions(self, dataset: Dataset) -> Sequence[Submission]:
        from plugins.kiwi import preparing

        return preparing.submissions(dataset, self._settings)

    def decision_row(self, item: str, decision: str, reason: str) -> tuple[str, Mapping[str, Any]]:
        from plugins.kiwi import preparing

        return preparing.decision_row(item, decision, reason)

    def brought(self, dataset: Dataset, item: str) -> Brought | None:
        from plugins.kiwi import preparing

        return preparing.brought(dataset, item)

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        # Imported here so that numpy is loaded only when numbers are needed.
        from plugins.kiwi.analysis import analyse

        return analyse(dataset, options, [stage.key for stage in _STAGES])

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
        return export.export_format(dataset, format_, options, reveal_models=reveal_models)

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


KIWI = Kiwi()
